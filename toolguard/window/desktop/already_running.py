"""Question at a start without a terminal if ToolGuard already runs elsewhere: close it there and open it here?"""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox

from toolguard.gate.approver import ProcessInfo
from toolguard.window import core_translation
from toolguard.window.approval.armed_button import ARMING_DELAY_MS
from toolguard.window.log_view import origins
from toolguard.window.widgets import time_format
from toolguard.window.widgets.property_list import Property
from toolguard.window.widgets.question_box import QuestionBox
from toolguard.window.widgets.text_label import enable_armed, set_kind

translate = QCoreApplication.translate


def question(other: ProcessInfo) -> QMessageBox:
    """Return the dialog about the ``other`` ToolGuard, not shown yet. No button that confirms has the focus."""
    first = translate("Elsewhere", "ToolGuard is already running elsewhere.")
    location = origins.place(other) if other.surface == "serve" else ""
    started = time_format.past(other.started) if other.started else ""
    facts = [
        Property(translate("Elsewhere", "Started"), started),
        Property(translate("Origins", "Location"), location),
        *origins.of_process(other),
    ]
    more = translate(
        "Elsewhere",
        "Closing it denies its pending calls. If you didn't start it, close it: another program may control it.",
    )
    box = QuestionBox(
        translate("Elsewhere", "ToolGuard is already running"),
        translate("Elsewhere", "Open ToolGuard here instead?"),
        core_translation.join_sentences(first, more),
    )
    box.add_facts(facts)
    leave = box.addButton(translate("Elsewhere", "Keep it running"), QMessageBox.ButtonRole.RejectRole)
    take = box.addButton(translate("Elsewhere", "Close it and open here"), QMessageBox.ButtonRole.AcceptRole)
    take.setObjectName("take-over")
    set_kind(take, "danger-line")
    box.setDefaultButton(leave)
    box.setEscapeButton(leave)
    return box


async def ask(other: ProcessInfo) -> bool:
    """Show the question. Return whether the person takes over, possible after `armed_button.ARMING_DELAY_MS`."""
    answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    box = question(other)
    take = next(button for button in box.buttons() if button.objectName() == "take-over")
    enable_armed(take, ready=True, armed=False)

    def finished() -> None:
        if not answer.done():
            answer.set_result(box.clickedButton() is take)

    box.finished.connect(lambda _result: finished())
    box.open()
    await asyncio.wait((answer,), timeout=ARMING_DELAY_MS / 1000)
    enable_armed(take, ready=True, armed=True)
    try:
        return await answer
    finally:
        box.close()
