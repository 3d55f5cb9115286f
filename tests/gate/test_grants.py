"""Rules with an end: what ends them, that nothing prolongs them, and that a call that waits for its write is stopped.

Case R6: what ends between the decision and the write is not sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from tests.support.virtual_time import VirtualTimeLoop
from toolguard.gate.policy.person_watch import MAX_REPORT_AGE
from toolguard.gate.policy.rule_ends import EXTERNAL_ENDS, MAX_BOUND_SECONDS, RULE_ENDS
from toolguard.gate.policy.rules import Rule, RuleRequest

OK = {"content": []}


def ran(harness: Any) -> list[Any]:
    """The ids of the calls that any server has heard of, each as often as it was written."""
    return [one["id"] for server in harness.servers for one in server.log if one.get("method") == "tools/call"]


async def grant(harness: Any, until: Any, **more: Any) -> Rule:
    """An allow rule for everything that ends then."""
    await harness.guard.observe(locked=False, idle=0.0)
    members = {"id": "g", "verdict": "allow", "until": until, "created": harness.now, **more}
    harness.guard.add_rule(Rule(**members), by="person")
    return next(rule for rule in harness.gate.rules if rule.id == "g")


def in_force(harness: Any) -> bool:
    return any(rule.id == "g" for rule in harness.gate.rules)


def record(harness: Any) -> str:
    found = [one for one in harness.log.of("ConfigChanged") if str(one.what) == "rule g ended"]
    return str(found[0].detail) if found else ""


# --- the table ----------------------------------------------------------------------------------------------------


def test_only_allow_rules_have_external_ends_and_only_dates_are_far() -> None:
    assert {name for name, row in RULE_ENDS.items() if row.is_bound} == {"disconnect", "lock", "idle:5m", "idle:15m"}
    assert {name for name, row in RULE_ENDS.items() if row.is_lasting} == {"date", "always"}
    assert max(row.seconds for row in RULE_ENDS.values()) == MAX_BOUND_SECONDS


# --- what ends a grant --------------------------------------------------------------------------------------------


async def lock_screen(harness: Any) -> None:
    await harness.guard.observe(locked=True, idle=0.0)


async def lose_sight_of_lock(harness: Any) -> None:
    await harness.guard.observe(locked=None, idle=0.0)


async def stay_away(harness: Any) -> None:
    harness.now += 300


async def report_absence(harness: Any) -> None:
    harness.now += 301
    await harness.guard.observe(locked=False, idle=301)


async def stop_reports(harness: Any) -> None:
    harness.now += MAX_REPORT_AGE + 1


async def reach_expiry(harness: Any) -> None:
    harness.now += 300


async def revoke(harness: Any) -> None:
    harness.guard.remove_rule("g", by="person")


async def turn_off(harness: Any) -> None:
    rule = next(rule for rule in harness.gate.rules if rule.id == "g")
    harness.guard.change_rule(msgspec.structs.replace(rule, disabled=True), by="person")


async def deny_everything(harness: Any) -> None:
    harness.guard.panic(True)


async def report_return(harness: Any) -> None:
    """What was reported too late does not bring a rule back."""
    harness.now += 301
    await harness.guard.observe(locked=False, idle=0.0)


ENDINGS: list[tuple[str, dict[str, Any], Callable[[Any], Any], str]] = [
    ("lock", {}, lock_screen, "the screen was locked"),
    ("lock", {}, lose_sight_of_lock, "ToolGuard cannot detect when the screen locks"),
    ("lock", {}, stop_reports, "ToolGuard cannot detect when the screen locks"),
    ("lock", {}, report_return, "ToolGuard cannot detect when the screen locks"),
    ("idle", {"idle": 300.0}, stay_away, "away for longer"),
    ("idle", {"idle": 300.0}, report_absence, "away for longer"),
    ("idle", {"idle": 300.0}, report_return, "away for longer"),
    ("always", {"expires": 1300.0}, reach_expiry, ""),
    ("session", {}, revoke, ""),
    ("session", {}, turn_off, ""),
    ("lock", {}, deny_everything, ""),
]
NAMES = [f"{until}-{ending.__name__}" for until, _, ending, _ in ENDINGS]


@pytest.fixture
async def late(harness: Any, monkeypatch: Any) -> Any:
    """A harness whose server is opened when ``ready`` is set."""
    harness.ready, opening = asyncio.Event(), harness.open

    async def open_later(state: Any) -> Any:
        await harness.ready.wait()
        return await opening(state)

    monkeypatch.setattr(harness, "open", open_later)
    harness.delay = 0.001
    await harness.start()
    return harness


async def decided(harness: Any, count: int = 1) -> None:
    async with asyncio.timeout(120):
        while len(harness.log.of("CallDecided")) < count:
            await asyncio.sleep(0.001)


@pytest.mark.parametrize(("until", "more", "ending", "why"), ENDINGS, ids=NAMES)
async def test_r6_call_that_waits_for_its_write_is_not_sent_after_the_end(
    late: Any, until: str, more: Any, ending: Any, why: str
) -> None:
    await grant(late, until, **more)
    late.call(1)
    await decided(late)
    assert late.log.of("CallDecided")[0].by == "rule g"
    await ending(late)
    late.ready.set()
    assert (await late.receive())["result"]["isError"]
    assert ran(late) == [] and late.log.kinds()[-1] == "CallWithdrawn"
    assert why in record(late)


async def test_r6_call_of_a_session_that_ends_is_not_sent(late: Any) -> None:
    (session,) = late.guard.sessions()
    await grant(late, "disconnect", session=session)
    late.call(1)
    await decided(late)
    late.client.leave("gone")
    async with asyncio.timeout(120):
        while in_force(late):
            await asyncio.sleep(0.001)
    late.ready.set()
    await asyncio.sleep(0.1)
    assert ran(late) == [] and record(late) == "the client disconnected"


@pytest.mark.parametrize(("until", "more", "ending", "why"), ENDINGS[:7], ids=NAMES[:7])
async def test_next_call_asks_after_the_end(harness: Any, until: str, more: Any, ending: Any, why: str) -> None:
    await harness.start()
    await grant(harness, until, **more)
    harness.call(1)
    await harness.server_respond(OK)
    await harness.receive()
    await ending(harness)
    harness.call(2)
    await harness.wait_for_pending()
    assert not in_force(harness) and why in record(harness)


@pytest.mark.parametrize("first", ["grant", "other"])
async def test_ending_a_grant_keeps_another_rule_with_its_id(harness: Any, first: str) -> None:
    """A program can add rules that deny, also with the id of a grant: they were taken out, and the grant stayed."""
    await harness.start()
    other = Rule(id="g", server="elsewhere", verdict="deny")
    if first == "other":
        harness.gate.rules.add(other)
    await harness.guard.observe(locked=False, idle=0.0)
    harness.guard.add_rule(Rule(id="g", verdict="allow", until="lock", created=harness.now), by="person")
    if first == "grant":
        harness.gate.rules.add(other)
    await harness.guard.observe(locked=True, idle=0.0)
    harness.call(1)
    await harness.wait_for_pending()
    assert list(harness.gate.rules) == [other] and ran(harness) == []


async def test_grant_for_a_session_covers_no_other(harness: Any, new_line: Any) -> None:
    await harness.start()
    (session,) = harness.guard.sessions()
    await grant(harness, "disconnect", session=session)
    other = await harness.start(client=new_line())
    harness.call(1, client=other)
    await harness.wait_for_pending()
    harness.call(2, arguments={"a": 1})
    async with asyncio.timeout(120):
        while ran(harness) != [2]:
            await asyncio.sleep(0.001)
    other.leave("gone")
    await asyncio.sleep(0.01)
    assert in_force(harness), "only its own session ends it"


async def test_presence_in_time_keeps_a_grant_up_to_its_latest_end(harness: Any) -> None:
    """A program that reports input for ever prolongs nothing beyond `MAX_BOUND_SECONDS`."""
    await harness.start()
    made = await grant(harness, "idle", idle=300.0)
    assert made.expires == 1000.0 + MAX_BOUND_SECONDS
    number = 0
    while harness.now < made.expires:
        number += 1
        harness.call(number, arguments={"n": number})
        await harness.server_respond(OK)
        await harness.receive()
        harness.now += 290
        await harness.guard.observe(locked=False, idle=0.0)
    harness.call("late")
    await harness.wait_for_pending()


async def test_decision_counts_as_presence(harness: Any) -> None:
    await harness.start()
    await grant(harness, "idle", idle=300.0, tool="other")
    for number in range(3):
        harness.now += 250
        harness.call(number, arguments={"n": number})
        await harness.deny()
        await harness.receive()
    assert in_force(harness)
    harness.now += 300
    harness.call(9)
    await harness.deny()
    assert not in_force(harness), "the decision came too late"


@pytest.mark.parametrize("made", [1e9, 1000.0])
async def test_a_rule_that_claims_to_be_made_later_does_not_last_longer(harness: Any, made: float) -> None:
    await harness.start()
    rule = await grant(harness, "idle", idle=300.0, created=made, expires=1e9)
    assert (rule.created, rule.expires) == (1000.0, 1000.0 + MAX_BOUND_SECONDS)
    harness.now += 300
    harness.call(1)
    await harness.wait_for_pending()


# --- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        *(({"until": until, "verdict": verdict, "idle": 300.0}, "Only a rule that allows")
          for until in sorted(EXTERNAL_ENDS) for verdict in ("deny", "ask")),
        ({"until": "disconnect", "session": "gone"}, "has ended"),
        ({"until": "disconnect"}, "has ended"),
        ({"until": "lock"}, "ToolGuard cannot detect when the screen locks"),
        ({"until": "idle"}, "1 minute to 12 hours"),
        ({"until": "idle", "idle": 1e9}, "1 minute to 12 hours"),
    ],
)  # fmt: skip
async def test_rule_end_that_cannot_be_detected_is_refused(harness: Any, rule: Any, why: str) -> None:
    await harness.start()
    made = Rule(id="g", **{"verdict": "allow", **rule})
    for order in (harness.guard.add_rule, harness.guard.change_rule):
        with pytest.raises(ValueError, match=why):
            order(made, by="person")
    assert not in_force(harness) and not harness.kept


async def test_absence_ends_no_rule_without_a_person(harness: Any) -> None:
    harness.gate.availability.close("no window", "window")
    with pytest.raises(ValueError, match="but only while ToolGuard is open in a window or a terminal"):
        harness.guard.add_rule(Rule(id="g", verdict="allow", until="idle", idle=300.0), by="person")


async def test_snapshot_reports_observation_of_the_screen(harness: Any) -> None:
    changes: list[int] = []
    harness.guard.on_change(lambda: changes.append(1))
    assert not harness.guard.snapshot().sees_screen
    await harness.guard.observe(locked=False, idle=None)
    assert harness.guard.snapshot().sees_screen and changes
    del changes[:]
    await harness.guard.observe(locked=False, idle=3.0)
    assert not changes, "the same report is no news"
    assert not harness.guard.snapshot().watching
    await grant(harness, "lock")
    assert harness.guard.snapshot().watching
    await harness.guard.observe(locked=True, idle=None)
    assert not harness.guard.snapshot().watching and not harness.guard.snapshot().sees_screen


# --- remembered with a decision -----------------------------------------------------------------------------------


@pytest.mark.parametrize("row", RULE_ENDS.values(), ids=list(RULE_ENDS))
async def test_every_end_can_be_remembered_with_an_approval(harness: Any, row: Any) -> None:
    await harness.start()
    await harness.guard.observe(locked=False, idle=0.0)
    (session,) = harness.guard.sessions()
    harness.call(1)
    idle = row.seconds if row.until == "idle" else 0.0
    requested = RuleRequest(
        client="desk", server="files", tool="read", verdict="allow", until=row.until, idle=idle,
        seconds=0.0 if idle else row.seconds, expires=5000.0 if row.is_date else 0.0,
    )  # fmt: skip
    await harness.approve(remember=requested)
    (rule,) = harness.gate.rules
    latest = {"lock": 1000.0 + MAX_BOUND_SECONDS, "idle": 1000.0 + MAX_BOUND_SECONDS}.get(row.until, 0.0)
    assert rule.expires == (5000.0 if row.is_date else 1000.0 + row.seconds if requested.seconds else latest)
    assert (rule.until, rule.idle, rule.session) == (row.until, idle, session if row.until == "disconnect" else "")
    assert bool(harness.kept) is (row.until == "always"), "what others end is kept in memory only"


@pytest.mark.parametrize(
    ("end", "kept"),
    [
        ({"until": "always", "seconds": 300.0}, True), ({"until": "always", "seconds": MAX_BOUND_SECONDS + 1}, False),
        ({"until": "always", "expires": 1000.0 + MAX_BOUND_SECONDS}, True),
        ({"until": "always", "expires": 1e9}, False), ({"until": "lock"}, True), ({"until": "always"}, False),
    ],
)  # fmt: skip
async def test_rule_for_unreviewable_calls_lasts_twelve_hours_at_most(harness: Any, end: Any, kept: bool) -> None:
    await harness.start()
    await harness.guard.observe(locked=False, idle=0.0)
    harness.call(1, tool="run", arguments={"command": "sh -c x"})
    (held,) = await harness.wait_for_pending()
    requested = RuleRequest(client="desk", server="files", tool="run", verdict="allow", **end)
    result = await harness.guard.approve(held.call.id, shown=held.shown, remember=requested)
    assert (result == "") is kept and bool(list(harness.gate.rules)) is kept


# --- any interleaving ---------------------------------------------------------------------------------------------


class Interleaving:
    """A play in which everything happens in any order, and what was written to a server when nothing allowed it."""

    def __init__(self, harness: Any) -> None:
        self.harness = harness
        self.calls = 0
        self.approved: set[str] = set()
        self.unallowed: list[str] = []
        self._write = harness.log.write
        harness.log.write = self._watch
        harness.log.committed = harness.log.durable = self._slowly

    async def _slowly(self) -> None:
        """Until a record is on the disk there is time for everything else."""
        await asyncio.sleep(0.003)

    def _watch(self, event: Any, owner: object = None) -> None:
        harness = self.harness
        if type(event).__name__ == "CallForwarded":  # recorded in the step in which it is written
            rules = [one for one in harness.gate.rules if not one.expires or harness.now < one.expires]
            if harness.gate.panic or not (rules or event.call in self.approved):
                self.unallowed.append(event.call)
        self._write(event)

    async def call(self) -> None:
        self.calls += 1
        self.harness.call(self.calls, arguments={"n": self.calls})

    async def approve(self) -> None:
        for held in self.harness.guard.snapshot().pending[:1]:
            self.approved.add(held.call.id)
            assert await self.harness.guard.approve(held.call.id, shown=held.shown) == ""

    async def grant(self) -> None:
        until = ("session", "lock", "idle", "always")[self.calls % 4]
        if not in_force(self.harness):
            await grant(
                self.harness, until, idle=300.0, expires=self.harness.now + 200 if until == "always" else 0.0
            )  # fmt: skip

    async def revoke(self) -> None:
        self.harness.guard.remove_rule("g", by="person")

    async def a_while(self) -> None:
        self.harness.now += 20

    async def long(self) -> None:
        self.harness.now += 300

    async def lock(self) -> None:
        await lock_screen(self.harness)

    async def unlock(self) -> None:
        await self.harness.guard.observe(locked=False, idle=0.0)

    async def panic(self) -> None:
        self.harness.guard.panic(True)

    async def calm(self) -> None:
        self.harness.guard.panic(False)

    async def lose_server(self) -> None:
        self.harness.delay = 0.002
        self.harness.server.leave("ended")

    async def step(self) -> None:
        await asyncio.sleep(0)

    async def breathe(self) -> None:
        await asyncio.sleep(0.001)

    async def run(self, steps: list[str]) -> None:
        await self.harness.start()
        try:
            for step in steps:
                await getattr(self, step)()
            await asyncio.sleep(0.05)
        finally:
            await self.harness.stop()
        written = ran(self.harness)
        assert len(written) == len(set(written)), "a call was written twice"
        assert self.unallowed == []


STEPS = ("call", "approve", "grant", "revoke", "a_while", "long", "lock", "unlock", "panic", "calm", "lose_server",
         "step", "breathe")  # fmt: skip


@given(steps=st.lists(st.sampled_from(STEPS), max_size=40))
@example(["grant", "call", "breathe", "revoke"])
@example(["call", "grant", "call", "breathe", "lock"])
@example(["call", "call", "grant", "call", "breathe", "long"])
@example(["grant", "call", "breathe", "panic", "calm", "revoke"])
@example(["call", "breathe", "approve", "step", "panic"])
@settings(max_examples=examples(200), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_approval_runs_once_and_never_after_the_end(new_harness: Any, steps: list[str]) -> None:
    """Whatever the order of revoke, expiry, lock, absence, panic, approval and the loss of the server."""
    loop = VirtualTimeLoop()
    try:
        loop.run_until_complete(Interleaving(new_harness()).run(steps))
    finally:
        loop.close()
