"""What a check of the whole log found while ToolGuard runs: an alarm that lasts until a check passes."""

from __future__ import annotations

from pathlib import Path

from toolguard.store.log.integrity import Integrity

FOUND = "record 152 was edited: the record after it still follows its old hash"


def test_finding_is_reported_once_and_survives_a_restart(tmp_path: Path) -> None:
    received: list[int] = []
    one = Integrity(tmp_path / "log-check.txt", lambda: received.append(1))
    one.report(FOUND)
    one.report(FOUND)
    assert received == [1] and FOUND in one.problem
    again = Integrity(tmp_path / "log-check.txt", lambda: received.append(2))
    assert again.problem == one.problem
    again.report("")
    assert received == [1, 2] and not again.problem
    assert not Integrity(tmp_path / "log-check.txt", lambda: None).problem


def test_finding_that_is_a_sentence_has_one_full_stop(tmp_path: Path) -> None:
    one = Integrity(tmp_path / "log-check.txt", lambda: None)
    one.report(f"{FOUND}. Look before you continue.")
    assert f"{FOUND}. Look before you continue. Export " in one.problem


def test_foreign_text_in_the_log_is_bounded_and_escaped(tmp_path: Path) -> None:
    file = tmp_path / "log-check.txt"
    file.write_bytes(b"\x1b[2J\xff\n" + b"x" * 5_000_000)
    problem = Integrity(file, lambda: None).problem
    assert len(problem) < 1_200 and "\x1b" not in problem and "\n" not in problem
