"""Base of a client session: reads messages in order, handles batches and errors, and sends responses.

It implements JSON-RPC: batches, ids in use, malformed messages, back-pressure. Subclasses implement MCP: `Session`
connects the client to one server, `AggregateSession` to all of them.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Container, Coroutine
from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.context import GateContext
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.model import ClientInfo, Era, MessageRefused, SessionStarted
from toolguard.gate.session.backpressure import Backpressure
from toolguard.gate.session.inflight_call import BatchResponse, ResumedSession
from toolguard.gate.session.record_limit import RECORDED_EACH, RecordLimit
from toolguard.gate.session.upstream import OUR_FAULT, ClientChannel
from toolguard.gate.texts import coded, cut

_log = logging.getLogger(__name__)
_YIELD_EVERY = 64  # messages after which other tasks run
_POLL_INTERVAL = 0.1  # seconds between two checks that the client of a blocked server is still connected


class Relay(ABC):
    """Identity of a session and the channel to its client. All parts of a session send through it."""

    _client: ClientChannel

    def __init__(
        self, id: str, caller: ClientInfo, server: str, gate: GateContext, resumed: ResumedSession | None = None
    ) -> None:
        self.id = id
        self.caller = caller
        self.server = server
        self.claim = ""
        """The client's own name (``clientInfo``); not trusted."""
        self.version = ""
        """The negotiated MCP revision; empty before the handshake."""
        self.era: Era = "legacy"
        self.backpressure = Backpressure()
        """Messages that wait for the server to start or to read."""
        self._gate = gate
        self._resumed = resumed
        self._batches: dict[Id, BatchResponse] = {}
        self._refusals = RecordLimit()
        self._sending = 0  # messages that were sent and not yet consumed
        self._all_sent: asyncio.Event | None = None  # while `run` waits for that

    def set_version(self, version: str) -> None:
        """Set the revision that a handshake has negotiated."""
        self.version = version

    async def run(self, client: ClientChannel) -> None:
        """Relay until the client disconnects, then end everything that was opened for it.

        ``client`` is a channel that yields messages, batches and `Malformed`.
        """
        self._client = client
        self._gate.note(
            SessionStarted(
                session=self.id, client=self.caller.id, server=self.server, program=self.caller.program,
                resumed=self._resumed is not None,
            )
        )  # fmt: skip
        self._gate.changed()
        try:
            await self._begin()
            count = 0
            async for message in client:
                await self._receive(message)
                count += 1
                if not client.has_more or count % _YIELD_EVERY == 0:
                    self._after_read()
                if self._sending or not self.backpressure.has_capacity:
                    self._after_read()
                    await self._wait_for_capacity()
                if count % _YIELD_EVERY == 0:
                    await asyncio.sleep(0)
        finally:
            await self._end(client.ended or coded("gate.client_closed_connection"))

    # --- what each kind of relay does -------------------------------------------------------------------------

    @abstractmethod
    async def _begin(self) -> None:
        """Prepare the session before the first message is read."""

    @abstractmethod
    async def _end(self, reason: str) -> None:
        """End what was opened for the client, which has disconnected."""

    @abstractmethod
    async def _handle_message(self, message: Message) -> None:
        """Handle a message with a valid envelope; raises `Malformed`."""

    def _after_read(self) -> None:  # noqa: B027 - only `Session` has something to do
        """Act on messages that were read together. Called when no more are buffered."""

    @abstractmethod
    def _ids_in_use(self) -> tuple[Container[object], ...]:
        """Return the collections of request ids in use, except those of batches."""

    @abstractmethod
    def _discard_request(self, id: Id) -> None:
        """Forget the request ``id``, because it is answered here."""

    @property
    def is_backlogged(self) -> bool:
        """Whether earlier messages wait for the server, so that no call may overtake them."""
        return False

    # --- from the client --------------------------------------------------------------------------------------

    async def _receive(self, message: Message | jsonrpc.Batch | Malformed) -> None:
        try:
            if isinstance(message, dict):
                await self._handle_message(message)
            elif isinstance(message, list):
                await self._handle_batch(message)
            else:
                raise message
        except Malformed as problem:
            self._record_refusal(problem.reason)
            await self.reply(problem.answer(*self._ids_in_use(), self._batches))
        except Exception:  # noqa: BLE001 - ours, logged: refused, and the program goes on
            _log.exception("a client's message was refused by a fault of ToolGuard's own")
            self._record_refusal(OUR_FAULT)
            if isinstance(message, dict):
                await self._reply_error(message, OUR_FAULT)

    def _record_refusal(self, reason: str) -> None:
        if count := self._refusals.count():
            self._gate.note(
                MessageRefused(
                    session=self.id, client=self.caller.id, server=self.server, reason=cut(reason, 500),
                    count=count if count > RECORDED_EACH else msgspec.UNSET,
                )
            )  # fmt: skip

    async def _reply_error(self, message: Message, reason: str) -> None:
        """Answer a request with an internal error; do nothing for other messages."""
        id = message.get("id")
        if "method" in message and id is not None:
            self._discard_request(id)
            await self.reply(jsonrpc.internal_error(id, reason))

    async def _handle_batch(self, members: jsonrpc.Batch) -> None:
        """Handle a JSON-RPC batch, which only 2025-03-26 allows: one by one, with the responses collected."""
        if not revisions.revision(self.version).batches:
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.json_rpc_batches_not"))
        if not 0 < len(members) <= jsonrpc.MAX_BATCH:
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.batch_size", limit=jsonrpc.MAX_BATCH))
        batch = BatchResponse()
        batch.remaining = 1  # this method itself, so that no response is sent before all members are handled
        for value in members:
            try:
                member = jsonrpc.envelope(value)
                if "method" in member and "id" in member:
                    await self._handle_member(member, batch)
                else:
                    await self._handle_message(member)
            except Malformed as problem:
                self._record_refusal(problem.reason)
                batch.answers.append(problem.answer(*self._ids_in_use(), self._batches))
        await self._complete_member(batch)

    async def _handle_member(self, member: Message, batch: BatchResponse) -> None:
        id: Id = member["id"]
        if member["method"] == "initialize":
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.initialize_not_batch"), id)
        if any(id in used for used in (*self._ids_in_use(), self._batches)):
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.id_still_use_another", id=repr(id)))
        self._add_to_batch(batch, id)
        try:
            await self._handle_message(member)
        except Malformed:
            await self._drop_from_batch(id)
            raise

    # --- to the client ----------------------------------------------------------------------------------------

    def reply(self, message: Message) -> Coroutine[Any, Any, None]:
        """Send a response to the client, alone or as part of its batch."""
        if self._batches and "method" not in message:
            id = message.get("id")
            batch = self._batches.pop(id, None) if id is not None else None
            if batch is not None:
                batch.answers.append(message)
                return self._complete_member(batch)
        return self.send(message)

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        """Send a message to the client; do nothing if it has disconnected."""
        self._sending += 1
        try:
            await self._client.send(message)
        except ConnectionError:
            return
        finally:
            self._sending -= 1
            if self._all_sent is not None and not self._sending:
                self._all_sent.set()

    def _add_to_batch(self, batch: BatchResponse, id: Id) -> None:
        self._batches[id] = batch
        batch.remaining += 1

    async def _drop_from_batch(self, id: Any) -> None:
        """Stop waiting for a response to ``id`` in its batch."""
        batch = self._batches.pop(id, None)
        if batch is not None:
            await self._complete_member(batch)

    async def _complete_member(self, batch: BatchResponse) -> None:
        """Count a completed member; after the last one send the responses as one array (JSON-RPC 2.0 §6)."""
        batch.remaining -= 1
        if batch.remaining == 0 and batch.answers:
            answers, batch.answers = batch.answers, []
            await self.send(answers)

    async def _wait_for_capacity(self) -> None:
        """Wait while the server or the client does not consume its messages, because these are held in memory."""
        while not self.backpressure.has_capacity and not self._client.ended:
            await self.backpressure.wait(_POLL_INTERVAL)
        while self._sending:  # until the client reads or disconnects
            self._all_sent = asyncio.Event()
            await self._all_sent.wait()
        self._all_sent = None
