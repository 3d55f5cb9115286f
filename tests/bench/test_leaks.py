"""Cost of the search for secrets in arguments and results, by number of secrets."""

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


def scanner(count: int) -> SecretScanner:
    """Return a scanner that knows ``count`` secrets."""
    result = SecretScanner()
    for number in range(count):
        result.learn(f"s{number}", f"sk-{number:03}-ZmFrZSBrZXkgb2Ygc29tZWJvZHk/+{number * 7919:08x}")
    return result


def took(scan: SecretScanner, data: bytes, calls: int) -> float:
    """Return the microseconds of a scan, the median of `ROUNDS` rounds."""
    rounds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for _ in range(calls):
            scan(data)
        rounds.append((time.perf_counter() - began) / calls * 1e6)
    return statistics.median(rounds)


def test_leak_check_of_small_arguments(show: Show) -> None:
    data = message(SMALL)
    for count, budget in ((0, 1.0), (5, 20.0), (20, 20.0), (100, 60.0)):
        us = took(scanner(count), data, CALLS)
        show(f"search for {count} secrets in {len(data)} bytes", f"{us:.2f} µs", f"≤ {budget:g} µs")


def test_leak_check_of_large_arguments(show: Show) -> None:
    data = message({"text": "All work and no play makes a dull log. " * 27_000})
    us = took(scanner(20), data, 5)
    show(f"search for 20 secrets in {len(data):,} bytes", f"{us / 1000:.2f} ms")


def test_redaction_of_large_results(show: Show) -> None:
    """One pass searches the output of a server for every secret in every encoding."""
    texts = {
        "prose": b"All work and no play makes a dull log. \\n" * 300_000,
        "an image in base64": base64.b64encode(random.Random(1).randbytes(8_000_000)),
        "a list of bytes": b"104, 117, 7, 255, " * 600_000,
    }
    for count in (0, 1, 20):
        redactor = Redactor()
        for number in range(count):
            redactor.learn(f"s{number}", f"sk-{number:03}-ZmFrZSBrZXkgb2Ygc29tZWJvZHk/+{number * 7919:08x}")
        for name, text in texts.items():
            for size, budget in ((1_000_000, "≤ 4 ms"), (10_000_000, "≤ 45 ms")):
                data = text[:size]
                redactor(data)
                rounds = []
                for _ in range(ROUNDS):
                    began = time.process_time()
                    redactor(data)
                    rounds.append(time.process_time() - began)
                ms = statistics.median(rounds) * 1000
                title = f"{count} secrets in {size // 1_000_000} MB of {name}"
                show(title, f"{ms:.2f} ms ({size / 1e3 / max(ms, 1e-6):,.0f} MB/s)", budget)
