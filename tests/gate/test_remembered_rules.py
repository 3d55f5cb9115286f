"""A rule that is remembered with a decision: the gate makes it from the call that it holds, whatever is asked."""

from __future__ import annotations

from typing import Any

import pytest

from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.rules import RuleRequest
from toolguard.servers.local_paths import LOCAL_FILE_SYSTEM

OK = {"content": [{"type": "text", "text": "ok"}], "isError": False}


@pytest.fixture
def local(harness: Any) -> Any:
    """The server runs on this machine."""
    harness.gate.rules.paths = lambda _server: LOCAL_FILE_SYSTEM
    return harness


async def held_one(harness: Any, arguments: Any, tool: str = "read", schema: Any = None) -> Any:
    await harness.start()
    await harness.list_tools([{"name": tool, "inputSchema": {"type": "object", **(schema or {})}}])
    harness.call(1, tool, arguments)
    return (await harness.wait_for_pending())[0]


def requested(held: Any, width: str, when: Any = (), **more: Any) -> RuleRequest:
    members = {"client": "desk", "server": "files", "tool": held.call.tool, "verdict": "allow", "until": "always"}
    return RuleRequest(**{**members, "width": width, "when": tuple(when), **more})


async def approve(harness: Any, held: Any, remember: RuleRequest, **more: Any) -> str:
    return str(await harness.guard.approve(held.call.id, shown=held.shown, remember=remember, **more))


async def offered(harness: Any, held: Any, width: str, edited: str | None = None) -> Any:
    return next(one for one in await harness.guard.widths(held.call.id, edited) if one.width == width)


async def test_folder_rule_allows_inside_and_asks_outside(local: Any, tmp_path: Any) -> None:
    (tmp_path / "sub").mkdir()
    held = await held_one(local, {"path": str(tmp_path / "a.txt")})
    found = await offered(local, held, "similar")
    assert found.kind == "folder" and found.about == str(tmp_path)
    assert await approve(local, held, requested(held, "similar", found.when)) == ""
    await local.server_respond(OK)
    await local.receive()
    assert local.kept[0].when == found.when and local.kept[0].fingerprint == held.tool.fingerprint
    local.call(2, "read", {"path": str(tmp_path / "sub" / "b.txt")})
    await local.server_respond(OK)
    assert (await local.receive())["id"] == 2
    local.call(3, "read", {"path": str(tmp_path.parent / "c.txt")})
    local.call(4, "read", {"path": str(tmp_path / "d.txt"), "callback": "https://evil.test"})
    assert {one.call.message["id"] for one in await local.wait_for_pending(2)} == {3, 4}


async def test_exactly_this_call_covers_no_other(harness: Any) -> None:
    held = await held_one(harness, {"path": "/tmp/a", "n": 1})
    found = await offered(harness, held, "call")
    assert await approve(harness, held, requested(held, "call", found.when)) == ""
    await harness.server_respond(OK)
    await harness.receive()
    harness.call(2, "read", {"path": "/tmp/a", "n": 1})
    await harness.server_respond(OK)
    await harness.receive()
    harness.call(3, "read", {"path": "/tmp/a", "n": 2})
    assert (await harness.wait_for_pending())[0].call.message["id"] == 3


WIDER = Condition(pointer="/path", matcher="glob", value="**")
ONLY = Condition(pointer="/path", matcher="equals", value="/tmp/a")


@pytest.mark.parametrize(
    "more",
    [
        {"width": "call", "when": (WIDER,)},
        {"width": "call", "when": ()},
        {"width": "similar", "when": (WIDER,)},
        {"width": "tool", "when": (ONLY,)},
        {"width": "call", "when": (ONLY,), "tool": "*"},
        {"width": "call", "when": (ONLY,), "tool": "write"},
        {"width": "call", "when": (ONLY,), "server": "*"},
        {"width": "tool", "server": "*"},
        {"width": "tool", "server": "other"},
        {"width": "tool", "client": "another"},
        {"width": "tool", "verdict": "deny"},
        {"width": "tool", "verdict": "ask"},
    ],
)
async def test_rule_that_does_not_match_the_call_is_refused(harness: Any, more: Any) -> None:
    held = await held_one(harness, {"path": "/tmp/a"})
    result = await approve(harness, held, requested(held, **{"width": "call", **more}))
    assert "nothing was decided" in result and "The rule does not match the pending call" in result
    assert harness.kept == [] and list(harness.gate.rules) == [] and harness.log.of("CallDecided") == []
    assert (await harness.wait_for_pending())[0] is held


@pytest.mark.parametrize(
    ("arguments", "schema"),
    [
        ({"command": "sh -c ls"}, None), ({"command": "git status"}, None), ({"code": "1"}, None),
        ({"sql": "SELECT 1"}, None), ({}, {"properties": {"script": {"type": "string"}}}),
    ],
)  # fmt: skip
async def test_tool_with_commands_or_code_gets_no_permanent_allow_rule(
    harness: Any, arguments: Any, schema: Any
) -> None:
    held = await held_one(harness, arguments, schema=schema)
    for tool in ("read", "*"):
        result = await approve(harness, held, requested(held, "tool", tool=tool))
        assert "ends when ToolGuard quits" in result
    assert harness.kept == [] and list(harness.gate.rules) == []
    exact = await offered(harness, held, "call")
    assert exact.always
    assert await approve(harness, held, requested(held, "tool", until="session")) == ""
    assert [rule.until for rule in harness.gate.rules] == ["session"]


async def test_unreadable_command_is_permanently_allowed_only_exactly(harness: Any) -> None:
    held = await held_one(harness, {"command": "git status; rm -rf ~"})
    assert [one.width for one in await harness.guard.widths(held.call.id)] == ["call", "tool"]
    found = await offered(harness, held, "call")
    assert await approve(harness, held, requested(held, "call", found.when)) == ""
    assert harness.kept[0].when[0].value == "git status; rm -rf ~"


async def test_tool_with_commands_can_be_denied_permanently(harness: Any) -> None:
    held = await held_one(harness, {"command": "sh -c ls"})
    assert await harness.guard.deny(held.call.id, remember=requested(held, "tool", verdict="deny")) == ""
    assert [rule.verdict for rule in harness.kept] == ["deny"]


async def test_rule_from_an_edited_call_covers_the_edited_arguments(harness: Any) -> None:
    held = await held_one(harness, {"path": "/tmp/a"})
    edited = '{"path":"/tmp/b"}'
    sent = await offered(harness, held, "call")
    assert "The rule does not match the pending call" in await approve(
        harness, held, requested(held, "call", sent.when), edited=edited
    )
    found = await offered(harness, held, "call", edited)
    assert await approve(harness, held, requested(held, "call", found.when), edited=edited) == ""
    assert harness.kept[0].when[0].value == "/tmp/b"


async def test_true_differs_from_1(harness: Any) -> None:
    held = await held_one(harness, {"n": 1})
    when = (Condition(pointer="/n", matcher="equals", value=True),)
    assert "The rule does not match the pending call" in await approve(harness, held, requested(held, "call", when))


async def test_ended_call_offers_no_rule_widths(harness: Any) -> None:
    held = await held_one(harness, {"n": 1})
    assert await harness.guard.widths(held.call.id, "{") == ()
    await harness.deny()
    assert await harness.guard.widths(held.call.id) == ()
