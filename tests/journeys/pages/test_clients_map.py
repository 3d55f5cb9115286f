"""The map of the page Clients in the real window: entries, approval prompts of clients, and project folders."""

import json

import pytest

from tests.journeys.test_first_run import DEMO, written

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def desktop(shared):
    written(shared.folder / ".cursor" / "mcp.json", {"mcpServers": {"notes": DEMO, "time": DEMO}})
    codex = shared.folder / ".codex" / "config.toml"
    codex.parent.mkdir()
    codex.write_text(f"[mcp_servers.git]\ncommand = {json.dumps(DEMO['command'])}\nargs = {json.dumps(DEMO['args'])}\n")
    shared.open_window()
    shared.turn_to("Clients")
    return shared


def test_server_in_one_client_is_guarded_with_the_keyboard(desktop):
    cursor = desktop.folder / ".cursor" / "mcp.json"
    before = cursor.read_bytes()
    desktop.screen_reader.wait_for_text("3 servers not guarded")
    desktop.click("cell", "git, Codex: not guarded")
    desktop.screen_reader.wait_for_text("git in Codex")
    desktop.keys("Down", "Right")
    desktop.screen_reader.wait_for_text("notes in Cursor")
    desktop.keys("Return")
    desktop.screen_reader.at("Guard notes in Cursor")
    desktop.keys("space")
    desktop.screen_reader.at("Cancel and change nothing")
    desktop.keys("Tab", "space")
    desktop.screen_reader.wait_for_text("1 server is guarded now.")
    desktop.screen_reader.wait("cell", "notes, Cursor: guarded")
    entries = json.loads(cursor.read_text())["mcpServers"]
    assert entries["notes"]["args"] == ["--server", "notes"] and entries["time"] == DEMO
    desktop.click("cell", "notes, Cursor: guarded")
    desktop.click("push button", "Stop guarding notes in Cursor")
    desktop.click("push button", "Restore the client's own entries")
    desktop.eventually(lambda: cursor.read_bytes() == before, "the file is as it was")
    desktop.screen_reader.wait("cell", "notes, Cursor: not guarded")


def test_client_approval_prompt_is_turned_off_and_restored(desktop):
    codex = desktop.folder / ".codex" / "config.toml"
    before = codex.read_bytes()
    desktop.click("cell", "git, Codex: not guarded")
    desktop.click("push button", "Guard git in Codex")
    desktop.click("check box", "Turn off the clients' own approval prompts", at="left")
    desktop.screen_reader.wait_for_text("default_tools_approval_mode")
    desktop.click("push button", "Guard 1 server as shown")
    desktop.screen_reader.wait("cell", "git, Codex: guarded")
    assert 'default_tools_approval_mode = "approve"' in codex.read_text()
    desktop.click("push button", "Undo")
    desktop.eventually(lambda: codex.read_bytes() == before, "the file is as it was")
    desktop.screen_reader.wait("cell", "git, Codex: not guarded")


def test_project_folder_is_added_and_removed(desktop):
    folder = desktop.folder / "webshop"
    written(folder / ".vscode" / "mcp.json", {"servers": {"shop": {"type": "stdio", **DEMO}}})
    written(folder / ".cursor" / "mcp.json", {"mcpServers": {"shop": DEMO}})
    desktop.click("push button", "Project folders…")
    desktop.click("push button", "Add folder…")
    desktop.screen_reader.at("Directory:")
    desktop.write(str(folder))
    desktop.keys("Return")
    desktop.screen_reader.wait("push button", f"Remove {folder} from the list")
    desktop.click("push button", "Back from project folders")
    desktop.screen_reader.wait("cell", "shop (webshop), Cursor: not guarded")
    desktop.click("push button", "Project folders…")
    desktop.click("push button", f"Remove {folder} from the list")
    desktop.screen_reader.wait_for_text("No project folders yet")
    desktop.click("push button", "Back from project folders")
    desktop.eventually(
        lambda: desktop.screen_reader.find("cell", "shop (webshop)") is None, "the project's row is still there"
    )


def test_map_cell_links_to_its_client(desktop):
    desktop.click("cell", "git, Codex: not guarded")
    desktop.click("push button", "Show client Codex")
    desktop.screen_reader.wait("push button", "Guard git")
    desktop.click("radio button", "Show clients and servers as a map")
    desktop.screen_reader.wait("cell", "git, Codex: not guarded")
