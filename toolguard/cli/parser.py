"""The command line: one parser, one function a command. What takes time to import is imported where it is used.

No command approves a held call. While the app runs, a change is given to it as an order; what loosens the gate waits
there for the person. Exit status: 0 done, 1 it says no, 2 wrong use.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from toolguard import __version__
from toolguard.cli import client_routing, limits, sign_ins, tools
from toolguard.cli import secrets as cli_secrets
from toolguard.cli.printing import print_json, refusal
from toolguard.gate.policy.unicode_safety import visible
from toolguard.services.errors import CommandError

Command = Callable[[argparse.Namespace], int]
_EXAMPLES = """examples:
  toolguard server add time -- uvx mcp-server-time
  toolguard secret set GITHUB_TOKEN
  toolguard server add github --env 'TOKEN=${secret:GITHUB_TOKEN}' -- npx -y some-github-server
  toolguard secret bind GITHUB_TOKEN --server github
  toolguard rule add --server time --tool '*' --verdict allow --for 2h
In a chat client's settings, replace the server's command with `toolguard-connect --server time`."""


def main(arguments: list[str] | None = None) -> int:
    """The console script."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    options = read(sys.argv[1:] if arguments is None else arguments)
    try:
        status = int(options.run(options))
        sys.stdout.flush()
        return status
    except CommandError as why:
        if vars(options).get("json"):
            print_json(refusal(str(why)))
        return _say_no(str(why))
    except KeyboardInterrupt:
        return _say_no("cancelled")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or flushing at the end would fail again
        return 1
    except OSError as problem:
        return _say_no(f"{problem.strerror or problem}{f': {problem.filename}' if problem.filename else ''}")


def read(arguments: list[str]) -> argparse.Namespace:
    """The command line, read. A server's command is cut off first: argparse would take a second ``--`` out of it."""
    if arguments == ["--background"]:  # how a client's stub opens the program, and waits: making the parser takes time
        return argparse.Namespace(run=window, background=True, takes_over=False)
    command: list[str] = []
    if arguments[:2] in (["server", "add"], ["server", "change"]) and "--" in arguments:
        at = arguments.index("--")
        arguments, command = arguments[:at], arguments[at + 1 :]
    made = parser(next(iter(arguments), ""))
    options = made.parse_args(arguments)
    if hasattr(options, "takes_command"):
        options.command = command
        from toolguard.cli.server_options import is_complete

        if not is_complete(options):
            made.error("missing server command: toolguard server add NAME -- COMMAND [ARG]...")
    return options


def _say_no(text: str) -> int:
    print(f"toolguard: {visible(text)}", file=sys.stderr)
    return 1


# --- the parser --------------------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """argparse whose errors are one line. ``listing`` gives the end of the help when somebody asks for it."""

    listing: Callable[[], str] | None = None

    def format_help(self) -> str:
        if self.listing is not None:
            self.epilog, self.formatter_class = self.listing(), argparse.RawDescriptionHelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"toolguard: {visible(message)} (see `{self.prog} --help`)\n")


def parser(noun: str = "") -> argparse.ArgumentParser:
    """Every command that there is; ``noun`` is the one that is used."""
    top = _Parser(
        prog="toolguard",
        description="Review, approve and log every tool call that AI chat clients make to MCP servers. "
        "Without a command, opens the window.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"toolguard {__version__}")
    top.add_argument("--background", action="store_true", help=argparse.SUPPRESS)
    top.add_argument("--take-over", action="store_true", dest="takes_over",
                     help="quit a ToolGuard running on another display, then open it here")  # fmt: skip
    top.set_defaults(run=window)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    _add(commands, "demo", "open ToolGuard with a sample server", demo)
    serving = _add(commands, "serve", "run without a window; approve calls in this terminal", serve)
    serving.add_argument("--port", metavar="N", type=_port,
                         help="accept HTTP clients on this port of 127.0.0.1 (0: any free port)")  # fmt: skip
    _server_commands(_group(commands, "server", "manage servers"), whole=noun == "server")
    tools.add_commands(_group(commands, "tool", "manage tools and their visibility"), _add, give)
    _rule_commands(_group(commands, "rule", "manage rules"), whole=noun == "rule")
    limits.add_commands(_group(commands, "limit", "manage limits on calls"), _add, give)
    cli_secrets.add_commands(_group(commands, "secret", "manage secrets in the keyring"), _add, give)
    _client_commands(_group(commands, "client", "manage chat clients"))
    _log_commands(_group(commands, "log", "view, verify and export the log"))
    _settings_commands(_group(commands, "settings", "view and change settings"))
    panic = _json(_add(commands, "panic", "deny all calls, or decide about them again", panic_switch))
    panic.add_argument("state", choices=("on", "off", "status"), nargs="?", default="status",
                       help="on: deny every pending and new call and cancel running ones; off needs your approval "
                       "in the window (default: status)")  # fmt: skip
    _json(_add(commands, "doctor", "diagnose problems", doctor))
    return top


def _add(commands: Any, name: str, help: str, run: Command, **more: Any) -> _Parser:
    made: _Parser = commands.add_parser(
        name, help=help, description=f"{help[0].upper()}{help[1:]}.", allow_abbrev=False, **more
    )
    made.set_defaults(run=run)
    return made


def _group(commands: Any, name: str, help: str) -> Any:
    made = commands.add_parser(name, help=help, description=f"{help[0].upper()}{help[1:]}.", allow_abbrev=False)
    made.set_defaults(run=lambda _options: made.error("missing subcommand"))
    return made.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)


def _json(made: _Parser) -> _Parser:
    made.add_argument("--json", action="store_true", help="print JSON")
    return made


def _server_commands(commands: Any, *, whole: bool) -> None:
    """``whole``: with what only ``server add`` and ``change`` take, which takes time to make."""
    if whole:
        from toolguard.cli import server_options
    for name, help in (
        ("add", "add a server by its command or URL"),
        ("change", "change a server's command or URL"),
    ):
        made = _add(commands, name, help, _server(name), **({"usage": server_options.usage(name)} if whole else {}))
        made.set_defaults(takes_command=made)
        made.add_argument("name", metavar="NAME")
        if whole:
            server_options.add_options(made, _pair)
    _json(_add(commands, "list", "list the servers", _server("show_list")))
    for name, help, run in (
        ("show", "show a server and its sessions", _server("show")),
        ("try", "test a server: start it, list its tools and stop it", server_try),
        ("remove", "remove a server, its allow rules and its secret bindings; end its sessions", server_remove),
        ("enable", "turn a server on", _server("switch", True)),
        ("disable", "turn a server off and end its sessions", _server("switch", False)),
        ("end", "end a server's sessions", _server("end")),
        ("duplicate", "copy a server under a new name", _server("duplicate")),
        ("log", "show a server's log output", _server("show_log")),
    ):
        made = _add(commands, name, help, run)
        made.add_argument("name", metavar="NAME")
        if name in ("show", "try", "log"):
            _json(made)
        if name == "duplicate":
            made.add_argument("to", metavar="NEW_NAME")
    sign_ins.add_commands(commands, _add, give)
    made = commands.choices["log"]
    made.add_argument("--search", metavar="TEXT", help="only lines that contain TEXT")
    made.add_argument("--lines", metavar="N", type=_lines, default=100, help="maximum number of lines (default: 100)")
    made.add_argument("--follow", action="store_true", help="keep showing new lines")
    made = _json(_add(commands, "import", "import servers from a chat client's settings or a bundle",
                      _server("bring_in")))  # fmt: skip
    made.add_argument(
        "file",
        metavar="FILE",
        help="JSON, YAML, TOML, a text file with one command, or a bundle (.mcpb, .dxt); - reads stdin",
    )
    made.add_argument("--dry-run", action="store_true", help="show what would be added, change nothing")
    made.add_argument("--plain", action="store_true", help="keep possible secrets in config.json")
    made.add_argument("--agent", metavar="NAME", action="append", default=[], help="import only this agent's servers")
    made.add_argument("--set", metavar="KEY=VALUE", dest="values", type=_pair, action="append", default=[],
                      help="a value that a bundle asks for; secrets are asked for in the terminal")  # fmt: skip
    made.add_argument("--name", metavar="NAME", default="", help="the name for the bundle's server")


def _rule_commands(commands: Any, *, whole: bool) -> None:
    """``whole``: with what `MATCHERS` has, which takes time to load."""
    add = _json(_add(commands, "add", "add a rule", _rule("add")))
    edit = _json(_add(commands, "edit", "change a rule", _rule("edit")))
    edit.add_argument("id", metavar="ID")
    explain = _json(_add(commands, "explain", "show which rule applies to a call", _rule("explain")))
    if whole:
        from toolguard.cli import rules
        from toolguard.gate.policy.rules import MATCHERS

        for name, one in sorted(MATCHERS.items(), key=lambda row: not row[1].required):
            letter = name[0].upper()
            edit.add_argument(f"--{name}", metavar=letter, help=f"{one.help}, or '*'")
            usual = "any" if one.default == "*" else one.default
            add.add_argument(
                f"--{name}", metavar=letter, required=one.required and name != "tool",
                default=None if one.required else one.default,
                help=f"{one.help}{', or ' + repr('*') if one.required else f' (default: {usual})'}",
            )  # fmt: skip
            if name in ("server", "tool", "client", "method"):  # what an order to explain takes
                explain.add_argument(
                    f"--{name}", metavar=letter, required=one.required and name != "tool",
                    default=None if one.required else one.default,
                    help=one.help + f" (default: {usual})" * (not one.required),
                )  # fmt: skip
        rules.add_options(add, changes=False)
        rules.add_options(edit, changes=True)
        rules.add_end_options(add, changes=False)
        rules.add_end_options(edit, changes=True)
    explain.add_argument("--arguments", metavar="JSON", help="the arguments of the call, as a JSON object")
    add.add_argument("--verdict", required=True, choices=("allow", "deny", "ask"))
    add.add_argument("--dry-run", action="store_true", help="add nothing; show what it would have changed")
    edit.add_argument("--verdict", choices=("allow", "deny", "ask"))
    _json(_add(commands, "list", "list the rules", _rule("listing")))
    _add(commands, "remove", "remove a rule", _rule("remove")).add_argument("id", metavar="ID")
    export = _add(commands, "export", "write the rules as JSON", _rule("export"))
    export.add_argument("file", metavar="FILE", nargs="?", help="default: stdout")
    export.add_argument("--force", action="store_true", help="overwrite FILE")
    bring_in = _json(_add(commands, "import", "add the rules of a file, or none of them", _rule("bring_in")))
    bring_in.add_argument("file", metavar="FILE", help="what rule export wrote; - reads stdin")
    bring_in.add_argument("--dry-run", action="store_true", help="show what would be added, change nothing")
    stats = _json(
        _add(commands, "stats", "show how prompts were decided, and rules that would save most", _rule("stats"))
    )
    stats.add_argument("--since", choices=("today", "7d", "30d"), default="7d", help="(default: 7d)")
    test = _add(commands, "test", "decide the calls of a file by the rules, without the app", rule_test)
    test.add_argument("file", metavar="FILE", help="one JSON object per line; - reads stdin")
    test.add_argument("--rules", metavar="FILE", help="the rules: what rule export wrote (default: the configuration)")
    test.listing = lambda: _RULE_TEST


_RULE_TEST = """each line of FILE:
  {"client": "cursor", "server": "files", "tool": "read_file", "arguments": {"path": "/x"}, "expect": "ask"}
  client and expect may be left out.

each line of the output has verdict, rule and why, and with expect also ok.
The exit status is 1 if a verdict is not the expected one."""


def _client_commands(commands: Any) -> None:
    status = _json(_add(commands, "status", "list clients, and which of their servers are guarded", client_status))
    client_routing.add_project(status)
    client_routing.add_commands(commands, _add, give)
    end = _add(commands, "end", "disconnect a client; it may reconnect", client_end)
    end.add_argument("name", metavar="NAME")
    add = _json(_add(commands, "add", "add an HTTP client; its token is shown once", client_add))
    add.add_argument("name", metavar="NAME")
    add.add_argument("--server", metavar="S", dest="servers", action="extend", nargs="+",
                     help="a server the client may use (default: all)")  # fmt: skip
    client_routing.add_project(_json(_add(commands, "list", "list chat clients and their servers", client_list)))
    bundle = _add(commands, "bundle", "write a bundle (.mcpb) that connects a client to a server", client_bundle)
    bundle.add_argument("name", metavar="SERVER")
    bundle.add_argument("--output", metavar="FILE", required=True, help="the file to write; must end with .mcpb")
    bundle.add_argument("--force", action="store_true", help="overwrite FILE")
    remove = _add(commands, "remove", "revoke a client's access and end its sessions", client_remove)
    remove.add_argument("name", metavar="NAME")


def _log_commands(commands: Any) -> None:
    listing = _json(_add(commands, "list", "list the newest calls", log_list))
    search = _json(_add(commands, "search", "search calls by argument, result or reason", log_list))
    search.add_argument("text", metavar="TEXT")
    for made in (listing, search):
        made.add_argument("--limit", metavar="N", type=_count, default=50, help="maximum number of calls (default: 50)")
    show = _json(_add(commands, "show", "show all records of a call", log_show))
    show.add_argument("id", metavar="ID", help="a call ID or record number")
    verify = _json(_add(commands, "verify", "check that no record was edited, removed or reordered", log_verify))
    verify.add_argument("files", metavar="FILES", nargs="*", help="folders or files of a log, also of another "
                        "computer; needs no app and no keyring (default: the log of this computer)")  # fmt: skip
    verify.add_argument("--public-key", metavar="KEY", help="count only checkpoints signed with this key: its text, "
                        "or a file that holds it")  # fmt: skip
    verify.add_argument("--since", metavar="CHECKPOINT", help="a file of checkpoints that was kept elsewhere: check "
                        "that the log goes on from the newest one")  # fmt: skip
    _json(_add(commands, "public-key", "show the key that checkpoints of the log are verified with", log_public_key))
    export = _add(commands, "export", "export all records to a file, one JSON object per line", log_export)
    export.add_argument("file", metavar="FILE", help="- writes to stdout")
    export.add_argument("--force", action="store_true", help="overwrite FILE")
    export.add_argument(
        "--form", choices=("jsonl", "csv"), default="jsonl", help="jsonl: one record per line; csv: one call per row"
    )
    export.add_argument("--search", metavar="TEXT", default="", help="only calls that contain TEXT")
    for name in ("client", "server", "tool"):
        export.add_argument(f"--{name}", metavar="NAME", default="", help=f"only calls with this {name}")


def _settings_commands(commands: Any) -> None:
    _json(_add(commands, "list", "list the settings and their allowed values", settings_list))
    _add(commands, "polkit", "print the polkit policy for proof of presence", settings_polkit)
    change = _add(commands, "set", "change a setting", settings_set)
    change.add_argument("name", metavar="NAME")
    change.add_argument("values", metavar="VALUE", nargs="*", help="one or more values; on and off are accepted")
    change.add_argument("--default", action="store_true", help="restore the default")
    change.listing = _settings_listing


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


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 65_535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: use a number from 0 to 65535")
    return int(text)


# --- the app -----------------------------------------------------------------------------------------------------


def home() -> Path:
    """The state folder."""
    from toolguard.clients.stub.connect import state_home

    return Path(state_home())


def window(options: argparse.Namespace) -> int:
    from toolguard import app

    return app.run_window(home(), background=options.background, takes_over=options.takes_over)


def serve(options: argparse.Namespace) -> int:
    from toolguard import app

    return app.run_serve(home(), port=options.port)


def demo(_options: argparse.Namespace) -> int:
    from toolguard import app

    if has_display():
        return app.run_window(home(), demo=True)
    return app.run_serve(home(), demo=True)


def has_display() -> bool:
    """Whether available here."""
    if sys.platform in ("win32", "darwin"):
        return True
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    return bool(chosen or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# --- orders ------------------------------------------------------------------------------------------------------


def give(order: str, arguments: dict[str, Any]) -> Any:
    """What the running app, or the configuration where there is none, makes of an order."""
    from toolguard.cli import dispatch

    return dispatch.give(home(), order, arguments)


def _server(name: str, *more: Any) -> Command:
    """The command of that name in `cli.servers`."""

    def run(options: argparse.Namespace) -> int:
        from toolguard.cli import servers

        return int(getattr(servers, name)(give, options, *more))

    return run


def server_remove(options: argparse.Namespace) -> int:
    give("server.remove", {"name": options.name})
    print("Removed.")
    return 0


def server_try(options: argparse.Namespace) -> int:
    from toolguard.cli.server_try import try_server

    return try_server(give("server.show", {"name": options.name}), options, give=give)


def _rule(name: str) -> Command:
    """The command of that name in `cli.rules`."""

    def run(options: argparse.Namespace) -> int:
        from toolguard.cli import rules

        return int(getattr(rules, name)(give, options))

    return run


def rule_test(options: argparse.Namespace) -> int:
    from toolguard.cli import rules

    return rules.test(home(), options)


def settings_list(options: argparse.Namespace) -> int:
    from toolguard.cli import settings

    return settings.show(home(), options)


def panic_switch(options: argparse.Namespace) -> int:
    from toolguard.cli import settings

    return settings.panic(home(), options)


def settings_polkit(_options: argparse.Namespace) -> int:
    from toolguard.cli import settings

    return settings.show_policy()


def settings_set(options: argparse.Namespace) -> int:
    from toolguard.cli import settings

    return settings.change(home(), options)


def client_status(options: argparse.Namespace) -> int:
    from toolguard.cli.seen import show_clients

    installed = give("client.found", {"projects": client_routing.projects(options)})
    return show_clients(home(), options, give("client.status", {})["clients"], installed)


def client_end(options: argparse.Namespace) -> int:
    done = give("client.end", {"client": options.name})
    print(f"Ended {done['ended']} session{'s' * (done['ended'] != 1)}.")
    return 0


def client_add(options: argparse.Namespace) -> int:
    from toolguard.cli import clients

    return clients.add(home(), options)


def client_list(options: argparse.Namespace) -> int:
    from toolguard.cli import clients

    return clients.show(home(), options)


def client_remove(options: argparse.Namespace) -> int:
    give("client.remove", {"name": options.name})
    print("Removed.")
    return 0


def client_bundle(options: argparse.Namespace) -> int:
    from toolguard.cli import bundles

    return bundles.write(give, options)


# --- the log, the doctor -----------------------------------------------------------------------------------------


def log_list(options: argparse.Namespace) -> int:
    from toolguard.cli import log as cli_log

    return cli_log.list_calls(home(), options, getattr(options, "text", ""))


def log_show(options: argparse.Namespace) -> int:
    from toolguard.cli import log as cli_log

    return cli_log.show(home(), options)


def log_verify(options: argparse.Namespace) -> int:
    from toolguard.cli import log as cli_log

    if options.files or options.public_key or options.since:
        return cli_log.verify_files(home(), options)
    return cli_log.verify(home(), options)


def log_public_key(options: argparse.Namespace) -> int:
    from toolguard.cli import log as cli_log

    return cli_log.public_key(home(), options)


def log_export(options: argparse.Namespace) -> int:
    from toolguard.cli import log as cli_log

    return cli_log.export(home(), options)


def doctor(options: argparse.Namespace) -> int:
    from toolguard.cli.doctor import examine

    return examine(home(), options, has_display())
