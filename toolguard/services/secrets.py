"""The service of secrets. No order returns, reports or records a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from toolguard.gate.policy.argument_injection import InjectionError, check, without
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, sentences
from toolguard.servers import UnreachableError
from toolguard.servers.launch_fingerprint import Launch
from toolguard.servers.secrets.redactor import names, places
from toolguard.services.context import ServiceContext, known_server
from toolguard.services.context import note as record
from toolguard.services.interface import (
    AnyServers,
    Full,
    KeychainCheck,
    Name,
    Pointer,
    RefusedError,
    SecretEntry,
    SecretKind,
    SecretUse,
    SomeServers,
    Template,
    Text,
    ToolName,
    YesOrNo,
)
from toolguard.services.known_tools import mark
from toolguard.services.methods import Arguments, MethodRunner, Service, changes, loosens, reads
from toolguard.services.sign_ins import state_of
from toolguard.store.config.config import Secret, ServerSpec
from toolguard.store.keychain import KeychainError
from toolguard.tables.credentials import CREDENTIAL_KINDS, is_sign_in


def _no_sign_in(name: str, state: ServiceContext) -> None:
    entry = state.config.secrets.get(name)
    if entry is not None and is_sign_in(entry.kind):
        raise RefusedError(coded("services.sign_server_sign_again", name=name))


async def _secret(name: str, state: ServiceContext) -> SecretEntry:
    """Return a secret without its value. ``stale``: the servers that changed since it was bound."""
    entry = state.config.secrets[name]
    signed: list[SecretUse] = [
        {"server": server, "place": "header Authorization", "bound": True}
        for server in entry.servers if is_sign_in(entry.kind)
    ]  # fmt: skip
    described: SecretEntry = {
        "name": name, "kind": entry.kind, "note": entry.note, "servers": list(entry.servers),
        "stale": await _stale(entry, state),
        "uses": [*signed, *(use for spec in state.config.servers.values() for use in _uses(name, spec, entry.servers))],
        "shipped_to": _receivers(name, state),
        "session_only": state.keychain.is_session_only(name),
    }  # fmt: skip
    if is_sign_in(entry.kind):
        described |= {"issuer": entry.issuer, "resource": entry.resource}
    return described


def users(name: str, state: ServiceContext) -> tuple[str, ...]:
    """Return the servers and the receivers of the log that get a secret; none for an unknown one."""
    entry = state.config.secrets.get(name)
    return () if entry is None else (*entry.servers, *_receivers(name, state))


def _receivers(name: str, state: ServiceContext) -> list[str]:
    """Return the receivers of the log that get a secret in a header."""
    now = state.preferences
    return [now.ship_otlp] if now.ship_otlp and any(name in names(header) for header in now.ship_headers) else []


async def _stale(entry: Secret, state: ServiceContext) -> list[str]:
    specs = ((server, state.config.servers.get(server)) for server in entry.servers)
    return [server for server, spec in specs if spec is not None and await _is_stale(entry, spec, state)]


async def _is_stale(entry: Secret, spec: ServerSpec, state: ServiceContext) -> bool:
    """Return whether the server has changed since the secret was bound to it."""
    launch = entry.launches.get(spec.name)
    return launch is not None and not await state.launches.is_same(launch, spec)


async def stale_secrets(spec: ServerSpec, state: ServiceContext) -> list[str]:
    """Return the secrets bound to a server that has changed since."""
    bound = [(name, entry) for name, entry in state.config.secrets.items() if spec.name in entry.servers]
    return [name for name, entry in bound if await _is_stale(entry, spec, state)]


def _uses(name: str, spec: ServerSpec, servers: Sequence[str]) -> list[SecretUse]:
    """Return the places of a secret in a server; injected arguments have ``tool``, ``argument`` and ``template``."""
    bound = spec.name in servers
    secret_places = places(msgspec.structs.replace(spec, arguments={})).get(name, ())
    uses: list[SecretUse] = [{"server": spec.name, "place": place, "bound": bound} for place in secret_places]
    filled: list[SecretUse] = [
        {"server": spec.name, "place": f"argument {tool} {pointer}", "bound": bound, "tool": tool,
         "argument": pointer, "template": template}
        for tool, templates in spec.arguments.items()
        for pointer, template in templates.items()
        if name in names(template)
    ]  # fmt: skip
    return uses + filled


def _known_secret(name: str, state: ServiceContext) -> None:
    if name not in state.config.secrets:
        raise RefusedError(coded("services.no_secret_secret_list", name=name))


def _known_servers(servers: Sequence[str], state: ServiceContext) -> None:
    for server in servers:
        known_server(server, state)


async def _describe_secret(name: str, state: ServiceContext) -> SecretEntry:
    """Return a secret, with the state of a sign-in."""
    entry = await _secret(name, state)
    if is_sign_in(entry["kind"]) and entry["servers"] and state.sign_ins is not None:
        entry["sign_in"] = await state_of(entry["servers"][0], state.sign_ins)
    return entry


async def _signed_out(server: str, state: ServiceContext) -> None:
    """Revoke the tokens of a sign-in before they are removed, if possible."""
    assert state.sign_ins is not None  # noqa: S101 - whoever calls this has looked
    with suppress(UnreachableError):  # they are removed anyway
        await state.sign_ins.sign_out(server, by=state.by)


async def bind(name: str, spec: ServerSpec, caller: MethodRunner) -> str:
    """Bind a secret to the launch of a server with these settings, and return that launch as text."""
    config = caller.state.config
    entry = config.secrets.get(name)
    if entry is not None and is_sign_in(entry.kind):  # its tokens are bound to issuer and resource
        config.bind_secret(name, spec.name)
        return ""
    launch = await caller.launch(spec)
    config.bind_secret(name, spec.name, launch)
    return launch_detail(launch)


def launch_detail(launch: Launch) -> str:
    """Return a launch, one text per line."""
    return "\n".join(visible(f"{member}  {text}") for member, text in launch.items())


async def launches_detail(specs: Iterable[ServerSpec], caller: MethodRunner) -> str:
    """Return the launches that secrets are bound to, for a question."""
    return "".join([f"\n\n{visible(spec.name)}\n{launch_detail(await caller.launch(spec))}" for spec in specs])


def secret_detail(arguments: Arguments) -> str:
    """Return what a person is asked to accept about a secret, one argument per line."""
    lines = [f"secret   {arguments['name']}", *(f"server   {server}" for server in arguments.get("servers", ()))]
    for member in ("kind", "note", "tool", "argument", "template"):
        lines += [f"{member:<8} {visible(arguments[member])}"] if member in arguments else []
    return "\n".join(lines)


class _InjectionTarget(NamedTuple):
    """The argument of a tool into which a secret is injected."""

    server: str
    tool: str
    pointer: str

    def __str__(self) -> str:
        server, tool, pointer = map(visible, self)
        return coded("services.argument_tool", pointer=pointer, tool=tool, server=server)


def _parse_target(
    servers: Sequence[str], tool: str | None, argument: str | None, template: str | None = None
) -> _InjectionTarget | None:
    if tool is None and argument is None and template is None:
        return None
    if tool is None or argument is None or len(servers) != 1:
        raise RefusedError(coded("services.argument_needs_tool_server"))
    return _InjectionTarget(servers[0], tool, argument)


def _template(name: str, template: str | None) -> str:
    result = template or f"${{secret:{name}}}"
    if name not in names(result):
        raise RefusedError(coded("services.text_filled_secret", name=name))
    return result


def _check_target(target: _InjectionTarget, template: str, state: ServiceContext) -> None:
    """Raise `RefusedError` if another binding or its schema keeps a secret from being injected into the argument."""
    server, tool, pointer = target
    filled = state.config.servers[server].arguments.get(tool, {})
    if filled.get(pointer, template) != template:
        raise RefusedError(coded("services.something_filled_already_unbind", filling=target))
    stored = state.inventory.of(server, mark(state.config.servers[server])) if state.inventory else None
    noted = stored.find(tool) if stored else None
    try:
        check((*filled, pointer) if pointer not in filled else filled)
        if noted is not None:
            without(noted.tool.input_schema, (pointer,))
    except InjectionError as why:
        raise RefusedError(coded("services.nothing_can_filled", filling=target, reason=why)) from None


async def _relist(state: ServiceContext) -> None:
    if state.guard is not None:
        await state.guard.notify_tools_changed()


class SecretService(Service):
    """Secrets: their names, kinds, notes and bindings. Values can be stored but not read."""

    kind = "secret"

    def _kind_loosens(self, name: str, kind: SecretKind | None) -> str:
        """Return the reduced protection: leaks of a user ID are not detected, because any call may contain it."""
        entry = self._state.config.secrets.get(name)
        if entry is None or kind is None or not CREDENTIAL_KINDS[entry.kind].secret or CREDENTIAL_KINDS[kind].secret:
            return ""
        return coded("services.secret_counts_user_id", name=name)

    def _put_loosens(
        self, name: str, value: str, note: str | None = None, kind: SecretKind | None = None,  # noqa: ARG002 - as `put`
        session_only: bool = False, new: bool = False,  # noqa: ARG002
    ) -> str:  # fmt: skip
        """Return what the person must accept: an agent with a shell must choose no account for a server or the log.

        Without the app, nobody can be asked later: the keyring has the value at once.
        """
        servers = () if new or self._state.guard is None else users(name, self._state)
        replaced = coded("services.secret_value_replaced", name=name, servers=servers) if servers else ""
        return sentences(*filter(None, (replaced, self._kind_loosens(name, kind))))

    @loosens("secret.set", _put_loosens, detail=secret_detail)
    async def put(
        self, name: Name, value: Full, note: Text | None = None, kind: SecretKind | None = None,
        session_only: YesOrNo = False, new: YesOrNo = False,
    ) -> SecretEntry:  # fmt: skip
        """Store a secret, or replace its value; with ``new``, never replace."""
        state = self._state
        if session_only and state.guard is None:
            raise RefusedError(coded("services.secret_session_needs_run"))
        entry = state.config.secrets.get(name)
        _no_sign_in(name, state)
        if entry is not None and new:
            raise RefusedError(coded("services.secret_already_choose_another", name=name))
        new_note = note if note is not None else entry.note if entry else ""
        state.config.put_secret_entry(name, new_note, kind or "")
        try:
            await state.keychain.set(name, value, session_only=session_only)
        except KeychainError:
            if entry is None:
                state.config.drop_secret_entry(name)
            else:
                state.config.put_secret_entry(name, entry.note, entry.kind)
            raise
        state.learned(name, value)
        record(state, coded("services.secret_set", name=name), coded("services.session_only") if session_only else "")
        return await _secret(name, state)

    def _describe_loosens(
        self, name: str, note: str | None = None, kind: SecretKind | None = None,  # noqa: ARG002 - as `describe`
    ) -> str:  # fmt: skip
        return self._kind_loosens(name, kind)

    @loosens("secret.describe", _describe_loosens, detail=secret_detail)
    async def describe(self, name: Name, note: Text | None = None, kind: SecretKind | None = None) -> SecretEntry:
        """Change the note and the kind; the value and the bindings do not change."""
        state = self._state
        _known_secret(name, state)
        if kind is not None:
            _no_sign_in(name, state)
        entry = state.config.secrets[name]
        state.config.put_secret_entry(name, entry.note if note is None else note, kind or entry.kind)
        record(state, coded("services.secret_described_anew", name=name))
        return await _secret(name, state)

    def _enter_loosens(
        self, name: str, note: str | None = None, kind: SecretKind | None = None,  # noqa: ARG002 - as `enter`
        servers: list[str] = [],  # noqa: B006
    ) -> str:  # fmt: skip
        if name in self._state.config.secrets:
            raise RefusedError(coded("services.secret_already", name=name))
        _known_servers(servers, self._state)
        return coded("services.secret_given_soon_value", name=name, servers=tuple(servers)) if servers else ""

    async def _enter_detail(
        self, name: str, note: str | None = None, kind: SecretKind | None = None,
        servers: list[str] = [],  # noqa: B006
    ) -> str:  # fmt: skip
        return await self._binding_detail(name=name, note=note, kind=kind, servers=servers)

    async def _binding_detail(self, servers: list[str], **arguments: str | None) -> str:
        """Return the arguments of an order with what the servers start, because the secret is bound to that."""
        text_arguments = {member: text for member, text in arguments.items() if text is not None}
        specs = self._state.config.servers
        launches = await launches_detail((specs[server] for server in servers), self.caller)
        return secret_detail({**text_arguments, "servers": servers}) + launches

    @loosens("secret.enter", _enter_loosens, shown=_enter_detail)
    async def enter(
        self, name: Name, note: Text | None = None, kind: SecretKind | None = None,
        servers: AnyServers = [],  # noqa: B006 - a constant
    ) -> SecretEntry:  # fmt: skip
        """Add a secret without a value, with its bindings, to restore a removed one."""
        state = self._state
        state.config.put_secret_entry(name, note or "", kind or "")
        for spec in [state.config.servers[server] for server in servers]:
            await bind(name, spec, self.caller)
        record(state, coded("services.secret_entered_without_value", name=name), ", ".join(servers))
        return await _secret(name, state)

    @reads("secret.show")
    async def show(self, name: Name) -> SecretEntry:
        """Return a secret without its value."""
        _known_secret(name, self._state)
        return await _describe_secret(name, self._state)

    @reads("secret.check")
    async def check(self, ask: YesOrNo = False) -> KeychainCheck:
        """Return which secrets have a value, and the state of the keyring. Asks the person only with ``ask``."""
        keychain, names = self._state.keychain, list(self._state.config.secrets)
        availability: Mapping[str, bool | None]
        try:
            availability = await keychain.holds(names, ask=ask)
        except KeychainError as problem:
            reason = str(problem)
            availability = {name: True if keychain.is_session_only(name) else None for name in names}
        else:
            reason = keychain.trouble
        present = {name: availability.get(name) for name in names}
        return {"keychain": keychain.state, "backend": keychain.backend, "trouble": reason, "present": present}

    @reads("secret.list")
    async def all(self) -> list[SecretEntry]:
        """Return every secret without its value, with its places in the servers' settings."""
        config = self._state.config
        rows = [await _describe_secret(name, self._state) for name in sorted(config.secrets) if name in config.secrets]
        return [entry for entry in rows if entry["name"] in config.secrets]  # others were removed meanwhile

    @changes("secret.remove")
    async def remove(self, name: Name) -> SecretEntry:
        """Remove a secret and its value. The tokens of a sign-in are revoked if possible."""
        state = self._state
        _known_secret(name, state)
        removed = await _secret(name, state)
        if is_sign_in(removed["kind"]) and removed["servers"] and state.sign_ins is not None:
            await _signed_out(removed["servers"][0], state)
        try:
            await state.keychain.delete(name)
        except KeychainError as problem:
            if problem.state != "none":  # without a keyring no value can remain
                raise
        state.config.drop_secret_entry(name)
        record(state, coded("services.secret_removed", name=name))
        return removed

    def _bind_loosens(
        self, name: str, servers: list[str], tool: str | None = None, argument: str | None = None,
        template: str | None = None,
    ) -> str:  # fmt: skip
        state, target = self._state, _parse_target(servers, tool, argument, template)
        _known_secret(name, state)
        _no_sign_in(name, state)
        _known_servers(servers, state)
        if target:
            _check_target(target, _template(name, template), state)
            if state.config.servers[target.server].arguments.get(target.tool, {}).get(target.pointer) is None:
                return coded("services.secret_given_filled", name=name, server=target.server, filling=target)
        bound = state.config.secrets[name].servers
        new = [server for server in servers if server not in bound]
        again = [server for server in servers if server in bound and not target]
        texts = [coded("services.secret_is_given", name=name, servers=tuple(new))] if new else []
        texts += [coded("services.secret_goes_on", servers=tuple(again))] if again else []
        return sentences(*texts)

    async def _bind_detail(
        self, name: str, servers: list[str], tool: str | None = None, argument: str | None = None,
        template: str | None = None,
    ) -> str:  # fmt: skip
        return await self._binding_detail(name=name, servers=servers, tool=tool, argument=argument, template=template)

    @loosens("secret.bind", _bind_loosens, shown=_bind_detail, risks=lambda _arguments: ("gives secret",))
    async def bind(
        self, name: Name, servers: SomeServers, tool: ToolName | None = None, argument: Pointer | None = None,
        template: Template | None = None,
    ) -> SecretEntry:  # fmt: skip
        """Bind a secret to servers with their current launch. With ``tool`` and ``argument``, also inject it into
        calls.

        In that case existing bindings do not change.
        """
        state, target = self._state, _parse_target(servers, tool, argument, template)
        for spec in [state.config.servers[server] for server in servers]:
            if target and spec.name in state.config.secrets[name].servers:
                continue
            launch = await bind(name, spec, self.caller)
            record(state, coded("services.secret_bound_server", name=name, server=spec.name), launch)
        if target:
            result = _template(name, template)
            _check_target(target, result, state)
            state.config.set_argument(*target, result)
            record(state, coded("services.secret_filled", name=name, filling=target), visible(result))
            await _relist(state)
        return await _secret(name, state)

    def _unbind_loosens(
        self, name: str, servers: list[str], tool: str | None = None,  # noqa: ARG002 - as `unbind`
        argument: str | None = None,
    ) -> str:  # fmt: skip
        """Return how protection is reduced: a model can set an argument again that is no longer injected."""
        target = _parse_target(servers, tool, argument)
        return coded("services.models_can_set_themselves", filling=target) if target else ""

    @loosens("secret.unbind", _unbind_loosens, detail=secret_detail)
    async def unbind(
        self, name: Name, servers: SomeServers, tool: ToolName | None = None, argument: Pointer | None = None
    ) -> SecretEntry:
        """Unbind a secret from servers. With ``tool`` and ``argument``, only there if it is used elsewhere, too."""
        state, target = self._state, _parse_target(servers, tool, argument)
        _known_secret(name, state)
        _no_sign_in(name, state)
        if target:
            _known_servers(servers, state)
            templates = state.config.servers[target.server].arguments.get(target.tool, {})
            if name not in names(templates.get(target.pointer, "")):
                raise RefusedError(coded("services.secret_not_filled", name=name, filling=target))
            state.config.set_argument(*target, None)
            record(state, coded("services.secret_no_longer_filled", name=name, filling=target))
            await _relist(state)
            left = places(state.config.servers[target.server]).get(name, ())
            if left or target.server not in state.config.secrets[name].servers:
                servers = []
        for server in servers:
            state.config.unbind_secret(name, server)
            record(state, coded("services.secret_unbound_server", name=name, server=server))
        return await _secret(name, state)
