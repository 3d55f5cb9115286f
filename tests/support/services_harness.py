"""A harness for services: real services, a keyring and a log in memory, and a person who accepts or declines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tests.support.fake_servers import FakeServers
from tests.support.manual_authenticator import presence_off
from toolguard.clients.wiring.machine import Machine
from toolguard.gate.api import GateApi
from toolguard.gate.context import GateContext
from toolguard.gate.model import Event, LogWriteError
from toolguard.gate.policy.risks import Risk
from toolguard.gate.texts import encodable
from toolguard.servers import Redactor
from toolguard.servers.oauth.sign_ins import OAuthManager
from toolguard.services.context import ServiceContext
from toolguard.services.interface import RefusedError
from toolguard.services.methods import MethodRunner, Service, ServiceMethod
from toolguard.services.registry import ORDERS, execute
from toolguard.services.rules.service import stored
from toolguard.services.runtime.requests import Request, RunRequest, Services
from toolguard.services.sign_ins import AppSignInListener, SignInStore
from toolguard.services.tools import keeping
from toolguard.store.config.config import Config
from toolguard.store.inventory import ToolInventory
from toolguard.store.keychain import Keychain

T = TypeVar("T")
Do = Callable[[str, dict[str, Any], Callable[[str], None]], Awaitable[dict[str, Any]]]


async def ordered(
    run: RunRequest, name: str, arguments: dict[str, Any], tell: Callable[[str], None] = lambda _line: None
) -> dict[str, Any]:
    """Run the order ``name`` and return the reply of the control socket."""
    order = ORDERS[name]

    async def request(services: Services) -> Any:
        runner = services.servers._caller
        return await runner.perform(order, order.service(runner), arguments)

    try:
        return {"ok": True, "value": msgspec.to_builtins(await run(request, tell), enc_hook=encodable)}
    except RefusedError as why:
        return {"ok": False, "error": str(why)}


def by_name(do: Do) -> RunRequest:
    """Return a core that calls ``do`` with the name and the arguments of each order."""

    class NamedMethodCaller:
        def __init__(self, tell: Callable[[str], None]) -> None:
            self._tell = tell

        async def perform(self, order: ServiceMethod, _service: Service, arguments: Any) -> Any:
            reply = await do(order.name, arguments, self._tell)
            if not reply["ok"]:
                raise RefusedError(reply["error"])
            return reply.get("value")

    async def run(request: Request[T], tell: Callable[[str], None]) -> T:
        return await request(Services(NamedMethodCaller(tell)))

    return run


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

    def write(self, event: Event, owner: object = None) -> None:
        if self.trouble:
            raise LogWriteError(self.trouble)
        self.events.append(event)

    def commit(self, owner: object) -> None: ...
    async def committed(self) -> None: ...
    async def durable(self) -> None: ...


class Harness:
    """A configuration, a keychain, a gate, and a person who accepts or declines."""

    def __init__(self, home: Path) -> None:
        self.ring: Ring | None = Ring()
        self.config = Config.load(home / "config.json")
        self.keychain = Keychain(timeout=5, choose=lambda: self.ring)
        self.log = Log()
        self.gate = GateContext(self.log, servers=FakeServers(), leaks=None, clock=lambda: 1000.0)
        self.guard = GateApi(
            self.gate,
            keep=lambda rule: self.config.put_rule(stored(rule)),
            trouble=lambda: ("So so.",),
            presence=presence_off(),
        )
        self.inventory = ToolInventory(home / "tools", now=lambda: 1000.0)
        self.gate.tools.on_list(keeping(self.config, self.gate.tools, self.inventory))
        sign_in_store = SignInStore(self.config, self.keychain, None)
        self.scrub = Redactor()
        self.sign_ins = OAuthManager(sign_in_store, sign_in_store, self.scrub, AppSignInListener(self.guard))
        computer = Machine("linux", home / "home", {"PATH": ""})
        self.app = ServiceContext(
            self.config, self.keychain, self.guard, inventory=self.inventory, sign_ins=self.sign_ins,
            machine=lambda: computer,
        )  # fmt: skip
        self.offline = ServiceContext(
            self.config, self.keychain, inventory=self.inventory, machine=lambda: computer
        )  # fmt: skip
        self.asked: list[tuple[str, str, str, str]] = []
        self.consents = True
        self.risks: tuple[Risk, ...] = ()
        """Risks of the last proposal."""
        self.target = ""
        """Its command or URL."""
        self.before_answer: Callable[[], Awaitable[Any]] | None = None

    async def propose(
        self, kind: str, title: str, detail: str, asked_by: str, risks: Sequence[Risk] = (), target: str = "", /
    ) -> bool:
        self.risks, self.target = tuple(risks), target
        self.asked.append((kind, title, detail, asked_by))
        if self.before_answer is not None:
            await self.before_answer()
        return self.consents

    async def order(self, order: str, /, **arguments: Any) -> Any:
        """Run an order in the app and return its value. Fail the test if it is refused."""
        reply = await execute(order, arguments, self.app, self.propose)
        assert reply["ok"], reply
        return reply["value"]

    async def refusal(self, order: str, /, **arguments: Any) -> str:
        """Run an order that must be refused, and return the error."""
        reply = await execute(order, arguments, self.app, self.propose)
        assert not reply["ok"], reply
        return str(reply["error"])

    async def run(self, request: Request[T], tell: Callable[[str], None]) -> T:
        """Run a request of the window, like `Core.run`."""
        return await request(Services(MethodRunner(replace(self.app, by="person", on_progress=tell))))

    async def with_server(self, name: str = "files") -> None:
        await self.order("server.add", name=name, command="prog", args=["--root", "a b"])
        self.asked.clear()
