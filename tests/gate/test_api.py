"""Orders of a person: what is remembered, what cannot be kept, what closing does."""

import asyncio

import msgspec
import pytest

from toolguard.gate.approvals.proposals import MAX_PROPOSALS
from toolguard.gate.mcp.revisions import MAX_NAME
from toolguard.gate.model import LogWriteError
from toolguard.gate.policy.rules import Rule, RuleRequest

ALWAYS = RuleRequest(client="desk", server="files", tool="read", verdict="deny", until="always")


async def test_a_denial_can_be_remembered(play):
    await play.start()
    play.calls(1)
    await play.denies("no", remember=ALWAYS)
    await play.hears()
    play.calls(2)
    assert (await play.hears())["result"]["isError"] is True
    assert [rule.verdict for rule in play.kept] == ["deny"]


async def test_a_rule_for_this_session_is_not_saved(play):
    await play.start()
    play.calls(1)
    await play.denies(remember=RuleRequest(client="*", server="*", tool="*", verdict="deny", until="session"))
    await play.hears()
    assert play.kept == []
    assert len(list(play.gate.rules)) == 1


async def test_an_allow_rule_for_every_tool_has_no_fingerprint(play):
    await play.start()
    play.calls(1)
    await play.approves(remember=RuleRequest(client="*", server="files", tool="*", verdict="allow", until="always"))
    assert play.kept[0].fingerprint == ""


@pytest.mark.parametrize("problem", [ValueError("config.json line 3: no"), LogWriteError("the disk is full")])
async def test_unsavable_rule_leaves_the_call_pending(play, problem):
    def refuse(rule):
        raise problem

    play.guard._keep = refuse
    await play.start()
    play.calls(1)
    held = (await play.sees())[0]
    told = await play.guard.deny(held.call.id, remember=ALWAYS)
    assert "nothing was decided" in told
    assert str(problem) in told
    allow = msgspec.structs.replace(ALWAYS, verdict="allow")
    told = await play.guard.approve(held.call.id, shown=held.call.digest, remember=allow)
    assert "nothing was decided" in told
    assert len(play.guard.snapshot().held) == 1
    assert list(play.gate.rules) == []


async def test_external_rule_changes_replace_only_saved_rules(play):
    play.guard.add_rule(Rule(id="mine", verdict="ask", until="session"), by="person")
    for id in ("same", "other", "gone"):
        play.guard.add_rule(Rule(id=id, verdict="allow", tool="x"), by="person")
    new = [Rule(id="same", verdict="allow", tool="x"), Rule(id="other", verdict="deny"), Rule(id="new", verdict="ask")]
    edition = play.gate.edition
    play.guard.apply_saved_rules(new, by="config.json")
    assert {(rule.id, rule.verdict) for rule in play.gate.rules} == {
        ("mine", "ask"), ("same", "allow"), ("other", "deny"), ("new", "ask"),
    }  # fmt: skip
    told = [event.what for event in play.log.events if getattr(event, "by", "") == "config.json"]
    assert sorted(told) == ["rule gone removed", "rule new added", "rule other changed"]
    assert play.gate.edition > edition


async def test_external_deny_rule_applies_to_pending_calls(play):
    await play.start()
    play.calls(1)
    await play.sees()
    play.guard.apply_saved_rules([Rule(id="no", verdict="deny")], by="config.json")
    assert (await play.hears())["result"]["isError"] is True


async def test_a_rule_that_is_removed_decides_nothing_any_more(play):
    play.guard.add_rule(Rule(id="r", verdict="deny"), by="cli")
    assert play.guard.remove_rule("r", by="cli").id == "r"
    assert play.guard.remove_rule("r", by="cli") is None
    assert [event.what for event in play.log.of("ConfigChanged")] == ["rule r added", "rule r removed"]


async def test_closing_refuses_proposals_and_new_calls(play, wait_until):
    asking = asyncio.ensure_future(play.guard.proposals.propose("server", "t", "d", "cli"))
    await wait_until(lambda: bool(play.guard.snapshot().proposals))
    await play.start()
    await play.guard.close("app closing")
    assert await asking is False
    assert await play.guard.proposals.propose("server", "t", "d", "cli") is False


async def test_a_call_that_arrives_while_closing_is_denied(play):
    await play.start()
    play.gate.closing = True
    play.calls(1)
    assert "closing" in (await play.hears())["result"]["content"][0]["text"]


async def test_the_number_of_questions_is_bounded(play, wait_until):
    asking = [
        asyncio.ensure_future(play.guard.proposals.propose("rule", "t", "d", "cli")) for _ in range(MAX_PROPOSALS)
    ]
    await wait_until(lambda: len(play.guard.snapshot().proposals) == MAX_PROPOSALS)
    assert await play.guard.proposals.propose("rule", "t", "d", "cli") is False
    for one in asking:
        one.cancel()
    await asyncio.gather(*asking, return_exceptions=True)


async def test_listeners_hear_of_changes_until_they_leave(play):
    heard = []
    leave = play.guard.on_change(lambda: heard.append(1))
    play.gate.changed()
    leave()
    play.gate.changed()
    assert heard == [1]


async def test_stop_all_stops_every_running_call(play):
    await play.start()
    play.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    for id in (1, 2):
        play.calls(id)
        await play.server_hears()
    assert play.guard.snapshot().running_count == 2
    assert await play.guard.stop_all() == ""
    assert {(await play.hears())["id"] for _ in range(2)} == {1, 2}
    assert len(play.guard.sessions()) == 1


async def test_no_tool_is_called_as_every_tool_is_so_that_no_rule_for_it_alone_can_hold_for_all(play):
    await play.start()
    await play.lists([{"name": "*", "inputSchema": {}}, {"name": "read", "inputSchema": {}}])
    assert [tool.name for tool in play.gate.tools.of("files")] == ["read"]
    play.calls(1, tool="*")
    assert (await play.hears())["error"]["code"] == -32602
    assert not play.guard.snapshot().held


async def test_rule_for_an_unlisted_tool_does_not_cover_a_later_definition(play):
    await play.start()
    play.calls(1)
    always = RuleRequest(client="desk", server="files", tool="read", verdict="allow", until="always")
    await play.approves(remember=always)
    await play.server_answers({"content": []})
    await play.hears()
    play.calls(2)  # the server is asked, and still does not list it: as it was approved
    assert (await play.server_answers({"tools": []}))["method"] == "tools/list"
    assert (await play.server_answers({"content": []}))["method"] == "tools/call"
    await play.hears()
    await play.lists([{"name": "read", "description": "Deletes everything", "inputSchema": {}}])
    play.calls(3)
    assert "definition has changed" in (await play.sees())[0].warnings[0]


async def test_a_tool_that_no_rule_can_allow_is_approved_once_and_not_remembered(play):
    await play.start()
    schema = {"properties": {"a": {"$ref": "https://example.org/a.json"}}}
    await play.lists([{"name": "read", "inputSchema": schema}])
    play.calls(1)
    (held,) = await play.sees()
    requested = RuleRequest(client="desk", server="files", tool="read", verdict="allow", until="always")
    answer = await play.guard.approve(held.call.id, shown=held.shown, remember=requested)
    assert "nothing was decided" in answer and "https://example.org/a.json" in answer
    assert play.server.sent.empty() and list(play.gate.rules) == []
    assert await play.guard.approve(held.call.id, shown=held.shown) == ""
    await play.server_answers({"content": []})
    play.gate.rules.add(Rule(id="every", verdict="allow"))
    play.calls(2)
    await play.sees()


async def test_a_tool_s_name_is_no_longer_than_a_person_can_read(play):
    await play.start()
    await play.lists([{"name": "r" * MAX_NAME, "inputSchema": {}}, {"name": "r " * 5_000_000, "inputSchema": {}}])
    assert [len(tool.name) for tool in play.gate.tools.of("files")] == [MAX_NAME]
    play.calls(1, tool="r " * 5_000_000)
    assert (await play.hears())["error"]["code"] == -32602
    play.calls(2, tool="r" * MAX_NAME)
    await play.sees()
