"""The core's sentences in the window's language. The core speaks English and knows no Qt; this is its interpreter.

The build lists every sentence of the core's source, with ``{0}`` where a value stands (``packaging/build.py``); they
are translated like all other texts, in the context ``Core``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

import toolguard

LONGEST = 2_000
"""Characters; a longer text is shown as it came."""
_DEEPEST = 3  # sentences within sentences
_VALUE = re.compile(r"\{(\d+)\}")


def local(sentence: str) -> str:
    """``sentence`` of the core in the window's language; as it came when it is not known."""
    return _local(sentence, 0)


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
    exact, patterns = _templates()
    if sentence in exact:
        return exact[sentence]
    for pattern, translation in patterns:
        found = pattern.fullmatch(sentence)
        if found is not None:
            return _filled(translation, [_local(value, depth + 1) for value in found.groups()])
    return sentence


def _filled(translation: str, values: Sequence[str]) -> str:
    """Not ``str.format``: a value may have braces in it, and a translation may leave a value out."""
    return _VALUE.sub(lambda place: values[int(place[1])] if int(place[1]) < len(values) else "", translation)


@lru_cache(maxsize=1)
def _templates() -> tuple[dict[str, str], list[tuple[re.Pattern[str], str]]]:
    """What is translated: sentences without a value by themselves, the others as patterns, the wordiest first."""
    path = toolguard.resource("translations", "core.json")
    known = json.loads(path.read_text("utf-8")) if path.exists() else []
    exact: dict[str, str] = {}
    patterns: list[tuple[int, re.Pattern[str], str]] = []
    for source in known:
        translation = QCoreApplication.translate("Core", source)
        if translation == source:
            continue
        if _VALUE.search(source):
            words = _VALUE.sub("", source)
            pattern = "(.*?)".join(re.escape(part) for part in _VALUE.split(source)[::2])
            patterns.append((-len(words), re.compile(pattern, re.DOTALL), translation))
        else:
            exact[source] = translation
    patterns.sort(key=lambda one: one[0])
    return exact, [(pattern, translation) for _, pattern, translation in patterns]
