"""A chat client in a thread of its own, so that a journey reads in the order in which a person does things."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from types import TracebackType
from typing import Any

from tests.journeys.test_first_call import chat_client

WAIT = 120


class ChatClient:
    """The official SDK's client behind the real stub: ``call`` gives a future, and the person can act meanwhile."""

    def __init__(self, desktop: Any, *args: str, **more: Any) -> None:
        """``more`` are options of the SDK's client, such as what it answers to a server's requests."""
        self._desktop = desktop
        self._args = args
        self._more = more
        self._loop = asyncio.new_event_loop()
        self._ready: Future[Any] = Future()
        self._over = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._live(),))

    async def _live(self) -> None:
        try:
            async with chat_client(self._desktop, *self._args, **self._more) as client:
                self._ready.set_result(client)
                await self._over.wait()
        finally:
            if not self._ready.done():
                self._ready.cancel()

    def __enter__(self) -> ChatClient:
        self._thread.start()
        self._client = self._ready.result(WAIT)
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(WAIT)
        self._loop.close()

    def _do(self, coroutine: Any) -> Future[Any]:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def call(self, tool: str, /, **arguments: Any) -> Future[Any]:
        """Ask for a call; its answer comes when somebody has decided."""
        return self._do(self._client.call_tool(tool, arguments))

    def fails(self, method: str, *arguments: Any) -> str:
        """The error that a request of the client ends with, by the name of the SDK's method."""
        problem = self._do(getattr(self._client, method)(*arguments)).exception(WAIT)
        assert problem is not None, "it did not fail"
        return str(problem)

    def tools(self) -> set[str]:
        """The names of the tools that this client sees now."""
        return {tool.name for tool in self._do(self._client.list_tools()).result(WAIT).tools}


def said(answer: Future[Any]) -> str:
    """The text of an answer, once it is there."""
    return "".join(block.text for block in answer.result(WAIT).content)
