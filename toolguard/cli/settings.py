"""``toolguard settings`` and ``toolguard panic``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from toolguard.cli.printing import done, print_json, show_facts, show_table
from toolguard.gate.texts import coded
from toolguard.services.errors import CommandError
from toolguard.services.interface import SettingEntry
from toolguard.services.runtime.requests import SendRequest
from toolguard.tables.settings import Setting, grouped
from toolguard.tables.values import Number

_WORDS = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def listing(send: SendRequest, options: argparse.Namespace) -> int:
    """Print every setting with its label in the window and its value."""
    settings = send(lambda services: services.settings.all())
    rows_ = rows()
    cells = [
        (setting["name"], rows_[setting["name"]].title, _worded(setting["value"], rows_[setting["name"]]))
        for setting in settings
    ]
    return show_table(options, settings, ("NAME", "SETTING", "VALUE"), cells, "")


def show(send: SendRequest, options: argparse.Namespace) -> int:
    """Print a setting, its description and its allowed values; raises `CommandError`."""
    setting = _setting(send, options.name)
    row = rows()[options.name]
    facts = [
        ("name", setting["name"]), ("setting", row.title), ("about", row.about),
        ("value", _worded(setting["value"], row)), ("allowed", _allowed(setting)),
        ("default", _worded(setting["default"], row) or "none"),
    ]  # fmt: skip
    return show_facts(options, setting, facts)


def change(send: SendRequest, options: argparse.Namespace) -> int:
    """Change a setting; raises `CommandError`."""
    if options.default == bool(options.values):
        options.parser.error("use either a value or --default")
    setting = _setting(send, options.name)
    value = None if options.default else _read(options.values, setting)
    listed = send(lambda services: services.settings.change(options.name, value))
    return done(options, next((now for now in listed if now["name"] == options.name), setting), "Changed.")


def panic(send: SendRequest, options: argparse.Namespace) -> int:
    """Block all calls, stop blocking them, or print whether they are blocked."""
    if options.state == "status":
        listed = send(lambda services: services.settings.all())
    else:
        listed = send(lambda services: services.settings.change("panic", options.state == "on"))
    on = next(bool(setting["value"]) for setting in listed if setting["name"] == "panic")
    text = "All calls are blocked." if on else "The setting “Block all calls” is off."
    return done(options, {"panic": on}, text)


def paths(home: Path, options: argparse.Namespace) -> int:
    """Print where the settings and the log are."""
    paths = {"folder": str(home), "configuration": str(home / "config.json"), "log": str(home / "log")}
    return show_facts(options, paths, paths.items())


def show_policy(_home: Path, options: argparse.Namespace) -> int:
    """Print the polkit policy for the current user; raises `CommandError`."""
    text = _policy()
    if options.json:
        print_json({"policy": text})
    else:
        print(text, end="")
    return 0


def _policy() -> str:
    if sys.platform == "linux":
        from toolguard.presence.polkit import policy, user_name

        try:
            return policy(user_name(os.getuid()))
        except ValueError as why:
            raise CommandError(str(why)) from None
    raise CommandError("Only Linux uses polkit; no policy is needed here")


def _setting(send: SendRequest, name: str) -> SettingEntry:
    settings = {setting["name"]: setting for setting in send(lambda services: services.settings.all())}
    if name not in settings:
        raise CommandError(coded("services.no_setting_settings_list", name=name))
    return settings[name]


def rows() -> dict[str, Setting]:
    """Return the rows of all settings by their names."""
    return {name: row for group in grouped().values() for name, row in group.items()}


def _worded(value: Any, row: Setting) -> str:
    """Return a value as text. A number has its unit, and 0 also its meaning if it has one of its own."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(row.value, Number):
        unit = "seconds" if row.value.seconds else row.value.unit
        return f"0 ({row.value.zero})" if value == 0 and row.value.zero else f"{value} {unit}".rstrip()
    return " | ".join(value) if isinstance(value, list) else str(value)


def _allowed(setting: SettingEntry) -> str:
    return "on or off" if isinstance(setting["default"], bool) else str(setting["title"])


def _read(typed: list[str], setting: SettingEntry) -> Any:
    """Return typed values as the setting's kind of value."""
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
    raise CommandError(f"The setting {setting['name']} must be {_allowed(setting)}")
