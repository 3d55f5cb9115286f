"""Memory that outlives the app: which requests of one client are open, what was read, what was written.

`toolguard-connect` creates an anonymous memory file (``memfd_create``), keeps it, and hands it to the app together with
the client's stdin and stdout. The app keeps its state for this client there. When the app dies, at any instruction, the
next app or the stub itself opens the same file and knows exactly where the dead app stopped:

* **Input.** Bytes are read straight into the file (``readv``), so the kernel stores them in the system call that takes
  them out of the pipe. How far they go is found by looking for the last byte that is not zero. One store of eight
  bytes, ``TAKEN``, registers the requests of a line and counts the line as taken. A line that is not taken yet is read
  again by the next app; a line that is taken is never processed twice.
* **Open requests.** A table of slots, one for each request that has no answer. Requests that are safe to repeat (the
  handshake, lists) keep their whole line when it fits, all others only id and method.
* **Output.** A line is copied into the file and committed by one store, ``WRITTEN``, which also counts its requests as
  answered. From then on its delivery is owed. ``sendfile`` moves it to the client and advances the file's offset in
  the same system call, and the offset belongs to the open file, which stub and app share: it says exactly how many
  bytes the client has. So a kill neither loses an answer that was committed nor delivers a byte twice.

Considered instead: marking a request as answered after ``write`` returned (a kill that arrives during the call, some
microseconds for each answer, makes two answers), and a pipe between app and client moved by ``splice`` (exact as well,
but three system calls for each line). Measured on one core: ``write`` 1.3 µs, this 2.7 µs, ``write`` and ``pwrite``
2.7 µs; reading into the file is faster than ``os.read`` with a large buffer.

``sendfile`` puts references to the file's pages into the pipe instead of copying them. Bytes that were committed are
therefore never overwritten: when all of them are delivered, their pages are given back (``MADV_REMOVE``), and whoever
still has a reference keeps the old page.

Needs Linux. Elsewhere, and where descriptors cannot be handed over, the stub copies bytes and keeps the same list for
itself (`fallback.Copy`): it does not die with the app. Standard library only, and nothing of ours.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
from json.encoder import encode_basestring_ascii as _quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Id = int | str

OUT = 1024 * 1024
"""Bytes of output that can be committed and not yet delivered."""
SLOTS = 16_384
SLOT = 2048
HALF = 40 * 1024 * 1024
"""Bytes of input that can be read and not yet taken: more than the longest line and the queue behind it."""
CHUNK = 64 * 1024
"""Bytes read at once."""
LONGEST_ID = 900
"""Bytes of an id as JSON."""
REPEATED = frozenset(
    (
        "initialize", "ping", "server/discover", "logging/setLevel", "tools/list", "prompts/list", "resources/list",
        "resources/templates/list",
    )
)  # fmt: skip
"""Requests that change nothing, so that the next app may ask them again."""
CANCELLED = "notifications/cancelled"

_PAGE = 4096
_HEADER = OUT
_TABLE = _HEADER + _PAGE
_INPUT = _TABLE + SLOTS * SLOT
SIZE = _INPUT + 2 * HALF
"""Bytes of the whole file. Only pages that were touched take memory."""
_REUSE = 64 * 1024  # bytes after which delivered output and taken input give their pages back
_METHOD = 100  # bytes of a method that are kept
_BATCH = 1  # flag: the request came in a JSON-RPC batch
_BODY = struct.Struct("<QHHHH")  # output offset of the answer's end, lengths of id, method and line, flags
# Words of the header.
_TAKEN, _WHICH, _BASE, _OVERLONG, _WRITTEN, _OUT_BASE, _USED = (_HEADER // 8 + n for n in (0, 1, 2, 4, 5, 6, 7))
_ZEROS = bytes(_PAGE)


class JournalEntry:
    """A request without an answer. ``line`` is empty unless it may be repeated; ``batch`` names its batch, else 0."""

    def __init__(self, id: Id, method: str, line: bytes, at: int, batch: int) -> None:
        self.id = id
        self.method = method
        self.line = line
        self.at = at
        self.batch = batch


class Journal:
    """The journal of one client over the memory file ``fd``, which it owns once it is made.

    Raises ValueError for any other file.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        size = os.fstat(fd).st_size
        if size == 0:
            os.ftruncate(fd, SIZE)
        elif size != SIZE:
            raise ValueError(f"a journal has {SIZE} bytes, this file has {size}")
        _seal(fd)
        self._map = mmap.mmap(fd, SIZE)
        self._view = memoryview(self._map)
        self._words = self._view.cast("Q")
        try:
            self._open_input()
            self._open_output()
            self._open_table()
        except (ValueError, struct.error, RecursionError):
            self._release()
            raise ValueError("the journal is damaged") from None

    def close(self) -> None:
        """Let go of the file. What it says stays as it is."""
        self._release()
        os.close(self._fd)

    def _release(self) -> None:
        self._words.release()
        self._view.release()
        self._map.close()

    # --- input ------------------------------------------------------------------------------------------------

    def _open_input(self) -> None:
        words = self._words
        self._half = words[_WHICH]
        if self._half not in (0, 1):
            raise ValueError
        self._taken = words[_TAKEN]
        self._base = words[_BASE + self._half]  # offset in the client's stream of the half's first byte
        self._start = _INPUT + self._half * HALF
        began = self._taken - self._base
        if not 0 <= began <= HALF:
            raise ValueError
        self._at = self._start + began + self._length(self._start + began, self._start + HALF)
        self._read = self._base + self._at - self._start
        self._clear(_INPUT + (1 - self._half) * HALF, HALF)

    def _length(self, start: int, stop: int) -> int:
        """How many bytes were read to ``start``: the memory behind them is zero."""
        end = start
        for at in range(start, stop, CHUNK):
            part = bytes(self._view[at : min(at + CHUNK, stop)]).rstrip(b"\0")
            if not part:
                break
            end = at + len(part)
        return end - start

    @property
    def taken(self) -> int:
        """Bytes of the client's stream up to the end of the last line that was taken."""
        return self._taken

    @property
    def overlong(self) -> bool:
        """The line that is being read is longer than can be kept; its beginning is lost."""
        return bool(self._words[_OVERLONG])

    def pending(self) -> bytes:
        """What was read and not taken."""
        return bytes(self._view[self._at - (self._read - self._taken) : self._at])

    def read(self, fd: int) -> bytes:
        """The next bytes of ``fd``; empty at its end. Raises as `os.readv` does."""
        if self._at + CHUNK > self._start + HALF:
            self._make_room()
        at = self._at
        count = os.readv(fd, (self._view[at : at + CHUNK],))
        self._at = at + count
        self._read += count
        return bytes(self._view[at : at + count])

    def put_input(self, data: bytes) -> None:
        """Add what the stub has read itself, for the app that comes; the beginning of a line."""
        self._view[self._at : self._at + len(data)] = data
        self._at += len(data)
        self._read += len(data)

    def drop_input(self) -> None:
        """Count everything that was read as taken."""
        self._words[_OVERLONG] = 0
        self._take_up_to(self._read)

    def _make_room(self) -> None:
        """Move what is pending into the other half, or drop the beginning of a line that is too long for it."""
        waiting = self._read - self._taken
        if waiting > HALF - 2 * CHUNK:
            self._words[_OVERLONG] = 1
            self._take_up_to(self._read)
        other = 1 - self._half
        start = _INPUT + other * HALF
        data = self.pending()
        self._view[start : start + len(data)] = data
        self._words[_BASE + other] = self._taken
        self._words[_WHICH] = other
        self._clear(self._start, self._at - self._start)
        self._half, self._start, self._base, self._at = other, start, self._taken, start + len(data)

    def _take_up_to(self, end: int) -> None:
        self._words[_TAKEN] = self._taken = end
        used = self._at - self._start
        if end == self._read and used > _REUSE:
            self._clear(self._start, used)  # all of it is taken: nothing is pending before or after the next store
            self._words[_BASE + self._half] = self._base = end
            self._at = self._start

    def take(self, item: Any, line: bytes, end: int) -> str:
        """Count the line that ends at ``end`` as taken and its requests as open; empty, or why it must be refused.

        ``item`` is the decoded line. A line that is read again after a crash has ``end`` 0: its requests are open.
        """
        problem = ""
        if end:
            if isinstance(item, dict):
                problem = self._register(item, line, end, 0)
            elif type(item) is list:
                for member in item:
                    if isinstance(member, dict):
                        problem = self._register(member, b"", end, _BATCH) or problem
            if self._words[_OVERLONG]:
                self._words[_OVERLONG] = 0
            if end > self._taken:  # it is less only behind an overlong line
                self._take_up_to(end)
        return problem

    # --- open requests ----------------------------------------------------------------------------------------

    def _open_table(self) -> None:
        words = self._words
        self._used = words[_USED]
        if self._used > SLOTS:
            raise ValueError
        self._slots: dict[Id, int] = {}
        self._free: list[int] = []
        for number in range(self._used):
            slot = _TABLE + number * SLOT
            at, answered = words[slot // 8], words[slot // 8 + 1]
            if at and at <= self._taken and not 0 < answered <= self._written:
                self._slots[self._entry(slot).id] = slot
            else:
                words[slot // 8] = 0
                self._free.append(slot)

    def _entry(self, slot: int) -> JournalEntry:
        at = self._words[slot // 8]
        _, of_id, of_method, of_line, flags = _BODY.unpack_from(self._view, slot + 8)
        if of_id + of_method + of_line > SLOT - 8 - _BODY.size:
            raise ValueError
        text = bytes(self._view[slot + 8 + _BODY.size : slot + 8 + _BODY.size + of_id + of_method + of_line])
        id = json.loads(text[:of_id])
        if type(id) not in (int, str):
            raise ValueError
        method = text[of_id : of_id + of_method].decode("utf-8", "replace")
        return JournalEntry(id, method, text[of_id + of_method :], at, at if flags & _BATCH else 0)

    def entries(self) -> list[JournalEntry]:
        """The open requests, oldest first."""
        return sorted((self._entry(slot) for slot in self._slots.values()), key=lambda entry: entry.at)

    def _register(self, message: dict[str, Any], line: bytes, end: int, flags: int) -> str:
        method, id = message.get("method"), message.get("id")
        if type(method) is not str:
            return ""
        if type(id) is int:
            name = b"%d" % id
        elif type(id) is str:
            name = _quoted(id).encode()
        else:
            if id is None and method == CANCELLED:
                self._forget(message.get("params"))
            return ""
        if id in self._slots:
            return ""
        if len(name) > LONGEST_ID:
            return f"an id of more than {LONGEST_ID} bytes"
        if self._free:
            slot = self._free.pop()  # the one that was used last: few pages are touched
        elif self._used < SLOTS:
            slot = _TABLE + self._used * SLOT
            self._used += 1
            self._words[_USED] = self._used
        elif (member := self._member_of_a_batch()) is not None:
            slot = self._slots.pop(member)
            self._words[slot // 8] = 0
        else:
            return "too many requests wait for an answer"
        text = method.encode("utf-8", "replace")[:_METHOD]
        if method not in REPEATED or len(line) > SLOT - 8 - _BODY.size - len(name) - _METHOD or flags:
            line = b""
        body = _BODY.pack(0, len(name), len(text), len(line), flags) + name + text + line
        self._view[slot + 8 : slot + 8 + len(body)] = body
        self._words[slot // 8] = end
        self._slots[id] = slot
        return ""

    def _member_of_a_batch(self) -> Id | None:
        """The oldest: a batch that is refused as a whole gets one answer, which names none of its requests."""
        flags = ((id, _BODY.unpack_from(self._view, slot + 8)[4]) for id, slot in self._slots.items())
        return next((id for id, found in flags if found & _BATCH), None)

    def register_refused(self, id: Id, end: int) -> None:
        """The request ``id`` came in a line that is refused; it has no answer yet."""
        self._register({"id": id, "method": ""}, b"", end, 0)

    def _forget(self, params: Any) -> None:
        """The client gave a request up: nobody answers it."""
        id = params.get("requestId") if isinstance(params, dict) else None
        if type(id) in (int, str) and id in self._slots:
            slot = self._slots.pop(id)
            self._words[slot // 8] = 0
            self._free.append(slot)

    def answered_by(self, message: Any) -> tuple[int, ...]:
        """The slots of the requests that ``message`` (or a batch) answers, to be passed to `put` with its bytes."""
        if isinstance(message, dict):
            if "method" in message:
                return ()
            slot = self._slots.pop(message.get("id"), None)  # type: ignore[arg-type]
            return () if slot is None else (slot,)
        return tuple(slot for member in message for slot in self.answered_by(member))

    # --- output -----------------------------------------------------------------------------------------------

    def _open_output(self) -> None:
        words = self._words
        self._written, self.line_is_open = words[_WRITTEN] >> 1, bool(words[_WRITTEN] & 1)
        self._out_base = words[_OUT_BASE]
        if not 0 <= self._written - self._out_base <= OUT:
            raise ValueError
        self._sent = self._out_base + os.lseek(self._fd, 0, os.SEEK_CUR)
        if self._sent > self._written:  # killed between the two steps of `_rewind`
            os.lseek(self._fd, 0, os.SEEK_SET)
            self._sent = self._out_base

    @property
    def delivered(self) -> bool:
        """The client has taken everything that was committed."""
        return self._sent == self._written

    def put(self, data: bytes | memoryview, answers: tuple[int, ...] = ()) -> int:
        """Commit the next bytes for the client, to the end of a line; how many there was room for.

        ``answers``: the slots that the whole line answers.
        """
        at = self._written - self._out_base
        if at >= _REUSE and self._sent == self._written:
            self._rewind(at)
            at = 0
        words, count = self._words, len(data)
        if count > OUT - at:
            count, answers, data = OUT - at, (), memoryview(data)[: OUT - at]
            whole = False
        else:
            whole = True
        self._view[at : at + count] = data
        written = self._written + count
        for slot in answers:
            words[slot // 8 + 1] = written
        if count:
            words[_WRITTEN] = written << 1 | (0 if whole else 1)
            self._written, self.line_is_open = written, not whole
        for slot in answers:
            words[slot // 8] = 0
            self._free.append(slot)
        return count

    def send(self, fd: int) -> bool:
        """Move what was committed to the client's ``fd``; True when it has all of it. Raises OSError without a client.

        A descriptor that does not block may take a part; the rest is moved by the next call.
        """
        while self._sent < self._written:
            try:
                count = os.sendfile(fd, self._fd, None, self._written - self._sent)
            except (BlockingIOError, InterruptedError):
                return False
            if count == 0:
                raise ConnectionError("the journal was changed by another program")
            self._sent += count
        return True

    def _rewind(self, used: int) -> None:
        """All is delivered: begin anew at the start of the file, with pages that nobody has a reference to."""
        self._map.madvise(mmap.MADV_REMOVE, 0, used + -used % _PAGE)
        self._words[_OUT_BASE] = self._out_base = self._written
        os.lseek(self._fd, 0, os.SEEK_SET)

    def _clear(self, start: int, size: int) -> None:
        """Make ``size`` bytes from ``start``, which is a page's first byte, zero."""
        if size > CHUNK:
            self._map.madvise(mmap.MADV_REMOVE, start, size + -size % _PAGE)
        else:
            self._view[start : start + size] = bytes(size)


def create() -> int:
    """An empty memory file. `connect` has the same call, and no time to import this module."""
    return os.memfd_create("toolguard", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)


def _seal(fd: int) -> None:
    """Nobody can cut the file while it is mapped, which would end the process that reads it. Raises ValueError."""
    import fcntl

    wanted = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW
    try:
        if fcntl.fcntl(fd, fcntl.F_GET_SEALS) & wanted != wanted:
            fcntl.fcntl(fd, fcntl.F_ADD_SEALS, wanted)
        if fcntl.fcntl(fd, fcntl.F_GET_SEALS) & wanted != wanted or os.fstat(fd).st_size != SIZE:
            raise ValueError("the journal can be cut")
    except OSError:
        raise ValueError("not a memory file that can be sealed") from None
