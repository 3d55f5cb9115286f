"""What a channel of a test has in common with the real ones."""

from __future__ import annotations

from typing import Any

from toolguard.gate.session.upstream import ClientChannel, ServerChannel


class Plain(ServerChannel, ClientChannel):
    """A peer that, as a server, gets a call's input and nothing else. What it says and hears is the subclass's."""

    ended = ""

    async def prepare(self, message: Any) -> tuple[str, ...]:
        return ()

    def reached_tool(self, message: Any) -> tuple[str, tuple[str, ...]]:
        return "", ()

    async def learn(self, message: Any) -> dict[str, Any] | None:
        return None
