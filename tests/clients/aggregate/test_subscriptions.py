"""What a modern client wants to hear of: one stream for it, one at each server, told under its own id."""

import asyncio

import pytest

from tests.support.waiting import until
from toolguard.clients.aggregate.subscriptions import SUBSCRIPTION_ID_KEY

FILTER = {
    "toolsListChanged": True, "resourceSubscriptions": ["note://1", "mail://2", "who://knows", [1], {}],
    "taskIds": [{}, None], "vendor/wish": 1,
}  # fmt: skip
PARTS = {
    "git": {"tools": ["log"], "resources": ["note://1"], "era": "modern"},
    "mail": {"tools": ["send"], "resources": ["mail://2"], "era": "modern"},
}


@pytest.fixture
async def harness(make_harness):
    one = make_harness(**PARTS)
    one.start()
    await one.list_names(modern=True)
    await one.list_names("resources", modern=True)
    one.request("L", "subscriptions/listen", {"notifications": FILTER}, modern=True)
    message = await one.receive("notifications/subscriptions/acknowledged")
    assert message["params"]["_meta"] == {SUBSCRIPTION_ID_KEY: "L"}
    assert "vendor/wish" not in message["params"]["notifications"]
    return one


@pytest.mark.case(42)
async def test_subscription_is_split_by_server_and_notified_under_the_client_id(harness):
    git, mail = [await harness.server(name).receive("subscriptions/listen") for name in ("git", "mail")]
    assert git["params"]["notifications"] == {"toolsListChanged": True, "resourceSubscriptions": ["note://1"]}
    assert mail["params"]["notifications"]["resourceSubscriptions"] == ["mail://2"]
    assert "L" not in (git["id"], mail["id"])
    for name, received, uri in (("git", git, "note://1"), ("mail", mail, "mail://2")):
        server = harness.server(name)
        server.notify(
            "notifications/subscriptions/acknowledged", _meta={SUBSCRIPTION_ID_KEY: received["id"]}, notifications={}
        )
        server.notify("notifications/resources/updated", _meta={SUBSCRIPTION_ID_KEY: received["id"], "v": 1}, uri=uri)
        message = await harness.receive("notifications/resources/updated")
        assert message["params"] == {"_meta": {SUBSCRIPTION_ID_KEY: "L", "v": 1}, "uri": uri}
    harness.server("git").notify(
        "notifications/resources/updated", _meta={SUBSCRIPTION_ID_KEY: mail["id"]}, uri="mail://2"
    )
    harness.server("git").notify("notifications/resources/updated", _meta={SUBSCRIPTION_ID_KEY: "L"}, uri="mail://2")
    harness.server("git").notify("notifications/tools/list_changed", _meta={SUBSCRIPTION_ID_KEY: git["id"]})
    assert (await harness.receive("notifications/tools/list_changed"))["params"] == {
        "_meta": {SUBSCRIPTION_ID_KEY: "L"}
    }
    assert harness.aside == []


async def test_two_subscription_streams_keep_their_ids_and_filters(harness):
    harness.request("M", "subscriptions/listen", {"notifications": {"resourcesListChanged": True}}, modern=True)
    await harness.receive("notifications/subscriptions/acknowledged")
    harness.server("git").notify("notifications/tools/list_changed")
    harness.server("mail").notify("notifications/resources/list_changed")
    results = [await harness.receive() for _ in range(2)]
    assert {one["method"]: one["params"]["_meta"][SUBSCRIPTION_ID_KEY] for one in results} == {
        "notifications/tools/list_changed": "L",
        "notifications/resources/list_changed": "M",
    }


async def test_cancelled_stream_is_cancelled_at_every_server(harness):
    received = [await harness.server(name).receive("subscriptions/listen") for name in ("git", "mail")]
    harness.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "L"}})
    for name, one in zip(("git", "mail"), received, strict=True):
        assert (await harness.server(name).receive("notifications/cancelled"))["params"]["requestId"] == one["id"]
    harness.server("git").notify("notifications/tools/list_changed", _meta={SUBSCRIPTION_ID_KEY: received[0]["id"]})
    await asyncio.sleep(0.3)
    assert await harness.ask("ping") == {}
    assert harness.aside == []


async def test_late_server_joins_the_subscription_and_ended_stream_is_harmless(harness):
    received = await harness.server("git").receive("subscriptions/listen")
    harness.server("git").respond(received, {"resultType": "complete", "_meta": {SUBSCRIPTION_ID_KEY: received["id"]}})
    harness.update_servers(time={"tools": ["now"], "era": "modern"})
    await harness.receive("notifications/tools/list_changed")
    await until(lambda: "time" in harness.opened)
    assert (await harness.server("time").receive("subscriptions/listen"))["params"]["notifications"] == {
        "toolsListChanged": True
    }
    assert not [one for one in harness.client.log if one.get("id") == "L"]


async def test_hiding_a_tool_notifies_clients_on_the_stream(harness):
    await harness.hide("git", "log")
    assert (await harness.receive("notifications/tools/list_changed"))["params"] == {
        "_meta": {SUBSCRIPTION_ID_KEY: "L"}
    }
    assert await harness.list_names(modern=True) == ["mail__send"]


@pytest.mark.parametrize(
    "wish", [None, 5, [], {"toolsListChanged": "yes", "resourceSubscriptions": 5, "taskIds": ["t"]}]
)
async def test_unsupported_subscription_is_acknowledged_empty(make_harness, wish):
    one = make_harness(**PARTS)
    one.start()
    await one.list_names(modern=True)
    one.request("L", "subscriptions/listen", {"notifications": wish}, modern=True)
    await one.receive("notifications/subscriptions/acknowledged")
    assert await one.ask("ping") == {}
    assert not one.server("git").received("subscriptions/listen")
