"""A card of the queue: what it warns about, and which texts are shortened if there is no space for all."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics

from tests.support.waiting import until
from tests.window.conftest import CLIENT, WindowHarness, make_held
from toolguard.gate.model import PendingCall, Proposal
from toolguard.gate.texts import coded
from toolguard.window import theme
from toolguard.window.queue.delegate import _sign
from toolguard.window.queue.model import QueueItem, sentence
from toolguard.window.widgets.lists.item_list import CardText

NARROW, WIDE = 236, 360


def continuing(id: str) -> PendingCall:
    held = make_held(id)
    held.call.message["params"]["inputResponses"] = {"confirm": "yes"}
    return held


async def test_row_has_a_warning_if_the_details_have_one(harness: WindowHarness) -> None:
    calls = (
        make_held("c1", warnings=("It changed.",)),
        make_held("c2", tool="wr\u0456te_file"),
        make_held("c3", arguments={"path": "a\u202eb"}),
        make_held("c4", arguments={"p\u0430th": "a"}),
        continuing("c5"),
    )
    await harness.show(pending=calls)
    for held in calls:
        harness.pending.choose(held.call.id)
        assert harness.pending.call.warnings.sentences()
        assert _sign(QueueItem(held, gone=False), theme.colours())[0] == "caution"
        assert harness.pending.call.decision.run_button.property("kind") == "caution-line"


@pytest.mark.parametrize(
    ("hints", "badge", "tone"),
    [({"readOnlyHint": True}, "Tool changed", "caution"), ({"destructiveHint": True}, "Destroys", "danger")],
)
async def test_row_shows_a_warning_unless_its_effect_is_worse(
    harness: WindowHarness, hints: dict[str, bool], badge: str, tone: str
) -> None:
    held = make_held(warnings=(coded("gate.allowed_tool_before_definition"),))
    held = replace(held, tool=replace(held.tool, annotations=hints))
    await harness.show(pending=(held,))
    (shown,) = (text for text in texts(harness) if text.ground)
    assert (shown.text, shown.colour) == (badge, getattr(theme.colours(), tone)) and shown.missing <= 0
    assert f". {badge}. " in sentence(held)


def texts(harness: WindowHarness, width: int = NARROW) -> list[CardText]:
    index = harness.pending.queue.index(0)
    return list(harness.pending.left.card.texts(QRect(0, 0, width, 80), index))


async def test_effect_and_status_do_not_shorten_the_name_of_the_tool(harness: WindowHarness) -> None:
    held: Any = make_held(deferred=True, waiting=0)
    held = replace(held, tool=replace(held.tool, annotations={"destructiveHint": True}))
    await harness.show(pending=(held,))
    shown = texts(harness)
    assert shown[0].text == "write_file" and shown[0].missing <= 0
    assert {"Destroys", "asked to retry"} <= {each.text for each in shown}
    assert all(each.missing <= 0 for each in shown if each.text in ("Destroys", "asked to retry"))


@pytest.mark.parametrize("length", [4, 200])
async def test_effect_has_one_place_and_one_colour_in_a_row(harness: WindowHarness, length: int) -> None:
    cases: tuple[tuple[dict[str, bool], str, str], ...] = (
        ({"readOnlyHint": True}, "Reads", "quiet"),
        ({"destructiveHint": False}, "Modifies", "caution"),
        ({}, "Not declared", "quiet"),
        ({"destructiveHint": True}, "Destroys", "danger"),
    )
    for hints, words, tone in cases:
        held = make_held(words, arguments={"path": "x" * length}, waiting=3)
        held = replace(held, tool=replace(held.tool, annotations=hints))
        await harness.show()
        await harness.show(pending=(held,))
        harness.pending.choose(words)
        spoken = words.replace("Not declared", "Effect not declared")
        assert f". {spoken}. " in sentence(held)
        badge = harness.pending.call.badges.effect
        assert badge.isVisible() and badge.text() == words and badge.property("ground") == tone
        *above, where, effect = texts(harness, WIDE)
        if not hints:  # most servers declare nothing: in the list, that would hide what matters
            assert words not in {text.text for text in (*above, where, effect)}
            continue
        assert effect.text == words and effect.colour == getattr(theme.colours(), tone)
        assert effect.ground == ("" if tone == "quiet" else getattr(theme.colours(), f"{tone}_back"))
        assert effect.missing <= 0 and effect.box.y() == where.box.y() > max(text.box.y() for text in above)


@pytest.mark.parametrize(
    ("width", "client", "shown_server", "shown_client"),
    [(NARROW, "Codex", "files", "C"), (NARROW, "Claude Desktop", "files", "C"), (190, "Codex", "files", "")],
)
async def test_effect_in_a_narrow_list_shortens_the_client_before_the_server(
    harness: WindowHarness, width: int, client: str, shown_server: str, shown_client: str
) -> None:
    held = make_held(tool="query", server="filesystem-of-the-team", client=replace(CLIENT, id=client))
    await harness.show(pending=(replace(held, tool=replace(held.tool, annotations={"destructiveHint": True})),))
    *above, where, effect = texts(harness, width)
    assert effect.box.y() == where.box.y() > max(text.box.y() for text in above)
    assert above[0].missing <= 0 and effect.missing <= 0 < where.missing
    first, _, last = where.fitted().partition(" · ")
    assert first.startswith(shown_server) and last.startswith(shown_client) and bool(last) == bool(shown_client)
    assert QFontMetrics(where.font).horizontalAdvance(where.fitted()) <= where.box.width()


async def test_effect_of_a_tool_with_a_long_name_stays_in_view(harness: WindowHarness) -> None:
    held = make_held(tool="read_multiple_files", arguments={"paths": "/home/u/" + "x" * 80})
    await harness.show(pending=(replace(held, tool=replace(held.tool, annotations={"readOnlyHint": True})),))
    shown = texts(harness)
    assert shown[0].text == "read_multiple_files" and shown[0].missing <= 0
    assert any(each.text == "Reads" and each.missing <= 0 for each in shown)
    assert any(each.text.startswith("/home/u/x") for each in shown), "without the name of the argument"


async def test_row_of_a_change_shows_its_lines_as_one(harness: WindowHarness) -> None:
    detail = "server   files\ncommand  cat"
    change = Proposal(id="p", kind="server", title="A change.", detail=detail, asked_by="config.json", since=1.0)
    await harness.show(proposals=(change,))
    assert "server   files ↵ command  cat" in [text.text for text in texts(harness)]


@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize(
    "title",
    [
        "Calls of the tool read_text_file of the server files run without asking.",
        "无需询问即可运行服务器文件系统的工具𠀀𠀀读取文本文件的所有调用，包括全部参数。",
    ],
)
async def test_long_title_of_a_change_continues_on_the_second_line(
    harness: WindowHarness, title: str, width: int
) -> None:
    change = Proposal(id="p", kind="rule", title=title, detail="verdict allow", asked_by="Codex", since=1.0)
    await harness.show(proposals=(change,))
    first, second, *others = texts(harness, width)
    assert first.missing <= 0 < second.box.y() - first.box.y()
    assert title in (f"{first.text}{second.text}", f"{first.text} {second.text}")
    assert second.fitted() == second.text or second.fitted().endswith("…")
    assert "verdict allow" not in {text.text for text in others} and second.font == first.font
    await harness.show()
    await harness.show(proposals=(replace(change, title="A change."),))
    assert "verdict allow" in {text.text for text in texts(harness, width)}


async def test_row_of_a_change_says_whether_it_reduces_protection(harness: WindowHarness) -> None:
    colours = theme.colours()
    accept_button = harness.pending.proposal.accept_button
    for kind, less in (("settings", True), ("sign-in", False), ("server", True)):
        change = Proposal(id=kind, kind=kind, title="A change.", detail="x", asked_by="config.json", since=1.0)
        await harness.show()
        await harness.show(proposals=(change,))
        harness.pending.choose(kind)
        await until(lambda: accept_button.property("kind"))
        assert (accept_button.property("kind") == "danger-line") == less, kind
        shown = [text for text in texts(harness) if text.text == "Less protection"]
        assert len(shown) == less
        assert ("Less protection" in sentence(change)) == less
        assert _sign(QueueItem(change, gone=False), colours) == ("proposal", colours.danger if less else colours.accent)
        assert all(text.missing <= 0 for text in shown)
