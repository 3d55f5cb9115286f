"""The environment of a server: few variables, the login shell's PATH, and where on it a program is found.

A server is a foreign program. It gets what the official SDK gives by default and what its settings say, nothing else
of ours: no tokens of the terminal that we were started from, no library paths of a frozen build, no Python paths.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from toolguard.checkpoint.link import Unavailable

_POSIX = ("HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER")
_WINDOWS = (
    "APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA", "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "TZ", "USERNAME", "USERPROFILE",
    "WINDIR",
)  # fmt: skip
_PLACES = (
    "~/.local/bin", "~/bin", "/usr/local/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin", "~/.cargo/bin",
    "~/.bun/bin", "~/.deno/bin", "~/.volta/bin", "~/.asdf/shims", "~/.local/share/mise/shims", "~/.pyenv/shims",
    "/usr/bin", "/bin", "/snap/bin",
)  # fmt: skip
_SHELL_TIME = 3.0


class Unreachable(Unavailable):
    """The world is not as a server needs it (program, folder, secret, network). The text says what to do."""


def minimal(source: Mapping[str, str], *, windows: bool = os.name == "nt", frozen: bool = False) -> dict[str, str]:
    """The variables of ``source`` that any server gets. ``frozen``: we run from a PyInstaller build.

    Values that begin with ``()`` are shell functions and stay out, as in the official SDK.
    """
    names = _WINDOWS if windows else _POSIX
    env = {
        name: value
        for name, value in source.items()
        if ((name.upper() if windows else name) in names or (not windows and name.startswith("LC_")))
        and not value.startswith("()")
    }
    if frozen and (libraries := source.get("LD_LIBRARY_PATH_ORIG")):
        env["LD_LIBRARY_PATH"] = libraries
    return env


def is_frozen() -> bool:
    return bool(getattr(sys, "frozen", False))


class LoginPath:
    """The PATH that the person's login shell makes, read once; ours and the usual places follow after it.

    An app that was started from a desktop or by a chat client has seen none of the person's shell files.
    """

    def __init__(self, source: Mapping[str, str] | None = None, *, seconds: float = _SHELL_TIME) -> None:
        self._source = dict(os.environ if source is None else source)
        self._seconds = seconds
        self._reading: asyncio.Future[str] | None = None

    async def __call__(self) -> str:
        """The PATH as one string. All who ask at the same time wait for the one reading."""
        if self._reading is None:
            self._reading = asyncio.ensure_future(asyncio.to_thread(self.read))
        return await asyncio.shield(self._reading)

    def read(self) -> str:
        """Ask the shell; blocks for at most the given seconds."""
        own = self._source.get("PATH", "")
        if os.name == "nt":
            return own
        env = minimal(self._source, frozen=is_frozen()) | {"TERM": "dumb"}
        told = _ask_shell(_login_shell(self._source), env, self._seconds)
        return joined((*told.split(os.pathsep), *own.split(os.pathsep), *_usual_places(self._source)))


def joined(folders: Iterable[str]) -> str:
    """A PATH of absolute folders, each once. A relative one would mean another folder in each working directory."""
    return os.pathsep.join(dict.fromkeys(folder for folder in folders if Path(folder).is_absolute()))


def _usual_places(source: Mapping[str, str]) -> list[str]:
    home = source.get("HOME") or str(Path.home())
    places = [Path(place.replace("~", home, 1)) for place in _PLACES]
    with contextlib.suppress(OSError):
        places += sorted(Path(home, ".nvm/versions/node").glob("*/bin"), key=_version, reverse=True)
    return [str(place) for place in places if place.is_dir()]


def _version(node: Path) -> list[int]:
    return [int(part) if part.isdigit() else 0 for part in node.parent.name.lstrip("v").split(".")]


def _login_shell(source: Mapping[str, str]) -> str:
    if shell := source.get("SHELL"):
        return shell
    if sys.platform != "win32":
        import pwd

        with contextlib.suppress(KeyError):
            return pwd.getpwuid(os.getuid()).pw_shell
    return ""


def _ask_shell(shell: str, env: Mapping[str, str], seconds: float) -> str:
    """What ``printenv PATH`` says in a login shell, "" when it does not say it in time.

    Not an interactive shell: those ask questions and want a terminal. Between two marks, because a profile may print;
    in a session of its own, because what a profile starts must end with it.
    """
    if not os.access(shell, os.X_OK):
        return ""
    mark = secrets.token_hex(8)
    script = f"echo {mark}; printenv PATH; echo {mark}"
    try:
        process = subprocess.Popen(
            [shell, "-l", "-c", script], env=dict(env), cwd="/", start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    except OSError:
        return ""
    with process:
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired as late:
            output = late.output or b""
            os.killpg(process.pid, signal.SIGKILL)  # not reaped yet, so the number still means our process
    _, _, rest = output.decode("utf-8", "surrogateescape").partition(f"{mark}\n")
    found, _, _ = rest.partition(f"\n{mark}")
    return found if rest else ""


def find(command: str, path: str, *, cwd: str = "", extensions: tuple[str, ...] = ("",)) -> str:
    """The file that ``command`` means on ``path``; raises `Unreachable` with what was looked for and where.

    A command with a slash means that file, seen from ``cwd``. On Windows ``extensions`` are those of PATHEXT, and the
    current folder is not searched.
    """
    if not command:
        raise Unreachable("the server has no command; set one in its settings")
    if os.path.dirname(command):  # noqa: PTH120 - pathlib would drop "./"
        folders = [cwd or os.sep]
        where = (
            f"There is no such program in {folders[0]}"
            if not Path(command).is_absolute()
            else "There is no such program"
        )
    else:
        folders = [folder for folder in path.split(os.pathsep) if folder]
        where = "Looked in " + (", ".join(folders) or "no folder: PATH is empty")
    known = tuple(ending.lower() for ending in extensions if ending)
    endings = ("",) if command.lower().endswith(known or ("\0",)) else extensions
    for folder in folders:
        for ending in endings:
            candidate = Path(folder, command + ending)
            if candidate.is_file() and os.access(candidate, os.X_OK):
                return str(candidate)
    raise Unreachable(
        f"cannot find the program {command!r}. {where}. Install it, or give its full path in the server's settings"
    )


_BATCH = frozenset('"%&|<>^!\r\n')


def check_batch(program: str, args: Iterable[str]) -> None:
    """Refuse what ``cmd.exe`` would interpret: it runs ``.cmd`` and ``.bat`` files and reads arguments as commands."""
    if not program.lower().endswith((".cmd", ".bat")):
        return
    for arg in args:
        if bad := _BATCH.intersection(arg):
            shown = " ".join(sorted(bad))
            raise Unreachable(
                f"the argument {arg!r} has {shown!r} in it, which Windows would interpret because {program!r} is a "
                "batch file. Set the program that it starts (such as node.exe with the script's path) as the command"
            )
