"""The demo as somebody runs it without a screen: the real program, server, client and road, to its end."""

import json
import os
import subprocess
import sys
from pathlib import Path

from toolguard.demo.stage import SECRET, DemoSetup

NO_SCREEN = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def test_without_a_screen_and_a_terminal_the_demo_plays_once_denies_what_asks_and_ends_by_itself(home):
    env = {name: value for name, value in os.environ.items() if name not in NO_SCREEN}
    env |= {"TEST_KEYRING": "none", "PYTHONPATH": str(Path(__file__).parents[1] / "rings")}
    argv = [sys.executable, "-m", "toolguard", "demo"]
    done = subprocess.run(argv, env=env, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=100)
    assert done.returncode == 0, done.stderr
    assert "← read_note: milk, bread, apples" in done.stdout
    assert "write_note: Not run" in done.stdout
    assert "Send: Not run" in done.stdout
    assert "The conversation is over." in done.stdout
    assert "TROUBLE" not in done.stdout
    assert SECRET[1] not in done.stdout + done.stderr
    assert not (home / "config.json").exists()


def test_a_demo_has_a_folder_of_its_own_that_goes_with_it(tmp_path):
    with DemoSetup(demo=True, home=tmp_path) as stage:
        place = stage.home
        assert place != tmp_path
        config = json.loads((place / "config.json").read_text())
        assert list(config["servers"]) == ["demo", "messages"]
        assert SECRET[1] not in json.dumps(config)
    assert not place.exists()


def test_without_the_demo_the_stage_is_the_persons_own_folder_and_nothing_plays(tmp_path):
    with DemoSetup(demo=False, home=tmp_path) as stage, stage.playing():
        assert stage.home == tmp_path
    assert list(tmp_path.iterdir()) == []
