"""A bundle on the page Servers: opened or dropped, reviewed with its exact command, added; and one of ours, saved."""

from __future__ import annotations

import json
import zipfile
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtWidgets import QLabel

from tests.clients.wiring.test_bundles import MANIFEST, bundle
from tests.support.services_harness import Harness
from tests.window.conftest import Stage, opened, until
from toolguard.clients.wiring.machine import Machine
from toolguard.window.widgets.text_label import TextLabel

SECRET = "hunter2-and-a-half"


class Desk(Stage):
    office: Harness

    @property
    def page(self) -> Any:
        return self.window.stack.page("servers")

    @property
    def review(self) -> Any:
        return self.page.bundle

    async def idle(self) -> None:
        await until(lambda: not self.review._pause.isActive())
        await until(lambda: not self.window.context.core_link._tasks)

    def text(self) -> str:
        """Everything that can be read on the page."""
        labels = [one.text() for one in self.page.findChildren(QLabel) if one.isVisible()]
        return "\n".join(labels + [one.said() for one in self.page.findChildren(TextLabel) if one.isVisible()])

    async def open(self, path: Path) -> None:
        self.press("Import…")
        self.page.paste.file.take(path)
        await until(lambda: self.page.stack.currentWidget() is self.review)
        await self.idle()


@pytest.fixture
async def desk(tmp_path: Path, office: Harness) -> AsyncIterator[Desk]:
    office.app = replace(office.app, machine=lambda: Machine("linux", tmp_path / "home", {"PATH": ""}))
    async with opened(tmp_path, run=office.run) as stage:
        made = Desk(stage.window, stage.gate, stage.quits)
        made.office = office
        made.window.turn("servers")
        await made.idle()
        yield made
        made.page._clock.stop()
        await made.idle()


async def test_bundle_is_reviewed_completed_and_added(desk: Desk, tmp_path: Path) -> None:
    await desk.open(bundle(tmp_path / "files.mcpb"))
    said = desk.text()
    assert "Add My files" in said and "version 1.2.0" in said and "SHA-256 " in said
    assert "No value yet." in said and "Desktop" in desk.review.launch.said()
    assert not (tmp_path / "bundles").exists() and desk.review.add.isEnabled()
    desk.review.fields["folders"].take("/srv/notes")
    desk.review.fields["most"].take("7")
    desk.review.fields["key"].secret.line.setText(SECRET)
    await desk.idle()
    assert "/srv/notes --max=7" in desk.review.launch.said()
    assert "Stored in your keyring: KEY." in desk.text() and SECRET not in desk.text()
    desk.press("Add server from the bundle")
    await until(lambda: desk.page.stack.currentWidget() is desk.page.detail)
    await desk.idle()
    spec = desk.office.config.servers["files"]
    assert spec.args[1:] == ("/srv/notes", "--max=7") or list(spec.args)[1:] == ["/srv/notes", "--max=7"]
    assert spec.env["API_KEY"] == "Bearer ${secret:KEY}"
    assert await desk.office.keychain.get("KEY") == SECRET
    assert desk.office.config.secrets["KEY"].servers == ("files",)
    assert SECRET not in (tmp_path / "config.json").read_text()


async def test_invalid_value_is_reported_at_its_field(desk: Desk, tmp_path: Path) -> None:
    needed = {"type": "directory", "title": "Base folder", "description": "", "required": True}
    options = {**MANIFEST["user_config"], "base": needed}
    await desk.open(bundle(tmp_path / "files.mcpb", {**MANIFEST, "user_config": options}))
    assert not desk.review.add.isEnabled() and "Enter below before you add it: Base folder." in desk.text()
    desk.review.fields["base"].take("/srv")
    desk.review.fields["most"].take("0")
    await desk.idle()
    assert not desk.review.add.isEnabled() and desk.review.fields["most"].says.text() == "most must be at least 1."
    desk.review.fields["most"].take("1")
    await desk.idle()
    assert desk.review.add.isEnabled() and not desk.review.fields["most"].says.isVisible()


async def test_used_name_is_refused(desk: Desk, tmp_path: Path) -> None:
    await desk.office.order("server.add", name="mine", command="prog")
    await desk.open(bundle(tmp_path / "files.mcpb"))
    desk.review.name.setText("mine")
    desk.review._changed()
    await desk.idle()
    desk.press("Add server from the bundle")
    await until(lambda: desk.review.says.text())
    await desk.idle()
    assert "mine" in desk.review.says.text() and not (tmp_path / "bundles").exists()


async def test_declined_bundle_leaves_nothing(desk: Desk, tmp_path: Path) -> None:
    await desk.open(bundle(tmp_path / "files.mcpb"))
    desk.review.fields["key"].secret.line.setText(SECRET)
    desk.press("Cancel import")
    await desk.idle()
    assert desk.page.stack.currentWidget() is not desk.review and not desk.review.fields
    assert not (tmp_path / "bundles").exists() and not desk.office.config.servers and not desk.office.config.secrets


async def test_bundle_replaced_during_review_is_not_added(desk: Desk, tmp_path: Path) -> None:
    path = bundle(tmp_path / "files.mcpb")
    await desk.open(path)
    bundle(path, {**MANIFEST, "description": "Another one."})
    desk.press("Add server from the bundle")
    await until(lambda: "changed in the meantime" in desk.review.says.text())
    await desk.idle()
    assert not desk.office.config.servers and not (tmp_path / "bundles").exists()


async def test_invalid_bundle_is_reported(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "x.mcpb").write_bytes(b"PK nothing")
    desk.press("Import…")
    desk.page.paste.file.take(tmp_path / "x.mcpb")
    await until(lambda: "not a bundle" in desk.page.paste.says.text())
    await desk.idle()


async def test_dropped_bundle_and_settings_file_are_shown(desk: Desk, tmp_path: Path) -> None:
    path = bundle(tmp_path / "Files.DXT")
    assert desk.window._page_for(path) == "servers"
    desk.page.drop(path)
    await until(lambda: desk.page.stack.currentWidget() is desk.review)
    await desk.idle()
    settings = tmp_path / "mcp.json"
    settings.write_text(json.dumps({"mcpServers": {"git": {"command": "uvx"}}}))
    assert desk.window._page_for(settings) == "servers"
    desk.page.drop(settings)
    await until(lambda: [row.found["name"] for row in desk.page.paste.rows] == ["git"])
    await desk.idle()


async def test_file_dropped_on_the_text_is_handled_by_the_window(desk: Desk, tmp_path: Path) -> None:
    file, words = QMimeData(), QMimeData()
    file.setUrls([QUrl.fromLocalFile(str(bundle(tmp_path / "files.mcpb")))])
    words.setText("uvx mcp-server-git")
    desk.press("Import…")
    assert not desk.page.paste.text.canInsertFromMimeData(file)
    assert desk.page.paste.text.canInsertFromMimeData(words)
    enter = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, file, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    enter.setAccepted(False)
    desk.window.dragEnterEvent(enter)
    assert enter.isAccepted()


async def test_hostile_bundle_texts_are_shown_as_data(desk: Desk, tmp_path: Path) -> None:
    hostile = {**MANIFEST, "display_name": "<b>Bank</b>\u202e", "description": "a\u200bb", "version": "1\n2"}
    hostile["user_config"] = {"k": {"type": "string", "title": "\u202eT<i>", "description": "d"}}
    config = {"command": "node", "args": []}
    hostile["server"] = {"type": "node", "entry_point": "server/index.js", "mcp_config": config}
    await desk.open(bundle(tmp_path / "files.mcpb", hostile))
    assert "<b>Bank</b>" in desk.text() and "\u202e" not in desk.text().replace("\u200e", "")


async def test_own_bundle_is_saved_for_a_client(desk: Desk, tmp_path: Path) -> None:
    claude = tmp_path / "home" / ".config" / "Claude" / "claude_desktop_config.json"
    claude.parent.mkdir(parents=True)
    claude.write_text('{"mcpServers": {}}')
    await desk.office.order("server.add", name="files", command="prog")
    desk.window.turn("clients")
    clients: Any = desk.window.stack.page("clients")
    clients._look.ask()
    await desk.idle()
    clients.open("Claude Desktop")
    await desk.idle()
    menu = clients.detail.servers.save.menu()
    assert [action.text() for action in menu.actions()] == ["files"]
    menu.actions()[0].trigger()
    assert clients.saving.dialog is not None
    clients.saving.dialog.reject()
    target = tmp_path / "files-toolguard.mcpb"
    clients.saving.start("files", str(target))
    await until(lambda: clients.notice.isVisible())
    await desk.idle()
    clients._look_again.stop()
    with zipfile.ZipFile(target) as made:
        manifest = json.loads(made.read("manifest.json"))
    assert manifest["server"]["mcp_config"]["args"] == ["--server", "files"]
    clients.saving.start("files", str(tmp_path / "nowhere" / "x.mcpb"))
    await until(lambda: "Can't write" in clients.detail.says.text())
    await desk.idle()
