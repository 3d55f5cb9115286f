"""A client over stdio, a person at the terminal, a remote server over HTTP: only the gate tells the difference."""

from __future__ import annotations

import pytest

from tests.servers.sdk_process import Sdk
from toolguard.gate.model import (
    CallCancelled,
    CallCompleted,
    CallDecided,
    CallHeld,
    CallOutcomeUnknown,
    CallWithdrawn,
    ServerStateChanged,
    SessionEnded,
)

META = "io.modelcontextprotocol/"
MODERN = {f"{META}protocolVersion": "2026-07-28", f"{META}clientCapabilities": {}}
PATHS = ["session", "json", "stateless", "sse"]


class Remote(Sdk):
    """The SDK's server, registered under the name ``far``."""

    def __init__(self, sandbox, port=0):
        super().__init__(sandbox.folder, port)
        self._road = sandbox

    def known(self, path, **more):
        self._road.config["servers"]["far"] = {"kind": "http", "url": self.url(path), **more}
        self._road._write()


@pytest.fixture
def remote(sandbox):
    made = Remote(sandbox)
    yield made
    if made.process.poll() is None:
        made.stop()


def text(answer):
    return answer["result"]["content"][0]["text"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.case(1)
def test_conversation_with_a_remote_server(sandbox, remote, path):
    remote.known(path)
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client(server="far")
    assert client.initialize()["serverInfo"]["name"] == "sdk"
    names = [tool["name"] for tool in client.ask("tools/list", 1)["result"]["tools"]]
    assert "echo" in names and "mirrored" in names
    client.call("é", "echo", {"text": "\u2028 日本"})
    assert text(client.answer("é")) == "\u2028 日本"
    assert client.ask("ping", 2)["result"] == {}
    assert client.ask("no/such", 3)["error"]["code"] == -32601
    assert client.end() == 0
    sandbox.recorded(SessionEnded)
    assert len(remote.received("DELETE")) == (path in ("session", "json"))


@pytest.mark.parametrize("meta", [None, MODERN])
@pytest.mark.case(13)
def test_pending_call_reaches_a_remote_server_only_after_approval(sandbox, remote, meta):
    remote.known("session")
    serve = sandbox.serve(terminal=True)
    client = sandbox.client(server="far")
    if meta is None:
        client.initialize()
    more = {"_meta": meta} if meta else {}
    client.call(1, "echo", {"text": "x"}, **more)
    for part in ("Pending call", "far", "echo"):
        serve.wait_for_text(part)
    assert not remote.received("tools/call")
    serve.approve()
    assert text(client.answer(1)) == "x"
    client.call(2, "echo", {"text": "y"}, **more)
    serve.deny()
    assert client.answer(2)["result"]["isError"] is True
    sandbox.recorded(CallCompleted)
    assert sandbox.life_of() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted", "CallHeld", "CallDecided"]
    assert remote.did("text") == ["x"]
    assert len(remote.received("tools/call")) == 1


@pytest.mark.parametrize("path", ["session", "sse"])
@pytest.mark.case(17)
def test_cancelled_pending_call_never_reaches_a_remote_server(sandbox, remote, path):
    remote.known(path)
    serve = sandbox.serve(terminal=True)
    client = sandbox.client(server="far")
    client.initialize()
    client.call(1, "echo", {"text": "x"})
    serve.wait_for_text("Pending call")
    client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    serve.wait_for_text("cancelled")
    sandbox.recorded(CallWithdrawn)
    assert not sandbox.events(CallDecided) and len(sandbox.events(CallHeld)) == 1
    assert not remote.received("tools/call") and not remote.received("notifications/cancelled")


@pytest.mark.parametrize("meta", [None, MODERN])
@pytest.mark.case(18)
def test_running_call_is_cancelled_at_a_remote_server(sandbox, remote, meta):
    remote.known("session")
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client(server="far")
    if meta is None:
        client.initialize()
    client.call(1, "wait", {"seconds": 60}, **({"_meta": meta} if meta else {}))
    sandbox.until(lambda: remote.did("ran"))
    client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    sandbox.until(lambda: remote.did("cancelled"))
    sandbox.recorded(CallCancelled)
    assert len(remote.received("notifications/cancelled")) == (meta is None)


@pytest.mark.case(2)
def test_dual_era_client_falls_back_on_a_remote_server(sandbox, remote):
    remote.known("sse")
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client(server="far")
    assert "error" in client.ask("server/discover", "probe", {"_meta": MODERN})
    client.initialize()
    client.call(1, "echo", {"text": "x"})
    assert text(client.answer(1)) == "x"


@pytest.mark.case(36)
def test_parameter_header_equals_the_sent_argument(sandbox, remote):
    remote.known("session")
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client(server="far")
    client.call(1, "mirrored", {"where": "日本", "count": 2**53 - 1}, _meta=MODERN)
    assert text(client.answer(1)) == f"日本 {2**53 - 1} None"
    headers = remote.received("tools/call")[-1]["headers"]
    assert headers["mcp-param-region"] == "=?base64?5pel5pys?="
    assert headers["mcp-param-count"] == str(2**53 - 1)
    sandbox.recorded(CallCompleted)
    assert sandbox.life_of() == ["CallDecided", "CallForwarded", "CallCompleted"]


@pytest.mark.case(26)
def test_dead_remote_server_loses_its_call_and_is_reconnected(sandbox, remote):
    remote.known("session")
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client(server="far")
    client.initialize()
    client.call(1, "wait", {"seconds": 60})
    sandbox.until(lambda: remote.did("ran"))
    remote.stop(rudely=True)
    assert "outcome unknown" in client.answer(1)["error"]["message"]
    assert sandbox.recorded(CallOutcomeUnknown).tool == "wait"
    assert sandbox.life_of() == ["CallDecided", "CallForwarded", "CallOutcomeUnknown"]
    client.call(2, "echo", {"text": "nobody is there"})
    assert "not run" in client.answer(2)["error"]["message"]
    again = Remote(sandbox, remote.port)
    try:
        sandbox.until(lambda: (client.call("r", "echo", {"text": "back"}) or client.answer("r")).get("result"))
        assert again.did("text") == ["back"]
        assert len(again.received("wait")) == 0
    finally:
        again.stop()


def test_unreachable_remote_server_is_reported_with_advice(sandbox, remote):
    remote.known("session")
    remote.stop()
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client(server="far")
    answer = client.ask("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}})
    assert f"nothing listens at 127.0.0.1, port {remote.port}; is the server running?" in answer["error"]["message"]
    assert sandbox.recorded(ServerStateChanged).state


@pytest.mark.case(35, 44)
def test_header_secret_reaches_only_its_server(sandbox, remote):
    secret = "S3cr3t-0123456789"
    sandbox.keyring("Filed")
    remote.known("session", headers={"Authorization": "Bearer ${secret:key}"})
    assert sandbox.toolguard("secret", "set", "key", input=secret + "\n").returncode == 0
    assert sandbox.toolguard("secret", "bind", "key", "--server", "far").returncode == 0
    serve = sandbox.serve(terminal=True)
    client = sandbox.client(server="far")
    client.initialize()
    client.call(1, "who")
    serve.wait_for_text("key")
    serve.approve()
    assert text(client.answer(1)) == "Bearer [secret key]"
    client.end()
    sandbox.recorded(SessionEnded)
    serve.stop()
    assert {one["headers"]["authorization"] for one in remote.received()} == {f"Bearer {secret}"}
    session = remote.received("tools/call")[0]["headers"]["mcp-session-id"]
    left = [
        path for path in sandbox.folder.rglob("*") if path.is_file() and path.name not in ("keyring.json", "record")
    ]
    written = b"".join(path.read_bytes() for path in left)
    assert secret.encode() not in written
    assert session.encode() not in written


@pytest.mark.case(45)
def test_unbound_secret_is_not_sent_to_a_remote_server(sandbox, remote):
    sandbox.keyring("Filed")
    remote.known("session", headers={"Authorization": "Bearer ${secret:key}"})
    assert sandbox.toolguard("secret", "set", "key", input="hunter2-hunter2\n").returncode == 0
    sandbox.serve()
    answer = sandbox.client(server="far").ask("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}})
    assert "toolguard secret bind key --server far" in answer["error"]["message"]
    assert not remote.received()


def filling(sandbox, remote, path="session", **arguments):
    """The secret ``key`` is filled into calls of the remote server at these places."""
    sandbox.keyring("Filed")
    remote.known(path, arguments=arguments)
    assert sandbox.toolguard("secret", "set", "key", input="S3cr3t-0123456789\n").returncode == 0
    assert sandbox.toolguard("secret", "bind", "key", "--server", "far").returncode == 0
    sandbox.allow()
    sandbox.serve()
    return sandbox.client(server="far")


@pytest.mark.parametrize(("path", "meta"), [*((path, None) for path in PATHS), ("session", MODERN)])
@pytest.mark.case(44)
def test_injected_argument_of_a_remote_server_is_redacted(sandbox, remote, path, meta):
    client = filling(sandbox, remote, path, echo={"/text": "<${secret:key}>"})
    more = {"_meta": meta} if meta else {}
    if not meta:
        client.initialize()
    tools = client.ask("tools/list", "l", more)["result"]["tools"]
    assert next(tool for tool in tools if tool["name"] == "echo")["inputSchema"]["properties"] == {}
    client.call(1, "echo", **more)
    assert text(client.answer(1)) == "<[secret key]>"
    assert remote.did("text") == ["<S3cr3t-0123456789>"]
    assert not [one for one in remote.received("tools/call") if "S3cr3t" in repr(one["headers"])]


@pytest.mark.case(44)
def test_parameter_header_argument_is_never_injected(sandbox, remote):
    client = filling(sandbox, remote, mirrored={"/where": "${secret:key}"})
    client.call(1, "mirrored", _meta=MODERN)
    assert "contains a secret" in repr(client.answer(1)), "nothing was listed: the server itself says what it repeats"
    client.ask("tools/list", 2, {"_meta": MODERN})
    client.call(3, "mirrored", _meta=MODERN)
    assert "/where in a header" in text(client.answer(3))
    assert not [one for one in remote.received() if "S3cr3t" in repr(one["headers"])]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.case(10)
def test_large_result_of_a_remote_server_passes(sandbox, remote, path):
    remote.known(path)
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client(server="far")
    client.initialize()
    client.call(1, "big", {"size": 10 << 20})
    assert text(client.answer(1)) == "x" * (10 << 20)
