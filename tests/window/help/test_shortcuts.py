"""Keys, the command palette, and the list of keys are made from one table."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, opened
from toolguard.window.help import manual
from toolguard.window.help.command_palette import PaletteEntry, found
from toolguard.window.help.keys_dialog import KeysDialog
from toolguard.window.language import Language
from toolguard.window.main import PAGES
from toolguard.window.pages.actions import ACTIONS, listed, native, of_page
from toolguard.window.widgets.frame.sidebar import PageButton

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def of_palette(harness: WindowHarness) -> Any:
    harness.keys(Qt.Key.Key_P, CTRL, SHIFT)
    assert harness.window.shortcuts.palette.isVisible()
    return harness.window.shortcuts.palette


def lines(palette: Any) -> list[str]:
    role = Qt.ItemDataRole.AccessibleTextRole
    return [palette.list.item(row).data(role) for row in range(palette.list.count())]


async def test_each_action_of_a_page_is_available_there(harness: WindowHarness) -> None:
    everywhere = {row.name for row in of_page("")}
    for key in [row.key for row in PAGES]:
        page = harness.window.stack.page(key)
        assert page is not None
        names = {row.name for row in of_page(key)}
        assert names <= set(page.commands()), key
        assert set(page.commands()) <= names | everywhere, "what no row names is never done"


async def test_each_key_is_only_one_shortcut(harness: WindowHarness) -> None:
    for row in PAGES:
        harness.window.turn(row.key)
    made = [one.key().toString() for one in harness.window.findChildren(QShortcut)]
    assert len(made) == len(set(made))
    wanted = {QKeySequence(keys).toString() for row in ACTIONS for keys in row.keys}
    assert wanted <= set(made) and "" not in wanted


async def test_side_bar_names_the_keys_of_each_page(harness: WindowHarness) -> None:
    named = [button.toolTip() for button in harness.window.findChildren(PageButton)]
    assert len(named) == len(PAGES)
    made = {native(one.key().toString()): one for one in harness.window.findChildren(QShortcut)}
    for row, keys in zip(PAGES, named, strict=True):
        made[keys].activated.emit()
        assert harness.window.stack.key == row.key


def test_no_two_rows_of_a_page_have_the_same_keys_or_name() -> None:
    for page in {row.page for row in ACTIONS}:
        rows = of_page(page)
        keys = [keys for row in rows for keys in row.keys]
        assert len(keys) == len(set(keys)) and len(rows) == len({row.name for row in rows})


async def test_keys_dialog_shows_global_and_page_keys(harness: WindowHarness) -> None:
    harness.window.turn("servers")
    harness.keys(Qt.Key.Key_Question)
    dialog = harness.window.findChild(KeysDialog)
    assert dialog is not None and not dialog.isModal(), "calls can be decided beside it"
    results = [one.text() for one in dialog.findChildren(QLabel)]
    for keys, words in (*listed(""), *listed("servers")):
        assert set(keys.split(" – ")) <= set(results) and words in results
    frames = {one.text() for one in dialog.findChildren(QLabel) if one.property("kind") == "key"}
    assert {"Ctrl+1", "Ctrl+9", "F2"} <= frames and "–" not in frames
    assert "Next call" not in results and "Everywhere" in results and "Servers" in results
    dialog.close()


async def test_f1_opens_the_chapter_of_the_page(harness: WindowHarness) -> None:
    harness.window.turn("rules")
    harness.keys(Qt.Key.Key_F1)
    assert harness.window.stack.key == "help"
    assert harness.window.stack.page("help").contents.currentItem().text() == "Rules"


def test_each_page_has_a_manual_chapter() -> None:
    known = {chapter.key for chapter in manual.chapters("en")}
    assert {row.chapter for row in PAGES} <= known


@pytest.mark.parametrize("code", ["en", "zh_CN"])
def test_keys_chapter_lists_every_action(code: str, spoken: Language) -> None:
    spoken.choose(code)
    text = next(one for one in manual.chapters(code) if one.key == "keys").text
    assert "<!--" not in text
    for row in ACTIONS:
        if row.keys:
            keys = row.shown_keys.replace(" – ", "` – `")
            assert f"| `{keys}` | {row.text} |" in text


async def test_palette_finds_pages_commands_settings_and_chapters(harness: WindowHarness) -> None:
    palette = of_palette(harness)
    offered = lines(palette)
    for words in ("Go to: Audit, Ctrl+8", "Servers: Add server, Ctrl+N", "Settings: Language", "Help: Rules"):
        assert words in offered
    QTest.keyClicks(palette.search, "add rul")
    assert lines(palette) == ["Rules: Add rule, Ctrl+N"]
    QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert not palette.isVisible() and harness.window.stack.key == "rules"
    assert harness.window.stack.page("rules").stack.currentIndex() == 1, "the form is open"


async def test_palette_is_as_high_as_the_lines_found(harness: WindowHarness) -> None:
    palette = of_palette(harness)
    whole, row = palette.height(), palette.list.sizeHintForRow(0)
    assert palette.list.viewport().height() % row == 0, "no line is cut"
    QTest.keyClicks(palette.search, "add rul")
    assert palette.list.viewport().height() == row and palette.height() < whole / 2
    QTest.keyClicks(palette.search, "xyzzy")
    assert not palette.list.isVisible() and palette.height() < whole / 2
    palette.search.clear()
    assert palette.height() == whole


async def test_palette_reports_no_match_and_restores_the_focus(harness: WindowHarness) -> None:
    harness.window.turn("help")
    search = harness.window.stack.page("help").search
    search.setFocus()
    palette = of_palette(harness)
    QTest.keyClicks(palette.search, "xyzzy")
    assert palette.no_results.isVisible() and not palette.list.isVisible()
    QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is search
    of_palette(harness)
    QTest.keyClick(palette.search, Qt.Key.Key_Escape)
    assert not palette.isVisible() and QApplication.focusWidget() is search


async def test_arrow_keys_select_in_the_palette(harness: WindowHarness) -> None:
    palette = of_palette(harness)
    QTest.keyClicks(palette.search, "go to")
    QTest.keyClick(palette.search, Qt.Key.Key_Down)
    assert palette.list.currentRow() == 1
    QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert harness.window.stack.key == PAGES[1].key


def test_titles_with_the_typed_prefix_come_first() -> None:
    entries = [PaletteEntry("Servers", "Import", print), PaletteEntry("", "Servers", print)]
    assert [one.text for one in found(entries, "SERV")] == ["Servers", "Servers: Import"]
    assert found(entries, "serv nothing") == []


def test_palette_matches_english_titles_in_any_language() -> None:
    entries = [PaletteEntry("", "规则", print, english="Rules"), PaletteEntry("", "审计", print, english="Audit")]
    assert [one.title for one in found(entries, "rule")] == ["规则"]


async def test_palette_finds_actions_and_chapters_by_english_words(harness: WindowHarness, spoken: Language) -> None:
    spoken.choose("zh_CN")
    found_entries = found(list(harness.window.shortcuts._entries()), "rules")
    assert {"添加规则", "规则"} <= {entry.title for entry in found_entries}
    assert len(found_entries) >= 5, "actions of the page, the page and the chapter"


def test_excerpts_of_the_manual_end_sentences_in_their_script() -> None:
    hits = manual.search(manual.chapters("zh_CN"), "规则")
    assert hits and not any(". " in hit.around and hit.around.split(". ")[0][-1] > "\u2e80" for hit in hits)
    assert not any("。 " in section for chapter in manual.chapters("zh_CN") for section in chapter.sections)


async def test_palette_and_menus_contain_no_decision(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    await harness.armed("Approve write_file")
    palette = of_palette(harness)
    offered = " ".join(lines(palette))
    assert "Approve (" not in offered and "Deny" not in offered.replace("Enter a denial reason", "")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_D):
        harness.keys(key, CTRL)
    assert harness.gate.orders == [], "keys decide nothing while the palette is open"
    assert palette.isVisible()
    QTest.keyClick(palette.search, Qt.Key.Key_Escape)
    harness.keys(Qt.Key.Key_Return, CTRL)
    await until(lambda: [order[0] for order in harness.gate.orders] == ["approve"])


def test_no_menu_contains_decisions() -> None:
    deciding = {("pending", name) for name in ("approve", "deny", "take_back", "undo")}
    assert all(row.direct for row in ACTIONS if (row.page, row.name) in deciding)


async def test_row_keys_work_only_while_the_list_has_the_focus(tmp_path: Path, office: Harness) -> None:
    for name in ("files", "github"):
        await office.order("server.add", name=name, command="x")
    async with opened(tmp_path, office.run, page="servers") as harness:
        page = harness.window.stack.page("servers")
        await until(lambda: page.listing.lines.rowCount() == 2)
        page.choose("github")
        page.detail.edit_button.setFocus()
        harness.keys(Qt.Key.Key_Delete)
        harness.keys(Qt.Key.Key_F2)
        assert page.stack.currentWidget() is page.detail
        page.listing.setFocus()
        harness.keys(Qt.Key.Key_F2)
        assert page.stack.currentWidget() is page.editor
        page.listing.setFocus()
        harness.keys(Qt.Key.Key_Delete)
        await until(lambda: page.listing.lines.rowCount() == 1)
        harness.keys(Qt.Key.Key_Z, CTRL)
        await until(lambda: page.listing.lines.rowCount() == 2)


async def test_ctrl_z_undoes_on_every_page(harness: WindowHarness) -> None:
    for key in [row.key for row in PAGES if row.key != "pending"]:  # which undoes denials
        harness.window.turn(key)
        undone: list[str] = []
        harness.window.stack.page(key).notice.show_message("Done.", back=partial(undone.append, key))
        harness.keys(Qt.Key.Key_Z, CTRL)
        assert undone == [key]


async def test_ctrl_n_opens_the_form_and_keeps_typed_text(tmp_path: Path, office: Harness) -> None:
    await office.order("server.add", name="github", command="x")
    async with opened(tmp_path, office.run, page="servers") as harness:
        page = harness.window.stack.page("servers")
        await until(lambda: page.listing.lines.rowCount() == 1)
        harness.keys(Qt.Key.Key_N, CTRL)
        assert page.stack.currentWidget() is page.editor
        QTest.keyClicks(page.editor.name, "mine")
        harness.keys(Qt.Key.Key_N, CTRL)
        assert page.editor.name.text() == "mine"
        page.editor.cancel.click()
        page.choose("github")
        page.listing.setFocus()
        harness.keys(Qt.Key.Key_F2)
        assert not page.editor.is_new and page.add_button.isEnabled()
        harness.keys(Qt.Key.Key_N, CTRL)
        assert page.editor.is_new, "the key does the same as the button"


async def test_question_mark_shows_the_keys_of_pending(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    harness.keys(Qt.Key.Key_Question)
    dialog = harness.window.findChild(QDialog)
    assert dialog is not None and "Next call" in [one.text() for one in dialog.findChildren(QLabel)]
    dialog.close()


def hinted(harness: WindowHarness, page: str) -> list[str]:
    shown = harness.window.stack.page(page)
    assert shown is not None
    return [words for _, words in shown.status_strip.keys._hints]


async def test_footer_of_an_empty_queue_has_no_keys_that_decide(harness: WindowHarness) -> None:
    await harness.show()
    assert not {"Approve", "Deny", "Next call", "Search this page"} & set(hinted(harness, "pending"))
    await harness.show(pending=(make_held(),))
    shown = hinted(harness, "pending")
    assert shown[:2] == ["Approve", "Deny"] and "Edit arguments" in shown and "Search this page" in shown
    await harness.show()
    await until(lambda: "Approve" not in hinted(harness, "pending"))


async def test_footer_says_that_keys_remember(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    harness.keys(Qt.Key.Key_M, CTRL)
    await until(lambda: hinted(harness, "pending")[:2] == ["Approve and remember", "Deny and remember"])
    harness.keys(Qt.Key.Key_M, CTRL)
    assert hinted(harness, "pending")[:2] == ["Approve", "Deny"]


async def test_footer_has_keys_of_rows_only_while_the_list_has_the_focus(harness: WindowHarness) -> None:
    harness.window.turn("rules")
    page = harness.window.stack.page("rules")
    assert page is not None
    page.show_form()
    page.form.note.setFocus()
    assert not {"Add rule", "Edit rule", "Show keyboard shortcuts"} & set(hinted(harness, "rules"))
    page.form.closed.emit()
    page.body.setCurrentWidget(page.table.parentWidget())
    page.table.setFocus()
    assert {"Add rule", "Edit rule", "Show keyboard shortcuts"} <= set(hinted(harness, "rules"))
    page.add.setFocus()
    assert "Add rule" in hinted(harness, "rules") and "Edit rule" not in hinted(harness, "rules")


async def test_footer_has_no_key_that_opens_the_form_that_is_open(tmp_path: Path, office: Harness) -> None:
    async with opened(tmp_path, office.run) as harness:
        for key, adds in (("servers", "Add server"), ("clients", "Add HTTP client"), ("credentials", "Add credential")):
            harness.window.turn(key)
            page = harness.window.stack.page(key)
            assert page is not None and adds in hinted(harness, key)
            page.commands()["add"]()
            await until(page.editor.isVisible, 10)
            assert adds not in hinted(harness, key)
            page.editor.closed.emit()
            assert adds in hinted(harness, key)


async def test_footer_offers_a_search_only_while_one_is_shown(tmp_path: Path, office: Harness) -> None:
    async with opened(tmp_path, office.run) as harness:
        for key in ("servers", "clients", "credentials", "active"):
            harness.window.turn(key)
            await until(lambda key=key: "Search this page" not in hinted(harness, key))  # type: ignore[misc]
        await office.order("server.add", name="files", command="x")
        harness.window.turn("servers")
        await harness.show(edition=1)
        await until(lambda: "Search this page" in hinted(harness, "servers"))
