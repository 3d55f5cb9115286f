"""Proof of presence: every way to approve waits for it, and nothing but a valid proof lets a call run."""

from __future__ import annotations

import asyncio
import inspect

import msgspec
import pytest

from tests.support.manual_authenticator import ManualAuthenticator, presence_of
from toolguard.gate.api import GateApi
from toolguard.gate.approvals.presence import NoAuthenticator, PresencePolicy, PresenceSettings
from toolguard.gate.policy.rules import RuleRequest

OK = {"content": [{"type": "text", "text": "done"}]}
READ_ONLY = {"name": "read", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}
WRITES = {"name": "write", "inputSchema": {"type": "object"}}
CAREFUL = {"name": "add", "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": False}}


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def person():
    return ManualAuthenticator()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def guarded(person, clock, new_harness, request):
    """A play in which approvals need proof; the parameter holds the settings."""
    settings = {"need": "every", **getattr(request, "param", {})}
    made = new_harness(presence_of(person, clock=clock, **settings))
    await made.start()
    yield made
    await made.stop()


def configured(**settings):
    return pytest.mark.parametrize("guarded", [settings], indirect=True)


async def held_call(harness, id=1, **more):
    harness.call(id, **more)
    async with asyncio.timeout(120):
        while True:
            for held in harness.guard.snapshot().pending:
                if held.call.message["id"] == id:
                    return held
            await asyncio.sleep(0.001)


def approving(harness, held, **more):
    return asyncio.ensure_future(harness.guard.approve(held.call.id, shown=held.shown, **more))


# --- every way to approve ---------------------------------------------------------------------------------------


async def approve(harness, held):
    return await harness.guard.approve(held.call.id, shown=held.shown)


async def approve_edited(harness, held):
    return await harness.guard.approve(held.call.id, shown=held.shown, edited='{"path": "/b"}')


async def approve_remembered(harness, held):
    requested = RuleRequest(client="desk", server="files", tool="write", verdict="allow", until="session")
    return await harness.guard.approve(held.call.id, shown=held.shown, remember=requested)


async def approve_all(harness, held):
    return (await harness.guard.approve_all({held.call.id: held.shown}))[held.call.id]


async def allow_next(harness, held):
    await harness.cancel(held.call.message["id"])
    async with asyncio.timeout(120):
        while harness.guard.snapshot().pending:
            await asyncio.sleep(0.001)
    return await harness.guard.allow_next(held.call.id)


async def accept(harness, _held):
    asking = asyncio.ensure_future(
        harness.guard.proposals.propose("rule", "Calls of write run unasked.", "d", "command line")
    )
    async with asyncio.timeout(120):
        while not harness.guard.snapshot().proposals:
            await asyncio.sleep(0.001)
    result = await harness.guard.accept(harness.guard.snapshot().proposals[0].id)
    if result:
        assert harness.guard.snapshot().proposals  # it still waits
        asking.cancel()
    else:
        assert await asking is True
    return result


WAYS = (approve, approve_edited, approve_remembered, approve_all, allow_next, accept)


def test_listed_approval_methods_are_complete():
    """A new order of a person must be sorted here: either it allows nothing, or it is one of `WAYS`."""
    harmless = {
        "join", "detach_request", "end", "check", "deny", "revoke", "stop", "stop_all", "set_visibility",
        "notify_tools_changed", "propose", "asked", "reject", "close", "cancel_authentication", "widths", "observe",
        "end_pause",
    }  # fmt: skip
    found = {name for name, one in vars(GateApi).items() if inspect.iscoroutinefunction(one) and name[0] != "_"}
    assert found - harmless == {way.__name__.removesuffix("_edited").removesuffix("_remembered") for way in WAYS}


@pytest.mark.parametrize("way", WAYS)
async def test_call_is_not_approved_without_proof_of_presence(guarded, person, wait_until, way):
    held = await held_call(guarded, tool="write")
    answer = asyncio.ensure_future(way(guarded, held))
    await wait_until(lambda: person.is_prompting)
    assert not answer.done()
    assert guarded.log.of("DecisionDeferred") == [] and list(guarded.gate.rules) == []
    person.fail("the finger was another one.")
    assert "the finger was another one." in await answer
    assert guarded.log.of("CallDecided") == [] or guarded.log.of("CallDecided")[0].verdict == "deny"
    assert guarded.log.of("DecisionDeferred") == [] and list(guarded.gate.rules) == []
    assert guarded.guard.snapshot().tickets == () and guarded.server.log == []


@pytest.mark.parametrize("way", WAYS)
async def test_approval_with_proof_is_recorded(guarded, person, wait_until, way):
    held = await held_call(guarded, tool="write")
    answer = asyncio.ensure_future(way(guarded, held))
    await wait_until(lambda: person.is_prompting)
    person.authenticate("doorbell")
    assert await answer == ""
    kind = {allow_next: "DecisionDeferred", accept: "ConfigChanged"}.get(way, "CallDecided")
    await wait_until(lambda: guarded.log.of(kind))
    assert guarded.log.of(kind)[-1].presence.by == "doorbell"


@pytest.mark.parametrize("way", WAYS)
async def test_failed_or_hanging_authenticator_refuses_the_approval(person, new_harness, wait_until, way):
    harness = new_harness(presence_of(person, timeout=0.05))
    await harness.start()
    held = await held_call(harness, tool="write")
    assert "nobody authenticated in time" in await way(harness, held)
    assert person.withdrawn == 1
    await harness.stop()


async def test_a_bug_in_an_authenticator_refuses(guarded, person, wait_until, caplog):
    held = await held_call(guarded)
    answer = approving(guarded, held)
    await wait_until(lambda: person.is_prompting)
    person.break_down(RuntimeError("a bug"))
    assert "doorbell failed" in await answer
    assert "a bug" in caplog.text
    assert guarded.guard.snapshot().pending


async def test_without_any_authenticator_every_approval_is_refused(new_harness, clock):
    policy = PresencePolicy(NoAuthenticator(), clock=clock, settings=PresenceSettings(need="every"),
                            trusts_hints=lambda _tool: True)  # fmt: skip
    harness = new_harness(policy)
    await harness.start()
    held = await held_call(harness)
    assert "no authentication method" in await approve(harness, held)
    assert "no authentication method" in await approve_all(harness, held)
    await harness.stop()


async def test_a_denial_needs_no_proof(guarded, person):
    held = await held_call(guarded)
    assert await guarded.guard.deny(held.call.id) == ""
    assert person.asked == []


async def test_presence_off_requests_no_proof(new_harness, person):
    harness = new_harness(presence_of(person, "off"))
    await harness.start()
    held = await held_call(harness)
    assert await approve(harness, held) == ""
    assert person.asked == []
    assert (await harness.server_respond(OK))["method"] == "tools/call"
    assert harness.log.of("CallDecided")[0].presence is msgspec.UNSET
    await harness.stop()


# --- while a person authenticates -------------------------------------------------------------------------------


async def test_a_call_that_is_withdrawn_while_the_person_authenticates_never_runs(guarded, person, wait_until):
    held = await held_call(guarded)
    answer = approving(guarded, held)
    await wait_until(lambda: person.is_prompting)
    await guarded.cancel(1)
    assert "Not approved" in await answer
    await wait_until(lambda: person.withdrawn == 1)
    assert guarded.log.kinds(held.call.id) == ["CallHeld", "CallWithdrawn"]
    assert guarded.server.log == []


async def test_a_call_that_is_denied_while_the_person_authenticates_stays_denied(guarded, person, wait_until):
    held = await held_call(guarded)
    answer = approving(guarded, held)
    await wait_until(lambda: person.is_prompting)
    assert await guarded.guard.deny(held.call.id) == ""
    assert "Not approved" in await answer
    assert guarded.log.of("CallDecided")[0].verdict == "deny"
    await wait_until(lambda: person.withdrawn == 1)


@pytest.mark.parametrize("way", [approve, approve_all])
async def test_call_with_a_new_warning_is_reviewed_again_after_authentication(guarded, person, wait_until, way):
    held = await held_call(guarded, tool="write")
    answer = asyncio.ensure_future(way(guarded, held))
    await wait_until(lambda: person.is_prompting)
    await guarded.list_tools([{"name": "write", "inputSchema": {"type": "object", "required": ["path"]}}])
    person.authenticate()
    assert "Review it again" in await answer
    (now,) = guarded.guard.snapshot().pending
    assert now.warnings != held.warnings and guarded.log.of("CallForwarded") == []


async def test_prompt_timeout_continues_during_authentication(person, new_harness):
    harness = new_harness(presence_of(person), prompt_timeout=0.05)
    await harness.start()
    held = await held_call(harness)
    assert "Not approved" in await approve(harness, held)
    assert harness.log.of("CallDecided")[0].by == "timeout"
    assert person.withdrawn == 1
    await harness.stop()


async def test_the_question_is_shown_and_can_be_cancelled(guarded, person, wait_until):
    held = await held_call(guarded)
    answer = approving(guarded, held)
    await wait_until(lambda: person.is_prompting)
    (shown,) = guarded.guard.snapshot().authenticating
    assert shown.by == "doorbell"
    assert shown.text == person.asked[0] == "Approve a call of “read” on the server “files”, made by “desk”."
    assert await guarded.guard.cancel_authentication(shown.id) == ""
    assert "you cancelled" in await answer
    assert guarded.guard.snapshot().authenticating == ()
    assert guarded.guard.snapshot().pending  # it goes on waiting
    assert "no longer open" in await guarded.guard.cancel_authentication(shown.id)


async def test_cancelling_the_approval_withdraws_the_authentication_prompt(guarded, person, wait_until):
    held = await held_call(guarded)
    answer = approving(guarded, held)
    await wait_until(lambda: person.is_prompting)
    answer.cancel()
    await wait_until(lambda: person.withdrawn == 1)
    assert guarded.guard.snapshot().pending


async def test_a_proof_is_for_the_call_that_was_shown_and_for_no_other(guarded, person, wait_until):
    held = await held_call(guarded)
    assert "This is not the call that you were shown" in await guarded.guard.approve(held.call.id, shown="0" * 64)
    assert person.asked == []


@configured(validity=60)
async def test_changed_presence_settings_refuse_waiting_approvals(guarded, person, wait_until, clock):
    policy = guarded.guard._presence
    held = await held_call(guarded, 1)
    answer = approving(guarded, held)
    await wait_until(lambda: person.is_prompting)
    person.authenticate()
    assert await answer == ""
    held = await held_call(guarded, 2, tool="write")
    policy.configure(PresenceSettings(need="every", validity=30), person)
    answer = approving(guarded, held)
    await wait_until(lambda: person.is_prompting)
    policy.configure(PresenceSettings(need="every", validity=20), person)
    assert "settings were changed" in await answer


# --- how long a proof lasts -------------------------------------------------------------------------------------


async def prove_once(harness, person, wait_until, id=1, **more):
    held = await held_call(harness, id, **more)
    answer = approving(harness, held)
    await wait_until(lambda: person.is_prompting)
    person.authenticate()
    assert await answer == ""


async def test_zero_validity_needs_a_proof_per_approval(guarded, person, wait_until):
    await prove_once(guarded, person, wait_until, 1)
    await prove_once(guarded, person, wait_until, 2)
    assert len(person.asked) == 2


@configured(validity=60)
async def test_proof_is_reused_while_valid_and_record_has_its_age(guarded, person, clock, wait_until):
    await prove_once(guarded, person, wait_until, 1)
    clock.now += 12
    assert await approve(guarded, await held_call(guarded, 2)) == ""
    await wait_until(lambda: len(guarded.log.of("CallDecided")) == 2)
    assert [one.presence.age for one in guarded.log.of("CallDecided")] == [0, 12]
    clock.now += 48
    await prove_once(guarded, person, wait_until, 3)
    assert len(person.asked) == 2


@configured(validity=60)
async def test_proof_of_presence_is_valid_only_for_its_session(guarded, person, wait_until, new_line):
    await prove_once(guarded, person, wait_until, 1)
    other = await guarded.start(client=new_line(), name="other")
    held = await held_call(guarded, 2, client=other)
    answer = approving(guarded, held)
    await wait_until(lambda: person.is_prompting)
    person.fail()
    assert "Not approved" in await answer


@configured(validity=60)
async def test_a_rule_or_a_change_always_needs_a_new_proof(guarded, person, wait_until):
    await prove_once(guarded, person, wait_until, 1)
    for way in (approve_remembered, accept):
        held = await held_call(guarded, way.__name__, tool="write", arguments={"way": way.__name__})
        answer = asyncio.ensure_future(way(guarded, held))
        await wait_until(lambda: person.is_prompting)
        person.fail()
        assert await answer


@configured(validity=60)
async def test_a_clock_that_goes_back_ends_a_proof(guarded, person, clock, wait_until):
    await prove_once(guarded, person, wait_until, 1)
    clock.now -= 1
    await prove_once(guarded, person, wait_until, 2)


@configured(validity=60)
async def test_ended_session_forgets_its_proof(guarded, person, wait_until):
    await prove_once(guarded, person, wait_until, 1)
    guarded.client.leave("gone")
    await wait_until(lambda: not guarded.guard.sessions())
    assert guarded.guard._presence._proofs == {}


async def test_a_proof_never_lasts_longer_than_five_minutes(guarded, person, clock, wait_until):
    guarded.guard._presence.configure(PresenceSettings(need="every", validity=86_400), person)
    await prove_once(guarded, person, wait_until, 1)
    clock.now += 300
    await prove_once(guarded, person, wait_until, 2)


# --- several at once --------------------------------------------------------------------------------------------


@configured(validity=60)
async def test_two_approvals_of_one_session_share_a_question_while_proofs_last(guarded, person, wait_until):
    one, two = await held_call(guarded, 1), await held_call(guarded, 2, tool="write")
    answers = [approving(guarded, one), approving(guarded, two)]
    await wait_until(lambda: person.is_prompting)
    answers[0].cancel()  # the other still wants it
    person.authenticate()
    assert await answers[1] == ""
    assert len(person.asked) == 1


async def test_approvals_authenticate_one_after_another_when_proof_is_for_one(guarded, person, wait_until):
    one, two = await held_call(guarded, 1), await held_call(guarded, 2, tool="write")
    answers = [approving(guarded, one), approving(guarded, two)]
    await wait_until(lambda: person.is_prompting and len(guarded.guard.snapshot().authenticating) == 2)
    assert len(person.asked) == 1
    person.authenticate()
    assert await answers[0] == ""
    await wait_until(lambda: len(person.asked) == 2)
    person.fail()
    assert "Not approved" in await answers[1]


@configured(validity=60)
async def test_unwanted_authentication_is_not_joined(guarded, person, wait_until):
    one, two = await held_call(guarded, 1), await held_call(guarded, 2, tool="write")
    first = approving(guarded, one)
    await wait_until(lambda: person.is_prompting)
    first.cancel()
    second = approving(guarded, two)
    await wait_until(lambda: len(person.asked) == 2)
    person.authenticate()
    assert await second == ""


async def test_bulk_approval_needs_one_proof(guarded, person, wait_until):
    held = [await held_call(guarded, id, arguments={"n": id}) for id in range(3)]
    shown = {one.call.id: one.shown for one in held}
    gone = "no such call"
    answer = asyncio.ensure_future(guarded.guard.approve_all({**shown, gone: "0" * 64}))
    await wait_until(lambda: person.is_prompting)
    assert person.asked == ["Approve 3 calls at once: “read” on “files”."]
    await guarded.cancel(1)  # one of them is given up meanwhile
    await wait_until(lambda: len(guarded.guard.snapshot().pending) == 2)
    person.authenticate()
    answers = await answer
    assert [bool(answers[one.call.id]) for one in held] == [False, True, False]
    assert answers[gone]
    assert len(person.asked) == 1


# --- which calls ------------------------------------------------------------------------------------------------


@configured(need="destroy")
async def test_only_destructive_calls_need_proof(guarded, person, wait_until):
    await guarded.list_tools([READ_ONLY, WRITES, CAREFUL])
    for id, tool in enumerate(("read", "add")):
        assert await approve(guarded, await held_call(guarded, id, tool=tool)) == ""
    assert person.asked == []
    for id, tool in ((10, "write"), (11, "unlisted")):
        answer = approving(guarded, await held_call(guarded, id, tool=tool))
        await wait_until(lambda: person.is_prompting)
        person.fail()
        assert "Not approved" in await answer


@configured(need="destroy")
async def test_allow_rule_for_all_tools_needs_proof(guarded, person, wait_until):
    await guarded.list_tools([READ_ONLY])
    held = await held_call(guarded, 2)
    requested = RuleRequest(client="desk", server="files", tool="*", verdict="allow", until="session")
    answer = approving(guarded, held, remember=requested)
    await wait_until(lambda: person.is_prompting)
    person.fail()
    assert "Not approved" in await answer
    assert list(guarded.gate.rules) == []


# --- what the person is told ------------------------------------------------------------------------------------


class Leaks:
    edition = 0
    refuses = False
    is_active = True

    def find(self, data):
        return ()

    def mask(self, value):
        return [["•••" if "hunter2" in text else text for text in one] for one in value]


async def test_authentication_prompt_contains_no_secret(guarded, person, wait_until):
    guarded.gate.leaks = Leaks()
    answer = approving(guarded, await held_call(guarded, tool="hunter2"))
    await wait_until(lambda: person.is_prompting)
    assert "hunter2" not in person.asked[0]
    person.fail()
    assert await answer


async def test_an_answer_that_is_kept_for_the_next_call_keeps_its_proof(guarded, person, wait_until):
    await guarded.list_tools([READ_ONLY])
    held = await held_call(guarded, 1)
    answer = asyncio.ensure_future(allow_next(guarded, held))
    await wait_until(lambda: person.is_prompting)
    person.authenticate("doorbell")
    assert await answer == ""
    guarded.call(2)
    assert (await guarded.server_respond(OK))["method"] == "tools/call"
    assert guarded.log.of("CallDecided")[-1].by.startswith("ticket of ")
    assert guarded.log.of("CallDecided")[-1].presence.by == "doorbell"
