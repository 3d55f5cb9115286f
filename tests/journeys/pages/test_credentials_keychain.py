"""The page Credentials while the keychain is locked, slow or absent, in the real window; the first two are real."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.journeys.conftest import PASSWORD
from tests.journeys.test_first_call import add_demo
from tests.support.config_acceptance import accept_config_in_process

pytestmark = pytest.mark.journey

LOCK = "import secretstorage as s; s.get_default_collection(s.dbus_init()).lock()"


@pytest.fixture
def entrusted(desk):
    """A desk whose keyring holds a value that the server ``demo`` needs; nothing is open yet."""
    add_demo(desk, "--env", "DEMO_API_KEY=${secret:demo-key}")
    for argv in (
        ("settings", "set", "keychain_timeout", "2"),
        ("secret", "set", "demo-key"),
        ("secret", "bind", "demo-key", "--server", "demo"),
    ):
        told = desk.toolguard(*argv, input="a-value-0123456789\n")
        assert told.returncode == 0, told.stderr
    return desk


@pytest.fixture
def accepted(entrusted):
    """The same, and a person has accepted all of that."""
    accept_config_in_process(entrusted.env)
    return entrusted


def is_keyring_of(desk, process):
    try:
        if not process.name().startswith("gnome-keyring"):
            return False
        return process.environ().get("DBUS_SESSION_BUS_ADDRESS") == desk.env["DBUS_SESSION_BUS_ADDRESS"]
    except psutil.Error:
        return False


def opened(desk):
    desk.open_window()
    desk.turn_to("Credentials")


def other_pages_turn(desk):
    """The window does not stand still: another page is there at once, and this one again."""
    desk.turn_to("Servers")
    desk.eyes.wait("list item", "demo")
    desk.turn_to("Credentials")
    desk.eyes.wait("list item", "demo-key")


def test_locked_keyring_is_unlocked_at_start_for_the_settings_key(accepted):
    desk = accepted
    subprocess.run([sys.executable, "-c", LOCK], env=desk.env, check=True, timeout=240)
    desk.open_window()
    desk.eyes.wait("dialog", "Unlock Login Keyring")  # the keyring's own, which takes the keyboard a moment later
    desk.eyes.sees("no server and no rule is available")
    for _ in range(5):
        time.sleep(1)
        if desk.eyes.find("dialog", "Unlock Login Keyring") is None:
            break
        desk.keys("ctrl+a")
        desk.write(PASSWORD)
        desk.keys("Return")
    desk.turn_to("Credentials")
    desk.eyes.sees("Your keyring is unlocked")
    other_pages_turn(desk)


def test_hanging_keyring_blocks_nothing_and_is_retried(accepted):
    desk = accepted
    keyring = next(one for one in psutil.process_iter() if is_keyring_of(desk, one))
    keyring.send_signal(signal.SIGSTOP)
    try:
        opened(desk)
        desk.eyes.sees("no server and no rule is available")
        desk.turn_to("Servers")
        desk.turn_to("Credentials")
    finally:
        keyring.send_signal(signal.SIGCONT)
    desk.eyes.sees("Your keyring is unlocked")
    other_pages_turn(desk)


def test_without_a_keychain_a_value_is_kept_in_memory_only(entrusted):
    desk = entrusted
    desk.env |= {"TEST_KEYRING": "none", "PYTHONPATH": str(Path(__file__).parents[2] / "support" / "keyrings")}
    opened(desk)
    desk.eyes.sees("No keyring is available.")
    other_pages_turn(desk)
    desk.click("push button", "Add credential")
    desk.click("text", "Name")
    desk.write("passing")
    desk.click("text", "Value")
    desk.write("never-on-the-disk-0123")
    desk.click("push button", "Add")
    desk.eyes.wait("list item", "passing, Secret")
    assert b"never-on-the-disk" not in desk.everything_written()
