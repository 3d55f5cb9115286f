"""Hostile programs of the same user at the socket's door: they are refused in words and leave nothing behind."""

import asyncio
import json
import os
import socket

import pytest

from toolguard.clients import connect

HELLO = {"toolguard": 1, "do": "join", "server": "s", "descriptors": True}


def descriptors():
    return set(os.listdir("/proc/self/fd"))


async def say(world, data, fds=(), *, wait=True):
    """What the app replies to ``data`` that comes with ``fds``; None when it hangs up."""

    def talk():
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(10)
            sock.connect(str(world.home / "run" / "app.sock"))
            try:
                if fds:
                    socket.send_fds(sock, [data], list(fds))
                else:
                    sock.sendall(data)
                told = sock.makefile("rb").readline() if wait else b""
            except ConnectionError:
                return None
            return json.loads(told) if told else None

    return await asyncio.to_thread(talk)


def encoded(**changes):
    return json.dumps({**HELLO, **changes}).encode() + b"\n"


@pytest.fixture
def pipes():
    made = [fd for _ in range(3) for fd in os.pipe()]
    yield made
    for fd in made:
        os.close(fd)


async def test_anything_but_two_descriptors_is_refused_and_closed(world, pipes):
    await world.local()
    await say(world, b'{"do":"raise"}\n')  # whatever is opened once is open now
    before = descriptors()
    for fds, announced in (((), True), (pipes[:1], True), (pipes[:3], True), (pipes, True), (pipes[:2], False)):
        reply = await say(world, encoded(descriptors=announced), fds)
        assert reply["ok"] is False, (fds, announced)
        assert "descriptors" in reply["error"]
    reply = await say(world, encoded(), pipes * 30)  # more than there is room for
    assert reply is None or "two descriptors" in reply["error"]
    await asyncio.sleep(0.05)
    assert descriptors() == before
    assert world.hellos == []


async def test_descriptors_that_no_loop_can_watch_are_refused(world, pipes):
    await world.local()
    reader, writer = pipes[:2]
    with open(__file__, "rb") as file, open("/dev/null", "r+b", buffering=0) as null:
        for fds in ((file.fileno(), writer), (reader, file.fileno()), (null.fileno(), writer), (writer, reader)):
            reply = await say(world, encoded(), fds)
            assert reply["ok"] is False
            assert "pipe" in reply["error"]
    assert world.hellos == []


async def test_a_line_without_end_is_refused(world):
    await world.local()
    reply = await say(world, b'{"toolguard":1,"x":"' + b"x" * 70_000)
    assert reply is None or "longer than" in reply["error"]
    reply = await say(world, b'{"x":"' + b"x" * 66_000 + b'"}\n')
    assert reply is None or "longer than" in reply["error"]


@pytest.mark.parametrize(
    "data", [b"\n", b"hello\n", b"\xff\xfe\n", b"[[[[\n", b'{"toolguard":1,"do":"approve","call":"1"}\n']
)
async def test_what_is_not_a_request_is_refused_in_words(world, data):
    await world.local()
    reply = await say(world, data)
    assert reply["ok"] is False
    assert reply["error"]


async def test_a_silent_or_vanishing_peer_is_given_up(world, monkeypatch):
    monkeypatch.setattr("toolguard.clients.local.GREETING", 0.2)
    local = await world.local()
    await say(world, b'{"half":', wait=False)
    assert await say(world, b'{"half":') is None
    await say(world, encoded(descriptors=False), wait=False)
    await asyncio.sleep(0.1)
    assert not local._tasks


async def test_orders_get_one_reply_and_the_window_is_raised(world):
    await world.local()
    assert await say(world, b'{"do":"raise"}\n') == {"ok": True}
    assert world.ends == ["raised"]
    order = {"toolguard": 1, "do": "order", "order": "server list", "arguments": {"n": 2}}
    assert await say(world, json.dumps(order).encode() + b"\n") == {
        "ok": True,
        "value": {"order": "server list", "n": 2},
    }


@pytest.mark.parametrize("tcp", [False, True])
async def test_an_order_is_taken_back_when_who_gave_it_goes_away(world, tcp, monkeypatch):
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
    async with asyncio.timeout(10):
        await asked.wait()
        assert not taken_back.is_set()
        sock.close()
        await taken_back.wait()
