"""The channel over descriptors: messages whole and in order, pressure both ways, nothing left behind."""

import asyncio
import fcntl
import os
import socket
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.journals import memory_file
from toolguard.clients.local import stdio_channel
from toolguard.clients.local.stdio_channel import DescriptorChannel, DescriptorInbox
from toolguard.clients.stub import journal
from toolguard.clients.stub.journal import Journal
from toolguard.gate import jsonrpc


class Ends:
    """The client's ends of its two pipes and the stub's end of the line, around a channel."""

    def __init__(self, prepare=Journal.close):
        self.stdin_of_stub, self.write_end = os.pipe()
        self.read_end, self.stdout_of_stub = os.pipe()
        self.stub, ours = socket.socketpair()
        self.stub.setblocking(False)
        self.memory = memory_file()
        prepare(Journal(os.dup(self.memory)))
        handed = (os.dup(self.stdin_of_stub), os.dup(self.stdout_of_stub))
        self.channel = DescriptorChannel(ours, handed, journal=Journal(os.dup(self.memory)))
        self.channel.open()
        self.open = {self.stdin_of_stub, self.write_end, self.read_end, self.stdout_of_stub, self.memory}

    def shut(self, fd):
        self.open.remove(fd)
        os.close(fd)

    def marks(self):
        try:
            return self.stub.recv(100)
        except BlockingIOError:
            return None

    async def close(self):
        await self.channel.close()
        self.stub.close()
        for fd in self.open:
            os.close(fd)


@pytest.fixture
async def ends():
    made = Ends()
    yield made
    await made.close()


def message(id):
    return {"jsonrpc": "2.0", "id": id, "method": "m"}


async def test_messages_batches_and_faults_come_in_order(ends):
    os.write(
        ends.write_end,
        b'{"jsonrpc":"2.0","id":1,"method":"m"}\r\n\n[1,2]\n{bad}\n{"jsonrpc":"2.0","id":2,"method":"m"}\n',
    )
    got = [await anext(ends.channel) for _ in range(4)]
    assert got[0] == message(1)
    assert got[1] == [1, 2]
    assert isinstance(got[2], jsonrpc.Malformed)
    assert got[3] == message(2)


async def test_eof_of_stdin_follows_the_queued_messages(ends):
    os.write(ends.write_end, jsonrpc.encode(message(1)) + b"\n" + b'{"unfinished')
    ends.shut(ends.write_end)
    assert [one async for one in ends.channel] == [message(1)]
    assert ends.channel.ended == "the client closed its connection"
    await ends.channel.send(message(2))  # it may still read
    assert os.read(ends.read_end, 100) == jsonrpc.encode(message(2)) + b"\n"


async def test_stub_exit_drops_unread_messages(ends):
    os.write(ends.write_end, jsonrpc.encode(message(1)) + b"\n")
    await asyncio.sleep(0.01)
    ends.stub.close()
    await asyncio.sleep(0.01)
    assert [one async for one in ends.channel] == []
    assert ends.channel.ended == "toolguard-connect ended"
    with pytest.raises(ConnectionError):
        await ends.channel.send(message(2))


async def test_channel_of_an_exited_stub_reads_no_input():
    ours, theirs = socket.socketpair()
    (reader, client), (client_in, writer) = os.pipe(), os.pipe()
    theirs.close()
    os.write(client, b"kept\n")
    channel = DescriptorChannel(ours, (os.dup(reader), writer), journal=Journal(memory_file()))
    channel.open()
    assert [one async for one in channel] == []
    await channel.close()
    assert os.read(reader, 100) == b"kept\n"
    assert os.read(client_in, 100) == b""
    for fd in (reader, client, client_in):
        os.close(fd)


async def test_partial_line_of_a_crashed_app_is_terminated_before_the_next_message():
    def half(dead):
        line = memoryview(b"x" * (journal.MAX_UNDELIVERED_SIZE + 1))
        dead.put(line[dead.put(line) :])
        dead.close()

    ends = Ends(half)
    sending = asyncio.create_task(ends.channel.send(message(1)))
    lines = await asyncio.to_thread(_read_lines, ends.read_end, 2)
    await sending
    assert [len(lines[0]), jsonrpc.decode(lines[1])] == [journal.MAX_UNDELIVERED_SIZE, message(1)]
    await ends.close()


async def test_sending_waits_while_the_client_does_not_read_and_all_arrives_in_order(ends):
    big = {"jsonrpc": "2.0", "result": "x" * 300_000}
    sending = [asyncio.create_task(ends.channel.send({**big, "id": i})) for i in range(20)]
    await asyncio.sleep(0.05)
    assert sum(task.done() for task in sending) < 6
    sending[-1].cancel()
    reading = asyncio.create_task(asyncio.to_thread(_read_lines, ends.read_end, 20))
    await asyncio.wait(sending)
    got = [jsonrpc.decode(line)["id"] for line in await reading]
    assert got == list(range(20))  # handed over before the first wait: giving up the wait changes nothing


def _read_lines(fd, count):
    data = bytearray()
    while data.count(b"\n") < count:
        data += os.read(fd, 65536)
    return bytes(data).splitlines()


async def test_waiting_sender_gets_the_disconnect(ends):
    sending = asyncio.create_task(ends.channel.send({"jsonrpc": "2.0", "id": 1, "result": "x" * 3_000_000}))
    await asyncio.sleep(0.01)
    assert not sending.done()
    ends.shut(ends.read_end)
    with pytest.raises(ConnectionError):
        await asyncio.wait_for(sending, 120)


async def test_reading_pauses_while_messages_are_not_consumed(ends):
    os.set_blocking(ends.write_end, False)
    line = jsonrpc.encode({**message(1), "params": {"x": "x" * 60_000}}) + b"\n"
    data, total = b"", 0
    for _ in range(2000):
        data = data or line
        try:
            count = os.write(ends.write_end, data)
        except BlockingIOError:
            count = 0
        data, total = data[count:], total + count
        await asyncio.sleep(0)
    assert stdio_channel.HIGH_WATER < total < stdio_channel.HIGH_WATER + 3 * stdio_channel.CHUNK_SIZE
    for _ in range(60):
        await anext(ends.channel)
    await asyncio.sleep(0.01)
    assert os.write(ends.write_end, data or line) > 0


async def test_reading_pauses_for_many_short_lines():
    calls = []
    inbox = DescriptorInbox(lambda: calls.append("pause"), lambda: calls.append("resume"))
    lines = stdio_channel.HIGH_WATER // stdio_channel.LINE_OVERHEAD
    inbox.feed(b"1\n" * (lines - 1000))
    assert calls == []
    inbox.feed(b"1\n" * 1000)
    assert calls == ["pause"]
    for _ in range(lines // 2 + 1000):
        await inbox.next()
    assert calls == ["pause", "resume"]


async def test_a_line_longer_than_the_queue_is_read_whole(ends):
    line = jsonrpc.encode({**message(1), "params": {"x": "x" * (stdio_channel.HIGH_WATER * 2)}}) + b"\n"
    writing = asyncio.create_task(
        asyncio.to_thread(_write_all, ends.write_end, jsonrpc.encode(message(0)) + b"\n" + line)
    )
    assert (await anext(ends.channel))["id"] == 0
    assert len((await anext(ends.channel))["params"]["x"]) == stdio_channel.HIGH_WATER * 2
    await writing


def _write_all(fd, data):
    while data:
        data = data[os.write(fd, data) :]


async def test_close_flushes_notifies_the_stub_and_releases_descriptors(ends):
    await ends.channel.send({"jsonrpc": "2.0", "id": 1, "result": "x" * 200_000})
    assert not os.get_blocking(ends.stdin_of_stub)
    reading = asyncio.create_task(asyncio.to_thread(_read_lines, ends.read_end, 1))
    await ends.channel.close("done")
    assert len((await reading)[0]) > 200_000
    assert ends.marks() == b"x"
    assert os.get_blocking(ends.stdin_of_stub)
    assert os.get_blocking(ends.stdout_of_stub)
    assert [one async for one in ends.channel] == []
    assert ends.channel.ended == "done"


async def test_closing_waits_a_second_at_most_for_a_client_that_does_not_read(ends, monkeypatch):
    monkeypatch.setattr(stdio_channel, "FLUSH_TIMEOUT", 0.1)
    await ends.channel.send({"jsonrpc": "2.0", "id": 1, "result": "x" * 200_000})
    await asyncio.wait_for(ends.channel.close(stdio_channel.CLOSING), 2)
    assert ends.marks() == b"q"


async def test_terminal_settings_are_restored():
    import pty

    leader, terminal = pty.openpty()
    ours, stub = socket.socketpair()
    channel = DescriptorChannel(ours, (os.dup(terminal), os.dup(terminal)), journal=Journal(memory_file()))
    channel.open()
    assert fcntl.fcntl(terminal, fcntl.F_GETFL) & os.O_NONBLOCK
    await channel.send(message(1))
    await channel.close()
    assert not fcntl.fcntl(terminal, fcntl.F_GETFL) & os.O_NONBLOCK
    stub.close()
    os.close(leader)
    os.close(terminal)


@given(
    st.lists(st.one_of(st.integers(), st.text(max_size=20)), max_size=20),
    st.lists(st.integers(min_value=0, max_value=400), max_size=30),
    st.booleans(),
)
def test_any_chunking_gives_the_same_messages(ids, cuts, journaled):
    data = b"".join(jsonrpc.encode({"jsonrpc": "2.0", "id": id, "method": "m\r"}) + b"\r\n" for id in ids)

    async def messages():
        kept = Journal(memory_file()) if journaled else None
        inbox = DescriptorInbox(lambda: None, lambda: None, kept)
        places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
        for start, stop in pairwise(places):
            inbox.feed(data[start:stop])
        inbox.end("over")
        got = []
        try:
            while True:
                got.append(await inbox.next())
        except StopAsyncIteration:
            return got

    expected = [{"jsonrpc": "2.0", "id": id, "method": "m\r"} for id in ids]
    assert [one if isinstance(one, dict) else one.reason for one in asyncio.run(messages())] == expected
