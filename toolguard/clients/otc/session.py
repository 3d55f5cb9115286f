"""Channel for a client without MCP, one per client and server: it performs the handshake, lists and calls itself.

Its session is like any other, with rules, tool visibility and log. Server requests are refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from toolguard import __version__
from toolguard.clients.aggregate.member import all_items
from toolguard.clients.aggregate.merging import KINDS, decode_members, text_of
from toolguard.clients.aggregate.merging import Item as Listed
from toolguard.clients.http.channel import RequestChannel
from toolguard.clients.http.streams import StreamTiming
from toolguard.clients.otc.messages import OtcDialect
from toolguard.clients.otc.schemas import SchemaConversionError
from toolguard.clients.otc.tools import MAX_LIST_SIZE, OfferedTool, OtcCatalog, make_offer
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.task_set import cancel_tasks, retrieve_exception
from toolguard.gate.texts import coded

CLIENT_NAME = "open-tool-calling"
"""Its client name, in the log and for the person."""
START_TIMEOUT = 60.0
"""Seconds for a server to start and complete the handshake, or to list its tools."""
MAX_DEFINITION_BYTES = 2 * MAX_LIST_SIZE
"""Maximum bytes of the definitions from one list, because references can multiply a schema's size."""
_UNCONVERTIBLE_COST = (
    16 * 1024
)  # bytes counted for a tool that cannot be converted: finding that out may have taken long
_YIELD_EVERY = 16  # tools after which other coroutines run
_TOOLS = KINDS["tools/list"]
_log = logging.getLogger(__name__)


class ServerNotReadyError(Exception):
    """The server is not available; the text says why."""


class OtcSession(RequestChannel):
    """``editions()``: number of definitions that each tool of this server has had."""

    def __init__(
        self, client: str, server: str, timing: StreamTiming, *, editions: Callable[[], Mapping[str, int]]
    ) -> None:
        super().__init__(client, server, timing)
        self.session_id = ""
        """The session's ID in the gate."""
        self._editions = editions
        self._open_requests: dict[Id, asyncio.Future[Message]] = {}
        self._count = 0
        self._version = ""
        self._initialized = False
        self._catalog: OtcCatalog | None = None
        self._shared_tasks: dict[str, asyncio.Task[Any]] = {}
        """Handshake and list, each shared by all waiters."""

    # --- interface for the session --------------------------------------------------------------------------------

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        if self.ended:
            raise ConnectionError(self.ended)
        assert isinstance(message, dict)  # noqa: S101 - no batch was handed over
        if "method" not in message:
            waiting = self._open_requests.pop(message.get("id", ""), None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
            self._last_used = asyncio.get_running_loop().time()
        elif "id" in message:
            self._refuse(message)
        elif message["method"] == _TOOLS.changed:
            self._catalog = None
            self._shared_tasks.pop("list", None)  # a list in progress may already be outdated

    def _refuse(self, message: Message) -> None:
        id = message["id"]
        answer = jsonrpc.error(id, jsonrpc.METHOD_NOT_FOUND, coded("clients.client_open_tool_calling"))
        with contextlib.suppress(ConnectionError):
            self._incoming.put_now(jsonrpc.result(id, {}) if message["method"] == "ping" else answer)

    async def _finish(self) -> None:
        open_request, self._open_requests = self._open_requests, {}
        for waiting in open_request.values():
            if not waiting.done():
                waiting.set_exception(ServerNotReadyError(self.ended))
                waiting.exception()  # marked as seen: nobody may be waiting any more
        await cancel_tasks(list(self._shared_tasks.values()))

    def idle_seconds(self) -> float:
        """Return the seconds since the last request or response; 0 while a request is open."""
        return 0.0 if self._open_requests else asyncio.get_running_loop().time() - self._last_used

    @property
    def idle_timeout(self) -> float:
        """Seconds after which an idle session ends."""
        return self._timing.idle_modern if self._initialized else self._timing.idle_unanswered

    # --- interface for requests -----------------------------------------------------------------------------------

    def next_id(self) -> Id:
        """Return a new ID for a request to the server."""
        self._count += 1
        return self._count

    async def request(self, method: str, params: dict[str, Any], id: Id | None = None, size: int = 0) -> Message:
        """Send a request and return its response. Raises `ServerNotReadyError`."""
        id = self.next_id() if id is None else id
        waiting: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._open_requests[id] = waiting
        try:
            await self._incoming.put({"jsonrpc": "2.0", "id": id, "method": method, "params": params}, size)
            return await waiting
        except ConnectionError:
            raise ServerNotReadyError(self.ended) from None
        finally:
            self._open_requests.pop(id, None)

    def notify(self, method: str, **params: Any) -> None:
        """Send a notification to the server; does nothing once the session has ended."""
        with contextlib.suppress(ConnectionError):
            self._incoming.put_now({"jsonrpc": "2.0", "method": method, **({"params": params} if params else {})})

    def cancel(self, id: Id) -> None:
        """Cancel a request at the server, because its client has disconnected."""
        self.notify("notifications/cancelled", requestId=id, reason=coded("clients.otc_client_closed_connection"))

    async def catalog(self, *, refresh: bool = False) -> OtcCatalog:
        """Return the server's tools; ``refresh``: request them again. Raises `ServerNotReadyError`."""
        if self._catalog is not None and not refresh:
            return self._catalog
        await self._shared("open", self._open)
        catalog: OtcCatalog = await self._shared("list", self._list)
        return catalog

    async def _shared(self, name: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        task = self._shared_tasks.get(name)
        if task is None or (task.done() and (name == "list" or task.cancelled() or task.exception())):
            task = self._shared_tasks[name] = asyncio.get_running_loop().create_task(work())
            task.add_done_callback(retrieve_exception)
        try:
            async with asyncio.timeout(START_TIMEOUT):
                return await asyncio.shield(task)
        except TimeoutError:
            raise ServerNotReadyError(coded("clients.server_not_answered_yet")) from None
        except asyncio.CancelledError:
            if task.cancelled():
                raise ServerNotReadyError(self.ended or coded("clients.endpoint_session_over")) from None
            raise

    async def _open(self) -> None:
        """Perform the handshake of the newest legacy revision, which the bridge makes work with every server."""
        params = {
            "protocolVersion": revisions.LEGACY[-1], "capabilities": {},
            "clientInfo": {"name": CLIENT_NAME, "version": __version__},
        }  # fmt: skip
        result = decode_members(_result(await self.request("initialize", params)))
        self._version = text_of(decode_members(result.get("serverInfo")), "version")
        self._initialized = True
        self.notify("notifications/initialized")

    async def _list(self) -> OtcCatalog:
        own = asyncio.current_task()

        async def page(params: dict[str, Any]) -> Any:
            return _result(await self.request(_TOOLS.method, params))

        listed: dict[str, Listed] = {}
        for item in await all_items(page, _TOOLS, {}):
            listed.setdefault(text_of(item, _TOOLS.key), item)
        catalog = OtcCatalog(await self._offers(list(listed.values())))
        if self._shared_tasks.get("list") is own:
            self._catalog = catalog
        return catalog

    async def _offers(self, listed: list[Listed]) -> list[OfferedTool]:
        offers: list[OfferedTool] = []
        editions = self._editions()
        bytes_left = MAX_DEFINITION_BYTES
        for count, item in enumerate(listed):
            name = text_of(item, _TOOLS.key)
            try:
                offer = make_offer(self.server, self._version, item, editions.get(name, 1))
                size = len(memoryview(offer.definition(OtcDialect())))
            except SchemaConversionError as why:
                _log.info("%s: the tool %r is not told to clients of Open Tool Calling: %s", self.server, name, why)
                size = _UNCONVERTIBLE_COST
            else:
                offers.append(offer)
            bytes_left -= size
            if bytes_left < 0:
                _log.info("%s: only the first %d tools are told to clients of Open Tool Calling", self.server, count)
                break
            if count % _YIELD_EVERY == 0 or size >= _UNCONVERTIBLE_COST:
                await asyncio.sleep(0)
        return offers


def _result(answer: Message) -> object:
    if "error" in answer:
        error = jsonrpc.plain(answer["error"])
        message = error.get("message") if isinstance(error, dict) else None
        raise ServerNotReadyError(str(message or coded("clients.server_gave_error"))[:500].removeprefix("ToolGuard: "))
    return answer["result"]
