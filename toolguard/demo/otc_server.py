"""A sample Open Tool Calling server: OTC 1.0 as its OpenAPI says, and its other four generations for tests.

It knows nothing of ToolGuard. It repeats secrets in its responses, as a careless server does.
"""

from __future__ import annotations

import argparse
import base64
import datetime
import hashlib
import hmac
import json
import time
import urllib.parse
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import jsonschema

Json = dict[str, Any]
Receive = Callable[[], Awaitable[Json]]
Send = Callable[[Json], Awaitable[None]]
TOOL_ID = r"^[A-Za-z0-9_]+\.[A-Za-z0-9_]+(@(\d+|\d+\.\d+\.\d+))?$"
PATHS = {"G0": "/tools/call", "G1": "/tools/execute", "G2": "/tools/call", "G3": "/tools/call", "G4": "/tools/call"}
SCHEMAS = {
    "G0": "https://example.com/otc/g0",
    "G1": "https://example.com/otc/draft",
    "G2": "otc://1.0",
    "G3": "urn:oxp:1.0",
}


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
        return f"{self.toolkit}.{self.name}@{self.version}"

    @property
    def schema(self) -> Json:
        return {"type": "object", "properties": self.input, "required": list(self.required)}

    def listed(self, generation: str) -> Json:
        """Return the tool in the format of a generation."""
        definition: Json = {"id": self.id, "name": self.name, "description": self.description, "version": self.version}
        if generation == "G0":
            return self._first()
        if generation == "G1":
            definition |= {
                "input": {"parameters": {"type": "object", "properties": self.input}, "required": [*self.required]}
            }
            definition["output"] = {"available_modes": ["value", "error"], "value": self.output}
        else:
            definition["input_schema"] = {"parameters": self.schema} if generation == "G2" else self.schema
            definition["output_schema"] = self.output
        return definition | ({"requirements": self.requirements} if self.requirements else {})

    def _first(self) -> Json:
        parameters = [
            {"name": name, "description": parameter["description"], "required": name in self.required,
             "value_schema": {"val_type": parameter.get("type", "json")}, "inferrable": True}
            for name, parameter in self.input.items()
        ]  # fmt: skip
        secrets = [{"key_id": secret["id"]} for secret in self.requirements.get("secrets", ())]
        providers = [provider["id"] for provider in self.requirements.get("authorization", ())]
        asked = {"provider_type": providers[0]} if providers else "none"
        kind = (self.output or {}).get("type", "json")
        return {
            "name": self.name, "toolkit": {"name": self.toolkit}, "description": self.description,
            "version": self.version, "input": {"parameters": parameters},
            "output": {"available_modes": ["value", "error"], "value_schema": {"val_type": kind}},
            "requirements": {"authorization": asked, "secrets": secrets},
        }  # fmt: skip


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
    """A server of one generation. ``spelling``: its name for ``input``; ``record_request`` receives each request."""

    def __init__(
        self, generation: str = "G2", spelling: str = "input", api_key: str = "", shared_secret: str = "",
        tools: tuple[OtcDemoTool, ...] = TOOLS, on_request: Callable[[Json], None] = lambda _: None,
    ) -> None:  # fmt: skip
        self.generation = generation
        self.spelling = "inputs" if generation == "G0" else spelling
        self.api_key = api_key
        self.shared_secret = shared_secret
        self.tools = tools
        self.record_request = on_request
        self.done: dict[str, Json] = {}
        """The result of each call, by id: the same call is not run twice."""

    async def __call__(self, scope: Json, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI 3, HTTP connection scope)."""
        routes = {
            "/health": ("GET", self.health),
            "/tools": ("GET", self.list),
            PATHS[self.generation]: ("POST", self.call),
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
        return AsgiResponse({"status": "ok"})

    def list(self, request: AsgiRequest) -> AsgiResponse:
        if not self._knows(request):
            return self._response({"message": "Sign in first.", "developer_message": "no good credential"}, 401)
        tools = [tool.listed(self.generation) for tool in self.tools]
        name = "items" if self.generation in ("G3", "G4") else "tools"
        schema = SCHEMAS.get(self.generation)
        return self._response({**({"$schema": schema} if schema else {}), name: tools}, 200)

    def _response(self, body: Json, status: int) -> AsgiResponse:
        return AsgiResponse(body, status, {"OXP-Version": "1.0"} if self.generation == "G4" else {})

    def call(self, request: AsgiRequest) -> AsgiResponse:
        try:
            body = json.loads(request.body)
        except ValueError:
            return self._response({"message": "The body is not JSON."}, 400)
        headers = {name: value for name, value in request.headers.items() if name.endswith("-key")}
        self.record_request({"path": request.path, "headers": headers, "body": body})
        if not self._knows(request):
            return self._response({"message": "Sign in first."}, 401)
        try:
            asked_for = self._parse_request(body)
            if asked_for["call_id"] not in self.done:
                self.done[asked_for["call_id"]] = self._run(asked_for)
            return self._response(self._wrapped(self.done[asked_for["call_id"]]), 200)
        except RequestRefusedError as why:
            return self._response(why.body, why.status)

    def _knows(self, request: AsgiRequest) -> bool:
        name = "oxp-api-key" if self.generation in ("G3", "G4") else "otc-api-key"
        if self.api_key:
            return hmac.compare_digest(request.headers.get(name, ""), self.api_key)
        return not self.shared_secret or _is_signed(request.headers.get("authorization", ""), self.shared_secret)

    # --- one call ---------------------------------------------------------------------------------------------

    def _parse_request(self, body: Any) -> Json:
        """Return a request of any generation in one format; raises `RequestRefusedError` if it violates the OpenAPI
        document.
        """
        if self.generation == "G0":
            return self._missing_authorization(body)
        if self.generation != "G4":
            _check(body, {"$schema": {"type": "string"}, "request": {"type": "object"}}, ("request",))
            body = body["request"]
        name = "execution_id" if self.generation == "G1" else "call_id"
        members = {
            name: {"type": "string"}, "trace_id": {"type": "string"}, self.spelling: {"type": "object"},
            "tool_id": {"type": "string", "pattern": TOOL_ID}, "context": _CONTEXT,
        }  # fmt: skip
        _check(body, members, ("tool_id", *(("inputs",) if self.spelling == "inputs" else ())))
        return {
            "call_id": body.get(name, f"made-{len(self.done)}"), "tool": self._named(body["tool_id"]),
            "input": body.get(self.spelling, {}), "context": body.get("context", {}),
        }  # fmt: skip

    def _missing_authorization(self, body: Json) -> Json:
        members = ("run_id", "execution_id", "created_at", "tool", "inputs", "context")
        _check(body, {name: {} for name in members}, members)
        tool, context = body["tool"], body["context"]
        named = self._named(f"{tool['toolkit']}.{tool['name']}@{tool['version']}")
        token = (context.get("authorization") or {}).get("token")
        asked = [provider["id"] for provider in named.requirements.get("authorization", ())]
        return {
            "call_id": body["execution_id"], "tool": named, "input": body["inputs"],
            "context": {
                "secrets": [{"id": id, "value": value} for id, value in context.get("secrets", {}).items()],
                "authorization": [{"id": id, "token": token} for id in asked if token],
                "user_id": context.get("user_id", "somebody"),
            },
        }  # fmt: skip

    def _named(self, id: str) -> OtcDemoTool:
        base, _, version = id.partition("@")
        wanted = f"{version}.0.0" if version.isdigit() else version
        for tool in self.tools:
            if tool.id.partition("@")[0] == base and wanted in ("", tool.version):
                return tool
        raise RequestRefusedError(400, f"Unknown tool: {id}", developer_message="not in the registry")

    def _run(self, request: Json) -> Json:
        tool: OtcDemoTool = request["tool"]
        _meets(tool, request["context"])
        _check(request["input"], tool.input, tool.required)
        members: Json = {"call_id": request["call_id"], "duration": 2}
        try:
            value = tool.run(request["input"], request["context"])
        except ToolFailedError as why:
            return {**members, "success": False, "error": why.error}
        return {**members, "success": True, **({} if tool.output is None else {"value": value})}

    def _wrapped(self, made: Json) -> Json:
        if self.generation in ("G0", "G1"):
            outcome = {name: made[name] for name in ("value", "error") if name in made}
            response = {"execution_id": made["call_id"], "success": made["success"], "duration": 2, "output": outcome}
            return response if self.generation == "G0" else {"$schema": SCHEMAS["G1"], "response": response}
        return made if self.generation == "G4" else {"$schema": SCHEMAS[self.generation], "result": made}


_CONTEXT = {
    "type": "object",
    "properties": {
        "authorization": {"type": "array", "items": {"type": "object", "required": ["id", "token"]}},
        "secrets": {"type": "array", "items": {"type": "object", "required": ["id", "value"]}},
        "user_id": {"type": "string"},
    },
    "additionalProperties": False,
}


def _check(value: Any, members: Json, required: tuple[str, ...]) -> None:
    """Raise a 422 that names each invalid member (ValidationErrorResponse)."""
    schema = {"type": "object", "properties": members, "required": list(required), "additionalProperties": False}
    wrong: Json = {}
    for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
        name = str(error.absolute_path[0]) if error.absolute_path else error.message.split("'")[1::2][0]
        wrong[name] = error.message
    if wrong:
        raise RequestRefusedError(422, "The request is not as it must be.", parameter_errors=wrong)


def _meets(tool: OtcDemoTool, context: Json) -> None:
    """Raise a 400 if the context lacks what the tool requires."""
    for part in ("secrets", "authorization"):
        for requirement in tool.requirements.get(part, ()):
            if requirement["id"] not in [given["id"] for given in context.get(part, ())]:
                raise RequestRefusedError(
                    400, f"Missing {part}: {requirement['id']}", developer_message=f"context was {sorted(context)}"
                )
    if tool.requirements.get("user_id") and "user_id" not in context:
        raise RequestRefusedError(400, "Missing user_id", missing_requirements={"user_id": True})


def _is_signed(header: str, secret: str) -> bool:
    """Return whether a bearer token (JWT, HS256) is valid and expires within 15 minutes."""
    try:
        head, claims, mark = header.removeprefix("Bearer ").split(".")
        good = hmac.digest(secret.encode(), f"{head}.{claims}".encode(), "sha256")
        remaining = json.loads(_bytes(claims))["exp"] - time.time()
    except (ValueError, KeyError):
        return False
    return (
        hmac.compare_digest(_bytes(mark), good) and json.loads(_bytes(head))["alg"] == "HS256" and 0 < remaining <= 900
    )


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def main() -> None:
    """Serve on loopback until terminated."""
    import uvicorn

    parser = argparse.ArgumentParser(description=__doc__, prog="python -m toolguard.demo.otc_server")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--generation", choices=sorted(PATHS), default="G2", help="draft or release (default: G2)")
    parser.add_argument("--spelling", choices=("input", "inputs"), default="input")
    parser.add_argument("--api-key", default="")
    parser.add_argument("--shared-secret", default="", help="what bearer tokens (JWT, HS256) are signed with")
    parser.add_argument("--record", metavar="FILE", type=Path, help="append every call that it receives to this file")
    parser.add_argument("--language", choices=("en", "zh_CN"), default="en", help="of the tools (en)")
    options = parser.parse_args()
    chinese = tuple(replace(tool, description=_CHINESE[tool.name]) for tool in TOOLS)
    tools = chinese if options.language == "zh_CN" else TOOLS

    def record_request(call: Json) -> None:
        if options.record:
            with options.record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(call) + "\n")

    server = OtcDemoServer(
        options.generation, options.spelling, options.api_key, options.shared_secret, tools, record_request
    )
    uvicorn.run(server, host="127.0.0.1", port=options.port, lifespan="off", log_level="warning", access_log=False)


if __name__ == "__main__":
    main()
