"""What a server tells without being asked, across the eras."""

import pytest

from tests.servers.bridge.stage import META, Stage, error, meta, notification, request, result
from toolguard.servers.bridge.to_legacy import LegacyTranslator
from toolguard.servers.bridge.to_modern import ModernTranslator

TAG = f"{META}subscriptionId"
CAN = {"tools": {"listChanged": True}, "prompts": {"listChanged": False}, "resources": {"subscribe": True}}
LISTS = notification("notifications/tools/list_changed")


def updated(uri, **more):
    return notification("notifications/resources/updated", {"uri": uri, **more})


# a legacy client


def legacy_client(can=CAN):
    stage = Stage()
    told = {"supportedVersions": ["2026-07-28"], "capabilities": can}
    stage.translator = ModernTranslator(stage, request(0, "initialize", {"capabilities": {}}), told)
    stage.client(notification("notifications/initialized"))
    stage.heard_down()
    return stage


def acknowledges(stage, listen, honoured=None):
    wanted = listen["params"]["notifications"] if honoured is None else honoured
    stage.server(notification("notifications/subscriptions/acknowledged",
                        {"_meta": {TAG: listen["id"]}, "notifications": wanted}))  # fmt: skip


def test_initialized_client_is_subscribed_to_server_changes():
    stage = legacy_client()
    listen = stage.one_up()
    assert (listen["method"], listen["params"]["notifications"]) == ("subscriptions/listen", {"toolsListChanged": True})
    assert f"{META}protocolVersion" in listen["params"]["_meta"]
    acknowledges(stage, listen)
    stage.server(notification(LISTS["method"], {"_meta": {TAG: listen["id"]}}))
    stage.server(notification(LISTS["method"], {"_meta": {TAG: listen["id"], "v/m": 1}, "v/x": 2}))
    stage.server(notification(LISTS["method"], {"_meta": {TAG: "another"}}))
    stage.server(notification(LISTS["method"], {"v/x": 1}))
    assert stage.heard_down() == [
        LISTS, notification(LISTS["method"], {"_meta": {"v/m": 1}, "v/x": 2}), notification(LISTS["method"], {"v/x": 1})
    ]  # fmt: skip
    stage.client(notification("notifications/initialized"))
    assert stage.heard_up() == []


def test_server_without_notifications_is_not_subscribed():
    assert legacy_client({"tools": {}}).heard_up() == []


def test_subscribe_replaces_the_subscription_with_a_combined_one():
    stage = legacy_client()
    first = stage.one_up()
    acknowledges(stage, first)
    stage.client(request(1, "resources/subscribe", {"uri": "x:/a"}))
    second = stage.one_up()
    assert second["params"]["notifications"] == {"toolsListChanged": True, "resourceSubscriptions": ["x:/a"]}
    assert stage.heard_down() == []
    acknowledges(stage, second)
    assert stage.one_up()["params"]["requestId"] == first["id"]
    assert stage.one_down() == result(1, {})
    stage.server(updated("x:/a", _meta={TAG: second["id"]}), updated("x:/a", _meta={TAG: first["id"]}))
    assert stage.one_down() == updated("x:/a")
    stage.client(request(2, "resources/unsubscribe", {"uri": "x:/a"}), request(3, "resources/unsubscribe", {}))
    assert stage.heard_down() == [result(2, {}), result(3, {})]
    assert stage.one_up()["params"]["notifications"] == {"toolsListChanged": True}


def test_subscribes_in_a_row_are_answered_together_by_the_newest_listen():
    stage = legacy_client({"resources": {"subscribe": True}})
    stage.client(*(request(id, "resources/subscribe", {"uri": f"x:/{id}"}) for id in (1, 2)))
    first, back, second = stage.heard_up()
    assert back["params"]["requestId"] == first["id"]
    acknowledges(stage, first)
    assert stage.heard_down() == []
    acknowledges(stage, second, {"resourceSubscriptions": ["x:/2"]})
    refused, taken = stage.heard_down()
    assert refused["error"]["code"] == -32602 and taken == result(2, {})
    stage.client(request(3, "resources/unsubscribe", {"uri": "x:/2"}))
    assert stage.one_up()["params"]["requestId"] == second["id"]


@pytest.mark.parametrize("params", [{}, {"uri": 5}])
def test_a_subscribe_without_a_uri_is_refused(params):
    stage = legacy_client()
    stage.heard_up()
    stage.client(request(1, "resources/subscribe", params))
    assert stage.one_down()["error"]["code"] == -32602
    assert stage.heard_up() == []


def test_server_without_subscriptions_is_reported():
    stage = legacy_client({})
    stage.client(request(1, "resources/subscribe", {"uri": "x:/a"}))
    assert stage.one_down()["error"]["code"] == -32601


def test_a_listen_that_is_refused_refuses_the_subscribe():
    stage = legacy_client({"resources": {"subscribe": True}})
    stage.client(request(1, "resources/subscribe", {"uri": "x:/a"}))
    stage.server(error(stage.one_up()["id"], -32601, "no such thing"))
    assert stage.one_down() == error(1, -32601, "no such thing")
    stage.waits(100)
    assert stage.heard_up() == []


@pytest.mark.parametrize("ends", [("result",), ("cancelled",), ("result", "cancelled"), ("cancelled", "result")])
def test_a_listen_that_the_server_ends_is_begun_again_after_a_while(ends):
    stage = legacy_client()
    listen = stage.one_up()
    acknowledges(stage, listen)
    says = {
        "result": result(listen["id"], {"resultType": "complete", "_meta": {TAG: listen["id"]}}),
        "cancelled": notification("notifications/cancelled", {"requestId": listen["id"]}),
    }
    stage.server(*(says[end] for end in ends))
    assert (stage.heard_up(), stage.heard_down()) == ([], [])
    stage.waits(6)
    assert stage.one_up()["method"] == "subscriptions/listen"


def test_a_listen_that_ends_before_it_began_answers_who_waits():
    stage = legacy_client({"resources": {"subscribe": True}})
    stage.client(request(1, "resources/subscribe", {"uri": "x:/a"}))
    stage.server(result(stage.one_up()["id"], {}))
    assert stage.one_down()["error"]["code"] == -32603


def test_cancelled_subscribe_gets_no_response():
    stage = legacy_client({"resources": {"subscribe": True}})
    stage.client(request(1, "resources/subscribe", {"uri": "x:/a"}))
    listen = stage.one_up()
    stage.client(notification("notifications/cancelled", {"requestId": 1}))
    acknowledges(stage, listen)
    assert stage.heard_down() == []


# a modern client


def modern_client(can=CAN):
    stage = Stage()
    stage.translator = LegacyTranslator(
        stage, {"protocolVersion": "2025-06-18", "capabilities": can}, stage.pass_through
    )
    return stage


def listens(stage, id, **wanted):
    stage.client(request(id, "subscriptions/listen", {"notifications": wanted, "_meta": meta()}))


def honoured(message):
    assert message["method"] == "notifications/subscriptions/acknowledged"
    return message["params"]["_meta"][TAG], message["params"]["notifications"]


def test_subscription_is_acknowledged_with_the_supported_part():
    stage = modern_client()
    listens(stage, "l", toolsListChanged=True, promptsListChanged=True, resourcesListChanged=False, vendor=True)
    assert honoured(stage.one_down()) == ("l", {"toolsListChanged": True})
    assert stage.heard_up() == []


def test_a_listen_for_nothing_is_acknowledged_all_the_same():
    stage = modern_client({})
    stage.client(request("l", "subscriptions/listen"))
    assert honoured(stage.one_down()) == ("l", {})
    listens(stage, "m", toolsListChanged=True, resourceSubscriptions=["x:/a"])
    assert honoured(stage.one_down()) == ("m", {})


def test_resources_are_subscribed_to_before_the_listen_is_acknowledged():
    stage = modern_client()
    listens(stage, "l", resourceSubscriptions=["x:/a", "x:/b", "x:/a", 5])
    first, second = stage.heard_up()
    assert [(one["method"], one["params"]) for one in (first, second)] == [
        ("resources/subscribe", {"uri": "x:/a"}), ("resources/subscribe", {"uri": "x:/b"})
    ]  # fmt: skip
    stage.server(LISTS, updated("x:/a"), result(first["id"], {}))
    assert stage.heard_down() == []
    stage.server(error(second["id"], -32002))
    assert honoured(stage.one_down()) == ("l", {"resourceSubscriptions": ["x:/a"]})


@pytest.mark.case(42)
def test_two_subscriptions_keep_their_ids_and_filters():
    stage = modern_client()
    listens(stage, "one", toolsListChanged=True, resourceSubscriptions=["x:/a"])
    stage.server(result(stage.one_up()["id"], {}))
    listens(stage, 2, toolsListChanged=True)
    stage.heard_down()
    stage.server(notification(LISTS["method"], {"_meta": {"v/m": 1}, "v/x": 1}), updated("x:/a"), updated("x:/a/b"))
    stage.server(updated("x:/ab"), notification("notifications/prompts/list_changed"), updated(5))
    tagged = notification(LISTS["method"], {"_meta": {"v/m": 1, TAG: "one"}, "v/x": 1})
    other = notification(LISTS["method"], {"_meta": {"v/m": 1, TAG: 2}, "v/x": 1})
    mine = [updated(uri, _meta={TAG: "one"}) for uri in ("x:/a", "x:/a/b")]
    assert stage.heard_down() == [tagged, other, *mine]


def test_unwatched_resource_is_unsubscribed():
    stage = modern_client()
    listens(stage, 1, resourceSubscriptions=["x:/a"])
    stage.server(result(stage.one_up()["id"], {}))
    listens(stage, 2, resourceSubscriptions=["x:/a", "x:/b"])
    stage.server(result(stage.one_up()["id"], {}))
    assert honoured(stage.heard_down()[1]) == (2, {"resourceSubscriptions": ["x:/a", "x:/b"]})
    stage.client(notification("notifications/cancelled", {"requestId": 1}))
    assert stage.heard_up() == []
    stage.client(notification("notifications/cancelled", {"requestId": 2}))
    assert sorted(one["params"]["uri"] for one in stage.heard_up()) == ["x:/a", "x:/b"]
    stage.server(LISTS)
    assert stage.heard_down() == []


def test_a_listen_that_ends_before_it_is_acknowledged_leaves_nothing_behind():
    stage = modern_client()
    listens(stage, 1, resourceSubscriptions=["x:/a"])
    ask = stage.one_up()
    stage.client(notification("notifications/cancelled", {"requestId": 1}))
    stage.server(result(ask["id"], {}))
    assert stage.one_up()["method"] == "resources/unsubscribe"
    assert stage.heard_down() == []
