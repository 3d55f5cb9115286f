"""Fingerprint of a server's launch that secrets are bound to: command and executed files, or a remote server's origin.

A launch is a few texts by name, so that it can be stored, compared and shown as it is. It contains only digests of
variables' values: a value in the settings may be a secret that nobody has moved to the keyring yet.
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import os
import shlex
import urllib.parse
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.servers.stdio import channel as stdio_channel
from toolguard.servers.stdio import environment
from toolguard.servers.stdio.environment import UnreachableError
from toolguard.servers.stdio.pinned_files import FileStamp, PinnedFile, PinnedFiles, opened, unblocked
from toolguard.tables.servers import ServerSpec

Launch = Mapping[str, str]
"""``command``, ``folder``, ``variables``, ``value NAME``, ``program``, ``sha256``, ``script PATH``; or ``origin`` for a
remote one."""
_MAX_DIGESTS = 256  # maximum number of stored digests
_MAX_BYTES = 4 << 30
"""Maximum bytes of a program and its scripts. They are read before a person is asked, and a sparse file has no end."""
_SCRIPTS = (
    ".bash", ".bat", ".cjs", ".cmd", ".cts", ".dll", ".exe", ".exs", ".fish", ".jar", ".jl", ".js", ".jsx", ".lua",
    ".mjs", ".mts", ".php", ".pl", ".ps1", ".py", ".pyw", ".pyz", ".r", ".rb", ".sh", ".tcl", ".ts", ".tsx", ".wasm",
    ".zsh",
)  # fmt: skip
_FOLDER_OPTIONS = {
    "uv": ("--directory",), "bun": ("--cwd",), "pnpm": ("--dir", "-C"), "yarn": ("--cwd",)
}  # fmt: skip
"""Options by which a program changes its working directory before it opens a script."""
_DIGESTS = ("program", "sha256", "script ")
_VALUE = "value "
_PORTS = {"http": 80, "https": 443}


def outline(spec: ServerSpec) -> dict[str, str]:
    """Return the part of a launch that follows from the settings alone, without reading files."""
    if not spec.row.runs_program:
        return {"origin": origin(spec.url)}
    launch = {"command": shlex.join((spec.command, *spec.args))}
    if spec.cwd:
        launch["folder"] = spec.cwd
    if spec.env:
        launch["variables"] = " ".join(sorted(spec.env))
        for name in sorted(spec.env):  # with ``${secret:NAME}`` as written, so that each secret keeps its place
            launch[_VALUE + name] = hashlib.sha256(
                f"{name}={spec.env[name]}".encode("utf-8", "surrogatepass")
            ).hexdigest()
    return launch


def origin(url: str) -> str:
    """Return scheme, host and port of a URL (RFC 6454 §4); the port is always included."""
    try:
        parts = urllib.parse.urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        return url
    host = parts.hostname or ""
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def same(bound: Launch, now: Launch) -> bool:
    """Return whether ``now`` is the launch that a secret was bound to.

    If one side has no files, only the settings are compared; values only if the binding contains them, which older ones
    do not.
    """
    without: tuple[str, ...] = ()
    if not ("program" in bound and "program" in now):
        without += _DIGESTS
    if not any(name.startswith(_VALUE) for name in bound):
        without += (_VALUE,)
    return _without_prefix(bound, without) == _without_prefix(now, without)


def _without_prefix(launch: Launch, without: tuple[str, ...]) -> dict[str, str]:
    return {name: text for name, text in launch.items() if not name.startswith(without)} if without else dict(launch)


def difference(bound: Launch, now: Launch, values: Mapping[str, str]) -> str:
    """Return the differences in ``now``, each with the old and the new text in full, one per line.

    ``values`` are the current values of variables.
    """
    shown = {_VALUE + name: text for name, text in values.items()}
    lines = []
    for name in dict.fromkeys((*bound, *now)):
        before, after = bound.get(name, "(none)"), now.get(name, "(none)")
        if before != after:
            known = name in shown and name in now
            before, after = (
                (coded("servers.another_secret") if known and name in bound else before),
                shown[name] if known else after,
            )
            lines += [visible(name), f"  was  {visible(before)}", f"  is   {visible(after)}"]
    return "\n".join(lines)


class LaunchFingerprints:
    """Computes current launches. ``path`` returns the PATH on which programs are found."""

    def __init__(self, path: Callable[[], Awaitable[str]]) -> None:
        self._path = path
        self._digests: dict[FileStamp, str] = {}

    async def of(self, spec: ServerSpec) -> dict[str, str]:
        """Return the current launch of ``spec``. Raises `UnreachableError` if its program is missing."""
        return (await self.pin(spec)).launch if spec.row.runs_program else outline(spec)

    async def pin(self, spec: ServerSpec) -> PinnedFiles:
        """Return the launch of a local program with the files that it was read from. Raises `UnreachableError`."""
        path = environment.own_path(spec.env) or await self._path()
        return await asyncio.to_thread(self._resolve, spec, path)

    async def is_same(self, bound: Launch, spec: ServerSpec) -> bool:
        """Return whether ``spec`` starts what a secret was bound to; without its program, settings decide."""
        if not same(bound, outline(spec)):
            return False
        try:
            return same(bound, await self.of(spec))
        except UnreachableError:
            return True

    def _resolve(self, spec: ServerSpec, path: str) -> PinnedFiles:
        folder = stdio_channel.folder_of(spec, "")
        found = environment.find(spec.command, path, cwd=folder, extensions=stdio_channel.extensions(os.environ))
        program, digest = self._read(found, _MAX_BYTES)
        left = _MAX_BYTES - program.stamp.size
        launch = outline(spec) | {"program": found, "sha256": digest}
        scripts = {}
        place = _script_folder(folder, spec)
        for arg in spec.args:
            file = Path(place, arg)
            if _is_script(file):
                scripts[arg], launch[f"script {file}"] = self._read(str(file), left)
                left -= scripts[arg].stamp.size
        return PinnedFiles(launch, found, program, scripts)

    def _read(self, path: str, most: int) -> tuple[PinnedFile, str]:
        """Return a file's path and SHA-256 (hex). It is read again only if it was replaced or changed.

        Raises `UnreachableError`, also for more than ``most`` bytes.
        """
        digest = ""

        def read(descriptor: int, stamp: FileStamp) -> None:
            nonlocal digest
            if stamp.size > most:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
            if stamp not in self._digests:
                with os.fdopen(os.dup(descriptor), "rb") as content:
                    self._digests[stamp] = hashlib.file_digest(content, "sha256").hexdigest()
                if len(self._digests) > _MAX_DIGESTS:
                    del self._digests[next(iter(self._digests))]
            digest = self._digests[stamp]

        try:
            return opened(path, read), digest
        except OSError as problem:
            raise UnreachableError(
                coded("servers.program_cannot_read_cannot", path=repr(path), strerror=problem.strerror)
            ) from None


def _script_folder(folder: str, spec: ServerSpec) -> Path:
    """Return the folder to which a script among the arguments is relative, for a program that starts in ``folder``."""
    options, place = _FOLDER_OPTIONS.get(Path(spec.command).stem, ()), Path(folder)
    for arg, following in zip(spec.args, (*spec.args, "")[1:], strict=True):
        name, is_given, value = arg.partition("=")
        if name in options:
            place /= value if is_given else following
        elif Path(arg).suffix.lower() in _SCRIPTS:  # what follows is for the script
            break
    return place


def _is_script(file: Path) -> bool:
    """Return whether a file is executed and not merely input, which may change every day."""
    try:
        if not file.is_file():
            return False
        if file.suffix.lower() in _SCRIPTS:
            return True
        with open(file, "rb", opener=unblocked) as script:
            return script.read(2) == b"#!"
    except (OSError, ValueError):  # a NUL character, or a name that is too long
        return False
