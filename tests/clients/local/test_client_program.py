"""Which program a client is: defect C1, every client on Node 24 was named "MainThread"."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from toolguard.clients.local.client_program import (
    _is_wrapper,
    earlier_name,
    find_parent_program,
    identify,
    read_process_environment,
)

NODE = shutil.which("node")


@pytest.mark.parametrize(
    ("executable", "command", "name"),
    [
        ("/usr/bin/codex", ["/usr/bin/codex", "exec"], "codex"),
        ("C:/Cursor/Cursor.exe", ["Cursor.exe"], "Cursor"),
        ("/usr/bin/node", ["node", "--no-warnings", "/nowhere/.bin/claude", "-p"], "claude"),
        ("/usr/bin/node", ["node", "/nowhere/gemini-cli/index.js"], "gemini-cli"),
        ("/usr/bin/node", ["node", "-r", "/nowhere/hook.js", "/nowhere/agent/dist/index.js"], "agent"),
        ("/usr/bin/python3.11", ["python", "/home/a/agent.py"], "agent"),
        ("/usr/bin/python3", ["python", "-m", "my_agent", "x"], "my_agent"),
        ("/usr/bin/python3", ["python", "-c", "print()"], "python3"),
        ("/usr/bin/python3", ["python"], "python3"),
        ("/usr/bin/node", [], "node"),
        ("/usr/bin/node", ["qwen", "", ""], "qwen"),
        ("/usr/bin/bun", ["bun", "run", "/nowhere/opencode/src/index.ts"], "opencode"),
        ("/usr/bin/java", ["java", "-cp", "x", "-jar", "/opt/idea/mcp.jar"], "mcp"),
    ],
)
def test_program_is_called_by_its_executable_or_script(executable, command, name):
    assert identify(executable, command)[0] == name


def test_two_scripts_of_the_same_name_have_two_identities(tmp_path):
    found = set()
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "client.py").touch()
        found.add(identify("/usr/bin/python3", ["python3", str(tmp_path / folder / "client.py")]))
    assert len({identity for _, identity in found}) == 2


def test_relative_script_is_found_in_the_working_directory(tmp_path):
    (tmp_path / "agent.py").touch()
    absolute = identify("/usr/bin/python3", ["python3", str(tmp_path / "agent.py")])
    assert identify("/usr/bin/python3", ["python3", "agent.py"], str(tmp_path)) == absolute


def test_two_pieces_of_code_have_two_identities():
    codes = [identify("/usr/bin/python3", ["python3", "-c", code])[1] for code in ("1", "2", "1")]
    assert codes[0] == codes[2] != codes[1]


def test_interactive_interpreter_is_identified_by_its_process():
    first, second = (identify("/usr/bin/node", ["node"], process=process)[1] for process in ("1@5", "2@6"))
    assert first.startswith("process:") and first != second


def test_update_does_not_change_the_identity(tmp_path):
    old = identify("/home/a/.local/share/claude/versions/2.1.3/claude", ["claude"])
    assert identify("/home/a/.local/share/claude/versions/2.2.0-beta.1/claude", ["claude"]) == old
    mounted = identify("/tmp/.mount_CursorAbC123/usr/bin/cursor", ["cursor"])
    assert identify("/tmp/.mount_CursorXyZ789/usr/bin/cursor", ["cursor"]) == mounted
    assert identify("/home/b/.local/share/claude/versions/2.1.3/claude", ["claude"]) != old


@pytest.mark.parametrize("name", ["@google/gemini-cli", "opencode-ai"])
def test_npm_package_is_identified_by_its_own_name(tmp_path, name):
    folder = tmp_path / "lib" / "node_modules" / name
    (folder / "dist").mkdir(parents=True)
    (folder / "dist" / "index.js").touch()
    (folder / "package.json").write_text(json.dumps({"name": name}))
    link = tmp_path / "bin" / "agent"
    link.parent.mkdir()
    link.symlink_to(folder / "dist" / "index.js")
    assert identify("/usr/bin/node", ["node", str(link)]) == (name.rpartition("/")[2], f"npm:{name}")
    (folder / "package.json").write_text(json.dumps({"name": "@anthropic-ai/claude-code"}))
    assert not identify("/usr/bin/node", ["node", str(link)])[1].startswith("npm:")
    (folder / "package.json").write_text("[")
    assert identify("/usr/bin/node", ["node", str(link)])[1].startswith("script:")


def test_console_script_is_identified_by_its_distribution():
    script = Path(sys.executable).parent / "pytest"
    assert identify(sys.executable, [sys.executable, str(script)])[1] == "pypi:pytest"


def test_pipe_in_place_of_a_manifest_is_not_read(tmp_path):
    """Reading would wait for ever, in a thread that other clients need."""
    package = tmp_path / "node_modules" / "agent"
    site = tmp_path / "lib" / "python3" / "site-packages" / "agent-1.dist-info"
    for folder in (package, tmp_path / "bin", site):
        folder.mkdir(parents=True)
    for script in (package / "index.js", tmp_path / "bin" / "agent"):
        script.touch()
    for manifest in (package / "package.json", site / "entry_points.txt"):
        os.mkfifo(manifest)
    for command in (["/usr/bin/node", str(package / "index.js")], [sys.executable, str(tmp_path / "bin" / "agent")]):
        assert identify(command[0], command)[1] == f"script:{command[1]}"


def test_manifest_of_blank_lines_is_read_in_linear_time(tmp_path):
    site = tmp_path / "lib" / "python3" / "site-packages"
    for number in range(100):
        (site / f"x{number}.dist-info").mkdir(parents=True)
        (site / f"x{number}.dist-info" / "entry_points.txt").write_text("\n" * 256 * 1024)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "agent").touch()
    command = [sys.executable, str(tmp_path / "bin" / "agent")]
    assert identify(command[0], command)[1] == f"script:{command[1]}"


@pytest.mark.parametrize(
    ("thread", "command", "name"),
    [
        ("MainThread", ["node", "/usr/lib/node_modules/x/index.js"], "MainThread"),
        ("node", ["node", "/usr/lib/node_modules/gemini-cli/index.js"], "gemini-cli"),
        ("python3", ["python", "-m", "agent"], "agent"),
        ("codex", ["codex"], "codex"),
    ],
)
def test_earlier_name_is_that_of_the_first_releases(thread, command, name):
    assert earlier_name(thread, command) == name


def test_thread_name_is_never_the_identity(tmp_path):
    """A real process whose main thread is called "MainThread", as Node 24 does it."""
    script = tmp_path / "renamed_agent.py"
    script.write_text(
        "import ctypes, subprocess, sys\n"
        "ctypes.CDLL(None).prctl(15, b'MainThread', 0, 0, 0)\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        "print(child.pid, flush=True)\n"
        "sys.stdin.read(); child.kill(); child.wait()\n"
    )
    with subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        found = find_parent_program(int(process.stdout.readline()))
        assert psutil.Process(process.pid).name() == "MainThread"
        process.stdin.close()
    assert (found.name, found.earlier_name, found.pid) == ("renamed_agent", "MainThread", process.pid)
    assert found.identity == f"script:{script}"


@pytest.mark.skipif(NODE is None, reason="needs Node.js")
def test_node_program_is_known_by_its_script(tmp_path):
    script = tmp_path / "chat-agent.js"
    script.write_text(
        "const c = require('child_process').spawn('sleep', ['60']);\n"
        "console.log(c.pid); process.stdin.on('end', () => { c.kill(); process.exit() }).resume();\n"
    )
    with subprocess.Popen([NODE, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        found = find_parent_program(int(process.stdout.readline()))
        process.stdin.close()
    assert (found.name, found.identity) == ("chat-agent", f"script:{script}")


def test_starter_of_a_process_is_asked_of_the_system():
    with subprocess.Popen(["sleep", "60"]) as process:
        found = find_parent_program(process.pid)
        process.kill()
    assert (found.pid, os.path.realpath(found.executable)) == (os.getpid(), os.path.realpath(sys.executable))
    assert found.process.startswith(f"{os.getpid()}@") and found.name and found.identity
    assert read_process_environment(os.getpid())["PATH"]
    for unknown in (0, 2**22 + 5):
        assert find_parent_program(unknown).identity == "" and read_process_environment(unknown) is None


async def test_shell_around_the_stub_is_not_the_client():
    process = await asyncio.create_subprocess_exec("sh", "-c", "sleep 60; true", stdin=asyncio.subprocess.DEVNULL)
    async with asyncio.timeout(120):
        while not (children := psutil.Process(process.pid).children()):
            await asyncio.sleep(0.01)
    assert find_parent_program(children[0].pid).pid == os.getpid()
    children[0].kill()
    process.kill()
    await process.wait()


def test_launchers_of_windows_are_not_the_client(monkeypatch, tmp_path):
    script = tmp_path / "toolguard-connect.exe"
    script.write_text(
        "import os, subprocess, sys\n"
        "if sys.orig_argv[0] == 'base/python.exe': print(os.getpid(), flush=True); sys.stdin.read()\n"
        f"else: subprocess.run(['base/python.exe', *sys.orig_argv[1:]], executable={sys.executable!r})\n"
    )
    code = (
        "import subprocess, sys\n"
        f"subprocess.run(['venv/python.exe', {str(script)!r}, *sys.orig_argv[1:]], executable={sys.executable!r})"
    )
    client = ["toolguard-connect", "-c", code, "--client", "Claude"]
    with subprocess.Popen(client, executable=sys.executable, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        stub = int(process.stdout.readline())
        monkeypatch.setattr("sys.platform", "win32")
        found = find_parent_program(stub)
        process.stdin.close()
    assert found.pid == os.getpid()


@pytest.mark.parametrize("client", [["Claude.exe"], ["python.exe", "agent.py"], ["python.exe"], []])
def test_windows_client_program_is_not_a_wrapper(monkeypatch, client):
    monkeypatch.setattr("sys.platform", "win32")
    assert not _is_wrapper(client, ["python.exe", "C:/toolguard-connect.exe", "--server", "x", "--client", "Claude"])
