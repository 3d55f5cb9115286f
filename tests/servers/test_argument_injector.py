"""What a person bound goes into the call as it leaves, from the very templates that were looked up for it."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.channels import Plain
from toolguard.gate.session.upstream import NotProvidedError
from toolguard.servers import argument_injector as module
from toolguard.servers.argument_injector import ArgumentInjector
from toolguard.servers.stdio.environment import UnreachableError


class Peer(Plain):
    """A channel that keeps what it is given; ``prepare`` does something only where a test sets it."""

    def __init__(self) -> None:
        self.sent, self.closed = list[Any](), ""

    async def __aiter__(self) -> AsyncIterator[Any]:
        yield {"jsonrpc": "2.0", "method": "m"}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    async def close(self, reason: str = "") -> None:
        self.closed = reason


def call(id: Any = 1, tool: str = "query", arguments: Any = None, **more: Any) -> dict[str, Any]:
    given = {} if arguments is None else {"arguments": arguments}
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, **given, **more}}


def around(peer: Peer, templates: Any, released: list[tuple[str, str]] | None = None) -> ArgumentInjector:
    async def release(name: str, place: str) -> str:
        await asyncio.sleep(0)
        if released is not None:
            released.append((name, place))
        if name == "GONE":
            raise UnreachableError("the secret GONE is not in your keyring: run `toolguard secret set GONE`")
        return f"<{name}>"

    return ArgumentInjector(peer, lambda tool: templates.get(tool, {}), release)


async def test_a_prepared_call_leaves_with_its_values_and_is_not_changed_itself() -> None:
    peer, released = Peer(), list[tuple[str, str]]()
    channel = around(peer, {"query": {"/db/key": "a ${secret:A} ${secret:B}", "/x": "${secret:A}"}}, released)
    message = call(arguments={"db": {"on": 1}}, _meta={"k": 1})
    before = copy.deepcopy(message)
    await channel.prepare(message)
    await channel.send(message)
    assert peer.sent[0]["params"] == {
        "name": "query", "arguments": {"db": {"on": 1, "key": "a <A> <B>"}, "x": "<A>"}, "_meta": {"k": 1},
    }  # fmt: skip
    assert message == before
    assert released == [("A", "argument query /db/key"), ("B", "argument query /db/key"), ("A", "argument query /x")]


async def test_call_without_bound_arguments_is_unchanged() -> None:
    peer = Peer()
    channel = around(peer, {"query": {"/x": "${secret:A}"}})
    others = [call(tool="other"), {"jsonrpc": "2.0", "method": "n"}, [{"jsonrpc": "2.0", "id": 1, "result": {}}]]
    await channel.prepare(others[0])
    for message in others:
        await channel.send(message)
    assert all(sent is message for sent, message in zip(peer.sent, others, strict=True))
    assert [message async for message in channel] == [{"jsonrpc": "2.0", "method": "m"}]
    assert channel.ended == ""
    await channel.close("over")
    assert peer.closed == "over"


async def test_values_are_used_once_and_a_call_without_them_does_not_leave() -> None:
    peer = Peer()
    channel = around(peer, {"query": {"/x": "${secret:A}"}})
    with pytest.raises(NotProvidedError):
        await channel.send(call())
    await channel.prepare(call())
    with pytest.raises(NotProvidedError):
        await channel.send(call(id="1"))
    await channel.send(call())
    with pytest.raises(NotProvidedError):
        await channel.send(call())
    assert len(peer.sent) == 1


async def test_values_are_forgotten_when_their_call_does_not_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "VALUE_LIFETIME", 0.01)
    channel = around(Peer(), {"query": {"/x": "${secret:A}"}})
    await channel.prepare(call())
    assert "<A>" in repr(channel._ready)
    await asyncio.sleep(0.05)
    assert not channel._ready
    await channel.prepare(call())
    await channel.close()
    assert not channel._ready


async def test_occupied_or_changed_argument_prevents_sending() -> None:
    peer, templates = Peer(), {"query": {"/x": "${secret:A}"}}
    channel = around(peer, templates)
    for brought in ({"x": None}, {"x": "mine"}):
        await channel.prepare(call())
        with pytest.raises(NotProvidedError, match="cannot fill in the values"):
            await channel.send(call(arguments=brought))
    await channel.prepare(call())
    templates["query"] = {"/y": "${secret:A}"}
    with pytest.raises(NotProvidedError, match="changed while the call was pending"):
        await channel.send(call())
    assert not peer.sent


async def test_missing_secret_is_reported_and_no_prepared_call_remains() -> None:
    channel = around(Peer(), {"query": {"/x": "${secret:A}", "/y": "${secret:GONE}"}})
    with pytest.raises(NotProvidedError, match=r"run `toolguard secret set GONE`\."):
        await channel.prepare(call())
    assert not channel._ready


async def test_fetched_secret_outlives_a_slow_channel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "VALUE_LIFETIME", 0.01)
    peer = Peer()

    async def prepare(_message: Any) -> tuple[str, ...]:
        await asyncio.sleep(0.05)
        return ()

    peer.prepare = prepare  # type: ignore[method-assign]
    channel = around(peer, {"query": {"/x": "${secret:A}"}})
    await channel.prepare(call())
    await channel.send(call())
    assert peer.sent[0]["params"]["arguments"] == {"x": "<A>"}


async def test_prepare_of_the_inner_channel_is_called() -> None:
    peer, prepared = Peer(), []

    async def prepare(message: Any) -> tuple[str, ...]:
        prepared.append(message)
        return ()

    peer.prepare = prepare  # type: ignore[method-assign]
    channel = around(peer, {"query": {"/x": "${secret:A}"}})
    for tool in ("query", "other"):
        await channel.prepare(call(tool=tool))
    assert prepared == [call(), call(tool="other")]


NAMES = st.text(max_size=4)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(NAMES, JSON, max_size=4), st.lists(NAMES, min_size=1, max_size=3), NAMES)
def test_the_server_gets_exactly_the_arguments_and_the_value(arguments: Any, path: list[str], around_it: str) -> None:
    pointer = "".join("/" + name.replace("~", "~0").replace("/", "~1") for name in path)
    template = around_it.replace("$", "") + "${secret:A}"
    peer, message = Peer(), call(arguments=arguments)
    channel = around(peer, {"query": {pointer: template}})

    async def play() -> None:
        await channel.prepare(message)
        await channel.send(message)

    expected = copy.deepcopy(arguments)
    here = expected
    for name in path[:-1]:
        here = here.setdefault(name, {}) if isinstance(here, dict) else None
    free = isinstance(here, dict) and path[-1] not in here
    if not free:
        with pytest.raises(NotProvidedError):
            asyncio.run(play())
        assert not peer.sent
        return
    asyncio.run(play())
    here[path[-1]] = around_it.replace("$", "") + "<A>"
    assert peer.sent[0] == call(arguments=expected)
