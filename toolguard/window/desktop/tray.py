"""The tray icon: the state with a number, pending items, show, quit. Everything in it is also available elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QFont, QIcon, QPainter, QPainterPath, QPixmap, QTransform
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from toolguard.window import state, theme
from toolguard.window.desktop import notify, silence
from toolguard.window.json_view import untrusted_text
from toolguard.window.queue import model
from toolguard.window.widgets import icons

MAX_MENU_ITEMS = 5
"""Maximum pending items in the menu."""
_TRAY_CHECK_INTERVAL_MS = 5000  # milliseconds between two checks whether there is a tray
_FILLS = {"ok": "#5a6675", "quiet": "#6b7280", "accent": "#2a62d8", "caution": "#9a6200", "danger": "#c2352b"}
_QUIET = ("idle", "unknown")  # tones that need no attention
"""Background colours with a contrast of 4.5:1 to the white symbol, visible on dark and light panels."""


def drawn(shown: state.AppState) -> QIcon:
    """Return the icon of a state: ToolGuard's shield in the state's colour, with a white symbol or number."""
    icon = QIcon()
    for size in icons.SIZES:
        icon.addPixmap(_pixmap(shown, size))
    return icon


def _shield(size: float) -> QPainterPath:
    """Return the shield of the application icon (`icons/shield.svg`), as large as the tray allows."""
    path = QPainterPath(QPointF(12, 0.5))
    path.lineTo(22, 4)
    path.lineTo(22, 11.4)
    path.cubicTo(22, 17.4, 17.9, 21.5, 12, 23.5)
    path.cubicTo(6.1, 21.5, 2, 17.4, 2, 11.4)
    path.lineTo(2, 4)
    path.closeSubpath()
    return QTransform.fromScale(size / 24, size / 24).map(path)


def _pixmap(shown: state.AppState, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(_shield(size), QColor(_FILLS[state.COLOURS[shown.tone]]))
    if shown.count:
        number = str(shown.count) if shown.count < 100 else "99+"
        font = QFont(theme.sized(1))
        font.setPixelSize(max(7, round(size * (0.66, 0.5, 0.35)[len(number) - 1])))
        font.setWeight(QFont.Weight.Bold)
        painter.setFont(font)
        painter.setPen(QColor("#ffffff"))
        painter.drawText(QRectF(0, 0, size, size * 0.94), Qt.AlignmentFlag.AlignCenter, number)
    else:
        inner, sign = round(size * 0.6), "tick" if shown.tone in _QUIET else icon_of(shown)
        painter.drawPixmap((size - inner) // 2, round(size * 0.46 - inner / 2), icons.pixmap(sign, "#ffffff", inner))
    painter.end()
    return pixmap


def icon_of(shown: state.AppState) -> str:
    """Return the tray icon of a state: the application icon while nothing needs attention."""
    return "shield" if shown.tone in _QUIET else state.ICONS[shown.tone]


class Tray(QObject):
    """Follows the state. Signals ask for the window, for a call by its id, for the end, and for all calls to be denied.

    `lost` is emitted if the icon disappears, so that the window is not hidden behind it.
    """

    show_requested = Signal()
    opened = Signal(str)
    quit = Signal()
    panic_toggled = Signal()
    silenced = Signal(float)
    """*Do not disturb* was chosen for so many seconds; 0: off."""
    lost = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._state = state.AppState("unknown", "", "ToolGuard")
        self._items: tuple[tuple[str, str], ...] = ()
        self._is_enabled = False
        self._written = 0
        self._silent_until = 0.0
        self.menu = QMenu()
        theme.apply_style_sheet(self.menu)
        self.menu.aboutToHide.connect(lambda: QTimer.singleShot(0, self._fill))
        self.icon = QSystemTrayIcon(drawn(self._state), self)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._activated)
        self._clock = QTimer(self, interval=_TRAY_CHECK_INTERVAL_MS)
        self._clock.timeout.connect(self._place)
        self._fill()

    @property
    def is_shown(self) -> bool:
        """Whether the icon is visible: it is enabled, and there is a tray."""
        return self._is_enabled and QSystemTrayIcon.isSystemTrayAvailable()

    def set_enabled(self, enabled: bool) -> None:
        """Show the icon as soon as there is a tray, or hide it."""
        self._is_enabled = enabled
        self._clock.start() if enabled else self._clock.stop()
        self._place()

    def _place(self) -> None:
        was, here = self.icon.isVisible(), self.is_shown
        if was != here:
            self.icon.setVisible(here)
        if was and not here:
            self.lost.emit()

    def set_state(self, shown: state.AppState, waiting: Sequence[model.Single]) -> None:
        """Show the state, and the pending items in the menu."""
        turned = "panic" in (shown.tone, self._state.tone) and shown.tone != self._state.tone
        if shown != self._state:
            again = (shown.tone, min(shown.count, 100)) != (self._state.tone, min(self._state.count, 100))
            self._state = shown
            self.icon.setToolTip(untrusted_text.as_tool_tip(shown.title))
            if again:
                self.icon.setIcon(drawn(shown))
        items = tuple((model.key(item), notify.place(item)) for item in waiting[:MAX_MENU_ITEMS])
        if turned or items != self._items or self._hidden_count() != self._written:
            self._items = items
            self._fill()

    def show_silence(self, until: float) -> None:
        """Show when notifications return (seconds since the epoch); 0: they are shown."""
        self._silent_until = until
        self._fill()

    def translate(self) -> None:
        """Fill the menu again in the current language."""
        self._fill()

    def _hidden_count(self) -> int:
        return self._state.count - len(self._items)

    def _fill(self) -> None:
        """Fill the menu, but never while it is open."""
        if self.menu.isVisible():
            return
        self.menu.clear()
        self._written = self._hidden_count()
        self._add(self.tr("Show ToolGuard"), self.show_requested.emit)
        self.menu.addSeparator()
        for key, text in self._items:
            self._add(text, partial(self.opened.emit, key))
        if self._hidden_count() > 0:
            self._add(self.tr("%n more", "", self._hidden_count()), lambda: self.opened.emit(""))
        if self._items:
            self.menu.addSeparator()
        if self._silent_until:
            self._add(silence.end_text(self._silent_until), lambda: self.silenced.emit(0.0))
        else:
            silence.fill(self.menu.addMenu(silence.title()), self.silenced.emit)
        if self._state.tone == "panic":
            self._add(self.tr("Resume calls…"), self.show_requested.emit)
        else:
            self._add(self.tr("Block all calls"), self.panic_toggled.emit)
        self._add(self.tr("Quit ToolGuard"), self.quit.emit)

    def _add(self, text: str, does: Callable[[], None]) -> None:
        action = QAction(text.replace("&", "&&"), self.menu)
        action.triggered.connect(lambda: does())
        self.menu.addAction(action)

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        """Show the window at a click; on macOS, each press on the icon opens the menu (`ActivationReason`)."""
        if sys.platform != "darwin" and reason in (
            QSystemTrayIcon.ActivationReason.Trigger,
            QSystemTrayIcon.ActivationReason.DoubleClick,
        ):
            self.show_requested.emit()


class TrayBalloons:
    """Notifications through the tray icon, for systems without D-Bus (`NotificationOutlet`)."""

    def __init__(self, tray: Tray) -> None:
        self._tray = tray

    def listen(self, *, clicked: Callable[[], None], denied: Callable[[], None], dropped: Callable[[], None]) -> None:  # noqa: ARG002
        """Report clicks. Balloons have no buttons, and no system reports that one has disappeared."""
        self._tray.icon.messageClicked.connect(clicked)

    def show(self, notice: notify.DesktopNotice, *, ring: bool) -> None:
        """Show the notification; the system decides about the sound."""
        if self._tray.is_shown:
            self._tray.icon.showMessage(notice.title, "\n".join(notice.lines), self._tray.icon.icon())
        elif ring:
            QApplication.beep()

    def close(self) -> None:
        """Do nothing: balloons disappear by themselves."""
