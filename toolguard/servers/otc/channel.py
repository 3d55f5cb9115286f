"""Channel of an Open Tool Calling service that behaves like an MCP server of any revision."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

import httpx2

from toolguard import __version__
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.session.upstream import OUR_FAULT, OutcomeUnknown, UnavailableError
from toolguard.gate.task_set import cancel_tasks
from toolguard.gate.texts import coded
from toolguard.servers.http.transport import HttpTransport, RequestFailedError, make_tls_context, proxy_for
from toolguard.servers.inbox import ServerInbox
from toolguard.servers.otc import health
from toolguard.servers.otc import tools as otc_tools
from toolguard.servers.otc.challenge import ChallengePrompts
from toolguard.servers.otc.context import OtcContextSource
from toolguard.servers.otc.parser import (
    AuthorizationChallenge,
    OtcCallRefusal,
    OtcCallResponse,
    ToolDefinition,
    ToolRequirements,
)
from toolguard.servers.otc.request import ServerQuirks
from toolguard.servers.otc.service import OtcService
from toolguard.servers.otc.sign_in import OtcSignIn
from toolguard.servers.remote_channel import RemoteChannel
from toolguard.servers.resources import PagePrompt
from toolguard.servers.stdio.environment import UnreachableError

_log = logging.getLogger(__name__)
PREPARED_LIFETIME = 30.0
"""Seconds after which the values for a call that was not sent are forgotten."""
_META = "io.modelcontextprotocol/"
_REFUSED_VERSION = -32022
_TRACE = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*")  # W3C Trace Context §3.2

Give = Callable[[str, ToolRequirements], Awaitable[OtcContextSource]]
"""Fetches the values that a tool with that name needs in addition to its input. Raises `NotProvidedError`."""


@dataclass(frozen=True, slots=True)
class PreparedCall:
    """The values for one approved call; ``tool`` is None if there is no such tool."""

    tool: ToolDefinition | None
    context_source: OtcContextSource


async def connected(
    name: str, url: str, headers: Mapping[str, str], inbox: ServerInbox,
    *, sign_in: OtcSignIn, quirks: ServerQuirks, give: Give, prompt_page: PagePrompt,
) -> OtcChannel:  # fmt: skip
    """Return the channel to the service at ``url``, after checking its health. Raises `UnreachableError`."""
    base = url.removesuffix("/").removesuffix("/tools")
    try:
        tls, proxy = await asyncio.to_thread(lambda: (make_tls_context(base), proxy_for(base)))
        exchange = HttpTransport(base, headers, inbox, tls, proxy)
    except (httpx2.InvalidURL, ValueError) as why:
        raise UnreachableError(coded("servers.address_server_proxy_system")) from why
    except OSError as why:
        raise UnreachableError(coded("servers.cert_file_not_readable", reason=why.strerror)) from why
    service = OtcService(exchange, inbox, quirks, sign_in)
    try:
        status = await service.health()
    except RequestFailedError as why:
        await exchange.close()
        raise UnreachableError(why.reason) from why
    ill = health.status_text(status)
    if status != 200:
        inbox.note(ill or coded("servers.health_answered", status=status))
    challenges = ChallengePrompts(exchange.url, service, inbox, prompt_page)
    return OtcChannel(name, exchange, inbox, service, give, challenges, ill)


class OtcChannel(RemoteChannel):
    """``name`` is the server's name in ToolGuard."""

    def __init__(
        self,
        name: str,
        exchange: HttpTransport,
        inbox: ServerInbox,
        service: OtcService,
        give: Give,
        challenges: ChallengePrompts,
        ill: str = "",
    ) -> None:
        super().__init__(exchange, inbox)
        self._name = name
        self._service = service
        self._give = give
        self._challenges = challenges
        self._ill = ill
        self._watching: asyncio.Task[None] | None = None
        self._version = revisions.LEGACY[-1]
        self._prepared: dict[Id, PreparedCall] = {}
        self._tasks: dict[Id, asyncio.Task[None]] = {}

    def watch(self, notify: Callable[[str], None]) -> None:
        """Call ``notify`` with why the service cannot be used whenever that changes, and with "" when it can."""
        watching = health.watch(self._service, self._inbox, notify, self._ill)
        self._watching = asyncio.get_running_loop().create_task(watching)

    # --- from the session -------------------------------------------------------------------------------------

    async def prepare(self, message: Message) -> tuple[str, ...]:
        """Fetch an approved call's values before anything is sent; raises `NotProvidedError`, `UnavailableError`."""
        if message.get("method") != "tools/call":
            return ()
        name = message["params"]["name"]
        tool = self._service.tools.get(name)
        if tool is None:
            try:
                tool = (await self._service.list()).get(name)
            except RequestFailedError as why:
                raise UnavailableError(self._inbox.clean(why.reason)) from None
        source = await self._give(name, tool.needs) if tool is not None else OtcContextSource()
        id = message["id"]
        self._prepared[id] = PreparedCall(tool, source)
        asyncio.get_running_loop().call_later(PREPARED_LIFETIME, self._forget, id, self._prepared[id])
        return ()

    async def learn(self, message: Message) -> dict[str, Any]:
        """Update the tools to what a client that makes this call was shown. Raises `UnavailableError`."""
        try:
            tools = await self._service.list()
        except RequestFailedError as why:
            raise UnavailableError(self._inbox.clean(why.reason)) from None
        return _listed(tools, revisions.version_of(message) if revisions.era_of(message) == "modern" else self._version)

    def reached_tool(self, message: Message) -> tuple[str, tuple[str, ...]]:
        """Return the title and the values of the tool of a prepared call."""
        prepared = self._prepared.get(message["id"])
        tool = prepared.tool if prepared is not None else None
        return (tool.id, tool.needs.places()) if tool is not None else ("", ())

    def _forget(self, id: Id, prepared: PreparedCall) -> None:
        if self._prepared.get(id) is prepared:
            del self._prepared[id]

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        """Start a request. A call that is cancelled before it is sent is never sent."""
        if isinstance(message, list):
            for part in message:
                await self.send(part)
            return
        self._check_open()
        if "method" in message and "id" in message:
            self._read_request(message)
        elif message.get("method") == "notifications/cancelled":
            self._cancel(message)
        await self._until_sent()

    def _read_request(self, message: Message) -> None:
        id, method = message["id"], message["method"]
        modern = revisions.era_of(message) == "modern"
        version = revisions.version_of(message) if modern else self._version
        if modern and version not in revisions.MODERN:
            data = {"supported": list(revisions.MODERN), "requested": version}
            self._answer(jsonrpc.error(id, _REFUSED_VERSION, coded("servers.unsupported_protocol_version"), data))
        elif method == "initialize" and not modern:
            self._answer(jsonrpc.result(id, self._initialized(message)))
        elif method == "server/discover" and modern:
            result = {"supportedVersions": list(revisions.MODERN), "capabilities": {"tools": {}}}
            self._answer(jsonrpc.result(id, self._of_modern(result)))
        elif method == "ping":
            self._answer(jsonrpc.result(id, {"resultType": "complete"} if modern else {}))
        elif method == "tools/list":
            self._start(id, lambda: self._list(message, version))
        elif method == "tools/call":
            self._call(message, version)
        else:
            self._answer(jsonrpc.error(id, jsonrpc.METHOD_NOT_FOUND, coded("servers.method_not_found", method=method)))

    def _initialized(self, message: Message) -> dict[str, Any]:
        params = message.get("params")
        requested = params.get("protocolVersion") if isinstance(params, dict) else None
        self._version = requested if requested in revisions.LEGACY else revisions.LEGACY[-1]
        return {"protocolVersion": self._version, "capabilities": {"tools": {}}, "serverInfo": self._info()}

    def _info(self) -> dict[str, str]:
        return {"name": self._name, "version": __version__}

    def _of_modern(self, result: dict[str, Any]) -> dict[str, Any]:
        meta = {f"{_META}serverInfo": self._info()}
        return {**result, "resultType": "complete", "ttlMs": 0, "cacheScope": "private", "_meta": meta}

    # --- requests to the service ------------------------------------------------------------------------------

    def _start(self, id: Id, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        task = self._tasks[id] = asyncio.get_running_loop().create_task(self._run_guarded(id, work))
        return task

    async def _run_guarded(self, id: Id, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
        except Exception:  # noqa: BLE001 - ours, logged: whoever waits is told
            _log.exception("a request to a server failed by a fault of ToolGuard's own")
            self._answer(jsonrpc.internal_error(id, OUR_FAULT))
        finally:
            if self._tasks.get(id) is asyncio.current_task():
                del self._tasks[id]

    async def _list(self, message: Message, version: str) -> None:
        id, params = message["id"], message.get("params")
        if isinstance(params, dict) and params.get("cursor") is not None:
            self._answer(jsonrpc.error(id, jsonrpc.INVALID_PARAMS, coded("servers.unknown_cursor_only_page")))
            return
        try:
            tools = await self._service.list()
        except RequestFailedError as why:
            self._fail(id, why, call=False)
            return
        result = _listed(tools, version)
        self._answer(jsonrpc.result(id, self._of_modern(result) if version in revisions.MODERN else result))

    def _call(self, message: Message, version: str) -> None:
        id = message["id"]
        prepared = self._prepared.pop(id, None)
        if prepared is None:
            self._fail(id, RequestFailedError(coded("servers.call_took_too_long")), call=True)
        elif prepared.tool is None:
            self._answer(revisions.unknown_tool(id, message["params"]["name"]))
        else:
            going = [len(jsonrpc.encode(message))]
            self._outgoing += going[0]

            def left(*_: object) -> None:
                self._outgoing -= going.pop() if going else 0
                self._went.set()

            tool, source = prepared.tool, prepared.context_source
            task = self._start(id, lambda: self._run(message, tool, source, version, left))
            task.add_done_callback(left)

    async def _run(
        self, message: Message, tool: ToolDefinition, source: OtcContextSource, version: str, left: Callable[[], None]
    ) -> None:  # fmt: skip
        id, params = message["id"], message["params"]
        trace = _TRACE.fullmatch(str((params.get("_meta") or {}).get("traceparent", "")))
        try:
            outcome = await self._service.call(
                tool, params.get("arguments") or {}, source, trace.group(1) if trace else "", left
            )
        except RequestFailedError as why:
            self._fail(id, why, call=True)
            return
        if isinstance(outcome, OtcCallResponse) and not outcome.challenges:
            self._answer(jsonrpc.result(id, otc_tools.result(tool, outcome, version)))
        elif isinstance(outcome, OtcCallRefusal) and otc_tools.names_no_tool(outcome):
            self._answer(revisions.unknown_tool(id, params["name"]))
        else:
            self._answer(jsonrpc.result(id, otc_tools.failure(self._refused(outcome), version)))

    def _refused(self, outcome: OtcCallResponse | OtcCallRefusal) -> str:
        """Return why the tool was not run. If a person must do something first, show them the prompt."""
        challenges = outcome.challenges if isinstance(outcome, OtcCallResponse) else outcome.missing
        if not challenges:
            text = otc_tools.refusal_text(outcome) if isinstance(outcome, OtcCallRefusal) else "Not run."
            user = isinstance(outcome, OtcCallRefusal) and outcome.misses_user
            return f"{text}\nThe server wants to know who the user is: set that in ToolGuard." if user else text
        return "Not run: " + " ".join(map(self._challenged, challenges))

    def _challenged(self, challenge: AuthorizationChallenge) -> str:
        text = f"the server wants the user to sign in with {challenge.id} first."
        refused = self._challenges.show(challenge)
        return f"{text} {refused or 'ToolGuard shows the user where. When that is done, the call can be made again.'}"

    def _fail(self, id: Id, why: RequestFailedError, *, call: bool) -> None:
        """Answer with an error in the server's place."""
        reason = self._inbox.clean(why.reason)
        text = coded("servers.outcome_unknown" if why.unknown else "servers.not_run", reason=reason) if call else reason
        data = {"reason": text} if why.status is None else {"reason": text, "status": why.status}
        answer = jsonrpc.error(id, why.code, f"ToolGuard: {text}", data)
        if call and why.unknown:
            self._inbox.put(OutcomeUnknown(answer, reason))
        else:
            self._inbox.put(answer)

    def _answer(self, message: Message) -> None:
        """Deliver a message to the session with secrets redacted, because the service may repeat one anywhere."""
        data = jsonrpc.encode(message)
        for reply in self._inbox.read(data, message["id"]):
            self._inbox.put(reply, len(data))

    def _cancel(self, message: Message) -> None:
        """Close the request. OTC has no message to cancel it."""
        params = message.get("params")
        id = params.get("requestId") if isinstance(params, dict) else None
        task = self._tasks.pop(id, None) if isinstance(id, int | str) else None
        if task is not None:
            task.cancel()
            self._inbox.note(coded("servers.call_cancelled_request_closed"))

    async def _stop(self) -> None:
        """Close all requests."""
        tasks = [*self._tasks.values(), *((self._watching,) if self._watching is not None else ())]
        await cancel_tasks(tasks)
        self._prepared.clear()
        await self._challenges.close()


def _listed(tools: Mapping[str, ToolDefinition], version: str) -> dict[str, Any]:
    return {"tools": [otc_tools.mcp_tool(name, tool, version) for name, tool in tools.items()]}
