"""Line diff of two texts, each line with its sign."""

from __future__ import annotations

import difflib
import html
from collections.abc import Iterator

import msgspec
from PySide6.QtCore import QMimeData

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout.fitted_text import FittedText
from toolguard.window.widgets.text_label import plain

MAX_COMPARED_LINES = 2_000
"""Maximum lines of each side that are compared."""
_CONTEXT_LINES = 2  # unchanged lines around changes
Line = tuple[str, str]
"""A sign (``-``, ``+``, blank, ``@`` for omitted lines) and the text."""


def lines(before: str, after: str) -> Iterator[Line]:
    """Return the lines that differ between two JSON texts in the same layout, with context."""
    old, new = _laid_out(before), _laid_out(after)
    for number, line in enumerate(difflib.unified_diff(old, new, n=_CONTEXT_LINES, lineterm="")):
        if number >= 2:  # the first two lines name files
            yield ("@", "…") if line.startswith("@@") else (line[0], line[1:])


def _laid_out(json: str) -> list[str]:
    try:
        text = msgspec.json.format(json, indent=2)
    except msgspec.MsgspecError:
        text = json
    return text.splitlines()[:MAX_COMPARED_LINES]


class DiffView(theme.ThemedWidget, FittedText):
    """Read-only, as tall as its content including wrapped lines, up to ``most`` lines."""

    def __init__(self, *, most: int = 14) -> None:
        super().__init__(max_lines=most)
        self.setProperty("kind", "values")
        self.setReadOnly(True)
        self.setFont(theme.mono())
        self.setAccessibleName(self.tr("Your changes to the arguments"))
        self.document().setDocumentMargin(theme.SPACE * 2)
        self._lines: list[Line] = []

    def show_difference(self, before: str, after: str) -> None:
        """Replace the content by the lines of both texts, removed ones before added ones."""
        self._show(list(lines(before, after)))

    def show_unified(self, diff: str) -> None:
        """Show a unified diff, without the two lines that name the files."""
        changed_lines = diff.splitlines()[2 : MAX_COMPARED_LINES + 2]
        self._show([("@", "…") if line.startswith("@@") else (line[:1], line[1:]) for line in changed_lines])

    def _show(self, lines: list[Line]) -> None:
        self._lines = lines
        self.apply_colours(theme.colours())

    def apply_colours(self, colours: theme.Colours) -> None:
        styles = {
            "-": f"background:{colours.danger_back}; color:{colours.danger}",
            "+": f"background:{colours.ok_back}; color:{colours.ok}",
        }
        result = (
            f'<div dir="ltr" style="{styles.get(sign, f"color:{colours.quiet}")}">'
            f"{html.escape(sign).strip() or '&nbsp;'}&nbsp;"
            f"{untrusted_text.as_html(text, colours.caution)}</div>"
            for sign, text in self._lines
        )
        self.setHtml("".join(result))
        self.fit()

    def createMimeDataFromSelection(self) -> QMimeData:
        return plain(self)
