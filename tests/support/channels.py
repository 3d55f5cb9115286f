"""A base class for channels of tests."""

from __future__ import annotations

from typing import Any

from toolguard.gate.session.upstream import ClientChannel, ServerChannel


class Plain(ServerChannel, ClientChannel):
    """A channel without injected arguments or secrets. A subclass sends and receives messages."""

    ended = ""

    async def prepare(self, message: Any) -> tuple[str, ...]:
        return ()

    def reached_tool(self, message: Any) -> tuple[str, tuple[str, ...]]:
        return "", ()

    async def learn(self, message: Any) -> dict[str, Any] | None:
        return None
