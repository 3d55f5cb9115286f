"""Which pairs are joined, and that all others do not notice: what the server hears and what the client hears."""

import pytest

from tests.servers.bridge.harness import META, MODERN, BridgeHarness, error, meta, notification, request, result
from toolguard.servers.bridge.era_negotiation import BridgeMemory, EraNegotiation
from toolguard.servers.bridge.to_legacy import LegacyTranslator
from toolguard.servers.bridge.to_modern import ModernTranslator

INITIALIZE = request(
    0, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {"roots": {}}, "clientInfo": {"name": "c"}}
)
INITIALIZE_RESULT = {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
DISCOVERED = {"resultType": "complete", "supportedVersions": [MODERN], "capabilities": {}, "ttlMs": 0}
LIST = request("l", "tools/list", {"_meta": meta()})
CALL = request("c", "tools/call", {"name": "a", "_meta": meta({"roots": {}}, progressToken=1)})
DISCOVER = request("d", "server/discover", {"_meta": meta()})
REFUSED = error("d", -32601, "Method not found", data={"why": 1})


@pytest.fixture
def harness():
    return opening()


def opening(memory=None):
    harness = BridgeHarness()
    harness.translator = EraNegotiation(harness, memory or BridgeMemory())
    return harness


# pairs that understand each other


def test_a_legacy_pair_is_left_alone_after_its_handshake(harness):
    harness.client(INITIALIZE)
    assert harness.one_up() == INITIALIZE
    harness.server(notification("notifications/message", {}), result(0, INITIALIZE_RESULT))
    assert harness.sent_to_client() == [notification("notifications/message", {}), result(0, INITIALIZE_RESULT)]
    assert harness.translator is None and harness.told == []


def test_a_modern_pair_is_left_alone_after_its_discovery(harness):
    harness.client(DISCOVER)
    harness.server(result("d", DISCOVERED))
    assert (harness.one_up(), harness.one_down(), harness.translator) == (DISCOVER, result("d", DISCOVERED), None)


def test_a_modern_client_that_does_not_discover_is_left_alone_after_the_first_answer(harness):
    harness.client(LIST)
    harness.server(result("l", {"tools": [], "resultType": "complete"}))
    assert (harness.one_up(), harness.one_down()["id"], harness.translator) == (LIST, "l", None)


def test_pipelining_modern_client_gets_no_additional_requests(harness):
    harness.client(LIST, CALL, notification("vendor/odd"))
    assert harness.one_up() == LIST
    harness.server(result("l", {"tools": [], "resultType": "complete"}))
    assert harness.sent_to_server() == [CALL, notification("vendor/odd")]
    assert harness.translator is None


def test_modern_client_that_does_not_await_discovery_gets_no_additional_requests(harness):
    harness.client(DISCOVER, CALL)
    assert harness.one_up() == DISCOVER
    harness.server(result("d", DISCOVERED))
    assert harness.one_up() == CALL
    assert harness.translator is None


@pytest.mark.parametrize(
    "answer", [REFUSED, error("d", {}), None, result("d", {**DISCOVERED, "supportedVersions": ["2025-06-18"]})]
)
@pytest.mark.case(2)
def test_dual_era_client_falls_back_itself(harness, answer):
    harness.client(DISCOVER)
    if answer:
        harness.server(answer)
        assert harness.one_down() == answer
    harness.client(INITIALIZE)
    harness.server(result(0, INITIALIZE_RESULT))
    assert harness.sent_to_server() == [DISCOVER, INITIALIZE]
    assert (harness.one_down(), harness.translator) == (result(0, INITIALIZE_RESULT), None)


@pytest.mark.parametrize(
    "answer",
    [
        error("d", -32022, data={"supported": [MODERN], "requested": "2099-01-01"}),
        error("d", -32022, data={"supported": ["2099-01-01"]}),
        error("d", -32022),
        error("d", -32020),
        error("d", -32021),
    ],
)
def test_a_modern_server_s_own_refusal_is_the_client_s_to_deal_with(harness, answer):
    harness.client(DISCOVER)
    harness.server(answer)
    assert (harness.one_down(), harness.translator) == (answer, None)


def test_refused_late_initialize_starts_no_translation(harness):
    """It asks anew in the modern era (an SDK whose probe had timed out)."""
    harness.client(DISCOVER, INITIALIZE)
    refused = error(0, -32022, data={"supported": [MODERN]})
    harness.server(refused)
    assert (harness.sent_to_server(), harness.one_down(), harness.translator) == ([DISCOVER, INITIALIZE], refused, None)


def test_a_call_that_is_refused_by_a_modern_server_is_refused(harness):
    harness.client(LIST)
    harness.server(error("l", -32021))
    assert harness.one_down()["error"]["code"] == -32021
    assert harness.translator is None


def test_message_without_era_passes(harness):
    for message in (request(1, "ping"), notification("vendor/odd"), result("x", {}), request(2, "vendor/do")):
        harness.client(message)
        assert harness.one_up() == message
    for message in (result(1, {}), request(1, "ping"), error(None, -32700)):
        harness.server(message)
        assert harness.one_down() == message
    assert isinstance(harness.translator, EraNegotiation)


# a legacy client on a modern server


@pytest.mark.parametrize("code", [-32601, -32600, -32602, -32022, -32603, 0])
@pytest.mark.case(4)
def test_refused_handshake_is_recovered_by_discovery(harness, code):
    harness.client(INITIALIZE)
    harness.server(error(0, code, data={"supported": [MODERN]}))
    assert harness.sent_to_client() == []
    sent, asked = harness.sent_to_server()
    assert (sent, asked["method"]) == (INITIALIZE, "server/discover")
    assert asked["params"]["_meta"] == {
        f"{META}protocolVersion": MODERN, f"{META}clientCapabilities": {"roots": {}}, f"{META}clientInfo": {"name": "c"}
    }  # fmt: skip
    harness.server(result(asked["id"], DISCOVERED))
    outcome = harness.one_down()
    assert (outcome["id"], outcome["result"]["protocolVersion"]) == (0, "2025-06-18")
    assert isinstance(harness.translator, ModernTranslator)
    assert harness.told == [f"bridged: a 2025-06-18 client on a {MODERN} server"]


@pytest.mark.parametrize("answer", ["error", "silence", "others"])
@pytest.mark.case(4)
def test_unknown_era_server_refusal_is_forwarded(harness, answer):
    refused = error(0, -32602, "I do not speak that", data={"v/x": 1})
    harness.client(INITIALIZE)
    harness.server(refused)
    _, asked = harness.sent_to_server()
    if answer == "error":
        harness.server(error(asked["id"], -32601))
    elif answer == "others":
        harness.server(result(asked["id"], {"supportedVersions": ["2099-01-01"]}))
    else:
        harness.advance(5.1)
    assert (harness.one_down(), harness.sent_to_server(), harness.translator) == (refused, [], None)


def test_messages_wait_during_negotiation_and_cancelled_ones_are_not_sent(harness):
    harness.client(INITIALIZE)
    harness.server(error(0, -32601))
    ready, cancel = notification("notifications/initialized"), notification("notifications/cancelled", {"requestId": 5})
    harness.client(ready, request(4, "ping"), request(5, "tools/list"), cancel)
    _, asked = harness.sent_to_server()
    harness.server(result(asked["id"], DISCOVERED))
    assert [one["id"] for one in harness.sent_to_client()] == [0, 4]
    assert harness.sent_to_server() == []


def test_restarted_server_is_addressed_in_its_era():
    memory = BridgeMemory()
    memory.server = "modern"
    harness = opening(memory)
    harness.client(INITIALIZE)
    asked = harness.one_up()
    assert asked["method"] == "server/discover"
    harness.server(result(asked["id"], DISCOVERED))
    assert harness.one_down()["result"]["protocolVersion"] == "2025-06-18"


@pytest.mark.parametrize("answers", [True, False])
def test_remembered_era_is_dropped_if_the_server_no_longer_speaks_it(answers):
    memory = BridgeMemory()
    memory.server = "modern"
    harness = opening(memory)
    harness.client(INITIALIZE)
    asked = harness.one_up()
    if answers:
        harness.server(error(asked["id"], -32601))
    else:
        harness.advance(5.1)
    assert (harness.one_up(), harness.translator, memory.server) == (INITIALIZE, None, "")


# a modern client on a legacy server


def initialize(harness, answer=None):
    """The server is asked for its handshake; gives what it heard before, the handshake, and what it hears then."""
    *before, asked = harness.sent_to_server()
    assert asked["method"] == "initialize"
    harness.server(answer or result(asked["id"], INITIALIZE_RESULT))
    return before, asked, harness.sent_to_server()


@pytest.mark.parametrize("asks", [CALL, LIST])
def test_client_continuing_in_the_modern_era_is_bridged(harness, asks):
    harness.client(DISCOVER)
    harness.server(REFUSED)
    assert harness.one_down() == REFUSED
    harness.client(asks)
    before, asked, after = initialize(harness)
    assert before == [DISCOVER]
    assert asked["params"]["capabilities"] == asks["params"]["_meta"][f"{META}clientCapabilities"]
    ready, sent = after
    assert ready == notification("notifications/initialized")
    assert (sent["id"], sent["method"]) == (asks["id"], asks["method"])
    assert "io.modelcontextprotocol" not in str(sent)
    assert isinstance(harness.translator, LegacyTranslator)
    assert harness.told == [f"bridged: a {MODERN} client on a 2025-06-18 server"]


def test_modern_client_without_discovery_is_translated_and_its_list_request_repeated(harness):
    harness.client(LIST)
    harness.server(error("l", -32602, "Received request before initialization was complete"))
    first, probe = harness.sent_to_server()
    assert (first, probe["method"]) == (LIST, "server/discover")
    harness.server(error(probe["id"], -32601))
    _, _, after = initialize(harness)
    assert after[1:] == [request("l", "tools/list", {})]
    assert harness.sent_to_client() == []
    harness.server(result("l", {"tools": []}))
    assert harness.one_down()["result"] == {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}


def test_legacy_server_that_answers_without_a_handshake_is_translated(harness):
    harness.client(LIST)
    harness.server(result("l", {"tools": []}))
    assert harness.sent_to_client() == []
    _, probe = harness.sent_to_server()
    harness.server(error(probe["id"], -32601))
    initialize(harness)
    assert isinstance(harness.translator, LegacyTranslator)


def test_plain_error_of_a_modern_server_is_forwarded_unchanged(harness):
    harness.client(LIST)
    harness.server(error("l", -32603, "disk full"))
    _, probe = harness.sent_to_server()
    harness.server(result(probe["id"], DISCOVERED))
    assert (harness.one_down(), harness.translator) == (error("l", -32603, "disk full"), None)


def test_a_call_never_reaches_a_server_of_an_unknown_era(harness):
    harness.client(CALL)
    probe = harness.one_up()
    assert probe["method"] == "server/discover"
    assert probe["params"]["_meta"] == meta({"roots": {}})
    harness.server(error(probe["id"], -32601))
    _, _, (_, sent) = initialize(harness)
    assert sent == request("c", "tools/call", {"name": "a", "_meta": {"progressToken": 1}})


def test_call_reaches_a_modern_server_unchanged(harness):
    harness.client(CALL)
    harness.server(result(harness.one_up()["id"], DISCOVERED))
    assert (harness.one_up(), harness.translator) == (CALL, None)


def test_call_cancelled_meanwhile_never_reaches_a_server(harness):
    harness.client(CALL, notification("notifications/cancelled", {"requestId": "c"}))
    probe = harness.one_up()
    harness.server(error(probe["id"], -32601))
    assert initialize(harness)[2] == [notification("notifications/initialized")]


def test_cancelled_harmless_request_is_not_resent(harness):
    harness.client(LIST)
    cancel = notification("notifications/cancelled", {"requestId": "l"})
    harness.server(error("l", -32600))
    harness.client(cancel)
    harness.server(error(harness.sent_to_server()[1]["id"], -32601))
    assert [one["method"] for one in initialize(harness)[2]] == ["notifications/initialized"]


def test_silent_server_counts_as_legacy_after_a_timeout(harness):
    harness.client(LIST)
    harness.advance(5.1)
    _, probe = harness.sent_to_server()
    assert probe["method"] == "server/discover"
    harness.advance(5.1)
    _, _, after = initialize(harness)
    assert after[1:] == [request("l", "tools/list", {})]


def test_a_silent_discovery_is_not_repeated(harness):
    harness.client(DISCOVER, CALL)
    harness.advance(5.1)
    before, _, after = initialize(harness)
    assert before == [DISCOVER]
    assert after[1]["id"] == "c"


def test_slow_modern_server_is_recognized_later(harness):
    harness.client(LIST, CALL)
    harness.advance(5.1)
    harness.advance(5.1)
    assert [one["method"] for one in harness.sent_to_server()] == ["tools/list", "server/discover", "initialize"]
    harness.server(result("l", {"tools": [], "resultType": "complete"}))
    assert (harness.one_up(), harness.one_down()["id"], harness.translator) == (CALL, "l", None)


def test_late_discovery_response_is_used(harness):
    harness.client(CALL)
    probe = harness.one_up()
    harness.advance(5.1)
    assert harness.one_up()["method"] == "initialize"
    harness.server(result(probe["id"], DISCOVERED))
    assert (harness.one_up(), harness.translator) == (CALL, None)


@pytest.mark.parametrize("answer", ["error", "another", "silence", "nonsense"])
def test_server_without_handshake_gets_the_client_unchanged(harness, answer):
    harness.client(DISCOVER)
    harness.server(REFUSED)
    harness.client(CALL)
    *_, asked = harness.sent_to_server()
    harness.sent_to_client()
    if answer == "silence":
        harness.advance(31)
    elif answer == "error":
        harness.server(error(asked["id"], -32600))
    else:
        harness.server(
            result(asked["id"], {**INITIALIZE_RESULT, "protocolVersion": "2099-01-01"} if answer == "another" else 5)
        )
    assert (harness.one_up(), harness.sent_to_client(), harness.translator, harness.told) == (CALL, [], None, [])


def test_ping_during_the_bridge_handshake_is_answered_by_the_bridge(harness):
    harness.client(DISCOVER)
    harness.server(REFUSED)
    harness.client(CALL)
    harness.sent_to_server()
    harness.sent_to_client()
    harness.server(request(3, "ping"))
    assert (harness.one_up(), harness.sent_to_client()) == (result(3, {}), [])


def test_dual_era_client_can_initialize_after_a_list_request(harness):
    harness.client(DISCOVER, LIST)
    harness.server(REFUSED, error("l", -32600))
    harness.client(INITIALIZE)
    initialize(harness)
    assert harness.sent_to_client() == [REFUSED, result(0, INITIALIZE_RESULT)]
    assert harness.translator is None


def test_restarted_server_gets_a_handshake_at_once():
    memory = BridgeMemory()
    memory.server = "legacy"
    for first in (CALL, LIST, DISCOVER):
        harness = opening(memory)
        harness.client(first)
        before, _, _ = initialize(harness)
        assert before == []
        assert isinstance(harness.translator, LegacyTranslator)


# a server that ends over what it does not know


def test_restarted_server_gets_the_initialize_that_ended_the_first_process(harness):
    harness.client(DISCOVER, INITIALIZE)
    assert harness.translator.was_ended_by_era()
    harness.sent_to_server()
    harness.translator.restart("")
    assert harness.one_up() == INITIALIZE
    harness.server(result(0, INITIALIZE_RESULT))
    assert (harness.one_down(), harness.translator) == (result(0, INITIALIZE_RESULT), None)


@pytest.mark.parametrize("then", [INITIALIZE, LIST])
def test_discover_alone_is_answered_and_negotiation_continues(harness, then):
    harness.client(DISCOVER)
    assert harness.translator.was_ended_by_era()
    harness.sent_to_server()
    harness.translator.restart("exited with status 1")
    outcome = harness.one_down()
    assert (outcome["id"], outcome["error"]["code"]) == ("d", -32601)
    assert "exited with status 1" in outcome["error"]["message"]
    assert not harness.translator.was_ended_by_era() and not harness.sent_to_server()
    harness.client(then)
    assert harness.one_up()["method"] == "initialize"


@pytest.mark.parametrize("first", [LIST, CALL])
def test_reopened_server_gets_a_handshake_for_a_modern_client(harness, first):
    harness.client(first)
    assert harness.translator.was_ended_by_era()
    harness.sent_to_server()
    harness.translator.restart("")
    shake = harness.one_up()
    assert shake["method"] == "initialize"
    harness.server(result(shake["id"], INITIALIZE_RESULT))
    assert isinstance(harness.translator, LegacyTranslator)
    assert [one["method"] for one in harness.sent_to_server()] == ["notifications/initialized", first["method"]]


def test_initialize_is_repeated_after_a_silent_server_restarts(harness):
    harness.client(DISCOVER, LIST)
    harness.advance(20)
    harness.advance(20)
    assert [one["method"] for one in harness.sent_to_server()] == ["server/discover", "tools/list", "initialize"]
    assert harness.translator.was_ended_by_era()
    harness.translator.restart("")
    assert harness.one_up()["method"] == "initialize"


def test_server_is_not_reopened_for_another_exit_reason(harness):
    harness.client(INITIALIZE)
    assert not harness.translator.was_ended_by_era()
    harness = opening()
    harness.client(DISCOVER, request(7, "tools/call", {"name": "a"}), INITIALIZE)
    assert not harness.translator.was_ended_by_era(), "a call that may have run is not sent again"
