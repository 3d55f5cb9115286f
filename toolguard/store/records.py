"""One record of the log as canonical JSON and back, and the columns that are copied from it. No I/O.

A record's text is what is hashed; the columns beside it exist for filtering and are compared with it on verifying.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from toolguard.checkpoint import calls

Scrub = Callable[[bytes], bytes]
"""Takes secret values out of encoded JSON."""

COLUMNS = ("kind", "call", "session", "client", "server", "tool")
"""The copied columns after ``seq`` and ``time``, in the order of the table."""
_NOT_PROSE = frozenset(("session", "call", "era", "verdict", "outcome", "digest"))


class Record(msgspec.Struct, frozen=True):
    """One thing that happened. ``seq`` counts from 1 without gaps, ``time`` is seconds since the epoch."""

    seq: int
    time: float
    event: calls.AnyEvent


class _Copied(msgspec.Struct, frozen=True):
    kind: str
    call: str = ""
    session: str = ""
    client: str = ""
    server: str = ""
    tool: str = ""


class _Head(msgspec.Struct, frozen=True):
    """As much of a record as the columns repeat: a tenth of the time of decoding it whole."""

    seq: int
    time: float
    event: _Copied


_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(Record).decode
_decode_head = msgspec.json.Decoder(_Head).decode


class RecordFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which records to read; an empty text and None match all. Times are seconds since the epoch, ends included."""

    kind: str = ""
    call: str = ""
    session: str = ""
    client: str = ""
    server: str = ""
    tool: str = ""
    since: float | None = None
    until: float | None = None

    def where(self) -> tuple[str, list[object]]:
        """The SQL condition and its parameters."""
        parts, values = ["1"], list[object]()
        for name in COLUMNS:
            if value := getattr(self, name):
                parts.append(f"{name}=?" + (" AND call<>''" if name == "call" else ""))  # so that its index serves
                values.append(value)
        for sign, moment in ((">=", self.since), ("<=", self.until)):
            if moment is not None:
                parts.append(f"time{sign}?")
                values.append(moment)
        return " AND ".join(parts), values


def decode(body: bytes | str) -> Record:
    """A record from its text; raises ``msgspec.MsgspecError`` or ``UnicodeError`` for what is none."""
    return _decode(body)


def encode(seq: int, time: float, event: calls.Event, scrub: Scrub) -> tuple[bytes, calls.Event]:
    """The scrubbed canonical text of a record, and the event as that text tells it (the columns must repeat that)."""
    try:
        body = _encode(Record(seq, time, event))  # type: ignore[arg-type]
    except UnicodeEncodeError:
        event = _each_text(event, lambda text: text.encode("utf-8", "backslashreplace"))
        body = _encode(Record(seq, time, event))  # type: ignore[arg-type]
    clean = scrub(body)
    if clean is body or clean == body:
        return body, event
    try:
        record = decode(clean)
    except (msgspec.MsgspecError, UnicodeError):
        record = None
    if record is None or not _same_thing(record, seq, time, event):
        event = _each_text(event, lambda text: scrub(text.encode()))
        return _encode(Record(seq, time, event)), event  # type: ignore[arg-type]
    return clean, record.event


def columns(event: calls.Event) -> tuple[str, str, str, str, str, str]:
    """What the columns of ``COLUMNS`` hold for ``event``."""
    return (
        str(type(event).__struct_config__.tag),
        event.call,
        event.session,
        getattr(event, "client", ""),
        getattr(event, "server", ""),
        getattr(event, "tool", ""),
    )


def number(body: bytes) -> int | None:
    """The number that a record's text gives itself, if it can be read."""
    try:
        return _decode_head(body).seq
    except (msgspec.MsgspecError, UnicodeError):
        return None


def head(body: bytes) -> tuple[int, float, str, str, str, str, str, str] | None:
    """What all columns of a record's row must hold, in the order of the table; None when the text is no record."""
    try:
        told = _decode_head(body)
    except (msgspec.MsgspecError, UnicodeError):
        return None
    event = told.event
    return (told.seq, told.time, event.kind, event.call, event.session, event.client, event.server, event.tool)


def difference(row: tuple[Any, ...], told: tuple[Any, ...] | None) -> str:
    """One sentence about the first column of ``row`` (as in `head`) that is not what the text told."""
    if told is None:
        return f"record {row[0]} is no record: its text cannot be read"
    names = ("seq", "time", *COLUMNS)
    for name, copy, original in zip(names, row, told, strict=True):
        if copy != original:
            return f"record {row[0]} was edited: its column {name} holds {copy!r}, its text says {original!r}"
    return ""


def _same_thing(record: Record, seq: int, time: float, event: calls.Event) -> bool:
    """Whether scrubbing left alone what keeps a record in its place."""
    after = record.event
    return (record.seq, record.time, type(after)) == (seq, time, type(event)) and (after.call, after.session) == (
        event.call,
        event.session,
    )


def _each_text(event: calls.Event, change: Callable[[str], bytes]) -> calls.Event:
    """The event with every free text changed by itself, for texts that cannot be changed or encoded all at once."""

    def changed(value: Any) -> Any:
        if isinstance(value, str):
            return change(value).decode("utf-8", "replace")
        return tuple(changed(item) for item in value) if isinstance(value, tuple) else value

    fields = msgspec.structs.asdict(event)
    prose = {name: changed(value) for name, value in fields.items() if name not in _NOT_PROSE}
    return msgspec.structs.replace(event, **prose)
