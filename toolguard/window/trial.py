"""One look at a server without a client: started, asked for its tools, ended; every line shown as it comes."""

from __future__ import annotations

import asyncio
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from toolguard.window import phrases, text, theme
from toolguard.window.page import Desk
from toolguard.window.passage import Passage, label
from toolguard.window.seam import Refused
from toolguard.window.server_log import Lines

_NAMED = 40  # tools whose names are shown


class Trial(QWidget):
    """A button that tries, and cancels; what the server says; what was found."""

    asked = Signal()
    """The person wants the server tried: `start` it with its settings."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._task: asyncio.Task[Any] | None = None
        self.button = QPushButton(self.tr("Try it"), autoDefault=False)
        self.button.clicked.connect(self._pressed)
        self.says = label(tone="quiet", wrap=True)
        self.lines = Lines(self.tr("What the server says"))
        self.lines.setFixedHeight(theme.SPACE * 36)
        self.lines.hide()
        self.found = Passage()
        self.found.setAccessibleName(self.tr("What was found"))
        self.found.hide()
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE * 3)
        row.addWidget(self.button)
        row.addWidget(self.says, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE * 2)
        column.addLayout(row)
        column.addWidget(self.found)
        column.addWidget(self.lines)
        self.say(self.tr("Opens it once, asks for its tools, and closes it. No tool is called."))

    @property
    def running(self) -> bool:
        return self._task is not None

    def say(self, words: str, tone: str = "quiet") -> None:
        """Say how it stands."""
        self.says.setProperty("tone", tone)
        self.says.style().unpolish(self.says)
        self.says.style().polish(self.says)
        self.says.setText(words)

    def _pressed(self) -> None:
        if self._task is not None:
            self._task.cancel()
        else:
            self.asked.emit()

    def start(self, settings: dict[str, Any]) -> None:
        """Try the server with these settings (``name``, ``kind`` and what belongs to it)."""
        if self._task is None:
            self.lines.clear()
            self.lines.show()
            self.found.hide()
            self.button.setText(self.tr("Cancel"))
            self.say(self.tr("Trying …"))
            self._task = self._desk.seam.spawn(self._try(settings))

    def stop(self) -> None:
        """Give it up, because nobody looks any more."""
        if self._task is not None:
            self._task.cancel()

    async def _try(self, settings: dict[str, Any]) -> None:
        try:
            told = await self._desk.seam.do("server.try", settings, self._hear)
            self._show(told)
        except Refused as why:
            self.say(text.visible(str(why)[:2_000]), "danger")
        except asyncio.CancelledError:
            self.say(self.tr("Given up: the server was ended."))
            raise
        finally:
            self._task = None
            self.button.setText(self.tr("Try it again"))

    def _hear(self, line: str) -> None:
        self.lines.add(phrases.local(line) if line.endswith("…") else line)  # the others are the server's own

    def _show(self, told: dict[str, Any]) -> None:
        info = told["server"] if isinstance(told["server"], dict) else {}
        called = " ".join(info[key] for key in ("name", "version") if isinstance(info.get(key), str))
        count = self.tr("1 tool") if told["count"] == 1 else self.tr("%n tools", "", told["count"])
        self.say(self.tr("It works: {0}.").format(count), "ok")
        names = ", ".join(text.shortened(one["name"], 60) for one in told["tools"][:_NAMED])
        more = told["count"] - min(_NAMED, len(told["tools"]))
        self.found.say(
            ("quiet", self.tr("Speaks ")), f"{told['version']} ({told['era']})\n",
            ("quiet", self.tr("Calls itself ")), f"{text.shortened(called, 120) or '–'}\n",
            ("quiet", self.tr("Tools ")), ("mono", names + (self.tr(" and {0} more").format(more) if more > 0 else "")),
        )  # fmt: skip
        self.found.show()
