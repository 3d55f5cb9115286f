"""What it costs to look whether a call's inputs hold a secret: without any, with a few, with many."""

from __future__ import annotations

import base64
import random
import statistics
import time

import pytest

from tests.bench.conftest import Show
from toolguard.gate import jsonrpc
from toolguard.servers import Redactor, SecretScanner

pytestmark = pytest.mark.bench
ROUNDS, CALLS = 7, 5_000
SMALL = {"path": "/home/me/notes/today.md", "content": "buy milk, call the plumber, read the paper", "mode": "append"}


def message(arguments: object) -> bytes:
    params = {"name": "write", "arguments": arguments, "_meta": {"progressToken": 7}}
    return jsonrpc.encode({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})


def finder(count: int) -> SecretScanner:
    made = SecretScanner()
    for number in range(count):
        made.learn(f"s{number}", f"sk-{number:03}-ZmFrZSBrZXkgb2Ygc29tZWJvZHk/+{number * 7919:08x}")
    return made


def took(find: SecretScanner, data: bytes, calls: int) -> float:
    """Microseconds a call, the median of some rounds."""
    rounds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for _ in range(calls):
            find(data)
        rounds.append((time.perf_counter() - began) / calls * 1e6)
    return statistics.median(rounds)


def test_leak_check_of_small_arguments(show: Show) -> None:
    data = message(SMALL)
    for count, budget in ((0, 1.0), (5, 20.0), (20, 20.0), (100, 60.0)):
        us = took(finder(count), data, CALLS)
        show(f"a look for {count} secrets in {len(data)} bytes", f"{us:.2f} µs", f"≤ {budget:g} µs")


def test_leak_check_of_large_arguments(show: Show) -> None:
    data = message({"text": "All work and no play makes a dull log. " * 27_000})
    us = took(finder(20), data, 5)
    show(f"a look for 20 secrets in {len(data):,} bytes", f"{us / 1000:.2f} ms")


def test_secrets_are_redacted_in_large_results(show: Show) -> None:
    """What a server says is searched for every secret in every encoding in one pass, whatever it is."""
    texts = {
        "prose": b"All work and no play makes a dull log. \\n" * 300_000,
        "an image in base64": base64.b64encode(random.Random(1).randbytes(8_000_000)),
        "a list of bytes": b"104, 117, 7, 255, " * 600_000,
    }
    for count in (0, 1, 20):
        scrubber = Redactor()
        for number in range(count):
            scrubber.learn(f"s{number}", f"sk-{number:03}-ZmFrZSBrZXkgb2Ygc29tZWJvZHk/+{number * 7919:08x}")
        for name, text in texts.items():
            for size, budget in ((1_000_000, "≤ 4 ms"), (10_000_000, "≤ 45 ms")):
                data = text[:size]
                scrubber(data)
                rounds = []
                for _ in range(ROUNDS):
                    began = time.process_time()
                    scrubber(data)
                    rounds.append(time.process_time() - began)
                ms = statistics.median(rounds) * 1000
                about = f"{count} secrets in {size // 1_000_000} MB of {name}"
                show(about, f"{ms:.2f} ms ({size / 1e3 / max(ms, 1e-6):,.0f} MB/s)", budget)
