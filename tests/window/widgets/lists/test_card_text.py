"""Texts on cards are elided so that what identifies them stays."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.lists.item_list import CardText, ItemDelegate, ItemList, ListItem


@pytest.mark.parametrize(
    ("shown", "length", "kept"),
    [
        ("url  https://files.example.org/a/very/long/path/to/report.pdf", 40, ("files.example.org", ".pdf")),
        ("url  https://files.example.org/a/very/long/path/to/report.pdf", 24, ("example.org", ".pdf")),
        ("url  https://github.com@evil.example/login/very/long/path", 22, ("@evil.example", "ath")),
        ("url  https://evil.example\\@github.com/login/very/long/path", 22, ("evil.example", "ath")),
        (
            "command  curl -s https://get.example.net/install.sh | sh",
            48,
            ("curl -s https://get.example.net/install.sh | sh", ""),
        ),
        ("path  /home/ada/src/a/very/long/path/to/report.pdf", 24, ("path  /home", "report.pdf")),
    ],
)
def test_host_and_end_of_a_shortened_url_stay(
    qapp: QApplication, shown: str, length: int, kept: tuple[str, str]
) -> None:
    font = theme.mono(1)
    width = QFontMetrics(font).horizontalAdvance("x" * length)
    text = CardText(shown, QRect(0, 0, width, 20), font, "#000000", Qt.TextElideMode.ElideMiddle)
    fitted = text.fitted()
    assert QFontMetrics(font).horizontalAdvance(fitted) <= width
    assert all(part in fitted for part in kept), fitted


@pytest.mark.parametrize(("length", "expected"), [(24, "wr⟨і CYRILLIC⟩te_file"), (13, "wr⟨…⟩te_file")])
def test_mark_of_a_look_alike_is_shortened_whole(qapp: QApplication, length: int, expected: str) -> None:
    font = theme.mono(1)
    width = QFontMetrics(font).horizontalAdvance("x" * length)
    text = CardText("wr⟨і CYRILLIC⟩te_file", QRect(0, 0, width, 20), font, "#000000", Qt.TextElideMode.ElideMiddle)
    assert text.fitted() == expected
    assert (True, expected[2:-7]) in untrusted_text.marks(expected), "it stays marked"


@pytest.mark.parametrize(
    ("below", "kept"),
    [
        ("@scope/server-postgres postgresql://localhost/site and more", "@scope/server-postgres"),
        ("uvx --from git+https://example.org/tool tool --log-level debug", "uvx --from git+https:"),
        ("a-very-long-name-of-a-host.example.org/path/to/the/endpoint/mcp", "nt/mcp"),
        ("'/home/someone with a space/servers/filesystem/dist/index.js' /srv", ".js' /srv"),
        ('"C:\\Program Files\\Some servers\\filesystem\\index.js" D:\\', 'ex.js" D:\\'),
    ],
)
def test_command_in_a_list_is_cut_at_its_end_and_a_url_is_not(qtbot: Any, below: str, kept: str) -> None:
    items = ItemList("Servers")
    qtbot.addWidget(items)
    items.lines.show_lines([ListItem("a", "a", below, code=True)])
    width = QFontMetrics(theme.mono(theme.SMALL)).horizontalAdvance("x" * 34)
    *_, text = ItemDelegate(items).texts(QRect(0, 0, width, 60), items.lines.index(0))
    assert kept in text.fitted() and "…" in text.fitted()
