"""The page Servers: states, the form, pasted settings, secrets, a try, the log, and removal with undo."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget

from tests.support.services_harness import Harness, by_name, ordered
from tests.support.waiting import until
from tests.window.conftest import CLIENT, WindowHarness, name_of, opened
from toolguard.gate.model import ConnectedSession
from toolguard.gate.texts import TEXTS, coded, placeholders
from toolguard.servers import ServerChannel, ServerResources, open_server
from toolguard.services.interface import NewServer
from toolguard.services.methods import MethodRunner
from toolguard.services.runtime.requests import Request, Services
from toolguard.store.config.config import ServerSpec
from toolguard.window.pages.servers import ServersPage
from toolguard.window.servers import remedies
from toolguard.window.servers.server_editor import has_arguments
from toolguard.window.servers.server_rows import state_of
from toolguard.window.servers.server_saving import SaveResult
from toolguard.window.widgets.text_label import TextLabel

TINY = [sys.executable, str(Path(__file__).parents[2] / "support" / "tiny_server.py")]
PASTED = """{"mcpServers": {
  "git": {"command": "uvx", "args": ["mcp-server-git"], "env": {"GITHUB_TOKEN": "ghp_hunter2hunter2"}},
  "files": {"command": "other"}, // taken
  "far": {"url": "https://example.org/mcp", "headers": {"Authorization": "Bearer ${input:key}"}},
}}"""


def session(state: str = "ready", server: str = "files", detail: str = "", **more: Any) -> ConnectedSession:
    members = {"claim": "", "era": "legacy", "version": "2025-06-18", "since": 1.0, "session": "s1", **more}
    return ConnectedSession(client=CLIENT, server=server, state=state, detail=detail, **members)


class Page:
    """The page in a window, over real services."""

    def __init__(self, harness: WindowHarness, office: Harness) -> None:
        self.harness, self.office = harness, office
        self.edition = 0

    @property
    def page(self) -> ServersPage:
        page = self.harness.window.stack.page("servers")
        assert isinstance(page, ServersPage)
        return page

    async def show(self, **members: Any) -> None:
        """Turn to the page with a snapshot of now, and wait until it has asked."""
        self.edition += 1
        self.harness.window.turn("servers")
        await self.harness.show(edition=self.edition, **members)
        names = set(self.office.config.servers)
        lines = self.page.listing.lines
        await until(lambda: {lines.line(row).key for row in range(lines.rowCount())} == names)  # type: ignore[union-attr]

    async def chosen(self, name: str = "files") -> None:
        self.page.choose(name)
        await until(lambda: self.page.detail.name == name)

    async def quiet(self) -> None:
        """Until nothing that the window asked for is under way: no loop would run it once the test is over."""
        self.page._clock.stop()
        await until(lambda: not self.harness.window.context.core_link._tasks and not self.page.editor._pause.isActive())

    def press(self, name: str) -> None:
        """Press what has that name, wherever its place has scrolled to."""
        self.harness.find(name).click()

    def write(self, name: str, text: str) -> None:
        seen = self.harness.window.findChildren(QLineEdit)
        (field,) = (each for each in seen if each.isVisible() and name_of(each) == name)
        field.setFocus()
        QTest.keyClicks(field, text)


@pytest.fixture
async def servers(tmp_path: Path, office: Harness) -> AsyncIterator[Page]:
    await office.with_server()
    doing: set[asyncio.Task[Any]] = set()

    async def reach(spec: ServerSpec, tell: Any) -> ServerChannel:
        async def release(name: str) -> str:
            return "x"

        return await open_server(spec, ServerResources(release=release, log=tell, on_state=tell))

    async def run(request: Request[Any], tell: Callable[[str], None]) -> Any:
        state = replace(office.app, by="person", on_progress=tell, reach=reach, logs=tmp_path / "logs")
        order = asyncio.current_task()
        assert order is not None
        doing.add(order)
        order.add_done_callback(doing.discard)
        return await request(Services(MethodRunner(state)))

    async with opened(tmp_path, run=run, page="servers") as harness:
        yield Page(harness, office)
        await until(lambda: not doing)  # a server whose look was given up is still being ended


@pytest.mark.parametrize(
    ("enabled", "states", "failure", "state"),
    [
        (True, [], None, "idle"), (True, [], (1.0, "why"), "failed"), (False, ["ready"], None, "disabled"),
        (True, ["ready", "starting"], None, "starting"), (True, ["ready", "failed"], None, "failed"),
        (True, [coded("servers.waiting_keyring"), "failed"], None, "keychain"), (True, ["stopped"], None, "failed"),
        (True, [coded("services.waiting_look_changed"), "ready"], None, "asking"),
        (True, [coded("services.waiting_accept_server")], None, "asking"),
        (True, ["ready"], (1.0, "long ago"), "ready"), (True, ["ended"], None, "idle"),
    ],
)  # fmt: skip
def test_server_state_is_the_most_urgent_one(enabled: bool, states: list[str], failure: Any, state: str) -> None:
    assert state_of({"enabled": enabled, "failure": failure}, [session(one) for one in states]) == state


async def test_empty_page_explains_what_to_do(tmp_path: Path, office: Harness) -> None:
    async with opened(tmp_path, run=office.run) as harness:
        page = Page(harness, office)
        await page.show()
        assert page.page.add_button.isVisible(), "the header does not change with the first server"
        harness.press("Import…")
        assert harness.is_shown("Text to import")


async def test_server_is_listed_with_its_state_and_details(servers: Page) -> None:
    failed = session("failed", detail="cannot find the program 'prog'. Install it")
    await servers.show(sessions=(failed, session(session="s2", info="Files 1.0", capabilities=("tools",))))
    await servers.chosen()
    assert servers.page.listing.lines.line(0).right == "Failed"
    assert servers.page.detail.launch.text() == "prog --root 'a b'"
    assert servers.page.detail.trouble.sentences() == ["Cannot find the program 'prog'. Install it."]
    await until(lambda: servers.page.detail._more)
    members = {row.name.text(): row for row in servers.page.detail.facts._rows if not row.name.isHidden()}
    assert members["Reported name"].value_label.text() == "Files 1.0"
    server = {**servers.page.detail._more, "tools": 2, "secrets": ["KEY"]}
    for link, page in (("Tools: 2", "tools"), ("Credentials: KEY", "credentials")):
        servers.page.detail.show_more(server, [])
        servers.press(link)
        assert servers.harness.window.stack.key == page
        servers.harness.window.turn("servers")
    servers.page.detail.show_more({**server, "tools": 0, "secrets": []}, [])
    assert not servers.harness.is_shown("Tools: 2") and not servers.harness.is_shown("Credentials: KEY")
    await servers.show(sessions=(failed, session(session="s2", info="Files 1.0", capabilities=("tools",))))
    assert "Claude Desktop · Failed" in members["In use by"].value_label.text()
    servers.harness.window.grab()
    await servers.quiet()


async def test_details_name_the_secrets_that_a_server_lacks(servers: Page) -> None:
    """It said that a server gets no secrets, although it does not start without one."""
    await servers.office.order("server.add", name="notes", command="x", env={"KEY": "a${secret:NOTES_KEY}"})
    await servers.show()
    await servers.chosen("notes")
    facts = {row.name.text(): row for row in servers.page.detail.facts._rows if not row.name.isHidden()}
    assert facts["Credentials"].value_label.text() == "NOTES_KEY (not bound)"
    await servers.office.order("secret.set", name="NOTES_KEY", value="hunter2-secret")
    await servers.office.order("secret.bind", name="NOTES_KEY", servers=["notes"])
    await servers.show()
    await until(lambda: servers.harness.is_shown("Credentials: NOTES_KEY"))
    await servers.quiet()


async def test_selection_survives_state_changes(servers: Page) -> None:
    await servers.office.order("server.add", name="aaa", command="x")
    await servers.show()
    await servers.chosen("files")
    await servers.office.order("server.add", name="bbb", command="x")
    await servers.show(sessions=(session("starting", "aaa"),))
    assert servers.page.listing.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole).endswith("No client yet")
    assert servers.page.detail.name == "files"
    await servers.quiet()


async def test_unsaved_input_is_kept_and_list_and_pane_agree(servers: Page) -> None:
    await servers.office.order("server.add", name="other", command="x")
    await servers.show()
    await servers.chosen("files")
    page = servers.page
    servers.press("Add server")
    assert page.listing.key() == "", "the form is for none of them"
    servers.write("Name", "time")
    assert not page.add_button.isEnabled(), "the form is the one place to add from"
    for elsewhere in (lambda: servers.press("Import…"), page.begin_add, page.commands()["edit"]):
        elsewhere()
        assert page.stack.currentWidget() is page.editor and page.editor.name.text() == "time"
    page.listing.choose("other")
    await until(lambda: page.listing.key() == "")
    assert page.stack.currentWidget() is page.editor and page.editor.name.text() == "time"
    assert page.editor.error_label.text() == "Save or cancel this first."
    page.open("other")
    assert page.editor.name.text() == "time" and page.stack.currentWidget() is page.editor
    servers.press("Cancel editing")
    assert page.stack.currentWidget() is page.detail and page.listing.key() == page.detail.name == "files"
    assert page.add_button.isEnabled()
    servers.press("Edit server")
    assert page.add_button.isEnabled()
    servers.press("Add server")
    assert not page.add_button.isEnabled()
    page.listing.choose("other")
    assert page.stack.currentWidget() is page.detail and page.detail.name == "other", "nothing was typed"
    servers.press("Import…")
    assert page.listing.key() == "" and not page.paste_button.isEnabled()
    page.commands()["edit"]()
    assert page.listing.key() == page.editor.edited == "other" and page.paste_button.isEnabled()
    await servers.quiet()


async def test_invalid_name_is_reported_while_invalid(servers: Page) -> None:
    await servers.show()
    servers.press("Add server")
    editor = servers.page.editor
    servers.write("Program", "uvx")
    editor.trial.button.click()
    assert editor.wrong_name.isVisible() and editor.name.property("wrong") and "`" not in editor.wrong_name.text()
    servers.write("Name", "time")
    assert not editor.wrong_name.isVisible() and not editor.name.property("wrong")
    servers.write("Name", "my time")
    servers.press("Add this server")
    assert editor.wrong_name.text().startswith("Use 1 to 64")
    await servers.quiet()


async def test_server_is_added_with_the_form(servers: Page) -> None:
    await servers.show()
    servers.press("Add server")
    add = servers.page.editor.save_button
    assert not add.isEnabled() and "Enter a name" in add.toolTip()
    servers.write("Name", "time")
    assert not add.isEnabled() and "Fill in “Program” first." in add.toolTip()
    assert servers.page.editor.form.problems()[0] == "Program: Required."  # type: ignore[union-attr]
    servers.write("Program", "uvx")
    assert add.isEnabled() and not add.toolTip()
    servers.press("Add argument")
    servers.write("Value 1 of Arguments", "mcp-server-time")
    servers.press("Add this server")
    await until(lambda: "time" in servers.office.config.servers)
    assert servers.office.config.servers["time"].args == ("mcp-server-time",)
    await until(lambda: servers.page.stack.currentWidget() is servers.page.detail)
    assert servers.page.detail.name == "time"
    await servers.quiet()


async def test_otc_server_is_added_with_its_form_and_bound_credentials(servers: Page) -> None:
    servers.office.config.put_secret_entry("twilio", "")
    await servers.show()
    servers.press("Add server")
    servers.page.editor.kind.setCurrentIndex(2)
    assert servers.page.editor.kind.currentText() == "Open Tool Calling server"
    await until(lambda: servers.page.editor.form.isVisible())  # type: ignore[union-attr]
    choice = servers.page.editor.form.field("auth").box  # type: ignore[union-attr]
    names = [choice.itemText(at) for at in range(choice.count())]
    assert names == ["None (default)", "API key", "Signed token (JWT)"]
    servers.write("Name", "sms")
    servers.write("URL", "https://tools.example.org/otc")
    servers.press("Add secret")
    servers.write("Name 1 of Secrets", "TWILIO_API_KEY")
    servers.write("Value 1 of Secrets", "written-out")
    servers.press("Add this server")
    assert servers.page.editor.error_label.text() == "Fix the errors below."
    (field,) = (one for one in servers.page.findChildren(QLineEdit) if name_of(one) == "Value 1 of Secrets")
    field.clear()
    servers.write("Value 1 of Secrets", "${secret:twilio}")
    servers.press("Add this server")
    await until(lambda: "sms" in servers.office.config.servers)
    assert servers.office.config.servers["sms"].context == {"secrets": {"TWILIO_API_KEY": "${secret:twilio}"}}
    await until(lambda: servers.page.stack.currentWidget() is servers.page.detail)
    await until(lambda: servers.office.config.secrets["twilio"].servers == ("sms",))
    await servers.quiet()


async def test_list_keeps_its_width_while_a_server_has_sessions(servers: Page) -> None:
    servers.harness.window.resize(900, 600)
    await servers.show()
    await servers.chosen()
    assert servers.page.detail.end_button.isHidden()
    await until(lambda: all(servers.page.splitter.sizes()))
    before = servers.page.splitter.sizes()
    await servers.show(sessions=(session(),))
    await until(servers.page.detail.end_button.isVisible)
    assert servers.page.splitter.sizes() == before
    await servers.quiet()


async def test_look_alike_url_is_marked(servers: Page) -> None:
    await servers.office.order("server.add", name="far", url="https://xn--pple-43d.example/mcp")
    await servers.show()
    await servers.chosen("far")
    shown = "https://⟨\u0430 CYRILLIC⟩pple.example/mcp"
    assert servers.page.detail.doubts.sentences() == [
        f"Look-alike address. A browser can show {shown} as if it were another address."
    ]
    servers.press("Import…")
    servers.harness.find("Text to import").setPlainText("https://xn--pple-43d.example/other")
    await until(lambda: any("Look-alike address." in one.text() for one in servers.page.paste.findChildren(QLabel)))
    await servers.quiet()


async def test_used_server_name_is_reported_and_input_is_kept(servers: Page) -> None:
    await servers.show()
    servers.press("Add server")
    servers.write("Name", "files")
    servers.write("Program", "uvx")
    servers.press("Add this server")
    await until(lambda: "already" in servers.page.editor.error_label.text())
    assert servers.page.editor.settings()["command"] == "uvx"
    await servers.quiet()


async def test_secret_is_stored_in_the_keyring_not_in_the_configuration(servers: Page, tmp_path: Path) -> None:
    await servers.show()
    await servers.chosen()
    servers.press("Edit server")
    servers.press("Add variable")
    servers.write("Name 1 of Environment", "API_TOKEN")
    servers.write("Value 1 of Environment", "hunter2-secret")
    await until(lambda: servers.harness.is_shown("Store API_TOKEN in your keyring"))
    assert servers.page.editor.notice_label.text() == "1 value looks like a secret."
    servers.press("Go to it")
    store = servers.harness.find("Store API_TOKEN in your keyring")
    await until(lambda: servers.harness.window.focusWidget() == store and not store.visibleRegion().isEmpty())
    servers.press("Save this server")
    await until(lambda: servers.office.config.secrets)
    await until(lambda: servers.office.config.secrets["API_TOKEN"].servers == ("files",))
    assert servers.office.config.servers["files"].env == {"API_TOKEN": "${secret:API_TOKEN}"}
    assert "hunter2" not in (tmp_path / "config.json").read_text()
    assert servers.office.ring is not None and "hunter2-secret" in servers.office.ring.kept.values()
    await servers.quiet()


async def test_immediate_save_still_detects_the_secret(servers: Page, tmp_path: Path) -> None:
    await servers.show()
    await servers.chosen()
    servers.press("Edit server")
    servers.press("Add variable")
    servers.write("Name 1 of Environment", "API_TOKEN")
    servers.write("Value 1 of Environment", "hunter2-secret")
    servers.press("Save this server")
    await until(lambda: servers.office.config.servers["files"].env)
    assert "hunter2" not in (tmp_path / "config.json").read_text()
    await servers.quiet()


async def test_kind_can_be_changed_and_the_form_says_why_the_name_cannot(servers: Page) -> None:
    await servers.show()
    await servers.chosen()
    servers.press("Edit server")
    editor = servers.page.editor
    assert not editor.name.isEnabled()
    assert servers.harness.find("About the name").text().startswith("Clients, rules and the log use this name.")
    await until(lambda: editor.kind.count() > 1)
    editor.kind.setCurrentText("Remote server")
    await until(lambda: editor.form is not None and editor.form.isVisible())
    servers.write("URL", "https://example.org/mcp")
    servers.press("Save this server")
    await until(lambda: servers.office.config.servers["files"].kind == "http")
    changed = servers.office.config.servers["files"]
    assert (changed.url, changed.command, changed.args) == ("https://example.org/mcp", "", ())
    await servers.quiet()


async def test_sessions_with_the_old_settings_are_reported(servers: Page) -> None:
    await servers.show()
    servers.page._saved("files", SaveResult(2))
    await until(lambda: servers.page.detail.news.sentences())
    assert servers.page.notice.text_label.text() == "Changed files."
    assert servers.page.detail.news.sentences()[0].startswith("2 sessions keep the old settings")
    await servers.quiet()


async def test_pasted_settings_add_several_servers(servers: Page, tmp_path: Path) -> None:
    await servers.show()
    servers.press("Import…")
    servers.harness.find("Text to import").setPlainText(PASTED)
    await until(lambda: len(servers.page.paste.rows) == 3)
    assert [row.found["name"] for row in servers.page.paste.rows] == ["git", "files-2", "far"]
    servers.harness.find("Add files-2").setChecked(False)
    lacks = [one for one in servers.page.paste.rows[2].findChildren(QLabel) if "No value found" in one.text()]
    assert [one.property("tone") for one in lacks] == ["caution"]
    assert servers.page.paste.add.text() == "Add 2 servers"
    servers.page.paste.add.click()
    await until(lambda: servers.page.stack.currentWidget() is servers.page.detail)
    config = servers.office.config
    assert sorted(config.servers) == ["far", "files", "git"]
    assert config.servers["git"].env == {"GITHUB_TOKEN": "${secret:GITHUB_TOKEN}"}
    assert config.servers["far"].headers == {"Authorization": "Bearer ${secret:key}"}
    assert "hunter2" not in (tmp_path / "config.json").read_text()
    await until(lambda: servers.page.notice.text_label.text() == "Added 2 servers.")
    servers.page.notice.undo()
    await until(lambda: servers.page.detail.name == "files")
    assert list(config.servers) == ["files"]
    await servers.quiet()


SHAMAN = """mcpServers:
  database:
    command: mcp-server-postgres
    args: ["mysql://me:hunter2@h/db"]
    tools: [query_database]
  search:
    command: search
"""


@pytest.mark.case(52)
async def test_only_listed_tools_are_exposed(servers: Page, tmp_path: Path) -> None:
    (tmp_path / "agent.yaml").write_text(SHAMAN)
    await servers.show()
    servers.press("Import…")
    servers.page.paste.file.read_file(tmp_path / "agent.yaml")
    await until(lambda: len(servers.page.paste.rows) == 2)
    database, search = servers.page.paste.rows
    results = [each.text() for each in servers.page.paste.findChildren(QLabel) if each.isVisible()]
    assert "Clients see only these of its tools: query_database." in results
    assert any("Argument 1 looks like a secret" in words for words in results)
    assert any("clients see none until you choose them" in words for words in results)
    assert (database.all_tools.isVisible(), search.all_tools.isVisible()) == (False, True)
    assert (database.take.isChecked(), search.take.isChecked()) == (False, True), "a secret would stand in its settings"
    database.take.setChecked(True)
    servers.page.paste.add.click()
    await until(lambda: servers.page.stack.currentWidget() is servers.page.detail)
    exposed = servers.office.gate.tool_visibility.is_visible
    assert [exposed("c", "database", tool) for tool in ("query_database", "drop")] == [True, False]
    assert not exposed("c", "search", "any")
    await servers.chosen("database")
    assert servers.page.detail.doubts.sentences()[0].startswith("Argument 1 looks like a secret (mysql://me:…@h/db)")
    await servers.quiet()


@pytest.mark.case(52)
async def test_all_tools_are_exposed_when_the_person_chooses(servers: Page) -> None:
    await servers.show()
    servers.press("Import…")
    servers.harness.find("Text to import").setPlainText(SHAMAN)
    await until(lambda: servers.harness.is_shown("Make all tools of search visible"))
    servers.harness.find("Make all tools of search visible").setChecked(True)
    servers.harness.find("Add database").setChecked(False)
    servers.page.paste.add.click()
    await until(lambda: "search" in servers.office.config.servers)
    assert not servers.office.config.switches
    await until(lambda: servers.page.paste.rows[1].result_label.text() == "Added.")
    await servers.quiet()


@pytest.mark.case(52)
async def test_tool_list_is_kept_when_the_server_is_edited(servers: Page) -> None:
    await servers.show()
    servers.press("Import…")
    servers.harness.find("Text to import").setPlainText(SHAMAN)
    await until(lambda: servers.harness.is_shown("Edit database before adding"))
    servers.press("Edit database before adding")
    servers.press("Add this server")
    await until(lambda: "database" in servers.office.config.servers)
    assert not servers.office.gate.tool_visibility.is_visible("c", "database", "drop")
    await until(lambda: servers.page.stack.currentWidget() is servers.page.detail)
    await servers.quiet()


async def test_hidden_tools_stay_hidden_when_the_server_is_edited_before_it_is_added(servers: Page) -> None:
    entry = {"command": "prog", "disabledTools": ["drop"]}
    await servers.show()
    servers.press("Import…")
    servers.harness.find("Text to import").setPlainText(json.dumps({"mcpServers": {"database": entry}}))
    await until(lambda: servers.harness.is_shown("Edit database before adding"))
    servers.press("Edit database before adding")
    servers.press("Add this server")
    await until(lambda: "database" in servers.office.config.servers)
    exposed = servers.office.gate.tool_visibility.is_visible
    assert [exposed("c", "database", tool) for tool in ("query", "drop")] == [True, False]
    await until(lambda: servers.page.stack.currentWidget() is servers.page.detail)
    await servers.quiet()


async def test_hidden_tools_of_an_import_do_not_affect_the_next_server(servers: Page) -> None:
    await servers.show()
    servers.page.editor.edit("one", {"kind": "stdio", "command": "prog", "hidden": ["drop"]}, new=True)
    servers.page.editor.edit("two", {"kind": "stdio", "command": "prog"}, new=True)
    servers.page.editor.save()
    await until(lambda: "two" in servers.office.config.servers)
    assert servers.office.gate.tool_visibility.is_visible("c", "two", "drop")
    await servers.quiet()


async def test_import_of_several_agents_asks_which_to_add(servers: Page) -> None:
    agents = {name: {"mcpServers": {"db": {"command": "prog", "tools": [name]}}} for name in ("one", "two")}
    await servers.show()
    servers.press("Import…")
    servers.harness.find("Text to import").setPlainText(json.dumps({"agents": agents}))
    await until(lambda: servers.harness.is_shown("Agent to import from"))
    assert not servers.page.paste.add.isEnabled() and servers.harness.is_shown("Agent")
    choice = servers.harness.find("Agent to import from")
    choice.setCurrentIndex(choice.findText("two"))
    assert [row.isVisible() for row in servers.page.paste.rows] == [False, True]
    assert not servers.page.paste.rows[1].agent_label.isVisible(), "the choice says it"
    servers.page.paste.add.click()
    await until(lambda: "db-two" in servers.office.config.servers)
    assert "db-one" not in servers.office.config.servers
    await until(lambda: servers.page.stack.currentWidget() is servers.page.detail)
    await servers.quiet()


@pytest.mark.parametrize(
    ("data", "why"), [(b"\xff\xfe", "not UTF-8 text"), (None, "Can't read"), (b"x" * 8_000_001, "too large")]
)
async def test_unreadable_file_is_reported(servers: Page, tmp_path: Path, data: bytes | None, why: str) -> None:
    if data is not None:
        (tmp_path / "file").write_bytes(data)
    await servers.show()
    servers.press("Import…")
    servers.page.paste.file.read_file(tmp_path / "file")
    await until(lambda: why in servers.page.paste.status_label.text())
    await until(lambda: not servers.page.paste._pause.isActive())
    await servers.quiet()
    assert why in servers.page.paste.status_label.text(), "it stays"


async def test_parsed_server_can_be_edited_before_it_is_added(servers: Page) -> None:
    await servers.show()
    servers.press("Import…")
    servers.harness.find("Text to import").setPlainText("A=b npx -y pkg")
    await until(lambda: servers.harness.is_shown("Edit pkg before adding"))
    servers.press("Edit pkg before adding")
    assert servers.page.editor.settings() == {
        "kind": "stdio", "command": "npx", "args": ["-y", "pkg"], "env": {"A": "b"}, "enabled": True,
    }  # fmt: skip
    await servers.quiet()


async def test_reference_in_an_imported_text_is_not_bound(servers: Page) -> None:
    for name in ("twilio", "own"):
        servers.office.config.put_secret_entry(name, "")
    await servers.show()
    servers.press("Import…")
    servers.harness.find("Text to import").setPlainText("A='${secret:twilio}' B=b npx -y pkg")
    await until(lambda: servers.harness.is_shown("Edit pkg before adding"))
    servers.press("Edit pkg before adding")
    servers.write("Value 2 of Environment", "${secret:own}")
    servers.press("Add this server")
    await until(lambda: servers.office.config.secrets["own"].servers == ("pkg",))
    await servers.quiet()
    servers.press("Edit server")
    servers.press("Save this server")
    await until(lambda: servers.page.stack.currentWidget() is servers.page.detail)
    await servers.quiet()
    assert servers.office.config.secrets["twilio"].servers == ()


async def test_unreadable_text_is_reported(servers: Page) -> None:
    await servers.show()
    servers.press("Import…")
    servers.harness.find("Text to import").setPlainText("{")
    await until(lambda: "cannot be read" in servers.page.paste.status_label.text())
    assert not servers.page.paste.add.isEnabled()
    await servers.quiet()


async def test_server_test_shows_output_and_tools(servers: Page) -> None:
    await servers.office.order("server.add", name="tiny", command=TINY[0], args=TINY[1:])
    await servers.show()
    await servers.chosen("tiny")
    trial = servers.page.detail.trial
    trial.button.click()
    await until(lambda: "Test passed" in trial.status_label.text(), 20)
    assert "legacy" in trial.found.text() and "starting" in trial.lines.toPlainText()
    await servers.office.order("server.add", name="far", url="https://far.example/mcp")
    await servers.show()
    await servers.chosen("far")
    assert trial.status_label.text().startswith("Connects to the server"), "neither the old result nor a start"
    assert trial.button.text() == "Test" and trial.button.isVisible() and trial.isHidden()
    await servers.chosen("tiny")
    assert trial.status_label.text().startswith("Starts the server")
    await servers.quiet()


async def test_server_test_can_be_cancelled(servers: Page) -> None:
    script = "import sys,time; print('here', file=sys.stderr, flush=True); time.sleep(60)"
    await servers.office.order("server.add", name="slow", command=sys.executable, args=["-c", script])
    await servers.show()
    await servers.chosen("slow")
    trial = servers.page.detail.trial
    trial.button.click()
    await until(lambda: "here" in trial.lines.toPlainText(), 20)
    assert trial.button.text() == "Cancel"
    trial.button.click()
    await until(lambda: trial._task is None, 20)
    assert "Test cancelled" in trial.status_label.text()
    await servers.quiet()


async def test_new_server_stays_selected_after_a_late_list(servers: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    await servers.show()
    await servers.chosen()
    core_link, made = servers.harness.window.context.core_link, asyncio.Event()
    run = core_link._run

    async def late(name: str, arguments: dict[str, Any], tell: Callable[[str], None]) -> dict[str, Any]:
        result = await ordered(run, name, arguments, tell)
        if name == "server.duplicate":
            made.set()
        elif name == "secret.list":
            await made.wait()
        return result

    monkeypatch.setattr(core_link, "_run", by_name(late))
    await servers.harness.show(edition=servers.edition + 1)
    servers.page.detail.duplicate_action.trigger()
    await until(lambda: servers.page.detail.name == "files-2")
    await servers.quiet()
    assert servers.page.listing.key() == servers.page.detail.name == "files-2"


async def test_server_is_turned_off_and_on_and_duplicated(servers: Page) -> None:
    await servers.show()
    await servers.chosen()
    servers.press("Turn off server")
    await until(lambda: not servers.office.config.servers["files"].enabled)
    await until(lambda: servers.harness.is_shown("Turn on server"))
    assert servers.page.listing.lines.line(0).right == "Off"
    servers.press("Turn on server")
    await until(lambda: servers.office.config.servers["files"].enabled)
    servers.page.detail.duplicate_action.trigger()
    await until(lambda: servers.page.detail.name == "files-2")
    assert servers.office.config.servers["files-2"].command == "prog"
    await until(lambda: servers.page.notice.text_label.text() == "Added files-2.")
    await servers.quiet()


async def test_removed_server_is_restored_by_undo(servers: Page) -> None:
    await servers.show()
    await servers.chosen()
    before = servers.office.config.servers["files"]
    servers.page.detail.more_button.setFocus()
    servers.page.detail.remove_action.trigger()
    await until(lambda: servers.page.notice.isVisible())
    assert not servers.office.config.servers
    await until(lambda: servers.harness.window.focusWidget() is servers.page)
    servers.page.notice.undo()
    await until(lambda: servers.office.config.servers.get("files") == before)
    await until(lambda: servers.page.detail.name == "files" and not servers.page.notice.isVisible())
    await servers.quiet()


async def test_changed_server_is_restored_by_undo(servers: Page) -> None:
    config = servers.office.config
    await servers.office.order("secret.set", name="API_KEY", value="k")
    config.replace_server(structs.replace(config.servers["files"], env={"KEY": "${secret:API_KEY}"}))
    await servers.office.order("secret.bind", name="API_KEY", servers=["files"])
    await servers.show()
    await until(lambda: servers.page._servers["files"]["secrets"])
    await servers.chosen()
    before, bound = config.servers["files"], config.secrets["API_KEY"].launches
    servers.press("Edit server")
    await until(lambda: servers.page.editor.form is not None and servers.page.editor.form.isVisible())
    servers.write("Program", "2")
    servers.press("Save this server")
    await until(lambda: servers.page.notice.isVisible())
    assert config.servers["files"] != before and config.secrets["API_KEY"].launches != bound
    servers.page.notice.undo()
    await until(lambda: config.servers["files"] == before and config.secrets["API_KEY"].launches == bound)
    await servers.quiet()


async def test_server_that_is_turned_off_while_it_is_edited_stays_off(servers: Page) -> None:
    await servers.show()
    await servers.chosen()
    servers.press("Edit server")
    await until(lambda: servers.page.editor.form is not None and servers.page.editor.form.isVisible())
    assert not servers.page.editor.name_title.mark.isVisible(), "the name of a server cannot be changed"
    await servers.office.order("server.enable", name="files", enabled=False)
    servers.write("Program", "2")
    servers.press("Save this server")
    await until(lambda: servers.page.notice.isVisible())
    assert not servers.office.config.servers["files"].enabled
    await servers.quiet()


async def test_undo_removes_the_secrets_that_were_stored_with_a_server(servers: Page) -> None:
    await servers.show()
    servers.press("Import…")
    servers.harness.find("Text to import").setPlainText(PASTED)
    await until(lambda: len(servers.page.paste.rows) == 3)
    servers.page.paste.add.click()
    await until(lambda: servers.page.notice.isVisible())
    assert list(servers.office.config.secrets) == ["GITHUB_TOKEN"]
    servers.page.notice.undo()
    await until(lambda: not servers.office.config.secrets)
    assert servers.office.ring is not None and not any(
        "hunter2" in value for value in servers.office.ring.kept.values()
    )
    await servers.quiet()


async def test_undo_keeps_a_secret_that_the_log_is_sent_with(servers: Page) -> None:
    await servers.show()
    servers.press("Import…")
    servers.harness.find("Text to import").setPlainText(PASTED)
    await until(lambda: len(servers.page.paste.rows) == 3)
    servers.page.paste.add.click()
    await until(lambda: servers.page.notice.isVisible())
    config = servers.office.config
    config.set_preference("ship_otlp", "https://otel.example.com/v1/logs")
    config.set_preference("ship_headers", ["authorization=${secret:GITHUB_TOKEN}"])
    before = len(config.servers)
    servers.page.notice.undo()
    await until(lambda: len(config.servers) < before)
    await servers.quiet()
    assert list(config.secrets) == ["GITHUB_TOKEN"]


async def test_server_log_is_searchable_and_followed(servers: Page, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "server-files.log").write_text("one\ntwo\u202e\n")
    await servers.show()
    await servers.chosen()
    servers.page.detail.choices.buttons()[2].click()
    log = servers.page.detail.log
    await until(lambda: log.lines.toPlainText() == "one\ntwo⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩")
    servers.write("Search log", "one")
    await until(lambda: log.lines.toPlainText() == "one")
    log.search.clear()
    with (folder / "server-files.log").open("a") as file:
        file.write("three\n")
    await until(lambda: log.lines.toPlainText().endswith("three"))
    await servers.quiet()


async def test_refusal_is_shown_beside_the_action(servers: Page) -> None:
    await servers.show()
    await servers.chosen()
    servers.office.config.remove_server("files")
    servers.page.detail.duplicate_action.trigger()
    await until(lambda: "no server files" in servers.page.detail.error_label.text())
    await servers.quiet()


async def test_unknown_server_kind_is_shown_as_json(servers: Page) -> None:
    await servers.office.order("server.add", name="far", url="https://example.org/mcp")
    await servers.show()
    await servers.chosen("far")
    servers.press("Edit server")
    assert servers.page.editor.settings()["url"] == "https://example.org/mcp"
    servers.press("Save this server")
    await until(lambda: servers.page.stack.currentWidget() is servers.page.detail)
    await servers.quiet()


@pytest.mark.parametrize(("reason", "first"), [
    ("exited with status 1", "Exited with status 1."), ("no npx. Looked in /bin, ./x.", "No npx."),
    ("找不到 npx。查找了 /bin。", "找不到 npx。"),
])  # fmt: skip
async def test_row_of_a_failed_server_has_the_first_sentence_of_the_reason(
    servers: Page, reason: str, first: str
) -> None:
    await servers.show(sessions=(session("failed", detail=reason),))
    assert servers.page.listing.lines.line(0).below == first
    await servers.quiet()


async def test_failure_offers_the_log_and_the_end_of_its_sessions(servers: Page) -> None:
    await servers.show(sessions=(session("failed", detail="exited with status 1"),))
    await servers.chosen()
    detail = servers.page.detail
    assert detail.end_button.isVisible() and detail.log_button.isVisible()
    detail.log_button.click()
    assert detail.log.isVisible()
    detail.show_notices()
    assert not detail.log.isVisible()
    servers.page.open("log:files")
    assert detail.log.isVisible(), "another page asked for it"
    await servers.show(sessions=(session(),))
    assert detail.end_button.isVisible() and detail.trouble.isHidden()
    await servers.quiet()


async def test_look_alike_sign_in_is_marked_in_every_view(servers: Page) -> None:
    await servers.show()
    await servers.chosen()
    detail = servers.page.detail
    sign_in = {"state": "wanted", "issuer": "", "place": "login.auth.example", "scopes": "", "expires": 0.0, "why": ""}
    server = servers.page._servers["files"]
    *_, log = detail.choices.buttons()
    log.click()
    detail.show_server({**server, "sign_in": sign_in}, "signed_out", [])
    assert not detail.sign_in.isVisible()
    detail.show_server({**server, "sign_in": sign_in | {"place": "login.xn--pple-43d.example"}}, "look_alike", [])
    for view in detail.choices.buttons():
        view.click()
        assert detail.sign_in.doubt.isVisible(), view.text()
        assert detail.sign_in.sign_in.isVisible() == (view is detail.choices.buttons()[0]), view.text()
    assert detail.word.text() == "Look-alike sign-in address"
    detail.show_server({**server, "sign_in": sign_in}, "signed_out", [])
    assert not detail.sign_in.isVisible()
    detail.show_notices()
    assert detail.sign_in.isVisible()
    await servers.quiet()


async def test_failure_offers_the_action_for_its_cause(servers: Page) -> None:
    not_found = coded("servers.program_not_found", command="prog", searched=coded("servers.path_is_empty"))
    refused = coded("servers.server_wants_know", sign_in=coded("servers.set_header_authorization_likes"))
    detail = servers.page.detail
    for reason in (not_found, coded("servers.status_only", words=refused, status=401)):
        await servers.show(sessions=(session("failed", detail=reason),))
        await servers.chosen()
        assert not detail.log_button.isVisible(), reason
        edits = [button for button in detail.findChildren(QPushButton) if button.text() == "Edit…"]
        assert edits == [detail.edit_button], "the header has it in every state"
    servers.press("Edit server")
    assert servers.page.stack.currentWidget() is servers.page.editor
    servers.press("Cancel editing")
    detail.trial.button.click()
    await until(lambda: detail.trial._task is None)
    assert "prog" in detail.trial.status_label.text()
    await servers.show(sessions=(session("failed", detail=coded("services.secret_not_keyring_run", name="KEY")),))
    detail.credential_button.click()
    assert servers.harness.window.stack.key == "credentials"
    ended = [session("failed", detail=coded("servers.exited_with_status", status=1))]
    for secrets in (["KEY"], ["KEY", "OTHER"], []):
        detail.show_server({**servers.page._servers["files"], "secrets": secrets}, "failed", ended)
        assert not detail.log_button.isHidden()
        assert detail.credential_button.isHidden() == (secrets != ["KEY"]), "otherwise it is not known which"
    await servers.quiet()


async def test_server_that_waits_for_the_keyring_shows_where_to_unlock_it(servers: Page) -> None:
    await servers.show(sessions=(session(coded("servers.waiting_keyring")),))
    await servers.chosen()
    assert "unlock your keyring" in servers.page.detail.waiting.sentences()[0]
    servers.press("Open Credentials")
    assert servers.harness.window.stack.key == "credentials"
    await servers.show(sessions=(session(),))
    assert servers.page.detail.waiting.isHidden()
    await servers.quiet()


def test_remedies_are_of_texts_that_exist() -> None:
    assert set(TEXTS) >= remedies.SETTINGS_CODES | remedies.LOG_CODES | remedies.CREDENTIAL_CODES
    assert all("name" in placeholders(code) for code in remedies.CREDENTIAL_CODES)


async def test_suspected_secret_of_an_added_server_is_masked(servers: Page) -> None:
    key = "Zx8Kq2Lm9Rt4Vw7Yb3Nc6Pd1"
    await servers.office.order(
        "server.add", name="crm", command="crm", args=["--api-key", key], env={"API_TOKEN": "ghp_0123456789abcdef"}
    )
    await servers.show()
    await servers.chosen("crm")
    lines = servers.page.listing.lines
    assert servers.page.detail.launch.text() == "API_TOKEN=•••••••• crm --api-key ••••••••"
    assert "crm --api-key ••••••••" in {lines.line(row).below for row in range(lines.rowCount())}
    servers.page.begin_paste()
    servers.page.paste.text.setPlainText(f"other --api-key {key}")
    await until(lambda: bool(servers.page.paste.rows))
    shown = servers.page.paste.rows[0].findChildren(TextLabel)
    assert [one.text() for one in shown] == [f"other --api-key {key}"], "what will run is shown before it is added"
    await servers.quiet()


async def test_form_appears_once_the_kinds_are_known(servers: Page) -> None:
    servers.page.begin_add()
    servers.page.editor.name.setText("mine")
    assert not any(name_of(field) == "Program" for field in servers.page.editor.findChildren(QLineEdit))
    await servers.show()
    fields = servers.page.editor.findChildren
    await until(lambda: any(name_of(field) == "Program" and field.isVisible() for field in fields(QLineEdit)))
    assert servers.page.stack.currentWidget() is servers.page.editor
    servers.write("Program", "cat")
    assert (servers.page.editor.name.text(), servers.page.editor.settings()["command"]) == ("mine", "cat")
    await servers.quiet()


async def test_every_control_has_a_name(servers: Page) -> None:
    await servers.show(sessions=(session(),))
    await servers.chosen()
    for begin in (lambda: None, servers.page.begin_add, servers.page.begin_paste):
        begin()
        await asyncio.sleep(0)
        wanted = [each for each in servers.page.findChildren(QWidget) if each.isVisible()]
        keyed = [each for each in wanted if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
        assert [type(each).__name__ for each in keyed if not name_of(each)] == []
    await servers.quiet()


async def test_tab_reaches_the_fields_of_a_server_in_their_order(servers: Page) -> None:
    """They are made late, and Tab went from Kind to Test."""
    await servers.show()
    servers.press("Add server")
    for _ in range(2):
        servers.press("Add argument")
    servers.page.editor.name.setFocus()
    assert _reached(servers, 8) == [
        "Kind", "Program", "Value 1 of Arguments", "Remove entry 1 of Arguments", "Value 2 of Arguments",
        "Remove entry 2 of Arguments", "Add argument", "Add variable",
    ]  # fmt: skip
    servers.page.editor.kind.setCurrentIndex(1)
    await until(lambda: servers.page.editor.form is not None and servers.page.editor.form.isVisible())
    servers.page.editor.name.setFocus()
    assert _reached(servers, 3) == ["Kind", "URL", "Add header"]
    await servers.quiet()


def _reached(servers: Page, count: int) -> list[str]:
    """Return what ``count`` presses of Tab reach."""
    reached = []
    for _ in range(count):
        servers.harness.keys(Qt.Key.Key_Tab)
        reached.append(name_of(QApplication.focusWidget()))
    return reached


async def test_added_server_shows_how_to_use_it(servers: Page) -> None:
    await servers.show()
    servers.press("Add server")
    servers.write("Name", "time")
    servers.write("Program", "uvx")
    servers.press("Add this server")
    use = servers.page.detail.use
    await until(lambda: servers.harness.is_shown("Chat client entry"))
    assert use.users.text() == "No chat client uses this server yet."
    servers.harness.window.resize(900, 600)
    await until(lambda: use.text.document().size().height() > use.text.height() / 2)
    assert use.text.horizontalScrollBar().maximum() == use.text.verticalScrollBar().maximum() == 0, "nothing is cut"
    use.choice.setCurrentIndex(use.choice.findData("codex"))
    assert use.text.toPlainText().startswith("[mcp_servers.time]") and use.where.text().endswith("/.codex/config.toml")
    assert use.hint.text().endswith("Then restart Codex.")
    servers.press("Copy entry for Codex")
    assert QGuiApplication.clipboard().text() == use._entries["codex"]["text"]
    assert use.copied.text() == "Copied"
    line = servers.page.listing.lines.line(servers.page.listing.lines.row("time"))
    assert line is not None and (line.right, line.tone) == ("No client yet", "quiet")
    path = Path(use.where.text())
    path.parent.mkdir(parents=True)
    path.write_text(QGuiApplication.clipboard().text())
    servers.harness.window.turn("clients")
    await servers.show()
    await until(lambda: use.users.text() == "Used by Codex.")
    line = servers.page.listing.lines.line(servers.page.listing.lines.row("time"))
    assert line is not None and line.right == "Idle"
    await servers.quiet()


async def test_added_server_with_a_secret_shows_how_to_use_it(servers: Page) -> None:
    await servers.show()
    run = servers.harness.window.context.core_link.run
    await run(lambda core: core.servers.add(NewServer(name="time", command="uvx")))
    await servers.show()  # the list is read again while the secret is stored
    servers.page._saved("time", SaveResult(is_new=True))
    await until(lambda: servers.harness.is_shown("Chat client entry"))
    servers.page.notice.undo()
    await until(lambda: servers.page.detail.name == "files")
    assert "time" not in servers.office.config.servers
    await servers.quiet()


async def test_reason_of_a_failure_is_shown_in_every_view(servers: Page) -> None:
    await servers.show(sessions=(session("failed", detail="it is broken"),))
    await servers.chosen()
    detail = servers.page.detail
    for view in detail.choices.buttons():
        view.click()
        assert [each.isVisible() for each in (detail.trouble, detail.reason)].count(True) == 1, view.text()
    assert detail.reason.text() == "It is broken."
    await servers.show(sessions=(session(),))
    assert not detail.reason.isVisible()
    await servers.quiet()


async def test_added_server_that_failed_its_test_shows_why(servers: Page) -> None:
    servers.office.app = replace(servers.office.app, failure=lambda name: (1.0, "why") if name == "time" else None)
    await servers.show()
    await servers.chosen()
    servers.press("Use in a client")
    servers.press("Add server")
    servers.write("Name", "time")
    servers.write("Program", "uvx")
    servers.press("Add this server")
    await until(lambda: servers.page.detail.name == "time" and servers.page.detail.trouble.isVisible())
    await servers.quiet()
    assert servers.page.detail.trouble.isVisible()


async def test_selected_client_is_kept_for_the_next_server(servers: Page) -> None:
    await servers.office.order("server.add", name="git", command="x")
    await servers.show()
    await servers.chosen("files")
    servers.press("Use in a client")
    use = servers.page.detail.use
    await until(lambda: use.choice.count())
    use.choice.setCurrentIndex(use.choice.findData("vscode"))
    await servers.chosen("git")
    await until(lambda: '"git"' in use.text.toPlainText())
    assert use.choice.currentData() == "vscode" and '"servers"' in use.text.toPlainText()
    servers.press("Set up chat clients")
    assert servers.harness.window.stack.key == "clients"
    await servers.quiet()


def test_server_without_clients_is_not_used_yet() -> None:
    plain = {"enabled": True, "failure": None}
    assert state_of(plain, [], used=False) == "unused"
    assert state_of(plain, [session("ready")], used=False) == "ready"
    assert state_of({**plain, "enabled": False}, [], used=False) == "disabled"


@pytest.mark.parametrize(("command", "expected"), [("npx -y server", True), ("npx", False), (sys.executable, False)])
async def test_command_with_arguments_is_detected(servers: Page, command: str, expected: bool) -> None:
    await servers.show()
    servers.page.begin_add()
    await until(lambda: any(name_of(field) == "Program" for field in servers.page.editor.findChildren(QLineEdit)))
    servers.write("Program", command)
    assert servers.page.editor.spaced.isVisible() is expected
    await servers.quiet()


def test_existing_path_with_a_space_has_no_arguments(tmp_path: Path) -> None:
    program = tmp_path / "my server"
    assert has_arguments(str(program))
    program.write_text("")
    assert not has_arguments(str(program))


async def test_servers_are_sorted_by_state_until_another_order_is_chosen(servers: Page) -> None:
    await servers.show()
    assert servers.page.frame.order.text() == "Status"
    await servers.quiet()
