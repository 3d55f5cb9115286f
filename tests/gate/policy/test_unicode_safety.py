"""What a reader cannot see is written out, and what a terminal would obey is only shown."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate.policy.confusables import LOOKS_LIKE
from toolguard.gate.policy.unicode_safety import (
    OTHER_ALPHABETS,
    columns,
    imitated_host,
    look_alikes,
    mark,
    name_parts,
    suspicious,
    visible,
)
from toolguard.gate.texts import CodedText, code_of


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("r\ufffcm", "r⟨U+FFFC OBJECT REPLACEMENT CHARACTER⟩m"),
        ("r\U0001d159m", "r⟨U+1D159 MUSICAL SYMBOL NULL NOTEHEAD⟩m"),
        ("r\U00016fe4m", "r⟨U+16FE4 KHITAN SMALL SCRIPT FILLER⟩m"),
        ("a\x1b[31mb", "a⟨U+001B ESCAPE⟩[31mb"),
        ("a\x9b31mb", "a⟨U+009B CONTROL SEQUENCE INTRODUCER⟩31mb"),
        ("a\u202eb", "a⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩b"),
        ("a\u2066b\u2069", "a⟨U+2066 LEFT-TO-RIGHT ISOLATE⟩b⟨U+2069 POP DIRECTIONAL ISOLATE⟩"),
        ("a\u200bb", "a⟨U+200B ZERO WIDTH SPACE⟩b"),
        ("a\U000e0041b", "a⟨U+E0041 TAG LATIN CAPITAL LETTER A⟩b"),
        ("a\ue000b", "a⟨U+E000 PRIVATE USE⟩b"),
        ("a\U000f0000b", "a⟨U+F0000 PRIVATE USE⟩b"),
        ("a\u0378b", "a⟨U+0378 UNASSIGNED⟩b"),
        ("a\ud800b", "a⟨U+D800 UNPAIRED SURROGATE⟩b"),
        ("a\xa0b", "a⟨U+00A0 NO-BREAK SPACE⟩b"),
        ("a\r\n", "a⟨U+000D CARRIAGE RETURN⟩⟨U+000A LINE FEED⟩"),
        ("a\tb", "a⟨U+0009 TAB⟩b"),
        ("\x00" * 2000, "⟨U+0000 NULL ×2,000⟩"),
        ("数据 é 👩‍👩‍👧 ❤️ 한글", "数据 é 👩‍👩‍👧 ❤️ 한글"),
        ("", ""),
    ],
)
def test_unseen_characters_are_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_line_feeds_and_tabs_are_kept_only_on_request() -> None:
    assert visible("a\n\tb\r", keep_newlines=True) == "a\n\tb⟨U+000D CARRIAGE RETURN⟩"
    assert visible("a\n\tb", keep_newlines=True) == "a\n\tb"


def test_a_joiner_outside_an_emoji_is_not_spared() -> None:
    assert visible("pay\u200dpal") == "pay⟨U+200D ZERO WIDTH JOINER⟩pal"


@given(st.text(st.characters()))
def test_no_invisible_character_remains_in_any_text(text: str) -> None:
    spared = {"\u200d", "\ufe0f"}
    left = {letter for letter in visible(text) if unicodedata.category(letter) in {"Cc", "Cs", "Co", "Cn"}}
    newer_pictures = {letter for letter in left if "\U0001f000" <= letter <= "\U0001faff"}  # drawn, at least as a box
    assert left == newer_pictures
    assert not {letter for letter in visible(text) if unicodedata.bidirectional(letter) in {"RLO", "LRO", "RLE", "LRE"}}
    assert not ({"\u200b", "\u200c", "\u2060", "\ufeff"} - spared) & set(visible(text))


def test_text_of_many_different_unassigned_characters_is_written_out() -> None:
    text = "".join(map(chr, range(0x40000, 0xE0000, 2)))
    assert visible(text).count(" UNASSIGNED⟩") == len(text)


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_plain_text_is_unchanged(text: str) -> None:
    assert visible(text) == text
    assert suspicious(text) == []


def test_suspicious_character_is_named_with_its_code_point() -> None:
    assert suspicious("a\u202eb\u202ec") == [f"It contains an invisible character: {mark(chr(0x202E), 2)}."]


def test_a_name_of_mixed_alphabets_is_flagged() -> None:
    assert suspicious("re\u0430d_file") == ["It mixes alphabets that look alike: CYRILLIC, LATIN."]


def test_name_of_latin_look_alikes_is_flagged() -> None:
    assert suspicious("\u0441\u043e\u0440\u0443") == [
        "It is written in CYRILLIC letters that look like Latin ones: сору."
    ]


def test_look_alike_letters_are_flagged() -> None:
    assert suspicious("ｒead") == ["It contains compatibility characters, which stand for other letters."]


@pytest.mark.parametrize("text", ["Привет, world", "über naïve", "数据库 query", "line\r\nline", "Ελλάδα", "e\u0301"])
def test_honest_texts_are_not_flagged(text: str) -> None:
    assert suspicious(text) == []


@pytest.mark.parametrize("name", ["read\u05d0/\u05d1", "\u05d0/\u05d1", "\u0627_1_\u0628", "rm \u05d0"])
def test_name_displayed_in_another_order_is_reported(name):
    assert "another order" in suspicious(name)[-1]


@pytest.mark.parametrize("name", ["read", "lesen_für", "\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc \u05d5\u05dd", "查询"])
def test_a_name_that_is_read_in_one_direction_is_not(name):
    assert suspicious(name) == []


def test_look_alikes_follow_unicode_data() -> None:
    """Defect A8: sixty hand-picked letters were known."""
    for fake, real in (("\u0455end", "send"), ("\ua4e1ead", "Lead"), ("g\u0435t", "get"), ("\u03c5pdate", "update")):
        assert [LOOKS_LIKE[fake[at]] for at in look_alikes(fake)] == [real[at] for at in look_alikes(fake)] != []
    assert len(LOOKS_LIKE) > 1_000
    assert all(len(one) == 1 and not one.isascii() and real.isascii() for one, real in LOOKS_LIKE.items())


@given(st.text(max_size=60))
def test_a_marked_name_keeps_every_character_or_writes_it_out(name: str) -> None:
    plain = "".join(piece for marked, piece in name_parts(name) if not marked)
    rest = iter(name)
    assert all(letter in rest for letter in plain), "what is not marked stands as it came, in its order"
    assert all(0 <= at < len(name) for at in look_alikes(name))


@pytest.mark.parametrize(
    ("letter", "width"),
    [
        ("你", 2),
        ("🫨", 2),
        ("☰", 2),
        ("䷀", 2),
        ("𝌀", 2),
        ("🇦", 2),
        ("㉈", 2),
        ("\u302e", 2),
        ("\u1b44", 1),
        ("\u0301", 0),
    ],
)
def test_width_of_a_character_is_the_largest_that_a_terminal_may_draw(letter: str, width: int) -> None:
    assert columns(f"a{letter}b") == width + 2


def test_only_the_beginning_of_a_long_name_is_inspected() -> None:
    assert len(look_alikes("\u0430" * 1_000_000)) == 2_000


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("login.xn--pple-43d.example", "login.⟨\u0430 CYRILLIC⟩pple.example"),
        ("https://xn--80ak6aa92e.com:8443/in", "https://⟨\u0430\u0440\u0440\u04cf\u0435 CYRILLIC⟩.com:8443/in"),
        ("\u0430pple.example", "⟨\u0430 CYRILLIC⟩pple.example"),
    ],
)
def test_host_that_imitates_another_is_written_out(address: str, shown: str) -> None:
    assert imitated_host(address) == shown


@pytest.mark.parametrize(
    "address",
    ["auth.example.com", "127.0.0.1:80", "xn--bcher-kva.example", "xn--d1acpjx3f.xn--p1ai", "xn--fsqu00a.example",
     "xn--999999999.example"],
)  # fmt: skip
def test_host_in_another_script_is_no_imitation(address: str) -> None:
    assert imitated_host(address) == ""


def test_each_look_alike_alphabet_has_a_coded_text() -> None:
    named = set()
    for letter in LOOKS_LIKE:
        alphabet = unicodedata.name(letter, "?").split()[0]
        texts = [piece for marked, piece in name_parts(f"a{letter}b") if marked]
        if alphabet in OTHER_ALPHABETS and texts != []:
            assert isinstance(texts[0], CodedText) and texts == [f"⟨{letter} {alphabet}⟩"]
            assert code_of(texts[0].arguments["alphabet"]) == f"gate.alphabet_{alphabet.lower()}"
            named.add(alphabet)
    assert named == OTHER_ALPHABETS
