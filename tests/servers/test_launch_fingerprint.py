"""What a secret is bound to: which changes of a server make another launch of it, and which do not."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
from pathlib import Path

import pytest

from toolguard.servers.launch_fingerprint import LaunchFingerprints, difference, origin, outline, same
from toolguard.servers.local_paths import paths_of
from toolguard.servers.oauth.sign_ins import can_sign
from toolguard.servers.stdio.environment import UnreachableError
from toolguard.servers.stdio.pinned_files import opened
from toolguard.store.config.config import ServerSpec


@pytest.fixture
def launches(tmp_path: Path) -> LaunchFingerprints:
    async def path() -> str:
        return str(tmp_path / "bin")

    return LaunchFingerprints(path)


def program(folder: Path, name: str = "prog", text: str = "#!/bin/sh\n") -> Path:
    (folder / "bin").mkdir(exist_ok=True)
    file = folder / "bin" / name
    file.write_text(text)
    file.chmod(0o700)
    return file


def spec(folder: Path, **more: object) -> ServerSpec:
    members = {"name": "s", "command": "prog", "args": ("run.py", "data.db"), "env": {"B": "1", "A": "${secret:T}"}}
    return ServerSpec(**{**members, "cwd": str(folder), **more})  # type: ignore[arg-type]


async def test_launch_names_command_folder_variables_and_files(tmp_path, launches):
    file = program(tmp_path)
    (tmp_path / "run.py").write_text("print()")
    (tmp_path / "data.db").write_text("what it works on")
    result = await launches.of(spec(tmp_path))
    assert list(result) == [
        "command", "folder", "variables", "value A", "value B", "program", "sha256", f"script {tmp_path}/run.py",
    ]  # fmt: skip
    assert (result["command"], result["folder"], result["variables"]) == ("prog run.py data.db", str(tmp_path), "A B")
    assert result["program"] == str(file)
    assert result["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    "change",
    [{"command": "./bin/prog"}, {"args": ("run.py",)}, {"env": {"A": "1"}},
     {"env": {"A": "${secret:T}", "B": "1", "LD_X": ""}},
     {"env": {"A": "${secret:T}", "B": "2"}}, {"env": {"A": "${secret:U}", "B": "1"}},
     {"env": {"A": "1", "B": "${secret:T}"}},
     {"cwd": "/"}],
)  # fmt: skip
async def test_another_command_argument_variable_or_folder_is_another_launch(tmp_path, launches, change):
    program(tmp_path)
    before = await launches.of(spec(tmp_path, args=("x", "y")))
    assert same(before, await launches.of(spec(tmp_path, args=("x", "y"))))
    try:
        after = await launches.of(spec(tmp_path, **{"args": ("x", "y"), **change}))
    except UnreachableError:
        after = outline(spec(tmp_path, **{"args": ("x", "y"), **change}))
    assert not same(before, after)


@pytest.mark.parametrize("file", ["bin/prog", "run.py"])
async def test_another_content_of_the_program_or_of_its_script_is_another_launch(tmp_path, launches, file):
    program(tmp_path)
    (tmp_path / "run.py").write_text("print(1)")
    before = await launches.of(spec(tmp_path))
    (tmp_path / file).write_text("#!/bin/sh\nevil\n")
    after = await launches.of(spec(tmp_path))
    assert not same(before, after)
    result = difference(before, after, {})
    assert all(digest in result for digest in set(before.values()) ^ set(after.values()))
    assert not await launches.is_same(before, spec(tmp_path))


@pytest.mark.parametrize(
    ("args", "script"),
    [
        (("--directory", "{0}/app", "run", "run.py"), "app/run.py"),
        (("run", "--directory=app", "run.py"), "app/run.py"),
        (("run", "run.py", "--directory", "app"), "run.py"),
    ],
)
async def test_script_is_in_the_folder_that_the_program_changes_to(tmp_path, launches, args, script):
    program(tmp_path, "uv")
    (tmp_path / "app").mkdir()
    for file in (tmp_path / "run.py", tmp_path / "app" / "run.py"):
        file.write_text("print()")
    pinned = await launches.pin(spec(tmp_path, command="uv", args=tuple(arg.format(tmp_path) for arg in args)))
    assert [name for name in pinned.launch if name.startswith("script")] == [f"script {tmp_path / script}"]
    assert str(tmp_path / script) in pinned.arguments(args)


async def test_path_of_a_server_counts_on_windows_in_any_spelling(tmp_path, launches, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    own = tmp_path / "own"
    own.mkdir()
    file = program(own, "prog.exe")
    found = await launches.of(spec(tmp_path, command="prog.exe", args=(), env={"Path": str(file.parent)}))
    assert found["program"] == str(file)


@pytest.mark.parametrize("file", ["bin/prog", "run.py"])
async def test_program_without_end_is_not_read(tmp_path, launches, file):
    program(tmp_path)
    (tmp_path / "run.py").write_text("print(1)")
    os.truncate(tmp_path / file, 4 << 40)  # it takes no place on the disk
    async with asyncio.timeout(10):
        with pytest.raises(UnreachableError, match="too large"):
            await launches.of(spec(tmp_path))


async def test_named_pipe_in_place_of_a_program_does_not_block(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    async with asyncio.timeout(10):
        with pytest.raises(OSError, match="Invalid argument"):
            await asyncio.to_thread(opened, str(tmp_path / "pipe"), lambda *_: None)


async def test_program_without_arguments_has_no_scripts(tmp_path, launches):
    program(tmp_path)
    assert (await launches.pin(spec(tmp_path, args=()))).arguments(()) == ()


async def test_working_files_of_a_server_may_change(tmp_path, launches):
    program(tmp_path)
    (tmp_path / "run.py").write_text("print(1)")
    (tmp_path / "data.db").write_text("1")
    before = await launches.of(spec(tmp_path))
    (tmp_path / "data.db").write_text("2")
    assert same(before, await launches.of(spec(tmp_path)))


def test_variable_value_is_stored_as_digest_and_shown_currently(tmp_path):
    before, now = (outline(spec(tmp_path, env={"A": "${secret:T}", "B": value})) for value in ("first", "second"))
    assert not same(before, now)
    assert not any(text in str(before) for text in ("first", "${secret"))
    assert difference(before, now, {"A": "${secret:T}", "B": "second"}) == "value B\n  was  another one\n  is   second"
    added = difference({}, outline(spec(tmp_path, cwd=None, env={"B": "x\ny"})), {"B": "x\ny"})
    assert added.splitlines()[-3:] == ["value B", "  was  (none)", "  is   x⟨U+000A LINE FEED⟩y"]


@pytest.mark.parametrize("program", [{}, {"program": "/bin/prog", "sha256": "1"}])
def test_binding_without_recorded_values_matches_any_values(tmp_path, program):
    now = outline(spec(tmp_path)) | {"program": "/bin/prog", "sha256": "1"}
    bound = {name: text for name, text in now.items() if not name.startswith(("value", "program", "sha256"))} | program
    assert same(bound, now)
    assert not same(bound, {**now, "variables": "A B C"}) and not same(now, bound)


async def test_replaced_program_with_equal_size_and_time_is_detected(tmp_path, launches):
    file = program(tmp_path, text="#!/bin/sh\ngood\n")
    before = await launches.of(spec(tmp_path))
    times = (file.stat().st_atime_ns, file.stat().st_mtime_ns)
    other = program(tmp_path, "other", text="#!/bin/sh\nevil\n")
    os.utime(other, ns=times)
    other.replace(file)
    assert not same(before, await launches.of(spec(tmp_path)))


async def test_missing_program_is_compared_by_its_settings(tmp_path, launches):
    with pytest.raises(UnreachableError, match="cannot find"):
        await launches.of(spec(tmp_path))
    bound = outline(spec(tmp_path))
    program(tmp_path)
    now = await launches.of(spec(tmp_path))
    assert same(bound, now)
    (tmp_path / "bin/prog").unlink()
    assert await launches.is_same(now, spec(tmp_path))
    assert not await launches.is_same(now, spec(tmp_path, args=()))


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.test/mcp?x=1", "https://a.test:443"),
        ("HTTPS://A.test:443/other", "https://a.test:443"),
        ("http://127.0.0.1:80", "http://127.0.0.1:80"),
        ("https://[::1]:8443/x", "https://[::1]:8443"),
        ("https://a.test:x/", "https://a.test:x/"),
    ],
)
async def test_a_remote_server_is_its_origin(launches, url, expected):
    remote = ServerSpec(name="s", kind="http", url=url)
    assert origin(url) == expected
    assert await launches.of(remote) == {"origin": expected}
    assert await launches.is_same({"origin": expected}, remote)
    assert not await launches.is_same({"origin": "https://b.test:443"}, remote)
    assert not await launches.is_same(outline(ServerSpec(name="s", command="c")), remote)


async def test_kind_of_a_newer_version_runs_nothing_and_takes_no_sign_in(launches):
    later = ServerSpec(name="s", kind="later", command="prog", url="https://a.test/")
    assert await launches.of(later) == {"origin": "https://a.test:443"}
    assert not can_sign(later) and paths_of(later) is None


async def test_launch_text_cannot_imitate_another_line(tmp_path, launches):
    program(tmp_path)
    evil = await launches.of(spec(tmp_path, args=("x\nsha256\n  was  1",)))
    assert "x\nsha256" not in difference({}, evil, {})
