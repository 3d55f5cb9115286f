"""Fixtures of the conformance tests: the reference server, directly and through ToolGuard."""

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
    """Run ToolGuard with HTTP in and HTTP out. Return the URL at which it offers the server at ``url``."""
    sandbox.config["servers"]["everything"] = {"kind": "http", "url": url}
    sandbox.configure(http_port=0)
    sandbox.allow(verdict=verdict)
    token = let_in(sandbox, "suite", ["everything"])
    serve = sandbox.serve()
    yield f"http://127.0.0.1:{serve.port()}/t/{token}/s/everything/mcp"


@pytest.fixture(scope="session")
def stdio_chain() -> Iterator[str]:
    """Run a gateway before the reference server over stdio, which starts for each session. Return its URL."""
    with gateway(everything_over_stdio(), {}) as url:
        yield url


@contextmanager
def guarded_stdio_chain(sandbox: Sandbox) -> Iterator[str]:
    """Run a gateway before ToolGuard before the reference server, all over stdio. Return its URL."""
    sandbox.server("everything", *everything_over_stdio())
    sandbox.allow()
    sandbox.serve()
    stub = [*ISOLATED, connect.__file__, "--server", "everything", "--client", "suite", "--no-start"]
    with gateway(stub, sandbox.env) as url:
        yield url


@pytest.fixture(scope="session")
def everything() -> Iterator[str]:
    """Run the reference server over HTTP. Return its URL."""
    with everything_over_http() as url:
        yield url


@pytest.fixture(scope="session")
def direct_results(everything: str) -> Callable[[str], Checks]:
    """Return a cached function from a version to the suite's results for the reference server over HTTP."""
    return cache(lambda version: ask_server(everything, version))
