"""The page Credentials in the real window while the keyring is locked, hanging or absent."""

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
def entrusted(desktop):
    """A desktop whose keyring has a secret that the server ``demo`` needs. ToolGuard is not running."""
    add_demo(desktop, "--env", "DEMO_API_KEY=${secret:demo-key}")
    for argv in (
        ("settings", "set", "keyring_timeout", "2"),
        ("secret", "set", "demo-key"),
        ("secret", "bind", "demo-key", "--server", "demo"),
    ):
        result = desktop.toolguard(*argv, input="a-value-0123456789\n")
        assert result.returncode == 0, result.stderr
    return desktop


@pytest.fixture
def accepted(entrusted):
    """The same with the settings accepted."""
    accept_config_in_process(entrusted.env)
    return entrusted


def is_keyring_of(desktop, process):
    try:
        if not process.name().startswith("gnome-keyring"):
            return False
        return process.environ().get("DBUS_SESSION_BUS_ADDRESS") == desktop.env["DBUS_SESSION_BUS_ADDRESS"]
    except psutil.Error:
        return False


def open_credentials(desktop):
    desktop.open_window()
    desktop.turn_to("Credentials")


def assert_window_responds(desktop):
    """Check that the window responds: change to another page and back."""
    desktop.turn_to("Servers")
    desktop.screen_reader.wait("list item", "demo")
    desktop.turn_to("Credentials")
    desktop.screen_reader.wait("list item", "demo-key")


def test_locked_keyring_is_unlocked_at_start_for_the_settings_key(accepted):
    desktop = accepted
    subprocess.run([sys.executable, "-c", LOCK], env=desktop.env, check=True, timeout=240)
    desktop.open_window()
    desktop.screen_reader.wait("dialog", "Unlock Login Keyring")  # of the keyring; it takes the focus a moment later
    desktop.screen_reader.wait_for_text("no server and no rule is available")
    for _ in range(5):
        time.sleep(1)
        if desktop.screen_reader.find("dialog", "Unlock Login Keyring") is None:
            break
        desktop.keys("ctrl+a")
        desktop.write(PASSWORD)
        desktop.keys("Return")
    desktop.turn_to("Credentials")
    desktop.screen_reader.wait_for_text("The value is in your keyring")
    assert_window_responds(desktop)


def test_hanging_keyring_blocks_nothing_and_is_retried(accepted):
    desktop = accepted
    keyring = next(process for process in psutil.process_iter() if is_keyring_of(desktop, process))
    keyring.send_signal(signal.SIGSTOP)
    try:
        open_credentials(desktop)
        desktop.screen_reader.wait_for_text("no server and no rule is available")
        desktop.turn_to("Servers")
        desktop.turn_to("Credentials")
    finally:
        keyring.send_signal(signal.SIGCONT)
    desktop.screen_reader.wait_for_text("The value is in your keyring")
    assert_window_responds(desktop)


def test_value_is_kept_in_memory_without_a_keyring(entrusted):
    desktop = entrusted
    desktop.env |= {"TEST_KEYRING": "none", "PYTHONPATH": str(Path(__file__).parents[2] / "support" / "keyrings")}
    open_credentials(desktop)
    desktop.screen_reader.wait_for_text("No keyring is available.")
    assert_window_responds(desktop)
    desktop.click("push button", "Add credential")
    desktop.click("text", "Name")
    desktop.write("passing")
    desktop.click("text", "Value")
    desktop.write("never-on-the-disk-0123")
    desktop.click("push button", "Add")
    desktop.screen_reader.wait("list item", "passing, Secret")
    assert b"never-on-the-disk" not in desktop.everything_written()
