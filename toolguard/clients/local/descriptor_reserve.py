"""A reserve of file descriptors, released when the process has no others left, to accept or refuse a connection."""

from __future__ import annotations

import contextlib
import errno
import os

from toolguard.gate.texts import coded

NO_DESCRIPTORS = coded("clients.no_file_descriptors_left")


class DescriptorReserve:
    """``count`` descriptors of ``os.devnull``."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._descriptors: list[int] = []

    def fill(self) -> None:
        """Open the descriptors, or as many as the system allows."""
        with contextlib.suppress(OSError):
            while len(self._descriptors) < self._count:
                self._descriptors.append(os.open(os.devnull, os.O_RDONLY))

    def release(self) -> bool:
        """Close the descriptors; return False if there were none. `fill` opens them again."""
        descriptors, self._descriptors = self._descriptors, []
        for fd in descriptors:
            os.close(fd)
        return bool(descriptors)


def is_exhausted(problem: OSError) -> bool:
    """Return whether the process or the system is out of descriptors, or of memory for them (accept(2))."""
    return problem.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS)
