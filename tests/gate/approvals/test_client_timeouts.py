"""Plays: the client's timeout ends before the person's. Numbers are the acceptance cases of the protocol reference."""

import asyncio

import pytest

from toolguard.gate.approvals.client_timeouts import (
    DEFAULT_TIMEOUT,
    KNOWN_CLIENTS,
    ClientTimeout,
    ClientTimeouts,
    DeclaredTimeout,
)
from toolguard.gate.approvals.deferred_approvals import LIFETIME
from toolguard.gate.model import ClientInfo
from toolguard.gate.policy.rules import Rule

OK = {"content": [{"type": "text", "text": "done"}]}
TOOL = {"name": "read", "inputSchema": {"type": "object"}}


@pytest.fixture
async def hurried(harness):
    """A client that gives up after 0.1 seconds."""
    harness.gate.client_timeouts.replace({"desk": 0.625})
    await harness.start()
    return harness


async def until_ticketed(harness):
    async with asyncio.timeout(120):
        while not harness.guard.snapshot().tickets:
            await asyncio.sleep(0.001)


async def deferred(harness, id=1, **more):
    """A call that was answered before its client would have given it up."""
    harness.call(id, **more)
    answer = await harness.receive()
    assert answer["id"] == id and answer["result"]["isError"]
    assert "identical arguments" in answer["result"]["content"][0]["text"]


async def test_client_is_asked_to_retry_before_its_timeout_and_the_retry_joins_the_prompt(hurried):
    await deferred(hurried, arguments={"a": 1})
    held = (await hurried.wait_for_pending())[0]
    assert held.deferred and held.waiting == 0 and held.deadline == 0
    hurried.call(2, arguments={"a": 1})
    await hurried.approve()
    assert (await hurried.server_respond(OK))["params"]["arguments"] == {"a": 1}
    assert await hurried.receive() == {"jsonrpc": "2.0", "id": 2, "result": OK}
    assert hurried.log.kinds(held.call.id) == [
        "CallHeld",
        "CallDeferred",
        "CallHeld",
        "CallDecided",
        "CallForwarded",
        "CallCompleted",
    ]


@pytest.mark.case(19)
async def test_late_approval_is_used_once_by_the_identical_call(hurried):
    await deferred(hurried)
    await hurried.approve()
    await until_ticketed(hurried)
    assert hurried.server.log == []
    assert len(hurried.guard.snapshot().tickets) == 1
    hurried.call(2)
    await hurried.server_respond(OK)
    assert (await hurried.receive())["id"] == 2
    assert hurried.guard.snapshot().tickets == ()
    assert hurried.log.of("CallDecided")[-1].by.startswith("ticket of ")
    hurried.call(3)
    assert (await hurried.wait_for_pending())[0].call.message["id"] == 3


@pytest.mark.parametrize("trouble", ["", "The disk is full."])
async def test_late_approval_can_be_used_only_after_it_is_on_the_disk(hurried, trouble):
    await deferred(hurried)
    reached, on_disk = asyncio.Event(), asyncio.Event()

    async def durable():
        reached.set()
        await on_disk.wait()
        await hurried.log.committed()

    hurried.log.durable = durable
    approving = asyncio.create_task(hurried.approve())
    await reached.wait()
    await approving
    assert hurried.log.of("DecisionDeferred") and hurried.guard.snapshot().tickets == ()
    hurried.log.trouble = trouble
    on_disk.set()
    if trouble:
        for _ in range(20):
            await asyncio.sleep(0)
        assert hurried.guard.snapshot().tickets == ()
    else:
        await until_ticketed(hurried)


async def test_deferred_denial_answers_identical_call_without_prompt(hurried):
    await deferred(hurried)
    await hurried.deny("not today")
    await until_ticketed(hurried)
    hurried.call(2)
    text = (await hurried.receive())["result"]["content"][0]["text"]
    assert text.startswith("Denied by the user") and "not today" in text
    assert hurried.server.log == []
    hurried.call(3)
    await hurried.wait_for_pending()


async def test_saved_approval_runs_the_edited_arguments(hurried):
    await deferred(hurried, arguments={"a": 1})
    await hurried.approve(edited='{"a": 2}')
    await until_ticketed(hurried)
    hurried.call(2, arguments={"a": 1})
    assert (await hurried.server_respond(OK))["params"]["arguments"] == {"a": 2}
    assert hurried.log.of("CallDecided")[-1].edited


@pytest.mark.parametrize("other", ["arguments", "tool", "client", "definition", "time", "meta"])
async def test_a_ticket_is_for_the_same_call_of_the_same_client_only(hurried, new_line, other):
    await hurried.list_tools([TOOL])
    await deferred(hurried)
    await hurried.approve()
    await until_ticketed(hurried)
    client = None
    if other == "client":
        client = await hurried.start(client=new_line(), name="stranger")
    if other == "definition":
        await hurried.list_tools([{**TOOL, "description": "another"}])
    if other == "time":
        hurried.now += LIFETIME
    hurried.call(
        2, tool="write" if other == "tool" else "read", arguments={"a": 1} if other == "arguments" else None,
        client=client, **({"_meta": {"progressToken": "t"}} if other == "meta" else {}),
    )  # fmt: skip
    if other == "meta":
        await hurried.server_respond(OK)
    else:
        await hurried.wait_for_pending()


async def test_a_deny_rule_beats_a_ticket(hurried):
    await deferred(hurried)
    await hurried.approve()
    await until_ticketed(hurried)
    hurried.guard.add_rule(Rule(id="no", tool="read", verdict="deny"), by="person")
    hurried.call(2)
    assert "refused by ToolGuard" in (await hurried.receive())["result"]["content"][0]["text"]
    assert hurried.server.log == []


async def test_saved_decision_can_be_removed(hurried):
    await deferred(hurried)
    await hurried.approve()
    await until_ticketed(hurried)
    ticket = hurried.guard.snapshot().tickets[0]
    assert await hurried.guard.revoke(ticket.id) == ""
    assert "This approval was already used" in await hurried.guard.revoke(ticket.id)
    hurried.call(2)
    await hurried.wait_for_pending()


async def test_unrecordable_approval_is_not_saved(hurried):
    await deferred(hurried)
    hurried.log.trouble = "disk full"
    held = (await hurried.wait_for_pending())[0]
    await hurried.guard.approve(held.call.id, shown=held.call.digest)
    await asyncio.sleep(0.01)
    assert hurried.guard.snapshot().tickets == ()


async def test_cancelled_call_can_be_approved_for_the_next_retry(harness):
    await harness.start()
    harness.call(1)
    held = (await harness.wait_for_pending())[0]
    await harness.cancel(1)
    await harness.wait_for_pending(0)
    harness.log.trouble = "the disk is full"
    assert "the disk is full" in await harness.guard.allow_next(held.call.id)
    harness.log.trouble = ""
    assert await harness.guard.allow_next(held.call.id) == ""
    assert "asked again" in await harness.guard.allow_next(held.call.id)
    harness.call(2)
    await harness.server_respond(OK)
    assert (await harness.receive())["id"] == 2


async def test_deferred_approval_is_used_by_another_session_of_same_client(harness, new_line, wait_until):
    await harness.start()
    harness.call(1)
    held = (await harness.wait_for_pending())[0]
    harness.client.leave("gone")
    await harness.wait_for_pending(0)
    assert await harness.guard.allow_next(held.call.id) == ""
    again = await harness.start(client=new_line())
    await wait_until(lambda: len(harness.servers) == 2)
    harness.call(1, client=again)
    await harness.server_respond(OK)


async def test_kept_approval_is_not_used_by_another_program_of_the_same_name(harness, new_line, wait_until):
    """Defect C1: an approval that outlives its message is for the process that made the call."""
    await harness.start()
    harness.call(1)
    held = (await harness.wait_for_pending())[0]
    harness.client.leave("gone")
    await harness.wait_for_pending(0)
    assert await harness.guard.allow_next(held.call.id) == ""
    other = await harness.start(client=new_line(), process="815@2.00")
    await wait_until(lambda: len(harness.servers) == 2)
    harness.call(1, client=other)
    assert (await harness.wait_for_pending())[0].call.client.process == "815@2.00"


async def test_ended_session_withdraws_its_deferred_prompts(hurried):
    await deferred(hurried)
    held = (await hurried.wait_for_pending())[0]
    hurried.client.leave("gone")
    await hurried.wait_for_pending(0)
    assert hurried.log.kinds(held.call.id) == ["CallHeld", "CallDeferred", "CallWithdrawn"]


async def test_progress_that_extends_the_patience_makes_an_early_answer_needless(harness, monkeypatch):
    harness.gate.client_timeouts.replace({"desk": 0.625})
    monkeypatch.setattr(harness.gate.client_timeouts, "_tested_timeout", lambda claim: ClientTimeout(60, extends=True))
    await harness.start()
    harness.call(1, _meta={"progressToken": 1})
    harness.call(2, arguments={"other": 1})
    answer = await harness.receive()
    assert answer["id"] == 2
    assert {held.call.message["id"]: held.deferred for held in await harness.wait_for_pending(2)} == {1: False, 2: True}


async def test_deadline_during_recording_sends_no_retry(hurried):
    hurried.call(1)
    await hurried.approve()
    await hurried.server_receive()
    await asyncio.sleep(0.6)
    assert hurried.client.log == []


async def test_timeout_racing_with_click_gives_one_response_and_at_most_one_run(new_harness):
    for round in range(40):
        harness = new_harness()
        harness.gate.client_timeouts.replace({"desk": 0.625})
        await harness.start()
        harness.call(1)
        held = (await harness.wait_for_pending())[0]
        await asyncio.sleep(0.49 + 0.0008 * round)
        problem = await harness.guard.approve(held.call.id, shown=held.call.digest)
        assert problem == ""
        await asyncio.sleep(0.03)
        ran = len(harness.server.log)
        assert (ran, len(harness.guard.snapshot().tickets)) in ((1, 0), (0, 1))
        assert len(harness.client.log) == (1 - ran)
        await harness.stop()


def test_two_equal_cancellations_define_a_client_timeout():
    received = []
    deadlines = ClientTimeouts(lambda *one: received.append(one))
    caller = ClientInfo(id="new")
    deadlines.observe("new", 45.2)
    deadlines.observe("new", 12.0)
    deadlines.observe("new", 30.0)
    assert deadlines.of(caller, "new 1.0") == DEFAULT_TIMEOUT
    deadlines.observe("new", 30.4)
    assert deadlines.of(caller, "new 1.0").seconds == 30.0
    assert received == [("new", 30.0)]
    deadlines.observe("new", 30.1)
    assert len(received) == 1


def test_cancel_by_person_is_not_learned_as_timeout():
    deadlines = ClientTimeouts()
    for _ in range(5):
        deadlines.observe("new", 1.0)
    assert deadlines.of(ClientInfo(id="new"), "") == DEFAULT_TIMEOUT


@pytest.mark.parametrize("known", KNOWN_CLIENTS)
def test_every_known_client_is_answered_before_its_timeout(known):
    timeout = ClientTimeouts().of(ClientInfo(id="x", program="/usr/bin/x"), f"{known.claim} 1.0")
    assert timeout == known.timeout
    assert 0 <= timeout.answer_after < max(timeout.seconds, 0.1)
    assert ClientTimeout(5).answer_after == 4 and ClientTimeout(60).answer_after == 55


@pytest.mark.case(49)
async def test_detached_client_keeps_its_prompt_and_runs_nothing(harness):
    await harness.start()
    session = harness.guard.sessions()[0]
    harness.call(1, arguments={"a": 1})
    await harness.wait_for_pending()
    assert not harness.guard.was_deferred(session, 1)
    await harness.guard.detach_request(session, 1)
    assert harness.guard.was_deferred(session, 1) and not harness.guard.was_deferred(session, 2)
    assert (await harness.receive())["result"]["isError"]
    await harness.approve()
    await until_ticketed(harness)
    assert harness.server.log == []
    harness.call(2, arguments={"a": 1})
    await harness.server_respond(OK)
    assert (await harness.receive())["id"] == 2
    assert not harness.guard.was_deferred(session, 2)


async def test_running_or_unknown_call_cannot_be_detached(harness):
    await harness.start()
    session = harness.guard.sessions()[0]
    harness.call(1)
    await harness.approve()
    for id in (1, 7):
        await harness.guard.detach_request(session, id)
    await harness.guard.detach_request("no session", 1)
    await harness.server_respond(OK)
    assert (await harness.receive())["result"] == OK
    assert not harness.guard.was_deferred(session, 1) and not harness.guard.was_deferred("no session", 1)


async def test_declared_limit_turns_a_late_approval_into_a_kept_answer(harness):
    """Defect C12: Cline with a timeout of 20 s ran a call 12 s after it had given up."""
    await harness.start()
    [session] = harness.guard._sessions
    harness.gate.client_timeouts.declare(session, (DeclaredTimeout("robot", 0.625),))
    await harness.initialize()
    await deferred(harness)
    await harness.approve()
    await until_ticketed(harness)
    assert harness.log.of("CallForwarded") == []
    harness.call(2)
    await harness.server_respond(OK)
    assert (await harness.receive())["id"] == 2


@pytest.mark.parametrize("by", ["person", "rule"])
async def test_call_does_not_run_if_its_client_timed_out_during_server_start(harness, by):
    """Defect C12: a client that gives up without a word is not waiting any more when a slow server is ready."""
    if by == "rule":
        harness.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    await harness.start()
    harness.gate.client_timeouts.replace({"desk": 100.0})
    ready = asyncio.Event()

    async def prepare(_message):
        await ready.wait()
        return ()

    [session] = harness.guard._sessions.values()
    await session._upstream.ready()
    session._upstream.channel.prepare = prepare
    session._upstream.channel.call_writer = lambda: None
    harness.call(1)
    if by == "person":
        await harness.approve()
    async with asyncio.timeout(120):
        while not harness.log.of("CallDecided"):
            await asyncio.sleep(0.001)
    harness.now += 101
    ready.set()
    assert (
        "this client's timeout passed before the server was ready"
        in (await harness.receive())["result"]["content"][0]["text"]
    )
    assert harness.log.of("CallForwarded") == [] and harness.server.log == []
    assert len(harness.guard.snapshot().tickets) == (by == "person")


@pytest.mark.parametrize("method", ["tools/call", "prompts/list"])
async def test_id_of_an_early_answered_call_is_reusable_only_for_its_retry(harness, method):
    """It is sent under this id, so the server's response to it would pass for that to another request."""
    await harness.start()
    harness.call(1, arguments={"a": 1})
    await harness.wait_for_pending()
    await harness.guard.detach_request(harness.guard.sessions()[0], 1)
    await harness.receive()
    harness.send({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"name": "read", "arguments": {"a": 2}}})
    refused = await harness.receive()
    assert refused["id"] == 1 and "still in use" in refused["error"]["message"]
    harness.call(1, arguments={"a": 1})
    await harness.approve()
    await harness.server_respond(OK)
    assert await harness.receive() == {"jsonrpc": "2.0", "id": 1, "result": OK}
    harness.call(1, arguments={"a": 2})
    await harness.approve()


async def test_late_approval_with_edited_arguments_is_for_the_call_as_the_client_makes_it(harness):
    harness.delay = 5.0
    harness.gate.client_timeouts.replace({"desk": 100.0})
    await harness.start()
    harness.call(1, arguments={"a": 1})
    await harness.approve(edited='{"a": 2}')
    harness.now += 101
    assert "timeout passed" in (await harness.receive())["result"]["content"][0]["text"]
    (ticket,) = harness.guard.snapshot().tickets
    assert (ticket.call.arguments, ticket.arguments) == ({"a": 1}, {"a": 2})
    harness.call(2, arguments={"a": 1})
    assert (await harness.server_respond(OK))["params"]["arguments"] == {"a": 2}


async def test_denial_revokes_an_earlier_approval_of_the_identical_call(harness):
    await harness.start()
    harness.call(1)
    given_up = (await harness.wait_for_pending())[0]
    await harness.cancel(1)
    await harness.wait_for_pending(0)
    harness.call(2)
    await harness.wait_for_pending()
    assert await harness.guard.allow_next(given_up.call.id) == ""
    await harness.deny()
    assert (await harness.receive())["result"]["isError"]
    assert not harness.guard.snapshot().tickets
    assert harness.log.of("ConfigChanged")[-1].what.code == "gate.approval_taken_back"
    harness.call(3)
    await harness.wait_for_pending()
