"""The history of one call: its arguments, every event with its time, edits, and its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QPushButton, QWidget

from toolguard.gate import deciders, jsonrpc, model, runs, server_errors
from toolguard.gate.approvals.presence_proof import PresenceProof
from toolguard.gate.approver import Approver, ProcessInfo
from toolguard.gate.mcp.request_kinds import is_from_server
from toolguard.gate.session.record_limit import so_far
from toolguard.gate.texts import CodedText, encodable
from toolguard.store.log.audit_log import Record
from toolguard.store.log.index.builder import outcome_after
from toolguard.window import core_translation, theme
from toolguard.window.approval import injected_view
from toolguard.window.approval.diff_view import DiffView
from toolguard.window.json_view import untrusted_text
from toolguard.window.json_view.viewer import JsonViewer
from toolguard.window.log_view import origins
from toolguard.window.log_view.call_model import KINDS, OUTCOMES, decider, decision_text, rule_of
from toolguard.window.widgets import time_format
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import STRETCH, BoxItem, grid_box, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import ScrollArea
from toolguard.window.widgets.property_list import FoldedProperties, Property, PropertyList
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, make_pane, pane, styled_name

translate = QCoreApplication.translate
MAX_PREVIEW_LENGTH = 2_000
"""Maximum characters of a response in the log."""
MIN_COLUMNS_WIDTH = 1_040
"""Minimum width in pixels for three columns."""


def _request_text(event: model.CallHeld) -> str:
    by = event.server if _is_of_server(event) else event.client
    return translate("CallHistory", "Waiting for approval; requested by {0}").format(by)


def _is_of_server(event: model.CallEvent) -> bool:
    """Return whether it belongs to a request from the server to the client."""
    return isinstance(event.method, str) and is_from_server(event.method)


def _decided(event: model.CallDecided) -> str:
    by = decider(event.by)
    allowed = event.verdict == "allow"
    text = translate("CallHistory", "Allowed: {0}") if allowed else translate("CallHistory", "Denied: {0}")
    if event.by.startswith(deciders.RULE):
        text = (
            translate("CallHistory", "Allowed by rule {0}")
            if allowed
            else translate("CallHistory", "Denied by rule {0}")
        )
        by = untrusted_text.shortened(deciders.rule_id(event.by), 40)
    elif event.by == "person":
        text = translate("CallHistory", "Approved by you") if allowed else translate("CallHistory", "Denied by you")
    if event.edited:
        text = translate("CallHistory", "Edited and approved by you")
    text = text.format(by)
    if isinstance(event.approver, Approver):
        text = translate("CallHistory", "{0}, {1}").format(text, origins.where(event.approver))
    reason = event.reason if event.by == "person" else core_translation.local(event.reason)
    return f"{text} — {reason}" if reason else text


def _verdict(events: Sequence[model.Event]) -> list[tuple[str, str]]:
    """Return the decision about a call and its outcome for a `TextLabel`, each in its colour."""
    outcome = "held"
    pieces: list[tuple[str, str]] = []
    for event in events:
        outcome = outcome_after(event, outcome)
        if isinstance(event, model.CallDecided):
            in_terminal = isinstance(event.approver, Approver) and event.approver.process.surface == "serve"
            text = decision_text(event.verdict, event.by, in_terminal=in_terminal)
            text = translate("CallHistory", "Edited and approved by you") if event.edited else text
            pieces = [("ok" if event.verdict == "allow" else "danger", text), ("quiet", " · ")]
    _, tone, words = OUTCOMES[outcome]
    return [*pieces, (tone, translate("CallModel", words))]


def _presence(proof: PresenceProof | msgspec.UnsetType) -> str:
    """Return how the person authenticated, and how long before."""
    if isinstance(proof, msgspec.UnsetType):
        return ""
    seconds = QLocale().toString(round(proof.age))
    return translate("CallHistory", "{0}, {1} s earlier").format(proof.by, seconds) if proof.age >= 1 else proof.by


def _returned(event: model.CallCompleted) -> str:
    size, took = QLocale().formattedDataSize(event.size), time_format.took(event.took)
    words = {
        "result": translate("CallHistory", "Response after {0}: {1}"),
        "tool_error": translate("CallHistory", "The tool reported an error after {0}: {1}"),
        "error": translate("CallHistory", "The server returned an error after {0}: {1}"),
        "passed": translate("CallHistory", "Passed on in the server's response"),
        "input_required": translate("CallHistory", "The server requested input after {0}: {1}"),
        "task": translate("CallHistory", "The server started a task after {0}: {1}"),
    }
    text = server_errors.error_text(event.preview, event.outcome)
    outcome = "passed" if event.outcome == "input_required" and _is_of_server(event) else event.outcome
    return words[outcome].format(took, size) + (f" — {text}" if text else "")


def _meaning(event: model.CallCompleted) -> str:
    """Return what an error means beyond its text: a list of tools can be outdated."""
    unknown = server_errors.unknown_tool(event.preview, event.tool) if event.outcome == "error" else ""
    if unknown == "yes":
        return translate("CallHistory", "The server no longer has this tool. Clients may have an outdated list.")
    return translate("CallHistory", "The server may no longer have this tool.") if unknown else ""


def _forwarded(event: model.CallForwarded) -> str:
    return translate("CallHistory", "Sent to {0}").format(event.client if _is_of_server(event) else event.server)


def _withdrawn(event: model.CallWithdrawn) -> str:
    text = translate("CallHistory", "Cancelled by the client, did not run: {0}")
    if event.method:
        text = translate("CallHistory", "Not sent: {0}")
    return text.format(core_translation.local(event.reason))


def _cancelled(event: model.CallCancelled) -> str:
    text = translate("CallHistory", "Cancellation sent to the server, requested by: {0}")
    if _is_of_server(event):
        text = translate("CallHistory", "Cancellation sent to the client, requested by: {0}")
    text = text.format(decider(event.by))
    return f"{text} — {core_translation.local(event.reason)}" if event.reason else text


def _unknown_outcome_text(event: model.CallOutcomeUnknown) -> str:
    return translate("CallHistory", "Outcome unknown: {0}").format(core_translation.local(event.reason))


def _deferred(event: model.CallDeferred) -> str:
    waited = time_format.took(event.waited)
    return translate("CallHistory", "After {0} the client was asked to retry; the call stayed pending").format(waited)


def _ticketed(event: model.DecisionDeferred) -> str:
    if event.verdict == "allow":
        return translate(
            "CallHistory", "Approved after the client timed out. It did not run; the next identical call can."
        )
    return translate("CallHistory", "Denied after the client timed out. The next identical call is denied.")


def _task_ended(event: model.TaskEnded) -> str:
    return translate("CallHistory", "Task ended: {0}").format(event.status)


def _late_response_text(_event: model.ResponseDropped) -> str:
    return translate("CallHistory", "Late response discarded")


def _started(event: runs.AppStarted) -> str:
    return translate("CallHistory", "ToolGuard started: {0}").format(_run(event.process))


def _stopped(event: runs.AppStopped) -> str:
    text = translate("CallHistory", "ToolGuard stopped: {0}").format(_run(event.process))
    return f"{text} — {core_translation.local(event.reason)}" if event.reason else text


def _run(process: ProcessInfo) -> str:
    surfaces = {"window": translate("CallHistory", "window"), "serve": "toolguard serve"}
    return f"{surfaces.get(process.surface, '')} {origins.place(process)}".strip()


_EVENT_APPEARANCES: dict[type[model.Event], tuple[str, str, Callable[[Any], str]]] = {
    model.CallHeld: ("pending", "caution", _request_text),
    model.CallDecided: ("ok", "ok", _decided),
    model.CallForwarded: ("run", "accent", _forwarded),
    model.CallCompleted: ("ok", "ok", _returned),
    model.CallWithdrawn: ("gone", "quiet", _withdrawn),
    model.CallCancelled: ("stop", "caution", _cancelled),
    model.CallOutcomeUnknown: ("unknown", "danger", _unknown_outcome_text),
    model.CallDeferred: ("pending", "caution", _deferred),
    model.DecisionDeferred: ("key", "caution", _ticketed),
    model.TaskEnded: ("active", "accent", _task_ended),
    model.ResponseDropped: ("gone", "quiet", _late_response_text),
    runs.AppStarted: ("shield", "quiet", _started),
    runs.AppStopped: ("stop", "quiet", _stopped),
}


def _tag(event: model.Event) -> str:
    return str(type(event).__struct_config__.tag)


def kind_text(event: model.Event) -> str:
    """Return the kind of record, and whom it is about."""
    tag = _tag(event)
    text = translate("CallModel", KINDS[tag][2]) if tag in KINDS else type(event).__name__
    whom = [
        untrusted_text.shortened(name) for name in (getattr(event, "client", ""), getattr(event, "server", "")) if name
    ]
    return translate("CallHistory", "{0}: {1}").format(text, " · ".join(whom)) if whom else text


def describe_event(event: model.Event) -> tuple[str, str, str]:
    """Return an event as (icon, colour, sentence)."""
    if type(event) not in _EVENT_APPEARANCES:
        icon, tone, _ = KINDS.get(_tag(event), ("unknown", "quiet", ""))
        return icon, tone, kind_text(event)
    icon, tone, words = _EVENT_APPEARANCES[type(event)]
    if isinstance(event, model.CallDecided) and event.verdict == "deny":
        icon, tone = "deny", "quiet"
    if isinstance(event, model.CallCompleted) and event.outcome not in ("result", "task"):
        icon, tone = "failed", "caution"
    return icon, tone, words(event)


class _EventList(QWidget):
    """The events below each other, each with its time, its icon and a button that copies its record."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = grid_box(self, gaps=(theme.SPACE * 2, theme.SPACE * 2), grows=2)
        self._rows: list[tuple[QLabel, IconLabel, TextLabel, QPushButton]] = []
        self._records: list[Record] = []

    def show_records(self, records: list[Record]) -> None:
        self._records = records
        while len(self._rows) < len(records):
            self._add()
        for index, (when, sign, words, copy) in enumerate(self._rows):
            for widget in (when, sign, words, copy):
                widget.setVisible(index < len(records))
            if index < len(records):
                icon, tone, text = describe_event(records[index].event)
                when.setText(time_format.clock(records[index].time))
                sign.show_icon(icon, tone)
                words.set_text(text)
                copy.setAccessibleName(self.tr("Copy record {0} as JSON").format(records[index].seq))

    def _add(self) -> None:
        index = len(self._rows)
        copy = push_button(
            kind="flat", icon="copy", tip=self.tr("Copy record as JSON"), clicked=lambda: _copy(self._records[index])
        )
        row = (label(tone="quiet"), IconLabel(), TextLabel(name=self.tr("Event")), copy)
        for column, widget in enumerate(row):
            where = Qt.AlignmentFlag(0) if column == 2 else Qt.AlignmentFlag.AlignTop
            self._grid.addWidget(widget, index, column, where)
        self._rows.append(row)


class CallHistory(QWidget):
    """Columns that scroll together: arguments, decision (and edits), result."""

    rule_chosen = Signal(str)
    """The id of the rule that decided, which still exists."""

    def __init__(self) -> None:
        super().__init__()
        make_pane(self)
        self._records: list[Record] = []
        self._rules: Mapping[str, str] = {}
        self._columns: tuple[bool, bool] | None = None
        self._is_call = True
        self.title = TextLabel(factor=theme.LARGE, name=self.tr("Selected call"))
        self.heading = label(self.tr("Decision"), strong=True)
        self.events = _EventList()
        self.facts = PropertyList()
        self.details = FoldedProperties()
        self.facts.align_lists(self.details.facts)
        self.decided_by = push_button(
            self.tr("Show rule"), kind="link", clicked=lambda: self.rule_chosen.emit(self.decided_by.property("rule"))
        )
        self.arguments = JsonViewer(self.tr("Arguments"))
        self.changed = label(self.tr("Your changes"), strong=True)
        self.difference = DiffView()
        self.answer = JsonViewer(self.tr("Response"))
        self.no_arguments = label(self.tr("The log has no arguments for this call."), tone="quiet", wrap=True)
        self.unanswered = label(self.tr("No response."), tone="quiet", wrap=True)
        self.copy = push_button(
            self.tr("Copy as JSON"), name=self.tr("Copy as JSON, all records"), kind="flat",
            clicked=lambda: _copy(self._records),
        )  # fmt: skip
        self.rule = push_button(self.tr("Make a rule"), tip=self.tr("Propose a rule that covers the selected calls"))
        tip = self.tr("Replace text in the log that should not have been recorded")
        self.redact = push_button(self.tr("Redact…"), kind="flat", tip=tip)
        self.hides = push_button(self.tr("Close"), name=self.tr("Close details"), kind="flat", clicked=self.hide)
        self._lay_out()

    @cached_property
    def responses(self) -> JsonViewer:
        """The person's responses to requests of the server, which few calls have. Created on first use."""
        viewer = JsonViewer(self.tr("Responses to the server's requests"))
        column = self.request_column.layout()
        assert isinstance(column, QBoxLayout)  # noqa: S101 - as created
        tab_order.insert_at(column, column.indexOf(self.arguments) + 1, viewer, before=self.arguments)
        return viewer

    def _lay_out(self) -> None:
        buttons = hbox(self.rule, self.redact, self.copy, self.hides)
        head = hbox((self.title, 1), buttons)
        head.setAlignment(buttons, Qt.AlignmentFlag.AlignTop)
        head.setContentsMargins(theme.SPACE * 5, theme.SPACE * 4, theme.SPACE * 5, theme.SPACE * 2)
        self._grid = grid_box(
            gaps=(theme.SPACE * 5, theme.SPACE * 5),
            margins=(theme.SPACE * 5, theme.SPACE, theme.SPACE * 5, theme.SPACE * 5),
        )
        self.request_column = _column(self.no_arguments, self.arguments)
        self.decided = _column(
            self.heading, self.events, self.changed, self.difference, self.facts,
            (self.decided_by, 0, Qt.AlignmentFlag.AlignLeft), self.details,
        )  # fmt: skip
        self.returned = _column(self.unanswered, self.answer)
        self._arrange()
        inner = pane()
        inner.setLayout(self._grid)
        self.area = ScrollArea(inner)
        vbox(head, (self.area, 1), parent=self, spacing=0)

    def _arrange(self) -> None:
        """Lay out three columns, or the result below the decision; one column for records without a call."""
        wide = self.width() >= MIN_COLUMNS_WIDTH
        if (wide, self._is_call) == self._columns:
            return
        self._columns = wide, self._is_call
        for each in (self.request_column, self.decided, self.returned):
            self._grid.removeWidget(each)
        self._grid.addWidget(self.request_column, 0, 0, 1 if wide else 2, 1)
        self._grid.addWidget(self.decided, 0, 1)
        self._grid.addWidget(self.returned, 0 if wide else 1, 2 if wide else 1)
        shares = (0, 1, 0) if not self._is_call else (5, 4, 5) if wide else (1, 1, 0)
        for column, share in enumerate(shares):
            self._grid.setColumnStretch(column, share)
        for row, share in enumerate((1, 0) if wide or not self._is_call else (0, 1)):
            self._grid.setRowStretch(row, share)
        self.heading.setVisible(self._is_call)
        self.heading.setMinimumHeight(self.arguments.search.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def show_rules(self, rules: Mapping[str, str]) -> None:
        """Set the rules of now as sentences, by their ids."""
        self._rules = rules
        self._show_facts()

    def _show_facts(self) -> None:
        facts = _facts([record.event for record in self._records], self._rules)
        codes = [fact for fact in facts if fact.style == "code" and self._is_call]
        self.facts.show_facts([fact for fact in facts if fact not in codes])
        self.details.facts.show_facts(codes)
        ids = [
            deciders.rule_id(record.event.by) for record in self._records if isinstance(record.event, model.CallDecided)
        ]
        rule = next((id for id in ids if id in self._rules), "")
        self.decided_by.setProperty("rule", rule)
        self.decided_by.setVisible(bool(rule))

    def show_records(self, records: list[Record]) -> None:
        """Show the records of one call, in order, or one record without a call."""
        self._records = records
        events = [record.event for record in records]
        first = next((event for event in events if isinstance(event, model.CallHeld | model.CallDecided)), None)
        if first is not None:
            whom = [first.server, first.client]
            if first.method:
                whom.append(translate("CallHistory", "not a tool call"))
            name, about = styled_name("strong mono name", first.tool), "  " + " · ".join(whom) + " · "
            self.title.set_text(*name, ("quiet", about), *_verdict(events))
        elif events:
            self.title.set_text(("strong", kind_text(events[0])))
        self.events.show_records(records)
        self._is_call = first is not None
        self._show_facts()
        self.details.setVisible(self._is_call)
        self.request_column.setVisible(self._is_call)
        self.returned.setVisible(self._is_call)
        self._arrange()
        arguments = first.arguments if first is not None else ""
        self.no_arguments.setVisible(not arguments)
        if arguments:
            self.arguments.show_value(logged_value(arguments))
        responses = next(
            (event.responses for event in events if isinstance(event, model.CallHeld | model.CallDecided)), ""
        )
        if responses:
            self.responses.show_value(logged_value(responses))
        for viewer in self.request_column.findChildren(JsonViewer):
            viewer.setVisible(bool(arguments if viewer is self.arguments else responses))
        self._show_change(arguments, events)
        preview = next((event.preview for event in events if isinstance(event, model.CallCompleted)), "")
        self.answer.setVisible(bool(preview))
        self.unanswered.setVisible(not preview)
        if preview:
            self.answer.show_value(logged_value(preview))

    def _show_change(self, asked: str, events: Sequence[model.Event]) -> None:
        decided = next((event for event in events if isinstance(event, model.CallDecided) and event.edited), None)
        for widget in (self.changed, self.difference):
            widget.setVisible(decided is not None and decided.arguments != asked)
        if decided is not None:
            self.difference.show_difference(asked, decided.arguments)

    def show_selected(self, calls: int) -> None:
        """Show that several calls are selected, from which a rule could be made; 0 if none can."""
        many = self.tr("Make a rule from %Ln calls", "", calls)
        self.rule.setText(many if calls > 1 else self.tr("Make a rule"))
        self.rule.setVisible(bool(calls))

    def numbers(self) -> list[int]:
        """Return the numbers of the call's records."""
        return [record.seq for record in self._records]

    def selected_text(self) -> str:
        """Return the selected text of the arguments or a result; empty for nothing, or for more than one line."""
        for viewer in self.findChildren(JsonViewer):
            chosen = viewer.values.textCursor().selectedText()
            if viewer.isVisible() and chosen and "\u2029" not in chosen:
                return str(chosen)
        return ""

    def first_seq(self) -> int:
        """Return the number of the first shown record, or 0."""
        return self._records[0].seq if self._records else 0


def _column(*items: BoxItem) -> QWidget:
    inner = QWidget()
    vbox(*items, STRETCH, parent=inner, spacing=theme.SPACE * 3)
    return inner


def _copy(value: object) -> None:
    QGuiApplication.clipboard().setText(
        msgspec.json.format(msgspec.json.encode(value, enc_hook=encodable), indent=2).decode()
    )


def logged_value(written: str) -> object:
    """Return a text of the log as JSON data if it is valid JSON, else the text itself."""
    try:
        return jsonrpc.decode(b'{"jsonrpc":"2.0","method":"","params":{"":%s}}' % written.encode())["params"][""]  # type: ignore[call-overload]
    except (jsonrpc.Malformed, UnicodeEncodeError):
        return written


MEMBER_NAMES: dict[str, Any] = {
    "kind": QT_TRANSLATE_NOOP("CallHistory", "Kind"),
    "session": QT_TRANSLATE_NOOP("CallHistory", "Session"),
    "call": QT_TRANSLATE_NOOP("CallHistory", "Call"),
    "client": QT_TRANSLATE_NOOP("CallHistory", "Client"),
    "server": QT_TRANSLATE_NOOP("CallHistory", "Server"),
    "program": QT_TRANSLATE_NOOP("CallHistory", "Launched by"),
    "claim": QT_TRANSLATE_NOOP("CallHistory", "Reported name"),
    "initialize": QT_TRANSLATE_NOOP("CallHistory", "First message"),
    "version": QT_TRANSLATE_NOOP("CallHistory", "Protocol"),
    "reason": QT_TRANSLATE_NOOP("CallHistory", "Reason"),
    "request": QT_TRANSLATE_NOOP("CallHistory", "Request ID"),
    "method": QT_TRANSLATE_NOOP("CallHistory", "Method"),
    "params": QT_TRANSLATE_NOOP("CallHistory", "Parameters"),
    "state": QT_TRANSLATE_NOOP("CallHistory", "State"),
    "detail": QT_TRANSLATE_NOOP("CallHistory", "Details"),
    "secret": QT_TRANSLATE_NOOP("CallHistory", "Secret"),
    "place": QT_TRANSLATE_NOOP("CallHistory", "Location"),
    "what": QT_TRANSLATE_NOOP("CallHistory", "Change"),
    "by": QT_TRANSLATE_NOOP("CallHistory", "Changed by"),
    "digest": QT_TRANSLATE_NOOP("CallHistory", "Digest"),
    "file": QT_TRANSLATE_NOOP("CallHistory", "File"),
    "archive": QT_TRANSLATE_NOOP("CallHistory", "Archived to"),
    "previous": QT_TRANSLATE_NOOP("CallHistory", "Hash before the first record"),
    "hash": QT_TRANSLATE_NOOP("CallHistory", "Hash of the last record"),
    "records": QT_TRANSLATE_NOOP("CallHistory", "Records"),
}
"""Labels for members of a record that no sentence contains."""
_DIGESTS = ("digest", "previous", "hash")
_TRANSLATED_MEMBERS = ("reason", "what", "by", "detail")  # the core's own sentences


def _about(event: model.Event) -> list[Property]:
    """Return the older records that a record refers to, or how many events it stands for."""
    text = translate("CallHistory", MEMBER_NAMES["records"])
    if isinstance(event, model.SegmentRemoved):
        return [Property(text, f"{event.first}–{event.last}")]
    if isinstance(event, model.RecordsRedacted):
        return [Property(text, ", ".join(str(record.seq) for record in event.records))]
    if isinstance(event, model.MessageRefused | model.ServerRequestReceived | model.ResponseDropped):
        return [Property(text, core_translation.local(number))] if (number := so_far(event.count)) else []
    return []


def _members(event: model.Event) -> list[Property]:
    """Return a record without a call, member by member."""
    members = _about(event)
    for name, value in msgspec.to_builtins(event, builtin_types=(CodedText,)).items():
        if isinstance(value, str) and value:
            title = translate("CallHistory", MEMBER_NAMES[name]) if name in MEMBER_NAMES else name
            text = (
                decider(value)
                if name == "by"
                else core_translation.local(value)
                if name in _TRANSLATED_MEMBERS
                else value
            )
            members.append(Property(title, text, style="code" if name in _DIGESTS else ""))
    return members


def _facts(events: Sequence[model.Event], rules: Mapping[str, str]) -> list[Property]:
    facts = []
    for event in events:
        if isinstance(event, model.CallHeld):
            facts += [
                Property(translate("CallHistory", "Warnings"), "\n".join(core_translation.all_local(event.warnings))),
                Property(
                    translate("CallHistory", "Credentials provided"),
                    injected_view.recorded(event.secrets)[0],
                    mono=True,
                ),
                Property(translate("CallHistory", "Digest shown"), event.digest, style="code"),
            ]
        elif isinstance(event, model.CallDecided):
            facts.append(Property(translate("CallHistory", "Rule today"), rule_of(event.by, rules)))
            facts += origins.of_decision(event.approver, by_person=event.by == "person")
            facts.append(
                Property(
                    translate("CallHistory", "Time pending"), time_format.took(event.waited) if event.waited else ""
                )
            )
            facts.append(Property(translate("CallHistory", "Authentication"), _presence(event.presence)))
            if event.by.startswith(deciders.RULE):
                facts.append(
                    Property(translate("CallHistory", "Rule ID"), event.by.removeprefix(deciders.RULE), style="code")
                )
        elif isinstance(event, model.CallForwarded):
            facts.append(
                Property(
                    translate("CallHistory", "Bound arguments"), injected_view.recorded(event.secrets)[1], mono=True
                )
            )
            facts.append(Property(translate("CallHistory", "Digest sent"), event.digest, style="code"))
        elif isinstance(event, model.CallCompleted):
            facts += [
                Property(translate("CallHistory", "Meaning"), _meaning(event)),
                Property(translate("CallHistory", "Response digest"), event.digest, style="code"),
            ]
        elif isinstance(event, runs.AppStarted | runs.AppStopped):
            facts += origins.of_process(event.process)
        elif type(event) not in _EVENT_APPEARANCES:
            facts += _members(event)
            if isinstance(event, model.ConfigChanged | model.ClientForgotten):
                facts += origins.of_decision(event.approver, by_person=event.by == "person")
    call = next((event.call for event in events), "")
    return [*facts, Property(translate("CallHistory", "Call"), call, style="code")]
