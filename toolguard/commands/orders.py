"""Every change or question that a command can bring to ToolGuard, a row each.

What loosens the gate waits for a person in the running app, or, when none runs, in the window that is opened next;
`toolguard serve` takes the configuration as it stands: whoever starts it vouches for it.
Nothing here can approve a held call or accept a proposal, and no secret's value is ever given back, told or recorded.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from toolguard.checkpoint.calls import NotRecorded
from toolguard.commands import (
    clients,
    diagnostics,
    preferences,
    probing,
    rule_places,
    rules,
    secrets,
    seen,
    servers,
    serving,
    sign_ins,
    status,
    tools,
)
from toolguard.commands.state import Arguments, Refused, State
from toolguard.store.config import ConfigProblem
from toolguard.store.keychain import KeychainProblem

Propose = Callable[[str, str, str, str], Awaitable[bool]]
"""Asks a person for (kind, title, detail, asked by): `Guard.propose`."""


@dataclass(frozen=True, slots=True)
class Order:
    """One order. ``loosens`` gives "" or what a person must accept first; it and ``run`` may raise `Refused`."""

    name: str
    label: str
    kind: str
    """What it is about: ``server``, ``sign-in``, ``rule``, ``secret``, ``client``, ``status``."""
    schema: Mapping[str, Any]
    run: Callable[[Arguments, State], Awaitable[Any]]
    changes: bool = True
    loosens: Callable[[Arguments, State], str] | None = None
    detail: Callable[[Arguments], str] = lambda _arguments: ""
    """The exact thing that a person is shown before it is done."""


async def execute(name: str, arguments: Any, state: State, propose: Propose | None = None) -> dict[str, Any]:
    """Do one order: ``{"ok": True, "value": …}`` or ``{"ok": False, "error": one sentence}``.

    With ``propose`` whatever loosens the gate is put to a person first; without it is done at once.
    """
    try:
        order = ORDERS.get(name) if isinstance(name, str) else None
        if order is None:
            raise Refused(f"There is no order {name!r}: are two versions of ToolGuard installed?")
        _check(order, arguments)
        title = order.loosens(arguments, state) if order.loosens else ""
        if title and propose is not None and not await propose(order.kind, title, order.detail(arguments), state.by):
            raise Refused("Not done: it was declined, or nobody could be asked.")
        if order.loosens and title != order.loosens(arguments, state):
            raise Refused("Not done: what was asked for is no longer the same. Look at it, then ask again.")
        return {"ok": True, "value": await order.run(arguments, state)}
    except (Refused, ConfigProblem, KeychainProblem) as why:
        return {"ok": False, "error": str(why)}
    except NotRecorded as why:
        return {"ok": False, "error": f"Not done, because it could not be recorded: {why}"}


def _check(order: Order, arguments: Any) -> None:
    """Refuse arguments that do not fit. The words are ours: a validator's own would repeat a secret's value."""
    import jsonschema

    error = next(jsonschema.Draft202012Validator(order.schema).iter_errors(arguments), None)
    if error is None:
        try:
            msgspec.json.encode(arguments)
        except UnicodeEncodeError:
            raise Refused("This cannot be done: a text holds half a character (an unpaired surrogate).") from None
        return
    place = ".".join(map(str, error.absolute_path)) or "its arguments"
    match error.validator:
        case "additionalProperties":
            text = "have a member that is not known"
        case "required":
            missing = [name for name in error.validator_value if name not in error.instance]
            text = f"must have {', '.join(missing)}"
        case _:
            text = f"must be {error.schema.get('title', 'of another form')}"
    raise Refused(f"This cannot be done: {place} {text}.")


# --- the table ---------------------------------------------------------------------------------------------------


def _object(required: tuple[str, ...] = (), **properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object", "title": "an object", "properties": properties, "required": list(required),
        "additionalProperties": False,
    }  # fmt: skip


_NAME = {
    "title": "1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit",
    "type": "string",
    "pattern": r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z",
}
_TEXT = {"title": "a text without a NUL character", "type": "string", "pattern": r"^[^\x00]*\Z"}
_FULL = {**_TEXT, "title": "a text that is not empty, without a NUL character", "minLength": 1}
_PLACE = {"title": "a name or '*'", "type": "string", "minLength": 1, "maxLength": 512}
_ONLY_TOOLS = {"title": "a list of tools' names", "type": "array", "items": {**_PLACE, "title": "a tool's name"},
               "maxItems": 1000}  # fmt: skip
_SWITCHES = {
    "title": "an object of true or false, by tool",
    "type": "object",
    "propertyNames": {"title": "a tool's name or '*'", "minLength": 1, "maxLength": 512},
    "additionalProperties": {"title": "true or false", "type": "boolean"},
}
_CLIENTS = {"title": "a list of clients' names", "type": "array", "items": _PLACE}
_SERVERS = {"title": "a list of servers' names", "type": "array", "items": _NAME, "minItems": 1, "uniqueItems": True}
_ENV = {
    "title": "an object of texts",
    "type": "object",
    "propertyNames": {"title": "the name of a variable", "pattern": r"^[^=\x00]+\Z"},
    "additionalProperties": _TEXT,
}
_REFERENCE = r"\$\{secret:[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\}"
_REFERENCES = {
    "title": "an object of texts like ${secret:NAME}",
    "type": "object",
    "propertyNames": {"title": "an id of 1 to 300 characters", "minLength": 1, "maxLength": 300},
    "additionalProperties": {"title": "${secret:NAME}", "type": "string", "pattern": rf"^{_REFERENCE}\Z"},
}
_POINTER = {
    "title": "a JSON pointer such as /connection", "type": "string", "pattern": r"^(/([^~/]|~[01])*)+\Z",
    "maxLength": 512,
}  # fmt: skip
_TOOL = {**_PLACE, "title": "a tool's name"}
_FILLING: dict[str, Mapping[str, Any]] = {
    "tool": _TOOL, "argument": _POINTER, "template": {**_FULL, "maxLength": 4096},
}  # fmt: skip
_ARGUMENTS = {
    "title": "an object of objects of texts, by tool and by JSON pointer",
    "type": "object",
    "propertyNames": _TOOL,
    "additionalProperties": {
        "title": "an object of texts, by JSON pointer", "type": "object", "minProperties": 1,
        "propertyNames": _POINTER, "additionalProperties": _FULL,
    },
}  # fmt: skip
_SERVER: dict[str, Mapping[str, Any]] = {
    "kind": {"title": "stdio, http or otc", "enum": ["stdio", "http", "otc"]},
    "command": _FULL,
    "args": {"title": "a list of texts", "type": "array", "items": _TEXT},
    "env": _ENV,
    "cwd": {**_TEXT, "title": "a folder", "type": ["string", "null"]},
    "url": _FULL,
    "headers": {"title": "an object of texts", "type": "object", "additionalProperties": _TEXT},
    "transport": {"title": "auto, streamable or sse", "enum": ["auto", "streamable", "sse"]},
    "client_id": {**_TEXT, "title": "a text of at most 2000 characters", "maxLength": 2000},
    "client_secret": {"title": "${secret:NAME} or nothing", "type": "string", "pattern": rf"^(?:{_REFERENCE})?\Z"},
    "auth": {"title": "none, api_key or jwt", "enum": ["none", "api_key", "jwt"]},
    "auth_key": {"title": "${secret:NAME} or nothing", "type": "string", "pattern": rf"^(?:{_REFERENCE})?\Z"},
    "context": {
        "title": "an object with secrets, authorization and user_id",
        "type": "object",
        "properties": {
            "secrets": _REFERENCES,
            "authorization": _REFERENCES,
            "user_id": {"title": "a text in one line", "type": "string", "pattern": r"^[^\r\n\x00]*\Z"},
        },
        "additionalProperties": False,
    },
    "arguments": _ARGUMENTS,
    "ask_first": {"title": "true or false", "type": "boolean"},
    "bridge": {"title": "auto or off", "enum": ["auto", "off"]},
    "enabled": {"title": "true or false", "type": "boolean"},
}
_SWITCH = _object(("exposed",), client=_PLACE, server=_NAME, tool=_PLACE,
                  exposed={"title": "true or false", "type": "boolean"})  # fmt: skip
_SECRET_KIND = {
    "title": "secret, api_key, bearer_token or user_id", "enum": ["secret", "api_key", "bearer_token", "user_id"],
}  # fmt: skip
_BOOL = {"title": "true or false", "type": "boolean"}
_VERDICT = {"title": "allow, deny or ask", "enum": ["allow", "deny", "ask"]}
_PREFERENCE = {
    "title": "a number, a text, true, false, null or a list of texts",
    "type": ["integer", "number", "string", "boolean", "null", "array"],
    "items": _TEXT,
}
_UNTIL = {"title": "session or always", "enum": ["session", "always"]}
_PRINT = {"title": "a text", "type": "string", "maxLength": 512}
_MOMENT = {"title": "seconds since 1970", "type": "number", "minimum": 0}
_SECONDS = {"title": "a number of seconds, at most ten years", "type": "number", "minimum": 1, "maximum": 315_360_000}

ORDERS: dict[str, Order] = {
    order.name: order
    for order in (
        Order(
            "server.add", "Register a server that ToolGuard starts", "server",
            _object(("name",), name=_NAME, **_SERVER, tools=_ONLY_TOOLS),
            servers.server_add, loosens=servers.server_add_loosens, detail=servers.server_detail,
        ),
        Order("server.list", "List the servers", "server", _object(), servers.server_list, changes=False),
        Order(
            "server.show", "Show a server", "server", _object(("name",), name=_NAME), servers.server_show,
            changes=False,
        ),
        Order("server.remove", "Remove a server", "server", _object(("name",), name=_NAME), servers.server_remove),
        Order(
            "server.restore", "Bring back a server that was removed", "server",
            _object(("name",), name=_NAME, **_SERVER, secrets={**_SERVERS, "minItems": 0},
                    switches={"title": "a list of switches", "type": "array", "items": _SWITCH},
                    rules={"title": "a list of rules", "type": "array", "items": {"type": "object"}}),
            servers.server_restore, loosens=servers.server_restore_loosens, detail=servers.server_restore_detail,
        ),
        Order(
            "server.change", "Change how a server is started or reached", "server",
            _object(("name",), name=_NAME, **_SERVER), servers.server_change,
            loosens=servers.server_change_loosens, detail=servers.server_detail,
        ),
        Order(
            "server.enable", "Switch a server on or off", "server",
            _object(("name", "enabled"), name=_NAME, enabled=_BOOL), servers.server_enable,
            loosens=servers.server_enable_loosens, detail=servers.name_detail,
        ),
        Order(
            "server.duplicate", "Register a server's settings under another name", "server",
            _object(("name", "to"), name=_NAME, to=_NAME), servers.server_duplicate,
            loosens=servers.server_duplicate_loosens, detail=servers.name_detail,
        ),
        Order("server.end", "End the sessions of a server", "server", _object(("name",), name=_NAME),
              servers.server_end),
        Order(
            "server.sign_in", "Sign in to a server", "sign-in", _object(("name",), name=_NAME),
            sign_ins.server_sign_in, loosens=sign_ins.server_sign_in_loosens, detail=servers.name_detail,
        ),
        Order(
            "server.sign_in_state", "Say whether you are signed in to a server", "sign-in",
            _object(("name",), name=_NAME), sign_ins.server_sign_in_state, changes=False,
        ),
        Order(
            "server.sign_in_address", "Say, in the window only, where a sign-in goes on", "sign-in",
            _object(("name",), name=_NAME), sign_ins.server_sign_in_address, changes=False,
        ),
        Order(
            "server.sign_in_cancel", "Give up a sign-in that waits for the browser", "sign-in",
            _object(("name",), name=_NAME), sign_ins.server_sign_in_cancel,
        ),
        Order(
            "server.sign_out", "Sign out of a server", "sign-in", _object(("name",), name=_NAME),
            sign_ins.server_sign_out,
        ),
        Order("server.kinds", "List the kinds of servers", "server", _object(), servers.server_kinds, changes=False),
        Order(
            "server.parse", "Read servers from a command line or a client's settings", "server",
            _object(("text",), text={"title": "a text", "type": "string"}), servers.server_parse, changes=False,
        ),
        Order(
            "server.suspects", "Say what in a server's settings looks like a secret", "server",
            _object(("name",), name=_NAME, **_SERVER), servers.server_suspects, changes=False,
        ),
        Order(
            "server.log", "Show what a server wrote beside the protocol", "server",
            _object(("name",), name=_NAME, search=_TEXT, seen=_TEXT,
                    lines={"title": f"a number from 1 to {serving.MOST_LINES}", "type": "integer", "minimum": 1,
                           "maximum": serving.MOST_LINES}),
            serving.server_log, changes=False,
        ),
        Order(
            "server.try", "Start or reach a server once, and look at its tools", "server",
            _object(("name",), name=_NAME, **_SERVER), probing.server_try,
            loosens=probing.server_try_loosens, detail=servers.server_detail,
        ),
        Order(
            "tool.list", "List the tools of every server", "tool", _object(server=_NAME), tools.tool_list,
            changes=False,
        ),
        Order(
            "tool.show", "Show a tool", "tool",
            _object(("server", "tool"), server=_NAME, tool=_PLACE, clients=_CLIENTS), tools.tool_show, changes=False,
        ),
        Order(
            "tool.refresh", "Look which tools a server has", "tool", _object(("server",), server=_NAME),
            tools.tool_refresh,
        ),
        Order(
            "tool.switch", "Expose a tool to clients, or hide it", "tool",
            _object(("server",), server=_NAME, tool=_PLACE, client=_PLACE,
                    exposed={"title": "true, false or null", "type": ["boolean", "null"]}),
            tools.tool_switch, loosens=tools.tool_switch_loosens, detail=tools.tool_detail,
        ),
        Order(
            "tool.switches", "Set all switches of a server's tools at once", "tool",
            _object(("server", "tools"), server=_NAME, client=_PLACE, tools=_SWITCHES),
            tools.tool_switches, loosens=tools.tool_switches_loosens, detail=tools.tool_detail,
        ),
        Order(
            "rule.add", "Decide calls of one kind beforehand", "rule",
            _object(("server", "tool", "verdict"), client=_PLACE, server=_PLACE, tool=_PLACE, verdict=_VERDICT,
                    seconds=_SECONDS, until=_UNTIL),
            rule_places.rule_add, loosens=rules.rule_add_loosens, detail=rules.rule_detail,
        ),
        Order(
            "rule.restore", "Put a removed rule back as it was", "rule",
            _object(("id", "client", "server", "tool", "verdict"), id=_PLACE, client=_PLACE, server=_PLACE, tool=_PLACE,
                    verdict=_VERDICT, until=_UNTIL, fingerprint=_PRINT, created=_MOMENT, expires=_MOMENT, by=_TEXT),
            rules.rule_restore, loosens=rules.rule_restore_loosens, detail=rules.rule_detail,
        ),
        Order("rule.list", "List the rules", "rule", _object(), rules.rule_list, changes=False),
        Order(
            "rule.remove", "Remove a rule", "rule", _object(("id",), id=_PLACE), rules.rule_remove,
            loosens=rules.rule_remove_loosens, detail=rules.rule_detail,
        ),
        Order(
            "rule.explain", "Say which rule would decide a call", "rule",
            _object(("server", "tool"), client=_PLACE, server=_PLACE, tool=_PLACE), rules.rule_explain, changes=False,
        ),
        Order(
            "secret.set", "Put a secret into the keychain", "secret",
            _object(("name", "value"), name=_NAME, value=_FULL, note=_TEXT, kind=_SECRET_KIND, session_only=_BOOL,
                    new=_BOOL),
            secrets.secret_set, loosens=secrets.secret_kind_loosens, detail=secrets.secret_detail,
        ),
        Order(
            "secret.describe", "Change a secret's note or kind", "secret",
            _object(("name",), name=_NAME, note=_TEXT, kind=_SECRET_KIND), secrets.secret_describe,
            loosens=secrets.secret_kind_loosens, detail=secrets.secret_detail,
        ),
        Order(
            "secret.enter", "Enter a secret that has no value yet", "secret",
            _object(("name",), name=_NAME, note=_TEXT, kind=_SECRET_KIND, servers={**_SERVERS, "minItems": 0}),
            secrets.secret_enter, loosens=secrets.secret_enter_loosens, detail=secrets.secret_detail,
        ),
        Order(
            "secret.show", "Show a secret, never its value", "secret", _object(("name",), name=_NAME),
            secrets.secret_show, changes=False,
        ),
        Order(
            "secret.check", "Say which secrets have a value in the keychain", "secret", _object(ask=_BOOL),
            secrets.secret_check, changes=False,
        ),
        Order(
            "secret.list", "List the secrets, never their values", "secret", _object(), secrets.secret_list,
            changes=False,
        ),
        Order("secret.remove", "Remove a secret", "secret", _object(("name",), name=_NAME), secrets.secret_remove),
        Order(
            "secret.bind", "Let servers be given a secret", "secret",
            _object(("name", "servers"), name=_NAME, servers=_SERVERS, **_FILLING),
            secrets.secret_bind,
            loosens=secrets.secret_bind_loosens, detail=secrets.secret_detail,
        ),
        Order(
            "secret.unbind", "Take a secret away from servers", "secret",
            _object(("name", "servers"), name=_NAME, servers=_SERVERS, tool=_TOOL, argument=_POINTER),
            secrets.secret_unbind, loosens=secrets.secret_unbind_loosens, detail=secrets.secret_detail,
        ),
        Order(
            "client.add", "Let a chat client in over HTTP", "client",
            _object(("name",), name=_NAME, servers=_SERVERS),
            clients.client_add, loosens=clients.client_add_loosens, detail=clients.client_detail,
        ),
        Order(
            "client.list", "List the clients that come over HTTP, never their tokens", "client", _object(),
            clients.client_list, changes=False,
        ),
        Order("client.remove", "Shut a client out", "client", _object(("name",), name=_NAME), clients.client_remove),
        Order(
            "diagnostics", "What a report of trouble needs", "status", _object(), diagnostics.diagnostics,
            changes=False,
        ),
        Order(
            "preferences.list", "List the settings", "settings", _object(), preferences.preferences_list, changes=False,
        ),
        Order(
            "preferences.set", "Change a setting", "settings",
            _object(("name", "value"), name=_NAME, value=_PREFERENCE),
            preferences.preferences_set, loosens=preferences.preferences_set_loosens,
            detail=preferences.preferences_detail,
        ),
        Order(
            "client.status", "Say which chat clients are connected", "client", _object(), seen.client_status,
            changes=False,
        ),
        Order(
            "client.show", "Say what a chat client may see", "client", _object(("client",), client=_PLACE),
            seen.client_show, changes=False,
        ),
        Order(
            "client.end", "End a chat client's sessions", "client", _object(("client",), client=_PLACE, session=_PLACE),
            seen.client_end,
        ),
        Order(
            "client.snippet", "Say how a chat client is connected", "client", _object(server=_NAME),
            seen.client_snippet, changes=False,
        ),
        Order("status", "What runs, what waits, what is wrong", "status", _object(), status.status, changes=False),
    )
}  # fmt: skip
