"""A short run of what ``packaging/endure.sh`` does at length: defects 4, 5, 6 and the log part of 12."""

from __future__ import annotations

from tests.end_to_end.endurance import run


def test_no_kill_leaves_a_request_unanswered_or_answered_twice_and_no_hostile_line_ends_the_app():
    assert run(rounds=20, lines=5_000, seed=9)
