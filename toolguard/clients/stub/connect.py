"""What a chat client launches: joins its stdin and stdout to the app, then only waits. Standard library only.

It knows where the app listens and the first line that is said there. It refuses to know what the client's bytes
mean, and it never talks to a server. Run as a file (``python -I -S -E connect.py``) it is compiled anew at each start,
and pathlib, json, socket and signal cost more than all of it: so it stays short, imports the C modules below them,
and leaves the slower roads (starting the app, TCP, copying, answering in the app's place) to ``detour``.
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
PATIENCE = 10.0  # seconds for the app to answer
LONGEST_REPLY = 65536
LARGEST_ENVIRONMENT = 120_000  # characters; the app reads a first line of at most 1 MB, where each may take six


def state_home() -> str:
    """The folder of everything that ToolGuard keeps, found by HOME and uid alone: clients drop other variables."""
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
    """Where the app listens. A socket's address holds about 100 bytes, so a deep ``home`` gets a folder in /tmp."""
    path = os.path.join(home, "run", "app.sock")
    if len(os.fsencode(path)) <= 100 or sys.platform == "win32":
        return path
    from hashlib import sha256

    return f"/tmp/toolguard-{os.getuid()}-{sha256(os.fsencode(home)).hexdigest()[:12]}/app.sock"  # noqa: S108


def uses_tcp() -> bool:
    """True where the app listens on loopback TCP with a token instead of a Unix socket."""
    return sys.platform == "win32" or os.environ.get("TOOLGUARD_LOCAL") == "tcp"


def check_folder(path: str) -> None:
    """Raise PermissionError unless ``path`` is a real folder that only we can enter."""
    if sys.platform == "win32":
        return
    found = os.lstat(path)
    if found.st_mode & 0o170777 != 0o040700 or found.st_uid != os.geteuid():
        raise PermissionError(f"{path} must be your folder with mode 0700: check who created it, then remove it")


def peer_uid(sock: _socket.socket) -> int:
    """Who made the other end of a Unix socket, as the kernel knows it."""
    if sys.platform == "darwin":
        credentials = sock.getsockopt(0, 1, 76)  # SOL_LOCAL, LOCAL_PEERCRED: struct xucred
    elif sys.platform != "win32":
        credentials = sock.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)  # struct ucred
    return int.from_bytes(credentials[4:8], sys.byteorder)


def open_app(home: str) -> _socket.socket:
    """A connection to our own app. FileNotFoundError, ConnectionRefusedError: not running; PermissionError: unsafe."""
    if uses_tcp():
        return sibling("app_launcher").open_tcp(home)  # type: ignore[no-any-return]
    path = socket_path(home)
    check_folder(os.path.dirname(path))
    sock = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        sock.settimeout(PATIENCE)
        sock.connect(path)
        if peer_uid(sock) != os.geteuid():
            raise PermissionError(f"{path} belongs to another user's program: remove it and start ToolGuard")
    except OSError:
        sock.close()
        raise
    return sock


def quoted(text: str) -> str:
    """``text`` as a JSON string."""
    try:
        from _json import encode_basestring_ascii  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        from json.encoder import encode_basestring_ascii
    return str(encode_basestring_ascii(text))


class StubOptions:
    """The command line, read."""

    def __init__(self, arguments: list[str]) -> None:
        self.server = self.client = None
        self.command: list[str] | None = None
        self.start = True
        self.all = False
        self.asked = ""
        rest = list(arguments)
        while rest:
            name, equals, value = rest.pop(0).partition("=")
            if name == "--":
                self.command, rest = rest, []
            elif name in ("--help", "-h", "--version"):
                self.asked = name
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
    """One run: the client's two descriptors, and what must be said to the app to join them to it (again)."""

    def __init__(self, options: StubOptions, app: list[str]) -> None:
        self.options = options
        self.app = app
        self.home = state_home()
        self.session = ""
        self.handed = False
        self.rest = b""  # what came after the app's reply
        self.retry = False  # the app refused us for a moment only
        self.reason = self.advice = ""  # why `join` returned None, for programs and for people
        self.sibling, self.say = sibling, say
        self.open = "[]"  # of one that copies bytes: what an app left without an answer, as JSON
        self.journal = -1 if uses_tcp() or not all(_can_be_handed(fd) for fd in (0, 1)) else _memory()
        self.handable = self.journal >= 0
        self._blocking = [os.get_blocking(fd) for fd in (0, 1)] if self.handable else []

    def join(self, patience: float = PATIENCE) -> _socket.socket | None:
        """Join the client to the app. None, with ``reason`` and ``advice``, where that cannot be done now."""
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
            sock.settimeout(patience)
            try:  # noqa: SIM105
                self._say_hello(sock)
            except OSError:  # it may have refused before it listened
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

    def _say_hello(self, sock: _socket.socket) -> None:
        options = self.options
        command = options.command and "[" + ",".join(map(quoted, options.command)) + "]"
        try:
            cwd = os.getcwd()
        except OSError:
            cwd = ""
        hello = (
            f'{{"toolguard":1,"do":"join","server":{_text(options.server)},"command":{command or "null"},'
            f'"client":{_text(options.client)},"cwd":{quoted(cwd)},"session":{_text(self.session or None)},'
            f'"all":{"true" if options.all else "false"},"environment":{_environment() if command else "{}"},'
            f'"open":{self.open},"descriptors":{"true" if self.handable else "false"}}}\n'
        ).encode()
        if self.handable:
            handed = b"".join(fd.to_bytes(4, sys.byteorder) for fd in (0, 1, self.journal))
            hello = hello[sock.sendmsg([hello], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, handed)]) :]
        if hello:
            sock.sendall(hello)

    def read_line(self, sock: _socket.socket) -> bytes:
        """The next line from the app; what came with it stays in ``rest``."""
        data = self.rest
        while b"\n" not in data:
            more = sock.recv(4096)
            if not more or len(data) > LONGEST_REPLY:
                raise ConnectionError("the app hung up")
            data += more
        line, _, self.rest = data.partition(b"\n")
        return line

    def _read_reply(self, sock: _socket.socket) -> str:
        """Empty when the app took us, else its refusal."""
        self.rest = b""
        line = self.read_line(sock)
        head, tail = b'{"ok":true,"session":"', b'","descriptors":true}'
        if line.startswith(head) and line.endswith(tail):  # nearly always: spares the json module
            self.session, self.handed = line[len(head) : -len(tail)].decode(), True
            return ""
        import json

        reply = json.loads(line)
        reply = reply if isinstance(reply, dict) else {}
        if reply.get("ok") is not True:
            self.retry = reply.get("retry") is True
            return str(reply.get("error") or "ToolGuard refused the connection without giving a reason")
        self.session, self.handed = str(reply.get("session", "")), reply.get("descriptors") is True
        return ""

    def stay(self, sock: _socket.socket) -> str:
        """Wait while the app reads and writes our descriptors. ``x``: over, ``q``: the app closes, ``died``."""
        told, self.rest = self.rest, b""
        try:
            sock.settimeout(None)
            while True:
                for byte in told.decode("latin-1"):
                    if byte in "xq":
                        return byte
                told = sock.recv(64)
                if not told:
                    return "died"
        except OSError:
            return "died"
        finally:
            sock.close()

    def take_back(self) -> None:
        """Undo what an app that died has done to the descriptors: a terminal is also the shell's."""
        for fd, blocking in enumerate(self._blocking):
            os.set_blocking(fd, blocking)


def _environment() -> str:
    """Our variables as a JSON object: what a client's entry adds has to reach the server that it names.

    What is not UTF-8 cannot be told in JSON, and what is too large for a first line is left out.
    """
    parts, left = [], LARGEST_ENVIRONMENT
    for name, value in os.environ.items():
        left -= len(name) + len(value)
        try:
            (name + value).encode()
        except UnicodeEncodeError:
            continue
        if left > 0 and len(name) < 1000 and len(value) <= 32768:
            parts.append(f"{quoted(name)}:{quoted(value)}")
    return "{" + ",".join(parts) + "}"


def _text(value: str | None) -> str:
    return "null" if value is None else quoted(value)


def _memory() -> int:
    """A memory file that keeps what the app must not forget (see `journal`); -1 where there is none."""
    try:
        return os.memfd_create("toolguard", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING) if sys.platform == "linux" else -1
    except OSError:
        return -1


def _can_be_handed(fd: int) -> bool:
    """True for what an event loop can watch: a pipe, a socket, a terminal. Not for files or /dev/null."""
    kind = os.fstat(fd).st_mode & 0o170000
    return kind in (0o010000, 0o140000) or (kind == 0o020000 and os.isatty(fd))


def sibling(name: str) -> "Any":
    """The file ``name`` beside this one, also when the package cannot be imported."""
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


def say(text: str) -> None:
    """One line on stderr, if anybody listens."""
    try:  # noqa: SIM105
        os.write(2, f"toolguard-connect: {text}\n".encode(errors="replace"))
    except OSError:
        pass


def _run(stub: Stub) -> int:
    sock = stub.join() if stub.handable else None
    if sock and stub.handed:
        end = stub.stay(sock)
        return 0 if end == "x" else int(sibling("fallback").go_on(stub, end))
    if sock:
        sock.close()
        stub.handable = False
    return int(sibling("fallback").go_on(stub, "new"))


def main(arguments: list[str] | None = None, app: list[str] | None = None) -> int:
    """The console script. ``app`` is the command that opens the app, an argument so that no variable can change it."""
    sys.excepthook = lambda kind, problem, _: say(f"stopped by an internal error: {kind.__name__}: {problem}")
    try:
        options = StubOptions(sys.argv[1:] if arguments is None else arguments)
    except ValueError as wrong:
        say(str(wrong))
        return 2
    try:
        if options.asked:
            print(USAGE if options.asked != "--version" else sibling("app_launcher").version())
            return 0
        return _run(Stub(options, app or [sys.executable, "-P", "-m", "toolguard", "--background"]))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0
    except KeyError:
        say("no home folder found: set HOME")
        return 1
    except OSError as problem:
        say(f"stdin or stdout cannot be used: {problem}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
