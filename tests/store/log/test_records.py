"""A record's text is canonical and scrubbed, and its line says what it follows."""

from __future__ import annotations

import json
import re
import typing
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate import model
from toolguard.gate.approver import Approver, ProcessInfo
from toolguard.gate.runs import AppStarted, AppStopped
from toolguard.store.log import chain, records


class Unlinked(NamedTuple):
    time: float
    data: bytes


def same(body: bytes) -> bytes:
    return body


def late(**members: Any) -> model.ResponseDropped:
    return model.ResponseDropped(**{"server": "git", "request": "7", "size": 3, **members})


def test_a_record_is_one_compact_line_of_json_with_the_hash_before_at_its_end() -> None:
    text = records.text(3, 1.5, records.encode(late(call="c1"), same))
    assert text == (
        b'{"seq":3,"time":1.5,"kind":"response_dropped","session":"","call":"c1","server":"git","request":"7","size":3}'
    )
    line = records.line(text, bytes(31) + b"\1")
    assert line == text[:-1] + b',"prev":"' + b"0" * 63 + b'1"}\n'
    assert json.loads(line)["kind"] == "response_dropped"
    assert records.decode(text) == records.decode(line) == records.Record(3, 1.5, late(call="c1"))


@given(st.text(), st.text(), st.floats(0, 1e10), st.integers(1, 10**18), st.binary(min_size=32, max_size=32))
def test_any_text_round_trips_through_a_line(tool: str, reason: str, time: float, seq: int, before: bytes) -> None:
    event = model.CallOutcomeUnknown(session="s", call="c", client="x", server="y", tool=tool, reason=reason)
    text = records.text(seq, time, records.encode(event, same))
    line = records.line(text, before)
    assert line.count(b"\n") == 1 and line.endswith(b"\n")
    new = Unlinked(time, records.encode(event, same))
    second = records.text(seq + 1, time, new.data)
    assert records.linked((new, new), (seq - 1, before)) == (
        [line, records.line(second, chain.link(before, text))],
        (seq + 1, chain.link(chain.link(before, text), second)),
    )
    assert records.decode(line) == records.Record(seq, time, event)
    assert records.split(line[:-1]) == records.Line(seq, "call_outcome_unknown", text, before)
    assert records.number(line) == records.number(text) == seq


@given(st.floats(1e-3, 253_370_764_800))
def test_a_time_is_written_as_python_writes_it(time: float) -> None:
    assert records.text(1, time, records.encode(late(), same)).startswith(f'{{"seq":1,"time":{time!r},'.encode())


def test_half_a_character_is_written_out_instead_of_stopping_the_log() -> None:
    body = records.text(1, 1.0, records.encode(model.CallHeld(
        call="c", client="x", server="y", tool="a\ud800b", request="1", arguments="{}", digest="", era="legacy",
        warnings=("w\udfff",),
    ), same))  # fmt: skip
    result = records.decode(body).event
    assert isinstance(result, model.CallHeld)
    assert (result.tool, result.warnings) == ("a\\ud800b", ("w\\udfff",))


@pytest.mark.parametrize("secret", [b"1", b"response_dropped", b"seq", b'":"', b"c1", b"git"])
def test_a_secret_that_is_part_of_the_form_does_not_break_the_record(secret: bytes) -> None:
    body = records.text(
        1, 1.0, records.encode(late(call="c1", request="1 git"), lambda body: body.replace(secret, b"*"))
    )
    record = records.decode(body)
    assert isinstance(record.event, model.ResponseDropped)
    assert (record.seq, record.time, record.event.call) == (1, 1.0, "c1")
    assert secret.decode() not in record.event.request


def test_secret_equal_to_part_of_a_hash_or_number_does_not_change_the_chain() -> None:
    scrub = lambda body: body.replace(b"0000", b"*").replace(b"77", b"*")  # noqa: E731
    line = records.line(records.text(77, 77.0, records.encode(late(request="77"), scrub)), bytes(32))
    assert records.split(line[:-1]) == records.Line(
        77, "response_dropped", line[: -records.TAIL_SIZE - 1] + b"}", bytes(32)
    )


def test_a_scrub_that_finds_nothing_changes_nothing() -> None:
    assert records.text(1, 1.0, records.encode(late(), lambda body: bytes(bytearray(body)))) == records.text(
        1, 1.0, records.encode(late(), same)
    )


GOOD = b'{"seq":1,"time":1.0,"kind":"x","prev":"' + b"0" * 64 + b'"}'


@pytest.mark.parametrize(
    "line",
    [
        b"", b"{}", b'{"seq":"1"}', b"\xff", b'{"seq":1}', GOOD[:-1], GOOD[1:], GOOD.replace(b"1.0", b'"1"'),
        GOOD.replace(b"prev", b"next"), GOOD.replace(b"0" * 64, b"0" * 62), GOOD.replace(b"0" * 64, b"g" * 64),
        GOOD.replace(b"0" * 64, b"F" * 64), GOOD.replace(b"0" * 64, b" " + b"0" * 62 + b" "),
        GOOD.replace(b"0" * 64, b"0" * 62 + b"\xc3\xa9"), GOOD.replace(b'"x"', b'"\xff"'),
    ],
)  # fmt: skip
def test_invalid_line_is_detected(line: bytes) -> None:
    assert records.split(GOOD) == records.Line(1, "x", b'{"seq":1,"time":1.0,"kind":"x"}', bytes(32))
    assert records.split(line) is None


@pytest.mark.parametrize("text", [b"", b"{}", b'{"seq":"1"}', b"\xff", b'{"seq":', b'{"seq":x,'])
def test_line_without_a_number_has_none(text: bytes) -> None:
    assert records.number(text) is None


def test_empty_filter_matches_all_records_and_each_member_narrows_it() -> None:
    record = records.Record(1, 2.0, late(call="c1", session="s"))
    assert records.RecordFilter().matches(record)
    for right, wrong in (
        ({"kind": "response_dropped"}, {"kind": "call_held"}), ({"call": "c1"}, {"call": "c2"}),
        ({"session": "s"}, {"session": "t"}), ({"server": "git"}, {"server": "time"}), ({}, {"client": "x"}),
        ({}, {"tool": "x"}), ({"since": 2.0}, {"since": 2.1}), ({"until": 2.0}, {"until": 1.9}),
    ):  # fmt: skip
        assert records.RecordFilter(**right).matches(record)
        assert not records.RecordFilter(**wrong).matches(record)


FORMER = (
    b'{"event":{"arguments":"","by":"person","call":"c","client":"x","digest":"","edited":false,"era":"legacy",'
    b'"kind":"decided","reason":"","request":"","responses":"","server":"y","session":"","tool":"t",'
    b'"verdict":"allow","waited":0.0},"seq":1,"time":1.0}'
)


def test_a_record_of_a_version_before_the_journal_keeps_its_text_in_its_line() -> None:
    line = records.line(FORMER, bytes(32))
    assert records.split(line[:-1]) == records.Line(1, "decided", FORMER, bytes(32))
    event = records.decode(line).event
    assert isinstance(event, model.CallDecided) and event.approver is msgspec.UNSET
    assert records.former_head(FORMER) == (1, 1.0, "decided", "c", "", "x", "y", "t")
    assert records.former_head(b"{}") is records.former_head(b'{"seq":1,"time":1.0}') is None
    assert records.number(line) == 1


def test_approver_round_trips_and_is_redacted() -> None:
    process = ProcessInfo(surface="serve", terminal="/dev/pts/hunter2", started_by="a\ud800b", pid=3)
    event = AppStarted(process=process)
    body = records.text(1, 1.0, records.encode(event, lambda text: text.replace(b"hunter2", b"***")))
    result = records.decode(body).event
    assert isinstance(result, AppStarted)
    assert (result.process.terminal, result.process.started_by, result.process.pid) == ("/dev/pts/***", "a\\ud800b", 3)
    decided = model.CallDecided(
        call="c", client="x", server="y", tool="t", verdict="deny", by="person",
        approver=Approver(process=process, input="terminal"),
    )  # fmt: skip
    assert records.decode(records.text(2, 1.0, records.encode(decided, same))).event == msgspec.structs.replace(
        decided,
        approver=Approver(process=msgspec.structs.replace(process, started_by="a\\ud800b"), input="terminal"),
    )


EVENTS = (*typing.get_args(model.AnyEvent), AppStarted, AppStopped)


def test_each_kind_of_record_is_named_once_and_not_after_its_class() -> None:
    kinds = [event.__struct_config__.tag for event in EVENTS]
    assert len(set(kinds)) == len(kinds) == 29
    assert all(re.fullmatch("[a-z]+(_[a-z]+)+", kind) for kind in kinds)
    never = {"client_forgotten", "log_taken_over", "torn_line_closed", "segment_removed", "records_redacted"}
    assert set(records.FORMER_KINDS.values()) == set(kinds) - never, "each of the others had another name once"
    assert not set(records.FORMER_KINDS) & set(kinds)


def test_no_event_has_a_member_that_the_line_itself_has() -> None:
    for event in EVENTS:
        assert not {"seq", "time", "kind", "texts", "prev", "event"} & set(event.__struct_encode_fields__)


def test_former_kind_is_read_under_its_present_name() -> None:
    body = (
        b'{"event":{"call":"c1","kind":"late","request":"7","server":"git","session":"","size":3},"seq":3,"time":1.5}'
    )
    assert records.decode(body) == records.decode(body.decode()) == records.Record(3, 1.5, late(call="c1"))


@pytest.mark.parametrize(
    "body",
    [
        b'{"event":{"kind":"never"},"seq":1,"time":1.0}', b'{"event":{"kind":"late"},"seq":1,"time":1.0}',
        b'{"event":{"kind":7},"seq":1,"time":1.0}', b'{"event":{"kind":["late"]},"seq":1,"time":1.0}',
        b'{"event":[],"seq":1,"time":1.0}', b"[]", b"7", b'{"event":{"kind":"late"', b"\xff",
    ],
)  # fmt: skip
def test_invalid_record_text_is_refused(body: bytes) -> None:
    with pytest.raises((msgspec.MsgspecError, UnicodeError)):
        records.decode(body)
