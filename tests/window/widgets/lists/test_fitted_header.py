"""Columns are as wide as what is in them; names are shortened last; what a person sets stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QContextMenuEvent, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionHeader, QWidget

from tests.support.waiting import until
from tests.window.full_window.fit_checks import shortened
from toolguard.window import theme
from toolguard.window.widgets.lists.columns import Index, RowModel
from toolguard.window.widgets.lists.fitted_header import Column
from toolguard.window.widgets.lists.plain_table import PlainTable

HEADS = ("Name", "About it, in a long title", "Time", "Note")
COLUMNS = (Column("name"), Column("text"), Column("fact"), Column("fact", optional=True))
ROWS = [("create_pull_request_review", "Opens a review", "10:15", "7 ×"), ("read", "Reads", "09:00", "12 ×")]


class _Words(RowModel[tuple[str, ...]]):
    def __init__(self, heads: tuple[str, ...] = HEADS) -> None:
        super().__init__("Test", heads)
        self.measured: list[int] = []
        self.font: QFont | None = None

    def key(self, thing: tuple[str, ...]) -> str:
        return thing[0]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.FontRole and index.column() == 0:
            return self.font
        if role == Qt.ItemDataRole.SizeHintRole:  # asked for when a cell is measured, and not when it is drawn
            self.measured.append(index.column())
        return self.entries[index.row()][index.column()] if role == Qt.ItemDataRole.DisplayRole else None

    def sort_value(self, thing: tuple[str, ...], column: int) -> Any:
        return thing[column]


@pytest.fixture
def table() -> Iterator[PlainTable]:
    model = _Words()
    made = PlainTable(model, "Words", "test", COLUMNS)
    model.set_rows(ROWS)
    made.resize(900, 200)
    made.show()
    while made.head._scrolled.isActive():  # more visible rows have all columns measured once more, a little later
        QApplication.processEvents()
    yield made
    made.close()
    made.deleteLater()


def widths(table: PlainTable) -> list[int]:
    return [table.columnWidth(at) for at in range(len(COLUMNS))]


def test_columns_fill_the_table_without_eliding(table: PlainTable) -> None:
    assert sum(widths(table)) == table.viewport().width()
    assert not list(shortened(table))
    assert all(width >= table.head._needed[at] for at, width in enumerate(widths(table)))


@pytest.mark.parametrize("room", [900, 330])
def test_mark_in_a_name_has_the_colour_of_warnings(table: PlainTable, room: int) -> None:
    def has_amber() -> bool:
        cell = table.viewport().grab(table.visualRect(table.model().index(1, 0))).toImage()
        pixels = (cell.pixelColor(x, y) for x in range(cell.width()) for y in range(cell.height()))
        return any(pixel.red() - pixel.blue() > 40 for pixel in pixels)

    table.resize(room, 200)
    assert not has_amber()
    table.model().set_rows([ROWS[0], ("wr⟨і CYRILLIC⟩te_file_in_the_folder", *ROWS[1][1:])])
    QApplication.processEvents()
    assert has_amber()
    table.selectRow(1)
    assert has_amber()


def test_font_of_a_cell_is_on_the_baseline_of_its_row(table: PlainTable) -> None:
    table.model().set_rows([("nnn", "nnn", "", "")])

    def lowest() -> list[int]:
        """The last row of pixels with ink, of the first two cells."""
        QApplication.processEvents()
        found = []
        for column in (0, 1):
            cell = table.viewport().grab(table.visualRect(table.model().index(0, column))).toImage()
            dark = (
                y for y in range(cell.height()) for x in range(cell.width()) if cell.pixelColor(x, y).lightness() < 128
            )
            found.append(max(dark))
        return found

    for size in (7, 10, 18):
        table.model().font = theme.mono()
        table.model().font.setPointSize(size)
        assert len(set(lowest())) == 1, size


def test_column_that_was_left_out_has_space_for_its_title(table: PlainTable) -> None:
    title = table.columnWidth(1)
    table.head.leave_out((1,))
    table.head.fit()
    table.head.leave_out(())
    table.head.fit()
    assert table.head._needed[1] >= table.head.sectionSizeHint(1) > theme.SPACE * 8
    assert table.columnWidth(1) == title


def test_name_over_the_maximum_gets_the_remaining_width(table: PlainTable) -> None:
    table.resize(1300, 200)
    table.model().set_rows([("n" * 300, "About", "10:15", "7 ×")])  # type: ignore[attr-defined]
    table.head.fit()
    assert [table.columnWidth(at) for at in (2, 3)] == table.head._needed[2:]


def test_names_are_elided_last(table: PlainTable) -> None:
    needed = [table.head._needed[at] for at in range(4)]
    table.resize(sum(needed) - 20, 200)
    assert table.columnWidth(0) >= needed[0] and table.columnWidth(1) < needed[1], "the text gives way first"
    table.resize(needed[0] + needed[2] + 80, 200)
    assert table.isColumnHidden(3) and table.columnWidth(2) >= needed[2]
    table.resize(needed[2] + 180, 200)
    assert table.columnWidth(0) < needed[0] and table.columnWidth(2) >= table.sizeHintForColumn(2), "a time stays whole"
    assert table.columnWidth(2) < needed[2], "its title gives way before a name"


def test_name_longer_than_usual_is_elided_before_a_text(table: PlainTable) -> None:
    table.model().set_rows([("n" * 60, *ROWS[0][1:])])  # type: ignore[attr-defined]
    table.head.fit()
    needed = [table.head._needed[at] for at in range(4)]
    table.resize(sum(needed) - 20, 200)
    assert table.columnWidth(0) < needed[0] and table.columnWidth(1) >= needed[1]


def test_longer_text_widens_its_column(table: PlainTable) -> None:
    before = table.columnWidth(2)
    table.model().set_rows([*ROWS, ("write", "Writes", "2026-11-23 10:15:00", "")])
    QApplication.processEvents()
    assert table.columnWidth(2) > before and not list(shortened(table))


def measured(table: PlainTable) -> set[int]:
    """The columns that were measured since this was asked last."""
    QApplication.processEvents()
    columns = set(table.model().measured)
    table.model().measured.clear()
    return columns


def test_only_changed_columns_are_measured(table: PlainTable) -> None:
    assert measured(table) == {0, 1, 2, 3}
    table.model().dataChanged.emit(table.model().index(0, 2), table.model().index(1, 3))
    assert measured(table) == {2, 3}
    table.resize(500, 150)
    assert measured(table) == set(), "the room is shared again"
    assert sum(widths(table)) == table.viewport().width()
    table.model().set_rows([*ROWS, ("write", "Writes", "", "")])
    assert measured(table) == {0, 1, 2, 3}


def test_reshown_table_is_measured_if_rows_changed(table: PlainTable) -> None:
    table.model().set_rows([*ROWS, ("write", "Writes", "2026-11-23 10:15:00", "")])
    assert measured(table)
    long = table.head._needed[2]
    for rows, columns in ((ROWS, {0, 1, 2, 3}), (ROWS, set())):
        table.hide()
        table.model().set_rows(rows)
        table.resize(table.width() + 20, 200)
        table.show()
        assert measured(table) == columns
        assert sum(widths(table)) == table.viewport().width()
        assert table.head._needed[2] < long, "what is no longer there needs no room"


def test_manual_column_width_stays_until_reset(table: PlainTable, tmp_path: Path) -> None:
    before, head = widths(table), table.head
    edge = head.sectionViewportPosition(1) + head.sectionSize(1) - 1
    port = head.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=QPoint(edge, 8))
    QTest.mouseMove(port, QPoint(edge + 90, 8))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(edge + 90, 8))
    QApplication.processEvents()
    assert table.columnWidth(1) == before[1] + 90
    table.resize(1000, 200)
    assert table.columnWidth(1) == before[1] + 90
    settings = QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat)
    table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    head.show_column(3, shown=False)
    head.remember(settings)
    head.show_all_columns()
    assert table.columnWidth(1) != before[1] + 90 and not table.isColumnHidden(3)
    assert table.model().entries == ROWS, "in their own order again"
    head.recall(settings)
    assert table.columnWidth(1) == before[1] + 90 and table.isColumnHidden(3)
    assert [thing[0] for thing in table.model().entries] == ["read", "create_pull_request_review"]


def test_column_settings_survive_new_content(table: PlainTable) -> None:
    table.head.resizeSection(1, 333)
    table.head.show_column(3, shown=False)
    table.model().beginResetModel()
    table.model().endResetModel()
    QApplication.processEvents()
    assert table.columnWidth(1) == 333 and table.isColumnHidden(3)


async def test_stored_columns_are_found_by_name_in_another_order(table: PlainTable, tmp_path: Path) -> None:
    settings = QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat)
    table.head.resizeSection(1, 333)
    table.head.show_column(3, shown=False)
    table.sortByColumn(2, Qt.SortOrder.DescendingOrder)
    table.head.remember(settings)
    newer = _Words((HEADS[0], HEADS[3], HEADS[2], HEADS[1]))
    other = PlainTable(newer, "Words", "test", (COLUMNS[0], COLUMNS[3], COLUMNS[2], COLUMNS[1]))
    try:
        other.resize(900, 200)
        other.show()
        other.head.recall(settings)
        assert other.isColumnHidden(1) and other.columnWidth(3) == 333
        assert other.head.sortIndicatorSection() == 2
        newer._heads = ("Name", "New", "Another", "One more")
        other.head.recall(settings)
        assert not other.isColumnHidden(1) and other.head.sortIndicatorSection() == -1, "columns that are gone"
    finally:
        other.close()
        other.deleteLater()


@pytest.mark.parametrize(
    "kept",
    [
        "", "{", "[]", '{"widths": [[1, 300]]}', '{"widths": {"Time": "wide"}}', '{"hidden": [3]}',
        '{"sorted": ["Time"]}', '{"count": 4, "widths": [[1, 300]], "hidden": [3], "sorted": [1, true]}',
    ],
)  # fmt: skip
def test_invalid_stored_columns_change_nothing(table: PlainTable, tmp_path: Path, kept: str) -> None:
    before = widths(table)
    settings = QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat)
    settings.setValue("test/columns", kept)
    table.head.recall(settings)
    assert widths(table) == before


def test_click_on_a_header_sorts_and_keeps_the_selection(table: PlainTable) -> None:
    table.selectRow(0)
    table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    assert [thing[0] for thing in table.model().entries] == ["read", "create_pull_request_review"]
    assert table.currentIndex().row() == 1
    table.model().set_rows([*ROWS, ("zip", "", "", "")])
    assert table.model().entries[0][0] == "zip", "what comes later is sorted, too"
    table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
    assert [thing[0] for thing in table.model().entries] == [*(row[0] for row in ROWS), "zip"]


async def test_columns_are_selected_in_a_menu_by_mouse_and_key(table: PlainTable) -> None:
    words = [action.text() for action in table.head.menu().actions() if action.isCheckable()]
    assert words == list(HEADS[1:]), "the first one identifies the row and stays"
    table.head.menu().actions()[2].trigger()
    assert table.isColumnHidden(3)
    table.setFocus()
    QApplication.sendEvent(table, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5)))
    menu = await until(lambda: next((each for each in _menus() if each.isVisible()), None))
    menu.close()


def _menus() -> list[QWidget]:
    return [each for each in QApplication.topLevelWidgets() if each.inherits("QMenu")]


def test_sort_arrow_points_up_for_ascending(table: PlainTable) -> None:
    for order, arrow in (
        (Qt.SortOrder.AscendingOrder, QStyleOptionHeader.SortIndicator.SortUp),
        (Qt.SortOrder.DescendingOrder, QStyleOptionHeader.SortIndicator.SortDown),
    ):
        table.sortByColumn(0, order)
        option = QStyleOptionHeader()
        table.head.initStyleOptionForIndex(option, 0)
        assert option.sortIndicator == arrow
        other = QStyleOptionHeader()
        table.head.initStyleOptionForIndex(other, 1)
        assert other.sortIndicator == QStyleOptionHeader.SortIndicator.None_
