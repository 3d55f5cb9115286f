"""Tasks: calls that continue after their response, their owners, and their ends.

A task belongs to the client whose call created it (tasks §Security, 2025-11-25 and the 2026 extension); other clients
cannot access it by guessing its id. The approval of the call covers the task.
"""

from __future__ import annotations

from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.model import CallEvent, OngoingCall, TaskEnded

MAX_TASKS = 10_000
"""Maximum remembered tasks; then the oldest one of whoever has the most is forgotten."""
MAX_ID_LENGTH = 200
"""Characters of an id that are remembered; of a longer one its digest is."""
ENDED = frozenset(("completed", "failed", "cancelled"))
METHODS = frozenset(("tasks/get", "tasks/result", "tasks/cancel", "tasks/update"))
PARAMS = frozenset(("taskId", "inputResponses", "_meta"))
"""The params of these methods."""
LISTEN = "subscriptions/listen"
_LISTEN_PARAMS, _TASK_FILTER = frozenset(("notifications", "_meta")), frozenset(("taskIds",))


def task_id(params: Any) -> str:
    """Return the task id in a message's params as it is remembered, or ""."""
    id = params.get("taskId") if isinstance(params, dict) else None
    return remembered_id(id) if isinstance(id, str) else ""


def named_tasks(method: str, params: Any, id: jsonrpc.Id) -> tuple[str, ...]:
    """Return the ids, as they are remembered, of the tasks that a request reads, changes or subscribes to.

    Raises `jsonrpc.Malformed` for a member that a reader takes for one that names them. ``id``: of the request.
    """
    if not isinstance(params, dict):
        return ()
    if method in METHODS:
        jsonrpc.refuse_look_alikes(params, PARAMS, id)
        return (task_id(params),)
    if method != LISTEN:
        return ()
    jsonrpc.refuse_look_alikes(params, _LISTEN_PARAMS, id)
    filters = params.get("notifications")
    if not isinstance(filters, dict):
        return ()
    jsonrpc.refuse_look_alikes(filters, _TASK_FILTER, id)
    ids = filters.get("taskIds")
    return tuple(remembered_id(each) for each in ids if isinstance(each, str)) if isinstance(ids, list) else ()


def remembered_id(id: str) -> str:
    """Return a task id, or the digest of one that is too long to be remembered."""
    return id if len(id) <= MAX_ID_LENGTH else jsonrpc.sha256(id.encode("utf-8", "surrogatepass"))


def created_task(result: Any) -> str:
    """Return the id of the task that a call's result created, in either form of tasks."""
    task = result.get("task") if isinstance(result, dict) and isinstance(result.get("task"), dict) else result
    return task_id(task)


class TaskRegistry:
    """Tasks by server, client and id, with the calls that created them. Unknown tasks are left to the server.

    Two clients of a local server have a process of it each, and these can use the same ids.
    """

    def __init__(self) -> None:
        self._began: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}  # by server and client, then by id
        self._ongoing: dict[tuple[str, str, str], OngoingCall] = {}
        self._count = 0

    def begin(self, id: str, about: dict[str, Any], now: float = 0.0) -> None:
        """Add a task. ``about`` holds the common fields of the call's records (`CallEvent`)."""
        if id:
            server, client = about["server"], about["client"]
            self._forget(server, client, id)
            self._began.setdefault((server, client), {})[id] = about
            self._ongoing[server, client, id] = OngoingCall(**about, state="task", since=now)
            self._count += 1
            if self._count > MAX_TASKS:  # of those with the most, so that nobody can push out the tasks of others
                most, tasks = max(self._began.items(), key=lambda item: len(item[1]))
                self._forget(*most, next(iter(tasks)))

    def _forget(self, server: str, client: str, id: str) -> None:
        tasks = self._began.get((server, client), {})
        if tasks.pop(id, None) is None:
            return
        self._count -= 1
        self._ongoing.pop((server, client, id), None)
        if not tasks:
            del self._began[server, client]

    def tool(self, server: str, client: str, id: str) -> str:
        """Return the tool whose call created a client's task; "" if the task is unknown."""
        call = self._began.get((server, client), {}).get(id)
        return str(call["tool"]) if call is not None else ""

    def all(self) -> tuple[OngoingCall, ...]:
        """Return the tasks that are not known to have ended."""
        return tuple(self._ongoing.values())

    def foreign(self, server: str, client: str) -> frozenset[str]:
        """Return the ids of a server's tasks that only calls of other clients created."""
        others = {
            id for (of_server, of_client), tasks in self._began.items()
            if of_server == server and of_client != client for id in tasks
        }  # fmt: skip
        return frozenset(others.difference(self._began.get((server, client), ())))

    def without_foreign(self, server: str, client: str, result: Any) -> Any:
        """Return a result of ``tasks/list`` without the tasks of other clients; the same object if it has none."""
        listed = result.get("tasks") if isinstance(result, dict) else None
        if not isinstance(listed, list) or not (foreign := self.foreign(server, client)):
            return result
        own = [task for task in listed if task_id(task) not in foreign]
        return result if len(own) == len(listed) else {**result, "tasks": own}

    def update_status(self, server: str, client: str, id: str, status: Any) -> CallEvent | None:
        """Update the status of a client's task; return the record of its end the first time that it ends."""
        if not isinstance(status, str) or status not in ENDED or self._ongoing.pop((server, client, id), None) is None:
            return None
        return TaskEnded(**self._began[server, client][id], task=id, status=status)
