"""Effect of rules: how many prompts of a week remain, and how long a back-test takes on a long log.

The week is generated and the same in every run: a developer with five servers, where each call caused a prompt.
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

from tests.bench.conftest import Show
from tests.bench.test_scroll import IdleGate, Stalls
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
from toolguard.window.desktop.event_loop import EventLoop
from toolguard.window.main import make_application
from toolguard.window.policy.past_calls import BackTestView

pytestmark = pytest.mark.bench
CALLS = 5_000
RECORDED_CALLS = int(os.environ.get("TOOLGUARD_BENCH_PAST", "1000000"))
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


class DecidedCall(NamedTuple):
    """One call of the week, and the person's verdict."""

    server: str
    tool: str
    arguments: dict[str, Any]
    verdict: str


class FixedFileSystem(LocalFileSystem):
    """A file system without links, the same on every machine."""

    windows = folds_case = False
    home = HOME  # type: ignore[assignment]

    def is_folder(self, _path: str) -> bool:
        return False

    def resolve(self, path: str) -> str | None:
        return path


def _path(generator: random.Random) -> str:
    project = generator.choices(PROJECTS, weights=(40, 25, 15, 12, 8))[0]
    return f"{HOME}/code/{project}/{generator.choice(('src', 'tests', 'docs'))}/f{generator.randrange(200)}.py"


def _read(generator: random.Random, number: int) -> DecidedCall:
    rest = generator.random()
    if rest < 0.03:
        secret = generator.choice((f"{HOME}/.ssh/id_ed25519", "/etc/shadow", f"{HOME}/.aws/credentials"))
        return DecidedCall("files", "read_file", {"path": secret}, "deny")
    return DecidedCall(
        "files", "read_file", {"path": f"/srv/data{number}/x" if rest < 0.05 else _path(generator)}, "allow"
    )


def _write(generator: random.Random, number: int) -> DecidedCall:
    denied = generator.random() < 0.05
    at = f"{HOME}/code/shop/.git/hooks/pre-commit" if denied else _path(generator)
    content = f"x = {number}\n" * generator.randrange(1, 40)
    return DecidedCall("files", "write_file", {"path": at, "content": content}, "deny" if denied else "allow")


def _run(generator: random.Random, number: int) -> DecidedCall:
    rest = generator.random()
    if rest < 0.04:
        return DecidedCall("shell", "run", {"command": generator.choice(("git push --force", "rm -rf /"))}, "deny")
    command = (
        generator.choice(OPAQUE).format(number) if rest < 0.09 else generator.choice(COMMANDS).format(_path(generator))
    )
    return DecidedCall("shell", "run", {"command": command}, "allow")


def _fetch(generator: random.Random, number: int) -> DecidedCall:
    rest = generator.random()
    if rest < 0.04:
        return DecidedCall("web", "fetch", {"url": f"https://paste.example/{number}"}, "deny")
    host = generator.choices(HOSTS, weights=range(len(HOSTS), 0, -1))[0]
    host = f"site{number}.example" if rest < 0.08 else host
    return DecidedCall("web", "fetch", {"url": f"https://{host}/p/{generator.randrange(5_000)}"}, "allow")


def _github(generator: random.Random, number: int) -> DecidedCall:
    repository: dict[str, Any] = {"owner": "u", "repo": generator.choices(PROJECTS, weights=(40, 25, 15, 12, 8))[0]}
    if generator.random() < 0.04:
        return DecidedCall("github", "merge_pull_request", {**repository, "number": number}, "deny")
    tool = generator.choice(("get_issue", "list_commits", "search_code"))
    more: dict[str, Any] = {"get_issue": {"number": generator.randrange(1, 300)}}.get(tool, {})
    query = {"query": f"def f{generator.randrange(500)}"} if tool == "search_code" else {}
    return DecidedCall("github", tool, {**repository, **more, **query}, "allow")


def _ask_database(generator: random.Random, number: int) -> DecidedCall:
    if generator.random() < 0.75:
        return DecidedCall("db", "describe_table", {"table": f"t{generator.randrange(12)}"}, "allow")
    return DecidedCall("db", "query", {"sql": f"select * from t where id = {number}"}, "allow")


KINDS = ((_read, 33), (_write, 12), (_run, 22), (_fetch, 13), (_github, 13), (_ask_database, 7))
"""Functions that generate a call, and their weights in percent."""


def week() -> Iterator[DecidedCall]:
    """Yield the calls of the week in order."""
    generator = random.Random(12)
    makers, weights = zip(*KINDS, strict=True)
    for number in range(CALLS):
        yield generator.choices(makers, weights=weights)[0](generator, number)


async def record(path: Path, calls: list[DecidedCall]) -> None:
    """Write the calls and their decisions to a log at ``path``, and build its index."""
    log = AuditLog(path)
    log.open()
    indexer = IndexThread(path, follow(path))
    indexer.start()
    for number, one in enumerate(calls):
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


def as_rule(suggestion: SuggestedRule, id: str) -> Rule:
    members = {name: suggestion[name] for name in ("client", "server", "tool", "verdict", "when")}  # type: ignore[literal-required]
    return msgspec.convert({"id": id, **members}, Rule)


def test_prompts_that_remain_of_a_week(tmp_path: Path, show: Show) -> None:
    calls = list(week())
    path = tmp_path / "log"
    asyncio.run(record(path, calls))
    file_system, rules = FixedFileSystem(), list[Rule]()
    began = time.perf_counter()
    while suggestions := suggested(PastCalls(path), 0.0, RuleSet(rules, lambda _server: file_system), {}, time.time()):
        if not rules:
            show("suggestions for a week of 5,000 prompts", f"{(time.perf_counter() - began) * 1000:,.0f} ms")
        rules += [as_rule(suggestion, str(len(rules) + at)) for at, suggestion in enumerate(suggestions)]
    rule_set = RuleSet(rules, lambda _server: file_system)
    allowed = [
        rule_set.decide(a_call("desk", one.server, one.tool, one.arguments), None, time.time()).verdict == "allow"
        for one in calls
    ]
    left = 100 * (1 - sum(allowed) / len(calls))
    wrong = sum(is_allowed for is_allowed, one in zip(allowed, calls, strict=True) if one.verdict == "deny")
    denied = sum(one.verdict == "deny" for one in calls)
    assert wrong == 0, "a suggestion covers a call that the person denied"
    show(
        "prompts of 100 that remain with the suggested rules",
        f"{left:.1f}",
        "<= 8",
        f"{len(rules)} rules, {denied} denied calls",
    )
    opaque = sum(one.tool == "query" or "'" in str(one.arguments.get("command")) for one in calls)
    show("of these denied by the person, or opaque", f"{100 * (denied + opaque) / len(calls):.1f}")


# --- a long log ---------------------------------------------------------------------------------------------------


def write_past(path: Path, count: int) -> None:
    """Write a log of decided calls and, directly, its index."""
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
    """Write ``count`` decisions. Return the number of the first record."""
    log, owner, generator = AuditLog(path), object(), random.Random(3)
    log.open()
    first = log.recorded + 1
    for number in range(first, first + count):
        arguments = f'{{"path":"/home/u/d{generator.randrange(50)}/{number}"}}'
        event = model.CallDecided(
            call=f"c{number}", session="s", client="desk", server="files", tool=f"tool{number % 5}", verdict="allow",
            by="person", request="1", arguments=arguments, digest="a" * 64,
        )  # fmt: skip
        log.write(event, owner)
        if number % 1000 == 0:
            log.commit(owner)
    log.close()
    return first


async def back_test(harness: Harness, show: Show) -> None:
    view = BackTestView(CoreLink(asyncio.get_running_loop(), cast(Any, IdleGate()), harness.run))
    view.resize(800, 600)
    view.show()
    await asyncio.sleep(0.3)
    stalls = Stalls()
    watching = asyncio.get_running_loop().create_task(stalls.watch())
    began = time.perf_counter()
    when: list[Any] = [{"pointer": "/path", "matcher": "starts-with", "value": "/home/u/d1/"}]
    rule = {"server": "files", "tool": "*", "verdict": "allow", "when": when}
    view.try_rule(msgspec.convert(rule, NewRule))
    before = view.result_label.text()
    while view.result_label.text() == before:
        await asyncio.sleep(0.002)
    show(
        f"back-test on {RECORDED_CALLS:,} calls: first results",
        f"{(time.perf_counter() - began) * 1000:.0f} ms",
        "<= 300 ms",
    )
    while "Still" in view.result_label.text():
        await asyncio.sleep(0.02)
    show("the same: all calls", f"{time.perf_counter() - began:.1f} s", "", view.result_label.text())
    watching.cancel()
    show("the same: longest stall of the window", f"{stalls.longest:.0f} ms", "<= 50 ms")
    view.hide()


def test_back_test_on_a_long_log(tmp_path: Path, show: Show) -> None:
    path = tmp_path / "log"
    write_past(path, RECORDED_CALLS)
    harness = Harness(tmp_path / "state")
    harness.app = replace(harness.app, past=PastCalls(path))
    with asyncio.Runner(loop_factory=lambda: EventLoop(make_application([]))) as runner:
        runner.run(back_test(harness, show))
    harness.keychain.close()
