"""Named filters of the page Audit: stored with the window's layout, applied, renamed and removed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import asdict
from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.notice import UNDO_DURATION, Notice
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import enable_unless, label, show_text

MAX_SAVED_FILTERS = 50
"""Maximum saved filters."""
MAX_NAME_LENGTH = 60
_SETTINGS_KEY = "audit/saved_filters"
_MAX_SETTING_LENGTH = 200_000
"""Maximum characters of the settings file that are read as filters."""
_Value = Annotated[str, Meta(max_length=512)]
_Choice = Annotated[str, Meta(max_length=64)]
_Moment = Annotated[float, Meta(ge=0, le=253_402_300_799)]
"""Seconds since the epoch, until the end of the year 9999."""


class FilterState(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """State of the filters on the page Audit. ``when`` is relative to now; the range is absolute, in seconds."""

    text: _Value = ""
    client: _Value = ""
    server: _Value = ""
    tool: _Value = ""
    by: _Value = ""
    verdict: _Choice = ""
    outcome: _Choice = ""
    when: _Choice = ""
    kind: _Choice = "call"
    range: tuple[_Moment, _Moment] | None = None


class SavedFilter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A filter and its name."""

    name: Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
    state: FilterState


class FilterStore:
    """The saved filters in the window's settings, by name. Invalid entries are ignored."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def all(self) -> list[SavedFilter]:
        """Return at most `MAX_SAVED_FILTERS`, sorted by name. Of names that differ only in case the first counts."""
        stored = self._settings.value(_SETTINGS_KEY)
        if not isinstance(stored, str) or len(stored) > _MAX_SETTING_LENGTH:
            return []
        try:
            rows = msgspec.json.decode(stored, type=list[Any])
        except (msgspec.DecodeError, RecursionError):
            return []
        filters: dict[str, SavedFilter] = {}
        for row in rows[:MAX_SAVED_FILTERS]:
            try:
                each = msgspec.convert(row, SavedFilter)
            except msgspec.ValidationError:
                continue
            filters.setdefault(each.name.casefold(), each)
        return sorted(filters.values(), key=lambda each: each.name.casefold())

    def write(self, filters: list[SavedFilter]) -> None:
        """Replace all saved filters."""
        self._settings.setValue(_SETTINGS_KEY, msgspec.json.encode(filters).decode())


class FilterNameRow(QWidget):
    """A line that asks for a name. Return accepts it, Escape cancels."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._find_problem: Callable[[str], str] = lambda _name: ""
        self._on_name: Callable[[str], object] = lambda _name: None
        self.name = QLineEdit(placeholderText=self.tr("Name of the filter"))
        self.name.setAccessibleName(self.tr("Name of the filter"))
        self.name.setMaxLength(MAX_NAME_LENGTH)
        self.name.returnPressed.connect(self.submit_name)
        self.name.textEdited.connect(lambda _: self._complain(""))
        self.name.textChanged.connect(lambda _: self._check())
        self.save = push_button(self.tr("Save"), name=self.tr("Save filter"), clicked=self.submit_name)
        self.cancel = push_button(self.tr("Cancel"), name=self.tr("Do not save the filter"), clicked=self.close_row)
        self.complaint = label(tone="danger", wrap=True)
        row = hbox((self.name, 1), self.save, self.cancel)
        vbox(row, self.complaint, parent=self, spacing=theme.SPACE)
        self.hide()

    def open(self, name: str, refuses: Callable[[str], str], on_name: Callable[[str], object]) -> None:
        """Ask, starting with ``name``. ``refuses`` returns why a name is invalid; ``on_name`` receives a valid one."""
        self._find_problem, self._on_name = refuses, on_name
        self._complain("")
        self.name.setText(name)
        self._check()
        self.name.selectAll()
        self.show()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _check(self) -> None:
        enable_unless(self.save, "" if self.name.text().strip() else self.tr("Enter a name."))

    def submit_name(self) -> None:
        """Use the name and close the line, or say what is wrong with it."""
        name = self.name.text().strip()
        why = self._find_problem(name)
        self._complain(why)
        if not why:
            self.close_row()
            self._on_name(name)

    def close_row(self) -> None:
        """Hide the line without using the name."""
        self.hide()
        self.closed.emit()

    def _complain(self, why: str) -> None:
        show_text(self.complaint, why)
        self.name.setAccessibleDescription(why)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_row()
            return
        super().keyPressEvent(event)


class SavedFilters(QWidget):
    """The button with the menu of saved filters. The page places ``row``, which asks for a name."""

    chosen = Signal(object)
    """A `FilterState` to apply."""

    def __init__(self, settings: QSettings, state: Callable[[], FilterState], notice: Notice) -> None:
        """``state`` returns the current filters."""
        super().__init__()
        self._store, self._state, self._notice = FilterStore(settings), state, notice
        self.button = push_button(self.tr("Saved filters"))
        self.menu = QMenu(self.button)
        self.menu.aboutToShow.connect(self._fill)
        self.button.setMenu(self.menu)
        self.row = FilterNameRow()
        self.row.closed.connect(lambda: self.button.setFocus(Qt.FocusReason.OtherFocusReason))
        hbox(self.button, parent=self)
        self._fill()

    def current(self) -> SavedFilter | None:
        """The saved filter that is applied now."""
        state = self._state()
        return next((each for each in self._store.all() if each.state == state), None)

    def _fill(self) -> None:
        self.menu.clear()
        saved, current, state = self._store.all(), self.current(), self._state()
        for each in saved:
            action = self.menu.addAction(untrusted_text.visible(each.name).replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(current is not None and each.name == current.name)
            action.triggered.connect(lambda _=False, each=each: self.chosen.emit(each.state))
        if not saved:
            self.menu.addAction(self.tr("No saved filters")).setEnabled(False)
        self.menu.addSeparator()
        save = self.menu.addAction(self.tr("Save filter…"))
        save.setEnabled(state != FilterState() and current is None)
        save.triggered.connect(self.save)
        for text, does in ((self.tr("Rename…"), self.rename), (self.tr("Remove"), self.remove)):
            action = self.menu.addAction(text)
            action.setEnabled(current is not None)
            action.triggered.connect(does)

    def save(self) -> None:
        """Ask for a name for the current filters."""
        if self._state() != FilterState() and self.current() is None:
            self.row.open("", lambda name: self._refuse(name) or self._refuse_filters(), self._save)

    def _save(self, name: str) -> None:
        self._store_filter(SavedFilter(name=name, state=self._state()))
        self._notice.show_message(
            self.tr("Filter “{0}” saved.").format(name), back=lambda: self._remove(name), lasts=UNDO_DURATION
        )

    def rename(self) -> None:
        """Ask for another name for the applied filter."""
        current = self.current()
        if current is not None:
            before = current
            self.row.open(
                before.name, lambda name: self._refuse(name, before.name), lambda name: self._rename(before, name)
            )

    def _rename(self, before: SavedFilter, name: str) -> None:
        now = SavedFilter(name=name, state=before.state)

        def back() -> None:
            self._remove(now.name)
            self._store_filter(before)

        self._remove(before.name)
        self._store_filter(now)
        self._notice.show_message(self.tr("Filter renamed to “{0}”.").format(name), back=back, lasts=UNDO_DURATION)

    def remove(self) -> None:
        """Remove the applied filter. The view does not change."""
        current = self.current()
        if current is not None:
            self._remove(current.name)
            text = self.tr("Filter “{0}” removed.").format(current.name)
            self._notice.show_message(text, back=lambda: self._store_filter(current), lasts=UNDO_DURATION)

    def _refuse(self, name: str, but: str = "") -> str:
        """Show why a filter cannot have that name; ``but`` is its current name."""
        names = {each.name.casefold() for each in self._store.all()} - {but.casefold()}
        if not name:
            return self.tr("Enter a name.")
        if name.casefold() in names:
            return self.tr("Another filter has this name.")
        if len(names) >= MAX_SAVED_FILTERS:
            return self.tr("No more than {0} filters can be saved. Remove one first.").format(MAX_SAVED_FILTERS)
        return ""

    def _refuse_filters(self) -> str:
        """Show why the filters, which can change while the name is entered, cannot be saved."""
        if self._state() == FilterState():
            return self.tr("No filter is set.")
        current = self.current()
        return self.tr("Already saved as “{0}”.").format(current.name) if current is not None else ""

    def _store_filter(self, filter: SavedFilter) -> None:
        self._store.write([*(each for each in self._store.all() if each.name != filter.name), filter])

    def _remove(self, name: str) -> None:
        self._store.write([each for each in self._store.all() if each.name != name])


def values_of(state: FilterState) -> dict[str, Any]:
    """Return the members of ``state`` that are values of one filter each."""
    return {name: value for name, value in asdict(state).items() if name not in ("text", "range")}
