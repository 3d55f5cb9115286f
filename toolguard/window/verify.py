"""The button that has the whole log checked, and what the check found."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from toolguard.window import icons, theme
from toolguard.window.page import Desk
from toolguard.window.passage import Passage, label, tint
from toolguard.window.reading import Verified


class Verify(theme.Dressed, QWidget):
    """Runs beside everything else. `result` is placed by the page."""

    _reached = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._checked = 0
        self.button = QPushButton(self.tr("Verify"))
        self.button.setAccessibleName(self.tr("Verify the log"))
        self.button.setToolTip(self.tr("Check that no record was edited, removed, reordered or cut off"))
        self.button.clicked.connect(self.start)
        self.progress = QProgressBar(textVisible=False)
        self.progress.setAccessibleName(self.tr("Progress of the check"))
        self.progress.setFixedWidth(120)
        self.progress.hide()
        self.reached = label(tone="quiet")
        self.reached.hide()
        self.result = Result()
        self._reached.connect(self._show_reached, Qt.ConnectionType.QueuedConnection)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE * 2)
        for widget in (self.reached, self.progress, self.button):
            row.addWidget(widget)
        self.button.setEnabled(desk.reading is not None)
        self.redress()

    def start(self) -> None:
        """Begin a check; a second one cannot begin before this one is done."""
        self.button.setEnabled(False)
        self.result.hide()
        self.progress.setRange(0, 0)
        self.progress.show()
        self.reached.setText("")
        self.reached.show()
        self._desk.seam.spawn(self._check())

    async def _check(self) -> None:
        assert self._desk.reading is not None  # noqa: S101 - the button is disabled without it
        try:
            self.progress.setRange(0, max(1, await self._desk.reading.indexed()))
            found = await self._desk.reading.verify(self._reached.emit)
        except OSError as problem:
            found = Verified(ok=False, checked=0, newest="", problem=str(problem), evidence=False)
        finally:
            self.button.setEnabled(True)
            self.progress.hide()
            self.reached.hide()
        self.result.show_found(found)

    def _show_reached(self, count: int) -> None:
        self.progress.setValue(min(count, self.progress.maximum()))
        self.reached.setText(self.tr("{0} checked").format(QLocale().toString(count)))

    def dress(self, colours: theme.Colours) -> None:
        self.button.setIcon(icons.icon("verify", colours.text, colours.quiet))


class Result(theme.Dressed, QFrame):
    """Green: how many records, and the newest link. Red: which record, and what is wrong with it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Verified | None = None
        self._sign = QLabel()
        self.words = Passage()
        self.words.setAccessibleName(self.tr("What the check found"))
        close = QPushButton(self.tr("Hide"))
        close.setProperty("kind", "flat")
        close.setAccessibleName(self.tr("Hide what the check found"))
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE * 3, theme.SPACE * 2, theme.SPACE * 2, theme.SPACE * 2)
        row.setSpacing(theme.SPACE * 2)
        row.addWidget(self._sign)
        row.addWidget(self.words, 1)
        row.addWidget(close)
        self.hide()

    def show_found(self, found: Verified) -> None:
        self._found = found
        self.show()
        tone = "ok" if found.ok else "danger"
        self.setProperty("ground", tone)
        tint(self, tone)
        self.dress(theme.colours())
        self.words.set_tone(tone)
        if found.ok:
            count = QLocale().toString(found.checked)
            said = self.tr("{0} records checked, none edited, removed, moved or cut off. Newest link: ").format(count)
            self.words.say(said, ("mono", found.newest))
        else:
            said = self.tr("The log is not as it was written: ") if found.evidence else ""
            self.words.say(("strong", said), found.problem)

    def dress(self, colours: theme.Colours) -> None:
        if self._found is not None:
            tone = "ok" if self._found.ok else "danger"
            self._sign.setPixmap(icons.pixmap(tone, getattr(colours, tone), 18, self.devicePixelRatioF()))
