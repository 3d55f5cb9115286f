"""The official conformance suite, directly and through ToolGuard, compared check by check.

Figures are (passed, failed). What fails directly fails through ToolGuard, too: over stdio it is the gateway that fails.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.conformance.conftest import guarded_http, guarded_stdio_chain, stdio_chain
from tests.conformance.suite import (
    HERE,
    VERSIONS,
    Checks,
    ask_client,
    ask_client_all,
    ask_server,
    at_once,
    client_scenarios,
    far_away,
    reference,
    reference_programs,
    tally,
)
from tests.support.fork_server import TOOLGUARD, fork_server
from toolguard.gate.model import CallDecided, CallForwarded, CallHeld, MessageRefused

pytestmark = pytest.mark.conformance
HTTP = {"2025-03-26": (3, 0), "2025-06-18": (56, 0), "2025-11-25": (84, 0), "2026-07-28": (152, 0)}
STDIO = {"2025-03-26": (3, 0), "2025-06-18": (56, 0), "2025-11-25": (80, 1), "2026-07-28": (148, 2)}
CLIENT = {"2025-03-26": (0, 0), "2025-06-18": (3, 0), "2025-11-25": (20, 0), "2026-07-28": (64, 0)}
DENIED = {"2025-03-26": (3, 0), "2025-06-18": (48, 8), "2025-11-25": (63, 10), "2026-07-28": (124, 16)}
OF_RESULTS = ("tools-call-", "input-required-result-", "elicitation-sep", "server-sse-polling")
"""Scenarios that look at what a tool gave back, or at what it did on the way."""
OF_RESULTS_TOO = {
    "sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400",
    "sep-2575-server-sends-prompts-list-changed-on-subscription",
    "sep-2575-server-sends-tools-list-changed-on-subscription",
}  # fmt: skip
"""Checks of ``server-stateless`` for which a tool has to run."""


@pytest.mark.parametrize("version", VERSIONS)
def test_conformance_over_http_equals_direct_results(sandbox, everything, directly, version):
    direct = directly(version)
    with guarded_http(sandbox, everything) as url:
        assert ask_server(url, version) == direct
    assert tally(direct) == HTTP[version]


def test_over_http_a_server_behind_a_slow_network_keeps_its_statuses(sandbox, everything):
    """Defect C9: a refusal that took longer than 50 ms became status 200 with a stream."""
    with far_away(everything, 0.08) as far, guarded_http(sandbox, far) as url:
        direct = ask_server(far, "2026-07-28", "server-stateless")
        assert ask_server(url, "2026-07-28", "server-stateless") == direct
    assert tally(direct)[1] == 0


@pytest.mark.parametrize("version", VERSIONS)
def test_conformance_over_stdio_equals_direct_results(sandbox, version):
    with stdio_chain() as one, guarded_stdio_chain(sandbox) as other:
        direct, through = at_once(lambda: ask_server(one, version), lambda: ask_server(other, version))
        is_usual = tally(direct) == STDIO[version]
        for scenario in [name for name in direct if through.get(name) != direct[name] or not is_usual]:
            # Some checks of the suite go by time: one that is late beside other work is asked again by itself.
            direct |= ask_server(one, version, scenario)
            through |= ask_server(other, version, scenario)
    assert through == direct
    assert tally(direct) == STDIO[version]


@pytest.mark.parametrize("version", VERSIONS)
def test_stdio_client_of_an_http_server_passes_every_check(version):
    client = str(reference() / ".github" / "actions" / "conformance" / "client.py")
    straight = reference_programs().command(client)
    guarded = reference_programs().command(str(HERE / "guarded_client.py"), fork_server(*TOOLGUARD).path, client)

    scenarios = client_scenarios(version)
    commands = (straight, guarded) if scenarios else ()
    told = at_once(*(partial(ask_client_all, each, version, without="auth") for each in commands))
    found: Checks = {}
    for scenario in scenarios:
        one, other = (each.get(scenario, []) for each in told)
        if other != one or "FAILURE" in str(one):  # beside all the others it may have been too late
            again = at_once(*(partial(ask_client, each, version, scenario) for each in commands))
            one, other = (each[scenario] for each in again)
        assert other == one, scenario
        found[scenario] = one
    assert tally(found) == CLIENT[version]


@pytest.mark.parametrize("version", VERSIONS)
def test_deny_rule_changes_only_checks_of_tool_results(sandbox, everything, directly, version):
    direct = directly(version)
    with guarded_http(sandbox, everything, "deny") as url:
        denied = ask_server(url, version)
    assert set(denied) == set(direct)
    changed = {name: checks for name, checks in direct.items() if denied[name] != checks}
    for name, checks in changed.items():
        if not name.startswith(OF_RESULTS):
            assert {one[0] for one, other in zip(checks, denied[name], strict=True) if one != other} <= OF_RESULTS_TOO
    assert tally(denied) == DENIED[version]
    assert not sandbox.events(CallForwarded)


def test_malformed_request_gets_its_status_without_a_prompt(sandbox, everything):
    with guarded_http(sandbox, everything, "deny") as url:
        checks = ask_server(url, "2026-07-28", "http-header-validation")
    assert tally(checks) == (14, 0)
    sandbox.recorded(MessageRefused, 5)  # it is written after the response is sent
    assert len(sandbox.events(CallDecided)) == 1, "the only tools/call that is well-formed"
    refused = sandbox.events(MessageRefused)
    assert len(refused) == 5 and not any(one.session for one in refused), "no session heard of them"
    assert not sandbox.events(CallHeld)


def test_the_figures_of_the_readme_are_those_that_are_tested():
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    for figures in (HTTP, STDIO, DENIED):
        assert " | ".join("{}/{}".format(*figures[version]) for version in VERSIONS[1:]) in text
    assert " | ".join("{}/{}".format(*CLIENT[version]) for version in VERSIONS[1:]) in text
