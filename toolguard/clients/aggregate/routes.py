"""Routing of a client's request to one of several servers, with the params for that server. It does no I/O."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from toolguard.clients.aggregate.merging import Item, ListKind, is_for_apps_only, text_of, ui_resource_of
from toolguard.clients.aggregate.naming import ExposedNames, exposed_name
from toolguard.clients.aggregate.resource_owners import ResourceOwners
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Malformed, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.mcp.tasks import METHODS as TASK_METHODS
from toolguard.gate.mcp.tasks import remembered_id, task_id
from toolguard.gate.model import Era
from toolguard.gate.texts import coded

MAX_TASKS = 10_000
"""Maximum number of tasks of one server that are remembered; the oldest is forgotten first."""
BY_URI = frozenset(("resources/read", "resources/subscribe", "resources/unsubscribe"))
_NEEDED_LISTS = {
    "tools/call": ("tools/list",),
    "prompts/get": ("prompts/list",),
    "completion/complete": ("prompts/list", "resources/templates/list"),
    **dict.fromkeys(BY_URI, ("resources/list", "resources/templates/list", "tools/list")),
    **dict.fromkeys(TASK_METHODS, ()),
}
ROUTED_METHODS = frozenset(_NEEDED_LISTS)
"""Requests that are for one server."""

Route = tuple[str, dict[str, Any]]
"""A server, and a request's params in the form for it."""


class RoutingTable:
    """The tables of names, resources and tasks by which requests are routed."""

    def __init__(self) -> None:
        self._names = {"tools/list": ExposedNames(), "prompts/list": ExposedNames()}
        self._resources = ResourceOwners()
        self._tasks: dict[str, dict[str, None]] = {}  # by server

    def learn(self, kind: ListKind, server: str, listed: Iterable[Item]) -> list[Item]:
        """Replace what ``server`` lists; return it in the client's form, with exposed, unique names."""
        by_key = {text_of(item, kind.key): item for item in reversed(list(listed))}
        unique = dict(reversed(by_key.items()))
        if kind.method == "tools/list":
            self._resources.name(server, filter(None, map(ui_resource_of, unique.values())))
            unique = {name: item for name, item in unique.items() if not is_for_apps_only(item)}
        if kind.method in self._names:
            self._names[kind.method].replace(server, unique)
            return [_renamed(server, name, item) for name, item in unique.items()]
        if kind.method == "resources/list":
            self._resources.list(server, unique)
        elif kind.method == "resources/templates/list":
            self._resources.list_templates(server, unique)
        else:
            self.own(server, unique)
            return [item for task, item in unique.items() if self.task_owner(task) == server]
        return list(unique.values())

    def own(self, server: str, tasks: Iterable[str]) -> None:
        """Remember ``server`` as the owner of tasks, unless another server had a task with that ID before."""
        tasks_of_server = self._tasks.setdefault(server, {})
        for task in map(remembered_id, tasks):
            if self.task_owner(task) is None:
                tasks_of_server[task] = None
            if len(tasks_of_server) > MAX_TASKS:
                del tasks_of_server[next(iter(tasks_of_server))]

    def name_resources(self, server: str, uris: Iterable[str]) -> None:
        """Remember resources that ``server`` mentioned without listing them."""
        self._resources.name(server, uris)

    def drop(self, server: str) -> None:
        """Forget everything of a server; an unknown one is ignored."""
        for names in self._names.values():
            names.drop(server)
        self._resources.drop(server)
        self._tasks.pop(server, None)

    def owner(self, uri: str, order: Sequence[str]) -> str | None:
        """Return the server of a resource; None if unknown."""
        return self._resources.find(uri, order)

    def task_owner(self, task: str) -> str | None:
        """Return the server that created a task; None if it is unknown or forgotten."""
        task = remembered_id(task)
        return next((server for server, tasks in self._tasks.items() if task in tasks), None)

    def route(self, message: Message, order: Sequence[str]) -> Route | None:
        """Return the route of ``message``; None if no list has its target. Raises `Malformed`."""
        method, params = message["method"], message.get("params")
        if method == "tools/call":
            revisions.check_call(message)
        if not isinstance(params, dict):
            raise Malformed(jsonrpc.INVALID_PARAMS, coded("clients.needs_params", method=method), message["id"])
        if method in BY_URI:
            return self._route_by_uri(params.get("uri"), params, order)
        if method in TASK_METHODS:
            owner = self.task_owner(task_id(params))
            return (owner, params) if owner is not None else None
        if method == "completion/complete":
            return self._route_by_reference(params, order)
        return self._route_by_name(
            "tools/list" if method == "tools/call" else "prompts/list", params.get("name"), params
        )

    def _route_by_name(self, kind: str, name: object, params: dict[str, Any]) -> Route | None:
        target = self._names[kind].find(name) if isinstance(name, str) else None
        return (target[0], {**params, "name": target[1]}) if target is not None else None

    def _route_by_uri(self, uri: object, params: dict[str, Any], order: Sequence[str]) -> Route | None:
        owner = self._resources.find(uri, order) if isinstance(uri, str) else None
        return (owner, params) if owner is not None else None

    def _route_by_reference(self, params: dict[str, Any], order: Sequence[str]) -> Route | None:
        ref = params.get("ref")
        ref = ref if isinstance(ref, dict) else {}
        if ref.get("type") == "ref/resource":
            return self._route_by_uri(ref.get("uri"), params, order)
        target = self._route_by_name("prompts/list", ref.get("name"), ref)
        return (target[0], {**params, "ref": target[1]}) if target is not None else None


def required_lists(method: str) -> tuple[str, ...]:
    """Return the lists that are needed to route requests of this method."""
    return _NEEDED_LISTS[method]


def unknown_target(message: Message, era: Era) -> Malformed:
    """Return the error for a request without a known server (server/tools, prompts, resources §Error Handling)."""
    method, params = message["method"], message.get("params")
    params = params if isinstance(params, dict) else {}
    code = jsonrpc.INVALID_PARAMS
    if method == "tools/call":
        text = coded("clients.unknown_tool", name=params.get("name"))
    elif method == "prompts/get":
        text = coded("clients.unknown_prompt", name=params.get("name"))
    elif method in TASK_METHODS:
        text = coded("clients.task_not_found")
    elif method == "completion/complete":
        text = coded("clients.unknown_prompt_resource_template")
    else:
        text = coded("clients.resource_not_found", uri=params.get("uri"))
        code = -32002 if era == "legacy" else jsonrpc.INVALID_PARAMS
    return Malformed(code, text[:500], message["id"])


def _renamed(server: str, name: str, item: Item) -> Item:
    shown = exposed_name(server, name)
    more = {} if shown.endswith(f"__{name}") or text_of(item, "title") else {"title": name[:200]}
    return {**item, "name": shown, **more}
