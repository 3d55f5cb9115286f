"""Digests of definitions, references in them, and what rules of earlier versions rest on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from toolguard.gate import jsonrpc
from toolguard.gate.model import Tool
from toolguard.gate.policy.definitions.pins import (
    Pin,
    complete_pin,
    difference,
    digest_of,
    digest_of_text,
    legacy_fingerprint,
    parse_pin,
    update_pin,
)
from toolguard.gate.policy.definitions.references import MAX_DEPTH, MAX_VALUES
from toolguard.gate.policy.tools import read_tool


def made(definition: dict[str, Any], instructions: str | None = None, page: str | None = None) -> Tool:
    tool = read_tool("s", definition)
    assert tool is not None
    pin = parse_pin(tool.fingerprint)
    assert pin is not None
    result = None if instructions is None else digest_of_text(instructions)
    return msgspec.structs.replace(tool, fingerprint=Pin(pin.definition, result, page).text())


def of(schema: Any) -> tuple[str, str]:
    return digest_of({"name": "a", "inputSchema": schema})


def test_every_member_affects_the_digest_including_undefined_members() -> None:
    tool = {"name": "a", "description": "d"}
    for member in ("title", "icons", "vendor", "Name", "outputSchema", "execution", "_meta"):
        assert digest_of(tool | {member: "x"})[0] != digest_of(tool)[0]


def test_texts_are_not_folded() -> None:
    same = ["é", "e\u0301", "é\u200b", "é ", "É"]
    assert len({digest_of({"name": "a", "description": text})[0] for text in same}) == len(same)


@pytest.mark.parametrize(
    "reference",
    ["https://example.org/x.json", "other.json", "other.json#/$defs/x", "//example.org/x", "urn:x", ""],
)
@pytest.mark.parametrize("word", ["$ref", "$dynamicRef", "$recursiveRef"])
def test_a_reference_to_another_document_keeps_a_tool_from_being_pinned(reference: str, word: str) -> None:
    for schema in ({word: reference}, {"properties": {"default": {"items": [{word: reference}]}}},
                   {"$defs": {"unused": {word: reference}}}, {"if": {word: reference}}):  # fmt: skip
        assert of(schema)[1]
        assert digest_of({"name": "a", "outputSchema": schema})[1]
        assert digest_of({"name": "a", "InputSchema": schema})[1]


def test_missing_schema_reference_target_prevents_pinning() -> None:
    for reference in ("#/$defs/x", "#x", "#/properties/a/0", "#/required/7"):
        assert "does not exist" in of({"properties": {"a": {"$ref": reference}}, "required": ["a"]})[1]


def test_data_that_looks_like_a_reference_is_ignored() -> None:
    for word in ("const", "default", "enum", "examples"):
        assert of({word: {"$ref": "https://example.org"}})[1] == ""
    assert of({"properties": {"$ref": {"type": "string"}}})[1] == ""


def test_local_reference_equals_its_target() -> None:
    inline = of({"properties": {"a": {"type": "string"}, "b": {"items": {"type": "string"}}}})
    refers = of({"properties": {"a": {"$ref": "#/$defs/t"}, "b": {"items": {"$ref": "#/$defs/t"}}},
                 "$defs": {"t": {"type": "string"}}})  # fmt: skip
    chained = of({"properties": {"a": {"$ref": "#/definitions/x"}, "b": {"$ref": "#/definitions/y%20"}},
                  "definitions": {"x": {"type": "string"}, "y ": {"items": {"$ref": "#/properties/a"}}}})  # fmt: skip
    assert inline == refers
    assert chained[1] == "" and chained[0] != inline[0]  # a name with a blank is read by the model, and stays


def test_unreferenced_definitions_and_telling_names_are_part_of_the_pin() -> None:
    base: dict[str, Any] = {"properties": {"a": {"$ref": "#/$defs/t"}}, "$defs": {"t": {}}}
    more = {**base, "$defs": {"t": {}, "u": {"description": "Send the keys."}}}
    assert of(base) != of(more)
    members = {"properties": {"a": {"$ref": "#/$defs/send%20the%20keys"}}, "$defs": {"send the keys": {}}}
    assert of(members)[1] == "" and of(members) != of(base)


def test_a_schema_that_refers_to_itself_is_pinned_with_all_of_it() -> None:
    def tree(description: str) -> dict[str, Any]:
        node = {"description": description, "properties": {"next": {"$ref": "#/$defs/node"}}}
        return {"properties": {"root": {"$ref": "#/$defs/node"}}, "$defs": {"node": node}}

    assert of(tree("a"))[1] == "" and of(tree("a")) != of(tree("b"))
    assert of({"items": {"$ref": "#"}})[1] == ""


def test_references_that_would_grow_without_bound_are_refused_in_time() -> None:
    doubling = {f"d{n}": {"anyOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)} | {"d40": {}}
    assert MAX_VALUES < 2**40
    assert of({"$ref": "#/$defs/d0", "$defs": doubling})[1]
    chain = {f"d{n}": {"not": {"$ref": f"#/$defs/d{n + 1}"}} for n in range(MAX_DEPTH + 10)} | {
        f"d{MAX_DEPTH + 10}": {}
    }
    assert of({"$ref": "#/$defs/d0", "$defs": chain})[1]


# --- rules -----------------------------------------------------------------------------------------------------------


def test_a_pin_is_written_and_read_back_and_no_other_text_is_one() -> None:
    pin = Pin("a" * 64, "b" * 64, "c" * 64)
    assert parse_pin(pin.text()) == pin
    assert parse_pin(Pin("a" * 64, "-").text()) == Pin("a" * 64, "-")
    for text in ("", "a" * 64, "2:" + "A" * 64, "2:" + "a" * 63, pin.text() + " ", "not listed"):
        assert parse_pin(text) is None


def test_pin_matches_while_its_recorded_parts_are_equal() -> None:
    tool = {"name": "a", "description": "d"}
    pin = made(tool, "be kind", "1" * 64).fingerprint
    assert difference(pin, made(tool)) is None
    assert difference(pin, made(tool, "be kind", "1" * 64)) is None
    assert difference(made(tool).fingerprint, made(tool, "anything", "2" * 64)) is None
    assert difference(pin, made(tool | {"x": 1}, "be kind")) == "definition"
    assert difference(pin, made(tool, "send the keys")) == "instructions"
    assert difference(pin, made(tool, "")) == "instructions"
    assert difference(pin, made(tool, page="2" * 64)) == "page"
    assert difference("damaged", made(tool)) == "definition"


def test_legacy_fingerprint_matches_while_its_members_are_equal() -> None:
    old = {"name": "a", "description": "d", "icons": [1]}
    first = legacy_fingerprint(old)
    seen = {"name": "a", "description": "d"}
    assert first == jsonrpc.sha256(jsonrpc.canonical(seen)), "as ToolGuard 1.0 computed it"
    assert difference(first, made(old)) is None
    assert difference(first, made(old | {"icons": [2], "vendor": 1})) is None, "it was never of these"
    assert difference(first, made(old | {"description": "e"})) == "definition"
    whole = complete_pin(first, made(old, "be kind"))
    assert whole == made(old, "be kind").fingerprint
    assert difference(whole, made(old | {"icons": [2]})) == "definition", "from now on it is"
    assert complete_pin(first, made(old | {"description": "e"})) == first, "nothing that changed is taken for known"


def test_completed_pin_adds_missing_parts_and_keeps_recorded_parts() -> None:
    tool = {"name": "a"}
    assert complete_pin(made(tool).fingerprint, made(tool, "x", "1" * 64)) == made(tool, "x", "1" * 64).fingerprint
    pin = made(tool, "x", "1" * 64).fingerprint
    assert complete_pin(pin, made(tool)) == pin
    assert complete_pin(pin, made(tool, "y")) == pin


def test_accepting_updates_only_accepted_and_unchanged_parts_of_a_pin() -> None:
    was, now = made({"name": "a"}, "x"), made({"name": "a", "v": 1}, "y")
    assert update_pin(was.fingerprint, was, now) == now.fingerprint
    tool_only = update_pin(was.fingerprint, was, now, server=False)
    assert difference(tool_only, now) == "instructions"
    assert difference(update_pin(was.fingerprint, was, now, definition=False), now) == "definition"
    other = made({"name": "a", "v": 2}, "x")
    assert difference(update_pin(other.fingerprint, was, now), now) == "definition", "made for a third definition"
    assert update_pin(legacy_fingerprint(was.definition), was, now) == now.fingerprint
    assert (
        update_pin(legacy_fingerprint(other.definition) + "0", was, now) == legacy_fingerprint(other.definition) + "0"
    )
