"""Hostile programs of the same user at the socket's door: they are refused in words and leave nothing behind."""

import asyncio
import json
import os
import resource
import socket

import pytest

from tests.support.journals import memory_file
from toolguard.clients.local import listener as local_module
from toolguard.clients.local.control_client import NoReplyError, close_app, running_app
from toolguard.clients.local.listener import SessionAdmission
from toolguard.clients.stub import connect, journal
from toolguard.gate.approver import ProcessInfo

JOIN = {"toolguard": 1, "do": "join", "server": "s", "descriptors": True}


def descriptors():
    return set(os.listdir("/proc/self/fd"))


async def say(world, data, fds=(), *, wait=True):
    """What the app replies to ``data`` that comes with ``fds``; None when it hangs up."""

    def talk():
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(120)
            sock.connect(str(world.home / "run" / "app.sock"))
            try:
                if fds:
                    socket.send_fds(sock, [data], list(fds))
                else:
                    sock.sendall(data)
                result = sock.makefile("rb").readline() if wait else b""
            except ConnectionError:
                return None
            return json.loads(result) if result else None

    return await asyncio.to_thread(talk)


def encoded(**changes):
    return json.dumps({**JOIN, **changes}).encode() + b"\n"


@pytest.fixture
def pipes():
    made = [fd for _ in range(2) for fd in os.pipe()] + [memory_file(), memory_file()]
    yield made
    for fd in made:
        os.close(fd)


async def test_message_without_exactly_three_descriptors_is_refused_and_they_are_closed(world, pipes):
    await world.local()
    await say(world, b'{"do":"raise"}\n')  # whatever is opened once is open now
    before = descriptors()
    for fds, announced in (((), True), (pipes[:2], True), (pipes[1:5], True), (pipes, True), (pipes[:3], False)):
        reply = await say(world, encoded(descriptors=announced), fds)
        assert reply["ok"] is False, (fds, announced)
        assert "descriptors" in reply["error"]
    reply = await say(world, encoded(), pipes * 30)  # more than there is room for
    assert reply is None or "three descriptors" in reply["error"]
    await asyncio.sleep(0.05)
    assert descriptors() == before
    assert world.hellos == []


async def test_descriptors_that_no_loop_can_watch_are_refused(world, pipes):
    await world.local()
    reader, writer, memory = pipes[0], pipes[1], pipes[4]
    with open(__file__, "rb") as file, open("/dev/null", "r+b", buffering=0) as null:
        for fds in ((file.fileno(), writer), (reader, file.fileno()), (null.fileno(), writer), (writer, reader)):
            reply = await say(world, encoded(), (*fds, memory))
            assert reply["ok"] is False
            assert "pipe" in reply["error"]
    assert world.hellos == []


async def test_only_a_sealed_memory_file_is_a_journal(world, pipes, tmp_path):
    await world.local()
    short = memory_file()
    os.ftruncate(short, 4096)
    damaged = memory_file()
    journal.Journal(os.dup(damaged)).close()
    os.pwrite(damaged, b"\xff" * 4096, journal.MAX_UNDELIVERED_SIZE)
    on_disk = os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT, 0o600)
    os.ftruncate(on_disk, journal.FILE_SIZE)
    before = descriptors()
    for fd in (short, damaged, on_disk, pipes[2]):
        reply = await say(world, encoded(), (pipes[0], pipes[1], fd))
        assert reply["ok"] is False
        assert "journal" in reply["error"]
    assert descriptors() == before
    assert world.hellos == []
    for fd in (short, damaged, on_disk):
        os.close(fd)


async def test_admitted_session_runs_even_if_its_journal_is_damaged_meanwhile(world, pipes):
    admitting, damaged, ran = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def run(channel):
        async for _ in channel:
            pytest.fail("nobody speaks here")
        ran.set()

    async def admit(_):
        admitting.set()
        await damaged.wait()
        return SessionAdmission("s-1", run)

    await world.local(admit=admit)
    memory = journal.Journal(os.dup(pipes[4]))
    memory.put_input(line := b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    memory.take(json.loads(line), line, len(line))
    with socket.socket(socket.AF_UNIX) as sock:
        sock.connect(str(world.home / "run" / "app.sock"))
        socket.send_fds(sock, [encoded()], [pipes[0], pipes[3], pipes[4]])
        await admitting.wait()
        content = os.pread(pipes[4], journal.FILE_SIZE, 0)
        os.pwrite(pipes[4], b"x", content.index(b"1ping"))
        damaged.set()
        await asyncio.wait_for(ran.wait(), 10)
    memory.close()


async def test_a_line_without_end_is_refused(world):
    await world.local()
    reply = await say(world, b'{"toolguard":1,"x":"' + b"x" * 1_100_000)
    assert reply is None or "longer than" in reply["error"]
    reply = await say(world, b'{"x":"' + b"x" * 1_050_000 + b'"}\n')
    assert reply is None or "longer than" in reply["error"]


@pytest.mark.parametrize(
    "data", [b"\n", b"hello\n", b"\xff\xfe\n", b"[[[[\n", b'{"toolguard":1,"do":"approve","call":"1"}\n']
)
async def test_invalid_request_is_refused_with_a_reason(world, data):
    await world.local()
    reply = await say(world, data)
    assert reply["ok"] is False
    assert reply["error"]


async def test_silent_or_vanishing_peer_is_abandoned(world, monkeypatch):
    monkeypatch.setattr("toolguard.clients.local.listener.HANDSHAKE_TIMEOUT", 0.2)
    local = await world.local()
    await say(world, b'{"half":', wait=False)
    assert await say(world, b'{"half":') is None
    await say(world, encoded(descriptors=False), wait=False)
    await asyncio.sleep(0.1)
    assert not local._tasks


async def test_orders_get_one_reply_and_the_window_is_raised(world):
    await world.local()
    assert (await say(world, b'{"do":"raise"}\n'))["ok"] is True
    assert world.ends == ["raised"]
    order = {"toolguard": 1, "do": "order", "order": "server list", "arguments": {"n": 2}}
    assert await say(world, json.dumps(order).encode() + b"\n") == {
        "ok": True,
        "value": {"order": "server list", "n": 2},
    }


@pytest.mark.parametrize("tcp", [False, True])
async def test_order_is_cancelled_when_its_sender_disconnects(world, tcp, monkeypatch):
    monkeypatch.setenv("TOOLGUARD_LOCAL", "tcp" if tcp else "")
    asked, taken_back = asyncio.Event(), asyncio.Event()

    async def order(name, arguments):
        asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            taken_back.set()

    await world.local(order=order, tcp=tcp)
    sock = await asyncio.to_thread(connect.open_app, str(world.home))
    sock.sendall(b'{"toolguard":1,"do":"order","order":"rule.add","arguments":{}}\n')
    async with asyncio.timeout(120):
        await asked.wait()
        assert not taken_back.is_set()
        sock.close()
        await taken_back.wait()


def leave_free(pid, count):
    """Let the process open ``count`` more descriptors and no further."""
    used = {int(one) for one in os.listdir(f"/proc/{pid}/fd")}
    soft = max(n for n in range(1, 4096) if n - len([one for one in used if one < n]) == count)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (soft, resource.prlimit(pid, resource.RLIMIT_NOFILE)[1]))


def let_go(pid):
    hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)[1]
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (hard, hard))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs prlimit (Linux)")
@pytest.mark.parametrize("free", [1, 2, 3])
async def test_app_without_descriptors_refuses_with_a_reason(world, pipes, free):
    """Defect 11: it named the wrong number of descriptors; it had lost them to EMFILE."""
    handed = (pipes[0], pipes[3], pipes[4])
    pid = await world.app()
    leave_free(pid, free)
    reply = await say(world, encoded(), handed)
    assert "ToolGuard has no file descriptors left" in reply["error"] and reply["retry"] is True
    let_go(pid)
    assert (await say(world, encoded(), handed))["ok"] is True


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs prlimit (Linux)")
@pytest.mark.parametrize("free", [0, 1, 2, 3])
async def test_client_is_served_despite_a_lack_of_file_descriptors(world, free):
    """Defect 11: one of six stdio clients got no answer to its first request. The stub tries again by itself."""
    pid = await world.app()
    leave_free(pid, free)
    client = await world.client("--server", "s", "--no-start")
    asking = asyncio.ensure_future(client.ask(1, text="x"))
    await asyncio.wait((asking,), timeout=1.0)
    let_go(pid)
    reply = await asking
    assert reply.get("result") == {"text": "x"}, reply
    assert await client.end() == 0


async def test_silent_connections_do_not_block_others(world, monkeypatch):
    """Defect 11: connections that have not said who they are are dropped first, the oldest before all others."""
    monkeypatch.setattr(local_module, "MAX_HANDSHAKES", 4)
    await world.local()
    inside = await world.client("--server", "s")
    assert "result" in await inside.ask(1)
    silent = []
    for _ in range(300):
        sock = socket.socket(socket.AF_UNIX)
        await asyncio.to_thread(sock.connect, str(world.home / "run" / "app.sock"))
        silent.append(sock)
    client = await world.client("--server", "s")
    assert "result" in await client.ask(1)
    assert "result" in await inside.ask(2)
    assert await asyncio.to_thread(silent[0].recv, 1) == b""
    for sock in silent:
        sock.close()


async def test_second_start_learns_where_the_app_is_shown(world):
    """Self-approval: a window on another display was raised there, and the person's `toolguard` said nothing."""
    process = ProcessInfo(
        surface="window", display=":99", display_program="Xvfb", pid=7, started=5.0, started_by="agent"
    )
    await world.local(process=lambda: process)
    assert await asyncio.to_thread(running_app, world.home) == process


async def test_another_start_can_close_the_app_and_is_named(world):
    asked: list[str] = []
    await world.local(close=asked.append)
    assert await asyncio.to_thread(close_app, world.home)
    assert asked == [f"process {os.getpid()}, started by {asked[0].partition('started by ')[2]}"]


async def test_refused_close_request_is_reported(world):
    await world.local()
    with pytest.raises(NoReplyError, match="this ToolGuard cannot be closed by another process"):
        await asyncio.to_thread(close_app, world.home)
    assert world.ends == []


@pytest.mark.parametrize("expected", [{}, {"process": 5}, {"process": {"surface": "hologram"}}])
async def test_app_without_process_info_is_unknown(home, expected):
    (home / "run").mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(home / "run" / "app.sock"))
        listener.listen()
        asking = asyncio.create_task(asyncio.to_thread(running_app, home))
        other, _ = await asyncio.to_thread(listener.accept)
        with other:
            await asyncio.to_thread(other.recv, 4096)
            other.sendall(json.dumps({"ok": True, **expected}).encode() + b"\n")
            assert await asking == ProcessInfo()
