"""A harness for the examples of the documents: their files, and a client and a server with ToolGuard between them."""

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
    """The JSON examples of one document, unchanged, with their line and kind."""

    def __init__(self, name: str) -> None:
        seed = json.loads((HERE / f"{name}.json").read_text("utf-8"))
        assert seed["seed"] == f"{name}.txt"
        self.examples: list[dict[str, Any]] = seed["examples"]

    def texts(self, kind: str) -> list[str]:
        return [one["text"] for one in self.examples if one["kind"] == kind]

    def values(self, kind: str) -> list[Any]:
        return [read(text.encode()) for text in self.texts(kind)]

    def kinds(self) -> set[str]:
        return {one["kind"] for one in self.examples}


def on_a_line(text: str) -> str:
    """Return the same JSON on one line, with spaces in the place of line breaks."""
    return " ".join(text.splitlines())


class ScenarioHarness:
    """A client of revision ``ask`` and a server of revision ``speaks`` with ToolGuard between them."""

    def __init__(self, sandbox: Sandbox, over: str, *, asks: str, speaks: str, capabilities: Any) -> None:
        self.sandbox = sandbox
        self._script = sandbox.folder / "script.json"
        initialize = {"protocolVersion": speaks, "serverInfo": {"name": "seed", "version": "1"}, **capabilities}
        self._answers: dict[str, Any] = {"initialize": initialize, "lines": []}
        self._set_responses()
        sandbox.server(
            "seed", sys.executable, "-I", str(HERE / "peer.py"), str(sandbox.received_file), str(self._script)
        )
        token = let_in(sandbox) if over == "http" else ""
        if over == "http":
            sandbox.configure(http_port=0)
        self.serve: Serve = sandbox.serve(terminal=True)
        self._web = Web(self.serve.port(), token, "seed") if over == "http" else None
        self.client: Client | None = None if self._web else sandbox.client(server="seed")
        self._listens = None
        self.opened = (self._web or self.client).initialize(asks)  # type: ignore[union-attr]
        if self._web is not None:
            self._web.version = self.opened["protocolVersion"]
            self._listens = self._web.listen()

    def _set_responses(self, *lines: str) -> None:
        self._answers["lines"] = list(map(on_a_line, lines))
        self._script.write_text(json.dumps(self._answers), "utf-8")

    def _send_request(self, text: str) -> Any:
        """Send the text of a request. Return a function that waits for its response."""
        id = read(text.encode())["id"]
        if self._web is not None:
            answer = self._web.post(text.encode())
            return lambda: answer.answer(id)
        assert self.client is not None
        self.client.send(on_a_line(text).encode() + b"\n")
        return lambda: self.client.answer(id)  # type: ignore[union-attr]

    def ask(self, text: str, *answers: str) -> Any:
        """Send a request that needs no approval, and check that it arrives unchanged. Return the response."""
        self._set_responses(*answers)
        answer = self._send_request(text)()
        request = read(text.encode())
        assert self.sandbox.received_of(request["method"])[-1] == request
        return answer

    def call(self, text: str, *answers: str) -> Any:
        """Make a call, approve it, and check that it arrived unchanged, and only then. Return the response."""
        before = len(self.sandbox.received_of("tools/call"))
        self._set_responses(*answers)
        answer = self._send_request(text)
        eventually(lambda: "[s]kip" in self.serve.screen(), "the call is pending")
        assert len(self.sandbox.received_of("tools/call")) == before
        self.serve.approve()
        response = answer()
        assert self.sandbox.received_of("tools/call")[before:] == [read(text.encode())]
        return response

    def is_denied(self, text: str) -> Any:
        """Make a call, deny it, and check that the server does not receive it. Return the response."""
        before = len(self.sandbox.received_of("tools/call"))
        answer = self._send_request(text)
        self.serve.deny()
        response = answer()
        assert len(self.sandbox.received_of("tools/call")) == before
        return response

    def notification(self) -> Any:
        """Return the next message that the server sent on its own."""
        if self._listens is not None:
            return self._listens.receive()
        assert self.client is not None
        return next(iter(self.client.others()), None) or self.client.receive()

    def close(self) -> None:
        if self._web is not None:
            self._web.close()


def with_id(text: str, id: Any) -> str:
    """Return the same message with another ID."""
    return json.dumps({**json.loads(text), "id": id}, ensure_ascii=False)


def listed(tool: str, id: Any = 1) -> str:
    """Return a response to ``tools/list`` with one tool, whose definition is inserted unchanged."""
    return f'{{"jsonrpc":"2.0","id":{json.dumps(id)},"result":{{"tools":[{tool}]}}}}'
