"""The button that has the whole log checked, how far that is, and what it found."""

from __future__ import annotations

import threading

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from toolguard.window import icons, phrases, theme
from toolguard.window.page import Desk
from toolguard.window.passage import Passage, tint
from toolguard.window.reading import Verified
from toolguard.window.working import Working


class Verify(theme.Dressed, QWidget):
    """Runs beside everything else. `working` and `result` are placed by the page."""

    right = Signal()
    """The whole log is as it was written; its index is made anew from it."""
    _reached = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._stop = threading.Event()
        self.button = QPushButton(self.tr("Verify"))
        self.button.setAccessibleName(self.tr("Verify the log"))
        self.button.setToolTip(self.tr("Check that no record was edited, removed, reordered or cut off"))
        self.button.clicked.connect(self.start)
        self.working = Working(self.tr("Progress of the check"), self.tr("Stop the check"))
        self.working.stopped.connect(self._stop.set)
        self.result = Result(self.tr("What the check found"), self.tr("Hide what the check found"))
        self._reached.connect(self._show_reached, Qt.ConnectionType.QueuedConnection)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.button)
        self.button.setEnabled(desk.reading is not None)
        self.redress()

    def start(self) -> None:
        """Begin a check; a second one cannot begin before this one is done."""
        self.button.setEnabled(False)
        self.result.hide()
        self._stop.clear()
        self.working.begin(self.tr("Checking the log …"))
        self._desk.seam.spawn(self._check())

    async def _check(self) -> None:
        assert self._desk.reading is not None  # noqa: S101 - the button is disabled without it
        try:
            self.working.total = max(1, await self._desk.reading.indexed())
            found = await self._desk.reading.verify(self._reached.emit, self._stop.is_set)
        except OSError as problem:
            found = Verified(ok=False, checked=0, newest="", problem=str(problem), evidence=False)
        finally:
            self.button.setEnabled(True)
            self.working.end()
        self._tell(found)

    def _tell(self, found: Verified) -> None:
        count = QLocale().toString(found.checked)
        if found.ok:
            said = self.tr("{0} records checked, none edited, removed, moved or cut off. Newest link: ").format(count)
            self.result.tell("ok", said, ("mono", found.newest))
            self.right.emit()
        elif found.stopped:
            self.result.tell("caution", self.tr("Stopped after {0} records; these are right.").format(count))
        elif found.evidence:
            todo = self.tr(
                "What to do: do not rely on that record or on any after it. Keep a copy of the log as evidence, find "
                "out which program wrote to it, then move it away and restart ToolGuard, which begins a new one."
            )
            said = self.tr("The log is not as it was written: ")
            self.result.tell("danger", ("strong", said), f"{phrases.local(found.problem)}.\n", todo)
        else:
            self.result.tell("danger", phrases.local(found.problem))

    def _show_reached(self, count: int) -> None:
        self.working.reach(count, self.tr("{0} checked").format(QLocale().toString(count)))

    def dress(self, colours: theme.Colours) -> None:
        self.button.setIcon(icons.icon("verify", colours.text, colours.quiet))


class Result(theme.Dressed, QFrame):
    """How something long ended: a sign and words on a ground of their colour, until they are hidden."""

    def __init__(self, name: str, hides: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tone = "ok"
        self._sign = QLabel()
        self.words = Passage()
        self.words.setAccessibleName(name)
        close = QPushButton(self.tr("Hide"))
        close.setProperty("kind", "flat")
        close.setAccessibleName(hides)
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE * 3, theme.SPACE * 2, theme.SPACE * 2, theme.SPACE * 2)
        row.setSpacing(theme.SPACE * 2)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def tell(self, tone: str, *pieces: tuple[str, str] | str) -> None:
        """Show ``pieces`` in the colour ``tone``: ``ok``, ``caution`` or ``danger``."""
        self._tone = tone
        self.show()
        self.setProperty("ground", tone)
        tint(self, tone)
        self.dress(theme.colours())
        self.words.set_tone(tone)
        self.words.say(*pieces)

    def dress(self, colours: theme.Colours) -> None:
        self._sign.setPixmap(icons.pixmap(self._tone, getattr(colours, self._tone), 18, self.devicePixelRatioF()))
