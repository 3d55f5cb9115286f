"""Keys of the questions that ``toolguard serve`` asks: one row each. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from toolguard.gate.model import PendingCall, Proposal
from toolguard.terminal.call_text import field, heading, key_rows


class Key(NamedTuple):
    """A key, as the last row of a question names it, and what it does."""

    key: str
    label: str
    help: str


HELP = Key("?", "[?] keys", "Show the keys")
_SKIP = Key("s", "[s]kip", "Skip. It stays pending; s shows it again when nothing else is pending")
_ALL = Key("m", "[m] show all", "Show what is left out here, a screen at a time")
_IDLE = (Key("s", "", "Show again what you skipped"), HELP)
_QUIT = "Quit ToolGuard. Pending calls don't run"


def keys_of(question: PendingCall | Proposal, *, folded: bool, burst: int) -> tuple[Key, ...]:
    """Return the keys for a question. ``folded``: a part is left out; ``burst``: pending calls of its burst."""
    if isinstance(question, Proposal):
        several = len(question.parts) > 1
        keys = [
            Key("a", "[a]pprove one by one", "Ask about each change, then make those that you approve")
            if several
            else Key("a", "[a]pprove", "Approve the change"),
            Key("d", "[d]eny all", "Deny all changes") if several else Key("d", "[d]eny", "Deny the change"),
        ]
    else:
        keys = [
            Key("a", "[a]pprove", "Approve, once"),
            Key("e", "r[e]member", "Approve or deny, and add a rule for later calls"),
            Key("i", "ed[i]t", "Edit the arguments in your editor, then approve or go back"),
            Key("d", "[d]eny", "Deny, once"),
            Key("r", "[r]eason", "Deny, with a reason for the model"),
        ]
        if question.call.is_from_server:
            keys = [key for key in keys if key.key != "i"]
    keys += [_SKIP]
    keys += [_ALL] if folded else []
    keys += [Key("b", f"[b] deny all {burst:,} of the burst", "Deny all pending calls of the burst")] if burst else []
    return (*keys, HELP)


def labels(keys: Iterable[Key], width: int, *others: str) -> str:
    """Return the last rows of a question: its keys, then ``others``."""
    return key_rows([*(key.label for key in keys), *others], width)


def help_sheet(keys: Iterable[Key], width: int) -> str:
    """Return what each key does."""
    rows = [row for key in keys for row in field(f"[{key.key}]", key.help, width)]
    return "\n".join([heading("Keys", width), *rows, *field("[Ctrl+C]", _QUIT, width)]) + "\n"


def idle_help(width: int) -> str:
    """Return what each key does while nothing is asked."""
    return help_sheet(_IDLE, width)
