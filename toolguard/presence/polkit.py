"""Presence on Linux: polkit asks the person for their password, or for a fingerprint if PAM is set up for that.

ToolGuard asks polkit's daemon on the system bus to check ToolGuard's own action for its own connection
(``CheckAuthorization``). The action's policy demands authentication every time; the gate decides how long it counts, so
no authorization is kept. Needs the policy that `policy` returns, installed by root.

Interface: https://polkit.pages.freedesktop.org/polkit/eggdbus-interface-org.freedesktop.PolicyKit1.Authority.html
"""

from __future__ import annotations

import asyncio
import os
import pwd
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_method_call
from jeepney.auth import BEGIN, AuthenticationError
from jeepney.auth import Authenticator as BusAuthenticator
from jeepney.bus import get_bus
from jeepney.bus_messages import message_bus
from jeepney.io.asyncio import DBusConnection, DBusRouter
from jeepney.io.common import RouterClosed

import toolguard
from toolguard.gate.approvals.presence import PresenceError
from toolguard.gate.texts import coded

assert sys.platform != "win32"  # noqa: S101

ACTION = "org.toolguard.approve"
SYSTEM_BUS = "unix:path=/run/dbus/system_bus_socket"
"""Address of the system bus. An environment variable must not change it: another bus could grant authorization."""
POLICY_PATH = Path("/usr/share/polkit-1/actions/org.toolguard.policy")
INSTALL = f"toolguard settings polkit | sudo tee {POLICY_PATH} >/dev/null"
_NAME = "org.freedesktop.PolicyKit1"
_AUTHORITY = DBusAddress("/org/freedesktop/PolicyKit1/Authority", bus_name=_NAME, interface=f"{_NAME}.Authority")
_OWNER = "org.freedesktop.policykit.owner"
_ALLOW_INTERACTION = 1
_DISMISSED = "polkit.dismissed"
_REPLY_TIMEOUT = 10.0  # seconds for a reply without interaction


def policy(user: str) -> str:
    """Return the policy file for ``user``. Raises ValueError for a name that the file cannot contain.

    polkit shows ToolGuard's message only if the user owns the action.
    """
    if not user or not all(character.isascii() and (character.isalnum() or character in "._-") for character in user):
        raise ValueError(coded("presence.name_user_consist_letters"))
    template = toolguard.resource("polkit", "org.toolguard.policy").read_text("utf-8")
    return template.replace("@USER@", user)


class Polkit:
    """Authenticator of polkit. ``address``: the system bus's; ``uid``: the user who must own the action."""

    name = "polkit"

    def __init__(self, address: str = SYSTEM_BUS, *, uid: int | None = None) -> None:
        self._address = address
        self._uid = os.getuid() if uid is None else uid

    async def missing(self) -> str:
        """See `Authenticator.missing`: whether the action is installed and belongs to this user."""
        async with self._daemon() as daemon:
            (actions,) = await daemon.call("EnumerateActions", "s", "en")
        installed = next((action for action in actions if action[0] == ACTION), None)
        if installed is None:
            return coded("presence.polkit_not_know_action", command=INSTALL)
        owners = installed[9].get(_OWNER, "").split()
        if not {f"unix-user:{self._uid}", f"unix-user:{user_name(self._uid)}"}.intersection(owners):
            return coded("presence.polkit_policy_another_user", command=INSTALL)
        return ""

    async def verify(self, prompt: str) -> str:
        """See `Authenticator.verify`."""
        async with self._daemon() as daemon:
            authorized, challenge, _ = await self._check(daemon, prompt, 0, "")
            if authorized:
                raise PresenceError(coded("presence.polkit_allows_without_asking", action=ACTION))
            if not challenge:
                raise PresenceError(coded("presence.polkit_rules_not_allow", action=ACTION))
            cancellation = f"toolguard-{secrets.token_hex(8)}"
            try:
                authorized, _, details = await self._check(daemon, prompt, _ALLOW_INTERACTION, cancellation)
            except asyncio.CancelledError:
                await daemon.send("CancelCheckAuthorization", "s", cancellation)
                raise
        if not authorized:
            if _DISMISSED in details:
                raise PresenceError(coded("presence.dismissed_polkit_question"))
            raise PresenceError(coded("presence.polkit_not_authenticate_asked"))
        return self.name

    async def _check(
        self, daemon: _Daemon, prompt: str, flags: int, cancellation: str
    ) -> tuple[bool, bool, dict[str, str]]:
        """Return ``is_authorized``, ``is_challenge`` and the details of an authorization result."""
        subject = ("system-bus-name", {"name": ("s", daemon.own_name)})  # the bus guarantees who owns the action
        details = {"polkit.message": prompt.replace("$", "＄")}  # "$(…)" would be expanded
        timeout = _REPLY_TIMEOUT if not flags else None
        (result,) = await daemon.call(
            "CheckAuthorization", "(sa{sv})sa{ss}us", subject, ACTION, details, flags, cancellation, timeout=timeout
        )
        authorized, challenge, result_details = result
        return authorized is True, challenge is True, result_details

    @asynccontextmanager
    async def _daemon(self) -> AsyncIterator[_Daemon]:
        """Open a connection to the daemon. Raises `PresenceError`."""
        try:
            async with asyncio.timeout(_REPLY_TIMEOUT):
                reader, writer = await asyncio.open_unix_connection(get_bus(self._address))
        except (OSError, TimeoutError, ValueError, KeyError) as why:
            raise PresenceError(coded("presence.system_bus_cannot_reached", reason=_plain(why))) from None
        try:
            try:
                async with asyncio.timeout(_REPLY_TIMEOUT):
                    await _sign_on(reader, writer)
            except (OSError, EOFError, TimeoutError, ValueError, AuthenticationError) as why:
                raise PresenceError(coded("presence.system_bus_not_let", reason=_plain(why))) from None
            try:
                async with DBusRouter(DBusConnection(reader, writer)) as router:
                    yield await _Daemon.found(router, self._uid)
            except (OSError, EOFError, ValueError) as why:  # of the router's reader, in place of the caller's error
                raise PresenceError(coded("presence.connection_system_bus_lost", reason=_plain(why))) from None
        finally:
            writer.close()


class _Daemon:
    """polkit's daemon by its unique name on one connection."""

    def __init__(self, router: DBusRouter, own_name: str, owner: str) -> None:
        self._router = router
        self.own_name = own_name
        self._owner = owner

    @classmethod
    async def found(cls, router: DBusRouter, uid: int) -> _Daemon:
        """Return the owner of polkit's name, started if need be. It must not be a program of this user."""
        bus = cls(router, "", "org.freedesktop.DBus")
        (own_name,) = await bus._ask(message_bus.Hello(), _REPLY_TIMEOUT)
        (running,) = await bus._ask(message_bus.NameHasOwner(_NAME), _REPLY_TIMEOUT)
        if not running:
            await bus._ask(message_bus.StartServiceByName(_NAME), _REPLY_TIMEOUT)
        (owner,) = await bus._ask(message_bus.GetNameOwner(_NAME), _REPLY_TIMEOUT)
        (runs_as,) = await bus._ask(message_bus.GetConnectionUnixUser(owner), _REPLY_TIMEOUT)
        if runs_as == uid:
            raise PresenceError(coded("presence.answers_polkit_program_own"))
        return cls(router, own_name, owner)

    async def call(self, method: str, signature: str, *arguments: Any, timeout: float | None = _REPLY_TIMEOUT) -> Any:
        """Call ``method`` and return its reply. Raises `PresenceError`. ``timeout``: seconds, None for no limit."""
        place = DBusAddress(_AUTHORITY.object_path, bus_name=self._owner, interface=_AUTHORITY.interface)
        return await self._ask(new_method_call(place, method, signature, arguments), timeout)

    async def send(self, method: str, signature: str, *arguments: Any) -> None:
        """Call ``method`` without waiting for its reply, if the connection is still open."""
        with suppress(OSError):
            place = DBusAddress(_AUTHORITY.object_path, bus_name=self._owner, interface=_AUTHORITY.interface)
            await self._router.send(new_method_call(place, method, signature, arguments))

    async def _ask(self, message: Message, timeout: float | None) -> Any:
        try:
            async with asyncio.timeout(timeout):
                reply = await self._router.send_and_get_reply(message)
        except TimeoutError:
            raise PresenceError(coded("presence.polkit_not_answer")) from None
        except (OSError, RouterClosed) as why:
            raise PresenceError(coded("presence.connection_system_bus_lost", reason=_plain(why))) from None
        if reply.header.fields.get(HeaderFields.sender) != self._owner:
            raise PresenceError(coded("presence.else_answered_place_polkit"))
        if reply.header.message_type is MessageType.error:
            raise PresenceError(_error_text(reply))
        return reply.body


async def _sign_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Authenticate to the bus; the kernel confirms the user."""
    signing_on = BusAuthenticator()
    for data in signing_on:
        writer.write(data)
        await writer.drain()
        if not (answer := await reader.read(1024)):
            raise EOFError(coded("presence.hung_up"))
        signing_on.feed(answer)
    writer.write(BEGIN)
    await writer.drain()


def _error_text(reply: Message) -> str:
    """Return the meaning of an error of the daemon or of the bus."""
    kind = str(reply.header.fields.get(HeaderFields.error_name, ""))
    message = str(reply.body[0])[:300] if reply.body and isinstance(reply.body[0], str) else ""
    if kind == f"{_NAME}.Error.Cancelled":
        return coded("presence.polkit_question_cancelled")
    if "is not registered" in message:
        return coded("presence.polkit_not_know_action", command=INSTALL)
    if "trusted callers" in message:
        return coded("presence.polkit_policy_another_user", command=INSTALL)
    if kind in ("org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner"):
        return coded("presence.polkit_not_run_system")
    return coded("presence.polkit_failed", text=message or kind)


def _plain(why: Exception) -> str:
    return getattr(why, "strerror", None) or str(why) or type(why).__name__


def user_name(uid: int) -> str:
    """Return the name of the user with this ID; ``""`` if it has none."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return ""
