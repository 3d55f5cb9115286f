"""Handshake and list responses of the aggregated endpoint, in both eras."""

from __future__ import annotations

from typing import Any

from toolguard.clients.aggregate import merging
from toolguard.clients.aggregate.member import ClientIntroduction
from toolguard.clients.aggregate.members import AggregateMembers
from toolguard.clients.aggregate.merging import ListKind, ListPages
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Malformed, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.session.inflight_call import ResumedSession
from toolguard.gate.session.relay import Relay
from toolguard.gate.texts import coded

INITIALIZE_TIMEOUT = 0.7
"""Seconds that ``initialize`` waits for the servers' handshakes: some clients wait 1.5 s, including the start."""
DISCOVER_TIMEOUT = 3.0
"""The same for ``server/discover``."""
UNSUPPORTED_VERSION = -32022
"""UnsupportedProtocolVersion (2026-07-28)."""
_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
_MODERN_KEYS = (revisions.VERSION_KEY, revisions.CLIENT_INFO_KEY, _CAPABILITIES)


class AggregateHandshake:
    """Handshake of one client. The negotiated version is stored in ``relay``."""

    def __init__(self, members: AggregateMembers, relay: Relay) -> None:
        self._members = members
        self._relay = relay
        self._pages = ListPages()

    def resume(self, resumed: ResumedSession) -> None:
        """Restore the handshake that the client completed with a process that died."""
        if resumed.initialize is not None:
            self._relay.set_version(resumed.version)
            self._members.renew_introduction(_legacy(resumed.initialize, resumed.version))
            self._members.initialized.set()

    def check_request(self, message: Message) -> Message | None:
        """Check a request against the handshake; return a response if it must not be processed.

        A modern request introduces its client itself; a legacy one must follow ``initialize``.
        """
        members = self._members
        if message["method"] == "initialize":
            return None
        if self._relay.version:
            members.initialized.set()  # also for a client that omits the notification
            return None
        if revisions.era_of(message) == "legacy":
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.initialize_comes_first"), message["id"])
        requested = revisions.version_of(message)
        if requested not in revisions.MODERN:
            data = {"supported": list(revisions.MODERN), "requested": requested}
            return jsonrpc.error(
                message["id"], UNSUPPORTED_VERSION, coded("clients.unsupported_protocol_version"), data
            )
        meta = message["params"]["_meta"]
        stated = {key: meta[key] for key in _MODERN_KEYS if key in meta}
        if _CAPABILITIES in stated:
            stated[_CAPABILITIES] = merging.without_apps(stated[_CAPABILITIES])
        introduction = ClientIntroduction("modern", {"_meta": stated})
        members.initialized.set()
        if members.introduction is None:
            members.introduce(introduction)
        members.renew_introduction(introduction)
        return None

    def initialize(self, message: Message) -> None:
        """Introduce the client that sent ``initialize`` to every server; `initialize_result` is the response."""
        if not isinstance(message.get("params"), dict):
            raise Malformed(jsonrpc.INVALID_PARAMS, coded("clients.initialize_needs_params"), message["id"])
        if self._relay.version:
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("clients.initialize_answered_before"), message["id"])
        requested = message["params"].get("protocolVersion")
        self._relay.set_version(requested if requested in revisions.SPOKEN_LEGACY else revisions.SPOKEN_LEGACY[-1])
        self._members.initialized.clear()
        self._members.introduce(_legacy(message, self._relay.version))

    async def initialize_result(self) -> dict[str, Any]:
        """Return the result of ``initialize``, at most `INITIALIZE_TIMEOUT` later; slower servers are left out."""
        await self._members.described(INITIALIZE_TIMEOUT)
        return {"protocolVersion": self._relay.version, **self._merged_description(), "serverInfo": merging.SERVER_INFO}

    async def discover(self, message: Message) -> dict[str, Any]:
        """Return the discovery result. Raises `Malformed` if no server has this era; the client tries the other one."""
        if self._relay.version:
            raise Malformed(jsonrpc.METHOD_NOT_FOUND, coded("clients.session_opened_initialize"), message["id"])
        await self._members.described(DISCOVER_TIMEOUT)
        members = list(self._members)
        if not any(member.handshake_result for member in members) and any(
            not member.unavailable_reason for member in members
        ):
            raise Malformed(jsonrpc.METHOD_NOT_FOUND, coded("clients.no_server_behind_endpoint"), message["id"])
        return _complete_result(message, {"supportedVersions": list(revisions.MODERN), **self._merged_description()})

    def _merged_description(self) -> dict[str, Any]:
        """Return the merged capabilities and instructions of all servers."""
        capabilities, more = self._members.capabilities()
        instructions = [
            (member.server, merging.text_of(member.handshake_result, "instructions"))
            for member in self._members
            if member.handshake_result
        ]
        return {
            "capabilities": merging.merge_capabilities(capabilities, more=more),
            "instructions": merging.instructions((server, text) for server, text in instructions if text.strip()),
        }

    async def list(self, message: Message, kind: ListKind) -> dict[str, Any]:
        """Return a page of the merged list. Raises `Malformed` for a cursor that is not one of ours."""
        params = message.get("params")
        cursor = params.get("cursor") if isinstance(params, dict) else None
        if cursor is None:
            page = self._pages.first(kind.method, await self._members.merged(kind))
        elif (cached := self._pages.next(kind.method, cursor)) is not None:
            page = cached
        else:
            raise Malformed(jsonrpc.INVALID_PARAMS, coded("clients.cursor_not_known_list"), message["id"])
        listed, following = page
        more = {"nextCursor": following} if following is not None else {}
        return _complete_result(message, {kind.member: listed, **more})


def _legacy(initialize: Message, version: str) -> ClientIntroduction:
    params = {**initialize["params"], "protocolVersion": version}
    if "capabilities" in params:
        params["capabilities"] = merging.without_apps(params["capabilities"])
    return ClientIntroduction("legacy", params)


def _complete_result(message: Message, body: dict[str, Any]) -> dict[str, Any]:
    """Return a result in the form of the request's era, marked as private in caches."""
    if revisions.era_of(message) == "legacy":
        return body
    meta = {merging.INFO_KEY: merging.SERVER_INFO}
    return {"resultType": "complete", **body, "ttlMs": 0, "cacheScope": "private", "_meta": meta}
