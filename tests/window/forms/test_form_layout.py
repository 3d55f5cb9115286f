"""Forms in pages: their buttons are beside the title, and stay visible if the form fills a pane."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QWidget

from tests.support.services_harness import Harness
from tests.window.conftest import opened
from toolguard.window.credentials.argument_form import ArgumentForm
from toolguard.window.forms.form_layout import lay_out_form
from toolguard.window.policy.limits_panel import LimitForm


def scrolls(widget: QWidget) -> bool:
    """Return whether a widget is in a part that scrolls."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above is not None


async def test_primary_action_of_a_form_never_scrolls(tmp_path: Path, office: Harness) -> None:
    forms = (
        ("clients", "editor", "add"), ("clients", "token", "token.button"), ("clients", "review", "run"),
        ("servers", "editor", "save_button"), ("servers", "paste", "add"), ("servers", "bundle", "add"),
        ("credentials", "editor", "save"),
    )  # fmt: skip
    async with opened(tmp_path, office.run) as harness:
        for page, form, primary in forms:
            found = getattr(harness.window.stack.page(page), form)
            button, cancel = attrgetter(primary)(found), getattr(found, "cancel", None)
            assert button.property("kind") == "run" and not scrolls(button), (page, form)
            assert cancel is None or not scrolls(cancel), (page, form)


async def test_forms_mark_required_fields_alike(tmp_path: Path, office: Harness) -> None:
    fields = {"clients": {"Name", "Access"}, "servers": {"Name"}, "credentials": {"Name", "Value"}}
    async with opened(tmp_path, office.run) as harness:
        for page, required in fields.items():
            labels = harness.window.stack.page(page).editor.findChildren(QLabel)
            texts = [one.text() for one in labels if not one.isHidden()]
            assert {texts[at - 1] for at, text in enumerate(texts) if text == "required"} == required
            assert not [text for text in texts if "optional" in text]


def test_buttons_of_a_form_are_beside_its_title(qtbot: Any) -> None:
    form, title, error = QWidget(), QLabel("New server"), QLabel("Enter a name.")
    buttons = QPushButton("Cancel"), QPushButton("Save")
    qtbot.addWidget(form)
    lay_out_form(form, title, buttons, QWidget(), below=(error,))
    form.resize(500, 300)
    form.show()
    QApplication.processEvents()
    tops = [one.geometry() for one in (title, *buttons)]
    assert max(one.top() for one in tops) < min(one.bottom() for one in tops) < error.geometry().top()
    assert tops[0].right() < tops[1].left() < tops[1].right() < tops[2].left()
    error.hide()
    QApplication.processEvents()
    assert [one.geometry() for one in buttons] == tops[1:], "an error does not move them"


@pytest.mark.parametrize(("kind", "primary"), [(ArgumentForm, "save"), (LimitForm, "set")])
def test_small_form_has_its_buttons_beside_its_title(qtbot: Any, kind: type[QWidget], primary: str) -> None:
    form: Any = kind()
    qtbot.addWidget(form)
    form.resize(500, form.sizeHint().height())
    form.show()
    QApplication.processEvents()
    title, cancel, button = (one.geometry() for one in (form.findChild(QLabel), form.cancel, getattr(form, primary)))
    assert title.right() < cancel.left() < cancel.right() < button.left()
    assert cancel.top() == button.top() <= title.center().y() <= button.bottom()
    fields = [one for one in form.findChildren(QWidget) if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert all(one.mapTo(form, QPoint()).y() > button.bottom() for one in fields if not isinstance(one, QPushButton))
