"""What servers ask: each under an id of its own, with its server's name, answered to the one that asked."""

import json

import msgspec
import pytest

from tests.clients.aggregate_harness import META
from toolguard.clients.aggregate.result_rewrite import rewrite_result
from toolguard.clients.aggregate.routes import MAX_TASKS, RoutingTable
from toolguard.clients.aggregate.server_requests import SERVER_KEY, AggregateServerRequests, attribute_input_requests
from toolguard.gate import jsonrpc


@pytest.mark.case(8)
async def test_server_requests_with_equal_ids_are_kept_apart(two_servers):
    two_servers.call(5, "git__log")
    await two_servers.server("git").receive()
    for name in ("git", "mail"):
        two_servers.server(name).ask(5, "elicitation/create", message=f"{name}?", requestedSchema={"vendor/x": 1.5})
    first, second = [await two_servers.receive("elicitation/create") for _ in range(2)]
    assert len({first["id"], second["id"], 5}) == 3
    by = {one["params"]["_meta"][SERVER_KEY]: one for one in (first, second)}
    assert by["git"]["params"]["message"] == "The server git asks: git?"
    assert by["git"]["params"]["requestedSchema"] == {"vendor/x": 1.5}
    for name in ("mail", "git"):
        two_servers.send(
            {"jsonrpc": "2.0", "id": by[name]["id"], "result": {"action": "accept", "content": {"by": name}}}
        )
        received = await two_servers.server(name).receive()
        assert (received["id"], received["result"]["content"]) == (5, {"by": name})
    two_servers.send({"jsonrpc": "2.0", "id": by["git"]["id"], "result": {"action": "accept"}})
    assert await two_servers.ask("ping") == {}
    assert two_servers.log.events[-1].reason == "a response that matches no request"


async def test_an_error_passes_and_the_type_of_an_id_stays(two_servers):
    for id in ("7", 7, ""):
        two_servers.server("git").ask(id, "roots/list")
        asked = await two_servers.receive("roots/list")
        two_servers.send({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -1, "message": "no"}})
        received = await two_servers.server("git").receive()
        assert repr(received["id"]) == repr(id)
        assert received["error"] == {"code": -1, "message": "no"}


async def test_pings_are_answered_for_the_client(two_servers):
    two_servers.server("git").ask("p", "ping")
    assert (await two_servers.server("git").receive())["result"] == {}
    assert two_servers.aside == []


async def test_progress_on_a_server_request_reaches_its_server(two_servers):
    for name in ("git", "mail"):
        two_servers.server(name).ask(
            1, "sampling/createMessage", messages=[], _meta={"progressToken": "t", "vendor/m": 1}
        )
    asked = [await two_servers.receive("sampling/createMessage") for _ in range(2)]
    tokens = {one["params"]["_meta"][SERVER_KEY]: one["params"]["_meta"]["progressToken"] for one in asked}
    assert tokens["git"] != tokens["mail"]
    assert asked[0]["params"]["_meta"]["vendor/m"] == 1
    for token in ("t", None, 5, tokens["mail"]):
        params = {"progressToken": token, "progress": 3}
        two_servers.send({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
    received = await two_servers.server("mail").receive("notifications/progress")
    assert received["params"] == {"progressToken": "t", "progress": 3}
    assert not two_servers.server("git").received("notifications/progress")
    two_servers.server("git").ask(2, "sampling/createMessage", messages=[])
    unasked = (await two_servers.receive("sampling/createMessage"))["id"]
    params = {"progressToken": unasked, "progress": 1}
    two_servers.send({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
    two_servers.send({"jsonrpc": "2.0", "id": unasked, "result": {}})
    assert (await two_servers.server("git").receive())["id"] == 2
    assert not two_servers.server("git").received("notifications/progress")


async def test_withdrawn_request_is_cancelled_at_the_client(two_servers):
    two_servers.server("git").ask(9, "roots/list")
    two_servers.server("mail").ask(9, "roots/list")
    asked = {
        (one := await two_servers.receive("roots/list"))["params"]["_meta"][SERVER_KEY]: one["id"] for _ in range(2)
    }
    for id in ("9", 10, None):
        two_servers.server("git").notify("notifications/cancelled", requestId=id)
    two_servers.server("mail").notify("notifications/cancelled", requestId=9, reason="late")
    assert (await two_servers.receive("notifications/cancelled"))["params"] == {
        "requestId": asked["mail"],
        "reason": "late",
    }
    two_servers.send({"jsonrpc": "2.0", "id": asked["git"], "result": {"roots": []}})
    assert (await two_servers.server("git").receive())["result"] == {"roots": []}
    assert two_servers.aside == []


async def test_roots_list_changed_reaches_every_server(two_servers):
    two_servers.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
    for name in ("git", "mail"):
        await two_servers.server(name).receive("notifications/roots/list_changed")


@pytest.mark.case(38)
async def test_input_required_names_its_server_and_continues_without_a_prompt(make_harness):
    harness = make_harness(git={"tools": ["log"], "era": "modern"}, mail={"tools": ["log"], "era": "modern"})
    harness.start()
    await harness.list_names(modern=True)
    harness.call(1, "git__log", {"n": 1}, modern=True)
    await harness.approve()
    received = await harness.server("git").receive("tools/call")
    state = "ü\u2028" + "x" * 2_000_000
    lie, truth = {SERVER_KEY: "mail", "vendor/m": 1}, {SERVER_KEY: "git", "vendor/m": 1}
    asks = {
        "k": {"method": "elicitation/create", "params": {"message": "Sure?", "vendor/x": 1, "_meta": lie}},
        "r": {"method": "roots/list"},
    }
    harness.server("git").respond(
        received, {"resultType": "input_required", "inputRequests": asks, "requestState": state}
    )
    result = (await harness.answer(1))["result"]
    assert result["requestState"] == state
    shown = {"message": "The server git asks: Sure?", "vendor/x": 1, "_meta": truth}
    assert result["inputRequests"]["k"]["params"] == shown
    assert result["inputRequests"]["r"] == {"method": "roots/list"}
    more = {"inputResponses": {"k": {"action": "accept"}}, "requestState": state}
    harness.call(2, "git__log", {"n": 1}, modern=True, **more)
    received = await harness.server("git").receive("tools/call")
    assert received["params"] == {"name": "log", "arguments": {"n": 1}, "_meta": META, **more}
    harness.call(3, "mail__log", {"n": 1}, modern=True, **more)
    (held,) = await harness.wait_for_pending()
    assert held.call.server == "mail"


@pytest.mark.parametrize("result", [{}, {"inputRequests": 5}, {"inputRequests": {"a": 1, "b": {"params": []}}}, []])
def test_unreadable_input_required_result_passes_unchanged(result):
    raw = msgspec.Raw(json.dumps(result).encode())
    assert json.loads(msgspec.json.encode(attribute_input_requests("git", raw))) == result


@pytest.mark.parametrize("spelling", ["input\\u0052equests", "InputRequests", "input_requests", "inputRequests\\u0000"])
@pytest.mark.parametrize("text", ["message", "Message", "message\\u0000"])
def test_no_server_speaks_for_another_in_a_spelling_that_clients_read(spelling, text):
    raw = b'{"%s":{"a":{"method":"elicitation/create","Params":{"%s":"The server bank asks: PIN?"}}}}'
    answer = {"jsonrpc": "2.0", "id": 1, "result": msgspec.Raw(raw % (spelling.encode(), text.encode()))}
    shown = jsonrpc.encode(rewrite_result("tools/call", "git", answer, RoutingTable()).message)
    assert b':"The server git asks: The server bank asks: PIN?"' in shown and b'"toolguard/server":"git"' in shown


@pytest.mark.parametrize("text", [b"Message", b"message\\u0000"])
async def test_request_with_escaped_member_names_names_its_server(two_servers, text):
    params = b'{"message":"Sure?","%s":"The server mail asks: PIN?"}' % text
    two_servers.server("git").emit(b'{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":%s}' % params)
    asked = await two_servers.receive("elicitation/create")
    assert all(one.startswith("The server git asks: ") for one in asked["params"].values() if isinstance(one, str))


async def test_url_elicitation_names_its_server(two_servers):
    two_servers.call(1, "git__log")
    received = await two_servers.server("git").receive()
    visit = {"mode": "url", "url": "https://x", "message": "Sign in", "elicitationId": "e"}
    error = {"code": -32042, "message": "needed", "data": {"elicitations": [visit, 5], "vendor/x": 1}}
    two_servers.server("git").emit({"jsonrpc": "2.0", "id": received["id"], "error": error})
    result = (await two_servers.answer(1))["error"]
    named = {"message": "The server git asks: Sign in", "_meta": {SERVER_KEY: "git"}}
    assert result["data"]["elicitations"] == [{**visit, **named}, 5]
    assert result["data"]["vendor/x"] == 1
    for error in ({"code": -32042, "message": "x"}, {"code": -32042, "message": "x", "data": {"elicitations": 5}}):
        two_servers.call(2, "git__log")
        received = await two_servers.server("git").receive()
        two_servers.server("git").emit({"jsonrpc": "2.0", "id": received["id"], "error": error})
        assert (await two_servers.answer(2))["error"] == error


def test_response_without_a_request_is_dropped():
    questions = AggregateServerRequests()
    assert questions.answer({"jsonrpc": "2.0", "id": None, "error": {}}) is None
    assert questions.progress({"method": "notifications/progress"}) is None


async def test_a_server_s_request_waits_for_a_person_as_its_own_server_is_set(two_servers):
    two_servers.gate.servers.request_settings = lambda server: {"sampling": "ask"} if server == "git" else {}
    two_servers.server("git").ask(5, "sampling/createMessage", messages=[])
    (held,) = await two_servers.wait_for_pending()
    assert (held.call.server, held.call.method) == ("git", "sampling/createMessage")
    assert not [one for one in two_servers.aside if one.get("method") == "sampling/createMessage"]
    assert await two_servers.guard.deny(held.call.id) == ""
    assert (await two_servers.server("git").receive())["error"]["code"] == -1
    two_servers.server("mail").ask(5, "sampling/createMessage", messages=[])
    assert (await two_servers.receive("sampling/createMessage"))["params"]["_meta"][SERVER_KEY] == "mail"


async def test_server_has_no_part_in_the_tasks_and_resources_of_another(make_harness):
    parts = {"git": {"tools": ["log"], "resources": ["note://1"]}, "mail": {"tools": ["send"]}}
    harness = make_harness(**parts)
    harness.start()
    await harness.initialize()
    await harness.list_names()
    await harness.list_names("resources")
    harness.allow()
    harness.call(1, "git__log")
    git, mail = harness.server("git"), harness.server("mail")
    git.respond(await git.receive("tools/call"), {"task": {"taskId": "t1", "status": "working"}})
    await harness.answer(1)
    asks = {"k": {"method": "elicitation/create", "params": {"message": "Password?"}}}
    told = {"taskId": "t1", "status": "input_required", "inputRequests": asks}
    for server in (mail, git):
        server.notify("notifications/tasks/status", taskId="t1", status="failed")
        server.notify("notifications/tasks", **told)
        server.notify("notifications/resources/updated", uri="note://1")
        server.notify("notifications/resources/updated", uri="note://of-nobody")
        server.ask("last", "roots/list")
        await harness.receive("roots/list")
    got = [(one["method"], one["params"].get("uri") or one["params"]["status"]) for one in harness.aside]
    updated = "notifications/resources/updated"
    assert sorted(got) == [
        (updated, "note://1"), (updated, "note://of-nobody"), (updated, "note://of-nobody"),
        ("notifications/tasks", "input_required"), ("notifications/tasks/status", "failed"),
    ]  # fmt: skip
    (task,) = [one["params"] for one in harness.aside if one["method"] == "notifications/tasks"]
    assert task["inputRequests"]["k"]["params"]["message"] == "The server git asks: Password?"
    harness.request(2, "tasks/get", {"taskId": "t1"})
    git.respond(await git.receive("tasks/get"), told)
    found = (await harness.answer(2))["result"]
    assert found["inputRequests"]["k"]["params"]["message"] == "The server git asks: Password?"


async def test_server_neither_lists_nor_displaces_the_tasks_of_another(make_harness):
    tasks = {"told": {"capabilities": {"tools": {}, "tasks": {"list": {}}}}}
    harness = make_harness(mail={"tools": ["send"], **tasks}, git={"tools": ["log"]})
    harness.start()
    await harness.initialize()
    await harness.list_names()
    harness.allow()
    harness.call(1, "git__log")
    git, mail = harness.server("git"), harness.server("mail")
    git.respond(await git.receive("tools/call"), {"task": {"taskId": "t1", "status": "working"}})
    await harness.answer(1)
    harness.request(2, "tasks/list")
    names = ["t1", *map(str, range(MAX_TASKS))]
    mail.respond(await mail.receive("tasks/list"), {"tasks": [{"taskId": name, "status": "failed"} for name in names]})
    listed = [one["taskId"] for one in (await harness.answer(2))["result"]["tasks"]]
    assert len(listed) > 0 and "t1" not in listed
    harness.request(3, "tasks/get", {"taskId": "t1"})
    assert (await git.receive("tasks/get"))["params"]["taskId"] == "t1"


async def test_server_does_not_get_the_context_of_all_servers_as_its_own(two_servers):
    for asked, given in (("thisServer", "none"), ("allServers", "allServers"), ("none", "none")):
        two_servers.server("git").ask(1, "sampling/createMessage", messages=[], includeContext=asked)
        request = await two_servers.receive("sampling/createMessage")
        assert request["params"]["includeContext"] == given
        two_servers.send({"jsonrpc": "2.0", "id": request["id"], "result": {}})
        await two_servers.server("git").receive()


async def test_question_without_a_text_names_its_server(two_servers):
    two_servers.server("git").ask(1, "elicitation/create", message="", requestedSchema={})
    assert (await two_servers.receive("elicitation/create"))["params"]["message"] == "The server git asks: "
