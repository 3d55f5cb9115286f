"""Tools of Open Tool Calling as tools of MCP, and results of calls in the form of each revision of MCP."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.mcp import revisions
from toolguard.gate.policy.tools import OTC_META_KEY
from toolguard.servers.otc.parser import OtcCallRefusal, OtcCallResponse, OtcToolError, ToolDefinition

_MAX_NAME_LENGTH = 64
_FORBIDDEN_CHARACTERS = re.compile(r"[^A-Za-z0-9_-]")
_UNKNOWN = re.compile("unknown|not found|no such|does not exist|unrecogni[sz]ed")
_DISTINCT, _LONGEST_DIGEST = 6, 16  # hexadecimal digits


def names(tools: Iterable[ToolDefinition]) -> dict[str, ToolDefinition]:
    """Return each tool by its name for MCP clients. The same tools get the same names, in any order.

    The newest version of a tool keeps its name, older ones are ``name_v1_2_0``. Tools of several toolkits with the same
    name are distinguished by a digest of their ids.
    """
    by_name: dict[str, dict[str, list[ToolDefinition]]] = {}
    for tool in sorted(tools, key=lambda definition: definition.id):
        name = _FORBIDDEN_CHARACTERS.sub("_", tool.name)[:_MAX_NAME_LENGTH] or "tool"
        by_name.setdefault(name, {}).setdefault(tool.id.partition("@")[0], []).append(tool)
    by_preferred_name: dict[str, list[ToolDefinition]] = {}
    for name, toolkits in by_name.items():
        for versions in toolkits.values():
            newest = max(versions, key=_version)
            for tool in versions:
                wanted_name = (
                    name if tool is newest else _joined(name, f"_v{_FORBIDDEN_CHARACTERS.sub('_', tool.version)}")
                )
                by_preferred_name.setdefault(wanted_name, []).append(tool)
    named: dict[str, ToolDefinition] = {}
    for wanted_name, several in by_preferred_name.items():
        for tool in several:
            digest = hashlib.sha256(tool.id.encode("utf-8", "surrogatepass")).hexdigest()
            name, length = wanted_name, _DISTINCT
            while name in named or (name in by_preferred_name and (name != wanted_name or len(several) > 1)):
                name = _joined(wanted_name, f"_{digest[:length]}")
                length += 1
                if length > _LONGEST_DIGEST:  # a server can have used each of these names for another tool
                    digest, length = hashlib.sha256(digest.encode()).hexdigest(), _DISTINCT
            named[name] = tool
    return named


def _joined(name: str, end: str) -> str:
    end = end[:_MAX_NAME_LENGTH]
    return name[: _MAX_NAME_LENGTH - len(end)] + end


def _version(tool: ToolDefinition) -> tuple[list[int], str]:
    return [int(part[:9]) for part in re.findall(r"[0-9]+", tool.version)[:5]], tool.version


def mcp_tool(name: str, tool: ToolDefinition, version: str) -> dict[str, Any]:
    """Return a tool as ``tools/list`` of a revision has it. Without annotations, clients assume the worst."""
    about: dict[str, Any] = {"id": tool.id, "version": tool.version}
    if needs := tool.needs.places():
        about["needs"] = list(needs)
        scopes = {id: list(names) for id, names in tool.needs.scopes.items() if names}
        about |= {"scopes": scopes} if scopes else {}
    listed: dict[str, Any] = {
        "name": name,
        "title": tool.id,
        "inputSchema": tool.input_schema,
        "_meta": {OTC_META_KEY: about},
    }
    if tool.description:
        listed["description"] = tool.description
    if tool.output_schema is not None and _structured(version):
        listed["outputSchema"] = (
            _wrapped_schema(tool.output_schema) if _is_wrapped(tool, version) else tool.output_schema
        )
    return listed


def _structured(version: str) -> bool:
    return revisions.revision(version).structured_content


def _modern(version: str) -> bool:
    return revisions.revision(version).era == "modern"


def _is_wrapped(tool: ToolDefinition, version: str) -> bool:
    """Return whether a value is wrapped in an object: before 2026-07-28 a structured result is one (server/tools)."""
    schema = tool.output_schema
    return schema is not None and not _modern(version) and schema.get("type") != "object"


def _wrapped_schema(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {"result": schema}, "required": ["result"]}


# --- results -----------------------------------------------------------------------------------------------------


def result(tool: ToolDefinition, answer: OtcCallResponse, version: str) -> dict[str, Any]:
    """Return the output of a tool that ran as a result of ``tools/call``."""
    if answer.error is not None:
        return failure(_error_text(answer.error), version)
    value = answer.value
    content: list[dict[str, Any]] = []
    if value is not None:
        content.append({"type": "text", "text": value if isinstance(value, str) else jsonrpc.text(value)})
    if answer.artifact is not None:
        content.append(_artifact(answer.artifact, version))
    fields: dict[str, Any] = {"content": content, "isError": False}
    if _structured(version):
        if _is_wrapped(tool, version):
            fields["structuredContent"] = {"result": value}
        elif isinstance(value, dict) or (_modern(version) and (value is not None or tool.output_schema is not None)):
            fields["structuredContent"] = value
    return _of_revision(fields, version, value)


def _of_revision(result: dict[str, Any], version: str, value: Any) -> dict[str, Any]:
    if _modern(version):
        return {**result, "resultType": "complete"}
    return {**result, "toolResult": value} if revisions.revision(version).tool_result else result


def failure(text: str, version: str) -> dict[str, Any]:
    """Return an error result, whose text the model reads."""
    return revisions.tool_error(text, revisions.revision(version).era, version)


def _error_text(error: OtcToolError) -> str:
    text = "\n".join(part for part in (error.message, error.more) if part)
    if not error.can_retry:
        return text
    after = f" after {error.after_ms:,} milliseconds" if error.after_ms else ""
    return f"{text}\nThe server says that the call can be retried{after}. Each retry is a new call."


def _artifact(value: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the URL at which a server of the first generation stores a value (G0 ``artifact``)."""
    url = value.get("url") or value.get("uri")
    url = url[:8_000] if isinstance(url, str) else ""
    if not _structured(version) or not url:
        return {"type": "text", "text": jsonrpc.text(value)[:20_000]}
    kind, size = value.get("content_type") or value.get("mime_type"), value.get("content_size") or value.get("size")
    return {
        "type": "resource_link", "uri": url, "name": url.partition("?")[0].rstrip("/").rpartition("/")[2] or "artifact",
        **({"mimeType": kind} if isinstance(kind, str) else {}),
        **({"size": size} if isinstance(size, int) and not isinstance(size, bool) else {}),
    }  # fmt: skip


def refusal_text(refusal: OtcCallRefusal) -> str:
    """Return why a tool was not run, for the model, with what to correct in the inputs."""
    lines = [f"Not run: {refusal.message or 'the server refused the call and did not say why.'}"]
    lines += [f"- {name}: {why}" for name, why in refusal.parameters.items()]
    return "\n".join(lines)


def names_no_tool(refusal: OtcCallRefusal) -> bool:
    """Return whether a server refused because it does not know the tool or this version of it."""
    text = refusal.message.lower()
    return "tool" in text and _UNKNOWN.search(text) is not None
