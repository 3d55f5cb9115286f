"""A sample MCP server over stdio with tools of every kind. Standard library only; nothing leaves its process.

It speaks the revisions 2024-11-05 to 2025-11-25 (handshake) and 2026-07-28 (no handshake, each request names its
version), and knows nothing of ToolGuard: run it as ``python -m toolguard.demo.server`` or as a file.
"""

from __future__ import annotations

import argparse
import base64
import json
import math
import os
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
BATCHES = "2025-03-26"
"""The only revision with JSON-RPC batches."""
META = "io.modelcontextprotocol/"
INFO = {"name": "toolguard-demo-server", "title": "ToolGuard's sample server", "version": "1.0"}
INSTRUCTIONS = "A sample server. Its notes live in memory and are gone when it ends."

Json = dict[str, Any]
Reply = Callable[[Json | None], None]
"""Takes a response, or None if there is none to send."""


class RpcError(Exception):
    """A JSON-RPC error response with this code, text and data."""

    def __init__(self, code: int, text: str, data: object = None) -> None:
        super().__init__(text)
        self.error: Json = {"code": code, "message": text} | ({} if data is None else {"data": data})


@dataclass(frozen=True, slots=True)
class DemoCall:
    """A running call, as seen by its tool."""

    arguments: Json
    notes: dict[str, str]
    environment: Mapping[str, str]
    cancelled: threading.Event
    progress: Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class DemoOutcome:
    """What a sample tool returns."""

    text: str
    structured: Json | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class DemoTool:
    """A listed tool with its function ``run``, which returns None if it was cancelled: no response is sent."""

    name: str
    title: str
    description: str
    run: Callable[[DemoCall], DemoOutcome | None]
    annotations: Json
    properties: Json = field(default_factory=dict)
    required: tuple[str, ...] = ()
    output: Json | None = None
    slow: bool = False
    """Runs in its own thread, so that it can be cancelled and others can run at the same time."""

    def listed(self, version: str) -> Json:
        """Return the tool with the fields of protocol version ``version``."""
        schema: Json = {"type": "object", "properties": self.properties}
        if self.required:
            schema["required"] = list(self.required)
        row: Json = {"name": self.name, "description": self.description, "inputSchema": schema}
        if version >= "2025-03-26":
            row["annotations"] = {"title": self.title} | self.annotations
        if version >= "2025-06-18":
            row["title"] = self.title
            if self.output is not None:
                row["outputSchema"] = self.output
        return row

    def misfit(self, arguments: Json) -> str:
        """Return what is wrong with ``arguments`` in one sentence, or ""."""
        for name in self.required:
            if name not in arguments:
                return f"the argument {name!r} is missing"
        for name, value in arguments.items():
            rule = self.properties.get(name, {})
            if "type" in rule and not _has_type(value, rule["type"]):
                return f"the argument {name!r} must be of type {rule['type']}"
            if "minimum" in rule and not rule["minimum"] <= value <= rule["maximum"]:
                return f"the argument {name!r} must be between {rule['minimum']} and {rule['maximum']}"
        return ""


def _has_type(value: object, kind: str) -> bool:
    if kind == "string":
        return isinstance(value, str)
    return not isinstance(value, bool) and isinstance(value, int if kind == "integer" else int | float)


def _read_note(call: DemoCall) -> DemoOutcome:
    text = call.notes.get(call.arguments["name"])
    if text is None:
        return DemoOutcome("There is no note of that name. There are: " + ", ".join(sorted(call.notes)), failed=True)
    return DemoOutcome(text)


def _write_note(call: DemoCall) -> DemoOutcome:
    name, text = call.arguments["name"], call.arguments["text"]
    verb = "replaced" if name in call.notes else "written"
    call.notes[name] = text
    return DemoOutcome(f"The note {name!r} was {verb}: {len(text)} characters.")


def _count_slowly(call: DemoCall) -> DemoOutcome | None:
    last, pause = call.arguments.get("to", 10), call.arguments.get("seconds", 0.5)
    for number in range(1, last + 1):
        if call.cancelled.wait(pause):
            return None
        call.progress(number, last, f"counted to {number}")
    return DemoOutcome(f"Counted to {last}.")


def _add(call: DemoCall) -> DemoOutcome:
    try:
        total = call.arguments["a"] + call.arguments["b"]
        finite = math.isfinite(total)
    except OverflowError:
        finite = False
    if not finite:
        return DemoOutcome("The sum is beyond what a double can hold.", failed=True)
    return DemoOutcome(json.dumps({"sum": total}), {"sum": total})


def _weather(call: DemoCall) -> DemoOutcome:
    city = call.arguments["城市"]
    seed = sum(map(ord, city))
    weather = {"城市": city, "天气": ("晴", "多云", "小雨", "大风")[seed % 4], "气温": seed % 35}
    return DemoOutcome(json.dumps(weather, ensure_ascii=False), weather)


def _city_weather(call: DemoCall) -> DemoOutcome:
    city = call.arguments["city"]
    seed = sum(map(ord, city))
    weather = {"city": city, "weather": ("sunny", "cloudy", "light rain", "windy")[seed % 4], "temperature": seed % 35}
    return DemoOutcome(json.dumps(weather, ensure_ascii=False), weather)


def _odd_text(_call: DemoCall) -> DemoOutcome:
    return DemoOutcome(
        "right to left: \u202egnp.exe\u202c | zero width: pass\u200bword \u2060\ufeff | look-alike: p\u0430ypal\n"
        "emoji: 👩\u200d👩\u200d👧 | CJK: 你好，世界 | tags: \U000e0068\U000e0069 | escape: \x1b[31mred\x1b[0m"
    )


def _long_text(call: DemoCall) -> DemoOutcome:
    line = "All work and no play makes a long text. "
    size = call.arguments.get("kilobytes", 64) * 1024
    return DemoOutcome((line * (size // len(line) + 1))[:size])


def _whoami(call: DemoCall) -> DemoOutcome:
    key = call.environment.get("DEMO_API_KEY", "")
    if not key:
        return DemoOutcome("DEMO_API_KEY was not given.")
    coded = base64.b64encode(key.encode("utf-8", "surrogateescape")).decode()
    return DemoOutcome(f"DEMO_API_KEY was given: {len(key)} characters, {key} in plain, {coded} in base64.")


def _fail(_call: DemoCall) -> DemoOutcome:
    return DemoOutcome("The sample service is out of order: error 503.", failed=True)


def _crash(_call: DemoCall) -> DemoOutcome:
    raise RpcError(-32603, "Internal error: the tool crashed, as it was asked to.")


def _exit(_call: DemoCall) -> DemoOutcome:
    os._exit(3)


_READS = {"readOnlyHint": True, "openWorldHint": False}
_WORLD = {"readOnlyHint": True, "openWorldHint": True}
_NAME = {"type": "string", "description": "Name of the note"}

TOOLS = (
    DemoTool("read_note", "Read a note", "Returns the text of a note.", _read_note, _READS, {"name": _NAME}, ("name",)),
    DemoTool(
        "write_note",
        "Write a note",
        "Writes a note. A note of the same name is replaced and cannot be brought back.",
        _write_note,
        {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True, "openWorldHint": False},
        {"name": _NAME, "text": {"type": "string", "description": "The whole new text"}},
        ("name", "text"),
    ),
    DemoTool(
        "count_slowly",
        "Count slowly",
        "Counts from 1, reports each number as progress, and can be cancelled.",
        _count_slowly,
        _READS,
        {
            "to": {"type": "integer", "minimum": 1, "maximum": 100_000, "description": "The last number (10)"},
            "seconds": {"type": "number", "minimum": 0, "maximum": 60, "description": "Pause before each number (0.5)"},
        },
        slow=True,
    ),
    DemoTool(
        "add",
        "Add two numbers",
        "Returns the sum of a and b.",
        _add,
        _READS | {"idempotentHint": True},
        {"a": {"type": "number"}, "b": {"type": "number"}},
        ("a", "b"),
        {"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"]},
    ),
    DemoTool(
        "查询天气",
        "查询城市天气",
        "返回一个城市的示例天气。数据不是真实的。",
        _weather,
        _WORLD,
        {"城市": {"type": "string", "description": "城市的名称"}},
        ("城市",),
        {
            "type": "object",
            "properties": {"城市": {"type": "string"}, "天气": {"type": "string"}, "气温": {"type": "integer"}},
            "required": ["城市", "天气", "气温"],
        },
    ),
    DemoTool("odd_text", "Odd text", "Returns text with invisible and misleading characters.", _odd_text, _READS),
    DemoTool(
        "long_text",
        "Long text",
        "Returns a text of the size asked for.",
        _long_text,
        _READS,
        {"kilobytes": {"type": "integer", "minimum": 1, "maximum": 65_536, "description": "Size (64)"}},
    ),
    DemoTool("whoami", "Who am I", "Says whether DEMO_API_KEY was given, and gives it away.", _whoami, _READS),
    DemoTool("fail", "Fail", "Always fails, as a service that is out of order does.", _fail, _WORLD),
    DemoTool("crash", "Crash", "Always ends in an internal error of the server.", _crash, _READS),
    DemoTool("exit", "Exit", "Ends the server at once, in the middle of the call.", _exit, {"destructiveHint": True}),
)


WEATHER = DemoTool(
    "get_weather",
    "Look up the weather",
    "Returns sample weather for a city. The data is not real.",
    _city_weather,
    _WORLD,
    {"city": {"type": "string", "description": "Name of the city"}},
    ("city",),
    {
        "type": "object",
        "properties": {"city": {"type": "string"}, "weather": {"type": "string"}, "temperature": {"type": "integer"}},
        "required": ["city", "weather", "temperature"],
    },
)
CHINESE: Mapping[str, tuple[str, str]] = {
    "read_note": ("读取笔记", "返回一条笔记的内容。"),
    "write_note": ("写入笔记", "写入一条笔记。同名的笔记会被替换，无法恢复。"),
    "count_slowly": ("慢慢数数", "从 1 开始数数，以进度报告每个数，可以取消。"),
    "add": ("两数相加", "返回 a 与 b 的和。"),
    "odd_text": ("特殊文本", "返回含有不可见字符和易混淆字符的文本。"),
    "long_text": ("长文本", "返回指定大小的文本。"),
    "whoami": ("我是谁", "说明是否得到了 DEMO_API_KEY，并泄露它。"),
    "fail": ("失败", "总是失败，就像服务中断时一样。"),
    "crash": ("崩溃", "总是以服务器的内部错误结束。"),
    "exit": ("退出", "在调用过程中立即结束服务器。"),
}
"""Title and description of tools in Chinese."""
NOTES = {"shopping": "milk, bread, apples", "ideas": "A window that shows what an agent wants to do."}
CHINESE_NOTES = {"购物": "牛奶、面包、苹果", "想法": "一个显示智能体想做什么的窗口。"}


def tools_in(language: str) -> tuple[DemoTool, ...]:
    """Return the tools of a language; for "" those of every language."""
    if language == "zh_CN":
        own = {tool.name: CHINESE.get(tool.name, (tool.title, tool.description)) for tool in TOOLS}
        return tuple(replace(tool, title=own[tool.name][0], description=own[tool.name][1]) for tool in TOOLS)
    if language == "en":
        return tuple(WEATHER if tool.name == "查询天气" else tool for tool in TOOLS)
    return TOOLS


class DemoBatch:
    """Collects the responses to a batch and sends them as one array when it is complete."""

    def __init__(self, size: int, send: Callable[[list[Json]], None]) -> None:
        self._remaining = size
        self._send = send
        self._answers: list[Json] = []
        self._lock = threading.Lock()

    def reply(self, answer: Json | None) -> None:
        """Add the response to one message; None for a notification. Call it once per message, from any thread."""
        with self._lock:
            self._remaining -= 1
            if answer is not None:
                self._answers.append(answer)
            if self._remaining == 0 and self._answers:
                self._send(self._answers)


class DemoServer:
    """One connection: `receive` takes a line, ``write`` receives complete lines, one at a time."""

    def __init__(self, write: Callable[[bytes], None], environment: Mapping[str, str], language: str = "") -> None:
        self._tools = tools_in(language)
        self._write = write
        self._environment = environment
        self._writing = threading.Lock()
        self._version = ""
        self._notes = dict(CHINESE_NOTES if language == "zh_CN" else NOTES)
        self._running: dict[int | str, threading.Event] = {}
        self._threads: list[threading.Thread] = []

    def receive(self, line: bytes) -> None:
        """Process one line. Slow tools answer later, from their own threads."""
        try:
            value = json.loads(line, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            return self._send(_error(None, RpcError(-32700, "Parse error")))
        if not isinstance(value, list):
            return self._take(value, self._reply)
        if self._version != BATCHES or not value:
            return self._send(
                _error(None, RpcError(-32600, "Batches are not part of this revision, or this one is empty"))
            )
        batch = DemoBatch(len(value), self._send)
        for member in value:
            if isinstance(member, dict) and member.get("method") == "initialize":
                batch.reply(_error(None, RpcError(-32600, "initialize cannot be part of a batch")))
            else:
                self._take(member, batch.reply)
        return None

    def close(self) -> None:
        """Stop running calls after the client disconnected."""
        for cancelled in tuple(self._running.values()):
            cancelled.set()
        for thread in self._threads:
            thread.join(1.0)

    def _send(self, message: Json | list[Json]) -> None:
        data = json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        with self._writing:
            self._write(data)

    def _reply(self, answer: Json | None) -> None:
        if answer is not None:
            self._send(answer)

    def _take(self, message: object, reply: Reply) -> None:
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            return reply(_error(None, RpcError(-32600, "Not a JSON-RPC 2.0 message")))
        method, id = message.get("method"), message.get("id")
        if method is None and ("result" in message or "error" in message):
            return reply(None)
        if not isinstance(method, str) or ("id" in message and not _is_id(id)):
            return reply(_error(None, RpcError(-32600, "Invalid request")))
        params = message.get("params", {})
        if "id" not in message:
            self._notice(method, params)
            return reply(None)
        try:
            version = self._version_of(method, params)
            if method == "tools/call":
                return self._call(id, params, version, reply)
            return reply(_result(id, self._answer(method, params, version), version))
        except RpcError as refused:
            return reply(_error(id, refused))

    def _notice(self, method: str, params: object) -> None:
        if method == "notifications/cancelled" and isinstance(params, dict) and _is_id(params.get("requestId")):
            cancelled = self._running.get(params["requestId"])
            if cancelled is not None:
                cancelled.set()

    def _version_of(self, method: str, params: object) -> str:
        """Return the protocol version of a request."""
        if not isinstance(params, dict):
            raise RpcError(-32602, "params must be an object")
        meta = params.get("_meta", {})
        requested = meta.get(META + "protocolVersion") if isinstance(meta, dict) else None
        if requested is None:
            if method == "server/discover":
                raise RpcError(-32602, f"_meta lacks {META}protocolVersion")
            if not self._version and method not in ("initialize", "ping"):
                raise RpcError(-32600, "initialize must come first")
            return self._version or HANDSHAKE[-1]
        if requested != MODERN:
            data = {"supported": [MODERN], "requested": requested}
            raise RpcError(-32022, "Unsupported protocol version", data)
        if not isinstance(meta.get(META + "clientCapabilities"), dict):
            raise RpcError(-32602, f"_meta lacks {META}clientCapabilities")
        return MODERN

    def _answer(self, method: str, params: Json, version: str) -> Json:
        if method == "tools/list":
            if params.get("cursor") is not None:
                raise RpcError(-32602, "Unknown cursor: there is only one page")
            return _cacheable({"tools": [tool.listed(version) for tool in self._tools]}, version)
        if version == MODERN:
            if method == "server/discover":
                result = {"supportedVersions": [MODERN], "capabilities": {"tools": {}}, "instructions": INSTRUCTIONS}
                return _cacheable(result, version)
        elif method == "ping":
            return {}
        elif method == "initialize":
            return self._initialize(params)
        raise RpcError(-32601, f"Method not found: {method}")

    def _initialize(self, params: Json) -> Json:
        if self._version:
            raise RpcError(-32600, "This connection is initialized already")
        requested = params.get("protocolVersion")
        if not isinstance(requested, str):
            raise RpcError(-32602, "protocolVersion must be a string")
        self._version = requested if requested in HANDSHAKE else HANDSHAKE[-1]
        info = {key: INFO[key] for key in INFO if key != "title" or self._version >= "2025-06-18"}
        return {
            "protocolVersion": self._version,
            "capabilities": {"tools": {}},
            "serverInfo": info,
            "instructions": INSTRUCTIONS,
        }

    def _call(self, id: Any, params: Json, version: str, reply: Reply) -> None:
        name, arguments = params.get("name"), params.get("arguments")
        tool = next((tool for tool in self._tools if tool.name == name), None)
        if tool is None:
            raise RpcError(-32602, f"Unknown tool: {name}")
        arguments = {} if arguments is None else arguments
        if not isinstance(arguments, dict):
            raise RpcError(-32602, "arguments must be an object")
        if id in self._running:
            raise RpcError(-32600, "A request with this id is still running")
        if misfit := tool.misfit(arguments):
            if version < "2025-11-25":
                raise RpcError(-32602, f"Invalid arguments: {misfit}")
            return reply(
                _result(id, _tool_result(DemoOutcome(f"Invalid arguments: {misfit}", failed=True), version), version)
            )
        cancelled = threading.Event()
        call = DemoCall(arguments, self._notes, self._environment, cancelled, self._progress(params, version))
        if not tool.slow:
            return self._run(id, tool, call, version, reply)
        self._running[id] = cancelled
        thread = threading.Thread(target=self._run, args=(id, tool, call, version, reply), daemon=True)
        self._threads = [*filter(threading.Thread.is_alive, self._threads), thread]
        return thread.start()

    def _run(self, id: Any, tool: DemoTool, call: DemoCall, version: str, reply: Reply) -> None:
        try:
            outcome = tool.run(call)
            answer = None if outcome is None else _result(id, _tool_result(outcome, version), version)
        except RpcError as refused:
            answer = _error(id, refused)
        self._running.pop(id, None)
        reply(answer)

    def _progress(self, params: Json, version: str) -> Callable[[int, int, str], None]:
        meta = params.get("_meta")
        token = meta.get("progressToken") if isinstance(meta, dict) else None

        def report(progress: int, total: int, text: str) -> None:
            params: Json = {"progressToken": token, "progress": progress, "total": total}
            if version >= "2025-03-26":
                params["message"] = text
            if _is_id(token):
                self._send({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})

        return report


def _is_id(value: object) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _error(id: Any, refused: RpcError) -> Json:
    return {"jsonrpc": "2.0", "id": id, "error": refused.error}


def _result(id: Any, value: Json, version: str) -> Json:
    if version == MODERN:
        value = {"resultType": "complete"} | value | {"_meta": {META + "serverInfo": INFO}}
    return {"jsonrpc": "2.0", "id": id, "result": value}


def _cacheable(value: Json, version: str) -> Json:
    return value | {"ttlMs": 60_000, "cacheScope": "public"} if version == MODERN else value


def _tool_result(outcome: DemoOutcome, version: str) -> Json:
    members: Json = {"content": [{"type": "text", "text": outcome.text}], "isError": outcome.failed}
    if outcome.structured is not None and version >= "2025-06-18":
        members["structuredContent"] = outcome.structured
    return members


def main(argv: list[str] | None = None) -> int:
    """Serve standard input until it ends."""
    parser = argparse.ArgumentParser(prog="toolguard.demo.server", description=__doc__.splitlines()[0])
    parser.add_argument("--record", metavar="FILE", type=Path, help="append every line that is received to FILE")
    parser.add_argument("--language", choices=("en", "zh_CN"), default="", help="of the tools and notes")
    options = parser.parse_args(argv)

    def write(data: bytes) -> None:
        try:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            os._exit(0)  # nobody reads any more, and a flush at exit would raise an error

    server = DemoServer(write, os.environ, options.language)
    try:
        for line in sys.stdin.buffer:
            if options.record is not None:
                with options.record.open("ab") as record:
                    record.write(line)
            if line.strip():
                server.receive(line)
        server.close()
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
