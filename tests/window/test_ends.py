"""What comes to a waiting call when nobody decides it: the first end, in a line, in a few words, in sentences."""

from __future__ import annotations

from typing import Any

import pytest

from tests.window.conftest import make_held
from toolguard.window import ends, moments

NOW = 1_000_000.0


def held(**more: Any) -> Any:
    return make_held(**{"since": NOW - 12, "expires": NOW + 252, **more})


@pytest.mark.parametrize(
    ("more", "line", "brief"),
    [
        ({}, ("Waits 12 s · denied automatically in 4:12", "quiet"), ("denied in 4:12", "quiet")),
        (
            {"expires": NOW + 59},
            ("Waits 12 s · denied automatically in 0:59", "caution"),
            ("denied in 0:59", "caution"),
        ),
        ({"expires": 0.0}, ("Waits 12 s · waits until you decide", "quiet"), ("12 s", "quiet")),
        (
            {"deadline": NOW + 42},
            ("In 0:42 Claude Desktop is told to ask again; your answer then waits for it", "quiet"),
            ("asks again in 0:42", "quiet"),
        ),
        (
            {"deadline": NOW + 9, "expires": 0.0},
            ("In 0:09 Claude Desktop is told to ask again; your answer then waits for it", "caution"),
            ("asks again in 0:09", "caution"),
        ),
        (
            {"deadline": NOW + 300},
            ("Waits 12 s · denied automatically in 4:12", "quiet"),
            ("denied in 4:12", "quiet"),
        ),
        (
            {"deadline": NOW + 42, "waiting": 3},
            ("3 identical calls wait · in 0:42 Claude Desktop is told to ask again; your answer then waits for it",
             "quiet"),
            ("asks again in 0:42", "quiet"),
        ),
        (
            {"deferred": True, "waiting": 0},
            ("Claude Desktop was told to ask again; what you allow now runs when it does · closes in 4:12", "quiet"),
            ("told to ask again", "quiet"),
        ),
        (
            {"deferred": True, "waiting": 0, "expires": 0.0},
            ("Claude Desktop was told to ask again; what you allow now runs when it does", "quiet"),
            ("told to ask again", "quiet"),
        ),
        (
            {"deferred": True, "waiting": 0, "expires": NOW + 30},
            ("Closes in 0:30 · Claude Desktop was told to ask again; what you allow now runs when it does", "caution"),
            ("closes in 0:30", "caution"),
        ),
        (
            {"deferred": True, "waiting": 1, "deadline": NOW + 42},
            ("In 0:42 Claude Desktop is told to ask again; your answer then waits for it", "quiet"),
            ("asks again in 0:42", "quiet"),
        ),
    ],
)  # fmt: skip
def test_the_end_that_comes_first_is_told_with_what_happens_then(more: Any, line: Any, brief: Any) -> None:
    one = held(**more)
    assert ends.line(one, NOW) == line
    assert ends.brief(one, NOW) == brief


def test_the_whole_course_is_told_in_sentences() -> None:
    clock = moments.clock
    assert ends.course(held(expires=0.0)) == "It waits until you decide or the client gives up."
    assert ends.course(held()) == (
        f"Denied automatically at {clock(NOW + 252)}. The model is told that nobody decided."
    )
    assert ends.course(held(deadline=NOW + 42)) == (
        f"At {clock(NOW + 42)} Claude Desktop is told to ask again, because it would give up. "
        "This question stays open. "
        "Until it does, your answer waits for the identical call: once, for 10 minutes. "
        f"Denied automatically at {clock(NOW + 252)}. The model is told that nobody decided."
    )
    assert ends.course(held(deferred=True, waiting=0)).endswith(
        f"At {clock(NOW + 252)} the question closes. The next identical call asks you again."
    )


def test_only_a_call_for_which_nobody_waits_means_the_next_one() -> None:
    assert ends.meaning(held(deferred=True, waiting=1)) == ""
    assert "the next call like this runs, once, if it comes within 10 minutes" in ends.meaning(
        held(deferred=True, waiting=0)
    )


def test_a_client_s_name_is_bounded_and_made_visible() -> None:
    call = held(deadline=NOW + 42).call
    odd = make_held(client=type(call.client)(id="\u202e" + "x" * 500), since=NOW, expires=0.0, deadline=NOW + 42)
    words, _ = ends.line(odd, NOW)
    assert "\u202e" not in words and len(words) < 120
