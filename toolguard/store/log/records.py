"""One record of the log as canonical JSON and back, and the columns that are copied from it. No I/O.

A record's text is what is hashed; the columns beside it exist for filtering and are compared with it on verifying.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from toolguard.gate import model, runs
from toolguard.gate.texts import CodedText, arguments_to_wire, coded, encodable, from_wire

Scrub = Callable[[bytes], bytes]
"""Takes secret values out of encoded JSON."""

COLUMNS = ("kind", "call", "session", "client", "server", "tool")
"""The copied columns after ``seq`` and ``time``, in the order of the table."""
FORMER_KINDS = {
    "joined": "session_started",
    "shook": "handshake_completed",
    "left": "session_ended",
    "asked": "call_held",
    "decided": "call_decided",
    "forwarded": "call_forwarded",
    "returned": "call_completed",
    "deferred": "call_deferred",
    "ticketed": "decision_deferred",
    "withdrawn": "call_withdrawn",
    "cancelled": "call_cancelled",
    "lost": "call_outcome_unknown",
    "taskended": "task_ended",
    "late": "response_dropped",
    "passed": "request_forwarded",
    "questioned": "server_request_received",
    "refused": "message_refused",
    "released": "secret_released",
    "settled": "config_accepted",
    "unvouched": "records_unsigned",
    "served": "server_state_changed",
    "changed": "config_changed",
    "started": "app_started",
    "stopped": "app_stopped",
}
"""How older versions called a kind of record, and how it is called now. Stored records keep the name they have."""
_NOT_PROSE = frozenset(("session", "call", "era", "verdict", "outcome", "digest", "surface", "input"))


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened. ``seq`` counts from 1 without gaps, ``time`` is seconds since the epoch."""

    seq: int
    time: float
    event: model.AnyEvent | runs.AppStarted | runs.AppStopped
    texts: dict[str, Any] = {}
    """Code and arguments of each coded text in ``event``, by member. Its English is in ``event``, as in every log."""


class _CopiedFields(msgspec.Struct, frozen=True):
    kind: str
    call: str = ""
    session: str = ""
    client: str = ""
    server: str = ""
    tool: str = ""


class _RecordHead(msgspec.Struct, frozen=True):
    """As much of a record as the columns repeat: a tenth of the time of decoding it whole."""

    seq: int
    time: float
    event: _CopiedFields


_encode = msgspec.json.Encoder(order="sorted", enc_hook=encodable).encode
_decode = msgspec.json.Decoder(Record).decode
_decode_head = msgspec.json.Decoder(_RecordHead).decode


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
        if self.kind:
            names = spellings(self.kind)
            parts.append(f"kind IN ({','.join('?' * len(names))})")
            values += names
        for name in COLUMNS[1:]:
            if value := getattr(self, name):
                parts.append(f"{name}=?" + (" AND call<>''" if name == "call" else ""))  # so that its index serves
                values.append(value)
        for sign, moment in ((">=", self.since), ("<=", self.until)):
            if moment is not None:
                parts.append(f"time{sign}?")
                values.append(moment)
        return " AND ".join(parts), values


def spellings(*kinds: str) -> tuple[str, ...]:
    """Return the names under which ``kinds`` stand in logs of any version: these, and the former ones."""
    return (*kinds, *(former for former, kind in FORMER_KINDS.items() if kind in kinds))


def decode(body: bytes | str) -> Record:
    """Return the record of a text, of any version; raises ``msgspec.MsgspecError`` or ``UnicodeError`` for no record.

    The text is what is hashed: a record of an older version is not stored again under the new name of its kind.
    """
    try:
        found = _decode(body)
    except msgspec.ValidationError:
        if (former := _decode_former(body)) is None:
            raise
        found = former
    return msgspec.structs.replace(found, event=_with_codes(found.event, found.texts)) if found.texts else found


def _decode_former(body: bytes | str) -> Record | None:
    """Return the record if its kind has a former name, else None."""
    found = msgspec.json.decode(body)
    event = found.get("event") if isinstance(found, dict) else None
    kind = event.get("kind") if isinstance(event, dict) else None
    if not isinstance(event, dict) or not isinstance(kind, str) or kind not in FORMER_KINDS:
        return None
    event["kind"] = FORMER_KINDS[kind]
    return msgspec.convert(found, Record)


def encode(seq: int, time: float, event: model.Event, scrub: Scrub) -> tuple[bytes, model.Event]:
    """The scrubbed canonical text of a record, and the event as that text tells it (the columns must repeat that)."""
    try:
        body = _encode(Record(seq, time, event, _codes(event)))  # type: ignore[arg-type]
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


def _codes(event: model.Event) -> dict[str, Any]:
    """Code and arguments of the coded texts among the members of ``event``."""
    found: dict[str, Any] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, CodedText):
            found[name] = _code(value)
        elif isinstance(value, tuple) and any(isinstance(one, CodedText) for one in value):
            found[name] = [_code(one) if isinstance(one, CodedText) else None for one in value]
    return found


def _code(text: CodedText) -> dict[str, Any]:
    return {"code": text.code, "arguments": arguments_to_wire(text)}


def _with_codes(event: Any, texts: dict[str, Any]) -> Any:
    """Return ``event`` with its coded texts. What does not belong to a text of it is ignored."""
    found: dict[str, Any] = {}
    for name, told in texts.items():
        value = getattr(event, name, None) if name in event.__struct_fields__ else None
        if isinstance(value, str):
            found[name] = _with_code(value, told)
        elif isinstance(value, tuple) and isinstance(told, list) and len(told) == len(value):
            found[name] = tuple(
                _with_code(one, code) if isinstance(one, str) else one for one, code in zip(value, told, strict=True)
            )
    return msgspec.structs.replace(event, **found)


def _with_code(text: str, told: object) -> str:
    if not isinstance(told, dict):
        return text
    return from_wire({"code": told.get("code"), "arguments": told.get("arguments", {}), "text": text}) or text


def columns(event: model.Event) -> tuple[str, str, str, str, str, str]:
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
        return coded("store.record_unreadable", seq=row[0])
    names = ("seq", "time", *COLUMNS)
    for name, copy, original in zip(names, row, told, strict=True):
        if copy != original:
            return coded("store.record_column_edited", seq=row[0], name=name, copy=repr(copy), original=repr(original))
    return ""


def _same_thing(record: Record, seq: int, time: float, event: model.Event) -> bool:
    """Whether scrubbing left alone what keeps a record in its place."""
    after = record.event
    return (record.seq, record.time, type(after)) == (seq, time, type(event)) and (after.call, after.session) == (
        event.call,
        event.session,
    )


def _each_text(event: model.Event, change: Callable[[str], bytes]) -> model.Event:
    """The event with every free text changed by itself, for texts that cannot be changed or encoded all at once."""

    def changed(value: Any) -> Any:
        if isinstance(value, str):
            return change(value).decode("utf-8", "replace")
        if isinstance(value, msgspec.Struct):
            fields = msgspec.structs.asdict(value)
            return msgspec.structs.replace(
                value, **{name: changed(one) for name, one in fields.items() if name not in _NOT_PROSE}
            )
        return tuple(changed(item) for item in value) if isinstance(value, tuple) else value

    told: model.Event = changed(event)
    return told
