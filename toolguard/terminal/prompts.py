"""Output and prompts of ``toolguard serve``. Lives on the core's loop.

It prints a line for each event. With a terminal in the foreground it asks about each pending call and proposal in turn.
A key counts only alone (not in a paste), only 0.4 s after the question was written, and only for that question.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Coroutine, Sequence
from typing import Any, TextIO

from toolguard.gate.api import GateApi
from toolguard.gate.approvals.availability import WINDOWLESS
from toolguard.gate.approver import Approver, ProcessInfo
from toolguard.gate.model import PendingCall, Proposal, Snapshot
from toolguard.gate.policy.rules import RuleRequest
from toolguard.gate.policy.unicode_safety import visible
from toolguard.terminal.call_text import PromptText, held_sheet, key_rows, part_sheet, proposal_sheet
from toolguard.terminal.console import Keyboard, TerminalWriter, open_keyboard
from toolguard.terminal.event_lines import EventLines, ReadLog, nothing
from toolguard.terminal.rule_choice import ends, menu, rule_request, rule_sheet, scopes

ARMING_DELAY = 0.4
"""Seconds after a question has appeared in which keys are ignored."""
_NO_TERMINAL = "ToolGuard's terminal is closed or in the background"
_CHECK_INTERVAL = 0.1  # seconds between two checks for events
_STILL_PENDING_INTERVAL = 0.2  # seconds between two checks whether the question is still pending

Question = PendingCall | Proposal


class TerminalPrompts:
    """One per program, created on the core's loop. ``read_log`` returns events to print.

    It reports to the gate's `Availability` whether a person can answer here.
    """

    def __init__(
        self,
        guard: GateApi,
        *,
        input_fd: int,
        output: TextIO,
        read_log: ReadLog = nothing,
        printed: int = 0,
        width: int = 0,
        process: ProcessInfo = ProcessInfo(surface="serve"),  # noqa: B008 - frozen
    ) -> None:
        """``printed``: the newest record that was printed or is of an earlier run. ``width`` in columns; 0 takes the
        terminal's own. ``process`` is recorded with every answer given here.
        """
        self._guard = guard
        self._approver = Approver(process=process, input="terminal")
        self._fd = input_fd
        self._width = width
        self._writer = TerminalWriter(output)
        self._news = EventLines(read_log, printed)
        self._keyboard: Keyboard | None = None
        self._wake = asyncio.Event()
        self._typed: asyncio.Queue[bytes] = asyncio.Queue()
        self._listening = False
        self._in_line = False
        self._skipped: set[str] = set()
        self._burst: tuple[str, ...] = ()  # the pending calls of the shown call's burst
        self._folded = False  # a part of the shown question is folded
        self._pages: list[str] = []

    @property
    def _columns(self) -> int:
        return self._width or shutil.get_terminal_size().columns

    @property
    def asks(self) -> bool:
        return self._keyboard is not None and not self._writer.gone and self._keyboard.foreground

    async def run(self) -> None:
        """Print and ask until cancelled. The terminal's settings are restored in any case."""
        stop_hearing = self._guard.on_change(self._wake.set)
        availability = self._guard.gate.availability
        try:
            if os.isatty(self._fd):
                self._keyboard = open_keyboard(self._fd, self._on_input)
                availability.ready(lambda: self.asks, _NO_TERMINAL)
            else:
                availability.close(WINDOWLESS)
            while True:
                self._wake.clear()
                while self._pages:
                    await self._print(
                        f"Open this page in your browser and sign in there:\n{visible(self._pages.pop())}"
                    )
                snapshot = self._guard.snapshot()
                if lines := await self._news.lines(snapshot):
                    await self._print("\n".join(lines))
                question = self._next_question(snapshot)
                if question is not None and self.asks:
                    await self._ask(question)
                else:
                    await self._idle()
        finally:
            stop_hearing()
            availability.close("ToolGuard's terminal is closed")
            self._close_keyboard()
            self._writer.close()

    async def _idle(self) -> None:
        """Wait for a change, or for the key that shows skipped questions again."""
        self._listen()
        await asyncio.sleep(_CHECK_INTERVAL)  # several changes at once are handled together
        if self._guard.snapshot().recorded <= self._news.printed and self._typed.empty():
            await self._wake.wait()
        while not self._typed.empty():
            if self._typed.get_nowait() == b"s":
                self._skipped.clear()

    def _next_question(self, snapshot: Snapshot) -> Question | None:
        waiting: list[Question] = [*snapshot.proposals, *snapshot.held]
        self._skipped &= {_id(item) for item in waiting}
        return next((item for item in waiting if _id(item) not in self._skipped), None)

    # --- one question -----------------------------------------------------------------------------------------

    async def _ask(self, question: Question) -> None:
        """Show a question until it is answered, skipped or no longer pending."""
        full = False
        while self.asks and self._stands(question):
            sheet = await asyncio.to_thread(_sheet, question, self._columns, full)
            self._burst, self._folded = self._burst_of(question), sheet.folded
            await self._print(f"{sheet.text}{self._burst_line()}{self._keys_of(question)}")
            await asyncio.sleep(ARMING_DELAY)
            self._listen()
            if await self._answered(question, sheet):
                return
            full = True

    async def _answered(self, question: Question, sheet: PromptText) -> bool:
        """Handle keys until one of them ends the question; return False to show all of it."""
        while self.asks:
            key = await self._key()
            if not self._stands(question):
                await self._print("This call has ended. It was decided elsewhere, cancelled or timed out.")
                break
            if key is None and (trouble := self._news.trouble(self._guard.snapshot())):
                await self._print("\n".join(trouble))
            if key == b"m":
                return False
            if key in (b"a", b"e") and not sheet.whole and not _has_parts(question):
                await self._print("Some of it is not shown. Press m to see it, then decide.")
            elif key in (*_keys(question), *((b"b",) if self._burst else ())) and await self._act(question, sheet, key):
                break
        self._listening = False
        return True

    async def _act(self, question: Question, sheet: PromptText, key: bytes | None) -> bool:
        """Carry out a key; return False if the question stays open."""
        self._listening = False
        if key == b"s":
            self._skipped.add(_id(question))
            done = "Skipped. It stays pending. Press s when nothing else is pending to see it again."
        elif key == b"b":
            done = await self._deny_burst()
        elif isinstance(question, Proposal) and key == b"a" and _has_parts(question):
            chosen = await self._choose_parts(question)
            if chosen is None:
                return False
            text = f"Approved {len(chosen):,} of {len(question.parts):,} changes." if chosen else "Denied."
            done = await self._authenticated(self._guard.accept(question.id, chosen, approver=self._approver)) or text
        elif isinstance(question, Proposal):
            order = self._guard.accept if key == b"a" else self._guard.reject
            answer = await self._authenticated(order(question.id, approver=self._approver))
            done = answer or ("Approved." if key == b"a" else "Denied.")
        elif key in (b"a", b"e"):
            remember = await self._choose_rule(question) if key == b"e" else None
            if (key == b"e" and remember is None) or (question.leaks and not await self._sure(question)):
                return False
            now = self._guard.gate.pending.get(question.call.id)
            late = now is not None and now.deferred and not now.waiting
            text = "Approved once: the next identical call." if late else "Approved, once."
            approving = self._guard.approve(
                question.call.id, shown=sheet.digest, remember=remember, despite=question.leaks,
                approver=self._approver,
            )  # fmt: skip
            done = await self._authenticated(approving) or ("Approved, and the rule was added." if remember else text)
        else:
            reason = await self._reason(question) if key == b"r" else ""
            if reason is None:
                return False
            done = await self._guard.deny(question.call.id, reason=reason, approver=self._approver) or "Denied."
        await self._print(done)
        return True

    def _burst_of(self, question: Question) -> tuple[str, ...]:
        """Return the pending calls of this call's burst, including itself; empty if it arrived alone."""
        if not isinstance(question, PendingCall) or not question.burst:
            return ()
        names = tuple(held.call.id for held in self._guard.snapshot().held if held.burst == question.burst)
        return names if len(names) > 1 else ()

    def _burst_line(self) -> str:
        if not self._burst:
            return ""
        return f"  burst    {len(self._burst):,} pending calls came together. You are asked about each of them.\n"

    async def _deny_burst(self) -> str:
        """Deny every call of the burst that was pending when the question was shown."""
        denied = [not await self._guard.deny(name, approver=self._approver) for name in self._burst]
        return f"Denied {sum(denied):,} calls."

    async def _authenticated(self, order: Coroutine[Any, Any, str]) -> str:
        """Return the result of an order that may need authentication; a key cancels it."""
        giving = asyncio.ensure_future(order)
        try:
            cancelled_shown = False
            while not (await asyncio.wait({giving}, timeout=_STILL_PENDING_INTERVAL))[0]:
                if not cancelled_shown and (asked := self._guard.snapshot().authenticating):
                    cancelled_shown = True
                    await self._print(f"Waiting for authentication ({visible(asked[-1].by)}). [c] cancels")
                    self._listen()
                while not self._typed.empty():
                    if self._typed.get_nowait() == b"c" and cancelled_shown:
                        return "Not approved: you cancelled the authentication."
            return giving.result()
        finally:
            self._listening = False
            giving.cancel()
            await asyncio.gather(giving, return_exceptions=True)

    async def _pick(self, question: Question, text: str, keys: tuple[bytes, ...]) -> bytes | None:
        """Show ``text`` and return the pressed one of ``keys``; any other key returns to the question, with None."""
        await self._print(text)
        await asyncio.sleep(ARMING_DELAY)
        self._listen()
        while self._stands(question) and self.asks:
            if (key := await self._key()) is not None:
                if key in keys:
                    return key
                break
        await self._print(self._keys_of(question) if self._stands(question) else "")
        self._listen()
        return None

    async def _sure(self, question: PendingCall) -> bool:
        """Ask for confirmation before a secret is sent."""
        names = visible(", ".join(question.leaks))
        text = (
            f"This sends the secret {names} to {visible(question.call.server)} and can't be undone. "
            "[y] send and approve; any other key goes back"
        )
        return await self._pick(question, text, (b"y",)) is not None

    async def _choose_parts(self, question: Proposal) -> list[str] | None:
        """Ask about each change separately; return the ids of accepted ones, or None to return to the question."""
        chosen, count = [], len(question.parts)
        for number, part in enumerate(question.parts, 1):
            text = await asyncio.to_thread(part_sheet, part, number, count, width=self._columns)
            text += f"Change {number:,} of {count:,}: [y] approve  [n] deny; any other key goes back"
            key = await self._pick(question, text, (b"y", b"n"))
            if key is None:
                return None
            chosen += [part.id] if key == b"y" else []
        return chosen

    async def _choose_rule(self, question: PendingCall) -> RuleRequest | None:
        """Ask for the scope and the end of an allow rule, then for the rule itself; None to return to the question."""
        offered = scopes(question, await self._guard.widths(question.call.id))
        number = await self._choose(question, "Allow from now on", [scope.title for scope in offered])
        if number is None:
            return None
        scope = offered[number]
        forbidden = self._guard.snapshot().forbidden_ends
        durations = ends(scope, forbidden)
        if not durations:
            await self._pick(question, f"{next(iter(forbidden.values()))} Any key goes back", ())
            return None
        number = await self._choose(question, "The rule ends", [end.help for end in durations])
        if number is None:
            return None
        requested = rule_request(question, scope, durations[number])
        text = rule_sheet(question, requested, durations[number], width=self._columns)
        text += "[y] approve this call and add the rule; any other key goes back"
        return requested if await self._pick(question, text, (b"y",)) is not None else None

    async def _choose(self, question: PendingCall, label: str, titles: Sequence[str]) -> int | None:
        """Return the index of a choice, or None to return to the question."""
        keys = tuple(b"%d" % number for number in range(1, len(titles) + 1))
        key = await self._pick(question, menu(label, titles, width=self._columns), keys)
        return None if key is None else keys.index(key)

    async def _reason(self, question: PendingCall) -> str | None:
        """Read a line from the person; return None after Ctrl+D, or if the question is no longer pending."""
        keyboard = self._keyboard
        if keyboard is None:
            return None
        await self._writer.write("Reason for the model (Enter denies, Ctrl+D goes back): ")
        self._in_line = True
        keyboard.line()
        self._typed, self._listening = asyncio.Queue(), True
        typed = b""
        try:
            while self._stands(question) and self.asks:
                data = await self._key()
                typed += data or b""
                if typed.endswith(b"\n"):
                    return typed.decode("utf-8", "replace").strip()
                if data == b"":
                    break
            await self._print("\n" + (self._keys_of(question) if self._stands(question) else ""))
            return None
        finally:
            self._in_line = False
            self._listen()

    def show_page(self, address: str) -> None:
        """Print the URL of a page that the person wants to open."""
        self._pages.append(address)
        self._wake.set()

    def _stands(self, question: Question) -> bool:
        """Return whether exactly what was shown is still pending."""
        if isinstance(question, PendingCall):
            now = self._guard.gate.pending.get(question.call.id)
            return now is not None and now.call is question.call
        return question in self._guard.snapshot().proposals

    def _keys_of(self, question: Question) -> str:
        snapshot = self._guard.snapshot()
        others = len(snapshot.held) + len(snapshot.proposals) - 1
        if _has_parts(question):
            keys = ["[a]pprove one by one", "[d]eny all", "[s]kip"]
        elif isinstance(question, Proposal):
            keys = ["[a]pprove", "[d]eny", "[s]kip"]
        else:
            keys = ["[a]pprove", "r[e]member", "[d]eny", "[r]eason", "[s]kip"]
        keys += ["[m] show all"] if self._folded else []
        keys += [f"[b] deny all {len(self._burst):,} of the burst"] if self._burst else []
        keys += [f"({others:,} more pending)"] if others > 0 else []
        return key_rows(keys, self._columns)

    # --- start and end ----------------------------------------------------------------------------------------

    async def _print(self, text: str) -> None:
        await self._writer.write(text + "\n")

    def _on_input(self, data: bytes) -> None:
        if not data and not self._in_line:
            self._close_keyboard()  # the terminal is gone: nobody can be asked any more
        elif self._listening:
            self._typed.put_nowait(data if self._in_line else data.lower())
        self._wake.set()

    def _listen(self) -> None:
        """Accept keys from now on, and discard earlier ones."""
        if self._keyboard is not None:
            self._keyboard.keys()
            self._keyboard.flush()
        self._typed, self._listening = asyncio.Queue(), True

    async def _key(self) -> bytes | None:
        """Return the typed key, or None after a moment without one."""
        try:
            async with asyncio.timeout(_STILL_PENDING_INTERVAL):
                return await self._typed.get()
        except TimeoutError:
            return None

    def _close_keyboard(self) -> None:
        keyboard, self._keyboard = self._keyboard, None
        if keyboard is not None:
            keyboard.close()


def _sheet(question: Question, width: int, full: bool) -> PromptText:
    if isinstance(question, PendingCall):
        return held_sheet(question, width=width, full=full)
    return proposal_sheet(question, width=width, full=full)


def _has_parts(question: Question) -> bool:
    return isinstance(question, Proposal) and len(question.parts) > 1


def _keys(question: Question) -> tuple[bytes, ...]:
    return (b"a", b"e", b"d", b"r", b"s") if isinstance(question, PendingCall) else (b"a", b"d", b"s")


def _id(question: Question) -> str:
    return question.call.id if isinstance(question, PendingCall) else question.id
