"""Text for reading: wraps anywhere, is selectable, and as high as its content. Every text is shown as data."""

from __future__ import annotations

import html

from PySide6.QtCore import QCoreApplication, QMimeData, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QResizeEvent, QTextOption, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QComboBox, QFrame, QLabel, QPushButton, QSizePolicy, QTextEdit, QWidget

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout.boxes import hbox

MAX_WIDTH = theme.SPACE * 264
"""Maximum width of a line, for readability."""


class TextLabel(theme.ThemedWidget, QTextEdit):
    """Read-only text without a frame. Invisible characters are written out in the colour ``caution``."""

    def __init__(
        self, *, name: str = "", tone: str = "", mono: bool = False, factor: float = 1.0, command: bool = False
    ) -> None:
        """``name``: its accessible name. ``command``: options in it are not broken at their hyphens."""
        super().__init__()
        self.setAccessibleName(name)
        self._pieces: tuple[tuple[str, str], ...] = ()
        self.setProperty("tone", tone)
        self._mono, self._factor, self._is_command = mono, factor, command
        self.setProperty("kind", "text_label")
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._set_font()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.setViewportMargins(0, 0, 0, 0)
        self._fit()

    def set_text(self, *pieces: tuple[str, str] | str) -> None:
        """Show pieces of text in sequence; a pair is (style, text), with a style as in `_fill`."""
        shown = tuple(("", piece) if isinstance(piece, str) else piece for piece in pieces)
        if shown != self._pieces:
            self._pieces = shown
            self._fill()

    def text(self) -> str:
        """Return the text as it was set, without the characters that only lay it out."""
        return untrusted_text.bare(self.toPlainText()).replace("\xa0", " ")

    def _fill(self) -> None:
        colours = theme.colours()
        family = html.escape(theme.mono().family())
        styles = {
            "mono": f"font-family:'{family}'",
            "strong": "font-weight:600",
            "strong mono": f"font-weight:600; font-family:'{family}'",
            **{tone: f"color:{getattr(colours, tone)}" for tone in ("quiet", "ok", "accent", "caution", "danger")},
            "marked": f"color:{colours.caution}; font-weight:600",
            "removed": f"background:{colours.danger_back}; color:{colours.danger}",
            "added": f"background:{colours.ok_back}; color:{colours.ok}",
            "loosened": f"background:{colours.caution_back}; color:{colours.caution}",
        }
        result = "".join(
            f'<span style="{styles.get(style, "")}">{self._html(style, piece, colours.caution)}</span>'
            for style, piece in self._pieces
        )
        tone = self.property("tone")
        colour = getattr(colours, tone) if tone else colours.text
        self.setHtml(f'<div dir="ltr" style="color:{colour}">{result}</div>')
        frame = self.document().rootFrame()
        place = frame.frameFormat()
        place.setTopMargin(self._drop())
        frame.setFrameFormat(place)
        self._fit()

    def _html(self, style: str, piece: str, caution: str) -> str:
        """Styled pieces are names: a right-to-left one does not move other text."""
        result = untrusted_text.as_html(piece, caution, lines=True, command=self._is_command)
        return untrusted_text.apart(result) if style else result

    def createMimeDataFromSelection(self) -> QMimeData:
        return plain(self)

    def set_tone(self, tone: str) -> None:
        """Set the colour by its name in the palette."""
        if tone != self.property("tone"):
            self.setProperty("tone", tone)
            self._fill()

    def set_factor(self, factor: float) -> None:
        """Set the size of the font, relative to the normal one."""
        self._factor = factor
        self._set_font()
        self._fill()

    def set_mono(self, mono: bool) -> None:
        """Set whether the font is the fixed-pitch one."""
        if mono != self._mono:
            self._mono = mono
            self._set_font()
            self._fill()

    def _set_font(self) -> None:
        self.setFont(theme.mono(self._factor) if self._mono else theme.sized(self._factor))

    def _drop(self) -> int:
        """Return the offset that aligns the baseline of fixed-pitch text with that of a label beside it."""
        own, other = QFontMetricsF(self.font()), QFontMetricsF(theme.sized(self._factor))
        return max(0, round(other.ascent() - own.ascent())) if self._mono else 0

    def _fit(self) -> None:
        self.document().setTextWidth(self.viewport().width())
        least = QFontMetricsF(self.font()).lineSpacing()
        self.setFixedHeight(round(max(self.document().size().height(), least)) + 2)
        self.setViewportMargins(0, 0, 0, 0)  # during a resize Qt would keep the viewport's previous height

    def apply_colours(self, _colours: theme.Colours) -> None:
        if self._pieces:
            self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.height())


def styled_name(style: str, text: str, most: int = 160) -> list[tuple[str, str]]:
    """Return ``text`` in pieces for a `TextLabel`, shortened; marks of written-out characters are highlighted.

    A style that ends in ``name`` is for the name of a client, server or tool: its look-alikes are marked.
    """
    bare = style.removesuffix("name").strip()
    shown = untrusted_text.shortened(text, most) if bare == style else untrusted_text.short_name(text, most)
    return [("marked" if mark else bare, piece) for mark, piece in untrusted_text.marks(shown)]


def plain(shown: QTextEdit) -> QMimeData:
    """Return the selection in ``shown`` for the clipboard: the original text, without isolation marks."""
    data = QMimeData()
    data.setText(untrusted_text.bare(shown.textCursor().selection().toPlainText()))
    return data


class PlainLabel(QLabel):
    """A label that is left-to-right, whatever its first character."""

    def setText(self, text: str) -> None:
        super().setText(untrusted_text.rightward(text))


def inset(widget: QWidget) -> QWidget:
    """Return a container that indents ``widget``, so that a table's first column is aligned with the page's title."""
    result = pane()
    hbox(widget, parent=result, margins=(theme.SPACE * 2, 0, theme.SPACE * 2, 0))
    return result


def set_style(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet selects by, such as ``tone``, ``kind`` or ``ground``."""
    if (widget.property(name) or "") != (value or ""):
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def tint(widget: QWidget, tone: str) -> None:
    """Set another tone of the style sheet for ``widget``."""
    set_style(widget, "tone", tone)


def set_kind(button: QPushButton, kind: str) -> None:
    """Set the kind in the style sheet: ``run``, ``danger``, ``danger-line``, ``caution-line``, "" for plain."""
    set_style(button, "kind", kind)


def enable_armed(button: QAbstractButton, *, ready: bool, armed: bool) -> None:
    """Enable ``button`` if it is ``ready`` and ``armed`` (`armed_button`).

    While only the delay is missing, it keeps its colour and has a faint border: it can be used in a moment.
    """
    set_style(button, "arming", ready and not armed)
    button.setEnabled(ready and armed)


def enable_unless(widget: QWidget, why: str, tip: str = "") -> None:
    """Disable ``widget`` if ``why`` says why it can't be used: its tool tip then, else ``tip``."""
    if widget.property("described") is None:
        widget.setProperty("described", widget.accessibleDescription())
    widget.setToolTip(untrusted_text.as_tool_tip(why or tip))
    widget.setAccessibleDescription(". ".join(filter(None, (widget.property("described"), why))))
    widget.setEnabled(not why)


def show_text(widget: QLabel | QPushButton, text: str) -> None:
    """Show ``text`` on ``widget``, which is hidden without one."""
    widget.setText(text)
    widget.setVisible(bool(text))


def pane() -> QWidget:
    """Return an empty widget with the background for content."""
    widget = QWidget()
    make_pane(widget)
    return widget


def make_pane(widget: QWidget) -> None:
    """Give ``widget`` the background for content."""
    widget.setObjectName("pane")
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


def separator() -> QFrame:
    """Return a thin horizontal line."""
    line = QFrame()
    line.setProperty("tone", "rule")
    return line


def as_example(value: str) -> str:
    """Return the placeholder of a field for which ``value`` is an example; "" for none."""
    return QCoreApplication.translate("TextLabel", "e.g. {0}").format(value) if value else ""


def name_choice(choice: QComboBox, name: str) -> None:
    """Set the accessible name of a combo box, also on Linux, where Qt uses its selected text as its name."""
    choice.setAccessibleName(name)
    choice.setAccessibleDescription(name)


def label(
    text: str = "", *, tone: str = "", factor: float = 1.0, strong: bool = False, wrap: bool = False, shown: bool = True
) -> QLabel:
    """Return a label with our own text. Always plain text, because it may contain foreign text with marks."""
    text_label = PlainLabel()
    text_label.setText(text)
    text_label.setTextFormat(Qt.TextFormat.PlainText)
    text_label.setFont(theme.sized(factor, weight=QFont.Weight.DemiBold if strong else QFont.Weight.Normal))
    text_label.setProperty("tone", tone)
    text_label.setWordWrap(wrap)
    if not shown:
        text_label.hide()
    return text_label
