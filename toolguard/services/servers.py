"""The service of servers: list, show, add, change, turn on or off, duplicate, remove, undo, and end sessions."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Sequence
from typing import Annotated, Any, cast

import msgspec
from msgspec import UNSET

from toolguard.clients.wiring.bundles.unpacked import UnpackedBundles
from toolguard.clients.wiring.errors import WiringError
from toolguard.gate.mcp.request_kinds import strict_requests, stricter
from toolguard.gate.policy.risks import Risk, launch_risks
from toolguard.gate.policy.rules import ANY, Rule
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, sentence, sentences
from toolguard.servers.launch_fingerprint import outline
from toolguard.services.context import ServiceContext, fingerprint, known_server, note
from toolguard.services.interface import (
    ChangedServer,
    EarlierServer,
    EndedServer,
    FoundServer,
    LaunchedServer,
    Lines,
    ListedServer,
    Name,
    NewServer,
    Probed,
    RefusedError,
    RemovedServer,
    ServerKind,
    ServerLogLines,
    ServerSettings,
    ShownServer,
    SuspectedValue,
    SwitchedServer,
    SwitchEntry,
    Text,
    YesOrNo,
    value_of,
    with_secret,
)
from toolguard.services.known_tools import apply_switches
from toolguard.services.methods import Arguments, Service, changes, loosens, name_detail, reads
from toolguard.services.rules.service import refuse_unremoved, rule_detail, rules_of, whole
from toolguard.services.secrets import bind, launches_detail, stale_secrets
from toolguard.services.server_import import secret_detection
from toolguard.services.server_import.command_parsing import free_name, what_runs
from toolguard.services.server_import.settings_files import read, suspects, without_values
from toolguard.services.server_probe.probe import try_server
from toolguard.services.server_status import facts, read_log, sessions
from toolguard.services.sign_ins import sign_in_states
from toolguard.services.tools import misnamed
from toolguard.store.config.config import ServerSpec, stored
from toolguard.tables.credentials import is_sign_in
from toolguard.tables.servers import KINDS, kind_of, repeated_name, shown


def settings_of(described: ServerSettings) -> ServerSpec:
    """Return the server that a form or a command line describes. Raises `RefusedError`."""
    members: Arguments = msgspec.to_builtins(described)
    return spec_of({name: value for name, value in members.items() if name not in _NON_SETTINGS})


_NON_SETTINGS = ("tools", "hidden", "secrets", "stale", "changed_to", "switches", "clients", "rules")
"""Members of a new or restored server, or of one before a change, that are not settings."""
_MAX_SETTING_NAME = 100  # characters of the name of a variable or header in a warning
_MASKED_SETTINGS = ("env", "headers", "url")
"""The settings in which `without_values` masks values."""


def spec_of(arguments: Arguments) -> ServerSpec:
    """Return the server that these settings describe. Raises `RefusedError`."""
    kind = arguments.get("kind", kind_of(arguments))
    foreign = sorted(set(arguments) - {"name", "kind", "enabled", *KINDS[kind].settings})
    if foreign:
        raise RefusedError(coded("services.kind_has_no", kind=kind, member=tuple(foreign)))
    if not arguments.get(KINDS[kind].needs):
        raise RefusedError(coded("services.kind_needs", kind=kind, member=KINDS[kind].needs))
    try:
        spec = msgspec.convert({**arguments, "kind": kind}, ServerSpec)
    except msgspec.ValidationError as why:
        raise RefusedError(coded("services.not_server", reason=why)) from None
    if (repeated := repeated_name(arguments)) is not None:
        setting, first, second = repeated
        raise RefusedError(sentence(coded("tables.same_name", place=setting, first=first, second=second)))
    return spec


def launch(spec: ServerSpec) -> str:
    """Return the exact launch or URL of a server, in one line."""
    return spec.row.describe(spec)


def _masked(text: str, spec: ServerSpec) -> str:
    """Return a text about a server without what looks like a secret in its settings.

    Not for a server that is about to be added: a masked word could be the program that it runs.
    """
    settings = stored(spec)
    values = [value_of(settings, suspect) for suspect in suspects(settings, spec.name) if not suspect["missing"]]
    return secret_detection.masked(
        text, [*values, *(suspect.secret for suspect in secret_detection.find_suspected_secrets(settings))]
    )


def _outside_keyring(spec: ServerSpec) -> list[str]:
    """Return a sentence for each variable or header with a value like a secret that is in the configuration."""
    return [
        coded("services.value_outside_keyring", name=visible(suspect["name"])[:_MAX_SETTING_NAME])
        for suspect in suspects(stored(spec), spec.name)
        if suspect["place"] in ("env", "headers") and not suspect["missing"]
    ]


def _short(spec: ServerSpec) -> str:
    """Return the URL, or what the program runs with its arguments: a package rather than the options of its runner."""
    words = (spec.command, *spec.args)
    return spec.url or shlex.join(words[what_runs(words) :])


def _server(spec: ServerSpec, state: ServiceContext) -> LaunchedServer:
    server: Any = {
        "name": spec.name, **stored(spec), "launch": _masked(launch(msgspec.structs.replace(spec, cwd="")), spec),
        "short": _masked(_short(spec), spec),
        "secrets": _secrets_of(spec.name, state),
        "launches": {
            name: dict(secret.launches[spec.name])
            for name, secret in state.config.secrets.items() if spec.name in secret.launches
        },
        "doubts": [
            *secret_detection.describe_suspected(stored(spec)), *_outside_keyring(spec), *misnamed(spec, state)
        ],
    }  # fmt: skip
    return cast(LaunchedServer, server)


def _secrets_of(server: str, state: ServiceContext) -> list[str]:
    """Return the names of the secrets that a server gets."""
    return sorted(name for name, secret in state.config.secrets.items() if server in secret.servers)


def _switches(new: NewServer) -> list[dict[str, Any]]:
    """Return the switches that show clients only the new server's ``tools``, without the ``hidden`` ones."""
    exposed = dict.fromkeys(new.hidden or (), False)
    if new.tools is not UNSET:
        exposed = {ANY: False} | {tool: tool not in exposed for tool in new.tools if tool != ANY} | exposed
    return [{"client": ANY, "tool": tool, "exposed": shown} for tool, shown in exposed.items()]


def describe_new(name: str, url: str) -> str:
    """Return how a new server reduces protection."""
    if url:
        return coded("services.clients_can_use_remote", name=name, url=visible(url))
    return coded("services.clients_can_use_program", name=name)


def server_detail(arguments: Arguments) -> str:
    """Return what a person is asked to accept about a server: its settings, its visible and hidden tools."""
    tools = arguments.get("tools")
    only = [] if tools is None else [visible(f"tools    {', '.join(tools) or 'none'}")]
    hidden = [visible(f"hidden   {', '.join(arguments['hidden'])}")] if arguments.get("hidden") else []
    described = {name: value for name, value in arguments.items() if name not in _NON_SETTINGS}
    return "\n".join([_lines(spec_of(described)), *only, *hidden])


def _lines(spec: ServerSpec) -> str:
    """Return a server's settings, one line each. No text in them can imitate a line; values like secrets are masked."""
    settings = shown(_without_secrets(spec))
    return "\n".join(visible(f"{label:<8} {text}") for label, text in (("server", spec.name), *settings))


def _without_secrets(spec: ServerSpec) -> ServerSpec:
    """Return a server with masked values of its variables, headers and URL where these look like secrets."""
    settings = without_values(stored(spec), spec.name)
    return msgspec.structs.replace(spec, **{name: settings[name] for name in _MASKED_SETTINGS if name in settings})


def _launch_target(arguments: Arguments) -> str:
    """Return the command or URL of a server that a person is asked to accept."""
    spec = spec_of({name: value for name, value in arguments.items() if name not in _NON_SETTINGS})
    return visible(_without_secrets(spec).url or shlex.join((spec.command, *spec.args)))


def _find_servers(text: str, registered: Sequence[ServerSpec]) -> list[FoundServer]:
    """Return the servers in ``text``, each with an unused name. Raises `RefusedError`."""
    used_names, servers = {spec.name for spec in registered}, list[FoundServer]()
    for parsed in read(text):
        name = free_name(parsed.name, used_names)
        used_names.add(name)
        masked = parsed.server
        for suspect in (doubtful := suspects(parsed.server, name)):
            masked = with_secret(masked, suspect, suspect["secret"])
        servers.append(
            {
                "name": name, "agent": parsed.agent, "notes": parsed.notes,
                "server": parsed.server | ({"hidden": parsed.hidden} if parsed.hidden else {}),
                "tools": parsed.tools, "suspects": doubtful, "same_as": _same(parsed.server, registered),
                "launch": launch(spec_of({**masked, "name": name})),
                "doubts": secret_detection.describe_suspected(masked),
            }
        )  # fmt: skip
    return servers


def _same(server: dict[str, Any], registered: Sequence[ServerSpec]) -> str:
    """Return the registered server with exactly this launch, or ""."""
    spec = spec_of({**server, "name": "x"})
    return next(
        (server_spec.name for server_spec in registered
         if msgspec.structs.replace(server_spec, name="x", enabled=spec.enabled, arguments=spec.arguments) == spec), ""
    )  # fmt: skip


# --- changes -----------------------------------------------------------------------------------------------------


def _hold_bindings(before: ServerSpec, spec: ServerSpec, state: ServiceContext) -> None:
    """Bind secrets whose binding names no launch to the launch before the change, not to the new one."""
    if outline(before) == outline(spec):
        return
    for name, entry in list(state.config.secrets.items()):
        if spec.name in entry.servers and spec.name not in entry.launches and not is_sign_in(entry.kind):
            state.config.bind_secret(name, spec.name, outline(before))


def describe_change(before: ServerSpec, spec: ServerSpec) -> str:
    """Return how protection is reduced if ``before`` becomes ``spec``, or ""."""
    if _reaches_the_same(before, spec):
        freed = _reduced_protection(before, spec)
        return sentences(*freed) if freed else ""
    change_text = (
        coded("services.server_now_reaches", name=spec.name, url=visible(spec.url))
        if spec.url
        else coded("services.server_now_starts", name=spec.name)
    )
    if outline(before) == outline(spec):
        return sentences(change_text, coded("services.keeps_secrets_too"))
    return sentences(change_text, coded("services.before_given_secrets_again"))


def _reduced_protection(before: ServerSpec, spec: ServerSpec) -> list[str]:
    """Return how protection is reduced, besides by another command or URL, if ``before`` becomes ``spec``."""
    return [coded(code, name=spec.name) for code, loose in (
        ("services.server_can_be_used_again", spec.enabled and not before.enabled),
        ("services.server_requests_pass_more", _passes_more(before, spec)),
        ("services.server_hints_trusted", spec.trust_hints and not before.trust_hints),
        ("services.server_given_other_arguments", before.arguments != spec.arguments),
    ) if loose]  # fmt: skip


def _passes_more(before: ServerSpec, spec: ServerSpec) -> bool:
    """Return whether any kind of request is handled less strictly than before."""
    return stricter(before.requests, spec.requests) != strict_requests(spec.requests)


def _reaches_the_same(before: ServerSpec, spec: ServerSpec) -> bool:
    switches = {"enabled": spec.enabled, "requests": spec.requests, "bridge": spec.bridge,
                "trust_hints": spec.trust_hints}  # fmt: skip
    return msgspec.structs.replace(before, arguments=spec.arguments, **switches) == spec


def _texts(spec: ServerSpec) -> list[str]:
    """Return every setting of a server that may name one of its files."""
    return [spec.command, *spec.args, spec.cwd or "", *spec.env.values()]


async def _end(name: str, reason: str, state: ServiceContext) -> int:
    used = sessions(name, state)
    if state.guard is None or not used:
        return 0
    note(state, coded("services.sessions_server", count=len(used), name=name, reason=reason))
    return await state.guard.end([session.session for session in used], reason)


def server_restore_detail(arguments: Arguments) -> str:
    """Return the settings of a restored server and what is restored with it, one line each."""
    removed = msgspec.convert(arguments, RemovedServer)
    bound_lines = [
        *(f"secret   {name}" for name in removed.secrets or ()), *(f"client   {name}" for name in removed.clients or ())
    ]  # fmt: skip
    switched = [
        f"{'exposed' if switch.exposed else 'hidden':<8} {switch.tool} for {switch.client}"
        for switch in removed.switches or ()
    ]
    settings = "\n".join([_lines(settings_of(removed)), *map(visible, [*bound_lines, *switched])])
    return "\n\n".join([settings, *(rule_detail(whole(rule)) for rule in _rules(removed))])


def _rules(removed: RemovedServer) -> list[Rule]:
    """Return the allow rules that were removed with a server; raises `RefusedError`."""
    try:
        rules = msgspec.convert(removed.rules or [], list[Rule])
    except msgspec.ValidationError as why:
        raise RefusedError(coded("services.not_rule", reason=why)) from None
    if any(rule.verdict != "allow" or not _is_only_for(removed.name, rule) for rule in rules):
        raise RefusedError(coded("services.these_not_rules_removed"))
    return rules


def _is_only_for(server: str, rule: Rule) -> bool:
    return server in (rule.server, *(rule.covers or ())) and set(rule.covers or ()) <= {server}


def _divided(removed: RemovedServer, state: ServiceContext) -> tuple[list[Rule], list[Rule]]:
    """Return the removed rules to add, and rules for several servers that cover this one again.

    Such a rule that was changed or removed since then stays as it is.
    """
    rules = _rules(removed)
    current = {rule.id: rule for rule in rules_of(state)}
    wider = []
    for rule in rules:
        now = current.get(rule.id)
        if rule.server == removed.name or now is None or now.covers is None:
            continue
        if now == msgspec.structs.replace(rule, covers=now.covers):
            wider.append(msgspec.structs.replace(now, covers={**now.covers, **(rule.covers or {})}))
    return [rule for rule in rules if rule.server == removed.name], wider


def _launch_risks(arguments: Arguments) -> Sequence[Risk]:
    return launch_risks(arguments.get("command", ""), arguments.get("args", ()), arguments.get("url", ""))


def _undo_risks(arguments: Arguments) -> Sequence[Risk]:
    secret_risks: tuple[Risk, ...] = ("gives secret",) if arguments.get("secrets") else ()
    return (*secret_risks, *_launch_risks(arguments))


class ServerService(Service):
    """The servers that ToolGuard starts or reaches."""

    kind = "server"

    @reads("server.list")
    async def all(self) -> list[ListedServer]:
        """Return every registered server with its last failure and the state of its sign-in."""
        state = self._state
        specs = list(state.config.servers.values())  # servers can be added or removed in the meantime
        signed = await sign_in_states([spec.name for spec in specs], state)
        return [
            {**_server(spec, state), "failure": state.failure(spec.name), "sign_in": sign_in}
            for spec, sign_in in zip(specs, signed, strict=True)
        ]

    @reads("server.show")
    async def show(self, name: Name) -> ShownServer:
        """Return a server with its sessions and processes."""
        spec = known_server(name, self._state)
        running = await facts(name, self._state)
        (sign_in,) = await sign_in_states([name], self._state)
        return {**_server(spec, self._state), **running, "sign_in": sign_in}

    @reads("server.kinds")
    async def kinds(self) -> list[ServerKind]:
        """Return every kind of server with the schema of its settings, for forms."""
        return [{"kind": name, "label": kind.title, "schema": kind.schema} for name, kind in KINDS.items()]

    @reads("server.parse")
    async def parse(self, text: Annotated[str, msgspec.Meta(title="services.expect_text")]) -> list[FoundServer]:
        """Return the servers in ``text``, each with an unused name. Adds nothing."""
        registered = list(self._state.config.servers.values())
        return await asyncio.to_thread(_find_servers, text, registered)  # it may be megabytes

    @reads("server.suspects")
    async def suspects(self, described: ServerSettings) -> list[SuspectedValue]:
        """Return what looks like a secret and would be stored in the configuration as it is."""
        return suspects(msgspec.to_builtins(described), described.name)

    @reads("server.log")
    async def log(self, name: Name, search: Text = "", seen: Text = "", lines: Lines = 500) -> ServerLogLines:
        """Return the last lines, those with ``search`` if it is set; none if nothing was written since ``seen``."""
        return await read_log(name, search, seen, lines, self._state)

    def _probe_loosens(self, described: ServerSettings) -> str:
        spec = settings_of(described)
        if self._state.config.servers.get(spec.name) == msgspec.structs.replace(spec, enabled=True):
            return ""
        if spec.url:
            return coded("services.try_remote", url=visible(spec.url), name=spec.name)
        return coded("services.try_program", name=spec.name)

    @loosens("server.try", _probe_loosens, detail=server_detail, risks=_launch_risks, target=_launch_target)
    async def probe(self, described: ServerSettings) -> Probed:
        """Start or connect to a server, registered or not, list its tools, and end it."""
        return await try_server(msgspec.structs.replace(settings_of(described), enabled=True), self._state)

    # Changes

    def _add_loosens(self, new: NewServer) -> str:
        if new.name in self._state.config.servers:
            raise RefusedError(coded("services.server_exists_remove_first", name=new.name))
        return describe_new(new.name, new.url or "")

    @loosens("server.add", _add_loosens, detail=server_detail, risks=_launch_risks, target=_launch_target)
    async def add(self, new: NewServer) -> LaunchedServer:
        """Register a server."""
        spec = settings_of(new)
        self._state.config.add_server(spec, _switches(new))
        await apply_switches(self._state)
        note(self._state, coded("services.server_added", name=spec.name), server_detail(msgspec.to_builtins(new)))
        return _server(spec, self._state)

    def _change_loosens(self, described: ServerSettings) -> str:
        return describe_change(known_server(described.name, self._state), self._changed(described))

    def _change_subject(self, described: ServerSettings) -> Arguments:
        """Return all settings that the server will have, for display in a question."""
        spec = self._changed(described)
        return {"name": spec.name, **stored(spec)}

    def _changed(self, described: ServerSettings) -> ServerSpec:
        """Return the new settings; omitted switches do not change."""
        before = known_server(described.name, self._state)
        unchanged = {name: getattr(before, name) for name in ("enabled", "trust_hints", "arguments")}
        new = msgspec.to_builtins(described)
        settings = KINDS[described.kind or before.kind].settings
        if "bridge" in settings:
            unchanged["bridge"] = before.bridge
        if "requests" in settings:
            new["requests"] = {**before.requests, **new.get("requests", {})}
        return spec_of({**unchanged, **new})

    @loosens(
        "server.change", _change_loosens, detail=server_detail, risks=_launch_risks, target=_launch_target,
        subject=_change_subject,
    )  # fmt: skip
    async def change(self, described: ServerSettings) -> ChangedServer:
        """Replace a server's settings. Running sessions keep the old ones until they end, unless it is turned off."""
        state = self._state
        stale = await stale_secrets(known_server(described.name, state), state)
        before, spec = known_server(described.name, state), self._changed(described)
        earlier = EarlierServer(
            name=before.name, **stored(before), stale=stale,
            secrets=[name for name in _secrets_of(before.name, state) if name not in stale],
            changed_to=fingerprint(stored(spec)),
        )  # fmt: skip
        await self._replace(before, spec)
        return {**_server(spec, state), "sessions": len(sessions(spec.name, state)), "before": earlier}

    async def _replace(self, before: ServerSpec, spec: ServerSpec) -> None:
        state = self._state
        _hold_bindings(before, spec, state)
        state.config.replace_server(spec)
        note(
            state, coded("services.server_changed", name=spec.name), f"before:\n{_lines(before)}\nnow:\n{_lines(spec)}"
        )
        if state.guard is not None and before.arguments != spec.arguments:
            await state.guard.notify_tools_changed()
        if before.enabled and not spec.enabled:
            await _end(spec.name, coded("services.ended_because_server_switched"), state)

    def _unchanged(self, earlier: EarlierServer) -> ServerSpec:
        """Return the server whose change is to be undone; raises `RefusedError` if it was changed again."""
        spec = known_server(earlier.name, self._state)
        if earlier.changed_to is not UNSET and earlier.changed_to != fingerprint(stored(spec)):
            raise RefusedError(coded("services.server_changed_since", name=spec.name))
        return spec

    def _revert_loosens(self, earlier: EarlierServer) -> str:
        freed = _reduced_protection(self._unchanged(earlier), settings_of(earlier))
        secrets_text = coded("services.server_is_given", secrets=tuple(earlier.secrets)) if earlier.secrets else ""
        return sentences(coded("services.server_settings_replaced", name=earlier.name), *freed, secrets_text)

    async def _revert_detail(self, earlier: EarlierServer) -> str:
        spec, secrets = settings_of(earlier), earlier.secrets or []
        lines = "\n".join([_lines(spec), *(visible(f"secret   {name}") for name in secrets)])
        return lines + await launches_detail([spec] if secrets else [], self.caller)

    @loosens("server.revert", _revert_loosens, shown=_revert_detail, risks=_undo_risks)
    async def revert(self, earlier: EarlierServer) -> LaunchedServer:
        """Undo a change of a server: restore its settings, and which secrets it is given."""
        state, spec = self._state, settings_of(earlier)
        await self._replace(self._unchanged(earlier), spec)
        secrets = earlier.secrets or []
        for name in _secrets_of(spec.name, state):
            if name not in (*secrets, *(earlier.stale or ())):
                state.config.unbind_secret(name, spec.name)
                note(state, coded("services.secret_unbound_server", name=name, server=spec.name))
        for name in secrets:
            if name in state.config.secrets:
                launch = await bind(name, spec, self.caller)
                note(state, coded("services.secret_bound_server", name=name, server=spec.name), launch)
        return _server(spec, state)

    def _enable_loosens(self, name: str, enabled: bool) -> str:
        spec = known_server(name, self._state)
        return (
            "" if spec.enabled or not enabled else coded("services.chat_clients_can_use_server_again", name=spec.name)
        )

    @loosens("server.enable", _enable_loosens, detail=name_detail)
    async def enable(self, name: Name, enabled: YesOrNo) -> SwitchedServer:
        """Turn a server on or off. Turning it off ends its sessions."""
        spec = msgspec.structs.replace(known_server(name, self._state), enabled=enabled)
        self._state.config.replace_server(spec)
        note(self._state, coded("services.switched_on" if spec.enabled else "services.switched_off", name=spec.name))
        why = coded("services.ended_because_server_switched")
        ended = 0 if spec.enabled else await _end(spec.name, why, self._state)
        return {"name": spec.name, "enabled": spec.enabled, "ended": ended}

    def _duplicate_loosens(self, name: str, to: str) -> str:
        known_server(name, self._state)
        if to in self._state.config.servers:
            raise RefusedError(coded("services.server_exists", name=to))
        secrets = [secret for secret, entry in self._state.config.secrets.items() if name in entry.servers]
        secrets_text = coded("services.server_is_given", secrets=tuple(secrets)) if secrets else ""
        return sentences(coded("services.chat_clients_can_use_copy", to=to, name=name), secrets_text)

    async def _duplicate_detail(self, name: str, to: str) -> str:
        state = self._state
        spec = msgspec.structs.replace(known_server(name, state), name=to)
        settings = "\n".join((name_detail({"copy of": name}), _lines(spec)))
        return settings + await launches_detail([spec] if _secrets_of(name, state) else [], self.caller)

    @loosens("server.duplicate", _duplicate_loosens, shown=_duplicate_detail)
    async def duplicate(self, name: Name, to: Name) -> LaunchedServer:
        """Register the same settings under another name, with the same secrets and the same hidden tools."""
        state = self._state
        spec = msgspec.structs.replace(known_server(name, state), name=to)
        own = [switch for switch in state.config.switches if switch["server"] == name]
        state.config.add_server(spec, own)
        await apply_switches(self._state)
        for secret, entry in list(state.config.secrets.items()):
            if name in entry.servers:
                await bind(secret, spec, self.caller)
        note(state, coded("services.server_added", name=to), f"like {name}\n{_lines(spec)}")
        return _server(spec, state)

    @changes("server.remove")
    async def remove(self, name: Name) -> RemovedServer:
        """Remove a server with its bindings, switches and allow rules, and end its sessions.

        The result is the argument of `restore`. Its allow rules end at once, and those for several servers no longer
        cover it; deny rules for its name are kept.
        """
        state, spec = self._state, known_server(name, self._state)
        guard = state.guard
        left = RemovedServer(
            name=name, **stored(spec), secrets=_secrets_of(name, state),
            switches=[
                msgspec.convert(dict(switch), SwitchEntry)
                for switch in state.config.switches
                if switch["server"] == name
            ],
            clients=[client for client, entry in state.config.clients.items() if name in (entry.servers or ())],
        )  # fmt: skip
        state.config.remove_server(name)
        if guard is not None:
            lost = guard.forget_server(name, by=state.by)
            left = msgspec.structs.replace(left, rules=[msgspec.to_builtins(rule) for rule in lost])
        await apply_switches(self._state)
        note(state, coded("services.server_removed", name=name), _lines(spec))
        await _end(name, coded("services.ended_because_server_removed"), state)
        if guard is not None:
            guard.gate.tools.forget_server(name)
        used = [text for server_spec in state.config.servers.values() for text in _texts(server_spec)]
        for folder in await asyncio.to_thread(UnpackedBundles(state.config.folder).set_aside, _texts(spec), used):
            note(state, coded("services.bundle_removed", name=name), visible(str(folder)))
        return left

    def _restore_loosens(self, removed: RemovedServer) -> str:
        rules, wider = _divided(removed, self._state)
        settings_of(removed)
        refuse_unremoved(rules, self._state)
        if removed.name in self._state.config.servers:
            raise RefusedError(coded("services.server_exists_already", name=removed.name))
        return coded("services.server_comes_back_secrets", name=removed.name, count=len(rules) + len(wider))

    async def _restore_detail(self, removed: RemovedServer) -> str:
        detail = server_restore_detail(msgspec.to_builtins(removed))
        return detail + await launches_detail([settings_of(removed)] if removed.secrets else [], self.caller)

    @loosens("server.restore", _restore_loosens, shown=_restore_detail, risks=_undo_risks)
    async def restore(self, removed: RemovedServer) -> LaunchedServer:
        """Restore a removed server with its secrets, switches and rules."""
        state, spec = self._state, settings_of(removed)
        rules, wider = _divided(removed, state)
        try:
            await asyncio.to_thread(UnpackedBundles(state.config.folder).bring_back, _texts(spec))
        except WiringError as why:
            raise RefusedError(str(why)) from None
        own = [
            {"client": entry.client, "tool": entry.tool, "exposed": entry.exposed} for entry in removed.switches or ()
        ]
        state.config.add_server(spec, own, removed.clients or ())
        await apply_switches(self._state)
        for name in removed.secrets or ():
            if name in state.config.secrets:
                await bind(name, spec, self.caller)
        if state.guard is not None:
            try:
                for rule in rules:
                    state.guard.add_rule(rule, by=state.by)
                for rule in wider:
                    state.guard.change_rule(rule, by=state.by)
            except ValueError as why:
                raise RefusedError(coded("services.server_back_not_all", reason=why)) from None
        note(state, coded("services.server_restored", name=spec.name), _lines(spec))
        return _server(spec, state)

    @changes("server.end")
    async def end(self, name: Name) -> EndedServer:
        """End the current sessions of a server, and with them its processes."""
        spec = known_server(name, self._state)
        return {"name": spec.name, "ended": await _end(spec.name, coded("services.sessions_ended_by_you"), self._state)}
