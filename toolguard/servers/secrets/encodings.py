"""The encodings in which a secret can be written, as RE2 patterns that find all of them in one linear pass.

Python's ``re`` backtracks, and one ``bytes.find`` for each encoding of each secret takes milliseconds on a long
message. RE2 compiles all patterns into one automaton. Its time depends only on the message, so neither the number of
secrets nor a hostile text makes it slow.

Three groups. *Letters*: each letter as itself or by any escape, in any mixture, at any depth of nesting. *Numbers*: the
bytes as hexadecimal, decimal, octal or binary numbers, with or without separators. *Blocks*: base64, base32, base85 and
their relatives at every alignment, with or without line breaks.
"""

from __future__ import annotations

import base64
import codecs
import functools
import html.entities
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import re2

MIN_ENCODED_SIZE = 8
"""Bytes from which numbers and blocks are searched for. A shorter value occurs by chance in many tables and images; its
letters are found in every escape anyway.
"""
_WINDOW_SIZE = 8
"""Letters or bytes of a value that the quick check searches for."""
_BLOCK_WINDOW_SIZE = 10
"""Characters of a block that the quick check searches for."""
_DIGITS_WINDOW_SIZE = 128
"""Digits of numbers that the quick check searches for: bits of at least `_MIN_LIST_LENGTH` numbers."""
_MAX_PATTERN_MEMORY = 64 * 1024 * 1024
"""Maximum bytes of one compiled pattern with its states; beyond it a search is slower, but not wrong."""
_MAX_PART_SIZE = 2_400
"""Maximum bytes of a text whose patterns RE2 compiles within that memory, whatever its characters are."""
CACHED_TEXTS = 4_096
"""Texts whose patterns are kept: each of the 30 lines of a key is one, and each learned value needs all patterns."""

_MIN_LIST_LENGTH = 16
"""Minimum count of numbers in a row that form a list; fewer for shorter values."""
_UNMARKED = re.compile(rb"""[^+/\\"<>&]+""")
_ESCAPED_BYTES = [re.escape(bytes([sign])) for sign in range(256)]

Pattern = Any
"""A compiled RE2 pattern; the package has no type hints."""


class EncodedSecret:
    """One value, or a part of a very long one, in all of its encodings."""

    def __init__(self, value: str) -> None:
        self._value = value
        self.quick = [between.join(run[:_WINDOW_SIZE]) for run, between in _letter_runs(value)]
        """Patterns, one of which matches wherever the letters match."""
        self.pieces: set[bytes] = set()
        """Texts, one of which occurs wherever a block matches."""
        self.digits: tuple[set[bytes], set[bytes], set[bytes]] = (set(), set(), set())
        """The first of its numbers without zeros: hexadecimal ones, then decimal and octal ones; bits include zeros."""
        if len(_bytes(value)) >= MIN_ENCODED_SIZE:
            self._add_digits()
            self._add_pieces()

    def patterns(self, data: bytes) -> list[Pattern]:
        """Return patterns, each of which matches in some of the encodings; none if ``data`` cannot contain any.

        To compile those of 2,000 characters takes a second.
        """
        return self._patterns if self._search(data) else []

    @functools.cached_property
    def _search(self) -> EncodedSearch:
        return EncodedSearch([self])

    @functools.cached_property
    def _patterns(self) -> list[Pattern]:
        return [re2.compile(source, _options()) for source in self._sources()]

    def _sources(self) -> Iterator[bytes]:
        for run, between in _letter_runs(self._value):
            yield between.join(run)
        if len(_bytes(self._value)) < MIN_ENCODED_SIZE:
            return
        for numbers in _number_lists(self._value):
            for form, separator, _ in _NUMBER_FORMS:
                yield separator.join(_hex(format(number, form)) for number in numbers)
            yield rb"[^1]*".join(format(number, "b").encode() for number in numbers)
        yield _tree(_wrapped_blocks(self._value), _WRAP, _BLOCK)
        yield _tree(_whole_blocks(self._value), b"", _BLOCK)

    def _add_digits(self) -> None:
        for numbers in _number_lists(self._value):
            for form, _, kind in _NUMBER_FORMS:
                digits = "".join(format(number, form) for number in numbers).replace("0", "")
                self.digits[kind].add(digits[:_DIGITS_WINDOW_SIZE].encode())
            bits = "".join(format(number, "08b") for number in numbers)
            self.digits[2].add(bits[:_DIGITS_WINDOW_SIZE].encode())

    def _add_pieces(self) -> None:
        for text in _wrapped_blocks(self._value):  # a line break inside leaves one half whole
            half = len(text) // 2
            self.pieces |= {_piece(text[:half]), _piece(text[half:])}
        self.pieces |= set(map(_piece, _whole_blocks(self._value)))


def _parts(value: str) -> list[str]:
    """Return ``value``, halved until RE2 compiles the patterns of each part."""
    if len(_bytes(value)) <= _MAX_PART_SIZE:
        return [value]
    half = len(value) // 2
    return [*_parts(value[:half]), *_parts(value[half:])]


@functools.lru_cache(maxsize=CACHED_TEXTS)
def encoded(value: str) -> tuple[EncodedSecret, ...]:
    """Return ``value``, or its parts if it is very long, cached for all callers with the same value."""
    return tuple(map(EncodedSecret, _parts(value)))


class EncodedSearch:
    """A quick check whether a text may contain any of some values. It has false positives but no false negatives."""

    def __init__(self, values: Sequence[EncodedSecret], more: Iterable[bytes] = ()) -> None:
        """``more``: further texts to search for."""
        digits = [set().union(*(value.digits[kind] for value in values)) for kind in range(3)]
        characters = [pattern for value in values for pattern in value.quick]
        self._lists: Pattern | None = None
        if digits[2]:
            least = min(_MIN_LIST_LENGTH, min(map(len, digits[2])) // 8)
            lists = _NUMBER + b"(?:" + _BETWEEN + _NUMBER + b"){%d}" % (least - 1)
            self._lists = compiled([lists])
            self._characters_or_lists = compiled([*characters, lists])
        self._characters = compiled(characters)
        pieces = {text[:_BLOCK_WINDOW_SIZE] for text in more}
        self._pieces = compiled([], pieces.union(*(value.pieces for value in values)))
        self._digits = [compiled([], digit) for digit in digits]

    def __call__(self, data: bytes) -> bool:
        if _is_in(self._pieces, data):
            return True
        if self._lists is None:
            return _is_in(self._characters, data)
        if not _is_in(self._characters_or_lists, data):  # nearly always: one pass for both
            return False
        return _is_in(self._characters, data) or (_is_in(self._lists, data) and self._has_digits(data))

    def _has_digits(self, data: bytes) -> bool:
        hexadecimal = data.translate(_LOWER, _NOT_HEX)
        return (
            _is_in(self._digits[0], hexadecimal)
            or _is_in(self._digits[1], hexadecimal.translate(None, b"abcdef"))
            or _is_in(self._digits[2], data.translate(None, _NOT_BITS))
        )


def _is_in(pattern: Pattern | None, data: bytes) -> bool:
    return pattern is not None and pattern.search(data) is not None


def compiled(patterns: Iterable[bytes], texts: Iterable[bytes] = ()) -> Pattern | None:
    """Return one pattern that matches where any of ``patterns`` or ``texts`` does; None if there are none."""
    joined = list(dict.fromkeys(patterns))
    if tree := _tree(texts, b"", {}):
        joined.append(tree)
    return re2.compile(b"|".join(joined), _options()) if joined else None


def literal(text: bytes) -> bytes:
    """Return a pattern for exactly this text."""
    return re.escape(text)


def _options() -> Any:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1  # bytes, not characters
    options.never_capture = True
    options.max_mem = _MAX_PATTERN_MEMORY
    options.log_errors = False  # an error message would contain the pattern, which is the secret
    return options


def _tree(texts: Iterable[bytes], between: bytes, signs: Mapping[int, bytes]) -> bytes:
    """Return a pattern for any of ``texts`` that shares their prefixes, so that its automaton is small."""
    written = [signs.get(sign) or _ESCAPED_BYTES[sign] for sign in range(256)]
    return _branches(sorted(set(texts)), 0, between, written)


def _branches(texts: Sequence[bytes], start: int, between: bytes, written: Sequence[bytes]) -> bytes:
    """Return the pattern for sorted ``texts`` from ``start``, up to which they are equal; a text covers longer ones."""
    if not texts:
        return b""
    first, last = texts[0], texts[-1]
    end = start
    while end < len(first) and first[end] == last[end]:
        end += 1
    shared = between.join(written[sign] for sign in first[start:end])
    if start and shared:
        shared = between + shared
    if end == len(first):
        return shared
    ways = [
        _branches(list(same), end, between, written) for _, same in itertools.groupby(texts, lambda text: text[end])
    ]
    return shared + b"(?:" + b"|".join(ways) + b")"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# --- letters -------------------------------------------------------------------------------------------------------

_AMP = rb"(?:&|\\+u0026)(?:amp;)*"
_EQUALS = rb"(?:=|\\+u003[dD])"
_FILLER = (
    rb"(?:\x00|\\+u0000|\\+x00|\\+0{1,3}|%(?:25)*00|&#0+;"  # UTF-16 and UTF-32, read byte by byte
    rb"|=(?:\\+r|\r)?(?:\\+n|\n)"  # a soft line break of quoted-printable
    rb"|\xe2\x80[\x8b-\x8d]|\xe2\x81\xa0|\xef\xbb\xbf|\xc2\xad"  # zero-width characters
    rb"|(?:\x1b|\\+(?:u00|x)1[bB])\[[0-9;]*[mK]"  # colors of a terminal, as a search puts them around what it found
    rb"|\\+u(?:200[b-dB-D]|2060|[fF][eE][fF][fF]|00[aA][dD]))*"
)
_SEPARATOR = rb"(?:\\+[nrt]|[^A-Za-z0-9]{1,5})"
_SHORT_ESCAPES = {'"': '"', "\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}
_CHARACTER_NAMES: dict[str, list[str]] = {}
for _name, _text in html.entities.html5.items():
    if _name.endswith(";") and len(_text) == 1:
        _CHARACTER_NAMES.setdefault(_text, []).append(_name)


def _letter_runs(value: str) -> list[tuple[list[bytes], bytes]]:
    """Return patterns for the letters of each form, and one for what may stand between two of them."""
    runs = [([_character(character) for character in value], _FILLER)]
    if len(value) >= MIN_ENCODED_SIZE:
        runs.append(([_written(character) for character in value], _SEPARATOR))
    if len(_bytes(value)) >= MIN_ENCODED_SIZE:
        runs += [([_written(character) for character in text], b"") for text in _substituted(value)]
    return runs


@functools.lru_cache(maxsize=512)
def _character(character: str) -> bytes:
    """Return a pattern for one letter in every form that it can have inside a text."""
    code = ord(character)
    ways = [_raw(character)]
    units = character.encode("utf-16-be", "surrogatepass").hex()
    split = [_hex(units[start : start + 4]) for start in range(0, len(units), 4)]
    ways.append(b"".join(rb"\\+u" + unit for unit in split))  # JSON, JavaScript, Java, Python
    ways.append(rb"\\+(?:u\{0*|U0*|x\{0*)" + _hex(f"{code:x}") + rb"\}?")  # ECMAScript 6, Rust; C, Python; Perl
    ways.append(b"".join(rb"%(?:25)*u" + unit for unit in split))  # JavaScript's escape()
    ways.append(_AMP + rb"#(?:0*" + str(code).encode() + rb"|[xX]0*" + _hex(f"{code:x}") + rb");?")
    names = _CHARACTER_NAMES.get(character, ())
    if names:
        ways.append(_AMP + b"(?:" + b"|".join(literal(name.encode()) for name in names) + b")")
    ways.append(b"".join(_escaped_byte(byte) for byte in _bytes(character)))
    if code > 0x7F and code < 0x100:
        ways.append(_escaped_byte(code))
    if "!" <= character <= "~":
        ways += (_other(code + 0xFEE0), _other(code + 0xE0000))  # fullwidth forms; invisible tag characters
    if character == " ":
        ways.append(rb"\+")
    return b"(?:" + b"|".join(ways) + b")"


def _raw(character: str) -> bytes:
    """Return a pattern of the letter itself, after any number of backslashes, as in nested JSON."""
    raw = literal(_bytes(character))
    if character == "\\":
        return rb"\\+"
    if character in '"/':
        return rb"\\*" + raw
    return (
        raw if character not in _SHORT_ESCAPES else b"(?:" + raw + rb"|\\+" + _SHORT_ESCAPES[character].encode() + b")"
    )


@functools.lru_cache(maxsize=512)
def _written(character: str) -> bytes:
    """Return a pattern of the letter itself, or its JSON escape if JSON may need one."""
    if character.isascii() and character.isalnum():
        return character.encode()
    units = character.encode("utf-16-be", "surrogatepass").hex()
    escaped = b"".join(rb"\\+u" + _hex(units[start : start + 4]) for start in range(0, len(units), 4))
    return b"(?:" + _raw(character) + b"|" + escaped + b")"


def _substituted(value: str) -> list[str]:
    """Return the same letters reversed, and in two substitution tables (such as ROT13)."""
    rot47 = "".join(
        chr((ord(character) - 33 + 47) % 94 + 33) if "!" <= character <= "~" else character for character in value
    )
    texts = dict.fromkeys((value[::-1], codecs.encode(value, "rot13"), rot47))
    return [text for text in texts if text != value]


def _escaped_byte(byte: int) -> bytes:
    digits = _hex(f"{byte:02x}")
    octal = f"{byte:o}".encode()
    return rb"(?:\\+x" + digits + rb"|%(?:25)*" + digits + b"|" + _EQUALS + digits + rb"|\\+[oO]?\{?0*" + octal + b")"


def _other(code: int) -> bytes:
    character = chr(code)
    units = character.encode("utf-16-be").hex()
    escaped = b"".join(rb"\\+u" + _hex(units[start : start + 4]) for start in range(0, len(units), 4))
    return literal(_bytes(character)) + b"|" + escaped


@functools.lru_cache(maxsize=1024)
def _hex(digits: str) -> bytes:
    return b"".join(_any_case(digit) for digit in digits)


def _any_case(sign: str) -> bytes:
    return f"[{sign.lower()}{sign.upper()}]".encode() if sign.isalpha() else literal(sign.encode())


# --- numbers -------------------------------------------------------------------------------------------------------


_NUMBER = rb"[0-9a-fA-F]{1,8}"
_BETWEEN = rb"(?:[^0-9A-Za-z]|\\[nrtxu]|0[xXoO]|[xXuUoO]|chr)+"
_NUMBER_FORMS = (("02x", rb"[^1-9a-fA-F]*", 0), ("d", rb"[^1-9]*", 1), ("o", rb"[^1-9]*", 1))
"""How each number is written, what may stand between two of them, and which of `EncodedSecret.digits` they are.

Leading zeros count as separators, so ``68``, ``0x68`` and ``0068`` are equal.
"""
_NOT_HEX = bytes(set(range(256)) - set(b"123456789abcdefABCDEF"))
_NOT_BITS = bytes(set(range(256)) - set(b"01"))
_LOWER = bytes(range(256)).lower()


def _number_lists(value: str) -> list[list[int]]:
    """Return the bytes of ``value``, and its characters if they are others."""
    lists = [list(_bytes(value))]
    if not value.isascii():
        lists += [[ord(character) for character in value], list(value.encode("utf-16-le", "surrogatepass"))]
    return lists


# --- blocks --------------------------------------------------------------------------------------------------------

_WRAP = rb"(?:\\+[rnt]|[\r\n\t ])*"
_BLOCK = {
    ord("+"): rb"(?:\+|-|%2[bB]|\\+u002[bB])",
    ord("/"): rb"(?:\\*/|_|%2[fF]|\\+u002[fF])",
    ord("\\"): rb"\\+",
    ord('"'): rb'\\*"',
    ord("<"): rb"(?:<|\\+u003[cC])",
    ord(">"): rb"(?:>|\\+u003[eE])",
    ord("&"): rb"(?:&|\\+u0026)",
}
_STANDARD_32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_HEX_32 = b"0123456789ABCDEFGHIJKLMNOPQRSTUV"  # RFC 4648 §7


def _wrapped_blocks(value: str) -> set[bytes]:
    """Return encodings that are often split into lines."""
    return {text for text in _main_blocks(_bytes(value)) if len(text) >= MIN_ENCODED_SIZE}


def _whole_blocks(value: str) -> set[bytes]:
    return {text for text in _other_blocks(value, _bytes(value)) if len(text) >= MIN_ENCODED_SIZE}


def _main_blocks(data: bytes) -> Iterator[bytes]:
    yield from (base64_middle(data, before) for before in range(3))
    yield from _base32(data)


def _other_blocks(value: str, data: bytes) -> Iterator[bytes]:
    """Return the value's encodings inside a longer text, without the parts that depend on its neighbours."""
    backwards = _bytes(value[::-1])
    inner = [base64_middle(data, before) for before in range(3)]
    wide = [value.encode(form, "surrogatepass") for form in ("utf-16-le", "utf-16-be")]
    for text in (data, *wide, *inner):
        yield text.hex().encode()
        yield text.hex().upper().encode()
    yield data.hex().encode()[::-1]
    for text in (backwards, *wide, data.hex().encode(), data.hex().upper().encode(), *inner):
        yield from (base64_middle(text, before) for before in range(3))
    yield from (text[::-1] for text in inner)
    yield from (_uu_middle(data, before) for before in range(3))
    for encode in (base64.a85encode, base64.b85encode):
        yield from (_base85_middle(data, before, encode) for before in range(4))
    for form in ("d", "03d", "03o", "08b"):
        yield "".join(format(byte, form) for byte in data).encode()
    whole = int.from_bytes(data, "big")
    yield _in_digits(whole, b"0123456789")
    yield _in_digits(whole, b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")  # base58


def _piece(text: bytes) -> bytes:
    """Return the longest part that has only one encoding; one character if there is none."""
    return max(_UNMARKED.findall(text), key=len, default=text[:1])[:_BLOCK_WINDOW_SIZE]


def _in_digits(number: int, signs: bytes) -> bytes:
    """Return ``number`` written with the digits ``signs``; Python writes none of more than 4,300."""
    digits = bytearray()
    while number:
        number, rest = divmod(number, len(signs))
        digits.append(signs[rest])
    return bytes(reversed(digits))


def base64_middle(data: bytes, before: int) -> bytes:
    """Return base64 of ``data`` after ``before`` unknown bytes, without the characters that depend on neighbours."""
    text = base64.b64encode(b"\0" * before + data).rstrip(b"=")
    mixed_first = (0, 2, 3)[before]
    mixed_last = 1 if (before + len(data)) % 3 else 0
    return text[mixed_first : len(text) - mixed_last]


def _uu_middle(data: bytes, before: int) -> bytes:
    """Return the same for uuencode: its characters are those of base64 in ASCII order."""
    signs = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return base64_middle(data, before).translate(
        bytes.maketrans(signs, bytes((32 + n) if n else 96 for n in range(64)))
    )


def _base32(data: bytes) -> Iterator[bytes]:
    for before in range(5):
        text = base64.b32encode(b"\0" * before + data).rstrip(b"=")
        first = -(-before * 8 // 5)
        last = 1 if (before + len(data)) * 8 % 5 else 0
        middle = text[first : len(text) - last]
        for digits in (middle, middle.translate(bytes.maketrans(_STANDARD_32, _HEX_32))):
            yield digits
            yield digits.lower()


def _base85_middle(data: bytes, before: int, encode: Callable[[bytes], bytes]) -> bytes:
    """Whole groups only: four bytes become five characters, each of which depends on all four bytes."""
    skipped = -before % 4
    return encode(data[skipped : skipped + (len(data) - skipped) // 4 * 4])
