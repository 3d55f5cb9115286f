"""When HTTP is open: while there is a client, on the port that was chosen, or with trouble that says what to do."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys

import pytest

from tests.clients.raw_http import INITIALIZE, TOKEN, WAIT, Wire
from toolguard.clients.http import service as http_service
from toolguard.clients.http.endpoint import EndpointDependencies
from toolguard.clients.http.service import HttpService, url
from toolguard.clients.http.tokens import hash_token
from toolguard.clients.local.listener import SessionAdmission
from toolguard.store.config.config import HttpClient


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Door:
    def __init__(self, port=0, **more):
        ports = port if isinstance(port, list) else [port]
        self.clients = {}
        self.changes = 0

        async def admit(_hello):
            async def run(channel):
                async for message in channel:
                    await channel.send(
                        {"jsonrpc": "2.0", "id": message["id"], "result": {"protocolVersion": "2025-06-18"}}
                    )

            return SessionAdmission("s", run)

        dependencies = EndpointDependencies(
            admit, lambda: self.clients, lambda *_: False, lambda *_: None, lambda *_: None
        )
        self.http = HttpService(dependencies, port=lambda: ports[0], changed=self._changed, **more)

    def _changed(self):
        self.changes += 1

    def add(self, name="me"):
        self.clients[name] = HttpClient(token=hash_token(TOKEN))

    async def status(self):
        wire = Wire(self.http.port, *await asyncio.open_connection("127.0.0.1", self.http.port))
        try:
            return (await wire.post(INITIALIZE)).status
        finally:
            await wire.close()


@pytest.fixture
async def taken():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other


async def test_port_is_open_only_while_there_is_a_client():
    door = Door()
    await door.http.refresh()
    assert door.http.port == 0
    door.add()
    await door.http.refresh()
    assert await door.status() == 200
    port = door.http.port
    await door.http.refresh()
    assert door.http.port == port
    door.clients.clear()
    await door.http.refresh()
    assert door.http.port == 0
    with pytest.raises(ConnectionError):
        await asyncio.open_connection("127.0.0.1", port)
    door.add()
    await door.http.refresh()
    assert await door.status() == 200
    await door.http.close()


async def test_always_listens_without_clients():
    door = Door(always=True)
    await door.http.refresh()
    assert await door.status() == 401
    await door.http.close()


async def test_port_in_use_is_reported_until_free(taken, monkeypatch):
    monkeypatch.setattr(http_service, "BIND_RETRY_DELAY", 0.02)
    door = Door(port=taken.getsockname()[1])
    door.add()
    await door.http.refresh()
    assert "is not available" in door.http.trouble and door.changes == 1
    taken.close()
    async with asyncio.timeout(WAIT):
        while door.http.trouble:
            await asyncio.sleep(0.01)
    assert door.changes == 2
    assert await door.status() == 200
    await door.http.close()


async def test_changed_port_is_bound_after_a_conflict(taken, monkeypatch):
    monkeypatch.setattr(http_service, "BIND_RETRY_DELAY", 0.02)
    ports = [taken.getsockname()[1]]
    door = Door(port=ports)
    door.add()
    await door.http.refresh()
    assert "is not available" in door.http.trouble
    ports[0] = free_port()
    await door.http.refresh()
    await asyncio.sleep(0.1)  # longer than it waits before it tries again
    assert door.http.trouble == ""
    assert door.changes == 2
    assert door.http.port == ports[0]
    assert await door.status() == 200
    await door.http.close()


async def test_port_error_is_cleared_after_the_last_client_is_removed(taken, monkeypatch):
    monkeypatch.setattr(http_service, "BIND_RETRY_DELAY", 0.02)
    door = Door(port=taken.getsockname()[1])
    door.add()
    await door.http.refresh()
    assert "is not available" in door.http.trouble
    door.clients.clear()
    await door.http.refresh()
    assert door.http.trouble == ""
    taken.close()
    await asyncio.sleep(0.1)  # longer than it waits before it tries again
    assert door.http.port == 0
    await door.http.close()


async def test_changed_port_is_bound_at_once():
    ports = [0]
    door = Door(port=ports)
    door.add()
    await door.http.refresh()
    before = door.http.port
    ports[0] = free_port()
    door.http.refresh_soon()
    async with asyncio.timeout(WAIT):
        while door.http.port != ports[0]:
            await asyncio.sleep(0.01)
    assert await door.status() == 200
    with pytest.raises(ConnectionError):
        await asyncio.open_connection("127.0.0.1", before)
    ports[0] = 0
    await door.http.refresh()
    assert door.http.port != 0
    await door.http.close()


async def test_service_closes_while_it_waits_for_its_port(taken):
    door = Door(port=taken.getsockname()[1])
    door.add()
    await door.http.refresh()
    await door.http.close()
    assert door.http.port == 0


def test_http_server_is_not_imported_without_clients():
    code = "import sys, toolguard.services.runtime.core; sys.exit(not {'uvicorn', 'httptools'}.isdisjoint(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], timeout=240).returncode == 0


def test_url_contains_the_server_and_optionally_the_token():
    assert url(7411, "files") == "http://127.0.0.1:7411/s/files/mcp"
    assert url(7411, "files", "tg_x") == "http://127.0.0.1:7411/t/tg_x/s/files/mcp"
    assert url(7411, "files", "tg_x", "sse") == "http://127.0.0.1:7411/t/tg_x/s/files/sse"
