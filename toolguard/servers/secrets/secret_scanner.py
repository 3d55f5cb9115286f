"""Search for values of secrets in messages of clients, in every encoding that `redactor.Redactor` knows.

It replaces nothing. A short value counts only if it stands alone: "test" is part of too many words.
"""

from __future__ import annotations

import re

from toolguard.servers.secrets import encodings
from toolguard.servers.secrets.redactor import forms
from toolguard.servers.secrets.searched_texts import searched_texts
from toolguard.tables.credentials import MIN_VALUE_LENGTH

_BY_ITSELF = 8
"""Characters: a shorter value counts only between characters that are neither letters nor digits."""


class SecretScanner:
    """The values by name. A call takes very little time if it finds nothing."""

    def __init__(self) -> None:
        self._values: dict[str, tuple[str, ...]] = {}
        self._short: list[tuple[bytes, re.Pattern[bytes], str]] = []
        self._needles: list[tuple[tuple[bytes, ...], re.Pattern[bytes], str]] = []
        self._encoded: list[tuple[encodings.EncodedSecret, bool, str]] = []
        self._search: encodings.EncodedSearch | None = None
        self.edition = 0
        """A counter of changes of the values."""

    def learn(self, name: str, *values: str) -> None:
        """Set the values of ``name``, and forget the previous ones."""
        if self._values.get(name) != values:
            self._values[name] = values
            self._build_patterns()

    def forget(self, name: str) -> None:
        """Stop searching for the values of ``name``; an unknown one is ignored."""
        if self._values.pop(name, None) is not None:
            self._build_patterns()

    def values(self, name: str) -> tuple[str, ...]:
        """Return the values that were set last."""
        return self._values[name]

    def __bool__(self) -> bool:
        """Return whether there is anything to search for."""
        return bool(self._needles)

    def __call__(self, data: bytes) -> tuple[str, ...]:
        """Return the names of the secrets whose values occur in ``data``, sorted."""
        if not self._needles:
            return ()
        if self._search is None:
            anchors = {
                anchor for anchors, _, _ in self._needles for anchor in anchors if len(anchor) >= MIN_VALUE_LENGTH
            }
            self._search = encodings.EncodedSearch([secret for secret, _, _ in self._encoded], anchors)
        if not self._search(data):
            names = {name for anchor, pattern, name in self._short if anchor in data and pattern.search(data)}
            return tuple(sorted(names)) if names else ()
        names = {
            name for anchors, pattern, name in self._needles
            if any(anchor in data for anchor in anchors) and pattern.search(data)
        }  # fmt: skip
        names |= {name for secret, alone, name in self._encoded if name not in names and _occurs(secret, alone, data)}
        return tuple(sorted(names))

    def _build_patterns(self) -> None:
        self.edition += 1
        texts = [
            (text, name) for name, values in self._values.items() for value in values for text in searched_texts(value)
        ]
        self._needles = [
            (anchors, _by_itself(pattern) if len(text) < _BY_ITSELF else pattern, name)
            for text, name in texts
            for anchors, pattern in forms(text)
        ]
        self._short = [
            (anchor, pattern, name)
            for anchors, pattern, name in self._needles
            for anchor in anchors
            if len(anchor) < MIN_VALUE_LENGTH
        ]
        self._encoded = [
            (part, len(text) < _BY_ITSELF, name) for text, name in texts for part in encodings.encoded(text)
        ]
        self._search = None


def _occurs(secret: encodings.EncodedSecret, alone: bool, data: bytes) -> bool:
    """Return whether the value occurs in any encoding; ``alone``: not between letters or digits."""
    if not alone:
        return any(pattern.search(data) is not None for pattern in secret.patterns(data))
    return any(
        not data[max(start - 1, 0) : start].isalnum() and not data[end : end + 1].isalnum()
        for pattern in secret.patterns(data)
        for start, end in (match.span() for match in pattern.finditer(data))
    )


def _by_itself(pattern: re.Pattern[bytes]) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![A-Za-z0-9])(?:" + pattern.pattern + rb")(?![A-Za-z0-9])")
