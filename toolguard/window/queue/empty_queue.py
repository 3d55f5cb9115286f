"""What the page Pending shows while nothing waits: how to guard a server, or that something is wrong first."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from toolguard.window.widgets.empty_state import EmptyState


class EmptyQueue(QStackedWidget):
    """Never says that all is well while the log is not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.addWidget(
            EmptyState(
                "idle",
                self.tr("No pending calls"),
                self.tr(
                    "Tool calls from chat clients wait here until you approve or deny them. To protect a server, "
                    "put this before its command in your chat client's settings:"
                ),
                ("toolguard-connect -- npx -y @modelcontextprotocol/server-filesystem ~/Documents",),
            )
        )
        self.addWidget(
            EmptyState(
                "danger",
                self.tr("Log integrity check failed"),
                self.tr(
                    "The log was modified. Servers and rules may be missing and calls may be refused. Use the "
                    "buttons at the top to resolve this."
                ),
            )
        )

    def show_alarm(self, tampered: bool) -> None:
        """Say that the log was tampered with, or how to begin."""
        self.setCurrentIndex(1 if tampered else 0)
