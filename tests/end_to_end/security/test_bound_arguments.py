"""Arguments that a person bound, in every way in which a client can come: cases 44 and 45 of the acceptance cases."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from tests.end_to_end.anywhere import WAYS, Anywhere
from tests.end_to_end.security.test_secrets_and_log import FORMS, SECRET
from toolguard.gate.model import CallCompleted, CallDecided, CallForwarded, CallHeld, CallWithdrawn, SecretReleased

AT = {"query": {"/connection": "${secret:db}"}}
FILLED = ("db argument /connection",)
PAGE = {"cursor": "query"}


@pytest.fixture(params=WAYS)
def place(sandbox, request):
    made = Anywhere(sandbox, request.param)
    yield made
    made.close()


def kept_at(place, arguments=AT, servers=("peer",), value=True):
    """The secret ``db``, bound to these servers, and filled into calls of the peer at these places."""
    sandbox = place.sandbox
    sandbox.keyring("Filed")
    sandbox.config["servers"]["peer"]["arguments"] = arguments
    sandbox.config["secrets"]["db"] = {"servers": list(servers)}
    sandbox.configure()
    if value:
        assert sandbox.toolguard("secret", "set", "db", input=SECRET + "\n").returncode == 0


def everything_written(sandbox, *texts):
    """Every byte that is left of a run, but for the keyring's own and what the server itself wrote down."""
    kept = [path for path in sandbox.folder.rglob("*") if path.is_file() and path.name not in ("keyring.json", "heard")]
    return b"".join(path.read_bytes() for path in kept) + "".join(texts).encode()


def refusal(answer):
    assert answer["result"]["isError"] is True, answer
    return answer["result"]["content"][0]["text"]


def sent(place):
    return [message["params"]["arguments"] for message in place.sandbox.received_of("tools/call")]


@pytest.mark.case(44)
def test_bound_argument_reaches_only_its_server(place):
    kept_at(place)
    serve = place.serve(terminal=True)
    client = place.client()
    (listed,) = client.ask("tools/list", "l", PAGE)["result"]["tools"]
    assert listed["inputSchema"]["required"] == ["sql"]
    assert list(listed["inputSchema"]["properties"]) == ["sql", "more"]
    client.call(1, "query", {"sql": "select 钥匙"})
    serve.wait_for_text("added after you approve: /connection ← secret db")
    assert not place.sandbox.received_of("tools/call")
    serve.approve()
    proof, *told = [block["text"] for block in client.answer(1)["result"]["content"]]
    client.disconnect()
    assert proof == sha256(SECRET.encode()).hexdigest()
    assert sent(place) == [{"sql": "select 钥匙", "connection": SECRET}]
    assert all("[secret db]" in form for form in told)
    asked, forwarded = place.sandbox.recorded(CallHeld), place.sandbox.recorded(CallForwarded)
    assert (asked.secrets, forwarded.secrets) == (FILLED, FILLED)
    assert json.loads(asked.arguments) == {"sql": "select 钥匙"}
    assert asked.digest == forwarded.digest
    assert place.sandbox.recorded(SecretReleased).place == "argument query /connection"
    place.sandbox.recorded(CallCompleted)
    serve.stop()
    written = everything_written(place.sandbox, *told, serve.screen())
    assert not [form for form in FORMS if form.encode() in written]
    assert place.sandbox.toolguard("log", "search", "db argument").stdout.count("query") >= 1


@pytest.mark.case(44)
def test_model_cannot_set_an_injected_argument(place):
    kept_at(place)
    serve = place.serve(terminal=True)
    client = place.client()
    client.ask("tools/list", "l", PAGE)
    for id, brought in enumerate(({"connection": "mine"}, {"connection": None}, {"CONNECTION ": "mine"})):
        client.call(id, "query", {"sql": "x", **brought})
        assert "ToolGuard fills in the argument /connection, so a call cannot set it" in refusal(client.answer(id))
        decided = place.sandbox.recorded(CallDecided, id + 1)
        assert (decided.verdict, decided.by) == ("deny", "bound argument")
        assert json.loads(decided.arguments) == {"sql": "x", **brought}
    assert not place.sandbox.received_of("tools/call")
    assert not place.sandbox.events(CallHeld)
    assert not place.sandbox.events(SecretReleased)
    serve.stop()


@pytest.mark.case(44)
def test_confusable_tool_name_is_treated_as_the_tool(place):
    kept_at(place)
    place.sandbox.allow()
    place.serve()
    client = place.client()
    client.call(1, "QUERY", {"sql": "select 1", "connection": "mine"})
    assert "connection" in refusal(client.answer(1))
    assert not sent(place)


@pytest.mark.case(44)
def test_call_allowed_by_a_rule_gets_injected_arguments(place):
    kept_at(place, {"query": {"/more/deep/key": "a ${secret:db}", "/connection": "${secret:db}"}})
    place.sandbox.allow("query")
    place.serve()
    client = place.client()
    client.call(1, "query", {"sql": "1", "more": {"deep": {"on": True}}})
    assert client.answer(1)["result"]["content"][0]["text"] == sha256(SECRET.encode()).hexdigest()
    whole = {"sql": "1", "more": {"deep": {"on": True, "key": f"a {SECRET}"}}, "connection": SECRET}
    assert sent(place) == [whole]


@pytest.mark.case(44)
def test_argument_that_cannot_be_hidden_is_never_injected(place):
    kept_at(place, {"query": {"/nowhere": "${secret:db}"}})
    place.sandbox.allow("query")
    place.serve()
    client = place.client()
    (listed,) = client.ask("tools/list", "l", PAGE)["result"]["tools"]
    assert list(listed["inputSchema"]["properties"]) == ["connection", "sql", "more"]
    client.call(1, "query", {"connection": "c", "sql": "1"})
    assert "no property /nowhere" in refusal(client.answer(1))
    assert place.sandbox.recorded(CallDecided).by == "bound argument"
    assert not place.sandbox.received_of("tools/call")


@pytest.mark.case(45)
def test_unbound_secret_is_not_injected(place):
    kept_at(place, servers=())
    place.sandbox.allow("query")
    place.serve()
    client = place.client()
    client.ask("tools/list", "l", PAGE)
    client.call(1, "query", {"sql": "1"})
    assert "run `toolguard secret bind db --server peer`" in refusal(client.answer(1))
    assert not place.sandbox.received_of("tools/call")
    assert not place.sandbox.events(SecretReleased)


@pytest.mark.case(45)
def test_missing_secret_value_is_reported_after_approval(place):
    kept_at(place, value=False)
    place.sandbox.allow("query")
    place.serve()
    client = place.client()
    client.call(1, "query", {"sql": "1"})
    assert "`toolguard secret set db`" in refusal(client.answer(1))
    assert "db" in place.sandbox.recorded(CallWithdrawn).reason
    assert not place.sandbox.received_of("tools/call")


@pytest.mark.case(44)
def test_continued_call_gets_injected_arguments_again(place):
    if not place.modern:
        pytest.skip("rounds are of the modern era")
    kept_at(place, {"say": {"/key": "${secret:db}"}})
    serve = place.serve(terminal=True)
    client = place.client()
    asks = '{"jsonrpc":"2.0","id":$ID,"result":{"resultType":"input_required","requestState":"s",' \
           '"inputRequests":{"k":{"method":"roots/list"}}}}'  # fmt: skip
    client.call(1, "say", {"lines": [asks]})
    serve.approve()
    client.answer(1)
    more = {"requestState": "s", "inputResponses": {"k": {"roots": []}}}
    client.call(2, "say", {"lines": [asks], "key": "mine"}, **more)
    assert "ToolGuard fills in the argument /key" in refusal(client.answer(2))
    client.call(3, "say", {"lines": [asks]}, **more)
    client.answer(3)
    assert [one.by.partition(" ")[0] for one in place.sandbox.events(CallDecided)] == [
        "person",
        "bound",
        "continuation",
    ]
    assert sent(place) == [{"lines": [asks], "key": SECRET}] * 2
    assert place.sandbox.recorded(SecretReleased, 2).place == "argument say /key"
