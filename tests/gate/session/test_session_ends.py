"""Plays: a server that starts, dies or is not there, and a session that is taken over. See test_session."""

import asyncio

import pytest

from toolguard.gate.policy.rules import Rule
from toolguard.gate.session import session
from toolguard.gate.session.inflight_call import InterruptedCall, ResumedSession


async def test_requests_are_queued_in_order_while_the_server_starts(play, wait_until):
    play.delay = 0.1
    await play.start()
    for id in range(3):
        play.says({"jsonrpc": "2.0", "id": id, "method": "ping"})
    play.calls(9)
    await play.sees()
    play.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}})
    await play.sees(0)
    await wait_until(lambda: bool(play.servers))
    assert [(await play.server_hears())["id"] for _ in range(3)] == [0, 1, 2]


async def test_every_request_gets_the_reason_if_the_server_is_unavailable(play):
    play.refuse = "the command uvx was not found on your PATH"
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
    answer = await play.hears()
    assert answer["error"]["code"] == -32603
    assert "uvx was not found" in answer["error"]["message"]
    assert play.guard.snapshot().sessions[0].state == "failed"


async def test_ended_server_is_restarted_for_next_request_with_handshake_replayed(play, wait_until):
    await play.start()
    await play.shakes()
    play.server.leave("exited with status 1")
    await wait_until(lambda: play.guard.snapshot().sessions[0].state == "ended")
    play.says({"jsonrpc": "2.0", "id": 5, "method": "tools/list"})
    await wait_until(lambda: len(play.servers) == 2)
    replayed = await play.server_answers({"protocolVersion": "2025-06-18"})
    assert replayed["method"] == "initialize"
    assert replayed["params"]["clientInfo"] == {"name": "robot", "version": "1"}
    assert (await play.server_hears())["method"] == "notifications/initialized"
    assert (await play.server_answers({"tools": []}))["id"] == 5
    assert (await play.hears())["id"] == 5
    assert [one.get("id") for one in play.client.log] == [0, 5]


async def test_three_quick_deaths_in_a_row_stop_the_server_and_say_why(play, wait_until):
    await play.start()
    for count in range(1, 4):
        await wait_until(lambda count=count: len(play.servers) == count)
        play.says({"jsonrpc": "2.0", "id": count, "method": "ping"})
        while (await play.server_hears())["method"] != "ping":
            pass
        play.server.leave("exited with status 1: no such database")
        assert "no such database" in (await play.hears())["error"]["message"]
        if count < 3:
            play.says({"jsonrpc": "2.0", "method": "notifications/x"})
    play.says({"jsonrpc": "2.0", "id": 9, "method": "ping"})
    assert "3 times in a row" in (await play.hears())["error"]["message"]
    assert play.guard.snapshot().sessions[0].state == "stopped"
    assert len(play.servers) == 3


async def test_a_message_of_a_server_that_is_too_long_is_an_error_for_who_waits(play):
    from toolguard.gate.jsonrpc import INVALID_REQUEST, Malformed

    await play.start()
    play.calls(1)
    await play.approves()
    await play.server_hears()
    play.server._incoming.put_nowait(Malformed(INVALID_REQUEST, "message of 99 bytes is over the limit", 1))
    assert "over the limit" in (await play.hears())["error"]["message"]
    play.says({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    await play.server_hears()
    play.server._incoming.put_nowait(Malformed(INVALID_REQUEST, "message of 99 bytes is over the limit", 2))
    assert (await play.hears())["id"] == 2
    play.server._incoming.put_nowait(Malformed(INVALID_REQUEST, "message of 99 bytes is over the limit"))
    await asyncio.sleep(0.01)


async def test_session_of_a_dead_process_is_resumed(play, wait_until):
    hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"clientInfo": {"name": "robot"}}}
    open_calls = (
        InterruptedCall(call="c1", requests=(4,), tool="held", era="legacy", state="held"),
        InterruptedCall(call="c2", requests=("5",), tool="sent", era="modern", state="forwarded"),
    )
    resumed = ResumedSession(
        session="old", claim="robot", version="2025-06-18", initialize=hello, unanswered=open_calls
    )
    await play.start(resumed=resumed)
    first, second = await play.hears(), await play.hears()
    assert first["id"] == 4
    assert "not run" in first["result"]["content"][0]["text"].lower()
    assert second["id"] == "5"
    assert "outcome unknown" in second["error"]["message"]
    assert [type(event).__name__ for event in play.log.events if event.call] == ["CallWithdrawn", "CallOutcomeUnknown"]
    await wait_until(lambda: bool(play.servers))
    assert (await play.server_answers({}))["method"] == "initialize"
    assert (await play.server_hears())["method"] == "notifications/initialized"
    assert play.guard.snapshot().sessions[0].session == "old"


async def test_proposals_are_refused_without_a_person(play, wait_until):
    asking = asyncio.ensure_future(play.guard.proposals.propose("server", "Add git", "mcp-server-git -r /x", "cli"))
    await wait_until(lambda: len(play.guard.snapshot().proposals) == 1)
    proposal = play.guard.snapshot().proposals[0]
    assert (proposal.kind, proposal.detail) == ("server", "mcp-server-git -r /x")
    assert await play.guard.accept(proposal.id) == ""
    assert await asking is True
    assert "already answered or withdrawn" in await play.guard.reject(proposal.id)
    play.gate.availability.close("ToolGuard runs without a window")
    assert await play.guard.proposals.propose("rule", "t", "d", "cli") is False
    assert [event.what for event in play.log.of("ConfigChanged")] == [
        "server accepted",
        "rule refused: nobody can be asked for approval",
    ]


async def test_resumed_session_does_not_reuse_call_ids(new_play):
    names = set()
    for _ in range(2):
        play = new_play()
        await play.start(resumed=ResumedSession(session="old"))
        play.calls(1)
        names.add((await play.sees())[0].call.id)
        await play.stop()
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
async def test_odd_messages_of_a_server_do_not_end_the_reading(play, line):
    play.gate.rules.add(Rule(id="r", verdict="allow"))
    await play.start()
    play.calls(1, _meta={"progressToken": "t"})
    await play.server_hears()
    play.server_says(line)
    play.server_says({"jsonrpc": "2.0", "id": 1, "result": {}})
    answer = await play.hears()
    while answer.get("method"):
        answer = await play.hears()
    assert answer["id"] == 1
    assert len(play.servers) == 1


async def test_a_fault_of_our_own_in_a_servers_message_ends_the_server_and_is_logged(
    play, monkeypatch, caplog, wait_until
):
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    monkeypatch.setattr(play.gate.tools, "add_page", lambda *_, **__: 1 / 0)
    await play.server_answers({"tools": []})
    play.says({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    await wait_until(lambda: len(play.servers) == 2 or bool(play.client.log))
    assert play.servers[0].ended
    assert "ZeroDivisionError" in caplog.text
    play.says({"jsonrpc": "2.0", "id": 3, "method": "ping"})
    await wait_until(lambda: len(play.servers) == 2)
    await wait_until(lambda: any(message["id"] == 3 for message in play.server.log))


async def test_a_fault_of_our_own_in_a_clients_message_is_answered_and_logged(play, monkeypatch, caplog):
    await play.start()
    monkeypatch.setattr(play.gate.tools, "warnings", lambda *_, **__: 1 / 0)
    play.calls(1)
    answer = await play.hears()
    assert (answer["id"], answer["error"]["code"]) == (1, -32603)
    assert "ZeroDivisionError" in caplog.text
    play.says({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    await play.server_answers({})
    assert (await play.hears())["id"] == 2


async def test_new_server_keeps_its_calls_while_old_one_ends_slowly(play, wait_until):
    play.gate.rules.add(Rule(id="r", verdict="allow"))
    await play.start()
    play.calls(1)
    await play.server_hears()
    old, closed = play.server, asyncio.Event()

    async def close_slowly(_reason=""):
        await closed.wait()

    old.close = close_slowly
    old.leave("exited with status 1")
    await wait_until(lambda: not play.guard.snapshot().running_count)
    play.calls(2)
    play.says({"jsonrpc": "2.0", "id": 3, "method": "ping"})
    await wait_until(lambda: len(play.servers) == 2)
    await wait_until(lambda: len(play.server.log) == 2)
    closed.set()
    await asyncio.sleep(0.01)
    play.server_says({"jsonrpc": "2.0", "id": 2, "result": {}})
    play.server_says({"jsonrpc": "2.0", "id": 3, "result": {}})
    answers = [await play.hears() for _ in range(3)]
    assert ["error" in answer for answer in sorted(answers, key=lambda answer: answer["id"])] == [True, False, False]


async def test_restarted_server_gets_initialized_once(play, wait_until):
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}})
    await play.server_answers({"protocolVersion": "2025-06-18"})
    await play.hears()
    play.server.leave("exited with status 1")
    await wait_until(lambda: play.guard.snapshot().sessions[0].state == "ended")
    play.says({"jsonrpc": "2.0", "method": "notifications/initialized"})
    await wait_until(lambda: len(play.servers) == 2)
    await play.server_answers({})
    play.says({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    await wait_until(lambda: any(message.get("id") == 1 for message in play.server.log))
    assert [message["method"] for message in play.server.log] == ["initialize", "notifications/initialized", "ping"]


async def test_a_server_that_refuses_the_replayed_handshake_is_not_used(play, wait_until):
    await play.start()
    await play.shakes()
    play.server.leave("exited with status 1")
    await wait_until(lambda: play.guard.snapshot().sessions[0].state == "ended")
    play.says({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    await wait_until(lambda: len(play.servers) == 2)
    again = await play.server_hears()
    play.server_says({"jsonrpc": "2.0", "id": again["id"], "error": {"code": -32602, "message": "no"}})
    assert "the server was restarted and refused the handshake" in (await play.hears())["error"]["message"]


async def test_cancelled_server_request_is_dropped_and_excess_request_is_refused(new_play):
    play = new_play(open_requests=1)
    await play.start()
    play.server_says({"jsonrpc": "2.0", "id": "a", "method": "elicitation/create"})
    await play.hears()
    play.server_says({"jsonrpc": "2.0", "id": "b", "method": "elicitation/create"})
    assert (await play.server_hears())["id"] == "b"
    play.server_says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}})
    assert (await play.hears())["method"] == "notifications/cancelled"
    play.server_says({"jsonrpc": "2.0", "id": "c", "method": "elicitation/create"})
    assert (await play.hears())["id"] == "c"
    await play.stop()


async def test_ended_session_answers_everybody(play, wait_until):
    await play.start()
    play.calls(1)
    await play.sees()
    await play.approves()
    await play.server_hears()
    play.calls(2, arguments={"other": True})
    await play.sees()
    play.says({"jsonrpc": "2.0", "id": 3, "method": "resources/list"})
    await wait_until(lambda: any(one.get("id") == 3 for one in play.server.log))
    assert await play.guard.end([*play.guard.sessions(), "gone"], "ended by you in ToolGuard") == 1
    answers = {one["id"]: one for one in play.client.log}
    assert answers[1]["result"]["isError"] and answers[2]["result"]["isError"]
    assert "ended by you" in answers[2]["result"]["content"][0]["text"]
    assert answers[3]["error"]["data"]["reason"] == "the session was ended by you in ToolGuard"
    await wait_until(lambda: not play.guard.sessions())
    (left,) = play.log.of("SessionEnded")
    assert left.reason == "ended by you in ToolGuard"
    assert [one.by for one in play.log.of("CallCancelled")] == ["person"]


async def test_client_that_does_not_read_is_disconnected(play, wait_until, monkeypatch):
    monkeypatch.setattr(session, "_DISMISS_TIMEOUT", 0.05)
    await play.start()

    async def never(_message):
        await asyncio.Event().wait()

    monkeypatch.setattr(play.client, "send", never)
    play.calls(1)
    await play.sees()
    await play.guard.end(play.guard.sessions(), "ended by you in ToolGuard")
    await wait_until(lambda: not play.guard.sessions())
    assert [one.verdict for one in play.log.of("CallDecided")] == ["deny"]
