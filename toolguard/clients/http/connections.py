"""HTTP connections: how many there may be, which of them are authenticated, and which are dropped when it gets crowded.

Every program of every user of this computer can connect to a loopback port. So a connection counts as anonymous until
a request on it brings a valid token. Anonymous connections have places and seconds of their own: however many there
are, an authenticated client loses none of its connections to them.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

UNKNOWN_USER = -1


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Counts of connections, sizes in bytes and times in seconds. All are arguments so that a test need not wait."""

    authenticated: int = 384
    per_client: int = 256
    """Of the authenticated ones, the connections of one client."""
    anonymous: int = 128
    per_user: int = 16
    """Of the anonymous ones, those of one other user of this computer, where the system tells."""
    greeting: float = 5.0
    """For the whole head of a request."""
    anonymous_life: float = 15.0
    """An anonymous connection ends after this, whatever it does."""
    anonymous_head: int = 16 * 1024
    """Of everything but bodies that an anonymous connection may send for one request."""
    pause: float = 0.001
    """Between two accepted connections while it is crowded, so that each has the time to say who it is."""


def within(limits: ConnectionLimits, descriptors: int) -> ConnectionLimits:
    """``limits`` that leave three quarters of the process's ``descriptors`` to servers, files and stdio clients."""
    share = descriptors // 4
    if share >= limits.authenticated + limits.anonymous:
        return limits
    anonymous = max(share // 4, 4)
    authenticated = max(share - anonymous, 4)
    return ConnectionLimits(
        authenticated=authenticated, per_client=max(authenticated * 2 // 3, 1), anonymous=anonymous,
        per_user=max(anonymous // 8, 1), greeting=limits.greeting, anonymous_life=limits.anonymous_life,
        anonymous_head=limits.anonymous_head, pause=limits.pause,
    )  # fmt: skip


class Connection(Protocol):
    """One connection as `Connections` sees it."""

    @property
    def user(self) -> int:
        """The user id of the other end, or `UNKNOWN_USER`."""

    @property
    def has_spoken(self) -> bool:
        """Whether any byte came."""

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered on it."""

    def drop(self) -> None:
        """Cut it off at once. `Connections.remove` follows, now or later."""


class Connections:
    """All connections of one listener."""

    def __init__(self, limits: ConnectionLimits, *, own_user: int | None = None) -> None:
        self.limits = limits
        self._own_user = (os.getuid() if sys.platform != "win32" else 0) if own_user is None else own_user
        self._anonymous: dict[Connection, None] = {}  # oldest first
        self._clients: dict[Connection, str] = {}  # authenticated ones, the one that was used longest ago first

    def __len__(self) -> int:
        return len(self._anonymous) + len(self._clients)

    @property
    def is_crowded(self) -> bool:
        """Whether it matters whose a new connection is, and how fast they are accepted."""
        return len(self._anonymous) * 2 >= self.limits.anonymous

    def add(self, connection: Connection) -> None:
        """Take in an anonymous connection. Another one is dropped for it where there are too many."""
        user = connection.user
        if self._is_foreign(user) and self._count(user) >= self.limits.per_user:
            self._drop(next(one for one in self._anonymous if one.user == user))
        elif len(self._anonymous) >= self.limits.anonymous:
            self._drop(self._least_needed())
        self._anonymous[connection] = None

    def recognise(self, connection: Connection, client: str) -> bool:
        """A request on ``connection`` brought the token of ``client``. False: it has too many connections already."""
        if connection in self._clients:
            del self._clients[connection]  # to the end: it was used just now
        elif not self._make_room(client):
            return False
        self._anonymous.pop(connection, None)
        self._clients[connection] = client
        return True

    def is_anonymous(self, connection: Connection) -> bool:
        return connection in self._anonymous

    def remove(self, connection: Connection) -> None:
        """It is gone."""
        self._anonymous.pop(connection, None)
        self._clients.pop(connection, None)

    def drop_anonymous(self) -> None:
        """Give back the descriptors of everybody who has not said who they are."""
        for connection in list(self._anonymous):
            self._drop(connection)

    def _is_foreign(self, user: int) -> bool:
        return user not in (self._own_user, UNKNOWN_USER)

    def _count(self, user: int) -> int:
        return sum(one.user == user for one in self._anonymous)

    def _least_needed(self) -> Connection:
        """The oldest of the other user who has most of them, else the oldest that says nothing, else the oldest."""
        foreign = Counter(one.user for one in self._anonymous if self._is_foreign(one.user))
        if foreign:
            user = foreign.most_common(1)[0][0]
            return next(one for one in self._anonymous if one.user == user)
        silent = (one for one in self._anonymous if not one.has_spoken)
        return next(silent, next(iter(self._anonymous)))

    def _make_room(self, client: str) -> bool:
        """Whether ``client`` may have one more; one that it left open and does not use is dropped for that."""
        full = len(self._clients) >= self.limits.authenticated
        if not full and sum(one == client for one in self._clients.values()) < self.limits.per_client:
            return True
        unused = (one for one, whose in self._clients.items() if one.is_idle and (full or whose == client))
        if (found := next(unused, None)) is None:
            return False
        self._drop(found)
        return True

    def _drop(self, connection: Connection) -> None:
        self.remove(connection)
        connection.drop()


def user_of(peer: tuple[str, int], ours: tuple[str, int], table: Callable[[str], bytes] | None = None) -> int:
    """The user id at the other end of a loopback TCP connection (proc(5), /proc/net/tcp); -1 where it is not told.

    ``peer`` and ``ours``: addresses and ports of both ends. ``table`` replaces the reading of the kernel's tables.
    """
    if sys.platform != "linux" and table is None:
        return UNKNOWN_USER
    name = "tcp6" if ":" in peer[0] else "tcp"
    try:
        known = (table or _kernel_table)(name)
        entry = b": " + _in_hex(peer) + b" " + _in_hex(ours) + b" "
    except (OSError, ValueError):
        return UNKNOWN_USER
    at = known.find(entry)
    if at < 0:
        return UNKNOWN_USER
    columns = known[at : at + 200].split(b"\n", 1)[0].split()
    return int(columns[7]) if len(columns) > 7 and columns[7].isdigit() else UNKNOWN_USER


def _kernel_table(name: str) -> bytes:
    return Path("/proc/net", name).read_bytes()


def _in_hex(address: tuple[str, int]) -> bytes:
    """As the kernel's tables have it: each word of four bytes in the machine's order, then the port."""
    packed = ipaddress.ip_address(address[0].partition("%")[0]).packed
    words = (packed[at : at + 4] for at in range(0, len(packed), 4))
    ordered = b"".join(word[::-1] if sys.byteorder == "little" else word for word in words)
    return f"{ordered.hex().upper()}:{address[1]:04X}".encode()
