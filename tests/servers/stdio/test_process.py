"""A child and its pipes: what is told of them, in which order, and that the child has nothing of ours."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import psutil
import pytest

from toolguard.servers.stdio.process import launched

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")
WAIT = 120


class Told(asyncio.SubprocessProtocol):
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.news: list[Any] = []
        self.over = asyncio.Event()

    def connection_made(self, transport: Any) -> None:
        self.process = transport
        self.news.append("made")

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self.news.append((fd, data))

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self.news.append(("lost", fd))

    def process_exited(self) -> None:
        self.news.append(("exited", self.process.get_returncode()))

    def connection_lost(self, exc: Exception | None) -> None:
        self.news.append("over")
        self.over.set()

    async def until(self, *news: Any) -> None:
        async with asyncio.timeout(WAIT):
            while not set(news) <= set(self.news):
                await asyncio.sleep(0.002)


async def run(code: str, **env: str) -> Told:
    return await launched(Told, sys.executable, "-I", "-S", "-c", "import os, time\n" + code, env=env, cwd="/")


@pytest.fixture(params=["by the kernel", "by a thread"])
def waiting(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How the end of a child is heard of."""
    if request.param == "by a thread":
        monkeypatch.delattr(os, "pidfd_open", raising=False)


@pytest.mark.usefixtures("waiting")
@pytest.mark.parametrize(("end", "status"), [("os._exit(3)", 3), ("os.kill(os.getpid(), 9)", -9), ("", 0)])
async def test_output_and_exit_of_a_child_are_reported_in_order(end: str, status: int) -> None:
    result = await run(f"os.write(1, b'out'); os.write(2, b'err')\n{end}")
    async with asyncio.timeout(WAIT):
        await result.over.wait()
    assert result.news[-1] == "over" and result.news.count("over") == 1
    assert set(result.news) == {
        "made", (1, b"out"), (2, b"err"), ("lost", 0), ("lost", 1), ("lost", 2), ("exited", status), "over",
    }  # fmt: skip
    assert result.news.index("made") < result.news.index((1, b"out")) < result.news.index(("lost", 1))
    assert not psutil.pid_exists(result.process.get_pid()), "it is no zombie"


async def test_pipe_closed_by_a_running_child_is_detected() -> None:
    result = await run("os.close(1); os.write(2, b'still here'); time.sleep(600)")
    await result.until(("lost", 1), (2, b"still here"))
    assert result.process.get_returncode() is None
    result.process.close()
    await result.until(("exited", -9), "over")


async def test_child_has_only_three_descriptors() -> None:
    result = await run("os.write(1, b' '.join(sorted(os.listdir(b'/dev/fd')[:9])))")
    await result.until("over")
    (found,) = [one[1] for one in result.news if one[0] == 1]
    assert found.split() in ([b"0", b"1", b"2"], [b"0", b"1", b"2", b"3"]), "the last one is the folder that is read"


async def test_child_reads_its_input_until_eof() -> None:
    result = await run("while data := os.read(0, 99): os.write(1, data)")
    result.process.get_pipe_transport(0).write(b"hello")
    await result.until((1, b"hello"))
    assert os.getsid(result.process.get_pid()) == result.process.get_pid() != os.getsid(0)
    result.process.get_pipe_transport(0).close()
    await result.until(("exited", 0), "over")


async def test_missing_program_leaves_no_open_descriptors() -> None:
    before = os.listdir("/dev/fd")
    with pytest.raises(FileNotFoundError):
        await launched(Told, "/nonexistent", env={}, cwd="/")
    assert os.listdir("/dev/fd") == before


async def test_child_without_pipes_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make() -> Told:
        made.append(max(psutil.Process().children(), key=lambda child: child.create_time()))
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        await launched(make, sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)", env={}, cwd="/")
    assert not made[0].is_running()
