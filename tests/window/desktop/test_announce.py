"""What a screen reader says of a new call: once, in short, never its inputs."""

from __future__ import annotations

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held
from toolguard.gate.model import Proposal, Snapshot
from toolguard.window.desktop.announce import Announcer, sentence

PROPOSAL = Proposal(id="p", kind="server", title="A new\u202e server", detail="npx x", asked_by="Codex", since=1.0)


def test_announcement_names_client_tool_and_server() -> None:
    held = make_held(arguments={"password": "hunter2"})
    assert sentence([held], 1) == "Claude Desktop wants to run write_file on files."
    assert sentence([held], 3) == "Claude Desktop wants to run write_file on files. 3 pending in total."
    assert sentence([held, PROPOSAL], 2) == "2 new pending items."
    assert "⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩" in sentence([PROPOSAL], 1)
    assert len(sentence([make_held(tool="x" * 5000)], 1)) < 300


async def test_first_call_is_announced_at_once_and_a_burst_together(harness: WindowHarness) -> None:
    received: list[str] = []
    announcer = Announcer(harness.window)
    announcer.announce = received.append  # type: ignore[method-assign]
    announcer._timer.setInterval(100)
    calls = tuple(make_held(f"c{n}") for n in range(6))
    announcer.set_snapshot(Snapshot(pending=calls[:1]))
    assert received == ["Claude Desktop wants to run write_file on files."]
    for count in range(2, 7):
        announcer.set_snapshot(Snapshot(pending=calls[:count]))
    announcer.set_snapshot(Snapshot(pending=calls[:5]))
    await until(lambda: len(received) == 2)
    assert received[1] == "4 new pending items. 5 pending in total."
    announcer.set_snapshot(Snapshot(pending=calls[:5]))
    assert len(received) == 2


async def test_window_announces_on_every_page(harness: WindowHarness) -> None:
    received: list[str] = []
    harness.window._announcer.announce = received.append
    harness.window.turn("audit")
    await harness.show(pending=(make_held(),))
    assert received == ["Claude Desktop wants to run write_file on files."]
    assert harness.window.stack.key == "audit"
