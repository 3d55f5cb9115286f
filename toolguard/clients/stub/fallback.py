"""The slower roads of `connect`: copying bytes, and answering the client while the app cannot.

Every request of the client gets exactly one answer. When the app dies, what it left open stands in the `journal`, or
in `CopyPump.open` where bytes are copied: the app that comes back answers it, or `FallbackResponder` does when none
comes in time. Standard library only, and nothing of ours: it is also loaded by path, beside a `connect` that runs as a
bare file.
"""

from __future__ import annotations

import _socket
import json
import os
import select
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolguard.clients.stub.connect import Stub
    from toolguard.clients.stub.journal import Journal
    from toolguard.clients.stub.open_requests import OpenRequestTracker

PAUSE = 10.0  # seconds before an app that hangs is tried again
LINGER = 10.0  # seconds that the app has to finish after the client closed its stdin
LOOK = 2.0  # seconds between two looks whether the app is back
ROOM = 256 * 1024  # bytes copied at most before the slower side must take them
LONGEST_LINE = 33 * 1024 * 1024  # a little over what the app accepts
DEATHS = 3  # within a minute: an app that keeps dying is not opened again


def go_on(stub: Stub, end: str) -> int:
    """Serve the client until it is gone, from any state: ``new``, ``x``, ``q`` or ``died`` as `Stub.stay` says."""
    copy = None if stub.handable else CopyPump(stub)
    deaths: list[float] = []
    while end not in ("x", "gone"):
        sock = None
        if copy:
            copy.go_on()
        if end == "died":
            deaths = [*[at for at in deaths if at > time.monotonic() - 60], time.monotonic()]
            stub.take_back()
        if end == "q":
            stub.reason, stub.advice = "closed", "ToolGuard quit. Start it (`toolguard`) and try again."
        elif len(deaths) >= DEATHS:
            stub.reason, stub.advice = "died", f"ToolGuard keeps stopping. See {stub.home}/logs, then start it again."
        else:
            sock = stub.sibling("app_launcher").reach(stub, wait=end == "died")
        sock = sock or FallbackResponder(stub, copy).until_the_app_is_back()
        if sock is None:
            return 0
        end = copy.pump(sock) if copy else stub.stay(sock)
    return 0


# Copying bytes, where descriptors cannot be handed over.


class DescriptorPair:
    """The client's two descriptors, for `select`. Written in pieces that a pipe with room takes without waiting."""

    PIECE = getattr(select, "PIPE_BUF", 4096)

    def fileno(self) -> int:
        return 0

    def read(self) -> bytes:
        return os.read(0, ROOM)

    def target(self) -> int:
        return 1

    def write(self, data: bytes | bytearray | memoryview) -> int:
        return os.write(1, memoryview(data)[: self.PIECE])


class ThreadedDescriptorPair(DescriptorPair):
    """The same where `select` knows sockets only: two threads carry the bytes between descriptors and sockets."""

    def __init__(self, source: int = 0, target: int = 1) -> None:
        import socket
        import threading

        self._in, theirs = socket.socketpair()
        self._out, ours = socket.socketpair()
        self._closed = threading.Event()
        threading.Thread(target=self._carry_in, args=(source, theirs), daemon=True).start()
        threading.Thread(target=self._carry_out, args=(ours, target), daemon=True).start()

    def _carry_in(self, source: int, sock: _socket.socket) -> None:
        try:
            while data := os.read(source, 65536):
                sock.sendall(data)
        except OSError:
            pass
        sock.close()

    def _carry_out(self, sock: _socket.socket, target: int) -> None:
        try:
            while data := sock.recv(65536):
                while data:
                    data = data[os.write(target, data) :]
        except OSError:
            pass
        sock.close()
        self._closed.set()

    def fileno(self) -> int:
        return self._in.fileno()

    def read(self) -> bytes:
        return self._in.recv(65536)

    def target(self) -> int:
        return self._out.fileno()

    def write(self, data: bytes | bytearray | memoryview) -> int:
        return self._out.send(memoryview(data)[: self.PIECE])

    def finish(self) -> None:
        """Wait until all that was written has reached the client."""
        self._out.close()
        self._closed.wait(LINGER)


class CopyPump:
    """A pump between the client and the app that remembers, should the app die, the unfinished line of each side and
    the requests that were not answered.
    """

    def __init__(self, stub: Stub, ends: DescriptorPair | None = None) -> None:
        self._stub = stub
        self.ends = ends or (ThreadedDescriptorPair() if sys.platform == "win32" else DescriptorPair())
        self.to_app = bytearray()
        self._begun = bytearray()  # what the app has of the client's unfinished line
        self._to_client = bytearray()
        self._line_open = False  # the last byte written to the client did not end a line
        self._eof = 0.0
        self._tracker: OpenRequestTracker = stub.sibling("open_requests").OpenRequestTracker(stub)

    def go_on(self) -> None:
        """Another app may come: it is asked again what can be asked again, and told what else is open."""
        again, owed, self._stub.open = self._tracker.hand_over()
        self.to_app = bytearray(again) + self.to_app
        self._to_client += owed

    def answer_open(self) -> None:
        """No app comes: answer what the last one left open."""
        self._to_client += self._tracker.answer_all()
        self._stub.open = "[]"
        self._flush()

    def pump(self, sock: _socket.socket) -> str:
        """Copy until one side ends; answers as `Stub.stay` does."""
        sock.setblocking(False)
        end = self._take(self._stub.rest)
        while not end:
            end = self._turn(sock)
        sock.close()
        self._finish(end)
        return "gone" if self._eof else end

    def _turn(self, sock: _socket.socket) -> str:
        """Wait for either side and move what can be moved."""
        reading: list[_socket.socket | DescriptorPair] = [sock] if len(self._to_client) < ROOM else []
        if not self._eof and len(self.to_app) < ROOM:
            reading.append(self.ends)
        writing: list[_socket.socket | int] = [sock] if self.to_app else []
        if self._to_client:
            writing.append(self.ends.target())
        left = max(0.0, self._eof + LINGER - time.monotonic()) if self._eof else None
        readable, writable, _ = select.select(reading, writing, [], left)
        if left == 0.0 and not readable and not writable:
            return "x"
        if self.ends.target() in writable:
            self._write()
        try:
            if self.ends in readable:
                self._read(sock)
            if sock in writable:
                self._send(sock)
            if sock in readable:
                data = sock.recv(ROOM)
                return self._take(data) if data else "died"
        except BlockingIOError:
            pass
        except OSError:
            return "died"
        return ""

    def _read(self, sock: _socket.socket) -> None:
        try:
            data = self.ends.read()
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self.to_app += data
        if not data:
            self._eof = time.monotonic()
            if not self.to_app:
                sock.shutdown(_socket.SHUT_WR)

    def _send(self, sock: _socket.socket) -> None:
        count = sock.send(memoryview(self.to_app)[:ROOM])
        sent = self.to_app[:count]
        del self.to_app[:count]
        self._tracker.asked(bytes(sent))
        _, newline, after = sent.rpartition(b"\n")
        if newline:
            self._begun = after
        elif len(self._begun) < LONGEST_LINE:
            self._begun += after
        if self._eof and not self.to_app:
            sock.shutdown(_socket.SHUT_WR)

    def _take(self, data: bytes) -> str:
        """Bytes from the app. No JSON begins with ``x`` or ``q``: there they are its last word."""
        if data[-1:] in (b"x", b"q"):
            before = data[-2:-1] or self._to_client[-1:] or (b"" if self._line_open else b"\n")
            if before == b"\n":
                self._tracker.answered(data[:-1])
                self._to_client += data[:-1]
                return data[-1:].decode()
        self._tracker.answered(data)
        self._to_client += data
        return ""

    def _write(self) -> None:
        try:
            count = self.ends.write(self._to_client)
        except BlockingIOError:
            return
        if count:
            self._line_open = self._to_client[count - 1] != 0x0A
            del self._to_client[:count]

    def _finish(self, end: str) -> None:
        """Give the client what it has coming, in whole lines."""
        if end == "died":
            whole = self._to_client.rfind(b"\n") + 1
            if whole or not self._line_open:
                del self._to_client[whole:]
            self.to_app = self._begun + self.to_app
            self._begun = bytearray()
        self._flush()
        if self._line_open:
            self._to_client += b"\n"
            self._flush()
        if isinstance(self.ends, ThreadedDescriptorPair) and (self._eof or end == "x"):
            self.ends.finish()

    def _flush(self) -> None:
        while self._to_client:
            _, writable, _ = select.select([], [self.ends.target()], [], LINGER if self._eof else None)
            if not writable:
                return
            self._write()


# Answering in the app's place.


class FallbackResponder:
    """Refuses the client's requests, each with its id and what to do, until the app is back."""

    def __init__(self, stub: Stub, copy: CopyPump | None) -> None:
        self._stub = stub
        self._copy = copy
        self._ends = copy.ends if copy else DescriptorPair()
        self._words = stub.sibling("open_requests")
        self._line = bytearray()
        self._too_long = False
        self._said = ""
        self._again = 0.0

    def until_the_app_is_back(self) -> _socket.socket | None:
        """A joined connection, or None when the client is gone."""
        if self._copy:
            self._copy.answer_open()
            self._hear(bytes(self._copy.to_app))
            self._copy.to_app.clear()
        else:
            self._settle()
        while True:
            if self._stub.advice != self._said:
                self._said = self._stub.advice
                self._stub.say(self._said)
            ready, _, _ = select.select([self._ends], [], [], LOOK)
            asked = ready or self._stub.reason != "refused"  # a refusal is not questioned every two seconds
            if asked and (sock := self._rejoin()):
                return sock
            if not ready:
                continue
            try:
                data = self._ends.read()
            except BlockingIOError:
                continue
            except OSError:
                return None
            if not data:
                return None
            self._hear(data)

    def _settle(self) -> None:
        """Give the client what an app that died owes it, and an answer to everything that it left open."""
        if not os.fstat(self._stub.journal).st_size:
            return
        journal = self._journal()
        try:
            self._give(journal, b"\n" if journal.line_is_open else b"")
            batches: dict[int, list[tuple[int | str, str]]] = {}
            for entry in journal.entries():
                batches.setdefault(entry.batch or -entry.at, []).append((entry.id, entry.method))
            for batch, members in batches.items():
                answers = [self._words.left_open(id, method, self._stub) for id, method in members]
                whole = self._words.encoded(answers if batch > 0 else answers[0])
                self._give(journal, whole, journal.answered_by(answers))
            pending, self._too_long = journal.pending(), journal.overlong
            journal.drop_input()
        finally:
            journal.close()
        self._hear(pending)

    def _journal(self) -> Journal:
        made: Journal = self._stub.sibling("journal").Journal(os.dup(self._stub.journal))
        return made

    def _give(self, journal: Journal, data: bytes, answers: tuple[int, ...] = ()) -> None:
        """Write whole lines by way of the journal, after what is in it."""
        rest = memoryview(data)
        while True:
            rest = rest[journal.put(rest, answers) :]
            while not journal.send(self._ends.target()):
                select.select([], [self._ends.target()], [])
            if not rest:
                return

    def _rejoin(self) -> _socket.socket | None:
        """The app, if it is back. The part of a line that is here goes with the rest of it, unless it is too long."""
        began, known = time.monotonic(), (self._stub.reason, self._stub.advice)
        if began < self._again or (not self._copy and self._too_long):
            return None
        if self._line and not self._copy:
            self._lend(bytes(self._line))
        sock = self._stub.join(2.0)
        if self._line and not self._copy and not sock:
            self._lend(b"")
        if sock and self._copy:
            self._copy.to_app += self._line
        gone = ("not running", "busy", "closed", "died")
        if not sock and self._stub.reason in gone[:2] and known[0] in gone:  # we knew, and know better why
            self._stub.reason, self._stub.advice = known
        if time.monotonic() > began + 0.5:  # one that hangs must not slow every answer
            self._again = time.monotonic() + PAUSE
        return sock

    def _lend(self, line: bytes) -> None:
        """Put the beginning of a line where the app will find it; without one, take it back."""
        journal = self._journal()
        journal.put_input(line)
        if not line:
            journal.drop_input()
        journal.close()

    def _hear(self, data: bytes) -> None:
        *lines, rest = data.split(b"\n")
        for line in lines:
            whole = bytes(self._line) + line
            self._line.clear()
            if self._too_long:
                self._send(self._words.refusal(None, -32600, "the message is too long", "too long"))
            elif whole.strip():
                self._answer(whole)
            self._too_long = False
        self._line += rest
        if len(self._line) > LONGEST_LINE:
            self._line.clear()
            self._too_long = True

    def _answer(self, line: bytes) -> None:
        try:
            message = json.loads(line.decode())
        except (ValueError, RecursionError):
            self._send(self._words.refusal(None, -32700, "not valid JSON", "malformed"))
            return
        members = message if isinstance(message, list) and message else [message]
        answers = [answer for member in members if (answer := self._words.answer_to(member, self._stub))]
        if answers:
            self._send(answers if members is message else answers[0])

    def _send(self, answer: object) -> None:
        data = memoryview(self._words.encoded(answer))
        while data:
            select.select([], [self._ends.target()], [])
            try:
                data = data[self._ends.write(data) :]
            except BlockingIOError:
                continue
