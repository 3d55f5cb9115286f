"""What the journal knows after a kill at any instruction: input, open requests, output."""

import contextlib
import fcntl
import json
import os
import random
import signal
import socket
import subprocess
import sys

import pytest

from tests.support.journals import memory_file
from toolguard.clients.stub import connect, journal
from toolguard.clients.stub.journal import Journal

KILLED = """
import os, sys
from toolguard.clients.stub.journal import Journal
reading, writing, memory = map(int, sys.argv[1:])
for fd in (reading, writing):
    os.set_blocking(fd, True)
kept = Journal(memory)
begun = {entry.id: entry for entry in kept.entries()}
rest = b""
if kept.line_is_open:
    kept.put(b"\\n")
kept.send(writing)
for id in begun:
    kept.put(b"%d lost\\n" % id, kept.answered_by({"id": id}))
    kept.send(writing)
data = kept.pending()
end = kept.consumed
while data or (data := kept.read(reading)):
    *lines, rest = (rest + data).split(b"\\n")
    for line in lines:
        end += len(line) + 1
        kept.take({"id": int(line), "method": "m"}, line, end)
        answer = b"%d done %s\\n" % (int(line), b"x" * (int(line) * 37 % 9000))
        kept.put(answer, kept.answered_by({"id": int(line)}))
        kept.send(writing)
    data = b""
"""


class Peer:
    """A client over two pipes whose app can be replaced."""

    def __init__(self):
        self.memory = memory_file()
        self.reading, self.out = os.pipe()
        self.into, self.writing = os.pipe()
        self.kept = Journal(os.dup(self.memory))

    def again(self):
        """The journal as the next process finds it."""
        self.kept.close()
        self.kept = Journal(os.dup(self.memory))
        return self.kept

    def send(self, data):
        os.write(self.out, data)
        assert self.kept.read(self.reading) == data

    def receive(self):
        return os.read(self.into, 1 << 20)

    def close(self):
        self.kept.close()
        for fd in (self.memory, self.reading, self.out, self.into, self.writing):
            os.close(fd)


@pytest.fixture
def peer():
    one = Peer()
    yield one
    one.close()


def request(id, method="m"):
    return {"jsonrpc": "2.0", "id": id, "method": method}


def ids(kept):
    return [entry.id for entry in kept.entries()]


def test_unconsumed_bytes_are_read_again(peer):
    peer.send(b"first\nsecond\nthi")
    peer.kept.take(request(1), b"first", 6)
    kept = peer.again()
    assert kept.pending() == b"second\nthi"
    os.write(peer.out, b"rd\n")
    assert kept.read(peer.reading) == b"rd\n"
    assert peer.again().pending() == b"second\nthird\n"


def test_request_is_open_only_after_its_line_is_consumed(peer):
    peer.send(b"a\nb\n")
    peer.kept.take(request("one"), b"a", 2)
    peer.kept._register(request("two"), b"b", 4, 0)  # killed before the store that takes the line
    assert ids(peer.again()) == ["one"]
    assert peer.kept.pending() == b"b\n"


def test_request_is_answered_only_after_its_response_is_committed(peer):
    peer.kept.take(request(7), b"", 1)
    peer.kept.take(request("7"), b"", 2)
    slots = peer.kept.answered_by({"jsonrpc": "2.0", "id": 7, "result": {}})
    assert ids(peer.again()) == [7, "7"]  # killed before the bytes were committed
    slots = peer.kept.answered_by({"jsonrpc": "2.0", "id": 7, "result": {}})
    peer.kept.put(b"answer\n", slots)
    assert ids(peer.again()) == ["7"]
    assert not peer.kept.is_delivered
    assert peer.kept.send(peer.writing)
    assert peer.receive() == b"answer\n"
    assert peer.again().is_delivered


def test_number_of_bytes_read_by_the_client_is_exact(peer):
    os.set_blocking(peer.writing, False)
    line = random.Random(1).randbytes(300_000).replace(b"\n", b"") + b"\n"
    got = b""
    peer.kept.put(line)
    while not peer.kept.send(peer.writing):
        got += peer.receive()
        peer.again()
    assert got + peer.receive() == line


def test_bytes_in_the_pipe_are_not_changed_by_later_writes(peer):
    """`sendfile` puts references to pages into a pipe."""
    lines = [b"%d " % n + b"x" * 999 + b"\n" for n in range(2000)]
    got = []
    for number, line in enumerate(lines):
        peer.kept.put(line)
        assert peer.kept.send(peer.writing)
        if number % 8 == 7:
            got.append(peer.receive())
    assert b"".join(got) == b"".join(lines)


@pytest.mark.parametrize("kind", [socket.AF_UNIX, None])
def test_journal_writes_to_sockets_and_terminals(kind):
    here, there = socket.socketpair() if kind else map(os.fdopen, os.openpty(), ("r+b", "r+b"), (0, 0))
    kept = Journal(memory_file())
    for number in range(100):
        kept.put(b"line %d\n" % number)
        assert kept.send(there.fileno())
        line = b""
        while not line.endswith(b"\n"):  # a terminal can pass on the end of a line by itself
            line += os.read(here.fileno(), 100)
        assert line.strip() == b"line %d" % number
    kept.close()
    here.close()
    there.close()


def test_line_over_the_buffer_size_is_sent_in_parts_and_answers_with_the_last_part(peer):
    peer.kept.take(request(1), b"", 1)
    slots = peer.kept.answered_by({"id": 1, "result": {}})
    line = memoryview(b"x" * (journal.MAX_UNDELIVERED_SIZE * 2) + b"\n")
    os.set_blocking(peer.writing, False)
    got = 0
    while line:
        line = line[peer.kept.put(line, slots) :]
        if line:
            assert ids(Journal(os.dup(peer.memory))) == [1]
            assert peer.kept.line_is_open
        while not peer.kept.send(peer.writing):
            got += len(peer.receive())
    assert got + len(peer.receive()) == journal.MAX_UNDELIVERED_SIZE * 2 + 1
    assert ids(peer.again()) == []


def test_ids_and_methods_are_stored_unchanged(peer):
    wild = [0, -1, 2**70, "", "7", "日本\u2028", '"\\', "\ud800", "x" * 800]
    for end, id in enumerate(wild, 1):
        assert peer.kept.take(request(id, "a/b" * end), b"", end) == ""
    assert ids(peer.again()) == wild
    assert peer.kept.entries()[2].method == "a/ba/ba/b"


def test_an_id_that_is_too_long_is_refused_and_not_kept(peer):
    for id in ("x" * 1000, 10**1000):
        assert "id" in peer.kept.take(request(id), b"", 1)
    assert ids(peer.again()) == []


def test_only_a_handshake_request_is_stored_completely(peer):
    line = json.dumps(request(1, "initialize")).encode()
    peer.kept.take(request(1, "initialize"), line, 1)
    peer.kept.take(request(2, "tools/call"), line, 2)
    peer.kept.take(request(3, "tools/list"), b"x" * 3000, 3)
    assert [entry.line for entry in peer.again().entries()] == [line, b"", b""]


def test_cancelled_request_is_no_longer_open(peer):
    peer.kept.take(request(1), b"", 1)
    cancel = {"jsonrpc": "2.0", "method": journal.CANCELLED, "params": {"requestId": 1}}
    peer.kept.take(cancel, b"", 2)
    for params in (None, [], {"requestId": {}}, {"requestId": 5}):
        peer.kept.take({**cancel, "params": params}, b"", 3)
    assert ids(peer.again()) == []


def test_the_members_of_a_batch_are_kept_together(peer):
    peer.kept.take([request(1), request("b"), 5, {"id": None}, {"id": True, "method": "m"}], b"", 9)
    peer.kept.take(request(3), b"", 12)
    assert [(entry.id, entry.batch) for entry in peer.again().entries()] == [(1, 9), ("b", 9), (3, 0)]
    both = peer.kept.answered_by([{"id": "b", "result": 1}, {"id": 1, "error": {}}])
    peer.kept.put(b"[...]\n", both)
    assert ids(peer.again()) == [3]


def test_request_table_is_bounded_and_refused_batch_frees_slots(peer, monkeypatch):
    monkeypatch.setattr(journal, "SLOT_COUNT", 4)
    peer.kept.take([request(1), request(2)], b"", 1)
    for id in (3, 4, 5, 6):
        assert peer.kept.take(request(id), b"", id) == ""
    assert "too many" in peer.kept.take(request(7), b"", 7)
    assert ids(peer.again()) == [3, 4, 5, 6]


def test_input_buffer_wraps_around_and_an_oversized_line_is_marked(peer):
    size = 50_000
    end = 0
    for number in range(2500):  # 125 MB, always with half a line pending
        data = b"%d" % (number % 10) * (size - 1) + b"\n"
        peer.send(data)
        end += size
        peer.kept.take(None, b"", end - size // 2)
    assert peer.again().pending() == b"9" * (size // 2 - 1) + b"\n"
    peer.kept.drop_input()
    for _ in range(journal.INPUT_HALF_SIZE // size + 2):
        peer.send(b"x" * size)
    kept = peer.again()
    assert kept.is_overlong
    assert len(kept.pending()) < journal.INPUT_HALF_SIZE
    kept.take(None, b"", kept._read)
    assert not kept.is_overlong


def test_mapped_file_cannot_be_truncated(peer):
    with pytest.raises(PermissionError):
        os.ftruncate(peer.memory, 0)


def test_memory_file_of_the_stub_is_a_valid_journal():
    Journal(connect._create_memory_file()).close()


def test_stub_copies_with_a_python_that_cannot_create_memory_files(monkeypatch):
    monkeypatch.delattr(os, "memfd_create")  # as in builds for C libraries before glibc 2.27
    assert connect._create_memory_file() == -1


@pytest.mark.parametrize(("module", "name", "value"), [(sys, "platform", "darwin"), (fcntl, "F_ADD_SEALS", None)])
def test_file_that_cannot_be_sealed_is_no_journal(monkeypatch, module, name, value):
    file = memory_file()
    monkeypatch.delattr(module, name)
    if value:
        monkeypatch.setattr(module, name, value, raising=False)
    try:
        with pytest.raises(ValueError, match=r"needs Linux|can be sealed"):
            Journal(file)
    finally:
        os.close(file)


@pytest.mark.parametrize("seed", range(4))
def test_defect_6_a_process_that_is_killed_anywhere_leaves_every_request_with_exactly_one_answer(seed):
    """Defect 6: the kill hits reading, registering, committing and delivering; each id is answered once."""
    chance = random.Random(seed)
    peer = Peer()
    total = 400
    data = b"".join(b"%d\n" % n for n in range(1, total + 1))
    os.set_blocking(peer.out, False)
    os.set_blocking(peer.into, False)
    got, answered = bytearray(), 0

    def turn():
        nonlocal data, answered
        with contextlib.suppress(BlockingIOError):
            data = data[os.write(peer.out, data[:200]) :]
        with contextlib.suppress(BlockingIOError):
            before = max(0, len(got) - len(b"done"))  # a word can be read in two parts
            got.extend(os.read(peer.into, 1 << 20))
            answered += got.count(b" done", before) + got.count(b" lost", before)

    fds = (peer.reading, peer.writing, peer.memory)

    def is_over():
        return answered >= total and got.endswith(b"\n")

    while not is_over():
        process = subprocess.Popen([sys.executable, "-c", KILLED, *map(str, fds)], pass_fds=fds)
        seen, wanted = len(got), chance.randrange(1, 120_000)
        while process.poll() is None and len(got) < seen + wanted and not is_over():
            turn()
        for _ in range(chance.randrange(40)):
            turn()
        process.send_signal(signal.SIGKILL)
        process.wait()
        turn()
    lines = [line for line in bytes(got).split(b"\n") if b" done" in line or b" lost" in line]
    results = [int(line.split()[0]) for line in lines]
    assert sorted(results) == list(range(1, total + 1))
    whole = {b"%d done %s" % (n, b"x" * (n * 37 % 9000)) for n in range(1, total + 1)}
    assert all(line in whole for line in lines if b" done" in line)
    peer.close()
