"""The thread that sends the log: at least once, in order, resumed after a kill, and never in the way of a call."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.receivers import OtlpServer, respond
from toolguard.gate import model
from toolguard.store.log.audit_log import AuditLog, LogReader
from toolguard.store.log.journal import segments
from toolguard.store.shipping import shipper as shipping
from toolguard.store.shipping.attributes import LogMessage
from toolguard.store.shipping.cursor import CursorFile
from toolguard.store.shipping.otlp import OtlpReceiver
from toolguard.store.shipping.receiver import BatchTooLargeError, ReceiverError
from toolguard.store.shipping.shipper import CHECK_INTERVAL, LogShipper, ShippingStatus


class MemoryReceiver:
    """A receiver in memory. ``faults`` are raised first, one a batch."""

    longest = 1000

    def __init__(self) -> None:
        self.batches: list[list[LogMessage]] = []
        self.faults: list[Exception] = []
        self.most = 10**9
        self.largest = 10**9
        self.refused = 0
        self.opened = self.closed = 0

    def __call__(self) -> MemoryReceiver:
        self.opened += 1
        return self

    def send(self, batch: Sequence[LogMessage]) -> int:
        if self.faults:
            raise self.faults.pop(0)
        if len(batch) > self.most or any(one.size > self.largest for one in batch):
            raise BatchTooLargeError("too large")
        self.batches.append(list(batch))
        return self.refused

    def close(self) -> None:
        self.closed += 1

    @property
    def numbers(self) -> list[int]:
        return [one.seq for batch in self.batches for one in batch]


def made(path: Path, receiver: Callable[[], Any], **more: Any) -> LogShipper:
    status = ShippingStatus(kind="otlp", place="https://there/")
    return LogShipper(status, path, path.parent / "shipping" / "otlp.json", receiver, jitter=lambda: 1.0, **more)


async def wrote(log: AuditLog, *events: model.Event) -> None:
    for event in events:
        log.write(event)
    await log.committed()


def changed(number: int) -> model.ConfigChanged:
    return model.ConfigChanged(what=f"setting {number}", by="person")


@pytest.fixture
def memory_receiver() -> MemoryReceiver:
    return MemoryReceiver()


@pytest.fixture
def server() -> Iterator[OtlpServer]:
    made = OtlpServer()
    yield made
    made.close()


def newest(path: Path) -> tuple[int, bytes]:
    reader = LogReader(path)
    try:
        return reader.newest()
    finally:
        reader.close()


async def test_first_run_sends_only_new_records(log: AuditLog, path: Path, memory_receiver: MemoryReceiver) -> None:
    await wrote(log, changed(1))
    ship = made(path, memory_receiver)
    assert ship.step() == CHECK_INTERVAL
    assert memory_receiver.batches == [] and ship.status.record == 1
    await wrote(log, *(changed(number) for number in range(2, 6)))
    assert ship.step() == 0.0
    assert memory_receiver.numbers == [2, 3, 4, 5]
    assert (ship.status.record, ship.status.behind, ship.status.sent, ship.status.problem) == (5, 0, 4, "")
    assert ship.step() == CHECK_INTERVAL
    assert memory_receiver.numbers == [2, 3, 4, 5]


async def test_secret_that_became_known_since_is_not_sent(
    log: AuditLog, path: Path, memory_receiver: MemoryReceiver
) -> None:
    secret = "hunter2hunter2"
    ship = made(path, memory_receiver, contents=True, scrub=lambda data: data.replace(secret.encode(), b"[secret T]"))
    await wrote(log, changed(1))
    ship.step()
    arguments = json.dumps({"a": "x" * 990 + secret})  # cut in the middle of it otherwise
    held = model.CallHeld(session="s", call="c", client="me", server="files", tool="read", arguments=arguments,
                          request="1", digest="", era="legacy")  # fmt: skip
    await wrote(log, held, model.ConfigChanged(what="x", by="me", detail=secret))
    ship.step()
    (first, second) = memory_receiver.batches[0]
    assert "hunter2" not in repr(first) and second.attributes["toolguard.detail"] == "[secret T]"
    assert first.attributes["toolguard.arguments.sha256"] == sha256(arguments.encode()).hexdigest()


async def test_cursor_is_written_after_the_batch_is_accepted(
    log: AuditLog, path: Path, memory_receiver: MemoryReceiver
) -> None:
    ship = made(path, memory_receiver)
    ship.step()
    await wrote(log, changed(1))
    memory_receiver.faults.append(ReceiverError("away"))
    assert ship.step() == 2.0
    assert CursorFile(path.parent / "shipping" / "otlp.json").read().seq == 0  # type: ignore[union-attr]
    assert (ship.status.problem, ship.status.behind, ship.status.failures) == ("away", 1, 1)
    assert ship.step() == 0.0
    cursor = CursorFile(path.parent / "shipping" / "otlp.json").read()
    assert cursor is not None
    assert (cursor.seq, cursor.places[-1].link) == (1, newest(path))
    assert ship.status.problem == "" and ship.status.failures == 0


async def test_retry_pauses_grow_up_to_a_limit_and_problem_is_reported(
    log: AuditLog, path: Path, memory_receiver: MemoryReceiver
) -> None:
    ship = made(path, memory_receiver)
    ship.step()
    await wrote(log, changed(1))
    memory_receiver.faults += [ReceiverError("away")] * 12
    pauses = []
    for number in range(12):
        pauses.append(ship.step())
        assert bool(ship.trouble) is (number >= 2)
    assert pauses == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]
    assert "https://there/" in ship.trouble and "away" in ship.trouble
    assert ship.step() == 0.0
    assert ship.trouble == "" and memory_receiver.numbers == [1]
    assert memory_receiver.opened == 13  # each failure opens it anew: a header may have changed meanwhile
    low = LogShipper(ship.status, path, path.parent / "x.json", memory_receiver, jitter=lambda: 0.0)
    assert low._failed("x") == 1.0


async def test_killed_app_continues_at_the_last_batch(
    log: AuditLog, path: Path, memory_receiver: MemoryReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipping, "MAX_BATCH_RECORDS", 2)
    ship = made(path, memory_receiver)
    ship.step()
    await wrote(log, *(changed(number) for number in range(1, 8)))
    ship.step()
    ship.step()
    ship = made(path, memory_receiver)  # the other one is gone
    while ship.step() == 0.0:
        pass
    assert memory_receiver.numbers == [1, 2, 3, 4, 5, 6, 7]
    assert {len(batch) for batch in memory_receiver.batches} == {2, 1}


async def test_a_batch_is_bounded_in_bytes(
    log: AuditLog, path: Path, memory_receiver: MemoryReceiver, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipping, "MAX_BATCH_SIZE", 3000)
    memory_receiver.longest = 2000
    ship = made(path, memory_receiver, contents=True)
    ship.step()
    await wrote(log, *(names.asked(f"c{number}", json.dumps("x" * 5000)) for number in range(6)))
    while ship.step() == 0.0:
        pass
    assert [len(batch) for batch in memory_receiver.batches] == [1] * 6
    assert all(2000 <= batch[0].size <= 3000 for batch in memory_receiver.batches)


async def test_smaller_batches_are_sent_without_losing_records(
    log: AuditLog, path: Path, memory_receiver: MemoryReceiver, names: Any
) -> None:
    ship = made(path, memory_receiver, contents=True)
    ship.step()
    await wrote(
        log, *(names.asked(f"c{number}", json.dumps("x" * (5000 if number == 4 else 5))) for number in range(9))
    )
    memory_receiver.most, memory_receiver.largest = 3, 1500
    pauses = [ship.step() for _ in range(20)]
    assert set(pauses) <= {0.0, CHECK_INTERVAL}
    assert memory_receiver.numbers == list(range(1, 10))
    large = next(one for batch in memory_receiver.batches for one in batch if one.seq == 5)
    assert large.attributes["toolguard.shortened"] is True
    memory_receiver.largest = 10
    await wrote(log, changed(1))
    assert [ship.step() for _ in range(20)][-1] > CHECK_INTERVAL
    assert memory_receiver.numbers == list(range(1, 10))
    assert "too large" in ship.status.problem and ship.status.behind == 1


async def test_removed_range_is_reported_and_the_rest_is_sent(tmp_path: Path, memory_receiver: MemoryReceiver) -> None:
    path = tmp_path / "log"
    log = AuditLog(path, segment=1)  # each record in a file of its own
    log.open()
    ship = made(path, memory_receiver)
    ship.step()
    for number in range(1, 3):
        await wrote(log, changed(number))
    ship.step()
    for number in range(3, 9):
        await wrote(log, changed(number))
    log.close()
    for segment in segments(path)[1:5]:
        segment.path.unlink()
    left = [one.first for one in segments(path)]
    ship.step()
    assert memory_receiver.numbers == [1, 2, *[number for number in left if number > 2]]
    missing = min(number for number in left if number > 2) - 3
    assert missing > 0 and ship.status.missed == missing
    assert memory_receiver.batches[-1][0].attributes["toolguard.records.missed"] == missing
    assert "toolguard.records.missed" not in memory_receiver.batches[0][0].attributes


async def test_a_new_log_is_sent_from_its_beginning(log: AuditLog, path: Path, memory_receiver: MemoryReceiver) -> None:
    ship = made(path, memory_receiver)
    ship.step()
    await wrote(log, *(changed(number) for number in range(1, 6)))
    ship.step()
    await wrote(log, changed(6))
    memory_receiver.faults.append(ReceiverError("away"))
    ship.step()
    log.start_new_log()
    await wrote(log, changed(7))
    while ship.step() == 0.0:
        pass
    assert memory_receiver.numbers == [1, 2, 3, 4, 5, 1, 2]
    assert ship.status.missed == 1  # record 6 of the old log
    assert ship.status.behind == 0


async def test_records_lost_in_a_power_failure_do_not_restart_shipping(
    log: AuditLog, path: Path, memory_receiver: MemoryReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship = made(path, memory_receiver)
    ship.step()
    await wrote(log, *(changed(number) for number in range(1, 4)))
    ship.step()
    kept = segments(path)[0].path.read_bytes()
    await wrote(log, changed(4))
    ship.step()
    log.close()
    segments(path)[0].path.write_bytes(kept)
    again = AuditLog(path)
    again.open()
    await wrote(again, *(changed(number) for number in (5, 6)))
    again.close()
    ship = made(path, memory_receiver)
    ship.step()
    assert memory_receiver.numbers == [1, 2, 3, 4, 4, 5]


PLACE = json.dumps({"seq": 1, "hash": "00" * 32})


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", '{"x":' + "[" * 3_000, '{"places":[]}', '{"places":[{"seq":1,"hash":"zz"}]}', "x" * 100_000,
        f'{{"places":[{PLACE}],"time":1e300}}', f'{{"places":[{PLACE}],"sent":-1}}',
        f'{{"places":[{PLACE}],"missed":{10**30}}}',
    ],
)  # fmt: skip
async def test_damaged_cursor_is_reported_and_not_guessed(
    log: AuditLog, path: Path, memory_receiver: MemoryReceiver, text: str
) -> None:
    await wrote(log, changed(1))
    file = path.parent / "shipping" / "otlp.json"
    file.parent.mkdir()
    file.write_text(text)
    ship = made(path, memory_receiver)
    assert ship.step() > CHECK_INTERVAL
    assert "otlp.json" in ship.status.problem and "remove it" in ship.status.problem
    assert memory_receiver.batches == []
    file.unlink()
    ship.step()
    assert ship.status.problem == "" and file.stat().st_mode & 0o077 == 0


async def test_internal_error_is_logged_and_the_thread_continues(
    log: AuditLog, path: Path, memory_receiver: MemoryReceiver, caplog: pytest.LogCaptureFixture
) -> None:
    ship = made(path, memory_receiver)
    ship.step()
    await wrote(log, changed(1))
    memory_receiver.faults.append(ZeroDivisionError("ours"))
    assert ship.step() > CHECK_INTERVAL
    assert "ZeroDivisionError" in caplog.text
    ship.step()
    assert memory_receiver.numbers == [1]


async def test_unreadable_log_is_reported(tmp_path: Path, memory_receiver: MemoryReceiver) -> None:
    ship = made(tmp_path / "none", memory_receiver)
    assert ship.step() > CHECK_INTERVAL
    assert "cannot be read" in ship.status.problem


class Stuck(MemoryReceiver):
    """Takes a batch and does not answer until it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.free = threading.Event(), threading.Event()

    def send(self, batch: Sequence[LogMessage]) -> int:
        self.asked.set()
        assert self.free.wait(120)
        return super().send(batch)


async def test_a_receiver_that_does_not_answer_delays_no_record(log: AuditLog, path: Path) -> None:
    stuck = Stuck()
    ship = made(path, stuck)
    ship.step()
    await wrote(log, changed(1))
    ship.start()
    assert stuck.asked.wait(120)
    for number in range(2, 400):
        log.write(changed(number))
    await log.committed()
    assert log.recorded == 399 and not log.trouble
    assert stuck.batches == [] and not stuck.free.is_set()
    assert ship.current().problem == ship.trouble == ""
    late = time.time() + 61
    ship._now = lambda: late
    assert "no response in 61 seconds" in ship.trouble and ship.current().problem == "no response in 61 seconds"
    ship.stop()
    stuck.free.set()
    ship.join()
    assert stuck.numbers == [1]
    assert stuck.closed == 1


async def test_a_receiver_that_does_not_open_is_reported(log: AuditLog, path: Path) -> None:
    asked, free = threading.Event(), threading.Event()

    def opened() -> MemoryReceiver:
        asked.set()
        assert free.wait(120)
        raise ReceiverError("away")

    ship = made(path, opened)
    ship.step()
    await wrote(log, changed(1))
    ship.start()
    assert asked.wait(120)
    late = time.time() + 61
    ship._now = lambda: late
    assert "no response in 61 seconds" in ship.trouble
    ship.stop()
    free.set()
    ship.join()


async def test_next_shipping_thread_waits_for_the_former_thread(log: AuditLog, path: Path) -> None:
    stuck, memory_receiver = Stuck(), MemoryReceiver()
    first = made(path, stuck)
    first.step()
    await wrote(log, changed(1))
    first.start()
    assert stuck.asked.wait(120)
    first.stop()
    event = threading.Event()
    second = made(path, memory_receiver, changed=event.set)
    second.start(after=first)
    assert not event.wait(0.3)
    stuck.free.set()
    assert event.wait(120)
    second.stop()
    second.join()
    assert (stuck.numbers, memory_receiver.numbers) == ([1], [])


_KILLED = """
import asyncio, sys
from pathlib import Path
from toolguard.store.shipping import shipper
from toolguard.store.shipping.otlp import OtlpReceiver
shipper.MAX_BATCH_RECORDS, shipper.CHECK_INTERVAL = 7, 0.01
status = shipper.ShippingStatus(kind="otlp", place=sys.argv[2])
log = Path(sys.argv[1])
cursor = log.parent / "shipping" / "otlp.json"
shipper.LogShipper(status, log, cursor, lambda: OtlpReceiver(sys.argv[2], {})).run()
"""


async def test_no_record_is_lost_if_the_app_is_killed_while_sending(
    log: AuditLog, path: Path, server: OtlpServer, program: Callable[..., Any]
) -> None:
    ship = made(path, MemoryReceiver())
    ship.step()  # the place where it begins
    await wrote(log, *(changed(number) for number in range(1, 401)))
    for enough in (lambda: len(server.batches) >= 3, lambda: len(server.batches) >= 9, lambda: 400 in server.numbers):
        with program(_KILLED, str(path), server.url) as running:
            try:
                server.wait(enough)
            finally:
                running.kill()
                result = running.stdout.read()
        assert result == ""
    assert sorted(set(server.numbers)) == list(range(1, 401))
    reader = LogReader(path)
    hashes = {record.seq: hash.hex() for record, hash in reader.after(0, 400)}
    reader.close()
    borders = {0}
    for batch in server.batches:
        numbers = [one.number for one in batch]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert numbers[0] - 1 in borders  # what comes twice begins where a batch has ended
        borders.add(numbers[-1])
        assert all(one.attributes["toolguard.chain.head"] == hashes[one.number] for one in batch)


@pytest.mark.parametrize(("expected", "counted"), [(10**300, 2), (-1, 0)])
async def test_a_receiver_cannot_refuse_more_than_it_got(
    log: AuditLog, path: Path, memory_receiver: MemoryReceiver, expected: int, counted: int
) -> None:
    ship = made(path, memory_receiver)
    ship.step()
    await wrote(log, changed(1), changed(2))
    memory_receiver.refused = expected
    ship.step()
    assert (ship.status.sent, ship.status.refused, ship.status.problem) == (2, counted, "")


async def test_records_not_kept_by_the_receiver_are_counted(log: AuditLog, path: Path, server: OtlpServer) -> None:
    ship = made(path, lambda: OtlpReceiver(server.url, {}))
    ship.step()
    await wrote(log, changed(1))
    await wrote(log, changed(2))
    server.refused = 1
    ship.step()
    assert (ship.status.sent, ship.status.refused, ship.status.behind) == (2, 1, 0)
    server.answers.append(lambda request: respond(request, 503))
    await wrote(log, changed(3))
    ship.step()
    assert "503" in ship.status.problem
    assert len(server.requests) == 2  # the exporter did not try again by itself
    ship.step()
    assert server.numbers == [1, 2, 3]


def test_a_status_is_a_plain_value() -> None:
    status = ShippingStatus(kind="otlp", place="x")
    assert msgspec.json.decode(msgspec.json.encode(status), type=ShippingStatus) == status
