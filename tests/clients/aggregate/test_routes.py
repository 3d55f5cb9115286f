"""What is for one server only reaches that one: prompts, resources, templates, completions, tasks, logs."""

import pytest

from toolguard.clients.aggregate import routes
from toolguard.clients.aggregate.merging import KINDS
from toolguard.clients.aggregate.routes import RoutingTable

PARTS = {
    "git": {
        "tools": ["log"],
        "prompts": ["review"],
        "resources": ["git://head", "file:///same"],
        "resourceTemplates": ["git://{+ref}"],
        "told": {"capabilities": {"tools": {}, "prompts": {}, "resources": {"subscribe": True}, "tasks": {"list": {}}}},
    },
    "mail": {
        "tools": ["send", {"name": "look", "inputSchema": {}, "_meta": {"ui": {"resourceUri": "ui://mail/look"}}}],
        "prompts": ["review"],
        "resources": ["mail://1", "file:///same"],
    },
}


@pytest.fixture
async def stage(crowd):
    one = crowd(**PARTS)
    one.start()
    await one.shakes()
    one.allows()
    return one


async def heard_by(stage, name, method, params):
    """That ``name`` hears the request, with these params, and its answer comes back."""
    stage.requests("r", method, params)
    heard = await stage.server(name).hears(method)
    stage.server(name).answers(heard, {"by": name})
    assert (await stage.answer("r"))["result"] == {"by": name}
    return heard["params"]


async def test_prompts_are_named_like_tools_and_reach_their_server(stage):
    assert await stage.lists("prompts") == ["git__review", "mail__review"]
    params = {"name": "mail__review", "arguments": {"a": "b"}, "vendor/p": 1}
    assert await heard_by(stage, "mail", "prompts/get", params) == {**params, "name": "review"}
    assert (await stage.asks("prompts/get", {"name": "review"}))["message"] == "Unknown prompt: review"


@pytest.mark.parametrize("method", ["resources/read", "resources/subscribe", "resources/unsubscribe"])
async def test_resource_is_read_from_its_listing_server(stage, method):
    assert await stage.lists("resources") == ["git://head", "file:///same", "mail://1"]
    assert await stage.lists("resourceTemplates") == ["git://{+ref}"]
    for uri, name in (("git://head", "git"), ("mail://1", "mail"), ("git://v1/x", "git"), ("file:///same", "git")):
        assert await heard_by(stage, name, method, {"uri": uri}) == {"uri": uri}


async def test_unknown_resource_is_requested_from_no_server(stage):
    refused = await stage.asks("resources/read", {"uri": "file:///etc/passwd"})
    assert refused == {"code": -32002, "message": "Resource not found: file:///etc/passwd"}
    for params in ({}, {"uri": 5}):
        assert (await stage.asks("resources/read", params))["code"] == -32002
    assert (await stage.asks("resources/read", []))["code"] == -32602
    for name in PARTS:
        assert not stage.server(name).heard("resources/read")


async def test_tool_ui_and_linked_resources_belong_to_their_server(stage):
    await heard_by(stage, "mail", "resources/read", {"uri": "ui://mail/look"})
    stage.calls(1, "mail__send")
    heard = await stage.server("mail").hears("tools/call")
    content = [
        {"type": "resource_link", "uri": "sent://9"},
        {"type": "resource", "resource": {"uri": "sent://10"}},
        5,
        {},
    ]
    stage.server("mail").answers(heard, {"content": content})
    await stage.answer(1)
    for uri in ("sent://9", "sent://10"):
        await heard_by(stage, "mail", "resources/read", {"uri": uri})


async def test_a_completion_reaches_the_server_of_its_prompt_or_template(stage):
    argument = {"name": "x", "value": "y"}
    prompt = {"ref": {"type": "ref/prompt", "name": "mail__review", "title": "t"}, "argument": argument}
    heard = await heard_by(stage, "mail", "completion/complete", prompt)
    assert heard == {"ref": {"type": "ref/prompt", "name": "review", "title": "t"}, "argument": argument}
    template = {"ref": {"type": "ref/resource", "uri": "git://{+ref}"}, "argument": argument}
    assert await heard_by(stage, "git", "completion/complete", template) == template
    for ref in ({"type": "ref/prompt", "name": "review"}, {"type": "ref/resource"}, 5, None):
        assert (await stage.asks("completion/complete", {"ref": ref}))["code"] == -32602


async def test_updates_of_resources_pass(stage):
    await stage.lists("resources")
    stage.server("git").notifies("notifications/resources/updated", uri="git://head")
    assert (await stage.hears("notifications/resources/updated"))["params"] == {"uri": "git://head"}


@pytest.mark.case(41)
async def test_task_request_goes_to_the_server_that_created_it(stage):
    stage.calls(1, "git__log", task={"ttl": 5}, _meta={"progressToken": "p"})
    heard = await stage.server("git").hears("tools/call")
    stage.server("git").answers(heard, {"task": {"taskId": "t-1", "status": "working"}})
    assert (await stage.answer(1))["result"]["task"]["taskId"] == "t-1"
    stage.server("git").notifies("notifications/progress", progressToken="p", progress=1)
    await stage.hears("notifications/progress")
    for method in ("tasks/get", "tasks/result", "tasks/cancel"):
        await heard_by(stage, "git", method, {"taskId": "t-1"})
    assert (await stage.asks("tasks/get", {"taskId": "t-2"}))["message"] == "Task not found"
    stage.calls(2, "mail__send")
    heard = await stage.server("mail").hears("tools/call")
    stage.server("mail").answers(heard, {"task": {"taskId": "t-1", "status": "working"}})
    await stage.answer(2)
    await heard_by(stage, "git", "tasks/get", {"taskId": "t-1"})
    stage.requests(3, "tasks/list")
    stage.server("git").answers(await stage.server("git").hears("tasks/list"), {"tasks": [{"taskId": "t-9"}]})
    assert (await stage.answer(3))["result"] == {"tasks": [{"taskId": "t-9"}]}
    await heard_by(stage, "git", "tasks/get", {"taskId": "t-9"})
    assert not stage.server("mail").heard("tasks/list") + stage.server("mail").heard("tasks/get")


async def test_log_message_names_its_server_and_level_applies_to_later_servers(stage):
    stage.server("git").notifies("notifications/message", level="info", logger="db", data={"x": 1.5})
    stage.server("mail").notifies("notifications/message", level="info", data="y")
    told = [(await stage.hears("notifications/message"))["params"] for _ in range(2)]
    assert told == [
        {"level": "info", "logger": "git/db", "data": {"x": 1.5}},
        {"level": "info", "logger": "mail", "data": "y"},
    ]
    assert await stage.asks("logging/setLevel", {"level": "error"}) == {}
    heard = await stage.server("mail").hears("logging/setLevel")
    assert heard["params"] == {"level": "error"}
    assert not stage.server("git").heard("logging/setLevel")  # it has no such capability
    stage.follows(time={"tools": ["now"]})
    await stage.lists()
    assert (await stage.server("time").hears("logging/setLevel"))["params"] == {"level": "error"}


async def test_the_same_name_twice_is_shown_once_and_a_name_that_clients_refuse_keeps_its_own_as_title(crowd):
    stage = crowd(
        git={"tools": ["a", "a", "查询", {"name": "b.c", "title": "mine"}, {"name": ""}, {"title": "x"}, 5, "b"]}
    )
    stage.start()
    await stage.shakes()
    tools = (await stage.asks("tools/list"))["tools"]
    assert [tool.get("title") for tool in tools] == [None, "查询", "mine", None]
    assert [tool["name"].partition("__")[0] for tool in tools] == ["git"] * 4


def test_tasks_are_bounded(monkeypatch):
    monkeypatch.setattr(routes, "MAX_TASKS", 2)
    known = RoutingTable()
    known.learn(KINDS["tasks/list"], "git", [{"taskId": one} for one in "abc"])
    assert [known.task_owner(one) for one in "abc"] == [None, "git", "git"]
    known.drop("git")
    assert known.task_owner("c") is None


async def test_requests_of_a_client_are_decided_about_as_their_own_server_is_set(stage):
    await stage.lists("resources")
    stage.gate.servers.request_settings = lambda server: (
        {"resources": "deny", "prompts": "ask"} if server == "mail" else {}
    )
    refused = await stage.asks("resources/read", {"uri": "mail://1"})
    assert "settings deny" in refused["message"] and not stage.server("mail").heard("resources/read")
    await heard_by(stage, "git", "resources/read", {"uri": "git://head"})
    stage.requests(7, "prompts/get", {"name": "mail__review"})
    (held,) = await stage.sees()
    assert (held.call.server, held.call.arguments) == ("mail", {"name": "review"})
    await stage.approves()
    assert (await stage.server("mail").hears("prompts/get"))["params"]["name"] == "review"
