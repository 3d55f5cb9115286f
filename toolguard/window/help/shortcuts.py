"""Shortcuts, the command palette and context menus of rows, made from the rows of `ACTIONS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QWidget

from toolguard.tables.settings import grouped
from toolguard.window.forms.table_text import table_text
from toolguard.window.help import manual
from toolguard.window.help.command_palette import CommandPalette, PaletteEntry
from toolguard.window.help.keys_dialog import KeysDialog
from toolguard.window.help.row_menu import RowMenu, copied_text
from toolguard.window.page import Page
from toolguard.window.pages.actions import ACTIONS, WindowAction, of_page, page_keys
from toolguard.window.pages.stack import PageRow, PageStack


def _types() -> bool:
    """Return whether the focused widget enters characters."""
    focus = QApplication.focusWidget()
    return focus is not None and focus.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)


class WindowShortcuts(QObject):
    """The keys of ``window``, each one shortcut, so that none is ambiguous; the current page defines its effect."""

    def __init__(self, window: Any, pages: Sequence[PageRow]) -> None:
        super().__init__(window)
        self._window = window
        self._pages = {row.key: row for row in pages}
        self._palette: CommandPalette | None = None
        self._stack: PageStack = window.stack
        self._watch(window.stack)
        self._of_lists: list[QShortcut] = []
        for number, row in enumerate(pages[:9], 1):
            self._make(f"Ctrl+{number}", partial(self._turn, row.key))
        for keys in dict.fromkeys(keys for row in ACTIONS for keys in row.keys):
            rows = [row for row in ACTIONS if keys in row.keys]
            result = self._make(keys, partial(self._press, rows), repeats=any(row.repeats for row in rows))
            if all(row.of_row for row in rows):
                self._of_lists.append(result)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_focus)
        self._follow_focus()

    def follow(self, stack: PageStack) -> None:
        """Use the pages of ``stack`` from now on: the window created them again, in another language."""
        if self._palette is not None:
            self._palette.deleteLater()
            self._palette = None
        self._stack = stack
        self._watch(stack)

    @property
    def palette(self) -> CommandPalette:
        """The command palette, which is created on first use."""
        if self._palette is None:
            self._palette = CommandPalette(self._window)
        return self._palette

    @property
    def _is_palette_open(self) -> bool:
        return self._palette is not None and self._palette.isVisible()

    def _make(self, keys: str, does: Callable[[], object], *, repeats: bool = False) -> QShortcut:
        shortcut = QShortcut(QKeySequence(keys), self._window)
        shortcut.setAutoRepeat(repeats)
        shortcut.activated.connect(does)
        return shortcut

    def _follow_focus(self) -> None:
        """Row keys work while the list has the focus; otherwise they belong to the focused widget."""
        in_list = shiboken6.isValid(self._stack) and self._in_list()  # otherwise the window is being destroyed
        for shortcut in self._of_lists:
            shortcut.setEnabled(in_list)
        if shiboken6.isValid(self._stack) and QApplication.focusWidget() is not None:
            self._offer_hints(self._stack.key)

    # Actions

    def own(self) -> Mapping[str, Callable[[], object]]:
        """Return the main window's actions, which are available on every page."""
        return {
            "palette": self.show_palette,
            "undo": self._undo,
            "next_pane": self._window.next_pane,
            "settings": lambda: self._turn("settings"),
            "manual": self.show_manual,
            "keys": self.show_keys,
            "larger": partial(self._window.zoom.step, 1),
            "smaller": partial(self._window.zoom.step, -1),
            "usual_size": partial(self._window.zoom.choose, 100),
            "panic": self._window.block_calls,
            "quit": self._window.quit,
        }

    def _page_commands(self) -> Mapping[str, Callable[[], object]]:
        page = self._stack.page(self._stack.key)
        return {"find": page.search_page, **page.commands()} if page is not None else {}

    def _press(self, rows: Sequence[WindowAction]) -> None:
        """Handle a key. While the palette is open, keys do nothing else."""
        if self._is_palette_open:
            if any(row.name == "palette" for row in rows):
                self.palette.leave()
            return
        here = [row for row in rows if row.page == self._stack.key] or [row for row in rows if not row.page]
        if here and (not here[0].of_row or self._in_list()):
            self.do(here[0])

    def do(self, row: WindowAction) -> None:
        """Run the action of a row, if it is available now."""
        with self._stack.boundary(self._stack.key):
            does = self._page_commands().get(row.name) or self.own().get(row.name)
            if does is not None and (not row.page or row.page == self._stack.key):
                does()

    def _in_list(self) -> bool:
        page, focus = self._stack.page(self._stack.key), QApplication.focusWidget()
        lists = page.row_lists() if page is not None else ()
        return focus is not None and any(widget is focus or widget.isAncestorOf(focus) for widget in lists)

    # Actions of the main window

    def _undo(self) -> None:
        page = self._stack.page(self._stack.key)
        if page is not None:
            page.notice.undo()

    def _turn(self, key: str) -> None:
        if self._stack.has(key) and not self._is_palette_open:
            self._window.turn(key)

    def show_keys(self) -> None:
        """Show the keys of every page and of this one."""
        KeysDialog(self._window, self._stack.key, self._title(self._stack.key)).show()

    def show_manual(self) -> None:
        """Open the manual at the chapter about this page."""
        self._window.go("help", self._pages[self._stack.key].chapter)

    def show_palette(self) -> None:
        """Show the actions of this page first, then pages with their descriptions, settings and the manual."""
        self.palette.begin(list(self._entries()))

    def _entries(self) -> Iterator[PaletteEntry]:
        here, own = self._stack.key, {**self.own(), **self._page_commands()}
        for row in (*of_page(here), *of_page("")):
            if row.name in own and not row.direct:
                place = self._title(here) if row.page else ""
                yield PaletteEntry(place, row.text, partial(self.do, row), row.shown_keys, self._english(row))
        go = self.tr("Go to")
        for number, page in enumerate(self._pages, 1):
            title = self._pages[page].title
            yield PaletteEntry(go, self._title(page), partial(self._turn, page), page_keys(number), title)
        for row in ACTIONS:
            if row.page in self._pages and row.page != here and not (row.direct or row.of_row):
                there = partial(self._run_on_page, row)
                yield PaletteEntry(self._title(row.page), row.text, there, row.shown_keys, self._english(row))
        for rows in grouped().values() if "settings" in self._pages else ():
            for name, setting in rows.items():
                there = partial(self._window.go, "settings", name)
                yield PaletteEntry(self._title("settings"), table_text(setting.title), there, "", setting.title)
        english = {chapter.key: chapter.title for chapter in manual.chapters("en")}
        for chapter in manual.chapters(QLocale().name()) if "help" in self._pages else ():
            there = partial(self._window.go, "help", chapter.key)
            yield PaletteEntry(self._title("help"), chapter.title, there, "", english.get(chapter.key, ""))

    def _english(self, row: WindowAction) -> str:
        """Return the English text of an action, with that of its page."""
        return f"{self._pages[row.page].title}: {row.title}" if row.page in self._pages else row.title

    def _title(self, page: str) -> str:
        return QCoreApplication.translate("MainWindow", self._pages[page].title)

    def _run_on_page(self, row: WindowAction) -> None:
        self._turn(row.page)
        self.do(row)

    # Context menus of rows

    def _watch(self, stack: PageStack) -> None:
        stack.built_page.connect(self._watch_page)
        stack.built_part.connect(lambda _part: self._watch_searches())

    def _watch_searches(self) -> None:
        """Follow all search fields, also those that a page has created later. Qt installs a filter only once."""
        for page in self._stack.built():
            for field in page.searches():
                field.installEventFilter(self)

    def _watch_page(self, key: str) -> None:
        page = self._stack.page(key)
        if page is None:
            return
        page.availability_changed.connect(partial(self._offer_hints, key))
        self._offer_hints(key)
        self._watch_searches()
        for view in page.row_buttons():
            view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            view.customContextMenuRequested.connect(lambda position, view=view: self.show_menu(view, position))
            view.installEventFilter(self)

    def _offer_hints(self, key: str) -> None:
        page = self._stack.page(key)
        if page is not None:
            page.status_strip.keys.offer(self._hints(key, page))

    def _hints(self, key: str, page: Page) -> list[tuple[str, str]]:
        """Return the useful keys for the lower edge: those that decide, others of the page, those of every page."""
        own = {"find", *self.own(), *page.commands()} - page.unavailable()
        in_list, typing, effects = self._in_list(), _types(), page.effects()
        rows = [*of_page(key), *(row for row in of_page("") if row.name in ("find", "palette", "manual", "keys"))]
        # The first ones are shown also in a narrow window, and the last one at its end.
        rows.sort(key=lambda row: (row.name == "keys", row.name == "palette", row.name not in ("approve", "deny")))
        return [
            (row.shown_keys, effects.get(row.name, row.text))
            for row in rows
            if row.keys and row.name in own and (in_list or not row.of_row) and not (typing and len(row.keys[0]) == 1)
        ]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open the menu at the current row by key, and copy what is selected; follow a search that appears or goes.

        Qt's position for the menu is beside the row, it knows no Shift+F10, and it copies only the current row.
        """
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide) and shiboken6.isValid(self._stack):
            self._offer_hints(self._stack.key)
            return False
        copies = (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.matches(QKeySequence.StandardKey.Copy)
        )
        if copies and isinstance(watched, QAbstractItemView):
            if text := copied_text(watched):
                QGuiApplication.clipboard().setText(text)
            return True
        by_key = (
            event.reason() == QContextMenuEvent.Reason.Keyboard
            if isinstance(event, QContextMenuEvent)
            else event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and (event.key(), event.modifiers()) == (Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
        )
        if by_key and isinstance(watched, QAbstractItemView):
            watched.scrollTo(watched.currentIndex())
            self.show_menu(watched, watched.visualRect(watched.currentIndex()).center())
        return by_key

    def show_menu(self, view: QAbstractItemView, position: QPoint) -> QMenu | None:
        """Select the row at ``position`` and show what can be done with it."""
        page, index = self._stack.page(self._stack.key), view.indexAt(position)
        if page is None or not index.isValid():
            return None
        if not view.selectionModel().isSelected(index):
            view.setCurrentIndex(index)
        rows = {row.name: row for row in of_page(self._stack.key)}
        menu = RowMenu(view, page, lambda: page.row_buttons()[view], rows)
        viewport: QWidget = view.viewport()
        menu.popup(viewport.mapToGlobal(position))
        return menu
