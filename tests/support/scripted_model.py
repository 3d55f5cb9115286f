"""A model server on loopback for real chat clients, which requests the calls that the test selects.

It streams OpenAI's Chat Completions and Responses, Anthropic's Messages and Gemini's streamGenerateContent, as far as
chat clients need them. If the request offers the tool, it requests the first call whose result the request does not
contain. After the last one, it answers with a text that contains all results. It is also a proxy that refuses requests
to other hosts.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

Json = dict[str, Any]

MODEL = "scripted-1"
SAID = "The tool said: "
"""Beginning of the text about the results."""
_USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


@dataclass(frozen=True, slots=True)
class Script:
    """The call to request. Clients put the server's name before the tool's, each in its own way; one adds a digest.

    ``tool`` is the name without these. ``server`` is a part of the full name: several servers may have the tool.
    """

    tool: str
    arguments: Json = field(default_factory=dict)
    server: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response of the model: a text, or a call of the tool ``name`` with the number ``number``."""

    text: str = ""
    name: str = ""
    number: int = 0
    arguments: Json = field(default_factory=dict)

    @property
    def call(self) -> str:
        """Return the ID of the call."""
        return f"call_{self.number}"

    @property
    def written_arguments(self) -> str:
        """Return the arguments as JSON."""
        return json.dumps(self.arguments)


class ScriptedModel:
    """The server. ``url`` is where it listens; ``scripts``, one for each call, may be replaced before a run."""

    def __init__(self, *scripts: Script) -> None:
        self.scripts = scripts
        self.results: list[str] = []
        """Texts of the results that reached the model."""
        model = self

        class Handler(_Handler):
            scripted = model

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.1})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> ScriptedModel:
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, tools: Iterator[str], results: Iterator[str]) -> Answer:
        """Return the response to a request that offers ``tools`` and contains ``results``."""
        if texts := list(results):
            self.results.append(texts[-1])
        if len(texts) >= len(self.scripts):
            return Answer(text=SAID + "\n\n".join(texts))
        script = self.scripts[len(texts)]
        for name in tools:
            is_tool = re.search(rf"{re.escape(script.tool)}(?:_[0-9a-f]{{12}})?\Z", name)
            if is_tool and script.server in name:
                return Answer(name=name, number=len(texts), arguments=script.arguments)
        return Answer(text="There is nothing to do.")


class _Handler(BaseHTTPRequestHandler):
    """One connection of a client."""

    scripted: ScriptedModel
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""

    def do_CONNECT(self) -> None:
        self._refuse()

    def do_GET(self) -> None:
        self._refuse()

    def do_POST(self) -> None:
        raw = self._read()
        target = urlsplit(self.path)
        protocol = next((protocol for protocol in PROTOCOLS if target.path.endswith(protocol.path)), None)
        if target.netloc or protocol is None:
            self._refuse()
            return
        body = json.loads(raw)
        answer = self.scripted.answer(protocol.tools(body), protocol.results(body))
        events = "".join(f"{_event_name(one)}data: {json.dumps(one)}\n\n" for one in protocol.events(answer))
        self._send(200, f"{events}{protocol.end}".encode(), "text/event-stream")

    def _read(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _refuse(self) -> None:
        """Refuse a request for another host or an unknown path."""
        self.close_connection = True
        self._send(403, b"", "text/plain")

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _event_name(event: Json) -> str:
    return f"event: {event['type']}\n" if "type" in event else ""


def _text(content: Any) -> str:
    """Return the text of a result, which is a string or a list of blocks."""
    if isinstance(content, list):
        return "".join(block.get("text", "") for block in content)
    return str(content)


# --- OpenAI's Chat Completions


def _chat_tools(body: Json) -> Iterator[str]:
    return (tool["function"]["name"] for tool in body.get("tools") or ())


def _chat_results(body: Json) -> Iterator[str]:
    return (_text(message["content"]) for message in body["messages"] if message["role"] == "tool")


def _chat_events(answer: Answer) -> Iterator[Json]:
    base = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": MODEL}
    delta: Json = {"role": "assistant", "content": answer.text}
    if answer.name:
        function = {"name": answer.name, "arguments": answer.written_arguments}
        delta = {
            "role": "assistant", "content": None,
            "tool_calls": [{"index": 0, "id": answer.call, "type": "function", "function": function}],
        }  # fmt: skip
    yield {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    end = "tool_calls" if answer.name else "stop"
    yield {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": end}]}
    yield {**base, "choices": [], "usage": _USAGE}


# --- OpenAI's Responses


def _responses_tools(body: Json) -> Iterator[str]:
    return (tool["name"] for tool in body.get("tools") or () if "name" in tool)


def _responses_results(body: Json) -> Iterator[str]:
    return (_text(item["output"]) for item in body["input"] if item.get("type") == "function_call_output")


def _responses_events(answer: Answer) -> Iterator[Json]:
    content = [{"type": "output_text", "text": answer.text, "annotations": []}]
    item: Json = {"type": "message", "id": "item_1", "role": "assistant", "content": content}
    if answer.name:
        item = {
            "type": "function_call", "id": "item_1", "call_id": answer.call, "name": answer.name,
            "arguments": answer.written_arguments,
        }  # fmt: skip
    response = {"id": "resp_1", "object": "response", "created_at": 1, "model": MODEL}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    place = {"item_id": "item_1", "output_index": 0, "content_index": 0}
    yield {"type": "response.created", "response": {**response, "status": "in_progress", "output": []}}
    yield {"type": "response.output_item.added", "output_index": 0, "item": {**item, "status": "in_progress"}}
    if answer.text:
        yield {"type": "response.output_text.delta", **place, "delta": answer.text}
    yield {"type": "response.output_item.done", "output_index": 0, "item": {**item, "status": "completed"}}
    whole = {**response, "status": "completed", "output": [{**item, "status": "completed"}], "usage": usage}
    yield {"type": "response.completed", "response": whole}


# --- Anthropic's Messages


def _messages_tools(body: Json) -> Iterator[str]:
    return (tool["name"] for tool in body.get("tools") or ())


def _messages_results(body: Json) -> Iterator[str]:
    for message in body["messages"]:
        for block in message["content"] if isinstance(message["content"], list) else ():
            if block["type"] == "tool_result":
                yield _text(block["content"])


def _messages_events(answer: Answer) -> Iterator[Json]:
    block: Json = {"type": "text", "text": ""}
    delta: Json = {"type": "text_delta", "text": answer.text}
    if answer.name:
        block = {"type": "tool_use", "id": f"toolu_{answer.call}", "name": answer.name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": answer.written_arguments}
    message: Json = {
        "id": "msg_1", "type": "message", "role": "assistant", "model": MODEL, "content": [], "stop_reason": None,
        "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1},
    }  # fmt: skip
    end = {"stop_reason": "tool_use" if answer.name else "end_turn", "stop_sequence": None}
    yield {"type": "message_start", "message": message}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    yield {"type": "message_delta", "delta": end, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


# --- Gemini's streamGenerateContent


def _gemini_tools(body: Json) -> Iterator[str]:
    for tool in body.get("tools") or ():
        yield from (one["name"] for one in tool.get("functionDeclarations") or ())


def _gemini_results(body: Json) -> Iterator[str]:
    for content in body["contents"]:
        for part in content["parts"]:
            if "functionResponse" in part:
                yield json.dumps(part["functionResponse"]["response"], ensure_ascii=False)


def _gemini_events(answer: Answer) -> Iterator[Json]:
    part: Json = {"text": answer.text}
    if answer.name:
        part = {"functionCall": {"name": answer.name, "args": answer.arguments}}
    candidate = {"index": 0, "content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    yield {"candidates": [candidate], "usageMetadata": usage, "modelVersion": MODEL}


@dataclass(frozen=True, slots=True)
class Protocol:
    """A model API: end of its path, how to read tools and results of a request, and the events of a response."""

    path: str
    tools: Callable[[Json], Iterator[str]]
    results: Callable[[Json], Iterator[str]]
    events: Callable[[Answer], Iterator[Json]]
    end: str = ""


PROTOCOLS = (
    Protocol("/chat/completions", _chat_tools, _chat_results, _chat_events, "data: [DONE]\n\n"),
    Protocol("/responses", _responses_tools, _responses_results, _responses_events),
    Protocol("/messages", _messages_tools, _messages_results, _messages_events),
    Protocol(":streamGenerateContent", _gemini_tools, _gemini_results, _gemini_events),
)
