"""Banner above every page while all calls are denied, with a button to resume."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal

from toolguard.window.widgets.banners import StripBanner

translate = QCoreApplication.translate


class PanicBanner(StripBanner):
    """Says that nothing runs. ``resumed``: the person ends this state."""

    resumed = Signal()

    def __init__(self) -> None:
        name, action = translate("PanicBanner", "All calls are blocked"), translate("PanicBanner", "Resume calls")
        super().__init__(name, "panic", "danger", action)
        text = self.tr("All calls are blocked. Running calls were canceled, and new ones are denied.")
        self.text_label.set_text(text)
        self.button.clicked.connect(self.resumed)
