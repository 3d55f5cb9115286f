"""Malformed JSON-RPC lines, slightly or entirely wrong, without line breaks."""

from __future__ import annotations

import json
import random
from typing import Any

IDS: tuple[Any, ...] = (0, 1, -1, 2**63, 2**200, "", "f", "f" * 2000, None, True, 1.5, [], {})
METHODS = (
    "tools/call", "tools/list", "ping", "initialize", "notifications/cancelled", "notifications/progress", "Tools/Call",
    "tools/ca\u0142l", "", "vendor/x", "resources/read", "logging/setLevel", "tasks/get", "notifications/tasks/status",
    "sampling/createMessage", "elicitation/create", "roots/list", "notifications/tools/list_changed",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, 0, -0.0, 1e308, 10**30, "", "\ud800", "\u2028", "x" * 300, [], {}, [[]], {"": {}}, {"name": "say"},
    {"requestId": 1}, {"progressToken": 1, "progress": 1}, {"name": "say", "arguments": {"lines": ["x"]}},
    {"name": "nowhere", "arguments": 7}, {"taskId": "t"}, {"content": [{"type": "text", "text": "t"}]},
)  # fmt: skip
PIECES = (
    b'{"',
    b'":',
    b",",
    b"[",
    b"]",
    b"{",
    b"}",
    b"\\u0000",
    b"\x00",
    b"\xff",
    b"\xed\xa0\x80",
    b"1e9",
    b'"id"',
    b"\r",
)


def message(chance: random.Random) -> dict[str, Any]:
    made: dict[str, Any] = {"jsonrpc": chance.choice(("2.0", "2.0", "2.0", "1.0", 2))}
    for name, values in (("id", IDS), ("method", METHODS), ("params", VALUES), ("result", VALUES), ("error", VALUES)):
        if chance.random() < (0.7 if name in ("id", "method", "params") else 0.15):
            made[name] = chance.choice(values)
    return made


def line(chance: random.Random) -> bytes:
    kind = chance.random()
    value: Any = [message(chance) for _ in range(chance.randrange(4))] if kind < 0.1 else message(chance)
    data = bytearray(json.dumps(value, ensure_ascii=kind < 0.8).encode("utf-8", "surrogatepass"))
    if kind < 0.5:
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(data))
            change = chance.randrange(4)
            if change == 0:
                data[at] = chance.randrange(256)
            elif change == 1:
                del data[at : at + chance.randrange(1, 20)]
            elif change == 2:
                data[at:at] = chance.choice(PIECES)
            else:
                data[at:at] = data[: chance.randrange(40)]
            data = data or bytearray(b"{")
    elif kind > 0.995:
        data = bytearray(b"[" * chance.randrange(1, 5000))
    return bytes(data).replace(b"\n", b" ")
