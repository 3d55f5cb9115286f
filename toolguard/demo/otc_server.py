"""A sample Open Tool Calling server: OTC 1.0 as its OpenAPI says.

It knows nothing of ToolGuard. It repeats secrets in its responses, as a careless server does.
"""

from __future__ import annotations

import argparse
import base64
import datetime
import hashlib
import json
import urllib.parse
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import jsonschema

Json = dict[str, Any]
Receive = Callable[[], Awaitable[Json]]
Send = Callable[[Json], Awaitable[None]]
SCHEMA = "otc://1.0"
TOOL_ID = r"^[A-Za-z0-9_]+\.[A-Za-z0-9_]+(@(\d+|\d+\.\d+\.\d+))?$"


class RequestRefusedError(Exception):
    """A tool was not run: the response has this status and a body."""

    def __init__(self, status: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.body: Json = {"message": message, **more}


class ToolFailedError(Exception):
    """A tool ran and failed; ``more`` are members of the error."""

    def __init__(self, message: str, **more: Any) -> None:
        super().__init__(message)
        self.error: Json = {"message": message, **more}


@dataclass(frozen=True, slots=True)
class OtcDemoTool:
    """One tool. ``output``: its schema, None without a value; ``run`` takes the input and the context."""

    toolkit: str
    name: str
    version: str
    description: str
    run: Callable[[Json, Json], Any]
    input: Json = field(default_factory=dict)
    required: tuple[str, ...] = ()
    output: Json | None = None
    requirements: Json = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The ID with the version, such as ``SMS.Send@0.1.2``."""
        return f"{self.toolkit}.{self.name}@{self.version}"

    @property
    def schema(self) -> Json:
        """JSON Schema of the input."""
        return {"type": "object", "properties": self.input, "required": list(self.required)}

    def listed(self) -> Json:
        """Return the tool as ``GET /tools`` lists it."""
        definition: Json = {
            "id": self.id, "name": self.name, "description": self.description, "version": self.version,
            "input_schema": {"parameters": self.schema}, "output_schema": self.output,
        }  # fmt: skip
        return definition | ({"requirements": self.requirements} if self.requirements else {})


def _said(kind: str, description: str) -> Json:
    return {"type": kind, "description": description}


def _fail(_given: Json, context: Json) -> Any:
    raise ToolFailedError(
        f"The service is busy. {_repeated(context)}", developer_message=f"upstream 503; context {json.dumps(context)}",
        can_retry=True, retry_after_ms=1500, additional_prompt_content="Ask for fewer things at once.",
    )  # fmt: skip


def _repeated(context: Json) -> str:
    """Return every secret of the context, in the forms in which servers leak secrets."""
    values = [secret["value"] for secret in context.get("secrets", ())]
    values += [token["token"] for token in context.get("authorization", ())]
    texts = []
    for value in values:
        data = value.encode()
        forms = [value, json.dumps(value), urllib.parse.quote(value), base64.b64encode(data).decode(), data.hex()]
        texts += [hashlib.sha256(data).hexdigest(), *forms]
    return " ".join(texts)


_NUMBER = {"type": "number"}
TOOLS = (
    OtcDemoTool("Calculator", "Add", "1.0.0", "Adds two numbers.", lambda given, _: given["a"] + given["b"],
         {"a": _said("number", "The first."), "b": _said("number", "The second.")}, ("a", "b"), _NUMBER),
    OtcDemoTool("Doorbell", "Ring", "0.1.0", "Rings a doorbell.", lambda _given, _: None,
         {"doorbell_id": _said("string", "Which one.")}, ("doorbell_id",)),
    OtcDemoTool("System", "GetTimestamp", "1.0.0", "Tells the time.",
         lambda _given, _: datetime.datetime.now(datetime.UTC).isoformat(), output={"type": "string"}),
    OtcDemoTool("Gmail", "GetEmails", "1.2.0", "Finds mails.",
         lambda given, context: {"query": given["query"], "of": context["user_id"], "said": _repeated(context)},
         {"query": _said("string", "What to look for.")}, ("query",),
         {"type": "object", "properties": {"query": {"type": "string"}}},
         {"authorization": [{"id": "google", "oauth2": {"scopes": ["mail.readonly"]}}], "user_id": True}),
    OtcDemoTool("SMS", "Send", "0.1.2", "Sends a message to a telephone.",
         lambda given, context: f"sent to {given['to']}: {_repeated(context)}",
         {"to": _said("string", "The number."), "message": _said("string", "The text.")}, ("to", "message"),
         {"type": "string"}, {"secrets": [{"id": "TWILIO_API_KEY"}]}),
    OtcDemoTool("SMS", "Balance", "0.1.2", "Tells what is left to spend; always busy.", _fail,
         requirements={"secrets": [{"id": "TWILIO_API_KEY"}]}, output={}),
)  # fmt: skip


_CHINESE = {"Add": "两数相加。", "Send": "向电话发送短信。", "Balance": "说明余额；总是繁忙。", "Ring": "按门铃。",
            "GetTimestamp": "报告时间。", "GetEmails": "查找邮件。"}  # fmt: skip
"""Descriptions of the tools in Chinese."""


@dataclass(frozen=True, slots=True)
class AsgiRequest:
    """One HTTP request. The names of ``headers`` are in lower case, as in ASGI."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class AsgiResponse:
    """One HTTP response, whose ``body`` is sent as JSON."""

    body: Json
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


async def _body(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        event = await receive()
        body, more = body + event.get("body", b""), event.get("more_body", False)
    return body


class OtcDemoServer:
    """The server. ``on_request`` receives each call that it gets."""

    call_path = "/tools/call"

    def __init__(
        self, tools: tuple[OtcDemoTool, ...] = TOOLS, on_request: Callable[[Json], None] = lambda _: None
    ) -> None:
        self.tools = tools
        self.record_request = on_request
        self.done: dict[str, Json] = {}
        """The result of each call, by id: the same call is not run twice."""

    async def __call__(self, scope: Json, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI 3, HTTP connection scope)."""
        routes = {
            "/health": ("GET", self.health),
            "/tools": ("GET", self.list),
            self.call_path: ("POST", self.call),
        }
        request = AsgiRequest(
            scope["path"], {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]},
            await _body(receive),
        )  # fmt: skip
        method, answer = routes.get(request.path, ("", None))
        if answer is None:
            response = AsgiResponse({"message": "Not Found"}, 404)
        elif scope["method"] != method:
            response = AsgiResponse({"message": "Method Not Allowed"}, 405, {"Allow": method})
        else:
            response = answer(request)
        data = json.dumps(response.body, ensure_ascii=False, separators=(",", ":")).encode()
        headers = {"Content-Type": "application/json", "Content-Length": str(len(data)), **response.headers}
        encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": response.status, "headers": encoded})
        await send({"type": "http.response.body", "body": data})

    def health(self, _request: AsgiRequest) -> AsgiResponse:
        """Answer ``GET /health``."""
        return AsgiResponse({"status": "ok"})

    def list(self, _request: AsgiRequest) -> AsgiResponse:
        """Answer ``GET /tools``."""
        return AsgiResponse(self.listed())

    def listed(self) -> Json:
        """Return the body of ``GET /tools``."""
        return {"$schema": SCHEMA, "tools": [tool.listed() for tool in self.tools]}

    def call(self, request: AsgiRequest) -> AsgiResponse:
        """Answer ``POST /tools/call``. A call whose id was answered before is not run again."""
        try:
            body = json.loads(request.body)
        except ValueError:
            return AsgiResponse({"message": "The body is not JSON."}, 400)
        headers = {name: value for name, value in request.headers.items() if name.endswith("-key")}
        self.record_request({"path": request.path, "headers": headers, "body": body})
        try:
            asked_for = self.parse_request(body)
            if asked_for["call_id"] not in self.done:
                self.done[asked_for["call_id"]] = self._run(asked_for)
            return AsgiResponse(self.wrapped(self.done[asked_for["call_id"]]))
        except RequestRefusedError as why:
            return AsgiResponse(why.body, why.status)

    # --- one call ---------------------------------------------------------------------------------------------

    def parse_request(self, body: Any) -> Json:
        """Return the members of a request; raises `RequestRefusedError` if it violates the OpenAPI document."""
        check(body, {"$schema": {"type": "string"}, "request": {"type": "object"}}, ("request",))
        return self.parse_members(body["request"])

    def parse_members(
        self, request: Json, id: str = "call_id", input: str = "input", required: tuple[str, ...] = ("tool_id",)
    ) -> Json:
        """Return the members of a request in which the call's id and its input have these names."""
        members = {
            id: {"type": "string"}, "trace_id": {"type": "string"}, input: {"type": "object"},
            "tool_id": {"type": "string", "pattern": TOOL_ID}, "context": _CONTEXT,
        }  # fmt: skip
        check(request, members, required)
        return {
            "call_id": request.get(id, f"made-{len(self.done)}"), "tool": self.named(request["tool_id"]),
            "input": request.get(input, {}), "context": request.get("context", {}),
        }  # fmt: skip

    def named(self, id: str) -> OtcDemoTool:
        """Return the tool with this ID, with or without a version; raises `RequestRefusedError`."""
        base, _, version = id.partition("@")
        requested = f"{version}.0.0" if version.isdigit() else version
        for tool in self.tools:
            if tool.id.partition("@")[0] == base and requested in ("", tool.version):
                return tool
        raise RequestRefusedError(400, f"Unknown tool: {id}", developer_message="not in the registry")

    def _run(self, request: Json) -> Json:
        tool: OtcDemoTool = request["tool"]
        _require_context(tool, request["context"])
        check(request["input"], tool.input, tool.required)
        members: Json = {"call_id": request["call_id"], "duration": 2}
        try:
            value = tool.run(request["input"], request["context"])
        except ToolFailedError as why:
            return {**members, "success": False, "error": why.error}
        return {**members, "success": True, **({} if tool.output is None else {"value": value})}

    def wrapped(self, made: Json) -> Json:
        """Return the body for the outcome of a call."""
        return {"$schema": SCHEMA, "result": made}


_CONTEXT = {
    "type": "object",
    "properties": {
        "authorization": {"type": "array", "items": {"type": "object", "required": ["id", "token"]}},
        "secrets": {"type": "array", "items": {"type": "object", "required": ["id", "value"]}},
        "user_id": {"type": "string"},
    },
    "additionalProperties": False,
}


def check(value: Any, members: Json, required: tuple[str, ...]) -> None:
    """Raise a 422 that names each invalid member (ValidationErrorResponse)."""
    schema = {"type": "object", "properties": members, "required": list(required), "additionalProperties": False}
    wrong: Json = {}
    for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
        name = str(error.absolute_path[0]) if error.absolute_path else error.message.split("'")[1::2][0]
        wrong[name] = error.message
    if wrong:
        raise RequestRefusedError(422, "The request is invalid.", parameter_errors=wrong)


def _require_context(tool: OtcDemoTool, context: Json) -> None:
    """Raise a 400 if the context lacks what the tool requires."""
    for part in ("secrets", "authorization"):
        for requirement in tool.requirements.get(part, ()):
            if requirement["id"] not in [provided["id"] for provided in context.get(part, ())]:
                raise RequestRefusedError(
                    400, f"Missing {part}: {requirement['id']}", developer_message=f"context was {sorted(context)}"
                )
    if tool.requirements.get("user_id") and "user_id" not in context:
        raise RequestRefusedError(400, "Missing user_id", missing_requirements={"user_id": True})


def main() -> None:
    """Serve on loopback until terminated."""
    import uvicorn

    parser = argparse.ArgumentParser(description=__doc__, prog="python -m toolguard.demo.otc_server")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--record", metavar="FILE", type=Path, help="append every call that it receives to this file")
    parser.add_argument("--language", choices=("en", "zh_CN"), default="en", help="of the tools (en)")
    options = parser.parse_args()
    chinese = tuple(replace(tool, description=_CHINESE[tool.name]) for tool in TOOLS)
    tools = chinese if options.language == "zh_CN" else TOOLS

    def record_request(call: Json) -> None:
        if options.record:
            with options.record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(call) + "\n")

    server = OtcDemoServer(tools, record_request)
    uvicorn.run(server, host="127.0.0.1", port=options.port, lifespan="off", log_level="warning", access_log=False)


if __name__ == "__main__":
    main()
