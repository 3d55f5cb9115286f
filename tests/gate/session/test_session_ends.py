"""Plays: a server that starts, dies or is not there, and a session that is taken over. See test_session."""

import asyncio

import pytest

from toolguard.gate.policy.rules import Rule
from toolguard.gate.session import session
from toolguard.gate.session.inflight_call import InterruptedCall, ResumedSession


async def test_requests_are_queued_in_order_while_the_server_starts(harness, wait_until):
    harness.delay = 0.1
    await harness.start()
    for id in range(3):
        harness.send({"jsonrpc": "2.0", "id": id, "method": "ping"})
    harness.call(9)
    await harness.wait_for_pending()
    harness.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}})
    await harness.wait_for_pending(0)
    await wait_until(lambda: bool(harness.servers))
    assert [(await harness.server_receive())["id"] for _ in range(3)] == [0, 1, 2]


async def test_every_request_gets_the_reason_if_the_server_is_unavailable(harness):
    harness.refuse = "the command uvx was not found on your PATH"
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
    answer = await harness.receive()
    assert answer["error"]["code"] == -32603
    assert "uvx was not found" in answer["error"]["message"]
    assert harness.guard.snapshot().sessions[0].state == "failed"


async def test_ended_server_is_restarted_for_next_request_with_handshake_replayed(harness, wait_until):
    await harness.start()
    await harness.initialize()
    harness.server.leave("exited with status 1")
    await wait_until(lambda: harness.guard.snapshot().sessions[0].state == "ended")
    harness.send({"jsonrpc": "2.0", "id": 5, "method": "tools/list"})
    await wait_until(lambda: len(harness.servers) == 2)
    replayed = await harness.server_respond({"protocolVersion": "2025-06-18"})
    assert replayed["method"] == "initialize"
    assert replayed["params"]["clientInfo"] == {"name": "robot", "version": "1"}
    assert (await harness.server_receive())["method"] == "notifications/initialized"
    assert (await harness.server_respond({"tools": []}))["id"] == 5
    assert (await harness.receive())["id"] == 5
    assert [one.get("id") for one in harness.client.log] == [0, 5]


async def test_three_quick_deaths_in_a_row_stop_the_server_and_say_why(harness, wait_until):
    await harness.start()
    for count in range(1, 4):
        await wait_until(lambda count=count: len(harness.servers) == count)
        harness.send({"jsonrpc": "2.0", "id": count, "method": "ping"})
        while (await harness.server_receive())["method"] != "ping":
            pass
        harness.server.leave("exited with status 1: no such database")
        assert "no such database" in (await harness.receive())["error"]["message"]
        if count < 3:
            harness.send({"jsonrpc": "2.0", "method": "notifications/x"})
    harness.send({"jsonrpc": "2.0", "id": 9, "method": "ping"})
    assert "3 times in a row" in (await harness.receive())["error"]["message"]
    assert harness.guard.snapshot().sessions[0].state == "stopped"
    assert len(harness.servers) == 3


async def test_oversized_server_message_is_an_error_for_its_request(harness):
    from toolguard.gate.jsonrpc import INVALID_REQUEST, Malformed

    await harness.start()
    harness.call(1)
    await harness.approve()
    await harness.server_receive()
    harness.server._incoming.put_nowait(Malformed(INVALID_REQUEST, "message of 99 bytes is over the limit", 1))
    assert "over the limit" in (await harness.receive())["error"]["message"]
    harness.send({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    await harness.server_receive()
    harness.server._incoming.put_nowait(Malformed(INVALID_REQUEST, "message of 99 bytes is over the limit", 2))
    assert (await harness.receive())["id"] == 2
    harness.server._incoming.put_nowait(Malformed(INVALID_REQUEST, "message of 99 bytes is over the limit"))
    await asyncio.sleep(0.01)


async def test_session_of_a_dead_process_is_resumed(harness, wait_until):
    hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"clientInfo": {"name": "robot"}}}
    open_calls = (
        InterruptedCall(call="c1", requests=(4,), tool="held", era="legacy", state="held"),
        InterruptedCall(call="c2", requests=("5",), tool="sent", era="modern", state="forwarded"),
    )
    resumed = ResumedSession(
        session="old", claim="robot", version="2025-06-18", initialize=hello, unanswered=open_calls
    )
    await harness.start(resumed=resumed)
    first, second = await harness.receive(), await harness.receive()
    assert first["id"] == 4
    assert "not run" in first["result"]["content"][0]["text"].lower()
    assert second["id"] == "5"
    assert "outcome unknown" in second["error"]["message"]
    assert [type(event).__name__ for event in harness.log.events if event.call] == [
        "CallWithdrawn",
        "CallOutcomeUnknown",
    ]
    await wait_until(lambda: bool(harness.servers))
    assert (await harness.server_respond({}))["method"] == "initialize"
    assert (await harness.server_receive())["method"] == "notifications/initialized"
    assert harness.guard.snapshot().sessions[0].session == "old"


async def test_proposals_are_refused_without_a_person(harness, wait_until):
    asking = asyncio.ensure_future(harness.guard.proposals.propose("server", "Add git", "mcp-server-git -r /x", "cli"))
    await wait_until(lambda: len(harness.guard.snapshot().proposals) == 1)
    proposal = harness.guard.snapshot().proposals[0]
    assert (proposal.kind, proposal.detail) == ("server", "mcp-server-git -r /x")
    assert await harness.guard.accept(proposal.id) == ""
    assert await asking is True
    assert "already answered or withdrawn" in await harness.guard.reject(proposal.id)
    harness.gate.availability.close("ToolGuard runs without a window")
    assert await harness.guard.proposals.propose("rule", "t", "d", "cli") is False
    assert [event.what for event in harness.log.of("ConfigChanged")] == [
        "server accepted",
        "rule refused: nobody can be asked for approval",
    ]


async def test_resumed_session_does_not_reuse_call_ids(new_harness):
    names = set()
    for _ in range(2):
        harness = new_harness()
        await harness.start(resumed=ResumedSession(session="old"))
        harness.call(1)
        names.add((await harness.wait_for_pending())[0].call.id)
        await harness.stop()
    assert len(names) == 2


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1%s}}'
        % (b"0" * 400),
        b'{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1,"total":1%s}}'
        % (b"0" * 400),
        rb'{"jsonrpc":"2.0","id":"nobody","result":5,"x":"\ud800"}',
    ],
)
async def test_invalid_message_of_a_server_does_not_end_the_session(harness, line):
    harness.gate.rules.add(Rule(id="r", verdict="allow"))
    await harness.start()
    harness.call(1, _meta={"progressToken": "t"})
    await harness.server_receive()
    harness.server_send(line)
    harness.server_send({"jsonrpc": "2.0", "id": 1, "result": {}})
    answer = await harness.receive()
    while answer.get("method"):
        answer = await harness.receive()
    assert answer["id"] == 1
    assert len(harness.servers) == 1


async def test_a_fault_of_our_own_in_a_servers_message_ends_the_server_and_is_logged(
    harness, monkeypatch, caplog, wait_until
):
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    monkeypatch.setattr(harness.gate.tools, "add_page", lambda *_, **__: 1 / 0)
    await harness.server_respond({"tools": []})
    harness.send({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    await wait_until(lambda: len(harness.servers) == 2 or bool(harness.client.log))
    assert harness.servers[0].ended
    assert "ZeroDivisionError" in caplog.text
    harness.send({"jsonrpc": "2.0", "id": 3, "method": "ping"})
    await wait_until(lambda: len(harness.servers) == 2)
    await wait_until(lambda: any(message["id"] == 3 for message in harness.server.log))


async def test_a_fault_of_our_own_in_a_clients_message_is_answered_and_logged(harness, monkeypatch, caplog):
    await harness.start()
    monkeypatch.setattr(harness.gate.tools, "warnings", lambda *_, **__: 1 / 0)
    harness.call(1)
    answer = await harness.receive()
    assert (answer["id"], answer["error"]["code"]) == (1, -32603)
    assert "ZeroDivisionError" in caplog.text
    harness.send({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    await harness.server_respond({})
    assert (await harness.receive())["id"] == 2


async def test_new_server_keeps_its_calls_while_old_one_ends_slowly(harness, wait_until):
    harness.gate.rules.add(Rule(id="r", verdict="allow"))
    await harness.start()
    harness.call(1)
    await harness.server_receive()
    old, closed = harness.server, asyncio.Event()

    async def close_slowly(_reason=""):
        await closed.wait()

    old.close = close_slowly
    old.leave("exited with status 1")
    await wait_until(lambda: not harness.guard.snapshot().running_count)
    harness.call(2)
    harness.send({"jsonrpc": "2.0", "id": 3, "method": "ping"})
    await wait_until(lambda: len(harness.servers) == 2)
    await wait_until(lambda: len(harness.server.log) == 2)
    closed.set()
    await asyncio.sleep(0.01)
    harness.server_send({"jsonrpc": "2.0", "id": 2, "result": {}})
    harness.server_send({"jsonrpc": "2.0", "id": 3, "result": {}})
    answers = [await harness.receive() for _ in range(3)]
    assert ["error" in answer for answer in sorted(answers, key=lambda answer: answer["id"])] == [True, False, False]


async def test_initialized_notification_is_sent_once_to_a_restarted_server(harness, wait_until):
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}})
    await harness.server_respond({"protocolVersion": "2025-06-18"})
    await harness.receive()
    harness.server.leave("exited with status 1")
    await wait_until(lambda: harness.guard.snapshot().sessions[0].state == "ended")
    harness.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    await wait_until(lambda: len(harness.servers) == 2)
    await harness.server_respond({})
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    await wait_until(lambda: any(message.get("id") == 1 for message in harness.server.log))
    assert [message["method"] for message in harness.server.log] == ["initialize", "notifications/initialized", "ping"]


async def test_a_server_that_refuses_the_replayed_handshake_is_not_used(harness, wait_until):
    await harness.start()
    await harness.initialize()
    harness.server.leave("exited with status 1")
    await wait_until(lambda: harness.guard.snapshot().sessions[0].state == "ended")
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    await wait_until(lambda: len(harness.servers) == 2)
    again = await harness.server_receive()
    harness.server_send({"jsonrpc": "2.0", "id": again["id"], "error": {"code": -32602, "message": "no"}})
    assert "the server was restarted and refused the handshake" in (await harness.receive())["error"]["message"]


async def test_cancelled_server_request_is_dropped_and_excess_request_is_refused(new_harness):
    harness = new_harness(open_requests=1)
    await harness.start()
    harness.server_send({"jsonrpc": "2.0", "id": "a", "method": "elicitation/create"})
    await harness.receive()
    harness.server_send({"jsonrpc": "2.0", "id": "b", "method": "elicitation/create"})
    assert (await harness.server_receive())["id"] == "b"
    harness.server_send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}})
    assert (await harness.receive())["method"] == "notifications/cancelled"
    harness.server_send({"jsonrpc": "2.0", "id": "c", "method": "elicitation/create"})
    assert (await harness.receive())["id"] == "c"
    await harness.stop()


async def test_ended_session_answers_every_open_request(harness, wait_until):
    await harness.start()
    harness.call(1)
    await harness.wait_for_pending()
    await harness.approve()
    await harness.server_receive()
    harness.call(2, arguments={"other": True})
    await harness.wait_for_pending()
    harness.send({"jsonrpc": "2.0", "id": 3, "method": "resources/list"})
    await wait_until(lambda: any(one.get("id") == 3 for one in harness.server.log))
    assert await harness.guard.end([*harness.guard.sessions(), "gone"], "ended by you in ToolGuard") == 1
    answers = {one["id"]: one for one in harness.client.log}
    assert answers[1]["result"]["isError"] and answers[2]["result"]["isError"]
    assert "ended by you" in answers[2]["result"]["content"][0]["text"]
    assert answers[3]["error"]["data"]["reason"] == "the session was ended by you in ToolGuard"
    await wait_until(lambda: not harness.guard.sessions())
    (left,) = harness.log.of("SessionEnded")
    assert left.reason == "ended by you in ToolGuard"
    assert [one.by for one in harness.log.of("CallCancelled")] == ["person"]


async def test_client_that_does_not_read_is_disconnected(harness, wait_until, monkeypatch):
    monkeypatch.setattr(session, "_DISMISS_TIMEOUT", 0.05)
    await harness.start()

    async def never(_message):
        await asyncio.Event().wait()

    monkeypatch.setattr(harness.client, "send", never)
    harness.call(1)
    await harness.wait_for_pending()
    await harness.guard.end(harness.guard.sessions(), "ended by you in ToolGuard")
    await wait_until(lambda: not harness.guard.sessions())
    assert [one.verdict for one in harness.log.of("CallDecided")] == ["deny"]
