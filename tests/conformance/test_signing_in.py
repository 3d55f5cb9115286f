"""What the official conformance suite asks of a client that signs in, with ToolGuard as that client.

The one scenario that fails does so on purpose: it wants a sign-in at a server of 2025-03-26 that publishes no document
at all, so that nobody knows whether it protects codes (PKCE), and the later revisions forbid to go on.
"""

from __future__ import annotations

import pytest

from tests.conformance.suite import HERE, ask_client, ask_client_all, signing_scenarios, tally
from tests.support.fork_server import fork_server

pytestmark = pytest.mark.conformance
MODULES = (
    "tests.servers.oauth.harness",
    "toolguard.servers.http.channel",
    "anyio._backends._asyncio",
    "mcp.client.auth",
)
REFUSED = "auth/2025-03-26-oauth-endpoint-fallback"
PASSED = {"2025-03-26": 12, "2025-06-18": 57, "2025-11-25": 230, "2026-07-28": 330}
"""At least so many: each request with a token is one, and how many a stream of its own takes is a matter of time."""


def command() -> list[str]:
    return fork_server(*MODULES).command(str(HERE / "signing_client.py"))


@pytest.mark.parametrize("version", PASSED)
def test_every_sign_in_check_passes_except_unspecified_ones(version: str) -> None:
    told = ask_client_all(command(), version)
    found = {name: told.get(name, []) for name in signing_scenarios(version) if name != REFUSED}
    for scenario, checks in list(found.items()):
        if not checks or "FAILURE" in str(checks):  # beside the others it was too late
            found |= ask_client(command(), version, scenario)
    passed, failed = tally(found)
    assert not failed, [name for name, checks in found.items() if "FAILURE" in str(checks)]
    assert passed >= PASSED[version]


def test_a_server_that_publishes_nothing_is_not_signed_in_to() -> None:
    found = ask_client(command(), "2025-03-26", REFUSED)
    assert tally(found)[0] == 0
