"""A server needs a secret that cannot be had: the client and the person are told why, and what to do about it."""

from __future__ import annotations

import pytest


def needs(sandbox, kind, *, value=True):
    """The peer needs a secret that is bound to it; the keyring is of this kind from now on."""
    sandbox.keyring("Filed")
    sandbox.server("peer", env={"API_KEY": "${secret:key}"})
    assert sandbox.toolguard("secret", "set", "key", input="a value\n").returncode == 0
    assert sandbox.toolguard("secret", "bind", "key", "--server", "peer").returncode == 0
    if not value:
        (sandbox.folder / "keyring.json").write_text("{}")
    sandbox.keyring(kind)


def asked(sandbox):
    return sandbox.client().ask("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}})


@pytest.mark.parametrize(
    ("kind", "more", "told"),
    [
        ("Locked", {}, "Your keyring is locked: unlock it and try again."),
        ("Hanging", {"keyring_timeout": 1}, "Your keyring does not answer"),
        ("Nowhere", {}, "No keyring that ToolGuard may use is running"),
    ],
)
def test_each_keyring_problem_has_its_own_text(sandbox, kind, more, told):
    needs(sandbox, kind)
    if kind == "Nowhere":
        sandbox.env["TEST_KEYRING"] = "none"
    sandbox.configure(**more)
    serve = sandbox.serve(terminal=True)
    message = asked(sandbox)["error"]["message"]
    assert "the secret key cannot be read" in message and told in message
    serve.wait_for_text(told)
    assert not sandbox.pids()


def test_missing_value_is_reported_where_it_is_needed(sandbox):
    needs(sandbox, "Filed", value=False)
    sandbox.serve()
    message = asked(sandbox)["error"]["message"]
    assert "the secret key is not in your keyring: run `toolguard secret set key`" in message
    assert "value    none: run `toolguard secret set key`" in sandbox.toolguard("secret", "show", "key").stdout
    assert not sandbox.pids()
