"""One client for as long as its session lasts: its messages are heard one by one, and what it is told leaves in order.

It knows JSON-RPC: batches, ids that are in use, a message that cannot be read, a client that does not read on. What a
message is for, its two kinds know: `Session` joins the client to one server, `AggregateSession` to all of them.
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
from toolguard.gate.session.record_limit import EACH, RecordLimit
from toolguard.gate.session.upstream import OUR_FAULT, ClientChannel
from toolguard.gate.texts import coded, cut

_log = logging.getLogger(__name__)
_BATCH = 1_000  # members of one batch
_BREATH = 64  # messages after which others get a turn
_LOOK = 0.1  # seconds between two looks whether the client of a server that does not read on is still there


class Relay(ABC):
    """Who speaks with whom in one session, and the way to its client: the one place that all parts of it go by."""

    _client: ClientChannel

    def __init__(
        self, id: str, caller: ClientInfo, server: str, gate: GateContext, resumed: ResumedSession | None = None
    ) -> None:
        self.id = id
        self.caller = caller
        self.server = server
        self.claim = ""
        """What the client calls itself; not trusted."""
        self.version = ""
        """The revision of MCP that is spoken; empty before the handshake."""
        self.era: Era = "legacy"
        self.room = Backpressure()
        """What waits for the server to start or to read on."""
        self._gate = gate
        self._resumed = resumed
        self._batches: dict[Id, BatchResponse] = {}
        self._refusals = RecordLimit()
        self._telling = 0  # messages that the client was told and has not taken
        self._all_told = asyncio.Event()

    async def run(self, client: ClientChannel) -> None:
        """Relay until the client is gone, then end everything that was opened for it.

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
                await self._hear(message)
                count += 1
                if not client.has_more or count % _BREATH == 0:
                    self._heard_some()
                if self._telling or not self.room.free:
                    self._heard_some()
                    await self._until_taken()
                if count % _BREATH == 0:
                    await asyncio.sleep(0)
        finally:
            await self._end(client.ended or coded("gate.client_closed_connection"))

    # --- what each kind of relay does -------------------------------------------------------------------------

    @abstractmethod
    async def _begin(self) -> None:
        """Do what comes before the first message is heard."""

    @abstractmethod
    async def _end(self, reason: str) -> None:
        """The client is gone: end what was opened for it."""

    @abstractmethod
    async def _hear_one(self, message: Message) -> None:
        """Act on one message with a sound envelope; raises `Malformed`."""

    def _heard_some(self) -> None:  # noqa: B027 - only one kind of relay has something to do then
        """Several messages that came together were heard: now is the time for what is done for them together."""

    @abstractmethod
    def _used(self) -> tuple[Container[object], ...]:
        """Where the ids stand that no other request may have now, but for those of batches."""

    @abstractmethod
    def _forget(self, id: Id) -> None:
        """The request ``id`` gets its answer from here."""

    @property
    def is_backlogged(self) -> bool:
        """Whether something that came before waits for the server: no call may overtake it."""
        return False

    # --- from the client --------------------------------------------------------------------------------------

    async def _hear(self, message: Message | jsonrpc.Batch | Malformed) -> None:
        try:
            if isinstance(message, dict):
                await self._hear_one(message)
            elif isinstance(message, list):
                await self._hear_batch(message)
            else:
                raise message
        except Malformed as problem:
            self._refused(problem.reason)
            await self.reply(problem.answer(*self._used(), self._batches))
        except Exception:  # noqa: BLE001 - ours, logged: refused, and the program goes on
            _log.exception("a client's message was refused by a fault of ToolGuard's own")
            self._refused(OUR_FAULT)
            if isinstance(message, dict):
                await self._fail(message, OUR_FAULT)

    def _refused(self, reason: str) -> None:
        if count := self._refusals.count():
            self._gate.note(
                MessageRefused(
                    session=self.id, client=self.caller.id, server=self.server, reason=cut(reason, 500),
                    count=count if count > EACH else msgspec.UNSET,
                )
            )  # fmt: skip

    async def _fail(self, message: Message, reason: str) -> None:
        """Answer a request that could not be carried out; nothing for any other message."""
        id = message.get("id")
        if "method" in message and id is not None:
            self._forget(id)
            await self.reply(failed(id, reason))

    async def _hear_batch(self, members: jsonrpc.Batch) -> None:
        """A JSON-RPC batch: legal in 2025-03-26 only, where each member goes its own way and the answers meet again."""
        if not revisions.revision(self.version).batches:
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.json_rpc_batches_not"))
        if not 0 < len(members) <= _BATCH:
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.batch_size", limit=_BATCH))
        batch = BatchResponse()
        batch.left = 1  # this function itself, so that nothing is sent before the last member was heard
        for value in members:
            try:
                member = jsonrpc.envelope(value)
                if "method" in member and "id" in member:
                    await self._hear_member(member, batch)
                else:
                    await self._hear_one(member)
            except Malformed as problem:
                self._refused(problem.reason)
                batch.answers.append(problem.answer(*self._used(), self._batches))
        await self._settle(batch)

    async def _hear_member(self, member: Message, batch: BatchResponse) -> None:
        id: Id = member["id"]
        if member["method"] == "initialize":
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.initialize_not_batch"), id)
        if any(id in used for used in (*self._used(), self._batches)):
            raise Malformed(jsonrpc.INVALID_REQUEST, coded("gate.id_still_use_another", id=repr(id)))
        self._await_in(batch, id)
        try:
            await self._hear_one(member)
        except Malformed:
            await self._give_up_answer(id)
            raise

    # --- to the client ----------------------------------------------------------------------------------------

    def reply(self, message: Message) -> Coroutine[Any, Any, None]:
        """To the client, alone or as part of the batch that it belongs to."""
        if self._batches and "method" not in message:
            id = message.get("id")
            batch = self._batches.pop(id, None) if id is not None else None
            if batch is not None:
                batch.answers.append(message)
                return self._settle(batch)
        return self.tell(message)

    async def tell(self, message: Message | jsonrpc.Batch) -> None:
        """To the client. One that is gone is not our trouble."""
        self._telling += 1
        try:
            await self._client.send(message)
        except ConnectionError:
            return
        finally:
            self._telling -= 1
            if not self._telling:
                self._all_told.set()

    def _await_in(self, batch: BatchResponse, id: Id) -> None:
        """The answer to ``id`` belongs to ``batch``."""
        self._batches[id] = batch
        batch.left += 1

    async def _give_up_answer(self, id: Any) -> None:
        """No answer to ``id`` will come: the batch that waits for it need not."""
        batch = self._batches.pop(id, None)
        if batch is not None:
            await self._settle(batch)

    async def _settle(self, batch: BatchResponse) -> None:
        """One member less to wait for; the last one sends the answers as one array (JSON-RPC 2.0 §6)."""
        batch.left -= 1
        if batch.left == 0 and batch.answers:
            answers, batch.answers = batch.answers, []
            await self.tell(answers)

    async def _until_taken(self) -> None:
        """Read no further while either side does not take what it is sent: what it has yet to take lies in memory."""
        while not self.room.free and not self._client.ended:
            await self.room.wait(_LOOK)
        while self._telling:  # until the client takes it or is gone
            self._all_told.clear()
            await self._all_told.wait()


def failed(id: Id, reason: str) -> Message:
    """The answer to a request that could not be carried out."""
    return jsonrpc.error(id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {reason}", {"reason": reason})
