"""The person's own editor: opens a text in a private file, in the terminal of ``toolguard serve``."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from toolguard.gate.policy.edited_arguments import MAX_EDITABLE_LENGTH, escape
from toolguard.store.regular_file import open_file

_FOLDER = "editing"
_FILE = "arguments.json"
_MAX_BYTES = 4 * MAX_EDITABLE_LENGTH
_KILLED_AFTER = 2.0  # seconds that an editor has to end when ToolGuard quits
_MODELINE = re.compile(r"(?<=\s)(?:vi|vim|ex)(?=[<=>\d]*:)", re.IGNORECASE)


class EditorError(Exception):
    """No edited text: the editor did not start, it failed, or what it left cannot be read."""


def editor_command(environment: Mapping[str, str]) -> list[str]:
    """Return the command of the person's editor; raises `EditorError`. A dumb terminal has no use for ``VISUAL``."""
    names = ("EDITOR",) if environment.get("TERM") == "dumb" else ("VISUAL", "EDITOR")
    windows = sys.platform == "win32"
    fallback = "notepad" if windows else "vi"
    text = next((environment[name] for name in names if environment.get(name, "").strip()), fallback)
    words = shlex.shlex(text, posix=True)
    words.whitespace_split, words.commenters = True, ""
    if windows:  # a backslash separates folders, and an apostrophe may be in a name
        words.quotes, words.escape = '"', ""
    try:
        return list(words)
    except ValueError as why:
        raise EditorError(f"The editor {text} can't be read as a command: {why}.") from None


def remove_files(run_folder: Path) -> None:
    """Remove what an editor left, for example of a run that was killed."""
    shutil.rmtree(run_folder / _FOLDER, ignore_errors=True)


def without_modelines(json: str) -> str:
    """Return the same JSON without text that Vim reads as its own settings: a client wrote it."""
    return _MODELINE.sub(lambda match: escape(match[0][0]) + match[0][1:], json)


async def edit(json: str, run_folder: Path, terminal: int) -> str:
    """Open ``json`` in the editor on ``terminal``, a file descriptor; return what was saved. Raises `EditorError`.

    Only the person can read the file and its folder, where editors also put their backups. Both are removed.
    """
    command = editor_command(os.environ)
    path = run_folder / _FOLDER / _FILE
    try:
        _write(path, without_modelines(json) + "\n")
        await _run([*command, str(path)], terminal)
        return _read(path).rstrip("\n")
    except OSError as why:
        raise EditorError(f"The file for the editor: {why.strerror}.") from None
    except UnicodeDecodeError:
        raise EditorError("The edited text is not UTF-8.") from None
    finally:
        remove_files(run_folder)


def _write(path: Path, text: str) -> None:
    remove_files(path.parent.parent)
    path.parent.mkdir(mode=0o700)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def _read(path: Path) -> str:
    with open_file(path) as file:
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise EditorError("The edited text is too long.")
    return data.decode("utf-8-sig")


async def _run(command: list[str], terminal: int) -> None:
    """Run an editor until it ends; end it if this task is cancelled."""
    name = command[0]
    # A Windows console has two handles, one for its input and one for its output, and a program inherits both.
    stream = terminal if sys.platform != "win32" else None
    try:
        process = await asyncio.create_subprocess_exec(*command, stdin=stream, stdout=stream, stderr=stream)
    except OSError as why:
        raise EditorError(f"The editor {name} doesn't start: {why.strerror}. Set VISUAL or EDITOR.") from None
    try:
        status = await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
            try:
                async with asyncio.timeout(_KILLED_AFTER):
                    await process.wait()
            except (TimeoutError, asyncio.CancelledError) as why:  # cancelled a second time
                process.kill()
                await process.wait()  # otherwise its transport stays open
                if isinstance(why, asyncio.CancelledError):
                    raise
    if status < 0:
        raise EditorError(f"The editor {name} was ended by a signal: {signal.strsignal(-status) or -status}.")
    if status:
        raise EditorError(f"The editor {name} failed with exit status {status}.")
