"""The one state: what needs the person most comes first, each has an icon and a word, and it is seen everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, make_running, opened
from toolguard.gate.model import Proposal, Snapshot
from toolguard.window import state, theme
from toolguard.window.help import manual
from toolguard.window.language import Language
from toolguard.window.widgets import icons

PROPOSAL = Proposal(id="p", kind="rule", title="A rule", detail="{}", asked_by="cli", since=1.0)
SAYS = ("The disk is full.",)
ONE = (make_held(),)


@pytest.mark.parametrize(
    ("snapshot", "tone", "text", "title"),
    [
        (Snapshot(), "idle", "Idle", "ToolGuard"),
        (Snapshot(pending=ONE), "waiting", "1 pending", "(1) ToolGuard — 1 pending call"),
        (Snapshot(pending=(make_held("a"), make_held("b"))), "waiting", "2 pending", "(2) ToolGuard — 2 pending calls"),
        (Snapshot(proposals=(PROPOSAL,)), "waiting", "1 pending", "(1) ToolGuard — 1 pending change"),
        (
            Snapshot(pending=ONE, proposals=(PROPOSAL,)), "waiting", "2 pending",
            "(2) ToolGuard — 1 pending call and 1 pending change",
        ),
        (
            Snapshot(pending=ONE, running=(make_running(),), running_count=1),
            "waiting", "1 pending · 1 running", "(1) ToolGuard — 1 pending call",
        ),
        (
            Snapshot(running=(make_running(),), running_count=700),
            "running", "700 running", "ToolGuard — 700 running calls",
        ),
        (Snapshot(trouble=SAYS), "trouble", "Problem", "ToolGuard — there is a problem"),
        (Snapshot(trouble=SAYS, alarm="keychain"), "keychain", "Keyring", "ToolGuard — keyring needs attention"),
        (
            Snapshot(trouble=SAYS, alarm="refusing", pending=ONE),
            "refusing", "Refusing calls · 1 pending", "(1) ToolGuard — all calls are refused",
        ),
        (Snapshot(panic=True), "panic", "All calls blocked", "ToolGuard — all calls are blocked"),
        (Snapshot(panic=True, alarm="tampered"), "tampered", "Log tampered", "ToolGuard — log tampered"),
        (
            Snapshot(trouble=SAYS, alarm="tampered", running_count=3),
            "tampered", "Log tampered", "ToolGuard — log tampered",
        ),
    ],
)  # fmt: skip
def test_state_is_the_most_urgent_one(snapshot: Snapshot, tone: str, text: str, title: str) -> None:
    count = len(snapshot.pending) + len(snapshot.proposals)
    assert state.of(snapshot) == state.AppState(tone, text, title, count)  # type: ignore[arg-type]


def test_every_state_has_its_own_icon_and_a_colour() -> None:
    assert len(set(state.ICONS.values())) == len(state.ICONS)
    assert state.ICONS.keys() == state.COLOURS.keys() == state.PLACES.keys()
    for name in state.ICONS.values():
        assert icons.path(name).is_file()
    for colour in state.COLOURS.values():
        assert getattr(theme.LIGHT, colour)


@pytest.mark.parametrize("code", ["en", "zh_CN"])
def test_manual_explains_every_state(code: str, spoken: Language) -> None:
    spoken.choose(code)
    chapter = (manual.folder(code) / "10-trouble.md").read_text(encoding="utf-8")
    alarms = [Snapshot(trouble=SAYS, alarm=alarm) for alarm in ("", "keychain", "refusing", "tampered")]
    two, three = (make_held("a"), make_held("b")), Snapshot(running_count=3)
    shown = [state.of(each) for each in (Snapshot(), Snapshot(pending=two), three, Snapshot(panic=True), *alarms)]
    shown.append(state.of(Snapshot(), guards=False))
    assert {each.tone for each in shown} == state.ICONS.keys() - {"unknown"}
    assert [each.text for each in shown if f"\n| {each.text} |" not in chapter] == []


async def test_state_is_shown_in_side_bar_and_title(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),), running=(make_running(),), running_count=1)
    assert harness.is_shown("Status: 1 pending · 1 running")
    assert harness.window.windowTitle() == "(1) ToolGuard — 1 pending call"
    places = {name: harness.find(name).geometry() for name in ("Pending", "Active", "Audit")}
    await harness.show()
    assert harness.is_shown("Status: Checking…")
    assert {name: harness.find(name).geometry() for name in places} == places


async def test_state_opens_its_page(harness: WindowHarness) -> None:
    for shown, name, page in (
        ({"running": (make_running(),), "running_count": 1}, "Status: 1 running", "active"),
        ({"pending": ONE}, "Status: 1 pending", "pending"),
        ({"trouble": SAYS, "alarm": "tampered"}, "Status: Log tampered", "audit"),
    ):
        await harness.show(**shown)
        harness.press(name)
        assert harness.window.stack.key == page


async def test_every_state_fits_the_side_bar(harness: WindowHarness) -> None:
    height = harness.window.side.indicator.height()
    for alarm in ("", "trouble", "keychain", "refusing", "tampered"):
        await harness.show(trouble=SAYS if alarm else (), alarm=alarm, pending=ONE, running_count=99)
        indicator = harness.window.side.indicator
        assert indicator.height() == height
        assert indicator.sizeHint().width() <= indicator.width()


def test_state_without_clients_is_nothing_guarded() -> None:
    shown = state.of(Snapshot(), guards=False)
    assert (shown.tone, shown.text) == ("unguarded", "Nothing guarded")
    assert state.COLOURS["unguarded"] == "caution" and state.PLACES["unguarded"] == "clients"
    assert state.of(Snapshot(pending=ONE), guards=False).tone == "waiting"


def test_shield_is_not_green_before_it_is_known_whether_a_client_is_guarded() -> None:
    shown = state.of(Snapshot(), guards=None)
    assert shown.text == "Checking…" and state.COLOURS[shown.tone] == "quiet"


async def test_no_green_shield_before_a_client_is_set_up(tmp_path: Path, office: Harness) -> None:
    await office.with_server("files")
    async with opened(tmp_path, office.run, looks_at_clients=True) as harness:
        await until(lambda: harness.is_shown("Status: Nothing guarded"))
        await office.order("client.add", name="agent", servers=["files"])
        await harness.show(edition=2)
        await until(lambda: harness.is_shown("Status: Idle"))
