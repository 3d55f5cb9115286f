"""The language of the window: English, or what ``resources/translations`` has been compiled to at build.

Texts are asked for when a page is made, so the window makes its pages again in another language.
"""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QTranslator
from PySide6.QtWidgets import QApplication

import toolguard
from toolguard.tables.settings import LANGUAGES


def meant(choice: str, system: QLocale | None = None) -> str:
    """The language that ``choice`` stands for: for ``system`` the first of the desktop's that we have, else English."""
    if choice in LANGUAGES:
        return choice
    for wanted in (system or QLocale.system()).uiLanguages():
        locale = QLocale(wanted)
        if locale.language() == QLocale.Language.Chinese:
            return "en" if locale.script() == QLocale.Script.TraditionalChineseScript else "zh_CN"
        if locale.language() == QLocale.Language.English:
            return "en"
    return "en"


class Language(QObject):
    """Gives the application its texts, Qt's own buttons, and how dates and numbers are written."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._installed: list[QTranslator] = []
        self.code: str = "en"

    def choose(self, choice: str) -> None:
        """Speak the language of ``choice``. A window that is there makes what it shows again."""
        if self._installed and meant(choice) == self.code:
            return
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed = []
        self.code = meant(choice)
        system = QLocale.system()
        same = system.language() == QLocale(self.code).language()
        QLocale.setDefault(system if same else QLocale(self.code))  # the region's own habits where it speaks this
        qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for name, folder in (("qtbase", qt), ("toolguard", str(toolguard.resource("translations")))):
            translator = QTranslator(self)
            if translator.load(f"{name}_{self.code}", folder):
                self._app.installTranslator(translator)
                self._installed.append(translator)
