"""Makes every long-lived object of the core once and joins them: what a client asks for becomes a session."""

from __future__ import annotations

import asyncio
import json
import logging.handlers
import os
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import msgspec

from toolguard.anchoring import Anchoring
from toolguard.bindings import Bindings
from toolguard.checkpoint import wire
from toolguard.checkpoint.attempt import Resumed, Unanswered
from toolguard.checkpoint.calls import Alarm, Changed, NotRecorded, Refused, Tool
from toolguard.checkpoint.deadlines import Deadlines
from toolguard.checkpoint.gate import Gate
from toolguard.checkpoint.guard import Guard
from toolguard.checkpoint.link import Channel, Opener
from toolguard.checkpoint.rules import Rule
from toolguard.clients.endpoint import House
from toolguard.clients.facade import Facade
from toolguard.clients.hello import EVERY
from toolguard.clients.http import Http
from toolguard.clients.local import CLOSING, Admission, Hello, Local, Refusal
from toolguard.clients.naming import named
from toolguard.commands import orders
from toolguard.commands.command_lines import free_name, name_of_command
from toolguard.commands.rules import from_config
from toolguard.commands.sign_ins import Ears, Shelf
from toolguard.commands.state import State
from toolguard.commands.tools import keeping, mark, switches
from toolguard.edits import Edits
from toolguard.leaks import Leaks
from toolguard.openers import ServerOpener, invited
from toolguard.releases import Releases
from toolguard.servers import Channel as ServerChannel
from toolguard.servers import Child, Habits, LoginPath, Scrubber, Unreachable, end_orphans, open_server
from toolguard.servers.launches import Launches
from toolguard.servers.sign_ins import SignIns
from toolguard.store.audit import AuditLog, Tampered
from toolguard.store.children import Children
from toolguard.store.config import Config, ConfigProblem, Preferences, ServerSpec, patience_of
from toolguard.store.index import Indexer
from toolguard.store.inventory import Inventory
from toolguard.store.keychain import Keychain, KeychainProblem

_log = logging.getLogger(__name__)
_LAST_WORD = 2.0  # seconds that the keyring is given for the log's newest link when the program ends
_BORN = 200  # processes of one server that are remembered


class Core:
    """Everything but the window, on one asyncio loop. Made, started and closed on that loop's thread."""

    def __init__(
        self, home: Path, *, keep_anchor: bool = True, http_port: int | None = None, vouched: bool = False
    ) -> None:
        """``keep_anchor``: keep the log's newest link in the OS keyring, where there is one log for each user.

        ``http_port``: let chat clients in over HTTP there (0: any free port), whatever the preferences say.
        ``vouched``: the configuration counts as it stands; else what loosens it since the last run is asked about.
        """
        self.home = home
        self.keep_anchor = keep_anchor
        self._vouched = vouched
        self._log_path = home / "audit.db"
        self.scrub = Scrubber()
        self.config = Config(home / "config.json")
        self.keychain = Keychain(on_state=lambda _state: self.gate.renewed())
        self.log = AuditLog(
            self._log_path,
            scrub=self.scrub,
            on_commit=lambda: self.indexer.poke(),
            on_trouble=lambda: self.gate.changed(),
        )
        self.gate = Gate(self.log, clock=time.time, secrets_of=self._injected)
        self.login_path = LoginPath()
        self.launches = Launches(self.login_path)
        self.leaks = Leaks(self.config, self.keychain, self.scrub)
        self.gate.leaks = self.leaks
        self.releases = Releases(
            self.config, self.keychain, self.leaks.released, note=self.gate.note, launches=self.launches,
            propose=lambda *asked: self.guard.propose(*asked), asks=lambda: self.gate.asks(),
        )  # fmt: skip
        self.gate.gives = self.releases.gives
        self.bindings = Bindings(self.config)
        self.gate.fills, self.gate.filled_of = self.bindings.fills, self.bindings.filled
        self.gate.deadlines = Deadlines(self._learned)
        self.gate.asks_first = lambda name: name in self.config.servers and self.config.servers[name].ask_first
        self.inventory = Inventory(home / "tools", now=time.time)
        self.gate.tools.listed = keeping(self.config, self.gate.tools, self.inventory)
        self.guard = Guard(self.gate, keep=self._keep, trouble=self._trouble, alarm=self._alarm)
        shelf = Shelf(self.config, self.keychain)
        self.sign_ins = SignIns(shelf, shelf, self.scrub, Ears(self.guard), self.leaks.signed)
        self.raise_window: Callable[[], None] = lambda: None
        self.prefer: Callable[[Preferences], None] = lambda _preferences: None
        """Is told the preferences whenever they change."""
        self.children = Children(home / "run" / "children.json")
        self.anchoring = Anchoring(self.log, self._log_path, self.keychain, self.guard)
        self.indexer = Indexer(self._log_path, home / "audit-index.db")
        tcp = sys.platform == "win32" or os.environ.get("TOOLGUARD_LOCAL") == "tcp"
        self._local = Local(
            home, admit=self._admit, order=self._order, raise_window=lambda: self.raise_window(), tcp=tcp
        )
        self.http = Http(
            House(
                self._admit,
                lambda: self.config.clients,
                self._holds,
                self._schema_of,
                self._not_heard,
                parted=self.guard.parted,
                deferred=self.guard.deferred,
                editions=self._editions,
                why_not=self._why_not,
            ),
            port=lambda: self.config.preferences.http_port if http_port is None else http_port,
            always=http_port is not None,
            changed=lambda: self.gate.changed(),
        )
        self.edits = Edits(self.config, self.guard, self.log, put=self._preferred)
        self._tasks: list[asyncio.Task[Any]] = []
        self._looked_at: list[ServerChannel] = []  # those that a person looks at, without a client
        self._admitted: dict[str, str] = {}  # each session that was let in, with its server
        self._born: dict[str, deque[Child]] = {}
        self._failures: dict[str, tuple[float, str]] = {}
        self._habits = Habits()
        self._server_logs: dict[str, Callable[[str], None]] = {}
        self._closing = ExitStack()

    # --- life -------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Open what can be opened. What cannot is trouble that the window shows; the gate stays shut meanwhile."""
        with suppress(NotRecorded, Tampered):  # told in `log.trouble`, which every snapshot shows
            self.log.open()
        self.edits.begin(vouched=self._vouched)
        self._prefer(self.config.preferences)
        for rule in from_config(self.config):
            self.gate.rules.add(rule)
        self.gate.exposure.replace(switches(self.config))
        self.indexer.start()
        await self._local.start()
        await self.http.refresh()
        works = [self._end_orphans(), self._read_login_path(), self.leaks.watch(), self.edits.watch()]
        works += [self.anchoring.keep()] if self.keep_anchor else []
        for work in works:
            self._tasks.append(asyncio.get_running_loop().create_task(work))

    def _prefer(self, preferences: Preferences) -> None:
        """Go by ``preferences`` from now on. Calls that already wait keep the time that they were given."""
        self.gate.limits = msgspec.structs.replace(
            self.gate.limits,
            prompt_timeout=preferences.prompt_timeout,
            held_per_session=preferences.held_per_session,
            held_total=preferences.held_total,
            long_poll=preferences.long_poll,
        )
        self.gate.pending.per_session = preferences.held_per_session
        self.gate.pending.total = preferences.held_total
        self.gate.deadlines.replace(patience_of(preferences))
        self.keychain.timeout = preferences.keychain_timeout
        self.prefer(preferences)

    def _preferred(self, preferences: Preferences) -> None:
        self._prefer(preferences)
        self.http.refresh_soon()

    def _learned(self, client: str, seconds: float) -> None:
        """A client showed how long it waits: kept, and shown among the settings, where it can be changed."""
        known = {**patience_of(self.config.preferences), client: seconds}
        with suppress(ConfigProblem):  # it is in force until the end of this run all the same
            self.config.set_preference("patience", [f"{name}={value:g}" for name, value in known.items()])
            self.gate.note(Changed(what=f"learned: {client} waits {seconds:g} seconds", by="toolguard"))
            self.gate.renewed()

    async def close(self) -> None:
        """Deny what is held, end every server, fsync the log, note its newest link."""
        self._local.stop_listening()
        self.http.refuse()
        await self.guard.close(CLOSING)
        await asyncio.gather(*(channel.close(CLOSING) for channel in self._looked_at))
        await self.http.close()
        await self._local.stop()
        await self.sign_ins.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.indexer.stop()
        self.inventory.close()
        self.log.close()
        self.close_server_logs()
        self.children.clear()
        self.keychain.timeout = _LAST_WORD
        with suppress(KeychainProblem):
            await self.anchoring.note()
        self.keychain.close()

    async def _end_orphans(self) -> None:
        left = [Child(*one) for one in self.children.left_by_others()]
        for pid in await end_orphans(left):
            _log.warning("the process %d of an earlier run could not be ended", pid)

    async def _read_login_path(self) -> None:
        """Now, so that the first client does not wait for the login shell."""
        await self.login_path()

    # --- what clients want ------------------------------------------------------------------------------------

    async def _admit(self, hello: Hello) -> Admission:
        """The session that ``hello`` asks for; raises `Refusal` for a person who reads their client's log."""
        if hello.all:
            return self._admit_to_all(hello)
        spec = self._known(hello)
        session, resumed = self._resumed(hello, spec.name)
        opener = ServerOpener(self, spec, hello, new=spec.name not in self.config.servers)
        return self._admission(
            session,
            spec.name,
            lambda channel: self.guard.join(session, hello.caller, spec.name, channel, opener, resumed),
        )

    def _admit_to_all(self, hello: Hello) -> Admission:
        """One session that stands for every server, each behind it in a session of its own."""
        session, resumed = self._resumed(hello, EVERY)

        def servers() -> list[str]:
            only = hello.only()
            known = self.config.servers.values()
            return [one.name for one in known if one.enabled and (only is None or one.name in only)]

        def open(server: str, inner: str) -> tuple[Opener, Resumed | None]:
            opener = ServerOpener(self, self.config.servers[server], hello, new=False)
            return opener, self._left_open(inner, hello.caller.id, server) if resumed is not None else None

        facade = Facade(session, hello.caller, self.guard, servers=servers, open=open, resumed=resumed)
        return self._admission(session, EVERY, facade.run)

    def _admission(self, session: str, server: str, serve: Callable[[Channel], Awaitable[None]]) -> Admission:
        self._admitted[session] = server

        async def run(channel: Channel) -> None:
            try:
                await serve(channel)
            finally:
                del self._admitted[session]

        return Admission(session, run)

    def _known(self, hello: Hello) -> ServerSpec:
        if hello.server is not None:
            spec = self.config.servers.get(hello.server)
            if spec is None and self.config.problem:
                raise Refusal(f"{self.config.problem} Until that is mended no server of it is known.")
            if spec is None:
                raise Refusal(
                    f"There is no server {hello.server}: add it with `toolguard server add {hello.server} -- …`."
                )
            if not spec.enabled:
                raise Refusal(f"The server {hello.server} is switched off in ToolGuard.")
            return spec
        assert hello.command  # noqa: S101 - `local` checked that there is one of the two
        command, *args = hello.command
        for spec in self.config.servers.values():
            launch = (spec.command, *spec.args)
            if spec.enabled and launch == tuple(hello.command) and spec.cwd in (None, hello.cwd):
                return spec
        name = free_name(name_of_command(hello.command), {*self.config.servers, *self._admitted.values()})
        return ServerSpec(name=name, command=command, args=tuple(args), cwd=hello.cwd or None)

    def _resumed(self, hello: Hello, server: str) -> tuple[str, Resumed | None]:
        """A session that this process does not know yet but the log does: the process before us died."""
        session = hello.session
        if session is not None and session not in self._admitted:
            found = self._left_open(session, hello.caller.id, server)
            if found is not None:
                return session, found
        return self.guard.new_session(), None

    def _left_open(self, session: str, client: str, server: str) -> Resumed | None:
        """What the log knows of a session that has not ended, if it was this client's with this server."""
        try:
            found = self.log.unfinished(session)
        except NotRecorded:
            return None
        if found.joined is None or found.left or (found.joined.server, found.joined.client) != (server, client):
            return None
        shook = found.shook
        return Resumed(
            session=session,
            claim=shook.claim if shook else "",
            version=shook.version if shook else "",
            initialize=wire.decode(shook.initialize.encode()) if shook else None,  # type: ignore[arg-type]
            unanswered=tuple(
                Unanswered(
                    call=one.call, request=json.loads(one.request), tool=one.tool, era=one.era,
                    forwarded=one.state != "held",  # allowed counts too: its `Forwarded` may have died with the process
                )
                for one in found.calls
                if one.request and not one.cancelled
            ),
        )  # fmt: skip

    async def open(self, spec: ServerSpec, *, log: Callable[[str], None], tell: Callable[[str], None]) -> ServerChannel:
        """Start or reach a server with what it is entitled to; raises `Unreachable`."""
        try:
            opened = await open_server(
                spec,
                release=await self.releases.to(spec, tell),
                log=log,
                cwd=str(Path.home()),
                on_state=tell,
                on_child=lambda child: self._note_child(spec.name, child),
                path=self.login_path,
                scrubber=self.scrub,
                current=lambda: self.config.servers.get(spec.name, spec),
                habits=self._habits,
                invite=lambda url: invited(self.guard, spec.name, url),
                signer=self.sign_ins.signer(spec.name) if self._is_registered(spec) else None,
            )
        except Unreachable as why:
            self._failures[spec.name] = (time.time(), str(why))
            raise
        self._failures.pop(spec.name, None)
        return opened

    def _injected(self, server: str, tool: Tool | None) -> tuple[str, ...]:
        """The secrets that a call of this tool, as its session knows it, brings to its server, by name."""
        named = self.releases.named_by(server, tool)
        return (*named, *self.sign_ins.named_by(server))

    def _is_registered(self, spec: ServerSpec) -> bool:
        """Whether a server is reached as it is registered: what is only tried under its name gets no token."""
        found = self.config.servers.get(spec.name)
        return found is not None and (found.kind, found.url, found.headers) == (spec.kind, spec.url, spec.headers)

    def _note_child(self, server: str, child: Child) -> None:
        self.children.note(child)
        self._born.setdefault(server, deque(maxlen=_BORN)).append(child)

    def server_log(self, server: str) -> Callable[[str], None]:
        """Takes the lines that a server writes beside the protocol; kept in ``logs``, bounded, two files a server."""
        if server not in self._server_logs:
            folder = self.home / "logs"
            folder.mkdir(mode=0o700, exist_ok=True)
            handler = logging.handlers.RotatingFileHandler(
                folder / f"server-{server}.log", maxBytes=2**20, backupCount=1, encoding="utf-8", delay=True
            )
            handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
            self._closing.callback(handler.close)
            self._server_logs[server] = lambda line: handler.emit(logging.makeLogRecord({"msg": "%s", "args": (line,)}))
        return self._server_logs[server]

    def close_server_logs(self) -> None:
        """Close the files that `server_log` opened."""
        self._server_logs.clear()
        self._closing.close()

    def _holds(self, session: str, id: wire.Id) -> bool:
        """Does a call with this id wait for a person? One that waits with an identical call does not count."""
        held = [one.call for one in self.gate.pending.all() if one.call.message["id"] == id]
        return any(call.session == session or call.session.startswith(f"{session}.") for call in held)

    def _schema_of(self, server: str, tool: str) -> Any:
        if server == EVERY:
            listed = ((name, one.name) for name in self.config.servers for one in self.gate.tools.of(name))
            server, tool = named(tool, listed)
        known = self.gate.tools.get(server, tool)
        return known.input_schema if known is not None else None

    def _editions(self, server: str) -> dict[str, int]:
        spec = self.config.servers.get(server)
        kept = self.inventory.of(server, mark(spec)) if spec is not None else None
        return {one.tool.name: one.edition for one in kept.tools if one.edition > 1} if kept is not None else {}

    def _why_not(self, server: str) -> str:
        """Why no call can go to ``server`` now, or to any; asked of nobody, only of what is known."""
        if self.gate.closing or self.log.trouble:
            return "ToolGuard runs no calls now"
        if not server:
            return ""
        spec = self.config.servers.get(server)
        if spec is None or not spec.enabled:
            return f"the server {server} is switched off"
        return f"the server {server} could not be used" if server in self._failures else ""

    def _not_heard(self, client: str, server: str, reason: str) -> None:
        self.gate.note(Refused(client=client, server=server, reason=reason[:500]))

    # --- what the command line wants --------------------------------------------------------------------------

    async def _order(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return await orders.execute(name, arguments, self._state(), propose=self.guard.propose)

    async def do(self, name: str, arguments: dict[str, Any], tell: Callable[[str], None]) -> dict[str, Any]:
        """Carry out an order that the person gave in the window: nobody else has to accept it."""
        return await orders.execute(name, arguments, self._state(by="person", tell=tell))

    def _state(self, **who: Any) -> State:
        return State(
            config=self.config, keychain=self.keychain, guard=self.guard, inventory=self.inventory, reach=self._look,
            scrub=self.scrub, launches=self.launches, learned=self.leaks.learn,
            prefer=self._preferred, http=self.http, logs=self.home / "logs",
            children=lambda server: tuple(self._born.get(server, ())), failure=self._failures.get,
            sign_ins=self.sign_ins, **who,
        )  # fmt: skip

    async def _look(self, spec: ServerSpec, tell: Callable[[str], None]) -> ServerChannel:
        """A server for ToolGuard's own eyes. What it says beside the protocol goes to its log and to whoever looks."""
        log = self.server_log(spec.name)

        def said(line: str) -> None:
            log(line)
            tell(line)

        channel = await self.open(spec, log=said, tell=lambda state: tell(f"{spec.name}: {state}"))
        self._looked_at = [channel, *(one for one in self._looked_at if not one.ended)]
        return channel

    def _keep(self, rule: Rule) -> None:
        kept = {name: value for name, value in msgspec.to_builtins(rule).items() if name != "until"}
        try:
            self.config.add_rule(kept)
        except ConfigProblem as problem:
            raise ValueError(str(problem)) from problem

    # --- what is wrong ----------------------------------------------------------------------------------------

    def _trouble(self) -> tuple[str, ...]:
        told = (*self.edits.trouble, self._keychain_trouble(), self.http.trouble, self.anchoring.problem)
        return tuple(text for text in told if text)

    def _keychain_trouble(self) -> str:
        needed = any(not self.keychain.session_only(name) for name in self.config.secrets)
        return self.keychain.trouble if needed else ""

    def _alarm(self) -> Alarm:
        if self.log.tampered or self.anchoring.problem:
            return "tampered"
        if self.log.trouble:
            return "refusing"
        if self._keychain_trouble():
            return "keychain"
        return "trouble" if self.edits.trouble or self.http.trouble else ""
