"""Every action of the page Pending, in the real window: with the mouse, then with the keyboard alone."""

import json
import time

import pytest

from tests.journeys.chat_client import ChatClient, result_text
from tests.journeys.test_first_call import add_demo, received
from toolguard.gate.approvals.bursts import MAX_GAP

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def desktop(shared):
    add_demo(shared)
    shared.open_window()
    return shared


@pytest.fixture
def chat(desktop):
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as client:
        yield client
        desktop.eventually(lambda: not desktop.screen_reader.has_text("Pending now"), "a call is left over")


@pytest.fixture(autouse=True)
def _at_home(desktop):
    desktop.turn_to("Pending")


def rules(desktop):
    return desktop.config().get("rules", [])


# --- with the mouse


def test_call_is_viewed_as_json_searched_copied_and_approved(desktop, chat):
    call = chat.call("write_note", name="shopping", text="milk and honey")
    desktop.screen_reader.wait_for_text("Approve write_note")
    desktop.click("radio button", "Arguments as JSON")
    desktop.screen_reader.wait_for_text('"text": "milk and honey"')
    desktop.click("radio button", "Arguments as Readable")
    desktop.click("text", "Find in Arguments")
    desktop.write("honey")
    desktop.screen_reader.wait_for_text("1 found")
    desktop.click("push button", "Copy Arguments as JSON")
    assert json.loads(desktop.clipboard()) == {"name": "shopping", "text": "milk and honey"}
    assert "milk and honey" not in received(desktop)
    desktop.click("push button", "Approve write_note")
    assert not call.result(120).is_error
    assert "milk and honey" in received(desktop)


def test_own_denial_reason_reaches_the_model(desktop, chat):
    call = chat.call("add", a=1, b=2)
    desktop.screen_reader.wait_for_text("Approve add")
    desktop.click("text", "Reason for denying")
    desktop.write("use the calculator")
    desktop.click("push button", "Deny")
    assert "use the calculator" in result_text(call)


def test_edited_denial_reason_can_be_selected(desktop, chat):
    call = chat.call("add", a=1, b=2)
    desktop.screen_reader.wait_for_text("Approve add")
    desktop.click("button menu", "Your reasons for denying")
    desktop.keys("Up", "Return")  # the last entry; popups of Qt are not in the accessibility tree
    desktop.click("text", "Value 1 of Denial reasons")
    desktop.keys("ctrl+a")
    desktop.write("Ask me first, please.")
    desktop.keys("Return")
    desktop.eventually(
        lambda: desktop.config()["preferences"].get("reasons", [""])[0] == "Ask me first, please.", desktop.config
    )
    desktop.keys("ctrl+1")
    desktop.click("button menu", "Your reasons for denying")
    desktop.keys("Down", "Return")
    desktop.click("push button", "Deny")
    assert "Ask me first, please." in result_text(call)


def test_rule_created_with_a_decision_is_undone(desktop, chat):
    chat.tools()
    call = chat.call("add", a=1, b=2)
    desktop.screen_reader.wait_for_text("Approve add")
    desktop.click("check box", "Remember for: this decision", at="left")
    desktop.click("combo box", "until I quit")
    desktop.keys("End", "Return")
    desktop.click("radio button", "This tool", at="left")
    desktop.click("push button", "Always allow add for Cursor")
    desktop.screen_reader.wait_for_text("The rule stays until you remove it")
    assert not call.done() and not rules(desktop), "a permanent rule needs a confirmation"
    desktop.click("push button", "Always allow add for Cursor")
    assert not call.result(120).is_error
    desktop.eventually(lambda: rules(desktop), "no rule")
    assert (rules(desktop)[0]["tool"], rules(desktop)[0]["verdict"]) == ("add", "allow")
    desktop.click("push button", "Undo")
    desktop.eventually(lambda: not rules(desktop), lambda: rules(desktop))


def test_rule_for_all_tools_needs_a_confirmation(desktop, chat):
    """Defect A1: the button for the dangerous rule names its effect, shows its risks, and can be cancelled."""
    call = chat.call("add", a=1, b=2)
    desktop.screen_reader.wait_for_text("Approve add")
    desktop.click("check box", "Remember for: this decision", at="left")
    desktop.click("radio button", "All tools of demo", at="left")
    for choice in ("this client", "until I quit"):
        desktop.click("combo box", choice)
        desktop.keys("End", "Return")
    desktop.click("push button", "Always allow all tools of demo for any client")
    desktop.screen_reader.wait_for_text("All tools of demo are allowed, including ones it adds or changes later.")
    desktop.screen_reader.wait_for_text("The rule stays until you remove it")
    desktop.click("push button", "Cancel")
    assert not call.done() and not rules(desktop)
    desktop.click("push button", "Approve add once")
    assert not call.result(120).is_error and not rules(desktop)


def test_ended_call_is_replaced_by_the_next_pending_call(desktop, chat):
    """Defect B9"""
    with ChatClient(desktop, "--server", "demo", "--client", "Other") as other:
        other.call("write_note", name="x", text="y")
        desktop.screen_reader.wait_for_text("Approve write_note")
        call = chat.call("add", a=1, b=2)
        desktop.screen_reader.wait_for_text("2 pending")
    desktop.screen_reader.wait_for_text("1 pending")
    desktop.screen_reader.wait("push button", "Approve add")  # without a click on Next
    desktop.screen_reader.wait_for_text("write_note: ")
    desktop.click("push button", "Approve add")
    assert "3" in result_text(call)
    desktop.click("push button", "Close this message")


def test_changes_of_the_configuration_are_accepted_one_by_one(desktop):
    """Defect A2"""
    config = desktop.config()
    before = {"rules": config.get("rules", []), "servers": dict(config["servers"])}
    loose = {"id": "loose", "client": "*", "server": "*", "tool": "*", "verdict": "allow"}
    config["rules"] = [*before["rules"], loose]
    config["servers"]["other"] = {"kind": "stdio", "command": "bash", "args": ["-c", "exec cat"]}
    (desktop.home / "config.json").write_text(json.dumps(config))
    desktop.screen_reader.wait_for_text("2 changes reduce protection")
    desktop.screen_reader.wait_for_text("This is a shell")
    desktop.screen_reader.wait_for_text("All tools of all servers run")
    desktop.click("check box", "Approve change 1 of 2", at="left")
    desktop.click("push button", "Approve 1 of 2 changes")
    desktop.eventually(lambda: "other" in desktop.config()["servers"] and not rules(desktop), desktop.config)
    assert desktop.toolguard("server", "remove", "other").returncode == 0


def test_denial_is_undone(desktop, chat):
    call = chat.call("add", a=20, b=22)
    desktop.screen_reader.wait_for_text("Approve add")
    desktop.click("push button", "Deny")
    desktop.click("push button", "Undo this denial")
    desktop.click("push button", "Approve add")
    assert "42" in result_text(call)


def test_edited_arguments_are_run(desktop, chat):
    chat.tools()
    call = chat.call("add", a=1, b=2)
    desktop.screen_reader.wait_for_text("Approve add")
    desktop.click("push button", "Edit arguments")
    desktop.click("radio button", "Edit arguments as JSON")
    desktop.click("text", "Arguments as JSON")
    desktop.keys("ctrl+a")
    desktop.write('{"a": 40, "b": 2}')
    desktop.screen_reader.wait("push button", "Approve edited add")  # after the last key: each one may move the buttons
    desktop.click("push button", "Reset all arguments")
    desktop.screen_reader.wait_for_text("No changes yet.")
    desktop.click("push button", "Cancel editing")
    desktop.click("push button", "Edit arguments")
    desktop.click("radio button", "Edit arguments as Form")
    desktop.click("text", "a")
    desktop.keys("ctrl+a")
    desktop.write("40")
    desktop.click("push button", "Approve edited add")
    assert "42" in result_text(call)


def separate_calls(desktop, chat):
    """Make three calls that do not form a burst."""
    calls = []
    for number in range(3):
        calls.append(chat.call("add", a=number, b=0))
        desktop.screen_reader.wait_for_text(f"{number + 1} pending")
        time.sleep(MAX_GAP + 0.2)
    return calls


def test_burst_of_forty_calls_is_approved_except_one(desktop, chat):
    chat.tools()
    calls = [chat.call("add", a=number, b=1000) for number in range(40)]
    desktop.screen_reader.wait_for_text("40 pending")
    desktop.screen_reader.wait_for_text("1000")
    desktop.click("list item", "8. a  7")
    desktop.keys("space")
    desktop.click("push button", "Approve 39 selected calls")
    desktop.screen_reader.wait("push button", "Approve add")
    desktop.click("text", "Reason for denying")
    desktop.write("not this one")
    desktop.click("push button", "Deny")
    assert "not this one" in result_text(calls[7])
    assert [result_text(call) for call in calls[:7] + calls[8:]] == [
        f'{{"sum": {n + 1000}}}' for n in range(40) if n != 7
    ]
    records = desktop.records()
    held = {one["call"]: json.loads(one["arguments"]) for one in records if one["kind"] == "call_held"}
    burst = {name for name, arguments in held.items() if arguments.get("b") == 1000}
    decided = {one["call"]: one["verdict"] for one in records if one["kind"] == "call_decided" and one["call"] in burst}
    assert len(decided) == 40
    assert [held[call]["a"] for call, verdict in decided.items() if verdict == "deny"] == [7]


def test_selected_calls_are_decided_together(desktop, chat):
    chat.tools()
    calls = separate_calls(desktop, chat)
    desktop.click("list item", "add on demo")
    desktop.keys("ctrl+g")
    desktop.click("push button", "Approve all 3 selected calls")
    assert all(not call.result(120).is_error for call in calls)
    calls = separate_calls(desktop, chat)
    desktop.click("list item", "add on demo")
    desktop.keys("ctrl+a")
    desktop.click("text", "Reason for denying all")
    desktop.write("not now")
    desktop.click("push button", "Deny all 3 selected calls")
    assert all("not now" in result_text(call) for call in calls)


# --- with the keyboard alone


def test_calls_are_approved_and_denied_with_the_keyboard(desktop, chat):
    desktop.keys("ctrl+2", "ctrl+1")
    first, second = chat.call("add", a=1, b=2), chat.call("write_note", name="x", text="by the keyboard")
    desktop.screen_reader.wait_for_text("2 pending")
    desktop.keys("F6", "Home", "Right", "Down")
    desktop.screen_reader.wait("push button", "Approve add")
    desktop.keys("ctrl+Return")
    assert "3" in result_text(first)
    desktop.screen_reader.wait("push button", "Approve write_note")
    desktop.keys("ctrl+r")
    desktop.screen_reader.at("Reason for denying")
    desktop.write("never at night")
    desktop.keys("ctrl+d")
    assert "never at night" in result_text(second)
    assert "by the keyboard" not in received(desktop)


def test_remember_edit_find_and_undo_have_keyboard_shortcuts(desktop, chat):
    chat.tools()
    call = chat.call("add", a=1, b=2)
    desktop.screen_reader.wait_for_text("Approve add")
    desktop.keys("ctrl+f")
    desktop.write("2")
    desktop.screen_reader.wait_for_text("1 found")
    desktop.keys("ctrl+e", "ctrl+a")
    desktop.write("30")
    desktop.screen_reader.wait("push button", "Approve edited add")
    desktop.keys("shift+Tab")
    desktop.screen_reader.at("Reset a")
    desktop.keys("shift+Tab")
    desktop.screen_reader.at("Cancel editing")
    desktop.keys("space")
    desktop.screen_reader.wait_until_gone("Approve edited add")
    desktop.keys("ctrl+d")
    desktop.screen_reader.wait_for_text("Undo this denial")
    desktop.keys("ctrl+z")
    desktop.screen_reader.wait("push button", "Approve add")
    desktop.keys("ctrl+m", "ctrl+Return")
    assert "3" in result_text(call)
    assert "3" in result_text(chat.call("add", a=1, b=2)), "it is remembered until I quit"
    desktop.keys("question")
    desktop.screen_reader.wait_for_text("Deny, while you enter the reason")
    desktop.keys("Escape")
    desktop.screen_reader.wait_until_gone("Deny, while you enter the reason")
