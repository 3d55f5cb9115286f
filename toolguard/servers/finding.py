"""Finds the values of secrets in what a client sends, in every encoding in which `secrets.Scrubber` knows them.

Nothing is replaced here. A short value counts only where it stands by itself: "test" is a part of too many words.
"""

from __future__ import annotations

import re
import sys

from toolguard.servers.secrets import SHORTEST, forms, is_word

_BY_ITSELF = 8
"""Characters: a shorter value counts only between signs that are no letters and no digits."""
_LONG_LINE = 16
"""Characters from which a line of a secret with several lines is looked for by itself."""
_WHOLE = ((8, 15), (4, 7))
"""Bytes of a word, and of a text that has a word whole wherever it stands."""
_FRAME = "-----"
"""What begins so frames a key (RFC 7468 §2) and is the same for everybody."""


class Finder:
    """The values by name. Calling it takes next to no time while it finds nothing."""

    def __init__(self) -> None:
        self._values: dict[str, tuple[str, ...]] = {}
        self._short: tuple[bytes, ...] = ()
        self._grams: dict[int, frozenset[int]] = {}
        self._needles: list[tuple[tuple[bytes, ...], re.Pattern[bytes], str]] = []

    def learn(self, name: str, *values: str) -> None:
        """These are the values of ``name`` now, whatever they were before."""
        if self._values.get(name) != values:
            self._values[name] = values
            self._sharpen()

    def forget(self, name: str) -> None:
        """There is no such secret any more."""
        if self._values.pop(name, None) is not None:
            self._sharpen()

    def values(self, name: str) -> tuple[str, ...]:
        """What was learned last."""
        return self._values[name]

    def __call__(self, data: bytes) -> tuple[str, ...]:
        """The names of the secrets whose values stand in ``data``, sorted."""
        if not self._may_hold(data):
            return ()
        found = {
            name for anchors, pattern, name in self._needles
            if any(anchor in data for anchor in anchors) and pattern.search(data)
        }  # fmt: skip
        return tuple(sorted(found))

    def _sharpen(self) -> None:
        self._needles = [
            (anchors, _by_itself(pattern) if len(text) < _BY_ITSELF else pattern, name)
            for name, values in self._values.items()
            for value in values
            for text in _texts(value)
            for anchors, pattern in forms(text)
        ]
        anchors = {anchor for anchors, _, _ in self._needles for anchor in anchors}
        self._short = tuple(anchor for anchor in anchors if len(anchor) < _WHOLE[-1][1])
        self._grams = {}
        for size, least in _WHOLE:
            long = {anchor for anchor in anchors if len(anchor) >= least}
            anchors -= long
            self._grams[size] = frozenset(
                int.from_bytes(anchor[at : at + size], sys.byteorder) for anchor in long for at in range(size)
            )

    def _may_hold(self, data: bytes) -> bool:
        """A quick look that errs on one side only. However many secrets there are, ``data`` is gone through twice.

        It is cut into words of 8 and of 4 bytes: a text of at least 15 or 7 bytes that stands in it has one of them
        whole, and that is one of the first 8 or 4 that can be cut out of the text.
        """
        for size, kind in ((8, "Q"), (4, "I")):
            grams = self._grams.get(size)
            if grams and not grams.isdisjoint(memoryview(data)[: len(data) // size * size].cast(kind)):  # type: ignore[call-overload]
                return True
        return any(map(data.__contains__, self._short))


def _texts(value: str) -> list[str]:
    """What to look for: the value without what a paste adds at its ends, and each of its long lines."""
    whole = value.strip()
    lines = [line for line in map(str.strip, whole.splitlines()) if len(line) >= _LONG_LINE]
    texts = dict.fromkeys((whole, *(line for line in lines if not line.startswith(_FRAME))))
    return [text for text in texts if len(text) >= SHORTEST and not is_word(text)]


def _by_itself(pattern: re.Pattern[bytes]) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![A-Za-z0-9])(?:" + pattern.pattern + rb")(?![A-Za-z0-9])")
