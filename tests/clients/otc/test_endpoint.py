"""Wild requests of Open Tool Calling against the real gate: no fault of ours, no call runs undecided or twice."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.clients.raw_http import Place, Wire, request
from tests.end_to_end.otc_shapes import check_shape
from tests.support.channels import Plain
from tests.support.examples import examples
from tests.support.fake_servers import FakeServers
from tests.support.manual_authenticator import presence_off
from tests.support.services_harness import Log
from toolguard.clients.http.endpoint import EndpointDependencies, HttpEndpoint
from toolguard.clients.http.listener import HttpListener
from toolguard.clients.http.streams import StreamTiming
from toolguard.gate import jsonrpc
from toolguard.gate.api import GateApi
from toolguard.gate.context import GateContext
from toolguard.gate.model import CallDecided, CallForwarded
from toolguard.gate.policy.rules import Rule

CALL = {"request": {"tool_id": "peer.ok", "input": {"n": 1}}}
SCHEMA = {"type": "object", "properties": {"n": {"$ref": "#/$defs/N"}}, "$defs": {"N": {"type": "integer"}}}
TOOLS = [{"name": name, "inputSchema": SCHEMA} for name in ("ok", "rm", "asked")]


class Server(Plain):
    """Answers at once, and keeps what it was made to run."""

    ended = ""

    def __init__(self, ran: list[Any]) -> None:
        self._ran = ran
        self._answers: asyncio.Queue[Any] = asyncio.Queue()

    def __aiter__(self) -> Server:
        return self

    async def __anext__(self) -> Any:
        return await self._answers.get()

    async def send(self, message: Any) -> None:
        method = message.get("method")
        if method == "tools/call":
            self._ran.append((message["params"]["name"], message["params"]["arguments"].get("n")))
        if "id" in message and method:
            result: dict[str, Any] = {"content": [{"type": "text", "text": f"run {len(self._ran)}"}]}
            if method == "initialize":
                result = {"protocolVersion": "2025-11-25", "serverInfo": {"name": "s", "version": "2.1.0"}}
            elif method == "tools/list":
                result = {"tools": TOOLS}
            line = jsonrpc.encode({"jsonrpc": "2.0", "id": message["id"], "result": result})
            for answer in jsonrpc.decode_server(line):
                self._answers.put_nowait(answer)

    async def close(self, reason: str = "") -> None:
        self.ended = reason or "closed"


class Gated(Place):
    """``ok`` is allowed, ``rm`` denied, about ``asked`` a person is asked, who answers as ``person`` says."""

    def __init__(self) -> None:
        super().__init__(StreamTiming(body_timeout=0.3, flush_timeout=0.1))
        self.log = Log()
        self.ran: list[Any] = []
        self.person: random.Random | None = None
        self.slowness = 0.0
        self.guard = GateApi(
            GateContext(self.log, servers=FakeServers(), leaks=None, clock=lambda: 1.0),
            keep=lambda _rule: None,
            trouble=lambda: (),
            presence=presence_off(),
        )
        for tool, verdict in (("ok", "allow"), ("rm", "deny")):
            self.guard.gate.rules.add(Rule(id=tool, client="*", server="peer", tool=tool, verdict=verdict))
        self.guard.gate.availability.ready()
        self.guard.gate.client_timeouts.replace({"me": 0.05})
        dependencies = EndpointDependencies(
            self._let_in, lambda: self.clients, lambda *_: False, lambda *_: None,
            lambda *result: self.refused.append(result),
            client_left=self.guard.detach_request, is_deferred=self.guard.was_deferred,
        )  # fmt: skip
        self.endpoint = HttpEndpoint(dependencies, StreamTiming(body_timeout=0.3, flush_timeout=0.1))
        self.listener = HttpListener(self.endpoint)

    async def _let_in(self, hello: Any) -> Any:
        async def opener(_tell: Any) -> Server:
            return Server(self.ran)

        admission = await self._admit(hello)

        async def run(channel: Any) -> None:
            await self.guard.join(admission.session, hello.caller, "peer", channel, opener)

        return type(admission)(admission.session, run)

    async def decide(self) -> None:
        """The person who answers, as a task."""
        assert self.person is not None
        while True:
            await asyncio.sleep(self.person.random() * 0.03 + self.slowness)
            for held in self.guard.gate.pending.all():
                if self.person.random() < 0.5:
                    await self.guard.approve(held.call.id, shown=held.call.digest)
                else:
                    await self.guard.deny(held.call.id)

    def check(self) -> None:
        decided = Counter(
            one.call for one in self.log.events if isinstance(one, CallDecided) and one.verdict == "allow"
        )
        forwarded = Counter(one.call for one in self.log.events if isinstance(one, CallForwarded))
        assert set(forwarded) <= set(decided) and set(forwarded.values()) <= {1}
        assert "rm" not in {name for name, _ in self.ran}
        assert len(self.ran) == sum(forwarded.values())


@pytest.fixture
def fuzz(caplog):
    caplog.set_level(logging.ERROR)
    with asyncio.Runner() as runner:
        place = Gated()
        runner.run(place.listener.start(0))
        yield runner, place
        runner.run(place.close())
        place.check()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


leaves = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.just({"n": 1}), st.just({"n": "x"}),
    st.just([1]),
)  # fmt: skip
tool_ids = st.one_of(
    st.sampled_from(["peer.ok", "peer.ok@2.1.0", "peer.ok@2", "peer.rm", "peer.no", "peer.ok\n", "ok", "peer.OK", ""]),
    leaves,
)
requests = st.fixed_dictionaries(
    {},
    optional={
        "tool_id": tool_ids, "call_id": st.one_of(st.text(max_size=3), leaves), "trace_id": leaves, "input": leaves,
        "inputs": leaves, "context": leaves, "Tool_id": leaves, "extra": leaves, "tool_id ": st.just("peer.rm"),
    },
)  # fmt: skip
bodies = st.one_of(
    st.builds(lambda of, schema: json.dumps({"request": of, **schema}).encode(), requests,
              st.sampled_from([{}, {"$schema": "otc://1.0"}, {"$schema": "urn:oxp:1.0"}, {"$schema": 7}, {"x": 1}])),
    st.builds(lambda of: json.dumps(of).encode(), requests),
    st.builds(lambda of, at: json.dumps({"request": of}).encode()[:at], requests, st.integers(0, 60)),
    st.builds(lambda of: json.dumps(of).encode(), leaves),
    st.binary(max_size=40),
    st.just(b'{"request":{"tool_id":"peer.ok","tool_id":"peer.rm"}}'),
)  # fmt: skip
headers = st.fixed_dictionaries({}, optional={
    "oxp_version": st.sampled_from(["1.0", "2", "", ["1.0", "1.0"]]),
    "content_type": st.sampled_from([None, "text/plain", "application/json; charset=utf-8"]),
    "authorization": st.sampled_from([None, "Bearer x"]), "origin": st.just("null"), "host": st.just("evil.example"),
    "x_api_key": st.sampled_from(["tg_test", "x"]), "expect": st.just("100-continue"),
})  # fmt: skip
calm = settings(max_examples=examples(250), suppress_health_check=list(HealthCheck))


async def sent(place: Gated, data: bytes, wait: float = 120) -> tuple[int, Any]:
    """Status and body of the answer; 0 when the connection was closed without one."""
    connection = Wire(place.port, *await asyncio.open_connection("127.0.0.1", place.port))
    try:
        await connection.send(data)
        async with asyncio.timeout(wait):
            answer = await connection.receive()
            body = await answer.body()
            return answer.status, json.loads(body) if body else None
    except (TimeoutError, EOFError, ConnectionError):
        return 0, None
    finally:
        await connection.close()


def test_fuzzed_requests_cause_no_error_and_no_undecided_call(fuzz):
    runner, place = fuzz
    paths = st.sampled_from(["tools/call"] * 6 + ["tools", "health", "tools/call/", "tools/execute", ""])
    methods = st.sampled_from(["POST"] * 5 + ["GET", "PUT", "DELETE"])

    @calm
    @given(method=methods, path=paths, given=st.one_of(st.just({}), headers), body=bodies)
    def wild(method, path, given, body):
        members = {name: value for name, value in given.items() if method == "POST" or name != "content_type"}
        data = request(place.port, method, f"/otc/peer/{path}", body if method == "POST" else b"", **members)
        status, result = runner.run(sent(place, data))
        assert 200 <= status < 500, (status, result)
        assert {"result", "success", "message", "tools", "items", "status"} & set(result), result
        place.check()

    wild()


def test_a_well_formed_request_has_the_published_shape_and_is_validated(fuzz):
    runner, place = fuzz

    @settings(calm, max_examples=examples())
    @given(tool=st.sampled_from(["ok", "rm", "no"]), n=leaves)
    def wild(tool, n):
        body = json.dumps({"request": {"tool_id": f"peer.{tool}", "input": {"n": n}}}).encode()
        status, result = runner.run(sent(place, request(place.port, "POST", "/otc/peer/tools/call", body)))
        integer = (isinstance(n, int) and not isinstance(n, bool)) or (isinstance(n, float) and n.is_integer())
        if (isinstance(n, float) and not math.isfinite(n)) or tool == "no":
            assert status == 400 and check_shape("refusal", result)
        elif not integer:
            assert status == 422 and set(check_shape("invalid", result)["parameter_errors"]) == {"n"}
        else:
            assert status == 200 and check_shape("result", result)["result"]["success"] is (tool == "ok")

    wild()


def test_the_list_has_the_published_shape(fuzz):
    runner, place = fuzz
    status, result = runner.run(sent(place, request(place.port, "GET", "/otc/peer/tools")))
    assert status == 200
    tools = check_shape("tools", result)["tools"]
    assert [one["id"] for one in tools] == ["peer.ok@2.1.0", "peer.rm@2.1.0", "peer.asked@2.1.0"]
    assert tools[0]["input_schema"]["parameters"]["properties"] == {"n": {"type": "integer", "description": "n"}}


@pytest.mark.case(49)
def test_repeated_call_id_runs_once_with_one_response(fuzz):
    """Clients that give up at any moment, a person who decides at any moment, in any order."""
    runner, place = fuzz

    async def asks_until_told(dice: random.Random, call_id: str, n: int) -> list[Any]:
        body = {"request": {"tool_id": "peer.asked", "call_id": call_id, "input": {"n": n}}}
        received = []
        for _ in range(60):
            data = request(place.port, "POST", "/otc/peer/tools/call", body)
            status, answer = await sent(place, data, wait=dice.choice([0.001, 0.01, 0.1, 2.0, 2.0]))
            assert status in (0, 200), answer
            if status == 200 and not answer["result"].get("error", {}).get("can_retry"):
                received.append(answer["result"])
                assert "Not run yet" not in str(answer), "it was not told to ask again"
                if len(received) == 2:
                    return received
        return received

    async def play(seed: int) -> None:
        dice = place.person = random.Random(seed)
        place.slowness = 0.8 if seed % 4 == 3 else 0.0  # clients are told to ask again after 0.5 seconds
        deciding = asyncio.get_running_loop().create_task(place.decide())
        works = [asks_until_told(dice, f"{seed}-{n}", seed * 10 + n) for n in (1, 1, 2, 3)]
        found = await asyncio.gather(*works)
        deciding.cancel()
        for received in (found[0] + found[1], *found[2:]):
            assert received and all(one == received[0] for one in received)
        place.check()

    for seed in range(24):
        runner.run(play(seed))
    assert set(Counter(place.ran).values()) == {1}, "each call_id stood for arguments of its own"
