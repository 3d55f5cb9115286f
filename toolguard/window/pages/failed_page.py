"""Placeholder for a page with a bug: the error, and a report about it that can be sent.

The report does not contain the error's text, which may contain a client's arguments or a path: only its type, where in
the program it occurred, and the platform.
"""

from __future__ import annotations

import platform
import sys
import traceback
from pathlib import Path

import PySide6
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

import toolguard
from toolguard.window import theme
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, make_pane

_PACKAGE = Path(toolguard.__file__).parent


def report(error: BaseException) -> str:
    """Return a report for the developers: no message, no path outside the program, no person's name."""
    lines = [
        f"ToolGuard {toolguard.__version__}, Python {platform.python_version()}, Qt {qVersion()}, "
        f"PySide {PySide6.__version__}, {sys.platform} {platform.release()}, {QGuiApplication.platformName()}"
    ]
    reported = set[int]()
    link: BaseException | None = error
    while link is not None and id(link) not in reported:
        reported.add(id(link))
        lines.append(f"{type(link).__name__} (its text of {len(str(link))} characters is left out)")
        frames = traceback.extract_tb(link.__traceback__)
        lines += [f"  {_place(frame.filename)}:{frame.lineno} in {frame.name}" for frame in frames]
        link = link.__cause__ or link.__context__
    return "\n".join(lines)


def _place(file: str) -> str:
    path = Path(file)
    inside = path.is_relative_to(_PACKAGE)
    return path.relative_to(_PACKAGE.parent).as_posix() if inside else f"…/{path.parent.name}/{path.name}"


class FailedPage(QWidget):
    """Replaces a page that has a bug, and names the bug."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        make_pane(self)
        self._report = report(error)
        title = label(self.tr("This page stopped working"), factor=theme.LARGE, strong=True)
        text = self.tr(
            "Protection is still active, and other pages still work. Restart ToolGuard to restore this page. "
            "Please report this error. The report contains no arguments, responses or paths."
        )
        copy = push_button(self.tr("Copy report"))
        copy.setAccessibleDescription(self.tr("Copy the error location without your data"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._report))
        trace = TextLabel(mono=True, factor=theme.SMALL, name=self.tr("The error"))
        trace.set_text("".join(traceback.format_exception(error))[-6_000:])
        vbox(
            title, label(text, wrap=True), hbox(copy, STRETCH), trace, STRETCH, parent=self, spacing=theme.SPACE * 3,
            margins=(theme.SPACE * 8, theme.SPACE * 8, theme.SPACE * 8, theme.SPACE * 8),
        )  # fmt: skip
