"""Layout of a form in a page: its buttons are beside its title, the most important last, as on a page.

The head of a form that fills a pane stays visible, the fields scroll below. A dialog has its buttons at its end, in the
same order: the style sheet asks `QDialogButtonBox` for that of GNOME on every platform.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.layout.scroll_area import MARGIN
from toolguard.window.widgets.text_label import make_pane, separator


def title_row(title: QWidget, buttons: Sequence[QWidget]) -> QHBoxLayout:
    """Return ``title`` with ``buttons`` at its right, the most important last."""
    return hbox((title, 1), *((button, 0, Qt.AlignmentFlag.AlignTop) for button in buttons))


def lay_out_form(
    form: QWidget, title: QWidget, buttons: Sequence[QWidget], body: QWidget, *, below: Sequence[QWidget] = (),
) -> None:  # fmt: skip
    """Lay out ``form``: in its head its `title_row` and the widgets ``below``; then ``body``."""
    make_pane(form)
    head = vbox(title_row(title, buttons), *below, margins=(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 4))
    vbox(head, separator(), (body, 1), parent=form, spacing=0)
