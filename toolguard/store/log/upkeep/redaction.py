"""Redaction: replaces text in a record's line by ``[redacted]`` and keeps everything that shows what happened. No I/O.

The new line names the record's original hash, so that the chain continues. It verifies only if a later record states it
as the new line (`model.RecordsRedacted`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from toolguard.store.log import chain, records

REPLACEMENT = "[redacted]"
MEMBERS = ("arguments", "preview", "responses", "params", "reason", "detail", "warnings", "claim", "initialize")
"""Members whose whole text is replaced if no text is given."""
KEPT_MEMBERS = frozenset((
    "kind", "session", "call", "client", "server", "digest", "era", "verdict", "by", "outcome", "state", "status",
    "version", "texts", "redacted", "prev",
))  # fmt: skip
"""Members that keep their text: without it nobody knows what happened in which session, and who decided it."""
_KEPT_PARTS = frozenset(("surface", "input"))
"""Members of an `Approver`, at any depth, with one of a few words."""
MIN_TEXT_LENGTH = 3
"""Minimum characters of a text to find; a shorter one would occur in too many records."""
_JSON_MEMBERS = frozenset(("arguments", "responses", "params", "initialize", "request"))
_UNREDACTED_KINDS = frozenset(
    records.kind_names("segment_removed", "records_redacted", "records_unsigned", "log_taken_over")
)
"""Kinds of records about the log itself, which keep their text."""
_RUN = re.compile(r"[A-Za-z0-9]+")
_SPANNING = re.compile(r'[",:{}[\]\\]|\A[-0-9]*[.eE+][-+.eE0-9]*\Z')
"""Texts that can occur in JSON outside of its strings: with its signs, or as a number that is not only digits."""
_CHARACTERS = re.compile(r"\\+|.", re.DOTALL)
_SHORT_ESCAPES = {"\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}


class TextMatcher:
    """Finds and replaces one exact text, in any JSON spelling (RFC 8259 §7) and at any depth of nesting.

    An escape whose own letters are escaped again is not found.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._pattern = re.compile("".join(_spellings(text)))
        self._may_span = _SPANNING.search(text) is not None
        runs = sorted(_RUN.findall(text), key=len)
        self._run = runs[-1].encode() if runs else b""

    def may_occur_in(self, line: bytes) -> bool:
        """Return whether the line may contain the text and must be parsed."""
        return self._run in line or b"\\u" in line

    def occurs_in(self, text: str) -> bool:
        """Return whether it occurs in ``text``, written plainly or with JSON escapes."""
        return self._pattern.search(text) is not None

    def may_span(self, json: str) -> bool:
        """Return whether it occurs across several values of JSON text, or in a number that Python writes in another
        way. A plain text may also occur in an escape.
        """
        return self._may_span and self.occurs_in(json)

    def replace(self, text: str) -> str:
        """Return ``text`` with each occurrence, written plainly or with JSON escapes, replaced by `REPLACEMENT`."""
        return self._pattern.sub(REPLACEMENT, text)

    def replace_in(self, value: Any) -> Any:
        """Replace the text in a JSON value and everything in it. A number that contains it becomes a string."""
        if isinstance(value, str):
            return self.replace(value)
        if isinstance(value, list):
            return [self.replace_in(item) for item in value]
        if isinstance(value, dict):
            return {self.replace(name): self.replace_in(member) for name, member in value.items()}
        if isinstance(value, int | float) and not isinstance(value, bool) and self._text in json.dumps(value):
            return REPLACEMENT
        return value


def _spellings(text: str) -> Iterator[str]:
    """Yield a pattern for each character of ``text``, or run of backslashes.

    Each nesting adds backslashes. They are matched possessively and from the first one on, so that no text makes this
    slow.
    """
    before = r"(?<!\\)(?<!\\u005[cC])\\++"
    for run in _CHARACTERS.findall(text):
        units = run[0].encode("utf-16-be", "surrogatepass").hex()
        ways = [before + r"\\++".join(f"u(?i:{units[start : start + 4]})" for start in range(0, len(units), 4))]
        if run[0] == "\\":
            ways = [before + r"(?:u005[cC](?:\\++u005[cC])*+)?"]
        elif run in '"/':
            ways.append(f"(?:{before})?{run}")
        else:
            ways.append(re.escape(run))
        if run in _SHORT_ESCAPES:
            ways.append(before + _SHORT_ESCAPES[run])
        yield f"(?:{'|'.join(ways)})"
        before = r"\\*+" if run[0] == "\\" else r"\\++"  # the run has taken those of the next escape


def redact(line: bytes, text: TextMatcher | None = None) -> bytes | None:
    """Return the line without its end, with a text or all text replaced, or None. Raises ValueError if invalid."""
    if text is not None and not text.may_occur_in(line):
        return None
    _, previous = records.split_text(line)
    hash = records.original_hash(line) or chain.link(previous, records.split_text(line)[0])
    try:
        record = json.loads(line)
    except RecursionError:
        raise ValueError from None
    event = record["event"] if isinstance(record.get("event"), dict) else record
    if event.get("kind") in _UNREDACTED_KINDS:
        return None
    codes = record.get("texts")
    changed = False
    for name in MEMBERS if text is None else event.keys() - KEPT_MEMBERS:
        value = event.get(name)
        if not value:
            continue
        new = _redacted(name, value, text)
        if new != value:
            event[name], changed = new, True
            if isinstance(codes, dict):
                codes.pop(name, None)
    if not changed:
        return None
    if text is not None and isinstance(codes, dict):
        record["texts"] = {
            name: entry if name in KEPT_MEMBERS else text.replace_in(entry) for name, entry in codes.items()
        }
    for name in ("redacted", "prev"):
        record.pop(name, None)
    result = _dumped({**record, "redacted": hash.hex(), "prev": previous.hex()})
    if records.original_hash(result) != hash:
        raise ValueError
    return result


def _redacted(name: str, value: Any, text: TextMatcher | None) -> Any:
    """Return a member without the text, or without any text."""
    if isinstance(value, list):
        return [_redacted("", item, text) for item in value]
    if isinstance(value, dict):
        return {part: each if part in _KEPT_PARTS else _redacted("", each, text) for part, each in value.items()}
    if not isinstance(value, str):
        return value
    if name == "initialize" or (text is not None and name in _JSON_MEMBERS):
        result = _in_json(value, text)
        if result is not None and (text is None or not text.may_span(result)):
            return result
        if name == "initialize":
            return value if text is not None and not text.occurs_in(value) else "{}"
    if text is None:
        return REPLACEMENT
    result = text.replace(value)
    return result if not text.occurs_in(result) else REPLACEMENT


def _in_json(value: str, text: TextMatcher | None) -> str | None:
    """Replace a text in JSON text, keeping it valid JSON; return None if it is not JSON.

    Without a text nothing is replaced: it is the handshake, which is needed to resume a session.
    """
    try:
        decoded = json.loads(value)
    except (ValueError, RecursionError):
        return None
    new = text.replace_in(decoded) if text is not None else decoded
    return value if new == decoded else json.dumps(new, ensure_ascii=False, separators=(",", ":"))


def _dumped(record: dict[str, Any]) -> bytes:
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(record, separators=(",", ":")).encode()


def find_text(lines: Iterable[bytes], text: TextMatcher) -> Iterator[tuple[int, bytes]]:
    """Yield the number and new line of each record that contains the text."""
    for line in lines:
        try:
            new = redact(line, text)
        except ValueError:
            continue  # invalid lines have no text to replace
        number = records.number(line)
        if new is not None and number is not None:
            yield number, new
