"""What another program writes into config.json while ToolGuard runs: the core, with a real file and a real log."""

from __future__ import annotations

import asyncio
import json

import pytest

from toolguard.checkpoint.calls import Changed
from toolguard.commands.edited import BY
from toolguard.core import Core
from toolguard.store.audit import LogReader

RULE = {"id": "loose", "client": "*", "server": "*", "tool": "*", "verdict": "allow"}
DENY = {**RULE, "id": "no", "verdict": "deny", "server": "evil"}
SERVER = {"kind": "stdio", "command": "evil", "args": ["--all"]}


@pytest.fixture
async def core(tmp_path, monkeypatch):
    monkeypatch.setattr("toolguard.edits.EVERY", 0.01)
    write(tmp_path, servers={"git": {"kind": "stdio", "command": "git-mcp"}}, rules=[], preferences={})
    made = Core(tmp_path, keep_anchor=False)
    made.config.reload()
    made.log.open()
    made.gate.asks = lambda: True
    watching = asyncio.create_task(made.edits.watch())
    yield made
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    made.close_server_logs()
    made.log.close()
    made.keychain.close()


def write(home, **sections):
    """What another program does: into the file, whatever reads it."""
    path = home / "config.json"
    state = json.loads(path.read_text()) if path.exists() else {"version": 1}
    path.write_text(json.dumps(state | sections))


async def until(look):
    async with asyncio.timeout(10):
        while not (found := look()):
            await asyncio.sleep(0.005)
    return found


async def proposal(core, part=""):
    return await until(lambda: next((one for one in core.guard.snapshot().proposals if part in one.detail), None))


def rules(core):
    return {rule.id for rule in core.gate.rules}


async def changes(core):
    await core.log.durable()
    reader = LogReader(core.home / "audit.db")
    found = [record.event for record, _ in reader.after(0, 1000) if isinstance(record.event, Changed)]
    reader.close()
    return [(one.what, one.by) for one in found]


async def test_what_loosens_is_put_to_a_person_as_exactly_what_would_change(core):
    write(core.home, rules=[RULE], servers=core.config.state["servers"] | {"evil": SERVER})
    asked = await proposal(core, "evil")
    assert asked.title == "config.json was changed by another program: 2 of its changes loosen the gate."
    assert asked.asked_by == BY
    for line in (
        "Chat clients can use the server evil, and ToolGuard starts its command.", 'is   "evil"', 'is   ["--all"]',
        "Calls of any tool of any server by any client run without asking, until the rule is removed.",
        "rules loose", 'is   "allow"', "was  (none)",
    ):  # fmt: skip
        assert line in asked.detail
    assert (rules(core), list(core.config.servers)) == (set(), ["git"])
    assert await core.guard.accept(asked.id) == ""
    await until(lambda: rules(core) == {"loose"})
    assert list(core.config.servers) == ["git", "evil"] or set(core.config.servers) == {"git", "evil"}
    assert ("what config.json loosens accepted", "person") in await changes(core)


async def test_what_tightens_counts_without_a_question_and_is_recorded(core):
    edition = core.gate.edition
    write(core.home, rules=[DENY], tools=[{"server": "git", "tool": "push", "exposed": False}],
          preferences={"held_total": 7})  # fmt: skip
    await until(lambda: rules(core) == {"no"})
    assert not core.gate.exposure.exposed("c", "git", "push")
    assert core.gate.pending.total == 7
    assert core.gate.edition > edition
    assert not core.guard.snapshot().proposals and not core.edits.trouble
    assert [one for one in await changes(core) if one[1] == BY] == [
        ("config.json changed by another program", BY), ("rule no added", BY),
    ]  # fmt: skip


async def test_what_is_refused_is_taken_out_of_the_file_and_not_asked_again(core):
    write(core.home, rules=[RULE])
    theirs = (core.home / "config.json").read_bytes()
    await core.guard.reject((await proposal(core)).id)
    kept = await until(lambda: list(core.home.glob("config.json.*.bak")))
    assert kept[0].read_bytes() == theirs
    assert json.loads((core.home / "config.json").read_text())["rules"] == []
    write(core.home, rules=[RULE])
    await until(lambda: core.edits.trouble)
    assert "says again what you refused" in core.edits.trouble[0]
    assert not core.guard.snapshot().proposals and rules(core) == set()
    write(core.home, rules=[])
    await until(lambda: not core.edits.trouble)


async def test_a_question_goes_when_the_file_changes_and_its_answer_means_nothing(core):
    write(core.home, rules=[RULE])
    first = await proposal(core)
    write(core.home, rules=[{**RULE, "tool": "push"}])
    await proposal(core, '"push"')
    assert await core.guard.accept(first.id) == "This question is already gone."
    write(core.home, rules=[])
    await until(lambda: not core.guard.snapshot().proposals)
    assert rules(core) == set()


async def test_an_answer_to_what_the_file_no_longer_says_changes_nothing(core):
    write(core.home, rules=[RULE])
    asked = await proposal(core)
    write(core.home, rules=[{**RULE, "id": "looser"}])
    assert await core.guard.accept(asked.id) == ""  # before the next look
    second = await proposal(core, "looser")
    assert rules(core) == set() and second.id != asked.id


async def test_with_nobody_to_ask_it_waits_and_says_so_until_somebody_is_there(core):
    core.gate.asks = lambda: False
    write(core.home, rules=[RULE])
    (said,) = await until(lambda: core.edits.trouble)
    assert "does not count before you accept it in the window" in said
    assert core.guard.snapshot().alarm == "trouble" and rules(core) == set()
    core.gate.asks = lambda: True
    await core.guard.accept((await proposal(core)).id)
    await until(lambda: rules(core) == {"loose"})
    assert core.edits.trouble == ()


async def test_a_file_that_cannot_be_read_is_told_with_its_line_and_stays(core):
    write(core.home, rules=[DENY])
    await until(lambda: rules(core) == {"no"})
    path = core.home / "config.json"
    path.write_text('{\n  "version": 1,\n  "rules": [\n}')
    (said,) = await until(lambda: core.edits.trouble)
    assert "config.json line 4" in said and "stay in force" in said and f"Mend {path}" in said
    reply = await core.do("preferences.set", {"name": "sound", "value": True}, lambda _: None)
    assert not reply["ok"] and "nothing was changed" in reply["error"]
    assert path.read_text().endswith("[\n}") and rules(core) == {"no"}
    path.write_text(json.dumps({"version": 1, "rules": [DENY]}))
    await until(lambda: not core.edits.trouble)
    assert ("config.json cannot be read", BY) in await changes(core)


async def test_a_change_in_the_window_and_one_in_the_file_are_both_kept(core):
    core.gate.asks = lambda: False
    write(core.home, rules=[RULE, DENY])
    assert (await core.do("preferences.set", {"name": "sound", "value": True}, lambda _: None))["ok"]
    assert rules(core) == {"no"}  # noticed by the change itself
    state = json.loads((core.home / "config.json").read_text())
    assert ({rule["id"] for rule in state["rules"]}, state["preferences"]) == ({"loose", "no"}, {"sound": True})


async def test_what_cannot_be_recorded_is_not_accepted(core):
    write(core.home, rules=[RULE])
    asked = await proposal(core)
    core.log.close()
    await core.guard.accept(asked.id)
    await until(lambda: asked not in core.guard.snapshot().proposals)
    assert rules(core) == set() and core.config.rules == ()
    core.log.open()


async def test_a_person_hears_nothing_when_the_app_closes_over_the_question(core):
    write(core.home, rules=[RULE])
    await proposal(core)
    await core.guard.close("closing")
    assert json.loads((core.home / "config.json").read_text())["rules"] == [RULE]
    assert not list(core.home.glob("*.bak"))
