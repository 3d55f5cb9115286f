"""Actions for a log that was tampered with: open its folder, export the valid part, start a new log.

It is below the banner on every page as long as the alarm lasts.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLocale, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QWidget

from toolguard.gate.model import Snapshot
from toolguard.services.interface import RefusedError
from toolguard.store.log.audit_log import TamperedError
from toolguard.store.log.export import ExportError, ExportStoppedError
from toolguard.window import core_translation, theme
from toolguard.window.approval.armed_button import ArmedButton
from toolguard.window.log_view.verify import ResultBanner
from toolguard.window.page import PageContext
from toolguard.window.widgets.banners import ConfirmBanner
from toolguard.window.widgets.file_dialog import choose_target
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.progress_bar import ProgressBar
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import enable_armed

_ICON_SIZE = 18  # pixels, as in `IconLabel`


class TamperedBanner(QWidget):
    """Three buttons and their results. `renewed` is emitted when a new log was started."""

    renewed = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self._busy = False
        self.bar = QFrame()
        self.bar.setProperty("ground", "danger")
        self.folder = push_button(self.tr("Open folder"), clicked=self._show_folder)
        self.export = push_button(self.tr("Export verified records…"), clicked=self._ask_file)
        self.renew = push_button(self.tr("Start new log…"), clicked=self._ask_renew)
        self.buttons = QWidget()
        self.confirm = ConfirmBanner()
        self.confirm.no.clicked.connect(self._cancel_renew)
        self.arming = ArmedButton(self.confirm)
        self.arming.changed.connect(self._refresh)
        self.working = ProgressBar(self.tr("Export progress"), self.tr("Stop export"))
        self.result = ResultBanner(self.tr("Result"), self.tr("Hide result"))
        self._lay_out()
        self._refresh()
        self.bar.hide()

    def _lay_out(self) -> None:
        beside_icon = (theme.SPACE * 5 + _ICON_SIZE, 0, theme.SPACE * 3, theme.SPACE * 3)
        hbox(self.folder, self.export, self.renew, STRETCH, parent=self.buttons, margins=beside_icon)
        vbox(self.buttons, self.confirm, parent=self.bar, spacing=0)
        vbox(self.bar, self.working, self.result, parent=self, spacing=0)

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the actions while the log counts as tampered with."""
        tampered = snapshot.alarm == "tampered"
        self.bar.setVisible(tampered)
        if not tampered:
            self.confirm.leave()
            self.arming.cancel()
            self._refresh()

    def _refresh(self) -> None:
        self.export.setEnabled(self._context.reading is not None and not self._busy)
        self.folder.setEnabled(self._context.reading is not None)
        self.renew.setEnabled(not self._busy)
        self.renew.setVisible(self.confirm.isHidden())
        enable_armed(self.confirm.yes, ready=not self._busy, armed=self.arming.armed)

    def _work(self, busy: bool) -> None:
        self._busy = busy
        self._refresh()

    def _show_folder(self) -> None:
        if self._context.reading is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._context.reading.folder)))

    # Export

    def _ask_file(self) -> None:
        title = self.tr("Export verified records")
        choose_target(self, title, "toolguard-log-verified.jsonl", self.start_export)

    def start_export(self, target: Path) -> None:
        """Write the records before the first invalid one to ``target``."""
        self._work(True)
        self.result.hide()
        self.working.begin(self.tr("Writing file…"), self.tr("{0} of {1} written"))
        self._context.core_link.spawn(self._export(target))

    async def _export(self, target: Path) -> None:
        assert self._context.reading is not None  # noqa: S101 - the button is disabled without it
        try:
            progress, stop = self.working.report, self.working.is_stopping
            count = await self._context.reading.export_sound(target, progress, stop)
            text = self.tr("Exported {0} verified records to ").format(QLocale().toString(count))
            self.result.show_result("ok", text, ("mono", str(target)))
        except ExportStoppedError:
            self.result.show_result("caution", self.tr("Export stopped. No file was written."))
        except (OSError, ExportError, TamperedError) as problem:
            text = self.tr("Export failed: {0}")
            self.result.show_result("danger", text.format(core_translation.local(str(problem))))
        finally:
            self.working.end()
            self._work(False)

    # New log

    def _ask_renew(self) -> None:
        text = self.tr("Start a new log? The old log is renamed and kept in the same folder.")
        self.confirm.ask(text, self.tr("Start new log"), self._start_renew, kind="danger-line")
        self.arming.restart()
        self._refresh()

    def _cancel_renew(self) -> None:
        self._refresh()
        self.renew.setFocus(Qt.FocusReason.OtherFocusReason)

    def _start_renew(self) -> None:
        if not self._busy:
            self._work(True)
            self._context.core_link.spawn(self._renew())

    async def _renew(self) -> None:
        try:
            path = (await self._context.core_link.run(lambda core: core.log.renew()))["kept"]
            self.result.show_result("ok", self.tr("New log started. The old log is kept as "), ("mono", path))
            self.renewed.emit()
        except RefusedError as why:
            self.result.show_result(
                "danger", self.tr("Could not start a new log: {0}").format(core_translation.local(str(why)))
            )
        finally:
            self._work(False)
