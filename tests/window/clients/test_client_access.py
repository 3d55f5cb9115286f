"""Clients that come over HTTP: let in with a token that is shown once, listed with their addresses, shut out."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTextEdit

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import opened
from tests.window.pages.test_clients import ClientsHarness, Log, fact_text, session
from toolguard.clients.http.tokens import find_owner
from toolguard.gate.model import ClientInfo


@pytest.fixture
async def harness(tmp_path: Path, office: Harness) -> AsyncIterator[ClientsHarness]:
    await office.order("server.add", name="files", command="c")
    await office.order("server.add", name="mail", command="c")
    async with opened(tmp_path, page="clients", run=office.run, reading=Log()) as base:
        made = ClientsHarness(base.window, base.gate, base.quits)
        made.office, made.log = office, Log()
        await made.look()
        yield made
        QGuiApplication.clipboard().clear()


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


async def let_in(harness: ClientsHarness, name: str, *servers: str) -> str:
    """Through the form, to the page with the token; gives back the token."""
    harness.press("Add HTTP client" if harness.is_shown("Add HTTP client") else "Add an HTTP client")
    await until(lambda: harness.is_shown("Client name"))
    harness.find("Client name").setText(name)
    for server in servers:
        await until(lambda server=server: harness.is_shown(f"Allow access to {server}"))
        harness.press(f"Allow access to {server}")
    harness.press("Create token")
    await until(lambda: harness.is_shown("Copy token"))
    harness.press("Copy token")
    await harness.idle()
    return clipboard()


async def test_http_client_for_one_server_gets_a_token_shown_once(harness: ClientsHarness) -> None:
    token = await let_in(harness, "agent", "files")
    row = harness.page.token.token
    assert row.text_label.text() == token
    assert (row.button.property("kind"), harness.page.token.done.property("kind")) == ("run", None)
    harness.window.resize(harness.window.minimumSize())
    QApplication.processEvents()
    for shown in (row.text_label, harness.page.token.whole.text_label):
        assert shown.height() >= shown.document().size().height(), "nothing is shortened in a small window"
    assert harness.page.guard_all.property("kind") == "", "Done is the primary button"
    assert find_owner(token, harness.office.config.clients) == "agent"
    assert harness.office.config.clients["agent"].servers == ("files",)
    assert harness.find("Copy token").hasFocus()
    harness.press("Copy URL")
    assert clipboard().endswith("/s/files/mcp") and token not in clipboard()
    harness.press("Copy URL with token")
    assert clipboard().endswith(f"/t/{token}/s/files/mcp")
    harness.press("Copy client configuration")
    assert json.loads(clipboard())["mcpServers"]["files"]["headers"] == {"Authorization": f"Bearer {token}"}
    QGuiApplication.clipboard().clear()
    harness.press("Done")
    assert not harness.is_shown("Copy token")
    for widget in (*harness.window.findChildren(QTextEdit), *harness.window.findChildren(QLabel)):
        text = widget.toPlainText() if isinstance(widget, QTextEdit) else widget.text()
        assert token not in text
    assert harness.page.listing.key() == "agent"
    assert harness.page.listing.lines.line(0).below == "has a token, never connected"
    assert fact_text(harness, "Token valid for") == "files" and fact_text(harness, "Addresses").endswith("/s/files/mcp")
    await harness.idle()


async def test_client_for_all_servers_gets_a_url_for_each(harness: ClientsHarness) -> None:
    harness.press("Add an HTTP client")
    await until(lambda: harness.is_shown("Client name"))
    harness.page.editor.every.click()
    assert not harness.is_shown("Allow access to files")
    QTest.keyClicks(harness.find("Client name"), "agent")
    QTest.keyClick(harness.find("Client name"), Qt.Key.Key_Return)
    await until(lambda: harness.is_shown("Copy URL"))
    assert harness.office.config.clients["agent"].servers is None
    choice = harness.page.token.server
    assert [choice.itemText(at) for at in range(choice.count())][:2] == ["files", "mail"]
    choice.setCurrentIndex(1)
    harness.press("Copy URL")
    assert clipboard().endswith("/s/mail/mcp")
    harness.press("Copy client configuration")
    assert list(json.loads(clipboard())["mcpServers"]) == ["files", "mail"]
    choice.setCurrentIndex(2)
    assert not harness.is_shown("Copy URL for Open Tool Calling")
    harness.press("Copy URL")
    assert clipboard().endswith("/mcp") and "/s/" not in clipboard()
    harness.press("Copy client configuration")
    assert list(json.loads(clipboard())["mcpServers"]) == ["toolguard"]
    await harness.idle()


async def test_addresses_are_those_of_the_servers_it_may_use(harness: ClientsHarness) -> None:
    await harness.office.order("server.add", name="notes", command="c")
    await harness.office.order("client.add", name="agent", servers=["files", "mail"])
    await harness.office.order("tool.switch", server="mail", tool="*", client="agent", exposed=False)
    await harness.look()
    await harness.choose("agent")
    assert harness.tree() == {"files": (True, "all tools"), "mail": (False, "no tools")}
    assert fact_text(harness, "Token valid for") == "files, mail; it sees no tools of mail"
    assert fact_text(harness, "Addresses").endswith("/s/files/mcp") and "mail" not in fact_text(harness, "Addresses")
    assert "mail" not in fact_text(harness, "Open Tool Calling")
    await harness.look(session("notes", ClientInfo(id="agent", program="/bin/agent", pid=1)))
    assert "notes" in harness.tree(), "what it uses without its token is shown, too"


async def test_missing_input_is_reported_and_typed_text_stays(harness: ClientsHarness) -> None:
    harness.press("Add an HTTP client")
    await until(lambda: harness.is_shown("Client name"))
    QTest.keyClick(harness.find("Client name"), Qt.Key.Key_Return)
    assert "1 to 64 letters" in harness.page.editor.error_label.text()
    harness.find("Client name").setText("agent")
    assert harness.page.editor.error_label.text() == "Select at least one server."
    assert not harness.page.editor.add.isEnabled()
    await harness.office.order("client.add", name="agent")
    harness.press("Allow access to files")
    harness.press("Create token")
    await until(lambda: "There is a client agent already" in harness.page.editor.error_label.text())
    assert harness.find("Client name").text() == "agent"
    QTest.keyClick(harness.find("Client name"), Qt.Key.Key_Escape)
    harness.press("Discard")
    assert not harness.is_shown("Client name")
    await harness.idle()


async def test_token_in_the_clipboard_is_reported_and_cleared(harness: ClientsHarness) -> None:
    await let_in(harness, "agent", "files")
    harness.press("Done")
    harness.press("Clear clipboard")
    assert clipboard() == ""
    await harness.idle()


async def test_selecting_another_client_keeps_the_token_visible(harness: ClientsHarness) -> None:
    await harness.office.order("client.add", name="older")
    await harness.look()
    await let_in(harness, "newer", "files")
    await harness.choose("older")
    harness.press("Add HTTP client")
    await harness.idle()
    assert harness.is_shown("Copy token")


async def test_form_for_a_new_client_is_for_no_other_client(harness: ClientsHarness) -> None:
    await harness.office.order("client.add", name="first")
    await harness.office.order("client.add", name="second")
    await harness.look()
    await harness.choose("second")
    for leave in (harness.page.editor.cancel.click, lambda: harness.page.turn("list")):
        harness.press("Add HTTP client")
        await until(lambda: harness.is_shown("Client name"))
        assert harness.page.listing.key() == "" and not harness.page.add.isEnabled()
        await harness.look()
        assert harness.page.listing.key() == ""
        leave()
        assert harness.page.listing.key() == "second" and harness.page.detail.isVisible()
        assert harness.page.add.isEnabled()
    await harness.idle()


async def test_revoking_access_asks_first_and_invalidates_the_token(harness: ClientsHarness) -> None:
    token = await let_in(harness, "agent", "files")
    harness.press("Done")
    await harness.idle()
    harness.press("Revoke access…")
    assert "can't be undone" in harness.find("Confirm").text()
    assert harness.find("Cancel").hasFocus() and find_owner(token, harness.office.config.clients) == "agent"
    harness.press("Revoke access")
    await until(lambda: not harness.office.config.clients)
    await until(lambda: harness.is_shown("No clients yet"))
    assert find_owner(token, harness.office.config.clients) == ""
    await harness.idle()


async def test_only_an_irreversible_action_has_a_red_button(harness: ClientsHarness) -> None:
    await let_in(harness, "agent", "files")
    harness.press("Done")
    await harness.idle()
    detail = harness.page.detail
    detail._ask_to_shut_out()
    assert detail.confirm.yes.property("kind") == "danger"
    harness.press("Cancel")
    detail._ask_to_end()
    assert detail.confirm.yes.text() == "Disconnect" and detail.confirm.yes.property("kind") == ""


async def test_client_without_a_token_cannot_be_revoked(harness: ClientsHarness) -> None:
    await harness.look(session())
    assert harness.is_shown("Disconnect…") and not harness.is_shown("Revoke access…")
