"""Plays: calls of several round trips, and tasks. Numbers are the acceptance cases of the protocol reference."""

import pytest

from toolguard.checkpoint.rules import Rule

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
}
STATE = "état\u2028" * 200_000
ASKS = {"resultType": "input_required", "inputRequests": {"name": {"method": "elicitation/create"}, "age": {}}}
OK = {"resultType": "complete", "content": [{"type": "text", "text": "done"}]}
ARGUMENTS = {"path": "/a"}


@pytest.fixture
async def asked(play):
    """A call that was approved, and whose server asks for more with a state of 1 MB."""
    await play.start()
    play.calls(1, arguments=ARGUMENTS, _meta=META)
    await play.approves()
    await play.server_answers({**ASKS, "requestState": STATE})
    assert (await play.hears())["result"]["requestState"] == STATE
    return play


ANSWER = {"inputResponses": {"name": {"action": "accept", "content": {"name": "Ada"}}}, "requestState": STATE}


async def test_case_38_39_the_answer_to_the_server_s_question_continues_the_approved_call_once(asked):
    asked.calls(2, arguments=ARGUMENTS, _meta=META, **ANSWER)
    sent = await asked.server_answers(OK)
    assert sent["params"] == {"name": "read", "arguments": ARGUMENTS, "_meta": META, **ANSWER}
    assert (await asked.hears())["result"] == OK
    decided = asked.log.of("Decided")
    assert decided[1].by == f"continuation of {decided[0].call}"
    assert "Ada" in decided[1].responses
    asked.calls(3, arguments=ARGUMENTS, _meta=META, **ANSWER)
    held = (await asked.sees())[0]
    assert held.call.extra == ANSWER


@pytest.mark.parametrize(
    "other",
    [
        {"arguments": {"path": "/b"}},
        {"requestState": STATE + " "},
        {"requestState": None},
        {"inputResponses": {"name": {}, "more": {}}},
        {"inputResponses": []},
        {"tool": "write"},
        {"task": {}},
    ],
)
async def test_case_38_a_continuation_that_is_not_exactly_the_approved_call_is_asked_about(asked, other):
    asked.calls(2, **{"arguments": ARGUMENTS, "_meta": META, **ANSWER, **other})
    await asked.sees()


async def test_case_38_a_state_that_was_never_given_is_asked_about(asked):
    asked.calls(2, arguments=ARGUMENTS, _meta=META, inputResponses=ANSWER["inputResponses"])
    await asked.sees()


async def test_case_38_another_client_cannot_continue_the_call(asked, new_line):
    stranger = await asked.start(client=new_line(), name="stranger")
    asked.calls(2, arguments=ARGUMENTS, _meta=META, client=stranger, **ANSWER)
    assert (await asked.sees())[0].call.client.id == "stranger"


async def test_a_deny_rule_stops_a_call_between_two_rounds(asked):
    asked.guard.add_rule(Rule(id="no", tool="read", verdict="deny"), by="person")
    asked.calls(2, arguments=ARGUMENTS, _meta=META, **ANSWER)
    assert (await asked.hears())["result"]["isError"]
    assert len(asked.server.log) == 1


async def test_what_the_person_edited_is_sent_in_every_round(play):
    await play.start()
    play.calls(1, arguments=ARGUMENTS, _meta=META)
    await play.approves(edited='{"path": "/safe"}')
    await play.server_answers({**ASKS, "requestState": "s1"})
    await play.hears()
    play.calls(2, arguments=ARGUMENTS, _meta=META, inputResponses={}, requestState="s1")
    sent = await play.server_answers({**ASKS, "requestState": "s2"})
    assert sent["params"]["arguments"] == {"path": "/safe"}
    await play.hears()
    play.calls(3, arguments=ARGUMENTS, _meta=META, inputResponses={}, requestState="s2")
    assert (await play.server_answers(OK))["params"]["arguments"] == {"path": "/safe"}


async def test_a_state_of_its_own_making_is_a_call_of_its_own(play):
    await play.start()
    play.calls(1, _meta=META, requestState="approved, honestly")
    await play.sees()
    assert play.server.log == []


@pytest.mark.parametrize(
    "began",
    [
        {"task": {"taskId": "t1", "status": "working"}},
        {"resultType": "task", "taskId": "t1", "status": "working"},
    ],
)
async def test_case_41_a_task_belongs_to_its_client_and_its_end_is_recorded_once(play, new_line, began):
    await play.start()
    play.calls(1, task={"ttl": 1})
    await play.approves()
    await play.server_answers(began)
    assert (await play.hears())["result"] == began
    stranger = await play.start(client=new_line(), name="stranger")
    ask = {"jsonrpc": "2.0", "id": 5, "method": "tasks/get", "params": {"taskId": "t1"}}
    play.says(ask, stranger)
    assert (await play.hears(stranger))["error"] == {"code": -32602, "message": "Task not found"}
    ended = {"taskId": "t1", "status": "completed"}
    for id in (5, 6):
        play.says({**ask, "id": id})
        message = await play.servers[0].sent.get()
        play.servers[0].feed(b'{"jsonrpc":"2.0","id":%d,"result":{"taskId":"t1","status":"completed"}}' % message["id"])
        assert (await play.hears())["result"] == ended
    assert [(one.task, one.status, one.tool) for one in play.log.of("TaskEnded")] == [("t1", "completed", "read")]


async def test_case_41_a_task_that_is_told_of_by_notification_is_recorded_too(play):
    await play.start()
    play.calls(1, task={"ttl": 1})
    await play.approves()
    await play.server_answers({"task": {"taskId": "t1", "status": "working"}})
    await play.hears()
    told = {"jsonrpc": "2.0", "method": "notifications/tasks/status", "params": {"taskId": "t1", "status": "failed"}}
    play.server_says(told)
    assert await play.hears() == told
    assert play.log.of("TaskEnded")[0].status == "failed"
