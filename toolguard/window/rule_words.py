"""Rules in words and signs: what one does, to whom, how long, and what is dangerous about it. Knows no widget."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from toolguard.window import moments, text

translate = QCoreApplication.translate
ANY = "*"
VERDICTS: dict[str, tuple[str, str, Any]] = {
    "allow": ("danger", "danger", QT_TRANSLATE_NOOP("RuleWords", "Runs without asking")),
    "deny": ("deny", "quiet", QT_TRANSLATE_NOOP("RuleWords", "Always denied")),
    "ask": ("pending", "quiet", QT_TRANSLATE_NOOP("RuleWords", "Always asked")),
}
"""By verdict: icon, tone, words. What lets calls run unseen has the sign of danger."""
MAKERS: dict[str, Any] = {
    "person": QT_TRANSLATE_NOOP("RuleWords", "you"),
    "command line": QT_TRANSLATE_NOOP("RuleWords", "the command line, accepted by you where that was needed"),
}


def verdict(rule: dict[str, Any]) -> str:
    """What happens to the calls that it speaks of."""
    return translate("RuleWords", VERDICTS[rule["verdict"]][2])


def place(rule: dict[str, Any], name: str) -> str:
    """The client, server or tool that it is for."""
    anybody = {
        "client": translate("RuleWords", "any client"),
        "server": translate("RuleWords", "any server"),
        "tool": translate("RuleWords", "any tool"),
    }
    return anybody[name] if rule[name] == ANY else text.shortened(rule[name], 80)


def ends(rule: dict[str, Any], now: float | None = None, *, short: bool = False) -> str:
    """How long it holds, counting down; in a few characters where there is little room."""
    if rule["expires"]:
        left = rule["expires"] - (time.time() if now is None else now)
        if left <= 0:
            return translate("RuleWords", "over")
        if left < 86_400:
            return translate("RuleWords", "in {0}").format(moments.minutes(left))
        return moments.day(rule["expires"]) if short else moments.clock(rule["expires"])
    if rule["until"] == "session":
        return translate("RuleWords", "on closing") if short else translate("RuleWords", "when ToolGuard closes")
    return translate("RuleWords", "never")


def sentence(rule: dict[str, Any]) -> str:
    """The whole rule."""
    words = {
        "allow": translate("RuleWords", "{tool} on {server}, called by {client}, runs without asking."),
        "deny": translate("RuleWords", "{tool} on {server}, called by {client}, is always denied."),
        "ask": translate("RuleWords", "{tool} on {server}, called by {client}, is always asked about."),
    }
    said = words[rule["verdict"]].format(**{name: place(rule, name) for name in ("tool", "server", "client")})
    return said[0].upper() + said[1:] if rule["tool"] == ANY else said  # a tool's own name is never touched


def definition(rule: dict[str, Any]) -> str:
    """For which definition of its tool an allow rule holds; "" for the others."""
    if rule["verdict"] != "allow":
        return ""
    return {
        "any": translate("RuleWords", "any, also one that its server changes later"),
        "as it is": translate("RuleWords", "only as it was then, which it still is"),
        "as it was": translate("RuleWords", "only as it was then; it has changed since, so calls are asked about"),
        "not listed": translate("RuleWords", "only as it was then; its server has not listed it since the start"),
    }[rule["definition"]]


def maker(rule: dict[str, Any]) -> str:
    """Who made it."""
    if not rule["by"]:
        return translate("RuleWords", "not known")
    return translate("RuleWords", MAKERS[rule["by"]]) if rule["by"] in MAKERS else text.visible(rule["by"])


def dangers(rule: dict[str, Any]) -> list[str]:
    """Why an allow rule lets more run than one may think, a sentence each."""
    if rule["verdict"] != "allow":
        return []
    found = []
    if rule["server"] == ANY and rule["tool"] == ANY:
        found.append(translate("RuleWords", "Everything that every server can do runs without you seeing it first."))
    elif rule["tool"] == ANY:
        found.append(
            translate("RuleWords", "Every tool of {0} runs, also those that it adds or changes later.").format(
                place(rule, "server")
            )
        )
    elif rule["server"] == ANY:
        found.append(translate("RuleWords", "Any server that has a tool of this name is allowed, a new one too."))
    elif not rule.get("fingerprint"):
        found.append(translate("RuleWords", "It holds whatever the server makes of this tool later."))
    if rule["client"] == ANY and found:
        found.append(translate("RuleWords", "Any client may do this."))
    if not rule["expires"] and rule["until"] == "always" and rule["tool"] == ANY:
        found.append(translate("RuleWords", "It never ends by itself."))
    return found


def fits(rule: dict[str, Any], words: str) -> bool:
    """Whether it is found by ``words``; ``client:``, ``server:``, ``tool:`` and ``rule:`` name one member exactly."""
    wanted = words.strip()
    kind, colon, name = wanted.partition(":")
    if colon and kind in ("client", "server", "tool"):
        return rule[kind] in (name, ANY)
    if colon and kind == "rule":
        return bool(rule["id"] == name)
    said = "\n".join((rule["id"], rule["client"], rule["server"], rule["tool"], rule["verdict"], verdict(rule)))
    return all(word in said.casefold() for word in wanted.casefold().split())
