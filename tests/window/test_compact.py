"""The compact window: only the call, above other windows, with everything that decides on it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.support.services_harness import Harness
from tests.window.conftest import Stage, make_held, opened, until

ON_TOP = Qt.WindowType.WindowStaysOnTopHint


def compact(stage: Stage, *, on: bool = True) -> None:
    stage.window.preferences.take({"compact": on})


async def test_compact_window_shows_only_the_call_on_top(stage: Stage) -> None:
    await stage.show(held=(make_held("c1", since=1.0), make_held("c2", "delete_file", since=2.0)))
    compact(stage)
    window = stage.window
    assert window.windowFlags() & ON_TOP and window.isVisible()
    assert window.width() <= 560 and not window.side.isVisible() and not stage.pending.list.isVisible()
    assert window.compact.words.text() == "2 pending"
    await stage.armed("Approve write_file")
    stage.press("Next call")
    await stage.armed("Approve delete_file")
    stage.press("Approve delete_file")
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders[0][:2] == ("approve", "c2")
    assert not isinstance(QApplication.focusWidget(), QLineEdit)


async def test_denial_can_be_undone_in_the_compact_window(stage: Stage) -> None:
    stage.pending.answers.denials.delay = 60
    await stage.show(held=(make_held("c1", since=1.0), make_held("c2", "delete_file", since=2.0)))
    stage.pending.choose("c1")
    compact(stage)
    stage.press("Deny")
    assert stage.pending.notice.words.said() == "Denied write_file"
    stage.press("Undo")
    assert stage.window.compact.words.text() == "2 pending" and stage.pending.shown == "c1"
    assert stage.gate.orders == []


async def test_other_pages_use_the_whole_window(stage: Stage) -> None:
    compact(stage)
    stage.window.turn("audit")
    assert stage.window.side.isVisible() and stage.window.minimumWidth() == 900
    stage.window.turn("pending")
    assert not stage.window.side.isVisible() and stage.window.minimumWidth() < 600


async def test_both_sizes_are_remembered(stage: Stage) -> None:
    stage.window.resize(1000, 700)
    compact(stage)
    stage.window.resize(530, 600)
    compact(stage, on=False)
    assert not stage.window.windowFlags() & ON_TOP and stage.window.side.isVisible()
    assert not stage.pending.left.isHidden()
    compact(stage)
    assert stage.window.width() == 530


async def test_leaving_the_compact_window_changes_the_setting(tmp_path: Path, office: Harness) -> None:
    async with opened(tmp_path, run=office.run) as stage:
        await office.order("preferences.set", name="compact", value=True)
        compact(stage)
        stage.press("Full window")
        await until(lambda: not office.config.preferences.compact)
        await until(lambda: not stage.window.context.core_link.is_busy)


async def test_window_starts_in_the_configured_form(tmp_path: Path) -> None:
    from toolguard.window.preferences import WindowPreferences

    async with opened(tmp_path, preferences=WindowPreferences({"compact": True})) as stage:
        assert not stage.window.side.isVisible() and stage.window.windowFlags() & ON_TOP
