"""Whether animations are allowed: according to the person's setting, otherwise the desktop's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6 import QtCore
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWidgets import QAbstractItemView, QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from toolguard.window.preferences import WindowPreferences

FADE_IN_MS = 140
"""Milliseconds in which a new card fades in."""
_MAX_ANIMATED_CARDS = 20  # more new cards than this are shown without animation

Index = QtCore.QModelIndex | QtCore.QPersistentModelIndex


class Motion(QtCore.QObject):
    """`moves` is called before each animation."""

    def __init__(self, preferences: WindowPreferences, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._is_still = False

    def set_still(self, on: bool) -> None:
        """Set whether the desktop asks for no motion."""
        self._is_still = on

    def moves(self) -> bool:
        """Return whether an animation may be shown now."""
        chosen = self._preferences["motion"]
        return bool(chosen == "full" or (chosen == "system" and not self._is_still and not _qt_reduces_motion()))


def _qt_reduces_motion() -> bool:
    """Return the platform's setting according to Qt: its hints (Qt 6.12), and styles without animations."""
    hints: Any = QGuiApplication.styleHints().accessibility()
    preference = getattr(hints, "motionPreference", None)
    if preference is not None and "Reduced" in str(preference()):
        return True
    return QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0


class FadeInDelegate(QStyledItemDelegate):
    """Fades in new rows of a list, drawn by its own delegate. No row changes its place or size."""

    def __init__(self, view: QAbstractItemView, moves: Callable[[], bool]) -> None:
        super().__init__(view)
        self._view = view
        self._moves = moves
        self._drawer = view.itemDelegate()
        self._coming: list[QtCore.QPersistentModelIndex] = []
        self._fade = QtCore.QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=FADE_IN_MS)
        self._fade.setEasingCurve(QtCore.QEasingCurve.Type.OutCubic)
        self._fade.valueChanged.connect(view.viewport().update)
        self._fade.finished.connect(self._coming.clear)
        view.setItemDelegate(self)
        view.model().rowsInserted.connect(self._animate_rows)

    @property
    def running(self) -> bool:
        """Whether an animation is running."""
        return self._fade.state() == QtCore.QVariantAnimation.State.Running

    def _animate_rows(self, parent: QtCore.QModelIndex, first: int, last: int) -> None:
        if last - first >= _MAX_ANIMATED_CARDS or not self._view.isVisible() or not self._moves():
            return
        if not self.running:
            self._coming.clear()
        model = self._view.model()
        self._coming += [QtCore.QPersistentModelIndex(model.index(row, 0, parent)) for row in range(first, last + 1)]
        if not self.running:
            self._fade.start()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if self.running and any(model_index == index for model_index in self._coming):
            painter.save()
            painter.setOpacity(float(self._fade.currentValue()))
            self._drawer.paint(painter, option, index)
            painter.restore()
        else:
            self._drawer.paint(painter, option, index)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QtCore.QSize:
        return self._drawer.sizeHint(option, index)

    def editorEvent(
        self, event: QtCore.QEvent, model: QtCore.QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        return self._drawer.editorEvent(event, model, option, index)
