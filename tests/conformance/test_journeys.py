"""The same conversation of real clients with and without ToolGuard, compared message by message at both ends.

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
    at_once,
    everything_over_http,
    everything_over_stdio,
    from_npm,
    node,
    reference_programs,
)
from tests.conformance.tap import HttpTap, received
from tests.end_to_end.conftest import ISOLATED, Sandbox
from toolguard.clients.stub import connect

pytestmark = pytest.mark.conformance
ERAS = ("legacy", "modern")
TRANSPORTS = ("stdio", "http")
STATE = frozenset(("requestState",))
"""Members whose values are made up anew each time; what counts is whether it is the same as before."""
IDS = STATE | {"id", "requestId", "progressToken", "io.modelcontextprotocol/subscriptionId"}
"""The same where many clients share a connection: over HTTP since 2026-07-28 each request has a number of our own."""
Messages = dict[str, list[Any]]


@dataclass(frozen=True)
class Ends:
    """A way to the reference server: ``target`` is what a client is given, the files hold what passed at its ends."""

    target: list[str]
    records: tuple[Path, ...]


@contextmanager
def direct(sandbox: Sandbox, kind: str) -> Iterator[Ends]:
    record = sandbox.folder / "direct"
    with ExitStack() as stack:
        if kind == "stdio":
            yield Ends(tapped(record, everything_over_stdio()), (record,))
        else:
            tap = HttpTap(stack.enter_context(everything_over_http()), record)
            stack.callback(tap.close)
            yield Ends([tap.url], (record,))


@contextmanager
def guarded(sandbox: Sandbox, kind: str) -> Iterator[Ends]:
    near, far = sandbox.folder / "near", sandbox.folder / "far"
    with ExitStack() as stack:
        if kind == "stdio":
            sandbox.server("everything", *tapped(far, everything_over_stdio()))
            sandbox.allows()
            sandbox.serve()
            home = f"TOOLGUARD_HOME={sandbox.home}"
            stub = ["env", home, *ISOLATED, connect.__file__, "--server", "everything", "--no-start"]
            yield Ends(tapped(near, stub), (near, far))
        else:
            behind = HttpTap(stack.enter_context(everything_over_http()), far)
            stack.callback(behind.close)
            before = HttpTap(stack.enter_context(guarded_http(sandbox, behind.url)), near)
            stack.callback(before.close)
            yield Ends([before.url], (near, far))


def tapped(record: Path, command: list[str]) -> list[str]:
    return [sys.executable, "-I", "-S", "-E", str(HERE / "tap.py"), str(record), *command]


def run(argv: list[str], **env: str) -> str:
    done = subprocess.run(argv, capture_output=True, text=True, timeout=240, env={**os.environ, **env})
    assert done.stdout, done.stderr
    return done.stdout


class Names:
    """Puts a number in the place of each value of some members, the same for the same value."""

    def __init__(self, free: frozenset[str]) -> None:
        self._free = free
        self._known: dict[str, int] = {}
        self._count = 0

    def begin(self, id: Any) -> None:
        """A request begins, and an id that was used before is another one."""
        self._known.pop(json.dumps(id), None)

    def read(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.read(one) for one in value]
        if not isinstance(value, dict):
            return value
        return {
            name: self._number(one) if name in self._free and isinstance(one, str | int) else self.read(one)
            for name, one in value.items()
        }

    def _number(self, value: Any) -> str:
        name = json.dumps(value)
        if name not in self._known:
            self._count += 1
            self._known[name] = self._count
        return f"the {self._known[name]}."


def messages(record: Path, free: frozenset[str]) -> Messages:
    """What was said in each direction, in order; the values of ``free`` members are numbered as they appear."""
    names = Names(free)
    found: Messages = {"up": [], "down": []}
    for way, message in received(record):
        if way == "up" and "method" in message:
            names.begin(message.get("id"))
        found[way].append(names.read(message))
    return found


def compare(
    sandbox: Sandbox, kind: str, conversation: Callable[[list[str]], str], free: frozenset[str] = STATE
) -> Messages:  # fmt: skip
    """Hold the conversation both ways: all that either end heard, and what was printed, is the same. Gives it."""
    with direct(sandbox, kind) as one, guarded(sandbox, kind) as other:
        printed, again = at_once(partial(conversation, one.target), partial(conversation, other.target))
    assert again == printed
    expected = messages(one.records[0], free)
    for record in other.records:
        found = messages(record, free)
        for way in expected:
            for wanted, message in zip(expected[way], found[way], strict=False):
                assert message == wanted, (record.name, way)
            assert len(found[way]) == len(expected[way]), (record.name, way)
    return expected


def free(kind: str, era: str) -> frozenset[str]:
    return IDS if (kind, era) == ("http", "modern") else STATE


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("kind", TRANSPORTS)
def test_the_python_sdk_has_the_same_conversation(sandbox, kind, era):
    said = compare(
        sandbox,
        kind,
        lambda target: run(reference_programs().command(str(HERE / "journey_python.py"), era, *target)),
        free(kind, era),
    )
    methods = [one.get("method") for one in said["up"]]
    assert ("initialize" in methods) is (era == "legacy")
    assert len(said["down"]) > 20


@pytest.mark.parametrize("kind", TRANSPORTS)
def test_the_typescript_sdk_has_the_same_conversation(sandbox, kind):
    from_npm("@modelcontextprotocol/sdk")
    said = compare(sandbox, kind, lambda target: run([node(), str(HERE / "journey_typescript.mjs"), *target]))
    assert len(said["down"]) > 25


ASKED = (
    ["--method", "tools/list"],
    ["--method", "tools/call", "--tool-name", "test_multiple_content_types"],
    ["--method", "resources/read", "--uri", "test://static-text"],
    ["--method", "prompts/get", "--prompt-name", "test_prompt_with_arguments", "--prompt-args", "arg1=1", "arg2=ü"],
)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("kind", TRANSPORTS)
def test_the_inspector_has_the_same_conversation(sandbox, kind, era):
    program = [node(), str(from_npm(".bin/mcp-inspector")), "--cli", "--format", "json", "--protocol-era", era]

    def conversation(target: list[str]) -> str:
        entry = {"url": target[0], "type": "http"} if kind == "http" else {"command": target[0], "args": target[1:]}
        config = sandbox.folder / f"inspector-{secrets.token_hex(3)}.json"
        config.write_text(json.dumps({"mcpServers": {"it": entry}}))
        known = ["--config", str(config), "--server", "it"]
        return "".join(run([*program, *known, *asked], HOME=str(sandbox.folder)) for asked in ASKED)

    said = compare(sandbox, kind, conversation, free(kind, era))
    assert [one["method"] for one in said["up"]].count("tools/call") == 1
