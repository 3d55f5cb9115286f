"""The sample server, talked to directly: raw lines in every revision, then the official SDK's client in both eras."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from toolguard.demo import server as demo

MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
}
MODULE = (sys.executable, "-m", "toolguard.demo.server")


class Peer:
    """A client that writes lines and reads lines, no more."""

    def __init__(self, argv: Sequence[str] = MODULE, **env: str) -> None:
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | env)

    def write(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def send(self, method: str, params: Any = None, id: Any = None) -> None:
        message = {"jsonrpc": "2.0", "method": method}
        message |= {} if params is None else {"params": params}
        message |= {} if id is None else {"id": id}
        self.write(json.dumps(message).encode())

    def read(self) -> Any:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def ask(self, method: str, params: Any = None, id: Any = 1) -> Any:
        self.send(method, params, id)
        return self.read()

    def shake(self, version: str) -> Any:
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        answer = self.ask("initialize", params, "hello")
        self.send("notifications/initialized")
        return answer

    def call(self, tool: str, arguments: Any = None, id: Any = 1, meta: Any = None) -> Any:
        params = {"name": tool} | ({} if arguments is None else {"arguments": arguments})
        return self.ask("tools/call", params | ({"_meta": meta} if meta else {}), id)

    def end(self) -> int:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        status = self.process.wait(120)
        self.process.stdout.close()
        return status


@contextlib.contextmanager
def talking(*argv: str, **env: str) -> Iterator[Peer]:
    peer = Peer(argv or MODULE, **env)
    try:
        yield peer
    finally:
        peer.process.kill()
        peer.end()


@pytest.fixture
def peer() -> Iterator[Peer]:
    with talking() as peer:
        yield peer


@pytest.fixture
def newest(peer: Peer) -> Peer:
    peer.shake("2025-11-25")
    return peer


def text_of(answer: Any) -> str:
    [block] = answer["result"]["content"]
    assert block["type"] == "text"
    return str(block["text"])


@pytest.mark.parametrize(
    ("asked", "given"),
    [(version, version) for version in demo.HANDSHAKE] + [("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25")],
)
def test_handshake_selects_the_requested_or_newest_revision(peer: Peer, asked: str, given: str) -> None:
    answer = peer.shake(asked)
    assert answer["id"] == "hello"
    assert answer["result"]["protocolVersion"] == given
    assert ("title" in answer["result"]["serverInfo"]) == (given >= "2025-06-18")
    assert "resultType" not in answer["result"]


@pytest.mark.parametrize(
    ("version", "fields"),
    [
        ("2024-11-05", {"name", "description", "inputSchema"}),
        ("2025-03-26", {"name", "description", "inputSchema", "annotations"}),
        ("2025-06-18", {"name", "title", "description", "inputSchema", "annotations", "outputSchema"}),
        ("2025-11-25", {"name", "title", "description", "inputSchema", "annotations", "outputSchema"}),
    ],
)
def test_listed_tool_has_the_fields_of_its_revision_and_a_valid_schema(
    peer: Peer, version: str, fields: set[str]
) -> None:
    peer.shake(version)
    tools = {tool["name"]: tool for tool in peer.ask("tools/list", {})["result"]["tools"]}
    assert set(tools["add"]) == fields
    assert "查询天气" in tools
    for tool in tools.values():
        jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
        jsonschema.Draft202012Validator.check_schema(tool.get("outputSchema", {}))


def test_the_modern_revision_needs_no_handshake_and_marks_its_results(peer: Peer) -> None:
    found = peer.ask("server/discover", {"_meta": MODERN})["result"]
    assert found["supportedVersions"] == ["2026-07-28"]
    assert (found["resultType"], found["cacheScope"], type(found["ttlMs"])) == ("complete", "public", int)
    assert found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "toolguard-demo-server"
    listed = peer.ask("tools/list", {"_meta": MODERN})["result"]
    assert (listed["resultType"], listed["cacheScope"]) == ("complete", "public")
    called = peer.call("add", {"a": 1, "b": 2}, meta=MODERN)["result"]
    assert (called["resultType"], called["structuredContent"]) == ("complete", {"sum": 3})


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("ping", {"_meta": MODERN}, -32601),
        ("initialize", {"_meta": MODERN}, -32601),
        ("subscriptions/listen", {"_meta": MODERN}, -32601),
        ("server/discover", {}, -32602),
        ("server/discover", {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}, -32602),
        ("server/discover", {"_meta": MODERN | {"io.modelcontextprotocol/protocolVersion": "2030-01-01"}}, -32022),
        ("tools/call", {"_meta": MODERN, "name": "nothing"}, -32602),
        ("tools/list", {}, -32600),
    ],
)
def test_message_forbidden_in_2026_07_28_is_refused(peer: Peer, method: str, params: Any, code: int) -> None:
    assert peer.ask(method, params)["error"]["code"] == code


def test_unsupported_revision_gets_the_supported_ones(peer: Peer) -> None:
    meta = MODERN | {"io.modelcontextprotocol/protocolVersion": "2030-01-01"}
    error = peer.ask("tools/list", {"_meta": meta})["error"]
    assert error["data"] == {"supported": ["2026-07-28"], "requested": "2030-01-01"}


@pytest.mark.parametrize(
    ("line", "id", "code"),
    [
        (b"{", None, -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":NaN}}', None, -32700),
        (b"\xff", None, -32700),
        (b"[" * 100_000, None, -32700),
        (b"7", None, -32600),
        (b"[]", None, -32600),
        (b'{"id":1,"method":"ping"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":7}', None, -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 1, -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"nothing"}', 1, -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}', 1, -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}', 1, -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}}', 1, -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":[]}}', 1, -32602),
    ],
)
def test_invalid_line_gets_an_error_and_the_next_line_is_answered(
    newest: Peer, line: bytes, id: Any, code: int
) -> None:
    newest.write(line)
    answer = newest.read()
    assert (answer["id"], answer["error"]["code"]) == (id, code)
    assert newest.ask("ping", id="after") == {"jsonrpc": "2.0", "id": "after", "result": {}}


def test_notification_is_not_answered(newest: Peer) -> None:
    newest.write(b'{"jsonrpc":"2.0","id":7,"result":{}}')
    newest.write(b"")
    newest.send("notifications/unknown", {})
    newest.send("notifications/cancelled", {"requestId": "never seen"})
    assert newest.ask("ping", id=2)["id"] == 2


@pytest.mark.parametrize(
    ("tool", "arguments", "about"),
    [
        ("add", {"a": 1}, "'b' is missing"),
        ("add", {"a": 1, "b": "2"}, "'b' must be of type number"),
        ("add", {"a": 1, "b": True}, "'b' must be of type number"),
        ("long_text", {"kilobytes": 0}, "'kilobytes' must be between"),
        ("read_note", {"name": 7}, "'name' must be of type string"),
    ],
)
def test_bad_arguments_are_a_tool_error_since_2025_11_25_and_a_protocol_error_before(
    tool: str, arguments: Any, about: str
) -> None:
    with talking() as old, talking() as new:
        old.shake("2025-06-18")
        new.shake("2025-11-25")
        error = old.call(tool, arguments)["error"]
        assert error["code"] == -32602
        assert about in error["message"]
        answer = new.call(tool, arguments)
        assert answer["result"]["isError"]
        assert about in text_of(answer)


def test_batch_gets_one_array_in_revisions_with_batches_and_is_refused_in_others(peer: Peer) -> None:
    peer.shake("2025-03-26")
    slow = {"name": "count_slowly", "arguments": {"to": 2, "seconds": 0.01}}
    batch = [
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": slow},
        {"jsonrpc": "2.0", "id": 2, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/unknown"},
        {"jsonrpc": "2.0", "id": 3, "method": "initialize"},
    ]
    peer.write(json.dumps(batch).encode())
    answers = peer.read()
    assert {answer.get("id") for answer in answers} == {1, 2, None}, "in any order (JSON-RPC 2.0 §6)"
    with talking() as other:
        other.shake("2025-06-18")
        other.write(json.dumps(batch).encode())
        assert other.read()["error"]["code"] == -32600


def test_notes_are_read_and_written(newest: Peer) -> None:
    assert newest.call("read_note", {"name": "none"})["result"]["isError"]
    assert "written" in text_of(newest.call("write_note", {"name": "none", "text": "no\nmore"}))
    assert text_of(newest.call("read_note", {"name": "none"})) == "no\nmore"
    assert "replaced" in text_of(newest.call("write_note", {"name": "none", "text": ""}))


def test_demo_server_offers_each_kind_of_result(newest: Peer) -> None:
    assert newest.call("fail")["result"]["isError"]
    assert newest.call("crash")["error"]["code"] == -32603
    assert len(text_of(newest.call("long_text", {"kilobytes": 300}))) == 300 * 1024
    assert {"\u202e", "\u200b", "你"} <= set(text_of(newest.call("odd_text")))
    assert newest.call("查询天气", {"城市": "上海"})["result"]["structuredContent"]["城市"] == "上海"
    assert newest.call("add", {"a": 1e308, "b": 1e308})["result"]["isError"]
    newest.send("tools/call", {"name": "exit"}, id=9)
    assert newest.process.wait(120) == 3


def test_whoami_gives_the_key_away_in_plain_and_in_base64() -> None:
    with talking(DEMO_API_KEY="key-µ-12345") as peer:
        peer.shake("2025-11-25")
        text = text_of(peer.call("whoami"))
    assert "11 characters" in text
    assert "key-µ-12345" in text
    assert base64.b64encode("key-µ-12345".encode()).decode() in text


@pytest.mark.parametrize(("version", "expected"), [("2024-11-05", False), ("2025-03-26", True)])
def test_a_slow_call_reports_rising_progress_for_its_token_and_then_answers(
    peer: Peer, version: str, expected: bool
) -> None:
    peer.shake(version)
    params = {"name": "count_slowly", "arguments": {"to": 3, "seconds": 0.01}, "_meta": {"progressToken": "p"}}
    peer.send("tools/call", params, id=1)
    *reports, answer = [peer.read() for _ in range(4)]
    assert [report["params"]["progress"] for report in reports] == [1, 2, 3]
    assert all(report["params"]["progressToken"] == "p" for report in reports)
    assert all(("message" in report["params"]) == expected for report in reports)
    assert text_of(answer) == "Counted to 3."


def test_slow_calls_run_concurrently_and_cancelled_ones_get_no_response(newest: Peer) -> None:
    slow = {"name": "count_slowly", "arguments": {"to": 2, "seconds": 60}}
    newest.send("tools/call", slow, id=1)
    newest.send("tools/call", slow | {"arguments": {"to": 2, "seconds": 0.05}}, id="1")
    assert newest.ask("ping", id=2)["id"] == 2
    assert newest.call("add", {"a": 1, "b": 1}, id=1)["error"]["code"] == -32600
    newest.send("notifications/cancelled", {"requestId": 1, "reason": "test"})
    assert newest.read()["id"] == "1"
    assert newest.call("add", {"a": 1, "b": 1}, id=3)["id"] == 3
    assert newest.end() == 0


def test_the_server_ends_at_the_end_of_its_input_even_while_a_call_runs(newest: Peer) -> None:
    newest.send("tools/call", {"name": "count_slowly", "arguments": {"to": 2, "seconds": 60}}, id=1)
    assert newest.ask("ping", id=2)["id"] == 2
    assert newest.end() == 0


def test_every_received_line_is_recorded_also_when_the_server_runs_as_a_file(tmp_path: Path) -> None:
    record = tmp_path / "heard lines"
    with talking(sys.executable, "-I", demo.__file__, "--record", str(record)) as peer:
        peer.shake("2025-11-25")
        peer.write(b"junk")
        peer.read()
        assert peer.end() == 0
    lines = record.read_bytes().splitlines()
    assert [json.loads(line)["method"] for line in lines[:2]] == ["initialize", "notifications/initialized"]
    assert lines[2] == b"junk"


@pytest.mark.parametrize(("mode", "version"), [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28",) * 2])
async def test_the_official_client_lists_and_calls_every_kind_in_both_eras(mode: str, version: str) -> None:
    from mcp import MCPError, StdioServerParameters  # here, because every worker collects this file
    from mcp.client import Client

    steps: list[float] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        steps.append(done)

    async with Client(StdioServerParameters(command=MODULE[0], args=list(MODULE[1:])), mode=mode) as client:
        assert client.protocol_version == version
        listed = await client.list_tools()
        assert {tool.name for tool in listed.tools} == {tool.name for tool in demo.TOOLS}
        assert all(tool.title and tool.description and tool.annotations for tool in listed.tools)
        assert (await client.call_tool("add", {"a": 2, "b": 0.5})).structured_content == {"sum": 2.5}
        assert (await client.call_tool("查询天气", {"城市": "北京"})).structured_content
        assert (await client.call_tool("fail")).is_error
        slow = {"to": 3, "seconds": 0.01}
        assert not (await client.call_tool("count_slowly", slow, progress_callback=progress)).is_error
        with pytest.raises(MCPError, match="crashed"):
            await client.call_tool("crash")
    assert steps == [1, 2, 3]
