"""Search in JSON data of any length: each match with its context. No widgets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.window.json_view import untrusted_text
from toolguard.window.json_view.json_layout import LayoutLine, Role

MAX_MATCHES = 300
"""Maximum matches that are shown; all are counted."""
_CONTEXT_LENGTH = 80  # characters of context on each side
_CHUNK_LENGTH = 200_000  # characters that are searched in one call


@dataclass(slots=True)
class SearchResult:
    """The number of matches, and the first ones as lines."""

    count: int = 0
    lines: list[LayoutLine] = field(default_factory=list)


def find(value: object, text: str, stale: Callable[[], bool] = lambda: False) -> SearchResult:
    """Return the matches of ``text`` in texts, keys and numbers of ``value``, ignoring case."""
    pattern = re.compile(re.escape(text), re.IGNORECASE)
    result, waiting = SearchResult(), [("", value)]
    while waiting and not stale():
        place, item = waiting.pop()
        if isinstance(item, dict):
            for key in item:
                _look(result, pattern, place, key, text)
            waiting += [(f"{place}.{key}" if place else key, member) for key, member in reversed(item.items())]
        elif isinstance(item, list):
            waiting += [(f"{place}[{index + 1}]", item[index]) for index in range(len(item) - 1, -1, -1)]
        else:
            _look(result, pattern, place, item if isinstance(item, str) else jsonrpc.text(item), text)
    return result


def _look(result: SearchResult, pattern: re.Pattern[str], place: str, text: str, searched: str) -> None:
    for offset in _places(pattern, text, len(searched)):
        result.count += 1
        if len(result.lines) < MAX_MATCHES:
            result.lines.append(_line(place, text, offset, len(searched)))


def _places(pattern: re.Pattern[str], text: str, length: int) -> Iterator[int]:
    """Yield the offsets of matches. A long text is searched in pieces, so that no call takes long."""
    offset = 0
    while offset < len(text):
        match = pattern.search(text, offset, min(len(text), offset + _CHUNK_LENGTH + length))
        if match is None:
            offset += _CHUNK_LENGTH + 1
        else:
            yield match.start()
            offset = max(match.end(), match.start() + 1)


def _line(place: str, text: str, offset: int, length: int) -> LayoutLine:
    start, end = max(0, offset - _CONTEXT_LENGTH), min(len(text), offset + length + _CONTEXT_LENGTH)
    parts: list[tuple[Role, Any]] = [("key", untrusted_text.shortened(place or "–", 60)), ("quiet", "\u00a0\u00a0")]
    parts += [("quiet", "…")] if start else []
    parts += [("mark" if mark else "text", piece) for mark, piece in untrusted_text.parts(text[start:end])]
    parts += [("quiet", "…")] if end < len(text) else []
    return LayoutLine(0, tuple(parts), 4)
