"""How an Open Tool Calling server is while a session has it open, as the window shows it."""

from __future__ import annotations

import asyncio

import pytest

from tests.servers.http.harness import Peer
from tests.servers.otc.harness import raw
from toolguard.servers.otc import health


class Light:
    """What was told, and what ``/health`` says now; 0: the connection is cut."""

    def __init__(self, status: int = 200) -> None:
        self.status = status
        self.told: asyncio.Queue[str] = asyncio.Queue()
        self.looks = asyncio.Semaphore(0)

    async def serve(self, peer: Peer) -> None:
        self.looks.release()
        if self.status:
            await peer.json({}, self.status)
        else:
            peer.disconnect()

    async def send(self) -> str:
        async with asyncio.timeout(120):
            return await self.told.get()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "CHECK_INTERVAL", 0.01)
    monkeypatch.setattr(health, "FIRST_REPORT_DELAY", 0.01)


async def test_unavailable_server_and_its_recovery_are_reported() -> None:
    light = Light()
    async with raw(light.serve) as (harness, _):
        harness.channel.watch(light.told.put_nowait)
        for status, words in (
            (503, "the server says that it is not ready"),
            (502, "the server says that it is not ready (status 502)"),
            (0, "connection"),
            (404, ""),
        ):
            light.status = status
            result = await light.send()
            assert words in result and bool(words) == bool(result)
        for _ in range(3):
            await light.looks.acquire()
        assert light.told.empty(), "only what changes is told"
        assert harness.log[-1] == "the server is available again" and len(harness.log) == 4


async def test_initially_unready_server_is_reported() -> None:
    light = Light(503)
    async with raw(light.serve) as (harness, _):
        harness.channel.watch(light.told.put_nowait)
        assert await light.send() == "the server says that it is not ready"
        light.status = 200
        assert await light.send() == ""


async def test_health_is_not_polled_after_the_session() -> None:
    light = Light()
    async with raw(light.serve) as (harness, server):
        harness.channel.watch(light.told.put_nowait)
        for _ in range(3):
            await light.looks.acquire()
        await harness.channel.close()
        before = len(server.received)
        await asyncio.sleep(0.05)
        assert len(server.received) == before
