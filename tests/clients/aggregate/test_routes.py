"""What is for one server only reaches that one: prompts, resources, templates, completions, tasks, logs."""

import pytest

from toolguard.clients.aggregate import routes
from toolguard.clients.aggregate.merging import KINDS
from toolguard.clients.aggregate.result_rewrite import LOOKED_AT, rewrite_result
from toolguard.clients.aggregate.routes import RoutingTable
from toolguard.gate import jsonrpc

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
async def harness(make_harness):
    one = make_harness(**PARTS)
    one.start()
    await one.initialize()
    one.allow()
    return one


async def received_by(harness, name, method, params):
    """That ``name`` hears the request, with these params, and its answer comes back."""
    harness.request("r", method, params)
    received = await harness.server(name).receive(method)
    harness.server(name).respond(received, {"by": name})
    assert (await harness.answer("r"))["result"] == {"by": name}
    return received["params"]


async def test_prompts_are_named_like_tools_and_reach_their_server(harness):
    assert await harness.list_names("prompts") == ["git__review", "mail__review"]
    params = {"name": "mail__review", "arguments": {"a": "b"}, "vendor/p": 1}
    assert await received_by(harness, "mail", "prompts/get", params) == {**params, "name": "review"}
    assert (await harness.ask("prompts/get", {"name": "review"}))["message"] == "Unknown prompt: review"


@pytest.mark.parametrize("method", ["resources/read", "resources/subscribe", "resources/unsubscribe"])
async def test_resource_is_read_from_its_listing_server(harness, method):
    assert await harness.list_names("resources") == ["git://head", "file:///same", "mail://1"]
    assert await harness.list_names("resourceTemplates") == ["git://{+ref}"]
    for uri, name in (("git://head", "git"), ("mail://1", "mail"), ("git://v1/x", "git"), ("file:///same", "git")):
        assert await received_by(harness, name, method, {"uri": uri}) == {"uri": uri}


async def test_unknown_resource_is_requested_from_no_server(harness):
    refused = await harness.ask("resources/read", {"uri": "file:///etc/passwd"})
    assert refused == {"code": -32002, "message": "Resource not found: file:///etc/passwd"}
    for params in ({}, {"uri": 5}):
        assert (await harness.ask("resources/read", params))["code"] == -32002
    assert (await harness.ask("resources/read", []))["code"] == -32602
    for name in PARTS:
        assert not harness.server(name).received("resources/read")


async def test_tool_ui_and_linked_resources_belong_to_their_server(harness):
    await received_by(harness, "mail", "resources/read", {"uri": "ui://mail/look"})
    harness.call(1, "mail__send")
    received = await harness.server("mail").receive("tools/call")
    content = [
        {"type": "resource_link", "uri": "sent://9"},
        {"type": "resource", "resource": {"uri": "sent://10"}},
        5,
        {},
    ]
    harness.server("mail").respond(received, {"content": content})
    await harness.answer(1)
    for uri in ("sent://9", "sent://10"):
        await received_by(harness, "mail", "resources/read", {"uri": uri})


async def test_a_completion_reaches_the_server_of_its_prompt_or_template(harness):
    argument = {"name": "x", "value": "y"}
    prompt = {"ref": {"type": "ref/prompt", "name": "mail__review", "title": "t"}, "argument": argument}
    received = await received_by(harness, "mail", "completion/complete", prompt)
    assert received == {"ref": {"type": "ref/prompt", "name": "review", "title": "t"}, "argument": argument}
    template = {"ref": {"type": "ref/resource", "uri": "git://{+ref}"}, "argument": argument}
    assert await received_by(harness, "git", "completion/complete", template) == template
    for ref in ({"type": "ref/prompt", "name": "review"}, {"type": "ref/resource"}, 5, None):
        assert (await harness.ask("completion/complete", {"ref": ref}))["code"] == -32602


async def test_updates_of_resources_pass(harness):
    await harness.list_names("resources")
    harness.server("git").notify("notifications/resources/updated", uri="git://head")
    assert (await harness.receive("notifications/resources/updated"))["params"] == {"uri": "git://head"}


@pytest.mark.case(41)
async def test_task_request_goes_to_the_server_that_created_it(harness):
    harness.call(1, "git__log", task={"ttl": 5}, _meta={"progressToken": "p"})
    received = await harness.server("git").receive("tools/call")
    harness.server("git").respond(received, {"task": {"taskId": "t-1", "status": "working"}})
    assert (await harness.answer(1))["result"]["task"]["taskId"] == "t-1"
    harness.server("git").notify("notifications/progress", progressToken="p", progress=1)
    await harness.receive("notifications/progress")
    for method in ("tasks/get", "tasks/result", "tasks/cancel"):
        await received_by(harness, "git", method, {"taskId": "t-1"})
    assert (await harness.ask("tasks/get", {"taskId": "t-2"}))["message"] == "Task not found"
    harness.call(2, "mail__send")
    received = await harness.server("mail").receive("tools/call")
    harness.server("mail").respond(received, {"task": {"taskId": "t-1", "status": "working"}})
    assert "with the ID of a task of another server" in (await harness.answer(2))["error"]["message"]
    await received_by(harness, "git", "tasks/get", {"taskId": "t-1"})
    harness.request(3, "tasks/list")
    harness.server("git").respond(await harness.server("git").receive("tasks/list"), {"tasks": [{"taskId": "t-9"}]})
    assert (await harness.answer(3))["result"] == {"tasks": [{"taskId": "t-9"}]}
    await received_by(harness, "git", "tasks/get", {"taskId": "t-9"})
    assert not harness.server("mail").received("tasks/list") + harness.server("mail").received("tasks/get")


@pytest.mark.parametrize(
    "members",
    [
        b'"resultType":"task","task\\u0049d":"t-1"',
        b'"resultType":"task","taskId":"t-1","x":"%s"' % (b"x" * LOOKED_AT),
        b'"resultType":"task","taskId":"t-1","inputRequests":{"a":{"method":"elicitation/create","params":{"x":1}}}',
        b'"resultType":"task","taskId":"t-1","task":{"taskId":"t-2"}',
        b'"task":{"taskId":"t-1"},"isError":true',
        b'"task":{"TaskId":"t-1"},"content":[]',
    ],
    ids=["escaped", "large", "asking", "two", "error", "spelled"],
)
def test_no_spelling_of_a_result_claims_the_task_of_another_server(members):
    table = RoutingTable()
    table.own("git", ("t-1",))
    [answer] = jsonrpc.decode_server(b'{"jsonrpc":"2.0","id":1,"result":{%s}}' % members)
    error = rewrite_result("tools/call", "mail", answer, table).message["error"]
    assert "with the ID of a task of another server" in error["message"]
    assert table.task_owner("t-1") == "git"


async def test_log_message_names_its_server_and_level_applies_to_later_servers(harness):
    harness.server("git").notify("notifications/message", level="info", logger="db", data={"x": 1.5})
    harness.server("mail").notify("notifications/message", level="info", data="y")
    results = [(await harness.receive("notifications/message"))["params"] for _ in range(2)]
    assert results == [
        {"level": "info", "logger": "git/db", "data": {"x": 1.5}},
        {"level": "info", "logger": "mail", "data": "y"},
    ]
    assert await harness.ask("logging/setLevel", {"level": "error"}) == {}
    received = await harness.server("mail").receive("logging/setLevel")
    assert received["params"] == {"level": "error"}
    assert not harness.server("git").received("logging/setLevel")  # it has no such capability
    harness.update_servers(time={"tools": ["now"]})
    await harness.list_names()
    assert (await harness.server("time").receive("logging/setLevel"))["params"] == {"level": "error"}


async def test_duplicate_tool_is_listed_once_and_an_invalid_name_becomes_the_title(make_harness):
    harness = make_harness(
        git={"tools": ["a", "a", "查询", {"name": "b.c", "title": "mine"}, {"name": ""}, {"title": "x"}, 5, "b"]}
    )
    harness.start()
    await harness.initialize()
    tools = (await harness.ask("tools/list"))["tools"]
    assert [tool.get("title") for tool in tools] == [None, "查询", "mine", None]
    assert [tool["name"].partition("__")[0] for tool in tools] == ["git"] * 4


def test_tasks_are_bounded(monkeypatch):
    monkeypatch.setattr(routes, "MAX_TASKS", 2)
    known = RoutingTable()
    known.learn(KINDS["tasks/list"], "git", [{"taskId": one} for one in "abc"])
    assert [known.task_owner(one) for one in "abc"] == [None, "git", "git"]
    known.drop("git")
    assert known.task_owner("c") is None


async def test_requests_of_a_client_are_decided_about_as_their_own_server_is_set(harness):
    await harness.list_names("resources")
    harness.gate.servers.request_settings = lambda server: (
        {"resources": "deny", "prompts": "ask"} if server == "mail" else {}
    )
    refused = await harness.ask("resources/read", {"uri": "mail://1"})
    assert "settings deny" in refused["message"] and not harness.server("mail").received("resources/read")
    await received_by(harness, "git", "resources/read", {"uri": "git://head"})
    harness.request(7, "prompts/get", {"name": "mail__review"})
    (held,) = await harness.wait_for_pending()
    assert (held.call.server, held.call.arguments) == ("mail", {"name": "review"})
    await harness.approve()
    assert (await harness.server("mail").receive("prompts/get"))["params"]["name"] == "review"
