"""A server that records received lines and answers from a script file. Standard library only.

It reads the script for every request: ``initialize`` is the result of that method, ``lines`` answer any other.
"""

import json
import sys
from pathlib import Path


def out(line):
    sys.stdout.buffer.write(line.encode() + b"\n")
    sys.stdout.buffer.flush()


def main():
    record, script = sys.argv[1:]
    with open(record, "ab", buffering=0) as received:
        for line in sys.stdin.buffer:
            received.write(line)
            message = json.loads(line)
            if "id" not in message:
                continue
            answers = json.loads(Path(script).read_text("utf-8"))
            if message["method"] == "initialize":
                out(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answers["initialize"]}))
            elif message["method"] == "ping":
                out(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {}}))
            else:
                for line in answers["lines"]:
                    out(line)


if __name__ == "__main__":
    main()
