"""The smallest window, and a screen with a scale factor of two: every control can be operated."""

import pytest

from tests.journeys.chat_client import ChatClient, result_text
from tests.journeys.conftest import Desktop, needed
from tests.journeys.pages.test_settings import SWITCHES
from tests.journeys.test_first_call import add_demo

pytestmark = pytest.mark.journey
SMALL, DOUBLE = "900x600", "scale 2"
FORMS = {
    "Servers": ("Add server", "Cancel editing"),
    "Rules": ("Add rule", "Cancel"),
    "Credentials": ("Add credential", "Cancel"),
}
"""Pages with a form, and the buttons that open and cancel it."""


@pytest.fixture(scope="module", params=[SMALL, DOUBLE])
def desktop(request, tmp_path_factory):
    needed()
    size, scale = ("2560x1800", "2") if request.param == DOUBLE else ("1280x900", "1")
    desktop = Desktop(tmp_path_factory.mktemp("desk"), size, scale)
    add_demo(desktop)
    desktop.open_window()
    desktop.resize(*((900, 600) if request.param == SMALL else (2200, 1500)))
    yield desktop
    desktop.close()


@pytest.fixture
def chat(desktop):
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as client:
        yield client


def test_calls_are_decided_with_the_mouse(desktop, chat):
    desktop.turn_to("Pending")
    call = chat.call("write_note", name="shopping", text="milk and honey " * 40)
    desktop.click("push button", "Approve write_note")
    assert not call.result(120).is_error
    call = chat.call("add", a=1, b=2)
    desktop.click("text", "Reason for denying")
    desktop.write("use the calculator")
    desktop.click("push button", "Deny")
    assert "use the calculator" in result_text(call)


def test_calls_are_decided_with_the_keyboard(desktop, chat):
    desktop.keys("ctrl+1")
    call = chat.call("add", a=1, b=2)
    desktop.screen_reader.wait("push button", "Approve add")
    desktop.keys("ctrl+Return")
    assert "3" in result_text(call)


@pytest.mark.parametrize("page", FORMS)
def test_forms_are_opened_and_cancelled_with_the_mouse(desktop, page):
    open_button, cancel_button = FORMS[page]
    desktop.turn_to(page)
    desktop.click("push button", open_button)
    desktop.click("push button", cancel_button)


def test_settings_are_scrolled_to_the_last_and_changed(desktop):
    desktop.turn_to("Settings")
    before = desktop.config()["preferences"]
    desktop.click("check box", list(SWITCHES)[-1])
    desktop.eventually(lambda: desktop.config()["preferences"] != before, desktop.config)


def test_call_is_found_in_audit(desktop):
    desktop.turn_to("Audit")
    desktop.click("text", "Search log")
    desktop.write("honey")
    desktop.screen_reader.wait_for_text("1 call")
    desktop.click("cell", "write_note")
    desktop.click("push button", "Copy Arguments as JSON")
    assert "milk and honey" in desktop.clipboard()
