"""Stored knowledge about servers' tools: the most recent lists, and the visibility switches of the configuration."""

from __future__ import annotations

import hashlib

import msgspec

from toolguard.gate.model import Tool
from toolguard.gate.policy.tool_visibility import ToolVisibility, VisibilityRule
from toolguard.services.context import ServiceContext
from toolguard.store.config.config import Config, ServerSpec, stored
from toolguard.store.inventory import ServerTools, ToolInventory

_LAUNCH_MEMBERS = frozenset(("kind", "command", "args", "env", "cwd", "url", "headers", "transport"))


def switches(config: Config) -> list[VisibilityRule]:
    """Return the switches of the configuration as rules for the gate."""
    return [msgspec.convert(dict(switch), VisibilityRule) for switch in config.switches]


async def apply_switches(state: ServiceContext) -> None:
    """Put changed switches into force in the running app."""
    if state.guard is not None:
        await state.guard.set_visibility(switches(state.config))


def visibility_of(state: ServiceContext) -> ToolVisibility:
    """Return which tools clients see."""
    return state.guard.gate.tool_visibility if state.guard is not None else ToolVisibility(switches(state.config))


def mark(spec: ServerSpec) -> str:
    """Return a digest of a launch. A different command under the same name is another server with unknown tools."""
    plain = {name: value for name, value in stored(spec).items() if name in _LAUNCH_MEMBERS}
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()[:24]


def stored_tools(spec: ServerSpec, state: ServiceContext) -> ServerTools | None:
    """Return the stored tools of a server; None if they are unknown or its launch has changed."""
    return state.inventory.of(spec.name, mark(spec)) if state.inventory is not None else None


def trusts_hints(tool: Tool, config: Config, inventory: ToolInventory) -> bool:
    """Return whether the person trusts this tool's annotations: they are the ones that the person accepted last."""
    spec = config.servers.get(tool.server)
    if spec is None or not spec.trust_hints:
        return False
    stored = inventory.of(spec.name, mark(spec))
    noted = stored.find(tool.name) if stored is not None else None
    return noted is not None and (noted.accepted or noted.tool).annotations == tool.annotations


def listed(server: str, state: ServiceContext) -> frozenset[str]:
    """Return the names of the tools that ``server`` listed last, or none if unknown."""
    spec = state.config.servers.get(server)
    stored = stored_tools(spec, state) if spec is not None else None
    return frozenset(noted.tool.name for noted in stored.tools) if stored is not None else frozenset()


def definition_of(server: str, tool: str, state: ServiceContext) -> Tool | None:
    """Return the definition of a tool that ``server`` listed last, or None if unknown."""
    if state.guard is not None and (definition := state.guard.gate.tools.get(server, tool)) is not None:
        return definition
    spec = state.config.servers.get(server)
    stored = stored_tools(spec, state) if spec is not None else None
    noted = stored.find(tool) if stored is not None else None
    return noted.tool if noted is not None else None


def definitions_of(server: str, state: ServiceContext) -> list[Tool]:
    """Return the definitions that ``server`` listed last, or none if unknown."""
    if state.guard is not None and (definitions := state.guard.gate.tools.of(server)):
        return list(definitions)
    spec = state.config.servers.get(server)
    stored = stored_tools(spec, state) if spec is not None else None
    return [noted.tool for noted in stored.tools] if stored is not None else []
