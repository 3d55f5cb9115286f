"""`Polkit` against a real polkit daemon: only a person who authenticated counts, and every failure says what to do."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.presence.polkit_harness import UID, Agent, Asker, System, TextAgent, why_not
from toolguard.clients.stub.app_launcher import _PASSED_VARIABLES
from toolguard.gate.approvals.presence import PresenceError
from toolguard.presence.polkit import ACTION, SYSTEM_BUS, Polkit, policy

Peer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
needs_polkit = pytest.mark.skipif(bool(why_not()), reason=why_not() or "-")


@pytest.fixture
async def system() -> AsyncIterator[System]:
    # polkit's daemon and the asking user must get there, and pytest keeps its own folders closed to other users.
    with tempfile.TemporaryDirectory(prefix="tg-polkit-", ignore_cleanup_errors=True) as folder:
        one = System(Path(folder))
        yield one
        await one.stop()


@needs_polkit
async def test_authentication_proves_presence_and_shows_its_purpose(system: System) -> None:
    await system.start()
    asker = await Asker.start(system)
    agent = await Agent.register(system, asker.pid)
    asker.ask("Approve a call of “rm $(polkit.x) %s <b>” on “files”.")
    message, asked = await agent.question()
    assert asked["action"] == ACTION
    assert asked["message"] == "Approve a call of “rm ＄(polkit.x) %s <b>” on “files”."
    assert asked["identities"] == [("unix-user", {"uid": ("u", UID)})]
    await agent.authenticate(message, asked)
    assert await asker.answer() == {"said": "polkit"}
    await agent.close()


@needs_polkit
@pytest.mark.skipif(shutil.which("pkttyagent") is None, reason="needs pkttyagent")
@pytest.mark.parametrize(("typed", "right"), [("horse", True), ("donkey", False)])
async def test_polkit_agent_asks_for_the_password_with_the_purpose(system: System, typed: str, right: bool) -> None:
    await system.start()
    asker = await Asker.start(system)
    agent = TextAgent(system, asker.pid, "horse")
    try:
        await agent.registered()
        asker.ask("Approve a call of “write” on “files”.")
        await agent.wait_for_text("Approve a call of “write” on “files”.")
        await agent.wait_for_text("Password")
        agent.types(typed)
        answer = await asker.answer()
        assert answer == {"said": "polkit"} if right else "did not authenticate you" in answer["refused"]
    finally:
        agent.close()


@needs_polkit
async def test_authentication_is_valid_for_one_question(system: System) -> None:
    await system.start()
    for turn in range(2):
        asker = await Asker.start(system)
        agent = await Agent.register(system, asker.pid)
        asker.ask(f"Approve call {turn}.")
        message, asked = await agent.question()
        assert asked["message"] == f"Approve call {turn}."
        await agent.authenticate(message, asked)
        assert "said" in await asker.answer()
        await agent.close()


@needs_polkit
async def test_failed_authentication_is_refused(system: System) -> None:
    await system.start()
    asker = await Asker.start(system)
    agent = await Agent.register(system, asker.pid)
    asker.ask()
    await agent.give_up((await agent.question())[0])
    assert "did not authenticate you" in (await asker.answer())["refused"]
    await agent.close()


@needs_polkit
async def test_a_dialog_that_is_closed_refuses(system: System) -> None:
    await system.start()
    asker = await Asker.start(system)
    agent = await Agent.register(system, asker.pid)
    asker.ask()
    await agent.dismiss((await agent.question())[0])
    assert (await asker.answer())["refused"] == "you dismissed polkit's question."
    await agent.close()


@needs_polkit
async def test_a_question_that_is_cancelled_disappears(system: System) -> None:
    await system.start()
    asker = await Asker.start(system)
    agent = await Agent.register(system, asker.pid)
    asker.ask()
    _, asked = await agent.question()
    asker.cancel()
    assert await asker.answer() == {"cancelled": "yes"}
    async with asyncio.timeout(120):
        assert await agent.cancelled.get() == asked["cookie"]
    await agent.close()


@needs_polkit
async def test_without_an_agent_authentication_is_refused_with_the_reason(system: System) -> None:
    await system.start()
    asker = await Asker.start(system)
    asker.ask()
    assert "no authentication agent runs in this session" in (await asker.answer())["refused"]


@needs_polkit
async def test_missing_polkit_action_refuses_with_installation_advice(system: System) -> None:
    await system.start(installed_for="")
    for what in ("verify", "missing"):
        asker = await Asker.start(system, what)
        asker.ask()
        response = await asker.answer()
        assert "toolguard settings polkit | sudo tee" in response["refused" if what == "verify" else "said"]


@needs_polkit
async def test_policy_for_another_user_is_refused(system: System) -> None:
    await system.start(installed_for="root")
    for what in ("verify", "missing"):
        asker = await Asker.start(system, what)
        asker.ask()
        response = await asker.answer()
        assert "for another user" in response["refused" if what == "verify" else "said"]


@needs_polkit
async def test_no_requirement_is_missing_with_an_installed_policy(system: System) -> None:
    await system.start()
    asker = await Asker.start(system, "missing")
    asker.ask()
    assert await asker.answer() == {"said": ""}


@needs_polkit
@pytest.mark.parametrize(
    ("result", "expected"),
    [("YES", "proves nothing"), ("NO", "do not allow"), ("NOT_HANDLED", "no authentication agent")],
)
async def test_authorization_by_permissive_polkit_rules_is_refused(system: System, result: str, expected: str) -> None:
    rule = f"if (action.id == '{ACTION}') return polkit.Result.{result};"
    await system.start(rules=f"polkit.addRule(function(action, subject) {{ {rule} }});")
    asker = await Asker.start(system)
    asker.ask()
    assert expected in (await asker.answer())["refused"]


@needs_polkit
async def test_polkit_authorization_of_root_is_refused(system: System) -> None:
    await system.start()
    with pytest.raises(PresenceError, match="proves nothing"):
        await Polkit(system.address).verify("Approve.")


@needs_polkit
async def test_a_program_of_the_same_user_that_answers_as_polkit_is_refused(system: System) -> None:
    await system.start()
    polkits_own = 0
    for line in Path(f"/proc/{system.daemon.pid}/status").read_text().splitlines():
        if line.startswith("Uid:"):
            polkits_own = int(line.split()[1])
    with pytest.raises(PresenceError, match="program of your own user"):
        await Polkit(system.address, uid=polkits_own).verify("Approve.")


@needs_polkit
async def test_dead_polkit_daemon_refuses_and_restarted_one_works(system: System) -> None:
    await system.start()
    asker = await Asker.start(system)
    agent = await Agent.register(system, asker.pid)
    asker.ask()
    await agent.question()
    await system.stop_daemon()
    assert (await asker.answer())["refused"]
    await agent.close()
    again = await Asker.start(system)
    again.ask()
    assert "polkit does not run on this system" in (await again.answer())["refused"]
    await system.start_daemon()
    third = await Asker.start(system, "missing")
    third.ask()
    assert await third.answer() == {"said": ""}


async def test_without_a_bus_it_refuses(tmp_path: Path) -> None:
    with pytest.raises(PresenceError, match="system bus cannot be reached"):
        await Polkit(f"unix:path={tmp_path}/none").verify("Approve.")
    with pytest.raises(PresenceError, match="system bus cannot be reached"):
        await Polkit(f"unix:path={tmp_path}/none").missing()


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()
    writer.close()


async def rude(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read(1)
    writer.write(b"\xff" * 4096)
    writer.close()


async def leaving(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readline()
    writer.write(b"OK 0\r\n")
    await reader.readline()
    writer.close()


@pytest.mark.parametrize(("bus", "reason"), [(rude, "system bus refused"), (leaving, "connection to the system bus")])
async def test_a_bus_that_talks_nonsense_or_leaves_refuses(tmp_path: Path, bus: Peer, reason: str) -> None:
    server = await asyncio.start_unix_server(bus, tmp_path / "bus")
    async with server:
        with pytest.raises(PresenceError, match=reason):
            await Polkit(f"unix:path={tmp_path}/bus").verify("Approve.")


def test_environment_variables_do_not_change_the_system_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/tmp/mine")
    assert Polkit()._address == SYSTEM_BUS == "unix:path=/run/dbus/system_bus_socket"
    assert "DBUS_SYSTEM_BUS_ADDRESS" not in _PASSED_VARIABLES


def test_the_policy_demands_authentication_every_time_and_names_its_owner() -> None:
    action = ET.fromstring(policy("alice")).find("action")
    assert action is not None and action.get("id") == ACTION
    assert {one.tag: one.text for one in action.find("defaults") or ()} == {
        "allow_any": "auth_self", "allow_inactive": "auth_self", "allow_active": "auth_self",
    }  # fmt: skip
    assert action.find("annotate").text == "unix-user:alice"  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["", "a b", "a<b", "unix-user:x\n", "ä"])
def test_a_user_name_that_could_change_the_policy_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="the user name must"):
        policy(name)
