"""Status of a server: its sessions, processes and memory, last failure, and log."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import psutil

from toolguard.gate.model import ConnectedSession
from toolguard.gate.texts import coded
from toolguard.servers.stdio.process_tree import ChildRecord, ProcessTree
from toolguard.services.context import ServiceContext, known_server
from toolguard.services.interface import RefusedError, RunningServer, ServerLogLines, ServerProcess, ServerSession
from toolguard.services.known_tools import stored_tools
from toolguard.store import regular_file

MAX_LOG_SIZE = 2 * 1024 * 1024
"""Bytes that are read at the end of a log."""
_MAX_PROCESSES = 100


def sessions(name: str, state: ServiceContext) -> tuple[ConnectedSession, ...]:
    """Return the client sessions that are connected to a server."""
    if state.guard is None:
        return ()
    return tuple(session for session in state.guard.snapshot().sessions if session.server == name)


async def facts(name: str, state: ServiceContext) -> RunningServer:
    """Return a server's sessions and processes. Uses a thread, because reading the process table takes about 10 ms."""
    used: list[ServerSession] = [
        {"session": session.session, "client": session.client.id, "state": session.state, "detail": session.detail,
         "since": session.since}
        for session in sessions(name, state)
    ]  # fmt: skip
    born = tuple(state.children(name))
    processes = await asyncio.to_thread(_processes, born) if born else []
    failed, stored = state.failure(name), stored_tools(state.config.servers[name], state)
    return {
        "running": state.guard is not None,
        "sessions": used,
        "tools": None if state.guard is None else len(stored.tools) if stored is not None else 0,
        "processes": processes,
        "memory": sum(process["memory"] for process in processes),
        "starts": len(born),
        "failure": {"time": failed[0], "why": failed[1]} if failed else None,
    }  # fmt: skip


def _processes(child_records: tuple[ChildRecord, ...]) -> list[ServerProcess]:
    processes: dict[int, ServerProcess] = {}
    for child in child_records:
        tree = ProcessTree(child)
        if not tree.is_alive:
            continue
        for process in tree.look():
            with contextlib.suppress(psutil.Error):
                processes[process.pid] = {
                    "pid": process.pid, "name": process.name()[:80], "memory": process.memory_info().rss,
                    "since": process.create_time(),
                }  # fmt: skip
    return sorted(processes.values(), key=lambda server_process: server_process["since"])[:_MAX_PROCESSES]


async def read_log(name: str, search: str, seen: str, lines: int, state: ServiceContext) -> ServerLogLines:
    """Return the last lines that a server wrote to its log; only those with ``search`` in them if it is set.

    ``seen`` is the ``mark`` of an earlier result: if nothing was written since, ``lines`` is None.
    """
    known_server(name, state)
    if state.logs is None:
        raise RefusedError(coded("services.no_log_kept_here"))
    return await asyncio.to_thread(_read_log, state.logs / f"server-{name}.log", lines, search, seen)


def _read_log(path: Path, most: int, search: str, seen: str) -> ServerLogLines:
    older = path.with_name(path.name + ".1")
    mark = "/".join(_mark(each) for each in (path, older))
    if seen == mark:
        return {"path": str(path), "mark": mark, "lines": None, "more": False}
    data = _tail(path, MAX_LOG_SIZE)
    whole = len(data) < MAX_LOG_SIZE
    if whole:
        before = _tail(older, MAX_LOG_SIZE - len(data))
        whole = len(before) < MAX_LOG_SIZE - len(data)
        data = before + data
    lines = data.decode("utf-8", "replace").split("\n")
    lines = lines[0 if whole else 1 : -1] if data else []
    search_folded = search.casefold()
    matches = [line for line in lines if search_folded in line.casefold()] if search_folded else lines
    return {"path": str(path), "mark": mark, "lines": matches[-most:], "more": len(matches) > most or not whole}


def _mark(path: Path) -> str:
    try:
        stat = path.stat()
    except OSError:
        return "-"
    return f"{stat.st_size}.{stat.st_mtime_ns}"


def _tail(path: Path, most: int) -> bytes:
    try:
        with regular_file.open_file(path) as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - most))
            return file.read(most)
    except FileNotFoundError:
        return b""
