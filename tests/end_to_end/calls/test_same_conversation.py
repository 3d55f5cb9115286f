"""The same conversation with and without ToolGuard, compared line by line at both ends."""

from __future__ import annotations

import json
from typing import Any

import pytest

LEGACY = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"
IDS = (7, "7", 2**53 + 1, -(2**70), "", "ид-你好-\u2028", " 7 ", 0)
ODD = (
    '{"big":1180591620717411303424,"huge":1e400,"zeros":0.1000,"minus":-0,"small":-1.5E-7,"text":"\\u2028\\u0000\\ud83d'
    '\\ude00\\/","raw":"\u2028\u2029\u0085","half":"x","deep":[[[[[{"":null}]]]]],"__proto__":{},"vendor/x":false}'
)
Steps = list[tuple[list[Any], int]]
"""What the client says at once, and how many lines it then waits for."""


def request(id: Any, method: str, params: Any = None, **outside: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, **({} if params is None else {"params": params}), **outside}


def notice(method: str, params: Any = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})}


def say(id: Any, *lines: Any, meta: Any = None) -> dict[str, Any]:
    """A call whose answer is exactly these lines."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    return request(
        id, "tools/call", {"name": "say", "arguments": {"lines": texts}, **({"_meta": meta} if meta else {})}
    )


def result(value: str, id: str = "$ID") -> str:
    return f'{{"jsonrpc":"2.0","id":{id},"result":{value}}}'


def every_id(meta: Any = None) -> Steps:
    """Ids of every kind, for calls and for other requests; the answers hold what many readers would change."""
    calls = [([say(id, result(ODD), meta=meta)], 1) for id in IDS]
    return calls + [([request(id, "vendor/say", {"lines": [result(ODD)], "_meta": meta or {}})], 1) for id in IDS]


def odd_bytes(meta: Any = None) -> Steps:
    """Both framings, white space, escapes, and numbers as clients write them."""
    about = f',"_meta":{json.dumps(meta)}' if meta else ""
    call = (
        '{"jsonrpc":"2.0","id":%s,"method":"tools\\/call","params":{"name":"say","arguments":{"lines":["'
        '{\\"jsonrpc\\":\\"2.0\\",\\"id\\":$ID,\\"result\\":{\\"a\\":\\"\u2028\\",\\"b\\": 1.0}}"],"odd":%s}%s}}'
    )
    plain = call % ('"o1"', ODD, about)
    spaced = (
        '  \t{ "params" :{"name":"say" , "arguments":{"lines":[]}%s}, "method":"ping", "id" : "o3","jsonrpc":"2.0"} '
    )
    return [
        ([plain.encode() + b"\r\n"], 1),
        ([(call % ('"o2"', ODD, about)).encode("utf-8") + b"\n\r\n\n"], 1),
        ([(spaced % about).encode() + b"\n"], 1),
        ([say("o4", result('{"half":"\\ud800"}') + "\r", meta=meta)], 1),
        ([say("o5", " \t" + result('{ "spaced" : [ 1 , 2 ] }') + "  ", meta=meta)], 1),
    ]


def answers_of_every_shape(meta: Any = None) -> Steps:
    shapes = (
        '{"content":[],"isError":true,"structuredContent":{"n":1e2},"_meta":{"a/b":[{}]}}',
        '{"resultType":"from the future","whatever":{}}',
        '{"resultType":"task","taskId":"t","status":"working","ttlMs":null}',
        '{"task":{"taskId":"t"}}',
        '{"toolResult":[1,2],"content":[]}',
        "{}",
    )
    errors = (
        '{"code":-32602,"message":"Unknown tool: x","data":{"reason":"Unknown tool","deep":[{"a":null}]}}',
        '{"code":0,"message":""}',
        '{"code":-32042,"message":"错误","data":{"elicitations":[{"url":"https://example.org"}]},"vendor":1}',
    )
    steps: Steps = [([say(f"s{at}", result(shape), meta=meta)], 1) for at, shape in enumerate(shapes)]
    for at, error in enumerate(errors):
        steps.append(([say(f"e{at}", f'{{"jsonrpc":"2.0","id":$ID,"error":{error}}}', meta=meta)], 1))
    return [*steps, ([request("e", "resources/read", {"uri": "x:/", "_meta": meta or {}})], 1)]


def in_order(meta: Any = None) -> Steps:
    """Notifications before and after an answer keep their places."""
    told = [notice("notifications/progress", {"progressToken": "t", "progress": at / 4, "v/x": at}) for at in range(3)]
    after = notice("notifications/message", {"level": "info", "data": [1], "logger": "after the answer"})
    changed = [notice("notifications/tools/list_changed"), notice("vendor/odd", {"a": 1})]
    asking = {**(meta or {}), "progressToken": "t", "vendor/m": {"x": 1}}
    several = [say(f"p{at}", *told[:at], changed[0], result(f'{{"n":{at}}}'), after, changed[1], meta=asking)
               for at in range(4)]  # fmt: skip
    return [([one], at + 4) for at, one in enumerate(several)]


def pages(meta: Any = None) -> Steps:
    cursors = [{}, {"cursor": ""}, {"cursor": "c2"}, {"cursor": "c3"}]
    about = {"_meta": meta} if meta else {}
    return [([request(f"l{at}", "tools/list", {**one, **about}, **{"v/x": 1})], 1) for at, one in enumerate(cursors)]


def server_asks() -> Steps:
    """The server's requests have ids of its own, here those of calls that wait; answers and errors go back."""
    asked = [
        request(5, "sampling/createMessage", {"messages": [{"v": 1}], "maxTokens": 1}),
        request("5", "elicitation/create", {"message": "?", "requestedSchema": {"type": "object"}}),
        request("wait-1", "roots/list"),
        request(2**60, "ping", **{"vendor/p": []}),
        request("vendor", "vendor/asks", [1, 2]),
    ]
    answers: list[Any] = [
        {"jsonrpc": "2.0", "id": "5", "result": {"action": "accept", "content": {"a": 1}, "v/x": None}},
        {"jsonrpc": "2.0", "id": 5, "error": {"code": -1, "message": "no", "data": {"x": [1]}}},
        {"jsonrpc": "2.0", "id": "wait-1", "result": {"roots": []}},
        {"jsonrpc": "2.0", "id": 2**60, "result": {}},
        {"jsonrpc": "2.0", "id": "vendor", "error": {"code": -32601, "message": "what?"}},
    ]
    waiting = [request(id, "tools/call", {"name": "wait"}) for id in ("wait-1", 5)]
    return [
        (waiting, 0),
        ([say("5", *asked, result('{"first":1}'))], len(asked) + 1),
        (answers, 0),
        ([notice("notifications/say", {"lines": [result('{"late":1}', "5"), result("{}", '"wait-1"')]})], 2),
    ]


def legacy(version: str) -> Steps:
    client = {"name": "raw", "version": "1", "v/x": {"y": [1]}}
    hello = {"protocolVersion": version, "capabilities": {"roots": {}, "v/c": {}}, "clientInfo": client, "v/p": 1}
    opening: Steps = [
        ([request("probe", "server/discover", {"_meta": {f"{META}protocolVersion": MODERN}})], 1),
        ([request("hello", "initialize", {**hello, "_meta": {"v/m": 1}})], 1),
        ([notice("notifications/initialized", {"_meta": {"v/m": 2}}), request(1, "ping")], 1),
        ([notice("vendor/unknown", {"a": [1]}), notice("notifications/roots/list_changed"), request(2, "ping")], 1),
    ]
    batch: Steps = [([[notice("vendor/n"), request(90, "ping"), say(91, result("{}"))]], 1)]
    last: Steps = [([notice("notifications/cancelled", {"requestId": "nobody", "v/x": 1}), request("end", "ping")], 1)]
    body = [pages(), every_id(), odd_bytes(), answers_of_every_shape(), in_order(), server_asks()]
    return [*opening, *(step for steps in body for step in steps), *(batch if version == "2025-03-26" else []), *last]


def modern() -> Steps:
    meta = {
        f"{META}protocolVersion": MODERN, f"{META}clientCapabilities": {"v/c": {}}, "traceparent": "00-ab",
        f"{META}clientInfo": {"name": "raw", "version": "1", "v/x": 1}, f"{META}logLevel": "debug", "vendor/k": [None],
    }  # fmt: skip
    tagged = {"_meta": {f"{META}subscriptionId": "listen"}}
    state = "сост\u2028" + "s" * 100_000
    more = '{"resultType":"input_required","inputRequests":{"k":{"method":"roots/list"}},"requestState":%s}'
    again = say("m2", result("{}"), meta=meta)
    again["params"] |= {"inputResponses": {"k": {"roots": []}}, "requestState": state}
    listen = {"notifications": {"toolsListChanged": True}, "_meta": meta, "lines": [
        json.dumps(notice("notifications/subscriptions/acknowledged", tagged)),
        json.dumps(notice("notifications/tools/list_changed", tagged)),
    ]}  # fmt: skip
    return [
        ([request("d", "server/discover", {"_meta": meta})], 1),
        *pages(meta), *every_id(meta), *odd_bytes(meta), *answers_of_every_shape(meta), *in_order(meta),
        ([say("m1", result(more % json.dumps(state)), meta=meta)], 1),
        ([again], 1),
        ([request("listen", "vendor/say", listen)], 2),
        ([notice("notifications/cancelled", {"requestId": "listen", "_meta": meta})], 0),
        ([request("unknown", "vendor/nothing", {"_meta": meta})], 1),
    ]  # fmt: skip


def run_steps(client: Any, steps: Steps) -> list[Any]:
    """Everything that the client heard, in order; within a batch the order is free (JSON-RPC 2.0 §6)."""
    received = []
    for said, lines in steps:
        client.send(*said)
        received += [client.receive() for _ in range(lines)]
    assert client.end() == 0
    return [sorted(one, key=repr) if isinstance(one, list) else one for one in received]


def both_ends(sandbox: Any, client: Any, steps: Steps) -> tuple[list[Any], list[Any]]:
    """What the client and the server heard. A batch reaches the server in pieces."""
    sandbox.received_file.write_bytes(b"")  # not removed: the client's server may have opened it already
    told = run_steps(client, steps)
    received = [member for one in sandbox.received() for member in (one if isinstance(one, list) else [one])]
    return told, received


def compare(sandbox: Any, client: Any, steps: Steps, era: str = "legacy") -> None:
    direct = both_ends(sandbox, sandbox.direct(era), steps)
    guarded = both_ends(sandbox, client, steps)
    for place, one, other in zip(("client", "server"), direct, guarded, strict=True):
        for at, (expected, found) in enumerate(zip(one, other, strict=False)):
            assert found == expected, f"line {at} that the {place} heard"
        assert len(one) == len(other), place


@pytest.mark.parametrize("version", LEGACY)
@pytest.mark.case(1, 6, 9)
def test_legacy_conversation_is_equal_with_and_without_toolguard(sandbox, version):
    sandbox.allow()
    sandbox.serve()
    compare(sandbox, sandbox.client(), legacy(version))


@pytest.mark.case(3)
def test_modern_conversation_is_equal_with_and_without_toolguard(sandbox):
    sandbox.server("peer", era="modern")
    sandbox.allow()
    sandbox.serve()
    compare(sandbox, sandbox.client(), modern(), "modern")
    assert not sandbox.received_of("initialize")


@pytest.mark.case(8)
def test_conversation_with_server_requests_is_equal_over_copied_bytes(sandbox):
    """A file as stdout cannot be handed over, so `toolguard-connect` copies."""
    sandbox.allow()
    sandbox.serve()
    compare(sandbox, sandbox.client(out=sandbox.folder / "stdout"), legacy("2025-03-26"))


@pytest.mark.parametrize("version", ["2025-11-25", MODERN])
def test_conversation_is_equal_over_loopback_tcp(sandbox, version):
    sandbox.env["TOOLGUARD_LOCAL"] = "tcp"
    era = "modern" if version == MODERN else "legacy"
    sandbox.server("peer", era=era)
    sandbox.allow()
    sandbox.serve()
    assert not (sandbox.home / "run" / "app.sock").exists()
    compare(sandbox, sandbox.client(), modern() if version == MODERN else legacy(version), era)
