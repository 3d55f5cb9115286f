"""Banner with the state of the system's keyring and what to do about it. It knows the states, not the keyring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtWidgets import QFrame

from toolguard.window import core_translation, theme
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout.boxes import hbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, set_style, show_text


@dataclass(frozen=True, slots=True)
class StateAppearance:
    """Appearance of a state: icon and background, a sentence, and the text of the button that tries again."""

    icon: str
    tone: str
    text: Any
    button: Any = ""


_TRY_AGAIN = QT_TRANSLATE_NOOP("Keychain", "Try again")
STATES: dict[str, StateAppearance] = {
    "ready": StateAppearance("ok", "ok", QT_TRANSLATE_NOOP("Keychain", "Your keyring is unlocked.")),
    "closed": StateAppearance(
        "lock",
        "",
        QT_TRANSLATE_NOOP("Keychain", "Your keyring is locked. It prompts you when a value is needed."),
        QT_TRANSLATE_NOOP("Keychain", "Unlock"),
    ),
    "waiting": StateAppearance(
        "pending",
        "caution",
        QT_TRANSLATE_NOOP("Keychain", "Your keyring is waiting. Unlock it or respond in its window."),
    ),
    "slow": StateAppearance(
        "caution",
        "caution",
        QT_TRANSLATE_NOOP(
            "Keychain",
            "Your keyring isn't responding. Check for an unlock prompt behind other "
            "windows, or restart the keyring. Servers that need a value wait, then fail.",
        ),
        _TRY_AGAIN,
    ),
    "locked": StateAppearance(
        "lock",
        "caution",
        QT_TRANSLATE_NOOP("Keychain", "Your keyring is still locked, so servers that need a value can't start."),
        QT_TRANSLATE_NOOP("Keychain", "Unlock"),
    ),
    "denied": StateAppearance(
        "deny",
        "caution",
        QT_TRANSLATE_NOOP(
            "Keychain",
            "The keyring prompt was dismissed, so servers that need a value can't start. Try again and allow access.",
        ),
        _TRY_AGAIN,
    ),
    "none": StateAppearance(
        "danger",
        "danger",
        QT_TRANSLATE_NOOP(
            "Keychain",
            "No keyring is available. Start GNOME Keyring, KWallet, Keychain or "
            "Credential Manager. Until then, values can only be kept in memory until "
            "ToolGuard quits.",
        ),
        QT_TRANSLATE_NOOP("Keychain", "Check again"),
    ),
    "failed": StateAppearance(
        "danger",
        "danger",
        QT_TRANSLATE_NOOP("Keychain", "The keyring returned an error. Check that it is running, then try again."),
        _TRY_AGAIN,
    ),
    "changed": StateAppearance(
        "danger",
        "danger",
        QT_TRANSLATE_NOOP(
            "Keychain",
            "A different keyring is now in use. Servers that need a secret won't start "
            "until you decide on the Pending page.",
        ),
    ),
}
"""Every state of the keyring (`store.keychain`); a test compares them."""


class KeychainBanner(QFrame):
    """One line below the page's title, hidden while the keyring is ready.

    With ``button`` the person lets the keyring show its prompt.
    """

    def __init__(self) -> None:
        super().__init__()
        self.state = "ready"
        self.backend = ""
        """The name of the service that stores the values; "" if unknown."""
        self._icon = IconLabel()
        self.text_label = TextLabel(name=QCoreApplication.translate("Keychain", "Keyring"))
        self.button = push_button()
        self._row = hbox(self._icon, (self.text_label, 1), self.button, parent=self)
        self.show_state("ready")

    def show_state(self, state: str, backend: str = "") -> None:
        """Show the state; ``backend`` is the name of the service that stores the values, if known."""
        self.state, self.backend = state, backend or self.backend
        self.setVisible(state != "ready")
        shape = STATES.get(state, STATES["failed"])
        translate = QCoreApplication.translate
        ground = {"": "plain", "ok": "plain"}.get(shape.tone, shape.tone)
        set_style(self, "ground", ground)
        inset = 0 if ground == "plain" else theme.SPACE
        self._row.setContentsMargins(inset * 3, theme.SPACE * 2, inset * 2, theme.SPACE * 2)
        self.text_label.set_tone(shape.tone if ground != "plain" else "quiet")
        text = translate("Keychain", shape.text)
        if backend:
            text = core_translation.join_sentences(text, translate("Keychain", "Keyring: {0}.").format(backend))
        self.text_label.set_text(text)
        show_text(self.button, translate("Keychain", shape.button) if shape.button else "")
        self._icon.show_icon(shape.icon, shape.tone or "quiet")

    def busy(self, on: bool) -> None:
        """Disable the button while the keyring is accessed."""
        self.button.setEnabled(not on)
