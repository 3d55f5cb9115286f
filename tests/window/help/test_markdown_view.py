"""The manual's text is laid out to be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize, QUrl
from PySide6.QtGui import QFont, QImage, QTextBlock, QTextDocument, QTextTable
from PySide6.QtWidgets import QApplication

from toolguard.window import theme
from toolguard.window.help.markdown_view import MAX_LINE_WIDTH, MarkdownView

WORDS = """# Rules

A `rule` decides.

## One more

```
toolguard rule list
toolguard rule add
```

- first
- second
"""


@pytest.fixture
def reader(qtbot: Any) -> MarkdownView:
    made = MarkdownView()
    made.resize(1600, 600)
    made.show()
    made.show_markdown(WORDS)
    return made


def block(reader: MarkdownView, text: str) -> QTextBlock:
    at = reader.document().begin()
    while at.isValid() and at.text() != text:
        at = at.next()
    assert at.isValid(), text
    return at


def size(at: QTextBlock) -> float:
    return at.begin().fragment().charFormat().font().pointSizeF()


def test_headings_follow_the_type_scale(reader: MarkdownView) -> None:
    body = QApplication.font().pointSizeF()
    assert size(block(reader, "Rules")) == pytest.approx(body * theme.HUGE)
    assert size(block(reader, "One more")) == pytest.approx(body * theme.LARGE)
    assert (
        block(reader, "One more").blockFormat().topMargin() > block(reader, "A rule decides.").blockFormat().topMargin()
    )


def test_lines_stay_short_in_a_wide_window(reader: MarkdownView) -> None:
    frame = reader.document().rootFrame().frameFormat()
    assert reader.viewport().width() - frame.leftMargin() - frame.rightMargin() <= MAX_LINE_WIDTH
    reader.resize(500, 600)
    frame = reader.document().rootFrame().frameFormat()
    assert frame.leftMargin() == frame.rightMargin()


def test_only_code_has_a_background(reader: MarkdownView) -> None:
    ground = theme.colours().window
    assert block(reader, "toolguard rule list").blockFormat().background().color().name() == ground
    for words in ("A rule decides.", "One more", "first"):
        assert (
            block(reader, words).blockFormat().background().color().name() != ground
            or not block(reader, words).blockFormat().background().isOpaque()
        )
    at, shaded = block(reader, "A rule decides.").begin(), []
    while not at.atEnd():
        if at.fragment().charFormat().background().color().name() == ground:
            shaded.append(at.fragment().text())
        at += 1
    assert shaded == ["rule"]


def test_new_palette_redraws_the_text(reader: MarkdownView) -> None:
    reader.apply_colours(theme.DARK)
    assert "toolguard rule list" in reader.toPlainText()


def test_code_in_a_table_is_on_the_baseline_of_its_row(
    reader: MarkdownView, qapp: QApplication, request: pytest.FixtureRequest
) -> None:
    before = qapp.font()
    request.addfinalizer(lambda: qapp.setFont(before))
    qapp.setFont(QFont("Noto Sans CJK SC", before.pointSize()))  # which is higher than the font of code
    reader.show_markdown("| Keys | Action |\n|---|---|\n| `Ctrl+J` | Next call |\n| `a` or `b` | Both |\n")
    layout = reader.document().documentLayout()
    for row in (("Ctrl+J", "Next call"), ("a or b", "Both")):
        blocks = [block(reader, text) for text in row]
        tops = [layout.blockBoundingRect(each).top() for each in blocks]
        code, words = (top + each.layout().lineAt(0).ascent() for top, each in zip(tops, blocks, strict=True))
        assert abs(code - words) < 1, row


def test_markdown_tables_become_tables(reader: MarkdownView) -> None:
    reader.show_markdown("# Keys\n\n| Keys | Action |\n|---|---|\n| F1 | <b>Help</b> |\n")
    table = reader.document().rootFrame().childFrames()[0]
    assert isinstance(table, QTextTable) and (table.rows(), table.columns()) == (2, 2)
    assert table.cellAt(1, 1).firstCursorPosition().block().text() == "<b>Help</b>", "markup is shown, not followed"


def test_list_items_have_space_after_the_marker(reader: MarkdownView) -> None:
    reader.show_markdown("1. one\n2. two\n\nBetween.\n\n- first\n- second\n")
    assert [marker for _, marker in reader._markers] == ["1.", "2.", "", ""]
    layout = block(reader, "first").layout()
    left, top = round(layout.position().x() + layout.lineAt(0).x()), round(layout.position().y())
    drawn = reader.viewport().grab().toImage()
    marker = [
        x for x in range(left) for y in range(top + 2, top + reader.fontMetrics().height())
        if drawn.pixel(x, y) != drawn.pixel(1, 1)
    ]  # fmt: skip
    assert marker and left - 16 < max(marker) < left - 8, "a bullet, and room behind it"


def test_only_pictures_of_the_manual_are_loaded(qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "flow.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">'
        '<rect width="60" height="20" fill="$accent"/></svg>'
    )
    view, kind = MarkdownView(tmp_path), QTextDocument.ResourceType.ImageResource.value
    image = view.loadResource(kind, QUrl("flow.svg"))
    assert isinstance(image, QImage) and image.deviceIndependentSize().toSize() == QSize(60, 20)
    assert image.pixelColor(5, 5).name() == theme.colours().accent
    assert view.loadResource(kind, QUrl("missing.svg")) is None
    assert view.loadResource(QTextDocument.ResourceType.HtmlResource.value, QUrl("flow.svg")) is None
    assert MarkdownView().loadResource(kind, QUrl.fromLocalFile(str(tmp_path / "flow.svg"))) is None
