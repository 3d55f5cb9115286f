"""What the conformance tests stand on: the reference server with and without ToolGuard before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import pytest

from tests.conformance.suite import Checks, ask_server, everything_over_http, everything_over_stdio, gateway
from tests.road.conftest import ISOLATED, Road, road
from tests.road.web import let_in
from toolguard.clients.stub import connect

__all__ = ["road"]


@contextmanager
def guarded_http(road: Road, url: str, verdict: str = "allow") -> Iterator[str]:
    """HTTP in, HTTP out: the address at which ToolGuard offers the server at ``url``."""
    road.config["servers"]["everything"] = {"kind": "http", "url": url}
    road.prefers(http_port=0)
    road.allows(verdict=verdict)
    token = let_in(road, "suite", ["everything"])
    serve = road.serve()
    yield f"http://127.0.0.1:{serve.port()}/t/{token}/s/everything/mcp"


@contextmanager
def stdio_chain() -> Iterator[str]:
    """A gateway before the reference server over stdio."""
    with gateway(everything_over_stdio(), {}) as url:
        yield url


@contextmanager
def guarded_stdio_chain(road: Road) -> Iterator[str]:
    """The same with ToolGuard in the chain, stdio in and stdio out."""
    road.server("everything", *everything_over_stdio())
    road.allows()
    road.serve()
    stub = [*ISOLATED, connect.__file__, "--server", "everything", "--client", "suite", "--no-start"]
    with gateway(stub, road.env) as url:
        yield url


@pytest.fixture(scope="session")
def everything() -> Iterator[str]:
    """The reference server over HTTP; its address."""
    with everything_over_http() as url:
        yield url


@pytest.fixture(scope="session")
def directly(everything: str) -> Callable[[str], Checks]:
    """What the suite says of the reference server over HTTP with nothing between, for a version; asked once."""
    return cache(lambda version: ask_server(everything, version))
