"""Health of an Open Tool Calling service during a session: polled, and reported when it changes.

It affects no call: each call is sent anyway and gets its own response.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from toolguard.gate.texts import coded
from toolguard.servers.http.transport import RequestFailedError
from toolguard.servers.inbox import ServerInbox
from toolguard.servers.otc.service import OtcService

CHECK_INTERVAL = 30.0
"""Seconds between two polls."""
FIRST_REPORT_DELAY = 1.0
"""Seconds after which the initial health is reported, because opening the server is reported first."""
NOT_READY = coded("servers.server_says_not_ready")


def status_text(status: int) -> str:
    """Return the meaning of a status of ``/health``, or "" if the service is healthy or has no such URL."""
    if status < 500:
        return ""
    return NOT_READY if status == 503 else coded("servers.not_ready_status", not_ready=NOT_READY, status=status)


async def watch(service: OtcService, inbox: ServerInbox, notify: Callable[[str], None], ill: str) -> None:
    """Report why the service is unhealthy whenever that changes, and "" once it is healthy. Runs until cancelled.

    ``ill``: the previous problem.
    """
    if ill:
        await asyncio.sleep(FIRST_REPORT_DELAY)
        notify(ill)
    while True:
        await asyncio.sleep(CHECK_INTERVAL)
        before, ill = ill, inbox.clean(await _look(service))
        if ill != before:
            inbox.note(ill or coded("servers.server_again"))
            notify(ill)


async def _look(service: OtcService) -> str:
    try:
        return status_text(await service.health())
    except RequestFailedError as gone:
        return gone.reason
