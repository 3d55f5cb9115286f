"""The decision panel: approve or deny, with a reason, once or with a rule.

It lies at the lower edge of its pane and grows upward: the buttons in its last row never move, nor what is clicked to
choose a rule. What has another height from call to call is above them.

No button is a default button or takes the focus by itself. Enter in the reason field denies; elsewhere it does nothing.
The button that approves works only while it is armed (`armed_button`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, QRect, Qt, Signal, SignalInstance
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from toolguard.gate.model import PendingCall
from toolguard.window import core_translation, theme
from toolguard.window.approval import call_warnings
from toolguard.window.approval.armed_button import ArmedButton
from toolguard.window.approval.consequence import run_colour, run_kind, run_sign
from toolguard.window.approval.decision_bar import APPROVE_WIDTH, DENY_WIDTH
from toolguard.window.approval.reasons import ReasonsMenu
from toolguard.window.approval.remembering import RememberChoice
from toolguard.window.json_view import untrusted_text
from toolguard.window.pages.actions import native
from toolguard.window.policy import rule_text
from toolguard.window.preferences import WindowPreferences
from toolguard.window.queue import expiry_text
from toolguard.window.widgets import icons, time_format
from toolguard.window.widgets.banners import ConfirmBanner
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import BoundedArea, height_within
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import (
    MAX_WIDTH,
    enable_armed,
    enable_unless,
    label,
    set_kind,
    tint,
)

_READABLE_LENGTH = 14  # minimum characters of a shortened name by which it is recognized
_MIN_SCOPES_HEIGHT = 64  # pixels of the choice of a rule in a low window, in which it scrolls
_ICON_SIZE = 16


class DecisionPanel(theme.ThemedWidget, QWidget):
    """Approve and Deny for one pending call. `show_pending` shows one; the caller acts on the signals."""

    run = Signal()
    """Approve it once."""
    allow = Signal()
    """Approve it and create a rule, according to `remember_choice`."""
    deny = Signal()
    """Deny it once."""
    forbid = Signal()
    """Deny it and create a rule, according to `remember_choice`."""
    undo = Signal()
    allow_next = Signal()
    wants_widths = Signal()
    """Requests the possible widths of a rule for what is shown now. `RememberChoice.offer` takes them."""

    def __init__(self, preferences: WindowPreferences) -> None:
        super().__init__()
        self.reasons = ReasonsMenu(preferences)
        self.pending: PendingCall | None = None
        self._edited = False
        self._unready = ""
        self._wants_reason = False
        self.obstacle = ""
        """Why no call can be approved now; empty if that is possible."""
        self._offers = False
        self.arming = ArmedButton(self)
        self.arming.changed.connect(self._refresh)
        self._busy = False
        self._choices, self._ended = self._controls(), self._notice()
        self._ended.hide()
        vbox(self._choices, self._ended, parent=self)
        self.setMaximumWidth(MAX_WIDTH)
        self.update_colours()
        self._name_deny()
        self._refresh()

    def _controls(self) -> QWidget:
        box = QWidget()
        self.deny_button = push_button(clicked=self.deny)
        self.run_button = push_button(kind="run", clicked=self.press_once)
        self.reason = QLineEdit()
        self.reason.setAccessibleName(self.tr("Reason for denying"))
        self.reason.setMaxLength(2000)
        self.reason.returnPressed.connect(self.press_deny)
        self.reasons.chosen.connect(self._take_reason)
        self.remember_choice = RememberChoice()
        self.remember_choice.changed.connect(self._show_choice)
        self.scopes = BoundedArea(self.remember_choice, self.maximumHeight())
        self.remember_choice.changed.connect(self.scopes.fit)
        bar = self.scopes.verticalScrollBar()
        bar.rangeChanged.connect(lambda _least, most: bar.setValue(most))  # what is clicked stays in place
        self.allow_button = push_button(clicked=self.press_remembered)
        self.allow_button.hide()
        self.forbid_button = push_button(self.tr("Deny and remember"), clicked=self.forbid)
        self.forbid_button.hide()
        self.note_label = label(tone="quiet", factor=theme.SMALL, wrap=True)
        self.confirm = ConfirmBanner()
        self.confirm.no.clicked.connect(self._refresh)
        in_tab_order = (
            self.deny_button, self.run_button, self.scopes, self.reason, self.reasons, self.forbid_button,
            self.allow_button, self.confirm,
        )  # fmt: skip
        for widget in in_tab_order:
            widget.setParent(box)
        self._rule_row = hbox(self.forbid_button, self.allow_button, STRETCH)
        self._forbid_row = hbox(STRETCH)
        vbox(
            self.confirm, self.note_label, self.scopes, self._forbid_row, self._rule_row,
            hbox((self.reason, 1), self.reasons), hbox(self.deny_button, self.run_button, STRETCH), parent=box,
        )  # fmt: skip
        return box

    def _place_forbid(self) -> None:
        """Put the button that denies and remembers before the other, or above it if there is no space."""
        needed = self.allow_button.sizeHint().width() + self.forbid_button.sizeHint().width() + theme.SPACE * 2
        row = self._forbid_row if needed > self.width() else self._rule_row
        if row.indexOf(self.forbid_button) < 0:
            row.insertWidget(0, self.forbid_button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.pending is not None:
            self._name_run()
        if self.remember_choice.is_on:
            self._name_allow()
            self._place_forbid()
            self._say_consequence()

    def bound(self, most: int) -> None:
        """Set the height in pixels above which the choice of a rule scrolls."""
        of_scopes = 0 if self.scopes.isHidden() else self.scopes.maximumHeight()  # its height is only known later
        others = height_within(self._choices, self.width()) - of_scopes
        self.scopes.bound(max(_MIN_SCOPES_HEIGHT, most - others))

    def _notice(self) -> QWidget:
        box = QWidget()
        box.setObjectName("notice")
        box.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.next_call = push_button(self.tr("Approve the next identical call once"))
        self.next_call.clicked.connect(lambda: self.allow_next.emit() if self.can_allow_next() else None)
        self._gone_icon = IconLabel(size=20)
        self.gone = label(wrap=True)
        self.gone.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.take_back = push_button(
            self.tr("Undo"), name=self.tr("Undo this denial"), tip=native("Ctrl+Z"), clicked=self.undo
        )
        self.next = push_button(self.tr("Next"), name=self.tr("Show the next pending item"))
        self.wrote = QLineEdit(readOnly=True)
        self.wrote.setAccessibleName(self.tr("Your earlier edits"))
        self.wrote.hide()
        text_row = hbox((self._gone_icon, 0, Qt.AlignmentFlag.AlignTop), (self.gone, 1), spacing=theme.SPACE * 3)
        # The stretch keeps the buttons away from the place of Deny, where a second click would land.
        buttons = hbox(STRETCH, self.next_call, self.take_back, self.next)
        margins = (theme.SPACE * 4, theme.SPACE * 3, theme.SPACE * 4, theme.SPACE * 3)
        vbox(text_row, buttons, self.wrote, parent=box, margins=margins)
        return box

    def show_pending(self, pending: PendingCall) -> None:
        """Show the panel for ``pending``, disarmed, without choices from the previous call."""
        self.pending = pending
        self._busy = False
        self._show_risks(pending)
        self.reason.clear()
        placeholder = self.tr("Reason for denying, sent to the model (optional)")
        self.reason.setPlaceholderText(
            self.tr("Reason for denying (optional)") if pending.call.is_request else placeholder
        )
        self._edited, self._unready, self._wants_reason = False, "", False
        self.remember_choice.reset()
        self._name_run()
        self._name_deny()
        self._show_ended(on=False)
        self._say_consequence()
        self.arming.restart()
        self._refresh()
        self.wants_widths.emit()

    def _name_run(self) -> None:
        """Name what the button does, and to what."""
        assert self.pending is not None  # noqa: S101 - only called while one is shown
        name = untrusted_text.name(self.pending.call.tool)
        template = whole = self.tr("Approve edited {0}") if self._edited else self.tr("Approve {0}")
        if self.remember_choice.is_on:
            template = whole = self.tr("Approve edited {0} once") if self._edited else self.tr("Approve {0} once")
        if expiry_text.unattended(self.pending):
            template = self.tr("Approve retry of {0}")
            whole = self.tr("Approve the next identical {0} call")
            if self._edited:
                whole = self.tr("Approve the next identical {0} call, as edited")
        self.run_button.setAccessibleName(whole.format(name))
        act = whole.format(untrusted_text.short_name(self.pending.call.tool, 60))
        is_by_key = not self.remember_choice.is_on  # otherwise it presses the button that adds a rule
        tip = f"{act} ({native('Ctrl+Return')})" if is_by_key else act
        self.run_button.setToolTip(untrusted_text.as_tool_tip(tip))
        metrics = QFontMetrics(theme.sized(1, weight=QFont.Weight.DemiBold))
        frame = _ICON_SIZE + theme.SPACE * 9
        longest = self.deny_button.fontMetrics().horizontalAdvance(self.tr("Deny once")) + frame
        self.deny_button.setFixedWidth(max(DENY_WIDTH, longest))
        beside = self.deny_button.width() + theme.SPACE * 2
        text_width = metrics.horizontalAdvance(template.format(name)) + frame
        width = max(APPROVE_WIDTH, min(text_width, self.width() - beside))
        fitted, room = name, width - frame
        if metrics.horizontalAdvance(template.format(name)) > room:
            room -= metrics.horizontalAdvance(template.format(""))
            fitted = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        self.run_button.setFixedWidth(width)
        self.run_button.setText(template.format(fitted).replace("&", "&&"))

    def _name_deny(self) -> None:
        """Name what the buttons do that deny, and the rule that one of them adds."""
        text = self.tr("Deny once") if self.remember_choice.is_on else self.tr("Deny")
        self.deny_button.setText(text)
        self.deny_button.setAccessibleName(text)
        tip = "" if self.is_denial_remembered else native("Ctrl+D")
        self.deny_button.setToolTip(untrusted_text.as_tool_tip(tip))
        if self.pending is not None and self.is_denial_remembered:
            self.forbid_button.setAccessibleName(self._denial(self.pending, 200))
            act = self.remember_choice.act(self.pending, 60, verdict="deny")
            self.forbid_button.setToolTip(untrusted_text.as_tool_tip(f"{act} ({native('Ctrl+D')})"))

    def _denial(self, pending: PendingCall, most: int) -> str:
        """Return what denying and remembering adds; ``most`` characters of a name at most."""
        act = self.remember_choice.act(pending, most, verdict="deny")
        return core_translation.fill_in(self.tr("Deny and remember: {0}"), act)

    def show_edit(self, *, edited: bool, unready: str = "") -> None:
        """Restart the delay because other arguments would be sent. ``unready``: why they cannot be sent yet."""
        if self.pending is not None:
            self._edited, self._unready = edited, unready
            self._show_risks(self.pending)
            self._name_run()
            self.arming.restart()
            self._refresh()
            self._say_consequence()
            if not unready:
                self.wants_widths.emit()

    def show_obstacle(self, why: str) -> None:
        """Show why no call can be approved now; "" if that is possible. The delay restarts."""
        if why != self.obstacle:
            self.obstacle = why
            self.arming.again()
            self._refresh()
            self._say_consequence()

    def renew(self, pending: PendingCall) -> None:
        """Update the same call: typed text stays, the delay restarts."""
        self.pending = pending
        self._show_risks(pending)
        self._name_run()
        self._say_consequence()
        self.arming.restart()
        self._refresh()
        self.wants_widths.emit()

    def show_withdrawn(self, why: str, *, undo: bool = False, sign: tuple[str, str] = ("gone", "quiet")) -> None:
        """Show in place of the buttons that the call can no longer be decided, or (``undo``) will soon be denied for
        good.

        ``sign``: the icon before the text, and its colour.
        """
        self._gone_icon.show_icon(*sign)
        if self.pending is not None:
            self._keep_written("" if undo else self.reason.text())
            self.remember_choice.reset()
        self.pending = None
        self.confirm.leave()
        self._offers = False
        self.arming.cancel()
        self.gone.setText(why)
        self.take_back.setVisible(undo)
        self.next_call.hide()
        typing = self.reason.hasFocus() and not self.wrote.isHidden()
        self.keep_height(self._choices.height() if self._ended.isHidden() else self._ended.minimumHeight())
        self._show_ended(on=True)
        self._refresh()
        if typing:
            self.wrote.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_ended(self, *, on: bool) -> None:
        self._choices.setVisible(not on)
        self._ended.setVisible(on)

    def keep_height(self, least: int) -> None:
        """Set the minimum height in pixels while the panel does not show its buttons and choices."""
        self._ended.setMinimumHeight(least)

    def _keep_written(self, text: str) -> None:
        """Keep the text that was written for a call that has ended, to be read and copied; keys do nothing in it."""
        self.wrote.setText(text)
        self.wrote.setVisible(bool(text.strip()))

    @property
    def has_written(self) -> bool:
        """Whether the call has ended and what the person wrote for it is still shown."""
        return self.pending is None and not self.wrote.isHidden()

    def offer_onward(self, there: bool) -> None:
        """Set whether there is another item for the button Next."""
        enable_unless(self.next, "" if there else nothing_pending())

    def offer_next(self) -> None:
        """Offer to allow the next repetition of a call that its client gave up, once the button is armed."""
        self._offers = True
        self.next_call.show()
        self.arming.restart()
        self._refresh()

    def busy(self, busy: bool) -> None:
        """Disable what approves while an order is running. Denying ends an authentication that it waits for."""
        self._busy = busy
        self._refresh()

    def show_error(self, answer: str) -> None:
        """Show the gate's answer if it is a problem."""
        self._text(answer, "danger")

    def can_run(self) -> bool:
        """Return whether a key or a click approves the call now: it is ready, and the delay has passed."""
        return self.is_ready() and self.arming.armed

    def can_remember(self) -> bool:
        """Whether the call can be approved now with a rule as chosen."""
        return self._has_rule() and self.can_run()

    def is_ready(self) -> bool:
        """Whether the call can be approved once the button is armed."""
        return self.pending is not None and not self._busy and not (self._unready or self.obstacle)

    def _has_rule(self) -> bool:
        """Whether approving can create a rule as chosen."""
        choice = self.remember_choice
        return choice.is_on and choice.is_known and not choice.refused()

    def can_allow_next(self) -> bool:
        """Return whether a key or a click allows the next identical call now."""
        return self._can_offer_next() and self.arming.armed

    def _can_offer_next(self) -> bool:
        """Whether the next repetition can be allowed once the button is armed."""
        return self.pending is None and self._offers and not self._busy

    @property
    def is_denial_remembered(self) -> bool:
        """Whether the key that denies the call adds a rule as chosen."""
        return self.pending is not None and self.remember_choice.remembers_denial

    def effects(self) -> Mapping[str, str]:
        """Return what the keys that decide do besides that, by the name of the `WindowAction`."""
        if self.pending is None or not self.remember_choice.is_on:
            return {}
        forbids = self.is_denial_remembered and self.confirm.isHidden()
        deny = self.tr("Deny and remember") if forbids else self.tr("Deny once")
        return {"approve": self.tr("Approve and remember"), "deny": deny}

    def press(self) -> None:
        """Approve by keyboard, with or without a rule as chosen."""
        if self.remember_choice.is_on:
            self.press_remembered()
        else:
            self.press_once()

    def press_deny(self) -> None:
        """Deny by keyboard as the button in view: with a rule if one is chosen and nothing is asked about it."""
        (self.forbid if self.is_denial_remembered and self.confirm.isHidden() else self.deny).emit()

    def press_once(self) -> None:
        """Approve the call once. If it contains a secret, ask for confirmation."""
        if self.pending is None or not self.can_run():
            return
        if self.pending.leaks:
            self._confirm(self._leak_text(self.pending), self.tr("Send secret and approve"), self.run)
        else:
            self.run.emit()

    def press_remembered(self) -> None:
        """Approve and create a rule; ask for confirmation if that is broad or the call contains a secret."""
        if self.pending is None or not self.can_remember():
            return
        words = [self._leak_text(self.pending)] if self.pending.leaks else []
        if self.remember_choice.is_broad:
            rule = self.remember_choice.rule(self.pending)
            words.append(rule_text.sentence(rule))  # the button shortens its names, and cannot name conditions
            words.append(self._end_text(rule))
        if words:  # they name the server, too
            beside = self.confirm.no.sizeHint().width() + theme.SPACE * 24
            act = self._act_within(self.pending, self.width() - beside, has_sentence=True)
            self._confirm(
                "\n".join((core_translation.join_sentences(*words), *self._risks(self.pending))), act, self.allow
            )
        else:
            self.allow.emit()

    def _risks(self, pending: PendingCall) -> list[str]:
        """Return the risks of a broad rule that its sentence does not say."""
        if not self.remember_choice.is_broad:
            return []
        stated = rule_text.risk_sentences(("any client", "no end"), "")
        return [risk for risk in rule_text.dangers(self.remember_choice.rule(pending)) if risk not in stated]

    def _end_text(self, rule: Mapping[str, Any]) -> str:
        if rule["until"] != "always":
            return self.tr("The rule expires {0}.").format(rule_text.end_text(rule))
        if rule["expires"]:
            return self.tr("The rule expires at {0}.").format(time_format.minute(rule["expires"]))
        return self.tr("The rule stays until you remove it on the Rules page.")

    def _leak_text(self, pending: PendingCall) -> str:
        names = untrusted_text.shortened(core_translation.join_list(pending.leaks), 120)
        return self.tr("Send the secret {0} to {1}? This can't be undone.").format(
            names, call_warnings.leak_receiver(pending)
        )

    def _confirm(self, text: str, verb: str, then: SignalInstance) -> None:
        """Ask for confirmation in place; the answer's button has the same delay as the first one."""
        self.confirm.ask(text, verb, then.emit, self.deny_button, kind="danger")
        for button in (self.allow_button, self.forbid_button):  # the answer's button has the text of the first
            button.hide()
        self.arming.restart()
        self._refresh()

    def _show_choice(self) -> None:
        """Name the changed effect of approving, and restart the delay if the rule is broad."""
        if self.pending is None:
            return
        self._show_risks(self.pending)
        self._name_run()
        self._name_deny()
        self._name_allow()
        self._say_consequence()
        if self.remember_choice.is_broad:
            self.arming.restart()
        self._refresh()

    def _name_allow(self) -> None:
        """Name the button that creates a rule; shorten names to the space beside the other, or of a line."""
        if self.pending is None or not self.remember_choice.is_on:
            return
        room = self.width() - _ICON_SIZE - theme.SPACE * 10
        beside = room - self.forbid_button.sizeHint().width() - theme.SPACE * 2
        metrics = QFontMetrics(theme.sized(1, weight=QFont.Weight.DemiBold))
        is_readable = metrics.horizontalAdvance(self.remember_choice.act(self.pending, _READABLE_LENGTH)) <= beside
        text = self._act_within(self.pending, beside if is_readable else room)
        self.allow_button.setText(text.replace("&", "&&"))
        self.allow_button.setAccessibleName(self.remember_choice.act(self.pending, 200))
        act = self.remember_choice.act(self.pending, 60)
        self.allow_button.setToolTip(untrusted_text.as_tool_tip(f"{act} ({native('Ctrl+Return')})"))

    def _act_within(self, pending: PendingCall, room: int, *, has_sentence: bool = False) -> str:
        """Return what a rule allows, with names shortened until it fits into ``room`` pixels.

        ``has_sentence``: a sentence beside it names the server, which is left out rather than made unreadable, unless
        the rule is for all its tools.
        """
        metrics = QFontMetrics(theme.sized(1, weight=QFont.Weight.DemiBold))
        names_server = not has_sentence or self.remember_choice.reach == "all"
        for most in range(60, 2, -1):
            text = self.remember_choice.act(pending, most, server=names_server or most >= _READABLE_LENGTH)
            if metrics.horizontalAdvance(text) <= room:
                break
        return text

    def _show_risks(self, pending: PendingCall) -> None:
        """Highlight Deny for a call with a secret; Approve: red for destructive or broad, amber for warnings."""
        self.confirm.leave()
        remembers, broad = self.remember_choice.is_on, self.remember_choice.is_broad
        kind = run_kind((pending,))
        set_kind(self.run_button, "" if remembers and kind == "run" else kind)
        set_kind(self.deny_button, "run" if pending.leaks else "")
        set_kind(self.allow_button, "danger-line" if broad else kind)
        self.apply_colours(theme.colours())

    def _refresh(self) -> None:
        ready, armed = self.is_ready(), self.arming.armed
        enable_armed(self.run_button, ready=ready, armed=armed)
        enable_armed(self.allow_button, ready=ready and self._has_rule(), armed=armed)
        for button in (self.allow_button, self.forbid_button):
            button.setVisible(self.remember_choice.is_on and self.confirm.isHidden())
        self.forbid_button.setEnabled(self.is_denial_remembered)
        self._place_forbid()
        self._make_room(self.confirm.isHidden())
        enable_armed(self.confirm.yes, ready=ready, armed=armed)
        self.deny_button.setEnabled(self.pending is not None)
        enable_armed(self.next_call, ready=self._can_offer_next(), armed=armed)

    def _make_room(self, shown: bool) -> None:
        """Show what a confirmation replaces."""
        self.run_button.setVisible(shown)
        self.scopes.setVisible(shown)
        self._show_reason()
        self._show_note()

    def _show_note(self) -> None:
        self.note_label.setVisible(self.confirm.isHidden() and bool(self.note_label.text()))

    def _show_reason(self) -> None:
        """Show the reason's line; while a rule is chosen, whose buttons take its place, only once it is used."""
        used = self._wants_reason or self.reason.hasFocus() or bool(self.reason.text())
        shown = self.confirm.isHidden() and (used or not self.remember_choice.is_on)
        for widget in (self.reason, self.reasons):
            widget.setVisible(shown)

    def unfold_reason(self) -> None:
        """Show the reason's line until another call is shown, to write in it."""
        self._wants_reason = True
        self._show_reason()

    def _say_consequence(self) -> None:
        metrics = self.note_label.fontMetrics()
        room = QRect(0, 0, self.width() - theme.SPACE * 10, 1000)
        text = ""
        readable = (60, 40, 28, 20, _READABLE_LENGTH)
        for lines, most in (*((1, most) for most in readable), *((2, most) for most in (*readable, 10, 6))):
            text = self._remembered(self.pending, most) if self.pending else ""
            tall = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, text).height()
            if tall < (lines + 1) * metrics.lineSpacing():
                break
        about = ""
        if self.pending is not None and not self.remember_choice.is_broad:  # otherwise the button itself says it
            about = self.remember_choice.consequence(self.pending, 200)
        self.allow_button.setAccessibleDescription(about)
        problem = self.obstacle or self._unready or (self.remember_choice.refused() if self.pending else "")
        self._text(problem or text, "caution" if problem else "quiet")

    def _remembered(self, pending: PendingCall, most: int) -> str:
        """Return what is remembered, whatever the answer is; ``most`` characters of a name at most."""
        choice = self.remember_choice
        text = choice.consequence(pending, most)
        if choice.is_on and self._edited and choice.reach in ("tool", "all"):
            text = self.tr("Your edits apply only to this call. Later calls run as sent.")
        elif choice.is_on and self._edited:
            about = self.tr("Approving remembers the edited arguments. Denying remembers the original ones.")
            text = core_translation.join_sentences(text, about)
        if choice.remembers_denial and not choice.is_the_same_for_denial:
            text = core_translation.join_sentences(text, core_translation.sentence(self._denial(pending, most)))
        return text

    def _take_reason(self, text: str) -> None:
        self.reason.setText(text)
        self.reason.setFocus(Qt.FocusReason.OtherFocusReason)

    def _text(self, text: str, tone: str) -> None:
        tint(self.note_label, tone)
        self.note_label.setText(text)
        self._show_note()

    def apply_colours(self, colours: theme.Colours) -> None:
        def colour(button: QPushButton) -> str:
            return run_colour(button.property("kind") or "", colours)

        sign = run_sign(self.run_button.property("kind"))
        self.run_button.setIcon(icons.icon(sign, colour(self.run_button), colours.quiet))
        deny = colours.on_accent if self.deny_button.property("kind") else colours.danger
        self.deny_button.setIcon(icons.icon("deny", deny, colours.quiet))
        self.forbid_button.setIcon(icons.icon("deny", colours.danger, colours.quiet))
        sign = "danger" if self.remember_choice.is_broad else sign
        self.allow_button.setIcon(icons.icon(sign, colour(self.allow_button), colours.quiet))


def nothing_pending() -> str:
    """Return why there is no next item."""
    return QCoreApplication.translate("DecisionPanel", "Nothing else is pending.")
