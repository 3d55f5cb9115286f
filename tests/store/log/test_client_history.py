"""Who came and what was released, as the index tells it: made from the log alone, each record counted once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate import model
from toolguard.store.log.audit_log import AuditLog, LogReader
from toolguard.store.log.client_history import SecretUsage
from toolguard.store.log.index import log_index
from toolguard.store.log.index.log_index import IndexBuilder, IndexReader


class Book:
    """A log with a clock, and its index."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now = 100.0
        self.reader = IndexReader(log_index.follow(path))

    def write(self, *events: model.Event) -> None:
        log = AuditLog(self.path, now=lambda: self.now)
        log.open()
        for event in events:
            self.now += 10
            log.write(event)
        log.close()
        records = LogReader(self.path)
        builder = IndexBuilder(records, log_index.follow(self.path))
        builder.catch_up()
        builder.close()
        records.close()


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    one = Book(tmp_path / "log")
    yield one
    one.reader.close()


def joined(client: str, program: str = "") -> model.SessionStarted:
    return model.SessionStarted(session="s", client=client, server="git", program=program)


def test_client_history_is_empty_without_an_index(book: Book) -> None:
    assert book.reader.clients() == [] and book.reader.releases() == []


async def test_a_client_is_one_row_with_its_first_and_last_time_its_calls_and_denials(
    book: Book, names: Any, named: Callable[..., Any]
) -> None:
    cursor = named(client="cursor")
    book.write(joined("claude", "/usr/bin/claude"), names.handshake(), names.asked("c1"), names.allowed("c1"))
    book.write(joined("cursor"), cursor.denied("c2"), names.forwarded("c1"), names.returned("c1"), names.left())
    book.write(names.asked("c3"), names.denied("c3"), joined("claude"))
    claude, other = book.reader.clients()
    assert (claude.client, claude.first, claude.last) == ("claude", 110.0, 220.0)
    assert (claude.joined, claude.calls, claude.denied) == (2, 2, 1)
    assert (claude.program, claude.claim) == ("/usr/bin/claude", "x")
    assert (other.client, other.joined, other.calls, other.denied) == ("cursor", 1, 1, 1)


async def test_removed_client_is_listed_again_once_it_connects(book: Book) -> None:
    forgotten = model.ClientForgotten(client="claude", by="person")
    book.write(joined("claude"), joined("cursor"))
    book.write(joined("claude"), forgotten)
    assert [one.client for one in book.reader.clients()] == ["cursor"]
    book.write(joined("claude"), forgotten, joined("claude"))
    claude = book.reader.clients()[0]
    assert (claude.client, claude.first, claude.joined) == ("claude", claude.last, 1)


async def test_call_continuing_in_a_later_batch_is_counted_once(book: Book, names: Any) -> None:
    book.write(names.asked("c1"))
    book.write(names.denied("c1"))
    book.write(joined("other"))
    claude = next(one for one in book.reader.clients() if one.client == "claude")
    assert (claude.calls, claude.denied) == (1, 1)


async def test_each_place_to_which_a_secret_went_is_a_row(book: Book) -> None:
    def released(server: str, place: str) -> model.SecretReleased:
        return model.SecretReleased(server=server, secret="T", place=place)

    book.write(released("git", "env T"), released("web", "header Authorization"), released("git", "env T"))
    assert book.reader.releases() == [
        SecretUsage("T", "git", "env T", 130.0, 2),
        SecretUsage("T", "web", "header Authorization", 120.0, 1),
    ]
