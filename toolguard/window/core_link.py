"""The connection between the Qt thread and the core's loop: snapshots to the window, orders to the core.

Nothing else in this package accesses the core's thread. A snapshot is passed as the same object that the core made
(``Signal(object)``; ``Signal(dict)`` would change large integers and the order of keys).
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import threading
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ParamSpec, Protocol, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from toolguard.gate.approver import UNKNOWN, Approver, acting
from toolguard.gate.model import Snapshot
from toolguard.gate.policy.conditions.widths import RuleWidth
from toolguard.gate.policy.rules import RuleRequest
from toolguard.gate.task_set import cancel_tasks
from toolguard.services.interface import RefusedError
from toolguard.services.runtime.requests import Request, RunRequest
from toolguard.store.log.audit_log import TamperedError
from toolguard.window import core_translation
from toolguard.window.approval.input_origin import InputOrigin

FIRST_SNAPSHOT_DELAY, SNAPSHOT_INTERVAL = 0.025, 0.1
"""Minimum seconds between two snapshots: the first value while the budget lasts, the second under constant changes."""
SNAPSHOT_BUDGET = 8
"""Budget of snapshots that may follow each other quickly; each `SNAPSHOT_INTERVAL` adds one: a single call appears at
once, even among a few others, and a flood of calls costs ten snapshots per second.
"""

_log = logging.getLogger(__name__)
_P = ParamSpec("_P")
_T = TypeVar("_T")


@contextmanager
def reporting(show: Callable[[str], object]) -> Iterator[None]:
    """Give ``show`` the reason, in the window's language, if an order inside is refused or the log cannot be read."""
    try:
        yield
    except (RefusedError, OSError, TamperedError) as why:
        show(core_translation.local(str(why)))


class GateProtocol(Protocol):
    """The gate's methods for the window, run on the core's loop; each returns "" or a sentence for the person."""

    def snapshot(self) -> Snapshot:
        """Return what the window shows, as it is at this moment."""

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` on the core's loop after each change; return what removes it."""

    async def approve(
        self, call_id: str, *, approver: Approver, shown: str, remember: RuleRequest | None = None,
        edited: str | None = None, despite: tuple[str, ...] = (),
    ) -> str:  # fmt: skip
        """Approve a call once. ``shown`` is the digest of what the person saw.

        ``edited`` is a JSON object in place of the arguments, ``despite`` the secrets in it that may leave.
        """

    async def approve_all(self, shown: Mapping[str, str], *, approver: Approver) -> dict[str, str]:
        """Approve calls, each by the digest that was shown, with one proof of presence; return a text for each."""

    async def cancel_authentication(self, id: str) -> str:
        """Withdraw an authentication prompt; what waits for it is not approved."""

    async def check(self, call_id: str, edited: str) -> tuple[str, ...]:
        """Return warnings about ``edited`` in place of the call's arguments."""

    async def widths(self, call_id: str, edited: str | None = None) -> tuple[RuleWidth, ...]:
        """Return the possible widths of a rule from a call, narrowest first; empty if there is no call."""

    async def deny(
        self, call_id: str, *, approver: Approver, reason: str = "", remember: RuleRequest | None = None
    ) -> str:
        """Deny a call; the model receives ``reason``."""

    async def allow_next(self, call_id: str, *, approver: Approver) -> str:
        """Allow the next call that is identical to one which its client gave up."""

    async def end_pause(self, client: str, server: str, *, approver: Approver) -> str:
        """Ask about calls of ``client`` to ``server`` again."""

    async def revoke(self, ticket: str, *, approver: Approver) -> str:
        """Revoke an approval that no call has used yet."""

    async def observe(self, *, locked: bool | None, idle: float | None) -> None:
        """Report the screen lock and the seconds since the last input; None is unknown. It can end rules."""

    async def stop(self, call_id: str) -> str:
        """Cancel a running call at its server and answer the client."""

    async def stop_all(self) -> str:
        """Do the same with all running calls."""

    async def accept(self, proposal_id: str, parts: Collection[str] | None = None, *, approver: Approver) -> str:
        """Accept a proposal, or only these parts (ids) of it; None: all."""

    async def reject(self, proposal_id: str, *, approver: Approver) -> str:
        """Reject a proposal."""


class TaskRunner(QObject):
    """Keeps the window's coroutines alive until they end, and reports those that fail."""

    failed = Signal(object)
    """The exception that ended a task. Its traceback was logged."""

    def __init__(self) -> None:
        super().__init__()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._home: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def spawn(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Future[Any]:
        """Run ``coroutine`` on the Qt thread's loop, which must be running. After `close` it is not started.

        Requests that it makes (`CoreLink.run`) carry the current `approver`: the context is copied to the core's loop.
        """
        if self._home is None:
            self._home = asyncio.get_running_loop()
        if self._closed:
            coroutine.close()
            never = self._home.create_future()
            never.cancel()
            return never
        context = contextvars.copy_context()
        context.run(acting.set, self.approver())
        task = self._home.create_task(coroutine, context=context)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)
        return task

    @property
    def is_busy(self) -> bool:
        """Whether any coroutine has not ended yet."""
        return bool(self._tasks)

    def approver(self) -> Approver:
        """The origin to record for an order that is given now."""
        return UNKNOWN

    def _on_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        problem = None if task.cancelled() else task.exception()
        if problem is not None:
            _log.error("a task of the window failed", exc_info=problem)
            self.failed.emit(problem)

    async def close(self) -> None:
        """Start nothing more, cancel running tasks and wait for their end."""
        self._closed = True
        await cancel_tasks([task for task in self._tasks if task is not asyncio.current_task()])


class CoreLink(TaskRunner):
    """Created on the Qt thread with the core's loop and guard. `snapshot` is always emitted on the Qt thread."""

    snapshot = Signal(object)
    """The newest `model.Snapshot`. A newer one replaces one that the Qt thread has not received yet."""
    _arrived = Signal()

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        guard: GateProtocol,
        run: RunRequest | None = None,
        inputs: InputOrigin | None = None,
    ) -> None:
        """``inputs`` returns the input device of orders; without it, the device is recorded as unknown."""
        super().__init__()
        self.guard = guard
        self.inputs = inputs
        self._run = run
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None
        self._spare, self._built = float(SNAPSHOT_BUDGET), loop.time()
        self._dirty = False
        self._newest: Snapshot | None = None
        self._exchange = threading.Lock()
        self._unsubscribe: Callable[[], None] | None = None
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        loop.call_soon_threadsafe(self._listen)

    def approver(self) -> Approver:
        """The origin to record for an order that is given now. Read it in the slot, before any await."""
        return self.inputs.approver() if self.inputs is not None else UNKNOWN

    async def order(self, function: Callable[_P, Coroutine[Any, Any, _T]], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Run ``function(*args, **kwargs)`` on the core's loop and return its result. Raises what it raises."""
        if self._loop.is_closed():
            raise ConnectionError(self.tr("ToolGuard's core has stopped. Restart ToolGuard."))
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(function(*args, **kwargs), self._loop))

    async def order_text(
        self, function: Callable[_P, Coroutine[Any, Any, str]], *args: _P.args, **kwargs: _P.kwargs
    ) -> str:
        """Like `order`, for functions that return a sentence, which is translated to the window's language."""
        return core_translation.local(await self.order(function, *args, **kwargs))

    async def run(self, request: Request[_T], tell: Callable[[str], None] = lambda _: None) -> _T:
        """Run ``request`` on the core; raises `RefusedError`. ``tell`` gets progress lines on the Qt thread."""
        if self._run is None:
            raise RefusedError(self.tr("Not connected to the ToolGuard core."))
        qt = asyncio.get_running_loop()

        def told(line: str) -> None:
            if not qt.is_closed():
                qt.call_soon_threadsafe(tell, line)

        try:
            return await self.order(self._run, request, told)
        except RefusedError as why:
            raise RefusedError(core_translation.local(str(why))) from why

    def stop_listening(self) -> None:
        """Stop receiving snapshots. Call it before the core's loop ends."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._forget)

    # On the core's thread

    def _listen(self) -> None:
        self._unsubscribe = self.guard.on_change(self._changed)
        self._build()

    def _forget(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        if self._timer is not None:
            self._timer.cancel()

    def _changed(self) -> None:
        if self._timer is None:
            self._build()
        else:
            self._dirty = True

    def _build(self) -> None:
        self._dirty, now = False, self._loop.time()
        self._spare = min(SNAPSHOT_BUDGET, self._spare + (now - self._built) / SNAPSHOT_INTERVAL) - 1
        self._built = now
        newest = self.guard.snapshot()
        with self._exchange:  # the Qt thread takes one at any time, also while the next one is built
            untaken, self._newest = self._newest, newest
        self._timer = self._loop.call_later(FIRST_SNAPSHOT_DELAY if self._spare >= 1 else SNAPSHOT_INTERVAL, self._due)
        if untaken is None:
            self._arrived.emit()

    def _due(self) -> None:
        self._timer = None
        if self._dirty:
            self._build()

    # On the Qt thread

    def _deliver(self) -> None:
        with self._exchange:
            newest, self._newest = self._newest, None
        if newest is not None:
            self.snapshot.emit(newest)
