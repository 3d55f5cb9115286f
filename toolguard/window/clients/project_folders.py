"""Project folders whose client settings are included: added by a dialog or by dropping."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtWidgets import QWidget

from toolguard.window.forms.list_panel import ListPanel, list_row
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.file_dialog import choose_path
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, show_text

_SETTINGS_KEY = "clients/projects"
MAX_FOLDERS = 100
"""Maximum number of remembered folders."""


def remembered(settings: QSettings) -> list[str]:
    """Return the folders that were added in this window or an earlier one."""
    value = settings.value(_SETTINGS_KEY)
    listed = [value] if isinstance(value, str) else value if isinstance(value, list) else []  # of one, Qt gives a text
    return [path for path in listed if isinstance(path, str) and Path(path).is_absolute()][:MAX_FOLDERS]


class ProjectFolders(ListPanel):
    """``changed``: a folder was added or removed."""

    changed = Signal()

    def __init__(self, settings: QSettings) -> None:
        super().__init__(
            self.tr("Project folders"),
            self.tr(
                "Chat clients also read settings in a project's folder, such as .mcp.json or .vscode/mcp.json. Add the "
                "folders of your projects, or drop them on the window. Folders inside them are not searched."
            ),
            self.tr("Add folder…"), self.tr("Back from project folders"),
            EmptyState(
                "client", self.tr("No project folders yet"),
                self.tr("Servers of a project are found here once its folder is added."),
            ),
        )  # fmt: skip
        self._settings = settings
        self.paths = remembered(settings)
        """The folders, in the order in which they were added."""
        self.add.clicked.connect(self.choose_folder)
        self._list()

    def choose_folder(self) -> None:
        """Open the dialog for a folder, and add it; nothing if it is cancelled."""
        choose_path(self, self.tr("Add project folder"), self.add_folder, is_folder=True)

    def add_folder(self, folder: Path) -> bool:
        """Add a folder. If that is not possible, show the reason and return False."""
        path = str(folder)
        why = ""
        if not folder.is_absolute() or not folder.is_dir():
            why = self.tr("{0} is not a folder.")
        elif len(self.paths) >= MAX_FOLDERS and path not in self.paths:
            why = self.tr("{0} was not added: remove another folder first.")
        show_text(self.error_label, why.format(untrusted_text.shortened(path, 300)))
        if why:
            return False
        if path not in self.paths:
            self._save([*self.paths, path])
        return True

    def remove(self, path: str) -> None:
        """Remove a folder from the list. Nothing in it changes."""
        self._save([folder for folder in self.paths if folder != path])
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _save(self, paths: list[str]) -> None:
        self.paths = paths
        self._settings.setValue(_SETTINGS_KEY, paths)
        self._list()
        self.changed.emit()

    def _list(self) -> None:
        self.show_rows([self._row(path) for path in self.paths], self.add)

    def words_of(self, index: int) -> str:
        return self.paths[index]

    def _row(self, path: str) -> QWidget:
        words = TextLabel(mono=True, name=self.tr("Project folder"))
        words.set_text(untrusted_text.shortened(path, 400))
        button = push_button(self.tr("Remove"))
        button.setAccessibleName(self.tr("Remove {0} from the list").format(untrusted_text.shortened(path, 200)))
        button.clicked.connect(lambda: self.remove(path))
        return list_row([words], button)
