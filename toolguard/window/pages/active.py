"""The page Active: running calls with a button to stop them, and the sessions between clients and servers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QButtonGroup,
    QLineEdit,
    QMessageBox,
    QTableView,
    QWidget,
)

from toolguard.gate import deciders, model
from toolguard.services.interface import RefusedError
from toolguard.window import theme
from toolguard.window.active import async_calls, sessions
from toolguard.window.active.async_calls import AsyncCallsModel
from toolguard.window.active.running import CARD_DELAY, RunningCallDelegate, RunningCallsModel, state
from toolguard.window.active.sessions import SessionsModel
from toolguard.window.approval import injected_view
from toolguard.window.approval.call_detail import CallHeading, shown_arguments
from toolguard.window.approval.consequence import EffectBadges
from toolguard.window.json_view import untrusted_text
from toolguard.window.json_view.viewer import JsonViewer
from toolguard.window.log_view.call_model import decider
from toolguard.window.log_view.outcome_text import outcome
from toolguard.window.log_view.response_view import ResponseView
from toolguard.window.page import Page, PageContext
from toolguard.window.policy import rule_text
from toolguard.window.servers.server_rows import LOG
from toolguard.window.widgets import time_format
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.frame.page_header import PageHeader
from toolguard.window.widgets.layout.action_row import ActionRow
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, stacked, vbox
from toolguard.window.widgets.layout.scroll_area import MARGIN, DetailScrollArea
from toolguard.window.widgets.layout.splitter import Splitter
from toolguard.window.widgets.lists.item_list import CardView
from toolguard.window.widgets.lists.list_search import SearchField
from toolguard.window.widgets.lists.plain_table import PlainTable
from toolguard.window.widgets.property_list import Property, PropertyList
from toolguard.window.widgets.push_button import ChoiceButton, push_button
from toolguard.window.widgets.question_box import QuestionBox
from toolguard.window.widgets.text_label import TextLabel, inset, label, make_pane, pane, show_text

_TEXT_ROLE = Qt.ItemDataRole.AccessibleTextRole
_LOW, _LOW_LINES = 640, 38
"""Pixels and lines of text: a page that is lower shows one of its parts at a time."""


def _has_words(view: QAbstractItemView, row: int, words: list[str]) -> bool:
    """Return whether a row contains each of ``words``."""
    cells = view.model()
    columns = range(cells.columnCount()) if isinstance(view, QTableView) else range(1)
    text = " ".join(str(cells.index(row, column).data(_TEXT_ROLE) or "") for column in columns).casefold()
    return all(word in text for word in words)


class RunningDetail(QWidget):
    """One running call: its arguments, who allowed it, and the button that stops it."""

    def __init__(self) -> None:
        super().__init__()
        make_pane(self)
        self.shown: model.RunningCall | None = None
        self.heading = CallHeading()
        self.badges = EffectBadges()
        self.stop = push_button(self.tr("Stop…"), name=self.tr("Stop this call"))
        self.audit = push_button(self.tr("Open in Audit"))
        self.rule = push_button(self.tr("Show rule"))
        self.server = push_button(self.tr("Open server"), tip=self.tr("End its sessions there if it does not stop"))
        self.error_label = label(tone="danger", wrap=True, shown=False)
        self.response = ResponseView()
        self.viewer = JsonViewer(self.tr("Arguments"))
        self.facts = PropertyList()
        actions = ActionRow(self.stop, self.server, self.audit, self.rule)
        head = (self.heading, self.badges, actions, self.error_label)
        fixed = vbox(*head, margins=(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 2))
        body = DetailScrollArea(self.response, self.viewer, self.facts)
        vbox(fixed, (body, 1), parent=self, spacing=0)

    def show_running(
        self, running: model.RunningCall, ended: str = "", events: Sequence[model.Event] = (), *, rule: str = ""
    ) -> None:
        """Show or update ``running``: how it ``ended``, its ``events`` in the log, the ``rule`` that allowed it."""
        has_ended = bool(ended)
        if self.shown is None or self.shown.call.id != running.call.id:
            show_text(self.error_label, "")
            self.viewer.show_value(shown_arguments(running.call), running.call.message)
        self.shown = running
        call = running.call
        runs, ran = self.tr("{tool} is running on {server}"), self.tr("{tool} has ended on {server}")
        self.heading.set_sentence(
            ran if has_ended else runs, tool=("strong mono name", call.tool), server=("strong name", call.server)
        )
        self.heading.say_below(ended or state(running))
        self.badges.show_calls((running,))
        self.response.show_response(events)
        self.stop.setVisible(not has_ended)
        self.stop.setEnabled(not has_ended and not running.stopping)
        self.stop.setText(self.tr("Stopping…") if running.stopping and not has_ended else self.tr("Stop…"))
        self.server.setVisible(running.stopping and not has_ended)
        self.rule.setVisible(bool(rule))
        self.facts.show_facts([
            Property(self.tr("Requested by"), call.client.id),
            Property(self.tr("Rule"), rule),
            Property(self.tr("Allowed by"), "" if rule else decider(running.by)),
            Property(self.tr("Sent at"), time_format.clock(running.since)),
            Property(self.tr("Bound arguments"), "\n".join(map(injected_view.line, call.injected)), mono=True),
        ])  # fmt: skip


class SessionLine(QWidget):
    """The state of the selected session, if the table cuts it, and where its server is mended."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: model.ConnectedSession | None = None
        self.state_label = TextLabel(name=self.tr("Server state"))
        self.server = push_button(self.tr("Open server"))
        self.keyring = push_button(self.tr("Open Credentials"), tip=self.tr("Unlock your keyring there"))
        self.log = push_button(self.tr("Show log"))
        hbox(
            (self.state_label, 1), self.keyring, self.log, self.server,
            parent=self, margins=(theme.SPACE * 5, theme.SPACE * 2, theme.SPACE * 5, theme.SPACE * 3),
        )  # fmt: skip
        stays = self.sizePolicy()
        stays.setRetainSizeWhenHidden(True)  # the rows above do not move when one is selected
        self.setSizePolicy(stays)
        self.hide()

    def show_session(self, session: model.ConnectedSession | None, *, is_cut: bool = False) -> None:
        """Show a session, its state only if that ``is_cut`` in the table; None hides the line."""
        self.shown = session
        self.setVisible(session is not None)
        if session is not None:
            state = (": ", sessions.state_line(session)) if is_cut else ()
            self.state_label.set_text(("strong", session.server), *state)
            self.server.setAccessibleName(
                self.tr("Open server {0}").format(untrusted_text.short_name(session.server, 60))
            )
            self.keyring.setVisible(sessions.waits_for_keyring(session))
            self.log.setVisible(session.state == "failed")


class ActivePage(Page):
    """Cards of running calls, below them sessions or background calls; a low window shows one of the lists."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._snapshot = model.Snapshot()
        self._shown = ""
        self._ended_events: dict[str, Sequence[model.Event]] = {}
        self._rules_edition = -1
        self._rules_read: set[str] = set()  # in this edition
        self.cards = RunningCallsModel(self)
        self.sessions = SessionsModel(self)
        self.list = self._make_list()
        self.detail = RunningDetail()
        self.detail.hide()
        self.detail.stop.clicked.connect(lambda: self._stop(self._shown))
        self.detail.audit.clicked.connect(lambda: self.context.go("audit", self._shown))
        self.detail.server.clicked.connect(self._open_stuck_server)
        self.detail.rule.clicked.connect(self._open_rule)
        self._question: QMessageBox | None = None
        self._asked_about = ""  # the call in question, "" for all
        self.table = PlainTable(self.sessions, self.tr("Connected sessions"), "active/sessions", sessions.COLUMNS)
        self.table.selectionModel().currentChanged.connect(lambda *_: self._show_session())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._session_selected())
        self.table.head.sectionResized.connect(lambda *_: self._show_session())
        self.session = SessionLine()
        self.session.server.clicked.connect(lambda: self._open_server())
        self.session.log.clicked.connect(lambda: self._open_server(LOG))
        self.session.keyring.clicked.connect(lambda: self.context.go("credentials", ""))
        self.ongoing = AsyncCallsModel(self)
        self.going = PlainTable(self.ongoing, self.tr("Background calls"), "active/background", async_calls.COLUMNS)
        self.going.activated.connect(lambda index: self.context.go("audit", self.ongoing.call(index.row())))
        self._lay_out()
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._tick)
        self._settle = QTimer(self, singleShot=True, interval=round(CARD_DELAY * 1000) + 20)
        self._settle.timeout.connect(lambda: self.set_snapshot(self._snapshot))

    def _make_list(self) -> CardView:
        view = CardView(self.tr("Running calls"), self.cards)
        delegate = RunningCallDelegate(view)
        delegate.stop.connect(self._stop)
        view.setItemDelegate(delegate)
        view.selectionModel().currentChanged.connect(self._chosen)
        return view

    def _lay_out(self) -> None:
        self._empty = EmptyState("active", self.tr("No active calls"), self.tr("Calls appear here while they run."))
        self._unconnected = EmptyState(
            "active", self.tr("No active calls"),
            self.tr("No clients are connected. Once one is, its calls appear here while they run."),
        )  # fmt: skip
        self._unconnected.add_action(self.tr("Show clients"), kind="").clicked.connect(
            lambda: self.context.go("clients", "")
        )
        self._body = stacked(self._empty, self.list, self._unconnected)
        self._no_session = label(self.tr("No clients connected."), tone="quiet")
        self._no_session.setContentsMargins(theme.SPACE * 5, 0, 0, theme.SPACE * 4)
        self._no_session.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._below_title = label(self.tr("Sessions"), strong=True)
        self._below_title.setContentsMargins(theme.SPACE * 5, theme.SPACE * 4, 0, theme.SPACE * 2)
        self._lists, self.lists = self._choice("connected", "background")
        self._connected, self._background = inset(self.table), inset(self.going)
        self._below = self._pane(
            self._below_title, self._lists, self._no_session, self._connected, self.session, self._background
        )
        self.splitter = Splitter(
            self.context.settings, "active/splitter", self._body, self._below, (520, 290), upright=True, grows=0
        )
        self._choices, self.parts = self._choice("calls", "background", "connected")
        side = Splitter(self.context.settings, "active/side", self.splitter, self.detail, (460, 520))
        vbox(self._pane(self._head(), self._choices), (side, 1), parent=self, spacing=0)
        self._show_parts()

    def _choice(self, *parts: str) -> tuple[QWidget, dict[str, ChoiceButton]]:
        """Return a row of buttons that select one of ``parts``, initially the first, and the buttons."""
        widget = QWidget()
        group = QButtonGroup(widget)
        buttons = {part: ChoiceButton() for part in parts}
        for button in buttons.values():
            button.clicked.connect(self._show_parts)
            group.addButton(button)
        margins = (theme.SPACE * 5, theme.SPACE * 2, theme.SPACE * 5, theme.SPACE * 2)
        hbox(*buttons.values(), STRETCH, parent=widget, spacing=0, margins=margins)
        buttons[parts[0]].setChecked(True)
        return widget, buttons

    def turn(self, part: str) -> None:
        """Show ``calls``, ``background`` or ``connected`` if there is no space for all of them."""
        for buttons in (self.parts, self.lists):
            if part in buttons:
                buttons[part].setChecked(True)
        self._show_parts()

    @property
    def is_low(self) -> bool:
        """Whether the page is too low for cards and a list below each other."""
        return self.height() < max(_LOW, _LOW_LINES * self.fontMetrics().height())

    def _show_parts(self) -> None:
        low, background = self.is_low, bool(self._snapshot.ongoing)
        number = self.locale().toString
        counted, failed = self.tr("{0} ({1})"), sum(session.state == "failed" for session in self._snapshot.sessions)
        connected = self.tr("{0} ({1}, {2} failed)") if failed else counted
        words = {
            "calls": self.tr("Calls"),
            "background": counted.format(self.tr("Background"), number(len(self._snapshot.ongoing))),
            "connected": connected.format(self.tr("Sessions"), number(len(self._snapshot.sessions)), number(failed)),
        }
        for buttons in (self.parts, self.lists):
            for part, button in buttons.items():
                button.setText(words[part])
            buttons["background"].setVisible(background)
            if not background and buttons["background"].isChecked():
                next(iter(buttons.values())).setChecked(True)
        idle = not (self.cards.rowCount() or self._snapshot.sessions or self._snapshot.ongoing)
        cards = self.list if self.cards.rowCount() else self._unconnected if idle else self._empty
        self._body.setCurrentWidget(cards)
        if idle:
            self.parts["calls"].setChecked(True)
        chosen = next(part for part, button in (self.parts if low else self.lists).items() if button.isChecked())
        self._choices.setVisible(low and not idle)
        self._lists.setVisible(not low and background)
        self._below_title.setVisible(not low and not background)
        self._body.setVisible(not low or chosen == "calls")
        self._below.setVisible(chosen != "calls" and not idle)
        self._connected.setVisible(chosen == "connected" and bool(self._snapshot.sessions))
        self._no_session.setVisible(chosen == "connected" and not self._snapshot.sessions)
        self._background.setVisible(chosen == "background")
        self._show_session()
        self.detail.setVisible(not self._body.isHidden() and bool(self._shown) and self.cards.rowCount() > 0)

    def _show_session(self) -> None:
        row = self.table.currentIndex().row() if not self._connected.isHidden() else -1
        cell = self.sessions.index(row, sessions.STATE_COLUMN)
        is_cut = self.table.sizeHintForIndex(cell).width() > self.table.columnWidth(sessions.STATE_COLUMN)
        shown = self.sessions.entries[row] if 0 <= row < len(self.sessions.entries) else None
        self.session.show_session(shown, is_cut=is_cut)

    def _session_selected(self) -> None:
        """Show no call beside a selected session, so that the page has one selection."""
        if self.table.selectionModel().hasSelection():
            self.list.selectionModel().clear()
            self._shown = ""
            self.cards.look_at("")
            self._show_parts()

    def _open_server(self, purpose: str = "") -> None:
        if self.session.shown is not None:
            self.context.go("servers", f"{purpose}{self.session.shown.server}")

    def _open_stuck_server(self) -> None:
        if self.detail.shown is not None:
            self.context.go("servers", self.detail.shown.call.server)

    def _open_rule(self) -> None:
        if self.detail.shown is not None:
            self.context.go("rules", self.detail.shown.by.removeprefix(deciders.RULE))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_parts()

    def _pane(self, *widgets: QWidget) -> QWidget:
        result = pane()
        vbox(*widgets, parent=result, spacing=0)
        return result

    def _head(self) -> QWidget:
        head = PageHeader(self.tr("Active"))
        self._count = head.count
        self.stop_all = push_button(
            self.tr("Stop all…"), name=self.tr("Stop all running calls"), clicked=self._stop_all
        )
        self.search = SearchField(self.tr("Search calls and clients"))
        self.search.textChanged.connect(lambda _: self._narrow())
        stays = self.search.sizePolicy()
        stays.setRetainSizeWhenHidden(True)  # the title does not move when the search appears
        self.search.setSizePolicy(stays)
        head.add(self.search, self.stop_all)
        return head

    def set_snapshot(self, snapshot: model.Snapshot) -> None:
        self._snapshot = snapshot
        ended = self.cards.set_snapshot(snapshot)
        if ended and self.context.reading is not None:
            self.context.core_link.spawn(self._outcomes(ended))
        self._read_rules(snapshot)
        count = snapshot.running_count or len(snapshot.running)
        self._ended_events = {name: events for name, events in self._ended_events.items() if self.cards.row(name) >= 0}
        many = self.tr("%n running calls", "", count) if count else ""
        self._count.setText(self.tr("1 running call") if count == 1 else many)
        self.stop_all.setVisible(count > 0)
        self.stop_all.setEnabled(count > 0)
        self.ongoing.set_rows(snapshot.ongoing)
        self.sessions.set_rows(snapshot.sessions)
        self._show_parts()
        self.search.setVisible(bool(self.cards.rowCount() or snapshot.sessions or snapshot.ongoing))
        self._narrow()
        self._renew()
        if self._question is not None and not (self._runs(self._asked_about) if self._asked_about else count):
            self._question.reject()
        if len(snapshot.running) > self.cards.waiting() and not self._settle.isActive():
            self._settle.start()
        if (count or self.cards.rowCount() or snapshot.ongoing) and not self._clock.isActive():
            self._clock.start()

    def _narrow(self) -> None:
        """Show only the rows with every word of the search."""
        words = self.search.text().casefold().split()
        for view in (self.list, self.table, self.going):
            for row in range(view.model().rowCount()):
                hidden = bool(words) and not _has_words(view, row, words)
                if view.isRowHidden(row) != hidden:
                    view.setRowHidden(row, hidden)

    def _tick(self) -> None:
        """Update the times while something runs or has just ended, and remove what was shown long enough."""
        self.list.viewport().update()
        lingers = self.cards.sweep()
        self.ongoing.tick()
        self._show_parts()
        if not lingers and not self.cards.waiting() and not self.ongoing.rowCount():
            self._clock.stop()

    def _read_rules(self, snapshot: model.Snapshot) -> None:
        """Read the rules that allowed the running calls, once for each of them and each edition."""
        if snapshot.edition != self._rules_edition:
            self._rules_edition = snapshot.edition
            self._rules_read.clear()
        named = {running.by for running in snapshot.running if running.by.startswith(deciders.RULE)}
        if named - self._rules_read:
            self._rules_read |= named
            self.context.core_link.spawn(self._name_rules())

    async def _name_rules(self) -> None:
        with suppress(RefusedError):  # then the cards name no rule
            rules = await self.context.core_link.run(lambda core: core.rules.all())
            self.cards.show_rules({rule["id"]: rule_text.sentence(rule) for rule in rules})
            self._renew()

    async def _outcomes(self, names: list[str]) -> None:
        """Read in the log how these calls ended."""
        assert self.context.reading is not None  # noqa: S101 - asked before
        for name in names:
            for pause in (0.0, 0.4):  # the record of the end may not be on the disk yet
                await asyncio.sleep(pause)
                try:
                    events = [record.event for record in await self.context.reading.call_records(name)]
                except OSError:  # the log cannot be read now: the page Audit reports it
                    return
                if any(
                    isinstance(event, model.CallCompleted | model.CallCancelled | model.CallOutcomeUnknown)
                    for event in events
                ):
                    self.cards.set_outcome(name, outcome(events))
                    self._ended_events[name] = events
                    break
        self._renew()

    def _chosen(self, index: QModelIndex) -> None:
        running_call = self.cards.item(index.row())
        if running_call is not None and running_call.call.id != self._shown:
            self._shown = running_call.call.id
            self.table.selectionModel().clear()
            self.cards.look_at(self._shown)
            self._renew()
            self._show_parts()

    def _renew(self) -> None:
        running_call = self.cards.item(self.cards.row(self._shown))
        if running_call is not None:
            has_ended = self.cards.is_gone(self._shown)
            ended = self.cards.outcome(self._shown)[2] if has_ended else ""
            events = self._ended_events.get(self._shown, ()) if has_ended else ()
            self.detail.show_running(running_call, ended, events, rule=self.cards.rule(running_call))

    def choose(self, name: str) -> None:
        """Select the card of a call."""
        index = self.cards.index(self.cards.row(name))
        self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def open(self, about: str) -> None:
        """Show the running call with that name, if it exists."""
        if self.cards.row(about) >= 0:
            self.turn("calls")
            self.choose(about)

    def _runs(self, name: str) -> bool:
        return self.cards.row(name) >= 0 and not self.cards.is_gone(name)

    def _stop(self, name: str) -> None:
        """Ask for confirmation before stopping a call."""
        running_call = self.cards.item(self.cards.row(name))
        if running_call is None or not self._runs(name) or running_call.stopping:
            return
        tool, server = (
            untrusted_text.shortened(running_call.call.tool, 60),
            untrusted_text.shortened(running_call.call.server, 40),
        )
        title = self.tr("Stop {0} on {1}?").format(tool, server)
        guard = self.context.core_link.guard
        self._confirm(title, self.tr("Stop call"), lambda: self._order(guard.stop, name), about=name)

    def _stop_all(self) -> None:
        count = self._snapshot.running_count or len(self._snapshot.running)
        title = self.tr("Stop the running call?") if count == 1 else self.tr("Stop all %n running calls?", "", count)
        guard = self.context.core_link.guard
        self._confirm(title, self.tr("Stop all"), lambda: self._order(guard.stop_all))

    def _confirm(self, title: str, does: str, then: Callable[[], None], *, about: str = "") -> None:
        """Ask before ``then``; the question closes when the call ``about``, or else every call, has ended."""
        if self._question is not None:
            return
        means = self.tr(
            "The server is asked to cancel, and the client is notified. Anything the tool has already done can't be "
            "undone."
        )
        box = QuestionBox(self.tr("Stop?"), title, means, self)
        box.offer(self.tr("Keep running"), does, then)
        box.finished.connect(self._answered)
        self._question, self._asked_about = box, about
        box.open()

    def _answered(self) -> None:
        self._question = None

    def _order(self, order: Callable[..., Coroutine[Any, Any, str]], *about: str) -> None:
        self.context.core_link.spawn(self._ordered(order, *about))

    async def _ordered(self, order: Callable[..., Coroutine[Any, Any, str]], *about: str) -> None:
        problem = await self.context.core_link.order_text(order, *about)
        show_text(self.detail.error_label, untrusted_text.visible(problem))

    def searches(self) -> Sequence[QLineEdit]:
        return (self.search,)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "stop": lambda: self._stop(self._shown),
            "stop_all": lambda: self._stop_all() if self.stop_all.isEnabled() else None,
            "record": lambda: self.context.go("audit", self._shown) if self._shown else None,
        }

    def row_lists(self) -> tuple[QWidget, ...]:
        return (self.list,)

    def row_buttons(self) -> Mapping[QAbstractItemView, Mapping[str, QAbstractButton]]:
        detail, session = self.detail, self.session
        return {
            self.list: {"stop": detail.stop, "server": detail.server, "record": detail.audit},
            self.table: {"keyring": session.keyring, "log": session.log, "server": session.server},
            self.going: {},
        }

    def panes(self) -> tuple[QWidget, ...]:
        return (self.list, self.detail.stop, self.going, self.table)
