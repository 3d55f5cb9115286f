"""The core's sentences in another language: known ones with their values, all others as they came."""

from __future__ import annotations

import json
import time

import pytest
from PySide6.QtCore import QTranslator

import toolguard
from toolguard.window import core_translation


class Told(QTranslator):
    """Speaks what it was told."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__()
        self.texts = texts

    def translate(self, context: str, source: str, _about: str = "", _n: int = -1) -> str:
        return self.texts.get(source, "") if context == "Core" else ""

    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def told(qapp, tmp_path, monkeypatch):
    one = Told(
        {
            "The secret {0} is given to {1}.": "密钥 {0} 交给 {1}。",
            "no server: {0}": "没有服务器：{0}",
            "the session is closed": "会话已关闭",
            "the server {0}": "服务器{0}",
            "exited with status {0}": "退出，状态码 {0}",
            "; its last words: {0}": "；最后的输出：{0}",
            "{0} of {1}": "{1} 的 {0}",
            "Calls of {0} run without asking.": "{0} 的调用直接运行。",
            "Wait.": "请稍候。",
        }
    )
    (tmp_path / "core.json").write_text(json.dumps(list(one.texts)), "utf-8")
    resource = toolguard.resource
    found = {"core.json": tmp_path / "core.json"}
    monkeypatch.setattr(toolguard, "resource", lambda *parts: found.get(parts[-1]) or resource(*parts))
    qapp.installTranslator(one)
    core_translation.forget()
    yield
    qapp.removeTranslator(one)
    core_translation.forget()


@pytest.mark.usefixtures("told")
def test_a_sentence_of_the_core_is_said_with_its_values():
    assert core_translation.local("the session is closed") == "会话已关闭"
    assert core_translation.local("The secret {a} is given to {1}.") == "密钥 {a} 交给 {1}。"
    assert core_translation.local("no server: the session is closed") == "没有服务器：会话已关闭"


@pytest.mark.usefixtures("told")
def test_what_is_not_known_or_too_long_is_shown_as_it_came():
    assert core_translation.local("no such sentence") == "no such sentence"
    long = "no server: " + "x" * core_translation.LONGEST
    assert core_translation.local(long) == long
    assert core_translation.local("") == ""


@pytest.mark.usefixtures("told")
def test_sentences_that_were_put_together_are_said_one_by_one():
    assert (
        core_translation.local("the server exited with status 3; its last words: oh no")
        == "服务器退出，状态码 3；最后的输出：oh no"
    )
    assert core_translation.local("The session is closed. Wait.") == "会话已关闭。请稍候。"
    assert core_translation.local("The session is closed; who knows") == "会话已关闭; who knows"
    assert core_translation.local("Who knows. The session is closed.") == "Who knows. 会话已关闭。"


@pytest.mark.usefixtures("told")
def test_a_few_words_are_taken_for_the_core_s_only_with_names_in_them():
    assert (
        core_translation.local("Calls of 'search' of 'files' run without asking.")
        == "'files' 的 'search' 的调用直接运行。"
    )
    assert core_translation.local("a lack of free memory") == "a lack of free memory"


@pytest.mark.usefixtures("told")
def test_a_text_that_is_made_to_be_slow_is_not():
    began = time.perf_counter()
    for text in ("The secret " * 180, " is given to " * 150, "; its last words: " * 100, ". " * 999, " of " * 499):
        assert isinstance(core_translation.local(text), str)
    assert time.perf_counter() - began < 1


@pytest.mark.usefixtures("told")
def test_a_schema_of_ours_is_spoken_and_its_other_members_stay():
    schema = {"title": "the session is closed", "enum": ["the session is closed"], "items": [{"description": "Wait."}]}
    assert core_translation.spoken(schema) == {
        "title": "会话已关闭", "enum": ["the session is closed"], "items": [{"description": "请稍候。"}],
    }  # fmt: skip
