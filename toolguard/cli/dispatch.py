"""Dispatch of the command line's orders: to the running app or, if there is none, to the configuration itself."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from toolguard.cli.printing import print_hint
from toolguard.clients.local.control_client import NoReplyError, ask_app
from toolguard.gate.policy.risks import Risk
from toolguard.gate.texts import error_from_wire
from toolguard.services.errors import CommandError
from toolguard.store.lock import StateLock

LOCK_TIMEOUT = 10.0
"""Seconds that a command waits for an app that starts or stops, or for another command."""
_RETRY_DELAY = 0.05  # seconds between attempts
_MAX_SECRET_SIZE = 32 * 1024  # maximum bytes of a secret


def send_order(home: Path, name: str, arguments: Mapping[str, Any], *, lock_timeout: float = LOCK_TIMEOUT) -> Any:
    """Send an order and return its result. Raises `CommandError`. Waits while a person is asked in the app.

    While an app starts, or another command changes the settings, it waits ``lock_timeout`` seconds at most.
    """
    end = time.monotonic() + lock_timeout
    while True:
        try:
            reply = ask_app(home, name, arguments, waiting=lambda: _tell_waiting(name))
        except NoReplyError as why:
            raise CommandError(str(why)) from None
        if reply is None:
            reply = _without_app(home, name, arguments)
        if reply is not None:
            break
        if time.monotonic() > end:
            holder = StateLock(home / "run").holder()
            raise CommandError(f"{holder} is using the state folder {home}; try again later") from None
        time.sleep(_RETRY_DELAY)
    if not reply["ok"]:
        raise CommandError(error_from_wire(reply) or "ToolGuard refused without giving a reason")
    return reply.get("value")


def _tell_waiting(name: str) -> None:
    from toolguard.services.registry import ORDERS

    if not ORDERS[name].loosens or name == "secret.set":
        print_hint("Waiting for ToolGuard. It may need your approval, or your keyring may be showing a prompt…")
    else:
        print_hint("Waiting for your approval in ToolGuard…")


def _without_app(home: Path, name: str, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
    """Run the order in this process; return None while another process, such as a starting app, has the lock.

    A change takes the lock of the state folder, so that nothing else changes the configuration meanwhile.
    """
    from toolguard.services.registry import ORDERS

    if not ORDERS[name].changes:
        return asyncio.run(_execute(home, name, arguments))
    lock = StateLock(home / "run", f"toolguard {name.replace('.', ' ')}", "command")
    if not lock.acquire():
        return None
    loosens: list[str] = []
    try:
        reply = asyncio.run(_execute(home, name, arguments, loosens))
    finally:
        lock.release()
    if reply["ok"] and loosens:
        print_hint("ToolGuard is not running. It asks you to approve the change when it starts.")
    return reply


async def _execute(
    home: Path, name: str, arguments: Mapping[str, Any], loosens: list[str] | None = None
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

    config = Config.load(home / "config.json")
    if config.problem:
        return {"ok": False, "error": f"{config.problem} Fix {home / 'config.json'}, then try again."}
    inventory = ToolInventory(home / "tools", now=time.time)
    keychain = Keychain(
        timeout=config.preferences.keyring_timeout,
        on_state=lambda state: print_hint(keychain.trouble) if state == "waiting" else None,
    )
    keychain.expect(Seals(home).keyring_backend())
    sign_in_store = SignInStore(config, keychain, AcceptedEntries(config))
    ins = OAuthManager(sign_in_store, sign_in_store, Redactor(), NullSignInListener())

    async def later(_kind: str, title: str, _detail: str, _by: str, _risks: Sequence[Risk] = (), /) -> bool:
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
            config, keychain, inventory=inventory, logs=home / "logs", sign_ins=ins, on_progress=print_hint, past=past,
            shipping=lambda: statuses_without_app(home, preferences, fixed), fixed=fixed,
            is_program=ClientNames(home / "clients.json").is_known,
        )  # fmt: skip
        return await execute(name, arguments, state, None if loosens is None else later)
    finally:
        await ins.close()
        inventory.close()
        keychain.close()


def read_secret(name: str) -> str:
    """Read a secret's value from a prompt without echo, or from stdin without its last line break."""
    if sys.stdin is not None and sys.stdin.isatty():
        from getpass import getpass

        try:
            value = getpass(f"Value of {name}: ")
        except EOFError:
            value = ""
    else:
        data = sys.stdin.buffer.read(_MAX_SECRET_SIZE + 1) if sys.stdin is not None else b""
        if len(data) > _MAX_SECRET_SIZE:
            raise CommandError("The value is too long: the maximum is 32,768 bytes")
        try:
            value = data.decode().removesuffix("\n").removesuffix("\r")
        except UnicodeDecodeError:
            raise CommandError("The value is not UTF-8 text: encode it, for example with base64") from None
    if not value:
        raise CommandError(f"No value: type it at the prompt, or pipe it into `toolguard secret set {name}`")
    return value
