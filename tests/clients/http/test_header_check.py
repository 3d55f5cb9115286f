"""Headers against bodies: what the other edge writes is what this one reads, and any other header is noticed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.clients.raw_http import ENVELOPE
from toolguard.clients.http.header_check import HeaderMismatchError, check_arguments
from toolguard.servers.http.param_headers import HeaderMirror

TYPES = ("string", "integer", "boolean")
TEXTS = st.text(st.characters(exclude_characters="0123456789", exclude_categories=("Cs",)), max_size=9)
VALUES = st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), TEXTS, st.just([]))
ARGUMENTS = st.fixed_dictionaries(
    {}, optional={"a": VALUES, "b": VALUES, "deep": st.dictionaries(st.just("c"), VALUES)}
)


def schema(one: str, two: str, three: str) -> dict[str, Any]:
    return {"properties": {
        "a": {"type": one, "x-mcp-header": "A"}, "b": {"type": two, "x-mcp-header": "b"},
        "deep": {"properties": {"c": {"type": three, "x-mcp-header": "Deep-C"}}},
    }}  # fmt: skip


def written(arguments: Any, of: Any) -> dict[str, list[str]]:
    """The headers that a call to a server has."""
    mirror = HeaderMirror(lambda _text: False)
    mirror.learn({"tools": [{"name": "t", "inputSchema": of}]}, first=True)
    params = {"name": "t", "arguments": arguments, "_meta": ENVELOPE}
    made = mirror.headers({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    return {name.lower(): [value] for name, value in made.items()}


@given(arguments=ARGUMENTS, types=st.tuples(*[st.sampled_from(TYPES)] * 3))
def test_headers_written_for_servers_pass_the_check_for_clients(arguments: Any, types: tuple[str, str, str]) -> None:
    check_arguments(arguments, written(arguments, schema(*types)), schema(*types))


@given(one=ARGUMENTS, other=ARGUMENTS, types=st.tuples(*[st.sampled_from(TYPES)] * 3))
def test_headers_of_different_arguments_are_a_mismatch(one: Any, other: Any, types: tuple[str, str, str]) -> None:
    of = schema(*types)
    assume(written(one, of) != written(other, of))
    with pytest.raises(HeaderMismatchError):
        check_arguments(one, written(other, of), of)


@pytest.mark.parametrize(
    "of",
    [
        {"properties": {"a": {"type": "number", "x-mcp-header": "A"}}},
        {"properties": {"a": {"type": "string", "x-mcp-header": "A"}, "b": {"items": {"x-mcp-header": "B"}}}},
    ],
)
def test_a_tool_that_clients_drop_for_its_annotations_has_no_headers_to_compare(of: Any) -> None:
    check_arguments({"a": "x"}, {"mcp-param-a": ["y"]}, of)
