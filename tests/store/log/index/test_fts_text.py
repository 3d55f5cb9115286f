"""What can be searched, and that nothing typed is taken for query syntax."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate import model
from toolguard.store.log.index import fts_text


def finds(text: str, search: str) -> bool:
    db = sqlite3.connect(":memory:")
    try:
        db.execute("CREATE VIRTUAL TABLE w USING fts5(text, content='', tokenize='unicode61 remove_diacritics 2')")
        db.execute("INSERT INTO w(rowid, text) VALUES(1, ?)", (fts_text.spaced(text),))
        return bool(db.execute("SELECT 1 FROM w WHERE w MATCH ?", (fts_text.query(search),)).fetchone())
    finally:
        db.close()


@pytest.mark.parametrize("search", ["数", "数据", "据库", "数据库里", "库里的配置文件", "数据库 文件", "db数据"])
def test_chinese_word_of_any_length_is_found(search: str) -> None:
    assert finds("db数据库里的配置文件", search)


@pytest.mark.parametrize("search", ["库数", "文数", "数据库文件", "配 数据里"])
def test_separated_chinese_characters_are_not_found(search: str) -> None:
    assert not finds("db数据库里的配置文件", search)


@pytest.mark.parametrize(
    "search", ["passwd", "/etc/passwd", "PASSWD", "passw", "cafe", "café", "etc read_file", "テスト", "한국", "𠀋"]
)
def test_words_names_and_paths_are_found_ignoring_case(search: str) -> None:
    assert finds("read_file /etc/passwd café テストの 한국어 𠀋𠀌", search)


@pytest.mark.parametrize("search", ["etcpasswd", "pa", "re", "passwd shadow"])
def test_absent_words_and_short_prefixes_are_not_found(search: str) -> None:
    assert not finds("read_file /etc/passwd", search)


@given(st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=20))
def test_typed_text_is_never_fts_syntax(search: str) -> None:
    if fts_text.query(search):
        finds("some text", search)


@pytest.mark.parametrize("search", ['"', "*", "a AND", "NEAR(a b)", "text:a", "-", "^a", 'x"y', "( )", "\0"])
def test_operators_are_only_text(search: str) -> None:
    assert not finds("quite different", search)


def test_empty_search_is_not_a_query() -> None:
    assert fts_text.query(" \n") == ""


def test_escapes_in_arguments_do_not_hide_words(names: Any) -> None:
    place, text = fts_text.part(names.asked("c1", arguments=r'{"a":"one\ntwo\\three \u4e2d\ud800"}')) or (9, "")
    assert place == 0
    assert all(finds(text, word) for word in ("one", "two", "three", "中", "claude", "git", "status"))


def test_each_kind_of_record_of_a_call_has_its_place(names: Any) -> None:
    events: list[model.Event] = [
        names.asked("c"), names.allowed("c", by="rule 1", arguments='{"x":1}'), names.denied("c", "because"),
        names.allowed("c"), names.returned("c", "answer"), names.withdrawn("c"), names.cancelled("c"), names.lost("c"),
    ]  # fmt: skip
    parts = [fts_text.part(event) or (9, "") for event in events]
    assert [place for place, _ in parts] == [0, 0, 1, 1, 2, 3, 3, 3]
    assert "because" in parts[2][1]
    assert "answer" in parts[4][1]
    assert max(place for place, _ in parts) < fts_text.PARTS
    assert fts_text.part(names.forwarded("c")) is None


def test_very_long_text_is_searchable_up_to_a_bound(names: Any) -> None:
    _, text = fts_text.part(names.returned("c", "x" * (fts_text.MAX_TEXT_LENGTH * 2))) or (9, "")
    assert len(text) < fts_text.MAX_TEXT_LENGTH + 100
