"""What a screen reader is told of every page, empty and full; and that Tab goes through each page and comes back."""

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
ALIKE = ("text", "list", "tree", "table", "label")
"""Roles of what is read rather than done: two of the same name may stand on a page, such as two warnings."""


def faults(screen_reader):
    """What a screen reader could not say of the page that is shown, one sentence each."""
    found, told = [], Counter()
    for seen in screen_reader.look():
        item = any(part in seen.role for part in ITEMS)
        if not seen.role or seen.role in ("unknown", "invalid"):
            found.append(f"no role: {seen}")
        if (seen.has(FOCUSABLE) or item) and not seen.name.strip():
            found.append(f"no name: a {seen.role} in {path(screen_reader, seen.node)}")
        if seen.has(FOCUSABLE) and seen.has(SHOWING) and not item and not seen.role.startswith(ALIKE):
            told[seen.role, seen.name, screen_reader.description(seen.node)] += 1
    return found + [f"{count} times {what}" for what, count in told.items() if count > 1]


def path(screen_reader, node):
    parent = screen_reader._parent(node)
    return (
        ""
        if parent is None
        else f"{path(screen_reader, parent)} / {screen_reader.role(parent)} {screen_reader.name(parent)!r}"
    )


@contextmanager
def busy(desktop):
    """Every page has something to show."""
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        chat.tools()
        calls = [
            chat.call("count_slowly", to=100, seconds=60), chat.call("write_note", name="x", text="y"),
            chat.call("add", a=1, b=2), chat.call("add", a=1, b=3),
        ]  # fmt: skip
        desktop.screen_reader.sees("3 pending")
        yield
        for call in calls:
            call.cancel()


def fill(desktop):
    add_demo(desktop, "--env", "DEMO_API_KEY=${secret:demo-key}")
    for words in (
        ("secret", "bind", "demo-key", "--server", "demo"), ("client", "add", "agent", "--server", "demo"),
        ("rule", "add", "--server", "demo", "--tool", "count_slowly", "--verdict", "allow"),
        ("rule", "add", "--server", "demo", "--tool", "crash", "--verdict", "deny", "--for", "8h"),
    ):  # fmt: skip
        if words[0] == "secret":
            assert desktop.toolguard("secret", "set", "demo-key", input="abc-123\n").returncode == 0
        told = desktop.toolguard(*words)
        assert told.returncode == 0, told.stderr


CHOOSE = {"Active": "count_slowly", "Tools": "write_note", "Servers": "demo", "Rules": "Always allow", "Audit": "add"}
"""What to choose on a page, so that its details are shown."""


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
    desktop.screen_reader.sees("config.json")  # what was changed while ToolGuard did not run waits for a person
    for number in range(1, 5):
        desktop.click("check box", f"Approve change {number} of 4")
    time.sleep(0.6)  # its buttons are armed
    desktop.click("push button", "Approve 4 of 4 changes")
    desktop.screen_reader.misses("config.json")
    with busy(desktop):
        yield desktop


@pytest.mark.parametrize("page", PAGES)
def test_full_pages_are_announced(full, page):
    full.turn_to(page)
    if page in CHOOSE:
        full.click("cell" if page in ("Rules", "Audit") else "item", CHOOSE[page])
    full.settle()
    assert not faults(full.screen_reader)


CHOICES = {
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
"""One of each group is on; Tab goes to that one, the arrow keys go to the others."""


@pytest.mark.parametrize("page", PAGES)
def test_tab_cycles_through_a_page(full, page):
    full.turn_to(page)
    if page in CHOOSE:
        full.click("cell" if page in ("Rules", "Audit") else "item", CHOOSE[page])
    if page == "Pending":
        full.screen_reader.wait("push button", "Approve ")  # armed, so that it can be reached
    full.settle()
    wanted = reachable(full.screen_reader)
    start = full.eventually(full.screen_reader.focused, "nothing has the keyboard")
    been = [start]
    for _ in range(150):
        full.keys("Tab")
        now = full.eventually(full.screen_reader.focused, "nothing has the keyboard")
        if now.node == start.node:
            break
        if now.node != been[-1].node:  # a text with links is left after its last one
            assert now.node not in {one.node for one in been}, f"a circle that {start} is not in, by {now}"
            been.append(now)
    else:
        raise AssertionError(f"Tab never comes back to {start}: {been[-3:]}")
    left = wanted - {one.node for one in been}
    assert not left, [full.screen_reader.name(node) for node in left]
    full.keys("shift+Tab")
    assert full.screen_reader.focused().node == been[-1].node, "backwards"


def reachable(screen_reader):
    """Every button, box, field and list that can be used now and can be seen."""
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
        if can and seen.name not in CHOICES and (seen.role != "text" or seen.has(EDITABLE)):
            found.add(seen.node)
    return found
