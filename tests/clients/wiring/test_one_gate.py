"""The client's own question about tools: turned off where its row says how, in the difference, and undone with it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.clients.wiring.settings import STUB, WITH_FILES, local_entry, machine, user_file, value_of, written
from toolguard.clients.wiring.clients import ClientRow
from toolguard.clients.wiring.discovery import find
from toolguard.clients.wiring.routing import Router

ROWS = [one for one in WITH_FILES if one.approval_off]


@pytest.mark.parametrize("client", ROWS, ids=lambda one: one.key)
@pytest.mark.parametrize("has_it", [False, True])
def test_it_is_turned_off_on_request_and_undone_to_the_byte(client: ClientRow, has_it: bool, tmp_path: Path) -> None:
    on = machine(tmp_path)
    settings, path = user_file(client, on)
    other = dict.fromkeys(client.approval_off, "prompt" if settings.format == "toml" else False)
    entry = local_entry(client, "time") | (other if has_it else {})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(before := written(value_of(client, settings, {"time": entry}), settings))
    (found,) = find(on, clients=[client])
    (file,) = found.files
    router, servers = Router(tmp_path / "state"), {file.entries[0].path: "time"}
    plain = router.plan_route(client, file, servers, STUB)
    name, wanted = next(iter(client.approval_off.items()))
    assert name not in plain.diff or has_it
    plan = router.plan_route(client, file, servers, STUB, one_gate=True)
    assert f"+{name}" in plan.diff.replace(" ", "").replace('"', "")
    router.carry_out(plan)
    text = path.read_text()
    now = tomllib.loads(text) if settings.format == "toml" else json.loads(text)
    assert now[settings.places[0][0]]["time"][name] == wanted
    path.write_text(text + "\n")  # somebody wrote the file since
    undo = router.plan_undo(path)
    router.carry_out(undo)
    assert path.read_text() == before + "\n"


def test_nothing_is_left_out_of_the_rows_by_accident() -> None:
    assert {one.key for one in ROWS} == {"codex", "gemini", "qwen"}
