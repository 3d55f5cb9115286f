"""Both palettes can be read, the icons are of one hand, and the choice of the person holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel, QTextEdit, QWidget

from toolguard.window import icons, theme
from toolguard.window.facts import Warnings

GROUNDS = ("window", "base", "raised", "side", "hover", "selected")
TONES = ("danger", "caution", "ok", "accent")
PAIRS = [
    *(("text", ground) for ground in GROUNDS),
    *(("quiet", ground) for ground in GROUNDS),
    *((tone, ground) for tone in TONES for ground in ("window", "base", "raised", "selected")),
    ("danger", "danger_back"), ("caution", "caution_back"), ("ok", "ok_back"),
    ("on_accent", "accent_fill"), ("on_accent", "accent_hover"),
]  # fmt: skip


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
def test_text_has_a_contrast_of_four_and_a_half_to_one(palette: theme.Colours, pair: tuple[str, str]) -> None:
    assert contrast(getattr(palette, pair[0]), getattr(palette, pair[1])) >= 4.5


def test_the_contrast_of_black_on_white_is_twenty_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21, abs=0.01)


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_the_focus_can_be_told_from_its_ground(palette: theme.Colours) -> None:
    for ground in GROUNDS:
        assert contrast(palette.accent, getattr(palette, ground)) >= 3


def test_the_style_sheet_has_every_colour_and_ends_with_the_focus() -> None:
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


def test_a_choice_turns_everything_and_what_is_drawn_by_hand_too(appearance: theme.Appearance) -> None:
    holder = QWidget()
    warnings = Warnings(holder)
    warnings.show_sentences(["The definition changed."])
    passage = warnings.findChild(QTextEdit)
    assert passage is not None
    for choice, palette in (("dark", theme.DARK), ("light", theme.LIGHT), ("dark", theme.DARK)):
        appearance.choose(choice)  # type: ignore[arg-type]
        assert theme.colours() is palette
        assert palette.caution in passage.toHtml()
        assert warnings.findChild(QLabel) is not None


def test_the_system_is_followed_when_it_says_nothing_by_light(appearance: theme.Appearance) -> None:
    appearance.choose("dark")
    appearance.choose("system")
    assert theme.colours() is theme.LIGHT


def test_the_icons_are_of_one_stroke_on_one_grid() -> None:
    drawn = sorted(icons.path("run").parent.glob("*.svg"))
    assert len(drawn) > 15
    for file in drawn:
        drawing = file.read_text(encoding="utf-8")
        assert 'viewBox="0 0 24 24"' in drawing, file
        if file.stem not in ("tick", "dash", "arrow"):  # these stand in the style sheet, which cannot tint
            assert re.findall(r'stroke-width="([^"]*)"', drawing) == ["1.75"], file
            assert re.findall(r'stroke="([^"]*)"', drawing) == ["currentColor"], file


def test_an_icon_is_drawn_in_the_colour_that_is_asked_for() -> None:
    image = icons.pixmap("stop", "#ff0000", 24, 2.0).toImage()
    seen = {image.pixelColor(x, y).rgb() for x in range(48) for y in range(48) if image.pixelColor(x, y).alpha() == 255}
    assert QColor("#ff0000").rgb() in seen
    assert image.width() == 48


def test_every_icon_that_the_window_names_is_there() -> None:
    from toolguard.window import rows, state, story
    from toolguard.window.main import PAGES

    names = {row.icon for row in PAGES} | set(state.ICONS.values()) | {told[0] for told in story._TELL.values()}
    names |= {row[0] for table in (rows.OUTCOMES, rows.DECISIONS) for row in table.values() if row[0]}
    assert all(icons.path(name).exists() for name in names)
