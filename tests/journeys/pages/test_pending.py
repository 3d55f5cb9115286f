"""Every action of the page Pending, in the real window: with the mouse, then with the keyboard alone."""

import json
import time

import pytest

from tests.journeys.chat import Chat, said
from tests.journeys.test_first_call import add_demo, received
from toolguard.gate.approvals.bursts import MAX_GAP

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def desk(shared):
    add_demo(shared)
    shared.open_window()
    return shared


@pytest.fixture
def chat(desk):
    with Chat(desk, "--server", "demo", "--client", "Cursor") as one:
        yield one
        desk.eventually(lambda: not desk.eyes.shows("Pending now"), "a call is left over")


@pytest.fixture(autouse=True)
def _at_home(desk):
    desk.turn_to("Pending")


def rules(desk):
    return desk.config().get("rules", [])


# --- with the mouse


def test_call_is_viewed_as_json_searched_copied_and_approved(desk, chat):
    call = chat.call("write_note", name="shopping", text="milk and honey")
    desk.eyes.sees("Approve write_note")
    desk.click("radio button", "Arguments as JSON")
    desk.eyes.sees('"text": "milk and honey"')
    desk.click("radio button", "Arguments as Readable")
    desk.click("text", "Find in Arguments")
    desk.write("honey")
    desk.eyes.sees("1 found")
    desk.click("push button", "Copy Arguments as JSON")
    assert json.loads(desk.clipboard()) == {"name": "shopping", "text": "milk and honey"}
    assert "milk and honey" not in received(desk)
    desk.click("push button", "Approve write_note")
    assert not call.result(120).is_error
    assert "milk and honey" in received(desk)


def test_own_denial_reason_reaches_the_model(desk, chat):
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Approve add")
    desk.click("text", "Reason for denying")
    desk.write("use the calculator")
    desk.click("push button", "Deny")
    assert "use the calculator" in said(call)


def test_reasons_are_edited_and_one_is_chosen(desk, chat):
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Approve add")
    desk.click("button menu", "Your reasons for denying")
    desk.keys("Up", "Return")  # the last entry; Qt leaves what pops up out of the tree
    desk.click("text", "Reasons, one per line")
    desk.keys("ctrl+a")
    desk.write("Ask me first, please.")
    desk.click("push button", "Save reasons")
    desk.eventually(lambda: desk.config()["preferences"].get("reasons") == ["Ask me first, please."], desk.config)
    desk.click("button menu", "Your reasons for denying")
    desk.keys("Down", "Return")
    desk.click("push button", "Deny")
    assert "Ask me first, please." in said(call)


def test_rule_created_with_a_decision_is_undone(desk, chat):
    chat.tools()
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Approve add")
    desk.click("check box", "Remember for: this decision", at="left")
    desk.click("combo box", "until I quit")
    desk.keys("End", "Return")
    desk.click("radio button", "This tool", at="left")
    desk.click("push button", "Always allow add for Cursor")
    desk.eyes.sees("The rule stays until you remove it")
    assert not call.done() and not rules(desk), "a rule for good asks once more"
    desk.click("push button", "Always allow add for Cursor")
    assert not call.result(120).is_error
    desk.eventually(lambda: rules(desk), "no rule")
    assert (rules(desk)[0]["tool"], rules(desk)[0]["verdict"]) == ("add", "allow")
    desk.click("push button", "Undo")
    desk.eventually(lambda: not rules(desk), lambda: rules(desk))


def test_everything_is_never_allowed_by_one_click(desk, chat):
    """Defect A1, as a person meets it: the red act says what it does, shows its risks, and can be left."""
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Approve add")
    desk.click("check box", "Remember for: this decision", at="left")
    desk.click("radio button", "All tools", at="left")
    for choice in ("this client", "until I quit"):
        desk.click("combo box", choice)
        desk.keys("End", "Return")
    desk.eyes.sees("All tools of demo are allowed, including ones it adds or changes later.")
    desk.click("push button", "Always allow all tools of demo for any client")
    desk.eyes.sees("The rule stays until you remove it")
    desk.click("push button", "Cancel")
    assert not call.done() and not rules(desk)
    desk.click("push button", "Approve add once")
    assert not call.result(120).is_error and not rules(desk)


def test_a_call_that_is_over_makes_room_for_the_one_that_waits(desk, chat):
    """Defect B9, as a person meets it."""
    with Chat(desk, "--server", "demo", "--client", "Other") as other:
        other.call("write_note", name="x", text="y")
        desk.eyes.sees("Approve write_note")
        call = chat.call("add", a=1, b=2)
        desk.eyes.sees("2 pending")
    desk.eyes.sees("1 pending")
    desk.eyes.wait("push button", "Approve add")  # by itself: nobody pressed Next
    desk.eyes.sees("write_note: ")
    desk.click("push button", "Approve add")
    assert "3" in said(call)
    desk.click("push button", "Close this message")


def test_changes_of_the_configuration_are_accepted_one_by_one(desk):
    """Defect A2, as a person meets it."""
    config = desk.config()
    before = {"rules": config.get("rules", []), "servers": dict(config["servers"])}
    loose = {"id": "loose", "client": "*", "server": "*", "tool": "*", "verdict": "allow"}
    config["rules"] = [*before["rules"], loose]
    config["servers"]["other"] = {"kind": "stdio", "command": "bash", "args": ["-c", "exec cat"]}
    (desk.home / "config.json").write_text(json.dumps(config))
    desk.eyes.sees("2 of its changes reduce protection")
    desk.eyes.sees("This is a shell")
    desk.eyes.sees("All tools of all servers run")
    desk.click("check box", "Approve change 1 of 2", at="left")
    desk.click("push button", "Approve 1 of 2 changes")
    desk.eventually(lambda: "other" in desk.config()["servers"] and not rules(desk), desk.config)
    assert desk.toolguard("server", "remove", "other").returncode == 0


def test_a_denial_is_undone(desk, chat):
    call = chat.call("add", a=20, b=22)
    desk.eyes.sees("Approve add")
    desk.click("push button", "Deny")
    desk.click("push button", "Undo this denial")
    desk.click("push button", "Approve add")
    assert "42" in said(call)


def test_edited_inputs_run(desk, chat):
    chat.tools()
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Approve add")
    desk.click("push button", "Edit arguments")
    desk.click("radio button", "Edit arguments as JSON")
    desk.click("text", "Arguments as JSON")
    desk.keys("ctrl+a")
    desk.write('{"a": 40, "b": 2}')
    desk.eyes.wait("push button", "Approve edited add")  # all of it was typed: each key may move the buttons
    desk.click("push button", "Revert to the arguments")
    desk.eyes.sees("No changes yet.")
    desk.click("push button", "Discard changes")
    desk.click("push button", "Edit arguments")
    desk.click("radio button", "Edit arguments as Form")
    desk.click("text", "a")
    desk.keys("ctrl+a")
    desk.write("40")
    desk.click("push button", "Approve edited add")
    assert "42" in said(call)


def one_by_one(desk, chat):
    """Three calls that are no burst."""
    calls = []
    for number in range(3):
        calls.append(chat.call("add", a=number, b=0))
        desk.eyes.sees(f"{number + 1} pending")
        time.sleep(MAX_GAP + 0.2)
    return calls


def test_a_burst_of_forty_is_decided_as_a_group_with_one_denied_singly(desk, chat):
    chat.tools()
    calls = [chat.call("add", a=number, b=1000) for number in range(40)]
    desk.eyes.sees("40 pending")
    desk.eyes.sees("1000")
    desk.click("list item", "8. a  7")
    desk.keys("space")
    desk.click("push button", "Approve 39 selected calls")
    desk.eyes.wait("push button", "Approve add")
    desk.click("text", "Reason for denying")
    desk.write("not this one")
    desk.click("push button", "Deny")
    assert "not this one" in said(calls[7])
    assert [said(call) for call in calls[:7] + calls[8:]] == [f'{{"sum": {n + 1000}}}' for n in range(40) if n != 7]
    records = desk.records()
    held = {one["call"]: json.loads(one["arguments"]) for one in records if one["kind"] == "call_held"}
    burst = {name for name, arguments in held.items() if arguments.get("b") == 1000}
    decided = {one["call"]: one["verdict"] for one in records if one["kind"] == "call_decided" and one["call"] in burst}
    assert len(decided) == 40
    assert [held[call]["a"] for call, verdict in decided.items() if verdict == "deny"] == [7]


def test_several_are_selected_and_answered_together(desk, chat):
    chat.tools()
    calls = one_by_one(desk, chat)
    desk.click("list item", "add on demo")
    desk.keys("ctrl+g")
    desk.click("push button", "Approve all 3 selected calls")
    assert all(not call.result(120).is_error for call in calls)
    calls = one_by_one(desk, chat)
    desk.click("list item", "add on demo")
    desk.keys("ctrl+a")
    desk.click("text", "Reason for denying all")
    desk.write("not now")
    desk.click("push button", "Deny all 3 selected calls")
    assert all("not now" in said(call) for call in calls)


def test_the_keys_are_shown_and_the_first_command_is_copied(desk, chat):
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Approve add")
    desk.click("push button", "Show keyboard shortcuts")
    desk.eyes.sees("On this page")
    desk.eyes.sees("Approve (once the button is enabled)")
    desk.click("push button", "Close")
    desk.eyes.misses("On this page")
    desk.click("push button", "Deny")
    call.result(120)


# --- with the keyboard alone


def test_calls_are_answered_with_the_keyboard_alone(desk, chat):
    desk.keys("ctrl+2", "ctrl+1")
    first, second = chat.call("add", a=1, b=2), chat.call("write_note", name="x", text="by the keyboard")
    desk.eyes.sees("2 pending")
    desk.keys("F6", "Home", "Right", "Down")
    desk.eyes.wait("push button", "Approve add")
    desk.keys("ctrl+Return")
    assert "3" in said(first)
    desk.eyes.wait("push button", "Approve write_note")
    desk.keys("ctrl+r")
    desk.eyes.at("Reason for denying")
    desk.write("never at night")
    desk.keys("ctrl+d")
    assert "never at night" in said(second)
    assert "by the keyboard" not in received(desk)


def test_the_keyboard_remembers_edits_finds_and_undoes(desk, chat):
    chat.tools()
    call = chat.call("add", a=1, b=2)
    desk.eyes.sees("Approve add")
    desk.keys("ctrl+f")
    desk.write("2")
    desk.eyes.sees("1 found")
    desk.keys("ctrl+e", "ctrl+a")
    desk.write("30")
    desk.eyes.wait("push button", "Approve edited add")
    desk.keys("shift+Tab")
    desk.eyes.at("Discard changes")
    desk.keys("space")
    desk.eyes.misses("Approve edited add")
    desk.keys("ctrl+d")
    desk.eyes.sees("Undo this denial")
    desk.keys("ctrl+z")
    desk.eyes.wait("push button", "Approve add")
    desk.keys("ctrl+m", "ctrl+Return")
    assert "3" in said(call)
    assert "3" in said(chat.call("add", a=1, b=2)), "it is remembered until I quit"
    desk.keys("question")
    desk.eyes.sees("Approve (once the button is enabled)")
    desk.keys("Escape")
    desk.eyes.misses("Approve (once the button is enabled)")
