"""Nothing is cut and nothing overlaps: every page in its states, in a small window, in both languages, at 200 %."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QSplitterHandle,
    QStackedWidget,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from tests.office import Office
from tests.window.conftest import Stage, make_call, make_held, name_of, until
from tests.window.whole import FULL, PAGES, whole
from toolguard.gate.model import ClientInfo, DeferredApproval
from toolguard.gate.policy.rule_ends import RULE_ENDS
from toolguard.window.language import Language

SMALL = (1024, 700)


def shown(window: QWidget) -> list[QWidget]:
    return [each for each in window.findChildren(QWidget) if each.isVisible() and each.window() is window.window()]


def called(widget: QWidget) -> str:
    words = widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""
    return f"{type(widget).__name__} {name_of(widget) or words!r} in {type(widget.parentWidget()).__name__}"


def cut(widget: QWidget) -> Iterator[str]:
    """What does not fit into its own place."""
    if isinstance(widget, QLabel) and type(widget).paintEvent is not QLabel.paintEvent:
        return  # it shortens what it draws by itself
    if isinstance(widget, QLabel) and widget.text():
        room, needs = widget.contentsRect().width(), widget.fontMetrics().horizontalAdvance(widget.text())
        if widget.wordWrap():
            if widget.height() < widget.heightForWidth(widget.width()) - 1:
                yield f"{called(widget)}: {widget.height()} px high, needs {widget.heightForWidth(widget.width())}"
        elif "\n" not in widget.text() and needs > room + 1:
            yield f"{called(widget)}: {room} px, needs {needs}"
    elif isinstance(widget, QAbstractButton) and widget.text() and widget.width() < widget.sizeHint().width() - 1:
        yield f"{called(widget)}: {widget.width()} px, needs {widget.sizeHint().width()}"
    elif isinstance(widget, QComboBox) and not widget.isEditable():
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = widget.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, widget).width()
        needs = widget.fontMetrics().horizontalAdvance(widget.currentText())
        if needs > room + 1:
            yield f"{called(widget)} {widget.currentText()!r}: {room} px, needs {needs}"


def outside(widget: QWidget) -> Iterator[str]:
    """What reaches beyond the widget that it lies in; what scrolls may be longer, never wider."""
    parent = widget.parentWidget()
    if parent is None or isinstance(widget, QSplitterHandle | QHeaderView) or isinstance(parent, QHeaderView):
        return
    area = parent.parentWidget()
    scrolls = isinstance(area, QAbstractScrollArea) and area.viewport() is parent
    place, room = widget.geometry(), parent.rect()
    if scrolls:
        room = QRect(room.left(), place.top(), room.width(), place.height())
    if not room.adjusted(-1, -1, 1, 1).contains(place):
        yield f"{called(widget)}: {place.getRect()} is not within {room.getRect()}"


def overlaps(parent: QWidget) -> Iterator[str]:
    """Which two of those that lie in ``parent`` lie on each other."""
    if isinstance(parent, QStackedWidget | QAbstractScrollArea | QComboBox):
        return
    inside = [
        each for each in parent.children()
        if isinstance(each, QWidget) and each.isVisible() and not each.isWindow()
        and not isinstance(each, QSplitterHandle) and each.objectName() != "toast"
    ]  # fmt: skip
    for one, other in combinations(inside, 2):
        both = one.geometry().intersected(other.geometry())
        if both.width() > 1 and both.height() > 1:
            yield f"{called(one)} and {called(other)} overlap by {both.width()}x{both.height()}"


def faults(window: QWidget) -> list[str]:
    seen = shown(window)
    found = [fault for widget in seen for look in (cut, outside) for fault in look(widget)]
    return found + [fault for widget in (window, *seen) for fault in overlaps(widget)]


@pytest.fixture(params=["en", "zh_CN"])
def tongue(request: pytest.FixtureRequest, spoken: Language) -> str:
    spoken.choose(request.param)
    return str(request.param)


async def test_nothing_is_cut_on_a_full_page(tmp_path: Path, office: Office, tongue: str) -> None:
    found: dict[str, list[str]] = {}
    async with whole(tmp_path, office, full=True, size=SMALL) as stage:
        for state in FULL:
            await stage.to(state)
            found[state] = faults(stage.window)
    told = "\n".join(f"{state}: {fault}" for state, each in found.items() for fault in each)
    assert not told, told


async def test_nothing_is_cut_on_an_empty_page(tmp_path: Path, office: Office, tongue: str) -> None:
    found: dict[str, list[str]] = {}
    async with whole(tmp_path, office, full=False, size=SMALL) as stage:
        for state in PAGES:
            await stage.to(state)
            found[state] = faults(stage.window)
    told = "\n".join(f"{state}: {fault}" for state, each in found.items() for fault in each)
    assert not told, told


@pytest.mark.skipif("QT_SCALE_FACTOR" in os.environ, reason="runs at this scale already")
def test_the_same_at_200_percent() -> None:
    scaled = {**os.environ, "QT_SCALE_FACTOR": "2"}
    argv = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "nothing", __file__]
    done = subprocess.run(argv, env=scaled, capture_output=True, text=True, timeout=300, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stdout[-6000:]


def test_what_is_cut_or_overlaps_is_noticed(qapp: QApplication) -> None:
    window = QWidget()
    one, other = QPushButton("A long name", window), QPushButton("Another", window)
    one.setGeometry(0, 0, 40, 20)
    other.setGeometry(10, 0, 500, 20)
    label = QLabel("Words that do not fit", window)
    label.setGeometry(0, 30, 20, 20)
    window.resize(100, 60)
    window.show()
    said = "\n".join(faults(window))
    assert "needs" in said and "overlap by" in said and "is not within" in said
    assert said.count("needs") == 2


async def test_the_reason_for_a_denial_can_be_read_while_it_is_written(stage: Stage) -> None:
    await stage.show(held=(make_held(), make_held("c2")))
    decision, several = stage.pending.call.decision, stage.pending.several
    places: set[tuple[int, int]] = set()
    for size in (SMALL, (1440, 900), SMALL):
        stage.window.resize(*size)
        stage.pending.choose("c1")
        await until(lambda: decision.reason.width() > 300)
        places.add(tuple(decision.deny_button.pos().toTuple()))
        hints = decision.reason.fontMetrics().horizontalAdvance(decision.reason.placeholderText())
        assert size != SMALL or decision.reason.width() > hints
        await until(lambda: not faults(stage.window))
        assert decision.reason.nextInFocusChain() is decision.reasons
        stage.pending.choose_all(["c1", "c2"])
        await until(lambda: several.reason.width() > 400)
    assert len(places) == 1, "the buttons stay where they are"


async def test_that_nothing_waits_is_said_in_full_while_an_answer_is_kept(stage: Stage) -> None:
    call = make_call()
    ticket = DeferredApproval(id="t", call=call, expires=time.time() + 500)
    stage.window.resize(*SMALL)
    await stage.show(held=(make_held(),))
    at = stage.pending.list.y()
    await stage.show(tickets=(ticket,))
    stage.pending.choose("")
    await until(lambda: stage.sees("No pending calls"))
    assert not faults(stage.window)
    assert stage.pending.list.y() == at


async def test_how_long_an_answer_is_remembered_is_never_cut(stage: Stage) -> None:
    long = "a_name_that_is_" + "long_" * 30
    stage.window.resize(*SMALL)
    await stage.show(held=(make_held(tool=long, server="research-" * 7, client=ClientInfo(id=long)),))
    decision = stage.pending.call.decision
    decision.wish.on.setChecked(True)
    for choice in RULE_ENDS:
        decision.wish.see_screen(True)
        decision.wish.until.choose(choice)
        words, room = decision.says.text(), decision.says.fontMetrics()
        assert room.horizontalAdvance(words) <= decision.says.width(), words
        assert decision.says.text().endswith(".")
