"""Which settings count at the start, and whether the log is ToolGuard's: real files, a real log, a keyring in memory.

What an attacker does here, any program of the same user can do while ToolGuard does not run: write files.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from contextlib import closing, suppress

import pytest
from keyring.errors import KeyringLocked

from tests.support.journal_edits import lines_of, remove_log, write_lines
from tests.support.running import (
    CALL,
    LOOSE,
    OURS,
    SERVERS,
    Locked,
    Run,
    accepted,
    append,
    in_thread,
    records,
    run,
    verdict,
    verify,
    write,
)
from tests.support.services_harness import Ring
from tests.support.waiting import until
from toolguard.gate.model import ConfigAccepted, ConfigChanged, RecordsUnsigned
from toolguard.services.rules.service import from_config
from toolguard.store.config.seals import Seals
from toolguard.store.keychain import Keychain, KeychainError
from toolguard.store.log.audit_log import LogReader


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("toolguard.services.runtime.config_watch.CHECK_INTERVAL", 0.01)
    monkeypatch.setattr("toolguard.services.runtime.startup_trust._CHECK_INTERVAL", 0.01)


@pytest.fixture(params=["keyring", "file"])
def ring(request):
    return Ring() if request.param == "keyring" else None


# --- first start


async def test_first_start_has_no_question_and_no_trouble(home, ring):
    async with run(home, ring) as made:
        assert made.startup_trust.standing.reason == "first"
        await made.sealed()
        assert made.titles() == [] and made.edits.trouble == () and made.startup_trust.problem == ""
    async with run(home, ring) as made:
        assert made.startup_trust.standing.reason == "" and made.titles() == []


async def test_settings_written_before_the_first_start_wait_for_the_person(home, ring):
    write(home, servers=SERVERS, rules=[LOOSE])
    async with run(home, ring) as made:
        asked = await made.question("settings")
        assert "accepted: nothing was accepted on this computer yet" in asked.title
        assert made.rules == set() and not made.config.servers


async def test_accepted_settings_count_again_at_the_next_start(home, ring):
    await accepted(home, ring)
    async with run(home, ring) as made:
        assert made.rules == {"ours"} and list(made.config.servers) == ["git"]
        assert verdict(made) == "allow" and made.titles() == [] and not made.startup_trust.problem


async def test_accepted_settings_count_again_after_a_killed_run(home, ring):
    await accepted(home, ring, killed=True)
    async with run(home, ring) as made:
        assert made.rules == {"ours"} and verdict(made) == "allow"
        assert made.titles() == [] and not made.startup_trust.problem and not made.startup_trust.trouble


# --- defect 1: a forged record


@pytest.mark.parametrize("killed", [False, True])
async def test_forged_settled_record_does_not_put_a_rule_in_force(home, ring, killed):
    """Defect 1: config.json, a copy in ``accepted`` and a well-chained `settled` record, all by another program."""
    await accepted(home, ring, killed=killed)
    write(home, rules=[LOOSE])
    digest = Seals(home).copies.keep(json.loads((home / "config.json").read_text()))
    await in_thread(append, home, ConfigAccepted(digest=digest))
    async with run(home, ring) as made:
        assert made.rules == set() and verdict(made) == "ask"
        assert "of the log is not signed" in made.startup_trust.problem
        assert "the log was removed, truncated, replaced or extended" in (await made.question("settings")).title
        assert made.startup_trust.problem in (await made.question("log")).detail


async def test_forged_records_are_named_by_verify_also_after_the_person_went_on(home, ring):
    """Defect 1: forged decisions are not vouched for."""
    await accepted(home, ring)
    with closing(LogReader(home / "log")) as reader:
        last = reader.newest()[0]
    await in_thread(append, home, *[ConfigChanged(what="forged", by="person")] * 3)
    async with run(home, ring) as made:
        before = await in_thread(verify, home, made.startup_trust.proof())
        assert [(span.first, span.noticed) for span in before.unvouched] == [(last + 1, False)]
        await made.answer("log")
        await until(lambda: not made.startup_trust.problem)
        await until(lambda: made.rules == {"ours"})  # what was accepted before counts again, without another question
        await made.sealed()
    async with run(home, ring) as made:
        assert not made.startup_trust.problem and made.rules == {"ours"}
        after = await in_thread(verify, home, made.startup_trust.proof())
        assert after.ok
        assert [(span.first, span.last, span.noticed) for span in after.unvouched] == [(last + 1, last + 3, True)]


async def test_records_of_a_killed_process_are_vouched_for(home, ring):
    await accepted(home, ring, killed=True)
    async with run(home, ring) as made:
        report = await in_thread(verify, home, made.startup_trust.proof())
        assert report.ok and report.unvouched == ()


# --- defect 2: the log is gone, cut or exchanged


@pytest.mark.parametrize("also", [(), ("accepted/seal",), ("accepted/seal", "accepted/key")])
@pytest.mark.parametrize("killed", [False, True])
async def test_removed_log_is_not_a_first_start(home, ring, killed, also):
    """Defect 2: `rm -r log*` made the whole of config.json count, unasked."""
    await accepted(home, ring, killed=killed)
    write(home, rules=[LOOSE])
    remove_log(home)
    for name in also:
        (home / name).unlink(missing_ok=True)
    async with run(home, ring) as made:
        assert made.rules == set() and not made.config.servers
        assert "may not be what you accepted: " in (await made.question("settings")).title
        if not also:
            assert made.startup_trust.problem.startswith("The log is missing")


async def test_config_file_without_other_state_is_not_a_first_start(home, ring):
    """Defect 2: nothing is left but a hostile config.json."""
    await accepted(home, ring)
    write(home, rules=[LOOSE])
    remove_log(home)
    shutil.rmtree(home / "accepted")
    async with run(home, ring) as made:
        assert made.rules == set() and "you accepted: " in (await made.question("settings")).title


async def test_log_cut_at_its_end_makes_rules_ask(home, ring):
    await accepted(home, ring)
    saved = lines_of(home / "log")
    async with run(home, ring) as made:
        for _ in range(5):
            made.log.write(ConfigChanged(what="more", by="person"))
    write_lines(home / "log", saved)
    async with run(home, ring) as made:
        assert "were removed from its end" in made.startup_trust.problem
        assert verdict(made) == "ask" and made.rules == set()


async def test_allow_rule_asks_while_the_log_is_not_verified(home, ring):
    """Defect 12: rules went on executing on an exchanged log."""
    await accepted(home, ring)
    await in_thread(append, home, ConfigChanged(what="forged", by="person"))
    async with run(home, ring, vouched=True) as made:  # its settings count, and yet
        assert made.rules == {"ours"}
        found = made.gate.ruling(CALL, None, made.gate.clock())
        assert (found.verdict, "the log was changed" in found.note) == ("ask", True)
        await made.answer("log")
        await until(lambda: verdict(made) == "allow")


# --- older, forged and missing proofs


async def test_restored_older_settings_are_not_accepted(home, ring):
    """Defect 1: everything in the state folder is authentic, but from when a broad rule was in force."""
    write(home, servers=SERVERS, rules=[LOOSE])
    async with run(home, ring) as made:
        await made.answer("settings")
        await until(lambda: made.rules == {"loose"})
        await made.sealed()
    old = {path: path.read_bytes() for path in (home / "accepted").iterdir() if path.name != "key"}
    config = (home / "config.json").read_bytes()
    async with run(home, ring) as made:
        made.config.remove_rule("loose")
        made.guard.apply_saved_rules(from_config(made.config), by="person")
        await made.sealed()
    for path, data in old.items():
        path.write_bytes(data)
    (home / "config.json").write_bytes(config)
    async with run(home, ring) as made:
        assert made.rules == set()
        assert ": older settings were restored" in (await made.question("settings")).title


async def test_restored_state_folder_is_not_accepted_with_a_keyring(home):
    """Defect 1: the log and its signed heads are as old as the settings; the keyring knows better."""
    ring = Ring()
    await accepted(home, ring)
    old = home.parent / f"{home.name}-old"
    shutil.copytree(home, old)
    async with run(home, ring) as made:
        made.config.remove_rule("ours")
        made.guard.apply_saved_rules(from_config(made.config), by="person")
        await made.sealed()
    shutil.rmtree(home)
    old.rename(home)
    async with run(home, ring) as made:
        assert made.rules == set() and "removed from its end" in made.startup_trust.problem
        assert ": older settings were restored" in (await made.question("settings")).title


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda home: (home / "accepted" / "seal").unlink(), "the proof of it is missing"),
        (lambda home: (home / "accepted" / "seal").write_text("{}"), "the proof of it is missing"),
        (
            lambda home: next((home / "accepted").glob("*.json")).write_text("{}"),
            "the copy of the accepted settings is missing",
        ),
    ],
)
async def test_settings_without_a_valid_seal_wait_with_the_reason(home, ring, spoil, words):
    await accepted(home, ring)
    spoil(home)
    async with run(home, ring) as made:
        assert made.rules == set() and not made.config.servers
        assert f": {words}" in (await made.question("settings")).title
        await made.answer("settings")
        await until(lambda: made.rules == {"ours"})
        await made.sealed()
    async with run(home, ring) as made:
        assert made.rules == {"ours"} and made.titles() == []


async def test_replaced_key_file_does_not_count(home):
    """Defect 1: another key does not make a seal, and a key that others can write is none."""
    await accepted(home, None)
    key = home / "accepted" / "key"
    mine = key.read_text().split(" ")
    key.write_text(" ".join([mine[0], "0" * 64, *mine[2:]]))
    async with run(home, None) as made:
        assert made.rules == set()
        assert "was not made with your key" in (await made.question("settings")).title
    key.write_text(" ".join(mine))
    key.chmod(0o644)
    async with run(home, None) as made:
        assert "other users can read or write ToolGuard's key" in (await made.question("settings")).title
    key.unlink()
    async with run(home, None) as made:
        assert "ToolGuard's key to check this is missing" in (await made.question("settings")).title


async def test_seal_of_another_state_folder_is_not_accepted(home, tmp_path):
    ring = Ring()
    await accepted(home, ring)
    other = tmp_path / "other"
    shutil.copytree(home, other)
    async with run(other, ring) as made:
        assert made.rules == set() and "you accepted: " in (await made.question("settings")).title


async def test_key_file_is_not_accepted_with_a_keyring(home):
    """A forged key file, with everything signed with it, must not stand in for the key in the keyring."""
    ring = Ring()
    await accepted(home, ring)
    remove_log(home)
    shutil.rmtree(home / "accepted")
    write(home, rules=[LOOSE])
    async with run(home, None, vouched=True, file_only=True) as made:  # what the attacker makes by itself
        await made.sealed()
    async with run(home, ring) as made:
        assert made.rules == set()
        assert "was not made with your key" in (await made.question("settings")).title


@pytest.mark.parametrize("vouched", [False, True])
async def test_the_keyring_knows_that_lost_settings_demanded_proof_of_presence(home, vouched):
    ring = Ring()
    await accepted(home, ring, preferences={"presence": "destroy"})
    shutil.rmtree(home / "accepted")
    write(home, rules=[LOOSE], preferences={})
    async with run(home, ring, vouched=vouched) as made:
        assert (made.rules, made.config.preferences.presence) == (set(), "every")
        await made.question("settings")


async def test_keyring_entry_of_an_earlier_version_is_updated_with_the_presence_setting(home):
    ring = Ring()
    await accepted(home, ring, preferences={"presence": "every"})
    ((name, text),) = ((name, text) for name, text in ring.kept.items() if text.endswith(" presence"))
    ring.kept[name] = text.removesuffix(" presence")
    async with run(home, ring) as made:
        assert made.rules == {"ours"}
        await until(lambda: ring.kept[name] == text)


async def test_start_without_the_keyring_applies_its_later_answer(home):
    ring = Ring()
    await accepted(home, ring, preferences={"presence": "every"})
    shutil.rmtree(home / "accepted")
    write(home, rules=[LOOSE], preferences={})
    locked = Locked(ring.kept)
    async with run(home, locked, vouched=True, asks=False) as made:
        assert made.startup_trust.standing is None and made.rules == {"loose"}
        locked.open = True
        made.gate.availability.ready(lambda: True)
        await until(lambda: made.config.preferences.presence == "every")
        assert made.rules == set()


async def test_settings_wait_while_the_keyring_is_unavailable(home):
    ring = Ring()
    await accepted(home, ring)
    here: list[Ring | None] = [None]
    made = Run(home, None)
    made.keychain.close()
    made.keychain = made.startup_trust._keychain = Keychain(timeout=2, choose=lambda: here[0])
    made.log.open()
    await made.startup_trust.look()
    made.edits.begin()
    assert made.config.rules == () and made.startup_trust.standing.reason == "no keyring"
    watching = [asyncio.create_task(work) for work in (made.edits.watch(), made.startup_trust.run())]
    assert "keyring with ToolGuard's key to check this cannot be reached" in (await made.question("settings")).title
    here[0] = ring
    await until(lambda: made.rules == {"ours"})
    await until(lambda: made.titles() == [])
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    made.log.close()
    made.keychain.close()


async def test_locked_keyring_is_asked_once_and_blocks_loosening(home):
    ring = Ring()
    await accepted(home, ring)
    locked = Locked(ring.kept)
    async with run(home, locked) as made:
        await until(lambda: locked.questions)
        assert made.rules == set() and not made.config.servers
        assert "no server and no rule is available" in made.edits.trouble[0]
        for _ in range(20):
            await asyncio.sleep(0.01)
        assert locked.questions == 1
    unlocked = Locked(ring.kept)
    unlocked.open = True
    async with run(home, unlocked) as made:
        await until(lambda: made.rules == {"ours"})


class Denying(Ring):
    """A keyring that is open, and whose person refuses ToolGuard one of its two uses."""

    def __init__(self, kept, *, reads) -> None:
        super().__init__()
        self.kept = kept
        self.reads = reads
        self.questions = 0

    def get_password(self, service, username):
        if not self.reads:
            self.questions += 1
            raise KeyringLocked("the prompt was dismissed")
        return super().get_password(service, username)

    def set_password(self, service, username, password):
        self.questions += 1
        raise KeyringLocked("the prompt was dismissed")


Denying.__name__ = Ring.__name__


@pytest.mark.parametrize("reads", [False, True])
async def test_declined_keyring_is_not_asked_again(home, reads):
    ring = Ring()
    await accepted(home, ring)
    denying = Denying({} if reads else ring.kept, reads=reads)
    async with run(home, denying) as made:
        if reads:
            await made.answer("settings")
            await until(lambda: made.rules == {"ours"})
            message = await until(lambda: made.startup_trust.trouble)
            assert "so you are asked about it again at the next start" in message[0]
        else:
            await until(lambda: made.edits.trouble)
        for _ in range(20):
            await asyncio.sleep(0.01)
        assert denying.questions == 1
        assert made.rules == ({"ours"} if reads else set())


async def test_locked_keyring_is_not_asked_at_a_first_start(home):
    locked = Locked({})
    async with run(home, locked) as made:
        assert made.startup_trust.standing.reason == "first" and locked.questions == 0


# --- the log begun anew


@pytest.mark.parametrize("spoil", ["forged", "gone", "nothing"])
async def test_new_log_names_the_old_one_and_keeps_accepted_settings(home, ring, spoil):
    await accepted(home, ring)
    if spoil == "forged":
        await in_thread(append, home, ConfigChanged(what="forged", by="person"))
    if spoil == "gone":
        remove_log(home)
    async with run(home, ring) as made:
        old = made.log.head
        kept = made.startup_trust.renew()
        assert kept.exists() and kept.name.startswith("log-2")
        proof = made.startup_trust.proof()
        assert (await in_thread(verify, home, proof)).ok, "the seal of the old log says nothing about this one"
        await until(lambda: made.rules == {"ours"} and not made.startup_trust.problem)
        await made.sealed()
        await made.log.durable()
        with closing(LogReader(home / "log")) as reader:
            (first, _), *_ = reader.after(0, 10)
        assert (first.seq, first.event.what, first.event.by) == (1, "new log started", "person")
        assert kept.name in first.event.detail
        if spoil == "nothing":
            assert f"record {old[0]}, {old[1].hex()}" in first.event.detail
    async with run(home, ring) as made:
        assert made.rules == {"ours"} and made.titles() == [] and not made.startup_trust.problem
        report = await in_thread(verify, home, made.startup_trust.proof())
        assert report.ok and report.unvouched == ()


async def test_invalid_log_can_be_set_aside(home, ring):
    await accepted(home, ring)
    remove_log(home)
    (home / "log").write_text("this is no log")
    made = Run(home, ring)
    with suppress(Exception):
        made.log.open()
    assert made.log.tampered
    await made.startup_trust.look()
    made.edits.begin()
    assert not made.edits.begun and "no server and no rule is available" in made.edits.trouble[0]
    kept = made.startup_trust.renew()
    await made.startup_trust.look()
    assert kept.read_text() == "this is no log" and made.log.trouble == ""
    assert made.startup_trust.standing.state is not None and not made.startup_trust.problem
    made.log.close()
    made.keychain.close()


# --- defect 12: the clock


async def test_rule_that_has_ended_stays_ended_when_the_clock_is_turned_back(home, ring):
    """Defect 12: `--for 1h`, expired, allowed again after the clock was turned back by 30 days."""
    now = [1_800_000_000.0]
    write(home, servers=SERVERS, rules=[{**OURS, "expires": now[0] + 3600}])
    async with run(home, ring, wall=lambda: now[0]) as made:
        await made.answer("settings")
        await until(lambda: made.rules == {"ours"})
        assert verdict(made) == "allow"
        await made.sealed()
        now[0] += 3 * 86400
        assert verdict(made) == "ask"
        made.log.write(ConfigChanged(what="later", by="person"))
    now[0] -= 30 * 86400
    for _ in range(2):  # the second start sees only records of the earlier time at the end of the log
        async with run(home, ring, wall=lambda: now[0]) as made:
            await until(lambda made=made: made.rules == {"ours"})
            assert verdict(made) == "ask"
            assert "hours behind the newest time in the log" in made.startup_trust.trouble[0]
            for _ in range(1100):
                made.log.write(ConfigChanged(what="earlier", by="person"))
    assert not [one for one in records(home) if isinstance(one, RecordsUnsigned)]


class OtherRing(Ring):
    """A keyring of another kind."""


@pytest.mark.parametrize("accepted", [True, False])
async def test_other_keyring_gets_no_secret_before_the_person_confirms_it(home, accepted):
    """Defect 9: a change of the backend between two runs is asked about."""
    async with run(home, Ring()) as one:
        one.config.put_secret_entry("key")
        await one.keychain.set("key", "value")
        await one.sealed()
    other = OtherRing()
    async with run(home, other) as one:
        question = await one.question("keyring")
        assert "Ring" in question.title and "OtherRing" in question.title
        assert question.detail.arguments["then"].arguments["then"].code == "services.new_keyring_detail"
        with pytest.raises(KeychainError) as raised:
            await one.keychain.set("key", "value")
        assert raised.value.state == "changed"
        with pytest.raises(KeychainError):
            await one.keychain.get("key")
        assert not other.kept
        await (one.guard.accept if accepted else one.guard.reject)(question.id)
        await until(
            lambda: (
                not one.guard.snapshot().proposals
                or "keyring" not in {each.kind for each in one.guard.snapshot().proposals}
            )
        )
        await asyncio.sleep(0)
        if accepted:
            await one.keychain.set("key", "value")
            assert other.kept
        else:
            with pytest.raises(KeychainError):
                await one.keychain.set("key", "value")
            assert not other.kept


async def test_same_keyring_is_not_asked_about(home):
    ring = Ring()
    async with run(home, ring) as one:
        one.config.put_secret_entry("key")
        await one.sealed()
    async with run(home, ring) as one:
        await one.keychain.set("key", "value")
        await one.sealed()
        assert one.titles() == []
