"""How a person has decided prompts."""

from __future__ import annotations

from toolguard.gate.approvals.prompt_statistics import PromptStatistics


def test_statistics_without_prompts_are_zero() -> None:
    found = PromptStatistics()
    assert (found.prompts, found.per_hour, found.most_in_an_hour) == (0, 0.0, 0)
    assert (found.share_approved, found.median_wait, found.unread) == (0.0, 0.0, 0)


def test_prompts_are_counted_for_the_hours_in_which_there_were_any() -> None:
    found = PromptStatistics()
    for time in (0.0, 10.0, 3599.0, 36_000.0):
        found.add(time, "allow", "person", 5.0, 10)
    assert (found.prompts, found.per_hour, found.most_in_an_hour) == (4, 2.0, 3)


def test_approval_share_counts_only_decisions_of_the_person() -> None:
    found = PromptStatistics()
    for verdict in ("allow", "allow", "allow", "deny"):
        found.add(0.0, verdict, "person", 5.0, 10)
    found.add(0.0, "deny", "timeout", 300.0, 10)
    assert (found.share_approved, found.denied, found.unanswered) == (0.75, 1, 1)


def test_median_counts_only_decisions_of_the_person() -> None:
    found = PromptStatistics()
    for waited in (1.0, 3.0, 100.0):
        found.add(0.0, "deny", "person", waited, 10)
    found.add(0.0, "deny", "timeout", 300.0, 10)
    assert found.median_wait == 3.0


def test_too_fast_approval_is_below_the_reading_time() -> None:
    found = PromptStatistics()
    found.add(0.0, "allow", "person", 4.0, 100)
    assert found.unread == 0
    found.add(2.0, "allow", "person", 3.9, 100, "newest")
    found.add(1.0, "allow", "person", 3.9, 100, "older")
    found.add(3.0, "deny", "person", 0.1, 100, "denied")
    assert found.unread == 2 and found.newest_unread == ("newest", 2.0)
