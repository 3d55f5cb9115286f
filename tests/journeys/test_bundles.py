"""Bundles in the real window: one is opened, filled in and added, its server answers, and one of ours is saved."""

import json
import zipfile

import pytest

from tests.clients.wiring.test_bundles import archive
from tests.journeys.chat import Chat
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


def test_a_bundle_is_added_used_and_handed_on_as_one_of_ours(desk):
    path = archive(desk.folder / "notes.mcpb", {"manifest.json": json.dumps(MANIFEST), "server.py": "# runs"})
    written(desk.folder / ".config" / "Claude" / "claude_desktop_config.json", {"mcpServers": {}})
    desk.open_window()
    desk.turn_to("Servers")
    desk.click("push button", "Import servers…")
    desk.click("push button", "Open file with servers")
    desk.eyes.at("File name:")
    desk.write(str(path))
    desk.keys("Return")
    desk.eyes.sees("Add My notes")
    desk.eyes.sees("Enter below before you add it: Notes folder.")
    assert not (desk.home / "bundles").exists()
    desk.click("text", "API key")
    desk.write(SECRET)
    desk.click("push button", "Browse for Notes folder")
    desk.eyes.at("Directory:")
    desk.write(str(desk.folder))
    desk.keys("Return")
    desk.eyes.sees(f"NOTES={desk.folder}")
    desk.eyes.sees("Stored in your keyring: KEY.")
    desk.click("push button", "Add server from the bundle")
    desk.eyes.wait("list item", "notes")
    server = desk.eventually(lambda: desk.config()["servers"].get("notes"), desk.config)
    assert server["env"] == {"DEMO_API_KEY": "${secret:KEY}", "NOTES": str(desk.folder)}
    assert (desk.home / "bundles").is_dir() and SECRET.encode() not in desk.everything_written()
    with Chat(desk, "--server", "notes") as chat:
        assert chat.tools()
    desk.turn_to("Clients")
    desk.click("radio button", "Show clients as a list")
    desk.click("list item", "Claude Desktop")
    desk.click("button menu", "Save a bundle for a server")
    desk.keys("Down", "Return")
    target = desk.folder / "ours.mcpb"
    desk.eyes.at("File name:")
    desk.keys("ctrl+a")
    desk.write(str(target))
    desk.keys("Return")
    desk.eyes.sees("Open it in the chat client")
    with zipfile.ZipFile(target) as made:
        assert json.loads(made.read("manifest.json"))["server"]["mcp_config"]["args"] == ["--server", "notes"]
