"""The settings on the command line: shown as a table, changed by what a person types."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from toolguard.cli import dispatch
from toolguard.cli.printing import print_json, show_table
from toolguard.services.errors import CommandError

_WORDS = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def show(home: Path, options: argparse.Namespace) -> int:
    """Print every setting, with what it may be."""
    found = dispatch.give(home, "preferences.list", {})
    rows = [(one["name"], _typed(one["value"]), one["title"]) for one in found]
    return show_table(options, found, ("NAME", "VALUE", "MAY BE"), rows, "")


def change(home: Path, options: argparse.Namespace) -> int:
    """Change a setting to what was typed; raises `CommandError`."""
    if options.default == bool(options.values):
        raise CommandError("use either a value or --default")
    found = {one["name"]: one for one in dispatch.give(home, "preferences.list", {})}
    if options.name not in found:
        raise CommandError(f"no setting {options.name}: see `toolguard settings list`")
    value = None if options.default else _read(options.values, found[options.name])
    dispatch.give(home, "preferences.set", {"name": options.name, "value": value})
    print("Changed.")
    return 0


def panic(home: Path, options: argparse.Namespace) -> int:
    """Block all calls, decide about them again, or say which of both holds."""
    if options.state == "status":
        listed = dispatch.give(home, "preferences.list", {})
    else:
        listed = dispatch.give(home, "preferences.set", {"name": "panic", "value": options.state == "on"})
    on = next(bool(one["value"]) for one in listed if one["name"] == "panic")
    if options.json:
        print_json({"panic": on})
    else:
        print("All calls are blocked." if on else "Calls are decided by your rules and by you.")
    return 0


def show_policy() -> int:
    """Print the polkit policy for the user who asks; raises `CommandError`."""
    if sys.platform != "linux":
        raise CommandError("polkit is only used on Linux; no policy is needed here")
    from toolguard.presence.polkit import policy, user_name

    try:
        print(policy(user_name(os.getuid())), end="")
    except ValueError as why:
        raise CommandError(str(why)) from None
    return 0


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return " | ".join(value) if isinstance(value, list) else str(value)


def _read(typed: list[str], setting: dict[str, Any]) -> Any:
    """What was typed, as the kind of value that the setting has."""
    kind = type(setting["default"])
    if kind is list:
        return typed
    (text,) = typed if len(typed) == 1 else (" ".join(typed),)
    if kind is bool and text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if kind is int and text.isascii() and text.isdigit():
        return int(text)
    if kind is str:
        return text
    raise CommandError(f"{setting['name']} must be {'on or off' if kind is bool else setting['title']}")
