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
from PySide6.QtWidgets import QLabel, QLineEdit, QTextEdit, QWidget

from tests.support.services_harness import Harness
from tests.window.conftest import Stage, name_of, opened, until
from toolguard.gate.policy.unicode_safety import visible
from toolguard.store.config.config import Secret
from toolguard.store.keychain import ADVICE
from toolguard.store.log.client_history import SecretUsage
from toolguard.tables.credentials import entered_kinds
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


class Desk(Stage):
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
        self.page._look_back.ask()
        await self.idle()

    async def idle(self) -> None:
        """Nothing is asked any more: what a test leaves behind would run when no loop does."""
        self.page._pause.stop()
        await until(lambda: not self.window.context.core_link._tasks)

    def find(self, name: str) -> Any:
        """A field and the label beside it have one name: the field is meant."""
        seen = [each for each in self.window.findChildren(QWidget) if each.isVisible() and name_of(each) == name]
        fields = [each for each in seen if not isinstance(each, QLabel)]
        assert seen, f"nothing visible is called {name!r}"
        return (fields or seen)[0]

    def type_in(self, name: str, words: str) -> None:
        QTest.keyClicks(self.find(name), words)

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
async def desk(tmp_path: Path, office: Harness) -> AsyncIterator[Desk]:
    log = Log()
    async with opened(tmp_path, run=office.run, reading=log) as stage:
        made = Desk(stage.window, stage.gate, stage.quits)
        made.office, made.log = office, log
        made.audit.take = lambda _: None
        stage.window.turn("credentials")
        await made.look()
        yield made
    QGuiApplication.clipboard().clear()


async def add(desk: Desk, name: str = "github-token", value: str = VALUE) -> None:
    desk.press("Add credential")
    desk.type_in("Name", name)
    desk.type_in("Value", value)
    desk.press("Add")
    await until(lambda: name in desk.page._present)


# --- adding


async def test_typed_new_credential_is_not_cleared(desk: Desk) -> None:
    await desk.office.order("secret.set", name="old", value=VALUE)
    await desk.look()
    desk.press("Add credential")
    assert desk.page.listing.key() == "", "the form is for none of them"
    desk.type_in("Name", "fresh")
    await desk.look()
    desk.press("Add credential")
    assert desk.page.editor.name.text() == "fresh" and desk.page.right.currentWidget() is desk.page.editor
    desk.press("Cancel")
    assert desk.page.listing.key() == "old" and desk.page.right.currentWidget() is desk.page.detail
    await desk.idle()


async def test_new_credential_is_bound_to_a_server_in_five_actions(desk: Desk) -> None:
    await desk.office.order("server.add", name="git", command="git-server", env={"HOME": "/srv"})
    await desk.look()
    desk.press("Add credential")
    desk.type_in("Value", VALUE)
    desk.find("Server").setCurrentIndex(1)
    desk.type_in("Environment variable", "GIT_TOKEN")
    editor = desk.page.editor
    assert editor.place.text() == "git gets GIT_TOKEN=${secret:git-git_token}"
    desk.press("Add")
    await until(lambda: "git-git_token" in desk.office.config.secrets)
    await until(lambda: desk.office.config.secrets["git-git_token"].servers == ("git",))
    assert desk.office.config.servers["git"].env == {"HOME": "/srv", "GIT_TOKEN": "${secret:git-git_token}"}
    await until(lambda: desk.page.right.currentWidget() is desk.page.detail)
    await until(lambda: desk.page.listing.key() == "git-git_token")
    await until(lambda: "Provided as the variable GIT_TOKEN" in row(desk, "git"))
    assert VALUE not in str(desk.office.config.servers["git"].env)
    await desk.idle()


async def test_authorization_header_gets_its_scheme(desk: Desk) -> None:
    await desk.office.order("server.add", name="far", kind="http", url="https://example.org/mcp")
    await desk.look()
    desk.press("Add credential")
    desk.type_in("Name", "far-key")
    desk.type_in("Value", VALUE)
    desk.find("Server").setCurrentIndex(1)
    desk.type_in("Header", "Authorization")
    desk.press("Add")
    await until(lambda: "far-key" in desk.office.config.secrets and desk.office.config.secrets["far-key"].servers)
    assert desk.office.config.servers["far"].headers == {"Authorization": "Bearer ${secret:far-key}"}
    await desk.idle()


@pytest.mark.parametrize(
    ("key", "why"), [("", "Enter the variable"), ("A B", "Enter the variable"), ("Token", "already")]
)
async def test_invalid_variable_name_is_refused_before_storing(desk: Desk, key: str, why: str) -> None:
    await desk.office.order("server.add", name="git", command="git-server", env={"TOKEN": "in the clear"})
    await desk.look()
    desk.press("Add credential")
    desk.type_in("Name", "t")
    desk.type_in("Value", VALUE)
    desk.find("Server").setCurrentIndex(1)
    if key:
        desk.type_in("Environment variable", key)
    desk.press("Add")
    assert why in desk.page.editor.says.text()
    assert not desk.office.config.secrets and desk.office.config.servers["git"].env == {"TOKEN": "in the clear"}
    await desk.idle()


async def test_removed_server_leaves_the_credential_stored_with_a_message(desk: Desk) -> None:
    await desk.office.order("server.add", name="git", command="git-server")
    await desk.look()
    desk.press("Add credential")
    desk.type_in("Name", "t")
    desk.type_in("Value", VALUE)
    desk.find("Server").setCurrentIndex(1)
    desk.type_in("Environment variable", "TOKEN")
    desk.page._pause.setInterval(3_600_000)  # the form does not hear of it before Add is pressed
    await desk.office.order("server.remove", name="git")
    desk.press("Add")
    await until(lambda: "no server gets it" in desk.page.detail.says.text())
    assert desk.office.config.secrets["t"].servers == ()
    await desk.idle()


async def test_empty_page_offers_one_button(desk: Desk) -> None:
    assert desk.sees("No credentials yet")
    assert not desk.sees("Credentials") or not desk.page.listing.isVisible()
    await add(desk)
    assert desk.page.listing.key() == "github-token"
    assert desk.office.config.secrets["github-token"] == Secret()
    await desk.idle()


async def test_value_is_masked_while_typed_and_gone_after_saving(desk: Desk) -> None:
    desk.press("Add credential")
    desk.type_in("Name", "github-token")
    desk.type_in("Value", VALUE)
    assert VALUE not in desk.find("Value").displayText()
    desk.press("Add")
    await until(lambda: desk.sees("Replace value…"))
    assert desk.office.ring is not None and VALUE in desk.office.ring.kept.values()
    assert VALUE not in desk.everything()
    desk.press("Replace value…")
    assert desk.find("Value").text() == "" and VALUE not in desk.everything()
    await desk.idle()


async def test_missing_input_is_reported_beside_the_form_and_text_stays(desk: Desk) -> None:
    desk.press("Add credential")
    desk.type_in("Name", "-no")
    desk.press("Add")
    assert "Start with a letter" in desk.page.editor.says.text()
    desk.page.editor.name.setText("ok")
    desk.press("Add")
    assert "Type or paste the value" in desk.page.editor.says.text()
    desk.type_in("Value", VALUE)
    assert not desk.page.editor.says.text()
    await desk.office.order("secret.set", name="ok", value="other")
    desk.press("Add")
    await until(lambda: "already" in desk.page.editor.says.text())
    assert desk.find("Value").text() == VALUE and desk.page.editor.save.isEnabled()
    await desk.idle()


async def test_kind_and_note_can_be_changed_without_the_value(desk: Desk) -> None:
    desk.press("Add credential")
    desk.type_in("Name", "t")
    desk.page.editor.kind.setCurrentIndex(entered_kinds().index("bearer_token"))
    desk.type_in("Note", "ends in May")
    desk.type_in("Value", VALUE)
    desk.keys(Qt.Key.Key_Return)
    QTest.keyClick(desk.find("Value"), Qt.Key.Key_Return)
    await until(lambda: desk.sees("Edit kind and note"))
    assert desk.office.config.secrets["t"] == Secret(kind="bearer_token", note="ends in May")
    desk.press("Edit kind and note")
    assert not desk.sees("Value")
    desk.page.editor.note.setText("ends in June")
    desk.press("Save")
    await until(lambda: desk.office.config.secrets["t"].note == "ends in June")
    assert await desk.office.keychain.get("t") == VALUE
    await desk.idle()


async def test_escape_closes_the_form_and_clears_the_value(desk: Desk) -> None:
    desk.press("Add credential")
    desk.type_in("Value", VALUE)
    QTest.keyClick(desk.find("Value"), Qt.Key.Key_Escape)
    assert desk.sees("Add credential") and VALUE not in desk.everything()
    await desk.idle()


# --- pasting


async def test_multiline_value_is_pasted_completely_and_clipboard_cleared(desk: Desk) -> None:
    key = "-----BEGIN KEY-----\n" + "A" * 2000 + "\n-----END KEY-----\n"
    QGuiApplication.clipboard().setText(key)
    desk.press("Add credential")
    desk.type_in("Name", "key")
    QTest.keyClick(desk.find("Value"), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert "in 3 lines" in desk.page.editor.value.says.text()
    assert "BEGIN" not in desk.everything()
    desk.press("Add")
    await until(lambda: desk.sees("Clear clipboard"))
    assert await desk.office.keychain.get("key") == key
    desk.press("Clear clipboard")
    assert QGuiApplication.clipboard().text() == "" and not desk.sees("Clear clipboard")
    await desk.idle()


async def test_final_line_break_of_a_pasted_token_is_removed(desk: Desk) -> None:
    QGuiApplication.clipboard().setText(VALUE + "\n")
    desk.press("Add credential")
    desk.type_in("Name", "t")
    desk.press("Paste from the clipboard")
    desk.press("Add")
    await until(lambda: desk.sees("Clear clipboard"))
    assert await desk.office.keychain.get("t") == VALUE
    await desk.idle()


@pytest.mark.parametrize(("text", "says"), [("", "contains no text"), (" x ", "begins or ends with a space")])
async def test_unusual_pasted_value_is_reported(desk: Desk, text: str, says: str) -> None:
    QGuiApplication.clipboard().setText(text)
    desk.press("Add credential")
    desk.press("Paste from the clipboard")
    assert says in desk.page.editor.value.says.text()
    await desk.idle()


async def test_too_long_value_is_refused_before_storing(desk: Desk) -> None:
    QGuiApplication.clipboard().setText("x" * 40_000)
    desk.press("Add credential")
    desk.type_in("Name", "t")
    desk.press("Paste from the clipboard")
    desk.press("Add")
    assert "maximum is 32,768 bytes" in desk.page.editor.says.text()
    QTest.keyClick(desk.find("Value"), Qt.Key.Key_Delete)
    assert desk.page.editor.value.value() == ""
    await desk.idle()


# --- where it goes


async def with_servers(desk: Desk) -> None:
    await desk.office.order("server.add", name="git", command="c", env={"TOKEN": "${secret:t}"})
    await desk.office.order("server.add", name="mail", command="c")
    await desk.office.order("secret.set", name="t", value=VALUE)
    await desk.look()
    desk.choose("t")


def row(desk: Desk, server: str) -> str:
    return str(desk.find(f"How {server} uses it").said())


async def test_unbound_server_is_highlighted_and_bound_with_one_click(desk: Desk) -> None:
    await with_servers(desk)
    assert "it is not bound" in row(desk, "git") and "the variable TOKEN" in row(desk, "git")
    assert desk.page.listing.lines.line(0).right == "not bound"
    desk.press("Bind git")
    await until(lambda: desk.sees("Unbind git"))
    assert desk.office.config.secrets["t"].servers == ("git",)
    assert row(desk, "git").startswith("Provided as the variable TOKEN. Never used.")
    await desk.idle()


async def test_binding_another_server_can_be_undone(desk: Desk) -> None:
    await with_servers(desk)
    assert [desk.page.detail.server.itemData(at) for at in range(desk.page.detail.server.count())] == ["mail"]
    desk.press("Bind to this server")
    await until(lambda: desk.sees("Unbind mail"))
    assert "${secret:t}" in row(desk, "mail")
    desk.page.notice.undo()
    await until(lambda: not desk.office.config.secrets["t"].servers)
    await until(lambda: not desk.sees("Unbind mail"))
    await desk.idle()


async def test_unbound_server_can_be_bound_again(desk: Desk) -> None:
    await with_servers(desk)
    await desk.office.order("secret.bind", name="t", servers=["git"])
    await desk.look()
    desk.press("Unbind git")
    await until(lambda: desk.page.notice.isVisible())
    assert "keep it until they exit" in desk.page.notice.words.said()
    desk.page.notice.undo()
    await until(lambda: desk.office.config.secrets["t"].servers == ("git",))
    await desk.idle()


async def test_last_release_is_shown_also_for_removed_servers(desk: Desk) -> None:
    now = time.time()
    desk.log.released = [
        SecretUsage("t", "git", "env TOKEN", now, 3), SecretUsage("t", "old", "env X", now - 90_000, 1),
        SecretUsage("other", "git", "env Y", now, 9),
    ]  # fmt: skip
    await with_servers(desk)
    assert "3 times in total" in row(desk, "git")
    assert row(desk, "old").startswith("This server was removed. Used once, at ")
    assert not desk.sees("Bind old")
    await desk.idle()


async def test_credential_used_for_log_shipping_is_labelled(desk: Desk) -> None:
    """It is bound to no server and is in use all the same."""
    place, header = "https://otel.example.com/\u202ev1/logs", "authorization=Bearer ${secret:t}"
    await desk.office.order("secret.set", name="t", value=VALUE)
    desk.office.config.set_preference("ship_otlp", place)
    desk.office.config.set_preference("ship_headers", [header])
    desk.log.released = [SecretUsage("t", "", f"log shipping to {place}", time.time(), 1)]
    await desk.look()
    desk.choose("t")
    assert desk.page.listing.lines.line(0).below.endswith("used by log shipping")
    assert desk.sees(f"Log shipping sends it to {visible(place)} in a header. Change the headers in Settings.")
    assert desk.find("Last used by").said() == "log shipping"
    assert not desk.sees("Not bound to any server. Bind it, then reference it in the server's settings.")
    assert not desk.sees("This server was removed.")
    desk.press("Remove…")
    assert "the log isn't sent" in desk.find("Confirm").said()
    await desk.idle()


async def test_foreign_texts_are_shown_as_plain_text(desk: Desk) -> None:
    await desk.office.order("server.add", name="s", command="c", env={"A\u202eB": "${secret:t}"})
    await desk.office.order("secret.set", name="t", value=VALUE, note="<b>x</b>\u202e" + "long " * 500)
    await desk.look()
    desk.choose("t")
    assert "A⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩B" in row(desk, "s")
    assert "<b>x</b>" in desk.find("Note").said()
    await desk.idle()


# --- removing


async def test_removal_warns_about_the_value_and_undo_restores_the_rest(desk: Desk) -> None:
    await with_servers(desk)
    await desk.office.order("secret.bind", name="t", servers=["git"])
    await desk.look()
    desk.press("Remove…")
    said = desk.find("Confirm").said()
    assert "This can't be undone" in said and "git" in said
    assert desk.find("Cancel").hasFocus()
    desk.press("Cancel")
    assert desk.office.config.secrets
    desk.press("Remove…")
    desk.press("Remove")
    await until(lambda: desk.sees("Restore without value"))
    assert not desk.office.config.secrets and await desk.office.keychain.get("t") is None
    desk.press("Restore without value")
    await until(lambda: desk.sees("Set value…"))
    assert desk.office.config.secrets["t"].servers == ("git",)
    assert desk.page.listing.lines.line(0).right == "no value"
    await desk.idle()


async def test_credential_without_value_is_removed_with_full_undo(desk: Desk) -> None:
    await desk.office.order("secret.enter", name="t", note="mine")
    await desk.look()
    desk.choose("t")
    await until(lambda: desk.sees("Set value…"))
    desk.press("Remove…")
    assert "no value to lose" in desk.find("Confirm").said()
    desk.press("Remove")
    await until(lambda: desk.page.notice.isVisible())
    desk.page.notice.undo()
    await until(lambda: "t" in desk.office.config.secrets)
    assert desk.office.config.secrets["t"].note == "mine"
    await desk.idle()


# --- the keychain


def test_each_keyring_state_has_its_own_text() -> None:
    assert set(STATES) == set(ADVICE)
    assert len({shape.words for shape in STATES.values()}) == len(STATES)


async def test_value_is_kept_in_memory_without_a_keyring(desk: Desk) -> None:
    desk.office.ring = None
    desk.office.keychain._vault._backend = None
    await desk.office.order("secret.check", ask=True)
    await desk.look()
    assert "No keyring is available" in desk.find("Keyring").said()
    desk.press("Add credential")
    assert desk.page.editor.memory.isChecked()
    desk.page.editor.memory.setChecked(False)
    desk.type_in("Name", "t")
    desk.type_in("Value", VALUE)
    desk.press("Add")
    await until(lambda: "keychain" in desk.page.editor.says.text().lower())
    desk.page.editor.memory.setChecked(True)
    desk.press("Add")
    await until(lambda: desk.office.keychain.session_only("t") and not desk.sees("New credential"))
    await until(lambda: desk.sees("Value") and "only in memory" in desk.find("Value").said())
    await desk.idle()


async def test_hanging_keyring_never_blocks_the_window(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert desk.office.ring is not None
    desk.office.keychain.timeout = 0.2
    gate = threading.Event()
    monkeypatch.setattr(desk.office.ring, "set_password", lambda *_: gate.wait(120))
    desk.press("Add credential")
    desk.type_in("Name", "t")
    desk.type_in("Value", VALUE)
    desk.press("Add")
    turns = 0
    while not desk.page.editor.says.text():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 10, "the window stood still while the keyring hung"
    assert "does not answer" in desk.page.editor.says.text()
    await desk.look()
    assert desk.page.strip.state == "slow" and desk.sees("Try again")
    gate.set()
    desk.press("Cancel")
    desk.press("Try again")
    await until(lambda: desk.page.strip.state == "ready")
    await desk.idle()


async def test_locked_keyring_is_accessed_only_by_its_button(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.office.order("secret.set", name="t", value=VALUE)
    monkeypatch.setattr(desk.office.keychain._vault, "quiet", lambda: False)
    await desk.look()
    desk.choose("t")
    await until(lambda: desk.page.strip.state == "closed")
    assert "Unlock your keyring" in desk.find("Value").said()
    desk.press("Unlock")
    await until(lambda: "in your keyring" in desk.find("Value").said())
    await desk.idle()


# --- the frame


async def test_other_pages_can_open_a_credential(desk: Desk) -> None:
    await desk.office.order("secret.set", name="a", value=VALUE)
    await desk.office.order("secret.set", name="b", value=VALUE)
    desk.window.go("credentials", "b")
    await desk.look()
    assert desk.page.listing.key() == "b"
    desk.window.go("credentials", "new")
    assert desk.sees("New credential")
    await desk.idle()


async def test_selection_survives_list_changes(desk: Desk) -> None:
    for name in ("b", "d"):
        await desk.office.order("secret.set", name=name, value=VALUE)
    await desk.look()
    desk.choose("d")
    await desk.office.order("secret.set", name="a", value=VALUE)
    await desk.office.order("secret.remove", name="b")
    await desk.look()
    assert [desk.page.listing.lines.line(at).key for at in range(2)] == ["a", "d"]
    assert desk.page.listing.key() == "d"
    desk.window.grab()
    await desk.idle()


async def test_credential_bound_to_another_launch_is_rebound_with_one_click(
    desk: Desk,
) -> None:
    await desk.office.order("server.add", name="git", command="sh", args=["-c", "1"], env={"A": "${secret:token}"})
    await desk.office.order("secret.set", name="token", value=VALUE)
    await desk.office.order("secret.bind", name="token", servers=["git"])
    await desk.look()
    assert not desk.sees("Bind the current git again")
    await desk.office.order("server.change", name="git", command="sh", args=["-c", "2"], env={"A": "${secret:token}"})
    await desk.look()
    await until(lambda: desk.sees("Bind the current git again"))
    assert "The server's command, URL or program changed" in desk.everything()
    assert desk.page.listing.lines.line(0).right == "server changed"
    desk.press("Bind the current git again")
    await until(lambda: not desk.sees("Bind the current git again"))
    assert desk.office.config.secrets["token"].launches["git"]["command"] == "sh -c 2"
    await desk.idle()
