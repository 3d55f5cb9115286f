"""Every action of the page Credentials, in the real window, with a real Secret Service behind it."""

import pytest

from tests.journeys.chat import Chat, said
from tests.journeys.test_first_call import add_demo

pytestmark = pytest.mark.journey

VALUE = "first-value-0123456789"
OTHER = "another value with spaces"


@pytest.fixture(scope="module")
def desk(shared):
    add_demo(shared, "--env", "DEMO_API_KEY=${secret:demo-key}")
    told = shared.toolguard("rule", "add", "--server", "demo", "--tool", "whoami", "--verdict", "allow")
    assert told.returncode == 0, told.stderr
    shared.open_window()
    shared.turn_to("Credentials")
    return shared


def secrets(desk):
    return desk.config()["secrets"]


def length_that_the_server_has(desk):
    with Chat(desk, "--server", "demo") as chat:
        return said(chat.call("whoami"))


def test_a_credential_is_typed_bound_and_reaches_its_server_only(desk):
    desk.click("push button", "Add credential")
    desk.click("text", "Name")
    desk.write("demo-key")
    desk.click("combo box", "Secret")
    desk.keys("Down", "Return")
    desk.click("text", "Note")
    desk.write("from the console")
    desk.click("push button", "Add")
    desk.eyes.sees("Type or paste the value.")
    desk.click("text", "Value")
    desk.write(VALUE)
    desk.click("push button", "Add")
    desk.eyes.sees("Stored demo-key in your keyring.")
    desk.eventually(lambda: secrets(desk)["demo-key"]["kind"] == "api_key", lambda: secrets(desk))
    desk.click("push button", "Bind demo")
    desk.eventually(lambda: secrets(desk)["demo-key"]["servers"] == ["demo"], lambda: secrets(desk))
    assert str(len(VALUE)) in length_that_the_server_has(desk)
    assert VALUE.encode() not in desk.everything_written()
    assert VALUE not in desk.eyes.outline()


def test_a_binding_is_ended_and_brought_back(desk):
    desk.click("push button", "Unbind demo")
    desk.eventually(lambda: not secrets(desk)["demo-key"]["servers"], lambda: secrets(desk))
    desk.click("push button", "Undo")
    desk.eventually(lambda: secrets(desk)["demo-key"]["servers"] == ["demo"], lambda: secrets(desk))


def test_a_value_is_replaced_kind_and_note_are_edited_and_the_reference_is_copied(desk):
    desk.click("push button", "Replace value…")
    desk.click("text", "Value")
    desk.write(OTHER)
    desk.click("push button", "Replace value")
    desk.eyes.sees("Stored demo-key in your keyring.")
    assert str(len(OTHER)) in length_that_the_server_has(desk)
    desk.click("push button", "Edit kind and note")
    desk.click("text", "Note")
    desk.keys("ctrl+a")
    desk.write("renewed")
    desk.click("push button", "Save")
    desk.eventually(lambda: secrets(desk)["demo-key"]["note"] == "renewed", lambda: secrets(desk))
    desk.click("push button", "Copy reference")
    assert desk.clipboard() == "${secret:demo-key}"


def test_a_value_is_pasted_and_the_clipboard_cleared(desk):
    desk.click("push button", "Add credential")
    desk.click("text", "Note")
    desk.write("pasted-0123456789")
    desk.keys("ctrl+a", "ctrl+x")
    desk.click("text", "Name")
    desk.write("pasted")
    desk.click("push button", "Paste from the clipboard")
    desk.click("check box", "Keep in memory only", at="left")
    desk.click("push button", "Add")
    desk.click("push button", "Clear clipboard")
    assert desk.clipboard() == ""
    desk.eyes.wait("list item", "pasted")


def test_a_credential_is_removed_and_its_entry_brought_back(desk):
    desk.click("list item", "demo-key")
    desk.click("push button", "Remove…")
    desk.click("push button", "Cancel")
    assert "demo-key" in secrets(desk)
    desk.click("push button", "Remove…")
    desk.click("push button", "Remove")
    desk.eventually(lambda: "demo-key" not in secrets(desk), lambda: secrets(desk))
    desk.click("push button", "Restore without value")
    desk.eventually(lambda: secrets(desk).get("demo-key", {}).get("servers") == ["demo"], lambda: secrets(desk))
    desk.click("list item", "demo-key")
    desk.eyes.wait("push button", "Set value…")


def test_a_credential_is_added_with_the_keyboard_alone(desk):
    desk.keys("ctrl+1", "ctrl+7")
    desk.tab_to("Add credential")
    desk.keys("space")
    desk.eyes.at("Name")
    desk.keys("Escape")
    desk.eyes.at("Credentials")
    desk.tab_to("Add credential", "shift+Tab")
    desk.keys("space")
    desk.eyes.at("Name")
    desk.write("typed")
    desk.tab_to("Value")
    desk.write("typed-0123456789")
    desk.keys("Return")
    desk.eventually(lambda: "typed" in secrets(desk), lambda: secrets(desk))
