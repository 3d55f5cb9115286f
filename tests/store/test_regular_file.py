"""What another program puts in the place of a file of the state folder ends no reader, holds none up, and takes no
memory.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.store.log.test_hostile_files import FILES
from toolguard.store import regular_file
from toolguard.store.client_names import ClientNames
from toolguard.store.clock import AgingClock, SteadyClock
from toolguard.store.config.accepted_config import AcceptedConfigs
from toolguard.store.config.seals import Seals
from toolguard.store.diagnostic_log import DiagnosticLog
from toolguard.store.lock import LockHolder, StateLock
from toolguard.store.log.checkpoints import CheckpointWriter
from toolguard.store.log.heads import read_heads
from toolguard.store.log.integrity import Integrity
from toolguard.store.log.upkeep.segment_files import DRAFT_SUFFIX, write_draft
from toolguard.store.process_registry import ProcessRegistry

DIGEST = "0" * 64
READERS: dict[str, tuple[str, Callable[[Path], Any], Any]] = {
    "seal": ("accepted/seal", lambda home: Seals(home).read(), None),
    "copy": (f"accepted/{DIGEST}.json", lambda home: AcceptedConfigs(home / "accepted").state(DIGEST), None),
    "heads": ("log-head", lambda home: read_heads(home / "log-head", b"k" * 32, b"p"), ()),
    "checkpoints": ("checkpoints", lambda home: CheckpointWriter(home, b"p").begin(b"k" * 32, (1, b"")), None),
    "clients": ("clients.json", lambda home: ClientNames(home / "clients.json").names_of("x"), ()),
    "check": ("log-check.txt", lambda home: Integrity(home / "log-check.txt", lambda: None).report(""), None),
    "children": ("children.json", lambda home: ProcessRegistry(home / "children.json").orphans(), []),
    "lock": ("lock", lambda home: StateLock(home).holder(), LockHolder(0, "", "")),
}
WRITERS: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "check": ("log-check.txt", lambda home: Integrity(home / "log-check.txt", lambda: None).report("changed")),
    "children": ("children.new", lambda home: ProcessRegistry(home / "children.json").add((1, 1.5, "mark"))),
    "draft": (f"{DRAFT_SUFFIX}-log", lambda home: write_draft(home / "log", lambda file: file.write(b"x"))),
}
DAMAGED = {
    "a deep member": b'{"x":' + b"[" * 3_000,
    "a name that is no text": b'{"version":1,"clients":{"x":{"name":"\xff"}}}',
    "a mark that is no text": b'[[1,1.5,"\xff"]]',
}
posix = pytest.mark.skipif(os.name != "posix", reason="files with holes, pipes and links as POSIX has them")


@posix
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("reader", READERS)
def test_other_file_than_expected_reads_as_none(tmp_path: Path, reader: str, file: str) -> None:
    name, read, nothing = READERS[reader]
    (tmp_path / name).parent.mkdir(exist_ok=True)
    FILES[file](tmp_path / name)
    assert read(tmp_path) == nothing


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
@pytest.mark.parametrize("reader", READERS)
def test_damaged_file_reads_as_none(tmp_path: Path, reader: str, text: bytes) -> None:
    name, read, nothing = READERS[reader]
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(text)
    assert read(tmp_path) == nothing


@posix
@pytest.mark.parametrize("writer", WRITERS)
def test_named_pipe_in_place_of_a_file_is_replaced(tmp_path: Path, writer: str) -> None:
    name, write = WRITERS[writer]
    os.mkfifo(tmp_path / name)
    write(tmp_path)
    assert not any(path.is_fifo() for path in tmp_path.iterdir())


@posix
def test_log_file_that_is_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "log")
    with pytest.raises(OSError, match="No such device"):
        DiagnosticLog(tmp_path / "log", "%(message)s")
    DiagnosticLog(tmp_path / "later", "%(message)s", delay=True).close()


@posix
@pytest.mark.parametrize("file", FILES)
def test_clock_that_cannot_read_its_lag_says_so(tmp_path: Path, file: str) -> None:
    FILES[file](tmp_path / "age")
    with pytest.raises(OSError):
        AgingClock(SteadyClock(), tmp_path / "age")()


def test_file_up_to_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert regular_file.read(path, 5) == b"12345"
    with pytest.raises(OSError, match="too large"):
        regular_file.read(path, 4)


@pytest.mark.parametrize("text", [b"", b"[]", b"x", b"\xff", b"[" * 100_000, b'{"preferences": 1}', b"{}"])
def test_copy_that_is_no_configuration_demands_nothing(tmp_path: Path, text: bytes) -> None:
    (tmp_path / f"{hashlib.sha256(text).hexdigest()}.json").write_bytes(text)
    assert not AcceptedConfigs(tmp_path).may_demand_presence()
