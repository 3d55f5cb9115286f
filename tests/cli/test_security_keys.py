"""Proof of presence on the command line: the policy for polkit, what doctor finds, what ``log show`` tells."""

from __future__ import annotations

import asyncio
import json
import os
import pwd
import sys
from pathlib import Path

import pytest

from tests.cli.test_cli import Shell
from toolguard.gate.approvals.presence_proof import PresenceProof
from toolguard.gate.model import CallDecided
from toolguard.store.log.audit_log import AuditLog


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def configured(shell: Shell, **sections: object) -> dict[str, dict[str, str]]:
    """What doctor finds with this configuration, by what it is about."""
    shell.home.mkdir(mode=0o700, exist_ok=True)
    path = shell.home / "config.json"
    path.write_text(json.dumps({"version": 1, **sections}))
    path.chmod(0o600)
    return {one["about"]: one for one in json.loads(shell("doctor", "--json").stdout)}


@pytest.mark.skipif(sys.platform != "linux", reason="polkit is on Linux")
def test_polkit_policy_is_for_the_current_user(shell: Shell) -> None:
    user = pwd.getpwuid(os.getuid()).pw_name
    assert f'<annotate key="org.freedesktop.policykit.owner">unix-user:{user}</annotate>' in shell.ok(
        "settings", "polkit"
    )


def test_doctor_checks_proof_of_presence(shell: Shell) -> None:
    assert "presence" not in configured(shell)
    found = configured(shell, preferences={"presence": "every", "presence_by": "security_key"})
    assert found["authentication"]["state"] == "wrong" and "none is registered" in found["authentication"]["text"]
    keys = {"blue": {"credential": "AAAA"}}
    found = configured(shell, preferences={"presence": "every", "presence_by": "security_key"}, security_keys=keys)
    assert found["authentication"]["state"] == "ok" and "blue" in found["authentication"]["text"]


@pytest.mark.skipif(Path("/run/dbus/system_bus_socket").exists(), reason="this machine has a system bus")
def test_doctor_reports_unreachable_polkit(shell: Shell) -> None:
    found = configured(shell, preferences={"presence": "every"})
    assert found["authentication"]["state"] == "wrong"
    assert "the system bus cannot be reached" in found["authentication"]["text"]


def test_the_settings_are_known_on_the_command_line(shell: Shell) -> None:
    shell.ok("settings", "set", "presence", "destroy")
    values = {one["name"]: one["value"] for one in shell.json("settings", "list")}
    assert (values["presence"], values["presence_by"], values["presence_validity"]) == ("destroy", "system", 0)
    assert "from 0 to 300" in shell.no("settings", "set", "presence_validity", "301")


def test_record_names_the_proof_of_presence(shell: Shell) -> None:
    async def write() -> None:
        log = AuditLog(shell.home / "log")
        log.open()
        proof = PresenceProof(by="polkit", age=12.3)
        about = {"session": "s", "call": "c-1", "client": "desk", "server": "files", "tool": "read"}
        log.write(CallDecided(**about, verdict="allow", by="person", presence=proof))
        await log.durable()
        log.close()

    shell.home.mkdir(mode=0o700)
    asyncio.run(write())
    assert "polkit, 12.3 s earlier" in shell.ok("log", "show", "c-1")
    (record,) = shell.json("log", "show", "c-1")
    assert record["presence"] == {"by": "polkit", "age": 12.3}
    shell.ok("log", "verify")
