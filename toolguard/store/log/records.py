"""Records of the log as JSON lines, encoded and decoded. No I/O.

A line is ``{"seq":7,"time":1.5,"kind":"call_forwarded",…,"prev":"…"}``: compact JSON in UTF-8, its members in the order
of the classes of `toolguard.gate.model`, floats in their shortest form, so that each record has exactly one text. The
hash covers the line without ``prev``, which is the hash of the previous line (`toolguard.store.log.chain`). Versions
before the journal wrote ``{"event":{…},"seq":7,"time":1.5}``; their texts and hashes are kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Annotated, Any, NamedTuple, Protocol

import msgspec

from toolguard.gate import model, runs
from toolguard.gate.texts import CodedText, arguments_to_wire, encodable, from_wire
from toolguard.store.log import chain

Scrub = Callable[[bytes], bytes]
"""Removes secret values from encoded JSON."""

_SEQ_PREFIX = b'{"seq":'
_PREV_PREFIX = b',"prev":"'
TAIL_SIZE = len(_PREV_PREFIX) + 64 + len(b'"}')
"""Bytes after a line's text: ``,"prev":"`` and a SHA-256 in hexadecimal."""
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
"""Current names of record kinds by their former names. Stored records keep their names."""
UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""Exceptions for an invalid line; `RecursionError` for one that is nested too deeply."""
_Number = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
Time = Annotated[float, msgspec.Meta(ge=0, le=253_370_764_800)]
"""Seconds since the epoch, up to the year 9999, the maximum of `datetime`."""
_NOT_PROSE = frozenset(("session", "call", "era", "verdict", "outcome", "digest", "surface", "input"))


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """A recorded event. ``seq`` counts from 1 without gaps, ``time`` is seconds since the epoch."""

    seq: _Number
    time: Time
    event: model.AnyEvent | runs.AppStarted | runs.AppStopped
    texts: dict[str, Any] = {}
    """Code and arguments of each coded text in ``event``, by member. The English text is in ``event``."""


class _FormerEvent(msgspec.Struct, frozen=True):
    kind: str
    call: str = ""
    session: str = ""
    client: str = ""
    server: str = ""
    tool: str = ""


class RecordHead(msgspec.Struct, frozen=True):
    """Identifying members of a record, decoded in a tenth of the time."""

    seq: _Number
    time: Time
    kind: str = ""
    event: _FormerEvent | None = None


class _FlatRecord(msgspec.Struct, frozen=True):
    seq: _Number
    time: Time
    texts: dict[str, Any] = {}
    event: msgspec.Raw = msgspec.Raw()


class Line(NamedTuple):
    """The parts of a journal line."""

    seq: int
    kind: str
    """As written; from an older version it may be a former name."""
    text: bytes
    """The hashed text."""
    previous: bytes
    """The hash of the previous record, as stated in this line."""


_Event = model.AnyEvent | runs.AppStarted | runs.AppStopped
_encode = msgspec.json.Encoder(enc_hook=encodable).encode
_encode_uncoded = msgspec.json.Encoder().encode
"""Raises TypeError for a `CodedText`."""
_decode = msgspec.json.Decoder(Record).decode
read_head_raising = msgspec.json.Decoder(RecordHead).decode
"""`read_head`, for a loop that handles `UNREADABLE` itself."""
_decode_flat = msgspec.json.Decoder(_FlatRecord).decode
_decode_event: Callable[[bytes | str], _Event] = msgspec.json.Decoder(_Event).decode


class RecordFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Selects records; an empty text and None match all. Times are seconds since the epoch, inclusive."""

    kind: str = ""
    call: str = ""
    session: str = ""
    client: str = ""
    server: str = ""
    tool: str = ""
    since: float | None = None
    until: float | None = None

    def matches(self, record: Record) -> bool:
        """Return whether a record passes. An event without a member that the filter names does not."""
        event = record.event
        if self.kind and event.__struct_config__.tag != self.kind:
            return False
        if any((value := getattr(self, name)) and getattr(event, name, "") != value for name in _FILTER_MEMBERS):
            return False
        return (self.since is None or record.time >= self.since) and (self.until is None or record.time <= self.until)


_FILTER_MEMBERS = ("call", "session", "client", "server", "tool")


def kind_names(*kinds: str) -> tuple[str, ...]:
    """Return all names of ``kinds`` in logs of any version, current and former."""
    return (*kinds, *(former for former, kind in FORMER_KINDS.items() if kind in kinds))


def read_head(text: bytes) -> RecordHead:
    """Return the identifying members of a line or its text; raises ``msgspec.MsgspecError`` or ``UnicodeError``."""
    try:
        return read_head_raising(text)
    except RecursionError:
        raise msgspec.DecodeError(_TOO_DEEP) from None


def decode(text: bytes | str) -> Record:
    """Return the record of a line or its text, of any version.

    Raises ``msgspec.MsgspecError`` or ``UnicodeError`` if it is invalid.
    """
    try:
        return _decoded(text)
    except RecursionError:
        raise msgspec.DecodeError(_TOO_DEEP) from None


_TOO_DEEP = "nested too deeply"


def _decoded(text: bytes | str) -> Record:
    flat = _decode_flat(text)
    record = _decode_former(text) if flat.event else Record(flat.seq, flat.time, _decode_event(text), flat.texts)
    return msgspec.structs.replace(record, event=_with_codes(record.event, record.texts)) if record.texts else record


def _decode_former(text: bytes | str) -> Record:
    """Return the record of a text from a version before the journal."""
    with suppress(msgspec.ValidationError):
        return _decode(text)
    former = msgspec.json.decode(text)
    event = former["event"]
    if isinstance(event, dict) and isinstance(kind := event.get("kind"), str):
        event["kind"] = FORMER_KINDS.get(kind, kind)
    return msgspec.convert(former, Record)


def encode(event: model.Event, scrub: Scrub) -> bytes:
    """Return an event as JSON, without secret values."""
    try:
        encoded = _encode_uncoded(event)
    except (TypeError, UnicodeEncodeError):
        event, encoded = _encode_with_codes(event)
    clean = scrub(encoded)
    if clean is not encoded and clean != encoded:
        try:
            after = _decode_event(clean)
        except (msgspec.MsgspecError, UnicodeError):
            after = None
        if after is None or (type(after), after.call, after.session) != (type(event), event.call, event.session):
            clean = _encode(_each_text(event, lambda text: scrub(text.encode())))
    return clean


class UnlinkedRecord(Protocol):
    """A record without its number and the hash of the one before it."""

    @property
    def time(self) -> float:
        """When it was made, in seconds since the epoch."""

    @property
    def data(self) -> bytes:
        """Its event, from `encode`."""


def linked(new: Iterable[UnlinkedRecord], head: chain.Link) -> tuple[list[bytes], chain.Link]:
    """Return the lines of ``new`` records after the one with the link ``head``, and the last one's link.

    The same as `text`, `line` and `chain.link` for one record after the other.
    """
    lines = list[bytes]()
    seq, hash = head
    for record in new:
        seq += 1
        number, time = _encode_uncoded(seq), _encode_uncoded(record.time)
        body = b"".join((_SEQ_PREFIX, number, b',"time":', time, b",", record.data[1:]))
        lines.append(b"".join((body[:-1], _PREV_PREFIX, hash.hex().encode(), b'"}\n')))
        hashed = hashlib.sha256(chain.DOMAIN + hash)
        hashed.update(body)
        hash = hashed.digest()
    return lines, (seq, hash)


def text(seq: int, time: float, event: bytes) -> bytes:
    """Return the text of a record; ``event`` is from `encode`."""
    return b"".join((_SEQ_PREFIX, _encode_uncoded(seq), b',"time":', _encode_uncoded(time), b",", event[1:]))


def _encode_with_codes(event: model.Event) -> tuple[model.Event, bytes]:
    """Return an event, with coded texts and unpaired surrogates encoded, and the JSON of its codes and arguments."""
    try:
        return event, _encode(event)[:-1] + b',"texts":' + _encode(_codes(event)) + b"}"
    except UnicodeEncodeError:
        event = _each_text(event, lambda text: text.encode("utf-8", "backslashreplace"))
        return event, _encode(event)


def line(text: bytes, previous: bytes) -> bytes:
    """Return the line for a record's text after the record with the hash ``previous``, with its line end."""
    return b"".join((text[:-1], _PREV_PREFIX, previous.hex().encode(), b'"}\n'))


def split(line: bytes) -> Line | None:
    """Return the parts of a line without its line end; None if it is invalid."""
    try:
        head = read_head(line)
        text, previous = split_text(line)
    except (msgspec.MsgspecError, ValueError):  # also UnicodeError
        return None
    if number(line) != head.seq:  # it states two, and would be found by the other one
        return None
    return Line(head.seq, head.event.kind if head.event else head.kind, text, previous)


def split_text(line: bytes) -> tuple[bytes, bytes]:
    """Return the text of a line and the hash that it follows; raises ValueError for the end of no line."""
    if not line.endswith(b'"}') or line[-TAIL_SIZE : len(_PREV_PREFIX) - TAIL_SIZE] != _PREV_PREFIX:
        raise ValueError
    previous = bytes.fromhex(line[-66:-2].decode("ascii"))
    if previous.hex().encode() != line[-66:-2]:  # the hash has exactly one spelling
        raise ValueError
    return line[:-TAIL_SIZE] + b"}", previous


REDACTED_PREFIX = b',"redacted":"'
"""Precedes the original hash of a redacted record, which is its last member before ``prev``."""


def original_hash(line: bytes) -> bytes | None:
    """Return the original hash stated in a redacted record; None for any other line."""
    start = -TAIL_SIZE - 65
    if line[start - len(REDACTED_PREFIX) : start] != REDACTED_PREFIX or line[-TAIL_SIZE - 1 : -TAIL_SIZE] != b'"':
        return None
    try:
        hash = bytes.fromhex(line[start : -TAIL_SIZE - 1].decode("ascii"))
    except ValueError:
        return None
    return hash if hash.hex().encode() == line[start : -TAIL_SIZE - 1] else None


def number(line: bytes) -> int | None:
    """Return the sequence number stated in a line or its text; None if unreadable."""
    if line.startswith(_SEQ_PREFIX):
        digits = line[len(_SEQ_PREFIX) : len(_SEQ_PREFIX) + 20].partition(b",")[0]
        if digits.isdigit():
            return int(digits)
    try:
        return read_head(line).seq
    except (msgspec.MsgspecError, UnicodeError):
        return None


def former_head(text: bytes) -> tuple[int, float, str, str, str, str, str, str] | None:
    """Return the column values for this text in a table of an older version; None if it is invalid."""
    try:
        head = read_head(text)
    except (msgspec.MsgspecError, UnicodeError):
        return None
    event = head.event
    if event is None:
        return None
    return (head.seq, head.time, event.kind, event.call, event.session, event.client, event.server, event.tool)


def _codes(event: model.Event) -> dict[str, Any]:
    """Return code and arguments of the coded texts among the members of ``event``."""
    codes: dict[str, Any] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, CodedText):
            codes[name] = _code(value)
        elif isinstance(value, tuple) and any(isinstance(item, CodedText) for item in value):
            codes[name] = [_code(item) if isinstance(item, CodedText) else None for item in value]
    return codes


def _code(text: CodedText) -> dict[str, Any]:
    return {"code": text.code, "arguments": arguments_to_wire(text)}


def _with_codes(event: Any, texts: dict[str, Any]) -> Any:
    """Return ``event`` with its coded texts restored. Unrelated entries are ignored."""
    texts_by_name: dict[str, Any] = {}
    for name, codes in texts.items():
        value = getattr(event, name, None) if name in event.__struct_fields__ else None
        if isinstance(value, str):
            texts_by_name[name] = _with_code(value, codes)
        elif isinstance(value, tuple) and isinstance(codes, list) and len(codes) == len(value):
            texts_by_name[name] = tuple(
                _with_code(item, code) if isinstance(item, str) else item
                for item, code in zip(value, codes, strict=True)
            )
    return msgspec.structs.replace(event, **texts_by_name)


def _with_code(text: str, entry: object) -> str:
    if not isinstance(entry, dict):
        return text
    return from_wire({"code": entry.get("code"), "arguments": entry.get("arguments", {}), "text": text}) or text


def _each_text(event: model.Event, change: Callable[[str], bytes]) -> model.Event:
    """Return the event with each free text changed separately, for texts that cannot be processed together."""

    def changed(value: Any) -> Any:
        if isinstance(value, str):
            return change(value).decode("utf-8", "replace")
        if isinstance(value, msgspec.Struct):
            fields = msgspec.structs.asdict(value)
            return msgspec.structs.replace(
                value, **{name: changed(field) for name, field in fields.items() if name not in _NOT_PROSE}
            )
        return tuple(changed(item) for item in value) if isinstance(value, tuple) else value

    changed_event: model.Event = changed(event)
    return changed_event
