"""Plays: everything that is not a gated call passes, both ways. Numbers in names are the acceptance cases."""

import asyncio
import json

import pytest

from toolguard.checkpoint.attempt import Resumed, Unanswered
from toolguard.checkpoint.rules import Rule

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"sampling": {}},
    "io.modelcontextprotocol/clientInfo": {"name": "modern", "version": "2"},
    "vendor/x": [1, None],
}


async def shake(play, version="2025-06-18"):
    hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "robot", "version": "1"}}
    play.says({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello})
    await play.server_answers(
        {"protocolVersion": version, "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
    )
    await play.hears()
    play.says({"jsonrpc": "2.0", "method": "notifications/initialized"})
    await play.server_hears()


async def exchange(play, message, answer):
    play.says(message)
    heard = await play.server_hears()
    play.server_says(answer)
    return heard, await play.hears()


async def test_case_1_a_legacy_session_passes_with_unknown_fields_and_meta(play):
    await play.start()
    await shake(play)
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "resources/read",
        "params": {"uri": "x", "_meta": {"v": 1}, "odd": [1.5]},
    }
    answer = {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {"contents": [], "vendor": {"a": 1}, "_meta": {"z": 0}},
        "extra": True,
    }
    assert await exchange(play, message, answer) == (message, answer)
    connected = play.guard.snapshot().sessions[0]
    assert (connected.claim, connected.version, connected.era, connected.state) == (
        "robot 1",
        "2025-06-18",
        "legacy",
        "ready",
    )


async def test_case_2_a_probe_is_answered_by_the_servers_own_error(play):
    await play.start()
    probe = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": META}}
    refusal = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": {"x": 1}}}
    assert await exchange(play, probe, refusal) == (probe, refusal)
    await shake(play, "2025-11-25")
    assert play.guard.snapshot().sessions[0].version == "2025-11-25"


async def test_case_3_a_modern_session_stays_modern_with_every_meta_key(play):
    await play.start()
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": META}}
    answer = {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {"resultType": "complete", "tools": [], "ttlMs": 0, "cacheScope": "public"},
    }
    assert await exchange(play, message, answer) == (message, answer)
    play.calls(2, _meta=META)
    held = (await play.sees())[0]
    assert (held.call.era, held.call.claim) == ("modern", "modern 2")
    await play.approves()
    assert (await play.server_hears())["params"]["_meta"] == META
    assert play.guard.snapshot().sessions[0].era == "modern"


async def test_case_4_a_modern_servers_refusal_of_initialize_reaches_a_legacy_client(play):
    await play.start()
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}
    data = {"supported": ["2026-07-28"], "requested": "2025-06-18"}
    answer = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32022, "message": "no", "data": data}}
    assert await exchange(play, message, answer) == (message, answer)


@pytest.mark.parametrize("id", [7, "7", 2**53 + 1, "", "标识", -1, 0])
async def test_case_6_ids_come_back_with_the_same_type_and_value(play, id):
    await play.start()
    play.guard.add_rule(Rule(id="r", tool="free", verdict="allow"), by="person")
    for method in ("ping", "tools/call"):
        play.says({"jsonrpc": "2.0", "id": id, "method": method, "params": {"name": "free"}})
        await play.server_answers({})
        answer = await play.hears()
        assert (answer["id"], type(answer["id"])) == (id, type(id))


async def test_case_6_two_sessions_with_the_same_id_never_cross(play, new_line, wait_until):
    first = await play.start()
    second = await play.start(client=new_line(), name="other")
    await wait_until(lambda: len(play.servers) == 2)
    play.says({"jsonrpc": "2.0", "id": 1, "method": "a/first"}, first)
    play.says({"jsonrpc": "2.0", "id": 1, "method": "a/second"}, second)
    await wait_until(lambda: all(server.log for server in play.servers))
    for server in play.servers:
        name = server.log[0]["method"]
        server.feed(json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"for": name}}).encode())
    assert (await play.hears(first))["result"] == {"for": "a/first"}
    assert (await play.hears(second))["result"] == {"for": "a/second"}
    second.leave()


async def test_case_7_thirty_calls_ten_held_and_everything_else_flows(play):
    play.guard.add_rule(Rule(id="r", tool="free", verdict="allow"), by="person")
    await play.start()
    for id in range(30):
        play.calls(id, "held" if id % 3 == 0 else "free", {"id": id})
    await play.sees(10)
    play.says({"jsonrpc": "2.0", "id": "p", "method": "ping"})
    answered = set()
    for _ in range(21):
        await play.server_answers({})
        answered.add((await play.hears())["id"])
    assert answered == {"p", *(id for id in range(30) if id % 3)}
    assert len(play.guard.snapshot().held) == 10


async def test_case_8_a_servers_request_with_the_id_of_a_pending_call_is_routed_right(play):
    await play.start()
    play.calls(1)
    await play.approves()
    await play.server_hears()
    ask = {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {"message": "who?"}}
    play.server_says(ask)
    assert await play.hears() == ask
    reply = {"jsonrpc": "2.0", "id": 1, "result": {"action": "accept", "content": {}}}
    play.says(reply)
    assert await play.server_hears() == reply
    play.server_says({"jsonrpc": "2.0", "id": 1, "result": {"content": []}})
    assert await play.hears() == {"jsonrpc": "2.0", "id": 1, "result": {"content": []}}


async def test_a_response_to_nothing_is_dropped_and_recorded(play):
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 5, "result": {}})
    play.says({"jsonrpc": "2.0", "id": 6, "method": "ping"})
    assert (await play.server_hears())["id"] == 6
    play.server_says({"jsonrpc": "2.0", "id": 99, "result": {}})
    play.server_says({"jsonrpc": "2.0", "id": 6, "result": {}})
    assert (await play.hears())["id"] == 6
    assert play.log.of("Refused")[0].reason == "a response to nothing that was asked"
    assert play.log.of("Late")[0].request == "99"


async def test_case_9_unknown_methods_pass_and_unknown_requests_are_recorded_as_not_gated(play):
    await play.start()
    note = {"jsonrpc": "2.0", "method": "vendor/note", "params": {"a": 1}}
    play.says(note)
    assert await play.server_hears() == note
    ask = {"jsonrpc": "2.0", "id": 1, "method": "vendor/run", "params": [1, 2]}
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"ok": 1}}
    assert await exchange(play, ask, answer) == (ask, answer)
    assert [event.method for event in play.log.of("Passed")] == ["vendor/run"]
    play.server_says(note)
    assert await play.hears() == note


async def test_case_12_list_changed_passes_and_a_listed_page_fills_the_inventory(play):
    await play.start()
    play.server_says({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    assert (await play.hears())["method"] == "notifications/tools/list_changed"
    for cursor, names, after in ((None, ["a"], ""), ("", [], "z"), ("z", ["b"], None)):
        params = {} if cursor is None else {"cursor": cursor}
        play.says({"jsonrpc": "2.0", "id": f"l{cursor}", "method": "tools/list", "params": params})
        result = {"tools": [{"name": name} for name in names]} | ({} if after is None else {"nextCursor": after})
        await play.server_answers(result)
        assert (await play.hears())["result"] == result
    assert [tool.name for tool in play.gate.tools.of("files")] == ["a", "b"]


async def test_case_22_a_batch_is_split_gated_and_answered_as_one_array(play):
    await play.start()
    await shake(play, "2025-03-26")
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "write"}}
    note = {"jsonrpc": "2.0", "method": "notifications/x"}
    play.says([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, call, note, {"jsonrpc": "2.0", "id": 3}])
    assert (await play.server_answers({}))["method"] == "ping"
    assert await play.server_hears() == note
    await play.sees()
    assert play.client.sent.empty()
    await play.denies("no")
    answer = await play.hears()
    assert {one["id"] for one in answer} == {1, 2, 3}
    assert next(one for one in answer if one["id"] == 2)["result"]["isError"] is True
    assert next(one for one in answer if one["id"] == 3)["error"]["code"] == -32600
    assert all(not isinstance(heard, list) and heard.get("method") != "tools/call" for heard in play.server.log)


async def test_a_cancelled_member_of_a_batch_leaves_the_others_to_be_answered(play):
    await play.start()
    await shake(play, "2025-03-26")
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "write"}}
    play.says([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, call])
    await play.server_answers({})
    await play.sees()
    play.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}})
    assert [one["id"] for one in await play.hears()] == [1]


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25"])
async def test_case_22_a_batch_in_any_other_version_is_refused_whole(play, version):
    await play.start()
    await shake(play, version)
    play.says([{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}])
    answer = await play.hears()
    assert (answer["id"], answer["error"]["code"]) == (None, -32600)
    assert play.guard.snapshot().held == ()


async def test_an_initialize_in_a_batch_and_an_empty_batch_are_refused(play):
    await play.start()
    await shake(play, "2025-03-26")
    play.says([])
    assert (await play.hears())["error"]["code"] == -32600
    play.says([{"jsonrpc": "2.0", "id": 5, "method": "initialize", "params": {}}])
    assert [(one["id"], one["error"]["code"]) for one in await play.hears()] == [(5, -32600)]


HOSTILE = [
    (b'{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call","params":{"name":"x"}}', -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"x"}}', -32600),
    ('{"jsonrpc":"2.0","id":1,"method":"ping","paramſ":{"name":"x"}}'.encode(), -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":" tools/call","params":{"name":"x"}}', -32601),
    (b'{"jsonrpc":"2.0","id":1,"method":"Tools/Call","params":{"name":"x"}}', -32601),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools\\u200b/call","params":{"name":"x"}}', -32601),
    ('{"jsonrpc":"2.0","id":1,"method":"tools/ｃall","params":{"name":"x"}}'.encode(), -32601),
    (b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}', -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":NaN}}}', -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":%s}}' % (b"[" * 9999 + b"]" * 9999), -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":[1]}}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":""}}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"x"}}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","Arguments":{}}}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}', -32602),
    (b'{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"x"}}', -32600),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"tools/call","params":{"name":"x"}}', -32600),
    (b'{"jsonrpc":"2.0","id":true,"method":"tools/call","params":{"name":"x"}}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"},"result":{}}', -32600),
    (b'{"jsonrpc":"1.0","id":1,"method":"tools/call","params":{"name":"x"}}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":["tools/call"]}', -32600),
    (b"not json at all", -32700),
    (b"\xff\xfe", -32700),
    (b'"text"', -32600),
    (b'{"jsonrpc":"2.0","id":1}', -32600),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code"), HOSTILE)
async def test_case_23_hostile_messages_are_refused_and_the_session_lives(play, line, code):
    play.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    await play.start()
    play.says(line)
    assert (await play.hears())["error"]["code"] == code
    play.says({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    assert (await play.server_hears())["method"] == "ping"
    assert len(play.server.log) == 1
    assert len(play.log.of("Refused")) == 1


async def test_case_23_an_escaped_slash_is_the_same_method_and_is_gated(play):
    await play.start()
    play.says(b'{"jsonrpc":"2.0","id":1,"method":"tools\\/call","params":{"name":"x"}}')
    await play.sees()
    assert play.server.log == []


async def test_case_23_a_call_without_an_id_is_dropped_and_recorded(play):
    await play.start()
    play.says({"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "x"}})
    play.says({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    assert (await play.server_hears())["method"] == "ping"
    assert play.log.of("Refused")[0].reason == "tools/call without an id"


async def test_an_id_in_use_is_not_used_twice(play):
    await play.start()
    play.calls(1)
    await play.sees()
    for method in ("ping", "tools/call"):
        play.says({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"name": "y"}})
        assert (await play.hears())["id"] is None
    assert len(play.guard.snapshot().held) == 1


async def test_requests_wait_in_order_while_the_server_starts_and_reading_goes_on(play, wait_until):
    play.delay = 0.1
    await play.start()
    for id in range(3):
        play.says({"jsonrpc": "2.0", "id": id, "method": "ping"})
    play.calls(9)
    await play.sees()
    play.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}})
    await play.sees(0)
    await wait_until(lambda: bool(play.servers))
    assert [(await play.server_hears())["id"] for _ in range(3)] == [0, 1, 2]


async def test_when_no_server_can_be_had_every_request_is_told_why(play):
    play.refuse = "the command uvx was not found on your PATH"
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
    answer = await play.hears()
    assert answer["error"]["code"] == -32603
    assert "uvx was not found" in answer["error"]["message"]
    assert play.guard.snapshot().sessions[0].state == "failed"


async def test_a_server_that_died_is_started_again_for_the_next_request_with_its_handshake_replayed(play, wait_until):
    await play.start()
    await shake(play)
    play.server.leave("exited with status 1")
    await wait_until(lambda: play.guard.snapshot().sessions[0].state == "ended")
    play.says({"jsonrpc": "2.0", "id": 5, "method": "tools/list"})
    await wait_until(lambda: len(play.servers) == 2)
    replayed = await play.server_answers({"protocolVersion": "2025-06-18"})
    assert replayed["method"] == "initialize"
    assert replayed["params"]["clientInfo"] == {"name": "robot", "version": "1"}
    assert (await play.server_hears())["method"] == "notifications/initialized"
    assert (await play.server_answers({"tools": []}))["id"] == 5
    assert (await play.hears())["id"] == 5
    assert [one.get("id") for one in play.client.log] == [0, 5]


async def test_three_quick_deaths_in_a_row_stop_the_server_and_say_why(play, wait_until):
    await play.start()
    for count in range(1, 4):
        await wait_until(lambda count=count: len(play.servers) == count)
        play.says({"jsonrpc": "2.0", "id": count, "method": "ping"})
        while (await play.server_hears())["method"] != "ping":
            pass
        play.server.leave("exited with status 1: no such database")
        assert "no such database" in (await play.hears())["error"]["message"]
        if count < 3:
            play.says({"jsonrpc": "2.0", "method": "notifications/x"})
    play.says({"jsonrpc": "2.0", "id": 9, "method": "ping"})
    assert "3 times in a row" in (await play.hears())["error"]["message"]
    assert play.guard.snapshot().sessions[0].state == "stopped"
    assert len(play.servers) == 3


async def test_a_message_of_a_server_that_is_too_long_is_an_error_for_who_waits(play):
    from toolguard.checkpoint.wire import INVALID_REQUEST, Malformed

    await play.start()
    play.calls(1)
    await play.approves()
    await play.server_hears()
    play.server._incoming.put_nowait(Malformed(INVALID_REQUEST, "message of 99 bytes is over the limit", 1))
    assert "over the limit" in (await play.hears())["error"]["message"]
    play.says({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    await play.server_hears()
    play.server._incoming.put_nowait(Malformed(INVALID_REQUEST, "message of 99 bytes is over the limit", 2))
    assert (await play.hears())["id"] == 2
    play.server._incoming.put_nowait(Malformed(INVALID_REQUEST, "message of 99 bytes is over the limit"))
    await asyncio.sleep(0.01)


async def test_a_session_that_a_dead_process_left_is_taken_over(play, wait_until):
    hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"clientInfo": {"name": "robot"}}}
    open_calls = (
        Unanswered(call="c1", request=4, tool="held", era="legacy", forwarded=False),
        Unanswered(call="c2", request="5", tool="sent", era="modern", forwarded=True),
    )
    resumed = Resumed(session="old", claim="robot", version="2025-06-18", initialize=hello, unanswered=open_calls)
    await play.start(resumed=resumed)
    first, second = await play.hears(), await play.hears()
    assert first["id"] == 4
    assert "not run" in first["result"]["content"][0]["text"].lower()
    assert second["id"] == "5"
    assert "outcome unknown" in second["error"]["message"]
    assert [type(event).__name__ for event in play.log.events if event.call] == ["Withdrawn", "Lost"]
    await wait_until(lambda: bool(play.servers))
    assert (await play.server_answers({}))["method"] == "initialize"
    assert (await play.server_hears())["method"] == "notifications/initialized"
    assert play.guard.snapshot().sessions[0].session == "old"


async def test_proposals_wait_for_a_person_and_are_refused_when_there_is_none(play, wait_until):
    asking = asyncio.ensure_future(play.guard.propose("server", "Add git", "mcp-server-git -r /x", "cli"))
    await wait_until(lambda: len(play.guard.snapshot().proposals) == 1)
    proposal = play.guard.snapshot().proposals[0]
    assert (proposal.kind, proposal.detail) == ("server", "mcp-server-git -r /x")
    assert await play.guard.accept(proposal.id) == ""
    assert await asking is True
    assert "already gone" in await play.guard.reject(proposal.id)
    play.gate.asks = lambda: False
    assert await play.guard.propose("rule", "t", "d", "cli") is False
    assert [event.what for event in play.log.of("Changed")] == ["server accepted", "rule refused: nobody can be asked"]


async def test_a_session_that_is_taken_over_does_not_use_the_names_of_its_old_calls_again(new_play):
    names = set()
    for _ in range(2):
        play = new_play()
        await play.start(resumed=Resumed(session="old"))
        play.calls(1)
        names.add((await play.sees())[0].call.id)
        await play.stop()
    assert len(names) == 2


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1%s}}'
        % (b"0" * 400),
        b'{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1,"total":1%s}}'
        % (b"0" * 400),
        rb'{"jsonrpc":"2.0","id":"nobody","result":5,"x":"\ud800"}',
    ],
)
async def test_odd_messages_of_a_server_do_not_end_the_reading(play, line):
    play.gate.rules.add(Rule(id="r", verdict="allow"))
    await play.start()
    play.calls(1, _meta={"progressToken": "t"})
    await play.server_hears()
    play.server_says(line)
    play.server_says({"jsonrpc": "2.0", "id": 1, "result": {}})
    answer = await play.hears()
    while answer.get("method"):
        answer = await play.hears()
    assert answer["id"] == 1
    assert len(play.servers) == 1


async def test_a_fault_of_our_own_in_a_servers_message_ends_the_server_and_is_logged(
    play, monkeypatch, caplog, wait_until
):
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    monkeypatch.setattr(play.gate.tools, "page", lambda *_, **__: 1 / 0)
    await play.server_answers({"tools": []})
    play.says({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    await wait_until(lambda: len(play.servers) == 2 or bool(play.client.log))
    assert play.servers[0].ended
    assert "ZeroDivisionError" in caplog.text
    play.says({"jsonrpc": "2.0", "id": 3, "method": "ping"})
    await wait_until(lambda: len(play.servers) == 2)
    await wait_until(lambda: any(message["id"] == 3 for message in play.server.log))


async def test_a_fault_of_our_own_in_a_clients_message_is_answered_and_logged(play, monkeypatch, caplog):
    await play.start()
    monkeypatch.setattr(play.gate.tools, "warnings", lambda *_, **__: 1 / 0)
    play.calls(1)
    answer = await play.hears()
    assert (answer["id"], answer["error"]["code"]) == (1, -32603)
    assert "ZeroDivisionError" in caplog.text
    play.says({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    await play.server_answers({})
    assert (await play.hears())["id"] == 2


async def test_what_a_new_server_works_on_is_not_lost_with_the_old_one_that_ends_slowly(play, wait_until):
    play.gate.rules.add(Rule(id="r", verdict="allow"))
    await play.start()
    play.calls(1)
    await play.server_hears()
    old, closed = play.server, asyncio.Event()

    async def close_slowly(_reason=""):
        await closed.wait()

    old.close = close_slowly
    old.leave("exited with status 1")
    await wait_until(lambda: not play.guard.snapshot().running_count)
    play.calls(2)
    play.says({"jsonrpc": "2.0", "id": 3, "method": "ping"})
    await wait_until(lambda: len(play.servers) == 2)
    await wait_until(lambda: len(play.server.log) == 2)
    closed.set()
    await asyncio.sleep(0.01)
    play.server_says({"jsonrpc": "2.0", "id": 2, "result": {}})
    play.server_says({"jsonrpc": "2.0", "id": 3, "result": {}})
    answers = [await play.hears() for _ in range(3)]
    assert ["error" in answer for answer in sorted(answers, key=lambda answer: answer["id"])] == [True, False, False]


async def test_initialized_is_said_once_to_a_server_that_was_started_again_before_it(play, wait_until):
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}})
    await play.server_answers({"protocolVersion": "2025-06-18"})
    await play.hears()
    play.server.leave("exited with status 1")
    await wait_until(lambda: play.guard.snapshot().sessions[0].state == "ended")
    play.says({"jsonrpc": "2.0", "method": "notifications/initialized"})
    await wait_until(lambda: len(play.servers) == 2)
    await play.server_answers({})
    play.says({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    await wait_until(lambda: any(message.get("id") == 1 for message in play.server.log))
    assert [message["method"] for message in play.server.log] == ["initialize", "notifications/initialized", "ping"]


async def test_a_server_that_refuses_the_replayed_handshake_is_not_used(play, wait_until):
    await play.start()
    await shake(play)
    play.server.leave("exited with status 1")
    await wait_until(lambda: play.guard.snapshot().sessions[0].state == "ended")
    play.says({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    await wait_until(lambda: len(play.servers) == 2)
    again = await play.server_hears()
    play.server_says({"jsonrpc": "2.0", "id": again["id"], "error": {"code": -32602, "message": "no"}})
    assert "refused its handshake" in (await play.hears())["error"]["message"]


async def test_a_request_that_a_server_takes_back_waits_for_no_answer_and_one_too_many_is_told_so(new_play):
    play = new_play(open_requests=1)
    await play.start()
    play.server_says({"jsonrpc": "2.0", "id": "a", "method": "elicitation/create"})
    await play.hears()
    play.server_says({"jsonrpc": "2.0", "id": "b", "method": "elicitation/create"})
    assert (await play.server_hears())["id"] == "b"
    play.server_says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}})
    assert (await play.hears())["method"] == "notifications/cancelled"
    play.server_says({"jsonrpc": "2.0", "id": "c", "method": "elicitation/create"})
    assert (await play.hears())["id"] == "c"
    await play.stop()
