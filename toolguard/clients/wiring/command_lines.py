"""Parsing of a command line in one text: its words and the variables before them."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

from toolguard.clients.wiring.errors import WiringError
from toolguard.gate.texts import coded

_SHELL = frozenset(("|", "||", "&&", ";", ">", ">>", "<", "&", "2>&1"))
_ASSIGNS = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_FOLDER_SEPARATOR = re.compile(r'\\(?!")')
_IN_SINGLE_QUOTES_OR_NOT = re.compile(r"""('[^']*')|"(?:\\"|[^"])*"|[^'"]+""")


def split(line: str) -> list[str]:
    """Return the words of a command line; raises `WiringError`.

    On Windows a backslash separates folders, and escapes a quotation mark only.
    """
    if "\n" in line:
        raise WiringError(coded("clients.command_line_several"))
    if sys.platform == "win32":
        line = _IN_SINGLE_QUOTES_OR_NOT.sub(lambda part: part[1] or _FOLDER_SEPARATOR.sub(r"\\\\", part[0]), line)
    try:
        return shlex.split(line)
    except ValueError as why:
        raise WiringError(coded("clients.command_line_unreadable", reason=why)) from None


def assigned(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """Return the variables before a command, also after ``env``, and the command.

    Raises `WiringError` if there is no command, or if only a shell could run it.
    """
    shell = [word for word in words if word in _SHELL]
    if shell:
        raise WiringError(coded("clients.command_line_needs_shell", shell=shell[0]))
    index, env = 0, dict[str, str]()
    if words and Path(words[0]).name == "env":
        index = 1
    while index < len(words) and _ASSIGNS.match(words[index]):
        name, _, value = words[index].partition("=")
        env[name] = value
        index += 1
    if not words[index:]:
        raise WiringError(coded("clients.command_line_empty"))
    return env, words[index:]
