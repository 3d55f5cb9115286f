"""Clients and released secrets: small tables beside the index of calls, built from the same records.

One row per client, client program, or place of a released secret, so that reading is always fast.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from toolguard.gate import model
from toolguard.store.log.records import Record

TABLES = (
    "CREATE TABLE clients(client TEXT PRIMARY KEY NOT NULL, first REAL NOT NULL, last REAL NOT NULL,"
    " joined INTEGER NOT NULL, calls INTEGER NOT NULL, denied INTEGER NOT NULL, program TEXT NOT NULL,"
    " claim TEXT NOT NULL) STRICT",
    "CREATE TABLE releases(secret TEXT NOT NULL, server TEXT NOT NULL, place TEXT NOT NULL, last REAL NOT NULL,"
    " times INTEGER NOT NULL, PRIMARY KEY(secret, server, place)) STRICT",
)
_UPSERT_CLIENT = (
    "INSERT INTO clients VALUES(?,?,?,?,?,?,?,?) ON CONFLICT(client) DO UPDATE SET last=max(last, excluded.last),"
    " joined=joined+excluded.joined, calls=calls+excluded.calls, denied=denied+excluded.denied,"
    " program=CASE excluded.program WHEN '' THEN program ELSE excluded.program END,"
    " claim=CASE excluded.claim WHEN '' THEN claim ELSE excluded.claim END"
)
_UPSERT_RELEASE = (
    "INSERT INTO releases VALUES(?,?,?,?,1) ON CONFLICT(secret, server, place) DO UPDATE SET"
    " last=max(last, excluded.last), times=times+1"
)
SELECT_CLIENTS = (
    "SELECT client, first, last, joined, calls, denied, program, claim FROM clients ORDER BY last DESC LIMIT ?"
)
SELECT_RELEASES = "SELECT secret, server, place, last, times FROM releases ORDER BY last DESC LIMIT ?"
MAX_ROWS = 5_000
"""Maximum rows of a result: names come from clients, so their number is unlimited."""


class ClientSeen(msgspec.Struct, frozen=True):
    """A chat client in the log. Times are seconds since the epoch; ``claim`` is its newest own name."""

    client: str
    first: float
    last: float
    joined: int
    calls: int
    denied: int
    program: str = ""
    claim: str = ""


class SecretUsage(msgspec.Struct, frozen=True):
    """Use of a secret at a server: ``last`` is seconds since the epoch, ``times`` a count."""

    secret: str
    server: str
    place: str
    last: float
    times: int


class _ClientContact(msgspec.Struct):
    first: float
    last: float
    joined: int = 0
    calls: int = 0
    denied: int = 0
    program: str = ""
    claim: str = ""


def fold(db: Any, records: Iterable[Record], new_calls: Iterable[str]) -> None:
    """Add records, each once. ``new_calls`` names the client of each call that begins in them."""
    met: dict[str, _ClientContact] = {}
    forgotten: list[tuple[str]] = []
    releases: list[tuple[str, str, str, float]] = []
    for record in records:
        event = record.event
        match event:
            case model.ClientForgotten():
                forgotten.append((event.client,))
                met.pop(event.client, None)
            case model.SecretReleased():
                releases.append((event.secret, event.server, event.place, record.time))
            case (
                model.SessionStarted()
                | model.SessionEnded()
                | model.HandshakeCompleted()
                | model.CallHeld()
                | model.CallDecided()
            ):
                _update(met.setdefault(event.client, _ClientContact(record.time, record.time)), record.time, event)
    for client in new_calls:
        if client in met:
            met[client].calls += 1
    db.executemany("DELETE FROM clients WHERE client=?", forgotten)
    db.executemany(_UPSERT_CLIENT, [(client, *msgspec.structs.astuple(contact)) for client, contact in met.items()])
    db.executemany(_UPSERT_RELEASE, releases)


def _update(
    contact: _ClientContact,
    time: float,
    event: model.SessionStarted | model.SessionEnded | model.HandshakeCompleted | model.CallHeld | model.CallDecided,
) -> None:
    contact.last = max(contact.last, time)
    match event:
        case model.SessionStarted():
            contact.joined += 1
            contact.program = event.program or contact.program
        case model.HandshakeCompleted():
            contact.claim = event.claim or contact.claim
        case model.CallDecided() if event.verdict == "deny":
            contact.denied += 1
