"""``toolguard client guard``, ``stop-guarding`` and ``watch``, and which servers of chat clients are guarded."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from toolguard.cli.help.command_parser import add_command
from toolguard.cli.printing import print_hint, print_json, show_table
from toolguard.cli.progress import Progress
from toolguard.cli.words import ENTRY_STATES
from toolguard.gate.policy.unicode_safety import visible
from toolguard.services.errors import CommandError
from toolguard.services.runtime.requests import SendRequest

ROUTABLE_STATES = ("unguarded", "changed")
"""States of servers that could be guarded but are not."""
WATCH_INTERVAL = 3.0
"""Seconds between checks of ``watch``."""
_KEYS = ("put-back", "leave-out")
_COPIES = {
    "settings": "in another place, such as a comment",
    "backup": "ToolGuard's backup",
    "client": "the client's own copy",
    "shell": "a shell's history",
}
_RELOADS = {
    "restart": "Restart {title} to use the change.",
    "automatic": "{title} uses the change at once, or after its servers are restarted.",
    "command": "Refresh the servers in {title} to use the change.",
}


def add_commands(commands: Any, send: SendRequest) -> None:
    """Add ``guard``, ``stop-guarding`` and ``watch``."""
    watching = add_command(commands, "watch", "print each change of what is guarded, until Ctrl+C",
                           partial(watch, send))  # fmt: skip
    add_project(watching)
    for name, help, run in (
        ("guard", "guard a client's servers: it then launches them through ToolGuard", guard),
        ("stop-guarding", "restore a client's own entries for its servers", stop_guarding),
    ):
        command = add_command(commands, name, help, partial(run, send))
        command.add_argument("names", metavar="CLIENT", nargs="*", help="such as cursor; see `toolguard client list`")
        command.add_argument("--all", action="store_true", help="every client")
        command.add_argument("--server", metavar="S", dest="servers", action="append", default=[],
                          help="only the server with this name in the client's file")  # fmt: skip
        command.add_argument("--file", metavar="FILE", dest="files", action="append", default=[],
                          help="only this settings file")  # fmt: skip
        command.set_defaults(projects=[])
        if name == "guard":
            add_project(command)
            command.add_argument("--turn-off-prompts", action="store_true", dest="turn_off_prompts",
                              help="turn off the client's own approval prompts for these servers")  # fmt: skip
        else:
            command.add_argument("--keys", choices=_KEYS, default="",
                              help="write the keys back into the files, or leave them out (default: ask; with --yes or "
                                   "--dry-run put-back)")  # fmt: skip
        command.add_argument("--dry-run", action="store_true", help="show what would change, change nothing")
        command.add_argument("--yes", action="store_true", help="don't ask; required without a terminal")


def add_project(made: Any) -> None:
    """Add the option for project folders."""
    made.add_argument("--project", metavar="DIR", dest="projects", action="append", default=[],
                      help="also read the settings in this project folder")  # fmt: skip


def projects(options: argparse.Namespace) -> list[str]:
    """Return the project folders as full paths."""
    return [str(Path(project).expanduser().absolute()) for project in options.projects]


def guard(send: SendRequest, options: argparse.Namespace) -> int:
    """Show what guarding changes, ask, and do it; return the exit status. Raises `CommandError`."""
    from toolguard.services.interface import RouteOrder

    _refuse_wrong_use(options)
    chosen = _selection(options) | ({"turn_off_prompts": True} if options.turn_off_prompts else {})
    with Progress("Reading the settings of chat clients…"):
        plan = send(lambda services: services.routing.plan(**chosen))
    if options.servers or options.files:
        _refuse_unknown(chosen, send(lambda services: services.routing.found(chosen["projects"])))
    if options.dry_run and options.json:
        print_json(plan)
        return 0
    if options.dry_run and plan["files"]:
        _show_plan(plan)
        return 0
    if not plan["files"]:
        _tell_skipped(plan)
        _print(options, {"files": [], "servers": [], "secrets": []}, "Nothing to guard.")
        return _unreadable(plan)
    if options.yes:
        _tell_skipped(plan)
    else:
        _show_plan(plan)
        if not _agrees("Write these files?"):
            raise CommandError("Cancelled; nothing was changed")
    unverified = [file["title"] for file in plan["files"] if not file["verified"]]
    if unverified:
        print_hint(
            f"Not tried with the program itself: {', '.join(dict.fromkeys(unverified))}. Check that it still works."
        )
    order = RouteOrder(**chosen, digest=plan["digest"], added=plan["servers"], confirmed=True)
    done = send(lambda services: services.routing.route(order))
    if options.json:
        print_json(done)
    else:
        print("\n".join(map(visible, _guarded(plan, done))))
        for line in (*(each for file in done["files"] for each in file["notes"]), *_copy_lines(done["files"])):
            print_hint(line)
    for key in done["secrets"]:
        if key["missing"]:
            print_hint(f"{key['place']} of {key['server']} has no value here: run "
                       f"toolguard secret set {key['secret']}, then "
                       f"toolguard secret bind {key['secret']} --server {key['server']}")  # fmt: skip
    return max(_status(done["files"]), _unreadable(plan))


def _refuse_unknown(chosen: Mapping[str, Any], installed: Sequence[Mapping[str, Any]]) -> None:
    """Raise `CommandError` if the chosen clients do not have a chosen server or file, which would not be guarded."""
    clients = [client for client in installed if not chosen["clients"] or client["client"] in chosen["clients"]]
    files = {
        file["path"]: [entry["name"] for entry in file["servers"]] for client in clients for file in client["files"]
    }
    unknown = [f"server {name}" for name in chosen["names"] if not any(name in names for names in files.values())]
    unknown += [f"settings file {path}" for path in chosen["files"] if path not in files]
    if unknown:
        raise CommandError(f"These clients have no {unknown[0]}: see `toolguard client list`")


def _tell_skipped(plan: Mapping[str, Any]) -> None:
    for entry in plan["skipped"]:
        print_hint(f"{entry['client']}: {entry['name'] or entry['path']}: {entry['reason']}")


def _unreadable(plan: Mapping[str, Any]) -> int:
    """Return exit status 1 if files could not be read or planned, else 0."""
    return int(any(not entry["name"] for entry in plan["skipped"]))


def stop_guarding(send: SendRequest, options: argparse.Namespace) -> int:
    """Show what is restored, ask, and do it; return the exit status. Raises `CommandError`."""
    _refuse_wrong_use(options)
    chosen = _selection(options)
    del chosen["projects"]
    with Progress("Reading the settings of chat clients…"):
        plan = send(lambda services: services.routing.undo_plan(**chosen, keys=options.keys or "put-back"))
    if not options.yes and not options.dry_run and not options.keys and any(file["keys"] for file in plan["files"]):
        options.keys = _asked_for_keys(plan)
        plan = send(lambda services: services.routing.undo_plan(**chosen, keys=options.keys))
    chosen["keys"] = options.keys or "put-back"
    if not plan["files"] and not options.all:
        raise CommandError("ToolGuard guards none of these: see `toolguard client list`")
    if options.dry_run:
        _print(options, plan, "\n".join(_undo_lines(plan, chosen["keys"])) or "Nothing to restore.")
        return 0
    if not plan["files"]:
        _print(options, plan, "Nothing to restore.")
        return 0
    if not options.yes:
        print("\n".join(_lines(_undo_lines(plan, chosen["keys"]))))
        if not _agrees("Stop guarding these servers?"):
            raise CommandError("Cancelled; nothing was changed")
    done = send(lambda services: services.routing.undo(**chosen))
    if options.json:
        print_json(done)
        return _status(done["files"])
    for file in done["files"]:
        if not file["error"]:
            print(visible(f"Restored {file['path']}"))
        for note in file["notes"]:
            print_hint(f"  {note}")
    for line in _copy_lines(done["files"]):
        print_hint(line)
    print_hint(
        "ToolGuard's servers and secrets stay. Backups of changed files are in the folder backups of the state folder."
    )
    return _status(done["files"])


def _asked_for_keys(plan: Mapping[str, Any]) -> str:
    """Ask whether to write the keys back into the files; raises `CommandError`."""
    for file in plan["files"]:
        for key in file["keys"]:
            print(visible(f"key: {key['place']} of {key['name']} in {file['path']}"))
    sys.stdout.flush()
    with suppress(EOFError):
        while word := input("Put these keys back into the files, or leave them out? [p/l] ").strip().lower():
            if chosen := next((key for key in _KEYS if key.startswith(word)), ""):
                return chosen
    raise CommandError("Cancelled; nothing was changed")


def _undo_lines(plan: Mapping[str, Any], keys: str) -> Iterator[str]:
    for file in plan["files"]:
        if file["diff"]:
            yield file["diff"]
        if keys == "put-back":
            yield from (f"writes back {key['place']} of {key['name']} into {file['path']}" for key in file["keys"])
        yield from file["notes"]
    yield from _copy_lines(plan["files"])


def _copy_lines(files: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Return lines that name other files with the keys."""
    copies = {copy["path"]: copy["kind"] for file in files for copy in file["copies"]}
    return (f"{path} also contains a key ({_COPIES[kind]})" for path, kind in copies.items())


def watch(send: SendRequest, options: argparse.Namespace, pause: Callable[[float], None] = time.sleep) -> int:
    """Print what is not guarded now, then each change, until Ctrl+C; return the exit status. Raises `CommandError`."""
    before: dict[tuple[str, str, str], dict[str, Any]] = {}
    first = True
    try:
        while True:
            now = {
                (entry["client"], entry["file"], entry["name"]): entry
                for entry in coverage(send(lambda services: services.routing.found(projects(options))))
            }
            for key in dict.fromkeys((*before, *now)):
                was, entry = before.get(key), now.get(key)
                if entry is None:
                    entry = {**before[key], "state": "removed", "reason": "", "server": ""}
                if (was or {}).get("state") != entry["state"] and (not first or entry["state"] in ROUTABLE_STATES):
                    _print_change(options, entry)
            before, first = now, False
            pause(WATCH_INTERVAL)
    except KeyboardInterrupt:
        return 0


def _print_change(options: argparse.Namespace, entry: Mapping[str, Any]) -> None:
    if options.json:
        line = json.dumps(entry)
    else:
        state = ENTRY_STATES.get(entry["state"], entry["state"])
        line = visible(f"{entry['client']}: {entry['name']}: {state} ({entry['file']})")
    print(line, flush=True)


def coverage(clients: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return every server of every client with its state, from the result of ``client.found``."""
    return [
        {"client": client["client"], "file": file["path"], "name": entry["name"], "state": entry["state"],
         "reason": entry["reason"], "server": entry["server"]}
        for client in clients for file in client["files"] for entry in file["servers"]
    ]  # fmt: skip


def tell_unreadable(clients: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Print a hint for each file that cannot be read, from the result of ``client.found``; return these files."""
    unreadable = [
        {"client": client["client"], "file": file["path"], "error": file["error"]}
        for client in clients for file in client["files"] if file["error"]
    ]  # fmt: skip
    for file in unreadable:
        print_hint(f"{file['file']}: {file['error']}")
    return unreadable


def show_coverage(options: argparse.Namespace, servers: Sequence[Mapping[str, Any]]) -> None:
    """Print a table of the servers, if any."""
    rows = [
        (server["client"], server["name"], ENTRY_STATES[server["state"]], server["server"] or server["reason"])
        for server in servers
    ]
    if rows:
        print()
        show_table(options, servers, ("CLIENT", "SERVER", "STATE", "TOOLGUARD SERVER OR REASON"), rows, "")


def _selection(options: argparse.Namespace) -> dict[str, Any]:
    files = [str(Path(file).expanduser().absolute()) for file in options.files]
    return {"clients": options.names, "files": files, "names": options.servers, "projects": projects(options)}


def _refuse_wrong_use(options: argparse.Namespace) -> None:
    if bool(options.names) == options.all:
        options.parser.error("name the clients, or use --all")
    if not options.yes and not options.dry_run and (options.json or not sys.stdin or not sys.stdin.isatty()):
        options.parser.error("nobody can be asked here: use --yes, or --dry-run to see what would change")


def _show_plan(plan: Mapping[str, Any]) -> None:
    for server in plan["servers"]:
        launch = server.get("url") or " ".join((server["command"], *server.get("args", ())))
        print(visible(f"adds server {server['name']}: {launch}"))
    for key in plan["secrets"]:
        stored = "has no value here" if key["missing"] else "goes into your keyring"
        print(visible(f"{key['place']} of {key['server']} {stored} as {key['secret']}"))
    for file in plan["files"]:
        if not file["verified"]:
            print(visible(f"{file['title']}: where and how it keeps servers was not tried with the program itself"))
        for entry in file["entries"]:
            for note in entry["notes"]:
                print(visible(f"{entry['name']}: {note}"))
    print("\n".join(_lines(file["diff"] for file in plan["files"])))
    for line in _copy_lines(plan["files"]):
        print(visible(line))
    _tell_skipped(plan)


def _lines(texts: Iterator[str]) -> Iterator[str]:
    return (visible(line) for text in texts for line in text.splitlines())


def _guarded(plan: Mapping[str, Any], done: Mapping[str, Any]) -> Iterator[str]:
    written = {file["path"] for file in done["files"] if not file["error"]}
    backups = {file["path"]: file["backup"] for file in done["files"]}
    for file in plan["files"]:
        if file["path"] in written:
            servers = ", ".join(entry["server"] for entry in file["entries"])
            yield f"Guarded in {file['path']}: {servers}" if servers else f"Changed {file['path']}"
            if backups[file["path"]]:
                yield f"  backup: {backups[file['path']]}"
            hint = _RELOADS[file["reload"]] if file["running"] else "{title} uses the change when you next start it."
            yield "  " + hint.format(title=file["title"])


def _status(files: Sequence[Mapping[str, Any]]) -> int:
    for file in files:
        if file["error"]:
            print_hint(f"{file['path']}: {file['error']}")
    return int(any(file["error"] for file in files))


def _print(options: argparse.Namespace, value: Any, text: str) -> None:
    if options.json:
        print_json(value)
    else:
        print("\n".join(_lines(iter([text]))))


def _agrees(question: str) -> bool:
    sys.stdout.flush()
    try:
        return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        return False
