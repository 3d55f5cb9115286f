"""The handshake of a client whose server waits for its first acceptance, answered in ToolGuard's name."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.gate.conftest import Line, SessionHarness
from tests.support.waiting import until
from toolguard.clients.local.early_handshake import EarlyHandshake
from toolguard.gate import jsonrpc
from toolguard.gate.session.inflight_call import ResumedSession
from toolguard.gate.session.upstream import UnavailableError

INITIALIZE_PARAMS = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "Codex", "version": "1"},
}
TOOLS = {"tools": [{"name": "read", "inputSchema": {"type": "object"}}]}
CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}


class EarlyHandshakeHarness(SessionHarness):
    """A play whose server opens once a person has decided."""

    def __init__(self) -> None:
        super().__init__()
        self.decided: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.handshake: list[tuple[Any, str]] = []

    async def open(self, _state: Any) -> Line:
        if not await asyncio.shield(self.decided):
            raise UnavailableError("the new server files was not accepted in ToolGuard")
        self.servers.append(Line(jsonrpc.decode_server))
        return self.server

    async def begin(self, hold: float = 60.0, resumed: ResumedSession | None = None) -> None:
        self.refuse = "it is not there yet"  # so that `start` does not wait for it
        self.early = EarlyHandshake(
            self.client, "files", availability=self.gate.availability, list_timeout=hold, impatient_list_timeout=0.0,
            on_handshake=lambda initialize, version: self.handshake.append((initialize["id"], version)),
            resumed=resumed is not None,
        )  # fmt: skip
        await self.start(client=self.early, resumed=resumed)

    def ask(self, id: Any, method: str, params: Any = None) -> None:
        more = {} if params is None else {"params": params}
        self.send({"jsonrpc": "2.0", "id": id, "method": method, **more})

    async def initialize(self, **more: Any) -> Any:
        self.ask(0, "initialize", {**INITIALIZE_PARAMS, **more})
        message = await self.receive()
        assert message["id"] == 0
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return message["result"]

    async def accept(self) -> None:
        """The server comes, and answers the handshake in its own way."""
        self.decided.set_result(True)
        await until(lambda: bool(self.servers))
        asked = await self.server_respond({"protocolVersion": "2025-03-26", "capabilities": {"tools": {}}})
        assert asked == {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": INITIALIZE_PARAMS}
        assert (await self.server_receive())["method"] == "notifications/initialized"


@pytest.fixture
async def harness():
    made = EarlyHandshakeHarness()
    yield made
    await made.stop()


async def test_initialize_is_answered_before_anybody_has_accepted_the_server(harness):
    """C11: it waited for the person, and a client that gives it 1.5 s showed no tools."""
    await harness.begin()
    result = await harness.initialize()
    assert result["protocolVersion"] == "2025-06-18"
    assert result["capabilities"]["tools"] == {"listChanged": True}
    assert "the user must accept it in the ToolGuard window" in result["instructions"]
    assert harness.handshake == [(0, "2025-06-18")]
    assert not harness.servers


async def test_server_gets_the_client_handshake_then_queued_messages(harness):
    await harness.begin()
    await harness.initialize()
    harness.ask(1, "tools/list")
    harness.ask(2, "ping")
    assert (await harness.receive())["id"] == 2
    await harness.accept()
    assert (await harness.server_respond(TOOLS))["method"] == "tools/list"
    assert (await harness.receive())["result"]["tools"][0]["name"] == "read"
    assert harness.client.sent.empty()  # the server's own answer to `initialize` stays here


async def test_list_whose_id_is_still_in_use_is_no_fault(harness):
    faults: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, fault: faults.append(fault))
    await harness.begin(hold=0.1)
    await harness.initialize()
    harness.ask(1, "tools/list")
    harness.ask(1, "tools/list")
    assert (await harness.receive())["result"] == {"tools": []}
    harness.ask(2, "tools/list")
    assert (await harness.receive())["id"] == 2
    assert not faults


async def test_list_that_times_out_is_empty_and_list_changed_follows(harness):
    """C11"""
    await harness.begin(hold=0.0)
    await harness.initialize()
    harness.ask(1, "tools/list")
    assert (await harness.receive())["result"] == {"tools": []}
    await harness.accept()
    await harness.server_respond(TOOLS)
    assert await harness.receive() == CHANGED
    harness.ask(3, "tools/list")
    await harness.server_respond(TOOLS)
    message = await harness.receive()
    assert (message["id"], message["result"]["tools"][0]["name"]) == (3, "read")


async def test_client_with_a_short_timeout_gets_an_empty_list_at_once(harness):
    await harness.begin()
    harness.ask(0, "initialize", {**INITIALIZE_PARAMS, "clientInfo": {"name": "codex-mcp-client", "version": "1"}})
    await harness.receive()
    harness.ask(1, "tools/list")
    assert (await harness.receive())["result"] == {"tools": []}


async def test_after_a_rejection_lists_stay_empty_and_calls_are_refused_with_the_reason(harness):
    """C11"""
    await harness.begin()
    await harness.initialize()
    harness.ask(1, "tools/list")
    harness.decided.set_result(False)
    assert await harness.receive() == {"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}
    harness.ask(2, "tools/list")
    assert (await harness.receive())["result"] == {"tools": []}
    harness.call(3)
    await harness.approve()
    assert "was not accepted" in (await harness.receive())["error"]["message"]
    harness.ask(4, "resources/read", {"uri": "a:b"})
    assert "was not accepted" in (await harness.receive())["error"]["message"]


async def test_a_server_that_is_accepted_after_all_gets_a_handshake_first(harness):
    """It could not be started at first: nothing reaches it without ``initialize``."""
    await harness.begin()
    await harness.initialize()
    await until(lambda: harness.early._initialize is not None)
    harness.decided.set_result(False)
    await until(lambda: harness.early._initialize is None)
    harness.decided = asyncio.get_running_loop().create_future()
    harness.ask(5, "tools/list")
    harness.decided.set_result(True)
    await until(lambda: bool(harness.servers))
    assert (await harness.server_respond({"protocolVersion": "2025-06-18", "capabilities": {}}))[
        "method"
    ] == "initialize"
    assert (await harness.server_receive())["method"] == "notifications/initialized"
    assert (await harness.server_respond(TOOLS))["method"] == "tools/list"
    assert (await harness.receive())["result"]["tools"]


async def test_request_that_arrives_as_the_handshake_fails_is_sent_after_another_one(harness):
    await harness.begin()
    await harness.initialize()
    await until(lambda: harness.early._initialize is not None)
    done, end = harness.early._initialize_done, harness.early._initialize_done.set

    def end_with_a_request():
        done.set = end
        harness.decided = asyncio.get_running_loop().create_future()
        harness.decided.set_result(True)
        harness.ask(5, "tools/list")
        end()

    done.set = end_with_a_request
    harness.decided.set_result(False)
    await until(lambda: bool(harness.servers))
    opening = await harness.server_respond({"protocolVersion": "2025-06-18", "capabilities": {}})
    assert opening["method"] == "initialize"
    assert (await harness.server_receive())["method"] == "notifications/initialized"
    assert (await harness.server_respond(TOOLS))["method"] == "tools/list"


async def test_lists_that_the_server_does_not_have_are_empty_since_they_were_promised(harness):
    await harness.begin()
    assert "prompts" in (await harness.initialize())["capabilities"]
    await harness.accept()
    harness.ask(1, "prompts/list")
    asked = await harness.server_receive()
    harness.server_send({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32601, "message": "Method not found"}})
    assert (await harness.receive())["result"] == {"prompts": []}
    harness.ask(2, "completion/complete")
    asked = await harness.server_receive()
    harness.server_send({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32601, "message": "Method not found"}})
    assert (await harness.receive())["error"]["code"] == -32601


async def test_a_client_of_both_eras_is_sent_to_the_handshake(harness):
    await harness.begin()
    harness.ask(1, "server/discover", {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}})
    assert (await harness.receive())["error"]["code"] == -32601
    assert (await harness.initialize())["protocolVersion"] == "2025-06-18"


async def test_initialize_is_refused_without_a_person(harness):
    harness.gate.availability.close("ToolGuard runs without a window")
    await harness.begin()
    harness.ask(0, "initialize", INITIALIZE_PARAMS)
    harness.decided.set_result(False)
    assert "was not accepted" in (await harness.receive())["error"]["message"]


async def test_request_cancelled_before_acceptance_reaches_no_server(harness):
    await harness.begin(hold=0.05)
    await harness.initialize()
    harness.ask(1, "tools/list")
    harness.ask(2, "resources/read", {"uri": "a:b"})
    for id in (0, 1, 2):
        harness.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    harness.ask(3, "prompts/list")
    assert (await harness.receive())["id"] == 3  # its time was over after that of the first one
    await harness.accept()
    assert (await harness.server_receive())["method"] == "prompts/list"


async def test_resumed_client_gets_no_second_handshake_response(harness):
    handshake = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": INITIALIZE_PARAMS}
    await harness.begin(hold=0.0, resumed=ResumedSession(session="s", version="2025-06-18", initialize=handshake))
    harness.ask(7, "tools/list")
    assert (await harness.receive())["result"] == {"tools": []}
    harness.decided.set_result(True)
    await until(lambda: bool(harness.servers))
    assert (await harness.server_respond({"protocolVersion": "2025-06-18"}))["method"] == "initialize"
    await harness.server_receive()
    await harness.server_respond(TOOLS)
    assert await harness.receive() == CHANGED


async def test_a_client_that_leaves_while_it_waits_ends_the_session(harness):
    await harness.begin()
    await harness.initialize()
    harness.ask(1, "tools/list")
    harness.client.leave("gone")
    await until(lambda: not harness.guard.sessions())


@pytest.mark.parametrize(("length", "sent", "queued"), [(1, 2_000, 1_000), (4 * 1024 * 1024, 10, 4)])
async def test_a_flood_waits_with_its_client(harness, length, sent, queued):
    await harness.begin()
    harness.ask(0, "initialize", INITIALIZE_PARAMS)
    await harness.receive()
    for number in range(1, sent):
        harness.ask(number, "resources/read", {"uri": "x" * length})
    harness.ask(sent, "ping")
    await until(lambda: len(harness.early._queue) == queued)
    assert harness.client.sent.empty()
