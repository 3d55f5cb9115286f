"""Which pairs are joined, and that all others do not notice: what the server hears and what the client hears."""

import pytest

from tests.servers.bridge.stage import META, MODERN, Stage, error, meta, notification, request, result
from toolguard.servers.bridge.era_negotiation import BridgeMemory, EraNegotiation
from toolguard.servers.bridge.to_legacy import LegacyTranslator
from toolguard.servers.bridge.to_modern import ModernTranslator

HELLO = request(
    0, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {"roots": {}}, "clientInfo": {"name": "c"}}
)
SHOOK = {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
DISCOVERED = {"resultType": "complete", "supportedVersions": [MODERN], "capabilities": {}, "ttlMs": 0}
LIST = request("l", "tools/list", {"_meta": meta()})
CALL = request("c", "tools/call", {"name": "a", "_meta": meta({"roots": {}}, progressToken=1)})
DISCOVER = request("d", "server/discover", {"_meta": meta()})
REFUSED = error("d", -32601, "Method not found", data={"why": 1})


@pytest.fixture
def stage():
    return opening()


def opening(memory=None):
    stage = Stage()
    stage.translator = EraNegotiation(stage, memory or BridgeMemory())
    return stage


# pairs that understand each other


def test_a_legacy_pair_is_left_alone_after_its_handshake(stage):
    stage.client(HELLO)
    assert stage.one_up() == HELLO
    stage.server(notification("notifications/message", {}), result(0, SHOOK))
    assert stage.heard_down() == [notification("notifications/message", {}), result(0, SHOOK)]
    assert stage.translator is None and stage.told == []


def test_a_modern_pair_is_left_alone_after_its_discovery(stage):
    stage.client(DISCOVER)
    stage.server(result("d", DISCOVERED))
    assert (stage.one_up(), stage.one_down(), stage.translator) == (DISCOVER, result("d", DISCOVERED), None)


def test_a_modern_client_that_does_not_discover_is_left_alone_after_the_first_answer(stage):
    stage.client(LIST)
    stage.server(result("l", {"tools": [], "resultType": "complete"}))
    assert (stage.one_up(), stage.one_down()["id"], stage.translator) == (LIST, "l", None)


def test_a_modern_client_that_sends_all_at_once_has_nothing_added(stage):
    stage.client(LIST, CALL, notification("vendor/odd"))
    assert stage.one_up() == LIST
    stage.server(result("l", {"tools": [], "resultType": "complete"}))
    assert stage.heard_up() == [CALL, notification("vendor/odd")]
    assert stage.translator is None


def test_a_modern_client_that_does_not_wait_for_its_discovery_has_nothing_added(stage):
    stage.client(DISCOVER, CALL)
    assert stage.one_up() == DISCOVER
    stage.server(result("d", DISCOVERED))
    assert stage.one_up() == CALL
    assert stage.translator is None


@pytest.mark.parametrize("answer", [REFUSED, None, result("d", {**DISCOVERED, "supportedVersions": ["2025-06-18"]})])
@pytest.mark.case(2)
def test_dual_era_client_falls_back_itself(stage, answer):
    stage.client(DISCOVER)
    if answer:
        stage.server(answer)
        assert stage.one_down() == answer
    stage.client(HELLO)
    stage.server(result(0, SHOOK))
    assert stage.heard_up() == [DISCOVER, HELLO]
    assert (stage.one_down(), stage.translator) == (result(0, SHOOK), None)


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
def test_a_modern_server_s_own_refusal_is_the_client_s_to_deal_with(stage, answer):
    stage.client(DISCOVER)
    stage.server(answer)
    assert (stage.one_down(), stage.translator) == (answer, None)


def test_a_client_of_both_eras_is_not_joined_when_its_late_handshake_is_refused(stage):
    """It asks anew in the modern era (an SDK whose probe had timed out)."""
    stage.client(DISCOVER, HELLO)
    refused = error(0, -32022, data={"supported": [MODERN]})
    stage.server(refused)
    assert (stage.heard_up(), stage.one_down(), stage.translator) == ([DISCOVER, HELLO], refused, None)


def test_a_call_that_is_refused_by_a_modern_server_is_refused(stage):
    stage.client(LIST)
    stage.server(error("l", -32021))
    assert stage.one_down()["error"]["code"] == -32021
    assert stage.translator is None


def test_message_without_era_passes(stage):
    for message in (request(1, "ping"), notification("vendor/odd"), result("x", {}), request(2, "vendor/do")):
        stage.client(message)
        assert stage.one_up() == message
    for message in (result(1, {}), request(1, "ping"), error(None, -32700)):
        stage.server(message)
        assert stage.one_down() == message
    assert isinstance(stage.translator, EraNegotiation)


# a legacy client on a modern server


@pytest.mark.parametrize("code", [-32601, -32600, -32602, -32022, -32603, 0])
@pytest.mark.case(4)
def test_refused_handshake_is_recovered_by_discovery(stage, code):
    stage.client(HELLO)
    stage.server(error(0, code, data={"supported": [MODERN]}))
    assert stage.heard_down() == []
    sent, asked = stage.heard_up()
    assert (sent, asked["method"]) == (HELLO, "server/discover")
    assert asked["params"]["_meta"] == {
        f"{META}protocolVersion": MODERN, f"{META}clientCapabilities": {"roots": {}}, f"{META}clientInfo": {"name": "c"}
    }  # fmt: skip
    stage.server(result(asked["id"], DISCOVERED))
    told = stage.one_down()
    assert (told["id"], told["result"]["protocolVersion"]) == (0, "2025-06-18")
    assert isinstance(stage.translator, ModernTranslator)
    assert stage.told == [f"bridged: a 2025-06-18 client on a {MODERN} server"]


@pytest.mark.parametrize("answer", ["error", "silence", "others"])
@pytest.mark.case(4)
def test_unknown_era_server_refusal_is_forwarded(stage, answer):
    refused = error(0, -32602, "I do not speak that", data={"v/x": 1})
    stage.client(HELLO)
    stage.server(refused)
    _, asked = stage.heard_up()
    if answer == "error":
        stage.server(error(asked["id"], -32601))
    elif answer == "others":
        stage.server(result(asked["id"], {"supportedVersions": ["2099-01-01"]}))
    else:
        stage.waits(5.1)
    assert (stage.one_down(), stage.heard_up(), stage.translator) == (refused, [], None)


def test_messages_wait_during_negotiation_and_cancelled_ones_are_not_sent(stage):
    stage.client(HELLO)
    stage.server(error(0, -32601))
    ready, cancel = notification("notifications/initialized"), notification("notifications/cancelled", {"requestId": 5})
    stage.client(ready, request(4, "ping"), request(5, "tools/list"), cancel)
    _, asked = stage.heard_up()
    stage.server(result(asked["id"], DISCOVERED))
    assert [one["id"] for one in stage.heard_down()] == [0, 4]
    assert stage.heard_up() == []


def test_restarted_server_is_addressed_in_its_era():
    memory = BridgeMemory()
    memory.server = "modern"
    stage = opening(memory)
    stage.client(HELLO)
    asked = stage.one_up()
    assert asked["method"] == "server/discover"
    stage.server(result(asked["id"], DISCOVERED))
    assert stage.one_down()["result"]["protocolVersion"] == "2025-06-18"


@pytest.mark.parametrize("answers", [True, False])
def test_a_server_that_has_become_another_one_is_opened_like_any_other(answers):
    memory = BridgeMemory()
    memory.server = "modern"
    stage = opening(memory)
    stage.client(HELLO)
    asked = stage.one_up()
    if answers:
        stage.server(error(asked["id"], -32601))
    else:
        stage.waits(5.1)
    assert (stage.one_up(), stage.translator, memory.server) == (HELLO, None, "")


# a modern client on a legacy server


def shakes(stage, answer=None):
    """The server is asked for its handshake; gives what it heard before, the handshake, and what it hears then."""
    *before, asked = stage.heard_up()
    assert asked["method"] == "initialize"
    stage.server(answer or result(asked["id"], SHOOK))
    return before, asked, stage.heard_up()


@pytest.mark.parametrize("asks", [CALL, LIST])
def test_client_continuing_in_the_modern_era_is_bridged(stage, asks):
    stage.client(DISCOVER)
    stage.server(REFUSED)
    assert stage.one_down() == REFUSED
    stage.client(asks)
    before, asked, after = shakes(stage)
    assert before == [DISCOVER]
    assert asked["params"]["capabilities"] == asks["params"]["_meta"][f"{META}clientCapabilities"]
    ready, sent = after
    assert ready == notification("notifications/initialized")
    assert (sent["id"], sent["method"]) == (asks["id"], asks["method"])
    assert "io.modelcontextprotocol" not in str(sent)
    assert isinstance(stage.translator, LegacyTranslator)
    assert stage.told == [f"bridged: a {MODERN} client on a 2025-06-18 server"]


def test_a_client_that_never_discovers_is_joined_and_its_harmless_request_sent_again(stage):
    stage.client(LIST)
    stage.server(error("l", -32602, "Received request before initialization was complete"))
    first, probe = stage.heard_up()
    assert (first, probe["method"]) == (LIST, "server/discover")
    stage.server(error(probe["id"], -32601))
    _, _, after = shakes(stage)
    assert after[1:] == [request("l", "tools/list", {})]
    assert stage.heard_down() == []
    stage.server(result("l", {"tools": []}))
    assert stage.one_down()["result"] == {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}


def test_a_lax_server_that_answers_without_a_handshake_is_joined_too(stage):
    stage.client(LIST)
    stage.server(result("l", {"tools": []}))
    assert stage.heard_down() == []
    _, probe = stage.heard_up()
    stage.server(error(probe["id"], -32601))
    shakes(stage)
    assert isinstance(stage.translator, LegacyTranslator)


def test_plain_error_of_a_modern_server_is_forwarded_unchanged(stage):
    stage.client(LIST)
    stage.server(error("l", -32603, "disk full"))
    _, probe = stage.heard_up()
    stage.server(result(probe["id"], DISCOVERED))
    assert (stage.one_down(), stage.translator) == (error("l", -32603, "disk full"), None)


def test_a_call_never_reaches_a_server_of_an_unknown_era(stage):
    stage.client(CALL)
    probe = stage.one_up()
    assert probe["method"] == "server/discover"
    assert probe["params"]["_meta"] == meta({"roots": {}})
    stage.server(error(probe["id"], -32601))
    _, _, (_, sent) = shakes(stage)
    assert sent == request("c", "tools/call", {"name": "a", "_meta": {"progressToken": 1}})


def test_call_reaches_a_modern_server_unchanged(stage):
    stage.client(CALL)
    stage.server(result(stage.one_up()["id"], DISCOVERED))
    assert (stage.one_up(), stage.translator) == (CALL, None)


def test_call_cancelled_meanwhile_never_reaches_a_server(stage):
    stage.client(CALL, notification("notifications/cancelled", {"requestId": "c"}))
    probe = stage.one_up()
    stage.server(error(probe["id"], -32601))
    assert shakes(stage)[2] == [notification("notifications/initialized")]


def test_cancelled_harmless_request_is_not_resent(stage):
    stage.client(LIST)
    cancel = notification("notifications/cancelled", {"requestId": "l"})
    stage.server(error("l", -32600))
    stage.client(cancel)
    stage.server(error(stage.heard_up()[1]["id"], -32601))
    assert [one["method"] for one in shakes(stage)[2]] == ["notifications/initialized"]


def test_silent_server_counts_as_legacy_after_a_timeout(stage):
    stage.client(LIST)
    stage.waits(5.1)
    _, probe = stage.heard_up()
    assert probe["method"] == "server/discover"
    stage.waits(5.1)
    _, _, after = shakes(stage)
    assert after[1:] == [request("l", "tools/list", {})]


def test_a_silent_discovery_is_not_repeated(stage):
    stage.client(DISCOVER, CALL)
    stage.waits(5.1)
    before, _, after = shakes(stage)
    assert before == [DISCOVER]
    assert after[1]["id"] == "c"


def test_slow_modern_server_is_recognized_later(stage):
    stage.client(LIST, CALL)
    stage.waits(5.1)
    stage.waits(5.1)
    assert [one["method"] for one in stage.heard_up()] == ["tools/list", "server/discover", "initialize"]
    stage.server(result("l", {"tools": [], "resultType": "complete"}))
    assert (stage.one_up(), stage.one_down()["id"], stage.translator) == (CALL, "l", None)


def test_late_discovery_response_is_used(stage):
    stage.client(CALL)
    probe = stage.one_up()
    stage.waits(5.1)
    assert stage.one_up()["method"] == "initialize"
    stage.server(result(probe["id"], DISCOVERED))
    assert (stage.one_up(), stage.translator) == (CALL, None)


@pytest.mark.parametrize("answer", ["error", "another", "silence", "nonsense"])
def test_server_without_handshake_gets_the_client_unchanged(stage, answer):
    stage.client(DISCOVER)
    stage.server(REFUSED)
    stage.client(CALL)
    *_, asked = stage.heard_up()
    stage.heard_down()
    if answer == "silence":
        stage.waits(31)
    elif answer == "error":
        stage.server(error(asked["id"], -32600))
    else:
        stage.server(result(asked["id"], {**SHOOK, "protocolVersion": "2099-01-01"} if answer == "another" else 5))
    assert (stage.one_up(), stage.heard_down(), stage.translator, stage.told) == (CALL, [], None, [])


def test_a_ping_in_the_middle_of_our_handshake_is_answered_here(stage):
    stage.client(DISCOVER)
    stage.server(REFUSED)
    stage.client(CALL)
    stage.heard_up()
    stage.heard_down()
    stage.server(request(3, "ping"))
    assert (stage.one_up(), stage.heard_down()) == (result(3, {}), [])


def test_dual_era_client_can_initialize_after_a_list_request(stage):
    stage.client(DISCOVER, LIST)
    stage.server(REFUSED, error("l", -32600))
    stage.client(HELLO)
    shakes(stage)
    assert stage.heard_down() == [REFUSED, result(0, SHOOK)]
    assert stage.translator is None


def test_restarted_server_gets_a_handshake_at_once():
    memory = BridgeMemory()
    memory.server = "legacy"
    for first in (CALL, LIST, DISCOVER):
        stage = opening(memory)
        stage.client(first)
        before, _, _ = shakes(stage)
        assert before == []
        assert isinstance(stage.translator, LegacyTranslator)


# a server that ends over what it does not know


def test_a_fresh_server_is_given_the_initialize_that_the_first_one_ended_over(stage):
    stage.client(DISCOVER, HELLO)
    assert stage.translator.ended_by_era()
    stage.heard_up()
    stage.translator.restart("")
    assert stage.one_up() == HELLO
    stage.server(result(0, SHOOK))
    assert (stage.one_down(), stage.translator) == (result(0, SHOOK), None)


@pytest.mark.parametrize("then", [HELLO, LIST])
def test_discover_alone_is_answered_and_negotiation_continues(stage, then):
    stage.client(DISCOVER)
    assert stage.translator.ended_by_era()
    stage.heard_up()
    stage.translator.restart("exited with status 1")
    told = stage.one_down()
    assert (told["id"], told["error"]["code"]) == ("d", -32601)
    assert "exited with status 1" in told["error"]["message"]
    assert not stage.translator.ended_by_era() and not stage.heard_up()
    stage.client(then)
    assert stage.one_up()["method"] == "initialize"


@pytest.mark.parametrize("first", [LIST, CALL])
def test_reopened_server_gets_a_handshake_for_a_modern_client(stage, first):
    stage.client(first)
    assert stage.translator.ended_by_era()
    stage.heard_up()
    stage.translator.restart("")
    shake = stage.one_up()
    assert shake["method"] == "initialize"
    stage.server(result(shake["id"], SHOOK))
    assert isinstance(stage.translator, LegacyTranslator)
    assert [one["method"] for one in stage.heard_up()] == ["notifications/initialized", first["method"]]


def test_a_handshake_that_a_silent_server_ended_over_is_made_again(stage):
    stage.client(DISCOVER, LIST)
    stage.waits(20)
    stage.waits(20)
    assert [one["method"] for one in stage.heard_up()] == ["server/discover", "tools/list", "initialize"]
    assert stage.translator.ended_by_era()
    stage.translator.restart("")
    assert stage.one_up()["method"] == "initialize"


def test_server_is_not_reopened_for_another_exit_reason(stage):
    stage.client(HELLO)
    assert not stage.translator.ended_by_era()
    stage = opening()
    stage.client(DISCOVER, request(7, "tools/call", {"name": "a"}), HELLO)
    assert not stage.translator.ended_by_era(), "a call that may have run is not sent again"
