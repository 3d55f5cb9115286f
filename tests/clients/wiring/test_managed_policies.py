"""Lists of organisations on all three systems: what they deny is not routed, and what they lack is named."""

from __future__ import annotations

import base64
import errno
import json
import os
import plistlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.clients.wiring.settings import of_client
from toolguard.clients.wiring.discovery import FoundFile, find
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.machine import POLICY_KEYS, Machine, System
from toolguard.clients.wiring.managed_policies import LaunchFacts, ManagedPolicy, policy_of, url_matches
from toolguard.clients.wiring.routing import Router
from toolguard.gate.texts import code_of
from toolguard.servers import UnreachableError
from toolguard.services.runtime.managed_servers import require_not_denied
from toolguard.store.config.config import ServerSpec

STUB = ["/opt/toolguard-connect"]
TIME = {"command": "uvx", "args": ["mcp-server-time"]}
FAR = {"type": "http", "url": "https://mcp.example.com/a"}
MANAGED = {
    "claude-code": {
        "linux": "root/etc/claude-code/managed-settings.json",
        "macos": "root/Library/Application Support/ClaudeCode/managed-settings.json",
        "windows": "pf/ClaudeCode/managed-settings.json",
    },
    "copilot": {
        "linux": "root/etc/github-copilot/managed-settings.json",
        "macos": "root/Library/Application Support/GitHubCopilot/managed-settings.json",
        "windows": "pf/GitHubCopilot/managed-settings.json",
    },
}
FILES = {"claude-code": ".claude.json", "copilot": ".copilot/mcp-config.json"}
EACH = [(key, system) for key in MANAGED for system in ("linux", "macos", "windows")]


def machine(folder: Path, system: System = "linux", **variables: str) -> Machine:
    variables = {"ProgramFiles": str(folder / "pf"), "ProgramData": str(folder / "pd"), **variables}
    return Machine(system, folder / "home", variables, root=folder / "root")


def put(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def states(folder: Path, on: Machine, key: str, servers: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Each entry's state and the code of its reason."""
    file = found(folder, on, key, servers)
    return {one.name: (one.state, code_of(one.reason)) for one in file.entries}


def found(folder: Path, on: Machine, key: str, servers: dict[str, Any]) -> FoundFile:
    put(folder / "home" / FILES[key], {"mcpServers": servers})
    (client,) = find(on, clients=[of_client(key)])
    return client.files[0]


@pytest.mark.parametrize(("key", "system"), EACH)
def test_denied_server_is_not_routed(key: str, system: System, tmp_path: Path) -> None:
    denied = [{"serverName": "bad"}, {"serverCommand": ["uvx", "evil"]}, {"serverUrl": "https://*.evil.com/*"}]
    put(tmp_path / MANAGED[key][system], {"deniedMcpServers": denied})
    servers = {
        "good": TIME, "bad": TIME, "other": {"command": "uvx", "args": ["evil"]}, "near": {"command": "uvx evil"},
        "far": {"url": "https://a.EVIL.com:443/x"}, "ok": FAR,
    }  # fmt: skip
    told = states(tmp_path, machine(tmp_path, system), key, servers)
    refused = ("unguardable", "clients.policy_denied")
    assert (told["bad"], told["other"], told["far"]) == (refused, refused, refused)
    assert told["good"] == told["ok"] == ("unguarded", "")


@pytest.mark.parametrize(("key", "system"), EACH)
def test_a_server_that_an_allow_list_lacks_is_not_routed(key: str, system: System, tmp_path: Path) -> None:
    allowed = [{"serverCommand": ["uvx", "mcp-server-time"]}, {"serverCommand": [*STUB, "--server", "good"]}]
    put(tmp_path / MANAGED[key][system], {"allowedMcpServers": allowed})
    servers = {"good": TIME, "more": {**TIME, "args": ["mcp-server-time", "--x"]}, "far": FAR}
    told = states(tmp_path, machine(tmp_path, system), key, servers)
    refused = ("unguardable", "clients.policy_not_allowed")
    assert told == {"good": ("unguarded", ""), "more": refused, "far": refused}


def test_the_entry_that_is_missing_for_toolguard_is_named(tmp_path: Path) -> None:
    managed = put(tmp_path / MANAGED["claude-code"]["linux"], {"allowedMcpServers": [{"serverCommand": list(words())}]})
    file = found(tmp_path, machine(tmp_path), "claude-code", {"time": TIME})
    router, row = Router(tmp_path / "state"), of_client("claude-code")
    with pytest.raises(WiringError) as why:
        router.plan_route(row, file, {("mcpServers", "time"): "time"}, STUB)
    assert code_of(str(why.value)) == "clients.policy_lacks_toolguard"
    missing = '{"serverCommand": ["/opt/toolguard-connect", "--server", "time"]}'
    assert missing in str(why.value)
    put(managed, {"allowedMcpServers": [{"serverCommand": list(words())}, json.loads(missing)]})
    file = found(tmp_path, machine(tmp_path), "claude-code", {"time": TIME})
    assert router.plan_route(row, file, {("mcpServers", "time"): "time"}, STUB).after
    put(managed, {"deniedMcpServers": [json.loads(missing)]})
    file = found(tmp_path, machine(tmp_path), "claude-code", {"time": TIME})
    assert code_of(file.routed_refusal("time", [*STUB, "--server", "time"])) == "clients.policy_denies_toolguard"


def words() -> tuple[str, ...]:
    return (TIME["command"], *TIME["args"])  # type: ignore[arg-type]


def test_name_match_applies_only_without_a_more_exact_entry(tmp_path: Path) -> None:
    names = [{"serverName": "time"}, {"serverName": "far"}]
    put(tmp_path / MANAGED["claude-code"]["linux"], {"allowedMcpServers": names})
    file = found(tmp_path, machine(tmp_path), "claude-code", {"time": TIME, "far": FAR})
    assert {one.state for one in file.entries} == {"unguarded"}
    assert not file.routed_refusal("time", [*STUB, "--server", "time"])
    exact = [*names, {"serverUrl": "https://mcp.example.com/*"}, {"serverCommand": ["x"]}]
    put(tmp_path / MANAGED["claude-code"]["linux"], {"allowedMcpServers": exact})
    told = states(tmp_path, machine(tmp_path), "claude-code", {"time": TIME, "far": FAR})
    assert told["far"][0] == "unguarded" and told["time"][1] == "clients.policy_not_allowed"


def test_empty_managed_list_allows_no_server_and_user_lists_apply(tmp_path: Path) -> None:
    managed, own = tmp_path / MANAGED["claude-code"]["linux"], tmp_path / "home/.claude/settings.json"
    put(managed, {"allowedMcpServers": []})
    put(own, {"allowedMcpServers": [{"serverName": "time"}], "deniedMcpServers": [{"serverName": "far"}]})
    on = machine(tmp_path)
    assert states(tmp_path, on, "claude-code", {"time": TIME})["time"][0] == "unguarded"
    put(managed, {"allowedMcpServers": [], "allowManagedMcpServersOnly": True})
    assert states(tmp_path, on, "claude-code", {"time": TIME})["time"][1] == "clients.policy_not_allowed"
    put(managed, {})
    told = states(tmp_path, on, "claude-code", {"far": FAR})
    assert told["far"][1] == "clients.policy_denied"
    require_not_denied(ServerSpec(name="far", kind="http", url=str(FAR["url"])), on)  # it is for that client alone


@pytest.mark.parametrize("system", ["linux", "macos", "windows"])
def test_a_managed_file_of_servers_is_exclusive(system: System, tmp_path: Path) -> None:
    place = MANAGED["claude-code"][system].replace("managed-settings", "managed-mcp")
    put(tmp_path / place, {"mcpServers": {"theirs": TIME}})
    put(tmp_path / "home/.claude.json", {"mcpServers": {"time": TIME}})
    (client,) = find(machine(tmp_path, system), clients=[of_client("claude-code")])
    told = {one.name: code_of(one.reason) for file in client.files for one in file.entries}
    assert told == {"time": "clients.policy_exclusive", "theirs": "clients.fixed_managed"}


@pytest.mark.parametrize("text", ["{", "[]", '{"deniedMcpServers": "all"}'])
def test_unreadable_list_denies_everything(text: str, tmp_path: Path) -> None:
    put(tmp_path / MANAGED["claude-code"]["linux"], text)
    on = machine(tmp_path)
    assert states(tmp_path, on, "claude-code", {"time": TIME})["time"][1] == "clients.policy_unreadable"
    with pytest.raises(UnreachableError):
        require_not_denied(ServerSpec(name="x", command="x"), on)


def test_folder_of_lists_that_cannot_be_listed_denies_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "root/etc/claude-code/managed-settings.d/10-mcp.json", {})
    list_folder = os.scandir

    def failing(path: Any) -> Any:
        if str(path).endswith("managed-settings.d"):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return list_folder(path)

    monkeypatch.setattr(os, "scandir", failing)
    with pytest.raises(UnreachableError):
        require_not_denied(ServerSpec(name="x", command="x"), machine(tmp_path))


def test_a_property_list_drop_ins_and_the_registry_are_read(tmp_path: Path) -> None:
    denying = {"deniedMcpServers": [{"serverName": "time"}]}
    plist = put(tmp_path / "root/Library/Managed Preferences/com.anthropic.claudecode.plist", "")
    plist.write_bytes(plistlib.dumps(denying, fmt=plistlib.FMT_BINARY))
    put(tmp_path / "root/etc/claude-code/managed-settings.d/10-mcp.json", denying)
    registry = replace(machine(tmp_path, "windows"), policies={POLICY_KEYS[0]: json.dumps(denying)})
    for on in (machine(tmp_path, "macos"), machine(tmp_path), registry):
        assert states(tmp_path, on, "claude-code", {"time": TIME})["time"][1] == "clients.policy_denied", on.system
    plist.write_bytes(b"bplist00" + b"\xff" * 40)
    broken = replace(registry, policies={POLICY_KEYS[0]: ""})
    for on in (machine(tmp_path, "macos"), broken):
        assert states(tmp_path, on, "claude-code", {"time": TIME})["time"][1] == "clients.policy_unreadable", on.system


def test_a_file_of_a_project_obeys_the_lists_of_every_client_that_reads_it(tmp_path: Path) -> None:
    put(tmp_path / MANAGED["claude-code"]["linux"], {"deniedMcpServers": [{"serverName": "time"}]})
    put(tmp_path / "work/.mcp.json", {"mcpServers": {"time": TIME, "good": TIME}})
    (client,) = find(machine(tmp_path), projects=[tmp_path / "work"], clients=[of_client("cursor")])
    assert [one.state for one in client.files[0].entries] == ["unguardable", "unguarded"]


def test_variables_are_replaced_on_both_sides(tmp_path: Path) -> None:
    put(tmp_path / MANAGED["claude-code"]["linux"], {"deniedMcpServers": [{"serverCommand": ["${BIN}/x", "${A:-1}"]}]})
    on = machine(tmp_path, BIN="/opt")
    servers = {"a": {"command": "/opt/x", "args": ["1"]}, "b": {"command": "${BIN}/x", "args": ["1"]},
               "c": {"command": "/opt/x", "args": ["2"]}}  # fmt: skip
    told = states(tmp_path, on, "claude-code", servers)
    assert [told[name][0] for name in "abc"] == ["unguardable", "unguardable", "unguarded"]


def test_denied_server_is_not_launched(tmp_path: Path) -> None:
    denied = [{"serverCommand": ["uvx", "evil"]}, {"serverUrl": "https://evil.com"}]
    put(tmp_path / MANAGED["copilot"]["linux"], {"deniedMcpServers": denied, "allowedMcpServers": []})
    on = machine(tmp_path)
    require_not_denied(ServerSpec(name="a", command="uvx", args=("good",)), on)
    for spec in (
        ServerSpec(name="a", command="uvx", args=("evil",)), ServerSpec(name="b", kind="http", url="https://evil.com/x"),
    ):  # fmt: skip
        with pytest.raises(UnreachableError, match="organization"):
            require_not_denied(spec, on)


def test_without_lists_there_is_no_policy(tmp_path: Path) -> None:
    row = of_client("claude-code")
    assert row.policy is not None
    assert policy_of(row.title, row.policy, machine(tmp_path)) is None
    put(tmp_path / MANAGED["claude-code"]["linux"], {"model": "x", "deniedMcpServers": [3, {}, {"serverCommand": []}]})
    assert policy_of(row.title, row.policy, machine(tmp_path)) is None
    assert not ManagedPolicy("x").denies(LaunchFacts("a"))


@pytest.mark.parametrize(
    ("pattern", "url", "matches"),
    [
        ("https://mcp.example.com/*", "https://mcp.example.com/a/b?c", True),
        ("https://mcp.example.com", "https://mcp.example.com/a", True),
        ("https://mcp.example.com/*", "https://MCP.example.com./a", True),
        ("https://mcp.example.com/*", "https://mcp.example.com:443/a", True),
        ("https://mcp.example.com/*", "https://mcp.example.com:8443/a", False),
        ("https://mcp.example.com/A", "https://mcp.example.com/a", False),
        ("https://*.example.com/*", "https://example.com/a", False),
        ("https://*.example.com/*", "https://evil.com/x.example.com/a", False),
        ("https://mcp.example.com/*", "https://mcp.example.com@evil.com/a", False),
        ("https://mcp.example.com/*", "http://mcp.example.com/a", False),
        ("*://mcp.example.com/*", "http://mcp.example.com/a", True),
        ("http://localhost:*/*", "http://localhost:3000/x", True),
        ("https://mcp.example.com/*", "https://[::1", False),
        ("*", "https://anything.test/x", True),
        ("https://a*a*b/*", "https://ab/x", False),
    ],
)
def test_urls_match_patterns(pattern: str, url: str, matches: bool) -> None:
    assert url_matches(pattern, url) is matches


# --- other clients' formats ---------------------------------------------------------------------------------------

REQUIREMENTS = '[mcp_servers.time.identity]\ncommand = "uvx"\n[mcp_servers.far.identity]\nurl = "https://a.test/mcp"\n'


def codex_states(folder: Path, on: Machine) -> dict[str, tuple[str, str]]:
    put(
        folder / "home/.codex/config.toml",
        '[mcp_servers.time]\ncommand = "uvx"\nargs = ["x"]\n[mcp_servers.other]\ncommand = "uvx"\n'
        '[mcp_servers.far]\nurl = "https://a.test/mcp"\n',
    )
    (client,) = find(on, clients=[of_client("codex")])
    (file,) = [one for one in client.files if one.path.name == "config.toml"]
    return {one.name: (one.state, code_of(one.reason)) for one in file.entries}


def codex_plist(folder: Path, text: str) -> None:
    path = put(folder / "root/Library/Managed Preferences/com.openai.codex.plist", "")
    path.write_bytes(plistlib.dumps({"requirements_toml_base64": base64.b64encode(text.encode()).decode()}))


def codex_cache(folder: Path, *contents: str) -> None:
    sent = {"enterprise_managed": [{"id": "a", "name": "b", "contents": one} for one in contents]}
    bundle = {"config_toml": {"enterprise_managed": []}, "requirements_toml": sent}
    put(folder / "home/.codex/cloud-config-bundle-cache.json", {"signed_payload": {"bundle": bundle}, "signature": ""})


@pytest.mark.parametrize("system", ["linux", "macos", "windows"])
def test_codex_loads_a_server_by_its_name_and_command(system: System, tmp_path: Path) -> None:
    on, refused = machine(tmp_path, system), ("unguardable", "clients.policy_not_allowed")
    assert {one for one, _ in codex_states(tmp_path, on).values()} == {"unguarded"}
    if system == "macos":
        codex_plist(tmp_path, REQUIREMENTS)
    else:
        place = "root/etc/codex" if system == "linux" else "pd/OpenAI/Codex"
        put(tmp_path / place / "requirements.toml", REQUIREMENTS)
    assert codex_states(tmp_path, on) == {"time": ("unguarded", ""), "other": refused, "far": ("unguarded", "")}
    (client,) = find(on, clients=[of_client("codex")])
    why = client.files[0].routed_refusal("time", [*STUB, "--server", "time"])
    assert code_of(why) == "clients.policy_lacks_toolguard"
    assert 'mcp_servers.time.identity.command = "/opt/toolguard-connect"' in why


def test_list_sent_by_openai_applies_and_its_first_fragment_wins(tmp_path: Path) -> None:
    on = machine(tmp_path)
    codex_cache(tmp_path, '[mcp_servers.time.identity]\ncommand = "/opt/toolguard-connect"\n', REQUIREMENTS)
    told = codex_states(tmp_path, on)
    assert told["time"][1] == told["other"][1] == "clients.policy_not_allowed" and told["far"][0] == "unguarded"
    (client,) = find(on, clients=[of_client("codex")])
    assert client.files[0].routed_refusal("time", [*STUB, "--server", "time"]) == ""
    codex_cache(tmp_path, "model = 'x'\n")
    assert {one for one, _ in codex_states(tmp_path, on).values()} == {"unguarded"}
    codex_cache(tmp_path, "[mcp_servers]\n")
    assert {one for _, one in codex_states(tmp_path, on).values()} == {"clients.policy_not_allowed"}


@pytest.mark.parametrize("text", ["mcp_servers = 3", "[", '[mcp_servers.x]\nidentity = "uvx"'])
def test_unreadable_requirements_deny_everything(text: str, tmp_path: Path) -> None:
    put(tmp_path / "root/etc/codex/requirements.toml", text)
    assert {one for one, _ in codex_states(tmp_path, machine(tmp_path)).values()} == {"unguardable"}


def test_broken_cached_list_blocks_routing_of_that_client_only(tmp_path: Path) -> None:
    on = machine(tmp_path)
    put(tmp_path / "home/.claude/remote-settings.json", "{")
    assert states(tmp_path, on, "claude-code", {"time": TIME})["time"][1] == "clients.policy_unreadable"
    require_not_denied(ServerSpec(name="x", command="x"), on)
    put(tmp_path / "home/.claude/remote-settings.json", {"deniedMcpServers": [{"serverName": "time"}]})
    assert states(tmp_path, on, "claude-code", {"time": TIME})["time"][1] == "clients.policy_denied"
    with pytest.raises(UnreachableError, match="organization"):
        require_not_denied(ServerSpec(name="time", command="x"), on)


def test_device_management_of_copilot_has_lists_as_texts(tmp_path: Path) -> None:
    denied = json.dumps([{"serverName": "time"}])
    plist = put(tmp_path / "root/Library/Managed Preferences/me/com.github.copilot.plist", "")
    plist.write_bytes(plistlib.dumps({"deniedMcpServers": denied}))
    registry = replace(machine(tmp_path, "windows"), policies={POLICY_KEYS[2]: denied})
    for on in (machine(tmp_path, "macos"), registry):
        assert states(tmp_path, on, "copilot", {"time": TIME})["time"][1] == "clients.policy_denied", on.system
    plist.write_bytes(plistlib.dumps({"deniedMcpServers": "all"}))
    assert states(tmp_path, machine(tmp_path, "macos"), "copilot", {"time": TIME})["time"][1] == (
        "clients.policy_unreadable"
    )


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("none", "no_servers"),
        (False, "no_servers"),
        ("registry", "registry_only"),
        ("later", "no_servers"),
        ("all", ""),
    ],
)
def test_a_policy_that_switches_servers_off_in_vscode_is_obeyed(value: Any, code: str, tmp_path: Path) -> None:
    put(tmp_path / "root/etc/vscode/policy.json", {"ChatMCP": value})
    plist = put(tmp_path / "root/Library/Managed Preferences/com.microsoft.VSCode.plist", "")
    plist.write_bytes(plistlib.dumps({"ChatMCP": value}))
    registry = replace(machine(tmp_path, "windows"), policies={POLICY_KEYS[4]: str(value)})
    for on in (machine(tmp_path), machine(tmp_path, "macos"), registry):
        config = {
            "linux": "home/.config",
            "macos": "home/Library/Application Support",
            "windows": "home/AppData/Roaming",
        }
        put(tmp_path / config[on.system] / "Code/User/mcp.json", {"servers": {"time": TIME}})
        (client,) = find(on, clients=[of_client("vscode")])
        assert code_of(client.files[0].entries[0].reason) == (f"clients.policy_{code}" if code else ""), on.system


@pytest.mark.parametrize(("key", "folder"), [("gemini", "gemini-cli"), ("qwen", "qwen-code")])
def test_names_in_the_system_settings_of_gemini_and_qwen_are_obeyed(key: str, folder: str, tmp_path: Path) -> None:
    own = tmp_path / f"home/.{key}/settings.json"
    put(own, {"mcpServers": {"time": TIME, "bad": TIME}, "mcp": {"excluded": ["bad"]}})

    def told() -> list[str]:
        (client,) = find(machine(tmp_path), clients=[of_client(key)])
        return [code_of(one.reason) for one in client.files[0].entries]

    assert told() == ["", "clients.policy_denied"]
    system = put(tmp_path / f"root/etc/{folder}/settings.json", {"mcp": {"allowed": ["bad"], "excluded": []}})
    assert told() == ["clients.policy_not_allowed", "clients.policy_denied"]
    put(system, {"mcp": {"allowed": ["*"]}, "mcpServers": {"theirs": TIME}})
    assert told() == ["", "clients.policy_denied"]
    (client,) = find(machine(tmp_path), clients=[of_client(key)])
    assert [code_of(one.reason) for one in client.files[1].entries] == ["clients.fixed_managed"]
