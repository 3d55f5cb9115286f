"""What comes to a waiting call when nobody decides it: the first end, in a line, in a few words, in sentences."""

from __future__ import annotations

from typing import Any

import pytest

from tests.window.conftest import make_held
from toolguard.window.queue import expiry_text
from toolguard.window.widgets import time_format

NOW = 1_000_000.0


def held(**more: Any) -> Any:
    return make_held(**{"since": NOW - 12, "expires": NOW + 252, **more})


@pytest.mark.parametrize(
    ("more", "line", "brief"),
    [
        ({}, ("Pending 12 s · auto-denied in 4:12", "quiet"), ("", "quiet")),
        (
            {"expires": NOW + 59},
            ("Pending 12 s · auto-denied in 0:59", "caution"),
            ("denied in 0:59", "caution"),
        ),
        ({"expires": 0.0}, ("Pending 12 s · no timeout", "quiet"), ("", "quiet")),
        (
            {"deadline": NOW + 42},
            ("Claude Desktop is asked to retry in 0:42. Decide before or after that.", "quiet"),
            ("retries in 0:42", "quiet"),
        ),
        (
            {"deadline": NOW + 9, "expires": 0.0},
            ("Claude Desktop is asked to retry in 0:09. Decide before or after that.", "caution"),
            ("retries in 0:09", "caution"),
        ),
        (
            {"deadline": NOW + 300},
            ("Pending 12 s · auto-denied in 4:12", "quiet"),
            ("", "quiet"),
        ),
        (
            {"deadline": NOW + 42, "waiting": 3},
            ("Sent 3 times: one decision answers all, it runs once · "
             "Claude Desktop is asked to retry in 0:42. Decide before or after that.",
              "quiet"),
            ("retries in 0:42", "quiet"),
        ),
        (
            {"deferred": True, "waiting": 0},
            ("Expires in 4:12 · Claude Desktop was asked to retry. Your decision applies when it does.", "quiet"),
            ("asked to retry", "quiet"),
        ),
        (
            {"deferred": True, "waiting": 0, "expires": 0.0},
            ("Claude Desktop was asked to retry. Your decision applies when it does.", "quiet"),
            ("asked to retry", "quiet"),
        ),
        (
            {"deferred": True, "waiting": 0, "expires": NOW + 30},
            ("Expires in 0:30 · Claude Desktop was asked to retry. Your decision applies when it does.", "caution"),
            ("expires in 0:30", "caution"),
        ),
        (
            {"deferred": True, "waiting": 1, "deadline": NOW + 42},
            ("Claude Desktop is asked to retry in 0:42. Decide before or after that.", "quiet"),
            ("retries in 0:42", "quiet"),
        ),
    ],
)  # fmt: skip
def test_first_deadline_and_its_effect_are_shown(more: Any, line: Any, brief: Any) -> None:
    one = held(**more)
    assert expiry_text.line(one, NOW) == line
    assert expiry_text.brief(one, NOW) == brief


def test_all_deadlines_are_described_in_sentences() -> None:
    clock = time_format.clock
    assert expiry_text.course(held(expires=0.0)) == "It stays pending until you decide or the client times out."
    assert expiry_text.course(held()) == (
        f"Denied automatically at {clock(NOW + 252)}. The model is told that the request timed out."
    )
    assert expiry_text.course(held(deadline=NOW + 42)) == (
        f"At {clock(NOW + 42)}, Claude Desktop is asked to retry before it times out. "
        "The call stays pending. "
        "Your decision applies once to an identical call within 10 minutes. "
        f"Denied automatically at {clock(NOW + 252)}. The model is told that the request timed out."
    )
    assert expiry_text.course(held(deferred=True, waiting=0)).endswith(
        f"Expires at {clock(NOW + 252)}. You will be asked about the next identical call."
    )


def test_client_name_is_bounded_and_escaped() -> None:
    call = held(deadline=NOW + 42).call
    odd = make_held(client=type(call.client)(id="\u202e" + "x" * 500), since=NOW, expires=0.0, deadline=NOW + 42)
    words, _ = expiry_text.line(odd, NOW)
    assert "\u202e" not in words and len(words) < 120
