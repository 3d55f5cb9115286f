"""The stub when things are not as usual: the app dies, is away, closes; descriptors that cannot be handed over."""

import asyncio
import json
import os
import signal
import socket
import tty

import pytest

from toolguard.clients.local.listener import HandshakeError, SessionAdmission
from toolguard.clients.stub import connect, fallback

REQUEST = {"jsonrpc": "2.0", "id": 1, "method": "m", "params": {"a": 1}}


async def copying(world, *arguments):
    """A stub that must copy: its stdin is a file, which no event loop can watch."""
    path = world.home / "stdin"
    path.touch()
    with path.open("rb") as file:
        return await world.client("--server", "s", *arguments, stdin=file), path


async def copying_out(world, start=None):
    """A stub that must copy, but whose stdin is a pipe: its stdout is /dev/null's kind, a file here."""
    path = world.home / "stdout"
    with path.open("wb") as file:
        return await (start or world.client)("--server", "s", "--no-start", stdout=file), path


async def lines_of(path, count):
    async with asyncio.timeout(120):
        while path.read_bytes().count(b"\n") < count:
            await asyncio.sleep(0.01)
    return path.read_bytes().split(b"\n")[:count]


# Copying.


async def test_a_file_as_stdin_is_copied_to_its_end(world):
    await world.local()
    path = world.home / "stdin"
    path.write_text("".join(json.dumps({**REQUEST, "id": i}) + "\n" for i in range(500)))
    with path.open("rb") as file:
        client = await world.client("--server", "s", stdin=file)
    assert [(await client.receive())["id"] for _ in range(500)] == list(range(500))
    assert await asyncio.wait_for(client.process.wait(), 120) == 0
    assert world.ends == ["the client closed its connection"]


async def test_a_file_as_stdout_is_copied_to(world):
    await world.local()
    client, path = await copying_out(world)
    await client.say(REQUEST)
    assert [json.loads(line)["result"] for line in await lines_of(path, 1)] == [{"a": 1}]
    assert await client.end() == 0
    assert path.read_bytes().count(b"\n") == 1  # the app's last word is not for the client


async def test_ten_megabytes_are_copied_both_ways(world):
    await world.local()
    client, path = await copying_out(world)
    await client.say({**REQUEST, "params": {"text": "x" * 10_000_000}})
    line = (await lines_of(path, 1))[0]
    assert len(json.loads(line)["result"]["text"]) == 10_000_000


async def test_copied_bytes_keep_flowing_both_ways_when_the_client_is_slow_to_read(world):
    """A client that writes much before it reads must not lock the pump."""
    world.variables["TOOLGUARD_LOCAL"] = "tcp"
    await world.local(tcp=True)
    client = await world.client("--server", "s")
    big = {**REQUEST, "params": {"text": "y" * 300_000}}
    await client.say(*[{**big, "id": i} for i in range(20)])
    assert [(await client.receive())["id"] for _ in range(20)] == list(range(20))
    assert await client.end() == 0


async def test_partial_client_line_is_sent_again_after_a_crash_in_copy_mode(world):
    pid = await world.app()
    client, path = await copying_out(world)
    await client.say(REQUEST)
    await lines_of(path, 1)
    line = json.dumps({**REQUEST, "id": 2}).encode()
    await client.say(line[:20])
    await asyncio.sleep(0.2)
    os.kill(pid, signal.SIGKILL)
    await world.app()
    await client.say(line[20:] + b"\n")
    lines = await lines_of(path, 2)
    assert [json.loads(line)["id"] for line in lines] == [1, 2]
    assert [hello["session"] for hello in world.noted()] == [None, "s-1"]


async def test_partial_copied_output_is_ended_with_a_newline(home):
    """What the app had begun to write can be half out when it dies; the next message must start a line."""
    ours, theirs = socket.socketpair()
    reader, writer = os.pipe()
    ends = OneWay(writer)
    copy = fallback.CopyPump(FakeStub(), ends)
    theirs.sendall(b'{"whole":1}\n{"half')
    theirs.close()
    pumping = asyncio.to_thread(copy.pump, ours)
    assert await pumping == "died"
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        assert file.read() in (b'{"whole":1}\n', b'{"whole":1}\n{"half\n')
    ends.close()


@pytest.mark.parametrize("word", [b"x", b"q"])
@pytest.mark.parametrize("before", [b"", b'{"a":"x"}\n', b'{"a":1}\n{"q":2}\n'])
def test_end_status_is_recognized_at_every_split(word, before):
    for cut in range(len(before) + 1):
        copy = fallback.CopyPump(FakeStub(), OneWay(0))
        parts = [before[:cut], before[cut:] + word]
        assert [copy._take_from_app(part) for part in parts] == ["", word.decode()]
        assert bytes(copy._to_client) == before


def test_x_inside_a_line_is_not_an_end_status():
    for data in (b'{"a":"x', b'{"q', b"1x"):
        copy = fallback.CopyPump(FakeStub(), OneWay(0))
        assert copy._take_from_app(data) == ""
        assert bytes(copy._to_client) == data


async def test_threads_copy_bytes_where_select_supports_only_sockets():
    """The transport on Windows, with pipes."""
    (stdin, client_out), (client_in, stdout) = os.pipe(), os.pipe()
    ends = fallback.ThreadedDescriptorPair(stdin, stdout)
    ours, theirs = socket.socketpair()
    theirs.settimeout(120)
    pumping = asyncio.create_task(asyncio.to_thread(fallback.CopyPump(FakeStub(), ends).pump, ours))
    os.write(client_out, b'{"id":1}\n')
    assert await asyncio.to_thread(theirs.recv, 100) == b'{"id":1}\n'
    big = b"z" * 3_000_000 + b"\n"
    sending = asyncio.to_thread(theirs.sendall, big + b"x")
    got = bytearray()
    sending = asyncio.create_task(sending)
    while len(got) < len(big):
        got += await asyncio.to_thread(os.read, client_in, 65536)
    await sending
    assert await pumping == "x"
    assert bytes(got) == big
    for fd in (client_out, client_in, stdin, stdout):
        os.close(fd)
    for sock in (ours, theirs, ends._in):
        sock.close()


class FakeStub:
    unread = b""
    load_sibling = staticmethod(connect.load_sibling)


class OneWay(fallback.DescriptorPair):
    """A client that says nothing and hears through ``writer``."""

    def __init__(self, writer: int) -> None:
        self._writer = writer
        self._silent, self._end = socket.socketpair()

    def fileno(self) -> int:
        return self._silent.fileno()

    def target(self) -> int:
        return self._writer

    def write(self, data: bytes | bytearray | memoryview) -> int:
        return os.write(self._writer, data)

    def close(self) -> None:
        self._silent.close()
        self._end.close()

    __del__ = close


# The app dies.


async def test_a_killed_app_is_joined_again_with_the_sessions_id(world):
    pid = await world.app()
    client = await world.client("--server", "s", "--no-start")
    await client.ask(1)
    os.kill(pid, signal.SIGKILL)
    await world.app()
    assert (await client.ask(2))["id"] == 2
    first, second = world.noted()
    assert first["session"] is None
    assert (second["session"], second["server"]) == ("s-1", "s")
    assert await client.end() == 0


async def test_a_killed_app_is_opened_again_by_the_stub(world):
    world.variables["DISPLAY"] = ":0"
    client = await world.client_that_opens("--server", "s")
    await client.ask(1)
    os.kill(await world.app_pid(), signal.SIGKILL)
    assert (await client.ask(2))["id"] == 2
    assert [hello["session"] for hello in world.noted()] == [None, "s-1"]


async def test_partial_line_in_the_output_is_terminated_before_the_next_line(world):
    pid = await world.app()
    client = await world.client("--server", "s", "--no-start")
    client.process._transport.get_pipe_transport(1).pause_reading()
    await client.say({**REQUEST, "method": "flood"})
    await asyncio.sleep(0.5)
    os.kill(pid, signal.SIGKILL)
    await world.app()
    client.process._transport.get_pipe_transport(1).resume_reading()
    await client.say({**REQUEST, "id": 2})
    half = await client.hear_line()
    assert half.startswith(b'{"jsonrpc"')
    assert half.endswith(b"xxx\n")
    assert (await client.receive())["id"] == 2


async def test_terminal_is_blocking_again_after_the_app_crashed(world):
    """The app made it non-blocking, and it is also the shell's."""
    leader, terminal = os.openpty()
    tty.setraw(terminal)
    pid = await world.app()
    client = await world.client("--server", "s", "--no-start", stdin=terminal, stdout=terminal)
    os.write(leader, json.dumps(REQUEST).encode() + b"\n")
    await asyncio.to_thread(os.read, leader, 1000)
    assert not os.get_blocking(terminal)
    os.kill(pid, signal.SIGKILL)
    async with asyncio.timeout(120):
        while not os.get_blocking(terminal):
            await asyncio.sleep(0.01)
    client.process.kill()
    os.close(leader)
    os.close(terminal)


async def test_app_that_crashes_repeatedly_is_not_started_again(world):
    world.variables["DISPLAY"] = ":0"
    client = await world.client_that_opens("--server", "s")
    for id in range(fallback.MAX_CRASHES):
        assert "result" in await client.ask(id)
        pid = await world.app_pid()
        (world.home / "pid").unlink()
        os.kill(pid, signal.SIGKILL)
    assert (await client.process.stderr.readline()).startswith(b"toolguard-connect: ToolGuard keeps stopping")
    answer = await client.ask("later")
    assert answer["error"]["data"]["reason"] == "died"


# The app is away.


async def test_without_the_app_each_request_gets_an_error_with_its_own_id(world):
    client = await world.client("--server", "s", "--no-start")
    for id in (7, "7", "日本\u2028", 2**60, -1, ""):
        answer = await client.ask(id)
        assert answer["id"] == id
        assert type(answer["id"]) is type(id)
        assert answer["error"]["code"] == -32603
        assert answer["error"]["data"] == {"reason": "not running"}
        assert "Start it" in answer["error"]["message"]
    assert await client.end() == 1
    result = await client.process.stderr.read()
    assert result.count(b"\n") == 1
    assert b"Traceback" not in result


async def test_batch_without_the_app_gets_one_response_and_other_messages_are_dropped(world):
    client = await world.client("--server", "s", "--no-start")
    await client.say(
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
        {"jsonrpc": "2.0", "id": 9, "result": {}},
        [{"jsonrpc": "2.0", "method": "n"}, {"jsonrpc": "2.0", "id": 3, "result": {}}],
        b"\n",
        b" \r\n",
        [REQUEST, {"jsonrpc": "2.0", "method": "n"}, {**REQUEST, "id": "b"}, 5],
    )
    answers = await client.receive()
    assert [(answer["id"], answer["error"]["code"]) for answer in answers] == [
        (1, -32603),
        ("b", -32603),
        (None, -32600),
    ]
    for data, code in (
        (b"{garbage\n", -32700),
        (b"\xff\xfe\n", -32700),
        (b"[" * 100_000 + b"\n", -32700),
        (b"[]\n", -32600),
        (b"7\n", -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"m"}\n', -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"m"}\n', -32600),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"m"}\n', -32600),
    ):
        await client.say(data)
        answer = await client.receive()
        assert (answer["id"], answer["error"]["code"]) == (None, code), data
    assert (await client.ask(4))["id"] == 4


async def test_endless_line_is_refused_without_being_buffered(world, monkeypatch):
    answers = fallback.FallbackResponder(FakeStub(), None)
    received = []
    monkeypatch.setattr(answers, "_send", received.append)
    monkeypatch.setattr(fallback, "MAX_LINE_SIZE", 100)
    for _ in range(1000):
        answers._receive(b"x" * 50)
    assert len(answers._line) <= 150
    answers._receive(b"\n")
    assert [answer["error"]["code"] for answer in received] == [-32600]
    answers._receive(b"{\n")
    assert received[-1]["error"]["code"] == -32700


async def test_session_recovers_when_the_app_starts(world):
    client = await world.client("--server", "s", "--no-start")
    assert "error" in await client.ask(1)
    await world.local()
    assert (await client.ask(2))["result"] == {}
    assert len(world.hellos) == 1


async def test_session_recovers_while_its_client_waits(world):
    client = await world.client("--server", "s", "--no-start")
    assert "error" in await client.ask(1)
    await world.local()
    async with asyncio.timeout(120):
        while not world.hellos:
            await asyncio.sleep(0.05)


async def test_partial_line_read_by_the_stub_reaches_the_app_completely(world):
    client = await world.client("--server", "s", "--no-start")
    line = json.dumps(REQUEST).encode()
    await client.say(line[:10])
    await asyncio.sleep(0.3)
    await world.local()
    await client.say(line[10:] + b"\n")
    assert (await client.receive())["result"] == REQUEST["params"]
    assert (await client.ask(2))["result"] == {}


async def test_exit_status_tells_whether_the_client_was_ever_accepted(world):
    async def admit(_hello):
        raise HandshakeError("there is no server named 's': add it with `toolguard server add`")

    local = await world.local(admit=admit)
    assert await (await world.client("--server", "s")).end() == 1
    await local.stop()
    assert await (await world.client("--server", "s", "--no-start")).end() == 1
    local = await world.local()
    client = await world.client("--server", "s", "--no-start")
    await client.ask(1)
    await local.stop()
    assert await client.end() == 0


async def test_refusal_reaches_the_client_verbatim_and_can_be_fixed(world):
    known = set()

    async def admit(hello):
        if hello.server not in known:
            raise HandshakeError("there is no server named 's': add it with `toolguard server add`")
        return SessionAdmission("s-1", world.echo)

    await world.local(admit=admit)
    client = await world.client("--server", "s")
    error = (await client.ask(1))["error"]
    assert error["data"] == {"reason": "refused"}
    assert error["message"].startswith("there is no server named 's'")
    known.add("s")
    assert (await client.ask(2))["result"] == {}


async def test_an_app_that_closes_on_purpose_is_not_opened_again_but_joined_when_it_is_back(world):
    local = await world.local()
    client = await world.client_that_opens("--server", "s")
    await client.ask(1)
    await local.stop()
    error = (await client.ask(2))["error"]
    assert error["data"]["reason"] == "closed"
    assert not (world.home / "starts").exists()
    await world.local()
    assert (await client.ask(3))["result"] == {}
    assert [hello.session for hello in world.hellos] == [None, "s-1"]


async def test_stub_in_copy_mode_survives_the_exit_of_the_app(world):
    world.variables["TOOLGUARD_LOCAL"] = "tcp"
    local = await world.local(tcp=True)
    client = await world.client("--server", "s")
    await client.ask(1)
    await local.stop()
    assert "error" in await client.ask(2)
    await world.local(tcp=True)
    assert (await client.ask(3))["result"] == {}
