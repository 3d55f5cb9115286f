"""Interface of a receiver of records to the sending thread, and its errors."""

from __future__ import annotations

import http.client
import ipaddress
import ssl
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from toolguard.gate.texts import coded
from toolguard.store.shipping.attributes import LogMessage

TIMEOUT = 10.0
"""Timeout in seconds of a receiver, for connecting and for responses."""
_MAX_PEM_SIZE = 4 << 20  # the bundle of a system is a quarter of a megabyte


class ReceiverError(Exception):
    """The batch was not accepted; one sentence. It is sent again later."""


class BatchTooLargeError(ReceiverError):
    """The receiver accepts only smaller batches."""


class Receiver(Protocol):
    """A receiver. Used on one thread."""

    longest: int
    """Maximum characters of a text that is sent."""

    def send(self, batch: Sequence[LogMessage]) -> int:
        """Send a batch; return how many records the receiver did not keep. Raises `ReceiverError`."""

    def close(self) -> None:
        """Close the connection. No batch is sent afterwards."""


def check_address(host: str | None, port: int | None) -> None:
    """Raise `ReceiverError` for a host or port that cannot exist, with which libraries fail in many ways."""
    try:
        if ":" in (host or ""):
            ipaddress.IPv6Address(host)
        if not host or not host.encode("idna") or port == 0:
            raise ValueError
    except ValueError:
        raise ReceiverError(coded("store.ship_address_invalid")) from None


def tls_context(ca: str, certificate: str) -> ssl.SSLContext:
    """Verify certificates with the authorities in the file ``ca`` alone, or with those of the system for "".

    ``certificate``: a PEM file of our own certificate and its private key, for servers that require one. Raises
    `ReceiverError`.
    """
    try:
        if ca:
            _check_file(ca)
        context = ssl.create_default_context(cafile=ca or None)
    except (OSError, ValueError) as problem:  # also ssl.SSLError: no certificate in it
        raise ReceiverError(coded("store.ship_ca_unreadable", path=ca, reason=_reason(problem))) from None
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if certificate:
        _load_certificate(context, certificate)
    return context


def _load_certificate(context: ssl.SSLContext, path: str) -> None:
    def passphrase() -> str:  # without this function, OpenSSL would ask for it on the terminal
        raise ReceiverError(coded("store.ship_key_passphrase", path=path))

    try:
        _check_file(path)
        context.load_cert_chain(path, password=passphrase)
    except ssl.SSLError:
        raise ReceiverError(coded("store.ship_key_invalid", path=path)) from None
    except (OSError, ValueError) as problem:
        raise ReceiverError(coded("store.ship_key_unreadable", path=path, reason=_reason(problem))) from None


def _check_file(path: str) -> None:
    """Raise OSError, or ValueError if OpenSSL would wait for a pipe or read a device or a huge file to its end."""
    status = Path(path).stat()
    if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_PEM_SIZE:
        raise ValueError(coded("store.ship_not_pem", limit=_MAX_PEM_SIZE >> 20))


def error_text(problem: BaseException) -> str:
    """Return why a connection failed, in plain words."""
    examined: set[int] = set()
    cause: BaseException | None = problem
    while cause is not None and id(cause) not in examined:  # libraries wrap system errors several times
        examined.add(id(cause))
        match cause:
            case ssl.SSLCertVerificationError():
                return coded("store.ship_certificate", reason=cause.verify_message or str(cause.reason))
            case ssl.SSLError() if "CERTIFICATE_REQUIRED" in (cause.reason or ""):
                return coded("store.ship_certificate_required")
            case ssl.SSLError():
                return coded("store.ship_tls", reason=str(cause.reason or cause))
            case TimeoutError():
                return coded("store.ship_no_answer", seconds=f"{TIMEOUT:g}")
            case ConnectionRefusedError():
                return coded("store.ship_not_listening")
            case ConnectionError():
                return coded("store.ship_closed")
            case http.client.HTTPException():
                return coded("store.ship_not_otlp")
            case OSError() if cause.errno is not None and cause.strerror:
                return cause.strerror
        cause = _inner(cause)
    return coded("store.ship_failed", kind=type(problem).__name__)


def _inner(problem: BaseException) -> BaseException | None:
    if problem.__cause__ is not None:
        return problem.__cause__
    reason = getattr(problem, "reason", None)  # urllib3
    if isinstance(reason, BaseException):
        return reason
    first = next((arg for arg in problem.args if isinstance(arg, BaseException)), None)
    return first if first is not None else problem.__context__


def _reason(problem: Exception) -> str:
    return problem.strerror or str(problem) if isinstance(problem, OSError) else str(problem)
