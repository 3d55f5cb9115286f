"""What a modern client wants to hear of: one stream for it, one at each server, told under its own id."""

import asyncio

import pytest

from tests.gate.conftest import until
from toolguard.clients.aggregate.subscriptions import SUBSCRIPTION_ID_KEY

WISH = {"toolsListChanged": True, "resourceSubscriptions": ["note://1", "mail://2", "who://knows"], "vendor/wish": 1}
PARTS = {
    "git": {"tools": ["log"], "resources": ["note://1"], "era": "modern"},
    "mail": {"tools": ["send"], "resources": ["mail://2"], "era": "modern"},
}


@pytest.fixture
async def stage(crowd):
    one = crowd(**PARTS)
    one.start()
    await one.lists(modern=True)
    await one.lists("resources", modern=True)
    one.requests("L", "subscriptions/listen", {"notifications": WISH}, modern=True)
    told = await one.hears("notifications/subscriptions/acknowledged")
    assert told["params"]["_meta"] == {SUBSCRIPTION_ID_KEY: "L"}
    assert "vendor/wish" not in told["params"]["notifications"]
    return one


@pytest.mark.case(42)
async def test_subscription_is_split_by_server_and_notified_under_the_client_id(stage):
    git, mail = [await stage.server(name).hears("subscriptions/listen") for name in ("git", "mail")]
    assert git["params"]["notifications"] == {"toolsListChanged": True, "resourceSubscriptions": ["note://1"]}
    assert mail["params"]["notifications"]["resourceSubscriptions"] == ["mail://2"]
    assert "L" not in (git["id"], mail["id"])
    for name, heard, uri in (("git", git, "note://1"), ("mail", mail, "mail://2")):
        server = stage.server(name)
        server.notifies(
            "notifications/subscriptions/acknowledged", _meta={SUBSCRIPTION_ID_KEY: heard["id"]}, notifications={}
        )
        server.notifies("notifications/resources/updated", _meta={SUBSCRIPTION_ID_KEY: heard["id"], "v": 1}, uri=uri)
        told = await stage.hears("notifications/resources/updated")
        assert told["params"] == {"_meta": {SUBSCRIPTION_ID_KEY: "L", "v": 1}, "uri": uri}
    stage.server("git").notifies(
        "notifications/resources/updated", _meta={SUBSCRIPTION_ID_KEY: mail["id"]}, uri="mail://2"
    )
    stage.server("git").notifies("notifications/resources/updated", _meta={SUBSCRIPTION_ID_KEY: "L"}, uri="mail://2")
    stage.server("git").notifies("notifications/tools/list_changed", _meta={SUBSCRIPTION_ID_KEY: git["id"]})
    assert (await stage.hears("notifications/tools/list_changed"))["params"] == {"_meta": {SUBSCRIPTION_ID_KEY: "L"}}
    assert stage.aside == []


async def test_two_streams_keep_their_ids_and_their_wishes(stage):
    stage.requests("M", "subscriptions/listen", {"notifications": {"resourcesListChanged": True}}, modern=True)
    await stage.hears("notifications/subscriptions/acknowledged")
    stage.server("git").notifies("notifications/tools/list_changed")
    stage.server("mail").notifies("notifications/resources/list_changed")
    told = [await stage.hears() for _ in range(2)]
    assert {one["method"]: one["params"]["_meta"][SUBSCRIPTION_ID_KEY] for one in told} == {
        "notifications/tools/list_changed": "L",
        "notifications/resources/list_changed": "M",
    }


async def test_cancelled_stream_is_cancelled_at_every_server(stage):
    heard = [await stage.server(name).hears("subscriptions/listen") for name in ("git", "mail")]
    stage.says({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "L"}})
    for name, one in zip(("git", "mail"), heard, strict=True):
        assert (await stage.server(name).hears("notifications/cancelled"))["params"]["requestId"] == one["id"]
    stage.server("git").notifies("notifications/tools/list_changed", _meta={SUBSCRIPTION_ID_KEY: heard[0]["id"]})
    await asyncio.sleep(0.3)
    assert await stage.asks("ping") == {}
    assert stage.aside == []


async def test_late_server_joins_the_subscription_and_ended_stream_is_harmless(stage):
    heard = await stage.server("git").hears("subscriptions/listen")
    stage.server("git").answers(heard, {"resultType": "complete", "_meta": {SUBSCRIPTION_ID_KEY: heard["id"]}})
    stage.follows(time={"tools": ["now"], "era": "modern"})
    await stage.hears("notifications/tools/list_changed")
    await until(lambda: "time" in stage.opened)
    assert (await stage.server("time").hears("subscriptions/listen"))["params"]["notifications"] == {
        "toolsListChanged": True
    }
    assert not [one for one in stage.client.log if one.get("id") == "L"]


async def test_hiding_a_tool_notifies_clients_on_the_stream(stage):
    await stage.hides("git", "log")
    assert (await stage.hears("notifications/tools/list_changed"))["params"] == {"_meta": {SUBSCRIPTION_ID_KEY: "L"}}
    assert await stage.lists(modern=True) == ["mail__send"]


@pytest.mark.parametrize(
    "wish", [None, 5, [], {"toolsListChanged": "yes", "resourceSubscriptions": 5, "taskIds": ["t"]}]
)
async def test_unsupported_subscription_is_acknowledged_empty(crowd, wish):
    one = crowd(**PARTS)
    one.start()
    await one.lists(modern=True)
    one.requests("L", "subscriptions/listen", {"notifications": wish}, modern=True)
    await one.hears("notifications/subscriptions/acknowledged")
    assert await one.asks("ping") == {}
    assert not one.server("git").heard("subscriptions/listen")
