"""Plays with one client and many servers: the client says, a person presses, the right server hears."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.clients.aggregate.test_naming import SERVERS, TOOLS
from tests.clients.aggregate_harness import INITIALIZE_PARAMS, TWO, AggregateHarness
from tests.support.waiting import until
from toolguard.clients.aggregate.naming import exposed_name
from toolguard.gate.session.inflight_call import InterruptedCall, ResumedSession

# --- the gate ---------------------------------------------------------------------------------------------------------


async def test_gate_gets_server_client_and_unprefixed_tool_name(make_harness):
    harness = make_harness(**TWO)
    harness.start()
    await harness.initialize()
    assert await harness.list_names() == ["git__commit", "git__log", "mail__send", "mail__log"]
    harness.call(1, "mail__log", {"n": 1})
    (held,) = await harness.wait_for_pending()
    assert (held.call.server, held.call.tool, held.call.client.id, held.call.claim) == (
        "mail",
        "log",
        "desk",
        "robot 1",
    )
    assert held.tool.description == "it is log"


@pytest.mark.case(1)
async def test_call_reaches_its_server_unchanged_except_for_the_name(two_servers):
    params = {"name": "git__commit", "arguments": {"a": [1, None]}, "vendor/p": {"b": 1}, "_meta": {"vendor/m": 0.5}}
    two_servers.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params, "vendor/outside": [2]})
    received = await two_servers.server("git").receive()
    sent = {**params, "name": "commit"}
    assert received == {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": sent, "vendor/outside": [2]}
    two_servers.server("git").emit(
        b'{"jsonrpc":"2.0","id":1,"result":{"content":[],"n":1e400,"vendor/r":{}},"vendor/o":1}'
    )
    answer = await two_servers.client.sent.get()
    assert (answer["result"]["vendor/r"], answer["vendor/o"]) == ({}, 1)
    assert not two_servers.server("mail").received("tools/call")


@pytest.mark.case(13)
async def test_pending_call_reaches_no_server_until_approved(make_harness):
    harness = make_harness(**TWO)
    harness.start()
    await harness.initialize()
    await harness.list_names()
    harness.call(1, "git__commit")
    await harness.wait_for_pending()
    assert await harness.ask("ping", id=2) == {}
    assert not harness.server("git").received("tools/call")
    await harness.approve()
    received = await harness.server("git").receive()
    harness.server("git").respond(received, {"content": []})
    assert (await harness.answer(1))["result"] == {"content": []}


async def test_pending_call_is_known_to_the_aggregate_session(make_harness):
    harness = make_harness(**TWO)
    harness.start()
    await harness.initialize()
    await harness.list_names()
    harness.call(7, "git__commit")
    (held,) = await harness.wait_for_pending()
    behind = held.call.session
    before, dot, _ = behind.rpartition(".git")
    assert dot and harness.guard.is_pending(before, 7) and harness.guard.is_pending(behind, 7)
    assert not harness.guard.is_pending(before, "7") and not harness.guard.is_pending(behind[:-1], 7)
    assert not harness.guard.is_pending(f"{before}.mail", 7) and not harness.guard.is_pending("", 7)


@pytest.mark.case(14)
async def test_denied_call_gets_an_error_result(make_harness):
    harness = make_harness(**TWO)
    harness.start()
    await harness.initialize()
    await harness.list_names()
    harness.call(1, "git__commit")
    (held,) = await harness.wait_for_pending()
    await harness.guard.deny(held.call.id, reason="no")
    answer = await harness.answer(1)
    assert answer["result"]["isError"] is True
    assert not harness.server("git").received("tools/call")


@pytest.mark.case(15)
async def test_rule_for_a_tool_does_not_apply_to_another_server(make_harness):
    harness = make_harness(**TWO)
    harness.start()
    await harness.initialize()
    await harness.list_names()
    harness.allow("git", "log")
    harness.call(1, "git__log")
    await harness.server("git").receive()
    harness.call(2, "mail__log")
    (held,) = await harness.wait_for_pending()
    assert held.call.server == "mail"


@pytest.mark.case(28)
async def test_hidden_tool_is_unlisted_uncallable_and_list_change_notified(two_servers):
    await two_servers.hide("git", "commit", client="desk")
    await two_servers.receive("notifications/tools/list_changed")
    two_servers.call(1, "git__commit")  # as the old list named it
    assert (await two_servers.answer(1))["error"] == {"code": -32602, "message": "Unknown tool: commit"}
    assert await two_servers.list_names() == ["git__log", "mail__send", "mail__log"]
    two_servers.call(2, "git__commit")
    assert (await two_servers.answer(2))["error"] == {"code": -32602, "message": "Unknown tool: git__commit"}
    assert not two_servers.server("git").received("tools/call")
    await two_servers.hide("git", "commit", client="somebody else")
    assert "git__commit" in await two_servers.list_names()


NASTY = {
    "a": ["b__c", "x", "a__x", "__x", "b__c__d", "X", "t" * 200, "х", "x\u200b", "a_b__c", " x", "a/x", "x.y"],
    "a__b": ["c", "c__d", "x"],
    "a_": ["_x", "b__c", "x"],
    "a-b": ["c", "x"],
    "a.b": ["c", "x"],
    "a_b": ["c", "x", "c_0123456789ab"],
}


async def test_no_name_reaches_another_servers_tool(make_harness):
    harness = make_harness(**{server: {"tools": tools} for server, tools in NASTY.items()})
    harness.start()
    await harness.initialize()
    shown = await harness.list_names()
    assert len(set(shown)) == sum(map(len, NASTY.values()))
    harness.allow()
    reached = {}
    for number, name in enumerate(shown):
        harness.call(number, name)
        received = [(server, harness.server(server).receive()) for server in NASTY]
        tasks = {asyncio.ensure_future(hearing): server for server, hearing in received}
        done, late = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in late:
            task.cancel()
        (task,) = done
        reached[name] = (tasks[task], task.result()["params"]["name"])
    assert sorted(reached.values()) == sorted((server, tool) for server, tools in NASTY.items() for tool in tools)
    own = [
        name
        for name in (*(tool for tools in NASTY.values() for tool in tools), "a__", "a__y", "__a")
        if name not in shown
    ]
    for name in own:
        assert (await harness.ask("tools/call", {"name": name}))["code"] == -32602


CALLABLE = TOOLS.filter(lambda name: "\0" not in name and name != "*")  # calls of others are refused


@given(
    st.dictionaries(SERVERS, st.lists(CALLABLE, min_size=1, max_size=4, unique=True), min_size=1, max_size=3), SERVERS
)
@settings(max_examples=25)
def test_aggregated_name_always_reaches_its_listed_tool(listed, stranger):
    async def play():
        harness = AggregateHarness(
            {server: {"tools": [{"name": tool} for tool in tools]} for server, tools in listed.items()}
        )
        harness.start()
        await harness.initialize()
        await harness.list_names()
        harness.allow()
        for server, tools in listed.items():
            for tool in tools:
                harness.call("x", exposed_name(server, tool))
                received = await harness.server(server).receive()
                assert received["params"]["name"] == tool
                harness.server(server).respond(received, {"content": []})
                await harness.answer("x")
                if stranger not in listed:
                    assert "error" in await _called(harness, exposed_name(stranger, tool))
                assert sum(len(one.received("tools/call")) for name in listed for one in harness.opened[name]) == 1
                for name in listed:
                    harness.server(name).log.clear()
        await harness.stop()

    asyncio.run(play())


async def _called(harness, name):
    harness.call("y", name)
    return await harness.answer("y")


@pytest.mark.case(23)
async def test_message_that_a_lenient_server_could_take_for_a_call_is_refused(two_servers):
    for method in ("Tools/Call", " tools/call", "tools/call\u200b", "tools\\call"):
        assert (await two_servers.ask(method, {"name": "git__commit"}))["code"] == -32601
    for params in ({}, {"name": ""}, {"name": 5}, {"name": "git__commit", "arguments": []}, {"Name": "git__commit"}):
        assert (await two_servers.ask("tools/call", params))["code"] in (-32602, -32600)
    two_servers.send({"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "git__commit", "arguments": {}}})
    two_servers.send(b'{"jsonrpc":"2.0","id":9,"method":"ping","method":"tools/call","params":{"name":"git__commit"}}')
    assert (await two_servers.answer(9))["error"]["code"] == -32700
    assert (await two_servers.ask("tools/call", {"name": "git__commit", "Name": "log"}))["code"] == -32600
    assert await two_servers.ask("ping") == {}
    assert not two_servers.server("git").received("tools/call")


# --- ids, tokens, cancels ---------------------------------------------------------------------------------------------


@pytest.mark.case(6)
async def test_every_kind_of_id_is_returned_unchanged(two_servers):
    for id in (7, "7", 2**53 + 1, "", "ид", -1):
        two_servers.call(id, "git__log")
        two_servers.server("git").respond(await two_servers.server("git").receive(), {"content": [], "id": str(id)})
        assert (await two_servers.answer(id))["result"]["id"] == str(id)


async def test_an_id_that_is_in_use_is_refused(two_servers):
    two_servers.call(5, "git__log")
    await two_servers.server("git").receive()
    two_servers.request(5, "tools/list")
    assert "still in use" in (await two_servers.answer(None))["error"]["message"]


async def test_a_server_cannot_answer_for_another(two_servers):
    two_servers.call(1, "git__log")
    received = await two_servers.server("git").receive()
    two_servers.server("mail").respond(received, {"content": [{"type": "text", "text": "forged"}]})
    two_servers.server("mail").notify("notifications/progress", progressToken=1, progress=1)
    two_servers.call(2, "mail__log")
    two_servers.server("mail").respond(await two_servers.server("mail").receive(), {"content": []})
    await two_servers.answer(2)
    two_servers.server("git").respond(received, {"content": [], "true": 1})
    assert (await two_servers.answer(1))["result"]["true"] == 1
    assert two_servers.aside == []


async def test_response_of_the_wrong_member_is_dropped(two_servers):
    two_servers.call(1, "git__log")
    received = await two_servers.server("git").receive()
    wrong = next(branch for branch in two_servers.facade._members if branch.server == "mail")
    await two_servers.facade.on_message(wrong, {"jsonrpc": "2.0", "id": 1, "result": {"content": [], "forged": 1}})
    two_servers.server("git").respond(received, {"content": []})
    assert (await two_servers.answer(1))["result"] == {"content": []}


@pytest.mark.case(21)
async def test_progress_is_accepted_only_from_the_called_server(two_servers):
    two_servers.call(1, "git__log", _meta={"progressToken": "t"})
    received = await two_servers.server("git").receive()
    two_servers.server("mail").notify("notifications/progress", progressToken="t", progress=50)
    two_servers.server("git").notify("notifications/progress", progressToken="t", progress=1, message="one")
    assert (await two_servers.receive("notifications/progress"))["params"]["message"] == "one"
    two_servers.server("git").respond(received, {"content": []})
    await two_servers.answer(1)
    two_servers.server("git").notify("notifications/progress", progressToken="t", progress=2)
    assert await two_servers.ask("ping") == {}
    assert two_servers.aside == []


@pytest.mark.case(17)
async def test_cancelled_pending_call_is_withdrawn_and_never_forwarded(make_harness):
    harness = make_harness(**TWO)
    harness.start()
    await harness.initialize()
    await harness.list_names()
    harness.call(1, "git__commit")
    await harness.wait_for_pending()
    harness.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    await harness.wait_for_pending(0)
    assert await harness.ask("ping") == {}
    assert harness.log.kinds()[-1] == "CallWithdrawn"
    assert not harness.server("git").received("tools/call") + harness.server("git").received("notifications/cancelled")
    assert harness.aside == []


@pytest.mark.case(18)
async def test_running_call_is_cancelled_only_at_its_server(two_servers):
    two_servers.call(1, "git__commit")
    await two_servers.server("git").receive()
    two_servers.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1, "reason": "r"}})
    received = await two_servers.server("git").receive("notifications/cancelled")
    assert received["params"] == {"requestId": 1, "reason": "r"}
    two_servers.server("git").respond({"id": 1}, {"content": []})
    assert await two_servers.ask("ping") == {}
    assert two_servers.aside == []
    assert not two_servers.server("mail").received("notifications/cancelled")


async def test_cancel_of_unknown_request_or_initialize_is_ignored(two_servers):
    for id in (99, "hello", None, True, {}, 1.5):
        two_servers.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    assert await two_servers.ask("ping") == {}
    assert not two_servers.server("git").received("notifications/cancelled")


async def test_request_to_a_slow_server_can_be_cancelled(make_harness):
    slow = asyncio.Event()
    harness = make_harness(git={"tools": ["log"], "slow": slow})
    harness.start()
    await harness.initialize()
    harness.request(1, "tools/list")
    harness.call(2, "git__log")
    for id in (1, 2):
        harness.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    assert await harness.ask("ping") == {}
    slow.set()
    await until(lambda: "git" in harness.opened)
    await harness.ask("tools/list", id=3)
    assert not harness.server("git").received("tools/call")
    assert not [one for one in harness.client.log if one.get("id") in (1, 2)]


# --- what is not for one server, batches, faults ----------------------------------------------------------------------


@pytest.mark.case(9)
async def test_unknown_request_is_refused_with_advice_and_notification_dropped(two_servers):
    refused = await two_servers.ask("vendor/run", {"x": 1})
    assert refused["code"] == -32601
    assert "toolguard-connect --server NAME" in refused["message"]
    assert (await two_servers.ask("subscriptions/listen", {}))["code"] == -32601
    two_servers.send({"jsonrpc": "2.0", "method": "notifications/vendor"})
    assert await two_servers.ask("ping") == {}
    for name in TWO:
        assert not two_servers.server(name).received("vendor/run") + two_servers.server(name).received(
            "notifications/vendor"
        )


async def test_a_servers_own_notices_pass(two_servers):
    two_servers.server("git").notify("notifications/vendor", x=1)
    assert (await two_servers.receive("notifications/vendor"))["params"] == {"x": 1}


@pytest.mark.case(22)
async def test_batch_members_are_routed_separately_and_answered_together(make_harness):
    harness = make_harness(**TWO)
    harness.start()
    await harness.initialize("2025-03-26")
    await harness.list_names()
    harness.allow("mail")
    members = [
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "git__log"}},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "mail__log"}},
        {"jsonrpc": "2.0", "id": 3, "method": "ping"},
        {"jsonrpc": "2.0", "id": 4, "method": "initialize", "params": {}},
        {"jsonrpc": "2.0", "id": 5, "method": "vendor/x"},
        {"jsonrpc": "2.0", "id": 6, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "git__commit"}},
        {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
    ]
    harness.send(members)
    harness.server("mail").respond(await harness.server("mail").receive("tools/call"), {"content": []})
    held = {one.call.tool: one.call for one in await harness.wait_for_pending(2)}
    harness.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}})
    await harness.wait_for_pending(1)
    await harness.guard.deny(held["log"].id)
    answers = await harness.receive()
    assert sorted(str(one["id"]) for one in answers) == ["1", "2", "3", "4", "5", "6", "None"]
    assert not harness.server("git").received("tools/call")
    for wrong in ([], [{"jsonrpc": "2.0", "id": 1, "method": "ping"}] * 1_001):
        harness.send(wrong)
        assert (await harness.answer(None))["error"]["code"] == -32600


async def test_batches_of_other_versions_are_refused(two_servers):
    two_servers.send([{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "git__log"}}])
    assert (await two_servers.answer(None))["error"]["code"] == -32600
    assert not two_servers.server("git").received("tools/call")


async def test_too_many_open_requests_are_refused(make_harness):
    harness = make_harness(**TWO)
    harness.gate.limits = type(harness.gate.limits)(open_requests=2)
    harness.start()
    await harness.initialize()
    await harness.list_names()
    for id in (1, 2, 3):
        harness.call(id, "git__log", {"n": id})
    assert "too many requests" in (await harness.answer(3))["error"]["message"]


async def test_internal_error_affects_one_request(two_servers, monkeypatch, caplog):
    def broken(*_):
        raise RuntimeError("ours")

    monkeypatch.setattr(two_servers.facade._routes, "route", broken)
    assert "an internal error in ToolGuard" in (await two_servers.ask("tools/call", {"name": "git__log"}))["message"]
    monkeypatch.setattr(two_servers.facade._handshake, "list", broken)
    assert "an internal error in ToolGuard" in (await two_servers.ask("tools/list"))["message"]
    assert await two_servers.ask("ping") == {}
    assert caplog.text.count("RuntimeError: ours") == 2
    caplog.clear()


async def test_broken_member_session_loses_only_its_calls(two_servers, monkeypatch, caplog):
    two_servers.call(1, "git__log")
    await two_servers.server("git").receive("tools/call")
    session = two_servers.guard._sessions["s.git"]
    monkeypatch.setattr(session, "_receive", None)
    two_servers.call(2, "git__commit")
    answers = [await two_servers.answer(1), await two_servers.answer(2)]
    assert all("outcome unknown: the session with git has ended" in one["error"]["message"] for one in answers)
    two_servers.call(3, "mail__log")
    await two_servers.server("mail").receive("tools/call")
    caplog.clear()


# --- a session that is taken up again ---------------------------------------------------------------------------------


@pytest.mark.case(24)
async def test_open_requests_of_a_crash_are_answered_and_the_session_continues(make_harness):
    """The process before this one died: each session behind the façade is taken up from the log."""
    harness = make_harness(**TWO)
    hello = {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", **INITIALIZE_PARAMS},
    }
    held = InterruptedCall(call="s.git-1-1", requests=(7,), tool="log", era="legacy", state="held")
    sent = InterruptedCall(call="s.git-1-2", requests=("x",), tool="commit", era="legacy", state="forwarded")
    own = {**hello, "id": "tg-1-1"}
    harness.resumed["s.git"] = ResumedSession(
        session="s.git", version="2025-06-18", initialize=own, unanswered=(held, sent)
    )
    harness.start(ResumedSession(session="s", version="2025-06-18", claim="robot 1", initialize=hello))
    assert (await harness.answer(7))["result"]["isError"] is True
    assert "outcome unknown" in (await harness.answer("x"))["error"]["message"]
    harness.allow()
    for name, tool in (("git", "log"), ("mail", "send")):
        harness.call(name, f"{name}__{tool}")
        await until(lambda name=name: name in harness.opened)
        received = await harness.server(name).receive("tools/call")
        assert [one["method"] for one in harness.server(name).log][:2] == ["initialize", "notifications/initialized"]
        assert harness.server(name).log[0]["params"] == hello["params"]
        harness.server(name).respond(received, {"content": []})
        await harness.answer(name)
    assert len(await harness.list_names()) == 4
    assert (await harness.ask("initialize", {}))["code"] == -32600
    assert harness.log.of("SessionStarted")[0].resumed
