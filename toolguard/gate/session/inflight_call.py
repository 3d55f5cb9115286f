"""What a session keeps of one gated call, of one batch, and of a session that another process began."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.pending import Decision
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp.request_kinds import CALL
from toolguard.gate.mcp.revisions import progress_token
from toolguard.gate.model import NOT_ARGUMENTS, Call, Era, OngoingCall, Tool
from toolguard.gate.texts import encodable


class CallStoppedError(Exception):
    """Nobody waits for the server's answer any more; the text says what to answer instead."""


class Continuation(msgspec.Struct, frozen=True, kw_only=True):
    """One question of a server, not answered yet."""

    call: str
    """The call that was approved first."""
    number: int
    """How many times the server has asked."""
    keys: frozenset[str]
    """What it asked for: the keys of ``inputRequests``."""
    ongoing: OngoingCall
    """The same for a person to see."""
    expires: float
    arguments: dict[str, Any] | None = None
    """What the person made of the arguments; they are put in again each time."""


class InflightCall:
    """One gated call with every request that waits for it: the first, and identical ones that came meanwhile."""

    __slots__ = (
        "about",
        "answer",
        "asked",
        "batch",
        "by",
        "call",
        "came",
        "deferred",
        "denied",
        "digest",
        "due",
        "edited",
        "forwarded",
        "id",
        "judged",
        "key",
        "leaks",
        "legs",
        "masked",
        "note",
        "progress",
        "rests_on_definition",
        "round",
        "rule_ends",
        "sent",
        "size",
        "stopping",
        "timer",
        "tool",
        "total",
        "unlisted",
        "unwatched",
        "verdict",
        "waiting",
        "warnings",
    )

    def __init__(self, call: Call, tool: Tool | None) -> None:
        self.call = call
        self.id: Id = call.message["id"]
        """The id under which the server knows the call."""
        self.about: dict[str, Any] = {
            "session": call.session, "call": call.id, "client": call.client.id, "server": call.server,
            "tool": call.tool,
        }  # fmt: skip
        """What every record of it says."""
        self.asked = call
        """As the client made it; ``call`` is what is sent."""
        self.batch: BatchResponse | None = None
        """The JSON-RPC batch that it came in."""
        self.key = b""
        """Equal for calls that may wait together; empty when nobody is asked."""
        self.digest = ""
        """Of what was decided on: nothing else leaves."""
        self.judged: tuple[int, ...] = ()
        """`GateContext.editions` when the rules were asked."""
        self.rule_ends = False
        """The rule that decided holds for some time only."""
        self.rests_on_definition = False
        """It rests on its tool's definition."""
        self.verdict: Decision | None = None
        """Decided without a person; None: a person is asked."""
        self.warnings: tuple[str, ...] = ()
        self.leaks: tuple[str, ...] = ()
        """The secrets whose values stand in it."""
        self.masked: Call | None = None
        """As it may be shown, when it holds any."""
        self.tool = tool
        self.unlisted = False
        """Nobody knows yet what its tool needs: the server is asked for that before it is judged."""
        self.denied = False
        self.unwatched: Callable[[InflightCall], None] | None = None
        """Set while no task waits for the answer: called when none will come."""
        self.waiting: dict[Id, Message] = {call.message["id"]: call.message}
        self.came: dict[Id, float] = {call.message["id"]: call.since}
        """When (seconds since the epoch) each request came."""
        self.timer: asyncio.TimerHandle | None = None
        """Ends the call when its answer does not come in time."""
        self.answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.by = ""
        self.forwarded = 0.0
        """Seconds since the epoch when it was written to the server; 0 before."""
        self.due: dict[Id, tuple[float, asyncio.TimerHandle]] = {}
        """When (seconds since the epoch) each request must be answered so that its client does not give up."""
        self.deferred = False
        """A client was told to ask again: an approval that finds nobody waiting is kept for that."""
        self.round: Continuation | None = None
        """The question of the server that this call answers; None for a call of its own."""
        self.edited: dict[str, Any] | None = None
        self.stopping = False
        self.legs = 0
        """How often a client was told to come again (`long_poll`)."""
        self.size = 0
        """Bytes of the messages that wait with it."""
        self.sent: dict[Id, float] = {}
        """The last progress told to the client, by token."""
        self.progress: float | None = None
        self.total: float | None = None
        self.note = ""

    @property
    def seen(self) -> Call:
        """As a person may see it."""
        return self.masked or self.call

    @property
    def is_allowed_by_definition(self) -> bool:
        """Whether nobody is asked, because a rule allows its tool as it is known."""
        return self.rests_on_definition and self.verdict is not None and self.verdict.state == "allow"

    def tokens(self) -> list[Id]:
        """The progress tokens of all who wait."""
        tokens = [progress_token(one) for one in self.waiting.values() if "_meta" in one["params"]]
        return [token for token in tokens if token is not None] if tokens else []

    def end(self, problem: Exception) -> None:
        """No answer will come."""
        if not self.answer.done():
            self.answer.set_exception(problem)
            self.answer.exception()  # marked as seen: nobody may be waiting yet
            if self.unwatched is not None:
                self.unwatched(self)


def join_key(message: Message, without: tuple[str, ...] = ("_meta",)) -> bytes:
    """Equal for calls that mean the same: the params without ``_meta``."""
    return jsonrpc.canonical({name: value for name, value in message["params"].items() if name not in without})


def call_key(call: Call, tool: Tool | None, without: tuple[str, ...] = ("_meta",)) -> bytes:
    """SHA-256 over all that two calls must share to be the same: client, server, tool, its definition, the params.

    What is filled in counts, too: nobody approved another secret. So does the client's process: an approval that
    outlives its message is for the program that made the call, not for another one of the same name.
    """
    filled = jsonrpc.canonical(msgspec.to_builtins(call.filled, enc_hook=encodable)).decode() if call.filled else ""
    process = call.client.process or ("" if call.client.transport == "http" else call.session)
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
    """The call with what a person made of its arguments; everything else in its message stays as it came."""
    params = call.message["params"]
    if call.is_request:
        params = {**arguments, **{name: params[name] for name in NOT_ARGUMENTS if name in params}}
    else:
        params = {**params, "arguments": arguments}
    return msgspec.structs.replace(call, message=jsonrpc.encoded({**call.message, "params": params}))


class BatchResponse:
    """The answers of one JSON-RPC batch, sent as one array when all are there (JSON-RPC 2.0 §6)."""

    __slots__ = ("answers", "burst", "left")

    def __init__(self) -> None:
        self.answers: list[Message] = []
        self.burst = ""
        """The burst of its calls (`Bursts`)."""
        self.left = 0


class UnansweredRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request that the client has made, and that an app that died has not answered."""

    id: Id
    method: str
    batch: int = 0
    """Equal for the requests of one JSON-RPC batch; 0 for a request of its own."""
    repeated: bool = False
    """It comes again as if the client had just made it: nobody answers it in its place."""


class InterruptedCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call that another process left open: a crash."""

    call: str
    method: str = CALL
    requests: tuple[Id, ...]
    """Those that wait for its answer: the call's own, and those of identical calls."""
    tool: str
    era: Era
    state: Literal["held", "forwarded", "returned", "closed"]
    """``held``: it surely did not run. ``forwarded``: the server may have got it. ``returned``: it ran, and its answer
    was lost. ``closed``: it did not run, and the log says so already; only the client was not told."""
    closed: bool = False
    """The log has its end already."""


class ResumedSession(msgspec.Struct, frozen=True, kw_only=True):
    """What the log knows of a session whose process died."""

    session: str
    claim: str = ""
    version: str = ""
    initialize: Message | None = None
    """The handshake that was answered; None when the client has yet to shake hands, or does so again."""
    unanswered: tuple[InterruptedCall, ...] = ()
    requests: tuple[UnansweredRequest, ...] = ()
    """Everything that the client waits for; a ``tools/call`` among them that is not in ``unanswered`` did not run."""
