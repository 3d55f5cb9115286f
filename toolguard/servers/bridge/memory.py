"""Stored knowledge of a bridge about a server. A separate module: a session has one before it needs a bridge."""

from __future__ import annotations

from typing import Literal

from toolguard.gate.model import Era


class BridgeMemory:
    """The era of one server, across its processes; empty until a bridge was needed."""

    def __init__(self) -> None:
        self.server: Era | Literal[""] = ""
