"""Reaches the app for `connect`: opens it when it is not running, proves itself over loopback TCP.

Standard library only, and nothing of ours at import: it is also loaded by path, beside a `connect` run as a bare file.
"""
# ruff: noqa: PTH100, PTH103, PTH112, PTH116, PTH118, PTH120, PTH123

from __future__ import annotations

import _socket
import json
import os
import sys
import time
from collections.abc import Callable, Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolguard.clients.stub.connect import Stub

    WhyForeign = Callable[[Mapping[str, str], Callable[[], Mapping[str, object]]], str]

PATIENCE = 10.0  # seconds until an app that does not come is given up
LONGEST_PAUSE = 0.02  # seconds between two tries to reach it: a client may wait for 1.5 s in all
TAIL = 4096  # bytes of the app's output in which the reason for its end is looked for
LONGEST_REASON = 300  # characters of it that a client is told
DESKTOP = (
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "XDG_SESSION_TYPE",
    "XDG_CURRENT_DESKTOP", "XDG_DATA_DIRS", "SSH_AUTH_SOCK", "LANG", "LANGUAGE",
)  # fmt: skip
"""What a program needs to find the person's desktop, and what clients drop."""
_SCREENS = frozenset(("xcb", "wayland", "wayland-egl", "cocoa"))
"""Qt's platforms that a client may choose, without parameters: those of a desktop.

"vnc" lets in whoever comes by the network. "offscreen" and "minimal" show nothing to anybody, and "eglfs" and "linuxfb"
draw past the desktop. A person who wants one of them starts ToolGuard with it.
"""
OPENED_BY = "TOOLGUARD_OPENED_BY"
"""Variable that tells the app the process id of the stub that opened it."""
_PASSED = frozenset((
    *DESKTOP, "HOME", "USER", "LOGNAME", "TMPDIR", "TZ", "TERM", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy",
    "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "TOOLGUARD_HOME", "TOOLGUARD_LOCAL",
))  # fmt: skip
_PATH = "/usr/local/bin:/usr/bin:/bin:/snap/bin"
"""The app's PATH. A client's would decide for the servers of all clients; the app asks the login shell for theirs."""


# Reaching the app, and opening it.


def reach(stub: Stub, *, wait: bool) -> _socket.socket | None:
    """Join the app, opened first if need be. None, with the stub's ``reason`` and ``advice``, after ten seconds.

    With ``wait`` it is waited for also where it cannot be opened from here: it ran a moment ago.
    """
    deadline = time.monotonic() + PATIENCE
    opener = AppOpener(stub.home, stub.app, stub.sibling("displays").why_foreign) if stub.options.start else None
    pause = 0.01
    try:
        while True:
            sock = stub.join()
            if sock or stub.reason in ("refused", "unsafe") or time.monotonic() > deadline:
                break
            if stub.reason == "not running":
                if opener:
                    opener.step()
                if not wait and not (opener and opener.hope):
                    break
            time.sleep(pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)
    finally:
        if opener:
            opener.close()
    if opener and sock is None and stub.reason == "not running":
        stub.advice = opener.why_not or stub.advice
    return sock


class AppOpener:
    """Opens the app once, unless another stub is doing so. ``hope``: it may still come.

    ``why_foreign`` says why a display is not the person's (`displays.why_foreign`).
    """

    def __init__(self, home: str, command: list[str], why_foreign: WhyForeign) -> None:
        self._home = home
        self._command = command
        self._why_foreign = why_foreign
        self._lock = -1
        self._pid = 0
        self._ended = 0.0
        self._tried = False
        self._output = 0  # where the app's output of this start begins in its file
        self.hope = True
        self.why_not = ""

    def step(self) -> None:
        """Do the next thing; called each time that the app was not there."""
        if self._lock < 0:  # once it is ours, look again first: who held it may have opened the app
            self._lock = only_one(self._home)
        elif not self._tried:
            self._tried = True
            self._output = _size(output_path(self._home))
            self._pid, self.why_not = start(self._home, self._command, self._why_foreign)
            self.hope = self._pid > 0
            if self.hope:
                self.why_not = f"ToolGuard was started but is not ready yet: see {self._home}/logs/app.log."
        elif self._pid and not _alive(self._pid):  # broken, or it found another one that is there by now
            told = reason(self._home, self._output)
            self.why_not = (
                f"ToolGuard was started but stopped immediately: {told or f'see {self._home}/logs/app.log'} "
                "(run `toolguard doctor` for details)."
            )
            self._pid, self._ended = 0, time.monotonic()
        elif self._pid and (told := reason(self._home, self._output)):  # it waits for something, and says for what
            self.why_not = f"ToolGuard was started but is not ready yet: {told}"
        elif self._ended and time.monotonic() > self._ended + 2:
            self.hope = False

    def close(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)


def output_path(home: str) -> str:
    """The file that has what the app writes to stdout and stderr."""
    return os.path.join(home, "logs", "app.log")


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def reason(home: str, since: int) -> str:
    """The last line in which the app spoke to a person since ``since`` (bytes of its output); "" when there is none."""
    try:
        with open(output_path(home), "rb") as file:
            file.seek(max(since, _size(output_path(home)) - TAIL))
            lines = file.read(TAIL).decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    told = [line.removeprefix("toolguard: ") for line in lines if line.startswith("toolguard: ")]
    return "".join(one for one in told[-1] if one.isprintable())[:LONGEST_REASON] if told else ""


def only_one(home: str) -> int:
    """A descriptor that holds the right to open the app; -1 while another stub is opening it."""
    if sys.platform == "win32":
        return os.open(os.devnull, os.O_RDONLY)
    import fcntl

    folder = os.path.join(home, "run")
    try:
        os.makedirs(home, 0o700, exist_ok=True)
        os.makedirs(folder, 0o700, exist_ok=True)
        lock = os.open(os.path.join(folder, "starting"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:  # the app will find out and say so
        return os.open(os.devnull, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return -1
    return lock


def start(home: str, command: list[str], why_foreign: WhyForeign) -> tuple[int, str]:
    """Open the app, in nobody's process tree. Its process id, or 0 and a sentence that says why not."""
    environment, foreign = persons_desktop(home, os.environ, why_foreign)
    if sys.platform == "linux" and not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        return 0, "ToolGuard is not running and no display is available. Run `toolguard serve` in a terminal."
    if sys.platform != "win32":
        environment["PATH"] = _PATH
    environment[OPENED_BY] = str(os.getpid())
    try:
        os.makedirs(os.path.join(home, "logs"), 0o700, exist_ok=True)
        log = os.open(output_path(home), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError:
        log = os.open(os.devnull, os.O_WRONLY)
    if foreign:
        when = time.strftime("%Y-%m-%d %H:%M:%S")
        os.write(
            log,
            f"{when} not opened by the stub {os.getpid()} of {os.getppid()}: {foreign}\n".encode("utf-8", "replace"),
        )
        os.close(log)
        return (
            0,
            f"ToolGuard was not started: {foreign}. Run `toolguard` on the display where you want to approve calls.",
        )
    try:
        pid = _detach(command, environment, home, log)
    except OSError as problem:
        return 0, f"ToolGuard can't be started: {problem}"
    finally:
        os.close(log)
    return pid, "" if pid else f"ToolGuard can't be started: {command[0]} does not run"


def _detach(command: list[str], environment: dict[str, str], cwd: str, log: int) -> int:
    if sys.platform == "win32":
        import subprocess

        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_BREAKAWAY_FROM_JOB
        return subprocess.Popen(
            command, env=environment, cwd=cwd, creationflags=flags, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        ).pid
    reader, writer = os.pipe()  # both close on exec
    child = os.fork()
    if child == 0:  # a client that ends the stub's whole process tree must not end the app: it gets no parent there
        try:
            os.setsid()
            if os.fork() == 0:
                os.write(writer, str(os.getpid()).encode())
                os.chdir(cwd)
                null = os.open(os.devnull, os.O_RDONLY)
                for fd, source in ((0, null), (1, log), (2, log)):
                    os.dup2(source, fd)
                os.closerange(3, writer)
                os.closerange(writer + 1, 1024)  # what a careless client let us inherit
                os.execvpe(command[0], command, environment)  # noqa: S606
        finally:
            os._exit(127)
    os.close(writer)
    os.waitpid(child, 0)
    told = b""
    while more := os.read(reader, 32):
        told += more
    os.close(reader)
    return int(told or 0)


def _alive(pid: int) -> bool:
    if sys.platform == "win32":
        return True
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:
            return stat.read().rpartition(b") ")[2][:1] != b"Z"
    except FileNotFoundError:
        if os.path.isdir("/proc/self"):
            return False
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def desktop(home: str, here: Mapping[str, str]) -> dict[str, str]:
    """The app's environment: what it needs of ours (a client's variables may hold keys), and the person's desktop."""
    if sys.platform == "win32":
        return {name: value for name, value in here.items() if not name.upper().startswith("PYTHON")}
    chosen = {name: value for name, value in here.items() if name in _PASSED or name.startswith("LC_")}
    if not _SCREENS.issuperset(one.partition(":")[0] for one in chosen.get("QT_QPA_PLATFORM", "xcb").split(";")):
        del chosen["QT_QPA_PLATFORM"]
    for source in (_noted_by_the_app, _told_by_systemd):
        if sys.platform == "linux" and not (chosen.get("DISPLAY") or chosen.get("WAYLAND_DISPLAY")):
            for name, value in source(home).items():
                if name in DESKTOP and isinstance(value, str):
                    chosen.setdefault(name, value)
    return chosen


def persons_desktop(home: str, here: Mapping[str, str], why_foreign: WhyForeign) -> tuple[dict[str, str], str]:
    """The app's environment on the person's own desktop; with it, why there is none: a client's display may not be it.

    A client that runs on a display of its own must not put the questions where the person does not see them.
    """
    environment = desktop(home, here)
    foreign = why_foreign(environment, lambda: _told_by_systemd(home))
    if not foreign:
        return environment, ""
    elsewhere = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM")
    without = {name: value for name, value in here.items() if name not in elsewhere}
    for source in (_noted_by_the_app, _told_by_systemd):
        found = {name: value for name, value in source(home).items() if name in DESKTOP and isinstance(value, str)}
        if not (found.get("DISPLAY") or found.get("WAYLAND_DISPLAY")):
            continue
        other = desktop(home, {**without, **found})
        if not why_foreign(other, lambda: _told_by_systemd(home)):
            return other, ""
    return environment, foreign


def _noted_by_the_app(home: str) -> dict[str, object]:
    try:
        path = os.path.join(home, "run", "desktop.json")
        found = os.lstat(path)
        if found.st_uid != os.geteuid() or found.st_mode & 0o170022 != 0o100000:
            return {}
        with open(path, encoding="utf-8") as file:
            noted = json.load(file)
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}


def _told_by_systemd(_: str) -> dict[str, object]:
    import subprocess

    environment = {"PATH": os.environ.get("PATH", os.defpath), "XDG_RUNTIME_DIR": f"/run/user/{os.getuid()}"}
    try:
        told = subprocess.run(
            ["systemctl", "--user", "show-environment"],
            env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=1, check=True,
        ).stdout.decode()  # fmt: skip
    except (OSError, ValueError, subprocess.SubprocessError):
        return {}
    pairs = (line.partition("=") for line in told.splitlines())
    return {name: value for name, _, value in pairs if not value.startswith(("$'", '"', "'"))}


# Loopback TCP: Windows, and tests elsewhere.


def proof(token: str, who: str, first: str, second: str) -> str:
    """HMAC-SHA256 (hex) by which one end shows that it can read ``run/tcp.json``."""
    import hashlib
    import hmac

    return hmac.new(token.encode(), f"{who}{first}{second}".encode(), hashlib.sha256).hexdigest()


def open_tcp(home: str) -> _socket.socket:
    """A connection to an app that has proved to be ours; raises as `connect.open_app` does."""
    port, token = _read_address(os.path.join(home, "run", "tcp.json"))
    sock = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    try:
        sock.settimeout(PATIENCE)
        sock.connect(("127.0.0.1", port))
        sock.setsockopt(_socket.IPPROTO_TCP, _socket.TCP_NODELAY, 1)
        mine = os.urandom(16).hex()
        sock.sendall(json.dumps({"nonce": mine}).encode() + b"\n")
        told = b""
        while not told.endswith(b"\n") and len(told) < 4096:
            more = sock.recv(1024)
            if not more:
                break
            told += more
        answer = json.loads(told)
        theirs = str(answer["nonce"])
        import hmac

        if not hmac.compare_digest(str(answer["proof"]).encode(), proof(token, "app", mine, theirs).encode()):
            raise ValueError("the wrong proof")
        sock.sendall(json.dumps({"proof": proof(token, "stub", mine, theirs)}).encode() + b"\n")
    except (ValueError, TypeError, KeyError):  # a stranger took the port of an app that died
        sock.close()
        raise ConnectionRefusedError("the program at the app's port is not ours") from None
    except OSError:
        sock.close()
        raise
    return sock


def _read_address(path: str) -> tuple[int, str]:
    if sys.platform != "win32":
        for place, mode in ((os.path.dirname(path), 0o040700), (path, 0o100600)):
            found = os.lstat(place)
            if found.st_uid != os.geteuid() or found.st_mode & 0o170777 != mode:
                raise PermissionError(f"{place} must be private to you (mode {mode & 0o777:04o}): check who created it")
    with open(path, encoding="ascii") as file:
        try:
            address = json.load(file)
            return int(address["port"]), str(address["token"])
        except (ValueError, TypeError, KeyError):
            raise FileNotFoundError(path) from None


# What else is needed beside the road.


def version() -> str:
    """ToolGuard's version, read beside us: the package may not be importable here."""
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(os.path.join(package, "__init__.py"), encoding="utf-8") as file:
        return next(line.split('"')[1] for line in file if line.startswith("__version__"))
