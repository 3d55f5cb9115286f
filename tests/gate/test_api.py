"""Orders of a person: what is remembered, what cannot be kept, what closing does."""

import asyncio

import msgspec
import pytest

from toolguard.gate.approvals.proposals import MAX_PROPOSALS
from toolguard.gate.mcp.revisions import MAX_NAME
from toolguard.gate.model import LogWriteError
from toolguard.gate.policy.rules import ORGANIZATION, AllowRulePolicy, Rule, RuleRequest

ALWAYS = RuleRequest(client="desk", server="files", tool="read", verdict="deny", until="always")


async def test_a_denial_can_be_remembered(harness):
    await harness.start()
    harness.call(1)
    await harness.deny("no", remember=ALWAYS)
    await harness.receive()
    harness.call(2)
    assert (await harness.receive())["result"]["isError"] is True
    assert [rule.verdict for rule in harness.kept] == ["deny"]


async def test_a_rule_for_this_session_is_not_saved(harness):
    await harness.start()
    harness.call(1)
    await harness.deny(remember=RuleRequest(client="*", server="*", tool="*", verdict="deny", until="session"))
    await harness.receive()
    assert harness.kept == []
    assert len(list(harness.gate.rules)) == 1


async def test_allow_rule_for_all_tools_has_no_fingerprint(harness):
    await harness.start()
    harness.call(1)
    await harness.approve(remember=RuleRequest(client="*", server="files", tool="*", verdict="allow", until="always"))
    assert harness.kept[0].fingerprint == ""


@pytest.mark.parametrize("problem", [ValueError("config.json line 3: no"), LogWriteError("the disk is full")])
async def test_unsavable_rule_leaves_the_call_pending(harness, problem):
    def refuse(rule):
        raise problem

    harness.guard._keep = refuse
    await harness.start()
    harness.call(1)
    held = (await harness.wait_for_pending())[0]
    result = await harness.guard.deny(held.call.id, remember=ALWAYS)
    assert "nothing was decided" in result
    assert str(problem) in result
    allow = msgspec.structs.replace(ALWAYS, verdict="allow")
    result = await harness.guard.approve(held.call.id, shown=held.call.digest, remember=allow)
    assert "nothing was decided" in result
    assert len(harness.guard.snapshot().pending) == 1
    assert list(harness.gate.rules) == []


async def test_record_of_a_rule_is_taken_back_if_it_cannot_be_saved(harness):
    def refuse(rule):
        raise ValueError("No space left on device")

    harness.guard.add_rule(Rule(id="a", verdict="deny"), by="person")
    harness.guard._keep = refuse
    with pytest.raises(ValueError, match="No space"):
        harness.guard.add_rule(Rule(id="b", verdict="deny"), by="person")
    with pytest.raises(ValueError, match="No space"):
        harness.guard.change_rule(Rule(id="a", verdict="ask"), by="person")
    assert [(rule.id, rule.verdict) for rule in harness.gate.rules] == [("a", "deny")]
    not_saved = "rule {} was not saved: the change does not apply".format
    assert [(one.what, one.by) for one in harness.log.of("ConfigChanged")][1:] == [
        ("rule b added", "person"), (not_saved("b"), "toolguard"),
        ("rule a changed", "person"), (not_saved("a"), "toolguard"),
    ]  # fmt: skip


async def test_change_of_a_rule_is_worded_against_the_own_rule_with_that_id(harness):
    harness.guard.set_organization([Rule(id="a", verdict="deny", by=ORGANIZATION)], AllowRulePolicy())
    harness.guard.add_rule(Rule(id="a", verdict="ask", disabled=True), by="person")
    harness.guard.change_rule(Rule(id="a", verdict="ask"), by="person")
    assert [one.what for one in harness.log.of("ConfigChanged")] == ["rule a added", "rule a turned on"]
    assert [rule.by for rule in harness.gate.rules if rule.verdict == "deny"] == [ORGANIZATION]


async def test_external_rule_changes_replace_only_saved_rules(harness):
    harness.guard.add_rule(Rule(id="mine", verdict="ask", until="session"), by="person")
    for id in ("same", "other", "gone"):
        harness.guard.add_rule(Rule(id=id, verdict="allow", tool="x"), by="person")
    new = [Rule(id="same", verdict="allow", tool="x"), Rule(id="other", verdict="deny"), Rule(id="new", verdict="ask")]
    edition = harness.gate.edition
    harness.guard.apply_saved_rules(new, by="config.json")
    assert {(rule.id, rule.verdict) for rule in harness.gate.rules} == {
        ("mine", "ask"), ("same", "allow"), ("other", "deny"), ("new", "ask"),
    }  # fmt: skip
    results = [event.what for event in harness.log.events if getattr(event, "by", "") == "config.json"]
    assert sorted(results) == ["rule gone removed", "rule new added", "rule other changed"]
    assert harness.gate.edition > edition


async def test_external_deny_rule_applies_to_pending_calls(harness):
    await harness.start()
    harness.call(1)
    await harness.wait_for_pending()
    harness.guard.apply_saved_rules([Rule(id="no", verdict="deny")], by="config.json")
    assert (await harness.receive())["result"]["isError"] is True


async def test_a_rule_that_is_removed_decides_nothing_any_more(harness):
    harness.guard.add_rule(Rule(id="r", verdict="deny"), by="cli")
    assert harness.guard.remove_rule("r", by="cli").id == "r"
    assert harness.guard.remove_rule("r", by="cli") is None
    assert [event.what for event in harness.log.of("ConfigChanged")] == ["rule r added", "rule r removed"]


async def test_closing_refuses_proposals_and_new_calls(harness, wait_until):
    asking = asyncio.ensure_future(harness.guard.proposals.propose("server", "t", "d", "cli"))
    await wait_until(lambda: bool(harness.guard.snapshot().proposals))
    await harness.start()
    await harness.guard.close("app closing")
    assert await asking is False
    assert await harness.guard.proposals.propose("server", "t", "d", "cli") is False


async def test_a_call_that_arrives_while_closing_is_denied(harness):
    await harness.start()
    harness.gate.begin_closing()
    harness.call(1)
    assert "closing" in (await harness.receive())["result"]["content"][0]["text"]


async def test_the_number_of_questions_is_bounded(harness, wait_until):
    asking = [
        asyncio.ensure_future(harness.guard.proposals.propose("rule", "t", "d", "cli")) for _ in range(MAX_PROPOSALS)
    ]
    await wait_until(lambda: len(harness.guard.snapshot().proposals) == MAX_PROPOSALS)
    assert await harness.guard.proposals.propose("rule", "t", "d", "cli") is False
    for one in asking:
        one.cancel()
    await asyncio.gather(*asking, return_exceptions=True)


async def test_a_question_takes_the_place_of_the_newest_of_the_asker_with_most(harness, wait_until):
    proposals = harness.guard.proposals
    first, *others = (
        asyncio.ensure_future(proposals.ask_verdict("rule", f"{number}", "d", "flood"))
        for number in range(MAX_PROPOSALS)
    )
    await wait_until(lambda: len(proposals.all()) == MAX_PROPOSALS)
    asking = asyncio.ensure_future(proposals.ask_verdict("secret", "t", "d", "another"))
    await wait_until(others[-1].done)
    assert others.pop().result() == "nobody"
    assert [proposal.asked_by for proposal in proposals.all()] == ["flood"] * (MAX_PROPOSALS - 1) + ["another"]
    await harness.guard.accept(proposals.all()[-1].id)
    assert await asking == "accepted"
    await harness.guard.reject(proposals.all()[0].id)
    assert await first == "rejected"
    await harness.guard.close("app closing")
    assert set(await asyncio.gather(*others)) == {"closing"}


async def test_listeners_hear_of_changes_until_they_leave(harness):
    received = []
    leave = harness.guard.on_change(lambda: received.append(1))
    harness.gate.changed()
    leave()
    harness.gate.changed()
    assert received == [1]


async def test_stop_all_stops_every_running_call(harness):
    await harness.start()
    harness.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    for id in (1, 2):
        harness.call(id)
        await harness.server_receive()
    assert harness.guard.snapshot().running_count == 2
    assert await harness.guard.stop_all() == ""
    assert {(await harness.receive())["id"] for _ in range(2)} == {1, 2}
    assert len(harness.guard.sessions()) == 1


async def test_tool_named_like_the_wildcard_is_rejected(harness):
    await harness.start()
    await harness.list_tools([{"name": "*", "inputSchema": {}}, {"name": "read", "inputSchema": {}}])
    assert [tool.name for tool in harness.gate.tools.of("files")] == ["read"]
    harness.call(1, tool="*")
    assert (await harness.receive())["error"]["code"] == -32602
    assert not harness.guard.snapshot().pending


async def test_rule_for_an_unlisted_tool_does_not_cover_a_later_definition(harness):
    await harness.start()
    harness.call(1)
    always = RuleRequest(client="desk", server="files", tool="read", verdict="allow", until="always")
    await harness.approve(remember=always)
    await harness.server_respond({"content": []})
    await harness.receive()
    harness.call(2)  # the server is asked, and still does not list it: as it was approved
    assert (await harness.server_respond({"tools": []}))["method"] == "tools/list"
    assert (await harness.server_respond({"content": []}))["method"] == "tools/call"
    await harness.receive()
    await harness.list_tools([{"name": "read", "description": "Deletes everything", "inputSchema": {}}])
    harness.call(3)
    assert "before its definition changed" in (await harness.wait_for_pending())[0].warnings[0]


async def test_a_tool_that_no_rule_can_allow_is_approved_once_and_not_remembered(harness):
    await harness.start()
    schema = {"properties": {"a": {"$ref": "https://example.org/a.json"}}}
    await harness.list_tools([{"name": "read", "inputSchema": schema}])
    harness.call(1)
    (held,) = await harness.wait_for_pending()
    requested = RuleRequest(client="desk", server="files", tool="read", verdict="allow", until="always")
    answer = await harness.guard.approve(held.call.id, shown=held.shown, remember=requested)
    assert "nothing was decided" in answer and "https://example.org/a.json" in answer
    assert harness.server.sent.empty() and list(harness.gate.rules) == []
    assert await harness.guard.approve(held.call.id, shown=held.shown) == ""
    await harness.server_respond({"content": []})
    harness.gate.rules.add(Rule(id="every", verdict="allow"))
    harness.call(2)
    await harness.wait_for_pending()


async def test_a_tool_s_name_is_no_longer_than_a_person_can_read(harness):
    await harness.start()
    await harness.list_tools(
        [{"name": "r" * MAX_NAME, "inputSchema": {}}, {"name": "r " * 5_000_000, "inputSchema": {}}]
    )
    assert [len(tool.name) for tool in harness.gate.tools.of("files")] == [MAX_NAME]
    harness.call(1, tool="r " * 5_000_000)
    assert (await harness.receive())["error"]["code"] == -32602
    harness.call(2, tool="r" * MAX_NAME)
    await harness.wait_for_pending()
