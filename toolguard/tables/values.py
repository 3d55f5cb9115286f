"""The kinds of values that a setting can have, each with its JSON Schema: ``must`` completes "… must be"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from toolguard.gate.texts import coded


def alternatives(names: tuple[str, ...], quote: str = '"') -> str:
    """Return the names as in ``"a", "b" or "c"``."""
    quoted = [f"{quote}{name}{quote}" for name in names]
    *first, last = quoted
    return coded("tables.alternatives", first=first, last=last) if first else last


def worded(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema that values are checked with: each ``must`` is its ``title``, without what is for forms.

    Errors say "… must be" and the title.
    """
    result = _converted(schema, worded, without=_NOT_CHECKED)
    return {"title": schema["must"], **result} if "must" in schema else result


_NOT_CHECKED = ("must", "title", "description", "group", "default", "labels", "add", "ignores_case")


def whole(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema for a validator with Python's patterns, in which ``$`` also matches before a final line break."""
    result = _converted(schema, whole, without=("pattern",))
    return {**result, "pattern": _END.sub(r"\\Z", schema["pattern"])} if "pattern" in schema else result


_END = re.compile(r"(?<!\\)\$(?=$|\||\))")


def labelled(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema that a form is made from: its titles, descriptions, groups and labels are for people."""
    return _converted(schema, labelled, without=("must",))


def _converted(
    schema: Mapping[str, Any], convert: Callable[[Mapping[str, Any]], dict[str, Any]], *, without: tuple[str, ...]
) -> dict[str, Any]:
    """Convert the schemas in a schema, and leave out keywords."""
    members: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties":
            members[key] = {name: convert(member) for name, member in value.items()}
        elif key not in without:
            members[key] = convert(value) if isinstance(value, Mapping) else value
    return members


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """True or false."""

    @property
    def schema(self) -> dict[str, Any]:
        """JSON Schema with ``must``, for `worded`."""
        return {"must": coded("tables.true_or_false"), "type": "boolean"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of a few texts; ``labels`` has the window's name for each."""

    labels: Mapping[str, str]

    @property
    def schema(self) -> dict[str, Any]:
        """JSON Schema with ``must``, for `worded`. The values are the keys of ``labels``."""
        return {"must": alternatives(tuple(self.labels)), "enum": list(self.labels)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A whole number. ``zero`` says what 0 means if it is allowed below ``least``; ``unit`` names what is counted."""

    must: str
    least: int
    maximum: int
    seconds: bool = False
    zero: str = ""
    unit: str = ""

    @property
    def schema(self) -> dict[str, Any]:
        """JSON Schema with ``must``, for `worded`. It allows everything from 0 if 0 has a meaning of its own."""
        least = 0 if self.zero else self.least
        return {"must": self.must, "type": "integer", "minimum": least, "maximum": self.maximum}


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text in one line."""

    must: str
    pattern: str
    longest: int | None = None
    example: str = ""

    @property
    def schema(self) -> dict[str, Any]:
        """JSON Schema with ``must``, for `worded`."""
        length = {} if self.longest is None else {"maxLength": self.longest}
        return {"must": self.must, "type": "string", **length, "pattern": self.pattern}


@dataclass(frozen=True, slots=True, kw_only=True)
class Path(Text):
    """The absolute path of a file or folder, or an empty text."""

    is_folder: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Hours(Text):
    """A span of the day such as ``22:00-07:00``, or an empty text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """A list of texts; ``items`` is the schema of each, with ``must`` (`worded`). ``add`` is the label of a button."""

    must: str
    max_items: int
    add: str
    items: Mapping[str, Any] = field(default_factory=dict)
    example: str = ""

    @property
    def schema(self) -> dict[str, Any]:
        """JSON Schema with ``must``, for `worded`."""
        return {"must": self.must, "type": "array", "maxItems": self.max_items, "items": dict(self.items)}


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTexts(Texts):
    """Texts ``name=value``. A value may contain ``${secret:NAME}``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts(Texts):
    """Texts ``name=seconds``, each a client and its timeout. ``zero`` says what 0 means."""

    zero: str


Value = Flag | Choice | Number | Text | Texts
