"""Requests for one call in the form of each generation of Open Tool Calling, and their URLs.

`QuirksByServer` stores the detected quirks of a server: its generation, its URL for calls, and its spelling of
``input``.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from toolguard.servers.otc.context import OtcContextSource
from toolguard.servers.otc.parser import Generation, ToolDefinition

CALL_PATHS: dict[Generation, tuple[str, ...]] = {
    "G0": ("/tools/call", "/tools/execute", "/execute"),
    "G1": ("/tools/execute", "/execute", "/tools/call"),
    "G2": ("/tools/call", "/call", "/tools/execute", "/execute"),
    "G3": ("/tools/call", "/call"),
    "G4": ("/tools/call", "/call"),
}
"""The paths for calls of each generation: first that of its document, then those of its examples."""
_SCHEMA_MEMBERS: dict[Generation, dict[str, str]] = {
    "G1": {"$schema": "https://github.com/ArcadeAI/OpenToolCalling"},
    "G3": {"$schema": "urn:oxp:1.0"},
}
"""Generations whose body must or may name the client. Servers of G2 differ in what they accept, and require nothing."""


@dataclass(slots=True)
class ServerQuirks:
    """Detected properties of a server. Empty values are unknown."""

    generation: Generation | None = None
    path: str = ""
    spelling: str = "input"


@dataclass(frozen=True, slots=True)
class QuirksByServer:
    """The quirks of every server, by URL. They outlive channels."""

    known: dict[str, ServerQuirks] = field(default_factory=dict)

    def of(self, url: str) -> ServerQuirks:
        """Return the quirks of a server, the same mutable object each time."""
        return self.known.setdefault(url, ServerQuirks())


def speaks(generation: Generation, path: str) -> Generation:
    """Return the generation of a server that accepts calls at ``path``: only G1 and G0 use "execute"."""
    return "G1" if generation == "G2" and path.endswith("/execute") else generation


def headers(generation: Generation) -> dict[str, str]:
    """Return the headers: G4 sends its version there, too."""
    return {"OXP-Version": "1.0"} if generation == "G4" else {}


def body(
    generation: Generation, tool: ToolDefinition, arguments: Mapping[str, Any], source: OtcContextSource, *,
    call_id: str, trace_id: str, spelling: str, now: float,
) -> dict[str, Any]:  # fmt: skip
    """Return the body of one call. ``spelling``: the member with the input, ``input`` or ``inputs``."""
    if generation == "G0":
        return _first_body(tool, arguments, source, call_id, trace_id, now)
    request: dict[str, Any] = {"execution_id" if generation == "G1" else "call_id": call_id}
    if trace_id:
        request["trace_id"] = trace_id
    request |= {"tool_id": tool.id, spelling: dict(arguments)}
    if context := _context(source):
        request["context"] = context
    if generation == "G4":
        return request
    return {**_SCHEMA_MEMBERS.get(generation, {}), "request": request}


def _context(source: OtcContextSource) -> dict[str, Any]:
    context: dict[str, Any] = {}
    if source.authorization:
        context["authorization"] = [{"id": id, "token": token} for id, token in source.authorization.items()]
    if source.secrets:
        context["secrets"] = [{"id": id, "value": value} for id, value in source.secrets.items()]
    if source.user_id is not None:
        context["user_id"] = source.user_id
    return context


def _first_body(
    tool: ToolDefinition, arguments: Mapping[str, Any], source: OtcContextSource,
    call_id: str, trace_id: str, now: float,
) -> dict[str, Any]:  # fmt: skip
    """Return the body of the first generation: with one token, and the secrets as an object."""
    token = next(iter(source.authorization.values()), None)
    context: dict[str, Any] = {"authorization": {"token": token}} if token is not None else {}
    context |= {"secrets": dict(source.secrets)} if source.secrets else {}
    context |= {"user_id": source.user_id} if source.user_id is not None else {}
    created = datetime.datetime.fromtimestamp(now, datetime.UTC).isoformat(timespec="seconds")
    return {
        "run_id": trace_id or call_id, "execution_id": call_id, "created_at": created.replace("+00:00", "Z"),
        "tool": {"name": tool.name, "toolkit": tool.toolkit, "version": tool.version},
        "inputs": dict(arguments), "context": context,
    }  # fmt: skip
