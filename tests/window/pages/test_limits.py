"""Limits on calls in the window: shown in words, set in a form, changed, removed and brought back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, name_of
from tests.window.pages.test_rules import at_rules, page
from toolguard.gate.policy.call_limits import CallLimits
from toolguard.services.interface import NewLimit
from toolguard.services.rules import limits as services
from toolguard.window.policy.limits_panel import LimitForm, LimitUse, again, amounts, duration

LIMIT = {
    "id": "l1", "client": "*", "server": "web", "tool": "*", "calls": 30, "seconds": 60.0, "arguments": 64 * 1024,
    "result": 1_000, "timeout": 20.0, "left": None, "wait": 0.0,
}  # fmt: skip


def kept(office: Harness) -> list[dict[str, Any]]:
    return list(office.config.limits.values())


def test_limit_is_described_in_words() -> None:
    assert amounts(LIMIT) == [
        "at most 30 calls in 1 minute", "arguments up to 64.0 KiB", "results up to 1,000 bytes",
        "a response within 20 seconds",
    ]  # fmt: skip
    assert amounts({**LIMIT, "calls": 0, "arguments": 0, "result": 0, "timeout": 0.0}) == []


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(1, "1 second"), (0.5, "0.5 seconds"), (90, "90 seconds"), (60, "1 minute"), (7200, "2 hours"), (86_400, "1 day")],
)
def test_duration_is_shown_in_its_largest_whole_unit(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize("change", [{}, {"calls": 0}, {"arguments": 1_048_576}, {"timeout": 0.5}, {"timeout": 5400.0}])
def test_form_sends_the_limit_that_it_shows(change: dict[str, Any]) -> None:
    limit, asked = {**LIMIT, **change}, list[NewLimit]()
    form = LimitForm()
    form.submitted.connect(asked.append)
    form.begin(limit)
    form.set.click()
    assert asked == [again(limit)]  # type: ignore[arg-type]


def test_empty_and_excessive_limits_are_refused_in_the_form() -> None:
    form, asked = LimitForm(), list[NewLimit]()
    form.submitted.connect(asked.append)
    assert not form.set.isEnabled() and form.set.toolTip() == "Enter at least one limit."
    QTest.keyClicks(form.calls.number, "0")
    assert not form.set.isEnabled()
    QTest.keyClick(form.calls.number, Qt.Key.Key_Return)
    assert form.error_label.text() == "Enter at least one limit."
    form.arguments.number.setText("1073741824")
    form.arguments.unit.setCurrentIndex(2)
    form.set.click()
    assert form.error_label.text() == "One of these numbers is too large."
    assert not asked


async def limits(harness: WindowHarness) -> Any:
    harness.keys(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    return page(harness).limits


async def test_limit_is_set_changed_removed_and_restored(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        panel = await limits(harness)
        assert harness.is_shown("Back from limits") and panel.none.isVisible()
        harness.press("Add limit")
        panel.form.places.server.setEditText("web")
        panel.form.calls.number.setText("30")
        QTest.keyClick(panel.form.calls.number, Qt.Key.Key_Return)
        await until(lambda: panel.limits)
        assert kept(office)[0]["calls"] == 30 and kept(office)[0]["seconds"] == 60
        name = "any tool on web for any client"
        assert not panel.form.isVisible() and not panel.none.isVisible()

        harness.press(f"Edit limit: {name}")
        assert panel.form.calls.number.text() == "30" and not panel.form.places.isEnabled()
        assert panel.form.heading.text() == "Edit limit"
        panel.form.calls.number.setText("5")
        harness.press("Save this limit")
        await until(lambda: panel.limits[0]["calls"] == 5)
        harness.press("Undo")
        await until(lambda: panel.limits[0]["calls"] == 30)
        assert len(kept(office)) == 1

        harness.press(f"Remove limit: {name}")
        await until(lambda: not panel.limits)
        assert not kept(office) and panel.none.isVisible()
        harness.press("Undo")
        await until(lambda: panel.limits)
        assert kept(office)[0]["calls"] == 30
        harness.press("Back from limits")
        assert not panel.isVisible()


async def test_remaining_calls_are_shown_and_updated(
    tmp_path: Path, office: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [12]
    monkeypatch.setattr(CallLimits, "remaining", lambda *_: left[0])
    async with at_rules(tmp_path, office) as harness:
        panel = await limits(harness)
        panel.limit_submitted.emit(NewLimit(server="web", calls=30))
        await until(lambda: panel.limits)
        (used,) = panel.findChildren(LimitUse)
        await until(lambda: used.text_label.text() == "18 of 30 calls used")
        assert (used.bar.value(), used.bar.maximum()) == (18, 30), "the bar and the words say the same"
        left[0] = 0
        await until(lambda: used.text_label.text() == "30 of 30 calls used")  # in the same row
        assert used.text_label.property("tone") == "caution"
        monkeypatch.setattr(CallLimits, "wait", lambda *_: 61.2)
        await until(lambda: used.text_label.text() == "30 of 30 calls used, next in 1:02")


async def test_limit_without_a_rate_shows_no_use(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        panel = await limits(harness)
        panel.limit_submitted.emit(NewLimit(server="web", timeout=30))
        await until(lambda: panel.limits)
        (used,) = panel.findChildren(LimitUse)
        assert not used.isVisible() and harness.is_shown("Edit limit: any tool on web for any client")


async def test_new_limit_is_undone(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        panel = await limits(harness)
        harness.press("Add limit")
        panel.form.places.server.setEditText("web")
        panel.form.timeout.number.setText("0.5")
        panel.form.timeout.unit.setCurrentIndex(1)
        harness.press("Add this limit")
        await until(lambda: panel.limits)
        assert kept(office)[0]["timeout"] == 30
        harness.press("Undo")
        await until(lambda: not kept(office))


async def test_refused_limit_shows_the_reason_in_the_form(
    tmp_path: Path, office: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_LIMITS", 0)
    async with at_rules(tmp_path, office) as harness:
        panel = await limits(harness)
        harness.press("Add limit")
        panel.form.calls.number.setText("1")
        harness.press("Add this limit")
        await until(panel.form.error_label.isVisible)
        assert panel.form.isVisible() and not kept(office)
        harness.press("Cancel and set no limit")
        assert not panel.form.isVisible() and panel.none.isVisible()


async def test_limits_are_sorted_and_searchable(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        panel = await limits(harness)
        for at, server in enumerate(("web", "files", "git", "mail", "shell", "notes")):
            panel.limit_submitted.emit(NewLimit(server=server, calls=30 + at))
            await until(lambda at=at: len(panel.limits) == at + 1)
        assert [one["server"] for one in panel.limits] == ["files", "git", "mail", "notes", "shell", "web"]
        keys = harness.window.stack.page("rules").status_strip.keys
        await until(lambda: panel.search.isVisible() and "Search this page" in keys.text())
        QTest.keyClick(harness.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        await until(panel.search.hasFocus)
        QTest.keyClicks(panel.search, "mail 33")
        assert harness.is_shown("Edit limit: any tool on mail for any client")
        assert not harness.is_shown("Edit limit: any tool on web for any client")
        panel.search.setText("mail 34")
        assert panel.unmatched.isVisible()
        panel.search.clear()
        assert harness.is_shown("Edit limit: any tool on web for any client") and not panel.unmatched.isVisible()


async def test_limit_links_to_the_calls_it_refused(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        panel, led = await limits(harness), list[str]()
        panel.link_activated.connect(led.append)
        panel.limit_submitted.emit(NewLimit(server="web", calls=30, arguments=1024))
        await until(lambda: panel.limits)
        harness.press("Show calls refused by rate")
        assert led == ["by:rate limit\nserver:web"] and harness.window.stack.key == "audit"
        harness.window.turn("rules")
        harness.press("Show calls refused by size")
        assert led[1:] == ["by:size limit\nserver:web"]


async def test_tab_reaches_limits_after_the_form(tmp_path: Path, office: Harness) -> None:
    """They are made late, and Tab reached them after everything else in the window."""
    for server in ("files", "web"):
        await office.order("limit.set", server=server, calls=5)
    async with at_rules(tmp_path, office) as harness:
        rules = page(harness)
        await until(lambda: len(rules.limits.limits) == 2)
        rules.show_limits()
        rules.limits.done.setFocus()
        reached = []
        for _ in range(7):
            harness.keys(Qt.Key.Key_Tab)
            reached.append(name_of(QApplication.focusWidget()))
        in_row = ["Show calls refused by rate", "Edit limit: {0}", "Remove limit: {0}"]
        rows = [text.format(f"any tool on {server} for any client") for server in ("files", "web") for text in in_row]
        assert reached == ["Add limit", *rows]
        rules.limits.show_form()
        rules.limits.form.timeout.unit.setFocus()
        harness.keys(Qt.Key.Key_Tab)
        assert name_of(QApplication.focusWidget()) == reached[1]
