"""Orders that say when a rule ends: in force, in the configuration, after a restart, and exported."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.gate.conftest import Line, strict
from tests.services.test_rule_backtest import Recorded
from tests.support.services_harness import Harness
from tests.support.waiting import until
from toolguard.gate import jsonrpc
from toolguard.gate.model import ClientInfo
from toolguard.services.rules.service import describe_allow, from_config

PLACE = {"server": "files", "tool": "read", "verdict": "allow"}


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    """An office with three client sessions."""
    office = Harness(tmp_path)
    office.gate.availability.ready()

    async def opener(_state: Any) -> Line:
        return Line(jsonrpc.decode_server)

    lines, works = [Line(strict) for _ in range(3)], []
    for line, (id, client, server) in zip(
        lines, (("s1", "desk", "files"), ("s2", "other", "files"), ("s3", "other", "git")), strict=True
    ):  # fmt: skip
        join = office.guard.join(id, ClientInfo(id=client), server, line, opener)
        works.append(asyncio.get_running_loop().create_task(join))
    await until(lambda: len(office.guard.sessions()) == 3)
    yield office
    for line in lines:
        line.leave("gone")
    await asyncio.gather(*works)
    office.keychain.close()


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"client": "desk"}, "s1"), ({"client": "other", "session": "s2"}, "s2"), ({"session": "s1"}, "s1"),
        ({}, "s1, s2"), ({"client": "nobody"}, "No connected client session"),
        ({"session": "s3"}, "No connected client session"), ({"session": "s9"}, "No connected client session"),
    ],
)  # fmt: skip
async def test_rule_until_disconnect_needs_a_connected_session(harness: Harness, more: Any, found: str) -> None:
    if found in ("s1", "s2"):
        made = await harness.order("rule.add", **PLACE, until="disconnect", **more)
        assert made["session"] == found and made["until"] == "disconnect"
        assert not harness.config.rules, "it is not kept"
    else:
        assert found in await harness.refusal("rule.add", **PLACE, until="disconnect", **more)
        assert not list(harness.gate.rules)


async def test_restart_ends_rules_in_memory_but_not_dates(harness: Harness) -> None:
    await harness.guard.observe(locked=False, idle=0.0)
    for more in ({"until": "lock"}, {"until": "idle", "idle": 300.0}, {"until": "session"},
                 {"until": "disconnect", "client": "desk"}):  # fmt: skip
        await harness.order("rule.add", **PLACE, **more)
    dated = await harness.order("rule.add", **PLACE, expires=5000.0)
    short = await harness.order("rule.add", **PLACE, seconds=300.0)
    assert len(list(harness.gate.rules)) == 6
    assert [(rule.id, rule.expires, rule.until) for rule in from_config(harness.config)] == [
        (dated["id"], 5000.0, "always"), (short["id"], short["expires"], "always"),
    ]  # fmt: skip


async def test_an_end_can_be_changed_and_the_change_reverted(harness: Harness) -> None:
    made = await harness.order("rule.add", **PLACE, client="desk")
    before = {name: value for name, value in made.items() if name != "doubts"}
    changed = await harness.order("rule.change", id=made["id"], until="disconnect")
    assert changed["session"] == "s1" and not harness.config.rules
    changed = await harness.order("rule.change", id=made["id"], note="n")
    assert changed["session"] == "s1", "what is not said stays"
    changed = await harness.order("rule.change", id=made["id"], seconds=60.0)
    assert (changed["until"], changed["session"]) == ("always", "") and len(harness.config.rules) == 1
    await harness.order("rule.revert", **before)
    assert [(rule.expires, rule.until) for rule in harness.gate.rules] == [(0.0, "always")]


async def test_refused_rule_changes_nothing(harness: Harness) -> None:
    made = await harness.order("rule.add", **PLACE)
    assert "Set how long you must be away before the rule ends" in await harness.refusal(
        "rule.change", id=made["id"], until="idle"
    )
    assert "cannot detect" in await harness.refusal("rule.change", id=made["id"], until="lock")
    assert "has passed" in await harness.refusal("rule.change", id=made["id"], expires=5.0)
    assert "Only a rule that allows" in await harness.refusal("rule.add", **{**PLACE, "verdict": "deny"}, until="lock")
    assert [rule.until for rule in harness.gate.rules] == ["always"] and len(harness.config.rules) == 1


@pytest.mark.parametrize(
    ("until", "text"),
    [("lock", "until the screen locks"), ("idle", "until you are away"), ("disconnect", "until the client disconnects"),
     ("session", "until ToolGuard closes"), ("always", "until the rule is removed")],
)  # fmt: skip
def test_question_names_the_end_of_the_rule(until: str, text: str) -> None:
    assert text in f"{describe_allow({**PLACE, 'until': until})}"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(7200.0, "for 2 hours."), (900.0, "for 15 minutes."), (5400.0, "for 90 minutes."), (45.0, "for 45 seconds.")],
)
def test_question_names_the_duration_of_the_rule_in_its_largest_whole_unit(seconds: float, text: str) -> None:
    assert describe_allow({**PLACE, "seconds": seconds}).endswith(text)


async def test_uses_are_read_from_the_log(harness: Harness, tmp_path: Path) -> None:
    assert await harness.order("rule.uses") == []
    made = Recorded(tmp_path, harness)
    try:
        for by in ("rule r1", "person", "rule r1", "rule r2"):
            await made.call(by=by)
        async with asyncio.timeout(120):
            while sum(one["count"] for one in await harness.order("rule.uses")) < 3:
                made.indexer.poke()
                await asyncio.sleep(0.02)
        assert [(one["id"], one["count"]) for one in await harness.order("rule.uses")] == [("r1", 2), ("r2", 1)]
    finally:
        made.close()
