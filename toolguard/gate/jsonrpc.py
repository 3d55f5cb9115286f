"""Bytes to JSON-RPC messages and back: the one strict parser, the one encoder, the one way to find lines.

It refuses whatever two parsers could read in two ways: duplicate or case-colliding keys, NaN, invalid UTF-8,
depth without bound (RFC 8259 §4, §9). No number is changed on the way: an integer keeps all its digits, and what a
double cannot hold stays a ``Decimal``. It knows JSON-RPC's envelope and nothing of MCP.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Container, Iterator
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, cast

import msgspec

from toolguard.gate.mcp.refused_ids import AnyId, fractional, id_among, members_of
from toolguard.gate.texts import coded, encodable

type_of_id = (int, str)
Id = int | str
Message = dict[str, Any]
"""One JSON-RPC message. A server's ``params``, ``result`` and unknown members are ``msgspec.Raw``: see `plain`."""
Batch = list[Any]

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

MAX_LINE = 32 * 1024 * 1024
"""Longest accepted line in bytes; a longer one is answered with an error and skipped."""
MAX_DEPTH = 200
"""Deepest accepted nesting of arrays and objects."""
MAX_NUMBER = 4300
"""Longest accepted number literal in characters."""
_MEMBERS = frozenset(("jsonrpc", "id", "method", "params", "result", "error"))
_KEPT = 512  # bytes of an over-long line kept at each end, enough to find its id
_PARTS = 1024  # pieces smaller than this are joined when so many of them wait for their line's end
_SHOWN = 100  # characters of a peer's text that an error repeats


class Malformed(Exception):
    """The peer broke the protocol. ``code`` is the JSON-RPC error to answer with, ``id`` the request's, when known."""

    def __init__(self, code: int, reason: str, id: AnyId | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.id = id

    def answer(self, *used: Container[Any]) -> Message:
        """Its error; without an id that is ``used``, since that would be taken for another request's answer."""
        return error(None if any(self.id in one for one in used) else self.id, self.code, self.reason)


class WithheldError(Malformed):
    """A server's own request or notification that must not reach the client. ``asked``: the id that is to be answered.

    Its ``id`` is None: nobody at the client waits for it.
    """

    def __init__(self, reason: str, asked: Id | None) -> None:
        super().__init__(INTERNAL_ERROR, reason)
        self.asked = asked


class LineReader:
    """Cuts a byte stream at ``\\n`` and nothing else. A line over ``limit`` bytes comes out as `Malformed`."""

    def __init__(self, limit: int = MAX_LINE) -> None:
        self._limit = limit
        self._parts: list[bytes] = []
        self._size = 0
        self._head = b""
        self._tail = b""
        self._fed = 0
        self.end = 0
        """Bytes that were fed up to the end of the line that was yielded last."""

    @property
    def partial(self) -> bool:
        """True while a line has begun and not ended."""
        return self._size > 0

    def feed(self, data: bytes) -> Iterator[bytes | Malformed]:
        """Yield each complete line in ``data`` (and what was left before), without ``\\n`` or a trailing ``\\r``."""
        first, *rest = data.split(b"\n")
        end = self._fed + len(first)
        self._fed += len(data)
        if not rest:
            self._keep(first)
            return
        self.end = end + 1
        if self._size or len(first) > self._limit:
            self._keep(first)
            yield from self._finish()
        elif line := first.removesuffix(b"\r"):
            yield line
        *middle, last = rest
        for line in middle:
            self.end += len(line) + 1
            if len(line) > self._limit:
                self._keep(line)
                yield from self._finish()
            elif line := line.removesuffix(b"\r"):
                yield line
        if last:
            self._keep(last)

    def begin_overlong(self) -> None:
        """Take what comes up to the next line end for the rest of a line that is over the limit."""
        self._size = self._limit + 1

    def _keep(self, part: bytes) -> None:
        if not part:
            return
        over = self._size > self._limit
        self._size += len(part)
        if over:
            self._head = (self._head + part[:_KEPT])[:_KEPT]
            self._tail = (self._tail + part[-_KEPT:])[-_KEPT:]
            return
        self._parts.append(part)
        if len(self._parts) > _PARTS and len(self._parts[-_PARTS]) < _PARTS:
            self._parts[-_PARTS:] = [b"".join(self._parts[-_PARTS:])]
        if self._size > self._limit:
            whole = b"".join(self._parts)
            self._parts, self._head, self._tail = [], whole[:_KEPT], whole[-_KEPT:]

    def _finish(self) -> Iterator[bytes | Malformed]:
        parts, size = self._parts, self._size
        self._parts, self._size = [], 0
        if size > self._limit:
            reason = coded("gate.message_bytes_over_limit", size=f"{size:,}", limit=f"{self._limit:,}")
            yield Malformed(INVALID_REQUEST, reason, _id_at_an_end(self._head, self._tail))
        elif line := b"".join(parts).removesuffix(b"\r"):
            yield line


_HEAD_ID = re.compile(rb'\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(-?\d{1,18}|"[^"\\\x00-\x1f]{0,128}")\s*,')
_TAIL_ID = re.compile(rb',\s*"id"\s*:\s*(-?\d{1,18}|"[^"\\\x00-\x1f]{0,128}")\s*\}\s*$')


def _id_at_an_end(head: bytes, tail: bytes) -> Id | None:
    """The id of a message too long to parse, if it stands first or last in the envelope, where it cannot be nested."""
    found = _HEAD_ID.match(head) or _TAIL_ID.search(tail)
    try:
        return cast("Id", msgspec.json.decode(found.group(1))) if found else None
    except (msgspec.DecodeError, UnicodeError):
        return None


def _asked(line: bytes) -> AnyId | None:
    """The id that a refused line of a client is to be answered with (JSON-RPC 2.0 §5); None for a broken response."""
    members = members_of(line)
    if members is None:
        return None
    names = {name for name, _ in members}
    return None if "method" not in names and names & {"result", "error"} else id_among(members)


class EncodedMessage(dict[str, Any]):
    """A message with the bytes that `encode` makes of it: what is digested, recorded and sent is these, made once.

    It cannot be changed: a message with another member is another ``dict``, and is encoded anew.
    """

    __slots__ = ("_data", "_digest")

    def __init__(self, message: Message, data: bytes) -> None:
        """``data`` is what `encode` makes of ``message``."""
        super().__init__(message)
        self._data: bytes | None = data
        self._digest = ""

    @property
    def data(self) -> bytes:
        """The bytes; made anew, and not kept, after `release`."""
        return encode(dict(self)) if self._data is None else self._data

    def release(self) -> None:
        """Give the bytes up: the message has left, and is kept only to know its answer."""
        self._data = None

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the bytes."""
        if not self._digest:
            self._digest = sha256(self.data)
        return self._digest

    def _refuse(self, *_args: Any, **_more: Any) -> Any:
        raise TypeError("a message that was encoded cannot be changed")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refuse


def encoded(message: Message) -> EncodedMessage:
    """``message`` with its bytes, which are made now if it came without."""
    return message if isinstance(message, EncodedMessage) else EncodedMessage(message, encode(message))


_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder(decimal_format="number", enc_hook=encodable).encode
_decode_raw = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode_raws = msgspec.json.Decoder(list[msgspec.Raw]).decode


def decode(line: bytes) -> Message | Batch:
    """The strict reading of one line from a client. The members of a batch are not yet checked.

    A message whose line is already what `encode` makes of it keeps that line (`EncodedMessage`). Raises `Malformed`,
    with the request's id wherever that can be read without doubt.
    """
    try:
        value, is_encoding = _read(line)
        if isinstance(value, list):
            return value
        message = envelope(value)
        return EncodedMessage(message, line) if is_encoding else message
    except Malformed as problem:
        if problem.id is None:
            problem.id = _asked(line)
        raise


def document(data: bytes) -> dict[str, Any]:
    """The same strict reading of a JSON object that is no JSON-RPC message; raises `Malformed`."""
    value, _ = _read(data)
    if not isinstance(value, dict):
        raise Malformed(INVALID_REQUEST, coded("gate.json_object_needed"))
    return value


def _read(line: bytes) -> tuple[Any, bool]:
    """Fast road: a line that equals its own re-encoding has one reading. All others take the slow, strict road.

    Also tells whether ``line`` is what `encode` makes of the value.
    """
    is_encoding = False
    try:
        value = _decode(line)
        if _encode(value) == line:
            is_encoding = b"\xe2\x80" not in line and b"\xc2\x85" not in line  # nothing that it escapes
        else:
            value = _strict(line)
    except (msgspec.MsgspecError, UnicodeError):
        value = _strict(line)
    except RecursionError:
        raise Malformed(INVALID_REQUEST, coded("gate.nested_too_deep_levels", limit=MAX_DEPTH)) from None
    if line.count(b"[") + line.count(b"{") > MAX_DEPTH and too_deep(value):
        raise Malformed(INVALID_REQUEST, coded("gate.nested_too_deep_levels", limit=MAX_DEPTH))
    return value, is_encoding


def value_of(text: str) -> Any:
    """The strict reading of any JSON value that a person wrote; raises `Malformed`."""
    value = _strict(text.encode("utf-8", "surrogatepass"))
    if too_deep(value):
        raise Malformed(INVALID_PARAMS, coded("gate.nested_too_deep_levels", limit=MAX_DEPTH))
    return value


def arguments(text: str) -> dict[str, Any]:
    """The same reading of a JSON object; raises `Malformed`."""
    value = value_of(text)
    if not isinstance(value, dict):
        raise Malformed(INVALID_PARAMS, coded("gate.json_object"))
    return value


def envelope(value: object) -> Message:
    """``value`` as one JSON-RPC 2.0 message with an unambiguous envelope (JSON-RPC 2.0 §4, §5); raises `Malformed`."""
    if not isinstance(value, dict):
        raise Malformed(INVALID_REQUEST, coded("gate.message_json_object"))
    id = value.get("id")
    known = id if isinstance(id, type_of_id) and not isinstance(id, bool) else None
    if not _MEMBERS.issuperset(value):
        _no_look_alikes(value, _MEMBERS, known)
    if value.get("jsonrpc") != "2.0":
        raise Malformed(INVALID_REQUEST, coded("gate.member_jsonrpc_2_0"), known)
    if "id" in value and known is None:
        if "error" in value and id is None and "method" not in value:
            return value
        raise Malformed(INVALID_REQUEST, coded("gate.member_id_string_integer"), fractional(id))
    if "method" in value:
        if "result" in value or "error" in value:
            raise Malformed(INVALID_REQUEST, coded("gate.message_cannot_both_request"), known)
        if not isinstance(value["method"], str):
            raise Malformed(INVALID_REQUEST, coded("gate.member_method_string"), known)
        if not isinstance(value.get("params", {}), dict | list):
            raise Malformed(INVALID_REQUEST, coded("gate.member_params_object"), known)
    elif ("result" in value) == ("error" in value):
        raise Malformed(INVALID_REQUEST, coded("gate.neither_request_nor_response"), known)
    return value


def no_look_alikes(value: Message, names: frozenset[str], id: Id | None) -> None:
    """Refuse a key that a case-insensitive reader (Go's ``encoding/json``) would take for one of ``names``."""
    if not names.issuperset(value):
        _no_look_alikes(value, names, id)


def _no_look_alikes(value: Message, names: frozenset[str], id: Id | None) -> None:
    for key in value:
        if key not in names and key.casefold().strip() in names:
            shown = key[:_SHOWN]
            raise Malformed(
                INVALID_REQUEST,
                coded("gate.member_mistaken", name=repr(shown), other=repr(key.casefold().strip())),
                id,
            )


def decode_server(line: bytes) -> list[Message]:
    """One line from a server as messages whose larger members stay undecoded; raises `Malformed` for anything else.

    A result whose line is already what `encode` makes of it keeps that line (`EncodedMessage`). The error carries the
    id when the line seems to answer a request: whoever waits for it can then be told.
    """
    if not line.isascii():
        _check_utf8(line)
    elif line.startswith(_RESULT_STARTS) and (answer := _encoded_result(line)) is not None:
        return [answer]
    try:
        if line.lstrip()[:1] == b"[":
            return [_server_envelope(_decode_raw(member)) for member in _decode_raws(line)]
        return [_server_envelope(_decode_raw(line))]
    except (msgspec.MsgspecError, UnicodeError):
        return _decode_server_slowly(line)
    except RecursionError:
        raise Malformed(PARSE_ERROR, coded("gate.nested_too_deep"), _answered(line)) from None


class _Result(msgspec.Struct, forbid_unknown_fields=True):
    jsonrpc: Literal["2.0"]
    id: int
    result: msgspec.Raw


_RESULT_STARTS = (b'{"jsonrpc":"2.0","id":', b'{"result":')
"""How the servers of the SDKs for Python and for TypeScript begin one."""
_decode_result = msgspec.json.Decoder(_Result).decode


def _encoded_result(line: bytes) -> EncodedMessage | None:
    """The result in an ASCII line that is what `encode` makes of it; None for any other line.

    When the line is as long as its members, nothing else is in it: no member twice, no white space.
    """
    try:
        found = _decode_result(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    first, second = b'{"jsonrpc":"2.0","id":%d,"result":' % found.id, b',"jsonrpc":"2.0","id":%d}' % found.id
    if line.startswith(first) and len(line) == len(first) + len(found.result) + 1:
        message: Message = {"jsonrpc": "2.0", "id": found.id, "result": found.result}
    elif line.endswith(second) and len(line) == len(_RESULT_STARTS[1]) + len(found.result) + len(second):
        message = {"result": found.result, "jsonrpc": "2.0", "id": found.id}
    else:
        return None
    return None if b"\r" in line else EncodedMessage(message, line)  # white space that `encode` replaces


def _decode_server_slowly(line: bytes) -> list[Message]:
    """For what is good JSON and yet refused by the fast reader, such as an unpaired surrogate (Node sends them)."""
    try:
        value = _strict(line)
        if too_deep(value):
            raise Malformed(PARSE_ERROR, coded("gate.nested_too_deep"))
        return [_server_envelope(item) for item in (value if isinstance(value, list) else [value])]
    except Malformed as problem:
        problem.id = _answered(line) if problem.id is None else problem.id
        raise


def _check_utf8(line: bytes) -> None:
    try:
        line.decode()
    except UnicodeDecodeError:
        raise Malformed(PARSE_ERROR, coded("gate.not_valid_utf_8"), _answered(line)) from None


def _answered(line: bytes) -> Id | None:
    """The id of an unreadable line from a server, if it looks like an answer; one with a method asks instead."""
    members = members_of(line)
    if members is not None:
        id = None if any(name == "method" for name, _ in members) else id_among(members)
        return id if isinstance(id, int | str) else None
    return None if b'"method"' in line[:_KEPT] else _id_at_an_end(line[:_KEPT], line[-_KEPT:])


def _server_envelope(raw: object) -> Message:
    if not isinstance(raw, dict):
        raise Malformed(INVALID_REQUEST, coded("gate.message_json_object"))
    message: Message = dict(raw)
    for name in ("jsonrpc", "id", "method"):
        if name in message and isinstance(message[name], msgspec.Raw):
            message[name] = _decode(message[name])
    id = message.get("id")
    if isinstance(id, bool) or not isinstance(id, int | str | None):
        raise Malformed(INVALID_REQUEST, coded("gate.id_string_integer"))
    answers = "result" in message or "error" in message
    if "method" not in message:
        if not answers:
            raise Malformed(INVALID_REQUEST, coded("gate.neither_request_nor_response"))
        no_look_alikes(message, _MEMBERS, id)
        return message
    if answers:
        raise Malformed(INVALID_REQUEST, coded("gate.message_cannot_both_request"), id)
    if not isinstance(message["method"], str):
        raise Malformed(INVALID_REQUEST, coded("gate.method_string"))
    if "id" in message and id is None:
        raise Malformed(INVALID_REQUEST, coded("gate.request_id_string_integer"))
    no_look_alikes(message, _MEMBERS, None)
    return message


def plain(value: object) -> Any:
    """A member of a server's message as plain JSON data; None when it is absent or cannot be read."""
    if not isinstance(value, msgspec.Raw):
        return value
    try:
        return _decode(value)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def encode(message: Message | Batch) -> bytes:
    """One line without its ``\\n``: compact UTF-8, with nothing in it that any reader could take for a line end."""
    if isinstance(message, EncodedMessage):
        return message._data or message.data
    try:
        data = _encode(message)
    except UnicodeEncodeError:
        data = _encode(_escape_surrogates(message))
    if b"\xe2\x80" in data or b"\xc2\x85" in data:
        data = data.replace(b"\xe2\x80\xa8", b"\\u2028").replace(b"\xe2\x80\xa9", b"\\u2029")
        data = data.replace(b"\xc2\x85", b"\\u0085")
    if b"\n" in data or b"\r" in data:  # only inside a server's raw member, where they are white space
        data = data.replace(b"\n", b" ").replace(b"\r", b" ")
    return data


def canonical(value: object) -> bytes:
    """The same bytes for equal JSON values: keys sorted, compact, ASCII. For comparison, never for sending."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=_unlike_any_json).encode()


def _unlike_any_json(value: object) -> list[object]:
    """NaN is in no JSON, so the number 1e400 never equals a text or list that reads the same."""
    return [math.nan, str(value)]


def digest(message: Message) -> str:
    """SHA-256 (hex) of the bytes that `encode` makes of ``message``."""
    return message.digest if isinstance(message, EncodedMessage) else sha256(encode(message))


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def text(value: object) -> str:
    """Any JSON value as compact JSON text, every number as it came; unpaired surrogates stay escaped."""
    try:
        return _encode(value).decode()
    except UnicodeEncodeError:
        return _encode(_escape_surrogates(value)).decode()


def error(id: AnyId | None, code: int, text: str, data: object = None) -> Message:
    """A JSON-RPC error response."""
    body: dict[str, object] = {"code": code, "message": text}
    if data is not None:
        body["data"] = data
    return {"jsonrpc": "2.0", "id": id, "error": body}


def result(id: Id, value: object) -> Message:
    """A JSON-RPC result response."""
    return {"jsonrpc": "2.0", "id": id, "result": value}


def _strict(line: bytes) -> Any:
    try:
        return _STRICT.decode(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise Malformed(PARSE_ERROR, coded("gate.not_valid_utf_8")) from None
    except RecursionError:
        raise Malformed(INVALID_REQUEST, coded("gate.nested_too_deep_levels", limit=MAX_DEPTH)) from None
    except ValueError as problem:
        raise Malformed(PARSE_ERROR, coded("gate.not_valid_json", reason=problem)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Malformed(PARSE_ERROR, coded("gate.key_twice", key=repr(twice[:_SHOWN])))
    for key in made:
        if not key.isascii() and any("\ud800" <= letter <= "\udfff" for letter in key):
            raise Malformed(PARSE_ERROR, coded("gate.unpaired_surrogate_key"))
    return made


def _integer(text: str) -> int | Decimal:
    _bound_number(text)
    return int(text) if text != "-0" else Decimal(text)


def _float(text: str) -> float | Decimal:
    _bound_number(text)
    try:
        exact = Decimal(text)
    except InvalidOperation:
        raise Malformed(PARSE_ERROR, coded("gate.number_out_range")) from None
    if not exact.is_finite() or abs(exact.adjusted()) > 100_000:
        raise Malformed(PARSE_ERROR, coded("gate.number_out_range"))
    near = float(text)
    return near if near not in (float("inf"), float("-inf")) and Decimal(repr(near)) == exact else exact


def _bound_number(text: str) -> None:
    if len(text) > MAX_NUMBER:
        raise Malformed(PARSE_ERROR, coded("gate.number_too_long", limit=MAX_NUMBER))


def _constant(name: str) -> None:
    raise Malformed(PARSE_ERROR, coded("gate.not_json", name=name))


_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant)


def too_deep(value: object) -> bool:
    """True when arrays and objects are nested deeper than `MAX_DEPTH`."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        if not level:
            return False
        level = [
            child
            for item in level
            if isinstance(item, dict | list)
            for child in (item.values() if isinstance(item, dict) else item)
            if isinstance(child, dict | list)
        ]
    return True


def _escape_surrogates(value: object) -> object:
    if isinstance(value, dict):
        return {key: _escape_surrogates(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_escape_surrogates(item) for item in value]
    if isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value):
        return msgspec.Raw(json.dumps(value).encode())
    return value
