"""Records as syslog: RFC 5424 over TLS, with a real rsyslog at the other end."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.receivers import RSYSLOGD, Certificates, Rsyslog, certificates, listening
from toolguard.gate import model
from toolguard.store.log.audit_log import AuditLog
from toolguard.store.log.records import Record
from toolguard.store.shipping import receiver, syslog
from toolguard.store.shipping.attributes import ATTRIBUTES, LoggedRecord, LogMessage, message_of
from toolguard.store.shipping.receiver import ReceiverError
from toolguard.store.shipping.shipper import LogShipper, ShippingStatus
from toolguard.store.shipping.syslog import MAX_MESSAGE_SIZE, SyslogReceiver, formatted, frame, split_place


def message(event: model.Event, seq: int = 7, *, contents: bool = False) -> LogMessage:
    logged = LoggedRecord(Record(seq, 1_700_000_000.25, event), bytes(32), "pipe")  # type: ignore[arg-type]
    return message_of(logged, contents=contents, longest=SyslogReceiver.longest)


def denied(**more: Any) -> model.CallDecided:
    about = {"session": "s1", "call": "c1", "client": "claude", "server": "git", "tool": "push"}
    return model.CallDecided(**(about | {"verdict": "deny", "by": "rule r7"} | more))


def changed(number: int) -> model.ConfigChanged:
    return model.ConfigChanged(what=f"setting {number}", by="person")


_HEADER = re.compile(
    r"<(\d+)>1 (\S+) (\S+) toolguard - (\S+) \[toolguard@32473((?: [^ =\]\"]{1,32}=\"(?:\\.|[^\"\\\]])*\")*)\] (.*)"
)
_PARAMETER = re.compile(r' ([^ =\]"]{1,32})="((?:\\.|[^"\\\]])*)"')


def parsed(data: bytes) -> tuple[int, dict[str, str], str]:
    """Priority, parameters and text of a message that keeps to RFC 5424."""
    found = _HEADER.fullmatch(data.decode())
    assert found, data
    values = {name: re.sub(r'\\(["\\\]])', r"\1", value) for name, value in _PARAMETER.findall(found[5])}
    return int(found[1]), values, found[6]


def test_a_message_keeps_to_the_standard() -> None:
    made = formatted(message(denied()), "pc 1.example")
    assert made.startswith(b"<108>1 2023-11-14T22:13:20.250000Z pc1.example toolguard - call_decided [toolguard@32473 ")
    priority, values, text = parsed(made)
    assert priority == 13 * 8 + 4
    assert text == "\ufeffcall decided: deny, git/push, for claude"
    assert values["toolguard.rule.id"] == "r7" and values["error.type"] == "denied"
    assert values["toolguard.record.number"] == "7"
    priorities = {
        kind: parsed(formatted(message(event), "h"))[0] % 8
        for kind, event in {
            "info": changed(1), "warning": denied(), "error": model.RecordsUnsigned(first=1, last=2),
        }.items()
    }  # fmt: skip
    assert priorities == {"info": 6, "warning": 4, "error": 3}
    assert parsed(formatted(message(changed(1)), ""))[2]
    assert b" - toolguard" in formatted(message(changed(1)), "\u00e4")


def test_every_name_fits_into_structured_data() -> None:
    assert [row.name for row in ATTRIBUTES if not re.fullmatch(r"[!#-<>-\\^-~]{1,32}", row.name)] == []


@pytest.mark.parametrize("text", ['a"b]c\\d', "a\nb\tc\x00d\x7f\x85", "äöü 中文 \U0001f600", ']] x="y"', "\\", "‮x"])
def test_hostile_text_is_escaped_within_its_syslog_parameter(text: str) -> None:
    made = formatted(message(denied(reason=text, client=text), contents=True), "h")
    assert not re.search(rb"[\x00-\x1f\x7f]", made)
    _, values, _ = parsed(made)
    shown = re.sub(r"[\x00-\x1f\x7f-\x9f]", lambda found: f"\\u{ord(found[0]):04x}", text)
    assert values["toolguard.reason"] == values["toolguard.client.name"] == shown


@pytest.mark.parametrize("size", [1_000, 8_000, 100_000, 2_000_000])
def test_long_syslog_message_is_cut_and_marked(size: int) -> None:
    event = denied(arguments='{"a":"' + "x" * size + '"}', reason="ä" * size, tool="t" * size)
    made = formatted(message(event, contents=True), "h")
    assert len(made) <= MAX_MESSAGE_SIZE
    _, values, _ = parsed(made)
    assert values["toolguard.chain.head"].startswith("0")
    assert (values.get("toolguard.shortened") == "true") is (size > 1_000)
    if size > 1_000:
        assert re.search(r"… \(\d+ characters\)$", values["gen_ai.tool.call.arguments"])


def test_many_values_are_bounded_too() -> None:
    event = model.CallForwarded(
        client="c" * 9000, server="s" * 9000, tool="t" * 9000, digest="d",
        secrets=tuple(f"SECRET_{number} {'x' * 500}" for number in range(500)),
    )  # fmt: skip
    made = formatted(message(event), "h" * 400)
    assert len(made) <= MAX_MESSAGE_SIZE
    assert parsed(made)[1]["toolguard.shortened"] == "true"


def test_syslog_frame_starts_with_its_length() -> None:
    assert frame("ä".encode()) == b"2 \xc3\xa4"


def test_receiver_is_a_host_with_a_port_or_the_default() -> None:
    assert split_place("logs.example.com:1") == ("logs.example.com", 1)
    assert split_place("logs.example.com") == ("logs.example.com", 6514)
    assert split_place("[::1]:65535") == ("::1", 65535)
    wrong = ("", ":1", "a:0", "a:65536", "a:b", "a b:1", "http://a:1", "::1:5", "[::zz]:1", "[1:2]:1", "a..b:1")
    for place in (*wrong, f"{'a' * 64}.b:1"):
        with pytest.raises(ReceiverError, match="address is invalid"):
            split_place(place)


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return certificates(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def rsyslog(tmp_path: Path, tls: Certificates) -> Iterator[Rsyslog]:
    if RSYSLOGD is None:
        pytest.skip("needs the packages rsyslog and rsyslog-gnutls")
    made = Rsyslog(tmp_path / "rsyslog", tls)
    yield made
    made.stop()


async def test_a_real_rsyslog_has_every_record(
    log: AuditLog, path: Path, rsyslog: Rsyslog, tls: Certificates, names: Any
) -> None:
    rsyslog.start()
    status = ShippingStatus(kind="syslog", place=rsyslog.place)
    ship = LogShipper(
        status, path, path.parent / "shipping" / "syslog.json", lambda: SyslogReceiver(rsyslog.place, str(tls.ca), "h")
    )
    ship.step()
    for event in (names.asked("c1", '{"a":1}'), denied(client='cl"au]de\\'), *(changed(n) for n in range(1500))):
        log.write(event)
    await log.committed()
    while ship.step() == 0.0:
        pass
    assert (ship.status.problem, ship.status.behind, ship.status.sent) == ("", 0, 1502)
    lines = rsyslog.wait(1502)
    assert [int(re.search(r'record\.number="(\d+)"', line)[1]) for line in lines] == list(range(1, 1503))  # type: ignore[index]
    assert lines[1].startswith("108 ")
    head, data, text = lines[1].split("|", 2)
    assert head.split()[2:] == ["h", "toolguard", "call_decided"]
    assert 'toolguard.client.name="cl\\"au\\]de\\\\"' in data and 'toolguard.rule.id="r7"' in data
    assert text.lstrip("\ufeff") == 'call decided: deny, git/push, for cl"au]de\\'
    assert not any('"{\\"a\\":1}"' in line for line in lines)


async def test_rsyslog_gets_missed_records_after_a_restart(
    log: AuditLog, path: Path, rsyslog: Rsyslog, tls: Certificates
) -> None:
    status = ShippingStatus(kind="syslog", place=rsyslog.place)
    ship = LogShipper(
        status, path, path.parent / "shipping" / "syslog.json", lambda: SyslogReceiver(rsyslog.place, str(tls.ca))
    )
    ship.step()
    log.write(changed(1))
    await log.committed()
    assert ship.step() > 1 and ship.status.problem == "nothing listens there"
    rsyslog.start()
    assert ship.step() == 0.0
    rsyslog.wait(1)
    rsyslog.stop()
    log.write(changed(2))
    await log.committed()
    ship.step()
    assert ship.status.behind == 1
    rsyslog.start()
    ship.step()
    assert [re.search(r"setting \d", line)[0] for line in rsyslog.wait(2)] == ["setting 1", "setting 2"]  # type: ignore[index]


def test_rsyslog_with_an_untrusted_certificate_gets_no_records(
    rsyslog: Rsyslog, tls: Certificates, tmp_path: Path
) -> None:
    rsyslog.start()
    stranger = certificates(tmp_path / "other")
    for ca in ("", str(stranger.ca)):
        with pytest.raises(ReceiverError, match="certificate"):
            SyslogReceiver(rsyslog.place, ca).send([message(changed(1))])
    SyslogReceiver(rsyslog.place, str(tls.ca)).send([message(changed(2))])
    assert "setting 2" in "".join(rsyslog.wait(1))
    assert "setting 1" not in "".join(rsyslog.lines())


def test_rsyslog_that_requires_a_client_certificate(tls: Certificates, tmp_path: Path) -> None:
    if RSYSLOGD is None:
        pytest.skip("needs the packages rsyslog and rsyslog-gnutls")
    rsyslog = Rsyslog(tmp_path / "mutual", tls, mutual=True).start()
    try:
        stranger = certificates(tmp_path / "other")
        for certificate in ("", str(stranger.both)):
            with pytest.raises(ReceiverError):
                SyslogReceiver(rsyslog.place, str(tls.ca), certificate=certificate).send([message(changed(1))])
        SyslogReceiver(rsyslog.place, str(tls.ca), certificate=str(tls.both)).send([message(changed(2))])
        assert "setting 2" in "".join(rsyslog.wait(1))
        assert "setting 1" not in "".join(rsyslog.lines())
    finally:
        rsyslog.stop()


def secured(tls: Certificates, serve: Callable[[ssl.SSLSocket], None]) -> Callable[[socket.socket], None]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tls.certificate, tls.key)

    def run(connection: socket.socket) -> None:
        with context.wrap_socket(connection, server_side=True) as inner:
            serve(inner)

    return run


def read_all(connection: ssl.SSLSocket) -> None:
    while connection.recv(65536):
        pass


def unread(connection: ssl.SSLSocket) -> None:
    """Close in order, before anything was read."""
    connection.unwrap()


def cut(connection: ssl.SSLSocket) -> None:
    connection.recv(1)


WRONG: dict[str, tuple[Callable[[ssl.SSLSocket], None], str]] = {
    "it closes before it has read": (unread, "closed|secure"),
    "it reads a part": (cut, "closed|secure"),
}


@pytest.mark.parametrize("case", WRONG)
def test_partly_read_batch_is_not_accepted(tls: Certificates, case: str) -> None:
    serve, words = WRONG[case]
    batch = [message(changed(number)) for number in range(5000)]  # more than the system's buffers
    with listening(secured(tls, serve)) as port, pytest.raises(ReceiverError, match=words):
        SyslogReceiver(f"127.0.0.1:{port}", str(tls.ca)).send(batch)


def test_fully_read_batch_without_close_notify_is_accepted(tls: Certificates) -> None:
    with listening(secured(tls, read_all)) as port:
        assert SyslogReceiver(f"127.0.0.1:{port}", str(tls.ca)).send([message(changed(1))]) == 0


def test_unread_small_batch_is_not_accepted(tls: Certificates) -> None:
    serve = secured(tls, lambda inner: socket.socket(fileno=inner.detach()).close())
    with listening(serve) as port, pytest.raises(ReceiverError):
        SyslogReceiver(f"127.0.0.1:{port}", str(tls.ca)).send([message(changed(1))])


def test_silent_server_and_server_without_tls_are_abandoned(tls: Certificates, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syslog, "TIMEOUT", 0.3)
    monkeypatch.setattr(receiver, "TIMEOUT", 0.3)

    def silent(connection: socket.socket) -> None:
        while connection.recv(65536):
            pass

    def plain(connection: socket.socket) -> None:
        connection.sendall(b"220 hello\r\n")
        silent(connection)

    for serve, words in ((silent, "no response in 0.3 seconds"), (plain, "no secure connection")):
        with listening(serve) as port, pytest.raises(ReceiverError, match=words):
            SyslogReceiver(f"127.0.0.1:{port}", str(tls.ca)).send([message(changed(1))])
