"""In the smallest window, and on a screen where each pixel is four: all that must be pressed can be."""

import pytest

from tests.journeys.chat import Chat, said
from tests.journeys.conftest import Desk, needed
from tests.journeys.pages.test_settings import SWITCHES
from tests.journeys.test_first_call import add_demo

pytestmark = pytest.mark.journey
SMALL, DOUBLE = "900x600", "scale 2"
FORMS = {
    "Servers": ("Add server", "Cancel editing"),
    "Rules": ("Add your first rule", "Cancel"),
    "Credentials": ("Add credential", "Cancel"),
}
"""Pages with a form: what opens it, and what leaves it."""


@pytest.fixture(scope="module", params=[SMALL, DOUBLE])
def desk(request, tmp_path_factory):
    needed()
    size, scale = ("2560x1800", "2") if request.param == DOUBLE else ("1280x900", "1")
    one = Desk(tmp_path_factory.mktemp("desk"), size, scale)
    add_demo(one)
    one.open_window()
    one.resize(*((900, 600) if request.param == SMALL else (2200, 1500)))
    yield one
    one.close()


@pytest.fixture
def chat(desk):
    with Chat(desk, "--server", "demo", "--client", "Cursor") as one:
        yield one


def test_calls_are_decided_with_the_mouse_alone(desk, chat):
    desk.turn_to("Pending")
    call = chat.call("write_note", name="shopping", text="milk and honey " * 40)
    desk.click("push button", "Approve write_note")
    assert not call.result(120).is_error
    call = chat.call("add", a=1, b=2)
    desk.click("text", "Reason for denying")
    desk.write("use the calculator")
    desk.click("push button", "Deny")
    assert "use the calculator" in said(call)


def test_calls_are_decided_with_the_keyboard_alone(desk, chat):
    desk.keys("ctrl+1")
    call = chat.call("add", a=1, b=2)
    desk.eyes.wait("push button", "Approve add")
    desk.keys("ctrl+Return")
    assert "3" in said(call)


@pytest.mark.parametrize("page", FORMS)
def test_forms_are_opened_and_left_with_the_mouse_alone(desk, page):
    opens, leaves = FORMS[page]
    desk.turn_to(page)
    desk.click("push button", opens)
    desk.click("push button", leaves)


def test_settings_are_scrolled_to_the_last_and_changed(desk):
    desk.turn_to("Settings")
    before = desk.config()["preferences"]
    desk.click("check box", list(SWITCHES)[-1])
    desk.eventually(lambda: desk.config()["preferences"] != before, desk.config)


def test_a_call_is_found_in_audit(desk):
    desk.turn_to("Audit")
    desk.click("text", "Search log")
    desk.write("honey")
    desk.eyes.sees("1 call")
    desk.click("cell", "write_note")
    desk.click("push button", "Copy Arguments as JSON")
    assert "milk and honey" in desk.clipboard()
