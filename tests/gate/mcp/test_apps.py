"""MCP Apps: which page a tool has, who may call it, and what a page asks for. All of it is the server's claim."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from toolguard.gate.mcp.apps import is_hidden_from_model, page_of, read_page


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        ({"_meta": {"ui": {"resourceUri": "ui://a/b"}}}, "ui://a/b"),
        ({"_meta": {"ui/resourceUri": "ui://old"}}, "ui://old"),
        ({"_meta": {"ui": {"resourceUri": "https://a"}}}, ""), ({"_meta": {"ui": {"resourceUri": 7}}}, ""),
        ({"_meta": {"ui": "ui://a"}}, ""), ({"_meta": []}, ""), ({}, ""),
    ],
)  # fmt: skip
def test_page_is_read_from_the_definition(definition: dict[str, Any], expected: str) -> None:
    assert page_of(definition) == expected


@pytest.mark.parametrize(
    ("visibility", "hidden"), [(["app"], True), ([], True), (["model", "app"], False), ("app", False), (None, False)]
)
def test_tool_for_pages_is_hidden_from_the_model(visibility: Any, hidden: bool) -> None:
    assert is_hidden_from_model({"_meta": {"ui": {"visibility": visibility}}}) is hidden
    assert not is_hidden_from_model({"_meta": {"ui": 1}}) and not is_hidden_from_model({})


def test_requests_of_a_page_are_read_and_bounded() -> None:
    csp = {"connectDomains": ["https://a", "https://a", 7], "frameDomains": "no list"}
    content = {"text": "x", "_meta": {"ui": {"csp": csp, "permissions": {"camera": {}, "clipboard": {}}}}}
    page = read_page({"contents": [content, {"_meta": {"ui": {"permissions": ["camera", 1]}}}, "no object"]}, 5.0)
    assert page is not None
    assert page.domains == {"connectDomains": ("https://a",)} and page.permissions == ("camera", "clipboard")
    assert page.read == 5.0 and len(page.digest) == 64
    other = read_page({"contents": [{**content, "text": "y"}]}, 5.0)
    assert other is not None and other.digest != page.digest
    many = {"csp": {"connectDomains": ["x" * 900] * 900}}
    bounded = read_page({"contents": [{"_meta": {"ui": many}}] * 3}, 0.0)
    assert bounded is not None and bounded.domains["connectDomains"] == ("x" * 500,)


@pytest.mark.parametrize("result", [None, [], {}, {"contents": {}}])
def test_invalid_page_is_ignored(result: Any) -> None:
    assert read_page(result, 0.0) is None


@pytest.mark.parametrize("rest", [b'"x":1e999999', b'"contents":null', b'"Contents":[]'])
def test_page_that_clients_read_differently_is_another_page(rest: bytes) -> None:
    raw = msgspec.Raw(b'{"contents":[{"text":"evil"}],%s}' % rest)
    page = read_page(raw, 5.0)
    assert page is not None and page.read == 5.0 and not page.domains
    plain = read_page({"contents": [{"text": "evil"}]}, 0.0)
    assert plain is not None and page.digest != plain.digest
