"""The place where a person decides: run or deny, with a reason, once or remembered. It never moves.

No button here is a default button or takes the focus by itself; Enter decides nothing. The button that lets a call
run works only while it is armed (`arming`).
"""

from __future__ import annotations

import secrets
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpacerItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from toolguard.checkpoint.calls import Held
from toolguard.checkpoint.rules import ANY, Remember
from toolguard.window import ends, icons, text, theme
from toolguard.window.arming import Arming
from toolguard.window.line import Line
from toolguard.window.notice import Confirm
from toolguard.window.passage import label, name_choice, tint
from toolguard.window.reasons import Reasons

RUN_WIDTH = 200
_NARROW = 680
"""Below this width the reason has a line of its own: beside the buttons nobody could read what they write."""
_SIGN = 16


class Wish(QWidget):
    """How far an answer reaches: nothing is remembered unless the person says so, for each call anew."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE)
        self.on = QCheckBox(self.tr("Remember for"))
        self.on.setAccessibleName(self.tr("Remember this answer"))
        self.on.toggled.connect(self._switch)
        row.addWidget(self.on)
        self.tool = self._choice(self.tr("Which tools"), self.tr("this tool"), self.tr("every tool"))
        self.client = self._choice(self.tr("Which clients"), self.tr("this client"), self.tr("any client"))
        self.until = self._choice(self.tr("How long"), self.tr("this session"), self.tr("always"))
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

    def asked(self, held: Held, verdict: Literal["allow", "deny"]) -> Remember | None:
        """What is to be remembered when the answer to ``held`` is ``verdict``."""
        if not self.on.isChecked():
            return None
        call = held.call
        return Remember(
            client=ANY if self.client.currentIndex() else call.client.id,
            server=call.server,
            tool=ANY if self.tool.currentIndex() else call.tool,
            verdict=verdict,
            until="always" if self.until.currentIndex() else "session",
            id=secrets.token_hex(4),
        )

    def consequence(self, held: Held, most: int = 40) -> str:
        """What remembering would mean, in one sentence; "" when nothing is to be remembered.

        ``most`` characters are shown of a name: how long it holds stands at the end, and must not be cut.
        """
        if not self.on.isChecked():
            return ""
        call = held.call
        server, tool, client = (text.shortened(name, most) for name in (call.server, call.tool, call.client.id))
        every_tool, any_client = self.tool.currentIndex() > 0, self.client.currentIndex() > 0
        if every_tool and any_client:
            said = self.tr("Holds for every tool of {0}, for any client").format(server)
        elif every_tool:
            said = self.tr("Holds for every tool of {0} that {1} calls").format(server, client)
        elif any_client:
            said = self.tr("Holds for {0} on {1}, for any client").format(tool, server)
        else:
            said = self.tr("Holds for {0} on {1}, called by {2}").format(tool, server, client)
        until = self.tr("always") if self.until.currentIndex() else self.tr("until ToolGuard closes")
        return self.tr("{0}, {1}.").format(said, until)


class Decision(theme.Dressed, QWidget):
    """Run and Deny for one held call. `show_held` shows one; the caller carries out what `run` and `deny` say."""

    run = Signal()
    deny = Signal()
    onward = Signal()
    undo = Signal()
    allow_next = Signal()
    keys = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.held: Held | None = None
        self._edited = False
        self._unready = ""
        self._offers = False
        self.arming = Arming(self)
        self.arming.changed.connect(self._refresh)
        self._busy = False
        self._stack = QStackedWidget()
        self._stack.addWidget(self._controls())
        self._stack.addWidget(self._notice())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self.setMaximumWidth(1040)
        self.redress()
        self._refresh()

    def _controls(self) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE * 2)
        self._first, self._own = first, own = QHBoxLayout(), QHBoxLayout()
        for row in (first, own):
            row.setSpacing(theme.SPACE * 2)
        self.run_button = QPushButton(autoDefault=False)
        self.run_button.setProperty("kind", "run")
        self.run_button.setFixedWidth(RUN_WIDTH)
        self.run_button.clicked.connect(self.press)
        self.deny_button = QPushButton(self.tr("Deny"), autoDefault=False)
        self.deny_button.setFixedWidth(96)
        self.deny_button.setToolTip(self.tr("Ctrl+D"))
        self.deny_button.clicked.connect(self.deny)
        self.reason = QLineEdit(placeholderText=self.tr("Reason for denying, told to the model (optional)"))
        self.reason.setAccessibleName(self.tr("Reason for denying"))
        self.reason.setMaxLength(2000)
        self.reasons = Reasons()
        self.reasons.chosen.connect(self._take_reason)
        for widget in (self.run_button, self.deny_button, self.reason, self.reasons):
            first.addWidget(widget)
        self._end = QSpacerItem(0, 0, QSizePolicy.Policy.Expanding)
        column.addLayout(first)
        column.addLayout(own)
        self.wish = Wish()
        self.wish.changed.connect(self._say_consequence)
        second = QHBoxLayout()
        second.addWidget(self.wish, 1)
        self.help = QPushButton("?", autoDefault=False)
        self.help.setFixedWidth(theme.SPACE * 7)
        self.help.setToolTip(self.tr("Keys"))
        self.help.setProperty("kind", "flat")
        self.help.setAccessibleName(self.tr("Show the keys of this page"))
        self.help.clicked.connect(self.keys)
        second.addWidget(self.help)
        column.addLayout(second)
        self.says = Line()
        self.says.setFont(theme.sized(theme.SMALL))
        self.says.setFixedHeight(QFontMetrics(self.says.font()).height() + 2)
        column.addWidget(self.says)
        self.confirm = Confirm()
        column.addWidget(self.confirm)
        column.addStretch(1)
        return box

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.wish.on.isChecked():
            self._say_consequence()
        if (self.width() < _NARROW) != (self._own.count() > 0):
            self._turn_line(to=self._own if self._own.count() == 0 else self._first)

    def _turn_line(self, to: QHBoxLayout) -> None:
        """The line for the reason goes where there is room for it; the buttons stay where they are."""
        away = self._first if to is self._own else self._own
        for widget in (self.reason, self.reasons):
            away.removeWidget(widget)
            to.addWidget(widget)
        if away is self._first:
            away.addItem(self._end)
        else:
            self._first.removeItem(self._end)

    def _notice(self) -> QWidget:
        box = QWidget()
        box.setObjectName("notice")
        box.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(box)
        column.setContentsMargins(theme.SPACE * 4, theme.SPACE * 3, theme.SPACE * 4, theme.SPACE * 3)
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE * 3)
        column.addLayout(row)
        self.next_call = QPushButton(self.tr("Allow the next identical call, once"), autoDefault=False)
        self.next_call.clicked.connect(lambda: self.allow_next.emit() if self.can_allow_next() else None)
        column.addWidget(self.next_call, 0, Qt.AlignmentFlag.AlignLeft)
        self._sign = QLabel()
        row.addWidget(self._sign)
        self.gone = label(wrap=True)
        row.addWidget(self.gone, 1)
        self.take_back = QPushButton(self.tr("Undo"), autoDefault=False)
        self.take_back.setAccessibleName(self.tr("Undo this denial"))
        self.take_back.setToolTip(self.tr("Ctrl+Z"))
        self.take_back.clicked.connect(self.undo)
        row.addWidget(self.take_back)
        self.next = QPushButton(self.tr("Next"), autoDefault=False)
        self.next.setAccessibleName(self.tr("Show the next one"))
        self.next.clicked.connect(self.onward)
        row.addWidget(self.next)
        return box

    def show_held(self, held: Held) -> None:
        """Show the place for deciding on ``held``, disarmed, with nothing remembered from the one before."""
        self.held = held
        self._busy = False
        self._weigh(held)
        self.reason.clear()
        self.wish.reset()
        self._edited, self._unready = False, ""
        self._name_run()
        self._stack.setCurrentIndex(0)
        self._say_consequence()
        self.arming.restart()
        self._refresh()

    def _name_run(self) -> None:
        """The button says what it does, and to what."""
        assert self.held is not None  # noqa: S101 - only called while one is shown
        name = text.visible(self.held.call.tool)
        template = whole = self.tr("Run edited {0}") if self._edited else self.tr("Run {0}")
        if ends.unattended(self.held):
            template = self.tr("Allow next {0}")
            whole = self.tr("Allow the next {0} like this")
            if self._edited:
                whole = self.tr("Allow the next {0} like this, as edited")
        self.run_button.setAccessibleName(whole.format(name))
        self.run_button.setToolTip(self.tr("{0} (Ctrl+Return)").format(whole.format(text.shortened(name, 60))))
        room = RUN_WIDTH - _SIGN - theme.SPACE * 9
        metrics = QFontMetrics(theme.sized(1, weight=QFont.Weight.DemiBold))
        room -= metrics.horizontalAdvance(template.format(""))
        fitted = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        self.run_button.setText(template.format(fitted).replace("&", "&&"))

    def show_edit(self, *, edited: bool, unready: str = "") -> None:
        """What would run is another thing now: it is armed anew. ``unready``: why it cannot run yet."""
        if self.held is not None:
            self._edited, self._unready = edited, unready
            self._name_run()
            self.arming.restart()
            self._refresh()
            self._say_consequence()

    def renew(self, held: Held) -> None:
        """The same call, with something about it that is new: what was typed stays, the delay begins anew."""
        self.held = held
        self._weigh(held)
        self._name_run()
        self._say_consequence()
        self.arming.restart()
        self._refresh()

    def show_gone(self, why: str, *, undo: bool = False) -> None:
        """The call can no longer be decided, or (``undo``) is denied for good soon; say so in place of the buttons."""
        self.held = None
        self.confirm.leave()
        self._offers = False
        self.arming.cancel()
        self.gone.setText(why)
        self.take_back.setVisible(undo)
        self.next_call.hide()
        self._stack.setCurrentIndex(1)

    def offer_next(self) -> None:
        """The client gave the call up while it waited: its repetition can be allowed, once the button is armed."""
        self._offers = True
        self.next_call.show()
        self.arming.restart()
        self._refresh()

    def busy(self, busy: bool) -> None:
        """While an order is under way, a second one cannot be given."""
        self._busy = busy
        self._refresh()

    def tell(self, answer: str) -> None:
        """Show the gate's answer, when it is a problem."""
        self._words(answer, "danger")

    def can_run(self) -> bool:
        return self.held is not None and self.arming.armed and not self._busy and not self._unready

    def can_allow_next(self) -> bool:
        return self.held is None and self._offers and self.arming.armed and not self._busy

    def press(self) -> None:
        """What the button that lets a call run does: of one that holds a secret it asks once more."""
        if self.held is None or not self.can_run():
            return
        if not self.held.leaks:
            self.run.emit()
            return
        names, server = ", ".join(self.held.leaks), self.held.call.server
        words = self.tr("Give the value of {0} to {1}? Nobody can take it back.")
        self.confirm.ask(
            words.format(text.shortened(names, 120), text.shortened(server, 40)), self.tr("Give it away and run"),
            self.run.emit, self.deny_button,
        )  # fmt: skip

    def _weigh(self, held: Held) -> None:
        """Which of the two buttons is the plain one: of a call that holds a secret it is the one that denies."""
        self.confirm.leave()
        for button, first in ((self.run_button, not held.leaks), (self.deny_button, bool(held.leaks))):
            kind = "run" if first else ""
            if (button.property("kind") or "") != kind:
                button.setProperty("kind", kind)
                button.style().unpolish(button)
                button.style().polish(button)
        self._worn = None
        self.redress()

    def _refresh(self) -> None:
        self.run_button.setEnabled(self.can_run())
        self.confirm.yes.setEnabled(self.can_run())
        self.deny_button.setEnabled(self.held is not None and not self._busy)
        self.next_call.setEnabled(self.can_allow_next())

    def _say_consequence(self) -> None:
        room = self.says.fontMetrics()
        said = ""
        for most in (40, 28, 20, 14, 10, 6):
            said = self.wish.consequence(self.held, most) if self.held else ""
            if room.horizontalAdvance(said) <= self.says.width():
                break
        meant = ends.meaning(self.held) if self.held else ""
        self._words(self._unready or said or meant, "caution" if said or self._unready else "quiet")

    def _take_reason(self, words: str) -> None:
        self.reason.setText(words)
        self.reason.setFocus(Qt.FocusReason.OtherFocusReason)

    def _words(self, words: str, tone: str) -> None:
        tint(self.says, tone)
        self.says.say(words)

    def dress(self, colours: theme.Colours) -> None:
        leaks = self.held is not None and bool(self.held.leaks)
        self.run_button.setIcon(icons.icon("run", colours.text if leaks else colours.on_accent, colours.quiet))
        self.deny_button.setIcon(icons.icon("deny", colours.on_accent if leaks else colours.danger, colours.quiet))
        self._sign.setPixmap(icons.pixmap("gone", colours.quiet, 20, self.devicePixelRatioF()))
