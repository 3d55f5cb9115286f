"""Output and prompts of ``toolguard serve``. Lives on the core's loop.

It prints a line for each event. With a terminal in the foreground it asks about each pending call and proposal in turn.
A key counts only alone (not in a paste), only 0.4 s after the question was written, and only for that question. A
question is written again after a resize, after Ctrl+Z and fg, and when a further question about it was left.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, TextIO

from toolguard.gate.api import GateApi
from toolguard.gate.approvals.availability import WINDOWLESS
from toolguard.gate.approver import Approver, ProcessInfo
from toolguard.gate.model import PendingCall, Proposal, Snapshot
from toolguard.gate.policy import json_diff
from toolguard.gate.policy.edited_arguments import MAX_EDITABLE_LENGTH, read, written
from toolguard.gate.policy.remembered_rules import offered_scopes, request_rule
from toolguard.gate.policy.rules import RuleRequest
from toolguard.gate.policy.unicode_safety import visible
from toolguard.terminal import external_editor
from toolguard.terminal.call_text import (
    MIN_WIDTH,
    PromptText,
    edited_sheet,
    event_rows,
    field,
    part_sheet,
    pending_sheet,
    prompt,
    proposal_sheet,
)
from toolguard.terminal.console import Keyboard, TerminalWriter, open_keyboard
from toolguard.terminal.event_lines import EventLines, ReadLog, nothing
from toolguard.terminal.keys import Key, help_sheet, idle_help, keys_of, labels
from toolguard.terminal.rule_choice import date_end, ends, menu, rule_sheet, scope_title

ARMING_DELAY = 0.4
"""Seconds after a question has appeared in which keys are ignored."""
_NO_TERMINAL = "ToolGuard's terminal is closed or in the background"
_CHECK_INTERVAL = 0.1  # seconds between two checks for events
_STILL_PENDING_INTERVAL = 0.2  # seconds between two checks whether the question is still pending

_APPROVING = (b"a", b"e", b"i")
_DISCARDS = "discards your changes"
_SHOWN = ("call", "tool", "warnings", "secrets")
"""Parts of a pending call that its question is about. They change if its tool is listed meanwhile."""

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
        run_folder: Path,
        read_log: ReadLog = nothing,
        printed: int = 0,
        process: ProcessInfo = ProcessInfo(surface="serve"),  # noqa: B008 - frozen
        arming_delay: float = ARMING_DELAY,
    ) -> None:
        """``run_folder`` is private, for files that are being edited. ``printed``: the newest record that was printed
        or is of an earlier run. ``process`` is recorded with every answer given here. Keys count ``arming_delay``
        seconds after their question was printed.
        """
        self._guard = guard
        self._approver = Approver(process=process, input="terminal")
        self._fd = input_fd
        self._run_folder = run_folder
        self._arming_delay = arming_delay
        self._writer = TerminalWriter(output)
        self._news = EventLines(read_log, printed)
        self._keyboard: Keyboard | None = None
        self._wake = asyncio.Event()
        self._typed: asyncio.Queue[bytes] = asyncio.Queue()
        self._listening = False
        self._in_line = False
        self._skipped: set[str] = set()
        self._burst: tuple[str, ...] = ()  # the pending calls of the shown call's burst
        self._keys: tuple[Key, ...] = ()  # of the shown question
        self._seen: Question | None = None  # the question whose last row was shown, page by page
        self._continued = False  # the program was stopped, and the question is not shown again yet
        self._notice = ""  # said with the question when it is shown again
        self._pages: list[str] = []
        self.editing = False
        """Whether the person's editor has the terminal; Ctrl+C is then for it."""

    @property
    def _size(self) -> os.terminal_size:
        try:
            size = os.get_terminal_size(self._fd)
        except OSError:  # Windows knows only that of the output
            size = shutil.get_terminal_size()
        return os.terminal_size((size.columns or 80, size.lines or 24))

    @property
    def asks(self) -> bool:
        """Whether a question reaches a person: the terminal works, and ToolGuard is in its foreground."""
        there = self._keyboard is not None and not self._writer.gone
        return there and (self.editing or (self._keyboard is not None and self._keyboard.is_in_foreground))

    async def run(self) -> None:
        """Print and ask until cancelled. The terminal's settings are restored in any case."""
        stop_hearing = self._guard.on_change(self._wake.set)
        availability = self._guard.gate.availability
        try:
            if os.isatty(self._fd):
                external_editor.remove_files(self._run_folder)
                self._keyboard = open_keyboard(self._fd, self._on_input, self._on_continue)
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
                    await self._print_events(lines)
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
        """Wait for a change, or for a key."""
        self._listen()
        await asyncio.sleep(_CHECK_INTERVAL)  # several changes at once are handled together
        if self._guard.snapshot().recorded <= self._news.printed and self._typed.empty():
            await self._wake.wait()
        while not self._typed.empty():
            key = self._typed.get_nowait()
            if key == b"s":
                self._skipped.clear()
            elif key == b"?":
                await self._print(idle_help(self._size.columns))
            elif self._skipped:
                await self._print(f"You skipped {len(self._skipped):,}. Press s to see what is still pending.")
            else:
                await self._print("Nothing is pending. Press ? for the keys.")

    def _next_question(self, snapshot: Snapshot) -> Question | None:
        waiting: list[Question] = [*snapshot.proposals, *snapshot.pending]
        self._skipped &= {_id(item) for item in waiting}
        return next((item for item in waiting if _id(item) not in self._skipped), None)

    # --- one question -----------------------------------------------------------------------------------------

    async def _ask(self, question: Question) -> None:
        """Show a question until it is answered, skipped or no longer pending."""
        while self.asks:
            if not self._is_unchanged(question):
                await self._print(self._ended(question))
                return
            size, self._continued = self._size, False
            sheet = await asyncio.to_thread(_sheet, question, size, full=False)
            self._burst = self._burst_of(question)
            self._keys = keys_of(question, folded=sheet.folded, burst=len(self._burst))
            notice, self._notice = self._notice, ""
            notice = f"{prompt(notice, size.columns)}\n" if notice else ""
            await self._arm(f"{sheet.text}{self._burst_line()}{notice}{self._key_rows()}")
            answered = await self._answered(question, sheet, size)
            self._listening = False
            if answered:
                return

    async def _answered(self, question: Question, sheet: PromptText, size: os.terminal_size) -> bool:
        """Handle keys until one of them ends the question; return False to show it again."""
        keys, polled = {key.key.encode() for key in self._keys}, size
        while self.asks and self._is_unchanged(question) and not self._continued:
            key = await self._key()
            if not self._is_unchanged(question):
                break
            if key is None:
                if trouble := self._news.trouble(self._guard.snapshot()):
                    await self._print_events(trouble)
                before, polled = polled, self._size
                if size != polled == before:  # it was resized, and no more
                    break
            elif key not in keys:
                await self._print("This key does nothing here. Press ? for the keys.")
                self._listen()  # the rest of a paste would do nothing, too
            elif key == b"?":
                await self._arm(f"{help_sheet(self._keys, self._size.columns)}{self._key_rows()}")
            elif key == b"m":
                if not await self._show_all(question):
                    break
            elif key in _APPROVING and size.columns < MIN_WIDTH:
                text = f"To approve anything, make the terminal at least {MIN_WIDTH} columns wide."
                await self._print(prompt(text, size.columns))
            elif key in _APPROVING and not (sheet.whole or self._seen is question or _has_parts(question)):
                await self._print("Some of it is not shown. Press m to see it, then decide.")
            else:
                return await self._act(question, sheet, key)
        return False

    async def _show_all(self, question: Question) -> bool:
        """Show all of a question, a screen at a time; return False if the person goes back before its end."""
        sheet = await asyncio.to_thread(_sheet, question, self._size, full=True)
        last = await self._last_screen(question, sheet.text, other="goes back")
        if last is None:
            return False
        self._seen = question
        await self._arm(f"{last}{self._key_rows()}")
        return True

    async def _last_screen(self, question: Question, text: str, *, other: str) -> str | None:
        """Show ``text`` a screen at a time up to its last screen, which is returned; None if the person goes back."""
        rows = text.rstrip("\n").split("\n")
        shown, page = 0, max(5, self._size.lines - 2)
        while len(rows) - shown > page:
            screen = "\n".join(rows[shown : shown + page])
            shown += page
            choices = f"Row {shown:,} of {len(rows):,}: [m] more  [l] to the last"
            key = await self._pick(question, f"{screen}\n", choices, (b"m", b"l"), other=other)
            if key is None:
                return None
            page = len(rows) if key == b"l" else page
        return "\n".join(rows[shown:]) + "\n"

    async def _act(self, question: Question, sheet: PromptText, key: bytes) -> bool:
        """Carry out a key; return False if the question stays open."""
        self._listening = False
        if key == b"s":
            self._skipped.add(_id(question))
            done: str | None = "Skipped. It stays pending. Press s when nothing else is pending to see it again."
        elif isinstance(question, Proposal):
            done = await self._decide_change(question, key)
        else:
            done = await self._decide_call(question, sheet, key)
        if done is not None:
            await self._print(done)
        return done is not None

    async def _decide_change(self, question: Proposal, key: bytes) -> str | None:
        """Approve or deny a proposal; return what became of it, or None if it stays open."""
        if key == b"a" and _has_parts(question):
            chosen = await self._choose_parts(question)
            if chosen is None:
                return None
            text = f"Approved {len(chosen):,} of {len(question.parts):,} changes." if chosen else "Denied."
            return await self._authenticated(self._guard.accept(question.id, chosen, approver=self._approver)) or text
        order = self._guard.accept if key == b"a" else self._guard.reject
        answer = await self._authenticated(order(question.id, approver=self._approver))
        return answer or ("Approved." if key == b"a" else "Denied.")

    async def _decide_call(self, question: PendingCall, sheet: PromptText, key: bytes) -> str | None:
        """Approve or deny a pending call; return what became of it, or None if it stays open."""
        if key == b"a":
            return await self._approve(question, sheet)
        if key == b"e":
            return await self._remember(question, sheet)
        if key == b"i":
            return await self._edit(question, sheet)
        if key == b"b":
            return await self._deny_burst()
        reason = (
            await self._line(question, "Reason for the model (Enter denies, Ctrl+D goes back): ") if key == b"r" else ""
        )
        return None if reason is None else await self._deny(question, reason=reason)

    async def _approve(
        self, question: PendingCall, sheet: PromptText, *, remember: RuleRequest | None = None,
        edited: str | None = None,
    ) -> str | None:  # fmt: skip
        if question.leaks and not await self._confirm_leak(question):
            return None
        now = self._guard.gate.pending.get(question.call.id)
        late = now is not None and now.deferred and not now.waiting
        done = "Approved once: the next identical call" if late else "Approved, once"
        done = f"{done}, as edited." if edited is not None else f"{done}."
        approving = self._guard.approve(
            question.call.id, shown=sheet.digest, remember=remember, edited=edited, despite=question.leaks,
            approver=self._approver,
        )  # fmt: skip
        return await self._authenticated(approving) or ("Approved, and the rule was added." if remember else done)

    async def _deny(self, question: PendingCall, *, reason: str = "", remember: RuleRequest | None = None) -> str:
        denying = self._guard.deny(question.call.id, reason=reason, remember=remember, approver=self._approver)
        return await denying or ("Denied, and the rule was added." if remember else "Denied.")

    def _burst_of(self, question: Question) -> tuple[str, ...]:
        """Return the pending calls of this call's burst, including itself; empty if it arrived alone."""
        if not isinstance(question, PendingCall) or not question.burst:
            return ()
        names = tuple(pending.call.id for pending in self._guard.snapshot().pending if pending.burst == question.burst)
        return names if len(names) > 1 else ()

    def _burst_line(self) -> str:
        if not self._burst:
            return ""
        text = f"{len(self._burst):,} pending calls arrived together. You are asked about each of them."
        return "\n".join(field("burst", text, self._size.columns)) + "\n"

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

    async def _pick(
        self, question: Question, text: str, choices: str, keys: tuple[bytes, ...], *, other: str = "goes back"
    ) -> bytes | None:
        """Show ``text`` and ``choices``, and return the pressed one of ``keys``; None for any other key.

        Without ``other``, another key does nothing, and None means that the question is to be shown again.
        """
        rest = "" if not other else f"; any other key {other}" if keys else f" Any key {other}"
        await self._arm(text + prompt(choices + rest, self._size.columns))
        while self._is_unchanged(question) and self.asks and not self._continued:
            key = await self._key()
            if key is not None and (other or key in keys):
                return key if key in keys else None
            if key is not None:
                await self._print(f"This key does nothing here. {choices}")
                self._listen()  # the rest of a paste would do nothing, too
        return None

    async def _confirm_leak(self, question: PendingCall) -> bool:
        """Ask for confirmation before a secret is sent."""
        names = visible(", ".join(question.leaks))
        text = f"This sends the secret {names} to {visible(question.call.server)} and can't be undone. "
        return await self._pick(question, "", f"{text}[y] send and approve", (b"y",)) is not None

    async def _choose_parts(self, question: Proposal) -> list[str] | None:
        """Ask about each change separately; return the ids of accepted ones, or None to return to the question."""
        chosen, count = [], len(question.parts)
        for number, part in enumerate(question.parts, 1):
            text = await asyncio.to_thread(part_sheet, part, number, count, width=self._size.columns)
            choices = f"Change {number:,} of {count:,}: [y] approve  [n] deny  [b] back to the first question"
            key = await self._pick(question, text, choices, (b"y", b"n", b"b"), other="")  # a slip keeps the answers
            if key in (None, b"b"):
                return None
            chosen += [part.id] if key == b"y" else []
        return chosen

    async def _remember(self, question: PendingCall, sheet: PromptText) -> str | None:
        """Decide the call and add a rule; return what became of it, or None to return to the question."""
        key = await self._pick(question, "", "Remember this decision: [a] approve  [d] deny", (b"a", b"d"))
        if key is None:
            return None
        requested = await self._choose_rule(question, "allow" if key == b"a" else "deny")
        if requested is None:
            return None
        if key == b"a":
            return await self._approve(question, sheet, remember=requested)
        return await self._deny(question, remember=requested)

    async def _choose_rule(self, question: PendingCall, verdict: Literal["allow", "deny"]) -> RuleRequest | None:
        """Ask for the scope and the end of a rule, then for the rule itself; None to return to the question."""
        widths = await self._guard.widths(question.call.id)
        offered = [*offered_scopes(widths, is_request=question.call.is_request).items()]
        titles = [scope_title(question, scope, width) for scope, width in offered]
        number = await self._choose(question, "Allow from now on" if verdict == "allow" else "Deny from now on", titles)
        if number is None:
            return None
        scope, width = offered[number]
        forbidden = self._guard.snapshot().forbidden_ends
        durations = ends(verdict, width, forbidden)
        if not durations:
            await self._pick(question, "", next(iter(forbidden.values())), ())
            return None
        number = await self._choose(question, "Remember it", [end.title for end in durations])
        if number is None:
            return None
        end = durations[number]
        members = await self._date(question) if end.is_date else {"until": end.until, "seconds": end.seconds}
        if members is None:
            return None
        any_client = False
        while True:
            requested = request_rule(question, verdict, scope, width, any_client=any_client, end=members)
            text = rule_sheet(question, requested, end, width=self._size.columns)
            clients = "only this client" if any_client else "any client"
            act = "approve" if verdict == "allow" else "deny"
            choices = f"[y] {act} this call and add the rule  [c] {clients}"
            key = await self._pick(question, text, choices, (b"y", b"c"))
            if key != b"c":
                return requested if key == b"y" else None
            any_client = not any_client

    async def _choose(self, question: PendingCall, label: str, titles: Sequence[str]) -> int | None:
        """Return the index of a choice, or None to return to the question."""
        keys = tuple(b"%d" % number for number in range(1, len(titles) + 1))
        rows = menu(label, titles, width=self._size.columns)
        key = await self._pick(question, rows, "A number chooses", keys)
        return None if key is None else keys.index(key)

    async def _date(self, question: PendingCall) -> dict[str, Any] | None:
        """Ask for the date on which a rule ends."""
        text = await self._line(question, "Until (YYYY-MM-DD HH:MM, local time; Enter goes back): ")
        if not text:
            return None
        try:
            return {"expires": date_end(text, time.time())}
        except ValueError:
            self._notice = "Enter a date and time in the future. Nothing was decided."
            return None

    async def _edit(self, question: PendingCall, sheet: PromptText) -> str | None:
        """Let the person edit the arguments, and approve them; return what became of it, or None to return to the
        question.
        """
        before = question.call.arguments
        text = written(before)
        if len(text) > MAX_EDITABLE_LENGTH:
            self._notice = "These arguments are too long to edit here. Deny the call and give a reason."
            return None
        key: bytes | None = b"i"
        while key == b"i":
            try:
                text = await self._in_editor(text)
            except external_editor.EditorError as why:
                self._notice = f"{visible(str(why))} Nothing was changed."
                return None
            arguments, fault = read(text)
            if fault is not None:
                rows = prompt(f"{visible(fault.text)}. Nothing was sent.", self._size.columns)
                key = await self._pick(question, f"{rows}\n", "[i] edit again", (b"i",), other=_DISCARDS)
                continue
            if json_diff.same(before, arguments):
                self._notice = "You changed nothing."
                return None
            warnings = await self._guard.check(question.call.id, text)
            changes, columns = json_diff.changes(before, arguments), self._size.columns
            sheet_of_edit = await asyncio.to_thread(edited_sheet, changes, arguments, warnings, width=columns)
            last = await self._last_screen(question, sheet_of_edit, other=_DISCARDS)
            if last is None:
                return None
            choices = "[y] approve, as edited  [i] edit again"
            key = await self._pick(question, last, choices, (b"y", b"i"), other=_DISCARDS)
        return await self._approve(question, sheet, edited=text) if key == b"y" else None

    async def _in_editor(self, text: str) -> str:
        """Return ``text`` as the person saved it in their editor, which has the terminal meanwhile."""
        if self._keyboard is None:
            raise external_editor.EditorError("There is no terminal.")
        self.editing = True
        self._keyboard.pause()
        try:
            return await external_editor.edit(text, self._run_folder, self._fd)
        finally:
            self.editing = False
            self._continued = False  # Ctrl+Z in the editor
            if self._keyboard is not None:
                self._keyboard.resume()

    async def _line(self, question: Question, prompt: str) -> str | None:
        """Read a line from the person; return None after Ctrl+D, or if the question is no longer pending."""
        keyboard = self._keyboard
        if keyboard is None:
            return None
        await self._writer.write(prompt)
        self._in_line = True
        keyboard.line()
        self._typed, self._listening = asyncio.Queue(), True
        typed = b""
        try:
            while self._is_unchanged(question) and self.asks and not self._continued:
                data = await self._key()
                typed += data or b""
                if typed.endswith(b"\n"):
                    return typed.decode("utf-8", "replace").strip()
                if data == b"":
                    break
            await self._print("")
            return None
        finally:
            self._in_line = False
            self._listen()

    def show_page(self, address: str) -> None:
        """Print the URL of a page that the person wants to open."""
        self._pages.append(address)
        self._wake.set()

    def _is_unchanged(self, question: Question) -> bool:
        """Return whether exactly what was shown is still pending."""
        if isinstance(question, PendingCall):
            now = self._guard.gate.pending.get(question.call.id)
            return now is not None and all(getattr(now, part) is getattr(question, part) for part in _SHOWN)
        return question in self._guard.snapshot().proposals

    def _ended(self, question: Question) -> str:
        if not isinstance(question, PendingCall):
            return "This change is no longer pending. It was decided elsewhere or withdrawn."
        if self._guard.gate.pending.get(question.call.id) is not None:
            return "The server listed the tool of this call meanwhile."
        return "This call has ended. It was decided elsewhere, cancelled or timed out."

    def _key_rows(self) -> str:
        snapshot = self._guard.snapshot()
        others = len(snapshot.pending) + len(snapshot.proposals) - 1
        return labels(self._keys, self._size.columns, *([f"({others:,} more pending)"] if others > 0 else []))

    # --- start and end ----------------------------------------------------------------------------------------

    async def _print(self, text: str) -> None:
        await self._writer.write(text + "\n")

    async def _print_events(self, lines: Iterable[str]) -> None:
        """Print lines about events, wrapped on a terminal."""
        if self._keyboard is not None:
            lines = [event_rows(line, self._size.columns) for line in lines]
        await self._print("\n".join(lines))

    async def _arm(self, text: str) -> None:
        """Print a question, and accept keys once a person can have read it."""
        self._listening = False
        await self._print(text)
        await asyncio.sleep(self._arming_delay)
        self._listen()

    def _on_continue(self) -> None:
        self._continued = True
        self._wake.set()

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


def _sheet(question: Question, size: os.terminal_size, *, full: bool) -> PromptText:
    if isinstance(question, PendingCall):
        return pending_sheet(question, width=size.columns, height=size.lines, full=full)
    return proposal_sheet(question, width=size.columns, height=size.lines, full=full)


def _has_parts(question: Question) -> bool:
    return isinstance(question, Proposal) and len(question.parts) > 1


def _id(question: Question) -> str:
    return question.call.id if isinstance(question, PendingCall) else question.id
