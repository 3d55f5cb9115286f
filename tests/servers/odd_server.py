"""A server that behaves as it is told to: well, or as badly as servers do. Standard library only."""

import json
import os
import signal
import subprocess
import sys
import time


def say(message: object) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def answer(id: object, result: object) -> None:
    say({"jsonrpc": "2.0", "id": id, "result": result})


def echo() -> None:
    """Answers each request with its params, and notes on stderr what came."""
    for line in sys.stdin:
        message = json.loads(line)
        method = message.get("method")
        if method == "die":
            sys.stderr.write("cannot go on: no disk\n")
            sys.stderr.flush()
            sys.exit(message["params"]["status"])
        elif method == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif method == "env":
            answer(message["id"], dict(os.environ))
        elif method == "where":
            answer(message["id"], {"cwd": os.getcwd(), "argv": sys.argv})
        elif method == "big":
            answer(message["id"], {"text": "x" * message["params"]["size"]})
        elif method == "print":
            sys.stdout.write(message["params"]["text"])
            sys.stdout.flush()
        elif method == "complain":
            sys.stderr.write(message["params"]["text"])
            sys.stderr.flush()
        elif "id" in message:
            answer(message["id"], message.get("params"))
    sys.stderr.write("my input ended\n")


def greet() -> None:
    """Speaks first, then answers."""
    answer(0, "hello")
    echo()


def stubborn() -> None:
    """Ignores the end of its input and SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    answer(0, "ready")
    while True:
        time.sleep(1)


def grandchild(*how: str) -> None:
    """Starts a stubborn process; ``setsid``: in a session of its own; ``orphan``: whose parent is gone at once."""
    code = (
        "import os, signal, sys, time\n"
        "if 'orphan' in sys.argv and os.fork(): os._exit(0)\n"
        "if 'setsid' in sys.argv and os.getsid(0) != os.getpid(): os.setsid()\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "if 'holding' not in sys.argv: print(os.getpid(), flush=True); os.close(1)\n"
        "time.sleep(600)\n"
    )
    quiet = {} if "holding" in how else {"stdout": subprocess.PIPE}
    started = subprocess.Popen([sys.executable, "-I", "-S", "-c", code, *how], stdin=subprocess.DEVNULL, **quiet)
    answer(0, int(started.stdout.readline()) if started.stdout else started.pid)
    echo()


def deaf() -> None:
    """Never reads its input."""
    answer(0, "ready")
    time.sleep(600)


def blind() -> None:
    """Closes its output and goes on."""
    os.close(1)
    time.sleep(600)


def flood() -> None:
    """Writes to stderr without end, and answers meanwhile."""
    if os.fork():
        echo()
        os._exit(0)
    os.close(1)
    while True:
        os.write(2, b"noise noise noise noise noise\n" * 2000)


def talk() -> None:
    """Writes many messages without being asked."""
    for i in range(int(sys.argv[2])):
        say({"jsonrpc": "2.0", "method": "count", "params": {"i": i, "text": "x" * int(sys.argv[3])}})
    if "last" in sys.argv:
        sys.stdout.write('{"jsonrpc":"2.0","method":"last"}')


if __name__ == "__main__":
    {f.__name__: f for f in (greet, stubborn, deaf, blind, flood, talk, echo)}.get(
        sys.argv[1], lambda: grandchild(*sys.argv[2:])
    )()
