"""Limits on HTTP connections: which of them are authenticated, and which are dropped when there are too many.

Every program of every user of this computer can connect to a loopback port. So a connection is anonymous until a
request on it has a valid token. Anonymous connections have their own limits on number and time: however many there
are, an authenticated client loses none of its connections to them.
"""

from __future__ import annotations

import os
import socket
import struct
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Protocol

UNKNOWN_USER = -1

# linux/netlink.h and linux/sock_diag.h
_NETLINK_SOCK_DIAG = 4
_SOCK_DIAG_BY_FAMILY = 20
_NLM_F_REQUEST = 1


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Numbers of connections, sizes in bytes and times in seconds."""

    authenticated: int = 384
    per_client: int = 256
    """Authenticated connections of one client."""
    anonymous: int = 128
    per_user: int = 16
    """Anonymous connections of one other user of this computer, if the system tells the user."""
    head_timeout: float = 5.0
    """Time for the whole head of a request."""
    anonymous_timeout: float = 15.0
    """Maximum lifetime of an anonymous connection."""
    anonymous_head_size: int = 16 * 1024
    """Bytes other than the body that an anonymous connection may send for one request."""
    pause: float = 0.001
    """Pause between accepted connections under load, so that each has time to authenticate."""


def fit_limits(limits: ConnectionLimits, descriptors: int) -> ConnectionLimits:
    """Return ``limits`` that leave 3/4 of the process's ``descriptors`` to servers, files and stdio clients."""
    share = descriptors // 4
    if share >= limits.authenticated + limits.anonymous:
        return limits
    anonymous = max(share // 4, 4)
    authenticated = max(share - anonymous, 4)
    return ConnectionLimits(
        authenticated=authenticated, per_client=max(authenticated * 2 // 3, 1), anonymous=anonymous,
        per_user=max(anonymous // 8, 1), head_timeout=limits.head_timeout, anonymous_timeout=limits.anonymous_timeout,
        anonymous_head_size=limits.anonymous_head_size, pause=limits.pause,
    )  # fmt: skip


class Connection(Protocol):
    """An HTTP connection of a client, as far as its limits need it."""

    @property
    def user(self) -> int:
        """User ID of the other end, or `UNKNOWN_USER`."""

    @property
    def has_sent_data(self) -> bool:
        """Whether any byte was received."""

    @property
    def is_idle(self) -> bool:
        """Whether no request on it is being answered."""

    def drop(self) -> None:
        """Abort the connection. `Connections.remove` follows, now or later."""


class Connections:
    """All connections of one listener."""

    def __init__(self, limits: ConnectionLimits, *, own_user: int | None = None) -> None:
        self.limits = limits
        if own_user is None and sys.platform != "win32":
            own_user = os.getuid()
        self._own_user = own_user  # None on Windows, where all users are unknown
        self._anonymous: dict[Connection, None] = {}  # oldest first
        self._clients: dict[Connection, str] = {}  # authenticated ones, least recently used first

    def __len__(self) -> int:
        return len(self._anonymous) + len(self._clients)

    @property
    def is_crowded(self) -> bool:
        """Whether new connections are accepted slowly and their users looked up."""
        return len(self._anonymous) * 2 >= self.limits.anonymous

    def add(self, connection: Connection) -> None:
        """Add an anonymous connection. If there are too many, drop another one."""
        user = connection.user
        if self._is_foreign(user) and self._count(user) >= self.limits.per_user:
            self._drop(next(connection for connection in self._anonymous if connection.user == user))
        elif len(self._anonymous) >= self.limits.anonymous:
            self._drop(self._most_dispensable())
        self._anonymous[connection] = None

    def mark_authenticated(self, connection: Connection, client: str) -> bool:
        """Record that a request on ``connection`` had the token of ``client``; return False if it has too many."""
        if connection in self._clients:
            del self._clients[connection]  # moves it to the end
        elif not self._make_place(client):
            return False
        self._anonymous.pop(connection, None)
        self._clients[connection] = client
        return True

    def is_anonymous(self, connection: Connection) -> bool:
        """Return whether no request on an open connection had a token yet."""
        return connection in self._anonymous

    def remove(self, connection: Connection) -> None:
        """Forget a connection that has closed."""
        self._anonymous.pop(connection, None)
        self._clients.pop(connection, None)

    def drop_anonymous(self) -> None:
        """Drop all anonymous connections, to free their descriptors."""
        for connection in list(self._anonymous):
            self._drop(connection)

    def _is_foreign(self, user: int) -> bool:
        return user not in (self._own_user, UNKNOWN_USER)

    def _count(self, user: int) -> int:
        return sum(connection.user == user for connection in self._anonymous)

    def _most_dispensable(self) -> Connection:
        """Return the oldest connection of the other user with most, else the oldest silent one, else the oldest."""
        foreign = Counter(connection.user for connection in self._anonymous if self._is_foreign(connection.user))
        if foreign:
            user = foreign.most_common(1)[0][0]
            return next(connection for connection in self._anonymous if connection.user == user)
        silent = (connection for connection in self._anonymous if not connection.has_sent_data)
        return next(silent, next(iter(self._anonymous)))

    def _make_place(self, client: str) -> bool:
        """Return whether ``client`` may have one more connection, after dropping an idle one of it if need be."""
        full = len(self._clients) >= self.limits.authenticated
        if not full and sum(other == client for other in self._clients.values()) < self.limits.per_client:
            return True
        unused = (
            connection
            for connection, whose in self._clients.items()
            if connection.is_idle and (full or whose == client)
        )
        if (idle := next(unused, None)) is None:
            return False
        self._drop(idle)
        return True

    def _drop(self, connection: Connection) -> None:
        self.remove(connection)
        connection.drop()


def peer_user(peer: tuple[str, int], ours: tuple[str, int]) -> int:
    """Return the user ID at the other end of a loopback TCP connection, or `UNKNOWN_USER`.

    ``peer`` and ``ours``: addresses and ports of both ends. Only Linux tells: sock_diag(7) looks up this one connection
    in some 10 µs. Reading /proc/net/tcp, which lists all connections, takes milliseconds.
    """
    if sys.platform != "linux":
        return UNKNOWN_USER
    family = socket.AF_INET6 if ":" in peer[0] else socket.AF_INET
    try:
        ports = struct.pack("!HH", peer[1], ours[1])
        addresses = [socket.inet_pton(family, host.partition("%")[0]) for host, _ in (peer, ours)]
        ends = ports + b"".join(address.ljust(16, b"\0") for address in addresses)
        any_interface_and_cookie = struct.pack("=III", 0, 0xFFFFFFFF, 0xFFFFFFFF)
        request = struct.pack("=BBxxI", family, socket.IPPROTO_TCP, 0xFFFFFFFF) + ends + any_interface_and_cookie
        header = struct.pack("=IHHII", 16 + len(request), _SOCK_DIAG_BY_FAMILY, _NLM_F_REQUEST, 0, 0)
        with socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, _NETLINK_SOCK_DIAG) as kernel:
            kernel.setblocking(False)  # the kernel answers while it receives the request
            kernel.send(header + request)
            reply = kernel.recv(4096)
        kind, found, user, inode = struct.unpack_from("=4xH10x4x36s24xII", reply)
    except (OSError, struct.error):
        return UNKNOWN_USER
    ipv4_of_ipv6_socket = ports + b"".join(b"\0" * 10 + b"\xff\xff" + address for address in addresses)
    # Without such a connection, the kernel returns a listener on that port. Once its program has closed the connection,
    # it has no inode, and its user is 0.
    is_open = kind == _SOCK_DIAG_BY_FAMILY and found in (ends, ipv4_of_ipv6_socket) and inode != 0
    return int(user) if is_open else UNKNOWN_USER
