"""The page of Open Tool Calling's request: every example of it goes through the gate, out to such a server and in.

It calls a member ``inputs`` in its text and ``input`` in all its examples, two of its calls have no such member, and
two carry a token and a secret in clear, which no client and no log of ours may see.
"""

from __future__ import annotations

import json
import os
import re
import socket
import threading
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from tests.end_to_end.anywhere import WAYS, Anywhere
from tests.end_to_end.conftest import Sandbox, eventually
from tests.end_to_end.web import let_in
from tests.seeds.seed_harness import Seed
from tests.support.fork_server import TOOLGUARD, fork_server
from toolguard.gate.model import CallCompleted, CallHeld

SEED = Seed("001_6979fecd58167bb2")
CALLS = SEED.values("otc call")
TOKEN, SECRET = "ya29.a0AfH6SMC...", "TWILIO_SECRET_VALUE"
KEPT = {"google": TOKEN, "twilio": SECRET, "me": "user_123"}
CONTEXT = {
    "secrets": {"TWILIO_API_KEY": "${secret:twilio}"}, "authorization": {"google": "${secret:google}"},
    "user_id": "${secret:me}",
}  # fmt: skip
GENERATED = ("call_id", "trace_id")
"""Members with a new value for each request."""


class Service:
    """A server of Open Tool Calling with the five tools of the page, in a process of its own."""

    def __init__(self, sandbox: Sandbox) -> None:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            port = found.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._file = sandbox.folder / "otc.heard"
        argv = ["-m", "toolguard.demo.otc_server", "--port", str(port), "--record", str(self._file)]
        self.process = fork_server(*TOOLGUARD).start(
            argv, env=os.environ, cwd=sandbox.folder, stdin=0, stdout=1, stderr=2
        )
        eventually(self._answers, "the service answers")

    def _answers(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self.url}/health") as answer:
            return bool(answer.status == 200)
        return False

    def received(self) -> list[dict[str, Any]]:
        """Return the request of each received call."""
        lines = self._file.read_text().splitlines() if self._file.exists() else []
        return [json.loads(line)["body"]["request"] for line in lines]

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(120)


@pytest.fixture
def service(sandbox: Sandbox) -> Iterator[Service]:
    service = Service(sandbox)
    yield service
    service.close()


def without_generated_members(request: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in request.items() if name not in GENERATED}


def tool_of(call: dict[str, Any]) -> str:
    return str(re.fullmatch(r"\w+\.(\w+)@\S+", call["tool_id"])[1])  # type: ignore[index]


def bind(sandbox: Sandbox, server: str) -> None:
    for name, value in KEPT.items():
        assert sandbox.toolguard("secret", "set", name, input=value).returncode == 0
        assert sandbox.toolguard("secret", "bind", name, "--server", server).returncode == 0


def test_every_documented_example_is_used() -> None:
    assert SEED.kinds() == {"otc call"}
    assert len(CALLS) == 5
    assert ["input" in call for call in CALLS] == [True, True, False, True, True]
    assert not any("inputs" in call for call in CALLS)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.case(47)
def test_otc_call_arrives_with_secrets_the_client_never_sees(sandbox: Sandbox, service: Service, way: str) -> None:
    place = Anywhere(sandbox, way)
    sandbox.keyring("Filed")
    sandbox.config["servers"]["peer"] = {"kind": "otc", "url": service.url, "context": CONTEXT}
    sandbox._write()
    bind(sandbox, "peer")
    serve = place.serve(terminal=True)
    client = place.client()
    client.ask("tools/list", "l")
    responses = []
    for number, call in enumerate(CALLS):
        client.call(number, tool_of(call), call.get("input"))
        eventually(lambda: "[s]kip" in serve.screen(), "a person is asked")
        assert len(service.received()) == number
        serve.approve()
        responses.append(client.answer(number))
        sent = service.received()[-1]
        assert without_generated_members(sent) == {"input": {}, **without_generated_members(call)}
        assert uuid.UUID(sent["call_id"]).version == 4
    assert responses[0]["result"]["content"][0]["text"] == "15"
    assert not any(response["result"].get("isError") for response in responses)
    assert [event.secrets for event in sandbox.events(CallHeld)][:3] == [(), (), ()]
    sandbox.recorded(CallCompleted, len(CALLS))
    kept = b"".join(path.read_bytes() for path in sandbox.home.rglob("*") if path.is_file())
    for value in (TOKEN, SECRET):
        assert value not in str(responses) and value.encode() not in kept
    place.close()


@pytest.mark.case(49)
def test_otc_call_of_a_client_is_pending_unchanged(sandbox: Sandbox, service: Service) -> None:
    sandbox.keyring("Filed")
    for call in CALLS:
        toolkit = call["tool_id"].partition(".")[0]
        sandbox.config["servers"][toolkit] = {"kind": "otc", "url": service.url, "context": CONTEXT}
    token = let_in(sandbox, "otc")
    for name, value in KEPT.items():
        assert sandbox.toolguard("secret", "set", name, input=value).returncode == 0
        for server in list(sandbox.config["servers"])[1:]:
            assert sandbox.toolguard("secret", "bind", name, "--server", server).returncode == 0
    sandbox.configure(http_port=0)
    serve = sandbox.serve(terminal=True)
    for number, call in enumerate(CALLS):
        toolkit = call["tool_id"].partition(".")[0]
        door = f"http://127.0.0.1:{serve.port()}/otc/{toolkit}"
        # behind ToolGuard a tool has the version of its server, so that its id is the listed one
        listed = {one["id"].partition("@")[0]: one["id"] for one in asked(door, token, "tools")["tools"]}
        known = listed[call["tool_id"].partition("@")[0]]
        later = Later(door, token, {**call, "tool_id": known})
        eventually(lambda: "[s]kip" in serve.screen(), "a person is asked")
        assert len(service.received()) == number
        serve.approve()
        result = later.result()["result"]
        assert (result["call_id"], result["success"]) == (call["call_id"], True)
        assert service.received()[-1].get("input", {}) == call.get("input", {})
    assert service.received()[-1]["context"] == CALLS[-1]["context"]
    kept = b"".join(path.read_bytes() for path in sandbox.home.rglob("*") if path.is_file())
    assert SECRET.encode() not in kept and TOKEN.encode() not in kept


def asked(door: str, token: str, path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{door}/{path}", data, headers), timeout=240) as answer:
        return json.load(answer)


class Later:
    """A call that waits for its response in a thread of its own."""

    def __init__(self, door: str, token: str, call: dict[str, Any]) -> None:
        self._found: list[Any] = []
        self._thread = threading.Thread(
            target=lambda: self._found.append(asked(door, token, "tools/call", {"request": call}))
        )
        self._thread.start()

    def result(self) -> Any:
        self._thread.join(120)
        assert self._found, "no answer came"
        return self._found[0]
