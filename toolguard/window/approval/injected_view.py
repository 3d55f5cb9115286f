"""Injected arguments of a call for display: the place, and the names of secrets."""

from __future__ import annotations

import re
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QWidget

from toolguard.gate import json_pointer
from toolguard.gate.model import InjectedArgument
from toolguard.window import core_translation, theme
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.text_label import TextLabel, label

translate = QCoreApplication.translate


_REFERENCE = re.compile(r"\$\{secret:([^{}]*)\}")


def source(argument: InjectedArgument) -> str:
    """Return ``[secret DB_URL]``, or the text that contains it."""
    secret = translate("InjectedArgument", "[secret {0}]")
    template = argument.template or f"${{secret:{core_translation.join_list(argument.secrets)}}}"
    return _REFERENCE.sub(lambda match: secret.format(match[1]), template)


def line(argument: InjectedArgument) -> str:
    """Return ``connection: [secret DB_URL]``."""
    names = map(json_pointer.unescape, argument.pointer.split("/")[1:])
    return f"{'.'.join(names) or argument.place}: {source(argument)}"


def recorded(secrets: Iterable[str]) -> tuple[str, str]:
    """Split names in the log: secrets of the server itself, and one line for each that was injected into the call."""
    own, into = [], []
    for text in secrets:
        name, _, place = text.partition(" ")
        if place:
            into.append(line(InjectedArgument(place=place, secrets=(name,))))
        else:
            own.append(name)
    return core_translation.join_list(own), "\n".join(into)


class InjectedView(QWidget):
    """A sign, a heading, and a line for each place; hidden if nothing is injected."""

    def __init__(self) -> None:
        super().__init__()
        self.heading = label(self.tr("Added after you approve"), strong=True)
        self.lines = TextLabel(mono=True, name=self.heading.text())
        self.lines.setToolTip(self.tr("The client and the model can't see or set these values."))
        self.lines.setAccessibleDescription(self.lines.toolTip())
        words = vbox(self.heading, self.lines, spacing=theme.SPACE)
        hbox((IconLabel("key", "accent"), 0, Qt.AlignmentFlag.AlignTop), (words, 1), parent=self)
        self.hide()

    def show_filled(self, filled: tuple[InjectedArgument, ...]) -> None:
        """Show a line for each argument; hidden without any."""
        self.lines.set_text("\n".join(map(line, filled)))
        self.setVisible(bool(filled))
