"""What the frame and a page know of each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from toolguard.gate.model import Snapshot
from toolguard.window.core_link import Seam
from toolguard.window.log_view.log_access import Reading
from toolguard.window.preferences import Wishes
from toolguard.window.widgets import toast
from toolguard.window.widgets.splitter import Split


@dataclass(frozen=True, slots=True)
class Desk:
    """What every page is given. ``reading`` is None where there is no log to read."""

    seam: Seam
    reading: Reading | None
    settings: QSettings
    go: Callable[[str, str], None] = lambda _key, _about: None
    """Turns to the page of that key, and lets it `Page.open` what the second text names."""
    wishes: Wishes = field(default_factory=Wishes)
    """What the person has set."""
    moves: Callable[[], bool] = lambda: True
    """Whether an animation may be shown now."""


class Page(QWidget):
    """One page: takes snapshots while it is shown, and knows where the keyboard goes."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        toast.settle(self)

    def take(self, snapshot: Snapshot) -> None:
        """Show ``snapshot``. Called at most ten times a second, only while the page is shown."""

    def open(self, about: str) -> None:
        """Show what ``about`` names: a server, a client, a call. What is not known any more changes nothing."""

    def panes(self) -> tuple[QWidget, ...]:
        """The widgets that F6 goes through, the list first."""
        return ()

    def remember(self) -> None:
        """Write down what should be as it is now at the next start (where lines stand, columns)."""
        for split in self.findChildren(Split):
            split.remember()


class Trap(QObject):
    """``with trap:`` around what a page does, so that an error of one page shows there and stops nothing else."""

    sprung = Signal(object)
    """The exception. It is a bug of ours, and is to be logged and shown."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        if isinstance(error, Exception):
            self.sprung.emit(error)
            return True
        return False
