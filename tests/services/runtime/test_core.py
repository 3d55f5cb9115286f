"""What clients are let in to: new servers, names, sessions that are taken up again. No window and no socket."""

import asyncio
import dataclasses
import json
import os
import sqlite3
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import ClassVar

import psutil
import pytest

from tests.gate.conftest import Line, strict
from tests.servers.http.harness import Server
from tests.support.config_acceptance import accept_config
from tests.support.services_harness import ordered
from tests.support.waiting import until
from toolguard.clients.aggregate.naming import exposed_name
from toolguard.clients.local.handshake import ClientHandshake
from toolguard.gate.approvals.proposals import MAX_PROPOSALS
from toolguard.gate.model import (
    CallCompleted,
    CallDecided,
    CallForwarded,
    CallHeld,
    CallOutcomeUnknown,
    CallWithdrawn,
    ClientInfo,
    SecretReleased,
    SessionEnded,
    SessionStarted,
)
from toolguard.gate.policy.rules import AllowRulePolicy
from toolguard.gate.texts import code_of
from toolguard.servers import UnreachableError
from toolguard.servers.otc import health
from toolguard.services.interface import NewRule, RefusedError
from toolguard.services.runtime.config_watch import ConfigWatch
from toolguard.services.runtime.core import Core
from toolguard.store.config.config import ServerSpec
from toolguard.store.config.seals import LogFinding
from toolguard.store.keychain import KnownBackend
from toolguard.store.log.audit_log import AuditLog, LogReader
from toolguard.store.log.index import builder, log_index
from toolguard.store.log.index.log_index import follow


@pytest.fixture
async def core(tmp_path):
    made = Core(tmp_path, keep_anchor=False)
    made.log.open()
    await made.startup_trust.look()
    made.edits.begin()
    made.gate.availability.ready()
    yield made
    made.close_server_logs()
    made.log.close()
    made.keychain.close()


def handshake(*command, server=None, session=None, client="desk", cwd="/", **more):
    caller = ClientInfo(id=client, program="/bin/desk")
    more = {"identity": "program:/bin/desk", **more}
    return ClientHandshake(caller=caller, server=server, command=command or None, cwd=cwd, session=session, **more)


def opener(core, handshake):
    """What `Core` would open for ``handshake``, without a session."""
    found = []

    async def join(_session, _caller, _server, _channel, opener, _resumed):
        found.append(opener)

    core.guard.join = join
    return found


async def opened(core, handshake):
    found = opener(core, handshake)
    admission = await core._admit(handshake)
    await admission.run(None)
    return found[0]


async def proposal(core):
    while not core.guard.snapshot().proposals:
        await asyncio.sleep(0.001)
    return core.guard.snapshot().proposals[0]


async def test_new_server_text_cannot_imitate_another_line(core):
    open_it = await opened(core, handshake("tool", "a\n\nFolder: /home", "b\u202ec", cwd="/x\ny"))
    asking = asyncio.ensure_future(open_it(lambda _state: None))
    found = await proposal(core)
    assert found.detail.count("\n") == 2
    assert "U+202E" in found.detail
    await core.guard.reject(found.id)
    with pytest.raises(UnreachableError):
        await asking


async def test_rejected_server_is_not_asked_again_in_its_session(core):
    open_it = await opened(core, handshake("tool"))
    asking = asyncio.ensure_future(open_it(lambda _state: None))
    await core.guard.reject((await proposal(core)).id)
    for again in (asking, open_it(lambda _state: None)):
        with pytest.raises(UnreachableError, match="not accepted"):
            await asyncio.wait_for(again, 120)


async def test_server_that_nobody_could_be_asked_about_is_asked_about_later(core):
    """Too many other questions wait: nobody has declined this one."""
    proposals = core.guard.proposals
    others = [asyncio.ensure_future(proposals.ask("server", "t", "d", f"{n}")) for n in range(MAX_PROPOSALS)]
    await until(lambda: len(proposals.all()) == MAX_PROPOSALS)
    open_it = await opened(core, handshake("tool"))
    with pytest.raises(UnreachableError, match="too many questions"):
        await open_it(lambda _state: None)
    for other in proposals.all():
        await core.guard.reject(other.id)
    await asyncio.gather(*others)
    asking = asyncio.ensure_future(open_it(lambda _state: None))
    await core.guard.reject((await proposal(core)).id)
    with pytest.raises(UnreachableError, match="not accepted"):
        await asking


async def test_accepted_command_runs_even_if_its_name_was_reused(core):
    open_it = await opened(core, handshake("tool", "--one"))
    asking = asyncio.ensure_future(open_it(lambda _state: None))
    found = await proposal(core)
    core.config.add_server(ServerSpec(name="tool", command=sys.executable, args=("-c", "pass")))
    await core.guard.accept(found.id)
    with pytest.raises(UnreachableError, match="another command"):
        await asyncio.wait_for(asking, 120)


@pytest.mark.parametrize("command", [("-x",), ("--", "-"), ("..",), ("npx",)])
async def test_any_command_gets_a_name(core, command):
    assert (await core._admit(handshake(*command))).session


async def test_concurrent_clients_get_different_names_and_sessions(core):
    core.log.write(SessionStarted(session="old", client="desk", server="time"))
    core.config.add_server(ServerSpec(name="time", command="x"))
    joined = []

    async def join(session, _caller, server, *_):
        joined.append((session, server))

    core.guard.join = join
    both = [await core._admit(handshake(server="time", session="old")) for _ in range(2)]
    both += [await core._admit(handshake("npx", "foo")), await core._admit(handshake("node", "foo"))]
    for one in both:
        await one.run(None)
    assert len({session for session, _ in joined}) == 4
    assert [server for _, server in joined] == ["time", "time", "foo", "foo-2"]
    assert (await core._admit(handshake(server="time", session="old"))).session == "old"


async def test_session_of_another_client_is_not_resumed(core):
    core.log.write(SessionStarted(session="old", client="desk", server="time"))
    core.config.add_server(ServerSpec(name="time", command="x"))
    assert (await core._admit(handshake(server="time", session="old", client="other"))).session != "old"
    assert (await core._admit(handshake(server="time", session="old"))).session == "old"


async def test_defect_12_calls_of_an_unresumed_session_are_closed(tmp_path):
    """Defect 12: nothing stays held, allowed or forwarded for ever. A client that comes back after all goes on."""
    log = AuditLog(tmp_path / "log")
    log.open()
    about = {"session": "old", "client": "desk", "server": "time", "tool": "t"}
    asked = {"request": "1", "arguments": "{}", "digest": "", "era": "legacy"}
    for session in ("old", "over"):
        log.write(SessionStarted(session=session, client="desk", server="time"))
    log.write(SessionEnded(session="over", client="desk", server="time", reason="done"))
    for call in ("held", "allowed", "forwarded", "returned"):
        log.write(CallHeld(**about, call=call, **asked))
    for call in ("allowed", "forwarded", "returned"):
        log.write(CallDecided(**about, call=call, verdict="allow", by="rule 1"))
    for call in ("forwarded", "returned"):
        log.write(CallForwarded(**about, call=call, digest=""))
    log.write(CallCompleted(**about, call="returned", outcome="result", size=1, digest="", took=1.0))
    await log.committed()
    log.close()
    core = Core(tmp_path, keep_anchor=False, return_within=0, vouched=True)
    core.config.add_server(ServerSpec(name="time", command="x"))
    await core.start()
    place = tmp_path / "run" / "sessions-closed-up-to"
    await until(place.exists)
    await core.log.committed()
    assert (await core._admit(handshake(server="time", session="old"))).session == "old"
    await core.close()
    with closing(LogReader(tmp_path / "log")) as reader:
        events = [record.event for record, _ in reader.after(0, 1000)]
        assert reader.unclosed(0, 1000) == {}
    ends = {
        event.call: type(event).__name__
        for event in events
        if isinstance(event, CallWithdrawn | CallOutcomeUnknown | CallCompleted)
    }
    assert ends == {
        "held": "CallWithdrawn",
        "allowed": "CallOutcomeUnknown",
        "forwarded": "CallOutcomeUnknown",
        "returned": "CallCompleted",
    }
    assert [(event.session, event.missing) for event in events if isinstance(event, SessionEnded)] == [
        ("over", False), ("old", True),
    ]  # fmt: skip


async def test_all_servers_means_enabled_and_permitted_ones(core, monkeypatch):
    made = []

    class Facade:
        def __init__(self, session, caller, guard, **parts):
            made.append((session, caller.id, parts))

        async def run(self, _channel):
            assert made[0][0] in core._admitted

    monkeypatch.setattr("toolguard.clients.aggregate.session.AggregateSession", Facade)
    for name, on in (("git", True), ("off", False), ("mail", True)):
        core.config.add_server(ServerSpec(name=name, command="x", enabled=on))
    every = dataclasses.replace(handshake(), all=True)
    admission = await core._admit(every)
    await admission.run(None)
    assert core._admitted == {}
    (session, client, parts) = made[0]
    assert (session, client) == (admission.session, "desk")
    assert parts["servers"]() == ["git", "mail"]
    assert parts["open"]("git", f"{session}.git")[1] is None
    await core._admit(dataclasses.replace(every, only=lambda: ("mail", "off")))
    assert made[1][2]["servers"]() == ["mail"]


async def test_aggregate_session_is_resumed_with_its_members(core, monkeypatch):
    found = []
    made = lambda session, *_, **parts: found.append((session, parts)) or _Runs()  # noqa: E731
    monkeypatch.setattr("toolguard.clients.aggregate.session.AggregateSession", made)
    core.config.add_server(ServerSpec(name="git", command="x"))
    core.log.write(SessionStarted(session="old", client="desk", server="*"))
    core.log.write(SessionStarted(session="old.git", client="desk", server="git"))
    again = dataclasses.replace(handshake(session="old"), all=True)
    assert (await core._admit(again)).session == "old"
    session, parts = found[0]
    assert (session, parts["resumed"].session) == ("old", "old")
    assert parts["open"]("git", "old.git")[1].session == "old.git"
    for alone in (dataclasses.replace(again, session="old.git"), handshake(server="git", session="old.git")):
        assert (await core._admit(alone)).session not in ("old", "old.git")


async def test_the_schema_of_a_tool_is_found_by_the_name_that_it_has_among_all(core):
    for name in ("git", "a__b"):
        core.config.add_server(ServerSpec(name=name, command="x"))
        tool = {"name": "log", "inputSchema": {"title": name}}
        core.gate.tools.add_page(name, "s", {"tools": [tool]}, first=True)
    assert core._schema_of("*", "git__log") == {"title": "git"}
    assert core._schema_of("*", exposed_name("a__b", "log")) == {"title": "a__b"}
    for name in ("log", "a__b__log", "git__x"):
        assert core._schema_of("*", name) is None


class _Runs:
    async def run(self, _channel):
        return


async def test_unknown_folder_is_none(core):
    assert (await core._entry(handshake("tool", cwd=""))).spec.cwd is None


async def test_the_processes_of_a_server_are_known_with_their_memory_until_they_end(core, tmp_path):
    (tmp_path / "run").mkdir()
    core.config.add_server(ServerSpec(name="sleepy", command=sys.executable, args=("-c", "input()")))
    open_it = await opened(core, handshake(server="sleepy"))
    channel = await open_it(lambda _state: None)
    result = await ordered(core.run, "server.show", {"name": "sleepy"}, print)
    (process,) = result["value"]["processes"]
    assert psutil.Process(process["pid"]).cmdline()[-2:] == ["-c", "input()"] and process["memory"] > 100_000
    assert result["value"]["memory"] == process["memory"] and result["value"]["starts"] == 1
    await channel.close()
    result = await ordered(core.run, "server.show", {"name": "sleepy"}, print)
    assert (result["value"]["processes"], result["value"]["starts"]) == ([], 1)


async def test_server_started_early_is_not_an_orphan(core, tmp_path):
    """The keyring can be slow: clients are let in while the start still waits for it, and only then orphans end."""
    (tmp_path / "run").mkdir()
    core.config.add_server(ServerSpec(name="own", command=sys.executable, args=("-c", "input()")))
    channel = await (await opened(core, handshake(server="own")))(lambda _state: None)
    await core._end_orphans()
    [child] = core._born["own"]
    assert psutil.Process(child.pid).status() != psutil.STATUS_ZOMBIE
    assert not channel.ended
    await channel.close()


class SlowRing:
    """A keyring that answers when it is let, as `KnownBackend` names one."""

    viable, priority = True, 1
    may = threading.Event()
    kept: ClassVar[dict[tuple[str, str], str]] = {}

    def get_password(self, service, name):
        assert self.may.wait(120)
        return self.kept.get((service, name))

    def set_password(self, service, name, value):
        self.kept[service, name] = value


async def test_restrictions_apply_before_the_first_client_is_admitted(tmp_path, monkeypatch):
    """`toolguard serve` lets clients in while the keyring is still asked."""
    rule = {"id": "r", "client": "*", "server": "time", "tool": "*", "verdict": "deny"}
    hidden = {"client": "*", "server": "time", "tool": "now", "exposed": False}
    whole = {"version": 1, "servers": {"time": {"kind": "stdio", "command": "x"}}, "rules": [rule], "tools": [hidden]}
    (tmp_path / "config.json").write_text(json.dumps(whole))
    monkeypatch.setattr("toolguard.store.keychain.KNOWN_BACKENDS", (KnownBackend(__name__, "SlowRing", "A slow one"),))
    made = Core(tmp_path, vouched=True)
    starting = asyncio.create_task(made.start())
    try:
        await until(lambda: (tmp_path / "run" / "app.sock").exists())
        assert not made.edits.begun  # so none is admitted yet
        await until(lambda: made.edits.begun)
        assert made.startup_trust.standing is None
        assert [one.id for one in made.gate.rules] == ["r"]
        assert not made.gate.tool_visibility.is_visible("desk", "time", "now")
    finally:
        SlowRing.may.set()
        await starting
    assert [one.id for one in made.gate.rules] == ["r"]
    await made.close()


async def test_reason_for_an_unavailable_server_is_reported_until_it_opens(core, tmp_path):
    (tmp_path / "run").mkdir()
    core.config.add_server(ServerSpec(name="gone", command="no-such-program"))
    open_it = await opened(core, handshake(server="gone"))
    with pytest.raises(UnreachableError):
        await open_it(lambda _state: None)
    (listed,) = (await ordered(core.run, "server.list", {}, print))["value"]
    assert "no-such-program" in listed["failure"][1]
    core.config.replace_server(ServerSpec(name="gone", command=sys.executable, args=("-c", "input()")))
    await (await open_it(lambda _state: None)).close()
    (listed,) = (await ordered(core.run, "server.list", {}, print))["value"]
    assert listed["failure"] is None


async def test_failure_belongs_to_the_failed_settings_and_updates_the_snapshot(core, tmp_path):
    (tmp_path / "run").mkdir()
    described = {"name": "gone", "command": "no-such-program"}
    core.config.add_server(ServerSpec(**described))

    async def failure() -> object:
        (listed,) = (await ordered(core.run, "server.list", {}, print))["value"]
        return listed["failure"]

    read = core.guard.snapshot().edition
    await ordered(core.run, "server.try", described, print)
    assert await failure() and core.guard.snapshot().edition > read
    core.config.replace_server(ServerSpec(name="gone", command="another"))
    assert await failure() is None
    core.config.replace_server(ServerSpec(**described))
    assert await failure()


async def test_a_servers_log_is_opened_once_and_is_not_toolguards_own(core, tmp_path):
    core.server_log("toolguard")("forged")
    core.server_log("toolguard")("line")
    assert not (tmp_path / "logs" / "toolguard.log").exists()
    (written,) = (tmp_path / "logs").iterdir()
    assert written.read_text().count("\n") == 2
    assert core.server_log("toolguard") is core.server_log("toolguard")


@pytest.mark.parametrize(
    ("wrong", "alarm", "prevents"),
    [
        ((), "", ""),
        (("config",), "trouble", ""),
        (("config", "keychain"), "keychain", ""),
        (("config", "keychain", "log"), "refusing", "calls"),
        (("cut",), "tampered", "rules"),
        (("log", "cut"), "tampered", "calls"),
        (("log", "tampered"), "tampered", "calls"),
    ],
)
async def test_alarm_is_the_most_severe_problem(core, wrong, alarm, prevents):
    core.config.put_secret_entry("KEY")
    core.keychain.state = "locked" if "keychain" in wrong else "ready"
    core.config.problem = "config.json line 3: no." if "config" in wrong else ""
    core.log.trouble = "The disk is full." if "log" in wrong else ""
    core.log.tampered = "tampered" in wrong
    core.startup_trust.finding = LogFinding(problem="Records were removed." if "cut" in wrong else "")
    assert (core.guard.snapshot().alarm, core.guard.snapshot().log_prevents) == (alarm, prevents)
    core.log.trouble, core.log.tampered = "", False


async def test_how_long_a_client_waits_is_learned_and_kept(tmp_path):
    core = Core(tmp_path, keep_anchor=False)
    await core.start()
    for waited in (31.0, 30.4):
        core.gate.client_timeouts.observe("my client", waited)
    assert core.config.preferences.client_timeouts == ("my client=30.4",)
    await core.close()
    again = Core(tmp_path, keep_anchor=False)
    await again.start()
    assert again.gate.client_timeouts.of(ClientInfo(id="my client"), "").seconds == 30.4
    await again.close()


async def test_a_released_secret_is_recorded_with_its_places_and_only_for_the_server_it_is_bound_to(core):
    env = {"A": "${secret:T}", "B": "x-${secret:T}"}
    core.config.add_server(ServerSpec(name="git", command="sh", env=env))
    core.config.add_server(ServerSpec(name="web", kind="http", url="https://a.test", headers={"X": "${secret:T}"}))
    with pytest.raises(UnreachableError, match="not in your keyring"):
        await (await core.releases.to(core.config.servers["git"]))("T")
    core.config.put_secret_entry("T")
    await core.keychain.set("T", "hunter2", session_only=True)
    with pytest.raises(UnreachableError, match="not bound"):
        await (await core.releases.to(core.config.servers["git"]))("T")
    for server in ("git", "web"):
        core.config.bind_secret("T", server)
        assert await (await core.releases.to(core.config.servers[server]))("T") == "hunter2"
    await core.log.committed()
    with closing(LogReader(core.home / "log")) as reader:
        found = [one.event for one, _ in reader.after(0, 10) if isinstance(one.event, SecretReleased)]
    assert [(one.server, one.secret, one.place) for one in found] == [
        ("git", "T", "env A, env B"),
        ("web", "T", "header X"),
    ]


async def test_server_that_cannot_be_noted_is_ended_and_the_reason_says_so(tmp_path):
    core = Core(tmp_path, keep_anchor=False)
    await core.start()
    before = psutil.Process().children()
    (tmp_path / "run" / "children.json").mkdir()
    server = {"name": "x", "kind": "stdio", "command": sys.executable, "args": ["-c", "input()"]}
    result = await ordered(core.run, "server.try", server)
    noted = tmp_path / "run" / "children.json"
    assert result["error"] == f"{noted} cannot be written (Is a directory), so the server was not started."
    await core.close()
    assert psutil.Process().children() == before


async def test_refreshed_server_ends_with_the_program(tmp_path):
    core = Core(tmp_path, keep_anchor=False)
    await core.start()
    received = []
    script = "import sys, time; print('here', file=sys.stderr, flush=True); time.sleep(60)"
    slow = {"name": "slow", "kind": "stdio", "command": sys.executable, "args": ["-c", script]}
    looking = asyncio.create_task(ordered(core.run, "server.try", slow, received.append))
    while not any("here" in line for line in received):
        await asyncio.sleep(0.01)
    child = max(psutil.Process().children(), key=lambda one: one.create_time())
    looking.cancel()
    await core.close()
    assert not child.is_running()


async def test_server_that_is_being_opened_for_a_look_ends_before_the_program(tmp_path, monkeypatch):
    core = Core(tmp_path, keep_anchor=False)
    await core.start()
    steps = []

    async def open_slowly(*_, **__):
        steps.append("opening")
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.5)  # ending a program takes a moment
            steps.append("ended")

    monkeypatch.setattr(core, "open", open_slowly)
    slow = {"name": "slow", "kind": "stdio", "command": "slow"}
    looking = asyncio.create_task(ordered(core.run, "server.try", slow, lambda _: None))
    while not steps:
        await asyncio.sleep(0.01)
    looking.cancel()
    await core.close()
    assert steps == ["opening", "ended"]


async def test_session_shows_otc_server_availability(core, monkeypatch):
    monkeypatch.setattr(health, "CHECK_INTERVAL", 0.01)
    status = [200]

    async def serve(peer):
        await peer.json({"tools": []}, status[0])

    server, client = Server(serve), Line(strict)
    await server.start()
    core.config.add_server(ServerSpec(name="far", kind="otc", url=server.url.removesuffix("/mcp")))
    admission = await core._admit(handshake(server="far"))
    running = asyncio.ensure_future(admission.run(client))
    try:
        client.feed(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}')
        for state, answer in (("ready", 200), ("failed", 503), ("ready", 200)):
            status[0] = answer
            await until(lambda state=state: [one.state for one in core.guard.snapshot().sessions] == [state])
        assert [one.state for one in core.guard.snapshot().sessions if one.detail] == []
    finally:
        client.leave()
        await asyncio.wait_for(running, 120)
        await server.stop()


async def test_log_renew_begins_a_new_log_and_drops_rules_that_ended(tmp_path):
    """Otherwise a rule that ended by the old log's time would go on by the wall clock's (defect 12)."""
    core = Core(tmp_path, keep_anchor=False)
    await core.start()
    for id, expires in (("ended", 1.0), ("stays", 0.0)):
        rule = {"id": id, "client": "*", "server": "*", "tool": "*", "verdict": "deny", "expires": expires}
        assert (await ordered(core.run, "rule.restore", rule, lambda _: None))["ok"]
    reply = await ordered(core.run, "log renew", {}, lambda _: None)
    kept = tmp_path / reply["value"]["kept"].rpartition("/")[2]
    assert reply["ok"] and kept.is_dir() and (tmp_path / "log").is_dir()
    assert [rule["id"] for rule in core.config.rules] == ["stays"]
    assert [rule.id for rule in core.gate.rules] == ["stays"]
    await core.log.durable()
    with closing(LogReader(core.home / "log")) as reader:
        assert kept.name in reader.after(0, 1)[0][0].event.detail
    await core.close()
    again = Core(tmp_path, keep_anchor=False)
    await again.start()
    assert again.startup_trust.problem == "" and [rule.id for rule in again.gate.rules] == ["stays"]
    await again.close()


async def test_command_waits_for_the_accepted_settings(tmp_path):
    """It was told that there is no such server."""
    servers = {"git": {"kind": "stdio", "command": "git-mcp"}}
    (tmp_path / "config.json").write_text(json.dumps({"version": 1, "servers": servers}))
    await accept_config(tmp_path)
    core = Core(tmp_path, keep_anchor=False)
    core.log.open()
    try:
        asking = asyncio.ensure_future(core._order("server.show", {"name": "git"}))
        await asyncio.sleep(0)
        assert not core.config.servers and not asking.done()
        await core.startup_trust.look()
        core.edits.begin()
        assert (await asking)["ok"]
    finally:
        core.close_server_logs()
        core.log.close()
        core.keychain.close()


async def test_log_renew_from_the_command_line_waits_for_a_person(core):
    asking = asyncio.ensure_future(core._order("log renew", {}))
    found = await proposal(core)
    assert "A new log starts" in found.title
    await core.guard.reject(found.id)
    assert not (await asking)["ok"]
    assert not list(core.home.glob("log-2*"))


async def test_a_check_at_run_time_turns_the_state_and_back(tmp_path):
    """Defect A3: Verify found tampering, and the state stayed green."""
    core = Core(tmp_path, keep_anchor=False, vouched=True)
    core.log.open()
    await core.startup_trust.look()
    core.edits.begin()
    changed = asyncio.Event()
    core.guard.on_change(changed.set)
    try:
        assert core.guard.snapshot().alarm == ""
        core.integrity.report("record 152 was edited")
        snapshot = core.guard.snapshot()
        assert snapshot.alarm == "tampered" and "record 152 was edited" in snapshot.trouble[0] and changed.is_set()
        core.integrity.report("")
        assert core.guard.snapshot().alarm == "" and not core.guard.snapshot().trouble
    finally:
        core.close_server_logs()
        core.log.close()
        core.keychain.close()


async def test_organization_settings_apply_from_the_start_and_are_shown(tmp_path: Path) -> None:
    folder = tmp_path / "etc" / "policy.d"
    folder.mkdir(parents=True)
    for one in (folder, folder.parent):
        one.chmod(0o755)
    rule = {"server": "mail", "verdict": "deny"}
    members = {"format": "toolguard-policy", "version": 1, "rules": [rule], "allow_rules": "temporary"}
    (folder / "a.json").write_text(json.dumps(members))
    (folder / "a.json").chmod(0o644)
    home = tmp_path / "home"
    home.mkdir()
    own = {"id": "a-1", "client": "*", "server": "files", "tool": "erase", "verdict": "deny", "by": "person"}
    (home / "config.json").write_text(json.dumps({"version": 1, "rules": [own]}))
    core = Core(home, keep_anchor=False, vouched=True, policies=folder, policy_owner=os.geteuid())
    await core.start()
    try:
        assert {(one.id, one.by) for one in core.gate.rules} == {("a-1", "organization"), ("a-1", "person")}
        rules = core._accepted().rules
        assert (await rules.remove("a-1"))["tool"] == "erase", "the person's rule of this id"
        with pytest.raises(RefusedError, match="administrator"):
            await rules.remove("a-1")
        with pytest.raises(RefusedError, match="organization"):
            await rules.add(NewRule(server="files", tool="read", verdict="allow"))
        assert (await rules.all())[0]["by"] == "organization"
        (folder / "a.json").write_text("{")
        core._apply_policy()
        assert "no rule allows a call" in core.guard.snapshot().trouble[0]
    finally:
        await core.close()


async def test_command_changes_nothing_while_the_accepted_settings_are_not_known(tmp_path: Path) -> None:
    """What it changes, and whether a person must be asked, depends on them."""
    state = {
        "version": 1, "servers": {"git": {"kind": "stdio", "command": "git-mcp"}},
        "secrets": {"TOKEN": {"servers": ["git"], "launches": {"git": {"command": "git-mcp"}}}},
    }  # fmt: skip
    (tmp_path / "config.json").write_text(json.dumps(state))
    await accept_config(tmp_path)
    with (tmp_path / "log" / "00000001.jsonl").open("ab") as file:
        file.write(b"another program\n")
    core = Core(tmp_path, keep_anchor=False)
    await core.start()
    try:
        assert core.log.tampered and not core.edits.begun
        value = {"name": "TOKEN", "value": "of another account", "session_only": True}
        reply = await core._order("secret.set", value)
        assert not reply["ok"] and reply["code"] == "services.log_cannot_read_nobody"
        assert not core.keychain.is_session_only("TOKEN")
        assert (await core._order("preferences.list", {}))["ok"]
        core.gate.availability.ready()
        asking = asyncio.ensure_future(core._order("log renew", {}))
        question = (await until(lambda: core.guard.snapshot().proposals))[0]
        await core.guard.accept(question.id)
        assert (await asking)["ok"], "this is the way out"
    finally:
        await core.close()


async def test_watch_that_ends_by_a_bug_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_self: ConfigWatch) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(ConfigWatch, "watch", broken)
    core = Core(tmp_path, keep_anchor=False)
    await core.start()
    try:
        (problem,) = await until(lambda: core.guard.snapshot().trouble)
        assert code_of(problem) == "services.task_ended" and core.guard.snapshot().alarm == "trouble"
        assert "RuntimeError: a bug" in caplog.text
    finally:
        await core.close()


async def test_files_of_bundles_that_were_removed_are_deleted_at_the_start(tmp_path):
    gone = tmp_path / "bundles" / ".removed" / "x"
    kept = tmp_path / "bundles" / "y"
    gone.mkdir(parents=True)
    kept.mkdir()
    core = Core(tmp_path, keep_anchor=False)
    await core.start()
    try:
        await until(lambda: not gone.parent.exists())
        assert kept.is_dir()
    finally:
        await core.close()


async def test_a_rule_of_the_settings_file_cannot_pose_as_an_organizations(tmp_path: Path) -> None:
    """It would end with the next look at the organization's files, and nobody could remove it."""
    rule = {"id": "r", "client": "*", "server": "*", "tool": "erase", "verdict": "deny", "by": "organization"}
    (tmp_path / "config.json").write_text(json.dumps({"version": 1, "rules": [rule]}))
    core = Core(tmp_path, keep_anchor=False, vouched=True)
    await core.start()
    try:
        core.guard.set_organization([], AllowRulePolicy())
        assert [(one.id, one.by) for one in core.gate.rules] == [("r", "")]
    finally:
        await core.close()


async def test_locked_index_is_shown_until_it_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_index, "_RETRY_DELAY", 0.02)
    monkeypatch.setattr(builder, "LOCK_TIMEOUT", 0.02)
    core = Core(tmp_path, keep_anchor=False)
    shown = [()]
    core.gate.on_change(lambda: shown.append(core.guard.snapshot().trouble))
    await core.start()
    core.gate.note(SessionStarted(session="s", client="c", server="git"))
    try:
        await until(lambda: core.indexer.newest)
        with closing(sqlite3.connect(follow(tmp_path / "log"), isolation_level=None)) as other:
            await until(lambda: _locks(other))
            core.indexer.poke()
            (problem,) = await until(lambda: shown[-1])
            assert code_of(problem) == "store.search_index_locked"
        await until(lambda: not shown[-1])
    finally:
        await core.close()


def _locks(other: sqlite3.Connection) -> bool:
    with suppress(sqlite3.OperationalError):
        other.execute("BEGIN IMMEDIATE")
    return other.in_transaction
