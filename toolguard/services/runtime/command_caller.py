"""Requests of the command line: the running app performs them or, if there is none, this process does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from toolguard.clients.local.control_client import NoReplyError, ask_app
from toolguard.gate.policy.risks import Risk
from toolguard.gate.texts import coded, error_from_wire, error_to_wire
from toolguard.services.errors import CommandError
from toolguard.services.runtime.requests import Request, Services
from toolguard.store.lock import StateLock

if TYPE_CHECKING:
    from toolguard.services.methods import Service, ServiceMethod

T = TypeVar("T")
LOCK_TIMEOUT = 10.0
"""Seconds that a command waits for an app that starts or stops, or for another command."""
_RETRY_DELAY = 0.05  # seconds between attempts


class NotRunningError(CommandError):
    """The app is not running."""


class CommandCaller:
    """Sends requests, one at a time. Its services raise only `CommandError`."""

    def __init__(
        self, home: Path, hint: Callable[[str], None], *, lock_timeout: float = LOCK_TIMEOUT, app_only: bool = False
    ) -> None:
        """``hint`` prints one line beside the output.

        While an app starts, or another command changes the settings, a request waits ``lock_timeout`` seconds at most.
        With ``app_only``, `NotRunningError` is raised where no app runs.
        """
        self._home = home
        self._hint = hint
        self._lock_timeout = lock_timeout
        self._app_only = app_only

    def send(self, request: Request[T]) -> T:
        """Return the result of a request. Waits while a person is asked in the app. Raises `CommandError`."""
        coroutine = request(Services(self))
        try:
            coroutine.send(None)
        except StopIteration as end:
            result: T = end.value
            return result
        coroutine.close()
        raise AssertionError("perform blocks: a request never waits for a loop")

    async def perform(self, order: ServiceMethod, _service: Service, arguments: Any, /) -> Any:
        """Return the result of an order. Blocks without an event loop, so that Ctrl+C ends the command at once."""
        end = time.monotonic() + self._lock_timeout
        while True:
            try:
                reply = ask_app(self._home, order.name, arguments, waiting=lambda: self._report_waiting(order))
            except NoReplyError as why:
                raise CommandError(str(why)) from None
            if reply is None and self._app_only:
                raise NotRunningError
            if reply is None:
                reply = self._without_app(order, arguments)
            if reply is not None:
                break
            if time.monotonic() > end:
                holder = StateLock(self._home / "run").holder()
                raise CommandError(coded("services.command_folder_in_use", holder=holder, path=self._home))
            time.sleep(_RETRY_DELAY)  # noqa: ASYNC251 - no loop runs here
        if not reply["ok"]:
            raise CommandError(error_from_wire(reply) or coded("services.command_refused_without_reason"))
        texts = reply.get("texts")
        return _with_codes(reply.get("value"), texts if isinstance(texts, dict) else {})

    def _report_waiting(self, order: ServiceMethod) -> None:
        if not order.loosens or order.name == "secret.set":
            self._hint(coded("services.command_waits"))
        else:
            self._hint(coded("services.command_waits_for_approval"))

    def _without_app(self, order: ServiceMethod, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
        """Run the order in this process; return None while another process, such as a starting app, has the lock.

        A change takes the lock of the state folder, so that nothing else changes the configuration meanwhile.
        """
        if not order.changes:
            return asyncio.run(self._execute(order.name, arguments))
        lock = StateLock(self._home / "run", f"toolguard {order.name.replace('.', ' ')}", "command")
        if not lock.acquire():
            return None
        loosens: list[str] = []
        try:
            reply = asyncio.run(self._execute(order.name, arguments, loosens))
        finally:
            lock.release()
        if reply["ok"] and loosens:
            self._hint(coded("services.command_asked_at_next_start"))
        return reply

    async def _execute(
        self, name: str, arguments: Mapping[str, Any], loosens: list[str] | None = None
    ) -> dict[str, Any]:
        """Run the order. ``loosens`` collects changes that a person is asked about later."""
        from toolguard.servers import Redactor
        from toolguard.servers.oauth.sign_ins import OAuthManager
        from toolguard.services.context import ServiceContext
        from toolguard.services.registry import execute
        from toolguard.services.runtime.log_shipping import statuses_without_app
        from toolguard.services.server_probe.accepted_entries import AcceptedEntries
        from toolguard.services.sign_ins import NullSignInListener, SignInStore
        from toolguard.store.client_names import ClientNames
        from toolguard.store.config.config import Config
        from toolguard.store.config.seals import Seals
        from toolguard.store.inventory import ToolInventory
        from toolguard.store.keychain import Keychain
        from toolguard.store.log.past_calls import PastCalls
        from toolguard.store.policy_folder import PolicyFolder, system_folder

        home = self._home
        config = Config.load(home / "config.json")
        if config.problem:
            problem = coded("services.command_fix_configuration", problem=config.problem, path=config.path)
            return {"ok": False, **error_to_wire(problem)}
        inventory = ToolInventory(home / "tools", now=time.time)
        keychain = Keychain(
            timeout=config.preferences.keyring_timeout,
            on_state=lambda state: self._hint(keychain.trouble) if state == "waiting" else None,
        )
        keychain.expect(Seals(home).keyring_backend())
        sign_in_store = SignInStore(config, keychain, AcceptedEntries(config))
        ins = OAuthManager(sign_in_store, sign_in_store, Redactor(), NullSignInListener())

        async def later(
            _kind: str, title: str, _detail: str, _by: str, _risks: Sequence[Risk] = (), _target: str = "", /
        ) -> bool:
            if loosens is not None:
                loosens.append(title)
            return True

        try:
            past = PastCalls(home / "log")
            organization = PolicyFolder(system_folder())
            organization.look()
            fixed = organization.policy.settings
            preferences = organization.policy.over(config.preferences)
            state = ServiceContext(
                config, keychain, inventory=inventory, logs=home / "logs", sign_ins=ins, on_progress=self._hint,
                past=past, shipping=lambda: statuses_without_app(home, preferences, fixed), fixed=fixed,
                is_program=ClientNames(home / "clients.json").is_known,
            )  # fmt: skip
            return await execute(name, arguments, state, None if loosens is None else later)
        finally:
            await ins.close()
            inventory.close()
            keychain.close()


def _with_codes(value: Any, texts: Mapping[str, Any]) -> Any:
    """Return a result with ``texts``, the codes of its texts by JSON Pointer; in a list, each item has its own."""
    if not isinstance(value, list):
        return {**value, "texts": texts} if texts and isinstance(value, dict) else value
    own: dict[int, dict[str, Any]] = {}
    for place, text in texts.items():
        index, _, rest = place.removeprefix("/").partition("/")
        if index.isdecimal():
            own.setdefault(int(index), {})[f"/{rest}"] = text
    return [_with_codes(item, own.get(index, {})) for index, item in enumerate(value)]
