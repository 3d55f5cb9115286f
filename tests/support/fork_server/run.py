"""A run of the fork server, as a command for another program: ``run.py SOCKET -m MODULE ARGUMENT…`` or ``… SCRIPT …``.

It passes on its arguments, environment, folder and pipes, and ends with its run. Tests start hundreds of them: it
imports the C modules below `socket` and `signal` only, because these take as long to import as Python takes to start.
"""

import _signal
import _socket
import marshal
import os
import sys


def run(path: str, argv: list[str]) -> int:
    """Return the exit status of the run, or die of its signal."""
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # Ctrl+C ends it without a traceback
    data = marshal.dumps((argv, dict(os.environ), os.getcwd(), False))
    process = _socket.socket(_socket.AF_UNIX)
    process.connect(path)
    descriptors = b"".join(fd.to_bytes(4, sys.byteorder) for fd in (0, 1, 2))
    process.sendmsg([len(data).to_bytes(4, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, descriptors)])
    process.sendall(data)
    for number in (0, 1):
        os.close(number)
    reply = b""
    while more := process.recv(100):
        reply += more
    status = int([*reply.split(), b"1"][1])
    if status < 0:
        if -status != _signal.SIGKILL:
            _signal.signal(-status, _signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    return status


if __name__ == "__main__":
    sys.exit(run(sys.argv[1], sys.argv[2:]))
