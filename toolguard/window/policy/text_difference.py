"""Two versions of a text side by side, with changes in colour and invisible characters written out."""

from __future__ import annotations

import difflib
import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.boxes import grid_box, vbox
from toolguard.window.widgets.text_label import TextLabel, label

MAX_COMPARED_WORDS = 2_000
"""Maximum words of each side that are compared; longer texts have no colours inside."""
_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
Pieces = list[tuple[str, str]]


def compared(before: str, after: str) -> tuple[Pieces, Pieces]:
    """Return both texts in pieces: "" for equal, ``removed`` and ``added`` for different ones."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if max(len(old), len(new)) > MAX_COMPARED_WORDS:
        return [("removed", before)], [("added", after)]
    left: Pieces = []
    right: Pieces = []
    for kind, start, end, first, last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        was, now = "".join(old[start:end]), "".join(new[first:last])
        if was:
            left.append(("" if kind == "equal" else "removed", was))
        if now:
            right.append(("" if kind == "equal" else "added", now))
    return left, right


class TextDifference(QWidget):
    """``before`` on the left, ``after`` on the right; None means absent."""

    def __init__(self, name: str, before: str | None, after: str | None) -> None:
        super().__init__()
        self.before, self.after = TextLabel(mono=True, factor=theme.SMALL), TextLabel(mono=True, factor=theme.SMALL)
        self.before.setAccessibleName(self.tr("{0}, before").format(name))
        self.after.setAccessibleName(self.tr("{0}, now").format(name))
        if before is not None and after is not None:
            left, right = compared(before, after)
        else:
            left = [("removed", before)] if before else []
            right = [("added", after)] if after else []
        grid = grid_box(self, gaps=(theme.SPACE * 3, theme.SPACE))
        sides = ((self.tr("Before"), self.before, left, before), (self.tr("Now"), self.after, right, after))
        for column, (title, text_label, pieces, text) in enumerate(sides):
            nothing = self.tr("empty") if text == "" else self.tr("not there")
            text_label.set_text(*(pieces or [("quiet", nothing)]))
            grid.addWidget(label(title, tone="quiet", factor=theme.SMALL), 0, column)
            grid.addWidget(_framed(text_label), 1, column, Qt.AlignmentFlag.AlignTop)
            grid.setColumnStretch(column, 1)


def _framed(text_label: TextLabel) -> QFrame:
    frame = QFrame()
    frame.setObjectName("notice")
    vbox(text_label, parent=frame, margins=(theme.SPACE * 3, theme.SPACE * 2, theme.SPACE * 3, theme.SPACE * 2))
    return frame
