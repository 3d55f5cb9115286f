"""What a bridge learns about a server. A module of its own, because a session has one before it needs a bridge."""

from __future__ import annotations

from typing import Literal

from toolguard.gate.model import Era


class BridgeMemory:
    """The era of one server, across its processes; empty until a bridge was needed."""

    def __init__(self) -> None:
        self.server: Era | Literal[""] = ""
