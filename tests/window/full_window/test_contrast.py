"""What is drawn can be read: contrast is measured on the pixels of real widgets, in both palettes (WCAG 2.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from tests.window.test_theme import contrast
from toolguard.window import theme
from toolguard.window.policy.rule_table import STATUS, RuleModel, RuleTable
from toolguard.window.widgets.frame.sidebar import SideBar
from toolguard.window.widgets.lists.item_list import ItemList, ListItem
from toolguard.window.widgets.text_label import enable_armed, pane

SCALE = 4
"""Pictures are drawn this much larger, so that strokes are whole pixels and not only their soft edges."""


@pytest.fixture(params=["light", "dark"])
def ground(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[QWidget]:
    """An empty pane in a palette, to put widgets on."""
    look = theme.Appearance(qapp)
    look.choose(request.param)
    made = pane()
    theme.apply_style_sheet(made)
    QVBoxLayout(made)
    made.resize(420, 300)
    yield made
    made.close()
    made.deleteLater()
    look.choose("light")


def put(ground: QWidget, widget: QWidget) -> QWidget:
    ground.layout().addWidget(widget)
    ground.show()
    ground.setFocus()
    QApplication.processEvents()
    return widget


def picture(ground: QWidget, place: QRect) -> QImage:
    """What stands there, drawn larger."""
    made = QImage(place.size() * SCALE, QImage.Format.Format_RGB32)
    made.setDevicePixelRatio(SCALE)
    ground.render(made, QPoint(), place)
    return made


def colours(image: QImage) -> Counter[str]:
    pixels = Counter(image.constBits().cast("I"))  # 32 bits each, and no line ends with others
    return Counter({f"#{pixel & 0xFFFFFF:06x}": count for pixel, count in pixels.items()})


def within(ground: QWidget, widget: QWidget, less: int = 0) -> QRect:
    return QRect(widget.mapTo(ground, QPoint(0, 0)), widget.size()).adjusted(less, less, -less, -less)


def read(image: QImage) -> float:
    """The contrast of text: of what is drawn most often beside its ground, soft edges aside."""
    (back, _), *rest = colours(image).most_common()
    return max(contrast(ink, back) for ink, count in rest if count >= 10)


@pytest.mark.parametrize("kind", [QLineEdit, QTextEdit, QPlainTextEdit])
def test_placeholders_have_enough_contrast(ground: QWidget, kind: type[QLineEdit | QTextEdit | QPlainTextEdit]) -> None:
    made = kind()
    made.setPlaceholderText("Search arguments, responses, names…")
    put(ground, made)
    assert read(picture(ground, within(ground, made, 4))) >= 4.5


def test_placeholder_of_an_editable_choice_has_enough_contrast(ground: QWidget) -> None:
    made = QComboBox(editable=True)
    line = made.lineEdit()
    assert line is not None
    line.setPlaceholderText("Search arguments, responses, names…")
    made.setMinimumWidth(300)
    put(ground, made)
    assert read(picture(ground, within(ground, line, 1))) >= 4.5


@pytest.mark.parametrize("kind", ["", "run", "danger", "danger-line", "flat", "link", "choice", "page"])
@pytest.mark.parametrize("enabled", [True, False])
def test_button_texts_have_enough_contrast(ground: QWidget, kind: str, enabled: bool) -> None:
    made = QPushButton("Approve write_file")
    made.setProperty("kind", kind)
    made.setEnabled(enabled)
    put(ground, made)
    assert read(picture(ground, within(ground, made, 3))) >= 4.5


@pytest.mark.parametrize("kind", ["", "run", "danger", "danger-line", "caution-line"])
def test_button_during_its_delay_does_not_look_disabled(ground: QWidget, kind: str) -> None:
    made = QPushButton("Approve write_file")
    made.setProperty("kind", kind)
    put(ground, made)
    inks = []
    for ready in (True, False):
        enable_armed(made, ready=ready, armed=False)
        QApplication.processEvents()
        inks.append(colours(picture(ground, within(ground, made, 4))))
    quiet = theme.colours().quiet
    assert quiet in inks[1] and inks[0][quiet] == 0


@pytest.mark.parametrize("make", [
    lambda: QPushButton("Deny"), QLineEdit, QComboBox, lambda: QCheckBox("On"), lambda: QRadioButton("One"),
], ids=["button", "line", "choice", "check", "radio"])  # fmt: skip
def test_control_edges_have_enough_contrast(ground: QWidget, make: type[QWidget]) -> None:
    made = put(ground, make())
    middle = within(ground, made).center().y()
    row = picture(ground, QRect(within(ground, made).left() - 2, middle, 24, 1))
    back = ground.grab().toImage().pixelColor(2, 2).name()
    assert max(contrast(ink, back) for ink in colours(row)) >= 3


def _strip(ground: QWidget, row: QRect, wide: int = 6) -> set[str]:
    """The colours at the left end of a row, in its middle: before any icon."""
    return set(colours(picture(ground, QRect(row.left(), row.center().y(), wide, 1))))


def test_selected_card_is_visible(ground: QWidget) -> None:
    made = ItemList("Servers")
    made.lines.show_lines([ListItem("a", "files"), ListItem("b", "mail")])
    put(ground, made)
    made.choose("a")
    QApplication.processEvents()
    box = made.visualRect(made.lines.index(0))
    chosen, other = (_strip(ground, box.translated(made.pos() + QPoint(0, at * box.height())), 14) for at in (0, 1))
    back = theme.colours().base
    assert max(contrast(ink, back) for ink in chosen) >= 3
    assert max(contrast(ink, back) for ink in other) < 3, "what is not selected is told from it"


def test_selected_row_is_visible_and_keeps_its_warning_colour(ground: QWidget) -> None:
    model = RuleModel()
    model.apply_colours(theme.colours())
    rule = {"id": "r1", "verdict": "allow", "client": "*", "server": "*", "tool": "*", "expires": 0, "expired": False,
            "disabled": False, "fault": "", "forbidden": "", "until": "always", "when": [], "except": [], "note": "",
            "method": "tools/call", "definition": "any", "effect": None}  # fmt: skip
    model.show_rules([rule, {**rule, "id": "r2"}])  # type: ignore[list-item]
    made = RuleTable(model)
    put(ground, made)
    made.selectRow(0)
    QApplication.processEvents()
    port = within(ground, made.viewport())
    first = made.visualRect(model.index(0, 0)).translated(port.topLeft())
    strips = [_strip(ground, first.translated(0, at * first.height())) for at in (0, 1)]
    assert [max(contrast(ink, theme.colours().base) for ink in strip) >= 3 for strip in strips] == [True, False]
    status = made.visualRect(model.index(0, STATUS)).translated(port.topLeft())
    assert theme.colours().danger in colours(picture(ground, status)), "it is still red"


def test_current_page_is_visible_in_the_side_bar(ground: QWidget) -> None:
    made = SideBar([("Pending", "pending"), ("Active", "active")])
    put(ground, made)
    made.buttons[0].setChecked(True)
    QApplication.processEvents()
    strips = [_strip(ground, within(ground, button)) for button in made.buttons]
    back = theme.colours().side
    assert [max(contrast(ink, back) for ink in strip) >= 3 for strip in strips] == [True, False]


def test_contrast_check_distinguishes_pale_from_readable(ground: QWidget) -> None:
    made = QTextEdit()
    put(ground, made)
    made.setTextColor(QColor(theme.colours().strong_line))
    made.setPlainText("Words that are too pale")
    QApplication.processEvents()
    assert read(picture(ground, within(ground, made, 4))) < 4.5


def test_choice_list_has_one_frame_and_the_common_selection(ground: QWidget) -> None:
    choice = QComboBox()
    choice.addItems(["Any", "Allowed", "Denied"])
    put(ground, choice)
    choice.showPopup()
    QApplication.processEvents()
    drawn, colours = choice.view().window().grab().toImage(), theme.colours()
    column = [drawn.pixelColor(drawn.width() // 2, y).name() for y in range(drawn.height())]
    assert [at for at, colour in enumerate(column) if colour == colours.edge] == [0, len(column) - 1]
    assert colours.selected in column and colours.accent_fill not in column
    choice.hidePopup()
