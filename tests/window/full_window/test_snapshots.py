"""Snapshots of every page as text: role, name, state and content of each control.

A change of a page's texts is thus visible in a review. To update the files in ``snapshots/``:
``TOOLGUARD_UPDATE_SNAPSHOTS=1 python -m pytest tests/window/full_window/test_snapshots.py``
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
from tests.window.full_window.full_window import FULL, PAGES, FullWindow, full_window

SNAPSHOTS = Path(__file__).parent / "snapshots"
ROLES = {
    QAccessible.Role.Client: "", QAccessible.Role.Pane: "", QAccessible.Role.LayeredPane: "",
    QAccessible.Role.Border: "", QAccessible.Role.Grouping: "", QAccessible.Role.ScrollBar: None,
    QAccessible.Role.Grip: None, QAccessible.Role.Splitter: "", QAccessible.Role.Graphic: None,
}  # fmt: skip
"""None: left out with all children. Empty: left out, but not its children."""
VOLATILE = (
    (r"\d{4}-\d\d-\d\d", "DAY"), (r"\b\d\d-\d\d(?= \d\d:)", "DAY"), (r"\b\d{1,2}:\d\d(:\d\d)?\b", "TIME"),
    (r"(automatically at|until) DAY (?=TIME)", r"\1 "),  # shortly before midnight
    (r"tg_[\w-]{20,}|(?<=/t/)\S+(?=/s/)", "TOKEN"),
    (r"\b[0-9a-f]{8}…[0-9a-f]{4}\b|\b[0-9a-f]{16,64}…?", "HASH"), (r"\b[0-9a-f]{8}\b", "ID"),
    (r"(ToolGuard|Qt|Python) [\d.]+", r"\1 VERSION"), (r"\b\d+(\.\d+)? (ms|s|min)\b", "SPAN"),
    (r"/\S*(?:pytest|tg)-\S*", "FOLDER"), (r"\(process \d+\)", "(process N)"),
    (r'"command": "[^"]*"', '"command": "STUB"'), (r'command = "/[^"]*"', 'command = "STUB"'),
)  # fmt: skip
"""Replacements for values that differ in each run."""


def normalize(words: str) -> str:
    for pattern, name in VOLATILE:
        words = re.sub(pattern, name, words)
    return words.replace("\n", " ⏎ ").strip()


def lines_of(interface: QAccessibleInterface, depth: int = 0) -> Iterator[str]:
    state, widget = interface.state(), interface.object()
    if state.invisible or ROLES.get(interface.role(), "x") is None:
        return
    line = normalize(words_of(interface, widget))
    flags = [name for name in ("checked", "selected", "disabled") if getattr(state, name)]
    shown = bool(line) and ROLES.get(interface.role()) != ""
    if shown:
        role = interface.role().name
        yield "  " * depth + " ".join([role, line, *(f"[{flag}]" for flag in flags)])
    if isinstance(widget, QTextEdit):
        return
    for at in range(min(interface.childCount(), 60)):
        child = interface.child(at)
        if child is not None and child.isValid():
            yield from lines_of(child, depth + shown)


def words_of(interface: QAccessibleInterface, widget: object) -> str:
    """Return name, description (if it differs) and value of a control."""
    name = interface.text(QAccessible.Text.Name)
    description = interface.text(QAccessible.Text.Description)
    value = widget.toPlainText() if isinstance(widget, QTextEdit) else interface.text(QAccessible.Text.Value)
    found = [repr(name)] if name else []
    found += [f"({description})"] if description and description not in (name, value) else []
    found += [f"= {normalize(value)[:300]}"] if value and value != name else []
    return " ".join(found) if found else ""


@pytest.fixture
def screen_reader(qapp: QApplication) -> Iterator[None]:
    """Simulate a screen reader: without one, Qt sends lists no notification of new rows."""
    before = QAccessible.isActive()
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(before)


def snapshot(harness: FullWindow) -> str:
    """Return the text of the current page."""
    interface = QAccessible.queryAccessibleInterface(harness.window.stack.currentWidget())
    return "\n".join(lines_of(interface))


def stored(name: str) -> dict[str, str]:
    """Return the stored text of each state of a page."""
    path = SNAPSHOTS / f"{name}.txt"
    parts = path.read_text(encoding="utf-8").split("== ")[1:] if path.exists() else []
    return {part.partition("\n")[0]: part.partition("\n")[2].strip("\n") for part in parts}


async def take_snapshots(harness: FullWindow, name: str, states: tuple[str, ...]) -> dict[str, str]:
    """Return the text of each state; wait a while until it equals the stored one."""
    before, now = stored(name), {}
    for state in states:
        await harness.to(state)
        for _ in range(40):
            now[state] = snapshot(harness)
            if now[state] == before.get(state):
                break
            await asyncio.sleep(0.05)
    return now


def compare(pages: dict[str, dict[str, str]]) -> None:
    for name, now in pages.items():
        if os.environ.get("TOOLGUARD_UPDATE_SNAPSHOTS"):
            SNAPSHOTS.mkdir(exist_ok=True)
            written = "\n\n".join(f"== {state}\n{words}" for state, words in now.items())
            (SNAPSHOTS / f"{name}.txt").write_text(f"{written}\n", encoding="utf-8")
        assert now == stored(name), "if the change is intended, run with TOOLGUARD_UPDATE_SNAPSHOTS=1"


async def test_full_pages_match_their_snapshots(tmp_path: Path, office: Harness, screen_reader: None) -> None:
    pages = {}
    async with full_window(tmp_path, office, full=True, size=(1180, 760)) as harness:
        for page in PAGES:
            pages[page] = await take_snapshots(
                harness, page, tuple(one for one in FULL if one.partition(": ")[0] == page)
            )
    compare(pages)


async def test_empty_pages_match_their_snapshots(tmp_path: Path, office: Harness, screen_reader: None) -> None:
    async with full_window(tmp_path, office, full=False, size=(1180, 760)) as harness:
        now = await take_snapshots(harness, "empty", PAGES)
    compare({"empty": now})


def test_values_that_differ_in_each_run_are_normalized() -> None:
    text = "since 07:59:12, in 4:58, 2026-11-21 08:16, tg_" + "x" * 43 + ", rule 97973303, took 0.25 s"
    assert normalize(text) == "since TIME, in TIME, DAY TIME, TOKEN, rule ID, took SPAN"
