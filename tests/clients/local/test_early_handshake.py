"""The handshake of a client whose server waits for its first acceptance, answered in ToolGuard's name."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.gate.conftest import Line, Play, until
from toolguard.clients.local.early_handshake import EarlyHandshake
from toolguard.gate import jsonrpc
from toolguard.gate.session.inflight_call import ResumedSession
from toolguard.gate.session.upstream import UnavailableError

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "Codex", "version": "1"}}
TOOLS = {"tools": [{"name": "read", "inputSchema": {"type": "object"}}]}
CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}


class Stage(Play):
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

    def asks(self, id: Any, method: str, params: Any = None) -> None:
        more = {} if params is None else {"params": params}
        self.says({"jsonrpc": "2.0", "id": id, "method": method, **more})

    async def greets(self, **more: Any) -> Any:
        self.asks(0, "initialize", {**HELLO, **more})
        told = await self.hears()
        assert told["id"] == 0
        self.says({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return told["result"]

    async def accepts(self) -> None:
        """The server comes, and answers the handshake in its own way."""
        self.decided.set_result(True)
        await until(lambda: bool(self.servers))
        asked = await self.server_answers({"protocolVersion": "2025-03-26", "capabilities": {"tools": {}}})
        assert asked == {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": HELLO}
        assert (await self.server_hears())["method"] == "notifications/initialized"


@pytest.fixture
async def stage():
    made = Stage()
    yield made
    await made.stop()


async def test_initialize_is_answered_before_anybody_has_accepted_the_server(stage):
    """C11: it waited for the person, and a client that gives it 1.5 s showed no tools."""
    await stage.begin()
    told = await stage.greets()
    assert told["protocolVersion"] == "2025-06-18"
    assert told["capabilities"]["tools"] == {"listChanged": True}
    assert "the user must accept it in the ToolGuard window" in told["instructions"]
    assert stage.handshake == [(0, "2025-06-18")]
    assert not stage.servers


async def test_server_gets_the_client_handshake_then_queued_messages(stage):
    await stage.begin()
    await stage.greets()
    stage.asks(1, "tools/list")
    stage.asks(2, "ping")
    assert (await stage.hears())["id"] == 2
    await stage.accepts()
    assert (await stage.server_answers(TOOLS))["method"] == "tools/list"
    assert (await stage.hears())["result"]["tools"][0]["name"] == "read"
    assert stage.client.sent.empty()  # the server's own answer to `initialize` stays here


async def test_list_that_times_out_is_empty_and_list_changed_follows(stage):
    """C11"""
    await stage.begin(hold=0.0)
    await stage.greets()
    stage.asks(1, "tools/list")
    assert (await stage.hears())["result"] == {"tools": []}
    await stage.accepts()
    await stage.server_answers(TOOLS)
    assert await stage.hears() == CHANGED
    stage.asks(3, "tools/list")
    await stage.server_answers(TOOLS)
    told = await stage.hears()
    assert (told["id"], told["result"]["tools"][0]["name"]) == (3, "read")


async def test_an_impatient_client_does_not_wait_for_a_list(stage):
    await stage.begin()
    stage.asks(0, "initialize", {**HELLO, "clientInfo": {"name": "codex-mcp-client", "version": "1"}})
    await stage.hears()
    stage.asks(1, "tools/list")
    assert (await stage.hears())["result"] == {"tools": []}


async def test_after_a_rejection_lists_stay_empty_and_calls_are_refused_with_the_reason(stage):
    """C11"""
    await stage.begin()
    await stage.greets()
    stage.asks(1, "tools/list")
    stage.decided.set_result(False)
    assert await stage.hears() == {"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}
    stage.asks(2, "tools/list")
    assert (await stage.hears())["result"] == {"tools": []}
    stage.calls(3)
    await stage.approves()
    assert "was not accepted" in (await stage.hears())["error"]["message"]
    stage.asks(4, "resources/read", {"uri": "a:b"})
    assert "was not accepted" in (await stage.hears())["error"]["message"]


async def test_a_server_that_is_accepted_after_all_gets_a_handshake_first(stage):
    """It could not be started at first: nothing reaches it without ``initialize``."""
    await stage.begin()
    await stage.greets()
    await until(lambda: stage.early._initialize is not None)
    stage.decided.set_result(False)
    await until(lambda: stage.early._initialize is None)
    stage.decided = asyncio.get_running_loop().create_future()
    stage.asks(5, "tools/list")
    stage.decided.set_result(True)
    await until(lambda: bool(stage.servers))
    assert (await stage.server_answers({"protocolVersion": "2025-06-18", "capabilities": {}}))["method"] == "initialize"
    assert (await stage.server_hears())["method"] == "notifications/initialized"
    assert (await stage.server_answers(TOOLS))["method"] == "tools/list"
    assert (await stage.hears())["result"]["tools"]


async def test_lists_that_the_server_does_not_have_are_empty_since_they_were_promised(stage):
    await stage.begin()
    assert "prompts" in (await stage.greets())["capabilities"]
    await stage.accepts()
    stage.asks(1, "prompts/list")
    asked = await stage.server_hears()
    stage.server_says({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32601, "message": "Method not found"}})
    assert (await stage.hears())["result"] == {"prompts": []}
    stage.asks(2, "completion/complete")
    asked = await stage.server_hears()
    stage.server_says({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32601, "message": "Method not found"}})
    assert (await stage.hears())["error"]["code"] == -32601


async def test_a_client_of_both_eras_is_sent_to_the_handshake(stage):
    await stage.begin()
    stage.asks(1, "server/discover", {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}})
    assert (await stage.hears())["error"]["code"] == -32601
    assert (await stage.greets())["protocolVersion"] == "2025-06-18"


async def test_initialize_is_refused_without_a_person(stage):
    stage.gate.availability.close("ToolGuard runs without a window")
    await stage.begin()
    stage.asks(0, "initialize", HELLO)
    stage.decided.set_result(False)
    assert "was not accepted" in (await stage.hears())["error"]["message"]


async def test_request_cancelled_before_acceptance_reaches_no_server(stage):
    await stage.begin(hold=0.05)
    await stage.greets()
    stage.asks(1, "tools/list")
    stage.asks(2, "resources/read", {"uri": "a:b"})
    for id in (0, 1, 2):
        stage.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    stage.asks(3, "prompts/list")
    assert (await stage.hears())["id"] == 3  # its time was over after that of the first one
    await stage.accepts()
    assert (await stage.server_hears())["method"] == "prompts/list"


async def test_a_client_that_shook_hands_with_a_toolguard_that_died_is_not_greeted_again(stage):
    handshake = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": HELLO}
    await stage.begin(hold=0.0, resumed=ResumedSession(session="s", version="2025-06-18", initialize=handshake))
    stage.asks(7, "tools/list")
    assert (await stage.hears())["result"] == {"tools": []}
    stage.decided.set_result(True)
    await until(lambda: bool(stage.servers))
    assert (await stage.server_answers({"protocolVersion": "2025-06-18"}))["method"] == "initialize"
    await stage.server_hears()
    await stage.server_answers(TOOLS)
    assert await stage.hears() == CHANGED


async def test_a_client_that_leaves_while_it_waits_ends_the_session(stage):
    await stage.begin()
    await stage.greets()
    stage.asks(1, "tools/list")
    stage.client.leave("gone")
    await until(lambda: not stage.guard.sessions())


async def test_a_flood_waits_with_its_client(stage):
    await stage.begin()
    stage.asks(0, "initialize", HELLO)
    await stage.hears()
    for number in range(1, 2_000):
        stage.asks(number, "resources/read", {"uri": "a:b"})
    stage.asks(2_000, "ping")
    await until(lambda: len(stage.early._queue) == 1_000)
    assert stage.client.sent.empty()
