"""The icons: one stroke width on a 24×24 grid, drawn in a colour of the theme."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

import toolguard

SIZES = (16, 18, 20, 24, 27, 32, 36, 40, 48, 64)


def path(name: str) -> Path:
    """Return the file of an icon by its name."""
    return toolguard.resource("icons", f"{name}.svg")


def pixmap(name: str, colour: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Return the icon ``name`` in ``colour``, ``size`` device-independent pixels wide."""
    key = f"toolguard {name} {colour} {size} {ratio}"
    result = QPixmap()
    if QPixmapCache.find(key, result):  # many buttons have the same icon: drawing it each time took half of the start
        return result
    result = _drawn(name, colour, round(size * ratio))
    result.setDevicePixelRatio(ratio)
    QPixmapCache.insert(key, result)
    return result


@lru_cache(maxsize=8)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    """Return the parsed drawing, read once for all sizes."""
    drawing = path(name).read_text(encoding="utf-8").replace("currentColor", colour)
    return QSvgRenderer(QByteArray(drawing.encode()))


def _drawn(name: str, colour: str, pixels: int) -> QPixmap:
    result = QPixmap(pixels, pixels)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    _renderer(name, colour).render(painter, QRectF(0, 0, result.width(), result.height()))
    painter.end()
    return result


@lru_cache(maxsize=128)
def icon(name: str, colour: str, disabled: str = "") -> QIcon:
    """Return the icon ``name`` in ``colour`` at every size that the window uses, also in a selected row."""
    result = QIcon()
    for size in SIZES:
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
            result.addPixmap(pixmap(name, colour, size), mode)
        if disabled:
            result.addPixmap(pixmap(name, disabled, size), QIcon.Mode.Disabled)
    return result
