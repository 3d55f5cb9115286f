"""Clients that come over HTTP: let in with a token that is shown once, listed with their addresses, shut out."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTextEdit

from tests.support.services_harness import Harness
from tests.window.conftest import opened, until
from tests.window.pages.test_clients import Desk, Log, said, session
from toolguard.clients.http.tokens import find_owner


@pytest.fixture
async def desk(tmp_path: Path, office: Harness) -> AsyncIterator[Desk]:
    await office.order("server.add", name="files", command="c")
    await office.order("server.add", name="mail", command="c")
    async with opened(tmp_path, run=office.run, reading=Log()) as stage:
        made = Desk(stage.window, stage.gate, stage.quits)
        made.office, made.log = office, Log()
        stage.window.turn("clients")
        await made.look()
        yield made
        QGuiApplication.clipboard().clear()


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


async def let_in(desk: Desk, name: str, *servers: str) -> str:
    """Through the form, to the page with the token; gives back the token."""
    desk.press("Add HTTP client" if desk.sees("Add HTTP client") else "Add an HTTP client")
    await until(lambda: desk.sees("Client name"))
    desk.find("Client name").setText(name)
    for server in servers:
        await until(lambda server=server: desk.sees(f"Allow access to {server}"))
        desk.press(f"Allow access to {server}")
    desk.press("Create token")
    await until(lambda: desk.sees("Copy token"))
    desk.press("Copy token")
    await desk.idle()
    return clipboard()


async def test_http_client_for_one_server_gets_a_token_shown_once(desk: Desk) -> None:
    token = await let_in(desk, "agent", "files")
    assert find_owner(token, desk.office.config.clients) == "agent"
    assert desk.office.config.clients["agent"].servers == ("files",)
    assert desk.find("Copy token").hasFocus()
    desk.press("Copy URL")
    assert clipboard().endswith("/s/files/mcp") and token not in clipboard()
    desk.press("Copy URL with token")
    assert clipboard().endswith(f"/t/{token}/s/files/mcp")
    desk.press("Copy client configuration")
    assert json.loads(clipboard())["mcpServers"]["files"]["headers"] == {"Authorization": f"Bearer {token}"}
    QGuiApplication.clipboard().clear()
    desk.press("Done")
    assert not desk.sees("Copy token")
    for widget in (*desk.window.findChildren(QTextEdit), *desk.window.findChildren(QLabel)):
        words = widget.toPlainText() if isinstance(widget, QTextEdit) else widget.text()
        assert token not in words
    assert desk.page.listing.key() == "agent"
    assert desk.page.listing.lines.line(0).below == "has a token, never connected"
    assert said(desk, "Token valid for") == "files" and said(desk, "Addresses").endswith("/s/files/mcp")
    await desk.idle()


async def test_client_for_all_servers_gets_a_url_for_each(desk: Desk) -> None:
    desk.press("Add an HTTP client")
    await until(lambda: desk.sees("Client name"))
    desk.page.editor.every.click()
    assert not desk.sees("Allow access to files")
    QTest.keyClicks(desk.find("Client name"), "agent")
    QTest.keyClick(desk.find("Client name"), Qt.Key.Key_Return)
    await until(lambda: desk.sees("Copy URL"))
    assert desk.office.config.clients["agent"].servers is None
    choice = desk.page.token.server
    assert [choice.itemText(at) for at in range(choice.count())][:2] == ["files", "mail"]
    choice.setCurrentIndex(1)
    desk.press("Copy URL")
    assert clipboard().endswith("/s/mail/mcp")
    desk.press("Copy client configuration")
    assert list(json.loads(clipboard())["mcpServers"]) == ["files", "mail"]
    choice.setCurrentIndex(2)
    assert not desk.sees("Copy URL for Open Tool Calling")
    desk.press("Copy URL")
    assert clipboard().endswith("/mcp") and "/s/" not in clipboard()
    desk.press("Copy client configuration")
    assert list(json.loads(clipboard())["mcpServers"]) == ["toolguard"]
    await desk.idle()


async def test_missing_input_is_reported_and_typed_text_stays(desk: Desk) -> None:
    desk.press("Add an HTTP client")
    await until(lambda: desk.sees("Client name"))
    desk.press("Create token")
    assert "1 to 64 letters" in desk.page.editor.says.text()
    desk.find("Client name").setText("agent")
    assert desk.page.editor.says.text() == "Select at least one server."
    await desk.office.order("client.add", name="agent")
    desk.press("Allow access to files")
    desk.press("Create token")
    await until(lambda: "There is a client agent already" in desk.page.editor.says.text())
    assert desk.find("Client name").text() == "agent"
    QTest.keyClick(desk.find("Client name"), Qt.Key.Key_Escape)
    assert not desk.sees("Client name")
    await desk.idle()


async def test_token_in_the_clipboard_is_reported_and_cleared(desk: Desk) -> None:
    await let_in(desk, "agent", "files")
    desk.press("Done")
    desk.press("Clear clipboard")
    assert clipboard() == ""
    await desk.idle()


async def test_selecting_another_client_keeps_the_token_visible(desk: Desk) -> None:
    await desk.office.order("client.add", name="older")
    await desk.look()
    await let_in(desk, "newer", "files")
    await desk.choose("older")
    desk.press("Add HTTP client")
    await desk.idle()
    assert desk.sees("Copy token")


async def test_revoking_access_asks_first_and_invalidates_the_token(desk: Desk) -> None:
    token = await let_in(desk, "agent", "files")
    desk.press("Done")
    await desk.idle()
    desk.press("Revoke access…")
    assert "can't be undone" in desk.find("Confirm").said()
    assert desk.find("Cancel").hasFocus() and find_owner(token, desk.office.config.clients) == "agent"
    desk.press("Revoke access")
    await until(lambda: not desk.office.config.clients)
    await until(lambda: desk.sees("No clients yet"))
    assert find_owner(token, desk.office.config.clients) == ""
    await desk.idle()


async def test_client_without_a_token_cannot_be_revoked(desk: Desk) -> None:
    await desk.look(session())
    assert desk.sees("Disconnect…") and not desk.sees("Revoke access…")
