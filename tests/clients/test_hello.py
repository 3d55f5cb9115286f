"""What the first line may say, and how the program behind it is named."""

import asyncio
import json
import os
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.clients import hello
from toolguard.clients.hello import Refusal

GOOD = {"toolguard": 1, "do": "join", "server": "files", "command": None, "client": None, "cwd": "/", "session": None}


def line(**changes):
    return json.dumps({**GOOD, **changes}).encode()


def test_a_hello_is_read():
    join = hello.parse(line(partial=True, descriptors=True, session="s-1", unknown={"later": [1]}))
    assert (join.server, join.partial, join.descriptors, join.session) == ("files", True, True, "s-1")
    command = hello.hello(hello.parse(line(server=None, command=["a", "", "日本"])), 0).command
    assert command == ("a", "", "日本")


def test_all_servers_are_asked_for_at_once():
    join = hello.parse(line(server=None, all=True, client="desk"))
    found = hello.hello(join, 0)
    assert (found.all, found.only(), found.server, found.command) == (True, None, None, None)
    assert not hello.hello(hello.parse(line()), 0).all


@pytest.mark.parametrize(
    "bad",
    [
        {"toolguard": 2},
        {"toolguard": "1"},
        {"toolguard": True},
        {"do": "approve"},
        {"do": None},
        {"server": 5},
        {"server": ""},
        {"server": "../x"},
        {"server": "a\n"},
        {"server": "-a"},
        {"server": "a" * 65},
        {"server": None},
        {"all": True},
        {"all": True, "server": None, "command": ["a"]},
        {"all": "yes", "server": None},
        {"all": None, "server": None},
        {"server": None, "command": []},
        {"server": None, "command": [""]},
        {"server": None, "command": "ls"},
        {"server": None, "command": ["a", 5]},
        {"server": None, "command": ["a\0b"]},
        {"server": None, "command": ["a" * 4097]},
        {"server": None, "command": ["a"] * 257},
        {"server": None, "command": ["\udcff"]},
        {"command": ["a"]},
        {"client": 5},
        {"client": "a" * 4097},
        {"cwd": None},
        {"cwd": "/\0"},
        {"session": 5},
        {"session": "../.."},
        {"session": "a" * 129},
        {"partial": "yes"},
        {"descriptors": 1},
    ],
)
def test_what_is_not_a_hello_is_refused(bad):
    with pytest.raises(Refusal):
        hello.parse(line(**bad))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff",
        b"[" * 60_000,
        b'{"toolguard":1,"do":"join","server":"a","x":' + b"[" * 60_000,
    ],
)
def test_what_is_not_json_is_refused(data):
    with pytest.raises(Refusal):
        hello.parse(data)


@given(st.binary(max_size=200))
def test_no_bytes_do_harm(data):
    with suppress(Refusal):
        hello.parse(data)


def test_orders_and_raise_are_read_and_nothing_approves():
    order = hello.parse(b'{"toolguard":1,"do":"order","order":"server add","arguments":{"name":"x"}}')
    assert (order.order, order.arguments) == ("server add", {"name": "x"})
    assert isinstance(hello.parse(b'{"do":"raise"}'), hello.Raise)
    with pytest.raises(Refusal):
        hello.parse(b'{"toolguard":1,"do":"order","order":"A\\n","arguments":{}}')


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("claude", "claude"),
        (" a b@c_d-e.f ", "a b@c_d-e.f"),
        ("a/b\n\u202ec", "a_b__c"),
        ("日本", ""),
        ("", ""),
        ("x" * 99, "x" * 64),
    ],
)
def test_a_label_holds_only_harmless_characters(text, label):
    assert hello.label(text) == label


@pytest.mark.parametrize(
    ("name", "command", "called"),
    [
        ("codex", ["/usr/bin/codex", "exec"], "codex"),
        ("Cursor.exe", ["Cursor.exe"], "Cursor"),
        ("node", ["node", "--no-warnings", "/usr/lib/node_modules/.bin/claude", "-p"], "claude"),
        ("node", ["node", "/usr/lib/node_modules/gemini-cli/index.js"], "gemini-cli"),
        ("python3.11", ["python", "/home/a/agent.py"], "agent"),
        ("python", ["python", "-m", "my_agent", "x"], "my_agent"),
        ("python", ["python", "-c", "print()"], "python"),
        ("python", ["python"], "python"),
        ("node", [], "node"),
    ],
)
def test_an_interpreter_is_called_by_its_script(name, command, called):
    assert hello.program_name(name, command) == called


def test_the_program_behind_the_stub_is_asked_of_the_system():
    program, name, pid = hello.starter(_child_pid := _start(["sleep", "20"]))
    assert (pid, os.path.realpath(program)) == (os.getpid(), os.path.realpath(sys.executable))
    assert name
    subprocess.run(["kill", str(_child_pid)], check=True)
    assert hello.starter(2**22 + 5) == ("", "", 0)
    assert hello.starter(0) == ("", "", 0)


def _start(command):
    process = subprocess.Popen(command)
    _STARTED.append(process)
    return process.pid


_STARTED: list[subprocess.Popen] = []


@pytest.fixture(autouse=True)
def _end_what_was_started():
    yield
    while _STARTED:
        process = _STARTED.pop()
        process.kill()
        process.wait()


async def test_a_shell_around_the_stub_is_not_the_client():
    process = await asyncio.create_subprocess_exec("sh", "-c", "sleep 20; true", stdin=asyncio.subprocess.DEVNULL)
    import psutil

    async with asyncio.timeout(5):
        while not (children := psutil.Process(process.pid).children()):
            await asyncio.sleep(0.01)
    assert hello.starter(children[0].pid)[2] == os.getpid()
    children[0].kill()
    process.kill()
    await process.wait()
