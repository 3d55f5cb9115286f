"""JSON Pointer, with the examples of RFC 6901 §5."""

import pytest

from toolguard.gate.json_pointer import MISSING, escape, unescape, value_at

DOCUMENT = {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "m~n": 8, "~1": 9}
EXAMPLES = {
    "": DOCUMENT, "/foo": ["bar", "baz"], "/foo/0": "bar", "/": 0, "/a~1b": 1, "/c%d": 2, "/m~0n": 8, "/~01": 9,
    "/foo/2": MISSING, "/foo/-": MISSING, "/foo/٠": MISSING, "/foo/0/b": MISSING, "/bar": MISSING,
}  # fmt: skip


@pytest.mark.parametrize("pointer", EXAMPLES)
def test_pointer_resolves_to_its_value(pointer: str) -> None:
    tokens = pointer.split("/")[1:]
    assert value_at(DOCUMENT, map(unescape, tokens)) == EXAMPLES[pointer]
    assert [escape(unescape(token)) for token in tokens] == tokens
