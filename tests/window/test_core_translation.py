"""Texts of the core in another language: by their code, with their arguments; data stays as it came."""

from __future__ import annotations

from typing import ClassVar

import pytest
from PySide6.QtCore import QTranslator

from toolguard.gate.texts import CodedText, clauses, coded, lines, sentence, sentences
from toolguard.tables.values import alternatives
from toolguard.window import core_translation
from toolguard.window.forms.table_text import table_schema
from toolguard.window.json_view import untrusted_text


class Chinese(QTranslator):
    """Translates a few texts, by their code."""

    TEXTS: ClassVar = {
        "gate.no_server": "没有服务器：{reason}",
        "clients.session_closed": "会话已关闭",
        "services.server_is_given": "它将获得 {secrets}。",
        "services.calls_not_denied": "{calls} 的调用不再被拒绝。",
        "services.any_tool": "任意工具",
        "gate.list_separator": "、",
        "gate.sentence": "{text}。",
        "gate.sentences": "{first}{then}",
        "gate.clauses": "{first}；{then}",
        "gate.lines": "{first}{line_break}{then}",
        "gate.look_alike_mark": "⟨{alphabet} {part}⟩",
        "gate.alphabet_cyrillic": "西里尔字母",
        "tables.alternatives": "{first} 或 {last}",
    }
    LABELS: ClassVar = {"Environment": "环境变量", "The program's working folder": "程序的工作文件夹"}
    """Texts of rows, by their English."""

    def translate(self, context: str, source: str, code: str = "", _n: int = -1) -> str:
        if context == "Tables":
            return self.LABELS.get(source, "")
        return self.TEXTS.get(code, "") if context == "Core" else ""

    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def chinese(qapp):
    one = Chinese()
    qapp.installTranslator(one)
    yield
    qapp.removeTranslator(one)


@pytest.mark.usefixtures("chinese")
def test_text_is_translated_with_its_arguments():
    closed = coded("clients.session_closed")
    assert core_translation.local(closed) == "会话已关闭"
    assert core_translation.local(coded("gate.no_server", reason=closed)) == "没有服务器：会话已关闭"
    assert core_translation.local(coded("gate.no_server", reason=ConnectionError(closed))) == "没有服务器：会话已关闭"
    assert core_translation.local(coded("services.server_is_given", secrets=("A", "B"))) == "它将获得 A、B。"
    assert core_translation.local(coded("services.server_is_given", secrets=("密钥",))) == "它将获得密钥。"
    every = coded("services.any_tool")
    assert core_translation.local(coded("services.calls_not_denied", calls=every)) == "任意工具的调用不再被拒绝。"
    assert core_translation.local(coded("services.calls_not_denied", calls="{a}")) == "{a} 的调用不再被拒绝。"


@pytest.mark.usefixtures("chinese")
def test_marks_of_look_alikes_name_their_alphabet():
    shown = "wr⟨西里尔字母 \u0456⟩te"
    assert untrusted_text.name("wr\u0456te") == untrusted_text.short_name("wr\u0456te") == shown
    assert list(untrusted_text.marks(shown))[1] == (True, "⟨西里尔字母 \u0456⟩")


@pytest.mark.usefixtures("chinese")
def test_data_is_never_translated():
    assert core_translation.local("the session is closed") == "the session is closed"
    assert core_translation.local(coded("gate.no_server", reason="the session is closed")).endswith(
        "the session is closed"
    )
    assert core_translation.local("") == ""


@pytest.mark.usefixtures("chinese")
def test_braces_in_a_value_are_not_filled():
    assert core_translation.local(coded("gate.no_server", reason="{reason} {0} {")) == "没有服务器：{reason} {0} {"


@pytest.mark.usefixtures("chinese")
def test_joined_sentences_are_translated_one_by_one():
    given, closed = coded("services.server_is_given", secrets=("A",)), coded("clients.session_closed")
    assert core_translation.local(sentences(given, sentence(closed))) == "它将获得 A。会话已关闭。"
    assert core_translation.local(clauses(given, closed)) == "它将获得 A；会话已关闭"
    assert core_translation.local(sentence(given)) == "它将获得 A。"


@pytest.mark.usefixtures("chinese")
def test_lines_are_translated_one_by_one_and_thousands_do_not_nest_deeply():
    closed = coded("clients.session_closed")
    assert core_translation.local(lines("a", "", closed)) == "a\n\n会话已关闭"
    assert core_translation.local(lines(*[closed] * 5000)) == "\n".join(["会话已关闭"] * 5000)
    assert str(lines("a", "b", "c")) == "a\nb\nc" and lines("a") == "a" and lines() == ""


def test_english_text_is_unchanged():
    assert core_translation.local(sentence(coded("clients.session_closed"))) == "The session is closed."
    recorded = CodedText("an older wording", "clients.session_closed", {})
    assert core_translation.local(recorded) == "an older wording"


@pytest.mark.usefixtures("chinese")
def test_table_schema_translation_keeps_other_members():
    schema = {
        "title": "Environment",
        "enum": ["Environment"],
        "items": [{"description": "The program's working folder"}],
    }
    assert table_schema(schema) == {
        "title": "环境变量", "enum": ["Environment"], "items": [{"description": "程序的工作文件夹"}],
    }  # fmt: skip


@pytest.mark.usefixtures("chinese")
def test_expected_value_is_translated_with_its_alternatives():
    must = alternatives(("secret", "api_key", "user_id"), "")
    assert must == "secret, api_key or user_id"
    assert core_translation.local(must) == "secret、api_key 或 user_id"


def test_sentences_are_joined_with_a_space():
    assert core_translation.join_sentences("It ran.", "", "Twice.") == "It ran. Twice."


@pytest.mark.parametrize(
    ("template", "value", "text"),
    [
        ("允许 {0} 使用", "Codex", "允许 Codex 使用"),
        ("允许 {0} 使用", "任意客户端", "允许任意客户端使用"),
        ("以 {0} 的形式", "变量 TOKEN", "以变量 TOKEN 的形式"),
        ("允许 {0} 使用", "文件 服务器", "允许文件 服务器使用"),
        ("Allow {0} on it", "文件", "Allow 文件 on it"),
        ("允许 {0}", "", "允许 "),
    ],
)
def test_spaces_around_a_chinese_value_are_left_out(template: str, value: str, text: str) -> None:
    assert core_translation.fill_in(template, value) == text
    assert core_translation.fill_in(template.replace("{0}", "{it}"), it=value) == text


@pytest.mark.usefixtures("chinese")
def test_lists_and_clauses_are_joined_in_the_language() -> None:
    assert core_translation.join_list(("A", "B")) == "A、B"
    assert core_translation.join_clauses(("一", "二")) == "一；二"


@pytest.mark.usefixtures("chinese")
def test_sentences_are_joined_without_a_space_in_chinese():
    assert core_translation.join_sentences("已运行。", "", "两次。") == "已运行。两次。"
