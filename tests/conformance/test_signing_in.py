"""The authorization scenarios of the official conformance suite, with ToolGuard as the client.

One scenario fails on purpose: it requires a sign-in at a server of 2025-03-26 that publishes no metadata. Whether it
supports PKCE is then unknown, and later revisions forbid to continue.
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
"""Minimum of passed checks. Each request with a token is one, and the number of requests depends on timing."""


def command() -> list[str]:
    return fork_server(*MODULES).command(str(HERE / "signing_client.py"))


@pytest.mark.parametrize("version", PASSED)
def test_every_sign_in_check_passes_except_unspecified_ones(version: str) -> None:
    results = ask_client_all(command(), version)
    checks_by_scenario = {name: results.get(name, []) for name in signing_scenarios(version) if name != REFUSED}
    for scenario, checks in list(checks_by_scenario.items()):
        if not checks or "FAILURE" in str(checks):  # repeat it without other load
            checks_by_scenario |= ask_client(command(), version, scenario)
    passed, failed = tally(checks_by_scenario)
    assert not failed, [name for name, checks in checks_by_scenario.items() if "FAILURE" in str(checks)]
    assert passed >= PASSED[version]


def test_server_without_metadata_is_not_signed_in_to() -> None:
    checks_by_scenario = ask_client(command(), "2025-03-26", REFUSED)
    assert tally(checks_by_scenario)[0] == 0
