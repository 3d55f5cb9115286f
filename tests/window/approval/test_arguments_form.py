"""Inputs edited in a form over the tool's schema: the text that is sent is what the form says, and nothing else."""

from __future__ import annotations

import time
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QWidget

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, name_of
from toolguard.gate import jsonrpc
from toolguard.gate.model import Tool
from toolguard.window.approval.arguments_form import ArgumentsForm

AS_FORM, AS_JSON = "Edit arguments as Form", "Edit arguments as JSON"
SCHEMA = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "title": "Path"},
        "big": {"type": "integer", "title": "Big", "maximum": 2**80},
        "dry": {"type": "boolean", "title": "Dry"},
    },
    "required": ["path", "dry"],
}
GIVEN = {"path": "/tmp/a", "big": 2**70, "dry": False}


def with_schema(id: str, schema: Any, arguments: Any) -> Any:
    tool = Tool(server="files", name="write_file", input_schema=schema)
    return replace(make_held(id, arguments=arguments, since=time.time() + int(id[1:])), tool=tool)


async def editing(harness: WindowHarness, schema: Any = SCHEMA, arguments: Any = None, *others: Any) -> Any:
    harness.pending.answers.denials.delay = 0
    await harness.show(pending=(with_schema("c1", schema, GIVEN if arguments is None else arguments), *others))
    harness.press("Edit arguments")
    return harness.pending.call.editor


def field(harness: WindowHarness, name: str, kind: type[QWidget] = QLineEdit) -> Any:
    """The visible field of that name."""
    seen = [each for each in harness.window.findChildren(kind) if each.isVisible() and name_of(each) == name]
    assert len(seen) == 1, [name_of(each) for each in harness.window.findChildren(kind) if each.isVisible()]
    return seen[0]


def write(harness: WindowHarness, name: str, text: str) -> None:
    found = field(harness, name)
    found.selectAll()
    QTest.keyClicks(found, text)


async def test_form_changes_only_the_edited_arguments(harness: WindowHarness) -> None:
    editor = await editing(harness)
    assert editor.is_form and field(harness, "path").hasFocus()
    await harness.armed("Approve write_file")
    write(harness, "path", "/tmp/b")
    assert not harness.pending.call.decision.can_run()
    harness.keys(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    button = await harness.armed("Approve edited write_file")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    await until(lambda: [order[0] for order in harness.gate.orders].count("approve"))
    sent = harness.gate.orders[-1][4]
    assert jsonrpc.decode_arguments(sent) == {**GIVEN, "path": "/tmp/b"}
    assert str(2**70) in sent


async def test_untouched_form_changes_nothing(harness: WindowHarness) -> None:
    editor = await editing(harness, arguments={"path": "a", "dry": True, "other": [1.50, 10**400]})
    assert editor.is_form and editor.edited is None
    box = field(harness, "dry", QCheckBox)
    box.click()
    await until(lambda: editor.edited is not None)
    box.click()
    await until(lambda: editor.edited is None and editor.is_ready)


async def test_changed_argument_is_marked_and_has_its_own_reset(harness: WindowHarness) -> None:
    editor = await editing(harness, SCHEMA, {**GIVEN, "path": "/tmp/<b>a</b>"})
    assert not harness.is_shown("path: changed") and not harness.is_shown("Reset path")
    write(harness, "path", "/tmp/b")
    write(harness, "big", "12x")
    assert harness.find("path: changed").text() == "changed from “/tmp/<b>a</b>”"
    assert "/tmp/&lt;b&gt;a&lt;/b&gt;" in harness.find("Reset path").toolTip()
    assert harness.is_shown("big: changed") and not harness.is_shown("dry: changed")
    harness.press("Reset path")
    assert field(harness, "path").text() == "/tmp/<b>a</b>" and field(harness, "path").hasFocus()
    assert not harness.is_shown("path: changed")
    assert field(harness, "big").text() == "12x", "the others stay as they are"
    harness.press("Reset big")
    await until(lambda: editor.is_ready and editor.edited is None)


async def test_draft_is_compared_with_the_arguments_of_the_client(harness: WindowHarness) -> None:
    lines = "first\nsecond"
    editor = await editing(harness, SCHEMA, {**GIVEN, "path": lines})
    harness.find(AS_JSON).click()
    editor.area.setPlainText('{"path": "short", "dry": true}')
    harness.find(AS_FORM).click()
    for name in ("path", "big", "dry"):
        harness.press(f"Reset {name}")
        assert not harness.is_shown(f"{name}: changed")
    await until(lambda: editor.is_ready)
    assert editor.filling.value() == {**GIVEN, "path": lines}, "with its line break and all digits"


async def test_invalid_form_cannot_run(harness: WindowHarness) -> None:
    editor = await editing(harness)
    write(harness, "big", "12x")
    await until(lambda: editor.fault is not None)
    assert "Enter a number." in editor.fault.text
    assert "Can't be approved" in harness.pending.call.decision.note_label.text()
    assert not harness.pending.call.decision.can_run()
    write(harness, "big", "12")
    await harness.armed("Approve edited write_file")


async def test_client_error_outside_the_edit_does_not_block(harness: WindowHarness) -> None:
    editor = await editing(harness, arguments={**GIVEN, "big": 2**81})
    assert editor.fault is None and editor.is_ready
    write(harness, "path", "/tmp/b")
    await harness.armed("Approve edited write_file")


async def test_form_and_text_can_be_switched_without_change(harness: WindowHarness) -> None:
    editor = await editing(harness)
    write(harness, "path", "/tmp/b")
    harness.find(AS_JSON).click()
    assert '"/tmp/b"' in editor.area.toPlainText() and str(2**70) in editor.area.toPlainText()
    fields = [one for one in editor.findChildren(QLineEdit) if one.isVisible()]
    assert editor.area.isVisible() and not fields
    editor.area.setPlainText(editor.area.toPlainText().replace("/tmp/b", "/tmp/c"))
    harness.find(AS_FORM).click()
    assert field(harness, "path").text() == "/tmp/c"
    harness.press("Reset all arguments to what the client sent")
    assert field(harness, "path").text() == "/tmp/a"
    await until(lambda: editor.edited is None and editor.is_ready)


async def test_text_that_does_not_fit_the_form_stays_text(harness: WindowHarness) -> None:
    editor = await editing(harness)
    harness.find(AS_JSON).click()
    editor.area.setPlainText('{"path": ')
    harness.find(AS_FORM).click()
    assert not editor.is_form and editor.area.isVisible()
    assert editor.error_label.text() == "This JSON can't be shown as a form."


async def test_arguments_without_form_are_edited_as_json(harness: WindowHarness) -> None:
    schemas: tuple[Any, ...] = (
        None,
        True,
        {},
        [],
        {"type": "object"},
        {"type": "object", "properties": []},
        {"type": "object", "properties": {}},
        {"type": "object", "properties": {str(at): {"type": "string"} for at in range(1000)}},
        {"anyOf": [{"type": "object"}, {"type": "string"}]},
        {"$ref": "#"},
        {"properties": {"a": {"oneOf": [{"type": "string"}, {"type": "number"}, {"type": "null"}]}}},
    )
    calls = [with_schema(f"c{number}", schema, {"a": 1}) for number, schema in enumerate(schemas)]
    await harness.show(pending=tuple(calls))
    for held in calls:
        harness.pending.choose(held.call.id)
        harness.press("Edit arguments")
        editor = harness.pending.call.editor
        assert not editor.is_form and editor.area.isVisible(), held.tool
        assert not harness.is_shown(AS_FORM), held.tool
        assert editor.area.hasFocus()


async def test_form_or_text_choice_is_kept_for_the_next_call(harness: WindowHarness) -> None:
    other = with_schema("c2", SCHEMA, GIVEN)
    editor = await editing(harness, SCHEMA, None, other)
    harness.find(AS_JSON).click()
    harness.pending.choose("c2")
    harness.press("Edit arguments")
    assert not editor.is_form
    harness.find(AS_FORM).click()
    harness.pending.choose("c1")
    assert editor.is_form


async def test_unsaved_edit_is_kept_with_its_call(harness: WindowHarness) -> None:
    editor = await editing(harness, SCHEMA, None, with_schema("c2", None, {}))
    write(harness, "path", "/tmp/b")
    harness.pending.choose("c2")
    assert editor.isHidden()
    harness.pending.choose("c1")
    assert field(harness, "path").text() == "/tmp/b"
    await harness.armed("Approve edited write_file")


def test_hostile_titles_are_shown_as_bounded_plain_text(qtbot: Any) -> None:
    filling = ArgumentsForm()
    qtbot.addWidget(filling)
    title = "<img src=file:///etc/passwd>" + "\u202e" + "x" * 5000
    schema = {"type": "object", "properties": {"a": {"type": "string", "title": title, "description": title}}}
    assert filling.can(schema, {"a": "1"})
    filling.fill({"a": "1"}, {"a": "1"})
    assert filling.value() == {"a": "1"}
    filling.clear()
    assert filling.value() == {}


async def test_field_label_is_the_argument_key_and_title_is_a_note(qtbot: Any) -> None:
    """Defect A7: a server's title "Safe folder" could stand in the place of ``path``."""
    schema = {
        "type": "object",
        "properties": {
            "path": {"type": "string", "title": "Safe folder \u202e"},
            "mode": {"type": "string", "title": "mode"},
            "inner": {"type": "object", "title": "Outer", "properties": {"p\u0430th": {"type": "string"}}},
        },
    }
    filling = ArgumentsForm()
    qtbot.addWidget(filling)
    filling.can(schema, {})
    given = {"path": "/etc/passwd", "mode": "r", "inner": {"p\u0430th": "x"}}
    filling.fill(given, given)
    filling.show()
    labels = [one.text() for one in filling.findChildren(QLabel) if one.isVisible()]
    assert labels[0] == "path"
    assert "Server's title: “Safe folder ⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩”" in labels
    assert not [one for one in labels if one.startswith(("Safe", "Outer"))]
    assert sum("title" in one for one in labels) == 2, "a title that is the key says nothing more"
    assert "p⟨\u0430 CYRILLIC⟩th" in labels, "a key that looks like another one is marked"
    field = filling.findChildren(QLineEdit)[0]
    assert field.accessibleName() == "path"
