"""The door: who may connect, in which folder, how many; and how it closes."""

import asyncio
import logging
import os
import socket
import stat

import pytest

from tests.support.waiting import until
from toolguard.clients.local import listener as door
from toolguard.clients.local.listener import HandshakeError, SessionAdmission
from toolguard.clients.stub import app_launcher


async def test_run_folder_and_socket_are_accessible_only_to_their_owner(world):
    world.home.joinpath("run").mkdir(mode=0o755)
    await world.local()
    assert stat.S_IMODE((world.home / "run").stat().st_mode) == 0o700
    assert stat.S_IMODE((world.home / "run" / "app.sock").stat().st_mode) == 0o600


async def test_a_folder_that_is_a_link_is_refused(world):
    (world.home / "elsewhere").mkdir(mode=0o700)
    (world.home / "run").symlink_to(world.home / "elsewhere")
    with pytest.raises(PermissionError, match="must be your folder with mode 0700"):
        await world.local()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
async def test_folder_of_another_user_is_refused(world):
    (world.home / "run").mkdir(mode=0o700)
    os.chown(world.home / "run", 12345, 12345)
    with pytest.raises(PermissionError):
        await world.local()
    os.chown(world.home / "run", 0, 0)


async def test_other_users_are_rejected_before_reading(world, caplog):
    await world.local(peer=lambda _: (1, os.geteuid() + 1))
    client = await world.client("--server", "s", "--no-start")
    with caplog.at_level(logging.CRITICAL):
        answering = asyncio.create_task(client.ask(1))
        await asyncio.sleep(0.5)
    assert world.hellos == []
    client.process.kill()
    answering.cancel()


async def test_stale_socket_of_a_dead_app_is_replaced(world):
    (world.home / "run").mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as old:
        old.bind(str(world.home / "run" / "app.sock"))
    await world.local()
    client = await world.client("--server", "s")
    assert "result" in await client.ask(1)


async def test_stopped_listener_removes_its_files_and_can_start_again(world):
    for tcp in (False, True, False):
        local = await world.local(tcp=tcp)
        await local.stop()
        assert not (world.home / "run" / "app.sock").exists()
        assert not (world.home / "run" / "tcp.json").exists()


async def test_connection_beyond_the_limit_is_refused_and_others_continue(world, monkeypatch):
    monkeypatch.setattr(door, "MAX_CONNECTIONS", 3)
    await world.local()
    clients = [await world.client("--server", "s") for _ in range(3)]
    for client in clients:
        await client.ask(1)
    late = await world.client("--server", "s")
    error = (await late.ask(1))["error"]
    assert "already has 3 connections" in error["message"]
    assert await clients[0].end() == 0
    assert "result" in await late.ask(2)
    assert "result" in await clients[1].ask(2)


async def test_a_fault_in_a_session_ends_that_session_only_and_is_logged(world, caplog):
    async def faulty(channel):
        async for message in channel:
            if message["id"] == "bad":
                raise ZeroDivisionError
            await channel.send({"jsonrpc": "2.0", "id": message["id"], "result": {}})

    await world.local(faulty)
    good, bad = await world.client("--server", "s"), await world.client("--server", "s")
    await bad.say({"jsonrpc": "2.0", "id": "bad", "method": "m"})
    assert await asyncio.wait_for(bad.process.wait(), 120) == 0
    assert "result" in await good.ask(1)
    assert "ZeroDivisionError" in caplog.text


async def test_admission_error_is_logged_and_refuses_the_client(world, caplog):
    async def admit(_):
        raise ZeroDivisionError

    await world.local(admit=admit)
    client = await world.client("--server", "s", "--no-start")
    await until(lambda: "ZeroDivisionError" in caplog.text)
    client.process.kill()


async def test_admitted_session_runs_even_if_the_client_disconnected(world):
    entered, let_in, ran = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def run(channel):
        async for _ in channel:
            pytest.fail("nobody speaks here")
        world.ends.append(channel.ended)
        ran.set()

    async def admit(_):
        entered.set()
        await let_in.wait()
        return SessionAdmission("s-1", run)

    await world.local(admit=admit)
    client = await world.client("--server", "s")
    await client.say({"jsonrpc": "2.0", "id": 1, "method": "m"})
    await entered.wait()
    client.process.kill()
    async with asyncio.timeout(120):
        while client.process.returncode is None:
            await asyncio.sleep(0.01)
    let_in.set()
    await asyncio.wait_for(ran.wait(), 120)
    assert world.ends[0]


async def test_session_that_ends_after_the_listener_stopped_leaves_its_stub_waiting(world):
    leave = asyncio.Event()

    async def run(channel):
        await leave.wait()
        await channel.close("denied while closing")

    local = await world.local(run)
    client = await world.client("--server", "s")
    async with asyncio.timeout(120):
        while not world.hellos:
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    local.stop_listening()
    leave.set()
    await local.stop()
    assert (await client.ask(1))["error"]["data"] == {"reason": "closed"}


async def test_a_refused_client_is_not_joined(world):
    async def admit(_):
        raise HandshakeError("not today: ask tomorrow")

    local = await world.local(admit=admit)
    client = await world.client("--server", "s")
    assert (await client.ask(1))["error"]["message"] == "not today: ask tomorrow"
    assert not local._channels


async def test_desktop_variables_are_stored_for_stubs_without_them(world, monkeypatch):
    for name in app_launcher.DESKTOP_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    await (await world.local()).stop()
    note = world.home / "run" / "desktop.json"
    assert not note.exists()
    monkeypatch.setenv("DISPLAY", ":42")
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    for _ in range(2):
        await (await world.local()).stop()
    assert stat.S_IMODE(note.stat().st_mode) == 0o600
    assert app_launcher.app_environment(str(world.home), {}) == {"DISPLAY": ":42"}
