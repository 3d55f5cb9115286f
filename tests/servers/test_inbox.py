"""What waits for the session: in order, without secrets, bounded."""

from __future__ import annotations

import asyncio

import pytest

from toolguard.gate.jsonrpc import Malformed
from toolguard.servers.inbox import MAX_UNDELIVERED_SIZE, ServerInbox
from toolguard.servers.secrets.redactor import Redactor
from toolguard.servers.stdio.stderr_log import StderrLog


@pytest.fixture
def log() -> list[str]:
    return []


@pytest.fixture
def inbox(log: list[str]) -> ServerInbox:
    redactor = Redactor()
    redactor.learn("key", "hunter2-hunter2")
    return ServerInbox(StderrLog(log.append, redactor), redactor)


async def test_messages_come_out_in_order_until_the_end(inbox: ServerInbox) -> None:
    inbox.put({"id": 1})
    inbox.put({"id": 2})
    inbox.end("was closed")
    inbox.end("twice")
    inbox.put({"id": 3})
    assert [message async for message in inbox] == [{"id": 1}, {"id": 2}]
    assert inbox.ended == "was closed"


async def test_reader_wakes_for_a_message_and_for_the_end(inbox: ServerInbox) -> None:
    async def all_of_them() -> list[object]:
        return [message async for message in inbox]

    waiting = asyncio.ensure_future(all_of_them())
    await asyncio.sleep(0)
    inbox.put({"id": 1})
    await asyncio.sleep(0)
    inbox.end("gone")
    assert await waiting == [{"id": 1}]


async def test_queue_is_full_while_too_much_waits(inbox: ServerInbox) -> None:
    await inbox.wait_for_space()
    for id in range(3):
        inbox.put({"id": id}, MAX_UNDELIVERED_SIZE // 2)
    waiting = asyncio.ensure_future(inbox.wait_for_space())
    await asyncio.sleep(0)
    await anext(inbox.__aiter__())
    await asyncio.sleep(0.01)
    assert not waiting.done()
    await anext(inbox.__aiter__())
    await anext(inbox.__aiter__())
    await waiting


async def test_waiting_producer_continues_at_the_end(inbox: ServerInbox) -> None:
    inbox.put({"id": 1}, 2 * MAX_UNDELIVERED_SIZE)
    waiting = asyncio.ensure_future(inbox.wait_for_space())
    await asyncio.sleep(0)
    inbox.end("gone")
    await waiting


def test_a_message_is_read_without_its_secrets(inbox: ServerInbox) -> None:
    (message,) = inbox.read(b'{"jsonrpc":"2.0","id":1,"result":{"a":"hunter2-hunter2"}}')
    assert isinstance(message, dict)
    assert bytes(message["result"]) == b'{"a":"[secret key]"}'


def test_a_batch_is_read_as_its_messages(inbox: ServerInbox) -> None:
    result = inbox.read(b'[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"m"}]')
    assert [message.get("id", message.get("method")) for message in result if isinstance(message, dict)] == [1, "m"]


def test_junk_is_logged_redacted_and_reported(inbox: ServerInbox, log: list[str]) -> None:
    assert inbox.read(b"<html>\x1b[31mhunter2-hunter2") == []
    (result,) = inbox.read(b"<html>", 7)
    assert isinstance(result, Malformed)
    assert result.id == 7
    (result,) = inbox.read(b'{"jsonrpc":"2.0","id":8,"result":{"a":1e}}', 7)
    assert isinstance(result, Malformed)
    assert result.id == 8
    assert len(log) == 3
    assert "<html>[secret key]" in log[0]
    assert not any("hunter2" in line or "\x1b" in line for line in log)


def test_a_text_is_shown_short_and_without_secrets(inbox: ServerInbox) -> None:
    assert inbox.clean("Bearer hunter2-hunter2") == "Bearer [secret key]"
    assert inbox.excerpt(b"x" * 495 + b"hunter2-hunter2").startswith("x" * 495 + "[secr")
    assert inbox.excerpt("x" * 95 + "hunter2-hunter2", 100) == "x" * 95 + "[secr"
    assert inbox.is_secret("hunter2-hunter2!")
    assert not inbox.is_secret("\ud800 hunter")
