"""A server needs a secret that cannot be had: the client and the person are told why, and what to do about it."""

from __future__ import annotations

import pytest


def needs(road, kind, *, value=True):
    """The peer needs a secret that is bound to it; the keyring is of this kind from now on."""
    road.keyring("Filed")
    road.server("peer", env={"API_KEY": "${secret:key}"})
    assert road.toolguard("secret", "set", "key", input="a value\n").returncode == 0
    assert road.toolguard("secret", "bind", "key", "--server", "peer").returncode == 0
    if not value:
        (road.folder / "keyring.json").write_text("{}")
    road.keyring(kind)


def asked(road):
    return road.client().ask("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}})


@pytest.mark.parametrize(
    ("kind", "more", "told"),
    [
        ("Locked", {}, "Your keyring is locked: unlock it and try again."),
        ("Hanging", {"keychain_timeout": 1}, "Your keyring does not answer"),
        ("Nowhere", {}, "No keyring that ToolGuard may use is running"),
    ],
)
def test_each_trouble_of_the_keychain_has_its_own_words(road, kind, more, told):
    needs(road, kind)
    if kind == "Nowhere":
        road.env["TEST_KEYRING"] = "none"
    road.prefers(**more)
    serve = road.serve(terminal=True)
    message = asked(road)["error"]["message"]
    assert "the secret key cannot be read" in message and told in message
    serve.shows(told)
    assert not road.pids()


def test_missing_value_is_reported_where_it_is_needed(road):
    needs(road, "Filed", value=False)
    road.serve()
    message = asked(road)["error"]["message"]
    assert "the secret key is not in your keyring: run `toolguard secret set key`" in message
    assert "value    none: run `toolguard secret set key`" in road.toolguard("secret", "show", "key").stdout
    assert not road.pids()
