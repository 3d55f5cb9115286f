"""The wheel, installed as people do: by pipx and by uv, in an empty folder, without the source tree."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from toolguard import __version__

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.install,
    pytest.mark.skipif(sys.platform != "linux", reason="looks for links where Linux has them"),
]
KEPT = ("PATH", "LANG", "SSL_CERT_FILE", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "PIP_CERT", "PIP_INDEX_URL")


@dataclass(frozen=True, slots=True)
class Installed:
    """Where an installer has put the programs, and what they are run with."""

    programs: Path
    environment: Mapping[str, str]

    def run(self, program: str, *arguments: str) -> str:
        words = [str(self.programs / program), *arguments]
        done = subprocess.run(words, env=self.environment, capture_output=True, encoding="utf-8", timeout=240)
        assert done.returncode == 0, done.stderr
        return done.stdout


def tool(words: list[str], environment: Mapping[str, str], folder: Path) -> None:
    done = subprocess.run(words, env=environment, cwd=folder, capture_output=True, encoding="utf-8", timeout=280)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    tool(command, os.environ, ROOT)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with uv and pipx, which is how they are run without being installed."""
    folder = tmp_path_factory.mktemp("installers")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), "uv", "pipx"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=280)
    if done.returncode:
        pytest.skip(f"needs PyPI: {done.stderr.strip().splitlines()[-1]}")
    return folder


@pytest.fixture(scope="module", params=["uv", "pipx"])
def installed(request: pytest.FixtureRequest, wheel: Path, installers: Path, tmp_path_factory: pytest.TempPathFactory
              ) -> Iterator[Installed]:  # fmt: skip
    home = tmp_path_factory.mktemp(request.param)
    programs = home / ".local/bin"
    base = {name: os.environ[name] for name in KEPT if name in os.environ}
    env = base | {"HOME": str(home), "PYTHONPATH": str(installers), "UV_PYTHON": sys.executable}
    if request.param == "uv":
        tool([str(installers / "bin/uv"), "tool", "install", "--python", sys.executable, str(wheel)], env, home)
    else:
        tool([sys.executable, "-m", "pipx", "install", "--python", sys.executable, str(wheel)], env, home)
    folder = tmp_path_factory.mktemp("s")
    yield Installed(
        programs, base | {"HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(folder)}
    )


def test_both_programs_run_without_the_source_tree(installed: Installed) -> None:
    assert installed.run("toolguard", "--version").split() == ["toolguard", __version__]
    assert "--server NAME" in installed.run("toolguard-connect", "--help")


def test_clients_get_the_path_that_an_update_keeps(installed: Installed) -> None:
    link = installed.programs / "toolguard-connect"
    assert link.is_symlink()
    python = link.resolve().with_name("python")
    asked = "from toolguard.services.clients.service import stub; print(stub())"
    done = subprocess.run([python, "-c", asked], env=installed.environment, capture_output=True, encoding="utf-8")
    assert done.stdout.strip() == str(link), done.stderr


def test_the_menu_starts_the_installed_program(installed: Installed) -> None:
    entry, icon = map(Path, installed.run("toolguard", "--install-desktop").splitlines())
    home = Path(installed.environment["HOME"])
    assert entry == home / ".local/share/applications/toolguard.desktop"
    assert f'Exec="{installed.programs / "toolguard"}"\n' in entry.read_text()
    assert icon.is_file()


def takes_sigterm(pid: int) -> bool:
    """Whether a program has a handler for it by now (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt:")).split()[1]
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


def test_the_first_start_opens_the_window_and_no_demo(installed: Installed) -> None:
    home = Path(installed.environment["HOME"]) / ".local/share/toolguard"
    started = subprocess.Popen(
        [installed.programs / "toolguard"], env=installed.environment, stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    try:
        end = time.monotonic() + 120
        while not any(path.is_socket() for path in home.glob("run/*")) and started.poll() is None:
            assert time.monotonic() < end, "it never listened"
            time.sleep(0.1)
        while not takes_sigterm(started.pid) and started.poll() is None:
            assert time.monotonic() < end, "it never was ready to end"
            time.sleep(0.1)
        assert installed.run("toolguard", "server", "list", "--json").strip() == "[]", "a demo has sample servers"
    finally:
        started.send_signal(signal.SIGTERM)
        _, result = started.communicate(timeout=240)
    assert started.returncode == 0, result
    assert (home / "window.ini").is_file(), "there was a window"
