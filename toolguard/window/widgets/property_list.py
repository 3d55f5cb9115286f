"""A list of properties in two columns: name on the left, selectable value on the right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QWidget

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.folded_section import FoldedSection
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout.boxes import STRETCH, BoxItem, grid_box, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label

FOLD_LENGTH = 600
"""Maximum characters of a text that are shown by default."""
LABEL_WIDTH = 136
"""Pixels of the names, unless one needs more."""
_MIN_LABEL_WIDTH = 96  # pixels of the names in a narrow list, which wrap
_MIN_LINK_WIDTH = 24  # pixels, for the pointer
_LINK_PADDING = 4  # pixels above the text of a link in the style sheet, with its border
_NARROW = 440
"""Maximum width in pixels of a narrow list."""


@dataclass(frozen=True, slots=True)
class Property:
    """One row. ``mono``: for programs. The style ``name``: a name, whose look-alike characters are marked; ``code``:
    one line, elided in the middle, with a button that copies it.

    ``pieces``: the words in pieces of other styles (`TextLabel`), to show in their place. ``opens``: what a click on
    the words opens; they are a link then.
    """

    name: str
    text: str
    mono: bool = False
    style: str = ""
    pieces: tuple[tuple[str, str], ...] = ()
    opens: Callable[[], object] | None = None


class _PropertyRow:
    """The widgets of one row; created once and reused."""

    def __init__(self, grid: QGridLayout, row: int) -> None:
        self.name = label(tone="quiet", wrap=True)
        self.name.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.value_label = TextLabel()
        self.more = push_button(kind="flat", clicked=self._unfold)
        self._words: tuple[str, str] = ("", "")
        grid.addWidget(self.name, row, 0, Qt.AlignmentFlag.AlignTop)
        more = (self.more, 0, Qt.AlignmentFlag.AlignLeft)
        # The stretch keeps the first lines of a long name and of its value at the same height.
        self._value_column = vbox(self.value_label, more, STRETCH, spacing=theme.SPACE)
        grid.addLayout(self._value_column, row, 1)
        self._code: _CodeLine | None = None
        self._link: QPushButton | None = None
        self._opens: Callable[[], object] | None = None

    def fill(self, fact: Property | None) -> None:
        is_code = fact is not None and fact.style == "code"
        is_link = fact is not None and fact.opens is not None
        if self._code is not None:
            self._code.setVisible(is_code)
        if self._link is not None:
            self._link.setVisible(is_link)
        self.name.setVisible(fact is not None)
        for widget in (self.value_label, self.more):
            widget.setVisible(fact is not None and not (is_code or is_link))
        if fact is None:
            return
        self.name.setText(fact.name)
        self.name.setContentsMargins(0, _LINK_PADDING if is_link else 1, 0, 0)  # the baseline of the value
        if is_link:
            self._show_link(fact)
            return
        if is_code:
            if self._code is None:
                self._code = _CodeLine()
                self._value_column.addWidget(self._code)
            self._code.show_code(fact)
            return
        self._words = (fact.text, fact.style)
        self.value_label.setAccessibleName(fact.name)
        self.value_label.set_mono(fact.mono)
        folded = len(fact.text) > FOLD_LENGTH and not fact.pieces
        pieces = fact.pieces or _pieces(fact.style, fact.text[:FOLD_LENGTH])
        self.value_label.set_text(*pieces, *(("…",) if folded else ()))
        self.more.setVisible(folded)
        self.more.setText(QCoreApplication.translate("PropertyList", "Show all %Ln characters", None, len(fact.text)))

    def _show_link(self, fact: Property) -> None:
        if self._link is None:
            self._link = push_button(kind="link", clicked=self._open)
            self._link.setMinimumWidth(_MIN_LINK_WIDTH)
            self._value_column.insertWidget(0, self._link, 0, Qt.AlignmentFlag.AlignLeft)
            self._link.show()
        self._opens = fact.opens
        self._link.setText(untrusted_text.short_name(fact.text))
        name = QCoreApplication.translate("PropertyList", "{0}: {1}")
        self._link.setAccessibleName(name.format(fact.name, self._link.text()))

    def _open(self) -> None:
        if self._opens is not None:
            self._opens()

    def _unfold(self) -> None:
        text, style = self._words
        self.value_label.set_text(*_pieces(style, text))
        self.more.hide()


class _CodeLine(QWidget):
    """A digest or an id in one line, and a button that copies all of it."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ""
        self.shown = ElidedLabel(middle=True)
        self.shown.setFont(theme.mono())
        self.copy = push_button(
            kind="flat", icon="copy", tip=QCoreApplication.translate("PropertyList", "Copy"),
            clicked=lambda: QGuiApplication.clipboard().setText(self._words),
        )  # fmt: skip
        hbox((self.shown, 1), self.copy, parent=self, spacing=theme.SPACE)

    def show_code(self, fact: Property) -> None:
        self._words = fact.text
        self.shown.set_text(untrusted_text.visible(fact.text))
        self.shown.setAccessibleName(
            QCoreApplication.translate("PropertyList", "{0}: {1}").format(fact.name, fact.text)
        )
        self.copy.setAccessibleName(QCoreApplication.translate("PropertyList", "Copy {0}").format(fact.name))


def _pieces(style: str, text: str) -> list[tuple[str, str]]:
    """Return ``text`` in pieces, with marks in a name highlighted."""
    if style != "name":
        return [(style, text)]
    return [("marked" if mark else "", piece) for mark, piece in untrusted_text.marks(untrusted_text.name(text))]


class PropertyList(QWidget):
    """Rows of facts, as many as are given."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = grid_box(self, gaps=(theme.SPACE * 4, theme.SPACE * 2), grows=1)
        self._rows: list[_PropertyRow] = []
        self._shown: list[Property] = []
        self._is_folded = False
        self._aligned: list[QLabel] = []
        self._lists = [self]

    def align_lists(self, *others: PropertyList) -> None:
        """Give the names of ``others``, lists of the same pane, the same width as those of this one."""
        self._lists += others
        for other in others:
            other._lists = self._lists

    def align(self, name: QLabel) -> None:
        """Give ``name``, a label below the list, the width of the names in the list."""
        self._aligned.append(name)
        self._fit_all()

    def show_facts(self, facts: list[Property]) -> None:
        """Show the properties with a value; others are left out."""
        self._shown = [fact for fact in facts if fact.text]
        if not self._is_folded:
            self._fill()
        self._fit_all()

    def fold(self, on: bool) -> None:
        """Set whether the list is folded. Then its names need their width, but there are no rows yet."""
        self._is_folded = on
        if not on:
            self._fill()
            self._fit_names()

    def _fill(self) -> None:
        while len(self._rows) < len(self._shown):
            self._rows.append(_PropertyRow(self._grid, len(self._rows)))
        for index, row in enumerate(self._rows):
            row.fill(self._shown[index] if index < len(self._shown) else None)

    def _names(self) -> list[str]:
        return [*(fact.name for fact in self._shown), *(name.text() for name in self._aligned)]

    def _fit_all(self) -> None:
        for each in self._lists:
            each._fit_names()

    def _fit_names(self) -> None:
        """Set the width of the names: long ones get up to a third; in a narrow list they leave more to the values."""
        names = [name for each in self._lists for name in each._names()]

        def longest(texts: Iterable[str]) -> int:
            return max(map(self.fontMetrics().horizontalAdvance, texts), default=0)

        if self.width() < _NARROW:
            width = min(LABEL_WIDTH, max(_MIN_LABEL_WIDTH, longest(" ".join(names).split())))
        else:
            width = max(LABEL_WIDTH, min(longest(names) + 1, self.width() // 3))
        for name in (*(row.name for row in self._rows), *self._aligned):
            name.setFixedWidth(width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_names()


class FoldedProperties(FoldedSection):
    """Further properties below a button that shows them. They stay expanded for the next item."""

    def __init__(self, *below: BoxItem) -> None:
        """``below``: what is shown below the properties."""
        self.facts = PropertyList()
        body = QWidget()
        vbox(self.facts, *below, parent=body)
        super().__init__(QCoreApplication.translate("PropertyList", "Details"), body)

    def unfold(self, on: bool) -> None:
        self.facts.fold(not on)
        super().unfold(on)


class WarningBox(QFrame):
    """Warnings, one sentence each, with an icon and a background of their own."""

    def __init__(self, parent: QWidget | None = None, *, tone: str = "caution", icon: str = "") -> None:
        """``icon``: instead of the one of the tone. The tone ``quiet``, which has none, is that of notes."""
        super().__init__(parent)
        self._tone, self._icon = tone, icon or tone
        self.setProperty("ground", tone)
        margins = (theme.SPACE * 3, theme.SPACE * 2, theme.SPACE * 3, theme.SPACE * 2)
        self._column = vbox(parent=self, spacing=theme.SPACE, margins=margins)
        self._rows: list[tuple[QWidget, TextLabel]] = []

    def offer(self, *buttons: QPushButton) -> None:
        """Put buttons below the sentences."""
        self._column.addLayout(hbox(*buttons, STRETCH))

    def show_sentences(self, sentences: list[str]) -> None:
        """Show ``sentences``; hidden if there are none."""
        while len(self._rows) < len(sentences):
            self._add()
        for index, (row, value_label) in enumerate(self._rows):
            row.setVisible(index < len(sentences))
            if index < len(sentences):
                value_label.set_text(sentences[index])
        self.setVisible(bool(sentences))

    def sentences(self) -> list[str]:
        """Return the sentences that are shown, in order."""
        return [value_label.text() for row, value_label in self._rows if not row.isHidden()]

    def _add(self) -> None:
        row, value_label = QWidget(), TextLabel(tone=self._tone, name=self._name())
        hbox((IconLabel(self._icon, self._tone), 0, Qt.AlignmentFlag.AlignTop), (value_label, 1), parent=row)
        self._rows.append((row, value_label))
        self._column.insertWidget(len(self._rows) - 1, row)

    def _name(self) -> str:
        return self.tr("Note") if self._tone == "quiet" else self.tr("Warning")
