"""Every action of the page Settings, in the real window, and what is kept of it; then the page Help."""

import pytest

pytestmark = pytest.mark.journey

SWITCHES = {
    "Tray icon": "tray", "Keep running in the tray": "close_to_tray", "Start at login": "start_at_login",
    "Show notifications": "notifications", "Flash the taskbar icon": "attention", "Sound": "sound",
}  # fmt: skip
NUMBERS = {
    "Approval timeout": ("prompt_timeout", 123),
    "Maximum pending calls (per session)": ("held_per_session", 7),
    "Maximum pending calls (all clients)": ("held_total", 77),
    "Keyring timeout": ("keychain_timeout", 12), "Port": ("http_port", 0),
}  # fmt: skip


@pytest.fixture(scope="module")
def desk(shared):
    shared.env["XDG_CONFIG_HOME"] = str(shared.folder / "config")
    shared.open_window()
    shared.turn_to("Settings")
    return shared


def kept(desk, name):
    found = desk.config()["preferences"]
    return found.get(name)


def becomes(desk, name, wanted):
    desk.eventually(lambda: kept(desk, name) == wanted, lambda: f"{name} is {kept(desk, name)!r}, not {wanted!r}")


@pytest.mark.parametrize(("title", "name"), SWITCHES.items())
def test_a_switch_is_turned_and_turned_back(desk, title, name):
    before = desk.toolguard("settings", "list", "--json").stdout
    desk.click("check box", title)
    desk.eventually(lambda: desk.toolguard("settings", "list", "--json").stdout != before, f"{name} is as before")
    desk.click("push button", "Undo")
    desk.eventually(lambda: desk.toolguard("settings", "list", "--json").stdout == before, f"{name} is not as before")


@pytest.mark.parametrize(("title", "told"), NUMBERS.items())
def test_a_number_is_typed(desk, title, told):
    name, number = told
    desk.click("text", title)
    desk.keys("ctrl+a")
    desk.write("much")
    desk.eyes.sees("Not saved. Enter a whole number from ")
    desk.keys("ctrl+a")
    desk.write(str(number))
    desk.keys("Return")
    becomes(desk, name, number)
    desk.click("push button", "Close this notice")


def test_unavailable_presence_proof_cannot_be_required(desk):
    """As root, and where polkit does not run, nobody can prove to be present: approvals must not depend on it."""
    desk.click_on(desk.eyes.described("combo box", "Require proof"))
    desk.keys("End", "Return")
    desk.eyes.sees("Not changed: Not done:")
    assert kept(desk, "presence") is None
    desk.click("text", "Name of the new security key")
    desk.write("blue")
    desk.click("push button", "Register security key")
    desk.eyes.sees("Plug in the key and touch it when it blinks.")
    desk.click("push button", "Cancel registration")
    desk.eyes.wait("push button", "Register security key")
    assert desk.config()["security_keys"] == {}


def test_choices_hours_and_lists_are_changed(desk):
    for description, name in (("Appearance", "appearance"), ("Animations", "motion")):
        desk.click_on(desk.eyes.described("combo box", description))
        desk.keys("End", "Return")
        desk.eventually(lambda name=name: kept(desk, name) in ("dark", "reduced"), lambda name=name: kept(desk, name))
    desk.click("check box", "Quiet hours")
    desk.click("text", "Quiet until")
    desk.keys("ctrl+a")
    desk.write("6:30")
    desk.keys("Tab")
    becomes(desk, "quiet_hours", "22:00-06:30")
    for title, words, name in (
        ("Denial reasons", "Not like this.", "reasons"), ("Client timeouts", "Codex=33", "patience"),
    ):  # fmt: skip
        desk.click("text", title)
        desk.keys("ctrl+a")
        desk.write(words)
        desk.eventually(
            lambda name=name, words=words: words in str(kept(desk, name)), lambda name=name: kept(desk, name)
        )


def test_language_changes_at_once_by_keyboard(desk):
    desk.keys("ctrl+1", "ctrl+9")
    desk.tab_to(desk.eyes.name(desk.eyes.described("combo box", "Language")))
    desk.keys("End")
    becomes(desk, "language", "zh_CN")
    desk.eyes.sees("设置")
    desk.eventually(lambda: desk.eyes.described("combo box", "语言"), "the page is not in Chinese")
    desk.tab_to(desk.eyes.name(desk.eyes.described("combo box", "语言")))
    desk.keys("Home")
    desk.eventually(lambda: kept(desk, "language") in (None, "system"), lambda: kept(desk, "language"))
    desk.eyes.sees("Settings")


# --- Help


def test_the_manual_is_read_searched_and_followed(desk):
    desk.turn_to("Help")
    desk.click("list item", "Credentials")
    desk.eyes.wait("list item", "Credentials")
    desk.click("text", "Search manual")
    desk.write("keychain")
    desk.eventually(lambda: not desk.eyes.find("list item", "Keyboard shortcuts"), "the chapter is still there")
    desk.keys("ctrl+a")
    desk.write("zzzz")
    desk.eyes.sees("No results.")
    desk.keys("ctrl+a", "Delete")
    desk.eyes.wait("list item", "Keyboard shortcuts")


def test_a_link_of_the_manual_leads_to_its_page_with_the_keyboard_alone(desk):
    desk.keys("ctrl+1", "F1")
    desk.tab_to("Chapters")
    desk.keys("Home", *["Down"] * 5, "F6")
    desk.eyes.at("Manual")
    desk.keys("Tab", "Return")
    desk.eyes.sees("No clients yet")


def test_diagnostics_are_copied(desk):
    desk.turn_to("Help")
    desk.click("push button", "Copy diagnostics")
    desk.eyes.sees("Copied. Review it before you share it")
    assert "Qt " in desk.clipboard()
