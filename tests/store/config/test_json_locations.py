"""JSON is read strictly, and every member knows its line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.store.config.json_locations import MAX_DEPTH, JsonError, LocatedJson, Path

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(json_values, st.sampled_from([None, 0, 3]), st.booleans())
def test_output_of_json_is_parsed_equally(value: Any, indent: int | None, ascii: bool) -> None:
    assert LocatedJson(json.dumps(value, indent=indent, ensure_ascii=ascii)).value == value


@given(st.text(alphabet='{}[]",:0123456789.-eE \n\ttruefalsnN\\u/', max_size=30))
def test_parser_refuses_exactly_the_texts_that_the_json_module_refuses(text: str) -> None:
    def pairs(members: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(members)) != len(members):
            raise ValueError("twice")
        return dict(members)

    def constant(name: str) -> None:
        raise ValueError(name)

    def finite(number: str) -> float:
        if abs(float(number)) == float("inf"):
            raise ValueError(number)
        return float(number)

    try:
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=constant, parse_float=finite)
    except ValueError:
        with pytest.raises(JsonError):
            LocatedJson(text)
    else:
        assert LocatedJson(text).value == value


def test_member_has_the_line_of_its_key() -> None:
    read = LocatedJson('{\n "a": [\n  1,\n  {"b":\n 2}\n ]\n}')
    places: tuple[Path, ...] = ((), ("a",), ("a", 0), ("a", 1), ("a", 1, "b"), ("a", 1, "missing"))
    assert [read.line(read.position(path)) for path in places] == [1, 2, 3, 4, 4, 4]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('{\n"a": 1,\n"a": 2}', 3, "the key 'a' appears twice"),
        ('{"x": {\n"a": 1, "b": 0, "a": 2}}', 2, "the key 'a' appears twice"),
        ('{\n"a": NaN}', 2, "NaN is not JSON"),
        ('{\n\n"a": -Infinity}', 3, "-Infinity is not JSON"),
        ('{\n"a": 1e400}', 2, "1e400 is out of range"),
        ('{"a": 1,\n}', 2, "a key in double quotes is missing"),
        ('{"a"\n1}', 2, "a colon is missing after the key 'a'"),
        ('{"a": 1\n"b": 2}', 2, "a comma or '}' is missing"),
        ('["a"\n', 2, "a comma or ']' is missing"),
        ("[1,\n]", 2, "expecting value"),
        ("", 1, "expecting value"),
        ('{"a": 1}\nx', 2, "there is more text after the end"),
        ('{"a": "x\ny"}', 1, "invalid control character"),
        ('[\n"abc', 2, "unterminated string"),
        ('{\n"\\udc00": 1}', 2, "an unpaired surrogate"),
        ('[\n"\\ude00\\ud83d"]', 2, "an unpaired surrogate"),
        ("[" * (MAX_DEPTH + 2), 1, "nested deeper"),
        ("[" * 100_000, 1, "nested deeper"),
        ("[\n" + "9" * 5000 + "]", 2, "Exceeds the limit"),
    ],
)
def test_an_error_has_its_line_and_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(JsonError, match=reason) as caught:
        LocatedJson(text)
    assert caught.value.line == line
