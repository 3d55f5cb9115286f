"""The options of ``toolguard server add`` and ``change``, made from the tables of servers."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from toolguard.gate.texts import coded
from toolguard.services.errors import CommandError
from toolguard.tables.servers import KINDS, SERVER_SETTINGS, Option, ServerKindRow

_PROTOCOLS = {kind.protocol: kind.protocol_title for kind in KINDS.values()}
_DEFAULT_PROTOCOL = next(iter(_PROTOCOLS))
"""The default of ``--kind``."""


def known_kind(server: Mapping[str, Any]) -> ServerKindRow:
    """Return the row of a server's kind. Raises `CommandError` if only the running app knows it, as a newer version."""
    name, kind = server["name"], server["kind"]
    if kind not in KINDS:
        raise CommandError(coded("servers.server_unknown_kind_set", name=name, kind=kind, kinds=tuple(KINDS)))
    return KINDS[kind]


def add_options(made: argparse.ArgumentParser, pair: Callable[[str], tuple[str, str]]) -> None:
    """Add the options of all kinds; options of other protocols are in separate groups."""
    names = " or ".join(_PROTOCOLS.values())
    made.add_argument("--kind", choices=tuple(_PROTOCOLS), help=f"the protocol: {names} (default: {_DEFAULT_PROTOCOL})")
    groups: dict[str, Any] = {_DEFAULT_PROTOCOL: made}
    for name, setting in SERVER_SETTINGS.items():
        protocols = [kind.protocol for kind in KINDS.values() if name in kind.offered]
        protocol = _DEFAULT_PROTOCOL if _DEFAULT_PROTOCOL in protocols else next(iter(protocols), _DEFAULT_PROTOCOL)
        if protocol not in groups:
            title = f"options for {_PROTOCOLS[protocol]} servers (--kind {protocol})"
            groups[protocol] = made.add_argument_group(title)
        for option in setting.options:
            _add(groups[protocol], option, name, pair)


def _add(group: Any, option: Option, name: str, pair: Callable[[str], tuple[str, str]]) -> None:
    schema, more = SERVER_SETTINGS[name].schema, dict[str, Any]()
    if option.pairs:
        more = {"metavar": option.metavar, "action": "append", "type": pair, "default": []}
    elif option.metavar:
        more = {"metavar": option.metavar}
    elif schema.get("type") == "boolean":
        more = {"action": argparse.BooleanOptionalAction}
    else:
        more = {"choices": tuple(schema["enum"])}
    group.add_argument(option.flag, dest=_dest(name, option), help=option.help, **more)


def _dest(name: str, option: Option) -> str:
    return f"{name}_{option.into}" if option.into else name


def usage(command: str) -> str:
    """Return the usage of the command for each kind."""
    lines: list[str] = []
    for kind in KINDS.values():
        words = list(_words(kind))
        start = f"toolguard server {command} NAME"
        if kind.runs_program:
            words.append("-- COMMAND [ARG]...")
        lines += textwrap.wrap(
            " ".join((start, *(word.replace(" ", "\0") for word in words))), 79,
            subsequent_indent=" " * 29, initial_indent=" " * 7 * bool(lines), break_on_hyphens=False,
        )  # fmt: skip
    return "\n".join(lines).replace("\0", " ")


def _words(kind: ServerKindRow) -> Iterator[str]:
    if kind.protocol != _DEFAULT_PROTOCOL:
        yield f"--kind {kind.protocol}"
    for name in (kind.needs, *(offered for offered in kind.offered if offered != kind.needs)):
        schema = SERVER_SETTINGS[name].schema
        for option in SERVER_SETTINGS[name].options:
            takes = option.metavar or "|".join(schema.get("enum", ()))
            word = f"{option.flag} {takes}".rstrip()
            yield word if name == kind.needs else f"[{word}]{'...' * option.pairs}"


def is_complete(options: argparse.Namespace) -> bool:
    """Return whether the command line has a command, or the required option of another kind."""
    return any(getattr(options, kind.needs, None) for kind in KINDS.values())


def has_settings(options: argparse.Namespace) -> bool:
    """Return whether the command line has an option that sets something."""
    values = (_value_of(options, name, option) for name in SERVER_SETTINGS for option in SERVER_SETTINGS[name].options)
    return any(value is not None for value in values)


def _value_of(options: argparse.Namespace, name: str, option: Option) -> Any:
    """Return the value of an option, or None if it is not given."""
    value = getattr(options, _dest(name, option))
    return None if value in ([], "") else value


def settings(options: argparse.Namespace, before: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the settings given on the command line; raises `CommandError`.

    Without a command or a URL, the settings of the server ``before`` that are not given stay.
    """
    typed: dict[str, Any] = {}
    flags = {"command": "a command"}
    if options.command:
        typed["command"], *typed["args"] = options.command
    for name, setting in SERVER_SETTINGS.items():
        for option in setting.options:
            value = _value_of(options, name, option)
            if value is not None:
                flags[name] = option.flag
                read = _read(option, value, setting.schema)
                typed[name] = {**typed.get(name, {}), option.into: read} if option.into else read
    unchanged: dict[str, Any] = {}
    row = known_kind(before) if before is not None else None
    if before is not None and row is not None and not is_complete(options) and options.kind in (None, row.protocol):
        kind = before["kind"]
        unchanged = {name: _unreplaced(name, before[name], typed) for name in row.settings if before.get(name)}
    else:
        kind = _kind(options, typed, flags)
    for name in typed:
        if name not in KINDS[kind].offered:
            raise CommandError(f"{flags[name]} does not apply to servers of the kind {kind}")
    new = (setting for setting in typed if setting not in unchanged)
    implied = {name: value for setting in new for name, value in SERVER_SETTINGS[setting].implies.items()}
    return {"kind": kind, **_merged({**unchanged, **implied}, typed)}


def _unreplaced(name: str, before: Any, typed: Mapping[str, Any]) -> Any:
    """Return the value of a setting without the pairs that ``typed`` replaces under a name in other case."""
    if name not in typed or not SERVER_SETTINGS[name].schema.get("ignores_case"):
        return before
    new = {pair.lower() for pair in typed[name]}
    return {pair: value for pair, value in before.items() if pair.lower() not in new}


def _merged(before: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``before`` with the members of ``changes``; objects are merged, too."""
    new = {
        name: _merged(before.get(name, {}), value) if isinstance(value, dict) else value
        for name, value in changes.items()
    }
    return {**before, **new}


def _read(option: Option, value: Any, schema: Mapping[str, Any]) -> Any:
    if option.pairs:
        properties = schema.get("properties", {})
        for name, _ in value:
            if properties and not option.into and name not in properties:
                raise CommandError(f"{option.flag} {name}: must be one of {', '.join(properties)}")
        return dict(value)
    return str(Path(value).absolute()) if option.folder else value


def _kind(options: argparse.Namespace, typed: dict[str, Any], flags: dict[str, str]) -> str:
    """Return the kind of the protocol whose required setting is given."""
    protocol = options.kind or _DEFAULT_PROTOCOL
    among = {name: kind for name, kind in KINDS.items() if kind.protocol == protocol}
    needed = list(dict.fromkeys(kind.needs for kind in KINDS.values() if kind.needs in typed))
    if len(needed) > 1:
        text = " or ".join(sorted(flags[flag] for flag in needed))
        raise CommandError(f"Use either {text}, not both")
    fits = [name for name, kind in among.items() if kind.needs in typed]
    if not fits:
        options_ = (option for kind in among.values() for option in SERVER_SETTINGS[kind.needs].options)
        missing = ", ".join(f"{option.flag} {option.metavar}" for option in options_)
        raise CommandError(f"Missing {missing} for the {next(iter(among.values())).title}")
    return fits[0]
