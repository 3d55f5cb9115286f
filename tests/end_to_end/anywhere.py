"""A chat client with one interface for stdio and HTTP, in both eras, so that a test is written once."""

from __future__ import annotations

from typing import Any, Protocol

from tests.end_to_end.conftest import WAIT, Client, Sandbox, Serve, eventually, request
from tests.end_to_end.web import ENVELOPE, Answer, Web, let_in

WAYS = ("stdio legacy", "stdio modern", "http legacy", "http modern")


class Anyone(Protocol):
    """A client. ``call`` does not wait, and ``disconnect`` ends the session.

    ``receive`` returns the next message for a call, ``others`` the messages other than the awaited responses.
    """

    def call(self, id: Any, tool: str, arguments: Any = None, **more: Any) -> None: ...
    def answer(self, id: Any) -> Any: ...
    def receive(self, id: Any) -> Any: ...
    def ask(self, method: str, id: Any, params: Any = None) -> Any: ...
    def cancel(self, id: Any) -> None: ...
    def others(self) -> list[Any]: ...
    def disconnect(self) -> None: ...


class OverStdio:
    def __init__(self, client: Client, *, modern: bool) -> None:
        self._client = client
        self._modern = modern
        if not modern:
            client.initialize()

    def _with_meta(self, params: Any) -> dict[str, Any]:
        found = {**(params or {})}
        return {**found, "_meta": {**ENVELOPE, **found.get("_meta", {})}} if self._modern else found

    def call(self, id: Any, tool: str, arguments: Any = None, **more: Any) -> None:
        params = self._with_meta({"name": tool, "arguments": arguments or {}, **more})
        self._client.send(request("tools/call", id, params))

    def answer(self, id: Any) -> Any:
        return self._client.answer(id)

    def receive(self, id: Any) -> Any:
        return self._client.receive()

    def ask(self, method: str, id: Any, params: Any = None) -> Any:
        return self._client.ask(method, id, self._with_meta(params))

    def cancel(self, id: Any) -> None:
        self._client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})

    def others(self) -> list[Any]:
        return self._client.others()

    def disconnect(self) -> None:
        assert self._client.end() == 0


class OverHttp:
    def __init__(self, web: Web) -> None:
        self._web = web
        self._answers: dict[str, Answer] = {}
        if not web.modern:
            web.initialize()

    def call(self, id: Any, tool: str, arguments: Any = None, **more: Any) -> None:
        self._answers[repr(id)] = self._web.call(id, tool, arguments, **more)

    def answer(self, id: Any) -> Any:
        return self._answers[repr(id)].answer(id)

    def receive(self, id: Any) -> Any:
        return self._answers[repr(id)].receive()

    def ask(self, method: str, id: Any, params: Any = None) -> Any:
        return self._web.request(method, id, params).answer(id)

    def cancel(self, id: Any) -> None:
        if self._web.modern:  # the client cancels by closing the response
            self._answers[repr(id)].drop()
        else:
            self._web.notify("notifications/cancelled", requestId=id)

    def others(self) -> list[Any]:
        return [one for answer in self._answers.values() for one in answer.others()]

    def disconnect(self) -> None:
        if self._web.modern:
            self._web.close()
        else:
            assert self._web.ask("DELETE").status == 204


class Anywhere:
    """One ToolGuard whose clients connect in one of `WAYS`. The server has the client's era."""

    def __init__(self, sandbox: Sandbox, way: str) -> None:
        self.over, era = way.split()
        self.modern = era == "modern"
        self.sandbox = sandbox
        self._webs: list[Web] = []
        self._tokens: dict[str, str] = {}
        self._serve: Serve | None = None
        sandbox.server("peer", era=era)

    def serve(self, *, terminal: bool = False) -> Serve:
        if self.over == "http":
            self._tokens = {name: let_in(self.sandbox, name) for name in ("one", "other")}
            self.sandbox.configure(http_port=0)
        self._serve = self.sandbox.serve(terminal=terminal)
        return self._serve

    def client(self, name: str = "one", server: str = "peer") -> Anyone:
        """Return a new client that ToolGuard knows as ``one`` or ``other``."""
        if self.over == "stdio":
            return OverStdio(self.sandbox.client("--client", name, server=server), modern=self.modern)
        assert self._serve is not None
        self._webs.append(Web(self._serve.port(), self._tokens[name], server, modern=self.modern))
        return OverHttp(self._webs[-1])

    def close(self) -> None:
        for web in self._webs:
            web.close()

    @staticmethod
    def until(look: Any, what: str) -> Any:
        return eventually(look, what, WAIT)
