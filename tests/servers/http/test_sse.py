"""Streams of events, cut in every way; the expected events are those of the HTML standard."""

from __future__ import annotations

import itertools
import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate.jsonrpc import Malformed
from toolguard.servers.http.sse import SseEvent, SseParser


def read(*pieces: bytes, **how: Any) -> list[Any]:
    events = SseParser(**how)
    return [event for piece in pieces for event in events.feed(piece)]


def message(data: bytes) -> SseEvent:
    return SseEvent("message", data)


@pytest.mark.parametrize(
    ("stream", "events"),
    [
        (b"data: a\n\n", [message(b"a")]),
        (b"data:a\n\n", [message(b"a")]),
        (b"data:  a \n\n", [message(b" a ")]),
        (b"data: a\r\n\r\n", [message(b"a")]),
        (b"data: a\r\rdata: b\r\r", [message(b"a"), message(b"b")]),
        (b"data: a\ndata: b\n\n", [message(b"a\nb")]),
        (b"data\n\ndata\ndata\n\ndata:", [message(b""), message(b"\n")]),
        (b"data:\ndata:\n\n", [message(b"\n")]),
        (b"event: endpoint\ndata: /m\n\ndata: x\n\n", [SseEvent("endpoint", b"/m"), message(b"x")]),
        (b"event: lonely\n\ndata: x\n\n", [message(b"x")]),
        (b": ping\n\n:\n\ndata: a\n: in between\ndata: b\n\n", [message(b"a\nb")]),
        (b"\xef\xbb\xbfdata: a\n\n", [message(b"a")]),
        (b"data: \xef\xbb\xbfa\n\n", [message(b"\xef\xbb\xbfa")]),
        ("data: é\u2028\x85\x0b\n\n".encode(), [message("é\u2028\x85\x0b".encode())]),
        (b"unknown: x\nDATA: y\ndata: a\n\n", [message(b"a")]),
        (b"data: not ended\n", []),
        (b"", []),
    ],
)
def test_sse_parser_follows_the_standard(stream: bytes, events: list[SseEvent]) -> None:
    assert read(stream) == events
    assert read(*(stream[i : i + 1] for i in range(len(stream)))) == events


LINES = st.sampled_from(
    [
        b"data: {}", b"data:", b"data", b"data: x:y", b"event: e", b"id: 7", b"id", b"id: a\0b", b"retry: 20",
        b"retry: x", b": c", b"", b"", b"", b"junk", "data: €".encode(), b"\xff\xfe",
    ]
)  # fmt: skip
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])


@given(st.lists(st.tuples(LINES, ENDS), max_size=30), st.lists(st.integers(0, 400), max_size=12))
def test_any_chunking_gives_the_same_events(lines: list[tuple[bytes, bytes]], cuts: list[int]) -> None:
    stream = b"".join(line + end for line, end in lines)
    places = sorted({min(cut, len(stream)) for cut in cuts} | {0, len(stream)})
    whole, cut = SseParser(), SseParser()
    expected = list(whole.feed(stream))
    pieces = [stream[a:b] for a, b in itertools.pairwise(places)]
    assert [event for piece in pieces for event in cut.feed(piece)] == expected
    assert (cut.last_id, cut.retry, cut.size) == (whole.last_id, whole.retry, whole.size)


@given(
    st.lists(st.tuples(LINES, ENDS), max_size=12),
    st.lists(st.integers(0, 300), max_size=8),
    st.integers(0, 400),
)
def test_any_chunking_keeps_within_the_limit(lines: list[tuple[bytes, bytes]], cuts: list[int], limit: int) -> None:
    stream = b"".join(line + end for line, end in lines)
    places = sorted({min(cut, len(stream)) for cut in cuts} | {0, len(stream)})
    events = SseParser(limit)
    for a, b in itertools.pairwise(places):
        for event in events.feed(stream[a:b]):
            assert isinstance(event, Malformed) or len(event.data) <= limit
        assert events.size <= limit + len(b"data:") + 400


def test_the_last_id_is_that_of_the_last_whole_event() -> None:
    events = SseParser(after=b"0")
    assert events.last_id == b"0"
    assert list(events.feed(b"id: 1\n")) == []
    assert events.last_id == b"0"
    assert list(events.feed(b"\n")) == []  # a priming event: an id and no data
    assert events.last_id == b"1"
    received = []
    for _ in events.feed(b"id: 2\ndata: a\n\ndata: b\n\nid\ndata: c\n\n"):
        received.append(events.last_id)
    assert received == [b"2", b"2", b""]
    list(events.feed(b"id: 3\0\n\n"))
    assert events.last_id == b""


@pytest.mark.parametrize(
    ("expected", "seconds"), [(b"1500", 1.5), (b"0", 0), (b"-1", None), (b"1e3", None), (b"9" * 40, 300)]
)
def test_the_time_to_wait_is_a_bounded_number_of_milliseconds(expected: bytes, seconds: float | None) -> None:
    events = SseParser()
    list(events.feed(b"retry: " + expected + b"\n\n"))
    assert events.retry == seconds


ANSWER = {"jsonrpc": "2.0", "id": 7, "result": {"text": "x" * 5000}}


@pytest.mark.parametrize("piece", [1, 7, 1000, 100_000])
@pytest.mark.parametrize("lines", [1, 3])
def test_overlong_event_reports_its_id_and_the_next_is_parsed(piece: int, lines: int) -> None:
    text = json.dumps(ANSWER)
    data = b"".join(
        b"data: " + text[i::1][: len(text) // lines + 1].encode() + b"\n"
        for i in range(0, len(text), len(text) // lines + 1)
    )
    stream = b"id: 1\n" + data + b"\nid: 2\ndata: {}\n\n"
    events = SseParser(1000)
    results = [event for i in range(0, len(stream), piece) for event in events.feed(stream[i : i + piece])]
    assert [type(one) for one in results] == [Malformed, SseEvent]
    assert results[0].id == 7
    assert "over the limit of 1,000" in results[0].reason
    assert results[1] == message(b"{}")
    assert events.last_id == b"2"


def test_an_endless_line_or_endless_lines_take_no_memory() -> None:
    events = SseParser(100_000)
    tracemalloc.start()
    for _ in range(200):
        assert not list(events.feed(b"data: " + b"x" * 10_000))
    for _ in range(20):
        assert not list(events.feed(b"\ndata:" * 2_000))
    for _ in range(200):
        assert not list(events.feed(b"\n:" + b"c" * 10_000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000
    (result,) = events.feed(b"\n\n")
    assert isinstance(result, Malformed)


def test_very_many_short_lines_are_too_much_although_their_text_is_not() -> None:
    (result,) = read(b"data:\n" * 1000 + b"\n", limit=10_000)
    assert isinstance(result, Malformed)
    assert result.reason == "an event of too many lines"


def test_long_sse_comment_is_skipped() -> None:
    assert read(b":", *([b"x" * 1000] * 100), b"\n", b"data: a\n\n", limit=5000) == [message(b"a")]
