"""Large, unusual and invalid input arrives as it was sent, on each transport."""

from __future__ import annotations

import json

import pytest

DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}'
TRANSPORTS = ["handed", "copied", "tcp"]


@pytest.fixture(params=TRANSPORTS)
def client(sandbox, request):
    """A client with an open session, on each of the three transports; every call is allowed."""
    if request.param == "tcp":
        sandbox.env["TOOLGUARD_LOCAL"] = "tcp"
    sandbox.allow()
    sandbox.serve()
    out = sandbox.folder / "stdout" if request.param == "copied" else None  # a file cannot be handed over
    client = sandbox.client(out=out)
    client.initialize()
    return client


@pytest.mark.case(10)
def test_ten_megabyte_result_is_complete(client):
    client.call(1, "big", {"size": 10_000_000})
    text = client.answer(1)["result"]["content"][0]["text"]
    assert text == "x" * 10_000_000


@pytest.mark.case(10)
def test_ten_megabyte_call_is_complete(client, sandbox):
    client.call(1, "say", {"lines": [DONE], "text": "é\u2028" * 2_000_000})
    assert client.answer(1)["result"] == {"done": True}
    assert sandbox.received()[-1]["bytes"] > 10_000_000


@pytest.mark.case(10)
def test_junk_on_stdout_and_flood_on_stderr_are_harmless(client, sandbox):
    junk = ["", "Listening on port 1", "{half", "[]", "7", "\x1b[31mred", '{"jsonrpc":"2.0","id":"nobody","result":{}}']
    client.call(1, "say", {"lines": [*junk, DONE, *junk]})
    assert client.answer(1)["result"] == {"done": True}
    client.call(2, "noise")
    assert client.answer(2)["result"]["content"][0]["text"] == "after the noise"
    assert client.is_quiet()
    assert client.end() == 0
    logs = b"".join(path.read_bytes() for path in (sandbox.home / "logs").iterdir())
    assert b"Listening on port 1" in logs
    assert b"lines were dropped" in logs
    assert len(logs) < 3_000_000


@pytest.mark.case(10)
def test_line_separators_and_both_line_ends_pass(client):
    lines = ['{"jsonrpc":"2.0","id":$ID,"result":{"text":"a\u2028b\u2029c\u0085d"}}\r']
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                       "params": {"name": "say", "arguments": {"lines": lines}}}, ensure_ascii=False)  # fmt: skip
    client.send(line.encode() + b"\r\n")
    received = client.line()
    assert b"\r" not in received
    assert json.loads(received)["result"]["text"] == "a\u2028b\u2029c\u0085d"
    assert not any(separator.encode() in received for separator in "\u2028\u2029\u0085")
