"""The main window: side bar, pages, overall state, and closing."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

import msgspec
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, QMimeData, QSettings, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QPlainTextEdit, QTextEdit, QWidget

import toolguard
from toolguard.gate.model import Proposal, Snapshot
from toolguard.services.interface import RefusedError
from toolguard.window import core_translation, state, theme
from toolguard.window.core_link import CoreLink
from toolguard.window.desktop.announce import Announcer
from toolguard.window.desktop.application import Application
from toolguard.window.desktop.motion import Motion
from toolguard.window.desktop.notify import DesktopNotifier, NotificationOutlet
from toolguard.window.desktop.quit_question import QuitQuestion
from toolguard.window.desktop.tray import Tray
from toolguard.window.desktop.zoom import Zoom
from toolguard.window.forms.unsaved_input import UnsavedInput
from toolguard.window.help.shortcuts import WindowShortcuts
from toolguard.window.help.tour import Tour
from toolguard.window.json_view import untrusted_text
from toolguard.window.log_view.log_access import LogAccess
from toolguard.window.log_view.tampered import TamperedBanner
from toolguard.window.page import Page, PageContext
from toolguard.window.pages.active import ActivePage
from toolguard.window.pages.audit import AuditPage
from toolguard.window.pages.clients import ClientsPage
from toolguard.window.pages.credentials import CredentialsPage
from toolguard.window.pages.help import HelpPage
from toolguard.window.pages.pending import PendingPage
from toolguard.window.pages.rules import RulesPage
from toolguard.window.pages.servers import ServersPage
from toolguard.window.pages.settings import SettingsPage
from toolguard.window.pages.stack import PageRow, PageStack
from toolguard.window.pages.tools import ToolsPage
from toolguard.window.preferences import WindowPreferences
from toolguard.window.queue import model
from toolguard.window.queue.sample_call import SampleCall
from toolguard.window.queue.state_banners import AuthenticationBanner, LeakBanner, PanicBanner, PauseBanner
from toolguard.window.queue.undoable_denials import UndoableDenial, UndoableDenials
from toolguard.window.widgets.frame.accessible_roles import install_roles
from toolguard.window.widgets.frame.compact_bar import CompactBar
from toolguard.window.widgets.frame.sidebar import SideBar
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.notice import Notice
from toolguard.window.widgets.property_list import WarningBox
from toolguard.window.widgets.refresh import Refresh

PAGES = (
    PageRow("pending", QT_TRANSLATE_NOOP("MainWindow", "Pending"), "pending", PendingPage, "calls", state.waiting),
    PageRow("active", QT_TRANSLATE_NOOP("MainWindow", "Active"), "active", ActivePage, "calls", state.running),
    PageRow("tools", QT_TRANSLATE_NOOP("MainWindow", "Tools"), "tool", ToolsPage, "tools", apart=True),
    PageRow("servers", QT_TRANSLATE_NOOP("MainWindow", "Servers"), "servers", ServersPage, "servers"),
    PageRow("clients", QT_TRANSLATE_NOOP("MainWindow", "Clients"), "client", ClientsPage, "clients"),
    PageRow("rules", QT_TRANSLATE_NOOP("MainWindow", "Rules"), "rules", RulesPage, "rules"),
    PageRow("credentials", QT_TRANSLATE_NOOP("MainWindow", "Credentials"), "key", CredentialsPage, "credentials"),
    PageRow("audit", QT_TRANSLATE_NOOP("MainWindow", "Audit"), "audit", AuditPage, "audit", apart=True),
    PageRow("settings", QT_TRANSLATE_NOOP("MainWindow", "Settings"), "settings", SettingsPage, "settings"),
    PageRow("help", QT_TRANSLATE_NOOP("MainWindow", "Help"), "help", HelpPage),
)

_LEAST, _FIRST = (900, 600), (1180, 760)
_SMALL, _SMALL_FIRST = (500, 480), (520, 640)
"""Minimum and initial size of the window and of the compact window."""
DROPPABLE_SUFFIXES = (".mcpb", ".dxt", ".json", ".jsonc", ".yaml", ".yml", ".toml")
"""Suffixes of files with servers, which the page Servers accepts when they are dropped."""
_GUARDED_CHECK_DELAY_MS = 1_500
"""Milliseconds between two checks whether any server is guarded, which reads the settings of all clients."""
_SILENT_UNTIL_KEY = "silent_until"
MAX_DROPPED_FILES = 20
"""Maximum dropped files that are inspected."""


def make_application(argv: Sequence[str]) -> Application:
    """Return the only QApplication, in our style. It does not end when a window closes."""
    before = QApplication.instance()  # the question of `already_running` was shown before the window
    app = before if isinstance(before, Application) else Application(list(argv))
    app.setApplicationName("ToolGuard")
    app.setDesktopFileName("toolguard")
    app.setStyle("Fusion")
    app.setQuitOnLastWindowClosed(False)
    install_roles()
    app.setWindowIcon(QIcon(str(toolguard.resource("desktop", "toolguard.svg"))))
    return app


class MainWindow(QMainWindow):
    """The whole user interface. ``on_quit`` is called once the person has closed it."""

    def __init__(
        self,
        *,
        core_link: CoreLink,
        settings_path: Path,
        on_quit: Callable[[], None],
        reading: LogAccess | None = None,
        pages: Sequence[PageRow] = PAGES,
        page: str = PAGES[0].key,
        preferences: WindowPreferences | None = None,
        notification_outlet: NotificationOutlet | None = None,
        tray: Tray | None = None,
        tour: bool = False,
        welcome: bool = False,
        sample: SampleCall | None = None,
        guard: Callable[[], None] | None = None,
        speak: Callable[[str], None] = lambda _choice: None,
    ) -> None:
        """``page`` is the key of the page that is shown first.

        ``notification_outlet`` shows notifications and ``tray`` is the tray icon, if available.

        ``welcome``: this is the first start, and ToolGuard shows an introduction; ``sample`` makes its sample call.
        ``guard`` ends the demo, and opens the page that guards the person's own servers. ``speak`` sets the
        application's language for the setting's value.
        """
        super().__init__()
        self._on_quit = on_quit
        self._set_language = speak
        self._closing = False
        self._hidden = False
        self._failure = ""
        self._question: QuitQuestion | None = None
        self.preferences = preferences or WindowPreferences(parent=self)
        self.motion = Motion(self.preferences, self)
        self.notices = DesktopNotifier(self.preferences, notification_outlet, self)
        self.tray = tray
        self._rows = pages
        self._way_out: TamperedBanner | None = None
        self.tour = Tour(self.turn, guard or (lambda: self.go("clients", ""))) if tour else None
        """The tour of the demo; None otherwise."""
        self.snapshot = Snapshot()
        self._guards: bool | None = None  # None: not known yet
        self._edition = -1
        self._guarding = Refresh(core_link.spawn, self._read_guarding, lambda _why: None)
        self._guarding_soon = QTimer(self, singleShot=True, interval=_GUARDED_CHECK_DELAY_MS)
        self._guarding_soon.timeout.connect(self._guarding.request)
        settings = QSettings(str(settings_path), QSettings.Format.IniFormat, self)
        self.context = PageContext(
            core_link=core_link, reading=reading, settings=settings, go=self.go, preferences=self.preferences,
            moves=self.motion.moves, welcome=welcome, guards=lambda: self._guards is True, sample=sample,
        )  # fmt: skip
        self._translated = QTimer(self, singleShot=True, interval=0)
        self._translated.timeout.connect(self._retranslate)
        self.zoom = Zoom(settings, self)
        self._build(page)
        self._announcer = Announcer(self)
        self.shortcuts = WindowShortcuts(self, pages)
        self.setAcceptDrops(True)
        self._arrival_text = ""
        self._arrived = ""  # the newest call or change that arrived while another page was shown
        self._is_small: bool | None = None
        self.turn(page)
        self.preferences.changed.connect(self._frame)
        self.preferences.changed.connect(self._choose_language)
        self._speak()
        self.set_snapshot(Snapshot())
        self.notices.resume_silence(settings.value(_SILENT_UNTIL_KEY))
        core_link.snapshot.connect(self.set_snapshot)
        core_link.failed.connect(self.show_failure)
        if isinstance(app := QApplication.instance(), Application):
            app.quit_requested.connect(self.quit)

    def _build(self, page: str) -> None:
        """Create the side bar, the banners and the stack of pages in the current language, with ``page`` in front."""
        self.context.denials.changed.connect(self._recount)
        self.stack = PageStack(self._rows, self.context, page)
        self.stack.built_page.connect(self._fit_zoom)
        self.stack.built_part.connect(self.zoom.fit)
        self._lay_out()
        self.zoom.fit(self.side)

    def _choose_language(self) -> None:
        """Set the language of the setting, unless that would discard typed text: texts are then created again."""
        if not self._is_written():
            self._set_language(self.preferences["language"])

    def _retranslate(self) -> None:
        """Create everything with texts again in another language. The previous one lives until its orders end."""
        key, stack, before = self.stack.key, self.stack, self.takeCentralWidget()
        for page in stack.built():
            page.remember()
        self.context = dataclasses.replace(self.context, denials=UndoableDenials())
        self._build(key)
        self.shortcuts.follow(self.stack)
        self._show_silence()
        if self.tray is not None:
            self.tray.translate()
        self.turn(key)
        self.set_snapshot(self.snapshot)
        if before is None:
            return
        retired = QTimer(self, interval=500)

        def retire() -> None:
            if not self.context.core_link.is_busy:
                retired.stop()
                retired.deleteLater()

        retired.timeout.connect(retire)
        retired.destroyed.connect(before.deleteLater)
        retired.start()

    def _is_written(self) -> bool:
        """Return whether a page has typed text that was not sent. A form that is closed keeps its text."""
        for page in self.stack.built():
            if isinstance(page, SettingsPage):
                continue
            if any(form.exists for form in page.findChildren(UnsavedInput)):
                return True
            fields = [field for field in page.findChildren(QLineEdit) if field.isModified() and field.text()]
            texts: list[QTextEdit | QPlainTextEdit] = [*page.findChildren(QTextEdit)]
            texts += page.findChildren(QPlainTextEdit)
            edits = [edit for edit in texts if edit.document().isModified()]
            if any(field.isVisibleTo(page) and not field.isReadOnly() for field in (*fields, *edits)):
                return True
        return False

    def _lay_out(self) -> None:
        titles = [(QCoreApplication.translate("MainWindow", row.title), row.icon) for row in self._rows]
        self.side = SideBar(titles, [number for number, row in enumerate(self._rows) if row.apart])
        self.side.page_selected.connect(lambda number: self.turn(self._rows[number].key))
        self.side.indicator.clicked.connect(self.show_current_state)
        self.side.quiet.silenced.connect(self.notices.silence)
        self.trouble = WarningBox(tone="danger")
        self.trouble.hide()
        self.panic = PanicBanner()
        self.panic.button.clicked.connect(lambda: self._panic(on=False))
        self.side.panic_toggled.connect(self.block_calls)
        self.leaked = LeakBanner()
        self.leaked.call_requested.connect(lambda call: self.go("audit", call))
        self.paused = PauseBanner()
        self.paused.ended.connect(self._end_pause)
        self.authenticating = AuthenticationBanner()
        self.authenticating.cancelled.connect(self._cancel_authentication)
        self.compact = CompactBar()
        self.compact.closed.connect(self._leave_compact)
        self.compact.next.clicked.connect(self._next_call)
        self.compact.quiet.silenced.connect(self.notices.silence)
        over = [self.trouble, self.panic, self.leaked, self.paused, self.authenticating, self.compact]
        if self.tour is not None:
            over.insert(-1, self.tour)
        banners = QWidget()
        banners.setObjectName("banners")
        self._banners = vbox(*over, parent=banners, spacing=0)
        self._way_out = None
        right = vbox(banners, (self.stack, 1), spacing=0)
        for part in (self.side, banners):
            theme.apply_style_sheet(part)
        middle = QWidget()
        hbox(self.side, (right, 1), parent=middle, spacing=0)
        self.setCentralWidget(middle)
        middle.setAccessibleName("ToolGuard")
        middle.setFocus()  # no widget that reacts to keys has the focus at first

    @property
    def way_out(self) -> TamperedBanner:
        """The actions for a log that was tampered with. They are created on first use."""
        if self._way_out is None:
            self._way_out = TamperedBanner(self.context)
            self._way_out.renewed.connect(self._check_new_log)
            tab_order.insert_at(self._banners, 1, self._way_out, before=self.trouble)
            self._way_out.show()  # now: Qt would show it later
        return self._way_out

    def _fit_zoom(self, key: str) -> None:
        page = self.stack.page(key)
        if page is not None:
            self.zoom.fit(page)

    def _speak(self) -> None:
        """Connect the notifiers for when the window is not in front."""
        self.notices.opened.connect(lambda call: self._by_notification(self.open_call, call))
        self.notices.denied.connect(lambda call: self._by_notification(self.deny_call, call))
        self.notices.silenced.connect(self._show_silence)
        self.notices.looked_up.connect(lambda call: self._by_notification(self.open_record, call))
        self.notices.alerted.connect(lambda: QApplication.alert(self))
        self.notices.rung.connect(QApplication.beep)
        tray = self.tray
        if tray is not None:
            tray.show_requested.connect(self.bring_up)
            tray.opened.connect(self.open_call)
            tray.quit.connect(self.quit)
            tray.panic_toggled.connect(self.block_calls)
            tray.silenced.connect(self.notices.silence)
            self.notices.silenced.connect(tray.show_silence)
            tray.lost.connect(self._show_without_tray)
            self.preferences.changed.connect(lambda: tray.set_enabled(self.preferences["tray"]))
            tray.set_enabled(self.preferences["tray"])

    def _show_silence(self) -> None:
        """Show until when there are no notifications. *Do not disturb* continues after a restart."""
        self.side.quiet.show_silence(self.notices.quiet_until)
        self.compact.show_silence(self.notices.quiet_until)
        self.context.settings.setValue(_SILENT_UNTIL_KEY, self.notices.silent_until)

    def _by_notification(self, does: Callable[[str], None], call: str) -> None:
        """Carry out an action of a notification. None approves a call; its origin is recorded."""
        inputs = self.context.core_link.inputs
        with inputs.through("notification") if inputs is not None else nullcontext():
            does(call)

    def _show_without_tray(self) -> None:
        """Show the window because the tray icon disappeared."""
        if self._hidden and not self._closing:
            self._hidden = False
            self.showMinimized()

    # Pages

    def turn(self, key: str) -> None:
        """Show the page ``key``. The focus stays where it is on the page, or moves to the page's list."""
        self._guarding_soon.start()
        is_announced = self.arrival is not None and not self.arrival.isHidden()
        self.side.buttons[self.stack.number(key)].setChecked(True)
        self._silence_arrival()
        page = self.stack.page(key)
        focused = page.focusWidget() if page is not None else None
        self.stack.turn(key)
        self._frame()
        if is_announced:
            self._say_arrival()
        self._failure = ""
        self._show_trouble()
        self._feed()
        is_outside = QApplication.focusWidget() is self.centralWidget()
        if page is not None and (is_outside or page.focusWidget() is not focused):  # Qt focuses the first button
            page.focus_list()

    # Compact window

    def _frame(self) -> None:
        """Show the whole window, or only the call on the page Pending if the person has set that."""
        compact = bool(self.preferences["compact"])
        small = compact and self.stack.key == "pending"
        self.side.setVisible(not small)
        self.compact.setVisible(small)
        page = self.stack.page(self.stack.key)
        if isinstance(page, PendingPage):
            page.show_compact(small)
        if small is not self._is_small:
            if self._is_small is not None:
                self._remember_geometry()
            self._is_small = small
            self.setMinimumSize(*(_SMALL if small else _LEAST))
            self.resize(*(_SMALL_FIRST if small else _FIRST))
            geometry = self.context.settings.value(self._geometry_key)
            if geometry is not None:
                self.restoreGeometry(geometry)
        top = Qt.WindowType.WindowStaysOnTopHint
        if compact != bool(self.windowFlags() & top):  # ``setWindowFlag`` hides the window, which then has no focus
            self.overrideWindowFlags(self.windowFlags() ^ top)
            if (handle := self.windowHandle()) is not None:
                handle.setFlag(top, compact)

    @property
    def _geometry_key(self) -> str:
        return "window/compact" if self._is_small else "window/geometry"

    def _remember_geometry(self) -> None:
        self.context.settings.setValue(self._geometry_key, self.saveGeometry())

    def _leave_compact(self) -> None:
        core_link = self.context.core_link
        core_link.spawn(core_link.run(lambda core: core.settings.change("compact", False)))

    def _next_call(self) -> None:
        page = self.stack.page(self.stack.key)
        if isinstance(page, PendingPage):
            page.choose(page.queue.after(page.shown) or page.queue.first())

    def show_current_state(self) -> None:
        """Show the page that the indicator of the state is about; nothing if it has none."""
        place = state.PLACES[self._state().tone]
        if self.stack.has(place):
            self.turn(place)

    def go(self, key: str, about: str) -> None:
        """Show the page with that key, and ``about`` on it. Does nothing if the page does not exist."""
        if not self.stack.has(key):
            return
        self.turn(key)
        page = self.stack.page(key)
        if page is not None:
            with self.stack.boundary(key):
                page.open(about)

    def _feed(self) -> None:
        page = self.stack.page(self.stack.key)
        if page is not None:
            with self.stack.boundary(self.stack.key):
                page.set_snapshot(self.snapshot)
        for key, hidden in self.stack.hidden():
            with self.stack.boundary(key):
                hidden.follow(self.snapshot)

    def next_pane(self) -> None:
        """Move the focus to the part of the page after the one that has it, from the last to the first."""
        page = self.stack.page(self.stack.key)
        panes = page.panes() if page is not None else ()
        focus = QApplication.focusWidget()
        if panes:
            inside = [
                index for index, pane in enumerate(panes) if pane is focus or (focus and pane.isAncestorOf(focus))
            ]
            panes[(inside[0] + 1 if inside else 0) % len(panes)].setFocus(Qt.FocusReason.ShortcutFocusReason)

    # Dropped files and folders

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(self._page_for(path) for path in _dropped(event.mimeData())):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Pass dropped files to the page that uses them. Nothing is added before the person has reviewed it."""
        path = next((path for path in _dropped(event.mimeData()) if self._page_for(path)), None)
        if path is None:
            return
        event.acceptProposedAction()
        key = self._page_for(path)
        self.turn(key)
        page = self.stack.page(key)
        if page is not None:
            with self.stack.boundary(key):
                page.drop(path)

    def _page_for(self, path: Path) -> str:
        """Return the page for a dropped file or folder; "" for none."""
        key = (
            "clients"
            if path.is_dir()
            else "servers"
            if path.suffix.lower() in DROPPABLE_SUFFIXES and path.is_file()
            else ""
        )
        return key if self.stack.has(key) else ""

    # Snapshots

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show ``snapshot``: the state, the current page, and an alert on the task bar for new items."""
        before, self.snapshot = self.snapshot, snapshot
        self._tell_arrival(before)
        if self.tour is not None:
            self.tour.set_snapshot(snapshot)
        if snapshot.edition != self._edition:
            self._edition = snapshot.edition
            self._guarding_soon.start()
        self._count()
        self._show_trouble()
        if snapshot.alarm == "tampered" or self._way_out is not None:
            self.way_out.set_snapshot(snapshot)
        self._show_panic(on=snapshot.panic)
        self.leaked.set_messages(snapshot.leaked)
        self.paused.set_pauses(snapshot.pauses)
        if announcement := self.authenticating.set_prompts(snapshot.authenticating):
            self._announcer.announce(announcement)
        self._announcer.set_snapshot(snapshot)
        if self._question is not None:
            self._question.set_snapshot(snapshot)
        self._notify()
        self._feed()

    @property
    def undecided(self) -> Snapshot:
        """Return the snapshot without calls that the person has denied and can still undo."""
        denied = self.context.denials.names
        undecided = tuple(pending for pending in self.snapshot.pending if pending.call.id not in denied)
        return msgspec.structs.replace(self.snapshot, pending=undecided) if denied else self.snapshot

    def _state(self) -> state.AppState:
        return state.of(self.undecided, guards=self._guards)

    def _tell_arrival(self, before: Snapshot) -> None:
        """Show on every other page that a call or change has arrived, with a button to open it. It takes no focus."""
        before_items, there = _pending(before), _pending(self.snapshot)
        if self._arrived not in there:
            self._silence_arrival()
        if self.stack.key == "pending" or not self.stack.has("pending") or self.notices.quiet_until:
            return
        new = [item for name, item in there.items() if name not in before_items]
        if not new:
            return
        first, self._arrived = new[0], model.key(new[0])
        if len(new) > 1:
            self._arrival_text = state.pending_text(self.snapshot)
        elif isinstance(first, Proposal):
            self._arrival_text = self.tr("A change is pending.")
        else:
            self._arrival_text = self.tr("{0} on {1} is pending.").format(
                untrusted_text.short_name(first.call.tool, 40), untrusted_text.short_name(first.call.server, 40)
            )
        self._say_arrival()

    @property
    def arrival(self) -> Notice | None:
        """Return the widget of the current page that announces a new call or change; None if the page has failed."""
        shown = self.stack.currentWidget()
        return shown.status_strip.arrival if isinstance(shown, Page) else None

    def _say_arrival(self) -> None:
        if self.arrival is not None and self.stack.key != "pending":
            self.arrival.show_message(self._arrival_text, self.tr("Review"), lambda: self.go("pending", self._arrived))

    def _silence_arrival(self) -> None:
        if self.arrival is not None:
            self.arrival.dismiss()

    def _count(self) -> None:
        """Show the state and the counts of the pages; the page Pending counts the same items."""
        snapshot = self.undecided
        shown = self._state()
        self.side.show_state(shown)
        self.compact.show_state(shown)
        self.setWindowTitle(shown.title)
        for button, row in zip(self.side.buttons, self._rows, strict=True):
            button.count(row.count(snapshot))

    def _recount(self) -> None:
        self._count()
        self._notify()

    async def _read_guarding(self) -> None:
        """Check whether any chat client uses a server; otherwise nothing is guarded."""
        guards = any((await self.context.core_link.run(lambda core: core.clients.uses())).values())
        if guards != self._guards:
            self._guards = guards
            self.set_snapshot(self.snapshot)

    def block_calls(self) -> None:
        """Deny all calls until a person resumes them. Idempotent."""
        self._panic(on=True)

    def _show_panic(self, *, on: bool) -> None:
        """Show whether all calls are denied. Qt would move the focus from the button that did it to any other one."""
        pressed, page = self.side.panic if on else self.panic.button, self.stack.page(self.stack.key)
        if self.focusWidget() is pressed and page is not None:
            page.focus_list()
        self.panic.setVisible(on)
        self.side.show_panic(on)

    def _panic(self, *, on: bool) -> None:
        core_link = self.context.core_link
        core_link.spawn(core_link.run(lambda core: core.settings.change("panic", on)))

    def _end_pause(self, client: str, server: str) -> None:
        core_link = self.context.core_link
        core_link.spawn(core_link.order_text(core_link.guard.end_pause, client, server, approver=core_link.approver()))

    def _cancel_authentication(self, id: str) -> None:
        core_link = self.context.core_link
        core_link.spawn(core_link.order_text(core_link.guard.cancel_authentication, id))

    def _notify(self) -> None:
        """Notify a person who looks elsewhere: on the task bar, in the tray, by notification."""
        there = self.undecided
        shown = self._state()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.setBadgeNumber(shown.count)
        if self.tray is not None:
            self.tray.set_state(shown, sorted((*there.pending, *there.proposals), key=model.since))
        self.notices.set_snapshot(there, in_front=self._in_front())

    def _in_front(self) -> bool:
        """Return whether this window or a dialog of it is active."""
        front: QWidget | None = QApplication.activeWindow()
        while front is not None and front is not self:
            front = front.parentWidget()
        return front is self and not self.isMinimized()

    def open_call(self, call_id: str) -> None:
        """Show the window with that call selected, at the person's request from outside."""
        self.bring_up()
        self.go("pending", call_id)

    def deny_call(self, call_id: str) -> None:
        """Deny that call, at the person's request from outside; it can be undone for a while."""
        pending = next((item for item in self.undecided.pending if item.call.id == call_id), None)
        page = self.stack.page("pending") if self.stack.has("pending") else None
        if pending is not None and isinstance(page, PendingPage):
            with self.stack.boundary("pending"):
                page.set_snapshot(self.snapshot)
                page.answers.deny(UndoableDenial((pending,)))

    def open_record(self, call_id: str) -> None:
        """Show the window with the log of that call, at the person's request from outside."""
        self.bring_up()
        self.go("audit", call_id)

    def _check_new_log(self) -> None:
        """A new log was started: the finding about the old one stays until a check of the new one has passed."""
        if self.stack.has("audit") and isinstance(audit := self.stack.page("audit"), AuditPage):
            with self.stack.boundary("audit"):
                audit.verify.start()

    def show_failure(self, error: object) -> None:
        """Show why an order was refused, or a bug of ours in a task of the window, which stops nothing else."""
        if isinstance(error, BaseException):
            bug = self.tr("Window error ({0}). Calls are still protected.").format(repr(error))
            self._failure = str(error) if isinstance(error, RefusedError) else bug
            self._show_trouble()

    def _show_trouble(self) -> None:
        self.trouble.show_sentences(
            [*core_translation.all_local(self.snapshot.trouble), *filter(None, (self._failure,))]
        )

    # Closing

    def closeEvent(self, event: QCloseEvent) -> None:
        """Hide if the person has set that; otherwise ask if calls would end; then close."""
        if not self._closing and self.preferences["close_to_tray"] and self.tray and self.tray.is_shown:
            event.ignore()
            self._hide()
            return
        if self._closing or not state.is_busy(self.snapshot):
            self._remember()
            event.accept()
            if not self._closing:
                self._closing = True
                self._on_quit()
            return
        event.ignore()
        if self._question is None:
            self._confirm_close()

    def quit(self) -> None:
        """Quit ToolGuard; ask first if calls are pending or running."""
        if not state.is_busy(self.snapshot):
            self._leave()
        elif self._question is None:
            self.bring_up()
            self._confirm_close()

    def _confirm_close(self) -> None:
        hide = self._hide if self.tray is not None and self.tray.is_shown else None
        self._question = QuitQuestion(self.snapshot, self._leave, hide, self)
        self._question.finished.connect(self._answered)
        self._question.open()

    def _hide(self) -> None:
        """Hide behind the tray icon; calls stay pending."""
        self._remember()
        self._hidden = True
        self.hide()

    def _answered(self) -> None:
        self._question = None

    def _leave(self) -> None:
        self._closing = True
        self._remember()
        self._on_quit()

    def _remember(self) -> None:
        self._remember_geometry()
        for page in self.stack.built():
            page.remember()
        self.context.settings.sync()

    def begin(self, *, background: bool) -> None:
        """Show the window for the first time, or only the tray icon in the background."""
        if not background:
            self.show()
        elif self.preferences["close_to_tray"] and self.tray is not None and self.tray.is_shown:
            self._hidden = True
        else:
            self.showMinimized()

    def finish(self) -> None:
        """Close without asking, because the program ends."""
        self._closing = True
        self.close()

    def bring_up(self) -> None:
        """Bring the window to the front, at the person's request."""
        self._hidden = False
        self.showNormal() if self.isMinimized() else self.show()
        self.raise_()
        self.activateWindow()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:  # on another screen everything is drawn again
            for widget in QApplication.allWidgets():
                if isinstance(widget, theme.ThemedWidget):
                    widget.apply_colours(theme.colours())
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            self._notify()
        if event.type() == QEvent.Type.LanguageChange:
            self._translated.start()


def _pending(snapshot: Snapshot) -> dict[str, model.Single]:
    """Return the pending calls and changes by name."""
    items: list[model.Single] = [*snapshot.pending, *snapshot.proposals]
    return {model.key(item): item for item in items}


def _dropped(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls()[:MAX_DROPPED_FILES] if url.isLocalFile()]


def display_of(environment: Mapping[str, str]) -> str:
    """Return the display on which this application shows its windows: its name, else that of Qt's platform."""
    platform = QGuiApplication.platformName()
    if platform == "xcb":
        return environment.get("DISPLAY", "")
    return environment.get("WAYLAND_DISPLAY", "wayland-0") if platform.startswith("wayland") else platform
