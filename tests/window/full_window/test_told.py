"""What every page says, as text: each control's role, name, state and what stands in it, compared with what is kept.

A change of what a page says is thus seen in review.
``TOOLGUARD_TELL=1 python -m pytest tests/window/full_window/test_told.py``
writes the texts of ``told/`` anew.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QTextEdit

from tests.support.services_harness import Harness
from tests.window.full_window.whole import FULL, PAGES, Whole, whole

TOLD = Path(__file__).parent / "told"
ROLES = {
    QAccessible.Role.Client: "", QAccessible.Role.Pane: "", QAccessible.Role.LayeredPane: "",
    QAccessible.Role.Border: "", QAccessible.Role.Grouping: "", QAccessible.Role.ScrollBar: None,
    QAccessible.Role.Grip: None, QAccessible.Role.Splitter: "", QAccessible.Role.Graphic: None,
}  # fmt: skip
"""What is left out with all that is in it (None), and what is not told itself."""
VOLATILE = (
    (r"\d{4}-\d\d-\d\d", "DAY"), (r"\b\d\d-\d\d(?= \d\d:)", "DAY"), (r"\b\d{1,2}:\d\d(:\d\d)?\b", "TIME"),
    (r"(automatically at|until) DAY (?=TIME)", r"\1 "),  # shortly before midnight
    (r"tg_[\w-]{20,}|(?<=/t/)\S+(?=/s/)", "TOKEN"), (r"\b[0-9a-f]{8}\b", "ID"), (r"\b[0-9a-f]{16,64}…?", "HASH"),
    (r"(ToolGuard|Qt|Python) [\d.]+", r"\1 VERSION"), (r"\b\d+(\.\d+)? (ms|s|min)\b", "SPAN"),
    (r"/\S*(?:pytest|tg)-\S*", "FOLDER"), (r"\(process \d+\)", "(process N)"),
    (r'"command": "[^"]*"', '"command": "STUB"'), (r'command = "/[^"]*"', 'command = "STUB"'),
)  # fmt: skip
"""What is another at each run."""


def still(words: str) -> str:
    for pattern, name in VOLATILE:
        words = re.sub(pattern, name, words)
    return words.replace("\n", " ⏎ ").strip()


def told(interface: QAccessibleInterface, depth: int = 0) -> Iterator[str]:
    state, widget = interface.state(), interface.object()
    if state.invisible or ROLES.get(interface.role(), "x") is None:
        return
    line = still(words_of(interface, widget))
    signs = [name for name in ("checked", "selected", "disabled") if getattr(state, name)]
    shown = bool(line) and ROLES.get(interface.role()) != ""
    if shown:
        role = interface.role().name
        yield "  " * depth + " ".join([role, line, *(f"[{sign}]" for sign in signs)])
    if isinstance(widget, QTextEdit):
        return
    for at in range(min(interface.childCount(), 60)):
        child = interface.child(at)
        if child is not None and child.isValid():
            yield from told(child, depth + shown)


def words_of(interface: QAccessibleInterface, widget: object) -> str:
    """Name, description where it says more, and what stands in a field or a text."""
    name = interface.text(QAccessible.Text.Name)
    description = interface.text(QAccessible.Text.Description)
    value = widget.toPlainText() if isinstance(widget, QTextEdit) else interface.text(QAccessible.Text.Value)
    found = [repr(name)] if name else []
    found += [f"({description})"] if description and description not in (name, value) else []
    found += [f"= {still(value)[:300]}"] if value and value != name else []
    return " ".join(found) if found else ""


@pytest.fixture
def listened(qapp: QApplication) -> Iterator[None]:
    """As if a screen reader ran: without one, Qt does not tell lists that a row has come."""
    before = QAccessible.isActive()
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(before)


def told_now(stage: Whole) -> str:
    """All that is said of the page that is shown."""
    interface = QAccessible.queryAccessibleInterface(stage.window.stack.currentWidget())
    return "\n".join(told(interface))


def kept(name: str) -> dict[str, str]:
    """What each state of a page has said, as it stands in ``told/``."""
    path = TOLD / f"{name}.txt"
    parts = path.read_text(encoding="utf-8").split("== ")[1:] if path.exists() else []
    return {part.partition("\n")[0]: part.partition("\n")[2].strip("\n") for part in parts}


async def tell(stage: Whole, name: str, states: tuple[str, ...]) -> dict[str, str]:
    """What each state says now; it has a while to come to what it has said."""
    before, now = kept(name), {}
    for state in states:
        await stage.to(state)
        for _ in range(40):
            now[state] = told_now(stage)
            if now[state] == before.get(state):
                break
            await asyncio.sleep(0.05)
    return now


def compare(pages: dict[str, dict[str, str]]) -> None:
    for name, now in pages.items():
        if os.environ.get("TOOLGUARD_TELL"):
            TOLD.mkdir(exist_ok=True)
            written = "\n\n".join(f"== {state}\n{words}" for state, words in now.items())
            (TOLD / f"{name}.txt").write_text(f"{written}\n", encoding="utf-8")
        assert now == kept(name), "if this is as it should be: TOOLGUARD_TELL=1 writes it anew"


async def test_full_pages_say_what_they_said(tmp_path: Path, office: Harness, listened: None) -> None:
    pages = {}
    async with whole(tmp_path, office, full=True, size=(1180, 760)) as stage:
        for page in PAGES:
            pages[page] = await tell(stage, page, tuple(way for way in FULL if way.partition(": ")[0] == page))
    compare(pages)


async def test_empty_pages_say_what_they_said(tmp_path: Path, office: Harness, listened: None) -> None:
    async with whole(tmp_path, office, full=False, size=(1180, 760)) as stage:
        now = await tell(stage, "empty", PAGES)
    compare({"empty": now})


def test_values_that_differ_per_run_are_left_out() -> None:
    words = "since 07:59:12, in 4:58, 2026-11-21 08:16, tg_" + "x" * 43 + ", rule 97973303, took 0.25 s"
    assert still(words) == "since TIME, in TIME, DAY TIME, TOKEN, rule ID, took SPAN"
