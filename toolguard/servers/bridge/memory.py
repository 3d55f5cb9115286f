"""What a bridge learns of a server. In a file of its own: a session has one before it needs a bridge."""

from __future__ import annotations

from typing import Literal

from toolguard.gate.model import Era


class BridgeMemory:
    """What is known of one server, from one of its processes to the next; empty until a bridge was needed."""

    def __init__(self) -> None:
        self.server: Era | Literal[""] = ""
