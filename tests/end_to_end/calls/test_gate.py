"""Held, approved, denied, cancelled: a person at the terminal of ``toolguard serve``, a real client, a real server."""

from __future__ import annotations

import json
import time

import pytest

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
    client.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id, "reason": "tired"}})


def text_of(answer):
    assert answer["result"]["isError"] is True, answer
    return answer["result"]["content"][0]["text"]


# Opening.


def test_case_2_a_server_that_is_silent_on_a_probe_is_opened_the_old_way(sandbox):
    sandbox.server("peer", era="silent")
    sandbox.serve()
    client = sandbox.client()
    client.says({"jsonrpc": "2.0", "id": "probe", "method": "server/discover", "params": {"_meta": MODERN}})
    sandbox.server_hears("server/discover")
    assert client.opens()["serverInfo"]["name"] == "peer"
    assert client.others() == []


def test_case_4_a_modern_servers_refusal_of_a_handshake_reaches_the_client_unchanged_without_a_bridge(sandbox):
    sandbox.server("peer", era="modern", bridge="off")
    sandbox.serve()
    answer = sandbox.client().ask("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}})
    assert answer["error"]["code"] == -32022
    assert answer["error"]["data"] == {"supported": ["2026-07-28"], "requested": "legacy"}


def test_case_6_two_sessions_with_the_same_id_at_once_never_cross(sandbox):
    sandbox.allows()
    sandbox.serve()
    clients = [sandbox.client() for _ in range(2)]
    for client in clients:
        client.opens()
    for name, client in zip("ab", clients, strict=True):
        client.call(1, "wait", {"of": name})
    sandbox.server_hears("tools/call", 2)
    for name, client in zip("ba", reversed(clients), strict=True):
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"for": name}})
        client.says({"jsonrpc": "2.0", "method": "notifications/say", "params": {"lines": [line]}})
        assert client.answer(1)["result"] == {"for": name}
    assert len(set(sandbox.pids())) == 2


# Held.


def test_case_13_a_held_call_is_nothing_to_the_server_until_it_is_approved(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.opens()
    client.call(1, "say", {"lines": [DONE], "path": "/etc/passwd"})
    for part in ("Pending call", "raw", "peer", "say", "/etc/passwd"):
        serve.shows(part)
    assert client.is_quiet()
    assert not sandbox.heard_of("tools/call")
    assert sandbox.life_of() == ["CallHeld"]
    serve.approve()
    assert client.answer(1)["result"] == {"done": True}
    assert sandbox.heard_of("tools/call")[0]["params"]["arguments"]["path"] == "/etc/passwd"
    sandbox.recorded(CallCompleted)
    assert sandbox.life_of() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]
    assert sandbox.events(CallDecided)[0].by == "person"
    assert sandbox.events(CallHeld)[0].digest == sandbox.events(CallForwarded)[0].digest


@pytest.mark.parametrize("meta", [None, MODERN])
def test_case_14_a_denial_is_a_result_that_says_so_in_either_era(sandbox, meta):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.call(1, "say", {"lines": [DONE]}, **({"_meta": meta} if meta else {}))
    serve.deny()
    answer = client.answer(1)
    assert "Denied by the user" in text_of(answer)
    assert "Do not retry" in text_of(answer)
    assert answer["result"].get("resultType") == ("complete" if meta else None)
    assert not sandbox.heard_of("tools/call")


def test_case_15_rules_decide_without_asking_and_only_for_their_server_and_tool(sandbox):
    sandbox.server("other")
    sandbox.allows("say", server="peer")
    sandbox.allows("big", server="peer", verdict="deny")
    serve = sandbox.serve(terminal=True)
    client, other = sandbox.client(), sandbox.client(server="other")
    for one in (client, other):
        one.opens()
    client.call(1, "say", {"lines": [DONE]})
    assert client.answer(1)["result"] == {"done": True}
    client.call(2, "big", {"size": 1})
    assert "refused by ToolGuard" in text_of(client.answer(2))
    other.call(1, "say", {"lines": [DONE]})
    serve.deny()
    assert "Denied by the user" in text_of(other.answer(1))
    assert [event.by for event in sandbox.events(CallDecided)] == ["rule r0", "rule r1", "person"]
    assert len(sandbox.heard_of("tools/call")) == 1


def test_case_15_a_rule_for_a_definition_asks_again_when_the_server_tells_another(sandbox):
    listed = sandbox.direct().ask("tools/list", 1)["result"]["tools"][0]
    sandbox.allows("say", fingerprint=read_tool("say", listed).fingerprint)
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.opens()
    client.ask("tools/list", "before")
    client.call(1, "say", {"lines": [DONE]})
    assert client.answer(1)["result"] == {"done": True}
    client.says({"jsonrpc": "2.0", "method": "notifications/rename", "params": {"to": "somebody else"}})
    client.ask("tools/list", "after")
    client.call(2, "say", {"lines": [DONE]})
    serve.shows("definition has changed")
    serve.deny()
    assert "Denied" in text_of(client.answer(2))
    assert len(sandbox.heard_of("tools/call")) == 1


def test_a_tool_that_changed_without_a_word_is_noticed_for_a_client_that_never_lists(sandbox):
    listed = sandbox.direct().ask("tools/list", 1)["result"]["tools"][0]
    sandbox.allows("say", fingerprint=read_tool("peer", listed).fingerprint, server="peer")
    serve = sandbox.serve(terminal=True)
    client, other = sandbox.client(), sandbox.client()
    for one in (client, other):
        one.opens()
    client.ask("tools/list", "list")
    client.call(1, "say", {"lines": [DONE]})
    assert client.answer(1)["result"] == {"done": True}
    other.says({"jsonrpc": "2.0", "method": "notifications/rename", "params": {"to": "somebody else"}})
    other.call(2, "say", {"lines": [DONE]})
    serve.shows("definition has changed")
    serve.deny()
    assert "Denied" in text_of(other.answer(2))
    assert len(sandbox.heard_of("tools/call")) == 1


def test_a_rule_of_an_earlier_version_is_kept_over_the_upgrade_and_then_rests_on_the_whole(sandbox):
    listed = sandbox.direct().ask("tools/list", 1)["result"]["tools"][0]
    sandbox.allows("say", fingerprint=legacy_fingerprint(listed), server="peer")
    sandbox.serve()
    client = sandbox.client()
    client.opens()
    client.ask("tools/list", "before")
    client.call(1, "say", {"lines": [DONE]})
    assert client.answer(1)["result"] == {"done": True}
    told = [
        event
        for event in sandbox.events(ConfigChanged)
        if "extended to what is now known of the tools of" in event.what
    ]
    assert told and told[0].by == "toolguard"


def test_case_16_a_cancel_and_an_approval_at_the_same_moment_never_both_count(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.opens()
    for id in range(4):
        client.call(id, "say", {"lines": [DONE], "round": id})
        serve.shows("[s]kip")
        sandbox.recorded(CallHeld, id + 1)
        time.sleep(0.35 + id * 0.1)  # on both sides of the moment from which keys count
        serve.types("a")
        cancel(client, id)
        client.ask("ping", f"p{id}")
        sandbox.recorded((CallWithdrawn, CallCompleted, ResponseDropped), id + 1)
        kinds = [type(event) for event in sandbox.events() if event.call == sandbox.events(CallHeld)[id].call]
        ran = CallForwarded in kinds
        assert (CallWithdrawn in kinds) != ran
        assert [one["params"]["arguments"]["round"] for one in sandbox.heard_of("tools/call")].count(id) == ran


def test_case_17_a_cancelled_hold_leaves_the_screen_and_neither_side_hears_more_of_it(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.opens()
    client.call(1, "say", {"lines": [DONE]})
    serve.shows("[s]kip")
    cancel(client, 1)
    sandbox.recorded(CallWithdrawn)
    serve.shows("cancelled")
    assert client.is_quiet()
    assert not sandbox.heard_of("tools/call")
    assert not sandbox.heard_of("notifications/cancelled")


def test_case_18_a_cancel_of_a_running_call_is_passed_and_its_late_answer_dropped(sandbox):
    sandbox.allows()
    sandbox.serve()
    client = sandbox.client()
    client.opens()
    client.call("7", "wait")
    sandbox.server_hears("tools/call")
    cancel(client, "7")
    assert sandbox.server_hears("notifications/cancelled")["params"] == {"requestId": "7", "reason": "tired"}
    late = '{"jsonrpc":"2.0","id":"7","result":{"late":true}}'
    client.says({"jsonrpc": "2.0", "method": "notifications/say", "params": {"lines": [late]}})
    assert sandbox.recorded(ResponseDropped).request == '"7"'
    assert client.is_quiet()
    assert sandbox.events(CallCancelled)[0].reason == "tired"


def test_case_20_a_repeated_call_joins_the_prompt_and_both_are_answered(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.opens()
    for id in (1, "1"):
        client.call(id, "say", {"lines": [DONE]}, _meta={"n": str(id)})
    client.ask("ping", "both are heard")
    serve.approve()
    assert client.answer("1")["result"] == client.answer(1)["result"] == {"done": True}
    assert len(sandbox.heard_of("tools/call")) == len({one.call for one in sandbox.events(CallHeld)}) == 1


def test_case_21_progress_grows_while_a_call_is_held_and_goes_on_growing_while_it_runs(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.opens()
    own = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "t", "progress": 1}}
    told = json.dumps(own)
    client.call(1, "say", {"lines": [told, told, DONE]}, _meta={"progressToken": "t"})
    client.call(2, "big", {"size": 1})
    waiting = client.hears()
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


def test_case_7_thirty_calls_with_ten_held_leave_everything_else_flowing(sandbox):
    sandbox.allows("say")
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.opens()
    for id in range(30):
        client.call(id, "wait" if id % 3 == 0 else "say", {"lines": [DONE], "n": id})
    for id in [id for id in range(30) if id % 3]:
        assert client.answer(id)["result"] == {"done": True}
    began = time.monotonic()
    client.ask("ping", "p")
    assert time.monotonic() - began < 250  # the calls wait for a person for 300 s
    assert len(client.ask("tools/list", "l")["result"]["tools"]) == 2
    serve.shows("(9 more pending)")
    assert len({one.call for one in sandbox.events(CallHeld)}) == 10


# What is no call, or not a good one.


def test_case_9_methods_that_no_revision_knows_pass_and_are_recorded_as_not_gated(sandbox):
    sandbox.serve()
    client = sandbox.client()
    client.opens()
    assert client.ask("vendor/say", 1, {"lines": [DONE]})["result"] == {"done": True}
    assert client.ask("resources/list", 2)["error"]["code"] == -32601
    client.says({"jsonrpc": "2.0", "method": "vendor/told"})
    sandbox.server_hears("vendor/told")
    assert sandbox.recorded(RequestForwarded).method == "vendor/say"
    assert len(sandbox.events(RequestForwarded)) == 1


def test_case_22_a_call_in_a_batch_is_held_and_denied_like_any_other(sandbox):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.opens("2025-03-26")
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "say", "arguments": {"lines": []}}}
    client.says([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, call])
    sandbox.server_hears("ping")
    serve.deny()
    answers = {answer["id"]: answer for answer in client.hears()}
    assert answers[1]["result"] == {}
    assert "Denied" in text_of(answers[2])
    assert not sandbox.heard_of("tools/call")
    assert not any(isinstance(line, list) for line in sandbox.heard())


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25"])
def test_case_22_a_batch_in_another_revision_is_refused_whole(sandbox, version):
    sandbox.allows()
    sandbox.serve()
    client = sandbox.client()
    client.opens(version)
    client.says([{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "say"}}])
    refusal = client.hears()
    assert (refusal["id"], refusal["error"]["code"]) == (None, -32600)
    client.ask("ping", 2)
    assert not sandbox.heard_of("tools/call")


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


def test_case_23_nothing_that_could_be_read_in_two_ways_runs_a_tool(sandbox):
    """Every call is allowed here, so that only the reading itself stands in the way."""
    sandbox.allows()
    sandbox.serve()
    client = sandbox.client()
    client.opens()
    for about, line in HOSTILE.items():
        client.says(line + b"\n")
        if about != "no id":
            assert client.hears()["error"]["code"] in (-32700, -32600, -32601, -32602), about
    client.says(CALL.replace(b"tools/call", rb"tools\/call") + b"\n")
    sandbox.server_hears("tools/call")
    assert len(sandbox.heard_of("tools/call")) == 1
    sandbox.recorded(MessageRefused, len(HOSTILE))


# The end of either side.


def test_case_24_too_many_pending_calls_and_a_prompt_without_an_answer_are_denied(sandbox):
    sandbox.prefers(prompt_timeout=1, held_per_session=2)
    sandbox.serve(terminal=True)
    client = sandbox.client()
    client.opens()
    for id in range(3):
        client.call(id, "say", {"n": id})
    assert "too many pending approvals" in text_of(client.answer(2))
    for id in (0, 1):
        assert "nobody approved" in text_of(client.answer(id))
    assert not sandbox.heard_of("tools/call")


def test_case_25_a_client_that_closes_its_input_withdraws_what_is_held_and_ends_the_server(sandbox, ends):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.opens()
    client.call(1, "say", {"lines": [DONE]})
    serve.shows("[s]kip")
    assert client.end() == 0
    assert sandbox.recorded(CallWithdrawn).reason == "the client closed its connection"
    ends(*sandbox.pids())
    assert not sandbox.heard_of("tools/call")


def test_case_26_a_server_that_dies_leaves_the_outcome_unknown_and_is_started_again_for_the_next_call(sandbox):
    sandbox.allows()
    sandbox.serve()
    client = sandbox.client()
    client.opens()
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
    assert [one["id"] for one in sandbox.heard_of("tools/call")] == [1, 2]
    assert [len(sandbox.heard_of(name)) for name in ("initialize", "notifications/initialized")] == [2, 2]
