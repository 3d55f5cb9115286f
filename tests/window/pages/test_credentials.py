"""The page Credentials: a value is never seen again, where it goes is, and the keychain never stops the window."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QTextEdit, QWidget

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, name_of, opened
from toolguard.gate.policy.unicode_safety import visible
from toolguard.store.config.config import Secret
from toolguard.store.keychain import ADVICE
from toolguard.store.log.client_history import SecretUsage
from toolguard.tables.credentials import entered_kinds
from toolguard.window import theme
from toolguard.window.desktop.keychain_banner import STATES

VALUE = "hunter2-very-secret"


class Log:
    """What the log's index would tell."""

    def __init__(self) -> None:
        self.released: list[SecretUsage] = []

    async def releases(self) -> list[SecretUsage]:
        return self.released

    async def clients(self) -> list[Any]:
        return []

    async def values(self, _column: str) -> list[str]:
        return []


class CredentialsHarness(WindowHarness):
    office: Harness
    log: Log
    edition = 0

    @property
    def page(self) -> Any:
        return self.window.stack.page("credentials")

    async def look(self) -> None:
        """Something was changed elsewhere: show it."""
        self.edition += 1
        await self.show(edition=self.edition, recorded=self.edition)
        self.page._look_back.request()
        await self.idle()

    async def idle(self) -> None:
        """Nothing is asked any more: what a test leaves behind would run when no loop does."""
        self.page._look_back.pause.stop()
        await until(lambda: not self.window.context.core_link._tasks)

    def find(self, name: str) -> Any:
        """A field and the label beside it have one name: the field is meant."""
        seen = [each for each in self.window.findChildren(QWidget) if each.isVisible() and name_of(each) == name]
        fields = [each for each in seen if not isinstance(each, QLabel)]
        assert seen, f"nothing visible is called {name!r}"
        return (fields or seen)[0]

    def type_in(self, name: str, text: str) -> None:
        QTest.keyClicks(self.find(name), text)

    def choose(self, name: str) -> None:
        assert self.page.listing.choose(name)

    def everything(self) -> str:
        """Every text in the window, shown or not, as a person or a screen reader could come upon it."""
        texts = []
        for each in self.window.findChildren(QWidget):
            texts += [name_of(each), each.toolTip(), each.accessibleDescription()]
            if isinstance(each, QTextEdit):
                texts.append(each.toPlainText())
            elif isinstance(each, QLabel):
                texts.append(each.text())
            elif isinstance(each, QLineEdit):
                texts += [each.text(), each.displayText()]
        return "\n".join(texts)


@pytest.fixture
async def harness(tmp_path: Path, office: Harness) -> AsyncIterator[CredentialsHarness]:
    log = Log()
    async with opened(tmp_path, page="credentials", run=office.run, reading=log) as base:
        made = CredentialsHarness(base.window, base.gate, base.quits)
        made.office, made.log = office, log
        made.audit.set_snapshot = lambda _: None
        await made.look()
        yield made
    QGuiApplication.clipboard().clear()


async def add(harness: CredentialsHarness, name: str = "github-token", value: str = VALUE) -> None:
    harness.press("Add credential")
    harness.type_in("Name", name)
    harness.type_in("Value", value)
    harness.press("Add")
    await until(lambda: name in harness.page._present)


# --- adding


async def test_form_has_the_name_of_a_missing_credential_that_is_opened(harness: CredentialsHarness) -> None:
    await harness.office.order("secret.set", name="old", value=VALUE)
    await harness.look()
    editor = harness.page.editor
    harness.page.open("KEY")
    await until(lambda: editor.isVisible() and editor.name.text() == "KEY")
    harness.press("Cancel")
    assert harness.page.listing.key() == "old"
    harness.page.open("KEY")
    await until(lambda: editor.isVisible() and editor.name.text() == "KEY")
    await until(lambda: editor.value.line.hasFocus())
    assert not editor.unsaved.exists, "nothing was typed"
    harness.type_in("Value", VALUE)
    assert editor.unsaved.exists
    harness.page.open("old")
    await harness.look()
    assert editor.name.text() == "KEY", "it has input"
    harness.press("Add")
    await until(
        lambda: harness.page.listing.key() == "KEY" and harness.page.right.currentWidget() is harness.page.detail
    )


async def test_missing_credential_goes_to_the_server_that_needs_it(harness: CredentialsHarness) -> None:
    settings = {"command": "x", "env": {"KEY": "a${secret:NOTES_KEY}"}}
    await harness.office.order("server.add", name="notes", **settings)
    await harness.office.order("server.add", name="other", command="y")
    await harness.look()
    editor = harness.page.editor
    harness.page.open("NOTES_KEY")
    await until(lambda: editor.isVisible() and editor.server.currentText() == "notes")
    assert not editor.key.isVisible() and not editor.place.isVisible()
    editor.server.setCurrentText("other")
    assert editor.key.isVisible() and editor.problem() == "Enter the variable's name: letters, digits and “_”."
    editor.server.setCurrentText("notes")
    harness.type_in("Value", VALUE)
    harness.press("Add")
    await until(lambda: harness.page.listing.key() == "NOTES_KEY")
    config = harness.office.config
    assert config.secrets["NOTES_KEY"].servers == ("notes",) and config.servers["notes"].env == settings["env"]


async def test_typed_new_credential_is_not_cleared(harness: CredentialsHarness) -> None:
    await harness.office.order("secret.set", name="old", value=VALUE)
    await harness.look()
    harness.press("Add credential")
    assert harness.page.listing.key() == "", "the form is for none of them"
    assert not harness.page.add.isEnabled(), "the form is the one place to add from"
    harness.type_in("Name", "fresh")
    await harness.look()
    harness.page.open("new")
    assert harness.page.editor.name.text() == "fresh" and harness.page.right.currentWidget() is harness.page.editor
    harness.press("Cancel")
    assert harness.page.listing.key() == "old" and harness.page.right.currentWidget() is harness.page.detail
    assert harness.page.add.isEnabled()
    harness.press("Copy reference")
    assert QGuiApplication.clipboard().text() == "${secret:old}" == harness.find("Reference").text()
    await harness.office.order("server.add", name="git", command="c")
    await harness.office.order("secret.bind", name="old", servers=["git"])
    await harness.look()
    await until(lambda: harness.is_shown("How git uses it"))
    assert harness.find("How git uses it").text().startswith("Bound, but its settings don't use it yet.")
    harness.press("Edit server git")
    editor = harness.window.stack.page("servers").editor
    await until(lambda: editor.isVisible() and editor.edited == "git")
    harness.window.turn("credentials")
    assert "Never used" not in harness.find("How git uses it").text()
    await harness.idle()


async def test_list_and_form_are_about_the_same_credential(harness: CredentialsHarness) -> None:
    """A value could be typed for another credential than the selected one."""
    for name in ("first", "second"):
        await harness.office.order("secret.set", name=name, value=VALUE)
    await harness.look()
    page = harness.page
    harness.choose("first")
    harness.press("Replace value…")
    harness.choose("second")
    assert page.right.currentWidget() is page.detail and harness.find("Credential").text() == "second"
    harness.press("Replace value…")
    harness.type_in("Value", "n")
    harness.choose("first")
    await until(lambda: page.listing.key() == "second")
    assert page.right.currentWidget() is page.editor and page.editor.value.value() == "n"
    assert page.editor.error_label.text() == "Save or cancel this first."
    await harness.idle()


async def test_new_credential_is_bound_to_a_server_in_five_actions(harness: CredentialsHarness) -> None:
    await harness.office.order("server.add", name="git", command="git-server", env={"HOME": "/srv"})
    await harness.look()
    harness.press("Add credential")
    harness.type_in("Value", VALUE)
    harness.find("Server").setCurrentIndex(1)
    harness.type_in("Environment variable", "GIT_TOKEN")
    editor = harness.page.editor
    assert editor.place.text() == "git gets GIT_TOKEN=${secret:git-git_token}"
    assert editor.name.text() == "git-git_token", "the name is entered, not only hinted at"
    editor.name.setText("mine")
    editor.key.setText("OTHER_TOKEN")
    assert editor.name.text() == "mine", "a name that the person entered stays"
    editor.name.setText("git-git_token")
    editor.key.setText("GIT_TOKEN")
    harness.press("Add")
    await until(lambda: "git-git_token" in harness.office.config.secrets)
    await until(lambda: harness.office.config.secrets["git-git_token"].servers == ("git",))
    assert harness.office.config.servers["git"].env == {"HOME": "/srv", "GIT_TOKEN": "${secret:git-git_token}"}
    await until(lambda: harness.page.right.currentWidget() is harness.page.detail)
    await until(lambda: harness.page.listing.key() == "git-git_token")
    await until(lambda: "Provided as the variable GIT_TOKEN" in row(harness, "git"))
    assert VALUE not in str(harness.office.config.servers["git"].env)
    await harness.idle()


async def test_authorization_header_gets_its_scheme(harness: CredentialsHarness) -> None:
    await harness.office.order("server.add", name="far", kind="http", url="https://example.org/mcp")
    await harness.look()
    harness.press("Add credential")
    harness.type_in("Name", "far-key")
    harness.type_in("Value", VALUE)
    harness.find("Server").setCurrentIndex(1)
    harness.type_in("Header", "Authorization")
    harness.press("Add")
    await until(lambda: "far-key" in harness.office.config.secrets and harness.office.config.secrets["far-key"].servers)
    assert harness.office.config.servers["far"].headers == {"Authorization": "Bearer ${secret:far-key}"}
    await harness.idle()


async def test_invalid_variable_name_is_refused_before_storing(harness: CredentialsHarness) -> None:
    await harness.office.order("server.add", name="git", command="git-server", env={"TOKEN": "in the clear"})
    await harness.look()
    harness.press("Add credential")
    harness.type_in("Name", "t")
    harness.type_in("Value", VALUE)
    harness.find("Server").setCurrentIndex(1)
    for key, why in (("", "Enter the variable"), ("A B", "Enter the variable"), ("Token", "already")):
        harness.find("Environment variable").clear()
        harness.type_in("Environment variable", key)
        QTest.keyClick(harness.find("Environment variable"), Qt.Key.Key_Return)
        assert why in harness.page.editor.error_label.text(), key
        assert harness.page.editor.save.isEnabled() == bool(key)
        assert not harness.office.config.secrets
        assert harness.office.config.servers["git"].env == {"TOKEN": "in the clear"}
        await harness.idle()


async def test_removed_server_leaves_the_credential_stored_with_a_message(harness: CredentialsHarness) -> None:
    await harness.office.order("server.add", name="git", command="git-server")
    await harness.look()
    harness.press("Add credential")
    harness.type_in("Name", "t")
    harness.type_in("Value", VALUE)
    harness.find("Server").setCurrentIndex(1)
    harness.type_in("Environment variable", "TOKEN")
    harness.page._look_back.pause.setInterval(3_600_000)  # the form does not hear of it before Add is pressed
    await harness.office.order("server.remove", name="git")
    harness.press("Add")
    await until(lambda: "no server gets it" in harness.page.detail.error_label.text())
    assert harness.office.config.secrets["t"].servers == ()
    await harness.idle()


async def test_empty_page_offers_one_button(harness: CredentialsHarness) -> None:
    assert harness.is_shown("No credentials yet")
    assert not harness.is_shown("Credentials") or not harness.page.listing.isVisible()
    await add(harness)
    assert harness.page.listing.key() == "github-token"
    assert harness.office.config.secrets["github-token"] == Secret()
    await harness.idle()


async def test_value_is_masked_while_typed_and_gone_after_saving(harness: CredentialsHarness) -> None:
    harness.press("Add credential")
    harness.type_in("Name", "github-token")
    harness.type_in("Value", VALUE)
    assert VALUE not in harness.find("Value").displayText()
    harness.press("Add")
    await until(lambda: harness.is_shown("Replace value…"))
    assert harness.office.ring is not None and VALUE in harness.office.ring.kept.values()
    assert VALUE not in harness.everything()
    harness.press("Replace value…")
    assert harness.find("Value").text() == "" and VALUE not in harness.everything()
    await harness.idle()


async def test_replaced_value_says_that_processes_keep_the_old_one(harness: CredentialsHarness) -> None:
    await with_servers(harness)
    harness.press("Replace value…")
    harness.type_in("Value", VALUE)
    harness.page.editor.save.click()
    kept = "Running processes keep the old value until they exit."
    await until(lambda: kept in harness.page.notice.text_label.text())
    await harness.idle()


async def test_missing_input_is_reported_beside_the_form_and_text_stays(harness: CredentialsHarness) -> None:
    harness.press("Add credential")
    save = harness.page.editor.save
    assert not save.isEnabled() and "Start with a letter" in save.toolTip()
    harness.type_in("Name", "-no")
    assert not save.isEnabled() and not harness.page.editor.error_label.text()
    QTest.keyClick(harness.page.editor.name, Qt.Key.Key_Return)
    assert "Start with a letter" in harness.page.editor.error_label.text()
    harness.page.editor.name.setText("ok")
    assert not save.isEnabled() and "Type or paste the value" in save.toolTip()
    harness.type_in("Value", VALUE)
    assert save.isEnabled()
    assert not harness.page.editor.error_label.text()
    await harness.office.order("secret.set", name="ok", value="other")
    harness.press("Add")
    await until(lambda: "already" in harness.page.editor.error_label.text())
    assert harness.find("Value").text() == VALUE and harness.page.editor.save.isEnabled()
    await harness.idle()


async def test_kind_and_note_can_be_changed_without_the_value(harness: CredentialsHarness) -> None:
    harness.press("Add credential")
    harness.type_in("Name", "t")
    harness.page.editor.kind.setCurrentIndex(entered_kinds().index("bearer_token"))
    harness.type_in("Note", "ends in May")
    harness.type_in("Value", VALUE)
    harness.keys(Qt.Key.Key_Return)
    QTest.keyClick(harness.find("Value"), Qt.Key.Key_Return)
    await until(lambda: harness.is_shown("Edit kind and note"))
    assert harness.office.config.secrets["t"] == Secret(kind="bearer_token", note="ends in May")
    harness.press("Edit kind and note")
    assert not harness.is_shown("Value")
    harness.page.editor.note.setText("ends in June")
    harness.press("Save")
    await until(lambda: harness.office.config.secrets["t"].note == "ends in June")
    assert await harness.office.keychain.get("t") == VALUE
    await harness.idle()


async def test_escape_closes_the_form_and_clears_the_value(harness: CredentialsHarness) -> None:
    harness.press("Add credential")
    harness.type_in("Value", VALUE)
    QTest.keyClick(harness.find("Value"), Qt.Key.Key_Escape)
    harness.press("Discard")
    assert harness.is_shown("Add credential") and VALUE not in harness.everything()
    await harness.idle()


# --- pasting


async def test_multiline_value_is_pasted_completely_and_clipboard_cleared(harness: CredentialsHarness) -> None:
    key = "-----BEGIN KEY-----\n" + "A" * 2000 + "\n-----END KEY-----\n"
    QGuiApplication.clipboard().setText(key)
    harness.press("Add credential")
    harness.type_in("Name", "key")
    QTest.keyClick(harness.find("Value"), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert "in 3 lines" in harness.page.editor.value.note_label.text()
    assert "BEGIN" not in harness.everything()
    harness.press("Add")
    await until(lambda: harness.is_shown("Clear clipboard"))
    assert await harness.office.keychain.get("key") == key
    harness.press("Clear clipboard")
    assert QGuiApplication.clipboard().text() == "" and not harness.is_shown("Clear clipboard")
    await harness.idle()


async def test_final_line_break_of_a_pasted_token_is_removed(harness: CredentialsHarness) -> None:
    QGuiApplication.clipboard().setText(VALUE + "\n")
    harness.press("Add credential")
    harness.type_in("Name", "t")
    harness.press("Paste from the clipboard")
    harness.press("Add")
    await until(lambda: harness.is_shown("Clear clipboard"))
    assert await harness.office.keychain.get("t") == VALUE
    await harness.idle()


@pytest.mark.parametrize(("text", "message"), [
    ("", "contains no text"), (" hunter2 ", "begins or ends with a space"), ("abc", "too short or common"),
])  # fmt: skip
async def test_unusual_pasted_value_is_reported(harness: CredentialsHarness, text: str, message: str) -> None:
    QGuiApplication.clipboard().setText(text)
    harness.press("Add credential")
    harness.press("Paste from the clipboard")
    assert message in harness.page.editor.value.note_label.text()
    await harness.idle()


async def test_note_on_a_value_is_shown_whole_below_it(harness: CredentialsHarness) -> None:
    harness.window.resize(harness.window.minimumSize())
    await harness.office.order("server.add", name="git", command="git-server")
    await harness.look()
    harness.press("Add credential")
    editor = harness.page.editor
    editor.server.setCurrentIndex(1)
    harness.type_in("Environment variable", "GIT_TOKEN")
    harness.type_in("Value", "42")
    note = editor.value.note_label
    await until(lambda: note.y() >= editor.value.line.geometry().bottom() + theme.SPACE)
    await until(lambda: note.geometry().bottom() <= editor.value.rect().bottom())
    for shown in (note, editor.place):
        assert shown.isVisible() and shown.height() >= shown.document().size().height()
    await harness.idle()


async def test_too_long_value_is_refused_before_storing(harness: CredentialsHarness) -> None:
    QGuiApplication.clipboard().setText("x" * 40_000)
    harness.press("Add credential")
    harness.type_in("Name", "t")
    harness.press("Paste from the clipboard")
    harness.press("Add")
    assert "maximum is 32,768 bytes" in harness.page.editor.error_label.text()
    QTest.keyClick(harness.find("Value"), Qt.Key.Key_Delete)
    assert harness.page.editor.value.value() == ""
    await harness.idle()


# --- where it goes


async def with_servers(harness: CredentialsHarness) -> None:
    await harness.office.order("server.add", name="git", command="c", env={"TOKEN": "${secret:t}"})
    await harness.office.order("server.add", name="mail", command="c")
    await harness.office.order("secret.set", name="t", value=VALUE)
    await harness.look()
    harness.choose("t")


def row(harness: CredentialsHarness, server: str) -> str:
    return str(harness.find(f"How {server} uses it").text())


def row_is(harness: CredentialsHarness, server: str, text: str) -> bool:
    return harness.is_shown(f"How {server} uses it") and row(harness, server).startswith(text)


async def test_unbound_server_is_highlighted_and_bound_with_one_click(harness: CredentialsHarness) -> None:
    await with_servers(harness)
    assert "it is not bound" in row(harness, "git") and "the variable TOKEN" in row(harness, "git")
    line = harness.page.listing.lines.line(0)
    assert (line.right, line.below) == ("needed by git", "Secret · not bound to a server")
    harness.press("Bind git")
    await until(lambda: harness.is_shown("Unbind from git"))
    await until(lambda: harness.page.listing.lines.line(0).below == "Secret · for git")
    assert harness.office.config.secrets["t"].servers == ("git",)
    assert row(harness, "git").startswith("Provided as the variable TOKEN. Never used.")
    await harness.idle()


async def test_binding_another_server_can_be_undone(harness: CredentialsHarness) -> None:
    await with_servers(harness)
    harness.page.detail.bind_server.trigger()
    assert not harness.find("Bind").isEnabled(), "no server was selected for the person"
    server = harness.find("Server")
    assert [server.itemData(at) for at in range(server.count())] == ["", "mail"]
    server.setCurrentIndex(1)
    assert harness.page.editor.key.text() == "TOKEN", "as git gets it"
    harness.page.editor.key.clear()
    assert harness.page.editor.place.text() == "If empty, write ${secret:t} into the settings of mail yourself."
    server.setCurrentIndex(0)
    server.setCurrentIndex(1)
    assert harness.page.editor.key.text() == "", "the person removed it"
    harness.press("Bind")
    await until(lambda: harness.is_shown("Unbind from mail"))
    assert "don't use it yet" in row(harness, "mail")
    harness.page.notice.undo()
    await until(lambda: not harness.office.config.secrets["t"].servers)
    await until(lambda: not harness.is_shown("Unbind from mail"))
    await harness.idle()


async def test_stored_credential_gets_its_variable_with_the_binding(harness: CredentialsHarness) -> None:
    """The server's variables had to be edited by hand on another page."""
    await with_servers(harness)
    harness.page.detail.bind_server.trigger()
    harness.find("Server").setCurrentIndex(1)
    harness.type_in("Environment variable", "A B")
    harness.press("Bind")
    assert "Enter the variable" in harness.page.editor.error_label.text() and harness.page.editor.key.hasFocus()
    harness.page.editor.key.setText("MAIL_TOKEN")
    await harness.office.order("server.change", name="mail", command="c", env={"MAIL_TOKEN": "of another page"})
    harness.press("Bind")
    await until(lambda: "already has a value" in harness.page.editor.error_label.text())
    assert not harness.office.config.secrets["t"].servers
    await harness.office.order("server.change", name="mail", command="c", env={})
    harness.press("Bind")
    await until(lambda: row_is(harness, "mail", "Provided as the variable MAIL_TOKEN."))
    assert harness.office.config.servers["mail"].env == {"MAIL_TOKEN": "${secret:t}"}
    assert harness.office.config.secrets["t"].servers == ("mail",)
    harness.page.notice.undo()
    await until(lambda: not harness.office.config.secrets["t"].servers)
    assert harness.office.config.servers["mail"].env == {}
    await harness.idle()


async def test_refused_undo_stays_in_view_until_one_succeeds(harness: CredentialsHarness) -> None:
    await with_servers(harness)
    harness.page.detail.bind_server.trigger()
    harness.find("Server").setCurrentIndex(1)
    harness.press("Bind")
    await until(lambda: harness.is_shown("Unbind from mail"))
    await harness.idle()
    config = harness.office.config.folder / "config.json"
    whole = config.read_bytes()
    undo = harness.page.notice._on_undo
    config.write_text("{")
    harness.page.notice.undo()
    await harness.idle()
    await harness.look()
    assert "config.json" in harness.page.error_label.text() and harness.page.error_label.isVisible()
    config.write_bytes(whole)
    undo()
    await harness.idle()
    assert not harness.page.error_label.isVisible() and not harness.office.config.secrets["t"].servers


async def test_unbound_server_can_be_bound_again(harness: CredentialsHarness) -> None:
    await with_servers(harness)
    await harness.office.order("secret.bind", name="t", servers=["git"])
    await harness.look()
    harness.press("Unbind from git")
    await until(lambda: harness.page.notice.isVisible())
    assert "keep it until they exit" in harness.page.notice.text_label.text()
    harness.page.notice.undo()
    await until(lambda: harness.office.config.secrets["t"].servers == ("git",))
    await harness.idle()


async def test_list_says_which_servers_use_it(harness: CredentialsHarness) -> None:
    await with_servers(harness)
    await harness.office.order("server.add", name="hub", command="c", env={"TOKEN": "${secret:t}"})
    await harness.office.order("secret.bind", name="t", servers=["git", "mail"])
    await harness.look()
    line = harness.page.listing.lines.line(0)
    assert (line.right, line.below) == ("needed by hub", "Secret · for git, mail (unused)"), (
        "one that needs it hides no user"
    )
    for server, words in (("git", "bound to mail, not used"), ("mail", "not bound to a server")):
        for one in {server, "hub"}.intersection(harness.office.config.servers):
            harness.office.config.remove_server(one)
        await harness.look()
        assert harness.page.listing.lines.line(0).below == f"Secret · {words}"
    await harness.idle()


async def test_sign_in_has_the_header_of_every_credential(harness: CredentialsHarness) -> None:
    detail = harness.page.detail
    entry: Any = {
        "name": "oauth.x", "kind": "oauth", "note": "", "servers": ["mail"], "uses": [], "shipped_to": [],
        "session_only": False, "issuer": "https://x.example", "resource": "",
    }  # fmt: skip
    for state in ("in", "wanted", "out", "waiting"):
        sign_in = {"state": state, "issuer": "https://x.example", "place": "x.example", "why": "", "scopes": ""}
        detail.show_credential({**entry, "sign_in": sign_in}, True, ["mail"], [])
        assert detail.sign_in.property("ground") == "plain" and detail.sign_in.buttons.indexOf(detail.remove) >= 0


async def test_last_release_is_shown_also_for_removed_servers(harness: CredentialsHarness) -> None:
    now = time.time()
    harness.log.released = [
        SecretUsage("t", "git", "env TOKEN", now, 3), SecretUsage("t", "old", "env X", now - 90_000, 1),
        SecretUsage("other", "git", "env Y", now, 9),
    ]  # fmt: skip
    await with_servers(harness)
    assert "3 times in total" in row(harness, "git")
    assert harness.find("Formerly used by").text().startswith("old, last used "), "it does not use it now"
    assert not harness.is_shown("How old uses it") and not harness.is_shown("Bind old")
    await harness.idle()


async def test_credential_used_for_log_shipping_is_labelled(harness: CredentialsHarness) -> None:
    """It is bound to no server and is in use all the same."""
    place, header = "https://otel.example.com/\u202ev1/logs", "authorization=Bearer ${secret:t}"
    await harness.office.order("secret.set", name="t", value=VALUE)
    harness.office.config.set_preference("ship_otlp", place)
    harness.office.config.set_preference("ship_headers", [header])
    harness.log.released = [SecretUsage("t", "", f"log shipping to {place}", time.time(), 1)]
    await harness.look()
    harness.choose("t")
    assert harness.page.listing.lines.line(0).below.endswith("for log shipping")
    assert harness.is_shown(f"Log shipping sends it to {visible(place)} in a header. Change the headers in Settings.")
    assert harness.find("Last used by").text() == "log shipping"
    assert not harness.is_shown("Not bound to any server.")
    assert not harness.is_shown("This server was removed.")
    harness.press("Remove…")
    assert "the log isn't sent" in harness.find("Confirm").text()
    await harness.idle()


async def test_foreign_texts_are_shown_as_plain_text(harness: CredentialsHarness) -> None:
    await harness.office.order("server.add", name="s", command="c", env={"A\u202eB": "${secret:t}"})
    await harness.office.order("secret.set", name="t", value=VALUE, note="<b>x</b>\u202e" + "long " * 500)
    await harness.look()
    harness.choose("t")
    assert "A⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩B" in row(harness, "s")
    assert "<b>x</b>" in harness.find("Note").text()
    await harness.idle()


# --- removing


async def test_removal_warns_about_the_value_and_undo_restores_the_bindings(harness: CredentialsHarness) -> None:
    await with_servers(harness)
    await harness.office.order("secret.bind", name="t", servers=["git"])
    await harness.look()
    scrolled = harness.page.detail.body.verticalScrollBar()
    harness.page.detail.body.setMaximumHeight(60)
    await until(lambda: scrolled.maximum() > 0)
    scrolled.setValue(scrolled.maximum())
    harness.press("Remove…")
    assert scrolled.value() == 0, "the servers that lose it are visible"
    result = harness.find("Confirm").text()
    assert "This can't be undone" in result and "git" in result
    assert harness.find("Cancel").hasFocus()
    harness.press("Cancel")
    assert harness.office.config.secrets
    harness.press("Remove…")
    harness.press("Remove")
    await until(lambda: harness.is_shown("Restore without value"))
    assert not harness.office.config.secrets and await harness.office.keychain.get("t") is None
    await until(lambda: QApplication.focusWidget() is harness.page)  # the list is empty
    harness.press("Restore without value")
    await until(lambda: harness.is_shown("Set value…"))
    assert harness.office.config.secrets["t"].servers == ("git",)
    assert harness.page.listing.lines.line(0).right == "no value"
    assert row(harness, "git").startswith("No value to provide as the variable TOKEN.")
    tones = {harness.page.listing.lines.line(0).tone, harness.find("How git uses it").property("tone")}
    assert tones == {"danger"}, "one colour for one fact"
    await harness.idle()


async def test_credential_without_value_is_removed_with_full_undo(harness: CredentialsHarness) -> None:
    await harness.office.order("secret.enter", name="t", note="mine")
    await harness.look()
    harness.choose("t")
    await until(lambda: harness.is_shown("Set value…"))
    harness.press("Remove…")
    assert "has no value." in harness.find("Confirm").text()
    harness.press("Remove")
    await until(lambda: harness.page.notice.isVisible())
    harness.page.notice.undo()
    await until(lambda: "t" in harness.office.config.secrets)
    assert harness.office.config.secrets["t"].note == "mine"
    await harness.idle()


# --- the keychain


def test_each_keyring_state_has_its_own_text() -> None:
    assert set(STATES) == set(ADVICE)
    assert len({shape.text for shape in STATES.values()}) == len(STATES)


async def test_value_is_kept_in_memory_without_a_keyring(harness: CredentialsHarness) -> None:
    harness.office.ring = None
    harness.office.keychain._vault._backend = None
    await harness.office.order("secret.check", ask=True)
    await harness.look()
    assert "No keyring is available" in harness.find("Keyring").text()
    harness.press("Add credential")
    assert harness.page.editor.memory.isChecked()
    harness.page.editor.memory.setChecked(False)
    harness.type_in("Name", "t")
    harness.type_in("Value", VALUE)
    harness.press("Add")
    await until(lambda: "keychain" in harness.page.editor.error_label.text().lower())
    harness.page.editor.memory.setChecked(True)
    harness.press("Add")
    await until(lambda: harness.office.keychain.is_session_only("t") and not harness.is_shown("New credential"))
    await until(lambda: harness.is_shown("Value") and "only in memory" in harness.find("Value").text())
    await harness.idle()


async def test_hanging_keyring_never_blocks_the_window(
    harness: CredentialsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert harness.office.ring is not None
    harness.office.keychain.set_timeout(0.2)
    gate = threading.Event()
    monkeypatch.setattr(harness.office.ring, "set_password", lambda *_: gate.wait(120))
    harness.press("Add credential")
    harness.type_in("Name", "t")
    harness.type_in("Value", VALUE)
    harness.press("Add")
    turns = 0
    while not harness.page.editor.error_label.text():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 10, "the window stood still while the keyring hung"
    assert "does not answer" in harness.page.editor.error_label.text()
    await harness.look()
    assert harness.page.strip.state == "slow" and harness.is_shown("Try again")
    gate.set()
    harness.press("Cancel")
    harness.press("Try again")
    await until(lambda: harness.page.strip.state == "ready")
    await harness.idle()


async def test_locked_keyring_is_accessed_only_by_its_button(
    harness: CredentialsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.office.order("secret.set", name="t", value=VALUE)
    monkeypatch.setattr(harness.office.keychain._vault, "is_usable_unprompted", lambda: False)
    await harness.look()
    harness.choose("t")
    await until(lambda: harness.page.strip.state == "closed")
    assert "Unlock your keyring" in harness.find("Value").text()
    harness.press("Unlock")
    await until(lambda: "in your keyring" in harness.find("Value").text())
    shown = harness.find("Value").text()
    assert shown.startswith("The value is in your keyring: "), "it names the keyring"
    assert harness.page.strip.isHidden(), "all is well"
    await harness.look()
    assert harness.find("Value").text() == shown
    await harness.idle()


# --- the frame


async def test_other_pages_can_open_a_credential(harness: CredentialsHarness) -> None:
    await harness.office.order("secret.set", name="a", value=VALUE)
    await harness.office.order("secret.set", name="b", value=VALUE)
    harness.window.go("credentials", "b")
    await harness.look()
    assert harness.page.listing.key() == "b"
    harness.window.go("credentials", "new")
    assert harness.is_shown("New credential")
    await harness.idle()


async def test_selection_survives_list_changes(harness: CredentialsHarness) -> None:
    for name in ("b", "d"):
        await harness.office.order("secret.set", name=name, value=VALUE)
    await harness.look()
    harness.choose("d")
    await harness.office.order("secret.set", name="a", value=VALUE)
    await harness.office.order("secret.remove", name="b")
    await harness.look()
    assert [harness.page.listing.lines.line(at).key for at in range(2)] == ["a", "d"]
    assert harness.page.listing.key() == "d"
    harness.window.grab()
    await harness.idle()


async def test_credential_bound_to_another_launch_is_rebound_with_one_click(
    harness: CredentialsHarness,
) -> None:
    await harness.office.order("server.add", name="git", command="sh", args=["-c", "1"], env={"A": "${secret:token}"})
    await harness.office.order("secret.set", name="token", value=VALUE)
    await harness.office.order("secret.bind", name="token", servers=["git"])
    await harness.look()
    assert not harness.is_shown("Bind the current git again")
    await harness.office.order(
        "server.change", name="git", command="sh", args=["-c", "2"], env={"A": "${secret:token}"}
    )
    await harness.look()
    await until(lambda: harness.is_shown("Bind the current git again"))
    assert "The server's command, URL or program changed" in harness.everything()
    assert harness.page.listing.lines.line(0).right == "server changed"
    harness.press("Bind the current git again")
    await until(lambda: not harness.is_shown("Bind the current git again"))
    assert harness.office.config.secrets["token"].launches["git"]["command"] == "sh -c 2"
    await harness.idle()
