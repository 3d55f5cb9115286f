"""A core for pictures of the window: what a page asks is answered by the method's name on the control socket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from toolguard.services.interface import Refused, Request, Run
from toolguard.services.methods import Caller, Order, Service
from toolguard.services.registry import services_for

T = TypeVar("T")
Do = Callable[[str, dict[str, Any], Callable[[str], None]], Awaitable[dict[str, Any]]]


class Played(Caller):
    """Answers instead of the services. ``do`` takes name, arguments, and who hears news."""

    def __init__(self, do: Do, tell: Callable[[str], None]) -> None:
        self._do, self._tell = do, tell

    async def perform(self, order: Order, _service: Service, arguments: Any) -> Any:
        """Answer as the socket would."""
        reply = await self._do(order.name, arguments, self._tell)
        if not reply["ok"]:
            raise Refused(reply["error"])
        return reply.get("value")


def by_name(do: Do) -> Run:
    """What a `Seam` is given."""

    async def run(request: Request[T], tell: Callable[[str], None]) -> T:
        return await request(services_for(Played(do, tell)))

    return run
