"""Both palettes can be read, the icons are of one hand, and the choice of the person holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QLabel,
    QPushButton,
    QStackedWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from tests.window.conftest import WindowHarness, without_style_sheet
from toolguard.window import theme
from toolguard.window.active.running import RunningCallDelegate
from toolguard.window.clients.coverage_table import CoverageTable
from toolguard.window.desktop.motion import FadeInDelegate
from toolguard.window.widgets import icons
from toolguard.window.widgets.lists.item_list import CardDelegate
from toolguard.window.widgets.lists.row_marks import MarkedRows
from toolguard.window.widgets.property_list import WarningBox

GROUNDS = ("window", "base", "raised", "side", "hover", "selected", "caution_back", "danger_back", "ok_back")
INKS = ("text", "quiet", "danger", "caution", "ok", "accent")
PAIRS = [
    *((ink, ground) for ink in INKS for ground in GROUNDS),  # any text may stand on any ground, chosen or tinted
    ("on_accent", "accent_fill"), ("on_accent", "accent_hover"),
    ("on_accent", "danger_fill"), ("on_accent", "danger_hover"),
]  # fmt: skip
SIGNS = [
    *(("edge", ground) for ground in ("window", "base", "raised")),  # where one can write or tick
    *(("accent_fill", ground) for ground in ("window", "base", "side")),  # what is ticked
    ("bar", "base"),  # the bars of charts
    ("accent", "line"),  # how far something is; the focus and the icons have the colours of text
]
"""What is no text and carries a meaning, with what it stands on."""


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    seen = QColor(colour)
    return 0.2126 * linear(seen.redF()) + 0.7152 * linear(seen.greenF()) + 0.0722 * linear(seen.blueF())


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
@pytest.mark.parametrize("pair", PAIRS, ids="-on-".join)
def test_text_contrast_is_at_least_4_5(palette: theme.Colours, pair: tuple[str, str]) -> None:
    assert contrast(getattr(palette, pair[0]), getattr(palette, pair[1])) >= 4.5


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
@pytest.mark.parametrize("pair", SIGNS, ids="-on-".join)
def test_graphics_contrast_is_at_least_3(palette: theme.Colours, pair: tuple[str, str]) -> None:
    assert contrast(getattr(palette, pair[0]), getattr(palette, pair[1])) >= 3


class Rule(NamedTuple):
    """A rule of the style sheet: for whom, and which colours it names."""

    selectors: tuple[str, ...]
    said: dict[str, str]


def rules() -> list[Rule]:
    """The style sheet as rules, its colours by their names in the palette."""
    found = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", theme._SHEET.template):
        pairs = (line.split(":", 1) for line in body.split(";") if ":" in line)
        members = {name.strip(): value.strip() for name, value in pairs}
        found.append(Rule(tuple(one.strip() for one in selectors.split(",")), members))
    return found


def test_contrast_check_covers_all_pairs_of_the_style_sheet() -> None:
    allowed = {(f"${ink}", f"${ground}") for ink, ground in PAIRS}
    inks = {ink for ink, _ in allowed}
    seen = 0
    for rule in rules():
        for ink, ground in (("color", "background"), ("selection-color", "selection-background-color")):
            if ink in rule.said:
                seen += 1
                ground_of = rule.said.get(ground, "transparent")
                assert rule.said[ink] in inks, rule
                if ground_of != "transparent":
                    assert (rule.said[ink], ground_of) in allowed, rule
                elif rule.said[ink] == "$on_accent":
                    pytest.fail(f"{rule.selectors}: this colour is read on its own ground only")
    assert seen > 20


def test_inputs_and_check_boxes_have_visible_edges() -> None:
    edges = {
        selector: rule.said["border"].split("$")[1]
        for rule in rules()
        for selector in rule.selectors
        if "$" in rule.said.get("border", "")
    }
    for field in (
        "QLineEdit", "QComboBox", 'QTextEdit[kind="field"]', "QCheckBox::indicator", "QTreeView::indicator"
    ):  # fmt: skip
        assert (edges[field], "raised") in SIGNS, field


def test_focus_is_visible_on_every_control() -> None:
    shown = {selector for rule in rules() for selector in rule.selectors if selector.endswith(":focus")}
    for kind in ("QPushButton", "QLineEdit", "QComboBox", "QCheckBox", "QTextEdit", "QPlainTextEdit"):
        assert f"{kind}:focus" in shown
    for kind in ("QListView", "QTableView", "QTreeView"):
        assert f"{kind}:focus" not in shown, "it is the row that shows it: a frame would be as large as the pane"


async def test_focused_button_has_one_frame(harness: WindowHarness) -> None:
    harness.window.turn("help")
    page = harness.window.stack.page("help")
    button = page.introduction
    page.copy.setFocus()
    inside = button.rect().adjusted(3, 3, -3, -3)
    before = button.grab(inside).toImage()
    button.setFocus()
    harness.window.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # as the key Tab does
    assert button.hasFocus() and button.grab(inside).toImage() == before, "the border shows the focus"


async def test_lists_show_the_focused_row(harness: WindowHarness) -> None:
    """Every list draws its rows by itself: with marks, or with a delegate that knows about the focus."""
    pending = harness.pending
    assert all((pending.proposal, pending.several, pending.burst, pending.kept)), "built when they are shown first"
    for row in harness.window._rows:
        for view in harness.window.stack.page(row.key).findChildren(QAbstractItemView):
            if isinstance(view, QHeaderView) or not view.accessibleName():  # without a name: the popup of a choice
                continue
            drawn = isinstance(view.itemDelegate(), CardDelegate | RunningCallDelegate | FadeInDelegate)
            assert drawn or isinstance(view, MarkedRows | CoverageTable), view.accessibleName()


def test_all_colours_are_in_the_palettes() -> None:
    for file in Path(theme.__file__).parent.glob("*.py"):
        if file.name not in ("theme.py", "tray.py"):  # the tray's icon stands on the desktop's own ground
            assert not re.findall(r"[\"']#[0-9a-fA-F]{3,8}[\"']", file.read_text(encoding="utf-8")), file


def test_distances_follow_the_spacing_scale() -> None:
    for file in Path(theme.__file__).parent.glob("*.py"):
        for inside in re.findall(
            r"(?:setContentsMargins|setSpacing|addSpacing)\(([^()]*)\)", file.read_text(encoding="utf-8")
        ):
            numbers = [part.strip() for part in inside.split(",")]
            assert all(not part.isdigit() or part == "0" for part in numbers), (file, inside)


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21, abs=0.01)


def test_style_sheet_uses_every_colour_and_ends_with_focus_rules() -> None:
    sheet = theme.style_sheet(theme.LIGHT)
    assert "$" not in sheet
    assert ":focus" in sheet.strip().splitlines()[-1]
    assert "outline: none" not in sheet


@pytest.fixture
def appearance(qapp: QApplication) -> Iterator[theme.Appearance]:
    made = theme.Appearance(qapp)
    yield made
    made.choose("light")
    made.deleteLater()


def test_theme_change_updates_custom_painting_too(appearance: theme.Appearance) -> None:
    holder = QWidget()
    theme.apply_style_sheet(holder)
    holder.show()
    warnings = WarningBox(holder)
    warnings.show_sentences(["The definition changed."])
    text_label = warnings.findChild(QTextEdit)
    assert text_label is not None
    for choice, palette in (("dark", theme.DARK), ("light", theme.LIGHT), ("dark", theme.DARK)):
        appearance.choose(choice)  # type: ignore[arg-type]
        assert theme.colours() is palette
        assert palette.caution in text_label.toHtml()
        assert warnings.findChild(QLabel) is not None


def test_style_sheet_is_applied_before_a_part_is_shown(appearance: theme.Appearance) -> None:
    with without_style_sheet():
        window, stack = QWidget(), QStackedWidget()
        buttons = [QPushButton("Approve") for _ in range(3)]
        pages = [QWidget() for _ in buttons]
        for page, button in zip(pages, buttons, strict=True):
            QVBoxLayout(page).addWidget(button)
            stack.addWidget(page)
            theme.apply_style_sheet(page)
        QVBoxLayout(window).addWidget(stack)
        window.show()
        assert [bool(page.styleSheet()) for page in pages] == [True, False, False]
        assert buttons[0].height() == buttons[0].sizeHint().height() > buttons[2].sizeHint().height(), (
            "before it is laid out"
        )
        stack.setCurrentIndex(1)
        assert [bool(page.styleSheet()) for page in pages] == [True, True, False]
        appearance.choose("dark")
        assert theme.DARK.text in pages[1].styleSheet() and theme.DARK.text not in pages[0].styleSheet()
        stack.setCurrentIndex(0)
        assert pages[0].styleSheet() == pages[1].styleSheet()
        window.deleteLater()


def test_unknown_system_theme_means_light(appearance: theme.Appearance) -> None:
    appearance.choose("dark")
    appearance.choose("system")
    assert theme.colours() is theme.LIGHT


def test_icons_share_stroke_and_grid() -> None:
    drawn = sorted(icons.path("run").parent.glob("*.svg"))
    assert len(drawn) > 15
    for file in drawn:
        drawing = file.read_text(encoding="utf-8")
        assert 'viewBox="0 0 24 24"' in drawing, file
        if file.stem not in ("tick", "dash", "arrow"):  # these stand in the style sheet, which cannot tint
            assert re.findall(r'stroke-width="([^"]*)"', drawing) == ["1.75"], file
            assert re.findall(r'stroke="([^"]*)"', drawing) == ["currentColor"], file


def test_icon_is_drawn_in_the_requested_colour() -> None:
    image = icons.pixmap("stop", "#ff0000", 24, 2.0).toImage()
    seen = {image.pixelColor(x, y).rgb() for x in range(48) for y in range(48) if image.pixelColor(x, y).alpha() == 255}
    assert QColor("#ff0000").rgb() in seen
    assert image.width() == 48


def test_every_used_icon_exists() -> None:
    from toolguard.window import state
    from toolguard.window.log_view import call_history, call_model
    from toolguard.window.main import PAGES

    names = (
        {row.icon for row in PAGES}
        | set(state.ICONS.values())
        | {result[0] for result in call_history._EVENT_APPEARANCES.values()}
    )
    names |= {row[0] for table in (call_model.OUTCOMES, call_model.DECISIONS) for row in table.values() if row[0]}
    assert all(icons.path(name).exists() for name in names)
