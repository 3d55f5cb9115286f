"""What invisible characters is made visible, and what can be seen is left alone."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import Qt, QTextDocument

from toolguard.window.json_view import untrusted_text

SHAPED = {*range(0x600, 0x606), 0x6DD, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440)}
"""Format characters that are drawn: Arabic and Kaithi number signs, controls inside hieroglyphs."""
IGNORABLE = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x3164, 0xFFA0, *range(0xFE00, 0xFE10)}
BLANK = {0x2800, 0xFFFC, 0x16FE4, 0x1D159, *range(0xE0100, 0xE01F0)}


def unseen_by_unicode(code: int) -> bool:
    kind = unicodedata.category(chr(code))
    return (
        kind in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs") or code in IGNORABLE or code in BLANK
    ) and code not in SHAPED


def test_every_invisible_code_point_is_written_out() -> None:
    missed = [
        f"U+{code:04X}"
        for code in range(sys.maxunicode + 1)
        if code not in (0x20, 0x0A, 0x09)
        and unseen_by_unicode(code)
        and untrusted_text.visible(chr(code), lines=True) == chr(code)
    ]
    assert missed == []


def test_visible_text_is_unchanged() -> None:
    kinds = ("L", "M", "N", "P", "S")
    wrong = [
        f"U+{code:04X}"
        for code in range(0x30000)
        if unicodedata.category(chr(code))[0] in kinds
        and code not in IGNORABLE
        and code not in BLANK
        and untrusted_text.visible(chr(code)) != chr(code)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("a\u202eb", "a⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩b"),
        ("a\u200b\u200b\u200b", "a⟨U+200B ZERO WIDTH SPACE ×3⟩"),
        ("\x1b[2J", "⟨U+001B ESCAPE⟩[2J"),
        ("\ud800", "⟨U+D800 UNPAIRED SURROGATE⟩"),
        ("\U000e0041", "⟨U+E0041 TAG LATIN CAPITAL LETTER A⟩"),
        ("a\xa0b", "a⟨U+00A0 NO-BREAK SPACE⟩b"),
        ("two\nlines\t", "two⟨U+000A LINE FEED⟩lines⟨U+0009 TAB⟩"),
        ("❤\ufe0f 👩\u200d👧 👍🏽", "❤\ufe0f 👩\u200d👧 👍🏽"),
        ("a\ufe0f", "a⟨U+FE0F VARIATION SELECTOR-16⟩"),
        ("季度报告，（完）", "季度报告，（完）"),
    ],
)
def test_untrusted_text_examples(given: str, shown: str) -> None:
    assert untrusted_text.visible(given) == shown


def test_line_breaks_and_tabs_are_kept_on_request() -> None:
    assert untrusted_text.visible("a\n\tb\r", lines=True) == "a\n\tb⟨U+000D CARRIAGE RETURN⟩"


@given(st.text(max_size=200), st.integers(10, 60))
def test_shortening_before_or_after_escaping_gives_the_same_text(text: str, most: int) -> None:
    shown = untrusted_text.visible(text)
    whole = shown if len(shown) <= most else f"{shown[: most * 2 // 3]}…{shown[-most // 3 :]}"
    assert untrusted_text.shortened(text, most) == whole


def test_shortened_text_keeps_both_ends_and_is_marked() -> None:
    assert untrusted_text.shortened("short") == "short"
    short = untrusted_text.shortened("begin" + "x" * 500 + "end", 30)
    assert len(short) <= 31
    assert short.startswith("begin") and short.endswith("end") and "…" in short


def test_html_shows_markup_as_text() -> None:
    made = untrusted_text.as_html("<b>&\u200b</b>  x\n", "#805000", lines=True)
    assert "<b>" not in made and "&lt;b&gt;&amp;" in made
    assert '<span style="color:#805000; font-weight:600">⟨U+200B ZERO WIDTH SPACE⟩</span>' in made
    assert made.endswith("<br>")


def test_hidden_characters_are_counted_at_any_depth() -> None:
    found = untrusted_text.unseen({"a\u200b": [1, None, {"b": "\u202e\u202e"}], "c": "fine\r\n", "d": "\x1b"})
    assert found == {"\u200b": 1, "\u202e": 2, "\x1b": 1}


@pytest.mark.parametrize("name", ["write_file", "写入文件", "写入_file", "запись", "ファイル.read", "naïve-tool"])
def test_ordinary_name_causes_no_warning(name: str) -> None:
    assert untrusted_text.doubts(name) == ()
    assert untrusted_text.first_doubt(name) == ""


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("wr\u0456te_file", "contains CYRILLIC letters that look like Latin ones"),
        ("сору", "looks Latin, but its letters are CYRILLIC"),
        ("ｒｍ", "in plain letters it is “rm”"),
        ("run\u200b", "invisible characters"),
        ("αdd", "contains GREEK letters"),
    ],
)
def test_confusable_name_causes_a_warning(name: str, word: str) -> None:
    assert any(word in doubt for doubt in untrusted_text.doubts(name))


@pytest.mark.parametrize(
    ("name", "marked"),
    [
        ("wr\u0456te_file", "wr⟨\u0456 CYRILLIC⟩te_file"),
        ("\u0441\u043e\u0440\u0443", "⟨\u0441\u043e\u0440\u0443 CYRILLIC⟩"),
        ("wr\u0131te", "wr⟨\u0131 U+0131⟩te"),
        ("read\u2010file", "read⟨\u2010 U+2010⟩file"),
        ("\ua4e1ead", "⟨\ua4e1 U+A4E1⟩ead"),
        ("run\u200b", "run⟨U+200B ZERO WIDTH SPACE⟩"),
        ("запись", "запись"),
        ("写入_file", "写入_file"),
        ("Ada’s server", "Ada’s server"),
    ],
)
def test_look_alike_characters_are_marked_in_a_name(name: str, marked: str) -> None:
    """Defect A8: the headline printed the fake name as if it were genuine."""
    assert untrusted_text.name(name) == marked
    assert "".join(piece for _, piece in untrusted_text.marks(marked)) == marked
    assert untrusted_text.short_name(name, 500) == marked


def test_suspicious_argument_names_are_reported_up_to_a_limit() -> None:
    result = untrusted_text.doubts_of_keys({"path": 1, "inner": [{"p\u0430th": 2}]})
    assert len(result) == 1 and "CYRILLIC letters" in result[0]
    many = {f"p\u0430th{at}": at for at in range(100_000)}
    assert len(untrusted_text.doubts_of_keys([many] * 50)) == 4
    assert untrusted_text.doubts_of_keys({"路径": {"имя": 1}}) == []


def test_bidirectional_name_causes_a_warning() -> None:
    assert any("a misleading order" in doubt for doubt in untrusted_text.doubts("read\u05d0/\u05d1"))
    assert untrusted_text.first_doubt("read\u05d0/\u05d1") == "Mixed direction"
    assert untrusted_text.doubts("\u05e9\u05dc\u05d5\u05dd") == ()


@pytest.mark.parametrize("name", ["<img src='file:///etc/hostname'>", "npx a<b>bold</b>", "a & b < c", "files"])
def test_tool_tip_shows_a_name_as_it_is(name: str) -> None:
    document = QTextDocument()
    tip = untrusted_text.as_tool_tip(name)
    if Qt.mightBeRichText(tip):
        document.setHtml(tip)  # as the label of a tool tip does
    else:
        document.setPlainText(tip)
    assert document.toPlainText() == name


def test_word_of_any_length_can_be_laid_out() -> None:
    """Qt takes 1.6 s for a word of 100,000 characters and 0.25 s for half of it."""
    word = "y" * 100_000
    shown = untrusted_text.as_html(word, "#a06000")
    assert max(map(len, shown.split("\u200b"))) == 1_000 and untrusted_text.bare(shown) == word
    assert untrusted_text.as_html("y" * 999, "#a06000") == "y" * 999


@pytest.mark.parametrize("end", ["${secret:X}", "e\u0301", "e\u0301\u0302", "\u0439"])
def test_long_word_is_broken_between_characters_and_not_in_a_reference(end: str) -> None:
    for before in range(990, 1_001):
        word = "y" * before + end + "z" * 20
        (first, _) = untrusted_text.as_html(word, "#a06000").split("\u200b")
        place = len(untrusted_text.bare(first))
        assert 1_000 <= place < 1_020 and word[place - 1] != "$" and not unicodedata.combining(word[place])
    assert "\u200b" in untrusted_text.as_html("e" + "\u0301" * 2_000, "#a06000")


def test_adjacent_invisible_characters_take_one_span() -> None:
    """Qt takes seconds for 100,000 spans."""
    shown = untrusted_text.as_html("a\u200b\u200c\u200bb", "#a06000")
    assert shown.count("<span") == 1 and shown.count("⟨") == 3


def test_option_of_a_command_is_not_broken_at_its_hyphens() -> None:
    shown = untrusted_text.as_html("npx --allow-write <b>", "#a06000", command=True)
    assert shown == "npx --\u2060allow-write &lt;b&gt;" and "\u2060" not in untrusted_text.bare(shown)
    assert untrusted_text.as_html("--x\u2060", "#a06000").startswith("--x<span"), "written out if it is foreign"


@pytest.mark.parametrize(
    ("name", "title", "own"),
    [
        ("read_file", "Read file", ""), ("readFile", "Read File", ""), ("read_file", "read_file", ""), ("x", "", ""),
        ("read_file", "Read files", "Read files"), ("read_file", "Read\u200b file", "Read\u200b file"),
    ],
)  # fmt: skip
def test_title_that_repeats_the_name_is_left_out(name: str, title: str, own: str) -> None:
    assert untrusted_text.own_title(name, title) == own
