"""argparse with ``--json``, aliases, uniform help texts, and one-line errors with a hint."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from toolguard.cli.help.help_tables import ENVIRONMENT, EXAMPLES, EXIT_STATUS, STATUS_1
from toolguard.gate.policy.unicode_safety import visible
from toolguard.services.errors import CommandError

ALIASES = {
    "list": ("ls",), "remove": ("rm",), "refresh": ("look",), "guard": ("route",),
    "stop-guarding": ("unguard", "undo"),
}  # fmt: skip
"""Other words for a command, under every noun that has it."""
SYNONYMS = {
    "audit": "log", "credential": "secret", "credentials": "secret", "delete": "remove", "get": "show", "new": "add",
    "test": "try", "edit": "change", "change": "edit", "disconnect": "end", "stop": "end", "protect": "guard",
    "create": "add", "add": "set", "view": "show", "describe": "show", "info": "show", "logs": "log", "history": "log",
    "config": "settings", "login": "sign-in", "logout": "sign-out", "ps": "status", "pending": "status",
}  # fmt: skip
"""Words of the window and of other programs, with the command that they mean."""


class UsageError(CommandError):
    """Invalid command line: exit status 2. The text ends with a reference to the help."""


class _HelpFormatter(argparse.HelpFormatter):
    """Wraps the description, which is one line. The final sections stay as they are: they have lines to copy."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        """Return a metavar of several words as it is: it names all values of one use of the option."""
        several = isinstance(action.metavar, str) and " " in action.metavar
        return str(action.metavar) if several else super()._format_args(action, default_metavar)


class CommandParser(argparse.ArgumentParser):
    """A command, or a noun with commands. Raises `UsageError` instead of printing and exiting."""

    more_help: Callable[[], str] | None = None
    """The part of the help that is slow to create."""
    add_commands: Callable[[Any], None] | None = None
    """Adds the commands of a noun. Called when they are first needed, because creating all of them is slow."""
    top: CommandParser | None = None
    """The program's parser, for a noun."""

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words of the command, such as ``("rule", "add")``; none for the program itself."""
        return tuple(self.prog.split()[1:])

    @property
    def subcommands(self) -> dict[str, CommandParser]:
        """Return the commands of a noun, or of the program, by their names and aliases."""
        if self.add_commands is not None:
            add_commands, self.add_commands = self.add_commands, None
            add_commands(self.add_subparsers(title="commands", metavar="COMMAND", parser_class=CommandParser))
        return next((action.choices for action in self._actions if isinstance(action, argparse._SubParsersAction)), {})

    @property
    def arguments(self) -> list[argparse.Action]:
        """Return the options and positional arguments that help shows."""
        kinds = (argparse._SubParsersAction, argparse._HelpAction)
        return [
            action for action in self._actions if not isinstance(action, kinds) and action.help != argparse.SUPPRESS
        ]

    def sections(self) -> Iterable[tuple[str, str]]:
        """Return the final sections of the help: details, examples, exit status and environment."""
        if self.more_help is not None:
            yield "", self.more_help()
        if self.words in EXAMPLES:
            yield "examples", "\n".join(EXAMPLES[self.words])
        status = {"1": STATUS_1[self.words]} if self.words in STATUS_1 else {}
        yield "exit status", _columns({**EXIT_STATUS, **status})
        yield "environment", _columns(ENVIRONMENT)

    def format_help(self) -> str:
        sections = (text if not title else f"{title}:\n" + _indented(text) for title, text in self.sections())
        self.epilog, self.formatter_class = "\n\n".join(sections), _HelpFormatter
        return super().format_help()

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Parse the arguments. An unknown option is reported before the argument that is missing because of it."""
        words = list(args or ())
        if not self.subcommands:
            options = words[: words.index("--")] if "--" in words else words
            for option in options:
                if (
                    option.startswith("--")
                    and " " not in option
                    and option.partition("=")[0] not in self._option_string_actions
                ):
                    self._unknown([option])
        parsed, unknown = super().parse_known_args(words, namespace)
        if unknown:
            self._unknown(unknown)
        return parsed, []

    def _unknown(self, arguments: Sequence[str]) -> NoReturn:
        name = arguments[0].partition("=")[0]
        if name.startswith("-"):
            self.error(f"unknown option {name}{did_you_mean(name, self._option_string_actions)}")
        self.error(f"unexpected argument: {' '.join(arguments)}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = list(action.choices or ())
        if action.choices is None or value in choices:
            return
        if isinstance(action, argparse._SubParsersAction):
            noun = f" for {self.words[0]}" if self.words else ""
            alike = " or ".join(f"`{line}`" for line in self._similar_commands(value))
            self.error(f"no command {value}{noun}" + (f". Did you mean {alike}?" if alike else ""))
        usable = "" if len(choices) > 12 else f": use {', '.join(map(str, choices))}"
        raise argparse.ArgumentError(action, f"{value!r} is unknown{did_you_mean(str(value), choices) or usable}")

    def _similar_commands(self, word: str) -> Sequence[str]:
        """Return up to three commands that ``word`` may mean: of this noun, or of any."""
        meant = SYNONYMS.get(word, word)
        own = {name: [command.prog] for name, command in self.subcommands.items()}
        programs: dict[str, list[str]] = {}
        top = self.top or self
        for parent in (top, *top.subcommands.values()):
            for name, command in parent.subcommands.items():
                programs.setdefault(name, []).append(command.prog)
        exact = own.get(meant) or own.get(SYNONYMS.get(meant, "")) or programs.get(word) or programs.get(meant)
        return (exact or own.get(_most_similar(word, own)) or programs.get(_most_similar(word, programs), []))[:3]

    def error(self, message: str) -> NoReturn:
        text = visible(message)
        raise UsageError(f"{text[:1].upper()}{text[1:]} (see `{self.prog} --help`)")


def did_you_mean(word: str, words: Iterable[Any]) -> str:
    """Return a question with the most similar known word, or ""."""
    alike = _most_similar(word, words)
    return f". Did you mean {alike}?" if alike else ""


def _most_similar(word: str, words: Iterable[Any]) -> str:
    import difflib

    return next(iter(difflib.get_close_matches(word, [str(known_word) for known_word in words], 1)), "")


def add_command(
    commands: Any, name: str, help: str, run: Callable[[argparse.Namespace], int], *, json: bool = True, **more: Any
) -> CommandParser:
    """Add a command, with ``--json`` unless its output is only for people."""
    command: CommandParser = commands.add_parser(
        name, aliases=ALIASES.get(name, ()), help=help, description=f"{help[0].upper()}{help[1:]}.",
        allow_abbrev=False, **more,
    )  # fmt: skip
    command.set_defaults(run=run, parser=command)
    if json:
        command.add_argument("--json", action="store_true", help="print JSON")
    return command


def add_group(top: CommandParser, commands: Any, name: str, help: str, add_commands: Callable[[Any], None]) -> None:
    """Add a noun; ``add_commands`` adds its commands."""
    command: CommandParser = commands.add_parser(
        name, help=help, description=f"{help[0].upper()}{help[1:]}.", allow_abbrev=False
    )
    command.top, command.add_commands = top, add_commands
    command.set_defaults(run=lambda _options: command.error("missing subcommand"))


def either_way(made: CommandParser, **places: str) -> None:
    """Accept positional arguments also as options: ``SERVER`` and ``--server SERVER``.

    ``places`` are their names with ``required``, ``optional``, ``rest`` (a list) or a default. `settle` puts both
    together.
    """
    for name, kind in places.items():
        also, count = f"or use --{name}", "*" if kind == "rest" else "?"
        default = "" if kind in ("required", "optional", "rest") else f" (default: {kind})"
        made.add_argument(name, metavar=name.upper(), nargs=count, help=f"the {name}'s name{default}; {also}")
        repeated: dict[str, Any] = {"action": "extend", "nargs": "+"} if kind == "rest" else {}
        made.add_argument(f"--{name}", dest=f"_{name}", metavar=name[0].upper(), help=argparse.SUPPRESS, **repeated)
    made.set_defaults(places=places)


def settle(options: argparse.Namespace) -> None:
    """Move values of options to the positional arguments of `either_way`. Raises `UsageError`."""
    places: dict[str, str] = getattr(options, "places", {})
    words: list[str] = []
    for name in places:
        typed = getattr(options, name)
        words += typed if isinstance(typed, list) else [] if typed is None else [typed]
    for name, kind in places.items():
        values = getattr(options, f"_{name}")
        if kind == "rest":
            value: Any = [*(values or ()), *words]
            words = []
        elif values is not None:
            value = values
        elif words:
            value = words.pop(0)
        elif kind == "required":
            options.parser.error(f"the following arguments are required: {name.upper()}")
        else:
            value = None if kind == "optional" else kind
        setattr(options, name, value)
    if words:
        options.parser.error(f"unexpected argument: {' '.join(words)}")


def _columns(rows: Mapping[str, str]) -> str:
    width = max(map(len, rows))
    return "\n".join(f"{name:<{width}}  {text}" for name, text in rows.items())


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())
