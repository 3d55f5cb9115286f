"""The endpoint behind a real listener: who gets in, what is refused before anybody is asked, and with which words."""

from __future__ import annotations

import asyncio
import base64
import json

import pytest

from tests.clients.raw_http import ENVELOPE, INITIALIZE, META, MODERN, OTHER, TOKEN, Place, modern, request
from toolguard.clients.http import endpoint as endpoint_module
from toolguard.clients.http.streams import StreamTiming

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
NOTE = {"jsonrpc": "2.0", "method": "notifications/initialized"}


@pytest.fixture
async def place():
    made = Place(StreamTiming(pending_check=0.02, json_wait=0.5, flush_timeout=0.2))
    await made.listener.start(0)
    yield made
    await made.close()


async def refusal(response, status):
    """The error in the body of a refusal, which has no CORS header."""
    assert response.status == status
    assert not [name for name in response.headers if name.startswith("access-control")]
    result = await response.json()
    assert result["jsonrpc"] == "2.0" and result["error"]["message"]
    return result


# Who gets in.


@pytest.mark.case(29)
async def test_only_loopback_host_names_are_accepted(place):
    for host in (f"evil.example:{place.port}", "127.0.0.1:1", "127.0.0.1", f"127.0.0.1.evil:{place.port}", None, ""):
        await refusal(await (await place.wire()).post(INITIALIZE, host=host), 421)
    for host in (f"localhost:{place.port}", f"LOCALHOST:{place.port}", f"[::1]:{place.port}"):
        assert (await (await place.wire()).post(INITIALIZE, host=host)).status == 200
    assert len(place.hellos) == 3


@pytest.mark.case(29)
async def test_requests_of_web_pages_are_refused(place):
    foreign = ("https://evil.example", "null", f"https://127.0.0.1:{place.port}", "http://127.0.0.1:1", "file://", "")
    for origin in foreign:
        await refusal(await (await place.wire()).post(INITIALIZE, origin=origin), 403)
    assert not place.hellos
    own = f"http://127.0.0.1:{place.port}"
    response = await (await place.wire()).post(INITIALIZE, origin=own)
    assert response.status == 200
    assert not [name for name in response.headers if name.startswith("access-control")]


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "PATCH", "HEAD", "TRACE", "PROPFIND"])
@pytest.mark.case(29)
async def test_other_http_methods_are_refused_without_cors_headers(place, method):
    response = await (await place.wire()).ask(method, access_control_request_method="POST")
    assert (response.status, response.headers["allow"]) == (405, "POST, GET, DELETE")
    assert not [name for name in response.headers if name.startswith("access-control")]


@pytest.mark.parametrize("given", [None, "", "Bearer", "Bearer ", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x"])
@pytest.mark.case(29)
async def test_request_without_a_token_is_refused(place, given):
    response = await (await place.wire()).post(INITIALIZE, authorization=given)
    await refusal(response, 401)
    assert response.headers["www-authenticate"].startswith('Bearer realm="ToolGuard"')
    assert not place.hellos


async def test_token_in_the_path_authenticates_like_one_in_the_header(place):
    wire = await place.wire()
    assert (await wire.ask(path=f"/t/{TOKEN}/s/peer/mcp", body=INITIALIZE, authorization=None)).status == 200
    assert place.hellos[0].caller.id == "me"
    assert place.hellos[0].caller.transport == "http"
    for wrong in ("/t/wrong/s/peer/mcp", "/t//s/peer/mcp", f"/t/{TOKEN}%00/s/peer/mcp"):
        assert (await (await place.wire()).ask(path=wrong, body=INITIALIZE, authorization=None)).status in (401, 404)


@pytest.mark.parametrize(
    "path", ["/", "/s/peer", "/s/../mcp", "/s//mcp", "/s/peer/mcp/x", "/S/peer/mcp", "/s/a%2Fb/mcp"]
)
async def test_unknown_path_is_not_found(place, path):
    await refusal(await (await place.wire()).ask(path=path), 404)


async def test_a_client_reaches_its_own_servers_and_no_other(place):
    def bearer_token(token):
        return {"authorization": f"Bearer {token}"}

    assert (await (await place.wire()).post(INITIALIZE, **bearer_token(OTHER))).status == 200
    problem = await refusal(
        await (await place.wire()).ask(path="/s/secret/mcp", body=INITIALIZE, **bearer_token(OTHER)), 404
    )
    assert "this client has no server secret" in problem["error"]["message"]
    assert (await (await place.wire()).ask(path="/s/secret/mcp", body=INITIALIZE, **bearer_token(TOKEN))).status == 200
    problem = await refusal(await (await place.wire()).ask(path="/s/off/mcp", body=INITIALIZE), 404)
    assert "turned off" in problem["error"]["message"]
    problem = await refusal(await (await place.wire()).ask(path="/s/off/mcp", **modern("ping")), 404)
    assert "turned off" in problem["error"]["message"]


async def test_all_servers_together_have_a_url_and_show_a_client_its_own(place):
    for path in ("/mcp", f"/t/{TOKEN}/mcp"):
        token = {"authorization": None} if path != "/mcp" else {}
        assert (await (await place.wire()).ask(path=path, body=INITIALIZE, **token)).status == 200
    other = {"authorization": f"Bearer {OTHER}"}
    assert (await (await place.wire()).ask(path="/mcp", body=INITIALIZE, **other)).status == 200
    assert (await (await place.wire()).ask(path="/mcp", **modern("ping", **other))).status == 200
    one, two, three, four = place.hellos
    assert all(hello.all and hello.server is None for hello in place.hellos)
    assert [hello.only() for hello in (one, two, three, four)] == [None, None, ("peer",), ("peer",)]
    await refusal(await (await place.wire()).ask(path="/s/*/mcp", body=INITIALIZE), 404)
    place.endpoint.end_removed_clients()
    assert not place.ends
    del place.clients["other"]
    assert three.only() == ()
    place.endpoint.end_removed_clients()
    await place.until(lambda: len(place.ends) == 2)


async def test_removed_client_is_unauthorized_at_once_and_its_sessions_end(place):
    wire, session = await place.opened()
    stream = await (await place.wire()).ask("GET", **session)
    del place.clients["me"]
    await refusal(await wire.post(PING, **session), 401)
    place.endpoint.end_removed_clients()
    await place.until(lambda: place.ends)
    assert place.ends == ["its client was removed"]
    assert await stream.body() == b"id: 0_0\ndata: \n\n"


LATE = {
    "legacy": ("/s/peer/mcp", {"body": INITIALIZE}),
    "modern": ("/s/peer/mcp", modern("tools/call", params={"name": "x"})),
    "otc": ("/otc/peer/tools/call", {"body": {"tool_id": "peer.x"}}),
}


@pytest.mark.parametrize("kind", LATE)
async def test_body_that_arrives_after_the_token_was_replaced_is_refused(place, kind):
    path, more = LATE[kind]
    wire, data = await place.wire(), request(place.port, "POST", path, **more)
    await wire.send(data[:-1])
    await place.until(lambda: place.listener.connections._clients)  # the head was accepted
    place.clients["me"] = place.clients["other"]
    await wire.send(data[-1:])
    response = await wire.receive()
    assert response.status == 401 and "invalid_token" in response.headers["www-authenticate"]
    assert not place.hellos


async def test_request_that_is_queued_when_its_client_is_removed_begins_no_session(place):
    async def deaf(channel):
        await place.until(lambda: channel.ended)

    place.session = deaf
    large = modern("tools/call", params={"name": "x", "arguments": {"x": "x" * 3 * 2**20}})
    for wire in (wires := [await place.wire() for _ in range(3)]):
        await wire.send(request(place.port, "POST", "/s/peer/mcp", **large))
    await place.until(lambda: [len(one._open_requests) for one in place.endpoint._modern.values()] == [3])
    del place.clients["me"]
    place.endpoint.end_removed_clients()
    assert sorted([(await wire.receive()).status for wire in wires]) == [200, 200, 401]
    assert len(place.hellos) == 1


@pytest.mark.parametrize("name", ["host", "origin", "authorization", "content-type", "mcp-session-id", "last-event-id"])
async def test_repeated_header_is_refused(place, name):
    given = {"host": f"127.0.0.1:{place.port}", "authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    value = given.get(name, "x")
    response = await (await place.wire()).post(INITIALIZE, **{name.replace("-", "_"): [value, value]})
    await refusal(response, 400)
    assert not place.hellos


# What a POST must be.


@pytest.mark.parametrize(
    "kind", [None, "", "text/plain", "application/jsonp", "application/x-www-form-urlencoded", "multipart/form-data"]
)
@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.case(29)
async def test_body_without_json_content_type_is_refused(place, kind, era):
    asked = modern("ping") if era == "modern" else {"body": INITIALIZE}
    await refusal(await (await place.wire()).ask(**{**asked, "content_type": kind}), 415)
    assert not place.hellos


@pytest.mark.parametrize("accept", [None, "", "application/json", "text/event-stream", "text/html, application/xml"])
@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.case(29)
async def test_accept_must_include_json_and_event_stream(place, accept, era):
    asked = modern("ping") if era == "modern" else {"body": INITIALIZE}
    await refusal(await (await place.wire()).ask(**{**asked, "accept": accept}), 406)
    assert not place.hellos


@pytest.mark.parametrize("accept", ["*/*", "application/*, text/*;q=0.1", "text/event-stream;q=1, APPLICATION/JSON"])
async def test_accept_header_is_parsed_in_all_forms(place, accept):
    kind = "Application/JSON; charset=utf-8"
    assert (await (await place.wire()).post(INITIALIZE, accept=accept, content_type=kind)).status == 200


async def test_request_with_a_legacy_and_a_modern_version_is_refused(place):
    wire = await place.wire()
    problem = await refusal(await wire.post(INITIALIZE, mcp_protocol_version=["2025-11-25", MODERN]), 400)
    assert problem["error"]["code"] == -32020 and not place.hellos


async def test_a_compressed_body_is_refused(place):
    await refusal(await (await place.wire()).post(INITIALIZE, content_encoding="gzip"), 415)


async def test_unknown_transfer_coding_is_refused(place):
    await refusal(await (await place.wire()).ask(content_length=None, transfer_encoding="gzip, chunked"), 501)


async def test_a_body_over_the_limit_is_refused_before_it_is_read(place, monkeypatch):
    monkeypatch.setattr(endpoint_module.jsonrpc, "MAX_LINE", 1000)
    content_length = await (await place.wire()).post(b" " * 10, content_length="1001")
    await refusal(content_length, 413)
    wire = await place.wire()
    head = await place.wire()
    chunked = {"content_length": None, "transfer_encoding": "chunked"}
    await wire.send(request(place.port, "POST", "/s/peer/mcp", b"", **chunked), b"3e9\r\n" + b" " * 1001 + b"\r\n")
    await refusal(await wire.receive(), 413)
    assert await wire.is_cut()
    head.drop()


async def test_missing_body_is_abandoned(place):
    from tests.clients.raw_http import request

    quick = Place(StreamTiming(body_timeout=0.05))
    await quick.listener.start(0)
    wire = await quick.wire()
    await wire.send(request(quick.port, "POST", "/s/peer/mcp", b"{", content_length="100"))
    await refusal(await wire.receive(), 408)
    await quick.close()


MALFORMED = {
    b"": -32700, b"{": -32700, b"\xff": -32700, b"nul": -32700, b"7": -32600, b'"x"': -32600, b"null": -32600,
    b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}': -32700, b'{"jsonrpc":"2.0","id":null,"method":"ping"}': -32600,
    b'{"id":1,"method":"ping"}': -32600, b'{"jsonrpc":"2.0","id":1,"method":7}': -32600, b"\xef\xbb\xbf{}": -32700,
    b'{"jsonrpc":"2.0","id":1}': -32600, b"[" * 300 + b"]" * 300: -32600,
    b'{"jsonrpc":"2.0","id":NaN,"method":"x"}': -32700,
    b'{"jsonrpc":"2.0","id":1,"Method":"tools/call","method":"ping"}': -32600,
}  # fmt: skip


@pytest.mark.parametrize("body", MALFORMED)
@pytest.mark.case(23)
async def test_ambiguous_body_is_refused_in_every_era(place, body):
    headers = {"mcp_protocol_version": MODERN, "mcp_method": "ping"}
    problem = await refusal(await (await place.wire()).post(body, **headers), 400)
    assert problem["error"]["code"] == MALFORMED[body]
    problem = await refusal(await (await place.wire()).post(body), 400)
    assert problem["error"]["code"] == MALFORMED[body]
    assert len(place.refused) == 2 and not place.hellos
    wire, session = await place.opened()
    response = await wire.post(body, **session)
    assert (response.status, (await response.json())["error"]["code"]) == (400, MALFORMED[body])


@pytest.mark.parametrize("params", [b'{"a":NaN}', b'{"a":1,"a":2}', b'{"a":"\xff"}', b"[" * 300 + b"]" * 300])
async def test_error_names_the_id_of_a_broken_request_in_every_era(place, params):
    """Defect C10: the id was readable, the error had none, and the caller waited for its own timeout."""
    body = b'{"jsonrpc":"2.0","id":"mine","method":"ping","params":' + params + b"}"
    problem = await refusal(await (await place.wire()).post(body, mcp_protocol_version=MODERN, mcp_method="ping"), 400)
    assert problem["id"] == "mine"
    assert (await refusal(await (await place.wire()).post(body), 400))["id"] == "mine"
    wire, session = await place.opened()
    assert (await (await wire.post(body, **session)).json())["id"] == "mine"
    _, messages = await place.streamed()
    assert (await refusal(await wire.ask(path=messages, body=body), 400))["id"] == "mine"


# 2026-07-28.


@pytest.mark.parametrize("method", ["GET", "DELETE"])
@pytest.mark.case(29)
async def test_modern_era_accepts_only_post(place, method):
    response = await (await place.wire()).ask(method, mcp_protocol_version=MODERN)
    await refusal(response, 405)
    assert response.headers["allow"] == "POST"


WRONG = {
    "another version": modern("ping", mcp_protocol_version="2026-07-29"),
    "no method": modern("ping", mcp_method=None),
    "another method": modern("ping", mcp_method="tools/list"),
    "a method in capitals": modern("ping", mcp_method="PING"),
    "a method twice": modern("ping", mcp_method=["ping", "ping"]),
    "a version twice": modern("ping", mcp_protocol_version=[MODERN, MODERN]),
    "no name": modern("tools/call", params={"name": "t"}, mcp_name=None),
    "another name": modern("tools/call", params={"name": "t"}, mcp_name="u"),
    "a name twice": modern("tools/call", params={"name": "t"}, mcp_name=["t", "t"]),
    "a prompt's name": modern("prompts/get", params={"name": "t"}, mcp_name="u"),
    "a resource": modern("resources/read", params={"uri": "file:///a"}, mcp_name="file:///b"),
    "a task": modern("tasks/get", params={"taskId": "a"}, mcp_name="b"),
    "a broken sentinel": modern("tools/call", params={"name": "t"}, mcp_name="=?base64?dA?="),
    "a loose sentinel": modern("tools/call", params={"name": "t"}, mcp_name="=?base64?dB==?="),
    "no parameter": modern("tools/call", params={"name": "mirrored", "arguments": {"region": "eu"}}),
    "another parameter": modern(
        "tools/call", params={"name": "mirrored", "arguments": {"region": "eu"}}, mcp_param_region="us"
    ),
    "a parameter twice": modern(
        "tools/call", params={"name": "mirrored", "arguments": {"region": "eu"}}, mcp_param_region=["eu", "eu"]
    ),
    "a parameter without its argument": modern("tools/call", params={"name": "mirrored"}, mcp_param_region="eu"),
    "a number": modern(
        "tools/call", params={"name": "mirrored", "arguments": {"deep": {"count": 42}}}, mcp_param_count="43"
    ),
}  # fmt: skip
SCHEMA = {
    "type": "object",
    "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "deep": {"properties": {"count": {"type": "integer", "x-mcp-header": "count"}}},
        "sure": {"type": "boolean", "x-mcp-header": "Sure"},
    },
}


@pytest.mark.parametrize("about", WRONG)
@pytest.mark.case(30)
async def test_header_that_contradicts_the_body_is_refused(place, about):
    place.schemas["mirrored"] = SCHEMA
    problem = await refusal(await (await place.wire()).ask(**WRONG[about]), 400)
    assert problem["error"]["code"] == (-32020 if about != "no version" else -32022)
    assert problem["id"] == 1
    assert not place.hellos and place.refused[0][:2] == ("me", "peer")


@pytest.mark.case(30)
async def test_matching_headers_pass_in_any_spelling(place):
    place.schemas["mirrored"] = SCHEMA
    name = "=?base64?" + base64.b64encode("查".encode()).decode() + "?="
    sayings = [
        modern("tools/call", params={"name": "查"}, mcp_name=name),
        modern("tools/call", params={"name": "t"}, **{"MCP-METHOD": "tools/call", "mcp_method": None}),
        modern(
            "tools/call",
            params={"name": "mirrored", "arguments": {"region": "eu", "deep": {"count": 42.0}, "sure": True}},
            mcp_param_region="eu", mcp_param_count="42", mcp_param_sure="true", mcp_param_unknown="x",
        ),
        modern("tools/call", params={"name": "mirrored", "arguments": {"region": None}}),
        modern("tasks/get", params={"taskId": "a"}),
        modern("resources/read", params={"uri": "file:///a"}, mcp_name=" file:///a "),
    ]  # fmt: skip
    for asked in sayings:
        response = await (await place.wire()).ask(**asked)
        assert response.status == 200, await response.body()
    assert len(place.hellos) == 1


@pytest.mark.parametrize(
    ("meta", "code"),
    [
        (None, -32602), (7, -32602), ({}, -32602), ({f"{META}protocolVersion": MODERN}, -32602),
        ({f"{META}clientCapabilities": {}}, -32602), ({**ENVELOPE, f"{META}clientCapabilities": []}, -32602),
        ({**ENVELOPE, f"{META}protocolVersion": 7}, -32020),
    ],
)  # fmt: skip
async def test_a_modern_request_without_its_envelope_is_refused(place, meta, code):
    asked = modern("ping")
    asked["body"]["params"]["_meta"] = meta
    problem = await refusal(await (await place.wire()).ask(**asked), 400)
    assert (problem["id"], problem["error"]["code"]) == (1, code)


@pytest.mark.parametrize("version", ["2027-01-01", "1999-01-01", "x"])
async def test_a_revision_that_is_not_known_is_refused_with_those_that_are(place, version):
    asked = modern("tools/call", params={"name": "t"}, mcp_protocol_version=version)
    asked["body"]["params"]["_meta"][f"{META}protocolVersion"] = version
    problem = await refusal(await (await place.wire()).ask(**asked), 400)
    assert problem["error"]["code"] == -32022
    assert problem["error"]["data"] == {"supported": [MODERN], "requested": version}
    problem = await refusal(await (await place.wire()).post(NOTE, mcp_protocol_version=version), 400)
    assert problem["error"]["code"] == -32022


async def test_modern_message_with_an_older_version_header_is_refused(place):
    for version in (None, "2025-11-25"):
        problem = await refusal(await (await place.wire()).ask(**modern("ping", mcp_protocol_version=version)), 400)
        assert problem["error"]["code"] == -32020
    assert not place.hellos


async def test_modern_client_notifications_are_dropped(place):
    response = await (await place.wire()).post(NOTE, mcp_protocol_version=MODERN)
    assert (response.status, await response.body()) == (202, b"")
    assert not place.hellos


@pytest.mark.parametrize("message", [{"jsonrpc": "2.0", "id": 1, "result": {}}, [PING], []])
async def test_modern_clients_post_neither_answers_nor_batches(place, message):
    problem = await refusal(await (await place.wire()).post(message, mcp_protocol_version=MODERN), 400)
    assert problem["error"]["code"] == -32600


async def test_shared_modern_connection_cannot_be_initialized(place):
    problem = await refusal(await (await place.wire()).ask(**modern("initialize")), 404)
    assert (problem["id"], problem["error"]["code"]) == (1, -32601)
    assert not place.hellos


async def test_session_id_is_ignored_in_the_modern_era(place):
    response = await (await place.wire()).ask(**modern("ping", mcp_session_id="whatever"))
    assert response.status == 200 and "mcp-session-id" not in response.headers


# Sessions.


@pytest.mark.case(34)
async def test_session_is_bound_to_its_credential_and_server(place):
    _, session = await place.opened()
    wire = await place.wire()
    for more in ({"authorization": f"Bearer {OTHER}"}, {"path": "/s/another/mcp"}, {"mcp_session_id": "unknown"}):
        for method in ("POST", "GET", "DELETE"):
            asked = {"body": PING if method == "POST" else b"", **session, **more}
            await refusal(await wire.ask(method, **asked), 404)
    assert (await wire.post(PING, **session)).status == 200


async def test_request_without_required_session_is_refused(place):
    wire = await place.wire()
    for method in ("GET", "DELETE"):
        await refusal(await wire.ask(method), 400)
    problem = await refusal(await wire.post(PING), 400)
    assert problem["id"] == 1
    await refusal(await wire.post([INITIALIZE]), 400)
    await refusal(await wire.post({"jsonrpc": "2.0", "id": 1, "result": {}}), 400)
    assert not place.hellos


@pytest.mark.parametrize(("version", "status"), [(None, 200), ("2025-11-25", 200), ("2025-03-26", 200), ("bogus", 400)])
async def test_unknown_version_header_is_refused(place, version, status):
    wire, session = await place.opened()
    assert (await wire.post(PING, **session, mcp_protocol_version=version)).status == status


async def test_a_session_that_is_not_used_ends_and_is_forgotten():
    place = Place(StreamTiming(idle=0.1, idle_modern=0.1, idle_unanswered=0.1))
    await place.listener.start(0)
    wire, session = await place.opened()
    await (await wire.ask(**modern("ping"))).body()
    await place.until(lambda: len(place.ends) == 2)
    assert set(place.ends) == {"the client sent nothing for a long time", "the client sent nothing for a while"}
    await refusal(await wire.post(PING, **session), 404)
    assert (await wire.ask(**modern("ping"))).status == 200
    await place.close()


async def test_session_without_a_listening_client_ends_sooner():
    place = Place(StreamTiming(idle_disconnected=0.1))
    await place.listener.start(0)
    await place.opened()
    _, session = await place.opened()
    stream = await place.wire()
    await stream.ask("GET", **session)
    stream.drop()
    await place.until(lambda: place.ends)
    await asyncio.sleep(0.2)
    assert place.ends == ["the client sent nothing for a long time"]
    await place.close()


async def test_session_with_an_open_stream_does_not_time_out():
    place = Place(StreamTiming(idle=0.1))
    await place.listener.start(0)
    wire, session = await place.opened()
    await (await place.wire()).ask("GET", **session)
    await asyncio.sleep(0.4)
    assert (await wire.post(PING, **session)).status == 200
    await place.close()


async def test_session_over_the_client_limit_ends_the_least_recently_used_session(place, monkeypatch):
    monkeypatch.setattr(endpoint_module, "MAX_SESSIONS", 2)
    opened = [await place.opened() for _ in range(3)]
    await place.until(lambda: place.ends)
    assert place.ends == ["the client started too many other sessions"]
    assert (await opened[0][0].post(PING, **opened[0][1])).status == 404
    for wire, session in opened[1:]:
        assert (await wire.post(PING, **session)).status == 200
        await (await place.wire()).ask("GET", **session)
    problem = await refusal(await (await place.wire()).post(INITIALIZE), 429)
    assert "end one first" in problem["error"]["message"]
    assert (await (await place.wire()).post(INITIALIZE, authorization=f"Bearer {OTHER}")).status == 200


async def test_sessions_that_begin_at_once_are_limited_before_they_are_admitted(place, monkeypatch):
    monkeypatch.setattr(endpoint_module, "MAX_SESSIONS", 2)
    place.admitting.clear()
    wires = [await place.wire() for _ in range(5)]
    for wire in wires:
        await wire.send(request(place.port, "POST", "/s/peer/mcp", INITIALIZE))
    await place.until(lambda: len(place.hellos) == 5)
    place.admitting.set()
    assert sorted([(await wire.receive()).status for wire in wires]) == [200, 200, 404, 404, 404]


async def test_session_that_could_not_begin_for_a_fault_takes_no_requests(place, monkeypatch):
    def fault(_self, _session):
        raise RuntimeError("a fault")

    with monkeypatch.context() as patch:
        patch.setattr("tests.clients.raw_http.SessionAdmission", fault)
        assert (await (await place.wire()).ask(**modern("ping"))).status == 500
    response = await (await place.wire()).ask(**modern("ping"))
    assert response.status == 200 and not response.streams


async def test_a_client_that_leaves_during_the_handshake_leaves_no_session(place):
    async def deaf(channel):
        async for _ in channel:
            pass

    place.session = deaf
    wire = await place.wire()
    from tests.clients.raw_http import request

    await wire.send(request(place.port, "POST", "/s/peer/mcp", INITIALIZE))
    await place.until(lambda: place.received)
    wire.drop()
    await place.until(lambda: place.ends)
    assert place.ends == ["the client disconnected during the handshake"]


async def test_new_requests_are_refused_while_closing(place):
    wire, session = await place.opened()
    place.endpoint.refuse()
    await refusal(await wire.post(PING, **session), 503)


async def test_a_fault_of_a_session_ends_it_and_is_logged(place, caplog):
    async def broken(channel):
        async for _ in channel:
            raise RuntimeError("ours")

    place.session = broken
    response = await (await place.wire()).post(INITIALIZE)
    assert (await response.json())["error"]["code"] == -32603
    await place.until(lambda: "fault of ours" in caplog.text)
    response = await (await place.wire()).ask(**modern("ping"))
    assert (response.status, (await response.json())["error"]["code"]) == (200, -32603)


async def test_json_response_body_is_exactly_the_message(place):
    wire, session = await place.opened()
    response = await wire.post({**PING, "params": {"é": [1.50, 2**70]}}, **session)
    assert response.headers["content-type"] == "application/json"
    assert json.loads(await response.body()) == {"jsonrpc": "2.0", "id": 1, "result": {"é": [1.5, 2**70]}}
