"""What the frame and a page know of each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from toolguard.gate.model import Snapshot
from toolguard.window.core_link import CoreLink
from toolguard.window.log_view.log_access import LogAccess
from toolguard.window.preferences import WindowPreferences
from toolguard.window.queue.sample_call import SampleCall
from toolguard.window.queue.undoable_denials import UndoableDenials
from toolguard.window.widgets.lists.fitted_header import FittedHeader
from toolguard.window.widgets.splitter import Splitter
from toolguard.window.widgets.status_strip import StatusStrip


@dataclass(frozen=True, slots=True)
class PageContext:
    """What every page is given. ``reading`` is None where there is no log to read."""

    seam: CoreLink
    reading: LogAccess | None
    settings: QSettings
    go: Callable[[str, str], None] = lambda _key, _about: None
    """Turns to the page of that key, and lets it `Page.open` what the second text names."""
    wishes: WindowPreferences = field(default_factory=WindowPreferences)
    """What the person has set."""
    welcome: bool = False
    """Whether this is the first start, so that the page Pending introduces ToolGuard."""
    sample: SampleCall | None = None
    """Lets a sample call come, for the introduction; None where there is none."""
    denials: UndoableDenials = field(default_factory=UndoableDenials)
    """What the person has denied and can take back for a while: it waits for nobody, and is counted nowhere."""
    moves: Callable[[], bool] = lambda: True
    """Whether an animation may be shown now."""


class Page(QWidget):
    """One page: takes snapshots while it is shown, and knows where the keyboard goes."""

    built_part = Signal(QWidget)
    """A part of the page was built later than the page, to be shown now. It gets a style sheet of its own."""

    def __init__(self, desk: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.status_strip = StatusStrip(self)
        self.notice = self.status_strip.notice
        """What was done on this page; Ctrl+Z takes it back while that is offered."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.status_strip.settle()

    def take(self, snapshot: Snapshot) -> None:
        """Show ``snapshot``. Called at most ten times a second, only while the page is shown."""

    def open(self, about: str) -> None:
        """Show what ``about`` names: a server, a client, a call. What is not known any more changes nothing."""

    def drop(self, path: Path) -> None:
        """Take a file or a folder that was dropped on the window."""

    def styled_parts(self) -> tuple[QWidget, ...]:
        """The parts that get the style sheet each by itself: one that is hidden gets a newer one when it is shown."""
        return (self,)

    def urgent_parts(self) -> tuple[QWidget, ...]:
        """Those of them that get it before they are shown, because a person's time to look at them is counted."""
        return ()

    def panes(self) -> tuple[QWidget, ...]:
        """The widgets that F6 goes through, the list first."""
        return ()

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What can be done here, by the names of `toolguard.window.pages.actions.ACTIONS`."""
        return {}

    @staticmethod
    def type_in(line: QLineEdit) -> None:
        """Give the keyboard to a search, with its words selected."""
        if line.isVisible():
            line.setFocus(Qt.FocusReason.ShortcutFocusReason)
            line.selectAll()

    def row_lists(self) -> tuple[QWidget, ...]:
        """The lists whose selected row the actions of rows are about."""
        return ()

    def remember(self) -> None:
        """Write down what should be as it is now at the next start (where lines stand, columns)."""
        for split in self.findChildren(Splitter):
            split.remember()
        for head in self.findChildren(FittedHeader):
            head.remember(self.desk.settings)

    def recall(self) -> None:
        """Bring back what was written down. Called once the page is laid out."""
        for head in self.findChildren(FittedHeader):
            head.recall(self.desk.settings)


class ErrorBoundary(QObject):
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
