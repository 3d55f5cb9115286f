"""The reference server over stdio in some milliseconds: loaded once, forked for each use.

``warm.py SOCKET serve`` loads it and waits; ``warm.py SOCKET`` is what a client launches: it hands over its pipes and
lives as long as the server does.
"""

import os
import signal
import socket
import sys


def serve(path: str) -> None:
    from mcp_everything_server.server import mcp

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(path)
    listening.listen(100)
    print("warm", flush=True)
    while True:
        client, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for number, pipe in enumerate(socket.recv_fds(client, 1, 3)[1]):
                os.dup2(pipe, number)
                os.close(pipe)
            mcp.run("stdio")
            sys.stdout.flush()
            os._exit(0)
        client.close()


def use(path: str) -> None:
    server = socket.socket(socket.AF_UNIX)
    server.connect(path)
    socket.send_fds(server, [b"x"], [0, 1, 2])
    for number in (0, 1):
        os.close(number)
    server.recv(1)  # until the server is gone


if __name__ == "__main__":
    serve(sys.argv[1]) if sys.argv[2:] else use(sys.argv[1])
