"""Every action of the page Pending, in the real window: with the mouse, then with the keyboard alone."""

import json

import pytest

from tests.journeys.chat import Chat, said
from tests.journeys.test_first_call import add_demo, heard

pytestmark = [pytest.mark.journey, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def desk(shared):
    add_demo(shared)
    shared.open_window()
    return shared


@pytest.fixture
def chat(desk):
    with Chat(desk, "--server", "demo", "--client", "Cursor") as one:
        yield one
        desk.eventually(lambda: not desk.eyes.shows("Waits now"), "a call is left over")


@pytest.fixture(autouse=True)
def _at_home(desk):
    desk.turn_to("Pending")


def rules(desk):
    return desk.config().get("rules", [])


# --- with the mouse


def test_a_call_is_looked_at_as_json_searched_copied_and_run(desk, chat):
    call = chat.call("write_note", name="shopping", text="milk and honey")
    desk.eyes.sees("Run write_note")
    desk.click("check box", "Arguments as JSON")
    desk.eyes.sees('"text": "milk and honey"')
    desk.click("check box", "Arguments as Readable")
    desk.click("text", "Find in Arguments")
    desk.write("honey")
    desk.eyes.sees("1 found")
    desk.click("push button", "Copy Arguments as JSON")
    assert json.loads(desk.clipboard()) == {"name": "shopping", "text": "milk and honey"}
    assert "milk and honey" not in heard(desk)
    desk.click("push button", "Run write_note")
    assert not call.result(30).is_error
    assert "milk and honey" in heard(desk)


def test_a_reason_of_ones_own_is_told_to_the_model(desk, chat):
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Run add")
    desk.click("text", "Reason for denying")
    desk.write("use the calculator")
    desk.click("push button", "Deny")
    assert "use the calculator" in said(call)


def test_reasons_are_edited_and_one_is_chosen(desk, chat):
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Run add")
    desk.click("button menu", "Your reasons for denying")
    desk.keys("Up", "Return")  # the last entry; Qt leaves what pops up out of the tree
    desk.click("text", "Reasons, one on each line")
    desk.keys("ctrl+a")
    desk.write("Ask me first, please.")
    desk.click("push button", "Save reasons")
    desk.eventually(lambda: desk.config()["preferences"].get("reasons") == ["Ask me first, please."], desk.config)
    desk.click("button menu", "Your reasons for denying")
    desk.keys("Down", "Return")
    desk.click("push button", "Deny")
    assert "Ask me first, please." in said(call)


def test_a_remembered_answer_becomes_a_rule_and_is_taken_back(desk, chat):
    chat.tools()
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Run add")
    desk.click("check box", "Remember this answer", at="left")
    desk.click("combo box", "this session")
    desk.keys("Down", "Return")
    desk.click("push button", "Run add")
    assert not call.result(30).is_error
    desk.eventually(lambda: rules(desk), "no rule")
    assert (rules(desk)[0]["tool"], rules(desk)[0]["verdict"]) == ("add", "allow")
    desk.click("push button", "Undo")
    desk.eventually(lambda: not rules(desk), lambda: rules(desk))


def test_a_denial_is_undone(desk, chat):
    call = chat.call("add", a=20, b=22)
    desk.eyes.sees("Run add")
    desk.click("push button", "Deny")
    desk.click("push button", "Undo this denial")
    desk.click("push button", "Run add")
    assert "42" in said(call)


def test_edited_inputs_run(desk, chat):
    chat.tools()
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Run add")
    desk.click("push button", "Edit the inputs before they run")
    desk.click("check box", "Edit the inputs as JSON")
    desk.click("text", "Inputs to edit, as JSON")
    desk.keys("ctrl+a")
    desk.write('{"a": 40, "b": 2}')
    desk.click("push button", "Reset the inputs")
    desk.click("push button", "Stop editing")
    desk.click("push button", "Edit the inputs before they run")
    desk.click("check box", "Edit the inputs as Form")
    desk.click("text", "a")
    desk.keys("ctrl+a")
    desk.write("40")
    desk.click("push button", "Run edited add")
    assert "42" in said(call)


def test_several_are_selected_and_answered_together(desk, chat):
    calls = [chat.call("add", a=number, b=0) for number in range(3)]
    desk.eyes.sees("3 wait for you")
    desk.click("list item", "add on demo")
    desk.keys("ctrl+g")
    desk.click("push button", "Run all 3 selected calls")
    assert all(not call.result(30).is_error for call in calls)
    calls = [chat.call("add", a=number, b=0) for number in range(3)]
    desk.eyes.sees("3 wait for you")
    desk.click("list item", "add on demo")
    desk.keys("ctrl+a")
    desk.click("text", "Reason for denying all")
    desk.write("not now")
    desk.click("push button", "Deny all 3 selected calls")
    assert all("not now" in said(call) for call in calls)


def test_the_keys_are_shown_and_the_first_command_is_copied(desk, chat):
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Run add")
    desk.click("push button", "Show the keys of this page")
    desk.eyes.sees("Run, once the button is armed")
    desk.click("push button", "Close")
    desk.eyes.misses("Run, once the button is armed")
    desk.click("push button", "Deny")
    call.result(30)


# --- with the keyboard alone


def test_calls_are_answered_with_the_keyboard_alone(desk, chat):
    desk.keys("ctrl+2", "ctrl+1")
    first, second = chat.call("add", a=1, b=2), chat.call("write_note", name="x", text="by the keyboard")
    desk.eyes.sees("2 wait for you")
    desk.keys("F6", "Home")
    desk.eyes.wait("push button", "Run add")
    desk.keys("ctrl+Return")
    assert "3" in said(first)
    desk.eyes.wait("push button", "Run write_note")
    desk.keys("ctrl+r")
    desk.eyes.at("Reason for denying")
    desk.write("never at night")
    desk.keys("ctrl+d")
    assert "never at night" in said(second)
    assert "by the keyboard" not in heard(desk)


def test_the_keyboard_remembers_edits_finds_and_undoes(desk, chat):
    chat.tools()
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Run add")
    desk.keys("ctrl+f")
    desk.write("2")
    desk.eyes.sees("1 found")
    desk.keys("ctrl+e", "ctrl+a")
    desk.write("30")
    desk.eyes.wait("push button", "Run edited add")
    desk.keys("shift+Tab")
    desk.eyes.at("Stop editing")
    desk.keys("space")
    desk.eyes.misses("Run edited add")
    desk.keys("ctrl+d")
    desk.eyes.sees("Undo this denial")
    desk.keys("ctrl+z")
    desk.eyes.wait("push button", "Run add")
    desk.keys("ctrl+m", "ctrl+Return")
    assert "3" in said(call)
    assert "3" in said(chat.call("add", a=1, b=2)), "it is remembered for this session"
    desk.keys("question")
    desk.eyes.sees("Run, once the button is armed")
    desk.keys("Escape")
    desk.eyes.misses("Run, once the button is armed")
