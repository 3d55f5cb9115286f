"""Details of one pending call: its effect, the decision, warnings, the exact arguments, and the client."""

from __future__ import annotations

import string
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from toolguard.gate import chunked_json, jsonrpc
from toolguard.gate.mcp.apps import is_hidden_from_model
from toolguard.gate.model import Call, Event, PendingCall, Snapshot, Tool
from toolguard.gate.policy.edited_arguments import MAX_EDITABLE_LENGTH
from toolguard.window import core_translation, theme
from toolguard.window.approval import call_warnings, request_text
from toolguard.window.approval.approval_actions import ApprovalOrder
from toolguard.window.approval.arguments_editor import ArgumentsEditor
from toolguard.window.approval.consequence import CredentialsLine, EffectBadges
from toolguard.window.approval.decision import DecisionPanel
from toolguard.window.approval.decision_bar import decision_bar, lay_out, pane_head
from toolguard.window.approval.detail_keys import focus_by_key
from toolguard.window.approval.injected_view import InjectedView
from toolguard.window.approval.otc_requirements import needs
from toolguard.window.json_view import untrusted_text
from toolguard.window.json_view.pictures import Pictures
from toolguard.window.json_view.viewer import JsonViewer
from toolguard.window.log_view.outcome_text import outcome
from toolguard.window.log_view.response_view import ResponseView
from toolguard.window.policy import rule_text
from toolguard.window.preferences import WindowPreferences
from toolguard.window.queue import expiry_text, summary
from toolguard.window.queue.undoable_denials import UndoableDenial
from toolguard.window.widgets import time_format
from toolguard.window.widgets.layout.boxes import vbox
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea, height_within
from toolguard.window.widgets.property_list import FoldedProperties, Property, PropertyList, WarningBox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import MAX_WIDTH, TextLabel, make_pane, styled_name
from toolguard.window.widgets.worker import Worker, WorkerTurn

TARGET_LINES = 4
"""Maximum lines of a call's target; of more, it is said how many. The arguments contain it completely."""
LARGE_TARGET_ROWS = 2
"""Maximum rows of a target in large type. A longer one has the size of the arguments, where all of it is repeated."""
TARGET_ROWS = 3
"""Maximum rows on the screen of a target of one line; a longer one is cut in the middle."""
MARKED_TARGET_ROWS = 6
"""The same for a target with characters that are written out, and for one of several lines."""
_SENTENCE_LINES = 3  # maximum lines of the sentence; longer names are cut in the middle
_MIN_BODY_HEIGHT = 120  # pixels of the arguments in a low window, in which the choice of a rule scrolls: three lines


class CallHeading(QWidget):
    """A sentence of at most three lines, the target of the call if any, larger, and a quiet text below."""

    def __init__(self) -> None:
        super().__init__()
        self._sentence: tuple[str, dict[str, tuple[str, str]]] = ("", {})
        self._target, self._target_rows = "", TARGET_ROWS
        self.sentence = TextLabel(factor=theme.LARGE, name=self.tr("Request"))
        self.target = TextLabel(mono=True, factor=theme.LARGE, command=True, name=self.tr("Acts on"))
        self.target.hide()
        self.below = TextLabel(tone="quiet", name=self.tr("Status"))
        vbox(self.sentence, self.target, self.below, parent=self, spacing=theme.SPACE)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(MAX_WIDTH)
        self._scale()

    def _scale(self) -> None:
        """Set the size of the sentence: smaller with a target, which is the largest text."""
        factor = theme.BODY if self._target else theme.LARGE
        self.sentence.set_factor(factor)
        line = max(QFontMetrics(font).lineSpacing() for font in (self.sentence.font(), theme.mono(factor)))
        self._max_height = line * _SENTENCE_LINES + 6

    def set_sentence(self, template: str, **names: tuple[str, str]) -> None:
        """Fill ``template`` with (style, foreign text) pairs, shortened to the available space.

        A style that ends in ``name`` marks the name of a client, server or tool: its look-alike characters are marked.
        """
        self._sentence = (template, names)
        self._fit()

    def say_target(self, text: str, *, rows: int = TARGET_ROWS) -> None:
        """Show the target of the call, such as a command or path, in so many ``rows`` at most; "" for none."""
        if text == self._target:
            return
        self._target, self._target_rows = text, rows
        self.target.setVisible(bool(text))
        self._scale()
        self._fit()

    def _fit(self) -> None:
        self._fit_sentence()
        self._fit_target(theme.LARGE)
        if self.target.height() > self._height_of(LARGE_TARGET_ROWS):  # else it leaves no space to the arguments
            self._fit_target(theme.BODY)

    def _height_of(self, rows: int) -> int:
        """Return the height of so many rows of the target in its font, in pixels."""
        return QFontMetrics(self.target.font()).lineSpacing() * rows + 6

    def _fit_target(self, factor: float) -> None:
        self.target.set_factor(factor)
        lines = self._target.splitlines()
        shown = len(lines) if len(lines) <= TARGET_LINES else TARGET_LINES - 1
        for most in (600, 400, 240, 160, 110, 64) if lines else ():
            target = untrusted_text.shortened("\n".join(lines[:shown]), most, lines=True)
            pieces = [("marked" if mark else "strong", piece) for mark, piece in untrusted_text.marks(target)]
            is_high = len(lines) > 1 or any(style == "marked" for style, _ in pieces)
            if shown < len(lines):
                pieces.append(("quiet", f"\n{self.tr('+%n lines', '', len(lines) - shown)}"))
            self.target.set_text(*pieces)
            if self.target.height() <= self._height_of(MARKED_TARGET_ROWS if is_high else self._target_rows):
                break

    def _fit_sentence(self) -> None:
        template, names = self._sentence
        for most in (160, 110, 64, 44, 28, 18):
            pieces: list[tuple[str, str]] = []
            for before, name, _, _ in string.Formatter().parse(template):
                pieces.append(("", before))
                if name:
                    pieces += styled_name(*names[name], most)
            self.sentence.set_text(*pieces)
            if self.sentence.height() <= self._max_height:
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def say_below(self, text: str, tone: str = "quiet") -> None:
        """Replace the quiet text, in the colour ``tone``."""
        self.below.set_text(text)
        self.below.set_tone(tone)


class CallDetail(QWidget):
    """Shows one `PendingCall`. `decision` emits what the person decides, `editor` holds replaced arguments."""

    rule_chosen = Signal(str)
    """The id of the rule to show."""

    def __init__(self, preferences: WindowPreferences) -> None:
        super().__init__()
        make_pane(self)
        self.pending: PendingCall | None = None
        self.digest = ""
        turn = WorkerTurn()
        self._beside = Worker(self, turn)
        self.heading = CallHeading()
        self.decision = DecisionPanel(preferences)
        self.badges = EffectBadges()
        self.secrets = CredentialsLine()
        self.grave = WarningBox(tone="danger")
        self.warnings = WarningBox()
        self.viewer = JsonViewer(self.tr("Arguments"), turn=turn)
        self.edit = push_button(self.tr("Edit"), name=self.tr("Edit arguments"), kind="flat", clicked=self.begin_edit)
        self.viewer.add_tool(self.edit)
        self.response = ResponseView()
        self.filled = InjectedView()
        self.pictures = Pictures(turn=turn)
        self.editor = ArgumentsEditor()
        self.editor.hide()
        self.editor.changed.connect(self._edited)
        self.editor.closed.connect(self.end_edit)
        self._drafts: dict[str, str] = {}
        self._rule_words = ("", "")  # the id of a rule, and what it says
        self.facts = PropertyList()
        self.rule = push_button(
            self.tr("Show rule"), kind="link",
            clicked=lambda: self.rule_chosen.emit(self.pending.rule) if self.pending is not None else None,
        )  # fmt: skip
        self.details = FoldedProperties((self.rule, 0, Qt.AlignmentFlag.AlignLeft))
        self.facts.align_lists(self.details.facts, self.editor.changes)
        self._lay_out()
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._tick)

    def _lay_out(self) -> None:
        self._head = pane_head(self.heading, self.badges, self.secrets)
        self.body = DetailScrollArea(
            self.grave,
            self.warnings,
            self.response,
            self.filled,
            self.pictures,
            self.viewer,
            self.editor,
            self.facts,
            self.details,
        )
        self._bar = decision_bar(self.decision)
        lay_out(self, self._head, self.body, self._bar)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            bar = self._bar.contentsMargins()
            others = height_within(self._head, self.width()) + bar.top() + bar.bottom()
            self.decision.bound(self.height() - _MIN_BODY_HEIGHT - others)
        return super().event(event)

    def show_pending(self, pending: PendingCall) -> None:
        """Show another call from its beginning, with nothing armed."""
        if self.pending is not None and not self.editor.isHidden() and self.editor.is_form:
            self.editor.check_text()  # so that the form's content is stored with its own call
        self._examine(pending)
        self._fill(pending)
        self.response.hide()
        self.viewer.show_value(shown_arguments(pending.call), pending.call.message, secrets=pending.leaks)
        self.pictures.show_value(pending.call.arguments)
        self.body.verticalScrollBar().setValue(0)
        self.decision.show_pending(pending)
        if self._beside.is_busy:
            self.decision.show_edit(edited=False, unready=self.tr("Checking long arguments…"))
        self._clock.start()
        self._swap(editing=False)
        self.edit.setVisible(not pending.call.is_from_server)
        draft = self._drafts.get(pending.call.id)
        if draft is not None:
            self.begin_edit(draft=draft)

    def busy(self, busy: bool) -> None:
        """Disable what approves and what edits while an order is running."""
        self.decision.busy(busy)
        for widget in (self.edit, self.editor):
            widget.setEnabled(not busy)

    def show_rule(self, rule: Mapping[str, Any]) -> None:
        """Say in words which rule requires that a person is asked, if the shown call names it."""
        if self.pending is not None and self.pending.rule == rule["id"] and rule["verdict"] == "ask":
            self._rule_words = (rule["id"], self.tr("Rule: {0}").format(rule_text.sentence(rule)))
            self._show_facts(self.pending, is_pending=self.decision.pending is not None)

    def renew(self, pending: PendingCall) -> None:
        """Update the same call: number of waiting repetitions, warnings or definition have changed."""
        if pending is self.pending or self.pending is None:
            return
        before = self.pending
        if pending.call is not before.call and pending.call.digest != before.call.digest:
            self.show_pending(pending)
            return
        self._fill(pending)
        if before.facts != pending.facts or expiry_text.unattended(before) != expiry_text.unattended(pending):
            self.decision.renew(pending)
        if before.warnings != pending.warnings:  # they are at the top of what scrolls
            self.body.verticalScrollBar().setValue(0)

    def _examine(self, pending: PendingCall) -> None:
        """Compute the digest and the invisible characters of what would be sent; in a thread if it is long."""
        message = pending.call.message
        self._beside.forget()
        if call_warnings.is_long(pending):
            self.digest = ""
            self._beside.run(
                lambda _stale: (
                    pending.digest or chunked_json.digest(message),
                    untrusted_text.unseen(message["params"]),
                ),
                lambda examined: self._examined(pending, *examined),
            )
        else:
            self.digest = pending.shown

    def _examined(self, pending: PendingCall, digest: str, invisible: Counter[str]) -> None:
        self.digest = digest
        call_warnings.note(pending, invisible)
        if self.pending is not None and self.decision.pending is not None:
            self._fill(self.pending)
            self.decision.show_edit(edited=False)

    def show_withdrawn(self, why: str, *, undo: bool = False, sign: tuple[str, str] = ("gone", "quiet")) -> None:
        """Show that the call has ended, or (``undo``) is denied unless the person undoes that. It stays readable."""
        self._clock.stop()
        if self.pending is not None:
            self._show_facts(self.pending, is_pending=False)
        self.heading.say_below(self.tr("Denied") if undo else self.tr("No longer pending"))
        self.edit.hide()
        edited = not undo and not self.editor.isHidden() and (self.editor.is_frozen or self.editor.is_touched)
        if edited:
            self.editor.freeze()
        else:
            self._swap(editing=False)
        self.decision.show_withdrawn(why, undo=undo, sign=sign)

    def show_ended(self, pending: PendingCall, why: str, *, sign: tuple[str, str] = ("gone", "quiet")) -> None:
        """Show another call, which has ended. Nothing of it is being read yet, so that its decision may be low."""
        self.show_pending(pending)
        self.show_withdrawn(why, sign=sign)
        self.decision.keep_height(0)

    def show_result(self, pending: PendingCall, text: str, events: Iterable[Event]) -> None:
        """Show an approved call that has ended, with its recorded ``events``; edits of it are dropped."""
        events = tuple(events)
        icon, tone, _ = outcome(events)
        self._drafts.pop(pending.call.id, None)  # it was sent
        self.show_ended(pending, text, sign=(icon, tone))
        call = pending.call
        template = self.tr("{client} ran {tool} on {server}")
        if call.is_request:
            template = self.tr("{tool} of {client} and {server} was approved")
        self.heading.set_sentence(
            template, client=("strong name", call.client.id), tool=("strong mono name", call.tool),
            server=("strong name", call.server),
        )  # fmt: skip
        self.heading.say_below(self.tr("Approved by you"))
        self.response.show_response(events)

    @property
    def holds_writing(self) -> bool:
        """Whether the call has ended and text that the person wrote for it is still shown."""
        frozen = not self.editor.isHidden() and self.editor.is_frozen
        return self.decision.pending is None and (self.decision.has_written or frozen)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """Return what keys can do here, by the name of the `WindowAction`. Decisions do the same as the buttons."""
        decision = self.decision
        commands: dict[str, Callable[[], object]] = {"find": lambda: focus_by_key(self.viewer.search)}
        if decision.pending is None:
            return commands
        commands["deny"] = decision.press_deny
        is_faulty = self.editor.fault is not None and not self.editor.isHidden()
        if not (decision.obstacle or is_faulty) and decision.confirm.isHidden():
            commands["approve"] = decision.press
        if not self.edit.isHidden() and self.edit.isEnabled():
            commands["edit"] = self.begin_edit
        if decision.confirm.isHidden():
            commands["reason"] = self._write_reason
            commands["reasons"] = self._pick_reason
            commands["remember"] = decision.remember_choice.on.toggle
        return commands

    def _write_reason(self) -> None:
        self.decision.unfold_reason()
        focus_by_key(self.decision.reason)

    def _pick_reason(self) -> None:
        self.decision.unfold_reason()
        self.decision.reasons.open_menu()

    # Editing

    def begin_edit(self, _checked: bool = False, *, draft: str | None = None) -> None:
        """Show the editor in place of the arguments."""
        if self.pending is None or self.decision.pending is None or not self.editor.isHidden():
            return
        if self.pending.call.is_from_server:
            return
        if untrusted_text.longer_than(self.pending.call.arguments, MAX_EDITABLE_LENGTH):
            self.decision.show_error(
                self.tr("These arguments are too long to edit here. Deny the call and give a reason.")
            )
            return
        self._swap(editing=True)
        schema = self.pending.tool.input_schema if self.pending.tool is not None else None
        self.editor.open(self.pending.call.arguments, draft, schema)
        if draft is None:
            self.editor.begin()

    def _swap(self, *, editing: bool) -> None:
        """Switch between the arguments and the editor, which are last in the tab order."""
        self.editor.setVisible(editing)
        for widget in (self.viewer, self.details):
            widget.setVisible(not editing)

    def end_edit(self) -> None:
        """Return to the client's arguments."""
        if self.pending is not None:
            self._drafts.pop(self.pending.call.id, None)
            self.heading.say_target(summary.target(self.pending.call.arguments, self.pending.tool))
            self._swap(editing=False)
            self.decision.show_edit(edited=False)

    def edited(self) -> str | None:
        """The arguments that replace the original ones; None if they are unchanged."""
        return self.editor.edited if not self.editor.isHidden() else None

    def approval(self, *, remembered: bool) -> ApprovalOrder | None:
        """Return the approval of what is shown now; None while it cannot be approved."""
        decision = self.decision
        if decision.pending is None or not decision.can_run():
            return None
        remember = decision.remember_choice.rule_request(decision.pending, "allow") if remembered else None
        return ApprovalOrder(decision.pending, self.digest, remember, self.edited(), decision.pending.leaks)

    def denial(self, *, remembered: bool) -> UndoableDenial | None:
        """Return the denial of what is shown now; None while it cannot be denied."""
        decision = self.decision
        if decision.pending is None or not decision.deny_button.isEnabled():
            return None
        remember = decision.remember_choice.rule_request(decision.pending, "deny") if remembered else None
        return UndoableDenial((decision.pending,), decision.reason.text().strip(), remember)

    def keep_drafts(self, snapshot: Snapshot) -> None:
        """Drop edited arguments of calls that are no longer pending."""
        if self._drafts:
            there = {pending.call.id for pending in snapshot.pending}
            self._drafts = {name: text for name, text in self._drafts.items() if name in there}

    def _edited(self) -> None:
        if self.pending is None or self.editor.isHidden():
            return
        editor = self.editor
        self._drafts[self.pending.call.id] = editor.area.toPlainText()
        if editor.arguments is not None and not self.pending.call.is_request:
            self.heading.say_target(summary.target(editor.arguments, self.pending.tool))
        unready = "" if editor.is_ready else self.tr("Checking the edited arguments…")
        if editor.fault is not None:
            unready = self.tr("Can't be approved: the arguments contain an error.")
        self.decision.show_edit(edited=editor.edited is not None or not editor.is_ready, unready=unready)

    def _fill(self, pending: PendingCall) -> None:
        self.pending = pending
        call = pending.call
        title = untrusted_text.own_title(call.tool, pending.tool.title) if pending.tool else ""
        names = {
            "client": ("strong name", call.client.id),
            "tool": ("strong mono name", call.tool),
            "server": ("strong name", call.server),
            "title": ("quiet", title),
        }
        if call.is_request:
            self.heading.set_sentence(request_text.wants(call), **names)
        elif title:
            self.heading.set_sentence(self.tr("{client} wants to run {tool} “{title}” on {server}"), **names)
        else:
            self.heading.set_sentence(self.tr("{client} wants to run {tool} on {server}"), **names)
        self.heading.say_target(summary.target(call.arguments, pending.tool) if not call.is_request else "")
        self.badges.show_calls((pending,))
        self.secrets.show_calls((pending,))
        grave, sentences = call_warnings.grave(pending), call_warnings.sentences(pending)
        self.grave.show_sentences(grave)
        self.warnings.show_sentences(sentences)
        # Screen readers reach the button before the warnings.
        self.decision.run_button.setAccessibleDescription(
            untrusted_text.shortened("\n".join((*grave, *sentences)), 600, lines=True)
        )
        self.filled.show_filled(call.injected)
        self._show_facts(pending, is_pending=True)
        self.rule.setVisible(bool(pending.rule))
        self.rule.setToolTip(untrusted_text.as_tool_tip(pending.rule))
        self._tick()

    def _offered_to(self, tool: Tool | None) -> str:
        """Return for whom the server made the tool (MCP Apps). No message tells who calls it."""
        if tool is None or not is_hidden_from_model(tool.definition):
            return ""
        return self.tr("pages of the server, not the model. ToolGuard can't tell which of them called")

    def _tick(self) -> None:
        if self.pending is None:
            return
        self.heading.say_below(*expiry_text.line(self.pending, time.time()))

    def _show_facts(self, pending: PendingCall, *, is_pending: bool) -> None:
        facts = self._facts(pending, is_pending=is_pending)
        self.facts.show_facts(facts)
        self.facts.setVisible(any(fact.text for fact in facts))
        self.details.facts.show_facts(self._details(pending, is_pending=is_pending))

    def _facts(self, pending: PendingCall, *, is_pending: bool) -> list[Property]:
        """Return the facts besides the arguments that matter for the decision."""
        call, tool = pending.call, pending.tool
        return [
            Property(self.tr("Requires"), needs(tool.needs, tool.scopes) if tool is not None else ""),
            Property(self.tr("If you approve"), request_text.means(call) if is_pending else ""),
            Property(self.tr("Description"), tool.description if tool else ""),
            Property(self.tr("Offered to"), self._offered_to(tool)),
            Property(self.tr("Runs as"), self.tr("a task; the result comes later") if "task" in call.extra else ""),
        ]

    def _details(self, pending: PendingCall, *, is_pending: bool) -> list[Property]:
        """Return the exact names in the heading and their origin, and what its badge and its clock are about."""
        call, tool = pending.call, pending.tool
        program = call.client.program or self.tr("unknown")
        named, words = self._rule_words
        because = words if pending.rule and pending.rule == named else core_translation.local(pending.asked_because)
        if call.client.pid:
            program = self.tr("{0} (process {1})").format(program, str(call.client.pid))
        return [
            Property(self.tr("Request") if call.is_request else self.tr("Tool"), call.tool, mono=True, style="name"),
            Property(self.tr("Server"), call.server, style="name"),
            Property(self.tr("Client"), call.client.id, style="name"),
            Property(self.tr("Launched by"), program, mono=True),
            Property(self.tr("Reported name"), call.claim or self.tr("not stated")),
            Property(self.tr("Requested at"), time_format.clock(call.since)),
            Property(self.tr("If you don't respond"), expiry_text.course(pending) if is_pending else ""),
            Property(self.tr("Server annotations"), claims(tool.annotations) if tool else "", mono=True),
            Property(self.tr("Digest"), self.digest, mono=True, style="quiet"),
            Property(self.tr("Asked because"), because),
        ]


def claims(annotations: dict[str, Any]) -> str:
    """Return a tool's annotations, one per line."""
    return "\n".join(f"{name}: {jsonrpc.encode(value).decode()}" for name, value in annotations.items())


def shown_arguments(call: Call) -> object:
    """Return the content of the outline: the arguments, and everything else that reaches the server."""
    return {"arguments": call.arguments, **call.extra} if call.extra else call.arguments
