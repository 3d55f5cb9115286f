"""Bundles in the real window: a bundle is opened, configured, added and used, and ToolGuard's own one is saved."""

import json
import zipfile

import pytest

from tests.clients.wiring.test_bundles import archive
from tests.journeys.chat_client import ChatClient
from tests.journeys.test_first_run import DEMO, written

pytestmark = pytest.mark.journey

SECRET = "sk-hunter2-and-a-half"
MANIFEST = {
    "manifest_version": "0.3", "name": "notes", "display_name": "My notes", "version": "2.0.0",
    "description": "Reads notes.", "author": {"name": "Somebody"},
    "server": {
        "type": "python", "entry_point": "server.py",
        "mcp_config": {**DEMO, "env": {"DEMO_API_KEY": "${user_config.key}", "NOTES": "${user_config.folder}"}},
    },
    "user_config": {
        "key": {"type": "string", "title": "API key", "description": "From the console.", "sensitive": True,
                "required": True},
        "folder": {"type": "directory", "title": "Notes folder", "description": "", "required": True},
    },
}  # fmt: skip


def test_bundle_is_added_used_and_exported(desktop):
    path = archive(desktop.folder / "notes.mcpb", {"manifest.json": json.dumps(MANIFEST), "server.py": "# runs"})
    written(desktop.folder / ".config" / "Claude" / "claude_desktop_config.json", {"mcpServers": {}})
    desktop.open_window()
    desktop.turn_to("Servers")
    desktop.click("push button", "Import…")
    desktop.click("push button", "Open file with servers")
    desktop.screen_reader.at("File name:")
    desktop.write(str(path))
    desktop.keys("Return")
    desktop.screen_reader.wait_for_text("Add My notes")
    desktop.screen_reader.wait_for_text("Enter below before you add it: Notes folder.")
    assert not (desktop.home / "bundles").exists()
    desktop.click("text", "API key")
    desktop.write(SECRET)
    desktop.click("push button", "Browse for Notes folder")
    desktop.screen_reader.at("Directory:")
    desktop.write(str(desktop.folder))
    desktop.keys("Return")
    desktop.screen_reader.wait_for_text(f"NOTES={desktop.folder}")
    desktop.screen_reader.wait_for_text("Will be stored in your keyring: KEY.")
    desktop.click("push button", "Add server from the bundle")
    desktop.screen_reader.wait("list item", "notes")
    server = desktop.eventually(lambda: desktop.config()["servers"].get("notes"), desktop.config)
    assert server["env"] == {"DEMO_API_KEY": "${secret:KEY}", "NOTES": str(desktop.folder)}
    assert (desktop.home / "bundles").is_dir() and SECRET.encode() not in desktop.everything_written()
    with ChatClient(desktop, "--server", "notes") as chat:
        assert chat.tools()
    desktop.turn_to("Clients")
    desktop.click("radio button", "Show clients as a list")
    desktop.click("list item", "Claude Desktop")
    desktop.click("button menu", "Save a bundle for a server")
    desktop.keys("Down", "Return")
    target = desktop.folder / "ours.mcpb"
    desktop.screen_reader.at("File name:")
    desktop.keys("ctrl+a")
    desktop.write(str(target))
    desktop.keys("Return")
    desktop.screen_reader.wait_for_text("Open it in the chat client")
    with zipfile.ZipFile(target) as made:
        assert json.loads(made.read("manifest.json"))["server"]["mcp_config"]["args"] == ["--server", "notes"]
