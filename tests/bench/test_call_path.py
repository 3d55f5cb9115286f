"""The number of Python functions that one warm stdio call, allowed by a rule, runs through in a real core.

``CALL_PATH=FILE`` saves the result as JSON. ``path`` in it lists every function in order.
"""

import json
import os
import sys
from pathlib import Path

import pytest

from tests.bench.test_stdio import Client, toolguard

pytestmark = pytest.mark.bench

PROGRAM = str(Path(__file__).with_name("call_path.py"))


def test_profile_of_one_call_is_printed(tmp_path, capsys):
    out = tmp_path / "path.json"
    with toolguard(tmp_path / "home", program=(sys.executable, PROGRAM, str(out))) as (argv, env, _):
        client = Client(argv, env)
        client.one_in_flight(600)
        client.close()
    counted = json.loads(out.read_text())
    if target := os.environ.get("CALL_PATH"):
        Path(target).write_text(out.read_text())
    encodes = {name: count for name, count in counted["jsonrpc"].items() if "code" in name or "digest" in name}
    with capsys.disabled():
        print(
            f"\none call: {counted['calls']} Python calls ({counted['ours']} ours), {counted['functions']} functions "
            f"({counted['our_functions']} ours), {counted['modules']} modules, {counted['classes']} classes; {encodes}"
        )
