"""The stub that a chat client launches: passes its stdin and stdout to the app, then only waits.

It knows the app's socket and the first line of the protocol. It does not interpret the client's bytes, never talks to
a server, and imports the standard library only. Run as a file (``python -I -S -E connect.py``) it is compiled at each
start, and importing pathlib, json, socket and signal takes longer than everything else. So it stays short, imports the
C modules below them, and leaves the slow paths (starting the app, TCP, copying, answering instead of the app) to
`fallback` and `app_launcher`.
"""
# ruff: noqa: PTH100, PTH109, PTH111, PTH117, PTH118, PTH120

import _socket
import os
import sys

TYPE_CHECKING = False  # typing's own costs an import of typing
if TYPE_CHECKING:
    from typing import Any

USAGE = """usage: toolguard-connect --server NAME [--client LABEL] [--no-start]
       toolguard-connect --all [--client LABEL] [--no-start]
       toolguard-connect [--client LABEL] [--no-start] -- COMMAND [ARG]...

Connects the chat client that launches it to ToolGuard, where you review, approve and log tool calls.

  --server NAME   a server from `toolguard server list`
  --all           all servers in one entry; tools are named SERVER__TOOL
  -- COMMAND ...  guard this server command
  --client LABEL  the name for this chat client in ToolGuard
  --no-start      do not start ToolGuard if it is not running
  --help, --version"""
REPLY_TIMEOUT = 10.0  # seconds for the app to reply
MAX_REPLY_SIZE = 65536
MAX_ENVIRONMENT_LENGTH = 120_000  # characters; the app reads a first line of at most 1 MB, where each may take six


def state_home() -> str:
    """Return ToolGuard's state folder. Depends on HOME and the user ID only, because clients drop other variables."""
    if chosen := os.environ.get("TOOLGUARD_HOME"):
        return os.path.abspath(chosen)
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local"), "toolguard")
    home = os.environ.get("HOME", "")
    if not os.path.isabs(home):
        import pwd

        home = pwd.getpwuid(os.getuid()).pw_dir
    return os.path.join(
        home, "Library/Application Support" if sys.platform == "darwin" else ".local/share", "toolguard"
    )


def socket_path(home: str) -> str:
    """Return the app's socket, for each spelling of ``home`` the same.

    A socket address holds about 100 bytes, so a long ``home`` gets a folder in /tmp.
    """
    home = os.path.realpath(home)
    path = os.path.join(home, "run", "app.sock")
    if len(os.fsencode(path)) <= 100 or sys.platform == "win32":
        return path
    from hashlib import sha256

    return f"/tmp/toolguard-{os.getuid()}-{sha256(os.fsencode(home)).hexdigest()[:12]}/app.sock"  # noqa: S108


def uses_tcp() -> bool:
    """Return whether the app listens on loopback TCP with a token instead of a Unix socket."""
    return sys.platform == "win32" or os.environ.get("TOOLGUARD_LOCAL") == "tcp"


def check_folder(path: str) -> None:
    """Raise PermissionError unless ``path`` is a real folder that only this user can enter."""
    if sys.platform == "win32":
        return
    status = os.lstat(path)
    if status.st_mode & 0o170777 != 0o040700 or status.st_uid != os.geteuid():
        raise PermissionError(f"{path} must be your folder with mode 0700: check who created it, then remove it")


def peer_uid(sock: _socket.socket) -> int:
    """Return the user ID of the other end of a Unix socket, from the kernel."""
    if sys.platform == "win32":
        raise NotImplementedError
    if sys.platform == "darwin":
        credentials = sock.getsockopt(0, 1, 76)  # SOL_LOCAL, LOCAL_PEERCRED: struct xucred
    else:
        credentials = sock.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)  # struct ucred
    return int.from_bytes(credentials[4:8], sys.byteorder)


def open_app(home: str) -> _socket.socket:
    """Connect to this user's app.

    Raises FileNotFoundError or ConnectionRefusedError if it is not running, PermissionError if the socket is unsafe.
    """
    if sys.platform == "win32" or uses_tcp():
        return load_sibling("app_launcher").open_tcp(home)  # type: ignore[no-any-return]
    path = socket_path(home)
    check_folder(os.path.dirname(path))
    sock = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        sock.settimeout(REPLY_TIMEOUT)
        sock.connect(path)
        if peer_uid(sock) != os.geteuid():
            raise PermissionError(f"{path} belongs to another user's program: remove it and start ToolGuard")
    except OSError:
        sock.close()
        raise
    return sock


def json_string(text: str) -> str:
    """Return ``text`` as an ASCII JSON string, without importing ``json``, which takes long."""
    try:
        from _json import encode_basestring_ascii  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        from json.encoder import encode_basestring_ascii
    return str(encode_basestring_ascii(text))


class StubOptions:
    """The parsed command line."""

    def __init__(self, arguments: list[str]) -> None:
        self.server = self.client = None
        self.command: list[str] | None = None
        self.start = True
        self.all = False
        self.info_option = ""
        rest = list(arguments)
        while rest:
            name, equals, value = rest.pop(0).partition("=")
            if name == "--":
                self.command, rest = rest, []
            elif name in ("--help", "-h", "--version"):
                self.info_option = name
                return
            elif name == "--no-start":
                self.start = False
            elif name == "--all" and not equals:
                self.all = True
            elif name in ("--server", "--client") and (equals or rest):
                setattr(self, name[2:], value if equals else rest.pop(0))
            else:
                raise ValueError(f"{name!r} is not a valid option; see toolguard-connect --help")
        if (self.server is not None) + bool(self.command) + self.all != 1:
            raise ValueError("use one of --all, --server NAME or -- COMMAND [ARG]...; see toolguard-connect --help")


class Stub:
    """One run of the stub: the client's descriptors, and what the app must know to start or resume a session."""

    def __init__(self, options: StubOptions, app: list[str]) -> None:
        self.options = options
        self.app = app
        self.home = state_home()
        self.session = ""
        self.descriptors_accepted = False
        self.unread = b""  # bytes after the app's reply
        self.retry = False  # the app's refusal is temporary
        self.reason = self.advice = ""  # why `join` returned None, for programs and for people
        self.load_sibling, self.print_error = load_sibling, print_error
        self.open = "[]"  # where bytes are copied: the requests that an app left unanswered, as JSON
        self.journal = -1 if uses_tcp() or not all(_can_be_passed(fd) for fd in (0, 1)) else _create_memory_file()
        self.can_pass_descriptors = self.journal >= 0
        self._blocking: list[bool] = []
        if sys.platform != "win32" and self.can_pass_descriptors:
            self._blocking = [os.get_blocking(fd) for fd in (0, 1)]

    def join(self, timeout: float = REPLY_TIMEOUT) -> _socket.socket | None:
        """Start or resume the session; return the connection, or None with ``reason`` and ``advice`` set."""
        try:
            sock = open_app(self.home)
        except (FileNotFoundError, ConnectionRefusedError):
            self.reason, self.advice = "not running", "ToolGuard is not running. Start it (`toolguard`) and try again."
            return None
        except PermissionError as problem:
            self.reason, self.advice = "unsafe", f"ToolGuard cannot be reached safely: {problem}"
            return None
        except OSError as problem:
            self.reason, self.advice = "busy", f"ToolGuard cannot be reached ({problem}). Try again."
            return None
        try:
            sock.settimeout(timeout)
            try:  # noqa: SIM105
                self._send_handshake(sock)
            except OSError:  # the app may have refused before it read the request
                pass
            refusal = self._read_reply(sock)
            if not refusal:
                return sock
            self.reason, self.advice = "busy" if self.retry else "refused", refusal
        except TimeoutError:
            self.reason, self.advice = "silent", "ToolGuard is running but not responding. Restart it and try again."
        except (OSError, ValueError):
            self.reason, self.advice = "busy", "ToolGuard closed the connection. Try again, or restart it."
        sock.close()
        return None

    def _send_handshake(self, sock: _socket.socket) -> None:
        options = self.options
        command = options.command and "[" + ",".join(map(json_string, options.command)) + "]"
        try:
            cwd = os.getcwd()
        except OSError:
            cwd = ""
        handshake = (
            f'{{"toolguard":1,"do":"join","server":{_json_or_null(options.server)},"command":{command or "null"},'
            f'"client":{_json_or_null(options.client)},"cwd":{json_string(cwd)},'
            f'"session":{_json_or_null(self.session or None)},'
            f'"all":{"true" if options.all else "false"},"environment":{_environment() if command else "{}"},'
            f'"open":{self.open},"descriptors":{"true" if self.can_pass_descriptors else "false"}}}\n'
        ).encode()
        if sys.platform != "win32" and self.can_pass_descriptors:
            handed = b"".join(fd.to_bytes(4, sys.byteorder) for fd in (0, 1, self.journal))
            handshake = handshake[sock.sendmsg([handshake], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, handed)]) :]
        if handshake:
            sock.sendall(handshake)

    def read_line(self, sock: _socket.socket) -> bytes:
        """Return the next line from the app; bytes after it stay in ``unread``."""
        data = self.unread
        while b"\n" not in data:
            more = sock.recv(4096)
            if not more or len(data) > MAX_REPLY_SIZE:
                raise ConnectionError("the app closed the connection")
            data += more
        line, _, self.unread = data.partition(b"\n")
        return line

    def _read_reply(self, sock: _socket.socket) -> str:
        """Read the app's reply; return "" if it accepted, else the reason of its refusal."""
        self.unread = b""
        line = self.read_line(sock)
        head, tail = b'{"ok":true,"session":"', b'","descriptors":true}'
        if line.startswith(head) and line.endswith(tail):  # nearly always: spares the json module
            self.session, self.descriptors_accepted = line[len(head) : -len(tail)].decode(), True
            return ""
        import json

        reply = json.loads(line)
        reply = reply if isinstance(reply, dict) else {}
        if reply.get("ok") is not True:
            self.retry = reply.get("retry") is True
            return str(reply.get("error") or "ToolGuard refused the connection without giving a reason")
        self.session, self.descriptors_accepted = str(reply.get("session", "")), reply.get("descriptors") is True
        return ""

    def wait_for_end(self, sock: _socket.socket) -> str:
        """Wait while the app uses the descriptors. Returns ``x``: session over, ``q``: app closes, or ``died``."""
        data, self.unread = self.unread, b""
        try:
            sock.settimeout(None)
            while True:
                for byte in data.decode("latin-1"):
                    if byte in "xq":
                        return byte
                data = sock.recv(64)
                if not data:
                    return "died"
        except OSError:
            return "died"
        finally:
            sock.close()

    def restore_blocking(self) -> None:
        """Restore the blocking mode that an app that died had changed: a shell may use the same terminal."""
        if sys.platform != "win32":
            for fd, blocking in enumerate(self._blocking):
                os.set_blocking(fd, blocking)


def _environment() -> str:
    """Return this process's variables as a JSON object, because those of the client's entry must reach its server.

    Leaves out values that are not UTF-8, which JSON cannot express, and those that are too large for a first line.
    """
    parts, left = [], MAX_ENVIRONMENT_LENGTH
    for name, value in os.environ.items():
        left -= len(name) + len(value)
        try:
            (name + value).encode()
        except UnicodeEncodeError:
            continue
        if left > 0 and len(name) < 1000 and len(value) <= 32768:
            parts.append(f"{json_string(name)}:{json_string(value)}")
    return "{" + ",".join(parts) + "}"


def _json_or_null(value: str | None) -> str:
    return "null" if value is None else json_string(value)


def _create_memory_file() -> int:
    """Return a memory file for the `journal`; -1 if the system has none."""
    if sys.platform == "linux":
        try:
            return os.memfd_create("toolguard", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        except (AttributeError, OSError):  # a kernel without it, or a Python built for an older C library
            pass
    return -1


def _can_be_passed(fd: int) -> bool:
    """Return whether an event loop can watch ``fd``: a pipe, a socket or a terminal, but not a file or /dev/null."""
    kind = os.fstat(fd).st_mode & 0o170000
    return kind in (0o010000, 0o140000) or (kind == 0o020000 and os.isatty(fd))


def load_sibling(name: str) -> "Any":
    """Load the module ``name`` next to this file, even if the package cannot be imported."""
    if __package__:
        return __import__(f"{__package__}.{name}", fromlist=[name])
    from importlib.util import module_from_spec, spec_from_file_location

    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py")
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def print_error(text: str) -> None:
    """Write one line to stderr, if it is open."""
    try:  # noqa: SIM105
        os.write(2, f"toolguard-connect: {text}\n".encode(errors="replace"))
    except OSError:
        pass


def _run(stub: Stub) -> int:
    sock = stub.join() if stub.can_pass_descriptors else None
    if sock and stub.descriptors_accepted:
        end = stub.wait_for_end(sock)
        return 0 if end == "x" else int(load_sibling("fallback").serve_client(stub, end))
    if sock:
        sock.close()
        stub.can_pass_descriptors = False
    return int(load_sibling("fallback").serve_client(stub, "new"))


def main(arguments: list[str] | None = None, app: list[str] | None = None) -> int:
    """Run the console script. ``app`` is the command that starts the app; no variable can change it."""
    sys.excepthook = lambda kind, problem, _: print_error(f"stopped by an internal error: {kind.__name__}: {problem}")
    try:
        options = StubOptions(sys.argv[1:] if arguments is None else arguments)
    except ValueError as wrong:
        print_error(str(wrong))
        return 2
    try:
        if options.info_option:
            print(USAGE if options.info_option != "--version" else load_sibling("app_launcher").version())
            return 0
        return _run(Stub(options, app or [sys.executable, "-P", "-m", "toolguard", "--background"]))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0
    except KeyError:
        print_error("no home folder found: set HOME")
        return 1
    except OSError as problem:
        print_error(f"stdin or stdout cannot be used: {problem}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
