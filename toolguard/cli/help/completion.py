"""Completions of command lines for bash, zsh and fish.

A shell runs ``toolguard __complete WORD…``, with the word under the cursor last, for lines of ``NAME<TAB>ABOUT``. The
result comes from the parser and from files in the state folder. It contacts no app and shows no errors.
One program answers all shells because values such as servers' names come from the configuration; shtab and argcomplete
would need a function for that in each shell's own language.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from toolguard.cli.help.command_parser import CommandParser
from toolguard.cli.help.known_names import NameKind, known_names
from toolguard.gate.policy.unicode_safety import visible

WANTS_FILE = 3
"""Exit status that makes the shell complete a file name."""
_PATH_METAVARS = ("FILE", "DIR", "KEY")
"""Metavars of arguments that can be paths."""
_OF_NOUN: Mapping[tuple[str, str], NameKind] = {
    ("server", "name"): "server", ("rule", "id"): "rule", ("limit", "id"): "limit", ("secret", "name"): "secret",
    ("client", "name"): "http client", ("client", "names"): "chat client", ("settings", "name"): "setting",
}  # fmt: skip
"""The kind of name in a positional argument, by noun and argument."""
_OF_ARGUMENT: Mapping[str, NameKind] = {"server": "server", "servers": "server", "tool": "tool", "client": "client"}
_NEW_NAME_COMMANDS = (("server", "add"), ("client", "add"))
"""Commands whose NAME is new."""

Candidate = tuple[str, str]


class Completion(NamedTuple):
    """The candidates at the cursor with short descriptions, or whether a file is expected."""

    candidates: list[Candidate]
    wants_file: bool = False


class _Typed(NamedTuple):
    """The words before the cursor, parsed."""

    command: CommandParser
    option: argparse.Action | None
    """The option whose value is at the cursor."""
    values: list[str]
    """Positional arguments."""
    options: Mapping[str, str]
    """Options with their last value."""
    is_command: bool
    """Whether the cursor is after ``--``, in the command of a server."""


def complete(parser: Callable[[], CommandParser], home: Path, words: Sequence[str]) -> Completion:
    """Return the candidates for the last of ``words``."""
    *before, current = _joined(words) or [""]
    typed = _read(parser(), before)
    if typed.is_command:
        return Completion([], wants_file=True)
    if typed.option is not None:
        return _fitting(_of_argument(typed, typed.option, home), current)
    name, equals, value = current.partition("=")
    if equals and (option := typed.command._option_string_actions.get(name)) is not None:
        fitting = _fitting(_of_argument(typed, option, home), value)
        return fitting._replace(candidates=[(f"{name}={candidate}", about) for candidate, about in fitting.candidates])
    if current.startswith("-"):
        return _fitting(Completion(list(_options(typed.command))), current)
    if commands := typed.command.subcommands:
        return _fitting(Completion(list(_commands(typed.command, commands))), current)
    positional = _positional(typed)
    if positional is None:
        return Completion([])
    return _fitting(_of_argument(typed, positional, home), current)


def print_candidates(parser: Callable[[], CommandParser], home: Path, words: Sequence[str]) -> int:
    """Print the candidates at the cursor; the exit status says whether a file is expected."""
    completion = complete(parser, home, words)
    for name, about in completion.candidates:
        print(f"{name}\t{visible(about).replace(chr(9), ' ')[:100]}")
    return WANTS_FILE if completion.wants_file else 0


def _joined(words: Sequence[str]) -> list[str]:
    """Return the words with ``--option=value`` joined, which bash splits at the ``=``."""
    joined: list[str] = []
    for index, word in enumerate(words):
        if word == "=" and joined and joined[-1].startswith("--"):
            if index == len(words) - 1:
                joined.append("")
            continue
        joined.append(word)
    return joined


def _read(command: CommandParser, words: Sequence[str]) -> _Typed:
    option: argparse.Action | None = None
    values: list[str] = []
    options: dict[str, str] = {}
    for word in words:
        if word == "--":
            return _Typed(command, None, values, options, is_command=True)
        action = command._option_string_actions.get(word.partition("=")[0]) if word.startswith("-") else None
        if action is not None:
            option = None if "=" in word or action.nargs == 0 else action
            if "=" in word:
                options[action.dest] = word.partition("=")[2]
        elif option is not None:
            options[option.dest] = word
            option = option if option.nargs == "+" else None
        elif word in command.subcommands:
            command = command.subcommands[word]
        else:
            values.append(word)
    return _Typed(command, option, values, options, is_command=False)


def _positional(typed: _Typed) -> argparse.Action | None:
    """Return the positional argument at the cursor."""
    typed_names = {name.lstrip("_") for name in typed.options if name.startswith("_")}
    positional = [
        action for action in typed.command.arguments if not action.option_strings and action.dest not in typed_names
    ]
    if len(typed.values) < len(positional):
        return positional[len(typed.values)]
    return positional[-1] if positional and positional[-1].nargs in ("*", "+") else None


def _of_argument(typed: _Typed, action: argparse.Action, home: Path) -> Completion:
    """Return the candidates for an argument."""
    if action.choices is not None:
        return Completion([(str(choice), "") for choice in action.choices])
    if action.metavar in _PATH_METAVARS:
        return Completion([], wants_file=True)
    words, dest = typed.command.words, action.dest.lstrip("_")
    noun = next(iter(words), "")
    if words == ("settings", "set") and dest == "values":
        return Completion(list(_setting_values(next(iter(typed.values), ""))))
    if action.metavar == "END":
        return Completion(list(_ends()))
    kind = _OF_ARGUMENT.get(dest) or (_OF_NOUN.get((noun, dest)) if not action.option_strings else None)
    if kind is None or (words in _NEW_NAME_COMMANDS and not action.option_strings):
        return Completion([])
    server = typed.options.get("server") or typed.options.get("_server") or next(iter(typed.values), "")
    return Completion(known_names(home, kind, server if kind == "tool" else ""))


def _ends() -> Iterator[Candidate]:
    from toolguard.gate.policy.rule_ends import RULE_ENDS

    yield from ((name, row.help) for name, row in RULE_ENDS.items() if row.until != "always" and not row.is_date)


def _setting_values(name: str) -> Iterator[Candidate]:
    from toolguard.tables.settings import grouped
    from toolguard.tables.values import Choice, Flag

    setting = next((rows[name] for rows in grouped().values() if name in rows), None)
    if setting is not None and isinstance(setting.value, Flag):
        yield from (("on", ""), ("off", ""))
    elif setting is not None and isinstance(setting.value, Choice):
        yield from setting.value.labels.items()


def _options(command: CommandParser) -> Iterator[Candidate]:
    for action in command.arguments:
        yield from ((name, action.help or "") for name in action.option_strings if name.startswith("--"))
    yield "--help", "show this help message and exit"


def _commands(parent: CommandParser, commands: Mapping[str, CommandParser]) -> Iterator[Candidate]:
    for name, command in commands.items():
        if command.words == (*parent.words, name):  # no alias
            yield name, (command.description or "").rstrip(".")


def _fitting(completion: Completion, current: str) -> Completion:
    return completion._replace(
        candidates=[candidate for candidate in completion.candidates if candidate[0].startswith(current)]
    )


SCRIPTS: Mapping[str, str] = {
    "bash": r"""# toolguard completion bash: put this into ~/.local/share/bash-completion/completions/toolguard
_toolguard() {
    local IFS=$'\n' found
    found=$(toolguard COMPLETE "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    if [[ $? -eq 3 ]]; then
        compopt -o default 2>/dev/null
        COMPREPLY=()
        return
    fi
    COMPREPLY=($(printf '%s\n' "$found" | cut -f 1))
}
complete -F _toolguard toolguard
""",
    "zsh": r"""#compdef toolguard
# toolguard completion zsh: put this as _toolguard into a folder of $fpath
_toolguard() {
    local -a found
    local line name about code
    line=$(toolguard COMPLETE "${(@)words[2,CURRENT]}" 2>/dev/null)
    code=$?
    if (( code == 3 )); then
        _files
        return
    fi
    for line in "${(@f)line}"; do
        [[ -n $line ]] || continue
        name=${line%%$'\t'*} about=${line#*$'\t'}
        found+=("${name//:/\\:}${about:+:$about}")
    done
    (( ${#found} )) && _describe -V toolguard found
}
if [[ ${funcstack[1]} == _toolguard ]]; then
    _toolguard "$@"
else
    compdef _toolguard toolguard
fi
""",
    "fish": r"""# toolguard completion fish: put this into ~/.config/fish/completions/toolguard.fish
function __toolguard_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (toolguard COMPLETE $words[2..-1] 2>/dev/null)
    if test $status -eq 3
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
    end
end
complete -c toolguard -f -a '(__toolguard_complete)'
""",
}
"""The script for each shell. ``COMPLETE`` is replaced by the hidden command."""
