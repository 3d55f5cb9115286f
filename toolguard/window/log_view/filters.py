"""Filters above the log: full text, one choice per property of a call, and a time range."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from PySide6 import QtWidgets
from PySide6.QtCore import (
    QCoreApplication,
    QDateTime,
    QModelIndex,
    QPersistentModelIndex,
    QSignalBlocker,
    QSize,
    QTimer,
    Signal,
)
from PySide6.QtGui import QPaintEvent

from toolguard.store.log.index.log_index import CallFilter
from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.log_view.call_model import DECISIONS, KINDS, OUTCOMES, decider
from toolguard.window.log_view.saved_filters import FilterState, values_of
from toolguard.window.widgets import time_format
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout.boxes import fill_rows, vbox
from toolguard.window.widgets.layout.flow_layout import FlowLayout
from toolguard.window.widgets.lists.list_search import ListSearch
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import name_choice, tint

SEARCH_DELAY_MS = 200
"""Milliseconds without a key press until a search starts."""
_DAY = 86_400.0
_MAX_LIST_WIDTH = theme.SPACE * 120
"""Maximum width of a list of values, in pixels."""


class _AnyFirst(QtWidgets.QStyledItemDelegate):
    """Shows "Any" for the first value of a list, whose text is the filter's name for screen readers."""

    def initStyleOption(
        self, option: QtWidgets.QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        if index.row() == 0:
            option.text = QCoreApplication.translate("LogFilters", "Any")


class _Filter(QtWidgets.QComboBox):
    """Always shows the filter's name; a chip shows the selected value. Stands out while a value is selected."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.setProperty("kind", "filter")
        self.setSizeAdjustPolicy(QtWidgets.QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Fixed, QtWidgets.QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(self.fontMetrics().horizontalAdvance(self._name), 0)

    minimumSizeHint = sizeHint

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, option = QtWidgets.QStylePainter(self), QtWidgets.QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QtWidgets.QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self._name
        painter.drawControl(QtWidgets.QStyle.ControlElement.CE_ComboBoxLabel, option)

    def showPopup(self) -> None:
        """Show the list as wide as its values, not as the name."""
        view = self.view()
        view.setMinimumWidth(min(view.sizeHintForColumn(0), _MAX_LIST_WIDTH) + theme.SPACE * 8)
        super().showPopup()


class FilterChips(QtWidgets.QWidget):
    """A button for each filter; hidden if there is none."""

    def __init__(self) -> None:
        super().__init__()
        policy = QtWidgets.QSizePolicy(QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.flow = FlowLayout(parent=self)
        self._buttons: list[QtWidgets.QPushButton] = []
        self._remove: list[Callable[[], None]] = []
        self.hide()

    def show_chips(self, chips: list[tuple[str, Callable[[], None]]], last: QtWidgets.QWidget) -> None:
        """Show the text of each, with what removes it; ``last`` is after them."""
        while len(self._buttons) < len(chips):
            self._add(last)
        self._remove = [remove for _, remove in chips]
        fill_rows(self._buttons, [text for text, _ in chips], self._name)
        self.setVisible(bool(chips))
        self.updateGeometry()
        self.flow.invalidate()

    def _name(self, button: QtWidgets.QPushButton, text: str) -> None:
        button.setText(f"{text}  ✕")
        button.setAccessibleName(self.tr("Remove the filter {0}").format(text))

    def _add(self, last: QtWidgets.QWidget) -> None:
        index = len(self._buttons)
        button = push_button(kind="chip", tip=self.tr("Remove this filter"), clicked=lambda: self._remove[index]())
        self.flow.removeWidget(last)
        self.flow.addWidget(button)
        self.flow.addWidget(last)
        self._buttons.append(button)


class LogFilters(QtWidgets.QWidget):
    """`changed` is emitted when `current_filter` returns another one. The page places ``search``."""

    changed = Signal()

    def __init__(self, listing: QtWidgets.QWidget) -> None:
        """``listing`` shows the calls that fit."""
        super().__init__()
        self.search = ListSearch(self.tr("Search arguments, responses, names…"), listing)
        self.search.setAccessibleName(self.tr("Search log"))
        self.search.setMinimumWidth(140)
        self._pause = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._pause.timeout.connect(self._show_filter)
        self.search.textChanged.connect(lambda _: self._pause.start())
        self.range: tuple[float, float] | None = None
        """A time range (seconds since the epoch) that was selected in the histogram."""
        self.client = self._choice(self.tr("Client"))
        self.server = self._choice(self.tr("Server"))
        self.tool = self._choice(self.tr("Tool"))
        self.verdict = self._choice(self.tr("Decision"))
        self.outcome = self._choice(self.tr("Outcome"))
        self.by = self._choice(self.tr("Decided by"))
        self.when = self._choice(self.tr("Time"))
        self.kind = self._choice(self.tr("Record type"), any_=self.tr("Calls"), value="call")
        self._fill_fixed()
        self.chips = FilterChips()
        self.clear = push_button(
            self.tr("Clear all"), name=self.tr("Clear all filters"), kind="flat", clicked=self.reset
        )
        self._lay_out()

    def _lay_out(self) -> None:
        column = vbox(parent=self)
        self._row = QtWidgets.QWidget()
        row = FlowLayout(parent=self._row, gap=theme.SPACE)
        row.addWidget(IconLabel("filter"))
        for choice in self._choices():
            row.addWidget(choice)
        column.addWidget(self._row)
        self.chips.flow.addWidget(self.clear)
        column.addWidget(self.chips)

    def _choice(self, name: str, *, any_: str = "", value: str = "") -> _Filter:
        """``any_`` and ``value``: what is selected without a filter."""
        result = _Filter(name)
        name_choice(result, name)
        result.addItem(any_ or name, value)
        if not any_:
            result.setItemDelegate(_AnyFirst(result))
        result.currentIndexChanged.connect(lambda _: self._show_filter())
        return result

    def _choices(self) -> tuple[_Filter, ...]:
        return (self.client, self.server, self.tool, self.verdict, self.outcome, self.by, self.when, self.kind)

    def _fill_fixed(self) -> None:
        translate = QCoreApplication.translate
        with QSignalBlocker(self.verdict), QSignalBlocker(self.outcome), QSignalBlocker(self.when):
            for verdict in ("allow", "deny"):
                self.verdict.addItem(translate("CallModel", DECISIONS[verdict][2]), verdict)
            for outcome, (_, _, words) in OUTCOMES.items():
                self.outcome.addItem(translate("CallModel", words), outcome)
            for words, span in (
                (self.tr("Last hour"), "hour"), (self.tr("Today"), "today"),
                (self.tr("Last 7 days"), "7"), (self.tr("Last 30 days"), "30"),
            ):  # fmt: skip
                self.when.addItem(words, span)
        with QSignalBlocker(self.kind):
            self.kind.addItem(self.tr("All records"), "")
            for kind, (_, _, words) in KINDS.items():
                self.kind.addItem(translate("CallModel", words), kind)

    def _show_filter(self) -> None:
        if self.when.currentIndex() and self.range:
            self.range = None
        self._show_chips()
        self.changed.emit()

    # Choices

    def know(self, clients: list[str], servers: list[str], tools: list[str], deciders: list[str]) -> None:
        """Offer these values; the selection stays."""
        names_by_choice = ((self.client, clients), (self.server, servers), (self.tool, tools), (self.by, deciders))
        for choice, names in names_by_choice:
            if [choice.itemData(index) for index in range(1, choice.count())] == names:
                continue
            with QSignalBlocker(choice):
                chosen = choice.currentData()
                while choice.count() > 1:
                    choice.removeItem(1)
                for name in names:
                    self._offer(choice, name)
                self._pick(choice, chosen)

    def _offer(self, choice: QtWidgets.QComboBox, name: str) -> None:
        choice.addItem(untrusted_text.shortened(decider(name) if choice is self.by else name, 50), name)

    def _pick(self, choice: QtWidgets.QComboBox, value: str) -> None:
        if choice.findData(value) < 0:
            self._offer(choice, value)
        choice.setCurrentIndex(choice.findData(value))

    def choose(self, range: tuple[float, float] | None = None, **values: str) -> None:
        """Set only this filter: a time range, and ``client``, ``server``, ``tool``, ``by``, …, each with a value."""
        with QSignalBlocker(self):
            self.reset()
            self.range = range
            for name, value in values.items():
                self._pick(getattr(self, name), value)
        self._show_filter()

    def state(self) -> FilterState:
        """Return the current filters for saving. Values that are too long are cut; they match nothing."""
        values = {name: str(choice.currentData())[:512] for name, choice in self._by_name().items()}
        return FilterState(text=self.search.text().strip()[:512], range=self.range, **values)

    def show_state(self, state: FilterState) -> None:
        """Set only the saved filters. A value that no list contains is ignored, except names."""
        with QSignalBlocker(self):
            self.reset()
            self.search.setText(state.text)
            self._pause.stop()
            self.range = state.range
            for name, value in values_of(state).items():
                choice = self._by_name()[name]
                if choice in (self.client, self.server, self.tool, self.by) or choice.findData(value) >= 0:
                    self._pick(choice, value)
        self._show_filter()

    def _by_name(self) -> dict[str, QtWidgets.QComboBox]:
        """Return the choices by the members of `FilterState`."""
        return {
            "client": self.client, "server": self.server, "tool": self.tool, "by": self.by, "verdict": self.verdict,
            "outcome": self.outcome, "when": self.when, "kind": self.kind,
        }  # fmt: skip

    def fold(self, on: bool) -> None:
        """Hide the choices, which the chips show, if the space is needed."""
        self._row.setVisible(not on)

    def narrow(self, since: float, until: float) -> None:
        """Limit the filter to a range in seconds since the epoch, in place of a chosen time."""
        with QSignalBlocker(self):
            self.when.setCurrentIndex(0)
        self.range = (since, until)
        self._show_filter()

    def widen(self) -> None:
        """Show all times again."""
        with QSignalBlocker(self):
            self.when.setCurrentIndex(0)
        self.range = None
        self._show_filter()

    def current_filter(self) -> CallFilter:
        """Return the filter as entered. A time such as "today" is computed now."""
        since, until = self.range or (self._since(self.when.currentData()), None)
        values = {name: choice.currentData() for name, choice in self._by_name().items() if choice is not self.when}
        return CallFilter(text=self.search.text().strip(), since=since, until=until, **values)

    def _since(self, span: str) -> float | None:
        if not span:
            return None
        if span == "hour":
            return time.time() - 3600
        if span == "today":
            return float(QDateTime.currentDateTime().date().startOfDay().toSecsSinceEpoch())
        return time.time() - int(span) * _DAY

    def has_any(self) -> bool:
        """Return whether any filter is active."""
        chosen = any(choice.currentIndex() for choice in self._choices())
        return chosen or self.range is not None or bool(self.search.text().strip())

    def reset(self) -> None:
        """Remove all filters, and report that once."""
        with QSignalBlocker(self):
            self.search.clear()
            self.range = None
            for choice in self._choices():
                choice.setCurrentIndex(0)
        self._pause.stop()
        self._show_filter()

    def _show_chips(self) -> None:
        for choice in self._choices():
            tint(choice, "active" if choice.currentIndex() else "")
        pair = self.tr("{0}: {1}")
        chips: list[tuple[str, Callable[[], None]]] = [
            (pair.format(choice.accessibleName(), choice.currentText()), partial(choice.setCurrentIndex, 0))
            for choice in self._choices()
            if choice.currentIndex()
        ]
        if text := self.search.text().strip():
            chips.insert(0, (pair.format(self.tr("Text"), untrusted_text.shortened(text, 40)), self._clear_search))
        if self.range:
            time_range = self.tr("{0} to {1}").format(*map(time_format.clock, self.range))
            chips.append((pair.format(self.tr("Time"), time_range), self.widen))
        self.chips.show_chips(chips, self.clear)

    def _clear_search(self) -> None:
        with QSignalBlocker(self.search):
            self.search.clear()
        self._pause.stop()
        self._show_filter()
