"""Warnings about a command that runs code that nobody can read in it: a download, or a decoded text.

A heuristic for the person who reads the call: it decides nothing, and a command can be written so that it is not
found. It knows pipes into an interpreter (``curl … | sh``), substitutions (``bash <(curl …)``, ``eval "$(curl …)"``)
and PowerShell's ``iex``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from toolguard.gate.texts import coded

RUNS_DOWNLOAD, RUNS_DECODED = coded("gate.command_runs_download"), coded("gate.command_runs_decoded")
UNSEEN_CODE_WARNINGS = frozenset((RUNS_DOWNLOAD, RUNS_DECODED))
_COMMAND_MEMBERS = frozenset((
    "command", "commands", "cmd", "cmdline", "command_line", "shell_command", "script", "code", "args", "argv",
    "命令", "脚本", "代码",
))  # fmt: skip
_MAX_LENGTH = 16_384  # characters of a command that are examined
_MAX_MEMBERS = 200
_MAX_WORDS = 100  # words after an interpreter

_START = r"(?:^|[\s(`/{'\"])"
_FETCHES = rf"{_START}(?:curl|wget|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod)(?:\.exe)?(?=\s)|downloadstring\("
_DECODES = rf"{_START}(?:base64\s+(?:-d|-D|-di|--decode)\b|openssl\s[^|]{{0,100}}-d\b|xxd\s+-r)|frombase64string\("
_SOURCES = ((RUNS_DOWNLOAD, re.compile(_FETCHES, re.IGNORECASE)), (RUNS_DECODED, re.compile(_DECODES, re.IGNORECASE)))
_SHELL = r"(?:ba|z|da|k|a)?sh"
_INTERPRETER = rf"(?:{_SHELL}|python[\d.]*|perl|ruby|node|php|pwsh|powershell|iex|invoke-expression)(?:\.exe)?"
_PREFIX = r"(?:&?\s*(?:(?:sudo|doas|env|nohup|exec|command|time)\b(?:\s+-[\w-]+)*\s+|\w+=\S*\s+){0,5})"
_PIPED = re.compile(rf"{_PREFIX}(?:\S*/)?({_INTERPRETER})(?=[\s);}}`]|$)(.*)", re.IGNORECASE | re.DOTALL)
_SUBSTITUTED = re.compile(
    rf"(?:^|[\s;|&(/])(?:(?:{_INTERPRETER}|eval|source|\.)(?:\s+-[\w-]+){{0,5}}\s+(?:<\(|\$\(|`|\(+|&\s*\{{\s*\$\()"
    r"|(?:iex|invoke-expression)\s)([^;\n]{0,500})",
    re.IGNORECASE,
)
_STATEMENT_END = re.compile(r"[;\n]|&&|\|\|")
_QUOTED = re.compile(r"""\\[\s\S]|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'""")
_CODE_OPTION = re.compile(r"-\w*c|-command|/c", re.IGNORECASE)
_EVALUATES = re.compile(r"(?<!\w)(?:eval|iex|invoke-expression)\Z", re.IGNORECASE)
_MAX_EVALUATES = 20  # characters at the end of a word in which such a name can be
_REMOTE = re.compile(r"\bssh\s", re.IGNORECASE)
_MAX_BEFORE = 250  # characters before a quoted text that tell whether it is code
_REDIRECTION = re.compile(r"\d?[<>]")


def warnings(arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the warnings about the commands in a call's arguments, each once."""
    found = {warning for text in _commands(arguments) for warning in _warnings_of(text)}
    return tuple(warning for warning in (RUNS_DOWNLOAD, RUNS_DECODED) if warning in found)


def _commands(arguments: Mapping[str, Any]) -> Iterator[str]:
    """Yield the beginning of each command; a list of words is one command, whose texts with blanks are quoted."""
    for name, value in list(arguments.items())[:_MAX_MEMBERS]:
        if name.casefold() not in _COMMAND_MEMBERS:
            continue
        if isinstance(value, str):
            yield value[:_MAX_LENGTH]
        elif isinstance(value, list):
            words = [word[:_MAX_LENGTH] for word in value[:_MAX_WORDS] if isinstance(word, str)]
            yield " ".join(words)[:_MAX_LENGTH]


def _warnings_of(text: str) -> Iterator[str]:
    code = _code(text)
    for statement in _STATEMENT_END.split(code):
        read: set[str] = set()
        for segment in statement.split("|"):
            if read and _runs_input(segment):
                yield from read
            read.update(_sources_of(segment))
    for substituted in _SUBSTITUTED.finditer(code):
        yield from _sources_of(substituted[1])


def _sources_of(code: str) -> Iterator[str]:
    return (warning for warning, source in _SOURCES if source.search(code))


def _code(text: str) -> str:
    """Return ``text`` without quotes, and without quoted texts that are data: those that no shell is told to run."""

    def unquote(quoted: re.Match[str]) -> str:
        inner = next((group for group in quoted.groups() if group is not None), None)
        if inner is None:
            return " "
        is_code = _takes_code(text[max(0, quoted.start() - _MAX_BEFORE) : quoted.start()])
        is_expanded = quoted[1] is not None and ("$(" in inner or "`" in inner)
        return _code(inner) if is_code else inner if is_expanded else "_"

    return _QUOTED.sub(unquote, text)


def _takes_code(before: str) -> bool:
    """Return whether a shell is told to run the text that follows ``before``."""
    words = before.split()
    return bool(words) and (
        _CODE_OPTION.fullmatch(words[-1]) is not None
        or _EVALUATES.search(words[-1], max(0, len(words[-1]) - _MAX_EVALUATES)) is not None
        or _REMOTE.search(re.split("[|;]", before)[-1]) is not None
    )


def _runs_input(segment: str) -> bool:
    """Return whether a part of a pipe runs what it reads: an interpreter without a file or text of its own."""
    piped = _PIPED.match(segment.lstrip())
    if piped is None:
        return False
    is_shell = piped[1].casefold().removesuffix(".exe").endswith("sh")
    for word in re.split(r"[);}`]", piped[2])[0].split()[:_MAX_WORDS]:
        if word == "-" or (is_shell and re.fullmatch(r"-\w*s\w*", word)):
            return True
        if _REDIRECTION.match(word):
            continue
        if not is_shell or not word.startswith(("-", "+")) or re.fullmatch(r"-\w*c", word):
            return False
    return True
