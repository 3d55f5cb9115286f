"""The sample call of the introduction, against the server that it starts."""

from __future__ import annotations

import json
import subprocess

import pytest

from toolguard.demo.sample import TOOL, arguments_in, launch_in


@pytest.mark.parametrize(("spoken", "text"), [("en", "milk"), ("zh_CN", "牛奶")])
def test_the_sample_call_reads_a_note_in_the_persons_language(spoken: str, text: str) -> None:
    launch = launch_in(spoken)
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    lines = (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": TOOL, "arguments": arguments_in(spoken)},
        },
    )
    result = "".join(json.dumps(line) + "\n" for line in lines).encode()
    done = subprocess.run(
        [launch["command"], *launch["args"]], input=result, capture_output=True, check=True, timeout=240
    )
    answers = {one.get("id"): one for one in map(json.loads, done.stdout.decode().splitlines())}
    assert text in answers[2]["result"]["content"][0]["text"]
    assert not answers[2]["result"].get("isError")
