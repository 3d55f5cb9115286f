"""Appearance of the window: two palettes, one spacing scale, one type scale, one short style sheet.

Colour is never the only indication: there is also an icon or a word. Text has a contrast of at least 4.5:1 to its
background (WCAG 2.2, 1.4.3); ``tests/window/test_theme.py`` computes it.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Literal, cast
from weakref import WeakSet

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from toolguard.window.widgets import icons

Choice = Literal["system", "light", "dark"]

SPACE = 4
"""Every distance is a multiple of this, in device-independent pixels."""
SCROLL_BAR_WIDTH = 12
"""Width of a vertical and height of a horizontal scroll bar, in device-independent pixels."""
SMALL, BODY, LARGE, HUGE = 0.9, 1.0, 1.25, 1.5
"""The type scale, as factors of the system font's size."""


@dataclass(frozen=True, slots=True)
class Colours:
    """One palette. ``*_back`` is the background for text of that colour; ``quiet`` is for secondary text.

    ``line`` is for separators; ``edge`` marks inputs and check boxes, with a contrast of 3:1.
    """

    window: str
    side: str
    base: str
    raised: str
    text: str
    quiet: str
    line: str
    strong_line: str
    edge: str
    accent: str
    accent_fill: str
    accent_hover: str
    on_accent: str
    bar: str
    """What is usual in a chart: paler than `danger`, which stands out beside it."""
    selected: str
    hover: str
    danger: str
    danger_back: str
    danger_fill: str
    danger_hover: str
    caution: str
    caution_back: str
    ok: str
    ok_back: str


LIGHT = Colours(
    window="#f6f7f9", side="#eceef2", base="#ffffff", raised="#ffffff", text="#1b1f26", quiet="#59626f",
    line="#e1e4ea", strong_line="#c5cbd5", edge="#828a97", accent="#2257c9", accent_fill="#2a62d8",
    accent_hover="#1f52bd", on_accent="#ffffff", bar="#6f93e3", selected="#e2ebfc", hover="#f0f3f8",
    danger="#b3241c", danger_back="#fdecea", danger_fill="#b8291f", danger_hover="#9d2219",
    caution="#805000", caution_back="#fdf3dc", ok="#17693a", ok_back="#e4f4ea",
)  # fmt: skip
DARK = Colours(
    window="#1a1c20", side="#15171a", base="#202328", raised="#2a2e35", text="#e7e9ed", quiet="#a2aab6",
    line="#2e333b", strong_line="#454c57", edge="#6f7784", accent="#8db4ff", accent_fill="#3567d3",
    accent_hover="#2f5dc2", on_accent="#ffffff", bar="#4f6fae", selected="#26375a", hover="#282c33",
    danger="#ff9188", danger_back="#3d2424", danger_fill="#b93a31", danger_hover="#a5322a",
    caution="#f3be5c", caution_back="#382d18", ok="#77d296", ok_back="#1c3326",
)  # fmt: skip


def colours() -> Colours:
    """Return the palette for the system's present one, by the lightness of a window."""
    return DARK if QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


class ThemedWidget:
    """A widget that draws something itself: in `apply_colours`, initially and when the palette changes."""

    _applied_colours: Colours | None = None

    def apply_colours(self, colours: Colours) -> None:
        """Draw in ``colours`` what the style sheet does not cover: icons, coloured text."""

    def update_colours(self) -> None:
        """Call `apply_colours` if it was not yet called for the current palette."""
        current = colours()
        if current is not self._applied_colours:
            self._applied_colours = current
            self.apply_colours(current)

    def changeEvent(self, event: QEvent) -> None:
        """Update the colours when the palette or the style has changed (Qt's event)."""
        super().changeEvent(event)  # type: ignore[misc]  # stands before a QWidget in the row of bases
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.update_colours()


def sized(factor: float, *, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the system's font at a step of the type scale."""
    font = QFont(QApplication.font())
    _scale(font, factor)
    font.setWeight(weight)
    return font


def mono(factor: float = BODY, *, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the system's fixed-pitch font, for everything that a program reads."""
    font = QFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    font.setPointSizeF(QApplication.font().pointSizeF())
    if QApplication.font().pointSizeF() <= 0:
        font.setPixelSize(QApplication.font().pixelSize())
    _scale(font, factor)
    font.setWeight(weight)
    return font


def _scale(font: QFont, factor: float) -> None:
    if font.pointSizeF() > 0:
        font.setPointSizeF(font.pointSizeF() * factor)
    else:
        font.setPixelSize(round(font.pixelSize() * factor))


class Appearance(QObject):
    """Applies a palette with its style sheet; follows the system's colour scheme."""

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._choice: Choice = "system"
        app.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    def choose(self, choice: Choice) -> None:
        """Apply the light or the dark palette, or the system's (light if unknown)."""
        if choice != self._choice:
            self._choice = choice
            self._apply()

    def _apply(self) -> None:
        system_is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        colours = DARK if self._choice == "dark" or (self._choice == "system" and system_is_dark) else LIGHT
        self._app.setPalette(palette(colours))
        restyle()
        self.changed.emit()


class _StyleSheetRoot(QObject):
    """Gives a widget the style sheet before it is shown, and a newer one at once while it is shown.

    Many widgets are created and never shown, and applying a style sheet takes as long as creating one. Qt polishes
    everything in a window when it shows the window, including hidden widgets.
    """

    def __init__(self, widget: QWidget, *, at_once: bool) -> None:
        super().__init__(widget)
        self._is_stale = True
        widget.installEventFilter(self)
        if at_once or widget.isVisible():
            self.renew()

    @property
    def _widget(self) -> QWidget:
        """Return the parent according to Qt: a Python reference may refer to a deleted widget."""
        return cast(QWidget, self.parent())

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if self._is_stale:
            kind = event.type()
            if kind == QEvent.Type.Show or (kind == QEvent.Type.Polish and _is_shown_next(self._widget)):
                self.renew()
        return False

    def expire(self) -> None:
        self._is_stale = True
        if self._widget.isVisible():
            self.renew()

    def renew(self) -> None:
        if self._is_stale:
            self._is_stale = False
            self._widget.setStyleSheet(style_sheet(colours()))


def _is_shown_next(widget: QWidget) -> bool:
    """Return whether ``widget``, which is not visible, becomes visible with its surroundings."""
    around = None if widget.isWindow() else widget.parentWidget()
    while around is not None and not around.isVisible():
        if widget.isHidden() and widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
            return False
        widget, around = around, None if around.isWindow() else around.parentWidget()
    return True


_roots: WeakSet[_StyleSheetRoot] = WeakSet()


def apply_style_sheet(widget: QWidget, *, at_once: bool = False) -> None:
    """Apply the style sheet to ``widget`` and its children when it is shown, and whenever the sheet changes.

    ``at_once``: now, because showing it must be fast.

    Each page and each dialog has its own style sheet, and the application has none: Qt restyles all widgets of the
    application in an unrelated order, which takes 1.7 s with every page, but 0.05 s for a single page. Call this when
    the widget has its children: a widget with a style sheet is restyled with all its children whenever it gets another
    parent.
    """
    _roots.add(_StyleSheetRoot(widget, at_once=at_once))


def restyle() -> None:
    """Apply the style sheet again, after the colours or the application's font changed."""
    for root in tuple(_roots):
        if shiboken6.isValid(root):
            root.expire()


class _StyleChanges(QObject):
    """Calls ``measure`` whenever the style of its parent changes."""

    def __init__(self, widget: QWidget, measure: Callable[[], None]) -> None:
        super().__init__(widget)
        self._measure = measure
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.StyleChange:
            self._measure()
        return False


def measure_now_and_restyled(widget: QWidget, measure: Callable[[], None]) -> None:
    """Call ``measure`` now and whenever the style of ``widget`` changes, for sizes derived from size hints."""
    measure()
    _StyleChanges(widget, measure)


def palette(colours: Colours) -> QPalette:
    """Return ``colours`` as Qt's roles, for what the style sheet leaves to Fusion."""
    role = QPalette.ColorRole
    result = QPalette()
    for which, colour in (
        (role.Window, colours.window), (role.WindowText, colours.text), (role.Base, colours.base),
        (role.AlternateBase, colours.hover), (role.Text, colours.text), (role.Button, colours.raised),
        (role.ButtonText, colours.text), (role.BrightText, colours.danger), (role.Highlight, colours.accent_fill),
        (role.HighlightedText, colours.on_accent), (role.Link, colours.accent), (role.LinkVisited, colours.accent),
        (role.ToolTipBase, colours.raised), (role.ToolTipText, colours.text), (role.PlaceholderText, colours.quiet),
        (role.Light, colours.raised), (role.Midlight, colours.line), (role.Mid, colours.strong_line),
        (role.Dark, colours.strong_line), (role.Accent, colours.accent_fill),
    ):  # fmt: skip
        result.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, which, QColor(colours.quiet))
    return result


_SHEET = string.Template("""
QToolTip { background: $raised; color: $text; border: 1px solid $strong_line; padding: 4px; }

#side { background: $side; border: 0; border-right: 1px solid $line; }
#pane { background: $base; }
#notice { background: $window; border-radius: 6px; }
#strip { background: $window; border: 0; border-top: 1px solid $line; }
#toast { background: $raised; border: 1px solid $strong_line; border-radius: 8px; }
QFrame[ground="caution"] { background: $caution_back; border-radius: 6px; }
QFrame[ground="danger"] { background: $danger_back; border-radius: 6px; }
QFrame[ground="ok"] { background: $ok_back; border-radius: 6px; }
QFrame[ground="quiet"] { background: $hover; border-radius: 6px; }
#banners QFrame[ground] { border-radius: 0; }
QFrame[ground="tour"] { background: $selected; border-bottom: 1px solid $line; }
QFrame[tone="rule"] { background: $line; border: 0; max-height: 1px; min-height: 1px; }

QLabel[kind="key"] { background: $raised; border: 1px solid $edge; border-radius: 4px; padding: 1px 6px; }
QLabel[tone="quiet"] { color: $quiet; }
QLabel[tone="danger"] { color: $danger; }
QLabel[tone="caution"] { color: $caution; }
QLabel[tone="ok"] { color: $ok; }
QLabel[tone="step-later"] { color: $quiet; border: 1px solid $edge; border-radius: 10px; }
QLabel[tone="step-current"] { color: $on_accent; background: $accent_fill; border-radius: 10px; font-weight: 600; }

QMenu { background: $raised; color: $text; border: 1px solid $edge; }
QMenu::item { padding: 6px 20px 6px 12px; border-radius: 4px; }
QMenu::item:selected { background: $selected; color: $text; }
QMenu::item:disabled { color: $quiet; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QDialogButtonBox, QMessageBox { dialogbuttonbox-buttons-have-icons: 0; button-layout: 3; }
QMessageBox QLabel#qt_msgbox_label { font-weight: 600; }

QPushButton { background: $raised; color: $text; border: 1px solid $edge; border-radius: 6px; outline: 0;
  padding: 5px 12px; min-height: 18px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $selected; }
QPushButton:disabled { background: $window; color: $quiet; border-color: $line; }
QPushButton[kind="run"] { background: $accent_fill; color: $on_accent; border-color: $accent_fill; font-weight: 600; }
QPushButton[kind="run"]:hover { background: $accent_hover; }
QPushButton[kind="run"]:disabled { background: $window; color: $quiet; border-color: $line; }
QPushButton[kind="danger"] { background: $danger_fill; color: $on_accent; border-color: $danger_fill;
  font-weight: 600; }
QPushButton[kind="danger"]:hover { background: $danger_hover; }
QPushButton[kind="danger"]:disabled { background: $window; color: $quiet; border-color: $line; }
QPushButton[kind="danger-line"] { background: $raised; color: $danger; border-color: $danger; font-weight: 600; }
QPushButton[kind="danger-line"]:hover { background: $danger_back; }
QPushButton[kind="caution-line"] { background: $raised; color: $caution; border-color: $caution; font-weight: 600; }
QPushButton[kind="caution-line"]:hover { background: $caution_back; }
QPushButton[kind="danger-line"]:disabled, QPushButton[kind="caution-line"]:disabled {
  background: $window; color: $quiet; border-color: $line; }
QPushButton[arming="true"]:disabled { background: $raised; color: $text; border-color: $line; }
QPushButton[arming="true"][kind="run"]:disabled { color: $accent; }
QPushButton[arming="true"][kind="danger"]:disabled, QPushButton[arming="true"][kind="danger-line"]:disabled {
  color: $danger; }
QPushButton[arming="true"][kind="caution-line"]:disabled { color: $caution; }
QPushButton[kind="flat"] { background: transparent; border-color: transparent; color: $accent; padding: 3px 8px; }
QPushButton[kind="flat"]:hover { background: $hover; }
QPushButton[kind="flat"]:disabled { color: $quiet; }
QPushButton[kind="link"] { background: transparent; border-color: transparent; color: $accent; padding: 3px 0;
  text-align: left; }
QPushButton[kind="link"]:hover { text-decoration: underline; }
QPushButton[kind="link"]:disabled { color: $quiet; }
QPushButton[kind="section"] { background: transparent; border-color: transparent; padding: 3px 8px 3px 0;
  text-align: left; font-weight: 600; }
QPushButton[kind="section"]:hover { background: $hover; }
QPushButton[kind="choice"] { background: transparent; border-color: transparent; color: $quiet; padding: 3px 10px; }
QPushButton[kind="choice"]:hover { background: $hover; }
QPushButton[kind="choice"]:checked { background: $selected; color: $text; border-color: $edge; }
QPushButton[kind="segment"] { min-width: 56px; }
QPushButton[kind="segment"]:checked { background: $selected; color: $accent; font-weight: 600; }
QPushButton[kind="chip"] { background: $selected; color: $text; border-color: $selected; padding: 3px 10px; }
QPushButton[kind="chip"]:hover { border-color: $edge; }
QPushButton[kind="page"] { background: transparent; border-color: transparent; text-align: left; padding: 7px 8px; }
QPushButton[kind="page"][low="true"] { padding: 2px 8px; }
QPushButton[kind="page"]:hover { background: $hover; }
QPushButton[kind="page"]:checked { background: $selected; font-weight: 600; }
QPushButton[kind="state"] { background: $raised; border: 1px solid $edge; text-align: left; padding: 4px 10px;
  min-height: ${state_height}px;
  font-weight: 600; }
QPushButton[kind="state"][tone="waiting"] { background: $caution_back; color: $caution; }
QPushButton[kind="state"][tone="running"] { background: $selected; color: $accent; }
QPushButton[kind="state"][tone="trouble"] { background: $danger_back; color: $danger; border-color: $danger; }

QLineEdit, QComboBox, QDateTimeEdit { background: $raised; color: $text; border: 1px solid $edge; border-radius: 6px;
  padding: 4px 8px; min-height: 20px; selection-background-color: $accent_fill; selection-color: $on_accent; }
QLineEdit, QTextEdit, QPlainTextEdit, QComboBox { placeholder-text-color: $quiet; }
QLineEdit:disabled, QComboBox:disabled { color: $quiet; background: $window; border-color: $line; }
QLineEdit:read-only { background: $window; border-color: $line; }
QComboBox QLineEdit { background: transparent; border: 0; padding: 0; min-height: 0; }
QComboBox::drop-down, QDateTimeEdit::drop-down { border: 0; width: 22px; }
QComboBox::down-arrow, QDateTimeEdit::down-arrow { image: url($arrow); width: 12px; height: 12px; }
QComboBox { combobox-popup: 0; }
QComboBox[kind="filter"] { background: transparent; border-color: transparent; color: $quiet; padding: 2px 0 2px 6px; }
QComboBox[kind="filter"]:hover { background: $hover; color: $text; }
QComboBox[kind="filter"][tone="active"] { color: $accent; }
QComboBox[kind="filter"]::drop-down { width: 20px; }
QComboBox QAbstractItemView { background: $raised; color: $text; border: 1px solid $edge;
  selection-background-color: $selected; selection-color: $text; outline: 0; padding: 4px; }
QComboBox QAbstractItemView::item { min-height: 28px; padding: 0 8px; border: 0; border-radius: 4px; }
QComboBox QAbstractItemView::item:selected { background: $selected; color: $text; }
QLineEdit[wrong="true"], QTextEdit[wrong="true"] { border-color: $danger; }

QCheckBox, QRadioButton { spacing: 8px; padding: 3px 4px 3px 1px; border: 1px solid transparent; border-radius: 4px; }
QCheckBox:disabled, QRadioButton:disabled { color: $quiet; }
QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid $edge; border-radius: 8px; background: $raised; }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 5px solid $accent_fill; background: $on_accent; }
QRadioButton::indicator:disabled { border-color: $strong_line; }
QCheckBox::indicator, QTreeView::indicator { width: 14px; height: 14px; border: 1px solid $edge; border-radius: 4px;
  background: $raised; }
QCheckBox::indicator:checked, QTreeView::indicator:checked { background: $accent_fill; border-color: $accent;
  image: url($tick); }
QCheckBox::indicator:indeterminate, QTreeView::indicator:indeterminate { background: $accent_fill;
  border-color: $accent; image: url($dash); }
QCheckBox::indicator:disabled, QTreeView::indicator:disabled { border-color: $strong_line; background: $window; }
QCheckBox::indicator:checked:disabled, QTreeView::indicator:checked:disabled { background: $quiet;
  border-color: $quiet; }

QListView, QTableView, QTreeView, QTextEdit { background: $base; border: 1px solid transparent; outline: 0; }
QScrollArea { background: $base; border: 0; }
QListWidget::item { padding: 6px 8px; border-radius: 6px; }
QListWidget::item:hover { background: $hover; }
QListWidget::item:selected { background: $selected; color: $text; }
QListWidget[kind="outline"]::item { padding: 4px 8px; color: $quiet; }
QListWidget[kind="outline"]::item:selected { background: transparent; color: $accent; }
QTableView { gridline-color: transparent; selection-background-color: $selected; selection-color: $text; }
QTableView::item { padding: 0 8px; border: 0; }
QTableView::item:selected { background: $selected; }
QTreeView { selection-background-color: $selected; selection-color: $text; }
QTreeView::item { padding: 5px 4px; border: 0; }
QTreeView::item:hover { background: $hover; }
QTreeView::item:selected, QTreeView::branch:selected { background: $selected; }
QTableCornerButton::section { background: $base; border: 0; border-bottom: 1px solid $strong_line; }
QHeaderView { background: $base; border: 0; }
QHeaderView::section { background: $base; color: $quiet; border: 0; border-bottom: 1px solid $line;
  padding: 6px 8px 6px 11px; }
QTreeView QHeaderView::section { padding-left: 7px; }
QTreeView QHeaderView::section:first { padding-left: 11px; }

QTextEdit { selection-background-color: $accent_fill; selection-color: $on_accent; }
QTextEdit[kind="values"], QPlainTextEdit[kind="values"]
  { background: $window; border: 1px solid $line; border-radius: 6px; padding: 4px; }
QTextEdit[kind="field"] { background: $raised; border: 1px solid $edge; border-radius: 6px; padding: 2px 4px; }
QTextEdit[kind="text_label"] { background: transparent; border: 0; }

QProgressBar { background: $line; border: 0; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QSplitter::handle { background: $line; }
QSplitter::handle:hover { background: $strong_line; }
QScrollBar:vertical { background: transparent; width: ${bar}px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: ${bar}px; margin: 0; }
QScrollBar::handle { background: $edge; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $quiet; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QPushButton:focus, QLineEdit:focus, QComboBox:focus, QDateTimeEdit:focus, QCheckBox:focus, QRadioButton:focus,
  QTextEdit:focus, QPlainTextEdit:focus
  { border: 1px solid $accent; }
QPushButton[kind="choice"]:checked:focus { border-color: $accent; }
QComboBox QLineEdit:focus, QTextEdit[kind="text_label"]:focus { border: 0; }
QPushButton[kind="run"]:focus, QPushButton[kind="danger"]:focus { border: 2px solid $on_accent; padding: 4px 11px; }
""")


def style_sheet(colours: Colours) -> str:
    """Return the style sheet. ``:focus`` rules are last, so that focus is always visible."""
    return _fill_sheet(colours, QFontMetrics(QApplication.font()).lineSpacing() * 2 + SPACE * 2)


@lru_cache(maxsize=4)
def _fill_sheet(colours: Colours, state_height: int) -> str:
    pictures = {name: icons.path(name).as_posix() for name in ("arrow", "tick", "dash")}
    return _SHEET.substitute(asdict(colours), **pictures, state_height=state_height, bar=SCROLL_BAR_WIDTH)
