"""A minimal MCP server over stdio, whose own time is negligible. Standard library, one thread, raw descriptors."""

import os
import sys

SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else 5
INITIALIZE_RESULT = (
    b'{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"echo","version":"1"}}'
)
SCHEMA = b'{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}'
TOOLS = b'{"tools":[{"name":"echo","description":"Repeats","inputSchema":%b}]}' % SCHEMA
RESULT = b'{"content":[{"type":"text","text":"%b"}],"isError":false}' % (b"x" * SIZE)
RESULTS = (
    (b'"tools/call"', RESULT),
    (b'"initialize"', INITIALIZE_RESULT),
    (b'"tools/list"', TOOLS),
    (b'"ping"', b"{}"),
)


def id_of(line):
    at = line.find(b'"id":') + 5
    end = at
    while line[end] not in b",}":
        end += 1
    return line[at:end]


def main():
    rest = b""
    while data := os.read(0, 1 << 18):
        *lines, rest = (rest + data).split(b"\n")
        out = []
        for line in lines:
            if b'"id":' not in line:
                continue
            result = next((result for method, result in RESULTS if method in line), b"{}")
            out.append(b'{"jsonrpc":"2.0","id":%b,"result":%b}\n' % (id_of(line), result))
        data = b"".join(out)
        while data:
            data = data[os.write(1, data) :]


main()
