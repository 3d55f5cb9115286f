"""A real polkit daemon on a bus of its own, and the authentication agent of a person who sits before it.

The daemon reads its actions and rules from fixed folders; a mount namespace of its own shows it ours there.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import pty
import shutil
import socket
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import psutil
from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_error, new_method_call, new_method_return
from jeepney.io.asyncio import DBusConnection, open_dbus_connection

from toolguard.presence.polkit import policy

UID = 65534  # nobody
ROOT = Path(__file__).resolve().parents[2]
DAEMON = next((path for path in ("/usr/lib/polkit-1/polkitd", "/usr/libexec/polkitd") if Path(path).exists()), "")
_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/> <allow own="*"/> <allow send_type="method_call"/> <allow send_type="signal"/>
    <allow send_requested_reply="true" send_type="method_return"/>
    <allow send_requested_reply="true" send_type="error"/>
    <allow receive_type="method_call"/> <allow receive_type="method_return"/> <allow receive_type="error"/>
    <allow receive_type="signal"/>
  </policy>
</busconfig>
"""
_MOUNTS = """
mount --make-rprivate /
mount --bind "$1/actions" /usr/share/polkit-1/actions
mount --bind "$1/rules" /etc/polkit-1/rules.d
mount --bind "$1/rules" /usr/share/polkit-1/rules.d
exec "$2" --no-debug
"""
_AUTHORITY = DBusAddress(
    "/org/freedesktop/PolicyKit1/Authority",
    bus_name="org.freedesktop.PolicyKit1",
    interface="org.freedesktop.PolicyKit1.Authority",
)


def why_not() -> str:
    """Why no daemon can be started here; "" when it can."""
    if sys.platform != "linux" or os.getuid() != 0:
        return "only root can start polkitd on Linux, which becomes another user"
    for program in ("dbus-daemon", "unshare"):
        if shutil.which(program) is None:
            return f"needs {program}"
    return "" if DAEMON else "needs polkitd"


class System:
    """The bus, the daemon, and who asks it. ``rules`` is JavaScript."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = f"unix:path={folder}/bus"
        self._processes: list[asyncio.subprocess.Process] = []

    async def start(self, *, installed_for: str = "nobody", rules: str = "", daemon: bool = True) -> None:
        for name in ("actions", "rules"):
            (self.folder / name).mkdir()
        self.folder.chmod(0o755)
        if installed_for:
            (self.folder / "actions" / "org.toolguard.policy").write_text(policy(installed_for))
        (self.folder / "rules" / "10-test.rules").write_text(rules)
        (self.folder / "bus.conf").write_text(_BUS.format(socket=self.folder / "bus"))
        await self._spawn("dbus-daemon", "--nofork", "--nopidfile", f"--config-file={self.folder}/bus.conf")
        await _until(self._is_listening)
        if daemon:
            await self.start_daemon()

    def _is_listening(self) -> bool:
        with socket.socket(socket.AF_UNIX) as one:
            return one.connect_ex(str(self.folder / "bus")) == 0

    async def start_daemon(self) -> None:
        arguments = ("unshare", "-m", "sh", "-ec", _MOUNTS, "sh", str(self.folder), DAEMON)
        self.daemon = await self._spawn(*arguments)
        connection = await open_dbus_connection(self.address)
        try:
            bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
            async with asyncio.timeout(120):
                while not (await _ask(connection, bus, "NameHasOwner", "s", _AUTHORITY.bus_name))[0]:
                    await asyncio.sleep(0.01)
        finally:
            await connection.close()

    async def stop_daemon(self) -> None:
        self.daemon.kill()
        await self.daemon.wait()

    async def _spawn(self, *arguments: str) -> asyncio.subprocess.Process:
        environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": self.address}
        quiet = asyncio.subprocess.DEVNULL
        made = await asyncio.create_subprocess_exec(*arguments, env=environment, stdout=quiet, stderr=quiet)
        self._processes.append(made)
        return made

    async def stop(self) -> None:
        for process in reversed(self._processes):
            if process.returncode is None:
                process.kill()
            await process.wait()


class Asker:
    """An ordinary user's process that asks the daemon."""

    def __init__(self, process: asyncio.subprocess.Process, pid: int) -> None:
        self.process, self.pid = process, pid

    @classmethod
    async def start(cls, system: System, what: str = "verify", uid: int = UID) -> Asker:
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(Path(__file__).with_name("asks_polkit.py")), system.address, str(uid), what,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert process.stdout is not None
        return cls(process, int(await process.stdout.readline()))

    def ask(self, prompt: str = "Approve a call of “write” on “files”.") -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{prompt}\n".encode())

    def cancel(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"\n")

    async def answer(self) -> dict[str, str]:
        assert self.process.stdout is not None
        async with asyncio.timeout(120):
            line = await self.process.stdout.readline()
        await self.process.wait()
        found: dict[str, str] = json.loads(line)
        return found


class Agent:
    """An authentication agent for one process: what is asked comes in ``questions``, and the test answers.

    It runs as root, so it can say itself that the person authenticated, as polkit's own helper does after PAM.
    """

    PATH = "/org/toolguard/test/Agent"

    def __init__(self, connection: DBusConnection) -> None:
        self._connection = connection
        self.questions: asyncio.Queue[tuple[Message, dict[str, Any]]] = asyncio.Queue()
        self.cancelled: asyncio.Queue[str] = asyncio.Queue()
        self._replies: dict[int, asyncio.Future[Message]] = {}
        self._reading = asyncio.get_running_loop().create_task(self._read())

    @classmethod
    async def register(cls, system: System, pid: int) -> Agent:
        agent = cls(await open_dbus_connection(system.address))
        await agent.call("RegisterAuthenticationAgent", "(sa{sv})ss", process(pid), "en_US.UTF-8", cls.PATH)
        return agent

    async def call(self, method: str, signature: str, *arguments: Any) -> tuple[Any, ...]:
        message = new_method_call(_AUTHORITY, method, signature, arguments)
        serial = next(self._connection.outgoing_serial)
        answer = self._replies[serial] = asyncio.get_running_loop().create_future()
        await self._connection.send(message, serial=serial)
        async with asyncio.timeout(120):
            reply = await answer
        assert reply.header.message_type is MessageType.method_return, reply.body
        return tuple(reply.body)

    async def question(self) -> tuple[Message, dict[str, Any]]:
        async with asyncio.timeout(120):
            return await self.questions.get()

    async def authenticate(self, message: Message, asked: dict[str, Any]) -> None:
        """The person gave the right password."""
        identity = ("unix-user", {"uid": ("u", UID)})
        await self.call("AuthenticationAgentResponse2", "us(sa{sv})", 0, asked["cookie"], identity)
        await self._connection.send(new_method_return(message))

    async def give_up(self, message: Message) -> None:
        """The password was wrong too often."""
        await self._connection.send(new_method_return(message))

    async def dismiss(self, message: Message) -> None:
        """The person closed the dialog."""
        cancelled = new_error(message, "org.freedesktop.PolicyKit1.Error.Cancelled", "s", ("dismissed",))
        await self._connection.send(cancelled)

    async def _read(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                message = await self._connection.receive()
                fields = message.header.fields
                if (answer := self._replies.get(fields.get(HeaderFields.reply_serial, -1))) is not None:
                    answer.set_result(message)
                elif fields.get(HeaderFields.member) == "BeginAuthentication":
                    names = ("action", "message", "icon", "details", "cookie", "identities")
                    self.questions.put_nowait((message, dict(zip(names, message.body, strict=True))))
                elif fields.get(HeaderFields.member) == "CancelAuthentication":
                    self.cancelled.put_nowait(message.body[0])
                    await self._connection.send(new_method_return(message))

    async def close(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        await self._connection.close()


class TextAgent:
    """polkit's own agent for terminals, its setuid helper, and PAM, which takes ``password``."""

    _MOUNTS = """
mount --make-rprivate /
mkdir -p /run/dbus
mount -t tmpfs tmpfs /run/dbus
ln -s "$1/bus" /run/dbus/system_bus_socket
mount --bind "$1/pam" /etc/pam.d
exec setpriv --reuid=$2 --regid=$2 --clear-groups pkttyagent --process "$3" --notify-fd "$4"
"""

    def __init__(self, system: System, pid: int, password: str) -> None:
        pam = system.folder / "pam"
        pam.mkdir()
        check = system.folder / "check"
        check.write_text(f"#!/bin/sh\n[ \"$(tr -d '\\0')\" = {password} ]\n")
        check.chmod(0o755)
        service = f"auth required pam_exec.so quiet expose_authtok {check}\naccount required pam_permit.so\n"
        for name in ("polkit-1", "other"):
            (pam / name).write_text(service)
        self.master, slave = pty.openpty()
        started = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
        words = ["unshare", "-m", "sh", "-ec", self._MOUNTS, "sh", str(system.folder), str(UID), f"{pid},{started}"]
        self._registered, result = os.pipe()  # pkttyagent closes its end as soon as polkit knows it
        words.append(str(result))
        environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": system.address, "LC_ALL": "C.UTF-8"}
        self._process = subprocess.Popen(
            words, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True, pass_fds=(result,),
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(slave)
        os.close(result)
        self.screen = ""
        asyncio.get_running_loop().add_reader(self.master, self._read)

    def _read(self) -> None:
        with contextlib.suppress(OSError):
            self.screen += os.read(self.master, 65536).decode("utf-8", "replace")

    async def registered(self) -> None:
        async with asyncio.timeout(120):
            await asyncio.to_thread(os.read, self._registered, 1)

    async def wait_for_text(self, text: str) -> None:
        async with asyncio.timeout(120):
            while text not in self.screen:
                await asyncio.sleep(0.01)

    def types(self, text: str) -> None:
        os.write(self.master, f"{text}\n".encode())

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self.master)
        self._process.kill()
        self._process.wait()
        os.close(self.master)
        os.close(self._registered)


def process(pid: int) -> tuple[str, dict[str, Any]]:
    """A process as polkit names it. Its start time is in clock ticks since boot, the 22nd field of its stat."""
    ticks = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
    uid = psutil.Process(pid).uids().real
    return "unix-process", {"pid": ("u", pid), "start-time": ("t", ticks), "uid": ("i", uid)}


async def _ask(connection: DBusConnection, place: DBusAddress, method: str, signature: str, *arguments: Any) -> Any:
    serial = next(connection.outgoing_serial)
    await connection.send(new_method_call(place, method, signature, arguments), serial=serial)
    while True:
        message = await connection.receive()
        if message.header.fields.get(HeaderFields.reply_serial) == serial:
            return message.body


async def _until(true: Any) -> None:
    end = time.monotonic() + 120
    while not true():
        assert time.monotonic() < end, "it never came"
        await asyncio.sleep(0.01)
