"""Translation of the core's texts to the window's language.

The core reports a `CodedText`: a code with arguments. Its English template is translated in the context ``Core``, with
the code as its comment, and then filled with the arguments. A plain ``str`` is data and is not translated.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping

from PySide6.QtCore import QCoreApplication

from toolguard.gate.texts import TEXTS, Argument, CodedText, fill, is_text


def local(text: str) -> str:
    """Return a text of the core in the window's language, and any other text unchanged."""
    if not isinstance(text, CodedText):
        return text
    if _speaks_english():
        return str.__str__(text)
    values = {name: (_argument(value), is_text(value)) for name, value in text.arguments.items()}
    return fill(_without_spaces(_translated(text.code), values), values)


def all_local(texts: Iterable[str]) -> tuple[str, ...]:
    """Return each text in the window's language."""
    return tuple(map(local, texts))


def join_sentences(*sentences: str) -> str:
    """Return sentences in the window's language as one text, without a space in Chinese; empty ones are left out."""
    return _between("gate.sentences").join(filter(None, sentences))


def sentence(statement: str) -> str:
    """Return a statement in the window's language with a capital letter and a full stop."""
    if not statement or statement.endswith((".", "。", "!", "！", "?", "？", "…")):
        stop = ""
    else:
        stop = "." if _speaks_english() else "。"
    return f"{statement[:1].upper()}{statement[1:]}{stop}"


def join_clauses(clauses: Iterable[str]) -> str:
    """Return statements as one text in the window's language."""
    return _between("gate.clauses").join(clauses)


def join_list(names: Iterable[str]) -> str:
    """Return names as a list in the window's language."""
    return _translated("gate.list_separator").join(names)


def fill_in(template: str, *values: str, **named: str) -> str:
    """Return ``template.format(…)`` without its spaces between two Chinese characters.

    They separate names in Latin script, but a value can also be a Chinese word. Spaces in values are kept.
    """
    result = ""
    for text, name, _, _ in string.Formatter().parse(template):
        result += text[1:] if text.startswith(" ") and _is_chinese(result[-1:]) and _is_chinese(text[1:2]) else text
        if name is not None:
            value = named[name] if name in named else values[int(name)]
            if result.endswith(" ") and _is_chinese(result[-2:-1]) and _is_chinese(value[:1]):
                result = result[:-1]
            result += value
    return result


def _without_spaces(template: str, values: Mapping[str, tuple[str, bool]]) -> str:
    """Return ``template`` without the spaces that would be between two Chinese characters, as in `fill_in`."""

    def place(found: re.Match[str]) -> str:
        value, _ = values[found["name"]]
        before = "" if _is_chinese(value[:1]) else found["before"]
        after = "" if _is_chinese(value[-1:]) else found["after"]
        return f"{before}{{{found['name']}}}{after}"

    return _SPACED_PLACEHOLDER.sub(place, template)


_SPACED_PLACEHOLDER = re.compile(
    r"(?P<before>(?:(?<=[\u3400-\u9fff]) )?)(?<!\$)\{(?P<name>[a-z][a-z0-9_]*)\}(?P<after>(?: (?=[\u3400-\u9fff]))?)"
)
"""A placeholder of `fill` with the spaces between it and a Chinese character."""


def _is_chinese(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff"


def _between(code: str) -> str:
    """Return what separates the two parts of a text."""
    return _translated(code).replace("{first}", "").replace("{then}", "")


def _speaks_english() -> bool:
    """Return whether the window has no translation: "; " differs in every other language."""
    return _translated("gate.clauses") == TEXTS["gate.clauses"]


def _translated(code: str) -> str:
    return QCoreApplication.translate("Core", TEXTS[code], code)


def _argument(value: Argument) -> str:
    if isinstance(value, tuple):
        return join_list(map(_argument, value))
    return local(value) if isinstance(value, str) else str(value)
