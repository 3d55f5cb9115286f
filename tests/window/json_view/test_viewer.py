"""The viewer of JSON data: readable and exact, long data folded and all of it within reach."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from toolguard.window import theme
from toolguard.window.json_view.json_layout import View
from toolguard.window.json_view.viewer import JsonViewer
from toolguard.window.widgets.push_button import ChoiceButton

BIG = {"path": "/tmp/a", "content": "BEGIN" + "x" * 400_000 + "needle" + "x" * 600_000 + "END", "then": "rm"}


@pytest.fixture
def viewer(qtbot: QtBot) -> JsonViewer:
    made = JsonViewer("Arguments")
    qtbot.addWidget(made)
    made.resize(700, 400)
    with qtbot.waitExposed(made):
        made.show()
    return made


def written(viewer: JsonViewer) -> str:
    return viewer.values.toPlainText().replace("\u00a0", " ")


def button(viewer: JsonViewer, name: str) -> QPushButton:
    return next(each for each in viewer.findChildren(QPushButton) if name in (each.text(), each.accessibleName()))


def test_viewer_switches_between_outline_and_exact_json(viewer: JsonViewer) -> None:
    viewer.show_value({"path": "/tmp/a\nb"}, {"method": "tools/call", "params": {"arguments": {"path": "/tmp/a\nb"}}})
    assert written(viewer) == "path  8 characters\n│ /tmp/a\n│ b"
    button(viewer, "Arguments as JSON").click()
    assert '"method": "tools/call",' in written(viewer)
    assert '"path": "/tmp/a\\nb"' in written(viewer)
    assert viewer.bytes.text() == "20 bytes"


def test_tool_that_is_shown_later_takes_the_place_of_the_size(qtbot: QtBot) -> None:
    page, viewer, edit = QWidget(), JsonViewer("Arguments"), QPushButton("Edit")
    qtbot.addWidget(page)
    page.resize(900, 400)
    viewer.setParent(page)  # as a window it would grow instead
    edit.hide()
    viewer.add_tool(edit)
    viewer.show_value({"path": "/tmp/a"})
    viewer.resize(
        viewer.minimumSizeHint().width() + viewer.search.minimumWidth() + viewer.bytes.sizeHint().width() + 20, 400
    )
    page.show()
    qtbot.waitUntil(viewer.bytes.isVisible)
    edit.show()
    qtbot.waitUntil(lambda: not viewer.bytes.isVisible())
    assert all(choice.width() >= choice.sizeHint().width() for choice in viewer.findChildren(ChoiceButton))


def test_copy_yields_the_sent_bytes(viewer: JsonViewer) -> None:
    viewer.show_value({"a": 2**70, "b": "x\u202ey"})
    button(viewer, "Copy Arguments as JSON").click()
    assert QGuiApplication.clipboard().text() == '{"a":1180591620717411303424,"b":"x\u202ey"}'


def test_long_data_is_folded_and_can_be_shown_completely(viewer: JsonViewer, qtbot: QtBot) -> None:
    began = time.thread_time()
    viewer.show_value(BIG)
    assert time.thread_time() - began < 0.2
    qtbot.waitUntil(lambda: "BEGIN" in written(viewer), timeout=120_000)
    assert "BEGIN" in written(viewer) and "END" in written(viewer) and "then  rm" in written(viewer)
    assert "needle" not in written(viewer)
    assert viewer.folded.isVisible()
    button(viewer, "Show all").click()
    qtbot.waitUntil(lambda: "needle" in written(viewer), timeout=120_000)
    assert written(viewer).replace("\n", "").replace("│ ", "").count("x") >= 1_000_000
    assert not viewer.folded.isVisible()


def test_many_lines_are_shown_without_blocking(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.show_value(list(range(30_000)))
    button(viewer, "Show all").click()
    stalls, before = [0.0], time.thread_time()

    def done() -> bool:
        nonlocal before
        stalls.append(time.thread_time() - before)
        before = time.thread_time()
        return written(viewer).endswith("30000.  29999")

    qtbot.waitUntil(done, timeout=120_000)
    assert max(stalls) < 2, "it stood still"


def test_new_value_stops_the_previous_layout(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.show_value(list(range(30_000)))
    button(viewer, "Show all").click()
    viewer.show_value({"a": 1})
    qtbot.wait(120)
    assert written(viewer) == "a  1"


def test_end_of_a_long_text_can_be_reached_at_once(viewer: JsonViewer) -> None:
    viewer.show_value({"text": "\n".join(f"line {number}" for number in range(300))})
    bar = viewer.values.verticalScrollBar()
    assert bar.maximum() > 0
    button(viewer, "Go to end").click()
    assert bar.value() >= bar.maximum() - 20


def test_search_counts_matches_and_return_goes_to_the_next(viewer: JsonViewer) -> None:
    viewer.show_value({"a": "one two one", "b": "ONE"})
    viewer.search.setText("one")
    assert viewer.found.text() == "3 found"
    assert len(viewer.values.extraSelections()) == 3
    first = viewer.values.textCursor().selectionStart()
    QTest.keyClick(viewer.search, Qt.Key.Key_Return)
    assert viewer.values.textCursor().selectionStart() > first
    viewer.search.setText("absent")
    assert viewer.found.text() == "0 found"
    viewer.search.clear()
    assert viewer.found.text() == ""


def test_search_finds_folded_text_with_context(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.show_value(BIG)
    viewer.search.setText("NEEDLE")
    qtbot.waitUntil(lambda: viewer.found.text() == "1 found", timeout=120_000)
    assert written(viewer) == f"content  …{'x' * 80}needle{'x' * 80}…"
    assert len(viewer.values.extraSelections()) == 1
    viewer.search.clear()
    qtbot.waitUntil(lambda: "BEGIN" in written(viewer), timeout=120_000)
    assert viewer.found.text() == ""


def test_newer_search_replaces_the_older_one(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.show_value(BIG)
    for wanted in ("x", "xx", "needle"):
        viewer.search.setText(wanted)
    qtbot.waitUntil(lambda: viewer.found.text() == "1 found", timeout=120_000)
    viewer.show_value({"a": 1})
    qtbot.wait(120)
    assert written(viewer) == "a  1"


@pytest.mark.parametrize(
    "large",
    [
        lambda: {"a": "héllo wörld\n" * 900_000},
        lambda: {"a": "x" * 10_000_000},
        lambda: [{"a": at, "b": f"text {at}"} for at in range(350_000)],
    ],
    ids=["lines", "one line", "list"],
)
def test_ten_megabytes_open_without_blocking(viewer: JsonViewer, qtbot: QtBot, large: Callable[[], object]) -> None:
    value = large()
    stalls, before = [0.0], time.thread_time()

    def done() -> bool:
        nonlocal before
        stalls.append(time.thread_time() - before)
        before = time.thread_time()
        return viewer.show_all.isVisible() and viewer.bytes.text() != "…"

    viewer.show_value(value)
    qtbot.waitUntil(done, timeout=120_000)
    print(f"10 MB: longest stall {max(stalls) * 1000:.0f} ms")
    assert max(stalls) < 2, "it stood still"


def test_short_data_has_a_small_view(viewer: JsonViewer) -> None:
    viewer.show_value({"a": 1})
    small = viewer.values.height()
    viewer.show_value({str(number): number for number in range(12)})
    assert viewer.values.height() > small
    viewer.show_value({str(number): number for number in range(500)})
    tall = viewer.values.height()
    assert tall < 500


def test_every_viewer_control_has_a_name(viewer: JsonViewer) -> None:
    viewer.show_value({"a": 1})
    assert all(each.text() or each.accessibleName() for each in viewer.findChildren(QPushButton))
    assert viewer.search.accessibleName() == "Find in Arguments"
    assert viewer.values.accessibleName() == "Arguments"


def test_empty_value_is_reported(viewer: JsonViewer) -> None:
    viewer.show_value({})
    assert written(viewer) == "empty object"


@pytest.mark.parametrize("view", ["tree", "json"])
def test_only_secrets_of_the_call_are_highlighted(viewer: JsonViewer, view: View) -> None:
    viewer.choose(view)
    viewer.show_value({"text": "[secret key] and [secret other]"}, secrets=("key",))
    assert {text for text, colour in coloured(viewer) if colour == theme.colours().danger} == {"[secret key]"}


def coloured(viewer: JsonViewer) -> Iterator[tuple[str, str]]:
    block = viewer.values.document().begin()
    while block.isValid():
        for piece in block.textFormats():
            yield block.text()[piece.start : piece.start + piece.length], piece.format.foreground().color().name()
        block = block.next()
