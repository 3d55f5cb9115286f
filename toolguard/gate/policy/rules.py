"""What a person has decided beforehand: ``decide(call, tool, rules)`` gives allow, deny or ask.

Deny beats ask, ask beats allow, and no rule means ask: adding a deny rule never frees a call.
"""

from __future__ import annotations

import itertools
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec

from toolguard.gate.model import Call, Tool, Verdict
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
    help: str = ""
    """What it is, for the help of the command line."""
    required: bool = False
    """The command line and the orders demand it; `ANY` must be written out."""
    pattern: str = ""
    """What a rule may have there, as a regular expression; empty: any text."""


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule. ``*`` in a place matches anything; every other text matches exactly, by case."""

    id: str
    client: Annotated[
        str, Matcher(title="Client", any="any client", help="the chat client", of=attrgetter("client.id"))
    ] = ANY
    server: Annotated[
        str, Matcher(title="Server", any="any server", help="the server name", of=attrgetter("server"), required=True)
    ] = ANY
    tool: Annotated[
        str, Matcher(title="Tool", any="any tool", help="the tool name", of=attrgetter("tool"), required=True)
    ] = ANY
    verdict: Verdict
    until: Literal["session", "always"] = "always"
    """``session``: kept in memory until ToolGuard closes."""
    fingerprint: str = ""
    """The tool's definition that an allow rule was made for; empty means any."""
    created: float = 0.0
    expires: float = 0.0
    """Seconds since the epoch; 0 means never."""
    by: str = ""
    """Who made it: ``person`` in the window or the terminal, ``command line``; empty when that is not known."""


def _matchers() -> dict[str, Matcher]:
    hints = typing.get_type_hints(Rule, globals(), include_extras=True)
    found = {name: [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Matcher)]
             for name, hint in hints.items()}  # fmt: skip
    return {name: rows[0] for name, rows in found.items() if rows}


MATCHERS: Mapping[str, Matcher] = MappingProxyType(_matchers())
"""What a rule can be for, by the member of `Rule`. Rules in the file and in orders have the same members."""
_EXACT = tuple((name, one.of) for name, one in MATCHERS.items() if one.of is not None)
_TESTED = tuple((name, one.matches) for name, one in MATCHERS.items() if one.matches is not None)


class RuleRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A person's wish, given with a decision, to decide calls like this one in the same way from now on."""

    client: str
    server: str
    tool: str
    verdict: Verdict
    until: Literal["session", "always"]
    id: str = ""
    """How the rule shall be called, so that whoever asked for it can take it back; empty: any name."""


_LONGEST = 512  # characters of a name in a rule that is remembered
_KEPT = 10_000  # tools whose matching rules are remembered


class Ruling(msgspec.Struct, frozen=True):
    verdict: Verdict
    rule: Rule | None = None
    note: str = ""
    """Why an allow rule was not enough, for the person who is asked instead."""


class RuleSet:
    """All rules, found by their exact places: 2^places look-ups whatever their number, and one after the first time."""

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._at: dict[tuple[str, ...], list[Rule]] = {}
        self._matching: dict[tuple[str, ...], tuple[Rule, ...]] = {}
        self._unidentified: frozenset[str] = frozenset()
        self.edition = 0
        """Grows with every change: what was decided at an edition holds until the next one, or a rule's end."""
        for rule in rules:
            self.add(rule)

    def __iter__(self) -> Iterator[Rule]:
        return (rule for rules in self._at.values() for rule in rules)

    @property
    def unidentified(self) -> frozenset[str]:
        """Client names whose program is not known for sure: allow rules that name one of them do not apply."""
        return self._unidentified

    @unidentified.setter
    def unidentified(self, names: frozenset[str]) -> None:
        self._unidentified = names
        self.edition += 1

    def add(self, rule: Rule) -> None:
        self.edition += 1
        self._matching.clear()
        self._at.setdefault(_places(rule), []).append(rule)

    def remove(self, id: str) -> Rule | None:
        self.edition += 1
        self._matching.clear()
        for place, rules in self._at.items():
            for rule in rules:
                if rule.id == id:
                    rules.remove(rule)
                    if not rules:
                        del self._at[place]
                    return rule
        return None

    def decide(self, call: Call, tool: Tool | None, now: float) -> Ruling:
        """The verdict on ``call`` at ``now`` (seconds since the epoch). At most 50 µs with 10,000 rules."""
        best: Rule | None = None
        note = ""
        for rule in self._for(tuple([of(call) for _, of in _EXACT])):
            if _TESTED and not _passes(rule, call):
                continue
            if rule.expires and now >= rule.expires:
                continue
            if rule.verdict == "deny":
                return Ruling("deny", rule)
            if rule.verdict == "allow" and rule.fingerprint and definition(tool) != rule.fingerprint:
                note = _CHANGED if tool else _UNSEEN
                continue
            if rule.verdict == "allow" and rule.client in self._unidentified:
                note = _UNIDENTIFIED
                continue
            if best is None or best.verdict == "allow":
                best = rule
        return Ruling(best.verdict, best) if best else Ruling("ask", None, note)

    def _for(self, exact: tuple[str, ...]) -> tuple[Rule, ...]:
        """Every rule that matches these texts."""
        found = self._matching.get(exact)
        if found is None:
            places = dict.fromkeys(itertools.product(*((text, ANY) for text in exact)))
            found = tuple([rule for place in places for rule in self._at.get(place, ())])
            if len(self._matching) >= _KEPT:
                self._matching.clear()
            if max(map(len, exact)) <= _LONGEST:
                self._matching[exact] = found
        return found


_CHANGED = coded("gate.allowed_tool_before_definition")
_UNSEEN = coded("gate.allowed_tool_before_server")
_UNIDENTIFIED = coded("gate.allow_rule_client_not")


def definition(tool: Tool | None) -> str:
    """What an allow rule for a tool as it is now is for."""
    return tool.fingerprint if tool is not None else UNLISTED


def reaches(rule: Rule, call: Call) -> bool:
    """Whether ``call`` stands in every place of ``rule``. Says nothing of other rules, of time and of definitions."""
    return all(getattr(rule, name) in (ANY, of(call)) for name, of in _EXACT) and _passes(rule, call)


def _passes(rule: Rule, call: Call) -> bool:
    """Whether the texts of ``rule`` that are no exact ones are for ``call``."""
    return all(getattr(rule, name) == ANY or matches(getattr(rule, name), call) for name, matches in _TESTED)


def _places(rule: Rule) -> tuple[str, ...]:
    return tuple(getattr(rule, name) for name, _ in _EXACT)
