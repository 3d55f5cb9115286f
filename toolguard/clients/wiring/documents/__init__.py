"""A settings file as plain data with its exact bytes, in JSON, JSON with comments, JSON5, TOML or YAML.

`Document.replaced` rewrites the named entries and keeps every other byte. The result is parsed again: if anything
except those entries has changed, the change is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from toolguard.clients.wiring.documents import json_text, toml_text, yaml_text
from toolguard.clients.wiring.documents.edits import (
    REMOVED,
    Changes,
    DocumentError,
    KeyPath,
    Raw,
    applied,
    changed_value,
    is_same,
    require_depth,
)
from toolguard.gate.texts import coded

__all__ = [
    "MAX_FILE_SIZE", "MAX_PROJECT_FILE_SIZE", "REMOVED", "Changes", "Document", "DocumentError", "Format", "KeyPath",
    "Raw", "new_text", "read",
]  # fmt: skip

MAX_FILE_SIZE = 8 * 1024 * 1024
"""Maximum bytes of a file: Claude Code stores its whole state in the file with its servers."""
MAX_PROJECT_FILE_SIZE = 256 * 1024
"""The same for a file in a project's folder, which may come from anybody and is read when a client connects."""
Format = Literal["json", "jsonc", "json5", "toml", "yaml"]
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Document:
    """A parsed settings file. ``value`` is plain data; an empty file is an empty object."""

    data: bytes
    format: Format
    value: Any

    def source(self, path: KeyPath) -> str | None:
        """Return the exact text of the value at ``path``; None if it does not exist, or is not contiguous."""
        return self._source(path) if self._text.strip() else None

    def replaced(self, changes: Changes) -> bytes:
        """Return the file with other values at the paths of ``changes``; raises `DocumentError`.

        `REMOVED` removes an entry. A value at a new path is added; its parent must exist.
        """
        if not self._text.strip():
            raise DocumentError(coded("clients.settings_entry_missing", place="."))
        for path in changes:
            if not path or any(path[: len(other)] == other for other in changes if other != path):
                raise DocumentError(coded("clients.settings_change_overlaps"))
        text = applied(self._text, _EDITS[self.format](self._text, self.value, changes))
        try:
            data = self._bom + text.encode()
            result = read(data, self.format)
        except UnicodeEncodeError:
            raise DocumentError(coded("clients.settings_change_unsafe")) from None
        if not is_same(result.value, changed_value(self.value, changes)):
            raise DocumentError(coded("clients.settings_change_unsafe"))
        return data

    @cached_property
    def _source(self) -> Callable[[KeyPath], str | None]:
        """Finds all paths in a text that is scanned once."""
        return _SOURCES[self.format](self._text)

    @property
    def _bom(self) -> bytes:
        return _BOM if self.data.startswith(_BOM) else b""

    @cached_property
    def _text(self) -> str:
        return self.data.removeprefix(_BOM).decode()


def read(data: bytes, format: Format) -> Document:
    """Return the file's document; raises `DocumentError` if it is too large, not UTF-8, or not in this format."""
    if len(data) > MAX_FILE_SIZE:
        raise DocumentError(coded("clients.settings_too_large", limit=f"{MAX_FILE_SIZE:,}"))
    try:
        text = data.removeprefix(_BOM).decode()
    except UnicodeDecodeError:
        raise DocumentError(coded("clients.settings_not_utf8")) from None
    if not text.strip():
        return Document(data, format, {})
    try:
        value = _READERS[format](text)
        require_depth(value)
        return Document(data, format, value)
    except RecursionError:
        raise DocumentError(coded("clients.settings_nested_too_deep")) from None


def new_text(value: Mapping[str, Any], format: Format) -> str:
    """Return the text of a new file with ``value``, formatted as people write this format; raises `DocumentError`."""
    text = _WRITERS[format](value)
    try:
        same = is_same(read(text.encode(), format).value, value)
    except UnicodeEncodeError:
        same = False
    if not same:
        raise DocumentError(coded("clients.settings_change_unsafe"))
    return text


_READERS: Mapping[Format, Callable[[str], Any]] = {
    "json": json_text.JSON.read,
    "jsonc": json_text.JSONC.read,
    "json5": json_text.JSON5.read,
    "toml": toml_text.read,
    "yaml": yaml_text.read,
}
_EDITS = {
    "json": json_text.JSON.edits,
    "jsonc": json_text.JSONC.edits,
    "json5": json_text.JSON5.edits,
    "toml": toml_text.edits,
    "yaml": yaml_text.edits,
}
_WRITERS: Mapping[Format, Callable[[Mapping[str, Any]], str]] = {
    "json": json_text.new_text,
    "jsonc": json_text.new_text,
    "json5": json_text.new_text,
    "toml": toml_text.new_text,
    "yaml": yaml_text.new_text,
}
_SOURCES = {
    "json": json_text.JSON.sources,
    "jsonc": json_text.JSONC.sources,
    "json5": json_text.JSON5.sources,
    "toml": toml_text.sources,
    "yaml": yaml_text.sources,
}
