"""What a server tells without being asked, across the eras."""

import pytest

from tests.servers.bridge.harness import META, BridgeHarness, error, meta, notification, request, result
from toolguard.servers.bridge.to_legacy import LegacyTranslator
from toolguard.servers.bridge.to_modern import ModernTranslator

TAG = f"{META}subscriptionId"
CAN = {"tools": {"listChanged": True}, "prompts": {"listChanged": False}, "resources": {"subscribe": True}}
LISTS = notification("notifications/tools/list_changed")


def updated(uri, **more):
    return notification("notifications/resources/updated", {"uri": uri, **more})


# a legacy client


def legacy_client(can=CAN):
    harness = BridgeHarness()
    members = {"supportedVersions": ["2026-07-28"], "capabilities": can}
    harness.translator = ModernTranslator(harness, request(0, "initialize", {"capabilities": {}}), members)
    harness.client(notification("notifications/initialized"))
    harness.sent_to_client()
    return harness


def acknowledge(harness, listen, honoured=None):
    wanted = listen["params"]["notifications"] if honoured is None else honoured
    harness.server(notification("notifications/subscriptions/acknowledged",
                        {"_meta": {TAG: listen["id"]}, "notifications": wanted}))  # fmt: skip


def test_initialized_client_is_subscribed_to_server_changes():
    harness = legacy_client()
    listen = harness.one_up()
    assert (listen["method"], listen["params"]["notifications"]) == ("subscriptions/listen", {"toolsListChanged": True})
    assert f"{META}protocolVersion" in listen["params"]["_meta"]
    acknowledge(harness, listen)
    harness.server(notification(LISTS["method"], {"_meta": {TAG: listen["id"]}}))
    harness.server(notification(LISTS["method"], {"_meta": {TAG: listen["id"], "v/m": 1}, "v/x": 2}))
    harness.server(notification(LISTS["method"], {"_meta": {TAG: "another"}}))
    harness.server(notification(LISTS["method"], {"v/x": 1}))
    assert harness.sent_to_client() == [
        LISTS, notification(LISTS["method"], {"_meta": {"v/m": 1}, "v/x": 2}), notification(LISTS["method"], {"v/x": 1})
    ]  # fmt: skip
    harness.client(notification("notifications/initialized"))
    assert harness.sent_to_server() == []


def test_server_without_notifications_is_not_subscribed():
    assert legacy_client({"tools": {}}).sent_to_server() == []


def test_subscribe_replaces_the_subscription_with_a_combined_one():
    harness = legacy_client()
    first = harness.one_up()
    acknowledge(harness, first)
    harness.client(request(1, "resources/subscribe", {"uri": "x:/a"}))
    second = harness.one_up()
    assert second["params"]["notifications"] == {"toolsListChanged": True, "resourceSubscriptions": ["x:/a"]}
    assert harness.sent_to_client() == []
    acknowledge(harness, second)
    assert harness.one_up()["params"]["requestId"] == first["id"]
    assert harness.one_down() == result(1, {})
    harness.server(updated("x:/a", _meta={TAG: second["id"]}), updated("x:/a", _meta={TAG: first["id"]}))
    assert harness.one_down() == updated("x:/a")
    harness.client(request(2, "resources/unsubscribe", {"uri": "x:/a"}), request(3, "resources/unsubscribe", {}))
    assert harness.sent_to_client() == [result(2, {}), result(3, {})]
    assert harness.one_up()["params"]["notifications"] == {"toolsListChanged": True}


def test_subscribes_in_a_row_are_answered_together_by_the_newest_listen():
    harness = legacy_client({"resources": {"subscribe": True}})
    harness.client(*(request(id, "resources/subscribe", {"uri": f"x:/{id}"}) for id in (1, 2)))
    first, back, second = harness.sent_to_server()
    assert back["params"]["requestId"] == first["id"]
    acknowledge(harness, first)
    assert harness.sent_to_client() == []
    acknowledge(harness, second, {"resourceSubscriptions": ["x:/2"]})
    refused, taken = harness.sent_to_client()
    assert refused["error"]["code"] == -32602 and taken == result(2, {})
    harness.client(request(3, "resources/unsubscribe", {"uri": "x:/2"}))
    assert harness.one_up()["params"]["requestId"] == second["id"]


@pytest.mark.parametrize("params", [{}, {"uri": 5}])
def test_a_subscribe_without_a_uri_is_refused(params):
    harness = legacy_client()
    harness.sent_to_server()
    harness.client(request(1, "resources/subscribe", params))
    assert harness.one_down()["error"]["code"] == -32602
    assert harness.sent_to_server() == []


def test_server_without_subscriptions_is_reported():
    harness = legacy_client({})
    harness.client(request(1, "resources/subscribe", {"uri": "x:/a"}))
    assert harness.one_down()["error"]["code"] == -32601


def test_a_listen_that_is_refused_refuses_the_subscribe():
    harness = legacy_client({"resources": {"subscribe": True}})
    harness.client(request(1, "resources/subscribe", {"uri": "x:/a"}))
    harness.server(error(harness.one_up()["id"], -32601, "no such thing"))
    assert harness.one_down() == error(1, -32601, "no such thing")
    harness.advance(100)
    assert harness.sent_to_server() == []


@pytest.mark.parametrize("ends", [("result",), ("cancelled",), ("result", "cancelled"), ("cancelled", "result")])
def test_a_listen_that_the_server_ends_is_begun_again_after_a_while(ends):
    harness = legacy_client()
    listen = harness.one_up()
    acknowledge(harness, listen)
    messages = {
        "result": result(listen["id"], {"resultType": "complete", "_meta": {TAG: listen["id"]}}),
        "cancelled": notification("notifications/cancelled", {"requestId": listen["id"]}),
    }
    harness.server(*(messages[end] for end in ends))
    assert (harness.sent_to_server(), harness.sent_to_client()) == ([], [])
    harness.advance(6)
    assert harness.one_up()["method"] == "subscriptions/listen"


def test_subscribe_fails_if_its_stream_ends_before_the_acknowledgement():
    harness = legacy_client({"resources": {"subscribe": True}})
    harness.client(request(1, "resources/subscribe", {"uri": "x:/a"}))
    harness.server(result(harness.one_up()["id"], {}))
    assert harness.one_down()["error"]["code"] == -32603


def test_cancelled_subscribe_gets_no_response():
    harness = legacy_client({"resources": {"subscribe": True}})
    harness.client(request(1, "resources/subscribe", {"uri": "x:/a"}))
    listen = harness.one_up()
    harness.client(notification("notifications/cancelled", {"requestId": 1}))
    acknowledge(harness, listen)
    assert harness.sent_to_client() == []


# a modern client


def modern_client(can=CAN):
    harness = BridgeHarness()
    harness.translator = LegacyTranslator(
        harness, {"protocolVersion": "2025-06-18", "capabilities": can}, harness.pass_through
    )
    return harness


def listen(harness, id, **wanted):
    harness.client(request(id, "subscriptions/listen", {"notifications": wanted, "_meta": meta()}))


def honoured(message):
    assert message["method"] == "notifications/subscriptions/acknowledged"
    return message["params"]["_meta"][TAG], message["params"]["notifications"]


def test_subscription_is_acknowledged_with_the_supported_part():
    harness = modern_client()
    listen(harness, "l", toolsListChanged=True, promptsListChanged=True, resourcesListChanged=False, vendor=True)
    assert honoured(harness.one_down()) == ("l", {"toolsListChanged": True})
    assert harness.sent_to_server() == []


def test_listen_without_subscriptions_is_acknowledged():
    harness = modern_client({})
    harness.client(request("l", "subscriptions/listen"))
    assert honoured(harness.one_down()) == ("l", {})
    listen(harness, "m", toolsListChanged=True, resourceSubscriptions=["x:/a"])
    assert honoured(harness.one_down()) == ("m", {})


def test_resources_are_subscribed_to_before_the_listen_is_acknowledged():
    harness = modern_client()
    listen(harness, "l", resourceSubscriptions=["x:/a", "x:/b", "x:/a", 5])
    first, second = harness.sent_to_server()
    assert [(one["method"], one["params"]) for one in (first, second)] == [
        ("resources/subscribe", {"uri": "x:/a"}), ("resources/subscribe", {"uri": "x:/b"})
    ]  # fmt: skip
    harness.server(LISTS, updated("x:/a"), result(first["id"], {}))
    assert harness.sent_to_client() == []
    harness.server(error(second["id"], -32002))
    assert honoured(harness.one_down()) == ("l", {"resourceSubscriptions": ["x:/a"]})


@pytest.mark.case(42)
def test_two_subscriptions_keep_their_ids_and_filters():
    harness = modern_client()
    listen(harness, "one", toolsListChanged=True, resourceSubscriptions=["x:/a"])
    harness.server(result(harness.one_up()["id"], {}))
    listen(harness, 2, toolsListChanged=True)
    harness.sent_to_client()
    harness.server(notification(LISTS["method"], {"_meta": {"v/m": 1}, "v/x": 1}), updated("x:/a"), updated("x:/a/b"))
    harness.server(updated("x:/ab"), notification("notifications/prompts/list_changed"), updated(5))
    tagged = notification(LISTS["method"], {"_meta": {"v/m": 1, TAG: "one"}, "v/x": 1})
    other = notification(LISTS["method"], {"_meta": {"v/m": 1, TAG: 2}, "v/x": 1})
    mine = [updated(uri, _meta={TAG: "one"}) for uri in ("x:/a", "x:/a/b")]
    assert harness.sent_to_client() == [tagged, other, *mine]


def test_unwatched_resource_is_unsubscribed():
    harness = modern_client()
    listen(harness, 1, resourceSubscriptions=["x:/a"])
    harness.server(result(harness.one_up()["id"], {}))
    listen(harness, 2, resourceSubscriptions=["x:/a", "x:/b"])
    harness.server(result(harness.one_up()["id"], {}))
    assert honoured(harness.sent_to_client()[1]) == (2, {"resourceSubscriptions": ["x:/a", "x:/b"]})
    harness.client(notification("notifications/cancelled", {"requestId": 1}))
    assert harness.sent_to_server() == []
    harness.client(notification("notifications/cancelled", {"requestId": 2}))
    assert sorted(one["params"]["uri"] for one in harness.sent_to_server()) == ["x:/a", "x:/b"]
    harness.server(LISTS)
    assert harness.sent_to_client() == []


def test_a_listen_that_ends_before_it_is_acknowledged_leaves_nothing_behind():
    harness = modern_client()
    listen(harness, 1, resourceSubscriptions=["x:/a"])
    ask = harness.one_up()
    harness.client(notification("notifications/cancelled", {"requestId": 1}))
    harness.server(result(ask["id"], {}))
    assert harness.one_up()["method"] == "resources/unsubscribe"
    assert harness.sent_to_client() == []


def test_late_response_to_an_ended_listen_is_not_that_to_a_new_one_of_its_id():
    harness = modern_client()
    listen(harness, "L", resourceSubscriptions=["a://1"])
    first = harness.one_up()
    harness.client(notification("notifications/cancelled", {"requestId": "L"}))
    listen(harness, "L", toolsListChanged=True)
    assert honoured(harness.one_down()) == ("L", {"toolsListChanged": True})
    harness.server(result(first["id"], {}))
    assert harness.one_up()["method"] == "resources/unsubscribe"
    harness.server(LISTS)
    assert harness.one_down()["method"] == LISTS["method"]
