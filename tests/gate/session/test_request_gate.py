"""Plays: requests beside tool calls, in both directions and both generations, by setting, rule and person."""

import itertools

import mcp_types
import pytest

from tests.gate.conftest import SessionHarness
from tests.support.waiting import until
from toolguard.gate.mcp.request_kinds import (
    REQUEST_KINDS,
    bare_method,
    kind_of,
    kind_of_rule_method,
    mistakable_method,
    rule_method,
    stricter,
)
from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.risks import rule_risks
from toolguard.gate.policy.rules import Rule, RuleRequest, RuleSet
from toolguard.gate.session.inflight_call import InterruptedCall, ResumedSession

MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
ERAS = ({}, {"_meta": MODERN})
METHODS = {name: kind.method or "vendor/do" for name, kind in REQUEST_KINDS.items()}
OF_CLIENT = [name for name, kind in REQUEST_KINDS.items() if not kind.is_from_server]
OF_SERVER = [name for name, kind in REQUEST_KINDS.items() if kind.is_from_server]


def set_to(harness: SessionHarness, **kinds) -> None:
    harness.gate.servers.request_settings = lambda _server: {name.replace("_", "-"): how for name, how in kinds.items()}


def read(id=1, uri="file:///a", **more):
    return {"jsonrpc": "2.0", "id": id, "method": "resources/read", "params": {"uri": uri, **more}}


def error(code, words):
    return {"code": code, "message": words, "data": {"reason": words}}


@pytest.mark.parametrize(("kind", "how", "meta"), list(itertools.product(OF_CLIENT, ("pass", "ask", "deny"), ERAS)))
async def test_client_request_setting_passes_asks_or_denies(harness, kind, how, meta):
    set_to(harness, **{kind: how, "sampling": "deny"})
    await harness.start()
    wanted = {"jsonrpc": "2.0", "id": 1, "method": METHODS[kind], "params": {"x": "y", **meta}}
    harness.send(wanted)
    if how == "ask":
        assert harness.server.log == []
        (held,) = await harness.wait_for_pending()
        assert (held.call.tool, held.call.arguments, held.call.is_from_server) == (METHODS[kind], {"x": "y"}, False)
        assert (held.asked_because.code, held.rule) == ("gate.server_set_to_ask", "")
        await harness.approve()
    if how == "deny":
        text = "ToolGuard refused this request. Reason: the server's settings deny such requests."
        assert (await harness.receive())["error"] == error(-32600, text)
        assert harness.server.log == []
        assert [(one.by, one.verdict) for one in harness.log.of("CallDecided")] == [("setting", "deny")]
        return
    assert await harness.server_respond({"ok": True}) == wanted
    assert (await harness.receive())["result"] == {"ok": True}
    if how == "pass":
        assert [one.method for one in harness.log.of("RequestForwarded")] == [METHODS[kind]]
    else:
        assert harness.log.kinds() == ["CallHeld", "CallDecided", "CallForwarded", "CallCompleted"]


@pytest.mark.parametrize(("kind", "how"), list(itertools.product(OF_SERVER, ("pass", "ask", "deny"))))
async def test_server_request_setting_passes_asks_or_denies(harness, kind, how):
    set_to(harness, **{kind: how, "prompts": "deny"})
    await harness.start()
    wanted = {"jsonrpc": "2.0", "id": 5, "method": METHODS[kind], "params": {"x": "y"}}
    harness.server_send(wanted)
    if how == "ask":
        await harness.approve()
    if how == "deny":
        result = await harness.server_receive()
        assert result.get("result") == {"action": "decline"} if kind == "elicitation" else result["error"]["code"] == -1
        assert harness.client.log == [] and harness.log.of("CallDecided")[0].by == "setting"
        return
    assert await harness.receive() == wanted


@pytest.mark.parametrize(("kind", "how"), list(itertools.product(OF_SERVER, ("pass", "ask", "deny"))))
@pytest.mark.parametrize("method", ["tools/call", "prompts/get", "resources/read"])
async def test_the_same_kinds_inside_an_answer_of_the_modern_generation(harness, kind, how, method):
    set_to(harness, **{kind: how, "completions": "deny"})
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"name": "t", "uri": "u", "_meta": MODERN}})
    if method == "tools/call":
        await harness.approve()
    asks = {"k": {"method": METHODS[kind], "params": {"x": "y"}}}
    body = {"resultType": "input_required", "inputRequests": asks, "requestState": "s"}
    await harness.server_respond(body)
    if how == "ask":
        await harness.approve()
    message = await harness.receive()
    if how != "deny":
        assert message["result"] == body
    elif method == "tools/call":
        assert message["result"]["isError"] is True and "settings deny" in message["result"]["content"][0]["text"]
    else:
        assert message["error"]["code"] == -1


async def test_approved_request_continues_without_another_prompt(harness):
    set_to(harness, resources="ask")
    await harness.start()
    harness.send(read(_meta=MODERN))
    held = (await harness.wait_for_pending())[0]
    await harness.approve(edited='{"uri": "file:///b"}')
    assert (await harness.server_receive())["params"] == {"uri": "file:///b", "_meta": MODERN}
    harness.server_send({"jsonrpc": "2.0", "id": 1, "result": {"resultType": "input_required", "requestState": "s"}})
    await harness.receive()
    harness.send(read(2, _meta=MODERN, requestState="s"))
    assert (await harness.server_receive())["params"] == {"uri": "file:///b", "_meta": MODERN, "requestState": "s"}
    assert harness.log.of("CallDecided")[-1].by == f"continuation of {held.call.id}"
    harness.send(read(3, _meta=MODERN, requestState="s"))  # used up
    assert (await harness.wait_for_pending())[0].call.extra == {"requestState": "s"}


@pytest.mark.parametrize("how", ["blocked", "denied", "cancelled", "refused", "kept"])
async def test_approved_request_is_checked_again_when_its_server_is_open(harness, how):
    set_to(harness, resources="ask")
    harness.delay = 60.0
    await harness.start()
    harness.send(read())
    await harness.approve()
    await until(lambda: "CallDecided" in harness.log.kinds())
    if how == "blocked":
        harness.guard.panic(True)
        harness.guard.panic(False)
    elif how == "denied":
        harness.guard.add_rule(Rule(id="no", method="resources/read", verdict="deny"), by="person")
    elif how == "cancelled":
        await harness.cancel(1)
    elif how == "refused":
        harness.refuse = "not installed"
    if how == "kept":
        await until(lambda: bool(harness.servers))
        assert await harness.server_receive() == read()
        return
    await until(lambda: harness.log.kinds() == ["CallHeld", "CallDecided", "CallWithdrawn"])
    if how != "cancelled":
        assert "error" in await harness.receive()
    assert all(server.log == [] for server in harness.servers)


async def test_continuation_of_a_request_needs_a_prompt_once_its_rule_has_ended(harness):
    set_to(harness, resources="ask")
    harness.guard.add_rule(Rule(id="yes", method="resources/read", verdict="allow"), by="person")
    await harness.start()
    harness.send(read(1, _meta=MODERN))
    await harness.server_respond({"resultType": "input_required", "requestState": "s"})
    await harness.receive()
    harness.guard.remove_rule("yes", by="person")
    harness.send(read(2, _meta=MODERN, requestState="s"))
    await harness.wait_for_pending()


async def test_allow_rule_for_requests_does_not_cover_an_invented_request_state(harness):
    given = (Condition(pointer="/uri", matcher="starts-with", value="file:"),)
    harness.gate.rules.add(Rule(id="yes", method="resources/read", verdict="allow", when=given))
    await harness.start()
    harness.send(read(1, _meta=MODERN))
    assert "requestState" not in (await harness.server_receive())["params"]
    harness.send(read(2, _meta=MODERN, requestState="invented"))
    (held,) = await harness.wait_for_pending()
    assert (held.asked_because.code, held.rule) == ("gate.rule_not_cover", "yes")
    harness.gate.availability.close("ToolGuard runs without a window")
    harness.send(read(3, _meta=MODERN, requestState="invented"))
    while (answer := await harness.receive())["id"] != 3:
        pass
    assert "rule yes does not cover it" in answer["error"]["message"]


async def test_tool_named_like_a_method_is_not_a_request(harness):
    set_to(harness, prompts="ask")
    harness.gate.rules.add(Rule(id="tool", tool="prompts/get", verdict="allow"))
    harness.gate.rules.add(Rule(id="all", verdict="allow"))
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "prompts/get"}})
    await harness.deny()
    await harness.receive()
    harness.gate.rules.add(Rule(id="request", method="prompts/get", verdict="deny"))
    harness.call(2, tool="prompts/get")
    assert (await harness.server_receive())["params"]["name"] == "prompts/get"


@pytest.mark.parametrize(
    ("verdicts", "how", "ends"),
    [
        ((), "pass", "allow"), ((), "deny", "deny"),
        (("allow",), "deny", "allow"), (("deny",), "pass", "deny"), (("ask",), "pass", "ask"),
        (("allow", "ask"), "deny", "ask"), (("allow", "ask", "deny"), "pass", "deny"),
    ],
)  # fmt: skip
async def test_rules_precede_the_request_setting(harness, verdicts, how, ends):
    set_to(harness, resources=how)
    for verdict in verdicts:
        harness.gate.rules.add(Rule(id=verdict, server="files", method="resources/read", verdict=verdict))
    await harness.start()
    harness.send(read())
    if ends == "allow":
        await harness.server_receive()
    elif ends == "ask":
        await harness.wait_for_pending()
    else:
        assert "error" in await harness.receive()


async def test_conditions_are_on_the_params(harness):
    when = (Condition(pointer="/uri", matcher="starts-with", value="file:///public/"),)
    harness.gate.rules.add(Rule(id="r", method="resources/read", verdict="allow", when=when))
    set_to(harness, resources="deny")
    await harness.start()
    harness.send(read(1, "file:///public/a"))
    await harness.server_receive()
    harness.send(read(2, "file:///private/a"))
    assert "error" in await harness.receive()
    harness.send(read(3, "file:///public/a", more=1))  # no condition is for it
    assert "error" in await harness.receive()


async def test_unknown_methods_are_prefixed_with_their_sender(harness):
    harness.gate.rules.add(Rule(id="c", method="client:vendor/do", verdict="deny"))
    await harness.start()
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "vendor/do"})
    assert "rule c" in (await harness.receive())["error"]["message"]
    harness.server_send({"jsonrpc": "2.0", "id": 1, "method": "vendor/do"})
    assert (await harness.receive())["method"] == "vendor/do"
    harness.send({"jsonrpc": "2.0", "id": 1, "result": {}})
    await harness.server_receive()
    harness.send({"jsonrpc": "2.0", "id": 2, "method": "client:vendor/do"})  # another method
    await harness.server_receive()


def test_an_allow_rule_names_one_request():
    from tests.gate.policy.test_rules import call

    for method in ("*", "*/*", "tools/?all"):
        assert RuleSet([Rule(id="a", method=method, verdict="allow")]).decide(call(), None, 0).verdict == "ask"
        assert RuleSet([Rule(id="a", method=method, verdict="deny")]).decide(call(), None, 0).verdict == "deny"
    rules = RuleSet([Rule(id="a", method="prompts/get", verdict="deny")])
    assert rules.of_requests == 1
    rules.remove("a")
    assert rules.of_requests == 0


def test_risks_of_a_request_rule_mention_no_tools():
    about = {"verdict": "allow", "method": "sampling/createMessage", "tool": "*"}
    assert rule_risks({**about, "server": "s", "client": "c"}) == ()
    assert rule_risks(about) == ("every server", "any client")


def requested(held, verdict, width="tool", when=()):
    call = held.call
    return RuleRequest(
        client=call.client.id, server=call.server, tool="*", method=call.method, verdict=verdict, until="session",
        width=width, when=when,
    )  # fmt: skip


async def test_a_decision_is_remembered_for_the_request(harness):
    set_to(harness, resources="ask")
    await harness.start()
    harness.send(read())
    (held,) = await harness.wait_for_pending()
    call, *_ = await harness.guard.widths(held.call.id)
    wrong = RuleRequest(client="desk", server="files", tool="*", verdict="allow", until="session", width="tool")
    assert "could not be saved" in await harness.guard.approve(held.call.id, shown=held.call.digest, remember=wrong)
    await harness.approve(remember=requested(held, "allow", "call", call.when))
    await harness.server_receive()
    (rule,) = harness.gate.rules
    assert (rule.method, rule.tool, rule.fingerprint, rule.covers) == ("resources/read", "*", "", None)
    harness.send(read(2))
    await harness.server_receive()
    harness.send(read(3, "file:///other"))
    (held,) = await harness.wait_for_pending()
    await harness.deny(remember=requested(held, "deny"))
    assert "error" in await harness.receive()
    harness.send(read(4, "file:///third"))
    assert "error" in await harness.receive()


async def test_new_deny_rule_and_panic_deny_pending_requests(harness):
    set_to(harness, resources="ask", sampling="ask")
    await harness.start()
    harness.send(read())
    await harness.wait_for_pending()
    harness.guard.add_rule(Rule(id="r", method="resources/read", verdict="deny"), by="person")
    assert "error" in await harness.receive()
    harness.server_send({"jsonrpc": "2.0", "id": 5, "method": "sampling/createMessage", "params": {}})
    await harness.wait_for_pending()
    harness.guard.panic(on=True)
    assert (await harness.server_receive())["error"]["code"] == -1
    harness.send({"jsonrpc": "2.0", "id": 7, "method": "prompts/get", "params": {"name": "p"}})
    assert "blocked all calls" in (await harness.receive())["error"]["message"]
    assert harness.log.of("CallDecided")[-1].by == "panic"


async def test_client_can_cancel_a_pending_request(harness):
    set_to(harness, resources="ask")
    await harness.start()
    harness.send(read())
    (held,) = await harness.wait_for_pending()
    await harness.cancel(1)
    await harness.wait_for_pending(0)
    harness.send(read(2))
    await harness.approve()
    assert (await harness.server_receive())["id"] == 2  # neither the request nor its cancellation was sent
    assert harness.log.kinds(held.call.id) == ["CallHeld", "CallWithdrawn"]
    await harness.cancel(2)
    assert (await harness.server_receive())["method"] == "notifications/cancelled"
    assert [one.by for one in harness.log.of("CallCancelled")] == ["client"]


async def test_request_that_the_client_cancels_at_once_is_never_pending(harness):
    set_to(harness, resources="ask")
    await harness.start()
    harness.send(read())
    await harness.cancel(1)
    await until(lambda: harness.log.of("CallWithdrawn"), 5)
    assert not harness.gate.pending.all() and harness.server.log == []


async def test_id_of_a_pending_request_cannot_be_reused(harness):
    set_to(harness, resources="ask")
    await harness.start()
    harness.send(read())
    await harness.wait_for_pending()
    harness.send({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert "still" in (await harness.receive())["error"]["message"]


async def test_pending_request_ends_with_its_client(harness):
    set_to(harness, resources="ask")
    await harness.start()
    harness.send(read())
    (held,) = await harness.wait_for_pending()
    harness.client.leave("gone")
    await harness.wait_for_pending(0)
    assert harness.server.log == [] and harness.log.kinds(held.call.id) == ["CallHeld", "CallWithdrawn"]


async def test_forwarded_request_is_lost_with_its_server_or_client(harness, wait_until):
    set_to(harness, resources="ask")
    await harness.start()
    for id in (1, 2):
        harness.send(read(id))
        await harness.approve()
        await wait_until(lambda count=id: len(harness.servers) == count)
        await harness.server_receive()
        if id == 1:
            harness.server.leave("crashed")
            assert "error" in await harness.receive()
            await wait_until(lambda: harness.guard.snapshot().sessions[0].state == "ended")
    harness.client.leave("gone")
    await wait_until(lambda: len(harness.log.of("CallOutcomeUnknown")) == 2)


async def test_pending_request_expires_before_the_client_times_out(harness):
    set_to(harness, resources="ask")
    harness.gate.client_timeouts.replace({"desk": 2})
    await harness.start()
    harness.send(read())
    (held,) = await harness.wait_for_pending()
    assert held.expires == harness.now + 1.6
    assert "in time" in (await harness.receive())["error"]["message"]
    assert harness.log.of("CallDecided")[0].by == "timeout"


async def test_without_anybody_to_ask_a_request_is_denied_with_the_reason(harness):
    set_to(harness, resources="ask")
    harness.gate.rules.add(Rule(id="r", method="prompts/get", verdict="ask"))
    harness.gate.availability.close("the window is closed")
    await harness.start()
    harness.send(read())
    assert "the server's settings require that a person is asked" in (await harness.receive())["error"]["message"]
    harness.send({"jsonrpc": "2.0", "id": 2, "method": "prompts/get", "params": {}})
    assert "rule r requires that a person is asked" in (await harness.receive())["error"]["message"]


async def test_queue_limits_apply_to_requests(new_harness):
    harness = new_harness(pending_per_session=1)
    set_to(harness, resources="ask")
    await harness.start()
    harness.send(read(1))
    await harness.wait_for_pending()
    harness.send(read(2))
    message = await harness.receive()
    assert message["id"] == 2 and "too many pending approvals" in message["error"]["message"]
    await harness.stop()


async def test_unrecordable_request_is_not_forwarded(harness):
    harness.gate.rules.add(Rule(id="r", method="resources/read", verdict="allow"))
    set_to(harness, sampling="ask")
    await harness.start()
    harness.log.trouble = "disk full"
    harness.send(read())
    assert "cannot record" in (await harness.receive())["error"]["message"]
    harness.server_send({"jsonrpc": "2.0", "id": 5, "method": "sampling/createMessage", "params": {}})
    assert "cannot record" in (await harness.server_receive())["error"]["message"]
    assert len(harness.server.log) == 1 and len(harness.client.log) == 1


class Slow:
    """The log of a play, of which the next commit takes until it is let go."""

    def __init__(self, harness, then):
        self._then, self._real = then, harness.log.committed
        harness.log.committed = self.committed

    async def committed(self):
        then, self._then = self._then, None
        if then is not None:
            then()
        await self._real()


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (lambda harness: harness.gate.set_panic(True), "blocked all calls"),
        (lambda harness: harness.gate.rules.add(Rule(id="d", method="*", verdict="deny")), "no longer allow"),
        (lambda harness: harness.gate.rules.remove("r"), "no longer allow"),
        (lambda harness: setattr(harness, "trusts_log", False), "no longer allow"),
    ],
)
@pytest.mark.parametrize("expires", [0.0, 1e12])
async def test_request_forbidden_while_its_decision_is_recorded_is_not_sent(harness, then, words, expires):
    harness.gate.rules.add(Rule(id="r", method="resources/read", verdict="allow", expires=expires))
    await harness.start()
    Slow(harness, lambda: then(harness))
    harness.send(read())
    assert words in (await harness.receive())["error"]["message"]
    assert harness.log.kinds() == ["CallDecided", "CallWithdrawn"] and harness.server.log == []


async def test_request_stops_when_its_rule_ends(harness):
    harness.gate.rules.add(Rule(id="r", method="resources/read", verdict="allow", expires=harness.now + 5))
    await harness.start()
    Slow(harness, lambda: setattr(harness, "now", harness.now + 5))
    harness.send(read())
    assert "no longer allow" in (await harness.receive())["error"]["message"]
    assert harness.log.kinds() == ["CallDecided", "CallWithdrawn"] and harness.server.log == []


async def test_prompt_limit_counts_requests(harness):
    set_to(harness, resources="ask")
    harness.gate.prompt_limits.per_minute = 1
    await harness.start()
    harness.send(read())
    await harness.approve()
    harness.send(read(2))
    assert "limit: 1 per minute" in (await harness.receive())["error"]["message"]
    assert [one.by for one in harness.log.of("CallDecided")] == ["person", "prompt limit"]


async def test_unanswered_requests_cause_a_pause(new_harness):
    harness = new_harness(prompt_timeout=0.05)
    set_to(harness, resources="ask")
    harness.gate.prompt_limits.unanswered = 1
    await harness.start()
    harness.send(read())
    await harness.receive()
    harness.send(read(2))
    await harness.receive()
    assert [one.by for one in harness.log.of("CallDecided")] == ["timeout", "prompt pause"]


@pytest.mark.parametrize(
    "then",
    [
        lambda harness: harness.guard.panic(on=True),
        lambda harness: harness.gate.begin_closing(),
        lambda harness: harness.gate.availability.close("closed"),
    ],
)
async def test_request_forbidden_while_it_is_recorded_as_pending_is_denied(harness, then):
    set_to(harness, resources="ask")
    await harness.start()
    Slow(harness, lambda: then(harness))
    harness.send(read())
    assert "error" in await harness.receive()
    assert harness.log.kinds() == ["CallHeld", "CallDecided"]


async def test_request_cancelled_while_decision_is_recorded_is_not_forwarded(harness, wait_until):
    harness.gate.rules.add(Rule(id="r", method="resources/read", verdict="allow"))
    await harness.start()
    session = next(iter(harness.guard._sessions.values()))
    Slow(harness, lambda: session._request_gate.withdraw(session._undecided.pop(1), "cancelled by the client"))
    harness.send(read())
    await wait_until(lambda: harness.log.kinds() == ["CallDecided", "CallWithdrawn"])
    assert harness.server.log == []


async def test_a_fault_of_our_own_refuses(harness, monkeypatch):
    set_to(harness, resources="ask")
    await harness.start()

    async def fails(*_args):
        raise RuntimeError("ours")

    monkeypatch.setattr(harness.gate.pending, "hold", fails)
    harness.send(read())
    assert "error" in await harness.receive()
    assert harness.log.kinds() == ["CallHeld", "CallWithdrawn"]


async def test_closing_gate_denies_pending_requests(harness):
    set_to(harness, resources="ask")
    await harness.start()
    harness.send(read())
    await harness.wait_for_pending()
    await harness.guard.close("bye")
    assert "closing" in (await harness.receive())["error"]["message"]


async def test_closing_gate_starts_no_prompt(harness):
    set_to(harness, resources="ask")
    await harness.start()
    harness.gate.begin_closing()
    harness.send(read())
    assert "closing" in (await harness.receive())["error"]["message"]


async def test_edited_params_are_checked_for_secrets_without_a_schema(harness):
    set_to(harness, resources="ask")
    await harness.start()
    harness.send(read())
    (held,) = await harness.wait_for_pending()
    assert await harness.guard.check(held.call.id, '{"uri": "file:///b"}') == ()


async def test_edited_params_that_a_rule_denies_are_refused(harness):
    set_to(harness, resources="ask")
    secret = Condition(pointer="/uri", matcher="equals", value="file:///secret")
    harness.gate.rules.add(Rule(id="secret", method="resources/read", verdict="deny", when=(secret,)))
    await harness.start()
    harness.send(read())
    (held,) = await harness.wait_for_pending()
    result = await harness.guard.approve(held.call.id, shown=held.call.digest, edited='{"uri": "file:///secret"}')
    assert result == "The edited arguments cannot be sent: the rule secret denies it."
    assert (await harness.wait_for_pending())[0] is held


@pytest.mark.parametrize(("state", "end"), [("held", "CallWithdrawn"), ("forwarded", "CallOutcomeUnknown")])
async def test_after_crash_client_request_gets_error_and_server_request_gets_nothing(harness, state, end):
    about = {"tool": "resources/read", "era": "legacy", "state": state}
    mine = InterruptedCall(call="c1", method="resources/read", requests=(1,), **about)
    servers = InterruptedCall(call="c2", method="sampling/createMessage", requests=(), **about)
    await harness.start(resumed=ResumedSession(session="s", unanswered=(mine, servers)))
    message = await harness.receive()
    assert message["id"] == 1 and "error" in message
    assert [(one.call, one.method) for one in harness.log.of(end)] == [
        ("c1", "resources/read"), ("c2", "sampling/createMessage"),
    ]  # fmt: skip
    assert len(harness.client.log) == 1


@pytest.mark.parametrize("how", ["ask", "deny"])
@pytest.mark.parametrize(
    "params",
    [
        b'{"uri":"file:///a","Uri":"file:///etc/shadow"}',
        b'{"URI":"file:///etc/shadow"}',
        b'{"uri":"file:///a","uri\\u0000":"file:///etc/shadow"}',
        b'{"uri":"file:///a","input_responses":{},"request_state":"s"}',
    ],
)
async def test_client_request_that_servers_read_differently_is_denied_not_shown(harness, how, params):
    set_to(harness, resources=how)
    await harness.start()
    harness.send(b'{"jsonrpc":"2.0","id":1,"method":"resources/read","params":%s}' % params)
    assert (await harness.receive())["error"]["code"] == -32600
    assert harness.server.log == [] and not harness.log.of("CallHeld")


@pytest.mark.parametrize("is_embedded", [True, False])
@pytest.mark.parametrize(
    "params",
    [
        b'{"message":"Sure?","Mode":"url","URL":"https://evil.example"}',
        b'{"mode":"url","url":"https://good.example","Url":"https://evil.example"}',
        b'{"mode":"url","url":"https://good.example","url\\u0000":"https://evil.example"}',
    ],
)
async def test_server_request_that_clients_read_differently_is_denied_not_shown(harness, params, is_embedded):
    set_to(harness, elicitation="ask")
    await harness.start()
    if is_embedded:
        harness.send({"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "p", "_meta": MODERN}})
        await harness.server_receive()
        asks = b'{"k":{"method":"elicitation/create","params":%s}}' % params
        harness.server_send(b'{"jsonrpc":"2.0","id":1,"result":{"inputRequests":%s}}' % asks)
        assert "all programs read alike" in (await harness.receive())["error"]["message"]
    else:
        harness.server_send(b'{"jsonrpc":"2.0","id":5,"method":"elicitation/create","params":%s}' % params)
        assert (await harness.server_receive())["result"]["action"] in ("cancel", "decline")
        assert harness.client.log == []
    assert not harness.log.of("CallHeld")


@pytest.mark.parametrize(
    ("kind", "models"),
    [
        ("sampling", ["CreateMessageRequestParams"]),
        ("elicitation", ["ElicitRequestFormParams", "ElicitRequestURLParams"]),
        ("resources", ["ReadResourceRequestParams"]),
        ("prompts", ["GetPromptRequestParams"]),
        ("completions", ["CompleteRequestParams"]),
    ],
)
def test_params_of_each_request_kind_match_the_sdk_models(kind, models):
    fields = [field for model in models for field in getattr(mcp_types, model).model_fields.items()]
    assert {field.validation_alias or name for name, field in fields} == set(REQUEST_KINDS[kind].params)


def test_methods_and_their_kinds():
    assert kind_of("sampling/createMessage", is_from_server=False) == "client-other"
    assert kind_of("ping", is_from_server=True) == ""
    assert rule_method("prompts/get", is_from_server=True) == "server:prompts/get"
    assert (
        mistakable_method("Prompts/Get ") == "prompts/get"
        and not mistakable_method("prompts/get")
        and not mistakable_method("vendor/x")
    )
    assert [kind_of_rule_method(one) for one in ("tools/call", "roots/list", "server:x", "client:x")] == [
        "", "roots", "server-other", "client-other",
    ]  # fmt: skip
    assert [bare_method(one) for one in ("roots/list", "server:x", "client:x")] == ["roots/list", "x", "x"]
    assert stricter({"roots": "ask"}, {"roots": "deny", "prompts": "pass"}) == {"roots": "deny"}
