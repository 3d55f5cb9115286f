"""Plays with the real gate above a bridge: a client says, a person presses, a server of the other era hears."""

import pytest

from tests.gate.conftest import Play, until
from tests.servers.bridge.stage import META, MODERN, error, meta, notification, request, result
from toolguard.gate import jsonrpc
from toolguard.gate.policy.rules import Rule
from toolguard.servers.bridge import to_legacy
from toolguard.servers.bridge.channel import BridgeMemory, make_bridge

SHOOK = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
DISCOVERED = {
    "resultType": "complete", "supportedVersions": [MODERN], "capabilities": {"tools": {}}, "ttlMs": 0,
    "_meta": {f"{META}serverInfo": {"name": "s", "version": "9"}},
}  # fmt: skip
FORM = {"message": "Sure?", "requestedSchema": {"type": "object"}}
ASK = {"method": "elicitation/create", "params": FORM}
CAN = {"elicitation": {}, "sampling": {}, "roots": {}}
OK = {"content": [{"type": "text", "text": "done"}]}


class Bridged(Play):
    """A play with a bridge between the gate and the server's line."""

    def __init__(self, **limits):
        super().__init__(**limits)
        self.memory = BridgeMemory()

    async def open(self, state):
        line = await super().open(state)
        return make_bridge(line, self.memory, lambda how: state("ready", how))

    async def refuses(self, code=-32601):
        """The server refuses the next request, for its era."""
        message = await self.server_hears()
        self.server_says(error(message["id"], code))
        return message

    async def is_legacy(self, version="2025-11-25", can=CAN):
        """A legacy client has shaken hands with a modern server."""
        await self.start()
        hello = {"protocolVersion": version, "capabilities": can, "clientInfo": {"name": "robot", "version": "1"}}
        self.says(request(0, "initialize", hello))
        await self.refuses(-32022)
        await self.server_answers(DISCOVERED)
        told = await self.hears()
        self.says(notification("notifications/initialized"))
        return told

    async def is_modern(self):
        """A modern client has learned that its server is a legacy one, and goes on."""
        await self.start()
        self.says(request("d", "server/discover", {"_meta": meta(CAN)}))
        await self.refuses()
        await self.hears()

    async def shaken(self):
        """The server's side of the bridge's own handshake."""
        await self.server_answers(SHOOK)
        assert (await self.server_hears())["method"] == "notifications/initialized"

    def modern_call(self, id, can=CAN, **more):
        self.calls(id, arguments={"path": "/a"}, _meta=meta(can), **more)

    def detail(self):
        return self.guard.snapshot().sessions[0].detail


@pytest.fixture
async def play():
    stage = Bridged()
    yield stage
    await stage.stop()


# what is seen of it


async def test_a_joined_pair_is_shown_and_recorded(play):
    told = await play.is_legacy()
    assert told["result"]["serverInfo"]["version"] == "9"
    await until(lambda: play.detail())
    assert play.detail() == f"bridged: a 2025-11-25 client on a {MODERN} server"
    session = play.guard.snapshot().sessions[0]
    assert (session.state, session.version, session.era, session.info) == ("ready", "2025-11-25", "legacy", "s 9")
    assert play.log.of("ServerStateChanged")[-1].detail == play.detail()


async def test_a_pair_that_needs_no_bridge_is_not_shown_as_one(play):
    await play.start()
    await play.shakes()
    assert play.detail() == ""
    play.server_says(notification("vendor/odd"))
    assert await play.hears() == notification("vendor/odd")


# a legacy client on a modern server


async def test_approved_call_runs_in_the_server_era(play):
    await play.is_legacy()
    play.calls(1, arguments={"path": "/a"})
    await play.sees()
    assert "tools/call" not in [one["method"] for one in play.server.log]
    await play.approves()
    sent = await play.server_answers({**OK, "resultType": "complete"})
    assert sent["params"]["arguments"] == {"path": "/a"}
    assert sent["params"]["_meta"][f"{META}protocolVersion"] == MODERN
    assert (await play.hears())["result"] == OK
    assert play.log.kinds() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]


async def test_a_denied_call_never_reaches_the_server_and_is_answered_in_the_client_s_era(play):
    await play.is_legacy()
    play.calls(1)
    await play.denies()
    told = (await play.hears())["result"]
    assert told["isError"] and "resultType" not in told
    assert len(play.server.log) == 2


async def test_server_request_passes_the_gate_and_the_call_continues(play):
    await play.is_legacy()
    play.calls(1, arguments={"path": "/a"})
    await play.approves(edited='{"path": "/safe"}')
    first = await play.server_answers(
        {"resultType": "input_required", "inputRequests": {"k": ASK}, "requestState": "s"}
    )
    asked = await play.hears()
    assert (asked["method"], asked["params"]) == ("elicitation/create", FORM)
    assert play.guard.snapshot().sessions[0].asks == ("elicitation/create",)
    play.says(result(asked["id"], {"action": "accept"}))
    again = await play.server_answers({**OK, "resultType": "complete"})
    more = {"inputResponses": {"k": {"action": "accept"}}, "requestState": "s"}
    assert again["params"] == {**first["params"], **more}
    assert again["params"]["arguments"] == {"path": "/safe"}
    assert (await play.hears()) == result(1, OK)
    assert play.log.kinds() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]
    assert [one.state for one in play.log.of("ServerRequestReceived")] == ["passed"]


async def test_a_question_that_the_person_refuses_is_a_decline_to_the_server(play):
    play.gate.servers.request_settings = lambda _server: {"elicitation": "ask"}
    await play.is_legacy()
    play.calls(1)
    await play.approves()
    await play.server_answers({"resultType": "input_required", "inputRequests": {"k": ASK}})
    await play.denies()
    again = await play.server_hears()
    assert again["params"]["inputResponses"] == {"k": {"action": "decline"}}


async def test_call_cancelled_during_input_is_never_resent(play):
    await play.is_legacy()
    play.calls(1)
    await play.approves()
    await play.server_answers({"resultType": "input_required", "inputRequests": {"k": ASK}})
    asked = await play.hears()
    await play.cancels(1)
    back = await play.hears()
    assert (back["method"], back["params"]["requestId"]) == ("notifications/cancelled", asked["id"])
    play.says(result(asked["id"], {"action": "accept"}), play.client)
    play.says(request(9, "tools/list"))
    assert (await play.server_hears())["method"] == "tools/list"
    assert len([one for one in play.server.log if one.get("method") == "tools/call"]) == 1


async def test_a_call_that_a_person_stops_in_its_second_round_is_cancelled_at_the_server(play):
    await play.is_legacy()
    play.calls(1)
    await play.approves()
    await play.server_answers({"resultType": "input_required", "requestState": "s"})
    again = await play.server_hears()
    await play.guard.stop(play.guard.snapshot().running[0].call.id)
    back = await play.server_hears()
    assert (back["method"], back["params"]["requestId"]) == ("notifications/cancelled", again["id"])
    assert (await play.hears())["result"]["isError"]


async def test_malformed_response_in_a_later_round_ends_the_call(play, monkeypatch):
    await play.is_legacy()
    play.calls(1)
    await play.approves()
    await play.server_answers({"resultType": "input_required", "requestState": "s"})
    again = await play.server_hears()
    play.server._decode = lambda _: [jsonrpc.Malformed(jsonrpc.INVALID_REQUEST, "too long", again["id"])]
    play.server.feed(b"")
    assert "too long" in (await play.hears())["error"]["message"]
    assert play.log.of("MessageRefused")[-1].reason == "from the server: too long"


async def test_a_server_that_died_is_joined_again_and_its_handshake_replayed(play):
    play.now = 0.0
    await play.is_legacy()
    play.now = 100.0
    play.server.leave("fell over")
    await until(lambda: play.detail() == "fell over")
    play.calls(1)
    await play.approves()
    await until(lambda: len(play.servers) == 2)
    assert (await play.server_answers(DISCOVERED))["method"] == "server/discover"
    assert (await play.server_answers({**OK, "resultType": "complete"}))["method"] == "tools/call"
    assert (await play.hears()) == result(1, OK)
    assert play.detail().startswith("bridged: ")


# a modern client on a legacy server


async def test_a_modern_client_s_call_is_approved_and_runs_after_a_handshake(play):
    await play.is_modern()
    play.modern_call(1)
    await play.sees()
    assert len(play.server.log) == 1
    await play.approves()
    await play.shaken()
    sent = await play.server_answers(OK)
    assert sent == request(1, "tools/call", {"name": "read", "arguments": {"path": "/a"}})
    assert (await play.hears())["result"] == {**OK, "resultType": "complete"}
    assert play.detail() == f"bridged: a {MODERN} client on a 2025-06-18 server"
    assert play.log.kinds() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]


async def test_a_modern_client_s_denied_call_never_reaches_the_server(play):
    await play.is_modern()
    play.modern_call(1)
    await play.denies()
    told = (await play.hears())["result"]
    assert told["isError"] and told["resultType"] == "complete"
    assert len(play.server.log) == 1


async def test_a_call_that_is_cancelled_while_the_bridge_shakes_hands_never_runs(play):
    await play.is_modern()
    play.modern_call(1)
    await play.approves()
    hello = await play.server_hears()
    assert hello["method"] == "initialize"
    await play.cancels(1)
    await until(lambda: play.log.of("CallCancelled"))
    play.server_says(result(hello["id"], SHOOK))
    assert (await play.server_hears())["method"] == "notifications/initialized"
    play.says(request(2, "tools/list", {"_meta": meta()}))
    assert (await play.server_hears())["method"] == "tools/list"


@pytest.fixture
async def asked(play):
    """An approved call, edited by the person, whose legacy server asks; gives the play and what the client got."""
    await play.is_modern()
    play.modern_call(1)
    await play.approves(edited='{"path": "/safe"}')
    await play.shaken()
    await play.server_hears()
    play.server_says(request(7, "elicitation/create", FORM))
    return play, (await play.hears())["result"]


def answers(told):
    return {
        "inputResponses": {key: {"action": "accept"} for key in told["inputRequests"]},
        "requestState": told["requestState"],
    }


@pytest.mark.case(38)
async def test_exact_continuation_needs_no_second_prompt(asked):
    play, told = asked
    assert told["resultType"] == "input_required"
    play.modern_call(2, **answers(told))
    assert await play.server_hears() == result(7, {"action": "accept"})
    play.server_says(result(1, OK))
    assert (await play.hears()) == result(2, {**OK, "resultType": "complete"})
    assert play.guard.snapshot().held == ()
    assert len([one for one in play.server.log if one.get("method") == "tools/call"]) == 1
    first, second = play.log.of("CallDecided")
    assert second.by == f"continuation of {first.call}"
    assert play.server.log[3]["params"]["arguments"] == {"path": "/safe"}


@pytest.mark.case(38)
async def test_reused_request_state_needs_a_prompt_and_runs_nothing(asked):
    play, told = asked
    play.modern_call(2, **answers(told))
    await play.server_hears()
    play.server_says(result(1, OK))
    await play.hears()
    play.modern_call(3, **answers(told))
    await play.approves()
    said = (await play.hears())["result"]
    assert said["isError"] and "not run" in said["content"][0]["text"]
    assert len([one for one in play.server.log if one.get("method") == "tools/call"]) == 1


@pytest.mark.case(38)
async def test_changed_arguments_need_a_prompt(asked):
    play, told = asked
    play.calls(2, arguments={"path": "/etc"}, _meta=meta(CAN), **answers(told))
    held = (await play.sees())[0]
    assert held.call.arguments == {"path": "/etc"}
    await play.denies()
    assert (await play.hears())["result"]["isError"]


@pytest.mark.case(40)
async def test_forged_request_state_is_a_new_call(asked):
    play, _ = asked
    play.modern_call(2, requestState="approved, honestly")
    await play.sees()


async def test_continuation_after_a_server_restart_runs_nothing(asked):
    """The gate knows the state, but the call that it went on with died with the server."""
    play, told = asked
    play.now += 100.0
    play.server.leave("fell over")
    await until(lambda: play.guard.snapshot().sessions[0].state == "ended")
    play.modern_call(2, **answers(told))
    await until(lambda: len(play.servers) == 2)
    await play.shaken()
    said = (await play.hears())["result"]
    assert said["isError"] and "not run" in said["content"][0]["text"]
    assert play.guard.snapshot().held == ()
    assert [one["method"] for one in play.server.log] == ["initialize", "notifications/initialized"]


async def test_a_deny_rule_between_two_rounds_stops_the_call(asked):
    play, told = asked
    play.guard.add_rule(Rule(id="no", tool="read", verdict="deny"), by="person")
    play.modern_call(2, **answers(told))
    assert (await play.hears())["result"]["isError"]


async def test_call_is_cancelled_if_its_client_does_not_continue(play, monkeypatch):
    monkeypatch.setattr(to_legacy, "PARK_TIMEOUT", 0.05)
    await play.is_modern()
    play.modern_call(1)
    await play.approves()
    await play.shaken()
    await play.server_hears()
    play.server_says(request(7, "elicitation/create", FORM))
    await play.hears()
    assert await play.server_hears() == result(7, {"action": "cancel"})
    assert (await play.server_hears())["params"]["requestId"] == 1


async def test_a_running_call_of_a_modern_client_is_cancelled_at_the_server_in_its_newest_round(asked):
    play, told = asked
    play.modern_call(2, **answers(told))
    await play.server_hears()
    play.says(notification("notifications/cancelled", {"requestId": 2, "_meta": meta()}))
    assert await play.server_hears() == notification("notifications/cancelled", {"requestId": 1})


async def test_a_client_that_never_discovers_lists_and_calls(play):
    await play.start()
    play.says(request("l", "tools/list", {"_meta": meta()}))
    await play.refuses(-32602)
    await play.refuses()
    await play.shaken()
    await play.server_answers({"tools": [{"name": "read"}]})
    assert (await play.hears())["result"] == {
        "tools": [{"name": "read"}], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"
    }  # fmt: skip
