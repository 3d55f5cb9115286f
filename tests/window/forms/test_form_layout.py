"""Forms that fill a pane: their buttons stay visible in a small window, whatever is scrolled."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QWidget

from tests.support.services_harness import Harness
from tests.window.conftest import opened
from toolguard.window.forms.form_layout import lay_out_form


def scrolls(widget: QWidget) -> bool:
    """Return whether a widget is in a part that scrolls."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above is not None


@pytest.mark.parametrize(
    ("page", "form", "primary"),
    [
        ("clients", "editor", "add"), ("clients", "token", "token.button"), ("clients", "review", "run"),
        ("servers", "editor", "save_button"), ("servers", "paste", "add"), ("servers", "bundle", "add"),
        ("credentials", "editor", "save"),
    ],
)  # fmt: skip
async def test_primary_action_of_a_form_never_scrolls(
    page: str, form: str, primary: str, tmp_path: Path, office: Harness
) -> None:
    async with opened(tmp_path, office.run) as harness:
        found = getattr(harness.window.stack.page(page), form)
        button, cancel = attrgetter(primary)(found), getattr(found, "cancel", None)
        assert button.property("kind") == "run" and not scrolls(button)
        assert cancel is None or not scrolls(cancel)


@pytest.mark.parametrize(
    ("page", "required"),
    [("clients", {"Name", "Access"}), ("servers", {"Name"}), ("credentials", {"Name", "Value"})],
)
async def test_forms_mark_required_fields_alike(
    page: str, required: set[str], tmp_path: Path, office: Harness
) -> None:  # fmt: skip
    async with opened(tmp_path, office.run) as harness:
        texts = [one.text() for one in harness.window.stack.page(page).editor.findChildren(QLabel)]
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
