"""Translation of the core's texts to the window's language.

The core reports a `CodedText`: a code with arguments. Its English template is translated in the context ``Core``, with
the code as its comment, and then filled with the arguments. A plain ``str`` is data and is not translated.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from toolguard.gate.texts import TEXTS, Argument, CodedText, fill, is_text


def local(text: str) -> str:
    """Return a text of the core in the window's language, and any other text unchanged."""
    if not isinstance(text, CodedText):
        return text
    if _speaks_english():
        return str.__str__(text)
    return fill(
        _translated(text.code), {name: (_argument(value), is_text(value)) for name, value in text.arguments.items()}
    )


def all_local(texts: Iterable[str]) -> tuple[str, ...]:
    """Return each text in the window's language."""
    return tuple(map(local, texts))


def join_sentences(*sentences: str) -> str:
    """Return sentences in the window's language as one text, without a space in Chinese; empty ones are left out."""
    space = _translated("gate.sentences").replace("{first}", "").replace("{then}", "")
    return space.join(filter(None, sentences))


def _speaks_english() -> bool:
    """Return whether the window has no translation: "; " differs in every other language."""
    return _translated("gate.clauses") == TEXTS["gate.clauses"]


def _translated(code: str) -> str:
    return QCoreApplication.translate("Core", TEXTS[code], code)


def _argument(value: Argument) -> str:
    if isinstance(value, tuple):
        return _translated("gate.list_separator").join(map(_argument, value))
    return local(value) if isinstance(value, str) else str(value)
