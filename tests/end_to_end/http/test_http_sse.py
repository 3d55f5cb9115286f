"""Clients of 2024-11-05 over HTTP+SSE end to end: the official SDK's, and one reduced to requests."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp.client import Client
from mcp.client.sse import sse_client

from tests.end_to_end.conftest import request
from tests.end_to_end.web import Web, let_in
from toolguard.gate.model import (
    CallCancelled,
    CallCompleted,
    CallDecided,
    CallForwarded,
    CallHeld,
    CallWithdrawn,
    MessageRefused,
    SessionEnded,
    SessionStarted,
)

DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}'
INITIALIZE_PARAMS = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "old", "version": "1"}}


def served(sandbox, **more):
    sandbox.server("demo", sys.executable, "-m", "toolguard.demo.server", "--record", str(sandbox.received_file))
    sandbox.token = let_in(sandbox, "old")
    sandbox.configure(http_port=0)
    return sandbox.serve(**more)


@asynccontextmanager
async def client(sandbox, serve, *, in_path=False):
    url = f"http://127.0.0.1:{serve.port()}{f'/t/{sandbox.token}' if in_path else ''}/s/demo/sse"
    headers = {} if in_path else {"Authorization": f"Bearer {sandbox.token}"}
    async with Client(sse_client(url, headers=headers), mode="legacy") as one:
        yield one


class Stream:
    """One session: ``answer`` carries the events, ``web`` POSTs to the place that the first of them named."""

    def __init__(self, web, in_path):
        self.web = web
        path = f"/t/{web.token}/s/peer/sse" if in_path else "/s/peer/sse"
        self.token, web.token = web.token, "" if in_path else web.token
        self.events = web.ask("GET", path=path, accept="text/event-stream")
        assert self.events.status == 200
        self.place = self.events.endpoint()

    def send(self, message, status=202):
        answer = self.web.post(message, path=self.place, accept=None)
        assert answer.status == status
        return answer

    def ask(self, method, id, params=None):
        self.send(request(method, id, params))
        return self.events.answer(id)

    def initialize(self, version="2024-11-05"):
        told = self.ask("initialize", "i", {**INITIALIZE_PARAMS, "protocolVersion": version})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return told["result"]

    def call(self, id, tool="say", **params):
        self.send(request("tools/call", id, {"name": tool, "arguments": {"lines": [DONE]}, **params}))


@pytest.fixture
def streams(sandbox):
    """Opens sessions for one client over the peer; ``serve`` must run."""
    made = []

    def make(*, in_path=False):
        made.append(Web(sandbox.port, sandbox.token))
        return Stream(made[-1], in_path)

    yield make
    for one in made:
        one.close()


def serving(sandbox, **more):
    serve = served(sandbox, **more)
    sandbox.port = serve.port()
    return serve


# The SDK's client.


@pytest.mark.parametrize("in_path", [False, True])
@pytest.mark.case(3, 14)
async def test_tools_are_listed_called_and_denied(sandbox, in_path):
    sandbox.allow("add")
    sandbox.allow("查询天气", verdict="deny")
    serve = served(sandbox)
    async with client(sandbox, serve, in_path=in_path) as one:
        assert {tool.name: tool for tool in (await one.list_tools()).tools}["add"].output_schema
        allowed = await one.call_tool("add", {"a": 2**53 + 1, "b": 0.5})
        denied = await one.call_tool("查询天气", {"城市": "上海"})
    assert (allowed.is_error, denied.is_error) == (False, True)
    assert "refused by ToolGuard" in denied.content[0].text
    assert [one["params"]["name"] for one in sandbox.received_of("tools/call")] == ["add"]
    assert sandbox.events(SessionStarted)[0].client == "old"
    assert sandbox.recorded(SessionEnded).reason == "the client closed its stream"


@pytest.mark.case(13, 33)
async def test_call_is_pending_until_approved(sandbox):
    serve = served(sandbox, terminal=True)
    async with client(sandbox, serve) as one:
        calling = asyncio.ensure_future(one.call_tool("add", {"a": 1, "b": 2}))
        await asyncio.to_thread(serve.wait_for_text, "Pending call")
        assert (await one.list_tools()).tools[0].name == "read_note", "the session goes on meanwhile"
        assert not sandbox.received_of("tools/call")
        await asyncio.to_thread(serve.approve)
        assert not (await calling).is_error
    assert sandbox.recorded(CallDecided).by == "person"


@pytest.mark.case(14)
async def test_denied_client_reads_the_reason(sandbox):
    serve = served(sandbox, terminal=True)
    async with client(sandbox, serve) as one:
        calling = asyncio.ensure_future(one.call_tool("add", {"a": 1, "b": 2}))
        await asyncio.to_thread(serve.deny)
        denied = await calling
    assert denied.is_error and "Denied by the user" in denied.content[0].text
    assert not sandbox.received_of("tools/call")


@pytest.mark.case(17)
async def test_client_timeout_withdraws_the_pending_call(sandbox):
    serve = served(sandbox, terminal=True)
    async with client(sandbox, serve) as one:
        with pytest.raises(Exception, match=r"(?i)timed? ?out"):
            await one.call_tool("write_note", {"name": "x", "text": "y"}, read_timeout_seconds=0.5)
        await asyncio.to_thread(serve.wait_for_text, "cancelled")
        assert (await one.list_tools()).tools
    assert not sandbox.events(CallDecided) and not sandbox.received_of("tools/call")


@pytest.mark.case(18, 21)
async def test_progress_arrives_and_running_call_is_cancelled(sandbox):
    sandbox.allow("count_slowly")
    serve = served(sandbox)
    steps = []

    async def progress(done, _total, _message):
        steps.append(done)

    async with client(sandbox, serve) as one:
        await one.call_tool("count_slowly", {"to": 4, "seconds": 0.1}, progress_callback=progress)
        assert steps == [1, 2, 3, 4]
        with pytest.raises(Exception, match=r"(?i)timed? ?out"):
            await one.call_tool("count_slowly", {"to": 100, "seconds": 30}, read_timeout_seconds=0.3)
        await asyncio.to_thread(sandbox.wait_for_received, "notifications/cancelled")


async def test_client_with_a_wrong_token_is_unauthorized(sandbox):
    serve = served(sandbox)
    sandbox.token = "wrong"
    with pytest.raises(httpx2.HTTPStatusError, match="401"):
        async with client(sandbox, serve) as one:
            await one.list_tools()


# Byte by byte.


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-11-25"])
@pytest.mark.parametrize("in_path", [False, True])
@pytest.mark.case(1, 6)
def test_messages_pass_unchanged_in_any_revision(sandbox, streams, version, in_path):
    sandbox.allow()
    serving(sandbox)
    one = streams(in_path=in_path)
    assert one.initialize(version)["protocolVersion"] == version
    for id in (7, "7", 2**53 + 1, "", "é\U0001f600"):
        arguments = {"lines": [DONE], "n": 2**70, "é": "\u2028"}
        told = one.ask("tools/call", id, {"name": "say", "arguments": arguments, "vendor/x": [None]})
        assert told["result"] == {"done": True}
        received = sandbox.wait_for_received("tools/call")["params"]
        assert (received["arguments"]["n"], received["vendor/x"]) == (2**70, [None])
    assert one.token.encode() not in b"".join(p.read_bytes() for p in sandbox.folder.rglob("*") if p.is_file())


@pytest.mark.case(8)
def test_server_request_arrives_on_the_stream_and_is_answered(sandbox, streams):
    sandbox.allow()
    serving(sandbox)
    one = streams()
    one.initialize()
    one.send(request("tools/call", 1, {"name": "say", "arguments": {"lines": [
        '{"jsonrpc":"2.0","id":1,"method":"roots/list"}', '{"jsonrpc":"2.0","method":"vendor/x","params":{"n":1}}',
    ]}}))  # fmt: skip
    assert one.events.receive()["method"] == "roots/list"
    assert one.events.receive()["params"] == {"n": 1}
    one.send({"jsonrpc": "2.0", "id": 1, "result": {"roots": []}})
    sandbox.until(lambda: any(message.get("result") == {"roots": []} for message in sandbox.received()))


@pytest.mark.case(22)
def test_batch_members_are_decided_separately_and_answered_together(sandbox, streams):
    serve = serving(sandbox, terminal=True)
    one = streams()
    one.initialize("2025-03-26")
    call = request("tools/call", 2, {"name": "say", "arguments": {"lines": [DONE]}})
    one.send([request("ping", 1), call])
    serve.deny()
    answers = {message["id"]: message["result"] for message in one.events.receive()}
    assert answers[1] == {} and answers[2]["isError"] is True
    assert not sandbox.received_of("tools/call")


@pytest.mark.case(23)
def test_malformed_message_is_refused_and_recorded(sandbox, streams):
    sandbox.allow()
    serving(sandbox)
    one = streams()
    one.initialize()
    told = one.send(b'{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}', 400).receive()
    assert told["error"]["code"] == -32700
    assert sandbox.recorded(MessageRefused).client == "old"
    assert one.ask("ping", 2)["result"] == {}
    assert not sandbox.received_of("tools/call")


@pytest.mark.case(25)
def test_client_exit_withdraws_pending_calls_and_ends_its_server(sandbox, streams, ends):
    serve = serving(sandbox, terminal=True)
    one = streams()
    one.initialize()
    one.call(1)
    serve.wait_for_text("Pending call")
    pids = sandbox.pids()
    one.events.drop()
    serve.wait_for_text("cancelled")
    assert sandbox.recorded(SessionEnded).reason == "the client closed its stream"
    assert sandbox.life_of() == ["CallHeld", "CallWithdrawn"]
    assert len(sandbox.events(CallHeld)) == len(sandbox.events(CallWithdrawn)) == 1 and not sandbox.received_of(
        "tools/call"
    )
    ends(*pids)
    one.send(request("ping", 2), status=404)


@pytest.mark.case(18)
def test_client_exit_cancels_its_running_call(sandbox, streams):
    sandbox.allow()
    serving(sandbox)
    one = streams()
    one.initialize()
    one.call(1, "wait")
    sandbox.wait_for_received("tools/call")
    one.events.drop()
    assert sandbox.wait_for_received("notifications/cancelled")["params"]["requestId"] == 1
    assert sandbox.recorded(CallCancelled).by == "client"


def test_call_over_sse_is_pending_approved_and_recorded(sandbox, streams):
    serve = serving(sandbox, terminal=True)
    one = streams()
    one.initialize()
    one.call(1)
    for part in ("Pending call", "old", "peer", "say"):
        serve.wait_for_text(part)
    serve.approve()
    assert one.events.answer(1)["result"] == {"done": True}
    sandbox.recorded(CallCompleted)
    assert sandbox.life_of() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]
    assert sandbox.events(CallHeld)[0].digest == sandbox.events(CallForwarded)[0].digest


def test_closing_toolguard_answers_waiting_requests_and_ends_the_stream(sandbox, streams):
    serve = serving(sandbox, terminal=True)
    one = streams()
    one.initialize()
    one.call(1)
    serve.wait_for_text("[s]kip")
    assert serve.stop() == 0
    (last,) = one.events.read_to_end()
    assert last["id"] == 1 and "clos" in last["result"]["content"][0]["text"]
