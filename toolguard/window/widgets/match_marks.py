"""Marks of the matches of a search in a text."""

from __future__ import annotations

from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import QTextEdit

from toolguard.window import theme

_MAX_MARKS = 1_000


def mark_matches(view: QTextEdit, pattern: str | QRegularExpression) -> list[QTextCursor]:
    """Mark what ``pattern`` matches in ``view``, at most 1,000 times, and return the matches; none if it is empty."""
    matches: list[QTextCursor] = []
    marks: list[QTextEdit.ExtraSelection] = []
    is_empty = not (pattern if isinstance(pattern, str) else pattern.pattern())
    match = QTextCursor() if is_empty else view.document().find(pattern)
    while not match.isNull() and len(matches) < _MAX_MARKS:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = match
        mark.format.setBackground(QColor(theme.colours().selected))
        mark.format.setForeground(QColor(theme.colours().text))
        marks.append(mark)
        matches.append(match)
        match = view.document().find(pattern, match)
    view.setExtraSelections(marks)
    return matches
