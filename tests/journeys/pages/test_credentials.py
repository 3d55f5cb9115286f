"""Every action of the page Credentials, in the real window, with a real Secret Service behind it."""

import pytest

from tests.journeys.chat_client import ChatClient, result_text
from tests.journeys.test_first_call import add_demo

pytestmark = pytest.mark.journey

VALUE = "first-value-0123456789"
OTHER = "another value with spaces"


@pytest.fixture(scope="module")
def desktop(shared):
    add_demo(shared, "--env", "DEMO_API_KEY=${secret:demo-key}")
    result = shared.toolguard("rule", "add", "--server", "demo", "--tool", "whoami", "--verdict", "allow")
    assert result.returncode == 0, result.stderr
    shared.open_window()
    shared.turn_to("Credentials")
    return shared


def secrets(desktop):
    return desktop.config()["secrets"]


def length_that_the_server_has(desktop):
    with ChatClient(desktop, "--server", "demo") as chat:
        return result_text(chat.call("whoami"))


def test_typed_credential_is_bound_and_reaches_only_its_server(desktop):
    desktop.click("push button", "Add credential")
    desktop.click("text", "Name")
    desktop.write("demo-key")
    desktop.click("combo box", "Secret")
    desktop.keys("Down", "Return")
    desktop.click("text", "Note")
    desktop.write("from the console")
    desktop.click("text", "Value")
    desktop.write(VALUE)
    desktop.click("push button", "Add")
    desktop.screen_reader.wait_for_text("Stored demo-key in your keyring.")
    desktop.eventually(lambda: secrets(desktop)["demo-key"]["kind"] == "api_key", lambda: secrets(desktop))
    desktop.click("push button", "Bind demo")
    desktop.eventually(lambda: secrets(desktop)["demo-key"]["servers"] == ["demo"], lambda: secrets(desktop))
    assert str(len(VALUE)) in length_that_the_server_has(desktop)
    assert VALUE.encode() not in desktop.everything_written()
    assert VALUE not in desktop.screen_reader.outline()


def test_binding_is_removed_and_restored(desktop):
    desktop.click("push button", "Unbind from demo")
    desktop.eventually(lambda: not secrets(desktop)["demo-key"]["servers"], lambda: secrets(desktop))
    desktop.click("push button", "Undo")
    desktop.eventually(lambda: secrets(desktop)["demo-key"]["servers"] == ["demo"], lambda: secrets(desktop))


def test_value_kind_and_note_are_changed_and_the_reference_copied(desktop):
    desktop.click("push button", "Replace value…")
    desktop.click("text", "Value")
    desktop.write(OTHER)
    desktop.click("push button", "Replace value")
    desktop.screen_reader.wait_for_text("Stored demo-key in your keyring.")
    assert str(len(OTHER)) in length_that_the_server_has(desktop)
    desktop.click("push button", "Edit kind and note")
    desktop.click("text", "Note")
    desktop.keys("ctrl+a")
    desktop.write("renewed")
    desktop.click("push button", "Save")
    desktop.eventually(lambda: secrets(desktop)["demo-key"]["note"] == "renewed", lambda: secrets(desktop))
    desktop.click("push button", "Copy reference")
    assert desktop.clipboard() == "${secret:demo-key}"


def test_value_is_pasted_and_the_clipboard_cleared(desktop):
    desktop.click("push button", "Add credential")
    desktop.click("text", "Note")
    desktop.write("pasted-0123456789")
    desktop.keys("ctrl+a", "ctrl+x")
    desktop.click("text", "Name")
    desktop.write("pasted")
    desktop.click("push button", "Paste from the clipboard")
    desktop.click("check box", "Keep in memory only", at="left")
    desktop.click("push button", "Add")
    desktop.click("push button", "Clear clipboard")
    assert desktop.clipboard() == ""
    desktop.screen_reader.wait("list item", "pasted")


def test_removed_credential_is_restored_without_its_value(desktop):
    desktop.click("list item", "demo-key")
    desktop.click("push button", "Remove…")
    desktop.click("push button", "Cancel")
    assert "demo-key" in secrets(desktop)
    desktop.click("push button", "Remove…")
    desktop.click("push button", "Remove")
    desktop.eventually(lambda: "demo-key" not in secrets(desktop), lambda: secrets(desktop))
    desktop.click("push button", "Restore without value")
    desktop.eventually(
        lambda: secrets(desktop).get("demo-key", {}).get("servers") == ["demo"], lambda: secrets(desktop)
    )
    desktop.click("list item", "demo-key")
    desktop.screen_reader.wait("push button", "Set value…")


def test_credential_is_added_with_the_keyboard(desktop):
    desktop.keys("ctrl+1", "ctrl+7")
    desktop.tab_to("Add credential")
    desktop.keys("space")
    desktop.screen_reader.at("Name")
    desktop.keys("Escape")
    desktop.screen_reader.at("Credentials")
    desktop.tab_to("Add credential", "shift+Tab")
    desktop.keys("space")
    desktop.screen_reader.at("Name")
    desktop.write("typed")
    desktop.tab_to("Value")
    desktop.write("typed-0123456789")
    desktop.keys("Return")
    desktop.eventually(lambda: "typed" in secrets(desktop), lambda: secrets(desktop))
