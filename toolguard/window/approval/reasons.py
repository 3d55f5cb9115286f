"""The person's own reasons for denying: a menu that inserts one into the field, and a dialog to edit them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QMenu, QPushButton, QTextEdit, QWidget

from toolguard.services.interface import RefusedError
from toolguard.window import core_translation, theme
from toolguard.window.core_link import CoreLink
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout.boxes import vbox
from toolguard.window.widgets.text_label import label

MAX_REASONS = 30
"""Maximum reasons in the menu."""
MAX_REASON_LENGTH = 500
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


def tidy(reasons: object) -> list[str]:
    """Return valid reasons for the menu: one line each, unique, limited in number."""
    texts = (
        [reason.strip()[:MAX_REASON_LENGTH] for reason in reasons if isinstance(reason, str)]
        if isinstance(reasons, list)
        else []
    )
    return list(dict.fromkeys(" ".join(reason.split()) for reason in texts if reason))[:MAX_REASONS]


class ReasonsMenu(QPushButton):
    """A button with the menu. ``chosen`` carries a reason, ``edit`` requests the dialog."""

    chosen = Signal(str)
    edit = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setText(self.tr("Reasons"))
        self.setAccessibleName(self.tr("Your reasons for denying"))
        self.setAutoDefault(False)
        self.reasons = built_in()
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)

    def open_menu(self) -> None:
        """Open the menu below the button, for a key."""
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _fill(self) -> None:
        self._menu.clear()
        for reason in self.reasons:
            shown = untrusted_text.shortened(reason, 70).replace("&", "&&")
            self._menu.addAction(shown).triggered.connect(lambda _=False, reason=reason: self.chosen.emit(reason))
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Edit your reasons…")).triggered.connect(self.edit)

    async def read(self, core_link: CoreLink) -> None:
        """Set the person's own reasons; empty: the built-in ones."""
        try:
            reasons = tidy(preference(await core_link.run(lambda core: core.settings.all())))
            self.reasons = list(core_translation.all_local(reasons)) or built_in()
        except RefusedError:
            return

    def open_dialog(self, core_link: CoreLink) -> None:
        """Let the person edit them."""
        dialog = ReasonsDialog(self.reasons, self.window())
        dialog.saved.connect(lambda reasons: core_link.spawn(self._save(core_link, dialog, reasons)))
        dialog.open()

    async def _save(self, core_link: CoreLink, dialog: ReasonsDialog, reasons: list[str]) -> None:
        try:
            await core_link.run(lambda core: core.settings.change("reasons", reasons))
        except RefusedError as why:
            dialog.show_error(untrusted_text.visible(str(why)))
        else:
            self.reasons = reasons or built_in()
            dialog.accept()


def preference(result: Any) -> Any:
    """Return the value of ``reasons`` in a result of ``preferences.list``: rows with names, or an object of values."""
    if isinstance(result, dict):
        reasons = result.get("reasons")
        return reasons.get("value") if isinstance(reasons, dict) else reasons
    rows = (row for row in result if isinstance(row, dict) and row.get("name") == "reasons")
    return next((row.get("value") for row in rows), None)


class ReasonsDialog(QDialog):
    """One reason per line. `saved` carries them; the caller closes the dialog, or shows an error with `show_error`."""

    saved = Signal(list)

    def __init__(self, words: list[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Your reasons for denying"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.area = QTextEdit(acceptRichText=False)
        self.area.setProperty("kind", "values")
        self.area.setAccessibleName(self.tr("Reasons, one per line"))
        self.area.setTabChangesFocus(True)
        self.area.setPlainText("\n".join(words))
        self.error_label = label(tone="danger", wrap=True)
        buttons = QDialogButtonBox()
        save = buttons.addButton(self.tr("Save reasons"), QDialogButtonBox.ButtonRole.ApplyRole)
        save.clicked.connect(lambda: self.saved.emit(tidy(self.area.toPlainText().split("\n"))))
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.rejected.connect(self.reject)
        vbox(
            label(self.tr("One reason per line. The reason you pick is sent to the model."), wrap=True),
            (self.area, 1), self.error_label, buttons,
            parent=self, spacing=theme.SPACE * 3,
            margins=(theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 5),
        )  # fmt: skip
        self.resize(theme.SPACE * 130, theme.SPACE * 80)
        theme.apply_style_sheet(self)

    def show_error(self, problem: str) -> None:
        """Show why the reasons were not saved; the dialog stays open."""
        self.error_label.setText(problem)
