"""Any edit, cut, swap or repetition of a log is noticed, and named."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from toolguard.store.log import chain

Log = list[tuple[int, bytes, bytes]]


def log_of(*bodies: bytes) -> Log:
    """Number, text, and the hash of the record before."""
    log: Log = []
    before = chain.GENESIS
    for seq, body in enumerate(bodies, 1):
        log.append((seq, body, before))
        before = chain.link(before, body)
    return log


def check(log: Log, anchor: chain.Link | None = None) -> chain.VerificationReport:
    verifier = chain.ChainVerifier(anchor)
    for record in log:
        verifier.feed(*record)
    return verifier.report()


def newest(log: Log) -> chain.Link:
    seq, body, before = log[-1]
    return seq, chain.link(before, body)


ABCDE = log_of(b"a", b"b", b"c", b"d", b"e")


def test_a_link_is_sha256_over_its_domain_the_hash_before_and_the_body() -> None:
    assert chain.link(b"p" * 32, b"x") == hashlib.sha256(b"toolguard record 1\n" + b"p" * 32 + b"x").digest()
    assert chain.link(chain.GENESIS, b"") != chain.GENESIS


def test_unchanged_log_verifies() -> None:
    assert check(ABCDE, newest(ABCDE)) == chain.VerificationReport(5, True)
    assert check([]) == chain.VerificationReport(0, True)


def test_an_edited_body_is_named() -> None:
    log = [*ABCDE[:2], (3, b"X", ABCDE[2][2]), *ABCDE[3:]]
    report = check(log)
    assert (report.ok, report.seq, report.checked) == (False, 3, 2)
    assert "record 3 was edited" in report.problem


def test_edit_of_the_newest_record_is_detected_only_by_the_anchor() -> None:
    log = [*ABCDE[:4], (5, b"X", ABCDE[4][2])]
    assert check(log).ok
    assert check(log, newest(ABCDE)).seq == 5


def test_an_edit_before_the_newest_record_is_named_by_the_anchor() -> None:
    log = [*ABCDE[:3], (4, b"X", ABCDE[3][2]), ABCDE[4]]
    report = check(log, newest(ABCDE))
    assert (report.seq, report.checked, "was edited" in report.problem) == (4, 3, True)
    assert check(log).seq == 5, "without it nothing tells which of the two was changed"


def test_changed_hash_is_reported_as_a_wrong_link() -> None:
    for at in (0, 2, 4):
        report = check([*ABCDE[:at], (at + 1, ABCDE[at][1], b"\0" * 32), *ABCDE[at + 1 :]], newest(ABCDE))
        assert (report.seq, "wrong link" in report.problem) == (at + 1, True)


def test_log_without_its_first_records_is_reported() -> None:
    report = check([(seq - 2, body, before) for seq, body, before in ABCDE[2:]])
    assert (report.seq, "does not follow record 0" in report.problem) == (1, True)


def test_a_removed_record_is_named() -> None:
    assert check([*ABCDE[:2], *ABCDE[3:]]).problem == "record 3 was removed"
    assert check(ABCDE[3:]).problem == "records 1 to 3 were removed"


def test_removed_record_is_detected_despite_renumbering() -> None:
    log = [*ABCDE[:2], *((seq - 1, body, before) for seq, body, before in ABCDE[3:])]
    assert (check(log).ok, check(log).seq) == (False, 2), "of which the place is all that can be told"


def test_swapped_records_are_reported() -> None:
    report = check([*ABCDE[:2], ABCDE[3], ABCDE[2], ABCDE[4]])
    assert (report.seq, "reordered" in report.problem) == (3, True)


def test_record_of_another_log_is_detected() -> None:
    report = check([*ABCDE[:2], (3, b"x", b"\1" * 32), (4, b"y", b"\2" * 32)])
    assert (report.seq, "does not follow record 2" in report.problem) == (3, True)


def test_a_repeated_record_is_named() -> None:
    report = check([*ABCDE[:3], ABCDE[2], *ABCDE[3:]])
    assert (report.seq, "repeated" in report.problem) == (3, True)


def test_truncated_log_is_detected_only_by_the_anchor() -> None:
    assert check(ABCDE[:3]).ok
    report = check(ABCDE[:3], newest(ABCDE))
    assert (report.seq, "truncated" in report.problem) == (4, True)


def test_rewritten_log_is_detected_only_by_the_anchor() -> None:
    forged = log_of(b"a", b"b", b"X", b"d", b"e")
    assert check(forged).ok
    assert "rewritten" in check(forged, newest(ABCDE)).problem


def test_log_may_continue_after_its_anchor() -> None:
    assert check(ABCDE, newest(ABCDE[:3])).ok


def test_verification_can_start_at_any_record() -> None:
    verifier = chain.ChainVerifier(start=newest(ABCDE[:2]))
    for record in ABCDE[2:]:
        assert verifier.feed(*record)
    assert verifier.report() == chain.VerificationReport(3, True)


def test_blame_keeps_the_first_wrong_record() -> None:
    verifier = chain.ChainVerifier()
    verifier.feed(*ABCDE[0])
    verifier.blame(1, "first")
    verifier.blame(1, "second")
    assert not verifier.feed(*ABCDE[1])
    assert verifier.report() == chain.VerificationReport(0, False, 1, "first")


def test_blame_does_not_hide_a_record_that_does_not_follow() -> None:
    verifier = chain.ChainVerifier()
    assert verifier.feed(1, b"a", b"X")
    verifier.blame(2, "it cannot be read")
    assert "record 1" in verifier.report().problem


@st.composite
def tampered(draw: st.DrawFn) -> tuple[Log, Log, range]:
    """A log, the same after somebody changed it, and the numbers of the records at the place of the change."""
    log = log_of(*draw(st.lists(st.binary(max_size=12), min_size=2, max_size=12)))
    at = draw(st.integers(0, len(log) - 1))
    other = draw(st.integers(0, len(log) - 1))
    seq, body, before = log[at]
    wrong, place = list(log), range(seq, seq + 1)
    match draw(st.sampled_from(("body", "hash", "cut", "swap", "repeat", "renumber"))):
        case "body":
            wrong[at] = seq, draw(st.binary(max_size=12)), before
        case "hash":
            wrong[at] = seq, body, draw(st.binary(max_size=32))
        case "cut":
            del wrong[at : at + draw(st.integers(1, 3))]
        case "swap":
            wrong[at], wrong[other] = log[other], log[at]
            place = range(min(at, other) + 1, max(at, other) + 2)
        case "repeat":
            wrong.insert(other, wrong[at])
            place = range(min(at, other) + 1, max(at, other) + 2)
        case "renumber":
            del wrong[at]
            wrong = [(number, body, before) for number, (_, body, before) in enumerate(wrong, 1)]
            place = range(seq - 1, seq + 1)
    return log, wrong, place


@given(tampered())
def test_any_edit_cut_swap_or_repetition_is_noticed_and_its_place_named(logs: tuple[Log, Log, range]) -> None:
    log, wrong, place = logs
    report = check(wrong, newest(log))
    assert report.ok == (wrong == log)
    assert report.ok or report.seq in place
    assert report.ok or report.checked < place.stop
