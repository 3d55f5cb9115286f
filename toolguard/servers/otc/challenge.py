"""Prompts to do something in a browser before a server runs a tool: shown, opened on a click, and polled until done."""

from __future__ import annotations

import asyncio

import httpx2

from toolguard.gate.jsonrpc import Malformed
from toolguard.gate.task_set import cancel_tasks
from toolguard.gate.texts import coded
from toolguard.servers.http.addresses import is_loopback, is_page_here
from toolguard.servers.http.transport import RequestFailedError, same_origin, url_of
from toolguard.servers.inbox import ServerInbox
from toolguard.servers.otc.parser import AuthorizationChallenge
from toolguard.servers.otc.service import OtcService
from toolguard.servers.resources import PagePrompt
from toolguard.servers.secrets.redactor import is_redacted

FIRST, LONGEST = 2.0, 30.0
"""Seconds between two polls; they grow from the first value to the last."""
MAX_POLLS = 40
MAX_QUESTIONS = 5
"""Maximum pages of one channel that wait for the person: the questions of all servers share a limit."""
_DONE_STATES = ("completed", "complete", "active", "success")
_GAVE_UP = ("failed", "expired", "cancelled", "denied")


class ChallengePrompts:
    """The prompts of one channel. Each URL is shown only once at a time."""

    def __init__(self, origin: httpx2.URL, service: OtcService, inbox: ServerInbox, prompt_page: PagePrompt) -> None:
        self._origin = origin
        self._service = service
        self._inbox = inbox
        self._prompt_page = prompt_page
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._unanswered: set[str] = set()

    def show(self, challenge: AuthorizationChallenge) -> str:
        """Show the prompt to the person. Return why its URL may not be opened, one sentence, or ""."""
        if is_redacted(challenge.url):
            return "The address of its page contains a secret, so ToolGuard does not open it."
        url = _opened(challenge.url, server_is_here=is_loopback(self._origin.host))
        if not url:
            return "It names no page for this that ToolGuard may open (one whose address begins with https://)."
        if url not in self._tasks:
            if len(self._unanswered) >= MAX_QUESTIONS:
                return "Its page is not shown, because the user has not answered about other pages of this server yet."
            self._unanswered.add(url)
            task = asyncio.get_running_loop().create_task(self._handle(challenge, url))
            self._tasks[url] = task
            task.add_done_callback(lambda _: self._forget(url))
        return ""

    def _forget(self, url: str) -> None:
        self._tasks.pop(url, None)
        self._unanswered.discard(url)

    async def _handle(self, challenge: AuthorizationChallenge, url: str) -> None:
        is_opened = await self._prompt_page(url)
        self._unanswered.discard(url)
        if not is_opened:
            self._inbox.note(coded("servers.page_not_opened", id=challenge.id))
            return
        if not challenge.check_url:
            return
        try:
            if not same_origin(url_of(challenge.check_url), self._origin):
                self._inbox.note(coded("servers.whether_done_told_another", id=challenge.id))
                return
            self._inbox.note(f"{challenge.id}: {await self._end_of(challenge.check_url)}")
        except (RequestFailedError, Malformed, httpx2.InvalidURL) as why:
            self._inbox.note(coded("servers.whether_done_cannot_seen", id=challenge.id, reason=why))

    async def _end_of(self, url: str) -> str:
        pause = FIRST
        for _ in range(MAX_POLLS):
            await asyncio.sleep(pause)
            status = (await self._service.poll(url)).lower()
            if status in _DONE_STATES:
                return coded("servers.done_tool_can_called")
            if status in _GAVE_UP:
                return coded("servers.not_done", status=status)
            pause = min(pause * 2, LONGEST)
        return coded("servers.not_done_time")

    async def close(self) -> None:
        """Withdraw all prompts, and wait until their tasks have ended."""
        await cancel_tasks(list(self._tasks.values()))


def _opened(address: str, *, server_is_here: bool) -> str:
    """Return the URL in its ASCII form, so that the person reads what a browser uses; "" if it may not be opened.

    A server elsewhere must not send the browser to a program on this computer.
    """
    try:
        url = url_of(address)
    except httpx2.InvalidURL:
        return ""
    encrypted = url.scheme == "https" or (url.scheme == "http" and is_loopback(url.host))
    misread = url.userinfo or "\\" in address  # a browser treats \\ as /, and the part before it as the host
    if not url.host or not encrypted or misread or (is_page_here(str(url)) and not server_is_here):
        return ""
    return str(url)
