"""What moves: a new card fades in where it stands, for a moment, and not at all where that is not wanted."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.notification_daemon import Daemon
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held
from tests.window.desktop.test_notify import bus_address, needs_bus  # noqa: F401
from toolguard.window.desktop import motion
from toolguard.window.desktop.dbus import BusConnection
from toolguard.window.desktop.freedesktop import MotionSetting
from toolguard.window.desktop.motion import FadeInDelegate, Motion
from toolguard.window.preferences import WindowPreferences


@pytest.mark.parametrize(
    ("setting", "still", "moves"),
    [("system", False, True), ("system", True, False), ("full", True, True), ("reduced", False, False)],
)
def test_person_setting_overrides_the_desktop(setting: str, still: bool, moves: bool) -> None:
    one = Motion(WindowPreferences({"motion": setting}))
    one.set_still(still)
    assert one.moves() is moves


def entrance(harness: WindowHarness) -> FadeInDelegate:
    found = harness.pending.list.itemDelegate()
    assert isinstance(found, FadeInDelegate)
    return found


async def test_new_row_fades_in_within_150_ms_without_moving_other_rows(harness: WindowHarness) -> None:
    assert motion.FADE_IN_MS <= 150
    await harness.show(pending=(make_held("c1"),))
    await until(lambda: not entrance(harness).running)
    list_ = harness.pending.list
    place = list_.visualRect(harness.pending.queue.index(0))
    await harness.show(pending=(*harness.gate.now.pending, make_held("c2")))
    assert entrance(harness).running
    assert list_.visualRect(harness.pending.queue.index(0)) == place
    assert list_.visualRect(harness.pending.queue.index(1)).height() == place.height()
    await until(lambda: not entrance(harness).running)


async def test_reduced_motion_shows_cards_without_animation(harness: WindowHarness) -> None:
    harness.window.preferences.update({"motion": "reduced"})
    await harness.show(pending=(make_held("c1"),))
    assert not entrance(harness).running


async def test_flood_of_calls_is_not_animated(harness: WindowHarness) -> None:
    await harness.show(pending=tuple(make_held(f"c{n}") for n in range(100)))
    assert not entrance(harness).running


async def test_arriving_call_changes_neither_focus_nor_layout_nor_selection(
    harness: WindowHarness,
) -> None:
    held = tuple(make_held(f"c{n}") for n in range(5))
    await harness.show(pending=held)
    harness.pending.choose("c2")
    reason = harness.pending.call.decision.reason
    reason.setFocus()
    QTest.keyClicks(reason, "not n")
    run = await harness.armed("Approve write_file")

    def facts() -> Any:
        index = harness.pending.list.currentIndex()
        spots = [widget.mapToGlobal(widget.rect().center()) for widget in (run, reason, harness.window.side.buttons[1])]
        rows = [harness.pending.list.visualRect(harness.pending.queue.index(row)).topLeft() for row in range(5)]
        page = harness.window.stack.key
        return QApplication.focusWidget(), index.row(), reason.text(), spots, rows, run.isEnabled(), page

    before = facts()
    for n in range(5, 20):
        await harness.show(pending=(*harness.gate.now.pending, make_held(f"c{n}")))
    assert facts() == before
    QTest.keyClicks(reason, "ow")
    assert reason.text() == "not now"
    harness.window.turn("audit")
    focus = QApplication.focusWidget()
    await harness.show(pending=(*harness.gate.now.pending, make_held("later")))
    assert (harness.window.stack.key, QApplication.focusWidget()) == ("audit", focus)


async def test_fading_card_can_be_clicked(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"), make_held("c2")))
    list_ = harness.pending.list
    spot = QPointF(list_.visualRect(harness.pending.queue.index(1)).center())
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        there = list_.viewport().mapToGlobal(spot)
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(list_.viewport(), QMouseEvent(kind, spot, there, left, left, none))
    assert list_.currentIndex().row() == 1


@needs_bus
@pytest.mark.parametrize(
    ("space", "key", "still", "moving"),
    [
        ("org.freedesktop.appearance", "reduced-motion", ("u", 1), ("u", 0)),
        ("org.gnome.desktop.interface", "enable-animations", ("b", False), ("b", True)),
        ("org.kde.kdeglobals.KDE", "AnimationDurationFactor", ("s", "0"), ("s", "1.0")),
    ],
)
async def test_desktop_prompt_is_shown_and_answered(
    bus_address: str, space: str, key: str, still: Any, moving: Any  # noqa: F811
) -> None:  # fmt: skip
    daemon, bus, one = Daemon(bus_address), BusConnection(bus_address), Motion(WindowPreferences())
    try:
        daemon.settings[space, key] = still
        await MotionSetting(bus, one).read()
        assert not one.moves()
        daemon.set(space, key, moving)
        await until(one.moves)
        daemon.set(space, "another", still)
        daemon.set(space, key, still)
        await until(lambda: not one.moves())
    finally:
        await bus.close()
        daemon.end()
