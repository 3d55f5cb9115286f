"""Marks of the matches of a search in a text."""

from __future__ import annotations

from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import QTextEdit

from toolguard.window import theme

_MAX_MARKS = 1_000


def mark_matches(view: QTextEdit, wanted: str | QRegularExpression) -> list[QTextCursor]:
    """Mark what ``wanted`` matches in ``view``, at most 1,000 times, and return the matches; none if it is empty."""
    found: list[QTextCursor] = []
    marks: list[QTextEdit.ExtraSelection] = []
    is_empty = not (wanted if isinstance(wanted, str) else wanted.pattern())
    match = QTextCursor() if is_empty else view.document().find(wanted)
    while not match.isNull() and len(found) < _MAX_MARKS:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = match
        mark.format.setBackground(QColor(theme.colours().selected))
        mark.format.setForeground(QColor(theme.colours().text))
        marks.append(mark)
        found.append(match)
        match = view.document().find(wanted, match)
    view.setExtraSelections(marks)
    return found
