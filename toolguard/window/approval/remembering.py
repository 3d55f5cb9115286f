"""Whether an answer is remembered, and for what: nothing unless the person says so, for each call again."""

from __future__ import annotations

import secrets
from typing import Any, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QWidget

from toolguard.gate.model import PendingCall
from toolguard.gate.policy.rules import ANY, RuleRequest, definition
from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.text_label import name_choice


class RememberChoice(QWidget):
    """How far an answer reaches: nothing is remembered unless the person says so, for each call anew."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE)
        self.on = QCheckBox(self.tr("Always apply to"))
        self.on.setAccessibleName(self.tr("Remember this decision"))
        self.on.toggled.connect(self._switch)
        row.addWidget(self.on)
        self.tool = self._choice(self.tr("Which tools"), self.tr("this tool"), self.tr("all tools"))
        self.client = self._choice(self.tr("Which clients"), self.tr("this client"), self.tr("any client"))
        self.until = self._choice(self.tr("Duration"), self.tr("until I quit"), self.tr("always"))
        for choice in (self.tool, self.client, self.until):
            row.addWidget(choice)
        row.addStretch(1)
        self._switch(False)

    def _choice(self, name: str, *words: str) -> QComboBox:
        made = QComboBox()
        name_choice(made, name)
        made.addItems(words)
        made.setMinimumContentsLength(8)
        made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        made.currentIndexChanged.connect(self.changed)
        return made

    def _switch(self, on: bool) -> None:
        for choice in (self.tool, self.client, self.until):
            choice.setEnabled(on)
        self.changed.emit()

    def reset(self) -> None:
        """Back to: remember nothing, and the narrowest scope."""
        self.on.setChecked(False)
        for choice in (self.tool, self.client, self.until):
            choice.setCurrentIndex(0)

    def asked(self, held: PendingCall, verdict: Literal["allow", "deny"]) -> RuleRequest | None:
        """What is to be remembered when the answer to ``held`` is ``verdict``."""
        if not self.on.isChecked():
            return None
        call = held.call
        return RuleRequest(
            client=ANY if self.client.currentIndex() else call.client.id,
            server=call.server,
            tool=ANY if self.tool.currentIndex() else call.tool,
            verdict=verdict,
            until="always" if self.until.currentIndex() else "session",
            id=secrets.token_hex(4),
        )

    @property
    def is_on(self) -> bool:
        """Whether the answer is to be remembered."""
        return self.on.isChecked()

    @property
    def is_broad(self) -> bool:
        """Whether it would be remembered for good, or for more than this tool and this client."""
        return self.is_on and any(choice.currentIndex() for choice in (self.tool, self.client, self.until))

    def act(self, held: PendingCall, most: int = 40) -> str:
        """What approving and remembering does, as the words of a button; at most ``most`` characters of a name."""
        tool, server = (
            untrusted_text.short_name(held.call.tool, most),
            untrusted_text.short_name(held.call.server, most),
        )
        client = untrusted_text.short_name(held.call.client.id, most)
        every_tool, any_client = self.tool.currentIndex() > 0, self.client.currentIndex() > 0
        always = self.until.currentIndex() > 0
        if every_tool and any_client:
            said = self.tr("Always allow all tools of {0} for any client")
            said = said if always else self.tr("Allow all tools of {0} for any client until I quit")
            return said.format(server)
        if every_tool:
            said = self.tr("Always allow all tools of {0} for {1}")
            said = said if always else self.tr("Allow all tools of {0} for {1} until I quit")
            return said.format(server, client)
        if any_client:
            said = self.tr("Always allow {0} for any client")
            return (said if always else self.tr("Allow {0} for any client until I quit")).format(tool)
        if always:
            return self.tr("Always allow {0} for {1}").format(tool, client)
        return self.tr("Approve {0} and remember until I quit").format(tool)

    def rule(self, held: PendingCall) -> dict[str, Any]:
        """The allow rule that approving would add, as the order ``rule.list`` gives rules."""
        wish = self.asked(held, "allow")
        assert wish is not None  # noqa: S101 - asked for only while it is on
        return {
            "client": wish.client, "server": wish.server, "tool": wish.tool, "verdict": "allow", "until": wish.until,
            "expires": 0, "fingerprint": "" if wish.tool == ANY else definition(held.tool),
        }  # fmt: skip

    def consequence(self, held: PendingCall, most: int = 40) -> str:
        """To what an answer would apply, in one sentence; "" when nothing is to be remembered.

        ``most`` characters are shown of a name: how long it holds stands at the end, and must not be cut.
        """
        if not self.is_on:
            return ""
        call = held.call
        server, tool, client = (
            untrusted_text.short_name(name, most) for name in (call.server, call.tool, call.client.id)
        )
        every_tool, any_client = self.tool.currentIndex() > 0, self.client.currentIndex() > 0
        if every_tool and any_client:
            said = self.tr("Applies to all tools of {0}, for any client").format(server)
        elif every_tool:
            said = self.tr("Applies to all tools of {0}, for {1}").format(server, client)
        elif any_client:
            said = self.tr("Applies to {0} on {1}, for any client").format(tool, server)
        else:
            said = self.tr("Applies to {0} on {1}, for {2}").format(tool, server, client)
        until = self.tr("always") if self.until.currentIndex() else self.tr("until ToolGuard quits")
        return self.tr("{0}, {1}.").format(said, until)
