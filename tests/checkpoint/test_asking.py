"""Plays: what a server asks of its client by itself."""

import pytest

SAMPLING = {"jsonrpc": "2.0", "id": 9, "method": "sampling/createMessage", "params": {"messages": ["\u202ehello"]}}


@pytest.fixture
async def guarded(play):
    play.gate.asks_first = lambda server: server == "files"
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
    assert [(one.method, one.state) for one in play.log.of("Questioned")] == [("sampling/createMessage", "passed")]


async def test_a_ping_is_passed_without_a_word(play):
    await play.start()
    play.server_says({"jsonrpc": "2.0", "id": 9, "method": "ping"})
    await play.hears()
    assert not play.log.of("Questioned")


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
    assert [one.state for one in guarded.log.of("Questioned")] == ["held", "passed"]


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
