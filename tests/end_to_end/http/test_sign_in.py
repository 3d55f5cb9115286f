"""Signing in end to end: a client over stdio, a person at the terminal and in a browser, a keyring file."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest

from tests.end_to_end.conftest import Sandbox, Serve
from tests.servers.oauth.harness import Away, Place
from toolguard.gate.model import CallCompleted, CallDecided, CallWithdrawn, ConfigChanged, SecretReleased


@pytest.fixture
def away(sandbox: Sandbox) -> Iterator[Place]:
    made = Away()
    sandbox.config["servers"]["mail"] = {"kind": "http", "url": made.place.mcp.url}
    sandbox.allow()
    sandbox.keyring("Filed")
    yield made.place
    made.close()


def browse(address: str) -> str:
    with httpx2.Client(trust_env=False, follow_redirects=True) as browser:
        return browser.get(address).text


def page_on(serve: Serve) -> str:
    serve.wait_for_text("sign in there:")
    Sandbox.until(lambda: "code_challenge" in serve.screen() and serve.screen().rstrip().count("\n") >= 1)
    return next(line.strip() for line in serve.screen().splitlines() if line.startswith("http"))


def found_in(folder: Path, value: str) -> list[str]:
    """The files in which a value stands, in any of its encodings."""
    plain = value.encode()
    forms = {plain, base64.b64encode(plain), plain.hex().encode(), quote(value, safe="").encode(), plain[::-1]}
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "keyring.json"]
    return [str(path) for path in files for form in forms if form in path.read_bytes()]


def test_terminal_sign_in_stores_tokens_only_in_the_keyring(sandbox: Sandbox, away: Place):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client(server="mail")
    refused = client.ask("initialize", 0, {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {}})
    assert "requires that you sign in at 127.0.0.1" in refused["error"]["message"]
    serve.wait_for_text("requires that you sign in at 127.0.0.1")
    serve.press("a", "Approved.")
    assert "You are signed in" in browse(page_on(serve))
    serve.wait_for_text("signed in to server mail")
    client.initialize()
    client.call(1, "echo", {"text": "x"})
    told = json.dumps(client.answer(1))
    sandbox.recorded(CallCompleted)
    token = away.tokens[-1]
    assert "[secret oauth.127.0.0.1." in told and sandbox.recorded(SecretReleased).place == "header Authorization"
    commands = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in (serve.process.pid, client.process.pid)]
    for value in (token.access_token, token.refresh_token):
        assert value in (sandbox.folder / "keyring.json").read_text()
        assert value not in told and not found_in(sandbox.folder, value)
        assert not any(value.encode() in line for line in commands)
    assert serve.stop() == 0


def test_renewed_token_is_detected_in_arguments_at_once(sandbox: Sandbox, away: Place) -> None:
    serve = sandbox.serve(terminal=True)
    client = sandbox.client(server="mail")
    client.ask("ping", 0)
    serve.wait_for_text("requires that you sign in at")
    serve.press("a", "Approved.")
    browse(page_on(serve))
    serve.wait_for_text("signed in")
    client.initialize()
    away.tokens[-1].expires = 0
    client.call(1, "echo", {"text": "x"})
    assert "result" in client.answer(1)
    assert len(away.tokens) == 2 and away.ran == ["echo"], "it was renewed"
    for number, token in enumerate(away.tokens):
        for value in (token.access_token, token.refresh_token):
            client.call(f"{number} {value[:9]}", "echo", {"text": f"see {value}"})
            told = client.answer(f"{number} {value[:9]}")["result"]
            assert told["isError"] and "the value of the secret oauth.127.0.0.1." in told["content"][0]["text"]
            assert not found_in(sandbox.folder, value)
    assert away.ran == ["echo"]
    assert [one.by for one in sandbox.events(CallDecided)][1:] == ["leak"] * 4


def test_approved_call_is_not_sent_without_a_sign_in(sandbox: Sandbox, away: Place):
    serve = sandbox.serve(terminal=True)
    client = sandbox.client(server="mail")
    client.ask("ping", 0)
    serve.wait_for_text("requires that you sign in at")
    serve.press("a", "Approved.")
    browse(page_on(serve))
    serve.wait_for_text("signed in")
    client.initialize()
    done = sandbox.toolguard("server", "sign-out", "mail")
    assert (done.returncode, done.stdout) == (0, "Signed out.\n"), done.stderr
    client.call(1, "echo")
    answer = client.answer(1)["result"]
    assert answer["isError"] and "signed out of the server mail" in answer["content"][0]["text"]
    assert sandbox.recorded(CallWithdrawn) and not away.ran
    shown = sandbox.toolguard("server", "list")
    assert "Signed out" in shown.stdout
    assert [one.what for one in sandbox.events(ConfigChanged) if "signed" in one.what] == [
        "signed in to server mail", "signed out of server mail",
    ]  # fmt: skip
