"""Random clicks, keys, sizes and calls never end in an error of the window, and never hold it up.

``TOOLGUARD_RANDOM_STEPS`` sets the number of steps for each seed: thousands find what the few of a run do not. They run
in a process of their own, so that what ends it does not end the other tests.
"""

from __future__ import annotations

import asyncio
import faulthandler
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMenu,
    QScrollBar,
    QTextEdit,
    QWidget,
)

from tests.support.services_harness import Harness
from tests.window.conftest import make_held, name_of
from tests.window.full_window.full_window import FullWindow, full_window, snapshot

ROOT = Path(__file__).parents[3]
STEPS = int(os.environ.get("TOOLGUARD_RANDOM_STEPS", "150"))
MAX_SECONDS = 120.0  # of a step; then the stacks are printed (pytest must not capture them), and the tests end
PAGES = ("pending", "active", "tools", "servers", "clients", "rules", "credentials", "audit", "settings", "help")
SIZES = ((900, 600), (905, 611), (1000, 700), (1180, 760), (1366, 768), (1920, 1080))
PIECES = (
    "w", "漢字", "กำ้", "🙂", "ﷺ", "עברית", "\u202e", "\u200b", "e\u0301", "<b>x</b>", "&amp;", "%n", "{0}", "\n", " ",
    "a" * 40, "/home/ada/x", "--flag", '"', "\\", "\x00", "\u2028",
)  # fmt: skip
KEYS = (
    Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_Down,
    Qt.Key.Key_Up, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Delete, Qt.Key.Key_F2, Qt.Key.Key_F5, Qt.Key.Key_F6,
    Qt.Key.Key_A, Qt.Key.Key_Question,
)  # fmt: skip
CONTROL_KEYS = (
    Qt.Key.Key_F, Qt.Key.Key_N, Qt.Key.Key_E, Qt.Key.Key_D, Qt.Key.Key_J, Qt.Key.Key_K, Qt.Key.Key_Z, Qt.Key.Key_Plus,
    Qt.Key.Key_Minus, Qt.Key.Key_Return, Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V,
)  # fmt: skip
NOT_PRESSED = ("Test", "Export", "Open", "Choose", "Sign in", "Save", "Browse", "Quit", "folder", "Log in")
"""Buttons that start a program, open a dialog of the system or end the window."""


class _Person:
    """Does random things in a window. ``steps`` are the last ones, in words."""

    def __init__(self, harness: FullWindow, seed: int) -> None:
        self.harness, self.chance, self.steps = harness, random.Random(seed), list[str]()
        self.calls = 0

    def note(self, step: str) -> None:
        self.steps = [*self.steps[-11:], step]

    def text(self, most: int = 20) -> str:
        return "".join(self.chance.choice(PIECES) for _ in range(self.chance.randint(1, most)))

    def value(self, depth: int = 0) -> Any:
        kind = self.chance.random()
        if depth < 4 and kind < 0.2:
            return {f"{self.text(2)}{at}": self.value(depth + 1) for at in range(self.chance.randint(0, 5))}
        if depth < 4 and kind < 0.35:
            return [self.value(depth + 1) for _ in range(self.chance.randint(0, 6))]
        if kind < 0.8:
            return self.text(self.chance.choice((3, 20, 400)))
        return self.chance.choice((True, None, 0, -1, 1e300, 12345678901234567890, 0.1))

    def call(self) -> Any:
        self.calls += 1
        arguments = {f"{self.text(2)}{at}": self.value() for at in range(self.chance.randint(0, 6))}
        return make_held(f"r{self.calls}", tool=self.chance.choice(("write_file", self.text(3))), arguments=arguments)

    def shown(self, kinds: tuple[type[QWidget], ...]) -> list[QWidget]:
        """Return the usable widgets of the window in front. (`findChildren` would change what owns them for Python.)"""
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.harness.window
        return [
            widget for widget in QApplication.allWidgets()
            if isinstance(widget, kinds) and widget.isVisible() and widget.isEnabled() and widget.window() is front
            and not widget.visibleRegion().isEmpty()
        ]  # fmt: skip

    def click(self) -> None:
        found = self.shown((QAbstractButton, QComboBox, QLineEdit, QTextEdit, QAbstractItemView, QScrollBar))
        found.sort(key=lambda widget: (name_of(widget), widget.mapToGlobal(QPoint()).toTuple()))
        if not found:
            return
        widget = self.chance.choice(found)
        name = f"{name_of(widget)} {widget.text() if isinstance(widget, QAbstractButton) else ''}"
        if any(word in name for word in NOT_PRESSED):
            return
        self.note(f"click {type(widget).__name__} {name[:60]!r}")
        place = widget.visibleRegion().boundingRect()
        at = QPoint(self.chance.randint(place.left(), place.right()), self.chance.randint(place.top(), place.bottom()))
        target = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
        QTest.mouseClick(target, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)

    def open_menu(self) -> None:
        """Open the menu of a row, or of what has the focus, as a right click or the Menu key would."""
        views = self.shown((QAbstractItemView,))
        if self.chance.random() < 0.3 or not views:
            target, at = QApplication.focusWidget() or self.harness.window, QPoint(2, 2)
            reason = QContextMenuEvent.Reason.Keyboard
        else:
            views.sort(key=lambda widget: (name_of(widget), widget.mapToGlobal(QPoint()).toTuple()))
            view = self.chance.choice(views)
            assert isinstance(view, QAbstractItemView)
            target, reason = view.viewport(), QContextMenuEvent.Reason.Mouse
            at = QPoint(self.chance.randint(0, target.width()), self.chance.randint(0, target.height()))
        self.note(f"menu of {type(target.parent()).__name__}")
        QApplication.sendEvent(target, QContextMenuEvent(reason, at, target.mapToGlobal(at)))

    def use_menu(self, menu: QMenu) -> None:
        """Choose something in an open menu, or close it."""
        key = self.chance.choice(
            (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Escape)
        )
        action = menu.activeAction()
        if key == Qt.Key.Key_Return and action is not None and any(word in action.text() for word in NOT_PRESSED):
            key = Qt.Key.Key_Escape
        self.note(f"{key.name} in the menu at {action.text() if action is not None else ''!r}")
        QTest.keyClick(menu, key)

    def press(self) -> None:
        control = self.chance.random() < 0.3
        key = self.chance.choice(CONTROL_KEYS if control else KEYS)
        focus = QApplication.focusWidget() or self.harness.window
        self.note(f"{'Ctrl+' if control else ''}{key.name} in {type(focus).__name__}")
        QTest.keyClick(focus, key, Qt.KeyboardModifier.ControlModifier if control else Qt.KeyboardModifier.NoModifier)

    def write(self) -> None:
        focus, text = QApplication.focusWidget(), self.text(5)
        self.note(f"write {text!r}")
        if isinstance(focus, QLineEdit):
            focus.insert(text)
        elif isinstance(focus, QTextEdit) and not focus.isReadOnly():
            focus.insertPlainText(text)

    async def see(self) -> None:
        """Show other calls, as the gate would."""
        members = snapshot(self.harness.window.snapshot.recorded)
        held = [call for call in (*members["pending"], *(self.call() for _ in range(3))) if self.chance.random() < 0.8]
        self.note(f"{len(held)} calls")
        await self.harness.show(**{**members, "pending": tuple(held)})

    async def step(self) -> None:
        kind = self.chance.random()
        window = self.harness.window
        if isinstance(dialog := QApplication.activeModalWidget(), QFileDialog):
            self.note("close the file dialog")  # Qt's own: Delete in it asks a question that nobody answers
            dialog.reject()
        elif isinstance(menu := QApplication.activePopupWidget(), QMenu):
            self.use_menu(menu)
        elif kind < 0.42:
            self.click()
        elif kind < 0.45:
            self.open_menu()
        elif kind < 0.68:
            self.press()
        elif kind < 0.74:
            self.write()
        elif kind < 0.82:
            size = self.chance.choice(SIZES)
            self.note(f"resize to {size}")
            window.resize(*size)
        elif kind < 0.88:
            page = self.chance.choice(PAGES)
            self.note(f"turn to {page}")
            window.turn(page)
        else:
            await self.see()
        await asyncio.sleep(0)


def test_random_use_ends_in_no_error(tmp_path: Path) -> None:
    found = ["-o", "python_functions=use_*", f"{__file__}::use_window_at_random", "--basetemp", str(tmp_path / "t")]
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-n", "0", "-p", "no:cacheprovider", *found]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "3 passed" in done.stdout, done.stdout[-20_000:] + done.stderr[-20_000:]


@pytest.mark.parametrize("seed", range(3))
async def use_window_at_random(tmp_path: Path, office: Harness, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", staticmethod(lambda _url: True))
    async with full_window(tmp_path, office, full=True, size=(1180, 760)) as harness:
        person = _Person(harness, seed)
        table = harness.audit.table
        parts = (harness.window, table, table.viewport())
        try:
            for _ in range(STEPS):
                faulthandler.dump_traceback_later(MAX_SECONDS, exit=True)
                await person.step()
                assert all(shiboken6.isValid(part) for part in parts)
                assert not harness.window.trouble.sentences(), harness.window.trouble.sentences()
        except BaseException as error:
            error.add_note("\n".join(person.steps))
            raise
        finally:
            faulthandler.cancel_dump_traceback_later()
            while (front := QApplication.activePopupWidget() or QApplication.activeModalWidget()) is not None:
                front.close()
                await asyncio.sleep(0)
        await harness.quiet()
