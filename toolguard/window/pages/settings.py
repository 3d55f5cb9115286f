"""The page Settings: everything that a person can set, what each does, changed at once and taken back as easily."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, QUrl, qVersion
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from toolguard import __version__
from toolguard.gate.model import Snapshot
from toolguard.services.interface import Refused, SettingEntry
from toolguard.window import core_translation, language, theme
from toolguard.window.forms.security_keys import SecurityKeys
from toolguard.window.forms.setting_controls import Choice, Hours, Number, Range, Setting, Switch, Text, Texts
from toolguard.window.page import Desk, Page
from toolguard.window.widgets.page_header import Head
from toolguard.window.widgets.property_list import Fact, Facts
from toolguard.window.widgets.text_label import label, pane

_WIDEST = 720


def _say(words: Any) -> str:
    return QCoreApplication.translate("Settings", words)


def _appearances() -> list[tuple[str, str]]:
    return [
        ("system", QCoreApplication.translate("Settings", "System default")),
        ("light", QCoreApplication.translate("Settings", "Light")),
        ("dark", QCoreApplication.translate("Settings", "Dark")),
    ]


def _motions() -> list[tuple[str, str]]:
    return [
        ("system", QCoreApplication.translate("Settings", "System default")),
        ("full", QCoreApplication.translate("Settings", "On")),
        ("reduced", QCoreApplication.translate("Settings", "Off")),
    ]


def _leaks() -> list[tuple[str, str]]:
    return [
        ("refuse", QCoreApplication.translate("Settings", "Refuse")),
        ("ask", QCoreApplication.translate("Settings", "Ask me")),
    ]


def _needs() -> list[tuple[str, str]]:
    return [
        ("off", QCoreApplication.translate("Settings", "Off")),
        ("destroy", QCoreApplication.translate("Settings", "Destructive calls")),
        ("every", QCoreApplication.translate("Settings", "All approvals")),
    ]


def _ways() -> list[tuple[str, str]]:
    return [
        ("system", QCoreApplication.translate("Settings", "System authentication")),
        ("security_key", QCoreApplication.translate("Settings", "Security key")),
    ]


def _languages() -> list[tuple[str, str]]:
    return [("system", QCoreApplication.translate("Settings", "System default")), *language.NAMES.items()]


def _patience(title: str, words: str) -> Setting:
    return Number(
        title, words, Range(1, 86_400, seconds=True, never=QCoreApplication.translate("Settings", "no limit"))
    )


def _lasts(title: str, words: str) -> Setting:
    never = QCoreApplication.translate("Settings", "one approval")
    return Number(title, words, Range(0, 300, seconds=True, never=never))


def _calls(title: str, words: str) -> Setting:
    return Number(title, words, Range(1, 100_000, unit=QCoreApplication.translate("Settings", "calls")))


@dataclass(frozen=True, slots=True)
class Row:
    """A setting: its name in the configuration, its title, what it does, and what makes its control."""

    name: str
    title: Any
    words: Any
    make: Callable[[str, str], Setting]


@dataclass(frozen=True, slots=True)
class Group:
    """Settings that belong together."""

    title: Any
    rows: tuple[Row, ...]


GROUPS = (
    Group(
        QT_TRANSLATE_NOOP("Settings", "Window"),
        (
            Row(
                "language",
                QT_TRANSLATE_NOOP("Settings", "Language"),
                QT_TRANSLATE_NOOP("Settings", "The language changes after you restart ToolGuard."),
                lambda title, words: Choice(title, words, _languages()),
            ),
            Row(
                "appearance",
                QT_TRANSLATE_NOOP("Settings", "Appearance"),
                QT_TRANSLATE_NOOP("Settings", "Light or dark theme."),
                lambda title, words: Choice(title, words, _appearances()),
            ),
            Row(
                "motion",
                QT_TRANSLATE_NOOP("Settings", "Animations"),
                QT_TRANSLATE_NOOP("Settings", "Fade in new pending calls."),
                lambda title, words: Choice(title, words, _motions()),
            ),
            Row(
                "tray",
                QT_TRANSLATE_NOOP("Settings", "Tray icon"),
                QT_TRANSLATE_NOOP(
                    "Settings", "Show the status and the number of pending calls. Needs a desktop with a tray."
                ),
                Switch,
            ),
            Row(
                "close_to_tray",
                QT_TRANSLATE_NOOP("Settings", "Keep running in the tray"),
                QT_TRANSLATE_NOOP("Settings", "Closing the window keeps ToolGuard running. Without a tray, it quits."),
                Switch,
            ),
            Row(
                "start_at_login",
                QT_TRANSLATE_NOOP("Settings", "Start at login"),
                QT_TRANSLATE_NOOP("Settings", "Start ToolGuard in the background when you log in."),
                Switch,
            ),
        ),
    ),
    Group(
        QT_TRANSLATE_NOOP("Settings", "Notifications"),
        (
            Row(
                "notifications",
                QT_TRANSLATE_NOOP("Settings", "Show notifications"),
                QT_TRANSLATE_NOOP("Settings", "Name the tool, server and client, but never the arguments."),
                Switch,
            ),
            Row(
                "attention",
                QT_TRANSLATE_NOOP("Settings", "Flash the taskbar icon"),
                QT_TRANSLATE_NOOP("Settings", "Draw attention to the window on the taskbar."),
                Switch,
            ),
            Row(
                "sound",
                QT_TRANSLATE_NOOP("Settings", "Sound"),
                QT_TRANSLATE_NOOP("Settings", "Play a short sound, once for calls that arrive together."),
                Switch,
            ),
            Row(
                "quiet_hours",
                QT_TRANSLATE_NOOP("Settings", "Quiet hours"),
                QT_TRANSLATE_NOOP(
                    "Settings", "No notifications or sounds between these times. Pending calls are still counted."
                ),
                Hours,
            ),
        ),
    ),
    Group(
        QT_TRANSLATE_NOOP("Settings", "Decisions"),
        (
            Row(
                "prompt_timeout",
                QT_TRANSLATE_NOOP("Settings", "Approval timeout"),
                QT_TRANSLATE_NOOP(
                    "Settings", "Calls are denied after this time. Doesn't affect calls already pending."
                ),
                _patience,
            ),
            Row(
                "long_poll",
                QT_TRANSLATE_NOOP("Settings", "Automatic client retry"),
                QT_TRANSLATE_NOOP(
                    "Settings",
                    "Clients with protocol 2026-07-28 retry a slow call about nine times. Otherwise the model is "
                    "told to call again.",
                ),
                Switch,
            ),
            Row(
                "leaks",
                QT_TRANSLATE_NOOP("Settings", "Secrets in arguments"),
                QT_TRANSLATE_NOOP(
                    "Settings",
                    "What to do when a call contains the value of one of your credentials. Rules never allow such "
                    "calls.",
                ),
                lambda title, words: Choice(title, words, _leaks()),
            ),
            Row(
                "reasons",
                QT_TRANSLATE_NOOP("Settings", "Denial reasons"),
                QT_TRANSLATE_NOOP("Settings", "One reason per line. The reason you pick is sent to the model."),
                Texts,
            ),
            Row(
                "patience",
                QT_TRANSLATE_NOOP("Settings", "Client timeouts"),
                QT_TRANSLATE_NOOP(
                    "Settings",
                    "One NAME=SECONDS per line; 0 means no timeout. Clients are asked to retry shortly before. "
                    "ToolGuard adds the timeouts it observes.",
                ),
                Texts,
            ),
        ),
    ),
    Group(
        QT_TRANSLATE_NOOP("Settings", "Proof of presence"),
        (
            Row(
                "presence",
                QT_TRANSLATE_NOOP("Settings", "Require proof"),
                QT_TRANSLATE_NOOP(
                    "Settings",
                    "Authenticate before you approve, so that no program can click for you. Servers declare which "
                    "calls are destructive, and may be wrong.",
                ),
                lambda title, words: Choice(title, words, _needs()),
            ),
            Row(
                "presence_by",
                QT_TRANSLATE_NOOP("Settings", "Authentication method"),
                QT_TRANSLATE_NOOP("Settings", "Use your password, fingerprint or face, or touch a security key."),
                lambda title, words: Choice(title, words, _ways()),
            ),
            Row(
                "presence_validity",
                QT_TRANSLATE_NOOP("Settings", "Proof validity"),
                QT_TRANSLATE_NOOP(
                    "Settings",
                    "Per client session, at most 5 minutes. Rules and other changes always need a new proof.",
                ),
                _lasts,
            ),
        ),
    ),
    Group(
        QT_TRANSLATE_NOOP("Settings", "Limits"),
        (
            Row(
                "held_per_session",
                QT_TRANSLATE_NOOP("Settings", "Maximum pending calls (per session)"),
                QT_TRANSLATE_NOOP("Settings", "Calls over the limit are denied, so that no client can flood you."),
                _calls,
            ),
            Row(
                "held_total",
                QT_TRANSLATE_NOOP("Settings", "Maximum pending calls (all clients)"),
                QT_TRANSLATE_NOOP("Settings", "Calls over the limit are denied."),
                _calls,
            ),
            Row(
                "keychain_timeout",
                QT_TRANSLATE_NOOP("Settings", "Keyring timeout"),
                QT_TRANSLATE_NOOP("Settings", "After this time, calls that need a secret are refused."),
                lambda title, words: Number(title, words, Range(1, 3600, seconds=True)),
            ),
        ),
    ),
    Group(
        QT_TRANSLATE_NOOP("Settings", "HTTP clients"),
        (
            Row(
                "http_port",
                QT_TRANSLATE_NOOP("Settings", "Port"),
                QT_TRANSLATE_NOOP(
                    "Settings",
                    "The local port for HTTP clients; 0 picks a free port. Use the same port in the clients' settings.",
                ),
                lambda title, words: Number(title, words, Range(0, 65_535)),
            ),
        ),
    ),
    Group(
        QT_TRANSLATE_NOOP("Settings", "Server sign-in"),
        (
            Row(
                "client_document",
                QT_TRANSLATE_NOOP("Settings", "Client ID metadata document"),
                QT_TRANSLATE_NOOP(
                    "Settings",
                    "The URL of your own OAuth client metadata document. If empty, ToolGuard registers itself "
                    "where the server supports it.",
                ),
                lambda title, words: Text(title, words, "https://example.com/toolguard.json"),
            ),
        ),
    ),
)


class Settings(Page):
    """Groups of settings, one below the other; what was changed last stands above and can be taken back."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.rows: dict[str, Setting] = {}
        self._groups: list[tuple[QWidget, tuple[str, ...]]] = []
        self._values: dict[str, Any] = {}
        self._undo: tuple[str, Any] | None = None
        self._asked = False
        ground = pane()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(ground)
        inner = QVBoxLayout(ground)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self._head())
        self.area = self._scrolled()
        inner.addWidget(self.area, 1)
        desk.wishes.changed.connect(self._stale)

    def _head(self) -> QWidget:
        """The title, and at its right what was changed; its height is always the same."""
        head = Head(self.tr("Settings"))
        self.changed = label(tone="quiet")
        self.undo = QPushButton(self.tr("Undo"), autoDefault=False)
        self.undo.setProperty("kind", "flat")
        self.undo.clicked.connect(self._take_back)
        keep = self.undo.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.undo.setSizePolicy(keep)
        self.undo.hide()
        QShortcut(QKeySequence.StandardKey.Undo, self).activated.connect(self._take_back)
        head.add(self.changed, self.undo)
        return head

    def _scrolled(self) -> QScrollArea:
        body = pane()
        line = QHBoxLayout(body)
        line.setContentsMargins(theme.SPACE * 5, theme.SPACE * 2, theme.SPACE * 5, theme.SPACE * 8)
        middle = QWidget()
        middle.setMaximumWidth(_WIDEST)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE * 6)
        self.problem = label(tone="danger", wrap=True)
        self.problem.hide()
        column.addWidget(self.problem)
        for group in GROUPS:
            column.addWidget(self._group(group))
        column.addWidget(self._about())
        column.addStretch(1)
        line.addWidget(middle, 100)
        line.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(body)
        return scroll

    def _group(self, group: Group) -> QWidget:
        made, column = _titled(_say(group.title))
        for row in group.rows:
            setting = row.make(_say(row.title), _say(row.words))
            setting.wished.connect(lambda value, name=row.name: self._wish(name, value))
            setting.hide()  # until the core has said that there is such a setting
            self.rows[row.name] = setting
            column.addWidget(setting)
        if group.rows[0].name == "presence":
            self.keys = SecurityKeys(self.desk)
            column.addWidget(self.keys)
        self._groups.append((made, tuple(row.name for row in group.rows)))
        made.hide()
        return made

    def _about(self) -> QWidget:
        made, column = _titled(self.tr("About"))
        folder = Path(self.desk.settings.fileName()).parent
        facts = Facts()
        facts.show_facts([
            Fact(self.tr("Version"), f"ToolGuard {__version__} · Qt {qVersion()} · Python {platform.python_version()}"),
            Fact(self.tr("State folder"), str(folder), mono=True),
        ])  # fmt: skip
        column.addWidget(facts)
        words = self.tr("Contains settings, the log and server files. Secrets are never stored here.")
        column.addWidget(label(words, tone="quiet", wrap=True))
        self.folder = QPushButton(self.tr("Open folder"), autoDefault=False)
        self.folder.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))))
        column.addWidget(self.folder, 0, Qt.AlignmentFlag.AlignLeft)
        return made

    # What holds

    def take(self, _snapshot: Snapshot) -> None:
        if not self._asked:
            self._asked = True
            self.desk.seam.spawn(self._ask())

    def _stale(self) -> None:
        """Somebody else has changed a setting: ask anew, now or when the page is shown."""
        if self.desk.wishes.has(self._values):
            return  # it was this page
        self._asked = False
        if self.isVisible():
            self.take(Snapshot())

    async def _ask(self) -> None:
        try:
            rows = await self.desk.seam.run(lambda core: core.settings.all())
        except Refused as why:
            self.problem.setText(self.tr("Can't read the settings. {0}").format(core_translation.local(str(why))))
            self.problem.show()
            return
        self.problem.hide()
        self._fill(rows)
        self.keys.ask()

    def _fill(self, rows: list[SettingEntry]) -> None:
        self._values = {row["name"]: row["value"] for row in rows}
        for name, setting in self.rows.items():
            setting.setVisible(name in self._values)
            if name in self._values:
                value = self._values[name]
                setting.show_value(list(core_translation.all_local(value)) if name == "reasons" else value)
        for made, names in self._groups:
            made.setVisible(any(name in self._values for name in names))
        self.desk.wishes.take(self._values)

    # What changes

    def _wish(self, name: str, value: Any) -> None:
        self.desk.seam.spawn(self._change(name, value, before=self._values.get(name)))

    async def _change(self, name: str, value: Any, *, before: Any, back: bool = False) -> None:
        setting = self.rows[name]
        try:
            rows = await self.desk.seam.run(lambda core: core.settings.change(name, value))
        except Refused as why:
            if name.startswith("presence"):  # what protects must not look like what it is not
                setting.fill(before)
            setting.complain(self.tr("Not changed: {0}").format(core_translation.local(str(why))))
            return
        self._undo = None if back else (name, before)
        words = self.tr("Restored “{0}”.") if back else self.tr("Changed “{0}”.")
        self.changed.setText(words.format(setting.title))
        self.undo.setAccessibleName(self.tr("Undo the change to {0}").format(setting.title))
        self.undo.setVisible(not back)
        self._fill(rows)

    def _take_back(self) -> None:
        if self._undo is not None:
            (name, before), self._undo = self._undo, None
            self.desk.seam.spawn(self._change(name, before, before=self._values.get(name), back=True))

    # The frame

    def open(self, about: str) -> None:
        """Bring the setting of that name into view."""
        setting = self.rows.get(about)
        if setting is not None:
            self.area.ensureWidgetVisible(setting)

    def panes(self) -> tuple[QWidget, ...]:
        first = next(
            (row.focusProxy() or row.nextInFocusChain() for row in self.rows.values() if row.isVisible()), None
        )
        return (first, self.folder) if first is not None else (self.folder,)


def _titled(title: str) -> tuple[QWidget, QVBoxLayout]:
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(theme.SPACE * 4)
    column.addWidget(label(title, strong=True))
    rule = QFrame()
    rule.setProperty("tone", "rule")
    column.addWidget(rule)
    return made, column
