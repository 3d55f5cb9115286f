"""The commands ``toolguard server sign-in`` and ``sign-out``. A running app opens the page."""

from __future__ import annotations

import argparse
import time
from functools import partial
from typing import Any

from toolguard.cli.help.command_parser import add_command
from toolguard.cli.printing import done, print_hint
from toolguard.services.errors import CommandError
from toolguard.services.runtime.requests import SendRequest

_POLL_INTERVAL = 1.0  # seconds between checks whether the person has signed in


def add_commands(commands: Any, send: SendRequest) -> None:
    """Add ``sign-in`` and ``sign-out`` to the subparsers ``commands`` of ``toolguard server``."""
    command = add_command(commands, "sign-in", "sign in to a remote server with your browser", partial(sign_in, send))
    command.add_argument("name", metavar="NAME", help="the server's name")
    command = add_command(commands, "sign-out", "sign out of a remote server", partial(sign_out, send))
    command.add_argument("name", metavar="NAME", help="the server's name")


def sign_in(send: SendRequest, options: argparse.Namespace) -> int:
    """Wait until the person has signed in; Ctrl+C cancels the sign-in."""
    result = send(lambda services: services.sign_ins.begin(options.name))
    if result["state"] == "waiting":
        print_hint(f"Waiting for you to sign in at {result['place']}…")
    try:
        while result["state"] == "waiting":
            time.sleep(_POLL_INTERVAL)
            result = send(lambda services: services.sign_ins.state(options.name))
    except KeyboardInterrupt:
        send(lambda services: services.sign_ins.cancel(options.name))
        raise
    if result["state"] != "in" or result["why"]:
        raise CommandError(result["why"] or "Sign-in failed")
    return done(options, result, f"Signed in to {result['issuer']}.")


def sign_out(send: SendRequest, options: argparse.Namespace) -> int:
    """Delete the tokens, and print whether the server revoked them."""
    result = send(lambda services: services.sign_ins.leave(options.name))
    here = "Signed out here. The server did not confirm the sign-out."
    return done(options, result, "Signed out." if result["revoked"] else here)
