"""The language of the window: what is chosen, what is spoken, and that nothing is left unsaid in it."""

from __future__ import annotations

import ast
import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import get_args

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QDate, QLocale
from PySide6.QtTest import QTest

import toolguard
from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, opened
from tests.window.translations import build
from toolguard.gate import model
from toolguard.gate.texts import PLACEHOLDER, TEXTS, coded, placeholders
from toolguard.tables.settings import LANGUAGES
from toolguard.window import core_translation, language
from toolguard.window.language import Language
from toolguard.window.log_view import call_history
from toolguard.window.widgets import time_format


@pytest.mark.parametrize(
    ("system", "spoken"),
    [("zh_CN", "zh_CN"), ("zh_SG", "zh_CN"), ("zh_TW", "en"), ("en_GB", "en"), ("de_DE", "en"), ("C", "en")],
)
def test_system_language_is_used_if_available(system: str, spoken: str):
    assert language.code_for("system", QLocale(system)) == spoken


def test_language_setting_overrides_the_system():
    assert language.code_for("en", QLocale("zh_CN")) == "en"
    assert language.code_for("zh_CN", QLocale("en_US")) == "zh_CN"


def test_qt_buttons_and_numbers_follow_the_language(spoken: Language):
    spoken.choose("zh_CN")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"
    assert QLocale().language() == QLocale.Language.Chinese
    spoken.choose("en")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


def messages(path: Path) -> dict[tuple[str, str, str], ElementTree.Element]:
    """Every text of a ``.ts`` file, by context, source and comment, which is the code of a text of the core."""
    found = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            found[name, message.findtext("source", ""), message.findtext("comment", "")] = message
    return found


def translations_of(message: ElementTree.Element) -> list[str]:
    """What a text is in the other language: once, or once for each plural form."""
    translation = message.find("translation")
    assert translation is not None
    return [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]


TS = sorted(build.FOLDER.glob("*.ts"))
CHINESE = build.FOLDER / "toolguard_zh_CN.ts"


def test_every_language_except_english_has_translations():
    assert {path.stem for path in TS} == {f"toolguard_{code}" for code in LANGUAGES}


def test_translation_sources_match_the_code(tmp_path: Path):
    """What fails here is mended by ``python packaging/build.py --update`` and a translation of what came."""
    for path in TS:
        shutil.copy(path, tmp_path)
    build.update(tmp_path)
    for path in TS:
        kept, now = messages(path), messages(tmp_path / path.name)
        assert sorted(now.keys() - kept.keys()) == [], path.stem  # new in the source, not in the file
        assert sorted(kept.keys() - now.keys()) == [], path.stem  # in the file, and nobody asks for it any more
        many = {key for key, message in now.items() if message.get("numerus")}
        assert many == {key for key, message in kept.items() if message.get("numerus")}, path.stem


@pytest.mark.parametrize("path", TS, ids=lambda path: path.stem)
def test_translations_are_complete_with_all_plural_forms(path: Path):
    forms = {"toolguard_en": 2, "toolguard_zh_CN": 1}[path.stem]
    for key, message in messages(path).items():
        translation = message.find("translation")
        assert translation is not None and translation.get("type") is None, key
        assert all(text.strip() for text in translations_of(message)), key
        assert len(translations_of(message)) == (forms if message.get("numerus") else 1), key
        assert bool(message.get("numerus")) == ("%n" in key[1] or "%Ln" in key[1]), key


@pytest.mark.parametrize("path", TS, ids=lambda path: path.stem)
def test_translations_contain_all_placeholders(path: Path):
    for (context, source, _code), message in messages(path).items():
        for text in translations_of(message):
            assert sorted(VALUES.findall(text)) == sorted(VALUES.findall(source)), (context, source, text)
            assert text[:1].isspace() == source[:1].isspace() or context != "Core", (context, source)


VALUES = re.compile(r"%L?n|%L1|\$\{secret:NAME\}|\{\w*\}|`?toolguard [a-z]+ [a-z]+|--[a-z]+|<[^>]+>")


def test_chinese_typography_is_correct():
    for (context, source, _code), message in messages(CHINESE).items():
        for text in translations_of(message):
            if HAN.search(text):
                assert not re.search(rf"{HAN.pattern}[,;!?]|{HAN.pattern}\.( |$)", text), (context, source, text)
                assert not re.search(rf"{HAN.pattern} *:(?![/0-9])", text), (context, source, text)
            else:
                if context == "QShortcut":  # as the key is called on keyboards in China
                    assert (source, text) in {("Return", "Enter"), ("Enter", "Enter")}
                    continue
                assert text == source or not LATIN.search(VALUES.sub("", text)), (context, source, text)
                assert SAME.fullmatch(text) or not LATIN.search(VALUES.sub("", text)), (context, source, text)


HAN = re.compile(r"[\u4e00-\u9fff]")
LATIN = re.compile(r"[A-Za-z]{2,}")
SAME = re.compile(
    r"(\(\{0\}\) )?ToolGuard( —)?( \{\w\})?( — \{1\})?|JSON|Streamable HTTP|HTTP\+SSE|"
    r"Ctrl\+\w+|[a-z]+(-[a-z]+)+"
)
"""What is called the same in every language: our own name, formats, keys, and names that stand for others."""


def test_core_texts_are_translated_by_code(spoken: Language):
    spoken.choose("zh_CN")
    known = messages(CHINESE).keys()
    assert len(TEXTS) > 900
    assert [code for code, english in TEXTS.items() if ("Core", english, code) not in known] == []
    assert {code for context, _source, code in known if context == "Core"} == TEXTS.keys()
    worded = {
        code
        for code, english in TEXTS.items()
        if LATIN.search(PLACEHOLDER.sub("", english.replace("${secret:NAME}", "")))
    }
    values = {code: dict.fromkeys(placeholders(code), "") for code in worded}
    assert [
        code for code in sorted(worded) if not HAN.search(core_translation.local(coded(code, **values[code])))
    ] == []
    said = core_translation.local(coded("store.disk_full_log_cannot", path="'/a b/audit.db'"))
    assert said == "磁盘已满，无法写入日志 '/a b/audit.db'。请释放一些空间，调用随后会继续。"


@pytest.mark.parametrize(
    "line",
    [
        'self.tr(f"Run {name}")', 'self.tr("Run " + name)', 'self.tr("Run {0}".format(name))', "self.tr(name=1)",
        'translate("Page", f"Run {name}")', 'widget.tr("Run")', 'QCoreApplication.translate(name, "Run")',
    ],
)  # fmt: skip
def test_untranslatable_text_is_detected(line: str):
    """All of the source is read by the test of the texts above, which fails in the same way."""
    with pytest.raises(build.UnreachableError):
        list(build.asked(ast.parse(line)))


def test_extraction_finds_context_and_plural():
    source = """
class Page:
    def take(self):
        self.tr("one") ; self.tr("%n two", "", round(3 / 2)) ; translate("Other", "%n three", None, len(self.all))
        QCoreApplication.translate("Other", "four"
            " and more", "about")
        self.tr(TITLES[0])
TITLES = (QT_TRANSLATE_NOOP("Page", "five"),)
"""
    assert [(one.context, one.source, one.comment, one.many) for one in build.asked(ast.parse(source))] == [
        ("Page", "one", "", False), ("Page", "%n two", "", True), ("Other", "%n three", "", True),
        ("Other", "four and more", "about", False), ("Page", "five", "", False),
    ]  # fmt: skip


def test_plurals_and_table_headers_have_the_context_of_their_class():
    """`tr` of a subclass looks no further once the number has been put in, so it would stay English.

    A table's model names that context in a string, which nothing else compares with it.
    """
    classes, many, tables = {}, set(), 0
    for path in (build.ROOT / "toolguard" / "window").rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        texts = list(build.asked(tree))
        many |= {text.context for text in texts if text.many}
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                classes[node.name] = {ast.unparse(one).rpartition(".")[2] for one in node.bases}
            if isinstance(node, ast.Call) and len(node.args) > 1:
                first, second = node.args[:2]
                headers = isinstance(second, ast.Name) and second.id == "HEADERS"
                if headers and isinstance(first, ast.Constant) and ast.unparse(node.func) == "super().__init__":
                    assert first.value in {text.context for text in texts}, path
                    tables += 1
    assert {name: bases & many for name, bases in classes.items() if bases & many} == {}
    assert tables == 4


@pytest.mark.parametrize(("count", "text"), [(1, "1 running call"), (2, "2 running calls"), (0, "0 running calls")])
def test_english_plurals_are_correct(spoken: Language, count: int, text: str):
    spoken.choose("en")
    assert QCoreApplication.translate("AppState", "%n running calls", "", count) == text


def test_dates_numbers_and_sizes_follow_the_language(spoken: Language):
    spoken.choose("zh_CN")
    assert "年" in QLocale().toString(QDate(2026, 3, 9), QLocale.FormatType.LongFormat)
    assert QCoreApplication.translate("RulesPage", "%Ln rules", "", 12345) == "12,345 条规则"
    assert time_format.ago(300) == "5 分钟"
    spoken.choose("en")
    assert "March" in QLocale(QLocale.Language.English).toString(QDate(2026, 3, 9), QLocale.FormatType.LongFormat)


def test_chapters_and_links_are_equal_in_all_languages():
    english = {path.name: LINKS.findall(path.read_text("utf-8")) for path in (MANUAL / "en").glob("*.md")}
    for code in LANGUAGES:
        chapters = {path.name: LINKS.findall(path.read_text("utf-8")) for path in (MANUAL / code).glob("*.md")}
        assert {name: sorted(links) for name, links in chapters.items()} == {
            name: sorted(links) for name, links in english.items()
        }


MANUAL = toolguard.resource("manual")
LINKS = re.compile(r"\]\(([^)]*)\)")


def test_every_undescribed_record_member_has_a_label():
    kinds = [one for one in get_args(model.AnyEvent) if one not in call_history._EVENT_APPEARANCES]
    members = {name for one in kinds for name, kind in one.__annotations__.items() if "str" in str(kind)}
    assert kinds and members - call_history.MEMBER_NAMES.keys() == set()


async def test_open_window_changes_its_language_at_once(harness: WindowHarness, spoken: Language) -> None:
    await harness.show(pending=(make_held("c1"),))
    harness.window.turn("settings")
    harness.window.turn("pending")
    before = harness.pending
    spoken.choose("zh_CN")
    await until(lambda: harness.pending is not before)
    assert harness.window.side.indicator.text() == "1 项待处理"
    assert harness.is_shown("批准 write_file") and not harness.is_shown("Approve write_file")
    await harness.armed("批准 write_file")
    harness.press("拒绝")
    harness.pending.answers.flush()
    await until(lambda: harness.gate.orders)
    await until(lambda: not harness.window.context.core_link.is_busy)
    assert harness.gate.orders == [("deny", "c1", "", None)], "what was there before gives no order of its own"


async def test_old_pages_end_with_the_window_after_a_language_change(tmp_path: Path, spoken: Language) -> None:
    async with opened(tmp_path) as harness:
        before = harness.pending
        spoken.choose("zh_CN")
        await until(lambda: harness.pending is not before)
    await until(lambda: not shiboken6.isValid(before))


async def test_reported_failure_is_not_repeated_in_the_new_language(tmp_path: Path, spoken: Language) -> None:
    async with opened(tmp_path) as harness:
        await harness.show(
            failed_changes=(model.FailedChange(kind="server", title="Add a server", reason="No.", since=5.0),)
        )
        before = harness.pending
        assert before.left.ended.isVisible()
        spoken.choose("zh_CN")
        await until(lambda: harness.pending is not before)
        assert not harness.pending.left.ended.isVisible()
        await harness.show(
            failed_changes=(model.FailedChange(kind="rule", title="Add a rule", reason="No.", since=6.0),)
        )
        assert harness.pending.left.ended.isVisible()


async def test_language_does_not_change_while_input_is_unsaved(tmp_path: Path, spoken: Language) -> None:
    async with opened(tmp_path, speak=spoken.choose) as harness:
        await harness.show(pending=(make_held("c1"),))
        reason = harness.pending.call.decision.reason
        QTest.keyClicks(reason, "because")
        before = harness.pending
        harness.window.preferences.update({"language": "zh_CN"})
        assert spoken.code == "en", "no text is Chinese while others are English"
        assert harness.pending is before and reason.text() == "because"
        reason.clear()
        harness.window.preferences.update({"sound": True})
        await until(lambda: harness.pending is not before)
        assert spoken.code == "zh_CN" and harness.window.side.indicator.text() == "1 项待处理"


async def test_text_of_a_closed_form_does_not_keep_the_language(
    tmp_path: Path, office: Harness, spoken: Language
) -> None:  # fmt: skip
    async with opened(tmp_path, run=office.run, page="servers", speak=spoken.choose) as harness:
        page = harness.window.stack.page("servers")
        await until(lambda: page.editor._kinds)
        page.begin_add()
        QTest.keyClicks(page.editor.name, "files")
        harness.window.preferences.update({"language": "zh_CN"})
        assert spoken.code == "en"
        page.editor.cancel.click()
        harness.window.preferences.update({"sound": True})
        await until(lambda: harness.window.stack.page("servers") is not page)
        await until(lambda: not harness.window.context.core_link.is_busy)


async def test_undoable_denial_is_sent_before_a_language_change(harness: WindowHarness, spoken: Language) -> None:
    await harness.show(pending=(make_held("c1"), make_held("c2")))
    before = harness.pending
    harness.press("Deny")
    spoken.choose("zh_CN")
    await until(lambda: harness.pending is not before)
    await until(lambda: harness.gate.orders)
    assert len(harness.gate.orders) == 1
