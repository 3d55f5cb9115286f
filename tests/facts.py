"""What the gate of a test knows of its servers: nothing is filled in, nothing is given, until a test says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass
class Facts:
    """Each member can be set by a test (`toolguard.gate.context.Servers`)."""

    secrets_of: Callable[[str, Any], tuple[str, ...]] = lambda _server, _tool: ()
    filled_of: Callable[[str, str], tuple[Any, ...]] = lambda _server, _tool: ()
    fills: Callable[[str], bool] = lambda _server: False
    gives: Callable[[str], bool] = lambda _server: False
    requests_of: Callable[[str], Any] = lambda _server: {}
