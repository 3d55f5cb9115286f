"""Arguments that a credential is filled into: chosen from what a server listed, taken out again, seen beforehand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.waiting import until
from tests.window.conftest import make_held, make_running
from tests.window.pages.test_credentials import VALUE, CredentialsHarness, harness
from toolguard.gate.model import InjectedArgument
from toolguard.window.approval.injected_view import InjectedView, recorded
from toolguard.window.credentials.argument_form import pointers_in
from toolguard.window.credentials.credential_detail import CredentialDetail

__all__ = ["harness"]
TEXT = {"type": "string"}
SCHEMA = {
    "type": "object",
    "properties": {
        "connection": TEXT, "sql": TEXT, "db": {"type": "object", "properties": {"pass word/~": TEXT}},
        "mirrored": {**TEXT, "x-mcp-header": "M"},
    },
    "required": ["connection", "sql"],
}  # fmt: skip
TOOLS = {"tools": [{"name": "query", "inputSchema": SCHEMA}, {"name": "od\u202ed", "inputSchema": {}}]}


async def with_tools(harness: CredentialsHarness) -> None:
    await harness.office.order("server.add", name="git", command="c")
    await harness.office.order("server.add", name="mail", command="c")
    await harness.office.order("secret.set", name="t", value=VALUE)
    harness.office.gate.tools.add_page("git", "s", TOOLS, first=True)
    await harness.look()
    harness.choose("t")


def form(harness: CredentialsHarness) -> Any:
    return harness.page.detail.argument_form


def arguments(harness: CredentialsHarness) -> list[Any]:
    """The shown arguments of all servers."""
    rows = [row for row in harness.page.detail.places.rows if not row.isHidden()]
    return [argument for row in rows for argument in row.arguments if not argument.isHidden()]


def offered(field: Any) -> list[str]:
    return [field.itemText(at) for at in range(field.count())]


async def begin(harness: CredentialsHarness) -> None:
    """Open the form, and select the first server and its first tool."""
    harness.page.detail.bind_argument.trigger()
    form(harness).server.setCurrentIndex(1)
    await until(lambda: offered(form(harness).tool))
    form(harness).tool.setCurrentIndex(0)
    await until(lambda: offered(form(harness).argument))


async def test_nothing_is_selected_for_the_person(harness: CredentialsHarness) -> None:
    await with_tools(harness)
    harness.page.detail.bind_argument.trigger()
    assert form(harness).server.currentText() == "Select…"
    assert form(harness).save.toolTip() == "Select a server."
    form(harness).server.setCurrentIndex(1)
    await until(lambda: offered(form(harness).tool))
    assert form(harness).tool.currentText() == ""
    form(harness).tool.setCurrentIndex(0)
    await until(lambda: offered(form(harness).argument))
    assert form(harness).argument.currentText() == ""
    assert not form(harness).save.isEnabled()
    await harness.idle()


async def test_argument_from_the_schema_is_bound_and_unbound(harness: CredentialsHarness) -> None:
    await with_tools(harness)
    await begin(harness)
    assert offered(form(harness).argument) == ["/connection", "/sql", "/db", "/db/pass word~1~0"]
    form(harness).argument.setCurrentIndex(0)
    assert form(harness).server.hasFocus()
    assert not harness.page.detail.bind.isVisible(), "asked for once"
    assert offered(form(harness).tool) == ["query", "od⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩d"]
    assert form(harness).template.text() == "${secret:t}"
    harness.press("Bind argument")
    await until(lambda: harness.is_shown("Unbind from /connection of query on git"))
    assert harness.office.config.servers["git"].arguments == {"query": {"/connection": "${secret:t}"}}
    assert harness.office.config.secrets["t"].servers == ("git",)
    assert not form(harness).isVisible() and harness.page.detail.bind.isVisible()
    assert harness.find("Argument").text() == "Argument /connection of query"
    assert [row.place.server for row in harness.page.detail.places.rows] == ["git"], "one row for the server"
    assert harness.find("How git uses it").text() == "Only for arguments of tools. Never used."
    harness.press("Unbind from /connection of query on git")
    await until(lambda: not harness.office.config.servers["git"].arguments)
    assert harness.office.config.secrets["t"].servers == (), "it went nowhere else there"
    await until(lambda: "Models can now set it" in harness.page.notice.text_label.text())
    harness.page.notice.undo()
    await until(lambda: harness.is_shown("Unbind from /connection of query on git"))
    await until(lambda: harness.office.config.secrets["t"].servers == ("git",))
    await harness.idle()


async def test_typed_tool_and_pointer_are_validated_in_the_form(harness: CredentialsHarness) -> None:
    await with_tools(harness)
    await begin(harness)
    form(harness).server.setCurrentIndex(2)
    await until(lambda: not offered(form(harness).tool))
    assert not form(harness).save.isEnabled()
    assert form(harness).save.toolTip() == "Select a tool or enter its name."
    QTest.keyClick(form(harness).template, Qt.Key.Key_Return)
    assert "enter its name" in form(harness).error_label.text()
    form(harness).tool.setEditText("send")
    form(harness).argument.setEditText("token")
    harness.press("Bind argument")
    assert "JSON pointer" in form(harness).error_label.text()
    form(harness).argument.setEditText("/auth/token")
    form(harness).template.setText("Bearer ${secret:other}")
    harness.press("Bind argument")
    await until(lambda: "must contain ${secret:t}" in form(harness).error_label.text())
    form(harness).template.setText("Bearer ${secret:t}")
    QTest.keyClick(form(harness).template, Qt.Key.Key_Return)
    await until(lambda: harness.office.config.servers["mail"].arguments)
    assert harness.office.config.servers["mail"].arguments == {"send": {"/auth/token": "Bearer ${secret:t}"}}
    await until(lambda: arguments(harness))
    assert arguments(harness)[0].text_label.text() == "Value: Bearer ${secret:t}"
    await harness.idle()


async def test_unremovable_argument_is_refused_with_the_reason(harness: CredentialsHarness) -> None:
    await with_tools(harness)
    await begin(harness)
    form(harness).argument.setEditText("/mirrored")
    harness.press("Bind argument")
    await until(lambda: "in a header" in form(harness).error_label.text())
    assert not harness.office.config.secrets["t"].servers
    QTest.keyClick(form(harness).template, Qt.Key.Key_Escape)
    harness.press("Discard")
    assert not form(harness).isVisible() and harness.page.detail.bind.isVisible()
    await harness.idle()


async def test_form_closes_with_its_credential(harness: CredentialsHarness) -> None:
    await with_tools(harness)
    await harness.office.order("secret.set", name="u", value=VALUE)
    await harness.look()
    harness.choose("t")
    harness.page.detail.bind_argument.trigger()
    harness.page.listing.setFocus()
    harness.choose("u")
    assert not form(harness).isVisible() and harness.page.detail.bind.isVisible()
    assert not harness.page.detail.bind.hasFocus()
    await harness.idle()


async def test_invisible_tool_name_is_written_out_and_still_selected_exactly(harness: CredentialsHarness) -> None:
    await with_tools(harness)
    await begin(harness)
    form(harness).tool.setCurrentIndex(1)
    await until(lambda: not offered(form(harness).argument))
    assert form(harness).place() == ("git", "od\u202ed")
    await harness.idle()


async def test_unbound_argument_warns_that_calls_are_refused(harness: CredentialsHarness) -> None:
    await with_tools(harness)
    await harness.office.order("secret.bind", name="t", servers=["git"], tool="query", argument="/connection")
    await harness.office.order("secret.unbind", name="t", servers=["git"])
    await harness.look()
    (row,) = arguments(harness)
    assert "Calls to this tool are refused" in row.text_label.text()
    assert harness.find("How git uses it").text() == "Not bound."
    harness.press("Bind git")
    await until(lambda: harness.find("How git uses it").text() == "Only for arguments of tools. Never used.")
    assert row.text_label.isHidden() and harness.find("Argument").text() == "Argument /connection of query"
    harness.press("Remove…")
    assert "Calls of these tools are refused without it: query." in harness.find("Confirm").text()
    await harness.idle()


def test_injected_secrets_are_shown_by_name_only(tmp_path: Path) -> None:
    shown = InjectedView()
    shown.show_filled(())
    assert shown.isHidden()
    filled = (
        InjectedArgument(place="argument /connection", secrets=("DB",)),
        InjectedArgument(place="argument /auth/a~1b", secrets=("T",), template="Bearer ${secret:T}"),
    )
    shown.show_filled(filled)
    assert shown.lines.text() == "connection: [secret DB]\nauth.a/b: Bearer [secret T]"
    assert recorded(("KEY", "DB argument /connection")) == ("KEY", "connection: [secret DB]")
    assert make_held().call.injected == make_running().call.injected == ()
    assert CredentialDetail().places.rows == []


def test_only_injectable_arguments_are_offered() -> None:
    assert pointers_in(SCHEMA) == ["/connection", "/sql", "/db", "/db/pass word~1~0"]
    assert pointers_in(None) == pointers_in({"properties": {"x": TEXT}, "$ref": "#/$defs/y"}) == []
    assert len(pointers_in({"properties": {f"p{n}": TEXT for n in range(500)}})) == 200
