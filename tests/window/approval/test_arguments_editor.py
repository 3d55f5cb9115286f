"""Inputs that a person changes: what is wrong is told at its place, what changes is shown, and exactly that is sent."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held
from tests.window.json_view.test_json_layout import DATA
from toolguard.gate import jsonrpc
from toolguard.gate.policy import json_diff
from toolguard.gate.policy.edited_arguments import read, written
from toolguard.gate.policy.json_diff import JsonChange, changes, same

CTRL = Qt.KeyboardModifier.ControlModifier


@given(st.dictionaries(st.text(max_size=8), DATA, max_size=4))
def test_editor_text_equals_the_client_arguments(value: dict[str, Any]) -> None:
    text = written(value)
    again, fault = read(text)
    assert fault is None
    assert same(again, value)
    assert not jsonrpc.text(value).isascii() or "\u202e" not in text


def test_invisible_character_is_shown_as_an_escape() -> None:
    assert written({"a": "x\u202ey\U000e0041"}) == '{\n  "a": "x\\u202ey\\udb40\\udc41"\n}'


@pytest.mark.parametrize(
    ("text", "expected", "at"),
    [
        ('{"a": 1,\n "b": }', 'Line 2, column 7: expected a value, such as "text", 1, true or null', 15),
        ('{"a": "x}', "Line 1, column 7: unterminated string", 6),
        ('{"a": 1 "b": 2}', "Line 1, column 9: missing comma or closing bracket", 8),
        ('{"a": "C:\\x"}', "Line 1, column 10: escape the backslash as \\\\", 9),
        ("[1]", "they must be a JSON object", -1),
    ],
)
def test_error_is_shown_at_its_place(text: str, expected: str, at: int) -> None:
    value, fault = read(text)
    assert value is None and fault is not None
    assert (fault.text, fault.at) == (expected, at)


def test_duplicate_member_cannot_be_sent() -> None:
    value, fault = read('{"a": 1, "a": 2}')
    assert value is None and fault is not None and fault.text


def test_differences_are_listed_member_by_member() -> None:
    before = {"a": 1, "b": {"c": "x", "d": [1, 2, 3]}, "gone": True}
    after = {"a": 1.0, "b": {"c": "y", "d": [1, 9, 2, 3]}, "new": None}
    assert changes(before, after) == [
        JsonChange("a", "1", "1.0"),
        JsonChange("b.c", "x", "y"),
        JsonChange("b.d[2]", None, "9"),
        JsonChange("gone", "true", None),
        JsonChange("new", None, "null"),
    ]


def test_number_and_equal_looking_text_differ() -> None:
    assert changes({"a": 7}, {"a": "7"}) == [JsonChange("a", "7", '"7"')]
    assert changes({"a": True}, {"a": 1}) == [JsonChange("a", "true", "1")]


def test_diff_of_long_texts_shows_only_the_change() -> None:
    one = "a" * 500 + "OLD" + "b" * 500
    found = changes({"t": one}, {"t": one.replace("OLD", "NEW!")})[0]
    assert found.before == f"…{'a' * 48}OLD{'b' * 48}…"
    assert found.after == f"…{'a' * 48}NEW!{'b' * 48}…"


def test_context_of_a_change_ends_with_its_line() -> None:
    one = f"{'# Report' * 20}\n\nIt grew by 14 %.\n\n{'More' * 40}"
    assert changes(one, one.replace("14", "15")) == [JsonChange("", "…It grew by 14 %.…", "…It grew by 15 %.…")]
    assert changes(one, one.replace("14 %.\n", "15 %.")) == [
        JsonChange("", "…It grew by 14 %.\n…", "…It grew by 15 %.…")
    ]


@given(DATA, DATA)
def test_diff_is_empty_only_if_the_sent_bytes_are_equal(before: Any, after: Any) -> None:
    order_aside = same(*(_sorted(one) for one in (before, after)))
    assert (changes(before, after) == []) == order_aside


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value)}
    return [_sorted(one) for one in value] if isinstance(value, list) else value


def test_number_of_differences_is_limited() -> None:
    assert len(changes({}, {str(n): n for n in range(10_000)})) == json_diff.MAX_DIFFERENCES


async def editing(harness: WindowHarness, **more: Any) -> Any:
    harness.pending.answers.denials.delay = 0
    await harness.show(pending=(make_held("c1", **more), make_held("c2", "other")))
    harness.press("Edit arguments")
    return harness.pending.call.editor


def change(editor: Any, old: str, new: str) -> None:
    editor.area.setPlainText(editor.area.toPlainText().replace(old, new))


async def test_edited_call_runs_after_check_and_new_arming_delay(harness: WindowHarness) -> None:
    editor = await editing(harness, arguments={"path": "/tmp/a", "big": 2**70})
    await harness.armed("Approve write_file")
    change(editor, "/tmp/a", "/tmp/b")
    assert not harness.find("Approve edited write_file").isEnabled()
    harness.keys(Qt.Key.Key_Return, CTRL)
    button = await harness.armed("Approve edited write_file")
    assert [order[0] for order in harness.gate.orders] == ["check"]
    facts = editor.changes.findChildren(type(harness.pending.call.heading.sentence))
    assert "− /tmp/a\n+ /tmp/b" in [fact.text() for fact in facts]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    await until(lambda: len(harness.gate.orders) == 2)
    order = harness.gate.orders[1]
    assert order[:3] == ("approve", "c1", harness.gate.now.pending[0].call.digest)
    assert jsonrpc.decode_arguments(order[4]) == {"path": "/tmp/b", "big": 2**70}


async def test_typing_disarms_and_invalid_text_cannot_be_approved(harness: WindowHarness) -> None:
    editor = await editing(harness)
    change(editor, "/tmp/a", "/tmp/b")
    await harness.armed("Approve edited write_file")
    change(editor, '"/tmp/b"', '"/tmp/b')
    assert not harness.find("Approve edited write_file").isEnabled()
    await until(lambda: editor.fault is not None)
    assert "line break or tab in a string" in editor.error_label.text()
    assert harness.pending.call.decision.note_label.text() == "Can't be approved: the arguments contain an error."
    assert len(editor.area.extraSelections()) == 1
    assert not harness.pending.call.decision.can_run()
    assert harness.find("Deny").isEnabled() and "approve" in harness.pending.unavailable()
    change(editor, '"/tmp/b', '"/tmp/b"')
    await until(lambda: "approve" not in harness.pending.unavailable())


async def test_reset_and_cancel_restore_the_client_arguments(harness: WindowHarness) -> None:
    editor = await editing(harness)
    change(editor, "/tmp/a", "/tmp/b")
    harness.press("Reset all arguments to what the client sent")
    await harness.armed("Approve write_file")
    assert editor.edited is None
    change(editor, "/tmp/a", "/tmp/b")
    harness.press("Cancel editing and use the original arguments")
    QTest.mouseClick(await harness.armed("Approve write_file"), Qt.MouseButton.LeftButton)
    await until(lambda: any(order[0] == "approve" for order in harness.gate.orders))
    assert len(harness.gate.orders[-1]) == 4, "nothing edited is sent"


async def test_edited_text_is_kept_when_returning(harness: WindowHarness) -> None:
    editor = await editing(harness)
    change(editor, "/tmp/a", "/tmp/b")
    harness.pending.choose("c2")
    assert harness.is_shown("Approve other") and editor.isHidden()
    harness.pending.choose("c1")
    assert "/tmp/b" in editor.area.toPlainText()
    await harness.armed("Approve edited write_file")
    await harness.show(pending=(harness.gate.now.pending[1],))
    assert harness.pending.call._drafts.keys() <= {"c2"}


async def test_gate_warnings_are_shown_before_approval(harness: WindowHarness) -> None:
    async def check(_name: str, _words: str) -> tuple[str, ...]:
        return ("path is not of the type string.",)

    harness.gate.check = check  # type: ignore[method-assign]
    editor = await editing(harness)
    change(editor, '"/tmp/a"', "5")
    await harness.armed("Approve edited write_file")
    assert editor.warnings.sentences() == ["path is not of the type string."]


async def test_check_of_older_text_does_not_enable_newer_text(harness: WindowHarness) -> None:
    editor = await editing(harness)
    change(editor, "/tmp/a", "/tmp/b")
    editor.check_text()
    editor.checked("something older", ())
    assert not editor.is_ready


async def test_arguments_too_long_to_edit_are_reported(harness: WindowHarness) -> None:
    editor = await editing(harness, arguments={"content": "x" * 300_000})
    assert editor.isHidden()
    assert "too long to edit" in harness.pending.call.decision.note_label.text()


async def test_editing_and_reasons_work_by_keyboard_alone(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"),))
    harness.keys(Qt.Key.Key_E, CTRL)
    assert harness.pending.call.editor.area.hasFocus()
    harness.keys(Qt.Key.Key_R, CTRL)
    assert harness.find("Reason for denying").hasFocus()
    harness.keys(Qt.Key.Key_M, CTRL)
    assert harness.find("Remember for: this decision").isChecked()
