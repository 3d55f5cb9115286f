"""A rule that is tried on the calls of the log, and one that is proposed for some of them."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.services_harness import Harness
from toolguard.gate import model
from toolguard.gate.policy.rules import Rule
from toolguard.services.rules import backtest as rule_backtest
from toolguard.store.log.audit_log import AuditLog
from toolguard.store.log.index.log_index import IndexThread, follow
from toolguard.store.log.past_calls import PastCalls

HASH = "ab" * 32


class Recorded:
    """A log with calls, and the orders that read it."""

    def __init__(self, home: Path, office: Harness) -> None:
        self.path = home / "log"
        self.log = AuditLog(self.path)
        self.log.open()
        self.indexer = IndexThread(self.path, follow(self.path))
        self.indexer.start()
        office.app = replace(office.app, past=PastCalls(self.path))
        self.office = office
        self.count = 0

    async def call(self, tool: str = "read", verdict: Any = "allow", by: str = "person", **arguments: Any) -> str:
        self.count += 1
        name = f"call{self.count}"
        who = {"call": name, "session": "s", "client": "desk", "server": "files", "tool": tool}
        text = json.dumps(arguments)
        if by.startswith("rule "):
            decided = {"request": "1", "arguments": text, "digest": HASH}
        else:
            decided = {}
            self.log.write(model.CallHeld(**who, request="1", arguments=text, digest=HASH, era="legacy"))
        self.log.write(model.CallDecided(**who, verdict=verdict, by=by, **decided))
        await self.log.committed()
        return name

    async def indexed(self) -> None:
        async with asyncio.timeout(120):
            while self.indexer.newest < self.log.recorded:
                self.indexer.poke()
                await asyncio.sleep(0.01)

    async def backtest(self, rule: dict[str, Any], **more: Any) -> dict[str, Any]:
        """All pages together."""
        await self.indexed()
        whole: dict[str, Any] = {"looked": 0, "covered": 0, "denied": 0, "different": []}
        cursor = ""
        while True:
            page = await self.office.order("rule.backtest", rule=rule, cursor=cursor, **more)
            whole = {name: value + page[name] for name, value in whole.items()}
            if not (cursor := page["next"]):
                return whole

    def close(self) -> None:
        self.indexer.stop()
        self.log.close()


@pytest.fixture
async def recorded(tmp_path: Path) -> AsyncIterator[Recorded]:
    office = Harness(tmp_path)
    await office.with_server()
    made = Recorded(tmp_path, office)
    yield made
    made.close()
    office.keychain.close()


def allow(*conditions: tuple[str, str, Any], **more: Any) -> dict[str, Any]:
    when = [{"pointer": pointer, "matcher": matcher, "value": value} for pointer, matcher, value in conditions]
    return {"server": "files", "tool": "read", "verdict": "allow", "when": when, **more}


NOTES = ("/path", "starts-with", "/notes/")


async def test_backtest_lists_only_different_calls_denied_first(recorded: Recorded) -> None:
    await recorded.call(path="/notes/secret", verdict="deny")
    for name in ("a", "b"):
        await recorded.call(path=f"/notes/{name}")
    await recorded.call(path="/etc/shadow", verdict="deny")
    await recorded.call("write", path="/notes/w")
    found = await recorded.backtest(allow(NOTES))
    assert [(one["text"], one["verdict"], one["before"], one["after"]) for one in found["different"]] == [
        ('{"path":"/notes/secret"}', "deny", "ask", "allow"), ('{"path":"/notes/b"}', "allow", "ask", "allow"),
        ('{"path":"/notes/a"}', "allow", "ask", "allow"),
    ]  # fmt: skip
    assert (found["looked"], found["covered"], found["denied"]) == (4, 3, 1)
    assert found["different"][0]["arguments"] == {"path": "/notes/secret"}


async def test_equally_decided_call_is_not_listed(recorded: Recorded) -> None:
    await recorded.call(path="/notes/a", by="rule r")
    recorded.office.gate.rules.add(Rule(id="r", server="files", tool="read", verdict="allow"))
    found = await recorded.backtest(allow(NOTES))
    assert (found["covered"], found["different"]) == (1, [])
    denying = await recorded.backtest({**allow(NOTES), "verdict": "deny"})
    assert [(one["before"], one["after"]) for one in denying["different"]] == [("allow", "deny")]


async def test_backtest_includes_restrictions_of_allow_rules(recorded: Recorded) -> None:
    await recorded.call(path="/notes/a")
    recorded.office.gate.rules.add(Rule(id="r", server="files", tool="Read", verdict="deny"))
    found = await recorded.backtest(allow(NOTES))
    assert (found["covered"], found["different"]) == (1, []), "a deny rule for the name in another case asks"
    recorded.office.gate.rules.remove("r")
    recorded.office.gate.rules.set_unidentified(frozenset({"desk"}))
    found = await recorded.backtest({**allow(NOTES), "client": "desk"})
    assert (found["covered"], found["different"]) == (0, [])


async def test_edited_rule_is_compared_with_its_previous_form(recorded: Recorded) -> None:
    await recorded.call(path="/notes/a")
    await recorded.call(path="/etc/a")
    recorded.office.gate.rules.add(Rule(id="r", server="files", tool="read", verdict="allow"))
    found = await recorded.backtest(allow(NOTES), instead="r")
    assert [(one["text"], one["before"], one["after"]) for one in found["different"]] == [
        ('{"path":"/etc/a"}', "allow", "ask")
    ]


async def test_backtest_pages_continue(recorded: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_backtest, "_MAX_EXAMINED_CALLS", 2)
    for at in range(5):
        await recorded.call(n=at, verdict="deny" if at % 2 else "allow")
    await recorded.indexed()
    first = await recorded.office.order("rule.backtest", rule=allow())
    assert first["looked"] == 2 and first["next"].startswith("deny:")
    found = await recorded.backtest(allow())
    assert [one["arguments"]["n"] for one in found["different"]] == [3, 1, 4, 2, 0]


async def test_backtest_page_of_a_long_log_does_not_block(recorded: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    for at in range(3_000):
        recorded.count += 1
        who = {"call": f"c{at}", "session": "s", "client": "desk", "server": "files", "tool": "read"}
        event = model.CallDecided(
            **who, verdict="allow", by="person", request="1", arguments=json.dumps({"n": at}), digest=HASH
        )
        recorded.log.write(event)
    await recorded.log.committed()
    await recorded.indexed()
    loop_runs, page = threading.Event(), rule_backtest.BackTest.page

    def page_meanwhile(test: rule_backtest.BackTest, *about: Any) -> Any:
        assert loop_runs.wait(60), "the loop waits for the page"
        return page(test, *about)

    monkeypatch.setattr(rule_backtest.BackTest, "page", page_meanwhile)
    asking = asyncio.ensure_future(recorded.office.order("rule.backtest", rule=allow(("/n", "between", [0, None]))))
    await asyncio.sleep(0)
    loop_runs.set()
    result = await asking
    assert 0 < result["looked"] <= 1_000 and result["next"]


@pytest.mark.parametrize("by", ["leak", "rate limit", "size limit", "panic"])
async def test_calls_without_decision_are_left_out(recorded: Recorded, by: str) -> None:
    await recorded.call(path="/notes/a", verdict="deny", by=by)
    assert (await recorded.backtest(allow(NOTES)))["covered"] == 0


@pytest.mark.parametrize("cursor", ["x", "deny:", "allow:-1", "allow:1 OR 1", "deny:1\n"])
async def test_a_cursor_of_another_form_is_refused(recorded: Recorded, cursor: str) -> None:
    assert await recorded.office.refusal("rule.backtest", rule=allow(), cursor=cursor)


async def test_missing_log_is_reported(tmp_path: Path) -> None:
    office = Harness(tmp_path)
    assert "no log" in await office.refusal("rule.backtest", rule=allow())
    office.app = replace(office.app, past=PastCalls(tmp_path / "none.db"))
    assert (await office.order("rule.backtest", rule=allow()))["looked"] == 0
    office.keychain.close()


# --- proposals


async def test_recorded_calls_have_a_proposal_with_examples(recorded: Recorded) -> None:
    names = [await recorded.call(path=f"/srv/n/{name}") for name in ("a", "b")]
    found = await recorded.office.order("rule.propose", calls=names)
    assert found["when"] == [{"pointer": "/path", "matcher": "inside", "value": "/srv/n", "quantifier": "value"}]
    assert (found["client"], found["server"], found["tool"], found["verdict"]) == ("desk", "files", "read", "allow")
    assert [one["arguments"]["path"] for one in found["examples"]] == ["/srv/n/a", "/srv/n/b"]
    added = await recorded.office.order("rule.add", **found)
    assert added["examples"] == found["examples"] and not recorded.office.gate.rules.matches(
        msgspec.convert(added, Rule), rule_backtest.a_call("desk", "files", "read", {"path": "/srv/m/a"})
    )


async def test_unreadable_commands_are_proposed_exactly(recorded: Recorded) -> None:
    names = [await recorded.call(command=text) for text in ("sh -c x", "npx y")]
    found = await recorded.office.order("rule.propose", calls=names)
    assert found["when"] == [
        {"pointer": "", "matcher": "one-of", "quantifier": "value",
         "value": [{"command": "sh -c x"}, {"command": "npx y"}]}
    ]  # fmt: skip


async def test_proposed_verdict_follows_the_decisions(recorded: Recorded) -> None:
    denied = [await recorded.call(n=at, verdict="deny") for at in range(2)]
    assert (await recorded.office.order("rule.propose", calls=denied))["verdict"] == "deny"
    allowed = await recorded.call(n=5)
    assert (await recorded.office.order("rule.propose", calls=[*denied, allowed]))["verdict"] == "ask"


async def test_calls_of_several_or_unknown_tools_give_no_rule_proposal(recorded: Recorded) -> None:
    names = [await recorded.call("read", n=1), await recorded.call("write", n=1)]
    assert "one tool" in await recorded.office.refusal("rule.propose", calls=names)
    assert "can be read" in await recorded.office.refusal("rule.propose", calls=["nobody"])
    assert await recorded.office.refusal("rule.propose", calls=[])


# --- a change is undone


async def test_changed_rule_is_restored_exactly(recorded: Recorded) -> None:
    office = recorded.office
    office.gate.tools.add_page("files", "s", {"tools": [{"name": "read"}]}, first=True)
    before = await office.order("rule.add", **allow(NOTES, seconds=100))
    office.gate.tools.add_page("files", "s", {"tools": [{"name": "read", "title": "other"}]}, first=True)
    changed = await office.order("rule.change", id=before["id"], when=[], verdict="deny", seconds=0)
    office.asked.clear()
    await office.order("rule.revert", **changed["before"])
    (rule,) = office.gate.rules
    back = {name: value for name, value in before.items() if name != "doubts"}
    assert json.loads(msgspec.json.encode(rule)) == back
    assert office.asked, "it allows again, so a person is asked"
    assert office.config.rules[0]["fingerprint"] == before["fingerprint"]
    assert "no rule" in await office.refusal("rule.revert", **{**back, "id": "ffff"})


@pytest.mark.parametrize("order", ["rule.change", "rule.disable"])
async def test_undo_of_a_change_is_refused_after_another_change_of_the_rule(recorded: Recorded, order: str) -> None:
    """For example, another window narrowed it meanwhile: the undo would allow again what that one took away."""
    office = recorded.office
    made = await office.order("rule.add", **allow(NOTES))
    changed = await office.order("rule.change", id=made["id"], verdict="deny")
    await office.order(order, id=made["id"], **({"note": "keep"} if order == "rule.change" else {}))
    (now,) = office.gate.rules
    office.asked.clear()
    assert "was changed again" in await office.refusal("rule.revert", **changed["before"])
    assert not office.asked and list(office.gate.rules) == [now]
