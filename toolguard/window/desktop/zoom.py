"""Text size, set with Ctrl + and −, and stored for the next start.

Fonts follow the application's. Widgets with a font of their own, and sizes in pixels for text of normal size, are
scaled here. Icons, distances and column widths stay.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QSettings, Qt, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QPushButton, QTableView, QWidget

from toolguard.window import theme

ZOOM_STEPS = (80, 90, 100, 110, 125, 150, 175, 200)
"""Percent of the system's size."""
_SETTINGS_KEY = "window/zoom"
_BASE_FONT_PROPERTY = "toolguard_base_font"
_BEFORE = "_q_styleSheetWidgetFont"
"""Properties in which Qt's style sheets store a widget's previous font, which they use whenever they are applied."""
_MIN_TEXT_WIDTH = 24
"""Fixed sizes of at least this many pixels are for text."""
_ZOOM_DELAY_MS = 120
"""Milliseconds after the last step until it is applied: a new layout takes longer than a key press."""


class Zoom(QObject):
    """Text size of all windows of the application, stored in ``settings``."""

    def __init__(self, settings: QSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self.percent = 100
        self._shown = 100
        self._pause = QTimer(self, singleShot=True, interval=_ZOOM_DELAY_MS)
        self._pause.timeout.connect(self._apply)
        try:
            percent = int(str(settings.value(_SETTINGS_KEY) or 100))
        except ValueError:
            percent = 100
        self.percent = percent if percent in ZOOM_STEPS else 100
        self._apply()

    def step(self, by: int) -> None:
        """Zoom by ``by`` steps, as far as there are some."""
        index = ZOOM_STEPS.index(self.percent) + by
        self.choose(ZOOM_STEPS[max(0, min(index, len(ZOOM_STEPS) - 1))])

    def choose(self, percent: int) -> None:
        """Set the text size to ``percent`` of the system's size, now and for the next start."""
        if percent != self.percent:
            self.percent = percent
            self._settings.setValue(_SETTINGS_KEY, percent)
            self._pause.start()

    def fit(self, widget: QWidget) -> None:
        """Scale sizes in pixels of new widgets and their buttons; other sizes were computed from the font."""
        if self._shown != 100:
            for part in (widget, *widget.findChildren(QPushButton)):
                _scale_width(part, self._shown / 100)

    def _apply(self) -> None:
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return
        base = app.property(_BASE_FONT_PROPERTY)
        if not isinstance(base, QFont):
            base = QFont(app.font())
            app.setProperty(_BASE_FONT_PROPERTY, base)
        scaled_font = _scaled(base, self.percent / 100)
        if scaled_font == app.font():
            return
        app.setFont(scaled_font)
        for window in app.topLevelWidgets():  # Qt tells them only while the event loop runs
            app.sendEvent(window, QEvent(QEvent.Type.ApplicationFontChange))
        ratio, self._shown = self.percent / self._shown, self.percent
        widgets = app.allWidgets()
        for widget in widgets:
            if widget.testAttribute(Qt.WidgetAttribute.WA_SetFont):
                font = _scaled(widget.font(), ratio)
                widget.setFont(font)
                if widget.property(_BEFORE) is not None:
                    widget.setProperty(_BEFORE, font)
        _scale_sizes(widgets, ratio)
        theme.restyle()  # what uses the application's font changes now, and is measured again
        for widget in widgets:
            if isinstance(widget, theme.ThemedWidget):
                widget.apply_colours(theme.colours())


def _scaled(font: QFont, ratio: float) -> QFont:
    result = QFont(font)
    if font.pointSizeF() > 0:
        result.setPointSizeF(font.pointSizeF() * ratio)
    else:
        result.setPixelSize(max(1, round(font.pixelSize() * ratio)))
    return result


def _scale_sizes(widgets: Iterable[QWidget], ratio: float) -> None:
    for widget in widgets:
        _scale_width(widget, ratio)
        if widget.minimumHeight() == widget.maximumHeight() >= _MIN_TEXT_WIDTH:
            widget.setFixedHeight(round(widget.minimumHeight() * ratio))
        if isinstance(widget, QTableView):
            rows = widget.verticalHeader()
            rows.setDefaultSectionSize(round(rows.defaultSectionSize() * ratio))


def _scale_width(widget: QWidget, ratio: float) -> None:
    if widget.minimumWidth() == widget.maximumWidth() >= _MIN_TEXT_WIDTH:
        widget.setFixedWidth(round(widget.minimumWidth() * ratio))
