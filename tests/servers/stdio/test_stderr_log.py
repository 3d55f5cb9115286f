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


class Desk:
    """Notes with a clock that is turned by hand and a scrubber that knows one secret."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.log: list[str] = []
        redactor = Redactor()
        redactor.learn("KEY", "hunter2hunter2")
        self.notes = StderrLog(self.log.append, redactor, self.clock)


@given(st.lists(st.sampled_from([b"one", b"two\n", b"\n", b"\xff\r\n", b"hunter2", b"hunter2\n"]), max_size=20))
def test_any_pieces_make_the_same_lines(pieces: list[bytes]) -> None:
    desk, whole = Desk(), Desk()
    for piece in pieces:
        desk.notes.stderr(piece)
    whole.notes.stderr(b"".join(pieces))
    desk.notes.end()
    whole.notes.end()
    assert desk.log == whole.log == desk.notes.last
    assert not [line for line in desk.log if "hunter2hunter2" in line]


def test_control_characters_are_visible_and_colours_are_gone() -> None:
    desk = Desk()
    desk.notes.stderr(b"\x1b[31mred\x1b[0m \x07\x1b]0;title\ttab \xe2\x80\xae\n")
    assert desk.log == ["red \\x07\\x1b]0;title\ttab \\x202e"]


def test_only_the_last_lines_are_kept() -> None:
    desk = Desk()
    for i in range(3_000):
        desk.clock.now += 0.01
        desk.notes.stderr(b"%d\n" % i)
    assert desk.notes.last == [str(i) for i in range(2_000, 3_000)]
    for _ in range(100):
        desk.clock.now += 1
        desk.notes.stderr(b"x" * 10_000 + b"\n")
    assert sum(map(len, desk.notes.last)) <= stderr_log.MAX_SIZE
    assert len(desk.log) == 3_100


def test_overlong_line_is_dropped_and_reported() -> None:
    desk = Desk()
    desk.notes.stderr(b"x" * 100_000 + b"\nafter\n")
    assert desk.log == ["(left out: message of 100,000 bytes is over the limit of 16,384)", "after"]


def test_a_flood_of_lines_is_dropped_with_its_count() -> None:
    desk = Desk()
    desk.notes.stderr(b"x\n" * 5_000)
    assert len(desk.log) == stderr_log.LINES_A_SECOND
    desk.notes.stderr(b"x\n" * 5_000)
    assert len(desk.log) == stderr_log.LINES_A_SECOND
    desk.clock.now += 1
    desk.notes.stderr(b"calm\n")
    assert desk.log[-2:] == ["(9,000 lines were dropped: too many at once)", "calm"]


def test_flood_of_bytes_is_dropped_without_partial_lines() -> None:
    desk = Desk()
    desk.notes.stderr(b"key hunter2")
    desk.notes.stderr(b"h" * stderr_log.BYTES_A_SECOND)
    desk.clock.now += 1
    desk.notes.stderr(b"unter2")
    desk.notes.stderr(b" rest\nwhole\n")
    assert desk.log == ["(1 lines were dropped: too many at once)", "whole"]
    desk.notes.stderr(b"x" * stderr_log.BYTES_A_SECOND + b"\n")
    desk.clock.now += 1
    desk.notes.stderr(b"begins anew\n")
    assert desk.log[-1] == "begins anew"


def test_last_dropped_lines_are_reported_at_the_end() -> None:
    desk = Desk()
    desk.notes.stderr(b"x\n" * 1_001 + b"no end")
    desk.notes.end()
    assert desk.log[-1] == "(2 lines were dropped: too many at once)"


def test_junk_is_cut_scrubbed_first_and_bounded() -> None:
    desk = Desk()
    desk.notes.junk(b"x" * 490 + b"hunter2hunter2" + b"y" * 1_000, "not JSON")
    assert desk.log[0].startswith("stdout, not JSON: xxx")
    assert "hunter2" not in desk.log[0]
    assert desk.log[0].endswith(" ...")
    for _ in range(2_000):
        desk.notes.junk(b"z" * 600, "not JSON")
    assert len(desk.log) <= stderr_log.BYTES_A_SECOND // 500 + 1
    desk.notes.say("our own")
    assert desk.log[-1] == "our own"


def test_the_reason_of_junk_is_scrubbed_too() -> None:
    desk = Desk()
    desk.notes.junk(b"{}", "the key 'hunter2hunter2' stands twice")
    assert desk.log == ["stdout, the key '[secret KEY]' stands twice: {}"]
