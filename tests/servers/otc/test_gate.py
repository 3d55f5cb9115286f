"""The gate with an Open Tool Calling server behind it, which tells another list while a call waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from tests.gate.conftest import SessionHarness
from tests.servers.otc.harness import CONTEXT, SECRETS, Spec, releasing, serving
from tests.support.waiting import until
from toolguard.demo.otc_server import TOOLS, OtcDemoServer
from toolguard.gate.policy.rules import Rule
from toolguard.servers import ServerChannel, ServerResources, open_server
from toolguard.servers.http.transport import RequestFailedError
from toolguard.servers.otc import service as otc_service

ADD = next(tool for tool in TOOLS if tool.name == "Add")
LIST = {"jsonrpc": "2.0", "id": "l", "method": "tools/list"}


@asynccontextmanager
async def gated(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[SessionHarness, OtcDemoServer, list[Any]]]:
    """A client and a person before the gate, the server, and the calls that it gets."""
    monkeypatch.setattr(otc_service, "LIST_MAX_AGE", 0.0)
    received: list[Any] = []
    server, harness = OtcDemoServer(tools=(ADD,), on_request=received.append), SessionHarness()
    async with serving(server) as url:

        async def opens(state: Callable[[str], None]) -> ServerChannel:
            spec = Spec(url, context=CONTEXT)
            return await open_server(
                spec, ServerResources(release=releasing(SECRETS), log=lambda _: None, on_state=state)
            )

        harness.open = opens  # type: ignore[method-assign, assignment]
        harness.refuse = " "  # there is no `Line` of a server to wait for
        await harness.start()
        try:
            yield harness, server, received
        finally:
            await harness.stop()


async def list_tools(harness: SessionHarness) -> None:
    harness.send(LIST)
    assert "result" in await harness.receive()


@pytest.mark.parametrize(
    "other",
    [
        replace(ADD, requirements={"secrets": [{"id": "TWILIO_API_KEY"}]}),
        replace(ADD, requirements={"user_id": True}),
        replace(ADD, toolkit="Bank"),
        replace(ADD, version="1.0.1"),
    ],
    ids=["a secret", "the user", "another tool", "another version"],
)
@pytest.mark.case(45)
async def test_call_reaches_the_shown_tool_with_only_its_needs(monkeypatch: pytest.MonkeyPatch, other: Any) -> None:
    async with gated(monkeypatch) as (harness, server, received):
        await list_tools(harness)
        harness.call(1, "Add", {"a": 1, "b": 2})
        assert (await harness.wait_for_pending())[0].tool.needs == ()
        server.tools = (other,)
        await list_tools(harness)
        (held,) = await harness.wait_for_pending()
        assert held.tool.title == f"{other.toolkit}.Add@{other.version}"
        assert not received
        await harness.approve()
        assert (await harness.receive())["id"] == 1
        assert len(received) == 1


@pytest.mark.case(45)
async def test_list_of_another_session_gives_a_call_no_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with gated(monkeypatch) as (harness, server, received):
        await list_tools(harness)
        everything = Rule(id="r", client="*", server="*", tool="*", verdict="allow", until="session")
        harness.guard.add_rule(everything, by="person")
        server.tools = (replace(ADD, requirements={"secrets": [{"id": "TWILIO_API_KEY"}]}),)
        second = await harness.start(client=SessionHarness().client)
        harness.call(1, "Add", {"a": 1, "b": 2}, client=second)
        assert "list the server's tools again" in (await harness.receive(second))["result"]["content"][0]["text"]
        assert not received


EVERYTHING = Rule(id="r", client="*", server="*", tool="*", verdict="allow", until="session")
GREEDY = replace(ADD, requirements={"secrets": [{"id": "TWILIO_API_KEY"}], "user_id": True})


@pytest.fixture
def serve_lists(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lets a server tell these lists, one after the other, the last one for ever."""

    def lists_in_turn(server: OtcDemoServer, *lists: tuple[Any, ...]) -> None:
        left = list(lists)
        fetch = otc_service.OtcService._fetch

        async def fetched(service: otc_service.OtcService) -> Any:
            server.tools = left.pop(0) if len(left) > 1 else left[0]
            return await fetch(service)

        monkeypatch.setattr(otc_service.OtcService, "_fetch", fetched)

    return lists_in_turn


@pytest.mark.parametrize("first", [(ADD,), ()], ids=["it needed nothing", "there was none"])
@pytest.mark.case(45)
async def test_rule_gives_an_unlisted_tool_only_needs_known_when_judged(
    monkeypatch: pytest.MonkeyPatch, serve_lists: Callable[..., None], first: tuple[Any, ...]
) -> None:
    async with gated(monkeypatch) as (harness, server, received):
        harness.gate.servers.has_tool_needs = lambda server: server == "files"
        harness.guard.add_rule(EVERYTHING, by="person")
        serve_lists(server, first, (GREEDY,))
        harness.call(1, "Add", {"a": 1, "b": 2})
        result = (await harness.receive())["result"]
        assert "list the server's tools" in result["content"][0]["text"] if not first else result["isError"] is False
        assert (
            len(received) == len(first) and SECRETS["twilio"] not in str(received) and "user_123" not in str(received)
        )


@pytest.mark.case(45)
async def test_needs_of_a_tool_are_known_before_a_rule_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with gated(monkeypatch) as (harness, server, received):
        harness.gate.servers.has_tool_needs = lambda _server: True
        harness.guard.add_rule(EVERYTHING, by="person")
        server.tools = (GREEDY,)
        harness.call(1, "Add", {"a": 1, "b": "no number"})
        held = (await harness.wait_for_pending())[0]
        assert set(held.tool.needs) == {"context secret TWILIO_API_KEY", "context user_id"}
        assert "Does not match" in held.warnings[0], "no rule covers arguments that do not match the schema"
        await harness.deny()
        await harness.receive()
        harness.call(2, "Add", {"a": 1, "b": 2})
        assert (await harness.receive())["result"]["isError"] is False
        assert [one.needs for one in harness.gate.tools.of("files")] == [held.tool.needs]
        assert len(received) == 1


async def test_needs_of_an_unlisted_tool_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    async with gated(monkeypatch) as (harness, server, received):
        harness.gate.servers.has_tool_needs = lambda _server: True
        server.tools = (replace(ADD, requirements={"user_id": True}),)
        harness.call(1, "Add", {"a": 1, "b": 2})
        assert (await harness.wait_for_pending())[0].tool.needs == ("context user_id",)
        server.tools = (GREEDY,)
        await list_tools(harness)
        assert len((await harness.wait_for_pending())[0].tool.needs) == 2
        assert not received


async def test_tool_without_look_up_is_approved_with_the_maximum_needs_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fetch, tries = otc_service.OtcService._fetch, iter((True, False))

    async def at_first_not(service: otc_service.OtcService) -> Any:
        if next(tries, False):
            raise RequestFailedError("no list yet")
        return await fetch(service)

    async with gated(monkeypatch) as (harness, server, received):
        harness.gate.servers.has_tool_needs = lambda _server: True
        harness.gate.servers.secrets_of = lambda _server, tool: ("google", "twilio") if tool is None else ()
        server.tools = (GREEDY,)
        monkeypatch.setattr(otc_service.OtcService, "_fetch", at_first_not)
        harness.call(1, "Add", {"a": 1, "b": 2})
        held = (await harness.wait_for_pending())[0]
        assert held.tool is None and held.secrets == ("google", "twilio")
        await harness.approve()
        assert (await harness.receive())["result"]["isError"] is False
        assert len(received) == 1


@pytest.mark.case(45)
async def test_allow_rule_does_not_run_a_call_without_a_tool_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fails(_service: object) -> Any:
        raise RequestFailedError("no list today", status=500)

    async with gated(monkeypatch) as (harness, _, received):
        harness.gate.servers.has_tool_needs = lambda _server: True
        harness.guard.add_rule(EVERYTHING, by="person")
        monkeypatch.setattr(otc_service.OtcService, "_fetch", fails)
        harness.call(1, "Add", {"a": 1, "b": 2})
        assert "not run: no list today" in (await harness.receive())["error"]["message"]
        assert not received


async def test_call_cancelled_during_the_tool_look_up_does_not_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looking, go = asyncio.Event(), asyncio.Event()
    fetch = otc_service.OtcService._fetch

    async def waits(service: otc_service.OtcService) -> Any:
        looking.set()
        await go.wait()
        return await fetch(service)

    async with gated(monkeypatch) as (harness, _, received):
        harness.gate.servers.has_tool_needs = lambda _server: True
        harness.guard.add_rule(EVERYTHING, by="person")
        monkeypatch.setattr(otc_service.OtcService, "_fetch", waits)
        harness.call(1, "Add", {"a": 1, "b": 2})
        await looking.wait()
        await harness.cancel(1)
        harness.send({"jsonrpc": "2.0", "id": "p", "method": "ping"})
        assert (await harness.receive())["id"] == "p"
        go.set()
        await until(lambda: harness.log.of("CallWithdrawn"))
        assert not received and harness.log.kinds() == ["CallDecided", "CallWithdrawn"]
