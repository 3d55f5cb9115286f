"""Warnings about a command that runs code that nobody can read in it: a download, or a decoded text.

A heuristic for the person who reads the call: it decides nothing, and a command can be written so that it is not
found. It knows pipes into an interpreter (``curl … | sh``), substitutions (``bash <(curl …)``, ``eval "$(curl …)"``),
files that are downloaded and then run, PowerShell's ``iex`` and encoded commands, and ``exec`` of a decoded text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from toolguard.gate.texts import coded

RUNS_DOWNLOAD, RUNS_DECODED = coded("gate.command_runs_download"), coded("gate.command_runs_decoded")
UNSEEN_CODE_WARNINGS = frozenset((RUNS_DOWNLOAD, RUNS_DECODED))
_COMMAND_MEMBER = re.compile(r"(?:commands?|cmd|line|script|code|args|argv|arguments|shell|bash|命令|脚本|代码)\Z")
_MAX_LENGTH = 16_384  # characters of a command that are examined
_MAX_TOTAL = 4 * _MAX_LENGTH  # characters of all commands
_MAX_MEMBERS = 200
_MAX_WORDS = 100  # words after an interpreter

_START = r"(?:^|[\s(`/{'\"])"
_FETCHES = rf"{_START}(?:curl|wget|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod)(?:\.exe)?(?=\s)|downloadstring\("
_DECODES = rf"{_START}(?:base64\s+(?:-d|-D|-di|--decode)\b|openssl\s[^|]{{0,100}}-d\b|xxd\s+-r)|frombase64string\("
_SOURCES = ((RUNS_DOWNLOAD, re.compile(_FETCHES, re.IGNORECASE)), (RUNS_DECODED, re.compile(_DECODES, re.IGNORECASE)))
_INTERPRETER = (
    r"(?:(?:ba|z|da|k|a|c|tc|fi|pw)?sh|python[\d.]*|perl|ruby|node|php|lua|osascript|cmd|powershell|iex"
    r"|invoke-expression)(?:\.exe)?"
)
_INTERPRETER_NAME = re.compile(_INTERPRETER, re.IGNORECASE)
_LAUNCHERS = frozenset((
    "sudo", "doas", "env", "nohup", "exec", "command", "time", "timeout", "nice", "setsid", "busybox", "xargs",
))  # fmt: skip
_OPTION = re.compile(r"-|\w+=|\d+[smh]?\Z")
_INPUTS = frozenset(("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"))
_SUBSTITUTED = re.compile(
    rf"(?:^|[\s;|&(/])(?:(?:{_INTERPRETER}|eval|source|\.)(?:\s+-[\w-]+){{0,5}}\s*(?:<\s+|<<<\s*)?"
    r"(?:<\(|\$\(|`|(?<=\s)\(+|&\s*\{\s*\$\()|(?:iex|invoke-expression)[\s(]|\[scriptblock\]::create\()"
    r"([^;\n]{0,500})",
    re.IGNORECASE,
)
_SAVED = re.compile(r"(?:\s-\w*[oO]|\s--output|\s-outfile|>)[\s=]*([^\s;|&<>()]{1,200})", re.IGNORECASE)
_ENCODED = re.compile(
    r"\b(?:powershell|pwsh)(?:\.exe)?\s[^|;\n]{0,200}?-e(?:c|nc\w{0,20})?\s+[\w+/=]{8}", re.IGNORECASE
)
_EVALUATED = re.compile(r"\b(?:exec|eval|function)\s*\(([^\n]{0,300})", re.IGNORECASE)
_EVALUATED_SOURCES = (
    (RUNS_DOWNLOAD, re.compile(r"urlopen|requests\.get|httpx\.get|\bfetch\(")),
    (RUNS_DECODED, re.compile(r"b64decode|fromhex|decompress|\batob\(|['\"]base64['\"]")),
)
_PIPE = re.compile(r"(?<!\|)\|[&\s]+")  # a pipe goes on in the next line
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
    left = _MAX_TOTAL
    for name, value in list(arguments.items())[:_MAX_MEMBERS]:
        if _COMMAND_MEMBER.search(name.casefold()) is None:
            continue
        words = value[:_MAX_WORDS] if isinstance(value, list) else [value]
        most = min(left, _MAX_LENGTH)
        text = " ".join(word[:most] for word in words if isinstance(word, str))[:most]
        left -= len(text)
        yield text


def _warnings_of(text: str) -> Iterator[str]:
    code = _PIPE.sub("| ", _code(text))
    saved: dict[str, set[str]] = {}
    for statement in _STATEMENT_END.split(code):
        read: set[str] = set()
        for segment in statement.split("|"):
            words = _words(segment)
            if read and _runs_input(words):
                yield from read
            yield from _warnings_of_files(words, saved)
            read.update(_sources_of(segment))
        if read:
            saved.update((_file_name(match[1]), read) for match in _SAVED.finditer(statement))
    for substituted in _SUBSTITUTED.finditer(code):
        yield from _sources_of(substituted[1])
    if _ENCODED.search(code):
        yield RUNS_DECODED
    for evaluated in _EVALUATED.finditer(text):
        yield from (warning for warning, source in _EVALUATED_SOURCES if source.search(evaluated[1]))


def _warnings_of_files(words: list[str], saved: dict[str, set[str]]) -> Iterator[str]:
    """Yield the warnings about a part of a pipe that runs a file in which a download or decoded text was ``saved``."""
    index = _program(words) if saved else len(words)
    program = words[index : index + 1]
    if program and (program[0] in (".", "source") or _INTERPRETER_NAME.fullmatch(_file_name(program[0]))):
        program = [word for word in words[index + 1 :] if not word.startswith("-")][:1]
    yield from (warning for word in program for warning in saved.get(_file_name(word), ()))


def _file_name(word: str) -> str:
    return re.split(r"[/\\]", word)[-1]


def _words(segment: str) -> list[str]:
    """Return the first words of a part of a pipe, without the brackets around it."""
    return re.split(r"[);}`&]", segment.replace("{}", "").lstrip(" \t\n({&"))[0].split()[:_MAX_WORDS]


def _program(words: list[str]) -> int:
    """Return the index of the program that a part of a pipe runs, behind launchers such as ``sudo -u root``."""
    is_launched = False
    for index, word in enumerate(words):
        if _file_name(word).casefold() in _LAUNCHERS:
            is_launched = True
            continue
        is_value = _OPTION.match(word) or (is_launched and words[index - 1].startswith("-"))
        if not is_value or _INTERPRETER_NAME.fullmatch(_file_name(word)):
            return index
    return len(words)


def _sources_of(code: str) -> Iterator[str]:
    return (warning for warning, source in _SOURCES if source.search(code))


def _code(text: str) -> str:
    """Return ``text`` without quotes, and without quoted texts that are data: those that no shell is told to run."""

    def unquote(quoted: re.Match[str]) -> str:
        inner = next((group for group in quoted.groups() if group is not None), None)
        if not inner:
            return " " if inner is None else ""
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


def _runs_input(words: list[str]) -> bool:
    """Return whether a part of a pipe runs what it reads: an interpreter without a file or text of its own."""
    index = _program(words)
    if words[index : index + 1] in (["."], ["source"]):
        return not _INPUTS.isdisjoint(words[index + 1 :])
    if index == len(words) or _INTERPRETER_NAME.fullmatch(_file_name(words[index])) is None:
        return False
    if "xargs" in words[:index]:
        return True
    is_shell = words[index].casefold().removesuffix(".exe").endswith("sh")
    for word in words[index + 1 :]:
        if word in _INPUTS or (is_shell and re.fullmatch(r"-\w*s\w*", word)):
            return True
        if _REDIRECTION.match(word):
            continue
        if not is_shell or not word.startswith(("-", "+")) or re.fullmatch(r"-\w*c", word):
            return False
    return True
