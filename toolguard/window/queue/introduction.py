"""The introduction at the first start: what ToolGuard does, and three steps until a chat client is connected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from toolguard.gate.model import ConnectedSession
from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import icons
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.text_label import label, set_kind

_STEPS_WIDTH = 440
_SIGN_SIZE = 20
_MAX_NAMES = 3


class Introduction(EmptyState):
    """Its steps are marked as done when ToolGuard observes that they are.

    ``set_up``: the person wants to guard servers; ``sample``: make a sample call first; ``closed``: skip it, or end it.
    """

    set_up = Signal()
    sample = Signal()
    closed = Signal()

    def __init__(self, *, has_sample: bool, parent: QWidget | None = None) -> None:
        """``has_sample``: a sample call is possible."""
        super().__init__(
            "shield",
            self.tr("Welcome to ToolGuard"),
            self.tr(
                "Each tool call of your chat clients waits here, with its exact inputs, until you approve or deny it. "
                "Every decision is logged."
            ),
            parent=parent,
        )
        self._guard = _Step(
            1, self.tr("Guard servers"), self.tr("Choose servers of your chat clients. You can undo that at any time.")
        )
        self._connect = _Step(
            2, self.tr("Restart the chat client"), self.tr("It connects to ToolGuard when it starts its servers.")
        )
        self._call = _Step(
            3, self.tr("Let the model use a tool"), self.tr("Its call appears here, and you approve or deny it.")
        )
        steps = QWidget()
        steps.setFixedWidth(_STEPS_WIDTH)
        column = QVBoxLayout(steps)
        column.setContentsMargins(0, theme.SPACE * 2, 0, theme.SPACE * 2)
        column.setSpacing(theme.SPACE * 4)
        for step in (self._guard, self._connect, self._call):
            column.addWidget(step)
        self.add_widget(steps)
        self._start = self.add_action(self.tr("Set up chat clients"))
        self._start.clicked.connect(self.set_up)
        if has_sample:
            trial = self.add_action(self.tr("Try a sample call"))
            trial.setProperty("kind", "")
            trial.clicked.connect(self.sample)
        self._close = self.add_action(self.tr("Skip"))
        self._close.setProperty("kind", "")
        self._close.setAccessibleName(self.tr("Skip introduction"))
        self._close.clicked.connect(self.closed)

    def show_progress(self, *, guards: bool, sessions: Sequence[ConnectedSession]) -> None:
        """Mark the steps that are done. ``guards``: the settings of a chat client use ToolGuard."""
        names = list(dict.fromkeys(untrusted_text.visible(one.client.id) for one in sessions))
        self._guard.mark(done=guards or bool(names), title=self.tr("Guard servers"))
        if names:
            words = self.tr("{0} and others") if len(names) > _MAX_NAMES else "{0}"
            self._connect.mark(
                done=True, title=self.tr("Connected"), words=words.format(self.tr(", ").join(names[:_MAX_NAMES]))
            )
        else:
            self._connect.mark(
                done=False,
                title=self.tr("Restart the chat client"),
                words=self.tr("It connects to ToolGuard when it starts its servers."),
            )
        set_kind(self._start, "" if guards or names else "run")
        set_kind(self._close, "run" if names else "")
        self._close.setText(self.tr("Close") if names else self.tr("Skip"))
        self._close.setAccessibleName(self.tr("Close introduction") if names else self.tr("Skip introduction"))


class _Step(theme.ThemedWidget, QWidget):
    """A step: its number, or a sign that it is done; what to do; and a sentence about it."""

    def __init__(self, number: int, title: str, words: str) -> None:
        super().__init__()
        self._number = str(number)
        self._done = False
        self._sign = label(tone="quiet", strong=True)
        self._sign.setFixedWidth(_SIGN_SIZE)
        self._sign.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.title: QLabel = label(title, strong=True)
        self.words: QLabel = label(words, tone="quiet", wrap=True)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.SPACE * 3)
        grid.setVerticalSpacing(theme.SPACE)
        grid.addWidget(self._sign, 0, 0, 2, 1)
        grid.addWidget(self.title, 0, 1)
        grid.addWidget(self.words, 1, 1)
        grid.setColumnStretch(1, 1)
        self.update_colours()

    def mark(self, *, done: bool, title: str, words: str = "") -> None:
        """Set whether the step is done, and what stands there then."""
        self._done = done
        self.title.setText(title)
        if words:
            self.words.setText(words)
        self.apply_colours(theme.colours())

    def apply_colours(self, colours: theme.Colours) -> None:
        if self._done:
            self._sign.setPixmap(icons.pixmap("ok", colours.ok, _SIGN_SIZE, self.devicePixelRatioF()))
        else:
            self._sign.setText(self._number)
        self._sign.setAccessibleName(
            self.tr("Step {0}, done").format(self._number) if self._done else self.tr("Step {0}").format(self._number)
        )
