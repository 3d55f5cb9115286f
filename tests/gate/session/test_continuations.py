"""Plays: calls of several round trips, and tasks. Numbers are the acceptance cases of the protocol reference."""

import pytest

from toolguard.gate import jsonrpc
from toolguard.gate.mcp import tasks
from toolguard.gate.mcp.tasks import TaskRegistry
from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.rules import Rule
from toolguard.gate.session.continuations import LIFETIME, MAX_KEY_LENGTH, MAX_KEYS, MAX_SHOWN_METHODS

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
}
STATE = "état\u2028" * 200_000
ASKS = {"resultType": "input_required", "inputRequests": {"name": {"method": "elicitation/create"}, "age": {}}}
OK = {"resultType": "complete", "content": [{"type": "text", "text": "done"}]}
ARGUMENTS = {"path": "/a"}


@pytest.fixture
async def asked(harness):
    """A call that was approved, and whose server asks for more with a state of 1 MB."""
    await harness.start()
    harness.call(1, arguments=ARGUMENTS, _meta=META)
    await harness.approve()
    await harness.server_respond({**ASKS, "requestState": STATE})
    assert (await harness.receive())["result"]["requestState"] == STATE
    return harness


ANSWER = {"inputResponses": {"name": {"action": "accept", "content": {"name": "Ada"}}}, "requestState": STATE}


@pytest.mark.case(38, 39)
async def test_continuation_continues_the_approved_call_once(asked):
    asked.call(2, arguments=ARGUMENTS, _meta=META, **ANSWER)
    sent = await asked.server_respond(OK)
    assert sent["params"] == {"name": "read", "arguments": ARGUMENTS, "_meta": META, **ANSWER}
    assert (await asked.receive())["result"] == OK
    decided = asked.log.of("CallDecided")
    assert decided[1].by == f"continuation of {decided[0].call}"
    assert "Ada" in decided[1].responses
    asked.call(3, arguments=ARGUMENTS, _meta=META, **ANSWER)
    held = (await asked.wait_for_pending())[0]
    assert held.call.extra == ANSWER


@pytest.mark.parametrize(
    "requests",
    [{"x" * (MAX_KEY_LENGTH + 1): {}}, {str(number): {} for number in range(MAX_KEYS + 1)}],
    ids=["long", "many"],
)
async def test_answer_to_more_requests_than_are_remembered_is_a_new_call(harness, requests):
    await harness.start()
    harness.call(1, arguments=ARGUMENTS, _meta=META)
    await harness.approve()
    await harness.server_respond({**ASKS, "inputRequests": requests})
    await harness.receive()
    harness.call(2, arguments=ARGUMENTS, _meta=META, inputResponses=requests)
    await harness.wait_for_pending()


async def test_continuation_of_a_large_state_takes_little_memory(asked):
    assert all(len(key) == 64 for key in asked.gate.continuations._open)


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
@pytest.mark.case(38)
async def test_inexact_continuation_needs_a_prompt(asked, other):
    asked.call(2, **{"arguments": ARGUMENTS, "_meta": META, **ANSWER, **other})
    await asked.wait_for_pending()


@pytest.mark.case(38)
async def test_unknown_request_state_needs_a_prompt(asked):
    asked.call(2, arguments=ARGUMENTS, _meta=META, inputResponses=ANSWER["inputResponses"])
    await asked.wait_for_pending()


@pytest.mark.case(38)
async def test_another_client_cannot_continue_the_call(asked, new_line):
    stranger = await asked.start(client=new_line(), name="stranger")
    asked.call(2, arguments=ARGUMENTS, _meta=META, client=stranger, **ANSWER)
    assert (await asked.wait_for_pending())[0].call.client.id == "stranger"


async def test_a_deny_rule_stops_a_call_between_two_rounds(asked):
    asked.guard.add_rule(Rule(id="no", tool="read", verdict="deny"), by="person")
    asked.call(2, arguments=ARGUMENTS, _meta=META, **ANSWER)
    assert (await asked.receive())["result"]["isError"]
    assert len(asked.server.log) == 1


async def test_allow_rule_covers_a_continuation_of_a_call_that_it_allowed(harness):
    harness.guard.add_rule(Rule(id="yes", tool="read", verdict="allow"), by="person")
    await harness.start()
    harness.call(1, arguments=ARGUMENTS, _meta=META)
    await harness.server_respond({**ASKS, "requestState": "s"})
    await harness.receive()
    harness.call(2, arguments=ARGUMENTS, _meta=META, inputResponses=ANSWER["inputResponses"], requestState="s")
    await harness.server_respond(OK)
    assert (await harness.receive())["result"] == OK
    assert [decided.by for decided in harness.log.of("CallDecided")] == ["rule yes", "rule yes"]


async def test_continuation_needs_a_prompt_after_its_allow_rule_was_removed(harness):
    harness.guard.add_rule(Rule(id="yes", tool="read", verdict="allow"), by="person")
    await harness.start()
    harness.call(1, arguments=ARGUMENTS, _meta=META)
    await harness.server_respond({**ASKS, "requestState": "s"})
    await harness.receive()
    harness.guard.remove_rule("yes", by="person")
    harness.call(2, arguments=ARGUMENTS, _meta=META, inputResponses=ANSWER["inputResponses"], requestState="s")
    await harness.approve()
    await harness.server_respond({**ASKS, "requestState": "t"})
    await harness.receive()
    harness.call(3, arguments=ARGUMENTS, _meta=META, inputResponses=ANSWER["inputResponses"], requestState="t")
    await harness.server_respond(OK)  # a person has approved it now
    assert (await harness.receive())["result"] == OK


async def test_allow_rule_with_conditions_covers_no_answers_that_nobody_asked_for(asked):
    given = (Condition(pointer="/path", matcher="equals", value=ARGUMENTS["path"]),)
    asked.guard.add_rule(Rule(id="yes", tool="read", verdict="allow", when=given), by="person")
    unasked = {"name": ANSWER["inputResponses"]["name"], "more": {}}
    asked.call(2, arguments=ARGUMENTS, _meta=META, inputResponses=unasked, requestState=STATE)
    await asked.wait_for_pending()
    asked.gate.availability.close("ToolGuard runs without a window")
    asked.call(3, arguments=ARGUMENTS, _meta=META, inputResponses=unasked)
    while (answer := await asked.receive())["id"] != 3:
        pass
    assert "rule yes does not cover it: it claims to continue" in answer["result"]["content"][0]["text"]


async def test_allow_rule_without_conditions_covers_any_input_responses(asked):
    asked.guard.add_rule(Rule(id="yes", tool="read", verdict="allow"), by="person")
    asked.call(2, arguments=ARGUMENTS, _meta=META, inputResponses={"more": {}})
    assert (await asked.server_respond(OK))["params"]["inputResponses"] == {"more": {}}


async def test_edited_arguments_are_sent_even_if_a_rule_allows_the_clients(harness):
    await harness.start()
    harness.call(1, arguments=ARGUMENTS, _meta=META)
    await harness.approve(edited='{"path": "/safe"}')
    await harness.server_respond({**ASKS, "requestState": "s"})
    await harness.receive()
    harness.guard.add_rule(Rule(id="yes", tool="read", verdict="allow"), by="person")
    harness.call(2, arguments=ARGUMENTS, _meta=META, inputResponses={}, requestState="s")
    assert (await harness.server_respond(OK))["params"]["arguments"] == {"path": "/safe"}


async def test_edited_arguments_are_sent_in_every_round(harness):
    await harness.start()
    harness.call(1, arguments=ARGUMENTS, _meta=META)
    await harness.approve(edited='{"path": "/safe"}')
    await harness.server_respond({**ASKS, "requestState": "s1"})
    await harness.receive()
    harness.call(2, arguments=ARGUMENTS, _meta=META, inputResponses={}, requestState="s1")
    sent = await harness.server_respond({**ASKS, "requestState": "s2"})
    assert sent["params"]["arguments"] == {"path": "/safe"}
    await harness.receive()
    harness.call(3, arguments=ARGUMENTS, _meta=META, inputResponses={}, requestState="s2")
    assert (await harness.server_respond(OK))["params"]["arguments"] == {"path": "/safe"}


async def test_invented_request_state_is_a_new_call(harness):
    await harness.start()
    harness.call(1, _meta=META, requestState="approved, honestly")
    await harness.wait_for_pending()
    assert harness.server.log == []


@pytest.mark.parametrize(
    "began",
    [
        {"task": {"taskId": "t1", "status": "working"}},
        {"resultType": "task", "taskId": "t1", "status": "working"},
    ],
)
@pytest.mark.case(41)
async def test_task_belongs_to_its_client_and_its_end_is_recorded_once(harness, new_line, began):
    await harness.start()
    harness.call(1, task={"ttl": 1})
    await harness.approve()
    await harness.server_respond(began)
    assert (await harness.receive())["result"] == began
    stranger = await harness.start(client=new_line(), name="stranger")
    ask = {"jsonrpc": "2.0", "id": 5, "method": "tasks/get", "params": {"taskId": "t1"}}
    harness.send(ask, stranger)
    assert (await harness.receive(stranger))["error"] == {"code": -32602, "message": "Task not found"}
    for params in ({"taskId": "mine", "TaskId": "t1"}, {"taskid": "t1"}, {"taskId": "mine", "TASKID ": "t1"}):
        harness.send({**ask, "params": params}, stranger)
        assert "could be mistaken for 'taskId'" in (await harness.receive(stranger))["error"]["message"]
    ended = {"taskId": "t1", "status": "completed"}
    for id in (5, 6):
        harness.send({**ask, "id": id})
        message = await harness.servers[0].sent.get()
        harness.servers[0].feed(
            b'{"jsonrpc":"2.0","id":%d,"result":{"taskId":"t1","status":"completed"}}' % message["id"]
        )
        assert (await harness.receive())["result"] == ended
    assert [(one.task, one.status, one.tool) for one in harness.log.of("TaskEnded")] == [("t1", "completed", "read")]


async def test_two_clients_have_tasks_of_one_id_in_their_own_servers(harness, new_line, wait_until):
    await harness.start()
    other = await harness.start(client=new_line(), name="other")
    await wait_until(lambda: len(harness.servers) == 2)
    for server, (line, arguments) in zip(harness.servers, ((harness.client, {"a": 1}), (other, {"a": 2})), strict=True):
        harness.call(1, arguments=arguments, client=line, task={"ttl": 1})
        await harness.approve()
        message = await server.sent.get()
        server.feed(jsonrpc.encode(jsonrpc.result(message["id"], {"task": {"taskId": "1", "status": "working"}})))
        await harness.receive(line)
    first, second = harness.guard.snapshot().ongoing
    cancel = {"jsonrpc": "2.0", "id": 2, "method": "tasks/cancel", "params": {"taskId": "1"}}
    harness.send(cancel)
    assert (await harness.servers[0].sent.get())["method"] == "tasks/cancel"
    harness.servers[0].feed(jsonrpc.encode(jsonrpc.result(2, {"taskId": "1", "status": "cancelled"})))
    await harness.receive()
    assert [ended.call for ended in harness.log.of("TaskEnded")] == [first.call]
    assert harness.guard.snapshot().ongoing == (second,)


async def test_task_of_a_status_that_is_no_text_continues(harness):
    await harness.start()
    harness.call(1, task={"ttl": 1})
    await harness.approve()
    await harness.server_respond({"task": {"taskId": "t1", "status": "working"}})
    await harness.receive()
    members = {"jsonrpc": "2.0", "method": "notifications/tasks/status", "params": {"taskId": "t1", "status": []}}
    harness.server_send(members)
    assert await harness.receive() == members
    assert harness.guard.snapshot().ongoing


@pytest.mark.case(41)
@pytest.mark.parametrize(("id", "recorded"), [("t1", "t1"), ("x" * 5_000, jsonrpc.sha256(b"x" * 5_000))])
async def test_task_end_by_notification_is_recorded(harness, id, recorded):
    await harness.start()
    harness.call(1, task={"ttl": 1})
    await harness.approve()
    await harness.server_respond({"task": {"taskId": id, "status": "working"}})
    await harness.receive()
    members = {"jsonrpc": "2.0", "method": "notifications/tasks/status", "params": {"taskId": id, "status": "failed"}}
    harness.server_send(members)
    assert await harness.receive() == members
    assert [(ended.task, ended.status) for ended in harness.log.of("TaskEnded")] == [(recorded, "failed")]


async def test_call_awaiting_input_is_listed_until_continued(asked):
    one = asked.guard.snapshot().ongoing[0]
    assert (one.tool, one.state, one.asks) == ("read", "question", ("elicitation/create",))
    assert one.call == asked.log.of("CallDecided")[0].call
    asked.call(2, arguments=ARGUMENTS, _meta=META, **ANSWER)
    await asked.server_respond({**ASKS, "requestState": "again"})
    await asked.receive()
    again = asked.guard.snapshot().ongoing
    assert [each.call for each in again] == [one.call], "the call that was approved, in whatever round"
    asked.call(3, arguments=ARGUMENTS, _meta=META, inputResponses={}, requestState="again")
    await asked.server_respond(OK)
    await asked.receive()
    assert asked.guard.snapshot().ongoing == ()


async def test_unanswerable_question_is_not_shown(asked, wait_until):
    assert asked.guard.snapshot().ongoing
    asked.client.leave("gone")
    await wait_until(lambda: not asked.guard.snapshot().ongoing)


async def test_a_question_is_not_shown_after_its_time(asked):
    asked.now += LIFETIME
    assert asked.guard.snapshot().ongoing == ()


async def test_task_is_listed_until_its_end_is_reported(harness, wait_until):
    await harness.start()
    harness.call(1, task={"ttl": 1})
    await harness.approve()
    await harness.server_respond({"task": {"taskId": "t1", "status": "working"}})
    await harness.receive()
    assert [(one.tool, one.state) for one in harness.guard.snapshot().ongoing] == [("read", "task")]
    members = {
        "jsonrpc": "2.0",
        "method": "notifications/tasks/status",
        "params": {"taskId": "t1", "status": "completed"},
    }
    harness.server_send(members)
    await wait_until(lambda: not harness.guard.snapshot().ongoing)


async def test_questions_of_a_hostile_server_are_bounded(harness):
    await harness.start()
    harness.call(1, arguments=ARGUMENTS, _meta=META)
    await harness.approve()
    requests = {str(at): {"method": "x" * 5_000} for at in range(100)} | {"odd": 7}
    await harness.server_respond({"resultType": "input_required", "inputRequests": requests})
    await harness.receive()
    assert harness.guard.snapshot().ongoing[0].asks == ("x" * 200,) * MAX_SHOWN_METHODS


@pytest.mark.parametrize("hostile", [{"client": "hostile"}, {"server": "hostile"}])
def test_tasks_push_out_no_tasks_of_another_client_or_server(hostile, monkeypatch):
    monkeypatch.setattr(tasks, "MAX_TASKS", 10)
    registry = TaskRegistry()
    about = {"session": "s", "call": "c", "client": "desk", "server": "files", "tool": "read"}
    registry.begin("own", about)
    for at in range(20):
        registry.begin(str(at), about | hostile, at)
    registry.begin("19", about | hostile, 19)
    assert len(registry.all()) == 10
    assert registry.tool("files", "desk", "own") == "read"
    assert registry.foreign("files", "another") >= {"own"}
