"""References (``$ref``) in a tool's schemas: local ones are resolved, all others keep the tool from being pinned.

A document elsewhere can change while the definition that points to it stays the same, byte for byte: no digest of the
definition sees that.
"""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Mapping
from typing import Any

from toolguard.gate.texts import coded

MOST = 50_000
"""Most values in a definition after its references are resolved: they can double its size at each level."""
DEEPEST = 400
"""Deepest nesting after that."""
WORDS = ("$ref", "$dynamicRef", "$recursiveRef")
_NEEDLES = tuple(f'"{word}"'.encode() for word in WORDS)
_SCHEMAS = frozenset(("inputschema", "outputschema"))  # Go reads by any case
_DATA = frozenset(("const", "enum", "default", "examples"))
_NAMED = frozenset(("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"))
_SECTIONS = ("$defs", "definitions")
_PLAIN_NAME = re.compile(r"[\w.\-\[\]]{1,64}", re.ASCII)
_INDEX = re.compile("[0-9]{1,9}")


class UnresolvedReferenceError(Exception):
    """A reference leads elsewhere or nowhere; the text says so."""


def mentioned(canonical: bytes) -> bool:
    """Whether canonical JSON may hold a reference."""
    return any(needle in canonical for needle in _NEEDLES)


def resolved(definition: Mapping[str, Any]) -> dict[str, Any]:
    """Return a tool's definition with its local references resolved; raises `UnresolvedReferenceError`.

    A part of ``$defs`` whose references are all resolved is left out: it stands wherever it is used. One that nothing
    refers to stays, and so does one that refers to itself, and one whose name is more than a name.
    """
    return {
        name: _Resolver(value).whole() if name.casefold() in _SCHEMAS and isinstance(value, dict) else value
        for name, value in definition.items()
    }


class _Resolver:
    """The references of one schema."""

    def __init__(self, root: dict[str, Any]) -> None:
        self._root = root
        self._count = 0
        self._open: list[str] = []
        self._used: set[str] = set()
        self._kept: set[str] = set()

    def whole(self) -> dict[str, Any]:
        made = self._schema({name: value for name, value in self._root.items() if name not in _SECTIONS})
        if not isinstance(made, dict):
            made = {"$ref": made}
        for section in _SECTIONS:
            if section not in self._root:
                continue
            parts = self._root[section]
            if not isinstance(parts, dict):
                made[section] = parts
                continue
            kept = {}
            for name in sorted(parts):
                pointer = f"#/{section}/{_escaped(name)}"
                if pointer not in self._used or pointer in self._kept or not _PLAIN_NAME.fullmatch(name):
                    kept[name] = self._within(pointer, parts[name])
            if kept:
                made[section] = kept
        return made

    def _schema(self, value: Any) -> Any:
        self._count += 1
        if self._count > MOST or len(self._open) > DEEPEST:
            raise UnresolvedReferenceError(coded("gate.references_too_many"))
        if isinstance(value, list):
            return [self._schema(one) for one in value]
        if not isinstance(value, dict):
            return value
        for word in WORDS[1:]:
            if isinstance(target := value.get(word), str):
                self._check(target)
                self._kept.update(f"#/{section}/{_escaped(name)}" for section in _SECTIONS
                                  if isinstance(parts := self._root.get(section), dict) for name in parts)  # fmt: skip
        reference = value.get("$ref")
        made = {name: self._member(name, inner) for name, inner in value.items()}
        if not isinstance(reference, str):
            return made
        made["$ref"] = self._target(reference)
        return made["$ref"] if len(made) == 1 and isinstance(made["$ref"], dict | bool) else made

    def _member(self, name: str, value: Any) -> Any:
        if name in _DATA:
            return value
        if name in _NAMED and isinstance(value, dict):
            return {inner: self._schema(one) for inner, one in value.items()}
        return self._schema(value) if isinstance(value, dict | list) else value

    @staticmethod
    def _check(reference: str) -> None:
        if not reference.startswith("#"):
            raise UnresolvedReferenceError(coded("gate.reference_leads_elsewhere", uri=repr(reference[:200])))

    def _target(self, reference: str) -> Any:
        """What a reference names; itself where that would lead back to where it stands."""
        self._check(reference)
        if reference == "#" or reference in self._open:
            self._kept.add(reference)
            return reference
        found: Any = self._root
        for step in reference[2:].split("/") if reference.startswith("#/") else ("",):
            name = urllib.parse.unquote(step).replace("~1", "/").replace("~0", "~")
            if isinstance(found, dict) and name in found:
                found = found[name]
            elif isinstance(found, list) and _INDEX.fullmatch(name) and int(name) < len(found):
                found = found[int(name)]
            else:
                raise UnresolvedReferenceError(coded("gate.reference_leads_nowhere", uri=repr(reference[:200])))
        self._used.add(reference)
        return self._within(reference, found)

    def _within(self, pointer: str, value: Any) -> Any:
        self._open.append(pointer)
        try:
            return self._schema(value)
        except RecursionError:
            raise UnresolvedReferenceError(coded("gate.references_too_many")) from None
        finally:
            self._open.pop()


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
