"""Whether an Open Tool Calling service is still there while its session is open: asked now and then, told on a change.

It decides nothing: a call goes to the service all the same, and says itself what became of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from toolguard.gate.texts import coded
from toolguard.servers.http.transport import RequestFailedError
from toolguard.servers.inbox import ServerInbox
from toolguard.servers.otc.service import OtcService

EVERY = 30.0
"""Seconds between two looks."""
SOON = 1.0
"""Seconds after which it is told how it was at first: whoever opens it says before that that it is open."""
NOT_READY = coded("servers.server_says_not_ready")


def words(status: int) -> str:
    """What a status of ``/health`` says of a service; "" when it is well, or has no such address."""
    if status < 500:
        return ""
    return NOT_READY if status == 503 else coded("servers.not_ready_status", not_ready=NOT_READY, status=status)


async def watch(service: OtcService, inbox: ServerInbox, tell: Callable[[str], None], ill: str) -> None:
    """Tell why the service is not well as soon as that changes, "" when it is. ``ill``: how it was. It has no end."""
    if ill:
        await asyncio.sleep(SOON)
        tell(ill)
    while True:
        await asyncio.sleep(EVERY)
        before, ill = ill, inbox.clean(await _look(service))
        if ill != before:
            inbox.note(ill or coded("servers.server_again"))
            tell(ill)


async def _look(service: OtcService) -> str:
    try:
        return words(await service.health())
    except RequestFailedError as gone:
        return gone.reason
