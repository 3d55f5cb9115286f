"""Kill the app, stubs and servers while requests are in flight, and compare the records of clients, servers and log.

``python -m tests.end_to_end.endurance [ROUNDS] [LINES]`` prints the counts. The exit status is 1 if anything is wrong.
Every process is real. Random choices depend on a seed (``ENDURE_SEED``), which is printed.
"""

from __future__ import annotations

import json
import os
import queue
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from tests.end_to_end.conftest import Client, Sandbox, request
from tests.end_to_end.fuzz import line
from tests.support.fork_server import TOOLGUARD, ForkedProcess, fork_server
from toolguard.gate.model import CallCancelled, CallCompleted, CallDecided, CallHeld, CallOutcomeUnknown, CallWithdrawn
from toolguard.store.log.audit_log import LogReader

APP = Path(__file__).with_name("approving_app.py")
SETTLE = 120
"""Seconds after which a request counts as unanswered. A stub waits ten seconds for an app that has ended."""
CLIENTS = 3
WAYS = {"app": 50, "app again": 20, "server": 12, "stub": 8, "app and server": 7, "no app": 3}
"""What is killed in a round, with weights. "app again": the next app is also killed, during its start."""
ENDS = (CallCompleted, CallOutcomeUnknown, CallWithdrawn, CallCancelled)


class EnduranceClient:
    """One client with its requests and responses."""

    def __init__(self, client: Client, name: str) -> None:
        self.client = client
        self.name = name
        self.waiting: dict[str, str] = {}
        """Methods of the requests that must be answered, by ID."""
        self.answers: Counter[str] = Counter()
        self.count = 0
        self.over = False
        self.tool = ""
        """Prefix of its tool names."""

    def ask(self, method: str, params: Any = None) -> str:
        self.count += 1
        id = f"{self.name}.{self.count}"
        self.waiting[id] = method
        with suppress(BrokenPipeError):
            self.client.send(request(method, id, params))
        return id

    def receive(self) -> None:
        """Process received messages."""
        while not self.over:
            try:
                line = self.client._came.get_nowait()
            except queue.Empty:
                return
            if line is None:
                self.over = True
                return
            try:
                message = json.loads(line)
            except ValueError:
                continue  # a partial line of a killed app; the request is answered again
            for one in message if isinstance(message, list) else [message]:
                if isinstance(one, dict) and "method" not in one and isinstance(one.get("id"), str):
                    self.answers[one["id"]] += 1
                    self.waiting.pop(one["id"], None)


class EnduranceRun:
    """A state folder with its app and clients."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.sandbox = Sandbox(folder)
        self.chance = chance
        self.sandbox.configure(pending_per_session=1000, pending_total=10_000)
        for tool in ("slow", "big", "say", "wait"):
            self.sandbox.allow(tool)
        self.log = (folder / "app.out").open("ab")
        self.app: ForkedProcess | None = None
        self.chats: list[EnduranceClient] = []
        self.names = 0
        self.asked = self.unanswered = self.twice = self.crashes = 0

    def start_app(self, *return_within: str) -> None:
        argv = [str(APP), str(self.sandbox.home), *return_within]
        env = {**self.sandbox.env, "PYTHONPATH": os.pathsep.join(sys.path)}
        with open(os.devnull, "rb") as null:
            self.app = fork_server(*TOOLGUARD).start(
                argv, env=env, cwd=os.getcwd(), stdin=null.fileno(), stdout=self.log.fileno(), stderr=self.log.fileno()
            )

    def kill_app(self) -> None:
        if self.app is not None:
            self.crashes += self.app.poll() is not None
            self.app.kill()
            self.app.wait()
            self.app = None

    def join(self) -> EnduranceClient:
        """Start a new client and send its handshake."""
        self.names += 1
        server = () if self.chance.random() < 0.8 else ("--all",)
        chat = EnduranceClient(self.sandbox.client(*server, server="" if server else "peer"), f"c{self.names}")
        chat.tool = "peer__" if server else ""
        info = {"name": "endure", "version": "1"}
        chat.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info})
        self.chats.append(chat)
        return chat

    def leave(self, chat: EnduranceClient, *, kill: bool = False) -> None:
        """Disconnect a client. Its open requests no longer count."""
        chat.receive()
        self.book(chat)
        self.chats.remove(chat)
        (chat.client.process.kill if kill else chat.client.process.stdin.close)()
        with suppress(subprocess.TimeoutExpired):
            chat.client.process.wait(120)
        chat.client.close()
        self.sandbox._clients.remove(chat.client)

    def book(self, chat: EnduranceClient) -> None:
        self.asked += chat.count
        self.twice += sum(count > 1 for count in chat.answers.values())

    def burst(self, chat: EnduranceClient) -> None:
        """Send requests of every kind, including some that no server answers."""
        chance = self.chance

        def call(tool: str, **arguments: Any) -> None:
            chat.ask("tools/call", {"name": chat.tool + tool, "arguments": {"n": chat.count, **arguments}})

        for _ in range(chance.randrange(1, 25)):
            kind = chance.random()
            if kind < 0.45:
                call("slow", seconds=chance.choice((0, 0, 0.001, 0.01, 0.05)))
            elif kind < 0.55:
                call("noise_held", approve=True)
            elif kind < 0.62:
                call("held", approve=False)
            elif kind < 0.65:
                call("wait")
            elif kind < 0.70:
                call("big", size=chance.choice((5_000, 70_000, 1_500_000)))
            elif kind < 0.78:
                chat.ask("tools/list")
            elif kind < 0.86:
                chat.ask("ping")
            elif kind < 0.92:
                chat.ask("resources/read", {"uri": "x://y"})
            else:
                chat.ask("vendor/say", {"lines": []})

    def nap(self, most: float) -> None:
        """Wait up to ``most`` seconds, mostly much less, and read meanwhile."""
        end = time.monotonic() + most * self.chance.random() ** 3
        while time.monotonic() < end:
            self.receive()
            time.sleep(0.0005)

    def receive(self) -> None:
        for chat in self.chats:
            chat.receive()

    def until_answered(self, quiet: float = SETTLE) -> bool:
        """Wait until no request is open. Return False if no response has arrived for ``quiet`` seconds."""
        left, since = -1, time.monotonic()
        while True:
            self.receive()
            now = sum(len(chat.waiting) for chat in self.chats if not chat.over)
            if not now:
                return True
            if now != left:
                left, since = now, time.monotonic()
            elif time.monotonic() > since + quiet:
                return False
            time.sleep(0.002)

    def settle(self) -> None:
        """What the app read after the last kill may wait for ever by rights (held, a silent server): kill it again."""
        for quiet in (2.0, 3.0, 4.0, 5.0):
            if self.until_answered(quiet):
                return
            self.kill_app()
            self.start_app()
        self.until_answered()

    def burst_of_all(self, share: float = 1.0) -> None:
        for chat in self.chats:
            if self.chance.random() < share:
                self.burst(chat)

    def kill_servers(self) -> None:
        for pid in self.sandbox.pids()[-8:]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def end_round(self, way: str) -> None:
        """Count the open requests, and disconnect some clients."""
        for chat in list(self.chats):
            if chat.over:
                self.leave(chat)
                continue
            if chat.waiting:
                print(f"unanswered in {way!r}: {dict(list(chat.waiting.items())[:5])}", flush=True)
                self.unanswered += len(chat.waiting)
                chat.waiting.clear()
            if self.chance.random() < 0.25:
                self.leave(chat)


def run_round(endurance: EnduranceRun, way: str) -> None:
    """Run one round: requests, a kill at a random moment, and the responses to all requests."""
    chance = endurance.chance
    if endurance.app is None:
        endurance.start_app()
    while len(endurance.chats) < CLIENTS:
        endurance.join()
    if chance.random() < 0.5:
        endurance.nap(1.5)
    endurance.burst_of_all()
    endurance.nap(chance.choice((0.01, 0.1, 1.0)))
    if way == "server":
        endurance.kill_servers()
        endurance.burst_of_all()
        endurance.nap(0.5)
    elif way == "stub":
        endurance.leave(chance.choice(endurance.chats), kill=True)
        endurance.nap(0.2)
    elif way == "no app":
        endurance.kill_app()
        endurance.until_answered()  # by the stubs
        endurance.start_app()
    else:
        if way == "app and server":
            endurance.kill_servers()
        endurance.kill_app()
        endurance.burst_of_all(0.3)
        endurance.start_app()
        for _ in range(chance.randrange(1, 3) if way == "app again" else 0):
            endurance.nap(2.5)
            endurance.kill_app()
            endurance.start_app()
        endurance.burst_of_all(0.3)
        endurance.nap(1.5)
    endurance.settle()
    endurance.end_round(way)


def fuzz(endurance: EnduranceRun, lines: int) -> tuple[int, int]:
    """Send malformed lines from either side. Return how often the app ended, and how often it stopped answering."""
    chance, hangs, at_once = endurance.chance, 0, 500
    if endurance.app is None:
        endurance.start_app()
    before = endurance.crashes
    chat = endurance.join()
    for side in ("client", "server"):
        for _ in range(0, lines, at_once):
            made = [line(chance) for _ in range(at_once)]
            if chat.over or endurance.app.poll() is not None:
                endurance.kill_app()
                endurance.start_app()
                endurance.leave(chat)
                chat = endurance.join()
            if side == "client":
                with suppress(BrokenPipeError):
                    chat.client.send(b"".join(one + b"\n" for one in made))
            else:
                said = [one.decode("utf-8", "surrogateescape") for one in made]
                chat.ask("vendor/say", {"lines": [*said, '{"jsonrpc":"2.0","id":$ID,"result":{}}']})
            chat.ask("ping")
            end = time.monotonic() + SETTLE
            while chat.waiting and not chat.over and time.monotonic() < end:
                chat.receive()
                time.sleep(0.001)
            hangs += bool(chat.waiting)
            chat.waiting.clear()
    endurance.crashes += endurance.app.poll() is not None
    chat.answers.clear()  # the malformed lines reuse a few IDs
    endurance.leave(chat)
    return endurance.crashes - before, hangs


def audit(endurance: EnduranceRun) -> tuple[int, int, int]:
    """Return the numbers of calls that ran twice, without a record that allows them, or without an end record."""
    received = Counter(repr(one.get("id")) for one in endurance.sandbox.received_of("tools/call"))
    requests: dict[str, set[str]] = {}
    allowed: set[str] = set()
    ended: set[str] = set()
    for event in endurance.sandbox.events():
        if isinstance(event, CallHeld | CallDecided) and event.request:
            requests.setdefault(repr(json.loads(event.request)), set()).add(event.call)
        if isinstance(event, CallDecided) and event.verdict == "allow":
            allowed.add(event.call)
        elif isinstance(event, ENDS):
            ended.add(event.call)
    twice = sum(count > 1 for id, count in received.items() if id.startswith("'c"))
    unrecorded = sum(not requests.get(id, set()) & allowed for id in received)
    unended = sum(not requests.get(id, set()) & ended for id in received)
    return twice, unrecorded, unended


def log_verifies(endurance: EnduranceRun) -> bool:
    """Return whether the chain of the log is intact."""
    with closing(LogReader(endurance.sandbox.home / "log")) as reader:
        return reader.verify().ok


def run(rounds: int, lines: int, seed: int) -> bool:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="tg-", ignore_cleanup_errors=True) as folder:
        endurance = EnduranceRun(Path(folder).resolve(), chance)
        began, ways, unverified = time.monotonic(), Counter[str](), 0
        try:
            for number in range(1, rounds + 1):
                way = chance.choices([*WAYS], [*WAYS.values()])[0]
                ways[way] += 1
                run_round(endurance, way)
                unverified += not log_verifies(endurance)
                if number % 25 == 0:
                    print(f"{number} rounds in {time.monotonic() - began:.0f} s", flush=True)
            for chat in list(endurance.chats):
                endurance.leave(chat)
            crashes, hangs = fuzz(endurance, lines)
            endurance.kill_app()
            endurance.start_app("0.5")  # ends the calls of sessions that do not resume
            end = time.monotonic() + SETTLE
            while (found := audit(endurance))[2] and time.monotonic() < end:
                time.sleep(0.5)
            twice, unrecorded, unended = found
            unverified += not log_verifies(endurance)
        finally:
            if endurance.app is not None:
                endurance.app.kill()
                endurance.app.wait()
            endurance.sandbox.close()
            endurance.log.close()
    print(f"seed {seed}; rounds {rounds} ({', '.join(f'{way} {count}' for way, count in ways.items())})")
    print(f"requests {endurance.asked}")
    print(f"unanswered {endurance.unanswered}")
    print(f"answered twice {endurance.twice}")
    print(f"executed twice {twice}")
    print(f"executed without a record {unrecorded}")
    print(f"executed without an end in the log {unended}")
    print(f"rounds after which the log did not verify {unverified}")
    print(f"fuzzed lines {lines} from each side: crashes {crashes}, hangs {hangs}")
    return not any(
        (
            endurance.unanswered,
            endurance.twice,
            twice,
            unrecorded,
            unended,
            unverified,
            crashes,
            hangs,
            endurance.crashes,
        )
    )


if __name__ == "__main__":
    told = [int(one) for one in sys.argv[1:]]
    good = run(*(told + [500, 200_000][len(told) :]), int(os.environ.get("ENDURE_SEED", time.time())))
    sys.exit(0 if good else 1)
