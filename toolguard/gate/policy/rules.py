"""What a person has decided beforehand: `RuleSet.decide` gives allow, deny or ask.

Deny beats ask, ask beats allow, and no rule means ask: adding a deny rule never frees a call. A rule says which client,
server and tool it is for, and may have conditions on the arguments (`toolguard.gate.policy.conditions`).
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
from toolguard.gate.model import Call, Tool, Verdict
from toolguard.gate.policy.conditions import schema_check
from toolguard.gate.policy.conditions.condition import Condition, Conditions, Shortfall
from toolguard.gate.policy.conditions.errors import ConditionError
from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS
from toolguard.gate.policy.conditions.paths import LocalPaths
from toolguard.gate.policy.conditions.texts import compiled, regex_of
from toolguard.gate.policy.conditions.widths import Width
from toolguard.gate.policy.definitions import pins
from toolguard.gate.policy.rule_ends import BOUND, Until
from toolguard.gate.texts import coded

ANY = "*"
UNLISTED = "not listed"
"""The definition of a tool that its server has not listed: whatever it lists later is another one."""


class Matcher(msgspec.Struct, frozen=True, kw_only=True):
    """What a rule is for: a member of `Rule`, and how it is compared with a call. `ANY` matches every call."""

    title: str
    any: str
    """What the window calls a rule that leaves it open."""
    of: Callable[[Call], str] | None = None
    """What a call has there; a rule must have exactly the same. Such rules are found by look-up."""
    matches: Callable[[str, Call], bool] | None = None
    """Whether a rule's text is for a call, where it is not the same text. It must not raise, and must be fast."""
    default: str = ANY
    """What a rule has there that says nothing of it."""
    help: str = ""
    """What it is, for the help of the command line."""
    required: bool = False
    """The command line and the orders demand it; `ANY` must be written out."""
    pattern: str = ""
    """What a rule may have there, as a regular expression; empty: any text."""


class Example(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of a call that a rule must cover, or must not."""

    arguments: dict[str, Any]
    covered: bool = True


MOST_EXAMPLES = 5
ORGANIZATION = "organization"
"""Who made a rule that an administrator set: nobody else changes or removes it."""


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule. ``*`` in a place matches anything, a text with ``*`` or ``?`` is a pattern, and every other text
    matches exactly, by case."""

    id: str
    client: Annotated[
        str, Matcher(title="Client", any="any client", help="the chat client", of=attrgetter("client.id"))
    ] = ANY
    server: Annotated[
        str, Matcher(title="Server", any="any server", help="the server name", of=attrgetter("server"), required=True)
    ] = ANY
    method: Annotated[
        str,
        Matcher(
            title="Request",
            any="any request",
            default=CALL,
            help="the request, such as sampling/createMessage, or server:METHOD and client:METHOD for methods that are "
            "not part of MCP",
            of=attrgetter("method"),
            pattern=RULE_METHOD,
        ),
    ] = CALL
    tool: Annotated[
        str, Matcher(title="Tool", any="any tool", help="the tool name", of=attrgetter("tool"), required=True)
    ] = ANY
    verdict: Verdict
    until: Until = "always"
    """What ends it beside ``expires``. All but ``always`` are kept in memory only, so a restart ends them."""
    session: str = ""
    """The client session whose calls it covers; empty: those of any."""
    idle: float = 0.0
    """With ``until`` ``idle``: seconds without the person after which it ends."""
    fingerprint: str = ""
    """The tool's definition that an allow rule rests on (`definitions.pins`); empty means any."""
    created: float = 0.0
    expires: float = 0.0
    """Seconds since the epoch; 0 means never."""
    by: str = ""
    """Who made it: ``person`` in the window or the terminal, ``command line``; empty when that is not known."""
    when: tuple[Condition, ...] = ()
    """What the arguments must be: all of it."""
    except_: tuple[Condition, ...] = msgspec.field(default=(), name="except")
    """What they must not be: the rule does not cover a call that fulfils any of it."""
    other_arguments: Literal["none", "any"] = "none"
    """Whether an allow rule with ``when`` covers calls with arguments that no condition names."""
    note: str = ""
    """What a person wrote about it."""
    disabled: bool = False
    """A person has turned it off: it decides nothing until it is turned on."""
    examples: tuple[Example, ...] = ()
    """Checked whenever the rule is read: an allow rule with an example that fails covers nothing."""
    covers: dict[str, dict[str, str]] | None = None
    """Of an allow rule for more than one tool: the definitions that were listed when it was made, as server → tool →
    fingerprint. It covers no others. None: those of all tools; an allow rule with a pattern covers none then."""


def _matchers() -> dict[str, Matcher]:
    hints = typing.get_type_hints(Rule, globals(), include_extras=True)
    found = {name: [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Matcher)]
             for name, hint in hints.items()}  # fmt: skip
    return {name: rows[0] for name, rows in found.items() if rows}


MATCHERS: Mapping[str, Matcher] = MappingProxyType(_matchers())
"""What a rule can be for, by the member of `Rule`. Rules in the file and in orders have the same members."""
_EXACT = tuple((name, one.of) for name, one in MATCHERS.items() if one.of is not None)
_TESTED = tuple((name, one.matches) for name, one in MATCHERS.items() if one.matches is not None)


class AllowRulePolicy(msgspec.Struct, frozen=True, kw_only=True):
    """Which allow rules of the person an organization lets count."""

    kind: Literal["any", "temporary", "none"] = "any"
    longest: float = 0.0
    """Most seconds that one may last; 0 for no limit."""

    def stricter(self, other: AllowRulePolicy) -> AllowRulePolicy:
        """What both let count."""
        kind = max(self.kind, other.kind, key=("any", "temporary", "none").index)
        limits = [one.longest for one in (self, other) if one.longest]
        return AllowRulePolicy(kind=kind, longest=min(limits, default=0.0))

    def forbids(self, rule: Rule, now: float) -> str:
        """Why an allow rule does not count at ``now``; "" when it does. Seconds are rounded to ten.

        Its end counts from its beginning and from now: when it began is only what the configuration says.
        """
        if self.kind == "none":
            return _NO_ALLOW
        if self.kind == "temporary" and not rule.expires and rule.until == "always":
            return _NEEDS_END
        if self.longest and rule.expires - min(rule.created, now) > self.longest + 10:
            return coded("gate.organization_limits_allow_rules", seconds=f"{self.longest:,g}")
        return _NEEDS_END if self.longest and not rule.expires and rule.until == "always" else ""


class RuleRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A person's wish, given with a decision, to decide calls like this one in the same way from now on.

    The gate makes the rule from the call that it holds, and keeps none when that is not what the wish says.
    """

    client: str
    server: str
    tool: str
    method: str = CALL
    verdict: Verdict
    until: Until
    seconds: float = 0.0
    """How long it lasts; 0: no duration."""
    expires: float = 0.0
    """When it ends, in seconds since the epoch; 0: no date."""
    idle: float = 0.0
    width: Width = "tool"
    """Which of the widths that were offered for the call."""
    when: tuple[Condition, ...] = ()
    """Its conditions, as they were shown."""
    definition: str | None = None
    """What of the tool was shown (`definition`): an allow rule rests on nothing else. None: that is not said."""
    id: str = ""
    """How the rule shall be called, so that whoever asked for it can take it back; empty: any name."""


_LONGEST = 512  # characters of a name in a rule that is remembered
_KEPT = 10_000  # tools whose matching rules are remembered
_DEFINITIONS = 100  # of tools, that a rule was compared with


class Ruling(msgspec.Struct, frozen=True):
    verdict: Verdict
    rule: Rule | None = None
    note: str = ""
    """Why an allow rule was not enough, for the person who is asked instead."""


class Consideration(msgspec.Struct, frozen=True):
    """What one rule says of one call."""

    rule: Rule
    verdict: Verdict | None
    """None: the rule does not decide the call."""
    shortfall: Shortfall | None = None
    """The condition that keeps it from that."""
    reason: str = ""
    """Another reason for that, or for asking instead."""


class _PreparedRule:
    """A rule in a set, with its conditions ready to be asked."""

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
                self.fault = _NO_METHOD if is_broad(rule.method) else _too_broad(rule) or self._failing_example(paths)
        except ConditionError as why:
            self.fault = str(why)

    def _failing_example(self, paths: LocalPaths | None) -> str:
        for example in self.rule.examples:
            covered = self.conditions is None or self.conditions.allow_shortfall(example.arguments, paths) is None
            if covered is not example.covered:
                return coded("gate.example_covered" if covered else "gate.example_not_covered")
        return ""

    def fits(self, exact: tuple[str, ...]) -> bool | None:
        """Whether its places are for these texts; None when only by ignoring case.

        A pattern that cannot be compiled is for all of them.
        """
        if _fit(self.patterns, exact):
            return True
        return None if self.near_patterns and _fit(self.near_patterns, exact) else False

    def consider(self, call: Call, tool: Tool | None, paths: LocalPaths | None) -> Consideration:
        """What it says of a call that its places are for."""
        rule = self.rule
        if rule.disabled:
            return Consideration(rule, None, None, _OFF)
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
            if shortfall is None and tool is not None and (why := self._never_holds(tool)):
                return self._switched_off(why)
        return self._plain if shortfall is None else Consideration(rule, None, shortfall)

    def _switched_off(self, why: str) -> Consideration:
        """An allow rule covers nothing then, and any other asks."""
        reason = coded("gate.rule_cannot_be_evaluated", id=self.rule.id, reason=why)
        return Consideration(self.rule, None if self.rule.verdict == "allow" else "ask", None, reason)

    def _never_holds(self, tool: Tool) -> str:
        """Why the conditions can never hold for this definition of the tool."""
        if self._impossible is None or len(self._impossible) > _DEFINITIONS:
            self._impossible = {}
        found = self._impossible.get(tool.fingerprint)
        if found is None:
            found = self._impossible[tool.fingerprint] = impossible(self.rule, tool.input_schema)
        return found


class RuleSet:
    """All rules, found by their exact places: 2^places look-ups whatever their number, and one after the first time."""

    def __init__(
        self, rules: Iterable[Rule] = (), paths: Callable[[str], LocalPaths | None] = lambda _server: None
    ) -> None:
        """``paths`` gives the file system of a server, where it is known."""
        self.paths = paths
        self._at: dict[tuple[str, ...], list[_PreparedRule]] = {}
        self._near: dict[tuple[str, ...], list[_PreparedRule]] = {}
        self._matching: dict[tuple[str, ...], _Found] = {}
        self.bound: tuple[Rule, ...] = ()
        """Those that end by what others report (`BOUND`)."""
        self._unidentified: frozenset[str] = frozenset()
        self._allows = AllowRulePolicy()
        self.of_requests = 0
        """How many rules are for requests that are no tool calls."""
        self.edition = 0
        """Grows with every change: what was decided at an edition holds until the next one, or a rule's end."""
        for rule in rules:
            self.add(rule)

    def __iter__(self) -> Iterator[Rule]:
        return (entry.rule for entries in self._at.values() for entry in entries)

    @property
    def unidentified(self) -> frozenset[str]:
        """Client names whose program is not known for sure: allow rules that name one of them do not apply."""
        return self._unidentified

    @unidentified.setter
    def unidentified(self, names: frozenset[str]) -> None:
        self._unidentified = names
        self.edition += 1
        self._matching.clear()

    @property
    def allows(self) -> AllowRulePolicy:
        """Which allow rules count."""
        return self._allows

    @allows.setter
    def allows(self, policy: AllowRulePolicy) -> None:
        self._allows = policy
        self.edition += 1
        self._matching.clear()

    def add(self, rule: Rule) -> None:
        self.edition += 1
        self._matching.clear()
        if rule.until in BOUND:
            self.bound = (*self.bound, rule)
        self.of_requests += rule.method != CALL
        entry = _PreparedRule(rule, self.paths(rule.server))
        self._at.setdefault(_places(rule), []).append(entry)
        if _may_be_near(rule):
            self._near.setdefault(_folded(_places(rule)), []).append(entry)

    def remove(self, id: str, by: str = "") -> Rule | None:
        """Take a rule out. One of an organization goes only as such, whatever else has its id."""
        return self._take_out(lambda rule: rule.id == id and (rule.by == ORGANIZATION) is (by == ORGANIZATION))

    def end(self, rule: Rule) -> None:
        """Take out this very rule, whatever else has its id."""
        self._take_out(lambda one: one is rule)

    def _take_out(self, is_it: Callable[[Rule], bool]) -> Rule | None:
        self.edition += 1
        self._matching.clear()
        for place, entries in self._at.items():
            for entry in entries:
                if is_it(entry.rule):
                    _drop(self._at, place, entry)
                    self.bound = tuple(one for one in self.bound if one is not entry.rule)
                    self.of_requests -= entry.rule.method != CALL
                    if _may_be_near(entry.rule):
                        _drop(self._near, _folded(place), entry)
                    return entry.rule
        return None

    def decide(self, call: Call, tool: Tool | None, now: float) -> Ruling:
        """The verdict on ``call`` at ``now`` (seconds since the epoch). At most 50 µs with 10,000 rules."""
        found = self._for(tuple([of(call) for _, of in _EXACT]))
        if found.settled is not None and found.settled[0] is tool:
            return found.settled[1]
        ruling = self._decide(found, call, tool, now)
        if found.is_settled_by_places:
            found.settled = (tool, ruling)
        return ruling

    def _decide(self, rules: _Found, call: Call, tool: Tool | None, now: float) -> Ruling:
        best: Consideration | None = None
        note = ""
        for found in self._considered(rules, call, tool, now):
            if found.rule.disabled:
                continue
            if found.verdict is None:
                note = note if found.shortfall is not None else found.reason or note
            elif found.verdict == "deny":
                return Ruling("deny", found.rule)
            elif best is None or best.verdict == "allow":
                best = found
            if best is not None and found.rule.verdict == "allow":
                break  # only allow rules follow: none of them can say more
        return Ruling(best.verdict or "ask", best.rule, best.reason) if best else Ruling("ask", None, note)

    def considered(self, call: Call, tool: Tool | None, now: float) -> Iterator[Consideration]:
        """What each rule says of ``call`` that is for its client, server and tool, and is not over."""
        return self._considered(self._for(tuple([of(call) for _, of in _EXACT])), call, tool, now)

    def _considered(self, found: _Found, call: Call, tool: Tool | None, now: float) -> Iterator[Consideration]:
        paths: LocalPaths | None = None
        known = False
        for entry in found.rules:
            rule = entry.rule
            if (_TESTED and not _passes(rule, call)) or (rule.expires and now >= rule.expires):
                continue
            if rule.session and rule.session != call.session:
                continue
            if entry.conditions is not None and not known:
                paths, known = self.paths(call.server), True
            said = entry.consider(call, tool, paths)
            if found.near and entry in found.near and not rule.disabled:
                yield Consideration(rule, "ask" if said.verdict else None, said.shortfall, _NEAR)
            elif said.verdict == "allow" and (why := self._not_covered(rule, call, tool, now)):
                yield Consideration(rule, None, None, why)
            else:
                yield said

    def _not_covered(self, rule: Rule, call: Call, tool: Tool | None, now: float) -> str:
        """Why an allow rule whose conditions are fulfilled does not count all the same; "" when it does."""
        why = _uncovered(rule, call, tool) or self._allows.forbids(rule, now)
        return why or (_UNIDENTIFIED if rule.client in self._unidentified else "")

    def reaches(self, rule: Rule, call: Call) -> bool:
        """Whether ``rule`` is for ``call``. Says nothing of other rules, of time and of definitions."""
        paths = self.paths(call.server)
        entry = _PreparedRule(rule, paths)
        if not entry.fits(tuple([of(call) for _, of in _EXACT])) or not _passes(rule, call):
            return False
        return entry.consider(call, None, paths).verdict is not None

    def _for(self, exact: tuple[str, ...]) -> _Found:
        """Every rule that matches these texts."""
        found = self._matching.get(exact)
        if found is None:
            rules = [entry for place in _around(exact) for entry in self._at.get(place, ())]
            fits = [(entry, entry.fits(exact)) for entry in self._at.get(_PATTERN, ())]
            near = [entry for entry, fit in fits if fit is None]
            if self._near:
                others = (entry for place in _around(_folded(exact)) for entry in self._near.get(place, ()))
                near += [entry for entry in others if entry.rule.tool != exact[-1]]
            all_of_them = (*rules, *(entry for entry, fit in fits if fit), *near)
            strictest_first = sorted(all_of_them, key=lambda entry: _STRICTNESS[entry.rule.verdict])
            found = _Found(tuple(strictest_first), frozenset(near))
            if len(self._matching) >= _KEPT:
                self._matching.clear()
            if max(map(len, exact)) <= _LONGEST:
                self._matching[exact] = found
        return found


class _Found:
    """The rules for a client, a server and a tool, those that deny first and those that allow last.

    ``near`` are those that fit only by ignoring the tool's case.
    """

    __slots__ = ("is_settled_by_places", "near", "rules", "settled")

    def __init__(self, rules: tuple[_PreparedRule, ...], near: frozenset[_PreparedRule]) -> None:
        self.rules = rules
        self.near = near
        self.is_settled_by_places = not _TESTED and not any(
            entry.conditions is not None or entry.rule.session or ends_by_itself(entry.rule) for entry in rules
        )
        """Whether they say the same of every call, as long as the tool is the same."""
        self.settled: tuple[Tool | None, Ruling] | None = None
        """What they said of the last tool, if so."""


def _uncovered(rule: Rule, call: Call, tool: Tool | None) -> str:
    """Why an allow rule does not cover this tool as it is now; "" when it does."""
    if call.is_request:
        return _LATER if is_pattern(rule.server) or is_pattern(rule.tool) else ""
    if tool is not None and tool.unpinnable:
        return coded("gate.no_rule_can_allow", reason=tool.unpinnable)
    if rule.fingerprint:
        return _another(rule.fingerprint, tool)
    if rule.covers is None:
        return _LATER if is_pattern(rule.server) or is_pattern(rule.tool) else ""
    known = rule.covers.get(call.server, {}).get(call.tool)
    if known is None:
        return _LATER
    return _another(known, tool)


def _another(pin: str, tool: Tool | None) -> str:
    """Why a tool is not what an allow rule rests on; "" when it is."""
    if tool is None:
        return "" if pin == UNLISTED else _UNSEEN
    part = pins.difference(pin, tool)
    return "" if part is None else _CHANGED_PARTS[part]


def completed(rule: Rule, server: str, tools: Mapping[str, Tool]) -> Rule:
    """``rule``, resting on all that is known by now of those of the server's tools that it covers; itself when nothing
    is new.

    So a rule of an earlier version rests on the whole definition from the first time that it is listed unchanged.
    """
    for name in pinned_tools(rule, server):
        pin = pins_of(rule, server, name)
        if name not in tools:
            continue
        tool = tools[name] if rule.server != ANY else pins.by_definition(tools[name])
        if (found := pins.completed(pin, tool)) != pin:
            rule = with_pin(rule, server, name, found)
    return rule


def pinned_tools(rule: Rule, server: str) -> tuple[str, ...]:
    """The tools of a server for which an allow rule rests on a definition."""
    if rule.verdict != "allow":
        return ()
    if rule.fingerprint:
        return (named(rule.tool),) if rule.server == ANY or named(rule.server) == server else ()
    return tuple((rule.covers or {}).get(server, ()))


def pins_of(rule: Rule, server: str, tool: str) -> str:
    """What an allow rule rests on for one of its `pinned_tools`."""
    return rule.fingerprint or (rule.covers or {})[server][tool]


def with_pin(rule: Rule, server: str, tool: str, pin: str) -> Rule:
    """``rule``, which covers this tool, resting on ``pin`` for it."""
    if rule.fingerprint:
        return msgspec.structs.replace(rule, fingerprint=pin)
    covers = {name: dict(known) for name, known in (rule.covers or {}).items()}
    covers[server][tool] = pin
    return msgspec.structs.replace(rule, covers=covers)


def covered(rule: Rule, tools: Iterable[Tool]) -> dict[str, dict[str, str]]:
    """What `Rule.covers` is for a rule that is made while these tools are listed."""
    found: dict[str, dict[str, str]] = {}
    for tool in tools:
        if not tool.unpinnable and is_for(rule, tool.server, tool.name):
            found.setdefault(tool.server, {})[tool.name] = tool.fingerprint
    return found


def ends_by_itself(rule: Rule) -> bool:
    """Whether it may end although nobody removes it."""
    return rule.expires > 0 or rule.until in BOUND


def _may_be_near(rule: Rule) -> bool:
    """Whether it counts for a tool whose name differs only in case."""
    return rule.verdict != "allow" and not is_broad(rule.tool)


def _around(exact: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    return dict.fromkeys(itertools.product(*((text, ANY) for text in exact)))


def _folded(places: tuple[str, ...]) -> tuple[str, ...]:
    """Client and server as they are, the tool without its case: other clients ignore it (MCP names are exact)."""
    return (*places[:-1], places[-1].casefold())


def _drop(entries: dict[tuple[str, ...], list[_PreparedRule]], place: tuple[str, ...], entry: _PreparedRule) -> None:
    entries[place].remove(entry)
    if not entries[place]:
        del entries[place]


def fault_of(rule: Rule, paths: LocalPaths | None) -> str:
    """Why a rule failed its check: an allow rule then covers nothing, and any other asks; "" when it passed."""
    return _PreparedRule(rule, paths).fault


def impossible(rule: Rule, schema: Any) -> str:
    """Why the conditions of a rule can never hold for arguments that fit ``schema``; "" when they can."""
    return next((why for one in rule.when if (why := schema_check.impossible(one, schema))), "")


def is_for(rule: Rule, server: str, tool: str) -> bool:
    """Whether ``rule`` is for some calls of this tool."""
    try:
        return names_fit((rule.server, rule.method, rule.tool), (server, CALL, tool))
    except ConditionError:
        return True


def names_fit(places: Sequence[str], names: Sequence[str]) -> bool:
    """Whether texts like a rule's client, server and tool are for these names; raises `ConditionError`."""
    return _fit(tuple(_pattern(place) for place in places), tuple(names))


def _pattern(place: str, *, ignore_case: bool = False) -> Any:
    """A text, a compiled pattern, or None for anything."""
    if place == ANY:
        return None
    if is_pattern(place) or ignore_case:
        return compiled(regex_of(place if is_pattern(place) else literal(place), crosses=True), ignore_case=ignore_case)
    return place


def _too_broad(rule: Rule) -> str:
    return next((why for one in rule.when if (why := CONDITION_MATCHERS[one.matcher].too_broad(one.value))), "")


def is_pattern(place: str) -> bool:
    """Whether a rule's client, server or tool is a pattern for several names."""
    return place != ANY and ("*" in place or "?" in place)


def is_broad(place: str) -> bool:
    """Whether a rule's client, server or tool may be for several names."""
    return place == ANY or is_pattern(place)


def place_for(name: str) -> str:
    """What a rule has in a place to be for this very name; `ANY` stays."""
    return literal(name) if is_pattern(name) else name


def named(place: str) -> str:
    """The name that a place for exactly one is for (`place_for`)."""
    return re.sub(r"\[([*?\[])\]", r"\1", place) if is_pattern(place) else place


def literal(name: str) -> str:
    """The pattern for exactly this text."""
    return "".join(f"[{one}]" if one in "*?[" else one for one in name)


_CHANGED = coded("gate.allowed_tool_before_definition")
_CHANGED_PARTS: Mapping[pins.Part, str] = {
    "definition": _CHANGED,
    "instructions": coded("gate.allowed_tool_before_instructions"),
    "page": coded("gate.allowed_tool_before_page"),
}
_UNSEEN = coded("gate.allowed_tool_before_server")
_UNIDENTIFIED = coded("gate.allow_rule_client_not")
_NO_ALLOW = coded("gate.organization_forbids_allow_rules")
_NEEDS_END = coded("gate.organization_wants_end_of_allow_rules")
_NO_METHOD = coded("gate.allow_rule_needs_method")
_LATER = coded("gate.tool_listed_after_rule")
_NEAR = coded("gate.rule_for_name_in_other_case")
_OFF = coded("gate.rule_is_off")


def definition(tool: Tool | None) -> str:
    """What an allow rule for a tool as it is now is for."""
    return tool.fingerprint if tool is not None else UNLISTED


def _passes(rule: Rule, call: Call) -> bool:
    """Whether the texts of ``rule`` that are no exact ones are for ``call``."""
    return all(getattr(rule, name) == ANY or matches(getattr(rule, name), call) for name, matches in _TESTED)


def _places(rule: Rule) -> tuple[str, ...]:
    places = tuple(getattr(rule, name) for name, _ in _EXACT)
    return _PATTERN if any(map(is_pattern, places)) else places


def _patterns(rule: Rule, *, ignore_case: bool = False) -> tuple[Any, ...]:
    """What the exact places must match. The case of a tool counts, unless it is ignored; that of others always does."""
    return tuple(_pattern(getattr(rule, name), ignore_case=ignore_case and name == "tool") for name, _ in _EXACT)


def _fit(patterns: tuple[Any, ...], exact: tuple[str, ...]) -> bool:
    return all(text == pattern if isinstance(pattern, str) else pattern is None or pattern.fullmatch(text) is not None
               for pattern, text in zip(patterns, exact, strict=False))  # fmt: skip


_STRICTNESS: Mapping[Verdict, int] = {"deny": 0, "ask": 1, "allow": 2}
_PATTERN = ("",) * len(_EXACT)
"""Where rules with a pattern are found: no name is empty."""
