"""The core: creates every long-lived object once, connects them, and opens sessions for clients."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import ExitStack, asynccontextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from toolguard.clients.aggregate.naming import find_exposed
from toolguard.clients.http.dependencies import EndpointDependencies
from toolguard.clients.http.service import HttpService
from toolguard.clients.local.handshake import ALL_SERVERS
from toolguard.clients.local.listener import (
    CLOSING,
    ClientHandshake,
    HandshakeError,
    LocalApp,
    LocalListener,
    SessionAdmission,
)
from toolguard.clients.timeouts import TimeoutTarget, read_declared_timeouts, read_process_environment
from toolguard.clients.wiring.bundles.unpacked import UnpackedBundles
from toolguard.clients.wiring.machine import Machine, running_programs
from toolguard.gate import crash, jsonrpc, model
from toolguard.gate.api import GateApi
from toolguard.gate.approvals.availability import Availability
from toolguard.gate.approvals.client_timeouts import ClientTimeouts, DeclaredTimeout
from toolguard.gate.approvals.presence import Authenticator
from toolguard.gate.approver import ProcessInfo
from toolguard.gate.context import GateContext
from toolguard.gate.mcp import revisions
from toolguard.gate.mcp.request_kinds import RequestSetting, strict_requests
from toolguard.gate.policy.rules import ORGANIZATION, Rule, RuleSet
from toolguard.gate.runs import AppStarted, AppStopped
from toolguard.gate.session.inflight_call import InterruptedCall, ResumedSession
from toolguard.gate.session.upstream import ClientChannel, Opener, ServerChannel
from toolguard.gate.task_set import TaskSet, cancel_tasks
from toolguard.gate.texts import coded, cut
from toolguard.presence import system_authenticator
from toolguard.servers import (
    ChildRecord,
    LoginPath,
    QuirksByServer,
    Redactor,
    ServerResources,
    UnreachableError,
    end_orphans,
    open_server,
)
from toolguard.servers.launch_fingerprint import LaunchFingerprints
from toolguard.servers.local_paths import paths_of
from toolguard.servers.oauth.sign_ins import OAuthManager
from toolguard.services.context import ServiceContext
from toolguard.services.known_tools import mark, switches, trusts_hints
from toolguard.services.rules.limits import from_config as call_limits
from toolguard.services.rules.service import from_config, stored
from toolguard.services.runtime.authentication import Authentication
from toolguard.services.runtime.client_identities import ClientIdentities
from toolguard.services.runtime.client_watch import ClientWatch
from toolguard.services.runtime.config_watch import ConfigWatch
from toolguard.services.runtime.injected_arguments import ArgumentBindings
from toolguard.services.runtime.leak_detection import LeakDetector
from toolguard.services.runtime.log_retention import LogRetention
from toolguard.services.runtime.log_shipping import HeaderSecrets, LogShipping
from toolguard.services.runtime.managed_servers import require_not_denied
from toolguard.services.runtime.requests import Request, Services
from toolguard.services.runtime.secret_release import SecretReleases
from toolguard.services.runtime.server_opener import ServerOpener, prompt_to_open_page
from toolguard.services.runtime.startup_trust import StartupTrust
from toolguard.services.sign_ins import AppSignInListener, SignInStore
from toolguard.services.tools import keeping
from toolguard.store import atomic_write
from toolguard.store.client_names import ClientNames
from toolguard.store.clock import AgingClock, SteadyClock
from toolguard.store.config.config import Config, ConfigError, Preferences, ServerSpec, client_timeouts_of
from toolguard.store.config.seals import place_of
from toolguard.store.diagnostic_log import DiagnosticLog
from toolguard.store.inventory import ToolInventory
from toolguard.store.keychain import Keychain, KeychainError
from toolguard.store.log.audit_log import AuditLog, TamperedError, unclosed_sessions
from toolguard.store.log.index.check import draft_path
from toolguard.store.log.index.log_index import IndexThread, follow, remove
from toolguard.store.log.integrity import Integrity
from toolguard.store.log.past_calls import PastCalls
from toolguard.store.log.recovery import OpenCall
from toolguard.store.log.upkeep.log_upkeep import LogUpkeep, UpkeepContext
from toolguard.store.policy_folder import PolicyFolder, system_folder
from toolguard.store.process_registry import ProcessRegistry

if TYPE_CHECKING:
    from toolguard.services.runtime.command_entries import CommandEntries, CommandEntry

_log = logging.getLogger(__name__)
RETURN_TIMEOUT = 60.0
"""Seconds in which sessions of an app that died can return; their stubs try every two seconds."""
_LAST_WORD = 2.0  # seconds for the keyring to store the log's newest link when the program ends
_AT_START = 1.0  # seconds that the start waits for the keyring; clients wait longer
_T = TypeVar("_T")
_POLICY_CHECK_INTERVAL = 5.0  # seconds between checks of an organization's settings
_ACCEPTED_CONFIG_TIMEOUT = 60.0  # seconds that a client waits until the accepted settings are known
_KNOWN_TO_COMMANDS = 5.0  # the same for a command, which stops waiting for the program after ten
_MAX_REMEMBERED_PROCESSES = 200  # maximum processes of one server that are remembered


class _ConfigServerLookup:
    """Lookups in the configuration for the gate (`ServerLookup`)."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def secrets_of(self, server: str, tool: model.Tool | None, /) -> tuple[str, ...]:
        return (*self._core.releases.named_by(server, tool), *self._core.sign_ins.secret_names(server))

    def injected_arguments(self, server: str, tool: str, /) -> tuple[model.InjectedArgument, ...]:
        spec = self._core.config.servers.get(server)
        return self._core.bindings.filled(server, tool) if spec is not None and spec.arguments else ()

    def has_injected_arguments(self, server: str, /) -> bool:
        spec = self._core.config.servers.get(server)
        return spec is not None and bool(spec.arguments)

    def has_tool_needs(self, server: str, /) -> bool:
        return self._core.releases.gives(server)

    def request_settings(self, server: str, /) -> Mapping[str, RequestSetting]:
        spec = self._core.config.servers.get(server)
        return strict_requests(spec.requests) if spec is not None and spec.requests else {}


class Core:
    """Everything but the window, on one asyncio loop. Created, started and closed on that loop's thread."""

    def __init__(
        self,
        home: Path,
        *,
        keep_anchor: bool = True,
        http_port: int | None = None,
        vouched: bool = False,
        windowless: bool = False,
        return_within: float = RETURN_TIMEOUT,
        availability: Availability | None = None,
        raise_window: Callable[[], None] = lambda: None,
        leave: Callable[[], None] = lambda: None,
        system: Callable[[], Authenticator] = system_authenticator,
        process: ProcessInfo = ProcessInfo(),  # noqa: B008 - frozen
        machine: Callable[[], Machine] | None = None,
        policies: Path | None = None,
        policy_owner: int = 0,
    ) -> None:
        """``keep_anchor``: store the key that signs settings and log in the OS keyring, not in a file.

        ``http_port``: accept HTTP clients on this port (0: any free port) instead of the one in the preferences.
        ``return_within``: seconds in which a session of an app that died must return, or its calls are closed.
        ``policies``: the folder of an organization's files, and ``policy_owner`` their required owner (for tests).
        ``system`` creates the system's authenticator, with which the person proves presence.
        ``process``: where this ToolGuard will be shown; `began` confirms it. ``leave`` ends the program
        cleanly when another start takes over. ``machine``: a computer other than this one (for tests).
        ``vouched``: the configuration applies as it is; otherwise a person is asked about reduced protection.
        ``windowless``: this is `toolguard serve`, perhaps on a connection without the keyring.
        ``availability``: whether a person can be asked (default: nobody). ``raise_window``: brings the
        window to the front.
        """
        self.home = home
        self._machine = machine or (lambda: Machine.this(os.environ))
        self._clients_on = machine or (lambda: Machine.this(os.environ, running_programs()))
        self.keep_anchor = keep_anchor
        self._return_within = return_within
        self._log_path = home / "log"
        self.scrub = Redactor()
        self.clock = SteadyClock()
        self._aging = AgingClock(self.clock, home / "log-age")
        self.config = Config(home / "config.json")
        self.keychain = Keychain(on_state=lambda _state: self.gate.renewed())
        self.log = AuditLog(
            self._log_path,
            scrub=self.scrub,
            on_commit=lambda: self.indexer.poke(),
            on_trouble=lambda: self.gate.changed(),
            clock=self.clock,
        )
        self.leaks = LeakDetector(self.config, self.keychain, self.scrub)
        self.gate = GateContext(
            self.log,
            clock=self.clock,
            servers=_ConfigServerLookup(self),
            leaks=self.leaks,
            client_timeouts=ClientTimeouts(self._learned),
            rules=RuleSet(paths=lambda server: paths_of(self.config.servers.get(server))),
            availability=availability,
            trusts_log=lambda: not self.startup_trust.finding.problem,
        )
        self.login_path = LoginPath(own=windowless)
        self.launches = LaunchFingerprints(self.login_path)
        self.releases = SecretReleases(self.config, self.keychain, self.gate, self.launches, learn=self.leaks.released)
        self.bindings = ArgumentBindings(self.config)
        self.inventory = ToolInventory(home / "tools", now=time.time)
        self.gate.tools.on_list(keeping(self.config, self.gate.tools, self.inventory))
        self.authentication = Authentication(
            self.config, note=self.gate.note, system=system,
            trusts_hints=lambda tool: trusts_hints(tool, self.config, self.inventory),
        )  # fmt: skip
        self.guard = GateApi(
            self.gate, keep=self._keep, trouble=self._trouble, alarm=self._alarm, presence=self.authentication.policy
        )
        self.identities = ClientIdentities(ClientNames(home / "clients.json"), self.config, self.guard)
        sign_in_store = SignInStore(self.config, self.keychain, None)
        self.sign_ins = OAuthManager(
            sign_in_store, sign_in_store, self.scrub, AppSignInListener(self.guard), self.leaks.signed
        )
        self.process = process
        self.recorded_before = 0
        """Number of the newest record of earlier runs."""
        self._begun = False
        self._taken_over = ""
        self._leave = leave
        self._preference_listeners: list[Callable[[Preferences], None]] = []
        self.children = ProcessRegistry(home / "run" / "children.json")
        self.integrity = Integrity(home / "log-check.txt", changed=lambda: self.gate.changed())
        self.startup_trust = StartupTrust(
            home, self.log, self.keychain if keep_anchor else None, self.guard, self.clock, windowless=windowless
        )
        self.upkeep = LogUpkeep(
            self.log,
            self._log_path,
            UpkeepContext(
                live_sessions=lambda: {*self._admitted, *self.guard.sessions()},
                needed_from=self._needed_from,
                without_index=self._without_index,
            ),
            prefix=f"toolguard-{place_of(home).decode()}",
            now=self._aging,
        )
        self.retention = LogRetention(
            self.upkeep, self.startup_trust, lambda: self.organization.policy.over(self.config.preferences),
            lambda: self.gate.changed(), first=return_within,
        )  # fmt: skip
        self._index_path = follow(self._log_path)
        self.indexer = IndexThread(self._log_path, self._index_path)
        tcp = sys.platform == "win32" or os.environ.get("TOOLGUARD_LOCAL") == "tcp"
        app = LocalApp(
            admit=self._admit, order=self._order, raise_window=raise_window, process=lambda: self.process,
            close=self._close_for,
        )  # fmt: skip
        self._local = LocalListener(home, app, tcp=tcp)
        self.http = HttpService(
            EndpointDependencies(
                self._admit,
                lambda: self.config.clients,
                self.guard.is_pending,
                self._schema_of,
                self._on_timeout,
                client_left=self.guard.detach_request,
                is_deferred=self.guard.was_deferred,
                editions=self._editions,
                unavailable_reason=self._unavailable_reason,
                index_barrier=self._index_barrier,
            ),
            port=lambda: self.config.preferences.http_port if http_port is None else http_port,
            always=http_port is not None,
            changed=lambda: self.gate.changed(),
        )
        self.organization = PolicyFolder(system_folder() if policies is None else policies, owner=policy_owner)
        self.shipping = LogShipping(
            home, self._log_path,
            secret=HeaderSecrets(self.config, self.keychain, self.leaks.released, self.gate.note),
            scrub=self.scrub, transport=self._transport_to, changed=lambda: self.gate.changed(),
        )  # fmt: skip
        self.client_watch = ClientWatch(home, self.gate.changed)
        self.edits = ConfigWatch(self.config, self.guard, self.startup_trust, put=self._preferred, vouched=vouched)
        self._tasks: list[asyncio.Task[Any]] = []
        self._fault = ""  # why a task ended, a sentence for a person
        self._looked_at: list[ServerChannel] = []  # opened for a person, without a client
        self._looks = TaskSet()  # which open one
        self._admitted: dict[str, str] = {}  # each admitted session, with its server
        self._born: dict[str, deque[ChildRecord]] = {}
        self._failures: dict[str, tuple[ServerSpec, float, str]] = {}  # the newest of each server, until it opens
        self._quirks = QuirksByServer()
        self._server_logs: dict[str, Callable[[str], None]] = {}
        self._closing = ExitStack()

    # --- start and stop ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Open everything. The window shows what could not be opened; until it is, no call runs."""
        with suppress(model.LogWriteError, TamperedError):  # reported in `log.trouble`, which every snapshot contains
            self.log.open()
            with suppress(OSError):  # asked again, and reported, before anything is removed
                self._aging()
        self.recorded_before = self.log.recorded  # sessions that start from here on belong to this run
        self._apply_policy()
        self._apply_settings()
        looking = asyncio.get_running_loop().create_task(self.startup_trust.look())
        self._start_indexer()
        await self._local.start()
        await asyncio.wait({looking}, timeout=_AT_START)
        self.edits.begin()
        self._apply_settings()
        await self.http.refresh()
        works: tuple[Coroutine[Any, Any, object], ...] = (
            self._end_orphans(), self.login_path(),  # read early, so that the first client does not wait for it
            self.leaks.watch(), self._vouch(looking), self.edits.watch(), self._watch_organization(),
            self._close_missing(self.recorded_before), self.client_watch.watch(), self.retention.run(),
            asyncio.to_thread(UnpackedBundles(self.home).purge),
        )  # fmt: skip
        for work in works:
            task = asyncio.get_running_loop().create_task(work)
            task.add_done_callback(self._task_ended)
            self._tasks.append(task)

    def _task_ended(self, task: asyncio.Task[Any]) -> None:
        """Report a task that ended by a bug: what it watches is not watched any more."""
        if not task.cancelled() and (problem := task.exception()) is not None:
            _log.error("a task ended by a fault of ours", exc_info=problem)
            self._fault = coded("services.task_ended")
            self.gate.changed()

    def _apply_settings(self) -> None:
        """Apply rules and hidden tools, before the first client is admitted and again when more settings are known."""
        self._apply_preferences(self.config.preferences)
        rule_ids = {rule.id for rule in self.gate.rules if rule.by != ORGANIZATION}  # which can have the same ids
        for rule in from_config(self.config):
            if rule.id not in rule_ids:
                self.gate.rules.add(rule)
        self.gate.tool_visibility.replace(switches(self.config))
        self.gate.call_limits.replace(call_limits(self.config))

    def _apply_policy(self) -> None:
        if self.organization.look():
            policy = self.organization.policy
            self.guard.set_organization(policy.rules, policy.allows)
            self._apply_preferences(self.config.preferences)

    async def _watch_organization(self) -> None:
        while True:
            await asyncio.sleep(_POLICY_CHECK_INTERVAL)
            self._apply_policy()

    async def _vouch(self, looking: asyncio.Task[None]) -> None:
        await looking
        await self.startup_trust.run()

    def _apply_preferences(self, preferences: Preferences) -> None:
        """Apply ``preferences``, except those that an organization has set.

        Pending calls keep their timeout.
        """
        preferences = self.organization.policy.over(preferences)
        self.gate.set_limits(
            msgspec.structs.replace(
                self.gate.limits,
                prompt_timeout=preferences.prompt_timeout,
                pending_per_session=preferences.pending_per_session,
                pending_total=preferences.pending_total,
                long_poll=preferences.long_poll,
            )
        )
        self.gate.prompt_limits.set(
            per_minute=preferences.prompts_per_minute,
            unanswered=preferences.unanswered_prompts,
            pause=preferences.unanswered_pause,
        )
        self.gate.client_timeouts.replace(client_timeouts_of(preferences))
        self.guard.panic(preferences.panic)
        self.keychain.set_timeout(preferences.keyring_timeout)
        self.authentication.apply(preferences, known=self.edits.begun or not self.startup_trust.may_demand_presence())
        self.log.checkpoints.copy_to(preferences.checkpoint_copies)
        self.shipping.apply(preferences, self.organization.policy.settings)
        self.retention.apply_soon()
        for listener in self._preference_listeners:
            listener(preferences)

    def on_preferences(self, listener: Callable[[Preferences], None]) -> Callable[[], None]:
        """Call ``listener`` on the core's thread when preferences change; the returned function unsubscribes it."""
        self._preference_listeners.append(listener)
        return lambda: self._preference_listeners.remove(listener)

    def _preferred(self, preferences: Preferences) -> None:
        self._apply_preferences(preferences)
        self.http.refresh_soon()

    def _learned(self, client: str, seconds: float) -> None:
        """Store an observed client timeout in the settings, where a person can change it."""
        timeouts = {**client_timeouts_of(self.config.preferences), client: seconds}
        with suppress(ConfigError):  # it still applies until the end of this run
            self.config.set_preference("client_timeouts", [f"{name}={value:g}" for name, value in timeouts.items()])
            self.gate.note(
                model.ConfigChanged(
                    what=coded("services.learned_waits_seconds", client=client, seconds=f"{seconds:g}"), by="toolguard"
                )
            )
            self.gate.renewed()

    async def close(self) -> None:
        """Deny pending calls, end every server, fsync the log, and store its newest link in the keyring."""
        self._local.stop_listening()
        self.http.refuse()
        await self.guard.close(CLOSING)
        await cancel_tasks(self._looks)
        await asyncio.gather(*(channel.close(CLOSING) for channel in self._looked_at))
        await self.http.close()
        await self._local.stop()
        await self.sign_ins.close()
        await self.identities.close()
        await cancel_tasks(self._tasks)
        await self.upkeep.close()
        self._ended()
        self.keychain.set_timeout(_LAST_WORD)
        with suppress(KeychainError):
            await self.startup_trust.finish(self.edits.to_seal())
        self.indexer.stop()
        await self.shipping.close()
        self.inventory.close()
        self.log.close()
        self.close_server_logs()
        with suppress(OSError):
            self.children.clear()
        with suppress(KeychainError):
            await self.startup_trust.keep_up()
        self.keychain.close()

    async def _end_orphans(self) -> None:
        left = [ChildRecord(*process) for process in self.children.orphans()]
        for pid in await end_orphans(left):
            _log.warning("the process %d of an earlier run could not be ended", pid)
        if left:
            with suppress(OSError):
                self.children.clear_orphans()

    def began(self, process: ProcessInfo) -> None:
        """Record the start of a run: from now on a person can be asked, in the place that ``process`` names."""
        self.process, self._begun = process, True
        self.gate.note(AppStarted(process=process))

    def _ended(self) -> None:
        if self._begun:
            self._begun = False
            self.gate.note(AppStopped(process=self.process, reason=self._taken_over))

    def _close_for(self, program: str) -> None:
        """Close for another program of this user. That is safe: it denies pending calls, as a signal would."""
        self._taken_over = coded("services.taken_over", program=program)
        self._leave()

    # --- clients ----------------------------------------------------------------------------------------------

    async def _admit(self, handshake: ClientHandshake) -> SessionAdmission:
        """Admit the session that ``handshake`` requests; raises `HandshakeError` with a text for the client's log."""
        if not self.edits.begun and not self.log.tampered:
            await self.edits.known(_ACCEPTED_CONFIG_TIMEOUT)
        if not self.edits.begun:
            raise HandshakeError(" ".join(self.edits.trouble) or CLOSING)
        handshake = self.identities.named(handshake)
        if handshake.all:
            return self._admit_to_all(handshake)
        entry = await self._entry(handshake) if handshake.command else None
        spec = entry.spec if entry is not None else self._known(handshake)
        session, resumed = self._resumed(handshake, spec.name)
        waits = None if entry is None or entry.accepted else entry
        opener = ServerOpener(self, spec, handshake, waits)

        async def serve(channel: ClientChannel) -> None:
            client = channel if waits is None else self._answered_early(channel, session, handshake, spec.name, resumed)
            await self.guard.join(session, handshake.caller, spec.name, client, opener, resumed)

        return self._admission(session, spec.name, serve, handshake)

    def _answered_early(
        self,
        channel: ClientChannel,
        session: str,
        handshake: ClientHandshake,
        server: str,
        resumed: ResumedSession | None,
    ) -> ClientChannel:
        """Return a channel that answers the handshake while the server still waits for the person."""
        from toolguard.clients.local.early_handshake import EarlyHandshake

        def initialized(initialize: jsonrpc.Message, version: str) -> None:
            self.gate.note(
                model.HandshakeCompleted(
                    session=session,
                    client=handshake.caller.id,
                    server=server,
                    claim=revisions.claim_of(initialize),
                    initialize=jsonrpc.text(initialize),
                    version=version,
                )
            )

        again = resumed is not None and resumed.initialize is not None
        return EarlyHandshake(
            channel, server, availability=self.gate.availability, on_handshake=initialized, resumed=again
        )

    def _admit_to_all(self, handshake: ClientHandshake) -> SessionAdmission:
        """Return an aggregated session, with a session of its own for each server."""
        from toolguard.clients.aggregate.session import AggregateSession

        session, resumed = self._resumed(handshake, ALL_SERVERS)

        def servers() -> list[str]:
            only = handshake.only()
            specs = self.config.servers.values()
            return [spec.name for spec in specs if spec.enabled and (only is None or spec.name in only)]

        def open(server: str, inner: str) -> tuple[Opener, ResumedSession | None]:
            opener = ServerOpener(self, self.config.servers[server], handshake)
            return opener, self._left_open(inner, handshake, server) if resumed is not None else None

        facade = AggregateSession(session, handshake.caller, self.guard, servers=servers, open=open, resumed=resumed)
        return self._admission(session, ALL_SERVERS, facade.run, handshake)

    def _admission(
        self, session: str, server: str, serve: Callable[[ClientChannel], Awaitable[None]], handshake: ClientHandshake
    ) -> SessionAdmission:
        self._admitted[session] = server

        async def run(channel: ClientChannel) -> None:
            reading = asyncio.get_running_loop().create_task(self._read_timeouts(session, server, handshake))
            try:
                await serve(channel)
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)
                self.gate.client_timeouts.forget(session)
                del self._admitted[session]

        return SessionAdmission(session, run)

    async def _read_timeouts(self, session: str, server: str, handshake: ClientHandshake) -> None:
        """Read from the client's settings how long it waits for calls of this session."""
        every = server == ALL_SERVERS
        target = TimeoutTarget(handshake.server, handshake.command, every) if not every else TimeoutTarget(all=True)

        def read() -> tuple[DeclaredTimeout, ...]:
            environ = read_process_environment(handshake.caller.pid)
            return read_declared_timeouts(target, cwd=handshake.cwd, environ=environ, home=Path.home())

        self.gate.client_timeouts.declare(session, await asyncio.to_thread(read))

    def _known(self, handshake: ClientHandshake) -> ServerSpec:
        if handshake.server is not None:
            spec = self.config.servers.get(handshake.server)
            if spec is None and self.config.problem:
                raise HandshakeError(coded("services.until_mended_no_server", reason=self.config.problem))
            if spec is None and any(
                (loosening.section, loosening.key) == ("servers", handshake.server) for loosening in self.config.waiting
            ):
                raise HandshakeError(coded("services.no_server_yet_waits", server=handshake.server))
            if spec is None:
                raise HandshakeError(coded("services.no_server_add_server", server=handshake.server))
            if not spec.enabled:
                raise HandshakeError(coded("services.server_is_switched_off", server=handshake.server))
            return spec
        raise AssertionError("an entry with a command is found by `_entry`")

    @cached_property
    def entries(self) -> CommandEntries:
        """Return the lookup of servers for entries ``-- COMMAND``."""
        from toolguard.services.runtime.command_entries import CommandEntries

        return CommandEntries(self.config, self.keychain, self._accepted)

    async def _entry(self, handshake: ClientHandshake) -> CommandEntry:
        """Return the server that an entry ``-- COMMAND`` refers to."""
        in_use = set(self._admitted.values())
        return await self.entries.find(handshake, used=in_use, in_use=in_use)

    def _resumed(self, handshake: ClientHandshake, server: str) -> tuple[str, ResumedSession | None]:
        """Return the session's ID and, if only the log knows it because the previous process died, its open calls."""
        session = handshake.session
        # A session behind an aggregated one has a dot in its ID, and is resumed only with that one: it may be live.
        if session is not None and "." not in session and session not in self._admitted:
            resumed = self._left_open(session, handshake, server)
            if resumed is not None:
                return session, msgspec.structs.replace(resumed, requests=handshake.open)
        session = self.guard.new_session()
        return session, ResumedSession(session=session, requests=handshake.open) if handshake.open else None

    def _left_open(self, session: str, handshake: ClientHandshake, server: str) -> ResumedSession | None:
        """Return the log's open calls of a session between this client and this server that has not ended."""
        client, waiting = handshake.caller.id, {jsonrpc.text(request.id) for request in handshake.open}
        try:
            logged = self.log.unfinished(session, waiting)
        except model.LogWriteError:
            return None
        if logged.joined is None or logged.left or (logged.joined.server, logged.joined.client) != (server, client):
            return None
        shakes = any(request.method == "initialize" for request in handshake.open)
        initialized = None if shakes else logged.handshake
        return ResumedSession(
            session=session,
            claim=initialized.claim if initialized else "",
            version=initialized.version if initialized else "",
            initialize=jsonrpc.decode(initialized.initialize.encode()) if initialized else None,  # type: ignore[arg-type]
            unanswered=tuple(_unanswered(open_call, waiting) for open_call in logged.calls),
        )

    async def _close_missing(self, until: int) -> None:
        """Close sessions in the log whose app died and that did not return in time."""
        place = self.home / "run" / "sessions-closed-up-to"
        await asyncio.sleep(self._return_within)
        try:
            unclosed = await asyncio.to_thread(unclosed_sessions, self._log_path, place, until)
        except (OSError, TamperedError) as problem:
            _log.warning("the sessions that an earlier run left open cannot be closed: %s", problem)
            return
        for session, left in unclosed.items():
            if left.joined is None or session in self._admitted or session in self.guard.sessions():
                continue
            client, server = left.joined.client, left.joined.server
            for open_call in left.calls:
                record = crash.closing_record(_unanswered(open_call, ()), session, client, server)
                if record is not None:
                    self.gate.note(record)
            self.gate.note(
                model.SessionEnded(
                    session=session, client=client, server=server, reason=crash.END_NOT_OBSERVED, missing=True
                )
            )
            await asyncio.sleep(0)
        with suppress(OSError):
            atomic_write.replace(place, b"%d\n" % until)

    async def open(
        self, spec: ServerSpec, *, log: Callable[[str], None], on_progress: Callable[[str], None]
    ) -> ServerChannel:
        """Open a server with the secrets that are bound to it; raises `UnreachableError`."""
        try:
            await asyncio.to_thread(require_not_denied, spec, self._machine())
            release = await self.releases.to(spec, on_progress)
            resources = ServerResources(
                release=release,
                pinned=release.pinned,
                log=log,
                cwd=str(Path.home()),
                on_state=on_progress,
                on_child=lambda child: self._note_child(spec.name, child),
                path=self.login_path,
                redactor=self.scrub,
                current=lambda: self.config.servers.get(spec.name, spec),
                quirks=self._quirks,
                prompt_page=lambda url: prompt_to_open_page(self.guard, spec.name, url),
                token_provider=self.sign_ins.token_provider(spec.name) if self._is_registered(spec) else None,
            )
            opened = await open_server(spec, resources)
        except UnreachableError as why:
            self._failures[spec.name] = (spec, time.time(), str(why))
            self.gate.renewed()
            raise
        if self._failures.pop(spec.name, None) is not None:
            self.gate.renewed()
        return opened

    def _failure(self, server: str) -> tuple[float, str] | None:
        """Return when and why a server could not be opened with its present settings."""
        spec = self.config.servers.get(server)
        if spec is None or server not in self._failures:
            return None
        failed, moment, why = self._failures[server]
        return (moment, why) if failed == msgspec.structs.replace(spec, enabled=True) else None

    def _is_registered(self, spec: ServerSpec) -> bool:
        """Return whether ``spec`` is registered as it is; a server that is only tested gets no token."""
        saved = self.config.servers.get(spec.name)
        return saved is not None and (saved.kind, saved.url, saved.headers) == (spec.kind, spec.url, spec.headers)

    def _transport_to(self, server: str) -> str:
        """Return the transport of a server's current settings, "" if it is unknown. Called on other threads."""
        spec = self.config.servers.get(server)
        return "" if spec is None else "pipe" if spec.row.runs_program else "tcp"

    def _note_child(self, server: str, child: ChildRecord) -> None:
        try:
            self.children.add(child)
        except OSError as problem:
            raise UnreachableError(
                coded("services.child_not_noted", path=self.children.path, reason=problem.strerror)
            ) from None
        self._born.setdefault(server, deque(maxlen=_MAX_REMEMBERED_PROCESSES)).append(child)

    def server_log(self, server: str) -> Callable[[str], None]:
        """Return a function that stores a server's log output in ``logs``: at most two files of limited size."""
        if server not in self._server_logs:
            folder = self.home / "logs"
            folder.mkdir(mode=0o700, exist_ok=True)
            handler = DiagnosticLog(folder / f"server-{server}.log", "%(asctime)s %(message)s", delay=True)
            self._closing.callback(handler.close)
            self._server_logs[server] = lambda line: handler.emit(logging.makeLogRecord({"msg": "%s", "args": (line,)}))
        return self._server_logs[server]

    def close_server_logs(self) -> None:
        """Close the files that `server_log` opened."""
        self._server_logs.clear()
        with suppress(OSError):  # the disk is full, which was reported
            self._closing.close()

    def _schema_of(self, server: str, tool: str) -> Any:
        if server == ALL_SERVERS:
            listed = ((name, tool.name) for name in self.config.servers for tool in self.gate.tools.of(name))
            server, tool = find_exposed(tool, listed)
        definition = self.gate.tools.get(server, tool)
        return definition.input_schema if definition is not None else None

    def _editions(self, server: str) -> dict[str, int]:
        spec = self.config.servers.get(server)
        stored = self.inventory.of(server, mark(spec)) if spec is not None else None
        return {tool.tool.name: tool.edition for tool in stored.tools if tool.edition > 1} if stored is not None else {}

    def _unavailable_reason(self, server: str) -> str:
        """Return why no call can go to ``server`` now, or to any server, without asking anybody."""
        if self.gate.closing or self.log.trouble:
            return coded("services.runs_no_calls_now")
        if not server:
            return ""
        spec = self.config.servers.get(server)
        if spec is None or not spec.enabled:
            return coded("services.server_switched_off", server=server)
        return coded("services.server_not_used", server=server) if self._failure(server) else ""

    def _index_barrier(self) -> Callable[[], bool]:
        """Return a function that says whether the index contains all current records; also True if the index failed."""
        recorded = self.log.recorded
        return lambda: bool(self.indexer.trouble) or self.indexer.newest >= recorded

    def _on_timeout(self, client: str, server: str, reason: str) -> None:
        self.gate.note(model.MessageRefused(client=client, server=server, reason=cut(reason, 500)))

    # --- orders -----------------------------------------------------------------------------------------------

    async def _order(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        from toolguard.services import registry

        if not self.edits.begun and not self.log.tampered:
            await self.edits.known(_KNOWN_TO_COMMANDS)
        return await registry.execute(name, arguments, self._state(), propose=self.guard.proposals.propose)

    async def run(self, request: Request[_T], on_progress: Callable[[str], None]) -> _T:
        """Run an order of the person in the window. Reducing protection may need proof of presence."""
        from toolguard.services.methods import ConsentQuestion, MethodRunner

        async def confirm(question: ConsentQuestion) -> bool:
            return await self.authentication.confirm(question.order, question.arguments, question.title)

        return await request(Services(MethodRunner(self._state(by="person", on_progress=on_progress), confirm)))

    def _accepted(self) -> Services:
        """Return the services for parts of a change that the person has already accepted."""
        from toolguard.services.methods import MethodRunner

        return Services(MethodRunner(self._state(by="person")))

    def _state(self, **who: Any) -> ServiceContext:
        return ServiceContext(
            config=self.config, keychain=self.keychain, guard=self.guard, inventory=self.inventory, reach=self._look,
            scrub=self.scrub, launches=self.launches, learned=self.leaks.learn,
            prefer=self._preferred, http=self.http, logs=self.home / "logs",
            children=lambda server: tuple(self._born.get(server, ())), failure=self._failure,
            sign_ins=self.sign_ins, renew_log=self._renew_log,
            upkeep=self.upkeep, retention=self.retention, presence=self.authentication,
            process=self.process, shipping=self.shipping.statuses, fixed=self.organization.policy.settings,
            past=PastCalls(self._log_path), settings_unknown=self._settings_unknown(),
            machine=self._clients_on, is_program=self.identities.is_known, **who,
        )  # fmt: skip

    def _settings_unknown(self) -> str:
        return "" if self.edits.begun else self.startup_trust.waiting or CLOSING

    async def _renew_log(self) -> Path:
        """Start a new log, rebuild the index, and remove rules that have ended."""
        now = self.clock()
        for rule in self.config.rules:
            if 0 < (rule.get("expires") or 0) <= now:  # the new log does not contain that time
                self.guard.remove_rule(rule["id"], by="person")
                self.config.remove_rule(rule["id"])
        async with self.upkeep.paused(), self._without_index():
            return self.startup_trust.renew()

    @asynccontextmanager
    async def _without_index(self) -> AsyncIterator[None]:
        """Remove the index during the block: it belongs to another log, or contains records removed from this one."""
        await asyncio.to_thread(self.indexer.stop)
        self._remove_index()
        try:
            yield
        finally:
            self._remove_index()  # it is rebuilt if it does not belong to the log
            self.indexer = IndexThread(self._log_path, self._index_path)
            self._start_indexer()

    def _start_indexer(self) -> None:
        loop = asyncio.get_running_loop()
        self.indexer.start(lambda: loop.call_soon_threadsafe(self.gate.changed))

    def _remove_index(self) -> None:
        with suppress(OSError):
            remove(self._index_path)
            remove(draft_path(self._index_path))

    def _needed_from(self) -> int:
        """Return the oldest record that the keyring or the accepted settings refer to."""
        proof = self.startup_trust.proof()
        records = [link[0] for link in (proof.noted, proof.seal.link if proof.seal else None) if link and link[0]]
        return min(records, default=self.log.recorded)

    async def _look(self, spec: ServerSpec, on_progress: Callable[[str], None]) -> ServerChannel:
        """Open a server to list its tools. Its log output goes to its log and to ``on_progress``."""
        log = self.server_log(spec.name)

        def log_line(line: str) -> None:
            log(line)
            on_progress(line)

        async def look() -> ServerChannel:
            channel = await self.open(spec, log=log_line, on_progress=lambda text: on_progress(f"{spec.name}: {text}"))
            self._looked_at = [
                channel,
                *(server_channel for server_channel in self._looked_at if not server_channel.ended),
            ]
            return channel

        return await self._looks.start(look())

    def _keep(self, rule: Rule) -> None:
        try:
            self.config.put_rule(stored(rule))
        except ConfigError as problem:
            raise ValueError(str(problem)) from problem

    # --- problems ---------------------------------------------------------------------------------------------

    def _trouble(self) -> tuple[str, ...]:
        texts = (
            self.integrity.problem, *self.edits.trouble, self._keychain_trouble(), self.http.trouble,
            self.startup_trust.problem, *self.startup_trust.trouble, *self.client_watch.trouble,
            *self.organization.policy.trouble, self.log.checkpoints.trouble, *self.shipping.trouble,
            self.retention.trouble, "" if self.log.tampered else self.indexer.trouble, self._fault,
        )  # fmt: skip
        return tuple(text for text in texts if text)

    def _keychain_trouble(self) -> str:
        needed = any(not self.keychain.is_session_only(name) for name in self.config.secrets)
        return self.keychain.trouble if needed else ""

    def _alarm(self) -> model.Alarm:
        if self.log.tampered or self.startup_trust.problem or self.integrity.problem:
            return "tampered"
        if self.log.trouble:
            return "refusing"
        if self._keychain_trouble():
            return "keychain"
        troubles = (self._fault, self.edits.trouble, self.http.trouble, self.startup_trust.trouble)
        return "trouble" if any(troubles) else ""


def _unanswered(open_call: OpenCall, waiting: Collection[str]) -> InterruptedCall:
    """Return an interrupted call. ``waiting``: ids, as JSON text, of requests that the client waits for."""
    return InterruptedCall(
        call=open_call.call, tool=open_call.tool, method=open_call.method, era=open_call.era,
        closed=open_call.cancelled and open_call.state != "held",
        requests=tuple(json.loads(text) for text in (open_call.request, *open_call.also) if text in waiting),
        # Allowed counts as forwarded: the process may have died before it wrote `CallForwarded`.
        state="forwarded" if open_call.state == "allowed" else open_call.state,
    )  # fmt: skip
