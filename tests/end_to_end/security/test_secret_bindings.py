"""A secret goes to the launch that it was bound to, and to another one only after the person has seen what changed."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import pytest

from tests.end_to_end.conftest import PEER, eventually
from toolguard.gate.model import ConfigChanged, SecretReleased

TAG = os.urandom(8).hex()
SECRET = f"launch-{TAG}"


@pytest.fixture
def script(sandbox):
    """A server of the person's own, with a secret that is bound to it."""
    file = sandbox.folder / "server.py"
    file.write_text(PEER.read_text())
    sandbox.keyring("Filed")
    sandbox.server("mine", "python3", str(file), "legacy", str(sandbox.received_file), env={"API_KEY": "${secret:key}"})
    assert sandbox.toolguard("secret", "set", "key", input=SECRET + "\n").returncode == 0
    assert sandbox.toolguard("secret", "bind", "key", "--server", "mine").returncode == 0
    sandbox.allow()
    return file


def begin(sandbox, *, id="i"):
    client = sandbox.client(server="mine")
    client.send({"jsonrpc": "2.0", "id": id, "method": "initialize",
                 "params": {"protocolVersion": "2025-06-18", "capabilities": {}}})  # fmt: skip
    return client


def has_it(client):
    client.call(1, "env", {"name": "API_KEY"})
    return client.answer(1)["result"]["content"][0]["text"] == sha256(SECRET.encode()).hexdigest()


def set_environment(sandbox, **env):
    sandbox.config["servers"]["mine"]["env"] |= env
    sandbox._write()


def change(file: Path):
    file.write_text(file.read_text() + "\n# another one\n")


def test_binding_records_the_command_the_program_and_the_script(sandbox, script):
    launch = sandbox.config["secrets"]["key"]["launches"]["mine"]
    assert launch["command"].startswith(f"python3 {script}")
    assert launch["variables"] == "API_KEY"
    assert launch[f"script {script}"] == sha256(script.read_bytes()).hexdigest()
    assert len(launch["sha256"]) == 64 and Path(launch["program"]).is_absolute()
    sandbox.serve()
    client = begin(sandbox)
    assert "result" in client.answer("i")
    assert has_it(client)


def test_changed_script_without_a_person_is_not_started(sandbox, script):
    change(script)
    sandbox.serve()
    told = begin(sandbox).answer("i")["error"]["message"]
    assert "has changed since the secret key was bound to it" in told
    assert "toolguard secret bind key --server mine" in told
    assert not sandbox.pids() and not sandbox.events(SecretReleased)
    shown = sandbox.toolguard("secret", "show", "key").stdout
    assert "mine changed since it was bound" in shown


def test_changed_launch_is_shown_and_accepted_once(sandbox, script):
    before, after = sha256(script.read_bytes()).hexdigest(), change(script)
    after = sha256(script.read_bytes()).hexdigest()
    serve = sandbox.serve(terminal=True)
    clients = [begin(sandbox) for _ in range(2)]
    for part in ("key is given to the server mine", "script", before, after):
        serve.wait_for_text(part)
    serve.press("a", "Approved.")
    for client in clients:
        assert "result" in client.answer("i")
        assert has_it(client)
    assert sandbox.recorded(ConfigChanged).by == "person"
    assert len([one for one in sandbox.events(ConfigChanged) if "accepted" in one.what]) == 1
    again = begin(sandbox)
    assert "result" in again.answer("i")


def test_declined_launch_change_is_not_asked_again(sandbox, script):
    change(script)
    serve = sandbox.serve(terminal=True)
    first = begin(sandbox)
    serve.wait_for_text("key is given to the server mine")
    serve.press("d", "Denied.")
    assert "nobody accepted" in first.answer("i")["error"]["message"]
    assert "nobody accepted" in begin(sandbox).answer("i")["error"]["message"]
    assert not sandbox.pids()
    assert len([one for one in sandbox.events(ConfigChanged) if "rejected" in one.what]) == 1


def test_another_value_of_a_variable_is_another_launch_and_is_shown(sandbox, script):
    set_environment(sandbox, API_URL="https://api.test")
    assert sandbox.toolguard("secret", "bind", "key", "--server", "mine").returncode == 0
    kept = (sandbox.home / "config.json").read_text()
    assert kept.count("https://api.test") == 1, "its value stands in the settings alone"
    set_environment(sandbox, API_URL="https://evil.test")
    serve = sandbox.serve(terminal=True)
    client = begin(sandbox)
    for part in ("key is given to the server mine", "value API_URL", "https://evil.test"):
        serve.wait_for_text(part)
    assert not sandbox.pids() and not sandbox.events(SecretReleased)
    serve.press("a", "Approved.")
    assert "result" in client.answer("i")
    assert has_it(client)


def test_binding_of_an_older_version_gets_its_recorded_values(sandbox, script):
    launch = sandbox.config["secrets"]["key"]["launches"]["mine"]
    value = launch.pop("value API_KEY")
    sandbox._write()
    serve = sandbox.serve()
    assert "result" in begin(sandbox).answer("i")
    serve.stop()
    kept = json.loads((sandbox.home / "config.json").read_text())
    assert kept["secrets"]["key"]["launches"]["mine"] == {**launch, "value API_KEY": value}


@pytest.mark.parametrize("change", [["--env", "LD_PRELOAD=x.so"], ["--cwd", "/"]])
def test_server_changed_on_the_command_line_loses_its_secrets(sandbox, script, change):
    before = sandbox.config["servers"]["mine"]
    config = sandbox.config
    if change[0] == "--env":
        config["servers"]["mine"] = {**before, "env": {**before["env"], "LD_PRELOAD": "x.so"}}
    else:
        config["servers"]["mine"] = {**before, "cwd": "/"}
    sandbox._write()
    sandbox.serve()
    assert "has changed since the secret key was bound to it" in begin(sandbox).answer("i")["error"]["message"]


def test_older_binding_stays_valid_and_gets_the_current_launch(sandbox, script):
    del sandbox.config["secrets"]["key"]["launches"]
    sandbox._write()
    serve = sandbox.serve()
    assert "result" in begin(sandbox).answer("i")
    assert "as it is now" in sandbox.recorded(ConfigChanged).what
    serve.stop()
    change(script)
    sandbox.serve()
    assert "error" in begin(sandbox).answer("i")


def test_command_entry_is_bound_to_its_launch_too(sandbox, script):
    command = ["python3", str(script), "legacy", str(sandbox.received_file)]
    server = sandbox.config["servers"]["mine"]
    server["env"] |= {name: sandbox.env[name] for name in ("HOME", "SHELL")}  # this client changes them for its entry
    sandbox._write()
    change(script)
    sandbox.serve()
    client = sandbox.client("--", *command, server="")
    client.send({"jsonrpc": "2.0", "id": 1, "method": "initialize",
                 "params": {"protocolVersion": "2025-06-18", "capabilities": {}}})  # fmt: skip
    assert "has changed since the secret key was bound to it" in client.answer(1)["error"]["message"]


def test_remote_binding_is_limited_to_the_origin(sandbox):
    sandbox.keyring("Filed")
    sandbox.config["servers"]["far"] = {
        "kind": "http",
        "url": "http://127.0.0.1:9/a",
        "headers": {"X": "${secret:key}"},
    }
    sandbox._write()
    assert sandbox.toolguard("secret", "set", "key", input=SECRET + "\n").returncode == 0
    assert sandbox.toolguard("secret", "bind", "key", "--server", "far").returncode == 0
    assert sandbox.config["secrets"]["key"]["launches"]["far"] == {"origin": "http://127.0.0.1:9"}
    sandbox.config["servers"]["far"]["url"] = "http://127.0.0.1:10/a"
    sandbox._write()
    sandbox.serve()
    client = sandbox.client(server="far")
    client.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
    assert "has changed since the secret key" in client.answer(1)["error"]["message"]
    assert eventually(lambda: not sandbox.events(SecretReleased), "nothing was released")
