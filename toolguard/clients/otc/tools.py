"""A server's MCP tools in the form of Open Tool Calling: IDs, versions, definitions. No I/O."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from toolguard.clients.aggregate.merging import Item, text_of
from toolguard.clients.otc.messages import OtcDialect
from toolguard.clients.otc.schemas import SchemaConversionError, convert_parameters, flatten
from toolguard.gate import jsonrpc
from toolguard.gate.policy.schemas import SchemaCache, SchemaRejectedError
from toolguard.gate.texts import coded

MAX_TEXT_LENGTH = 20_000
"""Maximum characters of a description."""
MAX_LIST_SIZE = 8 * 1024 * 1024
"""Maximum bytes of all definitions in one response; further tools are left out."""
_MAX_COMPILED_SIZE = 32 << 20  # bytes of all schemas of one session that stay compiled
_TAG_LENGTH = 6  # hexadecimal digits
_MAX_NAME_LENGTH = 57  # characters of a tool's name in an id, so that there is room for a tag
_PLAIN = re.compile(r"[A-Za-z0-9_]{1,57}")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TAGGED = re.compile(rf"_[0-9a-f]{{{_TAG_LENGTH}}}\Z")
_VERSION = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})\.([0-9]{1,6})")


class UnknownToolError(Exception):
    """No tool has this ID, or not in this version; the text says which."""


class OfferedTool(msgspec.Struct, frozen=True, kw_only=True):
    """One tool in the form for the client, with the server's own name and schema."""

    tool: str
    """The server's own name for it."""
    key: str
    """``Toolkit.Tool``: its id without the version."""
    name: str
    version: str
    description: str
    parameters: dict[str, Any]
    output: dict[str, Any]
    schema: Any
    """Its ``inputSchema``, which arguments are checked against."""

    def definition(self, dialect: OtcDialect) -> msgspec.Raw:
        """Return the tool's entry in the list of tools, encoded."""
        members = {
            "id": f"{self.key}@{self.version}", "name": self.name, "description": self.description,
            "version": self.version,
            "input_schema": self.parameters if dialect.later else {"parameters": self.parameters},
            "output_schema": self.output,
        }  # fmt: skip
        return msgspec.Raw(jsonrpc.encode(members))


class OtcCatalog:
    """The tools of a server. Of two tools with the same ID, the first has it."""

    def __init__(self, offers: Iterable[OfferedTool] = ()) -> None:
        self._offers: dict[str, OfferedTool] = {}
        self._schemas = SchemaCache(_MAX_COMPILED_SIZE)
        for offer in offers:
            self._offers.setdefault(offer.key, offer)

    def __len__(self) -> int:
        return len(self._offers)

    def definitions(self, dialect: OtcDialect) -> list[msgspec.Raw]:
        """Return the definitions, up to `MAX_LIST_SIZE`."""
        definitions: list[msgspec.Raw] = []
        bytes_left = MAX_LIST_SIZE
        for offer in self._offers.values():
            result = offer.definition(dialect)
            bytes_left -= len(memoryview(result))
            if bytes_left < 0:
                break
            definitions.append(result)
        return definitions

    def find(self, tool_id: str) -> OfferedTool:
        """Return the tool: ``Kit.Tool`` is its newest version, ``@1`` is 1.0.0; raises `UnknownToolError`."""
        key, _, version = tool_id.partition("@")
        offer = self._offers.get(key)
        if offer is None:
            raise UnknownToolError(coded("clients.no_tool", key=key))
        requested = version if "." in version or not version else f"{version}.0.0"
        if requested not in ("", offer.version):
            raise UnknownToolError(coded("clients.no_version_now", wanted=requested, key=key, version=offer.version))
        return offer

    def validation_errors(self, offer: OfferedTool, arguments: dict[str, Any]) -> dict[str, str]:
        """Return the validation errors by parameter. A schema that cannot be used is left to the approving person."""
        try:
            return self._schemas.get(offer.key, lambda: offer.schema).wrong(arguments)
        except SchemaRejectedError:
            return {}


def make_offer(server: str, base: str, item: Item, edition: int) -> OfferedTool:
    """Return ``item`` of a ``tools/list`` in the form for the client. Raises `SchemaConversionError`.

    ``base``: the server's own version. ``edition``: how many definitions the tool has had; each is a version of its
    own.
    """
    members = {name: jsonrpc.plain(value) for name, value in item.items()}
    if jsonrpc.too_deep(members):
        raise SchemaConversionError(coded("clients.nested_too_deep"))
    raw = text_of(item, "name")
    part = tool_part(raw)
    try:
        output = {} if members.get("outputSchema") is None else flatten(members["outputSchema"])
    except SchemaConversionError:
        output = {}  # the default for a tool that returns anything
    return OfferedTool(
        tool=raw, key=f"{toolkit(server)}.{part}",
        name=raw if _NAME.fullmatch(raw) and not _TAGGED.search(raw) else part, version=version(base, edition),
        description=_description(members)[:MAX_TEXT_LENGTH], parameters=convert_parameters(members.get("inputSchema")),
        output=output,
        schema=members.get("inputSchema"),
    )  # fmt: skip


def _description(members: dict[str, Any]) -> str:
    notes = members.get("annotations")
    title = notes.get("title") if isinstance(notes, dict) else None
    texts = (members.get("description"), members.get("title"), title, members["name"])
    return next(text for text in texts if isinstance(text, str) and (text.strip() or text is members["name"]))


def toolkit(server: str) -> str:
    """Return a server's name in the form for an ID."""
    return re.sub(r"[^A-Za-z0-9_]", "_", server)


def tool_part(name: str) -> str:
    """Return a tool's name in the form for an ID. It depends on the name alone, whatever else is listed.

    A name that is changed gets a tag, and so does one that looks as if it had one.
    """
    if _PLAIN.fullmatch(name) and not _TAGGED.search(name):
        return name
    tag = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_TAG_LENGTH]
    return f"{re.sub(r'[^A-Za-z0-9]+', '_', name)[: _MAX_NAME_LENGTH - _TAG_LENGTH - 1].strip('_') or 'tool'}_{tag}"


def version(base: str, edition: int) -> str:
    """Return the server's version if it has three numbers (else 1.0.0), increased by each change of the tool."""
    match = _VERSION.fullmatch(base)
    major, minor, patch = map(int, match.groups()) if match else (1, 0, 0)
    return f"{major}.{minor}.{patch + edition - 1}"
