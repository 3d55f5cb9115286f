"""The real gate above a bridge: a client sends, a person decides, and a server of the other era receives."""

import pytest

from tests.gate.conftest import SessionHarness
from tests.servers.bridge.harness import META, MODERN, error, meta, notification, request, result
from tests.support.waiting import until
from toolguard.gate import jsonrpc
from toolguard.gate.policy.rules import Rule
from toolguard.servers.bridge import to_legacy
from toolguard.servers.bridge.channel import Bridge, BridgeMemory

INITIALIZE_RESULT = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "s", "version": "1"},
}
DISCOVERED = {
    "resultType": "complete", "supportedVersions": [MODERN], "capabilities": {"tools": {}}, "ttlMs": 0,
    "_meta": {f"{META}serverInfo": {"name": "s", "version": "9"}},
}  # fmt: skip
FORM = {"message": "Sure?", "requestedSchema": {"type": "object"}}
ASK = {"method": "elicitation/create", "params": FORM}
CAN = {"elicitation": {}, "sampling": {}, "roots": {}}
OK = {"content": [{"type": "text", "text": "done"}]}


class Bridged(SessionHarness):
    """A play with a bridge between the gate and the server's line."""

    def __init__(self, **limits):
        super().__init__(**limits)
        self.memory = BridgeMemory()

    async def open(self, state):
        line = await super().open(state)
        return Bridge(line, self.memory, lambda how: state("ready", how))

    async def refuse_era(self, code=-32601):
        """The server refuses the next request, for its era."""
        message = await self.server_receive()
        self.server_send(error(message["id"], code))
        return message

    async def is_legacy(self, version="2025-11-25", can=CAN):
        """A legacy client has shaken hands with a modern server."""
        await self.start()
        hello = {"protocolVersion": version, "capabilities": can, "clientInfo": {"name": "robot", "version": "1"}}
        self.send(request(0, "initialize", hello))
        await self.refuse_era(-32022)
        await self.server_respond(DISCOVERED)
        message = await self.receive()
        self.send(notification("notifications/initialized"))
        return message

    async def is_modern(self):
        """A modern client has learned that its server is a legacy one, and goes on."""
        await self.start()
        self.send(request("d", "server/discover", {"_meta": meta(CAN)}))
        await self.refuse_era()
        await self.receive()

    async def shaken(self):
        """The server's side of the bridge's own handshake."""
        await self.server_respond(INITIALIZE_RESULT)
        assert (await self.server_receive())["method"] == "notifications/initialized"

    def modern_call(self, id, can=CAN, **more):
        self.call(id, arguments={"path": "/a"}, _meta=meta(can), **more)

    def detail(self):
        return self.guard.snapshot().sessions[0].detail


@pytest.fixture
async def harness():
    made = Bridged()
    yield made
    await made.stop()


# what is seen of it


async def test_a_joined_pair_is_shown_and_recorded(harness):
    outcome = await harness.is_legacy()
    assert outcome["result"]["serverInfo"]["version"] == "9"
    await until(lambda: harness.detail())
    assert harness.detail() == f"bridged: a 2025-11-25 client on a {MODERN} server"
    session = harness.guard.snapshot().sessions[0]
    assert (session.state, session.version, session.era, session.info) == ("ready", "2025-11-25", "legacy", "s 9")
    assert harness.log.of("ServerStateChanged")[-1].detail == harness.detail()


async def test_a_pair_that_needs_no_bridge_is_not_shown_as_one(harness):
    await harness.start()
    await harness.initialize()
    assert harness.detail() == ""
    harness.server_send(notification("vendor/odd"))
    assert await harness.receive() == notification("vendor/odd")


# before the eras are known


@pytest.mark.parametrize("how", ["denied", "cancelled", "ended", "allowed"])
async def test_call_is_checked_again_when_the_era_of_its_server_is_known(harness, how):
    await harness.is_modern()
    harness.modern_call(1)
    await harness.approve()
    hello = await harness.server_receive()
    assert hello["method"] == "initialize" and harness.log.of("CallForwarded") == []
    if how == "denied":
        harness.guard.add_rule(Rule(id="no", tool="read", verdict="deny"), by="person")
    elif how == "cancelled":
        await harness.cancel(1)
    elif how == "ended":
        harness.server.leave("exited with status 3")
        assert "exited with status 3" in (await harness.receive())["error"]["message"]
        await until(lambda: harness.log.kinds()[-1] == "CallWithdrawn")
        return
    harness.server_send(result(hello["id"], INITIALIZE_RESULT))
    assert (await harness.server_receive())["method"] == "notifications/initialized"
    if how == "allowed":
        assert (await harness.server_respond(OK))["method"] == "tools/call"
        assert (await harness.receive())["result"]["content"] == OK["content"]
        return
    if how == "denied":
        assert "Not run" in (await harness.receive())["result"]["content"][0]["text"]
    await until(lambda: harness.log.kinds()[-1] == "CallWithdrawn")
    harness.send(request(2, "tools/list", {"_meta": meta(CAN)}))
    assert (await harness.server_receive())["method"] == "tools/list"


# a legacy client on a modern server


async def test_approved_call_runs_in_the_server_era(harness):
    await harness.is_legacy()
    harness.call(1, arguments={"path": "/a"})
    await harness.wait_for_pending()
    assert "tools/call" not in [one["method"] for one in harness.server.log]
    await harness.approve()
    sent = await harness.server_respond({**OK, "resultType": "complete"})
    assert sent["params"]["arguments"] == {"path": "/a"}
    assert sent["params"]["_meta"][f"{META}protocolVersion"] == MODERN
    assert (await harness.receive())["result"] == OK
    assert harness.log.kinds() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]


async def test_a_denied_call_never_reaches_the_server_and_is_answered_in_the_client_s_era(harness):
    await harness.is_legacy()
    harness.call(1)
    await harness.deny()
    outcome = (await harness.receive())["result"]
    assert outcome["isError"] and "resultType" not in outcome
    assert len(harness.server.log) == 2


async def test_server_request_passes_the_gate_and_the_call_continues(harness):
    await harness.is_legacy()
    harness.call(1, arguments={"path": "/a"})
    await harness.approve(edited='{"path": "/safe"}')
    first = await harness.server_respond(
        {"resultType": "input_required", "inputRequests": {"k": ASK}, "requestState": "s"}
    )
    asked = await harness.receive()
    assert (asked["method"], asked["params"]) == ("elicitation/create", FORM)
    assert harness.guard.snapshot().sessions[0].asks == ("elicitation/create",)
    harness.send(result(asked["id"], {"action": "accept"}))
    again = await harness.server_respond({**OK, "resultType": "complete"})
    more = {"inputResponses": {"k": {"action": "accept"}}, "requestState": "s"}
    assert again["params"] == {**first["params"], **more}
    assert again["params"]["arguments"] == {"path": "/safe"}
    assert (await harness.receive()) == result(1, OK)
    assert harness.log.kinds() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]
    assert [one.state for one in harness.log.of("ServerRequestReceived")] == ["passed"]


async def test_a_question_that_the_person_refuses_is_a_decline_to_the_server(harness):
    harness.gate.servers.request_settings = lambda _server: {"elicitation": "ask"}
    await harness.is_legacy()
    harness.call(1)
    await harness.approve()
    await harness.server_respond({"resultType": "input_required", "inputRequests": {"k": ASK}})
    await harness.deny()
    again = await harness.server_receive()
    assert again["params"]["inputResponses"] == {"k": {"action": "decline"}}


async def test_call_cancelled_during_input_is_never_resent(harness):
    await harness.is_legacy()
    harness.call(1)
    await harness.approve()
    await harness.server_respond({"resultType": "input_required", "inputRequests": {"k": ASK}})
    asked = await harness.receive()
    await harness.cancel(1)
    back = await harness.receive()
    assert (back["method"], back["params"]["requestId"]) == ("notifications/cancelled", asked["id"])
    harness.send(result(asked["id"], {"action": "accept"}), harness.client)
    harness.send(request(9, "tools/list"))
    assert (await harness.server_receive())["method"] == "tools/list"
    assert len([one for one in harness.server.log if one.get("method") == "tools/call"]) == 1


async def test_a_call_that_a_person_stops_in_its_second_round_is_cancelled_at_the_server(harness):
    await harness.is_legacy()
    harness.call(1)
    await harness.approve()
    await harness.server_respond({"resultType": "input_required", "requestState": "s"})
    again = await harness.server_receive()
    await harness.guard.stop(harness.guard.snapshot().running[0].call.id)
    back = await harness.server_receive()
    assert (back["method"], back["params"]["requestId"]) == ("notifications/cancelled", again["id"])
    assert (await harness.receive())["result"]["isError"]


async def test_malformed_response_in_a_later_round_ends_the_call(harness, monkeypatch):
    await harness.is_legacy()
    harness.call(1)
    await harness.approve()
    await harness.server_respond({"resultType": "input_required", "requestState": "s"})
    again = await harness.server_receive()
    harness.server._decode = lambda _: [jsonrpc.Malformed(jsonrpc.INVALID_REQUEST, "too long", again["id"])]
    harness.server.feed(b"")
    assert "too long" in (await harness.receive())["error"]["message"]
    assert harness.log.of("MessageRefused")[-1].reason == "from the server: too long"


async def test_exited_server_is_restarted_and_its_handshake_replayed(harness):
    harness.now = 0.0
    await harness.is_legacy()
    harness.now = 100.0
    harness.server.leave("fell over")
    await until(lambda: harness.detail() == "fell over")
    harness.call(1)
    await harness.approve()
    await until(lambda: len(harness.servers) == 2)
    assert (await harness.server_respond(DISCOVERED))["method"] == "server/discover"
    assert (await harness.server_respond({**OK, "resultType": "complete"}))["method"] == "tools/call"
    assert (await harness.receive()) == result(1, OK)
    assert harness.detail().startswith("bridged: ")


# a modern client on a legacy server


async def test_a_modern_client_s_call_is_approved_and_runs_after_a_handshake(harness):
    await harness.is_modern()
    harness.modern_call(1)
    await harness.wait_for_pending()
    assert len(harness.server.log) == 1
    await harness.approve()
    await harness.shaken()
    sent = await harness.server_respond(OK)
    assert sent == request(1, "tools/call", {"name": "read", "arguments": {"path": "/a"}})
    assert (await harness.receive())["result"] == {**OK, "resultType": "complete"}
    assert harness.detail() == f"bridged: a {MODERN} client on a 2025-06-18 server"
    assert harness.log.kinds() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]


async def test_a_modern_client_s_denied_call_never_reaches_the_server(harness):
    await harness.is_modern()
    harness.modern_call(1)
    await harness.deny()
    outcome = (await harness.receive())["result"]
    assert outcome["isError"] and outcome["resultType"] == "complete"
    assert len(harness.server.log) == 1


@pytest.fixture
async def asked(harness):
    """An approved call, edited by the person, whose legacy server asks; gives the play and what the client got."""
    await harness.is_modern()
    harness.modern_call(1)
    await harness.approve(edited='{"path": "/safe"}')
    await harness.shaken()
    await harness.server_receive()
    harness.server_send(request(7, "elicitation/create", FORM))
    return harness, (await harness.receive())["result"]


def results_of(told):
    return {
        "inputResponses": {key: {"action": "accept"} for key in told["inputRequests"]},
        "requestState": told["requestState"],
    }


@pytest.mark.case(38)
async def test_exact_continuation_needs_no_second_prompt(asked):
    harness, outcome = asked
    assert outcome["resultType"] == "input_required"
    harness.modern_call(2, **results_of(outcome))
    assert await harness.server_receive() == result(7, {"action": "accept"})
    harness.server_send(result(1, OK))
    assert (await harness.receive()) == result(2, {**OK, "resultType": "complete"})
    assert harness.guard.snapshot().pending == ()
    assert len([one for one in harness.server.log if one.get("method") == "tools/call"]) == 1
    first, second = harness.log.of("CallDecided")
    assert second.by == f"continuation of {first.call}"
    assert harness.server.log[3]["params"]["arguments"] == {"path": "/safe"}


@pytest.mark.case(38)
async def test_reused_request_state_needs_a_prompt_and_runs_nothing(asked):
    harness, outcome = asked
    harness.modern_call(2, **results_of(outcome))
    await harness.server_receive()
    harness.server_send(result(1, OK))
    await harness.receive()
    harness.modern_call(3, **results_of(outcome))
    await harness.approve()
    refused = (await harness.receive())["result"]
    assert refused["isError"] and "not run" in refused["content"][0]["text"]
    assert len([one for one in harness.server.log if one.get("method") == "tools/call"]) == 1


@pytest.mark.case(38)
async def test_changed_arguments_need_a_prompt(asked):
    harness, outcome = asked
    harness.call(2, arguments={"path": "/etc"}, _meta=meta(CAN), **results_of(outcome))
    held = (await harness.wait_for_pending())[0]
    assert held.call.arguments == {"path": "/etc"}
    await harness.deny()
    assert (await harness.receive())["result"]["isError"]


@pytest.mark.case(40)
async def test_forged_request_state_is_a_new_call(asked):
    harness, _ = asked
    harness.modern_call(2, requestState="approved, honestly")
    await harness.wait_for_pending()


async def test_continuation_after_a_server_restart_runs_nothing(asked):
    """The gate knows the state, but the call that it went on with died with the server."""
    harness, outcome = asked
    harness.now += 100.0
    harness.server.leave("fell over")
    await until(lambda: harness.guard.snapshot().sessions[0].state == "ended")
    harness.modern_call(2, **results_of(outcome))
    await until(lambda: len(harness.servers) == 2)
    await harness.shaken()
    refused = (await harness.receive())["result"]
    assert refused["isError"] and "not run" in refused["content"][0]["text"]
    assert harness.guard.snapshot().pending == ()
    assert [one["method"] for one in harness.server.log] == ["initialize", "notifications/initialized"]


async def test_a_deny_rule_between_two_rounds_stops_the_call(asked):
    harness, outcome = asked
    harness.guard.add_rule(Rule(id="no", tool="read", verdict="deny"), by="person")
    harness.modern_call(2, **results_of(outcome))
    assert (await harness.receive())["result"]["isError"]


async def test_call_is_cancelled_if_its_client_does_not_continue(harness, monkeypatch):
    monkeypatch.setattr(to_legacy, "PARK_TIMEOUT", 0.05)
    await harness.is_modern()
    harness.modern_call(1)
    await harness.approve()
    await harness.shaken()
    await harness.server_receive()
    harness.server_send(request(7, "elicitation/create", FORM))
    await harness.receive()
    assert await harness.server_receive() == result(7, {"action": "cancel"})
    assert (await harness.server_receive())["params"]["requestId"] == 1


async def test_a_running_call_of_a_modern_client_is_cancelled_at_the_server_in_its_newest_round(asked):
    harness, outcome = asked
    harness.modern_call(2, **results_of(outcome))
    await harness.server_receive()
    harness.send(notification("notifications/cancelled", {"requestId": 2, "_meta": meta()}))
    assert await harness.server_receive() == notification("notifications/cancelled", {"requestId": 1})


async def test_a_client_that_never_discovers_lists_and_calls(harness):
    await harness.start()
    harness.send(request("l", "tools/list", {"_meta": meta()}))
    await harness.refuse_era(-32602)
    await harness.refuse_era()
    await harness.shaken()
    await harness.server_respond({"tools": [{"name": "read"}]})
    assert (await harness.receive())["result"] == {
        "tools": [{"name": "read"}], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"
    }  # fmt: skip
