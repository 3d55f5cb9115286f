"""Button that exports the log, or the calls that match the filters, to a file, in a thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from toolguard.store.log.audit_log import TamperedError
from toolguard.store.log.export import ExportError, ExportStoppedError
from toolguard.store.log.index.log_index import CallFilter
from toolguard.tables.log_exports import EXPORT_FORMATS, ExportForm
from toolguard.window import core_translation, theme
from toolguard.window.log_view.verify import ResultBanner
from toolguard.window.page import PageContext
from toolguard.window.widgets.file_dialog import choose_target
from toolguard.window.widgets.layout.boxes import hbox
from toolguard.window.widgets.progress_bar import ProgressBar
from toolguard.window.widgets.push_button import push_button


class LogExport(QWidget):
    """``asked`` returns the current filter. The page places `working` and `result`."""

    def __init__(self, context: PageContext, asked: Callable[[], CallFilter]) -> None:
        super().__init__()
        self._context = context
        self._filter = asked
        self.button = push_button(self.tr("Export"), name=self.tr("Export log"))
        self.menu = QMenu(self.button)
        self._fill_menu()
        self.button.setMenu(self.menu)
        self.button.setEnabled(context.reading is not None)
        self.working = ProgressBar(self.tr("Export progress"), self.tr("Stop export"))
        self.result = ResultBanner(self.tr("Export result"), self.tr("Hide export result"))
        hbox(self.button, parent=self, spacing=theme.SPACE)

    def _fill_menu(self) -> None:
        for all_ in (False, True):
            for form, row in EXPORT_FORMATS.items():
                if not all_:
                    text = self.tr("Shown calls as {0}…")
                elif row.has_records:
                    text = self.tr("All records with hashes as {0}…")
                else:
                    text = self.tr("All calls as {0}…")
                action = QAction(text.format(row.name), self.menu)
                action.triggered.connect(lambda _=False, form=form, all_=all_: self.choose_file(form, all_=all_))
                self.menu.addAction(action)

    def choose_file(self, form: ExportForm, *, all_: bool) -> None:
        """Ask for the file, then start."""
        if not self.button.isEnabled():
            return
        filter = (None if EXPORT_FORMATS[form].has_records else CallFilter()) if all_ else self._filter()
        choose_target(self, self.tr("Export log"), f"toolguard-log.{form}", lambda path: self.start(path, form, filter))

    def start(self, target: Path, form: ExportForm, filter: CallFilter | None) -> None:
        """Write the file; only one export runs at a time."""
        self.result.hide()
        self.working.begin(self.tr("Writing file…"), self.tr("{0} of {1} written"), self.button)
        self._context.core_link.spawn(self._write(target, form, filter))

    async def _write(self, target: Path, form: ExportForm, filter: CallFilter | None) -> None:
        assert self._context.reading is not None  # noqa: S101 - the button is disabled without it
        try:
            progress, stop = self.working.report, self.working.is_stopping
            count = await self._context.reading.export(target, form, filter, progress, stop)
            number = QLocale().toString(count)
            text = (
                self.tr("Exported {0} records to ")
                if EXPORT_FORMATS[form].has_records
                else self.tr("Exported {0} rows to ")
            )
            self.result.show_result("ok", text.format(number), ("mono", str(target)))
        except ExportStoppedError:
            self.result.show_result("caution", self.tr("Export stopped. No file was written."))
        except ExportError as problem:  # its text says what to do
            self.result.show_result(
                "danger", self.tr("Export failed: {0}").format(core_translation.local(str(problem)))
            )
        except (OSError, TamperedError) as problem:
            text = self.tr("Export failed: {0}. Choose another location or free up space, then try again.")
            self.result.show_result("danger", text.format(core_translation.local(str(problem))))
        finally:
            self.working.end()
