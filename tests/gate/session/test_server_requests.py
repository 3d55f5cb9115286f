"""Plays: what a server asks of its client by itself."""

import asyncio

import pytest

from tests.gate.conftest import Line, strict
from tests.support.waiting import until
from toolguard.gate.policy.rules import Rule
from toolguard.gate.session.record_limit import RECORDED_EACH
from toolguard.gate.session.request_gate import MAX_PROMPTS_PER_MINUTE
from toolguard.gate.session.server_requests import LATE_REQUEST_TIME, MAX_EMBEDDED

SAMPLING = {"jsonrpc": "2.0", "id": 9, "method": "sampling/createMessage", "params": {"messages": ["\u202ehello"]}}


ASKS = {"sampling": "ask", "elicitation": "ask", "roots": "ask"}
SAID_NO = "The user refused this request in ToolGuard."


@pytest.fixture
async def guarded(harness):
    harness.gate.servers.request_settings = lambda server: ASKS if server == "files" else {}
    await harness.start()
    return harness


async def test_server_request_is_forwarded_recorded_and_shown_while_open(harness):
    await harness.start()
    harness.server_send(SAMPLING)
    assert await harness.receive() == SAMPLING
    assert harness.guard.snapshot().sessions[0].asks == ("sampling/createMessage",)
    harness.send({"jsonrpc": "2.0", "id": 9, "result": {"role": "assistant"}})
    assert (await harness.server_receive())["result"] == {"role": "assistant"}
    assert harness.guard.snapshot().sessions[0].asks == ()
    assert [(one.method, one.state) for one in harness.log.of("ServerRequestReceived")] == [
        ("sampling/createMessage", "passed")
    ]


async def test_ping_passes_without_a_record(harness):
    await harness.start()
    harness.server_send({"jsonrpc": "2.0", "id": 9, "method": "ping"})
    await harness.receive()
    assert not harness.log.of("ServerRequestReceived")


async def test_server_request_reaches_the_client_after_approval(guarded):
    guarded.server_send(SAMPLING)
    (held,) = await guarded.wait_for_pending()
    assert (held.call.method, held.call.tool, held.call.is_from_server) == ("sampling/createMessage",) * 2 + (True,)
    assert held.call.arguments == SAMPLING["params"] and held.tool is None
    assert guarded.client.log == [] and guarded.guard.snapshot().sessions[0].asks == ("sampling/createMessage",)
    guarded.send({"jsonrpc": "2.0", "id": 9, "result": {"forged": True}})
    await guarded.approve()
    assert await guarded.receive() == SAMPLING
    assert guarded.server.log == []
    assert guarded.log.kinds(held.call.id) == ["CallHeld", "CallDecided", "CallForwarded"]
    guarded.send({"jsonrpc": "2.0", "id": 9, "result": {"role": "assistant"}})
    await guarded.server_receive()
    last = guarded.log.of("CallCompleted")[0]
    assert (last.call, last.outcome, last.preview) == (held.call.id, "result", '{"role":"assistant"}')
    assert {event.method for event in guarded.log.events if event.call} == {"sampling/createMessage"}


@pytest.mark.parametrize(
    ("method", "answer"),
    [
        ("sampling/createMessage", {"error": {"code": -1, "message": SAID_NO, "data": {"reason": SAID_NO}}}),
        ("roots/list", {"error": {"code": -1, "message": SAID_NO, "data": {"reason": SAID_NO}}}),
        ("elicitation/create", {"result": {"action": "decline"}}),
    ],
)
async def test_a_request_that_a_person_refuses_never_reaches_the_client(guarded, method, answer):
    guarded.server_send({**SAMPLING, "method": method})
    await guarded.deny()
    assert await guarded.server_receive() == {"jsonrpc": "2.0", "id": 9, **answer}
    assert guarded.client.log == [] and not guarded.log.of("CallForwarded")


async def test_unanswered_elicitation_is_cancelled_not_declined(new_harness):
    harness = new_harness(prompt_timeout=0.01)
    harness.gate.servers.request_settings = lambda _server: ASKS
    await harness.start()
    harness.server_send({**SAMPLING, "method": "elicitation/create"})
    assert (await harness.server_receive())["result"] == {"action": "cancel"}
    harness.server_send(SAMPLING)
    result = (await harness.server_receive())["error"]["message"]
    assert result == "Nobody approved this request in ToolGuard in time. Reason: nobody answered in time."
    await harness.stop()


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://bank.example@evil.example/" + "x" * 500, "The client would open a page on evil.example."),
        ("https:evil.example", "The client would open a page on evil.example."),
        ("https://[evil", "The client would open an invalid address."),
        ("https://evil.example\\@bank.example/", "The client would open an invalid address."),
        ("javascript://bank.example/%0aalert(1)", "The client would open an invalid address."),
        ("file://bank.example/etc/passwd", "The client would open an invalid address."),
        (7, "The client would open an invalid address."),
    ],
)
async def test_elicitation_url_is_shown_completely_with_its_real_host(guarded, url, expected):
    guarded.server_send({**SAMPLING, "method": "elicitation/create", "params": {"mode": "url", "url": url}})
    (held,) = await guarded.wait_for_pending()
    assert held.call.arguments["url"] == url and expected in held.warnings


def cancelled(id):
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}


async def test_request_that_the_server_cancels_at_once_is_never_pending(guarded):
    for id in range(MAX_PROMPTS_PER_MINUTE):
        guarded.server_send({**SAMPLING, "id": id})
        guarded.server_send(cancelled(id))
    guarded.server_send({"jsonrpc": "2.0", "method": "notifications/after"})
    assert (await guarded.receive())["method"] == "notifications/after"
    await until(lambda: len(guarded.log.of("CallWithdrawn")) == MAX_PROMPTS_PER_MINUTE, 5)
    assert not guarded.gate.pending.all() and guarded.guard.snapshot().sessions[0].asks == ()
    assert {one.reason for one in guarded.log.of("CallWithdrawn")} == {"cancelled by the server"}


async def test_server_cancel_withdraws_the_pending_request(guarded):
    guarded.server_send(SAMPLING)
    (held,) = await guarded.wait_for_pending()
    guarded.server_send(cancelled(9))
    await guarded.wait_for_pending(0)
    guarded.server_send({"jsonrpc": "2.0", "method": "notifications/after"})
    assert (await guarded.receive())["method"] == "notifications/after"
    assert guarded.log.kinds(held.call.id)[-1] == "CallWithdrawn"
    assert await guarded.guard.allow_next(held.call.id)  # an approval of such a request is not kept for later


async def running_calls(guarded, *ids):
    guarded.gate.rules.add(Rule(id="r", tool="read", verdict="allow"))
    for id in ids:
        guarded.call(id, arguments={"n": id})
        await guarded.server_receive()


async def test_pending_elicitation_ends_with_its_cancelled_call(guarded):
    await running_calls(guarded, 1)
    guarded.server_send({**SAMPLING, "method": "elicitation/create"})
    (held,) = await guarded.wait_for_pending()
    guarded.send(cancelled(1))
    assert (await guarded.server_receive())["method"] == "notifications/cancelled"
    assert await guarded.server_receive() == {"jsonrpc": "2.0", "id": 9, "result": {"action": "cancel"}}
    assert not guarded.gate.pending.all() and guarded.guard.snapshot().sessions[0].asks == ()
    (withdrawn,) = (one for one in guarded.log.of("CallWithdrawn") if one.call == held.call.id)
    assert withdrawn.reason == "its call was cancelled"


async def test_pending_elicitation_stays_while_another_call_can_have_caused_it(guarded):
    await running_calls(guarded, 1, 2)
    guarded.server_send({**SAMPLING, "method": "elicitation/create"})
    await guarded.wait_for_pending()
    await running_calls(guarded, 3)
    for id in (3, 1):
        guarded.send(cancelled(id))
        await guarded.server_receive()
        assert len(guarded.gate.pending.all()) == 1
    guarded.send(cancelled(2))
    await guarded.server_receive()
    assert (await guarded.server_receive())["id"] == 9 and not guarded.gate.pending.all()


async def test_elicitation_that_crosses_the_cancellation_of_its_call_is_refused_at_once(guarded):
    elicitation = {**SAMPLING, "method": "elicitation/create"}
    await running_calls(guarded, 1)
    guarded.send(cancelled(1))
    assert (await guarded.server_receive())["method"] == "notifications/cancelled"
    guarded.server_send(elicitation)
    assert await guarded.server_receive() == {"jsonrpc": "2.0", "id": 9, "result": {"action": "cancel"}}
    assert not guarded.gate.pending.all()
    assert guarded.log.of("CallWithdrawn")[-1].reason == "its call was cancelled"
    await running_calls(guarded, 2)
    guarded.server_send(elicitation)
    await guarded.wait_for_pending()


async def test_elicitation_some_time_after_a_cancellation_is_pending(guarded):
    await running_calls(guarded, 1)
    guarded.send(cancelled(1))
    await guarded.server_receive()
    guarded.now += LATE_REQUEST_TIME
    guarded.server_send({**SAMPLING, "method": "elicitation/create"})
    await guarded.wait_for_pending()


async def test_elicitation_that_is_approved_while_its_call_is_cancelled_is_not_forwarded(guarded):
    recorded = asyncio.Event()
    guarded.log.durable = recorded.wait
    await running_calls(guarded, 1)
    guarded.server_send({**SAMPLING, "method": "elicitation/create"})
    await guarded.approve()
    guarded.send(cancelled(1))
    assert (await guarded.server_receive())["method"] == "notifications/cancelled"
    recorded.set()
    assert await guarded.server_receive() == {"jsonrpc": "2.0", "id": 9, "result": {"action": "cancel"}}
    assert guarded.client.sent.empty() and guarded.guard.snapshot().sessions[0].asks == ()


async def test_server_cancel_of_a_forwarded_request_is_recorded(guarded):
    guarded.server_send(SAMPLING)
    await guarded.approve()
    await guarded.receive()
    gone = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9, "reason": "late"}}
    guarded.server_send(gone)
    assert await guarded.receive() == gone
    assert [(one.by, one.reason) for one in guarded.log.of("CallCancelled")] == [("server", "late")]


async def test_pending_server_request_ends_with_its_session(guarded):
    guarded.server_send(SAMPLING)
    (held,) = await guarded.wait_for_pending()
    guarded.client.leave("gone")
    await guarded.wait_for_pending(0)
    assert guarded.log.kinds(held.call.id)[-1] == "CallWithdrawn"


async def test_pending_requests_end_and_forwarded_ones_are_lost_with_their_server(guarded, wait_until):
    guarded.server_send(SAMPLING)
    await guarded.approve()
    await guarded.receive()
    guarded.server_send({**SAMPLING, "id": 10})
    (held,) = await guarded.wait_for_pending()
    guarded.server.leave("crashed")
    await guarded.wait_for_pending(0)
    await wait_until(lambda: guarded.log.kinds(held.call.id)[-1] == "CallWithdrawn")
    assert [one.reason for one in guarded.log.of("CallWithdrawn")] == ["crashed"]
    assert [one.reason for one in guarded.log.of("CallOutcomeUnknown")] == ["crashed"]


async def test_other_servers_and_requests_are_not_delayed(guarded):
    guarded.server_send({"jsonrpc": "2.0", "id": 1, "method": "vendor/ask"})
    assert (await guarded.receive())["method"] == "vendor/ask"


async def test_a_request_of_a_server_is_not_edited(guarded):
    guarded.server_send(SAMPLING)
    (held,) = await guarded.wait_for_pending()
    problem = await guarded.guard.approve(held.call.id, shown=held.call.digest, edited="{}")
    assert problem == "A server's request cannot be edited."


META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
VISIT = {"mode": "url", "url": "https://evil.example/", "message": "Sign in"}
WANTED = {"k": {"method": "elicitation/create", "params": VISIT}}
REFUSED = {"code": -1, "message": SAID_NO, "data": {"reason": SAID_NO}}
TOOL_REFUSED = {"content": [{"type": "text", "text": SAID_NO}], "isError": True, "resultType": "complete"}


@pytest.fixture
async def answering(guarded):
    """A call that was approved and waits for its server's answer, with the id 1."""
    guarded.call(1, _meta=META)
    await guarded.approve()
    await guarded.server_receive()
    return guarded


def in_result(member="inputRequests", asks=None):
    body = {"resultType": "input_required", member: asks or WANTED, "requestState": "s"}
    return {"jsonrpc": "2.0", "id": 1, "result": body}


def in_error(code="code", data="data", elicitations="elicitations"):
    error = {code: -32042, "message": "Sign in first", data: {elicitations: [VISIT]}}
    return {"jsonrpc": "2.0", "id": 1, "error": error}


@pytest.mark.parametrize("answer", [in_result(), in_result("InputRequests"), in_result("input_requests"), in_error()])
@pytest.mark.parametrize("accepted", [True, False])
async def test_embedded_request_needs_approval_first(answering, answer, accepted):
    answering.server_send(answer)
    (held,) = await answering.wait_for_pending()
    assert (held.call.tool, held.call.arguments) == ("elicitation/create", VISIT)
    assert answering.client.log == []
    await (answering.approve if accepted else answering.deny)()
    message = await answering.receive()
    assert message == answer if accepted else message["result"] == TOOL_REFUSED
    about = answering.log.kinds(held.call.id)
    assert about == ["CallHeld", "CallDecided", *(["CallForwarded", "CallCompleted"] if accepted else [])]
    if not accepted and "result" in answer:  # nothing goes on that a person has refused
        answering.call(2, _meta=META, requestState="s", inputResponses={"k": {"action": "accept"}})
        await answering.wait_for_pending()


@pytest.mark.parametrize(
    "answer", [in_error(code="Code"), in_error(data="DATA"), in_error(elicitations="Elicitations")]
)
async def test_error_that_clients_read_differently_is_refused(answering, answer):
    answering.server_send(answer)
    assert (await answering.receive())["result"]["isError"] is True
    assert answering.log.of("CallDecided")[-1].verdict == "deny"


async def test_second_response_waits_for_the_first_decision(answering):
    answering.server_send(in_result())
    await answering.wait_for_pending()
    answering.server_send(in_result(asks={"other": WANTED["k"]}))
    answering.server_send({"jsonrpc": "2.0", "method": "notifications/after"})
    assert (await answering.receive())["method"] == "notifications/after"
    await answering.approve()
    assert await answering.receive() == in_result()
    assert not answering.guard.snapshot().pending


class SlowClient(Line):
    """A client whose connection takes the bytes of a message before `send` returns."""

    def __init__(self):
        super().__init__(strict)
        self.open = asyncio.Event()

    async def send(self, message):
        await super().send(message)
        await self.open.wait()


async def test_embedded_request_is_decided_though_an_earlier_response_of_the_id_is_still_sent(harness):
    harness.gate.servers.request_settings = lambda _server: ASKS
    client = SlowClient()
    await harness.start(client=client)
    prompt = {"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "p", "_meta": META}}
    harness.send(prompt, client)
    await harness.server_respond(in_result()["result"])
    await harness.approve()
    assert await harness.receive(client) == in_result()
    harness.send(prompt, client)
    await harness.server_respond(in_result()["result"])
    await harness.wait_for_pending()
    assert client.log == [in_result()]
    client.open.set()


async def test_questions_in_results_of_other_requests_wait_for_a_person(guarded):
    guarded.send({"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "p", "_meta": META}})
    await guarded.server_respond(in_result()["result"])
    await guarded.deny()
    assert (await guarded.receive())["error"] == REFUSED


@pytest.mark.parametrize("is_call", [True, False])
async def test_embedded_request_ends_with_its_cancelled_call(answering, is_call):
    if is_call:
        answering.server_send(in_result())
    else:
        answering.send({"jsonrpc": "2.0", "id": 2, "method": "prompts/get", "params": {"name": "p", "_meta": META}})
        await answering.server_respond(in_result()["result"])
    (held,) = await answering.wait_for_pending()
    answering.send(cancelled(1 if is_call else 2))
    await answering.wait_for_pending(0)
    await until(lambda: answering.log.kinds(held.call.id)[-1] == "CallWithdrawn", 5)
    assert answering.log.of("CallWithdrawn")[-1].reason == "its call was cancelled"
    answering.server_send({"jsonrpc": "2.0", "method": "notifications/after"})
    assert (await answering.receive())["method"] == "notifications/after"


async def test_response_with_too_many_embedded_requests_is_refused(answering):
    answering.server_send(in_result(asks={str(at): WANTED["k"] for at in range(MAX_EMBEDDED + 1)}))
    assert "too many requests" in (await answering.receive())["result"]["content"][0]["text"]
    answering.send({"jsonrpc": "2.0", "id": 2, "method": "prompts/get", "params": {"name": "p", "_meta": META}})
    await answering.server_respond(in_result()["result"])
    await answering.wait_for_pending()
    answering.client.leave()
    await answering.wait_for_pending(0)


@pytest.mark.parametrize(
    "asked",
    [
        {"method": "Sampling/CreateMessage", "params": {}},
        {"Method": "sampling/createMessage", "params": {}},
        {"method": "ping", "method\0": "sampling/createMessage"},
        {"method": "sampling/createMessage\0"},
        {"method": "ping", "METHOD": "sampling/createMessage"},
        "sampling/createMessage",
    ],
)
async def test_ambiguous_embedded_request_is_treated_as_strictest_kind(answering, asked):
    answering.gate.servers.request_settings = lambda _server: {"sampling": "deny"}
    answering.server_send(in_result(asks={"k": asked}))
    assert (await answering.receive())["result"]["isError"] is True
    assert answering.log.of("CallDecided")[-1].by in ("setting", "limit")


ASKED = b'"inputRequests":{"k":{"method":"elicitation/create","params":{}}}'


@pytest.mark.parametrize(
    "result",
    [
        b'{"x":1e999999,%s}' % ASKED,
        b'{"x":%s,%s}' % (b"1" * 5000, ASKED),
        b'{%s,"inputRequests":{}}' % ASKED,
        b'{"x":%s,%s}' % (b"[" * 300 + b"]" * 300, ASKED),
    ],
)
@pytest.mark.parametrize("by_rule", [True, False])
async def test_no_embedded_request_passes_in_a_result_that_clients_read_differently(answering, result, by_rule):
    if by_rule:
        answering.gate.servers.request_settings = lambda _server: {}
        answering.gate.rules.add(Rule(id="r", method="elicitation/create", verdict="deny"))
    answering.server_send(b'{"jsonrpc":"2.0","id":1,"result":%s}' % result)
    assert (await answering.receive())["result"]["isError"] is True
    assert answering.log.of("CallDecided")[-1].verdict == "deny"


async def test_embedded_request_beside_a_large_number_needs_approval(answering):
    answering.server_send(b'{"jsonrpc":"2.0","id":1,"result":{"x":1e400,%s}}' % ASKED)
    await answering.approve()
    assert (await answering.receive())["result"]["x"] == float("inf"), "as the server wrote it"


async def test_response_with_a_passing_request_is_forwarded_at_once(answering):
    answering.gate.servers.request_settings = lambda _server: {"sampling": "deny"}
    answering.server_send(in_result())
    assert await answering.receive() == in_result()


async def test_task_notification_with_a_denied_request_is_withheld(guarded):
    asks = {"taskId": "t", "status": "input_required", "inputRequests": WANTED}
    guarded.server_send({"jsonrpc": "2.0", "method": "notifications/tasks", "params": asks})
    guarded.server_send({"jsonrpc": "2.0", "method": "notifications/tasks", "params": {"taskId": "t"}})
    assert (await guarded.receive())["params"] == {"taskId": "t"}
    assert [(one.method, one.state) for one in guarded.log.of("ServerRequestReceived")] == [
        ("notifications/tasks", "refused")
    ]


async def test_method_confusable_with_a_known_one_is_refused(harness):
    await harness.start()
    harness.server_send({**SAMPLING, "method": "Sampling/CreateMessage"})
    assert (await harness.server_receive())["error"]["code"] == -32601
    assert harness.client.log == []


async def test_client_can_query_its_own_tasks(guarded):
    guarded.gate.servers.request_settings = lambda _server: {"server-other": "deny"}
    guarded.server_send({**SAMPLING, "method": "tasks/get"})
    assert (await guarded.receive())["method"] == "tasks/get"


@pytest.mark.parametrize("params", [["a"], "text", 7])
async def test_non_object_params_are_refused_unless_request_passes(guarded, params):
    guarded.server_send({**SAMPLING, "params": params})
    assert "not a JSON object" in (await guarded.server_receive())["error"]["message"]
    guarded.server_send({**SAMPLING, "id": 10, "method": "vendor/x", "params": params})
    assert (await guarded.receive())["params"] == params


async def test_rule_precedes_the_server_setting(guarded):
    guarded.gate.rules.add(Rule(id="r", method="sampling/createMessage", verdict="allow"))
    guarded.server_send(SAMPLING)
    assert await guarded.receive() == SAMPLING
    assert guarded.log.of("CallDecided")[0].by == "rule r"


async def test_request_without_params_is_shown_and_forwarded(guarded):
    guarded.server_send({"jsonrpc": "2.0", "id": 9, "method": "roots/list"})
    assert (await guarded.wait_for_pending())[0].call.arguments == {}
    await guarded.approve()
    assert (await guarded.receive())["method"] == "roots/list"


async def test_flood_of_refused_requests_is_recorded_seldom(harness):
    await harness.start()
    for id in range(1000):
        harness.server_send(SAMPLING | {"id": id, "method": "Sampling/CreateMessage"})
        assert (await harness.server_receive())["id"] == id
    counts = [one.count for one in harness.log.of("ServerRequestReceived")]
    assert len(counts) == RECORDED_EACH + 3 and counts[RECORDED_EACH:] == [200, 400, 800]


async def test_flood_of_refused_requests_of_a_server_that_does_not_read_is_not_queued(deaf_harness, monkeypatch):
    monkeypatch.setattr("toolguard.gate.session.upstream.MAX_UNSENT", 10)
    await deaf_harness.start()
    for id in range(30):
        deaf_harness.server_send(SAMPLING | {"id": id, "method": "Sampling/CreateMessage"})
    deaf_harness.server_send({"jsonrpc": "2.0", "method": "notifications/message"})
    assert (await deaf_harness.receive())["method"] == "notifications/message"
    assert [message["id"] for message in deaf_harness.server.log] == list(range(10))


async def test_requests_that_are_too_large_in_total_do_not_wait_for_a_person(guarded, monkeypatch):
    monkeypatch.setattr("toolguard.gate.session.request_gate.MAX_WAITING_BYTES", 2_000)
    large = SAMPLING | {"params": {"messages": "x" * 1_000}}
    guarded.server_send(large | {"id": 1})
    guarded.server_send(large | {"id": 2})
    refused = await guarded.server_receive()
    assert refused["id"] == 2 and "too large in total" in refused["error"]["message"]
    (denied,) = guarded.log.of("CallDecided")
    assert (denied.by, denied.verdict) == ("limit", "deny") and "xxx" in denied.arguments
    await guarded.deny()
    assert (await guarded.server_receive())["id"] == 1
    guarded.server_send(large | {"id": 3})
    assert (await guarded.wait_for_pending())[0].call.message["id"] == 3


async def test_flood_of_requests_denied_by_setting_is_recorded_seldom(harness):
    harness.gate.servers.request_settings = lambda server: {"sampling": "deny"}
    await harness.start()
    answers = []
    for id in range(1000):
        harness.server_send(SAMPLING | {"id": id})
        answers.append((await harness.server_receive())["error"])
    assert all(answer == answers[0] for answer in answers)
    assert len(harness.log.of("CallDecided")) == RECORDED_EACH
    assert [(one.state, one.count) for one in harness.log.of("ServerRequestReceived")] == [
        ("refused", count) for count in (200, 400, 800)
    ]


async def test_flood_of_prompts_without_a_limit_is_recorded_seldom(guarded):
    for id in range(1000):
        guarded.server_send(SAMPLING | {"id": id})
        guarded.server_send(cancelled(id))
    guarded.server_send(SAMPLING | {"id": "last"})
    await until(lambda: len(guarded.log.of("CallDecided")) == RECORDED_EACH)
    while (await guarded.server_receive())["id"] != "last":
        pass
    assert len(guarded.log.of("CallHeld")) == MAX_PROMPTS_PER_MINUTE
    assert len(guarded.log.of("CallDecided")) == RECORDED_EACH
    assert [one.count for one in guarded.log.of("ServerRequestReceived")] == [200, 400, 800]
    guarded.now += 60
    guarded.server_send(SAMPLING | {"id": "later"})
    await guarded.wait_for_pending()


async def test_flood_of_answered_requests_is_recorded_seldom_within_a_minute(harness):
    async def answer(ids):
        for id in ids:
            harness.server_send(SAMPLING | {"id": id})
            await harness.receive()
            harness.send({"jsonrpc": "2.0", "id": id, "result": {}})
            await harness.server_receive()

    await harness.start()
    await answer(range(1000))
    counts = [one.count for one in harness.log.of("ServerRequestReceived")]
    assert len(counts) == RECORDED_EACH + 3 and counts[RECORDED_EACH:] == [200, 400, 800]
    harness.now += 60
    await answer(range(RECORDED_EACH))
    assert len(harness.log.of("ServerRequestReceived")) == len(counts) + RECORDED_EACH


@pytest.mark.parametrize("given_up", ["", "cancelled", "lost"])
async def test_id_of_a_request_that_the_client_can_answer_cannot_be_used_again(guarded, given_up):
    """The log would say that the person accepted the second question, and the server would hear it."""
    first = {"jsonrpc": "2.0", "id": 9, "method": "elicitation/create", "params": {"message": "Read it?"}}
    guarded.server_send(first)
    await guarded.approve()
    await guarded.receive()
    if given_up == "cancelled":
        guarded.server_send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}})
        await guarded.receive()
    elif given_up:
        guarded.server.leave("gone")
        await until(lambda: guarded.log.of("CallOutcomeUnknown"))
        guarded.send({"jsonrpc": "2.0", "id": 2, "method": "prompts/list"})
        await until(lambda: len(guarded.servers) == 2)
        await guarded.server_receive()
    guarded.server_send({**first, "params": {"message": "Delete all?"}})
    assert "still in use" in (await guarded.server_receive())["error"]["message"]
    guarded.send({"jsonrpc": "2.0", "id": 9, "result": {"action": "accept"}})
    if given_up:
        await until(lambda: guarded.log.of("MessageRefused"))
    else:
        assert (await guarded.server_receive())["result"] == {"action": "accept"}
    assert [ended.tool for ended in guarded.log.of("CallCompleted")] == ["elicitation/create"] * (not given_up)
    guarded.server_send({**first, "params": {"message": "Delete all?"}})
    await guarded.approve()
    assert (await guarded.receive())["params"] == {"message": "Delete all?"}


async def test_request_whose_id_is_used_again_is_withdrawn(guarded):
    guarded.server_send(SAMPLING)
    (held,) = await guarded.wait_for_pending()
    guarded.server_send({**SAMPLING, "method": "elicitation/create"})
    await until(lambda: guarded.log.of("CallWithdrawn"))
    assert guarded.log.kinds(held.call.id)[-1] == "CallWithdrawn"
    (second,) = await guarded.wait_for_pending()
    assert second.call.id != held.call.id
    await guarded.approve()
    assert (await guarded.receive())["method"] == "elicitation/create"
