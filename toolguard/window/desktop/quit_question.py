"""The question before ToolGuard quits, because that ends calls."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMessageBox, QWidget

from toolguard.gate.model import Snapshot
from toolguard.window import core_translation, state
from toolguard.window.widgets.question_box import QuestionBox


class QuitQuestion(QuestionBox):
    """Says what quitting ends, and follows changes. ``leave`` quits; ``hide`` hides the window, if that is possible."""

    def __init__(
        self, snapshot: Snapshot, leave: Callable[[], object], hide: Callable[[], object] | None, parent: QWidget
    ) -> None:
        super().__init__(self.tr("Quit ToolGuard?"), "", "", parent)
        self._leave = self.offer(self.tr("Cancel"), "", leave)
        if hide is not None:
            self.addButton(self.tr("Hide to tray"), QMessageBox.ButtonRole.ActionRole).clicked.connect(hide)
        self.set_snapshot(snapshot)

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show what quitting would end now."""
        if not state.is_busy(snapshot):
            asked, means, ends = (
                self.tr("Quit ToolGuard?"),
                self.tr("No calls are pending or running."),
                self.tr("Quit"),
            )
        else:
            asked = self.tr("Quit with {0}?").format(state.open_text(snapshot))
            means = self.tr("Quitting denies pending calls and stops running calls.")
            count = len(snapshot.pending) + state.running(snapshot)
            ends = self.tr("Quit and end 1 call") if count == 1 else self.tr("Quit and end %n calls", "", count)
        if snapshot.proposals:
            means = core_translation.join_sentences(means, self.tr("Pending changes don't take effect."))
        rules = self.tr("Rules that last until you quit will end.")
        if snapshot.tickets:
            rules = self.tr("Saved decisions, and rules that last until you quit, will end.")
        means = core_translation.join_sentences(means, rules)
        if (self.text(), self.informativeText(), self._leave.text()) != (asked, means, ends):
            self.setText(asked)
            self.setInformativeText(means)
            self._leave.setText(ends)
