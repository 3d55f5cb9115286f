"""Changes of servers' tool definitions since a person accepted them: list and accept them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping

import msgspec
from msgspec import UNSET

from toolguard.gate import jsonrpc
from toolguard.gate.policy.definitions import pins
from toolguard.gate.policy.definitions.changes import (
    ChangeKind,
    DefinitionChange,
    changes,
    instructions_change,
    page_change,
)
from toolguard.gate.policy.rules import Rule, pinned_tools, pins_of, with_pin
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.services.context import ServiceContext, note
from toolguard.services.interface import AcceptedTools, ChangedTool, ChangeEntry, RefusedError
from toolguard.services.known_tools import mark, stored_tools
from toolguard.services.rules.service import rules_of
from toolguard.store.config.config import ServerSpec
from toolguard.store.inventory import ServerTools, ToolRecord

KINDS: Mapping[ChangeKind, str] = {
    "model text": coded("services.change_model_text"),
    "widened": coded("services.change_widened"),
    "hint flip": coded("services.change_hint_flip"),
    "header": coded("services.change_header"),
    "page": coded("services.change_page"),
    "needs": coded("services.change_needs"),
    "unknown": coded("services.change_unknown"),
    "display": coded("services.change_display"),
    "narrowed": coded("services.change_narrowed"),
    "output": coded("services.change_output"),
    "hints": coded("services.change_hints"),
    "cosmetic": coded("services.change_cosmetic"),
}
"""The meaning of each kind of change."""
_MAX_EXPLANATION = 100_000  # characters
WHOLE_SERVER = ""
"""Stands for the server's own instructions and pages instead of a tool's name."""


def review(spec: ServerSpec, state: ServiceContext) -> list[ChangedTool]:
    """Return the tools that differ from what a person accepted, the server's own changes first."""
    stored = stored_tools(spec, state)
    if stored is None:
        return []
    rules = rules_of(state)
    changed = []
    if own := _of_server(stored):
        rested = _restorable_rules(rules, spec.name, stored, [tool.tool.name for tool in stored.tools])
        changed.append(_changed(WHOLE_SERVER, stored.seen, own, rested, ""))
    for noted in stored.tools:
        if noted.accepted is not None:
            rested = _restorable_rules(rules, spec.name, stored, [noted.tool.name])
            changed.append(_changed(noted.tool.name, noted.since, tool_changes(noted), rested, noted.tool.unpinnable))
    return changed


def tool_changes(noted: ToolRecord) -> tuple[DefinitionChange, ...]:
    """Return the changes of a tool's definition; the whole one if its fingerprint does not prove the previous one.

    It is not stored completely then, or was changed by another program.
    """
    if noted.accepted is None:
        return ()
    pin = pins.parse_pin(noted.accepted.fingerprint)
    if pin is None or pins.digest_of(noted.accepted.definition)[0] != pin.definition:
        return (DefinitionChange(kind="unknown", place="", after=noted.tool.definition),)
    return changes(noted.accepted.definition, noted.tool.definition)


def _of_server(stored: ServerTools) -> tuple[DefinitionChange, ...]:
    changes: list[DefinitionChange] = []
    before, now = stored.accepted_instructions, stored.instructions
    if before is not None and now is not None:
        is_proved = pins.digest_of_text(before.text) == before.digest  # else only a part is stored, or it was changed
        changes += instructions_change(before.text if is_proved else "", now.text)
        if not changes:  # they differ beyond the stored part
            change = DefinitionChange(kind="model text", place="instructions", before=before.digest, after=now.digest)
            changes.append(change)
    for uri, before_page in stored.accepted_pages.items():
        changes += (
            msgspec.structs.replace(change, place=f"{uri} {change.place}")
            for change in page_change(before_page, stored.pages[uri])
        )
    return tuple(changes)


def _restorable_rules(rules: Iterable[Rule], server: str, stored: ServerTools, tools: Collection[str]) -> list[str]:
    """Return the allow rules that would cover one of these tools again once its changes are accepted."""
    resting = []
    for rule in rules:
        names = set(pinned_tools(rule, server)).intersection(tools)
        if any(_repinned(rule, server, stored, name, definition=True, whole=True) is not rule for name in names):
            resting.append(rule.id)
    return resting


def _repinned(rule: Rule, server: str, stored: ServerTools, tool: str, *, definition: bool, whole: bool) -> Rule:
    """Return ``rule`` pinned to a tool's current definition if it was pinned to the accepted one, else unchanged."""
    stored_tool = stored.find(tool)
    if stored_tool is None:
        return rule
    pin = pins_of(rule, server, tool)
    if pins.difference(pin, stored_tool.tool) is None:
        return rule
    now = pins.update_pin(pin, stored.baseline(stored_tool), stored_tool.tool, definition=definition, server=whole)
    return rule if now == pin else with_pin(rule, server, tool, now)


def _changed(
    tool: str, since: float, changes: Iterable[DefinitionChange], rules: list[str], unpinnable: str
) -> ChangedTool:
    return {"tool": tool, "since": since, "changes": entries(tool, changes), "rules": rules, "unpinnable": unpinnable}


def entries(tool: str, changes: Iterable[DefinitionChange]) -> list[ChangeEntry]:
    """Return a tool's changes for display."""
    return [_entry(tool, change) for change in changes]


def _entry(tool: str, change: DefinitionChange) -> ChangeEntry:
    return {
        "id": hashlib.sha256(f"{tool}\0{change.id}".encode("utf-8", "surrogatepass")).hexdigest()[:32],
        "kind": change.kind, "text": KINDS[change.kind], "place": change.place, "risky": change.is_risky,
        "before": _text(change.before), "after": _text(change.after),
    }  # fmt: skip


def _text(value: object) -> str | None:
    """Return a value for display: texts unchanged, other values as JSON with one member per line."""
    if value is UNSET:
        return None
    return value if isinstance(value, str) else jsonrpc.indented(value)


# --- accepting ------------------------------------------------------------------------------------------------------


def chosen(spec: ServerSpec, tools: Collection[str], state: ServiceContext) -> list[ChangedTool]:
    """Return what `review` returns for these tools; for all and the server itself if ``tools`` is empty.

    Raises `RefusedError` if the server has not listed them in this run: another program can change what is stored.
    """
    changed = review(spec, state)
    if changed and not _is_listed(spec, state):
        raise RefusedError(coded("services.tools_not_listed_yet", server=spec.name))
    if not tools:
        if not changed:
            raise RefusedError(coded("services.nothing_changed", server=spec.name))
        return changed
    names = {tool["tool"] for tool in changed}
    if missing := next((tool for tool in tools if tool not in names), None):
        raise RefusedError(coded("services.tool_not_changed", server=spec.name, tool=visible(missing)[:200]))
    return [tool for tool in changed if tool["tool"] in tools]


def _is_listed(spec: ServerSpec, state: ServiceContext) -> bool:
    """Return whether the stored tools are those that the server listed in this run; True if ToolGuard does not run."""
    stored = stored_tools(spec, state)
    if state.guard is None or stored is None:
        return True
    return state.guard.gate.tools.of(spec.name) == tuple([noted.tool for noted in stored.tools])


def accept(spec: ServerSpec, tools: Collection[str], seen: Collection[str], state: ServiceContext) -> AcceptedTools:
    """Accept the tools' current definitions, and pin allow rules of the previous ones to them.

    ``seen``: IDs of all changes that the person saw. Raises `RefusedError` if there are others.
    """
    if state.guard is None or state.inventory is None:
        raise RefusedError(coded("services.not_accepted_open_first"))
    changed_tools = chosen(spec, tools, state)
    if not {entry["id"] for changed in changed_tools for entry in changed["changes"]} <= set(seen):
        raise RefusedError(coded("services.definitions_changed_again", server=spec.name))
    stored = stored_tools(spec, state)
    assert stored is not None  # noqa: S101 - `chosen` found something in it
    names = {tool["tool"] for tool in changed_tools}
    moved = []
    for rule in list(state.guard.gate.rules):
        result = rule
        for name in pinned_tools(rule, spec.name):
            if name in names or not tools:
                result = _repinned(
                    result, spec.name, stored, name, definition=name in names or not tools, whole=not tools
                )
        if result is not rule:
            try:
                state.guard.change_rule(result, by=state.by)
            except ValueError as why:
                raise RefusedError(str(why)) from None
            moved.append(rule.id)
    state.inventory.accept(spec.name, mark(spec), names, whole=not tools)
    note(state, coded("services.definitions_accepted", server=spec.name), explained(changed_tools))
    state.guard.gate.renewed()
    return {"server": spec.name, "tools": sorted(names), "rules": moved}


def asked(changed_tools: Iterable[ChangedTool]) -> str:
    """Return every change with its old and new value, for a question. Raises `RefusedError` if it would be cut."""
    text = explained(changed_tools, _MAX_EXPLANATION + 1)
    if len(text) > _MAX_EXPLANATION:
        raise RefusedError(coded("services.changes_too_long", limit=f"{_MAX_EXPLANATION:,}"))
    return text


def explained(changed_tools: Iterable[ChangedTool], most: int = _MAX_EXPLANATION) -> str:
    """Return every change with its old and new value, up to ``most`` characters; no text can imitate another line."""
    lines: list[str] = []
    for changed in changed_tools:
        lines += ["", visible(changed["tool"]) or coded("services.server_itself")]
        for entry in changed["changes"]:
            mark = "!" if entry["risky"] else " "
            lines.append(f"{mark} {entry['text']} {visible(entry['place'])}")
            lines += (f"  - {line}" for line in _lines(entry["before"]))
            lines += (f"  + {line}" for line in _lines(entry["after"]))
    return "\n".join(lines).strip("\n")[:most]


def _lines(text: str | None) -> list[str]:
    return [] if text is None else [visible(line) for line in text.split("\n")]
