"""The page of queries: each runs in DuckDB over a real log, also a compressed one, and finds what is there."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from toolguard.gate import model
from toolguard.store.log.audit_log import AuditLog
from toolguard.store.log.journal import segments

PAGE = Path(__file__).resolve().parents[4] / "packaging" / "log-queries.md"
BLOCKS = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)


@pytest.fixture(params=["plain", "compressed"])
async def asked(
    request: pytest.FixtureRequest, tmp_path: Path, named: Any, monkeypatch: pytest.MonkeyPatch
) -> dict[str, list[tuple[Any, ...]]]:
    """What each query answers, by its title. Two clients, four tools, and all ways in which a call can end."""
    git, web = named(tool="push"), named(server="web", tool="fetch", client="cursor")
    log = AuditLog(tmp_path / "log", segment=1 if request.param == "compressed" else 1 << 20)
    log.open()
    events: list[model.Event] = [
        git.joined(), model.SecretReleased(server="git", secret="GITHUB_TOKEN", place="env GITHUB_TOKEN"),
    ]  # fmt: skip
    for number, took in enumerate((0.1, 0.2, 3.0)):
        call = f"g{number}"
        events += [
            git.asked(call, '{"path":"/srv/x","force":true}'), git.allowed(call), git.forwarded(call),
            model.CallCompleted(session="s1", call=call, client="claude", server="git", tool="push", outcome="result",
                                size=10, digest="d", took=took),
        ]  # fmt: skip
    about = {"session": "s1", "client": "cursor", "server": "web", "tool": "fetch"}
    events += [
        model.CallDecided(**about, call="w1", verdict="deny", by="rule r1", reason="no web", arguments='{"path":"/y"}'),
        model.CallDecided(**about, call="w2", verdict="deny", by="rule r1", reason="never", arguments="not json"),
        model.CallDecided(**about, call="w3", verdict="deny", by="leak", reason="a secret stands in it"),
        web.asked("w4"), web.denied("w4", reason="not now"),
        web.asked("w5"), web.allowed("w5"),
        model.CallForwarded(**about, call="w5", digest="d", secrets=("API_KEY argument /key",)),
        model.CallCompleted(**about, call="w5", outcome="tool_error", size=1, digest="d", took=1.0),
        web.asked("w6"), web.allowed("w6"), web.forwarded("w6"), web.lost("w6"),
        model.ConfigChanged(what="rule r1 added", by="person", detail="deny fetch"),
    ]  # fmt: skip
    for event in events:
        log.write(event)
        await log.committed()
    log.close()
    if request.param == "compressed":
        for one in segments(tmp_path / "log")[:-1]:
            with pa.CompressedOutputStream(f"{one.path}.zst", "zstd") as file:
                file.write(one.path.read_bytes())
            one.path.unlink()
        assert list((tmp_path / "log").glob("*.zst")) and list((tmp_path / "log").glob("*.jsonl"))
    else:  # a record that is just being written
        with segments(tmp_path / "log")[-1].path.open("ab") as file:
            file.write(b'{"seq":99,"time":1.5,"ki')
    monkeypatch.chdir(tmp_path)
    found: dict[str, list[tuple[Any, ...]]] = {}
    with duckdb.connect() as database:
        database.execute(BLOCKS[0])
        for number, block in enumerate(BLOCKS[1:]):
            title = re.findall(r"^## (.+)$", PAGE.read_text(encoding="utf-8").split(block)[0], re.M)[-1]
            found[title if title not in found else f"{title} {number}"] = database.execute(block).fetchall()
    found["records"] = [(len(events),)]
    return found


async def test_each_documented_query_returns_the_expected_rows(asked: dict[str, list[tuple[Any, ...]]]) -> None:
    now = datetime.now()

    def rows(title: str, *columns: int) -> list[tuple[Any, ...]]:
        return [tuple(row[at] for at in columns) for row in asked.pop(title)]

    (records,) = asked.pop("records")[0]
    assert [row[:4] for row in asked["Who ran what"]] == [("claude", "git", "push", 3), ("cursor", "web", "fetch", 2)]
    assert all(abs((row[4] - now).total_seconds()) < 86_400 for row in asked.pop("Who ran what"))
    assert rows("Denials by tool", 0, 1, 2, 3, 4) == [
        ("web", "fetch", "rule", 2, "never"),
        ("web", "fetch", "leak", 1, "a secret stands in it"),
        ("web", "fetch", "person", 1, "not now"),
    ]
    assert rows("Slowest tools", 0, 1, 2, 3, 5) == [("git", "push", 3, 0.2, 3.0), ("web", "fetch", 1, 1.0, 1.0)]
    assert sorted(rows("Released secrets", 0, 1, 2, 3)) == [
        ("git", "GITHUB_TOKEN", "env GITHUB_TOKEN", 1), ("web", "API_KEY", "argument /key", 1),
    ]  # fmt: skip
    leaked = next(title for title in asked if title.startswith("Released secrets"))
    assert rows(leaked, 1, 2, 3) == [("cursor", "web", "fetch")]
    assert rows("What people decided, and how fast", 0, 3, 4, 5) == [("claude", 3, 1.0, 1.5), ("cursor", 3, 0.67, 1.5)]
    assert rows("Rules that decide most", 0, 1, 2) == [("r1", "deny", 2)]
    assert rows("An argument", 0, 2, 3) == [("git", "/srv/x", 3), ("web", "/y", 1)]
    assert sorted(rows("Calls that failed or whose outcome is unknown", 1, 5)) == [
        ("call_completed", "tool_error"), ("call_outcome_unknown", "server died"),
    ]  # fmt: skip
    assert rows("Changes of the configuration", 1, 2, 3) == [("person", "rule r1 added", "deny fetch")]
    assert rows("The log itself", 0, 1, 2, 3) == [(records, 1, records, 0)]
    assert asked == {}


def test_the_view_has_the_members_of_the_records_that_queries_need() -> None:
    columns = set(re.findall(r'"?(\w+)"?: \'', BLOCKS[0]))
    members = {name for kind in model.AnyEvent.__args__ for name in kind.__struct_fields__}
    assert columns - members <= {"seq", "time", "kind", "prev"}
