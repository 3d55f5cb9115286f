"""Nothing is cut and nothing overlaps: every page in its states, in a small window, in both languages, at 200 %."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QPushButton,
    QWidget,
)

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_call, make_held
from tests.window.full_window.fit_checks import faults
from tests.window.full_window.full_window import FULL, PAGES, full_window
from toolguard.gate.model import ClientInfo, DeferredApproval, Snapshot
from toolguard.gate.policy.rule_ends import RULE_ENDS
from toolguard.window.language import Language
from toolguard.window.main import PAGES as PAGE_ROWS
from toolguard.window.widgets.frame.sidebar import SideBar

SMALL = (1024, 700)


@pytest.fixture(params=["en", "zh_CN"])
def tongue(request: pytest.FixtureRequest, spoken: Language) -> str:
    spoken.choose(request.param)
    return str(request.param)


SIZES = ((900, 600), SMALL, (1280, 800), (1920, 1080), (911, 480))
"""A small screen, a laptop's, a common one, a large one, and what a desktop leaves of 1366×768 at 150 %."""
AGAIN = "QT_SCALE_FACTOR" in os.environ
"""At another scale each state is measured at one size, the pages themselves at some."""
IN_TURN = {"en": SIZES[::2], "zh_CN": SIZES[1::2]}


async def test_nothing_is_cut_on_a_full_page(tmp_path: Path, office: Harness, tongue: str) -> None:
    """One window walks through all states, and shows each at every size."""
    found: list[str] = []
    sizes = IN_TURN[tongue] if AGAIN else SIZES
    async with full_window(tmp_path, office, full=True, size=SMALL) as harness:
        harness.window.setUpdatesEnabled(False)  # what is measured needs not be drawn
        for number, state in enumerate(FULL):
            at_all = not AGAIN or state in PAGES
            for at, size in enumerate(sizes if at_all else [sizes[number % len(sizes)]]):
                harness.window.resize(*size)
                await (harness.to(state) if at == 0 else harness.rest(0.005))
                if faults(harness.window):
                    await harness.rest()
                    found += [f"{state} at {size[0]}x{size[1]}: {fault}" for fault in faults(harness.window)]
    assert not found, "\n".join(found)


async def test_nothing_is_cut_on_an_empty_page(tmp_path: Path, office: Harness, tongue: str) -> None:
    found: list[str] = []
    async with full_window(tmp_path, office, full=False, size=SMALL) as harness:
        for number, state in enumerate(PAGES):
            size = SIZES[number % len(SIZES)]
            harness.window.resize(*size)
            await harness.to(state)
            found += [f"{state} at {size[0]}x{size[1]}: {fault}" for fault in faults(harness.window)]
    assert not found, "\n".join(found)


@pytest.mark.skipif(AGAIN, reason="runs at this scale already")
def test_nothing_is_cut_at_200_percent(tmp_path: Path) -> None:
    scaled = {**os.environ, "QT_SCALE_FACTOR": "2"}
    found = ["-k", "nothing", __file__, "--basetemp", str(tmp_path / "t")]  # with the translations of now
    argv = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *found]
    done = subprocess.run(argv, env=scaled, capture_output=True, text=True, timeout=300, cwd=Path(__file__).parents[3])
    assert done.returncode == 0, done.stdout[-6000:]


def test_check_finds_cut_and_overlapping_texts(qapp: QApplication) -> None:
    window = QWidget()
    one, other = QPushButton("A long name", window), QPushButton("Another", window)
    one.setGeometry(0, 0, 40, 20)
    other.setGeometry(10, 0, 500, 20)
    label = QLabel("Words that do not fit", window)
    label.setGeometry(0, 30, 20, 20)
    window.resize(100, 60)
    window.show()
    result = "\n".join(faults(window))
    assert "needs" in result and "overlap by" in result and "is not within" in result
    assert result.count("needs") == 2


async def test_denial_reason_is_readable_while_typing(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(), make_held("c2")))
    decision, several = harness.pending.call.decision, harness.pending.several
    places: set[tuple[int, int]] = set()
    for size in (SMALL, (1440, 900), SMALL):
        harness.window.resize(*size)
        harness.pending.choose("c1")
        await until(lambda: decision.reason.width() > 300)
        places.add(tuple(decision.deny_button.pos().toTuple()))
        hints = decision.reason.fontMetrics().horizontalAdvance(decision.reason.placeholderText())
        assert size != SMALL or decision.reason.width() > hints
        await until(lambda: not faults(harness.window))
        assert decision.reason.nextInFocusChain() is decision.reasons
        harness.pending.choose_all(["c1", "c2"])
        await until(lambda: several.reason.width() > 300)
    assert len(places) == 1, "the buttons stay where they are"


async def test_empty_queue_text_is_complete_beside_a_saved_decision(harness: WindowHarness) -> None:
    call = make_call()
    ticket = DeferredApproval(id="t", call=call, expires=time.time() + 500)
    harness.window.resize(*SMALL)
    await harness.show(pending=(make_held(),))
    at = harness.pending.list.y()
    await harness.show(tickets=(ticket,))
    harness.pending.choose("")
    await until(lambda: harness.is_shown("No pending calls"))
    assert not faults(harness.window)
    assert harness.pending.list.y() == at


async def test_rule_duration_is_never_cut(harness: WindowHarness) -> None:
    long = "a_name_that_is_" + "long_" * 30
    harness.window.resize(*SMALL)
    await harness.show(pending=(make_held(tool=long, server="research-" * 7, client=ClientInfo(id=long)),))
    decision = harness.pending.call.decision
    decision.remember_choice.on.setChecked(True)
    for choice in RULE_ENDS:
        decision.remember_choice.know(Snapshot(sees_screen=True))
        decision.remember_choice.until.choose(choice)
        if decision.remember_choice.is_broad:  # the button names the rule
            button = decision.allow_button
            await until(lambda button=button: button.sizeHint().width() <= button.width() <= decision.width())
            assert "…" not in button.text()[-4:]
        note = decision.note_label
        await until(lambda note=note: note.text() and note.height() >= note.heightForWidth(note.width()))
        assert note.text().endswith(".")


def test_side_bar_fits_a_low_screen_with_large_text(qapp: QApplication) -> None:
    font = qapp.font()
    try:
        qapp.setFont(QFont(font.family(), round(font.pointSizeF() * 1.15)))
        side = SideBar([(row.title, row.icon) for row in PAGE_ROWS], [2, 7])
        side.resize(side.width(), 470)
        side.show()
        QApplication.processEvents()
        assert side.minimumSizeHint().height() <= 470
        assert not faults(side)
        side.resize(side.width(), 800)
        QApplication.processEvents()
        assert side.buttons[0].height() > 30, "there is room again"
    finally:
        qapp.setFont(font)
