"""Plays: everything that is not a gated call passes, both ways. Numbers in names are the acceptance cases."""

import json

import msgspec
import pytest

from toolguard.gate import jsonrpc
from toolguard.gate.policy.rules import Rule
from toolguard.gate.session.upstream import StreamedResponse

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"sampling": {}},
    "io.modelcontextprotocol/clientInfo": {"name": "modern", "version": "2"},
    "vendor/x": [1, None],
}


async def exchange(harness, message, answer):
    harness.send(message)
    received = await harness.server_receive()
    harness.server_send(answer)
    return received, await harness.receive()


@pytest.mark.case(1)
async def test_legacy_session_passes_with_unknown_members(harness):
    await harness.start()
    await harness.initialize()
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
    assert await exchange(harness, message, answer) == (message, answer)
    connected = harness.guard.snapshot().sessions[0]
    assert (connected.claim, connected.version, connected.era, connected.state) == (
        "robot 1",
        "2025-06-18",
        "legacy",
        "ready",
    )


@pytest.mark.case(2)
async def test_probe_gets_the_server_error(harness):
    await harness.start()
    probe = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": META}}
    refusal = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found", "data": {"x": 1}}}
    assert await exchange(harness, probe, refusal) == (probe, refusal)
    await harness.initialize("2025-11-25")
    assert harness.guard.snapshot().sessions[0].version == "2025-11-25"


@pytest.mark.case(3)
async def test_modern_session_keeps_every_meta_key(harness):
    await harness.start()
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": META}}
    answer = {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {"resultType": "complete", "tools": [], "ttlMs": 0, "cacheScope": "public"},
    }
    assert await exchange(harness, message, answer) == (message, answer)
    harness.call(2, _meta=META)
    held = (await harness.wait_for_pending())[0]
    assert (held.call.era, held.call.claim) == ("modern", "modern 2")
    await harness.approve()
    assert (await harness.server_receive())["params"]["_meta"] == META
    assert harness.guard.snapshot().sessions[0].era == "modern"


@pytest.mark.case(4)
async def test_modern_refusal_of_initialize_reaches_the_legacy_client(harness):
    await harness.start()
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}
    data = {"supported": ["2026-07-28"], "requested": "2025-06-18"}
    answer = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32022, "message": "no", "data": data}}
    assert await exchange(harness, message, answer) == (message, answer)


@pytest.mark.parametrize("id", [7, "7", 2**53 + 1, "", "标识", -1, 0])
@pytest.mark.case(6)
async def test_ids_keep_type_and_value(harness, id):
    await harness.start()
    harness.guard.add_rule(Rule(id="r", tool="free", verdict="allow"), by="person")
    for method in ("ping", "tools/call"):
        harness.send({"jsonrpc": "2.0", "id": id, "method": method, "params": {"name": "free"}})
        await harness.server_respond({})
        answer = await harness.receive()
        assert (answer["id"], type(answer["id"])) == (id, type(id))


@pytest.mark.case(6)
async def test_equal_ids_of_two_sessions_never_mix(harness, new_line, wait_until):
    first = await harness.start()
    second = await harness.start(client=new_line(), name="other")
    await wait_until(lambda: len(harness.servers) == 2)
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "a/first"}, first)
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "a/second"}, second)
    await wait_until(lambda: all(server.log for server in harness.servers))
    for server in harness.servers:
        name = server.log[0]["method"]
        server.feed(json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"for": name}}).encode())
    assert (await harness.receive(first))["result"] == {"for": "a/first"}
    assert (await harness.receive(second))["result"] == {"for": "a/second"}
    second.leave()


@pytest.mark.case(7)
async def test_ten_pending_of_thirty_calls_block_no_other(harness):
    harness.guard.add_rule(Rule(id="r", tool="free", verdict="allow"), by="person")
    await harness.start()
    for id in range(30):
        harness.call(id, "held" if id % 3 == 0 else "free", {"id": id})
    await harness.wait_for_pending(10)
    harness.send({"jsonrpc": "2.0", "id": "p", "method": "ping"})
    answered = set()
    for _ in range(21):
        await harness.server_respond({})
        answered.add((await harness.receive())["id"])
    assert answered == {"p", *(id for id in range(30) if id % 3)}
    assert len(harness.guard.snapshot().pending) == 10


@pytest.mark.case(8)
async def test_server_request_with_the_id_of_a_pending_call_is_routed_correctly(harness):
    await harness.start()
    harness.call(1)
    await harness.approve()
    await harness.server_receive()
    ask = {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {"message": "who?"}}
    harness.server_send(ask)
    assert await harness.receive() == ask
    reply = {"jsonrpc": "2.0", "id": 1, "result": {"action": "accept", "content": {}}}
    harness.send(reply)
    assert await harness.server_receive() == reply
    harness.server_send({"jsonrpc": "2.0", "id": 1, "result": {"content": []}})
    assert await harness.receive() == {"jsonrpc": "2.0", "id": 1, "result": {"content": []}}


async def test_response_without_a_request_is_dropped_and_recorded(harness):
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": 5, "result": {}})
    harness.send({"jsonrpc": "2.0", "id": 6, "method": "ping"})
    assert (await harness.server_receive())["id"] == 6
    harness.server_send({"jsonrpc": "2.0", "id": 99, "result": {}})
    harness.server_send({"jsonrpc": "2.0", "id": 6, "result": {}})
    assert (await harness.receive())["id"] == 6
    assert harness.log.of("MessageRefused")[0].reason == "a response that matches no request"
    assert harness.log.of("ResponseDropped")[0].request == "99"


@pytest.mark.case(9)
async def test_unknown_requests_pass_and_are_recorded_as_undecided(harness):
    await harness.start()
    note = {"jsonrpc": "2.0", "method": "vendor/note", "params": {"a": 1}}
    harness.send(note)
    assert await harness.server_receive() == note
    ask = {"jsonrpc": "2.0", "id": 1, "method": "vendor/run", "params": [1, 2]}
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"ok": 1}}
    assert await exchange(harness, ask, answer) == (ask, answer)
    assert [event.method for event in harness.log.of("RequestForwarded")] == ["vendor/run"]
    harness.server_send(note)
    assert await harness.receive() == note


@pytest.mark.case(12)
async def test_list_changed_passes_and_a_page_updates_the_inventory(harness):
    await harness.start()
    harness.server_send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    assert (await harness.receive())["method"] == "notifications/tools/list_changed"
    for cursor, names, after in ((None, ["a"], ""), ("", [], "z"), ("z", ["b"], None)):
        params = {} if cursor is None else {"cursor": cursor}
        harness.send({"jsonrpc": "2.0", "id": f"l{cursor}", "method": "tools/list", "params": params})
        result = {"tools": [{"name": name} for name in names]} | ({} if after is None else {"nextCursor": after})
        await harness.server_respond(result)
        assert (await harness.receive())["result"] == result
    assert [tool.name for tool in harness.gate.tools.of("files")] == ["a", "b"]


@pytest.mark.case(22)
async def test_batch_is_split_decided_and_answered_as_one_array(harness):
    await harness.start()
    await harness.initialize("2025-03-26")
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "write"}}
    note = {"jsonrpc": "2.0", "method": "notifications/x"}
    harness.send([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, call, note, {"jsonrpc": "2.0", "id": 3}])
    assert (await harness.server_respond({}))["method"] == "ping"
    assert await harness.server_receive() == note
    await harness.wait_for_pending()
    assert harness.client.sent.empty()
    await harness.deny("no")
    answer = await harness.receive()
    assert {one["id"] for one in answer} == {1, 2, 3}
    assert next(one for one in answer if one["id"] == 2)["result"]["isError"] is True
    assert next(one for one in answer if one["id"] == 3)["error"]["code"] == -32600
    assert all(
        not isinstance(received, list) and received.get("method") != "tools/call" for received in harness.server.log
    )


async def test_a_cancelled_member_of_a_batch_leaves_the_others_to_be_answered(harness):
    await harness.start()
    await harness.initialize("2025-03-26")
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "write"}}
    harness.send([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, call])
    await harness.server_respond({})
    await harness.wait_for_pending()
    harness.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}})
    assert [one["id"] for one in await harness.receive()] == [1]


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25"])
@pytest.mark.case(22)
async def test_batch_in_another_revision_is_refused(harness, version):
    await harness.start()
    await harness.initialize(version)
    harness.send([{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}])
    answer = await harness.receive()
    assert (answer["id"], answer["error"]["code"]) == (None, -32600)
    assert harness.guard.snapshot().pending == ()


async def test_an_initialize_in_a_batch_and_an_empty_batch_are_refused(harness):
    await harness.start()
    await harness.initialize("2025-03-26")
    harness.send([])
    assert (await harness.receive())["error"]["code"] == -32600
    harness.send([{"jsonrpc": "2.0", "id": 5, "method": "initialize", "params": {}}])
    assert [(one["id"], one["error"]["code"]) for one in await harness.receive()] == [(5, -32600)]


HOSTILE = [
    (b'{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call","params":{"name":"x"}}', -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"x"}}', -32600),
    ('{"jsonrpc":"2.0","id":1,"method":"ping","paramſ":{"name":"x"}}'.encode(), -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":" tools/call","params":{"name":"x"}}', -32601),
    (b'{"jsonrpc":"2.0","id":1,"method":"Tools/Call","params":{"name":"x"}}', -32601),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call\\u0000x","params":{"name":"x"}}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/list\\u0000"}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"vendor/pay\\u0000"}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"Tasks/Cancel","params":{"taskId":"t"}}', -32601),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools\\u200b/call","params":{"name":"x"}}', -32601),
    ('{"jsonrpc":"2.0","id":1,"method":"tools/ｃall","params":{"name":"x"}}'.encode(), -32601),
    (b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}', -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":NaN}}}', -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":%s}}' % (b"[" * 9999 + b"]" * 9999), -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":[1]}}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":""}}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"remove\\u0000_read"}}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"x"}}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","Arguments":{}}}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","RequestState":"s"}}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","inputresponses":{}}}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","input_responses":{}}}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","name\\u0000":"y"}}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/get","method\\u0000":"tools/call","params":{"name":"x"}}', -32600),
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
async def test_hostile_messages_are_refused_and_the_session_continues(harness, line, code):
    harness.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    await harness.start()
    harness.send(line)
    assert (await harness.receive())["error"]["code"] == code
    harness.send({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    assert (await harness.server_receive())["method"] == "ping"
    assert len(harness.server.log) == 1
    assert len(harness.log.of("MessageRefused")) == 1


@pytest.mark.case(23)
async def test_method_with_an_escaped_slash_is_decided_like_any_call(harness):
    await harness.start()
    harness.send(b'{"jsonrpc":"2.0","id":1,"method":"tools\\/call","params":{"name":"x"}}')
    await harness.wait_for_pending()
    assert harness.server.log == []


@pytest.mark.case(23)
@pytest.mark.parametrize("method", ["tools/call", "tasks/cancel", "resources/read", "prompts/get"])
async def test_request_without_an_id_is_dropped_and_recorded(harness, method):
    """A server may run it all the same."""
    await harness.start()
    harness.send({"jsonrpc": "2.0", "method": method, "params": {"name": "x", "taskId": "x", "uri": "x:y"}})
    harness.send({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    assert (await harness.server_receive())["method"] == "ping"
    assert harness.log.of("MessageRefused")[0].reason == f"{method} without an id"


async def test_server_request_without_an_id_is_dropped_and_recorded(harness):
    await harness.start()
    harness.server_send({"jsonrpc": "2.0", "method": "sampling/createMessage", "params": {"messages": []}})
    harness.server_send({"jsonrpc": "2.0", "method": "notifications/prompts/list_changed"})
    assert (await harness.receive())["method"] == "notifications/prompts/list_changed"
    assert "sampling/createMessage without an id" in harness.log.of("MessageRefused")[0].reason


OTHERS_TASK = {"session": "s", "call": "s-1", "client": "other", "server": "files", "tool": "t"}


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tasks/get", {"taskId": "theirs"}),
        ("tasks/cancel", {"task_id": "theirs"}),
        ("subscriptions/listen", {"notifications": {"taskIds": ["mine", "theirs"]}}),
        ("subscriptions/listen", {"notifications": {"task_ids": ["theirs"]}}),
        ("subscriptions/listen", {"Notifications": {"taskIds": ["theirs"]}}),
    ],
)
async def test_task_of_another_client_is_neither_read_nor_subscribed_to(harness, method, params):
    await harness.start()
    harness.gate.tasks.begin("theirs", OTHERS_TASK)
    harness.send({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    harness.send({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    assert (await harness.server_receive())["method"] == "ping"
    assert (await harness.receive())["error"]["code"] in (jsonrpc.INVALID_PARAMS, jsonrpc.INVALID_REQUEST)


async def test_tasks_of_another_client_are_not_listed(harness):
    await harness.start()
    harness.gate.tasks.begin("theirs", OTHERS_TASK)
    listed = [{"taskId": id, "status": "working"} for id in ("mine", "theirs", "unknown")]
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"tasks": listed, "nextCursor": "n"}}
    _, received = await exchange(harness, {"jsonrpc": "2.0", "id": 1, "method": "tasks/list"}, answer)
    assert received["result"] == {"tasks": [listed[0], listed[2]], "nextCursor": "n"}


async def test_an_id_in_use_is_not_used_twice(harness):
    await harness.start()
    harness.call(1)
    await harness.wait_for_pending()
    for method in ("ping", "tools/call"):
        harness.send({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"name": "y"}})
        assert (await harness.receive())["id"] is None
    assert len(harness.guard.snapshot().pending) == 1


async def test_streamed_response_is_passed_to_client_that_supports_streams(harness):
    received = []
    harness.client.streamed = lambda how: received.append((how, len(harness.client.log)))
    await harness.start()
    await harness.initialize()
    result = len(harness.client.log)
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "resources/list"})
    await harness.server_receive()
    harness.server._incoming.put_nowait(StreamedResponse(1))
    harness.server_send({"jsonrpc": "2.0", "method": "notifications/message", "params": {}})
    harness.server._incoming.put_nowait(StreamedResponse(1, 0.5))
    harness.server_send({"jsonrpc": "2.0", "id": 1, "result": {}})
    assert [(await harness.receive()).get("id") for _ in range(2)] == [None, 1]
    assert received == [(StreamedResponse(1), result), (StreamedResponse(1, 0.5), result + 1)]


async def test_stream_events_are_ignored_by_clients_without_streams(harness):
    await harness.start()
    await harness.initialize()
    harness.server._incoming.put_nowait(StreamedResponse(1))
    harness.server_send({"jsonrpc": "2.0", "method": "notifications/message", "params": {}})
    assert (await harness.receive())["method"] == "notifications/message"


async def test_error_for_an_invalid_request_never_uses_the_id_of_a_pending_request(harness):
    """Defect C10: an error with the id of another request would be taken for that one's answer."""
    await harness.start()
    harness.send(b'{"jsonrpc":"2.0","id":5,"method":"resources/read","params":{"uri":NaN}}')
    refused = await harness.receive()
    assert (refused["id"], refused["error"]["code"]) == (5, -32700)
    harness.send({"jsonrpc": "2.0", "id": 5, "method": "resources/read", "params": {"uri": "a"}})
    harness.call(6)
    await harness.server_receive()
    await harness.wait_for_pending()
    for id in (5, 6):
        harness.send(b'{"jsonrpc":"2.0","id":%d,"method":"resources/read","params":{"uri":NaN}}' % id)
        assert (await harness.receive())["id"] is None
    harness.server_send({"jsonrpc": "2.0", "id": 5, "result": {}})
    assert await harness.receive() == {"jsonrpc": "2.0", "id": 5, "result": {}}


async def test_invented_server_values_are_recorded_with_bounded_length(harness, wait_until):
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}})
    await harness.server_respond({"protocolVersion": "9" * 1_000_000, "capabilities": {}})
    harness.server_send({"jsonrpc": "2.0", "id": "x" * jsonrpc.MAX_ID_LENGTH, "result": {}})
    await wait_until(lambda: bool(harness.log.of("ResponseDropped")))
    (handshake,), (dropped,) = harness.log.of("HandshakeCompleted"), harness.log.of("ResponseDropped")
    assert (len(handshake.version), len(dropped.request)) == (100, 200)


async def test_endless_responses_without_requests_are_recorded_with_growing_counts(harness, wait_until):
    await harness.start()
    for id in range(5000):
        harness.server_send({"jsonrpc": "2.0", "id": f"made-up-{id}", "result": {}})
    await wait_until(lambda: any(one.request == '"made-up-3199"' for one in harness.log.of("ResponseDropped")))
    counts = [one.count for one in harness.log.of("ResponseDropped")]
    assert counts == [msgspec.UNSET] * 100 + [200, 400, 800, 1600, 3200]


async def test_endless_refused_messages_are_recorded_with_growing_counts(harness):
    await harness.start()
    for _ in range(1000):
        harness.send({"jsonrpc": "2.0", "id": 5, "result": {}})
    harness.send({"jsonrpc": "2.0", "id": 6, "method": "ping"})
    assert (await harness.server_receive())["id"] == 6
    assert [one.count for one in harness.log.of("MessageRefused")] == [msgspec.UNSET] * 100 + [200, 400, 800]


async def test_late_response_to_a_cancelled_request_is_not_that_to_a_call_of_its_id(harness, wait_until):
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": 5, "method": "resources/read", "params": {"uri": "file:///a"}})
    await harness.server_receive()
    await harness.cancel(5)
    await harness.server_receive()
    harness.call(5)
    assert "still in use" in (await harness.receive())["error"]["message"]
    harness.server_send({"jsonrpc": "2.0", "id": 5, "result": {"contents": []}})
    await wait_until(lambda: harness.log.of("ResponseDropped"))
    harness.call(5)
    await harness.approve()
    await harness.server_respond({"content": []})
    assert (await harness.receive())["result"] == {"content": []}
