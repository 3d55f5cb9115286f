"""The difference between two texts: the lines that went and the lines that came, each with its sign."""

from __future__ import annotations

import difflib
import html
import math
from collections.abc import Iterator

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTextEdit, QWidget

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text

MOST = 2_000
"""Lines of each side that are compared."""
_AROUND = 2  # lines that stayed, shown around those that did not
Line = tuple[str, str]
"""A sign (``-``, ``+``, blank, ``@`` for lines left out) and the text."""


def lines(before: str, after: str) -> Iterator[Line]:
    """The lines that differ between two JSON texts, laid out alike, with some of those around them."""
    old, new = _laid_out(before), _laid_out(after)
    for number, line in enumerate(difflib.unified_diff(old, new, n=_AROUND, lineterm="")):
        if number >= 2:  # the first two name files
            yield ("@", "…") if line.startswith("@@") else (line[0], line[1:])


def _laid_out(json: str) -> list[str]:
    try:
        made = msgspec.json.format(json, indent=2)
    except msgspec.MsgspecError:
        made = json
    return made.splitlines()[:MOST]


class DiffView(theme.ThemedWidget, QTextEdit):
    """Read-only, as tall as what it says, wrapped lines included, up to ``most`` lines."""

    def __init__(self, parent: QWidget | None = None, *, most: int = 14) -> None:
        super().__init__(parent)
        self._most = most
        self.setProperty("kind", "values")
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFont(theme.mono())
        self.setAccessibleName(self.tr("Your changes to the arguments"))
        self.document().setDocumentMargin(theme.SPACE * 2)
        self._lines: list[Line] = []

    def show_difference(self, before: str, after: str) -> None:
        """Show what turns ``before`` into ``after``."""
        self._show(list(lines(before, after)))

    def show_unified(self, diff: str) -> None:
        """Show a difference in unified form, without the two lines that name the files."""
        told = diff.splitlines()[2 : MOST + 2]
        self._show([("@", "…") if line.startswith("@@") else (line[:1], line[1:]) for line in told])

    def _show(self, lines: list[Line]) -> None:
        self._lines = lines
        self.dress(theme.colours())

    def dress(self, colours: theme.Colours) -> None:
        styles = {
            "-": f"background:{colours.danger_back}; color:{colours.danger}",
            "+": f"background:{colours.ok_back}; color:{colours.ok}",
        }
        made = (
            f'<div dir="ltr" style="{styles.get(sign, f"color:{colours.quiet}")}">'
            f"{html.escape(sign).strip() or '&nbsp;'}&nbsp;"
            f"{untrusted_text.as_html(said, colours.caution)}</div>"
            for sign, said in self._lines
        )
        self.setHtml("".join(made))
        self._fit()

    def _fit(self) -> None:
        self.document().setTextWidth(self.viewport().width())
        line = self.fontMetrics().lineSpacing()
        height = math.ceil(self.document().size().height())
        policies = Qt.ScrollBarPolicy
        policy = policies.ScrollBarAlwaysOff if height <= line * self._most else policies.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(policy)
        self.setViewportMargins(0, 0, 0, 0)  # within a resize Qt would leave the viewport as high as it was
        self.setFixedHeight(min(max(height, line), line * self._most) + self.height() - self.viewport().height())
        self.setViewportMargins(0, 0, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()
