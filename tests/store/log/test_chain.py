"""Any edit, cut, swap or repetition of a log is noticed, and named."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from toolguard.store.log import chain

Log = list[tuple[int, bytes, bytes]]


def log_of(*bodies: bytes) -> Log:
    log: Log = []
    before = chain.GENESIS
    for seq, body in enumerate(bodies, 1):
        before = chain.link(before, body)
        log.append((seq, body, before))
    return log


def check(log: Log, anchor: chain.Link | None = None) -> chain.VerificationReport:
    verifier = chain.ChainVerifier(anchor)
    for record in log:
        verifier.feed(*record)
    return verifier.report()


def newest(log: Log) -> chain.Link:
    return log[-1][0], log[-1][2]


ABCDE = log_of(b"a", b"b", b"c", b"d", b"e")


def test_a_link_is_sha256_over_its_domain_the_hash_before_and_the_body() -> None:
    assert chain.link(b"p" * 32, b"x") == hashlib.sha256(b"toolguard record 1\n" + b"p" * 32 + b"x").digest()
    assert chain.link(chain.GENESIS, b"") != chain.GENESIS


def test_an_untouched_log_is_right() -> None:
    assert check(ABCDE, newest(ABCDE)) == chain.VerificationReport(5, True)
    assert check([]) == chain.VerificationReport(0, True)


def test_an_edited_body_is_named() -> None:
    log = [*ABCDE[:2], (3, b"X", ABCDE[2][2]), *ABCDE[3:]]
    report = check(log)
    assert (report.ok, report.seq, report.checked) == (False, 3, 2)
    assert "record 3 was edited" in report.problem


def test_an_edited_newest_body_is_named() -> None:
    assert "record 5 was edited" in check([*ABCDE[:4], (5, b"X", ABCDE[4][2])]).problem


def test_a_changed_hash_is_a_wrong_link() -> None:
    report = check([*ABCDE[:2], (3, b"c", b"\0" * 32), *ABCDE[3:]])
    assert (report.seq, "wrong link" in report.problem) == (3, True)


def test_a_removed_record_is_named() -> None:
    assert check([*ABCDE[:2], *ABCDE[3:]]).problem == "record 3 was removed"
    assert check(ABCDE[3:]).problem == "records 1 to 3 were removed"


def test_a_removed_record_is_noticed_when_the_others_are_numbered_anew() -> None:
    log = [*ABCDE[:2], *((seq - 1, body, hash) for seq, body, hash in ABCDE[3:])]
    assert check(log).seq == 3
    verifier = chain.ChainVerifier()
    told = [verifier.feed(seq, body, hash, said) for (seq, body, hash), said in zip(log, (1, 2, 4, 5), strict=True)]
    assert told == [True, True, False, False]
    assert "record 3 calls itself record 4" in verifier.report().problem


def test_two_records_in_each_others_place_are_named() -> None:
    (_, c, hash_c), (_, d, hash_d) = ABCDE[2:4]
    report = check([*ABCDE[:2], (3, d, hash_d), (4, c, hash_c), ABCDE[4]])
    assert (report.seq, "reordered" in report.problem) == (3, True)


def test_a_record_from_elsewhere_is_noticed() -> None:
    report = check([*ABCDE[:2], (3, b"x", b"\1" * 32), (4, b"y", b"\2" * 32)])
    assert (report.seq, "does not follow record 2" in report.problem) == (3, True)


def test_a_repeated_record_is_named() -> None:
    report = check([*ABCDE[:3], ABCDE[2], *ABCDE[3:]])
    assert (report.seq, "repeated" in report.problem) == (3, True)


def test_a_cut_at_the_end_shows_by_the_anchor_alone() -> None:
    assert check(ABCDE[:3]).ok
    report = check(ABCDE[:3], newest(ABCDE))
    assert (report.seq, "truncated" in report.problem) == (4, True)


def test_a_log_that_was_written_anew_shows_by_the_anchor_alone() -> None:
    forged = log_of(b"a", b"b", b"X", b"d", b"e")
    assert check(forged).ok
    assert "rewritten" in check(forged, newest(ABCDE)).problem


def test_a_log_may_go_on_after_its_anchor() -> None:
    assert check(ABCDE, newest(ABCDE[:3])).ok


def test_a_check_may_begin_in_the_middle() -> None:
    verifier = chain.ChainVerifier(start=newest(ABCDE[:2]))
    for record in ABCDE[2:]:
        assert verifier.feed(*record)
    assert verifier.report() == chain.VerificationReport(3, True)


def test_blame_reports_what_hashes_cannot_show_and_the_first_wrong_record_stays() -> None:
    verifier = chain.ChainVerifier()
    verifier.feed(*ABCDE[0])
    verifier.blame(1, "first")
    verifier.blame(1, "second")
    assert not verifier.feed(*ABCDE[1])
    assert verifier.report() == chain.VerificationReport(1, False, 1, "first")


def test_blame_does_not_hide_a_record_whose_hash_is_wrong() -> None:
    verifier = chain.ChainVerifier()
    assert verifier.feed(1, b"X", ABCDE[0][2])
    verifier.blame(1, "its columns differ")
    assert "edited" in verifier.report().problem


@st.composite
def tampered(draw: st.DrawFn) -> tuple[Log, Log]:
    log = log_of(*draw(st.lists(st.binary(max_size=12), min_size=2, max_size=12)))
    at = draw(st.integers(0, len(log) - 1))
    other = draw(st.integers(0, len(log) - 1))
    seq, body, hash = log[at]
    wrong = list(log)
    match draw(st.sampled_from(("body", "hash", "cut", "swap", "repeat", "renumber"))):
        case "body":
            wrong[at] = seq, draw(st.binary(max_size=12)), hash
        case "hash":
            wrong[at] = seq, body, draw(st.binary(max_size=32))
        case "cut":
            del wrong[at : at + draw(st.integers(1, 3))]
        case "swap":
            wrong[at], wrong[other] = (seq, *log[other][1:]), (log[other][0], body, hash)
        case "repeat":
            wrong.insert(other, wrong[at])
        case "renumber":
            del wrong[at]
            wrong = [(number, body, hash) for number, (_, body, hash) in enumerate(wrong, 1)]
    return log, wrong


@given(tampered())
def test_any_edit_cut_swap_or_repetition_is_noticed(logs: tuple[Log, Log]) -> None:
    log, wrong = logs
    assert check(wrong, newest(log)).ok == (wrong == log)
