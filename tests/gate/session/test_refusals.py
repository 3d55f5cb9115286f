"""Why a call was refused where nobody can be asked, and null for an argument that may be left out."""

import hashlib

import pytest

from toolguard.gate import jsonrpc
from toolguard.gate.policy.rules import Rule
from toolguard.gate.policy.schemas import SchemaValidator, optional

SEARCH = {
    "name": "search",
    "inputSchema": {
        "type": "object",
        "properties": {"text": {"type": "string"}, "limit": {"type": "integer"}, "after": {"type": ["string", "null"]}},
        "required": ["text"],
        "additionalProperties": False,
    },
}
OK = {"content": []}


def text_of(answer):
    assert answer["result"]["isError"] is True
    return answer["result"]["content"][0]["text"]


async def unattended(harness, *rules):
    """A session whose tools are listed, with nobody to ask."""
    harness.gate.availability.close("ToolGuard runs without a window")
    for rule in rules:
        harness.guard.add_rule(rule, by="person")
    await harness.start()
    await harness.list_tools([SEARCH])


async def test_null_for_optional_argument_is_allowed_and_sent_unchanged(harness):
    """Defect C8: mcp-use sends null for every argument that is left out, and no allow rule ever applied."""
    await unattended(harness, Rule(id="r", tool="search", verdict="allow"))
    harness.call(1, "search", {"text": "x", "limit": None, "after": None})
    sent = await harness.server_respond(OK)
    assert sent["params"]["arguments"] == {"text": "x", "limit": None, "after": None}
    assert (await harness.receive())["result"] == OK
    assert harness.log.of("CallDecided")[0].by == "rule r"
    assert harness.log.of("CallForwarded")[0].digest == hashlib.sha256(jsonrpc.encode(sent)).hexdigest()


@pytest.mark.parametrize(
    ("arguments", "about"),
    [
        ({"text": None}, 'argument text: null is not of type "string"'),
        ({"text": "x", "limit": "many"}, 'argument limit: "many" is not of type "integer"'),
        ({"text": "x", "unknown": None}, "'unknown' was unexpected"),
    ],
)
async def test_refusal_names_the_rule_and_the_mismatched_argument(harness, arguments, about):
    """Defect C8: the refusal said that nobody can be asked, and nothing of the rule that did not apply."""
    await unattended(harness, Rule(id="r", tool="search", verdict="allow"))
    harness.call(1, "search", arguments)
    text = text_of(await harness.receive())
    assert "Reason: the rule r does not cover it: " in text and about in text
    assert harness.log.of("CallDecided")[0].reason in text
    assert harness.server.log[1:] == []


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (None, "no rule allows it; nobody can be asked"),
        (Rule(id="r", verdict="ask"), "the rule r requires that a person is asked; nobody can be asked"),
        (Rule(id="r", verdict="deny"), "the rule r denies it"),
        (
            Rule(id="r", verdict="allow", fingerprint="0" * 64),
            "no rule covers it: You allowed this tool before its",
        ),
    ],
)
async def test_refusal_without_a_window_names_its_reason(harness, rule, reason):
    """Defect C8: every refusal names its true reason."""
    await unattended(harness, *((rule,) if rule else ()))
    harness.call(1, "search", {"text": "x"})
    assert f"Reason: {reason}" in text_of(await harness.receive())


@pytest.mark.parametrize(
    ("rule", "id", "reason"),
    [
        (None, "", "no rule allows it"),
        (Rule(id="r", verdict="ask"), "r", "the rule r requires that a person is asked"),
        (Rule(id="r", verdict="allow"), "r", "the rule r does not cover it: "),
        (Rule(id="r", verdict="allow", fingerprint="0" * 64), "r", "no rule covers it: You allowed this tool before"),
    ],
)
async def test_pending_call_says_why_a_person_is_asked(harness, rule, id, reason):
    if rule is not None:
        harness.guard.add_rule(rule, by="person")
    await harness.start()
    await harness.list_tools([SEARCH])
    harness.call(1, "search", {"text": None})
    (held,) = await harness.wait_for_pending()
    assert held.asked_because.startswith(reason) and held.asked_because.code and held.rule == id


async def test_tool_listed_twice_is_the_reason_that_is_named(harness):
    """Defect C8: every refusal names its true reason."""
    harness.gate.availability.close("ToolGuard runs without a window")
    harness.guard.add_rule(Rule(id="r", verdict="allow"), by="person")
    await harness.start()
    await harness.list_tools([SEARCH, SEARCH])
    harness.call(1, "search", {"text": "x"})
    assert "the rule r does not cover it: The server lists two tools with this name" in text_of(await harness.receive())


def test_null_counts_as_absent_only_where_the_property_is_listed_and_optional():
    """Defect C8."""
    assert optional(SEARCH["inputSchema"]) == {"limit", "after"}
    for odd in (True, {}, {"properties": []}, {"properties": {"a": {}}, "required": "a"}):
        assert optional(odd) == frozenset()
    assert optional({"properties": {"a": {}}, "required": [["a"], "b"]}) == {"a"}
    nested = SchemaValidator({"properties": {"a": {"properties": {"b": {"type": "string"}}}}})
    assert nested.mismatches({"a": {"b": None}}), "only at the top level"
    elsewhere = SchemaValidator({"properties": {"a": {"type": "string"}}, "allOf": [{"required": ["a"]}]})
    assert elsewhere.mismatches({"a": None}), "another part of the schema requires it"
