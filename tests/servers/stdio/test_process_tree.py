"""Who belongs to a server is ended, who does not is never touched."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.support.waiting import eventually
from toolguard.servers.stdio.process_tree import MARK_VARIABLE, ChildRecord, ProcessTree, end_orphans

if TYPE_CHECKING:
    from tests.servers.conftest import Opened

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and sessions")

APP = """
import asyncio, json, sys
sys.path[:0] = {path!r}
from types import SimpleNamespace
from toolguard.servers import ServerResources, open_server

async def main():
    async def none(*_): return "/usr/bin:/bin"
    spec = SimpleNamespace(
        name="odd", kind="stdio", command=sys.executable, args={args!r}, env={{}}, cwd=None, enabled=True
    )
    tell = lambda child: print(json.dumps(child), flush=True)
    channel = await open_server(spec, ServerResources(release=none, log=lambda line: None, path=none, on_child=tell))
    async for message in channel:
        print("heard", flush=True)

asyncio.run(main())
"""


@pytest.fixture
def innocent() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(["sleep", "600"], start_new_session=True)
    yield process
    process.kill()
    process.wait()


def gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def app_that_is_killed(*how: str) -> ChildRecord:
    """Start a server under an app of its own, and kill -9 the app."""
    server = Path(__file__).parents[1] / "odd_server.py"
    code = APP.format(path=sys.path, args=("-I", "-S", str(server), *how))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as app:
        assert app.stdout is not None
        pid, created, mark = json.loads(app.stdout.readline())
        assert app.stdout.readline() == b"heard\n"
        app.kill()
    return ChildRecord(pid, created, mark)


def wait_until_gone(pid: int) -> None:
    eventually(lambda: gone(pid), f"process {pid} ends")


async def test_server_ends_when_the_app_is_killed(opened: Opened) -> None:
    child = app_that_is_killed("greet")
    opened.children.append(child)
    wait_until_gone(child.pid)


@pytest.mark.parametrize("how", [("stubborn",), ("grandchild", "orphan", "setsid")])
async def test_processes_of_a_killed_app_are_ended_at_the_next_start(
    how: tuple[str, ...], opened: Opened, innocent: subprocess.Popen[bytes]
) -> None:
    child = app_that_is_killed(*how)
    opened.children.append(child)
    if how[0] == "grandchild":
        wait_until_gone(child.pid)  # only what it started is left
    assert opened.living() != []
    assert await end_orphans([child, ChildRecord(innocent.pid, 1.0, "x" * 32)]) == []
    assert opened.living() == []
    assert innocent.poll() is None


async def test_reused_process_id_is_not_signalled(innocent: subprocess.Popen[bytes]) -> None:
    created = psutil.Process(innocent.pid).create_time()
    assert ProcessTree(ChildRecord(innocent.pid, created, "m")).look() != []
    later = ProcessTree(ChildRecord(innocent.pid, created - 60, "m"))
    assert later.look() == []
    assert await later.end() == []
    assert innocent.poll() is None


def test_a_child_that_is_dead_already_has_an_empty_tree() -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    tree = ProcessTree.of(process.pid, "m" * 32)
    assert tree.child.created == 0.0
    assert tree.look() == []


def test_own_process_and_its_parents_are_never_in_a_process_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import os, psutil\n"
        "from toolguard.servers.stdio.process_tree import MARK_VARIABLE, ChildRecord, ProcessTree\n"
        "parent = psutil.Process(os.getppid())\n"
        "found = ProcessTree(ChildRecord(parent.pid, parent.create_time(), os.environ[MARK_VARIABLE])).look()\n"
        "print([p.pid for p in found])\n"
    )
    env = {**os.environ, MARK_VARIABLE: "a" * 32, "PYTHONPATH": os.pathsep.join(sys.path)}
    shell = ["/bin/sh", "-c", '"$0" -c "$1"; exit 0', sys.executable, code]
    done = subprocess.run(shell, env=env, capture_output=True, text=True, check=False, start_new_session=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


async def test_child_in_another_process_group_is_ended_with_its_session(opened: Opened) -> None:
    code = "import os,time;p=os.fork()\nif p==0: os.setpgid(0,0)\ntime.sleep(600)"
    process = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    tree = ProcessTree.of(process.pid, "m" * 32)
    while len(tree.look()) < 2:
        time.sleep(0.01)
    assert await tree.end() == []
    assert process.wait() == -signal.SIGTERM


def test_group_is_ended_where_python_has_no_waitid(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS before Python 3.13."""
    monkeypatch.delattr(os, "waitid")
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as child:
        tree = ProcessTree.of(child.pid, "mark")
        tree._signal_group(signal.SIGKILL)
        assert child.wait(60) == -signal.SIGKILL
    tree._signal_group(signal.SIGKILL)  # the number may belong to another group by now
