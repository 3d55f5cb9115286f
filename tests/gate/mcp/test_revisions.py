"""Revisions as a table, and what the gate reads out of messages."""

import msgspec
import pytest

from toolguard.gate import jsonrpc
from toolguard.gate.mcp import revisions
from toolguard.gate.mcp.revisions import REVISIONS


def test_revisions_are_ordered_and_only_one_has_batches():
    versions = [one.version for one in REVISIONS]
    assert versions == sorted(versions)
    assert [one.version for one in REVISIONS if one.batches] == ["2025-03-26"]
    assert [one.version for one in REVISIONS if one.era == "modern"] == ["2026-07-28"]


@pytest.mark.parametrize(
    ("version", "known"),
    [
        ("2025-03-26", "2025-03-26"),
        ("", "2025-11-25"),
        (None, "2025-11-25"),
        ("2030-01-01", "2026-07-28"),
        ("odd", "2026-07-28"),
    ],
)
def test_unknown_version_counts_as_the_newest_of_its_era(version, known):
    assert revisions.revision(version).version == known


@pytest.mark.parametrize("params", [None, [], {}, {"_meta": None}, {"_meta": []}, {"_meta": {"x": 1}}])
def test_message_without_version_in_meta_is_legacy(params):
    message = {"method": "x", "params": params}
    assert revisions.era_of(message) == "legacy"
    assert revisions.version_of(message) == ""
    assert revisions.claim_of(message) == ""
    assert revisions.progress_token(message) is None


def test_a_claim_is_bounded_and_only_text():
    assert revisions.claim_of({"params": {"clientInfo": {"name": "n" * 500, "version": 3}}}) == "n" * 200
    assert revisions.claim_of({"params": {"clientInfo": "x"}}) == ""


@pytest.mark.parametrize(("token", "known"), [(1, 1), ("a", "a"), (True, None), (1.5, None), (None, None)])
def test_a_progress_token_is_a_text_or_an_integer(token, known):
    assert revisions.progress_token({"params": {"_meta": {"progressToken": token}}}) == known


def raw(value):
    return msgspec.Raw(msgspec.json.encode(value))


@pytest.mark.parametrize(
    ("answer", "known"),
    [
        ({"error": {}}, "error"),
        ({"result": raw({"content": []})}, "result"),
        ({"result": raw({"toolResult": 1})}, "result"),
        ({"result": raw({"content": [], "isError": True})}, "tool_error"),
        ({"result": raw({"content": [], "isError": "yes"})}, "result"),
        ({"result": raw({"resultType": "input_required"})}, "input_required"),
        ({"result": raw({"resultType": "task", "taskId": "1"})}, "task"),
        ({"result": raw({"task": {"taskId": "1"}})}, "task"),
        ({"result": raw([1])}, "result"),
    ],
)
def test_the_outcome_of_a_call_is_read_from_four_members(answer, known):
    assert revisions.outcome(answer) == known


@pytest.mark.parametrize("by", ["person", "timeout", "limit", "rule x"])
def test_denial_names_decider_reason_and_no_retry(by):
    text = revisions.denial("too risky.", by)
    assert "Reason: too risky. Do not retry" in text
    assert ("by the user" in text) == (by == "person")
    assert "Reason" not in revisions.denial("  ", by)


def test_denial_for_the_first_draft_has_both_result_formats():
    assert revisions.tool_error("no", "legacy", "2024-10-07")["toolResult"] == {"error": "no"}
    assert "toolResult" not in revisions.tool_error("no", "legacy", "2024-11-05")
    assert "resultType" not in revisions.tool_error("no", "legacy")


def test_blanks_in_a_method_do_not_hide_it():
    with pytest.raises(jsonrpc.Malformed):
        revisions.is_call({"jsonrpc": "2.0", "id": 1, "method": " " * 200 + "tools/call"})
