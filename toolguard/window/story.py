"""The whole story of one call: what was asked, every event with its time, what was changed, what came back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from toolguard.checkpoint import calls, failures, wire
from toolguard.store.audit import Record
from toolguard.window import filled, icons, moments, phrases, text, theme
from toolguard.window.difference import Difference
from toolguard.window.facts import Fact, Facts
from toolguard.window.passage import Passage, label, pane
from toolguard.window.rows import KINDS, decider
from toolguard.window.viewer import Viewer

translate = QCoreApplication.translate
WIDE = 1_040
"""Pixels from which on the three parts stand side by side."""


def _asked(event: calls.Asked) -> str:
    return translate("Story", "Held for a person; asked by {0}").format(event.client)


def _decided(event: calls.Decided) -> str:
    by = decider(event.by)
    allowed = event.verdict == "allow"
    said = translate("Story", "Allowed: {0}") if allowed else translate("Story", "Denied: {0}")
    if event.by == "person":
        said = translate("Story", "Allowed by you") if allowed else translate("Story", "Denied by you")
    if event.edited:
        said = translate("Story", "Inputs edited by you, then allowed")
    reason = event.reason if event.by == "person" else phrases.local(event.reason)
    return f"{said.format(by)} — {reason}" if reason else said.format(by)


def _returned(event: calls.Returned) -> str:
    size, took = QLocale().formattedDataSize(event.size), moments.took(event.took)
    words = {
        "result": translate("Story", "Answered after {0}: {1}"),
        "tool_error": translate("Story", "The tool said after {0} that it failed: {1}"),
        "error": translate("Story", "The server answered with an error after {0}: {1}"),
        "input_required": translate("Story", "The server asked for more input after {0}: {1}"),
        "task": translate("Story", "The server started a task after {0}: {1}"),
    }
    said = failures.said(event.preview, event.outcome)
    return words[event.outcome].format(took, size) + (f" — {said}" if said else "")


def _meaning(event: calls.Returned) -> str:
    """What an error says beyond its words: a list of tools can be stale."""
    unknown = failures.unknown_tool(event.preview, event.tool) if event.outcome == "error" else ""
    if unknown == "yes":
        return translate("Story", "The server has no tool of this name any more; clients may know an old list.")
    return translate("Story", "The server may have no tool of this name any more.") if unknown else ""


def _forwarded(event: calls.Forwarded) -> str:
    return translate("Story", "Sent to {0}").format(event.server)


def _withdrawn(event: calls.Withdrawn) -> str:
    return translate("Story", "Withdrawn by the client, never ran: {0}").format(phrases.local(event.reason))


def _cancelled(event: calls.Cancelled) -> str:
    said = translate("Story", "Cancel sent to the server. Wanted by: {0}").format(decider(event.by))
    return f"{said} — {phrases.local(event.reason)}" if event.reason else said


def _lost(event: calls.Lost) -> str:
    return translate("Story", "Outcome unknown: {0}").format(phrases.local(event.reason))


def _deferred(event: calls.Deferred) -> str:
    waited = moments.took(event.waited)
    return translate("Story", "After {0} the client was told to ask again; the prompt stayed open").format(waited)


def _ticketed(event: calls.Ticketed) -> str:
    if event.verdict == "allow":
        return translate("Story", "Allowed while nobody waited: it did not run, the next identical call may")
    return translate("Story", "Denied while nobody waited: the next identical call is denied")


def _task_ended(event: calls.TaskEnded) -> str:
    return translate("Story", "Its task ended: {0}").format(event.status)


def _late(_event: calls.Late) -> str:
    return translate("Story", "An answer came too late and was dropped")


_TELL: dict[type[calls.Event], tuple[str, str, Callable[[Any], str]]] = {
    calls.Asked: ("pending", "caution", _asked),
    calls.Decided: ("ok", "ok", _decided),
    calls.Forwarded: ("run", "accent", _forwarded),
    calls.Returned: ("ok", "ok", _returned),
    calls.Withdrawn: ("gone", "quiet", _withdrawn),
    calls.Cancelled: ("stop", "caution", _cancelled),
    calls.Lost: ("unknown", "danger", _lost),
    calls.Deferred: ("pending", "caution", _deferred),
    calls.Ticketed: ("key", "caution", _ticketed),
    calls.TaskEnded: ("active", "accent", _task_ended),
    calls.Late: ("gone", "quiet", _late),
}


def _tag(event: calls.Event) -> str:
    return str(type(event).__struct_config__.tag)


def kind_words(event: calls.Event) -> str:
    """What kind of record it is, and about whom."""
    tag = _tag(event)
    words = translate("Rows", KINDS[tag][2]) if tag in KINDS else type(event).__name__
    whom = [text.shortened(name) for name in (getattr(event, "client", ""), getattr(event, "server", "")) if name]
    return translate("Story", "{0}: {1}").format(words, " · ".join(whom)) if whom else words


def tell(event: calls.Event) -> tuple[str, str, str]:
    """An event as (icon, colour, sentence)."""
    if type(event) not in _TELL:
        icon, tone, _ = KINDS.get(_tag(event), ("unknown", "quiet", ""))
        return icon, tone, kind_words(event)
    icon, tone, words = _TELL[type(event)]
    if isinstance(event, calls.Decided) and event.verdict == "deny":
        icon, tone = "deny", "danger"
    if isinstance(event, calls.Returned) and event.outcome not in ("result", "task"):
        icon, tone = "failed", "caution"
    return icon, tone, words(event)


class _Events(theme.Dressed, QWidget):
    """The events below each other, each with its time, its sign and a button that copies its record."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.SPACE * 2)
        self._grid.setVerticalSpacing(theme.SPACE * 2)
        self._grid.setColumnStretch(2, 1)
        self._rows: list[tuple[QLabel, QLabel, Passage, QPushButton]] = []
        self._story: list[Record] = []

    def show_story(self, story: list[Record]) -> None:
        self._story = story
        while len(self._rows) < len(story):
            self._add()
        colours, ratio = theme.colours(), self.devicePixelRatioF()
        copy_icon = icons.icon("copy", colours.quiet)
        for at, (when, sign, words, copy) in enumerate(self._rows):
            for widget in (when, sign, words, copy):
                widget.setVisible(at < len(story))
            if at < len(story):
                icon, tone, said = tell(story[at].event)
                when.setText(moments.clock(story[at].time))
                sign.setPixmap(icons.pixmap(icon, getattr(colours, tone), 18, ratio))
                words.say(said)
                copy.setIcon(copy_icon)
                copy.setAccessibleName(self.tr("Copy record {0} as JSON").format(story[at].seq))

    def _add(self) -> None:
        at = len(self._rows)
        row = (label(tone="quiet"), QLabel(), Passage(), QPushButton())
        row[2].setAccessibleName(self.tr("Event"))
        row[3].setProperty("kind", "flat")
        row[3].setToolTip(self.tr("Copy this record as JSON"))
        row[3].clicked.connect(lambda: _copy(self._story[at]))
        for column, widget in enumerate(row):
            where = Qt.AlignmentFlag(0) if column == 2 else Qt.AlignmentFlag.AlignTop
            self._grid.addWidget(widget, at, column, where)
        self._rows.append(row)

    def dress(self, _colours: theme.Colours) -> None:
        self.show_story(self._story)


class Story(QWidget):
    """Side by side: what was asked, what was decided (and changed), what came back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._story: list[Record] = []
        self._wide: bool | None = None
        self.title = Passage(factor=theme.LARGE)
        self.title.setAccessibleName(self.tr("Chosen call"))
        self.events = _Events()
        self.facts = Facts()
        self.arguments = Viewer(self.tr("Arguments"))
        self.responses = Viewer(self.tr("Answers to its server's questions"))
        self.changed = label(self.tr("What you changed"), strong=True)
        self.difference = Difference()
        self.answer = Viewer(self.tr("Answer"))
        self.nothing = label(self.tr("The log holds no arguments of this call."), tone="quiet", wrap=True)
        self.unanswered = label(self.tr("Nothing came back."), tone="quiet", wrap=True)
        self.copy = QPushButton(self.tr("Copy as JSON"))
        self.copy.setAccessibleName(self.tr("Copy the whole story as JSON"))
        self.copy.clicked.connect(lambda: _copy(self._story))
        self.hides = QPushButton(self.tr("Close"))
        self.hides.setAccessibleName(self.tr("Close the details"))
        self.hides.setProperty("kind", "flat")
        self.hides.clicked.connect(self.hide)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        for button in (self.copy, self.hides):
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        head.setContentsMargins(theme.SPACE * 5, theme.SPACE * 4, theme.SPACE * 5, theme.SPACE * 2)
        self._grid = QGridLayout()
        self._grid.setSpacing(0)
        self.asked = _column(self.tr("What was asked"), self.nothing, self.arguments, self.responses)
        self.decided = _column(self.tr("What was decided"), self.events, self.changed, self.difference, self.facts)
        self.returned = _column(self.tr("What came back"), self.unanswered, self.answer, right=theme.SPACE * 5)
        self._arrange()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(self._grid, 1)

    def _arrange(self) -> None:
        """Three columns where there is room, else the answer below the decision."""
        wide = self.width() >= WIDE
        if wide is self._wide:
            return
        self._wide = wide
        for each in (self.asked, self.decided, self.returned):
            self._grid.removeWidget(each)
        self._grid.addWidget(self.asked, 0, 0, 1 if wide else 2, 1)
        self._grid.addWidget(self.decided, 0, 1)
        self._grid.addWidget(self.returned, 0 if wide else 1, 2 if wide else 1)
        for column, share in enumerate((4, 3, 4) if wide else (1, 1, 0)):
            self._grid.setColumnStretch(column, share)
        for row, share in enumerate((1, 0) if wide else (1, 1)):
            self._grid.setRowStretch(row, share)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def show_story(self, story: list[Record]) -> None:
        """Show the records of one call, in order, or one record that belongs to none."""
        self._story = story
        told = [record.event for record in story]
        first = next((event for event in told if isinstance(event, calls.Asked | calls.Decided)), None)
        if first is not None:
            self.title.say(("strong mono", first.tool), ("quiet", f"  {first.server} · {first.client}"))
        elif told:
            self.title.say(("strong", kind_words(told[0])))
        self.events.show_story(story)
        self.facts.show_facts(_facts(told))
        self.asked.setVisible(first is not None)
        self.returned.setVisible(first is not None)
        arguments = first.arguments if first is not None else ""
        self.arguments.setVisible(bool(arguments))
        self.nothing.setVisible(not arguments)
        if arguments:
            self.arguments.show_value(_data(arguments))
        responses = next((one.responses for one in told if isinstance(one, calls.Asked | calls.Decided)), "")
        self.responses.setVisible(bool(responses))
        if responses:
            self.responses.show_value(_data(responses))
        self._show_change(arguments, told)
        preview = next((event.preview for event in told if isinstance(event, calls.Returned)), "")
        self.answer.setVisible(bool(preview))
        self.unanswered.setVisible(not preview)
        if preview:
            self.answer.show_value(_data(preview))

    def _show_change(self, asked: str, told: Sequence[calls.Event]) -> None:
        decided = next((event for event in told if isinstance(event, calls.Decided) and event.edited), None)
        for widget in (self.changed, self.difference):
            widget.setVisible(decided is not None and decided.arguments != asked)
        if decided is not None:
            self.difference.show_difference(asked, decided.arguments)

    def first_seq(self) -> int:
        """The number of the first record that is shown; 0 when nothing is."""
        return self._story[0].seq if self._story else 0


def _column(title: str, *widgets: QWidget, right: int = theme.SPACE * 2) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    inner = pane()
    column = QVBoxLayout(inner)
    column.setContentsMargins(theme.SPACE * 5, theme.SPACE, right, theme.SPACE * 5)
    column.setSpacing(theme.SPACE * 3)
    column.addWidget(label(title, tone="quiet", strong=True))
    for widget in widgets:
        column.addWidget(widget)
    column.addStretch(1)
    area.setWidget(inner)
    return area


def _copy(told: object) -> None:
    QGuiApplication.clipboard().setText(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())


def _data(written: str) -> object:
    """What a text of the log holds: JSON data where it is JSON as `wire` reads it, else the text itself."""
    try:
        return wire.decode(b'{"jsonrpc":"2.0","method":"","params":{"":%s}}' % written.encode())["params"][""]  # type: ignore[call-overload]
    except (wire.Malformed, UnicodeEncodeError):
        return written


MEMBERS: dict[str, Any] = {
    "kind": QT_TRANSLATE_NOOP("Story", "Kind"), "session": QT_TRANSLATE_NOOP("Story", "Session"),
    "call": QT_TRANSLATE_NOOP("Story", "Call"), "client": QT_TRANSLATE_NOOP("Story", "Client"),
    "server": QT_TRANSLATE_NOOP("Story", "Server"), "program": QT_TRANSLATE_NOOP("Story", "Started by"),
    "claim": QT_TRANSLATE_NOOP("Story", "Calls itself"), "initialize": QT_TRANSLATE_NOOP("Story", "Its first message"),
    "version": QT_TRANSLATE_NOOP("Story", "Protocol"), "reason": QT_TRANSLATE_NOOP("Story", "Reason"),
    "request": QT_TRANSLATE_NOOP("Story", "Number of the request"), "method": QT_TRANSLATE_NOOP("Story", "Method"),
    "params": QT_TRANSLATE_NOOP("Story", "Parameters"), "state": QT_TRANSLATE_NOOP("Story", "State"),
    "detail": QT_TRANSLATE_NOOP("Story", "Details"), "secret": QT_TRANSLATE_NOOP("Story", "Secret"),
    "place": QT_TRANSLATE_NOOP("Story", "Place"), "what": QT_TRANSLATE_NOOP("Story", "Change"),
    "by": QT_TRANSLATE_NOOP("Story", "Changed by"), "digest": QT_TRANSLATE_NOOP("Story", "Digest"),
}  # fmt: skip
"""What a member of a record is called that no sentence tells."""
_SAID = ("reason", "what", "by", "detail")  # the core's own sentences


def _members(event: calls.Event) -> list[Fact]:
    """A record of its own, member by member."""
    found = []
    for name, value in msgspec.to_builtins(event).items():
        if isinstance(value, str) and value:
            words = translate("Story", MEMBERS[name]) if name in MEMBERS else name
            said = decider(value) if name == "by" else phrases.local(value) if name in _SAID else value
            found.append(Fact(words, said))
    return found


def _facts(told: Sequence[calls.Event]) -> list[Fact]:
    facts = []
    for event in told:
        if isinstance(event, calls.Asked):
            facts += [
                Fact(translate("Story", "Warned of"), "\n".join(phrases.all_local(event.warnings))),
                Fact(translate("Story", "Secrets it got"), filled.recorded(event.secrets)[0], mono=True),
                Fact(translate("Story", "Digest shown"), event.digest, mono=True, style="quiet"),
            ]
        elif isinstance(event, calls.Decided):
            facts.append(Fact(translate("Story", "Waited"), moments.took(event.waited) if event.waited else ""))
        elif isinstance(event, calls.Forwarded):
            facts.append(Fact(translate("Story", "Filled in"), filled.recorded(event.secrets)[1], mono=True))
            facts.append(Fact(translate("Story", "Digest sent"), event.digest, mono=True, style="quiet"))
        elif isinstance(event, calls.Returned):
            facts += [
                Fact(translate("Story", "What it means"), _meaning(event)),
                Fact(translate("Story", "Digest of the answer"), event.digest, mono=True, style="quiet"),
            ]
        elif type(event) not in _TELL:
            facts += _members(event)
    call = next((event.call for event in told), "")
    return [*facts, Fact(translate("Story", "Call"), call, mono=True, style="quiet")]
