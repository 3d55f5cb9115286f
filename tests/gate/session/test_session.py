"""Plays: everything that is not a gated call passes, both ways. Numbers in names are the acceptance cases."""

import json

import msgspec
import pytest

from toolguard.gate.policy.rules import Rule
from toolguard.gate.session.upstream import StreamedResponse

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"sampling": {}},
    "io.modelcontextprotocol/clientInfo": {"name": "modern", "version": "2"},
    "vendor/x": [1, None],
}


async def exchange(play, message, answer):
    play.says(message)
    heard = await play.server_hears()
    play.server_says(answer)
    return heard, await play.hears()


@pytest.mark.case(1)
async def test_legacy_session_passes_with_unknown_members(play):
    await play.start()
    await play.shakes()
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


@pytest.mark.case(2)
async def test_probe_gets_the_server_error(play):
    await play.start()
    probe = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": META}}
    refusal = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": {"x": 1}}}
    assert await exchange(play, probe, refusal) == (probe, refusal)
    await play.shakes("2025-11-25")
    assert play.guard.snapshot().sessions[0].version == "2025-11-25"


@pytest.mark.case(3)
async def test_modern_session_keeps_every_meta_key(play):
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


@pytest.mark.case(4)
async def test_modern_refusal_of_initialize_reaches_the_legacy_client(play):
    await play.start()
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}
    data = {"supported": ["2026-07-28"], "requested": "2025-06-18"}
    answer = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32022, "message": "no", "data": data}}
    assert await exchange(play, message, answer) == (message, answer)


@pytest.mark.parametrize("id", [7, "7", 2**53 + 1, "", "标识", -1, 0])
@pytest.mark.case(6)
async def test_ids_keep_type_and_value(play, id):
    await play.start()
    play.guard.add_rule(Rule(id="r", tool="free", verdict="allow"), by="person")
    for method in ("ping", "tools/call"):
        play.says({"jsonrpc": "2.0", "id": id, "method": method, "params": {"name": "free"}})
        await play.server_answers({})
        answer = await play.hears()
        assert (answer["id"], type(answer["id"])) == (id, type(id))


@pytest.mark.case(6)
async def test_equal_ids_of_two_sessions_never_mix(play, new_line, wait_until):
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


@pytest.mark.case(7)
async def test_ten_pending_of_thirty_calls_block_no_other(play):
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


@pytest.mark.case(8)
async def test_server_request_with_the_id_of_a_pending_call_is_routed_correctly(play):
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
    assert play.log.of("MessageRefused")[0].reason == "a response that matches no request"
    assert play.log.of("ResponseDropped")[0].request == "99"


@pytest.mark.case(9)
async def test_unknown_requests_pass_and_are_recorded_as_undecided(play):
    await play.start()
    note = {"jsonrpc": "2.0", "method": "vendor/note", "params": {"a": 1}}
    play.says(note)
    assert await play.server_hears() == note
    ask = {"jsonrpc": "2.0", "id": 1, "method": "vendor/run", "params": [1, 2]}
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"ok": 1}}
    assert await exchange(play, ask, answer) == (ask, answer)
    assert [event.method for event in play.log.of("RequestForwarded")] == ["vendor/run"]
    play.server_says(note)
    assert await play.hears() == note


@pytest.mark.case(12)
async def test_list_changed_passes_and_a_page_updates_the_inventory(play):
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


@pytest.mark.case(22)
async def test_batch_is_split_decided_and_answered_as_one_array(play):
    await play.start()
    await play.shakes("2025-03-26")
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
    await play.shakes("2025-03-26")
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "write"}}
    play.says([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, call])
    await play.server_answers({})
    await play.sees()
    play.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}})
    assert [one["id"] for one in await play.hears()] == [1]


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25"])
@pytest.mark.case(22)
async def test_batch_in_another_revision_is_refused(play, version):
    await play.start()
    await play.shakes(version)
    play.says([{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}])
    answer = await play.hears()
    assert (answer["id"], answer["error"]["code"]) == (None, -32600)
    assert play.guard.snapshot().held == ()


async def test_an_initialize_in_a_batch_and_an_empty_batch_are_refused(play):
    await play.start()
    await play.shakes("2025-03-26")
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
@pytest.mark.case(23)
async def test_hostile_messages_are_refused_and_the_session_continues(play, line, code):
    play.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    await play.start()
    play.says(line)
    assert (await play.hears())["error"]["code"] == code
    play.says({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    assert (await play.server_hears())["method"] == "ping"
    assert len(play.server.log) == 1
    assert len(play.log.of("MessageRefused")) == 1


@pytest.mark.case(23)
async def test_method_with_an_escaped_slash_is_decided_like_any_call(play):
    await play.start()
    play.says(b'{"jsonrpc":"2.0","id":1,"method":"tools\\/call","params":{"name":"x"}}')
    await play.sees()
    assert play.server.log == []


@pytest.mark.case(23)
async def test_call_without_an_id_is_dropped_and_recorded(play):
    await play.start()
    play.says({"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "x"}})
    play.says({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    assert (await play.server_hears())["method"] == "ping"
    assert play.log.of("MessageRefused")[0].reason == "tools/call without an id"


async def test_an_id_in_use_is_not_used_twice(play):
    await play.start()
    play.calls(1)
    await play.sees()
    for method in ("ping", "tools/call"):
        play.says({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"name": "y"}})
        assert (await play.hears())["id"] is None
    assert len(play.guard.snapshot().held) == 1


async def test_streamed_response_is_passed_to_client_that_supports_streams(play):
    told = []
    play.client.streamed = lambda how: told.append((how, len(play.client.log)))
    await play.start()
    await play.shakes()
    said = len(play.client.log)
    play.says({"jsonrpc": "2.0", "id": 1, "method": "resources/list"})
    await play.server_hears()
    play.server._incoming.put_nowait(StreamedResponse(1))
    play.server_says({"jsonrpc": "2.0", "method": "notifications/message", "params": {}})
    play.server._incoming.put_nowait(StreamedResponse(1, 0.5))
    play.server_says({"jsonrpc": "2.0", "id": 1, "result": {}})
    assert [(await play.hears()).get("id") for _ in range(2)] == [None, 1]
    assert told == [(StreamedResponse(1), said), (StreamedResponse(1, 0.5), said + 1)]


async def test_stream_events_are_ignored_by_clients_without_streams(play):
    await play.start()
    await play.shakes()
    play.server._incoming.put_nowait(StreamedResponse(1))
    play.server_says({"jsonrpc": "2.0", "method": "notifications/message", "params": {}})
    assert (await play.hears())["method"] == "notifications/message"


async def test_broken_request_is_answered_under_its_id_and_never_under_one_that_waits(play):
    """Defect C10: an error with the id of another request would be taken for that one's answer."""
    await play.start()
    play.says(b'{"jsonrpc":"2.0","id":5,"method":"resources/read","params":{"uri":NaN}}')
    refused = await play.hears()
    assert (refused["id"], refused["error"]["code"]) == (5, -32700)
    play.says({"jsonrpc": "2.0", "id": 5, "method": "resources/read", "params": {"uri": "a"}})
    play.calls(6)
    await play.server_hears()
    await play.sees()
    for id in (5, 6):
        play.says(b'{"jsonrpc":"2.0","id":%d,"method":"resources/read","params":{"uri":NaN}}' % id)
        assert (await play.hears())["id"] is None
    play.server_says({"jsonrpc": "2.0", "id": 5, "result": {}})
    assert await play.hears() == {"jsonrpc": "2.0", "id": 5, "result": {}}


async def test_invented_server_values_are_recorded_with_bounded_length(play, wait_until):
    await play.start()
    play.says({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}})
    await play.server_answers({"protocolVersion": "9" * 1_000_000, "capabilities": {}})
    play.server_says({"jsonrpc": "2.0", "id": "x" * 1_000_000, "result": {}})
    await wait_until(lambda: bool(play.log.of("ResponseDropped")))
    (handshake,), (dropped,) = play.log.of("HandshakeCompleted"), play.log.of("ResponseDropped")
    assert (len(handshake.version), len(dropped.request)) == (100, 200)


async def test_responses_to_nothing_without_end_make_few_records(play, wait_until):
    await play.start()
    for id in range(5000):
        play.server_says({"jsonrpc": "2.0", "id": f"made-up-{id}", "result": {}})
    await wait_until(lambda: any(one.request == '"made-up-3199"' for one in play.log.of("ResponseDropped")))
    counts = [one.count for one in play.log.of("ResponseDropped")]
    assert counts == [msgspec.UNSET] * 100 + [200, 400, 800, 1600, 3200]


async def test_lines_that_mean_nothing_without_end_make_few_records(play):
    await play.start()
    for _ in range(1000):
        play.says({"jsonrpc": "2.0", "id": 5, "result": {}})
    play.says({"jsonrpc": "2.0", "id": 6, "method": "ping"})
    assert (await play.server_hears())["id"] == 6
    assert [one.count for one in play.log.of("MessageRefused")] == [msgspec.UNSET] * 100 + [200, 400, 800]
