"""Plays: how a gated call ends when nobody answers, things die, stop, fail or close. See test_life."""

import asyncio

import pytest

from toolguard.gate.policy.rules import Rule
from toolguard.gate.policy.tools import read_tool
from toolguard.gate.session.upstream import NotProvidedError

OK = {"content": [{"type": "text", "text": "done"}]}


@pytest.mark.case(24)
async def test_missing_person_timeout_and_full_queue_deny_with_a_reason(new_play):
    play = new_play(prompt_timeout=0.02, held_per_session=2)
    await play.start()
    play.calls(1)
    assert "nobody approved" in (await play.hears())["result"]["content"][0]["text"]
    assert play.log.of("CallDecided")[0].by == "timeout"
    play.gate.limits = type(play.gate.limits)(prompt_timeout=60)
    for id in (2, 3, 4):
        play.calls(id, arguments={"id": id})
    answer = await play.hears()
    assert answer["id"] == 4
    assert "too many pending approvals" in answer["result"]["content"][0]["text"]
    play.gate.availability.close("ToolGuard runs without a window")
    play.calls(5)
    assert "nobody can be asked" in (await play.hears())["result"]["content"][0]["text"]
    assert play.server.log == []
    await play.stop()


@pytest.mark.case(24)
async def test_unwritable_log_refuses_calls_and_recovers(play):
    play.guard.add_rule(Rule(id="r", tool="free", verdict="allow"), by="person")
    await play.start()
    play.log.trouble = "the disk is full"
    play.calls(1)
    play.calls(2, "free")
    for _ in range(2):
        answer = await play.hears()
        assert "the disk is full" in answer["result"]["content"][0]["text"]
        assert answer["result"]["isError"] is True
    play.says({"jsonrpc": "2.0", "id": 3, "method": "ping"})
    assert (await play.server_hears())["method"] == "ping"
    assert play.guard.snapshot().trouble == ("the disk is full",)
    play.log.trouble = ""
    play.calls(4, "free")
    await play.server_answers(OK)
    assert (await play.hears())["id"] == 4


async def test_a_log_that_fails_between_approval_and_write_stops_the_call(play):
    await play.start()
    play.calls(1)
    held = (await play.sees())[0]
    play.log.trouble = "the disk is full"
    await play.guard.approve(held.call.id, shown=held.call.digest)
    assert "Not run" in (await play.hears())["result"]["content"][0]["text"]
    assert play.server.log == []


@pytest.mark.case(25)
async def test_client_exit_withdraws_pending_and_cancels_running_calls(play, wait_until):
    await play.start()
    play.calls(1, "running")
    await play.approves()
    await play.server_hears()
    play.calls(2, "held")
    await play.sees()
    play.client.leave("the client closed its connection")
    await wait_until(lambda: bool(play.log.of("SessionEnded")))
    assert play.log.of("CallWithdrawn")[0].tool == "held"
    assert play.log.of("CallCancelled")[0].tool == "running"
    assert (await play.server_hears())["params"]["requestId"] == 1
    assert play.server._gone
    assert play.guard.snapshot().held == play.guard.snapshot().running == ()


@pytest.mark.case(26)
async def test_dead_server_leaves_the_outcome_unknown_without_a_retry(play, wait_until):
    await play.start()
    play.calls(1)
    await play.approves()
    await play.server_hears()
    play.server.leave("exited with status 3")
    answer = await play.hears()
    assert answer["error"]["code"] == -32603
    assert "outcome unknown" in answer["error"]["message"]
    assert "status 3" in answer["error"]["data"]["reason"]
    assert len(play.servers) == 1
    assert play.log.kinds()[-1] == "CallOutcomeUnknown"
    play.calls(2)
    await play.approves()
    await wait_until(lambda: len(play.servers) == 2)
    await play.server_answers(OK)
    assert (await play.hears())["id"] == 2


@pytest.mark.case(26)
async def test_lost_response_is_recorded_and_the_server_continues(play):
    await play.start()
    play.calls(1)
    await play.approves()
    await play.server_hears()
    told = play.server_loses(1, "it broke")
    play.server_loses(1, "it broke again")
    assert await play.hears() == told
    assert [one.reason for one in play.log.of("CallOutcomeUnknown")] == ["it broke"]
    assert not play.log.of("CallCompleted")
    play.calls(2)
    await play.approves()
    await play.server_answers(OK)
    assert (await play.hears())["id"] == 2
    assert len(play.servers) == 1


async def test_response_lost_after_cancellation_is_recorded_as_late(play, wait_until):
    await play.start()
    play.calls(1)
    await play.approves()
    await play.server_hears()
    await play.cancels(1)
    await wait_until(lambda: bool(play.log.of("CallCancelled")))
    play.server_loses(1, "it broke")
    await wait_until(lambda: bool(play.log.of("ResponseDropped")))
    assert not play.log.of("CallOutcomeUnknown")


async def test_approved_call_without_available_server_is_reported_as_not_run(play):
    play.refuse = "the command was not found"
    await play.start()
    play.calls(1)
    await play.approves()
    answer = await play.hears()
    assert answer["error"]["data"]["reason"] == "not run: the command was not found"
    assert play.log.kinds()[-1] == "CallWithdrawn"


async def test_late_approval_runs_nothing_and_digest_must_match(play):
    await play.start()
    play.calls(1)
    held = (await play.sees())[0]
    assert "This is not the call that you were shown" in await play.guard.approve(held.call.id, shown="0" * 64)
    await play.approves()
    assert "no longer pending" in await play.guard.approve(held.call.id, shown=held.call.digest)
    assert "no longer pending" in await play.guard.deny(held.call.id)
    await play.server_answers(OK)
    assert len(play.server.log) == 1


async def test_stop_cancels_at_the_server_and_answers_the_client_at_once(play):
    await play.start()
    play.calls(1)
    await play.approves()
    await play.server_hears()
    call = play.guard.snapshot().running[0].call
    assert await play.guard.stop(call.id) == ""
    assert "Stopped by the user" in (await play.hears())["result"]["content"][0]["text"]
    assert (await play.server_hears())["method"] == "notifications/cancelled"
    assert "no longer running" in await play.guard.stop(call.id)


async def test_running_calls_show_the_servers_progress(play, wait_until):
    await play.start()
    play.calls(1, _meta={"progressToken": 5})
    await play.approves()
    await play.server_hears()
    note = {"progressToken": 5, "progress": 3, "total": 4, "message": "three of four"}
    play.server_says({"jsonrpc": "2.0", "method": "notifications/progress", "params": note})
    assert (await play.hears())["params"] == note
    running = play.guard.snapshot().running[0]
    assert (running.progress, running.total, running.note, running.by) == (3.0, 4.0, "three of four", "person")


async def test_closing_denies_pending_calls_and_reports_running_ones_as_unknown(play):
    await play.start()
    play.calls(1, "running")
    await play.approves()
    await play.server_hears()
    play.calls(2, "held")
    await play.sees()
    await play.guard.close("app closing")
    answers = {one["id"]: one for one in play.client.log}
    assert "closing" in answers[2]["result"]["content"][0]["text"]
    assert "outcome unknown" in answers[1]["error"]["message"]
    assert [event.by for event in play.log.of("CallDecided")] == ["person", "closing"]


async def test_denied_task_call_gets_error_instead_of_tool_result(play):
    await play.start()
    play.calls(1, task={"ttl": 60})
    await play.denies("no")
    assert (await play.hears())["error"]["code"] == -32603


async def test_an_answer_with_half_a_character_reaches_the_client_and_the_log(play):
    play.gate.rules.add(Rule(id="r", verdict="allow"))
    await play.start()
    play.calls(1)
    await play.server_hears()
    play.server_says(rb'{"jsonrpc":"2.0","id":1,"result":{"content":[],"x":"\ud800"}}')
    assert (await play.hears())["result"] == {"content": [], "x": "\ud800"}
    assert play.log.kinds()[-1] == "CallCompleted"


@pytest.mark.parametrize("problem", [OSError("no space left"), RuntimeError("a fault")])
async def test_unexpected_open_error_is_reported_as_unavailable(play, problem):
    async def fail(_state):
        raise problem

    play.open, play.refuse = fail, "x"
    play.gate.rules.add(Rule(id="r", verdict="allow"))
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert (await play.hears())["error"]["code"] == -32603
    play.calls(2)
    assert "not run" in (await play.hears())["error"]["message"]
    assert play.log.kinds() == ["CallDecided", "CallWithdrawn"]


async def test_a_fault_of_our_own_refuses_the_call_before_it_left_and_loses_it_after(play, monkeypatch, caplog):
    play.gate.rules.add(Rule(id="r", verdict="allow"))
    await play.start()
    monkeypatch.setattr(play.log, "commit", lambda _owner: 1 / 0)
    play.calls(1)
    assert "not run" in (await play.hears())["error"]["message"]
    assert play.log.kinds() == ["CallDecided", "CallWithdrawn"]
    monkeypatch.undo()
    monkeypatch.setattr("toolguard.gate.mcp.revisions.outcome_and_draft", lambda _answer: 1 / 0)
    play.calls(2)
    await play.server_answers({})
    assert "outcome unknown" in (await play.hears())["error"]["message"]
    assert play.log.kinds()[2:] == ["CallDecided", "CallForwarded", "CallOutcomeUnknown"]
    assert caplog.text.count("ZeroDivisionError") == 2


async def test_blocked_server_delays_neither_cancel_nor_stop_nor_end(deaf_play, wait_until):
    play = deaf_play
    await play.start()
    play.calls(1)
    await play.approves()
    await wait_until(lambda: play.guard.snapshot().running_count == 1)
    assert await play.guard.stop(play.guard.snapshot().running[0].call.id) == ""
    assert "Stopped by the user" in (await play.hears())["result"]["content"][0]["text"]
    play.calls(2)
    await play.sees()
    play.says({"jsonrpc": "2.0", "id": 3, "method": "ping"})
    play.says({"jsonrpc": "2.0", "id": 4, "method": "ping"})
    play.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}})
    await play.sees(0)
    play.calls(5)
    await play.approves()
    await wait_until(lambda: play.guard.snapshot().running_count == 1)
    play.client.leave("gone")
    await wait_until(lambda: not play.guard.sessions())
    assert play.server.ended


async def test_client_can_disconnect_while_reading_is_paused(deaf_play, wait_until, monkeypatch):
    monkeypatch.setattr("toolguard.gate.session.session._MAX_BACKLOG", 3)
    play = deaf_play
    await play.start()
    for id in range(10):
        play.says({"jsonrpc": "2.0", "id": id, "method": "ping"})
    await wait_until(lambda: bool(play.server.log))
    play.client.leave("gone")
    await wait_until(lambda: not play.guard.sessions())


async def test_client_leaving_during_server_start_records_withdrawal(play, wait_until):
    play.delay = 60.0
    await play.start()
    play.calls(1)
    await play.approves()
    await wait_until(lambda: play.log.kinds() == ["CallHeld", "CallDecided"])
    play.client.leave("gone")
    await wait_until(lambda: not play.guard.sessions())
    assert play.log.kinds() == ["CallHeld", "CallDecided", "CallWithdrawn"]


async def test_call_cancelled_during_server_start_records_withdrawal(play, wait_until):
    play.delay = 60.0
    await play.start()
    play.calls(1)
    await play.approves()
    await wait_until(lambda: play.log.kinds() == ["CallHeld", "CallDecided"])
    play.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    play.client.leave("gone")
    await wait_until(lambda: not play.guard.sessions())
    assert play.log.kinds() == ["CallHeld", "CallDecided", "CallWithdrawn"]


async def test_closing_answers_who_waits_for_a_server_that_starts(play, wait_until):
    play.delay = 60.0
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    play.calls(2)
    await play.approves()
    await wait_until(lambda: play.log.kinds() == ["CallHeld", "CallDecided"])
    await play.guard.close("app closing")
    answers = {answer["id"]: answer for answer in play.client.log}
    assert answers[1]["error"]["code"] == -32603
    assert "not run" in answers[2]["error"]["message"]
    assert play.log.kinds() == ["CallHeld", "CallDecided", "CallWithdrawn"]


async def test_call_during_closing_is_denied_without_a_prompt(play, monkeypatch, wait_until):
    await play.start()
    ready = asyncio.Event()
    monkeypatch.setattr(play.log, "committed", ready.wait)
    play.calls(1)
    await wait_until(lambda: play.log.kinds() == ["CallHeld"])
    play.gate.closing = True
    ready.set()
    assert "closing" in (await play.hears())["result"]["content"][0]["text"]


async def test_calls_count_towards_the_limit_of_open_requests(new_play):
    play = new_play(open_requests=2)
    await play.start()
    play.calls(1)
    play.calls(2)
    play.calls(3)
    answer = await play.hears()
    assert (answer["id"], answer["error"]["code"]) == (3, -32603)
    assert (await play.sees())[0].waiting == 2
    await play.stop()


async def test_tool_listed_twice_always_needs_a_prompt(play):
    good, bad = {"name": "read", "description": "good"}, {"name": "read", "description": "bad"}
    play.gate.rules.add(Rule(id="r", tool="read", verdict="allow", fingerprint=read_tool("files", good).fingerprint))
    play.gate.rules.add(Rule(id="q", verdict="allow"))
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    await play.server_answers({"tools": [bad, good]})
    await play.hears()
    play.calls(2)
    assert any("The server lists two tools with this name" in text for text in (await play.sees())[0].warnings)


async def test_pinned_rule_uses_the_list_of_its_session(play, new_line, wait_until):
    good, bad = {"name": "read", "description": "good"}, {"name": "read", "description": "bad"}
    play.gate.rules.add(Rule(id="r", tool="read", verdict="allow", fingerprint=read_tool("files", good).fingerprint))
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    await play.server_answers({"tools": [bad]})
    await play.hears()
    other = await play.start(client=new_line())
    await wait_until(lambda: len(play.servers) == 2)
    play.says({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, other)
    await play.server_answers({"tools": [good]})
    await play.hears(other)
    play.calls(2)
    assert "definition has changed" in (await play.sees())[0].warnings[0]
    play.calls(2, client=other)
    assert (await play.server_hears())["method"] == "tools/call"


@pytest.mark.parametrize(
    "page", [rb'{"tools":[{"name":"read","x":1e400}]}', b'{"tools":[{"name":"read"}],"x":"\\ud800"}']
)
async def test_a_pinned_rule_does_not_hold_when_the_newest_list_could_not_be_read(play, page):
    good = {"name": "read", "description": "good"}
    play.gate.rules.add(Rule(id="r", tool="read", verdict="allow", fingerprint=read_tool("files", good).fingerprint))
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    await play.server_answers({"tools": [good]})
    await play.hears()
    play.says({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
    await play.server_hears()
    play.server_says(b'{"jsonrpc":"2.0","id":2,"result":' + page + b"}")
    await play.client.sent.get()
    play.calls(3)
    await play.sees()


async def test_calls_of_too_many_bytes_are_refused_until_some_have_had_their_answer(play, monkeypatch):
    monkeypatch.setattr("toolguard.gate.session.session._MAX_CALL_BYTES", 1000)
    await play.start()
    play.calls(1, arguments={"text": "x" * 2000})
    await play.sees()
    play.calls(2)
    assert "too large in total" in (await play.hears())["error"]["message"]
    await play.denies()
    assert (await play.hears())["id"] == 1
    play.calls(3)
    assert (await play.sees())[0].call.message["id"] == 3


async def prepared_by(play, prepare):
    """The session's server has a ``prepare``, as those have that fetch secrets for each call."""
    opened = play.open

    async def open(state):
        line = await opened(state)
        line.prepare = prepare
        return line

    play.open = open
    await play.start()


async def test_credentials_are_fetched_after_approval_and_before_sending(play, wait_until):
    asked, given = [], asyncio.Event()

    async def prepare(message):
        asked.append(message["params"]["name"])
        await given.wait()
        return ()

    await prepared_by(play, prepare)
    play.calls(1, "read")
    await play.sees()
    assert not asked
    await play.approves()
    await wait_until(lambda: asked == ["read"])
    assert not play.server.log
    given.set()
    await play.server_answers({"content": []})
    assert (await play.hears())["result"] == {"content": []}


async def test_a_call_that_is_cancelled_while_its_secret_is_fetched_never_leaves(play, wait_until):
    given = asyncio.Event()

    async def prepare(_):
        await given.wait()
        return ()

    await prepared_by(play, prepare)
    play.calls(1)
    await play.approves()
    play.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    await asyncio.sleep(0.05)
    given.set()
    await wait_until(lambda: play.log.of("CallWithdrawn"))
    assert not play.log.of("CallForwarded") and not play.server.log


async def test_call_without_a_required_value_is_refused_with_advice(play):
    async def prepare(_):
        raise NotProvidedError("it needs the secret TOKEN: set it in ToolGuard.")

    await prepared_by(play, prepare)
    play.calls(1)
    await play.approves()
    answer = await play.hears()
    assert answer["result"]["isError"] is True
    assert "needs the secret TOKEN" in answer["result"]["content"][0]["text"]
    assert play.log.kinds() == ["CallHeld", "CallDecided", "CallWithdrawn"]
