"""Calls that a rule allows and nothing is waited for: recorded and written together, without a task of their own."""

import asyncio
import itertools

import pytest

from tests.gate.conftest import Line, strict, until
from toolguard.gate import jsonrpc
from toolguard.gate.policy.rules import Rule

OK = {"content": []}


class Pipe(Line):
    """A client whose messages can come together: what was fed is read in one go."""

    @property
    def has_more(self):
        return self._incoming.qsize() > 0


@pytest.fixture
async def pipe(play):
    """A client at the server, which a rule lets call everything; its first call made the server start."""
    play.gate.rules.add(Rule(id="r", verdict="allow"))
    client = await play.start(client=Pipe(strict))
    play.calls(0, client=client)
    await play.server_answers(OK)
    assert (await play.hears(client))["id"] == 0
    play.log.events.clear()
    return client


@pytest.fixture
def commits(play, monkeypatch):
    """How many events were in the log at each commit."""
    found = []
    monkeypatch.setattr(play.log, "commit", lambda _owner: found.append(len(play.log.of("CallDecided"))))
    return found


def tasks():
    return {task for task in asyncio.all_tasks() if "CallLifecycle" in repr(task.get_coro())}


async def test_calls_that_come_together_share_one_commit_and_have_no_task(play, pipe, commits):
    for id in (1, 2, 3):
        play.calls(id, client=pipe)
    await until(lambda: len(play.server.log) == 4)
    assert commits == [3] and not tasks()
    assert [event.by for event in play.log.of("CallDecided")] == ["rule r"] * 3
    for _ in range(3):
        await play.server_answers(OK)
    assert [(await play.hears(pipe))["id"] for _ in range(3)] == [1, 2, 3]
    kinds = [play.log.kinds(event.call) for event in play.log.of("CallDecided")]
    assert kinds == [["CallDecided", "CallForwarded", "CallCompleted"]] * 3
    assert not play.guard.snapshot().running_count


async def test_nothing_is_written_before_its_decision_is_in_the_log(play, pipe, monkeypatch):
    written = []
    monkeypatch.setattr(play.log, "commit", lambda _owner: written.append(len(play.server.log)))
    play.calls(1, client=pipe)
    play.calls(2, client=pipe)
    await until(lambda: len(play.server.log) == 3)
    assert written == [1]


async def test_unrecordable_calls_are_refused_and_not_sent(play, pipe):
    play.log.trouble = "the disk is full"
    play.calls(1, client=pipe)
    play.calls(2, client=pipe)
    answers = [await play.hears(pipe) for _ in range(2)]
    assert {answer["id"] for answer in answers} == {1, 2}
    assert all("the disk is full" in answer["result"]["content"][0]["text"] for answer in answers)
    assert len(play.server.log) == 1


async def test_a_call_that_is_cancelled_in_the_same_breath_does_not_leave(play, pipe):
    play.calls(1, client=pipe)
    play.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}, pipe)
    play.calls(2, client=pipe)
    await until(lambda: len(play.server.log) == 2)
    assert play.server.log[-1]["id"] == 2
    await until(lambda: "CallWithdrawn" in play.log.kinds())
    assert len(play.log.of("CallForwarded")) == 1


async def test_a_server_that_breaks_while_it_is_written_to_leaves_the_outcome_unknown(play, pipe, monkeypatch):
    def breaks(_messages):
        raise ConnectionError("broken pipe")

    monkeypatch.setattr(play.server, "write", breaks)
    play.calls(1, client=pipe)
    assert "outcome unknown" in (await play.hears(pipe))["error"]["message"]
    assert play.log.kinds() == ["CallDecided", "CallForwarded", "CallOutcomeUnknown"]


async def test_a_server_that_ends_before_it_answers_leaves_the_outcome_unknown(play, pipe):
    play.calls(1, client=pipe)
    await until(lambda: len(play.server.log) == 2)
    play.server.leave("it crashed")
    assert "outcome unknown: it crashed" in (await play.hears(pipe))["error"]["message"]
    assert play.log.kinds() == ["CallDecided", "CallForwarded", "CallOutcomeUnknown"]


async def test_a_person_can_stop_such_a_call(play, pipe):
    play.calls(1, client=pipe)
    await until(lambda: play.guard.snapshot().running_count == 1)
    assert await play.guard.stop(play.guard.snapshot().running[0].call.id) == ""
    assert "Stopped by the user" in (await play.hears(pipe))["result"]["content"][0]["text"]
    await until(lambda: not tasks())
    assert play.log.kinds() == ["CallDecided", "CallForwarded", "CallCancelled"]


async def test_session_end_answers_every_flushed_call(play, pipe):
    play.calls(1, client=pipe)
    await until(lambda: play.guard.snapshot().running_count == 1)
    pipe.leave("gone")
    await until(lambda: not play.guard.sessions())
    assert play.log.kinds() == ["CallDecided", "CallForwarded", "CallCancelled"] and not tasks()


async def test_no_call_overtakes_earlier_messages(play, pipe, monkeypatch):
    goes_on = asyncio.Event()
    send = play.server.send

    async def slowly(message):
        await goes_on.wait()
        await send(message)

    monkeypatch.setattr(play.server, "send", slowly)
    play.says({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}, pipe)
    play.calls(1, client=pipe)
    await until(lambda: bool(play.log.of("CallDecided")))
    await asyncio.sleep(0)
    assert len(play.server.log) == 1
    goes_on.set()
    await until(lambda: len(play.server.log) == 3)
    assert [message["method"] for message in play.server.log[1:]] == ["notifications/roots/list_changed", "tools/call"]


async def test_call_forbidden_before_sending_is_not_sent(play, pipe, monkeypatch):
    """A message that came with the call holds up the session, and the person blocks all calls meanwhile."""
    goes_on = asyncio.Event()
    [session] = play.guard._sessions.values()
    monkeypatch.setattr(session, "_enqueue", lambda _message: goes_on.wait())
    play.calls(1, client=pipe)
    play.says({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}, pipe)
    await until(lambda: len(session.calls) == 1)
    play.gate.panic = True
    goes_on.set()
    assert "denies all calls" in (await play.hears(pipe))["result"]["content"][0]["text"]
    assert len(play.server.log) == 1 and play.log.kinds() == ["CallDecided", "CallWithdrawn"]


async def test_a_server_that_is_slow_to_read_is_waited_for(play, pipe, monkeypatch):
    monkeypatch.setattr(play.server, "takes_at_once", lambda _message: False)
    play.calls(1, client=pipe)
    assert (await play.server_answers(OK))["params"]["name"] == "read"
    await until(lambda: len(play.server.log) == 2)
    assert play.log.kinds()[:2] == ["CallDecided", "CallForwarded"]


async def test_the_bytes_that_leave_are_those_that_were_decided_on(play, pipe, monkeypatch, caplog):
    """A fault of our own between the decision and the write: nothing leaves."""
    numbers = itertools.count()
    monkeypatch.setattr(jsonrpc, "sha256", lambda _data: f"{next(numbers)}")
    play.calls(1, client=pipe)
    assert "not run" in (await play.hears(pipe))["error"]["message"]
    assert len(play.server.log) == 1 and play.log.kinds() == ["CallDecided", "CallWithdrawn"]
    assert "RuntimeError" in caplog.text


async def test_two_clients_do_not_share_a_turn(play, pipe):
    other = await play.start(client=Pipe(strict), name="other")
    play.calls(7, client=other)
    play.calls(7, client=pipe)
    await until(lambda: sum(len(server.log) for server in play.servers) == 3)
    for server in play.servers:
        server.feed(jsonrpc.encode({"jsonrpc": "2.0", "id": 7, "result": OK}))
    assert (await play.hears(other))["id"] == (await play.hears(pipe))["id"] == 7


@pytest.mark.parametrize(("size", "writes"), [(10, [[1, 2, 3]]), (40_000, [[1, 2]])])
async def test_calls_are_written_together_up_to_byte_limit(play, pipe, monkeypatch, size, writes):
    found = []
    write = play.server.write

    def together(messages):
        found.append([message["id"] for message in messages])
        write(messages)

    monkeypatch.setattr(play.server, "write", together)
    monkeypatch.setattr(play.server, "takes_at_once", lambda _message: not found)
    for id in (1, 2, 3):
        play.calls(id, client=pipe, arguments={"text": "x" * size})
    await until(lambda: len(play.server.log) == 4)
    assert found[: len(writes)] == writes and [message["id"] for message in play.server.log[1:]] == [1, 2, 3]
    assert len(play.log.of("CallForwarded")) == 3


@pytest.mark.parametrize("fault", [ConnectionError("broken pipe"), RuntimeError("a fault of our own")])
async def test_a_failed_write_leaves_the_outcome_of_all_its_calls_unknown(play, pipe, monkeypatch, caplog, fault):
    def breaks(_messages):
        raise fault

    monkeypatch.setattr(play.server, "write", breaks)
    for id in (1, 2):
        play.calls(id, client=pipe)
    answers = [await play.hears(pipe) for _ in range(2)]
    assert {one["id"] for one in answers} == {1, 2}
    assert all("outcome unknown" in one["error"]["message"] for one in answers)
    assert not play.guard.snapshot().running_count
    assert ("a fault of our own" in caplog.text) is isinstance(fault, RuntimeError)
