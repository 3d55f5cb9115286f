"""The outline and the exact JSON: nothing is left out unsaid, and no text can pass for a key."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate import jsonrpc
from toolguard.window.json_view import json_layout, untrusted_text

VIEWS: tuple[json_layout.View, ...] = ("tree", "json")
DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**80), 2**80)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def shown(value: object, view: json_layout.View) -> list[str]:
    return ["  " * line.depth + line.text.replace("\u00a0", " ") for line in json_layout.lines(value, view)]


@given(DATA)
def test_json_view_equals_the_sent_json(value: Any) -> None:
    written = "".join(line.text for line in json_layout.lines(value, "json"))
    sent = untrusted_text.visible(jsonrpc.encode(value).decode())
    unspaced = written.replace(": ", ":")
    assert unspaced == sent.replace(": ", ":")


@given(DATA, st.sampled_from(VIEWS), st.booleans())
def test_backward_iteration_yields_the_same_lines(value: Any, view: json_layout.View, fold: bool) -> None:
    forth = list(json_layout.lines(value, view, fold=fold))
    back = list(json_layout.lines(value, view, fold=fold, backwards=True))
    assert forth == back[::-1]


def test_outline_shows_every_member() -> None:
    value = {
        "path": "/tmp/a\u202eb", "content": "one\r\ntwo\n", "mode": 420, "as text": "420", "empty": "", "none": None,
        "tags": ["a", {"b": True}], "nothing": [], "no more": {},
    }  # fmt: skip
    assert shown(value, "tree") == [
        "path  /tmp/a⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩b",
        "content  9 characters",
        "  │ one␍",
        "  │ two",
        "  │ ",
        "mode  420",
        'as text  "420"',
        'empty  ""',
        "none  null",
        "tags",
        "  1.  a",
        "  2.",
        "    b  true",
        "nothing  empty list",
        "no more  empty object",
    ]


def test_text_cannot_look_like_a_key() -> None:
    lines = shown({"note": "hello\npath  /etc/shadow"}, "tree")
    assert lines[-1] == "  │ path  /etc/shadow"
    results = [
        line for line in json_layout.lines({"note": "x\nkey  value"}, "tree") for role, _ in line.parts if role == "key"
    ]
    assert len(results) == 1


def test_large_numbers_show_all_digits() -> None:
    assert shown({"n": 2**70}, "tree") == ["n  1180591620717411303424"]
    value = jsonrpc.decode(b'{"jsonrpc":"2.0","method":"x","params":{"n":1e400,"m":0.1000000000000000000001}}')
    assert shown(value["params"], "tree") == ["n  1E+400", "m  0.1000000000000000000001"]  # type: ignore[call-overload]


def test_folded_text_keeps_both_ends_and_every_key() -> None:
    value = {"path": "/a", "content": "BEGIN" + "x" * 1_000_000 + "END", "last": "rm -rf /"}
    for view in VIEWS:
        layout = json_layout.lay_out(value, view)
        written = "".join(line.text for line in layout.lines)
        assert layout.folded
        assert "BEGIN" in written and "END" in written and "rm -rf /" in written and "characters collapsed" in written
        assert len(written) < json_layout.FOLD_LENGTH


def test_long_list_is_folded_between_its_ends() -> None:
    layout = json_layout.lay_out(list(range(300_000)), "tree")
    assert layout.folded
    assert layout.lines[0].text.endswith("0")
    assert layout.lines[-1].text.endswith("299999")
    assert any(role == "fold" for line in layout.lines for role, _ in line.parts)


def test_short_text_is_shown_in_full() -> None:
    assert not json_layout.lay_out({"a": "x" * 60_000, "b": "y" * 30_000}, "tree").folded


@pytest.mark.parametrize(
    "value",
    ["x" * 1_000_000, {"a": "\u200b\u200c" * 500_000}, list(range(300_000)), [[]] * 300_000, {"k" * 1_000_000: 1}],
    ids=["one line", "all hidden", "numbers", "lists", "a key"],
)
def test_megabyte_layout_takes_less_than_a_second(value: object) -> None:
    for view in VIEWS:
        began = time.thread_time()
        json_layout.lay_out(value, view)
        assert time.thread_time() - began < 1


def test_deepest_accepted_nesting_is_shown() -> None:
    value: Any = 1
    for _ in range(jsonrpc.MAX_DEPTH - 3):
        value = [value]
    assert shown(value, "tree")[-1].strip() == "1.  1"
    assert json.loads("".join(shown(value, "json"))) == value


def test_size_is_that_of_compact_json() -> None:
    assert json_layout.size({"a": "é"}) == len('{"a":"é"}'.encode())
