"""What orders about rules do: list, explain, add, remove."""

from __future__ import annotations

import secrets as randomness
import time
from typing import Any

import msgspec

from toolguard.checkpoint.calls import Call, Caller
from toolguard.checkpoint.rules import ANY, MATCHERS, Rule, Rules
from toolguard.checkpoint.visible import visible
from toolguard.commands.state import Arguments, Refused, State
from toolguard.store.config import Config


def stored(rule: Rule) -> dict[str, Any]:
    """A rule as it stands in the configuration."""
    return {name: value for name, value in msgspec.structs.asdict(rule).items() if name != "until"}


def from_config(config: Config) -> list[Rule]:
    """The rules of the configuration, as the gate takes them."""
    return [Rule(**{name: value for name, value in entry.items() if value is not None}) for entry in config.rules]


def rules_of(state: State) -> list[Rule]:
    """The rules in force."""
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
        until=arguments.get("until", "always"),
        fingerprint=tool.fingerprint if tool is not None and arguments["verdict"] == "allow" else "",
        created=now,
        expires=now + arguments["seconds"] if "seconds" in arguments else 0.0,
        by=state.by,
    )
    return _put(rule, state)


def _put(rule: Rule, state: State) -> dict[str, Any]:
    if state.guard is not None:
        try:
            state.guard.add_rule(rule, by=state.by)
        except ValueError as why:  # the configuration could not be saved
            raise Refused(str(why)) from None
    elif rule.until == "session":
        raise Refused("A rule until ToolGuard closes needs ToolGuard to run: open it first, or leave that out.")
    else:
        state.config.add_rule(stored(rule))
    return msgspec.structs.asdict(rule)


def rule_add_loosens(arguments: Arguments, _state: State) -> str:
    return frees(arguments) if arguments["verdict"] == "allow" else ""


def frees(arguments: Arguments) -> str:
    """What an allow rule loosens."""
    return f"Calls of {_places(arguments)} run without asking{_duration(arguments)}."


def _places(arguments: Arguments) -> str:
    words = {
        name: f"any {name}" if arguments.get(name, ANY) == ANY else f"the {name} {visible(arguments[name])}"
        for name in ("tool", "server", "client")
    }
    return f"{words['tool']} of {words['server']} by {words['client']}"


def _duration(arguments: Arguments) -> str:
    if "seconds" in arguments:
        return f", for {arguments['seconds']:,g} seconds"
    if arguments.get("expires"):
        return ", until the rule's time is over"
    return ", until ToolGuard closes" if arguments.get("until") == "session" else ", until the rule is removed"


def rule_detail(arguments: Arguments) -> str:
    return "\n".join(visible(f"{name:<8} {value}") for name, value in arguments.items())


async def rule_list(_arguments: Arguments, state: State) -> list[dict[str, Any]]:
    now = _now(state)
    return [
        {
            **msgspec.structs.asdict(rule), "expired": bool(rule.expires and now >= rule.expires),
            "definition": _definition(rule, state),
        }
        for rule in sorted(rules_of(state), key=lambda rule: (rule.created, rule.id))
    ]  # fmt: skip


def _definition(rule: Rule, state: State) -> str:
    """For which definition of its tool an allow rule holds: ``any``, ``as it is``, ``as it was``, ``not listed``."""
    if rule.verdict != "allow" or not rule.fingerprint:
        return "any"
    tool = state.guard.gate.tools.get(rule.server, rule.tool) if state.guard is not None else None
    if tool is None:
        return "not listed"
    return "as it is" if tool.fingerprint == rule.fingerprint else "as it was"


def _rule(arguments: Arguments, state: State) -> Rule:
    rule = next((rule for rule in rules_of(state) if rule.id == arguments["id"]), None)
    if rule is None:
        raise Refused(f"There is no rule {arguments['id']}: `toolguard rule list` shows them.")
    return rule


async def rule_remove(arguments: Arguments, state: State) -> dict[str, Any]:
    rule = _rule(arguments, state)
    if any(entry["id"] == rule.id for entry in state.config.rules):
        state.config.remove_rule(rule.id)
    if state.guard is not None:
        state.guard.remove_rule(rule.id, by=state.by)
    return msgspec.structs.asdict(rule)


def rule_remove_loosens(arguments: Arguments, state: State) -> str:
    rule = _rule(arguments, state)
    return ends({**msgspec.structs.asdict(rule)}) if rule.verdict != "allow" else ""


def ends(rule: Arguments) -> str:
    """What the end of a rule that denies or asks loosens."""
    frees = (
        "are no longer denied" if rule["verdict"] == "deny" else "are no longer asked about where another rule decides"
    )
    return f"Calls of {_places(rule)} {frees}."


async def rule_restore(arguments: Arguments, state: State) -> dict[str, Any]:
    """Exactly the rule that was removed: with its id, its age, its end, and the definition that it holds for."""
    if any(rule.id == arguments["id"] for rule in rules_of(state)):
        raise Refused(f"The rule {arguments['id']} is there.")
    return _put(msgspec.convert(dict(arguments), Rule), state)


def rule_restore_loosens(arguments: Arguments, state: State) -> str:
    return rule_add_loosens(arguments, state)


async def rule_explain(arguments: Arguments, state: State) -> dict[str, Any]:
    """The rule that would decide such a call, and every other one that speaks of it."""
    call = Call(
        id="", session="", client=Caller(id=arguments.get("client", ANY)), claim="", server=arguments["server"],
        tool=arguments["tool"], message={}, era="legacy", since=0.0,
    )  # fmt: skip
    tool = state.guard.gate.tools.get(call.server, call.tool) if state.guard is not None else None
    rules = rules_of(state)
    ruling = Rules(rules).decide(call, tool, _now(state))
    shown = state.guard is None or state.guard.gate.exposure.exposed(call.client.id, call.server, call.tool)
    return {
        "verdict": ruling.verdict,
        "rule": msgspec.structs.asdict(ruling.rule) if ruling.rule else None,
        "note": ruling.note or ("" if ruling.rule else "No rule fits, so a person is asked."),
        "hidden": not shown,
        "also": [rule.id for rule in rules if rule is not ruling.rule and _fits(rule, call)],
    }


def _fits(rule: Rule, call: Call) -> bool:
    return all(getattr(rule, matcher.name) in (ANY, matcher.of(call)) for matcher in MATCHERS)
