"""A core for pictures of the window: what a page asks is answered by the method's name on the control socket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from toolguard.services.context import ServiceContext
from toolguard.services.interface import RefusedError
from toolguard.services.methods import MethodRunner, Service, ServiceMethod
from toolguard.services.registry import ORDERS, services_for
from toolguard.services.runtime.requests import Request, RunRequest

T = TypeVar("T")
Do = Callable[[str, dict[str, Any], Callable[[str], None]], Awaitable[dict[str, Any]]]


class Played(MethodRunner):
    """Answers instead of the services. ``do`` takes name, arguments, and who hears news."""

    def __init__(self, do: Do, tell: Callable[[str], None]) -> None:
        self._do, self._tell = do, tell

    async def perform(self, order: ServiceMethod, _service: Service, arguments: Any) -> Any:
        """Answer as the socket would."""
        reply = await self._do(order.name, arguments, self._tell)
        if not reply["ok"]:
            raise RefusedError(reply["error"])
        return reply.get("value")


async def carry_out(name: str, arguments: Any, state: ServiceContext) -> dict[str, Any]:
    """Run one order. Its result is not encoded, so that a text keeps its code and is shown in the window's language."""
    order, caller = ORDERS[name], MethodRunner(state, None)
    assert order.service is not None  # noqa: S101 - every order of the window has one
    try:
        value = await caller.perform(order, order.service(caller), arguments)
    except RefusedError as why:
        return {"ok": False, "error": str(why)}
    return {"ok": True, "value": value}


def by_name(do: Do) -> RunRequest:
    """What a `CoreLink` is given."""

    async def run(request: Request[T], tell: Callable[[str], None]) -> T:
        return await request(services_for(Played(do, tell)))

    return run
