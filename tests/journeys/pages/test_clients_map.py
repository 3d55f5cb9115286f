"""The map of the page Clients in the real window: places, one gate, project folders; with mouse and keyboard."""

import json

import pytest

from tests.journeys.test_first_run import DEMO, written

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def desk(shared):
    written(shared.folder / ".cursor" / "mcp.json", {"mcpServers": {"notes": DEMO, "time": DEMO}})
    codex = shared.folder / ".codex" / "config.toml"
    codex.parent.mkdir()
    codex.write_text(f"[mcp_servers.git]\ncommand = {json.dumps(DEMO['command'])}\nargs = {json.dumps(DEMO['args'])}\n")
    shared.open_window()
    shared.turn_to("Clients")
    return shared


def test_one_place_is_guarded_with_the_keyboard_alone(desk):
    cursor = desk.folder / ".cursor" / "mcp.json"
    before = cursor.read_bytes()
    desk.eyes.sees("3 not guarded")
    desk.click("cell", "git, Codex: not guarded")
    desk.eyes.sees("git in Codex")
    desk.keys("Down", "Right")
    desk.eyes.sees("notes in Cursor")
    desk.keys("Return")
    desk.eyes.at("Guard notes in Cursor")
    desk.keys("space")
    desk.eyes.at("Cancel and change nothing")
    desk.keys("shift+Tab", "space")
    desk.eyes.sees("1 server is guarded now.")
    desk.eyes.wait("cell", "notes, Cursor: guarded")
    entries = json.loads(cursor.read_text())["mcpServers"]
    assert entries["notes"]["args"] == ["--server", "notes"] and entries["time"] == DEMO
    desk.click("cell", "notes, Cursor: guarded")
    desk.click("push button", "Stop guarding notes in Cursor")
    desk.click("push button", "Restore the client's own entries")
    desk.eventually(lambda: cursor.read_bytes() == before, "the file is as it was")
    desk.eyes.wait("cell", "notes, Cursor: not guarded")


def test_the_clients_own_question_is_turned_off_and_on_again(desk):
    codex = desk.folder / ".codex" / "config.toml"
    before = codex.read_bytes()
    desk.click("cell", "git, Codex: not guarded")
    desk.click("push button", "Guard git in Codex")
    desk.click("check box", "Let only ToolGuard ask about tool calls", at="left")
    desk.eyes.sees("default_tools_approval_mode")
    desk.click("push button", "Guard these servers")
    desk.eyes.wait("cell", "git, Codex: guarded")
    assert 'default_tools_approval_mode = "approve"' in codex.read_text()
    desk.click("push button", "Undo")
    desk.eventually(lambda: codex.read_bytes() == before, "the file is as it was")
    desk.eyes.wait("cell", "git, Codex: not guarded")


def test_a_project_folder_is_added_in_the_dialog_and_removed(desk):
    folder = desk.folder / "webshop"
    written(folder / ".vscode" / "mcp.json", {"servers": {"shop": {"type": "stdio", **DEMO}}})
    written(folder / ".cursor" / "mcp.json", {"mcpServers": {"shop": DEMO}})
    desk.click("push button", "Project folders…")
    desk.click("push button", "Add folder…")
    desk.eyes.at("Directory:")
    desk.write(str(folder))
    desk.keys("Return")
    desk.eyes.wait("push button", f"Remove {folder} from the list")
    desk.click("push button", "Back from project folders")
    desk.eyes.wait("cell", "shop (webshop), Cursor: not guarded")
    desk.click("push button", "Project folders…")
    desk.click("push button", f"Remove {folder} from the list")
    desk.eyes.sees("No project folders yet")
    desk.click("push button", "Back from project folders")
    desk.eventually(lambda: desk.eyes.find("cell", "shop (webshop)") is None, "the project's row is still there")


def test_the_list_shows_the_client_of_a_place(desk):
    desk.click("cell", "git, Codex: not guarded")
    desk.click("push button", "Show client Codex")
    desk.eyes.wait("push button", "Guard the selected servers")
    desk.click("radio button", "Show clients and servers as a map")
    desk.eyes.wait("cell", "git, Codex: not guarded")
