"""Every page in Chinese: no English is left in what the window itself says, to the eye or to a screen reader."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QLocale, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabWidget,
    QTextEdit,
    QWidget,
)

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import CLIENT, WindowHarness, make_call, make_held, make_running, opened
from toolguard.gate import model as gate_model
from toolguard.gate.mcp.request_kinds import known_methods
from toolguard.gate.texts import coded
from toolguard.window.language import Language
from toolguard.window.main import PAGES

NAMES = (
    "ToolGuard", "MCP", "JSON", "JSONL", "CSV", "YAML", "TOML", "HTTP", "HTTPS", "URL", "API", "ID", "PATH", "NUL",
    "Bearer", "GNOME Keyring", "KWallet", "Keychain", "Credential Manager", "Authorization", "SSE", "stdin", "shell",
    "toolguard-connect", "auto", "off", "config.json", "log", "English", "Delete", "Qt", "Python",
)  # fmt: skip
"""What is called the same in every language."""
PLAIN = re.compile(
    r"(toolguard-connect -- |npx|A=b uvx|https://).*|Cursor=60|\{\s*\"mcpServers\"(?s:.*)"  # what is to be copied
    r"|[a-z.]+\.example\.com:\d+|(/[\w.-]+)+|\$\u2060?\{[^}]*\}|\b[0-9a-f]{16,}\b|\b[\d.]+ (bytes|B|ms|s|[KM]i?B)\b"
    r"|\b(Ctrl|Shift|Alt|Return|F\d+)(\+\w+)*"
)
"""Examples, paths, references, digests, measures and keys."""
GIVEN = (
    "Claude Desktop", "claude-ai 0.14", "files", "write_file", "search", "prog --root 'a b'", "prog", "token", "cursor",
    "Files 1.2", "tools", "Writes a file.", "path", "/tmp/a", "command line", "s1", "github-token", "my-agent",
    "legacy", "session", "--root",
)  # fmt: skip
"""What this test put into the window: names and texts of clients, servers and the person."""
LEFT = re.compile(r"[A-Za-z]{2,}")


def texts_of(widget: QWidget) -> Iterator[str]:
    """Everything that a widget itself says."""
    yield from (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), widget.statusTip())
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QGroupBox):
        yield widget.title()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(at) for at in range(widget.count()))
    elif isinstance(widget, QLineEdit):
        yield from (widget.placeholderText(), widget.text())
    elif isinstance(widget, QTextEdit | QPlainTextEdit):
        yield from (widget.placeholderText(), widget.toPlainText())
    elif isinstance(widget, QTabWidget):
        yield from (widget.tabText(at) for at in range(widget.count()))
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from in_rows(widget.model())


def in_rows(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[str]:
    parent = parent or QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for column in range(columns):
        yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        for row in range(min(model.rowCount(parent), 50)):
            index = model.index(row, column, parent)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
                found = model.data(index, role)
                yield found if isinstance(found, str) else ""
            if column == 0 and not isinstance(model, QAbstractListModel):
                yield from in_rows(model, index)


def english(text: str) -> bool:
    """Whether there are letters in ``text`` that neither stand beside Chinese nor are names."""
    if re.search(r"[\u4e00-\u9fff]", text) or text in known_methods():
        return False
    text = PLAIN.sub(" ", text)
    for name in sorted((*NAMES, *GIVEN), key=len, reverse=True):
        text = re.sub(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", " ", text)
    return bool(LEFT.search(text))


def left(window: QWidget) -> set[tuple[str, str]]:
    """English that the window still says: the kind of widget and the text."""
    return {
        (type(widget).__name__, text)
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        for text in texts_of(widget)
        if english(text)
    }


async def with_things(office: Harness) -> None:
    await office.with_server()
    await office.order("secret.set", name="token", value="hunter2", note="")
    await office.order("secret.bind", name="token", servers=["files"])
    await office.order("rule.add", server="files", tool="search", client="*", verdict="allow")
    await office.order("rule.add", server="files", tool="*", client="cursor", verdict="deny", until="session")


def a_day() -> gate_model.Snapshot:
    """Something of everything that a snapshot can hold."""
    session = gate_model.ConnectedSession(
        session="s1", client=CLIENT, claim="claude-ai 0.14", server="files", era="legacy", version="2025-06-18",
        info="Files 1.2", capabilities=("tools",), state="failed", since=time.time(),
        detail=coded(
            "servers.program_not_found", command="'prog'", searched=coded("servers.no_such_program_at_path")
        ),
    )  # fmt: skip
    proposal = gate_model.Proposal(
        id="p1", kind="rule", title=coded("services.calls_run_until_removed", calls="'search'"), detail="search",
        since=9.0, asked_by=coded("services.command_line"),
    )  # fmt: skip
    warned = make_held(
        "c1",
        warnings=(coded("gate.allowed_tool_before_definition"),),
        deadline=time.time() + 40,
        secrets=("token",),
    )
    ticket = gate_model.DeferredApproval(id="t1", call=make_call("c9"), expires=time.time() + 300)
    return gate_model.Snapshot(
        pending=(warned, make_held("c2", waiting=3), make_held("c3", deferred=True)), proposals=(proposal,),
        running=(make_running(),), running_count=1, sessions=(session,), tickets=(ticket,), alarm="refusing",
        trouble=(coded("store.log_closed_restart"),), recorded=12,
    )  # fmt: skip


@pytest.fixture
def chinese(spoken: Language) -> Language:
    spoken.choose("zh_CN")
    assert QLocale().language() == QLocale.Language.Chinese
    return spoken


async def seen(harness: WindowHarness) -> set[tuple[str, str, str]]:
    """What is left on each page, some moments after it was turned to."""
    found = set()
    for row in PAGES:
        harness.window.turn(row.key)
        await asyncio.sleep(0.25)
        found |= {(row.key, *one) for one in left(harness.window)}
    return found


@pytest.mark.usefixtures("chinese")
async def test_empty_pages_are_fully_translated(tmp_path: Path, office: Harness):
    async with opened(tmp_path, run=office.run) as harness:
        assert await seen(harness) == set()


@pytest.mark.usefixtures("chinese")
async def test_full_pages_are_fully_translated(tmp_path: Path, office: Harness):
    await with_things(office)
    async with opened(tmp_path, run=office.run) as harness:
        now = a_day()
        await harness.show(**{name: getattr(now, name) for name in now.__struct_fields__})
        assert await seen(harness) == set()
        harness.window.turn("pending")
        for key in ("c1", "c2", "c3", "p1"):
            harness.pending.choose(key)
            await asyncio.sleep(0.2)
            assert left(harness.window) == set(), key


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize(
    "forms",
    [
        [
            ("servers", "", "添加服务器"),
            ("rules", "", "添加规则"),
            ("credentials", "", "添加凭据"),
            ("clients", "", "添加 HTTP 客户端"),
            ("pending", "c1", "编辑参数"),
        ],
        [("servers", "", "导入…"), ("rules", "", "test"), ("credentials", "token", "编辑类型和备注")],
        [("servers", "files", "编辑此服务器")],
    ],
    ids=["first", "second", "third"],
)
async def test_forms_are_fully_translated(tmp_path: Path, office: Harness, forms: list[tuple[str, str, str]]):
    """Each window shows one form on each page, by a button or by an action of the page."""
    await with_things(office)
    async with opened(tmp_path, run=office.run) as harness:
        await harness.show(pending=(make_held("c1"),))
        for page, about, button in forms:
            harness.window.go(page, about)
            if action := harness.window.stack.page(page).commands().get(button):
                action()
            else:
                await until(lambda button=button: harness.is_shown(button) and harness.find(button).isEnabled())
                harness.find(button).click()
            await asyncio.sleep(0.3)
            assert left(harness.window) == set(), button


@pytest.mark.usefixtures("chinese")
async def test_refusal_of_the_core_is_shown_in_chinese(tmp_path: Path, office: Harness):
    async with opened(tmp_path, run=office.run) as harness:
        core_link = harness.pending.context.core_link
        with pytest.raises(Exception, match="没有服务器 nobody"):
            await core_link.run(lambda core: core.servers.show("nobody"))
        harness.gate.answer = coded("gate.call_not_running_more")
        await harness.show(running=(make_running(),), running_count=1)
        assert await core_link.order_text(harness.gate.stop, "r1") == "此调用已不再运行。"
        await until(lambda: harness.window.snapshot is harness.gate.now)
