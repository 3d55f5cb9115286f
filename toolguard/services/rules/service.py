"""Orders for rules: list, explain, add, change, remove, import, and test on recorded calls."""

from __future__ import annotations

import asyncio
import secrets as randomness
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, cast

import msgspec
from msgspec import UNSET, UnsetType

from toolguard.gate.mcp.request_kinds import CALL, RequestSetting
from toolguard.gate.model import Call, Tool
from toolguard.gate.policy.argument_injection import schema_of_calls
from toolguard.gate.policy.conditions.condition import Condition, describe, shortfall_text
from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS
from toolguard.gate.policy.declared_effects import Effect, declared_effect
from toolguard.gate.policy.definitions.pins import difference
from toolguard.gate.policy.risks import Risk, rule_risks
from toolguard.gate.policy.rules import (
    ANY,
    MATCHERS,
    ORGANIZATION,
    Consideration,
    Rule,
    RuleSet,
    Ruling,
    covered_definitions,
    covers_tool,
    fault_of,
    impossible,
    is_broad,
    is_pattern,
    literal_name,
    names_match,
    overrides,
    unnamed_requirement,
)
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, duration, sentences
from toolguard.servers.local_paths import paths_of
from toolguard.services.context import ServiceContext, fingerprint
from toolguard.services.interface import (
    AddedRule,
    BackTestCursor,
    BackTestPage,
    CallArguments,
    CallIds,
    ChangedRule,
    ConsideredRule,
    EarlierRule,
    Explanation,
    ImportedRules,
    ListedRule,
    Moment,
    NewRule,
    Place,
    PromptCursor,
    PromptPage,
    ProposedRule,
    RefusedError,
    RemovedRule,
    RuleChange,
    RuleEntry,
    RuleUses,
    SuggestedRule,
)
from toolguard.services.known_tools import definition_of, definitions_of, listed, visibility_of
from toolguard.services.methods import Arguments, Service, loosens, name_detail, reads
from toolguard.services.rules.backtest import BackTest, a_call, proposed, without_rule
from toolguard.services.rules.suggestions import prompt_page, suggested
from toolguard.store.config.config import Config
from toolguard.store.log.audit_log import TamperedError
from toolguard.store.log.past_calls import PastCall

_OPTIONAL_MEMBERS: Mapping[str, Any] = {
    "session": "",
    "idle": 0.0,
    "when": [],
    "except": [],
    "other_arguments": "none",
    "note": "",
    "disabled": False,
    "examples": [],
    "covers": None,
    "method": CALL,
}
"""Members that a rule in the configuration has only if they are needed: earlier versions do not know them."""


def stored(rule: Rule) -> dict[str, Any]:
    """Return a rule as the configuration stores it."""
    plain = _plain(rule)
    return {
        name: value
        for name, value in plain.items()
        if name != "until" and not (name in _OPTIONAL_MEMBERS and value == _OPTIONAL_MEMBERS[name])
    }


def _plain(rule: Rule) -> dict[str, Any]:
    """Return a rule as JSON: with lists instead of tuples."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(rule))
    return plain


def from_config(config: Config) -> list[Rule]:
    """Return the rules of the configuration for the gate. None is an organization's: those are in policy files."""
    return [
        msgspec.convert(
            {
                name: value for name, value in entry.items()
                if value is not None and (name, value) != ("by", ORGANIZATION)
            },
            Rule,
        )
        for entry in config.rules
    ]  # fmt: skip


def rule_set(state: ServiceContext) -> RuleSet:
    """Return the rules in force. Paths are checked for servers that run on this machine."""
    if state.guard is not None:
        return state.guard.gate.rules
    return RuleSet(from_config(state.config), lambda server: paths_of(state.config.servers.get(server)))


def rules_of(state: ServiceContext) -> list[Rule]:
    """Return the rules in force."""
    return list(rule_set(state))


def _now(state: ServiceContext) -> float:
    return state.guard.gate.clock() if state.guard is not None else time.time()


def _put(rule: Rule, state: ServiceContext) -> None:
    if state.guard is not None:
        try:
            state.guard.add_rule(rule, by=state.by)
        except ValueError as why:  # the configuration could not be saved
            raise RefusedError(str(why)) from None
    elif rule.until != "always":
        raise RefusedError(coded("services.rule_until_closes_needs"))
    else:
        state.config.add_rule(stored(rule))


def describe_allow(arguments: Arguments) -> str:
    """Return a sentence: which calls an allow rule lets run without asking, and until when."""
    calls = _places(arguments)
    if "seconds" in arguments:
        return coded("services.calls_run_for", calls=calls, duration=duration(arguments["seconds"]))
    if arguments.get("expires") and arguments.get("until", "always") == "always":
        return coded("services.calls_run_until_expiry", calls=calls)
    return coded(_RUN_UNTIL[arguments.get("until", "always")], calls=calls)


_RUN_UNTIL: Mapping[str, str] = {
    "always": "services.calls_run_until_removed",
    "session": "services.calls_run_until_closing",
    "disconnect": "services.calls_run_until_disconnect",
    "lock": "services.calls_run_until_lock",
    "idle": "services.calls_run_until_away",
}


_ANY_OF = {"tool": "services.any_tool", "server": "services.any_server", "client": "services.any_client"}
_ONE_OF = {"tool": "services.the_tool", "server": "services.the_server", "client": "services.the_client"}


def places(arguments: Arguments) -> dict[str, str]:
    """Return in words the tool, the server and the client whose calls a rule or a limit is about."""
    words: dict[str, str] = {}
    for kind in ("tool", "server", "client"):
        value = arguments.get(kind, ANY)
        words[kind] = coded(_ANY_OF[kind]) if value == ANY else coded(_ONE_OF[kind], name=visible(value))
    return words


def _places(arguments: Arguments) -> str:
    words = places(arguments)
    calls = coded("services.of_by", **words)
    for name in MATCHERS:
        if name not in words and (value := arguments.get(name, MATCHERS[name].default)) != MATCHERS[name].default:
            calls = coded("services.calls_with", calls=calls, name=name, value=visible(value))
    return calls


def _definition(rule: Rule, state: ServiceContext) -> Literal["any", "as it is", "as it was", "not listed"]:
    """Return for which definition of its tool an allow rule applies."""
    if rule.verdict == "allow" and rule.covers is not None:
        return "as it is"
    if rule.verdict != "allow" or not rule.fingerprint:
        return "any"
    tool = state.guard.gate.tools.get(rule.server, rule.tool) if state.guard is not None else None
    if tool is None:
        return "not listed"
    return "as it was" if difference(rule.fingerprint, tool) else "as it is"


def _effect(rule: Arguments, state: ServiceContext) -> Effect | None:
    """Return the declared effect of the only tool of a rule; None if it has several, or an unknown one."""
    if rule.get("method", CALL) != CALL:
        return None
    tool = definition_of(literal_name(rule.get("server", ANY)), literal_name(rule.get("tool", ANY)), state)
    return declared_effect(tool.annotations) if tool is not None else None


def _with_effect(rule: Arguments, state: ServiceContext) -> Arguments:
    """Return a rule with what its risks depend on besides its members."""
    return {**rule, "effect": _effect(rule, state)}


def _with_definitions(arguments: Arguments, rule: Rule) -> Arguments:
    """Return members of a rule with the definitions that it allows, which must not change while a question waits."""
    return {**arguments, "definitions": [rule.fingerprint, rule.covers]}


def refuse_unremoved(rules: Iterable[Rule], state: ServiceContext) -> None:
    """Raise `RefusedError` unless the rules are a person's, and their ids are free."""
    used_ids = {rule.id for rule in rules_of(state)}
    for rule in rules:
        if rule.by == ORGANIZATION:
            raise RefusedError(coded("services.rule_of_organization", id=rule.id))
        if rule.id in used_ids:
            raise RefusedError(coded("services.rule_exists", id=rule.id))
        used_ids.add(rule.id)


def describe_end(rule: Arguments) -> str:
    """Return a sentence: how protection is reduced if a deny or ask rule ends."""
    denies = rule["verdict"] == "deny"
    return coded("services.calls_not_denied" if denies else "services.calls_not_asked_about", calls=_places(rule))


def _describe_exchange(was: Rule, now: Rule) -> str:
    """Return how protection is reduced if ``now`` replaces ``was``, or ""."""
    ends = [describe_end(_entry(was))] if was.verdict != "allow" and not was.disabled else []
    allows = [describe_allow(_entry(now))] if now.verdict == "allow" and not now.disabled else []
    return sentences(*ends, *allows) if ends or allows else ""


def _is_on(rule: NewRule | RemovedRule) -> bool:
    return rule.disabled is UNSET or not rule.disabled


def listed_rules(state: ServiceContext) -> list[ListedRule]:
    """Return every rule in force, the oldest first."""
    now, rules = _now(state), rules_of(state)
    in_force = [rule for rule in rules if not rule.disabled and not _is_expired(rule, now)]
    wide = [rule for rule in rules if _is_wide_allow(rule)]
    stricter = [rule for rule in in_force if rule.verdict != "allow"][: _MAX_COMPARED // max(1, len(wide))]
    return [
        {
            **(entry := _entry(rule)), "expired": _is_expired(rule, now),
            "fault": fault_of(rule, paths_of(state.config.servers.get(rule.server))),
            "forbidden": _forbidden(rule, now, state),
            "definition": _definition(rule, state), "effect": _effect(entry, state),
            "overridden_by": [other.id for other in stricter if overrides(other, rule)] if _is_wide_allow(rule) else [],
            "hidden": _hidden_tools(rule, state) if _is_wide_allow(rule) else [],
        }
        for rule in sorted(rules, key=lambda rule: (rule.created, rule.id))
    ]  # fmt: skip


def _forbidden(rule: Rule, now: float, state: ServiceContext) -> str:
    """Return why an organization does not accept an allow rule; "" if it does, and for other rules."""
    if rule.verdict != "allow" or state.guard is None:
        return ""
    return state.guard.gate.rules.allows.forbids(rule, now)


def _is_expired(rule: Rule, now: float) -> bool:
    return bool(rule.expires and now >= rule.expires)


def _is_wide_allow(rule: Rule) -> bool:
    """Return whether it allows several tools."""
    return rule.verdict == "allow" and rule.method == CALL and (is_broad(rule.server) or is_broad(rule.tool))


def _hidden_tools(rule: Rule, state: ServiceContext) -> list[tuple[str, str]]:
    """Return the listed tools, with their servers, that a rule matches and that its client cannot call."""
    visibility, client = visibility_of(state), ANY if is_broad(rule.client) else rule.client
    return [
        (server, tool)
        for server in state.config.servers if visibility.hides_any(client, server)
        for tool in sorted(listed(server, state))
        if covers_tool(rule, server, tool) and not visibility.is_visible(client, server, tool)
    ]  # fmt: skip


def _entry(rule: Rule) -> RuleEntry:
    return cast(RuleEntry, _plain(rule))


_MAX_NAME_LENGTH = 200  # maximum characters of a name in a message
_MAX_COMPARED = 5_000  # pairs of rules of which it is looked up whether one overrides the other
_MAX_NAMED_SESSIONS = 20  # maximum IDs of client sessions in a message


_NOT_SHOWN = ("when", "except", "examples", "effect", "definitions", "created", "changed_to")
_SHOWN_AT = {"verdict": 0, "client": 1, "server": 1, "tool": 1, "by": 3, "id": 4}
"""Order of a rule's members in a question; the others are at 2."""
_YEAR_10000 = 253_402_300_800 - 86_400  # seconds since 1970, in every time zone


def whole(rule: Rule) -> Arguments:
    """Return a rule for display in a question."""
    return {name: value for name, value in _plain(rule).items() if name != "disabled" and value}


def rule_detail(arguments: Arguments) -> str:
    """Return the members of a rule, one per line: first what it decides, and where."""
    conditions = [
        f"{label:<8} {describe(msgspec.convert(condition, Condition))}"
        for name, label in (("when", "when"), ("except", "except")) for condition in arguments.get(name, ())
    ]  # fmt: skip
    shown = {name: value for name, value in arguments.items() if name not in _NOT_SHOWN and value}
    if 0 < shown.get("expires", 0) < _YEAR_10000:
        shown["expires"] = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(shown["expires"]))
    sorted_ = {name: shown[name] for name in sorted(shown, key=lambda name: _SHOWN_AT.get(name, 2))}
    return "\n".join((name_detail(sorted_), *conditions))


def _each_rule(arguments: Arguments) -> str:
    """Return the details of each rule; those that the question is about come first."""
    rules = sorted(arguments["rules"], key=lambda rule: rule["verdict"] != "allow" or bool(rule.get("disabled")))
    return "\n\n".join(map(rule_detail, rules))


def _import_risks(arguments: Arguments) -> tuple[Risk, ...]:
    return tuple(
        dict.fromkeys(risk for rule in arguments["rules"] for risk in rule_risks(rule) if not rule.get("disabled"))
    )


class RuleService(Service):
    """Orders about rules."""

    kind = "rule"

    def _add_loosens(self, new: NewRule) -> str:
        return describe_allow(msgspec.to_builtins(new)) if new.verdict == "allow" and _is_on(new) else ""

    def _new(self, new: NewRule) -> Arguments:
        """Return the new rule for display in a question."""
        return _with_definitions(
            _with_effect(msgspec.to_builtins(new), self._state), self._checked(self._new_rule(new))
        )

    @loosens("rule.add", _add_loosens, detail=rule_detail, risks=rule_risks, subject=_new)
    async def add(self, new: NewRule) -> AddedRule:
        """Add a rule. An allow rule for one exact tool applies only to its current definition, if that is known."""
        return self._added(self._new_rule(new))

    def _new_rule(self, new: NewRule) -> Rule:
        now, guard = _now(self._state), self._state.guard
        places: dict[str, Any] = {name: getattr(new, name) or matcher.default for name, matcher in MATCHERS.items()}
        is_of_tools = places["method"] == CALL
        tool = guard.gate.tools.get(new.server, new.tool) if guard is not None and is_of_tools else None
        return self._covering(
            Rule(
                id=randomness.token_hex(4),
                **places,
                verdict=new.verdict,
                fingerprint=tool.fingerprint if tool is not None and new.verdict == "allow" else "",
                created=now,
                by=self._state.by,
                disabled=not _is_on(new),
                **self._end(new, places),
                **_conditions(new),
            )
        )

    def _end(self, new: NewRule | RuleChange, places: Mapping[str, str]) -> dict[str, Any]:
        """Return the members of a rule that say when it ends; raises `RefusedError`."""
        now, until = _now(self._state), new.until or "always"
        if new.expires and new.expires <= now:
            raise RefusedError(coded("services.rule_end_passed"))
        if until == "idle" and not new.idle:
            raise RefusedError(coded("services.until_idle_needs_time"))
        times = [seconds for seconds in (now + new.seconds if new.seconds else 0.0, new.expires or 0.0) if seconds]
        return {
            "until": until,
            "expires": min(times, default=0.0),
            "idle": new.idle or 0.0 if until == "idle" else 0.0,
            "session": self._session(new.session or "", places) if until == "disconnect" else "",
        }

    def _session(self, requested_session: str, places: Mapping[str, str]) -> str:
        """Return the only connected client session that the rule matches; raises `RefusedError`."""
        guard = self._state.guard
        if guard is None:
            return ""
        sessions = [
            session.session for session in guard.snapshot().sessions
            if requested_session in ("", session.session)
            and names_match((places["client"], places["server"]), (session.client.id, session.server))
        ]  # fmt: skip
        if not sessions:
            raise RefusedError(coded("services.no_session_for_rule"))
        if len(sessions) > 1:
            raise RefusedError(coded("services.sessions_for_rule", sessions=", ".join(sessions[:_MAX_NAMED_SESSIONS])))
        return sessions[0]

    def _covering(self, rule: Rule) -> Rule:
        """Return the rule; if it allows several tools, pinned to the tools that are listed now, if any."""
        if not _is_wide_allow(rule):
            return msgspec.structs.replace(rule, covers=None)
        tools = (tool for server in self._state.config.servers for tool in definitions_of(server, self._state))
        return msgspec.structs.replace(rule, covers=covered_definitions(rule, tools) or None)

    def _checked(self, rule: Rule) -> Rule:
        """Return the rule; raises `RefusedError` if it is not accepted, so that nobody is asked about it."""
        self._faults(rule)
        self._check_end(rule)
        return rule

    def _check_end(self, rule: Rule) -> None:
        """Raise `RefusedError` if the end of a rule is not accepted or could not be observed."""
        if self._state.guard is not None:
            try:
                self._state.guard.limit_end(rule)
            except ValueError as why:
                raise RefusedError(str(why)) from None

    def _added(self, rule: Rule) -> AddedRule:
        doubts = [*self._faults(rule), *self._doubts(rule)]
        _put(rule, self._state)
        return {**_entry(rule), "doubts": doubts}

    def _faults(self, rule: Rule) -> list[str]:
        """Return why a deny or ask rule would ask about every call; raises `RefusedError` for an allow rule."""
        fault = fault_of(rule, paths_of(self._state.config.servers.get(rule.server)))
        is_of_tools = rule.method == CALL
        tool = definition_of(literal_name(rule.server), literal_name(rule.tool), self._state) if is_of_tools else None
        if tool is not None and tool.unpinnable and rule.verdict == "allow":
            raise RefusedError(coded("services.rule_not_pinned", reason=tool.unpinnable))
        if not fault and tool is not None:
            fault = impossible(rule, self._schema_of_calls(tool))
        if fault and rule.verdict == "allow":
            raise RefusedError(coded("services.rule_refused", reason=fault))
        return [coded("services.rule_will_ask", reason=fault)] if fault else []

    def _schema_of_calls(self, tool: Tool) -> Any:
        spec = self._state.config.servers.get(tool.server)
        return schema_of_calls(tool.input_schema, spec.arguments.get(tool.name, ()) if spec is not None else ())

    def _doubts(self, new: Rule) -> list[str]:
        """Return why the rule may match no call: an unknown name, or a required argument that it does not allow."""
        if new.server == ANY or is_pattern(new.server):
            return []
        if new.server not in self._state.config.servers:
            name = visible(new.server)[:_MAX_NAME_LENGTH]
            return [coded("services.no_server_yet_rule", name=name)]
        if new.method != CALL:
            return []
        listed_tools = listed(new.server, self._state)
        if new.verdict == "allow" and new.covers is None and is_broad(new.tool) and not listed_tools:
            code = "services.rule_covers_nothing_yet" if is_pattern(new.tool) else "services.rule_covers_later_tools"
            return [coded(code, server=new.server)]
        if new.tool == ANY or is_pattern(new.tool):
            return []
        tool = definition_of(literal_name(new.server), literal_name(new.tool), self._state)
        if tool is not None and (why := unnamed_requirement(new, self._schema_of_calls(tool))):
            return [why]
        if not listed_tools or new.tool in listed_tools:
            return []
        name = visible(new.tool)[:_MAX_NAME_LENGTH]
        return [coded("services.lists_no_tool_now", server=new.server, tool=name)]

    def _restore_loosens(self, removed: RemovedRule) -> str:
        refuse_unremoved([msgspec.convert(msgspec.to_builtins(removed), Rule)], self._state)
        return describe_allow(msgspec.to_builtins(removed)) if removed.verdict == "allow" and _is_on(removed) else ""

    def _removed(self, removed: RemovedRule) -> Arguments:
        """Return the removed rule for display in a question; raises `RefusedError` if its end is not accepted."""
        self._check_end(msgspec.convert(msgspec.to_builtins(removed), Rule))
        return _with_effect(msgspec.to_builtins(removed), self._state)

    @loosens("rule.restore", _restore_loosens, detail=rule_detail, risks=rule_risks, subject=_removed)
    async def restore(self, removed: RemovedRule) -> RuleEntry:
        """Restore a removed rule with its id, its age, its end and its tool's definition."""
        rule = msgspec.convert(msgspec.to_builtins(removed), Rule)
        _put(rule, self._state)
        return _entry(rule)

    @reads("rule.uses")
    async def uses(self) -> list[RuleUses]:
        """Return how often each rule decided a recorded call, and when last."""
        past = self._state.past
        if past is None:
            return []
        try:
            rulings = await asyncio.to_thread(past.rulings)
        except (OSError, TamperedError) as why:
            raise RefusedError(str(why)) from None
        return [{"id": id, "count": count, "last": last} for id, (count, last) in rulings.items()]

    @reads("rule.list")
    async def all(self) -> list[ListedRule]:
        """Return every rule in force, the oldest first."""
        return listed_rules(self._state)

    def _rule_with_id(self, id: str) -> Rule:
        """Return the rule, the person's if an organization's rule has the same id."""
        found = [rule for rule in rules_of(self._state) if rule.id == id]
        if not found:
            raise RefusedError(coded("services.no_rule_rule_list", id=id))
        return min(found, key=lambda rule: rule.by == ORGANIZATION)

    def _own_rule(self, id: str) -> Rule:
        """Return the rule, unless an organization set it."""
        rule = self._rule_with_id(id)
        if rule.by == ORGANIZATION:
            raise RefusedError(coded("services.rule_of_organization", id=id))
        return rule

    def _remove_loosens(self, id: str) -> str:
        rule = self._own_rule(id)
        return describe_end(msgspec.structs.asdict(rule)) if rule.verdict != "allow" and not rule.disabled else ""

    def _shown_rule(self, id: str) -> Arguments:
        """Return the rule for display in a question."""
        return _with_effect(whole(self._own_rule(id)), self._state)

    @loosens("rule.remove", _remove_loosens, detail=rule_detail, subject=_shown_rule)
    async def remove(self, id: Place) -> RuleEntry:
        """Remove a rule. The result is the argument of `restore`."""
        rule = self._own_rule(id)
        if any(entry["id"] == rule.id for entry in self._state.config.rules):
            self._state.config.remove_rule(rule.id)
        if self._state.guard is not None:
            self._state.guard.remove_rule(rule.id, by=self._state.by)
        return _entry(rule)

    def _enable_loosens(self, id: str) -> str:
        rule = self._own_rule(id)
        return describe_allow(_plain(rule)) if rule.verdict == "allow" and rule.disabled else ""

    def _enabled(self, id: str) -> Arguments:
        """Return the rule for display in a question; raises `RefusedError` if it cannot be turned on."""
        self._checked(msgspec.structs.replace(self._own_rule(id), disabled=False))
        return self._shown_rule(id)

    @loosens("rule.enable", _enable_loosens, detail=rule_detail, risks=rule_risks, subject=_enabled)
    async def enable(self, id: Place) -> RuleEntry:
        """Turn a rule on."""
        return self._switched(id, disabled=False)

    @loosens("rule.disable", _remove_loosens, detail=rule_detail, subject=_shown_rule)
    async def disable(self, id: Place) -> RuleEntry:
        """Turn a rule off. A call that it allowed and that still waits is not sent."""
        return self._switched(id, disabled=True)

    def _switched(self, id: str, *, disabled: bool) -> RuleEntry:
        rule = self._own_rule(id)
        if rule.disabled is disabled:
            return _entry(rule)
        result = msgspec.structs.replace(rule, disabled=disabled)
        if not disabled:
            self._faults(result)
        self._replace(result)
        return _entry(result)

    def _change_loosens(self, change: RuleChange) -> str:
        was = self._own_rule(change.id)
        now = self._changed(was, change)
        if was.disabled or _meaning(now) == _meaning(was):  # the whole rule is shown when it is turned on
            return ""
        return _describe_exchange(was, now)

    def _whole_changed(self, change: RuleChange) -> Arguments:
        """Return the whole changed rule for display in a question."""
        rule = whole(self._checked(self._changed(self._own_rule(change.id), change)))
        change_members = msgspec.to_builtins(change)
        if change_members.get("seconds"):  # its end moves while the question waits
            ends = {name: change_members[name] for name in ("seconds", "expires") if name in change_members}
            rule = {**{name: value for name, value in rule.items() if name != "expires"}, **ends}
        return _with_effect(rule, self._state)

    @loosens("rule.change", _change_loosens, detail=rule_detail, risks=rule_risks, subject=_whole_changed)
    async def change(self, change: RuleChange) -> ChangedRule:
        """Change the given members of a rule. It keeps its id and its age."""
        was = self._own_rule(change.id)
        rule = self._changed(was, change)
        doubts = [*self._faults(rule), *self._doubts(rule)]
        self._replace(rule)
        changed_to = fingerprint(stored(self._own_rule(rule.id)))
        before = msgspec.convert({**_entry(was), "changed_to": changed_to}, EarlierRule)
        return {**_entry(rule), "doubts": doubts, "before": before}

    def _changed(self, was: Rule, change: RuleChange) -> Rule:
        changes = {name: value for name in (*MATCHERS, "verdict") if (value := getattr(change, name)) is not UNSET}
        if any(getattr(change, name) is not UNSET for name in ("seconds", "expires", "until")):
            changes |= self._end(change, {name: changes.get(name, getattr(was, name)) for name in MATCHERS})
        changes |= _conditions(change)
        rule = msgspec.structs.replace(was, **changes)
        if rule.method != CALL:
            return msgspec.structs.replace(rule, fingerprint="", covers=None)
        if rule.verdict != "allow" or (rule.server, rule.tool) != (was.server, was.tool) or was.verdict != "allow":
            guard = self._state.guard
            tool = guard.gate.tools.get(rule.server, rule.tool) if guard is not None else None
            print_of = tool.fingerprint if tool is not None and rule.verdict == "allow" else ""
            rule = self._covering(msgspec.structs.replace(rule, fingerprint=print_of))
        return rule

    def _unchanged(self, earlier: EarlierRule) -> Rule:
        """Return the rule whose change is to be undone; raises `RefusedError` if it was changed again."""
        rule = self._own_rule(earlier.id)
        if earlier.changed_to is not UNSET and earlier.changed_to != fingerprint(stored(rule)):
            raise RefusedError(coded("services.rule_changed_since", id=rule.id))
        return rule

    def _revert_loosens(self, earlier: EarlierRule) -> str:
        return _describe_exchange(self._unchanged(earlier), self._reverted(earlier))

    def _earlier(self, earlier: EarlierRule) -> Arguments:
        """Return the earlier rule for display in a question; raises `RefusedError` if its end is not accepted."""
        return self._removed(earlier)

    @loosens("rule.revert", _revert_loosens, detail=rule_detail, risks=rule_risks, subject=_earlier)
    async def revert(self, earlier: EarlierRule) -> RuleEntry:
        """Undo a change of a rule: restore its age, its end and its tool's definition."""
        self._unchanged(earlier)
        rule = self._reverted(earlier)
        self._replace(rule)
        return _entry(rule)

    def _reverted(self, earlier: EarlierRule) -> Rule:
        rule = msgspec.convert(msgspec.to_builtins(earlier), Rule)
        if rule.by == ORGANIZATION:
            raise RefusedError(coded("services.rule_of_organization", id=rule.id))
        return rule

    def _replace(self, rule: Rule) -> None:
        if self._state.guard is None:
            if rule.until != "always":
                raise RefusedError(coded("services.rule_until_closes_needs"))
            self._state.config.put_rule(stored(rule))
            return
        try:
            self._state.guard.change_rule(rule, by=self._state.by)
        except ValueError as why:
            raise RefusedError(str(why)) from None
        if rule.until != "always" and any(entry["id"] == rule.id for entry in self._state.config.rules):
            self._state.config.remove_rule(rule.id)  # kept in memory from now on

    def _import_loosens(self, rules: ImportedRules) -> str:
        allows = [
            describe_allow(msgspec.to_builtins(rule)) for rule in rules if rule.verdict == "allow" and _is_on(rule)
        ]
        return allows[0] if len(allows) == 1 else coded("services.import_frees", count=len(allows)) if allows else ""

    def _imported(self, rules: ImportedRules) -> Arguments:
        """Return the imported rules for display in a question."""
        return {"rules": [self._new(rule) for rule in rules]}

    @loosens("rule.import", _import_loosens, detail=_each_rule, risks=_import_risks, subject=_imported)
    async def bring_in(self, rules: ImportedRules) -> list[AddedRule]:
        """Add all of these rules, or none if one of them is refused."""
        results = [self._new_rule(new) for new in rules]
        for rule in results:
            self._checked(rule)
        return [self._added(rule) for rule in results]

    @reads("rule.backtest")
    async def backtest(
        self, rule: NewRule, instead: Place | UnsetType = UNSET, cursor: BackTestCursor = ""
    ) -> BackTestPage:
        """Examine some recorded calls, from ``cursor`` on, as if ``rule`` were in force. Denied calls come first.

        ``instead`` is the id of the rule that it replaces.
        """
        result, past = self._new_rule(rule), self._state.past
        if instead is not UNSET:
            result = msgspec.structs.replace(result, id=self._rule_with_id(instead).id)
        if past is None:
            raise RefusedError(coded("services.no_log_to_read"))
        servers = dict(self._state.config.servers)
        test = BackTest(
            result, rule_set(self._state), self._tools(rule), lambda server: paths_of(servers.get(server)),
            _now(self._state),
        )  # fmt: skip
        try:
            return await asyncio.to_thread(test.page, past, cursor)
        except (OSError, TamperedError) as why:
            raise RefusedError(str(why)) from None

    def _tools(self, rule: NewRule) -> dict[tuple[str, str], Tool]:
        """Return the current definitions of the tools that a rule may cover."""
        if not (is_broad(rule.server) or is_broad(rule.tool)):
            definition = definition_of(rule.server, rule.tool, self._state)
            return {} if definition is None else {(rule.server, rule.tool): definition}
        tools = (tool for server in self._state.config.servers for tool in definitions_of(server, self._state))
        return {(tool.server, tool.name): tool for tool in tools}

    @reads("rule.propose")
    async def propose(self, calls: CallIds) -> ProposedRule:
        """Return the narrowest rule that covers these pending or recorded calls of one tool."""
        guard, past, servers = self._state.guard, self._state.past, dict(self._state.config.servers)
        pending_calls = {pending.call.id: pending for pending in guard.gate.pending.all()} if guard is not None else {}
        waiting = [
            PastCall(
                seq=0, time=pending.call.since, call=name, client=pending.call.client.id, server=pending.call.server,
                tool=pending.call.tool, verdict="", by="", arguments=pending.call.arguments,
            ) for name in calls if (pending := pending_calls.get(name)) is not None and not pending.leaks
        ]  # fmt: skip
        recorded = [name for name in calls if name not in pending_calls]

        def read() -> ProposedRule:
            past_calls = past.of(recorded) if past is not None and recorded else []
            return proposed([*waiting, *past_calls], lambda server: paths_of(servers.get(server)))

        try:
            return await asyncio.to_thread(read)
        except (OSError, TamperedError) as why:
            raise RefusedError(str(why)) from None

    @reads("rule.prompts")
    async def prompts(self, since: Moment, cursor: PromptCursor = "") -> PromptPage:
        """Return some prompts since ``since``, from ``cursor`` on."""
        past = self._state.past
        if past is None:
            raise RefusedError(coded("services.no_log_to_read"))
        try:
            return await asyncio.to_thread(prompt_page, past, since, cursor)
        except (OSError, TamperedError) as why:
            raise RefusedError(str(why)) from None

    @reads("rule.suggest")
    async def suggest(self, since: Moment) -> list[SuggestedRule]:
        """Return the rules that would have avoided most prompts since ``since``. None covers a denied call."""
        past, servers = self._state.past, dict(self._state.config.servers)
        if past is None:
            raise RefusedError(coded("services.no_log_to_read"))
        tools = self._tools(NewRule(server=ANY, tool=ANY, verdict="allow"))
        current = rule_set(self._state)
        in_force = current.with_rules(current, lambda server: paths_of(servers.get(server)))
        try:
            return await asyncio.to_thread(suggested, past, since, in_force, tools, _now(self._state))
        except (OSError, TamperedError) as why:
            raise RefusedError(str(why)) from None

    @reads("rule.explain")
    async def explain(
        self, server: Place, tool: Place, client: Place = ANY, arguments: CallArguments | UnsetType = UNSET,
        method: Place = CALL,
    ) -> Explanation:  # fmt: skip
        """Return the rule that would decide such a call, and whether each other rule matches it.

        For a request other than a tool call, ``method`` is its method and ``arguments`` are its params.
        """
        guard = self._state.guard
        call_arguments = {} if arguments is UNSET else arguments
        call = a_call(client, server, tool, call_arguments, method)
        definition = guard.gate.tools.get(server, tool) if guard is not None and method == CALL else None
        rules, now = rule_set(self._state), _now(self._state)
        ruling = guard.gate.ruling(call, definition, now) if guard is not None else rules.decide(call, None, now)
        shown = guard is None or method != CALL or guard.gate.tool_visibility.is_visible(client, server, tool)
        others = [
            consideration
            for consideration in rules.consider_all(call, definition, now)
            if consideration.rule is not ruling.rule
        ]
        spec = self._state.config.servers.get(server)
        setting = without_rule(call, spec.requests if spec is not None else {})
        if ruling.rule and ruling.verdict == "allow" and arguments is not UNSET and (why := self._mismatch(call)):
            ruling = Ruling("ask", ruling.rule, why)
        unruled = coded("services.no_rule_fits_person" if method == CALL else "services.no_rule_fits_request")
        return {
            "verdict": ruling.verdict if ruling.rule else _VERDICTS[setting],
            "rule": _entry(ruling.rule) if ruling.rule else None,
            "note": ruling.note or ("" if ruling.rule else unruled),
            "hidden": not shown,
            "also": [consideration.rule.id for consideration in others if consideration.verdict is not None],
            "considered": [_considered(consideration) for consideration in others],
        }

    def _mismatch(self, call: Call) -> str:
        """Return why no allow rule covers a call: its arguments do not match the tool's schema; "" if they do."""
        if self._state.guard is None or call.is_request:
            return ""
        gate = self._state.guard.gate
        filled = gate.servers.injected_arguments(call.server, call.tool)
        warnings, is_mismatch = gate.tools.warnings(call.server, call.tool, call.arguments, filled=filled)
        return warnings[0] if is_mismatch else ""


_VERDICTS: Mapping[RequestSetting, Literal["allow", "deny", "ask"]] = {"pass": "allow", "ask": "ask", "deny": "deny"}


def _considered(consideration: Consideration) -> ConsideredRule:
    why: str = consideration.reason or (
        shortfall_text(consideration.shortfall) if consideration.shortfall is not None else ""
    )
    return {
        "id": consideration.rule.id,
        "verdict": consideration.rule.verdict,
        "fits": consideration.verdict is not None,
        "why": why,
    }


def _meaning(rule: Rule) -> Rule:
    """Return the members of a rule that affect its decisions."""
    return msgspec.structs.replace(rule, note="")


def _conditions(new: NewRule | RuleChange) -> dict[str, Any]:
    """Return a rule's conditions from an order, with ``~`` replaced by the home folder."""
    conditions: dict[str, Any] = {}
    for name in ("when", "except_"):
        if (value := getattr(new, name)) is not UNSET:
            conditions[name] = tuple(_written_out(condition) for condition in value)
    for name in ("other_arguments", "note"):
        if (value := getattr(new, name)) is not UNSET:
            conditions[name] = value
    if new.examples is not UNSET:
        conditions["examples"] = tuple(new.examples)
    return conditions


def _written_out(condition: Condition) -> Condition:
    matcher = CONDITION_MATCHERS.get(condition.matcher)
    if matcher is None or not matcher.takes_folders:
        return condition
    return msgspec.structs.replace(condition, value=_expanded(condition.value))


def _expanded(value: Any) -> Any:
    if isinstance(value, list):
        return [_expanded(item) for item in value]
    if isinstance(value, str) and (value == "~" or value.startswith("~/")):
        return str(Path(value).expanduser())
    return value
