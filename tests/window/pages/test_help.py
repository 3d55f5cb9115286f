"""The page Help: chapters, the search in them, links, and the diagnostics that are copied."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

import toolguard
from tests.support.waiting import until
from tests.window.conftest import opened
from toolguard.tables.credentials import entered_kinds
from toolguard.window import theme
from toolguard.window.help import manual
from toolguard.window.main import PAGES

LANGUAGES = [folder.name for folder in toolguard.resource("manual").iterdir() if folder.is_dir()]


def test_search_finds_chapters_with_all_words_ignoring_case():
    one = manual.Chapter("a", "Calls", "# Calls\nRun **one** [here](x.md)")
    two = manual.Chapter("b", "Rules", "# Rules\nrun calls by rules")
    assert [hit.chapter.key for hit in manual.search((one, two), "RUN")] == ["a", "b"]
    assert [hit.chapter.key for hit in manual.search((one, two), "run rules")] == ["b"]
    assert [hit.chapter.key for hit in manual.search((two, one), "calls")] == ["a", "b"]
    assert manual.search((one,), "here")[0].around == "Run one here."
    assert manual.search((one, two), "  ") == []


def test_search_matches_word_beginnings_within_one_section():
    chapter = manual.Chapter("a", "Calls", "# Calls\nNot another.\n\n## Words\nSuch words run.")
    assert [hit.around for hit in manual.search((chapter,), "wor such")] == ["Words. Such words run."]
    assert manual.search((chapter,), "other") == [] and manual.search((chapter,), "another such") == []
    (hit,) = manual.search((manual.Chapter("b", "规则", "# 规则\n拒绝此调用"),), "调用")
    assert "拒绝此调用" in hit.around


def test_search_excerpt_has_whole_words() -> None:
    text = " ".join(f"word{number}" for number in range(100))
    (hit,) = manual.search((manual.Chapter(key="a", title="A", text=text),), "word50")
    assert "word50" in hit.around
    assert hit.around.startswith("…") and hit.around.endswith("…"), "it is cut at both ends"
    assert set(hit.around.strip("…").split()) <= set(text.split())
    unparted = "\u4f60\u597d" * 200 + "x" + "\u4f60\u597d" * 200
    (hit,) = manual.search((manual.Chapter(key="a", title="A", text=unparted),), "x")
    assert len(hit.around.strip("…\xa0")) == 2 * manual.MAX_CONTEXT_LENGTH


def test_search_excerpt_begins_with_a_sentence() -> None:
    text = "# A\n\nThe first sentence is not shown. The second one has the word here."
    (hit,) = manual.search((manual.Chapter(key="a", title="A", text=text),), "word")
    assert hit.around == "The second one has the word here."
    text = f"# A\n\nThis first sentence has more than forty characters.\n\nWord {'and more ' * 20}"
    (hit,) = manual.search((manual.Chapter(key="a", title="A", text=text),), "word")
    assert hit.around.startswith("Word and") and len(hit.around) > 1.5 * manual.MAX_CONTEXT_LENGTH


def test_language_without_a_manual_uses_english():
    assert manual.chapters("xx") == manual.chapters("en") != ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_manual_link_has_an_existing_target(language):
    chapters = manual.chapters(language)
    keys = {f"{chapter.key}.md" for chapter in chapters} | {f"page:{row.key}" for row in PAGES}
    for chapter in chapters:
        assert chapter.title and chapter.key
        for link in re.findall(r"\]\(([^)]*)\)", chapter.text):
            assert link in keys or (manual.folder(language) / link).is_file(), f"{chapter.key}: {link}"


def test_manual_lists_the_credential_kinds_of_secret_set() -> None:
    chapter = next(one for one in manual.chapters("en") if one.key == "credentials")
    listed = re.findall(r"^- \*\*.+\*\* \(`(\w+)`\)$", chapter.text, re.MULTILINE)
    assert tuple(listed) == entered_kinds()


def test_search_excerpt_has_no_marks_of_tables_and_lists() -> None:
    text = "# Keys\n\n- One\n\n| Keys | Action |\n|---|:--|\n| `F1` | Open the manual |\n\n    a | b"
    assert manual.Chapter("a", "Keys", text).sections == ["Keys. One. F1: Open the manual. a | b."]


async def test_heading_in_the_outline_scrolls_to_its_section(tmp_path: Path) -> None:
    async with opened(tmp_path, page="help") as harness:
        harness.window.resize(1280, 800)
        page = harness.window.stack.page("help")
        page.open("calls")
        headings, bar = page.chapter.headings, page.text.verticalScrollBar()
        await until(headings.isVisible)
        titles = [headings.item(row).text() for row in range(headings.count())]
        heights = {title: headings.visualItemRect(headings.item(row)).height() for row, title in enumerate(titles)}
        line = headings.fontMetrics().height()
        assert heights["When the client has a timeout"] >= heights["Running calls"] + line, "it wraps, not elided"
        room = headings.viewport().width() - 2 * theme.SPACE * 3
        short = {title for title in titles if headings.fontMetrics().horizontalAdvance(title) < room}
        assert {heights[title] for title in short} == {heights["Running calls"]}
        assert titles[:2] == ["Approve or deny a call", "Check what a call would do"] and headings.currentRow() == 0
        headings.setCurrentRow(2)
        top = page.text.cursorForPosition(QPoint(40, 18)).block()
        assert top.text() == titles[2] and headings.currentRow() == 2
        bar.setValue(bar.maximum())
        assert headings.currentRow() == headings.count() - 1
        bar.setValue(0)
        assert headings.currentRow() == 0
        assert headings in page.panes()
        harness.window.resize(900, 600)
        await until(lambda: not headings.isVisible())
        assert headings not in page.panes()
        harness.window.resize(1280, 800)
        await until(headings.isVisible)
        page.open("commands")
        assert not headings.isVisible(), "it has no sections"


async def test_found_chapter_is_shown_at_the_match(tmp_path: Path):
    async with opened(tmp_path, page="help") as harness:
        page = harness.window.stack.page("help")
        assert page.text.toPlainText().startswith("Get started")
        assert page.text.verticalScrollBar().value() == 0
        having = [
            chapter.title
            for chapter in manual.chapters("en")
            if any("denied" in section.casefold() and "log" in section.casefold() for section in chapter.sections)
        ]
        assert 0 < len(having) < len(manual.chapters("en"))
        page.search.setText("denied log")
        found = [page.contents.item(row).text().partition("\n")[0] for row in range(page.contents.count())]
        assert sorted(found) == sorted(having)
        assert page.text.textCursor().selectedText().casefold() in ("denied", "log")
        page.search.setText("denied zzzz")
        assert harness.is_shown("No results") and not page.chapter.isVisible()
        harness.press("Clear search")
        assert page.chapter.isVisible() and not page.search.text()
        assert page.contents.count() == len(manual.chapters("en"))


async def test_first_hit_of_a_search_is_shown(tmp_path: Path) -> None:
    async with opened(tmp_path, page="help") as harness:
        page = harness.window.stack.page("help")
        page.search.setText("credential")
        assert page.contents.count() > 1 and page.contents.currentRow() == 0
        excerpt = page.contents.item(1).text().partition("\n")[2]
        layout = page.contents.itemDelegate().lay_out(excerpt, page.contents.width())
        marked = [layout.text()[mark.start :][: mark.length].casefold() for mark in layout.formats()]
        assert marked and set(marked) == {"credential"}, excerpt
        page.contents.item(1).setText("Title\n" + "long excerpt " * 40)
        high = page.contents.visualItemRect(page.contents.item(1)).height()
        assert 3 * page.contents.fontMetrics().height() < high < 5 * page.contents.fontMetrics().height()
        assert page.text.toPlainText().startswith("Credentials")
        page.search.clear()
        assert page.contents.currentItem().text() == "Credentials", "what was found stays"


async def test_match_is_marked_where_the_search_found_it(tmp_path: Path):
    async with opened(tmp_path, page="help") as harness:
        page = harness.window.stack.page("help")
        page.chapter.show_chapter("# Calls\n\nAnother NOte, \u00e9no, no.")
        page.matches.search("no words")
        cursor = page.text.textCursor()
        assert cursor.selectedText() == "NO", "not inside the word before it"
        assert page.matches.place.text() == "1 of 2 in this chapter"


async def test_keys_go_through_the_matches_of_a_search(tmp_path: Path) -> None:
    async with opened(tmp_path, page="help") as harness:
        page = harness.window.stack.page("help")
        harness.window.resize(900, 600)
        assert not page.matches.isVisible()
        harness.keys(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert page.search.hasFocus()
        page.search.setText("deny denied")
        count = page.text.match_count
        selections = page.text.extraSelections()
        assert count > 2 and page.matches.isVisible()
        assert [one.cursor.selectedText().casefold() in ("deny", "denied") for one in selections] == [True] * count
        assert page.matches.place.text() == f"1 of {count} in this chapter"
        QTest.keyClick(page.search, Qt.Key.Key_Return)
        assert page.matches.place.text() == f"2 of {count} in this chapter"
        QTest.keyClick(page.search, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        QTest.keyClick(page.search, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        assert page.matches.place.text() == f"{count} of {count} in this chapter", "before the first comes the last"
        last = page.text.textCursor()
        assert last.selectionStart() == selections[-1].cursor.selectionStart()
        assert page.text.viewport().rect().contains(page.text.cursorRect(last)) and page.search.hasFocus()
        harness.press("Next match")
        assert page.matches.place.text() == f"1 of {count} in this chapter"
        page.contents.setCurrentRow(1)
        assert page.matches.place.text() == f"1 of {page.text.match_count} in this chapter"
        QTest.keyClick(page.search, Qt.Key.Key_Escape)
        assert not page.matches.isVisible() and page.text.extraSelections() == []


async def test_page_link_opens_the_page(tmp_path: Path):
    async with opened(tmp_path, page="help") as harness:
        harness.window.stack.page("help").text.anchorClicked.emit(QUrl("page:pending"))
        assert harness.window.stack.key == "pending"


async def test_diagnostics_are_copied_without_commands_secrets_or_the_home_folder(tmp_path, office, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    await office.order("server.add", name="forge", command="/opt/private/server", env={"TOKEN": "hunter2"})
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "toolguard.log").write_text("WARNING something odd\n")
    async with opened(tmp_path, page="help", run=office.run) as harness:
        harness.press("Copy diagnostics")
        await until(lambda: harness.window.stack.page("help").result_label.text().startswith("Copied"))
    text = QGuiApplication.clipboard().text()
    assert "server forge: stdio" in text and "something odd" in text and "Qt 6" in text
    assert "private" not in text and "hunter2" not in text and str(tmp_path) not in text


async def test_manual_is_readable_by_keyboard_alone(tmp_path: Path):
    async with opened(tmp_path, page="help") as harness:
        page = harness.window.stack.page("help")
        page.search.setFocus()
        harness.keys(Qt.Key.Key_Tab)
        assert page.contents.hasFocus()
