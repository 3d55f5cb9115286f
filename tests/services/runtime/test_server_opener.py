"""A session's server, and the arguments that are filled in as a call leaves for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from tests.support.channels import Plain
from tests.support.services_harness import Harness
from toolguard.clients.local.listener import ClientHandshake
from toolguard.gate.model import ClientInfo
from toolguard.gate.session.upstream import NotProvidedError
from toolguard.servers import UnreachableError
from toolguard.services.methods import MethodRunner
from toolguard.services.runtime.command_entries import CommandEntries
from toolguard.services.runtime.injected_arguments import ArgumentBindings
from toolguard.services.runtime.requests import Services
from toolguard.services.runtime.server_opener import ServerOpener
from toolguard.store.config.config import Config, ServerSpec

FILLED = {"query": {"/key": "${secret:db}"}}
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "query", "arguments": {}}}


class Server(Plain):
    """A channel that keeps what it is given."""

    ended = ""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    async def __aiter__(self) -> AsyncIterator[Any]:
        return
        yield

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    async def close(self, reason: str = "") -> None: ...


class Watched(Server):
    """One that can tell how it is."""

    def watch(self, tell: Any) -> None:
        self.tell = tell


async def opened(
    home: Path, spec: ServerSpec, server: Server | None = None, tell: Any = lambda *_: None
) -> tuple[Server, Any]:
    """The server that runs, and the channel to it."""
    config, server = Config.load(home / "config.json"), server or Server()
    config.add_server(spec)

    async def open(_spec: ServerSpec, **_: Any) -> Server:
        return server

    async def release(name: str, _place: str = "") -> str:
        return f"<{name}>"

    async def to(_spec: ServerSpec) -> Any:
        return release

    core: Any = SimpleNamespace(
        config=config,
        open=open,
        server_log=lambda _: print,
        bindings=ArgumentBindings(config),
        releases=SimpleNamespace(to=to),
    )
    opener = ServerOpener(core, spec, ClientHandshake(ClientInfo(id="c"), spec.name, None, "", None))
    return server, await opener(tell)


@pytest.mark.parametrize(
    ("spec", "fits"),
    [
        ({"kind": "http", "url": "http://remote.example"}, False),
        ({"kind": "otc", "url": "http://remote.example"}, False),
        ({"kind": "http", "url": "https://remote.example"}, True),
        ({"kind": "http", "url": "http://127.0.0.1:1"}, True),
        ({"command": "program"}, True),
    ],
)
@pytest.mark.case(45)
async def test_secrets_are_not_sent_unencrypted(tmp_path: Path, spec: Any, fits: bool) -> None:
    server, channel = await opened(tmp_path, ServerSpec(name="s", arguments=FILLED, bridge="off", **spec))
    if fits:
        await channel.prepare(CALL)
        await channel.send(CALL)
        assert server.sent[0]["params"]["arguments"] == {"key": "<db>"}
    else:
        with pytest.raises(NotProvidedError, match="unencrypted"):
            await channel.prepare(CALL)
        assert not server.sent


async def test_open_server_that_stops_answering_is_failed_until_it_answers(tmp_path: Path) -> None:
    received: list[tuple[str, ...]] = []
    server = Watched()
    await opened(
        tmp_path, ServerSpec(name="s", kind="otc", url="https://a.test"), server, lambda *all: received.append(all)
    )
    server.tell("it does not answer")
    server.tell("")
    assert received == [("failed", "it does not answer"), ("ready", "")]


@pytest.mark.parametrize("now", [{"enabled": False}, {"command": "other"}, None])
async def test_accepted_variable_does_not_revert_changes_made_while_it_was_pending(
    tmp_path: Path, now: dict[str, Any] | None
) -> None:
    harness = Harness(tmp_path)
    config, registered = harness.config, ServerSpec(name="s", command="program", env={"A": "1"})
    config.add_server(registered)
    handshake = ClientHandshake(ClientInfo(id="c"), None, ("program",), "", None, environment={"A": "2"})
    entries = CommandEntries(config, harness.keychain, lambda: Services(MethodRunner(harness.app)))
    entry = await entries.find(handshake, used=(), in_use=())
    assert entry.changed == ("A",)

    async def ask_verdict(*_: Any, target: str) -> str:
        if now is None:
            config.remove_server("s")
        else:
            config.replace_server(structs.replace(registered, **now))
        return "accepted"

    guard = SimpleNamespace(proposals=SimpleNamespace(ask_verdict=ask_verdict), gate=harness.gate)
    core: Any = SimpleNamespace(config=config, guard=guard, entries=entries)
    with pytest.raises(UnreachableError, match=r"another command now|removed or turned off"):
        await ServerOpener(core, entry.spec, handshake, entry)(lambda *_: None)
    left = config.servers.get("s")
    assert left == (None if now is None else structs.replace(registered, **now))
    harness.keychain.close()
