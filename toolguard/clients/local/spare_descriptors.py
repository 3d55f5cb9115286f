"""Descriptors held in reserve: given up when the process has no others, to let somebody in or to tell them."""

from __future__ import annotations

import contextlib
import errno
import os

from toolguard.gate.texts import coded

NO_DESCRIPTORS = coded("clients.no_file_descriptors_left")


class SpareDescriptors:
    """``count`` descriptors that mean nothing."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._held: list[int] = []

    def keep(self) -> None:
        """Hold them, or as many as there are."""
        with contextlib.suppress(OSError):
            while len(self._held) < self._count:
                self._held.append(os.open(os.devnull, os.O_RDONLY))

    def lend(self) -> bool:
        """Give them up; False when there were none. `keep` takes them back."""
        held, self._held = self._held, []
        for fd in held:
            os.close(fd)
        return bool(held)


def is_exhausted(problem: OSError) -> bool:
    """Whether the process, or the system, has no descriptors or no memory for them left (accept(2))."""
    return problem.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS)
