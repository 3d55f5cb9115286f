"""The page Settings: everything that a person can set, what each does, changed at once and taken back as easily."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, QUrl, qVersion
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from toolguard import __version__
from toolguard.checkpoint.calls import Snapshot
from toolguard.window import language, phrases, theme
from toolguard.window.controls import Choice, Hours, Number, Range, Setting, Switch, Text, Texts
from toolguard.window.facts import Fact, Facts
from toolguard.window.head import Head
from toolguard.window.page import Desk, Page
from toolguard.window.passage import label, pane
from toolguard.window.seam import Refused

_WIDEST = 720


def _say(words: Any) -> str:
    return QCoreApplication.translate("Settings", words)


def _appearances() -> list[tuple[str, str]]:
    return [
        ("system", QCoreApplication.translate("Settings", "As the system")),
        ("light", QCoreApplication.translate("Settings", "Light")),
        ("dark", QCoreApplication.translate("Settings", "Dark")),
    ]


def _motions() -> list[tuple[str, str]]:
    return [
        ("system", QCoreApplication.translate("Settings", "As the system")),
        ("full", QCoreApplication.translate("Settings", "Animate")),
        ("reduced", QCoreApplication.translate("Settings", "Do not animate")),
    ]


def _leaks() -> list[tuple[str, str]]:
    return [
        ("refuse", QCoreApplication.translate("Settings", "Refuse them")),
        ("ask", QCoreApplication.translate("Settings", "Ask me")),
    ]


def _languages() -> list[tuple[str, str]]:
    return [("system", QCoreApplication.translate("Settings", "As the system")), *language.NAMES.items()]


def _patience(title: str, words: str) -> Setting:
    return Number(
        title, words, Range(1, 86_400, seconds=True, never=QCoreApplication.translate("Settings", "no limit"))
    )


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
                QT_TRANSLATE_NOOP("Settings", "Another language is seen the next time ToolGuard starts."),
                lambda title, words: Choice(title, words, _languages()),
            ),
            Row(
                "appearance",
                QT_TRANSLATE_NOOP("Settings", "Appearance"),
                QT_TRANSLATE_NOOP("Settings", "Light or dark, everywhere in this window."),
                lambda title, words: Choice(title, words, _appearances()),
            ),
            Row(
                "motion",
                QT_TRANSLATE_NOOP("Settings", "Motion"),
                QT_TRANSLATE_NOOP("Settings", "Whether a new card fades in or just stands there."),
                lambda title, words: Choice(title, words, _motions()),
            ),
            Row(
                "tray",
                QT_TRANSLATE_NOOP("Settings", "Icon in the tray"),
                QT_TRANSLATE_NOOP(
                    "Settings", "Shows the state and how many calls wait, where your desktop has a tray."
                ),
                Switch,
            ),
            Row(
                "close_to_tray",
                QT_TRANSLATE_NOOP("Settings", "Closing hides the window"),
                QT_TRANSLATE_NOOP(
                    "Settings", "ToolGuard goes on behind its tray icon; without a tray, closing ends it."
                ),
                Switch,
            ),
            Row(
                "start_at_login",
                QT_TRANSLATE_NOOP("Settings", "Start when you log in"),
                QT_TRANSLATE_NOOP("Settings", "Your desktop starts ToolGuard in the background."),
                Switch,
            ),
        ),
    ),
    Group(
        QT_TRANSLATE_NOOP("Settings", "When a call waits and you look elsewhere"),
        (
            Row(
                "notifications",
                QT_TRANSLATE_NOOP("Settings", "Notifications"),
                QT_TRANSLATE_NOOP("Settings", "Say which tool, server and client wait; never what the inputs are."),
                Switch,
            ),
            Row(
                "attention",
                QT_TRANSLATE_NOOP("Settings", "Ask for attention"),
                QT_TRANSLATE_NOOP("Settings", "The window's place on the task bar is marked."),
                Switch,
            ),
            Row(
                "sound",
                QT_TRANSLATE_NOOP("Settings", "Sound"),
                QT_TRANSLATE_NOOP("Settings", "A short sound, once for calls that come together."),
                Switch,
            ),
            Row(
                "quiet_hours",
                QT_TRANSLATE_NOOP("Settings", "Quiet hours"),
                QT_TRANSLATE_NOOP(
                    "Settings", "No notification, sound or mark between these times; what waits is counted."
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
                QT_TRANSLATE_NOOP("Settings", "How long a call waits for you"),
                QT_TRANSLATE_NOOP("Settings", "Then it is denied by itself. What waits already keeps its time."),
                _patience,
            ),
            Row(
                "long_poll",
                QT_TRANSLATE_NOOP("Settings", "Clients come again by themselves"),
                QT_TRANSLATE_NOOP(
                    "Settings",
                    "For clients of 2026-07-28: a call that waits too long is asked for again by the client, "
                    "about nine times. Otherwise the model is told to call again.",
                ),
                Switch,
            ),
            Row(
                "leaks",
                QT_TRANSLATE_NOOP("Settings", "Calls with a secret in their inputs"),
                QT_TRANSLATE_NOOP(
                    "Settings",
                    "A model that knows the value of one of your credentials could carry it away. "
                    "If you are asked, no rule lets such a call run.",
                ),
                lambda title, words: Choice(title, words, _leaks()),
            ),
            Row(
                "reasons",
                QT_TRANSLATE_NOOP("Settings", "Reasons for a denial"),
                QT_TRANSLATE_NOOP("Settings", "One a line. The model reads the one that you choose."),
                Texts,
            ),
            Row(
                "patience",
                QT_TRANSLATE_NOOP("Settings", "How long clients wait"),
                QT_TRANSLATE_NOOP(
                    "Settings",
                    "One a line, NAME=SECONDS; 0 waits for ever. Shortly before, the client is told to ask again. "
                    "What ToolGuard learns from a client's own behaviour is added here.",
                ),
                Texts,
            ),
        ),
    ),
    Group(
        QT_TRANSLATE_NOOP("Settings", "Limits"),
        (
            Row(
                "held_per_session",
                QT_TRANSLATE_NOOP("Settings", "Waiting calls of one client session"),
                QT_TRANSLATE_NOOP("Settings", "What comes on top of these is denied at once: no client can flood you."),
                _calls,
            ),
            Row(
                "held_total",
                QT_TRANSLATE_NOOP("Settings", "Waiting calls of all together"),
                QT_TRANSLATE_NOOP("Settings", "What comes on top of these is denied at once."),
                _calls,
            ),
            Row(
                "keychain_timeout",
                QT_TRANSLATE_NOOP("Settings", "How long your keychain may take"),
                QT_TRANSLATE_NOOP("Settings", "A call that needs a secret is refused when this is over."),
                lambda title, words: Number(title, words, Range(1, 3600, seconds=True)),
            ),
        ),
    ),
    Group(
        QT_TRANSLATE_NOOP("Settings", "Clients over HTTP"),
        (
            Row(
                "http_port",
                QT_TRANSLATE_NOOP("Settings", "Port"),
                QT_TRANSLATE_NOOP(
                    "Settings",
                    "Where chat clients with a token come in, on this computer only; 0 takes any free one. "
                    "The addresses in the clients' settings must name the same port.",
                ),
                lambda title, words: Number(title, words, Range(0, 65_535)),
            ),
        ),
    ),
    Group(
        QT_TRANSLATE_NOOP("Settings", "Signing in to servers"),
        (
            Row(
                "client_document",
                QT_TRANSLATE_NOOP("Settings", "Client-id document"),
                QT_TRANSLATE_NOOP(
                    "Settings",
                    "The address of a document of yours that says who ToolGuard is where you sign in. There is none "
                    "for all users of ToolGuard; without one it registers itself, where that is offered.",
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
        words = self.tr("Your configuration, the log and the files of servers lie there. No secret's value does.")
        column.addWidget(label(words, tone="quiet", wrap=True))
        self.folder = QPushButton(self.tr("Open the folder"), autoDefault=False)
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
            rows = await self.desk.seam.do("preferences.list")
        except Refused as why:
            self.problem.setText(self.tr("The settings cannot be read. {0}").format(phrases.local(str(why))))
            self.problem.show()
            return
        self.problem.hide()
        self._fill(rows)

    def _fill(self, rows: list[Mapping[str, Any]]) -> None:
        self._values = {row["name"]: row["value"] for row in rows}
        for name, setting in self.rows.items():
            setting.setVisible(name in self._values)
            if name in self._values:
                value = self._values[name]
                setting.show_value(list(phrases.all_local(value)) if name == "reasons" else value)
        for made, names in self._groups:
            made.setVisible(any(name in self._values for name in names))
        self.desk.wishes.take(self._values)

    # What changes

    def _wish(self, name: str, value: Any) -> None:
        self.desk.seam.spawn(self._change(name, value, before=self._values.get(name)))

    async def _change(self, name: str, value: Any, *, before: Any, back: bool = False) -> None:
        setting = self.rows[name]
        try:
            rows = await self.desk.seam.do("preferences.set", {"name": name, "value": value})
        except Refused as why:
            setting.complain(self.tr("Not changed: {0}").format(phrases.local(str(why))))
            return
        self._undo = None if back else (name, before)
        words = self.tr("“{0}” is as it was.") if back else self.tr("“{0}” was changed.")
        self.changed.setText(words.format(setting.title))
        self.undo.setAccessibleName(self.tr("Undo the change of {0}").format(setting.title))
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
