"""What stands where a page failed: the error for the person, a report without their data for others."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from toolguard.window.pages.failed_page import FailedPage, report
from toolguard.window.widgets import time_format


def failure() -> Exception:
    try:
        try:
            time_format.clock("token-1234")  # type: ignore[arg-type]
        except TypeError as problem:
            raise KeyError("/home/ada/secret.txt") from problem
    except KeyError as problem:
        return problem


def test_failure_report_contains_code_places_but_no_data() -> None:
    result = report(failure())
    assert "toolguard/window/widgets/time_format.py" in result
    assert "KeyError" in result
    assert "TypeError" in result
    for private in ("ada", "token-1234", str(Path(__file__).parents[3])):
        assert private not in result


def test_button_copies_the_failure_report() -> None:
    failed = FailedPage(failure())
    copy = next(each for each in failed.findChildren(QPushButton) if each.text() == "Copy report")
    copy.click()
    assert QGuiApplication.clipboard().text() == report(failure())
