"""The icon in the tray: drawn with its number, with a menu that holds still; and a window that lives without any."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QMessageBox, QSystemTrayIcon

from tests.support.waiting import until
from tests.window.conftest import make_held, opened
from tests.window.test_theme import contrast
from toolguard.gate.model import Proposal
from toolguard.window import state
from toolguard.window.desktop import tray
from toolguard.window.desktop.notify import DesktopNotice
from toolguard.window.desktop.tray import Tray, TrayBalloons, drawn
from toolguard.window.preferences import WindowPreferences
from toolguard.window.state import AppState
from toolguard.window.widgets import icons

PROPOSAL = Proposal(id="p", kind="rule", title="A & B", detail="{}", asked_by="cli", since=1.0)


def picture(shown: AppState, size: int = 32) -> QImage:
    return drawn(shown).pixmap(size, size).toImage()


def entries(of: Tray) -> list[str]:
    return [action.text() for action in of.menu.actions() if not action.isSeparator()]


def press(of: Tray, text: str) -> None:
    next(action for action in of.menu.actions() if action.text() == text).trigger()


def test_tray_icon_differs_for_each_state_and_number_at_each_size() -> None:
    shown = [AppState(tone, "", "") for tone in state.ICONS if tone != "waiting"]
    shown += [AppState("waiting", "", "", count) for count in (1, 2, 10, 99, 100)]
    for size in icons.SIZES:
        pictures = [picture(one, size) for one in shown]
        assert all(one.size().width() == size for one in pictures)
        assert not any(a == b for at, a in enumerate(pictures) for b in pictures[:at])
    assert picture(AppState("waiting", "", "", 100)) == picture(AppState("waiting", "", "", 4000))


@pytest.mark.parametrize("fill", tray._FILLS.values())
def test_tray_number_contrasts_with_its_background(fill: str) -> None:
    assert contrast("#ffffff", fill) >= 4.5


@pytest.mark.parametrize(("system", "count"), [("linux", 1), ("win32", 1), ("darwin", 0)])
def test_click_shows_the_window_unless_it_opens_the_menu(
    monkeypatch: pytest.MonkeyPatch, system: str, count: int
) -> None:
    one, shown = Tray(), []
    one.show_requested.connect(lambda: shown.append(1))
    monkeypatch.setattr("sys.platform", system)
    one.icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    assert len(shown) == count


def test_menu_lists_the_first_pending_items_and_counts_the_others() -> None:
    one = Tray()
    assert entries(one) == ["Show ToolGuard", "Do not disturb…", "Block all calls", "Quit ToolGuard"]

    held = [make_held(f"c{n}", since=n) for n in range(7)]
    one.set_state(AppState("waiting", "8 pending", "(8) ToolGuard", 8), [PROPOSAL, *held])
    calls = ["write_file on files, requested by Claude Desktop"] * 4
    assert entries(one) == [
        "Show ToolGuard",
        "A && B",
        *calls,
        "3 more",
        "Do not disturb…",
        "Block all calls",
        "Quit ToolGuard",
    ]
    assert one.icon.toolTip() == "(8) ToolGuard"
    received: list[str] = []
    one.opened.connect(received.append)
    one.show_requested.connect(lambda: received.append("raised"))
    one.quit.connect(lambda: received.append("quit"))
    one.panic_toggled.connect(lambda: received.append("panicked"))
    for words in ("A && B", calls[0], "3 more", "Show ToolGuard", "Block all calls", "Quit ToolGuard"):
        press(one, words)
    assert received == ["p", "c0", "", "raised", "panicked", "quit"]
    one.set_state(AppState("idle", "Idle", "ToolGuard"), [])
    assert entries(one) == ["Show ToolGuard", "Do not disturb…", "Block all calls", "Quit ToolGuard"]


async def test_open_menu_does_not_change() -> None:
    one = Tray()
    one.set_state(AppState("waiting", "", "", 1), [make_held("c1")])
    one.menu.popup(one.menu.pos())
    await until(one.menu.isVisible)
    before = entries(one)
    one.set_state(AppState("waiting", "", "", 2), [make_held("c1"), make_held("c2")])
    assert entries(one) == before
    one.menu.hide()
    await until(lambda: len(entries(one)) == len(before) + 1)


def test_missing_tray_has_no_icon_and_no_balloons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: False)
    one = Tray()
    one.set_enabled(True)
    assert not one.is_shown
    assert not one.icon.isVisible()
    beeps: list[int] = []
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(1))
    balloons = TrayBalloons(one)
    balloons.show(DesktopNotice("t", (), "c1"), ring=False)
    balloons.show(DesktopNotice("t", (), "c1"), ring=True)
    balloons.close()
    assert beeps == [1]
    one.set_enabled(False)


def test_balloon_has_the_notification_text_and_can_be_clicked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    received: list[tuple[str, ...]] = []
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _, title, body, _icon: received.append((title, body)))
    one = Tray()
    one._is_enabled = True
    balloons = TrayBalloons(one)
    clicks: list[int] = []
    balloons.listen(clicked=lambda: clicks.append(1), denied=lambda: None, dropped=lambda: None)
    balloons.show(DesktopNotice("t", ("a", "b"), "c1"), ring=False)
    one.icon.messageClicked.emit()
    assert (received, clicks) == ([("t", "a\nb")], [1])


class There(Tray):
    """A tray on a desktop that has one, or not."""

    there = True

    @property
    def is_shown(self) -> bool:
        return self._is_enabled and self.there

    def _place(self) -> None:
        """No icon is shown on the screen of the test."""


async def test_closing_hides_the_window_and_a_call_reopens_it(tmp_path: Path) -> None:
    one = There()
    async with opened(tmp_path, tray=one, preferences=WindowPreferences({"close_to_tray": True})) as harness:
        await harness.show(pending=(make_held("c1"), make_held("c2")))
        harness.window.turn("audit")
        harness.window.close()
        assert not harness.window.isVisible()
        assert harness.quits == []
        one.opened.emit("c2")
        await until(harness.window.isVisible)
        assert harness.window.stack.key == "pending"
        assert harness.pending.list.currentIndex().row() == 1
        one.opened.emit("gone")
        assert harness.pending.list.currentIndex().row() == 1
    one.set_enabled(False)


async def test_closing_quits_without_a_tray_and_a_lost_tray_shows_the_window(tmp_path: Path) -> None:
    one = There()
    async with opened(tmp_path, tray=one, preferences=WindowPreferences({"close_to_tray": True})) as harness:
        harness.window.close()
        assert not harness.window.isVisible()
        one.there = False
        one.lost.emit()
        await until(harness.window.isVisible)
        harness.window.close()
        assert harness.quits == [True]
    one.set_enabled(False)


async def test_quitting_with_pending_calls_shows_the_window_and_asks(tmp_path: Path) -> None:
    one = There()
    async with opened(tmp_path, tray=one, preferences=WindowPreferences({"close_to_tray": True})) as harness:
        await harness.show(pending=(make_held("c1"),))
        harness.window.close()
        one.quit.emit()
        await until(lambda: [box for box in harness.window.findChildren(QMessageBox) if box.isVisible()])
        assert harness.window.isVisible()
        assert harness.quits == []
        harness.keys(Qt.Key.Key_Escape)
        await harness.show()
        one.quit.emit()
        assert harness.quits == [True]
    one.set_enabled(False)


@pytest.mark.parametrize("hidden", [False, True])
async def test_request_of_the_system_quits_instead_of_hiding_and_asks_if_calls_are_open(
    tmp_path: Path, hidden: bool
) -> None:
    """As by Quit in macOS's menu or Dock, or by logging out."""
    one, app = There(), QApplication.instance()
    assert app is not None
    async with opened(tmp_path, tray=one, preferences=WindowPreferences({"close_to_tray": True})) as harness:
        await harness.show(pending=(make_held("c1"),))
        if hidden:
            harness.window.close()
        app.quit()
        await until(lambda: [box for box in harness.window.findChildren(QMessageBox) if box.isVisible()])
        assert harness.window.isVisible() and harness.quits == []
        harness.keys(Qt.Key.Key_Escape)
        await harness.show()
        app.quit()
        await until(lambda: harness.quits == [True])
    one.set_enabled(False)


async def test_background_start_needs_a_visible_tray(tmp_path: Path) -> None:
    one = There()
    preferences = WindowPreferences({"close_to_tray": True})
    async with opened(tmp_path, tray=one, preferences=preferences) as harness:
        for there, wanted, hidden in ((True, True, True), (False, True, False), (True, False, False)):
            one.there = there
            preferences.update({"close_to_tray": wanted})
            harness.window.hide()
            harness.window.begin(background=True)
            assert harness.window.isHidden() is hidden
            assert hidden or harness.window.isMinimized()
    one.set_enabled(False)


async def test_tray_icon_can_be_turned_off(tmp_path: Path) -> None:
    one, preferences = There(), WindowPreferences()
    async with opened(tmp_path, tray=one, preferences=preferences):
        assert one.is_shown
        preferences.update({"tray": False})
        assert not one.is_shown
    one.set_enabled(False)


async def test_badge_counts_pending_items_in_quiet_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    monkeypatch.setattr(QApplication, "setBadgeNumber", lambda _self, count: counts.append(count))
    async with opened(tmp_path, preferences=WindowPreferences({"quiet_hours": "00:00-00:00"})) as harness:
        await harness.show(pending=(make_held("c1"), make_held("c2")), proposals=(PROPOSAL,))
        assert counts[-1] == 3
        await harness.show()
        assert counts[-1] == 0


def test_menu_starts_and_ends_do_not_disturb() -> None:
    one = Tray()
    wanted: list[float] = []
    one.silenced.connect(wanted.append)
    (durations,) = [action.menu() for action in one.menu.actions() if action.menu() is not None]
    assert [action.text() for action in durations.actions()] == ["15 minutes", "1 hour", "4 hours", "12 hours"]
    durations.actions()[1].trigger()
    one.show_silence(time.time() + 3600)
    (end,) = [words for words in entries(one) if words.startswith("Do not disturb until")]
    press(one, end)
    assert wanted == [3600.0, 0.0]
    one.show_silence(0.0)
    assert "Do not disturb…" in entries(one)


async def test_closing_with_pending_calls_can_hide_behind_the_icon(tmp_path: Path) -> None:
    one = There()
    async with opened(tmp_path, tray=one, preferences=WindowPreferences({"tray": True})) as harness:
        await harness.show(pending=(make_held("c1"),))
        harness.window.close()
        await until(lambda: harness.window._question)
        next(each for each in harness.window._question.buttons() if each.text() == "Hide to tray").click()
        await until(lambda: not harness.window.isVisible())
        assert harness.quits == [] and harness.gate.orders == []
        one.show_requested.emit()
        await until(harness.window.isVisible)
