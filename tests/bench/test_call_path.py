"""How many Python functions one warm, rule-allowed stdio call runs through, in a real core.

``CALL_PATH=FILE`` keeps what was counted: every function, in order, under ``path``.
"""

import json
import os
import sys
from pathlib import Path

import pytest

from tests.bench.test_stdio import Client, toolguard

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300)]

PROGRAM = str(Path(__file__).with_name("call_path.py"))


def test_functions_of_one_call(tmp_path, capsys):
    out = tmp_path / "path.json"
    with toolguard(tmp_path / "home", program=(sys.executable, PROGRAM, str(out))) as (argv, env, _):
        client = Client(argv, env)
        client.one_in_flight(600)
        client.close()
    told = json.loads(out.read_text())
    if keep := os.environ.get("CALL_PATH"):
        Path(keep).write_text(out.read_text())
    encodes = {name: count for name, count in told["jsonrpc"].items() if "code" in name or "digest" in name}
    with capsys.disabled():
        print(
            f"\none call: {told['calls']} Python calls ({told['ours']} ours), {told['functions']} functions "
            f"({told['our_functions']} ours), {told['modules']} modules, {told['classes']} classes; {encodes}"
        )
