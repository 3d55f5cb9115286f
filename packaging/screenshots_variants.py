"""Variants of the screenshots: two palettes, two languages, two scales and four window sizes."""

from __future__ import annotations

import argparse
import importlib.util
import logging
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication, QWidget

Language = Literal["en", "zh_CN"]
REGIONS: dict[Language, str] = {"en": "en_GB", "zh_CN": "zh_CN"}
"""The locale that formats dates and numbers."""
Look = Literal["light", "dark"]
LOOKS: tuple[Look, ...] = ("light", "dark")
LANGUAGES: tuple[Language, ...] = ("en", "zh_CN")
FONTS = {
    "en": ("Inter", "Noto Sans", "Cantarell", "Ubuntu", "Noto Sans CJK KR"),  # its quotation marks are not wide
    "zh_CN": ("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "WenQuanYi Micro Hei"),
}


@dataclass(frozen=True, slots=True)
class Variant:
    """The settings of one run over all pages."""

    look: Look
    language: Language
    scale: int
    width: int
    height: int

    @property
    def size(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def label(self) -> str:
        return f"{self.look}-{self.language[:2]}-{self.size}@{self.scale}"


VARIANTS = tuple(
    Variant(look, language, scale, width, height)
    for look in LOOKS
    for language, scale, width, height in (
        *((language, scale, 1280, 800) for language in LANGUAGES for scale in (1, 2)),
        *((language, 1, 900, 600) for language in LANGUAGES),
        ("en", 1, 1024, 700),
        ("en", 1, 3840, 2160),
    )
)


def parse_options(argv: list[str], description: str | None, pages: tuple[str, ...]) -> argparse.Namespace:
    """Return the options of the command line. ``pages``: the names that ``--page`` accepts."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("screenshots"))
    parser.add_argument("--readme", type=Path, help="write the README's picture to this file, and nothing else")
    parser.add_argument("--page", action="append", choices=pages, help="only this page; can be given several times")
    parser.add_argument("--only", default="", help="save only pictures whose name contains this")
    parser.add_argument("--look", choices=LOOKS, help="only this palette")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--scale", type=int, choices=(1, 2))
    parser.add_argument("--size", choices=sorted({variant.size for variant in VARIANTS}))
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 1), help="how many variants at a time")
    parser.add_argument("--system-font", action="store_true", help="draw with the font that the system chose")
    parser.add_argument("--variant", type=int, help=argparse.SUPPRESS)
    return parser.parse_args(argv)


def selected(options: argparse.Namespace) -> list[int]:
    """Return the indexes of the variants that the options select."""
    if options.readme is not None:
        return [next(at for at, variant in enumerate(VARIANTS) if variant.look == "light" and variant.scale == 2)]
    return [
        at
        for at, variant in enumerate(VARIANTS)
        if options.look in (None, variant.look)
        and options.language in (None, variant.language)
        and options.scale in (None, variant.scale)
        and options.size in (None, variant.size)
    ]


def run_all(argv: list[str], options: argparse.Namespace) -> None:
    """Run each selected variant in a process of its own, because Qt reads the scale factor when it starts."""
    if importlib.util.find_spec("hatchling") is not None:  # without it, the window is in English
        subprocess.run([sys.executable, str(Path(__file__).with_name("build.py"))], check=True)

    def run(at: int) -> None:
        environment = {**os.environ, "QT_SCALE_FACTOR": str(VARIANTS[at].scale), "LC_ALL": "C.UTF-8"}
        subprocess.run([sys.executable, *argv, "--variant", str(at)], env=environment, check=True)

    with ThreadPoolExecutor(max_workers=options.jobs) as pool:
        list(pool.map(run, selected(options)))


def choose_font(app: QApplication, language: str) -> None:
    """Set a font that desktops commonly use, or keep the default if none is installed."""
    known = set(QFontDatabase.families())
    family = next((name for name in FONTS[language] if name in known), app.font().family())
    app.setFont(QFont(family, 10))


def filter_qt_messages() -> None:
    """Print Qt's messages, except one that the offscreen platform logs for every window."""

    def handle(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if "propagateSizeHints" not in message:
            print(message, file=sys.stderr)

    qInstallMessageHandler(handle)


class ErrorCount(logging.Handler):
    """Print and count logged errors: a page that fails is only an empty area in a picture."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0
        logging.getLogger().addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1
        print(self.format(record), file=sys.stderr)


class Camera:
    """Saves pictures of a window as ``NAME-VARIANT.png``. ``only``: skip names that do not contain it."""

    def __init__(self, out: Path, label: str, only: str) -> None:
        self._out, self._label, self._only = out, label, only
        self._names: set[str] = set()
        self.count = 0

    def __call__(self, window: QWidget, name: str) -> None:
        if name in self._names:
            raise ValueError(f"two pictures are named {name}")
        self._names.add(name)
        file = f"{name}-{self._label}.png"
        if self._only in file:
            window.grab().save(str(self._out / file))
            self.count += 1
