"""Clients of Open Tool Calling, end to end: held, approved, denied, told to ask again, and never run twice."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.end_to_end.conftest import WAIT, Sandbox
from tests.end_to_end.otc_client import Door
from tests.end_to_end.otc_shapes import check_shape
from tests.end_to_end.web import let_in
from tests.support.journal_edits import lines_of
from toolguard.gate.jsonrpc import MAX_LINE
from toolguard.gate.model import (
    CallCancelled,
    CallCompleted,
    CallDecided,
    CallDeferred,
    CallForwarded,
    CallHeld,
    CallWithdrawn,
    DecisionDeferred,
    MessageRefused,
    SessionStarted,
)

HI = '{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"hi"}]}}'
TOKEN = "otc-client-token-31415926"
SECRET = "otc-client-secret-27182818"
CONTEXT = {
    "authorization": [{"id": "google", "token": TOKEN}],
    "secrets": [{"id": "TWILIO_API_KEY", "value": SECRET}],
    "user_id": "user-16180339",
}


def demo(sandbox: Sandbox) -> None:
    sandbox.server("demo", sys.executable, "-m", "toolguard.demo.server", "--record", str(sandbox.received_file))


@pytest.fixture
def door(sandbox: Sandbox) -> Iterator[Door]:
    one = Door(sandbox)
    yield one
    for client in one.clients:
        client.close()


def test_tools_of_all_pages_are_listed_and_an_allowed_one_runs(sandbox: Sandbox, door: Door) -> None:
    sandbox.allow("say")
    door.serve(terminal=False)
    client = door.client()
    assert client.http.get("/health").status_code == 200
    tools = client.tools()
    assert [tools[one]["name"] for one in tools] == ["say", "big", "wait", "env", "die", "noise"]
    assert tools["peer.say@1.0.0"]["input_schema"]["parameters"]["type"] == "object"
    done = client.call("say", {"lines": [HI]}, call_id="one")
    assert done == {"call_id": "one", "success": True, "value": "hi"}
    assert sandbox.wait_for_received("tools/call")["params"] == {"name": "say", "arguments": {"lines": [HI]}}
    joined = sandbox.recorded(SessionStarted)
    assert (joined.client, joined.server) == ("otc", "peer")
    assert len(sandbox.events(SessionStarted)) == 1, "one session for a client and a server"
    assert client.call("peer.say@1.0.0", {"lines": [HI]})["value"] == "hi"
    assert len(sandbox.events(SessionStarted)) == 1


def test_modern_only_server_can_be_called(sandbox: Sandbox, door: Door) -> None:
    sandbox.server("peer", era="modern")
    sandbox.allow()
    door.serve(terminal=False)
    client = door.client()
    assert len(client.tools()) == 6
    assert client.call("big", {"size": 3})["value"] == "xxx"


@pytest.mark.case(13)
def test_call_reaches_the_server_after_approval(sandbox: Sandbox, door: Door) -> None:
    serve = door.serve()
    client = door.client()
    call = client.begin_call("big", {"size": 3}, context=CONTEXT, trace_id="t")
    sandbox.recorded(CallHeld)
    assert sandbox.received_of("tools/call") == []
    serve.approve()
    assert call.answer()["value"] == "xxx"
    assert sandbox.recorded(CallCompleted)


@pytest.mark.case(14)
def test_denied_call_fails_and_must_not_be_retried(sandbox: Sandbox, door: Door) -> None:
    serve = door.serve()
    client = door.client()
    call = client.begin_call("big", {"size": 3}, call_id="no")
    serve.deny()
    denied = call.answer()
    assert denied["success"] is False and denied["error"]["can_retry"] is False
    assert "Denied by the user" in denied["error"]["message"]
    assert client.call("big", {"size": 3}, call_id="no") == denied, "its answer stands"
    assert len({one.call for one in sandbox.events(CallHeld)}) == 1 and sandbox.received_of("tools/call") == []


@pytest.mark.case(24)
def test_call_is_refused_without_a_person(sandbox: Sandbox, door: Door) -> None:
    door.serve(terminal=False)
    refused = door.client().call("big", {"size": 3})
    assert refused["success"] is False and "nobody can be asked" in refused["error"]["message"]
    assert sandbox.received_of("tools/call") == []


# Case 49: told to ask again, and asked again.


@pytest.mark.case(49)
def test_retry_after_the_deadline_joins_the_prompt(sandbox: Sandbox, door: Door) -> None:
    serve = door.serve(timeout=1.5)
    client = door.client()
    early = client.call("big", {"size": 3}, call_id="c")
    assert early["success"] is False
    assert early["error"]["can_retry"] is True and early["error"]["retry_after_ms"] == 5000
    assert early["call_id"] == "c"
    again = client.begin_call("big", {"size": 3}, call_id="c")
    time.sleep(0.2)
    serve.approve()
    assert again.answer() == {"call_id": "c", "success": True, "value": "xxx"}
    assert len({one.call for one in sandbox.events(CallHeld)}) == 1, "one prompt"
    assert len(sandbox.received_of("tools/call")) == 1


@pytest.mark.case(49)
def test_late_approval_runs_once_with_the_retried_call_id(sandbox: Sandbox, door: Door) -> None:
    serve = door.serve(timeout=1.5)
    client = door.client()
    early = client.call("big", {"size": 3})
    assert early["error"]["can_retry"] is True and early["call_id"], "it is given a call_id"
    serve.press("a", "the next identical call")
    sandbox.recorded(DecisionDeferred)
    assert sandbox.received_of("tools/call") == [], "nobody would hear of it"
    done = client.call("big", {"size": 3}, call_id=early["call_id"])
    assert done["value"] == "xxx"
    assert client.call("big", {"size": 3}, call_id=early["call_id"]) == done
    sandbox.recorded(CallCompleted)
    assert len({one.call for one in sandbox.events(CallHeld)}) == 1 and len(sandbox.events(CallForwarded)) == 1


@pytest.mark.case(49)
def test_call_id_identifies_one_call(sandbox: Sandbox, door: Door) -> None:
    sandbox.allow()
    door.serve(terminal=False)
    client = door.client()
    assert client.call("big", {"size": 3}, call_id="c")["value"] == "xxx"
    assert client.call("big", {"size": 3}, call_id="c")["value"] == "xxx"
    assert len(sandbox.received_of("tools/call")) == 1
    for other in (("big", {"size": 4}), ("env", {"size": 3})):
        refused = client.post(*other, call_id="c")
        assert refused.status_code == 400 and "another call" in check_shape("refusal", refused.json())["message"]
    assert len(sandbox.received_of("tools/call")) == 1


@pytest.mark.case(49)
def test_concurrent_requests_with_one_call_id_share_the_response(sandbox: Sandbox, door: Door) -> None:
    serve = door.serve()
    client, other = door.client(), door.client()
    first = client.begin_call("big", {"size": 3}, call_id="c")
    second = other.begin_call("big", {"size": 3}, call_id="c")
    sandbox.recorded(CallHeld)
    serve.approve()
    assert first.answer() == second.answer()
    assert len(sandbox.received_of("tools/call")) == 1


def test_disconnected_client_can_resume_with_its_call_id(sandbox: Sandbox, door: Door) -> None:
    serve = door.serve()
    client = door.client()
    client.abandon_call("big", {"size": 3}, call_id="c")
    sandbox.recorded(CallDeferred)
    assert not sandbox.events(CallWithdrawn)
    serve.press("a", "the next identical call")
    sandbox.recorded(DecisionDeferred)
    assert sandbox.received_of("tools/call") == []
    assert client.call("big", {"size": 3}, call_id="c")["value"] == "xxx"
    assert len({one.call for one in sandbox.events(CallHeld)}) == 1 and len(sandbox.received_of("tools/call")) == 1


@pytest.mark.case(31)
def test_disconnect_without_a_call_id_withdraws_the_call(sandbox: Sandbox, door: Door) -> None:
    door.serve()
    door.client().abandon_call("big", {"size": 3})
    assert sandbox.recorded(CallWithdrawn)
    assert sandbox.received_of("tools/call") == []


def test_running_call_continues_for_a_resumable_client(sandbox: Sandbox, door: Door) -> None:
    demo(sandbox)
    sandbox.allow()
    door.serve(terminal=False)
    client = door.client("demo")
    client.abandon_call("demo.count_slowly", {"to": 2, "seconds": 1}, call_id="c")
    again = client.call("demo.count_slowly", {"to": 2, "seconds": 1}, call_id="c")
    assert again["success"] is True and "2" in again["value"]
    assert len(sandbox.received_of("tools/call")) == 1 and not sandbox.events(CallCancelled)


def test_running_call_is_cancelled_for_a_non_resumable_client(sandbox: Sandbox, door: Door) -> None:
    sandbox.allow()
    door.serve(terminal=False)
    client = door.client()
    client.tools()
    client.abandon_call("wait")
    assert sandbox.recorded(CallCancelled).by == "client"
    assert sandbox.wait_for_received("notifications/cancelled")


# What never gets as far as a person.


def test_input_is_validated_before_a_prompt(sandbox: Sandbox, door: Door) -> None:
    demo(sandbox)
    door.serve()
    client = door.client("demo")
    tools = client.tools()
    assert tools["demo.write_note@1.0.0"]["input_schema"]["parameters"]["required"] == ["name", "text"]
    answer = client.post("demo.write_note", {"name": 7})
    assert answer.status_code == 422
    assert set(check_shape("invalid", answer.json())["parameter_errors"]) == {"name", "text"}
    assert sandbox.events(CallHeld) == [] and sandbox.received_of("tools/call") == []


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("peer.nope", "no tool"),
        ("peer.big@2.0.0", "its version is 1.0.0"),
        ("peer.big@2", "2.0.0"),
        ("other.big", "no tool"),
    ],
)
def test_unknown_tool_or_version_is_refused(sandbox: Sandbox, door: Door, tool: str, text: str) -> None:
    sandbox.allow()
    door.serve(terminal=False)
    client = door.client()
    answer = client.post(tool, {"size": 1})
    assert answer.status_code == 400 and text in check_shape("refusal", answer.json())["message"]
    assert client.call("peer.big@1", {"size": 1})["success"] is True
    assert len(sandbox.received_of("tools/call")) == 1


@pytest.mark.case(28)
def test_hidden_tool_is_neither_listed_nor_callable(sandbox: Sandbox, door: Door) -> None:
    sandbox.config["tools"] = [{"server": "peer", "tool": "env", "exposed": False}]
    sandbox.allow()
    door.serve(terminal=False)
    client = door.client()
    assert "peer.env@1.0.0" not in client.tools()
    assert client.post("env", {"name": "HOME"}).status_code == 400
    assert sandbox.received_of("tools/call") == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400), (b"[]", 400), (b"{}", 400), (b'{"request":[]}', 400), (b'{"request":{"tool_id":7}}', 400),
        (b'{"request":{"tool_id":"peer.big","tool_id":"peer.env"}}', 400),
        (b'{"request":{"tool_id":"peer.big","input":{"size":1},"inputs":{"size":2}}}', 400),
        (b'{"request":{"tool_id":"peer.big","input":7}}', 400), (b'{"request":{"tool_id":"peer big"}}', 400),
        (b'{"$schema":"otc://9","request":{"tool_id":"peer.big"}}', 400),
        (b'{"request":{"tool_id":"peer.big","Input":{"size":2}}}', 400),
        (b'{"request":{"tool_id":"peer.big","context":"' + SECRET.encode() + b'"}}', 400),
    ],
)  # fmt: skip
def test_invalid_request_is_refused_and_recorded(sandbox: Sandbox, door: Door, body: bytes, status: int) -> None:
    sandbox.allow()
    door.serve(terminal=False)
    client = door.client()
    answer = client.http.post("/tools/call", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    check_shape("refusal", answer.json())
    assert sandbox.recorded(MessageRefused).client == "otc"
    assert sandbox.received_of("tools/call") == [] and SECRET not in answer.text


def test_unauthorized_client_gets_the_errors_of_the_standard(sandbox: Sandbox, door: Door) -> None:
    mine = let_in(sandbox, "mine", ["other"])
    door.serve(terminal=False)
    client, stranger, limited = door.client(), door.client(token=""), door.client(token=mine)
    for one, status in ((stranger, 401), (door.client(token="tg_wrong"), 401), (limited, 404)):
        answer = one.http.get("/tools")
        assert answer.status_code == status and check_shape("refusal", answer.json())["message"]
        assert one.post("big").status_code == status
    assert "www-authenticate" in stranger.http.get("/tools").headers
    for headers, status in (({"origin": "http://evil.example"}, 403), ({"host": "evil.example"}, 421)):
        for path in ("/health", "/tools"):
            assert client.http.get(path, headers=headers).status_code == status
    assert client.http.post("/tools").status_code == 405
    assert client.http.get("/tools/call").status_code == 405
    assert client.http.post("/tools/call", content=b"{}", headers={"content-type": "text/plain"}).status_code == 415
    large = client.http.post("/tools/call", content=b" " * (MAX_LINE + 1), headers={"content-type": "application/json"})
    assert large.status_code == 413 and check_shape("refusal", large.json())
    assert door.client("nowhere").http.get("/tools").status_code == 404


def test_health_needs_no_token_and_reveals_nothing(sandbox: Sandbox, door: Door) -> None:
    sandbox.server("off", enabled=False)
    door.serve(terminal=False)
    stranger = [door.client(name, token="").http.get("/health") for name in ("peer", "off", "nowhere")]
    assert [(one.status_code, one.json()) for one in stranger] == [(200, {"status": "ready"})] * 3
    assert [door.client(name).http.get("/health").status_code for name in ("peer", "off")] == [200, 503]
    assert sandbox.events(SessionStarted) == [] and sandbox.pids() == []


def test_token_is_accepted_in_path_or_api_key(sandbox: Sandbox, door: Door) -> None:
    door.serve(terminal=False)
    for name in ("OTC-API-Key", "OXP-API-Key", "X-API-Key"):
        assert len(door.client(token="", **{name: door.token}).tools()) == 6
    with httpx2.Client(timeout=WAIT) as plain:
        answer = plain.get(f"http://127.0.0.1:{door.port}/t/{door.token}/otc/peer/tools")
        assert len(check_shape("tools", answer.json())["tools"]) == 6


def test_later_drafts_are_supported(sandbox: Sandbox, door: Door) -> None:
    sandbox.allow()
    door.serve(terminal=False)
    client = door.client(**{"OXP-Version": "1.0"})
    listed = check_shape("bare items", client.http.get("/tools").json())["items"]
    assert listed[0]["input_schema"]["type"] == "object"
    bare = {"tool_id": "peer.big", "inputs": {"size": 2}}
    assert check_shape("bare result", client.http.post("/tools/call", json=bare).json())["value"] == "xx"
    assert check_shape("bare refusal", client.http.post("/tools/call", json={"tool_id": "peer.no"}).json())
    assert client.http.get("/tools", headers={"oxp-version": "2.0"}).status_code == 400
    other = door.client()
    body = {"$schema": "urn:oxp:1.0", "request": {"tool_id": "peer.big", "input": {"size": 2}}}
    answer = check_shape("result", other.http.post("/tools/call", json=body).json())
    assert (answer["$schema"], answer["result"]["value"]) == ("urn:oxp:1.0", "xx")
    listed = other.http.request("GET", "/tools", json={"$schema": "urn:oxp:1.0"}).json()
    assert len(check_shape("items", listed)["items"]) == 6


# What a server says back.

ASKS = '{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"your name?"}}'
SAID = [
    ('{"content":[]}', True, None),
    ('{"content":[{"type":"text","text":"1"},{"type":"text","text":"2"}]}', True, ["1", "2"]),
    ('{"content":[{"type":"text","text":"x"}],"structuredContent":{"n":12345678901234567890}}', True,
     {"n": 12345678901234567890}),
    ('{"content":[{"type":"image","data":"AA==","mimeType":"image/png"}]}', True,
     {"type": "image", "data": "AA==", "mimeType": "image/png"}),
    ('{"toolResult":[1]}', True, [1]),
    ('{"content":[{"type":"text","text":"no"},{"type":"text","text":"way"}],"isError":true}', False, "no\nway"),
    ('{"content":[],"isError":true}', False, "gave no reason"),
    ('{"resultType":"input_required","inputRequests":{}}', False, "does not support"),
]  # fmt: skip


def test_every_server_response_becomes_a_value_or_an_error(sandbox: Sandbox, door: Door) -> None:
    sandbox.allow()
    door.serve(terminal=False)
    client = door.client()
    for result, success, told in SAID:
        line = f'{{"jsonrpc":"2.0","id":$ID,"result":{result}}}'
        answer = client.call("say", {"lines": [line]})
        assert answer["success"] is success, answer
        assert answer["value"] == told if success else told in answer["error"]["message"]
    error = '{"jsonrpc":"2.0","id":$ID,"error":{"code":-32602,"message":"未知工具","data":{"reason":"没有"}}}'
    assert client.call("say", {"lines": [error]})["error"]["message"] == "未知工具: 没有"


def test_server_request_without_person_is_refused(sandbox: Sandbox, door: Door) -> None:
    sandbox.allow()
    door.serve(terminal=False)
    assert door.client().call("say", {"lines": [ASKS, HI]})["value"] == "hi"

    def received() -> list[Any]:
        return [one for one in sandbox.received() if isinstance(one, dict) and one.get("id") == "q"]

    sandbox.until(received)
    assert received()[0]["error"]["code"] == -32601


def test_dead_server_is_an_error_with_unknown_outcome(sandbox: Sandbox, door: Door) -> None:
    sandbox.allow()
    door.serve(terminal=False)
    client = door.client()
    lost = client.call("die", call_id="c")
    assert lost["success"] is False and lost["error"]["can_retry"] is False
    assert "outcome unknown" in lost["error"]["message"]
    assert client.call("die", call_id="c") == lost
    assert len(sandbox.received_of("tools/call")) == 1
    assert client.call("big", {"size": 1})["value"] == "x", "it is started again"


def test_server_start_failure_is_not_a_call_error(sandbox: Sandbox, door: Door) -> None:
    sandbox.server("peer", "/nowhere/at/all")
    door.serve(terminal=False)
    client = door.client()
    for answer in (client.http.get("/tools"), client.post("big")):
        assert answer.status_code == 400
        assert "is not available now" in check_shape("refusal", answer.json())["message"]
    assert client.http.get("/health").status_code == 503


def test_pending_call_is_answered_when_toolguard_closes(sandbox: Sandbox, door: Door) -> None:
    serve = door.serve()
    call = door.client().begin_call("big", {"size": 3}, call_id="c")
    sandbox.recorded(CallHeld)
    assert serve.stop() == 0
    refused = call.answer()
    assert refused["success"] is False and "closing" in refused["error"]["message"]
    assert sandbox.received_of("tools/call") == []


def test_client_revoked_while_waiting_gets_an_error(sandbox: Sandbox, door: Door) -> None:
    let_in(sandbox, "other")
    door.serve()
    client = door.client()
    call = client.begin_call("big", {"size": 3}, call_id="c")
    sandbox.recorded(CallHeld)
    assert sandbox.toolguard("client", "remove", "otc").returncode == 0
    assert call.answer()["success"] is False
    assert client.http.get("/tools").status_code == 401
    assert sandbox.recorded(CallWithdrawn) and sandbox.received_of("tools/call") == []


@pytest.mark.case(45)
def test_client_context_is_never_forwarded(sandbox: Sandbox, door: Door) -> None:
    serve = door.serve()
    client = door.client()
    call = client.begin_call("big", {"size": 3}, context=CONTEXT, call_id="c")
    serve.approve()
    answer = call.answer()
    client.post("big", {"size": 3}, context=CONTEXT, call_id="c")
    client.post("nope", {}, context=CONTEXT)
    screen = serve._log.read_bytes()
    serve.stop()
    kept = [path.read_bytes() for path in sandbox.folder.rglob("*") if path.is_file()]
    for planted in (TOKEN, SECRET, CONTEXT["user_id"]):
        assert planted not in str(answer) and planted.encode() not in screen
        assert not any(planted.encode() in data for data in kept)
    assert sandbox.events(CallDecided)


def test_changed_definition_has_a_new_version(sandbox: Sandbox, door: Door) -> None:
    sandbox.allow()
    door.serve(terminal=False)
    client = door.client()
    assert "peer.big@1.0.0" in client.tools()
    rename = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'
    stub = sandbox.client()
    stub.initialize()
    stub.send({"jsonrpc": "2.0", "method": "notifications/rename", "params": {"to": "other"}})
    cursor: dict[str, Any] = {}
    for number in range(4):
        found = stub.ask("tools/list", f"l{number}", cursor)["result"]
        cursor = {"cursor": found.get("nextCursor")}
    client.call("say", {"lines": [rename, HI]})
    # this session's own server has not changed: it goes by what was listed last under the name
    assert "peer.big@1.0.2" in client.tools()
    assert client.post("peer.big@1.0.0", {"size": 1}).status_code == 400
    assert client.call("peer.big@1.0.2", {"size": 1})["value"] == "x"


@pytest.mark.case(44, 45)
def test_bound_argument_is_hidden_and_cannot_be_set(sandbox: Sandbox, door: Door) -> None:
    demo(sandbox)
    sandbox.allow()
    sandbox.keyring("Filed")
    sandbox.config["servers"]["demo"]["arguments"] = {"write_note": {"/text": "${secret:db}"}}
    sandbox.config["secrets"]["db"] = {"servers": ["demo"]}
    sandbox.configure()
    assert sandbox.toolguard("secret", "set", "db", input=SECRET + "\n").returncode == 0
    door.serve(terminal=False)
    client = door.client("demo")
    parameters = client.tools()["demo.write_note@1.0.0"]["input_schema"]["parameters"]
    assert list(parameters["properties"]) == ["name"] and parameters["required"] == ["name"]
    refused = client.post("demo.write_note", {"name": "n", "text": "mine"})
    assert refused.status_code == 422 or not refused.json()["result"]["success"]
    assert not sandbox.received_of("tools/call")
    done = client.call("demo.write_note", {"name": "n"})
    assert done["success"] is True
    assert sandbox.wait_for_received("tools/call")["params"]["arguments"] == {"name": "n", "text": SECRET}
    assert SECRET not in str(done) and SECRET.encode() not in b"".join(lines_of(sandbox.home / "log"))
