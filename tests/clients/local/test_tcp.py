"""Loopback TCP with a token: the transport on Windows, run here."""

import asyncio
import contextlib
import json
import os
import socket
import stat
import struct

import pytest

from toolguard.clients.local.control_client import close_app
from toolguard.clients.stub import app_launcher

JOIN = {"toolguard": 1, "do": "join", "server": "s"}


@pytest.fixture
async def tcp(world):
    world.variables["TOOLGUARD_LOCAL"] = "tcp"
    await world.local(tcp=True)
    return world


def address(world):
    return json.loads((world.home / "run" / "tcp.json").read_text())


async def exchange(world, *lines):
    """What the app replies to each line; None once it has hung up."""

    def talk():
        replies = []
        with socket.create_connection(("127.0.0.1", address(world)["port"]), 10) as sock:
            reader = sock.makefile("rb")
            for line in lines:
                sock.sendall(line(replies) if callable(line) else line)
                result = reader.readline()
                replies.append(json.loads(result) if result else None)
            reader.close()
        return replies

    return await asyncio.to_thread(talk)


async def test_client_and_app_exchange_messages_over_tcp(tcp):
    assert stat.S_IMODE((tcp.home / "run" / "tcp.json").stat().st_mode) == 0o600
    client = await tcp.client("--server", "s", "--client", "chat")
    assert (await client.ask(1, text="z" * 1_000_000))["result"]["text"] == "z" * 1_000_000
    assert tcp.hellos[0].caller.id == "chat"
    assert tcp.hellos[0].caller.pid  # whose child the stub is, found by its port
    assert await client.end() == 0
    assert tcp.ends == ["the client closed its connection"]


async def test_wrong_token_is_refused_before_any_request(tcp):
    def prove(token):
        def line(replies):
            return (
                json.dumps({"proof": app_launcher.proof(token, "stub", "a" * 32, replies[0]["nonce"])}).encode() + b"\n"
            )

        return line

    nonce = json.dumps({"nonce": "a" * 32}).encode() + b"\n"
    handshake = json.dumps(JOIN).encode() + b"\n"
    first, second = await exchange(tcp, nonce, prove("f" * 64))
    assert "wrong token" in second["error"]
    right = address(tcp)["token"]
    assert first["proof"] != app_launcher.proof(right, "stub", "a" * 32, first["nonce"])
    first, joined = await exchange(tcp, nonce, lambda replies: prove(right)(replies) + handshake)
    assert first["proof"] == app_launcher.proof(right, "app", "a" * 32, first["nonce"])
    assert joined["ok"] is True
    assert len(tcp.hellos) == 1


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(JOIN).encode() + b"\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\n",
        b'{"nonce":5}\n',
        b'{"nonce":"a"}\n',
        b"x" * 70_000,
    ],
)
async def test_peer_without_proof_is_refused(tcp, data):
    (reply,) = await exchange(tcp, data)
    assert reply is None or reply["ok"] is False
    assert tcp.hellos == []


async def test_descriptors_are_not_promised_over_tcp(tcp):
    nonce = json.dumps({"nonce": "a" * 32}).encode() + b"\n"
    handshake = json.dumps({**JOIN, "descriptors": True}).encode() + b"\n"

    def prove(replies):
        proof = app_launcher.proof(address(tcp)["token"], "stub", "a" * 32, replies[0]["nonce"])
        return json.dumps({"proof": proof}).encode() + b"\n" + handshake

    _, reply = await exchange(tcp, nonce, prove)
    assert "descriptors cannot be passed over TCP" in reply["error"]


@pytest.mark.parametrize("answer", [b'{"nonce":"' + b"b" * 32 + b'","proof":"' + b"c" * 64 + b'"}', b"[" * 4_000])
async def test_foreign_program_at_the_apps_former_port_receives_only_a_nonce(world, answer):
    """The app died and another program took its port: it learns nothing but a random number."""
    world.variables["TOOLGUARD_LOCAL"] = "tcp"
    received = []

    async def stranger(reader, writer):
        received.append(await reader.readline())
        writer.write(answer + b"\n")
        received.append(await reader.read())
        writer.close()

    server = await asyncio.start_server(stranger, "127.0.0.1", 0)
    run = world.home / "run"
    run.mkdir(mode=0o700)
    (run / "tcp.json").write_text(json.dumps({"port": server.sockets[0].getsockname()[1], "token": "d" * 64}))
    (run / "tcp.json").chmod(0o600)
    client = await world.client("--server", "s", "--no-start")
    assert (await client.ask(1))["error"]["data"] == {"reason": "not running"}
    assert set(json.loads(received[0])) == {"nonce"}
    assert received[1] == b""
    server.close()


async def test_foreign_program_that_sends_single_bytes_times_out(home, monkeypatch):
    monkeypatch.setenv("TOOLGUARD_LOCAL", "tcp")
    monkeypatch.setattr(app_launcher, "START_TIMEOUT", 0.2)
    left = asyncio.Event()

    async def stranger(_reader, writer):
        with contextlib.suppress(ConnectionError):
            for _ in range(1_000):
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.02)
        writer.close()
        left.set()

    server = await asyncio.start_server(stranger, "127.0.0.1", 0)
    (home / "run").mkdir(mode=0o700)
    (home / "run" / "tcp.json").write_text(json.dumps({"port": server.sockets[0].getsockname()[1], "token": "t"}))
    (home / "run" / "tcp.json").chmod(0o600)
    async with asyncio.timeout(10):
        with pytest.raises(TimeoutError):
            await asyncio.to_thread(app_launcher.open_tcp, str(home))
        await left.wait()
    server.close()


async def test_a_token_that_others_can_read_is_not_used(tcp):
    (tcp.home / "run" / "tcp.json").chmod(0o644)
    client = await tcp.client("--server", "s", "--no-start")
    assert (await client.ask(1))["error"]["data"] == {"reason": "unsafe"}
    assert tcp.hellos == []


async def test_a_client_that_reads_slowly_slows_the_session_down(world):
    world.variables["TOOLGUARD_LOCAL"] = "tcp"
    sent = []

    async def flood(channel):
        async for message in channel:
            for number in range(100):
                await channel.send({"jsonrpc": "2.0", "id": message["id"], "result": {"n": number, "x": "x" * 500_000}})
                sent.append(number)

    await world.local(flood, tcp=True)
    client = await world.client("--server", "s")
    client.process._transport.get_pipe_transport(1).pause_reading()
    await client.say({"jsonrpc": "2.0", "id": 1, "method": "m"})
    await asyncio.sleep(1)
    assert len(sent) < 50
    client.process._transport.get_pipe_transport(1).resume_reading()
    assert [(await client.receive())["result"]["n"] for _ in range(100)] == list(range(100))


async def test_app_exit_during_the_handshake_means_not_running(home, monkeypatch):
    monkeypatch.setenv("TOOLGUARD_LOCAL", "tcp")
    (home / "run").mkdir(mode=0o700)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        written = home / "run" / "tcp.json"
        written.write_text(json.dumps({"port": listener.getsockname()[1], "token": "t"}))
        written.chmod(0o600)
        closing = asyncio.create_task(asyncio.to_thread(close_app, home))
        other, _ = await asyncio.to_thread(listener.accept)
        with other:
            await asyncio.to_thread(other.recv, 1024)
            other.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset, as a kill does
        assert not await closing


async def test_stub_that_reads_the_address_stops_neither_start_nor_end_on_windows(tcp, monkeypatch):
    """A stand-in for a file that is open there."""

    def refuse(*_, **_options):
        raise PermissionError(13, "The process cannot access the file because it is being used by another process")

    for name in ("replace", "rename", "unlink"):
        monkeypatch.setattr(os, name, refuse)
    await tcp.locals[0].stop()
    await tcp.local(tcp=True)
    client = await tcp.client("--server", "s", "--no-start")
    assert (await client.ask(1))["result"] == {}
    assert await client.end() == 0
