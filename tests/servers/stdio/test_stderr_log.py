"""What a server says beside the protocol is kept within bounds, and no secret is in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from toolguard.servers.secrets.redactor import Redactor
from toolguard.servers.stdio import stderr_log
from toolguard.servers.stdio.stderr_log import StderrLog


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class LogHarness:
    """Notes with a clock that is turned by hand and a scrubber that knows one secret."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.log: list[str] = []
        redactor = Redactor()
        redactor.learn("KEY", "hunter2hunter2")
        self.notes = StderrLog(self.log.append, redactor, self.clock)


@given(st.lists(st.sampled_from([b"one", b"two\n", b"\n", b"\xff\r\n", b"hunter2", b"hunter2\n"]), max_size=20))
def test_any_pieces_make_the_same_lines(pieces: list[bytes]) -> None:
    harness, whole = LogHarness(), LogHarness()
    for piece in pieces:
        harness.notes.stderr(piece)
    whole.notes.stderr(b"".join(pieces))
    harness.notes.end()
    whole.notes.end()
    assert harness.log == whole.log == harness.notes.last
    assert not [line for line in harness.log if "hunter2hunter2" in line]


def test_control_characters_are_visible_and_colours_are_gone() -> None:
    harness = LogHarness()
    harness.notes.stderr(b"\x1b[31mred\x1b[0m \x07\x1b]0;title\ttab \xe2\x80\xae\n")
    assert harness.log == ["red \\x07\\x1b]0;title\ttab \\x202e"]


def test_secret_with_a_coloured_part_is_redacted() -> None:
    harness = LogHarness()
    harness.notes.stderr(b"found hunter2\x1b[1;31mhunter2\x1b[0m\n")
    harness.notes.junk(b"found \x1b[31mhunter2\x1b[0mhunter2", "no JSON")
    assert harness.log == ["found [secret KEY]", "stdout, no JSON: found [secret KEY]"]


def test_only_the_last_lines_are_kept() -> None:
    harness = LogHarness()
    for i in range(3_000):
        harness.clock.now += 0.01
        harness.notes.stderr(b"%d\n" % i)
    assert harness.notes.last == [str(i) for i in range(2_000, 3_000)]
    for _ in range(100):
        harness.clock.now += 1
        harness.notes.stderr(b"x" * 10_000 + b"\n")
    assert sum(map(len, harness.notes.last)) <= stderr_log.MAX_SIZE
    assert len(harness.log) == 3_100


def test_overlong_line_is_dropped_and_reported() -> None:
    harness = LogHarness()
    harness.notes.stderr(b"x" * 100_000 + b"\nafter\n")
    assert harness.log == ["(left out: message of 100,000 bytes is over the limit of 16,384)", "after"]


def test_stderr_lines_over_the_rate_limit_are_dropped_and_counted() -> None:
    harness = LogHarness()
    harness.notes.stderr(b"x\n" * 5_000)
    assert len(harness.log) == stderr_log.LINES_A_SECOND
    harness.notes.stderr(b"x\n" * 5_000)
    assert len(harness.log) == stderr_log.LINES_A_SECOND
    harness.clock.now += 1
    harness.notes.stderr(b"calm\n")
    assert harness.log[-2:] == ["(9,000 lines were dropped: too many at once)", "calm"]


def test_flood_of_bytes_is_dropped_without_partial_lines() -> None:
    harness = LogHarness()
    harness.notes.stderr(b"key hunter2")
    harness.notes.stderr(b"h" * stderr_log.BYTES_A_SECOND)
    harness.clock.now += 1
    harness.notes.stderr(b"unter2")
    harness.notes.stderr(b" rest\nwhole\n")
    assert harness.log == ["(1 lines were dropped: too many at once)", "whole"]
    harness.notes.stderr(b"x" * stderr_log.BYTES_A_SECOND + b"\n")
    harness.clock.now += 1
    harness.notes.stderr(b"begins anew\n")
    assert harness.log[-1] == "begins anew"


def test_last_dropped_lines_are_reported_at_the_end() -> None:
    harness = LogHarness()
    harness.notes.stderr(b"x\n" * 1_001 + b"no end")
    harness.notes.end()
    assert harness.log[-1] == "(2 lines were dropped: too many at once)"


def test_junk_is_cut_scrubbed_first_and_bounded() -> None:
    harness = LogHarness()
    harness.notes.junk(b"x" * 490 + b"hunter2hunter2" + b"y" * 1_000, "not JSON")
    assert harness.log[0].startswith("stdout, not JSON: xxx")
    assert "hunter2" not in harness.log[0]
    assert harness.log[0].endswith(" ...")
    for _ in range(2_000):
        harness.notes.junk(b"z" * 600, "not JSON")
    assert len(harness.log) <= stderr_log.BYTES_A_SECOND // 500 + 1
    harness.notes.say("our own")
    assert harness.log[-1] == "our own"


def test_the_reason_of_junk_is_scrubbed_too() -> None:
    harness = LogHarness()
    harness.notes.junk(b"{}", "the key 'hunter2hunter2' stands twice")
    assert harness.log == ["stdout, the key '[secret KEY]' stands twice: {}"]
