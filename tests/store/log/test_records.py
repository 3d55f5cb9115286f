"""A record's text is canonical, scrubbed, and the same as its columns."""

from __future__ import annotations

import base64
import json
import re
import typing
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate import model
from toolguard.gate.approver import Approver, ProcessInfo
from toolguard.gate.runs import AppStarted, AppStopped
from toolguard.store.log import records


def same(body: bytes) -> bytes:
    return body


def late(**members: Any) -> model.ResponseDropped:
    return model.ResponseDropped(**{"server": "git", "request": "7", "size": 3, **members})


def test_a_record_is_compact_json_with_sorted_keys() -> None:
    body, _ = records.encode(3, 1.5, late(call="c1"), same)
    text = (
        b'{"event":{"call":"c1","kind":"response_dropped","request":"7","server":"git","session":"","size":3},'
        b'"seq":3,"time":1.5}'
    )
    assert body == text
    assert records.decode(body) == records.Record(3, 1.5, late(call="c1"))


@given(st.text(), st.text(), st.floats(0, 1e10))
def test_any_text_comes_back_and_the_columns_say_the_same(tool: str, reason: str, time: float) -> None:
    event = model.CallOutcomeUnknown(session="s", call="c", client="x", server="y", tool=tool, reason=reason)
    body, told = records.encode(1, time, event, same)
    assert records.decode(body).event == told == event
    row = (1, time, *records.columns(told))
    assert records.head(body) == row
    assert records.difference(row, records.head(body)) == ""
    assert records.number(body) == 1


def test_half_a_character_is_written_out_instead_of_stopping_the_log() -> None:
    body, told = records.encode(1, 1.0, model.CallHeld(
        call="c", client="x", server="y", tool="a\ud800b", request="1", arguments="{}", digest="", era="legacy",
        warnings=("w\udfff",),
    ), same)  # fmt: skip
    assert isinstance(told, model.CallHeld)
    assert (told.tool, told.warnings) == ("a\\ud800b", ("w\\udfff",))
    assert records.decode(body).event == told


def test_columns_are_empty_where_an_event_has_no_such_member() -> None:
    assert records.columns(model.ConfigChanged(what="rule", by="person")) == ("config_changed", "", "", "", "", "")


def test_what_is_scrubbed_from_the_text_is_scrubbed_from_the_columns() -> None:
    event = late(server="hunter2-server")
    body, told = records.encode(1, 1.0, event, lambda body: body.replace(b"hunter2", b"***"))
    assert b"hunter2" not in body
    assert records.columns(told)[4] == "***-server"
    assert records.head(body) == (1, 1.0, *records.columns(told))


@pytest.mark.parametrize("secret", [b"1", b"response_dropped", b"seq", b'":"', b"c1", b"git"])
def test_a_secret_that_is_part_of_the_form_does_not_break_the_record(secret: bytes) -> None:
    body, told = records.encode(1, 1.0, late(call="c1", request="1 git"), lambda body: body.replace(secret, b"*"))
    record = records.decode(body)
    assert (record.seq, record.time, record.event.call, type(record.event)) == (1, 1.0, "c1", model.ResponseDropped)
    assert secret.decode() not in (record.event.request or "")
    assert records.head(body) == (1, 1.0, *records.columns(told))


def test_a_scrub_that_finds_nothing_changes_nothing() -> None:
    assert (
        records.encode(1, 1.0, late(), lambda body: bytes(bytearray(body)))[0]
        == records.encode(1, 1.0, late(), same)[0]
    )


def test_what_is_no_record_is_told_from_one() -> None:
    for body in (b"", b"{}", b'{"seq":"1"}', b"\xff", json.dumps({"seq": 1}).encode()):
        assert records.head(body) is None
        assert records.number(body) is None
    assert "cannot be read" in records.difference((4,), None)


@pytest.mark.parametrize("place", range(8))
def test_a_column_that_says_something_else_is_named(place: int) -> None:
    told = (1, 1.0, "response_dropped", "c", "s", "x", "y", "z")
    row = (*told[:place], base64.b64encode(b"else"), *told[place + 1 :])
    names = ("seq", "time", *records.COLUMNS)
    assert f"its column {names[place]} holds" in records.difference(row, told)


def test_a_filter_of_nothing_matches_all_and_each_member_narrows_it() -> None:
    assert records.RecordFilter().where() == ("1", [])
    where, values = records.RecordFilter(kind="response_dropped", call="c", since=1.0, until=2.0).where()
    assert where == "1 AND kind IN (?,?) AND call=? AND call<>'' AND time>=? AND time<=?"
    assert values == ["response_dropped", "late", "c", 1.0, 2.0]


def test_a_record_of_a_version_that_knew_no_approver_is_read_and_written_as_it_was() -> None:
    """`doctor` encodes the newest records again and compares their hashes: a new member must not change old ones."""
    body = (
        b'{"event":{"arguments":"","by":"person","call":"c","client":"x","digest":"","edited":false,"era":"legacy",'
        b'"kind":"call_decided","reason":"","request":"","responses":"","server":"y","session":"","tool":"t",'
        b'"verdict":"allow","waited":0.0},"seq":1,"time":1.0}'
    )
    record = records.decode(body)
    assert records.encode(record.seq, record.time, record.event, same)[0] == body


def test_an_approver_comes_back_and_its_texts_are_scrubbed_and_encodable() -> None:
    process = ProcessInfo(surface="serve", terminal="/dev/pts/hunter2", started_by="a\ud800b", pid=3)
    event = AppStarted(process=process)
    body, told = records.encode(1, 1.0, event, lambda text: text.replace(b"hunter2", b"***"))
    assert isinstance(told, AppStarted)
    assert (told.process.terminal, told.process.started_by, told.process.pid) == ("/dev/pts/***", "a\\ud800b", 3)
    assert records.decode(body).event == told
    decided = model.CallDecided(
        call="c", client="x", server="y", tool="t", verdict="deny", by="person",
        approver=Approver(process=process, input="terminal"),
    )  # fmt: skip
    body, told = records.encode(2, 1.0, decided, same)
    assert records.decode(body).event == told


EVENTS = (*typing.get_args(model.AnyEvent), AppStarted, AppStopped)


def test_each_kind_of_record_is_named_once_and_not_after_its_class() -> None:
    kinds = [event.__struct_config__.tag for event in EVENTS]
    assert len(set(kinds)) == len(kinds) == 24
    assert all(re.fullmatch("[a-z]+(_[a-z]+)+", kind) for kind in kinds)
    assert set(records.FORMER_KINDS.values()) == set(kinds), "each had another name once"
    assert not set(records.FORMER_KINDS) & set(kinds)


def test_former_kind_is_read_under_its_present_name() -> None:
    body = (
        b'{"event":{"call":"c1","kind":"late","request":"7","server":"git","session":"","size":3},"seq":3,"time":1.5}'
    )
    assert records.decode(body) == records.decode(body.decode()) == records.Record(3, 1.5, late(call="c1"))
    assert records.head(body) == (3, 1.5, "late", "c1", "", "", "git", ""), "the columns repeat the text as it stands"


@pytest.mark.parametrize(
    "body",
    [
        b'{"event":{"kind":"never"},"seq":1,"time":1.0}', b'{"event":{"kind":"late"},"seq":1,"time":1.0}',
        b'{"event":{"kind":7},"seq":1,"time":1.0}', b'{"event":{"kind":["late"]},"seq":1,"time":1.0}',
        b'{"event":[],"seq":1,"time":1.0}', b"[]", b"7", b'{"event":{"kind":"late"', b"\xff",
    ],
)  # fmt: skip
def test_text_that_is_no_record_of_any_version_is_refused(body: bytes) -> None:
    with pytest.raises((msgspec.MsgspecError, UnicodeError)):
        records.decode(body)
