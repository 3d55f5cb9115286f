"""What an approved call returned is seen where it was approved, and on Active after it has ended."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.window.conftest import make_held, make_running, until
from tests.window.shelf import Shelf, shelved

CALL = "call00001"


@pytest.fixture
async def shelf(tmp_path: Path) -> AsyncIterator[Shelf]:
    async with shelved(tmp_path) as made:
        yield made


async def approved(shelf: Shelf, *others: object) -> None:
    await shelf.show(held=(make_held(CALL), *others))
    shelf.pending.choose(CALL)
    await shelf.armed("Approve write_file")
    shelf.press("Approve write_file")
    await until(lambda: shelf.gate.orders)


async def test_result_replaces_the_call_if_nothing_else_is_pending(shelf: Shelf) -> None:
    await approved(shelf)
    ended = shelf.pending.left.ended
    await until(lambda: ended.words.text() == "write_file: approved")
    assert not ended.again.isVisible()
    assert await shelf.books.call() == CALL
    await shelf.show(recorded=shelf.books.log.recorded)
    call = shelf.pending.call
    await until(call.response.isVisible)
    assert ended.words.text() == "write_file: Completed after 250 ms"
    assert call.heading.sentence.said() == "Claude Desktop ran write_file on files"
    assert "written" in call.response.viewer.values.toPlainText()
    assert not shelf.sees("Approve write_file"), "it is over"
    await shelf.show(held=(make_held("next", "read_file"),), recorded=shelf.books.log.recorded)
    assert shelf.pending.shown == "next" and not call.response.isVisible()


async def test_result_is_one_click_away_if_another_call_is_pending(shelf: Shelf) -> None:
    other = make_held("other", "read_file")
    await approved(shelf, other)
    await until(lambda: shelf.pending.shown == "other")
    shelf.pending.call.decision.reason.setText("because")
    await shelf.books.call()
    await shelf.show(held=(other,), recorded=shelf.books.log.recorded)
    await until(lambda: shelf.sees("Show the ended call"))
    assert shelf.pending.shown == "other" and shelf.pending.call.decision.reason.text() == "because"
    shelf.press("Show the ended call")
    assert shelf.pending.call.response.isVisible() and shelf.pending.shown == ""


async def test_running_call_is_looked_up_after_its_end(shelf: Shelf) -> None:
    await approved(shelf)
    running = (make_running(CALL),)
    await shelf.show(running=running, recorded=1)
    assert shelf.pending.left.ended.words.text() == "write_file: approved"
    await shelf.books.call(end="held")
    await shelf.show(recorded=shelf.books.log.recorded)
    assert not shelf.pending.result.words
    shelf.books.count = 0
    await shelf.books.call()
    await shelf.show(recorded=shelf.books.log.recorded)
    await until(lambda: shelf.pending.result.words)


async def test_active_shows_the_result_of_an_ended_call(shelf: Shelf) -> None:
    shelf.window.turn("active")
    await shelf.show(running=(make_running(CALL),), running_count=1)
    shelf.active.choose(CALL)
    detail = shelf.active.detail
    assert detail.heading.sentence.said() == "search is running on files" and detail.stop.isVisible()
    await shelf.books.call()
    await shelf.show(recorded=shelf.books.log.recorded)
    await until(detail.response.isVisible)
    assert detail.heading.sentence.said() == "search has ended on files"
    assert detail.heading.below.text() == "Completed after 250 ms"
    assert not detail.stop.isVisible()
    assert "written" in detail.response.viewer.values.toPlainText()
    assert shelf.active._title.text() == "Active"
