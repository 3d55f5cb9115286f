"""Gives orders for the command line: to the running app, or, when there is none, to the configuration itself."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toolguard.clients.order import NoAnswer, ask_app
from toolguard.commands.printing import SaysNo, tell

_LONGEST = 32 * 1024  # bytes of a secret


def give(home: Path, name: str, arguments: Mapping[str, Any]) -> Any:
    """What the order answers; raises `SaysNo`. Waits while a person is asked in the app."""
    try:
        reply = ask_app(home, name, arguments, waiting=lambda: _tell_waiting(name))
    except NoAnswer as why:
        raise SaysNo(str(why)) from None
    if reply is None:
        reply = _without_app(home, name, arguments)
    if not reply["ok"]:
        raise SaysNo(str(reply.get("error") or "ToolGuard did not do it and did not say why"))
    return reply.get("value")


def _tell_waiting(name: str) -> None:
    from toolguard.commands.orders import ORDERS

    if ORDERS[name].loosens is None or name == "secret.set":
        tell("Waiting for ToolGuard: perhaps your keychain asks you something…")
    else:
        tell("Waiting for your answer in the ToolGuard window…")


def _without_app(home: Path, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Nobody else may change the configuration meanwhile, so a change takes the app's own lock."""
    from toolguard.clients.local import Lock, Running
    from toolguard.commands.orders import ORDERS

    if not ORDERS[name].changes:
        return asyncio.run(_execute(home, name, arguments))
    lock = Lock(home)
    try:
        lock.take()
    except Running:
        raise SaysNo("ToolGuard is just starting or closing: try again in a moment") from None
    loosens: list[str] = []
    try:
        reply = asyncio.run(_execute(home, name, arguments, loosens))
    finally:
        lock.release()
    if reply["ok"] and loosens and (home / "accepted").is_dir():  # else nothing was ever accepted: all of it counts
        tell("ToolGuard does not run: its window asks you about this when it opens. Until then it does not count.")
    return reply


async def _execute(
    home: Path, name: str, arguments: Mapping[str, Any], loosens: list[str] | None = None
) -> dict[str, Any]:
    """``loosens`` takes what a person is asked about later."""
    from toolguard.commands.orders import execute
    from toolguard.commands.sign_ins import Nobody, Shelf
    from toolguard.commands.state import State
    from toolguard.servers import Scrubber
    from toolguard.servers.sign_ins import SignIns
    from toolguard.store.config import Config
    from toolguard.store.inventory import Inventory
    from toolguard.store.keychain import Keychain

    config = Config.load(home / "config.json")
    if config.problem:
        return {"ok": False, "error": f"{config.problem} Mend {home / 'config.json'}, then try again."}
    inventory = Inventory(home / "tools", now=time.time)
    keychain = Keychain(
        timeout=config.preferences.keychain_timeout,
        on_state=lambda state: tell(keychain.trouble) if state == "waiting" else None,
    )
    shelf = Shelf(config, keychain)
    ins = SignIns(shelf, shelf, Scrubber(), Nobody())

    async def later(_kind: str, title: str, _detail: str, _by: str) -> bool:
        if loosens is not None:
            loosens.append(title)
        return True

    try:
        state = State(config, keychain, inventory=inventory, logs=home / "logs", sign_ins=ins, tell=tell)
        return await execute(name, arguments, state, None if loosens is None else later)
    finally:
        await ins.close()
        inventory.close()
        keychain.close()


def read_secret(name: str) -> str:
    """A secret's value: from a prompt without echo, or all of stdin without its last line end; raises `SaysNo`."""
    if sys.stdin is not None and sys.stdin.isatty():
        from getpass import getpass

        try:
            value = getpass(f"Value of {name}: ")
        except EOFError:
            value = ""
    else:
        data = sys.stdin.buffer.read(_LONGEST + 1) if sys.stdin is not None else b""
        if len(data) > _LONGEST:
            raise SaysNo("the value is too long: at most 32,768 bytes can be kept")
        try:
            value = data.decode().removesuffix("\n").removesuffix("\r")
        except UnicodeDecodeError:
            raise SaysNo("the value is not text (UTF-8): encode it, for instance with base64") from None
    if not value:
        raise SaysNo(f"no value was given: type it at the prompt, or pipe it into `toolguard secret set {name}`")
    return value
