"""The kind of input behind an order, from real events of the window system; and the dialog of a second start."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QPushButton, QVBoxLayout, QWidget

from tests.support.services_harness import by_name
from tests.support.waiting import until
from tests.window.conftest import Gate, WindowHarness, make_held
from toolguard.gate.approver import UNKNOWN, Approver, ProcessInfo, acting
from toolguard.window.approval.input_origin import InputOrigin
from toolguard.window.core_link import CoreLink
from toolguard.window.desktop import already_running
from toolguard.window.widgets.text_label import TextLabel

HERE = ProcessInfo(surface="window", display=":7", pid=3)


@pytest.fixture
def pane(qapp: QApplication) -> Any:
    made = QWidget()
    made.button = QPushButton("Run")
    QVBoxLayout(made).addWidget(made.button)
    made.show()
    QTest.qWaitForWindowExposed(made)
    yield made
    made.close()


@pytest.fixture
def inputs(pane: Any) -> InputOrigin:
    return InputOrigin(HERE)


@pytest.fixture
def pressed(pane: Any, inputs: InputOrigin) -> list[Approver]:
    found: list[Approver] = []
    pane.button.clicked.connect(lambda: found.append(inputs.approver()))
    return found


def middle(widget: QWidget) -> QPoint:
    return widget.mapTo(widget.window(), widget.rect().center())


def test_click_is_recorded_as_pointer(pane: Any, pressed: list[Approver]) -> None:
    QTest.mouseClick(
        pane.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle(pane.button)
    )
    assert pressed == [Approver(process=HERE, input="pointer")]


def test_key_is_recorded_as_keyboard(pane: Any, pressed: list[Approver]) -> None:
    pane.button.setFocus()
    QTest.keyClick(pane.windowHandle(), Qt.Key.Key_Space)
    assert [one.input for one in pressed] == ["keyboard"]


def test_press_without_an_event_is_not_recorded_as_pointer(pane: Any, pressed: list[Approver]) -> None:
    """Also right after a real click: what was noted then is forgotten."""
    QTest.mouseClick(
        pane.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle(pane.button)
    )
    QApplication.sendPostedEvents()
    pane.button.click()
    assert [one.input for one in pressed] == ["pointer", "unknown"]


def test_event_sent_by_our_code_is_not_input(pane: Any, pressed: list[Approver]) -> None:
    QTest.mouseClick(pane.button, Qt.MouseButton.LeftButton)  # to the widget: it does not come through the window
    assert [one.input for one in pressed] == ["unknown"]


def test_later_opened_menu_is_watched(pane: Any, inputs: InputOrigin) -> None:
    found: list[str] = []
    menu = QMenu(pane)
    menu.addAction("Allow").triggered.connect(lambda: found.append(inputs.approver().input))
    away = QPoint(60, 60)  # a menu takes no click on the spot at which it was opened
    pane.button.clicked.connect(lambda: menu.popup(pane.mapToGlobal(pane.rect().bottomRight() + away)))
    QTest.mouseClick(
        pane.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle(pane.button)
    )
    QTest.qWaitForWindowExposed(menu)
    QApplication.sendPostedEvents()
    at = menu.actionGeometry(menu.actions()[0]).center()
    QTest.mouseClick(menu.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert found == ["pointer"]


def test_notification_action_is_recorded_as_such(inputs: InputOrigin) -> None:
    with inputs.through("notification"):
        assert inputs.approver().input == "notification"
    assert inputs.approver().input == "unknown"


async def test_order_carries_its_origin_to_the_core(pane: Any, inputs: InputOrigin) -> None:
    """The orders of every page cross with the context of the task that the press began."""
    seen: list[Approver] = []

    async def do(_name: str, _arguments: dict[str, Any], _tell: Any) -> dict[str, Any]:
        seen.append(acting.get())
        return {"ok": True}

    core_link = CoreLink(asyncio.get_running_loop(), Gate(), by_name(do), inputs=inputs)
    with inputs.through("pointer"):
        core_link.spawn(core_link.run(lambda core: core.rules.remove("r1")))
    await until(lambda: seen)
    assert seen == [Approver(process=HERE, input="pointer")]
    assert acting.get() == UNKNOWN
    core_link.stop_listening()
    await core_link.close()


ELSEWHERE = ProcessInfo(
    surface="window", display=":99", display_program="Xvfb", display_pid=8, pid=9, started_by="node", started_by_pid=7
)


def test_second_start_question_lists_facts_about_the_other(qapp: QApplication) -> None:
    box = already_running.question(ELSEWHERE)
    assert box.text() == "Open ToolGuard here instead?"
    lines = box.accessibleDescription().splitlines()
    assert box.informativeText().startswith(
        "ToolGuard is already running elsewhere. Closing it denies its pending calls."
    )
    assert "Display: :99, owned by Xvfb (process 8)" in lines and "ToolGuard launched by: node (process 7)" in lines
    serve = already_running.question(ProcessInfo(surface="serve", terminal="/dev/pts/3"))
    assert "Location: on /dev/pts/3" in serve.accessibleDescription().splitlines()
    assert "on /dev/pts/3" in [one.text() for one in serve.findChildren(TextLabel)]


@pytest.mark.parametrize(("name", "answer"), [("Keep it running", False), ("Close it and open here", True)])
async def test_second_start_question_can_be_answered(qapp: QApplication, name: str, answer: bool) -> None:
    asking = asyncio.ensure_future(already_running.ask(ELSEWHERE))
    boxes: list[QMessageBox] = []
    await until(
        lambda: (
            boxes.extend(one for one in qapp.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible())
            or boxes
        )
    )
    button = next(one for one in boxes[0].buttons() if one.text() == name)
    assert button.isEnabled() or button.property("arming"), "it waits, and looks so"
    await until(button.isEnabled)
    button.click()
    assert await asyncio.wait_for(asking, 120) is answer
    boxes[0].deleteLater()


async def test_delayed_denial_keeps_its_origin(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    harness.press("Deny")
    harness.window.stack.page("pending").answers.flush()
    await until(lambda: harness.gate.approvers)
    assert harness.gate.approvers == [UNKNOWN]  # the harness's window has no `InputOrigin`
