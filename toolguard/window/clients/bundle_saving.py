"""Saves a bundle made by ToolGuard: asks for a path, and writes the file atomically."""

from __future__ import annotations

import base64

from PySide6.QtCore import QIODevice, QObject, QSaveFile, Signal
from PySide6.QtWidgets import QWidget

from toolguard.services.interface import RefusedError
from toolguard.window.core_link import CoreLink
from toolguard.window.widgets.file_dialog import choose_target


class BundleSaving(QObject):
    """``saved`` carries the path, ``refused`` why nothing was saved."""

    saved = Signal(str)
    refused = Signal(str)

    def __init__(self, core_link: CoreLink, parent: QWidget) -> None:
        super().__init__(parent)
        self._core_link = core_link
        self._window = parent

    def choose_file(self, server: str) -> None:
        """Open the dialog for the file, and save a bundle for ``server`` there; nothing if it is cancelled."""
        choose_target(
            self._window, self.tr("Save bundle"), f"{server}-toolguard.mcpb",
            lambda path: self.start(server, str(path)),
        )  # fmt: skip

    def start(self, server: str, path: str) -> None:
        """Save the bundle for a server at this path."""
        self._core_link.spawn(self._save(server, path))

    async def _save(self, server: str, path: str) -> None:
        try:
            result = await self._core_link.run(lambda core: core.bundles.make(server))
        except RefusedError as why:
            self.refused.emit(str(why))
            return
        data, file = base64.b64decode(result["data"]), QSaveFile(path)
        if file.open(QIODevice.OpenModeFlag.WriteOnly) and file.write(data) == len(data) and file.commit():
            self.saved.emit(path)
        else:
            self.refused.emit(self.tr("Can't write {0}: {1}.").format(path, file.errorString()))
