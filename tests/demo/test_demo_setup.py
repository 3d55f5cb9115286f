"""The demo as somebody runs it without a screen: the real program, server and client, to its end."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from toolguard.clients.wiring.discovery import find
from toolguard.demo.client import SCRIPTS
from toolguard.demo.demo_setup import SECRET, DemoSetup, language
from toolguard.demo.server import tools_in

NO_SCREEN = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def test_demo_without_screen_and_terminal_denies_prompts_and_ends(home):
    env = {name: value for name, value in os.environ.items() if name not in NO_SCREEN}
    env |= {
        "TEST_KEYRING": "none",
        "PYTHONPATH": str(Path(__file__).parents[1] / "support" / "keyrings"),
        "LANGUAGE": "en",
    }
    argv = [sys.executable, "-m", "toolguard", "demo"]
    done = subprocess.run(argv, env=env, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=240)
    assert done.returncode == 0, done.stderr
    assert "← read_note: milk, bread, apples" in done.stdout
    assert "write_note: Not run" in done.stdout
    assert "Send: Not run" in done.stdout
    assert "The conversation is over." in done.stdout
    assert "TROUBLE" not in done.stdout
    assert SECRET[1] not in done.stdout + done.stderr
    assert not (home / "config.json").exists()


def test_demo_uses_the_desktop_language(home):
    env = {name: value for name, value in os.environ.items() if name not in NO_SCREEN}
    env |= {
        "TEST_KEYRING": "none",
        "PYTHONPATH": str(Path(__file__).parents[1] / "support" / "keyrings"),
        "LANGUAGE": "zh_CN:en",
    }
    argv = [sys.executable, "-m", "toolguard", "demo"]
    done = subprocess.run(argv, env=env, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=240)
    assert done.returncode == 0, done.stderr
    assert "我的购物清单上有什么？" in done.stdout and "← read_note: 牛奶、面包、苹果" in done.stdout
    assert "What is on my" not in done.stdout


@pytest.mark.parametrize(
    "code", ["_DemoProcesses(Path(), 0, [])._start('toolguard.demo.client', '-h')", "open_program()"]
)
def test_no_code_of_the_working_folder_runs(tmp_path, code):
    """Somebody tries the demo in a project into which a model wrote a package of this name."""
    package = tmp_path / "project" / "toolguard"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("print('code of the project')")
    (tmp_path / "no-folder").touch()  # so that ToolGuard itself ends at once
    code = f"from pathlib import Path; from toolguard.demo.demo_setup import _DemoProcesses, open_program; {code}"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env={**os.environ, "TOOLGUARD_HOME": str(tmp_path / "no-folder")},
        cwd=package.parent, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=120,
    )  # fmt: skip
    assert done.returncode == 0 and "code of the project" not in done.stdout
    assert "usage:" in done.stdout or "no-folder" in done.stderr


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh_CN"), ({"LANG": "de_DE.UTF-8"}, "en"), ({"LANG": "zh_TW.UTF-8"}, "en"),
        ({"LANGUAGE": "zh-Hans:en", "LANG": "en_GB.UTF-8"}, "zh_CN"), ({"LC_ALL": "C", "LANG": "zh_CN"}, "en"),
    ],
)  # fmt: skip
def test_demo_language_follows_the_locale_variables(variables, code):
    assert language(variables) == code


@pytest.mark.parametrize("code", ["en", "zh_CN"])
def test_every_call_of_the_scripts_is_one_of_a_tool_that_the_server_has(code):
    tools = {tool.name: tool for tool in tools_in(code)}
    for turn in SCRIPTS["notes", code]:
        for planned in turn.planned_calls:
            assert tools[planned.tool].misfit(planned.arguments) == ""
    first = SCRIPTS["notes", code][0].planned_calls
    assert all(one.isascii() == (code == "en") for one in map(str, (planned.arguments for planned in first)))


def test_demo_finds_no_chat_clients_of_the_user(tmp_path):
    (tmp_path / ".cursor").mkdir()
    with DemoSetup(demo=True, home=tmp_path) as demo_setup:
        assert [one.client.key for one in find(demo_setup.machine()) if one.is_installed] == []


def test_demo_folder_is_removed_with_it(tmp_path):
    with DemoSetup(demo=True, home=tmp_path) as demo_setup:
        place = demo_setup.home
        assert place != tmp_path
        config = json.loads((place / "config.json").read_text())
        assert list(config["servers"]) == ["demo", "messages"]
        assert SECRET[1] not in json.dumps(config)
    assert not place.exists()


def test_normal_start_uses_the_state_folder_and_runs_no_demo_client(tmp_path):
    with DemoSetup(demo=False, home=tmp_path) as demo_setup, demo_setup.playing():
        assert demo_setup.home == tmp_path
    assert list(tmp_path.iterdir()) == []
