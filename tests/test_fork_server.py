"""The fork server: its runs have the same arguments, environment, pipes and exit status as started programs."""

from __future__ import annotations

import json
import marshal
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from tests.support.fork_server import ForkServer, fork_server

ECHO = """
import json, os, sys
told = [sys.argv[1:], dict(os.environ), os.getcwd(), sys.stdin.read(), __name__, os.path.basename(sys.argv[0])]
print(json.dumps(told))
print("aside", file=sys.stderr)
sys.exit(int(sys.argv[1]))
"""
WAITS = "import os, sys; print(os.getpid(), flush=True); sys.stdin.read()"


@pytest.fixture
def server() -> ForkServer:
    return fork_server("json")


def script(folder: Path, text: str) -> str:
    path = folder / "script.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_arguments_and_input_arrive_and_output_returns(server: ForkServer, tmp_path: Path) -> None:
    env = {"ONE": "1", "EMPTY": "", "TEXT": "ü\u2028"}
    argv = [script(tmp_path, ECHO), "3", "a b", "--", "ü"]
    done = server.run(argv, env=env, cwd=tmp_path, input=b"x" * 200_000)
    assert (done.returncode, done.stderr) == (3, b"aside\n")
    arguments, environment, folder, received, name, program = json.loads(done.stdout)
    assert arguments == argv[1:] and environment == env and folder == str(tmp_path)
    assert received == "x" * 200_000 and (name, program) == ("__main__", "script.py")


STATUSES = {
    "": 0, "import sys; sys.exit()": 0, "import sys; sys.exit('no')": 1, "1 / 0": 1, "import os; os._exit(7)": 7,
    "import os; os.kill(os.getpid(), 9)": -9, "import os; os.kill(os.getpid(), 15)": -15,
}  # fmt: skip


@pytest.mark.parametrize(("text", "status"), STATUSES.items())
def test_exit_status_is_that_of_the_program(server: ForkServer, tmp_path: Path, text: str, status: int) -> None:
    done = server.run([script(tmp_path, text)], env={}, cwd=tmp_path)
    started = subprocess.run(server.command(script(tmp_path, text)), capture_output=True)
    assert (done.returncode, started.returncode) == (status, status)
    assert (b"ZeroDivisionError" in done.stderr) is (text == "1 / 0")


def test_code_is_run_as_execnet_starts_a_worker(server: ForkServer) -> None:
    code = "import sys; print(sys.argv, __name__, sys.stdin.readline())"
    done = subprocess.run(server.command("-u", "-c", code, "a"), input=b"b", capture_output=True)
    assert (done.stdout, done.stderr) == (b"['-c', 'a'] __main__ b\n", b"")


def test_exit_runs_atexit_functions_and_joins_threads(server: ForkServer, tmp_path: Path) -> None:
    text = (
        "import atexit, threading, time\natexit.register(print, 'at exit')\n"
        "threading.Thread(target=lambda: (threading.main_thread().join(), print('thread'))).start()\nprint('main')"
    )
    done = server.run([script(tmp_path, text)], env={}, cwd=tmp_path)
    assert done.stdout.split(b"\n") == [b"main", b"thread", b"at exit", b""]


def test_killed_process_reports_its_signal(server: ForkServer, tmp_path: Path) -> None:
    (received, out), (into, given) = os.pipe(), os.pipe()
    process = server.start([script(tmp_path, WAITS)], env={}, cwd=tmp_path, stdin=into, stdout=out, stderr=2)
    os.close(out)
    with open(received) as said:
        assert int(said.readline()) == process.pid
        assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.01)
        process.terminate()
        assert process.wait(120) == process.poll() == -signal.SIGTERM
        assert not psutil.pid_exists(process.pid)
    os.close(into)
    os.close(given)


def test_run_ends_with_the_command_that_was_launched_for_it(server: ForkServer, tmp_path: Path) -> None:
    command = server.command(script(tmp_path, WAITS))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as launched:
        assert launched.stdout is not None
        run = psutil.Process(int(launched.stdout.readline()))
        launched.kill()
        run.wait(120)


def test_client_that_disconnects_at_once_does_not_end_the_server(server: ForkServer, tmp_path: Path) -> None:
    request = marshal.dumps(([script(tmp_path, WAITS)], {}, str(tmp_path), False))
    for sent in (b"", b"\0\0", len(request).to_bytes(4, "big") + request):
        into, given = os.pipe()
        with socket.socket(socket.AF_UNIX) as asking:
            asking.connect(server.path)
            if sent:
                socket.send_fds(asking, [sent], [into, into, into])
        os.close(into)
        with pytest.raises(BrokenPipeError):  # nobody else holds the descriptor: what was started has ended
            while True:
                os.write(given, b"x")
                time.sleep(0.01)
        os.close(given)
    assert server.run([script(tmp_path, "print(1)")], env={}, cwd=tmp_path).stdout == b"1\n"
