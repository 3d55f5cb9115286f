"""Orders for tools: list them, show one, probe a server, and expose tools to clients or hide them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from toolguard.gate.mcp.apps import AppPage, is_hidden_from_model, page_of
from toolguard.gate.model import Tool
from toolguard.gate.policy.argument_injection import InjectionError, without
from toolguard.gate.policy.definitions.pins import difference
from toolguard.gate.policy.rules import ANY, Rule, covers_tool, literal_name
from toolguard.gate.policy.tool_visibility import ToolVisibility
from toolguard.gate.policy.tools import ToolCatalog
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, cut, placeholders, sentences
from toolguard.servers import UnreachableError
from toolguard.services import definitions
from toolguard.services.context import ServiceContext, known_server, note
from toolguard.services.errors import CommandError
from toolguard.services.interface import (
    AcceptedTools,
    ChangedTool,
    ChangeIds,
    ClientNames,
    Name,
    Place,
    RefreshedTools,
    RefusedError,
    ShortTool,
    ShownOrNot,
    ShownTool,
    SwitchedTool,
    SwitchedTools,
    Switches,
    ToolForClient,
    ToolNames,
    ToolPage,
    ToolsOfServer,
)
from toolguard.services.known_tools import apply_switches, mark, stored_tools, visibility_of
from toolguard.services.methods import Arguments, Service, changes, loosens, reads
from toolguard.services.rules.service import rules_of
from toolguard.services.server_probe.mcp_probe_client import ProbeClient, ProbeResponseError
from toolguard.store.config.config import Config, ServerSpec
from toolguard.store.inventory import ServerTools, ToolInventory, ToolRecord

HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
"""The annotations of a tool (schema §ToolAnnotations); each is true, false or absent."""
MAX_DESCRIPTION = 300
"""Maximum characters of a description in a list of tools."""
_TOOLS_PER_YIELD = 500  # tools after which pending coroutines run
_PROBE_SESSION = "toolguard"  # the session id of ToolGuard's own probe


def keeping(config: Config, tools: ToolCatalog, inventory: ToolInventory) -> Callable[[str], None]:
    """Return a function for `ToolCatalog.on_list` that stores the tools that a server lists in ``inventory``."""

    def listed(server: str) -> None:
        spec = config.servers.get(server)
        if spec is not None:
            inventory.take(server, mark(spec), tools)

    return listed


# --- known tools --------------------------------------------------------------------------------------------------


async def _server(
    spec: ServerSpec, stored: ServerTools | None, exposure: ToolVisibility, allowed: _Allowed, state: ServiceContext
) -> ToolsOfServer:
    tools = []
    twice = frozenset(stored.twice) if stored is not None else frozenset()
    set_for_all = {rule.tool: rule.exposed for rule in exposure if (rule.client, rule.server) == (ANY, spec.name)}
    for number, stored_tool in enumerate(stored.tools if stored is not None else (), 1):
        tools.append(_in_short(stored_tool, exposure, set_for_all, allowed, twice))
        if number % _TOOLS_PER_YIELD == 0:
            await asyncio.sleep(0)
    sessions = state.guard.snapshot().sessions if state.guard is not None else ()
    return {
        "name": spec.name, "enabled": spec.enabled, "seen": stored.seen if stored is not None else 0.0,
        "exposed": exposure.is_visible(ANY, spec.name, ANY), "switches": set_for_all,
        "narrowed": sorted({rule.client for rule in exposure if rule.server == spec.name and rule.client != ANY}),
        "clients": sorted({session.client.id for session in sessions if session.server == spec.name}), "tools": tools,
        "doubts": _misnamed(spec.name, stored, exposure),
        "changed": sum(tool["changed"] for tool in tools) + int(stored is not None and _is_server_changed(stored)),
    }  # fmt: skip


def _is_server_changed(stored: ServerTools) -> bool:
    return stored.accepted_instructions is not None or bool(stored.accepted_pages)


def misnamed(spec: ServerSpec, state: ServiceContext) -> list[str]:
    """Return a sentence about each tool that is exposed by name but is not in the server's list, if known."""
    stored = stored_tools(spec, state)
    return _misnamed(spec.name, stored, visibility_of(state)) if stored is not None else []


def _misnamed(server: str, stored: ServerTools | None, exposure: ToolVisibility) -> list[str]:
    listed = {noted.tool.name for noted in stored.tools} if stored is not None else set()
    if not listed:
        return []
    problems = []
    for rule in exposure:
        if rule.server == server and rule.exposed and rule.tool not in (ANY, *listed):
            similar = next((name for name in sorted(listed) if name.casefold() == rule.tool.casefold()), "")
            words = [coded("services.lists_no_tool_show", server=server, tool=visible(rule.tool)[:200])]
            words += [coded("services.did_you_mean", tool=visible(similar)[:200])] if similar else []
            problems.append(sentences(*words))
    return list(dict.fromkeys(problems))


_Allowed = Mapping[tuple[str, str], frozenset[str]]
"""The definitions (fingerprints) with which a tool was allowed, by server and tool."""


def _allowed(rules: Iterable[Rule]) -> _Allowed:
    allowed: dict[tuple[str, str], frozenset[str]] = {}
    for rule in rules:
        if rule.verdict == "allow" and rule.fingerprint and not rule.disabled:
            place = (literal_name(rule.server), literal_name(rule.tool))
            allowed[place] = allowed.get(place, frozenset()) | {rule.fingerprint}
    return allowed


def _allows(prints: frozenset[str], tool: Tool) -> Literal["", "as it is", "as it was"]:
    """Return whether rules allow a tool, and whether all of them apply to its current definition."""
    if not prints:
        return ""
    return "as it was" if any(difference(pin, tool) for pin in prints) else "as it is"


def _in_short(
    noted: ToolRecord,
    exposure: ToolVisibility,
    set_for_all: Mapping[str, bool],
    allowed: _Allowed,
    twice: frozenset[str],
) -> ShortTool:
    tool = noted.tool
    prints = allowed.get((tool.server, tool.name), frozenset()) | allowed.get((ANY, tool.name), frozenset())
    return {
        "name": tool.name, "title": tool.title, "about": tool.description[:MAX_DESCRIPTION], "hints": _hints(tool),
        "exposed": exposure.is_visible(ANY, tool.server, tool.name),
        "hidden_from": exposure.hidden_from(tool.server, tool.name), "switch": set_for_all.get(tool.name),
        "twice": tool.name in twice, "fingerprint": tool.fingerprint, "allowed": _allows(prints, tool),
        "changed": noted.accepted is not None, "pages_only": is_hidden_from_model(tool.definition),
    }  # fmt: skip


def _hints(tool: Tool) -> dict[str, bool]:
    return {name: tool.annotations[name] for name in HINTS if isinstance(tool.annotations.get(name), bool)}


def _unfilled(spec: ServerSpec, tool: Tool) -> str:
    """Return why values cannot be injected into its calls, which are then all refused; "" if they can."""
    filled = spec.arguments.get(tool.name)
    try:
        if filled:
            without(tool.input_schema, filled)
    except InjectionError as why:
        return str(why)
    return ""


def _page(tool: Tool, stored: ServerTools) -> ToolPage | None:
    uri = page_of(tool.definition)
    page = stored.pages.get(uri, AppPage(digest=""))
    return {
        "uri": uri, "read": page.read, "digest": page.digest, "permissions": list(page.permissions),
        "domains": {name: list(listed) for name, listed in page.domains.items()},
    } if uri else None  # fmt: skip


def _clients(server: str, tool: str, asked: list[str], state: ServiceContext) -> list[ToolForClient]:
    exposure, rules = visibility_of(state), rules_of(state)
    sessions = state.guard.snapshot().sessions if state.guard is not None else ()
    connected = {session.client.id for session in sessions if session.server == server}
    named = {rule.client for rule in exposure if rule.server == server} | {rule.client for rule in rules}
    own = {rule.client: rule.exposed for rule in exposure if (rule.server, rule.tool) == (server, tool)}
    return [
        {"client": client, "connected": client in connected, "exposed": exposure.is_visible(client, server, tool),
         "whole": exposure.is_visible(client, server, ANY), "switch": own.get(client)}
        for client in sorted({*connected, *named, *asked} - {ANY})
    ]  # fmt: skip


# --- switches -----------------------------------------------------------------------------------------------------


def describe_exposure(server: str, tool: str, client: str) -> str:
    """Return how a switch that exposes something reduces protection."""
    return coded("services.clients_can_see_call", server=_named(server, tool, client))


def _named(server: str, tool: str, client: str) -> str:
    if tool == ANY:
        code = "services.all_tools_of" if client == ANY else "services.all_tools_of_for"
    else:
        code = "services.tool_of" if client == ANY else "services.tool_of_for"
    arguments = {"tool": tool, "server": server, "client": client}
    return coded(code, **{name: visible(arguments[name]) for name in placeholders(code)})


_WORDS = {True: "exposed", False: "hidden", None: "no longer switched"}
_SWITCH_RECORDS = {True: "services.tools_exposed", False: "services.tools_hidden", None: "services.tools_not_switched"}


# --- the service --------------------------------------------------------------------------------------------------


class ToolService(Service):
    """Orders for servers' tools: list them, and control who may see and call them."""

    kind = "tool"

    @reads("tool.list")
    async def all(self, server: Name | None = None) -> list[ToolsOfServer]:
        """Return every server, or one, with a summary of its tools."""
        state = self._state
        if server is not None:
            known_server(server, state)
        exposure, allowed = visibility_of(state), _allowed(rules_of(state))
        specs = [spec for spec in state.config.servers.values() if server in (None, spec.name)]
        return [await _server(spec, stored_tools(spec, state), exposure, allowed, state) for spec in specs]

    @reads("tool.show")
    async def show(self, server: Name, tool: Place, clients: ClientNames = []) -> ShownTool:  # noqa: B006 - a constant
        """Return everything that is known about a tool. ``clients`` are included besides the connected ones."""
        state, spec = self._state, known_server(server, self._state)
        stored = stored_tools(spec, state)
        noted = stored.find(tool) if stored is not None else None
        if stored is None or noted is None:
            raise RefusedError(coded("services.tool_not_listed", server=spec.name, tool=tool))
        exposure, rules, shown = visibility_of(state), rules_of(state), noted.tool
        set_for_all = {rule.tool: rule.exposed for rule in exposure if (rule.client, rule.server) == (ANY, spec.name)}
        short = _in_short(noted, exposure, set_for_all, _allowed(rules), frozenset(stored.twice))
        return {
            **short, "server": spec.name, "description": shown.description, "schema": shown.input_schema,
            "annotations": shown.annotations, "needs": list(shown.needs),
            "scopes": {id: list(named) for id, named in shown.scopes.items()}, "since": noted.since,
            "unchecked": state.guard.gate.tools.validation_problem(shown) if state.guard is not None else "",
            "filled": dict(spec.arguments.get(tool, {})), "unfilled": _unfilled(spec, shown), "seen": stored.seen,
            "changes": definitions.entries(shown.name, definitions.tool_changes(noted)),
            "unpinnable": shown.unpinnable, "page": _page(shown, stored), "trusted": spec.trust_hints,
            "clients": _clients(spec.name, tool, clients, state),
            "rules": [rule.id for rule in rules if covers_tool(rule, spec.name, shown.name)],
        }  # fmt: skip

    @changes("tool.refresh")
    async def refresh(self, server: Name) -> RefreshedTools:
        """Open the server without a client, request its tools, and close it. No tool is called."""
        state, spec = self._state, known_server(server, self._state)
        if state.guard is None or state.reach is None:
            raise RefusedError(coded("services.not_run_open_first", name=spec.name))
        if not spec.enabled:
            raise RefusedError(coded("services.server_is_switched_off", server=spec.name))
        state.on_progress(coded("services.starting", name=spec.name))
        try:
            channel = await state.reach(spec, state.on_progress)
            try:
                state.on_progress(coded("services.asking_tools"))
                probe = ProbeClient(channel)
                await probe.initialize()
                listed = await probe.tools()
            finally:
                await channel.close(coded("services.seen_tools"))
        except (CommandError, ProbeResponseError, UnreachableError) as why:
            raise RefusedError(coded("services.not_looked", name=spec.name, reason=why)) from None
        tools = state.guard.gate.tools
        tools.add_page(spec.name, _PROBE_SESSION, {"tools": listed}, first=True)
        tools.forget(spec.name, _PROBE_SESSION)
        note(state, coded("services.server_looked", name=spec.name), f"{len(listed)} tools")
        return {"server": spec.name, "tools": len(listed)}

    @reads("tool.review")
    async def review(self, server: Name) -> list[ChangedTool]:
        """Return each tool that changed since the person accepted it, change by change."""
        return definitions.review(known_server(server, self._state), self._state)

    def _update_loosens(self, server: str, tools: list[str] = [], changes: list[str] = []) -> str:  # noqa: ARG002, B006
        changed_tools = definitions.chosen(known_server(server, self._state), tools, self._state)
        return coded("services.accepts_definitions", server=server, count=len(changed_tools))

    async def _update_detail(self, server: str, tools: list[str] = [], changes: list[str] = []) -> str:  # noqa: ARG002, B006
        return definitions.asked(definitions.chosen(known_server(server, self._state), tools, self._state))

    @loosens("tool.update", _update_loosens, shown=_update_detail)
    async def update(self, server: Name, tools: ToolNames = [], changes: ChangeIds = []) -> AcceptedTools:  # noqa: B006
        """Accept the current definitions of tools, or all and the server's own texts, so that rules allow them again.

        ``changes`` are the ids of all changes that the person saw.
        """
        return definitions.accept(known_server(server, self._state), tools, changes, self._state)

    def _switch_loosens(self, server: str, tool: str = ANY, client: str = ANY, exposed: bool | None = None) -> str:
        """Return how protection is reduced if a client sees more than now, or if less is hidden from it later."""
        known_server(server, self._state)
        if exposed is False:
            return ""
        place = (client, server, tool)
        own = next(
            (rule for rule in visibility_of(self._state) if (rule.client, rule.server, rule.tool) == place), None
        )
        if own is not None:
            return (
                "" if own.exposed else coded("services.clients_can_see_call_again", server=_named(server, tool, client))
            )
        return describe_exposure(server, tool, client) if exposed else ""

    @loosens("tool.switch", _switch_loosens)
    async def switch(
        self, server: Name, tool: Place = ANY, client: Place = ANY, exposed: ShownOrNot = None
    ) -> SwitchedTool:
        """Expose or hide a tool or a server; without ``exposed`` the switch is removed."""
        self._state.config.set_switch(server, tool, client, exposed)
        await apply_switches(self._state)
        note(self._state, coded(_SWITCH_RECORDS[exposed], tools=_named(server, tool, client)))
        return {"server": server, "tool": tool, "client": client, "exposed": exposed}

    def _switches_loosen(self, server: str, tools: dict[str, bool], client: str = ANY) -> str:
        """Return how protection is reduced if a hiding switch is removed or an exposing one is set."""
        known_server(server, self._state)
        exposed = self._newly_exposed(server, tools, client)
        return coded("services.clients_can_see_call_more", server=_named(server, ANY, client)) if exposed else ""

    def _newly_exposed(self, server: str, tools: dict[str, bool], client: str) -> list[str]:
        """Return the tools whose hiding switch is removed, or that get an exposing one."""
        exposure = visibility_of(self._state)
        own = {rule.tool: rule.exposed for rule in exposure if (rule.client, rule.server) == (client, server)}
        exposed = [tool for tool, on in own.items() if not on and tools.get(tool) is not False]
        return exposed + [tool for tool, on in tools.items() if on and not own.get(tool) and tool not in exposed]

    def _switched(self, server: str, tools: dict[str, bool], client: str = ANY) -> Arguments:
        """Return the switches for display in a question, with the tools that they expose."""
        exposed = self._newly_exposed(server, tools, client)
        return {"server": server, "client": client, "exposed": ", ".join(exposed), "tools": tools}

    @loosens("tool.switches", _switches_loosen, subject=_switched)
    async def set_switches(self, server: Name, tools: Switches, client: Place = ANY) -> SwitchedTools:
        """Replace all switches of a server for one client, or for all clients. No switches: everything is exposed."""
        self._state.config.set_switches(server, client, tools)
        await apply_switches(self._state)
        detail = ", ".join(f"{tool} {_WORDS[on]}" for tool, on in tools.items())
        tools_of = _named(server, ANY, client)
        text = (
            coded("services.tools_switched", tools=tools_of, switches=visible(detail))
            if detail
            else coded("services.tools_without_switches", tools=tools_of)
        )
        note(self._state, cut(text, 2000))
        return {"server": server, "client": client, "tools": tools}
