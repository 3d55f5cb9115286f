"""What moves: a new card fades in where it stands, for a moment, and not at all where that is not wanted."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.notification_daemon import Daemon
from tests.window.conftest import Stage, make_held, until
from tests.window.desktop.test_notify import bus_address, needs_bus  # noqa: F401
from toolguard.window.desktop import motion
from toolguard.window.desktop.dbus import BusConnection
from toolguard.window.desktop.freedesktop import MotionSetting
from toolguard.window.desktop.motion import FadeInDelegate, Motion
from toolguard.window.preferences import WindowPreferences


@pytest.mark.parametrize(
    ("wish", "still", "moves"),
    [("system", False, True), ("system", True, False), ("full", True, True), ("reduced", False, False)],
)
def test_person_setting_overrides_the_desktop(wish: str, still: bool, moves: bool) -> None:
    one = Motion(WindowPreferences({"motion": wish}))
    one.still = still
    assert one.moves() is moves


def entrance(stage: Stage) -> FadeInDelegate:
    found = stage.pending.list.itemDelegate()
    assert isinstance(found, FadeInDelegate)
    return found


async def test_new_card_fades_in_within_150_ms_without_moving_anything(stage: Stage) -> None:
    assert motion.FADE_IN_MS <= 150
    await stage.show(held=(make_held("c1"),))
    await until(lambda: not entrance(stage).running)
    list_ = stage.pending.list
    place = list_.visualRect(stage.pending.queue.index(0))
    await stage.show(held=(*stage.gate.now.held, make_held("c2")))
    assert entrance(stage).running
    assert list_.visualRect(stage.pending.queue.index(0)) == place
    assert list_.visualRect(stage.pending.queue.index(1)).height() == place.height()
    await until(lambda: not entrance(stage).running)


async def test_reduced_motion_shows_cards_without_animation(stage: Stage) -> None:
    stage.window.preferences.take({"motion": "reduced"})
    await stage.show(held=(make_held("c1"),))
    assert not entrance(stage).running


async def test_flood_of_calls_is_not_animated(stage: Stage) -> None:
    await stage.show(held=tuple(make_held(f"c{n}") for n in range(100)))
    assert not entrance(stage).running


async def test_arriving_call_changes_neither_focus_nor_layout_nor_selection(
    stage: Stage,
) -> None:
    held = tuple(make_held(f"c{n}") for n in range(5))
    await stage.show(held=held)
    stage.pending.choose("c2")
    reason = stage.pending.call.decision.reason
    reason.setFocus()
    QTest.keyClicks(reason, "not n")
    run = await stage.armed("Approve write_file")

    def facts() -> Any:
        index = stage.pending.list.currentIndex()
        spots = [widget.mapToGlobal(widget.rect().center()) for widget in (run, reason, stage.window.side.buttons[1])]
        rows = [stage.pending.list.visualRect(stage.pending.queue.index(row)).topLeft() for row in range(5)]
        page = stage.window.stack.key
        return QApplication.focusWidget(), index.row(), reason.text(), spots, rows, run.isEnabled(), page

    before = facts()
    for n in range(5, 40):
        await stage.show(held=(*stage.gate.now.held, make_held(f"c{n}")))
    assert facts() == before
    QTest.keyClicks(reason, "ow")
    assert reason.text() == "not now"
    stage.window.turn("audit")
    focus = QApplication.focusWidget()
    await stage.show(held=(*stage.gate.now.held, make_held("later")))
    assert (stage.window.stack.key, QApplication.focusWidget()) == ("audit", focus)


async def test_fading_card_can_be_clicked(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"), make_held("c2")))
    list_ = stage.pending.list
    spot = QPointF(list_.visualRect(stage.pending.queue.index(1)).center())
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
        await MotionSetting(bus, one).ask()
        assert not one.moves()
        daemon.set(space, key, moving)
        await until(one.moves)
        daemon.set(space, "another", still)
        daemon.set(space, key, still)
        await until(lambda: not one.moves())
    finally:
        await bus.close()
        daemon.end()
