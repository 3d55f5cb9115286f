"""Pictures among arguments: small ones are shown, hostile ones are not decoded, no name is believed."""

from __future__ import annotations

import base64
import struct
import time
import zlib

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held
from toolguard.window.json_view import pictures
from toolguard.window.json_view.pictures import candidates, decode


def picture(kind: str = "PNG", width: int = 300, height: int = 200) -> str:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0x336699)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)
    return base64.b64encode(buffer.data().data()).decode()


def bomb(width: int, height: int) -> str:
    """A small PNG that says it is very large."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 10_000))
        + chunk(b"IEND", b"")
    )
    return base64.b64encode(data).decode()


def test_data_urls_and_data_beside_a_media_type_are_candidates() -> None:
    value = {
        "a": "data:image/png;base64,AAAA", "b": [{"type": "image", "mimeType": "image/jpeg", "data": "BBBB"}],
        "c": {"mimeType": "text/plain", "data": "CCCC"}, "d": "data:text/html;base64,DDDD", "e": "image/png",
    }  # fmt: skip
    assert list(candidates(value)) == [("a", "AAAA"), ("b[1].data", "BBBB")]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_picture_is_decoded_as_thumbnail(kind: str) -> None:
    found = decode("a", picture(kind, 3000, 1500))
    assert found.kind == kind.lower()
    assert found.pixels == (3000, 1500)
    assert found.image is not None and max(found.image.width(), found.image.height()) == pictures.THUMBNAIL_SIZE * 2


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ("not base64!", "base64"),
        (base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>").decode(), "kind"),
        (base64.b64encode(b"\x89PNG\r\n\x1a\n broken").decode(), "kind"),
        (base64.b64encode(b"BM" + b"\0" * 100).decode(), "kind"),
        (bomb(60_000, 60_000), "pixels"),
        (bomb(2**31 - 1, 2**31 - 1), "pixels"),
        ("A" * (pictures.MAX_BASE64_LENGTH + 1), "long"),
    ],
)
def test_hostile_or_unsupported_picture_is_not_shown(data: str, problem: str) -> None:
    began = time.process_time()
    found = decode("a", data)
    assert found.image is None
    assert found.problem in (problem, "kind")
    assert time.process_time() - began < 1


async def test_pictures_are_shown_only_with_their_call(harness: WindowHarness) -> None:
    image = {"mimeType": "image/png", "data": picture()}
    await harness.show(pending=(make_held("c1", arguments={"image": image}), make_held("c2", "other")))
    shown = harness.pending.call.pictures
    await until(lambda: shown.isVisible())
    text = shown._cells[0][2].text()
    assert text.startswith("image.data\nPNG 300 × 200\n")
    assert not shown._cells[0][1].pixmap().isNull()
    harness.window.grab()
    harness.pending.choose("c2")
    assert not shown.isVisible()


async def test_false_picture_is_reported(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1", arguments={"a": "data:image/svg+xml;base64,PHN2Zy8+"}),))
    await until(lambda: harness.pending.call.pictures.isVisible())
    assert "not a supported format" in harness.pending.call.pictures._cells[0][2].text()
