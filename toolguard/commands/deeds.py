"""What each order does, and what a person must accept before it. The table of orders is in `toolguard.commands.orders`.

Nothing here can approve a held call or accept a proposal, and no secret's value is ever given back, told or recorded.
"""

from __future__ import annotations

import secrets as randomness
import shlex
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from toolguard.checkpoint.calls import Call, Caller, Changed
from toolguard.checkpoint.guard import Guard
from toolguard.checkpoint.rules import ANY, Rule, Rules
from toolguard.checkpoint.visible import visible
from toolguard.store.config import Config, ServerSpec
from toolguard.store.keychain import Keychain, KeychainProblem

BY = "command line"
Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class State:
    """What orders work on. ``guard`` is None when no app runs: then only the configuration changes."""

    config: Config
    keychain: Keychain
    guard: Guard | None = None


class Refused(Exception):
    """ToolGuard says no; the text says why and what to do."""


# --- servers -----------------------------------------------------------------------------------------------------


def _spec(arguments: Arguments) -> ServerSpec:
    return ServerSpec(
        name=arguments["name"],
        command=arguments["command"],
        args=tuple(arguments.get("args", ())),
        env=dict(arguments.get("env", {})),
        cwd=arguments.get("cwd"),
    )


def _server(spec: ServerSpec, state: State) -> dict[str, Any]:
    return {
        "name": spec.name, "kind": spec.kind, "command": spec.command, "args": list(spec.args),
        "env": dict(spec.env), "cwd": spec.cwd, "enabled": spec.enabled,
        "secrets": sorted(name for name, secret in state.config.secrets.items() if spec.name in secret.servers),
    }  # fmt: skip


async def server_add(arguments: Arguments, state: State) -> dict[str, Any]:
    spec = _spec(arguments)
    state.config.add_server(spec)
    _note(state, f"server {spec.name} added", server_detail(arguments))
    return _server(spec, state)


def server_add_loosens(arguments: Arguments, state: State) -> str:
    if arguments["name"] in state.config.servers:
        raise Refused(f"There is a server {arguments['name']} already: remove it first, or choose another name.")
    return f"Chat clients can use the server {arguments['name']}, and ToolGuard starts its command."


def server_detail(arguments: Arguments) -> str:
    spec = _spec(arguments)
    lines = [f"server   {spec.name}", f"command  {shlex.join((spec.command, *spec.args))}"]
    lines += [f"folder   {spec.cwd}"] if spec.cwd else []
    lines += [f"env      {name}={value}" for name, value in spec.env.items()]
    return "\n".join(map(visible, lines))  # so that no value can look like a line of its own


async def server_list(_arguments: Arguments, state: State) -> list[dict[str, Any]]:
    return [_server(spec, state) for spec in state.config.servers.values()]


async def server_show(arguments: Arguments, state: State) -> dict[str, Any]:
    spec = state.config.servers.get(arguments["name"])
    if spec is None:
        raise Refused(f"There is no server {arguments['name']}: `toolguard server list` names them.")
    return _server(spec, state)


async def server_remove(arguments: Arguments, state: State) -> dict[str, Any]:
    """Remove it with what was entrusted to it; its allow rules end at once, a deny rule for its name stays."""
    name = arguments["name"]
    state.config.remove_server(name)
    if state.guard is not None:
        for rule in list(state.guard.gate.rules):
            if rule.server == name and rule.verdict == "allow":
                state.guard.remove_rule(rule.id, by=BY)
    _note(state, f"server {name} removed")
    return {"name": name}


# --- rules -------------------------------------------------------------------------------------------------------


def stored(rule: Rule) -> dict[str, Any]:
    """A rule as it stands in the configuration."""
    return {name: value for name, value in msgspec.structs.asdict(rule).items() if name != "until"}


def from_config(config: Config) -> list[Rule]:
    """The rules of the configuration, as the gate takes them."""
    return [Rule(**{name: value for name, value in entry.items() if value is not None}) for entry in config.rules]


def _rules(state: State) -> list[Rule]:
    return list(state.guard.gate.rules) if state.guard is not None else from_config(state.config)


def _now(state: State) -> float:
    return state.guard.gate.clock() if state.guard is not None else time.time()


async def rule_add(arguments: Arguments, state: State) -> dict[str, Any]:
    """An allow rule for one exact tool holds only for the definition that the tool has now, where that is known."""
    now = _now(state)
    tool = state.guard.gate.tools.get(arguments["server"], arguments["tool"]) if state.guard is not None else None
    rule = Rule(
        id=randomness.token_hex(4),
        client=arguments.get("client", ANY),
        server=arguments["server"],
        tool=arguments["tool"],
        verdict=arguments["verdict"],
        fingerprint=tool.fingerprint if tool is not None and arguments["verdict"] == "allow" else "",
        created=now,
        expires=now + arguments["seconds"] if "seconds" in arguments else 0.0,
    )
    if state.guard is not None:
        try:
            state.guard.add_rule(rule, by=BY)
        except ValueError as why:  # the configuration could not be saved
            raise Refused(str(why)) from None
    else:
        state.config.add_rule(stored(rule))
    return msgspec.structs.asdict(rule)


def rule_add_loosens(arguments: Arguments, _state: State) -> str:
    if arguments["verdict"] != "allow":
        return ""
    return f"Calls of {_places(arguments)} run without asking{_duration(arguments)}."


def _places(arguments: Arguments) -> str:
    words = {
        name: f"any {name}" if arguments.get(name, ANY) == ANY else f"the {name} {visible(arguments[name])}"
        for name in ("tool", "server", "client")
    }
    return f"{words['tool']} of {words['server']} by {words['client']}"


def _duration(arguments: Arguments) -> str:
    return f", for {arguments['seconds']:,g} seconds" if "seconds" in arguments else ", until the rule is removed"


def rule_detail(arguments: Arguments) -> str:
    return "\n".join(visible(f"{name:<8} {value}") for name, value in arguments.items())


async def rule_list(_arguments: Arguments, state: State) -> list[dict[str, Any]]:
    now = _now(state)
    return [
        {**msgspec.structs.asdict(rule), "expired": bool(rule.expires and now >= rule.expires)}
        for rule in sorted(_rules(state), key=lambda rule: (rule.created, rule.id))
    ]


def _rule(arguments: Arguments, state: State) -> Rule:
    rule = next((rule for rule in _rules(state) if rule.id == arguments["id"]), None)
    if rule is None:
        raise Refused(f"There is no rule {arguments['id']}: `toolguard rule list` shows them.")
    return rule


async def rule_remove(arguments: Arguments, state: State) -> dict[str, Any]:
    rule = _rule(arguments, state)
    if any(entry["id"] == rule.id for entry in state.config.rules):
        state.config.remove_rule(rule.id)
    if state.guard is not None:
        state.guard.remove_rule(rule.id, by=BY)
    return msgspec.structs.asdict(rule)


def rule_remove_loosens(arguments: Arguments, state: State) -> str:
    rule = _rule(arguments, state)
    if rule.verdict == "allow":
        return ""
    what = {"client": rule.client, "server": rule.server, "tool": rule.tool}
    ends = "are no longer denied" if rule.verdict == "deny" else "are no longer asked about where another rule decides"
    return f"Calls of {_places(what)} {ends}."


async def rule_explain(arguments: Arguments, state: State) -> dict[str, Any]:
    call = Call(
        id="", session="", client=Caller(id=arguments.get("client", ANY)), claim="", server=arguments["server"],
        tool=arguments["tool"], message={}, era="legacy", since=0.0,
    )  # fmt: skip
    tool = state.guard.gate.tools.get(call.server, call.tool) if state.guard is not None else None
    ruling = Rules(_rules(state)).decide(call, tool, _now(state))
    return {
        "verdict": ruling.verdict,
        "rule": msgspec.structs.asdict(ruling.rule) if ruling.rule else None,
        "note": ruling.note or ("" if ruling.rule else "No rule fits, so a person is asked."),
    }


# --- secrets -----------------------------------------------------------------------------------------------------


async def secret_set(arguments: Arguments, state: State) -> dict[str, Any]:
    name, session_only = arguments["name"], arguments.get("session_only", False)
    if session_only and state.guard is None:
        raise Refused("A secret for this session needs ToolGuard to run: open it (`toolguard`) and try again.")
    known = state.config.secrets.get(name)
    state.config.put_secret_entry(name, arguments.get("note", known.note if known else ""))
    try:
        await state.keychain.set(name, arguments["value"], session_only=session_only)
    except KeychainProblem:
        if known is None:
            state.config.drop_secret_entry(name)
        raise
    _note(state, f"secret {name} set", "for this session only" if session_only else "")
    return _secret(name, state)


def _secret(name: str, state: State) -> dict[str, Any]:
    entry = state.config.secrets[name]
    return {
        "name": name, "note": entry.note, "servers": list(entry.servers),
        "session_only": state.keychain.session_only(name),
    }  # fmt: skip


def _known_secret(name: str, state: State) -> None:
    if name not in state.config.secrets:
        raise Refused(f"There is no secret {name}: `toolguard secret list` names them.")


async def secret_list(_arguments: Arguments, state: State) -> list[dict[str, Any]]:
    return [_secret(name, state) for name in sorted(state.config.secrets)]


async def secret_remove(arguments: Arguments, state: State) -> dict[str, Any]:
    name = arguments["name"]
    _known_secret(name, state)
    try:
        await state.keychain.delete(name)
    except KeychainProblem as problem:
        if problem.state != "none":  # without a keychain there is no value to leave behind
            raise
    state.config.drop_secret_entry(name)
    _note(state, f"secret {name} removed")
    return {"name": name}


async def secret_bind(arguments: Arguments, state: State) -> dict[str, Any]:
    for server in arguments["servers"]:
        state.config.bind_secret(arguments["name"], server)
        _note(state, f"secret {arguments['name']} bound to server {server}")
    return _secret(arguments["name"], state)


def secret_bind_loosens(arguments: Arguments, state: State) -> str:
    name = arguments["name"]
    _known_secret(name, state)
    for server in arguments["servers"]:
        if server not in state.config.servers:
            raise Refused(f"There is no server {server}: `toolguard server list` names them.")
    new = [server for server in arguments["servers"] if server not in state.config.secrets[name].servers]
    return f"The secret {name} is given to {', '.join(new)}." if new else ""


def secret_detail(arguments: Arguments) -> str:
    return "\n".join([f"secret   {arguments['name']}", *(f"server   {server}" for server in arguments["servers"])])


async def secret_unbind(arguments: Arguments, state: State) -> dict[str, Any]:
    _known_secret(arguments["name"], state)
    for server in arguments["servers"]:
        state.config.unbind_secret(arguments["name"], server)
        _note(state, f"secret {arguments['name']} unbound from server {server}")
    return _secret(arguments["name"], state)


# --- status ------------------------------------------------------------------------------------------------------


async def status(_arguments: Arguments, state: State) -> dict[str, Any]:
    if state.guard is None:
        return {"running": False, "keychain": state.keychain.state, "trouble": _config_trouble(state)}
    now = state.guard.snapshot()
    sessions = [
        {"session": one.session, "client": one.client.id, "server": one.server, "state": one.state, "since": one.since}
        for one in now.sessions
    ]
    return {
        "running": True, "sessions": sessions, "held": len(now.held), "calls": now.running_count,
        "proposals": len(now.proposals), "recorded": now.recorded, "keychain": state.keychain.state,
        "trouble": list(now.trouble),
    }  # fmt: skip


def _config_trouble(state: State) -> list[str]:
    return [state.config.problem] if state.config.problem else []


def _note(state: State, what: str, detail: str = "") -> None:
    if state.guard is not None:
        state.guard.gate.note(Changed(what=what, by=BY, detail=detail))
        state.guard.gate.changed()
