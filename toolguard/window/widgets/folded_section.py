"""A section that is shown on request."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from toolguard.window import theme
from toolguard.window.widgets import icons
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import separator, tint


class FoldedSection(theme.ThemedWidget, QWidget):
    """``body`` below a button with ``title`` that shows and hides it. A summary stands for it while it is folded."""

    def __init__(self, title: str, body: QWidget, *, has_rule: bool = False) -> None:
        """``has_rule``: a line separates it from what is above."""
        super().__init__()
        self.body = body
        body.hide()
        self.button = push_button(title, kind="section")
        self.button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.button.clicked.connect(lambda: self.unfold(self.body.isHidden()))
        self.summary = ElidedLabel()
        self.summary.setFont(theme.sized(theme.SMALL))
        summary = (self.summary, 1, Qt.AlignmentFlag.AlignVCenter)
        line = hbox(self.button, summary, 0)  # the space keeps the button at the left while the summary is hidden
        vbox(*([separator()] if has_rule else []), line, body, parent=self)
        self.unfold(False)

    def unfold(self, on: bool) -> None:
        """Show or hide ``body``; the summary is the other way round."""
        self.body.setVisible(on)
        self.summary.setVisible(not on)
        self.button.setAccessibleDescription(self.tr("Shown") if on else self.tr("Hidden"))
        self.apply_colours(theme.colours())

    def summarize(self, text: str, *, tone: str = "quiet") -> None:
        """Set the summary, and its colour in the style sheet."""
        self.summary.set_text(text)
        tint(self.summary, tone)

    def apply_colours(self, colours: theme.Colours) -> None:
        self.button.setIcon(icons.icon("expand" if self.body.isHidden() else "collapse", colours.quiet))
