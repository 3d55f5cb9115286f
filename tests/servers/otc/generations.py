"""The sample Open Tool Calling server as each generation of the protocol has it, with every sign-in."""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from toolguard.demo.otc_server import TOOLS, AsgiRequest, AsgiResponse, Json, OtcDemoServer, OtcDemoTool, check

SCHEMAS = {
    "G0": "https://example.com/otc/g0",
    "G1": "https://example.com/otc/draft",
    "G2": "otc://1.0",
    "G3": "urn:oxp:1.0",
}


class GenerationServer(OtcDemoServer):
    """A server of one generation. ``spelling``: its name for ``input``."""

    def __init__(
        self, generation: str = "G2", spelling: str = "input", api_key: str = "", shared_secret: str = "",
        tools: tuple[OtcDemoTool, ...] = TOOLS, on_request: Callable[[Json], None] = lambda _: None,
    ) -> None:  # fmt: skip
        super().__init__(tools, on_request)
        self.generation = generation
        self.call_path = "/tools/execute" if generation == "G1" else "/tools/call"
        self.spelling = "inputs" if generation == "G0" else spelling
        self.api_key = api_key
        self.shared_secret = shared_secret

    def list(self, request: AsgiRequest) -> AsgiResponse:
        if not self._knows(request):
            return self._marked(
                AsgiResponse({"message": "Sign in first.", "developer_message": "no good credential"}, 401)
            )
        return self._marked(super().list(request))

    def listed(self) -> Json:
        schema = SCHEMAS.get(self.generation)
        name = "items" if self.generation in ("G3", "G4") else "tools"
        return {**({"$schema": schema} if schema else {}), name: [self._listed(tool) for tool in self.tools]}

    def _listed(self, tool: OtcDemoTool) -> Json:
        if self.generation == "G0":
            return _first(tool)
        definition = tool.listed()
        if self.generation == "G1":
            del definition["input_schema"], definition["output_schema"]
            parameters = {"type": "object", "properties": tool.input}
            definition["input"] = {"parameters": parameters, "required": [*tool.required]}
            definition["output"] = {"available_modes": ["value", "error"], "value": tool.output}
        elif self.generation != "G2":
            definition["input_schema"] = tool.schema
        return definition

    def call(self, request: AsgiRequest) -> AsgiResponse:
        if not self._knows(request):
            return self._marked(AsgiResponse({"message": "Sign in first."}, 401))
        return self._marked(super().call(request))

    def _marked(self, response: AsgiResponse) -> AsgiResponse:
        return replace(response, headers={"OXP-Version": "1.0"}) if self.generation == "G4" else response

    def _knows(self, request: AsgiRequest) -> bool:
        name = "oxp-api-key" if self.generation in ("G3", "G4") else "otc-api-key"
        if self.api_key:
            return hmac.compare_digest(request.headers.get(name, ""), self.api_key)
        return not self.shared_secret or _is_signed(request.headers.get("authorization", ""), self.shared_secret)

    def parse_request(self, body: Any) -> Json:
        if self.generation == "G0":
            return self._parse_first(body)
        if self.generation != "G4":
            check(body, {"$schema": {"type": "string"}, "request": {"type": "object"}}, ("request",))
            body = body["request"]
        id = "execution_id" if self.generation == "G1" else "call_id"
        required = ("tool_id", "inputs") if self.spelling == "inputs" else ("tool_id",)
        return self.parse_members(body, id, self.spelling, required)

    def _parse_first(self, body: Json) -> Json:
        members = ("run_id", "execution_id", "created_at", "tool", "inputs", "context")
        check(body, {name: {} for name in members}, members)
        tool, context = body["tool"], body["context"]
        named = self.named(f"{tool['toolkit']}.{tool['name']}@{tool['version']}")
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

    def wrapped(self, made: Json) -> Json:
        if self.generation in ("G0", "G1"):
            outcome = {name: made[name] for name in ("value", "error") if name in made}
            response = {"execution_id": made["call_id"], "success": made["success"], "duration": 2, "output": outcome}
            return response if self.generation == "G0" else {"$schema": SCHEMAS["G1"], "response": response}
        return made if self.generation == "G4" else {"$schema": SCHEMAS[self.generation], "result": made}


def _first(tool: OtcDemoTool) -> Json:
    """The tool as the first generation lists it."""
    parameters = [
        {"name": name, "description": parameter["description"], "required": name in tool.required,
         "value_schema": {"val_type": parameter.get("type", "json")}, "inferrable": True}
        for name, parameter in tool.input.items()
    ]  # fmt: skip
    secrets = [{"key_id": secret["id"]} for secret in tool.requirements.get("secrets", ())]
    providers = [provider["id"] for provider in tool.requirements.get("authorization", ())]
    asked = {"provider_type": providers[0]} if providers else "none"
    kind = (tool.output or {}).get("type", "json")
    return {
        "name": tool.name, "toolkit": {"name": tool.toolkit}, "description": tool.description,
        "version": tool.version, "input": {"parameters": parameters},
        "output": {"available_modes": ["value", "error"], "value_schema": {"val_type": kind}},
        "requirements": {"authorization": asked, "secrets": secrets},
    }  # fmt: skip


def _is_signed(header: str, secret: str) -> bool:
    """Whether a bearer token (JWT, HS256) is valid and expires within 15 minutes."""
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
