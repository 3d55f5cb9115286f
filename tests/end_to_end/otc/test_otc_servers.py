"""An Open Tool Calling server behind the gate, for clients that come in all four ways."""

from __future__ import annotations

import base64
import json
import os
import socket
import urllib.parse
import urllib.request
from contextlib import suppress
from typing import Any

import pytest

from tests.end_to_end.anywhere import WAYS, Anywhere
from tests.end_to_end.conftest import eventually
from tests.support.fork_server import TOOLGUARD, fork_server
from toolguard.gate.model import CallForwarded, CallHeld, CallWithdrawn, SecretReleased

SECRET = "tw-4711-0815/secret+key"


class Otc:
    """The sample server in a process of its own, registered as ``peer``."""

    def __init__(self, sandbox: Any, *arguments: str) -> None:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            port = found.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._file = sandbox.folder / "otc.heard"
        argv = ["-m", "toolguard.demo.otc_server", "--port", str(port), "--record", str(self._file), *arguments]
        self.process = fork_server(*TOOLGUARD).start(
            argv, env=os.environ, cwd=sandbox.folder, stdin=0, stdout=1, stderr=2
        )
        eventually(self._answers, "the sample server answers")

    def _answers(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self.url}/health") as answer:
            return answer.status == 200
        return False

    def received(self) -> list[Any]:
        """The request of each call that came."""
        lines = self._file.read_text().splitlines() if self._file.exists() else []
        return [json.loads(line)["body"]["request"] for line in lines]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(120)


@pytest.fixture
def otc(sandbox):
    made = Otc(sandbox)
    yield made
    made.stop()


@pytest.fixture(params=WAYS)
def place(sandbox, otc, request):
    made = Anywhere(sandbox, request.param)
    sandbox.keyring("Filed")
    sandbox.config["servers"]["peer"] = {
        "kind": "otc", "url": otc.url, "context": {"secrets": {"TWILIO_API_KEY": "${secret:twilio}"}},
    }  # fmt: skip
    sandbox._write()
    yield made
    made.close()


def text(answer):
    return answer["result"]["content"][0]["text"]


@pytest.mark.case(13, 14)
def test_calls_are_pending_then_approved_or_denied(place, otc):
    serve = place.serve(terminal=True)
    client = place.client()
    assert {tool["name"] for tool in client.ask("tools/list", "l")["result"]["tools"]} >= {"Add", "Send"}
    client.call(1, "Add", {"a": 1, "b": 2})
    serve.wait_for_text("Pending call")
    assert otc.received() == []
    serve.approve()
    assert text(client.answer(1)) == "3"
    client.call(2, "Add", {"a": 2, "b": 2})
    serve.deny()
    assert client.answer(2)["result"]["isError"] is True
    assert [one["input"] for one in otc.received()] == [{"a": 1, "b": 2}]
    place.sandbox.recorded(CallForwarded)


@pytest.mark.case(48)
def test_call_with_an_unbound_secret_is_refused_with_advice(place, otc):
    place.sandbox.allow()
    place.serve()
    client = place.client()
    for number, advice in enumerate(("secret set twilio", "secret bind twilio --server peer"), 1):
        client.call(number, "Send", {"to": "1", "message": "x"})
        told = client.answer(number)["result"]
        assert told["isError"] is True
        assert f"toolguard {advice}" in told["content"][0]["text"]
        assert place.sandbox.toolguard("secret", "set", "twilio", input=SECRET).returncode == 0
    assert otc.received() == []
    assert "bind" in place.sandbox.recorded(CallWithdrawn).reason


@pytest.mark.case(44, 45)
def test_bound_secret_reaches_only_the_requesting_tool(place, otc):
    sandbox = place.sandbox
    assert sandbox.toolguard("secret", "set", "twilio", input=SECRET).returncode == 0
    assert sandbox.toolguard("secret", "bind", "twilio", "--server", "peer").returncode == 0
    serve = place.serve(terminal=True)
    client = place.client()
    client.ask("tools/list", "l")
    client.call(1, "Send", {"to": "+5", "message": "hello"})
    serve.wait_for_text("the server gets twilio")
    serve.wait_for_text("secret TWILIO_API_KEY")
    serve.approve()
    told = client.answer(1)
    assert text(told).startswith("sent to +5") and "[secret twilio]" in text(told)
    client.call(2, "Add", {"a": 1, "b": 2})
    serve.approve()
    client.answer(2)
    given = [one.get("context") for one in otc.received()]
    assert given == [{"secrets": [{"id": "TWILIO_API_KEY", "value": SECRET}]}, None]
    assert [event.secrets for event in sandbox.events(CallHeld)] == [("twilio",), ()]
    assert sandbox.recorded(SecretReleased).place == "context secret TWILIO_API_KEY"
    place.sandbox.recorded(CallForwarded, 2)
    data = SECRET.encode()
    forms = [SECRET, json.dumps(SECRET), urllib.parse.quote(SECRET), base64.b64encode(data).decode(), data.hex()]
    kept = b"".join(path.read_bytes() for path in sandbox.home.rglob("*") if path.is_file())
    for form in forms:
        assert form.encode() not in kept and form not in str(told)


@pytest.mark.case(45)
def test_rule_for_all_tools_considers_needs_of_an_unlisted_tool(place, otc):
    sandbox = place.sandbox
    assert sandbox.toolguard("secret", "set", "twilio", input=SECRET).returncode == 0
    assert sandbox.toolguard("secret", "bind", "twilio", "--server", "peer").returncode == 0
    sandbox.allow()
    place.serve()
    client = place.client()
    client.call(1, "Send", {"to": 5})
    assert client.answer(1)["result"]["isError"] is True, "these inputs are not what the server lists for it"
    assert otc.received() == [] and sandbox.events(SecretReleased) == []
    assert "requires       secret TWILIO_API_KEY" in sandbox.toolguard("tool", "show", "peer", "Send").stdout
    client.call(2, "Send", {"to": "5", "message": "hello"})
    assert text(client.answer(2)).startswith("sent to 5")
    assert len(otc.received()) == 1


def test_combined_endpoint_lists_and_calls_tools_of_an_otc_server(sandbox, otc):
    sandbox.config["servers"]["far"] = {"kind": "otc", "url": otc.url}
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client("--all", server=None)
    client.initialize()
    assert "far__Add" in eventually(
        lambda: [one["name"] for one in client.ask("tools/list", "l")["result"]["tools"] if one["name"] == "far__Add"],
        "the tools of the second server are listed",
    )
    client.call(1, "far__Add", {"a": 1, "b": 2})
    assert text(client.answer(1)) == "3"


def test_command_line_adds_shows_and_tests_an_otc_server(sandbox, otc):
    done = sandbox.toolguard(
        "server", "add", "far", "--url", otc.url, "--kind", "otc", "--context-secret", "TWILIO_API_KEY=${secret:t}",
        "--user-id", "me",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert sandbox.config["servers"]["far"] == {
        "kind": "otc", "url": otc.url, "auth": "none", "auth_key": "", "headers": {},
        "context": {"secrets": {"TWILIO_API_KEY": "${secret:t}"}, "user_id": "me"}, "arguments": {},
        "trust_hints": False, "enabled": True,
    }  # fmt: skip
    tried = json.loads(sandbox.toolguard("server", "try", "far", "--json").stdout)
    assert {tool["name"] for tool in tried["tools"]} >= {"Add", "GetEmails"}
    doctor = sandbox.toolguard("doctor").stdout
    assert "it speaks Open Tool Calling, 6 tools" in doctor
    assert "it needs the secret t, which does not exist" in doctor
    plain = sandbox.toolguard("server", "add", "other", "--url", otc.url, "--kind", "otc", "--auth-key", "written-out")
    assert plain.returncode == 1 and "${secret:NAME}" in plain.stderr
