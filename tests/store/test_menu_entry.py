"""ToolGuard in the menu of a Linux desktop: an entry that starts this very program, and its icon."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

import toolguard
from toolguard.cli.parser import main
from toolguard.store.menu_entry import menu_entry


def parsed(path: Path) -> configparser.SectionProxy:
    reader = configparser.RawConfigParser()
    reader.optionxform = str  # type: ignore[assignment,method-assign]
    reader.read(path, encoding="utf-8")
    return reader["Desktop Entry"]


@pytest.mark.parametrize("program", ["/home/ada/.local/bin/toolguard", "/home/ada lovelace/100%/bin/tool$guard"])
def test_the_entry_starts_the_program_by_its_full_path(tmp_path: Path, program: str) -> None:
    entry = menu_entry(program, system="linux", variables={"XDG_DATA_HOME": str(tmp_path)})
    assert entry is not None
    for _ in range(2):
        assert entry.install() == [entry.path, entry.icon]
    result = parsed(entry.path)
    assert entry.path == tmp_path / "applications/toolguard.desktop"
    word = re.fullmatch(r'"(.*)"', result["Exec"].replace("\\\\", "\\"))
    assert word is not None and re.sub(r"\\(.)", r"\1", word[1]).replace("%%", "%") == program
    assert result["TryExec"] == program
    assert result["Comment[zh_CN]"] and result["Icon"] == entry.icon.stem == entry.path.stem
    assert not QImage(str(entry.icon)).isNull()
    assert sorted(path.name for path in tmp_path.rglob("*.*") if path.is_file()) == [
        "toolguard.desktop",
        "toolguard.svg",
    ]


def test_a_relative_folder_for_data_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    entry = menu_entry("x", system="linux", variables={"XDG_DATA_HOME": "data"})
    assert entry is not None and entry.folder == tmp_path / ".local/share"


def test_menu_entry_matches_the_window_class() -> None:
    result = parsed(toolguard.resource("desktop", "toolguard.desktop"))
    assert result["Exec"] == "toolguard" and result["StartupWMClass"] == "toolguard"
    if validator := shutil.which("desktop-file-validate"):
        path = str(toolguard.resource("desktop", "toolguard.desktop"))
        assert subprocess.run([validator, path], capture_output=True, text=True, check=True).stdout == ""


def test_other_systems_report_no_support(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["--install-desktop"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == str(tmp_path / "applications/toolguard.desktop")
    monkeypatch.setattr("toolguard.store.menu_entry.menu_entry", lambda _program: None)
    assert main(["--install-desktop"]) == 1
    assert "works on Linux" in capsys.readouterr().err
