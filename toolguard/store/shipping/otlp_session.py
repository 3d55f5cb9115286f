"""The HTTP session under the OpenTelemetry exporter. Imported with it: ``requests`` comes with the exporter."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import closing, suppress
from typing import Any

import msgspec
import requests
import urllib3
from google.protobuf.message import DecodeError
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceResponse
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from toolguard.gate.texts import coded
from toolguard.store.shipping.receiver import TIMEOUT, BatchTooLargeError, ReceiverError, error_text

_MAX_RESPONSE_SIZE = 64 << 10
_EXPORTER_HEADERS = ("content-type", "content-encoding", "user-agent")
"""Headers of the exporter that are sent. It takes others from environment variables."""


class OtlpSession(requests.Session):
    """Sends one batch at a time; ``answer`` and ``problem`` have the result of the last one."""

    def __init__(self, headers: Mapping[str, str], tls: ssl.SSLContext | None) -> None:
        """``tls`` is None for HTTP to this computer."""
        super().__init__()
        self.trust_env = False
        self._own_headers = dict(headers)
        self.answer: int | None = None
        """Number of records of the batch that were not kept; None if it was not accepted."""
        self.problem: ReceiverError | None = None
        for scheme in list(self.adapters):
            del self.adapters[scheme]
        self.mount("https://" if tls is not None else "http://", _TlsAdapter(tls))

    def forget_answer(self) -> None:
        """Forget the result of the last batch before the next one is exported."""
        self.answer = None

    def request(  # type: ignore[override]
        self, method: str, url: str, *, headers: Mapping[str, str] | None = None, data: bytes = b"", **_more: Any
    ) -> requests.Response:
        """Send a batch; raises `ReceiverError`, after which the exporter does not retry."""
        self.problem = None
        sent = {name: value for name, value in (headers or {}).items() if name.lower() in _EXPORTER_HEADERS}
        proxies = {} if url.startswith("http:") else requests.utils.get_environ_proxies(url)
        try:
            response = super().request(
                method, url, headers={**sent, **self._own_headers}, data=data, timeout=TIMEOUT, verify=True,
                cert=None, allow_redirects=False, stream=True, proxies=proxies,
            )  # fmt: skip
            with closing(response):
                self.answer = _refused(response, _read(response))
        except ReceiverError as problem:
            self.problem = problem
            raise
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError) as problem:
            self.problem = ReceiverError(error_text(problem))
            raise self.problem from None
        return response

    def get_redirect_target(self, resp: requests.Response) -> str | None:  # noqa: ARG002
        """Return None: ``requests`` reads the whole body of a redirect, of any size, even if it does not follow it."""
        return None


class _Connection(HTTPConnection):
    """A connection whose response takes at most `TIMEOUT` seconds in all; `end_limit` follows its last byte.

    The timeout of a socket starts anew with each byte. Any number of ``100 Continue`` may precede a response, and any
    number of lines may follow its body.
    """

    _timer: threading.Timer | None = None
    _late = False

    def getresponse(self) -> urllib3.HTTPResponse:  # type: ignore[override]
        self._late = False  # of an earlier response: the object is used again with another socket
        self._timer = threading.Timer(TIMEOUT, self._end, (self.sock,))
        self._timer.daemon = True
        self._timer.start()
        try:
            return super().getresponse()
        except (OSError, http.client.HTTPException):
            self.end_limit()
            raise

    def _end(self, sock: socket.socket) -> None:
        self._late = True
        with suppress(OSError):
            socket.socket.shutdown(sock, socket.SHUT_RDWR)  # that of TLS belongs to the thread that reads

    def end_limit(self) -> None:
        """Raise TimeoutError if the time was over: a truncated header or body looks like the end of a complete one."""
        if self._timer is not None:
            self._timer.cancel()
        if self._late:
            raise TimeoutError


class _TlsConnection(_Connection, HTTPSConnection):
    pass


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _TlsPool(HTTPSConnectionPool):
    ConnectionCls = _TlsConnection


class _TlsAdapter(HTTPAdapter):
    """Connections that verify certificates with our settings, with a time limit for responses."""

    def __init__(self, tls: ssl.SSLContext | None) -> None:
        self._tls = tls
        super().__init__(max_retries=0)

    def init_poolmanager(self, *arguments: Any, **more: Any) -> None:
        super().init_poolmanager(*arguments, **more, ssl_context=self._tls)
        self.poolmanager.pool_classes_by_scheme = _POOLS

    def cert_verify(self, conn: Any, *_more: Any) -> None:
        """Use the authorities of the TLS context: ``requests`` would add a file, read again for each connection."""
        conn.cert_reqs = "CERT_REQUIRED"

    def proxy_manager_for(self, proxy: str, **more: Any) -> Any:
        manager = super().proxy_manager_for(proxy, **more, ssl_context=self._tls)
        manager.pool_classes_by_scheme = _POOLS
        return manager


_POOLS = {"http": _Pool, "https": _TlsPool}


def _read(response: requests.Response) -> bytes:
    """Return the beginning of the body. Raises TimeoutError if the response took too long."""
    body, connection = b"", response.raw.connection
    try:
        while len(body) < _MAX_RESPONSE_SIZE and (part := response.raw.read1(4096, decode_content=True)):
            body += part
    finally:
        connection.end_limit()
    return body[:_MAX_RESPONSE_SIZE]


def _refused(response: requests.Response, body: bytes) -> int:
    """Return how many records the receiver did not keep; raises `ReceiverError` if it refused the batch."""
    status = response.status_code
    if status == requests.codes.request_entity_too_large:
        raise BatchTooLargeError(coded("store.ship_too_large"))
    if status in (401, 403):
        raise ReceiverError(coded("store.ship_unauthorized", status=status))
    if 300 <= status < 400:
        raise ReceiverError(coded("store.ship_redirect", status=status))
    if status != requests.codes.ok:
        reason = http.client.responses.get(status, "")  # the receiver's own words can repeat a secret of the headers
        raise ReceiverError(coded("store.ship_status", status=status, reason=reason))
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        if kind == "application/x-protobuf" or not body:
            return int(ExportLogsServiceResponse.FromString(body).partial_success.rejected_log_records)
        if kind == "application/json":
            answer = msgspec.json.decode(body, type=_JsonAnswer)
            return int(answer.partialSuccess.rejectedLogRecords)
    except (DecodeError, msgspec.MsgspecError, ValueError, RecursionError):
        pass
    raise ReceiverError(coded("store.ship_not_otlp"))


class _JsonPartialSuccess(msgspec.Struct, frozen=True):
    rejectedLogRecords: int | str = 0  # noqa: N815 - OTLP's name


class _JsonAnswer(msgspec.Struct, frozen=True):
    partialSuccess: _JsonPartialSuccess = _JsonPartialSuccess()  # noqa: N815 - OTLP's name, frozen
