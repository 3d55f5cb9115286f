"""Names that are written from right to left stay where they stand, and move nothing beside them."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QTextEdit

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held
from toolguard.gate.model import ClientInfo
from toolguard.window.json_view import json_layout, untrusted_text
from toolguard.window.json_view.viewer import JsonText
from toolguard.window.widgets.text_label import TextLabel, label

CLIENT, TOOL, TITLE = "\u0639\u0645\u064a\u0644", "\u0623\u062f\u0627\u0629", "\u05db\u05d5\u05ea\u05e8\u05ea"


def middle(document: QTextDocument, text: str) -> float:
    """Where the middle of ``text`` is drawn in the first line."""
    block = document.begin()
    at = block.text().index(text)
    line = block.layout().lineAt(0)
    ends = [line.cursorToX(place) for place in (at, at + len(text))]
    return sum(float(end[0] if isinstance(end, tuple) else end) for end in ends) / 2


def in_order(shown: QTextEdit, *words: str) -> bool:
    places = [middle(shown.document(), one) for one in words]
    return places == sorted(places)


def test_sentence_with_right_to_left_names_keeps_its_order(qtbot: Any) -> None:
    text_label = TextLabel()
    qtbot.addWidget(text_label)
    text_label.resize(900, 40)
    text_label.set_text(
        ("strong", CLIENT), " wants to run ", ("mono", TOOL), " \u201c", ("quiet", TITLE), "\u201d on files"
    )
    text_label.show()
    assert in_order(text_label, CLIENT, "wants", TOOL, TITLE, "files")
    assert text_label.text() == f"{CLIENT} wants to run {TOOL} \u201c{TITLE}\u201d on files"
    text_label.selectAll()
    assert text_label.createMimeDataFromSelection().text() == text_label.text()


@pytest.mark.parametrize(
    ("value", "behind"), [({CLIENT: TOOL * 40}, "160"), ({CLIENT: TOOL}, TOOL), ({CLIENT: 220}, "220")]
)
def test_outline_keeps_order_of_key_and_value(qtbot: Any, value: dict[str, Any], behind: str) -> None:
    values = JsonText()
    qtbot.addWidget(values)
    values.resize(900, 100)
    values.show_lines(iter(json_layout.lay_out(value, "tree").lines))
    values.show()
    assert in_order(values, CLIENT, behind)
    values.selectAll()
    copied = values.createMimeDataFromSelection().text()
    assert copied == untrusted_text.bare(copied) and CLIENT in copied


def test_only_right_to_left_text_is_isolated() -> None:
    line = json_layout.LayoutLine(0, (("key", "path"), ("quiet", "  "), ("text", "/tmp \u4f60\u597d")))
    assert list(json_layout.apart(line)) == list(line.parts)
    odd = json_layout.LayoutLine(0, (("key", CLIENT), ("quiet", "  "), ("mark", "\u27e8U+202E\u27e9"), ("text", TOOL)))
    assert untrusted_text.bare("".join(piece for _, piece in json_layout.apart(odd))) == odd.text
    assert (
        label("plain").text() == "plain"
        and untrusted_text.bare(label(f"{CLIENT} on files").text()) == f"{CLIENT} on files"
    )


async def test_call_heading_keeps_client_before_tool(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(tool=TOOL, client=ClientInfo(id=CLIENT), title=TITLE),))
    heading = harness.pending.call.heading.sentence
    await until(heading.isVisible)
    assert in_order(heading, CLIENT, "wants", TOOL)
    assert heading.document().begin().textDirection() is Qt.LayoutDirection.LeftToRight
