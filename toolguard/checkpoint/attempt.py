"""What a session keeps of one gated call, of one batch, and of a session that another process began."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import msgspec

from toolguard.checkpoint import wire
from toolguard.checkpoint.calls import Call, Era, Ongoing, Tool
from toolguard.checkpoint.mcp import progress_token
from toolguard.checkpoint.pending import Decision
from toolguard.checkpoint.wire import Id, Message


class Stopped(Exception):
    """Nobody waits for the server's answer any more; the text says what to answer instead."""


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One question of a server, not answered yet."""

    call: str
    """The call that was approved first."""
    number: int
    """How many times the server has asked."""
    keys: frozenset[str]
    """What it asked for: the keys of ``inputRequests``."""
    ongoing: Ongoing
    """The same for a person to see."""
    expires: float
    arguments: dict[str, Any] | None = None
    """What the person made of the arguments; they are put in again each time."""


class Attempt:
    """One gated call with every request that waits for it: the first, and identical ones that came meanwhile."""

    __slots__ = (
        "answer",
        "asked",
        "by",
        "call",
        "deferred",
        "due",
        "edited",
        "forwarded",
        "key",
        "leaks",
        "legs",
        "masked",
        "note",
        "progress",
        "round",
        "sent",
        "size",
        "stopping",
        "tool",
        "total",
        "unlisted",
        "verdict",
        "waiting",
        "warnings",
    )

    def __init__(self, call: Call, tool: Tool | None) -> None:
        self.call = call
        self.asked = call
        """As the client made it; ``call`` is what is sent."""
        self.key = b""
        """Equal for calls that may wait together; empty when nobody is asked."""
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
        self.waiting: dict[Id, Message] = {call.message["id"]: call.message}
        self.answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.by = ""
        self.forwarded = 0.0
        """Seconds since the epoch when it was written to the server; 0 before."""
        self.due: dict[Id, tuple[float, asyncio.TimerHandle]] = {}
        """When (seconds since the epoch) each request must be answered so that its client does not give up."""
        self.deferred = False
        """A client was told to ask again: an approval that finds nobody waiting is kept for that."""
        self.round: Round | None = None
        """The question of the server that this call answers; None for a call of its own."""
        self.edited: dict[str, Any] | None = None
        self.stopping = False
        self.legs = 0
        """How often a client was told to come again (`legs`)."""
        self.size = 0
        """Bytes of the messages that wait with it."""
        self.sent: dict[Id, float] = {}
        """The last progress told to the client, by token."""
        self.progress: float | None = None
        self.total: float | None = None
        self.note = ""

    @property
    def id(self) -> Id:
        """The id under which the server knows the call."""
        found: Id = self.call.message["id"]
        return found

    @property
    def seen(self) -> Call:
        """As a person may see it."""
        return self.masked or self.call

    def tokens(self) -> list[Id]:
        """The progress tokens of all who wait."""
        found = (progress_token(message) for message in self.waiting.values())
        return [token for token in found if token is not None]

    def end(self, problem: Exception) -> None:
        """No answer will come."""
        if not self.answer.done():
            self.answer.set_exception(problem)
            self.answer.exception()  # marked as seen: nobody may be waiting yet


def join_key(message: Message, without: tuple[str, ...] = ("_meta",)) -> bytes:
    """Equal for calls that mean the same: the params without ``_meta``."""
    return wire.canonical({name: value for name, value in message["params"].items() if name not in without})


def call_key(call: Call, tool: Tool | None, without: tuple[str, ...] = ("_meta",)) -> bytes:
    """SHA-256 over all that two calls must share to be the same: client, server, tool, its definition, the params.

    What is filled in counts, too: nobody approved another secret.
    """
    filled = wire.canonical(msgspec.to_builtins(call.filled)).decode() if call.filled else ""
    parts = (call.client.id, call.server, call.tool, tool.fingerprint if tool else "", *([filled] if filled else []))
    whole = hashlib.sha256()
    for part in (*(text.encode("utf-8", "surrogatepass") for text in parts), join_key(call.message, without)):
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.digest()


def edited(call: Call, arguments: dict[str, Any]) -> Call:
    """The call with what a person made of its arguments; everything else in its message stays as it came."""
    params = {**call.message["params"], "arguments": arguments}
    return msgspec.structs.replace(call, message={**call.message, "params": params})


class Batch:
    """The answers of one JSON-RPC batch, sent as one array when all are there (JSON-RPC 2.0 §6)."""

    __slots__ = ("answers", "left")

    def __init__(self) -> None:
        self.answers: list[Message] = []
        self.left = 0


class Open(msgspec.Struct, frozen=True):
    """A request of the client that waits for the server and is not a call."""

    method: str
    message: Message


class Unanswered(msgspec.Struct, frozen=True, kw_only=True):
    """A call that another process left open: a crash. ``forwarded`` when the server may have got it."""

    call: str
    request: Id
    tool: str
    era: Era
    forwarded: bool


class Resumed(msgspec.Struct, frozen=True, kw_only=True):
    """What the log knows of a session whose process died."""

    session: str
    claim: str = ""
    version: str = ""
    initialize: Message | None = None
    unanswered: tuple[Unanswered, ...] = ()
