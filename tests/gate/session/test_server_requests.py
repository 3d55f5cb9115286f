"""Plays: what a server asks of its client by itself."""

import pytest

from toolguard.gate.session.server_requests import MOST_INSIDE

SAMPLING = {"jsonrpc": "2.0", "id": 9, "method": "sampling/createMessage", "params": {"messages": ["\u202ehello"]}}


@pytest.fixture
async def guarded(play):
    play.gate.servers.asks_first = lambda server: server == "files"
    await play.start()
    return play


async def test_a_server_s_request_reaches_its_client_and_is_recorded_and_shown_while_it_is_open(play):
    await play.start()
    play.server_says(SAMPLING)
    assert await play.hears() == SAMPLING
    assert play.guard.snapshot().sessions[0].asks == ("sampling/createMessage",)
    play.says({"jsonrpc": "2.0", "id": 9, "result": {"role": "assistant"}})
    assert (await play.server_hears())["result"] == {"role": "assistant"}
    assert play.guard.snapshot().sessions[0].asks == ()
    assert [(one.method, one.state) for one in play.log.of("ServerRequestReceived")] == [
        ("sampling/createMessage", "passed")
    ]


async def test_a_ping_is_passed_without_a_word(play):
    await play.start()
    play.server_says({"jsonrpc": "2.0", "id": 9, "method": "ping"})
    await play.hears()
    assert not play.log.of("ServerRequestReceived")


async def asked(play, wait_until):
    await wait_until(lambda: play.guard.snapshot().proposals)
    return play.guard.snapshot().proposals[0]


async def test_a_person_is_asked_first_and_then_the_client(guarded, wait_until):
    guarded.server_says(SAMPLING)
    proposal = await asked(guarded, wait_until)
    assert "use your model" in proposal.title and "RIGHT-TO-LEFT" in proposal.detail
    assert guarded.client.log == []
    guarded.says({"jsonrpc": "2.0", "id": 9, "result": {"forged": True}})
    await guarded.guard.accept(proposal.id)
    assert await guarded.hears() == SAMPLING
    assert guarded.server.log == []
    assert [one.state for one in guarded.log.of("ServerRequestReceived")] == ["held", "passed"]


@pytest.mark.parametrize(
    ("method", "answer"),
    [
        ("sampling/createMessage", {"error": {"code": -1, "message": "The user refused this request in ToolGuard."}}),
        ("elicitation/create", {"result": {"action": "decline"}}),
    ],
)
async def test_a_request_that_a_person_refuses_never_reaches_the_client(guarded, wait_until, method, answer):
    guarded.server_says({**SAMPLING, "method": method})
    await guarded.guard.reject((await asked(guarded, wait_until)).id)
    told = await guarded.server_hears()
    assert told == {"jsonrpc": "2.0", "id": 9, **answer}
    assert guarded.client.log == []


async def test_an_address_is_shown_whole_with_the_computer_that_it_leads_to(guarded, wait_until):
    url = "https://bank.example@evil.example/" + "x" * 500
    guarded.server_says({**SAMPLING, "method": "elicitation/create", "params": {"mode": "url", "url": url}})
    proposal = await asked(guarded, wait_until)
    assert f"opens     {url}\n" in proposal.detail and "which is  evil.example\n" in proposal.detail


async def test_a_request_that_the_server_takes_back_while_a_person_is_asked_is_gone(guarded, wait_until):
    guarded.server_says(SAMPLING)
    await asked(guarded, wait_until)
    guarded.server_says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}})
    await wait_until(lambda: not guarded.guard.snapshot().proposals)
    guarded.server_says({"jsonrpc": "2.0", "method": "notifications/after"})
    assert (await guarded.hears())["method"] == "notifications/after"


async def test_what_waits_for_a_person_ends_with_its_session(guarded, wait_until):
    guarded.server_says(SAMPLING)
    await asked(guarded, wait_until)
    guarded.client.leave("gone")
    await wait_until(lambda: not guarded.guard.snapshot().proposals)


async def test_other_servers_and_other_requests_are_not_held(guarded):
    guarded.server_says({"jsonrpc": "2.0", "id": 1, "method": "vendor/ask"})
    assert (await guarded.hears())["method"] == "vendor/ask"


META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
VISIT = {"mode": "url", "url": "https://evil.example/", "message": "Sign in"}
WANTED = {"k": {"method": "elicitation/create", "params": VISIT}}
REFUSED = {"code": -1, "message": "The user refused this request in ToolGuard."}


@pytest.fixture
async def answering(guarded):
    """A call that was approved and waits for its server's answer, with the id 1."""
    guarded.calls(1, _meta=META)
    await guarded.approves()
    await guarded.server_hears()
    return guarded


def in_result(member="inputRequests", asks=None):
    body = {"resultType": "input_required", member: asks or WANTED, "requestState": "s"}
    return {"jsonrpc": "2.0", "id": 1, "result": body}


def in_error():
    data = {"elicitations": [VISIT]}
    return {"jsonrpc": "2.0", "id": 1, "error": {"code": -32042, "message": "Sign in first", "data": data}}


@pytest.mark.parametrize("answer", [in_result(), in_result("InputRequests"), in_error()])
@pytest.mark.parametrize("accepted", [True, False])
async def test_a_person_is_asked_first_also_about_what_an_answer_asks(answering, wait_until, answer, accepted):
    answering.server_says(answer)
    proposal = await asked(answering, wait_until)
    assert "opens     https://evil.example/" in proposal.detail
    assert answering.client.log == []
    await (answering.guard.accept if accepted else answering.guard.reject)(proposal.id)
    assert await answering.hears() == (answer if accepted else {"jsonrpc": "2.0", "id": 1, "error": REFUSED})
    assert [one.state for one in answering.log.of("ServerRequestReceived")] == [
        "held",
        "passed" if accepted else "refused",
    ]
    if not accepted and "result" in answer:  # nothing goes on that a person has refused
        answering.calls(2, _meta=META, requestState="s", inputResponses={"k": {"action": "accept"}})
        await answering.sees()


async def test_a_second_answer_does_not_pass_while_a_person_is_asked_about_the_first(answering, wait_until):
    answering.server_says(in_result())
    proposal = await asked(answering, wait_until)
    answering.server_says(in_result(asks={"other": WANTED["k"]}))
    answering.server_says({"jsonrpc": "2.0", "method": "notifications/after"})
    assert (await answering.hears())["method"] == "notifications/after"
    await answering.guard.accept(proposal.id)
    assert await answering.hears() == in_result()
    assert not answering.guard.snapshot().proposals


async def test_what_any_other_request_s_answer_asks_waits_for_a_person_too(guarded, wait_until):
    guarded.says({"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "p", "_meta": META}})
    await guarded.server_answers(in_result()["result"])
    await guarded.guard.reject((await asked(guarded, wait_until)).id)
    assert (await guarded.hears())["error"] == REFUSED


async def test_an_answer_that_asks_too_much_is_refused_and_none_is_asked_after_its_client_has_left(
    answering, wait_until
):
    answering.server_says(in_result(asks={str(at): WANTED["k"] for at in range(MOST_INSIDE + 1)}))
    assert (await answering.hears())["error"] == REFUSED
    answering.says({"jsonrpc": "2.0", "id": 2, "method": "prompts/get", "params": {"name": "p", "_meta": META}})
    await answering.server_answers(in_result()["result"])
    await asked(answering, wait_until)
    answering.client.leave()
    await wait_until(lambda: not answering.guard.snapshot().proposals)
