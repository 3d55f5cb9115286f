"""The strip that says how the system's keychain is and what to do about it. Knows the states, not the keychain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from toolguard.window import icons, theme
from toolguard.window.passage import Passage


@dataclass(frozen=True, slots=True)
class Shape:
    """How a state is shown: icon and ground, a sentence, and what the button that asks again is called."""

    icon: str
    tone: str
    words: Any
    button: Any = ""


_AGAIN = QT_TRANSLATE_NOOP("Keychain", "Try again")
STATES: dict[str, Shape] = {
    "ready": Shape("ok", "ok", QT_TRANSLATE_NOOP("Keychain", "Your keychain is open: values are kept there.")),
    "closed": Shape(
        "lock", "", QT_TRANSLATE_NOOP("Keychain", "Your keychain is locked. It asks you when a value is needed."),
        QT_TRANSLATE_NOOP("Keychain", "Unlock now"),
    ),
    "waiting": Shape(
        "pending", "caution",
        QT_TRANSLATE_NOOP("Keychain", "Your keychain waits for you: unlock it, or answer it, in its own window."),
    ),
    "slow": Shape(
        "caution", "caution",
        QT_TRANSLATE_NOOP("Keychain", "Your keychain does not answer. Look for a question that it asks behind another "
                          "window; if there is none, start it again. Servers that need a value wait, then are told."),
        _AGAIN,
    ),
    "locked": Shape(
        "lock", "caution",
        QT_TRANSLATE_NOOP("Keychain", "Your keychain stayed locked, so servers that need a value do not start."),
        QT_TRANSLATE_NOOP("Keychain", "Unlock now"),
    ),
    "denied": Shape(
        "deny", "caution",
        QT_TRANSLATE_NOOP("Keychain", "Your keychain's question was dismissed, so servers that need a value do not "
                          "start. Try again and allow ToolGuard to use it."),
        _AGAIN,
    ),
    "none": Shape(
        "danger", "danger",
        QT_TRANSLATE_NOOP("Keychain", "There is no keychain that ToolGuard may use. Start one (GNOME Keyring, KWallet, "
                          "Keychain, Credential Manager). Until then a value can be kept in memory only, until "
                          "ToolGuard closes."),
        QT_TRANSLATE_NOOP("Keychain", "Look again"),
    ),
    "failed": Shape(
        "danger", "danger",
        QT_TRANSLATE_NOOP("Keychain", "Your keychain did not do its work. See whether it runs, then try again."),
        _AGAIN,
    ),
}  # fmt: skip
"""Every state of the keychain (`store.keychain`); a test compares them."""


class KeychainStrip(theme.Dressed, QFrame):
    """One line below the page's title. ``asked``: the person lets the keychain put its question."""

    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = "ready"
        self._sign = QLabel()
        self.words = Passage()
        self.words.setAccessibleName(QCoreApplication.translate("Keychain", "Your keychain"))
        self.button = QPushButton(autoDefault=False)
        self.button.clicked.connect(self.asked)
        self._row = row = QHBoxLayout(self)
        row.setSpacing(theme.SPACE * 2)
        row.addWidget(self._sign)
        row.addWidget(self.words, 1)
        row.addWidget(self.button)
        self.show_state("ready")

    def show_state(self, state: str) -> None:
        """Say how the keychain is."""
        self.state = state
        shape = STATES.get(state, STATES["failed"])
        translate = QCoreApplication.translate
        ground = {"": "plain", "ok": "plain"}.get(shape.tone, shape.tone)
        if self.property("ground") != ground:
            self.setProperty("ground", ground)
            self.style().unpolish(self)
            self.style().polish(self)
        inset = 0 if ground == "plain" else theme.SPACE
        self._row.setContentsMargins(inset * 3, theme.SPACE * 2, inset * 2, theme.SPACE * 2)
        self.words.set_tone(shape.tone if ground != "plain" else "quiet")
        self.words.say(translate("Keychain", shape.words))
        self.button.setText(translate("Keychain", shape.button) if shape.button else "")
        self.button.setVisible(bool(shape.button))
        self._worn = None
        self.redress()

    def busy(self, on: bool) -> None:
        """The keychain is being asked: it cannot be asked a second time meanwhile."""
        self.button.setEnabled(not on)

    def dress(self, colours: theme.Colours) -> None:
        shape = STATES.get(self.state, STATES["failed"])
        colour = getattr(colours, shape.tone or "quiet")
        self._sign.setPixmap(icons.pixmap(shape.icon, colour, 18, self.devicePixelRatioF()))
