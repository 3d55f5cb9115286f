"""Forms that fill a pane: their buttons stay visible in a small window, whatever is scrolled."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget

from tests.support.services_harness import Harness
from tests.window.conftest import opened


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
