"""The origin of a person's decision and of a run of ToolGuard, in the window's language."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from toolguard.gate.approver import Approver, ProcessInfo
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.property_list import Property

translate = QCoreApplication.translate
_SURFACES: dict[str, Any] = {
    "window": QT_TRANSLATE_NOOP("Origins", "in the window{place}{how}"),
    "serve": QT_TRANSLATE_NOOP("Origins", "in “toolguard serve”{place}{how}"),
}
_INPUTS: dict[str, Any] = {
    "pointer": QT_TRANSLATE_NOOP("Origins", ", with a pointing device"),
    "keyboard": QT_TRANSLATE_NOOP("Origins", ", with the keyboard"),
    "assistive technology": QT_TRANSLATE_NOOP("Origins", ", through assistive technology"),
    "notification": QT_TRANSLATE_NOOP("Origins", ", from a notification"),
    "unknown": QT_TRANSLATE_NOOP("Origins", "; method unknown"),
}


def where(approver: Approver) -> str:
    """Return where and how a person decided: ``in the window on display :0, with the pointer``."""
    template = _SURFACES.get(approver.process.surface)
    if template is None:
        return translate("Origins", "location unknown")
    how = translate("Origins", _INPUTS[approver.input]) if approver.input in _INPUTS else ""
    shown = place(approver.process)
    return translate("Origins", template).format(place=f" {shown}" if shown else "", how=how)


def place(process: ProcessInfo) -> str:
    """Return where a process is shown: its display or its terminal."""
    if process.surface == "serve":
        if not process.terminal:
            return translate("Origins", "without a terminal")
        return translate("Origins", "on {0}").format(untrusted_text.visible(process.terminal))
    return (
        translate("Origins", "on display {0}").format(untrusted_text.visible(process.display))
        if process.display
        else ""
    )


def of_decision(approver: Approver | msgspec.UnsetType, *, by_person: bool) -> list[Property]:
    """Return the origin of a decision as properties. Records of earlier versions have none."""
    title = translate("Origins", "Location")
    if isinstance(approver, Approver):
        return [Property(title, where(approver)), *of_process(approver.process)]
    return [Property(title, translate("Origins", "Not recorded in that version"), style="quiet")] if by_person else []


def of_process(process: ProcessInfo) -> list[Property]:
    """Return display, starter and login session of a process; `PropertyList` leaves out empty rows."""
    by = untrusted_text.visible(process.started_by)
    if by:
        by = translate("Origins", "{0} (process {1})").format(by, process.started_by_pid)
    if process.by_stub:
        by = translate("Origins", "{0}, through toolguard-connect").format(by) if by else "toolguard-connect"
    number = translate("Origins", "process {0}").format(process.pid) if process.pid else ""
    user = " · ".join(filter(None, (untrusted_text.visible(process.user), number)))
    display = untrusted_text.visible(process.display)
    if process.display_program:
        text = translate("Origins", "{0}, owned by {1} (process {2})")
        display = text.format(display, untrusted_text.visible(process.display_program), process.display_pid)
    return [
        Property(translate("Origins", "Display"), display),
        Property(translate("Origins", "ToolGuard launched by"), by),
        Property(translate("Origins", "Login session"), untrusted_text.visible(process.login_session)),
        Property(translate("Origins", "User"), user),
    ]
