"""URLs of icons and schemas that a server sends are never fetched. They lead to a port that counts connections."""

from __future__ import annotations

import json
import socket

import pytest

from tests.seeds.seed_harness import OVER, ScenarioHarness, with_id
from tests.support.unexpected_fetches import UnexpectedFetches, fetches  # noqa: F401 (a fixture)

CALL = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"paint","arguments":{"a":{"b":1}}}}'
LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'


def test_connection_is_counted() -> None:
    made = UnexpectedFetches()
    with socket.create_connection(("127.0.0.1", made.port)) as caller:
        caller.sendall(b"GET / HTTP/1.1\r\n\r\n")
    made.close()
    assert made.came == 1


def icons(there: UnexpectedFetches) -> list[dict[str, str]]:
    sources = [there.address("icon.png"), there.address("icon.svg"), "file:///etc/hostname", "javascript:alert(1)",
               f"//127.0.0.1:{there.port}/x", "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iIi8+"]  # fmt: skip
    return [{"src": source, "mimeType": "image/svg+xml", "sizes": "any"} for source in sources]


@pytest.mark.parametrize("over", OVER)
@pytest.mark.case(54)
def test_icons_pass_and_are_never_fetched(sandbox, fetches, over) -> None:  # noqa: F811
    shown = icons(fetches)
    info = {"name": "seed", "version": "1", "icons": shown, "websiteUrl": fetches.address("site")}
    harness = ScenarioHarness(
        sandbox,
        over,
        asks="2025-11-25",
        speaks="2025-11-25",
        capabilities={"capabilities": {"tools": {}}, "serverInfo": info},
    )
    assert harness.opened["serverInfo"] == info
    tool = {"name": "paint", "icons": shown, "inputSchema": {"type": "object"}, "_meta": {"ui": fetches.address("ui")}}
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}}
    assert harness.ask(LIST, json.dumps(answer)) == answer
    links = [{"type": "resource_link", "uri": fetches.address("r"), "name": "r", "icons": shown},
             {"type": "text", "text": f"![]({fetches.address('markdown.png')})"}]  # fmt: skip
    result = {"jsonrpc": "2.0", "id": 2, "result": {"content": links}}
    assert harness.call(CALL, json.dumps(result)) == result
    assert "paint" in sandbox.toolguard("tool", "show", "seed", "paint").stdout
    harness.close()


@pytest.mark.parametrize("over", OVER)
@pytest.mark.case(55)
def test_external_schema_is_not_fetched_and_the_result_delivered(sandbox, fetches, over) -> None:  # noqa: F811
    harness = ScenarioHarness(
        sandbox, over, asks="2025-06-18", speaks="2025-06-18", capabilities={"capabilities": {"tools": {}}}
    )
    far = {"$ref": fetches.address("schema.json")}
    tool = {
        "name": "paint", "inputSchema": {"type": "object", "properties": {"a": far}, "$schema": fetches.address("d1")},
        "outputSchema": {"type": "object", "properties": {"x": far}, "allOf": [far], "$schema": fetches.address("d2")},
    }  # fmt: skip
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}}
    assert harness.ask(LIST, json.dumps(answer)) == answer
    result = {"jsonrpc": "2.0", "id": 2, "result": {"content": [], "structuredContent": {"x": ["fits nothing"]}}}
    assert harness.call(CALL, json.dumps(result)) == result
    assert "could not be checked" in (sandbox.folder / "serve.out").read_text("utf-8")
    message = sandbox.toolguard("tool", "show", "seed", "paint").stdout
    assert "not validated against the output schema" in message
    assert harness.call(with_id(CALL, 3), json.dumps({**result, "id": 3}))["result"] == result["result"]
    harness.close()
