"""What orders about rules do: list, explain, add, remove."""

from __future__ import annotations

import secrets as randomness
import time
from typing import Any, Literal, cast

import msgspec

from toolguard.gate.model import Call, ClientInfo
from toolguard.gate.policy.risks import rule_risks
from toolguard.gate.policy.rules import ANY, MATCHERS, Rule, RuleSet, reaches
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.services.context import ServiceContext
from toolguard.services.interface import (
    AddedRule,
    Explanation,
    ListedRule,
    NewRule,
    Place,
    RefusedError,
    RemovedRule,
    RuleEntry,
)
from toolguard.services.known_tools import listed
from toolguard.services.methods import Arguments, Service, loosens, reads
from toolguard.store.config.config import Config


def stored(rule: Rule) -> dict[str, Any]:
    """A rule as it stands in the configuration."""
    return {name: value for name, value in msgspec.structs.asdict(rule).items() if name != "until"}


def from_config(config: Config) -> list[Rule]:
    """The rules of the configuration, as the gate takes them."""
    return [Rule(**{name: value for name, value in entry.items() if value is not None}) for entry in config.rules]


def rules_of(state: ServiceContext) -> list[Rule]:
    """The rules in force."""
    return list(state.guard.gate.rules) if state.guard is not None else from_config(state.config)


def _now(state: ServiceContext) -> float:
    return state.guard.gate.clock() if state.guard is not None else time.time()


def _put(rule: Rule, state: ServiceContext) -> None:
    if state.guard is not None:
        try:
            state.guard.add_rule(rule, by=state.by)
        except ValueError as why:  # the configuration could not be saved
            raise RefusedError(str(why)) from None
    elif rule.until == "session":
        raise RefusedError(coded("services.rule_until_closes_needs"))
    else:
        state.config.add_rule(stored(rule))


def frees(arguments: Arguments) -> str:
    """What an allow rule loosens."""
    calls = _places(arguments)
    if "seconds" in arguments:
        return coded("services.calls_run_for_seconds", calls=calls, seconds=f"{arguments['seconds']:,g}")
    if arguments.get("expires"):
        return coded("services.calls_run_until_expiry", calls=calls)
    session = arguments.get("until") == "session"
    return coded("services.calls_run_until_closing" if session else "services.calls_run_until_removed", calls=calls)


_ANY_OF = {"tool": "services.any_tool", "server": "services.any_server", "client": "services.any_client"}
_THIS = {"tool": "services.the_tool", "server": "services.the_server", "client": "services.the_client"}


def _places(arguments: Arguments) -> str:
    words = {}
    for kind in ("tool", "server", "client"):
        value = arguments.get(kind, ANY)
        words[kind] = coded(_ANY_OF[kind]) if value == ANY else coded(_THIS[kind], name=visible(value))
    calls = coded("services.of_by", **words)
    for name in MATCHERS:
        if name not in words and (value := arguments.get(name, ANY)) != ANY:
            calls = coded("services.calls_with", calls=calls, name=name, value=visible(value))
    return calls


def _definition(rule: Rule, state: ServiceContext) -> Literal["any", "as it is", "as it was", "not listed"]:
    """For which definition of its tool an allow rule holds: ``any``, ``as it is``, ``as it was``, ``not listed``."""
    if rule.verdict != "allow" or not rule.fingerprint:
        return "any"
    tool = state.guard.gate.tools.get(rule.server, rule.tool) if state.guard is not None else None
    if tool is None:
        return "not listed"
    return "as it is" if tool.fingerprint == rule.fingerprint else "as it was"


def ends(rule: Arguments) -> str:
    """What the end of a rule that denies or asks loosens."""
    denies = rule["verdict"] == "deny"
    return coded("services.calls_not_denied" if denies else "services.calls_not_asked_about", calls=_places(rule))


def listed_rules(state: ServiceContext) -> list[ListedRule]:
    """Every rule in force, the oldest first."""
    now = _now(state)
    return [
        {
            **_entry(rule), "expired": bool(rule.expires and now >= rule.expires),
            "definition": _definition(rule, state),
        }
        for rule in sorted(rules_of(state), key=lambda rule: (rule.created, rule.id))
    ]  # fmt: skip


def _entry(rule: Rule) -> RuleEntry:
    entry: Any = msgspec.structs.asdict(rule)
    return cast(RuleEntry, entry)


_LONGEST_NAME = 200  # characters of a name that are repeated


class RuleService(Service):
    """The rules that decide calls of one kind beforehand."""

    kind = "rule"

    def _add_loosens(self, new: NewRule) -> str:
        return frees(msgspec.to_builtins(new)) if new.verdict == "allow" else ""

    @loosens("rule.add", "Decide calls of one kind beforehand", _add_loosens, risks=rule_risks)
    async def add(self, new: NewRule) -> AddedRule:
        """Add a rule. An allow rule for one exact tool holds only for its definition of now, where that is known."""
        now, guard = _now(self._state), self._state.guard
        tool = guard.gate.tools.get(new.server, new.tool) if guard is not None else None
        rule = Rule(
            id=randomness.token_hex(4),
            **{name: getattr(new, name) or ANY for name in MATCHERS},
            verdict=new.verdict,
            until=new.until or "always",
            fingerprint=tool.fingerprint if tool is not None and new.verdict == "allow" else "",
            created=now,
            expires=now + new.seconds if new.seconds else 0.0,
            by=self._state.by,
        )
        _put(rule, self._state)
        return {**_entry(rule), "doubts": self._doubts(new)}

    def _doubts(self, new: NewRule) -> list[str]:
        """What in a rule speaks of nothing that is known: a server or a tool of that name may be a slip."""
        if new.server == ANY:
            return []
        if new.server not in self._state.config.servers:
            name = visible(new.server)[:_LONGEST_NAME]
            return [coded("services.no_server_yet_rule", name=name)]
        known = listed(new.server, self._state)
        if new.tool == ANY or not known or new.tool in known:
            return []
        tool = visible(new.tool)[:_LONGEST_NAME]
        return [coded("services.lists_no_tool_now", server=new.server, tool=tool)]

    def _restore_loosens(self, removed: RemovedRule) -> str:
        return frees(msgspec.to_builtins(removed)) if removed.verdict == "allow" else ""

    @loosens("rule.restore", "Put a removed rule back as it was", _restore_loosens, risks=rule_risks)
    async def restore(self, removed: RemovedRule) -> RuleEntry:
        """Put exactly the rule that was removed back: with its id, its age, its end, and its tool's definition."""
        if any(rule.id == removed.id for rule in rules_of(self._state)):
            raise RefusedError(coded("services.rule_exists", id=removed.id))
        rule = msgspec.convert(msgspec.to_builtins(removed), Rule)
        _put(rule, self._state)
        return _entry(rule)

    @reads("rule.list", "List the rules")
    async def all(self) -> list[ListedRule]:
        """Return every rule in force, the oldest first."""
        return listed_rules(self._state)

    def _known(self, id: str) -> Rule:
        rule = next((rule for rule in rules_of(self._state) if rule.id == id), None)
        if rule is None:
            raise RefusedError(coded("services.no_rule_rule_list", id=id))
        return rule

    def _remove_loosens(self, id: str) -> str:
        rule = self._known(id)
        return ends(msgspec.structs.asdict(rule)) if rule.verdict != "allow" else ""

    @loosens("rule.remove", "Remove a rule", _remove_loosens)
    async def remove(self, id: Place) -> RuleEntry:
        """Remove a rule; what comes back of it is what `restore` takes."""
        rule = self._known(id)
        if any(entry["id"] == rule.id for entry in self._state.config.rules):
            self._state.config.remove_rule(rule.id)
        if self._state.guard is not None:
            self._state.guard.remove_rule(rule.id, by=self._state.by)
        return _entry(rule)

    @reads("rule.explain", "Say which rule would decide a call")
    async def explain(self, server: Place, tool: Place, client: Place = ANY) -> Explanation:
        """Return the rule that would decide such a call, and every other one that speaks of it."""
        guard = self._state.guard
        call = Call(
            id="",
            session="",
            client=ClientInfo(id=client),
            claim="",
            server=server,
            tool=tool,
            message={},
            era="legacy",
            since=0.0,
        )
        known = guard.gate.tools.get(server, tool) if guard is not None else None
        rules = rules_of(self._state)
        ruling = RuleSet(rules).decide(call, known, _now(self._state))
        shown = guard is None or guard.gate.exposure.exposed(client, server, tool)
        return {
            "verdict": ruling.verdict,
            "rule": _entry(ruling.rule) if ruling.rule else None,
            "note": ruling.note or ("" if ruling.rule else coded("services.no_rule_fits_person")),
            "hidden": not shown,
            "also": [rule.id for rule in rules if rule is not ruling.rule and reaches(rule, call)],
        }
