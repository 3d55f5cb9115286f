"""Follows the log on its own thread and sends it to one receiver, at least once.

A batch is sent when the receiver has accepted it. Then the cursor is written, and after a crash sending continues
there. A receiver that is down, slow or faulty delays only this thread, which retries and reports the reason.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from toolguard.gate.texts import coded
from toolguard.store.log import chain
from toolguard.store.log.audit_log import LogReader, TamperedError
from toolguard.store.log.records import Scrub
from toolguard.store.shipping.attributes import LoggedRecord, LogMessage, message_of
from toolguard.store.shipping.cursor import CursorError, CursorFile, ShippingCursor
from toolguard.store.shipping.receiver import BatchTooLargeError, Receiver, ReceiverError

_log = logging.getLogger(__name__)
MAX_BATCH_RECORDS = 500
"""Maximum records per batch."""
MAX_BATCH_SIZE = 1 << 20
"""Approximate maximum bytes of a batch. A single record can be larger, but is bounded too."""
CHECK_INTERVAL = 1.0
"""Seconds between two checks of the log; records in between form one batch."""
_SHORT_TEXT_LENGTH = 256  # maximum characters of a text in a record that the receiver finds too large
_MAX_RETRY_DELAY = 300.0  # seconds between two attempts
_TOLD_AFTER = 3  # failed attempts until it is reported on every page
_SLOW_AFTER = 60.0
"""Seconds after which a receiver that reads in small pieces is reported as slow."""
_JOIN_TIMEOUT = 2.0  # seconds that `join` waits for a batch that is being sent


class ShippingStatus(msgspec.Struct, frozen=True, kw_only=True):
    """Status of a receiver. Times are seconds since the epoch, 0 for never."""

    kind: str
    """``otlp`` or ``syslog``."""
    place: str
    fixed: bool = False
    """Whether an organization has set it."""
    running: bool = True
    """Whether records are sent now: an app runs."""
    record: int = 0
    """Number of the newest record that it has accepted."""
    behind: int = 0
    """Number of records that are still to be sent."""
    sent: int = 0
    missed: int = 0
    """Number of records that were removed from the log before they could be sent."""
    refused: int = 0
    """Number of records that it accepted and did not keep."""
    time: float = 0.0
    """When it accepted the newest batch."""
    problem: str = ""
    """Why it does not accept more, as one sentence."""
    again: float = 0.0
    """When it is tried again."""
    failures: int = 0
    """Number of consecutive failed attempts."""


class LogShipper:
    """Sends the log at ``log`` to the receiver that ``opened`` opens. ``changed`` is called on the thread."""

    def __init__(
        self,
        status: ShippingStatus,
        log: Path,
        cursor: Path,
        opened: Callable[[], Receiver],
        *,
        contents: bool = False,
        scrub: Scrub = lambda data: data,
        transport: Callable[[str], str] = lambda _server: "",
        changed: Callable[[], None] = lambda: None,
        wait: Callable[[float], object] | None = None,
        jitter: Callable[[], float] = random.random,
        now: Callable[[], float] = time.time,
    ) -> None:
        """``opened`` raises `ReceiverError`. ``transport`` returns the transport of a server. ``scrub`` removes secrets
        that became known after a record was written.

        ``wait`` takes the seconds until the next check; it returns at once after `stop`. ``jitter`` returns 0 to 1.
        """
        self.status = status
        self._log = log
        self._file = CursorFile(cursor)
        self._cursor: ShippingCursor | None = None
        self._opened = opened
        self._receiver: Receiver | None = None
        self._reader: LogReader | None = None
        self._contents = contents
        self._scrub = scrub
        self._transport = transport
        self._changed = changed
        self._stopped = threading.Event()
        self._wait = wait or self._stopped.wait
        self._jitter = jitter
        self._now = now
        self._since = 0.0
        self._max_batch_records = MAX_BATCH_RECORDS
        self._short = False  # the receiver finds a single record too large
        self._newest = 0
        self._thread: threading.Thread | None = None
        self._previous: threading.Thread | None = None

    def start(self, after: LogShipper | None = None) -> None:
        """Start, or continue where the last run stopped; ``after`` another shipper with the same cursor has ended."""
        self._previous = after._thread if after is not None else None
        self._thread = threading.Thread(target=self.run, name=f"toolguard-ship-{self.status.kind}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current batch. The next run sends what was not accepted."""
        self._stopped.set()

    def join(self) -> None:
        """Wait a limited time until the thread ends."""
        if self._thread is not None:
            self._thread.join(_JOIN_TIMEOUT)

    def run(self) -> None:
        """Send until `stop`."""
        if self._previous is not None:
            self._previous.join()
            self._previous = None
        while not self._stopped.is_set():
            pause = self.step()
            if pause:
                self._wait(pause)
        self._close_receiver()
        if self._reader is not None:
            self._reader.close()

    def step(self) -> float:
        """Check the log and send one batch; return the seconds to wait before the next."""
        self._since = self._now()
        try:
            more = self._send_some()
        except BatchTooLargeError as problem:
            if self._made_smaller():
                return 0.0
            return self._failed(str(problem))
        except (ReceiverError, TamperedError) as problem:
            return self._failed(str(problem))
        except CursorError:
            return self._failed(coded("store.ship_cursor_damaged", path=self._file.path))
        except OSError as problem:
            return self._failed(problem.strerror or str(problem))
        except Exception:  # noqa: BLE001 - ours, logged: it is tried again
            _log.exception("records cannot be sent")
            return self._failed(coded("store.our_fault"))
        finally:
            self._since = 0.0
        return 0.0 if more else CHECK_INTERVAL

    def _send_some(self) -> bool:
        """Send the next batch; return whether there may be more."""
        if self._reader is None:
            self._reader = LogReader(self._log)
        newest = self._reader.newest()
        cursor = self._begin(newest)
        if cursor.seq >= newest[0]:
            self._report_newest(newest[0])
            return False
        if self._receiver is None:
            self._receiver = self._opened()
        batch = self._batch(cursor, self._receiver.longest)
        if not batch:
            return False
        refused = min(max(self._receiver.send([message for message, _ in batch]), 0), len(batch))
        message, hash = batch[-1]
        missed = message.seq - cursor.seq - len(batch)
        self._cursor = cursor.moved(
            (message.seq, hash), sent=len(batch), missed=missed, refused=refused, time=self._now()
        )
        self._file.write(self._cursor)
        self._max_batch_records = min(self._max_batch_records * 2, MAX_BATCH_RECORDS)
        self._short = False
        self._report_newest(newest[0])
        return True

    def _begin(self, newest: chain.Link) -> ShippingCursor:
        """Return the cursor for the current log. A new one begins with the next record."""
        assert self._reader is not None  # noqa: S101 - it was opened before
        cursor = self._cursor or self._file.read()
        if cursor is None:
            cursor = ShippingCursor.at(newest)
            self._file.write(cursor)
        elif cursor.seq != newest[0] or cursor.places[-1].link != newest:
            present = cursor.found_in(newest, self._reader.hash_of)
            if present is None or present.seq == 0 < cursor.seq:  # a new log was started
                left = max(self._newest - cursor.seq, 0)
                present = cursor.moved(chain.START, missed=left)
            cursor = present
        self._cursor, self._newest = cursor, newest[0]
        return cursor

    def _batch(self, cursor: ShippingCursor, longest: int) -> list[tuple[LogMessage, bytes]]:
        """Return the next records in the form for sending, each with its hash."""
        assert self._reader is not None  # noqa: S101 - it was opened before
        batch, size, before = list[tuple[LogMessage, bytes]](), 0, cursor.seq
        for record, hash in self._reader.after(cursor.seq, self._max_batch_records):
            logged = LoggedRecord(
                record, hash, self._transport(getattr(record.event, "server", "")), record.seq - before - 1
            )
            message = message_of(
                logged,
                contents=self._contents,
                longest=_SHORT_TEXT_LENGTH if self._short else longest,
                scrub=self._scrub,
            )
            size += message.size
            if batch and size > MAX_BATCH_SIZE:
                break
            batch.append((message, hash))
            before = record.seq
        return batch

    def _made_smaller(self) -> bool:
        """Return whether a smaller batch can be tried."""
        if self._max_batch_records > 1:
            self._max_batch_records //= 2
            return True
        if not self._short:
            self._short = True
            return True
        return False

    def _failed(self, problem: str) -> float:
        """Report a failure; return the seconds until the next attempt."""
        self._close_receiver()
        failures = self.status.failures + 1
        pause = min(2.0**failures, _MAX_RETRY_DELAY) * (0.5 + self._jitter() / 2)
        self.status = msgspec.structs.replace(
            self.status, problem=problem, failures=failures, again=self._now() + pause, **self._counts()
        )
        self._changed()
        return pause

    def _report_newest(self, newest: int) -> None:
        before = self.status
        self._newest = newest
        self.status = msgspec.structs.replace(before, problem="", failures=0, again=0.0, **self._counts())
        if self.status != before:
            self._changed()

    def _counts(self) -> dict[str, Any]:
        return counts(self._cursor, self._newest)

    def _close_receiver(self) -> None:
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            with suppress(OSError):
                receiver.close()

    def current(self) -> ShippingStatus:
        """Return the status, also while the receiver delays a batch. Thread-safe."""
        status, since = self.status, self._since
        waits = self._now() - since if since else 0.0
        if waits < _SLOW_AFTER:
            return status
        problem = coded("store.ship_no_answer", seconds=f"{waits:.0f}")
        return msgspec.structs.replace(status, problem=problem, failures=max(status.failures, _TOLD_AFTER))

    @property
    def trouble(self) -> str:
        """The problem that is reported on every page: why nothing is sent."""
        status = self.current()
        if status.failures < _TOLD_AFTER:
            return ""
        return coded("store.ship_fails", place=status.place, reason=status.problem, count=status.behind)


def counts(cursor: ShippingCursor | None, newest: int) -> dict[str, Any]:
    """Return the counts of a status for a cursor in a log whose newest record is ``newest``."""
    if cursor is None:
        return {}
    return {
        "record": cursor.seq, "behind": max(newest - cursor.seq, 0), "sent": cursor.sent, "missed": cursor.missed,
        "refused": cursor.refused, "time": cursor.time,
    }  # fmt: skip
