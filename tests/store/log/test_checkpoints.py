"""Signed checkpoints: their form, when they are written, and that files of a log verify anywhere."""

from __future__ import annotations

import base64
import hashlib
import shutil
import socket
import stat
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from tests.support.journal_edits import edit_line, lines_of, relink, write_lines
from toolguard.gate import model
from toolguard.store.log import chain, checkpoints, records
from toolguard.store.log.audit_log import AuditLog
from toolguard.store.log.checkpoints import (
    CheckpointCopies,
    CheckpointError,
    CheckpointKey,
    CheckpointWriter,
    PublicKey,
    append,
    copier,
    read,
)
from toolguard.store.log.offline_check import check

KEY = bytes(range(32))
PLACE = b"0123456789abcdef"


@pytest.fixture
def key() -> CheckpointKey:
    return CheckpointKey(KEY, PLACE)


def test_a_checkpoint_is_a_signed_note_of_c2sp(key: CheckpointKey) -> None:
    note = key.sign((7, b"h" * 32)).decode()
    text, _, signature = note.partition("\n\n")
    assert text.split("\n") == ["toolguard/0123456789abcdef", "7", base64.b64encode(b"h" * 32).decode()]
    dash, name, data = signature.split(" ")
    raw = base64.b64decode(data)
    public = key.public.public
    assert (dash, name, note[-1]) == ("\u2014", "toolguard/0123456789abcdef", "\n")
    assert raw[:4] == hashlib.sha256(b"toolguard/0123456789abcdef\n\x01" + public).digest()[:4]
    Ed25519PublicKey.from_public_bytes(public).verify(raw[4:], f"{text}\n".encode())


def test_public_key_round_trips_and_other_text_is_refused(key: CheckpointKey) -> None:
    assert PublicKey.read(f"{key.public.text}\n") == key.public
    name, digest, data = key.public.text.split("+", 2)
    for text in ("", "a", f"{name}+{digest}+", f"other+{digest}+{data}", f"{name}+{digest}+{data[:-8]}AAAAAAA="):
        with pytest.raises(CheckpointError):
            PublicKey.read(text)


def test_signature_is_invalid_for_another_key_origin_or_text(key: CheckpointKey) -> None:
    (one,) = read(key.sign((7, b"h" * 32)))
    assert key.public.has_signed(one) and one.link == (7, b"h" * 32)
    assert not CheckpointKey(bytes(32), PLACE).public.has_signed(one)
    assert not CheckpointKey(KEY, b"f" * 16).public.has_signed(one)
    (forged,) = read(key.sign((7, b"h" * 32)).replace(b"\n7\n", b"\n8\n"))
    assert not key.public.has_signed(forged)


@given(st.binary(max_size=300))
def test_any_bytes_are_checkpoints_or_are_refused(data: bytes) -> None:
    with suppress(CheckpointError):
        assert read(data) == []


def test_a_torn_checkpoint_is_left_out_and_closed_by_the_next(key: CheckpointKey, tmp_path: Path) -> None:
    path = tmp_path / "checkpoints"
    notes = [key.sign((seq, bytes([seq]) * 32)) for seq in (1, 2, 3)]
    for size in range(len(notes[1])):
        path.unlink(missing_ok=True)
        append(path, notes[0])
        path.write_bytes(path.read_bytes() + b"\n" + notes[1][:size])
        assert [one.size for one in read(path.read_bytes())] == [1]
        append(path, notes[2])
        assert [one.size for one in read(path.read_bytes())] == [1, 3]
        assert all(map(key.public.has_signed, read(path.read_bytes())))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_checkpoints_come_every_thousand_records_every_ten_minutes_and_at_the_end(tmp_path: Path) -> None:
    now = [0.0]
    writer = CheckpointWriter(tmp_path, PLACE, monotonic=lambda: now[0])

    def sizes() -> list[int]:
        path = tmp_path / checkpoints.FILE_NAME
        return [one.size for one in read(path.read_bytes())] if path.exists() else []

    writer.reached((5000, b"x" * 32), closing=True)
    assert sizes() == [], "there is no key"
    writer.begin(KEY, chain.START)
    writer.reached((999, b"x" * 32))
    assert sizes() == []
    writer.reached((1000, b"x" * 32))
    writer.reached((1999, b"x" * 32))
    assert sizes() == [1000]
    now[0] = 599.0
    assert not writer.is_due(1001)
    now[0] = 600.0
    assert writer.is_due(1001) and not writer.is_due(1000)
    writer.reached((1001, b"x" * 32))
    writer.reached((1002, b"y" * 32), closing=True)
    writer.reached((1002, b"y" * 32), closing=True)
    assert sizes() == [1000, 1001, 1002]
    again = CheckpointWriter(tmp_path, PLACE)
    again.begin(KEY, (1002, b"y" * 32))
    again.reached((1002, b"y" * 32), closing=True)
    assert sizes() == [1000, 1001, 1002], "what an earlier run signed is not signed again"


def test_checkpoints_are_copied_to_a_folder_that_the_person_chose(tmp_path: Path) -> None:
    log, place = tmp_path / "log", tmp_path / "other disk"
    log.mkdir()
    writer = CheckpointWriter(log, PLACE)
    writer.begin(KEY, chain.START)
    writer.copy_to(str(place))
    writer.reached((1000, b"x" * 32), closing=True)
    assert "No such file" in writer.trouble and str(place) in writer.trouble
    assert [one.size for one in read((log / checkpoints.FILE_NAME).read_bytes())] == [1000], "the log has its own"
    place.mkdir()
    writer.reached((2000, b"x" * 32))
    writer.reached((2001, b"x" * 32), closing=True)
    assert writer.trouble == ""
    (copy,) = place.iterdir()
    assert copy.name == "toolguard-0123456789abcdef.checkpoints"
    assert [one.size for one in read(copy.read_bytes())] == [2000, 2001]
    writer.copy_to("")
    writer.reached((3001, b"x" * 32))
    assert len(read(copy.read_bytes())) == 2


def test_hanging_copy_destination_is_reported_and_delays_nothing() -> None:
    gate, kept = threading.Event(), list[bytes]()

    def write(note: bytes) -> None:
        gate.wait(120)
        kept.append(note)

    copies = CheckpointCopies("/nfs", write, wait=0.01)
    for number in range(150):
        copies.put(b"%d" % number)
    copies.finish()
    assert not kept, "the writer is not waited for"
    assert "/nfs" in copies.trouble
    gate.set()
    while copies.trouble:
        time.sleep(0.01)
    copies.put(b"last")
    while b"last" not in kept:
        time.sleep(0.01)
    assert kept[0] == b"0"


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="needs a Unix socket")
def test_checkpoints_are_sent_to_syslog_in_one_line(
    key: CheckpointKey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as syslog:
        syslog.bind(address)
        syslog.settimeout(120)
        monkeypatch.setattr(checkpoints, "_SYSLOG", address)
        note = key.sign((7, b"h" * 32))
        copier("syslog", "")(note)
        result = syslog.recv(10_000).decode()
    head, _, rest = result.partition(": checkpoint ")
    assert head.startswith("<109>toolguard[") and "\n" not in result
    assert rest.replace("\\n", "\n").encode() == note
    with pytest.raises(OSError):
        monkeypatch.setattr(checkpoints, "_SYSLOG", f"{address}-none")
        copier("syslog", "")(note)


# ---- files, verified anywhere


@pytest.fixture
async def log(tmp_path: Path, names: Any) -> Path:
    """A log of 2,500 records in several segments, with its checkpoints, carried to another computer."""
    path = tmp_path / "state" / "log"
    log = AuditLog(path, segment=200_000)
    log.open()
    log.sign_with(KEY)
    for number in range(2500):
        log.write(names.forwarded(f"c{number}"))
        if number % 500 == 499:
            await log.durable()
    log.close()
    return Path(shutil.copytree(path, tmp_path / "elsewhere"))


@pytest.fixture
def public(tmp_path: Path) -> PublicKey:
    from toolguard.store.config.seals import place_of

    return CheckpointKey(KEY, place_of(tmp_path / "state")).public


def segment(log: Path, seq: int) -> Path:
    return max(file for file in log.glob("*.jsonl") if int(file.stem) <= seq)


async def test_a_log_verifies_with_its_public_key(log: Path, public: PublicKey) -> None:
    found = check([log], public)
    assert (found.first, found.last, found.problem, found.signed, found.foreign) == (1, 2500, "", 2500, 0)
    assert check([log]).noted == 2500 and check([log]).signed == 0
    assert [one.size for one in read((log / "checkpoints").read_bytes())] == [1000, 2000, 2500]


async def test_some_files_verify_by_themselves_and_by_an_earlier_checkpoint(log: Path, public: PublicKey) -> None:
    files = sorted(log.glob("*.jsonl"))
    assert len(files) > 2
    part = [*files[1:], log / "checkpoints"]
    found = check(part, public)
    assert (found.first, found.last, found.signed, found.problem) == (int(files[1].stem), 2500, 2500, "")
    since = log.parent / "since"
    since.write_bytes(public_note := (log / "checkpoints").read_bytes().split(b"\n\ntoolguard/")[0] + b"\n")
    assert public_note
    found = check([log], public, since)
    assert (found.since, found.first, found.last, found.problem) == (1000, 1001, 2500, "")
    missing = check([files[-1]], None, since)
    assert "were removed" in missing.problem and missing.record == 1001
    assert check([*files[:-1]], public, None).problem.startswith("there is no checkpoint")


async def test_a_log_rewritten_with_all_its_links_shows_by_its_checkpoints(log: Path, public: PublicKey) -> None:
    whole = lines_of(log)
    for file in sorted(log.glob("*.jsonl"))[1:]:
        file.unlink()
    write_lines(log, whole)
    relink(log, b'"c700"', b'"x700"')
    found = check([log], public)
    assert found.record == 1000 and "rewritten" in found.problem
    (log / "checkpoints").unlink()
    assert "signed with this key" in check([log], public).problem
    assert check([log]).problem == ""


async def test_checkpoint_signed_with_another_key_is_not_accepted(log: Path, public: PublicKey) -> None:
    other = CheckpointKey(bytes(32), public.name.partition("/")[2].encode())
    (log / "checkpoints").write_bytes(other.sign((2500, b"x" * 32)))
    found = check([log], public)
    assert (found.foreign, "signed with this key" in found.problem) == (1, True)


async def test_copied_checkpoint_detects_a_truncated_log(log: Path, public: PublicKey) -> None:
    kept = Path(shutil.copy(log / "checkpoints", log.parent / "kept"))
    segment(log, 2500).unlink()
    (log / "checkpoints").unlink()
    found = check([log], public, kept)
    assert found.problem, "the log does not reach the checkpoint"
    assert "truncated" in check([log, kept.rename(kept.with_name("checkpoints"))], public).problem


async def test_log_without_the_record_of_the_kept_checkpoint_is_not_intact(log: Path, public: PublicKey) -> None:
    kept = Path(shutil.copy(log / "checkpoints", log.parent / "kept"))
    assert check([log], public, kept).problem == check([log], None, kept).problem == "", "nothing follows it"
    newest = segment(log, 2500)
    newest.write_bytes(newest.read_bytes().replace(b'"c2499"', b'"x2499"'))
    assert "record 2500 is not the one" in check([log], public, kept).problem
    newest.unlink()
    for found in (check([log], public, kept), check([log], None, kept)):
        assert (
            found.problem
            == f"the log was truncated: it ends at record {int(newest.stem) - 1}, but record 2500 was noted elsewhere"
        )


async def test_every_file_is_checked_including_files_with_overlapping_records(log: Path, public: PublicKey) -> None:
    own, other = segment(log, 1), log.parent / "a-copy.jsonl"
    other.write_bytes(own.read_bytes().replace(b'"c7"', b'"x7"'))
    files = [other, *sorted(log.glob("*.jsonl")), log / "checkpoints"]
    assert check(files[1:], public).problem == ""
    assert check(files, public).record == 8

    overlapping = log.parent / "b-copy.jsonl"
    overlapping.write_bytes(segment(log, 2500).read_bytes().replace(b'"c2499"', b'"x2499"'))
    since = log.parent / "since"
    since.write_bytes((log / "checkpoints").read_bytes().split(b"\n\ntoolguard/")[0] + b"\n")
    assert check(files[1:], public, since).problem == ""
    assert check([overlapping, *files[1:]], public, since).problem


async def test_file_without_log_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello\n")
    with pytest.raises(CheckpointError, match="is not a segment"):
        check([tmp_path / "notes.txt"])
    (tmp_path / "checkpoints").write_text("hello\n\nthere\n\n")
    with pytest.raises(CheckpointError, match="no checkpoint at byte 0"):
        check([tmp_path / "checkpoints"])
    with pytest.raises(OSError):
        check([tmp_path / "missing"])


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of 30 records in several segments, signed at its end."""
    import asyncio

    path = tmp_path_factory.mktemp("small") / "log"

    async def write() -> None:
        log = AuditLog(path, segment=1500)
        log.open()
        log.sign_with(KEY)
        for number in range(30):
            log.write(model.ConfigChanged(what=f"change {number}", by="person"))
            await log.committed()
        log.close()

    asyncio.run(write())
    return path


@given(st.data())
def test_any_change_of_lines_or_segments_is_named_with_its_place(small: Path, data: st.DataObject) -> None:
    """Edit, cut, swap, duplicate, truncate or remove, in a copy that is verified offline."""
    whole, files = lines_of(small), sorted(small.glob("*.jsonl"))
    assert len(files) > 3
    copy = small.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(small, copy)
    at = data.draw(st.integers(1, 30))
    file = copy / segment(small, at).name
    lines, place = file.read_bytes().splitlines(keepends=True), at - int(segment(small, at).stem)
    low = high = at
    match data.draw(st.sampled_from(("edit", "cut", "swap", "duplicate", "truncate", "remove", "rename"))):
        case "edit":
            line = lines[place]
            where = data.draw(st.integers(0, len(line) - 2))
            with_byte = bytes([data.draw(st.integers(0, 255).filter(lambda byte: byte != line[where]))])
            lines[place] = line[:where] + with_byte + line[where + 1 :]
            low = at - 1
        case "cut":
            count = data.draw(st.integers(1, 3))
            del lines[place : place + count]
        case "swap":
            other = data.draw(st.integers(0, len(lines) - 1).filter(lambda one: one != place or len(lines) == 1))
            lines[place], lines[other] = lines[other], lines[place]
            ends = sorted((at, other + int(file.stem)))
            low, high = ends[0], ends[1]
        case "duplicate":
            lines.insert(place, lines[place])
        case "truncate":
            kept = data.draw(st.integers(0, len(lines[place]) - 1))
            lines = [*lines[:place], lines[place][:kept]]
        case "remove":
            lines = []
            low = high = int(file.stem)
        case "rename":
            file = file.rename(file.with_name("99999999.jsonl"))
            low = high = int(segment(small, at).stem)
    if lines or file.stat().st_size:
        file.write_bytes(b"".join(lines))
    if data.draw(st.booleans()) and not lines:
        file.unlink()
    changed = lines_of(copy) != whole
    found = check([copy], CheckpointKey(KEY, _place(small)).public)
    assert bool(found.problem) == changed
    assert not changed or (found.record is not None and low <= found.record <= high + 1), (found, low, high)


def _place(log: Path) -> bytes:
    from toolguard.store.config.seals import place_of

    return place_of(log.parent)


def test_every_edit_of_a_line_is_noticed(small: Path) -> None:
    copy = small.with_name("other")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(small, copy)
    for file in sorted(copy.glob("*.jsonl"))[1:]:
        file.unlink()
    write_lines(copy, lines_of(small))
    edit_line(copy, 30, b"change 29", b"change 30")
    found = check([copy], CheckpointKey(KEY, _place(small)).public)
    assert found.record == 30 and records.number(lines_of(copy)[29]) == 30
