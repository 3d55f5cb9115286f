"""The person's own reasons for denying: a menu that inserts one into the field."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Signal
from PySide6.QtWidgets import QMenu, QPushButton

from toolguard.window import core_translation
from toolguard.window.json_view import untrusted_text
from toolguard.window.preferences import WindowPreferences

MAX_REASONS = 30
"""Maximum reasons in the menu."""
BUILT_IN: tuple[Any, ...] = (
    QT_TRANSLATE_NOOP("ReasonsMenu", "Don't use this file or folder."),
    QT_TRANSLATE_NOOP("ReasonsMenu", "Too broad. Narrow the request."),
    QT_TRANSLATE_NOOP("ReasonsMenu", "First explain what you want to do and why."),
    QT_TRANSLATE_NOOP("ReasonsMenu", "I'll do this myself."),
    QT_TRANSLATE_NOOP("ReasonsMenu", "This has unwanted side effects."),
)
"""The reasons in the menu until the person has written their own."""


def built_in() -> list[str]:
    """Return the reasons that everybody has, in the person's language."""
    return [QCoreApplication.translate("ReasonsMenu", words) for words in BUILT_IN]


class ReasonsMenu(QPushButton):
    """A button with the menu. ``chosen`` carries a reason, ``edit`` requests the setting with the reasons."""

    chosen = Signal(str)
    edit = Signal()

    def __init__(self, preferences: WindowPreferences) -> None:
        super().__init__()
        self._preferences = preferences
        self.setText(self.tr("Reasons"))
        self.setAccessibleName(self.tr("Your reasons for denying"))
        self.setAutoDefault(False)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)

    def reasons(self) -> list[str]:
        """Return the person's reasons, or the built-in ones."""
        return list(core_translation.all_local(self._preferences["reasons"]))[:MAX_REASONS] or built_in()

    def open_menu(self) -> None:
        """Open the menu below the button, for a key."""
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _fill(self) -> None:
        self._menu.clear()
        for reason in self.reasons():
            shown = untrusted_text.shortened(reason, 70).replace("&", "&&")
            self._menu.addAction(shown).triggered.connect(lambda _=False, reason=reason: self.chosen.emit(reason))
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Edit your reasons…")).triggered.connect(self.edit)
