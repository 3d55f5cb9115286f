"""The strip that says how it stands with a server's sign-in, with what a person can do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from toolguard.window import icons, moments, phrases, text, theme
from toolguard.window.passage import Passage

_SIGNS = {
    "wanted": ("key", "caution"),
    "out": ("key", "caution"),
    "waiting": ("pending", "accent"),
    "in": ("ok", "ok"),
}
_GROUNDS = {"wanted": "caution", "out": "caution", "waiting": "plain", "in": "plain"}


def until(sign_in: Mapping[str, Any]) -> str:
    """Until when a sign-in is good, for a person."""
    translate = QCoreApplication.translate
    if not sign_in.get("expires"):
        return translate("SignIn", "until the server says otherwise")
    if sign_in.get("renewable"):
        return translate("SignIn", "renewed by itself, next at {0}").format(moments.clock(sign_in["expires"]))
    return translate("SignIn", "until {0}").format(moments.clock(sign_in["expires"]))


class SignInStrip(theme.Dressed, QFrame):
    """Hidden for a server that never wanted one. ``wanted`` tells an order; its argument is the server's name."""

    wanted = Signal(str)
    first = True
    """Whether to sign in is the first thing to be done where it stands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = "none"
        self._sign = QLabel()
        self.words = Passage()
        self.words.setAccessibleName(QCoreApplication.translate("SignIn", "Your sign-in"))
        self.why = Passage(tone="danger")
        self.why.setAccessibleName(QCoreApplication.translate("SignIn", "Why the last sign-in failed"))
        self.sign_in = self._button("server.sign_in")
        self.sign_out = self._button("server.sign_out")
        self.copy = self._button("server.sign_in_address")
        self.cancel = self._button("server.sign_in_cancel")
        self._lay_out()
        self.show_sign_in(None)

    def _button(self, order: str) -> QPushButton:
        made = QPushButton(autoDefault=False)
        made.clicked.connect(lambda: self.wanted.emit(order))
        return made

    def _lay_out(self) -> None:
        self._row = line = QHBoxLayout()
        line.setSpacing(theme.SPACE * 2)
        line.addWidget(self._sign)
        line.addWidget(self.words, 1)
        self.buttons = buttons = QHBoxLayout()
        buttons.setSpacing(theme.SPACE * 2)
        for button in (self.sign_in, self.copy, self.sign_out, self.cancel):
            buttons.addWidget(button)
        buttons.addStretch(1)
        self._column = column = QVBoxLayout(self)
        column.setSpacing(theme.SPACE * 2)
        column.addLayout(line)
        column.addWidget(self.why)
        column.addLayout(buttons)

    def show_sign_in(self, sign_in: Mapping[str, Any] | None) -> None:
        """Show what `server.list` tells of a sign-in; None where nobody can sign in."""
        told = sign_in or {"state": "none", "why": ""}
        self.state = told["state"]
        self.setVisible(self.state != "none" or bool(told["why"]))
        self.words.say(self._said(told))
        why = text.shortened(phrases.local(told["why"]), 1_000)
        self.why.say(f"{why[:1].upper()}{why[1:]}")
        self.why.setVisible(bool(told["why"]) and self.state != "waiting")
        self.sign_in.setText(
            self.tr("Sign in again…") if self.state == "in"
            else self.tr("Open the page again") if self.state == "waiting" else self.tr("Sign in…")
        )  # fmt: skip
        self.sign_in.setProperty("kind", "run" if self.state in ("wanted", "out") and self.first else "")
        self.sign_out.setText(self.tr("Sign out"))
        self.sign_out.setVisible(self.state == "in")
        self.copy.setText(self.tr("Copy its address"))
        self.copy.setToolTip(self.tr("For a browser that ToolGuard does not open by itself, on this computer"))
        self.copy.setAccessibleDescription(self.copy.toolTip())
        self.copy.setVisible(self.state == "waiting")
        self.cancel.setText(self.tr("Cancel"))
        self.cancel.setAccessibleName(self.tr("Cancel the sign-in"))
        self.cancel.setVisible(self.state == "waiting")
        ground = _GROUNDS.get(self.state, "plain")
        inset = 0 if ground == "plain" else theme.SPACE
        self._column.setContentsMargins(inset * 3, inset * 2, inset * 3, inset * 2)
        if self.property("ground") != ground:
            self.setProperty("ground", ground)
            for widget in (self, self.sign_in):
                widget.style().unpolish(widget)
                widget.style().polish(widget)
        self._worn = None
        self.redress()

    def _said(self, told: Mapping[str, Any]) -> str:
        place = text.visible(told.get("place") or told.get("issuer") or "")
        match told["state"]:
            case "wanted":
                return self.tr("This server wants you to sign in at {0}. Its calls fail until you do.").format(place)
            case "out":
                return self.tr("You are signed out of this server, which knows you from {0}. Its calls fail.").format(
                    place
                )
            case "waiting":
                return self.tr("Go on in your browser, at {0}. ToolGuard waits five minutes.").format(place)
            case "in":
                return self.tr("You are signed in at {0}, {1}.").format(place, until(told))
            case _:
                return self.tr("Nobody is signed in to this server.")

    def dress(self, colours: theme.Colours) -> None:
        icon, tone = _SIGNS.get(self.state, ("key", "quiet"))
        self._sign.setPixmap(icons.pixmap(icon, getattr(colours, tone), 18, self.devicePixelRatioF()))
