"""The official conformance suite, directly and through ToolGuard, compared check by check.

Figures are (passed, failed). A check that fails directly also fails through ToolGuard: over stdio, the gateway fails.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.conformance.conftest import guarded_http, guarded_stdio_chain
from tests.conformance.suite import (
    HERE,
    VERSIONS,
    Checks,
    ask_client,
    ask_client_all,
    ask_server,
    client_scenarios,
    delayed,
    reference,
    reference_programs,
    run_parallel,
    tally,
)
from toolguard.gate.model import CallDecided, CallForwarded, CallHeld, MessageRefused

pytestmark = pytest.mark.conformance
HTTP = {"2025-03-26": (3, 0), "2025-06-18": (56, 0), "2025-11-25": (84, 0), "2026-07-28": (152, 0)}
STDIO = {"2025-03-26": (3, 0), "2025-06-18": (56, 0), "2025-11-25": (80, 1), "2026-07-28": (148, 2)}
CLIENT = {"2025-03-26": (0, 0), "2025-06-18": (3, 0), "2025-11-25": (20, 0), "2026-07-28": (64, 0)}
DENIED = {"2025-03-26": (3, 0), "2025-06-18": (48, 8), "2025-11-25": (63, 10), "2026-07-28": (124, 16)}
RESULT_SCENARIOS = ("tools-call-", "input-required-result-", "elicitation-sep", "server-sse-polling")
"""Scenarios that check the result of a tool, or messages that it sends while it runs."""
RESULT_CHECKS = {
    "sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400",
    "sep-2575-server-sends-prompts-list-changed-on-subscription",
    "sep-2575-server-sends-tools-list-changed-on-subscription",
}  # fmt: skip
"""Checks of ``server-stateless`` that depend on a tool that runs."""


@pytest.mark.parametrize("version", VERSIONS)
def test_conformance_over_http_equals_direct_results(sandbox, everything, direct_results, version):
    direct = direct_results(version)
    with guarded_http(sandbox, everything) as url:
        assert ask_server(url, version) == direct
    assert tally(direct) == HTTP[version]


def test_slow_http_server_keeps_its_status_codes(sandbox, everything):
    """Defect C9: a refusal that took longer than 50 ms became status 200 with a stream."""
    with delayed(everything, 0.08) as remote, guarded_http(sandbox, remote) as url:
        direct = ask_server(remote, "2026-07-28", "server-stateless")
        assert ask_server(url, "2026-07-28", "server-stateless") == direct
    assert tally(direct)[1] == 0


@pytest.mark.parametrize("version", VERSIONS)
def test_conformance_over_stdio_equals_direct_results(sandbox, stdio_chain, direct_results, version):
    with guarded_stdio_chain(sandbox) as guarded_url:
        direct, through = run_parallel(
            lambda: ask_server(stdio_chain, version), lambda: ask_server(guarded_url, version)
        )
        for _ in range(10):  # some checks of the suite depend on timing: repeat them without other load of this test
            unusual = {name for name in direct if through.get(name) != direct[name]}
            if tally(direct) != STDIO[version]:  # of the scenarios, few have other results than over HTTP
                unusual |= {name for name in direct if direct[name] != direct_results(version).get(name)}
            for scenario in unusual:
                direct |= ask_server(stdio_chain, version, scenario)
                through |= ask_server(guarded_url, version, scenario)
    assert through == direct
    assert tally(direct) == STDIO[version]


@pytest.mark.parametrize("version", VERSIONS)
def test_stdio_client_of_an_http_server_passes_every_check(version):
    client = str(reference() / ".github" / "actions" / "conformance" / "client.py")
    direct_command = reference_programs().command(client)
    guarded_command = reference_programs().command(str(HERE / "guarded_client.py"), client)

    scenarios = client_scenarios(version)
    commands = (direct_command, guarded_command) if scenarios else ()
    results = run_parallel(*(partial(ask_client_all, each, version, without="auth") for each in commands))
    checks: Checks = {}
    for scenario in scenarios:
        direct, through = (result.get(scenario, []) for result in results)
        if through != direct or "FAILURE" in str(direct):  # repeat it without other load
            results_again = run_parallel(*(partial(ask_client, each, version, scenario) for each in commands))
            direct, through = (result[scenario] for result in results_again)
        assert through == direct, scenario
        checks[scenario] = direct
    assert tally(checks) == CLIENT[version]


@pytest.mark.parametrize("version", VERSIONS)
def test_deny_rule_changes_only_checks_of_tool_results(sandbox, everything, direct_results, version):
    direct = direct_results(version)
    with guarded_http(sandbox, everything, "deny") as url:
        denied = ask_server(url, version)
    assert set(denied) == set(direct)
    changed = {name: checks for name, checks in direct.items() if denied[name] != checks}
    for name, checks in changed.items():
        if not name.startswith(RESULT_SCENARIOS):
            assert {
                before[0] for before, after in zip(checks, denied[name], strict=True) if before != after
            } <= RESULT_CHECKS
    assert tally(denied) == DENIED[version]
    assert not sandbox.events(CallForwarded)


def test_malformed_request_gets_its_status_without_a_prompt(sandbox, everything):
    with guarded_http(sandbox, everything, "deny") as url:
        checks = ask_server(url, "2026-07-28", "http-header-validation")
    assert tally(checks) == (14, 0)
    sandbox.recorded(MessageRefused, 5)  # it is written after the response is sent
    assert len(sandbox.events(CallDecided)) == 1, "the only tools/call that is well-formed"
    refused = sandbox.events(MessageRefused)
    assert len(refused) == 5 and not any(record.session for record in refused), "no session received them"
    assert not sandbox.events(CallHeld)


def test_readme_shows_the_tested_figures():
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    for figures in (HTTP, STDIO, DENIED):
        assert " | ".join("{}/{}".format(*figures[version]) for version in VERSIONS[1:]) in text
    assert " | ".join("{}/{}".format(*CLIENT[version]) for version in VERSIONS[1:]) in text
