"""How prompts were decided, and the rules that would have saved most of them, read from the log."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.services.test_rule_backtest import Recorded
from tests.support.services_harness import Harness
from toolguard.gate.policy.rules import AllowRulePolicy, Rule
from toolguard.services.interface import RefusedError
from toolguard.services.rules import suggestions


@pytest.fixture
async def recorded(tmp_path: Path) -> AsyncIterator[Recorded]:
    office = Harness(tmp_path / "office")
    home = tmp_path / "log"
    home.mkdir()
    made = Recorded(home, office)
    yield made
    made.close()
    office.keychain.close()


async def prompts(recorded: Recorded, since: float = 0.0) -> list[dict[str, Any]]:
    await recorded.indexed()
    found, cursor = [], ""
    while True:
        page = await recorded.office.order("rule.prompts", since=since, cursor=cursor)
        found += page["prompts"]
        if not (cursor := page["next"]):
            return found


async def suggest(recorded: Recorded, since: float = 0.0) -> list[dict[str, Any]]:
    await recorded.indexed()
    found: list[dict[str, Any]] = await recorded.office.order("rule.suggest", since=since)
    return found


async def test_prompts_are_calls_that_a_person_was_asked_about(recorded: Recorded) -> None:
    await recorded.call(path="/n/a")
    await recorded.call(path="/n/b", verdict="deny")
    await recorded.call(path="/n/c", verdict="deny", by="timeout")
    await recorded.call(path="/n/d", by="rule 1")
    await recorded.call(path="/n/e", verdict="deny", by="prompt pause")
    found = await prompts(recorded)
    assert [(one["verdict"], one["by"], one["characters"]) for one in found] == [
        ("deny", "person", 15), ("allow", "person", 15), ("deny", "timeout", 15),
    ]  # fmt: skip
    assert await prompts(recorded, time.time() + 60) == []


async def test_prompts_come_a_page_at_a_time(recorded: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suggestions, "_PAGE_SIZE", 2)
    for number in range(5):
        await recorded.call(n=number, by="timeout" if number == 2 else "person")
    assert len(await prompts(recorded)) == 5


async def test_a_host_that_was_approved_often_is_suggested(recorded: Recorded) -> None:
    for number in range(5):
        await recorded.call(path=f"https://example.com/{number}")
    await recorded.call(path="https://once.org/x")
    (rule,) = await suggest(recorded)
    assert (rule["client"], rule["server"], rule["tool"], rule["verdict"], rule["saved"]) == (
        "desk", "files", "read", "allow", 5,
    )  # fmt: skip
    assert rule["when"] == [{"pointer": "/path", "matcher": "host", "value": "example.com", "quantifier": "value"}]


async def test_no_suggestion_covers_a_denied_call(recorded: Recorded) -> None:
    await recorded.call(path="https://bad.org/secret", verdict="deny")
    for number in range(4):
        await recorded.call(path=f"https://example.com/{number}")
        await recorded.call(path=f"https://bad.org/{number}")
    found = await suggest(recorded)
    assert [one["when"][0]["value"] for one in found] == ["example.com"] and found[0]["saved"] == 4


async def test_calls_decided_by_a_rule_are_not_suggested_again(recorded: Recorded) -> None:
    for _ in range(4):
        await recorded.call(n=1)
    rule = (await suggest(recorded))[0]
    new = {name: rule[name] for name in ("client", "server", "tool", "verdict", "when", "examples")}
    await recorded.office.order("rule.add", **new)
    assert await suggest(recorded) == []


async def test_no_rule_is_suggested_that_would_not_apply(recorded: Recorded) -> None:
    for number in range(5):
        await recorded.call(path=f"https://example.com/{number}")
    rules = recorded.office.gate.rules
    rules.set_unidentified(frozenset({"desk"}))
    assert await suggest(recorded) == []
    rules.set_unidentified(frozenset())
    assert await suggest(recorded)
    rules.set_allows(AllowRulePolicy(kind="none"))
    assert await suggest(recorded) == []


async def test_calls_of_a_rule_that_an_organization_does_not_accept_are_suggested(recorded: Recorded) -> None:
    for _ in range(4):
        await recorded.call(n=1)
    recorded.office.gate.rules.add(Rule(id="long", server="files", tool="read", verdict="allow", expires=10**10))
    assert await suggest(recorded) == []
    recorded.office.gate.rules.set_allows(AllowRulePolicy(kind="temporary", longest=3600))
    assert await suggest(recorded)


async def test_few_prompts_and_arbitrary_code_give_no_suggestion(recorded: Recorded) -> None:
    await recorded.call(path="https://example.com/1")
    await recorded.call(path="https://example.com/2")
    for number in range(5):
        await recorded.call("run", command=f"bash -c 'echo {number}'")
        await recorded.call("python", code=f"print({number})")
    assert await suggest(recorded) == []


async def test_suggestions_use_only_prompts_of_the_time_range(recorded: Recorded) -> None:
    for _ in range(4):
        await recorded.call(n=1)
    assert await suggest(recorded, time.time() + 60) == []


async def test_statistics_and_suggestions_are_refused_without_a_log(tmp_path: Path) -> None:
    office = Harness(tmp_path)
    with pytest.raises(RefusedError):
        await office.run(lambda core: core.rules.prompts(0.0), lambda _: None)
    with pytest.raises(RefusedError):
        await office.run(lambda core: core.rules.suggest(0.0), lambda _: None)
    office.keychain.close()
