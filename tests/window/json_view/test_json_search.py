"""Finding in all of the data: every place is counted, by whatever case, and none lies between two pieces."""

from __future__ import annotations

from toolguard.window.json_view import json_search
from toolguard.window.json_view.json_search import find


def test_texts_keys_and_numbers_are_searched() -> None:
    value = {"One": ["two ONE", {"n": 2**70}], "x": None, "one more": True}
    assert find(value, "one").count == 3
    assert find(value, "11805916").count == 1
    assert find(value, "null").count == 1
    assert [line.text.replace("\u00a0", " ") for line in find(value, "two").lines] == ["One[1]  two ONE"]


def test_match_across_two_pieces_is_found_once() -> None:
    for shift in range(-4, 5):
        text = "x" * (json_search._CHUNK_LENGTH + shift) + "needle" + "x" * 1000 + "needle"
        assert find({"a": text}, "needle").count == 2


def test_all_matches_are_counted_and_the_first_shown() -> None:
    found = find(["ab" * 1000, "AB" * 1000], "ab")
    assert found.count == 2000
    assert len(found.lines) == json_search.MAX_MATCHES


def test_invisible_characters_near_a_match_are_escaped() -> None:
    assert "⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩" in find({"a": "x\u202eneedle"}, "needle").lines[0].text


def test_abandoned_search_stops() -> None:
    assert find(["a"] * 10, "a", lambda: True).count == 0


def test_case_folding_to_two_letters_keeps_positions() -> None:
    assert find({"a": "ßßß needle"}, "NEEDLE").lines[0].text.endswith("ßßß needle")
