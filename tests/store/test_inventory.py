"""What servers listed last: kept over a restart, bounded, never taken for another server's."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate.mcp.apps import AppPage
from toolguard.gate.policy.definitions.pins import difference, legacy_fingerprint
from toolguard.gate.policy.tools import ToolCatalog, instructions_of
from toolguard.store import inventory
from toolguard.store.inventory import ServerTools, ToolInventory


def tool(name: str, description: str = "", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": description, **more}


def catalog(
    *tools: dict[str, Any], instructions: str | None = None, pages: dict[str, str] | None = None
) -> ToolCatalog:
    made = ToolCatalog()
    if instructions is not None:
        made.set_instructions("s", "1", instructions_of({"instructions": instructions}))
    for uri, digest in (pages or {}).items():
        made.set_app_page("s", uri, AppPage(digest=digest, domains={"connectDomains": (digest,)}, read=5.0))
    made.add_page("s", "1", {"tools": list(tools)}, first=True)
    return made


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def kept(folder: Path, *tools: dict[str, Any], **more: Any) -> None:
    one = ToolInventory(folder, now=lambda: 1.0)
    one.take("s", "m", catalog(*tools, **more))
    one.close()


def found(folder: Path) -> ServerTools:
    result = ToolInventory(folder, now=lambda: 2.0).of("s", "m")
    assert result is not None
    return result


def names(folder: Path, server: str = "s", mark: str = "m") -> list[str] | None:
    result = ToolInventory(folder, now=lambda: 2.0).of(server, mark)
    return None if result is None else [noted.tool.name for noted in result.tools]


def test_listed_tools_are_known_after_a_restart(tmp_path: Path) -> None:
    listed = [tool("b", inputSchema={"default": 0.5, "vendor": 2**70}), tool("a"), tool("a", vendor={"x": None})]
    kept(tmp_path / "t", *listed, instructions="Be kind.", pages={"ui://b": "1"})
    result = found(tmp_path / "t")
    assert [noted.tool.name for noted in result.tools] == ["b", "a"]
    assert [noted.tool.definition for noted in result.tools] == [listed[0], listed[2]]
    assert (result.twice, result.seen) == (("a",), 1.0)
    fresh = catalog(*listed, instructions="Be kind.", pages={"ui://b": "1"})
    assert [noted.tool for noted in result.tools] == list(fresh.of("s"))
    assert result.instructions == fresh.instructions("s") and result.pages == fresh.pages("s")
    (file,) = (tmp_path / "t").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_inventory_is_not_used_for_another_launch_or_server(tmp_path: Path) -> None:
    kept(tmp_path, tool("a"))
    assert names(tmp_path) == ["a"]
    assert names(tmp_path, mark="other") is None
    assert names(tmp_path, server="S") is None


def test_changed_definition_is_stored_beside_the_accepted_one(tmp_path: Path) -> None:
    clock = Clock()
    one = ToolInventory(tmp_path, now=clock)
    one.take("s", "m", catalog(tool("a", "reads"), tool("b")))
    for clock.now, description in ((200.0, "reads and sends"), (300.0, "sends")):
        one.take("s", "m", catalog(tool("a", description), tool("b")))
    result = one.of("s", "m")
    one.close()
    assert result is not None
    changed, same = result.tools
    assert changed.accepted is not None and changed.accepted.description == "reads", "not the one in between"
    assert (changed.since, same.since, same.accepted) == (300.0, 100.0, None)
    assert result.find("b") is same and result.find("c") is None
    again = found(tmp_path).tools[0]
    assert again.accepted is not None and again.accepted.description == "reads"


def test_reverted_definition_is_no_change(tmp_path: Path) -> None:
    for description in ("one", "two", "one"):
        kept(tmp_path, tool("a", description), instructions=description, pages={"ui://a": description})
    result = found(tmp_path)
    assert result.tools[0].accepted is result.accepted_instructions is None
    assert result.accepted_pages == {}


def test_reappearing_different_tool_is_changed(tmp_path: Path) -> None:
    for tools in ([tool("a", "one")], [], [tool("b")], [tool("b"), tool("a", "two")]):
        kept(tmp_path, *tools)
    back = found(tmp_path).find("a")
    assert back is not None and back.accepted is not None and back.accepted.description == "one"


def test_accepted_definition_becomes_the_reference(tmp_path: Path) -> None:
    for text in ("one", "two"):
        kept(tmp_path, tool("a", text), tool("b", text), instructions=text, pages={"ui://a": text})
    before = found(tmp_path)
    assert before.accepted_instructions is not None and before.accepted_instructions.text == "one"
    assert before.accepted_pages["ui://a"].domains == {"connectDomains": ("one",)}
    one = ToolInventory(tmp_path, now=lambda: 3.0)
    one.accept("s", "m", ["a"], whole=False)
    one.close()
    result = found(tmp_path)
    assert [noted.accepted is None for noted in result.tools] == [True, False]
    assert result.accepted_instructions is not None and result.accepted_pages
    one = ToolInventory(tmp_path, now=lambda: 3.0)
    one.accept("s", "m", ["a", "b"], whole=True)
    one.close()
    result = found(tmp_path)
    assert all(noted.accepted is None for noted in result.tools)
    assert result.accepted_instructions is None and not result.accepted_pages


def test_accepted_tool_is_pinned_with_its_instructions_and_page(tmp_path: Path) -> None:
    shown = {"_meta": {"ui": {"resourceUri": "ui://a"}}}
    was = catalog(tool("a", "one", **shown), instructions="one", pages={"ui://a": "1" * 64})
    now = catalog(tool("a", "two", **shown), instructions="two", pages={"ui://a": "2" * 64})
    one = ToolInventory(tmp_path, now=lambda: 1.0)
    one.take("s", "m", was)
    one.take("s", "m", now)
    one.close()
    result = found(tmp_path)
    assert result.baseline(result.tools[0]).fingerprint == was.of("s")[0].fingerprint
    assert result.tools[0].tool.fingerprint == now.of("s")[0].fingerprint


def test_a_list_that_did_not_change_is_not_written_again(tmp_path: Path) -> None:
    kept(tmp_path, tool("a"))
    (file,) = tmp_path.iterdir()
    before = file.stat().st_ino
    kept(tmp_path, tool("a"))
    assert file.stat().st_ino == before
    kept(tmp_path, tool("a"), tool("b"))
    assert file.stat().st_ino != before


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"version":9,"server":"s","mark":"m","seen":1}', b"\xff",
                                    b'{"version":2,"server":"s","mark":"m","seen":1,"tools":[{"definition":"7",'
                                    b'"since":1}]}'])  # fmt: skip
def test_unreadable_inventory_counts_as_missing(tmp_path: Path, damage: bytes) -> None:
    kept(tmp_path, tool("a"))
    (file,) = tmp_path.iterdir()
    file.write_bytes(damage)
    assert names(tmp_path) is None
    kept(tmp_path, tool("a"))
    assert names(tmp_path) == ["a"]


def test_stored_tools_of_a_server_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inventory, "MAX_FILE_SIZE", 20_000)
    large = [tool(f"t{number}", inputSchema={"x": "y" * 1_000}) for number in range(50)]
    kept(tmp_path, *large)
    assert len(names(tmp_path) or ()) == 50
    assert found(tmp_path).tools[0].tool.input_schema is None
    assert found(tmp_path).tools[0].tool.fingerprint == catalog(*large).of("s")[0].fingerprint
    kept(tmp_path, *large)
    assert found(tmp_path).tools[0].accepted is None, "that it was left out is no change"
    kept(tmp_path, *(tool(f"t{number}", "long " * 100) for number in range(500)))
    (file,) = tmp_path.iterdir()
    assert file.stat().st_size <= 20_000
    assert 0 < len(names(tmp_path) or ()) < 500


def test_unwritable_inventory_is_ignored(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "t").write_text("in the way")
    kept(tmp_path / "t", tool("a"))
    assert "cannot be kept" in caplog.text


def test_unpaired_surrogate_in_a_tool_is_tolerated(tmp_path: Path) -> None:
    kept(tmp_path, tool("a", "\ud800"))
    assert names(tmp_path) is None or names(tmp_path) == ["a"]


def test_every_definition_that_a_tool_has_had_is_counted(tmp_path: Path) -> None:
    for description in ("one", "two", "two", "three"):
        kept(tmp_path, tool("a", description), tool("b"))
    assert [noted.edition for noted in found(tmp_path).tools] == [3, 1]


# --- the file of ToolGuard 1.0 ---------------------------------------------------------------------------------------


def old_file(folder: Path, definition: dict[str, Any]) -> None:
    kept(folder, tool("x"))
    (file,) = folder.iterdir()
    known = {"server": "s", "name": definition["name"], "description": definition["description"],
             "input_schema": definition.get("inputSchema"), "fingerprint": legacy_fingerprint(definition)}  # fmt: skip
    whole = {"server": "s", "mark": "m", "seen": 9.0, "version": 1, "twice": [],
             "tools": [{"tool": known, "since": 7.0, "edition": 4, "before": None}]}  # fmt: skip
    file.write_text(json.dumps(whole))


def test_a_tool_that_an_earlier_version_knew_is_not_changed_by_the_upgrade(tmp_path: Path) -> None:
    whole = tool("a", "reads", inputSchema={"type": "object"}, outputSchema={"x": 1}, icons=[1])
    old_file(tmp_path, whole)
    assert found(tmp_path).tools[0].tool.description == "reads"
    kept(tmp_path, whole)
    result = found(tmp_path).tools[0]
    assert (result.accepted, result.since, result.edition) == (None, 7.0, 4)
    assert result.tool.definition == whole


def test_a_tool_that_changed_while_it_was_upgraded_is_changed(tmp_path: Path) -> None:
    old_file(tmp_path, tool("a", "reads"))
    kept(tmp_path, tool("a", "reads and sends"))
    result = found(tmp_path)
    assert result.tools[0].accepted is not None and result.tools[0].accepted.description == "reads"
    assert difference(result.baseline(result.tools[0]).fingerprint, result.tools[0].tool) == "definition"
