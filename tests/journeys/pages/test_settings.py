"""Every action of the pages Settings and Help in the real window, with the saved settings."""

import pytest

pytestmark = pytest.mark.journey

SWITCHES = {
    "Tray icon": "tray", "Keep running in the tray": "close_to_tray", "Start at login": "start_at_login",
    "Show notifications": "notifications", "Flash the taskbar icon": "flash_taskbar", "Sound": "sound",
}  # fmt: skip
NUMBERS = {
    "Approval timeout": ("prompt_timeout", 123),
    "Maximum pending calls (per session)": ("pending_per_session", 7),
    "Maximum pending calls (all clients)": ("pending_total", 77),
    "Keyring timeout": ("keyring_timeout", 12), "Port": ("http_port", 0),
}  # fmt: skip


@pytest.fixture(scope="module")
def desktop(shared):
    shared.env["XDG_CONFIG_HOME"] = str(shared.folder / "config")
    shared.open_window()
    shared.turn_to("Settings")
    return shared


def saved(desktop, name):
    return desktop.config()["preferences"].get(name)


def wait_for_setting(desktop, name, wanted):
    """Wait until the saved value of a setting is ``wanted``."""
    desktop.eventually(
        lambda: saved(desktop, name) == wanted, lambda: f"{name} is {saved(desktop, name)!r}, not {wanted!r}"
    )


@pytest.mark.parametrize(("title", "name"), SWITCHES.items())
def test_switch_is_changed_and_undone(desktop, title, name):
    before = desktop.toolguard("settings", "list", "--json").stdout
    desktop.click("check box", title)
    desktop.eventually(lambda: desktop.toolguard("settings", "list", "--json").stdout != before, f"{name} is as before")
    desktop.click("push button", "Undo")
    desktop.eventually(
        lambda: desktop.toolguard("settings", "list", "--json").stdout == before, f"{name} is not as before"
    )


@pytest.mark.parametrize(("title", "setting"), NUMBERS.items())
def test_number_is_validated_and_saved(desktop, title, setting):
    name, number = setting
    desktop.click("text", title)
    desktop.keys("ctrl+a")
    desktop.write("much")
    desktop.screen_reader.wait_for_text("Not saved. Enter a whole number from ")
    desktop.keys("ctrl+a")
    desktop.write(str(number))
    desktop.keys("Return")
    wait_for_setting(desktop, name, number)
    desktop.click("push button", "Close this notice")


def test_unavailable_presence_proof_cannot_be_required(desktop):
    """As root, or without polkit, presence cannot be proved, so that approvals must not require it."""
    desktop.click_on(desktop.screen_reader.described("combo box", "Require authentication"))
    desktop.keys("End", "Return")
    desktop.screen_reader.wait_for_text("Not changed: Not done:")
    assert saved(desktop, "presence") is None
    desktop.click("text", "Name of the new security key")
    desktop.write("blue")
    desktop.click("push button", "Register security key")
    desktop.screen_reader.wait_for_text("Plug in the key and touch it when it blinks.")
    desktop.click("push button", "Cancel registration")
    desktop.screen_reader.wait("push button", "Register security key")
    assert desktop.config()["security_keys"] == {}


def test_choices_hours_and_lists_are_changed(desktop):
    for description, name in (("Appearance", "appearance"), ("Animations", "motion")):
        desktop.click_on(desktop.screen_reader.described("combo box", description))
        desktop.keys("End", "Return")
        desktop.eventually(
            lambda name=name: saved(desktop, name) in ("dark", "reduced"), lambda name=name: saved(desktop, name)
        )
    desktop.click("check box", "Quiet hours")
    desktop.click("text", "Quiet until")
    desktop.keys("ctrl+a")
    desktop.write("6:30")
    desktop.keys("Tab")
    wait_for_setting(desktop, "quiet_hours", "22:00-06:30")
    desktop.click("text", "Value 1 of Denial reasons")
    desktop.keys("ctrl+a")
    desktop.write("Not like this.")
    desktop.keys("Return")
    desktop.eventually(lambda: saved(desktop, "reasons")[0] == "Not like this.", lambda: saved(desktop, "reasons"))
    desktop.click("push button", "Add client")
    desktop.write("Codex")
    desktop.keys("Tab")
    desktop.write("33")
    desktop.keys("Return")
    desktop.eventually(
        lambda: saved(desktop, "client_timeouts") == ["Codex=33"], lambda: saved(desktop, "client_timeouts")
    )


def test_language_changes_at_once_by_keyboard(desktop):
    desktop.keys("ctrl+1", "ctrl+9")
    desktop.tab_to(desktop.screen_reader.name(desktop.screen_reader.described("combo box", "Language")))
    desktop.keys("End")
    wait_for_setting(desktop, "language", "zh_CN")
    desktop.screen_reader.wait_for_text("设置")
    desktop.eventually(lambda: desktop.screen_reader.described("combo box", "语言"), "the page is not in Chinese")
    desktop.tab_to(desktop.screen_reader.name(desktop.screen_reader.described("combo box", "语言")))
    desktop.keys("Home")
    desktop.eventually(lambda: saved(desktop, "language") in (None, "system"), lambda: saved(desktop, "language"))
    desktop.screen_reader.wait_for_text("Settings")


# --- Help


def test_manual_is_searched(desktop):
    desktop.turn_to("Help")
    desktop.click("list item", "Credentials")
    desktop.screen_reader.wait("list item", "Credentials")
    desktop.click("text", "Search manual")
    desktop.write("keychain")
    desktop.eventually(
        lambda: not desktop.screen_reader.find("list item", "Keyboard shortcuts"), "the chapter is still there"
    )
    desktop.keys("ctrl+a")
    desktop.write("zzzz")
    desktop.screen_reader.wait_for_text("No chapter contains all of these words.")
    desktop.keys("ctrl+a", "Delete")
    desktop.screen_reader.wait("list item", "Keyboard shortcuts")


def test_manual_link_is_followed_with_the_keyboard(desktop):
    desktop.keys("ctrl+1")
    desktop.settle()
    desktop.keys("F1")
    desktop.tab_to("Chapters")
    desktop.keys("Home", *["Down"] * 5, "F6")
    desktop.screen_reader.at("Manual")
    desktop.keys("Tab", "Return")
    desktop.screen_reader.wait_for_text("No clients yet")


def test_diagnostics_are_copied(desktop):
    desktop.turn_to("Help")
    desktop.click("push button", "Copy diagnostics")
    desktop.screen_reader.wait_for_text("Copied. Review it before you share it")
    assert "Qt " in desktop.clipboard()
