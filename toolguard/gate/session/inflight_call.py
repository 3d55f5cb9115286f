"""State of calls, batches and resumed sessions."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.pending import Decision
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp.request_kinds import CALL
from toolguard.gate.mcp.revisions import progress_token
from toolguard.gate.model import NOT_ARGUMENTS, Call, Editions, Era, OngoingCall, Tool
from toolguard.gate.texts import encodable


class CallStoppedError(Exception):
    """The call was stopped; the text says what to answer instead."""


class Continuation(msgspec.Struct, frozen=True, kw_only=True):
    """A request for input by a server (``input_required``) that the client has not answered yet."""

    call: str
    """The id of the call that was approved."""
    number: int
    """How many times the server has asked so far."""
    keys: frozenset[str]
    """The keys of ``inputRequests``."""
    ongoing: OngoingCall
    """The call as it is shown to the person."""
    expires: float
    arguments: dict[str, Any] | None = None
    """The arguments as the person edited them; reapplied on each continuation."""
    is_by_rule: bool
    """Whether a rule allowed the call, and no person approved it."""


class InflightCall(msgspec.Struct, kw_only=True, eq=False):
    """A call under way, with all requests that wait for its response: the first one and identical ones that joined."""

    call: Call
    original: Call
    """The call as the client made it; ``call`` is what is sent."""
    id: Id
    """The JSON-RPC id of the call at the server."""
    record_fields: dict[str, Any]
    """Fields common to all records of the call."""
    tool: Tool | None
    batch: BatchResponse | None
    """The JSON-RPC batch that contains it."""
    size: int
    """Total bytes of the waiting messages."""
    waiting: dict[Id, Message]
    arrived: dict[Id, float]
    """Arrival time of each request in seconds since the epoch."""
    answer: asyncio.Future[Message]
    key: bytes = b""
    """Equal for calls that can join; empty if nobody is asked."""
    decided: bytes
    """The encoded call that is decided on; nothing else may be sent. Empty once it was sent."""
    digest: str = ""
    """Their digest."""
    editions_decided: Editions = Editions()
    """`GateContext.editions` when the rules were evaluated."""
    rule_expires: bool = False
    """Whether the rule that decided expires."""
    rule_pins_definition: bool = False
    """Whether the rule that decided depends on the tool's definition."""
    verdict: Decision | None = None
    """The decision if no person is needed; None if a person is asked."""
    warnings: tuple[str, ...] = ()
    asked_because: str = ""
    """As in `PendingCall`, and the same of ``rule``."""
    rule: str = ""
    leaks: tuple[str, ...] = ()
    """Names of the secrets whose values are in the call."""
    masked: Call | None = None
    """The call with secrets masked, if it contains any."""
    is_unlisted: bool = False
    """Whether the server must list its tools before the call is judged, by the tool's needs or its definition."""
    denied: bool = False
    on_lost: Callable[[InflightCall], None] | None = None
    """Called if no response will come. Set only while no task awaits the response."""
    timer: asyncio.TimerHandle | None = None
    """Ends the call if its response does not come in time."""
    by: str = ""
    forwarded: float = 0.0
    """Seconds since the epoch when it was written to the server; 0 before."""
    deadlines: dict[Id, tuple[float, asyncio.TimerHandle]] = {}
    """Time (seconds since the epoch) and timer at which each request must be answered before its client times out."""
    deferred: bool = False
    """Whether a client was told to retry: an approval that comes while no request waits is then stored."""
    continuation: Continuation | None = None
    """The server's request for input that this call answers; None for a new call."""
    edited: dict[str, Any] | None = None
    stopping: bool = False
    long_poll_count: int = 0
    """Number of long-poll retries so far."""
    sent_progress: dict[Id, float] = {}
    """The last progress sent to the client, by progress token."""
    progress: float | None = None
    total: float | None = None
    note: str = ""

    @classmethod
    def of(cls, call: Call, data: bytes, tool: Tool | None, batch: BatchResponse | None) -> InflightCall:
        """Return a call that was just made. ``data`` is its encoded message."""
        message = call.message
        id: Id = message["id"]
        return cls(
            call=call, original=call, id=id, tool=tool, batch=batch, size=len(data), decided=data,
            record_fields={
                "session": call.session, "call": call.id, "client": call.client.id, "server": call.server,
                "tool": call.tool,
            },
            waiting={id: message}, arrived={id: call.since},
            answer=asyncio.get_running_loop().create_future(),
        )  # fmt: skip

    @property
    def shown(self) -> Call:
        """The call as a person may see it, with secrets masked."""
        return self.masked or self.call

    @property
    def is_allowed_by_definition(self) -> bool:
        """Whether a rule allows the call by the known definition of its tool, so that nobody is asked."""
        is_allowed = self.verdict is not None and self.verdict.state == "allow" and self.continuation is None
        return self.rule_pins_definition and is_allowed

    def progress_tokens(self) -> Iterator[Id]:
        """Yield the progress tokens of all waiting requests."""
        for message in self.waiting.values():
            if "_meta" in message["params"] and (token := progress_token(message)) is not None:
                yield token

    def release_bytes(self) -> None:
        """Free the bytes, which were sent."""
        self.decided = b""
        if isinstance(self.call.message, jsonrpc.EncodedMessage):
            self.call.message.release()

    def end(self, problem: Exception) -> None:
        """Fail the response with ``problem``."""
        if not self.answer.done():
            self.answer.set_exception(problem)
            self.answer.exception()  # mark as retrieved; nobody may be waiting yet
            if self.on_lost is not None:
                self.on_lost(self)


def join_key(message: Message, without: tuple[str, ...] = ("_meta",)) -> bytes:
    """Return a key that is equal for calls with the same params, without ``_meta``."""
    return jsonrpc.canonical({name: value for name, value in message["params"].items() if name not in without})


def call_key(call: Call, tool: Tool | None, without: tuple[str, ...] = ("_meta",)) -> bytes:
    """Return SHA-256 over everything that identical calls share: client, server, tool, its definition, the params.

    Injected arguments count, because nobody approved a different secret. The client's process counts, because a
    deferred approval is for the program that made the call, not for another one of the same name.
    """
    filled = jsonrpc.canonical(msgspec.to_builtins(call.injected, enc_hook=encodable)).decode() if call.injected else ""
    process = call.client.process or ("" if call.client.has_token else call.session)
    parts = (
        call.client.id,
        process,
        call.server,
        call.tool,
        tool.fingerprint if tool else "",
        *([filled] if filled else []),
        *([f"\0{call.method}"] if call.is_request else []),
    )
    whole = hashlib.sha256()
    for part in (*(text.encode("utf-8", "surrogatepass") for text in parts), join_key(call.message, without)):
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.digest()


def edited(call: Call, arguments: dict[str, Any]) -> Call:
    """Return the call with ``arguments`` as a person edited them; the rest of its message is unchanged."""
    params = call.message["params"]
    if call.is_request:
        params = {**arguments, **{name: params[name] for name in NOT_ARGUMENTS if name in params}}
    else:
        params = {**params, "arguments": arguments}
    return msgspec.structs.replace(call, message=jsonrpc.encoded({**call.message, "params": params}))


class BatchResponse:
    """Responses of a JSON-RPC batch, sent as one array when complete (JSON-RPC 2.0 §6)."""

    __slots__ = ("answers", "burst", "remaining")

    def __init__(self) -> None:
        self.answers: list[Message] = []
        self.burst = ""
        """The burst of the batch's calls (`Bursts`)."""
        self.remaining = 0


class UnansweredRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request that was open when a ToolGuard process died."""

    id: Id
    method: str
    batch: int = 0
    """Equal for the requests of one JSON-RPC batch; 0 for a single request."""
    repeated: bool = False
    """The client's message is read again, so this process handles the request as if it were new."""


class InterruptedCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call that was open when a ToolGuard process died."""

    call: str
    method: str = CALL
    requests: tuple[Id, ...]
    """The requests that wait for its response: its own and those of identical calls."""
    tool: str
    era: Era
    state: Literal["held", "forwarded", "returned", "closed"]
    """How far it got.

    - ``held``: it did not run.
    - ``forwarded``: the server may have received it.
    - ``returned``: it ran, and its result was lost.
    - ``closed``: it did not run, and the log already says so; only the client was not answered.
    """
    closed: bool = False
    """Whether the log already has its last record."""


class ResumedSession(msgspec.Struct, frozen=True, kw_only=True):
    """What the log contains about a session whose process died."""

    session: str
    claim: str = ""
    version: str = ""
    initialize: Message | None = None
    """The handshake that was answered; None if the client has not sent one yet or sends it again."""
    unanswered: tuple[InterruptedCall, ...] = ()
    requests: tuple[UnansweredRequest, ...] = ()
    """All requests that the client waits for. A ``tools/call`` that is not in ``unanswered`` did not run."""
