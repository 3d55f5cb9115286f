"""The virtual table: numbers for all rows, texts only for those that are looked at."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QTableView

from tests.support.waiting import until
from toolguard.store.log.index.log_index import CallRow
from toolguard.window import theme
from toolguard.window.log_view.call_model import (
    ARGUMENT,
    CLIENT,
    DECISION,
    HEADERS,
    MAX_KEPT_PAGES,
    OUTCOME,
    PAGE_SIZE,
    TOOL,
    CallModel,
)

MILLION = 1_000_000


class FakeRows:
    """Rows that are made when they are asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []
        self.tasks: set[asyncio.Task[Any]] = set()
        self.outcome = "running"
        self.times: dict[int, float] = {}
        self.by: dict[int, str] = {}

    async def fetch(self, ids: list[int]) -> list[CallRow]:
        self.asked.append((ids[0], ids[-1]))
        await asyncio.sleep(0)
        return [self.row(id) for id in ids if id != 13]

    def row(self, id: int) -> CallRow:
        return CallRow(
            id,
            self.times.get(id, 1.0),
            f"call{id}",
            "Claude\u202e",
            "files",
            f"tool{id}",
            "allow",
            self.by.get(id, "person"),
            self.outcome,
            1.0,
            0.5,
            details=("path", "/tmp/a\u202e"),
        )

    def spawn(self, read: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(read(*args))
        self.tasks.add(task)
        return task


def down(count: int) -> array[int]:
    return array("q", range(count, 0, -1))


async def test_million_rows_need_only_one_page_read() -> None:
    rows_source = FakeRows()
    model, view = CallModel(rows_source.fetch, rows_source.spawn), QTableView()
    view.setModel(model)
    model.show_ids(down(MILLION))
    assert model.rowCount() == MILLION
    assert model.index(0, TOOL).data() == ""
    await until(lambda: model.index(0, TOOL).data() == f"tool{MILLION}")
    assert rows_source.asked == [(MILLION, MILLION - PAGE_SIZE + 1)]
    assert model.index(0, CLIENT).data() == "Claude⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩"
    assert model.index(0, ARGUMENT).data() == "/tmp/a⟨U+202E⟩"
    assert "path  /tmp/a⟨U+202E⟩" in model.index(0, ARGUMENT).data(Qt.ItemDataRole.ToolTipRole)
    model.index(MILLION // 2, 0).data()
    await until(lambda: model.call(MILLION // 2))
    assert len(rows_source.asked) == 2


async def test_number_of_cached_pages_is_limited() -> None:
    rows_source = FakeRows()
    model = CallModel(rows_source.fetch, rows_source.spawn)
    model.show_ids(down(PAGE_SIZE * (MAX_KEPT_PAGES + 5)))
    for page in range(MAX_KEPT_PAGES + 5):
        model.index(page * PAGE_SIZE, 0).data()
    await until(lambda: model.call(PAGE_SIZE * (MAX_KEPT_PAGES + 4)))
    assert model.call(0) is None


async def test_older_rows_are_appended_without_moving_others() -> None:
    rows_source = FakeRows()
    model = CallModel(rows_source.fetch, rows_source.spawn)
    model.show_ids(array("q", [9, 8]))
    reset, inserted = QSignalSpy(model.modelReset), QSignalSpy(model.rowsInserted)
    model.add_ids(array("q", [5, 2]))
    assert (reset.count(), inserted.count(), model.rowCount()) == (0, 1, 4)
    assert [model.row_of(id) for id in (9, 5, 2, 3)] == [0, 2, 3, -1]
    assert model.newest() == 9


async def test_visible_rows_are_refreshed_without_flicker() -> None:
    rows_source = FakeRows()
    model = CallModel(rows_source.fetch, rows_source.spawn)
    model.show_ids(down(10))
    model.index(0, 0).data()
    await until(lambda: model.call(0))
    rows_source.outcome = "result"
    model.refresh(0, 9)
    assert model.index(0, OUTCOME).data() == "Running"
    await until(lambda: model.index(0, OUTCOME).data() == "Done")


async def test_result_for_replaced_rows_is_discarded() -> None:
    rows_source = FakeRows()
    model = CallModel(rows_source.fetch, rows_source.spawn)
    model.show_ids(down(10))
    model.index(0, 0).data()
    model.show_ids(array("q", [500]))
    await asyncio.gather(*rows_source.tasks)
    assert model.call(0) is None


async def test_row_missing_in_the_index_stays_blank() -> None:
    rows_source = FakeRows()
    model = CallModel(rows_source.fetch, rows_source.spawn)
    model.show_ids(array("q", [14, 13, 12]))
    model.index(0, 0).data()
    await until(lambda: model.call(0))
    assert model.index(1, TOOL).data() == ""
    assert model.index(2, TOOL).data() == "tool12"


async def test_day_starts_where_the_date_changes_in_either_order() -> None:
    rows_source = FakeRows()
    rows_source.times = {
        3: 90_001.0,
        2: 90_000.0,
        1: 3_600.0,
    }  # in any time zone, the last is of the day before
    model = CallModel(rows_source.fetch, rows_source.spawn)
    model.show_ids(down(3))
    model.index(0, 0).data()
    assert not model.starts_day(2), "not read yet"
    await until(lambda: model.call(0))
    assert [model.starts_day(row) for row in range(3)] == [False, False, True]
    model.turn_round(oldest_first=True)
    assert [model.starts_day(row) for row in range(3)] == [False, True, False]


async def test_decisions_of_rules_and_of_the_person_have_different_icons() -> None:
    rows_source = FakeRows()
    model = CallModel(rows_source.fetch, rows_source.spawn)
    model.show_ids(down(2))
    rows_source.by = {2: "rule r1"}
    model.index(0, 0).data()
    await until(lambda: model.call(0))
    icons = [model.index(row, DECISION).data(Qt.ItemDataRole.DecorationRole).cacheKey() for row in range(2)]
    assert icons[0] != icons[1]


@pytest.mark.parametrize(("outcome", "tone"), [("result", "quiet"), ("tool_error", "caution"), ("error", "danger")])
async def test_only_unusual_outcomes_stand_out(outcome: str, tone: str) -> None:
    rows_source = FakeRows()
    rows_source.outcome = outcome
    model = CallModel(rows_source.fetch, rows_source.spawn)
    model.show_ids(down(1))
    model.index(0, 0).data()
    await until(lambda: model.call(0))
    assert model.index(0, OUTCOME).data(Qt.ItemDataRole.ForegroundRole).name() == getattr(theme.LIGHT, tone)
    assert model.index(0, TOOL).data(Qt.ItemDataRole.ForegroundRole) is None


async def test_roles_return_only_values_that_qt_does_not_convert() -> None:
    rows_source = FakeRows()
    model = CallModel(rows_source.fetch, rows_source.spawn)
    model.show_ids(array("q", [2**62]))
    model.apply_colours(theme.DARK)
    model.index(0, 0).data()
    await until(lambda: model.call(0))
    assert model.call(0).seq == 2**62  # type: ignore[union-attr]
    for column in range(len(HEADERS)):
        for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            assert isinstance(model.index(0, column).data(role), str)
        sign = model.index(0, column).data(Qt.ItemDataRole.DecorationRole)
        assert isinstance(sign, QIcon) == (column in (DECISION, OUTCOME))
        assert isinstance(model.headerData(column, Qt.Orientation.Horizontal), str)
