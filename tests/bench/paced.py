"""Call a tool at a fixed rate and print the time of each response in µs. Usage: RATE SECONDS COMMAND [ARG]...

It is a separate program so that it shares no interpreter with the measured one. Standard library, raw descriptors.
"""

import os
import subprocess
import sys
import time

INFO = b'{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"paced","version":"1"}}'
HANDSHAKE = (
    b'{"jsonrpc":"2.0","id":"i","method":"initialize","params":%b}\n' % INFO,
    b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n{"jsonrpc":"2.0","id":"l","method":"tools/list"}\n',
)
CALL = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":"n%d"}}}\n'


def main():
    rate, seconds, *command = sys.argv[1:]
    interval, count = 1 / float(rate), int(float(rate) * float(seconds))
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    out, into = server.stdin.fileno(), server.stdout.fileno()

    def request(line):
        os.write(out, line)
        response = b""
        while not response.endswith(b"\n"):
            more = os.read(into, 65536)
            if not more:
                sys.exit("the connection ended")
            response += more
        if b'"result"' not in response:
            sys.exit(response.decode())

    for line in HANDSHAKE:
        request(line)
    for number in range(200):
        request(CALL % (number, number))
    began = time.perf_counter()
    for number in range(count):
        early = began + number * interval - time.perf_counter()
        if early > 0:
            time.sleep(early)
        line = CALL % (1000 + number, number)
        sent = time.perf_counter()
        request(line)
        print(f"{(time.perf_counter() - sent) * 1e6:.0f}")
    print(f"{count / (time.perf_counter() - began):.0f} calls/s", file=sys.stderr)
    server.stdin.close()
    server.wait()


main()
