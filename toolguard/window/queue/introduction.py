"""The introduction at the first start: what ToolGuard does, and three steps until a chat client is connected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from toolguard.gate.model import ConnectedSession
from toolguard.window import core_translation, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import icons
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.layout.boxes import grid_box, vbox
from toolguard.window.widgets.text_label import label, set_kind, tint

_STEPS_WIDTH = 440
_SIGN_SIZE = 20
_MAX_NAMES = 3
_MAX_NAME_LENGTH = 40


class Introduction(EmptyState):
    """Its steps are marked as done once they are. The buttons set up clients, make a sample call, and close it."""

    def __init__(self, *, has_sample: bool) -> None:
        """``has_sample``: a sample call is possible."""
        super().__init__(
            "shield",
            self.tr("Welcome to ToolGuard"),
            self.tr(
                "Each tool call of your chat clients waits here, with its exact arguments, until you approve or deny "
                "it. Every decision is logged."
            ),
        )
        self._guard, self._connect, self._call = _Step(1), _Step(2), _Step(3)
        steps = QWidget()
        steps.setFixedWidth(_STEPS_WIDTH)
        vbox(
            self._guard, self._connect, self._call,
            parent=steps, spacing=theme.SPACE * 4, margins=(0, theme.SPACE * 2, 0, theme.SPACE * 2),
        )  # fmt: skip
        self.add_widget(steps)
        self.start = self.add_action(self.tr("Set up chat clients"))
        self.trial = self.add_action(self.tr("Try a sample call"), kind="")
        if not has_sample:
            self.trial.hide()
        self.done = self.add_action("", kind="")
        self.show_progress(guards=False, sessions=())

    def show_progress(self, *, guards: bool, sessions: Sequence[ConnectedSession]) -> None:
        """Mark the steps that are done. ``guards``: the settings of a chat client use ToolGuard."""
        names = list(
            dict.fromkeys(untrusted_text.shortened(session.client.id, _MAX_NAME_LENGTH) for session in sessions)
        )
        connected = bool(names)
        guarded = guards or connected
        if guarded:
            text = self.tr("ToolGuard holds calls to them. It can't hold calls to other servers.")
            self._guard.mark("done", self.tr("Servers guarded"), text)
        else:
            text = self.tr("Choose servers of your chat clients. ToolGuard can't hold calls to the others.")
            self._guard.mark("current", self.tr("Guard servers"), text)
        if connected:
            text = self.tr("{0} and others") if len(names) > _MAX_NAMES else "{0}"
            self._connect.mark(
                "done", self.tr("Connected"), text.format(core_translation.join_list(names[:_MAX_NAMES]))
            )
        elif guarded:
            self._connect.mark(
                "current", self.tr("Restart the chat client"), self.tr("ToolGuard waits for it to connect…")
            )
        else:
            text = self.tr("It connects to ToolGuard when it starts its servers.")
            self._connect.mark("later", self.tr("Restart the chat client"), text)
        if connected:
            text = self.tr("Ask {0} for something that needs a tool.").format(names[0])
        else:
            text = self.tr("Its call appears here, and you approve or deny it.")
        self._call.mark("current" if connected else "later", self.tr("Let the model use a tool"), text)
        self.title.setText(self.tr("ToolGuard is ready") if connected else self.tr("Welcome to ToolGuard"))
        self.show_icon("idle" if connected else "shield")
        set_kind(self.start, "" if guarded else "run")
        set_kind(self.trial, "run" if connected else "")
        self.done.setText(self.tr("Close") if connected else self.tr("Skip"))
        self.done.setAccessibleName(self.tr("Close introduction") if connected else self.tr("Skip introduction"))


class _Step(theme.ThemedWidget, QWidget):
    """A step: its number, or a sign that it is done; what to do; and a sentence about it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = str(number)
        self._state = "later"
        self._sign = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._sign.setFixedSize(_SIGN_SIZE, _SIGN_SIZE)
        self._sign.setFont(theme.sized(theme.SMALL))
        self.title = label(strong=True)
        self.text_label = label(tone="quiet", wrap=True)
        grid = grid_box(self, gaps=(theme.SPACE * 3, theme.SPACE))
        grid.addWidget(self._sign, 0, 0)
        grid.addWidget(self.title, 0, 1)
        grid.addWidget(self.text_label, 1, 1)
        grid.setColumnStretch(1, 1)

    def mark(self, state: Literal["done", "current", "later"], title: str, text: str) -> None:
        """Set how far the step is, what to do, and the sentence about it."""
        self._state = state
        self.title.setText(title)
        tint(self.title, "quiet" if state == "later" else "")
        self.text_label.setText(text)
        spoken = {
            "done": self.tr("Step {0}, done"), "current": self.tr("Step {0}, current"), "later": self.tr("Step {0}"),
        }  # fmt: skip
        self._sign.setAccessibleName(spoken[state].format(self._number))
        tint(self._sign, f"step-{state}")
        self.apply_colours(theme.colours())

    def apply_colours(self, colours: theme.Colours) -> None:
        if self._state == "done":
            self._sign.setPixmap(icons.pixmap("ok", colours.ok, _SIGN_SIZE, self.devicePixelRatioF()))
        else:
            self._sign.setText(self._number)
