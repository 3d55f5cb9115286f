"""Test of a server without a client: start or reach it, list its tools, end; its output is shown line by line."""

from __future__ import annotations

import asyncio
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from toolguard.services.interface import Probed, RefusedError, ServerSettings
from toolguard.tables.servers import KINDS
from toolguard.window import core_translation, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import PageContext
from toolguard.window.servers.server_log import LogLinesView
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, tint

_MAX_NAMED_TOOLS = 40  # maximum tool names that are shown


class ServerTest(QWidget):
    """A button that starts and cancels the test, the server's output, and the result.

    ``is_apart``: the button is elsewhere, and this is hidden until the first test.
    """

    test_requested = Signal()
    """The person wants to test the server: call `start` with its settings."""

    def __init__(self, context: PageContext, *, is_apart: bool = False) -> None:
        super().__init__()
        self._context = context
        self._task: asyncio.Future[Any] | None = None
        self._is_remote = False
        self._is_apart = is_apart
        self.passed: ServerSettings | None = None
        """The settings that passed the last test."""
        self.button = push_button(self.tr("Test"), clicked=self._pressed)
        self.status_label = label(tone="quiet", wrap=True)
        self.lines = LogLinesView(self.tr("Server output"))
        self.lines.setFixedHeight(theme.SPACE * 36)
        self.lines.hide()
        self.found = TextLabel(name=self.tr("Test result"))
        self.found.hide()
        row = hbox(*(() if is_apart else (self.button,)), (self.status_label, 1), spacing=theme.SPACE * 3)
        vbox(row, self.found, self.lines, parent=self)

    def show_kind(self, kind: str) -> None:
        """Forget the last test, and say what a test of a server of this kind does."""
        self.stop()
        self._is_remote = kind in KINDS and not KINDS[kind].runs_program
        self.lines.hide()
        self.found.hide()
        self.button.setText(self.tr("Test"))
        text = (
            self.tr("Connects to the server, lists its tools and disconnects. No tool is called.")
            if self._is_remote
            else self.tr("Starts the server, lists its tools and stops it. No tool is called.")
        )
        self.show_status(text)
        if self._is_apart:
            self.button.setToolTip(untrusted_text.as_tool_tip(text))
            self.hide()

    def show_status(self, text: str, tone: str = "quiet") -> None:
        """Show one sentence about the test, in the colour ``tone``."""
        tint(self.status_label, tone)
        self.status_label.setText(text)

    def _pressed(self) -> None:
        if self._task is not None:
            self._task.cancel()
        else:
            self.test_requested.emit()

    def start(self, described: ServerSettings) -> None:
        """Test a server as described, registered or not; does nothing while a test runs."""
        if self._task is None:
            self.passed = None
            self.show()
            self.lines.clear()
            self.lines.show()
            self.found.hide()
            self.button.setText(self.tr("Cancel"))
            self.show_status(self.tr("Testing…"))
            self._task = self._context.core_link.spawn(self._try(described))

    def stop(self) -> None:
        """Cancel the test, because the view is hidden."""
        if self._task is not None:
            self._task.cancel()

    async def _try(self, described: ServerSettings) -> None:
        try:
            result = await self._context.core_link.run(lambda core: core.servers.probe(described), self._on_progress)
            self._show(result)
            self.passed = described
        except RefusedError as why:
            self.show_status(untrusted_text.visible(str(why)[:2_000]), "danger")
        except asyncio.CancelledError:
            self.show_status(
                self.tr("Test cancelled.") if self._is_remote else self.tr("Test cancelled. The server was stopped.")
            )
            raise
        finally:
            self._task = None
            self.button.setText(self.tr("Test again"))

    def _on_progress(self, line: str) -> None:
        self.lines.add(core_translation.local(line))

    def _show(self, result: Probed) -> None:
        info = result["server"] if isinstance(result["server"], dict) else {}
        called = " ".join(info[key] for key in ("name", "version") if isinstance(info.get(key), str))
        count = self.tr("1 tool") if result["count"] == 1 else self.tr("%n tools", "", result["count"])
        self.show_status(self.tr("Test passed: {0}.").format(count), "ok")
        names = core_translation.join_list(
            untrusted_text.shortened(tool["name"], 60) for tool in result["tools"][:_MAX_NAMED_TOOLS]
        )
        more = result["count"] - min(_MAX_NAMED_TOOLS, len(result["tools"]))
        self.found.set_text(
            ("quiet", self.tr("Protocol ")), f"{result['version']} ({result['era']})\n",
            ("quiet", self.tr("Reported name ")), f"{untrusted_text.shortened(called, 120) or '–'}\n",
            ("quiet", self.tr("Tools ")), ("mono", names + (self.tr(" and {0} more").format(more) if more > 0 else "")),
        )  # fmt: skip
        self.found.show()
