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

from tests.support.virtual_time import VirtualTimeLoop
from toolguard.gate.policy.person_watch import MAX_REPORT_AGE
from toolguard.gate.policy.rule_ends import EXTERNAL_ENDS, MAX_BOUND_SECONDS, RULE_ENDS
from toolguard.gate.policy.rules import Rule, RuleRequest

OK = {"content": []}


def ran(play: Any) -> list[Any]:
    """The ids of the calls that any server has heard of, each as often as it was written."""
    return [one["id"] for server in play.servers for one in server.log if one.get("method") == "tools/call"]


async def grant(play: Any, until: Any, **more: Any) -> Rule:
    """An allow rule for everything that ends then."""
    await play.guard.observe(locked=False, idle=0.0)
    told = {"id": "g", "verdict": "allow", "until": until, "created": play.now, **more}
    play.guard.add_rule(Rule(**told), by="person")
    return next(rule for rule in play.gate.rules if rule.id == "g")


def in_force(play: Any) -> bool:
    return any(rule.id == "g" for rule in play.gate.rules)


def record(play: Any) -> str:
    found = [one for one in play.log.of("ConfigChanged") if str(one.what) == "rule g ended"]
    return str(found[0].detail) if found else ""


# --- the table ----------------------------------------------------------------------------------------------------


def test_only_allow_rules_have_external_ends_and_only_dates_are_far() -> None:
    assert {name for name, row in RULE_ENDS.items() if row.is_bound} == {"disconnect", "lock", "idle:5m", "idle:15m"}
    assert {name for name, row in RULE_ENDS.items() if row.is_lasting} == {"date", "always"}
    assert max(row.seconds for row in RULE_ENDS.values()) == MAX_BOUND_SECONDS


# --- what ends a grant --------------------------------------------------------------------------------------------


async def locks(play: Any) -> None:
    await play.guard.observe(locked=True, idle=0.0)


async def is_not_seen(play: Any) -> None:
    await play.guard.observe(locked=None, idle=0.0)


async def is_away(play: Any) -> None:
    play.now += 300


async def is_said_to_be_away(play: Any) -> None:
    play.now += 301
    await play.guard.observe(locked=False, idle=301)


async def hears_nothing(play: Any) -> None:
    play.now += MAX_REPORT_AGE + 1


async def is_over(play: Any) -> None:
    play.now += 300


async def revokes(play: Any) -> None:
    play.guard.remove_rule("g", by="person")


async def turns_off(play: Any) -> None:
    rule = next(rule for rule in play.gate.rules if rule.id == "g")
    play.guard.change_rule(msgspec.structs.replace(rule, disabled=True), by="person")


async def panics(play: Any) -> None:
    play.guard.panic(True)


async def comes_back(play: Any) -> None:
    """What was reported too late does not bring a rule back."""
    play.now += 301
    await play.guard.observe(locked=False, idle=0.0)


ENDINGS: list[tuple[str, dict[str, Any], Callable[[Any], Any], str]] = [
    ("lock", {}, locks, "the screen was locked"),
    ("lock", {}, is_not_seen, "ToolGuard cannot detect when the screen locks"),
    ("lock", {}, hears_nothing, "ToolGuard cannot detect when the screen locks"),
    ("lock", {}, comes_back, "ToolGuard cannot detect when the screen locks"),
    ("idle", {"idle": 300.0}, is_away, "away for longer"),
    ("idle", {"idle": 300.0}, is_said_to_be_away, "away for longer"),
    ("idle", {"idle": 300.0}, comes_back, "away for longer"),
    ("always", {"expires": 1300.0}, is_over, ""),
    ("session", {}, revokes, ""),
    ("session", {}, turns_off, ""),
    ("lock", {}, panics, ""),
]
NAMES = [f"{until}-{ending.__name__}" for until, _, ending, _ in ENDINGS]


@pytest.fixture
async def late(play: Any, monkeypatch: Any) -> Any:
    """A play whose server is opened when ``ready`` is set."""
    play.ready, opening = asyncio.Event(), play.open

    async def open_later(state: Any) -> Any:
        await play.ready.wait()
        return await opening(state)

    monkeypatch.setattr(play, "open", open_later)
    play.delay = 0.001
    await play.start()
    return play


async def decided(play: Any, count: int = 1) -> None:
    async with asyncio.timeout(120):
        while len(play.log.of("CallDecided")) < count:
            await asyncio.sleep(0.001)


@pytest.mark.parametrize(("until", "more", "ending", "why"), ENDINGS, ids=NAMES)
async def test_r6_call_that_waits_for_its_write_is_not_sent_after_the_end(
    late: Any, until: str, more: Any, ending: Any, why: str
) -> None:
    await grant(late, until, **more)
    late.calls(1)
    await decided(late)
    assert late.log.of("CallDecided")[0].by == "rule g"
    await ending(late)
    late.ready.set()
    assert (await late.hears())["result"]["isError"]
    assert ran(late) == [] and late.log.kinds()[-1] == "CallWithdrawn"
    assert why in record(late)


async def test_r6_call_of_a_session_that_ends_is_not_sent(late: Any) -> None:
    (session,) = late.guard.sessions()
    await grant(late, "disconnect", session=session)
    late.calls(1)
    await decided(late)
    late.client.leave("gone")
    async with asyncio.timeout(120):
        while in_force(late):
            await asyncio.sleep(0.001)
    late.ready.set()
    await asyncio.sleep(0.1)
    assert ran(late) == [] and record(late) == "the client disconnected"


@pytest.mark.parametrize(("until", "more", "ending", "why"), ENDINGS[:7], ids=NAMES[:7])
async def test_next_call_asks_after_the_end(play: Any, until: str, more: Any, ending: Any, why: str) -> None:
    await play.start()
    await grant(play, until, **more)
    play.calls(1)
    await play.server_answers(OK)
    await play.hears()
    await ending(play)
    play.calls(2)
    await play.sees()
    assert not in_force(play) and why in record(play)


@pytest.mark.parametrize("first", ["grant", "other"])
async def test_a_rule_with_the_id_of_a_grant_does_not_end_in_its_place(play: Any, first: str) -> None:
    """A program can add rules that deny, also with the id of a grant: they were taken out, and the grant stayed."""
    await play.start()
    other = Rule(id="g", server="elsewhere", verdict="deny")
    if first == "other":
        play.gate.rules.add(other)
    await play.guard.observe(locked=False, idle=0.0)
    play.guard.add_rule(Rule(id="g", verdict="allow", until="lock", created=play.now), by="person")
    if first == "grant":
        play.gate.rules.add(other)
    await play.guard.observe(locked=True, idle=0.0)
    play.calls(1)
    await play.sees()
    assert list(play.gate.rules) == [other] and ran(play) == []


async def test_grant_for_a_session_covers_no_other(play: Any, new_line: Any) -> None:
    await play.start()
    (session,) = play.guard.sessions()
    await grant(play, "disconnect", session=session)
    other = await play.start(client=new_line())
    play.calls(1, client=other)
    await play.sees()
    play.calls(2, arguments={"a": 1})
    async with asyncio.timeout(120):
        while ran(play) != [2]:
            await asyncio.sleep(0.001)
    other.leave("gone")
    await asyncio.sleep(0.01)
    assert in_force(play), "only its own session ends it"


async def test_presence_in_time_keeps_a_grant_up_to_its_latest_end(play: Any) -> None:
    """A program that reports input for ever prolongs nothing beyond `MAX_BOUND_SECONDS`."""
    await play.start()
    made = await grant(play, "idle", idle=300.0)
    assert made.expires == 1000.0 + MAX_BOUND_SECONDS
    number = 0
    while play.now < made.expires:
        number += 1
        play.calls(number, arguments={"n": number})
        await play.server_answers(OK)
        await play.hears()
        play.now += 290
        await play.guard.observe(locked=False, idle=0.0)
    play.calls("late")
    await play.sees()


async def test_decision_counts_as_presence(play: Any) -> None:
    await play.start()
    await grant(play, "idle", idle=300.0, tool="other")
    for number in range(3):
        play.now += 250
        play.calls(number, arguments={"n": number})
        await play.denies()
        await play.hears()
    assert in_force(play)
    play.now += 300
    play.calls(9)
    await play.denies()
    assert not in_force(play), "the decision came too late"


@pytest.mark.parametrize("made", [1e9, 1000.0])
async def test_a_rule_that_claims_to_be_made_later_does_not_last_longer(play: Any, made: float) -> None:
    await play.start()
    rule = await grant(play, "idle", idle=300.0, created=made, expires=1e9)
    assert (rule.created, rule.expires) == (1000.0, 1000.0 + MAX_BOUND_SECONDS)
    play.now += 300
    play.calls(1)
    await play.sees()


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
async def test_an_end_that_would_not_be_noticed_is_refused(play: Any, rule: Any, why: str) -> None:
    await play.start()
    made = Rule(id="g", **{"verdict": "allow", **rule})
    for order in (play.guard.add_rule, play.guard.change_rule):
        with pytest.raises(ValueError, match=why):
            order(made, by="person")
    assert not in_force(play) and not play.kept


async def test_absence_ends_no_rule_without_a_person(play: Any) -> None:
    play.gate.availability.close("no window", "window")
    with pytest.raises(ValueError, match="but only while ToolGuard is open in a window or a terminal"):
        play.guard.add_rule(Rule(id="g", verdict="allow", until="idle", idle=300.0), by="person")


async def test_snapshot_reports_observation_of_the_screen(play: Any) -> None:
    changes: list[int] = []
    play.guard.on_change(lambda: changes.append(1))
    assert not play.guard.snapshot().sees_screen
    await play.guard.observe(locked=False, idle=None)
    assert play.guard.snapshot().sees_screen and changes
    del changes[:]
    await play.guard.observe(locked=False, idle=3.0)
    assert not changes, "the same report is no news"
    assert not play.guard.snapshot().watching
    await grant(play, "lock")
    assert play.guard.snapshot().watching
    await play.guard.observe(locked=True, idle=None)
    assert not play.guard.snapshot().watching and not play.guard.snapshot().sees_screen


# --- remembered with a decision -----------------------------------------------------------------------------------


@pytest.mark.parametrize("row", RULE_ENDS.values(), ids=list(RULE_ENDS))
async def test_every_end_can_be_remembered_with_an_approval(play: Any, row: Any) -> None:
    await play.start()
    await play.guard.observe(locked=False, idle=0.0)
    (session,) = play.guard.sessions()
    play.calls(1)
    idle = row.seconds if row.until == "idle" else 0.0
    requested = RuleRequest(
        client="desk", server="files", tool="read", verdict="allow", until=row.until, idle=idle,
        seconds=0.0 if idle else row.seconds, expires=5000.0 if row.is_date else 0.0,
    )  # fmt: skip
    await play.approves(remember=requested)
    (rule,) = play.gate.rules
    latest = {"lock": 1000.0 + MAX_BOUND_SECONDS, "idle": 1000.0 + MAX_BOUND_SECONDS}.get(row.until, 0.0)
    assert rule.expires == (5000.0 if row.is_date else 1000.0 + row.seconds if requested.seconds else latest)
    assert (rule.until, rule.idle, rule.session) == (row.until, idle, session if row.until == "disconnect" else "")
    assert bool(play.kept) is (row.until == "always"), "what others end is kept in memory only"


@pytest.mark.parametrize(
    ("end", "kept"),
    [
        ({"until": "always", "seconds": 300.0}, True), ({"until": "always", "seconds": MAX_BOUND_SECONDS + 1}, False),
        ({"until": "always", "expires": 1000.0 + MAX_BOUND_SECONDS}, True),
        ({"until": "always", "expires": 1e9}, False), ({"until": "lock"}, True), ({"until": "always"}, False),
    ],
)  # fmt: skip
async def test_rule_for_unreviewable_calls_lasts_twelve_hours_at_most(play: Any, end: Any, kept: bool) -> None:
    await play.start()
    await play.guard.observe(locked=False, idle=0.0)
    play.calls(1, tool="run", arguments={"command": "sh -c x"})
    (held,) = await play.sees()
    requested = RuleRequest(client="desk", server="files", tool="run", verdict="allow", **end)
    said = await play.guard.approve(held.call.id, shown=held.shown, remember=requested)
    assert (said == "") is kept and bool(list(play.gate.rules)) is kept


# --- any interleaving ---------------------------------------------------------------------------------------------


class Interleaving:
    """A play in which everything happens in any order, and what was written to a server when nothing allowed it."""

    def __init__(self, play: Any) -> None:
        self.play = play
        self.calls = 0
        self.approved: set[str] = set()
        self.unallowed: list[str] = []
        self._write = play.log.write
        play.log.write = self._watch
        play.log.committed = play.log.durable = self._slowly

    async def _slowly(self) -> None:
        """Until a record is on the disk there is time for everything else."""
        await asyncio.sleep(0.003)

    def _watch(self, event: Any, owner: object = None) -> None:
        play = self.play
        if type(event).__name__ == "CallForwarded":  # recorded in the step in which it is written
            rules = [one for one in play.gate.rules if not one.expires or play.now < one.expires]
            if play.gate.panic or not (rules or event.call in self.approved):
                self.unallowed.append(event.call)
        self._write(event)

    async def call(self) -> None:
        self.calls += 1
        self.play.calls(self.calls, arguments={"n": self.calls})

    async def approve(self) -> None:
        for held in self.play.guard.snapshot().held[:1]:
            self.approved.add(held.call.id)
            assert await self.play.guard.approve(held.call.id, shown=held.shown) == ""

    async def grant(self) -> None:
        until = ("session", "lock", "idle", "always")[self.calls % 4]
        if not in_force(self.play):
            await grant(
                self.play, until, idle=300.0, expires=self.play.now + 200 if until == "always" else 0.0
            )  # fmt: skip

    async def revoke(self) -> None:
        self.play.guard.remove_rule("g", by="person")

    async def a_while(self) -> None:
        self.play.now += 20

    async def long(self) -> None:
        self.play.now += 300

    async def lock(self) -> None:
        await locks(self.play)

    async def unlock(self) -> None:
        await self.play.guard.observe(locked=False, idle=0.0)

    async def panic(self) -> None:
        self.play.guard.panic(True)

    async def calm(self) -> None:
        self.play.guard.panic(False)

    async def lose_server(self) -> None:
        self.play.delay = 0.002
        self.play.server.leave("ended")

    async def step(self) -> None:
        await asyncio.sleep(0)

    async def breathe(self) -> None:
        await asyncio.sleep(0.001)

    async def run(self, steps: list[str]) -> None:
        await self.play.start()
        try:
            for step in steps:
                await getattr(self, step)()
            await asyncio.sleep(0.05)
        finally:
            await self.play.stop()
        written = ran(self.play)
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
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_approval_runs_once_and_never_after_the_end(new_play: Any, steps: list[str]) -> None:
    """Whatever the order of revoke, expiry, lock, absence, panic, approval and the loss of the server."""
    loop = VirtualTimeLoop()
    try:
        loop.run_until_complete(Interleaving(new_play()).run(steps))
    finally:
        loop.close()
