"""The whole window with something on every page, and the states of its pages that tests look at, by name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.clients.wiring.test_bundles import bundle
from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.audit_harness import SampleLog
from tests.window.conftest import CLIENT, WindowHarness, make_held, make_running, opened
from tests.window.full_window.fit_checks import shown
from toolguard.gate.model import ClientInfo, ConnectedSession, Proposal
from toolguard.store.log.index.log_index import follow
from toolguard.store.log.past_calls import PastCalls
from toolguard.window.log_view.log_access import LogAccess

CODEX = ClientInfo(id="Codex", program="/opt/codex/bin/codex", pid=815)
LONG = "research-tools-for-people-who-read-a-lot-and-write-even-more"
WRITE = {
    "name": "write_file", "title": "Write file", "description": "Writes a file. Overwrites what was there.",
    "annotations": {"destructiveHint": True},
    "inputSchema": {
        "type": "object", "required": ["path"],
        "properties": {
            "path": {"type": "string", "description": "An absolute path."},
            "mode": {"enum": ["replace", "append"], "default": "replace"}, "depth": {"type": "integer", "maximum": 9},
        },
    },
}  # fmt: skip
PASTED = """{"mcpServers": {
  "git": {"command": "uvx", "args": ["mcp-server-git"], "env": {"GIT_TOKEN": "ghp_hunter2hunter2"}}}}"""


class FullWindow(WindowHarness):
    """A window over an office and a log. ``states`` names what can be looked at; `to` goes there."""

    office: Harness
    full: bool

    async def quiet(self) -> None:
        """Until nothing that the window asked for is under way."""
        await until(lambda: not self.window.context.core_link._tasks and not self.audit._news.isActive(), 20)

    async def rest(self, pause: float = 0.04) -> None:
        """Until nothing is asked, and what was laid out stays where it is for ``pause`` seconds."""
        before: list[object] = []
        await self.quiet()
        for _ in range(100):
            await asyncio.sleep(pause)
            last, before = before, [each.geometry() for each in shown(self.window)]
            if last == before:
                return
        raise AssertionError("the page never rests")

    async def to(self, state: str) -> None:
        """Turn to a page and bring it into a state: ``rules`` or ``rules: form``."""
        page, _, way = state.partition(": ")
        self.window.turn(page)
        await self.quiet()
        if way:
            done = WAYS[state](self.window.stack.page(page))
            if done is not None:
                await done
        await self.rest()


async def _fill(office: Harness) -> None:
    await office.order("server.add", name="files", command="mcp-files", args=["--root", "/home/ada/documents"])
    await office.order("server.add", name="mail", kind="http", url="https://mail.example.org/mcp")
    await office.order("server.add", name=LONG, command="uvx", args=["--from", "git+https://example.org/" + "x" * 90])
    office.gate.tools.add_page("files", "s", {"tools": [WRITE, {"name": "read_file"}, {"name": "search"}]}, first=True)
    office.gate.tools.add_page(LONG, "s", {"tools": [{"name": "find_" + "papers_" * 14}]}, first=True)
    await office.order("rule.add", server="files", tool="read_file", verdict="allow")
    office.gate.clock = lambda: 1500.0
    await office.order(
        "rule.add", server="files", tool="write_file", client="Codex", verdict="allow", note="Notes only.",
        when=[{"pointer": "/path", "matcher": "inside", "value": "/home/ada/" + "documents/" * 12}],
        examples=[{"arguments": {"path": "/etc/passwd"}, "covered": False}],
    )  # fmt: skip
    office.gate.clock = lambda: 2000.0  # the newest rule stands first
    await office.order("rule.add", server=LONG, tool="*", client="Codex", verdict="deny", until="session")
    await office.order("tool.switch", server="files", tool="search", exposed=False)
    await office.order("secret.set", name="mail-key", value="hunter2hunter2", note="From the console")
    await office.order("secret.bind", name="mail-key", servers=["mail"])
    await office.order("client.add", name="agent", servers=["files", LONG])
    office.asked.clear()


def snapshot(recorded: int) -> dict[str, Any]:
    """What the gate shows on a busy day."""
    sessions = tuple(
        ConnectedSession(
            session=f"s{at}", client=caller, claim="claude-ai 0.14", server=server, era="legacy", version="2025-11-25",
            state=state, detail=detail, since=1000.0,
        )
        for at, (caller, server, state, detail) in enumerate((
            (CLIENT, "files", "ready", ""), (CODEX, LONG, "failed", "exited with status 3: No module named 'papers'"),
        ))
    )  # fmt: skip
    arguments = {"path": "/home/ada/documents/" + "deep/" * 30, "content": "one\ntwo\n" * 40, "mode": "replace"}
    held = (
        make_held("c1", arguments=arguments, warnings=("Does not match the tool's schema: mode: not there.",)),
        make_held("c2", tool="find_" + "papers_" * 14, server=LONG), make_held("c3", tool="read_file"),
    )  # fmt: skip
    proposal = Proposal(
        id="p1", kind="server", title="Add the server notes", detail="command  npx -y @scope/notes", asked_by="Codex",
        since=1000.0,
    )  # fmt: skip
    return {
        "edition": 7, "recorded": recorded, "sessions": sessions, "pending": held, "proposals": (proposal,),
        "running": (make_running("r1"), make_running("r2", tool="find_" + "papers_" * 14)), "running_count": 2,
    }  # fmt: skip


@asynccontextmanager
async def full_window(
    tmp_path: Path, office: Harness, *, full: bool, size: tuple[int, int]
) -> AsyncIterator[FullWindow]:
    """A window of that size; with something on every page, or empty."""
    if full:
        await _fill(office)
    sample_log = SampleLog(tmp_path / "log")
    for end in ("result", "deny", "withdrawn", "held") if full else ():
        await sample_log.call(end=end, edited={"path": "/tmp/other"} if end == "result" else None)
    reading = LogAccess(sample_log.path, follow(sample_log.path), sample_log)
    office.app = replace(office.app, past=PastCalls(sample_log.path))
    async with opened(tmp_path, run=office.run, reading=reading) as harness:
        harness.__class__ = FullWindow
        assert isinstance(harness, FullWindow)
        harness.office, harness.full = office, full
        harness.window.resize(*size)
        await sample_log.indexed(reading)
        await harness.show(**(snapshot(sample_log.log.recorded) if full else {}))
        yield harness
        await harness.quiet()
    reading.close()
    sample_log.close()


async def _edit(page: Any) -> None:
    page.choose("c1")
    page.call.begin_edit()
    page.call.editor.area.setPlainText('{"path": "/tmp/other"}')
    page.call.editor.check_text()


async def _tool(page: Any) -> None:
    page.open("files/write_file")


async def _server(page: Any) -> None:
    page.choose(LONG)
    await until(lambda: page.detail.name == LONG)


async def _pasted(page: Any) -> None:
    page.begin_paste()
    page.paste.text.setPlainText(PASTED)
    await until(lambda: page.paste.rows)


async def _bundle(page: Any) -> None:
    path = Path(page.context.settings.fileName()).parent / "files.mcpb"
    page.open_bundle(bundle(path))
    await until(lambda: page.stack.currentWidget() is page.bundle)


def _wire(page: Any) -> None:
    """Give the computer chat clients with servers, and look at them."""
    home = Path(page.context.settings.fileName()).parent / "home"
    entry = {"command": "uvx", "args": ["mcp-server-git"]}
    for path, text in (
        (".cursor/mcp.json", json.dumps({"mcpServers": {"git": entry, LONG: entry}})),
        (".codex/config.toml", '[mcp_servers.git]\ncommand = "uvx"\nargs = ["mcp-server-git"]\n'),
        (".lmstudio/mcp.json", "{"),
    ):
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text)


async def _map(page: Any) -> None:
    _wire(page)
    page.turn("map")
    page._refresh.request()
    await until(lambda: page.views.currentWidget() is page.map)
    page._look_again.stop()


async def _review(page: Any) -> None:
    page.guard_all.click()
    await until(lambda: page.right.currentWidget() is page.review)


async def _add_client(page: Any) -> None:
    page.begin_add()
    await until(lambda: page.right.currentWidget() is page.editor)


async def _token(page: Any) -> None:
    if page.right.currentWidget() is not page.editor:  # else it would begin again once its servers are read
        await _add_client(page)
    page.editor.name.setText("another")
    page.editor.every.setChecked(True)
    page.editor.add.click()
    await until(lambda: page.right.currentWidget() is page.token)


async def _shut_out(page: Any) -> None:
    if page.right.currentWidget() is page.token:
        page.token.done.click()
    page.listing.choose("agent")
    page.detail.shut_out.click()


async def _rule(page: Any) -> None:
    page.table.selectRow(0)


async def _edit_rule(page: Any) -> None:
    """One with conditions; a new one stands in it that is wrong."""
    rule = next(one for one in page._rules if one["when"])
    page.edit(rule["id"])
    page.form.exceptions.add.click()
    page.form.exceptions.rows[0].pointer.setEditText("/path")
    page.form.exceptions.rows[0].matcher.setCurrentIndex(4)
    page.form.exceptions.rows[0].value.setText("(")


async def _remember(page: Any) -> None:
    page.choose("c3")
    remember_choice = page.call.decision.remember_choice
    remember_choice.on.setChecked(True)
    await until(lambda: remember_choice.is_known)
    remember_choice.reaches["tool"].setChecked(True)
    remember_choice.until.choose("always")


async def _question(page: Any) -> None:
    page.form.cancel.click()  # its input would be kept
    page.show_question()
    page.question.places.set(server="files", tool="read_file")


async def _story(page: Any) -> None:
    await until(lambda: page.rows.rowCount())
    page.table.selectRow(page.rows.rowCount() - 1)
    await until(lambda: not page.history.isHidden())


async def _verified(page: Any) -> None:
    page.history.hides.click()
    page.verify.start()
    await until(lambda: not page.verify.result.isHidden() and not page._anew)


WAYS: dict[str, Callable[[Any], Awaitable[None] | None]] = {
    "pending: call": lambda page: page.choose("c1"),
    "pending: edit": _edit,
    "pending: change": lambda page: page.choose("p1"),
    "pending: remember": _remember,
    "pending: several": lambda page: page.choose_all(["c1", "c2", "c3"]),
    "active: call": lambda page: page.choose("r1"),
    "tools: tool": _tool,
    "tools: server": lambda page: page.open("files"),
    "servers: one": _server,
    "servers: add": lambda page: page.begin_add(),
    "servers: paste": _pasted,
    "servers: bundle": _bundle,
    "clients: one": lambda page: page.open("Codex"),
    "clients: add": _add_client,
    "clients: token": _token,
    "clients: shut out": _shut_out,
    "clients: map": _map,
    "clients: review": _review,
    "clients: folders": lambda page: page.show_folders(),
    "rules: one": _rule,
    "rules: form": lambda page: page.show_form(),
    "rules: edit": _edit_rule,
    "rules: question": _question,
    "credentials: one": lambda page: page.open("mail-key"),
    "credentials: new": lambda page: page.open("new"),
    "audit: call": _story,
    "audit: verified": _verified,
}
PAGES = ("pending", "active", "tools", "servers", "clients", "rules", "credentials", "audit", "settings", "help")
FULL = tuple(dict.fromkeys(state for page in PAGES for state in (page, *(way for way in WAYS if way.startswith(page)))))
"""Every state of a full window, in an order in which one can be reached from the one before."""
