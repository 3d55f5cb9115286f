"""Orders about servers: change, switch, duplicate, remove and bring back, look at, and what runs of one."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
from msgspec import structs

from tests.support.services_harness import Harness
from toolguard.clients.wiring.bundles.unpacked import UnpackedBundles
from toolguard.gate.model import ConfigChanged, DeferredApproval
from toolguard.gate.policy.rules import ORGANIZATION, AllowRulePolicy, Rule
from toolguard.servers import ChildRecord, ServerChannel, ServerResources, open_server
from toolguard.servers.launch_fingerprint import outline
from toolguard.services import servers
from toolguard.services.context import ServiceContext
from toolguard.services.interface import EarlierServer
from toolguard.services.registry import execute
from toolguard.services.rules.backtest import a_call
from toolguard.services.server_import import settings_files
from toolguard.store.config.config import ServerSpec, stored

TINY = [sys.executable, str(Path(__file__).parents[1] / "support" / "tiny_server.py")]


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    one = Harness(tmp_path)
    await one.with_server()
    yield one
    one.keychain.close()


async def test_changed_command_needs_approval_and_an_unchanged_command_does_not(harness: Harness) -> None:
    await harness.order("server.change", name="files", command="prog", args=["--root", "a b"])
    assert not harness.asked
    result = await harness.order("server.change", name="files", command="other", env={"A": "b"})
    assert "starts another command" in harness.asked[0][1] and "command  other" in harness.asked[0][2]
    assert harness.target == "other"
    assert harness.config.servers["files"].command == "other" and result["sessions"] == 0
    assert "command  prog" in harness.log.events[-1].detail  # type: ignore[attr-defined]
    assert "no server nope" in await harness.refusal("server.change", name="nope", command="x")


@pytest.mark.parametrize(
    ("settings", "target"),
    [
        ({"command": "prog", "args": ["a b", "c\u202e"], "cwd": "/x"}, "prog 'a b' 'c⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩'"),
        ({"kind": "http", "url": "https://me:hunter2-long@a.test/mcp"}, "https://me:••••••••@a.test/mcp"),
    ],
    ids=["command", "URL"],
)
async def test_question_about_a_server_has_what_it_starts_as_its_target(
    harness: Harness, settings: dict[str, Any], target: str
) -> None:
    await harness.order("server.add", name="new", **settings)
    assert harness.target == target


async def test_value_like_a_secret_is_neither_asked_about_nor_recorded(harness: Harness) -> None:
    key = "gh" + "p_" + "Zk3vQ9xT1mR7bN5cW8yL2dF4hJ6pS0aE"
    await harness.order("server.add", name="git", command="x", env={"TOKEN": key, "MODE": "fast"})
    (doubt,) = (await harness.order("server.show", name="git"))["doubts"]
    assert doubt.startswith("TOKEN looks like a secret, but is in config.json.")
    await harness.order("server.change", name="git", command="x", env={"TOKEN": "${secret:TOKEN}", "MODE": "fast"})
    env = {"LD_PRELOAD": f"/tmp/x.so:{key}", "DATABASE_URL": f"postgres://me:{key}@db.test:5432/main"}
    await harness.order("server.add", name="db", command="x", env=env)
    assert (
        f"env      LD_PRELOAD=/tmp/x.so:{key}\nenv      DATABASE_URL=postgres://db.test:5432/••••••••"
        in harness.asked.pop()[2]
    )
    harness.log.events.pop()
    headers = {"Authorization": f"Bearer {key}"}
    await harness.order("server.add", name="far", url=f"https://a.test/?api_key={key}", headers=headers)
    await harness.order("server.remove", name="far")
    recorded = [event.detail for event in harness.log.events if isinstance(event, ConfigChanged)]
    seen = [*(detail for _, _, detail, _ in harness.asked), *recorded]
    assert key not in "".join(seen)
    assert "env      TOKEN=••••••••\nenv      MODE=fast" in seen[0]
    assert "header   Authorization: Bearer ••••••••" in seen[-1] and "https://a.test/?api_key=••••••••" in seen[-1]


async def test_question_about_a_change_shows_unchanged_settings(harness: Harness) -> None:
    requests = {"sampling": "ask"}
    for more in ({"requests": requests, "trust_hints": True}, {}):
        await harness.order("server.change", name="files", command="other", args=list(more), **more)
    assert "sampling=ask" in harness.asked[-1][2] and "annotations trusted" in harness.asked[-1][2]

    async def meanwhile() -> None:
        spec = structs.replace(harness.config.servers["files"], trust_hints=False)
        harness.config.replace_server(spec)

    harness.before_answer = meanwhile
    assert "edited after you were asked" in await harness.refusal("server.change", name="files", command="third")


async def test_otc_server_context_change_asks_the_person(
    harness: Harness,
) -> None:
    await harness.order("server.add", name="sms", kind="otc", url="https://a.example/otc")
    context = {"secrets": {"TWILIO_API_KEY": "${secret:twilio}"}, "user_id": "me"}
    settings = {"kind": "otc", "url": "https://a.example/otc", "context": context}
    result = await harness.order("server.change", name="sms", **settings)
    assert result["context"] == context and harness.config.servers["sms"].context == context
    assert "now connects to https://a.example/otc" in harness.asked[-1][1]
    assert "secret   TWILIO_API_KEY=${secret:twilio}" in harness.asked[-1][2] and "user id  me" in harness.asked[-1][2]
    before = len(harness.asked)
    await harness.order("server.change", name="sms", **settings)
    assert len(harness.asked) == before
    plain = {"secrets": {"TWILIO_API_KEY": "written-out"}}
    assert "${secret:NAME}" in await harness.refusal("server.change", name="sms", **{**settings, "context": plain})
    assert "has no bridge" in await harness.refusal("server.change", name="sms", **settings, bridge="off")


STDIO = ServerSpec(
    name="x", command="prog", args=("a",), env={"A": "1"}, cwd="/x", enabled=False, requests={"sampling": "ask"}
)
FAR = ServerSpec(name="x", kind="http", url="https://a.test/mcp", headers={"X": "1"})
OTC = ServerSpec(name="x", kind="otc", url="https://a.test/otc", context={"user_id": "me"})
LAUNCH, ASKS, HARMLESS = "part of the launch", "asked about when it changes", "harmless"
MEMBERS_OF_A_SERVER = {
    # what it is another server by: a secret is bound to that, and a person is asked before it goes to another one
    "command": (LAUNCH, STDIO, "other"),
    "args": (LAUNCH, STDIO, ("b",)),
    "env": (LAUNCH, STDIO, {"A": "2"}),
    "cwd": (LAUNCH, STDIO, "/y"),
    "url": (LAUNCH, FAR, "https://b.test/mcp"),
    "kind": (ASKS, FAR, "otc"),  # the same origin, which has the secret anyway; so for all that follows
    "transport": (ASKS, FAR, "sse"),
    "headers": (ASKS, FAR, {"X": "2"}),
    "client_id": (ASKS, FAR, "me"),
    "client_secret": (ASKS, FAR, "${secret:other}"),
    "auth": (ASKS, OTC, "jwt"),
    "auth_key": (ASKS, OTC, "${secret:key}"),
    "context": (ASKS, OTC, {"secrets": {"ID": "${secret:key}"}}),
    "arguments": (ASKS, STDIO, {"tool": {"/a": "${secret:key}"}}),
    "requests": (ASKS, STDIO, {"sampling": "pass"}),
    "trust_hints": (ASKS, STDIO, True),
    "enabled": (ASKS, STDIO, True),
    "bridge": (HARMLESS, STDIO, "off"),  # who understands whom; what runs and what it is given stays
    "name": (HARMLESS, STDIO, "y"),  # no order changes it; rules and secrets go by the name
}
"""Each member of a server's settings: what it means for the server's secrets, a server, and another value of it."""


def test_every_server_member_has_a_rule_for_changes() -> None:
    assert set(MEMBERS_OF_A_SERVER) == set(ServerSpec.__struct_fields__)


@pytest.mark.parametrize("member", MEMBERS_OF_A_SERVER)
async def test_every_server_setting_change_is_classified(harness: Harness, member: str) -> None:
    means, before, value = MEMBERS_OF_A_SERVER[member]
    after = structs.replace(before, **{member: value})
    assert (outline(after) != outline(before)) == (means is LAUNCH)
    if member == "name":
        return
    harness.config.add_server(before)
    await harness.order("server.change", name="x", **stored(after))
    assert harness.config.servers["x"] == after
    assert bool(harness.asked) == (means is not HARMLESS)
    promise = "You are asked before it gets its secrets again."
    assert (promise in str(harness.asked)) == (means is LAUNCH)


async def test_path_change_within_an_origin_keeps_secrets(harness: Harness) -> None:
    harness.config.add_server(FAR)
    after = structs.replace(FAR, url="https://a.test/other")
    await harness.order("server.change", name="x", **stored(after))
    assert "It also keeps its secrets." in harness.asked[0][1]


async def test_switching_off_is_done_at_once_and_switching_on_waits(harness: Harness) -> None:
    await harness.order("server.enable", name="files", enabled=False)
    assert not harness.asked and not harness.config.servers["files"].enabled
    await harness.order("server.change", name="files", command="other")
    assert not harness.config.servers["files"].enabled
    harness.asked.clear()
    await harness.order("server.enable", name="files", enabled=True)
    assert len(harness.asked) == 1 and harness.config.servers["files"].enabled


async def test_a_duplicate_has_the_same_settings_and_secrets(harness: Harness) -> None:
    await harness.order("secret.set", name="T", value="value-1")
    await harness.order("secret.bind", name="T", servers=["files"])
    harness.asked.clear()
    await harness.order("server.duplicate", name="files", to="files-2")
    assert "It is given T" in harness.asked[0][1]
    assert harness.config.servers["files-2"].args == ("--root", "a b")
    assert harness.config.secrets["T"].servers == ("files", "files-2")
    assert "already" in await harness.refusal("server.duplicate", name="files", to="files-2")


async def test_removed_server_is_restored_exactly(harness: Harness) -> None:
    await harness.order("secret.set", name="T", value="value-1")
    await harness.order("secret.bind", name="T", servers=["files"])
    await harness.order("rule.add", server="files", tool="read", verdict="allow")
    harness.gate.rules.add(Rule(id="s", server="files", tool="list", verdict="allow", until="session"))
    await harness.order("tool.switch", server="files", tool="erase", exposed=False)
    before = (
        harness.config.servers["files"],
        harness.config.rules,
        harness.config.switches,
        harness.config.secrets["T"],
    )
    rules = {rule.id: rule for rule in harness.gate.rules}
    left = await harness.order("server.remove", name="files")
    assert not harness.config.servers and not list(harness.gate.rules)
    harness.asked.clear()
    await harness.order("server.restore", **left)
    assert len(harness.asked) == 1 and "secret   T" in harness.asked[0][2] and "tool     read" in harness.asked[0][2]
    assert before[0] == harness.config.servers["files"] and before[2] == harness.config.switches
    assert harness.config.secrets["T"] == before[3]
    assert {rule.id: rule for rule in harness.gate.rules} == rules
    assert [rule["id"] for rule in harness.config.rules] == [rule["id"] for rule in before[1]]


async def test_changed_server_gets_back_its_settings_and_its_secrets(harness: Harness) -> None:
    for secret in ("T", "OTHER"):
        await harness.order("secret.set", name=secret, value="value-1")
    await harness.order("secret.bind", name="T", servers=["files"])
    same = {"name": "files", "command": "prog", "args": ["--root", "a b"]}
    await harness.order("server.change", **same, requests={"sampling": "pass"})
    before, bound = harness.config.servers["files"], harness.config.secrets["T"]
    changed = await harness.order("server.change", name="files", command="other", requests={"sampling": "deny"})
    for secret in ("T", "OTHER"):  # as the window does
        await harness.order("secret.bind", name=secret, servers=["files"])
    assert harness.config.secrets["T"] != bound
    harness.asked.clear()
    await harness.order("server.revert", **changed["before"])
    ((kind, title, detail, _),) = harness.asked
    assert (kind, title) == (
        "server",
        "The settings of the server files are replaced. More requests from or to the server files are forwarded or "
        "wait for you instead of being denied. It is given T.",
    )
    assert "command  prog" in detail and "secret   T" in detail and "gives secret" in harness.risks
    assert harness.config.servers["files"] == before
    assert harness.config.secrets["T"] == bound and harness.config.secrets["OTHER"].servers == ()


async def test_undo_of_a_change_binds_no_secret_to_settings_that_come_meanwhile(harness: Harness) -> None:
    for secret in ("T", "U"):
        await harness.order("secret.set", name=secret, value="value-1")
        await harness.order("secret.bind", name=secret, servers=["files"])
    harness.config.replace_server(ServerSpec(name="files", command=TINY[0]))
    before = EarlierServer(name="files", command=TINY[0], args=TINY[1:], secrets=["T", "U"])
    undo = asyncio.ensure_future(harness.run(lambda services: services.servers.revert(before), print))
    while harness.config.servers["files"].args == () and not undo.done():
        await asyncio.sleep(0)
    harness.config.replace_server(ServerSpec(name="files", command=TINY[0], args=("-c", "evil")))
    await undo
    assert [secret["stale"] for secret in await harness.order("secret.list")] == [["files"], ["files"]]


async def test_undo_of_a_change_confirms_no_secret_of_another_launch(harness: Harness) -> None:
    await harness.order("secret.set", name="T", value="value-1")
    await harness.order("secret.bind", name="T", servers=["files"])
    await harness.order("server.change", name="files", command="other")
    changed = await harness.order("server.change", name="files", command="third")
    assert changed["before"].get("secrets", []) == [] and changed["before"]["stale"] == ["T"]
    await harness.order("server.revert", **changed["before"])
    assert [entry["stale"] for entry in await harness.order("secret.list")] == [["files"]]


async def test_undo_of_a_change_gives_no_secret_that_it_does_not_name(harness: Harness) -> None:
    """A binding without a launch, as older versions made, got the one of the next start."""
    await harness.order("secret.set", name="T", value="value-1")
    harness.config.bind_secret("T", "files")
    before = harness.config.servers["files"]
    await harness.order("server.revert", name="files", command="other", stale=["T"])
    assert harness.config.secrets["T"].launches["files"] == outline(before)
    assert [entry["stale"] for entry in await harness.order("secret.list")] == [["files"]]


async def test_question_about_an_undo_names_reduced_protection(harness: Harness) -> None:
    before = stored(harness.config.servers["files"])
    await harness.order("server.enable", name="files", enabled=False)
    await harness.order("server.revert", name="files", **{**before, "trust_hints": True})
    ((_, title, _, _),) = harness.asked
    assert "The server files can be used again. ToolGuard trusts what the server files says" in title


async def test_undo_of_a_change_is_refused_after_another_change(harness: Harness) -> None:
    """For example, the server was turned off meanwhile, or it is another one of that name."""
    changed = await harness.order("server.change", name="files", command="other")
    await harness.order("server.enable", name="files", enabled=False)
    harness.asked.clear()
    assert "was changed again" in await harness.refusal("server.revert", **changed["before"])
    assert not harness.asked and not harness.config.servers["files"].enabled
    await harness.order("server.enable", name="files", enabled=True)
    await harness.order("server.revert", **changed["before"])
    assert harness.config.servers["files"].command != "other"


async def test_declined_undo_of_a_change_changes_nothing(harness: Harness) -> None:
    changed = await harness.order("server.change", name="files", command="other")
    harness.consents = False
    assert "declined" in await harness.refusal("server.revert", **changed["before"])
    assert harness.config.servers["files"].command == "other"
    harness.consents = True
    await harness.order("server.remove", name="files")
    assert "no server files" in await harness.refusal("server.revert", **changed["before"])


async def test_rule_for_several_servers_covers_no_later_server_of_a_removed_name(harness: Harness) -> None:
    tools = {"tools": [{"name": "read", "inputSchema": {"type": "object"}}]}
    await harness.order("server.add", name="other", command="other")
    for server in ("files", "other"):
        harness.gate.tools.replace_list(server, tools)
    wide = {"server": "*", "tool": "r*", "verdict": "allow"}
    kept = await harness.order("rule.add", **wide)
    changed = await harness.order("rule.add", **wide)
    await harness.order("rule.add", **wide, until="session")
    before = {rule.id: rule for rule in harness.gate.rules}, {rule["id"]: rule for rule in harness.config.rules}
    left = await harness.order("server.remove", name="files")
    assert not harness.gate.tools.of("files") and harness.gate.tools.of("other")
    assert {tuple(rule.covers or ()) for rule in harness.gate.rules} == {("other",)}
    assert {tuple(rule["covers"]) for rule in harness.config.rules} == {("other",)}
    await harness.order("rule.change", id=changed["id"], **wide, note="another")
    harness.asked.clear()
    await harness.order("server.restore", **left)
    assert "2 allow rules" in harness.asked[0][1] and '"read":' in harness.asked[0][2]
    after = {rule.id: rule for rule in harness.gate.rules}, {rule["id"]: rule for rule in harness.config.rules}
    for now, was in zip(after, before, strict=True):
        assert "files" in str(now[kept["id"]]) and "files" not in str(now.pop(changed["id"]))
        assert now == {id: rule for id, rule in was.items() if id != changed["id"]}


async def test_no_approval_outlives_its_server(harness: Harness) -> None:
    call = a_call("chat", "files", "read", {})
    harness.gate.deferred_approvals.put(DeferredApproval(id="x", call=call, expires=2000.0))
    harness.gate.continuations.open(
        call, None, {"requestState": "s"}, previous=None, arguments=None, by="person", now=1000.0
    )
    await harness.order("server.remove", name="files")
    assert not harness.gate.deferred_approvals.all(1000.0) and not harness.gate.continuations.all(1000.0)


async def test_restored_server_is_never_visible_with_its_hidden_tools(harness: Harness) -> None:
    """Not even if one of its rules cannot be added."""
    await harness.order("rule.add", server="files", tool="read", verdict="allow")
    await harness.order("tool.switch", server="files", tool="erase", exposed=False)
    left = await harness.order("server.remove", name="files")
    harness.guard.set_organization([], AllowRulePolicy(kind="none"))
    assert "not all of its rules" in await harness.refusal("server.restore", **left)
    assert not harness.gate.tool_visibility.is_visible("any", "files", "erase")


async def test_client_may_use_a_restored_server_again(harness: Harness) -> None:
    await harness.order("client.add", name="laptop", servers=["files"])
    left = await harness.order("server.remove", name="files")
    assert harness.config.clients["laptop"].servers == ()
    harness.asked.clear()
    await harness.order("server.restore", **left)
    assert harness.config.clients["laptop"].servers == ("files",) and "client   laptop" in harness.asked[0][2]


async def test_rules_of_an_organization_stay_when_a_server_is_removed(harness: Harness) -> None:
    rule = Rule(id="o", server="files", tool="read", verdict="allow", by=ORGANIZATION)
    harness.guard.set_organization([rule], AllowRulePolicy())
    await harness.order("server.restore", **await harness.order("server.remove", name="files"))
    assert list(harness.gate.rules) == [rule]


async def test_bundle_files_are_removed_and_restored_with_the_last_server(harness: Harness) -> None:
    folder = harness.config.folder / "bundles" / "notes-0123456789abcdef"
    folder.mkdir(parents=True)
    (folder / "run.js").write_text("1")
    words = {"command": "node", "args": [f"{folder}/run.js"], "cwd": str(folder)}
    await harness.order("server.add", name="notes", **words)
    await harness.order("server.duplicate", name="notes", to="notes-2")
    await harness.order("server.remove", name="notes")
    assert folder.is_dir(), "another server needs it"
    left = await harness.order("server.remove", name="notes-2")
    assert not folder.exists() and "bundle of server notes-2 removed" in harness.log.events[-1].what  # type: ignore[attr-defined]
    await harness.order("server.restore", **left)
    assert (folder / "run.js").read_text() == "1" and "notes-2" in harness.config.servers
    left = await harness.order("server.remove", name="notes-2")
    UnpackedBundles(harness.config.folder).purge()
    assert "Import the bundle again" in await harness.refusal("server.restore", **left)
    assert "notes-2" not in harness.config.servers


async def test_foreign_folder_is_never_removed(harness: Harness, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    bundles = harness.config.folder / "bundles"
    bundles.mkdir()
    for name, command in (("a", str(other)), ("b", str(bundles)), ("c", f"{bundles}/x/../../config.json")):
        await harness.order("server.add", name=name, command=command)
        await harness.order("server.remove", name=name)
    assert other.is_dir() and bundles.is_dir() and (harness.config.folder / "config.json").exists()


async def test_server_restore_with_other_content_is_refused(harness: Harness) -> None:
    left = await harness.order("server.remove", name="files")
    rule = {"id": "x", "server": "*", "tool": "*", "verdict": "allow"}
    assert "not the rules" in await harness.refusal("server.restore", **{**left, "rules": [rule]})
    assert "not a rule" in await harness.refusal("server.restore", **{**left, "rules": [{"id": 7}]})


async def test_parsing_pasted_text_returns_unused_names_and_adds_no_server(harness: Harness) -> None:
    result = await harness.order("server.parse", text='{"mcpServers":{"files":{"command":"c","env":{"API_KEY":"k"}}}}')
    assert [one["name"] for one in result] == ["files-2"]
    assert result[0]["suspects"][0]["secret"] == "API_KEY"
    assert list(harness.config.servers) == ["files"]
    same = await harness.order("server.parse", text="prog --root 'a b'")
    assert same[0]["same_as"] == "files"
    assert "cannot be read" in await harness.refusal("server.parse", text="{")


async def test_pasted_text_is_examined_outside_of_the_loop(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set[int]()

    def suspects(*arguments: Any) -> list[Any]:
        threads.add(threading.get_ident())
        return settings_files.suspects(*arguments)

    monkeypatch.setattr(servers, "suspects", suspects)
    assert await harness.order("server.parse", text="npx -y some-package")
    assert threads and threading.get_ident() not in threads


async def test_forms_are_given_every_kind_with_its_schema(harness: Harness) -> None:
    kinds = {one["kind"]: one for one in await harness.order("server.kinds")}
    assert kinds["stdio"]["label"] and "command" in kinds["stdio"]["schema"]["properties"]


async def test_a_server_that_is_reached_over_http_is_listed_and_shown(harness: Harness) -> None:
    await harness.order("server.add", name="far", kind="http", url="https://example.org/mcp", headers={"K": "v"})
    shown = await harness.order("server.show", name="far")
    assert (shown["launch"], shown["headers"]) == ("https://example.org/mcp [K: v]", {"K": "v"})
    assert shown["short"] == "https://example.org/mcp"


@pytest.mark.parametrize(
    ("launch", "short"),
    [
        ("docker run -i --rm -e TOKEN mcp/github --read-only", "mcp/github --read-only"),
        ("podman run -i --memory 512m --cpus 2 mcp/github", "mcp/github"), ("python3 -u server.py", "server.py"),
        ("npx -y @a/server@1.2 /home", "@a/server@1.2 /home"), ("/usr/bin/npx -y a", "a"),
        ("uvx --from git+https://example.org/x mcp-x", "mcp-x"), ("pipx run mcp-x", "mcp-x"),
        ("python3 -m mcp_server --port 1", "mcp_server --port 1"), ("node build/index.js", "build/index.js"),
        ("/opt/server --root /x", "/opt/server --root /x"), ("npx -y", "npx -y"),
    ],
)  # fmt: skip
async def test_short_launch_begins_with_the_executed_package_or_script(
    harness: Harness, launch: str, short: str
) -> None:
    command, *args = launch.split()
    await harness.order("server.add", name="one", command=command, args=args, cwd="/tmp")
    shown = await harness.order("server.show", name="one")
    assert (shown["launch"], shown["short"], shown["cwd"]) == (launch, short, "/tmp")


# --- what runs


def looking(harness: Harness) -> ServiceContext:
    async def reach(spec: ServerSpec, tell: Any) -> ServerChannel:
        async def release(name: str) -> str:
            return f"value of {name}"

        return await open_server(spec, ServerResources(release=release, log=tell, on_state=tell))

    return replace(harness.app, reach=reach)


async def test_server_is_tested_before_it_is_added(harness: Harness) -> None:
    lines: list[str] = []
    state = replace(looking(harness), on_progress=lines.append)
    reply = await execute("server.try", {"name": "new", "command": TINY[0], "args": TINY[1:]}, state)
    assert reply["ok"], reply
    result = reply["value"]
    assert result["era"] == "legacy" and result["count"] == len(result["tools"]) > 0
    assert "starting" in lines and "new" not in harness.config.servers


async def test_probe_of_an_unregistered_program_asks_the_person(harness: Harness) -> None:
    asked = {"name": "files", "command": "evil"}
    harness.consents = False
    assert "declined" in (await execute("server.try", asked, looking(harness), harness.propose))["error"]
    assert "command  evil" in harness.asked[0][2]


async def test_probe_of_a_registered_server_asks_the_person_only_if_it_is_turned_off(harness: Harness) -> None:
    registered = {"name": "tiny", "command": TINY[0], "args": TINY[1:]}
    await harness.order("server.add", **registered)
    harness.asked.clear()
    assert (await execute("server.try", registered, looking(harness), harness.propose))["ok"] and not harness.asked
    await harness.order("server.enable", name="tiny", enabled=False)
    harness.consents = False
    for enabled in (True, False):
        described = {**registered, "enabled": enabled}
        assert "declined" in (await execute("server.try", described, looking(harness), harness.propose))["error"]


async def test_probe_of_a_failing_program_reports_the_reason(harness: Harness) -> None:
    reply = await execute("server.try", {"name": "x", "command": "no-such-program"}, looking(harness))
    assert reply["error"].startswith("Cannot find the program")
    reply = await execute(
        "server.try", {"name": "x", "command": sys.executable, "args": ["-c", "exit(3)"]}, looking(harness)
    )
    assert "status 3" in reply["error"]
    reply = await execute("server.try", {"name": "x", "command": "c"}, harness.offline)
    assert "toolguard server try" in reply["error"]


async def test_cancelled_refresh_leaves_no_process(harness: Harness) -> None:
    born: list[str] = []
    script = "import os,sys,time; print(os.getpid(), file=sys.stderr, flush=True); time.sleep(60)"
    state = replace(looking(harness), on_progress=born.append)
    task = asyncio.create_task(
        execute("server.try", {"name": "x", "command": sys.executable, "args": ["-c", script]}, state)
    )
    while not any(line.isdigit() for line in born):
        await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert not psutil.pid_exists(next(int(line) for line in born if line.isdigit()))


async def test_processes_are_shown_with_their_memory(harness: Harness) -> None:
    child = ChildRecord(os.getpid(), psutil.Process().create_time(), "mark")
    gone = ChildRecord(2**22 - 1, 1.0, "mark-2")
    state = replace(harness.app, children=lambda _: (gone, child), failure=lambda _: (5.0, "why"))
    reply = await execute("server.show", {"name": "files"}, state)
    shown = reply["value"]
    assert shown["starts"] == 2 and shown["failure"] == {"time": 5.0, "why": "why"}
    assert shown["memory"] == sum(one["memory"] for one in shown["processes"])


async def test_tools_of_an_earlier_run_are_counted(harness: Harness) -> None:
    async def count() -> int:
        return (await harness.order("server.show", name="files"))["tools"]

    assert await count() == 0
    harness.gate.tools.add_page("files", "s", {"tools": [{"name": "read"}, {"name": "write"}]}, first=True)
    assert await count() == 2
    await harness.order("server.change", name="files", command="another")
    assert await count() == 0, "another command is another server"


async def test_a_log_is_read_from_its_end_and_searched(harness: Harness, tmp_path: Path) -> None:
    state = replace(harness.app, logs=tmp_path)
    (tmp_path / "server-files.log.1").write_text("older line\n")
    (tmp_path / "server-files.log").write_text("first\nError: half\nlast\n")

    async def log(**more: Any) -> dict[str, Any]:
        reply = await execute("server.log", {"name": "files", **more}, state)
        assert reply["ok"], reply
        return dict(reply["value"])

    result = await log()
    assert result["lines"] == ["older line", "first", "Error: half", "last"] and not result["more"]
    assert (await log(search="ERROR"))["lines"] == ["Error: half"]
    assert (await log(lines=1))["lines"] == ["last"] and (await log(lines=1))["more"]
    assert (await log(seen=result["mark"]))["lines"] is None
    with (tmp_path / "server-files.log").open("a") as file:
        file.write("x" * 3_000_000 + "\nend\n")
    result = await log()
    assert result["lines"][-1] == "end" and result["more"] and len(result["lines"]) < 4
    await harness.order("server.add", name="silent", command="c")
    assert (await execute("server.log", {"name": "silent"}, state))["value"]["lines"] == []
