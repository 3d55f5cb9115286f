"""Search for a secret, in every encoding, in the files, outputs and processes of a run of ToolGuard."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import psutil

_RUN = re.compile(r"[A-Za-z0-9]{10,}")


def forms_of(value: str) -> dict[str, bytes]:
    """Return the value in all likely encodings by name. Forms shorter than 8 bytes are left out."""
    data = value.encode()
    found = {
        "plain": data,
        "JSON": json.dumps(value, ensure_ascii=False)[1:-1].encode(),
        "JSON in ASCII": json.dumps(value)[1:-1].encode(),
        "JSON in JSON": json.dumps(json.dumps(value))[3:-3].encode(),
        "percent": quote(value, safe="").encode(),
        "path": quote(value).encode(),
        "form": quote_plus(value).encode(),
        "hex": data.hex().encode(),
        "HEX": data.hex().upper().encode(),
        "UTF-16": value.encode("utf-16-le"),
    }
    for shift in range(3):
        text = base64.b64encode(b"\0" * shift + data).rstrip(b"=")
        middle = text[(0, 2, 3)[shift] : len(text) - 1]
        found[f"base64 + {shift}"] = middle
        found[f"URL-safe base64 + {shift}"] = middle.translate(bytes.maketrans(b"+/", b"-_"))
    for run in _RUN.findall(value):
        found[f"part {len(run)}"] = run.encode()
    return {name: form for name, form in found.items() if len(form) >= 8}


class Hunt:
    """``folder``: folder of the run. ``keyring``: file in it that may contain the secret."""

    def __init__(self, folder: Path, *keyring: str) -> None:
        self._folder = folder
        self._keyring = {folder / name for name in keyring}

    def __call__(
        self, value: str, *, told: Iterable[Any] = (), but: Iterable[int] = (), notes: Iterable[str] = ()
    ) -> None:
        """Fail if ``value`` is found. ``told``: further outputs to search, of clients, windows and logs.

        ``but``: processes that may have it. ``notes``: files in which these record what they receive.
        """
        forms = forms_of(value)
        places = (*self._files({self._folder / name for name in notes}), *self._told(told), *_processes(set(but)))
        found = [f"{place}: {name}" for place, data in places for name, form in forms.items() if form in data]
        assert not found, found

    def _files(self, notes: set[Path]) -> Iterator[tuple[str, bytes]]:
        for path in sorted(self._folder.rglob("*")):
            if path in self._keyring | notes or path.is_symlink() or not path.is_file():
                continue
            yield str(path.relative_to(self._folder)), path.read_bytes()

    @staticmethod
    def _told(told: Iterable[Any]) -> Iterator[tuple[str, bytes]]:
        for number, one in enumerate(told):
            text = one if isinstance(one, str) else json.dumps(one, ensure_ascii=False, default=repr)
            yield f"told {number}", text.encode("utf-8", "surrogatepass")


def _processes(but: set[int]) -> Iterator[tuple[str, bytes]]:
    """Yield the command line and the environment of every readable process."""
    for pid in psutil.pids():
        if pid in but:
            continue
        for what in ("cmdline", "environ"):
            with suppress(OSError):
                yield f"{what} of the process {pid}", Path(f"/proc/{pid}/{what}").read_bytes()
