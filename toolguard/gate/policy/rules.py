"""Rules: what a person has decided in advance. `RuleSet.decide` returns allow, deny or ask.

Deny beats ask, ask beats allow, and no rule means ask. A deny rule therefore never permits a call. A rule names client,
server and tool, and may have conditions on the arguments (`toolguard.gate.policy.conditions`).
"""

from __future__ import annotations

import itertools
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec

from toolguard.gate.mcp.request_kinds import CALL, RULE_METHOD
from toolguard.gate.mcp.revisions import CALL_PARAMS
from toolguard.gate.model import Call, Tool, Verdict
from toolguard.gate.policy.conditions import schema_check
from toolguard.gate.policy.conditions.condition import Condition, Conditions, Shortfall
from toolguard.gate.policy.conditions.errors import ConditionError
from toolguard.gate.policy.conditions.json_values import named, tokens, unnamed
from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS
from toolguard.gate.policy.conditions.paths import LocalPaths
from toolguard.gate.policy.conditions.texts import compiled, regex_of
from toolguard.gate.policy.conditions.widths import Width
from toolguard.gate.policy.definitions import pins
from toolguard.gate.policy.rule_ends import EXTERNAL_ENDS, MAX_BOUND_SECONDS, RULE_ENDS, Until
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, duration

ANY = "*"
UNLISTED = "not listed"
"""Definition of a tool that its server has not listed. Any definition that is listed later differs from it."""


class Matcher(msgspec.Struct, frozen=True, kw_only=True):
    """A member of `Rule` that is compared with a call. `ANY` matches every call."""

    title: str
    any: str
    """The window's text for `ANY`."""
    of: str = ""
    """The attribute of calls whose value must equal the rule's. Such rules are found by look-up."""
    matches: Callable[[str, Call], bool] | None = None
    """Tests the rule's text against a call, where equality does not suffice. Must not raise, and must be fast."""
    default: str = ANY
    """The value if a rule does not set it."""
    help: str = ""
    """Description for the help of the command line."""
    required: bool = False
    """Whether the command line and the orders demand it; `ANY` must be explicit."""
    pattern: str = ""
    """Regular expression for valid values; empty: any text."""


class Example(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of a call that a rule must or must not cover."""

    arguments: dict[str, Any]
    covered: bool = True


MAX_EXAMPLES = 5
ORGANIZATION = "organization"
"""Author of rules that an administrator set; nobody else changes or removes them."""


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule. ``*`` alone matches anything, a text with ``*`` or ``?`` is a pattern, other texts match exactly."""

    id: str
    client: Annotated[str, Matcher(title="Client", any="any client", help="the chat client", of="client.id")] = ANY
    server: Annotated[
        str, Matcher(title="Server", any="any server", help="the server name", of="server", required=True)
    ] = ANY
    method: Annotated[
        str,
        Matcher(
            title="Request",
            any="any request",
            default=CALL,
            help="the request, such as sampling/createMessage, or server:METHOD and client:METHOD for methods that are "
            "not part of MCP",
            of="method",
            pattern=RULE_METHOD,
        ),
    ] = CALL
    tool: Annotated[str, Matcher(title="Tool", any="any tool", help="the tool name", of="tool", required=True)] = ANY
    verdict: Verdict
    until: Until = "always"
    """What ends it besides ``expires``. All but ``always`` are kept in memory only, so a restart ends them."""
    session: str = ""
    """The client session whose calls it covers; empty: any."""
    idle: float = 0.0
    """With ``until="idle"``: seconds of absence after which it ends."""
    fingerprint: str = ""
    """Fingerprint of the tool's definition that an allow rule depends on (`definitions.pins`); empty: any."""
    created: float = 0.0
    expires: float = 0.0
    """Seconds since the epoch; 0 means never."""
    by: str = ""
    """Author: ``person`` in the window or the terminal, ``command line``; empty if unknown."""
    when: tuple[Condition, ...] = ()
    """Conditions on the arguments; all must hold."""
    except_: tuple[Condition, ...] = msgspec.field(default=(), name="except")
    """Exceptions: the rule does not cover a call for which any of these holds."""
    other_arguments: Literal["none", "any"] = "none"
    """Whether an allow rule with ``when`` covers calls with arguments that no condition names."""
    note: str = ""
    """A person's note about it."""
    disabled: bool = False
    """Whether a person has turned it off."""
    examples: tuple[Example, ...] = ()
    """Checked whenever the rule is loaded: an allow rule with a failing example covers nothing."""
    covers: dict[str, dict[str, str]] | None = None
    """For allow rules for several tools: the definitions listed when the rule was made, as server → tool → fingerprint.
    It covers no others. None: definitions of all tools; an allow rule with a pattern then covers none.
    """


def _matchers() -> dict[str, Matcher]:
    hints = typing.get_type_hints(Rule, globals(), include_extras=True)
    marks = {name: [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Matcher)]
             for name, hint in hints.items()}  # fmt: skip
    return {name: rows[0] for name, rows in marks.items() if rows}


MATCHERS: Mapping[str, Matcher] = MappingProxyType(_matchers())
"""The members of `Rule` that select calls. Rules in the file and in orders have the same members."""
_EXACT_MATCHERS = tuple(name for name, matcher in MATCHERS.items() if matcher.of)
_exact_values: Callable[[Call], tuple[str, ...]] = attrgetter(*(MATCHERS[name].of for name in _EXACT_MATCHERS))
_TESTED_MATCHERS = tuple((name, matcher.matches) for name, matcher in MATCHERS.items() if matcher.matches is not None)


class AllowRulePolicy(msgspec.Struct, frozen=True, kw_only=True):
    """The allow rules of a person that an organization accepts."""

    kind: Literal["any", "temporary", "none"] = "any"
    longest: float = 0.0
    """Maximum duration in seconds; 0 for no limit."""

    def stricter(self, other: AllowRulePolicy) -> AllowRulePolicy:
        """Return the policy that accepts what both accept."""
        kind = max(self.kind, other.kind, key=("any", "temporary", "none").index)
        limits = [policy.longest for policy in (self, other) if policy.longest]
        return AllowRulePolicy(kind=kind, longest=min(limits, default=0.0))

    def forbids(self, rule: Rule, now: float) -> str:
        """Return why an allow rule is not accepted at ``now``; "" if it is. Tolerates ten seconds.

        The duration is counted from its creation and from now, because the creation time comes from the configuration.
        """
        if self.kind == "none":
            return _NO_ALLOW
        if self.kind == "temporary" and not rule.expires and rule.until == "always":
            return _NEEDS_END
        if self.longest and rule.expires - min(rule.created, now) > self.longest + 10:
            return coded("gate.organization_limits_allow_rules", duration=duration(self.longest))
        return _NEEDS_END if self.longest and not rule.expires and rule.until == "always" else ""

    def forbidden_ends(self) -> dict[str, str]:
        """Return the names of the `RULE_ENDS` that no allow rule can have, each with the reason. A date can be near."""
        reasons = {}
        for name, row in RULE_ENDS.items():
            lasts = MAX_BOUND_SECONDS if row.until in ("lock", "idle") else row.seconds
            rule = Rule(id="", verdict="allow", until=row.until, expires=1.0 if row.is_date else lasts)
            if why := self.forbids(rule, 0.0):
                reasons[name] = why
        return reasons


class RuleRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request, made with a decision, to decide similar calls in the same way from now on.

    The gate makes the rule from the pending call, and makes none if that differs from the request.
    """

    client: str
    server: str
    tool: str
    method: str = CALL
    verdict: Verdict
    until: Until
    seconds: float = 0.0
    """Duration in seconds; 0: none."""
    expires: float = 0.0
    """End in seconds since the epoch; 0: none."""
    idle: float = 0.0
    width: Width = "tool"
    """The chosen one of the widths offered for the call."""
    when: tuple[Condition, ...] = ()
    """The conditions as shown."""
    definition: str | None = None
    """The tool's definition as shown (`definition_of`); an allow rule depends on it. None: not stated."""
    id: str = ""
    """The id of the new rule, so that the caller can undo it; empty: any."""


_MAX_NAME = 512  # characters of names whose matching rules are cached
_MAX_SHOWN_POINTER = 200  # characters of a pointer in a message
_MAX_CACHED = 10_000  # tools whose matching rules are cached
_MAX_CACHED_DEFINITIONS = 100  # definitions of tools that a rule was compared with


class Ruling(msgspec.Struct, frozen=True):
    """What the rules say about a call."""

    verdict: Verdict
    rule: Rule | None = None
    note: str = ""
    """Why an allow rule did not suffice, for the person who is asked instead."""
    insufficient: Rule | None = None
    """The allow rule that did not suffice, if no other rule decides."""


class Consideration(msgspec.Struct, frozen=True):
    """The verdict of one rule on one call."""

    rule: Rule
    verdict: Verdict | None
    """None: the rule does not decide the call."""
    shortfall: Shortfall | None = None
    """The condition that excludes the call."""
    reason: str = ""
    """Another reason for exclusion, or for asking instead."""


class _PreparedRule:
    """A rule with compiled patterns and conditions."""

    __slots__ = ("_impossible", "_plain", "conditions", "fault", "near_patterns", "patterns", "rule")

    def __init__(self, rule: Rule, paths: LocalPaths | None) -> None:
        self.rule = rule
        self.conditions: Conditions | None = None
        self.patterns: tuple[Any, ...] = ()
        self.near_patterns: tuple[Any, ...] = ()
        self.fault = ""
        self._plain = Consideration(rule, rule.verdict)
        self._impossible: dict[str, str] | None = None
        try:
            self.patterns = _patterns(rule)
            if rule.verdict != "allow" and is_pattern(rule.tool):
                self.near_patterns = _patterns(rule, ignore_case=True)
            if rule.when or rule.except_:
                self.conditions = Conditions(rule.when, rule.except_, other_arguments=rule.other_arguments == "any")
            if rule.verdict == "allow":
                self.fault = (
                    _NO_METHOD if is_broad(rule.method) else _breadth_fault(rule) or self._failing_example(paths)
                )
        except ConditionError as why:
            self.fault = str(why)

    def _failing_example(self, paths: LocalPaths | None) -> str:
        for example in self.rule.examples:
            covered = self.conditions is None or self.conditions.allow_shortfall(example.arguments, paths) is None
            if covered is not example.covered:
                return coded("gate.example_covered" if covered else "gate.example_not_covered")
        return ""

    def fits(self, exact: tuple[str, ...]) -> bool | None:
        """Return whether its patterns match these names; None if they match only when case is ignored.

        A pattern that cannot be compiled matches everything.
        """
        if _patterns_match(self.patterns, exact):
            return True
        return None if self.near_patterns and _patterns_match(self.near_patterns, exact) else False

    def consider(self, call: Call, tool: Tool | None, paths: LocalPaths | None) -> Consideration:
        """Return its verdict on a call whose names it matches."""
        rule = self.rule
        if rule.disabled:
            return Consideration(rule, None, None, _DISABLED)
        if self.fault:
            verdict: Verdict | None = None if rule.verdict == "allow" else "ask"
            return Consideration(
                rule, verdict, None, coded("gate.rule_cannot_be_evaluated", id=rule.id, reason=self.fault)
            )
        if self.conditions is None:
            return self._plain
        if rule.verdict == "allow":
            shortfall = self.conditions.allow_shortfall(call.arguments, paths)
        else:
            shortfall = self.conditions.deny_shortfall(call.arguments, paths)
            if shortfall is None and tool is not None and (why := self._impossible_reason(tool)):
                return self._unevaluable(why)
        return self._plain if shortfall is None else Consideration(rule, None, shortfall)

    def _unevaluable(self, why: str) -> Consideration:
        """Return the consideration of a rule that cannot be evaluated: allow rules cover nothing, others ask."""
        reason = coded("gate.rule_cannot_be_evaluated", id=self.rule.id, reason=why)
        return Consideration(self.rule, None if self.rule.verdict == "allow" else "ask", None, reason)

    def _impossible_reason(self, tool: Tool) -> str:
        """Return why the conditions can never hold for this definition of the tool; "" if they can."""
        if self._impossible is None or len(self._impossible) > _MAX_CACHED_DEFINITIONS:
            self._impossible = {}
        reason = self._impossible.get(tool.fingerprint)
        if reason is None:
            reason = self._impossible[tool.fingerprint] = impossible(self.rule, tool.input_schema)
        return reason


class RuleSet:
    """All rules, indexed by exact names: 2ⁿ look-ups for n names, whatever the number of rules; one once cached."""

    def __init__(
        self, rules: Iterable[Rule] = (), paths: Callable[[str], LocalPaths | None] = lambda _server: None
    ) -> None:
        """``paths`` returns the file system of a server, if known."""
        self.paths = paths
        self._by_names: dict[tuple[str, ...], list[_PreparedRule]] = {}
        self._by_folded_names: dict[tuple[str, ...], list[_PreparedRule]] = {}
        self._matching: dict[tuple[str, ...], _Found] = {}
        self.bound: tuple[Rule, ...] = ()
        """Rules that end by what other programs report (`EXTERNAL_ENDS`)."""
        self._unidentified: frozenset[str] = frozenset()
        self._allows = AllowRulePolicy()
        self.of_requests = 0
        """Number of rules for requests other than tool calls."""
        self.edition = 0
        """Grows with every change. A decision holds for its edition, or until a rule ends."""
        for rule in rules:
            self.add(rule)

    def __iter__(self) -> Iterator[Rule]:
        return (entry.rule for entries in self._by_names.values() for entry in entries)

    @property
    def unidentified(self) -> frozenset[str]:
        """Clients whose program could not be verified. Allow rules apply to them only if they are for any client."""
        return self._unidentified

    def set_unidentified(self, names: frozenset[str]) -> None:
        """Replace `unidentified`."""
        self._unidentified = names
        self.edition += 1
        self._matching.clear()

    @property
    def allows(self) -> AllowRulePolicy:
        """The allow rules that are accepted."""
        return self._allows

    def set_allows(self, policy: AllowRulePolicy) -> None:
        """Replace the policy by which allow rules are accepted."""
        self._allows = policy
        self.edition += 1
        self._matching.clear()

    def with_rules(self, rules: Iterable[Rule], paths: Callable[[str], LocalPaths | None]) -> RuleSet:
        """Return a set of other rules that is restricted as this one: by an organization, and for the same clients."""
        copy = RuleSet(rules, paths)
        copy.set_allows(self.allows)
        copy.set_unidentified(self.unidentified)
        return copy

    def add(self, rule: Rule) -> None:
        """Add a rule and drop cached look-ups. Ids are not compared: the caller removes an older version first."""
        self.edition += 1
        self._matching.clear()
        if rule.until in EXTERNAL_ENDS:
            self.bound = (*self.bound, rule)
        self.of_requests += rule.method != CALL
        entry = _PreparedRule(rule, self.paths(rule.server))
        self._by_names.setdefault(_places(rule), []).append(entry)
        if _ignores_case(rule):
            self._by_folded_names.setdefault(_with_folded_tool(_places(rule)), []).append(entry)

    def remove(self, id: str, by: str = "") -> Rule | None:
        """Remove a rule by id. A rule of an organization is removed only with ``by=ORGANIZATION``."""
        return self._remove(lambda rule: rule.id == id and (rule.by == ORGANIZATION) is (by == ORGANIZATION))

    def end(self, rule: Rule) -> None:
        """Remove exactly this rule object, even if others have its id."""
        self._remove(lambda other: other is rule)

    def _remove(self, is_it: Callable[[Rule], bool]) -> Rule | None:
        self.edition += 1
        self._matching.clear()
        for place, entries in self._by_names.items():
            for entry in entries:
                if is_it(entry.rule):
                    _drop(self._by_names, place, entry)
                    self.bound = tuple(rule for rule in self.bound if rule is not entry.rule)
                    self.of_requests -= entry.rule.method != CALL
                    if _ignores_case(entry.rule):
                        _drop(self._by_folded_names, _with_folded_tool(place), entry)
                    return entry.rule
        return None

    def decide(self, call: Call, tool: Tool | None, now: float) -> Ruling:
        """Return the ruling on ``call`` at ``now`` (seconds since the epoch). At most 50 µs with 10,000 rules."""
        exact = _exact_values(call)
        matching = self._matching.get(exact) or self._find(exact)
        if matching.cached is not None and matching.cached[0] is tool:
            return matching.cached[1]
        ruling = self._decide(matching, call, tool, now)
        if matching.is_cacheable:
            matching.cached = (tool, ruling)
        return ruling

    def _decide(self, rules: _Found, call: Call, tool: Tool | None, now: float) -> Ruling:
        best: Consideration | None = None
        insufficient: Consideration | None = None
        for considered in self._consider_all(rules, call, tool, now):
            if considered.rule.disabled:
                continue
            if considered.verdict is None:
                if considered.shortfall is None and considered.reason:
                    insufficient = considered
            elif considered.verdict == "deny":
                return Ruling("deny", considered.rule)
            elif best is None or best.verdict == "allow":
                best = considered
            if best is not None and considered.rule.verdict == "allow":
                break  # only allow rules follow, which change nothing
        if best is not None:
            return Ruling(best.verdict or "ask", best.rule, best.reason)
        return Ruling("ask", None, insufficient.reason, insufficient.rule) if insufficient else Ruling("ask")

    def consider_all(self, call: Call, tool: Tool | None, now: float) -> Iterator[Consideration]:
        """Yield the consideration of each unexpired rule that matches the call's client, server and tool."""
        exact = _exact_values(call)
        return self._consider_all(self._matching.get(exact) or self._find(exact), call, tool, now)

    def _consider_all(self, matching: _Found, call: Call, tool: Tool | None, now: float) -> Iterator[Consideration]:
        paths: LocalPaths | None = None
        has_paths = False
        for entry in matching.rules:
            rule = entry.rule
            if (_TESTED_MATCHERS and not _passes_tests(rule, call)) or (rule.expires and now >= rule.expires):
                continue
            if rule.session and rule.session != call.session:
                continue
            if entry.conditions is not None and not has_paths:
                paths, has_paths = self.paths(call.server), True
            result = entry.consider(call, tool, paths)
            if matching.near and entry in matching.near and not rule.disabled:
                yield Consideration(rule, "ask" if result.verdict else None, result.shortfall, _OTHER_CASE)
            elif result.verdict == "allow" and (why := self._not_covered(rule, call, tool, now)):
                yield Consideration(rule, None, None, why)
            else:
                yield result

    def _not_covered(self, rule: Rule, call: Call, tool: Tool | None, now: float) -> str:
        """Return why an allow rule whose conditions hold does not apply; "" if it does."""
        why = _not_covered_reason(rule, call, tool) or self._allows.forbids(rule, now)
        return why or (_UNIDENTIFIED if rule.client != ANY and call.client.id in self._unidentified else "")

    def matches(self, rule: Rule, call: Call) -> bool:
        """Return whether ``rule`` matches ``call``, regardless of other rules, time and definitions."""
        paths = self.paths(call.server)
        entry = _PreparedRule(rule, paths)
        if not entry.fits(_exact_values(call)) or not _passes_tests(rule, call):
            return False
        return entry.consider(call, None, paths).verdict is not None

    def _find(self, exact: tuple[str, ...]) -> _Found:
        """Return every rule that matches these names, and keep the result in ``_matching``."""
        rules = [entry for place in _lookup_keys(exact) for entry in self._by_names.get(place, ())]
        fits = [(entry, entry.fits(exact)) for entry in self._by_names.get(_PATTERN_KEY, ())]
        near = [entry for entry, fit in fits if fit is None]
        if self._by_folded_names:
            others = (
                entry
                for place in _lookup_keys(_with_folded_tool(exact))
                for entry in self._by_folded_names.get(place, ())
            )
            near += [entry for entry in others if entry.rule.tool != exact[-1]]
        all_of_them = (*rules, *(entry for entry, fit in fits if fit), *near)
        strictest_first = sorted(all_of_them, key=lambda entry: _STRICTNESS[entry.rule.verdict])
        matching = _Found(tuple(strictest_first), frozenset(near))
        if len(self._matching) >= _MAX_CACHED:
            self._matching.clear()
        if max(map(len, exact)) <= _MAX_NAME:
            self._matching[exact] = matching
        return matching


class _Found:
    """The rules that match a client, server and tool, deny rules first, allow rules last.

    ``near`` holds rules that match only if the tool's case is ignored.
    """

    __slots__ = ("cached", "is_cacheable", "near", "rules")

    def __init__(self, rules: tuple[_PreparedRule, ...], near: frozenset[_PreparedRule]) -> None:
        self.rules = rules
        self.near = near
        self.is_cacheable = not _TESTED_MATCHERS and not any(
            entry.conditions is not None or entry.rule.session or has_end(entry.rule) for entry in rules
        )
        """Whether the ruling depends on the tool only, not on arguments, session or time."""
        self.cached: tuple[Tool | None, Ruling] | None = None
        """The last tool and its ruling, if so."""


def _not_covered_reason(rule: Rule, call: Call, tool: Tool | None) -> str:
    """Return why an allow rule does not cover this tool as it is now; "" if it does."""
    if call.is_request:
        return _LISTED_LATER if is_pattern(rule.server) or is_pattern(rule.tool) else ""
    if tool is not None and tool.unpinnable:
        return coded("gate.no_rule_can_allow", reason=tool.unpinnable)
    if (rule.when or rule.except_) and not CALL_PARAMS.issuperset(call.message["params"]):
        return _UNKNOWN_PARAMS
    if rule.fingerprint:
        return _pin_mismatch(rule.fingerprint, tool)
    if rule.covers is None:
        return _LISTED_LATER if is_pattern(rule.server) or is_pattern(rule.tool) else ""
    pin = rule.covers.get(call.server, {}).get(call.tool)
    if pin is None:
        return _LISTED_LATER
    return _pin_mismatch(pin, tool)


def _pin_mismatch(pin: str, tool: Tool | None) -> str:
    """Return why a tool differs from its pin; "" if it does not."""
    if tool is None:
        return "" if pin == UNLISTED else DEFINITION_UNKNOWN
    part = pins.difference(pin, tool)
    return "" if part is None else _CHANGED_PARTS[part]


def complete_pins(rule: Rule, server: str, tools: Mapping[str, Tool]) -> Rule:
    """Return ``rule`` with pins extended by what is now known of its tools; the same object if nothing is new.

    A rule of an earlier version is extended to the whole definition when it is first listed unchanged.
    """
    for name in pinned_tools(rule, server):
        pin = pins_of(rule, server, name)
        if name not in tools:
            continue
        tool = tools[name] if rule.server != ANY else pins.pin_by_definition(tools[name])
        if (completed := pins.complete_pin(pin, tool)) != pin:
            rule = with_pin(rule, server, name, completed)
    return rule


def pinned_tools(rule: Rule, server: str) -> tuple[str, ...]:
    """Return the tools of a server whose definitions an allow rule pins."""
    if rule.verdict != "allow":
        return ()
    if rule.fingerprint:
        return (literal_name(rule.tool),) if rule.server == ANY or literal_name(rule.server) == server else ()
    return tuple((rule.covers or {}).get(server, ()))


def pins_of(rule: Rule, server: str, tool: str) -> str:
    """Return the pin of one of a rule's `pinned_tools`."""
    return rule.fingerprint or (rule.covers or {})[server][tool]


def with_pin(rule: Rule, server: str, tool: str, pin: str) -> Rule:
    """Return the rule with another pin for one of its `pinned_tools`."""
    if rule.fingerprint:
        return msgspec.structs.replace(rule, fingerprint=pin)
    covers = {name: dict(pins) for name, pins in (rule.covers or {}).items()}
    covers[server][tool] = pin
    return msgspec.structs.replace(rule, covers=covers)


def covered_definitions(rule: Rule, tools: Iterable[Tool]) -> dict[str, dict[str, str]]:
    """Return `Rule.covers` for a rule that is made while these tools are listed."""
    definitions: dict[str, dict[str, str]] = {}
    for tool in tools:
        if not tool.unpinnable and covers_tool(rule, tool.server, tool.name):
            definitions.setdefault(tool.server, {})[tool.name] = tool.fingerprint
    return definitions


def has_end(rule: Rule) -> bool:
    """Return whether a rule can end without being removed."""
    return rule.expires > 0 or rule.until in EXTERNAL_ENDS


def _ignores_case(rule: Rule) -> bool:
    """Return whether the rule also applies to tools whose names differ only in case."""
    return rule.verdict != "allow" and not is_broad(rule.tool)


def _lookup_keys(exact: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    return dict.fromkeys(itertools.product(*((text, ANY) for text in exact)))


def _with_folded_tool(places: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names with the tool case-folded, because some clients ignore its case (MCP names are exact)."""
    return (*places[:-1], places[-1].casefold())


def _drop(entries: dict[tuple[str, ...], list[_PreparedRule]], place: tuple[str, ...], entry: _PreparedRule) -> None:
    entries[place].remove(entry)
    if not entries[place]:
        del entries[place]


def fault_of(rule: Rule, paths: LocalPaths | None) -> str:
    """Return why a rule is faulty ("" if it is not): an allow rule then covers nothing, others ask."""
    return _PreparedRule(rule, paths).fault


def impossible(rule: Rule, schema: Any) -> str:
    """Return why a rule's conditions can never hold for arguments that fit ``schema``; "" if they can."""
    return next((why for condition in rule.when if (why := schema_check.impossible(condition, schema))), "")


def unnamed_requirement(rule: Rule, schema: Any) -> str:
    """Return why an allow rule covers no call that fits ``schema``: no condition names an argument that it requires."""
    required = schema.get("required") if isinstance(schema, dict) else None
    excludes_others = rule.verdict == "allow" and rule.when and rule.other_arguments == "none"
    if not excludes_others or not isinstance(required, list):
        return ""
    names = named(tokens(condition.pointer) for condition in (*rule.when, *rule.except_))
    pointer = unnamed({name: {} for name in required if isinstance(name, str)}, names)
    return coded("gate.required_unnamed", pointer=visible(pointer[:_MAX_SHOWN_POINTER])) if pointer else ""


def covers_tool(rule: Rule, server: str, tool: str) -> bool:
    """Return whether ``rule`` applies to some calls of this tool. Only allow rules heed the case of its name."""
    places, names = (rule.server, rule.method, rule.tool), (server, CALL, tool)
    try:
        return names_match(places, names) or (
            rule.verdict != "allow" and names_match(_with_folded_tool(places), _with_folded_tool(names))
        )
    except ConditionError:
        return True


def overrides(other: Rule, rule: Rule) -> bool:
    """Return whether ``other`` is stricter than ``rule`` and its names match some of the same calls.

    Of two patterns, one must contain the other: it is better to miss an overlap than to claim one.
    """
    if _STRICTNESS[other.verdict] >= _STRICTNESS[rule.verdict]:
        return False
    ours, others = (tuple(getattr(each, name) for name in _EXACT_MATCHERS) for each in (rule, other))
    return all(map(_places_overlap, _with_folded_tool(ours), _with_folded_tool(others)))


def _places_overlap(one: str, other: str) -> bool:
    if one == other or ANY in (one, other):
        return True
    try:
        return any(is_pattern(wide) and names_match((wide,), (name,)) for wide, name in ((one, other), (other, one)))
    except ConditionError:
        return False


def names_match(places: Sequence[str], names: Sequence[str]) -> bool:
    """Return whether a rule's client, server and tool match these names; raises `ConditionError`."""
    return _patterns_match(tuple(_pattern(place) for place in places), tuple(names))


def _pattern(place: str, *, ignore_case: bool = False) -> Any:
    """Return a text, a compiled pattern, or None for anything."""
    if place == ANY:
        return None
    if is_pattern(place) or ignore_case:
        return compiled(regex_of(place if is_pattern(place) else literal(place), crosses=True), ignore_case=ignore_case)
    return place


def _breadth_fault(rule: Rule) -> str:
    return next(
        (why for condition in rule.when if (why := CONDITION_MATCHERS[condition.matcher].too_broad(condition.value))),
        "",
    )


def is_pattern(place: str) -> bool:
    """Return whether a text is a pattern for several names."""
    return place != ANY and ("*" in place or "?" in place)


def is_broad(place: str) -> bool:
    """Return whether a text can match several names."""
    return place == ANY or is_pattern(place)


def pattern_for(name: str) -> str:
    """Return the text that matches exactly this name; `ANY` stays."""
    return literal(name) if is_pattern(name) else name


def literal_name(place: str) -> str:
    """Return the name that such a text matches (`pattern_for`)."""
    return re.sub(r"\[([*?\[])\]", r"\1", place) if is_pattern(place) else place


def literal(name: str) -> str:
    """Return the pattern that matches exactly this text."""
    return "".join(f"[{character}]" if character in "*?[" else character for character in name)


_CHANGED = coded("gate.allowed_tool_before_definition")
_CHANGED_PARTS: Mapping[pins.Part, str] = {
    "definition": _CHANGED,
    "instructions": coded("gate.allowed_tool_before_instructions"),
    "page": coded("gate.allowed_tool_before_page"),
}
CHANGE_WARNINGS = frozenset(_CHANGED_PARTS.values())
"""Warnings about a tool that has changed since the person allowed it."""
DEFINITION_UNKNOWN = coded("gate.allowed_tool_before_server")
"""The note of a ruling if an allow rule depends on the definition of a tool that is in no list."""
_UNIDENTIFIED = coded("gate.allow_rule_client_not")
_NO_ALLOW = coded("gate.organization_forbids_allow_rules")
_NEEDS_END = coded("gate.organization_wants_end_of_allow_rules")
_NO_METHOD = coded("gate.allow_rule_needs_method")
_LISTED_LATER = coded("gate.tool_listed_after_rule")
_UNKNOWN_PARAMS = coded("gate.params_beside_arguments")
_OTHER_CASE = coded("gate.rule_for_name_in_other_case")
_DISABLED = coded("gate.rule_is_off")


def definition_of(tool: Tool | None) -> str:
    """Return the fingerprint that an allow rule for this tool depends on."""
    return tool.fingerprint if tool is not None else UNLISTED


def _passes_tests(rule: Rule, call: Call) -> bool:
    """Return whether the members of ``rule`` with a test match ``call``."""
    return all(getattr(rule, name) == ANY or matches(getattr(rule, name), call) for name, matches in _TESTED_MATCHERS)


def _places(rule: Rule) -> tuple[str, ...]:
    places = tuple(getattr(rule, name) for name in _EXACT_MATCHERS)
    return _PATTERN_KEY if any(map(is_pattern, places)) else places


def _patterns(rule: Rule, *, ignore_case: bool = False) -> tuple[Any, ...]:
    """Return the patterns of a rule's names. ``ignore_case`` applies to the tool only."""
    return tuple(_pattern(getattr(rule, name), ignore_case=ignore_case and name == "tool") for name in _EXACT_MATCHERS)


def _patterns_match(patterns: tuple[Any, ...], exact: tuple[str, ...]) -> bool:
    return all(text == pattern if isinstance(pattern, str) else pattern is None or pattern.fullmatch(text) is not None
               for pattern, text in zip(patterns, exact, strict=False))  # fmt: skip


_STRICTNESS: Mapping[Verdict, int] = {"deny": 0, "ask": 1, "allow": 2}
_PATTERN_KEY = ("",) * len(_EXACT_MATCHERS)
"""Index key of rules with a pattern; no name is empty."""
