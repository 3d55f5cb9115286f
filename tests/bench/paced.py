"""Calls a tool at a steady pace and prints how long each answer took. Usage: RATE SECONDS COMMAND [ARG]...

A program of its own, so that it shares no interpreter with what it measures. Standard library, raw descriptors.
"""

import os
import subprocess
import sys
import time

INFO = b'{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"paced","version":"1"}}'
FIRST = (
    b'{"jsonrpc":"2.0","id":"i","method":"initialize","params":%b}\n' % INFO,
    b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n{"jsonrpc":"2.0","id":"l","method":"tools/list"}\n',
)
CALL = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":"n%d"}}}\n'


def main():
    rate, seconds, *command = sys.argv[1:]
    pause, count = 1 / float(rate), int(float(rate) * float(seconds))
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    out, into = server.stdin.fileno(), server.stdout.fileno()

    def ask(line):
        os.write(out, line)
        answer = b""
        while not answer.endswith(b"\n"):
            more = os.read(into, 65536)
            if not more:
                sys.exit("the connection ended")
            answer += more
        if b'"result"' not in answer:
            sys.exit(answer.decode())

    for line in FIRST:
        ask(line)
    for number in range(200):
        ask(CALL % (number, number))
    began = time.perf_counter()
    for number in range(count):
        early = began + number * pause - time.perf_counter()
        if early > 0:
            time.sleep(early)
        line = CALL % (1000 + number, number)
        sent = time.perf_counter()
        ask(line)
        print(f"{(time.perf_counter() - sent) * 1e6:.0f}")
    print(f"{count / (time.perf_counter() - began):.0f} calls/s", file=sys.stderr)
    server.stdin.close()
    server.wait()


main()
