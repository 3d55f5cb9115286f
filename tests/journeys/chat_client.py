"""A chat client in a thread of its own, so that a journey can be written as synchronous code."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from types import TracebackType
from typing import Any

from tests.journeys.test_first_call import chat_client, ignore_progress

WAIT = 120


class ChatClient:
    """The official SDK's client behind the real stub. `call` returns a future, so that the test can act meanwhile."""

    def __init__(self, desktop: Any, *args: str, **more: Any) -> None:
        """``more``: options of the SDK's client, such as callbacks for requests of the server."""
        self._desktop = desktop
        self._args = args
        self._more = more
        self._loop = asyncio.new_event_loop()
        self._ready: Future[Any] = Future()
        self._closing = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._run(),))

    async def _run(self) -> None:
        try:
            async with chat_client(self._desktop, *self._args, **self._more) as client:
                self._ready.set_result(client)
                await self._closing.wait()
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
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join(WAIT)
        self._loop.close()

    def _submit(self, coroutine: Any) -> Future[Any]:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def call(self, tool: str, /, **arguments: Any) -> Future[Any]:
        """Call a tool. The future has the result after the decision."""
        return self._submit(self._client.call_tool(tool, arguments))

    def call_with_progress(self, tool: str, /, **arguments: Any) -> Future[Any]:
        """Call a tool that reports its progress, so that it does not become a long-running call without any."""
        return self._submit(self._client.call_tool(tool, arguments, progress_callback=ignore_progress))

    def expect_error(self, method: str, *arguments: Any) -> str:
        """Send a request that must fail, by the name of the SDK's method, and return the error."""
        problem = self._submit(getattr(self._client, method)(*arguments)).exception(WAIT)
        assert problem is not None, "it did not fail"
        return str(problem)

    def tools(self) -> set[str]:
        """Return the names of the tools that this client sees now."""
        return {tool.name for tool in self._submit(self._client.list_tools()).result(WAIT).tools}


def result_text(call: Future[Any]) -> str:
    """Wait for the result of a call and return its text."""
    return "".join(block.text for block in call.result(WAIT).content)
