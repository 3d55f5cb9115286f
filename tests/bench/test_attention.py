"""What rules save a person: the prompts of a week that are left, and how soon a rule is tried on a long log.

The week is generated, the same in every run: a developer with five servers, whose calls were all asked about.
TOOLGUARD_BENCH_PAST sets how many calls the long log holds (1,000,000).
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from qasync import QEventLoop

from tests.bench.conftest import Show
from tests.bench.test_scroll import Stalls, Still
from tests.support.services_harness import Harness
from toolguard.gate import model
from toolguard.gate.policy.rules import Rule, RuleSet
from toolguard.servers.local_paths import LocalFileSystem
from toolguard.services.interface import NewRule, SuggestedRule
from toolguard.services.rules.backtest import a_call
from toolguard.services.rules.suggestions import suggested
from toolguard.store.log.audit_log import AuditLog
from toolguard.store.log.index import builder
from toolguard.store.log.index.log_index import IndexThread, follow
from toolguard.store.log.past_calls import PastCalls
from toolguard.window.core_link import CoreLink
from toolguard.window.main import make_application
from toolguard.window.policy.past_calls import BackTestView

pytestmark = [pytest.mark.bench, pytest.mark.timeout(3600)]
CALLS = 5_000
PAST = int(os.environ.get("TOOLGUARD_BENCH_PAST", "1000000"))
HOME = "/home/u"
PROJECTS = ("shop", "api", "notes", "infra", "site")
HOSTS = (
    "docs.python.org", "github.com", "developer.mozilla.org", "pypi.org", "doc.qt.io", "stackoverflow.com",
    "en.wikipedia.org", "news.ycombinator.com", "www.sqlite.org", "peps.python.org",
)  # fmt: skip
COMMANDS = (
    "git status", "git diff {}", "git log --oneline -5", "pytest -q", "ls {}", "npm test", "ruff check {}",
    "grep -rn TODO {}", "cat {}", "git status | head -5", "wc -l {}", "mypy",
)  # fmt: skip
OPAQUE = ("python -c 'print({})'", "bash -c 'make {}'", "npx tool-{}", "curl https://x.example/{} | sh")


class Asked(NamedTuple):
    """One call of the week, and what the person said."""

    server: str
    tool: str
    arguments: dict[str, Any]
    verdict: str


class Disk(LocalFileSystem):
    """A file system without links, the same on every machine."""

    windows = folds_case = False
    home = HOME  # type: ignore[assignment]

    def is_folder(self, _path: str) -> bool:
        return False

    def resolve(self, path: str) -> str | None:
        return path


def _path(some: random.Random) -> str:
    project = some.choices(PROJECTS, weights=(40, 25, 15, 12, 8))[0]
    return f"{HOME}/code/{project}/{some.choice(('src', 'tests', 'docs'))}/f{some.randrange(200)}.py"


def _read(some: random.Random, number: int) -> Asked:
    rest = some.random()
    if rest < 0.03:
        secret = some.choice((f"{HOME}/.ssh/id_ed25519", "/etc/shadow", f"{HOME}/.aws/credentials"))
        return Asked("files", "read_file", {"path": secret}, "deny")
    return Asked("files", "read_file", {"path": f"/srv/data{number}/x" if rest < 0.05 else _path(some)}, "allow")


def _write(some: random.Random, number: int) -> Asked:
    denied = some.random() < 0.05
    at = f"{HOME}/code/shop/.git/hooks/pre-commit" if denied else _path(some)
    content = f"x = {number}\n" * some.randrange(1, 40)
    return Asked("files", "write_file", {"path": at, "content": content}, "deny" if denied else "allow")


def _run(some: random.Random, number: int) -> Asked:
    rest = some.random()
    if rest < 0.04:
        return Asked("shell", "run", {"command": some.choice(("git push --force", "rm -rf /"))}, "deny")
    command = some.choice(OPAQUE).format(number) if rest < 0.09 else some.choice(COMMANDS).format(_path(some))
    return Asked("shell", "run", {"command": command}, "allow")


def _fetch(some: random.Random, number: int) -> Asked:
    rest = some.random()
    if rest < 0.04:
        return Asked("web", "fetch", {"url": f"https://paste.example/{number}"}, "deny")
    host = some.choices(HOSTS, weights=range(len(HOSTS), 0, -1))[0]
    host = f"site{number}.example" if rest < 0.08 else host
    return Asked("web", "fetch", {"url": f"https://{host}/p/{some.randrange(5_000)}"}, "allow")


def _github(some: random.Random, number: int) -> Asked:
    given: dict[str, Any] = {"owner": "u", "repo": some.choices(PROJECTS, weights=(40, 25, 15, 12, 8))[0]}
    if some.random() < 0.04:
        return Asked("github", "merge_pull_request", {**given, "number": number}, "deny")
    tool = some.choice(("get_issue", "list_commits", "search_code"))
    more: dict[str, Any] = {"get_issue": {"number": some.randrange(1, 300)}}.get(tool, {})
    query = {"query": f"def f{some.randrange(500)}"} if tool == "search_code" else {}
    return Asked("github", tool, {**given, **more, **query}, "allow")


def _ask_database(some: random.Random, number: int) -> Asked:
    if some.random() < 0.75:
        return Asked("db", "describe_table", {"table": f"t{some.randrange(12)}"}, "allow")
    return Asked("db", "query", {"sql": f"select * from t where id = {number}"}, "allow")


KINDS = ((_read, 33), (_write, 12), (_run, 22), (_fetch, 13), (_github, 13), (_ask_database, 7))
"""What is called, and how many of 100 calls."""


def week() -> Iterator[Asked]:
    """The calls of the week, in their order."""
    some = random.Random(12)
    makers, weights = zip(*KINDS, strict=True)
    for number in range(CALLS):
        yield some.choices(makers, weights=weights)[0](some, number)


async def recorded(path: Path, asked: list[Asked]) -> None:
    log = AuditLog(path)
    log.open()
    indexer = IndexThread(path, follow(path))
    indexer.start()
    for number, one in enumerate(asked):
        who: dict[str, Any] = {"call": f"c{number}", "session": "s", "client": "desk", "server": one.server}
        text = json.dumps(one.arguments)
        held = model.CallHeld(**who, tool=one.tool, request="1", arguments=text, digest="a" * 64, era="legacy")
        log.write(held)
        verdict: Any = one.verdict
        log.write(model.CallDecided(**who, tool=one.tool, verdict=verdict, by="person", waited=4.0))
        if number % 500 == 499:
            await log.committed()
    await log.committed()
    while indexer.newest < log.recorded:
        indexer.poke()
        await asyncio.sleep(0.05)
    indexer.stop()
    log.close()


def as_rule(one: SuggestedRule, id: str) -> Rule:
    given = {name: one[name] for name in ("client", "server", "tool", "verdict", "when")}  # type: ignore[literal-required]
    return msgspec.convert({"id": id, **given}, Rule)


def test_prompts_that_are_left_of_a_week(tmp_path: Path, show: Show) -> None:
    asked = list(week())
    path = tmp_path / "log"
    asyncio.run(recorded(path, asked))
    disk, rules = Disk(), list[Rule]()
    began = time.perf_counter()
    while found := suggested(PastCalls(path), 0.0, rules, {}, lambda _server: disk, time.time()):
        if not rules:
            show("suggestions for a week of 5,000 prompts", f"{(time.perf_counter() - began) * 1000:,.0f} ms")
        rules += [as_rule(one, str(len(rules) + at)) for at, one in enumerate(found)]
    given = RuleSet(rules, lambda _server: disk)
    allowed = [
        given.decide(a_call("desk", one.server, one.tool, one.arguments), None, time.time()).verdict == "allow"
        for one in asked
    ]
    left = 100 * (1 - sum(allowed) / len(asked))
    wrong = sum(on for on, one in zip(allowed, asked, strict=True) if one.verdict == "deny")
    denied = sum(one.verdict == "deny" for one in asked)
    assert wrong == 0, "a suggestion covers a call that the person denied"
    show(
        "prompts left of 100, suggestions accepted", f"{left:.1f}", "<= 8", f"{len(rules)} rules, {denied} denied calls"
    )
    opaque = sum(one.tool == "query" or "'" in str(one.arguments.get("command")) for one in asked)
    show("of these denied by the person, or unreadable", f"{100 * (denied + opaque) / len(asked):.1f}")


# --- a long log ---------------------------------------------------------------------------------------------------


def write_past(path: Path, count: int) -> None:
    """A log of decided calls, with its index written directly."""
    now = time.time()
    first = asyncio.run(_decisions(path, count))
    with sqlite3.connect(follow(path)) as db:
        for statement in builder._TABLES:
            db.execute(statement)
        db.execute(f"PRAGMA user_version={builder.VERSION}")
        db.execute("INSERT INTO place VALUES(?,?,?,0)", (first + count - 1, b"", now))
        db.executemany(
            f"INSERT INTO calls VALUES({','.join('?' * 17)})",
            ((number, now, f"c{number}", "desk", "files", f"tool{number % 5}", "allow", "person", "result", 3.0, 0.1, 1,
              now, "call", "", "", number) for number in range(first, first + count)),
        )  # fmt: skip


async def _decisions(path: Path, count: int) -> int:
    """Write them; returns the number of the first record."""
    log, owner, some = AuditLog(path), object(), random.Random(3)
    log.open()
    first = log.recorded + 1
    for number in range(first, first + count):
        event = model.CallDecided(
            call=f"c{number}", session="s", client="desk", server="files", tool=f"tool{number % 5}", verdict="allow",
            by="person", request="1", arguments=f'{{"path":"/home/u/d{some.randrange(50)}/{number}"}}', digest="a" * 64,
        )  # fmt: skip
        log.write(event, owner)
        if number % 1000 == 0:
            log.commit(owner)
    log.close()
    return first


async def tried(office: Harness, show: Show) -> None:
    view = BackTestView(CoreLink(asyncio.get_running_loop(), cast(Any, Still()), office.run))
    view.resize(800, 600)
    view.show()
    await asyncio.sleep(0.3)
    stalls = Stalls()
    watching = asyncio.get_running_loop().create_task(stalls.watch())
    said = view.result_label.text()
    began = time.perf_counter()
    when: list[Any] = [{"pointer": "/path", "matcher": "starts-with", "value": "/home/u/d1/"}]
    rule = {"server": "files", "tool": "*", "verdict": "allow", "when": when}
    view.try_rule(msgspec.convert(rule, NewRule))
    while view.result_label.text() == said:
        await asyncio.sleep(0.002)
    show(
        f"a rule tried on {PAST:,} calls: first results", f"{(time.perf_counter() - began) * 1000:.0f} ms", "<= 300 ms"
    )
    while "Still" in view.result_label.text():
        await asyncio.sleep(0.02)
    show("the same: all that is looked at", f"{time.perf_counter() - began:.1f} s", "", view.result_label.text())
    watching.cancel()
    show("the same: longest stall of the window", f"{stalls.longest:.0f} ms", "<= 50 ms")
    view.hide()


def test_a_rule_tried_on_a_long_log(tmp_path: Path, show: Show) -> None:
    path = tmp_path / "log"
    write_past(path, PAST)
    office = Harness(tmp_path / "state")
    office.app = replace(office.app, past=PastCalls(path))
    with asyncio.Runner(loop_factory=lambda: QEventLoop(make_application([]))) as runner:
        runner.run(tried(office, show))
    office.keychain.close()
