"""The core's sentences in the window's language. The core speaks English and knows no Qt; this is its interpreter.

The build lists every sentence of the core's source, with ``{0}`` where a value stands (``packaging/build.py``); they
are translated like all other texts, in the context ``Core``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QCoreApplication

import toolguard

LONGEST = 2_000
"""Characters; a longer text is shown as it came."""
_DEEPEST = 3  # sentences within sentences
_VALUE = re.compile(r"\{(\d+)\}")
_JOINT = re.compile(r"(?<=[.!?]) (?=\S)|(?<=.)(?=; \S)")  # where two sentences were put one after the other
_FULL = {".": "。", "!": "！", "?": "？", ";": "；"}
_FEW = 12
"""Letters; what says fewer of its own is taken for the core's only where plain values or known texts stand in it."""


def local(sentence: str) -> str:
    """``sentence`` of the core in the window's language; as it came when it is not known."""
    return _local(sentence, 0)


def all_local(sentences: Iterable[str]) -> tuple[str, ...]:
    """Each of them in the window's language."""
    return tuple(map(local, sentences))


def spoken(schema: Any) -> Any:
    """A schema of our own with its titles and descriptions in the window's language."""
    if isinstance(schema, list):
        return [spoken(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: local(value) if key in ("title", "description") and isinstance(value, str) else spoken(value)
        for key, value in schema.items()
    }


def forget() -> None:
    """Translate everything anew: the language is another one."""
    _cached.cache_clear()
    _templates.cache_clear()


def _local(sentence: str, depth: int) -> str:
    if not sentence or len(sentence) > LONGEST or depth > _DEEPEST:
        return sentence
    return _cached(sentence, depth)


@lru_cache(maxsize=4096)
def _cached(sentence: str, depth: int) -> str:
    known, templates = _templates()
    if not known and not templates:
        return sentence  # the core's own language
    if sentence in known:
        return known[sentence]
    for parts, translation in templates:
        values = _values(parts, sentence)
        if values is not None:
            said = [_local(value, depth + 1) for value in values]
            plain = (" " not in value or value != words for value, words in zip(values, said, strict=True))
            if sum(map(len, parts)) >= _FEW or all(plain):
                return _filled(translation, said)
    return _apart(sentence, depth)


def _apart(sentence: str, depth: int) -> str:
    """What is not known as a whole: piece by piece, or without its full stop or its capital letter."""
    pieces = _JOINT.split(sentence)
    if len(pieces) > 1 and depth < _DEEPEST:
        said = [_local(piece, depth + 1) for piece in pieces]
        return sentence if said == pieces else _joined(pieces, said)
    if sentence.startswith("; "):
        rest = _local(sentence[2:], depth + 1)
        return sentence if rest == sentence[2:] else _FULL[";"] + rest
    for bare, end in ((sentence[:-1], sentence[-1:]), (sentence[:1].lower() + sentence[1:], "")):
        if bare != sentence and (not end or end in ".;") and (one := _local(bare, depth + 1)) != bare:
            return one + _FULL.get(end, "")
    return sentence


def _joined(pieces: Sequence[str], said: Sequence[str]) -> str:
    """The pieces in a row; a space stays beside those that came as they were."""
    whole = said[0]
    for at in range(1, len(said)):
        as_it_came = said[at] == pieces[at] or said[at - 1] == pieces[at - 1]
        whole += f" {said[at]}" if as_it_came and not said[at].startswith((";", "；")) else said[at]
    return whole


def _values(parts: Sequence[str], sentence: str) -> list[str] | None:
    """What stands between ``parts`` in ``sentence``, each as short as can be; None when it is another sentence.

    By hand, because a text of a server can be among it, and a pattern's time grows with the power of its holes.
    """
    if not sentence.startswith(parts[0]) or not sentence.endswith(parts[-1]):
        return None
    at, end = len(parts[0]), len(sentence) - len(parts[-1])
    values = []
    for part in parts[1:-1]:
        found = sentence.find(part, at, end)
        if found < 0:
            return None
        values.append(sentence[at:found])
        at = found + len(part)
    return [*values, sentence[at:end]] if at <= end else None


def _filled(translation: str, values: Sequence[str]) -> str:
    """Not ``str.format``: a value may have braces in it, and a translation may leave a value out."""
    return _VALUE.sub(lambda place: values[int(place[1])] if int(place[1]) < len(values) else "", translation)


@lru_cache(maxsize=1)
def _templates() -> tuple[dict[str, str], list[tuple[tuple[str, ...], str]]]:
    """What is translated: sentences without a value by themselves, the others in parts, the wordiest first."""
    path = toolguard.resource("translations", "core.json")
    known = json.loads(path.read_text("utf-8")) if path.exists() else []
    exact: dict[str, str] = {}
    templates: list[tuple[tuple[str, ...], str]] = []
    for source in known:
        translation = QCoreApplication.translate("Core", source)
        if translation == source:
            continue
        if _VALUE.search(source):
            templates.append((tuple(_VALUE.split(source)[::2]), translation))
        else:
            exact[source] = translation
    templates.sort(key=lambda one: -sum(map(len, one[0])))
    return exact, templates
