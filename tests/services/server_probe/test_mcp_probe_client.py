"""ToolGuard's own conversation with a server: what is said when the server will not talk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from toolguard.services.errors import CommandError
from toolguard.services.server_probe.mcp_probe_client import ProbeClient


class Refusing:
    """A server that answers every request with an error."""

    def __init__(self, *result: str) -> None:
        self._said = list(result)
        self._answers: list[dict[str, Any]] = []
        self.ended = ""
        self.stderr = ""

    async def send(self, message: Any) -> None:
        error = {"code": -32603, "message": self._said.pop(0)}
        self._answers.append({"jsonrpc": "2.0", "id": message["id"], "error": error})

    async def close(self, reason: str = "") -> None: ...

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        while self._answers:
            yield self._answers.pop(0)


async def test_error_of_the_transport_is_reported_once_and_verbatim() -> None:
    why = "the server notes requires that you sign in at login.example.org"
    with pytest.raises(CommandError) as raised:
        await ProbeClient(Refusing(f"ToolGuard: {why}", f"ToolGuard: {why}")).initialize()
    assert str(raised.value) == why


@pytest.mark.parametrize("expected", [("go away", "go away"), ("ToolGuard: one", "ToolGuard: other")])
async def test_reply_to_each_handshake_is_reported(expected: tuple[str, str]) -> None:
    with pytest.raises(CommandError) as raised:
        await ProbeClient(Refusing(*expected)).initialize()
    first, second = expected
    assert str(raised.value) == (
        f"the server refuses every handshake: initialize: {first} (-32603); server/discover: {second} (-32603)"
    )
