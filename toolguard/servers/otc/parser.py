"""Parser of the five generations of Open Tool Calling: lists, responses and refusals in one form.

G0 to G4 are the drafts and releases of March 2025: OTC's first schemas, its draft, OTC 1.0, OXP 1.0 and the draft after
it. All input comes from a server and is untrusted: unreadable parts are left out, and every text is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.texts import coded

Generation = Literal["G0", "G1", "G2", "G3", "G4"]
MAX_TOOLS = 10_000
"""Maximum tools that are read from one list."""
MAX_NEEDS = 50
"""Maximum requirements of each kind per tool."""
MAX_TEXT_LENGTH = 4_000
"""Maximum characters of a server's message."""
_MAX_ERRORS = 50
_MAX_ID_LENGTH = 300  # maximum characters of an id


@dataclass(frozen=True, slots=True)
class ToolRequirements:
    """The values that a tool requires in addition to its input (ToolDefinition ``requirements``)."""

    secrets: tuple[str, ...] = ()
    authorization: tuple[str, ...] = ()
    user_id: bool = False
    scopes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the authorization's id."""

    def places(self) -> tuple[str, ...]:
        """Return the places for display, in the terms of `toolguard.servers.secrets.redactor.places`."""
        return (
            *(f"context secret {id}" for id in self.secrets),
            *(f"context authorization {id}" for id in self.authorization),
            *(("context user_id",) if self.user_id else ()),
        )


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """One tool, in a form for all generations."""

    id: str
    name: str
    version: str
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any] | None
    needs: ToolRequirements
    toolkit: str = ""


@dataclass(frozen=True, slots=True)
class ToolListing:
    """A list of tools; ``unread`` is the number of entries that are invalid or over the limit."""

    generation: Generation
    tools: tuple[ToolDefinition, ...]
    unread: int = 0


@dataclass(frozen=True, slots=True)
class OtcToolError:
    """The error of a tool that ran. ``for_developers`` is for a log, never for a person or a model."""

    message: str
    more: str = ""
    for_developers: str = ""
    can_retry: bool = False
    after_ms: int | None = None


@dataclass(frozen=True, slots=True)
class OtcCallResponse:
    """The result of a tool that ran: an ``error``, or a ``value``, which may be null."""

    value: Any = None
    error: OtcToolError | None = None
    artifact: dict[str, Any] | None = None
    challenges: tuple[AuthorizationChallenge, ...] = ()


@dataclass(frozen=True, slots=True)
class AuthorizationChallenge:
    """A URL where a person can authorize the server, and a URL that reports whether that was done."""

    id: str
    url: str = ""
    check_url: str = ""


@dataclass(frozen=True, slots=True)
class OtcCallRefusal:
    """Why a tool was not run (ServerErrorResponse, ValidationErrorResponse)."""

    message: str = ""
    for_developers: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[AuthorizationChallenge, ...] = ()
    misses_user: bool = False
    about_inputs: bool = False
    """Whether it names a member ``inputs``."""
    spoken: bool = False
    """Whether it is an OTC error, and not that of a web server without anything at this URL."""


def read(data: bytes) -> Any:
    """Return a body as plain JSON data, or None if it is invalid."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    value = jsonrpc.plain(msgspec.Raw(data))
    if value is None and data[:1] == b"{":  # valid JSON that the fast parser rejects: half of a surrogate pair, 1e400
        try:
            return jsonrpc.decode_arguments(data.decode())
        except (jsonrpc.Malformed, UnicodeDecodeError):
            return None
    return None if jsonrpc.too_deep(value) else value


# --- lists -------------------------------------------------------------------------------------------------------


def listed(body: Any, version: str = "") -> ToolListing | None:
    """Return the list in a response of `GET /tools`, or None. ``version`` is its header ``OXP-Version``."""
    fields = body if isinstance(body, dict) else {"tools": body}
    tools = next((fields[name] for name in ("tools", "items") if isinstance(fields.get(name), list)), None)
    if tools is None:
        return None
    definitions, ids = [], set()
    for item in tools[:MAX_TOOLS]:
        definition = _definition(item) if isinstance(item, dict) else None
        if definition is not None and definition.id not in ids:
            ids.add(definition.id)
            definitions.append(definition)
    return ToolListing(_generation(fields, tools, version), tuple(definitions), len(tools) - len(definitions))


def _generation(body: dict[str, Any], tools: list[Any], version: str) -> Generation:
    schema = body.get("$schema")
    if version:
        return "G4"
    if isinstance(schema, str) and "oxp:" in schema.lower():
        return "G3"
    if "tools" not in body:
        return "G3" if schema is not None else "G4"
    for tool in tools:
        if isinstance(tool, dict) and (of := _generation_of(tool)) is not None:
            return of
    return "G2"


def _generation_of(tool: dict[str, Any]) -> Generation | None:
    """Return the generation from the form of a tool's input description, or None if it has none."""
    old, new = tool.get("input"), tool.get("input_schema")
    if isinstance(old, dict):
        return "G0" if isinstance(old.get("parameters"), list) else "G1"
    if not isinstance(new, dict) or not new:
        return None
    return "G3" if _is_schema(new) else "G2"


def _definition(tool: dict[str, Any]) -> ToolDefinition | None:
    toolkit, version = _toolkit(tool), _text(tool.get("version"), 40)
    name = _text(tool.get("name"), 200)
    id = _text(tool.get("id"), _MAX_ID_LENGTH)
    if not id and name:
        id = f"{toolkit}.{name}" if toolkit else name
        id = f"{id}@{version}" if version else id
    if not id:
        return None
    base, _, suffix = id.partition("@")
    return ToolDefinition(
        id=id, name=name or base.rpartition(".")[2], version=version or suffix,
        description=_text(tool.get("description"), 100_000), input_schema=_input(tool), output_schema=_output(tool),
        needs=_needs(tool.get("requirements")), toolkit=toolkit or base.rpartition(".")[0],
    )  # fmt: skip


def _toolkit(tool: dict[str, Any]) -> str:
    toolkit = tool.get("toolkit")
    return _text(toolkit.get("name") if isinstance(toolkit, dict) else toolkit, 200)


def _input(tool: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of a tool's input, without values that a model must not infer (``inferrable``)."""
    schemas = (tool[name] for name in ("input_schema", "input") if isinstance(tool.get(name), dict))
    description: dict[str, Any] = next(schemas, {})
    parameters = description.get("parameters")
    if isinstance(parameters, list):
        schema = _from_parameters(parameters)
    elif isinstance(parameters, dict) and not _is_schema(description):
        beside = {"required": description["required"]} if isinstance(description.get("required"), list) else {}
        schema = {**beside, **parameters}
    else:
        schema = {name: value for name, value in description.items() if name != "parameters"}
    hidden = {text for place in (tool, description) for text in _texts(place.get("non_inferrable_parameters"))}
    return _without_properties(schema, hidden)


def _without_properties(schema: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    properties = schema.get("properties")
    if isinstance(properties, dict):
        hidden |= {
            name for name, described in properties.items()
            if isinstance(described, dict)
            and (described.get("inferrable") is False or described.get("x-inferrable") is False)
        }  # fmt: skip
    if hidden and isinstance(properties, dict):
        schema = {
            **schema,
            "properties": {name: described for name, described in properties.items() if name not in hidden},
        }
        if isinstance(schema.get("required"), list):
            schema["required"] = [name for name in schema["required"] if name not in hidden]
    return {**schema, "type": "object"}


def _is_schema(fields: dict[str, Any]) -> bool:
    return "type" in fields or "properties" in fields or "parameters" not in fields


def _from_parameters(parameters: list[Any]) -> dict[str, Any]:
    """Return the list of parameters of G0 as a JSON Schema."""
    properties: dict[str, Any] = {}
    required: list[str] = []
    for parameter in parameters[:1_000]:
        name = parameter.get("name") if isinstance(parameter, dict) else None
        if not isinstance(name, str):
            continue
        about = {"description": parameter["description"]} if isinstance(parameter.get("description"), str) else {}
        hidden = {"inferrable": False} if parameter.get("inferrable") is False else {}
        properties[name] = {**_value_schema(parameter.get("value_schema")), **about, **hidden}
        if parameter.get("required") is True:
            required.append(name)
    return {"type": "object", "properties": properties, **({"required": required} if required else {})}


_TYPES = ("string", "integer", "number", "boolean")


def _value_schema(type_: Any) -> dict[str, Any]:
    """Return a type of G0 as a JSON Schema; ``json`` means any value."""
    if not isinstance(type_, dict):
        return {}
    kind, inner = type_.get("val_type"), type_.get("inner_val_type")
    choices = {"enum": type_["enum"]} if isinstance(type_.get("enum"), list) and type_["enum"] else {}
    if kind == "array":
        items = {**({"type": inner} if inner in _TYPES else {}), **choices}
        return {"type": "array", **({"items": items} if items else {})}
    return {**({"type": kind} if kind in _TYPES else {}), **choices}


def _output(tool: dict[str, Any]) -> dict[str, Any] | None:
    """Return the JSON Schema of a tool's value, or None if it is missing or says nothing."""
    description = next((tool[name] for name in ("output_schema", "output") if isinstance(tool.get(name), dict)), None)
    if description is None:
        return None
    if "available_modes" in description or "value_schema" in description:
        old = description.get("value_schema")
        description = description.get("value") if isinstance(description.get("value"), dict) else _value_schema(old)
    elif isinstance(description.get("value"), dict) and not _is_output(description):
        description = description["value"]
    return description or None


def _is_output(fields: dict[str, Any]) -> bool:
    return any(name in fields for name in ("type", "properties", "enum", "const", "items", "anyOf", "oneOf", "allOf"))


def _needs(requirements: Any) -> ToolRequirements:
    if not isinstance(requirements, dict):
        return ToolRequirements()
    secrets = [_first_text(item, "id", "key_id") for item in _list(requirements.get("secrets"))]
    asked = requirements.get("authorization")
    providers, scopes = [], {}
    for item in [asked] if isinstance(asked, dict | str) else _list(asked):
        id = (
            item
            if isinstance(item, str) and item != "none"
            else _first_text(item, "id", "provider_id", "provider_type")
        )
        if id:
            providers.append(id[:_MAX_ID_LENGTH])
            oauth = item.get("oauth2") if isinstance(item, dict) else None
            scopes[id[:_MAX_ID_LENGTH]] = tuple(_texts(oauth.get("scopes")) if isinstance(oauth, dict) else ())
    return ToolRequirements(_unique(secrets), _unique(providers), requirements.get("user_id") is True, scopes)


# --- responses ---------------------------------------------------------------------------------------------------


def answer(body: Any) -> OtcCallResponse | None:
    """Return the result of a tool that ran (CallToolResponse), or None if it is invalid."""
    if not isinstance(body, dict):
        return None
    fields = next((body[name] for name in ("result", "response") if isinstance(body.get(name), dict)), body)
    output = fields.get("output")
    if isinstance(output, dict) and not fields.keys() & {"value", "error"}:
        fields = {**output, **{name: value for name, value in fields.items() if name != "output"}}
    error, success = fields.get("error"), fields.get("success")
    asked = fields.get("requires_authorization")
    artifact = fields.get("artifact")
    if not isinstance(success, bool):
        if not isinstance(error, dict) and not fields.keys() & {"value", "artifact", "requires_authorization"}:
            return None
        success = not isinstance(error, dict)
    if isinstance(asked, dict):
        return OtcCallResponse(challenges=(_challenge(asked),))
    if success:
        return OtcCallResponse(fields.get("value"), artifact=artifact if isinstance(artifact, dict) else None)
    return OtcCallResponse(error=_tool_error(error if isinstance(error, dict) else {}))


def _tool_error(fields: dict[str, Any]) -> OtcToolError:
    after = fields.get("retry_after_ms")
    return OtcToolError(
        _text(fields.get("message")) or coded("servers.tool_failed_not_say"),
        _text(fields.get("additional_prompt_content")),
        _text(fields.get("developer_message")),
        fields.get("can_retry") is True,
        after if isinstance(after, int) and not isinstance(after, bool) and 0 <= after < 10**9 else None,
    )


def refusal(data: bytes) -> OtcCallRefusal:
    """Return the refusal in the body of an HTTP error."""
    body = read(data)
    about_inputs = re.search(rb"\binputs\b", data) is not None
    if not isinstance(body, dict):
        return OtcCallRefusal(about_inputs=about_inputs)
    inner = body.get("error")
    fields = inner if isinstance(inner, dict) and "message" not in body else body
    wrong = fields.get("parameter_errors")
    parameters = {
        _text(name, _MAX_ID_LENGTH): _text(why) or "invalid"
        for name, why in (list(wrong.items())[:_MAX_ERRORS] if isinstance(wrong, dict) else _details(fields))
    }
    missing = fields.get("missing_requirements")
    missing = missing if isinstance(missing, dict) else {}
    return OtcCallRefusal(
        message=_text(fields.get("message")),
        for_developers=_text(fields.get("developer_message")),
        parameters=parameters,
        missing=tuple(_challenge(item) for item in _list(missing.get("authorization")) if isinstance(item, dict)),
        misses_user=bool(missing.get("user_id")),
        about_inputs=about_inputs,
        spoken=isinstance(fields.get("message"), str) or bool(missing or wrong),
    )


def _details(fields: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Return validation errors in the forms of common server frameworks, which differ from that of OTC."""
    for item in _list(fields.get("detail"))[:_MAX_ERRORS]:
        if isinstance(item, dict) and isinstance(item.get("loc"), list) and item["loc"]:
            yield str(item["loc"][-1]), _text(item.get("msg"))


def _challenge(fields: dict[str, Any]) -> AuthorizationChallenge:
    urls = [_first_text(fields, *names) for names in (("url", "authorization_url"), ("check_url", "status_url"))]
    return AuthorizationChallenge(_first_text(fields, "id", "provider_id", "provider_type") or "the server", *urls)


# --- parts -------------------------------------------------------------------------------------------------------


def _text(value: Any, most: int = MAX_TEXT_LENGTH) -> str:
    return value[:most] if isinstance(value, str) else ""


def _first_text(fields: Any, *names: str) -> str:
    texts = (fields.get(name) for name in names) if isinstance(fields, dict) else ()
    return next((item[:MAX_TEXT_LENGTH] for item in texts if isinstance(item, str) and item), "")


def _list(value: Any) -> list[Any]:
    return value[:MAX_NEEDS] if isinstance(value, list) else []


def _texts(value: Any) -> list[str]:
    return [item for item in _list(value) if isinstance(item, str)]


def _unique(ids: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id[:_MAX_ID_LENGTH] for id in ids if id))
