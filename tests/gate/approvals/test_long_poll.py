"""Plays: a call of 2026-07-28 that is held leg by leg. Case 40 of the protocol reference."""

import pytest

from tests.support.waiting import until
from toolguard.gate.approvals import long_poll
from toolguard.gate.approvals.long_poll import LIFETIME, MAX_PER_CALL

OK = {"content": [{"type": "text", "text": "done"}], "resultType": "complete"}
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


@pytest.fixture
async def polled(new_harness):
    """A client that gives up after 0.1 seconds and comes again by itself."""
    harness = new_harness(long_poll=True)
    harness.gate.client_timeouts.replace({"desk": 0.625})
    await harness.start()
    return harness


async def leg(harness, id=1, **more):
    """Call, and be told to come again; the state to come with."""
    harness.call(id, _meta=META, **more)
    answer = await harness.receive()
    assert answer["id"] == id and set(answer["result"]) == {"resultType", "requestState"}
    assert answer["result"]["resultType"] == "input_required"
    return answer["result"]["requestState"]


@pytest.mark.case(40)
async def test_long_polled_call_is_never_forwarded_while_pending(polled):
    state = await leg(polled, 1, arguments={"a": 1})
    again = await leg(polled, 2, arguments={"a": 1}, requestState=state)
    assert again != state
    polled.call(3, arguments={"a": 1}, _meta=META, requestState=again)
    (session,) = polled.guard.sessions()
    await until(lambda: polled.guard.is_pending(session, 3))
    assert not polled.guard.is_pending(session, 1) and not polled.guard.is_pending(session, 2), "they were answered"
    await polled.approve()
    sent = await polled.server_respond(OK)
    assert set(sent["params"]) == {"name", "arguments", "_meta"}
    assert await polled.receive() == {"jsonrpc": "2.0", "id": 3, "result": OK}
    assert len(polled.server.log) == 1
    assert polled.log.kinds() == [
        "CallHeld",
        "CallDeferred",
        "CallHeld",
        "CallDeferred",
        "CallHeld",
        "CallDecided",
        "CallForwarded",
        "CallCompleted",
    ]


@pytest.mark.case(40)
async def test_decision_between_two_polls_applies_to_the_next(polled):
    state = await leg(polled)
    await polled.approve()
    polled.call(2, _meta=META, requestState=state)
    await polled.server_respond(OK)
    assert (await polled.receive())["result"] == OK


@pytest.mark.case(40)
async def test_server_request_state_survives_long_polling(polled):
    polled.call(1, _meta=META)
    await polled.approve()
    asks = {"resultType": "input_required", "requestState": "sérver", "inputRequests": {"k": {"method": "roots/list"}}}
    await polled.server_respond(asks)
    assert (await polled.receive())["result"] == asks
    given = {"requestState": "sérver", "inputResponses": {"k": {"roots": []}, "more": {}}}  # more than was asked for
    state = await leg(polled, 2, **given)
    polled.call(3, _meta=META, requestState=state)
    await polled.approve()
    sent = await polled.server_respond(OK)
    assert {name: sent["params"][name] for name in given} == given


@pytest.mark.parametrize("wrong", ["forged", "used", "arguments", "responses", "client", "time"])
@pytest.mark.case(40)
async def test_long_poll_state_with_another_call_is_a_new_call(polled, new_line, wrong):
    state = await leg(polled, 1, arguments={"a": 1})
    if wrong == "used":
        await leg(polled, 2, arguments={"a": 1}, requestState=state)
    if wrong == "time":
        polled.now += LIFETIME
    client = None
    if wrong == "client":
        client = await polled.start(client=new_line(), name="stranger")
    given = {"requestState": "toolguard-forged" if wrong == "forged" else state}
    if wrong == "responses":
        given["inputResponses"] = {"k": {}}
    polled.call(7, arguments={"a": 2 if wrong == "arguments" else 1}, client=client, _meta=META, **given)
    held = await polled.wait_for_pending(2)
    assert held[1].call.message["params"]["requestState"] == given["requestState"], "shown as it came"
    assert polled.server.log == []


async def test_after_the_retry_limit_the_model_is_asked_to_retry(polled):
    more = {}
    for id in range(MAX_PER_CALL):
        more = {"requestState": await leg(polled, id, **more)}
    polled.call(99, _meta=META, **more)
    assert "identical arguments" in (await polled.receive())["result"]["content"][0]["text"]
    assert len(await polled.wait_for_pending()) == 1


async def test_older_client_gets_a_text_to_retry(polled):
    polled.call(1)
    assert "identical arguments" in (await polled.receive())["result"]["content"][0]["text"]


async def test_abandoned_long_polls_are_dropped(monkeypatch):
    monkeypatch.setattr(long_poll, "MAX_OPEN", 2)
    kept = long_poll.LongPolls()
    message = {"id": 1, "method": "tools/call", "params": {"name": "t"}}
    states = [kept.begin("c", "s", message, 0)["requestState"] for _ in range(3)]
    came = [{**message, "params": {"name": "t", "requestState": state}} for state in states]
    assert [kept.resume("c", "s", one, 1) is one for one in came] == [True, False, False]
