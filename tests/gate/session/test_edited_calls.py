"""Plays: a person changes what a call was given before it runs. What was edited is what is recorded and sent."""

import pytest

from toolguard.gate import jsonrpc
from toolguard.gate.model import Call, ClientInfo
from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.rules import Rule, RuleRequest, RuleSet

OK = {"content": []}
ODD = '{"path":"/tmp/b","big":1180591620717411303424,"odd":0.10000000000000000000001,"none":null}'


async def held_one(harness, **arguments):
    await harness.start()
    harness.call(7, "write", arguments or {"path": "/tmp/a"}, _meta={"progressToken": "t"}, extra={"kept": 1})
    return (await harness.wait_for_pending())[0]


async def test_server_gets_edited_arguments_and_unchanged_rest(harness):
    held = await held_one(harness)
    await harness.approve(edited=ODD)
    sent = await harness.server_receive()
    assert sent["id"] == 7
    assert sent["params"]["_meta"] == {"progressToken": "t"}
    assert sent["params"]["extra"] == {"kept": 1}
    assert sent["params"]["arguments"]["path"] == "/tmp/b"
    assert held.call.arguments == {"path": "/tmp/a"}


async def test_numbers_in_edited_arguments_are_sent_unchanged(harness, monkeypatch):
    await held_one(harness)
    lines = []
    encode = jsonrpc.encode
    monkeypatch.setattr(jsonrpc, "encode", lambda message: lines.append(encode(message)) or encode(message))
    await harness.approve(edited=ODD)
    await harness.server_receive()
    assert any(f'"arguments":{ODD}'.encode() in line for line in lines)


async def test_log_has_shown_and_edited_arguments_and_sent_digest(harness):
    held = await held_one(harness)
    await harness.approve(edited=ODD)
    await harness.server_respond(OK)
    await harness.receive()
    asked, decided, forwarded = (harness.log.of(kind)[0] for kind in ("CallHeld", "CallDecided", "CallForwarded"))
    assert (asked.arguments, asked.digest) == ('{"path":"/tmp/a"}', held.call.digest)
    assert (decided.edited, decided.by, decided.arguments) == (True, "person", ODD)
    assert decided.digest == forwarded.digest != asked.digest
    assert harness.log.kinds(held.call.id) == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]


async def test_unedited_call_is_labelled(harness):
    await held_one(harness)
    await harness.approve()
    await harness.server_receive()
    decided = harness.log.of("CallDecided")[0]
    assert (decided.edited, decided.arguments) == (False, "")
    assert harness.log.of("CallForwarded")[0].digest == harness.log.of("CallHeld")[0].digest


@pytest.mark.parametrize(
    "edited",
    [
        "",
        "{",
        "[1]",
        '"text"',
        "null",
        '{"a":1,"a":2}',
        '{"a":NaN}',
        '{"a":"x"',
        "{} {}",
        f'{{"a":{"[" * 600}{"]" * 600}}}',
    ],
)
async def test_rejected_edit_leaves_the_call_pending_and_stores_no_rule(harness, edited):
    held = await held_one(harness)
    requested = RuleRequest(client="desk", server="files", tool="write", verdict="allow", until="always")
    result = await harness.guard.approve(held.call.id, shown=held.call.digest, edited=edited, remember=requested)
    assert result.startswith("The edited arguments cannot be sent: ")
    assert await harness.guard.check(held.call.id, edited) == (result,)
    assert harness.kept == [] and list(harness.gate.rules) == []
    assert harness.log.kinds(held.call.id) == ["CallHeld"]
    assert (await harness.wait_for_pending())[0] is held
    await harness.approve()
    assert (await harness.server_receive())["params"]["arguments"] == {"path": "/tmp/a"}


async def test_an_edit_of_another_call_than_the_shown_one_runs_nothing(harness):
    held = await held_one(harness)
    result = await harness.guard.approve(held.call.id, shown="0" * 64, edited="{}")
    assert "This is not the call that you were shown" in result
    assert len(harness.guard.snapshot().pending) == 1


async def test_edit_after_cancellation_runs_nothing(harness):
    held = await held_one(harness)
    await harness.cancel(7)
    await harness.wait_for_pending(0)
    assert "no longer pending" in await harness.guard.approve(held.call.id, shown=held.call.digest, edited="{}")
    assert "no longer pending" in (await harness.guard.check(held.call.id, "{}"))[0]
    assert harness.server.log == []


async def test_check_of_edited_arguments_warns_and_changes_nothing(harness):
    await harness.start()
    schema = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
    await harness.list_tools([{"name": "write", "inputSchema": schema}])
    harness.call(1, "write", {"path": "/tmp/a"})
    held = (await harness.wait_for_pending())[0]
    assert await harness.guard.check(held.call.id, '{"path":"/tmp/b"}') == ()
    assert len(await harness.guard.check(held.call.id, '{"path":5}')) == 1
    assert (await harness.wait_for_pending())[0] is held


DENY_ETC = Rule(
    id="etc", server="files", verdict="deny", when=(Condition(pointer="/path", matcher="starts-with", value="/etc"),)
)


async def test_edit_that_a_rule_denies_is_refused_and_leaves_the_call_pending(harness):
    harness.gate.rules.add(DENY_ETC)
    held = await held_one(harness)
    result = await harness.guard.approve(held.call.id, shown=held.call.digest, edited='{"path":"/etc/passwd"}')
    assert result == "The edited arguments cannot be sent: the rule etc denies it."
    assert await harness.guard.check(held.call.id, '{"path":"/etc/passwd"}') == (result,)
    assert (await harness.wait_for_pending())[0] is held
    await harness.approve(edited='{"path":"/tmp/b"}')
    assert (await harness.server_receive())["params"]["arguments"] == {"path": "/tmp/b"}


async def test_new_rule_denies_the_continuation_of_a_call_by_its_edited_arguments(harness):
    await harness.start()
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
    harness.call(1, "write", {"path": "/tmp/a"}, _meta=meta)
    await harness.wait_for_pending()
    await harness.approve(edited='{"path":"/etc/b"}')
    await harness.server_respond({"resultType": "input_required", "requestState": "s"})
    await harness.receive()
    harness.gate.rules.add(DENY_ETC)
    harness.call(2, "write", {"path": "/tmp/a"}, _meta=meta, requestState="s")
    assert "the rules no longer allow it" in (await harness.receive())["result"]["content"][0]["text"]
    assert len(harness.server.log) == 1


async def test_joined_calls_all_get_response_of_edited_call(harness):
    await harness.start()
    for id in (1, 2):
        harness.call(id, "write", {"path": "/tmp/a"})
    await harness.wait_for_pending()
    await harness.approve(edited='{"path":"/tmp/b"}')
    assert (await harness.server_respond(OK))["params"]["arguments"] == {"path": "/tmp/b"}
    assert {(await harness.receive())["id"] for _ in range(2)} == {1, 2}
    assert len(harness.server.log) == 1


async def test_edited_call_does_not_cover_the_next_identical_call(harness):
    await held_one(harness)
    await harness.approve(edited="{}")
    await harness.server_respond(OK)
    await harness.receive()
    harness.call(8, "write", {"path": "/tmp/a"})
    assert (await harness.wait_for_pending())[0].call.arguments == {"path": "/tmp/a"}


# What a rule does to the calls that wait


async def test_new_deny_rule_denies_only_matching_pending_calls(harness, wait_until):
    await harness.start()
    for id, tool in enumerate(("write", "write", "read"), 1):
        harness.call(id, tool, {"n": id})
    first = (await harness.wait_for_pending(3))[0]
    requested = RuleRequest(client="desk", server="files", tool="write", verdict="deny", until="session", id="r7")
    assert await harness.guard.deny(first.call.id, reason="no", remember=requested) == ""
    left = await harness.wait_for_pending(1)
    assert left[0].call.tool == "read"
    assert {(await harness.receive())["id"] for _ in range(2)} == {1, 2}
    assert [(one.verdict, one.by) for one in harness.log.of("CallDecided")] == [("deny", "person"), ("deny", "rule r7")]
    assert harness.server.log == []


async def test_an_allow_rule_runs_nothing_that_waits_already(harness):
    await harness.start()
    for id in (1, 2):
        harness.call(id, "write", {"n": id})
    first = (await harness.wait_for_pending(2))[0]
    requested = RuleRequest(client="*", server="files", tool="*", verdict="allow", until="session")
    assert await harness.guard.approve(first.call.id, shown=first.call.digest, remember=requested) == ""
    await harness.server_receive()
    assert [held.call.arguments for held in await harness.wait_for_pending(1)] == [{"n": 2}]


async def test_created_rule_has_the_requested_id_and_can_be_removed(harness):
    await held_one(harness)
    requested = RuleRequest(client="desk", server="files", tool="write", verdict="allow", until="session", id="mine")
    await harness.approve(remember=requested)
    assert harness.guard.remove_rule("mine", by="person").verdict == "allow"


def test_a_rule_reaches_calls_in_all_its_places():
    call = Call(
        id="c", session="s", client=ClientInfo(id="desk"), claim="", server="files", tool="write", message={},
        era="legacy", since=0.0,
    )  # fmt: skip
    rules = RuleSet()
    assert rules.matches(Rule(id="r", verdict="deny"), call)
    assert rules.matches(Rule(id="r", verdict="deny", client="desk", tool="write"), call)
    for place in ("client", "server", "tool"):
        assert not rules.matches(Rule(id="r", verdict="deny", **{place: "other"}), call)
