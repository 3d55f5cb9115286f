"""Conversations of real clients with and without ToolGuard, compared message by message at both ends.

The Python SDK's client, the TypeScript SDK's and the Inspector's command line, over stdio and over HTTP, in both eras.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.conftest import guarded_http
from tests.conformance.suite import (
    HERE,
    everything_over_http,
    everything_over_stdio,
    from_npm,
    node,
    reference_programs,
    run_parallel,
)
from tests.conformance.tap import HttpTap, recorded
from tests.end_to_end.conftest import ISOLATED, Sandbox
from toolguard.clients.stub import connect

pytestmark = pytest.mark.conformance
ERAS = ("legacy", "modern")
TRANSPORTS = ("stdio", "http")
STATE = frozenset(("requestState",))
"""Members with a new value in each run. The comparison only considers which of them are equal."""
IDS = STATE | {"id", "requestId", "progressToken", "io.modelcontextprotocol/subscriptionId"}
"""The same where clients share a connection: over HTTP since 2026-07-28, ToolGuard numbers all requests itself."""
Messages = dict[str, list[Any]]


@dataclass(frozen=True)
class RecordedPath:
    """A path to the reference server: ``target`` is the client's entry, ``records`` are the messages at its ends."""

    target: list[str]
    records: tuple[Path, ...]


@contextmanager
def direct(sandbox: Sandbox, kind: str) -> Iterator[RecordedPath]:
    record = sandbox.folder / "direct"
    with ExitStack() as stack:
        if kind == "stdio":
            yield RecordedPath(tapped(record, everything_over_stdio()), (record,))
        else:
            tap = HttpTap(stack.enter_context(everything_over_http()), record)
            stack.callback(tap.close)
            yield RecordedPath([tap.url], (record,))


@contextmanager
def guarded(sandbox: Sandbox, kind: str) -> Iterator[RecordedPath]:
    client_side, server_side = sandbox.folder / "client-side", sandbox.folder / "server-side"
    with ExitStack() as stack:
        if kind == "stdio":
            sandbox.server("everything", *tapped(server_side, everything_over_stdio()))
            sandbox.allow()
            sandbox.serve()
            home = f"TOOLGUARD_HOME={sandbox.home}"
            stub = ["env", home, *ISOLATED, connect.__file__, "--server", "everything", "--no-start"]
            yield RecordedPath(tapped(client_side, stub), (client_side, server_side))
        else:
            server_tap = HttpTap(stack.enter_context(everything_over_http()), server_side)
            stack.callback(server_tap.close)
            client_tap = HttpTap(stack.enter_context(guarded_http(sandbox, server_tap.url)), client_side)
            stack.callback(client_tap.close)
            yield RecordedPath([client_tap.url], (client_side, server_side))


def tapped(record: Path, command: list[str]) -> list[str]:
    """Return the command with its messages recorded."""
    return [sys.executable, "-I", "-S", "-E", str(HERE / "tap.py"), str(record), *command]


def run(argv: list[str], **env: str) -> str:
    done = subprocess.run(argv, capture_output=True, text=True, timeout=240, env={**os.environ, **env})
    assert done.stdout, done.stderr
    return done.stdout


class Renumbering:
    """Replaces each value of some members by a number, equal values by the same number."""

    def __init__(self, free: frozenset[str]) -> None:
        self._free = free
        self._known: dict[str, int] = {}
        self._count = 0

    def begin(self, id: Any) -> None:
        """Forget a request ID when a new request reuses it."""
        self._known.pop(json.dumps(id), None)

    def replace(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.replace(item) for item in value]
        if not isinstance(value, dict):
            return value
        return {
            name: self._number(item) if name in self._free and isinstance(item, str | int) else self.replace(item)
            for name, item in value.items()
        }

    def _number(self, value: Any) -> str:
        name = json.dumps(value)
        if name not in self._known:
            self._count += 1
            self._known[name] = self._count
        return f"#{self._known[name]}"


def messages(record: Path, free: frozenset[str]) -> Messages:
    """Return the messages of each direction in order, with the values of ``free`` members replaced by numbers."""
    renumbering = Renumbering(free)
    result: Messages = {"up": [], "down": []}
    for direction, message in recorded(record):
        if direction == "up" and "method" in message:
            renumbering.begin(message.get("id"))
        result[direction].append(renumbering.replace(message))
    return result


def compare(
    sandbox: Sandbox, kind: str, conversation: Callable[[list[str]], str], free: frozenset[str] = STATE
) -> Messages:  # fmt: skip
    """Run the conversation directly and through ToolGuard, compare all messages and the output. Return the messages."""
    with direct(sandbox, kind) as direct_path, guarded(sandbox, kind) as guarded_path:
        direct_output, guarded_output = run_parallel(
            partial(conversation, direct_path.target), partial(conversation, guarded_path.target)
        )
    assert guarded_output == direct_output
    expected = messages(direct_path.records[0], free)
    for record in guarded_path.records:
        actual = messages(record, free)
        for direction in expected:
            for wanted, message in zip(expected[direction], actual[direction], strict=False):
                assert message == wanted, (record.name, direction)
            assert len(actual[direction]) == len(expected[direction]), (record.name, direction)
    return expected


def free(kind: str, era: str) -> frozenset[str]:
    return IDS if (kind, era) == ("http", "modern") else STATE


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("kind", TRANSPORTS)
def test_python_sdk_conversation_is_unchanged(sandbox, kind, era):
    passed = compare(
        sandbox,
        kind,
        lambda target: run(reference_programs().command(str(HERE / "journey_python.py"), era, *target)),
        free(kind, era),
    )
    methods = [message.get("method") for message in passed["up"]]
    assert ("initialize" in methods) is (era == "legacy")
    assert len(passed["down"]) > 20


@pytest.mark.parametrize("kind", TRANSPORTS)
def test_typescript_sdk_conversation_is_unchanged(sandbox, kind):
    from_npm("@modelcontextprotocol/sdk")
    passed = compare(sandbox, kind, lambda target: run([node(), str(HERE / "journey_typescript.mjs"), *target]))
    assert len(passed["down"]) > 25


REQUESTS = (
    ["--method", "tools/call", "--tool-name", "test_multiple_content_types"],
    ["--method", "resources/read", "--uri", "test://static-text"],
    ["--method", "prompts/get", "--prompt-name", "test_prompt_with_arguments", "--prompt-args", "arg1=1", "arg2=ü"],
)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("kind", TRANSPORTS)
def test_inspector_conversation_is_unchanged(sandbox, kind, era):
    program = [node(), str(from_npm(".bin/mcp-inspector")), "--cli", "--format", "json", "--protocol-era", era]

    def conversation(target: list[str]) -> str:
        entry = {"url": target[0], "type": "http"} if kind == "http" else {"command": target[0], "args": target[1:]}
        config = sandbox.folder / f"inspector-{secrets.token_hex(3)}.json"
        config.write_text(json.dumps({"mcpServers": {"it": entry}}))
        server = ["--config", str(config), "--server", "it"]
        return "".join(run([*program, *server, *request], HOME=str(sandbox.folder)) for request in REQUESTS)

    passed = compare(sandbox, kind, conversation, free(kind, era))
    methods = [message["method"] for message in passed["up"]]
    assert methods.count("tools/call") == 1 and "tools/list" in methods
