"""Forms: exactly typed values back, what was not touched untouched, errors at their place, and no end of a schema."""

from __future__ import annotations

import json
import time
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from tests.support.examples import examples
from tests.window.conftest import name_of
from toolguard.gate import jsonrpc
from toolguard.tables.servers import KINDS
from toolguard.window.forms.fields import ChoiceField, FlagField, JsonField, NumberField, ReadOnlyField, TextField
from toolguard.window.forms.form import FieldSection, Form, LabelledField
from toolguard.window.forms.list_fields import MapField, TextsField
from toolguard.window.forms.schema_plan import (
    ABSENT,
    MAX_DEPTH,
    MAX_EDITABLE_LENGTH,
    MAX_FIELDS,
    is_plain,
    plan,
    pretty,
)

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["path", "count", "overwrite"],
    "properties": {
        "path": {"type": "string", "title": "Path", "minLength": 1, "description": "Where to write"},
        "count": {"type": "integer", "minimum": 1, "maximum": 10},
        "ratio": {"type": ["number", "null"], "default": 0.5},
        "overwrite": {"type": "boolean"},
        "mode": {"enum": ["a", "b", 1, True, None]},
        "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
        "env": {"type": "object", "additionalProperties": {"type": "string"}},
        "options": {"type": "object", "properties": {"deep": {"type": "string"}}, "required": ["deep"]},
        "any": {},
    },
}


def kinds(schema: Any, value: Any = ABSENT) -> dict[str, str]:
    return {name: shape.kind for name, shape in plan(schema, value).members}


def write(field: Any, text: str) -> None:
    """Type into a field as a person does."""
    field.line.selectAll()
    QTest.keyClicks(field.line, text) if text else field.line.del_() or field.touch()


def test_each_schema_part_gets_a_suitable_field() -> None:
    assert kinds(SCHEMA) == {
        "path": "text", "count": "number", "ratio": "number", "overwrite": "flag", "mode": "choice", "tags": "texts",
        "env": "map", "options": "object", "any": "json",
    }  # fmt: skip


def test_empty_form_returns_nothing_and_reports_required_fields() -> None:
    form = Form(SCHEMA)
    assert form.value() == {}
    assert form.problems() == ["Path: Required.", "count: Required.", "overwrite: Required."]
    assert form.show_problems()
    assert not form.field("path").parentWidget().error_label.isHidden()  # type: ignore[union-attr]


VALUES: list[dict[str, Any]] = [
    {"path": "/a", "count": 3, "overwrite": True},
    {"z": {"unknown": [1, {"b": None}]}, "path": "", "count": 12345678901234567890123, "overwrite": False},
    {"ratio": Decimal("1e400"), "path": "a\tb\x00\u202e\u2028", "count": 1.0, "overwrite": "yes", "mode": True},
    {"mode": 1, "tags": [], "env": {}, "options": {}, "any": None, "path": "x" * 200, "count": 2, "overwrite": True},
    {"mode": 1.0, "tags": ["a\nb", "c"], "env": {"A": 7}, "options": [], "any": 1.5e300, "path": "\xa0", "count": "3"},
    {"tags": "text", "env": None, "ratio": None, "path": "line\nline\r\n", "count": -0.0, "overwrite": None},
    {"path": "\ud800", "count": Decimal("-0"), "options": {"deep": "x", "more": [0.1]}, "any": {"": ""}},
]


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_untouched_form_returns_its_value(value: dict[str, Any]) -> None:
    form = Form(SCHEMA, value)
    for one in form.labelled():
        one.field.touched = one.field.touched or isinstance(one.field, ReadOnlyField)
    assert form.value() is value


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from([*SCHEMA["properties"], "other"]), _JSON))
def test_reading_each_field_preserves_the_bytes(value: dict[str, Any]) -> None:
    form = Form(SCHEMA, value)
    for one in form.labelled():
        if not isinstance(one.field, ReadOnlyField):
            one.field.touch()
    if not form.problems():
        assert jsonrpc.encode(form.value()) == jsonrpc.encode(value)


@given(_JSON)
def test_indented_json_parses_to_the_same_value(value: Any) -> None:
    assert jsonrpc.encode(jsonrpc.decode_arguments(f'{{"v":{pretty(value)}}}')["v"]) == jsonrpc.encode(value)


def test_changed_member_keeps_its_place_and_changes_no_other() -> None:
    big = 2**70 + 1
    form = Form(SCHEMA, {"any": big, "count": 3, "path": "/a", "overwrite": True})
    received: list[bool] = []
    form.changed.connect(lambda: received.append(True))
    write(form.field("path"), "/b")
    assert list(form.value().items()) == [("any", big), ("count", 3), ("path", "/b"), ("overwrite", True)]
    assert received and not form.problems()


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), (" 7 ", 7), ("12345678901234567890123", 12345678901234567890123), ("-3", -3)],
)
def test_whole_numbers_keep_every_digit(text: str, value: int) -> None:
    form = Form({"properties": {"n": {"type": "integer"}}})
    write(form.field("n"), text)
    assert form.value() == {"n": value} and type(form.value()["n"]) is int and not form.problems()


@pytest.mark.parametrize(
    ("text", "value"), [("0.1", 0.1), ("1e400", Decimal("1e400")), ("3", 3), ("0.30000000000000000001", "kept")]
)
def test_numbers_keep_their_spelling(text: str, value: Any) -> None:
    form = Form({"properties": {"n": {"type": "number"}}})
    write(form.field("n"), text)
    assert jsonrpc.text(form.value()["n"]).lower().replace("+", "") == text


@pytest.mark.parametrize("text", ["abc", "1,5", "0x10", "NaN", "007", "1}", '1,"b":2', "--1", "1e9999999", "²"])
def test_invalid_number_is_reported_and_changes_nothing(text: str) -> None:
    form = Form({"properties": {"n": {"type": "number"}}}, {"n": 5})
    write(form.field("n"), text)
    assert form.value() == {"n": 5}
    assert len(form.problems()) == 1 and form.problems()[0].startswith("n: ")
    assert not form.labelled()[0].error_label.isHidden()


@pytest.mark.parametrize(
    ("member", "value", "text"),
    [
        ("count", 0, "Must be at least 1."), ("count", 11, "Must be at most 10."), ("path", "", "can't be empty"),
        ("mode", "c", "Select one of"), ("tags", ["a", "b", "c", "d"], "No more than 3 entries."),
    ],
)  # fmt: skip
def test_form_error_uses_the_field_title(member: str, value: Any, text: str) -> None:
    form = Form(SCHEMA, {"path": "p", "count": 1, "overwrite": True, member: value})
    (problem,) = form.problems()
    assert text in problem and problem.startswith("Path" if member == "path" else member)


def test_choice_returns_values_of_their_own_type() -> None:
    form = Form(SCHEMA, {"mode": 1})
    box = form.field("mode").box  # type: ignore[attr-defined]
    got = []
    for at in range(box.count()):
        box.setCurrentIndex(at)
        got.append(form.value().get("mode", ABSENT))
    assert [repr(one) for one in got] == [repr(ABSENT), "'a'", "'b'", "1", "True", "None"]


def test_choice_and_list_use_their_labels_only_in_a_trusted_schema() -> None:
    way = {"enum": ["none", "jwt"], "default": "none", "labels": {"none": "None", "jwt": "Signed token"}}
    texts = {"type": "array", "items": {"type": "string"}, "add": "Add argument"}
    schema = {"properties": {"way": way, "texts": texts}}
    seen = {}
    for by_key in (False, True):
        form = Form(schema, by_key=by_key)
        box = form.field("way").box  # type: ignore[attr-defined]
        seen[by_key] = [*(box.itemText(at) for at in range(box.count())), form.field("texts").add.text()]  # type: ignore[attr-defined]
    assert seen[False] == ["None (default)", "Signed token", "Add argument"]
    assert seen[True] == ["none (default)", "none", "jwt", "Add"]
    form = Form(schema, {"way": "none"})
    assert form.field("way").box.currentText() == "None" and form.value() == {"way": "none"}  # type: ignore[attr-defined]


def test_optional_boolean_has_three_states() -> None:
    schema = {"required": ["must"], "properties": {"may": {"type": "boolean"}, "must": {"type": "boolean"}}}
    form = Form(schema, {"must": False})
    assert isinstance(form.field("may"), ChoiceField) and isinstance(form.field("must"), FlagField)
    form.field("must").box.setChecked(True)  # type: ignore[attr-defined]
    form.field("may").box.setCurrentIndex(2)  # type: ignore[attr-defined]
    assert form.value() == {"must": True, "may": False}


def test_boolean_with_default_stays_absent_until_changed() -> None:
    form = Form({"properties": {"on": {"type": "boolean", "default": True}}})
    box = form.field("on").box  # type: ignore[attr-defined]
    assert box.isChecked() and form.value() == {}
    box.click()
    assert form.value() == {"on": False}


def test_optional_field_can_be_omitted_again() -> None:
    form = Form(SCHEMA, {"path": "p", "count": 1, "overwrite": True, "any": {"b": 1}, "options": {"deep": "x"}})
    for one in form.findChildren(LabelledField):
        if not one.leave_out.isHidden():
            one.leave_out.click()
    assert form.value() == {"path": "p", "count": 1, "overwrite": True}


def test_list_rows_can_be_added_and_removed() -> None:
    form = Form(SCHEMA, {"tags": ["one", "two"]})
    tags = form.field("tags")
    assert isinstance(tags, TextsField)
    tags.rows[0].remove.click()
    tags.add.click()
    QTest.keyClicks(tags.rows[1].text, "three")
    assert form.value() == {"tags": ["two", "three"]}
    for row in list(tags.rows):
        row.remove.click()
    assert form.value() == {"tags": []}


def test_map_offers_secrets_and_refuses_duplicate_names() -> None:
    form = Form(SCHEMA, {"env": {"TOKEN": "abc"}})
    env = form.field("env")
    assert isinstance(env, MapField)
    form.know_secrets(["GITHUB_TOKEN"])
    assert env._secrets == ["GITHUB_TOKEN"]
    env.rows[0]._take("GITHUB_TOKEN")
    assert form.value() == {"env": {"TOKEN": "${secret:GITHUB_TOKEN}"}}
    env.add.click()
    QTest.keyClicks(env.rows[1].text, "v")
    assert any("no name" in problem for problem in form.problems())
    QTest.keyClicks(env.rows[1].name, "TOKEN")
    assert any("twice" in problem for problem in form.problems())
    QTest.keyClicks(env.rows[1].name, "2")
    assert form.value()["env"] == {"TOKEN": "${secret:GITHUB_TOKEN}", "TOKEN2": "v"}


def test_header_names_are_compared_ignoring_case() -> None:
    """RFC 9110 §5.1. A variable's name is another one then."""
    form = Form(KINDS["http"].schema, {"url": "https://a.test/mcp", "headers": {"Authorization": "a"}})
    headers = form.field("headers")
    assert isinstance(headers, MapField)
    headers.add.click()
    QTest.keyClicks(headers.rows[1].name, "authorization")
    assert any("twice" in problem for problem in form.problems())
    form = Form(KINDS["stdio"].schema, {"command": "x", "env": {"Path": "a", "PATH": "b"}})
    assert not form.problems()


def test_unknown_members_are_json_without_duplicates() -> None:
    form = Form(SCHEMA, {"path": "p", "count": 1, "overwrite": True, "new": [1]})
    rest = form.labelled()[-1]
    assert isinstance(rest.field, JsonField)
    rest.field.editor.setPlainText('{"new": [2], "newer": 1}')
    assert form.value() == {"path": "p", "count": 1, "overwrite": True, "new": [2], "newer": 1}
    rest.field.editor.setPlainText('{"path": 1}')
    assert "its own field" in form.problems()[0] and form.value()["path"] == "p"
    rest.field.editor.setPlainText("[1]")
    assert "Must be an object" in form.problems()[0]
    rest.field.editor.setPlainText('{"a": 1} , "b": 2')
    assert form.problems()


def test_empty_nested_object_is_omitted() -> None:
    form = Form(SCHEMA, {"path": "p", "count": 1, "overwrite": True})
    assert "options" not in form.value() and not form.problems()
    write(form.field("options", "deep"), "x")
    assert form.value()["options"] == {"deep": "x"}


def test_foreign_schema_is_supported() -> None:
    schema = {
        "$defs": {"Mode": {"enum": ["r", "w"], "title": "Mode"}, "Loop": {"$ref": "#/$defs/Loop"}},
        "type": "object",
        "properties": {
            "mode": {"anyOf": [{"$ref": "#/$defs/Mode"}, {"type": "null"}], "default": None},
            "loop": {"$ref": "#/$defs/Loop"},
            "far": {"$ref": "https://example.org/schema"},
            "many": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        },
    }
    assert kinds(schema) == {"mode": "choice", "loop": "json", "far": "json", "many": "json"}
    assert dict(plan(schema).members)["mode"].choices == ("r", "w", None)


def test_hostile_schema_makes_a_bounded_form() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(50):
        deep = {"type": "object", "properties": {"x": deep}}
    wide = {f"p{n}": {"type": "string"} for n in range(5000)}
    schema = {
        "properties": {
            "deep": deep, "title": {"type": "string", "title": "<b>T</b>" * 500, "description": "d" * 10_000},
            "evil": {"type": "string", "pattern": "(a+)+$"}, "enum": {"enum": list(range(10_000))},
            "wide": {"type": "object", "properties": wide},
        }
    }  # fmt: skip
    form = Form(schema, {"evil": "a" * 400 + "!"})
    assert len(form.labelled()) < MAX_FIELDS + MAX_DEPTH
    assert kinds(schema)["wide"] == "json" and kinds(schema)["enum"] == "json"
    assert len(form.problems()) == 1
    assert all(len(each.title) < 100 and len(each.about) < 500 for _, each in plan(schema).members)
    assert len(Form({"properties": wide}).labelled()) == 1


@pytest.mark.parametrize(
    "member",
    [
        {"type": "string", "pattern": r"\pL{200}NUMBER"},
        {"type": "string", "pattern": "(?:[ab]{1,1000}){1,20}cNUMBER"},
        {"type": "array", "items": {"type": "string", "pattern": r"\pL{200}NUMBER"}},
        {"type": "string", "title": "x" * 400_000, "description": "\u200b" * 400_000},
    ],
)
def test_hostile_schema_does_not_stop_the_window(member: dict[str, Any]) -> None:
    members = {f"p{number}": json.loads(json.dumps(member).replace("NUMBER", str(number))) for number in range(60)}
    schema = {"properties": members}
    value = {name: ["ab"] if "items" in member else "ab" * 250 for name in members}
    begun = time.process_time()
    form = Form(schema, value, by_key=True)
    for _ in range(10):
        form.problems()
    assert time.process_time() - begun < 3


@pytest.mark.parametrize("schema", [None, True, False, 7, "x", [], {}, {"type": 7}, {"enum": 3}, {"properties": []}])
def test_missing_schema_is_edited_as_json(schema: Any) -> None:
    form = Form(schema, {"a": 1})
    assert form.value() == {"a": 1}


def test_too_long_value_is_not_editable() -> None:
    value = {"path": "x" * (MAX_EDITABLE_LENGTH + 1), "count": 1, "overwrite": True}
    form = Form(SCHEMA, value)
    assert isinstance(form.field("path"), ReadOnlyField)
    form.field("count").line.setText("2")  # type: ignore[attr-defined]
    form.field("count").touch()
    assert form.value() == {**value, "count": 2}


@pytest.mark.parametrize("text", ["one line", "ｆｕｌｌ width", "中文"])
def test_ordinary_texts_are_plain(text: str) -> None:
    assert is_plain(text)


@pytest.mark.parametrize("text", ["a\u202eb", "a\rb", "a\xa0b", "a\x00", "\ud800", "a\u2028", "a\u200bb"])
def test_text_that_a_field_would_change_is_edited_as_json(text: str) -> None:
    form = Form({"properties": {"t": {"type": "string"}}}, {"t": text})
    field = form.field("t")
    assert isinstance(field, JsonField)
    field.touch()
    assert form.value() == {"t": text}
    assert is_plain(field.editor.exact_text(), lines=True)


def test_multiline_text_is_preserved_exactly() -> None:
    form = Form({"properties": {"t": {"type": "string"}}}, {"t": "a\n\tb  c\n"})
    field = form.field("t")
    assert isinstance(field, TextField) and field.lines is not None
    field.touch()
    assert form.value() == {"t": "a\n\tb  c\n"}


def test_every_control_of_a_form_has_a_name() -> None:
    form = Form(SCHEMA, {"path": "p", "tags": ["a"], "env": {"A": "b"}, "x": 1})
    form.show()
    wanted = [each for each in form.findChildren(QWidget) if each.focusPolicy() and each.isVisible()]
    nameless = [each for each in wanted if not name_of(each) and each.parentWidget() is not None]
    assert [type(each).__name__ for each in nameless if not each.objectName().startswith("qt_")] == []
    assert isinstance(form.field("count"), NumberField)


def test_group_is_folded_until_requested_set_or_wrong() -> None:
    schema = {"type": "object", "properties": {
        "path": {"type": "string"}, "mode": {"enum": ["auto", "off"], "default": "auto", "group": "More"},
        "count": {"type": "integer", "minimum": 1, "title": "Count", "group": "More"},
        "how": {"type": "object", "title": "How", "group": "How", "properties": {"deep": {"type": "integer"}}},
    }}  # fmt: skip

    def sections(form: Form) -> dict[str, FieldSection]:
        return {one.button.text(): one for one in form.findChildren(FieldSection)}

    def is_folded(name: str, value: Any) -> bool:
        form = Form(schema, value)
        return sections(form)[name].body.isHidden()

    assert is_folded("More", ABSENT) and is_folded("More", {"path": "/", "mode": "auto"})
    assert not is_folded("More", {"mode": "off"}) and not is_folded("More", {"count": 5})
    assert is_folded("How", {"mode": "off", "how": {}}) and not is_folded("How", {"how": {"deep": 1}})
    form = Form(schema, {"path": "/"})
    section = sections(form)["More"]
    section.button.click()
    assert not section.body.isHidden() and section.button.accessibleDescription() == "Shown"
    write(form.field("count"), "7")
    section.button.click()
    assert section.body.isHidden() and section.summary.text() == "Count"
    write(form.field("count"), "0")
    assert section.summary.text() == "1 error" and section.summary.property("tone") == "danger"
    assert form.value() == {"path": "/", "count": 0}
    assert form.show_problems() and not section.body.isHidden()
    write(form.field("how", "deep"), "x")
    assert sections(form)["How"].summary.text() == "1 error"


def test_title_of_a_section_is_not_repeated() -> None:
    member = {"type": "object", "title": "How", "group": "How", "properties": {"deep": {"type": "integer"}}}
    form = Form({"type": "object", "properties": {"how": member}})
    assert [each.text() for each in form.findChildren(QLabel) if each.text() == "How"] == []
    named = Form({"type": "object", "properties": {"how": {**member, "group": "Other"}}})
    assert [each.text() for each in named.findChildren(QLabel) if each.text() == "How"] == ["How"]


def test_untrusted_schema_can_not_fold_its_fields() -> None:
    schema = {"type": "object", "properties": {"path": {"type": "string", "group": "More"}}}
    assert Form(schema, by_key=True).findChildren(FieldSection) == []
