"""Where a program is found, and what it inherits."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

import psutil
import pytest

from toolguard.servers.stdio.environment import (
    SYSTEM_PATH,
    LoginPath,
    UnreachableError,
    check_batch,
    find,
    joined,
    login_shell,
    minimal,
    own_variables,
)

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX shells")


def program(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


# --- what is inherited ---------------------------------------------------------------------------------------------

OURS = {
    "HOME": "/home/a", "PATH": "/bin", "LC_TIME": "de", "LANG": "C", "TZ": "UTC", "AWS_SECRET_ACCESS_KEY": "x",
    "LD_LIBRARY_PATH": "/tmp/_MEI1", "LD_LIBRARY_PATH_ORIG": "/opt/lib", "_PYI_ARCHIVE_FILE": "x",
    "QT_PLUGIN_PATH": "x", "PYTHONHOME": "x", "PYTHONPATH": "x", "GITHUB_TOKEN": "x", "SHELL": "() { evil; }",
}  # fmt: skip


def test_few_variables_are_inherited_and_no_shell_functions() -> None:
    assert set(minimal(OURS, windows=False)) == {"HOME", "PATH", "LC_TIME", "LANG", "TZ"}


def test_a_frozen_app_gives_back_the_persons_library_path() -> None:
    assert minimal(OURS, windows=False, frozen=True)["LD_LIBRARY_PATH"] == "/opt/lib"
    assert "LD_LIBRARY_PATH" not in minimal({"LD_LIBRARY_PATH": "/tmp/_MEI1"}, windows=False, frozen=True)


def test_windows_variable_names_ignore_case() -> None:
    source = {"Path": "C:\\bin", "SystemRoot": "C:\\Windows", "ComSpec": "cmd", "OPENAI_API_KEY": "x", "LC_ALL": "C"}
    assert set(minimal(source, windows=True)) == {"Path", "SystemRoot", "ComSpec"}


# --- the login shell -----------------------------------------------------------------------------------------------


def shell_that(tmp_path: Path, profile: str) -> tuple[dict[str, str], str]:
    """An environment, and a login shell that reads the given profile first, as ``sh -l`` does."""
    home = tmp_path / "home"
    home.mkdir()
    script = f'{profile}\nshift\n[ "$1" = -c ] && eval "$2"'
    shell = program(tmp_path / "shell", script)
    return {"SHELL": "/evil/shell", "HOME": str(home), "PATH": "/ours:relative:.:/usr/bin"}, str(shell)


@posix
def test_path_order_is_login_shell_then_own_then_standard_folders(tmp_path: Path) -> None:
    source, shell = shell_that(tmp_path, "echo Welcome; PATH=/from/profile:/usr/bin:bin; export PATH; echo noise >&2")
    usual = tmp_path / "home/.local/bin"
    usual.mkdir(parents=True)
    old, new = (tmp_path / f"home/.nvm/versions/node/v{v}/bin" for v in ("9.1.0", "22.3.0"))
    old.mkdir(parents=True)
    new.mkdir(parents=True)
    folders = LoginPath(source, shell=shell, own=True).read().split(":")
    assert folders[:3] == ["/from/profile", "/usr/bin", "/ours"]
    assert all(Path(folder).is_absolute() for folder in folders)
    assert folders.index(str(usual)) < folders.index(str(new)) < folders.index(str(old))
    assert len(folders) == len(set(folders))


@posix
@pytest.mark.parametrize("profile", ["exit 1", "exec cat", "read answer; exit", "PATH=; export PATH"])
def test_silent_shell_leaves_the_default_path(profile: str, tmp_path: Path) -> None:
    source, shell = shell_that(tmp_path, profile)
    assert LoginPath(source, shell=shell, own=True, seconds=3).read().startswith(f"{SYSTEM_PATH}:/ours")


@posix
@pytest.mark.parametrize("shell", ["/no/such/shell", "", "/etc/passwd"])
def test_invalid_shell_leaves_the_default_path(shell: str) -> None:
    assert LoginPath({"PATH": "/ours", "HOME": "/nowhere"}, shell=shell).read().startswith(SYSTEM_PATH)


@posix
def test_hanging_shell_is_ended_with_its_children(tmp_path: Path) -> None:
    mark = f"sleep 6{os.getpid()}"
    source, shell = shell_that(tmp_path, f"{mark} & {mark}")
    assert LoginPath(source, shell=shell, seconds=0.5).read().startswith(SYSTEM_PATH)
    left = [p for p in psutil.process_iter(["cmdline"]) if " ".join(p.info["cmdline"] or []) == mark]
    end = time.monotonic() + 120  # what is killed takes its time on a busy machine
    while [p for p in left if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]:
        assert time.monotonic() < end, "still there"
        time.sleep(0.02)


@posix
def test_background_process_of_a_profile_does_not_block_the_result(tmp_path: Path) -> None:
    source, shell = shell_that(tmp_path, "sleep 60 & PATH=/from/profile:/usr/bin:/bin; export PATH")
    assert LoginPath(source, shell=shell, seconds=1).read().startswith("/from/profile:")


@posix
def test_a_real_shell_answers() -> None:
    assert "/usr/bin" in LoginPath({"HOME": "/", "PATH": "/ours"}, shell="/bin/sh").read().split(":")


@posix
async def test_login_shell_is_run_once(tmp_path: Path) -> None:
    count = tmp_path / "count"
    source, shell = shell_that(tmp_path, f"echo x >> {count}; PATH=/mine:/usr/bin:/bin; export PATH")
    path = LoginPath(source, shell=shell)
    impatient = asyncio.create_task(path())
    await asyncio.sleep(0)
    impatient.cancel()
    result = await asyncio.gather(path(), path())
    assert result[0] == result[1] == await path()
    assert count.read_text() == "x\n"


@posix
def test_path_and_shell_of_the_starting_process_are_ignored(tmp_path: Path) -> None:
    """Defect 12: the chat client that first started the app chose PATH for every server, and its SHELL was run."""
    ran = tmp_path / "ran"
    evil = program(tmp_path / "evil/shell", f"touch {ran}; PATH=/evil; echo /evil")
    source = {"HOME": str(tmp_path), "PATH": f"{tmp_path}/evil:/usr/bin", "SHELL": str(evil)}
    folders = LoginPath(source).read().split(":")
    assert f"{tmp_path}/evil" not in folders and "/usr/bin" in folders
    assert not ran.exists()
    assert login_shell() != str(evil)


@posix
def test_login_shell_must_be_listed_and_owned_by_root(tmp_path: Path) -> None:
    """Defect 12: the account's shell is run for every server's PATH, so nobody else may be able to replace it."""
    shells = tmp_path / "shells"
    writable = program(tmp_path / "writable")
    writable.chmod(0o777)
    plain = tmp_path / "plain"
    plain.write_text("")
    shells.write_text(f"# valid login shells\n/bin/bash\n{writable}\n{plain}\n{tmp_path}/missing\n")
    assert login_shell("/bin/bash", shells) == "/bin/bash"
    for refused in (str(writable), str(plain), f"{tmp_path}/missing", "/bin/cat", "bash", ""):
        assert login_shell(refused, shells) == "/bin/sh", refused
    if os.geteuid():
        mine = program(tmp_path / "mine")
        shells.write_text(str(mine))
        assert login_shell(str(mine), shells) == "/bin/sh"
    assert login_shell("/bin/bash", tmp_path / "no such file") == "/bin/sh"
    assert login_shell("/bin/sh", tmp_path / "no such file") == "/bin/sh"


def test_a_path_has_each_absolute_folder_once() -> None:
    assert joined([f"{os.sep}a", "", ".", f"{os.sep}b", f"{os.sep}a"]) == os.pathsep.join([f"{os.sep}a", f"{os.sep}b"])


# --- finding -------------------------------------------------------------------------------------------------------


def test_the_first_folder_that_has_the_program_wins(tmp_path: Path) -> None:
    first, second = program(tmp_path / "one/tool"), program(tmp_path / "two/tool")
    (tmp_path / "zero/tool").mkdir(parents=True)
    path = os.pathsep.join(str(tmp_path / name) for name in ("zero", "one", "two"))
    assert find("tool", path) == str(first)
    first.chmod(0o644)
    if os.geteuid() or not os.access(first, os.X_OK):
        assert find("tool", path) == str(second)


def test_missing_program_is_reported_with_its_search_path() -> None:
    with pytest.raises(UnreachableError, match=r"'npx'\. Looked in /a, /b\. Install it"):
        find("npx", os.pathsep.join(["/a", "/b"]))
    with pytest.raises(UnreachableError, match="PATH is empty"):
        find("npx", "")
    with pytest.raises(UnreachableError, match="no command"):
        find("", "/bin")


def test_command_with_a_slash_is_a_file(tmp_path: Path) -> None:
    tool = program(tmp_path / "bin/tool")
    assert find(str(tool), "") == str(tool)
    assert Path(find("./bin/tool", "", cwd=str(tmp_path))) == tool
    with pytest.raises(UnreachableError, match=f"no such program in {tmp_path}"):
        find("./tool", str(tool.parent), cwd=str(tmp_path))
    with pytest.raises(UnreachableError, match=r"'/no/such/tool'\. There is no such program\."):
        find("/no/such/tool", "")


def test_own_variables_replace_those_of_windows_in_any_spelling(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"Path": "C:\\tools", "token": "x"}
    assert own_variables(values) == values
    monkeypatch.setattr(sys, "platform", "win32")
    env = minimal({"PATH": "C:\\Windows"}, windows=True) | own_variables(values)
    assert env == {"PATH": "C:\\tools", "TOKEN": "x"}


def test_windows_endings_are_tried_in_their_order(tmp_path: Path) -> None:
    endings = (".exe", ".cmd")
    shim, plain = program(tmp_path / "npx.cmd"), program(tmp_path / "npx")
    assert find("npx", str(tmp_path), extensions=endings) == str(shim)
    assert find("npx.CMD".lower(), str(tmp_path), extensions=endings) == str(shim)
    assert find("npx", str(tmp_path)) == str(plain)
    exe = program(tmp_path / "npx.exe")
    assert find("npx", str(tmp_path), extensions=endings) == str(exe)


@pytest.mark.parametrize("arg", ['"&calc', "a&b", "%PATH%", "a|b", "a^b", "a>b", "a\nb", "!x!"])
def test_a_batch_file_gets_no_argument_that_windows_would_interpret(arg: str) -> None:
    with pytest.raises(UnreachableError, match="batch file"):
        check_batch("C:\\npm\\npx.CMD", ["-y", arg])
    check_batch("C:\\npm\\node.exe", [arg])
    check_batch("C:\\npm\\npx.cmd", ["-y", "@scope/server", "C:\\my files", "--a=b,c;d"])


@pytest.mark.parametrize("program", ["C:\\a.bat. .", "C:\\a.CMD "])
def test_batch_file_is_known_in_each_spelling_of_windows(program: str) -> None:
    with pytest.raises(UnreachableError, match="batch file"):
        check_batch(program, ["a&b"])
