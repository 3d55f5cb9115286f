"""Proof of presence joined to the configuration: who can loosen it, how, and what a restart makes of it."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, closing

import pytest

from tests.support.manual_authenticator import ManualAuthenticator
from tests.support.running import append
from tests.support.services_harness import ordered
from tests.support.waiting import until
from toolguard.gate.approvals.presence import PresenceError
from toolguard.gate.model import ConfigChanged
from toolguard.presence.registered import RegisteredKey
from toolguard.services import registry
from toolguard.services.runtime.authentication import Authentication, ConfigKeyStore
from toolguard.services.runtime.core import Core
from toolguard.store.clock import sleepless_clock
from toolguard.store.config.config import Config
from toolguard.store.log.audit_log import LogReader


@asynccontextmanager
async def run(home, person, *, vouched=False):
    """ToolGuard from its start to its end, without sockets."""
    made = Core(home, keep_anchor=False, vouched=vouched, system=lambda: person)
    made.log.open()
    await made.startup_trust.look()
    made.edits.begin()
    made.authentication.apply(made.config.preferences)
    made.gate.availability.ready()
    tasks = [asyncio.create_task(work) for work in (made.edits.watch(), made.startup_trust.run())]
    await asyncio.sleep(0)
    yield made
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await made.startup_trust.finish(made.edits.to_seal())
    made.close_server_logs()
    made.log.close()
    await made.startup_trust.keep_up()
    made.keychain.close()


@pytest.fixture
def person():
    return ManualAuthenticator()


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setattr("toolguard.services.runtime.config_watch.CHECK_INTERVAL", 0.01)
    (tmp_path / "config.json").write_text('{"version": 1}')
    return tmp_path


@pytest.fixture
async def core(home, person):
    async with run(home, person) as made:
        yield made


def ordering(core, name, /, **arguments):
    """An order of the person in the window."""
    return asyncio.ensure_future(ordered(core.run, name, arguments, lambda _line: None))


async def proved(person, order):
    await until(lambda: person.is_prompting)
    person.authenticate()
    return await order


async def turn_on(core, person, value="every"):
    assert (await proved(person, ordering(core, "preferences.set", name="presence", value=value)))["ok"]


def notes(home):
    with closing(LogReader(home / "log")) as log:
        return [record.event for record, _ in log.after(0, 1000) if isinstance(record.event, ConfigChanged)]


async def test_authentication_is_tested_before_approvals_depend_on_it(core, person, home):
    order = ordering(core, "preferences.set", name="presence", value="every")
    await until(lambda: person.is_prompting)
    person.fail("there is no finger.")
    assert (await order)["error"] == "Not done: there is no finger."
    assert core.config.preferences.presence == "off" and not core.authentication.policy.is_on
    await turn_on(core, person)
    assert core.config.preferences.presence == "every" and core.authentication.policy.is_on
    await core.log.durable()
    assert [one.presence.by for one in notes(home) if one.presence] == ["doorbell"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("presence", "off"), ("presence", "destroy"), ("presence", None), ("presence_validity", 300),
     ("presence_by", "security_key")],
)  # fmt: skip
async def test_loosening_it_in_the_window_needs_proof(core, person, name, value):
    await turn_on(core, person)
    before = core.config.preferences
    order = ordering(core, "preferences.set", name=name, value=value)
    await until(lambda: person.is_prompting)
    person.fail()
    assert not (await order)["ok"]
    assert core.config.preferences == before


async def test_tightening_presence_needs_no_proof(core, person):
    await turn_on(core, person, "destroy")
    assert (await ordering(core, "preferences.set", name="presence", value="every"))["ok"]
    assert len(person.asked) == 1


async def test_every_change_in_the_window_that_loosens_the_gate_needs_proof(core, person):
    await turn_on(core, person, "destroy")
    order = ordering(core, "rule.add", server="*", tool="*", verdict="allow")
    await until(lambda: person.is_prompting)
    person.fail()
    assert not (await order)["ok"] and core.config.rules == ()
    assert (await ordering(core, "rule.add", server="*", tool="*", verdict="deny"))["ok"]
    assert (await proved(person, ordering(core, "server.add", name="git", command="git-mcp")))["ok"]


async def test_an_order_of_another_program_waits_and_accepting_it_needs_proof(core, person):
    await turn_on(core, person)
    order = asyncio.ensure_future(core._order("preferences.set", {"name": "presence", "value": "off"}))
    await until(lambda: core.guard.snapshot().proposals)
    accepting = asyncio.ensure_future(core.guard.accept(core.guard.snapshot().proposals[0].id))
    await until(lambda: person.is_prompting)
    person.fail()
    assert "Not accepted" in await accepting
    assert core.authentication.policy.is_on
    order.cancel()


async def test_weaker_presence_settings_in_config_json_wait_and_need_proof(core, person, home):
    await turn_on(core, person)
    state = json.loads((home / "config.json").read_text())
    state["preferences"] = {}
    state["security_keys"] = {"mine": {"credential": "AAAA"}}
    (home / "config.json").write_text(json.dumps(state))
    await until(lambda: core.guard.snapshot().proposals)
    assert core.authentication.policy.is_on and not core.config.security_keys
    (proposal,) = core.guard.snapshot().proposals
    assert "security_keys mine" in proposal.detail
    accepting = asyncio.ensure_future(core.guard.accept(proposal.id))
    await until(lambda: person.is_prompting)
    person.fail()
    assert "Not accepted" in await accepting
    assert core.authentication.policy.is_on


async def test_start_that_accepts_the_config_file_does_not_turn_authentication_off(home, person):
    """`toolguard serve` takes the file as it stands, but nobody has proved to be present by starting it."""
    async with run(home, person) as core:
        await turn_on(core, person)
        await asyncio.sleep(0.05)
        await core.log.durable()
    state = json.loads((home / "config.json").read_text())
    state["preferences"] = {}
    state["rules"] = [{"id": "x", "client": "*", "server": "*", "tool": "*", "verdict": "allow"}]
    (home / "config.json").write_text(json.dumps(state))
    async with run(home, person, vouched=True) as core:
        assert core.config.preferences.presence == "every" and core.config.rules == ()
        await until(lambda: core.guard.snapshot().proposals)


def _forge_log(home):
    append(home, ConfigChanged(what="forged", by="person"))


def _remove_copies(home):
    for copy in (home / "accepted").glob("*.json"):
        copy.unlink()


def _remove_seal(home):
    (home / "accepted" / "seal").unlink()


@pytest.mark.parametrize("vouched", [False, True])
@pytest.mark.parametrize("tamper", [_forge_log, _remove_copies, _remove_seal])
async def test_settings_that_do_not_count_still_demand_proof(home, person, tamper, vouched):
    """A program that clicks must not rid itself of the proof by damaging what shows that it is demanded."""
    async with run(home, person) as core:
        await turn_on(core, person)
        await until(lambda: core.edits.to_seal() is None)
        await core.log.durable()
    state = json.loads((home / "config.json").read_text())
    state["preferences"] = {}
    state["rules"] = [{"id": "x", "client": "*", "server": "*", "tool": "*", "verdict": "allow"}]
    (home / "config.json").write_text(json.dumps(state))
    await asyncio.to_thread(tamper, home)
    async with run(home, person, vouched=vouched) as core:
        assert core.authentication.policy.is_on and core.config.rules == ()
        await until(lambda: any(one.kind == "settings" for one in core.guard.snapshot().proposals))
        for proposal in core.guard.snapshot().proposals:
            assert proposal.kind == "log" or "presence" in proposal.detail
            accepting = asyncio.ensure_future(core.guard.accept(proposal.id))
            await until(lambda: person.is_prompting)
            person.fail()
            assert "Not accepted" in await accepting
        assert core.authentication.policy.is_on and core.config.rules == ()


async def test_proof_is_demanded_until_the_accepted_settings_are_known(home, person):
    async with run(home, person) as core:
        await turn_on(core, person)
        await until(lambda: core.edits.to_seal() is None)
        await core.log.durable()
    with (home / "log" / "00000001.jsonl").open("ab") as file:
        file.write(b"another program\n")
    core = Core(home, keep_anchor=False, system=lambda: person)
    await core.start()
    try:
        assert core.log.tampered and not core.edits.begun
        for name, arguments in {
            "secret.set": {"name": "TOKEN", "value": "of another account"},
            "rule.add": {"server": "*", "tool": "*", "verdict": "allow"},
            "preferences.set": {"name": "presence", "value": "off"},
        }.items():
            answer = await ordering(core, name, **arguments)
            assert answer["error"].startswith("The log cannot be read")
        assert len(person.asked) == 1, "only before the end of the first run"
        before = json.loads((home / "config.json").read_text())
        await ordering(core, "preferences.set", name="panic", value=True)
        assert core.guard.snapshot().panic and core.config.preferences.panic, "blocking all calls never waits"
        after = json.loads((home / "config.json").read_text())
        assert after["preferences"].pop("panic") is True and after == before, "nothing else has changed"
        core.gate.availability.ready()
        asking = asyncio.ensure_future(core._order("log renew", {}))
        proposal = (await until(lambda: core.guard.snapshot().proposals))[0]
        for renewing in (ordering(core, "log renew"), asyncio.ensure_future(core.guard.accept(proposal.id))):
            await until(lambda: person.is_prompting)
            person.fail()
            assert "the finger was another one" in str(await renewing)
        asking.cancel()
    finally:
        await core.close()


async def test_authentication_can_be_turned_off_without_a_working_authenticator(core, person):
    await turn_on(core, person)
    person.lacking = "polkit does not know ToolGuard's action."
    assert await core.authentication.missing() == person.lacking
    order = ordering(core, "preferences.set", name="presence_validity", value=300)
    await until(lambda: person.is_prompting)
    person.fail()
    assert not (await order)["ok"]  # only turning it off is free
    assert (await ordering(core, "preferences.set", name="presence", value="off"))["ok"]
    assert not core.authentication.policy.is_on


async def test_unavailable_authenticator_does_not_skip_the_proof(home, person):
    class Unreachable(ManualAuthenticator):
        async def missing(self):
            raise PresenceError("the system bus cannot be reached.")

    lost = Unreachable()
    async with run(home, lost) as core:
        await turn_on(core, lost)
        answer = await ordering(core, "preferences.set", name="presence", value="off")
        assert "cannot be reached" in answer["error"] and core.authentication.policy.is_on


class Keys(ManualAuthenticator):
    """An authenticator for keys that registers without a key."""

    name = "security key"

    def __init__(self, store: ConfigKeyStore) -> None:
        super().__init__()
        self.store = store

    async def register(self, name: str) -> None:
        self.store.save(name, RegisteredKey(credential="AAAA", sign_count=3, added=5.0))


async def test_registering_and_removing_a_key_are_changes_that_loosen(tmp_path):
    config, noted, made = Config.load(tmp_path / "config.json"), [], []

    def keys(store):
        made.append(Keys(store))
        return made[-1]

    authentication = Authentication(config, note=noted.append, system=ManualAuthenticator, keys=keys,
                                    trusts_hints=lambda _tool: True)  # fmt: skip
    state = registry.ServiceContext(config, None, presence=authentication)  # type: ignore[attr-defined]

    async def refuses(*_asked):
        return False

    for name in ("presence.register", "presence.remove"):
        assert not (await registry.execute(name, {"name": "blue"}, state, refuses))["ok"]
    answer = await registry.execute("presence.register", {"name": "blue"}, state)
    assert answer["value"] == [{"name": "blue", "added": 5.0, "used": 0.0}]
    assert Config.load(tmp_path / "config.json").security_keys["blue"].sign_count == 3
    config.set_preference("presence_by", "security_key")
    config.set_preference("presence", "every")
    answer = await registry.execute("presence.remove", {"name": "blue"}, state)
    assert "the only security key" in answer["error"]
    config.set_preference("presence", "off")
    assert (await registry.execute("presence.remove", {"name": "blue"}, state))["value"] == []
    assert not (await registry.execute("presence.remove", {"name": "blue"}, state))["ok"]


async def test_without_the_app_no_key_is_registered(tmp_path):
    state = registry.ServiceContext(Config.load(tmp_path / "config.json"), None)  # type: ignore[attr-defined]
    answer = await registry.execute("presence.register", {"name": "blue"}, state)
    assert "in the ToolGuard window" in answer["error"]


async def test_unstorable_key_is_an_error(tmp_path):
    config = Config.load(tmp_path / "config.json")
    with pytest.raises(PresenceError, match="could not be saved"):
        ConfigKeyStore(config).save("no name", RegisteredKey(credential="AAAA"))


def test_the_clock_of_proofs_never_goes_back():
    assert sleepless_clock() <= sleepless_clock()
