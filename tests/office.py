"""What orders work on: all of it real but the keyring and the log, which lie in memory; and a person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from toolguard.checkpoint.calls import Event, NotRecorded
from toolguard.checkpoint.gate import Gate
from toolguard.checkpoint.guard import Guard
from toolguard.commands.orders import execute
from toolguard.commands.rules import stored
from toolguard.commands.sign_ins import Ears, Shelf
from toolguard.commands.state import State
from toolguard.commands.tools import keeping
from toolguard.servers import Scrubber
from toolguard.servers.sign_ins import SignIns
from toolguard.store.config import Config
from toolguard.store.inventory import Inventory
from toolguard.store.keychain import Keychain


class Ring:
    """A keyring in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class Log:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.trouble = ""

    @property
    def recorded(self) -> int:
        return len(self.events)

    def write(self, event: Event) -> None:
        if self.trouble:
            raise NotRecorded(self.trouble)
        self.events.append(event)

    async def committed(self) -> None: ...
    async def durable(self) -> None: ...


class Office:
    """A configuration, a keychain and a gate, and a person who says yes or no."""

    def __init__(self, home: Path) -> None:
        self.ring: Ring | None = Ring()
        self.config = Config.load(home / "config.json")
        self.keychain = Keychain(timeout=5, choose=lambda: self.ring)
        self.log = Log()
        self.gate = Gate(self.log, clock=lambda: 1000.0)
        self.guard = Guard(self.gate, keep=lambda rule: self.config.add_rule(stored(rule)), trouble=lambda: ("So so.",))
        self.inventory = Inventory(home / "tools", now=lambda: 1000.0)
        self.gate.tools.listed = keeping(self.config, self.gate.tools, self.inventory)
        shelf = Shelf(self.config, self.keychain)
        self.scrub = Scrubber()
        self.sign_ins = SignIns(shelf, shelf, self.scrub, Ears(self.guard))
        self.app = State(self.config, self.keychain, self.guard, inventory=self.inventory, sign_ins=self.sign_ins)
        self.offline = State(self.config, self.keychain, inventory=self.inventory)
        self.asked: list[tuple[str, str, str, str]] = []
        self.says = True
        self.before_answer: Callable[[], Awaitable[Any]] | None = None

    async def propose(self, kind: str, title: str, detail: str, asked_by: str) -> bool:
        self.asked.append((kind, title, detail, asked_by))
        if self.before_answer is not None:
            await self.before_answer()
        return self.says

    async def order(self, order: str, /, **arguments: Any) -> Any:
        """In the app; fails the test when it is refused."""
        reply = await execute(order, arguments, self.app, self.propose)
        assert reply["ok"], reply
        return reply["value"]

    async def refusal(self, order: str, /, **arguments: Any) -> str:
        reply = await execute(order, arguments, self.app, self.propose)
        assert not reply["ok"], reply
        return str(reply["error"])

    async def do(self, name: str, arguments: dict[str, Any], tell: Callable[[str], None]) -> dict[str, Any]:
        """What `Core.do` does for the window."""
        state = replace(self.app, by="person", tell=tell)
        return await execute(name, arguments, state)

    async def with_server(self, name: str = "files") -> None:
        await self.order("server.add", name=name, command="prog", args=["--root", "a b"])
        self.asked.clear()
