"""A server that gives away what it was given, in every form and place: nothing of it reaches anybody else."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.end_to_end.anywhere import WAYS, Anywhere
from tests.end_to_end.conftest import ISOLATED
from tests.end_to_end.hunt import Hunt
from tests.end_to_end.leaky_web import served
from tests.end_to_end.web import Web
from toolguard.gate.model import CallCompleted, SecretReleased, SessionEnded

INITIALIZE_PARAMS = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
LEAKY = Path(__file__).parents[1] / "leaky.py"


class Planted(NamedTuple):
    key: str
    token: str


@pytest.fixture
def planted():
    """Two secrets of this test alone: other tests plant some, too, at the same time and on the same computer."""
    tag = os.urandom(8).hex()
    return Planted(f'K3y/"of\\the+käse钥匙?&={tag}', f"tok-{tag[::-1]}")


def leaky(sandbox, era, planted):
    """The leaky server under the name of the peer, with two secrets that it is bound to."""
    sandbox.keyring("Filed")
    env = {"LEAK_KEY": "${secret:key}", "LEAK_AUTH": "Bearer ${secret:token}"}
    sandbox.server("peer", *ISOLATED, str(LEAKY), era, str(sandbox.received_file), env=env)
    for name, value in (("key", planted.key), ("token", planted.token)):
        assert sandbox.toolguard("secret", "set", name, input=value + "\n").returncode == 0
        assert sandbox.toolguard("secret", "bind", name, "--server", "peer").returncode == 0


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.case(44)
def test_secret_is_redacted_wherever_a_server_repeats_it(sandbox, nowhere_but, planted, way, era):
    sandbox.allow()
    place = Anywhere(sandbox, way)
    leaky(sandbox, era, planted)
    try:
        serve = place.serve()
        client = place.client()
        told = [client.ask("tools/list", "l")]
        for name in ("result", "failed", "broken"):
            client.call(name, name, {"n": name}, _meta={"progressToken": name})
            told.append(client.answer(name))
            told += client.others()
        assert "[secret key]" in json.dumps(told[1]) and "[secret token]" in json.dumps(told[1])
        assert told[-1 if place.over == "http" else 1]
        nowhere_but(planted.key, told=told, but=sandbox.pids())
        nowhere_but(planted.token, told=told, but=sandbox.pids())
        sandbox.recorded(CallCompleted, 3)
        assert {one.secret for one in sandbox.events(SecretReleased)} == {"key", "token"}
        client.disconnect()
        asked = (("log", "list"), ("log", "search", "K3y"), ("secret", "show", "key"), ("server", "show", "peer"))
        answers = [sandbox.toolguard(*words).stdout for words in asked]
        serve.stop()
        for value in planted:
            nowhere_but(value, told=[*told, *answers, *map(repr, sandbox.events())])
    finally:
        place.close()


@pytest.mark.case(44)
def test_secret_is_redacted_in_the_aggregated_endpoint(sandbox, nowhere_but, planted):
    sandbox.allow()
    leaky(sandbox, "legacy", planted)
    serve = sandbox.serve()
    client = sandbox.client("--all", server="")
    client.initialize()
    told = [client.ask("tools/list", 1)]
    name = next(tool["name"] for tool in told[0]["result"]["tools"] if "result" in tool["name"])
    client.call(2, name, {"n": 1}, _meta={"progressToken": 2})
    told += [client.answer(2), *client.others()]
    assert "[secret key]" in json.dumps(told)
    client.end()
    sandbox.recorded(SessionEnded, 2)
    serve.stop()
    for value in planted:
        nowhere_but(value, told=told)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.case(45)
def test_server_gets_only_its_bound_secrets(sandbox, nowhere_but, planted, way):
    sandbox.allow()
    place = Anywhere(sandbox, way)
    leaky(sandbox, way.split()[1], planted)
    assert sandbox.toolguard("secret", "unbind", "token", "--server", "peer").returncode == 0
    try:
        place.serve()
        told = unheard(place)
        assert "toolguard secret bind token --server peer" in told
        assert not sandbox.pids()
        nowhere_but(planted.token, told=[told])
        nowhere_but(planted.key, told=[told])
    finally:
        place.close()


def unheard(place):
    """What a client is told where no server can be had."""
    if place.modern:
        return json.dumps(place.client().ask("tools/list", 1))
    if place.over == "http":
        place._webs.append(Web(place._serve.port(), place._tokens["one"]))
        return json.dumps(place._webs[-1].request("initialize", 1, INITIALIZE_PARAMS).answer(1))
    return json.dumps(place.sandbox.client().ask("initialize", 1, INITIALIZE_PARAMS))


@pytest.fixture
def keyring(sandbox):
    """A private session bus with a real Secret Service on it, open and empty."""
    runtime = sandbox.folder / "runtime"
    runtime.mkdir(mode=0o700)
    env = {"HOME": str(sandbox.folder), "XDG_RUNTIME_DIR": str(runtime), "PATH": os.environ["PATH"]}
    bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address=1"], env=env, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # fmt: skip
    env["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
    daemon = subprocess.Popen(["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"], env=env,
                              stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    daemon.stdin.write(b"test\n")
    daemon.stdin.close()
    sandbox.env |= {name: env[name] for name in ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")}
    del sandbox.env["TEST_KEYRING"]
    yield
    for process in (daemon, bus):
        process.kill()
        process.wait()
    bus.stdout.close()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.skipif(not shutil.which("gnome-keyring-daemon"), reason="needs the package gnome-keyring")
@pytest.mark.case(44)
def test_secrets_stay_private_with_real_tls_and_keyring(sandbox, keyring, planted, way):
    sandbox.allow()
    place = Anywhere(sandbox, way)
    hunt = Hunt(sandbox.folder)  # the keyring's own files too: it keeps no value as it is
    env = {"LEAK_KEY": "${secret:key}"}
    sandbox.server("peer", *ISOLATED, str(LEAKY), "legacy", str(sandbox.received_file), env=env)
    with served(sandbox.folder) as (port, authority, received):
        headers = {"Authorization": "Bearer ${secret:token}", "X-Leak": "${secret:token}"}
        sandbox.config["servers"]["far"] = {"kind": "http", "url": f"https://localhost:{port}/mcp", "headers": headers}
        sandbox._write()
        for name, server, value in (("key", "peer", planted.key), ("token", "far", planted.token)):
            done = sandbox.toolguard("secret", "set", name, input=value + "\n")
            assert done.returncode == 0, done.stderr
            assert sandbox.toolguard("secret", "bind", name, "--server", server).returncode == 0
        sandbox.env["SSL_CERT_FILE"] = str(authority)
        try:
            serve = place.serve()
            told = []
            for server in ("peer", "far"):
                told += [server, *conversation(place, server)]
            assert any(planted.token in one for one in received)
            for value, but in ((planted.key, sandbox.pids()), (planted.token, [])):
                hunt(value, told=[*told, *map(repr, sandbox.events())], but=but)
            serve.stop()
            for value in planted:
                hunt(value)
        finally:
            place.close()


def conversation(place, server):
    """What a client hears of a server that says everything, its errors included."""
    client = place.client(server=server)
    told = [client.ask("tools/list", f"l{server}")]
    for name in ("result", "failed", "broken", "refused", "cut"):
        client.call(f"{server}{name}", name, {"n": name}, _meta={"progressToken": name})
        told += [client.answer(f"{server}{name}"), *client.others()]
    assert "[secret " in json.dumps(told)
    return told


def test_search_finds_a_planted_secret(sandbox, nowhere_but, planted):
    """A test that cannot fail is worse than none."""
    for form in (
        planted.key,
        json.dumps(planted.key),
        base64.b64encode(b"ab" + planted.key.encode()).decode(),
        planted.key.encode().hex(),
    ):
        nowhere_but(planted.key)
        with pytest.raises(AssertionError):
            nowhere_but(planted.key, told=[{"a": form}])
        (sandbox.home / "logs").mkdir(exist_ok=True)
        (sandbox.home / "logs" / "x").write_text(form)
        with pytest.raises(AssertionError):
            nowhere_but(planted.key)
        (sandbox.home / "logs" / "x").unlink()
