"""Sends records as OpenTelemetry logs over HTTP (OTLP). Only this module imports the official exporter.

The exporter creates the protobuf message. The HTTP session is ours: it verifies certificates, follows no redirects,
takes proxies only from environment variables, limits the size of responses, and keeps the reason for a refused batch.
"""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from toolguard import __version__
from toolguard.gate.texts import coded
from toolguard.store.shipping.attributes import LogMessage, Severity
from toolguard.store.shipping.receiver import TIMEOUT, ReceiverError, check_address, tls_context

if TYPE_CHECKING:
    from opentelemetry.sdk._logs import ReadableLogRecord

NAME = "otlp"
_SCOPE = "toolguard.audit"
_EXTRA = "toolguard-desktop[otlp]"
_MAX_NANOSECONDS = 2**64 - 1
"""The latest time in OTLP, in 2554. A record, which any program can write, may state a later one."""
_LOGGER = "opentelemetry.exporter.otlp"  # it would print on stderr what is raised here as `ReceiverError`


def _checked_scheme(url: str) -> str:
    """Return the scheme of a URL with a possible address; raises `ReceiverError`."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ReceiverError(coded("store.ship_address_invalid")) from None
    check_address(host, port)
    return parts.scheme


class OtlpReceiver:
    """One OTLP/HTTP endpoint for logs (`Receiver`). Raises `ReceiverError` if the exporter is not installed."""

    longest = 32 << 10

    def __init__(
        self, url: str, headers: Mapping[str, str], ca: str = "", instance: str = "", *, certificate: str = ""
    ) -> None:
        """``instance`` names the state folder, as checkpoints do; ``ca`` and ``certificate``: see `tls_context`."""
        try:
            from opentelemetry.exporter.otlp.proto.http import Compression
            from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
            from opentelemetry.sdk.resources import Resource

            from toolguard.store.shipping.otlp_session import OtlpSession
        except ImportError:
            raise ReceiverError(coded("store.ship_otlp_missing", package=_EXTRA)) from None
        logging.getLogger(_LOGGER).setLevel(logging.CRITICAL)
        loopback = _checked_scheme(url) == "http"
        self._session = OtlpSession(headers, None if loopback else tls_context(ca, certificate))
        self._exporter = OTLPLogExporter(
            endpoint=url, headers=dict(headers), timeout=TIMEOUT,
            compression=Compression.Gzip, session=self._session,
        )  # fmt: skip
        self._resource = Resource({
            "service.name": "toolguard", "service.version": __version__, "host.name": socket.gethostname(),
            **({"service.instance.id": instance} if instance else {}),
        })  # fmt: skip

    def send(self, batch: Sequence[LogMessage]) -> int:
        """See `Receiver.send`."""
        from opentelemetry.sdk._logs.export import LogRecordExportResult

        self._session.forget_answer()
        result = self._exporter.export([self._record(message) for message in batch])
        answer = self._session.answer
        if result is not LogRecordExportResult.SUCCESS or answer is None:
            raise self._session.problem or ReceiverError(coded("store.our_fault"))
        return answer

    def _record(self, message: LogMessage) -> ReadableLogRecord:
        from opentelemetry._logs import LogRecord, SeverityNumber
        from opentelemetry.sdk._logs import ReadableLogRecord
        from opentelemetry.sdk.util.instrumentation import InstrumentationScope

        numbers: dict[Severity, SeverityNumber] = {
            "info": SeverityNumber.INFO, "warning": SeverityNumber.WARN, "error": SeverityNumber.ERROR,
        }  # fmt: skip
        return ReadableLogRecord(
            LogRecord(
                timestamp=min(round(message.time * 1e6) * 1000, _MAX_NANOSECONDS), observed_timestamp=time.time_ns(),
                severity_number=numbers[message.severity], severity_text=numbers[message.severity].name,
                body=message.body, attributes=message.attributes, event_name=message.name,
            ),
            self._resource,
            InstrumentationScope(_SCOPE, __version__),
        )  # fmt: skip

    def close(self) -> None:
        """Close the connections of the exporter."""
        self._exporter.shutdown()  # type: ignore[no-untyped-call]
