"""A harness for the documents' examples: a seed's file, and the gate between its client and its server."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.end_to_end.conftest import Client, Sandbox, Serve, eventually, read
from tests.end_to_end.web import Web, let_in

HERE = Path(__file__).parent
OVER = ("stdio", "http")


class Seed:
    """The JSON examples of one document, each as it stands there, with its line and what it is."""

    def __init__(self, name: str) -> None:
        told = json.loads((HERE / f"{name}.json").read_text("utf-8"))
        assert told["seed"] == f"{name}.txt"
        self.examples: list[dict[str, Any]] = told["examples"]

    def texts(self, kind: str) -> list[str]:
        return [one["text"] for one in self.examples if one["kind"] == kind]

    def values(self, kind: str) -> list[Any]:
        return [read(text.encode()) for text in self.texts(kind)]

    def kinds(self) -> set[str]:
        return {one["kind"] for one in self.examples}


def on_a_line(text: str) -> str:
    """The same JSON with its line ends as spaces, as every line on a pipe is."""
    return " ".join(text.splitlines())


class ScenarioHarness:
    """A client of revision ``asks`` and a server of ``speaks`` with ToolGuard and its person between them."""

    def __init__(self, sandbox: Sandbox, over: str, *, asks: str, speaks: str, capabilities: Any) -> None:
        self.sandbox = sandbox
        self._script = sandbox.folder / "script.json"
        told = {"protocolVersion": speaks, "serverInfo": {"name": "seed", "version": "1"}, **capabilities}
        self._told: dict[str, Any] = {"initialize": told, "lines": []}
        self._says()
        sandbox.server(
            "seed", sys.executable, "-I", str(HERE / "peer.py"), str(sandbox.received_file), str(self._script)
        )
        token = let_in(sandbox) if over == "http" else ""
        if over == "http":
            sandbox.prefers(http_port=0)
        self.serve: Serve = sandbox.serve(terminal=True)
        self._web = Web(self.serve.port(), token, "seed") if over == "http" else None
        self.client: Client | None = None if self._web else sandbox.client(server="seed")
        self._listens = None
        self.opened = (self._web or self.client).opens(asks)  # type: ignore[union-attr]
        if self._web is not None:
            self._web.version = self.opened["protocolVersion"]
            self._listens = self._web.listens()

    def _says(self, *lines: str) -> None:
        self._told["lines"] = list(map(on_a_line, lines))
        self._script.write_text(json.dumps(self._told), "utf-8")

    def _asks(self, text: str) -> Any:
        """Say the text of one request; gives what waits for its answer."""
        id = read(text.encode())["id"]
        if self._web is not None:
            answer = self._web.posts(text.encode())
            return lambda: answer.answer(id)
        assert self.client is not None
        self.client.says(on_a_line(text).encode() + b"\n")
        return lambda: self.client.answer(id)  # type: ignore[union-attr]

    def asks(self, text: str, *answers: str) -> Any:
        """A request that is not gated: it arrives as written; the answer."""
        self._says(*answers)
        answer = self._asks(text)()
        asked = read(text.encode())
        assert self.sandbox.received_of(asked["method"])[-1] == asked
        return answer

    def calls(self, text: str, *answers: str) -> Any:
        """A call that is held, seen to have reached nobody, approved, and arrives as written; the answer."""
        before = len(self.sandbox.received_of("tools/call"))
        self._says(*answers)
        answer = self._asks(text)
        eventually(lambda: "[s]kip" in self.serve.screen(), "a person is asked")
        assert len(self.sandbox.received_of("tools/call")) == before
        self.serve.approve()
        told = answer()
        assert self.sandbox.received_of("tools/call")[before:] == [read(text.encode())]
        return told

    def is_denied(self, text: str) -> Any:
        """A call that the person denies: the server never hears of it; the answer."""
        before = len(self.sandbox.received_of("tools/call"))
        answer = self._asks(text)
        self.serve.deny()
        told = answer()
        assert len(self.sandbox.received_of("tools/call")) == before
        return told

    def told(self) -> Any:
        """The next message that the server sent by itself."""
        if self._listens is not None:
            return self._listens.hears()
        assert self.client is not None
        return next(iter(self.client.others()), None) or self.client.hears()

    def close(self) -> None:
        if self._web is not None:
            self._web.close()


def with_id(text: str, id: Any) -> str:
    """The same message under another id."""
    return json.dumps({**json.loads(text), "id": id}, ensure_ascii=False)


def listed(tool: str, id: Any = 1) -> str:
    """An answer to ``tools/list`` with one tool, as its definition is written."""
    return f'{{"jsonrpc":"2.0","id":{json.dumps(id)},"result":{{"tools":[{tool}]}}}}'
