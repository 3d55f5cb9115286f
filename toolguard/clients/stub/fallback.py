"""Slow paths of `connect`: copying bytes, and answering the client while the app cannot.

Every request of the client gets exactly one response. When the app dies, the `journal` knows the open requests or,
where bytes are copied, `OpenRequestTracker` does. The next app answers them, or `FallbackResponder` if none starts in
time. Imports the standard library only, because it is also loaded by path next to a `connect` that runs as a bare file.
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

HUNG_RETRY_DELAY = 10.0  # seconds until an app that hangs is tried again
FINISH_TIMEOUT = 10.0  # seconds that the app has to finish after the client closed its stdin
POLL_INTERVAL = 2.0  # seconds between attempts to reach the app
BUFFER_SIZE = 256 * 1024  # bytes buffered for the slower side
MAX_LINE_SIZE = 33 * 1024 * 1024  # slightly more than the app accepts
MAX_CRASHES = 3  # starts within a minute, after which the app is not started again


def serve_client(stub: Stub, end: str) -> int:
    """Serve the client until it disconnects; ``end`` is ``"new"`` or a result of `Stub.wait_for_end`.

    Return the exit status: 1 if no app ever accepted the client.
    """
    copy = None if stub.can_pass_descriptors else CopyPump(stub)
    crashes: list[float] = []
    while end not in ("x", "gone"):
        sock = None
        if copy:
            copy.prepare_rejoin()
        if end == "died":
            crashes = [*[moment for moment in crashes if moment > time.monotonic() - 60], time.monotonic()]
            stub.restore_blocking()
        if end == "q":
            stub.reason, stub.advice = "closed", "ToolGuard quit. Start it (`toolguard`) and try again."
        elif len(crashes) >= MAX_CRASHES:
            stub.reason, stub.advice = "died", f"ToolGuard keeps stopping. See {stub.home}/logs, then start it again."
        else:
            sock = stub.load_sibling("app_launcher").connect_or_start(stub, wait=end == "died")
        sock = sock or FallbackResponder(stub, copy).wait_for_app()
        if sock is None:
            return 0 if stub.session else 1
        end = copy.pump(sock) if copy else stub.wait_for_end(sock)
    return 0


# Copying bytes, where descriptors cannot be passed.


class DescriptorPair:
    """The client's two descriptors, for `select`. Writes pieces of a size that a writable pipe takes at once."""

    CHUNK_SIZE = getattr(select, "PIPE_BUF", 4096)

    def fileno(self) -> int:
        """Return the descriptor that `read` reads."""
        return 0

    def read(self) -> bytes:
        """Return at most `BUFFER_SIZE` bytes; empty at the end of the input."""
        return os.read(0, BUFFER_SIZE)

    def target(self) -> int:
        """Return the descriptor that `write` writes."""
        return 1

    def write(self, data: bytes | bytearray | memoryview) -> int:
        """Write the first bytes, at most as many as a writable pipe takes at once; return their number."""
        return os.write(1, memoryview(data)[: self.CHUNK_SIZE])


class ThreadedDescriptorPair(DescriptorPair):
    """The same for systems whose `select` supports only sockets: two threads copy between descriptors and sockets."""

    def __init__(self, source: int = 0, target: int = 1) -> None:
        import socket
        import threading

        self._in, theirs = socket.socketpair()
        self._out, ours = socket.socketpair()
        self._closed = threading.Event()
        threading.Thread(target=self._copy_to_socket, args=(source, theirs), daemon=True).start()
        threading.Thread(target=self._carry_out, args=(ours, target), daemon=True).start()

    def _copy_to_socket(self, source: int, sock: _socket.socket) -> None:
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
        return self._out.send(memoryview(data)[: self.CHUNK_SIZE])

    def finish(self) -> None:
        """Wait until everything that was written has reached the client."""
        self._out.close()
        self._closed.wait(FINISH_TIMEOUT)


class CopyPump:
    """Copies bytes between client and app, and keeps each side's unfinished line and the open requests for a crash."""

    def __init__(self, stub: Stub, descriptors: DescriptorPair | None = None) -> None:
        self._stub = stub
        self.ends = descriptors or (ThreadedDescriptorPair() if sys.platform == "win32" else DescriptorPair())
        self.to_app = bytearray()
        self._partial_line = bytearray()  # the part of the client's unfinished line that the app has
        self._to_client = bytearray()
        self._line_open = False  # the last byte written to the client did not end a line
        self._eof = 0.0
        self._tracker: OpenRequestTracker = stub.load_sibling("open_requests").OpenRequestTracker(stub)

    def prepare_rejoin(self) -> None:
        """Prepare for the next app: queue the repeatable requests again, list the other open ones in the handshake."""
        resent, owed, self._stub.open = self._tracker.take_for_next_app()
        self.to_app = bytearray(resent) + self.to_app
        self._to_client += owed

    def answer_open(self) -> None:
        """Answer the requests that the last app left open, because there is no next one."""
        self._to_client += self._tracker.answer_all()
        self._stub.open = "[]"
        self._flush()

    def pump(self, sock: _socket.socket) -> str:
        """Copy until one side ends. Returns ``gone`` or a result of `Stub.wait_for_end`."""
        sock.setblocking(False)
        end = self._take_from_app(self._stub.unread)
        while not end:
            end = self._step(sock)
        sock.close()
        self._finish(end)
        return "gone" if self._eof else end

    def _step(self, sock: _socket.socket) -> str:
        """Wait for either side and copy what can be copied."""
        reading: list[_socket.socket | DescriptorPair] = [sock] if len(self._to_client) < BUFFER_SIZE else []
        if not self._eof and len(self.to_app) < BUFFER_SIZE:
            reading.append(self.ends)
        writing: list[_socket.socket | int] = [sock] if self.to_app else []
        if self._to_client:
            writing.append(self.ends.target())
        left = max(0.0, self._eof + FINISH_TIMEOUT - time.monotonic()) if self._eof else None
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
                data = sock.recv(BUFFER_SIZE)
                return self._take_from_app(data) if data else "died"
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
        count = sock.send(memoryview(self.to_app)[:BUFFER_SIZE])
        sent = self.to_app[:count]
        del self.to_app[:count]
        self._tracker.sent_to_app(bytes(sent))
        _, newline, after = sent.rpartition(b"\n")
        if newline:
            self._partial_line = after
        elif len(self._partial_line) < MAX_LINE_SIZE:
            self._partial_line += after
        if self._eof and not self.to_app:
            sock.shutdown(_socket.SHUT_WR)

    def _take_from_app(self, data: bytes) -> str:
        """Queue bytes from the app for the client. A line that is ``x`` or ``q`` (not JSON) is the app's end status."""
        if data[-1:] in (b"x", b"q"):
            before = data[-2:-1] or self._to_client[-1:] or (b"" if self._line_open else b"\n")
            if before == b"\n":
                self._tracker.received_from_app(data[:-1])
                self._to_client += data[:-1]
                return data[-1:].decode()
        self._tracker.received_from_app(data)
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
        """Send the client the remaining output, in whole lines."""
        if end == "died":
            whole = self._to_client.rfind(b"\n") + 1
            if whole or not self._line_open:
                del self._to_client[whole:]
            self.to_app = self._partial_line + self.to_app
            self._partial_line = bytearray()
        self._flush()
        if self._line_open:
            self._to_client += b"\n"
            self._flush()
        if isinstance(self.ends, ThreadedDescriptorPair) and (self._eof or end == "x"):
            self.ends.finish()

    def _flush(self) -> None:
        while self._to_client:
            _, writable, _ = select.select([], [self.ends.target()], [], FINISH_TIMEOUT if self._eof else None)
            if not writable:
                return
            self._write()


# Answering instead of the app.


class FallbackResponder:
    """Refuses the client's requests until the app is back; each error says what to do."""

    def __init__(self, stub: Stub, copy: CopyPump | None) -> None:
        self._stub = stub
        self._copy = copy
        self._ends = copy.ends if copy else DescriptorPair()
        self._replies = stub.load_sibling("open_requests")
        self._line = bytearray()
        self._too_long = False
        self._printed_advice = ""
        self._next_try = 0.0

    def wait_for_app(self) -> _socket.socket | None:
        """Return a connection with a session, or None if the client has disconnected."""
        if self._copy:
            self._copy.answer_open()
            self._receive(bytes(self._copy.to_app))
            self._copy.to_app.clear()
        else:
            self._answer_journaled()
        while True:
            if self._stub.advice != self._printed_advice:
                self._printed_advice = self._stub.advice
                self._stub.print_error(self._printed_advice)
            ready, _, _ = select.select([self._ends], [], [], POLL_INTERVAL)
            asked = ready or self._stub.reason != "refused"  # after a refusal, retry only when the client sends
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
            self._receive(data)

    def _answer_journaled(self) -> None:
        """Deliver the output that an app that died had committed, and answer the requests that it left open."""
        if not os.fstat(self._stub.journal).st_size:
            return
        journal = self._journal()
        try:
            self._write_journaled(journal, b"\n" if journal.line_is_open else b"")
            batches: dict[int, list[tuple[int | str, str]]] = {}
            for entry in journal.entries():
                batches.setdefault(entry.batch or -entry.at, []).append((entry.id, entry.method))
            for batch, members in batches.items():
                answers = [self._replies.left_open(id, method, self._stub) for id, method in members]
                whole = self._replies.encoded(answers if batch > 0 else answers[0])
                self._write_journaled(journal, whole, journal.answered_by(answers))
            pending, self._too_long = journal.pending(), journal.is_overlong
            journal.drop_input()
        finally:
            journal.close()
        self._receive(pending)

    def _journal(self) -> Journal:
        journal: Journal = self._stub.load_sibling("journal").Journal(os.dup(self._stub.journal))
        return journal

    def _write_journaled(self, journal: Journal, data: bytes, answers: tuple[int, ...] = ()) -> None:
        """Write whole lines through the journal, after the output that is already in it."""
        rest = memoryview(data)
        while True:
            rest = rest[journal.put(rest, answers) :]
            while not journal.send(self._ends.target()):
                select.select([], [self._ends.target()], [])
            if not rest:
                return

    def _rejoin(self) -> _socket.socket | None:
        """Return a connection if the app is back. A partial line goes to it with the rest, unless it is too long."""
        began, before = time.monotonic(), (self._stub.reason, self._stub.advice)
        if began < self._next_try or (not self._copy and self._too_long):
            return None
        if self._line and not self._copy:
            self._store_partial_line(bytes(self._line))
        sock = self._stub.join(2.0)
        if self._line and not self._copy and not sock:
            self._store_partial_line(b"")
        if sock and self._copy:
            self._copy.to_app += self._line
        gone = ("not running", "busy", "closed", "died")
        if not sock and self._stub.reason in gone[:2] and before[0] in gone:  # the earlier reason is more precise
            self._stub.reason, self._stub.advice = before
        if time.monotonic() > began + 0.5:  # an app that hangs must not slow every response
            self._next_try = time.monotonic() + HUNG_RETRY_DELAY
        return sock

    def _store_partial_line(self, line: bytes) -> None:
        """Store the beginning of a line in the journal for the app; with no ``line``, remove it."""
        journal = self._journal()
        journal.put_input(line)
        if not line:
            journal.drop_input()
        journal.close()

    def _receive(self, data: bytes) -> None:
        *lines, rest = data.split(b"\n")
        for line in lines:
            whole = bytes(self._line) + line
            self._line.clear()
            if self._too_long:
                self._send(self._replies.refusal(None, -32600, "the message is too long", "too long"))
            elif whole.strip():
                self._answer(whole)
            self._too_long = False
        self._line += rest
        if len(self._line) > MAX_LINE_SIZE:
            self._line.clear()
            self._too_long = True

    def _answer(self, line: bytes) -> None:
        try:
            message = json.loads(line.decode())
        except (ValueError, RecursionError):
            self._send(self._replies.refusal(None, -32700, "not valid JSON", "malformed"))
            return
        members = message if isinstance(message, list) and message else [message]
        answers = [answer for member in members if (answer := self._replies.answer_to(member, self._stub))]
        if answers:
            self._send(answers if members is message else answers[0])

    def _send(self, answer: object) -> None:
        data = memoryview(self._replies.encoded(answer))
        while data:
            select.select([], [self._ends.target()], [])
            try:
                data = data[self._ends.write(data) :]
            except BlockingIOError:
                continue
