"""The running app applies the settings of the log; orders wait for a person, and the next start verifies."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.services_harness import ordered
from tests.support.virtual_time import VirtualTimeLoop
from tests.support.waiting import until
from toolguard.gate.model import ConfigChanged
from toolguard.services.runtime.core import Core
from toolguard.services.runtime.log_retention import LogRetention
from toolguard.store.config.config import Preferences
from toolguard.store.log.audit_log import LogReader
from toolguard.store.log.index.log_index import CallFilter, IndexReader, follow
from toolguard.store.log.journal import segments
from toolguard.store.log.offline_check import check
from toolguard.store.log.upkeep.log_upkeep import UpkeepError
from toolguard.store.log.upkeep.zstd_segment import zstd

SECRET = "correct horse battery"


async def begun(home: Path, policies: Path | None = None) -> Core:
    core = Core(home, keep_anchor=False, return_within=3600, policies=policies, policy_owner=os.geteuid())
    core.log._segment = 200_000
    await core.start()
    core.gate.availability.ready()
    await until(lambda: core.log.checkpoints.has_key)
    return core


@pytest.fixture
async def core(tmp_path: Path) -> AsyncIterator[Core]:
    made = Core(tmp_path, keep_anchor=False)
    await made.start()
    assert (await ordered(made.run, "preferences.set", {"name": "sound", "value": True}, lambda _: None))["ok"]
    await made.close()  # the first key is made, and a seal
    made = await begun(tmp_path)
    yield made
    if not made.log._closed:
        await made.close()


async def filled(core: Core, megabytes: float = 1.5) -> None:
    for number in range(int(megabytes * 100)):
        core.log.write(ConfigChanged(what=f"w{number}", by="person", detail=f"{number}-" + "x" * 10_000))
        await core.log.committed()
    await core.log.durable()


def files_containing(home: Path, text: str) -> list[str]:
    """The files in whose bytes the text stands."""
    found = []
    for file in home.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            data += zstd.decompress(data) if file.suffix == ".zst" else b""
            if text.encode() in data:
                found.append(file.name)
    return found


async def test_the_settings_are_applied_and_the_next_start_finds_nothing_wrong(core: Core) -> None:
    home = core.home
    await filled(core)
    core.config.set_preference("log_keep_size", 1)
    core.config.set_preference("log_compression", False)
    core.config.set_preference("log_archive", str(home / "archive"))
    await core.retention._try(core.retention.apply)
    assert "not a folder" in core.retention.trouble and core.retention.trouble in core._trouble()
    (home / "archive").mkdir()
    await core.retention._try(core.retention.apply)
    assert core.retention.trouble == "" and core.retention.trouble not in core._trouble()
    assert segments(home / "log")[0].first > 1 and list((home / "archive").iterdir())
    core.config.set_preference("log_compression", True)
    await core.retention._try(core.retention.apply)
    assert all(one.compressed for one in segments(home / "log")[:-1])
    await core.close()
    assert check([home / "log"]).problem == ""
    again = await begun(home)
    assert again.startup_trust.problem == "" and again.log.trouble == "" and not again.log.tampered
    with closing(LogReader(home / "log")) as reader:
        report = reader.verify(proof=again.startup_trust.proof())
    assert report.ok and report.removed and not report.unvouched, report
    await again.close()


async def test_retention_that_an_organization_sets_counts_and_not_the_persons(core: Core, tmp_path: Path) -> None:
    core.config.set_preference("log_keep_size", 1)
    core.config.set_preference("log_compression", False)
    await core.close()
    folder = tmp_path / "policy.d"
    folder.mkdir()

    def require(**settings: Any) -> None:
        policy = {"format": "toolguard-policy", "version": 1, "settings": settings}
        (folder / "a.json").write_text(json.dumps(policy))

    require(log_keep_size=0, log_keep_days=0)
    core = await begun(tmp_path, folder)
    try:
        await filled(core)
        await core.retention.apply()
        assert segments(tmp_path / "log")[0].first == 1
        reply = await core._order("log prune", {})
        assert not reply["ok"] and reply["code"] == "services.log_keeps_everything"
        require(log_keep_size=1, log_archive=str(tmp_path))
        core._apply_policy()
        await core.retention.apply()
        assert segments(tmp_path / "log")[0].first > 1 and list(tmp_path.glob("toolguard-*.jsonl*"))
    finally:
        await core.close()


def test_a_change_applies_after_a_minute_without_another_one() -> None:
    applied = []

    class Noting(LogRetention):
        async def apply(self) -> None:
            applied.append(asyncio.get_running_loop().time())

    async def finish() -> None: ...

    async def changes() -> None:
        trust = SimpleNamespace(standing=1, problem="")
        retention = Noting(SimpleNamespace(finish=finish), trust, Preferences, lambda: None)  # type: ignore[arg-type]
        running = asyncio.ensure_future(retention.run())
        for seconds in (100, 50):
            await asyncio.sleep(seconds)
            retention.apply_soon()
        await asyncio.sleep(1_000)
        running.cancel()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(changes())
    assert applied == [60, 100 + 60 + 60, 220 + 600]


async def test_index_excludes_removed_records(core: Core) -> None:
    await filled(core)
    core.config.set_preference("log_keep_size", 1)
    core.config.set_preference("log_compression", False)
    with closing(IndexReader(follow(core.home / "log"))) as index:
        await until(lambda: index.indexed() >= core.log.recorded)
        before = index.count(CallFilter(kind="config_changed"))
        await core.retention.apply()
        await until(lambda: index.indexed() >= core.log.recorded)
        assert 0 < index.count(CallFilter(kind="config_changed")) < before
        assert index.count(CallFilter(kind="segment_removed")) > 0


async def test_removing_from_the_command_line_waits_for_a_person(core: Core) -> None:
    reply = await core._order("log prune", {})
    assert not reply["ok"] and "log_keep_days" in reply["error"]
    await filled(core)
    core.config.set_preference("log_keep_size", 1)
    asking = asyncio.ensure_future(core._order("log prune", {}))
    found = await proposal(core)
    assert "permanently removed" in found.title and "none, so no copy is kept" in found.detail
    await core.guard.accept(found.id)
    reply = await asking
    assert reply["ok"] and reply["value"][0]["first"] == 1
    with closing(LogReader(core.home / "log")) as reader:
        assert {one.by for one in reader.removals()} == {"command line"}


async def proposal(core: Core) -> Any:
    await until(lambda: core.guard.snapshot().proposals)
    return core.guard.snapshot().proposals[0]


async def test_a_redaction_waits_for_a_person_and_leaves_the_text_nowhere(core: Core) -> None:
    home = core.home
    core.log.write(ConfigChanged(what="w", by="person", detail=f"the {SECRET} is it"))
    await filled(core, 0.5)
    assert (await core._order("log compress", {}))["value"]["files"] >= 1
    with closing(IndexReader(follow(home / "log"))) as index:
        await until(lambda: index.count(CallFilter(text="battery", kind="config_changed")))
    (home / "log-index.db.check").write_text(f"left by a check that was killed: {SECRET}")
    found = (await core._order("log find", {"text": SECRET}))["value"]
    assert len(found) == 1
    asking = asyncio.ensure_future(core._order("log redact", {"text": SECRET, "reason": "a mistake"}))
    asked = await proposal(core)
    assert (
        SECRET not in asked.title + asked.detail
        and "21 characters" in asked.detail
        and "Reason: “a mistake”." in asked.detail
    )
    assert f"contain it now: 1, the first is {found[0]['seq']}." in asked.detail
    await core.guard.accept(asked.id)
    assert (await asking)["value"] == found
    await core.close()
    assert files_containing(home, SECRET) == [] and files_containing(home, "battery") == []
    assert check([home / "log"]).redacted == 1


async def test_redaction_reason_with_the_redacted_text_is_neither_proposed_nor_recorded(core: Core) -> None:
    reply = await core._order("log redact", {"text": SECRET, "reason": f"it was {SECRET}"})
    assert not reply["ok"] and reply["code"] == "store.reason_holds_text"
    await core.log.durable()
    assert not core.guard.snapshot().proposals and files_containing(core.home, SECRET) == []


async def test_redaction_includes_records_written_while_it_waits_for_approval(core: Core) -> None:
    for _ in range(2):
        core.log.write(ConfigChanged(what="w", by="person", detail=f"the {SECRET} is it"))
    await core.log.durable()
    asking = asyncio.ensure_future(core._order("log redact", {"text": SECRET, "reason": "a mistake"}))
    asked = await proposal(core)
    assert "contain it now: 2," in asked.detail
    core.log.write(ConfigChanged(what="w", by="person", detail=f"again {SECRET}"))
    await core.guard.accept(asked.id)
    assert len((await asking)["value"]) == 3


async def test_a_redaction_from_the_window_is_done_at_once(core: Core) -> None:
    core.log.write(ConfigChanged(what="w", by="person", detail=f"the {SECRET} is it"))
    await core.log.durable()
    number = core.log.recorded
    found = await core.run(lambda services: services.log.redact("r", "", [number]), lambda _: None)
    assert [one["seq"] for one in found] == [number] and files_containing(core.home / "log", SECRET) == []


async def test_too_short_redaction_text_is_refused(core: Core) -> None:
    for what in ({}, {"text": "ab"}, {"text": "  a  "}, {"records": [0]}, {"records": "1"}):
        assert not (await core._order("log find", what))["ok"], what
    assert not (await core._order("log redact", {"text": SECRET, "reason": ""}))["ok"]


async def test_log_size_is_reported(core: Core) -> None:
    reply = await core._order("log size", {})
    assert reply["value"]["bytes"] > 0 and reply["value"]["step"] == 0


async def test_settings_that_remove_history_wait_for_a_person(core: Core) -> None:
    for name, value in (("log_keep_days", 30), ("log_keep_size", 500)):
        asking = asyncio.ensure_future(core._order("preferences.set", {"name": name, "value": value}))
        asked = await proposal(core)
        assert "permanently removed" in asked.title
        await core.guard.reject(asked.id)
        assert not (await asking)["ok"]
        assert getattr(core.config.preferences, name) == 0
    assert (await core._order("preferences.set", {"name": "log_archive", "value": "/mnt/x"}))["ok"]
    asking = asyncio.ensure_future(core._order("preferences.set", {"name": "log_archive", "value": ""}))
    await core.guard.reject((await proposal(core)).id)
    assert not (await asking)["ok"]


async def test_key_is_created_if_missing(tmp_path: Path) -> None:
    core = Core(tmp_path, keep_anchor=False)
    await core.start()
    core.log.write(ConfigChanged(what="w", by="person", detail=f"the {SECRET} is it"))
    await core.log.durable()
    assert not core.log.checkpoints.has_key, "nobody has accepted anything"
    found = await core.run(lambda services: services.log.redact("r", SECRET), lambda _: None)
    assert len(found) == 1 and files_containing(tmp_path / "log", SECRET) == []
    await core.close()
    again = Core(tmp_path, keep_anchor=False)
    await again.start()
    assert again.startup_trust.problem == "" and again.edits.begun
    await again.close()


async def test_short_run_with_a_future_clock_does_not_age_the_log(core: Core) -> None:
    home = core.home
    await core.close()
    for _ in range(2):
        ahead = Core(home, keep_anchor=False)
        ahead.clock._wall = lambda: time.time() + 365 * 86_400
        await ahead.start()
        await ahead.close()
    core = await begun(home)
    try:
        assert core._aging() < time.time() + 8 * 86_400
    finally:
        await core.close()


async def test_redaction_that_waits_for_the_key_does_not_stop_compression() -> None:
    done = list[str]()

    async def finish() -> None:
        raise UpkeepError("no key")

    async def compress() -> None:
        done.append("compressed")

    upkeep = SimpleNamespace(finish=finish, compress=compress)
    retention = LogRetention(upkeep, SimpleNamespace(), lambda: Preferences(log_compression=True), lambda: None)  # type: ignore[arg-type]
    with pytest.raises(UpkeepError):
        await retention.apply()
    assert done == ["compressed"]
