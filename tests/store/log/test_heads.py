"""Signed heads: which slot is written, what counts as signed, and what a log's end says next to them."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from toolguard.store.config.seals import LogFinding, Seal, UnsignedTail, examine_log
from toolguard.store.log import chain, heads
from toolguard.store.log.heads import KEY_BYTES, HeadSigner, LogHead, read_heads

KEY, PLACE = b"k" * KEY_BYTES, b"p" * 16


def hash_of(seq: int) -> bytes:
    return bytes([seq]) * 32


def link(seq: int) -> chain.Link:
    return seq, hash_of(seq)


def head(count: int, seq: int, *, synced: int = 0, boot: str = "boot", closed: bool = False) -> LogHead:
    return LogHead(count=count, seq=seq, hash=hash_of(seq), synced=synced, latest=0.0, boot=boot, closed=closed)


def examine(end: int, *heads: LogHead, noted: int = 0, sealed: int = 1, boot: str = "boot") -> LogFinding:
    seal = Seal(generation=1, digest="", seq=sealed, hash=hash_of(sealed).hex(), where="file")
    return examine_log(
        link(end), hash_of, seal=seal, heads=heads, noted=link(noted) if noted else None, boot=boot, key=True
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log-head"


def test_two_slots_are_written_in_turn(path: Path) -> None:
    signer = HeadSigner(path, PLACE)
    signer.begin(KEY)
    assert read_heads(path, KEY, PLACE) == ()
    for seq in (1, 2, 3):
        signer.sign(link(seq), seq - 1, 5.0)
    assert [(one.seq, one.synced, one.latest) for one in read_heads(path, KEY, PLACE)] == [(2, 1, 5.0), (3, 2, 5.0)]
    signer.end()
    again = HeadSigner(path, PLACE)
    again.begin(KEY)
    again.sign(link(4), 4, 6.0, closed=True)
    assert [(one.seq, one.closed) for one in read_heads(path, KEY, PLACE)] == [(3, False), (4, True)]
    again.remove()
    assert not path.exists()


def test_only_the_key_of_this_state_folder_signs(path: Path) -> None:
    signer = HeadSigner(path, PLACE)
    signer.begin(KEY)
    signer.sign(link(1), 1, 5.0)
    assert read_heads(path, KEY, PLACE) and not read_heads(path, b"x" * KEY_BYTES, PLACE)
    assert not read_heads(path, KEY, b"q" * 16)
    data = path.read_bytes()
    for at in range(len(data) // 2, len(data)):  # the first is written into the second slot
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert read_heads(path, KEY, PLACE) == (), at


def test_nothing_is_signed_without_a_key(path: Path) -> None:
    HeadSigner(path, PLACE).sign(link(1), 1, 5.0)
    assert not path.exists() and read_heads(path, KEY, PLACE) == ()
    path.write_bytes(b"short")
    assert read_heads(path, KEY, PLACE) == ()
    signer = HeadSigner(path, PLACE)
    signer.begin(KEY)
    signer.sign(link(1), 1, 5.0)
    signer.end()
    assert os.stat(path).st_mode & 0o777 == 0o600
    path.rename(path.with_name("other"))
    path.symlink_to(path.with_name("other"))
    assert read_heads(path, KEY, PLACE) == ()


def test_log_that_ends_at_a_signed_head_is_vouched_for() -> None:
    assert examine(5, head(1, 4), head(2, 5)) == LogFinding(vouched=5)
    assert examine(4, head(1, 4), head(2, 5)) == LogFinding(vouched=4)  # killed before the commit
    assert examine(5, head(1, 5, closed=True), noted=5) == LogFinding(vouched=5)


def test_records_after_the_signed_head_are_not_vouched_for() -> None:
    """Defect 1: appended records fit the chain."""
    for one in (head(2, 5), head(2, 5, closed=True), head(2, 5, boot="earlier", closed=True)):
        found = examine(7, one)
        assert (found.tail, found.vouched) == (
            UnsignedTail(6, 7),
            5,
        ) and "6 to 7 of the log are not signed" in found.problem
    assert "Record 6 of the log is not" in examine(6, head(2, 5)).problem
    assert "file that proves which records are ToolGuard's is missing" in examine(6).problem


def test_records_after_a_power_failure_are_a_note_only() -> None:
    found = examine(7, head(2, 5, boot="earlier"))
    assert found.problem == "" and found.tail == UnsignedTail(6, 7) and "before the computer stopped" in found.note
    lost = examine(7, head(1, 8, synced=6, boot="earlier"), head(2, 9, synced=6, boot="earlier"))
    assert lost.problem == "" and "were lost" in lost.note


@pytest.mark.parametrize(
    "found",
    [
        examine(4, head(2, 5, closed=True)),
        examine(4, head(1, 4), head(2, 5, closed=True)),
        examine(4, head(1, 4), head(2, 5, synced=5)),
        examine(4, head(2, 5)),  # the same start of the computer: no power failure
        examine(4, head(2, 9, synced=6, boot="earlier")),
        examine(4, head(2, 4), noted=5),
        examine(4, head(2, 4), sealed=5),
    ],
)
def test_cut_log_is_a_problem(found: LogFinding) -> None:
    assert "were removed from its end" in found.problem


def test_missing_and_replaced_logs_are_problems() -> None:
    """Defect 2."""
    assert examine_log(
        chain.START, lambda _: b"", seal=None, heads=(), noted=link(3), boot="", key=True
    ).problem.startswith("The log is missing")
    other = {1: b"o" * 32}
    found = examine_log(
        (1, other[1]), lambda seq: other.get(seq, b""), seal=None, heads=(head(1, 1),), noted=None, boot="", key=True
    )
    assert "the log was rewritten or replaced" in found.problem


def test_boot_of_macos_has_the_id_of_its_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for sysctlbyname."""
    status = [0, -1]

    def ask(name: bytes, text: Any, size: Any, _new: None, _length: int) -> int:
        assert (name, size._obj.value) == (b"kern.bootsessionuuid", 37)
        text.value = b"9F5D6A0C-6E5A-4A5B-8C3E-3B0E2C1D4F55"
        return status.pop(0)

    monkeypatch.setattr(ctypes, "CDLL", lambda _name: SimpleNamespace(sysctlbyname=ask))
    monkeypatch.setattr(sys, "platform", "darwin")
    assert heads.boot_id() == "9F5D6A0C-6E5A-4A5B-8C3E-3B0E2C1D4F55"
    assert heads.boot_id() == ""
