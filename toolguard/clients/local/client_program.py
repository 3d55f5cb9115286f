"""Identity of the program behind a connection, so that two programs never share one by accident.

Rules, tool visibility and kept approvals are keyed by a client's name. The name therefore comes from something that
belongs to one program: the path of its executable or, for an interpreter, the script that it runs or the package that
installed the script. A thread's name (``comm`` on Linux, which Node 24 sets to ``MainThread``) is never used. A program
of the same user can still imitate another one on purpose.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path, PurePath

import psutil

from toolguard.clients.wiring import files
from toolguard.clients.wiring.errors import WiringError

_INTERPRETERS = re.compile(r"(node|nodejs|bun|deno|python[\d.]*|pythonw|pypy[\d.]*|ruby|perl|php|java)(\.exe)?\Z", re.I)
_PYTHON = re.compile(r"(python|pypy)", re.I)
_SHELLS = re.compile(r"(sh|bash|dash|zsh|fish|ash|ksh|busybox)\Z")
_CODE_OPTIONS = {"python": ("-c",), "other": ("-e", "-p", "--eval", "--print", "-r", "-pe")}
_OPTIONS_WITH_VALUE = frozenset((
    "-W", "-X", "--require", "-r", "--import", "--loader", "--experimental-loader", "--env-file", "--conditions", "-C",
    "--title", "-I", "-cp", "-classpath", "--class-path", "--module-path",
))  # fmt: skip
"""Options of interpreters whose value is the next argument, so that the value is not mistaken for the script."""
_SUBCOMMANDS = frozenset(("run", "x", "exec"))
_GENERIC_NAMES = frozenset((
    "index", "main", "cli", "__main__", "bundle", "app", "server", "client", "start", "run", "entry", "bin", "dist",
    "src", "lib", "build", "out",
))  # fmt: skip
_VERSION = re.compile(r"(?<=[/\\@_-])v?\d+(\.\d+)+([-+.][0-9A-Za-z.-]+)?(?=[/\\]|$)")
_MOUNT = re.compile(r"^/tmp/\.mount_[^/]+")
_MAX_MANIFEST_SIZE = 256 * 1024
_MAX_PARENTS = 40


@dataclass(frozen=True, slots=True)
class ClientProgram:
    """The program that started ``toolguard-connect``."""

    name: str = ""
    """Display name; several programs may have the same."""
    identity: str = ""
    """Equal for all processes of one program and different for every other program; "" if unknown."""
    earlier_name: str = ""
    """Name in releases up to 0.1, taken from the kernel's thread name; rules may still use it."""
    executable: str = ""
    pid: int = 0
    process: str = ""
    """``PID@SECONDS`` of the process, which distinguishes it from a later process with the same PID."""


def find_parent_program(pid: int) -> ClientProgram:
    """Return the program that started process ``pid`` (the stub's); wrappers in between are skipped.

    Returns an empty `ClientProgram` if ``pid`` is 0 or the system does not tell.
    """
    try:
        child = psutil.Process(pid) if pid else None
        process = child and child.parent()
        for _ in range(_MAX_PARENTS):
            if child is None or process is None or not _is_wrapper(process.cmdline(), child.cmdline()):
                break
            child, process = process, process.parent()
        if process is None:
            return ClientProgram()
        command, process_id = process.cmdline(), f"{process.pid}@{process.create_time():.2f}"
        thread_name = process.name()
    except (psutil.Error, OSError):
        return ClientProgram()
    executable = _executable(process)
    name, identity = identify(executable, command, _folder(process), process_id)
    return ClientProgram(
        name=name, identity=identity, earlier_name=earlier_name(thread_name, command), executable=executable,
        pid=process.pid, process=process_id,
    )  # fmt: skip


def identify(executable: str, command: list[str], folder: str = "", process: str = "") -> tuple[str, str]:
    """Return name and identity of the program that runs ``command`` from ``executable``.

    ``folder`` is its working directory, ``process`` its `ClientProgram.process`. The identity contains no version, so
    that it survives an update of the program.
    """
    own = PurePath(executable or (command[0] if command else "")).name
    if not own:
        return "", ""
    if not _INTERPRETERS.match(own):
        return _without_exe(own), f"program:{_without_version(executable)}" if executable else ""
    title = "".join(command[:1]).strip()
    if not any(command[1:]) and title and not _INTERPRETERS.match(PurePath(title).name.lstrip("-")):
        # The program overwrote its arguments with a title (``process.title``): nothing else is known about it.
        name = title.split()[0]
        return PurePath(name).name, f"title:{title} of {_without_version(executable)}"
    python = bool(_PYTHON.match(own))
    kind, word = _script([word for word in command[1:] if word], python=python)
    if kind == "file":
        return _identify_script(Path(folder or "/", word), python=python)
    if kind == "module":
        module = Path(folder or "/", *word.split("."))
        local = next((str(path) for path in (module.with_suffix(".py"), module) if folder and path.exists()), "")
        return word, f"python-module:{word} in {local or _without_version(executable)}"
    if kind == "code":
        return _without_exe(own), f"code:{hashlib.sha256(word.encode('utf-8', 'surrogatepass')).hexdigest()}"
    # A prompt, or code from standard input: only the process distinguishes two such programs.
    return _without_exe(own), f"process:{process}"


def earlier_name(thread_name: str, command: list[str]) -> str:
    """Return the name that the first releases gave the program; older rules use it."""
    if not _INTERPRETERS.match(thread_name):
        return thread_name.removesuffix(".exe")
    words = iter(command[1:])
    for word in words:
        if word == "-m":
            return next(words, thread_name)
        if word in ("-c", "-e", "-"):
            return thread_name
        if not word.startswith("-"):
            script = PurePath(word)
            vague = script.stem in ("index", "main", "cli", "__main__", "bundle")
            return script.parent.name or script.stem if vague else script.stem
    return thread_name


def _script(words: list[str], *, python: bool) -> tuple[str, str]:
    """Return what an interpreter runs: ``file``, ``module`` or ``code`` with its argument, or ``prompt``."""
    rest = iter(words)
    for word in rest:
        if python and word == "-m":
            return "module", next(rest, "")
        if word in _CODE_OPTIONS["python" if python else "other"] and word != "-r":
            return "code", next(rest, "")
        if python and re.fullmatch(r"-[A-Za-z]*c", word):
            return "code", next(rest, "")
        if word == "-":
            break
        if word in _OPTIONS_WITH_VALUE:
            next(rest, "")
        elif word == "-jar":
            return "file", next(rest, "")
        elif not word.startswith("-") and not (word in _SUBCOMMANDS and not python):
            return "file", word
    return "prompt", ""


def _identify_script(script: Path, *, python: bool) -> tuple[str, str]:
    try:
        script = script.resolve()
    except (OSError, RuntimeError, ValueError):
        return _script_name(script), f"script:{script}"
    package = _python_distribution(script) if python else _npm_package(script)
    if package:
        kind, _, name = package.partition(":")
        return name.rpartition("/")[2], f"{kind}:{name}"
    return _script_name(script), f"script:{_without_version(str(script))}"


def _script_name(script: PurePath) -> str:
    """Return the script's name, or that of its folder if the script's is too generic."""
    for part in (script.stem, *(parent.name for parent in script.parents)):
        if part and part.lower() not in _GENERIC_NAMES:
            return part
    return script.stem


def _npm_package(script: Path) -> str:
    """Return ``npm:NAME`` if ``script`` is part of a package below a ``node_modules`` folder, else ""."""
    parts = script.parts
    for index in range(len(parts) - 1, 0, -1):
        if parts[index - 1] == "node_modules" and index < len(parts) - 1:
            scoped = parts[index].startswith("@") and index + 1 < len(parts) - 1
            folder = Path(*parts[: index + (2 if scoped else 1)])
            try:
                manifest = json.loads(_manifest(folder / "package.json"))
            except (ValueError, RecursionError):
                return ""
            name, named = manifest.get("name") if isinstance(manifest, dict) else None, "/".join(folder.parts[-2:])
            # The folder has the same name, unless somebody wrote another package's name into a manifest.
            is_it = isinstance(name, str) and (name == named if scoped else name == folder.name)
            return f"npm:{name}" if is_it else ""
    return ""


def _python_distribution(script: Path) -> str:
    """Return ``pypi:NAME`` if a distribution of the same environment installed the console script, else ""."""
    if script.suffix not in ("", ".py", ".exe", ".pyw") or script.parent.name not in ("bin", "Scripts"):
        return ""
    pattern = re.compile(rf"^[ \t]*{re.escape(script.stem)}[ \t]*=", re.M)
    places = sorted(script.parent.parent.glob("[Ll]ib*/python*/site-packages"))[:4]
    places += [script.parent.parent / "Lib" / "site-packages"]
    for place in places:
        try:
            for entry in place.glob("*.dist-info/entry_points.txt"):
                if pattern.search(_manifest(entry)):
                    name = entry.parent.name.partition("-")[0].replace("_", "-").lower()
                    return f"pypi:{name}"
        except OSError:
            continue
    return ""


def _manifest(path: Path) -> str:
    """Return the text of a file that describes a package; "" if it is missing, too large or not a regular file."""
    try:
        return (files.read_bytes(path, _MAX_MANIFEST_SIZE) or b"").decode("utf-8", "replace")
    except WiringError:
        return ""


def _without_version(path: str) -> str:
    """Return ``path`` without the parts that an update or a mount changes: versions, an AppImage's mount folder."""
    return _VERSION.sub("*", _MOUNT.sub("/tmp/.mount_*", path))  # noqa: S108


def _without_exe(name: str) -> str:
    return name[:-4] if name.lower().endswith(".exe") else name


def _is_wrapper(command: list[str], child: list[str]) -> bool:
    """Return whether ``command`` is only a wrapper of its child process, so that its parent is the client.

    Wrappers are ``sh -c`` and, on Windows, Python's launchers: a console script (``toolguard-connect.exe``) and the
    ``python.exe`` of a virtual environment start another interpreter with their own arguments, and wait for it (CPython
    ``PC/venvlauncher.c``, distlib ``PC/launcher.c``). Each client of a user has the same ones.
    """
    if sys.platform == "win32" and 1 < len(command) <= len(child):
        name, *arguments = child[-len(command) :]
        if arguments == command[1:] and PurePath(name).stem.lower() == PurePath(command[0]).stem.lower():
            return True
    return bool(command) and bool(_SHELLS.match(PurePath(command[0]).name.lstrip("-"))) and "-c" in command[1:3]


def _executable(process: psutil.Process) -> str:
    try:
        return process.exe()
    except (psutil.Error, OSError):  # another user's program, for instance sudo
        return ""


def _folder(process: psutil.Process) -> str:
    try:
        return process.cwd()
    except (psutil.Error, OSError):
        return ""


def read_process_environment(pid: int) -> dict[str, str] | None:
    """Return the variables that process ``pid`` was started with; None if the system does not tell."""
    if not pid:
        return None
    try:
        return psutil.Process(pid).environ()
    except (psutil.Error, OSError):
        return None
