"""Plays with one client and many servers: the client says, a person presses, the right server hears."""

import asyncio

from tests.checkpoint.conftest import until
from tests.clients.crowd import TWO

# --- the gate ---------------------------------------------------------------------------------------------------------


async def test_the_gate_sees_the_server_the_tools_own_name_and_the_client(crowd):
    stage = crowd(**TWO)
    stage.start()
    await stage.shakes()
    assert await stage.lists() == ["git__commit", "git__log", "mail__send", "mail__log"]
    stage.calls(1, "mail__log", {"n": 1})
    (held,) = await stage.sees()
    assert (held.call.server, held.call.tool, held.call.client.id, held.call.claim) == ("mail", "log", "desk", "robot 1")
    assert held.tool.description == "it is log"


async def test_case_1_a_call_reaches_its_server_as_the_client_made_it_but_for_the_name(two):
    params = {"name": "git__commit", "arguments": {"a": [1, None]}, "vendor/p": {"b": 1}, "_meta": {"vendor/m": 0.5}}
    two.says({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params, "vendor/outside": [2]})
    heard = await two.server("git").hears()
    assert heard == {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {**params, "name": "commit"}, "vendor/outside": [2],
    }  # fmt: skip
    two.server("git").says(b'{"jsonrpc":"2.0","id":1,"result":{"content":[],"n":1e400,"vendor/r":{}},"vendor/o":1}')
    answer = await two.client.sent.get()
    assert (answer["result"]["vendor/r"], answer["vendor/o"]) == ({}, 1)
    assert not two.server("mail").heard("tools/call")


async def test_case_13_a_held_call_is_heard_by_nobody_until_it_is_approved(crowd):
    stage = crowd(**TWO)
    stage.start()
    await stage.shakes()
    await stage.lists()
    stage.calls(1, "git__commit")
    await stage.sees()
    assert await stage.asks("ping", id=2) == {}
    assert not stage.server("git").heard("tools/call")
    await stage.approves()
    heard = await stage.server("git").hears()
    stage.server("git").answers(heard, {"content": []})
    assert (await stage.answer(1))["result"] == {"content": []}


async def test_case_14_a_denial_is_a_result_with_an_error_in_it(crowd):
    stage = crowd(**TWO)
    stage.start()
    await stage.shakes()
    await stage.lists()
    stage.calls(1, "git__commit")
    (held,) = await stage.sees()
    await stage.guard.deny(held.call.id, reason="no")
    answer = await stage.answer(1)
    assert answer["result"]["isError"] is True
    assert not stage.server("git").heard("tools/call")


async def test_case_15_a_rule_for_a_tool_of_one_server_is_none_for_the_same_tool_of_another(crowd):
    stage = crowd(**TWO)
    stage.start()
    await stage.shakes()
    await stage.lists()
    stage.allows("git", "log")
    stage.calls(1, "git__log")
    await stage.server("git").hears()
    stage.calls(2, "mail__log")
    (held,) = await stage.sees()
    assert held.call.server == "mail"


async def test_case_28_a_hidden_tool_is_in_no_list_and_cannot_be_called_and_the_client_is_told(two):
    await two.hides("git", "commit", client="desk")
    await two.hears("notifications/tools/list_changed")
    two.calls(1, "git__commit")  # as the old list named it
    assert (await two.answer(1))["error"] == {"code": -32602, "message": "Unknown tool: commit"}
    assert await two.lists() == ["git__log", "mail__send", "mail__log"]
    two.calls(2, "git__commit")
    assert (await two.answer(2))["error"] == {"code": -32602, "message": "Unknown tool: git__commit"}
    assert not two.server("git").heard("tools/call")
    await two.hides("git", "commit", client="somebody else")
    assert "git__commit" in await two.lists()


NASTY = {
    "a": ["b__c", "x", "a__x", "__x", "b__c__d", "X", "t" * 200, "х", "x\u200b", "a_b__c", " x", "a/x", "x.y"],
    "a__b": ["c", "c__d", "x"],
    "a_": ["_x", "b__c", "x"],
    "a-b": ["c", "x"],
    "a.b": ["c", "x"],
    "a_b": ["c", "x", "c_0123456789ab"],
}


async def test_no_name_reaches_another_servers_tool(crowd):
    stage = crowd(**{server: {"tools": tools} for server, tools in NASTY.items()})
    stage.start()
    await stage.shakes()
    shown = await stage.lists()
    assert len(set(shown)) == sum(map(len, NASTY.values()))
    stage.allows()
    reached = {}
    for number, name in enumerate(shown):
        stage.calls(number, name)
        heard = [(server, stage.server(server).hears()) for server in NASTY]
        tasks = {asyncio.ensure_future(hearing): server for server, hearing in heard}
        done, late = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in late:
            task.cancel()
        (task,) = done
        reached[name] = (tasks[task], task.result()["params"]["name"])
    assert sorted(reached.values()) == sorted((server, tool) for server, tools in NASTY.items() for tool in tools)
    own = [name for name in (*(tool for tools in NASTY.values() for tool in tools), "a__", "a__y", "__a") if name not in shown]
    for name in own:
        assert (await stage.asks("tools/call", {"name": name}))["code"] == -32602


async def test_case_23_what_a_careless_server_could_take_for_a_call_goes_nowhere(two):
    for method in ("Tools/Call", " tools/call", "tools/call\u200b", "tools\\call"):
        assert (await two.asks(method, {"name": "git__commit"}))["code"] == -32601
    for params in ({}, {"name": ""}, {"name": 5}, {"name": "git__commit", "arguments": []}, {"Name": "git__commit"}):
        assert (await two.asks("tools/call", params))["code"] in (-32602, -32600)
    two.says({"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "git__commit", "arguments": {}}})
    two.says(b'{"jsonrpc":"2.0","id":9,"method":"ping","method":"tools/call","params":{"name":"git__commit"}}')
    assert (await two.answer(None))["error"]["code"] == -32700
    assert (await two.asks("tools/call", {"name": "git__commit", "Name": "log"}))["code"] == -32600
    assert await two.asks("ping") == {}
    assert not two.server("git").heard("tools/call")


# --- ids, tokens, cancels ---------------------------------------------------------------------------------------------


async def test_case_6_every_kind_of_id_comes_back_as_it_was(two):
    for id in (7, "7", 2**53 + 1, "", "ид", -1):
        two.calls(id, "git__log")
        two.server("git").answers(await two.server("git").hears(), {"content": [], "id": str(id)})
        assert (await two.answer(id))["result"]["id"] == str(id)


async def test_an_id_that_is_in_use_is_refused(two):
    two.calls(5, "git__log")
    await two.server("git").hears()
    two.requests(5, "tools/list")
    assert "still in use" in (await two.answer(None))["error"]["message"]


async def test_a_server_cannot_answer_for_another(two):
    two.calls(1, "git__log")
    heard = await two.server("git").hears()
    two.server("mail").answers(heard, {"content": [{"type": "text", "text": "forged"}]})
    two.server("mail").notifies("notifications/progress", progressToken=1, progress=1)
    two.calls(2, "mail__log")
    two.server("mail").answers(await two.server("mail").hears(), {"content": []})
    await two.answer(2)
    two.server("git").answers(heard, {"content": [], "true": 1})
    assert (await two.answer(1))["result"]["true"] == 1
    assert two.aside == []


async def test_case_21_progress_comes_from_the_server_that_works_and_from_no_other(two):
    two.calls(1, "git__log", _meta={"progressToken": "t"})
    heard = await two.server("git").hears()
    two.server("mail").notifies("notifications/progress", progressToken="t", progress=50)
    two.server("git").notifies("notifications/progress", progressToken="t", progress=1, message="one")
    assert (await two.hears("notifications/progress"))["params"]["message"] == "one"
    two.server("git").answers(heard, {"content": []})
    await two.answer(1)
    two.server("git").notifies("notifications/progress", progressToken="t", progress=2)
    assert await two.asks("ping") == {}
    assert two.aside == []


async def test_case_17_a_call_that_is_given_up_while_it_waits_is_withdrawn_and_heard_by_nobody(crowd):
    stage = crowd(**TWO)
    stage.start()
    await stage.shakes()
    await stage.lists()
    stage.calls(1, "git__commit")
    await stage.sees()
    stage.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    await stage.sees(0)
    assert await stage.asks("ping") == {}
    assert stage.log.kinds()[-1] == "Withdrawn"
    assert not stage.server("git").heard("tools/call") + stage.server("git").heard("notifications/cancelled")
    assert stage.aside == []


async def test_case_18_a_running_call_is_cancelled_at_its_server_and_nowhere_else(two):
    two.calls(1, "git__commit")
    await two.server("git").hears()
    two.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1, "reason": "r"}})
    heard = await two.server("git").hears("notifications/cancelled")
    assert heard["params"] == {"requestId": 1, "reason": "r"}
    two.server("git").answers({"id": 1}, {"content": []})
    assert await two.asks("ping") == {}
    assert two.aside == []
    assert not two.server("mail").heard("notifications/cancelled")


async def test_a_cancel_of_what_nobody_asked_or_of_initialize_is_nothing(two):
    for id in (99, "hello", None, True, {}, 1.5):
        two.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    assert await two.asks("ping") == {}
    assert not two.server("git").heard("notifications/cancelled")


async def test_a_request_that_waits_for_a_slow_server_can_be_given_up(crowd):
    slow = asyncio.Event()
    stage = crowd(git={"tools": ["log"], "slow": slow})
    stage.start()
    await stage.shakes()
    stage.requests(1, "tools/list")
    stage.calls(2, "git__log")
    for id in (1, 2):
        stage.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    assert await stage.asks("ping") == {}
    slow.set()
    await until(lambda: "git" in stage.opened)
    await stage.asks("tools/list", id=3)
    assert not stage.server("git").heard("tools/call")
    assert not [one for one in stage.client.log if one.get("id") in (1, 2)]
