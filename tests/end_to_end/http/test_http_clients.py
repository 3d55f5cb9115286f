"""Clients that come over HTTP, end to end: held, approved, denied, given up, in both eras."""

from __future__ import annotations

import json

import pytest

from tests.end_to_end.web import ENVELOPE, META, MODERN, Web, let_in
from toolguard.gate.model import (
    CallCancelled,
    CallCompleted,
    CallDecided,
    CallForwarded,
    CallHeld,
    CallWithdrawn,
    MessageRefused,
    SessionEnded,
    SessionStarted,
)

DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}'
ERAS = [False, True]


@pytest.fixture
def web(sandbox):
    """Makes clients. The port is free: ``serve`` says which it took."""
    made = []

    def make(server="peer", *, modern=False, token="", name="web"):
        token = token or made_tokens.setdefault(name, "") or let_in_first(name)
        made.append(Web(sandbox.port, token, server, modern=modern))
        return made[-1]

    made_tokens = {}

    def let_in_first(name):
        raise AssertionError(f"{name} was not let in")

    make.tokens = made_tokens
    yield make
    for one in made:
        one.close()


def served(sandbox, web, *, terminal=False, clients=("web",), **servers):
    for name in clients:
        web.tokens[name] = let_in(sandbox, name, servers.get(name))
    sandbox.config["preferences"]["http_port"] = 0
    sandbox._write()
    serve = sandbox.serve(terminal=terminal)
    sandbox.port = serve.port()
    return serve


def opened(web, modern, version="2025-11-25"):
    client = web(modern=modern)
    if not modern:
        client.initialize(version)
    return client


def text_of(answer):
    assert answer["result"]["isError"] is True, answer
    return answer["result"]["content"][0]["text"]


# Nothing is lost on the way.


@pytest.mark.parametrize("modern", ERAS)
@pytest.mark.case(1, 3)
def test_messages_over_http_pass_unchanged(sandbox, web, modern):
    sandbox.server("peer", era="modern" if modern else "legacy")
    sandbox.allow()
    served(sandbox, web)
    client = opened(web, modern)
    params = {
        "name": "say",
        "arguments": {"lines": [DONE], "n": 2**70, "é": "\u2028"},
        "vendor/x": [None],
        "_meta": {"vendor/k": 1},
    }
    answer = client.request("tools/call", 7, params)
    assert answer.status == 200
    assert answer.receive()["result"] == {"done": True}
    received = sandbox.wait_for_received("tools/call")["params"]
    assert received["arguments"]["n"] == 2**70
    assert received["vendor/x"] == [None]
    assert received["_meta"] == {**(ENVELOPE if modern else {}), "vendor/k": 1}
    tools = client.request("tools/list", "l").receive()["result"]
    assert tools["tools"][0]["vendor/t"] == 1
    assert bool(sandbox.received_of("initialize")) is not modern


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
@pytest.mark.case(34)
def test_http_session_is_assigned_required_and_ended(sandbox, web, version):
    served(sandbox, web, clients=("web", "other"))
    client = web()
    assert client.post({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).status == 400
    client.initialize(version)
    assert len(client.session) >= 32 and client.session.isascii()
    assert client.request("ping", 1).receive()["result"] == {}
    foreign = web(name="other")
    foreign.session, foreign.version = client.session, client.version
    assert foreign.request("ping", 2).status == 404
    assert client.ask("DELETE").status == 204
    assert client.request("ping", 3).status == 404
    assert sandbox.recorded(SessionEnded).reason == "the client ended its session"
    log = json.dumps([repr(event) for event in sandbox.events()])
    assert client.session not in log


@pytest.mark.case(6)
def test_modern_requests_with_equal_ids_are_kept_apart(sandbox, web):
    sandbox.server("peer", era="modern")
    sandbox.allow()
    served(sandbox, web)
    ids = [7, "7", 7, 2**53 + 1, "", "é\U0001f600"]
    clients = [opened(web, True) for _ in ids]
    asked = []
    for number, (client, id) in enumerate(zip(clients, ids, strict=True)):
        steps = [
            json.dumps({"jsonrpc": "2.0", "method": "notifications/progress",
                        "params": {"progressToken": "$TOKEN", "progress": number + 1}}),
            json.dumps({"jsonrpc": "2.0", "id": "$ID", "result": {"of": number}}).replace('"$ID"', "$ID"),
        ]  # fmt: skip
        asked.append(client.call(id, "relay", {"lines": steps}, _meta={"progressToken": "same"}))
    for number, (answer, id) in enumerate(zip(asked, ids, strict=True)):
        assert answer.answer(id)["result"] == {"of": number}
        assert [one["params"] for one in answer.others()] == [{"progressToken": "same", "progress": number + 1}]
    assert len(sandbox.pids()) == 1


# Held.


@pytest.mark.parametrize("modern", ERAS)
@pytest.mark.case(13)
def test_pending_call_is_kept_alive_and_runs_after_approval(sandbox, web, modern):
    sandbox.server("peer", era="modern" if modern else "legacy")
    serve = served(sandbox, web, terminal=True)
    client = opened(web, modern)
    answer = client.call(1, "say", {"lines": [DONE]})
    assert answer.status == 200 and answer.streams
    for part in ("Pending call", "web", "peer", "say"):
        serve.wait_for_text(part)
    assert not sandbox.received_of("tools/call")
    serve.approve()
    assert answer.answer(1)["result"] == {"done": True}
    assert answer.read_to_end() == []
    sandbox.recorded(CallCompleted)
    assert sandbox.life_of() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]
    assert sandbox.events(CallDecided)[0].by == "person"
    assert sandbox.events(CallHeld)[0].digest == sandbox.events(CallForwarded)[0].digest
    assert sandbox.events(SessionStarted)[0].client == "web"


@pytest.mark.parametrize("modern", ERAS)
@pytest.mark.case(14)
def test_denied_call_over_http_gets_an_error_result(sandbox, web, modern):
    serve = served(sandbox, web, terminal=True)
    answer = opened(web, modern).call(1, "say", {"lines": [DONE]})
    serve.deny()
    told = answer.answer(1)
    assert "Denied by the user" in text_of(told)
    assert told["result"].get("resultType") == ("complete" if modern else None)
    assert not sandbox.received_of("tools/call")


@pytest.mark.case(17)
def test_cancel_withdraws_a_pending_call_and_ends_its_stream(sandbox, web):
    serve = served(sandbox, web, terminal=True)
    client = opened(web, False)
    answer = client.call(1, "say", {"lines": [DONE]})
    serve.wait_for_text("[s]kip")
    assert client.notify("notifications/cancelled", requestId=1, reason="tired").status == 202
    assert [one["error"]["code"] for one in answer.read_to_end()] == [-32800]
    serve.wait_for_text("cancelled")
    assert sandbox.recorded(CallWithdrawn)
    assert not sandbox.received_of("notifications/cancelled")
    assert client.request("ping", 2).receive()["result"] == {}


@pytest.mark.case(18)
def test_cancel_of_a_running_call_reaches_the_server(sandbox, web):
    sandbox.allow()
    served(sandbox, web)
    client = opened(web, False)
    answer = client.call(1, "wait")
    sandbox.wait_for_received("tools/call")
    client.notify("notifications/cancelled", requestId=1)
    assert sandbox.wait_for_received("notifications/cancelled")["params"]["requestId"] == 1
    assert answer.read_to_end()[0]["error"]["code"] == -32800
    assert sandbox.recorded(CallCancelled).by == "client"


@pytest.mark.case(21)
def test_progress_reports_waiting_and_continues_with_the_server(sandbox, web):
    serve = served(sandbox, web, terminal=True)
    client = opened(web, True)
    step = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":$TOKEN,"progress":1}}'
    answer = client.call(1, "relay", {"lines": [step, DONE]}, _meta={"progressToken": "p"})
    first = answer.receive()["params"]
    assert first["progressToken"] == "p" and first["message"] == "Waiting for approval in ToolGuard"
    serve.approve()
    answer.answer(1)
    steps = [one["params"]["progress"] for one in answer.others()]
    assert steps[-1] == 1 and sorted(set(steps)) == steps


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
@pytest.mark.case(22)
def test_batches_exist_in_one_revision_with_separate_decisions(sandbox, web, version):
    serve = served(sandbox, web, terminal=True)
    client = opened(web, False, version)
    call = {"jsonrpc": "2.0", "id": "c", "method": "tools/call", "params": {"name": "say", "arguments": {"lines": []}}}
    ping = {"jsonrpc": "2.0", "id": "p", "method": "ping"}
    bad = {"jsonrpc": "2.0", "id": "i", "method": "initialize"}
    answer = client.post([ping, call, bad, 7])
    if version != "2025-03-26":
        assert (answer.status, answer.receive()["error"]["code"]) == (400, -32600)
        assert not sandbox.events(CallHeld)
        return
    assert answer.streams
    assert answer.answer("p")["result"] == {}
    serve.deny()
    assert "Denied" in text_of(answer.answer("c"))
    assert sorted(repr(one["id"]) for one in answer.others()) == ["'i'", "None"]
    assert not sandbox.received_of("tools/call")
    quick = client.post([ping])
    assert not quick.streams and [one["id"] for one in quick.receive()] == ["p"]


@pytest.mark.case(31)
def test_closed_modern_response_withdraws_or_cancels(sandbox, web):
    sandbox.allow("wait")
    serve = served(sandbox, web, terminal=True)
    client = opened(web, True)
    held = client.call(1, "say", {"lines": [DONE]})
    serve.wait_for_text("[s]kip")
    held.drop()
    serve.wait_for_text("cancelled")
    running = client.call(1, "wait")
    number = sandbox.wait_for_received("tools/call")["id"]
    running.drop()
    assert sandbox.wait_for_received("notifications/cancelled")["params"]["requestId"] == number
    assert sandbox.recorded(CallCancelled).reason == "the client closed the response"
    assert len(sandbox.events(CallWithdrawn)) == 1


@pytest.mark.case(32)
def test_reconnected_legacy_client_gets_the_response(sandbox, web):
    serve = served(sandbox, web, terminal=True)
    client = opened(web, False)
    answer = client.call(1, "say", {"lines": [DONE]})
    serve.wait_for_text("Pending call")
    sandbox.until(lambda: answer.ids)
    answer.drop()
    assert client.request("ping", 2).receive()["result"] == {}
    again = client.listen(last_event_id=answer.ids[-1])
    assert again.status == 200
    serve.approve()
    assert again.answer(1)["result"] == {"done": True}
    assert again.read_to_end() == []
    assert not sandbox.events(CallWithdrawn)
    assert client.listen(last_event_id=again.ids[-1]).status == 204
    assert client.listen(last_event_id=answer.ids[-1]).answer(1)["result"] == {"done": True}


@pytest.mark.case(8)
def test_server_request_arrives_on_the_stream_of_its_call(sandbox, web):
    sandbox.allow()
    served(sandbox, web)
    client = opened(web, False)
    listening = client.listen()
    assert listening.status == 200
    ask = '{"jsonrpc":"2.0","id":1,"method":"roots/list"}'
    answer = client.call(1, "say", {"lines": [ask]})
    asked = answer.receive()
    assert (asked["id"], asked["method"]) == (1, "roots/list")
    assert client.post({"jsonrpc": "2.0", "id": 1, "result": {"roots": []}}).status == 202
    sandbox.until(lambda: any(one.get("result") == {"roots": []} for one in sandbox.received()))
    client.notify("notifications/say", lines=['{"jsonrpc":"2.0","id":1,"result":{"by":"server"}}'])
    assert answer.answer(1)["result"] == {"by": "server"}
    client.notify("notifications/say", lines=['{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'])
    assert listening.receive()["method"] == "notifications/tools/list_changed"


@pytest.mark.case(9, 12)
def test_messages_are_kept_until_the_stream_is_open(sandbox, web):
    sandbox.allow()
    served(sandbox, web)
    client = opened(web, False)
    client.notify("notifications/say", lines=['{"jsonrpc":"2.0","method":"vendor/news","params":{"n":1}}'])
    assert client.request("ping", 1).receive()["result"] == {}
    listening = client.listen()
    assert listening.receive()["params"] == {"n": 1}
    assert client.listen().status == 409
    listening.drop()
    client.notify("notifications/say", lines=['{"jsonrpc":"2.0","method":"vendor/news","params":{"n":2}}'])
    client.request("ping", 2).receive()
    again = client.listen(last_event_id=listening.ids[-1])
    assert again.receive()["params"] == {"n": 2}


@pytest.mark.case(42)
def test_subscription_stream_stays_open_with_its_id(sandbox, web):
    sandbox.server("peer", era="modern")
    served(sandbox, web)
    client = opened(web, True)
    tagged = '{"jsonrpc":"2.0","method":"%s","params":{"_meta":{"' + META + 'subscriptionId":%s},"x":%d}}'
    listens = []
    for number in range(2):
        listens.append(client.request("subscriptions/listen", "same", {"notifications": {"toolsListChanged": True}}))
        inside = sandbox.wait_for_received("subscriptions/listen", number + 1)["id"]
        line = tagged % ("notifications/subscriptions/acknowledged", inside, number)
        client.request("vendor/say", 5, {"lines": [line, DONE]}).read_to_end()
        told = listens[-1].receive()["params"]
        assert told == {"_meta": {META + "subscriptionId": "same"}, "x": number}
    listens[0].drop()
    assert sandbox.wait_for_received("notifications/cancelled")["params"]["requestId"] == inside - 2
    end = json.dumps({"jsonrpc": "2.0", "id": inside, "result": {"_meta": {META + "subscriptionId": inside}}})
    client.request("vendor/say", 6, {"lines": [end, DONE]}).read_to_end()
    last = listens[1].read_to_end()
    assert last == [{"jsonrpc": "2.0", "id": "same", "result": {"_meta": {META + "subscriptionId": "same"}}}]


@pytest.mark.case(39)
def test_request_state_is_returned_unchanged(sandbox, web):
    sandbox.server("peer", era="modern")
    sandbox.allow()
    served(sandbox, web)
    client = opened(web, True)
    state = '{"n": 1e400, "é": "\u2028\U0001f600\\\\"} ' + "é" * 200_000
    asks = {"jsonrpc": "2.0", "id": "$ID", "result": {"resultType": "input_required", "requestState": state}}
    line = json.dumps(asks, ensure_ascii=False).replace('"$ID"', "$ID")
    told = client.call(1, "say", {"lines": [line]}).answer(1)["result"]
    assert told == asks["result"]
    assert client.call(2, "say", {"lines": [line]}, requestState=told["requestState"]).answer(2)["result"] == told
    assert sandbox.wait_for_received("tools/call", 2)["params"]["requestState"] == state


# Probing.


@pytest.mark.case(2)
def test_probe_refusal_of_the_server_lets_the_client_fall_back(sandbox, web):
    served(sandbox, web)
    probe = web(modern=True).request("server/discover", "probe")
    assert probe.status == 404
    told = probe.receive()
    assert (told["id"], told["error"]["code"], told["error"]["data"]) == ("probe", -32601, {"why": "older than that"})
    client = web()
    assert client.initialize()["serverInfo"]["name"] == "peer"


@pytest.mark.case(4)
def test_modern_handshake_refusal_creates_no_session(sandbox, web):
    sandbox.server("peer", era="modern", bridge="off")
    served(sandbox, web)
    params = {"protocolVersion": "2025-06-18", "capabilities": {}}
    answer = web().post({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
    assert (answer.status, "mcp-session-id" in answer.headers) == (400, False)
    assert answer.receive()["error"]["data"] == {"supported": [MODERN], "requested": "legacy"}
    sandbox.recorded(SessionEnded)


@pytest.mark.case(5)
def test_modern_server_errors_keep_status_and_body(sandbox, web):
    sandbox.allow()
    served(sandbox, web)
    client = web(modern=True)
    for code, status in {-32601: 404, -32602: 400, -32021: 400, -32022: 400, -32603: 200, 7: 200}.items():
        error = {"code": code, "message": "no", "data": {"vendor/d": [1]}}
        line = json.dumps({"jsonrpc": "2.0", "id": "$ID", "error": error}).replace('"$ID"', "$ID")
        answer = client.request("vendor/say", 3, {"lines": [line]})
        assert (answer.status, answer.receive()) == (status, {"jsonrpc": "2.0", "id": 3, "error": error})


@pytest.mark.case(35)
def test_token_reaches_neither_server_nor_log_nor_file(sandbox, web):
    sandbox.allow()
    served(sandbox, web)
    client = opened(web, True)
    path = f"/t/{client.token}/s/peer/mcp"
    assert client.call(1, "say", {"lines": [DONE]}).receive()["result"]
    body = {"jsonrpc": "2.0", "id": 2, "method": "ping", "params": {"_meta": ENVELOPE}}
    bare = web(modern=True)
    bare.token = ""
    assert bare.post(body, path=path).status == 200
    assert client.post(b"{", path=path).status == 400
    assert client.ask("PUT", path=path).status == 405
    sandbox.recorded(MessageRefused)
    kept = b"".join(one.read_bytes() for one in sandbox.folder.rglob("*") if one.is_file())
    assert client.token.encode() not in kept
