"""What is sent for one call, in the words of each generation of Open Tool Calling, and to which address.

What was learnt of a server is kept in `QuirksByServer`: its generation, its address for calls, how it spells ``input``.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from toolguard.servers.otc.context import OtcContextSource
from toolguard.servers.otc.parser import Generation, ToolDefinition

PATHS: dict[Generation, tuple[str, ...]] = {
    "G0": ("/tools/call", "/tools/execute", "/execute"),
    "G1": ("/tools/execute", "/execute", "/tools/call"),
    "G2": ("/tools/call", "/call", "/tools/execute", "/execute"),
    "G3": ("/tools/call", "/call"),
    "G4": ("/tools/call", "/call"),
}
"""Where each generation takes calls, the first as its document says, the others as its examples do."""
_SCHEMA: dict[Generation, dict[str, str]] = {
    "G1": {"$schema": "https://github.com/ArcadeAI/OpenToolCalling"},
    "G3": {"$schema": "urn:oxp:1.0"},
}
"""Who must or may name itself in the body; servers of G2 differ in what they take there, and need nothing."""


@dataclass(slots=True)
class ServerQuirks:
    """How one server is spoken to. Empty: not known yet."""

    generation: Generation | None = None
    path: str = ""
    spelling: str = "input"


@dataclass(frozen=True, slots=True)
class QuirksByServer:
    """The habits of every server, by address: they outlive the channels."""

    known: dict[str, ServerQuirks] = field(default_factory=dict)

    def of(self, url: str) -> ServerQuirks:
        return self.known.setdefault(url, ServerQuirks())


def speaks(generation: Generation, path: str) -> Generation:
    """The generation that a server speaks which takes calls at ``path``: only G1 and G0 say "execute"."""
    return "G1" if generation == "G2" and path.endswith("/execute") else generation


def headers(generation: Generation) -> dict[str, str]:
    """G4 tells its version beside the body."""
    return {"OXP-Version": "1.0"} if generation == "G4" else {}


def body(
    generation: Generation, tool: ToolDefinition, arguments: Mapping[str, Any], given: OtcContextSource, *,
    call_id: str, trace_id: str, spelling: str, now: float,
) -> dict[str, Any]:  # fmt: skip
    """The body of one call. ``spelling``: the member that holds the input, ``input`` or ``inputs``."""
    if generation == "G0":
        return _first(tool, arguments, given, call_id, trace_id, now)
    request: dict[str, Any] = {"execution_id" if generation == "G1" else "call_id": call_id}
    if trace_id:
        request["trace_id"] = trace_id
    request |= {"tool_id": tool.id, spelling: dict(arguments)}
    if context := _context(given):
        request["context"] = context
    if generation == "G4":
        return request
    return {**_SCHEMA.get(generation, {}), "request": request}


def _context(given: OtcContextSource) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if given.authorization:
        told["authorization"] = [{"id": id, "token": token} for id, token in given.authorization.items()]
    if given.secrets:
        told["secrets"] = [{"id": id, "value": value} for id, value in given.secrets.items()]
    if given.user_id is not None:
        told["user_id"] = given.user_id
    return told


def _first(
    tool: ToolDefinition, arguments: Mapping[str, Any], given: OtcContextSource, call_id: str, trace_id: str, now: float
) -> dict[str, Any]:  # fmt: skip
    """A call of the first generation: one token, and the secrets as an object."""
    token = next(iter(given.authorization.values()), None)
    context: dict[str, Any] = {"authorization": {"token": token}} if token is not None else {}
    context |= {"secrets": dict(given.secrets)} if given.secrets else {}
    context |= {"user_id": given.user_id} if given.user_id is not None else {}
    created = datetime.datetime.fromtimestamp(now, datetime.UTC).isoformat(timespec="seconds")
    return {
        "run_id": trace_id or call_id, "execution_id": call_id, "created_at": created.replace("+00:00", "Z"),
        "tool": {"name": tool.name, "toolkit": tool.toolkit, "version": tool.version},
        "inputs": dict(arguments), "context": context,
    }  # fmt: skip
