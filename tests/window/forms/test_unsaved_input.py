"""Escape leaves a form; input that is not saved is discarded only after a question, and replaced by nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, opened
from toolguard.window.widgets.question_box import QuestionBox

FORMS: dict[str, tuple[str, Callable[[Any], object], Callable[[Any], QWidget]]] = {
    "server": ("servers", lambda page: page.begin_add(), lambda page: page.editor.name),
    "import": ("servers", lambda page: page.begin_paste(), lambda page: page.paste.text),
    "rule": ("rules", lambda page: page.show_form(), lambda page: page.form.note),
    "limit": (
        "rules",
        lambda page: (page.show_limits(), page.limits.show_form()),
        lambda page: page.limits.form.calls.number,
    ),
    "credential": ("credentials", lambda page: page.commands()["add"](), lambda page: page.editor.value.line),
    "client": ("clients", lambda page: page.begin_add(), lambda page: page.editor.name),
}
"""For each form its page, how it is opened, and one of its fields."""


def questions(harness: WindowHarness) -> list[QuestionBox]:
    return [box for box in harness.window.findChildren(QuestionBox) if box.isVisible()]


@pytest.mark.parametrize("form", FORMS)
async def test_escape_leaves_a_form_and_asks_first_if_there_is_unsaved_input(
    tmp_path: Path, office: Harness, form: str
) -> None:
    page_name, show, field_of = FORMS[form]
    async with opened(tmp_path, run=office.run, page=page_name) as harness:
        page: Any = harness.window.stack.page(page_name)

        async def open_form() -> QWidget:
            show(page)
            field = field_of(page)
            await until(field.isVisible)
            field.setFocus()
            return field

        field = await open_form()
        QTest.keyClick(field, Qt.Key.Key_Escape)
        assert not field.isVisible() and not questions(harness)

        field = await open_form()
        QTest.keyClicks(field, "7")
        QTest.keyClick(field, Qt.Key.Key_Escape)
        (box,) = questions(harness)
        assert field.isVisible() and box.text() == "Discard what you entered?"
        QTest.keyClick(box, Qt.Key.Key_Escape)
        assert field.isVisible() and not questions(harness), "Escape keeps the input"

        QTest.keyClick(field, Qt.Key.Key_Escape)
        (box,) = questions(harness)
        next(button for button in box.buttons() if button.text() == "Discard").click()
        assert not field.isVisible()
        await open_form()
        QTest.keyClick(field, Qt.Key.Key_Escape)
        assert not field.isVisible() and not questions(harness), "what was discarded is not asked about again"


@pytest.mark.parametrize("show", ["show_form", "show_question", "show_limits", "show_statistics"])
async def test_escape_leaves_a_form_after_a_click_beside_its_fields(tmp_path: Path, office: Harness, show: str) -> None:
    async with opened(tmp_path, run=office.run, page="rules") as harness:
        page: Any = harness.window.stack.page("rules")
        getattr(page, show)()
        form = page.stack.currentWidget()
        await until(form.isVisible)
        beside = QPoint(2, form.height() // 2)
        QTest.mouseClick(form.childAt(beside) or form, Qt.MouseButton.LeftButton)
        focused = harness.window.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Escape)
        assert not form.isVisible()


async def test_half_filled_rule_is_not_replaced_by_another(tmp_path: Path, office: Harness) -> None:
    added = await office.order("rule.add", server="files", tool="read", verdict="deny")
    async with opened(tmp_path, run=office.run, page="rules") as harness:
        page: Any = harness.window.stack.page("rules")
        await until(lambda: page.model.rowCount() == 1)
        harness.press("Add rule")
        page.form.places.server.setEditText("mail")
        for leave in (
            lambda: page.open("grants"), lambda: page.open("statistics"), lambda: page.open(f"rule:{added['id']}"),
            lambda: page.open("calls:c1"), page.show_form, page.show_limits, page.show_question, page.show_grants,
        ):  # fmt: skip
            leave()
            await harness.show()
            assert page.stack.currentWidget() is page.form
            assert page.form.places.server.currentText() == "mail"
            assert page.form.problem.text() == "Save or cancel this first."
        harness.press("Cancel")
        page.show_limits()
        assert page.stack.currentWidget() is page.limits


async def test_half_filled_client_is_kept_when_another_page_shows_a_client(tmp_path: Path, office: Harness) -> None:
    async with opened(tmp_path, run=office.run, page="clients") as harness:
        page: Any = harness.window.stack.page("clients")
        page.begin_add()
        await until(page.editor.isVisible)
        page.editor.name.setText("agent")
        page.open("other")
        assert page.editor.isVisible() and page.editor.name.text() == "agent"
        assert page.editor.error_label.text() == "Save or cancel this first."
