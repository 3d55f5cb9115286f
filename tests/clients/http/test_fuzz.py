"""Wild requests against the real gate: whatever comes, no fault of ours, and no call runs that was not allowed."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.clients.raw_http import ENVELOPE, INITIALIZE, META, MODERN, Place, Wire, request
from tests.support.channels import Plain
from tests.support.examples import examples
from tests.support.fake_servers import FakeServers
from tests.support.manual_authenticator import presence_off
from tests.support.services_harness import Log
from toolguard.clients.http.streams import StreamTiming
from toolguard.gate import jsonrpc
from toolguard.gate.api import GateApi
from toolguard.gate.context import GateContext
from toolguard.gate.model import CallDecided, CallForwarded
from toolguard.gate.policy.rules import Rule

CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ok", "arguments": {}}}


class Server(Plain):
    """Answers at once, and keeps the name of every tool that it was made to run."""

    ended = ""

    def __init__(self, ran: list[Any]) -> None:
        self._ran = ran
        self._answers: asyncio.Queue[Any] = asyncio.Queue()

    def __aiter__(self) -> Server:
        return self

    async def __anext__(self) -> Any:
        return await self._answers.get()

    async def send(self, message: Any) -> None:
        if message.get("method") == "tools/call":
            self._ran.append(message["params"]["name"])
        if "id" in message and "method" in message:
            result = {"protocolVersion": "2025-03-26"} if message["method"] == "initialize" else {}
            line = jsonrpc.encode({"jsonrpc": "2.0", "id": message["id"], "result": result})
            for answer in jsonrpc.decode_server(line):
                self._answers.put_nowait(answer)

    async def close(self, reason: str = "") -> None:
        self.ended = reason or "closed"


class Gated(Place):
    """Sessions are the real ones; one tool, ``ok``, is allowed, and nobody can be asked about any other."""

    def __init__(self, quick: float = 0.02) -> None:
        super().__init__(StreamTiming(pending_check=quick, json_wait=0.05, body_timeout=0.3, flush_timeout=0.1))
        self.log = Log()
        self.ran: list[str] = []
        self.guard = GateApi(
            GateContext(self.log, servers=FakeServers(), leaks=None, clock=lambda: 1.0),
            keep=lambda _rule: None, trouble=lambda: (), presence=presence_off(),
        )  # fmt: skip
        self.guard.gate.rules.add(Rule(id="r", client="*", server="peer", tool="ok", verdict="allow"))
        self.session = self._joined

    async def _joined(self, channel: Any) -> None:
        async def opener(_tell: Any) -> Server:
            return Server(self.ran)

        caller = self.hellos[-1].caller
        await self.guard.join(self.guard.new_session(), caller, "peer", channel, opener)

    def check(self) -> None:
        assert set(self.ran) <= {"ok"}
        allowed = {one.call for one in self.log.events if isinstance(one, CallDecided) and one.verdict == "allow"}
        assert {one.call for one in self.log.events if isinstance(one, CallForwarded)} <= allowed
        self.log.events.clear()


names = st.sampled_from(["ok", "rm", "OK", " ok", "", "ok\0", 7, None, ["ok"]])
methods = st.sampled_from(
    ["tools/call", "Tools/Call", " tools/call", "tools\\/call", "ping", "initialize", "notifications/cancelled",
     "tools/list", "subscriptions/listen", "server/discover", "x", "", 7, None]
)  # fmt: skip
leaves = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.just({"name": "rm"}))
params = st.one_of(
    st.fixed_dictionaries({}, optional={
        "name": names, "arguments": leaves, "Name": names, "requestId": leaves,
        "_meta": st.one_of(leaves, st.just(ENVELOPE), st.just({**ENVELOPE, "progressToken": 1})),
    }),
    leaves,
)  # fmt: skip
messages = st.fixed_dictionaries(
    {"jsonrpc": st.sampled_from(["2.0", "2.0", "2.0", "1.0", 2])},
    optional={
        "id": st.one_of(st.integers(0, 3), st.text(max_size=2), st.none(), st.booleans(), st.floats()),
        "method": methods, "params": params, "result": leaves, "error": leaves, "METHOD": st.just("tools/call"),
    },
)  # fmt: skip
calls = st.builds(
    lambda id, name, method, more: {**CALL, "id": id, "method": method, "params": {"name": name, **more}},
    st.integers(0, 3), st.one_of(st.just("ok"), st.just("rm"), names),
    st.sampled_from(["tools/call", "tools/call", "Tools/Call", "ping"]),
    st.sampled_from([{}, {"_meta": ENVELOPE}, {"Name": "rm"}, {"arguments": 7}]),
)  # fmt: skip
bodies = st.one_of(
    st.builds(lambda value: json.dumps(value).encode(), st.one_of(calls, st.lists(calls, min_size=1, max_size=4))),
    st.builds(lambda value: json.dumps(value).encode(), calls),
    st.builds(lambda value: json.dumps(value).encode(), st.one_of(messages, st.lists(messages, max_size=4))),
    st.binary(max_size=60),
    st.builds(lambda value, at: json.dumps(value).encode()[:at], messages, st.integers(0, 80)),
    st.just(json.dumps(CALL).replace('"ok"', '"rm","name":"ok"').encode()),
)
wild_headers = st.fixed_dictionaries({}, optional={
    "mcp_protocol_version": st.sampled_from([MODERN, "2025-03-26", "2030-01-01", "x", "", [MODERN, MODERN]]),
    "mcp_method": st.sampled_from(["tools/call", "ping", "tools/list", "", "x"]),
    "mcp_name": st.sampled_from(["ok", "rm", "=?base64?b2s=?=", ""]),
    "mcp_session_id": st.sampled_from(["LIVE", "LIVE", "LIVE", "x", ""]),
    "accept": st.sampled_from([None, "*/*", "application/json", "text/event-stream"]),
    "content_type": st.sampled_from([None, "text/plain", "application/json;x=y"]),
    "last_event_id": st.sampled_from(["0_0", "1_0", "1_1", "x", "", "9" * 30]),
    "origin": st.sampled_from(["null", "http://evil.example"]),
    "host": st.sampled_from(["evil.example", None]),
    "authorization": st.sampled_from([None, "Bearer x", "Bearer"]),
    "expect": st.just("100-continue"),
})  # fmt: skip
good_headers = st.one_of(
    st.just({"mcp_session_id": "LIVE"}),
    st.fixed_dictionaries({
        "mcp_protocol_version": st.just(MODERN), "mcp_method": st.sampled_from(["tools/call", "ping"]),
        "mcp_name": st.sampled_from(["ok", "rm"]),
    }),
)  # fmt: skip
headers = st.one_of(good_headers, good_headers, wild_headers)
calm = settings(max_examples=examples(250), suppress_health_check=list(HealthCheck))


class Fuzz:
    """Sends one wild request after the other, on one loop."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self.runner = runner
        self.place = Gated()
        self.key = ""
        runner.run(self.place.listener.start(0))

    async def post(self, data: bytes, *, wait: float = 0.25) -> int:
        """The status of the answer; 0 when the connection was closed without one."""
        opened = await asyncio.open_connection("127.0.0.1", self.place.port)
        connection = Wire(self.place.port, *opened)
        try:
            await connection.send(data)
            async with asyncio.timeout(wait):
                return (await connection.receive()).status
        except (TimeoutError, EOFError, ConnectionError):
            return 0
        finally:
            await connection.close()

    async def opened(self) -> str:
        """A session's id; a new one when the last is over."""
        connection = Wire(self.place.port, *await asyncio.open_connection("127.0.0.1", self.place.port))
        try:
            if self.key:
                probe = await connection.ask(body=b"[]", mcp_session_id=self.key)
                await probe.body()
                if probe.status != 404:
                    return self.key
            first = await connection.post({**INITIALIZE, "params": {"protocolVersion": "2025-03-26"}})
            self.key = first.headers["mcp-session-id"]
            return self.key
        finally:
            await connection.close()

    def close(self) -> None:
        self.runner.run(self.place.close())
        self.place.check()


@pytest.fixture
def fuzz(caplog):
    caplog.set_level(logging.ERROR)
    with asyncio.Runner() as runner:
        one = Fuzz(runner)
        yield one
        one.close()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_fuzzed_requests_cause_no_error_and_no_undecided_call(fuzz):
    @calm
    @given(method=st.sampled_from(["POST", "POST", "POST", "GET", "DELETE", "PUT"]), given=headers, body=bodies)
    def wild(method, given, body):
        async def play() -> int:
            live = await fuzz.opened()
            members = {name: live if value == "LIVE" else value for name, value in given.items()}
            if method != "POST":
                members.pop("content_type", None)
            return await fuzz.post(request(fuzz.place.port, method, "/s/peer/mcp", body, **members))

        status = fuzz.runner.run(play())
        assert status == 0 or 200 <= status < 500
        fuzz.place.check()

    wild()


def test_a_well_formed_modern_call_runs_only_when_it_is_allowed(fuzz):
    @calm
    @given(name=st.one_of(names, st.text(max_size=4)), extra=st.dictionaries(st.text(max_size=4), leaves, max_size=2))
    def wild(name, extra):
        async def play() -> int:
            message = {**CALL, "params": {**extra, "name": name, "_meta": ENVELOPE}}
            members = {"mcp_protocol_version": MODERN, "mcp_method": "tools/call", "mcp_name": "ok"}
            return await fuzz.post(request(fuzz.place.port, "POST", "/s/peer/mcp", message, **members), wait=10)

        before = len(fuzz.place.ran)
        status = fuzz.runner.run(play())
        assert status in (200, 400)
        if name != "ok":
            assert len(fuzz.place.ran) == before
        fuzz.place.check()

    wild()


def test_bytes_that_are_no_http_are_no_fault_of_ours(fuzz):
    pieces = st.sampled_from(
        [b"POST ", b"/s/peer/mcp", b" HTTP/1.1\r\n", b"Host: 127.0.0.1\r\n", b"\r\n", b"Content-Length: 5\r\n", b"{}",
         b"Transfer-Encoding: chunked\r\n", b"5\r\n", b"\0", b"\xff", b"GET / HTTP/1.0\r\n\r\n",
         b"CONNECT a:1 HTTP/1.1\r\n",
         b"Upgrade: websocket\r\nConnection: Upgrade\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
    )  # fmt: skip

    @calm
    @given(parts=st.lists(st.one_of(pieces, st.binary(max_size=20)), max_size=12))
    def wild(parts):
        status = fuzz.runner.run(fuzz.post(b"".join(parts), wait=0.05))
        assert status == 0 or 200 <= status < 500

    wild()


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_however_a_body_is_cut_into_chunks_it_is_the_same_message(fuzz, era):
    """Chunked transfer coding (RFC 9112 §7.1) and the pieces in which it is written are no part of the message."""
    message = {**CALL, "params": {"name": "ok", "arguments": {"text": "é\u2028 \U0001f600" * 5}}}
    members: dict[str, Any] = {"content_length": None, "transfer_encoding": "chunked"}
    if era == "modern":
        message["params"]["_meta"] = {f"{META}protocolVersion": MODERN, f"{META}clientCapabilities": {}}
        members |= {"mcp_protocol_version": MODERN, "mcp_method": "tools/call", "mcp_name": "ok"}
    whole = json.dumps(message, ensure_ascii=False).encode()

    @settings(calm, max_examples=examples())
    @given(cuts=st.lists(st.integers(1, len(whole) - 1), unique=True, max_size=30), write=st.integers(1, 200))
    def wild(cuts, write):
        async def play() -> None:
            more = {} if era == "modern" else {"mcp_session_id": await fuzz.opened()}
            at = [0, *sorted(cuts), len(whole)]
            chunks = [whole[start:end] for start, end in itertools.pairwise(at)]
            body = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"
            data = request(fuzz.place.port, "POST", "/s/peer/mcp", b"", **members, **more) + body
            connection = Wire(fuzz.place.port, *await asyncio.open_connection("127.0.0.1", fuzz.place.port))
            try:
                await connection.send(*(data[i : i + write] for i in range(0, len(data), write)))
                assert await (await connection.receive()).message() == {"jsonrpc": "2.0", "id": 1, "result": {}}
            finally:
                await connection.close()

        before = len(fuzz.place.ran)
        fuzz.runner.run(play())
        assert fuzz.place.ran[before:] == ["ok"]
        fuzz.place.check()

    wild()
