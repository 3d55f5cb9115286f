"""The compact window: only the call, above other windows, with everything that decides on it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, opened

ON_TOP = Qt.WindowType.WindowStaysOnTopHint


def compact(harness: WindowHarness, *, on: bool = True) -> None:
    harness.window.preferences.update({"compact": on})


async def test_compact_window_shows_only_the_call_on_top(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1", since=1.0), make_held("c2", "delete_file", since=2.0)))
    compact(harness)
    window = harness.window
    assert window.windowFlags() & ON_TOP and window.isVisible()
    assert window.width() <= 560 and not window.side.isVisible() and not harness.pending.list.isVisible()
    assert window.compact.text_label.text() == "2 pending"
    await harness.armed("Approve write_file")
    harness.press("Next call")
    await harness.armed("Approve delete_file")
    harness.press("Approve delete_file")
    await until(lambda: harness.gate.orders)
    assert harness.gate.orders[0][:2] == ("approve", "c2")
    assert not isinstance(QApplication.focusWidget(), QLineEdit)


async def test_narrow_footer_names_the_keys_that_decide(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    keys = harness.pending.status_strip.keys
    assert [words for _, words in keys._hints[:2]] == ["Approve", "Deny"]


async def test_denial_can_be_undone_in_the_compact_window(harness: WindowHarness) -> None:
    harness.pending.answers.denials.delay = 60
    await harness.show(pending=(make_held("c1", since=1.0), make_held("c2", "delete_file", since=2.0)))
    harness.pending.choose("c1")
    compact(harness)
    harness.press("Deny")
    assert harness.pending.notice.text_label.text() == "Denied write_file"
    harness.press("Undo")
    assert harness.window.compact.text_label.text() == "2 pending" and harness.pending.shown == "c1"
    assert harness.gate.orders == []


async def test_keyboard_focus_stays_when_the_window_becomes_compact(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    for on in (True, False):
        harness.pending.call.decision.reason.setFocus()
        compact(harness, on=on)
        assert bool(harness.window.windowFlags() & ON_TOP) is on
        assert harness.window.isActiveWindow() and harness.pending.call.decision.reason.hasFocus()


async def test_other_pages_use_the_whole_window(harness: WindowHarness) -> None:
    compact(harness)
    harness.window.turn("audit")
    assert harness.window.side.isVisible() and harness.window.minimumWidth() == 900
    harness.window.turn("pending")
    assert not harness.window.side.isVisible() and harness.window.minimumWidth() < 600


async def test_both_sizes_are_remembered(harness: WindowHarness) -> None:
    harness.window.resize(1000, 700)
    compact(harness)
    harness.window.resize(530, 600)
    compact(harness, on=False)
    assert not harness.window.windowFlags() & ON_TOP and harness.window.side.isVisible()
    assert not harness.pending.left.isHidden()
    compact(harness)
    assert harness.window.width() == 530


async def test_leaving_the_compact_window_changes_the_setting(tmp_path: Path, office: Harness) -> None:
    async with opened(tmp_path, run=office.run) as harness:
        await office.order("preferences.set", name="compact", value=True)
        compact(harness)
        harness.press("Full window")
        await until(lambda: not office.config.preferences.compact)
        await until(lambda: not harness.window.context.core_link.is_busy)


async def test_window_starts_in_the_configured_form(tmp_path: Path) -> None:
    from toolguard.window.preferences import WindowPreferences

    async with opened(tmp_path, preferences=WindowPreferences({"compact": True})) as harness:
        assert not harness.window.side.isVisible() and harness.window.windowFlags() & ON_TOP
