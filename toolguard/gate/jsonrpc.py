"""JSON-RPC codec: the strict parser, the encoder, and the splitting of a stream into lines.

It refuses what two parsers could read differently: duplicate or case-colliding keys, NaN, invalid UTF-8, unlimited
depth (RFC 8259 §4, §9). Numbers are preserved: an integer keeps all digits, and what a double cannot represent stays a
``Decimal``. It knows the JSON-RPC envelope and nothing about MCP.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import re
from collections.abc import Container
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, TypeGuard, cast

import msgspec

from toolguard.gate.lenient_names import folded_member
from toolguard.gate.mcp.refused_ids import AnyId, find_id, fractional, top_level_members
from toolguard.gate.texts import coded, encodable

Id = int | str
Message = dict[str, Any]
"""A JSON-RPC message. A server's ``params``, ``result`` and unknown members are ``msgspec.Raw``: see `plain`."""
Batch = list[Any]

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

MAX_LINE = 32 * 1024 * 1024
"""Maximum line length in bytes; a longer line is answered with an error and skipped."""
MAX_DEPTH = 200
"""Maximum nesting of arrays and objects."""
MAX_BATCH = 1_000
"""Maximum members of a batch."""
MAX_ID_LENGTH = 1_000
"""Maximum characters of an id: ids are remembered after their requests."""
MAX_NUMBER = 4300
"""Maximum length of a number literal in characters."""
_MEMBERS = frozenset(("jsonrpc", "id", "method", "params", "result", "error"))
_EXACT_DIGITS, _SMALLEST_EXACT = 15, 1e-300  # a double has each normal number of so many digits
_SLOW_NUMBER = re.compile(rb"[eE][+-]?0*[23][0-9]{2}")
_MAX_UNSEARCHED = 64 * 1024  # bytes that are parsed without a search for such numbers
_MAX_SLOW_NUMBERS = 1_000
_EDGE_SIZE = 512  # bytes kept at each end of an overlong line, enough to find its id
_MAX_PARTS = 1024  # smaller parts are joined when this many wait for the end of their line
_MAX_QUOTED_LENGTH = 100  # characters of a peer's text in an error


class Malformed(Exception):  # noqa: N818 - also a message that a channel yields
    """A violation of the protocol by a peer. ``code`` is the JSON-RPC error code, ``id`` the request's id if known."""

    def __init__(self, code: int, reason: str, id: AnyId | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.id = id

    def answer(self, *used: Container[Any]) -> Message:
        """Return the error response, without an id that is in ``used``: it would answer another request."""
        return error(None if any(self.id in container for container in used) else self.id, self.code, self.reason)


class WithheldError(Malformed):
    """A server's request or notification that must not reach the client. ``asked`` is the id to answer.

    Its ``id`` is None, because no client request waits for it.
    """

    def __init__(self, reason: str, asked: Id | None) -> None:
        super().__init__(INTERNAL_ERROR, reason)
        self.requests = asked


class LineReader:
    """Splits a byte stream at ``\\n`` only. A line over ``limit`` bytes is `Malformed`."""

    def __init__(self, limit: int = MAX_LINE) -> None:
        self._limit = limit
        self._parts: list[bytes] = []
        self._size = 0
        self._head = b""
        self._tail = b""
        self._fed = 0

    @property
    def partial(self) -> bool:
        """Whether an incomplete line is buffered."""
        return self._size > 0

    def feed(self, data: bytes) -> list[tuple[bytes | Malformed, int]]:
        """Return each line that ``data`` completes, without ``\\n`` or a trailing ``\\r``, and its end.

        The end counts all bytes that were fed, up to the line's ``\\n``. Empty lines are left out.
        """
        *lines, rest = data.split(b"\n")
        end = self._fed
        self._fed += len(data)
        complete = list[tuple[bytes | Malformed, int]]()
        for part in lines:
            end += len(part) + 1
            if self._size or len(part) > self._limit:
                self._keep(part)
                line = self._finish()
            else:
                line = part.removesuffix(b"\r")
            if line:
                complete.append((line, end))
        if rest:
            self._keep(rest)
        return complete

    def begin_overlong(self) -> None:
        """Treat the data up to the next line end as the rest of an overlong line."""
        self._size = self._limit + 1

    def _keep(self, part: bytes) -> None:
        over = self._size > self._limit
        self._size += len(part)
        if over:
            self._head = (self._head + part[:_EDGE_SIZE])[:_EDGE_SIZE]
            self._tail = (self._tail + part[-_EDGE_SIZE:])[-_EDGE_SIZE:]
            return
        self._parts.append(part)
        if len(self._parts) > _MAX_PARTS and len(self._parts[-_MAX_PARTS]) < _MAX_PARTS:
            self._parts[-_MAX_PARTS:] = [b"".join(self._parts[-_MAX_PARTS:])]
        if self._size > self._limit:
            whole = b"".join(self._parts)
            self._parts, self._head, self._tail = [], whole[:_EDGE_SIZE], whole[-_EDGE_SIZE:]

    def _finish(self) -> bytes | Malformed:
        parts, size = self._parts, self._size
        self._parts, self._size = [], 0
        if size <= self._limit:
            return b"".join(parts).removesuffix(b"\r")
        reason = coded("gate.message_bytes_over_limit", size=f"{size:,}", limit=f"{self._limit:,}")
        return Malformed(INVALID_REQUEST, reason, _id_at_edge(self._head, self._tail))


_HEAD_ID = re.compile(rb'\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(-?\d{1,18}|"[^"\\\x00-\x1f]{0,128}")\s*,')
_TAIL_ID = re.compile(rb',\s*"id"\s*:\s*(-?\d{1,18}|"[^"\\\x00-\x1f]{0,128}")\s*\}\s*$')


def _id_at_edge(head: bytes, tail: bytes) -> Id | None:
    """Return the id of an overlong message, if it is first or last in the envelope, where it cannot be nested."""
    match = _HEAD_ID.match(head) or _TAIL_ID.search(tail)
    try:
        return cast("Id", msgspec.json.decode(match.group(1))) if match else None
    except (msgspec.DecodeError, UnicodeError):
        return None


def _id_of_refused(line: bytes) -> AnyId | None:
    """Return the id with which to answer a refused line of a client (JSON-RPC 2.0 §5); None for a broken response."""
    members = top_level_members(line)
    if members is None:
        return None
    names = {name for name, _ in members}
    return None if "method" not in names and names & {"result", "error"} else find_id(members)


class EncodedMessage(dict[str, Any]):
    """A message with its encoded bytes, made once, which are digested, recorded and sent.

    It is immutable. A changed message is a new ``dict``, and is encoded again.
    """

    __slots__ = ("_digest", "data")

    def __init__(self, message: Message, data: bytes) -> None:
        """``data`` equals ``encode(message)``."""
        super().__init__(message)
        self.data = data
        """The encoded bytes; empty after `release`."""
        self._digest = ""

    def release(self) -> None:
        """Free the bytes: the message was sent, and is kept only to match its response."""
        self.data = b""

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the bytes."""
        if not self._digest:
            self._digest = sha256(encode(self))
        return self._digest

    def _refuse(self, *_args: Any, **_more: Any) -> Any:
        raise TypeError("a message that was encoded cannot be changed")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refuse


def encoded(message: Message) -> EncodedMessage:
    """Return ``message`` with its bytes, encoding it if necessary."""
    return message if isinstance(message, EncodedMessage) else EncodedMessage(message, encode(message))


_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder(decimal_format="number", enc_hook=encodable).encode
_decode_raw = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode_raws = msgspec.json.Decoder(list[msgspec.Raw]).decode


def decode(line: bytes) -> Message | Batch:
    """Parse a line from a client strictly. The members of a batch are not checked yet.

    A line that equals its own encoding is kept (`EncodedMessage`). Raises `Malformed`, with the request's id if it can
    be read unambiguously.
    """
    try:
        value, is_encoding = _read(line)
        if isinstance(value, list):
            return value
        message = envelope(value)
        return EncodedMessage(message, line) if is_encoding else message
    except Malformed as problem:
        if problem.id is None:
            problem.id = _id_of_refused(line)
        raise


def decode_object(data: bytes) -> dict[str, Any]:
    """Parse a JSON object strictly that is not a JSON-RPC message; raises `Malformed`."""
    value, _ = _read(data)
    if not isinstance(value, dict):
        raise Malformed(INVALID_REQUEST, coded("gate.json_object_needed"))
    return value


def _read(line: bytes) -> tuple[Any, bool]:
    """Parse a line; return the value, and whether the line equals its encoding.

    A line that equals its encoding is unambiguous, so it needs only the fast parser.
    """
    is_encoding = False
    try:
        if _has_slow_numbers(line):
            value = _decode_strict(line)
        elif _encode(value := _decode(line)) == line:
            # no characters that `encode` escapes
            is_encoding = line.isascii() or not (b"\xe2\x80" in line or b"\xc2\x85" in line)
        else:
            value = _decode_strict(line)
    except (msgspec.MsgspecError, UnicodeError):
        value = _decode_strict(line)
    except RecursionError:
        raise Malformed(INVALID_REQUEST, coded("gate.nested_too_deep_levels", limit=MAX_DEPTH)) from None
    if line.count(b"[") + line.count(b"{") > MAX_DEPTH and too_deep(value):
        raise Malformed(INVALID_REQUEST, coded("gate.nested_too_deep_levels", limit=MAX_DEPTH))
    return value, is_encoding


def decode_value(text: str) -> Any:
    """Parse JSON text from a person strictly; raises `Malformed`."""
    value = _decode_strict(text.encode("utf-8", "surrogatepass"))
    if too_deep(value):
        raise Malformed(INVALID_PARAMS, coded("gate.nested_too_deep_levels", limit=MAX_DEPTH))
    return value


def decode_arguments(text: str) -> dict[str, Any]:
    """Parse a JSON object from a person strictly; raises `Malformed`."""
    value = decode_value(text)
    if not isinstance(value, dict):
        raise Malformed(INVALID_PARAMS, coded("gate.json_object"))
    return value


def envelope(value: object) -> Message:
    """Return ``value`` as a JSON-RPC 2.0 message with an unambiguous envelope (§4, §5); raises `Malformed`."""
    if not isinstance(value, dict):
        raise Malformed(INVALID_REQUEST, coded("gate.message_json_object"))
    id = value.get("id")
    valid_id = id if _is_id(id) else None
    if not _MEMBERS.issuperset(value):
        _refuse_look_alikes(value, _MEMBERS, valid_id)
    if value.get("jsonrpc") != "2.0":
        raise Malformed(INVALID_REQUEST, coded("gate.member_jsonrpc_2_0"), valid_id)
    if "id" in value and valid_id is None:
        if "error" in value and id is None and "method" not in value:
            return value
        raise Malformed(INVALID_REQUEST, _why_no_id(id, coded("gate.member_id_string_integer")), fractional(id))
    if "method" in value:
        if "result" in value or "error" in value:
            raise Malformed(INVALID_REQUEST, coded("gate.message_cannot_both_request"), valid_id)
        if not is_method(value["method"]):
            raise Malformed(INVALID_REQUEST, coded("gate.member_method_string"), valid_id)
        if not isinstance(value.get("params", {}), dict | list):
            raise Malformed(INVALID_REQUEST, coded("gate.member_params_object"), valid_id)
    elif ("result" in value) == ("error" in value):
        raise Malformed(INVALID_REQUEST, coded("gate.neither_request_nor_response"), valid_id)
    return value


def _is_id(id: object) -> TypeGuard[Id]:
    """Return whether a value is a JSON-RPC id of a length that can be remembered."""
    return len(id) <= MAX_ID_LENGTH if isinstance(id, str) else isinstance(id, int) and not isinstance(id, bool)


def _why_no_id(id: object, otherwise: str) -> str:
    return coded("gate.id_too_long", limit=f"{MAX_ID_LENGTH:,}") if isinstance(id, str) else otherwise


def is_method(method: object) -> TypeGuard[str]:
    """Return whether a method is a text that does not end earlier, at a NUL, for a program in C."""
    return isinstance(method, str) and "\0" not in method


def refuse_look_alikes(value: Message, names: frozenset[str], id: Id | None) -> None:
    """Raise `Malformed` for a key that a lenient reader takes for one of ``names``."""
    if not names.issuperset(value):
        _refuse_look_alikes(value, names, id)


def has_look_alikes(value: Message, *names: str) -> bool:
    """Return whether a lenient reader takes a key for one of ``names``."""
    try:
        refuse_look_alikes(value, frozenset(names), None)
    except Malformed:
        return True
    return False


def _refuse_look_alikes(value: Message, names: frozenset[str], id: Id | None) -> None:
    by_folded_name = {folded_member(name): name for name in names}
    for key in value:
        other = by_folded_name.get(folded_member(key))
        if other is not None and key not in names:
            shown = key[:_MAX_QUOTED_LENGTH]
            raise Malformed(INVALID_REQUEST, coded("gate.member_mistaken", name=repr(shown), other=repr(other)), id)


def decode_server(line: bytes) -> list[Message]:
    """Parse a line from a server, leaving larger members undecoded; raises `Malformed`.

    A result that equals its own encoding is kept (`EncodedMessage`). The error carries the id if the line seems to be a
    response, so that the request can be answered.
    """
    if not line.isascii():
        _check_utf8(line)
    elif line.startswith(_RESULT_STARTS) and (answer := _encoded_result(line)) is not None:
        return [answer]
    try:
        if line.lstrip()[:1] == b"[":
            return [_server_envelope(_decode_raw(member)) for member in _limited(_decode_raws(line))]
        return [_server_envelope(_decode_raw(line))]
    except (msgspec.MsgspecError, UnicodeError):
        return _decode_server_strict(line)
    except RecursionError:
        raise Malformed(PARSE_ERROR, coded("gate.nested_too_deep"), _answered_id(line)) from None


class _Result(msgspec.Struct, forbid_unknown_fields=True):
    jsonrpc: Literal["2.0"]
    id: int
    result: msgspec.Raw


_RESULT_STARTS = (b'{"jsonrpc":"2.0","id":', b'{"result":')
"""Beginnings of results from the Python and TypeScript SDKs."""
_decode_result = msgspec.json.Decoder(_Result).decode


def _encoded_result(line: bytes) -> EncodedMessage | None:
    """Return the result if an ASCII text equals its encoding; None for any other text.

    If the line is exactly as long as its members, it contains nothing else: no duplicates, no white space.
    """
    try:
        decoded = _decode_result(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if line.startswith(first := b'{"jsonrpc":"2.0","id":%d,"result":' % decoded.id):
        others = len(first) + 1
        message: Message = {"jsonrpc": "2.0", "id": decoded.id, "result": decoded.result}
    elif line.endswith(last := b',"jsonrpc":"2.0","id":%d}' % decoded.id):
        others = len(_RESULT_STARTS[1]) + len(last)
        message = {"result": decoded.result, "jsonrpc": "2.0", "id": decoded.id}
    else:
        return None
    if len(line) != others + len(decoded.result) or b"\n" in line or b"\r" in line:
        return None  # `encode` replaces line ends; a body over HTTP has some
    return EncodedMessage(message, line)


def _decode_server_strict(line: bytes) -> list[Message]:
    """Parse valid JSON that the fast parser refuses, such as unpaired surrogates (Node sends them)."""
    try:
        value = _decode_strict(line)
        if too_deep(value):
            raise Malformed(PARSE_ERROR, coded("gate.nested_too_deep"))
        return [_server_envelope(item) for item in (_limited(value) if isinstance(value, list) else [value])]
    except Malformed as problem:
        problem.id = _answered_id(line) if problem.id is None else problem.id
        raise


def _limited(batch: Batch) -> Batch:
    """Return a batch that is not too long to be handled at once; raises `Malformed` for others."""
    if len(batch) > MAX_BATCH:
        raise Malformed(INVALID_REQUEST, coded("gate.batch_size", limit=MAX_BATCH))
    return batch


def _check_utf8(line: bytes) -> None:
    try:
        line.decode()
    except UnicodeDecodeError:
        raise Malformed(PARSE_ERROR, coded("gate.not_valid_utf_8"), _answered_id(line)) from None


def _answered_id(line: bytes) -> Id | None:
    """Return the id of an unreadable server line if it looks like a response, without a method."""
    members = top_level_members(line)
    if members is not None:
        id = None if any(name == "method" for name, _ in members) else find_id(members)
        return id if isinstance(id, int | str) else None
    return None if b'"method"' in line[:_EDGE_SIZE] else _id_at_edge(line[:_EDGE_SIZE], line[-_EDGE_SIZE:])


def _server_envelope(raw: object) -> Message:
    if not isinstance(raw, dict):
        raise Malformed(INVALID_REQUEST, coded("gate.message_json_object"))
    message: Message = dict(raw)
    for name in ("jsonrpc", "id", "method"):
        if name in message and isinstance(message[name], msgspec.Raw):
            message[name] = _decode_raw_member(message[name])
    id = message.get("id")
    if id is not None and not _is_id(id):
        raise Malformed(INVALID_REQUEST, _why_no_id(id, coded("gate.id_string_integer")))
    answers = "result" in message or "error" in message
    if "method" not in message:
        if not answers:
            raise Malformed(INVALID_REQUEST, coded("gate.neither_request_nor_response"))
        refuse_look_alikes(message, _MEMBERS, id)
        return _with_one_outcome(message, id)
    if answers:
        raise Malformed(INVALID_REQUEST, coded("gate.message_cannot_both_request"), id)
    if not is_method(message["method"]):
        raise Malformed(INVALID_REQUEST, coded("gate.method_string"))
    if "id" in message and id is None:
        raise Malformed(INVALID_REQUEST, coded("gate.request_id_string_integer"))
    refuse_look_alikes(message, _MEMBERS, None)
    return message


def _with_one_outcome(response: Message, id: Id | None) -> Message:
    """Return a response without the null beside its outcome that some servers send. Raises `Malformed` for a result
    and an error (§5), of which a client could read the other one.
    """
    if "result" in response and "error" in response:
        null = next((name for name in ("error", "result") if _is_null(response[name])), None)
        if null is None:
            raise Malformed(INVALID_REQUEST, coded("gate.neither_request_nor_response"), id)
        del response[null]
    return response


def _is_null(value: object) -> bool:
    return bytes(value).strip() == b"null" if isinstance(value, msgspec.Raw) else value is None


def plain(value: object) -> Any:
    """Return a member of a server's message as plain JSON data; None if it is absent or unreadable."""
    if not isinstance(value, msgspec.Raw):
        return value
    try:
        return _decode_raw_member(value)
    except (Malformed, msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _decode_raw_member(value: msgspec.Raw) -> Any:
    return _decode_strict(data) if _has_slow_numbers(data := bytes(value)) else _decode(value)


def _has_slow_numbers(data: bytes) -> bool:
    """Return whether the fast parser would need seconds: 8 µs for each number with an exponent near the largest, in
    which no other thread runs.
    """
    if len(data) <= _MAX_UNSEARCHED:
        return False
    slow = itertools.islice(_SLOW_NUMBER.finditer(data), _MAX_SLOW_NUMBERS, None)
    return next(slow, None) is not None


def unambiguous(value: object, *names: str) -> Any:
    """Return a member of a server's message as JSON data that every reader understands alike; raises `Malformed` for
    duplicate keys and for a key that a reader takes for one of ``names``.

    Numbers stay exact, so it also reads ``1e400``, which `plain` cannot.
    """
    data = _read(bytes(value))[0] if isinstance(value, msgspec.Raw) else value
    if isinstance(data, dict):
        refuse_look_alikes(data, frozenset(names), None)
    return data


def encode(message: Message | Batch) -> bytes:
    """Encode a message as one line of compact UTF-8 without characters that a reader takes for a line end.

    An `EncodedMessage` is encoded again only if its bytes were released.
    """
    if isinstance(message, EncodedMessage):
        if message.data:
            return message.data
        message = dict(message)
    try:
        data = _encode(message)
    except UnicodeEncodeError:
        data = _encode(_escape_surrogates(message))
    if b"\xe2\x80" in data or b"\xc2\x85" in data:
        data = data.replace(b"\xe2\x80\xa8", b"\\u2028").replace(b"\xe2\x80\xa9", b"\\u2029")
        data = data.replace(b"\xc2\x85", b"\\u0085")
    if b"\n" in data or b"\r" in data:  # only in a server's raw member, where they are white space
        data = data.replace(b"\n", b" ").replace(b"\r", b" ")
    return data


def canonical(value: object) -> bytes:
    """Return bytes that are equal for equal JSON values: sorted, compact, ASCII. To compare, never to send."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=_encode_non_json).encode()


def _encode_non_json(value: object) -> list[object]:
    """Encode a number like 1e400 with NaN, which JSON text cannot contain, so that it equals no string or list."""
    return [math.nan, str(value)]


def digest(message: Message) -> str:
    """Return SHA-256 (hex) of the encoded ``message``."""
    return message.digest if isinstance(message, EncodedMessage) else sha256(encode(message))


def sha256(data: bytes) -> str:
    """Return the digest as 64 lowercase hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def text(value: object) -> str:
    """Return a value as compact JSON text with exact numbers; unpaired surrogates stay escaped."""
    try:
        return _encode(value).decode()
    except UnicodeEncodeError:
        return _encode(_escape_surrogates(value)).decode()


def indented(value: object) -> str:
    """Return a value as JSON text on several lines with exact numbers; unpaired surrogates stay characters."""
    try:
        data = _encode(value)
    except UnicodeEncodeError:
        data = _encode(_escape_surrogates(value, ascii=False))
    return msgspec.json.format(data, indent=2).decode("utf-8", "surrogatepass")


def error(id: AnyId | None, code: int, text: str, data: object = None) -> Message:
    """Return a JSON-RPC error response."""
    body: dict[str, object] = {"code": code, "message": text}
    if data is not None:
        body["data"] = data
    return {"jsonrpc": "2.0", "id": id, "error": body}


def internal_error(id: AnyId | None, reason: str) -> Message:
    """Return ToolGuard's own error response; ``data.reason`` is the reason."""
    return error(id, INTERNAL_ERROR, f"ToolGuard: {reason}", {"reason": reason})


def result(id: Id, value: object) -> Message:
    """Return a JSON-RPC result response."""
    return {"jsonrpc": "2.0", "id": id, "result": value}


def _decode_strict(line: bytes) -> Any:
    try:
        return _STRICT.decode(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise Malformed(PARSE_ERROR, coded("gate.not_valid_utf_8")) from None
    except RecursionError:
        raise Malformed(INVALID_REQUEST, coded("gate.nested_too_deep_levels", limit=MAX_DEPTH)) from None
    except ValueError as problem:
        raise Malformed(PARSE_ERROR, coded("gate.not_valid_json", reason=problem)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    outcome = dict(pairs)
    if len(outcome) != len(pairs):
        names: set[str] = set()
        twice = next(key for key, _ in pairs if key in names or names.add(key))  # type: ignore[func-returns-value]
        raise Malformed(PARSE_ERROR, coded("gate.key_twice", key=repr(twice[:_MAX_QUOTED_LENGTH])))
    for key in outcome:
        if not key.isascii() and any("\ud800" <= character <= "\udfff" for character in key):
            raise Malformed(PARSE_ERROR, coded("gate.unpaired_surrogate_key"))
    return outcome


def _integer(text: str) -> int | Decimal:
    _bound_number(text)
    return int(text) if text != "-0" else Decimal(text)


def _float(text: str) -> float | Decimal:
    if len(text) <= _EXACT_DIGITS and _SMALLEST_EXACT < abs(near := float(text)) < math.inf:
        return near
    _bound_number(text)
    try:
        exact = Decimal(text)
    except InvalidOperation:
        raise Malformed(PARSE_ERROR, coded("gate.number_out_range")) from None
    if not exact.is_finite() or abs(exact.adjusted()) > 100_000:
        raise Malformed(PARSE_ERROR, coded("gate.number_out_range"))
    near = float(text)
    return near if math.isfinite(near) and Decimal(repr(near)) == exact else exact


def _bound_number(text: str) -> None:
    if len(text) > MAX_NUMBER:
        raise Malformed(PARSE_ERROR, coded("gate.number_too_long", limit=MAX_NUMBER))


def _constant(name: str) -> None:
    raise Malformed(PARSE_ERROR, coded("gate.not_json", name=name))


_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant)


def too_deep(value: object) -> bool:
    """Return whether arrays and objects are nested deeper than `MAX_DEPTH`."""
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


def _escape_surrogates(value: object, *, ascii: bool = True) -> object:
    """Return ``value`` with texts that contain an unpaired surrogate as JSON, with escapes only if ``ascii``."""
    if isinstance(value, dict):
        return {key: _escape_surrogates(item, ascii=ascii) for key, item in value.items()}
    if isinstance(value, list):
        return [_escape_surrogates(item, ascii=ascii) for item in value]
    if isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        return msgspec.Raw(json.dumps(value, ensure_ascii=ascii).encode("utf-8", "surrogatepass"))
    return value
