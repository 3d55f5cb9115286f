"""Button that opens a text file: shows the dialog, reads the file in a thread, and emits its text."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from toolguard.window.page import PageContext
from toolguard.window.widgets.file_dialog import choose_path


class FileChoice(QPushButton):
    """``most``: maximum bytes of a file."""

    chosen = Signal(str)
    """The text of the file."""
    path_chosen = Signal(object)
    """The path of a file that is not read here, because of its suffix."""
    refused = Signal(str)
    """Why it could not be read, one sentence."""

    def __init__(self, context: PageContext, text: str, most: int, passes: tuple[str, ...] = ()) -> None:
        """``passes``: suffixes of files for which only the path is emitted."""
        super().__init__(text, autoDefault=False)
        self._context = context
        self._max_size = most
        self._passes = passes
        self.clicked.connect(self.open_dialog)

    def open_dialog(self) -> None:
        """Open the dialog, and read the chosen file; nothing if it is cancelled."""
        choose_path(self, self.text(), self.read_file)

    def read_file(self, path: Path) -> None:
        """Read a file that was chosen or dropped, or pass on its path if it is of another kind."""
        if path.name.lower().endswith(self._passes):
            self.path_chosen.emit(path)
        else:
            self._context.core_link.spawn(self._take(path))

    async def _take(self, path: Path) -> None:
        try:
            data = await asyncio.to_thread(_read, path, self._max_size + 1)
            if len(data) > self._max_size:
                self.refused.emit(self.tr("The file is too large for a list of servers."))
                return
            self.chosen.emit(data.decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.refused.emit(self.tr("The file is not UTF-8 text."))
        except OSError as why:
            self.refused.emit(self.tr("Can't read the file: {0}.").format(why.strerror or str(why)))


def _read(path: Path, most: int) -> bytes:
    if not path.is_file():
        raise OSError("it is no regular file")
    with path.open("rb") as file:
        return file.read(most)
