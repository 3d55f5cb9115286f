"""Sealed segments are compressed, one valid copy is there at any time, and all readers read both forms."""

from __future__ import annotations

import io
import os
import shutil
import struct
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.store.log.upkeep.conftest import Kept
from toolguard.gate.texts import code_of
from toolguard.store.log.audit_log import LogReader
from toolguard.store.log.export import export
from toolguard.store.log.index.builder import IndexBuilder
from toolguard.store.log.index.log_index import CallFilter, IndexReader
from toolguard.store.log.journal import JournalReader, Segment, segments
from toolguard.store.log.offline_check import check
from toolguard.store.log.upkeep import segment_files, zstd_segment
from toolguard.store.log.upkeep.log_upkeep import UpkeepError
from toolguard.store.log.upkeep.retention import Retention
from toolguard.store.log.upkeep.zstd_segment import CompressedSegment, UncompressibleError, compress, zstd


def lines_of(path: Path) -> list[bytes]:
    return list(JournalReader(path).lines())


async def test_all_but_the_last_segment_are_compressed_and_every_reader_reads_them(kept: Kept, tmp_path) -> None:
    before = lines_of(kept.path)
    plain = kept.names()
    assert len(plain) > 3 and await kept.upkeep.compress() == len(plain) - 1
    assert kept.names() == [*(f"{name}.zst" for name in plain[:-1]), plain[-1]]
    assert lines_of(kept.path) == before
    with closing(LogReader(kept.path)) as reader:
        assert reader.verify().ok and reader.verify().checked == len(before)
        assert [record.seq for record in reader.page(limit=7)] == [30, 29, 28, 27, 26, 25, 24]
        for seq in range(1, 31):
            assert reader.after(seq - 1, 1)[0][0].seq == seq
        with closing(IndexBuilder(reader, tmp_path / "index.db")) as builder:
            assert builder.catch_up() == 30
    with closing(IndexReader(tmp_path / "index.db")) as index:
        assert index.count(CallFilter(kind="config_changed")) == 30
    written = io.BytesIO()
    assert export(kept.path, written) == 30
    await kept.write(3)
    kept.log.close()
    assert check([kept.path], kept.public).checked == 33
    kept.begin()
    assert not kept.log.trouble and kept.log.recorded == 33


@pytest.mark.skipif(shutil.which("zstdcat") is None, reason="zstd is not installed")
async def test_zstdcat_reads_a_compressed_segment(kept: Kept) -> None:
    before = b"".join(line + b"\n" for line in lines_of(kept.path))
    last = kept.path / kept.names()[-1]
    await kept.upkeep.compress()
    files = sorted(kept.path.glob("*.zst"))
    found = subprocess.run(["zstdcat", *files], capture_output=True, check=True).stdout
    assert found + last.read_bytes() == before


async def test_log_continues_in_a_new_segment_after_a_compressed_one(kept: Kept) -> None:
    await kept.upkeep.compress()
    kept.log.close()
    last = segments(kept.path)[-1]
    segment_files.draft_compressed(last).rename(segment_files.compressed_name(last.path))
    last.path.unlink()
    kept.begin()
    await kept.write(1)
    assert kept.names()[-1] == "00000031.jsonl"
    with closing(LogReader(kept.path)) as reader:
        assert reader.verify().checked == 31


@pytest.mark.parametrize("step", [("replace", 1), ("unlink", 1), ("unlink", 2)])
async def test_a_crash_at_any_step_leaves_a_whole_log_that_is_compressed_later(
    kept: Kept, failing, step, monkeypatch
) -> None:
    before = lines_of(kept.path)
    failing(*step)
    with pytest.raises(KeyboardInterrupt):
        kept.upkeep._compress()
    assert lines_of(kept.path) == before
    monkeypatch.undo()
    kept.log.close()
    assert check([kept.path], kept.public).problem == ""
    kept.begin()
    await kept.upkeep.finish()
    await kept.upkeep.compress()
    assert [name for name in kept.names() if not name.endswith(".zst")] == [kept.names()[-1]]
    assert not list(kept.path.glob(".part*")) and lines_of(kept.path) == before


async def test_two_forms_with_different_records_are_left_as_they_are(kept: Kept) -> None:
    one = segments(kept.path)[0]
    twin = segment_files.compressed_name(one.path)
    with twin.open("wb") as file:
        compress(iter([b'{"seq":1}\n']), file)
    before = twin.read_bytes()
    with pytest.raises(UpkeepError) as refused:
        await kept.upkeep.compress()
    assert code_of(str(refused.value).arguments["reason"]) == "store.segments_differ"
    assert one.path.exists() and twin.read_bytes() == before


async def test_a_segment_that_was_changed_is_not_compressed(kept: Kept) -> None:
    one = segments(kept.path)[0]
    one.path.write_bytes(one.path.read_bytes() + b"{}\n")
    with pytest.raises(UpkeepError, match=one.path.name):
        await kept.upkeep.compress()
    assert one.path.exists() and not segment_files.compressed_name(one.path).exists()


async def test_a_full_disk_leaves_the_plain_segment(kept: Kept, monkeypatch) -> None:
    def full(_file: int) -> None:
        raise OSError(28, os.strerror(28))

    before = kept.names()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fdatasync", full)
        with pytest.raises(UpkeepError, match="No space"):
            await kept.upkeep.compress()
    assert kept.names() == before and not list(kept.path.glob(".part*"))


def of(data: bytes) -> list[bytes]:
    """The blocks that are read from a file of this content."""
    return list(CompressedSegment(io.BytesIO(data)).blocks())


def compressed(lines: list[bytes]) -> bytes:
    made = io.BytesIO()
    compress(iter([b"".join(lines)]), made)
    return made.getvalue()


def line(seq: int, size: int = 1) -> bytes:
    return b'{"seq":%d,"x":"%s"}\n' % (seq, os.urandom(size).hex().encode())


def test_a_record_is_found_by_its_number_in_any_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zstd_segment, "FRAME_SIZE", 300)
    lines = [line(seq, seq % 70) for seq in range(11, 211)]
    segment = CompressedSegment(io.BytesIO(compressed(lines)))
    assert len(segment._frames) > 20
    for seq in (0, 5, *range(11, 211), 300):
        assert b"".join(segment.blocks(seq)) == b"".join(lines[max(0, seq - 11) :])
    assert segment.last_line() == lines[-1][:-1]


class CountingFile(io.FileIO):
    """A file that counts the bytes that are read from it."""

    count = 0

    def read(self, size: int | None = -1) -> bytes:
        found = super().read(-1 if size is None else size) or b""
        self.count += len(found)
        return found


def test_only_the_frames_up_to_a_record_are_read_to_find_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(zstd_segment, "FRAME_SIZE", 20_000)
    data = compressed([line(seq, 1000) for seq in range(1, 400)])
    (tmp_path / "segment").write_bytes(data)
    with CountingFile(tmp_path / "segment") as file:
        next(CompressedSegment(file).blocks(395))
        assert file.count < len(data)


def seek_table(sizes: list[int]) -> bytes:
    """A seek table of frames with these sizes in the file."""
    entries = b"".join(struct.pack("<II", size, 0) for size in sizes)
    return struct.pack("<II", 0x184D2A5E, len(entries) + 9) + entries + struct.pack("<IBI", len(sizes), 0, 0x8F92EAB1)


def test_a_seek_table_of_more_frames_than_a_segment_can_have_is_not_read(tmp_path: Path) -> None:
    count = 1 << 25
    with (tmp_path / "segment").open("wb") as file:
        file.write(struct.pack("<II", 0x184D2A5E, count * 8 + 9))
        file.truncate(8 + count * 8)  # holes
        file.seek(0, os.SEEK_END)
        file.write(struct.pack("<IBI", count, 0, 0x8F92EAB1))
    with CountingFile(tmp_path / "segment") as counted:
        CompressedSegment(counted)
        assert counted.count < 1000


def skippable(size: int) -> bytes:
    """The header of a frame of this size that decompressors skip."""
    return struct.pack("<II", 0x184D2A50, size)


async def test_frame_that_only_a_look_up_reads_is_tampering(kept: Kept) -> None:
    await kept.upkeep.compress()
    kept.log.close()
    file = segments(kept.path)[0].path
    lines = [one + b"\n" for block in of(file.read_bytes()) for one in block[:-1].split(b"\n")]
    first, rest = zstd.compress(lines[0]), zstd.compress(b"".join(lines[1:]))
    other = zstd.compress(b"".join(lines[1:]).replace(b"change 1", b"change X")) + skippable(len(rest))
    frames = first + skippable(len(other)) + other + rest
    file.write_bytes(frames + seek_table([len(first) + 8, len(frames) - len(first) - 8]))
    with closing(LogReader(kept.path)) as reader:
        assert reader.after(1, 1)[0][0].event.what == "change X", "the look-up reads what is skipped otherwise"
        assert not reader.verify().ok
    assert check([kept.path], kept.public).problem


def test_frame_of_the_seek_table_begins_with_a_line() -> None:
    lines = [line(1), line(2), b'{"seq":3,"x":[', b'{"seq":1}]}\n', line(4)]
    frames = [zstd.compress(b"".join(some)) for some in (lines[:3], lines[3:])]
    table = seek_table(list(map(len, frames)))
    assert of(b"".join(frames))[-1].endswith(lines[-1]), "zstd ends a frame anywhere"
    assert of(b"".join(frames) + table)[-1] == zstd_segment.UNREADABLE_LINE


def test_the_last_line_is_not_sought_in_each_frame(tmp_path: Path) -> None:
    frames = [zstd.compress(b"")] * 100 + [zstd.compress(b"x" * 10_000)]
    data = b"".join(frames) + seek_table(list(map(len, frames)))
    (tmp_path / "segment").write_bytes(data)
    with CountingFile(tmp_path / "segment") as file:
        assert CompressedSegment(file).last_line() is None
        assert file.count < 3 * len(data)


def test_a_record_is_sought_in_a_long_line_in_linear_time() -> None:
    frames = [zstd.compress(text) for text in (line(1), b"x" * (24 << 20), line(3))]
    data = b"".join(frames) + seek_table(list(map(len, frames)))
    begun = time.process_time()
    b"".join(CompressedSegment(io.BytesIO(data)).blocks(3))
    assert time.process_time() - begun < 5


def test_a_line_that_a_reader_would_refuse_is_not_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zstd_segment, "MAX_LINE_SIZE", 1000)
    with pytest.raises(UncompressibleError):
        compressed([b"x" * 1000 + b"\n"])
    monkeypatch.setattr(zstd_segment, "MAX_CONTENT_SIZE", 5000)
    with pytest.raises(UncompressibleError):
        compressed([b"x" * 900 + b"\n"] * 6)


def test_a_decompression_bomb_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zstd_segment, "MAX_CONTENT_SIZE", 10 << 20)
    monkeypatch.setattr(zstd_segment, "MAX_LINE_SIZE", 4 << 20)
    one_line, many = zstd.compress(b"x" * (64 << 20)), zstd.compress(b"x\n" * (32 << 20))
    assert of(one_line) == [zstd_segment.UNREADABLE_LINE]
    found = of(many)
    assert sum(map(len, found)) <= 11 << 20 and found[-1].endswith(zstd_segment.UNREADABLE_LINE)
    assert CompressedSegment(io.BytesIO(one_line)).last_line() == zstd_segment.UNREADABLE_LINE[:-1]


def test_frames_without_end_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zstd_segment, "MAX_FRAMES", 100)
    found = of(zstd.compress(b"x\n") * 1000)
    assert len(found) <= 101 and found[-1] == zstd_segment.UNREADABLE_LINE
    assert of(zstd.compress(b"") * 1000) == [zstd_segment.UNREADABLE_LINE]


@given(st.binary(max_size=300))
def test_any_bytes_are_lines_or_are_named_as_unreadable(data: bytes) -> None:
    segment = CompressedSegment(io.BytesIO(data))
    for block in segment.blocks():
        assert block.endswith(b"\n")
    segment.last_line()


_WHOLE = compressed([line(seq, 40) for seq in range(1, 60)])


@given(st.data())
def test_any_change_of_a_file_shows_in_its_lines(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(_WHOLE) - 1))
    match data.draw(st.sampled_from(("flip", "cut", "drop"))):
        case "flip":
            changed = _WHOLE[:at] + bytes([_WHOLE[at] ^ 1 << data.draw(st.integers(0, 7))]) + _WHOLE[at + 1 :]
        case "cut":
            changed = _WHOLE[:at]
        case _:
            changed = _WHOLE[:at] + _WHOLE[at + 1 :]
    segment = CompressedSegment(io.BytesIO(changed))
    found = b"".join(segment.blocks())
    assert found == b"".join(of(_WHOLE)) or zstd_segment.UNREADABLE_LINE[:-1] in found or not found


def test_plain_segment_is_preferred_over_its_compressed_copy(tmp_path: Path) -> None:
    for name in ("00000001.jsonl", "00000001.jsonl.zst", "00000009.jsonl.zst", ".part-00000001.jsonl.zst", "x"):
        (tmp_path / name).touch()
    assert segments(tmp_path) == [
        Segment(1, tmp_path / "00000001.jsonl"), Segment(9, tmp_path / "00000009.jsonl.zst")
    ]  # fmt: skip


async def test_segment_compressed_while_it_is_read_stays_readable(kept: Kept) -> None:
    before = lines_of(kept.path)
    found = tuple(segments(kept.path))
    await kept.upkeep.compress()
    reader = JournalReader(kept.path, found)
    assert list(reader.lines()) == before and reader.line(5) == before[4]
    assert JournalReader(kept.path, found[:1]).last() == before[7]


async def test_a_segment_that_goes_while_it_is_read_is_a_gap(kept: Kept) -> None:
    before = lines_of(kept.path)
    found = tuple(segments(kept.path))
    kept.log.close()
    found[1].path.unlink()
    assert list(JournalReader(kept.path, found).lines()) == before[:8] + before[16:]


async def test_a_segment_with_a_line_that_is_too_long_stays_plain(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zstd_segment, "MAX_LINE_SIZE", 100)
    assert await kept.upkeep.compress() == 0 and await kept.upkeep.compress() == 0
    assert not list(kept.path.glob("*.zst")) and not list(kept.path.glob(".part*"))


async def test_close_ends_running_upkeep(kept: Kept) -> None:
    await kept.upkeep.close()
    assert await kept.upkeep.compress() == 0
    with pytest.raises(UpkeepError, match="ToolGuard was closed in the meantime"):
        await kept.upkeep.find("a text that is looked for")
    with pytest.raises(UpkeepError, match="ToolGuard was closed in the meantime"):
        await kept.upkeep.prune(Retention(size=1))
