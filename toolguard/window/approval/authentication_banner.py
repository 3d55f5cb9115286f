"""Banner above every page: what you are asked to authenticate for, with a button to cancel it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal

from toolguard.gate.approvals.presence import AUTHENTICATION_TIMEOUT
from toolguard.gate.approvals.presence_proof import AuthenticationPrompt
from toolguard.window import core_translation
from toolguard.window.widgets.banners import StripBanner

translate = QCoreApplication.translate


class AuthenticationBanner(StripBanner):
    """Shows the oldest authentication request, and how many more there are. ``cancelled`` carries its id."""

    cancelled = Signal(str)

    def __init__(self) -> None:
        name = translate("AuthenticationBanner", "Authentication")
        super().__init__(name, "key", "caution", translate("AuthenticationBanner", "Cancel"))
        self._prompts: tuple[AuthenticationPrompt, ...] = ()
        self.button.setAccessibleName(self.tr("Cancel authentication"))
        self.button.clicked.connect(lambda: self.cancelled.emit(self._prompts[0].id) if self._prompts else None)

    def set_prompts(self, asked: tuple[AuthenticationPrompt, ...]) -> str:
        """Show ``asked``; return new text for screen readers, if any."""
        if asked == self._prompts:
            return ""
        before, self._prompts = self._prompts, asked
        self.setVisible(bool(asked))
        if not asked:
            return ""
        text = self._sentence(asked[0], len(asked) - 1)
        self.text_label.set_text(text)
        return text if asked[0] not in before else ""

    def _sentence(self, first: AuthenticationPrompt, more: int) -> str:
        by_key = first.by == "security key"
        most = round(AUTHENTICATION_TIMEOUT / 60)
        text = self.tr("Answer the system's dialog within %n minutes.", "", most)
        if by_key:
            text = self.tr("Touch your security key within %n minutes.", "", most)
        others = self.tr("%n more to authenticate.", "", more) if more else ""
        return core_translation.join_sentences(text, core_translation.local(first.text), others)
