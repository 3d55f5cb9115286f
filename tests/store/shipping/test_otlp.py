"""Records as OpenTelemetry logs: real protobuf over HTTP, and every way in which a receiver can be wrong."""

from __future__ import annotations

import hashlib
import http.server
import os
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.support.receivers import Certificates, OtlpServer, certificates, collector, listening, respond
from toolguard import __version__
from toolguard.gate import model
from toolguard.store.log.audit_log import AuditLog
from toolguard.store.log.records import Record
from toolguard.store.shipping import otlp_session, receiver
from toolguard.store.shipping.attributes import LoggedRecord, LogMessage, message_of
from toolguard.store.shipping.otlp import OtlpReceiver
from toolguard.store.shipping.receiver import BatchTooLargeError, ReceiverError, error_text
from toolguard.store.shipping.shipper import LogShipper, ShippingStatus

DENIED = model.CallDecided(
    session="s1", call="c1", client="claude", server="git", tool="push", verdict="deny", by="rule r7", request='"7"',
    arguments='{"force":true}', digest="ab" * 32, reason="no force", waited=0.5,
)  # fmt: skip


def message(event: model.Event = DENIED, seq: int = 7, *, contents: bool = False) -> LogMessage:
    logged = LoggedRecord(Record(seq, 1_700_000_000.25, event), bytes(32), "pipe")  # type: ignore[arg-type]
    return message_of(logged, contents=contents, longest=OtlpReceiver.longest)


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return certificates(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def server() -> Iterator[OtlpServer]:
    made = OtlpServer()
    yield made
    made.close()


@pytest.fixture
def secure(tls: Certificates) -> Iterator[OtlpServer]:
    made = OtlpServer(tls)
    yield made
    made.close()


def test_a_denied_call_arrives_as_a_log_record(server: OtlpServer) -> None:
    there = OtlpReceiver(server.url, {"authorization": "Bearer x"}, instance="0123456789abcdef")
    assert there.send([message(), message(seq=8)]) == 0
    there.close()
    (batch,) = server.batches
    one = batch[0]
    assert (one.name, one.severity, one.scope) == ("toolguard.call_decided", "WARN", "toolguard.audit")
    assert one.time == 1_700_000_000_250_000_000
    assert one.body == "call decided: deny, git/push, for claude"
    assert one.attributes == {
        "mcp.method.name": "tools/call", "mcp.session.id": "s1", "jsonrpc.request.id": "7",
        "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "push", "error.type": "denied",
        "network.transport": "pipe", "toolguard.record.number": 7, "toolguard.record.kind": "call_decided",
        "toolguard.chain.head": "00" * 32, "toolguard.call.id": "c1", "toolguard.client.name": "claude",
        "toolguard.server.name": "git", "toolguard.decision": "deny", "toolguard.decided_by": "rule",
        "toolguard.rule.id": "r7",
        "toolguard.arguments.sha256": hashlib.sha256(b'{"force":true}').hexdigest(),
        "toolguard.request.sha256": "ab" * 32, "toolguard.protocol.era": "legacy", "toolguard.waited": 0.5,
    }  # fmt: skip
    assert one.resource["service.name"] == "toolguard"
    assert one.resource["service.version"] == __version__
    assert one.resource["service.instance.id"] == "0123456789abcdef"
    assert one.resource["host.name"] == socket.gethostname()
    sent = server.requests[0]
    assert sent["authorization"] == "Bearer x"
    assert (sent["content-type"], sent["content-encoding"]) == ("application/x-protobuf", "gzip")


def test_record_with_a_time_beyond_otlp_does_not_block_other_records(server: OtlpServer) -> None:
    there = OtlpReceiver(server.url, {})
    assert there.send([message()._replace(time=253_370_764_800.0), message(seq=8)]) == 0
    there.close()
    assert [one.attributes["toolguard.record.number"] for one in server.batches[0]] == [7, 8]
    assert server.batches[0][0].time == 2**64 - 1


def test_arguments_leave_only_where_that_is_switched_on(server: OtlpServer) -> None:
    there = OtlpReceiver(server.url, {})
    there.send([message()])
    assert b"force" not in server.bodies[0]
    there.send([message(contents=True)])
    attributes = server.batches[1][0].attributes
    assert attributes["gen_ai.tool.call.arguments"] == '{"force":true}'
    assert attributes["toolguard.reason"] == "no force"
    there.close()


def test_a_certificate_is_verified_with_the_authority_that_was_given(secure: OtlpServer, tls: Certificates) -> None:
    there = OtlpReceiver(secure.url, {}, str(tls.ca))
    assert there.send([message()]) == 0
    there.close()
    for ca in ("", str(tls.certificate)):
        stranger = OtlpReceiver(secure.url, {}, ca)
        with pytest.raises(ReceiverError, match="certificate"):
            stranger.send([message()])
        stranger.close()
    assert len(secure.batches) == 1


def test_receiver_can_require_a_client_certificate(tls: Certificates, tmp_path: Path) -> None:
    server = OtlpServer(tls, mutual=True)
    stranger = certificates(tmp_path / "other")
    for certificate in ("", str(stranger.both)):
        without = OtlpReceiver(server.url, {}, str(tls.ca), certificate=certificate)
        with pytest.raises(ReceiverError, match=r"client certificate|no secure connection|closed"):
            without.send([message()])
        without.close()
    there = OtlpReceiver(server.url, {}, str(tls.ca), certificate=str(tls.both))
    assert there.send([message()]) == 0
    there.close()
    assert len(server.batches) == 1
    server.close()


def test_alert_of_a_server_that_requires_a_certificate_is_explained() -> None:
    """With TLS 1.3 the alert comes after the handshake (RFC 8446 §6.2), if the connection is still open then."""
    alert = ssl.SSLError(1, "alert")
    alert.reason = "TLSV13_ALERT_CERTIFICATE_REQUIRED"
    assert error_text(alert) == "it requires a client certificate: set one in Settings → Log shipping"


def test_invalid_client_certificate_is_reported(tls: Certificates, tmp_path: Path) -> None:
    """OpenSSL would ask for the passphrase of a key on the terminal."""
    key = ec.generate_private_key(ec.SECP256R1())
    protected = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.BestAvailableEncryption(b"x")
    )
    (tmp_path / "protected.pem").write_bytes(tls.certificate.read_bytes() + protected)
    (tmp_path / "text.pem").write_text("no certificate")
    for path, words in (
        (tmp_path / "none.pem", "cannot be read"), (tmp_path / "text.pem", "does not contain"),
        (tls.certificate, "does not contain"), (tls.key, "does not contain"),
        (tmp_path / "protected.pem", "has a passphrase"),
    ):  # fmt: skip
        with pytest.raises(ReceiverError, match=words):
            OtlpReceiver("https://127.0.0.1:1/v1/logs", {}, str(tls.ca), certificate=str(path))


def test_certificate_of_another_host_is_refused(tmp_path: Path) -> None:
    other = certificates(tmp_path / "tls", host="192.0.2.1")
    server = OtlpServer(other)
    there = OtlpReceiver(server.url, {}, str(other.ca))
    with pytest.raises(ReceiverError, match="certificate"):
        there.send([message()])
    there.close()
    server.close()


@pytest.mark.parametrize("host", ["h:99999", "h:b", "h:0", ":1", "[::zz]", "[1:2]", "[::1", "a..b"])
def test_impossible_address_is_reported(host: str) -> None:
    with pytest.raises(ReceiverError, match="address is invalid"):
        OtlpReceiver(f"https://{host}/v1/logs", {})


@pytest.mark.parametrize("ca", ["none.pem", "empty.pem", "text.pem"])
def test_invalid_ca_file_is_reported(tmp_path: Path, ca: str) -> None:
    (tmp_path / "empty.pem").write_text("")
    (tmp_path / "text.pem").write_text("no certificate")
    with pytest.raises(ReceiverError, match="CA file"):
        OtlpReceiver("https://127.0.0.1:1/v1/logs", {}, str(tmp_path / ca))


def test_pipe_or_device_in_place_of_a_certificate_is_reported(tls: Certificates, tmp_path: Path) -> None:
    """OpenSSL would wait for the other end of the pipe, or read the device without an end."""
    os.mkfifo(tmp_path / "pipe.pem")
    for path in (str(tmp_path / "pipe.pem"), "/dev/zero", str(tmp_path)):
        with pytest.raises(ReceiverError, match=r"CA file .*not a file"):
            OtlpReceiver("https://127.0.0.1:1/v1/logs", {}, path)
        with pytest.raises(ReceiverError, match=r"client certificate .*not a file"):
            OtlpReceiver("https://127.0.0.1:1/v1/logs", {}, str(tls.ca), certificate=path)


def test_authorities_are_read_once(tls: Certificates, tmp_path: Path) -> None:
    server, ca = OtlpServer(tls), tmp_path / "ca.pem"
    ca.write_bytes(tls.ca.read_bytes())
    there = OtlpReceiver(server.url, {}, str(ca))
    ca.unlink()
    os.mkfifo(ca)
    assert there.send([message()]) == 0
    there.close()
    server.close()


Answer = Callable[[http.server.BaseHTTPRequestHandler], None]
WRONG: dict[str, tuple[Answer, str]] = {
    "401": (lambda request: respond(request, 401), "credentials"),
    "403": (lambda request: respond(request, 403), "credentials"),
    "404": (lambda request: respond(request, 404), "404"),
    "429": (lambda request: respond(request, 429, **{"retry-after": "3600"}), "429"),
    "500": (lambda request: respond(request, 500, b"x" * 10_000_000), "500"),
    "204": (lambda request: respond(request, 204), "204"),
    "web page": (lambda request: respond(request, 200, b"<html>", "text/html"), "not an OpenTelemetry receiver"),
    "no protobuf": (
        lambda request: respond(request, 200, b"\xff\xff\xff", "application/x-protobuf"), "not an OpenTelemetry",
    ),
    "a deep answer": (
        lambda request: respond(request, 200, b'{"partialSuccess":' + b"[" * 60_000, "application/json"),
        "not an OpenTelemetry",
    ),
    "an unknown deep member": (
        lambda request: respond(request, 200, b'{"x":' + b"[" * 60_000, "application/json"),
        "not an OpenTelemetry",
    ),
    "no object": (lambda request: respond(request, 200, b"[1]", "application/json"), "not an OpenTelemetry"),
    "closed": (lambda request: request.connection.shutdown(socket.SHUT_RDWR), "closed the connection"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_wrong_response_is_reported_and_the_batch_is_resent(server: OtlpServer, case: str) -> None:
    answer, words = WRONG[case]
    server.answers += [answer, answer]
    there = OtlpReceiver(server.url, {})
    with pytest.raises(ReceiverError, match=words) as raised:
        there.send([message()])
    assert type(raised.value) is ReceiverError and getattr(raised.value.args[0], "code", "").startswith("store.ship_")
    assert there.send([message()]) == 0 if not server.answers else True
    there.close()


def test_receiver_that_repeats_a_secret_of_the_headers_is_not_quoted(server: OtlpServer) -> None:
    def repeat(request: http.server.BaseHTTPRequestHandler) -> None:
        request.send_response(400, f"no such key: {request.headers['x-key']}")
        request.send_header("content-length", "0")
        request.end_headers()

    server.answers.append(repeat)
    there = OtlpReceiver(server.url, {"x-key": "s3cret-value"})
    with pytest.raises(ReceiverError, match=r"it answered 400 Bad Request$"):
        there.send([message()])
    there.close()


def test_too_large_batch_raises_its_own_error(server: OtlpServer) -> None:
    server.answers.append(lambda request: respond(request, 413))
    there = OtlpReceiver(server.url, {})
    with pytest.raises(BatchTooLargeError):
        there.send([message()])
    there.close()


def test_other_success_responses_are_accepted(server: OtlpServer) -> None:
    there = OtlpReceiver(server.url, {})
    server.answers.append(lambda request: respond(request, 200))
    assert there.send([message()]) == 0
    server.answers.append(lambda request: respond(request, 200, b"{}", "application/json"))
    assert there.send([message()]) == 0
    result = b'{"partialSuccess":{"rejectedLogRecords":"3"}}'
    server.answers.append(lambda request: respond(request, 200, result, "application/json; charset=utf-8"))
    assert there.send([message()]) == 3
    there.close()


def test_a_redirect_is_not_followed(server: OtlpServer) -> None:
    other = OtlpServer()
    for status in (301, 302, 303, 307, 308):
        server.answers.append(lambda request, status=status: respond(request, status, location=other.url))
        there = OtlpReceiver(server.url, {"authorization": "Bearer x"})
        with pytest.raises(ReceiverError, match="redirect"):
            there.send([message()])
        there.close()
    assert other.requests == []
    other.close()


def test_unreachable_receiver_is_reported(server: OtlpServer) -> None:
    url = server.url
    server.close()
    there = OtlpReceiver(url, {})
    with pytest.raises(ReceiverError, match="nothing listens there"):
        there.send([message()])
    there.close()


def _read_request(connection: socket.socket) -> None:
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    head, _, body = data.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
    while len(body) < length:
        body += connection.recv(65536)


def _silent(connection: socket.socket) -> None:
    while connection.recv(65536):
        pass


def _repeats(first: bytes, then: bytes) -> Callable[[socket.socket], None]:
    def serve(connection: socket.socket) -> None:
        _read_request(connection)
        connection.sendall(first)
        while True:
            connection.sendall(then)
            time.sleep(0.05)

    return serve


_CHUNKED = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
_GZIP_WITH_NAME = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff"  # RFC 1952: a name, up to the first zero, follows
_COMPRESSED = b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 9999\r\n\r\n" + _GZIP_WITH_NAME


@pytest.mark.parametrize(
    "serve",
    [
        pytest.param(_silent, id="silent"),
        pytest.param(_repeats(b"HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n", b"x"), id="slow body"),
        pytest.param(_repeats(b"HTTP/1.1 200 OK\r\n\r\n", b"x"), id="slow body up to the end of the connection"),
        pytest.param(_repeats(_CHUNKED, b"0"), id="slow size of a chunk"),
        pytest.param(_repeats(_CHUNKED + b"0\r\n", b"x: y\r\n"), id="endless trailer"),
        pytest.param(_repeats(_COMPRESSED, b"x"), id="endless name in a compressed body"),
        pytest.param(_repeats(b"HTTP/1.1 200 OK\r\nx: ", b"x"), id="slow header"),
        pytest.param(_repeats(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), id="endless 100 Continue"),
    ],
)
def test_silent_or_slow_receiver_times_out(
    monkeypatch: pytest.MonkeyPatch, serve: Callable[[socket.socket], None]
) -> None:
    monkeypatch.setattr(otlp_session, "TIMEOUT", 0.3)
    with listening(serve) as port:
        there = OtlpReceiver(f"http://127.0.0.1:{port}/v1/logs", {})
        with pytest.raises(ReceiverError, match="no response"):
            there.send([message()])
        there.close()


def test_receiver_that_was_too_slow_once_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(otlp_session, "TIMEOUT", 0.3)
    slow = iter((True, False))

    def serve(connection: socket.socket) -> None:
        _read_request(connection)
        connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-type: application/json\r\n\r\n{")
        if next(slow):
            _silent(connection)
        connection.sendall(b"}")

    with listening(serve) as port:
        there = OtlpReceiver(f"http://127.0.0.1:{port}/v1/logs", {})
        with pytest.raises(ReceiverError):
            there.send([message()])
        monkeypatch.setattr(otlp_session, "TIMEOUT", 120)
        assert there.send([message()]) == 0
        there.close()


def test_body_of_a_redirect_is_read_only_in_part() -> None:
    def serve(connection: socket.socket) -> None:
        _read_request(connection)
        connection.sendall(b"HTTP/1.1 302 Found\r\nlocation: /x\r\ncontent-length: 200000\r\n\r\n" + b"x" * 100_000)
        _silent(connection)

    with listening(serve) as port:
        there = OtlpReceiver(f"http://127.0.0.1:{port}/v1/logs", {})
        with pytest.raises(ReceiverError, match="redirect"):
            there.send([message()])
        there.close()


def test_receiver_without_http_is_reported() -> None:
    def garbage(connection: socket.socket) -> None:
        _read_request(connection)
        connection.sendall(b"\x00\x01 hello\r\n\r\n")

    with listening(garbage) as port:
        there = OtlpReceiver(f"http://127.0.0.1:{port}/v1/logs", {})
        with pytest.raises(ReceiverError, match="not an OpenTelemetry receiver"):
            there.send([message()])
        there.close()


def test_variables_of_the_environment_change_nothing(
    secure: OtlpServer, tls: Certificates, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-stolen=1")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", str(tls.ca))
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tls.ca))
    monkeypatch.setenv("CURL_CA_BUNDLE", str(tls.ca))
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login a password b\n")
    monkeypatch.setenv("NETRC", str(netrc))
    there = OtlpReceiver(secure.url, {})
    with pytest.raises(ReceiverError, match="certificate"):  # none of the variables made it trusted
        there.send([message()])
    there.close()
    there = OtlpReceiver(secure.url, {}, str(tls.ca))
    there.send([message()])
    there.close()
    (sent,) = secure.requests
    assert "x-stolen" not in sent and "authorization" not in sent
    assert sent["content-encoding"] == "gzip"


def test_missing_exporter_error_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http._log_exporter", None)
    with pytest.raises(ReceiverError, match=r"pip install 'toolguard-desktop\[otlp\]'"):
        OtlpReceiver("http://127.0.0.1:1/v1/logs", {})


def test_exporter_is_imported_only_if_used() -> None:
    text = (
        "import sys, toolguard.services.runtime.core, toolguard.services.runtime.log_shipping, toolguard.app\n"
        "print([name for name in sys.modules if name.split('.')[0] in "
        "('opentelemetry', 'requests', 'pyarrow', 'google.protobuf')])"
    )
    result = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_hostile_texts_are_sent_as_they_are(server: OtlpServer) -> None:
    event = model.ConfigChanged(what="a\x00b\n‮\U0001f600" + "x" * 100_000, by="person")
    there = OtlpReceiver(server.url, {})
    there.send([message(event)])
    there.close()
    (one,) = server.batches[0]
    assert one.attributes["toolguard.change"].startswith("a\x00b\n‮\U0001f600x")
    assert len(one.attributes["toolguard.change"]) == OtlpReceiver.longest
    assert one.attributes["toolguard.change"].endswith("… (100006 characters)")
    assert one.attributes["toolguard.shortened"] is True


def test_cause_of_a_failed_connection_is_unwrapped() -> None:
    inner: Any = ConnectionRefusedError(111, "refused")
    outer = RuntimeError("Max retries exceeded")
    outer.__cause__ = RuntimeError("x")
    outer.__cause__.__context__ = inner
    assert receiver.error_text(outer) == "nothing listens there"
    assert receiver.error_text(ValueError("bad url http://user:secret@x")) == "the connection failed (ValueError)"


async def test_a_real_collector_has_every_record(log: AuditLog, path: Path, server: OtlpServer, names: Any) -> None:
    pytest.importorskip("rotel", reason="rotel has wheels for Linux on x86-64 and Python up to 3.13")
    with collector(server.url.removesuffix("/v1/logs")) as url:
        ship = LogShipper(
            ShippingStatus(kind="otlp", place=url), path, path.parent / "shipping" / "otlp.json",
            lambda: OtlpReceiver(url, {}),
        )  # fmt: skip
        ship.step()
        for event in (names.asked("c1"), DENIED, *(model.ConfigChanged(what=f"{n}", by="person") for n in range(1200))):
            log.write(event)
        await log.committed()
        while ship.step() == 0.0:
            pass
        assert (ship.status.problem, ship.status.behind, ship.status.sent) == ("", 0, 1202)
        server.wait(lambda: len(server.numbers) >= 1202)
    assert sorted(server.numbers) == list(range(1, 1203))  # the collector may pass batches on in another order
    denied = next(one for batch in server.batches for one in batch if one.number == 2)
    assert (denied.name, denied.severity, denied.scope) == ("toolguard.call_decided", "WARN", "toolguard.audit")
    assert denied.attributes["toolguard.rule.id"] == "r7" and denied.attributes["error.type"] == "denied"
    assert denied.resource["service.name"] == "toolguard"
