"""An Open Tool Calling server as MCP clients of every revision see it. Numbers in names are the acceptance cases."""

from __future__ import annotations

import asyncio
import hashlib
import time
import uuid
from typing import Any

import jsonschema
import jwt
import pytest

from tests.servers.http.harness import Peer, releasing
from tests.servers.otc.generations import GenerationServer
from tests.servers.otc.harness import (
    CONTEXT,
    GENERATIONS,
    GOOGLE,
    LEGACY,
    TWILIO,
    VERSIONS,
    Spec,
    channel,
    raw,
    sample,
    serving,
)
from toolguard.demo.otc_server import OtcDemoServer, OtcDemoTool
from toolguard.gate.session.upstream import NotProvidedError
from toolguard.servers import QuirksByServer, ServerResources, UnreachableError, open_server
from toolguard.servers.otc import tools as otc_tools
from toolguard.servers.otc.parser import ToolDefinition, ToolRequirements
from toolguard.servers.secrets.redactor import places
from toolguard.tables.servers import KINDS

NAMES = {"Add", "Ring", "GetTimestamp", "GetEmails", "Send", "Balance"}


def text(answer: Any) -> str:
    return "".join(block["text"] for block in answer["result"]["content"])


# --- every revision -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS)
async def test_client_of_each_revision_can_initialize_list_and_call(version: str) -> None:
    async with sample(version=version) as it:
        result = await it.initialize()
        assert result["capabilities"] == {"tools": {}}
        if version in LEGACY:
            assert result["protocolVersion"] == version and result["serverInfo"]["name"] == "far"
        else:
            assert result["supportedVersions"] == [version] and result["resultType"] == "complete"
        assert set(await it.tools()) == NAMES
        assert text(await it.call("Add", a=1, b=2.5)) == "3.5"
        assert (await it.ask("ping"))["result"] in ({}, {"resultType": "complete"})


@pytest.mark.parametrize("version", VERSIONS)
async def test_unsupported_method_is_refused(version: str) -> None:
    async with sample(version=version) as it:
        await it.initialize()
        for method in ("resources/list", "prompts/list", "vendor/x", "subscriptions/listen"):
            assert (await it.ask(method))["error"]["code"] == -32601
        assert (await it.ask("tools/list", cursor="x"))["error"]["code"] == -32602


async def test_a_handshake_of_the_other_era_is_refused_so_that_the_client_falls_back() -> None:
    async with sample() as it:
        assert (await it.ask("server/discover"))["error"]["code"] == -32601
        assert (await it.ask("initialize", protocolVersion="2026-07-28"))["result"]["protocolVersion"] == LEGACY[-1]
        meta = {"io.modelcontextprotocol/protocolVersion": "2027-01-01"}
        response = await it.ask("tools/list", _meta=meta)
        assert response["error"]["code"] == -32022
        assert response["error"]["data"] == {"supported": ["2026-07-28"], "requested": "2027-01-01"}


@pytest.mark.parametrize(
    ("version", "schema", "structured"),
    [
        ("2024-10-07", None, None),
        ("2024-11-05", None, None),
        ("2025-03-26", None, None),
        ("2025-06-18", "object", {"result": 3}),
        ("2025-11-25", "object", {"result": 3}),
        ("2026-07-28", "number", 3),
    ],
)
@pytest.mark.case(48)
async def test_number_result_is_converted_for_each_revision(version: str, schema: Any, structured: Any) -> None:
    async with sample(version=version) as it:
        await it.initialize()
        tools = await it.tools()
        assert tools["Add"].get("outputSchema", {}).get("type") == schema
        result = (await it.call("Add", a=1, b=2))["result"]
        assert result["content"] == [{"type": "text", "text": "3"}]
        assert result["isError"] is False
        assert result.get("structuredContent") == structured
        assert result.get("toolResult") == (3 if version == "2024-10-07" else None)
        assert ("resultType" in result) == (version not in LEGACY)
        if schema:
            jsonschema.validate(structured, tools["Add"]["outputSchema"])


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.case(48)
async def test_null_result_has_no_content(version: str) -> None:
    async with sample(version=version) as it:
        await it.initialize()
        result = (await it.call("Ring", doorbell_id="x"))["result"]
        assert result["content"] == [] and result["isError"] is False
        assert "structuredContent" not in result


# --- every generation -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("generation", GENERATIONS)
@pytest.mark.case(47)
async def test_every_generation_is_parsed_and_used(generation: str) -> None:
    async with sample(GenerationServer(generation), context=CONTEXT) as it:
        await it.initialize()
        tools = await it.tools()
        assert set(tools) == NAMES
        for tool in tools.values():
            jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
            assert tool["inputSchema"]["type"] == "object"
        assert tools["Add"]["inputSchema"]["properties"]["a"] == {"type": "number", "description": "The first."}
        assert sorted(tools["Add"]["inputSchema"]["required"]) == ["a", "b"]
        assert tools["Add"]["outputSchema"]["properties"] == {"result": {"type": "number"}}
        assert tools["Send"]["_meta"]["dev.toolguard/otc"]["needs"] == ["context secret TWILIO_API_KEY"]
        assert text(await it.call("Add", a=1, b=2)) == "3"
        assert text(await it.call("Send", to="+5", message="é")).startswith("sent to +5")
        assert text(await it.call("Balance")).startswith("The service is busy")
        of = (await it.call("GetEmails", query="is:unread"))["result"]["structuredContent"]["of"]
        assert of == ("somebody" if generation == "G0" else "user_123")  # G0 has no way to ask for it


@pytest.mark.case(47)
async def test_spelling_of_input_is_detected_once() -> None:
    quirks = QuirksByServer()
    received: list[Any] = []
    server = GenerationServer(spelling="inputs", on_request=received.append)
    async with serving(server) as url:
        for calls in (1, 2):
            async with channel(url, quirks=quirks) as it:
                await it.initialize()
                for _ in range(calls):
                    assert text(await it.call("Add", a=1, b=2)) == "3"
    requests = [one["body"]["request"] for one in received]
    assert [set(one) & {"input", "inputs"} for one in requests] == [{"input"}, *[{"inputs"}] * 3]
    ids = [one["call_id"] for one in requests]
    assert ids[0] == ids[1] and len(set(ids)) == 3
    assert all(uuid.UUID(one).version == 4 for one in ids)


async def test_call_url_of_the_examples_is_detected() -> None:
    paths: list[str] = []

    async def serve(peer: Peer) -> None:
        if peer.path == "/tools":
            await peer.json({"tools": [{"id": "A.B@1.0.0", "name": "B", "input_schema": {}}]})
        elif peer.path == "/call":
            await peer.json({"result": {"call_id": "x", "success": True, "value": "ran"}})
        else:
            paths.append(peer.path)
            await peer.respond(b"Not Found", 404)

    async with raw(serve) as (it, _):
        assert text(await it.call("B")) == "ran"
        assert text(await it.call("B")) == "ran"
    assert paths == ["/health", "/tools/call"]


# --- what went wrong ------------------------------------------------------------------------------------------------


@pytest.mark.case(48)
async def test_invalid_inputs_are_named() -> None:
    async with sample() as it:
        result = (await it.call("Add", a="x"))["result"]
        assert result["isError"] is True
        assert "- a: " in result["content"][0]["text"] and "- b: " in result["content"][0]["text"]


@pytest.mark.case(48)
async def test_developer_message_is_logged_without_secrets() -> None:
    async with sample(context=CONTEXT) as it:
        result = await it.call("Balance")
        assert "upstream" not in str(result) and TWILIO not in str(result)
        assert "Ask for fewer things" in text(result) and "1,500 milliseconds" in text(result)
        assert any("upstream 503" in line for line in it.log)
        assert TWILIO not in "".join(it.log)
        assert len(it.received) == 1  # not tried again


@pytest.mark.case(48)
async def test_unconfigured_secret_is_requested_and_nothing_sent() -> None:
    async with sample(context={"user_id": "me"}) as it:
        with pytest.raises(NotProvidedError, match=r"needs the secret TWILIO_API_KEY.*secret bind"):
            await it.call("Send", to="1", message="x")
        with pytest.raises(NotProvidedError, match="the authorization google"):
            await it.call("GetEmails", query="x")
        assert it.received == []


async def test_unavailable_secret_is_reported_and_nothing_is_sent() -> None:
    async with sample(context=CONTEXT, secrets={}) as it:
        with pytest.raises(NotProvidedError, match="no secret twilio"):
            await it.call("Send", to="1", message="x")
        assert it.received == []


async def test_missing_tool_gets_an_unknown_tool_error() -> None:
    server = OtcDemoServer()
    async with sample(server) as it:
        await it.tools()
        assert (await it.call("Nothing"))["error"]["code"] == -32602
        assert it.received == []
        server.tools = ()  # it went away after it was listed
        result = (await it.call("Add", a=1, b=2))["error"]
        assert (result["code"], result["message"]) == (-32602, "Unknown tool: Add")


async def refuse(peer: Peer, status: int, body: Any) -> None:
    if peer.path == "/tools":
        await peer.json({"tools": [{"id": "A.B@1.0.0", "name": "B", "input_schema": {}}]})
    elif peer.path == "/health":
        await peer.json({})
    else:
        await peer.json(body, status)


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (401, {"message": "no"}, "not run: the server does not accept the way in which ToolGuard signs in"),
        (403, {}, "not run: the server does not allow this"),
        (429, {}, "not run: the server receives too many calls"),
        (500, {"message": "oh", "developer_message": "stack"}, "outcome unknown: the server failed (status 500)"),
        (200, [1], "outcome unknown: the server's response cannot be read"),
        (200, {"result": {}}, "outcome unknown: the server's response cannot be read"),
    ],
)
async def test_invalid_tool_response_is_an_error(status: int, body: Any, expected: str) -> None:
    async with raw(lambda peer: refuse(peer, status, body)) as (it, _):
        answer = await it.call("B")
        assert answer["error"]["code"] == -32603
        assert expected in answer["error"]["message"] and "stack" not in str(answer)


@pytest.mark.parametrize("body", [{"message": "not now"}, {"detail": [{"loc": ["body", "x"], "msg": "bad"}]}])
async def test_refusal_reports_that_nothing_ran(body: Any) -> None:
    async with raw(lambda peer: refuse(peer, 400, body)) as (it, server):
        result = await it.call("B")
        assert result["result"]["isError"] is True
        assert text(result).startswith("Not run: ") and ("not now" in text(result) or "- x: bad" in text(result))
        assert len([peer for peer in server.received if peer.method == "POST"]) == 1


async def test_outcome_is_unknown_if_the_server_disconnects() -> None:
    async def serve(peer: Peer) -> None:
        if peer.method == "POST":
            peer.disconnect()
        else:
            await refuse(peer, 200, {})

    async with raw(serve) as (it, _):
        assert "outcome unknown" in (await it.call("B"))["error"]["message"]


async def test_a_cancelled_call_is_closed_and_has_no_answer() -> None:
    left = asyncio.Event()

    async def serve(peer: Peer) -> None:
        if peer.method == "POST":
            await peer.is_left()
            left.set()
        else:
            await refuse(peer, 200, {})

    async with raw(serve) as (it, server):
        call = it.message("tools/call", name="B", arguments={})
        await it.send(call)
        await it.until(lambda: [peer for peer in server.received if peer.method == "POST"])
        cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": call["id"]}}
        await it.channel.send(cancel)
        await it.until(left.is_set)
        assert "may still run" in it.log[-1]
        assert (await it.ask("ping"))["result"] == {}  # and not an answer to the call


async def test_a_call_that_is_cancelled_at_once_is_never_sent() -> None:
    async with sample() as it:
        await it.tools()
        call = it.message("tools/call", name="Add", arguments={"a": 1, "b": 2})
        await it.channel.prepare(call)
        sending = it.channel.send(call)
        await sending
        cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": call["id"]}}
        await it.channel.send(cancel)
        assert text(await it.call("GetTimestamp"))
        assert [one["body"]["request"]["tool_id"] for one in it.received] == ["System.GetTimestamp@1.0.0"]


# --- what goes along ------------------------------------------------------------------------------------------------


@pytest.mark.case(44)
async def test_tool_gets_its_declared_secrets_and_they_are_redacted() -> None:
    async with sample(context=CONTEXT) as it:
        results = [await it.call("Send", to="1", message="x"), await it.call("GetEmails", query="y")]
        await it.call("Add", a=1, b=2)
        given = [one["body"]["request"].get("context") for one in it.received]
        assert given == [
            {"secrets": [{"id": "TWILIO_API_KEY", "value": TWILIO}]},
            {"authorization": [{"id": "google", "token": GOOGLE}], "user_id": "user_123"},
            None,
        ]
        for answer in (*results, it.log):
            assert TWILIO not in str(answer) and GOOGLE not in str(answer) and TWILIO.encode().hex() not in str(answer)
        assert "[secret twilio]" in text(results[0])


async def test_secrets_do_not_travel_for_all_to_read() -> None:
    for settings in ({"context": CONTEXT}, {"auth": "jwt", "auth_key": "${secret:twilio}"}):
        with pytest.raises(UnreachableError, match="unencrypted"):
            await open_server(Spec("http://example.com", **settings), ServerResources(release=releasing({}), log=print))


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"auth": "jwt"}, "no credential"),
        (
            {"auth": "jwt", "auth_key": "${secret:k}", "headers": {"authorization": "x"}},
            "remove it from the server's settings",
        ),
        ({"auth": "api_key", "auth_key": "${secret:k}"}, "no header can carry"),
    ],
)
async def test_impossible_sign_in_is_reported(settings: Any, why: str) -> None:
    with pytest.raises(UnreachableError, match=why):
        await open_server(
            Spec("http://127.0.0.1:1", **settings), ServerResources(release=releasing({"k": "ä\n"}), log=print)
        )


async def test_secret_bound_for_another_address_is_not_sent() -> None:
    spec = Spec("http://127.0.0.1:1", context=CONTEXT)
    async with serving(OtcDemoServer()) as url:
        opened = await open_server(
            Spec(url, context=CONTEXT),
            ServerResources(release=releasing({"twilio": TWILIO}), log=print, current=lambda: spec),
        )
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "Send", "arguments": {}}}
        with pytest.raises(NotProvidedError, match="has changed"):
            await opened.prepare(call)
        await opened.close()


async def test_credential_configured_later_is_used_for_the_next_call() -> None:
    async with serving(OtcDemoServer()) as url:
        spec = Spec(url)
        opened = await open_server(
            spec, ServerResources(release=releasing({"twilio": TWILIO}), log=print, current=lambda: spec)
        )
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "Send", "arguments": {}}}
        with pytest.raises(NotProvidedError):
            await opened.prepare(call)
        spec.context = CONTEXT
        await opened.prepare(call)
        await opened.close()


@pytest.mark.parametrize(("generation", "name"), [("G2", "otc-api-key"), ("G3", "oxp-api-key"), ("G4", "oxp-api-key")])
async def test_an_api_key_has_the_header_of_its_generation(generation: str, name: str) -> None:
    server = GenerationServer(generation, api_key=TWILIO)
    async with sample(server, auth="api_key", auth_key="${secret:twilio}") as it:
        assert text(await it.call("Add", a=1, b=2)) == "3"
        assert it.received[0]["headers"] == {name: TWILIO}


async def test_signed_token_lives_ten_minutes_and_is_redacted() -> None:
    seen: list[str] = []

    async def serve(peer: Peer) -> None:
        seen.append(peer.headers.get("authorization", ""))
        await refuse(peer, 200, {"result": {"success": True, "value": peer.headers.get("authorization")}})

    key = "k" * 32
    async with raw(serve, auth="jwt", auth_key="${secret:k}", secrets={"k": key}) as (it, _):
        assert text(await it.call("B")) == "Bearer [secret sign-in]"
    assert seen[0] == "" and len(seen) == 3  # health asks nobody who they are
    for header in seen[1:]:
        claims = jwt.decode(header.removeprefix("Bearer "), key, algorithms=["HS256"])
        assert claims["exp"] - claims["iat"] == 600 and claims["iat"] <= time.time()
    async with sample(
        GenerationServer(shared_secret=key), auth="jwt", auth_key="${secret:k}", secrets={"k": key}
    ) as it:
        assert text(await it.call("Add", a=1, b=2)) == "3"


async def test_failed_sign_in_is_explained() -> None:
    async with sample(GenerationServer(api_key="right"), auth="api_key", auth_key="${secret:twilio}") as it:
        result = (await it.ask("tools/list"))["error"]
        assert result["code"] == -32603 and "the way in which ToolGuard signs in" in result["message"]


async def test_client_trace_context_is_continued() -> None:
    async with sample() as it:
        trace = "0af7651916cd43dd8448eb211c80319c"
        meta = {"traceparent": f"00-{trace}-b7ad6b7169203331-01"}
        await it.ask("tools/call", name="Add", arguments={"a": 1, "b": 2}, _meta=meta)
        assert it.received[0]["body"]["request"]["trace_id"] == trace


# --- hostile servers ------------------------------------------------------------------------------------------------


async def test_a_list_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async def serve(peer: Peer) -> None:
        if peer.path == "/health":
            await peer.json({})
            return
        await peer.streams()
        while True:
            await peer.piece(b'{"tools":[' + b" " * 65536)

    async with raw(serve) as (it, _):
        response = await it.ask("tools/list")
        assert "too large" in response["error"]["message"]


async def test_hundred_thousand_tools_are_cut_to_the_limit() -> None:
    tools = [{"id": f"A.T{n}@1.0.0", "name": f"T{n}"} for n in range(100_000)]

    async def serve(peer: Peer) -> None:
        await peer.json({"tools": tools} if peer.path == "/tools" else {})

    async with raw(serve) as (it, _):
        assert len(await it.tools()) == 10_000
        assert any("90,000 entries" in line for line in it.log)


async def test_secret_in_a_name_or_list_error_is_redacted() -> None:
    async def serve(peer: Peer) -> None:
        tool = {"id": f"A.{TWILIO}@1.0.0", "name": TWILIO, "description": TWILIO}
        await peer.json({"tools": [tool]} if peer.path == "/tools" else {})

    async with raw(serve, auth="api_key", auth_key="${secret:twilio}") as (it, _):
        assert TWILIO not in str(await it.tools())


@pytest.mark.parametrize("text", [f"{'x' * 490} {TWILIO}", f"{'x' * 3_990} {TWILIO}", TWILIO * 200], ids=len)
async def test_text_is_redacted_before_it_is_cut(text: str) -> None:
    async def serve(peer: Peer) -> None:
        if peer.path == "/tools":
            await peer.json({"tools": [{"id": "A.a@1.0.0", "name": "a", "description": f"{'y' * 99_990} {TWILIO}"}]})
        elif "refuse" in str(peer.body):
            await peer.json({"message": text, "developer_message": text}, status=403)
        else:
            await peer.json({"success": False, "error": {"message": text, "developer_message": text}})

    async with raw(serve, auth="api_key", auth_key="${secret:twilio}") as (it, _):
        shown = f"{await it.tools()} {await it.call('a')} {await it.call('a', how='refuse')} {it.log}"
        assert TWILIO[:5] not in shown and "[secret t" in shown


async def test_stopped_server_is_unreachable() -> None:
    with pytest.raises(UnreachableError, match="nothing listens"):
        await open_server(Spec("http://127.0.0.1:1"), ServerResources(release=releasing({}), log=print))


async def test_tools_with_equal_names_are_both_listed() -> None:
    add = OtcDemoTool("Other", "Add", "2.0.0", "Adds otherwise.", lambda _given, _: "other", output={})
    old = OtcDemoTool("Other", "Add", "1.5.0", "Adds as before.", lambda _given, _: "old", output={})
    server = OtcDemoServer(tools=(*OtcDemoServer().tools, add, old))
    async with sample(server) as it:
        found = sorted(name for name in await it.tools() if name.startswith("Add"))
        assert len(found) == 3 and found[-1] == "Add_v1_5_0" and "Add" not in found
        assert {text(await it.call(name, a=1, b=2) if tool["title"].startswith("Calc") else await it.call(name))
                for name, tool in (await it.tools()).items() if name in found} == {"3", "other", "old"}  # fmt: skip


def test_hostile_colliding_names_terminate() -> None:
    def tool(id: str, name: str) -> ToolDefinition:
        return ToolDefinition(id, name, "", "", {}, None, ToolRequirements())

    digest = hashlib.sha256(b"A.x").hexdigest()
    taken = {otc_tools._joined("x", f"_{digest[:length]}") for length in range(70)}
    found = otc_tools.names([tool("A.x", "x"), tool("B.x", "x"), *(tool(f"C.{name}", name) for name in taken)])
    assert len(found) == len(taken) + 2 and all(len(name) <= 64 for name in found)


# --- settings -------------------------------------------------------------------------------------------------------


def test_places_of_secrets_are_listed() -> None:
    from toolguard.store.config.config import ServerSpec

    spec = ServerSpec(
        name="far", kind="otc", url="https://example.com", auth="jwt", auth_key="${secret:k}", context=CONTEXT
    )
    assert places(spec) == {
        "k": ("sign-in",), "twilio": ("context secret TWILIO_API_KEY",), "google": ("context authorization google",),
    }  # fmt: skip
    assert KINDS["otc"].describe(spec) == "https://example.com [jwt: ${secret:k}]"


@pytest.mark.parametrize(
    ("settings", "good"),
    [
        ({"url": "https://x.example"}, True),
        ({"url": "https://x.example", "auth": "jwt", "auth_key": "${secret:k}", "context": CONTEXT}, True),
        ({"url": "https://x.example", "auth_key": "written-out"}, False),
        ({"url": "https://x.example", "context": {"secrets": {"A": "written-out"}}}, False),
        ({"url": "ftp://x.example"}, False),
    ],
)
def test_credentials_are_named_and_never_written_out(settings: Any, good: bool) -> None:
    assert jsonschema.Draft202012Validator(KINDS["otc"].schema).is_valid(settings) is good
