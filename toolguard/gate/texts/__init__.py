"""Texts for people: a code with arguments, and the English text made from them.

`coded` creates every text of ToolGuard for people. The window translates it by its code; other edges show the English.
A plain ``str`` is data (a name, a server's words, a path) and is never translated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

from toolguard.gate.texts import clients, gate, presence, servers, services, store, tables

TABLES = {
    "gate": gate.TEXTS,
    "presence": presence.TEXTS,
    "store": store.TEXTS,
    "servers": servers.TEXTS,
    "clients": clients.TEXTS,
    "services": services.TEXTS,
    "tables": tables.TEXTS,
}
"""English by code, for each package. A code begins with the name of its package."""
TEXTS: Mapping[str, str] = {code: english for table in TABLES.values() for code, english in table.items()}
PLACEHOLDER = re.compile(r"(?<!\$)\{([a-z][a-z0-9_]*)\}")
"""Placeholder in a template. ``${NAME}`` is not one."""
_FULL_STOPS = (".", "。")
_PUNCTUATION = tuple(".;,!?:。；，！？")
_MAX_DEPTH = 8  # nesting of texts in a record or a reply
_MAX_ARGUMENTS = 200  # arguments of a text, members of an argument

Argument: TypeAlias = "str | int | CodedText | tuple[Argument, ...]"


class CodedText(str):
    """An English text with its code and arguments."""

    __slots__ = ("arguments", "code")
    code: str
    arguments: Mapping[str, Argument]

    def __new__(cls, english: str, code: str, arguments: Mapping[str, Argument]) -> CodedText:
        result = super().__new__(cls, english)
        result.code = code
        result.arguments = arguments
        return result

    def __str__(self) -> CodedText:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return CodedText, (plain(self), self.code, self.arguments)


def coded(code: str, /, **arguments: object) -> CodedText:
    """Return the text of ``code``; raises `LookupError` for an unknown code, `TypeError` for other argument names.

    An argument that is no ``str``, ``int`` or sequence is taken as ``str(argument)``: a path, an exception.
    """
    try:
        template, places = TEXTS[code], placeholders(code)
    except KeyError:
        raise LookupError(f"no text has the code {code!r}") from None
    if arguments.keys() != places:
        raise TypeError(f"the text {code!r} takes {sorted(places)}, not {sorted(arguments)}")
    named = {name: _argument(value) for name, value in arguments.items()}
    return CodedText(
        fill(template, {name: (english(argument), is_text(argument)) for name, argument in named.items()}), code, named
    )


def sentences(*texts: str) -> str:
    """Return several whole sentences as one text; empty ones are left out."""
    return _join("gate.sentences", texts)


def clauses(*texts: str) -> str:
    """Return several statements as one text, separated by semicolons; empty ones are left out."""
    return _join("gate.clauses", texts)


def lines(*texts: str) -> str:
    """Return texts as one, one per line. Joined by halves, so that thousands do not nest deeply."""
    if len(texts) < 2:
        return texts[0] if texts else ""
    half = len(texts) // 2
    return coded("gate.lines", first=lines(*texts[:half]), line_break="\n", then=lines(*texts[half:]))


def duration(seconds: float) -> CodedText:
    """Return a duration in its largest unit with several whole ones: 7,200 as 2 hours, 3,600 as 60 minutes."""
    if seconds >= 172_800 and seconds % 86_400 == 0:
        return coded("gate.duration_days", count=f"{seconds / 86_400:,g}")
    if seconds >= 7_200 and seconds % 3_600 == 0:
        return coded("gate.duration_hours", count=f"{seconds / 3_600:,g}")
    if seconds >= 120 and seconds % 60 == 0:
        return coded("gate.duration_minutes", count=f"{seconds / 60:,g}")
    return coded("gate.duration_seconds", count=f"{seconds:,g}")


def _join(code: str, parts: tuple[str, ...]) -> str:
    whole, *rest = [part for part in parts if part] or [""]
    for part in rest:
        whole = coded(code, first=whole, then=part)
    return whole


@cache
def placeholders(code: str) -> frozenset[str]:
    """Return the names of a text's arguments; raises `KeyError` for an unknown code."""
    return frozenset(PLACEHOLDER.findall(TEXTS[code]))


def fill(template: str, values: Mapping[str, tuple[str, bool]]) -> str:
    """Return ``template`` with its arguments, in one pass: values may contain braces.

    Each value comes with a flag for coded texts: a sentence loses its full stop before further punctuation.
    """

    def value(place: re.Match[str]) -> str:
        text, is_ours = values[place[1]]
        stopped = is_ours and text[-1:] in _FULL_STOPS and template[place.end() : place.end() + 1] in _PUNCTUATION
        return text[:-1] if stopped else text

    return PLACEHOLDER.sub(value, template)


def is_text(value: Argument) -> bool:
    """Return whether an argument is a coded text, not data."""
    return isinstance(value, CodedText)


def code_of(text: str) -> str:
    """Return the code of a coded text, "" for data."""
    return text.code if isinstance(text, CodedText) else ""


def sentence(text: str) -> CodedText:
    """Return a text as a sentence: in English with a capital letter and a full stop."""
    result = coded("gate.whole_sentence" if text.endswith(("!", "?")) else "gate.sentence", text=text)
    return CodedText(result[:1].upper() + result[1:], result.code, result.arguments)


def cut(text: str, most: int) -> str:
    """Return at most ``most`` characters of a text. A text that is cut becomes data."""
    return text if len(text) <= most else plain(text)[:most]


def english(value: Argument) -> str:
    """Return an argument as it appears in an English text."""
    return ", ".join(map(english, value)) if isinstance(value, tuple) else plain(str(value))


def plain(value: str) -> str:
    """Return a text as an exact ``str``, for encoders that refuse a subclass."""
    return str.__str__(value)


def encodable(value: object) -> str:
    """Return a `CodedText` as ``str``: the ``enc_hook`` of msgspec's encoders."""
    if isinstance(value, CodedText):
        return plain(value)
    raise TypeError(f"Encoding objects of type {type(value).__name__} is unsupported")


def to_wire(value: Argument) -> Any:
    """Return JSON for a text: ``code``, ``text`` and ``arguments`` if it is coded, else the value."""
    if isinstance(value, CodedText):
        return {"code": value.code, "text": plain(value), "arguments": arguments_to_wire(value)}
    if isinstance(value, tuple):
        return [to_wire(item) for item in value]
    return plain(value) if isinstance(value, str) else value


def error_to_wire(text: str) -> dict[str, Any]:
    """Return the members of an error response: ``error`` in English, with ``code`` and ``arguments`` if coded."""
    if isinstance(text, CodedText):
        return {"error": plain(text), "code": text.code, "arguments": arguments_to_wire(text)}
    return {"error": plain(text)}


def error_from_wire(reply: Mapping[str, Any]) -> str:
    """Return the text of an error response, or "" if it gives no reason."""
    error = reply.get("error")
    if not isinstance(error, str):
        return ""
    return from_wire({"code": reply.get("code"), "arguments": reply.get("arguments"), "text": error}) or error


def arguments_to_wire(text: CodedText) -> dict[str, Any]:
    """Return JSON for the arguments of a text."""
    return {name: to_wire(argument) for name, argument in text.arguments.items()}


def from_wire(value: object) -> str | None:
    """Return the text that `to_wire` encoded, or None if it is invalid.

    With an unknown code or other arguments, the English is returned.
    """
    try:
        text = _read(value, _MAX_DEPTH)
    except ValueError:
        return None
    return text if isinstance(text, str) else None


def _read(value: object, depth: int) -> Argument:
    if depth <= 0:
        raise ValueError
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if isinstance(value, list) and len(value) <= _MAX_ARGUMENTS:
        return tuple(_read(item, depth - 1) for item in value)
    if not isinstance(value, dict) or len(value) > _MAX_ARGUMENTS:
        raise ValueError
    code, arguments = value.get("code"), value.get("arguments", {})
    words = value.get("text", "")
    if not isinstance(code, str) or not isinstance(arguments, dict) or not isinstance(words, str):
        raise ValueError  # noqa: TRY004 - data from a file or a socket
    if code not in TEXTS or arguments.keys() != placeholders(code):
        return words
    return CodedText(words, code, {name: _read(argument, depth - 1) for name, argument in arguments.items()})


def _argument(value: object) -> Argument:
    if isinstance(value, CodedText):
        return value
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, list | tuple) and type(value) in (list, tuple):  # a named tuple formats itself
        return tuple(_argument(item) for item in value)
    return _argument(str(value))
