"""Choice of a rule with a decision. By default no rule is created; the person chooses anew for each call."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from PySide6 import QtWidgets
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QShowEvent

from toolguard.gate.model import PendingCall, Snapshot
from toolguard.gate.policy.conditions.widths import Kind, RuleWidth, Width
from toolguard.gate.policy.remembered_rules import SCOPES, Scope, offered_scopes, request_rule
from toolguard.gate.policy.rule_ends import RULE_ENDS
from toolguard.gate.policy.rules import ANY, RuleRequest, definition_of
from toolguard.window import core_translation, theme
from toolguard.window.approval.consequence import effect_of
from toolguard.window.forms.table_text import table_text
from toolguard.window.json_view import untrusted_text
from toolguard.window.policy.end_choice import EndChoice
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.layout.boxes import STRETCH, grid_box, hbox, vbox
from toolguard.window.widgets.text_label import enable_unless, label, make_pane, name_choice

_MAX_SERVER_LENGTH = 28  # characters of a server's name that fit beside a count in a narrow pane
_MAX_SUBJECT_LENGTH = 120  # maximum characters of a folder, host or value


class RememberChoice(QtWidgets.QWidget):
    """The scope and duration of a rule, which the gate proposes (`offer`) and makes; by default no rule."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.on = QtWidgets.QCheckBox(self.tr("Remember for"))
        self.on.setAccessibleName(self.tr("Remember for: this decision"))
        self.on.setToolTip(self.tr("Approving or denying also adds a rule"))
        self.on.toggled.connect(self._switch)
        self.client = self._choice(self.tr("Which clients"), self.tr("this client"), self.tr("any client"))
        date = hbox(STRETCH)  # below the choice, because there is no space beside it
        self.until = EndChoice(self.tr("Duration"), "quit", below=date)
        self.until.changed.connect(self._choose_end)
        self._forbidden_ends: Mapping[str, str] = {}
        self.know(Snapshot())
        row = hbox(self.on, self.client, self.until, STRETCH, spacing=theme.SPACE)
        make_pane(self)
        column = vbox(row, date, parent=self, spacing=theme.SPACE, margins=(0, 0, theme.SCROLL_BAR_WIDTH, 0))
        column.insertWidget(0, self._reach_rows())  # it grows upward, and the row stays in place
        self._is_request = False
        self._sent: dict[Width, RuleWidth] = {}
        self._edited: dict[Width, RuleWidth] | None = None
        self._switch(False)

    def _choice(self, name: str, *words: str) -> QtWidgets.QComboBox:
        box = QtWidgets.QComboBox()
        name_choice(box, name)
        box.addItems(words)
        box.setMinimumContentsLength(8)
        box.setSizeAdjustPolicy(QtWidgets.QComboBox.SizeAdjustPolicy.AdjustToContents)
        box.currentIndexChanged.connect(self.changed)
        return box

    def _choose_end(self) -> None:
        self.until.kinds.setToolTip(self.tr("A denial is remembered until ToolGuard quits") if self._is_bound else "")
        self.changed.emit()

    def know(self, snapshot: Snapshot) -> None:
        """Set whether the lock of the screen can end a rule, and which ends an organization forbids."""
        self.until.offer(bound=("disconnect", "idle", *(("lock",) if snapshot.sees_screen else ())))
        if self._forbidden_ends != snapshot.forbidden_ends:
            self._forbidden_ends = snapshot.forbidden_ends
            self.changed.emit()

    def _reach_rows(self) -> QtWidgets.QWidget:
        """Show a row for each width, with the number of recorded calls that it would have covered."""
        self._box = QtWidgets.QWidget()
        grid = grid_box(self._box, gaps=(theme.SPACE * 3, 0), margins=(theme.SPACE, 0, 0, 0), grows=0)
        self._group = QtWidgets.QButtonGroup(self)
        self.reaches: dict[Scope, QtWidgets.QRadioButton] = {}
        self.abouts: dict[Scope, ElidedLabel] = {}
        self.counts: dict[Scope, QtWidgets.QLabel] = {}
        for row, reach in enumerate(SCOPES):
            radio, about, count = QtWidgets.QRadioButton(), ElidedLabel(tone="", middle=True), label(tone="quiet")
            self.reaches[reach], self.abouts[reach], self.counts[reach] = radio, about, count
            self._group.addButton(radio, row)
            count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            choice = hbox(radio, (about, 1))
            grid.addLayout(choice, row, 0)
            grid.addWidget(count, row, 1)
        self._group.idToggled.connect(lambda _at, on: self.changed.emit() if on else None)
        return self._box

    def _switch(self, on: bool) -> None:
        for choice in (self.client, self.until):
            enable_unless(choice, "" if on else self.tr("Turn on “Remember for” first."))
        self._show_box()
        self.changed.emit()

    def _show_box(self) -> None:
        self._box.setVisible(self.is_on)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_box()

    # Options

    def reset(self) -> None:
        """Reset to no rule and the narrowest scope. No width is known."""
        with QSignalBlocker(self):
            self.on.setChecked(False)
            self.offer(())
            self.client.setCurrentIndex(0)
            self.until.reset()
        self.changed.emit()

    def offer(
        self, widths: Sequence[RuleWidth], server: str = "", *, edited: bool = False, is_request: bool = False
    ) -> None:
        """Offer the gate's proposals; the narrowest is selected, unless the person's choice is among them."""
        self._is_request = is_request
        by_width = {width.width: width for width in widths}
        before = self.reach
        was_offered = bool(self._sent)
        if edited:
            self._edited = by_width
        else:
            self._sent, self._edited = by_width, None
        there = list(offered_scopes(widths, is_request=is_request))
        for reach in SCOPES:
            radio = self.reaches[reach]
            for widget in (radio, self.abouts[reach], self.counts[reach]):
                widget.setVisible(reach in there)
            self.counts[reach].clear()
            radio.setAccessibleDescription("")
            kind: Kind = "tool" if reach == "all" else by_width[reach].kind if reach in by_width else "call"
            title, about = self._title(reach, kind), ""
            if reach == "similar" and reach in by_width:
                about = untrusted_text.shortened(by_width[reach].about, _MAX_SUBJECT_LENGTH)
            self.abouts[reach].set_text(about)
            shown = title.format(untrusted_text.short_name(server, _MAX_SERVER_LENGTH))
            radio.setText(shown.replace("&", "&&"))
            whole = title.format(untrusted_text.shortened(server, _MAX_SUBJECT_LENGTH))
            radio.setAccessibleName(f"{whole}: {about}" if about else whole)
        selected = before if was_offered and before in there else there[0] if there else "call"
        with QSignalBlocker(self):
            self.reaches[selected].setChecked(True)
        self.changed.emit()

    def count(self, reach: Scope, covered: int, denied: int, *, more: bool) -> None:
        """Show how many recorded calls a width would have covered, and how many of these the person denied."""
        amount = self.tr("matches 1 past call") if covered == 1 else self.tr("matches %Ln past calls", "", covered)
        if more:
            amount = self.tr("matches over %Ln past calls", "", covered)
        if denied:
            amount = self.tr("{0}, %Ln denied", "", denied).format(amount)
        self.counts[reach].setText(amount)
        self.reaches[reach].setAccessibleDescription(amount)
        self.counts[reach].setToolTip(
            self.tr("Recorded calls that the rule would have covered, and how many you denied")
        )

    def _title(self, reach: Scope, kind: Kind) -> str:
        """Return what a width covers; ``{0}`` is the server."""
        titles = {
            "folder": self.tr("This folder"), "host": self.tr("This host"), "program": self.tr("This program"),
            "value": self.tr("These values"),
        }  # fmt: skip
        if reach == "similar":
            return titles.get(kind, titles["value"])
        if self._is_request:
            return self.tr("Exactly this request") if reach == "call" else self.tr("All such requests")
        return {"call": self.tr("Exactly this call"), "tool": self.tr("This tool"), "all": self.tr("All tools of {0}")}[
            reach
        ]

    # Selection

    @property
    def reach(self) -> Scope:
        """The selected scope."""
        index = self._group.checkedId()
        return SCOPES[index] if index >= 0 else "call"

    @property
    def widths(self) -> dict[Width, RuleWidth]:
        """The offered widths by name."""
        return self._sent if self._edited is None else self._edited

    def _widths_of(self, verdict: Literal["allow", "deny"]) -> dict[Width, RuleWidth]:
        """Return what a rule can be made from. A denial applies to what the client sent."""
        return self.widths if verdict == "allow" else self._sent

    @property
    def _width(self) -> Width:
        reach = self.reach
        return "tool" if reach == "all" else reach

    @property
    def is_known(self) -> bool:
        """Whether the gate has returned the possible widths."""
        return self._width in self.widths

    @property
    def remembers_denial(self) -> bool:
        """Whether denying the call would add a rule."""
        return self.is_on and self._width in self._sent

    @property
    def is_the_same_for_denial(self) -> bool:
        """Whether `consequence` also says what denying the call would add."""
        return not self._is_bound

    def refused(self) -> str:
        """Return why no allow rule with this scope and duration is offered, or ""."""
        width = self.widths.get(self._width)
        if not self.is_on or width is None:
            return ""
        if forbidden := self._forbidden_ends.get(self.until.name, ""):
            return core_translation.local(forbidden)
        if width.always or not self._is_lasting:
            return ""
        return self.tr("This tool runs commands or code. Choose at most 12 hours, or exactly this call.")

    @property
    def _is_lasting(self) -> bool:
        return self.until.row is not None and self.until.row.is_lasting

    @property
    def _is_always(self) -> bool:
        return self.until.name == "always"

    @property
    def _is_bound(self) -> bool:
        """Whether the rule's end is one that only allow rules can have."""
        return self.until.row is not None and self.until.row.is_bound

    def rule_request(self, pending: PendingCall, verdict: Literal["allow", "deny"]) -> RuleRequest | None:
        """Return the rule to request with the ``verdict`` on ``pending``."""
        width = self._widths_of(verdict).get(self._width)
        if not self.is_on or width is None:
            return None
        end = {"until": "session"} if verdict == "deny" and self._is_bound else self.until.end()
        return request_rule(
            pending, verdict, self.reach, width, any_client=self.is_for_any_client, end=end, id=secrets.token_hex(4)
        )

    @property
    def is_on(self) -> bool:
        """Whether a rule is requested."""
        return self.on.isChecked()

    @property
    def is_for_any_client(self) -> bool:
        """Whether the rule would apply to all clients."""
        return self.client.currentIndex() > 0

    @property
    def is_broad(self) -> bool:
        """Whether the rule would be permanent, or cover more than this call and this client."""
        narrowest = self.reach == "call"
        return self.is_on and not (narrowest and not self.is_for_any_client and not self._is_lasting)

    # Texts

    def _subject(
        self, pending: PendingCall, most: int, *, verdict: Literal["allow", "deny"] = "allow", server: bool = True
    ) -> str:
        """Return what is allowed or denied; ``most`` characters of a name at most. ``server``: name the server."""
        tool = untrusted_text.short_name(pending.call.tool, most)
        match self.reach:
            case "all" if not server:
                return self.tr("all tools")
            case "all":
                return self.tr("all tools of {0}").format(untrusted_text.short_name(pending.call.server, most))
            case "call":
                if pending.call.is_request:
                    return self.tr("this {0} request").format(tool)
                if verdict == "allow" and self._edited is not None:
                    return self.tr("this edited {0} call").format(tool)
                return self.tr("this {0} call").format(tool)
            case "similar":
                similar = self._widths_of(verdict).get("similar")
                words = {
                    "folder": self.tr("{0} in this folder"), "host": self.tr("{0} for this host"),
                    "program": self.tr("{0} with this program"),
                }  # fmt: skip
                return words.get(similar.kind if similar else "", self.tr("{0} with these values")).format(tool)
        return tool

    def act(
        self, pending: PendingCall, most: int = 40, *, verdict: Literal["allow", "deny"] = "allow", server: bool = True
    ) -> str:
        """Return the button text for deciding with a rule; ``most`` characters of a name. ``server``: name it."""
        subject = self._subject(pending, most, verdict=verdict, server=server)
        client, until = untrusted_text.short_name(pending.call.client.id, most), self.until.end_text()
        always, always_any = self.tr("Always allow {0} for {1}"), self.tr("Always allow {0} for any client")
        for_client, for_any = self.tr("Allow {0} for {1} {2}"), self.tr("Allow {0} for any client {1}")
        if verdict == "deny":
            until = table_text(RULE_ENDS["quit"].title) if self._is_bound else until
            always, always_any = self.tr("Always deny {0} for {1}"), self.tr("Always deny {0} for any client")
            for_client, for_any = self.tr("Deny {0} for {1} {2}"), self.tr("Deny {0} for any client {1}")
        if not self.is_broad:  # `consequence` says the rest beside the button
            if verdict == "allow":
                return self.tr("Approve and remember")
            return core_translation.fill_in(self.tr("Deny {0}, remember {1}"), subject, until)
        if self._is_always:
            return core_translation.fill_in(always_any if self.is_for_any_client else always, subject, client)
        if self.is_for_any_client:
            return core_translation.fill_in(for_any, subject, until)
        return core_translation.fill_in(for_client, subject, client, until)

    def rule(self, pending: PendingCall) -> dict[str, Any]:
        """Return the allow rule that approving would add, in the form of ``rule.list``."""
        width = self.widths.get(self._width)
        every = self.reach == "all" or pending.call.is_request
        return {
            "client": ANY if self.is_for_any_client else pending.call.client.id, "server": pending.call.server,
            "method": pending.call.method, "tool": ANY if every else pending.call.tool, "verdict": "allow",
            **self.until.as_rule(),
            "fingerprint": "" if every else definition_of(pending.tool),
            "effect": None if every else effect_of((pending,)),
            "when": msgspec.to_builtins(width.when) if width else (),
        }  # fmt: skip

    def consequence(self, pending: PendingCall, most: int = 40) -> str:
        """Return a sentence about what the rule would cover, or ""; names are cut so that its end stays visible."""
        if not self.is_on:
            return ""
        server, client = (
            untrusted_text.short_name(name, most) for name in (pending.call.server, pending.call.client.id)
        )
        subject = self._subject(pending, most)
        if self.reach != "all":
            subject = core_translation.fill_in(self.tr("{0} on {1}"), subject, server)
        if self.is_for_any_client:
            text = core_translation.fill_in(self.tr("Applies to {0}, for any client"), subject)
        else:
            text = core_translation.fill_in(self.tr("Applies to {0}, for {1}"), subject, client)
        until = self.tr("always") if self._is_always else self.until.end_text()
        return self.tr("{0}, {1}.").format(text, until)
