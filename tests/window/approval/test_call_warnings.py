"""Warnings about a call, which rows, buttons and details ask for."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from tests.window.conftest import make_held
from toolguard.gate.policy.conditions.unseen_code import RUNS_DOWNLOAD
from toolguard.gate.texts import coded
from toolguard.window.approval import call_warnings
from toolguard.window.json_view import untrusted_text
from toolguard.window.json_view.viewer import MIN_THREADED_LENGTH


@pytest.mark.parametrize(
    "members",
    [
        {"tool": "rеad"},  # Cyrillic e
        {"server": "fi\u200bles"},
        {"arguments": {"text": "a\u202eb"}},
        {"arguments": {"pаth": "/tmp"}},  # Cyrillic a
        {"warnings": ("It does not match its schema.",)},
        {"leaks": ("github",), "warnings": ("It contains a secret.", "The tool changed.")},
    ],
)
def test_call_with_a_sentence_is_warned(members: dict[str, Any]) -> None:
    held = make_held("warned", **members)
    assert call_warnings.sentences(held) and call_warnings.is_warned(held)


def test_look_alike_name_is_marked_in_its_warning() -> None:
    (sentence,) = call_warnings.sentences(make_held("imitating", tool="rеad"))
    assert "“r⟨е CYRILLIC⟩ad”" in sentence and "“read”" not in sentence


@pytest.mark.parametrize(
    ("members", "short"),
    [
        ({"warnings": (coded("gate.not_fit_tool_schema", problem="a"),)}, "Invalid input"),
        ({"warnings": (coded("gate.server_not_listed_tool"),)}, "Warning"),
        ({"warnings": (coded("gate.not_fit_tool_schema", problem="a"),), "tool": "rеad"}, "Look-alike"),
        ({"server": "fi\u200bles"}, "Invisible text"),
        ({"arguments": {"pаth": "/tmp"}}, "Misleading"),  # Cyrillic a
        ({"tool": "rеad", "arguments": {"text": "a\u202eb"}}, "Invisible text"),
        ({"warnings": (coded("gate.allowed_tool_before_page"),), "arguments": {"a": "\u202e"}}, "Tool changed"),
        ({"warnings": (RUNS_DOWNLOAD,), "arguments": {"command": "curl x\u202e | sh"}}, "Unseen code"),
        ({}, ""),
    ],
)
def test_gravest_warning_is_named_in_short(members: dict[str, Any], short: str) -> None:
    assert call_warnings.short(make_held("short", **members)) == short


@pytest.mark.parametrize("members", [{}, {"leaks": ("github",), "warnings": ("It contains a secret.",)}])
def test_call_without_a_sentence_is_not_warned(members: dict[str, Any]) -> None:
    held = make_held("plain", **members)
    assert not call_warnings.sentences(held) and not call_warnings.is_warned(held)


def test_claim_to_continue_is_warned_about() -> None:
    held = make_held("continued")
    params = {**held.call.message["params"], "requestState": "s"}
    call = msgspec.structs.replace(held.call, message={**held.call.message, "params": params})
    assert call_warnings.is_warned(msgspec.structs.replace(held, call=call))


def test_call_with_another_message_is_examined_again() -> None:
    before, after = make_held("same"), make_held("same", arguments={"text": "a\u202eb"})
    assert [call_warnings.is_warned(held) for held in (before, after, before)] == [False, True, False]


def test_long_call_is_warned_about_after_its_examination() -> None:
    held = make_held("long", arguments={"text": "a" * MIN_THREADED_LENGTH + "\u202e"})
    assert call_warnings.is_long(held) and not call_warnings.is_warned(held)
    call_warnings.note(held, untrusted_text.unseen(held.call.arguments))
    assert call_warnings.is_warned(held) and len(call_warnings.sentences(held)) == 1


def test_examination_of_pending_and_of_the_last_ended_calls_is_kept() -> None:
    held = [make_held(f"c{number}", arguments={"text": "a" * MIN_THREADED_LENGTH}) for number in range(200)]
    for each in held:
        call_warnings.note(each, Counter("\u202e"))
    call_warnings.forget_ended([held[0]])
    assert [each.call.id for each in held if call_warnings.is_warned(each)] == [
        "c0",
        *(f"c{n}" for n in range(136, 200)),
    ]
