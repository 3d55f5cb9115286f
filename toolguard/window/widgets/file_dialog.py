"""Dialogs that ask for a path. They do not block the window's event loop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def choose_path(parent: QWidget, title: str, chosen: Callable[[Path], object], *, is_folder: bool = False) -> None:
    """Ask for an existing file or folder, and call ``chosen`` with it. A dialog of ``parent`` that is open stays."""
    dialog = _dialog(parent, title, chosen)
    if dialog is not None:
        dialog.setFileMode(QFileDialog.FileMode.Directory if is_folder else QFileDialog.FileMode.ExistingFile)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, is_folder)
        dialog.open()


def choose_target(parent: QWidget, title: str, name: str, chosen: Callable[[Path], object]) -> None:
    """Ask where to save a file; ``name`` is proposed, and its suffix is added if none is entered."""
    dialog = _dialog(parent, title, chosen)
    if dialog is not None:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(Path(name).suffix.removeprefix("."))
        dialog.selectFile(name)
        dialog.open()


def _dialog(parent: QWidget, title: str, chosen: Callable[[Path], object]) -> QFileDialog | None:
    if parent.findChild(QFileDialog, options=Qt.FindChildOption.FindDirectChildrenOnly) is not None:
        return None
    dialog = QFileDialog(parent, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda path: chosen(Path(path)))
    return dialog
