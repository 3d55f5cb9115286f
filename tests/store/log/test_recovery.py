"""What a crash interrupted is read from the log as it stands."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from toolguard.gate import model
from toolguard.store.log.recovery import OpenCall, fold


def test_empty_log_has_no_unfinished_calls() -> None:
    found = fold([])
    assert (found.joined, found.handshake, found.left, found.calls) == (None, None, False, ())


def test_pending_call_is_open_with_its_request_and_era(names: Any) -> None:
    found = fold([names.joined(), names.handshake(), names.asked("c1", request='"a"')])
    assert found.joined == names.joined()
    assert found.handshake == names.handshake()
    assert found.calls == (OpenCall(call="c1", request='"a"', era="modern", server="git", tool="status", state="held"),)


def test_allowed_call_keeps_its_request(names: Any) -> None:
    (call,) = fold([names.asked("c1", request="7"), names.allowed("c1")]).calls
    assert (call.state, call.request, call.era) == ("allowed", "7", "modern")


def test_a_call_that_a_rule_allowed_has_its_request_from_the_decision(names: Any) -> None:
    (call,) = fold([names.allowed("c1", by="rule 1"), names.forwarded("c1")]).calls
    assert (call.state, call.request, call.era) == ("forwarded", "8", "legacy")


def test_a_forwarded_call_without_its_decision_is_still_open(names: Any) -> None:
    (call,) = fold([names.forwarded("c1")]).calls
    assert (call.state, call.request) == ("forwarded", "")


def test_cancelled_call_is_open_without_a_waiter(names: Any) -> None:
    (call,) = fold([names.forwarded("c1"), names.cancelled("c1")]).calls
    assert (call.state, call.cancelled) == ("forwarded", True)
    assert fold([names.cancelled("c2")]).calls == ()


@pytest.mark.parametrize("end", ["returned", "withdrawn", "lost", "denied"])
def test_an_ended_call_is_not_open(names: Any, end: str) -> None:
    events: list[model.Event] = [names.asked("c1"), names.asked("c2"), getattr(names, end)("c1")]
    assert [call.call for call in fold(events).calls] == ["c2"]
    assert fold([getattr(names, end)("c1")]).calls == ()


def test_a_session_that_left_is_over_until_it_joins_again(names: Any) -> None:
    assert fold([names.joined(), names.left()]).left
    assert not fold([names.joined(), names.left(), names.joined()]).left


def test_events_without_a_call_change_nothing(names: Any) -> None:
    found = fold([names.asked("c1"), model.MessageRefused(client="x", server="y", reason="z"), model.ResponseDropped(
        call="c1", server="y", request="1", size=1)])  # fmt: skip
    assert [call.state for call in found.calls] == ["held"]


def test_joined_identical_call_is_recovered_with_its_first_call(names: Any) -> None:
    """Two held requests that are one decision: what became of one became of both."""
    events = [names.asked("c1", request="1"), names.asked("c1", request="2"), names.allowed("c1")]
    (call,) = fold(events).calls
    assert (call.request, call.also, call.state) == ("1", ("2",), "allowed")
    (call,) = fold([*events, names.returned("c1")], {"2"}).calls
    assert (call.also, call.state) == (("2",), "returned")


@pytest.mark.parametrize(
    ("end", "state"), [("returned", "returned"), ("withdrawn", "closed"), ("lost", "forwarded")]
)  # fmt: skip
def test_defect_6_outcome_of_a_call_is_returned_on_request(names: Any, end: str, state: str) -> None:
    """Defect 6: a call whose record is there and whose answer was lost must not be said to be open, nor unknown."""
    events = [names.asked("c1", request="1"), names.allowed("c1"), getattr(names, end)("c1")]
    assert fold(events).calls == ()
    assert fold(events, {"2"}).calls == ()
    (call,) = fold(events, {"1"}).calls
    assert (call.call, call.state) == ("c1", state)
    again = names.asked("c2", request="1")
    assert [call.call for call in fold([*events, again], {"1"}).calls] == ["c2"]


def test_late_session_can_still_be_resumed(names: Any) -> None:
    left = names.left()
    assert fold([names.joined(), left]).left
    assert not fold([names.joined(), msgspec.structs.replace(left, missing=True)]).left


@pytest.mark.parametrize("state", ["held", "allowed", "forwarded"])
def test_other_request_keeps_its_method(state: str) -> None:
    about = {"call": "c", "client": "x", "server": "s", "tool": "resources/read", "method": "resources/read"}
    events: list[model.Event] = [
        model.CallHeld(**about, request="1", arguments="{}", digest="", era="legacy"),
        model.CallDecided(**about, verdict="allow", by="person"),
        model.CallForwarded(**about, digest=""),
    ]
    some = events[: ["held", "allowed", "forwarded"].index(state) + 1]
    (call,) = fold(some).calls
    assert (call.state, call.method, call.request) == (state, "resources/read", "1")
    (alone,) = fold(some[-1:]).calls
    assert alone.method == "resources/read"
