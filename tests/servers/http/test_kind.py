"""What a person sets for a remote server, what of it cannot be, and a server that cannot be reached."""

from __future__ import annotations

import socket
import ssl
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.servers.http.harness import INITIALIZE_PARAMS, HttpHarness, Server, Spec, harness, legacy, releasing, request
from toolguard.servers import Redactor, ServerResources, UnreachableError, open_server
from toolguard.servers.http.transport import make_tls_context, proxy_for
from toolguard.servers.secrets.redactor import places
from toolguard.store.config.config import ServerSpec
from toolguard.tables.servers import KINDS


async def refused(spec: Spec, **secrets: str) -> str:
    with pytest.raises(UnreachableError) as why:
        await open_server(spec, ServerResources(release=releasing(secrets), log=lambda _: None))
    return str(why.value)


@pytest.mark.parametrize("url", ["https://", "ftp://x/y", "x", "http://[::1", "http://x:99999/", "https:///path"])
async def test_invalid_address_is_refused(url: str) -> None:
    assert "address" in await refused(Spec(url))


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (Spec("https://me:word@example.com/"), "contains a password"),
        (Spec("https://${secret:k}.example.com/"), "name of a host"),
        (Spec("https://example.com/", {"Host": "x"}), "ToolGuard sets the header Host itself"),
        (Spec("https://example.com/", {"mcp-Session-Id": "x"}), "mcp-Session-Id"),
        (Spec("https://example.com/", {"Cookie": "x"}), "Cookie"),
        (Spec("http://example.com/", {"Authorization": "Bearer ${secret:k}"}), "unencrypted"),
        (Spec("http://example.com/?k=${secret:k}"), "unencrypted"),
        (Spec("https://example.com/", {"X": "${secret:}"}), "X contains an invalid reference to a secret"),
        (Spec("https://example.com/", {"X": "${secret:unknown}"}), "no secret unknown"),
        (Spec("https://example.com/", {"X": "${secret:lines}"}), "the header X contains a character"),
        (Spec("https://example.com/", {"X": "é"}), "the header X contains a character"),
        (Spec("https://example.com/", enabled=False), "turned off"),
    ],
)
async def test_harmful_settings_are_refused_without_revealing_values(spec: Spec, text: str) -> None:
    problem = await refused(spec, k="hunter2", lines="hunter2\nX-Evil: 1")
    assert text in problem
    assert "hunter2" not in problem


@pytest.mark.case(44)
async def test_secrets_in_headers_and_url_are_redacted_in_responses() -> None:
    async def repeats(peer: Any) -> None:
        await peer.result({"header": peer.headers["authorization"], "path": peer.path})

    redactor = Redactor()
    async with harness(
        legacy(repeats),
        headers={"Authorization": "Bearer ${secret:k}", "X-Plain": "p"},
        secrets={"k": "hunter2/hunter2\n"},
        path="/${secret:k}",
        redactor=redactor,
    ) as it:
        await it.initialize()
        response = await it.ask(request(1, "x"))
        assert response["result"] == {"header": "Bearer [secret k]", "path": "/mcp/[secret k]"}
        peer = it.server.received[-1]
        assert peer.headers["authorization"] == "Bearer hunter2/hunter2"
        assert peer.headers["x-plain"] == "p"
        assert peer.path == "/mcp/hunter2%2Fhunter2"
    assert not any("hunter2" in line for line in it.log)


def test_settings_list_every_place_of_a_secret() -> None:
    spec = ServerSpec(
        name="far", kind="http", url="https://x/${secret:path}", headers={"A": "${secret:h}", "B": "${secret:path}"}
    )
    assert places(spec) == {"h": ("header A",), "path": ("header B", "address")}


async def test_the_states_say_that_a_secret_is_waited_for() -> None:
    states: list[str] = []
    problem = await refused(Spec("http://127.0.0.1:9/", {"X": "${secret:k}"}))
    assert "no secret k" in problem
    with pytest.raises(UnreachableError):
        await open_server(
            Spec("http://127.0.0.1:9/", {"X": "${secret:k}"}),
            ServerResources(release=releasing({"k": "v"}), log=lambda _: None, on_state=states.append),
        )
    assert states == ["starting", "waiting for your keyring", "starting"]


async def test_only_our_own_headers_and_those_of_the_settings_are_sent() -> None:
    async with harness(legacy(lambda peer: peer.result({})), headers={"X-Mine": "1"}) as it:
        await it.initialize()
        await it.ask(request(1, "ping"))
        sent = it.server.of("ping")[0].headers
    assert set(sent) == {
        "host", "user-agent", "accept", "accept-encoding", "content-type", "content-length", "mcp-session-id",
        "mcp-protocol-version", "x-mine",
    }  # fmt: skip
    assert sent["host"] == it.server.url.split("/")[2]


async def test_missing_listener_is_reported_before_sending() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        problem = await refused(Spec(f"http://127.0.0.1:{port}/mcp"))
    assert problem == f"nothing listens at 127.0.0.1, port {port}; is the server running?"


async def test_unknown_name_is_reported() -> None:
    assert "check the address" in await refused(Spec("https://no-such-host.invalid/mcp"))


async def test_a_proxy_of_the_system_is_used_for_others_and_never_for_this_computer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("http_proxy", "http://proxy:1")
    monkeypatch.setenv("https_proxy", "http://proxy:2")
    monkeypatch.setenv("no_proxy", "inside.example")
    assert proxy_for("http://example.com/") == "http://proxy:1"
    assert proxy_for("https://example.com/") == "http://proxy:2"
    for host in ("inside.example", "localhost", "127.0.0.1:80", "127.9.9.9", "[::1]", "x.localhost"):
        assert proxy_for(f"http://{host}/") is None


def test_the_settings_are_described_in_one_line_without_values() -> None:
    headers = {"Authorization": "Bearer ${secret:k}", "X": "1"}
    line = KINDS["http"].describe(
        ServerSpec(name="x", kind="http", url="https://example.com/\u202emcp", headers=headers)
    )
    assert "[Authorization: Bearer ${secret:k}] [X: 1]" in line
    assert line.isprintable()


@pytest.mark.parametrize(
    ("settings", "good"),
    [
        ({"url": "https://example.com/mcp"}, True),
        ({"url": "http://localhost:1", "headers": {"A": "b"}, "transport": "sse"}, True),
        ({"url": "ftp://x"}, False),
        ({"headers": {}}, False),
        ({"url": "https://x", "headers": {"a b": "c"}}, False),
        ({"url": "https://x", "headers": {"a": "b\nc"}}, False),
        ({"url": "https://x", "transport": "pigeon"}, False),
    ],
)
def test_schema_accepts_valid_and_rejects_invalid_settings(settings: dict[str, Any], good: bool) -> None:
    assert jsonschema.Draft202012Validator(KINDS["http"].schema).is_valid(settings) is good


def test_http_client_is_not_imported_before_a_remote_server_is_opened() -> None:
    code = "import sys, toolguard.servers; print([m for m in ('httpx2', 'httpcore2', 'anyio') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for this computer that only its own file vouches for, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "loopback")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "cert.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(Encoding.PEM))
    paths[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return paths


@pytest.mark.parametrize("known", [True, False])
async def test_untrusted_certificate_is_refused(known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cert, key = certificate(tmp_path)
    if known:
        monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    server = Server(legacy(lambda peer: peer.result({})))
    await server.start(ssl=context)
    channel = await open_server(Spec(server.url), ServerResources(release=releasing({}), log=lambda _: None))
    try:
        it = HttpHarness(server, channel, [])
        response = await it.ask(request("i", "initialize", **INITIALIZE_PARAMS))
    finally:
        await channel.close()
        await server.stop()
    if known:
        assert "result" in response
    else:
        assert "certificate is not trusted (self-signed certificate)" in response["error"]["message"]
        assert server.received == []


async def test_the_store_of_certificates_is_read_once_for_all_servers() -> None:
    assert make_tls_context("https://a.example/") is make_tls_context("https://b.example/")
    assert make_tls_context("https://a.example/").verify_mode == ssl.CERT_REQUIRED
    assert make_tls_context("https://a.example/").check_hostname
    assert not make_tls_context("http://a.example/").get_ca_certs()


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:1", "ftp://x:1", "http://user:hunter2@x:bad"])
async def test_unusable_proxy_is_reported_without_its_password(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", proxy)
    monkeypatch.delenv("no_proxy", raising=False)
    problem = await refused(Spec("https://example.com/"))
    assert "proxy" in problem and "hunter2" not in problem


async def test_missing_certificate_file_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/no/such/file")
    assert "SSL_CERT_FILE" in await refused(Spec("https://127.0.0.1/"))
