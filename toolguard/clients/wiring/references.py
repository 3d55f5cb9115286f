"""References in a settings file: text that a chat client replaces with a value before it starts a server.

Each client has its own syntax. This module finds references, and the caller resolves them; a command
(``$(…)``) is never run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Syntax: TypeAlias = Literal["env", "input", "folder", "shell", "dollar", "opencode", "continue", "command"]
Kind: TypeAlias = Literal["environment", "asked", "stored", "file", "folder", "command"]

_NAME = "[A-Za-z_][A-Za-z0-9_.-]{0,200}"
_PATTERNS: dict[Syntax, tuple[tuple[Kind, str], ...]] = {
    "env": (("environment", rf"\$\{{env:(?P<name>{_NAME})\}}"),),
    "input": (("asked", rf"\$\{{(?:input|command|config|prompt):(?P<name>{_NAME})\}}"),),
    "folder": (
        ("folder", r"\$\{(?P<name>workspaceFolder|workspaceRoot|workspaceFolderBasename|userHome|cwd|execPath)"
         r"(?::[^{}$]{1,100})?\}"),
    ),
    "shell": (("environment", r"\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]{0,200})(?::?-(?P<default>[^{}]{0,1000}))?\}"),),
    "dollar": (("environment", r"\$(?P<name>[A-Z_][A-Z0-9_]{1,200})(?![A-Za-z0-9_{(])"),),
    "opencode": (
        ("environment", rf"\{{env:(?P<name>{_NAME})\}}"), ("file", r"\{file:(?P<name>[^{}]{1,1000})\}"),
    ),
    "continue": (
        ("stored", rf"\$\{{\{{\s{{0,9}}(?:secrets|inputs|env)\.(?P<name>{_NAME}?)\s{{0,9}}\}}\}}"),
    ),
    "command": (("command", r"(?P<name>\$\([^()]{0,1000}\)|\$\()"),),
}  # fmt: skip
ANY: tuple[Syntax, ...] = ("env", "input", "folder", "opencode", "continue", "shell", "dollar", "command")
"""All syntaxes, for a file of an unknown client."""
_FOLDERS = ("workspaceFolder", "workspaceRoot", "workspaceFolderBasename", "userHome", "cwd", "execPath")


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference with its place in the text. ``default`` is used if the variable is not set."""

    kind: Kind
    name: str
    start: int
    end: int
    text: str
    default: str | None = None


Resolve: TypeAlias = Callable[[Reference], str | None]
"""Returns the value of a reference, or None if it is unknown."""


def find(text: str, syntaxes: Sequence[Syntax] = ANY) -> list[Reference]:
    """Return the references in a text in order, without overlaps."""
    references: list[Reference] = []
    for reference in sorted(_all(text, syntaxes), key=lambda each: (each.start, -each.end)):
        if not references or reference.start >= references[-1].end:
            references.append(reference)
    return references


def _all(text: str, syntaxes: Sequence[Syntax]) -> Iterator[Reference]:
    if "$" not in text and "{" not in text:
        return
    for syntax in syntaxes:
        for kind, pattern in _PATTERNS[syntax]:
            for match in re.finditer(pattern, text):
                if syntax == "shell" and match["name"] in _FOLDERS and "folder" in syntaxes:
                    continue
                default = match["default"] if "default" in match.groupdict() else None
                yield Reference(kind, match["name"], match.start(), match.end(), match.group(), default)


def resolved(text: str, syntaxes: Sequence[Syntax], resolve: Resolve) -> tuple[str, list[Reference]]:
    """Return the text with the known values, and the references that remain in it."""
    parts, left, offset = list[str](), list[Reference](), 0
    for reference in find(text, syntaxes):
        value = None if reference.kind == "command" else resolve(reference)
        value = reference.default if value is None else value
        if value is None:
            left.append(reference)
        parts += [text[offset : reference.start], reference.text if value is None else value]
        offset = reference.end
    return "".join([*parts, text[offset:]]), left
