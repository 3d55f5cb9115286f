"""Thumbnails of images in a call's arguments. Images are untrusted.

Only PNG, JPEG, GIF and WebP, recognized by their first bytes; no SVG. Number, bytes, pixels and memory are limited.
They are decoded in a thread; animations show the first frame.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLocale, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.text_label import label
from toolguard.window.widgets.worker import Stale, Worker, WorkerTurn

MAX_PICTURES = 6
"""Maximum images that are shown."""
MAX_BASE64_LENGTH = 14_000_000
"""Maximum characters of base64 that are decoded."""
MAX_PIXELS = 40_000_000
THUMBNAIL_SIZE = 128
"""Device-independent pixels of the longer side of a thumbnail."""
_MAX_DECODING_MEMORY = 192  # MiB that decoding one image may take
_MIN_THREADED_LENGTH = 100_000  # characters of arguments above which the search always runs in the thread
_MAX_MEMBERS = 20_000  # maximum members that are inspected
_KINDS = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF87a", "gif"), (b"GIF89a", "gif"))
_URL = re.compile(r"data:image/[a-z0-9.+-]{1,40}(?:;[a-z0-9=.-]{1,60})*;base64,", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FoundPicture:
    """One image, or why it is not shown. ``place``: its path in the arguments."""

    place: str
    size: int
    kind: str = ""
    image: QImage | None = None
    pixels: tuple[int, int] = (0, 0)
    problem: str = ""


def candidates(value: object) -> Iterator[tuple[str, str]]:
    """Yield (place, base64) of possible images: data URLs, and ``data`` beside an image media type."""
    waiting: list[tuple[str, object]] = [("", value)]
    examined = 0
    while waiting and examined < _MAX_MEMBERS:
        place, item = waiting.pop()
        examined += 1
        if isinstance(item, str):
            head = _URL.match(item, 0, 200)
            if head is not None:
                yield place, item[head.end() : head.end() + MAX_BASE64_LENGTH + 4]
        elif isinstance(item, dict):
            kind = next((item[name] for name in ("mimeType", "mime_type", "media_type", "mime") if name in item), "")
            data = next((name for name in ("data", "blob", "base64") if isinstance(item.get(name), str)), "")
            pairs = list(islice(item.items(), _MAX_MEMBERS))
            if isinstance(kind, str) and kind.casefold().startswith("image/") and data:
                yield f"{place}.{data}" if place else data, item[data][: MAX_BASE64_LENGTH + 4]
                pairs = [(name, member) for name, member in pairs if name != data]
            waiting += [(f"{place}.{name}" if place else name, member) for name, member in reversed(pairs)]
        elif isinstance(item, list):
            waiting += [
                (f"{place}[{number + 1}]", member) for number, member in reversed(list(enumerate(item[:_MAX_MEMBERS])))
            ]


def look(value: object, stale: Stale) -> list[FoundPicture]:
    """Return every image in ``value`` as a thumbnail."""
    pictures = []
    for place, data in islice(candidates(value), MAX_PICTURES):
        if stale():
            break
        pictures.append(decode(place, data))
    return pictures


def decode(place: str, data: str) -> FoundPicture:
    """Decode one base64 image to at most `THUMBNAIL_SIZE` pixels (twice that for high-density screens) per side."""
    if len(data) > MAX_BASE64_LENGTH:
        return FoundPicture(place, len(data), problem="long")
    try:
        raw = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return FoundPicture(place, len(data), problem="base64")
    kind = next((name for magic, name in _KINDS if raw.startswith(magic)), "")
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        kind = "webp"
    if not kind:
        return FoundPicture(place, len(raw), problem="kind")
    buffer = QBuffer()
    buffer.setData(QByteArray(raw))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(kind.encode()))
    reader.setDecideFormatFromContent(False)
    size = reader.size()
    if not size.isValid() or size.width() * size.height() > MAX_PIXELS:
        return FoundPicture(place, len(raw), kind, problem="pixels" if size.isValid() else "kind")
    if max(size.width(), size.height()) > THUMBNAIL_SIZE * 2:
        small = size.scaled(QSize(THUMBNAIL_SIZE * 2, THUMBNAIL_SIZE * 2), Qt.AspectRatioMode.KeepAspectRatio)
        reader.setScaledSize(small.expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        return FoundPicture(place, len(raw), kind, problem="kind")
    return FoundPicture(place, len(raw), kind, image, (size.width(), size.height()))


class Pictures(QWidget):
    """The thumbnails of one value, each with its place and type; hidden if there are none."""

    def __init__(self, *, turn: WorkerTurn | None = None) -> None:
        super().__init__()
        QImageReader.setAllocationLimit(_MAX_DECODING_MEMORY)
        self._beside = Worker(self, turn)
        self._cells: list[tuple[QWidget, QLabel, QLabel]] = []
        self._row = hbox(STRETCH, parent=self, spacing=theme.SPACE * 4)
        self.hide()

    def show_value(self, value: object) -> None:
        """Search ``value`` for images in a thread, if it may contain any."""
        self._beside.forget()
        self.hide()
        if untrusted_text.longer_than(value, _MIN_THREADED_LENGTH) or next(candidates(value), None) is not None:
            self._beside.run(lambda stale: look(value, stale), self._show_pictures)

    def _show_pictures(self, pictures: list[FoundPicture]) -> None:
        while len(self._cells) < len(pictures):
            self._add()
        for index, (cell, picture, words) in enumerate(self._cells):
            cell.setVisible(index < len(pictures))
            if index < len(pictures):
                self._fill(pictures[index], picture, words)
        self.setVisible(bool(pictures))

    def _add(self) -> None:
        cell, picture, words = QWidget(), QLabel(), label(tone="quiet", factor=theme.SMALL, wrap=True)
        vbox(picture, words, STRETCH, parent=cell, spacing=theme.SPACE)
        cell.setFixedWidth(THUMBNAIL_SIZE + theme.SPACE * 2)
        self._cells.append((cell, picture, words))
        self._row.insertWidget(len(self._cells) - 1, cell)

    def _fill(self, found_picture: FoundPicture, picture: QLabel, words: QLabel) -> None:
        place, size = (
            untrusted_text.shortened(found_picture.place, 40),
            self.locale().formattedDataSize(found_picture.size),
        )
        picture.clear()
        if found_picture.image is None:
            words.setText(f"{place}\n{self._problem(found_picture.problem)}\n{size}")
            return
        ratio = self.devicePixelRatioF()
        side = round(THUMBNAIL_SIZE * ratio)
        shown = found_picture.image
        if max(shown.width(), shown.height()) > side:
            smooth = Qt.TransformationMode.SmoothTransformation
            shown = shown.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio, smooth)
        pixmap = QPixmap.fromImage(shown)
        pixmap.setDevicePixelRatio(ratio)
        picture.setPixmap(pixmap)
        picture.setAccessibleName(self.tr("Image in {0}").format(place))
        width, height = map(self._number, found_picture.pixels)
        words.setText(f"{place}\n{found_picture.kind.upper()} {width} × {height}\n{size}")

    def _number(self, number: int) -> str:
        return QLocale(self.locale()).toString(number)

    def _problem(self, problem: str) -> str:
        words: dict[str, Any] = {
            "long": self.tr("data too large to show as an image"),
            "pixels": self.tr("image too large to show"),
            "base64": self.tr("declared as an image, but not valid base64"),
            "kind": self.tr("declared as an image, but not a supported format"),
        }
        return str(words[problem])
