"""Starts the app for `connect` if it is not running, and authenticates over loopback TCP.

Imports the standard library only, because it is also loaded by path next to a `connect` that runs as a bare file.
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

    ForeignDisplayReason = Callable[[Mapping[str, str], Callable[[], Mapping[str, object]]], str]

START_TIMEOUT = 10.0  # seconds for the app to start
MAX_RETRY_DELAY = 0.02  # seconds between connection attempts: a client may wait no longer than 1.5 s
OUTPUT_TAIL_SIZE = 4096  # bytes at the end of the app's output that are searched for an error
MAX_REASON_LENGTH = 300  # characters of it in the client's error
DESKTOP_VARIABLES = (
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "XDG_SESSION_TYPE",
    "XDG_CURRENT_DESKTOP", "XDG_DATA_DIRS", "SSH_AUTH_SOCK", "LANG", "LANGUAGE",
)  # fmt: skip
"""Variables that a program needs to reach the person's desktop, and that clients drop."""
_DESKTOP_PLATFORMS = frozenset(("xcb", "wayland", "wayland-egl", "cocoa"))
"""Qt platforms of a desktop, which a client may choose (without parameters).

"vnc" gives the network access to the window. "offscreen" and "minimal" are invisible, and "eglfs" and "linuxfb" bypass
the desktop. A person who wants one of them starts ToolGuard with it.
"""
OPENED_BY = "TOOLGUARD_OPENED_BY"
"""Variable with the process ID of the stub that started the app."""
_PASSED_VARIABLES = frozenset((
    *DESKTOP_VARIABLES, "HOME", "USER", "LOGNAME", "TMPDIR", "TZ", "TERM", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy",
    "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "TOOLGUARD_HOME", "TOOLGUARD_LOCAL",
))  # fmt: skip
_PATH = "/usr/local/bin:/usr/bin:/bin:/snap/bin"
"""The app's PATH. A client's PATH must not apply to the servers of all clients; the app reads the login shell's."""


# Connecting to the app, and starting it.


def connect_or_start(stub: Stub, *, wait: bool) -> _socket.socket | None:
    """Start or resume the stub's session, starting the app if need be.

    Returns None and sets the stub's ``reason`` and ``advice`` after `START_TIMEOUT`. With ``wait``, waits for the app
    even if it cannot be started from here, because it ran a moment ago.
    """
    deadline = time.monotonic() + START_TIMEOUT
    starter = (
        AppStarter(stub.home, stub.app, stub.load_sibling("displays").foreign_display_reason)
        if stub.options.start
        else None
    )
    pause = 0.01
    try:
        while True:
            sock = stub.join()
            if sock or stub.reason in ("refused", "unsafe") or time.monotonic() > deadline:
                break
            if stub.reason == "not running":
                if starter:
                    starter.advance()
                if not wait and not (starter and starter.may_come):
                    break
            time.sleep(pause)
            pause = min(pause * 1.5, MAX_RETRY_DELAY)
    finally:
        if starter:
            starter.close()
    if starter and sock is None and stub.reason == "not running":
        stub.advice = starter.problem_text or stub.advice
    return sock


class AppStarter:
    """Starts the app once, unless another stub is doing so. ``may_come``: the app may still become reachable.

    ``foreign_display_reason``: see `displays.foreign_display_reason`.
    """

    def __init__(self, home: str, command: list[str], foreign_display_reason: ForeignDisplayReason) -> None:
        self._home = home
        self._command = command
        self._foreign_display_reason = foreign_display_reason
        self._lock = -1
        self._is_alive: Callable[[], bool] | None = None
        self._ended = 0.0
        self._started = False
        self._output = 0  # offset in the output file at which this start begins
        self.may_come = True
        self.problem_text = ""

    def advance(self) -> None:
        """Do the next step; called after each failed connection attempt."""
        if self._lock < 0:  # after acquiring it, connect again first: its former owner may have started the app
            self._lock = acquire_start_lock(self._home)
        elif not self._started:
            self._started = True
            self._output = _size(output_path(self._home))
            self._is_alive, self.problem_text = start_app(self._home, self._command, self._foreign_display_reason)
            self.may_come = self._is_alive is not None
            if self.may_come:
                self.problem_text = f"ToolGuard was started but is not ready yet: see {self._home}/logs/app.log."
        elif self._is_alive and not self._is_alive():  # it failed, or found another app that runs by now
            text = last_app_message(self._home, self._output)
            self.problem_text = (
                f"ToolGuard was started but stopped immediately: {text or f'see {self._home}/logs/app.log'} "
                "(run `toolguard doctor` for details)."
            )
            self._is_alive, self._ended = None, time.monotonic()
        elif self._is_alive and (text := last_app_message(self._home, self._output)):  # it says what it waits for
            self.problem_text = f"ToolGuard was started but is not ready yet: {text}"
        elif self._ended and time.monotonic() > self._ended + 2:
            self.may_come = False

    def close(self) -> None:
        """Release the lock, so that another stub can start the app. Call it once."""
        if self._lock >= 0:
            os.close(self._lock)


def output_path(home: str) -> str:
    """Return the file for the app's stdout and stderr."""
    return os.path.join(home, "logs", "app.log")


def _open_nonblocking(path: str, flags: int) -> int:
    """Open a file; never wait for the other end of a pipe that lies in its place."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o600)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def last_app_message(home: str, since: int) -> str:
    """Return the app's last message to a person after offset ``since`` of its output; "" if there is none."""
    try:
        with open(output_path(home), "rb", opener=_open_nonblocking) as file:
            file.seek(max(since, _size(output_path(home)) - OUTPUT_TAIL_SIZE))
            lines = file.read(OUTPUT_TAIL_SIZE).decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    text = [line.removeprefix("toolguard: ") for line in lines if line.startswith("toolguard: ")]
    return "".join(character for character in text[-1] if character.isprintable())[:MAX_REASON_LENGTH] if text else ""


def acquire_start_lock(home: str) -> int:
    """Return a descriptor that holds the lock for starting the app; -1 while another stub holds it."""
    folder = os.path.join(home, "run")
    try:
        os.makedirs(home, 0o700, exist_ok=True)
        os.makedirs(folder, 0o700, exist_ok=True)
        lock = os.open(os.path.join(folder, "starting"), os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError:  # the app will report it
        return os.open(os.devnull, os.O_RDONLY)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return -1
    return lock


def start_app(
    home: str, command: list[str], foreign_display_reason: ForeignDisplayReason
) -> tuple[Callable[[], bool] | None, str]:
    """Start the app as a daemon.

    Return a function that returns whether it still runs, or None and a sentence that says why it failed.
    """
    environment, foreign = user_desktop_environment(home, os.environ, foreign_display_reason)
    if sys.platform == "linux" and not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        return None, "ToolGuard is not running and no display is available. Run `toolguard serve` in a terminal."
    if sys.platform != "win32":
        environment["PATH"] = _PATH
    environment[OPENED_BY] = str(os.getpid())
    try:
        os.makedirs(os.path.join(home, "logs"), 0o700, exist_ok=True)
        log = _open_nonblocking(output_path(home), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
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
            None,
            f"ToolGuard was not started: {foreign}. Run `toolguard` on the display where you want to approve calls.",
        )
    try:
        is_alive = _detach(command, environment, home, log)
    except OSError as problem:
        return None, f"ToolGuard can't be started: {problem}"
    finally:
        os.close(log)
    return is_alive, "" if is_alive else f"ToolGuard can't be started: {command[0]} does not run"


def _detach(command: list[str], environment: dict[str, str], cwd: str, log: int) -> Callable[[], bool] | None:
    if sys.platform == "win32":
        import subprocess

        def started(flags: int) -> Callable[[], bool]:
            process = subprocess.Popen(
                command, env=environment, cwd=cwd, creationflags=flags, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
            return lambda: process.poll() is None

        # With DETACHED_PROCESS, the interpreter that a virtual environment's python.exe starts would open a console
        # window, and closing that ends the app (https://github.com/python/cpython/issues/85785).
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
        try:
            return started(flags | subprocess.CREATE_BREAKAWAY_FROM_JOB)
        except PermissionError:  # the client's job lets no process leave it (Microsoft, "Process Creation Flags")
            return started(flags)
    reader, writer = os.pipe()  # both have the close-on-exec flag
    child = os.fork()
    if child == 0:  # detached, because a client may end the stub's whole process tree
        try:
            os.setsid()
            if os.fork() == 0:
                os.write(writer, str(os.getpid()).encode())
                os.chdir(cwd)
                null = os.open(os.devnull, os.O_RDONLY)
                for fd, source in ((0, null), (1, log), (2, log)):
                    os.dup2(source, fd)
                os.closerange(3, writer)
                os.closerange(writer + 1, 1024)  # descriptors that a careless client let us inherit
                os.execvpe(command[0], command, environment)  # noqa: S606
        finally:
            os._exit(127)
    os.close(writer)
    os.waitpid(child, 0)
    text = b""
    while more := os.read(reader, 32):
        text += more
    os.close(reader)
    pid = int(text or 0)
    return (lambda: _alive(pid)) if pid else None


def _alive(pid: int) -> bool:
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


def app_environment(home: str, here: Mapping[str, str]) -> dict[str, str]:
    """Return the app's environment: the variables it needs (a client's may contain keys), and the person's desktop."""
    if sys.platform == "win32":
        return {name: value for name, value in here.items() if not name.upper().startswith("PYTHON")}
    chosen = {name: value for name, value in here.items() if name in _PASSED_VARIABLES or name.startswith("LC_")}
    if not _DESKTOP_PLATFORMS.issuperset(
        platform.partition(":")[0] for platform in chosen.get("QT_QPA_PLATFORM", "xcb").split(";")
    ):
        del chosen["QT_QPA_PLATFORM"]
    for source in (_read_noted_desktop, _read_systemd_environment):
        if not (chosen.get("DISPLAY") or chosen.get("WAYLAND_DISPLAY")):
            for name, value in source(home).items():
                if name in DESKTOP_VARIABLES and isinstance(value, str):
                    chosen.setdefault(name, value)
    return chosen


def user_desktop_environment(
    home: str, here: Mapping[str, str], foreign_display_reason: ForeignDisplayReason
) -> tuple[dict[str, str], str]:
    """Return the app's environment on the person's desktop, and "" or why there is none.

    A client that runs on another display must not make the app show its questions where the person does not see them.
    """
    environment = app_environment(home, here)
    foreign = foreign_display_reason(environment, lambda: _read_systemd_environment(home))
    if not foreign:
        return environment, ""
    elsewhere = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM")
    without = {name: value for name, value in here.items() if name not in elsewhere}
    for source in (_read_noted_desktop, _read_systemd_environment):
        desktop = {
            name: value for name, value in source(home).items() if name in DESKTOP_VARIABLES and isinstance(value, str)
        }
        if not (desktop.get("DISPLAY") or desktop.get("WAYLAND_DISPLAY")):
            continue
        other = app_environment(home, {**without, **desktop})
        if not foreign_display_reason(other, lambda: _read_systemd_environment(home)):
            return other, ""
    return environment, foreign


def _read_noted_desktop(home: str) -> dict[str, object]:
    if sys.platform != "linux":
        return {}
    try:
        path = os.path.join(home, "run", "desktop.json")
        status = os.lstat(path)
        if status.st_uid != os.geteuid() or status.st_mode & 0o170022 != 0o100000:
            return {}
        with open(path, encoding="utf-8") as file:
            noted = json.load(file)
    except (OSError, ValueError, RecursionError):
        return {}
    return noted if isinstance(noted, dict) else {}


def _read_systemd_environment(_: str) -> dict[str, object]:
    if sys.platform != "linux":
        return {}
    import subprocess

    environment = {"PATH": os.environ.get("PATH", os.defpath), "XDG_RUNTIME_DIR": f"/run/user/{os.getuid()}"}
    try:
        text = subprocess.run(
            ["systemctl", "--user", "show-environment"],
            env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=1, check=True,
        ).stdout.decode()  # fmt: skip
    except (OSError, ValueError, subprocess.SubprocessError):
        return {}
    pairs = (line.partition("=") for line in text.splitlines())
    return {name: value for name, _, value in pairs if not value.startswith(("$'", '"', "'"))}


# Loopback TCP: Windows, and tests elsewhere.


def proof(token: str, who: str, first: str, second: str) -> str:
    """Return the HMAC-SHA256 (hex) with which one end proves that it can read ``run/tcp.json``."""
    import hashlib
    import hmac

    return hmac.new(token.encode(), f"{who}{first}{second}".encode(), hashlib.sha256).hexdigest()


def open_tcp(home: str) -> _socket.socket:
    """Connect to this user's app and authenticate it. Raises the errors of `connect.open_app`."""
    port, token = _read_address(os.path.join(home, "run", "tcp.json"))
    sock = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    try:
        sock.settimeout(START_TIMEOUT)
        sock.connect(("127.0.0.1", port))
        sock.setsockopt(_socket.IPPROTO_TCP, _socket.TCP_NODELAY, 1)
        mine = os.urandom(16).hex()
        sock.sendall(json.dumps({"nonce": mine}).encode() + b"\n")
        text, end = b"", time.monotonic() + START_TIMEOUT
        while not text.endswith(b"\n") and len(text) < 4096:
            sock.settimeout(max(end - time.monotonic(), 0.001))  # for all of it: another program may send it bytewise
            more = sock.recv(1024)
            if not more:
                break
            text += more
        answer = json.loads(text)
        theirs = str(answer["nonce"])
        import hmac

        if not hmac.compare_digest(str(answer["proof"]).encode(), proof(token, "app", mine, theirs).encode()):
            raise ValueError("the wrong proof")
        sock.sendall(json.dumps({"proof": proof(token, "stub", mine, theirs)}).encode() + b"\n")
    except (ValueError, TypeError, KeyError, RecursionError, ConnectionResetError, BrokenPipeError):
        # The app ended during the handshake, or another program took the port of an app that ended.
        sock.close()
        raise ConnectionRefusedError("the app's port belongs to another program") from None
    except OSError:
        sock.close()
        raise
    return sock


def _read_address(path: str) -> tuple[int, str]:
    if sys.platform != "win32":
        for place, mode in ((os.path.dirname(path), 0o040700), (path, 0o100600)):
            status = os.lstat(place)
            if status.st_uid != os.geteuid() or status.st_mode & 0o170777 != mode:
                raise PermissionError(f"{place} must be private to you (mode {mode & 0o777:04o}): check who created it")
    with open(path, encoding="ascii") as file:
        try:
            address = json.load(file)
            return int(address["port"]), str(address["token"])
        except (ValueError, TypeError, KeyError, RecursionError):
            raise FileNotFoundError(path) from None


# The version.


def version() -> str:
    """Return ToolGuard's version, read from the source: the package may not be importable here."""
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(os.path.join(package, "__init__.py"), encoding="utf-8") as file:
        return next(line.split('"')[1] for line in file if line.startswith("__version__"))
