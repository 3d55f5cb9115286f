"""The gate with an Open Tool Calling server behind it, which tells another list while a call waits."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from tests.checkpoint.conftest import Play
from tests.servers.otc_stage import CONTEXT, SECRETS, Spec, releasing, serving
from toolguard.checkpoint.rules import Rule
from toolguard.demo.otc_server import TOOLS, Server
from toolguard.servers import Channel, open_server, otc_service

ADD = next(tool for tool in TOOLS if tool.name == "Add")
LIST = {"jsonrpc": "2.0", "id": "l", "method": "tools/list"}


@asynccontextmanager
async def gated(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Play, Server, list[Any]]]:
    """A client and a person before the gate, the server, and the calls that it gets."""
    monkeypatch.setattr(otc_service, "FRESH", 0.0)
    heard: list[Any] = []
    server, play = Server(tools=(ADD,), heard=heard.append), Play()
    async with serving(server) as url:

        async def opens(state: Callable[[str], None]) -> Channel:
            spec = Spec(url, context=CONTEXT)
            return await open_server(spec, release=releasing(SECRETS), log=lambda _: None, on_state=state)

        play.open = opens  # type: ignore[method-assign, assignment]
        play.refuse = " "  # there is no `Line` of a server to wait for
        await play.start()
        try:
            yield play, server, heard
        finally:
            await play.stop()


async def lists(play: Play) -> None:
    play.says(LIST)
    assert "result" in await play.hears()


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
async def test_case_45_a_call_goes_to_the_tool_that_was_shown_with_no_more_than_that_needs(
    monkeypatch: pytest.MonkeyPatch, other: Any
) -> None:
    async with gated(monkeypatch) as (play, server, heard):
        await lists(play)
        play.calls(1, "Add", {"a": 1, "b": 2})
        assert (await play.sees())[0].tool.needs == ()
        server.tools = (other,)
        await lists(play)
        await play.approves()
        told = await play.hears()
        assert "in another way by now" in told["result"]["content"][0]["text"]
        assert not heard
        play.calls(2, "Add", {"a": 1, "b": 2})
        assert (await play.sees())[0].tool.title == f"{other.toolkit}.Add@{other.version}"
        await play.approves()
        assert (await play.hears())["id"] == 2
        assert len(heard) == 1


async def test_case_45_a_list_that_another_session_was_told_gives_a_call_no_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with gated(monkeypatch) as (play, server, heard):
        await lists(play)
        everything = Rule(id="r", client="*", server="*", tool="*", verdict="allow", until="session")
        play.guard.add_rule(everything, by="person")
        server.tools = (replace(ADD, requirements={"secrets": [{"id": "TWILIO_API_KEY"}]}),)
        second = await play.start(client=Play().client)
        play.calls(1, "Add", {"a": 1, "b": 2}, client=second)
        assert "in another way by now" in (await play.hears(second))["result"]["content"][0]["text"]
        assert not heard
