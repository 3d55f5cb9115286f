"""What dies, and what the others see: the app, the server, the client, each with calls held and running."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import signal
import time

import psutil
import pytest

from tests.end_to_end.conftest import request
from toolguard.gate.model import (
    CallCancelled,
    CallDecided,
    CallForwarded,
    CallHeld,
    CallOutcomeUnknown,
    CallWithdrawn,
    RequestForwarded,
    SessionEnded,
    SessionStarted,
)
from toolguard.services.runtime.core import Core

DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}'


def reason_of(answer):
    assert answer["error"]["code"] == -32603, answer
    return answer["error"]["data"]["reason"]


def text_of(answer):
    assert answer["result"]["isError"] is True, answer
    return answer["result"]["content"][0]["text"]


# The app.


@pytest.mark.case(24)
def test_requests_without_the_app_get_errors_and_start_no_server(sandbox):
    client = sandbox.client()
    for one in ({"method": "initialize", "params": {}}, {"method": "tools/call", "params": {"name": "say"}}):
        client.send({"jsonrpc": "2.0", "id": "x", **one})
        answer = client.answer("x")
        assert reason_of(answer) == "not running"
        assert "ToolGuard is not running" in answer["error"]["message"]
    client.send(b"{not json\n", {"jsonrpc": "2.0", "method": "notifications/told"})
    assert client.receive()["error"]["code"] == -32700
    assert sandbox.pids() == []
    sandbox.serve()
    assert client.initialize()["serverInfo"]["name"] == "peer"
    assert client.end() == 0


@pytest.mark.parametrize("way", ["handed", "tcp"])
@pytest.mark.case(24)
def test_killed_app_leaves_no_call_without_a_response(sandbox, ends, way):
    """Held: not run. Running: outcome unknown. The session goes on with the next app, the old server is ended."""
    if way == "tcp":
        sandbox.env["TOOLGUARD_LOCAL"] = "tcp"
    sandbox.allow("wait")
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize("2025-06-18")
    client.call("held", "say", {"lines": [DONE]})
    client.call(7, "wait")
    sandbox.wait_for_received("tools/call")
    serve.wait_for_text("[s]kip")
    sandbox.recorded(CallForwarded)
    serve.kill()
    sandbox.serve(terminal=True)
    assert "not run" in text_of(client.answer("held"))
    assert "outcome unknown" in reason_of(client.answer(7))
    client.ask("ping", "on we go")
    first, second = sandbox.pids()
    ends(first)
    assert psutil.pid_exists(second)
    assert [one["params"]["protocolVersion"] for one in sandbox.received_of("initialize")] == ["2025-06-18"] * 2
    assert len(sandbox.received_of("tools/call")) == 1
    sandbox.recorded(CallOutcomeUnknown)
    assert sandbox.recorded(SessionStarted, 2).resumed
    for kind in (CallWithdrawn, CallOutcomeUnknown):
        assert len(sandbox.events(kind)) == 1
    assert len({event.session for event in sandbox.events(SessionStarted)}) == 1


@pytest.mark.parametrize("way", ["handed", "tcp"])
def test_defect_4_stub_answers_open_requests_without_a_new_app(sandbox, way):
    """Defect 4: and by nobody a second time when an app comes later. The log gets an end for each call."""
    if way == "tcp":
        sandbox.env["TOOLGUARD_LOCAL"] = "tcp"
    sandbox.allow("wait")
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize("2025-03-26")
    client.call("held", "say", {"lines": [DONE]})
    client.call(7, "wait")
    client.ask("ping", "between")
    client.send(request("vendor/say", "other", {"lines": []}))
    client.send([request("vendor/say", "b1", {"lines": []}), request("vendor/say", "b2", {"lines": []})])
    sandbox.wait_for_received("vendor/say", 3)
    sandbox.recorded(CallForwarded)
    serve.wait_for_text("[s]kip")
    serve.kill()
    assert "outcome unknown" in reason_of(client.answer("held", 30))
    assert "outcome unknown" in reason_of(client.answer(7))
    assert reason_of(client.answer("other")) == "not running"
    assert sorted(one["id"] for one in client.receive()) == ["b1", "b2"]
    assert reason_of(client.ask("ping", "away")) == "not running"
    sandbox.serve(terminal=True)
    sandbox.recorded(SessionStarted, 2)
    assert client.is_quiet()
    assert sandbox.recorded(CallWithdrawn).tool == "say"
    assert sandbox.recorded(CallOutcomeUnknown).tool == "wait"


@pytest.mark.parametrize("way", ["handed", "tcp"])
def test_defect_5_next_app_answers_requests_in_flight(sandbox, way):
    """Defect 5: the handshake and lists are done again, other requests get an error; twice in a row, too."""
    if way == "tcp":
        sandbox.env["TOOLGUARD_LOCAL"] = "tcp"
    launch = sandbox.config["servers"]["peer"]
    sandbox.server("peer", "/bin/sh", "-c", f"sleep 1; exec {shlex.join([launch['command'], *launch['args']])}")
    sandbox.allow()
    client = sandbox.client()
    serve = sandbox.serve()
    info = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
    client.send(request("initialize", "i", info), request("tools/list", "l"))
    client.send(request("vendor/say", "s", {"lines": []}))
    client.call("c", "say", {"lines": [DONE]})
    sandbox.recorded(RequestForwarded)
    sandbox.recorded(CallDecided)
    serve.kill()
    serve = sandbox.serve()
    sandbox.recorded(SessionStarted, 2)
    serve.kill()
    sandbox.serve()
    assert client.answer("i")["result"]["serverInfo"]["name"] == "peer"
    assert client.answer("l")["result"]["tools"]
    assert "send it again" in reason_of(client.answer("s"))
    assert "outcome unknown" in reason_of(client.answer("c"))
    client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    client.call("after", "say", {"lines": [DONE]})
    assert client.answer("after")["result"] == {"done": True}
    assert client.is_quiet()


@pytest.mark.parametrize("way", ["handed", "tcp"])
def test_defect_5_half_a_request_that_a_killed_app_had_read_is_not_lost(sandbox, way):
    """Defect 5: the rest of the line goes to the next app, which needs its beginning."""
    if way == "tcp":
        sandbox.env["TOOLGUARD_LOCAL"] = "tcp"
    sandbox.allow()
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    whole = json.dumps(request("tools/call", "half", {"name": "say", "arguments": {"lines": [DONE]}})).encode()
    client.send(json.dumps(request("ping", "p")).encode() + b"\n" + whole[:40])
    client.answer("p")
    serve.kill()
    sandbox.serve()
    sandbox.recorded(SessionStarted, 2)
    client.send(whole[40:] + b"\n")
    assert client.answer("half")["result"] == {"done": True}


def test_joined_call_gets_the_outcome(sandbox):
    """Two held calls that are one decision: after a crash neither is said not to have run when the other has."""
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    for id in (1, 2):
        client.call(id, "wait", {"same": True})
    sandbox.recorded(CallHeld, 2)
    serve.approve()
    sandbox.wait_for_received("tools/call")
    sandbox.recorded(CallForwarded)
    serve.kill()
    sandbox.serve(terminal=True)
    assert all("outcome unknown" in reason_of(client.answer(id)) for id in (1, 2))
    sandbox.recorded(CallOutcomeUnknown)
    assert len(sandbox.events(CallOutcomeUnknown)) == 1


def test_orphaned_server_that_ignores_end_of_input_is_killed_at_the_next_start(sandbox, ends):
    sandbox.allow()
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.call(1, "deaf")
    client.answer(1)
    serve.kill()
    client.process.kill()
    assert psutil.pid_exists(sandbox.pids()[0])
    sandbox.serve()
    ends(*sandbox.pids())


@pytest.mark.parametrize("way", ["handed", "tcp"])
def test_partial_line_of_a_killed_app_is_ended_before_the_next_line(sandbox, way):
    if way == "tcp":
        sandbox.env["TOOLGUARD_LOCAL"] = "tcp"
    sandbox.allow()
    serve = sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.stop_reading()
    client.ask("ping", "read by the thread that then stops")
    client.call("half", "big", {"size": 25_000_000})
    client.call("other", "wait")
    sandbox.wait_for_received("tools/call", 2)
    sandbox.recorded(CallForwarded, 2)
    time.sleep(0.2)  # for the first bytes of the answer
    serve.kill()
    sandbox.serve()
    time.sleep(0.3)  # in which the next app may be let in while the pipe is still full
    client.read_again()
    line = client.line()
    assert line.endswith(b"\n")
    assert len(line) < 25_000_000
    client.ask("ping", "on we go")
    told = {one["id"]: reason_of(one) for one in client.others()}
    assert "outcome unknown" in told["other"]


@pytest.mark.case(24)
def test_closing_app_denies_pending_calls_and_reports_running_ones(sandbox, ends):
    sandbox.allow("wait")
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    client.call(1, "say", {"lines": [DONE]})
    serve.wait_for_text("[s]kip")
    client.call(2, "wait")
    sandbox.wait_for_received("tools/call")
    assert serve.stop() == 0
    assert "ToolGuard is closing" in text_of(client.answer(1))
    assert "outcome unknown" in reason_of(client.answer(2))
    assert reason_of(client.ask("ping", 3)) == "closed"
    ends(*sandbox.pids())
    assert sandbox.events(CallDecided)[-1].by == "closing"
    sandbox.serve()
    client.ask("ping", "on we go")


# The server.


@pytest.mark.case(26)
def test_killed_server_loses_running_calls_but_pending_ones_continue(sandbox):
    sandbox.allow("wait")
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    client.call("held", "say", {"lines": [DONE]})
    client.call("running", "wait")
    sandbox.wait_for_received("tools/call")
    os.kill(sandbox.pids()[0], signal.SIGKILL)
    assert "was ended by signal 9" in reason_of(client.answer("running"))
    serve.approve()
    assert client.answer("held")["result"] == {"done": True}
    assert [one["id"] for one in sandbox.received_of("tools/call")] == ["running", "held"]


def test_queued_request_fails_when_the_server_dies(sandbox):
    sandbox.server("peer", era="silent")
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    client.send({"jsonrpc": "2.0", "id": 1, "method": "server/discover"})
    sandbox.wait_for_received("server/discover")
    os.kill(sandbox.pids()[0], signal.SIGKILL)
    assert "before it answered" in reason_of(client.answer(1))


@pytest.mark.parametrize("command", ["no-such-program", "/no/such/program", os.devnull])
def test_unstartable_server_is_named_with_advice(sandbox, command):
    sandbox.server("peer", command)
    sandbox.allow()
    sandbox.serve()
    client = sandbox.client()
    message = client.ask("initialize", 1, {"protocolVersion": "2025-06-18", "capabilities": {}})["error"]["message"]
    assert command in message
    assert "Install it, or give its full path" in message
    client.call(2, "say")
    assert "not run" in reason_of(client.answer(2))


def test_three_quick_deaths_stop_a_server_and_say_why(sandbox):
    sandbox.server("peer", era="dead")
    sandbox.serve()
    client = sandbox.client()
    reasons = [reason_of(client.ask("ping", id)) for id in range(5)]
    assert "cannot even start" in reasons[0]
    assert "3 times in a row" in reasons[-1]
    assert len(sandbox.pids()) == 3


async def test_call_of_a_silent_server_can_be_stopped(sandbox):
    """The core runs here, because a person stops a call in the window: everything else is as usual."""
    sandbox.allow()
    core = Core(sandbox.home, keep_anchor=False, vouched=True)
    await core.start()
    client = sandbox.client()
    await asyncio.to_thread(client.initialize)
    client.call(1, "wait")
    await asyncio.to_thread(lambda: sandbox.wait_for_received("tools/call"))
    running = core.guard.snapshot().running[0].call.id
    assert await core.guard.stop(running) == ""
    assert "Stopped by the user" in text_of(await asyncio.to_thread(lambda: client.answer(1)))
    await asyncio.to_thread(lambda: sandbox.wait_for_received("notifications/cancelled"))
    await core.close()


# The client.


@pytest.mark.parametrize("way", ["handed", "tcp"])
@pytest.mark.case(25)
def test_killed_client_withdraws_cancels_and_ends_its_server(sandbox, ends, way):
    if way == "tcp":
        sandbox.env["TOOLGUARD_LOCAL"] = "tcp"
    sandbox.allow("wait")
    serve = sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    client.call(1, "wait")
    client.call(2, "say", {"lines": [DONE]})
    sandbox.wait_for_received("tools/call")
    serve.wait_for_text("[s]kip")
    client.process.kill()
    sandbox.recorded(SessionEnded)
    ends(*sandbox.pids())
    assert [event.tool for event in sandbox.events(CallWithdrawn)] == ["say"]
    assert [event.tool for event in sandbox.events(CallCancelled)] == ["wait"]
    assert len(sandbox.received_of("tools/call")) == len({one.call for one in sandbox.events(CallHeld)}) == 1


@pytest.mark.case(25)
def test_server_children_are_ended_too(sandbox, ends):
    """A shell that starts the peer and a sleeper: what a launcher such as npx looks like."""
    peer = sandbox.config["servers"]["peer"]
    launch = shlex.join([peer["command"], *peer["args"]])
    line = f"sleep 600 & echo $! >> {shlex.quote(f'{sandbox.received_file}.pids')}; {launch}; true"
    sandbox.server("peer", "/bin/sh", "-c", line)
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    assert len(sandbox.pids()) == 2
    assert client.end() == 0
    ends(*sandbox.pids())
