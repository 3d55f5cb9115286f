"""The sample call of the introduction: a bar above the page Pending with instructions, then with the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import Signal

from toolguard.services.interface import RefusedError
from toolguard.window import core_translation
from toolguard.window.core_link import CoreLink
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.banners import GuideBar

_MAX_RESPONSE_LENGTH = 200  # characters of the response


@dataclass(frozen=True, slots=True)
class SampleOutcome:
    """How the sample call ended: what its client received, and whether the tool has run."""

    text: str
    has_run: bool


class SampleCall(Protocol):
    """Lets a sample client call a tool of a sample server once, through ToolGuard."""

    async def run(self, core: CoreLink, /) -> SampleOutcome | None:
        """Return how the call ended; None if it was stopped. Raises `RefusedError` or `OSError`."""

    def stop(self) -> None:
        """Give up the call, from any thread."""


class SampleBar(GuideBar):
    """``set_up``: the person wants to guard servers of their own."""

    set_up = Signal()

    def __init__(self, sample: SampleCall | None, core: CoreLink) -> None:
        super().__init__()
        self._sample = sample
        self._core = core
        self.is_running = False
        self.action.setText(self.tr("Guard your first server"))
        self.action.setProperty("kind", "run")
        self.action.clicked.connect(self._go)
        self.leave.clicked.connect(self._leave)
        self.hide()

    def start(self) -> None:
        """Make the sample call; a second one waits until the first has ended."""
        if self._sample is not None and not self.is_running:
            self.is_running = True
            self._core.spawn(self._run(self._sample))

    async def _run(self, sample: SampleCall) -> None:
        template = self.tr(
            "A sample client asks a sample server to read a note. Look at what the call would do, then approve or deny "
            "it. Nothing of yours is touched."
        )
        self._show(self.tr("Your first call"), template)
        try:
            outcome = await sample.run(self._core)
        except (RefusedError, OSError) as why:
            self.is_running = False
            reason = untrusted_text.visible(core_translation.local(str(why)))
            self._show(self.tr("The sample call failed"), reason)
            return
        self.is_running = False
        if outcome is None:
            self.hide()
            return
        text = untrusted_text.shortened(outcome.text, _MAX_RESPONSE_LENGTH)
        if outcome.has_run:
            template = self.tr(
                "The sample server answered: {0}. Your decision is in the log. The sample server is removed."
            )
            self._show(self.tr("The call has run"), template.format(text), offers=True)
        else:
            template = self.tr(
                "The sample client was told: {0}. The log has your decision. The sample server is removed."
            )
            self._show(self.tr("The call did not run"), template.format(text), offers=True)

    def _show(self, title: str, text: str, *, offers: bool = False) -> None:
        self.title.setText(title)
        self.text_label.setText(text)
        self.action.setVisible(offers)
        self.leave.setText(self.tr("Stop") if self.is_running else self.tr("Close"))
        self.leave.setAccessibleName(
            self.tr("Stop the sample call") if self.is_running else self.tr("Close sample call")
        )
        self.show()

    def _go(self) -> None:
        self.hide()
        self.set_up.emit()

    def _leave(self) -> None:
        if self.is_running and self._sample is not None:
            self._sample.stop()
        else:
            self.hide()
