"""Banners above every page while calls are blocked, paused or refused, or while something is to be authenticated."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal

from toolguard.gate.approvals.presence import AUTHENTICATION_TIMEOUT
from toolguard.gate.approvals.presence_proof import AuthenticationPrompt
from toolguard.gate.model import LeakedMessage, PromptPause
from toolguard.window import core_translation
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import time_format
from toolguard.window.widgets.banners import StripBanner
from toolguard.window.widgets.push_button import push_button

translate = QCoreApplication.translate
_MAX_NAME_LENGTH = 40  # maximum characters of foreign texts


class PanicBanner(StripBanner):
    """Says that nothing runs. With ``button`` the person ends this state."""

    def __init__(self) -> None:
        name, action = translate("PanicBanner", "All calls are blocked"), translate("PanicBanner", "Resume calls")
        super().__init__(name, "panic", "danger", action)
        text = self.tr("All calls are blocked. Running calls were cancelled, and new ones are denied.")
        self.text_label.set_text(text)


class PauseBanner(StripBanner):
    """Shows the newest pause and how many more there are. ``ended``: ask about this client and server again."""

    ended = Signal(str, str)

    def __init__(self) -> None:
        name, action = translate("PauseBanner", "Approval requests paused"), translate("PauseBanner", "End the pause")
        super().__init__(name, "rest", "caution", action)
        self._pauses: tuple[PromptPause, ...] = ()
        self.button.clicked.connect(self._end)
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._tick)

    def set_pauses(self, pauses: tuple[PromptPause, ...]) -> None:
        """Show the newest of these pauses; hidden without any."""
        self._pauses = pauses
        self._tick()

    def _tick(self) -> None:
        """Update the remaining time. Pauses end by themselves."""
        left = [pause for pause in self._pauses if pause.until > time.time()]
        if not left:
            self._clock.stop()
            self.hide()
            return
        self._clock.start()
        newest = left[-1]
        client, server = (untrusted_text.short_name(name, _MAX_NAME_LENGTH) for name in (newest.client, newest.server))
        template = self.tr(
            "Calls of {0} to {1} are denied until {2}: %n approval requests were not answered.", "", newest.unanswered
        )
        text = template.format(client, server, time_format.clock(newest.until))
        more = self.tr("%n more pauses.", "", len(left) - 1) if len(left) > 1 else ""
        self.text_label.set_text(core_translation.join_sentences(text, more))
        self.show()

    def _end(self) -> None:
        if self._pauses:
            self.ended.emit(self._pauses[-1].client, self._pauses[-1].server)


class LeakBanner(StripBanner):
    """Shows the newest refused message and how many more there are."""

    call_requested = Signal(str)

    def __init__(self) -> None:
        name, action = translate("LeakBanner", "Secret blocked"), translate("LeakBanner", "Open in Audit")
        super().__init__(name, "danger", "danger", action)
        self._unread: tuple[LeakedMessage, ...] = ()
        self._closed: frozenset[str] = frozenset()
        self.button.clicked.connect(self._request_call)
        self.close_button = push_button(
            name=self.tr("Dismiss leak warning"), kind="flat", icon="close", tone="danger", tip=self.tr("Close"),
            clicked=self._close,
        )  # fmt: skip
        self.row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignVCenter)

    def set_messages(self, leaked: tuple[LeakedMessage, ...]) -> None:
        """Show refused messages that were not closed yet."""
        left = tuple(leak for leak in leaked if leak.call not in self._closed)
        self._closed &= {leak.call for leak in leaked}
        if left == self._unread:
            return
        self._unread = left
        if left:
            self.text_label.set_text(self._sentence(left[-1], len(left) - 1))
        self.setVisible(bool(left))

    def _sentence(self, leak: LeakedMessage, more: int) -> str:
        names = [
            untrusted_text.shortened(name, _MAX_NAME_LENGTH)
            for name in (leak.client, leak.tool, leak.server, core_translation.join_list(leak.secrets))
        ]
        if not leak.is_call:
            text = self.tr("Blocked at {4}: {0} sent {1} containing the secret {3} to {2}.")
        else:
            text = self.tr(
                "Refused at {4}: {0} called {1} on {2} with the secret {3} in its arguments. It did not run."
            )
        others = self.tr("%n more like this.", "", more) if more else ""
        return core_translation.join_sentences(text.format(*names, time_format.clock(leak.since)), others)

    def _request_call(self) -> None:
        """Request the call. Other messages have no record of a call: Audit then opens with its newest records."""
        if self._unread:
            self.call_requested.emit(self._unread[-1].call if self._unread[-1].is_call else "")

    def _close(self) -> None:
        self._closed |= {leak.call for leak in self._unread}
        self._unread = ()
        self.hide()


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
        if not asked:
            self.hide()
            return ""
        text = self._sentence(asked[0], len(asked) - 1)
        self.text_label.set_text(text)
        self.show()
        return text if asked[0] not in before else ""

    def _sentence(self, first: AuthenticationPrompt, more: int) -> str:
        by_key = first.by == "security key"
        most = round(AUTHENTICATION_TIMEOUT / 60)
        text = self.tr("Confirm in the system's dialog within %n minutes: {0}", "", most)
        if by_key:
            text = self.tr("Touch your security key within %n minutes: {0}", "", most)
        asked = text.format(core_translation.local(first.text))
        others = self.tr("%n more to authenticate.", "", more) if more else ""
        return core_translation.join_sentences(asked, others)
