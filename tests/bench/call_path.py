"""Run ``toolguard`` and count the Python functions of one warm call: ``call_path.py OUT serve``.

A call begins when the client's bytes are read (`DescriptorChannel._read`) and ends when the next one begins. Only
functions on that thread are counted. The median over many calls is written to OUT as JSON when the program ends.
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
"""Qualified name of the function that begins a call. A string, because importing the class would change the count."""
WARM_UP = 300
"""Calls that are not counted."""
COUNTED = 200
_calls: list[list[str]] = []
_seen = 0
_thread = 0


def watch(frame: FrameType, event: str, _arg: Any) -> None:
    """Profile function of every thread: record the functions of counted calls."""
    global _seen, _thread
    if event != "call":
        return
    code = frame.f_code
    if code.co_qualname == READ:
        _seen += 1
        _thread = threading.get_ident()
        if WARM_UP < _seen <= WARM_UP + COUNTED + 1:
            _calls.append([])
    if WARM_UP < _seen <= WARM_UP + COUNTED and threading.get_ident() == _thread:
        _calls[-1].append(f"{code.co_filename}:{code.co_qualname}:{code.co_firstlineno}")


def report(out: Path) -> None:
    """Write the counts of the median call to ``out``."""
    calls = sorted(_calls[:COUNTED], key=len)
    median = calls[len(calls) // 2]
    ours = [function for function in median if function.startswith(ROOT)]
    files = Counter(function.split(":")[0].removeprefix(ROOT + "/") for function in ours)
    methods = [function.split(":") for function in ours if "." in function.split(":")[1]]
    classes = {f"{file}:{name.split('.')[0]}" for file, name, _ in methods}
    encodes = [function.split(":")[1] for function in ours if function.split(":")[0].endswith("gate/jsonrpc.py")]
    out.write_text(
        json.dumps(
            {
                "calls": len(median),
                "ours": len(ours),
                "functions": len(set(median)),
                "our_functions": len(set(ours)),
                "modules": len(files),
                "classes": len(classes),
                "jsonrpc": Counter(encodes),
                "path": [function.removeprefix(ROOT + "/toolguard/") for function in median],
            }
        )
    )


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    from toolguard.cli.parser import main

    out = Path(sys.argv[1])
    del sys.argv[1]
    threading.setprofile(watch)
    sys.setprofile(watch)
    try:
        main()
    finally:
        sys.setprofile(None)
        report(out)
