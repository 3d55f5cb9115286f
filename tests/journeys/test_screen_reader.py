"""Accessibility of every page, empty and full: roles, names, and the cycle of the Tab key."""

import time
from collections import Counter
from contextlib import contextmanager

import pytest

from tests.journeys.chat_client import ChatClient
from tests.journeys.screen_reader import EDITABLE, ENABLED, FOCUSABLE, SHOWING
from tests.journeys.test_first_call import add_demo

pytestmark = pytest.mark.journey

PAGES = ("Pending", "Active", "Tools", "Servers", "Clients", "Rules", "Credentials", "Audit", "Settings", "Help")
ITEMS = ("item", "cell")
READ_ONLY = ("text", "list", "tree", "table", "label")
"""Roles of controls that are only read: a page may have two with the same name, such as two warnings."""


def faults(screen_reader):
    """Return the accessibility faults of the visible page, one sentence each."""
    found, counts = [], Counter()
    for seen in screen_reader.look():
        item = any(part in seen.role for part in ITEMS)
        if not seen.role or seen.role in ("unknown", "invalid"):
            found.append(f"no role: {seen}")
        if (seen.has(FOCUSABLE) or item) and not seen.name.strip():
            found.append(f"no name: a {seen.role} in {path(screen_reader, seen.node)}")
        if seen.has(FOCUSABLE) and seen.has(SHOWING) and not item and not seen.role.startswith(READ_ONLY):
            counts[seen.role, seen.name, screen_reader.description(seen.node)] += 1
    return found + [f"{count} times {what}" for what, count in counts.items() if count > 1]


def path(screen_reader, node):
    parent = screen_reader._parent(node)
    return (
        ""
        if parent is None
        else f"{path(screen_reader, parent)} / {screen_reader.role(parent)} {screen_reader.name(parent)!r}"
    )


@contextmanager
def busy(desktop):
    """Run calls, so that every page has content."""
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        chat.tools()
        calls = [
            chat.call_with_progress("count_slowly", to=1_000, seconds=20), chat.call("write_note", name="x", text="y"),
            chat.call("add", a=1, b=2), chat.call("add", a=1, b=3),
        ]  # fmt: skip
        desktop.screen_reader.wait_for_text("3 pending")
        yield
        for call in calls:
            call.cancel()


def fill(desktop):
    add_demo(desktop, "--env", "DEMO_API_KEY=${secret:demo-key}")
    for words in (
        ("secret", "bind", "demo-key", "--server", "demo"), ("client", "add", "agent", "--server", "demo"),
        ("rule", "add", "--server", "demo", "--tool", "count_slowly", "--verdict", "allow"),
        ("rule", "add", "--server", "demo", "--tool", "crash", "--verdict", "deny", "--for", "8h"),
        ("settings", "set", "prompt_timeout", "7200"),
    ):  # fmt: skip
        if words[0] == "secret":
            assert desktop.toolguard("secret", "set", "demo-key", input="abc-123\n").returncode == 0
        result = desktop.toolguard(*words)
        assert result.returncode == 0, result.stderr


SELECTED = {"Active": "count_slowly", "Tools": "write_note", "Servers": "demo", "Rules": "Allow", "Audit": "add"}
"""The row of a page to select, so that its details are shown."""


@pytest.fixture(scope="module")
def desktop(shared):
    shared.open_window()
    return shared


def test_empty_pages_are_announced(desktop):
    for page in PAGES:
        desktop.turn_to(page)
        desktop.settle()
        assert not faults(desktop.screen_reader), page


@pytest.fixture(scope="module")
def full(desktop):
    desktop.app.terminate()
    desktop.app.wait(120)
    fill(desktop)
    desktop.open_window()
    desktop.turn_to("Pending")
    desktop.screen_reader.wait_for_text("config.json")  # changes while ToolGuard was not running need approval
    for number in range(1, 6):
        desktop.click("check box", f"Approve change {number} of 5")
    time.sleep(0.6)  # until the buttons are enabled
    desktop.click("push button", "Approve 5 of 5 changes")
    desktop.screen_reader.wait_until_gone("config.json")
    with busy(desktop):
        yield desktop


@pytest.mark.parametrize("page", PAGES)
def test_full_pages_are_announced(full, page):
    full.turn_to(page)
    if page in SELECTED:
        full.click("cell" if page in ("Rules", "Audit") else "item", SELECTED[page])
    full.settle()
    assert not faults(full.screen_reader)


RADIO_BUTTONS = {
    *PAGES,
    "Use in a client",
    "Arguments as Readable",
    "Arguments as JSON",
    "Response as Readable",
    "Response as JSON",
    "Overview",
    "Log",
    "Grants (0)",
}
"""Members of groups. Tab reaches the selected one, the arrow keys the others."""


@pytest.mark.parametrize("page", PAGES)
def test_tab_cycles_through_a_page(full, page):
    full.turn_to(page)
    if page in SELECTED:
        full.click("cell" if page in ("Rules", "Audit") else "item", SELECTED[page])
    if page == "Pending":
        full.screen_reader.wait("push button", "Approve ")  # enabled, so that Tab reaches it
    full.settle()
    expected = reachable(full.screen_reader)
    start = full.eventually(full.screen_reader.focused, "no control has the focus")
    visited = [start]
    for _ in range(150):
        full.keys("Tab")
        now = full.eventually(full.screen_reader.focused, "no control has the focus")
        if now.node == start.node:
            break
        if now.node != visited[-1].node:  # Tab visits each link of a text
            assert now.node not in {each.node for each in visited}, f"a cycle without {start}, at {now}"
            visited.append(now)
    else:
        raise AssertionError(f"Tab never returns to {start}: {visited[-3:]}")
    missed = expected - {each.node for each in visited}
    assert not missed, [full.screen_reader.name(node) for node in missed]
    full.keys("shift+Tab")
    assert full.screen_reader.focused().node == visited[-1].node, "Shift+Tab does not go back"


def reachable(screen_reader):
    """Return every visible and enabled button, box, field and list."""
    roles = (
        "push button",
        "check box",
        "radio button",
        "page tab",
        "combo box",
        "button menu",
        "list",
        "table",
        "tree",
        "slider",
        "text",
    )
    found = set()
    for seen in screen_reader.look():
        can = seen.role in roles and seen.has(FOCUSABLE) and seen.has(ENABLED) and seen.has(SHOWING)
        if can and seen.name not in RADIO_BUTTONS and (seen.role != "text" or seen.has(EDITABLE)):
            found.add(seen.node)
    return found
