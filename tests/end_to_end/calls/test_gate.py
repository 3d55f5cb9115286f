"""Held, approved, denied, cancelled: a person at the terminal of ``toolguard serve``, a real client, a real server."""

from __future__ import annotations

import json
import shlex
import signal
import sys
import time

import pytest

from tests.support.waiting import eventually
from toolguard.gate.model import (
    CallCancelled,
    CallCompleted,
    CallDecided,
    CallForwarded,
    CallHeld,
    CallOutcomeUnknown,
    CallWithdrawn,
    ConfigChanged,
    MessageRefused,
    RequestForwarded,
    ResponseDropped,
)
from toolguard.gate.policy.definitions.pins import legacy_fingerprint
from toolguard.gate.policy.tools import read_tool

META = "io.modelcontextprotocol/"
MODERN = {f"{META}protocolVersion": "2026-07-28", f"{META}clientCapabilities": {}}
DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}'


def cancel(client, id):
    client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id, "reason": "tired"}})


def text_of(answer):
    assert answer["result"]["isError"] is True, answer
    return answer["result"]["content"][0]["text"]


# Opening.


@pytest.mark.case(2)
def test_server_without_a_probe_response_is_opened_as_legacy(sandbox):
    sandbox.server("peer", era="silent")
    sandbox.serve()
    client = sandbox.client()
    client.send({"jsonrpc": "2.0", "id": "probe", "method": "server/discover", "params": {"_meta": MODERN}})
    sandbox.wait_for_received("server/discover")
    assert client.initialize()["serverInfo"]["name"] == "peer"
    assert client.others() == []


@pytest.mark.case(4)
def test_modern_handshake_refusal_passes_unchanged_without_a_bridge(sandbox):
    sandbox.server("peer", era="modern", bridge="off")
    sandbox.serve()
    answer = sandbox.client().ask("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}})
    assert answer["error"]["code"] == -32022
    assert answer["error"]["data"] == {"supported": ["2026-07-28"], "requested": "legacy"}


@pytest.mark.case(6)
def test_equal_ids_of_two_sessions_are_kept_apart(sandbox):
    sandbox.allow()
    sandbox.serve()
    clients = [sandbox.client() for _ in range(2)]
    for client in clients:
        client.initialize()
    for name, client in zip("ab", clients, strict=True):
        client.call(1, "wait", {"of": name})
    sandbox.wait_for_received("tools/call", 2)
    for name, client in zip("ba", reversed(clients), strict=True):
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"for": name}})
        client.send({"jsonrpc": "2.0", "method": "notifications/say", "params": {"lines": [line]}})
        assert client.answer(1)["result"] == {"for": name}
    assert len(set(sandbox.pids())) == 2


# Held.


@pytest.mark.case(13)
def test_pending_call_reaches_the_server_only_after_approval(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    client.call(1, "say", {"lines": [DONE], "path": "/etc/passwd"})
    for part in ("Pending call", "raw", "peer", "say", "/etc/passwd"):
        serve.wait_for_text(part)
    assert client.is_quiet()
    assert not sandbox.received_of("tools/call")
    assert sandbox.life_of() == ["CallHeld"]
    serve.approve()
    assert client.answer(1)["result"] == {"done": True}
    assert sandbox.received_of("tools/call")[0]["params"]["arguments"]["path"] == "/etc/passwd"
    sandbox.recorded(CallCompleted)
    assert sandbox.life_of() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]
    assert sandbox.events(CallDecided)[0].by == "person"
    assert sandbox.events(CallHeld)[0].digest == sandbox.events(CallForwarded)[0].digest


@pytest.mark.parametrize("meta", [None, MODERN])
@pytest.mark.case(14)
def test_denied_call_gets_an_error_result_in_either_era(sandbox, meta):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.call(1, "say", {"lines": [DONE]}, **({"_meta": meta} if meta else {}))
    serve.deny()
    answer = client.answer(1)
    assert "Denied by the user" in text_of(answer)
    assert "Do not retry" in text_of(answer)
    assert answer["result"].get("resultType") == ("complete" if meta else None)
    assert not sandbox.received_of("tools/call")


@pytest.mark.case(15)
def test_rules_decide_only_for_their_server_and_tool(sandbox):
    sandbox.server("other")
    sandbox.allow("say", server="peer")
    sandbox.allow("big", server="peer", verdict="deny")
    serve = sandbox.serve(terminal=True)
    client, other = sandbox.client(), sandbox.client(server="other")
    for one in (client, other):
        one.initialize()
    client.call(1, "say", {"lines": [DONE]})
    assert client.answer(1)["result"] == {"done": True}
    client.call(2, "big", {"size": 1})
    assert "refused by ToolGuard" in text_of(client.answer(2))
    other.call(1, "say", {"lines": [DONE]})
    serve.deny()
    assert "Denied by the user" in text_of(other.answer(1))
    assert [event.by for event in sandbox.events(CallDecided)] == ["rule r0", "rule r1", "person"]
    assert len(sandbox.received_of("tools/call")) == 1


@pytest.mark.case(15)
def test_changed_definition_makes_a_rule_ask_again(sandbox):
    listed = sandbox.direct().ask("tools/list", 1)["result"]["tools"][0]
    sandbox.allow("say", fingerprint=read_tool("say", listed).fingerprint)
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    client.ask("tools/list", "before")
    client.call(1, "say", {"lines": [DONE]})
    assert client.answer(1)["result"] == {"done": True}
    client.send({"jsonrpc": "2.0", "method": "notifications/rename", "params": {"to": "somebody else"}})
    client.ask("tools/list", "after")
    client.call(2, "say", {"lines": [DONE]})
    serve.wait_for_text("before its definition changed")
    serve.deny()
    assert "Denied" in text_of(client.answer(2))
    assert len(sandbox.received_of("tools/call")) == 1


def test_silently_changed_tool_is_detected_without_a_client_list(sandbox):
    listed = sandbox.direct().ask("tools/list", 1)["result"]["tools"][0]
    sandbox.allow("say", fingerprint=read_tool("peer", listed).fingerprint, server="peer")
    serve = sandbox.serve(terminal=True)
    client, other = sandbox.client(), sandbox.client()
    for one in (client, other):
        one.initialize()
    client.ask("tools/list", "list")
    client.call(1, "say", {"lines": [DONE]})
    assert client.answer(1)["result"] == {"done": True}
    other.send({"jsonrpc": "2.0", "method": "notifications/rename", "params": {"to": "somebody else"}})
    other.call(2, "say", {"lines": [DONE]})
    serve.wait_for_text("before its definition changed")
    serve.deny()
    assert "Denied" in text_of(other.answer(2))
    assert len(sandbox.received_of("tools/call")) == 1


def test_rule_of_an_earlier_version_is_upgraded_to_the_full_fingerprint(sandbox):
    listed = sandbox.direct().ask("tools/list", 1)["result"]["tools"][0]
    sandbox.allow("say", fingerprint=legacy_fingerprint(listed), server="peer")
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.ask("tools/list", "before")
    client.call(1, "say", {"lines": [DONE]})
    assert client.answer(1)["result"] == {"done": True}
    told = [
        event
        for event in sandbox.events(ConfigChanged)
        if "extended to what is now known of the tools of" in event.what
    ]
    assert told and told[0].by == "toolguard"


@pytest.mark.case(16)
def test_concurrent_cancel_and_approval_never_both_apply(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    for id in range(4):
        client.call(id, "say", {"lines": [DONE], "round": id})
        serve.wait_for_text("[s]kip")
        sandbox.recorded(CallHeld, id + 1)
        time.sleep(0.35 + id * 0.1)  # on both sides of the moment from which keys count
        serve.types("a")
        cancel(client, id)
        client.ask("ping", f"p{id}")
        sandbox.recorded((CallWithdrawn, CallCompleted, ResponseDropped), id + 1)
        kinds = [type(event) for event in sandbox.events() if event.call == sandbox.events(CallHeld)[id].call]
        ran = CallForwarded in kinds
        assert (CallWithdrawn in kinds) != ran
        assert [one["params"]["arguments"]["round"] for one in sandbox.received_of("tools/call")].count(id) == ran


@pytest.mark.case(17)
def test_cancelled_pending_call_disappears_without_messages(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    client.call(1, "say", {"lines": [DONE]})
    serve.wait_for_text("[s]kip")
    cancel(client, 1)
    sandbox.recorded(CallWithdrawn)
    serve.wait_for_text("cancelled")
    assert client.is_quiet()
    assert not sandbox.received_of("tools/call")
    assert not sandbox.received_of("notifications/cancelled")


@pytest.mark.case(18)
def test_cancel_is_forwarded_and_the_late_response_dropped(sandbox):
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.call("7", "wait")
    sandbox.wait_for_received("tools/call")
    cancel(client, "7")
    assert sandbox.wait_for_received("notifications/cancelled")["params"] == {"requestId": "7", "reason": "tired"}
    late = '{"jsonrpc":"2.0","id":"7","result":{"late":true}}'
    client.send({"jsonrpc": "2.0", "method": "notifications/say", "params": {"lines": [late]}})
    assert sandbox.recorded(ResponseDropped).request == '"7"'
    assert client.is_quiet()
    assert sandbox.events(CallCancelled)[0].reason == "tired"


def test_edited_arguments_reach_the_server_and_ctrl_c_ends_only_the_editor(sandbox):
    editor = sandbox.folder / "editor.py"
    editor.write_text(
        "import pathlib, sys\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "print('EDITING', flush=True)\n"
        "sys.stdin.readline()\n"
        "path.write_text(path.read_text().replace('/etc/a', '/etc/b'))\n"
    )
    serve = sandbox.serve(terminal=True, VISUAL=shlex.join([sys.executable, "-I", str(editor)]))
    client = sandbox.client()
    client.initialize()
    client.call(1, "say", {"lines": [DONE], "path": "/etc/a"})
    serve.press("i", "EDITING")
    serve.process.send_signal(signal.SIGINT)
    serve.types("\n")
    serve.press("y", "Approved, once, as edited.", at="[y] approve, as edited")
    assert client.answer(1)["result"] == {"done": True}
    assert sandbox.received_of("tools/call")[0]["params"]["arguments"]["path"] == "/etc/b"
    serve.process.send_signal(signal.SIGINT)
    assert serve.process.wait() == 0


@pytest.mark.case(20)
def test_identical_call_joins_the_prompt_and_both_get_responses(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    for id in (1, "1"):
        client.call(id, "say", {"lines": [DONE]}, _meta={"n": str(id)})
    client.ask("ping", "both are heard")
    serve.approve()
    assert client.answer("1")["result"] == client.answer(1)["result"] == {"done": True}
    assert len(sandbox.received_of("tools/call")) == len({one.call for one in sandbox.events(CallHeld)}) == 1


@pytest.mark.case(21)
def test_progress_increases_while_pending_and_running(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    own = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "t", "progress": 1}}
    told = json.dumps(own)
    client.call(1, "say", {"lines": [told, told, DONE]}, _meta={"progressToken": "t"})
    client.call(2, "big", {"size": 1})
    waiting = client.receive()
    assert waiting["method"] == "notifications/progress", waiting
    serve.approve()
    client.answer(1)
    values = [one["params"]["progress"] for one in (waiting, *client.others()) if "method" in one]
    assert values == sorted(set(values))
    assert values[-1] == 1
    assert {one["params"]["progressToken"] for one in (waiting,)} == {"t"}
    serve.deny()
    client.answer(2)
    assert client.is_quiet()


@pytest.mark.case(7)
def test_ten_pending_of_thirty_calls_block_nothing(sandbox):
    sandbox.allow("say")
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    for id in range(30):
        client.call(id, "wait" if id % 3 == 0 else "say", {"lines": [DONE], "n": id})
    for id in [id for id in range(30) if id % 3]:
        assert client.answer(id)["result"] == {"done": True}
    began = time.monotonic()
    client.ask("ping", "p")
    assert time.monotonic() - began < 250  # the calls wait for a person for 300 s
    assert len(client.ask("tools/list", "l")["result"]["tools"]) == 2
    serve.wait_for_text("[a]pprove")
    eventually(lambda: len({one.call for one in sandbox.events(CallHeld)}) == 10, "ten calls are pending")


# What is no call, or not a good one.


@pytest.mark.case(9)
def test_unknown_methods_pass_and_are_recorded_as_undecided(sandbox):
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    assert client.ask("vendor/say", 1, {"lines": [DONE]})["result"] == {"done": True}
    assert client.ask("resources/list", 2)["error"]["code"] == -32601
    client.send({"jsonrpc": "2.0", "method": "vendor/told"})
    sandbox.wait_for_received("vendor/told")
    assert sandbox.recorded(RequestForwarded).method == "vendor/say"
    assert len(sandbox.events(RequestForwarded)) == 1


@pytest.mark.case(22)
def test_call_in_a_batch_is_decided_like_any_other(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize("2025-03-26")
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "say", "arguments": {"lines": []}}}
    client.send([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, call])
    sandbox.wait_for_received("ping")
    serve.deny()
    answers = {answer["id"]: answer for answer in client.receive()}
    assert answers[1]["result"] == {}
    assert "Denied" in text_of(answers[2])
    assert not sandbox.received_of("tools/call")
    assert not any(isinstance(line, list) for line in sandbox.received())


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25"])
@pytest.mark.case(22)
def test_batch_is_refused_in_other_revisions(sandbox, version):
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize(version)
    client.send([{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "say"}}])
    refusal = client.receive()
    assert (refusal["id"], refusal["error"]["code"]) == (None, -32600)
    client.ask("ping", 2)
    assert not sandbox.received_of("tools/call")


CALL = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"say","arguments":{"lines":[]}}}'
HOSTILE = {
    "a method that stands twice": CALL.replace(b'"method"', b'"method":"ping","method"'),
    "a method of another case": CALL.replace(b'"method"', b'"Method":"ping","method"'),
    "blanks around the name": CALL.replace(b"tools/call", b" tools/call"),
    "another case": CALL.replace(b"tools/call", b"Tools/Call"),
    "full-width letters": CALL.replace(b"tools", "ｔｏｏｌｓ".encode()),
    "a byte order mark": b"\xef\xbb\xbf" + CALL,
    "NaN": CALL.replace(b"[]", b"NaN"),
    "deep nesting": CALL.replace(b"[]", b"[" * 10_000 + b"]" * 10_000),
    "arguments that are a list": CALL.replace(b'{"lines":[]}', b"[]"),
    "no name": CALL.replace(b'"name":"say",', b""),
    "a name that is a number": CALL.replace(b'"say"', b"7"),
    "params that stand twice": CALL.replace(b'"params"', b'"params":{},"params"'),
    "a name that stands twice": CALL.replace(b'"name"', b'"name":"ping","name"'),
    "half a character": CALL.replace(b"say", b"\xff"),
    "no id": CALL.replace(b'"id":1,', b""),
    "no version": CALL.replace(b'"jsonrpc":"2.0",', b""),
    "half a line": CALL[:40],
}


@pytest.mark.case(23)
def test_ambiguous_message_never_runs_a_tool(sandbox):
    """Every call is allowed here, so that only the reading itself stands in the way."""
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    for about, line in HOSTILE.items():
        client.send(line + b"\n")
        if about != "no id":
            assert client.receive()["error"]["code"] in (-32700, -32600, -32601, -32602), about
    client.send(CALL.replace(b"tools/call", rb"tools\/call") + b"\n")
    sandbox.wait_for_received("tools/call")
    assert len(sandbox.received_of("tools/call")) == 1
    sandbox.recorded(MessageRefused, len(HOSTILE))


# The end of either side.


@pytest.mark.case(24)
def test_full_queue_and_prompt_timeout_deny(sandbox):
    sandbox.configure(prompt_timeout=1, pending_per_session=2)
    sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    for id in range(3):
        client.call(id, "say", {"n": id})
    assert "too many pending approvals" in text_of(client.answer(2))
    for id in (0, 1):
        assert "nobody approved" in text_of(client.answer(id))
    assert not sandbox.received_of("tools/call")


@pytest.mark.case(25)
def test_client_eof_withdraws_pending_calls_and_ends_the_server(sandbox, ends):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    client.call(1, "say", {"lines": [DONE]})
    serve.wait_for_text("[s]kip")
    assert client.end() == 0
    assert sandbox.recorded(CallWithdrawn).reason == "the client closed its connection"
    ends(*sandbox.pids())
    assert not sandbox.received_of("tools/call")


@pytest.mark.case(26)
def test_dead_server_leaves_the_outcome_unknown_and_is_restarted(sandbox):
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.call(1, "die")
    answer = client.answer(1)
    assert answer["error"]["code"] == -32603
    assert "outcome unknown" in answer["error"]["message"]
    assert "status 7" in answer["error"]["data"]["reason"]
    assert "no disk left" in answer["error"]["data"]["reason"]
    client.call(2, "say", {"lines": [DONE]})
    assert client.answer(2)["result"] == {"done": True}
    sandbox.recorded(CallCompleted)
    assert sandbox.life_of(sandbox.events(CallOutcomeUnknown)[0].call) == [
        "CallDecided",
        "CallForwarded",
        "CallOutcomeUnknown",
    ]
    assert [one["id"] for one in sandbox.received_of("tools/call")] == [1, 2]
    assert [len(sandbox.received_of(name)) for name in ("initialize", "notifications/initialized")] == [2, 2]
