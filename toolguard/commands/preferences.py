"""What orders about preferences do: list them with what each may be, change one, at once and for good."""

from __future__ import annotations

from typing import Any

import msgspec

from toolguard.checkpoint.visible import visible
from toolguard.commands.state import Arguments, Refused, State, note
from toolguard.store import autostart
from toolguard.store.config import Preferences

AT_LOGIN = "start_at_login"
"""A setting that stands in no file of ours: the desktop's own list of what it starts holds it."""


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


async def preferences_list(_arguments: Arguments, state: State) -> list[dict[str, Any]]:
    """Every setting: ``name``, ``value``, ``default``, and ``title``, what it must be."""
    now, unset = state.config.preferences, Preferences()
    found = [
        {"name": name, "value": _plain(getattr(now, name)), "default": _plain(getattr(unset, name)),
         "title": state.config.preference_words(name)}
        for name in Preferences.__struct_fields__
    ]  # fmt: skip
    if autostart.possible():
        found.append({"name": AT_LOGIN, "value": autostart.is_on(), "default": False, "title": "true or false"})
    return found


async def preferences_set(arguments: Arguments, state: State) -> list[dict[str, Any]]:
    """Change one (``null`` brings its default back) and put it into force; the value is the new list."""
    name, value = _known(arguments), arguments["value"]
    if name == AT_LOGIN:
        _start_at_login(value)
    else:
        state.config.set_preference(name, value)
        state.prefer(state.config.preferences)
    note(state, f"setting {name} changed", msgspec.json.encode(value).decode())
    return await preferences_list({}, state)


def _known(arguments: Arguments) -> str:
    name = str(arguments["name"])
    if name not in (*Preferences.__struct_fields__, *([AT_LOGIN] if autostart.possible() else [])):
        raise Refused(f"There is no setting {name}: `toolguard settings list` shows them.")
    return name


def _start_at_login(value: Any) -> None:
    if not isinstance(value, bool | None):
        raise Refused(f"{AT_LOGIN} must be true or false.")
    try:
        autostart.switch(bool(value))
    except OSError as problem:
        raise Refused(f"{autostart.path()} cannot be written ({problem.strerror}): nothing was changed.") from None


def preferences_set_loosens(arguments: Arguments, state: State) -> str:
    return becomes(_known(arguments), arguments["value"], state.config.preferences)


def becomes(name: str, value: Any, preferences: Preferences) -> str:
    """What a setting's new value loosens; "" for nothing.

    Longer for a person to be asked is longer for a call to be run by a late click; an asked leak can be let go.
    """
    if name == "leaks" and value == "ask" and preferences.leaks != "ask":
        return "A call with the value of a secret in its inputs is no longer refused: you are asked about it."
    if name != "prompt_timeout":
        return ""
    value = Preferences().prompt_timeout if value is None else value
    now = preferences.prompt_timeout
    if isinstance(value, bool) or not isinstance(value, int | float) or not now or value < 0 or 0 < value <= now:
        return ""  # not longer, or refused for what it is
    if not value:
        return f"Calls wait for you without end, no longer {now:,} seconds."
    return f"Calls wait for you {value:,g} seconds, no longer {now:,}."


def preferences_detail(arguments: Arguments) -> str:
    return "\n".join(visible(f"{name:<8} {value}") for name, value in arguments.items())
