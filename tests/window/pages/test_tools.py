"""The page Tools: what servers offer is found, read in full, hidden and shown again, and looked at without a client."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox

from tests.support.services_harness import Harness
from tests.support.unexpected_fetches import UnexpectedFetches, fetches  # noqa: F401 (a fixture)
from tests.support.waiting import until
from tests.window.conftest import CLIENT, WindowHarness, opened
from toolguard.gate.mcp.apps import AppPage
from toolguard.gate.model import ConnectedSession, Snapshot
from toolguard.gate.policy.rules import Rule
from toolguard.services.methods import MethodRunner
from toolguard.services.runtime.requests import Request, Services
from toolguard.window import theme
from toolguard.window.policy.tool_tree import (
    EFFECT,
    LAST_USED,
    TITLE,
    TODAY,
    Filter,
    ServerBranch,
    ToolModel,
    ToolTree,
    ToolUsage,
    find,
)
from toolguard.window.widgets import icons, time_format
from toolguard.window.widgets.text_label import TextLabel

T = TypeVar("T")

WRITE = {
    "name": "write_file", "title": "Write file", "description": "Writes a file.",
    "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
    "annotations": {"destructiveHint": True},
}  # fmt: skip
READ = {"name": "read_file", "description": "Reads a file.", "annotations": {"readOnlyHint": True}}
SESSION = ConnectedSession(
    session="s1", client=CLIENT, claim="", server="files", era="legacy", version="2025-11-25", state="ready",
    detail="", since=1.0,
)  # fmt: skip


def add_tools(office: Harness, *tools: dict[str, Any], server: str = "files") -> None:
    office.gate.tools.add_page(server, "s1", {"tools": list(tools)}, first=True)


@asynccontextmanager
async def at_tools(tmp_path: Path, office: Harness, **more: Any) -> AsyncIterator[WindowHarness]:
    """The window at its page Tools, which has been filled."""
    async with opened(tmp_path, **{"run": office.run, "page": "tools", **more}) as harness:
        await until(lambda: page(harness)._is_loaded)
        yield harness


def page(harness: WindowHarness) -> Any:
    return harness.window.stack.page("tools")


async def again(harness: WindowHarness, edition: int, **more: Any) -> None:
    """Something about the gate is different now."""
    page(harness).pause.stop()
    await harness.show(edition=edition, **more)


def rows(harness: WindowHarness) -> list[str]:
    """Each row as a screen reader hears it, with its tick."""
    model, found = page(harness).model, []
    for row in range(model.rowCount()):
        top = model.index(row, 0)
        found.append(_told(top))
        found += [f"  {_told(model.index(below, 0, top))}" for below in range(model.rowCount(top))]
    return found


def fact_text(harness: WindowHarness, fact: str) -> str:
    """What stands beside the name of a fact."""
    found = harness.window.findChildren(TextLabel)
    return next(each.text() for each in found if each.isVisible() and each.accessibleName() == fact)


def _told(index: Any) -> str:
    ticks = {Qt.CheckState.Checked: "x", Qt.CheckState.PartiallyChecked: "-", Qt.CheckState.Unchecked: " "}
    tick = ticks[index.data(Qt.ItemDataRole.CheckStateRole)]
    return f"[{tick}] {index.data(Qt.ItemDataRole.AccessibleTextRole)}"


def test_rereading_unchanged_tools_changes_no_row() -> None:
    model, changes = ToolModel(), []
    result = cast(Any, {"name": "files", "tools": [{"name": "search", "exposed": True}]})
    model.show_branches([ServerBranch(result, list(result["tools"]))])
    model.dataChanged.connect(lambda *_: changes.append(True))
    assert model.show_branches([ServerBranch(result, list(result["tools"]))])
    model.show_uses(ToolUsage())
    assert changes == []
    assert model.show_branches([ServerBranch(result, [{**result["tools"][0], "exposed": False}])])
    assert changes
    model.show_uses(ToolUsage(today={("files", "search"): 1}))
    assert len(changes) == 4, "the rows of the server and of its tools, each time"


def test_calls_of_tools_that_are_no_longer_listed_are_in_the_tool_tip() -> None:
    model = ToolModel()
    result = cast(Any, {"name": "files", "tools": [{"name": "search", "exposed": True}]})
    model.show_branches([ServerBranch(result, list(result["tools"]))])
    today = model.index(0, TODAY)
    model.show_uses(ToolUsage(today={("files", "search"): 1, ("web", "old"): 4}))
    assert today.data(Qt.ItemDataRole.ToolTipRole) is None
    model.show_uses(ToolUsage(today={("files", "search"): 1, ("files", "old"): 2}, last={("files", "old"): 5.0}))
    assert model.index(0, LAST_USED).data() == time_format.day(5.0)
    assert (today.data(), today.data(Qt.ItemDataRole.ToolTipRole)) == ("3", "Of tools no longer listed: 2")


async def test_page_without_servers_explains_what_to_do(tmp_path: Path, office: Harness) -> None:
    async with at_tools(tmp_path, office) as harness:
        assert harness.is_shown("Add server")
        assert not harness.is_shown("Search nothing")


async def test_one_button_lists_tools_of_unprobed_servers(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    async with at_tools(tmp_path, office) as harness:
        harness.press("Fetch tools now")
        await until(lambda: "ToolGuard is not running" in page(harness).error_label.text())


async def test_tools_are_grouped_by_server_and_checked_if_visible(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    await office.with_server("git")
    add_tools(office, WRITE, READ)
    await office.order("tool.switch", server="files", tool="read_file", exposed=False)
    async with at_tools(tmp_path, office) as harness:
        assert rows(harness) == [
            "[-] files, 2 tools, 1 hidden", "  [x] write_file", "  [ ] read_file", "[x] git, not listed yet",
        ]  # fmt: skip
        assert page(harness).count.text() == "2 tools"


async def test_list_shows_declared_effects_and_marks_destructive_tools(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE | {"title": "Save"}, READ, {"name": "ping"})
    async with at_tools(tmp_path, office) as harness:
        model, tree = page(harness).model, page(harness).tree
        cells = [model.place(("files", name)).siblingAtColumn(EFFECT) for name in ("write_file", "read_file", "ping")]
        assert [cell.data() for cell in cells] == ["Destroys", "Reads", "Not declared"]
        colours = theme.colours()
        role = Qt.ItemDataRole.ForegroundRole
        assert [cell.data(role).name() for cell in cells] == [colours.danger, colours.quiet, colours.text]
        assert cells[2].data(Qt.ItemDataRole.ToolTipRole).startswith("The server declares no effect.")
        names = [cell.siblingAtColumn(0) for cell in cells]
        assert names[0].data(Qt.ItemDataRole.ToolTipRole) == "Declared effect, not verified: Destroys"
        images = [name.data(Qt.ItemDataRole.DecorationRole).pixmap(16).toImage() for name in names]
        assert images[0] != images[1] != images[2] != images[0], "the column may have no space"
        assert model.headerData(EFFECT, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) == (
            "Declared by the server, not verified"
        )
        model.sort(EFFECT, Qt.SortOrder.DescendingOrder)
        assert rows(harness)[1:] == ["  [x] write_file", "  [x] ping", "  [x] read_file"]
        harness.window.resize(900, 600)
        page(harness).choose("files", "write_file")
        await until(lambda: tree.isColumnHidden(TITLE))
        assert not tree.isColumnHidden(EFFECT), "short names leave it space"
        assert model.place(("files", "")).siblingAtColumn(TITLE).data() == "", "the count is beside the server's name"
        assert model.place(("files", "")).data() == "files · 3 tools"


async def test_columns_without_content_are_hidden_and_a_search_moves_none(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, {"name": "read_file", "title": "Read file"}, {"name": "ping"})
    async with at_tools(tmp_path, office) as harness:
        tree = page(harness).tree
        await until(lambda: all(map(tree.isColumnHidden, (TITLE, TODAY, LAST_USED))))
        assert not tree.isColumnHidden(EFFECT), "that nothing is declared is content"
        add_tools(office, WRITE, {"name": "list", "title": "All of them"})
        await again(harness, 2)
        await until(lambda: not tree.isColumnHidden(TITLE))
        page(harness).search.setText("ping")
        await until(lambda: page(harness).model.count() == 0)
        assert not any(map(tree.isColumnHidden, (EFFECT, TITLE)))


async def test_server_is_marked_while_the_name_of_one_of_its_tools_is_doubtful(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, READ)
    async with at_tools(tmp_path, office) as harness:
        sign = Qt.ItemDataRole.DecorationRole
        model = page(harness).model
        fine = model.place(("files", "")).data(sign).cacheKey()
        add_tools(office, READ, {"name": "wr\u0456te_file"})
        await again(harness, 2)
        await until(lambda: model.count() == 2)
        doubtful = model.place(("files", "wr\u0456te_file")).data(sign).cacheKey()
        assert model.place(("files", "")).data(sign).cacheKey() == doubtful != fine


async def test_server_says_why_its_tools_need_attention(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, READ, {"name": "wr\u0456te_file"})
    async with at_tools(tmp_path, office) as harness:
        page(harness).choose("files")
        detail = page(harness).server
        await until(detail.isVisible)
        (sentence,) = detail.doubts.sentences()
        (button,) = [one for one in detail.odd_tools if not one.isHidden()]
        assert "CYRILLIC" in sentence and "CYRILLIC" in button.text()
        assert detail.doubts.isAncestorOf(button) and detail.doubts.y() < detail.look.y()
        button.click()
        await until(lambda: page(harness).tool.isVisible())
        assert sentence.endswith(page(harness).tool.warnings.sentences()[0])


async def test_detail_counts_the_clients_that_see_a_tool(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, READ)
    await office.order("tool.switch", server="files", tool="read_file", client="desk", exposed=False)
    async with at_tools(tmp_path, office) as harness:
        page(harness).choose("files", "read_file")
        shown = page(harness).tool.shown
        await until(lambda: shown.text() == "Visible to 0 of 1 clients")
        assert shown.checkState() == Qt.CheckState.PartiallyChecked
        shown.click()
        await until(lambda: not office.gate.tool_visibility.is_visible("any", "files", "read_file"))
        await until(lambda: shown.checkState() == Qt.CheckState.Unchecked and shown.text() == "Visible to clients")


async def test_effect_keeps_its_colour_in_the_selected_row(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE)
    async with at_tools(tmp_path, office) as harness:
        tree, model = page(harness).tree, page(harness).model
        page(harness).choose("files", "write_file")
        await until(lambda: tree.columnWidth(EFFECT) and not tree.isColumnHidden(EFFECT))
        box = tree.visualRect(model.place(("files", "write_file")).siblingAtColumn(EFFECT))
        image = tree.viewport().grab(box).toImage()
        pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
        assert any(pixel.red() > 150 > pixel.green() and pixel.blue() < 120 for pixel in pixels)


async def test_name_of_a_server_spans_the_empty_cells_beside_it(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE)
    async with at_tools(tmp_path, office) as harness:
        tree, model = page(harness).tree, page(harness).model
        tree.head.resizeSection(0, theme.SPACE * 20)
        await until(lambda: tree.columnWidth(EFFECT) and not tree.isColumnHidden(EFFECT))
        box = tree.visualRect(model.place(("files", "")).siblingAtColumn(EFFECT))
        image = tree.viewport().grab(box).toImage()
        assert len({image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}) > 1


async def test_names_of_properties_are_narrow_in_a_narrow_window(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE)
    async with at_tools(tmp_path, office) as harness:
        page(harness).choose("files", "write_file")
        await until(lambda: harness.is_shown("Visible to clients"))
        name = page(harness).tool.about._rows[0].name
        harness.window.resize(1280, 800)
        await until(lambda: name.width() == 136)
        harness.window.resize(900, 600)
        await until(lambda: name.width() < 110)


async def test_selected_tool_shows_details_and_marks_claims(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    about = {"needs": ["context secret KEY"]}
    add_tools(office, {**WRITE, "title": "Save text", "_meta": {"dev.toolguard/otc": about}})
    async with at_tools(tmp_path, office) as harness:
        page(harness).choose("files", "write_file")
        await until(lambda: harness.is_shown("Visible to clients"))
        detail = page(harness).tool
        assert detail.heading.sentence.text() == "write_file “Save text” on files"
        assert "path" in detail.schema.values.toPlainText() and "required" in detail.schema.values.toPlainText()
        assert detail.badges.effect.text() == "Destroys"
        assert detail.badges.claim.text() == "according to files, not verified"
        detail.details.button.click()
        assert fact_text(harness, "Destructive") == "Yes"
        assert fact_text(harness, "External access") == "Not declared; assume yes"
        assert fact_text(harness, "Requires") == "the secret KEY"
        harness.window.grab()


async def test_space_hides_a_tool_and_undo_restores_it(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE)
    async with at_tools(tmp_path, office) as harness:
        page(harness).choose("files", "write_file")
        page(harness).tree.setFocus()
        QTest.keyClick(page(harness).tree, Qt.Key.Key_Space)
        await until(lambda: not office.gate.tool_visibility.is_visible("any", "files", "write_file"))
        await until(lambda: rows(harness)[1] == "  [ ] write_file")
        assert page(harness).notice.text_label.text() == "write_file is now hidden from clients."
        harness.press("Undo")
        await until(lambda: office.gate.tool_visibility.is_visible("any", "files", "write_file"))
        await until(lambda: rows(harness)[1] == "  [x] write_file")
        assert not office.config.switches, "nothing is left of it"
        assert not harness.is_shown("Undo")


class Slow:
    """Carries out orders as the core does, but switches only when it is let."""

    def __init__(self, office: Harness) -> None:
        self.may = asyncio.Event()
        self.reads = 0
        self.switched: list[object] = []
        self._office = office

    async def run(self, request: Request[T], tell: Callable[[str], None]) -> T:
        core = Services(MethodRunner(replace(self._office.app, by="person", on_progress=tell)))
        return await request(cast("Services", _SlowCore(core, self)))


class _SlowCore:
    """The services of the core, with `_SlowTools` among them."""

    def __init__(self, core: Services, slow: Slow) -> None:
        self.settings, self.tools = core.settings, _SlowTools(core, slow)


class _SlowTools:
    def __init__(self, core: Services, slow: Slow) -> None:
        self._tools, self._slow = core.tools, slow
        self.show = core.tools.show

    async def all(self) -> Any:
        result = await self._tools.all()
        self._slow.reads += 1
        return result

    async def switch(self, server: str, tool: str, client: str, exposed: bool | None) -> Any:
        await self._slow.may.wait()
        self._slow.switched.append(exposed)
        return await self._tools.switch(server, tool, client, exposed)

    async def set_switches(self, server: str, tools: dict[str, bool]) -> Any:
        await self._slow.may.wait()
        self._slow.switched.append(tools)
        return await self._tools.set_switches(server, tools)


async def test_second_space_reverses_the_first_despite_a_slow_order(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE, READ)
    slow = Slow(office)
    async with at_tools(tmp_path, office, run=slow.run) as harness:
        tree = page(harness).tree
        page(harness).choose("files", "write_file")
        QTest.keyClick(tree, Qt.Key.Key_Space)
        assert rows(harness)[:2] == ["[-] files, 2 tools, 1 hidden", "  [ ] write_file"]
        reads = slow.reads
        await again(harness, 7)
        await until(lambda: slow.reads > reads)
        await page(harness).renewal.now()  # what is read meanwhile does not know of the order
        assert rows(harness)[1] == "  [ ] write_file"
        QTest.keyClick(tree, Qt.Key.Key_Space)
        assert rows(harness)[:2] == ["[x] files, 2 tools", "  [x] write_file"]
        page(harness).choose("files")
        QTest.keyClick(tree, Qt.Key.Key_Space)
        assert rows(harness)[0] == "[ ] files, 2 tools, 2 hidden"
        QTest.keyClick(tree, Qt.Key.Key_Space)
        assert rows(harness)[0] == "[x] files, 2 tools"
        slow.may.set()
        await until(lambda: slow.switched == [False, None, {"*": False}, {}])
        await until(lambda: not page(harness)._switching._pressed)
        assert rows(harness) == ["[x] files, 2 tools", "  [x] write_file", "  [x] read_file"]
        assert not office.config.switches


async def test_refused_order_reverts_only_its_own_change(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE, READ)
    slow = Slow(office)
    async with at_tools(tmp_path, office, run=slow.run) as harness:
        whole = (tmp_path / "config.json").read_text()
        page(harness).choose("files", "write_file")
        QTest.keyClick(page(harness).tree, Qt.Key.Key_Space)
        assert rows(harness)[1] == "  [ ] write_file"
        (tmp_path / "config.json").write_text("{")
        slow.may.set()
        await until(lambda: "config.json" in page(harness).error_label.text())
        await until(lambda: rows(harness)[1] == "  [x] write_file")
        assert not harness.is_shown("Undo")
        (tmp_path / "config.json").write_text(whole)
        QTest.keyClick(page(harness).tree, Qt.Key.Key_Space)
        await until(lambda: not office.gate.tool_visibility.is_visible("any", "files", "write_file"))


async def test_click_on_a_check_box_switches_its_row(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE, READ)
    async with at_tools(tmp_path, office) as harness:
        tree, model = page(harness).tree, page(harness).model
        box = tree.visualRect(model.place(("files", "read_file")))
        QTest.mouseClick(
            tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(box.left() + 12, box.center().y())
        )  # fmt: skip
        await until(lambda: not office.gate.tool_visibility.is_visible("any", "files", "read_file"))
        assert office.gate.tool_visibility.is_visible("any", "files", "write_file")


async def test_undo_of_a_server_switch_restores_single_switches(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE, READ)
    await office.order("tool.switch", server="files", tool="read_file", exposed=False)
    before = list(office.config.switches)
    async with at_tools(tmp_path, office) as harness:
        page(harness)._switch("files", "", False)
        await until(lambda: rows(harness)[:2] == ["[ ] files, 2 tools, 2 hidden", "  [ ] write_file"])
        page(harness).notice.undo()
        await until(lambda: list(office.config.switches) == before)
        page(harness)._switch("files", "", True)
        await until(lambda: rows(harness)[2] == "  [x] read_file")
        await until(lambda: not office.config.switches)


async def test_tool_can_be_visible_although_its_server_is_hidden(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE, READ)
    await office.order("tool.switch", server="files", exposed=False)
    async with at_tools(tmp_path, office) as harness:
        page(harness)._switch("files", "write_file", True)
        await until(lambda: rows(harness) == ["[-] files, 2 tools, 1 hidden", "  [x] write_file", "  [ ] read_file"])


async def test_each_client_has_its_own_check_box(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE)
    office.guard.snapshot = lambda: Snapshot(sessions=(SESSION,))  # type: ignore[method-assign]
    async with at_tools(tmp_path, office) as harness:
        page(harness).choose("files", "write_file")
        await until(lambda: harness.is_shown("Visible to Claude Desktop"))
        box: QCheckBox = harness.find("Visible to Claude Desktop")
        assert box.text() == "Claude Desktop (connected)" and box.isChecked()
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Space)
        await until(lambda: not office.gate.tool_visibility.is_visible(CLIENT.id, "files", "write_file"))
        assert office.gate.tool_visibility.is_visible("Cursor", "files", "write_file")
        await until(lambda: rows(harness)[1] == "  [-] write_file, Hidden from Claude Desktop")
        assert rows(harness)[0].endswith(", 1 partly hidden")
        page(harness).notice.undo()
        await until(lambda: office.gate.tool_visibility.is_visible(CLIENT.id, "files", "write_file"))


async def test_tool_changed_since_allowed_is_highlighted(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE)
    await office.order("rule.add", server="files", tool="write_file", verdict="allow")
    add_tools(office, {**WRITE, "description": "Writes a file, and sends it."}, READ, READ)
    async with at_tools(tmp_path, office) as harness:
        assert rows(harness)[1:] == ["  [x] write_file, needs review", "  [x] read_file, needs review"]
        model, tree = page(harness).model, page(harness).tree
        keys = (("files", ""), ("files", "write_file"), ("files", "read_file"))
        cells = [model.place(key).siblingAtColumn(EFFECT) for key in keys]
        assert [cell.data() for cell in cells] == ["", "Destroys · Changed", "Reads · Listed twice"]
        assert model.place(keys[0]).data() == "files · 2 to review · 2 tools"
        tones = [cell.data(Qt.ItemDataRole.ForegroundRole).name() for cell in cells[1:]]
        assert tones == [theme.colours().danger, theme.colours().caution]
        assert model.place(keys[2]).data(Qt.ItemDataRole.ToolTipRole).startswith("The server lists two tools")
        assert cells[0].data(Qt.ItemDataRole.ToolTipRole) == "To review: write_file, read_file"
        harness.window.resize(900, 600)
        await until(lambda: tree.columnWidth(EFFECT) >= tree.sizeHintForColumn(EFFECT))
        page(harness).choose("files", "write_file")
        await until(lambda: page(harness).tool.warnings.sentences())
        assert "The tool changed since you allowed it" in page(harness).tool.warnings.sentences()[0]
        assert page(harness).tool.review.isVisible()


def answers_of(office: Harness) -> list[str]:
    """The rules, by whether they rest on their tools as they are."""
    found = []
    for rule in office.gate.rules:
        tool = office.gate.tools.get(rule.server, rule.tool)
        found.append("as it is" if tool is not None and tool.fingerprint == rule.fingerprint else "as it was")
    return found


async def test_server_changes_are_checked_singly_and_accepted_together(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE, READ)
    await office.order("rule.add", server="files", tool="write_file", verdict="allow")
    changed = {**WRITE, "description": "Writes a fi\u200ble.", "icons": [], "annotations": {"destructiveHint": False}}
    add_tools(office, changed, {**READ, "description": "Reads  a file."})
    async with at_tools(tmp_path, office) as harness:
        tools = page(harness)
        tools.choose("files")
        await until(lambda: tools.server.doubts.sentences())
        assert "The server changed 2 tools since you accepted them." in tools.server.doubts.sentences()
        tools.server.review.click()
        await until(lambda: tools.right.currentWidget() is tools.review)
        review = tools.review
        assert [(row.change["text"], row.tick.isVisibleTo(row)) for row in review.rows] == [
            ("Text the model reads", True), ("Reversed safety claim", True), ("Shown by clients only", False),
            ("White space only", False),
        ]  # fmt: skip
        assert "fi⟨U+200B ZERO WIDTH SPACE⟩le" in review.rows[0].difference.after.text()
        assert review.rows[0].difference.before.text() == "Writes a file."
        assert review.rows[2].difference.before.text() == "not there"
        assert not review.accept.isEnabled() and review.count.text() == "0 of 2 checked"
        review.rows[0].tick.click()
        assert not review.accept.isEnabled()
        review.rows[1].tick.click()
        assert review.accept.isEnabled() and answers_of(office) == ["as it was"]
        review.accept.click()
        await until(lambda: answers_of(office) == ["as it is"])
        await until(lambda: tools.right.currentWidget() is tools.server)
        assert not tools.server.review.isVisible() and tools.server.doubts.isHidden()


async def test_change_during_the_review_is_not_accepted(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE)
    await office.order("rule.add", server="files", tool="write_file", verdict="allow")
    add_tools(office, {**WRITE, "description": "Writes a file now.", "x": 1})
    async with at_tools(tmp_path, office) as harness:
        tools = page(harness)
        tools.choose("files", "write_file")
        await until(lambda: tools.tool.review.isVisible())
        tools.tool.review.click()
        await until(lambda: len(tools.review.rows) == 2)
        for row in tools.review.rows:
            row.tick.click()
        add_tools(office, {**WRITE, "description": "Sends a file.", "x": 1})  # nobody has looked again yet
        tools.review.accept.click()
        await until(lambda: "changed its tools again" in tools.review.error_label.text())
        await until(lambda: "Sends" in tools.review.rows[0].difference.after.text())
        assert [row.tick.isChecked() for row in tools.review.rows] == [False, True], "what is the same stays checked"
        assert answers_of(office) == ["as it was"]
        tools.review.not_now.click()
        await until(lambda: tools.right.currentWidget() is tools.tool)


async def test_page_only_and_unpinnable_tools_are_marked(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    shown = {"name": "chart", "_meta": {"ui": {"resourceUri": "ui://chart", "visibility": ["app"]}}}
    remote = {"name": "far", "inputSchema": {"properties": {"a": {"$ref": "https://example.org/a"}}}}
    add_tools(office, shown, remote)
    office.gate.tools.set_app_page(
        "files", "ui://chart", AppPage(digest="1" * 64, domains={"connectDomains": ("https://a.example",)}, read=5.0)
    )
    async with at_tools(tmp_path, office) as harness:
        assert rows(harness)[1:] == ["  [x] chart, for pages", "  [x] far"]
        page(harness).choose("files", "chart")
        await until(lambda: page(harness).right.currentWidget() is page(harness).tool)
        assert fact_text(harness, "Page") == "ui://chart"
        assert fact_text(harness, "Used by") == "Pages only; clients keep it from the model"
        assert fact_text(harness, "Page's domains") == "connectDomains: https://a.example"
        assert "can't tell" in fact_text(harness, "Calls")
        page(harness).choose("files", "far")
        await until(lambda: "another document" in "".join(page(harness).tool.warnings.sentences()))


async def test_search_finds_words_in_names_titles_and_descriptions(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    await office.with_server("git")
    add_tools(office, WRITE, READ)
    add_tools(office, {"name": "commit"}, server="git")
    async with at_tools(tmp_path, office) as harness:
        search = harness.find("Search tools")
        search.setText("READS file")
        await until(lambda: rows(harness) == ["[x] files, 2 tools", "  [x] read_file"])
        search.setText("git")
        await until(lambda: rows(harness) == ["[x] git, 1 tool", "  [x] commit"])
        search.setText("no such tool")
        await until(lambda: page(harness).left.currentIndex() == 1)
        search.clear()
        await until(lambda: len(rows(harness)) == 5)


async def test_refresh_keeps_selection_and_scroll_position(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, *({"name": f"t{number:03}"} for number in range(300)))
    async with at_tools(tmp_path, office) as harness:
        page(harness).choose("files", "t200")
        tree = page(harness).tree
        scrolled = tree.verticalScrollBar().value()
        assert scrolled > 0
        add_tools(office, *({"name": f"t{number:03}"} for number in range(301)))
        await again(harness, 2)
        await until(lambda: page(harness).count.text() == "301 tools")
        assert tree.verticalScrollBar().value() == scrolled
        assert page(harness).model.key(tree.currentIndex()) == ("files", "t200")


async def test_other_pages_can_open_a_server_or_a_tool(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE)
    async with opened(tmp_path, run=office.run) as harness:
        harness.window.go("tools", "files/write_file")
        await until(lambda: harness.is_shown("Visible to clients"))
        harness.window.go("tools", "files")
        await until(lambda: harness.is_shown("Refresh"))
        harness.window.go("nowhere", "files")
        assert harness.window.stack.key == "tools"


async def test_refused_switch_shows_the_reason_and_its_state(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, WRITE)
    async with at_tools(tmp_path, office) as harness:
        (tmp_path / "config.json").write_text("{")
        page(harness)._switch("files", "write_file", False)
        await until(lambda: "config.json" in page(harness).error_label.text())
        assert rows(harness)[1] == "  [x] write_file"
        assert not harness.is_shown("Undo")


async def test_hostile_names_are_escaped_plain_text(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    evil = {"name": "a\u202eb<b>x</b>", "title": "&nbsp;<img src=x>", "description": "d\u200b" * 500}
    add_tools(office, evil)
    async with at_tools(tmp_path, office) as harness:
        page(harness).choose("files", evil["name"])
        await until(lambda: page(harness).tool.warnings.sentences())
        assert "⟨U+202E" in rows(harness)[1]
        assert "<b>x</b>" in page(harness).tool.heading.sentence.text()
        assert any("invisible characters" in one for one in page(harness).tool.warnings.sentences())


async def test_ten_thousand_tools_are_fast(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, *({**WRITE, "name": f"tool_{number}"} for number in range(10_000)))
    office.gate.rules.add(Rule(id="r", server="files", tool="tool_7", verdict="allow"))
    start = time.thread_time()
    async with at_tools(tmp_path, office) as harness:
        await until(lambda: page(harness).model.count() == 10_000)
        harness.window.grab()
        assert time.thread_time() - start < 5
        result = page(harness)._servers
        start = time.thread_time()
        assert len(find(result, "tool_999 file")[0].tools) == 11
        assert time.thread_time() - start < 0.5


@pytest.mark.case(54)
async def test_tool_icons_are_neither_fetched_nor_drawn(
    tmp_path: Path,
    office: Harness,
    fetches: UnexpectedFetches,  # noqa: F811
) -> None:
    await office.with_server()
    sources = (fetches.address("a.png"), fetches.address("a.svg"), "file:///etc/hostname", "javascript:alert(1)",
               "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=")  # fmt: skip
    pictures = " ".join(f'<img src="{source}"> ![]({source})' for source in sources)
    plain = {**READ, "description": "Reads a file."}
    fancy = {**READ, "name": "fancy", "title": pictures, "description": pictures,
             "icons": [{"src": source, "sizes": "any"} for source in sources]}  # fmt: skip
    add_tools(office, plain, fancy)
    async with at_tools(tmp_path, office) as harness:
        harness.window.context.go("tools", "files/fancy")
        await until(lambda: any("data:image/svg+xml" in one.text() for one in page(harness).findChildren(TextLabel)))
        harness.window.grab()
        assert any(f'<img src="{sources[0]}">' in one.text() for one in page(harness).findChildren(TextLabel))
        await again(harness, 2)


async def test_filter_shows_tools_to_review_or_without_a_declared_effect(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    await office.with_server("git")
    add_tools(office, WRITE, READ, {"name": "wr\u0456te_file", "annotations": {"readOnlyHint": True}})
    add_tools(office, {"name": "commit"}, server="git")
    async with at_tools(tmp_path, office) as harness:
        tools = page(harness)

        def shown(name: Filter) -> list[str]:
            tools.show_only(name)
            return [tool["name"] for branch in tools.model._branches for tool in branch.tools]

        tools.search.setText("commit")
        harness.press("1 to review")
        assert [branch.tools_of_server["name"] for branch in tools.model._branches] == ["files"]
        assert shown("review") == ["wr\u0456te_file"] and tools.count.text() == "1 tool"
        assert tools.tree.hasFocus() and not harness.is_shown("1 to review") and tools.search.text() == ""
        assert shown("undeclared") == ["commit"]
        tools.open("files/read_file")
        await until(lambda: tools.right.currentWidget() is tools.tool)
        assert len(shown("all")) == 4


async def test_search_without_results_shows_no_details(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, READ)
    async with at_tools(tmp_path, office) as harness:
        tools = page(harness)
        tools.choose("files", "read_file")
        await until(lambda: tools.right.isVisible())
        tools.search.setText("no such tool")
        await until(lambda: harness.is_shown("No results") and not tools.right.isVisible())
        harness.press("Show all tools")
        await until(lambda: tools.right.isVisible() and tools.search.text() == "")


async def test_titles_stay_readable_beside_a_long_name(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    add_tools(office, {"name": "find_" + "papers_" * 12}, {"name": "a", "title": "Create pull request"})
    async with at_tools(tmp_path, office) as harness:
        harness.window.resize(900, 600)
        tree = page(harness).tree
        await until(lambda: page(harness).model.count() == 2 and not tree.isColumnHidden(TITLE))
        needs = tree.fontMetrics().horizontalAdvance("Create pull request")
        await until(lambda: tree.columnWidth(TITLE) >= needs)


def test_narrow_list_leaves_out_titles_before_counts(qapp: QApplication) -> None:
    head = ToolTree(ToolModel()).head
    head._needed = head._cells = [300, 100, 60, 80, 200]
    for room, left_out in ((600, {TITLE}), (500, {TITLE, LAST_USED}), (420, {TITLE, LAST_USED, TODAY})):
        assert head._shared([0, EFFECT, TODAY, LAST_USED, TITLE], room)[1] == left_out


async def test_narrow_list_shows_whole_names_and_the_severity_as_an_icon(tmp_path: Path, office: Harness) -> None:
    names = ("create_pull_request_note", "create_pull_request_vote")
    await office.with_server()
    add_tools(office, *({"name": name} for name in names), WRITE)
    await office.order("rule.add", server="files", tool="write_file", verdict="allow")
    add_tools(office, *({"name": name} for name in names), WRITE | {"description": "Sends it."})
    async with at_tools(tmp_path, office) as harness:
        harness.window.resize(900, 600)
        tree, model = page(harness).tree, page(harness).model
        await until(lambda: tree.columnWidth(EFFECT) > 0)
        page(harness).choose("files", names[0])
        await until(lambda: page(harness).right.isVisible() and tree.isColumnHidden(EFFECT))
        assert tree.columnWidth(0) >= max(tree.sizeHintForIndex(model.place(("files", name))).width() for name in names)
        icon = model.place(("files", "write_file")).data(Qt.ItemDataRole.DecorationRole)
        assert icon.pixmap(16).toImage() == icons.icon("caution", theme.colours().danger).pixmap(16).toImage()


async def test_server_that_is_off_is_not_ticked_and_cannot_be(tmp_path: Path, office: Harness) -> None:
    await office.with_server("files")
    add_tools(office, READ)
    await office.order("server.enable", name="files", enabled=False)
    async with at_tools(tmp_path, office) as harness:
        model = page(harness).model
        top = model.index(0, 0)
        assert model.data(top, Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Unchecked
        assert not model.flags(top) & Qt.ItemFlag.ItemIsUserCheckable
        assert not model.setData(top, None, Qt.ItemDataRole.CheckStateRole)
        assert "turned off" in model.data(top, Qt.ItemDataRole.ToolTipRole)
        tool = model.index(0, 0, top)
        assert model.flags(tool) & Qt.ItemFlag.ItemIsUserCheckable, "its tools can be hidden before it is turned on"
        await office.order("server.enable", name="files", enabled=True)
        await again(harness, 2)
        await until(lambda: model.data(model.index(0, 0), Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked)
