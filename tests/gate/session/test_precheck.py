"""Plays: a server whose tools are given more than their inputs. What was judged and shown is what a call gets."""

from __future__ import annotations

import pytest

from toolguard.gate.policy.rules import Rule
from toolguard.gate.policy.tools import OTC_META_KEY

ALL = Rule(id="all", client="*", server="*", tool="*", verdict="allow", until="session")


def tool(*needs, title="Kit.query@1.0.0"):
    return {"name": "query", "title": title, "_meta": {OTC_META_KEY: {"needs": [*needs]}}}


async def starts(harness, given=("Kit.query@1.0.0", ()), lists=None, rule=ALL):
    """``given``: what the channel would send a prepared call to, and with what. ``lists``: what it tells when asked."""
    looks = []

    async def prepare(_message):
        return ()

    async def learn(message):
        looks.append(message["params"]["name"])
        return {"tools": lists}

    opened = harness.open

    async def open_giving(state):
        line = await opened(state)
        line.prepare, line.reached_tool = prepare, lambda _message: given
        if lists is not None:
            line.learn = learn
        return line

    harness.open = open_giving
    harness.gate.servers.has_tool_needs = lambda server: server == "files"
    if rule is not None:
        harness.guard.add_rule(rule, by="person")
    await harness.start()
    return looks


def refused(answer):
    assert answer["result"]["isError"] is True
    return answer["result"]["content"][0]["text"]


async def test_unlisted_tool_is_looked_up_once_before_judging(harness):
    looks = await starts(harness, ("Kit.query@1.0.0", ("context secret KEY",)), [tool("context secret KEY")])
    for id in (1, 2):
        harness.call(id, "query")
        await harness.server_respond({"content": []})
        assert (await harness.receive())["id"] == id
    assert looks == ["query"]
    assert harness.gate.tools.get("files", "query").needs == ("context secret KEY",)


@pytest.mark.parametrize("lists", [[], None], ids=["it lists none", "it cannot be asked"])
@pytest.mark.parametrize("needs", [(), ("context user_id",)])
async def test_unknown_tool_allowed_by_rule_gets_only_its_arguments(harness, lists, needs):
    await starts(harness, ("Kit.query@1.0.0", needs), lists)
    harness.call(1, "query")
    if needs:
        assert "list the server's tools" in refused(await harness.receive())
        assert harness.log.kinds() == ["CallDecided", "CallWithdrawn"] and not harness.server.log
    else:
        await harness.server_respond({"content": []})
        assert (await harness.receive())["id"] == 1


async def test_approved_unknown_tool_gets_only_the_displayed_arguments(harness):
    await starts(harness, ("Kit.query@1.0.0", ("context user_id",)), [], rule=None)
    harness.call(1, "query")
    assert (await harness.wait_for_pending())[0].tool is None
    await harness.approve()
    await harness.server_respond({"content": []})
    assert (await harness.receive())["id"] == 1


async def test_needs_added_after_the_look_up_are_not_met(harness):
    await starts(harness, ("Kit.query@1.0.0", ("context user_id",)), [tool()])
    harness.call(1, "query")
    assert "then repeat the call" in refused(await harness.receive())
    assert not harness.server.log


async def test_deny_rule_needs_no_look_up(harness):
    looks = await starts(harness, lists=[tool()], rule=Rule(id="no", tool="query", verdict="deny", until="session"))
    harness.call(1, "query")
    refused(await harness.receive())
    assert not looks
