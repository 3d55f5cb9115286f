"""The interface between the main window and a page."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, ParamSpec, TypeAlias, TypeVar

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLineEdit, QStackedWidget, QWidget

from toolguard.gate.model import Snapshot
from toolguard.window import core_translation
from toolguard.window.core_link import CoreLink, reporting
from toolguard.window.json_view import untrusted_text
from toolguard.window.log_view.log_access import LogAccess
from toolguard.window.preferences import WindowPreferences
from toolguard.window.queue.sample_call import SampleCall
from toolguard.window.queue.undoable_denials import UndoableDenials
from toolguard.window.widgets.frame.accessible_roles import PagePanel
from toolguard.window.widgets.frame.status_strip import StatusStrip
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.splitter import Splitter
from toolguard.window.widgets.lists.fitted_header import FittedHeader
from toolguard.window.widgets.text_label import label, show_text

RowAction: TypeAlias = QAbstractButton | QAction
"""What the menu of a row offers: a button of the page, or an action in the menu of one."""
_P = ParamSpec("_P")
_View = TypeVar("_View", bound=QWidget)


@dataclass(frozen=True, slots=True)
class PageContext:
    """Dependencies of every page. ``reading`` is None if there is no log to read."""

    core_link: CoreLink
    reading: LogAccess | None
    settings: QSettings
    go: Callable[[str, str], None] = lambda _key, _about: None
    """Shows the page with that key, and calls its `Page.open` with the second text."""
    preferences: WindowPreferences = field(default_factory=WindowPreferences)
    """The person's settings."""
    welcome: bool = False
    """Whether this is the first start, so that the page Pending shows the introduction."""
    sample: SampleCall | None = None
    """Makes the sample call of the introduction; None if that is not possible."""
    guards: Callable[[], bool] = lambda: False
    """Returns whether the settings of a chat client are known to use ToolGuard."""
    denials: UndoableDenials = field(default_factory=UndoableDenials)
    """Denials that can still be undone. Their calls do not count as pending."""
    moves: Callable[[], bool] = lambda: True
    """Returns whether an animation may be shown now."""


class Page(PagePanel):
    """A page receives snapshots while it is shown, and knows its keyboard focus."""

    built_part = Signal(QWidget)
    """A part of the page was built later than the page."""
    availability_changed = Signal()
    """`unavailable` or `effects` may return something else now."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.status_strip = StatusStrip(self)
        self.notice = self.status_strip.notice
        """The message about the last action on this page; Ctrl+Z undoes it while that is offered."""
        self.error_label = label(tone="danger", wrap=True, shown=False)

    def add_view(self, stack: QStackedWidget, view: _View) -> _View:
        """Add a ``view`` to a stack of the page when it is first needed. Pages open faster without rare views."""
        stack.addWidget(view)
        tab_order.insert_after(stack, view)
        self.built_part.emit(view)
        return view

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.status_strip.settle()

    def spawn(self, function: Callable[_P, Coroutine[Any, Any, None]], *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Run ``function``; show why if it is refused."""
        self.context.core_link.spawn(self._reporting(function, *args, **kwargs))

    async def _reporting(
        self, function: Callable[_P, Coroutine[Any, Any, None]], *args: _P.args, **kwargs: _P.kwargs
    ) -> None:
        with reporting(self.show_error):
            await function(*args, **kwargs)

    def show_error(self, text: str) -> None:
        """Show an error in `error_label`, where the page has put it; "" for none."""
        show_text(self.error_label, untrusted_text.visible(core_translation.local(text), lines=True))

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show ``snapshot``. Called at most ten times a second, only while the page is shown."""

    def follow(self, snapshot: Snapshot) -> None:
        """Note what the person misses in ``snapshot``. Called instead of `set_snapshot` while another page is shown."""

    def open(self, about: str) -> None:
        """Show ``about``: a server, a client, a call. Does nothing if it no longer exists."""

    def drop(self, path: Path) -> None:
        """Take a file or a folder that was dropped on the window."""

    def styled_parts(self) -> tuple[QWidget, ...]:
        """Return the parts that get the style sheet separately; a hidden part gets a newer one when it is shown."""
        return (self,)

    def panes(self) -> tuple[QWidget, ...]:
        """Return the widgets that F6 goes through, the list first."""
        return ()

    def focus_list(self) -> None:
        """Set the focus to the list if it has a current row, otherwise to the page: to nothing that a key presses."""
        first = next(iter(self.panes()), None)
        has_row = isinstance(first, QAbstractItemView) and first.isVisible() and first.currentIndex().isValid()
        (first if first is not None and has_row else self).setFocus(Qt.FocusReason.OtherFocusReason)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """Return the page's actions, by the names of `toolguard.window.pages.actions.ACTIONS`."""
        return {}

    def searches(self) -> Sequence[QLineEdit]:
        """Return the search fields, of which at most one is shown."""
        return ()

    def search_page(self) -> None:
        """Set the focus to the search field that is shown."""
        for search in self.searches():
            self.type_in(search)

    def unavailable(self) -> AbstractSet[str]:
        """Return the names of the actions that can do nothing now; the page's lower edge omits their keys."""
        return frozenset() if any(search.isVisibleTo(self) for search in self.searches()) else {"find"}

    def effects(self) -> Mapping[str, str]:
        """Return what actions do now that is more than their titles say, by their names; for the page's lower edge."""
        return {}

    @staticmethod
    def type_in(line: QLineEdit) -> None:
        """Set the focus to a search field and select its text."""
        if line.isVisible():
            line.setFocus(Qt.FocusReason.ShortcutFocusReason)
            line.selectAll()

    def row_lists(self) -> tuple[QWidget, ...]:
        """Return the lists whose selected row the row actions apply to."""
        return ()

    def row_buttons(self) -> Mapping[QAbstractItemView, Mapping[str, RowAction]]:
        """Return the lists whose rows have a menu, with their buttons in order; names as in `ACTIONS` have keys."""
        return {}

    def remember(self) -> None:
        """Store the layout for the next start (splitters, columns)."""
        for split in self.findChildren(Splitter):
            split.remember()
        for head in self.findChildren(FittedHeader):
            head.remember(self.context.settings)

    def recall(self) -> None:
        """Restore the stored layout. Called once the page is laid out."""
        for head in self.findChildren(FittedHeader):
            head.recall(self.context.settings)


class ErrorBoundary(QObject):
    """``with trap:`` around a page's code, so that an error shows on that page and stops nothing else."""

    failed_unexpectedly = Signal(object)
    """The exception, a bug of ours, to be logged and shown."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        if isinstance(error, Exception):
            self.failed_unexpectedly.emit(error)
            return True
        return False
