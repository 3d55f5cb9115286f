"""What a receiver of records is to the thread that sends them, and how it says that it did not take some."""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Sequence
from typing import Protocol

from toolguard.gate.texts import coded
from toolguard.store.shipping.attributes import LogMessage

TIMEOUT = 10.0
"""Seconds that a receiver has to take a connection, and to answer."""


class ReceiverError(Exception):
    """The batch was not taken: one sentence. It is sent again later."""


class BatchTooLargeError(ReceiverError):
    """The receiver wants less at once."""


class Receiver(Protocol):
    """One receiver. Used on one thread."""

    longest: int
    """Characters of one text that are sent at most."""

    def send(self, batch: Sequence[LogMessage]) -> int:
        """Return when the receiver has taken the batch: how many of it it did not keep. Raises `ReceiverError`."""

    def close(self) -> None: ...


def tls_context(ca: str) -> ssl.SSLContext:
    """Verify certificates with the authorities in the file ``ca`` alone, or with those of the system for ""."""
    try:
        found = ssl.create_default_context(cafile=ca or None)
    except (OSError, ValueError) as problem:  # also ssl.SSLError: no certificate in it
        raise ReceiverError(coded("store.ship_ca_unreadable", path=ca, reason=_reason(problem))) from None
    found.minimum_version = ssl.TLSVersion.TLSv1_2
    return found


def in_words(problem: BaseException) -> str:
    """Return why a connection did not come about or broke, in plain words."""
    seen: set[int] = set()
    at: BaseException | None = problem
    while at is not None and id(at) not in seen:  # libraries wrap what the system said several times
        seen.add(id(at))
        match at:
            case ssl.SSLCertVerificationError():
                return coded("store.ship_certificate", reason=at.verify_message or str(at.reason))
            case ssl.SSLError():
                return coded("store.ship_tls", reason=str(at.reason or at))
            case TimeoutError():
                return coded("store.ship_no_answer", seconds=f"{TIMEOUT:g}")
            case ConnectionRefusedError():
                return coded("store.ship_not_listening")
            case ConnectionError():
                return coded("store.ship_closed")
            case http.client.HTTPException():
                return coded("store.ship_not_otlp")
            case OSError() if at.errno is not None and at.strerror:
                return at.strerror
        at = _inner(at)
    return coded("store.ship_failed", kind=type(problem).__name__)


def _inner(problem: BaseException) -> BaseException | None:
    if problem.__cause__ is not None:
        return problem.__cause__
    reason = getattr(problem, "reason", None)  # urllib3
    if isinstance(reason, BaseException):
        return reason
    first = next((one for one in problem.args if isinstance(one, BaseException)), None)
    return first if first is not None else problem.__context__


def _reason(problem: Exception) -> str:
    return problem.strerror or str(problem) if isinstance(problem, OSError) else str(problem)
