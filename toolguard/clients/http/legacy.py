"""One Streamable HTTP session of the revisions before 2026-07-28, as a channel.

It knows on which stream a server's message leaves, and what a lost response means: not a cancel, but a held call whose
client does not come back is withdrawn after a while. Ids pass as they are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from toolguard.clients.http.channel import RequestChannel
from toolguard.clients.http.streams import ENDLESS, EventStore, EventStream, StreamTiming, finish
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.session.upstream import StreamedResponse
from toolguard.gate.texts import coded

CANCELLED = -32800
"""Ends the stream of a request that its client cancelled, so that it is not asked for again."""
BATCH = 1_000  # members
_THEIRS = 1_000  # requests of a server whose streams are remembered


@dataclass(frozen=True, slots=True)
class _LegacyRequest:
    """A request of the client that has no answer yet."""

    method: str
    stream: EventStream
    token: Id | None


class LegacyHttpSession(RequestChannel):
    """A channel over many HTTP requests. ``held(id)``: does the call of this id wait for a person?"""

    def __init__(self, client: str, server: str, timing: StreamTiming, *, held: Callable[[Id], bool]) -> None:
        super().__init__(client, server, timing)
        self.version = ""
        """The revision that the server agreed to; ``""`` before."""
        self.shelf = EventStore()
        self.unsolicited = EventStream(ENDLESS)
        """What belongs to no request, for the client's GET."""
        self.shelf.add(self.unsolicited)
        self.held = held
        self._asked: dict[Id, _LegacyRequest] = {}
        self._tokens: dict[Id, EventStream] = {}
        self._theirs: dict[Id, EventStream] = {}  # where a server's request went, until it is answered
        self._listened = False

    # --- the session's side -----------------------------------------------------------------------------------

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        if self._closed:
            raise ConnectionError(self.ended or coded("clients.endpoint_session_over"))
        assert isinstance(message, dict)  # noqa: S101 - a batch's members were handed over one by one
        if "method" in message:
            stream: EventStream | None = self._way(message)
            answers = False
        else:
            stream, answers = self._answered(message), True
        if stream is not None:
            stream.put(message, answers=answers)
            await stream.room(self._timing.stuck)

    def streamed(self, told: StreamedResponse) -> None:
        """Answer as the server does, which has begun a stream, or has closed it to be asked for again."""
        asked = self._asked.get(told.id)
        if asked is None or not self.primes:
            return
        if told.again is None:
            asked.stream.begin()
        else:
            asked.stream.part(told.again)

    async def _finish(self) -> None:
        asked, self._asked = self._asked, {}
        for id, one in asked.items():
            one.stream.put(jsonrpc.error(id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {self.ended}"), answers=True)
        streams = {self.unsolicited, *self.shelf.streams.values(), *(one.stream for one in asked.values())}
        await finish(streams, self._timing.flush)

    # --- where messages go ------------------------------------------------------------------------------------

    def _answered(self, message: Message) -> EventStream | None:
        """The stream on which an answer leaves; None when nobody waits for it any more."""
        id = message.get("id")
        if id in self._asked:
            asked = self._settled(id)
            if asked.method == "initialize" and "result" in message:
                told = jsonrpc.plain(message["result"])
                version = told.get("protocolVersion") if isinstance(told, dict) else None
                self.version = version if isinstance(version, str) else revisions.REVISIONS[0].version
            return asked.stream
        heard = self._arrivals.current
        ours = isinstance(message.get("error"), dict)  # a server's is not decoded yet
        return heard if ours and heard is not None and heard.awaits else None

    def _settled(self, id: Id) -> _LegacyRequest:
        asked = self._asked.pop(id)
        if asked.token is not None and self._tokens.get(asked.token) is asked.stream:
            del self._tokens[asked.token]
        return asked

    def _way(self, message: Message) -> EventStream:
        """The stream on which a server's request or notification leaves (transports §Sending Messages)."""
        method = message["method"]
        if "id" in message:
            stream = self._related() or self._anywhere()
            self._theirs[message["id"]] = stream
            if len(self._theirs) > _THEIRS:
                del self._theirs[next(iter(self._theirs))]
            return stream
        if method == "notifications/progress":
            token = _member(message, "progressToken")
            return self._tokens.get(token, self.unsolicited) if isinstance(token, int | str) else self.unsolicited
        if method == "notifications/cancelled":
            id = _member(message, "requestId")
            stream = self._theirs.pop(id, self.unsolicited) if isinstance(id, int | str) else self.unsolicited
            return self.unsolicited if stream.over else stream
        if method == "notifications/message":
            return self._related() or self.unsolicited
        return self.unsolicited

    def _related(self) -> EventStream | None:
        """The stream of the only request that can have caused a server's message."""
        found: EventStream | None = None
        for asked in self._asked.values():
            if found is not None and asked.stream is not found:
                return None
            found = asked.stream
        return found

    def _anywhere(self) -> EventStream:
        """For a request that the server needs answered: the GET stream, or any that is open."""
        if self.unsolicited.taker is None and self._asked:
            return next(reversed(self._asked.values())).stream
        return self.unsolicited

    # --- the requests' side -----------------------------------------------------------------------------------

    async def take(self, message: Message | jsonrpc.Batch | Malformed, size: int) -> EventStream | None:
        """Hand over what a POST brought; the stream of its answers, or None when there will be none."""
        self._used = asyncio.get_running_loop().time()
        if isinstance(message, list):
            return await self._take_batch(message, size)
        stream = EventStream(1)
        item = self._checked(message)
        if isinstance(item, Malformed):
            await self._arrivals.put(item, size, stream)
        elif "method" in item and "id" in item:
            self._note(item, stream)
            await self._arrivals.put(item, size, stream)
        else:
            await self._hear(item, size)
            return None
        return stream

    async def _take_batch(self, members: jsonrpc.Batch, size: int) -> EventStream | None:
        """A batch, whose members go their own ways; their answers leave on one stream (2025-03-26 §Batching)."""
        if not revisions.revision(self.version).batches:
            return await self._refuse(coded("clients.json_rpc_batches_not"), size)
        if not 0 < len(members) <= BATCH:
            return await self._refuse(coded("clients.batch_size", limit=BATCH), size)
        stream = EventStream(0, batch=True)
        items = [self._checked(member, batch=True) for member in members]
        seen: set[Id] = set()
        for at, item in enumerate(items):
            if isinstance(item, dict) and "method" in item and "id" in item:
                if item["id"] in seen:
                    items[at] = Malformed(
                        jsonrpc.INVALID_REQUEST, coded("clients.id_stands_twice_batch", id=repr(item["id"]))
                    )
                seen.add(item["id"])
        stream.awaits = sum(isinstance(item, Malformed) or ("method" in item and "id" in item) for item in items)
        for item in items:
            share = size // len(items)
            if isinstance(item, Malformed):
                await self._arrivals.put(item, share, stream)
            elif "method" in item and "id" in item:
                self._note(item, stream)
                await self._arrivals.put(item, share, stream)
            else:
                await self._hear(item, share)
        return stream if stream.awaits or not stream.empty else None

    async def _refuse(self, reason: str, size: int) -> EventStream:
        stream = EventStream(1)
        await self._arrivals.put(Malformed(jsonrpc.INVALID_REQUEST, reason), size, stream)
        return stream

    def _checked(self, member: object, *, batch: bool = False) -> Message | Malformed:
        """A message that the session can answer without mistaking it for another."""
        try:
            if isinstance(member, Malformed):
                raise member
            message = jsonrpc.envelope(member)
        except Malformed as problem:  # an id that another request has would make the answer that one's
            return Malformed(problem.code, problem.reason) if problem.id in self._asked else problem
        if "method" in message and "id" in message:
            id = message["id"]
            if id in self._asked:
                return Malformed(jsonrpc.INVALID_REQUEST, coded("clients.id_still_use_another", id=repr(id)))
            if batch and message["method"] == "initialize":
                return Malformed(jsonrpc.INVALID_REQUEST, coded("clients.initialize_not_batch"), id)
        return message

    def _note(self, message: Message, stream: EventStream) -> None:
        token = revisions.progress_token(message)
        self._asked[message["id"]] = _LegacyRequest(message["method"], stream, token)
        if token is not None:
            self._tokens[token] = stream

    async def _hear(self, message: Message, size: int) -> None:
        if "method" not in message:
            id = message.get("id")
            if id is not None:
                self._theirs.pop(id, None)
        await self._arrivals.put(message, size)
        if message.get("method") == "notifications/cancelled":
            self._cancelled(_member(message, "requestId"))

    def _cancelled(self, id: object) -> None:
        """The client wants no answer; its stream ends."""
        if not isinstance(id, int | str) or isinstance(id, bool):
            return
        asked = self._asked.get(id)
        if asked is not None and asked.method != "initialize":
            self._settled(id).stream.put(jsonrpc.error(id, CANCELLED, coded("clients.request_cancelled")), answers=True)

    def listen(self) -> EventStream | None:
        """The stream for what belongs to no request; None while the client has it already."""
        self._listened = True
        return self.unsolicited if self.unsolicited.taker is None else None

    def resumed(self, event: str) -> EventStream | None:
        """The stream that the client asks for again, from the event after ``event``; None when it is not kept."""
        self._used = asyncio.get_running_loop().time()
        found = self.shelf.find(event)
        if found is None:
            return None
        stream, number = found
        stream.rewind(number)
        return stream

    def lost(self, stream: EventStream) -> None:
        """A response was dropped by its client. That is no cancel, yet nobody may come back for what is held."""
        self._used = asyncio.get_running_loop().time()
        if not self.version:
            self.end(coded("clients.client_left_during_handshake"))  # it never learnt its session's id
        elif stream.awaits > 0:
            stream.lost = self._used
            asyncio.get_running_loop().call_later(self._timing.grace, self._withdraw, stream, self._used)

    def _withdraw(self, stream: EventStream, lost: float) -> None:
        if stream.taker is not None or stream.lost != lost or self.ended:
            return
        for id, asked in list(self._asked.items()):
            if asked.stream is stream and self.held(id):
                reason = coded("clients.client_connection_lost_not")
                params = {"requestId": id, "reason": reason}
                self._arrivals.put_now({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
                self._cancelled(id)

    @property
    def primes(self) -> bool:
        """Whether the client knows an event that only tells where to come back to."""
        return bool(self.version) and revisions.revision(self.version).priming_events

    def unused(self) -> float:
        """Seconds since the client was heard of; 0 while a response is open or an answer is awaited."""
        now = asyncio.get_running_loop().time()
        if self.unsolicited.taker is not None or any(asked.stream.taker for asked in self._asked.values()):
            self._used = now
        return now - self._used

    @property
    def patience(self) -> float:
        """Seconds for which it may be unused."""
        return self._timing.idle_left if self._listened else self._timing.idle


def _member(message: Message, name: str) -> object:
    params = jsonrpc.plain(message.get("params"))
    return params.get(name) if isinstance(params, dict) else None
