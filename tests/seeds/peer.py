"""A server that writes down what it hears and says what its script holds. Standard library only.

The script is read anew for every request: ``initialize`` is the result of that, ``lines`` answer any other.
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
            told = json.loads(Path(script).read_text("utf-8"))
            if message["method"] == "initialize":
                out(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": told["initialize"]}))
            elif message["method"] == "ping":
                out(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {}}))
            else:
                for one in told["lines"]:
                    out(one)


if __name__ == "__main__":
    main()
