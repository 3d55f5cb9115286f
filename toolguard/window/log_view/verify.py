"""Button that checks the whole log, its progress, and its result."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QWidget

from toolguard.window import core_translation, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.log_view.log_access import VerifyResult
from toolguard.window.page import PageContext
from toolguard.window.widgets import time_format
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout.boxes import hbox
from toolguard.window.widgets.progress_bar import ProgressBar
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, tint

translate = QCoreApplication.translate


class LogVerification(QWidget):
    """Runs in a thread. The page places `working` and `result`."""

    verified = Signal()
    """The whole log is unchanged; its index was rebuilt from it."""
    last_changed = Signal()
    """`last` has changed."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self.button = push_button(self.tr("Verify"), name=self.tr("Verify log"), icon="shield", tone="text")
        self.last: float | None = None
        """When the whole log was last found intact, since ToolGuard started; seconds since the epoch."""
        self._tell_last()
        self.button.clicked.connect(self.start)
        self.working = ProgressBar(self.tr("Verification progress"), self.tr("Stop verification"))
        self.result = ResultBanner(self.tr("Verification result"), self.tr("Hide verification result"))
        hbox(self.button, parent=self)
        self.button.setEnabled(context.reading is not None)

    def start(self) -> None:
        """Start a check; only one runs at a time."""
        self.result.hide()
        self.working.begin(self.tr("Verifying log…"), self.tr("{0} checked"), self.button)
        self._context.core_link.spawn(self._check())

    async def _check(self) -> None:
        assert self._context.reading is not None  # noqa: S101 - the button is disabled without it
        try:
            total = max(1, await self._context.reading.indexed())
            result = await self._context.reading.verify(
                lambda count: self.working.report(count, total), self.working.is_stopping
            )
        except OSError as problem:
            result = VerifyResult(ok=False, checked=0, newest="", problem=str(problem), evidence=False)
        finally:
            self.working.end()
        if result.evidence and not result.stopped:
            self.last = time.time() if result.ok and not result.unvouched else None
            self._tell_last()
            self.last_changed.emit()
        self._show_result(result)

    def _tell_last(self) -> None:
        tip = self.tr("Check the log for edited, removed or reordered records")
        last = (
            self.tr("Not verified since ToolGuard started")
            if self.last is None
            else self.tr("Verified at {0}: intact").format(time_format.clock(self.last))
        )
        self.button.setToolTip(untrusted_text.as_tool_tip(f"{tip}\n{last}"))

    def _show_result(self, result: VerifyResult) -> None:
        count = QLocale().toString(result.checked)
        if result.ok:
            if result.unvouched:
                text = self.tr("Records without a signature found. {0} records checked. Latest hash: ").format(count)
                pieces = (("mono", _short(result.newest)), *self._unvouched(result), *_changes(result))
                self.result.show_result("danger", text, *pieces, hash=result.newest)
            else:
                one = self.tr("Log verified: 1 record intact. Latest hash: ")
                many = self.tr(
                    "Log verified: %Ln records intact; a call has several. Latest hash: ", "", result.checked
                )
                text = one if result.checked == 1 else many
                pieces = (("mono", _short(result.newest)), *_changes(result))
                self.result.show_result("ok", text, *pieces, hash=result.newest)
            self.verified.emit()
        elif result.stopped:
            self.result.show_result("caution", self.tr("Stopped. {0} records checked so far are intact.").format(count))
        elif result.evidence:
            todo = self.tr(
                "Don't rely on this record or any later one. Find out which program changed the log. To export "
                "verified records or start a new log, use the buttons at the top."
            )
            text = self.tr("Log integrity check failed: ")
            self.result.show_result(
                "danger",
                ("strong", text),
                f"{core_translation.sentence(core_translation.local(result.problem))}\n",
                todo,
                stays=True,
            )
        else:
            self.result.show_result("danger", core_translation.local(result.problem))

    def _unvouched(self, result: VerifyResult) -> list[tuple[str, str] | str]:
        """Return the correct records that another program may have written."""
        pieces: list[tuple[str, str] | str] = ["\n", ("strong", self.tr("Unverified: "))]
        for span in result.unvouched:
            numbers = (QLocale().toString(span.first), QLocale().toString(span.last))
            since, until = (time_format.clock(moment) for moment in (span.since, span.until))
            pieces.append(self.tr("records {0} to {1}, from {2} to {3}. ").format(*numbers, since, until))
        pieces.append(
            self.tr(
                "They follow the last record that ToolGuard signed. Another program may have added them, so don't "
                "rely on them."
            )
        )
        return pieces


def _short(hash: str) -> str:
    """Return the first 8 and the last 4 digits of a hash; the button beside it copies all."""
    return f"{hash[:8]}…{hash[-4:]}" if len(hash) > 12 else hash


def _changes(result: VerifyResult) -> list[str]:
    """Return the changes of older records that the log itself states."""
    pieces, number = [], QLocale().toString
    if result.removed:
        first, last = result.removed[0].first, result.removed[-1].last
        text = translate("LogVerification", "Records {0} to {1} were removed, the last time on {2}.")
        when = time_format.clock(max(span.time for span in result.removed))
        pieces.append("\n" + text.format(number(first), number(last), when))
    if result.redacted:
        many = translate("LogVerification", "Text was redacted in %Ln records.", None, result.redacted)
        pieces.append("\n" + many)
    return pieces


class ResultBanner(QFrame):
    """Result of a long operation: an icon and a text on a coloured background, until it is hidden."""

    def __init__(self, name: str, hides: str) -> None:
        super().__init__()
        self._icon = IconLabel()
        self.text_label = TextLabel(name=name)
        self._hash = ""
        self.copy_button = push_button(
            kind="flat", icon="copy", tip=self.tr("Copy hash"), name=self.tr("Copy hash"),
            clicked=lambda: QGuiApplication.clipboard().setText(self._hash),
        )  # fmt: skip
        self.close_button = push_button(self.tr("Hide"), name=hides, kind="flat", clicked=self.hide)
        hbox(
            (self._icon, 0, Qt.AlignmentFlag.AlignTop), (self.text_label, 1),
            (self.copy_button, 0, Qt.AlignmentFlag.AlignTop),
            (self.close_button, 0, Qt.AlignmentFlag.AlignTop),
            parent=self, margins=(theme.SPACE * 3, theme.SPACE * 2, theme.SPACE * 2, theme.SPACE * 2),
        )  # fmt: skip
        self.hide()

    def show_result(self, tone: str, *pieces: tuple[str, str] | str, hash: str = "", stays: bool = False) -> None:
        """Show ``pieces`` in the colour ``tone``: ``ok``, ``caution`` or ``danger``. ``hash``: what can be copied.
        ``stays``: it cannot be hidden.
        """
        self._hash = hash
        self.copy_button.setVisible(bool(hash))
        self.close_button.setVisible(not stays)
        self.show()
        self.setProperty("ground", tone)
        tint(self, tone)
        self._icon.show_icon(tone, tone)
        self.text_label.set_tone(tone)
        self.text_label.set_text(*pieces)
