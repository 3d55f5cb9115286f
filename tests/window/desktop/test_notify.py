"""Who is told of what waits, when, and in which words: by rules alone, and over a real bus."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.notification_daemon import Daemon
from tests.support.waiting import until
from tests.window.conftest import make_held
from toolguard.gate.model import ClientInfo, LeakedMessage, Proposal, Snapshot
from toolguard.window.desktop import notify
from toolguard.window.desktop.notify import DesktopNotice, DesktopNotifier, notice_text, quiet_hours_end
from toolguard.window.preferences import WindowPreferences

PROPOSAL = Proposal(id="p", kind="rule", title="A rule", detail="secret detail", asked_by="cli", since=1.0)
NOON, NIGHT = (time.mktime((2026, 11, 21, hour, 0, 0, 0, 0, -1)) for hour in (12, 23))


class Wall:
    """An outlet that notes what it shows."""

    def __init__(self) -> None:
        self.shown: list[tuple[DesktopNotice, bool]] = []
        self.closed = 0

    def listen(self, *, clicked: Callable[[], None], denied: Callable[[], None], dropped: Callable[[], None]) -> None:
        self.clicked, self.denied, self.dropped = clicked, denied, dropped

    def show(self, notice: DesktopNotice, *, ring: bool) -> None:
        self.shown.append((notice, ring))

    def close(self) -> None:
        self.closed += 1


class Scene:
    """Notices over a wall, with a clock that stands still."""

    def __init__(self, **preferences: Any) -> None:
        self.wall = Wall()
        self.preferences = WindowPreferences(preferences)
        self.now = NOON
        self.notices = DesktopNotifier(self.preferences, self.wall, clock=lambda: self.now)
        self.alerts, self.rings, self.opened = list[int](), list[int](), list[str]()
        self.notices.alerted.connect(lambda: self.alerts.append(1))
        self.notices.rung.connect(lambda: self.rings.append(1))
        self.notices.opened.connect(self.opened.append)
        self.looked_up = list[str]()
        self.notices.looked_up.connect(self.looked_up.append)

    def take(self, *held: Any, front: bool = False, proposals: tuple[Proposal, ...] = (), leaked: Any = ()) -> None:
        self.notices.set_snapshot(Snapshot(pending=held, proposals=proposals, leaked=leaked), in_front=front)

    def later(self) -> None:
        """As if a second had passed."""
        self.notices._after.stop()
        self.notices._update()

    @property
    def titles(self) -> list[str]:
        return [notice.title for notice, _ in self.wall.shown]


@pytest.fixture(autouse=True)
def _slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """No timer ends by itself within a test."""
    monkeypatch.setattr(notify, "UPDATE_INTERVAL", 3600.0)


def call(n: int) -> Any:
    return make_held(f"c{n}", since=1000.0 + n)


@pytest.mark.parametrize(
    ("span", "clock", "end"),
    [
        ("", "23:00", ""), ("22:00-07:00", "21:59", ""), ("22:00-07:00", "22:00", "22 07:00"),
        ("22:00-07:00", "03:00", "21 07:00"), ("22:00-07:00", "06:59", "21 07:00"), ("22:00-07:00", "07:00", ""),
        ("12:00-13:30", "13:29", "21 13:30"), ("12:00-13:30", "13:30", ""), ("12:00-13:30", "11:59", ""),
        ("09:00-09:00", "03:00", "21 09:00"), ("09:00-09:00", "09:00", "22 09:00"), ("nonsense", "03:00", ""),
    ],
)  # fmt: skip
def test_quiet_hours_can_span_midnight(span: str, clock: str, end: str) -> None:
    now = time.mktime(time.strptime(f"2026-11-21 {clock}", "%Y-%m-%d %H:%M"))
    result = quiet_hours_end(span, now)
    assert (time.strftime("%d %H:%M", time.localtime(result)) if result else "") == end


def test_notification_names_tool_server_and_client_but_no_arguments() -> None:
    held = make_held("c1", "write_file", {"path": "/home/me/diary"}, server="files", client=ClientInfo(id="Cursor"))
    assert notice_text([held]) == DesktopNotice(
        "write_file on files", ("Cursor is waiting for your decision.",), "c1", deniable=True
    )
    assert "diary" not in str(notice_text([held, call(2)]))
    assert notice_text([PROPOSAL]) == DesktopNotice("1 pending change", ("A rule",), "p")
    assert "secret detail" not in str(notice_text([PROPOSAL, held]))


def test_many_calls_take_a_few_lines() -> None:
    notice = notice_text([call(n) for n in range(1000)])
    assert notice.title == "1000 pending calls"
    assert notice.lines[0] == "write_file on files, requested by Claude Desktop"
    assert notice.lines[-1] == "and 997 more"
    assert len(notice_text([call(n) for n in range(4)]).lines) == 4
    assert notice_text([call(1), PROPOSAL]).title == "2 pending calls and changes"


def test_foreign_names_are_bounded_and_escaped() -> None:
    held = make_held("c1", "x" * 1_000_000 + "\u202e", server="a\nb", client=ClientInfo(id="\x1b[31m<b>"))
    notice = notice_text([held])
    assert len(notice.title) < 200
    assert "\n" not in notice.title and "\\" not in notice.title
    assert "⟨U+000A LINE FEED⟩" in notice.title
    assert "\x1b" not in notice.lines[0] and "<b>" in notice.lines[0]
    huge = Proposal(id="p", kind="rule", title="y" * 100_000, detail="", asked_by="cli", since=1.0)
    assert len(notice_text([huge]).lines[0]) < 200


def test_notification_is_shown_once_if_the_window_is_inactive() -> None:
    scene = Scene()
    scene.take(call(1))
    scene.take(call(1))
    assert scene.titles == ["write_file on files"]
    assert scene.alerts == [1]
    assert scene.rings == []


def test_no_notification_while_the_window_is_active() -> None:
    scene = Scene()
    scene.take(call(1), front=True)
    scene.take(call(1))
    scene.later()
    assert (scene.titles, scene.alerts) == ([], [])


def test_burst_is_one_notification_updated_at_most_once_a_second() -> None:
    scene = Scene()
    for n in range(1, 50):
        scene.take(*(call(one) for one in range(n)))
    assert scene.titles == ["write_file on files"]
    scene.later()
    assert scene.titles[1:] == ["49 pending calls"]
    assert scene.alerts == [1, 1]


def test_lines_follow_the_list_order_and_click_opens_the_first() -> None:
    scene = Scene()
    scene.take(call(2))
    scene.later()
    scene.take(call(3), call(1), call(2))
    assert [line.split()[0] for line in scene.wall.shown[-1][0].lines] == ["write_file"] * 3
    scene.wall.clicked()
    assert scene.opened == ["c1"]


def test_only_a_single_call_can_be_denied_from_a_notification() -> None:
    scene = Scene()
    denied: list[str] = []
    scene.notices.denied.connect(denied.append)
    scene.wall.denied()
    scene.take(call(1))
    scene.wall.denied()
    assert denied == ["c1"] and scene.opened == []
    scene.later()
    scene.take(call(1), call(2))
    scene.wall.denied()
    scene.later()
    scene.take(proposals=(Proposal(id="p", kind="rule", title="t", detail="", asked_by="cli", since=1.0),))
    scene.wall.denied()
    assert denied == ["c1"]


def test_notification_comes_after_do_not_disturb() -> None:
    scene = Scene(sound=True)
    until: list[float] = []
    scene.notices.silenced.connect(until.append)
    scene.take(call(1))
    scene.notices.silence(900)
    assert scene.wall.closed == 1 and until == [NOON + 900]
    scene.take(call(1), call(2))
    scene.later()
    assert len(scene.titles) == 1 and scene.alerts == [1]
    scene.now += 901
    scene.later()
    assert scene.titles[1:] == ["2 pending calls"] and until == [NOON + 900, 0.0]


def test_do_not_disturb_can_be_ended_early() -> None:
    scene = Scene()
    scene.notices.silence(900)
    scene.take(call(1))
    assert scene.titles == []
    scene.notices.silence(0)
    assert scene.titles == ["write_file on files"] and not scene.notices.quiet_until


def test_do_not_disturb_continues_after_a_restart_but_no_longer_than_it_can_be_set() -> None:
    for stored, is_quiet in (
        (NOON + 600, True), (str(NOON + 600.5), True), (NOON - 1, False), (NOON + 10 * 86_400, False), (0.0, False),
        ("nan", False), ("inf", False), ("soon", False), (None, False),
    ):  # fmt: skip
        scene = Scene()
        scene.notices.resume_silence(stored)
        assert bool(scene.notices.quiet_until) == is_quiet, stored


def test_notification_is_withdrawn_when_nothing_is_pending_or_the_window_opens() -> None:
    scene = Scene()
    scene.take(call(1))
    scene.take()
    assert scene.wall.closed == 1
    scene.later()
    scene.take(call(2))
    scene.take(call(2), front=True)
    assert scene.wall.closed == 2
    scene.wall.clicked()
    assert scene.opened == []


def test_notification_is_updated_silently_when_a_call_ends() -> None:
    scene = Scene(sound=True)
    scene.take(call(1), call(2), call(3))
    scene.later()
    scene.take(call(2), call(3))
    scene.later()
    assert [(notice.title, ring) for notice, ring in scene.wall.shown] == [
        ("3 pending calls", True), ("2 pending calls", False),
    ]  # fmt: skip
    assert scene.alerts == [1]


def test_dismissed_notification_does_not_return() -> None:
    scene = Scene()
    scene.take(call(1), call(2))
    scene.later()
    scene.wall.dropped()
    scene.take(call(2))
    scene.later()
    assert len(scene.titles) == 1
    scene.take(call(2), call(3))
    assert len(scene.titles) == 2


def test_pending_calls_are_notified_after_quiet_hours() -> None:
    scene = Scene(quiet_hours="22:00-07:00", sound=True)
    scene.now = NIGHT
    scene.take(call(1))
    assert (scene.titles, scene.alerts, scene.rings) == ([], [], [])
    scene.now = NOON
    scene.later()
    assert (scene.titles, scene.alerts) == (["write_file on files"], [1])


def test_quiet_hours_report_their_end_and_remove_the_notification_when_they_begin() -> None:
    scene = Scene(quiet_hours="22:00-07:00")
    until: list[float] = []
    scene.notices.silenced.connect(until.append)
    scene.take(call(1))
    scene.now = NIGHT
    scene.later()
    assert scene.wall.closed == 1 and until == [NIGHT + 8 * 3600]
    scene.now += 8 * 3600
    scene.later()
    assert until[1:] == [0.0]


def test_quiet_hours_can_be_ended_early_only_for_this_time() -> None:
    scene = Scene(quiet_hours="22:00-07:00")
    scene.now = NIGHT
    scene.take(call(1))
    scene.notices.silence(0)
    assert scene.titles == ["write_file on files"] and not scene.notices.quiet_until
    scene.now += 86_400
    scene.later()
    assert scene.notices.quiet_until


def test_later_end_of_quiet_hours_and_do_not_disturb_counts() -> None:
    scene = Scene(quiet_hours="22:00-07:00")
    scene.now = NIGHT - 7200
    scene.notices.silence(10_800)
    assert scene.notices.quiet_until == NIGHT + 3600
    scene.now = NIGHT
    scene.later()
    assert scene.notices.quiet_until == NIGHT + 8 * 3600
    scene.notices.silence(0)
    assert not scene.notices.quiet_until and not scene.notices.silent_until


def test_changed_quiet_hours_apply_at_once() -> None:
    scene = Scene()
    scene.take(call(1))
    scene.preferences.update({"quiet_hours": "11:00-13:00"})
    assert scene.wall.closed == 1 and scene.notices.quiet_until == NOON + 3600
    scene.preferences.update({"quiet_hours": ""})
    assert not scene.notices.quiet_until


@pytest.mark.parametrize(
    ("preferences", "shown", "alerts", "rings"),
    [
        ({"notifications": False}, [], [1], []),
        ({"notifications": False, "sound": True}, [], [1], [1]),
        ({"flash_taskbar": False}, [False], [], []),
        ({"sound": True}, [True], [1], []),
    ],
)
def test_each_kind_of_notification_can_be_turned_off(
    preferences: dict[str, Any], shown: list[bool], alerts: list[int], rings: list[int]
) -> None:
    scene = Scene(**preferences)
    scene.take(call(1))
    assert ([ring for _, ring in scene.wall.shown], scene.alerts, scene.rings) == (shown, alerts, rings)


def test_sound_is_played_without_a_notification_service() -> None:
    notices = DesktopNotifier(WindowPreferences({"sound": True}), None, clock=lambda: NOON)
    rings: list[int] = []
    notices.rung.connect(lambda: rings.append(1))
    notices.set_snapshot(Snapshot(pending=(call(1),)), in_front=False)
    notices.set_snapshot(Snapshot(), in_front=False)
    assert rings == [1]


# --- calls that were refused for a secret in their inputs


def refused(n: int, tool: str = "fetch") -> LeakedMessage:
    return LeakedMessage(
        call=f"l{n}", client="Claude", server="web", tool=tool, secrets=("github-token",), since=1000.0 + n
    )


def test_refused_leak_is_notified_once_and_opens_its_record() -> None:
    scene = Scene()
    scene.take(leaked=(refused(1),))
    scene.take(leaked=(refused(1),))
    ((notice, _),) = scene.wall.shown
    assert notice.title == "Call refused: its arguments contained a secret"
    assert notice.lines == ("fetch on web, requested by Claude",)
    assert scene.alerts == [1] and "github-token" not in str(notice)
    scene.wall.clicked()
    assert (scene.looked_up, scene.opened) == (["l1"], [])


def test_many_refusals_are_one_notification_with_one_sound() -> None:
    scene = Scene(sound=True)
    for n in range(1, 200):
        scene.take(leaked=tuple(refused(one, f"fetch{one % 6}") for one in range(max(0, n - 20), n)))
        scene.later()
    assert [ring for _, ring in scene.wall.shown].count(True) == 1
    assert scene.alerts == [1]
    last = scene.wall.shown[-1][0]
    assert last.title == "Calls refused: their arguments contained secrets"
    assert len(last.lines) == 4 and last.lines[-1] == "and more"
    scene.now += 61
    scene.take(leaked=(refused(999),))
    assert scene.alerts == [1, 1]


def test_refusal_is_listed_below_pending_items() -> None:
    scene = Scene()
    scene.take(call(1), leaked=(refused(1),))
    ((notice, _),) = scene.wall.shown
    assert notice.title == "write_file on files"
    assert notice.lines[1:] == ("Call refused: its arguments contained a secret",)
    many = notice_text([*map(call, range(9)), refused(1), refused(2)])
    assert many.title == "9 pending calls" and len(many.lines) == 4
    assert many.lines[2:] == ("and 7 more", "Calls refused: their arguments contained secrets")
    scene.wall.clicked()
    assert scene.opened == ["c1"]


def test_refusal_shown_in_the_active_window_sends_no_notification() -> None:
    scene = Scene()
    scene.take(leaked=(refused(1),), front=True)
    scene.take(leaked=(refused(1),))
    scene.later()
    assert scene.titles == []
    scene.take(leaked=(refused(1), refused(2)))
    assert [notice.about for notice, _ in scene.wall.shown] == ["l2"]
    scene.take(leaked=(refused(1), refused(2)), front=True)
    assert scene.wall.closed == 1


def test_refusal_during_quiet_hours_is_notified_afterwards() -> None:
    scene = Scene(quiet_hours="22:00-07:00")
    scene.now = NIGHT
    scene.take(leaked=(refused(1),))
    assert scene.titles == []
    scene.now = NOON
    scene.later()
    assert scene.titles == ["Call refused: its arguments contained a secret"]


# --- over a real bus


needs_bus = pytest.mark.skipif(not shutil.which("dbus-daemon"), reason="needs the package dbus-daemon")


BUS = """<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""
"""A bus that starts nothing by itself: a daemon that is installed here would take the name that a test wants."""


@pytest.fixture
def bus_address(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "bus.conf").write_text(BUS)
    argv = ("dbus-daemon", f"--config-file={tmp_path / 'bus.conf'}", "--nofork", "--print-address=1")
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as bus:
        assert bus.stdout
        yield bus.stdout.readline().strip()
        bus.kill()


class Line:
    """Our end of the bus, and the daemon at the other."""

    def __init__(self, address: str, retry_after: tuple[float, ...] = ()) -> None:
        from toolguard.window.desktop.dbus import BusConnection
        from toolguard.window.desktop.freedesktop import FreedesktopNotifications

        self.bus = BusConnection(address)
        loop = asyncio.get_running_loop()
        self.notes = FreedesktopNotifications(self.bus, loop.create_task, retry_after)
        self.received: list[str] = []
        report = self.received.append
        self.notes.listen(
            clicked=lambda: report("clicked"), denied=lambda: report("denied"), dropped=lambda: report("dropped")
        )

    async def settle(self) -> None:
        await until(lambda: self.notes._work is None or self.notes._work.done())


@needs_bus
async def test_notification_is_shown_replaced_clicked_and_withdrawn(bus_address: str) -> None:
    daemon, line = Daemon(bus_address), Line(bus_address)
    try:
        line.notes.show(DesktopNotice("a & b", ("<b>bold</b> & \u4f60\u597d", "two"), "c1"), ring=False)
        await until(lambda: daemon.shown)
        assert daemon.shown
        first = daemon.shown
        assert (first["title"], first["body"]) == ("a & b", "&lt;b&gt;bold&lt;/b&gt; &amp; 你好\ntwo")
        assert first["actions"] == ["default", "Review", "review", "Review"]
        assert first["hints"]["suppress-sound"] == ("b", True)
        line.notes.show(DesktopNotice("two", (), "c1"), ring=False)
        await until(lambda: len(daemon.told) == 2)
        assert daemon.told[1]["id"] == first["id"]
        await line.settle()
        daemon.click()
        await until(lambda: line.received == ["clicked", "dropped"])
        line.notes.show(DesktopNotice("three", (), "c2"), ring=False)
        await until(lambda: len(daemon.told) == 3)
        assert daemon.told[2]["replaces"] == 0
        line.notes.close()
        await until(lambda: daemon.closed[1:] == [daemon.told[2]["id"]])
        assert daemon.shown is None
    finally:
        await line.notes.end()
        await line.bus.close()
        daemon.end()


@needs_bus
async def test_notification_respects_daemon_capabilities(bus_address: str) -> None:
    daemon, line = Daemon(bus_address, can=("body", "sound")), Line(bus_address)
    try:
        line.notes.show(DesktopNotice("t", ("<i> & co",), "c1"), ring=True)
        shown = await until(lambda: daemon.shown)
        assert shown["body"] == "<i> & co"
        assert shown["hints"]["sound-name"] == ("s", "message-new-instant")
        await line.settle()
    finally:
        await line.bus.close()
        daemon.end()


@needs_bus
async def test_notification_daemon_started_later_is_used(bus_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    beeps: list[int] = []
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(1))
    line = Line(bus_address)
    line.notes.show(DesktopNotice("t", (), "c1"), ring=True)
    await line.settle()
    assert beeps == [1]
    line.notes.close()
    await line.settle()
    daemon = Daemon(bus_address)
    try:
        line.notes.show(DesktopNotice("again", (), "c1"), ring=False)
        assert (await until(lambda: daemon.shown))["title"] == "again"
        await line.settle()
    finally:
        await line.bus.close()
        daemon.end()


@needs_bus
async def test_notification_is_shown_when_its_daemon_answers_again(
    bus_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    beeps: list[int] = []
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(1))
    line = Line(bus_address, retry_after=(0.01,) * 3_000)
    line.notes.show(DesktopNotice("earlier", (), "c1"), ring=True)
    await until(lambda: beeps)
    line.notes.show(DesktopNotice("t", (), "c1"), ring=True)
    await until(lambda: len(beeps) == 2)
    daemon = Daemon(bus_address)
    try:
        assert (await until(lambda: daemon.shown))["title"] == "t"
        await line.settle()
        assert len(daemon.told) == 1 and len(beeps) == 2
    finally:
        await line.bus.close()
        daemon.end()


async def test_missing_bus_is_ignored(tmp_path: Any) -> None:
    line = Line(f"unix:path={tmp_path}/none")
    line.notes.show(DesktopNotice("t", (), "c1"), ring=False)
    await line.settle()
    await line.notes.end()
    await line.bus.close()


@needs_bus
async def test_lost_bus_is_reconnected(bus_address: str) -> None:
    daemon, line = Daemon(bus_address), Line(bus_address)
    try:
        line.notes.show(DesktopNotice("one", (), "c1"), ring=False)
        await until(lambda: daemon.told)
        await line.settle()
        assert line.bus._writer
        line.bus._writer.transport.abort()
        await until(lambda: line.bus._writer is None)
        line.notes.show(DesktopNotice("two", (), "c1"), ring=False)
        await until(lambda: len(daemon.told) == 2)
        await line.settle()
        daemon.click()
        await until(lambda: line.received)
    finally:
        await line.bus.close()
        daemon.end()
