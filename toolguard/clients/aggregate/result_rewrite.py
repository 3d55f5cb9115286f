"""Rewriting of servers' responses in an aggregated endpoint, and what is learned from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from toolguard.clients.aggregate.merging import decode_members
from toolguard.clients.aggregate.routes import RoutingTable
from toolguard.clients.aggregate.server_requests import attribute_elicitations, attribute_input_requests
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Message
from toolguard.gate.lenient_names import folded_member
from toolguard.gate.mcp import revisions
from toolguard.gate.texts import coded

LOOKED_AT = 1024 * 1024
"""Maximum bytes of a result that is searched for resources."""
_MAX_LINKS = 1_000  # resources that one result can name


class RewrittenResult(msgspec.Struct, frozen=True):
    """A server's response, rewritten for the client of the aggregated endpoint."""

    message: Message
    """The response for the client."""
    continues: bool = False
    """Whether a task was created, whose progress has the same token."""


def rewrite_result(method: str, server: str, answer: Message, routes: RoutingTable) -> RewrittenResult:
    """Remember the resources and tasks in a response; add the server's name to its requests for input."""
    if "error" in answer:
        return RewrittenResult({**answer, "error": attribute_elicitations(server, answer["error"])})
    raw = answer["result"]
    created = _task_ids(raw) if method == "tools/call" else ()
    routes.own(server, created)
    if any(routes.task_owner(task) != server for task in created):  # the client would read and cancel the other's task
        text = coded("clients.task_id_of_another_server", server=server)
        return RewrittenResult(jsonrpc.error(answer["id"], jsonrpc.INTERNAL_ERROR, f"ToolGuard: {text}"))
    continues = bool(created) and revisions.outcome(answer) == "task"
    if (attributed := attribute_input_requests(server, raw)) is not raw:
        return RewrittenResult({**answer, "result": attributed}, continues=continues)
    data = bytes(raw) if isinstance(raw, msgspec.Raw) else jsonrpc.encode(raw)
    if len(data) <= LOOKED_AT and method == "tools/call" and b'"resource' in data:
        routes.name_resources(server, _links(jsonrpc.plain(raw)))
    return RewrittenResult(answer, continues=continues)


def _task_ids(result: object) -> tuple[str, ...]:
    """Return the ids that a client can take for that of a created task, in either form of tasks."""
    members = list(decode_members(result).items())
    members += [
        inner for name, value in members if folded_member(name) == "task" for inner in decode_members(value).items()
    ]
    ids = (jsonrpc.plain(value) for name, value in members if folded_member(name) == "taskid")
    return tuple(id for id in ids if isinstance(id, str) and id)


def _links(result: Any) -> Iterator[str]:
    content = result.get("content") if isinstance(result, dict) else None
    for block in content[:_MAX_LINKS] if isinstance(content, list) else ():
        resource = block.get("resource", block) if isinstance(block, dict) else None
        uri = resource.get("uri") if isinstance(resource, dict) else None
        if isinstance(uri, str):
            yield uri
