"""A rule that names what is not there is added, and says so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.services_harness import Harness


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    one = Harness(tmp_path)
    await one.with_server("files")
    one.gate.tools.add_page("files", "s", {"tools": [{"name": "read"}]}, first=True)
    yield one
    one.keychain.close()


WRITE = {"name": "write", "inputSchema": {
    "type": "object", "properties": {"path": {}, "content": {}, "key": {}}, "required": ["path", "content", "key"],
}}  # fmt: skip
"""A tool whose argument ``key`` is bound in the tests."""


@pytest.mark.parametrize(
    ("server", "tool", "expected"),
    [
        ("files", "read", ""),
        ("files", "*", ""),
        ("*", "anything", ""),
        ("nope", "read", "There is no server nope yet: the rule applies when one gets this name."),
        ("nope", "*", "There is no server nope yet: the rule applies when one gets this name."),
        ("files", "raed", "files lists no tool raed now: the rule applies when it gets one with this name."),
        ("files", "re\u202ead", "files lists no tool re\u27e8U+202E RIGHT-TO-LEFT OVERRIDE\u27e9ad now: "
                                "the rule applies when it gets one with this name."),
    ],
)  # fmt: skip
async def test_rule_for_unknown_names_is_added_with_a_warning(
    harness: Harness, server: str, tool: str, expected: str
) -> None:
    added: dict[str, Any] = await harness.order("rule.add", server=server, tool=tool, verdict="deny")
    assert [rule.id for rule in harness.gate.rules] == [added["id"]]
    assert added["doubts"] == ([expected] if expected else [])


async def test_tools_that_were_never_listed_raise_no_doubt(harness: Harness) -> None:
    await harness.with_server("quiet")
    assert (await harness.order("rule.add", server="quiet", tool="read", verdict="deny"))["doubts"] == []


@pytest.mark.parametrize(
    ("members", "doubts"),
    [
        ({}, ["The rule matches no call: the tool requires /content, and no condition names it."]),
        ({"other_arguments": "any"}, []),
        ({"except": [{"pointer": "/content", "matcher": "equals", "value": ""}]}, []),
        ({"verdict": "deny"}, []),
    ],
)
async def test_rule_that_excludes_a_required_argument_is_added_with_a_warning(
    harness: Harness, members: dict[str, Any], doubts: list[str]
) -> None:
    """A bound argument is added after a rule has decided."""
    harness.gate.tools.add_page("files", "s", {"tools": [WRITE]}, first=True)
    harness.config.set_argument("files", "write", "/key", "${secret:k}")
    rule = {
        "server": "files", "tool": "write", "verdict": "allow",
        "when": [{"pointer": "/path", "matcher": "equals", "value": "/a"}], **members,
    }  # fmt: skip
    assert (await harness.order("rule.add", **rule))["doubts"] == doubts


async def test_allow_rule_with_a_condition_on_a_bound_argument_is_refused(harness: Harness) -> None:
    """Clients cannot send it."""
    schema = {**WRITE["inputSchema"], "additionalProperties": False}
    harness.gate.tools.add_page("files", "s", {"tools": [{**WRITE, "inputSchema": schema}]}, first=True)
    harness.config.set_argument("files", "write", "/key", "${secret:k}")
    when = [{"pointer": "/key", "matcher": "equals", "value": "x"}]
    refusal = await harness.refusal("rule.add", server="files", tool="write", verdict="allow", when=when)
    assert refusal.endswith("the tool's schema has no argument /key.")
