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
from PySide6.QtWidgets import QFileDialog, QLabel

from tests.clients.wiring.test_bundles import MANIFEST, bundle
from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, opened
from toolguard.clients.wiring.machine import Machine
from toolguard.window.widgets.text_label import TextLabel

SECRET = "hunter2-and-a-half"


class BundleHarness(WindowHarness):
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
        return "\n".join(labels + [one.text() for one in self.page.findChildren(TextLabel) if one.isVisible()])

    async def open(self, path: Path) -> None:
        self.press("Import…")
        self.page.paste.file.read_file(path)
        await until(lambda: self.page.stack.currentWidget() is self.review)
        await self.idle()


@pytest.fixture
async def harness(tmp_path: Path, office: Harness) -> AsyncIterator[BundleHarness]:
    office.app = replace(office.app, machine=lambda: Machine("linux", tmp_path / "home", {"PATH": ""}))
    async with opened(tmp_path, page="servers", run=office.run) as base:
        made = BundleHarness(base.window, base.gate, base.quits)
        made.office = office
        await made.idle()
        yield made
        made.page._clock.stop()
        await made.idle()


async def test_bundle_is_reviewed_completed_and_added(harness: BundleHarness, tmp_path: Path) -> None:
    await harness.open(bundle(tmp_path / "files.mcpb"))
    result = harness.text()
    assert "Add My files" in result and "version 1.2.0" in result and "SHA-256 " in result
    assert "No value yet." in result and "Desktop" in harness.review.launch.text()
    assert not (tmp_path / "bundles").exists() and harness.review.add.isEnabled()
    harness.review.fields["folders"].set_path("/srv/notes")
    harness.review.fields["most"].set_path("7")
    harness.review.fields["key"].secret.line.setText(SECRET)
    await harness.idle()
    assert "/srv/notes --max=7" in harness.review.launch.text()
    assert "Will be stored in your keyring: KEY." in harness.text() and SECRET not in harness.text()
    harness.press("Add server from the bundle")
    await until(lambda: harness.page.stack.currentWidget() is harness.page.detail)
    await harness.idle()
    spec = harness.office.config.servers["files"]
    assert spec.args[1:] == ("/srv/notes", "--max=7") or list(spec.args)[1:] == ["/srv/notes", "--max=7"]
    assert spec.env["API_KEY"] == "Bearer ${secret:KEY}"
    assert await harness.office.keychain.get("KEY") == SECRET
    assert harness.office.config.secrets["KEY"].servers == ("files",)
    assert SECRET not in (tmp_path / "config.json").read_text()
    harness.page.notice.undo()
    await harness.idle()
    assert not harness.office.config.servers and not harness.office.config.secrets
    assert harness.office.ring is not None and SECRET not in harness.office.ring.kept.values()


async def test_invalid_value_is_reported_at_its_field(harness: BundleHarness, tmp_path: Path) -> None:
    needed = {"type": "directory", "title": "Base folder", "description": "", "required": True}
    options = {**MANIFEST["user_config"], "base": needed}
    await harness.open(bundle(tmp_path / "files.mcpb", {**MANIFEST, "user_config": options}))
    assert not harness.review.add.isEnabled() and "Enter below before you add it: Base folder." in harness.text()
    harness.review.fields["base"].set_path("/srv")
    harness.review.fields["most"].set_path("0")
    await harness.idle()
    assert (
        not harness.review.add.isEnabled()
        and harness.review.fields["most"].error_label.text() == "Most must be at least 1."
    )
    harness.review.fields["most"].set_path("1")
    await harness.idle()
    assert harness.review.add.isEnabled() and not harness.review.fields["most"].error_label.isVisible()


async def test_used_name_is_refused(harness: BundleHarness, tmp_path: Path) -> None:
    await harness.office.order("server.add", name="mine", command="prog")
    await harness.open(bundle(tmp_path / "files.mcpb"))
    harness.review.name.setText("mine")
    harness.review._changed()
    await harness.idle()
    harness.press("Add server from the bundle")
    await until(lambda: harness.review.error_label.text())
    await harness.idle()
    assert "mine" in harness.review.error_label.text() and not (tmp_path / "bundles").exists()


async def test_declined_bundle_leaves_nothing(harness: BundleHarness, tmp_path: Path) -> None:
    await harness.open(bundle(tmp_path / "files.mcpb"))
    harness.review.fields["key"].secret.line.setText(SECRET)
    harness.press("Cancel import")
    await harness.idle()
    assert harness.page.stack.currentWidget() is not harness.review and not harness.review.fields
    assert (
        not (tmp_path / "bundles").exists() and not harness.office.config.servers and not harness.office.config.secrets
    )


async def test_bundle_replaced_during_review_is_not_added(harness: BundleHarness, tmp_path: Path) -> None:
    path = bundle(tmp_path / "files.mcpb")
    await harness.open(path)
    bundle(path, {**MANIFEST, "description": "Another one."})
    harness.press("Add server from the bundle")
    await until(lambda: "changed in the meantime" in harness.review.error_label.text())
    await harness.idle()
    assert not harness.office.config.servers and not (tmp_path / "bundles").exists()


async def test_invalid_bundle_is_reported(harness: BundleHarness, tmp_path: Path) -> None:
    (tmp_path / "x.mcpb").write_bytes(b"PK nothing")
    harness.press("Import…")
    harness.page.paste.file.read_file(tmp_path / "x.mcpb")
    await until(lambda: "not a bundle" in harness.page.paste.status_label.text())
    await harness.idle()


async def test_dropped_bundle_and_settings_file_are_shown(harness: BundleHarness, tmp_path: Path) -> None:
    path = bundle(tmp_path / "Files.DXT")
    assert harness.window._page_for(path) == "servers"
    harness.page.drop(path)
    await until(lambda: harness.page.stack.currentWidget() is harness.review)
    await harness.idle()
    settings = tmp_path / "mcp.json"
    settings.write_text(json.dumps({"mcpServers": {"git": {"command": "uvx"}}}))
    assert harness.window._page_for(settings) == "servers"
    harness.page.drop(settings)
    await until(lambda: [row.found["name"] for row in harness.page.paste.rows] == ["git"])
    await harness.idle()


async def test_file_dropped_on_the_text_is_handled_by_the_window(harness: BundleHarness, tmp_path: Path) -> None:
    file, words = QMimeData(), QMimeData()
    file.setUrls([QUrl.fromLocalFile(str(bundle(tmp_path / "files.mcpb")))])
    words.setText("uvx mcp-server-git")
    harness.press("Import…")
    assert not harness.page.paste.text.canInsertFromMimeData(file)
    assert harness.page.paste.text.canInsertFromMimeData(words)
    enter = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, file, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    enter.setAccepted(False)
    harness.window.dragEnterEvent(enter)
    assert enter.isAccepted()


async def test_hostile_bundle_texts_are_shown_as_data(harness: BundleHarness, tmp_path: Path) -> None:
    hostile = {**MANIFEST, "display_name": "<b>Bank</b>\u202e", "description": "a\u200bb", "version": "1\n2"}
    hostile["user_config"] = {"k": {"type": "string", "title": "\u202eT<i>", "description": "d"}}
    config = {"command": "node", "args": []}
    hostile["server"] = {"type": "node", "entry_point": "server/index.js", "mcp_config": config}
    await harness.open(bundle(tmp_path / "files.mcpb", hostile))
    assert "<b>Bank</b>" in harness.text() and "\u202e" not in harness.text().replace("\u200e", "")


async def test_own_bundle_is_saved_for_a_client(harness: BundleHarness, tmp_path: Path) -> None:
    claude = tmp_path / "home" / ".config" / "Claude" / "claude_desktop_config.json"
    claude.parent.mkdir(parents=True)
    claude.write_text('{"mcpServers": {}}')
    await harness.office.order("server.add", name="files", command="prog")
    harness.window.turn("clients")
    clients: Any = harness.window.stack.page("clients")
    clients._refresh.request()
    await harness.idle()
    clients.open("Claude Desktop")
    await harness.idle()
    menu = clients.detail.servers.save.menu()
    assert [action.text() for action in menu.actions()] == ["files"]
    menu.actions()[0].trigger()
    clients.findChild(QFileDialog).reject()
    target = tmp_path / "files-toolguard.mcpb"
    clients.saving.start("files", str(target))
    await until(lambda: clients.notice.isVisible())
    await harness.idle()
    clients._look_again.stop()
    with zipfile.ZipFile(target) as made:
        manifest = json.loads(made.read("manifest.json"))
    assert manifest["server"]["mcp_config"]["args"] == ["--server", "files"]
    clients.saving.start("files", str(tmp_path / "nowhere" / "x.mcpb"))
    await until(lambda: "Can't write" in clients.detail.error_label.text())
    await harness.idle()
