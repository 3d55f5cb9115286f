"""Secrets are in the keyring or nowhere, and a keyring that hangs stops neither the next question nor the end."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from keyring import errors
from keyring.backend import KeyringBackend

import toolguard
from toolguard.store import keychain as module
from toolguard.store.keychain import (
    ADVICE,
    KNOWN_BACKENDS,
    Keychain,
    KeychainError,
    KnownBackend,
    State,
    name_of,
    safe_backend,
)

LOG = Path("log")


@pytest.fixture
def told() -> list[State]:
    return []


@pytest.fixture
def keychain(memory: Any, told: list[State]) -> Iterator[Keychain]:
    keychain = Keychain(timeout=10, on_state=told.append, choose=lambda: memory)
    yield keychain
    memory.gate.set()
    keychain.close()


async def test_a_secret_is_set_read_changed_and_deleted(keychain: Keychain, memory: Any) -> None:
    assert await keychain.get("token") is None
    await keychain.set("token", "hunter2")
    assert memory.entries == {("toolguard/token", "value"): "hunter2"}
    assert await keychain.get("token") == "hunter2"
    await keychain.set("token", "")
    assert await keychain.get("token") == ""
    await keychain.delete("token")
    await keychain.delete("token")
    assert await keychain.get("token") is None
    assert memory.entries == {}
    assert (keychain.state, keychain.trouble) == ("ready", "")


async def test_windows_which_ignores_case_keeps_two_secrets_apart(
    keychain: Keychain, memory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    for name in ("token", "TOKEN"):
        await keychain.set(name, f"{name} {'x' * 1000}")
    assert await keychain.get("token") == f"token {'x' * 1000}"
    assert len({service.lower() for service, _ in memory.entries}) == len(memory.entries)
    await keychain.delete("TOKEN")
    assert await keychain.holds(["token", "TOKEN"]) == {"token": True, "TOKEN": False}


async def test_windows_keeps_a_secret_of_version_0_7_until_it_is_set_or_deleted(
    keychain: Keychain, memory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("used", "deleted"):
        await keychain.set(name, f"{name} {'x' * 1000}")
    monkeypatch.setattr(sys, "platform", "win32")
    assert await keychain.get("used") == f"used {'x' * 1000}"
    assert await keychain.holds(["used", "deleted"]) == {"used": True, "deleted": True}
    await keychain.set("used", "new")
    await keychain.delete("deleted")
    assert list(memory.entries.values()) == ["new"]


@pytest.mark.parametrize(
    "value",
    ["x" * 1000, "x" * 1001, "\U0001f600" * 500, "x" + "\U0001f600" * 1700, "toolguard parts 1 a 0 b", "a\0b\n"],
)
async def test_value_of_any_length_round_trips(keychain: Keychain, memory: Any, value: str) -> None:
    await keychain.set("token", "before")
    await keychain.set("token", value)
    assert await keychain.get("token") == value
    assert all(len(entry.encode("utf-16-le")) <= 2 * 1280 for entry in memory.entries.values())
    assert len({service for service, _ in memory.entries}) == len(memory.entries)
    await keychain.set("token", "short")
    assert list(memory.entries.values()) == ["short"]


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=50).map(lambda text: text * 90))
def test_parts_fit_and_make_the_whole(value: str) -> None:
    parts = list(module._parts(value))
    assert "".join(parts) == value
    assert all(len(part.encode("utf-16-le")) <= 2000 for part in parts)


@pytest.mark.parametrize("fail_at", [1, 2, 3])
async def test_a_replacement_that_fails_halfway_leaves_the_old_value(
    keychain: Keychain, memory: Any, fail_at: int
) -> None:
    await keychain.set("token", "old" * 1000)
    memory.writes, memory.fail_at = 0, fail_at
    with pytest.raises(KeychainError):
        await keychain.set("token", "n" * 1500)
    assert await keychain.get("token") == "old" * 1000


async def test_parts_that_are_missing_or_do_not_fit_are_an_error_and_no_value(keychain: Keychain, memory: Any) -> None:
    await keychain.set("token", "a" * 1000 + "b" * 1000)
    key = next(key for key in memory.entries if key[0].endswith("/1"))
    memory.entries[key] = "c" * 1000
    with pytest.raises(KeychainError, match="set it again"):
        await keychain.get("token")
    del memory.entries[key]
    with pytest.raises(KeychainError, match="is missing: set it again"):
        await keychain.get("token")
    await keychain.delete("token")
    assert memory.entries == {}


@pytest.mark.parametrize("damaged", ["toolguard parts 1 x", f"toolguard parts 1 {'0' * 16} {10**12} {'0' * 64}"])
async def test_an_entry_that_another_program_damaged_is_an_error_and_can_be_replaced(
    keychain: Keychain, memory: Any, damaged: str
) -> None:
    memory.entries["toolguard/token", "value"] = damaged
    with pytest.raises(KeychainError, match="set it again"):
        await keychain.get("token")
    await keychain.set("token", "hunter2")
    assert await keychain.get("token") == "hunter2"
    memory.entries["toolguard/token", "value"] = damaged
    await keychain.delete("token")
    assert memory.entries == {}


async def test_a_value_for_this_session_is_in_memory_only(keychain: Keychain, memory: Any) -> None:
    await keychain.set("token", "hunter2", session_only=True)
    assert (await keychain.get("token"), keychain.is_session_only("token"), memory.entries) == ("hunter2", True, {})
    await keychain.set("token", "kept")
    assert (await keychain.get("token"), keychain.is_session_only("token")) == ("kept", False)
    await keychain.set("token", "again", session_only=True)
    await keychain.delete("token")
    assert await keychain.get("token") is None
    assert memory.entries == {}


async def test_without_a_keyring_only_this_session_is_offered(told: list[State]) -> None:
    keychain = Keychain(on_state=told.append, choose=lambda: None)
    for question in (keychain.get("token"), keychain.set("token", "hunter2"), keychain.anchor_get(LOG)):
        with pytest.raises(KeychainError, match="this session only") as caught:
            await question
        assert caught.value.state == "none"
    assert (keychain.state, told) == ("none", ["none"])
    await keychain.set("token", "hunter2", session_only=True)
    assert await keychain.get("token") == "hunter2"
    await keychain.delete("token")
    with pytest.raises(KeychainError):
        await keychain.delete("token")
    keychain.close()


async def test_a_keyring_that_is_started_later_is_found(memory: Any, told: list[State]) -> None:
    found: list[Any] = [None]
    keychain = Keychain(on_state=told.append, choose=lambda: found[0])
    with pytest.raises(KeychainError):
        await keychain.get("token")
    found[0] = memory
    assert await keychain.get("token") is None
    assert told == ["none", "ready"]
    keychain.close()


@pytest.mark.parametrize(
    ("fault", "state"),
    [
        (errors.NoKeyringError("x"), "none"),
        (errors.KeyringLocked("Failed to unlock the collection!"), "locked"),
        (errors.InitError("Failed to unlock the collection."), "locked"),
        (errors.InitError("Failed to create the collection: Prompt dismissed.."), "denied"),
        (errors.KeyringLocked("denied by the user"), "denied"),
        (errors.KeyringLocked("Can't get password from keychain: (-128, 'Keychain Access Denied')"), "denied"),
        (errors.PasswordSetError("Can't store password on keychain: (-25308, 'Unknown Error')"), "locked"),
        (errors.PasswordSetError("hunter2 cannot be stored"), "failed"),
        (ConnectionResetError("hunter2"), "failed"),
        (UnicodeEncodeError("utf-8", "hunter2", 0, 1, "no"), "failed"),
    ],
)
async def test_keyring_error_becomes_a_state_with_advice_without_the_value(
    keychain: Keychain, memory: Any, told: list[State], fault: Exception, state: State
) -> None:
    memory.fault = fault
    with pytest.raises(KeychainError) as caught:
        await keychain.set("token", "hunter2")
    assert caught.value.state == state
    assert str(caught.value).startswith(ADVICE[state])
    assert "hunter2" not in repr(caught.value) + str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    assert told == [state]
    assert keychain.trouble == ADVICE[state]
    memory.fault = None
    await keychain.set("token", "hunter2")
    assert told == [state, "ready"]


async def test_internal_keyring_error_is_logged_and_later_requests_work(
    keychain: Keychain, memory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", lambda problem: logged.append(problem.exc_type))
    memory.fault = ZeroDivisionError("a bug")
    with pytest.raises(KeychainError, match="an internal error in ToolGuard"):
        await keychain.get("token")
    memory.fault = None
    async with asyncio.timeout(120):
        await keychain.set("token", "hunter2")
        assert await keychain.get("token") == "hunter2"
        while not logged:
            await asyncio.sleep(0.005)
    assert logged == [ZeroDivisionError]


# ---- what can be seen without a question


async def test_presence_of_a_secret_is_checked_without_its_value(keychain: Keychain, memory: Any) -> None:
    await keychain.set("short", "hunter2")
    await keychain.set("long", "n" * 3000)
    await keychain.set("cut", "n" * 3000)
    await keychain.set("here", "hunter2", session_only=True)
    del memory.entries[next(key for key in memory.entries if key[0].startswith("toolguard/cut/"))]
    there = {"short": True, "long": True, "cut": False, "here": True, "none": False}
    assert await keychain.holds(there) == there
    assert await keychain.holds(()) == {"here": True}


async def test_locked_keyring_is_closed_and_asked_only_on_request(
    keychain: Keychain, memory: Any, told: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    await keychain.set("token", "hunter2")
    monkeypatch.setattr(module._KeyringEntries, "is_usable_unprompted", lambda _: False)
    assert await keychain.holds(["token"]) == {"token": None}
    assert (keychain.state, keychain.trouble) == ("closed", "")
    assert await keychain.holds(["token"], ask=True) == {"token": True}
    assert told == ["closed", "ready"]


async def test_dismissed_keyring_prompt_is_shown_until_unlocked(
    keychain: Keychain, memory: Any, told: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.fault = errors.InitError("Failed to unlock the collection: prompt dismissed")
    with pytest.raises(KeychainError):
        await keychain.holds([], ask=True)
    memory.fault = None
    monkeypatch.setattr(module._KeyringEntries, "is_usable_unprompted", lambda _: False)
    assert not await keychain.is_usable_unprompted()
    assert keychain.state == "denied"
    monkeypatch.setattr(module._KeyringEntries, "is_usable_unprompted", lambda _: True)
    assert await keychain.is_usable_unprompted()
    assert told == ["denied", "ready"]


# ---- a keyring that waits for a person


async def test_slow_keyring_is_shown_as_waiting_and_then_ready(
    keychain: Keychain, memory: Any, told: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_WAITING_DELAY", 0.01)
    memory.gate.clear()
    asking = asyncio.create_task(keychain.get("token"))
    while told != ["waiting"]:
        await asyncio.sleep(0.005)
    memory.gate.set()
    assert await asking is None
    assert told == ["waiting", "ready"]


async def test_a_keyring_that_never_answers_times_out_and_does_not_stop_the_next_question(
    keychain: Keychain, memory: Any, told: list[State]
) -> None:
    keychain.set_timeout(0.05)
    memory.gate.clear()
    with pytest.raises(KeychainError, match="no response in") as caught:
        await keychain.set("token", "hunter2" * 1000)
    assert (caught.value.state, keychain.state) == ("slow", "slow")
    keychain.set_timeout(10)
    asking = asyncio.create_task(keychain.get("other"))
    await asyncio.sleep(0.02)
    memory.gate.set()
    assert await asking is None
    assert keychain.state == "ready"


async def test_abandoned_write_is_not_stored(keychain: Keychain, memory: Any) -> None:
    keychain.set_timeout(0.05)
    memory.gate.clear()
    with pytest.raises(KeychainError):
        await keychain.set("token", "x" * 3000)
    stuck = keychain._stuck[0]
    memory.gate.set()
    while stuck.is_alive:
        await asyncio.sleep(0.005)
    assert memory.entries == {}


async def test_hanging_threads_are_limited_and_then_reported_at_once(keychain: Keychain, memory: Any) -> None:
    keychain.set_timeout(0.02)
    memory.gate.clear()
    for _ in range(3):
        with pytest.raises(KeychainError, match="no response"):
            await keychain.get("token")
    keychain.set_timeout(3600)
    with pytest.raises(KeychainError, match="the previous request"):
        await keychain.get("token")
    memory.gate.set()
    while any(worker.is_alive for worker in keychain._stuck):
        await asyncio.sleep(0.005)
    assert await keychain.get("token") is None


async def test_cancelled_keyring_request_does_not_affect_later_requests(keychain: Keychain, memory: Any) -> None:
    memory.gate.clear()
    asking = asyncio.create_task(keychain.get("token"))
    await asyncio.sleep(0.02)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    memory.gate.set()
    assert await keychain.get("token") is None


def test_hanging_keyring_does_not_delay_the_exit_of_the_program(program: Any) -> None:
    text = """
import asyncio, time
from toolguard.store.keychain import Keychain, KeychainError
class Stuck:
    def get_password(self, service, username):
        time.sleep(10_000)
async def main():
    try:
        await Keychain(timeout=0.1, choose=Stuck).get("token")
    except KeychainError as problem:
        print(problem.state)
asyncio.run(main())
"""
    result, _ = program(text).communicate(timeout=240)
    assert result.strip() == "slow"


# ---- the newest link of the log


async def test_newest_link_of_the_log_is_stored_in_the_keyring(keychain: Keychain, memory: Any) -> None:
    assert await keychain.anchor_get(LOG) is None
    await keychain.anchor_set(LOG, (17, b"\x01" * 32))
    assert list(memory.entries.values()) == ["17 " + "01" * 32]
    assert await keychain.anchor_get(LOG) == (17, b"\x01" * 32)
    assert await keychain.anchor_get(LOG.with_name("other.db")) is None
    memory.entries[next(iter(memory.entries))] = "nonsense"
    assert await keychain.anchor_get(LOG) is None


# ---- which keyrings are used


HOSTILE = """
from pathlib import Path
Path({mark!r}).write_text("loaded")
from keyring.backend import KeyringBackend
class Ring(KeyringBackend):
    priority = 99
    def get_password(self, service, username): return None
    def set_password(self, service, username, password): pass
    def delete_password(self, service, username): pass
"""
ASKS = """
import asyncio
from toolguard.store.keychain import Keychain, KeychainError

async def main():
    keychain = Keychain(timeout=20)
    try:
        print(await keychain.get("token"), keychain.backend)
    except KeychainError as problem:
        print(problem.state)

asyncio.run(main())
"""


@pytest.mark.parametrize("way", ["keyringrc.cfg", "variable", "entry point", "property"])
def test_foreign_code_is_never_loaded_as_a_keyring(tmp_path: Path, way: str) -> None:
    """Defect 9: each of these put a program of the same user into this process, where it got every secret."""
    folder, mark = tmp_path / "hostile", tmp_path / "mark"
    folder.mkdir()
    (folder / "hostile_ring.py").write_text(HOSTILE.format(mark=str(mark)))
    env = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "XDG_CONFIG_HOME": str(tmp_path / "config")}
    if way == "keyringrc.cfg":
        settings = tmp_path / "config" / "python_keyring" / "keyringrc.cfg"
        settings.parent.mkdir(parents=True)
        settings.write_text(f"[backend]\ndefault-keyring=hostile_ring.Ring\nkeyring-path={folder}\n")
    elif way == "variable":
        env |= {"PYTHON_KEYRING_BACKEND": "hostile_ring.Ring", "PYTHONPATH": str(folder)}
    elif way == "entry point":
        made = folder / "hostile_ring-1.dist-info"
        made.mkdir()
        (made / "METADATA").write_text("Metadata-Version: 2.1\nName: hostile-ring\nVersion: 1\n")
        (made / "entry_points.txt").write_text("[keyring.backends]\nhostile = hostile_ring\n")
        env["PYTHONPATH"] = str(folder)
    else:
        env["KEYRING_PROPERTY_GET_PASSWORD"] = "no function"
    done = subprocess.run(
        [sys.executable, "-c", ASKS], env=env, cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False
    )
    assert not mark.exists()
    assert done.stdout.strip() == "none", done.stderr


def test_environment_overrides_of_the_keyring_are_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Defect 9: a variable could replace a method of the backend."""
    monkeypatch.setenv("KEYRING_PROPERTY_GET_PASSWORD", "no function")
    monkeypatch.setattr("toolguard.store.keychain.KNOWN_BACKENDS", (KnownBackend(__name__, "Plain", "A plain one"),))
    backend = safe_backend()
    assert backend is not None and name_of(backend) == "A plain one"
    assert backend.get_password("a", "b") == "ab"


class Plain(KeyringBackend):
    """Answers with what it is asked."""

    priority = 1  # type: ignore[assignment]

    def get_password(self, service: str, username: str) -> str:
        return service + username

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep nothing."""


def test_only_backends_that_encrypt_are_known() -> None:
    """Defect 9."""
    assert {known.module for known in KNOWN_BACKENDS} == {
        f"keyring.backends.{name}" for name in ("SecretService", "kwallet", "libsecret", "macOS", "Windows")
    }


def test_keyring_is_imported_on_first_use(program: Any) -> None:
    text = "import sys, toolguard.store.keychain; print('keyring' in sys.modules)"
    assert program(text).communicate(timeout=240)[0].strip() == "False"


# ---- the real thing

REAL = """
import asyncio
from pathlib import Path
from toolguard.store.keychain import Keychain, KeychainError

LOG = Path("log")

async def main():
    keychain = Keychain(timeout=20)
    long = "\\U0001f600 long" * 600
    for value in ("hunter2", long, "short", "a\\0b\\n名"):
        await keychain.set("token", value)
        assert await keychain.get("token") == value
    assert await Keychain(timeout=20).get("token") == "a\\0b\\n名"
    await keychain.set("token", long)
    await keychain.delete("token")
    assert await keychain.get("token") is None
    assert await keychain.is_usable_unprompted()
    await keychain.anchor_set(LOG, (5, b"x" * 32))
    assert await keychain.anchor_get(LOG) == (5, b"x" * 32)
    print("state", keychain.state, keychain.backend)
    print("left", await asyncio.to_thread(count))

def count():
    import secretstorage
    bus = secretstorage.dbus_init()
    return len(list(secretstorage.get_default_collection(bus).get_all_items()))

asyncio.run(main())
"""
NONE = """
import asyncio
from toolguard.store.keychain import Keychain, KeychainError

async def main():
    try:
        await Keychain(timeout=20).set("token", "hunter2")
    except KeychainError as problem:
        print(problem.state)

asyncio.run(main())
"""
UNLOCKED = 'printf "test\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"'


def on_a_bus(tmp_path: Path, shell: str, text: str) -> str:
    """Run a program on a session bus of its own; what it printed."""
    for name in ("dbus-run-session", "gnome-keyring-daemon"):
        if not shutil.which(name):
            pytest.skip(f"needs the program {name}")
    home, run = tmp_path / "home", tmp_path / "run"
    home.mkdir()
    run.mkdir(mode=0o700)
    root = Path(toolguard.__file__).parents[1]
    unwanted = ("DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "PYTHON_KEYRING_BACKEND")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    environment |= {"HOME": str(home), "XDG_RUNTIME_DIR": str(run), "PYTHONPATH": str(root), "PYTHONUTF8": "1"}
    environment |= {"XDG_DATA_HOME": str(home / "data")}
    command = ["dbus-run-session", "--", "bash", "-c", shell, "_", sys.executable, "-c", text]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240, check=False)
    return done.stdout if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.journey
def test_a_real_secret_service_keeps_secrets_and_the_newest_link(tmp_path: Path) -> None:
    assert on_a_bus(tmp_path, UNLOCKED, REAL) == "state ready Secret Service\nleft 1\n"
    stored = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"hunter2" not in stored


@pytest.mark.journey
def test_bus_without_secret_service_is_reported(tmp_path: Path) -> None:
    bare = 'mkdir -p "$HOME/none" && exec "$@"'
    result = on_a_bus(tmp_path, bare, NONE).split()
    assert result in (["none"], ["locked"], ["denied"], ["failed"])
