"""Redaction dialog: replaces text that should not have been recorded, after showing the number of affected records.

Never modal, so that calls can be decided meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from toolguard.gate.texts import CodedText
from toolguard.services.interface import RefusedError
from toolguard.store.log.audit_log import TamperedError
from toolguard.store.log.records import Record
from toolguard.window import core_translation, theme
from toolguard.window.approval.armed_button import ArmedButton
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import PageContext
from toolguard.window.widgets import time_format
from toolguard.window.widgets.banners import ConfirmBanner
from toolguard.window.widgets.layout.boxes import STRETCH, vbox
from toolguard.window.widgets.property_list import WarningBox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, enable_armed, enable_unless, label

MAX_TEXT_LENGTH = 10_000
_MAX_REASON_LENGTH = 500


_MIN_WIDTH = 620
_MAX_SHOWN_RECORDS = 5
_MAX_READ_RECORDS = 200
"""Maximum records in which the text is looked for to show where it is."""
_CONTEXT_LENGTH = 30
"""Characters of context on each side of the text."""


class TextInRecord(msgspec.Struct, frozen=True):
    """A place where the text to redact is in a record, with the text around it."""

    time: float
    before: str
    text: str
    after: str
    is_part_of_word: bool


def text_in_record(record: Record, text: str) -> list[TextInRecord]:
    """Return the first place of ``text`` in a record; none if it is only there in another spelling."""
    for value in _texts(msgspec.to_builtins(record.event, builtin_types=(CodedText,))):
        start = value.find(text)
        if start >= 0:
            end = start + len(text)
            before, after = value[max(start - _CONTEXT_LENGTH, 0) : start], value[end : end + _CONTEXT_LENGTH]
            return [
                TextInRecord(
                    time=record.time,
                    before=untrusted_text.one_line(before),
                    text=untrusted_text.one_line(text[:_CONTEXT_LENGTH]),
                    after=untrusted_text.one_line(after),
                    is_part_of_word=_are_one_word(before[-1:], text[:1]) or _are_one_word(text[-1:], after[:1]),
                )
            ]
    return []


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def _are_one_word(left: str, right: str) -> bool:
    """Return whether two characters belong to one word, such as a token."""
    return all(character.isalnum() or character in "_-" for character in (left, right)) and bool(left and right)


class RedactionDialog(QDialog):
    """Asks for a text and a reason. `redacted` is emitted when records were changed."""

    redacted = Signal()

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._records: list[int] = []
        self._busy = False
        self.setWindowTitle(self.tr("Redact text"))
        self.setMinimumWidth(_MIN_WIDTH)
        self.text = QLineEdit(maxLength=MAX_TEXT_LENGTH)
        self.text.setPlaceholderText(self.tr("Leave empty to redact all text of this call"))
        self.text.setAccessibleName(self.tr("Text to redact"))
        self.reason = QLineEdit(maxLength=_MAX_REASON_LENGTH)
        self.reason.setPlaceholderText(self.tr("Recorded in the log; must not contain the text"))
        self.reason.setAccessibleName(self.tr("Reason"))
        self.search = push_button(self.tr("Find records"), kind="run")
        self.cancel = push_button(self.tr("Close"), name=self.tr("Close redaction"))
        self.status_label = label(wrap=True)
        self.status_label.setAccessibleName(self.tr("Redaction"))
        self.matches = TextLabel(mono=True, factor=theme.SMALL, name=self.tr("Where the text is"))
        self.partial = WarningBox()
        self.confirm = ConfirmBanner()
        self.confirm.no.setText(self.tr("Back"))
        self.arming = ArmedButton(self.confirm)
        self.arming.changed.connect(self._refresh)
        self.search.clicked.connect(self._find)
        self.cancel.clicked.connect(self.reject)
        self.confirm.no.clicked.connect(self._change)
        for line in (self.text, self.reason):
            line.textChanged.connect(self._changed)
            line.returnPressed.connect(self._find)
        self.finished.connect(self._forget)
        self._lay_out()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("Text"), self.text)
        form.addRow(self.tr("Reason"), self.reason)
        form.setVerticalSpacing(theme.SPACE * 3)
        self._first_step = QDialogButtonBox()
        self._first_step.addButton(self.search, QDialogButtonBox.ButtonRole.AcceptRole)
        self._first_step.addButton(self.cancel, QDialogButtonBox.ButtonRole.RejectRole)
        vbox(
            self.status_label, form, self._first_step, self.matches, self.partial, self.confirm, STRETCH,
            parent=self, spacing=theme.SPACE * 4,
            margins=(theme.SPACE * 6, theme.SPACE * 5, theme.SPACE * 6, theme.SPACE * 5),
        )  # fmt: skip

    def begin(self, records: list[int], text: str = "") -> None:
        """Offer to redact a text everywhere, or all text of these records."""
        self._records = records
        self.text.setText(text)
        self.reason.clear()
        self._changed()
        self.show()
        self.raise_()
        self.text.setFocus()

    def _forget(self) -> None:
        self.text.clear()
        self.reason.clear()
        self._records = []
        self.confirm.leave()
        self.arming.cancel()

    def _show_matches(self, matches: Sequence[TextInRecord], count: int) -> None:
        """Show the first places of the text, among ``count`` records, and warn if more of a word stays in the log."""
        pieces: list[tuple[str, str] | str] = []
        for record in matches[:_MAX_SHOWN_RECORDS]:
            line_end = "\n" if pieces else ""
            pieces += [
                f"{line_end}{time_format.clock(record.time)}  {record.before}",
                ("strong", record.text),
                record.after,
            ]
        more = count - min(len(matches), _MAX_SHOWN_RECORDS)
        if pieces and more:
            pieces.append("\n" + self.tr("%Ln more records", "", more))
        self.matches.set_text(*pieces)
        self.matches.setVisible(bool(pieces))
        partial = self.tr("The text is only part of a longer word. The rest of that word stays in the log.")
        self.partial.show_sentences([partial] if any(record.is_part_of_word for record in matches) else [])

    def _changed(self) -> None:
        self._show_matches((), 0)
        self.confirm.leave()
        self.arming.cancel()
        if self.text.text():
            self._show_status(self.tr("This text becomes “[redacted]” in all records of the log."))
        else:
            self._show_status(self.tr("Without a text, all arguments and results of this call become “[redacted]”."))
        self._refresh()

    def _change(self) -> None:
        """Return to the first step."""
        self._changed()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refresh(self) -> None:
        """Show the search, or the question whether to change what it found; both lock the text and the reason."""
        asks = not self.confirm.isHidden()
        for line in (self.text, self.reason):
            line.setReadOnly(asks or self._busy)
        self._first_step.setVisible(not asks)
        enable_unless(self.search, "" if self.reason.text().strip() else self.tr("Enter a reason."))
        if self._busy or asks:
            self.search.setEnabled(False)
        enable_armed(self.confirm.yes, ready=not self._busy, armed=self.arming.armed)

    def _show_status(self, text: str) -> None:
        self.status_label.setText(text)

    def _search_terms(self) -> tuple[str, list[int]]:
        text = self.text.text()
        return text, [] if text else self._records

    def _find(self) -> None:
        if self.search.isEnabled():
            self._work(busy=True)
            self._context.core_link.spawn(self._count())

    def _work(self, *, busy: bool) -> None:
        self._busy = busy
        self._refresh()

    async def _count(self) -> None:
        text, records = self._search_terms()
        try:
            redactable = await self._context.core_link.run(lambda core: core.log.find(text, records))
        except RefusedError as why:
            self._show_status(core_translation.local(str(why)))
            return
        finally:
            self._work(busy=False)
        matches = await self._matches(text, [record["seq"] for record in redactable])
        if (text, records) != self._search_terms():
            return
        if not redactable:
            self._show_status(self.tr("No record contains this text."))
            return
        question = (
            self.tr("Redact this text in %Ln records?", "", len(redactable)) if text
            else self.tr("Redact all text of this call, in %Ln records?", "", len(redactable))
        )  # fmt: skip
        lasting = self.tr(
            "This can't be undone. The log stays verifiable and records it. "
            "Names of clients and servers, who decided, states, protocol versions, times and hashes stay. "
            "Exports, archives and backups keep the text."
        )
        self.confirm.ask(
            core_translation.join_sentences(question, lasting), self.tr("Redact"), self._start, kind="danger"
        )
        self._show_matches(matches, len(redactable))
        self.arming.restart()
        self._refresh()
        self.adjustSize()

    async def _matches(self, text: str, numbers: list[int]) -> list[TextInRecord]:
        """Return where the text is in the newest of these records, as far as they can be read."""
        reading, places = self._context.reading, list[TextInRecord]()
        if reading is None or not text:
            return places
        with suppress(OSError, TamperedError):  # Audit itself reports it
            for number in sorted(numbers, reverse=True)[:_MAX_READ_RECORDS]:
                for record in await reading.call_records(f"#{number}"):
                    places += text_in_record(record, text)
        return places

    def _start(self) -> None:
        if not self._busy:
            self._work(busy=True)
            self._context.core_link.spawn(self._redact())

    async def _redact(self) -> None:
        text, records = self._search_terms()
        reason = self.reason.text().strip()
        try:
            redacted = await self._context.core_link.run(lambda core: core.log.redact(reason, text, records))
        except RefusedError as why:
            self._show_status(core_translation.local(str(why)))
            return
        finally:
            self._work(busy=False)
        self.text.clear()
        self.reason.clear()
        self._records = []
        self._show_status(self.tr("Text was redacted in %Ln records.", "", len(redacted)))
        self.redacted.emit()
