"""Calls that a rule allows and nothing is waited for: recorded and written together, without a task of their own."""

import asyncio
import json

import msgspec
import pytest

from tests.gate.conftest import Line, strict
from tests.support.waiting import until
from toolguard.gate import jsonrpc
from toolguard.gate.model import InjectedArgument
from toolguard.gate.policy.rules import Rule

OK = {"content": []}


class Pipe(Line):
    """A client whose messages can come together: what was fed is read in one go."""

    @property
    def has_more(self):
        return self._incoming.qsize() > 0


@pytest.fixture
async def pipe(harness):
    """A client at the server, which a rule lets call everything; its first call made the server start."""
    harness.gate.rules.add(Rule(id="r", verdict="allow"))
    client = await harness.start(client=Pipe(strict))
    harness.call(0, client=client)
    await harness.server_respond(OK)
    assert (await harness.receive(client))["id"] == 0
    harness.log.events.clear()
    return client


@pytest.fixture
def commits(harness, monkeypatch):
    """How many events were in the log at each commit."""
    found = []
    monkeypatch.setattr(harness.log, "commit", lambda _owner: found.append(len(harness.log.of("CallDecided"))))
    return found


def tasks():
    return {task for task in asyncio.all_tasks() if "CallLifecycle" in repr(task.get_coro())}


async def test_allowed_calls_read_together_share_one_commit_without_tasks(harness, pipe, commits):
    for id in (1, 2, 3):
        harness.call(id, client=pipe)
    await until(lambda: len(harness.server.log) == 4)
    assert commits == [3] and not tasks()
    assert [event.by for event in harness.log.of("CallDecided")] == ["rule r"] * 3
    for _ in range(3):
        await harness.server_respond(OK)
    assert [(await harness.receive(pipe))["id"] for _ in range(3)] == [1, 2, 3]
    kinds = [harness.log.kinds(event.call) for event in harness.log.of("CallDecided")]
    assert kinds == [["CallDecided", "CallForwarded", "CallCompleted"]] * 3
    assert not harness.guard.snapshot().running_count


async def test_call_is_sent_only_after_its_decision_is_logged(harness, pipe, monkeypatch):
    written = []
    monkeypatch.setattr(harness.log, "commit", lambda _owner: written.append(len(harness.server.log)))
    harness.call(1, client=pipe)
    harness.call(2, client=pipe)
    await until(lambda: len(harness.server.log) == 3)
    assert written == [1]


async def test_unrecordable_calls_are_refused_and_not_sent(harness, pipe):
    harness.log.trouble = "the disk is full"
    harness.call(1, client=pipe)
    harness.call(2, client=pipe)
    answers = [await harness.receive(pipe) for _ in range(2)]
    assert {answer["id"] for answer in answers} == {1, 2}
    assert all("the disk is full" in answer["result"]["content"][0]["text"] for answer in answers)
    assert len(harness.server.log) == 1


async def test_call_cancelled_in_the_same_read_is_not_sent(harness, pipe):
    harness.call(1, client=pipe)
    harness.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}, pipe)
    harness.call(2, client=pipe)
    await until(lambda: len(harness.server.log) == 2)
    assert harness.server.log[-1]["id"] == 2
    await until(lambda: "CallWithdrawn" in harness.log.kinds())
    assert len(harness.log.of("CallForwarded")) == 1


async def test_a_server_that_breaks_while_it_is_written_to_leaves_the_outcome_unknown(harness, pipe, monkeypatch):
    def breaks(_calls):
        raise ConnectionError("broken pipe")

    monkeypatch.setattr(harness.server, "write", breaks)
    harness.call(1, client=pipe)
    assert "outcome unknown" in (await harness.receive(pipe))["error"]["message"]
    assert harness.log.kinds() == ["CallDecided", "CallForwarded", "CallOutcomeUnknown"]


async def test_a_server_that_ends_before_it_answers_leaves_the_outcome_unknown(harness, pipe):
    harness.call(1, client=pipe)
    await until(lambda: len(harness.server.log) == 2)
    harness.server.leave("it crashed")
    assert "outcome unknown: it crashed" in (await harness.receive(pipe))["error"]["message"]
    assert harness.log.kinds() == ["CallDecided", "CallForwarded", "CallOutcomeUnknown"]


async def test_a_person_can_stop_such_a_call(harness, pipe):
    harness.call(1, client=pipe)
    await until(lambda: harness.guard.snapshot().running_count == 1)
    assert await harness.guard.stop(harness.guard.snapshot().running[0].call.id) == ""
    assert "Stopped by the user" in (await harness.receive(pipe))["result"]["content"][0]["text"]
    await until(lambda: not tasks())
    assert harness.log.kinds() == ["CallDecided", "CallForwarded", "CallCancelled"]


async def test_session_end_answers_every_flushed_call(harness, pipe):
    harness.call(1, client=pipe)
    await until(lambda: harness.guard.snapshot().running_count == 1)
    pipe.leave("gone")
    await until(lambda: not harness.guard.sessions())
    assert harness.log.kinds() == ["CallDecided", "CallForwarded", "CallCancelled"] and not tasks()


async def test_no_call_overtakes_earlier_messages(harness, pipe, monkeypatch):
    goes_on = asyncio.Event()
    send = harness.server.send

    async def slowly(message):
        await goes_on.wait()
        await send(message)

    monkeypatch.setattr(harness.server, "send", slowly)
    harness.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}, pipe)
    harness.call(1, client=pipe)
    await until(lambda: bool(harness.log.of("CallDecided")))
    await asyncio.sleep(0)
    assert len(harness.server.log) == 1
    goes_on.set()
    await until(lambda: len(harness.server.log) == 3)
    assert [message["method"] for message in harness.server.log[1:]] == [
        "notifications/roots/list_changed",
        "tools/call",
    ]


def bind(harness):
    bound = InjectedArgument(place="argument /path", secrets=("KEY",))
    harness.gate.servers.has_injected_arguments = lambda _server: True
    harness.gate.servers.injected_arguments = lambda _server, _tool: (bound,)


def block(harness):
    harness.gate.set_panic(True)


@pytest.mark.parametrize(("change", "why"), [(block, "blocked all calls"), (bind, "fills in for this tool changed")])
async def test_call_forbidden_before_sending_is_not_sent(harness, pipe, monkeypatch, change, why):
    """A message that came with the call holds up the session, and a person changes something meanwhile."""
    goes_on = asyncio.Event()
    [session] = harness.guard._sessions.values()
    monkeypatch.setattr(session, "_enqueue", lambda _message: goes_on.wait())
    harness.call(1, client=pipe)
    harness.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}, pipe)
    await until(lambda: len(session.calls) == 1)
    change(harness)
    goes_on.set()
    assert why in (await harness.receive(pipe))["result"]["content"][0]["text"]
    assert len(harness.server.log) == 1 and harness.log.kinds() == ["CallDecided", "CallWithdrawn"]


async def test_call_whose_client_gave_up_while_the_log_was_written_is_not_sent(harness, pipe, monkeypatch):
    harness.gate.client_timeouts.replace({"desk": 2})

    def write_slowly(_owner):
        harness.now += 3

    monkeypatch.setattr(harness.log, "commit", write_slowly)
    harness.call(1, client=pipe)
    assert "timeout passed" in (await harness.receive(pipe))["result"]["content"][0]["text"]
    assert len(harness.server.log) == 1 and harness.log.kinds() == ["CallDecided", "CallWithdrawn"]


async def test_a_server_that_is_slow_to_read_is_waited_for(harness, pipe, monkeypatch):
    monkeypatch.setattr(harness.server, "call_writer", lambda: None)
    harness.call(1, client=pipe)
    assert (await harness.server_respond(OK))["params"]["name"] == "read"
    await until(lambda: len(harness.server.log) == 2)
    assert harness.log.kinds()[:2] == ["CallDecided", "CallForwarded"]


async def test_call_that_differs_from_its_decision_is_not_sent(harness, pipe, monkeypatch, caplog):
    """A fault of our own between the decision and the write: nothing leaves."""
    [session] = harness.guard._sessions.values()

    def change(_owner):
        inflight = session.calls._by_id[1]
        message = jsonrpc.encoded({**inflight.call.message, "params": {"name": "other"}})
        inflight.call = msgspec.structs.replace(inflight.call, message=message)

    monkeypatch.setattr(harness.log, "commit", change)
    harness.call(1, client=pipe)
    assert "not run" in (await harness.receive(pipe))["error"]["message"]
    assert len(harness.server.log) == 1 and harness.log.kinds() == ["CallDecided", "CallWithdrawn"]
    assert "RuntimeError" in caplog.text


async def test_two_clients_do_not_share_a_turn(harness, pipe):
    other = await harness.start(client=Pipe(strict), name="other")
    harness.call(7, client=other)
    harness.call(7, client=pipe)
    await until(lambda: sum(len(server.log) for server in harness.servers) == 3)
    for server in harness.servers:
        server.feed(jsonrpc.encode({"jsonrpc": "2.0", "id": 7, "result": OK}))
    assert (await harness.receive(other))["id"] == (await harness.receive(pipe))["id"] == 7


@pytest.mark.parametrize(("size", "writes"), [(10, [[1, 2, 3]]), (40_000, [[1, 2]])])
async def test_calls_are_written_together_up_to_byte_limit(harness, pipe, monkeypatch, size, writes):
    found = []
    write = harness.server.write

    def together(calls):
        found.append([json.loads(call)["id"] for call in calls])
        write(calls)

    monkeypatch.setattr(harness.server, "write", together)
    monkeypatch.setattr(harness.server, "call_writer", lambda: None if found else harness.server)
    for id in (1, 2, 3):
        harness.call(id, client=pipe, arguments={"text": "x" * size})
    await until(lambda: len(harness.server.log) == 4)
    assert found[: len(writes)] == writes and [message["id"] for message in harness.server.log[1:]] == [1, 2, 3]
    assert len(harness.log.of("CallForwarded")) == 3


@pytest.mark.parametrize("fault", [ConnectionError("broken pipe"), RuntimeError("a fault of our own")])
async def test_a_failed_write_leaves_the_outcome_of_all_its_calls_unknown(harness, pipe, monkeypatch, caplog, fault):
    def breaks(_calls):
        raise fault

    monkeypatch.setattr(harness.server, "write", breaks)
    for id in (1, 2):
        harness.call(id, client=pipe)
    answers = [await harness.receive(pipe) for _ in range(2)]
    assert {one["id"] for one in answers} == {1, 2}
    assert all("outcome unknown" in one["error"]["message"] for one in answers)
    assert not harness.guard.snapshot().running_count
    assert ("a fault of our own" in caplog.text) is isinstance(fault, RuntimeError)
