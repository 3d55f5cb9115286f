"""Clients and servers that mean harm, or only much: nothing grows without bound, nobody else waits, the app lives."""

from __future__ import annotations

import json
import socket
import threading
import time
from contextlib import suppress

import pytest

from toolguard.gate.model import CallDecided, CallHeld, CallWithdrawn, MessageRefused, SessionEnded

MEGABYTE = 1_000_000
BOUND = 200 * MEGABYTE
"""Bytes of memory that `toolguard serve` may have taken at its peak."""
DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}'
FLOOD = 200
"""Megabytes that one side sends and the other does not take: more than the bound, if any of it were kept."""
X = "x" * MEGABYTE


def call(id, tool, **arguments):
    params = {"name": tool, "arguments": arguments}
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).encode() + b"\n"


def note(number):
    message = {"jsonrpc": "2.0", "method": "vendor/note", "params": {"number": number, "text": X}}
    return json.dumps(message).encode() + b"\n"


class Talk:
    """Writes to a client's stdin in a thread, until all is said or the client is closed. Gives what `peak` was."""

    def __init__(self, client, pieces):
        self._client, self._pieces = client, pieces
        self.said = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        with suppress(OSError, ValueError):
            for piece in self._pieces:
                self._client.process.stdin.write(piece)
                self._client.process.stdin.flush()
                self.said += len(piece)

    def settle(self):
        """Wait until all is said or nothing more is taken for a while."""
        said, since = -1, time.monotonic()
        while self._thread.is_alive() and time.monotonic() - since < 0.7:
            if self.said != said:
                said, since = self.said, time.monotonic()
            time.sleep(0.02)

    def join(self):
        self._thread.join()


def check_other_client(sandbox):
    """A second client is served at once."""
    other = sandbox.client(server="other")
    other.initialize()
    other.send(call(1, "say", lines=[DONE]))
    assert other.answer(1)["result"] == {"done": True}
    assert other.end() == 0


# Long, deep, many.


@pytest.mark.case(23)
def test_overlong_client_line_is_refused_and_the_session_continues(sandbox):
    sandbox.allow()
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.send(call("long", "say", lines=[X] * 50))
    refusal = client.receive()
    assert (refusal["id"], refusal["error"]["code"]) == ("long", -32600)
    assert "over the limit" in refusal["error"]["message"]
    client.send(call(1, "say", lines=[DONE]))
    assert client.answer(1)["result"] == {"done": True}
    assert len(sandbox.received_of("tools/call")) == 1
    assert serve.peak() < BOUND


@pytest.mark.case(10)
def test_overlong_server_line_becomes_an_error_response(sandbox):
    sandbox.allow()
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.send(call("long", "big", size=50 * MEGABYTE))
    assert "over the limit" in client.answer("long")["error"]["message"]
    client.ask("ping", 1)
    assert serve.peak() < BOUND


@pytest.mark.parametrize("brackets", ["[]", '{"a":}'])
@pytest.mark.case(23)
def test_deep_nesting_is_refused_from_both_sides(sandbox, brackets):
    half = len(brackets) - 1
    deep = brackets[:half] * 10_000 + "1" + brackets[half:] * 10_000
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.send(f'{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"say","a":{deep}}}}}\n'.encode())
    assert client.receive()["error"]["code"] == -32600
    client.send(call(2, "say", lines=[f'{{"jsonrpc":"2.0","id":2,"result":{deep}}}']))
    line = client.line()  # too deep for Python's own reader, and passed on unread where nobody has to read it
    assert line.startswith(b'{"jsonrpc":"2.0","id":2,')
    client.ask("ping", 3)


@pytest.mark.case(24)
def test_unanswered_calls_are_denied_beyond_the_limit(sandbox):
    sandbox.configure(prompts_per_minute=0)
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    talk = Talk(client, (call(id, "wait", number=id) for id in range(3000)))
    for id in range(100, 3000):
        answer = client.answer(id)["result"]
        assert "too many pending approvals" in answer["content"][0]["text"]
    talk.join()
    client.ask("ping", "p")
    assert client.end() == 0
    sandbox.recorded(SessionEnded)
    assert not sandbox.received_of("tools/call")
    assert (len(sandbox.events(CallHeld)), len(sandbox.events(CallDecided))) == (3000, 2900)
    assert len(sandbox.events(CallWithdrawn)) == 100
    assert serve.peak() < BOUND


@pytest.mark.case(6)
def test_thousands_of_ids_are_each_answered_once(sandbox):
    sandbox.allow()
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    ids = [
        kind(number)
        for number in range(5000)
        for kind in (int, str, lambda number: "ид" * (number % 50) + f"-{number}")
    ]
    talk = Talk(client, (call(id, "say", lines=[DONE]) if at % 3 else ping(id) for at, id in enumerate(ids)))
    received = [client.receive()["id"] for _ in ids]
    talk.join()
    assert sorted(map(repr, received)) == sorted(map(repr, ids))
    assert serve.peak() < BOUND


def ping(id):
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": "ping"}).encode() + b"\n"


def test_requests_that_a_server_never_answers_are_refused_beyond_a_limit(sandbox):
    sandbox.server("peer", era="silent")
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    ask = {"jsonrpc": "2.0", "method": "server/discover"}
    client.send(*(json.dumps({**ask, "id": id}).encode() + b"\n" for id in range(10_050)))
    for id in range(10_000, 10_050):
        assert "too many requests" in client.answer(id)["error"]["message"]
    sandbox.recorded(MessageRefused, 50)
    assert serve.peak() < BOUND


# Too slow to take what comes.


@pytest.mark.parametrize("what", ["notifications", "answers"])
def test_client_that_reads_nothing_causes_back_pressure(sandbox, what):
    sandbox.server("other")
    sandbox.allow()
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.stop_reading()
    if what == "notifications":
        client.send(call(0, "flood", count=FLOOD, size=MEGABYTE))
    else:
        client.send(*(call(id, "big", size=MEGABYTE) for id in range(FLOOD)))
    sandbox.wait_for_received("tools/call", 1)
    check_other_client(sandbox)
    client.read_again()
    if what == "notifications":
        assert [client.receive()["params"]["i"] for _ in range(FLOOD)] == list(range(FLOOD))
    else:
        assert {client.receive()["id"] for _ in range(FLOOD)} == set(range(FLOOD))
    assert serve.peak() < BOUND


SAYS = {
    "notifications": lambda: (note(number) for number in range(FLOOD)),
    "calls": lambda: (call(number, "wait", text=X, number=number) for number in range(FLOOD)),
    "small calls": lambda: (call(number, "wait", number=number) for number in range(200_000)),
}


@pytest.mark.parametrize("what", SAYS)
def test_server_that_reads_nothing_pauses_its_client_and_both_can_end(sandbox, ends, what):
    sandbox.server("other")
    sandbox.allow()
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.send(call("deaf", "deaf"))
    client.answer("deaf")
    talk = Talk(client, SAYS[what]())
    talk.settle()
    check_other_client(sandbox)
    assert serve.peak() < BOUND
    client.process.terminate()
    ends(sandbox.pids()[0])
    sandbox.recorded(SessionEnded, 2)
    talk.join()


def test_unanswered_requests_do_not_stay_in_memory(sandbox):
    sandbox.server("peer", era="silent")
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    ask = {"jsonrpc": "2.0", "method": "server/discover", "params": {"text": X}}
    client.send(*(json.dumps({**ask, "id": id}).encode() + b"\n" for id in range(FLOOD)))
    client.ask("ping", "all are passed on")
    assert len(sandbox.received()) == FLOOD + 3
    assert serve.peak() < BOUND


def test_calls_that_a_server_reads_and_never_answers_are_refused_beyond_a_limit_of_bytes(sandbox):
    sandbox.allow()
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    talk = Talk(client, (call(id, "wait", text=X, number=id) for id in range(FLOOD)))
    for id in range(70, FLOOD):
        assert "too large in total" in client.answer(id)["error"]["message"]
    talk.join()
    assert len(sandbox.received()) < 75
    assert serve.peak() < BOUND + 50 * MEGABYTE, "more than the permitted calls were kept"


def test_client_that_never_reads_denials_is_no_longer_read(sandbox):
    sandbox.server("other")
    sandbox.allow(server="other")
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.stop_reading()
    talk = Talk(client, SAYS["small calls"]())
    talk.settle()
    check_other_client(sandbox)
    assert serve.peak() < BOUND
    client.process.terminate()
    sandbox.recorded(SessionEnded, 2)
    talk.join()


def test_bytes_that_drip_one_by_one_make_the_same_messages(sandbox):
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    line = call("drip", "say", lines=[DONE], text="é\u2028")
    for at in range(len(line)):
        client.send(line[at : at + 1])
        if at % 16 == 0:
            time.sleep(0.001)
    assert client.answer("drip")["result"] == {"done": True}


# At the door.


def test_invalid_socket_peers_are_refused_without_delay(sandbox):
    """Half a greeting, no greeting, garbage, and far too much of it."""
    sandbox.server("other")
    sandbox.allow()
    serve = sandbox.serve()
    doors = []
    for greeting in (
        b"",
        b'{"toolguard":1,"do":"jo',
        b"GET / HTTP/1.1\r\n\r\n",
        b'{"toolguard":1,"do":"approve"}\n',
        X.encode(),
    ):
        door = socket.socket(socket.AF_UNIX)
        door.settimeout(120)
        door.connect(str(sandbox.home / "run" / "app.sock"))
        with suppress(BrokenPipeError, ConnectionResetError):
            door.sendall(greeting)
        doors.append(door)
    check_other_client(sandbox)
    for door in doors:
        said = b""
        with suppress(ConnectionResetError):
            while data := door.recv(4096):
                said += data
        assert b'"ok":true' not in said
        door.close()
    assert serve.peak() < BOUND
