"""Answers that are none, and refusals: one request's trouble, told in words, and never more."""

from __future__ import annotations

import pytest

from tests.servers.http.harness import OK, Peer, call, error, harness, legacy, result
from toolguard.gate import jsonrpc
from toolguard.servers.secrets.redactor import Redactor


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (400, "not run: the server refused it (status 400 Bad Request)"),
        (401, "not run: the server requires authentication: set its header Authorization to a value such as Bearer "
              "${secret:NAME} in its settings (status 401 Unauthorized)"),
        (403, "not run: the server does not allow this: check the rights of its token, or set its header "
              "Authorization to a value such as Bearer ${secret:NAME} in its settings (status 403 Forbidden)"),
        (404, "not run: the server found nothing at this address: check its path (status 404 Not Found)"),
        (429, "not run: the server receives too many messages (status 429 Too Many Requests); try again in 7 seconds"),
        (500, "outcome unknown: the server failed (status 500 Internal Server Error)"),
        (599, "outcome unknown: the server failed (status 599)"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("body", ["<html>{}", '{{"error":"{}"}}'])
async def test_refusal_without_json_rpc_becomes_an_error_with_advice(status: int, reason: str, body: str) -> None:
    async def refuses(peer: Peer) -> None:
        later = {"retry_after": "7"} if status == 429 else {}
        await peer.respond(body.format("hunter2-hunter2").encode(), status, "text/html", **later)

    redactor = Redactor()
    redactor.learn("k", "hunter2-hunter2")
    async with harness(legacy(refuses, session=""), redactor=redactor) as it:
        await it.initialize()
        response = await it.ask(call(1))
        assert error(response) == (jsonrpc.INTERNAL_ERROR, reason)
        assert response["error"]["data"]["status"] == status
        assert it.log == [f"status {status}: {body.format('[secret k]')}"]


@pytest.mark.parametrize("modern", [True, False])
@pytest.mark.parametrize("status", [400, 404, 422, 500])
@pytest.mark.case(5)
async def test_json_rpc_error_passes_unchanged_with_any_status(status: int, modern: bool) -> None:
    body = {"code": -32021, "message": "né", "data": {"supported": ["x"]}, "vendor": 1}
    seen = {**body, "message": "né [secret k]"}
    body["message"] = "né hunter2-hunter2"

    async def refuses(peer: Peer) -> None:
        await peer.json({"jsonrpc": "2.0", "id": peer.id if status != 422 else None, "error": body}, status)

    redactor = Redactor()
    redactor.learn("k", "hunter2-hunter2")
    async with harness(legacy(refuses, session=""), redactor=redactor) as it:
        await it.initialize()
        assert await it.ask(call(1, modern=modern)) == {"jsonrpc": "2.0", "id": 1, "error": seen}
        assert it.log == []


@pytest.mark.parametrize(
    ("status", "kind", "body", "reason"),
    [
        (200, "text/html", b"<html>", "the server's response is not MCP; check the address"),
        (200, "", b"", "the server's response is not MCP; check the address"),
        (202, "", b"", "the server accepted the message but sends no response"),
        (204, "", b"", "the server accepted the message but sends no response"),
        (200, "application/json", b'{"jsonrpc":"2.0","id":99,"result":{}}', "the connection ended before the response"),
        (200, "application/json", b'{"jsonrpc":"2.0","method":"x"}', "the connection ended before the response"),
        (200, "text/event-stream", b"data: nothing\n\n", "the connection ended before the response"),
        (200, "text/event-stream", b"", "the connection ended before the response"),
    ],
)
async def test_invalid_response_leaves_the_outcome_unknown(status: int, kind: str, body: bytes, reason: str) -> None:
    async def answers(peer: Peer) -> None:
        await peer.respond(body, status, kind)

    async with harness(legacy(answers)) as it:
        await it.initialize()
        await it.send(call(1))
        while (message := await it.receive()).get("id") != 1:
            pass
        assert error(message) == (jsonrpc.INTERNAL_ERROR, f"outcome unknown: {reason}")


@pytest.mark.parametrize("body", [b"", b"not json", b"[1]", b'{"a":1,"a":2}x', b"\xff{}"])
async def test_invalid_message_is_reported_to_waiting_requests(body: bytes) -> None:
    async def answers(peer: Peer) -> None:
        await peer.respond(body, 200, "application/json; charset=utf-8")

    async with harness(legacy(answers)) as it:
        await it.initialize()
        response = await it.ask(call(1))
        assert isinstance(response, jsonrpc.Malformed)
        assert response.id == 1


async def test_an_error_without_an_id_is_the_answer_to_its_own_request() -> None:
    body = {"code": -32700, "message": "Parse error"}

    async def answers(peer: Peer) -> None:
        await peer.json({"jsonrpc": "2.0", "id": None, "error": body})

    async with harness(legacy(answers)) as it:
        await it.initialize()
        assert await it.ask(call(1)) == {"jsonrpc": "2.0", "id": 1, "error": body}


@pytest.mark.case(22)
async def test_batch_response_becomes_single_messages() -> None:
    async def batch(peer: Peer) -> None:
        members = [{"jsonrpc": "2.0", "method": "notifications/message"}, result(peer.id, OK)]
        if peer.id == 1:
            await peer.json(members)
        else:
            await peer.streams()
            await peer.event(members)
            await peer.end_response()

    async with harness(legacy(batch)) as it:
        await it.initialize()
        for id in (1, 2):
            outcome = await it.ask(call(id)), await it.receive()
            assert [one.get("method", one.get("id")) for one in outcome] == ["notifications/message", id]
