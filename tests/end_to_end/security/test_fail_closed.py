"""Taking things away: the person, the disk, the log, the configuration, the keyring. No record or no yes: no call."""

from __future__ import annotations

import itertools
import json
import resource
import shutil
from hashlib import sha256

import pytest

from tests.end_to_end.conftest import request
from tests.support.journal_edits import edit_line, lines_of
from toolguard.gate.model import CallCompleted, CallDecided, CallForwarded

DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}'


def reason_of(answer):
    assert answer["error"]["code"] == -32603, answer
    return answer["error"]["data"]["reason"]


def text_of(answer):
    assert answer["result"]["isError"] is True, answer
    return answer["result"]["content"][0]["text"]


def refused(client, id):
    """The text of a refusal; the session itself goes on."""
    client.call(id, "say", {"lines": [DONE], "n": id})
    text = text_of(client.answer(id))
    client.ask("ping", f"after {id}")
    return text


def allowed(client, id):
    client.call(id, "say", {"lines": [DONE], "n": id})
    assert client.answer(id)["result"] == {"done": True}


# The person.


@pytest.mark.case(24)
def test_call_without_a_person_is_denied_and_recorded(sandbox):
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    assert "nobody can be asked" in refused(client, 1)
    decided = sandbox.recorded(CallDecided)
    assert (decided.verdict, decided.by) == ("deny", "no window")
    assert not sandbox.received_of("tools/call")


def test_new_command_without_a_person_is_never_started(sandbox):
    peer = sandbox.config["servers"].pop("peer")
    sandbox.configure()
    sandbox.serve()
    client = sandbox.client("--", peer["command"], *peer["args"], server="")
    answer = client.ask("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}})
    assert "was not accepted" in reason_of(answer)
    assert sandbox.pids() == []


def test_variables_of_an_entry_are_shown_and_reach_its_server_without_secrets_in_the_configuration(sandbox):
    """Defect C2: ``toolguard-connect -- COMMAND`` started servers without what the client's entry says."""
    peer = sandbox.config["servers"].pop("peer")
    token = "gh" + "p_" + "Zk3vQ9xT1mR7bN5cW8yL2dF4hJ6pS0aE"
    sandbox.keyring("Filed")
    sandbox.allow()
    serve = sandbox.serve(terminal=True)
    sandbox.env |= {"GITHUB_TOKEN": token, "MODE": "fast"}
    client = sandbox.client("--", peer["command"], *peer["args"], server="")
    client.send(request("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}}))
    serve.wait_for_text("MODE=fast")
    serve.press("a", "Approved.")
    assert "result" in client.answer(1)
    client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    for id, (name, value) in enumerate((("GITHUB_TOKEN", token), ("MODE", "fast")), 2):
        client.call(id, "env", {"name": name})
        assert sha256(value.encode()).hexdigest() in json.dumps(client.answer(id))
    assert token not in serve.everything()
    for file in sandbox.home.rglob("*"):
        assert not file.is_file() or token.encode() not in file.read_bytes(), file


# The disk and the log.


@pytest.mark.case(24)
def test_full_disk_refuses_calls_until_space_is_free(sandbox):
    sandbox.allow()
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    allowed(client, 1)
    full = (sandbox.home / "log" / "00000001.jsonl").stat().st_size
    resource.prlimit(serve.process.pid, resource.RLIMIT_FSIZE, (full, resource.RLIM_INFINITY))
    for id in range(10, 20):
        client.call(id, "say", {"lines": [DONE], "n": id, "text": "x" * 5000})
    assert "Not run: ToolGuard cannot record this call" in text_of(client.answer(19))
    assert "log" in refused(client, 20)
    serve.wait_for_text("PROBLEM")
    resource.prlimit(serve.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    serve.wait_for_text("resolved")
    allowed(client, 30)
    sandbox.recorded(CallCompleted, 2)
    ran = [one["params"]["arguments"]["n"] for one in sandbox.received_of("tools/call")]
    assert len(ran) == len(sandbox.events(CallForwarded))
    assert sandbox.toolguard("log", "verify").returncode == 0


def test_session_on_a_full_disk_runs_nothing_with_a_reason(sandbox):
    sandbox.allow()
    serve = sandbox.serve()
    resource.prlimit(serve.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    client = sandbox.client()
    client.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}})
    client.answer(1)
    client.call(2, "say", {"lines": [DONE]})
    answer = client.answer(2)
    assert "error" in answer or answer["result"]["isError"]
    assert not sandbox.received_of("tools/call")


@pytest.mark.case(24)
def test_missing_log_refuses_calls_until_restored(sandbox):
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    allowed(client, 1)
    (sandbox.home / "log").rename(sandbox.home / "away")
    assert "was moved, deleted or replaced" in refused(client, 2)
    (sandbox.home / "away").rename(sandbox.home / "log")
    sandbox.until(lambda: client_runs(client))


IDS = itertools.count(100)


def client_runs(client):
    id = next(IDS)
    client.call(id, "say", {"lines": [DONE], "n": id})
    return "isError" not in client.answer(id)["result"]


@pytest.mark.parametrize("damage", ["garbage", "an edited record"])
@pytest.mark.case(24)
def test_damaged_log_runs_nothing_and_is_kept(sandbox, damage):
    sandbox.allow()
    if damage == "garbage":
        (sandbox.home / "log").write_bytes(b"this was a log once" * 1000)
    else:
        serve = sandbox.serve()
        sandbox.client().initialize()
        serve.stop()
        (seq,) = [n for n, line in enumerate(lines_of(sandbox.home / "log"), 1) if b'"session_started"' in line]
        edit_line(sandbox.home / "log", seq, b"raw", b"war")
    before = content(sandbox.home / "log")
    serve = sandbox.serve()
    serve.wait_for_text("PROBLEM")
    client = sandbox.client()
    client.initialize()
    assert "keep it as evidence" in refused(client, 1).lower()
    assert "keep it as evidence" in refused(client, 2).lower()
    assert not sandbox.received_of("tools/call")
    assert serve.stop() == 0
    assert content(sandbox.home / "log") == before


def content(log):
    return log.read_bytes() if log.is_file() else b"".join(lines_of(log))


def test_calls_are_refused_after_the_log_is_deleted(sandbox):
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    allowed(client, 1)
    shutil.rmtree(sandbox.home / "log")
    assert "was moved, deleted or replaced" in refused(client, 2)
    assert len(sandbox.received_of("tools/call")) == 1


# The configuration.


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ('{"version": 1,\n "servers": {\n', 3, ""),
        ('{"version": 1,\n "servers": {"peer": {"kind": "stdio"}}}', 2, "command"),
        ('{"version": 1,\n\n "rulez": []}', 3, "rulez"),
    ],
)
def test_broken_configuration_is_reported_with_its_line_and_not_changed(sandbox, text, line, why):
    (sandbox.home / "config.json").write_text(text)
    told = sandbox.toolguard("doctor")
    assert told.returncode == 1
    assert f"config.json line {line}" in told.stdout
    assert why in told.stdout
    serve = sandbox.serve()
    serve.wait_for_text(f"config.json line {line}")
    answer = sandbox.client().ask("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}})
    assert f"config.json line {line}" in answer["error"]["message"]
    changed = sandbox.toolguard("rule", "add", "--server", "*", "--tool", "*", "--verdict", "deny")
    assert changed.returncode == 1
    assert f"line {line}" in changed.stderr
    serve.stop()
    assert (sandbox.home / "config.json").read_text() == text
    assert sandbox.pids() == []


# The keyring.


def needs_a_secret(sandbox):
    sandbox.config["secrets"]["key"] = {"note": "", "servers": ["peer"]}
    sandbox.server("peer", env={"API_KEY": "${secret:key}"})
    sandbox.server("other")
    sandbox.allow()


def test_panic_blocks_calls_despite_an_invalid_config_file(sandbox):
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    (sandbox.home / "config.json").write_text("{broken")
    assert "All calls are blocked now" in sandbox.toolguard("panic", "on").stderr
    client.call(1, "say", {"lines": [DONE]})
    assert "the user has blocked all calls for now" in client.answer(1)["result"]["content"][0]["text"]
    assert not sandbox.received_of("tools/call")


def test_missing_keyring_refuses_only_servers_with_secrets(sandbox):
    needs_a_secret(sandbox)
    serve = sandbox.serve()
    client = sandbox.client()
    answer = client.ask("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}})
    assert "the secret key cannot be read" in reason_of(answer)
    assert "No keyring" in reason_of(answer)
    serve.wait_for_text("No keyring")
    other = sandbox.client(server="other")
    other.initialize()
    allowed(other, 1)
    assert len(sandbox.pids()) == 1


def test_hanging_keyring_blocks_only_servers_that_need_it(sandbox):
    sandbox.keyring("Hanging")
    needs_a_secret(sandbox)
    sandbox.configure(keyring_timeout=1)
    serve = sandbox.serve()
    client = sandbox.client()
    client.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}})
    serve.wait_for_text("Waiting for your keyring")
    other = sandbox.client(server="other")
    other.initialize()
    allowed(other, 1)
    assert "no response in 1 seconds" in reason_of(client.answer(1))
    client.call(2, "say", {"lines": [DONE]})
    assert "not run" in reason_of(client.answer(2))
    assert serve.stop() == 0


def test_crash_writes_no_memory_to_the_disk(sandbox):
    """A core dump would contain secrets."""
    serve = sandbox.serve()
    assert resource.prlimit(serve.process.pid, resource.RLIMIT_CORE)[0] == 0
