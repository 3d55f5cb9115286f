"""The file that runs is the file that was checked, whoever turns links and exchanges files meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from toolguard.servers import ServerResources, UnreachableError, open_server
from toolguard.servers.launch_fingerprint import LaunchFingerprints
from toolguard.servers.stdio.pinned_files import PinnedFiles
from toolguard.store.config.config import ServerSpec

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links and POSIX programs")
SECRET = "hunter2-Qx7vLm9Zr4Tk"
STARTS = 40
SERVER = """
printf '{{"jsonrpc": "2.0", "method": "{name}", "params": {{"got": "%s"}}}}\\n' "$KEY"
read _
"""
"""For a shell: it starts ten times as fast as Python."""
TURN = """
import os, sys
target, *others = sys.argv[1:]
turn = 0
print("turning", flush=True)
while True:
    turn += 1
    other = others[turn % len(others)]
    {act}
    os.replace(target + ".new", target)
"""
LINK = "os.symlink(other, target + '.new')"
FILE = "os.link(other, target + '.new')"


async def path() -> str:
    return os.environ["PATH"]


@pytest.fixture
def scripts(tmp_path: Path) -> tuple[Path, Path]:
    folder = tmp_path / "scripts"
    folder.mkdir()
    for name in ("good", "evil"):
        (folder / f"{name}.sh").write_text(SERVER.format(name=name))
    return folder / "good.sh", folder / "evil.sh"


@contextlib.contextmanager
def turning(target: Path, others: tuple[Path, ...], act: str) -> Iterator[None]:
    """A program of the same user that exchanges a file without a pause."""
    words = [sys.executable, "-c", TURN.format(act=act), str(target), *map(str, others)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            yield
        finally:
            process.kill()


def spec_of(file: Path, command: str = "/bin/sh") -> ServerSpec:
    return ServerSpec(name="s", command=command, args=(str(file),), env={"KEY": "${secret:KEY}"})


async def opened(spec: ServerSpec, pinned: PinnedFiles) -> Any:
    async def release(_name: str) -> str:
        return SECRET

    return await open_server(spec, ServerResources(release=release, log=lambda _line: None, path=path, pinned=pinned))


async def first(channel: AsyncIterator[Any]) -> str:
    async for message in channel:
        return str(message["method"])
    return "ended"


async def attack(target: Path, digest: str, starts: int) -> list[str]:
    """Start the server many times as ToolGuard does; the names of the scripts that ran and had the secret."""
    launches, spec, ran = LaunchFingerprints(path), spec_of(target), []
    while len(ran) < starts:
        pinned = await launches.pin(spec)
        if pinned.launch[f"script {target}"] != digest:
            continue  # noticed: the person is asked, and nothing starts
        channel = await opened(spec, pinned)
        ran.append(await first(channel))
        await channel.close()
    return ran


async def test_link_that_is_turned_all_the_time_gives_no_secret_away(scripts: tuple[Path, Path]) -> None:
    """Defect 10: of the starts that went ahead, 44 % gave the secret to the other script.

    The chance that as many starts do not show it is one in 10,000,000,000.
    """
    good, evil = scripts
    link = good.parents[1] / "server.sh"
    link.symlink_to(good)
    digest = (await LaunchFingerprints(path).of(spec_of(link)))[f"script {link}"]
    with turning(link, (good, evil), LINK):
        ran = await asyncio.gather(*(attack(link, digest, STARTS // 8) for _ in range(8)))
    assert [name for names in ran for name in names] == ["good"] * STARTS


async def test_constantly_replaced_file_is_not_started(scripts: tuple[Path, Path], tmp_path: Path) -> None:
    """Defect 10: the same without a link. Its folder never comes to rest.

    On a busy machine the other program may be paused for the whole of a start: then what was pinned runs.
    """
    good, evil = scripts
    target = good.with_name("server.sh")
    os.link(good, target)
    digest = (await LaunchFingerprints(path).of(spec_of(target)))[f"script {target}"]
    launches, spec, refused = LaunchFingerprints(path), spec_of(target), 0
    with turning(target, (good, evil), FILE):
        while refused < 5:
            try:
                pinned = await launches.pin(spec)
            except UnreachableError:
                refused += 1
                continue
            try:
                channel = await opened(spec, pinned)
            except UnreachableError as why:
                assert "replaced or changed" in str(why)
                refused += 1
                continue
            ran = await first(channel)
            await channel.close()
            assert ran in ("ended", "good" if pinned.launch[f"script {target}"] == digest else "evil")


@pytest.mark.parametrize("how", ["replaced", "edited in place", "removed"])
async def test_file_that_changes_before_the_start_gets_nothing(scripts: tuple[Path, Path], how: str) -> None:
    good, evil = scripts
    spec = spec_of(good)
    pinned = await LaunchFingerprints(path).pin(spec)
    if how == "replaced":
        os.replace(evil, good)
    elif how == "removed":
        good.unlink()
    else:
        before = good.stat()
        good.write_text(evil.read_text())
        os.utime(good, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(UnreachableError, match="while the server started"):
        await opened(spec, pinned)


async def test_file_that_changes_right_after_the_start_ends_the_server(scripts: tuple[Path, Path]) -> None:
    good, evil = scripts
    spec = spec_of(good)
    channel = await opened(spec, await LaunchFingerprints(path).pin(spec))
    os.replace(evil, good)
    async with asyncio.timeout(120):
        assert await first(channel) in ("good", "evil", "ended")
        async for _ in channel:
            pass
    assert "replaced or changed" in channel.ended
    await channel.close()


async def test_busy_folder_only_delays_the_start(scripts: tuple[Path, Path]) -> None:
    good, _ = scripts
    spec = spec_of(good)
    pinned = await LaunchFingerprints(path).pin(spec)
    good.with_name("another").write_text("")
    channel = await opened(spec, pinned)
    assert await first(channel) == "good"
    await channel.close()


async def test_program_started_through_a_symlink_finds_its_own_folder(tmp_path: Path) -> None:
    """A virtual environment's Python is a link, and so are the commands of npm and pipx."""
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--symlinks", str(venv)], check=True)
    place = tmp_path / "package"
    place.mkdir()
    (place / "beside.py").write_text("NAME = 'good'\n")
    script = place / "tool.py"
    line = 'json.dumps({"jsonrpc": "2.0", "method": NAME, "params": {"prefix": sys.prefix}})'
    script.write_text(
        f"#!{venv}/bin/python\nimport json, sys\nfrom beside import NAME\nprint({line}, flush=True)\nsys.stdin.read()\n"
    )
    script.chmod(0o755)
    command = tmp_path / "tool"
    command.symlink_to(script)
    for spec in (spec_of(script, f"{venv}/bin/python"), ServerSpec(name="s", command=str(command))):
        channel = await opened(spec, await LaunchFingerprints(path).pin(spec))
        async for message in channel:
            assert message["method"] == "good"
            assert json.loads(bytes(message["params"])) == {"prefix": str(venv)}
            break
        else:
            pytest.fail(channel.ended)
        await channel.close()
