"""What the official conformance suite asks of a client that signs in, with ToolGuard as that client.

The one scenario that fails does so on purpose: it wants a sign-in at a server of 2025-03-26 that publishes no document
at all, so that nobody knows whether it protects codes (PKCE), and the later revisions forbid to go on.
"""

from __future__ import annotations

import pytest

from tests.conformance.suite import HERE, Checks, ask_client, signing_scenarios, tally
from tests.fork_server import fork_server

pytestmark = [pytest.mark.conformance, pytest.mark.timeout(600)]
MODULES = ("tests.servers.oauth.stage", "mcp.client.auth")
REFUSED = "auth/2025-03-26-oauth-endpoint-fallback"
PASSED = {"2025-03-26": 12, "2025-06-18": 57, "2025-11-25": 230, "2026-07-28": 330}
"""At least so many: each request with a token is one, and how many a stream of its own takes is a matter of time."""


@pytest.mark.parametrize("version", PASSED)
def test_every_check_of_signing_in_passes_but_where_nobody_says_how(version: str) -> None:
    found: Checks = {}
    for scenario in signing_scenarios(version):
        if scenario != REFUSED:
            found |= ask_client(fork_server(*MODULES).command(str(HERE / "signing_client.py")), version, scenario)
    passed, failed = tally(found)
    assert not failed, [name for name, checks in found.items() if "FAILURE" in str(checks)]
    assert passed >= PASSED[version]


def test_a_server_that_publishes_nothing_is_not_signed_in_to() -> None:
    found = ask_client(fork_server(*MODULES).command(str(HERE / "signing_client.py")), "2025-03-26", REFUSED)
    assert tally(found)[0] == 0
