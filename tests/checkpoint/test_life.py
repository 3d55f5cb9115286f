"""Plays: the life of a gated call. Numbers in names are the acceptance cases of the protocol reference."""

import asyncio
import random

import pytest

from toolguard.checkpoint.rules import Remember, Rule
from toolguard.checkpoint.tools import fingerprint

OK = {"content": [{"type": "text", "text": "done"}]}
MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


async def test_case_13_the_server_hears_nothing_of_a_held_call_until_a_person_approves_it(play):
    await play.start()
    play.calls(7, "write", {"path": "/etc/motd", "big": 2**70})
    held = (await play.sees())[0]
    assert play.server.log == []
    assert (held.call.tool, held.call.server, held.call.client.id) == ("write", "files", "desk")
    assert held.call.arguments == {"path": "/etc/motd", "big": 2**70}
    await play.approves()
    sent = await play.server_answers(OK)
    assert sent == {
        "jsonrpc": "2.0",
        "id": 7,
        "method": "tools/call",
        "params": {"name": "write", "arguments": held.call.arguments},
    }
    assert await play.hears() == {"jsonrpc": "2.0", "id": 7, "result": OK}
    assert play.log.kinds(held.call.id) == ["Asked", "Decided", "Forwarded", "Returned"]


@pytest.mark.parametrize("meta", [None, MODERN])
async def test_case_14_a_denial_is_a_tool_error_with_the_reason_and_the_advice_not_to_retry(play, meta):
    await play.start()
    play.calls("a", **({"_meta": meta} if meta else {}))
    await play.denies("not on a Friday")
    answer = await play.hears()
    assert answer["id"] == "a"
    assert answer["result"]["isError"] is True
    text = answer["result"]["content"][0]["text"]
    assert "Denied by the user" in text
    assert "not on a Friday" in text
    assert "Do not retry" in text
    assert answer["result"].get("resultType") == ("complete" if meta else None)
    assert play.server.log == []
    assert play.log.of("Decided")[0].reason == "not on a Friday"


async def test_case_15_a_rule_decides_without_a_prompt_and_only_for_its_own_server_and_definition(play):
    await play.start()
    tool = {"name": "read", "inputSchema": {"type": "object"}}
    await _list(play, [tool])
    play.calls(1)
    held = (await play.sees())[0]
    await play.approves(remember=Remember(client="desk", server="files", tool="read", verdict="allow", until="always"))
    await play.server_answers(OK)
    await play.hears()
    assert play.kept[0].fingerprint == held.tool.fingerprint
    play.calls(2)
    await play.server_answers(OK)
    assert (await play.hears())["id"] == 2
    assert play.log.of("Decided")[1].by == f"rule {play.kept[0].id}"

    await _list(play, [{**tool, "description": "now it also deletes"}])
    play.calls(3)
    changed = (await play.sees())[0]
    assert "definition has changed" in changed.warnings[0]
    await play.denies()
    await play.hears()


async def test_case_15_the_same_tool_name_on_another_server_still_asks(play, new_line):
    play.guard.add_rule(Rule(id="r", server="files", tool="read", verdict="allow"), by="person")
    other = await play.start(client=new_line(), server="mail")
    play.calls(1, client=other)
    assert (await play.sees())[0].call.server == "mail"
    other.leave()


async def test_a_deny_rule_answers_without_a_prompt_and_the_call_is_recorded_with_its_arguments(play):
    play.guard.add_rule(Rule(id="r", tool="read", verdict="deny", until="session"), by="person")
    assert play.kept == []
    await play.start()
    play.calls(1, arguments={"path": "x"})
    assert (await play.hears())["result"]["isError"] is True
    decided = play.log.of("Decided")[0]
    assert (decided.by, decided.verdict, decided.arguments, decided.request) == ("rule r", "deny", '{"path":"x"}', "1")


async def test_an_allow_rule_does_not_cover_arguments_outside_the_tools_schema(play):
    play.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    await play.start()
    await _list(play, [{"name": "read", "inputSchema": {"type": "object", "required": ["path"]}}])
    play.calls(1)
    held = (await play.sees())[0]
    assert '"path" is a required property' in held.warnings[0]
    await play.denies()


async def test_case_16_an_approved_call_that_is_cancelled_before_the_write_is_not_run(play, wait_until):
    await play.start()
    play.calls(1)
    held = (await play.sees())[0]
    await play.guard.approve(held.call.id, shown=held.call.digest)
    play.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    play.says({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    assert (await play.server_hears())["method"] == "ping"
    await wait_until(lambda: bool(play.log.of("Withdrawn")))
    assert play.server.log == [{"jsonrpc": "2.0", "id": 2, "method": "ping"}]
    assert play.log.kinds(held.call.id) == ["Asked", "Decided", "Withdrawn"]


async def test_case_16_a_thousand_races_end_in_executed_or_withdrawn_and_never_in_both(new_play):
    play = new_play()
    await play.start()
    dice = random.Random(16)
    for id in range(1000):
        play.calls(id, arguments={"n": id})
        held = (await play.sees())[0]
        orders = [
            lambda held=held: play.guard.approve(held.call.id, shown=held.call.digest),
            lambda id=id: _cancel(play, id),
        ]
        dice.shuffle(orders)
        for order in orders:
            await order()
            for _ in range(dice.randrange(4)):
                await asyncio.sleep(0)
        async with asyncio.timeout(5):
            while held.call.id not in {event.call for event in play.log.events if type(event).__name__ in _ENDS}:
                await asyncio.sleep(0)
        heard = [one for one in play.server.log if one.get("id") == id]
        kinds = play.log.kinds(held.call.id)
        assert (len(heard) == 1) == ("Forwarded" in kinds)
        assert ("Withdrawn" in kinds) != ("Forwarded" in kinds)
    await play.stop()


_ENDS = {"Withdrawn", "Cancelled", "Returned"}


async def _cancel(play, id):
    play.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})


async def test_case_17_a_cancelled_hold_is_withdrawn_and_never_forwarded_nor_answered(play, wait_until):
    await play.start()
    play.calls(1)
    held = (await play.sees())[0]
    play.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1, "reason": "60 s"}})
    await play.sees(0)
    await wait_until(lambda: bool(play.log.of("Withdrawn")))
    assert play.log.of("Withdrawn")[0].reason == "60 s"
    assert "gone" in await play.guard.approve(held.call.id, shown=held.call.digest)
    await asyncio.sleep(0.01)
    assert play.server.log == []
    assert play.client.log == []


async def test_case_18_a_cancel_while_it_runs_is_forwarded_and_the_late_answer_dropped_and_recorded(play, wait_until):
    await play.start()
    play.calls("x")
    await play.approves()
    await play.server_hears()
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "x", "reason": "bored"}}
    play.says(cancel)
    assert await play.server_hears() == cancel
    play.server_says({"jsonrpc": "2.0", "id": "x", "result": OK})
    await wait_until(lambda: bool(play.log.of("Late")))
    call = play.log.of("Asked")[0].call
    assert play.log.of("Late")[0].call == call
    assert play.log.kinds(call)[-2:] == ["Cancelled", "Late"]
    assert play.client.log == []


async def test_a_cancel_for_a_call_that_is_over_passes_unless_no_server_has_heard_of_it(play):
    await play.start()
    play.calls(1)
    await play.denies()
    await play.hears()
    await _cancel(play, 1)
    play.calls(2)
    await play.approves()
    await play.server_answers(OK)
    await play.hears()
    await _cancel(play, 2)
    assert (await play.server_hears())["params"]["requestId"] == 2
    assert len(play.server.log) == 2


async def test_case_20_an_identical_call_joins_the_prompt_and_both_are_answered_by_one_run(play):
    await play.start()
    play.calls(1, arguments={"a": 1, "b": 2}, _meta={"progressToken": 1})
    play.calls(2, arguments={"b": 2, "a": 1}, _meta={"progressToken": 2})
    play.calls(3, arguments={"b": 2, "a": 2})
    await play.sees(2)
    assert [held.waiting for held in play.guard.snapshot().held] == [2, 1]
    held = play.guard.snapshot().held[0]
    await play.guard.approve(held.call.id, shown=held.call.digest)
    await play.server_answers(OK)
    assert sorted([(await play.hears())["id"], (await play.hears())["id"]]) == [1, 2]
    assert [one["id"] for one in play.server.log] == [1]


async def test_case_20_when_the_first_of_two_gives_up_the_other_is_asked_anew(play, wait_until):
    await play.start()
    play.calls(1)
    play.calls(2)
    first = (await play.sees())[0]
    assert first.waiting == 2
    await _cancel(play, 1)
    await wait_until(lambda: [held.call.message["id"] for held in play.guard.snapshot().held] == [2])
    assert "gone" in await play.guard.approve(first.call.id, shown=first.call.digest)
    await play.approves()
    assert (await play.server_answers(OK))["id"] == 2
    assert (await play.hears())["id"] == 2


async def test_when_the_second_of_two_gives_up_the_first_goes_on(play, wait_until):
    await play.start()
    play.calls(1)
    play.calls(2)
    await play.sees()
    await _cancel(play, 2)
    await wait_until(lambda: play.guard.snapshot().held[0].waiting == 1)
    await play.approves()
    assert (await play.server_answers(OK))["id"] == 1


async def test_when_the_first_of_two_gives_up_a_running_call_the_second_gets_the_answer(play):
    await play.start()
    play.calls(1)
    play.calls(2)
    await play.approves()
    await play.server_hears()
    await _cancel(play, 1)
    play.says({"jsonrpc": "2.0", "id": 9, "method": "ping"})
    assert (await play.server_hears())["method"] == "ping"
    play.server_says({"jsonrpc": "2.0", "id": 1, "result": OK})
    assert (await play.hears())["id"] == 2


async def test_case_21_progress_is_told_while_held_and_goes_on_increasing_with_the_servers(new_play):
    play = new_play(heartbeat=0.01)
    await play.start()
    play.calls(1, _meta={"progressToken": "t"})
    beats = [await play.hears() for _ in range(3)]
    assert all(one["params"]["progressToken"] == "t" for one in beats)
    assert "approval" in beats[0]["params"]["message"]
    await play.approves()
    await play.server_hears()
    for value in (0, 1, 2):
        play.server_says(
            {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "t", "progress": value}}
        )
    play.server_says({"jsonrpc": "2.0", "id": 1, "result": OK})
    told = beats
    while "id" not in told[-1]:
        told.append(await play.hears())
    values = [one["params"]["progress"] for one in told[:-1]]
    assert values == sorted(set(values))
    assert values[-1] == 2
    await asyncio.sleep(0.05)
    assert play.client.sent.empty()
    await play.stop()


async def test_case_21_without_a_token_no_progress_is_told(new_play):
    play = new_play(heartbeat=0.005)
    await play.start()
    play.calls(1)
    await play.sees()
    await asyncio.sleep(0.05)
    assert play.client.log == []
    await play.stop()


async def test_case_24_nobody_to_ask_the_timeout_and_a_full_queue_all_deny_with_a_clear_text(new_play):
    play = new_play(prompt_timeout=0.02, held_per_session=2)
    await play.start()
    play.calls(1)
    assert "nobody approved" in (await play.hears())["result"]["content"][0]["text"]
    assert play.log.of("Decided")[0].by == "timeout"
    play.gate.limits = type(play.gate.limits)(prompt_timeout=60)
    for id in (2, 3, 4):
        play.calls(id, arguments={"id": id})
    answer = await play.hears()
    assert answer["id"] == 4
    assert "too many pending approvals" in answer["result"]["content"][0]["text"]
    play.gate.asks = lambda: False
    play.calls(5)
    assert "nobody can be asked" in (await play.hears())["result"]["content"][0]["text"]
    assert play.server.log == []
    await play.stop()


async def test_case_24_a_log_that_cannot_be_written_refuses_every_call_and_recovers(play):
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


async def test_case_25_a_client_that_leaves_withdraws_held_calls_and_cancels_running_ones(play, wait_until):
    await play.start()
    play.calls(1, "running")
    await play.approves()
    await play.server_hears()
    play.calls(2, "held")
    await play.sees()
    play.client.leave("the client closed its connection")
    await wait_until(lambda: bool(play.log.of("Left")))
    assert play.log.of("Withdrawn")[0].tool == "held"
    assert play.log.of("Cancelled")[0].tool == "running"
    assert (await play.server_hears())["params"]["requestId"] == 1
    assert play.server._gone
    assert play.guard.snapshot().held == play.guard.snapshot().running == ()


async def test_case_26_a_server_that_dies_leaves_the_outcome_unknown_and_nothing_is_tried_again(play, wait_until):
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
    assert play.log.kinds()[-1] == "Lost"
    play.calls(2)
    await play.approves()
    await wait_until(lambda: len(play.servers) == 2)
    await play.server_answers(OK)
    assert (await play.hears())["id"] == 2


async def test_a_call_that_is_approved_when_no_server_can_be_had_is_not_run_and_says_so(play):
    play.refuse = "the command was not found"
    await play.start()
    play.calls(1)
    await play.approves()
    answer = await play.hears()
    assert answer["error"]["data"]["reason"] == "not run: the command was not found"
    assert play.log.kinds()[-1] == "Withdrawn"


async def test_a_late_click_runs_nothing_and_what_was_shown_must_be_what_is_sent(play):
    await play.start()
    play.calls(1)
    held = (await play.sees())[0]
    assert "not the one that was shown" in await play.guard.approve(held.call.id, shown="0" * 64)
    await play.approves()
    assert "gone" in await play.guard.approve(held.call.id, shown=held.call.digest)
    assert "gone" in await play.guard.deny(held.call.id)
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
    assert "not running" in await play.guard.stop(call.id)


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


async def test_closing_denies_held_calls_and_says_that_running_ones_have_an_unknown_outcome(play):
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
    assert [event.by for event in play.log.of("Decided")] == ["person", "closing"]


async def test_a_task_augmented_call_is_denied_with_an_error_and_not_with_a_result_of_another_shape(play):
    await play.start()
    play.calls(1, task={"ttl": 60})
    await play.denies("no")
    assert (await play.hears())["error"]["code"] == -32603


async def _list(play, tools):
    play.says({"jsonrpc": "2.0", "id": "list", "method": "tools/list"})
    await play.server_answers({"tools": tools})
    await play.hears()


async def test_an_answer_with_half_a_character_reaches_the_client_and_the_log(play):
    play.gate.rules.add(Rule(id="r", verdict="allow"))
    await play.start()
    play.calls(1)
    await play.server_hears()
    play.server_says(rb'{"jsonrpc":"2.0","id":1,"result":{"content":[],"x":"\ud800"}}')
    assert (await play.hears())["result"] == {"content": [], "x": "\ud800"}
    assert play.log.kinds()[-1] == "Returned"


@pytest.mark.parametrize("problem", [OSError("no space left"), RuntimeError("a fault")])
async def test_a_server_that_cannot_be_opened_for_an_unforeseen_reason_is_said_to_be_missing(play, problem):
    async def fail(_state):
        raise problem

    play.open, play.refuse = fail, "x"
    play.gate.rules.add(Rule(id="r", verdict="allow"))
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert (await play.hears())["error"]["code"] == -32603
    play.calls(2)
    assert "not run" in (await play.hears())["error"]["message"]
    assert play.log.kinds() == ["Decided", "Withdrawn"]


async def test_a_fault_of_our_own_refuses_the_call_before_it_left_and_loses_it_after(play, monkeypatch, caplog):
    play.gate.rules.add(Rule(id="r", verdict="allow"))
    await play.start()
    monkeypatch.setattr(play.log, "committed", lambda: 1 / 0)
    play.calls(1)
    assert "not run" in (await play.hears())["error"]["message"]
    assert play.log.kinds() == ["Decided", "Withdrawn"]
    monkeypatch.undo()
    monkeypatch.setattr("toolguard.checkpoint.mcp.outcome", lambda _answer: 1 / 0)
    play.calls(2)
    await play.server_answers({})
    assert "outcome unknown" in (await play.hears())["error"]["message"]
    assert play.log.kinds()[2:] == ["Decided", "Forwarded", "Lost"]
    assert caplog.text.count("ZeroDivisionError") == 2


async def test_a_server_that_does_not_listen_keeps_neither_a_cancel_nor_a_stop_nor_the_end_waiting(
    deaf_play, wait_until
):
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


async def test_a_client_that_is_read_no_further_may_leave(deaf_play, wait_until, monkeypatch):
    monkeypatch.setattr("toolguard.checkpoint.session._BACKLOG", 3)
    play = deaf_play
    await play.start()
    for id in range(10):
        play.says({"jsonrpc": "2.0", "id": id, "method": "ping"})
    await wait_until(lambda: bool(play.server.log))
    play.client.leave("gone")
    await wait_until(lambda: not play.guard.sessions())


async def test_a_client_that_leaves_while_the_server_of_an_approved_call_starts_leaves_a_last_word(play, wait_until):
    play.delay = 60.0
    await play.start()
    play.calls(1)
    await play.approves()
    await wait_until(lambda: play.log.kinds() == ["Asked", "Decided"])
    play.client.leave("gone")
    await wait_until(lambda: not play.guard.sessions())
    assert play.log.kinds() == ["Asked", "Decided", "Withdrawn"]


async def test_a_call_that_was_cancelled_while_its_server_starts_leaves_a_last_word_too(play, wait_until):
    play.delay = 60.0
    await play.start()
    play.calls(1)
    await play.approves()
    await wait_until(lambda: play.log.kinds() == ["Asked", "Decided"])
    play.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    play.client.leave("gone")
    await wait_until(lambda: not play.guard.sessions())
    assert play.log.kinds() == ["Asked", "Decided", "Withdrawn"]


async def test_closing_answers_who_waits_for_a_server_that_starts(play, wait_until):
    play.delay = 60.0
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    play.calls(2)
    await play.approves()
    await wait_until(lambda: play.log.kinds() == ["Asked", "Decided"])
    await play.guard.close("app closing")
    answers = {answer["id"]: answer for answer in play.client.log}
    assert answers[1]["error"]["code"] == -32603
    assert "not run" in answers[2]["error"]["message"]
    assert play.log.kinds() == ["Asked", "Decided", "Withdrawn"]


async def test_a_call_whose_prompt_would_begin_while_toolguard_closes_is_denied(play, monkeypatch, wait_until):
    await play.start()
    ready = asyncio.Event()
    monkeypatch.setattr(play.log, "committed", ready.wait)
    play.calls(1)
    await wait_until(lambda: play.log.kinds() == ["Asked"])
    play.gate.closing = True
    ready.set()
    assert "closing" in (await play.hears())["result"]["content"][0]["text"]


async def test_calls_count_among_the_requests_that_may_wait_for_an_answer(new_play):
    play = new_play(open_requests=2)
    await play.start()
    play.calls(1)
    play.calls(2)
    play.calls(3)
    answer = await play.hears()
    assert (answer["id"], answer["error"]["code"]) == (3, -32603)
    assert (await play.sees())[0].waiting == 2
    await play.stop()


async def test_a_tool_that_is_listed_twice_is_always_asked_about(play):
    good, bad = {"name": "read", "description": "good"}, {"name": "read", "description": "bad"}
    play.gate.rules.add(Rule(id="r", tool="read", verdict="allow", fingerprint=fingerprint(good)))
    play.gate.rules.add(Rule(id="q", verdict="allow"))
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    await play.server_answers({"tools": [bad, good]})
    await play.hears()
    play.calls(2)
    assert any("two tools of this name" in text for text in (await play.sees())[0].warnings)


async def test_a_pinned_rule_goes_by_what_this_sessions_own_server_listed(play, new_line, wait_until):
    good, bad = {"name": "read", "description": "good"}, {"name": "read", "description": "bad"}
    play.gate.rules.add(Rule(id="r", tool="read", verdict="allow", fingerprint=fingerprint(good)))
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
    play.gate.rules.add(Rule(id="r", tool="read", verdict="allow", fingerprint=fingerprint(good)))
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
