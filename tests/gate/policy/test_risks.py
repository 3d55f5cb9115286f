"""What makes a rule or a launch dangerous, as codes."""

from __future__ import annotations

from typing import Any

import pytest

from toolguard.gate.policy.risks import launch_risks, rule_risks
from toolguard.terminal.risk_text import WORDS
from toolguard.window.policy.rule_text import RISKS


def rule(**more: Any) -> dict[str, Any]:
    return {"client": "c", "server": "s", "tool": "t", "verdict": "allow", "fingerprint": "f", **more}


@pytest.mark.parametrize(
    ("more", "risks"),
    [
        ({}, ()),
        ({"verdict": "deny", "tool": "*", "server": "*"}, ()),
        ({"fingerprint": ""}, ("any definition",)),
        ({"tool": "*"}, ("every tool", "no end")),
        ({"tool": "*", "until": "session"}, ("every tool",)),
        ({"tool": "*", "expires": 1e9}, ("every tool",)),
        ({"tool": "*", "seconds": 30.0}, ("every tool",)),
        ({"tool": "*", "seconds": 0.0}, ("every tool", "no end")),
        ({"tool": "*", "covers": {"s": {}}}, ("listed tools", "no end")),
        ({"tool": "r*", "fingerprint": "", "covers": {"s": {}}}, ("listed tools",)),
        ({"server": "*"}, ("every server",)),
        ({"server": "*", "tool": "*", "client": "*"}, ("every call", "any client", "no end")),
        ({"client": "*"}, ()),
        ({"effect": "reads"}, ()),
        ({"effect": "destroys"}, ("destroys", "no end")),
        ({"effect": "destroys", "client": "*", "until": "session"}, ("destroys", "any client")),
        ({"effect": "undeclared"}, ("undeclared", "no end")),
        ({"effect": "undeclared", "expires": 1e9}, ()),
        ({"effect": "destroys", "verdict": "deny"}, ()),
    ],
)
def test_an_allow_rule_has_the_risks_of_its_reach(more: dict[str, Any], risks: tuple[str, ...]) -> None:
    assert rule_risks(rule(**more)) == risks


@pytest.mark.parametrize(
    ("line", "shell"),
    [
        (("npx", "-y", "server"), False), (("bash", "-c", "x"), True), (("/bin/sh", "x"), True),
        (("env", "A=1", "/usr/bin/zsh"), True), (("C:\\Windows\\CMD.EXE", "/c"), True), (("sudo", "bash"), True),
        (("bashful", "sh.py"), False),
    ],
)  # fmt: skip
def test_launch_through_a_shell_is_reported(line: tuple[str, ...], shell: bool) -> None:
    found = launch_risks(line[0], line[1:])
    assert found[0] == "starts program" and ("runs shell" in found) == shell


def test_an_address_gets_the_arguments() -> None:
    assert launch_risks("", (), "https://example.org/mcp") == ("sends data",)


def test_every_risk_has_a_text_in_window_and_terminal() -> None:
    assert set(WORDS) == set(RISKS)
