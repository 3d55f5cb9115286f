"""The command line: one parser, one function per command. Slow imports are in the functions that need them.

No command approves a pending call. While the app runs, a change is sent to it as an order. A change that reduces
protection waits there for the person. Exit status: 0 done, 1 refused, 2 usage error, 130 cancelled. With ``--json`` a
command prints one JSON value: its result or, with another status than 0, the reason (`refusal`).
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from toolguard import __version__
from toolguard.cli.help.command_parser import CommandParser, UsageError, add_command, add_group, either_way, settle
from toolguard.cli.printing import describe_error, paint, print_json, refusal, wrapped
from toolguard.gate.policy.unicode_safety import visible
from toolguard.services.errors import CommandError
from toolguard.tables.log_exports import EXPORT_FORMATS

if TYPE_CHECKING:
    from toolguard.services.runtime.requests import Request

Command = Callable[[argparse.Namespace], int]
COMPLETE = "__complete"
"""The hidden command that the scripts of `toolguard completion` call."""


def main(arguments: list[str] | None = None) -> int:
    """Run the console script."""
    sys.stdout = sys.stdout or _open_null_device()  # None if the caller closed it
    sys.stderr = sys.stderr or _open_null_device()
    # On Windows, pipes and files get the ANSI code page (documentation of sys.stdin), but what is in them is UTF-8.
    encoding = "utf-8" if sys.platform == "win32" else None
    for stream, errors in ((sys.stdin, None), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors=errors)
    words = sys.argv[1:] if arguments is None else arguments
    wants_json = "--json" in (words[: words.index("--")] if "--" in words else words)
    try:
        options = read(words)
        status = int(options.run(options))
        sys.stdout.flush()
        return status
    except UsageError as why:
        return _say_no(why, wants_json, status=2)
    except CommandError as why:
        return _say_no(why, wants_json)
    except KeyboardInterrupt:
        return _say_no(CommandError("Cancelled"), wants_json, status=128 + signal.SIGINT)
    except BrokenPipeError:
        _discard_output()
        return 1
    except OSError as problem:
        return _say_no(CommandError(describe_error(problem)), wants_json)


def read(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line; raises `UsageError`.

    A server's command is cut off first, because argparse would remove a second ``--`` from it.
    """
    if arguments == ["--background"]:  # as stubs start it, which wait: creating the parser takes time
        return argparse.Namespace(run=window, background=True, takes_over=False)
    if arguments[:1] == [COMPLETE]:
        return argparse.Namespace(run=lambda _options: complete(arguments[1:]))
    if arguments[:1] == ["help"]:  # as git, gh and kubectl have it
        arguments = [*arguments[1:], "--help"]
    elif arguments == ["version"]:
        arguments = ["--version"]
    command: list[str] = []
    if arguments[:2] in (["server", "add"], ["server", "change"]) and "--" in arguments:
        index = arguments.index("--")
        arguments, command = arguments[:index], arguments[index + 1 :]
    options = parser().parse_args(arguments)
    settle(options)
    if hasattr(options, "takes_command"):
        options.command = command
        from toolguard.cli.server_options import has_settings, is_complete

        if not is_complete(options) and (options.takes_command == "add" or not has_settings(options)):
            result = options.parser
            result.error(f"missing server command: {result.prog} NAME -- COMMAND [ARG]...")
    return options


def _open_null_device() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - until the program ends


def _discard_output() -> None:
    """Discard what could not be written to stdout, because the flush at exit would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say_no(why: CommandError, wants_json: bool, *, status: int = 1) -> int:
    text = str(why)
    try:
        if wants_json:
            print_json(refusal(text))
        sys.stdout.flush()
    except OSError:
        _discard_output()
    from toolguard.cli.help.known_names import similar_name

    line = wrapped(f"toolguard: {visible(text)}{similar_name(home(), text)}", 0, sys.stderr)
    print(line.replace("toolguard:", paint("toolguard:", "bad", sys.stderr), 1), file=sys.stderr)
    return status


# --- the parser --------------------------------------------------------------------------------------------------


def parser() -> CommandParser:
    """Return the parser of all commands."""
    top = CommandParser(
        prog="toolguard",
        description="Review, approve and log every tool call that AI chat clients make to MCP servers. "
        "Without a command, opens the window.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"toolguard {__version__}", help="show the version")
    top.add_argument("--background", action="store_true", help=argparse.SUPPRESS)
    top.add_argument("--take-over", action="store_true", dest="takes_over",
                     help="quit the ToolGuard on another display or in a terminal, then open it here")  # fmt: skip
    top.add_argument("--install-desktop", action="store_const", dest="run", const=install_desktop,
                     help="add ToolGuard to the menu of your desktop (Linux) and quit")  # fmt: skip
    top.set_defaults(run=window)
    top.more_help = lambda: (
        "To guard the servers of a chat client, run `toolguard client guard CLIENT`, or\n"
        "replace a server's command in the client's settings with\n"
        "`toolguard-connect --server NAME`."
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=CommandParser)
    add_command(commands, "demo", "open ToolGuard with a sample server", demo, json=False)
    serving = add_command(commands, "serve", "run without a window; approve calls in this terminal", serve, json=False)
    serving.add_argument("--port", metavar="N", type=_port,
                         help="accept HTTP clients on this port of 127.0.0.1 (0: any free port)")  # fmt: skip
    serving.add_argument("--accept-changes", action="store_true",
                         help="do not ask about changes of config.json before the start that reduce protection, but "
                         "apply and record them (for services)")  # fmt: skip
    for name, help, add_commands in _NOUNS:
        add_group(top, commands, name, help, add_commands)
    add_command(commands, "status", "show pending and running calls, sessions and problems",
                _order("status", "show_app"))  # fmt: skip
    panic = add_command(commands, "panic", "block all calls, or resume them", _order("settings", "panic"))
    panic.add_argument("state", choices=("on", "off", "status"), nargs="?", default="status",
                       help="on: deny every pending and new call and cancel running ones; off needs your approval "
                       "(default: status)")  # fmt: skip
    add_command(commands, "doctor", "diagnose problems", _home("doctor", "examine", has_display))
    completing = add_command(commands, "completion", "print a script that completes commands in a shell",
                             completion, json=False)  # fmt: skip
    completing.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell")
    return top


def _server_commands(commands: Any) -> None:
    from toolguard.cli import server_options, sign_ins

    for name, help in (
        ("add", "add a server by its command or URL"),
        ("change", "change a server's settings; with a new command or URL, omitted settings get their defaults"),
    ):
        command = add_command(commands, name, help, _order("servers", name), usage=server_options.usage(name))
        command.set_defaults(takes_command=name)
        command.add_argument("name", metavar="NAME", help="the server's name")
        server_options.add_options(command, _pair)
    add_command(commands, "list", "list the servers", _order("servers", "show_list"))
    for name, help, run in (
        ("show", "show a server and its sessions", _order("servers", "show")),
        ("try", "test a server: start it, list its tools and stop it", _order("server_try", "show", home)),
        (
            "remove",
            "remove a server, its allow rules and its secret bindings; end its sessions",
            _order("servers", "remove"),
        ),
        ("enable", "turn a server on", _order("servers", "switch", True)),
        ("disable", "turn a server off and end its sessions", _order("servers", "switch", False)),
        ("end", "end a server's sessions", _order("servers", "end")),
        ("duplicate", "copy a server under a new name", _order("servers", "duplicate")),
        ("log", "show a server's output", _order("servers", "show_log")),
    ):  # fmt: skip
        command = add_command(commands, name, help, run)
        command.add_argument("name", metavar="NAME", help="the server's name")
        if name == "duplicate":
            command.add_argument("to", metavar="NEW_NAME", help="the name of the copy")
    sign_ins.add_commands(commands, send)
    command = commands.choices["log"]
    command.add_argument("--search", metavar="TEXT", help="only lines that contain TEXT")
    command.add_argument(
        "--lines", metavar="N", type=_lines, default=100, help="maximum number of lines (default: 100)"
    )
    command.add_argument("--follow", action="store_true", help="keep showing new lines")
    command = add_command(commands, "import", "import servers from a chat client's settings or a bundle",
                       _order("servers", "bring_in"))  # fmt: skip
    command.add_argument(
        "file",
        metavar="FILE",
        help="JSON, YAML, TOML, a text file with one command, or a bundle (.mcpb, .dxt); - reads stdin",
    )
    command.add_argument("--dry-run", action="store_true", help="show what would be added, change nothing")
    command.add_argument("--plain", action="store_true", help="keep possible secrets in config.json")
    command.add_argument(
        "--agent", metavar="NAME", action="append", default=[], help="import only this agent's servers"
    )
    command.add_argument("--set", metavar="KEY=VALUE", dest="values", type=_pair, action="append", default=[],
                      help="a value that a bundle asks for; secrets are asked for in the terminal")  # fmt: skip
    command.add_argument("--name", metavar="NAME", default="", help="the name for the bundle's server")


def _rule_commands(commands: Any) -> None:
    from toolguard.cli import rules
    from toolguard.gate.policy.rules import MATCHERS

    add = add_command(commands, "add", "add a rule", _order("rules", "add"))
    edit = add_command(commands, "edit", "change a rule", _order("rules", "edit"))
    edit.add_argument("id", metavar="ID", help=_RULE_ID)
    explain = add_command(commands, "explain", "show which rule applies to a call", _order("rules", "explain"))
    for name, matcher in sorted(MATCHERS.items(), key=lambda row: not row[1].required):
        letter = name[0].upper()
        edit.add_argument(f"--{name}", metavar=letter, help=f"{matcher.help}, or '*'")
        usual = "any" if matcher.default == "*" else matcher.default
        add.add_argument(
            f"--{name}", metavar=letter, required=matcher.required and name != "tool",
            default=None if matcher.required else matcher.default,
            help=f"{matcher.help}{', or ' + repr('*') if matcher.required else f' (default: {usual})'}",
        )  # fmt: skip
        if name in ("server", "tool", "client", "method"):  # arguments of rule.explain
            explain.add_argument(
                f"--{name}", metavar=letter, required=matcher.required and name != "tool",
                default=None if matcher.required else matcher.default,
                help=matcher.help + f" (default: {usual})" * (not matcher.required),
            )  # fmt: skip
    add.add_argument("--verdict", required=True, choices=("allow", "deny", "ask"), help="the decision")
    rules.add_options(add, changes=False)
    rules.add_options(edit, changes=True)
    rules.add_end_options(add, changes=False)
    rules.add_end_options(edit, changes=True)
    explain.add_argument("--arguments", metavar="JSON", help="the arguments of the call, as a JSON object")
    add.add_argument(
        "--dry-run", action="store_true", help="add nothing; show the recorded calls that it would decide differently"
    )
    edit.add_argument("--verdict", choices=("allow", "deny", "ask"), help="the decision")
    add_command(commands, "list", "list the rules", _order("rules", "listing"))
    show = add_command(commands, "show", "show a rule with its note and its examples", _order("rules", "show"))
    show.add_argument("id", metavar="ID", help=_RULE_ID)
    remove = add_command(commands, "remove", "remove a rule", _order("rules", "remove"))
    remove.add_argument("id", metavar="ID", help=_RULE_ID)
    for name, help in (
        ("enable", "turn a rule on"),
        ("disable", "turn a rule off; it decides nothing until you turn it on"),
    ):
        add_command(commands, name, help, _order("rules", name)).add_argument("id", metavar="ID", help=_RULE_ID)
    export = add_command(commands, "export", "write the rules as JSON", _order("rules", "export"))
    export.add_argument("file", metavar="FILE", nargs="?", help="default: stdout")
    export.add_argument("--force", action="store_true", help="overwrite FILE")
    bring_in = add_command(commands, "import", "add the rules of a file, or none of them", _order("rules", "bring_in"))
    bring_in.add_argument("file", metavar="FILE", help="what rule export wrote; - reads stdin")
    bring_in.add_argument("--dry-run", action="store_true", help="show what would be added, change nothing")
    stats = add_command(
        commands, "stats", "show how you decided approval requests, and rules that would avoid most of them",
        _order("rules", "stats"),
    )  # fmt: skip
    stats.add_argument("--since", choices=("today", "7d", "30d"), default="7d", help="how far back (default: 7d)")
    test = add_command(
        commands, "test", "decide the calls of a file by the rules, without the app", _home("rules", "test")
    )
    test.add_argument("file", metavar="FILE", help="one JSON object per line; - reads stdin")
    test.add_argument("--rules", metavar="FILE", help="the rules: what rule export wrote (default: the configuration)")
    test.more_help = lambda: _RULE_TEST


_RULE_ID = "the rule's ID; see `toolguard rule list`"
_RULE_TEST = """each line of FILE:
  {"client": "cursor", "server": "files", "tool": "read_file", "arguments": {"path": "/x"}, "expect": "ask"}
  client and expect are optional.

each line of the output has verdict, rule and why, and also ok if expect is given."""


def _tool_commands(commands: Any) -> None:
    from toolguard.cli import tools

    tools.add_commands(commands, send)


def _limit_commands(commands: Any) -> None:
    from toolguard.cli import limits

    limits.add_commands(commands, send)


def _secret_commands(commands: Any) -> None:
    from toolguard.cli import secrets

    secrets.add_commands(commands, send)


def _client_commands(commands: Any) -> None:
    from toolguard.cli import client_routing

    listing = add_command(commands, "list", "list chat clients and their servers", _order("clients", "show"))
    client_routing.add_project(listing)
    status = add_command(
        commands,
        "status",
        "list clients, and which of their servers are guarded",
        _home("status", "show"),
    )
    client_routing.add_project(status)
    client_routing.add_commands(commands, send)
    end = add_command(commands, "end", "disconnect a client; it may reconnect", _order("clients", "end"))
    end.add_argument("name", metavar="NAME", help="the client's name; see `toolguard client status`")
    add = add_command(commands, "add", "add an HTTP client; its token is shown once", _order("clients", "add"))
    add.add_argument("name", metavar="NAME", help="a new name for the client")
    add.add_argument("--server", metavar="S", dest="servers", action="extend", nargs="+",
                     help="a server the client may use (default: all)")  # fmt: skip
    bundle = add_command(
        commands, "bundle", "write a bundle (.mcpb) that connects a client to a server", _order("bundles", "write")
    )
    either_way(bundle, server="required")
    bundle.add_argument("--output", metavar="FILE", required=True, help="the file to write; must end with .mcpb")
    bundle.add_argument("--force", action="store_true", help="overwrite FILE")
    remove = add_command(
        commands, "remove", "revoke a client's access and end its sessions", _order("clients", "remove")
    )
    remove.add_argument("name", metavar="NAME", help="the HTTP client's name; see `toolguard client list`")
    forget = add_command(
        commands, "forget", "remove a client from the list until it connects again", _order("clients", "forget")
    )
    forget.add_argument("name", metavar="NAME", help="the client's name; see `toolguard client status`")


def _log_commands(commands: Any) -> None:
    listing = add_command(commands, "list", "list the newest calls", _home("log", "list_newest"))
    search = add_command(commands, "search", "search calls by argument, result or reason", _home("log", "list_calls"))
    search.add_argument("text", metavar="TEXT", help="words that a record of the call must contain")
    for command in (listing, search):
        command.add_argument(
            "--limit", metavar="N", type=_count, default=50, help="maximum number of calls (default: 50)"
        )
        _add_call_filters(command)
    listing.add_argument(
        "--follow", action="store_true", help="print the newest records instead of calls, then new ones"
    )
    show = add_command(commands, "show", "show all records of a call", _home("log", "show"))
    show.add_argument("id", metavar="ID", help="a call ID or record number")
    verify = add_command(
        commands, "verify", "check that no record was edited, removed or reordered", _home("log", "verify")
    )
    verify.add_argument("files", metavar="FILE", nargs="*", help="files or folders of a log, also of another computer; "
                        "needs no app and no keyring (default: the log of this computer)")  # fmt: skip
    verify.add_argument("--public-key", metavar="KEY", help="the key that must have signed the checkpoints: its "
                        "text, or a file that contains it")  # fmt: skip
    verify.add_argument("--since", metavar="FILE", help="a file of checkpoints that was kept elsewhere: check "
                        "that the log continues from the newest one")  # fmt: skip
    add_command(commands, "public-key", "show the key that checkpoints of the log are verified with",
                _home("log", "public_key"))  # fmt: skip
    export = add_command(commands, "export", "export all records, or all calls, to a file", _home("log", "export"))
    export.add_argument("file", metavar="FILE", help="- writes to stdout")
    export.add_argument("--force", action="store_true", help="overwrite FILE")
    formats = "; ".join(f"{name}: {row.help}" for name, row in EXPORT_FORMATS.items())
    export.add_argument("--format", choices=tuple(EXPORT_FORMATS), default="jsonl", help=formats)
    export.add_argument("--search", metavar="TEXT", default="", help="only calls that contain TEXT")
    _add_call_filters(export)
    add_command(commands, "shipping", "show the state of each receiver of the log", _order("log", "shipping"))
    add_command(commands, "compress", "compress all log files but the newest", _order("log", "compress"))
    add_command(commands, "prune", "remove the oldest records, as the settings log_keep_days and log_keep_size say",
                _order("log", "prune"))  # fmt: skip
    redact = add_command(commands, "redact", "replace text in records permanently with [redacted]",
                         _order("log", "redact"))  # fmt: skip
    redact.add_argument("records", metavar="RECORD", nargs="*", type=_record, help="the number of a record; without "
                        "--text all text in it is replaced")  # fmt: skip
    redact.add_argument("--text", metavar="TEXT", default="", help="replace this exact text, in all records unless "
                        "RECORD is given; - reads stdin, which keeps the text out of the shell's history")  # fmt: skip
    redact.add_argument("--reason", metavar="TEXT", default="", help="why; it is recorded")
    redact.add_argument("--dry-run", action="store_true", help="show the records, change nothing")
    redact.add_argument(
        "--yes", action="store_true", help="do not ask here; your approval in ToolGuard is still needed"
    )


def _add_call_filters(command: CommandParser) -> None:
    """Add the options that select recorded calls."""
    for name in ("client", "server", "tool"):
        command.add_argument(f"--{name}", metavar="NAME", default="", help=f"only calls with this {name}")
    command.add_argument("--decision", choices=("allow", "deny"), default="", help="only calls with this decision")
    command.add_argument(
        "--since", metavar="TIME", type=_past_time,
        help="only calls since then: a duration such as 30m or 7d, or a date such as 2026-12-31",
    )  # fmt: skip


def _settings_commands(commands: Any) -> None:
    add_command(commands, "list", "list the settings and their values", _order("settings", "listing"))
    show = add_command(commands, "show", "show a setting and its allowed values", _order("settings", "show"))
    show.add_argument("name", metavar="NAME", help="the setting's name")
    add_command(commands, "path", "print where the settings and the log are stored", _home("settings", "paths"))
    add_command(commands, "polkit", "print the polkit policy for authentication", _home("settings", "show_policy"))
    change = add_command(commands, "set", "change a setting", _order("settings", "change"))
    change.add_argument("name", metavar="NAME", help="the setting's name")
    change.add_argument("values", metavar="VALUE", nargs="*", help="one or more values; on and off are accepted")
    change.add_argument("--default", action="store_true", help="restore the default")
    show.more_help = change.more_help = _settings_listing


_NOUNS: tuple[tuple[str, str, Callable[[Any], None]], ...] = (
    ("server", "manage servers", _server_commands),
    ("tool", "manage tools and their visibility", _tool_commands),
    ("rule", "manage rules", _rule_commands),
    ("limit", "manage limits on calls", _limit_commands),
    ("secret", "manage secrets in the keyring", _secret_commands),
    ("client", "manage chat clients", _client_commands),
    ("log", "view, verify and export the log", _log_commands),
    ("settings", "view and change settings", _settings_commands),
)
"""Each noun with its help and the function that adds its commands."""


def _settings_listing() -> str:
    from toolguard.tables.settings import grouped

    names = [f"  {name:<20} {row.title}" for rows in grouped().values() for name, row in rows.items()]
    return "\n".join(["settings:", *names])


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError("expected NAME=VALUE")
    return name, value


def _lines(text: str) -> int:
    return min(_count(text), 5_000)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 1_000_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 1,000,000")
    return int(text)


def _record(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 10**17):
        raise argparse.ArgumentTypeError(f"{text!r} is not the number of a record")
    return int(text)


def _past_time(text: str) -> float:
    """Parse a duration before now, or a date in local time; return seconds since the epoch."""
    from toolguard.cli.rules import duration

    try:
        return time.time() - duration(text)
    except argparse.ArgumentTypeError:
        pass
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a time: use a duration such as 30m or 7d, or a date such as 2026-12-31T18:00"
        ) from None


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 65_535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: use a number from 0 to 65535")
    return int(text)


# --- the app -----------------------------------------------------------------------------------------------------


def home() -> Path:
    """Return the state folder."""
    from toolguard.clients.stub.connect import state_home

    return Path(state_home())


def window(options: argparse.Namespace) -> int:
    """Run ``toolguard`` with its window until it is closed."""
    from toolguard import app

    return app.run_window(home(), background=options.background, takes_over=options.takes_over)


def install_desktop(_options: argparse.Namespace) -> int:
    """Run ``toolguard --install-desktop``: write the menu entry and its icon. Linux only."""
    from toolguard.services.clients.service import installed_program
    from toolguard.store.menu_entry import menu_entry

    entry = menu_entry(installed_program("toolguard"))
    if entry is None:
        raise CommandError("The menu of this system is not supported; --install-desktop works on Linux")
    for path in entry.install():
        print(path)
    return 0


def serve(options: argparse.Namespace) -> int:
    """Run ``toolguard serve`` until it is stopped."""
    from toolguard import app

    return app.run_serve(home(), port=options.port, accepts_changes=options.accept_changes)


def demo(_options: argparse.Namespace) -> int:
    """Run ``toolguard demo`` in a window, or in the terminal without a display."""
    from toolguard import app

    if has_display():
        return app.run_window(home(), demo=True)
    return app.run_serve(home(), demo=True)


def has_display() -> bool:
    """Return whether a window can be shown here."""
    if sys.platform in ("win32", "darwin"):
        return True
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    return bool(chosen or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# --- orders ------------------------------------------------------------------------------------------------------


T = TypeVar("T")


def send(request: Request[T]) -> T:
    """Send a request to the running app, or to the configuration if there is none; return the result."""
    from toolguard.cli.printing import print_hint
    from toolguard.services.runtime.command_caller import CommandCaller

    return CommandCaller(home(), print_hint).send(request)


def _order(module: str, name: str, *more: Any) -> Command:
    """Return a command that sends orders; its module of `toolguard.cli` is imported when it runs."""

    def run(options: argparse.Namespace) -> int:
        from importlib import import_module

        return int(getattr(import_module(f"toolguard.cli.{module}"), name)(send, options, *more))

    return run


def _home(module: str, name: str, *more: Any) -> Command:
    """Return a command that reads the state folder; its module is imported when it runs."""

    def run(options: argparse.Namespace) -> int:
        from importlib import import_module

        return int(getattr(import_module(f"toolguard.cli.{module}"), name)(home(), options, *more))

    return run


# --- completion --------------------------------------------------------------------------------------------------


def completion(options: argparse.Namespace) -> int:
    """Print the script that a shell evaluates; it runs `complete` at each Tab."""
    from toolguard.cli.help.completion import SCRIPTS

    print(SCRIPTS[options.shell].replace("COMPLETE", COMPLETE), end="")
    return 0


def complete(words: list[str]) -> int:
    """Print the candidates for the last of ``words``; return the exit status for the script."""
    from toolguard.cli.help.completion import print_candidates

    return print_candidates(parser, home(), words)
