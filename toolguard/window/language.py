"""The language of the window: English, or one of the compiled ``resources/translations``.

Texts are read when a page is created, so the window creates its pages again in another language.
"""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QTranslator
from PySide6.QtWidgets import QApplication

import toolguard
from toolguard.tables.settings import LANGUAGES


def code_for(choice: str, system: QLocale | None = None) -> str:
    """Return the language for ``choice``; ``system``: the first available one of the desktop's, else English."""
    if choice in LANGUAGES:
        return choice
    for language in (system or QLocale.system()).uiLanguages():
        locale = QLocale(language)
        if locale.language() == QLocale.Language.Chinese:
            return "en" if locale.script() == QLocale.Script.TraditionalChineseScript else "zh_CN"
        if locale.language() == QLocale.Language.English:
            return "en"
    return "en"


class Language(QObject):
    """Sets the language of the application, of Qt's own buttons, and of dates and numbers."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._installed: list[QTranslator] = []
        self.code: str = "en"

    def choose(self, choice: str) -> None:
        """Set the language for ``choice``. An open window creates its content again."""
        if self._installed and code_for(choice) == self.code:
            return
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed = []
        self.code = code_for(choice)
        system = QLocale.system()
        same = system.language() == QLocale(self.code).language()
        QLocale.setDefault(system if same else QLocale(self.code))  # the region's own formats if it uses this language
        qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for name, folder in (("qtbase", qt), ("toolguard", str(toolguard.resource("translations")))):
            translator = QTranslator(self)
            if translator.load(f"{name}_{self.code}", folder):
                self._app.installTranslator(translator)
                self._installed.append(translator)
