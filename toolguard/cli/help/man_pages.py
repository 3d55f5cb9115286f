"""Man pages, made from the parser and the help tables: one for the program and one for each noun.

``packaging/build.py --man`` writes them to ``packaging/man``; a test compares them with the parser.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping

from toolguard.cli.help.command_parser import ALIASES, CommandParser
from toolguard.cli.help.help_tables import ENVIRONMENT, EXAMPLES, EXIT_STATUS, STATUS_1

_JSON = (
    "With --json a command prints one JSON value: what it did or found. If it is refused, with the "
    "status 1 or 2, the value is an object with code, text and arguments. "
    "Commands that run until Ctrl+C, and rule test, print one value on each line."
)
_ESCAPES = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "~": r"\(ti", "^": r"\(ha"}


def man_pages(top: CommandParser) -> dict[str, str]:
    """Return the pages by file name."""
    pages = {"toolguard.1": "\n".join(_program(top)) + "\n"}
    for name, parser in top.subcommands.items():
        if parser.subcommands:
            pages[f"toolguard-{name}.1"] = "\n".join(_noun(name, parser)) + "\n"
    return pages


def _program(top: CommandParser) -> Iterator[str]:
    yield from _head("toolguard", "review, approve and log the tool calls of AI chat clients")
    yield ".SH SYNOPSIS"
    yield from _synopsis(top)
    yield ".SH DESCRIPTION"
    yield _text(top.description or "")
    if top.more_help is not None:
        yield from (".PP", _text(top.more_help().replace("\n", " ")))
    yield from _options(top)
    nouns = {name: parser for name, parser in top.subcommands.items() if parser.subcommands}
    yield ".SH COMMANDS"
    for name, subcommand in top.subcommands.items():
        if name not in nouns:
            yield from _command(subcommand)
    for name, noun in nouns.items():
        yield from (".TP", rf"\fBtoolguard {_escaped(name)}\fR \fICOMMAND\fR", _text(noun.description or ""))
        yield _text(f"See toolguard-{name}(1).")
    yield from _ends()
    yield from _examples(())
    yield ".SH SEE ALSO"
    yield ",\n".join(rf".BR toolguard\-{name} (1)" for name in nouns).replace(",\n", " ,\n")


def _noun(name: str, noun: CommandParser) -> Iterator[str]:
    about = (noun.description or "").rstrip(".")
    yield from _head(f"toolguard-{name}", about[:1].lower() + about[1:])
    yield ".SH SYNOPSIS"
    commands = [parser for word, parser in noun.subcommands.items() if parser.words[-1] == word]
    for index, parser in enumerate(commands):
        if index:
            yield ".br"
        yield from _synopsis(parser)
    yield ".SH COMMANDS"
    for command in commands:
        yield from _command(command)
    yield from (".SH OUTPUT", _text(_JSON))
    yield from _ends()
    yield from (".SH SEE ALSO", ".BR toolguard (1)")


def _command(command: CommandParser) -> Iterator[str]:
    yield f".SS {_escaped(' '.join(command.words))}"
    yield _text(command.description or "")
    aliases = ALIASES.get(command.words[-1], ()) if len(command.words) > 1 else ()
    if aliases:
        yield _text(f"Also: {', '.join(aliases)}.")
    for action in command.arguments:
        if action.help and action.dest != "json":  # stated once for all commands
            yield from (".TP", _signature(action), _text(action.help or ""))
    if command.more_help is not None:
        yield from (".PP", _lines(command.more_help()))
    if command.words in STATUS_1:
        yield from (".PP", _text(f"Exit status 1: {STATUS_1[command.words]}."))
    if command.words in EXAMPLES:
        yield from (".PP", "Examples:", _lines("\n".join(EXAMPLES[command.words])))


def _head(name: str, about: str) -> Iterator[str]:
    yield r".\" Made by packaging/build.py --man from the parser."
    yield f'.TH {_escaped(name.upper())} 1 "" ToolGuard "ToolGuard"'
    yield from (".SH NAME", rf"{_escaped(name)} \- {_escaped(about)}")


def _synopsis(command: CommandParser) -> Iterator[str]:
    words = [rf"\fB{_escaped(' '.join(('toolguard', *command.words)))}\fR"]
    for action in command.arguments:
        if action.option_strings:
            words.append(_signature(action) if action.required else "")
        else:
            name = rf"\fI{_escaped(str(action.metavar or action.dest.upper()))}\fR"
            words.append(rf"[{name}]" if action.nargs in ("?", "*") else name)
    if command.get_default("takes_command"):
        words.append(r"[\-\- \fICOMMAND\fR [\fIARG\fR]...]")
    options = any(argument.option_strings and not argument.required for argument in command.arguments)
    yield " ".join(filter(None, [*words, r"[\fIoptions\fR]" if options else ""]))
    if command.subcommands:
        yield ".br"
        yield rf"{words[0]} \fICOMMAND\fR"


def _options(command: CommandParser) -> Iterator[str]:
    yield ".SH OPTIONS"
    for action in command.arguments:
        if action.option_strings:
            yield from (".TP", _signature(action), _text(action.help or ""))


def _signature(action: argparse.Action) -> str:
    """Return an option or argument with its value: ``--for DURATION``."""
    if action.choices is not None:
        value = "|".join(map(str, action.choices))
    else:
        value = str(action.metavar or action.dest.upper())
    name = ", ".join(rf"\fB{_escaped(option_string)}\fR" for option_string in action.option_strings)
    if action.nargs == 0:
        return name
    return f"{name} " * bool(name) + rf"\fI{_escaped(value)}\fR"


def _ends() -> Iterator[str]:
    for title, rows in (("EXIT STATUS", EXIT_STATUS), ("ENVIRONMENT", ENVIRONMENT)):
        yield f".SH {title}"
        yield from _rows(rows)


def _rows(rows: Mapping[str, str]) -> Iterator[str]:
    for name, text in rows.items():
        yield from (".TP", rf"\fB{_escaped(name)}\fR", _text(text))


def _examples(words: tuple[str, ...]) -> Iterator[str]:
    yield from (".SH EXAMPLES", _lines("\n".join(EXAMPLES[words])))


def _escaped(text: str) -> str:
    """Escape text for roff, with a minus that can be copied."""
    return "".join(_ESCAPES.get(character, character) for character in text)


def _text(text: str) -> str:
    """Return a paragraph of help: one sentence per line, and %-signs as argparse shows them."""
    lines = re.split(r"(?<=[.:;]) +", _escaped(text.replace("%%", "%")))
    return "\n".join(rf"\&{line}" if line.startswith(".") else line for line in lines)


def _lines(text: str) -> str:
    """Return preformatted lines, indented."""
    return "\n".join((".RS 4", ".nf", *(rf"\&{_escaped(line)}" for line in text.splitlines()), ".fi", ".RE"))
