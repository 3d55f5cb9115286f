"""A harness with one client and many servers: the real combined endpoint, the real gate, and small fake servers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from tests.gate.conftest import WAIT, Line, Log, strict
from tests.support.fake_servers import FakeServers
from tests.support.manual_authenticator import presence_off
from tests.support.waiting import until
from toolguard.clients.aggregate.session import AggregateSession
from toolguard.gate import jsonrpc
from toolguard.gate.api import GateApi
from toolguard.gate.context import GateContext, GateLimits
from toolguard.gate.model import ClientInfo, PendingCall
from toolguard.gate.policy.rules import Rule
from toolguard.gate.policy.tool_visibility import VisibilityRule
from toolguard.gate.session.upstream import UnavailableError

MODERN = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    "io.modelcontextprotocol/clientInfo": {"name": "robot", "version": "1"},
}
INITIALIZE_PARAMS = {
    "capabilities": {"roots": {}, "vendor/x": {"a": [1]}},
    "clientInfo": {"name": "robot", "version": "1"},
}
LISTS = {"tools/list": "tools", "prompts/list": "prompts", "resources/list": "resources"}
LISTS["resources/templates/list"] = "resourceTemplates"
TWO: dict[str, dict[str, Any]] = {"git": {"tools": ["commit", "log"]}, "mail": {"tools": ["send", "log"]}}


class Server(Line):
    """Answers the handshake of its era and its lists; all else it hears waits in ``came`` for the test to answer."""

    def __init__(self, name: str, part: dict[str, Any]) -> None:
        super().__init__(jsonrpc.decode_server)
        self.name = name
        self.part = part
        self.came: asyncio.Queue[Any] = asyncio.Queue()
        self.stuck = False
        """It takes the bytes of a message and reads no further."""

    async def send(self, message: Any) -> None:
        await super().send(message)
        while self.stuck and not self.ended:
            await asyncio.sleep(0.001)
        received = json.loads(jsonrpc.encode(message))
        answer = self._answer(received) if "method" in received and "id" in received else None
        if answer is not None:
            self.emit({"jsonrpc": "2.0", "id": received["id"], **answer})
        elif received.get("method") not in ("notifications/initialized", *self.part.get("deaf", ())):
            self.came.put_nowait(received)

    def _answer(self, message: Any) -> Any:
        method, part, params = message["method"], self.part, message.get("params") or {}
        if method in part.get("deaf", ()):
            return None
        members = {"capabilities": self._capabilities(), **part.get("told", {})}
        if method == "initialize" and part.get("era") != "modern":
            info = {"name": self.name, "version": "1"}
            return {"result": {"protocolVersion": part.get("version", "2025-06-18"), "serverInfo": info, **members}}
        if method == "server/discover" and part.get("era") == "modern":
            return {"result": {"resultType": "complete", "supportedVersions": [MODERN], **members}}
        if method in ("initialize", "server/discover"):
            return {"error": {"code": -32601, "message": "Method not found"}}
        if method in LISTS and LISTS[method] in part:
            return {"result": self._page(LISTS[method], params.get("cursor"))}
        return None

    def _capabilities(self) -> dict[str, Any]:
        has = {name: {"listChanged": True} for name in ("tools", "prompts", "resources") if name in self.part}
        return {**has, "logging": {}}

    def _page(self, member: str, cursor: Any) -> Any:
        """A list of lists is one of pages, whose cursors are the empty string and then numbers."""
        listed = self.part[member]
        if not listed or not isinstance(listed[0], list):
            return {member: [described(member, one) for one in listed]}
        at = {None: 0, "": 1}[cursor] if cursor in (None, "") else int(cursor)
        more = {"nextCursor": "" if at == 0 else str(at + 1)} if at + 1 < len(listed) else {}
        more = {"nextCursor": ""} if self.part.get("loops") else more
        return {member: [described(member, one) for one in listed[at]], **more}

    def emit(self, message: Any) -> None:
        self.feed(message if isinstance(message, bytes) else jsonrpc.encode(message))

    def notify(self, method: str, **params: Any) -> None:
        self.emit({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, id: Any, method: str, **params: Any) -> None:
        self.emit({"jsonrpc": "2.0", "id": id, "method": method, "params": params})

    def respond(self, message: Any, result: Any) -> None:
        self.emit({"jsonrpc": "2.0", "id": message["id"], "result": result})

    async def receive(self, method: str | None = None) -> Any:
        """The next message that it has not answered by itself, of ``method`` if given."""
        async with asyncio.timeout(WAIT):
            while True:
                message = await self.came.get()
                if method is None or message.get("method") == method:
                    return message

    def received(self, method: str) -> list[Any]:
        """All that it ever heard of one kind."""
        return [one for one in self.log if one.get("method") == method]


def described(member: str, one: Any) -> Any:
    if not isinstance(one, str):
        return one
    key = {"resources": "uri", "resourceTemplates": "uriTemplate"}.get(member, "name")
    more = {"inputSchema": {"type": "object"}} if member == "tools" else {}
    return {key: one, "description": f"it is {one}", "vendor/x": 1, **more}


class AggregateHarness:
    """``parts`` say what each server is: its lists, its ``era``, what it is ``deaf`` to, why it does not ``start``."""

    def __init__(self, parts: dict[str, dict[str, Any]], **limits: Any) -> None:
        self.parts = {name: dict(part) for name, part in parts.items()}
        self.log = Log()
        self.gate = GateContext(
            self.log, servers=FakeServers(), leaks=None, clock=lambda: 1000.0, limits=GateLimits(**limits)
        )
        self.gate.availability.ready()
        self.guard = GateApi(self.gate, keep=lambda _rule: None, trouble=lambda: (), presence=presence_off())
        self.client = Line(strict)
        self.opened: dict[str, list[Server]] = {}
        self.resumed: dict[str, Any] = {}
        self.aside: list[Any] = []
        self._task: asyncio.Task[None] | None = None

    def start(self, resumed: Any = None) -> None:
        self.facade = AggregateSession(
            "s", ClientInfo(id="desk", program="/bin/desk"), self.guard,
            servers=lambda: list(self.parts), open=self._open, resumed=resumed,
        )  # fmt: skip
        self._task = asyncio.get_running_loop().create_task(self.facade.run(self.client))

    def _open(self, server: str, session: str) -> Any:
        async def opener(_state: Callable[[str], None]) -> Server:
            part = self.parts[server]
            if part.get("slow"):
                await part["slow"].wait()
            if part.get("fails"):
                raise UnavailableError(part["fails"])
            self.opened.setdefault(server, []).append(part.get("kind", Server)(server, part))
            return self.opened[server][-1]

        return opener, self.resumed.get(session)

    async def stop(self) -> None:
        self.client.leave("the client closed its connection")
        if self._task is not None:
            await asyncio.wait_for(self._task, WAIT)

    # the client

    def send(self, message: Any) -> None:
        self.client.feed(message if isinstance(message, bytes) else json.dumps(message).encode())

    def request(self, id: Any, method: str, params: Any = None, *, modern: bool = False) -> None:
        params = {**(params or {}), "_meta": {**META, **(params or {}).get("_meta", {})}} if modern else params
        self.send({"jsonrpc": "2.0", "id": id, "method": method, **({} if params is None else {"params": params})})

    async def ask(self, method: str, params: Any = None, id: Any = "ask", **more: Any) -> Any:
        """Its result, or its error."""
        self.request(id, method, params, **more)
        answer = await self.answer(id)
        return answer.get("result", answer.get("error"))

    async def answer(self, id: Any) -> Any:
        while True:
            message = await self.receive()
            if "method" not in message and repr(message.get("id")) == repr(id):
                return message
            self.aside.append(message)

    async def receive(self, method: str | None = None) -> Any:
        async with asyncio.timeout(WAIT):
            while True:
                message = await self.client.sent.get()
                if method is None or (isinstance(message, dict) and message.get("method") == method):
                    return message
                self.aside.append(message)

    def call(self, id: Any, tool: str, arguments: Any = None, *, modern: bool = False, **more: Any) -> None:
        self.request(id, "tools/call", {"name": tool, "arguments": arguments or {}, **more}, modern=modern)

    async def initialize(self, version: str = "2025-06-18") -> Any:
        response = await self.ask("initialize", {"protocolVersion": version, **INITIALIZE_PARAMS}, id="hello")
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return response

    async def list_names(self, what: str = "tools", **more: Any) -> list[str]:
        """The names on all pages."""
        method = {member: method for method, member in LISTS.items()}[what]
        key = {"resources": "uri", "resourceTemplates": "uriTemplate"}.get(what, "name")
        found: list[str] = []
        cursor: dict[str, Any] = {}
        while True:
            page = await self.ask(method, cursor, **more)
            found += [one[key] for one in page[what]]
            if "nextCursor" not in page:
                return found
            cursor = {"cursor": page["nextCursor"]}

    # the servers, the person

    def server(self, name: str) -> Server:
        return self.opened[name][-1]

    def allow(self, server: str = "*", tool: str = "*") -> None:
        rule = Rule(id=f"{server} {tool}", client="*", server=server, tool=tool, verdict="allow", until="session")
        self.gate.rules.add(rule)

    async def wait_for_pending(self, count: int = 1) -> tuple[PendingCall, ...]:
        await until(lambda: len(self.guard.snapshot().pending) == count)
        return self.guard.snapshot().pending

    async def approve(self) -> None:
        held = (await self.wait_for_pending())[0]
        assert await self.guard.approve(held.call.id, shown=held.call.digest) == ""

    async def hide(self, server: str, tool: str, client: str = "*") -> None:
        await self.guard.set_visibility([VisibilityRule(client=client, server=server, tool=tool, exposed=False)])

    def update_servers(self, **parts: dict[str, Any]) -> None:
        """The person adds these servers, or removes those that are None."""
        for name, part in parts.items():
            if part:
                self.parts[name] = part
            else:
                del self.parts[name]
        self.gate.renewed()
