"""A scripted chat client: a real MCP client whose "model" follows a fixed script. Standard library only.

It starts the given program (the real ``toolguard-connect``), and every message goes through it: nothing is faked, and
this module does not know what is at the other end.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Literal

VERSION = "2025-11-25"
INFO = {"name": "toolguard-demo", "title": "ToolGuard's scripted client", "version": "1.0"}
MAX_SHOWN_LENGTH = 400
"""Maximum characters of a response in the transcript."""

Json = dict[str, Any]


class ConnectionClosedError(Exception):
    """The connection was closed, by either side."""


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """A line of the transcript: the speaker and the text."""

    who: Literal["user", "model", "tool", "note"]
    text: str

    def __str__(self) -> str:
        return f"{self.who:<5}  {self.text}"


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A tool that the model wants to call, with its arguments."""

    tool: str
    arguments: Json


@dataclass(frozen=True, slots=True)
class ConversationTurn:
    """The user's message and the calls that the model makes for it, all at once."""

    user: str
    planned_calls: tuple[PlannedCall, ...]


SCRIPT = (
    ConversationTurn(
        "What is on my shopping list, and will it rain in London?",
        (PlannedCall("read_note", {"name": "shopping"}), PlannedCall("get_weather", {"city": "London"})),
    ),
    ConversationTurn(
        "Add eggs to the list.", (PlannedCall("write_note", {"name": "shopping", "text": "milk, bread, apples, eggs"}),)
    ),
    ConversationTurn("Count to twelve, please.", (PlannedCall("count_slowly", {"to": 12, "seconds": 0.5}),)),
    ConversationTurn("What does the page say that I saved?", (PlannedCall("odd_text", {}),)),
    ConversationTurn("Is the service up again?", (PlannedCall("fail", {}),)),
    ConversationTurn(
        "Add up the bill, and tell me who you are.",
        (PlannedCall("add", {"a": 19.9, "b": 5}), PlannedCall("whoami", {})),
    ),
    ConversationTurn("Read me the shopping list again.", (PlannedCall("read_note", {"name": "shopping"}),)),
)


MESSAGES = (
    ConversationTurn(
        "Text Grandma that I'll be there at six.",
        (PlannedCall("Send", {"to": "+15550100", "message": "I'll be there at six."}),),
    ),
    ConversationTurn("What do three tickets at 12.50 cost?", (PlannedCall("Add", {"a": 25, "b": 12.5}),)),
    ConversationTurn("How much may I still spend on messages?", (PlannedCall("Balance", {}),)),
)
SCRIPT_ZH = (
    ConversationTurn(
        "我的购物清单上有什么？上海会下雨吗？",
        (PlannedCall("read_note", {"name": "购物"}), PlannedCall("查询天气", {"城市": "上海"})),
    ),
    ConversationTurn(
        "把鸡蛋加到清单里。", (PlannedCall("write_note", {"name": "购物", "text": "牛奶、面包、苹果、鸡蛋"}),)
    ),
    ConversationTurn("请数到十二。", (PlannedCall("count_slowly", {"to": 12, "seconds": 0.5}),)),
    ConversationTurn("我保存的网页说了什么？", (PlannedCall("odd_text", {}),)),
    ConversationTurn("服务恢复了吗？", (PlannedCall("fail", {}),)),
    ConversationTurn(
        "把账单加起来，并告诉我你是谁。",
        (PlannedCall("add", {"a": 19.9, "b": 5}), PlannedCall("whoami", {})),
    ),
    ConversationTurn("再读一遍购物清单。", (PlannedCall("read_note", {"name": "购物"}),)),
)
MESSAGES_ZH = (
    ConversationTurn(
        "给奶奶发短信，说我六点到。", (PlannedCall("Send", {"to": "+15550100", "message": "我六点到。"}),)
    ),
    ConversationTurn("三张 12.5 元的票一共多少钱？", (PlannedCall("Add", {"a": 25, "b": 12.5}),)),
    ConversationTurn("我还能花多少钱发短信？", (PlannedCall("Balance", {}),)),
)
SCRIPTS = {
    ("notes", "en"): SCRIPT, ("messages", "en"): MESSAGES,
    ("notes", "zh_CN"): SCRIPT_ZH, ("messages", "zh_CN"): MESSAGES_ZH,
}  # fmt: skip
"""The script, by sample server (MCP or Open Tool Calling) and language."""


class StdioConnection:
    """The connection: a child process, one JSON-RPC message per line in each direction."""

    def __init__(self, argv: Sequence[str], env: Mapping[str, str] | None, progress: Callable[[Json], None]) -> None:
        self._progress = progress
        self._process = subprocess.Popen(argv, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._next = 0
        self._waiting: dict[int, Future[Json]] = {}
        self._ended = False
        self._reader = threading.Thread(target=self._read, name="demo client", daemon=True)
        self._reader.start()

    def request(self, method: str, params: Json) -> Future[Json]:
        """Send a request; the future gets the whole response, or `ConnectionClosedError`."""
        answer: Future[Json] = Future()
        with self._lock:
            if self._ended:
                raise ConnectionClosedError
            self._next += 1
            id = self._next
            self._waiting[id] = answer
        if "name" in params:
            params = params | {"_meta": {"progressToken": f"demo-{id}"}}
        self._send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        return answer

    def notify(self, method: str) -> None:
        """Send a notification without params."""
        self._send({"jsonrpc": "2.0", "method": method})

    def give_up(self) -> None:
        """Stop waiting for responses."""
        with self._lock:
            self._ended = True
            for waiting in self._waiting.values():
                waiting.set_exception(ConnectionClosedError())
            self._waiting.clear()

    def close(self) -> None:
        """Shut down as in the specification: close the input, wait, then end the process."""
        self.give_up()
        if self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):  # nobody reads the buffered data
                self._process.stdin.close()
        for end in (self._process.terminate, self._process.kill):
            try:
                self._process.wait(3.0)
                break
            except subprocess.TimeoutExpired:
                end()
        self._process.wait()
        self._reader.join()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _send(self, message: Json) -> None:
        data = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        try:
            with self._writing:
                if self._ended or self._process.stdin is None:
                    raise ConnectionClosedError
                self._process.stdin.write(data)
                self._process.stdin.flush()
        except BrokenPipeError:
            raise ConnectionClosedError from None

    def _read(self) -> None:
        for line in self._process.stdout or ():
            try:
                message = json.loads(line)
            except ValueError:
                continue  # a client must tolerate invalid lines
            if isinstance(message, dict):
                self._take(message)
        self.give_up()

    def _take(self, message: Json) -> None:
        method, id = message.get("method"), message.get("id")
        if method == "notifications/progress":
            self._progress(message.get("params", {}))
        elif method is not None and id is not None:
            answer: Json = {"jsonrpc": "2.0", "id": id}
            unknown = {"error": {"code": -32601, "message": f"Method not found: {method}"}}
            try:
                self._send(answer | ({"result": {}} if method == "ping" else unknown))
            except ConnectionClosedError:
                return
        elif method is None:
            with self._lock:
                waiting = self._waiting.pop(id, None) if isinstance(id, int) else None
            if waiting is not None:
                waiting.set_result(message)


class ScriptedClient:
    """Plays `SCRIPT` over ``connect``, the command line to start, and reports every line to ``say``.

    ``say`` is called from the playing thread and from the reading one, never from both at once.
    """

    def __init__(
        self,
        connect: Sequence[str],
        say: Callable[[TranscriptLine], None],
        *,
        pause: float = 1.5,
        script: Sequence[ConversationTurn] = SCRIPT,
    ) -> None:
        self._connect = connect
        self._print = say
        self._pause = pause
        self._script = script
        self._connection: StdioConnection | None = None
        self._stopped = threading.Event()
        self._saying = threading.Lock()
        self._denied: set[str] = set()

    def run(self, rounds: int | None = None) -> bool:
        """Play the script ``rounds`` times (None: until `stop`). Return False if the other end left before the end."""
        self._connection = connection = StdioConnection(self._connect, None, self._tell_progress)
        try:
            self._open(connection)
            played = 0
            while not self._stopped.is_set() and (rounds is None or played < rounds):
                self._play(connection)
                played += 1
            self._write("note", "The conversation is over.")
        except ConnectionClosedError:
            if not self._stopped.is_set():
                self._write("note", "The connection was closed from the other end.")
                return False
        finally:
            connection.close()
        return True

    def stop(self) -> None:
        """End the conversation now, from any thread. Pending calls are cancelled, as when a chat client is closed."""
        self._stopped.set()
        if self._connection is not None:
            self._connection.give_up()

    def _open(self, connection: StdioConnection) -> None:
        about = {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": INFO}
        server = self._answer(connection.request("initialize", about)).get("result")
        if server is None:
            raise ConnectionClosedError
        connection.notify("notifications/initialized")
        tools = self._answer(connection.request("tools/list", {})).get("result", {}).get("tools", [])
        self._write("note", f"Connected to {server['serverInfo']['name']}: {len(tools)} tools.")

    def _play(self, connection: StdioConnection) -> None:
        self._denied.clear()  # a new conversation: calls that were denied in the last one may be made again
        for turn in self._script:
            if self._stopped.is_set():
                return
            self._write("user", turn.user)
            sent = []
            for planned in turn.planned_calls:
                if planned.tool in self._denied:
                    self._write("model", f"I was told not to use {planned.tool}, so I do not.")
                    continue
                self._write("model", f"→ {planned.tool} {json.dumps(planned.arguments, ensure_ascii=False)}")
                params = {"name": planned.tool, "arguments": planned.arguments}
                sent.append((planned, connection.request("tools/call", params)))
            for planned, waiting in sent:
                self._react(planned, self._answer(waiting))
            self._stopped.wait(self._pause)

    def _answer(self, waiting: Future[Json]) -> Json:
        message = waiting.result()
        if "error" in message:
            self._write("note", f"error {message['error'].get('code')}: {message['error'].get('message')}")
        return message

    def _react(self, planned: PlannedCall, message: Json) -> None:
        """Show the response, and react like a model."""
        result = message.get("result")
        if result is None:
            self._write("model", f"{planned.tool} broke down. I go on without it.")
            return
        text = "\n".join(block.get("text", f"({block.get('type')})") for block in result.get("content", []))
        failed = result.get("isError", False)
        self._write("tool", f"{'✗' if failed else '←'} {planned.tool}: {text}")
        if failed and is_denial(text):
            self._denied.add(planned.tool)
            self._write("model", f"You do not want me to use {planned.tool}. I will not try it again.")
        elif failed:
            self._write("model", f"{planned.tool} did not work. Let us go on.")

    def _tell_progress(self, params: Json) -> None:
        self._write("tool", f"… {params.get('message') or params.get('progress')}")

    def _write(self, who: Literal["user", "model", "tool", "note"], text: str) -> None:
        with self._saying:
            self._print(TranscriptLine(who, readable(text)))


def is_denial(text: str) -> bool:
    """Return whether an error text reports a denial by a person or a rule, unlike a failed call."""
    text = text.casefold()
    return text.startswith("denied") or "do not retry" in text


def readable(text: str) -> str:
    """Return ``text`` on one line, shortened, with characters escaped that a terminal would hide or execute."""
    if len(text) > MAX_SHOWN_LENGTH:
        text = f"{text[:MAX_SHOWN_LENGTH]}… ({len(text):,} characters)"
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def main(argv: list[str] | None = None) -> int:
    """Play the script on standard output."""
    parser = argparse.ArgumentParser(prog="toolguard.demo.client", description=__doc__.splitlines()[0])
    parser.add_argument("--once", action="store_true", help="play the script once instead of until it is stopped")
    parser.add_argument("--pause", type=float, default=1.5, metavar="SECONDS", help="pause after each turn (1.5)")
    parser.add_argument("--script", choices=("notes", "messages"), default="notes", help="what to say (notes)")
    parser.add_argument("--language", choices=("en", "zh_CN"), default="en", help="in which language (en)")
    parser.add_argument("--connect", nargs=argparse.REMAINDER, required=True, metavar="ARGV", help="stands last")
    options = parser.parse_args(argv)
    if not options.connect:
        parser.error("--connect needs the command line of toolguard-connect")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace", line_buffering=True)
    client = ScriptedClient(
        options.connect, print, pause=options.pause, script=SCRIPTS[options.script, options.language]
    )
    try:
        return 0 if client.run(1 if options.once else None) else 1
    except FileNotFoundError as problem:
        parser.error(f"cannot start {options.connect[0]}: {problem.strerror}")
    except (KeyboardInterrupt, BrokenPipeError):
        return 130


if __name__ == "__main__":
    sys.exit(main())
