"""Rules with an end end to end: a server that waits for a secret hears of no call whose rule has ended (R6)."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from toolguard.gate.model import CallDecided, CallWithdrawn, ConfigChanged, SessionStarted

SAY = {"lines": ['{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}']}
INITIALIZE_PARAMS = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}


@pytest.fixture
def slow(sandbox: Any) -> Any:
    """A sandbox whose server waits for its secret until `go` is called."""
    sandbox.keyring("Stuck")
    sandbox.server("peer", env={"API_KEY": "${secret:key}"})
    assert sandbox.toolguard("secret", "set", "key", input="a value\n").returncode == 0
    assert sandbox.toolguard("secret", "bind", "key", "--server", "peer").returncode == 0
    stuck = sandbox.folder / "keyring.json.stuck"
    sandbox.stop, sandbox.go = stuck.touch, stuck.unlink
    return sandbox


def decided(sandbox: Any) -> Any:
    """A client whose call a rule has allowed, and which waits for the server."""
    sandbox.stop()
    client = sandbox.client()
    client.send({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": INITIALIZE_PARAMS})
    client.call(1, "say", SAY)
    assert sandbox.recorded(CallDecided).verdict == "allow"
    return client


def is_not_sent(sandbox: Any, client: Any) -> None:
    sandbox.go()
    answer = client.answer(1)
    assert "Not run: the rules no longer allow it" in str(answer), (answer, sandbox.life_of())
    sandbox.recorded(CallWithdrawn)
    assert sandbox.received_of("tools/call") == []


def test_r6_call_with_a_valid_rule_is_sent(slow: Any) -> None:
    slow.allow("say", expires=time.time() + 600)
    slow.serve()
    client = decided(slow)
    slow.go()
    assert client.answer(1)["result"] == {"done": True} and len(slow.received_of("tools/call")) == 1


def test_r6_call_with_a_revoked_rule_is_not_sent(slow: Any) -> None:
    slow.allow("say", expires=time.time() + 600)
    slow.serve()
    client = decided(slow)
    (rule,) = slow.config["rules"]
    done = slow.toolguard("rule", "remove", rule["id"])
    assert done.returncode == 0, done.stderr
    is_not_sent(slow, client)


def test_r6_call_with_an_expired_rule_is_not_sent(slow: Any) -> None:
    ends = time.time() + 4
    slow.allow("say", expires=ends)
    slow.serve()
    client = decided(slow)
    slow.until(lambda: time.time() > ends + 0.1)
    is_not_sent(slow, client)


def test_r6_a_rule_for_a_session_ends_with_it_and_covers_no_other(slow: Any) -> None:
    serve = slow.serve(terminal=True)
    slow.stop()
    client = slow.client()
    client.send({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": INITIALIZE_PARAMS})
    slow.recorded(SessionStarted)
    with ThreadPoolExecutor(1) as pool:
        words = ("--server", "peer", "--tool", "say", "--verdict", "allow", "--until", "disconnect")
        adding = pool.submit(slow.toolguard, "rule", "add", *words)
        serve.press("a", "ccepted")
        assert adding.result().returncode == 0, adding.result().stderr
    client.call(1, "say", SAY)
    assert slow.recorded(CallDecided).by.startswith("rule ")
    client.end()
    slow.until(lambda: any("ended" in str(one.what) for one in slow.events(ConfigChanged)))
    slow.go()
    other = slow.client()
    other.initialize()
    other.call(2, "say", SAY)
    serve.press("d", "Denied.")
    assert other.answer(2)["result"]["isError"]
    assert slow.received_of("tools/call") == []


def test_unobservable_rule_end_is_refused(sandbox: Any) -> None:
    """Without a window nothing sees the screen."""
    sandbox.serve()
    done = sandbox.toolguard(
        "rule", "add", "--server", "peer", "--tool", "say", "--verdict", "allow", "--until", "lock"
    )
    assert done.returncode == 1 and not sandbox.config["rules"]
