"""Plays with real child processes: what they say arrives, what they are told arrives, and nothing of them stays."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.servers.conftest import LoopRunner, Opened, on_every_loop
from tests.support.waiting import until
from toolguard.gate import jsonrpc
from toolguard.servers import ServerChannel, UnreachableError
from toolguard.servers.stdio import channel as stdio_channel
from toolguard.servers.stdio.environment import login_shell
from toolguard.servers.stdio.process_tree import ProcessTree
from toolguard.tables.servers import describe_program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the odd server speaks of signals and sessions")


def request(id: jsonrpc.Id, method: str, **params: object) -> jsonrpc.Message:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


async def received(channel: ServerChannel) -> Any:
    """The next message's result or params as plain data."""
    message = await anext(channel.__aiter__())
    assert isinstance(message, dict), message
    return jsonrpc.plain(message.get("result", message.get("params")))


async def rest(channel: ServerChannel) -> list[Any]:
    return [message async for message in channel]


@contextlib.contextmanager
def descriptors_left(count: int) -> Iterator[None]:
    """Let this process open ``count`` more descriptors and no further."""
    import resource

    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    held = [os.dup(0)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(map(int, os.listdir("/dev/fd"))) + count + 2, limits[1]))
    try:
        with contextlib.suppress(OSError):
            while True:
                held.append(os.dup(0))
        for _ in range(count):
            os.close(held.pop())
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        for fd in held:
            os.close(fd)


# --- messages ------------------------------------------------------------------------------------------------------


def test_messages_go_and_come_in_order(run_on_loops: LoopRunner, opened: Opened) -> None:
    async def act() -> None:
        channel = await opened(opened.odd("echo"))
        for i in range(500):
            await channel.send(request(i, "echo", i=i, text="é\u2028\n"))
        for i in range(500):
            assert await received(channel) == {"i": i, "text": "é\u2028\n"}
        await channel.close()
        assert await rest(channel) == []
        assert channel.ended == "was closed"

    run_on_loops(act)
    assert opened.living() == []
    assert opened.states[-1] == "starting"


def test_ten_megabytes_come_back_intact(run_on_loops: LoopRunner, opened: Opened) -> None:
    async def act() -> None:
        channel = await opened(opened.odd("echo"))
        text = "0123456789" * 1_000_000
        await channel.send(request(1, "echo", text=text))
        assert await received(channel) == {"text": text}
        await channel.close()

    run_on_loops(act)


def test_overlong_line_is_reported_with_its_id_and_the_next_arrives(run_on_loops: LoopRunner, opened: Opened) -> None:
    async def act() -> None:
        channel = await opened(opened.odd("echo"))
        await channel.send(request("long", "big", size=jsonrpc.MAX_LINE))
        await channel.send(request("next", "echo", a=1))
        problem = await anext(channel.__aiter__())
        assert isinstance(problem, jsonrpc.Malformed)
        assert problem.id == "long" and "over the limit" in problem.reason
        assert await received(channel) == {"a": 1}
        await channel.close()

    run_on_loops(act)


async def test_junk_on_stdout_is_noted_and_not_a_message(opened: Opened) -> None:
    channel = await opened(opened.odd("echo"))
    junk = "Listening on 0.0.0.0\n" + "x" * 5000 + '\n{"level":"info"}\n\n\x1b[31mred\x07\n'
    await channel.send(request(1, "print", text=junk))
    await channel.send(request(2, "echo", a=1))
    assert await received(channel) == {"a": 1}
    assert len(opened.log) == 4
    assert "Listening on 0.0.0.0" in opened.log[0]
    assert len(opened.log[1]) < 700
    assert opened.log[3].endswith(": red\\x07")
    await channel.close()


async def test_many_short_lines_neither_fill_the_memory_nor_block_other_coroutines(opened: Opened) -> None:
    channel = await opened(opened.spec(sys.executable, "-c", "import os\nwhile True: os.write(1, b'x\\n' * 30_000)"))
    assert isinstance(channel, stdio_channel.StdioChannel)
    await until(lambda: not channel._reading)
    before = len(channel._arrived)
    assert before < 300_000
    reading = asyncio.get_running_loop().create_task(channel.__anext__())
    for _ in range(3):
        await asyncio.sleep(0)
    assert before - 1_000 < len(channel._arrived) < before
    reading.cancel()
    await channel.close()


async def test_malformed_response_is_reported_with_its_id(opened: Opened) -> None:
    channel = await opened(opened.odd("echo"))
    await channel.send(request(1, "print", text='{"jsonrpc":"2.0","id":7,"result":{"a":NaN}}\n'))
    problem = await anext(channel.__aiter__())
    assert isinstance(problem, jsonrpc.Malformed)
    assert problem.id == 7
    await channel.close()


def test_a_slow_reader_stops_the_server_and_loses_nothing(run_on_loops: LoopRunner, opened: Opened) -> None:
    async def act() -> None:
        channel = await opened(opened.odd("talk", "400", "100000", "last"))
        await asyncio.sleep(0.7)
        assert isinstance(channel, stdio_channel.StdioChannel)
        assert channel.ended == ""
        assert channel._undelivered < stdio_channel.MAX_UNDELIVERED_SIZE + 1_000_000
        messages = await rest(channel)
        assert [jsonrpc.plain(m["params"])["i"] for m in messages[:-1]] == list(range(400))
        assert messages[-1]["method"] == "last"
        assert channel.ended == "exited with status 0"
        await channel.close()

    run_on_loops(act)


def test_sending_waits_for_a_server_that_does_not_read_and_ends_with_it(
    run_on_loops: LoopRunner, opened: Opened
) -> None:
    async def act() -> None:
        channel = await opened(opened.odd("deaf"))
        assert await received(channel) == "ready"

        async def talk() -> None:
            while True:
                await channel.send(request(1, "echo", text="x" * 100_000))

        talking = asyncio.create_task(talk())
        await asyncio.sleep(0.3)
        assert not talking.done()
        await channel.close()
        with pytest.raises(ConnectionError):
            await talking
        with pytest.raises(ConnectionError):
            await channel.send(request(2, "echo"))

    run_on_loops(act)
    assert opened.living() == []


async def test_send_hands_over_before_it_suspends(opened: Opened) -> None:
    channel = await opened(opened.odd("echo"))
    sending = channel.send(request(1, "echo", a=1))
    with pytest.raises(StopIteration):
        sending.send(None)  # type: ignore[attr-defined]
    assert await received(channel) == {"a": 1}
    await channel.close()


# --- stderr --------------------------------------------------------------------------------------------------------


def test_a_flood_of_stderr_neither_stops_nor_fills(run_on_loops: LoopRunner, opened: Opened) -> None:
    async def act() -> None:
        channel = await opened(opened.odd("flood"))
        for i in range(200):
            await channel.send(request(i, "echo", i=i))
            assert await received(channel) == {"i": i}
        while not any("lines were dropped" in line for line in opened.log):
            await asyncio.sleep(0.05)
        await channel.close()
        assert len(channel.stderr) <= 1000

    run_on_loops(act)
    assert len(opened.log) < 20_000
    assert opened.living() == []


# --- the end -------------------------------------------------------------------------------------------------------


@on_every_loop
def test_exit_is_reported_with_status_and_last_lines(run_on_loops: LoopRunner, opened: Opened) -> None:
    async def act() -> None:
        channel = await opened(opened.odd("echo"))
        await channel.send(request(1, "die", status=3))
        assert await rest(channel) == []
        assert channel.ended == "exited with status 3; its last output: cannot go on: no disk"
        assert channel.stderr == ["cannot go on: no disk"]
        with pytest.raises(ConnectionError, match="the server exited with status 3"):
            await channel.send(request(2, "echo"))
        await channel.close()
        assert channel.ended.startswith("exited with status 3")

    run_on_loops(act)


@on_every_loop
def test_kill_is_reported_with_its_signal(run_on_loops: LoopRunner, opened: Opened) -> None:
    async def act() -> None:
        channel = await opened(opened.odd("echo"))
        await channel.send(request(1, "kill"))
        assert await rest(channel) == []
        assert channel.ended == "was ended by signal 9"
        await channel.close()

    run_on_loops(act)


async def test_a_server_that_closes_its_output_is_gone(opened: Opened) -> None:
    channel = await opened(opened.odd("blind"))
    assert await rest(channel) == []
    assert channel.ended == "closed its output"
    await channel.close()
    assert opened.living() == []


async def test_channel_ends_after_server_exit_although_a_child_has_the_pipe_open(opened: Opened) -> None:
    channel = await opened(opened.odd("grandchild", "holding"))
    assert isinstance(await received(channel), int)
    await channel.send(request(1, "kill"))
    await rest(channel)
    assert channel.ended == "was ended by signal 9"
    assert len(opened.living()) == 1
    await channel.close()
    assert opened.living() == []


def test_server_that_ignores_signals_is_killed(run_on_loops: LoopRunner, opened: Opened) -> None:
    async def act() -> None:
        channel = await opened(opened.odd("stubborn"))
        assert await received(channel) == "ready"
        await channel.close("the client is gone")
        assert channel.ended == "the client is gone"

    run_on_loops(act)
    assert opened.living() == []


@pytest.mark.parametrize("how", [(), ("setsid",), ("orphan",), ("orphan", "setsid")])
@on_every_loop
def test_no_process_of_the_tree_stays(how: tuple[str, ...], run_on_loops: LoopRunner, opened: Opened) -> None:
    async def act() -> None:
        channel = await opened(opened.odd("grandchild", *how))
        pid = await received(channel)
        assert psutil.pid_exists(pid)
        await channel.close()

    run_on_loops(act)
    assert opened.living() == []


async def test_children_of_a_killed_server_are_ended_on_close(opened: Opened) -> None:
    channel = await opened(opened.odd("grandchild", "orphan", "setsid"))
    pid = await received(channel)
    os.kill(opened.children[0].pid, signal.SIGKILL)
    await rest(channel)
    assert opened.living() == [pid]
    await channel.close()
    assert opened.living() == []


async def test_a_well_behaved_server_ends_at_once(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProcessTree, "grace", 3600)  # nothing that ends by itself is waited for
    channel = await opened(opened.odd("echo"))
    await channel.send(request(1, "echo"))
    await received(channel)
    await asyncio.gather(channel.close(), channel.close("again"))
    assert channel.stderr == ["my input ended"]
    assert "Z" not in [p.status() for p in psutil.Process().children()]


async def test_cancelled_close_continues(opened: Opened) -> None:
    channel = await opened(opened.odd("stubborn"))
    await received(channel)
    closing = asyncio.create_task(channel.close())
    await asyncio.sleep(0.05)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    await channel.close()
    assert opened.living() == []


async def test_a_cancelled_start_leaves_no_process(opened: Opened) -> None:
    starting = asyncio.create_task(opened(opened.odd("stubborn")))
    while not psutil.Process().children():
        await asyncio.sleep(0)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert opened.living() == []


async def test_unrecordable_child_is_not_started(opened: Opened) -> None:
    def full(_: object) -> None:
        raise OSError("the disk is full")

    before = set(psutil.Process().children())
    with pytest.raises(UnreachableError, match="full"):
        await opened(opened.odd("echo"), on_child=full)
    assert set(psutil.Process().children()) <= before


# --- what the child is given ---------------------------------------------------------------------------------------


async def test_the_child_gets_few_variables_and_its_own(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in (
        "AWS_SECRET_ACCESS_KEY",
        "QT_PLUGIN_PATH",
        "_PYI_ARCHIVE_FILE",
        "PYTHONPATH",
        "PYTHONHOME",
        "LD_PRELOAD",
    ):
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", "/evil/shell")
    channel = await opened(opened.odd("echo", EXTRA="${y}", TZ="UTC"))
    await channel.send(request(1, "env"))
    env = await received(channel)
    await channel.close()
    known = {"HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER", "EXTRA", "TOOLGUARD_CHILD"}
    assert {name for name in env if not name.startswith("LC_")} <= known
    assert env["PATH"] == "/usr/local/bin:/usr/bin:/bin"
    assert env["SHELL"] == login_shell(), "defect 12: not the shell that whoever started the app names"
    assert (env["EXTRA"], env["TZ"], env["HOME"]) == ("${y}", "UTC", str(tmp_path))


async def test_a_secret_reaches_the_child_and_no_other_place(opened: Opened) -> None:
    value = 'tok"en\\42/é'
    opened.secrets["TOKEN"] = value
    channel = await opened(opened.odd("echo", KEY="Bearer ${secret:TOKEN}", SUM="${secret:TOKEN}${secret:TOKEN}"))
    assert opened.states == ["starting", "waiting for your keyring", "starting"]
    await channel.send(request(1, "env"))
    env = await received(channel)
    assert env["KEY"] == "Bearer [secret TOKEN]"
    assert env["SUM"] == "[secret TOKEN][secret TOKEN]"
    await channel.send(request(2, "complain", text=f"using {value}\n"))
    await channel.send(request(3, "print", text=f"debug {value}\n"))
    await channel.send(
        request(4, "print", text=f'{{"jsonrpc":"2.0","id":5,"result":{{}},"{json.dumps(value)[1:-1]}":1,"Id":1}}\n')
    )
    problem = await anext(channel.__aiter__())
    await channel.close()
    assert "[secret TOKEN]" in " ".join(opened.log)
    results = [*opened.log, *channel.stderr, str(problem), channel.ended]
    assert not [text for text in results if value in text or json.dumps(value)[1:-1] in text]


async def test_a_secret_in_the_command_line_is_refused(opened: Opened) -> None:
    with pytest.raises(UnreachableError, match="environment"):
        await opened(opened.spec("python3", "--token", "${secret:TOKEN}"))


async def test_the_child_starts_where_its_settings_or_its_client_say(opened: Opened, tmp_path: Path) -> None:
    async def where(**how: Any) -> str:
        spec = opened.odd("echo")
        spec.cwd = how.pop("own", None)
        channel = await opened(spec, **how)
        await channel.send(request(1, "where"))
        message = await received(channel)
        await channel.close()
        return str(message["cwd"])

    own, client = tmp_path / "own", tmp_path / "client"
    own.mkdir()
    client.mkdir()
    assert await where(own=str(own), cwd=str(client)) == str(own.resolve())
    assert await where(cwd=str(client)) == str(client.resolve())
    assert await where(cwd=str(tmp_path / "gone")) == str(Path.home().resolve())
    with pytest.raises(UnreachableError, match="ToolGuard cannot open the folder"):
        await where(own=str(tmp_path / "gone"))


# --- what cannot be started ----------------------------------------------------------------------------------------


async def test_missing_program_error_names_the_search_path(opened: Opened) -> None:
    with pytest.raises(UnreachableError, match=r"'no-such-program'.*Looked in /usr/local/bin, /usr/bin, /bin\."):
        await opened(opened.spec("no-such-program"))


async def test_missing_interpreter_is_explained(opened: Opened, tmp_path: Path) -> None:
    script = tmp_path / "server"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    with pytest.raises(UnreachableError, match="first line"):
        await opened(opened.spec(str(script)))


async def test_a_text_with_a_zero_character_is_refused(opened: Opened) -> None:
    opened.secrets["A"] = "hidden\0value"
    with pytest.raises(UnreachableError) as caught:
        await opened(opened.odd("echo", A="${secret:A}"))
    assert "hidden" not in str(caught.value)


async def test_a_server_that_is_off_or_of_an_unknown_kind_is_refused(opened: Opened) -> None:
    with pytest.raises(UnreachableError, match="turned off"):
        await opened(opened.spec(enabled=False))
    with pytest.raises(UnreachableError, match="unknown kind 'carrier pigeon'"):
        await opened(opened.spec(kind="carrier pigeon"))


def test_a_launch_is_described_exactly_in_one_line(opened: Opened) -> None:
    args = ("-y", "a b", "it's", "two\nlines", "\u202eevil", "\U000e0041")
    spec = opened.spec("npx", *args, env={"K": "${secret:A}"}, cwd="/my dir")
    assert describe_program(spec) == (
        "cd '/my dir' && K='${secret:A}' npx -y 'a b' 'it'\"'\"'s' $'two\\nlines' $'\\u202eevil' $'\\U000e0041'"
    )
    assert describe_program(opened.spec("x")) == "x"


# --- no descriptors left -------------------------------------------------------------------------------------------


@on_every_loop
def test_start_without_descriptors_fails_without_a_process(run_on_loops: LoopRunner, opened: Opened) -> None:
    """Defect 12: EMFILE while a server starts broke the start (AttributeError) and its clean-up as well."""
    outcomes: set[str] = set()

    async def start_with(free: int) -> None:
        with descriptors_left(free):
            try:
                channel = await opened(opened.odd("echo"))
            except UnreachableError as why:
                outcomes.add(str(why))
                return
        outcomes.add("started")
        await channel.close()

    async def act() -> None:
        await asyncio.to_thread(lambda: None)  # the pool's thread and the loop's own descriptors exist from here on
        for free in range(20):
            await start_with(free)
        channel = await opened(opened.odd("echo"))
        await channel.send(request(1, "echo", text="the next start works"))
        assert await received(channel) == {"text": "the next start works"}
        await channel.close()

    run_on_loops(act)
    assert opened.living() == []
    assert outcomes == {stdio_channel.NO_DESCRIPTORS, "started"}


def test_close_without_file_descriptors_ends_the_server(run_on_loops: LoopRunner, opened: Opened) -> None:
    """Defect 12: the process table cannot be read without a descriptor, and the server has to end all the same."""

    async def act() -> None:
        channel = await opened(opened.odd("deaf"))
        with descriptors_left(0):
            await channel.close()

    run_on_loops(act)
    assert opened.living() == []
