"""A client of Open Tool Calling over real HTTP, and a ToolGuard for it."""

from __future__ import annotations

import threading
from typing import Any

import httpx2
import pytest

from tests.end_to_end.conftest import WAIT, Sandbox, Serve
from tests.end_to_end.otc_shapes import check_shape
from tests.end_to_end.web import let_in


class Otc:
    """A client of Open Tool Calling."""

    def __init__(self, port: int, token: str, server: str = "peer", **headers: str) -> None:
        given = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx2.Client(
            base_url=f"http://127.0.0.1:{port}/otc/{server}", headers=given | headers, timeout=WAIT * 2
        )
        self._calls: list[Later] = []

    def tools(self) -> dict[str, Any]:
        found = check_shape("tools", self.http.get("/tools").json())["tools"]
        return {one["id"]: one for one in found}

    def post(self, tool: str, input: Any = None, **more: Any) -> httpx2.Response:
        request = {"tool_id": f"peer.{tool}" if "." not in tool else tool, **more}
        return self.http.post("/tools/call", json={"request": request | ({} if input is None else {"input": input})})

    def call(self, tool: str, input: Any = None, **more: Any) -> Any:
        """Call a tool and return the CallToolResponse."""
        answer = self.post(tool, input, **more)
        assert answer.status_code == 200, answer.text
        return check_shape("result", answer.json())["result"]

    def begin_call(self, tool: str, input: Any = None, **more: Any) -> Later:
        """The same, while others go on."""
        self._calls.append(Later(lambda: self.call(tool, input, **more)))
        return self._calls[-1]

    def abandon_call(self, tool: str, input: Any = None, seconds: float = 1.0, **more: Any) -> None:
        """Wait for so long only."""
        name = tool if "." in tool else f"peer.{tool}"
        body = {"request": {"tool_id": name, "input": input or {}, **more}}
        with pytest.raises(httpx2.ReadTimeout):
            self.http.post("/tools/call", json=body, timeout=seconds)

    def close(self) -> None:
        for one in self._calls:
            one.thread.join(WAIT)
        self.http.close()


class Later:
    def __init__(self, work: Any) -> None:
        self._found: list[Any] = []
        self.thread = threading.Thread(target=lambda: self._found.append(work()))
        self.thread.start()

    def answer(self) -> Any:
        self.thread.join(WAIT)
        assert self._found, "no answer came"
        return self._found[0]


class Door:
    """ToolGuard with an authorized client. ``timeout``: seconds for which the client is known to wait."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.token = let_in(sandbox, "otc")
        self.clients: list[Otc] = []
        self.port = 0

    def serve(self, *, terminal: bool = True, timeout: float = 0.0) -> Serve:
        self.sandbox.configure(http_port=0, **({"client_timeouts": [f"otc={timeout:g}"]} if timeout else {}))
        serve = self.sandbox.serve(terminal=terminal)
        self.port = serve.port()
        return serve

    def client(self, server: str = "peer", token: str | None = None, **headers: str) -> Otc:
        self.clients.append(Otc(self.port, self.token if token is None else token, server, **headers))
        return self.clients[-1]
