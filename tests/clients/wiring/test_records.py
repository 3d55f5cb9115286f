"""Records of routed files: a damaged one is passed over."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from toolguard.clients.wiring import files
from toolguard.clients.wiring.bundles.writer import write_bundle
from toolguard.clients.wiring.records import RoutingRecord, RoutingRecords

RECORD = RoutingRecord(
    id="b", client="c", file="f", format="json", time=1.0, before="", after="", backup="", entries=()
)


@pytest.mark.parametrize("text", [b"", b"{}", b"\xff", b'{"id":"\xff"}', b'{"x":' + b"[" * 3_000])
def test_damaged_routing_record_is_ignored(tmp_path: Path, text: bytes) -> None:
    records = RoutingRecords(tmp_path)
    records.save(RECORD)
    (tmp_path / "a.json").write_bytes(text)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "c.json")
    assert records.all() == [RECORD]


def stand_in_for_windows(patch: pytest.MonkeyPatch, scanned: Callable[[], object]) -> None:
    """Refuse the next replacement, as while a virus scanner has a file open, and then call ``scanned``."""
    replace, first = os.replace, [True]

    def refuse(source: Path, target: Path) -> None:
        if first:
            first.clear()
            scanned()
            raise PermissionError(errno.EACCES, "Access is denied")
        replace(source, target)

    patch.setattr(os, "replace", refuse)
    patch.setattr(sys, "platform", "win32")


@pytest.mark.parametrize("what", ["settings", "record", "bundle"])
def test_windows_replaces_a_file_once_a_virus_scanner_has_closed_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    stand_in_for_windows(monkeypatch, lambda: None)
    match what:
        case "settings":
            files.replace(path, b"old", b"new")
        case "record":
            RoutingRecords(tmp_path).save(msgspec.structs.replace(RECORD, id="a"))
        case _:
            write_bundle(path, b"new", replace=True)
    assert path.read_bytes() != b"old" and list(tmp_path.iterdir()) == [path]


def test_windows_keeps_what_a_client_wrote_while_its_file_could_not_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    stand_in_for_windows(monkeypatch, lambda: path.write_bytes(b"of the client"))
    with pytest.raises(files.StaleFileError):
        files.replace(path, b"old", b"new")
    assert path.read_bytes() == b"of the client" and list(tmp_path.iterdir()) == [path]
