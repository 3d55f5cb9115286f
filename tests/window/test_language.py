"""The language of the window: what is chosen, what is spoken, and that nothing is left unsaid in it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

import toolguard
from toolguard.window import language, phrases
from toolguard.window.language import Language


@pytest.mark.parametrize(
    ("system", "spoken"),
    [("zh_CN", "zh_CN"), ("zh_SG", "zh_CN"), ("zh_TW", "en"), ("en_GB", "en"), ("de_DE", "en"), ("C", "en")],
)
def test_the_system_s_language_is_spoken_where_it_is_known(system: str, spoken: str):
    assert language.meant("system", QLocale(system)) == spoken


def test_a_choice_beats_the_system():
    assert language.meant("en", QLocale("zh_CN")) == "en"
    assert language.meant("zh_CN", QLocale("en_US")) == "zh_CN"


@pytest.fixture
def spoken(qapp):
    """Speaks a language until the test is over."""
    before = QLocale()
    one = Language(qapp)
    yield one
    one.choose("en")
    phrases.forget()
    QLocale.setDefault(before)


def test_qt_s_own_buttons_and_numbers_follow(spoken: Language):
    spoken.choose("zh_CN")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"
    assert QLocale().language() == QLocale.Language.Chinese
    spoken.choose("en")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


class Told(QTranslator):
    """Speaks what it was told."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__()
        self._texts = texts

    def translate(self, context: str, source: str, _about: str = "", _n: int = -1) -> str:
        return self._texts.get(source, "") if context == "Core" else ""

    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def told(qapp):
    one = Told(
        {
            "The secret {0} is given to {1}.": "密钥 {0} 交给 {1}。",
            "no server: {0}": "没有服务器：{0}",
            "the session is closed": "会话已关闭",
        }
    )
    qapp.installTranslator(one)
    phrases.forget()
    yield
    qapp.removeTranslator(one)
    phrases.forget()


@pytest.mark.usefixtures("told")
def test_a_sentence_of_the_core_is_said_with_its_values():
    assert phrases.local("the session is closed") == "会话已关闭"
    assert phrases.local("The secret {a} is given to {1}.") == "密钥 {a} 交给 {1}。"
    assert phrases.local("no server: the session is closed") == "没有服务器：会话已关闭"


@pytest.mark.usefixtures("told")
def test_what_is_not_known_or_too_long_is_shown_as_it_came():
    assert phrases.local("no such sentence") == "no such sentence"
    long = "no server: " + "x" * phrases.LONGEST
    assert phrases.local(long) == long
    assert phrases.local("") == ""


def messages(path: Path) -> dict[tuple[str, str], ElementTree.Element]:
    """Every text of a ``.ts`` file, by context and source."""
    found = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            found[name, message.findtext("source", "")] = message
    return found


def test_every_language_has_a_manual():
    for code in language.NAMES:
        assert toolguard.resource("manual", code).is_dir(), code
