"""Table of the keyboard actions.

The shortcuts, the list of keys, the command palette, the keys in menus of rows and the manual's chapter are made from
it. `Page.commands` returns the function for a row with a page; the main window or the current page has those of the
others.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QKeySequence


@dataclass(frozen=True, slots=True)
class WindowAction:
    """One action. All its ``keys`` do the same; only one with ``repeats`` may be held down."""

    name: str
    title: Any
    keys: tuple[str, ...] = ()
    page: str = ""
    """The page on which it is available; "" for every page."""
    repeats: bool = False
    of_row: bool = False
    """It applies to the selected row: its keys work while the list has the focus."""
    direct: bool = False
    """The palette does not contain it, such as all that decides about calls."""

    @property
    def text(self) -> str:
        """Return its title in the window's language."""
        return QCoreApplication.translate("Keys", self.title)

    @property
    def shown_keys(self) -> str:
        """Return its first keys in the desktop's notation; "" without any."""
        return native(self.keys[0]) if self.keys else ""


ACTIONS = (
    WindowAction("palette", QT_TRANSLATE_NOOP("Keys", "Open the command palette"), ("Ctrl+Shift+P",), direct=True),
    WindowAction("find", QT_TRANSLATE_NOOP("Keys", "Search this page"), ("Ctrl+F",)),
    WindowAction("undo", QT_TRANSLATE_NOOP("Keys", "Undo, where possible"), ("Ctrl+Z",), direct=True),
    WindowAction("next_pane", QT_TRANSLATE_NOOP("Keys", "Go to the next part of the page"), ("F6",), repeats=True,
                 direct=True),
    WindowAction("settings", QT_TRANSLATE_NOOP("Keys", "Open Settings"), ("Ctrl+,",), direct=True),
    WindowAction("manual", QT_TRANSLATE_NOOP("Keys", "Open the manual at this page"), ("F1",)),
    WindowAction("keys", QT_TRANSLATE_NOOP("Keys", "Show keyboard shortcuts"), ("?",)),
    WindowAction("larger", QT_TRANSLATE_NOOP("Keys", "Zoom in"), ("Ctrl++", "Ctrl+=")),
    WindowAction("smaller", QT_TRANSLATE_NOOP("Keys", "Zoom out"), ("Ctrl+-",)),
    WindowAction("usual_size", QT_TRANSLATE_NOOP("Keys", "Reset zoom"), ("Ctrl+0",)),
    WindowAction("panic", QT_TRANSLATE_NOOP("Keys", "Block all calls")),
    WindowAction("quit", QT_TRANSLATE_NOOP("Keys", "Quit ToolGuard"), ("Ctrl+Q",)),

    WindowAction("next", QT_TRANSLATE_NOOP("Keys", "Next call"), ("Ctrl+J",), "pending", repeats=True, direct=True),
    WindowAction("previous", QT_TRANSLATE_NOOP("Keys", "Previous call"), ("Ctrl+K",), "pending", repeats=True,
                 direct=True),
    WindowAction("approve", QT_TRANSLATE_NOOP("Keys", "Approve"),
                 ("Ctrl+Return", "Ctrl+Enter"), "pending", direct=True),
    WindowAction("deny", QT_TRANSLATE_NOOP("Keys", "Deny"), ("Ctrl+D",), "pending", direct=True),
    WindowAction("reason", QT_TRANSLATE_NOOP("Keys", "Enter a denial reason"), ("Ctrl+R",), "pending"),
    WindowAction("reasons", QT_TRANSLATE_NOOP("Keys", "Choose a saved reason"), ("Ctrl+T",), "pending", direct=True),
    WindowAction("remember", QT_TRANSLATE_NOOP("Keys", "Toggle “Remember for”"), ("Ctrl+M",), "pending", direct=True),
    WindowAction("edit", QT_TRANSLATE_NOOP("Keys", "Edit arguments"), ("Ctrl+E",), "pending"),
    WindowAction("group", QT_TRANSLATE_NOOP("Keys", "Select all similar calls"), ("Ctrl+G",), "pending"),
    WindowAction("search", QT_TRANSLATE_NOOP("Keys", "Search pending calls"), ("Ctrl+Shift+F",), "pending"),
    WindowAction("take_back", QT_TRANSLATE_NOOP("Keys", "Discard the saved decision"), ("Del",), "pending",
                 of_row=True, direct=True),

    WindowAction("stop", QT_TRANSLATE_NOOP("Keys", "Stop the call…"), ("Del",), "active", of_row=True),
    WindowAction("record", QT_TRANSLATE_NOOP("Keys", "Open in Audit"), (), "active", of_row=True),
    WindowAction("stop_all", QT_TRANSLATE_NOOP("Keys", "Stop all calls…"), (), "active"),

    WindowAction("refresh", QT_TRANSLATE_NOOP("Keys", "Refresh all tools"), ("F5",), "tools"),

    WindowAction("add", QT_TRANSLATE_NOOP("Keys", "Add server"), ("Ctrl+N",), "servers"),
    WindowAction("import", QT_TRANSLATE_NOOP("Keys", "Import servers…"), ("Ctrl+Shift+N",), "servers"),
    WindowAction("edit", QT_TRANSLATE_NOOP("Keys", "Edit server"), ("F2",), "servers", of_row=True),
    WindowAction("duplicate", QT_TRANSLATE_NOOP("Keys", "Duplicate server"), (), "servers", of_row=True),
    WindowAction("tools", QT_TRANSLATE_NOOP("Keys", "Show tools"), (), "servers", of_row=True),
    WindowAction("remove", QT_TRANSLATE_NOOP("Keys", "Remove server"), ("Del",), "servers", of_row=True),

    WindowAction("add", QT_TRANSLATE_NOOP("Keys", "Add HTTP client"), ("Ctrl+N",), "clients"),
    WindowAction("guard", QT_TRANSLATE_NOOP("Keys", "Guard all servers…"), (), "clients"),
    WindowAction("folders", QT_TRANSLATE_NOOP("Keys", "Project folders…"), (), "clients"),
    WindowAction("map", QT_TRANSLATE_NOOP("Keys", "Show clients and servers as a map"), (), "clients"),
    WindowAction("list", QT_TRANSLATE_NOOP("Keys", "Show clients as a list"), (), "clients"),

    WindowAction("add", QT_TRANSLATE_NOOP("Keys", "Add rule"), ("Ctrl+N",), "rules"),
    WindowAction("edit", QT_TRANSLATE_NOOP("Keys", "Edit rule"), ("F2",), "rules", of_row=True),
    WindowAction("switch", QT_TRANSLATE_NOOP("Keys", "Turn the rule on or off"), (), "rules", of_row=True),
    WindowAction("remove", QT_TRANSLATE_NOOP("Keys", "Remove rule, or revoke grant"), ("Del",), "rules", of_row=True),
    WindowAction("calls", QT_TRANSLATE_NOOP("Keys", "Show calls"), (), "rules", of_row=True),
    WindowAction("grants", QT_TRANSLATE_NOOP("Keys", "Show grants"), ("Ctrl+G",), "rules"),
    WindowAction("test", QT_TRANSLATE_NOOP("Keys", "Test a call"), ("Ctrl+T",), "rules"),
    WindowAction("limits", QT_TRANSLATE_NOOP("Keys", "Limits"), ("Ctrl+L",), "rules"),
    WindowAction("statistics", QT_TRANSLATE_NOOP("Keys", "Statistics"), (), "rules"),

    WindowAction("add", QT_TRANSLATE_NOOP("Keys", "Add credential"), ("Ctrl+N",), "credentials"),
    WindowAction("edit", QT_TRANSLATE_NOOP("Keys", "Replace the value"), ("F2",), "credentials", of_row=True),
    WindowAction("remove", QT_TRANSLATE_NOOP("Keys", "Remove credential…"), ("Del",), "credentials", of_row=True),

    WindowAction("refresh", QT_TRANSLATE_NOOP("Keys", "Show new calls"), ("F5",), "audit"),
    WindowAction("verify", QT_TRANSLATE_NOOP("Keys", "Verify log"), (), "audit"),
    WindowAction("save", QT_TRANSLATE_NOOP("Keys", "Save filter"), (), "audit"),
    WindowAction("export", QT_TRANSLATE_NOOP("Keys", "Export log"), (), "audit"),

    WindowAction("introduction", QT_TRANSLATE_NOOP("Keys", "Show introduction"), (), "help"),
    WindowAction("diagnostics", QT_TRANSLATE_NOOP("Keys", "Copy diagnostics"), (), "help"),
)  # fmt: skip
MADE_BY_QT: tuple[tuple[str, str, Any], ...] = (
    ("pending", "Return", QT_TRANSLATE_NOOP("Keys", "Deny, while you enter the reason")),
    ("pending", "Shift+Down", QT_TRANSLATE_NOOP("Keys", "Select multiple calls")),
    ("pending", "Right", QT_TRANSLATE_NOOP("Keys", "Show the calls of a burst (Left: hide them)")),
    ("pending", "Space", QT_TRANSLATE_NOOP("Keys", "Select or clear a call of a burst")),
    ("tools", "Space", QT_TRANSLATE_NOOP("Keys", "Turn the selected tool on or off")),
    ("", "Shift+F10", QT_TRANSLATE_NOOP("Keys", "Open the menu of the row")),
)
"""Keys that Qt or a list handles: the page, the keys, their effect."""


KEYS_OF_QT = (QT_TRANSLATE_NOOP("QShortcut", "Enter"),)
"""Names of keys in Qt's own texts that our translations replace, because keyboards have other words on them."""


def native(keys: str) -> str:
    """Return keys in the desktop's notation. Keyboards say Enter where Qt says Return, except on macOS."""
    if sys.platform != "darwin":
        keys = keys.replace("Return", "Enter")
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def page_keys(number: int) -> str:
    """Return the keys that open a page, in the desktop's notation; ``number`` from 1. The last page is the manual."""
    return native(f"Ctrl+{number}" if number <= 9 else "F1")


def of_page(page: str) -> list[WindowAction]:
    """Return the rows of a page; for "" those of every page."""
    return [row for row in ACTIONS if row.page == page]


def listed(page: str) -> Iterator[tuple[str, str]]:
    """Return the keys of a page, each with its effect in words."""
    for row in of_page(page):
        if row.keys:
            yield row.shown_keys, row.text
    for page_key, keys, title in MADE_BY_QT:
        if page_key == page:
            yield native(keys), QCoreApplication.translate("Keys", title)
