"""Rules in words and icons: decision, scope, end, and risks. No widgets."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

import msgspec
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from toolguard.gate.policy.conditions.condition import Condition, describe
from toolguard.gate.policy.risks import BROAD, Risk, rule_risks
from toolguard.gate.policy.rules import MATCHERS, ORGANIZATION
from toolguard.window import core_translation
from toolguard.window.forms.table_text import table_text
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import time_format

translate = QCoreApplication.translate
ANY = "*"
_HOUR, _DAY = 3_600, 86_400
"""Seconds until an end; a later one is shown as a time of day in a table, and only as a date."""
VERDICTS: dict[str, tuple[str, str, Any]] = {
    "allow": ("ok", "ok", QT_TRANSLATE_NOOP("RuleText", "Allow")),
    "deny": ("deny", "danger", QT_TRANSLATE_NOOP("RuleText", "Deny")),
    "ask": ("pending", "accent", QT_TRANSLATE_NOOP("RuleText", "Ask")),
}
"""By verdict: icon, tone, words."""
MAKERS: dict[str, Any] = {
    "person": QT_TRANSLATE_NOOP("RuleText", "you"),
    "command line": QT_TRANSLATE_NOOP("RuleText", "command line"),
    "organization": QT_TRANSLATE_NOOP("RuleText", "your organization"),
}


def verdict(rule: Mapping[str, Any]) -> str:
    """Return what happens to the calls that it covers; `end_text` says for how long."""
    return translate("RuleText", VERDICTS[rule["verdict"]][2])


def place(rule: Mapping[str, Any], name: str) -> str:
    """Return its client, server or tool for display."""
    value = rule.get(name, MATCHERS[name].default)
    return table_text(MATCHERS[name].any) if value == ANY else untrusted_text.shortened(value, 80)


def subject(rule: Mapping[str, Any]) -> str:
    """Return its tool, or its request method."""
    return place(rule, "tool" if is_of_tools(rule) else "method")


def is_of_tools(rule: Mapping[str, Any]) -> bool:
    """Return whether it is about tool calls."""
    return bool(rule.get("method", MATCHERS["method"].default) == MATCHERS["method"].default)


def end_text(rule: Mapping[str, Any], now: float | None = None, *, short: bool = False) -> str:
    """Return its remaining time. ``short``: in a few characters, and the time of day if there is more than an hour."""
    left = rule["expires"] - (time.time() if now is None else now)
    if rule["expires"] and left <= 0:
        return translate("RuleText", "expired")
    text = event(rule, short=short)
    if not rule["expires"]:
        return text or translate("RuleText", "never")
    if short and _HOUR <= left < _DAY:
        then = translate("RuleText", "at {0}").format(time_format.end(rule["expires"]))
    elif left < _DAY:
        then = translate("RuleText", "in {0}").format(time_format.minutes(left))
    else:
        then = time_format.day(rule["expires"]) if short else time_format.clock(rule["expires"])
    if short or not text:
        return text or then
    return translate("RuleText", "{0}, at the latest {1}").format(text, then)


def full_end_text(rule: Mapping[str, Any], now: float) -> str:
    """Return when it ends: what counts down also as a time of day."""
    text, left = end_text(rule, now), rule["expires"] - now
    if rule["until"] == "always" and 0 < left < _DAY:
        return translate("RuleText", "{0}, at {1}").format(text, time_format.end(rule["expires"]))
    return text


def event(rule: Mapping[str, Any], *, short: bool = False) -> str:
    """Return what ends it besides the time; "" for nothing."""
    if is_of_organization(rule):  # in memory only, but read again at the next start
        return ""
    if rule["until"] == "idle":
        minutes = round(rule["idle"] / 60)
        if short:
            return translate("RuleText", "away %n m", None, minutes)
        return translate("RuleText", "when you are away for %n minutes", None, minutes)
    words = {
        "session": (translate("RuleText", "on quit"), translate("RuleText", "when ToolGuard quits")),
        "disconnect": (translate("RuleText", "session"), translate("RuleText", "when the client disconnects")),
        "lock": (translate("RuleText", "on lock"), translate("RuleText", "when the screen locks")),
    }
    return words[rule["until"]][0 if short else 1] if rule["until"] in words else ""


def is_of_organization(rule: Mapping[str, Any]) -> bool:
    """Return whether an organization set it, so that the person cannot change it."""
    return rule.get("by") == ORGANIZATION


def is_grant(rule: Mapping[str, Any]) -> bool:
    """Return whether it is a grant: an allow rule with an end."""
    ends_itself = bool(rule["expires"]) or rule["until"] != "always"
    in_force = not rule["expired"] and not rule["disabled"]
    return rule["verdict"] == "allow" and ends_itself and in_force and not is_of_organization(rule)


_MAX_CONDITIONS = 3
"""Maximum conditions in a sentence, unless it has more space."""
_MAX_CONDITION_LENGTH = 160
"""Maximum characters of a condition in a sentence."""


def sentence(rule: Mapping[str, Any], most: int = _MAX_CONDITIONS) -> str:
    """Return a rule in words, with at most ``most`` of its conditions."""
    starts = {
        "allow": translate("RuleText", "Allow {tool} on {server} for {client}."),
        "deny": translate("RuleText", "Deny {tool} on {server} for {client}."),
        "ask": translate("RuleText", "Ask about {tool} on {server} for {client}."),
    }
    text = core_translation.fill_in(
        starts[rule["verdict"]], tool=subject(rule), server=place(rule, "server"), client=place(rule, "client")
    )
    in_it = _IN_SENTENCE if is_of_tools(rule) else _IN_SENTENCE_OF_REQUESTS
    narrower = [name for name in MATCHERS if name not in in_it and rule.get(name, MATCHERS[name].default) != ANY]
    only = translate("RuleText", "Only if {0} is {1}.")
    parts = [text, *(only.format(table_text(MATCHERS[name].title), place(rule, name)) for name in narrower)]
    for name, words_of in (
        ("when", translate("RuleText", "Only if {0}.")), ("except", translate("RuleText", "Not if {0}.")),
    ):  # fmt: skip
        conditions_text = conditions(rule, name)
        if len(conditions_text) > most:
            left = translate("RuleText", "%n more", None, len(conditions_text) - most)
            conditions_text = [*conditions_text[:most], left]
        joined = translate("RuleText", "{0} and {1}") if name == "when" else translate("RuleText", "{0} or {1}")
        if conditions_text:
            parts.append(words_of.format(reduce(joined.format, conditions_text)))
    if rule["verdict"] == "allow" and rule.get("when") and rule.get("other_arguments") == "none":
        parts.append(translate("RuleText", "No other arguments."))
    return core_translation.join_sentences(*parts)


def conditions(rule: Mapping[str, Any], name: str = "when", most: int = _MAX_CONDITION_LENGTH) -> list[str]:
    """Return the conditions of a rule (or, with ``except``, its exceptions) in words."""
    conditions = (msgspec.convert(condition, Condition) for condition in rule.get(name, ()))
    return [untrusted_text.shortened(core_translation.local(describe(condition)), most) for condition in conditions]


def condition_line(rule: Mapping[str, Any]) -> str:
    """Return all conditions on one line, for a table."""
    excepted = [translate("RuleText", "not if {0}").format(condition) for condition in conditions(rule, "except")]
    return core_translation.join_clauses([*conditions(rule), *excepted])


_IN_SENTENCE = ("tool", "server", "client", "method")
_IN_SENTENCE_OF_REQUESTS = ("method", "server", "client")


def definition(rule: Mapping[str, Any]) -> str:
    """Return what happens if a tool that an allow rule covers changes; "" for other rules."""
    if rule["verdict"] != "allow" or not is_of_tools(rule):
        return ""
    return {
        "any": translate("RuleText", "still applies"),
        "as it is": translate("RuleText", "asks you again"),
        "as it was": translate("RuleText", "asks you again; it has changed, so calls need approval"),
        "not listed": translate("RuleText", "asks you again; not listed since ToolGuard started"),
    }[rule["definition"]]


def overrides(rule: Mapping[str, Any]) -> list[str]:
    """Return how many rules and hidden tools override an allow rule for several tools, one sentence each."""
    sentences, rules, hidden = [], len(rule.get("overridden_by", ())), len(rule.get("hidden", ()))
    if rules == 1:
        sentences.append(translate("RuleText", "Another rule takes precedence for some calls."))
    elif rules:
        sentences.append(translate("RuleText", "%n other rules take precedence for some calls.", None, rules))
    if hidden == 1:
        sentences.append(translate("RuleText", "1 of the tools is hidden."))
    elif hidden:
        sentences.append(translate("RuleText", "%n of the tools are hidden.", None, hidden))
    return sentences


_MAX_NAMED = 20
"""Maximum rules, and maximum hidden tools, that are named."""


def named_overrides(rule: Mapping[str, Any], overriding: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the rules that override an allow rule for some calls, then its hidden tools, one line each."""
    hidden = rule.get("hidden", ())
    lines = [sentence(other) for other in overriding[:_MAX_NAMED]]
    for server, tool in hidden[:_MAX_NAMED]:
        text = translate("RuleText", "{tool} on {server} is hidden.")
        names = {"tool": untrusted_text.shortened(tool, 80), "server": untrusted_text.shortened(server, 80)}
        lines.append(core_translation.fill_in(text, **names))
    left = len(overriding) + len(hidden) - len(lines)
    return [*lines, translate("RuleText", "%n more", None, left)] if left else lines


def maker(rule: Mapping[str, Any]) -> str:
    """Return who made a rule; a client's own name is shown as data."""
    if not rule["by"]:
        return translate("RuleText", "unknown")
    return translate("RuleText", MAKERS[rule["by"]]) if rule["by"] in MAKERS else untrusted_text.visible(rule["by"])


RISKS: dict[Risk, Any] = {
    "every call": QT_TRANSLATE_NOOP("RuleText", "All tools of all servers run without your approval."),
    "every tool": QT_TRANSLATE_NOOP(
        "RuleText", "All tools of {0} are allowed, including ones it adds or changes later."
    ),
    "every server": QT_TRANSLATE_NOOP(
        "RuleText", "Applies to any server with a tool of this name, including new ones."
    ),
    "listed tools": QT_TRANSLATE_NOOP(
        "RuleText", "All matching tools that were listed when the rule was made are allowed."
    ),
    "any definition": QT_TRANSLATE_NOOP("RuleText", "Also applies if the server changes this tool."),
    "destroys": QT_TRANSLATE_NOOP("RuleText", "According to its server, this tool can destroy data."),
    "undeclared": QT_TRANSLATE_NOOP("RuleText", "The server does not say whether this tool can destroy data."),
    "any client": QT_TRANSLATE_NOOP("RuleText", "Applies to any client."),
    "no end": QT_TRANSLATE_NOOP("RuleText", "No expiry."),
    "protection ends": QT_TRANSLATE_NOOP("RuleText", "A rule that denies or asks no longer applies."),
    "starts program": QT_TRANSLATE_NOOP(
        "RuleText", "This program runs with your permissions and can read and change your files."
    ),
    "runs shell": QT_TRANSLATE_NOOP("RuleText", "This is a shell. It runs any commands in this line."),
    "sends data": QT_TRANSLATE_NOOP("RuleText", "Call arguments are sent to this URL."),
    "gives secret": QT_TRANSLATE_NOOP("RuleText", "The server receives the secret and can send it anywhere."),
    "shows tool": QT_TRANSLATE_NOOP("RuleText", "Models can see this tool and request to run it."),
    "lets client in": QT_TRANSLATE_NOOP("RuleText", "Any program with the token can call tools."),
    "lets secrets out": QT_TRANSLATE_NOOP("RuleText", "Calls that contain a secret's value are no longer blocked."),
    "loads code": QT_TRANSLATE_NOOP("RuleText", "An environment variable can make the program run other code."),
    "weakens presence": QT_TRANSLATE_NOOP("RuleText", "Approvals require less authentication."),
}
"""A sentence for each risk; ``{0}`` is the server."""
STATUSES: dict[str, Any] = {
    "off": QT_TRANSLATE_NOOP("RuleText", "off"),
    "expired": QT_TRANSLATE_NOOP("RuleText", "expired"),
    "fault": QT_TRANSLATE_NOOP("RuleText", "check failed"),
    "forbidden": QT_TRANSLATE_NOOP("RuleText", "not accepted"),
    "changed": QT_TRANSLATE_NOOP("RuleText", "off: tool changed"),
    "every call": QT_TRANSLATE_NOOP("RuleText", "allows everything"),
    "every tool": QT_TRANSLATE_NOOP("RuleText", "new tools too"),
    "listed tools": QT_TRANSLATE_NOOP("RuleText", "covers several tools"),
    "destroys": QT_TRANSLATE_NOOP("RuleText", "can destroy data"),
    "every server": QT_TRANSLATE_NOOP("RuleText", "new servers too"),
    "undeclared": QT_TRANSLATE_NOOP("RuleText", "effect not declared"),
    "any definition": QT_TRANSLATE_NOOP("RuleText", "even if changed"),
}
"""A few words for why a rule decides nothing, and for each risk that stands alone, the most severe first."""


def is_changed(rule: Mapping[str, Any]) -> bool:
    """Return whether its tool has changed since the person allowed it, so that it does not apply."""
    return bool(rule["verdict"] == "allow" and rule["definition"] == "as it was")


def in_force(rule: Mapping[str, Any]) -> bool:
    """Return whether it can decide a call."""
    return not (rule["expired"] or rule["disabled"] or fault(rule))


def fault(rule: Mapping[str, Any]) -> str:
    """Return why it decides nothing although it is turned on; "" if it can decide."""
    if rule["fault"]:
        return translate("RuleText", "Check failed: {0}").format(core_translation.local(rule["fault"]))
    if rule["forbidden"]:
        return translate("RuleText", "Not accepted: {0}").format(core_translation.local(rule["forbidden"]))
    return translate("RuleText", "Not in effect: the tool changed since you allowed it.") if is_changed(rule) else ""


def dangers(rule: Mapping[str, Any], *, matches: bool = True) -> list[str]:
    """Return why an allow rule covers more than one may expect, one sentence each.

    ``matches``: whether its conditions can match a call, so that they could be too broad.
    """
    sentences = risk_sentences(rule_risks(rule), rule.get("server", ANY))
    if sentences and matches and (rule.get("when") or rule.get("except")):
        sentences.append(translate("RuleText", "Check that the conditions narrow this enough."))
    return sentences


def risk_sentences(risks: Iterable[Risk], server: str) -> list[str]:
    """Return a sentence for each risk of a rule for ``server``."""
    named = translate("RuleText", "any server") if server == ANY else untrusted_text.shortened(server, 80)
    return [translate("RuleText", RISKS[risk]).format(named) for risk in risks]


def statuses(rule: Mapping[str, Any]) -> list[str]:
    """Return why it decides nothing, or else its risks: keys of `STATUSES`, the first ones first, then other risks."""
    states = {
        "off": rule["disabled"], "expired": rule["expired"], "fault": rule["fault"],
        "forbidden": rule["forbidden"], "changed": is_changed(rule),
    }  # fmt: skip
    statuses = next(([state] for state, is_so in states.items() if is_so), rule_risks(rule))
    return sorted(statuses, key=rank)


def rank(status: str) -> int:
    """Return the place of a status in `STATUSES`; others, and "" for none, come last."""
    return next((index for index, key in enumerate(STATUSES) if key == status), len(STATUSES))


def status(rule: Mapping[str, Any]) -> str:
    """Return in a few words why it decides nothing, its worst risk, or that others override it."""
    states = statuses(rule)
    if not states:
        is_overridden = in_force(rule) and overrides(rule)
        return translate("RuleText", "overridden for some calls") if is_overridden else ""
    text = translate("RuleText", STATUSES[states[0]])
    return translate("RuleText", "{0} +{1}").format(text, len(states) - 1) if states[1:] else text


def is_severe(rule: Mapping[str, Any]) -> bool:
    """Return whether it is an allow rule for several tools, or always allows a tool that can destroy data."""
    risks = set(rule_risks(rule))
    return not risks.isdisjoint(BROAD) or risks >= {"destroys", "no end"}


def fits(rule: Mapping[str, Any], request: str) -> bool:
    """Return whether it has all words of ``request``. One such as ``tool:NAME`` or ``rule:ID`` matches exactly."""
    searched = request.strip()
    kind, colon, name = searched.partition(":")
    if colon and kind in MATCHERS:
        return rule.get(kind, MATCHERS[kind].default) in (name, ANY)
    if colon and kind == "rule":
        return bool(rule["id"] == name)
    text = "\n".join(
        (
            rule["id"],
            *(rule.get(name, matcher.default) for name, matcher in MATCHERS.items()),
            rule["verdict"],
            verdict(rule),
        )
    )
    text += "\n".join(("", condition_line(rule), rule.get("note", ""), end_text(rule, short=True)))
    return all(word in text.casefold() for word in searched.casefold().split())
