"""Injection of secrets into a server's environment, and redaction of secrets in everything that the server returns.

A value is known here, in the keyring, and to the server that it is bound to; nowhere else.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.policy import outgoing_secrets
from toolguard.gate.texts import coded
from toolguard.servers.secrets import encodings
from toolguard.servers.secrets.searched_texts import searched_texts
from toolguard.servers.stdio.environment import UnreachableError
from toolguard.tables.credentials import MIN_VALUE_LENGTH
from toolguard.tables.servers import ServerSpec

Release = Callable[[str], Awaitable[str]]
"""Returns a secret's value for its name; raises `UnreachableError` if it is not bound to the server or unreadable."""

_MIN_ENCODED_SIZE = 8  # bytes from which an encoded form is searched for: shorter ones occur by chance in images
_REFERENCE = re.compile(r"\$\{secret:([^{}]+)\}")
REFERENCE = r"^\$\{secret:[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\}$"
"""JSON Schema pattern of a setting that consists of one reference to a credential."""


def names(template: str) -> set[str]:
    """Return the secrets that a template such as ``Bearer ${secret:TOKEN}`` names."""
    return set(_REFERENCE.findall(template))


def places(spec: ServerSpec) -> dict[str, tuple[str, ...]]:
    """Return, for each secret that a server's settings name, its places.

    ``env TOKEN``, ``header Authorization``, ``address``, ``argument query /connection``. For an Open Tool Calling
    server also ``sign-in``, ``context secret ID``, ``context authorization ID`` and ``context user_id``; those of the
    context are sent only to tools that require them.
    """
    places_by_secret: dict[str, tuple[str, ...]] = {}
    inside = (
        ("context secret", spec.context.get("secrets", {})),
        ("context authorization", spec.context.get("authorization", {})),
        ("context", {"user_id": spec.context.get("user_id", "")}),
    )
    for kind, texts in (("env", spec.env), ("header", spec.headers), *inside):
        for place, template in texts.items():
            for name in sorted(names(template)):
                places_by_secret[name] = (*places_by_secret.get(name, ()), f"{kind} {place}")
    for place, text in (("address", spec.url), ("sign-in", spec.auth_key), ("sign-in", spec.client_secret)):
        for name in sorted(names(text)):
            places_by_secret[name] = (*places_by_secret.get(name, ()), place)
    for tool, bound in spec.arguments.items():
        for pointer, template in bound.items():
            for name in sorted(names(template)):
                places_by_secret[name] = (*places_by_secret.get(name, ()), f"argument {tool} {pointer}")
    return places_by_secret


async def fill(env: Mapping[str, str], release: Release, *, subject: str = "variable") -> dict[str, str]:
    """Return ``env`` with every ``${secret:NAME}`` replaced, each read once. ``subject`` says what its keys name."""
    values: dict[str, str] = {}
    for name in sorted(set().union(*map(names, env.values()))):
        values[name] = await release(name)
    for variable, template in env.items():
        if "${secret:" in _REFERENCE.sub("", template):
            raise UnreachableError(coded("servers.reference_secret_cannot_read", what=subject, variable=variable))
    return {
        variable: _REFERENCE.sub(lambda match: values[match.group(1)], template) for variable, template in env.items()
    }


class _KnownValues:
    """What is searched for, replaced as a whole when a value is learned, because threads may be searching."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """``names`` by value, in the order of the search."""
        self.encoded = [(part, _mark(name)) for value, name in names.items() for part in encodings.encoded(value)]
        self.needles = [
            (anchor, pattern, _mark(name))
            for value, name in names.items()
            for anchors, pattern in forms(value)
            for anchor in anchors
        ]
        self.short = [needle for needle in self.needles if len(needle[0]) < MIN_VALUE_LENGTH]

    @functools.cached_property
    def search(self) -> encodings.EncodedSearch:
        """Whether a text may contain any value."""
        anchors = {anchor for anchor, _, _ in self.needles if len(anchor) >= MIN_VALUE_LENGTH}
        return encodings.EncodedSearch([part for part, _ in self.encoded], anchors)


class Redactor:
    """Replaces each learned value by ``[secret NAME]``, in every encoding in `encodings`.

    A value is compared as a JSON parser sees it: with any letters escaped, at any depth. Compressed, encrypted or split
    values are not found, nor those in which the digits of an escape are escaped again.
    """

    def __init__(self) -> None:
        self._names: dict[str, list[str]] = {}
        """The names of each learned value: a sign-in and a credential can share a client secret."""
        self._known = _KnownValues({})

    def learning(self, release: Release) -> Release:
        """Return a release of values for HTTP, each of which is learned.

        White space at their ends is removed: a pasted value often ends with a newline.
        """

        async def learned(name: str) -> str:
            value = (await release(name)).strip()
            self.learn(name, value)
            return value

        return learned

    def learn(self, name: str, value: str) -> bool:
        """Redact ``value`` from now on; return False if it was known or is too short.

        Longer values are searched for first, because one may contain another.
        """
        names = self._names.setdefault(value, []) if searched_texts(value) else [name]
        if name in names:
            return False
        names.append(name)
        self._sort()
        return True

    def _sort(self) -> None:
        known: dict[str, str] = {}
        for whole in (True, False):  # a value has its own name, even if it is a part of another one
            for value, names in self._names.items():
                texts = searched_texts(value)
                for text in texts[:1] if whole else texts[1:]:
                    known.setdefault(text, names[0])
        self._known = _KnownValues(dict(sorted(known.items(), key=lambda item: -len(item[0]))))

    def forget(self, name: str, value: str) -> None:
        """Stop redacting ``value`` for ``name``, because it is no longer valid. Each known value costs time."""
        names = self._names.get(value, [])
        if name in names:
            names.remove(name)
            if not names:
                del self._names[value]
            self._sort()

    def __call__(self, data: bytes) -> bytes:
        """Return ``data`` without the secrets; the same object if it contains none.

        A replacement never splits an escape sequence, so that a string in JSON text remains a string. Any thread may
        call this.
        """
        values = self._known
        if not values.needles:
            return data
        may_hold = values.search(data)
        for anchor, pattern, mark in values.needles if may_hold else values.short:
            if anchor in data:
                data = _replace(data, pattern, mark)
        if may_hold:
            for part, mark in values.encoded:
                for pattern in part.patterns(data):
                    data = _replace(data, pattern, mark)
        return data

    def decode(self, line: bytes) -> list[jsonrpc.Message]:
        """Return `jsonrpc.decode_server` of one line without secrets. Raises `jsonrpc.Malformed`.

        The ID of a response stays, because the client created it. A request or notification with a secret in its ID or
        method is `jsonrpc.WithheldError`.
        """
        clean = self(line)
        if clean is line:
            return jsonrpc.decode_server(line)
        decoded = jsonrpc.decode_server(line)
        for message in decoded:
            if "method" in message and self._is_in_envelope(message):
                raise jsonrpc.WithheldError(coded("servers.server_put_secret_method"), message.get("id"))
        try:
            messages = jsonrpc.decode_server(clean)
        except jsonrpc.Malformed:  # a secret such as "true" or 12345678 was outside a string
            messages = []
        if [_envelope(message) for message in messages] == [_envelope(message) for message in decoded]:
            return messages
        return [self._rewritten(message) for message in decoded]

    def of_value(self, value: Any) -> Any:
        """Return JSON data without secrets in its texts, names and numbers."""
        return self._scrubbed(_numbers_as_written(value), words=True)

    def _rewritten(self, message: jsonrpc.Message) -> jsonrpc.Message:
        envelope = _envelope(message)
        rest = {
            name: self._scrubbed(_numbers_as_written(value)) for name, value in message.items() if name not in envelope
        }
        data = jsonrpc.encode(rest)
        if self(data) is not data:
            reason = coded("servers.server_repeated_secret_form")
            if "method" in message:
                raise jsonrpc.WithheldError(reason, message.get("id"))
            raise jsonrpc.Malformed(jsonrpc.INTERNAL_ERROR, reason, message.get("id"))
        return {**message, **rest}

    def _is_in_envelope(self, message: jsonrpc.Message) -> bool:
        texts = [] if outgoing_secrets.is_standard_method(message["method"]) else [message["method"]]
        if not outgoing_secrets.is_counter(message.get("id")):
            texts.append(str(message.get("id", "")))
        data = [text.encode("utf-8", "surrogatepass") for text in texts]
        return any(self(item) is not item for item in data)

    def _scrubbed(self, value: Any, *, words: bool = False) -> Any:
        """``words``: keep numbers that contain no secret as numbers, not as JSON text."""
        if isinstance(value, dict):
            return {self._scrubbed(key): self._scrubbed(item, words=words) for key, item in value.items()}
        if isinstance(value, list):
            return [self._scrubbed(item, words=words) for item in value]
        if isinstance(value, str):
            return self(value.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")
        if isinstance(value, msgspec.Raw):
            number = bytes(value)
            clean = self(number)
            if clean is not number:
                return clean.decode()
            return json.loads(number, parse_float=Decimal) if words else value
        return value


def _envelope(message: jsonrpc.Message) -> dict[str, Any]:
    return {name: message[name] for name in ("id", "method") if name in message}


def _numbers_as_written(value: object) -> Any:
    text = bytes(value) if isinstance(value, msgspec.Raw) else jsonrpc.encode({"": value})
    read = json.loads(text, parse_int=_number, parse_float=_number)
    return read if isinstance(value, msgspec.Raw) else read[""]


def _number(text: str) -> msgspec.Raw:
    return msgspec.Raw(text.encode())


def _mark(name: str) -> bytes:
    """Return the replacement; it contains nothing that JSON would have to escape."""
    return f"[secret {re.sub('[^A-Za-z0-9_.-]', '_', name)}]".encode()


def is_redacted(text: str) -> bool:
    """Return whether ``text`` contains the replacement of a secret."""
    return _MARK.search(text) is not None


_MARK = re.compile(r"\[secret [A-Za-z0-9_.-]+]")


# --- replacing -----------------------------------------------------------------------------------------------------

_BACKSLASH = 0x5C
_HEX_DIGITS = b"0123456789abcdefABCDEF"
_HIGH_SURROGATE = re.compile(rb"\\u[dD][89abAB][0-9a-fA-F]{2}\Z")


def _replace(data: bytes, pattern: re.Pattern[bytes] | encodings.Pattern, mark: bytes) -> bytes:
    pieces: list[bytes] = []
    done = 0
    for match in pattern.finditer(data):
        start, end = match.span()
        start = max(_begin_of_escape(data, start, done), done)
        end -= _backslashes(data, end - 1, done) % 2
        pieces += (data[done:start], mark)
        done = end
    return b"".join((*pieces, data[done:])) if pieces else data


def _begin_of_escape(data: bytes, start: int, floor: int) -> int:
    r"""Return where to cut so that no ``\n`` or ``\u1234`` is split: before its backslash if ``start`` is inside."""
    for cut in range(start - 1, max(start - 6, -1), -1):
        if data[cut] == _BACKSLASH:
            begun = data[cut + 1 : start]
            if begun[:1] not in (b"", b"u") or begun[1:].strip(_HEX_DIGITS) or _backslashes(data, cut, floor) % 2 == 0:
                return start
            return cut - 6 if begun and _HIGH_SURROGATE.match(data, max(cut - 6, 0), cut) else cut
    return start


def _backslashes(data: bytes, last: int, floor: int) -> int:
    """Return how many consecutive backslashes end at ``last``, looking back no further than ``floor``."""
    first = last
    while first >= floor and data[first] == _BACKSLASH:
        first -= 1
    return last - first


# --- patterns ------------------------------------------------------------------------------------------------------

_Form = tuple[tuple[bytes, ...], re.Pattern[bytes]]
"""A pattern, and texts one of which occurs in everything that it matches: searching for those first is fast."""
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "/": "\\/", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = '"\\/'
"""The character that follows its backslash."""
_NOT_INSIDE = rb"(?<!\\)"
_NOT_INSIDE_RUN = _NOT_INSIDE + rb"(?<!\\u005[cC])"
_FIRST = _NOT_INSIDE + rb"\\++"
_PLAIN = re.compile(r"[A-Za-z0-9_.-]")
_PLAIN_CHARACTERS = re.compile(r"[A-Za-z0-9_.-]+")
_CHARACTERS = re.compile(r"\\+|.", re.DOTALL)
_PLAIN_RUN = re.compile(rb"[A-Za-z0-9]{4,}")


@functools.lru_cache(maxsize=encodings.CACHED_TEXTS)
def forms(value: str) -> tuple[_Form, ...]:
    """Return every form of ``value``, cached because all values are sorted again for each that is learned."""
    return tuple(_forms(value))


def _forms(value: str) -> Iterator[_Form]:
    yield _json_form(value)
    if not _PLAIN_CHARACTERS.fullmatch(value):
        yield _anchors(value), re.compile(re.escape(_bytes(value)))
        yield _text_form(value, [_percent(character) for character in value])
    data = value.encode("utf-8", "surrogatepass")
    for before in range(3):
        middle = encodings.base64_middle(data, before)
        if len(middle) >= _MIN_ENCODED_SIZE:
            yield _base64_form(middle)
    for digits in dict.fromkeys((data.hex().encode(), data.hex().upper().encode())):
        if len(digits) >= _MIN_ENCODED_SIZE:
            yield (digits,), re.compile(digits)


def _json(character: str) -> list[str]:
    """Return a pattern for a character in a JSON string (RFC 8259 §7)."""
    if _PLAIN.match(character):
        return [character]
    units = character.encode("utf-16-be", "surrogatepass").hex()
    escapes = [
        "".join("\\u" + digits[i : i + 4] for i in range(0, len(digits), 4)) for digits in (units, units.upper())
    ]
    raw = [] if character in '"\\' or character < " " else [character]
    return list(dict.fromkeys((*raw, *escapes, *([_SHORT_ESCAPES[character]] if character in _SHORT_ESCAPES else []))))


def _json_form(value: str) -> _Form:
    """Return a pattern for the value in JSON text that may itself be nested in JSON strings (RFC 8259 §7).

    Each nesting adds backslashes before every escape, so any number of them may precede one. Backslashes are matched
    possessively, so that a server cannot make this slow.
    """
    runs = _CHARACTERS.findall(value)
    befores = [_FIRST, *(rb"\\*+" if run[0] == "\\" else rb"\\++" for run in runs)]
    return _anchors(value), re.compile(b"".join(map(_nested_pattern, runs, befores)))


def _nested_pattern(run: str, before: bytes) -> bytes:
    """Return a pattern for one letter or several backslashes, escaped any number of times. ``before``: an escape's
    prefix.

    After a backslash of the value itself, the backslashes of the next escape are already consumed.
    """
    if _PLAIN.match(run):
        return re.escape(run.encode())
    units = run[0].encode("utf-16-be", "surrogatepass").hex()
    codes = [
        before + rb"\\++".join(b"u" + digits[start : start + 4].encode() for start in range(0, len(digits), 4))
        for digits in dict.fromkeys((units, units.upper()))
    ]
    if run[0] == "\\":
        return (_NOT_INSIDE_RUN if before == _FIRST else b"") + rb"(?:\\++(?:u005[cC])?)++"
    raw = re.escape(_bytes(run))
    if run == '"':  # one without a backslash ends the text
        raw = before + raw
    elif run == "/":
        raw = (_NOT_INSIDE if before == _FIRST else b"") + rb"\\*+" + raw
    short = [before + _SHORT_ESCAPES[run][1:].encode()] if run in _SHORT_ESCAPES and run not in _ESCAPED else []
    return b"(?:" + b"|".join((raw, *codes, *short)) + b")"


def _anchors(value: str) -> tuple[bytes, ...]:
    """Return texts, one of which occurs in every such form of ``value``."""
    anchor = max(_PLAIN_CHARACTERS.findall(value), key=len, default="")
    if len(anchor) >= MIN_VALUE_LENGTH:
        return (anchor.encode(),)
    character = max(value, key=lambda each: (len(_bytes(each)), each > " "))
    if _PLAIN.match(character):
        return (character.encode(),)
    first = character.encode("utf-16-be", "surrogatepass").hex()[:4]
    short = (_SHORT_ESCAPES[character][1:].encode(),) if character in _SHORT_ESCAPES else ()
    return tuple(dict.fromkeys((_bytes(character), b"u" + first.encode(), b"u" + first.upper().encode(), *short)))


def _percent(character: str) -> list[str]:
    """Return patterns for URLs and forms (RFC 3986 §2.1), for encoders that escape many or few characters."""
    if _PLAIN.match(character):
        return [character]
    digits = character.encode("utf-8", "surrogatepass").hex()
    encoded = ["".join("%" + way[i : i + 2] for i in range(0, len(way), 2)) for way in (digits, digits.upper())]
    left = _json(character) if character.isascii() and character.isprintable() and character not in ' "\\%' else []
    return list(dict.fromkeys((*encoded, *left, *(["+"] if character == " " else []))))


def _text_form(value: str, options: list[list[str]]) -> _Form:
    anchor = max(_PLAIN_CHARACTERS.findall(value), key=len, default="")
    anchors = (
        [anchor]
        if len(anchor) >= MIN_VALUE_LENGTH
        else max(options, key=lambda ways: min(len(_bytes(way)) for way in ways))
    )
    escaped = ([re.escape(_bytes(text)) for text in ways] for ways in options)
    parts = (ways[0] if len(ways) == 1 else b"(?:" + b"|".join(ways) + b")" for ways in escaped)
    return tuple(map(_bytes, anchors)), re.compile(b"".join(parts))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _base64_form(middle: bytes) -> _Form:
    anchor = max(_PLAIN_RUN.findall(middle), key=len, default=b"")
    ways = {ord("+"): rb"(?:\+|-|%2[bB]|\\{1,3}u002[bB])", ord("/"): rb"(?:\\{0,3}/|_|%2[fF]|\\{1,3}u002[fF])"}
    return (anchor,), re.compile(b"".join(ways.get(sign, bytes([sign])) for sign in middle))
