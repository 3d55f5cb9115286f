"""A record's text is canonical, scrubbed, and the same as its columns."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.checkpoint import calls
from toolguard.store import records


def same(body: bytes) -> bytes:
    return body


def late(**members: Any) -> calls.Late:
    return calls.Late(**{"server": "git", "request": "7", "size": 3, **members})


def test_a_record_is_compact_json_with_sorted_keys() -> None:
    body, _ = records.encode(3, 1.5, late(call="c1"), same)
    text = (
        b'{"event":{"call":"c1","kind":"late","request":"7","server":"git","session":"","size":3},"seq":3,"time":1.5}'
    )
    assert body == text
    assert records.decode(body) == records.Record(3, 1.5, late(call="c1"))


@given(st.text(), st.text(), st.floats(0, 1e10))
def test_any_text_comes_back_and_the_columns_say_the_same(tool: str, reason: str, time: float) -> None:
    event = calls.Lost(session="s", call="c", client="x", server="y", tool=tool, reason=reason)
    body, told = records.encode(1, time, event, same)
    assert records.decode(body).event == told == event
    row = (1, time, *records.columns(told))
    assert records.head(body) == row
    assert records.difference(row, records.head(body)) == ""
    assert records.number(body) == 1


def test_half_a_character_is_written_out_instead_of_stopping_the_log() -> None:
    body, told = records.encode(1, 1.0, calls.Asked(
        call="c", client="x", server="y", tool="a\ud800b", request="1", arguments="{}", digest="", era="legacy",
        warnings=("w\udfff",),
    ), same)  # fmt: skip
    assert isinstance(told, calls.Asked)
    assert (told.tool, told.warnings) == ("a\\ud800b", ("w\\udfff",))
    assert records.decode(body).event == told


def test_columns_are_empty_where_an_event_has_no_such_member() -> None:
    assert records.columns(calls.Changed(what="rule", by="person")) == ("changed", "", "", "", "", "")


def test_what_is_scrubbed_from_the_text_is_scrubbed_from_the_columns() -> None:
    event = late(server="hunter2-server")
    body, told = records.encode(1, 1.0, event, lambda body: body.replace(b"hunter2", b"***"))
    assert b"hunter2" not in body
    assert records.columns(told)[4] == "***-server"
    assert records.head(body) == (1, 1.0, *records.columns(told))


@pytest.mark.parametrize("secret", [b"1", b"late", b"seq", b'":"', b"c1", b"git"])
def test_a_secret_that_is_part_of_the_form_does_not_break_the_record(secret: bytes) -> None:
    body, told = records.encode(1, 1.0, late(call="c1", request="1 git"), lambda body: body.replace(secret, b"*"))
    record = records.decode(body)
    assert (record.seq, record.time, record.event.call, type(record.event)) == (1, 1.0, "c1", calls.Late)
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
    told = (1, 1.0, "late", "c", "s", "x", "y", "z")
    row = (*told[:place], base64.b64encode(b"else"), *told[place + 1 :])
    names = ("seq", "time", *records.COLUMNS)
    assert f"its column {names[place]} holds" in records.difference(row, told)


def test_a_filter_of_nothing_matches_all_and_each_member_narrows_it() -> None:
    assert records.RecordFilter().where() == ("1", [])
    where, values = records.RecordFilter(kind="late", call="c", since=1.0, until=2.0).where()
    assert where == "1 AND kind=? AND call=? AND call<>'' AND time>=? AND time<=?"
    assert values == ["late", "c", 1.0, 2.0]
