"""Rewriting of servers' responses in an aggregated endpoint, and what is learned from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from toolguard.clients.aggregate.routes import RoutingTable
from toolguard.clients.aggregate.server_requests import attribute_elicitations, attribute_input_requests
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Message
from toolguard.gate.mcp import revisions, tasks
from toolguard.gate.texts import coded

LOOKED_AT = 1024 * 1024
"""Maximum bytes of a result that is searched for resources and tasks."""
_MAX_LINKS = 1_000  # resources that one result can name


class RewrittenResult(msgspec.Struct, frozen=True):
    message: Message
    """The response for the client."""
    continues: bool = False
    """Whether a task was created, whose progress has the same token."""


def rewrite_result(method: str, server: str, answer: Message, routes: RoutingTable) -> RewrittenResult:
    """Remember the resources and tasks in a response; add the server's name to its requests for input."""
    if "error" in answer:
        return RewrittenResult({**answer, "error": attribute_elicitations(server, answer["error"])})
    raw = answer["result"]
    if (attributed := attribute_input_requests(server, raw)) is not raw:
        return RewrittenResult({**answer, "result": attributed})
    data = bytes(raw) if isinstance(raw, msgspec.Raw) else jsonrpc.encode(raw)
    if len(data) > LOOKED_AT or method != "tools/call":
        return RewrittenResult(answer)
    if b'"taskId"' in data and revisions.outcome(answer) == "task":
        task = tasks.created_task(jsonrpc.plain(raw))
        if task:
            routes.own(server, (task,))
            if routes.task_owner(task) != server:  # the client would read and cancel the task of the other server
                text = coded("clients.task_id_of_another_server", server=server)
                return RewrittenResult(jsonrpc.error(answer["id"], jsonrpc.INTERNAL_ERROR, f"ToolGuard: {text}"))
        return RewrittenResult(answer, continues=True)
    if b'"resource' in data:
        routes.name_resources(server, _links(jsonrpc.plain(raw)))
    return RewrittenResult(answer)


def _links(result: Any) -> Iterator[str]:
    content = result.get("content") if isinstance(result, dict) else None
    for block in content[:_MAX_LINKS] if isinstance(content, list) else ():
        resource = block.get("resource", block) if isinstance(block, dict) else None
        uri = resource.get("uri") if isinstance(resource, dict) else None
        if isinstance(uri, str):
            yield uri
