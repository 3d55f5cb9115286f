"""Probe of a server: start it, list its tools, end it. No client, no gate, no call."""

from __future__ import annotations

from typing import Any

from toolguard.gate.texts import coded, sentence
from toolguard.servers import Release, ServerChannel, UnreachableError
from toolguard.servers.launch_fingerprint import Launch, same
from toolguard.servers.oauth.record import decode_record
from toolguard.services.context import ServiceContext
from toolguard.services.errors import CommandError
from toolguard.services.interface import Probed, ProbedTool, RefusedError
from toolguard.services.server_probe.accepted_entries import AcceptedEntries
from toolguard.services.server_probe.mcp_probe_client import ProbeClient, ProbeResponseError
from toolguard.store.config.config import Config, ServerSpec
from toolguard.store.keychain import Keychain, KeychainError

MAX_TOOLS = 1_000
"""Maximum number of tools in the result; all of them are counted."""
_MAX_TEXT_LENGTH = 2_000  # maximum characters of a tool's text


async def try_server(spec: ServerSpec, state: ServiceContext) -> Probed:
    """Return what a server offers; it need not be registered. Its log output is reported line by line."""
    if state.reach is None:
        raise RefusedError(coded("services.run_open_use_server"))
    try:
        shown, tools = await read_server(await state.reach(spec, state.on_progress))
    except (UnreachableError, CommandError) as why:
        raise RefusedError(sentence(str(why))) from None
    return {
        "version": shown["version"], "server": shown["server"], "era": shown["era"],
        "capabilities": shown["capabilities"], "tools": [_tool(tool) for tool in tools[:MAX_TOOLS]],
        "count": len(tools),
    }  # fmt: skip


def _tool(fields: dict[str, Any]) -> ProbedTool:
    """Return a tool with bounded texts."""

    def bounded_text(name: str) -> str:
        value = fields.get(name)
        return value[:_MAX_TEXT_LENGTH] if isinstance(value, str) else ""

    return {"name": bounded_text("name"), "title": bounded_text("title"), "description": bounded_text("description")}


async def read_server(channel: ServerChannel) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return an open server's handshake result and its tools, and end it."""
    try:
        talk = ProbeClient(channel)
        shown = await talk.initialize()
        try:
            return shown, await talk.tools()
        except ProbeResponseError as why:
            raise CommandError(coded("services.server_not_list_tools", reason=why)) from None
    finally:
        await channel.close(coded("services.toolguard_has_seen"))


def bound_to(spec: ServerSpec, config: Config) -> dict[str, Any]:
    """Return the secrets that are bound to a server in ``config``, as in the result of `server.show`, and the names of
    all secrets.
    """
    mine = {name: secret for name, secret in config.secrets.items() if spec.name in secret.servers}
    launches = {name: secret.launches[spec.name] for name, secret in mine.items() if spec.name in secret.launches}
    return {"name": spec.name, "secrets": list(mine), "launches": launches, "known": list(config.secrets)}


def release_of(server: dict[str, Any], keychain: Keychain, now: Launch, accepted: AcceptedEntries | None) -> Release:
    """Return a function that reads the secrets that are bound to ``server`` (see `bound_to`).

    ``now`` is the launch that is about to be started or reached. ``accepted``: what a person has accepted of the file
    that ``server`` was read from; None if the running app has returned it.
    """

    async def release(name: str) -> str:
        if name not in server["known"]:
            raise UnreachableError(coded("services.probe_secret_missing", name=name, server=server["name"]))
        if name not in server["secrets"]:
            raise UnreachableError(coded("services.probe_secret_not_bound", name=name, server=server["name"]))
        bound = server["launches"].get(name)
        if bound is not None and not same(bound, now):
            raise UnreachableError(coded("services.probe_launch_changed", name=name, server=server["name"]))
        try:
            value = await keychain.get(name)
        except KeychainError as why:
            raise UnreachableError(coded("services.secret_cannot_had", name=name, reason=why)) from None
        if value is None:
            raise UnreachableError(coded("services.secret_no_value_keyring", name=name))
        if decode_record(value) is not None:
            raise UnreachableError(coded("services.sign_tokens_go_themselves", name=name))
        if accepted is not None and not await accepted.has_accepted_binding(
            name, server["name"]
        ):  # last: the keyring is open
            raise UnreachableError(coded("services.binding_not_accepted", name=name, server=server["name"]))
        return value

    return release
