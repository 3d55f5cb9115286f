"""The stub as a chat client starts it, joined to a real `LocalListener` by its handed descriptors."""

import asyncio
import os
import subprocess
import sys

import pytest

from toolguard import __version__
from toolguard.clients.stub import connect

LINE = b"x" * 10_000_000


async def test_client_and_app_use_the_passed_descriptors(world):
    await world.local()
    client = await world.client("--server", "files", "--client", "a chat")
    assert (await client.ask(1, a="ü\u2028"))["result"] == {"a": "ü\u2028"}
    assert (await client.ask("1"))["id"] == "1"
    hello = world.hellos[0]
    assert (hello.server, hello.command, hello.caller.id, hello.session) == ("files", None, "a chat", None)
    assert hello.cwd == "/"
    assert hello.caller.pid == os.getpid()
    assert await client.end() == 0
    assert world.ends == ["the client closed its connection"]


async def test_command_line_arrives_exactly(world):
    await world.local()
    client = await world.client("--client", "x", "--", "npx", "-y", "a b", "--server", 'q"\\', "日本")
    await client.ask(1)
    assert world.hellos[0].command == ("npx", "-y", "a b", "--server", 'q"\\', "日本")
    assert world.hellos[0].server is None


async def test_stub_can_request_all_servers(world):
    await world.local()
    client = await world.client("--all", "--client", "x")
    await client.ask(1)
    (hello,) = world.hellos
    assert (hello.all, hello.server, hello.command) == (True, None, None)


async def test_ten_megabytes_pass_both_ways_unchanged(world):
    await world.local()
    client = await world.client("--server", "s")
    text = LINE.decode()
    asking = asyncio.create_task(client.ask(1, text=text))
    assert (await asking)["result"]["text"] == text


async def test_one_byte_at_a_time_makes_the_same_messages(world):
    await world.local()
    client = await world.client("--server", "s")
    for byte in '{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"日本"}}\r\n'.encode():
        await client.say(bytes([byte]))
    assert (await client.receive())["result"] == {"a": "日本"}


async def test_a_session_that_the_app_ends_ends_the_stub_in_peace(world):
    async def once(channel):
        async for message in channel:
            await channel.send({"jsonrpc": "2.0", "id": message["id"], "result": {}})
            return

    await world.local(once)
    client = await world.client("--server", "s")
    await client.ask(1)
    assert await asyncio.wait_for(client.process.wait(), 120) == 0
    assert await client.process.stderr.read() == b""


async def test_terminated_stub_exits_at_once_and_notifies_the_app(world):
    received = asyncio.Event()

    async def run(channel):
        async for message in channel:
            await channel.send({"jsonrpc": "2.0", "id": message["id"], "result": {}})
        world.ends.append(channel.ended)
        received.set()

    await world.local(run)
    for name in ("terminate", "kill"):
        client = await world.client("--server", "s")
        await client.ask(1)
        getattr(client.process, name)()
        await asyncio.wait_for(client.process.wait(), 120)
        await asyncio.wait_for(received.wait(), 120)
        received.clear()
        assert await client.process.stderr.read() == b""
    assert world.ends == ["toolguard-connect ended"] * 2


async def test_an_interrupt_leaves_no_traceback(world):
    await world.local()
    client = await world.client("--server", "s")
    await client.ask(1)
    client.process.send_signal(2)
    assert await asyncio.wait_for(client.process.wait(), 120) == 130
    assert await client.process.stderr.read() == b""


async def test_client_that_stops_reading_ends_the_session(world):
    done = asyncio.Event()

    async def run(channel):
        try:
            async for message in channel:
                for _ in range(100):
                    await channel.send({"jsonrpc": "2.0", "id": message["id"], "result": {}})
        except ConnectionError as problem:
            world.ends.append(str(problem))
        done.set()

    await world.local(run)
    reader, writer = os.pipe()
    client = await world.client("--server", "s", stdout=writer)
    os.close(writer)
    os.close(reader)
    await client.say({"jsonrpc": "2.0", "id": 1, "method": "m"})
    await asyncio.wait_for(done.wait(), 120)
    assert world.ends == ["the client closed its connection"]
    assert await asyncio.wait_for(client.process.wait(), 120) == 0


async def test_a_folder_that_others_can_enter_is_not_trusted(world):
    await world.local()
    (world.home / "run").chmod(0o755)
    client = await world.client("--server", "s")
    answer = await client.ask(1)
    assert answer["error"]["code"] == -32603
    assert answer["error"]["data"] == {"reason": "unsafe"}
    assert "0700" in answer["error"]["message"]
    assert world.hellos == []


async def test_socket_of_another_user_is_refused(world, monkeypatch):
    await world.local()
    connect.open_app(str(world.home)).close()
    monkeypatch.setattr(connect, "peer_uid", lambda _: os.geteuid() + 1)
    with pytest.raises(PermissionError, match="another user"):
        connect.open_app(str(world.home))


async def test_a_folder_that_is_a_link_is_not_trusted(world):
    await world.local()
    (world.home / "run").rename(world.home / "elsewhere")
    (world.home / "run").symlink_to(world.home / "elsewhere")
    client = await world.client("--server", "s")
    assert (await client.ask(1))["error"]["data"] == {"reason": "unsafe"}
    (world.home / "run").unlink()
    (world.home / "elsewhere").rename(world.home / "run")


async def test_usage_error_is_one_line_with_status_2():
    for arguments, result in (
        ([], "--server NAME or -- COMMAND"),
        (["--server", "a", "--", "b"], "--server NAME or -- COMMAND"),
        (["--"], "--server NAME or -- COMMAND"),
        (["--server"], "'--server' is not a valid option"),
        (["--shout"], "'--shout' is not a valid option"),
        (["files"], "'files' is not a valid option"),
    ):
        done = subprocess.run(
            [sys.executable, connect.__file__, *arguments], capture_output=True, stdin=subprocess.DEVNULL
        )
        assert done.returncode == 2, arguments
        assert result in done.stderr.decode()
        assert done.stderr.count(b"\n") == 1
        assert done.stdout == b""


async def test_help_and_version_work_as_a_bare_file():
    for option, result in (("--help", "usage: toolguard-connect"), ("--version", __version__)):
        command = [sys.executable, "-I", "-S", "-E", connect.__file__, option]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert (done.returncode, done.stderr) == (0, "")
        assert result in done.stdout


def test_closed_stdin_is_reported_in_one_line(home):
    command = [sys.executable, "-I", "-S", "-E", connect.__file__, "--server", "s"]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "_", *command], capture_output=True, env={"TOOLGUARD_HOME": str(home)}
    )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert done.stdout == b""


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
def test_state_folder_is_found_by_home_or_else_by_the_user_id(monkeypatch):
    for name in ("TOOLGUARD_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/somewhere")
    assert connect.state_home() == "/somewhere/.local/share/toolguard"
    monkeypatch.setenv("XDG_DATA_HOME", "/other")
    assert connect.state_home() == "/somewhere/.local/share/toolguard"
    monkeypatch.delenv("HOME")
    import pwd

    assert connect.state_home() == pwd.getpwuid(os.getuid()).pw_dir + "/.local/share/toolguard"
    monkeypatch.setenv("HOME", "")
    assert connect.state_home().startswith("/")
    monkeypatch.setenv("TOOLGUARD_HOME", "here")
    assert connect.state_home() == os.path.abspath("here")


def test_long_home_path_gets_a_short_socket_path(tmp_path):
    shallow = "/home/a/.local/share/toolguard"
    assert connect.socket_path(shallow) == shallow + "/run/app.sock"
    deep = "/home/" + "ü" * 60
    assert len(os.fsencode(connect.socket_path(deep))) < 100
    assert connect.socket_path(deep) != connect.socket_path(deep + "a")


@pytest.mark.parametrize("name", ["a", "a" * 100])
def test_a_home_reached_through_a_link_has_the_same_socket(tmp_path, name):
    home, link = tmp_path / name, tmp_path / ("b" * 90)
    link.symlink_to(home)
    assert connect.socket_path(str(link)) == connect.socket_path(str(home))


def test_quoted_text_is_json():
    import json

    for text in ("", 'a"b\\', "\0\x1f\n", "日本\U0001f600", "\udcff"):
        assert json.loads(connect.json_string(text)) == text
