"""What the conformance tests stand on: the reference server with and without ToolGuard before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import pytest

from tests.conformance.suite import Checks, ask_server, everything_over_http, everything_over_stdio, gateway
from tests.end_to_end.conftest import ISOLATED, Sandbox, sandbox
from tests.end_to_end.web import let_in
from toolguard.clients.stub import connect

__all__ = ["sandbox"]


@contextmanager
def guarded_http(sandbox: Sandbox, url: str, verdict: str = "allow") -> Iterator[str]:
    """HTTP in, HTTP out: the address at which ToolGuard offers the server at ``url``."""
    sandbox.config["servers"]["everything"] = {"kind": "http", "url": url}
    sandbox.prefers(http_port=0)
    sandbox.allows(verdict=verdict)
    token = let_in(sandbox, "suite", ["everything"])
    serve = sandbox.serve()
    yield f"http://127.0.0.1:{serve.port()}/t/{token}/s/everything/mcp"


@contextmanager
def stdio_chain() -> Iterator[str]:
    """A gateway before the reference server over stdio."""
    with gateway(everything_over_stdio(), {}) as url:
        yield url


@contextmanager
def guarded_stdio_chain(sandbox: Sandbox) -> Iterator[str]:
    """The same with ToolGuard in the chain, stdio in and stdio out."""
    sandbox.server("everything", *everything_over_stdio())
    sandbox.allows()
    sandbox.serve()
    stub = [*ISOLATED, connect.__file__, "--server", "everything", "--client", "suite", "--no-start"]
    with gateway(stub, sandbox.env) as url:
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
