"""References (``$ref``) in a tool's schemas: local ones are resolved, others keep the tool from being pinned.

An external document can change while the definition that refers to it stays the same, so no digest of the definition
would notice.
"""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Mapping
from typing import Any

from toolguard.gate import json_pointer
from toolguard.gate.texts import coded

MAX_VALUES = 50_000
"""Maximum values in a resolved definition, because references can double its size at each level."""
MAX_DEPTH = 400
"""Maximum nesting of references."""
REFERENCE_KEYWORDS = ("$ref", "$dynamicRef", "$recursiveRef")
_QUOTED_KEYWORDS = tuple(f'"{word}"'.encode() for word in REFERENCE_KEYWORDS)
_SCHEMAS = frozenset(("inputschema", "outputschema"))  # Go decodes names case-insensitively
_DATA_KEYWORDS = frozenset(("const", "enum", "default", "examples"))
_SCHEMA_MAPS = frozenset(
    ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")
)
_SECTIONS = ("$defs", "definitions")
_PLAIN_NAME = re.compile(r"[\w.\-\[\]]{1,64}", re.ASCII)


class UnresolvedReferenceError(Exception):
    """A reference is external or has no target; the text says so."""


def may_contain_reference(canonical: bytes) -> bool:
    """Return whether canonical JSON may contain a reference."""
    return any(needle in canonical for needle in _QUOTED_KEYWORDS)


def resolve(definition: Mapping[str, Any]) -> dict[str, Any]:
    """Return a tool's definition with local references resolved; raises `UnresolvedReferenceError`.

    Entries of ``$defs`` that were resolved everywhere are dropped. Unused and recursive ones stay, and those whose
    names could carry text.
    """
    return {
        name: _Resolver(value).whole() if name.casefold() in _SCHEMAS and isinstance(value, dict) else value
        for name, value in definition.items()
    }


class _Resolver:
    def __init__(self, root: dict[str, Any]) -> None:
        self._root = root
        self._count = 0
        self._open: list[str] = []
        self._used: set[str] = set()
        self._kept: set[str] = set()

    def whole(self) -> dict[str, Any]:
        result = self._schema({name: value for name, value in self._root.items() if name not in _SECTIONS})
        if not isinstance(result, dict):
            result = {"$ref": result}
        for section in _SECTIONS:
            if section not in self._root:
                continue
            parts = self._root[section]
            if not isinstance(parts, dict):
                result[section] = parts
                continue
            kept = {}
            for name in sorted(parts):
                pointer = f"#/{section}/{json_pointer.escape(name)}"
                if pointer not in self._used or pointer in self._kept or not _PLAIN_NAME.fullmatch(name):
                    kept[name] = self._within(pointer, parts[name])
            if kept:
                result[section] = kept
        return result

    def _schema(self, value: Any) -> Any:
        self._count += 1
        if self._count > MAX_VALUES or len(self._open) > MAX_DEPTH:
            raise UnresolvedReferenceError(coded("gate.references_too_many"))
        if isinstance(value, list):
            return [self._schema(item) for item in value]
        if not isinstance(value, dict):
            return value
        for word in REFERENCE_KEYWORDS[1:]:
            if isinstance(target := value.get(word), str):
                self._check(target)
                self._kept.update(f"#/{section}/{json_pointer.escape(name)}" for section in _SECTIONS
                                  if isinstance(parts := self._root.get(section), dict) for name in parts)  # fmt: skip
        reference = value.get("$ref")
        members = {name: self._member(name, inner) for name, inner in value.items()}
        if not isinstance(reference, str):
            return members
        members["$ref"] = self._target(reference)
        return members["$ref"] if len(members) == 1 and isinstance(members["$ref"], dict | bool) else members

    def _member(self, name: str, value: Any) -> Any:
        if name in _DATA_KEYWORDS:
            return value
        if name in _SCHEMA_MAPS and isinstance(value, dict):
            return {inner: self._schema(member) for inner, member in value.items()}
        return self._schema(value) if isinstance(value, dict | list) else value

    @staticmethod
    def _check(reference: str) -> None:
        if not reference.startswith("#"):
            raise UnresolvedReferenceError(coded("gate.reference_leads_elsewhere", uri=repr(reference[:200])))

    def _target(self, reference: str) -> Any:
        """Return the target of a reference; the reference itself if it is recursive."""
        self._check(reference)
        if reference == "#" or reference in self._open:
            self._kept.add(reference)
            return reference
        steps = reference[2:].split("/") if reference.startswith("#/") else ("",)
        target = json_pointer.value_at(
            self._root, (json_pointer.unescape(urllib.parse.unquote(step)) for step in steps)
        )
        if target is json_pointer.MISSING:
            raise UnresolvedReferenceError(coded("gate.reference_leads_nowhere", uri=repr(reference[:200])))
        self._used.add(reference)
        return self._within(reference, target)

    def _within(self, pointer: str, value: Any) -> Any:
        self._open.append(pointer)
        try:
            return self._schema(value)
        except RecursionError:
            raise UnresolvedReferenceError(coded("gate.references_too_many")) from None
        finally:
            self._open.pop()
