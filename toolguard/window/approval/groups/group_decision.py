"""Decisions on several calls: a heading, the buttons, a reason for denying, and why it is not possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from toolguard.gate.model import PendingCall
from toolguard.window import theme
from toolguard.window.approval.armed_button import ArmedButton
from toolguard.window.approval.call_detail import CallHeading
from toolguard.window.approval.consequence import CredentialsLine, EffectBadges, run_colour, run_sign
from toolguard.window.approval.decision_bar import DENY_WIDTH, GROUP_APPROVE_WIDTH, decision_bar, lay_out, pane_head
from toolguard.window.approval.detail_keys import focus_by_key
from toolguard.window.approval.reasons import ReasonsMenu
from toolguard.window.preferences import WindowPreferences
from toolguard.window.queue.undoable_denials import denied_text
from toolguard.window.widgets import icons, text_label
from toolguard.window.widgets.layout.boxes import STRETCH, hbox
from toolguard.window.widgets.property_list import WarningBox
from toolguard.window.widgets.push_button import push_button


class GroupDecision(theme.ThemedWidget, QWidget):
    """``run`` and ``deny`` emit the person's decision on the `covered` calls."""

    run = Signal()
    deny = Signal()

    def __init__(self, body: QWidget, preferences: WindowPreferences) -> None:
        """``body`` shows the calls, above the buttons."""
        super().__init__()
        text_label.make_pane(self)
        self.calls: tuple[PendingCall, ...] = ()
        self.digests: dict[str, str] = {}
        """What was shown, by call."""
        self._hindrance = ""
        self._busy = False
        self.heading = CallHeading()
        self.badges = EffectBadges()
        self.badges.hide()
        self.secrets = CredentialsLine()
        self.odd = WarningBox()
        self.odd.hide()
        self.run_button = push_button(kind="run", clicked=self._press_run)
        self.run_button.setFixedWidth(GROUP_APPROVE_WIDTH)
        self.arming = ArmedButton(self.run_button)
        self.arming.changed.connect(self._refresh)
        self.deny_button = push_button(clicked=self._press_deny)
        self.deny_button.setMinimumWidth(DENY_WIDTH)
        self.rule_button = push_button(self.tr("Make a rule"), kind="link")
        self._rule_tip = self.tr("Propose a rule that covers these calls. They stay pending.")
        self.reason = QLineEdit(placeholderText=self.tr("Reason for denying, sent to the model (optional)"))
        self.reason.setMaxLength(2000)
        self.reasons = ReasonsMenu(preferences)
        self.reasons.chosen.connect(self._take_reason)
        own = QWidget()
        own.setMaximumWidth(text_label.MAX_WIDTH)
        hbox((self.reason, 1), self.reasons, parent=own)
        self.note_label = text_label.label(tone="caution", factor=theme.SMALL, wrap=True)
        bar = decision_bar(hbox(self.deny_button, self.run_button, self.rule_button, STRETCH), own, self.note_label)
        lay_out(self, pane_head(self.heading, self.badges, self.secrets), body, bar)

    def covered(self) -> tuple[PendingCall, ...]:
        """The calls that a decision covers."""
        return self.calls

    def show_over(self, *, denied: bool = False) -> None:
        """Show that all calls have ended, or are ``denied``; text that the person wrote stays readable."""
        self.calls = ()
        ended = self.tr("These calls have ended. You can no longer decide them.")
        self.heading.say_below(denied_text() if denied else ended)
        self._refresh()

    def busy(self, busy: bool) -> None:
        """Disable the buttons while the calls are being decided."""
        self._busy = busy
        self._refresh()

    def can_run(self) -> bool:
        """Return whether a key or a click approves the calls now: they are ready, and the delay has passed."""
        return self.arming.armed and self.is_ready()

    def is_ready(self) -> bool:
        """Whether the calls can be approved once the button is armed."""
        return not self._busy and not self._hindrance and bool(self.covered())

    def can_deny(self) -> bool:
        """Return whether there is a call to deny. Denying needs no delay."""
        return bool(self.covered())

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """Return what keys can do here, by the name of the `WindowAction`. Decisions do the same as the buttons."""
        approve = {} if self._hindrance else {"approve": self._press_run}
        return {
            **approve, "deny": self._press_deny, "reason": lambda: focus_by_key(self.reason),
            "reasons": self.reasons.open_menu, "find": lambda: focus_by_key(self.searched()),
        }  # fmt: skip

    def searched(self) -> QWidget:
        """Return where the person searches the calls."""
        raise NotImplementedError

    def _take_reason(self, text: str) -> None:
        self.reason.setText(text)
        self.reason.setFocus(Qt.FocusReason.OtherFocusReason)

    def _press_run(self) -> None:
        if self.can_run():
            self.run.emit()

    def _press_deny(self) -> None:
        if self.can_deny():
            self.deny.emit()

    def _refresh(self) -> None:
        covered = self.covered()
        self.badges.show_calls(covered or self.calls)
        self.secrets.show_calls(covered)
        if 0 < len(covered) < len(self.calls):
            self.badges.claim.set_text(self.tr("selected calls, {0}").format(self.badges.claim.text()))
        text_label.show_text(self.note_label, self._hindrance)
        text_label.enable_armed(self.run_button, ready=self.is_ready(), armed=self.arming.armed)
        self.deny_button.setEnabled(self.can_deny())
        is_one_tool = len({(pending.call.server, pending.call.tool) for pending in covered}) == 1
        why = "" if is_one_tool else self.tr("Select calls of one tool only.")
        text_label.enable_unless(self.rule_button, why, self._rule_tip)

    def show_kind(self, kind: str) -> None:
        """Set the kind of the button that approves (`consequence.run_kind`)."""
        if kind != self.run_button.property("kind"):
            text_label.set_kind(self.run_button, kind)
            self.apply_colours(theme.colours())

    def apply_colours(self, colours: theme.Colours) -> None:
        sign = run_sign(self.run_button.property("kind"))
        colour = run_colour(self.run_button.property("kind"), colours)
        self.run_button.setIcon(icons.icon(sign, colour, colours.quiet))
        self.deny_button.setIcon(icons.icon("deny", colours.danger, colours.quiet))
