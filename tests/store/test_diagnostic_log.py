"""The files for messages about ToolGuard."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from toolguard.store.diagnostic_log import DiagnosticLog, Scrub

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is of Linux")
SECRET = "s3cret-value"


def broken(_data: bytes) -> bytes:
    raise RecursionError(SECRET)


@pytest.mark.parametrize(
    ("path", "scrub", "reason"),
    [
        pytest.param("/dev/full", lambda data: data, "No space left on device", marks=LINUX),
        ("", broken, "RecursionError"),
    ],
)
def test_record_that_cannot_be_written_is_shown_nowhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], path: str, scrub: Scrub, reason: str
) -> None:
    log = DiagnosticLog(Path(path or tmp_path / "own.log"), "%(message)s")
    log.redact(scrub)
    log.handle(logging.makeLogRecord({"msg": "of %s", "args": (SECRET,)}))
    assert capsys.readouterr() == ("", f"toolguard: cannot write {log.baseFilename}: {reason}\n")
    with suppress(OSError):
        log.close()
    assert path or not (tmp_path / "own.log").read_text()
