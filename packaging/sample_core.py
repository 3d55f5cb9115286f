"""A core for the screenshots. It answers each order by its name on the control socket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from toolguard.services.context import ServiceContext
from toolguard.services.interface import RefusedError
from toolguard.services.methods import MethodRunner, Service, ServiceMethod
from toolguard.services.registry import ORDERS
from toolguard.services.runtime.requests import Request, RunRequest, Services

T = TypeVar("T")
Do = Callable[[str, dict[str, Any], Callable[[str], None]], Awaitable[dict[str, Any]]]


class NamedMethodRunner(MethodRunner):
    """Runs ``do`` in the place of the services, with the name, the arguments and the progress callback."""

    def __init__(self, do: Do, tell: Callable[[str], None]) -> None:
        self._do, self._tell = do, tell

    async def perform(self, order: ServiceMethod, _service: Service, arguments: Any) -> Any:
        """Return the value of the reply. Raise `RefusedError` if the order is refused."""
        reply = await self._do(order.name, arguments, self._tell)
        if not reply["ok"]:
            raise RefusedError(reply["error"])
        return reply.get("value")


async def carry_out(name: str, arguments: Any, state: ServiceContext) -> dict[str, Any]:
    """Run one order. The result is not encoded: a text keeps its code, which the window translates."""
    order, runner = ORDERS[name], MethodRunner(state, None)
    assert order.service is not None  # noqa: S101 - every order of the window has one
    try:
        value = await runner.perform(order, order.service(runner), arguments)
    except RefusedError as why:
        return {"ok": False, "error": str(why)}
    return {"ok": True, "value": value}


def by_name(do: Do) -> RunRequest:
    """Return the ``run`` of a `CoreLink` that calls ``do``."""

    async def run(request: Request[T], tell: Callable[[str], None]) -> T:
        return await request(Services(NamedMethodRunner(do, tell)))

    return run
