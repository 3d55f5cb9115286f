"""A gate's view of its servers, for tests: without injected arguments and secrets unless a test sets them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass
class FakeServers:
    """Implementation of `toolguard.gate.context.Servers`. A test can replace each member."""

    secrets_of: Callable[[str, Any], tuple[str, ...]] = lambda _server, _tool: ()
    injected_arguments: Callable[[str, str], tuple[Any, ...]] = lambda _server, _tool: ()
    has_injected_arguments: Callable[[str], bool] = lambda _server: False
    has_tool_needs: Callable[[str], bool] = lambda _server: False
    request_settings: Callable[[str], Any] = lambda _server: {}
