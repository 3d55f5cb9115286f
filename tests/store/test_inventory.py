"""What servers listed last: kept over a restart, bounded, never taken for another server's."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate.model import Tool
from toolguard.store import inventory
from toolguard.store.inventory import ToolInventory


def tool(name: str, description: str = "", **more: Any) -> Tool:
    return Tool(server="s", name=name, description=description, fingerprint=f"{name} {description}", **more)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def kept(folder: Path, *tools: Tool, **more: Any) -> None:
    one = ToolInventory(folder, now=lambda: 1.0)
    one.take("s", "m", tools, more.get("twice", ()))
    one.close()


def names(folder: Path, server: str = "s", mark: str = "m") -> list[str] | None:
    found = ToolInventory(folder, now=lambda: 2.0).of(server, mark)
    return None if found is None else [noted.tool.name for noted in found.tools]


def test_what_was_listed_is_known_after_a_restart(tmp_path: Path) -> None:
    kept(tmp_path / "t", tool("b", input_schema={"default": 0.5}), tool("a"), twice=("a",))
    found = ToolInventory(tmp_path / "t", now=lambda: 2.0).of("s", "m")
    assert found is not None and [noted.tool.name for noted in found.tools] == ["b", "a"]
    assert found.tools[0].tool.input_schema == {"default": 0.5}
    assert (found.twice, found.seen) == (("a",), 1.0)
    (file,) = (tmp_path / "t").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_another_launch_or_server_of_the_same_name_begins_with_nothing(tmp_path: Path) -> None:
    kept(tmp_path, tool("a"))
    assert names(tmp_path) == ["a"]
    assert names(tmp_path, mark="other") is None
    assert names(tmp_path, server="S") is None


def test_a_definition_that_changed_is_kept_beside_the_one_before_it(tmp_path: Path) -> None:
    clock = Clock()
    one = ToolInventory(tmp_path, now=clock)
    one.take("s", "m", [tool("a", "reads"), tool("b")], ())
    clock.now = 200.0
    one.take("s", "m", [tool("a", "reads and sends"), tool("b")], ())
    found = one.of("s", "m")
    one.close()
    assert found is not None
    changed, same = found.tools
    assert changed.before is not None and changed.before.description == "reads"
    assert (changed.since, same.since, same.before) == (200.0, 100.0, None)
    assert found.find("b") is same and found.find("c") is None


def test_a_list_that_did_not_change_is_not_written_again(tmp_path: Path) -> None:
    kept(tmp_path, tool("a"))
    (file,) = tmp_path.iterdir()
    before = file.stat().st_ino
    kept(tmp_path, tool("a"))
    assert file.stat().st_ino == before
    kept(tmp_path, tool("a"), tool("b"))
    assert file.stat().st_ino != before


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"version":9,"server":"s","mark":"m","seen":1}', b"\xff"])
def test_a_file_that_cannot_be_read_is_as_good_as_none(tmp_path: Path, damage: bytes) -> None:
    kept(tmp_path, tool("a"))
    (file,) = tmp_path.iterdir()
    file.write_bytes(damage)
    assert names(tmp_path) is None
    kept(tmp_path, tool("a"))
    assert names(tmp_path) == ["a"]


def test_what_is_kept_of_one_server_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inventory, "LONGEST", 20_000)
    kept(tmp_path, *(tool(f"t{number}", input_schema={"x": "y" * 1_000}) for number in range(50)))
    assert len(names(tmp_path) or ()) == 50
    found = ToolInventory(tmp_path, now=lambda: 2.0).of("s", "m")
    assert found is not None and found.tools[0].tool.input_schema is None
    kept(tmp_path, *(tool(f"t{number}", "long " * 100) for number in range(500)))
    (file,) = tmp_path.iterdir()
    assert file.stat().st_size <= 20_000
    assert 0 < len(names(tmp_path) or ()) < 500


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "t").write_text("in the way")
    kept(tmp_path / "t", tool("a"))
    assert "cannot be kept" in caplog.text


def test_half_a_character_from_a_server_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept(tmp_path, tool("a", "\ud800"))
    assert names(tmp_path) is None and "cannot be kept" in caplog.text


def test_every_definition_that_a_tool_has_had_is_counted(tmp_path: Path) -> None:
    for description in ("one", "two", "two", "three"):
        kept(tmp_path, tool("a", description), tool("b"))
    found = ToolInventory(tmp_path, now=lambda: 2.0).of("s", "m")
    assert found is not None and [noted.edition for noted in found.tools] == [3, 1]
