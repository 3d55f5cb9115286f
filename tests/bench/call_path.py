"""Run ``toolguard`` and count the Python functions that one warm call runs through: ``call_path.py OUT serve``.

A call begins where the client's bytes are read (`DescriptorChannel._read`) and ends where the next one does. Only what
runs on that thread meanwhile is counted. The median over many calls is written to OUT when the program ends.
"""

from __future__ import annotations

import json
import sys
import threading
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = str(Path(__file__).parents[2])
READ = "DescriptorChannel._read"
"""Where a call begins. A string: importing the class would import what is counted."""
SKIPPED = 300
KEPT = 200
_calls: list[list[str]] = []
_seen = 0
_core = 0


def watch(frame: FrameType, event: str, _arg: Any) -> None:
    """The profile function of every thread."""
    global _seen, _core
    if event != "call":
        return
    code = frame.f_code
    if code.co_qualname == READ:
        _seen += 1
        _core = threading.get_ident()
        if SKIPPED < _seen <= SKIPPED + KEPT + 1:
            _calls.append([])
    if SKIPPED < _seen <= SKIPPED + KEPT and threading.get_ident() == _core:
        _calls[-1].append(f"{code.co_filename}:{code.co_qualname}:{code.co_firstlineno}")


def report(out: Path) -> None:
    calls = sorted(_calls[:KEPT], key=len)
    middle = calls[len(calls) // 2]
    ours = [one for one in middle if one.startswith(ROOT)]
    files = Counter(one.split(":")[0].removeprefix(ROOT + "/") for one in ours)
    classes = {f"{one.split(':')[0]}:{one.split(':')[1].split('.')[0]}" for one in ours if "." in one.split(":")[1]}
    encodes = [one.split(":")[1] for one in ours if one.split(":")[0].endswith("gate/jsonrpc.py")]
    out.write_text(
        json.dumps(
            {
                "calls": len(middle),
                "ours": len(ours),
                "functions": len(set(middle)),
                "our_functions": len(set(ours)),
                "modules": len(files),
                "classes": len(classes),
                "jsonrpc": Counter(encodes),
                "path": [one.removeprefix(ROOT + "/toolguard/") for one in middle],
            }
        )
    )


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    from toolguard.cli.parser import main

    where = Path(sys.argv[1])
    del sys.argv[1]
    threading.setprofile(watch)
    sys.setprofile(watch)
    try:
        main()
    finally:
        sys.setprofile(None)
        report(where)
