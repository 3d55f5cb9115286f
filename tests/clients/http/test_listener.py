"""The sockets and the reader of one connection: loopback only, bounded before anybody has said who he is."""

from __future__ import annotations

import asyncio
import json
import socket

import psutil
import pytest

from tests.clients.raw_http import INITIALIZE, TOKEN, Place, modern, request
from toolguard.clients.http.connections import ConnectionLimits
from toolguard.clients.http.listener import MAX_HEAD_SIZE, describe_bind_error, sockets


@pytest.fixture
async def place():
    made = Place()
    await made.listener.start(0)
    yield made
    await made.close()


@pytest.mark.case(29)
def test_listener_binds_only_loopback():
    found = sockets(0)
    try:
        assert {one.getsockname()[0] for one in found} <= {"127.0.0.1", "::1"}
        assert len({one.getsockname()[1] for one in found}) == 1
        assert all(one.proto == socket.IPPROTO_TCP for one in found)
        port = found[0].getsockname()[1]
        for addresses in psutil.net_if_addrs().values():
            for one in addresses:
                if one.family == socket.AF_INET and not one.address.startswith("127."):
                    with pytest.raises(OSError), socket.socket() as other:
                        other.connect((one.address, port))
    finally:
        for one in found:
            one.close()


async def test_listener_accepts_both_loopback_addresses(place):
    for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        if family == socket.AF_INET6 and not socket.has_ipv6:
            continue
        reader, writer = await asyncio.open_connection(address, place.port, family=family)
        host = f"[::1]:{place.port}" if ":" in address else f"{address}:{place.port}"
        writer.write(request(place.port, "POST", "/s/peer/mcp", INITIALIZE, host=host))
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        writer.close()
        await writer.wait_closed()


async def test_an_answer_does_not_wait_for_an_acknowledgement(place):
    await place.wire()
    (connection,) = place.listener._server.server_state.connections
    assert connection.transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_used_port_is_reported_with_advice():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(OSError, match=r"(?i)in use") as caught:
            sockets(port)
    result = describe_bind_error(caught.value, port)
    assert f"port {port}" in result and "another program uses it" in result and "http_port" in result


async def test_port_can_be_bound_again_immediately_after_stop(place):
    wire = await place.wire()
    await (await wire.post(INITIALIZE)).body()
    port = place.port
    await place.listener.stop()
    assert await wire.is_cut()
    for one in sockets(port):
        one.close()


async def test_a_head_without_end_is_cut_off(place):
    wire = await place.wire()
    try:
        await wire.send(b"POST /s/peer/mcp HTTP/1.1\r\n")
        for number in range(100):
            await wire.send(b"x-%d: " % number + b"y" * (MAX_HEAD_SIZE // 20) + b"\r\n")
            await asyncio.sleep(0)
    except ConnectionError:
        return
    assert await wire.is_cut()


async def test_trailers_without_end_are_cut_off(place):
    wire = await place.wire()
    more = {"content_length": None, "transfer_encoding": "chunked"}
    await wire.send(request(place.port, "POST", "/s/peer/mcp", b"", **more), b"2\r\n{}\r\n0\r\n")
    try:
        for number in range(100):
            await wire.send(b"x-%d: " % number + b"y" * (MAX_HEAD_SIZE // 20) + b"\r\n")
            await asyncio.sleep(0)
    except ConnectionError:
        return
    assert await wire.is_cut()


async def test_trailers_are_no_headers(place):
    wire = await place.wire()
    more = {"content_length": None, "transfer_encoding": "chunked", "authorization": None}
    head, body = request(place.port, "POST", "/s/peer/mcp", b"", **more), json.dumps(INITIALIZE).encode()
    await wire.send(head + b"%x\r\n%b\r\n0\r\nauthorization: Bearer %b\r\n\r\n" % (len(body), body, TOKEN.encode()))
    assert (await wire.receive()).status == 401


async def test_a_long_body_in_small_chunks_is_not_cut_off(place):
    wire = await place.wire()
    text = b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"t":"' + b"y" * 50_000 + b'"}}'
    chunks = b"".join(b"1\r\n" + text[i : i + 1] + b"\r\n" for i in range(len(text))) + b"0\r\n\r\n"
    more = {"content_length": None, "transfer_encoding": "chunked"}
    await wire.send(request(place.port, "POST", "/s/peer/mcp", b"", **more), chunks)
    assert (await wire.receive()).status == 400  # it needs a session first: it was read to its end


async def test_idle_connection_and_incomplete_head_are_closed():
    place = Place(limits=ConnectionLimits(head_timeout=0.1))
    await place.listener.start(0)
    silent, slow, patient = [await place.wire() for _ in range(3)]
    await slow.send(b"POST /s/peer/mcp HTT")
    response = await patient.post(INITIALIZE)
    await response.body()
    assert await silent.is_cut() and await slow.is_cut()
    await asyncio.sleep(0.3)
    assert (await patient.post(INITIALIZE)).status == 200
    await patient.send(b"POST /s/peer/mcp HTT")
    await place.close()


@pytest.mark.parametrize("first", [b"GET / HTTP/9.9\r\n\r\n", b"\0\0\0\0\r\n\r\n", b"POST  x y z\r\n\r\n"])
async def test_invalid_http_gets_400_and_is_disconnected(place, first):
    wire = await place.wire()
    await wire.send(first)
    assert (await wire.receive()).status == 400
    assert await wire.is_cut()


@pytest.mark.parametrize("more", [b"GET /s/peer/mcp HTTP/1.1\r\n\r\n", b"\0"])
async def test_request_before_the_response_ends_the_connection(place, more):
    wire = await place.wire()
    empty_line = b"\r\n"  # some clients add one
    await wire.send(request(place.port, "POST", "/s/peer/mcp", **modern("wait")), empty_line)
    response = await wire.receive()
    await wire.send(more)
    with pytest.raises((EOFError, ConnectionError)):
        await response.body()
    await place.until(lambda: [message["method"] for message in place.received] == ["wait", "notifications/cancelled"])


async def test_invalid_body_gets_400_and_is_disconnected(place):
    wire = await place.wire()
    more = {"content_length": None, "transfer_encoding": "chunked"}
    await wire.send(request(place.port, "POST", "/s/peer/mcp", b"", **more), b"-1\r\n")
    assert (await wire.receive()).status == 400
    assert await wire.is_cut()


async def test_request_with_the_address_of_another_host_is_refused(place):
    assert (await (await place.wire()).ask(path="http://evil.example/s/peer/mcp", body=INITIALIZE)).status == 400


async def test_body_of_a_request_for_another_protocol_is_no_request(place):
    wire, body = await place.wire(), request(place.port, "POST", "/s/peer/mcp", INITIALIZE)
    head = request(place.port, "POST", "/s/peer/mcp", body, connection="upgrade", upgrade="h2c")[: -len(body)]
    await wire.send(head)
    response = await wire.receive()
    assert (response.status, b"without the header Upgrade" in await response.body()) == (400, True)
    with pytest.raises((EOFError, ConnectionError)):
        await wire.send(body)
        await wire.receive()


async def test_a_request_to_become_a_websocket_is_an_ordinary_request(place):
    upgrade = {"connection": "Upgrade", "upgrade": "websocket", "sec_websocket_version": "13", "sec_websocket_key": "x"}
    response = await (await place.wire()).ask("GET", **upgrade)
    assert response.status == 400
