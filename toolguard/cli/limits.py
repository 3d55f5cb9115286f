"""``toolguard limit``: set, list and remove limits on calls."""

from __future__ import annotations

import argparse
import re
from functools import partial
from typing import Any

from toolguard.cli.help.command_parser import add_command
from toolguard.cli.printing import done, show_table, size, span
from toolguard.services.runtime.requests import SendRequest

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_SIZES = {"": 1, "k": 1024, "m": 1024 * 1024}


def add_commands(commands: Any, send: SendRequest) -> None:
    """Add the commands of ``toolguard limit`` to the subparsers ``commands``."""
    command = add_command(
        commands, "set", "limit calls; replaces a limit for the same client, server and tool", partial(_set, send)
    )
    for name in ("client", "server", "tool"):
        command.add_argument(
            f"--{name}", metavar=name[0].upper(), default="*", help=f"the {name}'s name (default: any)"
        )
    command.add_argument("--rate", metavar="N/TIME", type=_rate, help="at most N calls in a time, such as 30/1m")
    command.add_argument("--arguments", metavar="SIZE", type=_size, help="maximum size of arguments: bytes, 64k or 1m")
    command.add_argument("--result", metavar="SIZE", type=_size, help="maximum size of a result")
    command.add_argument("--timeout", metavar="TIME", type=_seconds,
                         help="maximum time until the response, such as 30s")  # fmt: skip
    add_command(commands, "list", "list the limits", partial(_list, send))
    remove = add_command(commands, "remove", "remove a limit", partial(_remove, send))
    remove.add_argument("id", metavar="ID", help="the limit's ID; see `toolguard limit list`")


def _set(send: SendRequest, options: argparse.Namespace) -> int:
    calls, seconds = options.rate or (None, None)
    settings = {
        "client": options.client, "server": options.server, "tool": options.tool, "calls": calls, "seconds": seconds,
        "arguments": options.arguments, "result": options.result, "timeout": options.timeout,
    }  # fmt: skip
    from toolguard.services.interface import NewLimit

    new = NewLimit(**{name: value for name, value in settings.items() if value is not None})
    limit = send(lambda services: services.limits.set(new))
    return done(options, limit, f"Set limit {limit['id']}.")


def _list(send: SendRequest, options: argparse.Namespace) -> int:
    limits = send(lambda services: services.limits.all())
    rows = [
        (limit["id"], limit["client"], limit["server"], limit["tool"],
         f"{limit['calls']:,} in {span(limit['seconds'])}" if limit["calls"] else "",
         "" if limit["left"] is None else f"{limit['left']:,}",
         *(size(limit[name]) if limit[name] else "" for name in ("arguments", "result")),
         span(limit["timeout"]) if limit["timeout"] else "")
        for limit in limits
    ]  # fmt: skip
    heads = ("ID", "CLIENT", "SERVER", "TOOL", "CALLS", "LEFT", "ARGUMENTS", "RESULT", "TIMEOUT")
    return show_table(options, limits, heads, rows, "No limits.")


def _remove(send: SendRequest, options: argparse.Namespace) -> int:
    return done(options, send(lambda services: services.limits.remove(options.id)), "Removed.")


def _seconds(text: str) -> float:
    match = re.fullmatch(r"([0-9]{1,7})([smhd])", text)
    if not match or not 0 < (seconds := int(match[1]) * _UNITS[match[2]]) <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time: use 30s, 10m or 1h, up to 1d")
    return float(seconds)


def _rate(text: str) -> tuple[int, float]:
    calls, _, time = text.partition("/")
    if not re.fullmatch(r"[1-9][0-9]{0,5}", calls):
        raise argparse.ArgumentTypeError(f"{text!r} is not a rate: use 30/1m or 5/10s")
    return int(calls), _seconds(time)


def _size(text: str) -> int:
    match = re.fullmatch(r"([1-9][0-9]{0,9})([km]?)", text.lower())
    if not match or (size := int(match[1]) * _SIZES[match[2]]) > 1024 * 1024 * 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size: use bytes, 64k or 1m")
    return size
