"""Receivers of a shipped log for tests: an OTLP/HTTP server that decodes real protobuf, certificates, and rsyslog."""

from __future__ import annotations

import datetime
import gzip
import http.server
import ipaddress
import os
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import (
    ExportLogsPartialSuccess,
    ExportLogsServiceRequest,
    ExportLogsServiceResponse,
)


@dataclass(frozen=True)
class Certificates:
    """PEM files: the certificate of an authority, and a certificate for 127.0.0.1, which it issued, with its key.

    ``both`` has certificate and key in one file. Servers and clients can use them.
    """

    ca: Path
    certificate: Path
    key: Path
    both: Path


def certificates(folder: Path, *, host: str = "127.0.0.1") -> Certificates:
    """Write a new authority and a certificate for ``host`` to ``folder``."""
    folder.mkdir(exist_ok=True)
    now = datetime.datetime.now(datetime.UTC)
    authority, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test CA")])

    def sign(subject: x509.Name, public: Any, *extensions: tuple[Any, bool]) -> x509.Certificate:
        builder = (
            x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(public)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=30))
        )  # fmt: skip
        for extension, critical in extensions:
            builder = builder.add_extension(extension, critical)
        return builder.sign(authority, hashes.SHA256())

    identifier = x509.SubjectKeyIdentifier.from_public_key(authority.public_key())
    usage = x509.KeyUsage(
        digital_signature=True, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    ca = sign(issuer, authority.public_key(), (x509.BasicConstraints(True, None), True), (identifier, False),
              (usage, True))  # fmt: skip
    server = sign(
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)]), key.public_key(),
        (x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(host))]), False),
        (x509.BasicConstraints(False, None), True),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]), False),
        (x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key()), False),
    )  # fmt: skip
    files = Certificates(folder / "ca.pem", folder / "server.pem", folder / "server.key", folder / "both.pem")
    files.ca.write_bytes(ca.public_bytes(serialization.Encoding.PEM))
    files.certificate.write_bytes(server.public_bytes(serialization.Encoding.PEM))
    files.key.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    files.both.write_bytes(files.certificate.read_bytes() + files.key.read_bytes())
    return files


def plain(value: Any) -> Any:
    """Return a protobuf ``AnyValue`` as a value of Python."""
    kind = value.WhichOneof("value")
    result = getattr(value, kind) if kind else None
    return [plain(item) for item in result.values] if kind == "array_value" else result


@dataclass(frozen=True)
class ReceivedLog:
    """A received log record."""

    attributes: dict[str, Any]
    name: str
    severity: str
    time: int
    body: str
    resource: dict[str, Any]
    scope: str

    @property
    def number(self) -> int:
        return int(self.attributes["toolguard.record.number"])


class OtlpServer:
    """An OTLP server on loopback. Each of ``answers`` responds to one request; later requests are accepted.

    With ``mutual``, clients need a certificate of the same authority.
    """

    def __init__(self, tls: Certificates | None = None, *, mutual: bool = False) -> None:
        self.batches: list[list[ReceivedLog]] = []
        """Accepted batches, answered with 200."""
        self.requests: list[dict[str, str]] = []
        """The headers of every request."""
        self.bodies: list[bytes] = []
        self.answers: list[Callable[[http.server.BaseHTTPRequestHandler], None]] = []
        self.refused = 0
        self.taken = threading.Condition()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                outer.take(self)

            def log_message(self, *_: Any) -> None: ...

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]
        self.scheme = "http"
        if tls is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(tls.certificate, tls.key)
            if mutual:
                context.load_verify_locations(tls.ca)
                context.verify_mode = ssl.CERT_REQUIRED
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
            self.scheme = "https"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self._server.server_address[1]}/v1/logs"

    def take(self, request: http.server.BaseHTTPRequestHandler) -> None:
        length = int(request.headers["content-length"])
        data = request.rfile.read(length)
        if len(data) < length:  # the sender was killed
            return
        if request.headers.get("content-encoding") == "gzip":
            data = gzip.decompress(data)
        with self.taken:
            self.requests.append({name.lower(): value for name, value in request.headers.items()})
            self.bodies.append(data)
            answer = self.answers.pop(0) if self.answers else None
            self.taken.notify_all()
        if answer is not None:
            answer(request)
            return
        batch = list(decoded(data))
        response = ExportLogsServiceResponse()
        if self.refused:
            response.partial_success.CopyFrom(
                ExportLogsPartialSuccess(rejected_log_records=self.refused, error_message="no")
            )
        with self.taken:
            self.batches.append(batch)
            self.taken.notify_all()
        respond(request, 200, response.SerializeToString(), "application/x-protobuf")

    @property
    def numbers(self) -> list[int]:
        """Return the numbers of all records in order of arrival."""
        return [record.number for batch in self.batches for record in batch]

    def wait(self, until: Callable[[], bool], seconds: float = 120) -> None:
        with self.taken:
            assert self.taken.wait_for(until, seconds)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def respond(
    request: http.server.BaseHTTPRequestHandler, status: int, body: bytes = b"", kind: str = "text/plain",
    **headers: str,
) -> None:  # fmt: skip
    request.send_response(status)
    for name, value in {"content-type": kind, "content-length": str(len(body)), **headers}.items():
        request.send_header(name, value)
    request.end_headers()
    request.wfile.write(body)


def decoded(data: bytes) -> Iterator[ReceivedLog]:
    """Yield the log records of a request, decoded with the official messages."""
    for group in ExportLogsServiceRequest.FromString(data).resource_logs:
        resource = {one.key: plain(one.value) for one in group.resource.attributes}
        for scope in group.scope_logs:
            for one in scope.log_records:
                attributes = {item.key: plain(item.value) for item in one.attributes}
                yield ReceivedLog(
                    attributes, one.event_name, one.severity_text, one.time_unix_nano, plain(one.body), resource,
                    scope.scope.name,
                )  # fmt: skip


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def collector(target: str) -> Iterator[str]:
    """Run a real collector with an OTLP/HTTP receiver that forwards to ``target``. Return its URL for logs.

    The collector is Rotel, which is written in Rust and installed from PyPI.
    """
    import rotel

    http_port, grpc_port = free_port(), free_port()
    program = [
        str(Path(rotel.__file__).with_name("rotel-agent")), "start", "--otlp-http-endpoint", f"127.0.0.1:{http_port}",
        "--otlp-grpc-endpoint", f"127.0.0.1:{grpc_port}", "--exporter", "otlp", "--otlp-exporter-endpoint", target,
        "--otlp-exporter-protocol", "http", "--otlp-exporter-compression", "none", "--batch-timeout", "50ms",
    ]  # fmt: skip
    with subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        try:
            end = time.monotonic() + 120
            while time.monotonic() < end:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", http_port)) == 0:
                        break
                assert running.poll() is None
                time.sleep(0.05)
            yield f"http://127.0.0.1:{http_port}/v1/logs"
        finally:
            running.terminate()


RSYSLOGD = shutil.which("rsyslogd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


class Rsyslog:
    """A real rsyslogd with TLS on loopback. It writes each message to a file as a line.

    With ``mutual``, clients need a certificate of the same authority.
    """

    def __init__(self, folder: Path, tls: Certificates, port: int = 0, *, mutual: bool = False) -> None:
        folder.mkdir(exist_ok=True)
        self.port = port or free_port()
        self.output = folder / "received"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        mode = "x509/certvalid" if mutual else "anon"
        config = folder / "rsyslog.conf"
        config.write_text(f"""
global(workDirectory="{folder}" maxMessageSize="16k" defaultNetstreamDriver="gtls"
  defaultNetstreamDriverCAFile="{tls.ca}" defaultNetstreamDriverCertFile="{tls.certificate}"
  defaultNetstreamDriverKeyFile="{tls.key}")
module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="{mode}")
template(name="raw" type="string" string="%pri% %timestamp:::date-rfc3339% %hostname% %app-name% %msgid%|\
%structured-data%|%msg%\\n")
ruleset(name="in") {{ action(type="omfile" file="{self.output}" template="raw") }}
input(type="imtcp" port="{self.port}" address="127.0.0.1" ruleset="in" supportOctetCountedFraming="on")
""")
        self._command = [str(RSYSLOGD), "-n", "-f", str(config), "-i", str(folder / "pid")]

    def start(self) -> Rsyslog:
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)
        end = time.monotonic() + 120
        while time.monotonic() < end:
            assert self._process.poll() is None, (self._folder / "log").read_text()
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.05)
        raise AssertionError((self._folder / "log").read_text())

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    def lines(self) -> list[str]:
        return self.output.read_text(encoding="utf-8").splitlines() if self.output.exists() else []

    def wait(self, count: int, seconds: float = 120) -> list[str]:
        end = time.monotonic() + seconds
        while len(found := self.lines()) < count:
            assert time.monotonic() < end, (found, (self._folder / "log").read_text())
            time.sleep(0.05)
        return found

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(120)
            self._process = None


@contextmanager
def listening(serve: Callable[[socket.socket], None]) -> Iterator[int]:
    """Listen on loopback and call ``serve`` with each connection. Return the port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.05)
        closing = threading.Event()

        def run() -> None:
            while not closing.is_set():
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                except OSError:
                    return
                with connection:
                    connection.settimeout(120)
                    try:
                        serve(connection)
                    except OSError:
                        continue

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            yield int(server.getsockname()[1])
        finally:
            closing.set()
            thread.join(120)
