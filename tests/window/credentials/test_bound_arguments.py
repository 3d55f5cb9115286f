"""Arguments that a credential is filled into: chosen from what a server listed, taken out again, seen beforehand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.window.conftest import make_held, make_running, until
from tests.window.pages.test_credentials import VALUE, Desk, desk
from toolguard.gate.model import InjectedArgument
from toolguard.window.approval.injected_view import InjectedView, recorded
from toolguard.window.credentials.bound_arguments import pointers_in
from toolguard.window.credentials.credential_detail import CredentialDetail

__all__ = ["desk"]
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


async def with_tools(desk: Desk) -> None:
    await desk.office.order("server.add", name="git", command="c")
    await desk.office.order("server.add", name="mail", command="c")
    await desk.office.order("secret.set", name="t", value=VALUE)
    desk.office.gate.tools.add_page("git", "s", TOOLS, first=True)
    await desk.look()
    desk.choose("t")


def form(desk: Desk) -> Any:
    return desk.page.detail.arguments.form


def offered(field: Any) -> list[str]:
    return [field.itemText(at) for at in range(field.count())]


async def test_argument_from_the_schema_is_bound_and_unbound(desk: Desk) -> None:
    await with_tools(desk)
    desk.press("Bind argument…")
    await until(lambda: offered(form(desk).argument) == ["/connection", "/sql", "/db", "/db/pass word~1~0"])
    assert form(desk).server.hasFocus()
    assert offered(form(desk).tool) == ["query", "od⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩d"]
    assert form(desk).template.text() == "${secret:t}"
    desk.press("Bind argument")
    await until(lambda: desk.sees("Remove from /connection of query on git"))
    assert desk.office.config.servers["git"].arguments == {"query": {"/connection": "${secret:t}"}}
    assert desk.office.config.secrets["t"].servers == ("git",)
    assert not form(desk).isVisible() and desk.sees("Bind argument…")
    assert desk.find("Argument").said() == "/connection of query on git"
    desk.press("Remove from /connection of query on git")
    await until(lambda: not desk.office.config.servers["git"].arguments)
    assert desk.office.config.secrets["t"].servers == (), "it went nowhere else there"
    await until(lambda: "Models can now set it" in desk.page.notice.words.said())
    desk.page.notice.undo()
    await until(lambda: desk.sees("Remove from /connection of query on git"))
    await until(lambda: desk.office.config.secrets["t"].servers == ("git",))
    await desk.idle()


async def test_typed_tool_and_pointer_are_validated_in_the_form(desk: Desk) -> None:
    await with_tools(desk)
    desk.press("Bind argument…")
    await until(lambda: offered(form(desk).argument))
    form(desk).server.setCurrentIndex(1)
    await until(lambda: not offered(form(desk).tool))
    desk.press("Bind argument")
    assert "enter its name" in form(desk).says.text()
    form(desk).tool.setEditText("send")
    form(desk).argument.setEditText("token")
    desk.press("Bind argument")
    assert "JSON pointer" in form(desk).says.text()
    form(desk).argument.setEditText("/auth/token")
    form(desk).template.setText("Bearer ${secret:other}")
    desk.press("Bind argument")
    await until(lambda: "must contain ${secret:t}" in form(desk).says.text())
    form(desk).template.setText("Bearer ${secret:t}")
    QTest.keyClick(form(desk).template, Qt.Key.Key_Return)
    await until(lambda: desk.office.config.servers["mail"].arguments)
    assert desk.office.config.servers["mail"].arguments == {"send": {"/auth/token": "Bearer ${secret:t}"}}
    await until(lambda: desk.page.detail.arguments.rows)
    assert desk.page.detail.arguments.rows[0]._says.said() == "Value: Bearer ${secret:t}"
    await desk.idle()


async def test_unremovable_argument_is_refused_with_the_reason(desk: Desk) -> None:
    await with_tools(desk)
    desk.press("Bind argument…")
    await until(lambda: offered(form(desk).argument))
    form(desk).argument.setEditText("/mirrored")
    desk.press("Bind argument")
    await until(lambda: "in a header" in form(desk).says.text())
    assert not desk.office.config.secrets["t"].servers
    QTest.keyClick(form(desk).template, Qt.Key.Key_Escape)
    assert not form(desk).isVisible() and desk.sees("Bind argument…")
    await desk.idle()


async def test_invisible_tool_name_is_written_out_and_still_selected_exactly(desk: Desk) -> None:
    await with_tools(desk)
    desk.press("Bind argument…")
    await until(lambda: offered(form(desk).argument))
    form(desk).tool.setCurrentIndex(1)
    await until(lambda: not offered(form(desk).argument))
    assert form(desk).place() == ("git", "od\u202ed")
    await desk.idle()


async def test_unbound_argument_warns_that_calls_are_refused(desk: Desk) -> None:
    await with_tools(desk)
    await desk.office.order("secret.bind", name="t", servers=["git"], tool="query", argument="/connection")
    await desk.office.order("secret.unbind", name="t", servers=["git"])
    await desk.look()
    (row,) = [row for row in desk.page.detail.arguments.rows if not row.isHidden()]
    assert "Calls to this tool are refused" in row._says.said()
    said = desk.find("How git uses it").said()
    assert said.startswith("Set as the argument /connection of query, but not bound.")
    desk.press("Bind git")
    await until(
        lambda: desk.find("How git uses it").said().startswith("Provided as the argument /connection of query.")
    )
    desk.press("Remove…")
    assert "Calls of these tools are refused without it: query." in desk.find("Confirm").said()
    await desk.idle()


def test_injected_secrets_are_shown_by_name_only(tmp_path: Path) -> None:
    shown = InjectedView()
    shown.show_filled(())
    assert shown.isHidden()
    filled = (
        InjectedArgument(place="argument /connection", secrets=("DB",)),
        InjectedArgument(place="argument /auth", secrets=("T",), template="Bearer ${secret:T}"),
    )
    shown.show_filled(filled)
    assert shown.lines.said() == "/connection ← secret DB\n/auth ← Bearer ${secret:T}"
    assert recorded(("KEY", "DB argument /connection")) == ("KEY", "/connection ← secret DB")
    assert make_held().call.injected == make_running().call.injected == ()
    assert CredentialDetail().arguments.rows == []


def test_only_injectable_arguments_are_offered() -> None:
    assert pointers_in(SCHEMA) == ["/connection", "/sql", "/db", "/db/pass word~1~0"]
    assert pointers_in(None) == pointers_in({"properties": {"x": TEXT}, "$ref": "#/$defs/y"}) == []
    assert len(pointers_in({"properties": {f"p{n}": TEXT for n in range(500)}})) == 200
