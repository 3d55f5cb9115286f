"""The environment of a server: few variables, the PATH of the login shell, and lookup of programs on it.

A server is a foreign program. It gets the variables of the official SDK and those in its settings, and none of
ToolGuard's own: no tokens of the terminal that started ToolGuard, no library paths of a frozen build, no Python paths.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import stat
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from toolguard.gate.session.upstream import UnavailableError
from toolguard.gate.texts import coded

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
_FALLBACK_SHELL = "/bin/sh"
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
"""The initial PATH of a login shell, and the one that is used if the shell does not respond."""


class UnreachableError(UnavailableError):
    """Something that a server needs (program, folder, secret, network) is missing. The text says what to do."""


def minimal(source: Mapping[str, str], *, windows: bool = os.name == "nt", frozen: bool = False) -> dict[str, str]:
    """Return the variables of ``source`` that every server gets. ``frozen``: a PyInstaller build.

    Values that begin with ``()`` are shell functions and are left out, as in the official SDK.
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


def own_variables(values: Mapping[str, str]) -> dict[str, str]:
    """Return a server's own variables. On Windows, where ``Path`` is ``PATH``, with the names that `os.environ` has."""
    return {name.upper() if sys.platform == "win32" else name: value for name, value in values.items()}


def own_path(values: Mapping[str, str]) -> str:
    """Return the PATH of a server's own variables; "" if there is none, or if a secret is a part of it."""
    path = own_variables(values).get("PATH", "")
    return "" if "${secret:" in path else path


def is_frozen() -> bool:
    """Return whether this is a frozen program, whose own variables children must not inherit."""
    return bool(getattr(sys, "frozen", False))


class LoginPath:
    """The PATH that servers get and are found on: the login shell's, read once, then the usual places.

    The shell is the one of the user's account (`login_shell`). ToolGuard's own PATH and SHELL do not count, because
    whichever program happens to start ToolGuard first would choose them for every server. ``own``: append ToolGuard's
    own PATH all the same, because a person started it in a terminal (`toolguard serve`).

    ``source`` is the environment (HOME, USER, locale); ``shell`` replaces the account's shell.
    """

    def __init__(
        self,
        source: Mapping[str, str] | None = None,
        *,
        shell: str | None = None,
        own: bool = False,
        seconds: float = _SHELL_TIME,
    ) -> None:
        self._source = dict(os.environ if source is None else source)
        self._shell = shell
        self._own_variables = own
        self._seconds = seconds
        self._reading: asyncio.Future[str] | None = None

    async def __call__(self) -> str:
        """Return the PATH. Concurrent callers share one read."""
        if self._reading is None:
            self._reading = asyncio.ensure_future(asyncio.to_thread(self.read))
        return await asyncio.shield(self._reading)

    def read(self) -> str:
        """Run the shell. Blocks for at most the given seconds."""
        own = self._source.get("PATH", "")
        if sys.platform == "win32":  # there is no login shell: the session's environment comes from the registry
            return own
        shell = login_shell() if self._shell is None else self._shell
        env = minimal(self._source, frozen=is_frozen()) | {"TERM": "dumb", "PATH": SYSTEM_PATH, "SHELL": shell}
        shell_path = joined(_ask_shell(shell, env, self._seconds).split(os.pathsep)) or SYSTEM_PATH
        ours = own.split(os.pathsep) if self._own_variables else ()
        return joined((*shell_path.split(os.pathsep), *ours, *_usual_folders(self._source)))


def joined(folders: Iterable[str]) -> str:
    """Return a PATH of unique absolute folders: a relative one depends on the working directory."""
    return os.pathsep.join(dict.fromkeys(folder for folder in folders if Path(folder).is_absolute()))


def _usual_folders(source: Mapping[str, str]) -> list[str]:
    home = source.get("HOME") or str(Path.home())
    places = [Path(place.replace("~", home, 1)) for place in _PLACES]
    with contextlib.suppress(OSError):
        places += sorted(Path(home, ".nvm/versions/node").glob("*/bin"), key=_version, reverse=True)
    return [str(place) for place in places if place.is_dir()]


def _version(node: Path) -> list[int]:
    return [int(part) if part.isdigit() else 0 for part in node.parent.name.lstrip("v").split(".")]


def login_shell(entry: str | None = None, shells: Path = Path("/etc/shells")) -> str:
    """Return the user's login shell from the account database; never $SHELL, which any program can set.

    It must be listed in ``shells`` (shells(5)), belong to root, be writable only by root, and be executable. Otherwise
    the result is /bin/sh, or ``""`` if that is not suitable either. ``entry`` replaces the account's entry.
    """
    if sys.platform == "win32":
        return ""
    if entry is None:
        import pwd

        try:
            entry = pwd.getpwuid(os.getuid()).pw_shell
        except KeyError:  # a user without an account, as in some containers
            entry = ""
    if entry and _is_listed(entry, shells) and _is_system_program(entry):
        return entry
    return _FALLBACK_SHELL if _is_system_program(_FALLBACK_SHELL) else ""


def _is_listed(shell: str, shells: Path) -> bool:
    try:
        lines = shells.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:  # without the file there are only the two shells that getusershell(3) assumes
        lines = ["/bin/sh", "/bin/csh"]
    return shell in (line.strip() for line in lines)


def _is_system_program(path: str) -> bool:
    """Return whether ``path`` is a program that only root can change."""
    try:
        status = os.stat(path)  # noqa: PTH116 - follows links, as exec does
    except OSError:
        return False
    protected = status.st_uid == 0 and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISREG(status.st_mode) and protected and os.access(path, os.X_OK)


def _ask_shell(shell: str, env: Mapping[str, str], seconds: float) -> str:
    """Return the output of ``printenv PATH`` in a login shell, or "" if it does not respond in time.

    Not an interactive shell, which may ask questions and need a terminal. The output is between two marks, because a
    profile may print. The shell has a session of its own, so that what a profile starts ends with it.
    """
    if sys.platform == "win32" or not os.access(shell, os.X_OK):
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
    value, _, _ = rest.partition(f"\n{mark}")
    return value if rest else ""


def find(command: str, path: str, *, cwd: str = "", extensions: tuple[str, ...] = ("",)) -> str:
    """Return the file of ``command`` on ``path``. Raises `UnreachableError` with what was searched for and where.

    A command with a slash is a file relative to ``cwd``. On Windows ``extensions`` are those of PATHEXT, and the
    current folder is not searched.
    """
    if not command:
        raise UnreachableError(coded("servers.server_no_command_set"))
    if os.path.dirname(command):  # noqa: PTH120 - pathlib would drop "./"
        folders = [cwd or os.sep]
        where: str = (
            coded("servers.no_such_program", folders=folders[0])
            if not Path(command).is_absolute()
            else coded("servers.no_such_program_at_path")
        )
    else:
        folders = [folder for folder in path.split(os.pathsep) if folder]
        where = coded("servers.looked_in", folders=tuple(folders)) if folders else coded("servers.path_is_empty")
    lower_endings = tuple(ending.lower() for ending in extensions if ending)
    endings = ("",) if command.lower().endswith(lower_endings or ("\0",)) else extensions
    for folder in folders:
        for ending in endings:
            candidate = Path(folder, command + ending)
            if candidate.is_file() and os.access(candidate, os.X_OK):
                return str(candidate)
    raise UnreachableError(coded("servers.program_not_found", command=repr(command), searched=where))


_BATCH_CHARACTERS = frozenset('"%&|<>^!\r\n')


def check_batch(program: str, args: Iterable[str]) -> None:
    """Refuse arguments that ``cmd.exe``, which runs ``.cmd`` and ``.bat`` files, would parse as commands.

    Windows ignores spaces and periods at the end of a file's name (CVE-2024-43402).
    """
    if not program.lower().rstrip(" .").endswith((".cmd", ".bat")):
        return
    for arg in args:
        if bad := _BATCH_CHARACTERS.intersection(arg):
            shown = " ".join(sorted(bad))
            raise UnreachableError(
                coded(
                    "servers.argument_batch_file",
                    argument=repr(arg),
                    character=repr(shown),
                    program=repr(program),
                )
            )
