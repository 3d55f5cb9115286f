"""The oldest segments are removed; the rest verifies, and only what is recorded and signed counts as removed."""

from __future__ import annotations

import asyncio
import math
import os
import shutil
import time
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.log.upkeep.conftest import KEY, Kept
from toolguard.gate import model
from toolguard.store.config.seals import LogProof, place_of
from toolguard.store.log import chain, records
from toolguard.store.log.audit_log import LogReader, hash_of_line
from toolguard.store.log.journal import JournalReader, segments
from toolguard.store.log.line_check import LineVerifier
from toolguard.store.log.offline_check import check
from toolguard.store.log.upkeep.log_upkeep import LogUpkeep, UpkeepError
from toolguard.store.log.upkeep.notices import find_notices
from toolguard.store.log.upkeep.retention import DAY, Retention, SegmentFacts, due, size_step

HALF = Retention(size=4000)


def verified(path: Path) -> chain.VerificationReport:
    """What a check in the app finds."""
    with closing(LogReader(path)) as reader:
        proof = LogProof(log=path, place=place_of(path.parent), key=KEY)
        return reader.verify(proof=proof)


async def test_the_oldest_segments_go_and_the_rest_verifies(kept: Kept) -> None:
    before = {one.path.name: one.path.read_bytes() for one in segments(kept.path)}
    done = await kept.upkeep.prune(HALF)
    assert [(one.first, one.last, one.count) for one in done] == [(1, 8, 8), (9, 16, 8)]
    assert kept.names()[0] == "00000017.jsonl" and kept.index_removed == 1
    report = verified(kept.path)
    assert report.ok and [(one.first, one.last, one.by) for one in report.removed] == [
        (1, 8, "settings"),
        (9, 16, "settings"),
    ]
    assert (report.checked, report.last) == (16, 32), "14 are left, and the two that say what was removed"
    kept.log.close()
    found = check([kept.path], kept.public)
    assert (found.problem, found.first, found.last, len(found.removed)) == ("", 17, 32, 2)
    assert check([kept.path]).problem == ""
    kept.begin()
    assert not kept.log.trouble and kept.log.recorded == 32
    assert {name: (kept.path / name).exists() for name in before} == {
        name: name > "00000016" for name in before
    }  # fmt: skip


async def test_removed_records_are_not_found_and_nothing_fails(kept: Kept) -> None:
    await kept.upkeep.prune(HALF)
    with closing(LogReader(kept.path)) as reader:
        assert reader.after(0, 1)[0][0].seq == 17
        assert reader.hash_of(3) == b"" and reader.hash_of(16) and reader.verify_newest(1000).ok
        assert [one.seq for one in reader.page(limit=100)][-1] == 17
        assert reader.call_records("c1") == [] and reader.unclosed(0, 40) == {}


async def test_archived_segment_verifies_together_with_the_remaining_log(kept: Kept, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    archive.mkdir()
    await kept.upkeep.compress()
    done = await kept.upkeep.prune(Retention(size=1), str(archive))
    assert len(done) == 3 and done[0].archive == str(archive)
    assert sorted(one.name for one in archive.iterdir()) == [f"toolguard-{one.file}" for one in done]
    kept.log.close()
    files = [*archive.glob("*.zst"), *kept.path.glob("*.jsonl"), kept.path / "checkpoints"]
    found = check(files, kept.public)
    assert (found.problem, found.first, found.last, found.removed) == ("", 1, 33, ())
    (archive / "toolguard-00000009.jsonl.zst").unlink()
    found = check([*archive.glob("*.zst"), *kept.path.glob("*.jsonl"), kept.path / "checkpoints"], kept.public)
    assert found.problem == "" and [(one.first, one.last) for one in found.removed] == [(9, 16)]
    for file in archive.glob("*.zst"):
        shutil.copy(file, kept.path / file.name.removeprefix("toolguard-"))
    kept.begin()
    assert verified(kept.path).ok


async def test_nothing_is_removed_while_the_archive_is_unwritable(kept: Kept, tmp_path: Path) -> None:
    before = kept.names()
    with pytest.raises(UpkeepError, match="not a folder"):
        await kept.upkeep.prune(HALF, str(tmp_path / "missing"))
    assert kept.names() == before and kept.log.recorded == 30


async def test_a_file_of_another_log_in_the_archive_stays(kept: Kept, tmp_path: Path) -> None:
    other = tmp_path / "toolguard-00000001.jsonl"
    other.write_text("another")
    await kept.upkeep.prune(HALF, str(tmp_path))
    assert other.read_text() == "another" and (tmp_path / "toolguard-2-00000001.jsonl").exists()


async def test_records_that_are_needed_stay(kept: Kept) -> None:
    kept.needed = 12
    assert [one.last for one in await kept.upkeep.prune(Retention(size=1))] == [8]
    kept.needed = 1 << 60
    kept.log.write(model.SessionStarted(session="s1", client="c", server="s"))
    await kept.write(20)
    kept.live = ["s1"]
    done = await kept.upkeep.prune(Retention(size=1))
    assert done and kept.log.recorded > 50
    with closing(LogReader(kept.path)) as reader:
        assert reader.unfinished("s1").joined is not None, "its records are wanted after a crash"


async def test_a_segment_with_newer_records_than_its_last_one_stays(path: Path, tmp_path: Path) -> None:
    """Another program can write the last record of a segment, with any time."""
    kept = Kept(path)
    event = records.encode(model.ConfigChanged(what="x" * 2_000, by="person"), lambda body: body)
    for seq in (3, 6):
        await kept.write(2)
        kept.log.close()
        last = records.split(JournalReader(path).last())
        with segments(path)[-1].path.open("ab") as file:
            file.write(records.line(records.text(seq, 1.0, event), chain.link(last.previous, last.text)))
        kept.begin()
    await kept.write()
    kept.now = time.time() + 3600
    archive = tmp_path / "archive"
    archive.mkdir()
    assert await kept.upkeep.prune(Retention(days=1), str(archive)) == []
    assert list(archive.iterdir()) == []
    size = await kept.upkeep.size()
    assert [one.last for one in await kept.upkeep.prune(Retention(days=1, size=size - 1))] == [3]
    kept.now += 86_400
    assert (await kept.upkeep.prune(Retention(days=1)))[0].until > 1.0
    kept.log.close()


async def test_segment_that_disappears_while_the_log_is_measured_is_reported(kept: Kept) -> None:
    first = segments(kept.path)[0].path

    def now() -> float:
        first.unlink()  # between the list of the segments and their sizes
        return time.time() + 2 * DAY

    upkeep = LogUpkeep(kept.log, kept.path, kept.upkeep._context, prefix="toolguard", now=now)
    with pytest.raises(UpkeepError, match=first.name):
        await upkeep.to_prune(Retention(days=1))


async def test_the_segment_that_is_written_stays(kept: Kept) -> None:
    done = await kept.upkeep.prune(Retention(size=1))
    assert (done[-1].last == 24 and kept.names() == ["00000025.jsonl"]) or kept.names()[0] == "00000025.jsonl"


async def test_nothing_is_removed_without_a_key(path: Path) -> None:
    kept = Kept(path)
    await kept.write()
    kept.log.checkpoints._key = None
    with pytest.raises(UpkeepError, match="no key"):
        await kept.upkeep.prune(HALF)
    kept.log.close()


async def test_nothing_is_removed_without_a_checkpoint(kept: Kept) -> None:
    (kept.path / "checkpoints").unlink(missing_ok=True)
    (kept.path / "checkpoints").mkdir()
    before = kept.names()
    with pytest.raises(UpkeepError, match="checkpoint"):
        await kept.upkeep.prune(HALF)
    assert set(before) <= set(kept.names())
    (kept.path / "checkpoints").rmdir()


async def test_a_segment_that_was_tampered_with_stays_as_evidence(kept: Kept) -> None:
    one = segments(kept.path)[0].path
    with one.open("r+b") as file:
        data = file.read().replace(b"change 3", b"change X")
        file.seek(0)
        file.write(data)
    with pytest.raises(UpkeepError, match="record 4 was edited"):
        await kept.upkeep.prune(HALF)
    assert one.exists()


@pytest.mark.parametrize("at", [1, 2])
async def test_crash_before_a_segment_is_deleted_leaves_a_verifiable_log(kept: Kept, failing, at, monkeypatch) -> None:
    found = kept.upkeep._due(HALF)
    notice = kept.upkeep._examine(found[0], math.inf, "", "settings", ())
    assert notice is not None
    await kept.log.write_notice(notice)
    failing("unlink", at)
    try:
        kept.upkeep._remove(found[0], notice)
    except KeyboardInterrupt:
        monkeypatch.undo()
    report = verified(kept.path)
    assert report.ok and report.checked == 31 - (8 if at == 2 else 0)
    kept.log.close()
    assert check([kept.path], kept.public).problem == ""
    kept.begin()
    assert (await kept.upkeep.prune(Retention(size=1)))[-1].last == 24
    assert verified(kept.path).ok


# --- attacks


async def pruned(kept: Kept) -> None:
    await kept.write(30)
    await kept.upkeep.prune(Retention(size=9000))
    await kept.write(10)


async def test_one_more_segment_than_recorded_is_tampering(kept: Kept) -> None:
    await pruned(kept)
    one = segments(kept.path)[0]
    kept.log.close()
    one.path.unlink()
    after = segments(kept.path)[0].first
    report = verified(kept.path)
    assert (report.ok, report.seq) == (False, one.first) and f"{one.first} to {after - 1} were" in report.problem
    assert check([kept.path], kept.public).record == one.first


async def test_missing_middle_segment_is_reported_as_tampering(kept: Kept) -> None:
    await pruned(kept)
    _, one, after = segments(kept.path)[:3]
    kept.log.close()
    one.path.unlink()
    report = verified(kept.path)
    assert not report.ok and report.seq == one.first and f"{one.first} to {after.first - 1} were" in report.problem


def forged(path: Path, count: int) -> None:
    """Remove ``count`` segments and add a record that says so, as a program does that has no key."""
    found = segments(path)
    line = JournalReader(path).line(found[count].first - 1)
    first = next(JournalReader(path).lines())
    parts = records.split(first)
    assert line is not None and parts is not None
    seq, hash = found[count].first - 1, hash_of_line(line)
    for one in found[:count]:
        one.path.unlink()
    last = JournalReader(path).last()
    assert last is not None
    newest = (records.number(last) or 0, hash_of_line(last))
    notice = model.SegmentRemoved(
        first=parts.seq, last=seq, count=seq - parts.seq + 1, previous=parts.previous.hex(), hash=hash.hex(),
        since=1.0, until=2.0, file="x", size=1, digest="", by="settings",
    )  # fmt: skip
    text = records.text(newest[0] + 1, 9.0, records.encode(notice, lambda body: body))
    with segments(path)[-1].path.open("ab") as file:
        file.write(records.line(text, newest[1]))


async def test_a_removal_that_was_forged_without_the_key_does_not_count(kept: Kept) -> None:
    kept.log.close()
    forged(kept.path, 2)
    with closing(LogReader(kept.path)) as reader:
        assert reader.verify().ok, "the links alone cannot show it"
    report = verified(kept.path)
    assert not report.ok and report.seq == 1 and "not signed" in report.problem
    found = check([kept.path], kept.public)
    assert found.record == 1 and "not signed" in found.problem


async def test_an_older_removal_does_not_cover_other_records(kept: Kept) -> None:
    await pruned(kept)
    kept.log.close()
    notice = next(line for line in JournalReader(kept.path).lines() if b"segment_removed" in line)
    last = JournalReader(kept.path).last()
    assert last is not None
    event = records.decode(notice).event
    text = records.text((records.number(last) or 0) + 1, 9.0, records.encode(event, lambda body: body))
    with segments(kept.path)[-1].path.open("ab") as file:
        file.write(records.line(text, hash_of_line(last)))
    one = segments(kept.path)[0]
    one.path.unlink()
    with closing(LogReader(kept.path)) as reader:
        report = reader.verify()
    assert (report.ok, report.seq) == (False, one.first)


async def test_a_removal_with_another_hash_covers_nothing(kept: Kept) -> None:
    for name, value in (("hash", "00" * 32), ("previous", "00" * 32), ("last", 15), ("first", 2), ("count", 9)):
        found = segments(kept.path)
        notice = kept.upkeep._examine(found[0], math.inf, "", "settings", ())
        import msgspec

        kept.log.write(msgspec.structs.replace(notice, **{name: value}))
    await kept.log.durable()
    kept.log.close()
    segments(kept.path)[0].path.unlink()
    report = verified(kept.path)
    assert (report.ok, report.seq, report.problem) == (False, 1, "records 1 to 8 were removed")


async def test_removed_segment_restored_with_other_records_is_reported(kept: Kept) -> None:
    one = segments(kept.path)[0].path
    before = one.read_bytes()
    await kept.upkeep.prune(HALF)
    kept.log.close()
    one.write_bytes(before.replace(b"change 3", b"change X"))
    report = verified(kept.path)
    assert (report.ok, report.seq) == (False, 4) and "edited" in report.problem
    one.write_bytes(before)
    assert verified(kept.path).ok, "the records that were removed, put back"


async def test_a_log_that_was_rolled_back_after_segments_were_removed_is_noticed(kept: Kept) -> None:
    await kept.log.durable()
    old = shutil.copytree(kept.path, kept.path.with_name("old"))
    await kept.upkeep.prune(HALF)
    noted = kept.log.anchor()
    kept.log.close()
    shutil.rmtree(kept.path)
    shutil.copytree(old, kept.path)
    with closing(LogReader(kept.path)) as reader:
        report = reader.verify(proof=LogProof(log=kept.path, place=place_of(kept.path.parent), key=KEY, noted=noted))
    assert not report.ok and "ends" in report.problem


async def test_removal_counts_only_with_a_checked_record(kept: Kept) -> None:
    await kept.upkeep.prune(HALF)
    blocks = list(JournalReader(kept.path).blocks())
    lines = [line for block in blocks for line in block.splitlines(keepends=True)]
    verifier = LineVerifier(notices=lambda: find_notices(blocks))
    verifier.feed_lines(b"".join(lines[:5]))
    report = verifier.report()
    assert (report.ok, report.seq) == (False, 1) and "missing" in report.problem


# --- any change


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with removed, compressed, redacted and plain segments, closed."""
    path = tmp_path_factory.mktemp("small") / "log"

    async def make() -> None:
        kept = Kept(path)
        await kept.write(60, "hidden word")
        await kept.upkeep.prune(Retention(size=12000))
        await kept.upkeep.compress()
        await kept.upkeep.redact("reason", seqs=[kept.log.recorded - 20])
        await kept.write(15)
        kept.log.close()

    asyncio.run(make())
    assert check([path]).problem == "" and check([path]).redacted == 1 and check([path]).removed
    return path


def said_of(lines: list[bytes], changed: list[int]) -> set[int]:
    """The first of the records that nothing explains any more when these lines, which did, are not as they were."""
    found = set()
    for at in changed:
        event = records.decode(lines[at]).event
        if isinstance(event, model.SegmentRemoved):
            found.add(event.first)
        if b'"kind":"records_redacted"' in lines[at]:
            found |= {records.number(line) or 0 for line in lines if records.original_hash(line)}
    return found


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80)
@given(data=st.data())
def test_any_change_of_a_bounded_log_is_named_with_its_place(
    data: st.DataObject, small: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("changed") / "log"
    shutil.copytree(small, path)
    lines = list(JournalReader(path).lines())
    found = segments(path)
    at = data.draw(st.integers(0, len(lines) - 1))
    other = data.draw(st.integers(0, len(lines) - 1))
    numbers = [records.number(line) or 0 for line in lines]
    changed, place = list(lines), range(numbers[at], numbers[at] + 1)
    match data.draw(st.sampled_from(("edit", "swap", "repeat", "cut", "segment", "file"))):
        case "edit":
            changed[at] = lines[at].replace(b"change", b"Change") if b"change" in lines[at] else lines[at] + b" "
        case "swap":
            changed[at], changed[other] = lines[other], lines[at]
            place = range(numbers[min(at, other)], numbers[max(at, other)] + 1)
        case "repeat":
            changed.insert(other, lines[at])
            place = range(numbers[min(at, other)], numbers[max(at, other)] + 1)
        case "cut":
            del changed[at]
            place = range(numbers[at], numbers[at] + 1)
        case "segment":
            one = data.draw(st.sampled_from(found[:-1]))
            one.path.unlink()
            report = check([path])
            after = found[found.index(one) + 1].first
            gone = [at for at, number in enumerate(numbers) if one.first <= number < after]
            assert report.problem and report.record == min({one.first, *said_of(lines, gone)}), report
            return
        case _:
            one = data.draw(st.sampled_from([one for one in found if one.compressed]))
            size = one.path.stat().st_size
            os.truncate(one.path, data.draw(st.integers(0, size - 30)))
            report = check([path])
            index = found.index(one)
            assert report.record is not None and report.record in {1, *range(one.first, found[index + 1].first + 1)}
            return
    if changed == lines:
        return
    for one in found:
        one.path.unlink()
    (path / f"{found[0].first:08}.jsonl").write_bytes(b"".join(line + b"\n" for line in changed))
    report = check([path])
    places = {*place, *said_of(lines, [at, other])}
    assert report.problem and report.record in places, (report.problem, report.record, place)


# --- arithmetic


def test_which_segments_are_due() -> None:
    now = 100 * DAY
    sealed = [SegmentFacts(10, day * DAY) for day in (10, 50, 90)]
    assert due(sealed, 35, now, Retention()) == 0
    assert due(sealed, 35, now, Retention(days=95)) == 0
    assert due(sealed, 35, now, Retention(days=60)) == 1
    assert due(sealed, 35, now, Retention(days=1)) == 3
    assert due(sealed, 35, now, Retention(size=35)) == 0
    assert due(sealed, 35, now, Retention(size=30)) == 1
    assert due(sealed, 35, now, Retention(size=26)) == 2, "nine tenths are left, so that it is not done each time"
    assert due(sealed, 35, now, Retention(size=1)) == 3
    assert due(sealed, 35, now, Retention(days=60, size=20)) == 2
    assert due([], 5, now, Retention(days=1, size=1)) == 0
    assert due([SegmentFacts(10, now + 5)], 10, now, Retention(days=1)) == 0


def test_size_steps_of_5_gb() -> None:
    assert [size_step(size) for size in (0, 4_999_999_999, 5_000_000_000, 11_000_000_000)] == [0, 0, 1, 2]
