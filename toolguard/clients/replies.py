"""What a client is told: alone, or as part of the batch that it asked in. It knows when the client does not read on."""

from __future__ import annotations

import asyncio

from toolguard.checkpoint import wire
from toolguard.checkpoint.attempt import Batch
from toolguard.checkpoint.link import Channel
from toolguard.checkpoint.wire import Id, Message


class Replies:
    """To one client. A client that is gone is not our trouble."""

    def __init__(self, client: Channel) -> None:
        self._client = client
        self._batches: dict[Id, Batch] = {}
        self._telling = 0  # messages that the client was told and has not taken
        self._all_told = asyncio.Event()

    def __contains__(self, id: Id) -> bool:
        """True while the answer to ``id`` is one of a batch."""
        return id in self._batches

    async def say(self, message: Message | wire.Batch) -> None:
        self._telling += 1
        try:
            await self._client.send(message)
        except ConnectionError:
            return
        finally:
            self._telling -= 1
            if not self._telling:
                self._all_told.set()

    async def until_taken(self) -> None:
        """Return when the client has taken all that it was told."""
        while self._telling:
            self._all_told.clear()
            await self._all_told.wait()

    async def reply(self, message: Message) -> None:
        """An answer."""
        id = message.get("id")
        batch = self._batches.pop(id, None) if id is not None else None
        if batch is None:
            await self.say(message)
            return
        batch.answers.append(message)
        await self.settle(batch)

    def await_in(self, batch: Batch, id: Id) -> None:
        """The answer to ``id`` belongs to ``batch``."""
        self._batches[id] = batch
        batch.left += 1

    async def give_up(self, id: Id) -> None:
        """No answer to ``id`` will come."""
        batch = self._batches.pop(id, None)
        if batch is not None:
            await self.settle(batch)

    async def settle(self, batch: Batch) -> None:
        """One member less to wait for; the last one sends the answers as one array (JSON-RPC 2.0 §6)."""
        batch.left -= 1
        if batch.left == 0 and batch.answers:
            answers, batch.answers = batch.answers, []
            await self.say(answers)


def failed(id: Id, reason: str) -> Message:
    """The answer to a request that could not be carried out."""
    return wire.error(id, wire.INTERNAL_ERROR, f"ToolGuard: {reason}", {"reason": reason})
