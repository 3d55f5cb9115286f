"""The tables of server kinds and of their settings.

A setting is a member of `ServerSpec` with its `ServerSetting`; a kind of server is a row of `KINDS`. The schemas of
``config.json`` and of the commands, the form, the options of ``toolguard server add``, the descriptions of servers and
the manual are made from them. `toolguard.servers.OPENERS` has the functions that open each kind.
"""

from __future__ import annotations

import shlex
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec

from toolguard.gate.mcp.request_kinds import REQUEST_KINDS, SETTINGS, RequestKind, RequestSetting, strict_requests
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.tables.values import alternatives, labelled, worded

Lines = Iterable[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An option of ``toolguard server add`` and ``change``. Without ``metavar`` it takes what the schema lists."""

    flag: str
    help: str | None = None
    metavar: str | None = None
    pairs: bool = False
    """``K=V``, and it may be given several times."""
    folder: bool = False
    """A path relative to the working folder of the command."""
    into: str = ""
    """The member that it sets, if the setting is an object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSetting:
    """A setting of a server.

    In ``schema``, ``must`` is a coded text that completes "… must be" in errors; ``title``, ``description`` and
    ``group`` are for the form: it has a section for each group, which is collapsed while none of its settings is set.
    So are ``labels``, the name of each value in ``enum``, and ``add``, the button that adds an entry. With
    ``ignores_case``, names that differ only in case are the same (`repeated_name`).
    """

    schema: Mapping[str, Any]
    options: tuple[Option, ...] = ()
    implies: Mapping[str, Any] = field(default_factory=dict)
    """Other settings that the command line derives from it, unless they are given."""
    in_form: bool = True
    lines: Callable[[ServerSpec], Lines] = lambda _spec: ()
    """How the setting is shown to a person: labels and texts."""


NAME = "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"
"""Valid names of servers, secrets and HTTP clients."""
_SECRET = r"\$\{secret:" + NAME + r"\}"
_NO_NUL = "^[^\\u0000]*$"
_ONE_LINE = {"must": coded("tables.one_line"), "type": "string", "pattern": "^[^\\r\\n\\u0000]*$"}
_PLAIN = {"must": coded("tables.text_without_nul"), "type": "string", "pattern": _NO_NUL}
_REFERENCE = {"must": coded("tables.reference"), "type": "string", "pattern": f"^{_SECRET}$"}
_OPTIONAL_REFERENCE = {
    "must": coded("tables.reference_or_empty"),
    "type": "string",
    "pattern": f"^$|^{_SECRET}$",
    "default": "",
}
_REFERENCES = {
    "must": coded("tables.object_of_references"),
    "type": "object",
    "propertyNames": {"must": coded("tables.id_characters", least=1, most=300), "minLength": 1, "maxLength": 300},
    "additionalProperties": _REFERENCE,
}


def _request_schema(kind: RequestKind) -> dict[str, Any]:
    return {
        "must": alternatives(SETTINGS),
        "enum": list(SETTINGS),
        "labels": {"pass": "Pass", "ask": "Ask", "deny": "Deny"},
        "default": kind.default,
        "title": kind.title,
        "description": kind.description,
    }


_REQUESTS = {name: _request_schema(kind) for name, kind in REQUEST_KINDS.items()}


def _context_lines(spec: ServerSpec) -> Iterator[tuple[str, str]]:
    for part, label in (("secrets", "secret"), ("authorization", "token")):
        yield from ((label, f"{id}={value}") for id, value in spec.context.get(part, {}).items())
    if spec.context.get("user_id"):
        yield "user id", str(spec.context["user_id"])


class ServerSpec(msgspec.Struct, frozen=True, kw_only=True):
    """How to start a server or connect to it. Settings are shown in this order."""

    name: str
    kind: str = "stdio"
    command: Annotated[
        str,
        ServerSetting(
            schema={
                "must": coded("tables.text_not_empty"),
                "type": "string",
                "minLength": 1,
                "pattern": _NO_NUL,
                "title": "Program",
                "description": "A command on your PATH or a full path",
            },
            lines=lambda spec: [("command", shlex.join((spec.command, *spec.args)))] if spec.command else [],
        ),
    ] = ""
    args: Annotated[
        tuple[str, ...],
        ServerSetting(
            schema={
                "must": coded("tables.array_of_texts"),
                "type": "array",
                "items": _PLAIN,
                "title": "Arguments",
                "add": "Add argument",
            }
        ),
    ] = ()
    url: Annotated[
        str,
        ServerSetting(
            schema={
                "must": coded("tables.address_https_or_http"),
                "type": "string",
                "minLength": 1,
                "pattern": r"^https?://[^\s/][^\s]*$",
                "title": "URL",
                "description": "The server's endpoint, such as https://example.com/mcp",
            },
            options=(Option(flag="--url", metavar="URL", help="the URL of a remote server"),),
            lines=lambda spec: [("url", spec.url)] if spec.url else [],
        ),
    ] = ""
    cwd: Annotated[
        str | None,
        ServerSetting(
            schema={
                "must": coded("tables.text_or_null"),
                "type": ["string", "null"],
                "pattern": _NO_NUL,
                "title": "Folder",
                "group": "Advanced",
                "description": "The program's working folder",
            },
            options=(Option(flag="--cwd", metavar="DIR", help="the working folder", folder=True),),
            lines=lambda spec: [("folder", spec.cwd)] if spec.cwd else [],
        ),
    ] = None
    headers: Annotated[
        Mapping[str, str],
        ServerSetting(
            schema={
                "must": coded("tables.object_of_texts"),
                "type": "object",
                "propertyNames": {"must": coded("tables.header_name"), "pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"},
                "additionalProperties": _ONE_LINE,
                "title": "Headers",
                "ignores_case": True,  # RFC 9110 §5.1
                "add": "Add header",
                "description": "Sent with every request. Use ${secret:NAME} for a value from your keyring, "
                "such as Authorization: Bearer ${secret:NAME}",
            },
            options=(
                Option(
                    flag="--header",
                    metavar="K=V",
                    help="an HTTP header; V may contain ${secret:NAME}",
                    pairs=True,
                ),
            ),
            lines=lambda spec: [("header", f"{name}: {value}") for name, value in spec.headers.items()],
        ),
    ] = {}
    env: Annotated[
        Mapping[str, str],
        ServerSetting(
            schema={
                "must": coded("tables.object_of_texts"),
                "type": "object",
                "propertyNames": {
                    "must": coded("tables.variable_name"),
                    "pattern": "^[^=\\u0000]+$",
                },
                "additionalProperties": _PLAIN,
                "title": "Environment",
                "add": "Add variable",
                "description": "Use ${secret:NAME} for a value from your keyring",
            },
            options=(
                Option(
                    flag="--env",
                    metavar="K=V",
                    help="an environment variable; V may contain ${secret:NAME}",
                    pairs=True,
                ),
            ),
            lines=lambda spec: [("env", f"{name}={value}") for name, value in spec.env.items()],
        ),
    ] = {}
    transport: Annotated[
        str,
        ServerSetting(
            schema={
                "must": alternatives(("auto", "streamable", "sse")),
                "enum": ["auto", "streamable", "sse"],
                "labels": {"auto": "Automatic", "streamable": "Streamable HTTP", "sse": "HTTP+SSE"},
                "default": "auto",
                "title": "Transport",
                "group": "Advanced",
                "description": "Automatic detects the transport. HTTP+SSE is the transport of 2024",
            },
            options=(Option(flag="--transport", help="the HTTP transport (default: auto)"),),
        ),
    ] = "auto"
    auth: Annotated[
        Literal["none", "api_key", "jwt"],
        ServerSetting(
            schema={
                "must": alternatives(("none", "api_key", "jwt")),
                "enum": ["none", "api_key", "jwt"],
                "labels": {"none": "None", "api_key": "API key", "jwt": "Signed token (JWT)"},
                "default": "none",
                "title": "Sign-in",
                "description": "An API key is sent as it is. For a signed token, the credential signs each request",
            },
            options=(Option(flag="--auth", help="the authentication method (default: none)"),),
            lines=lambda spec: [("sign-in", f"{spec.auth} {spec.auth_key}")] if spec.auth != "none" else [],
        ),
    ] = "none"
    auth_key: Annotated[
        str,
        ServerSetting(
            schema={
                **_OPTIONAL_REFERENCE,
                "title": "Sign-in credential",
                "description": "Use ${secret:NAME} for a value from your keyring",
            },
            options=(Option(flag="--auth-key", metavar="V", help="the credential, as ${secret:NAME}"),),
            implies={"auth": "api_key"},
        ),
    ] = ""
    context: Annotated[
        Mapping[str, Any],
        ServerSetting(
            schema={
                "must": coded("tables.context_members"),
                "type": "object",
                "title": "Context",
                "description": "Provided after your approval, only to tools that require it",
                "properties": {
                    "secrets": {
                        **_REFERENCES,
                        "title": "Secrets",
                        "add": "Add secret",
                        "description": "By secret ID; use ${secret:NAME}",
                    },
                    "authorization": {
                        **_REFERENCES,
                        "title": "Tokens",
                        "add": "Add token",
                        "description": "By provider ID, such as google; use ${secret:NAME}",
                    },
                    "user_id": {
                        **_ONE_LINE,
                        "title": "User ID",
                        "description": "Your user ID on this server: text or ${secret:NAME}",
                    },
                },
                "additionalProperties": False,
            },
            options=(
                Option(
                    flag="--context-secret",
                    metavar="ID=V",
                    help="the value for tools that require the secret ID, as ${secret:NAME}",
                    pairs=True,
                    into="secrets",
                ),
                Option(
                    flag="--context-token",
                    metavar="ID=V",
                    help="the value for tools that require the provider ID, as ${secret:NAME}",
                    pairs=True,
                    into="authorization",
                ),
                Option(
                    flag="--user-id",
                    metavar="V",
                    help="the user ID for tools that require it; V may be ${secret:NAME}",
                    into="user_id",
                ),
            ),
            lines=_context_lines,
        ),
    ] = {}
    arguments: Annotated[
        Mapping[str, Mapping[str, str]],
        ServerSetting(
            schema={
                "must": coded("tables.member_for_each_tool", limit="1,000"),
                "type": "object",
                "maxProperties": 1000,
                "propertyNames": {
                    "must": coded("tables.tool_name", least=1, most=512),
                    "minLength": 1,
                    "maxLength": 512,
                },
                "additionalProperties": {
                    "must": coded("tables.members_by_pointer", least=1, most=50),
                    "type": "object",
                    "minProperties": 1,
                    "maxProperties": 50,
                    "propertyNames": {
                        "must": coded("tables.json_pointer"),
                        "pattern": "^(/([^~/]|~[01])*)+$",
                        "maxLength": 512,
                    },
                    "additionalProperties": {
                        "must": coded("tables.text_with_reference"),
                        "type": "string",
                        "pattern": _SECRET,
                        "maxLength": 4096,
                    },
                },
            },
            in_form=False,  # the page Tools sets them
            lines=lambda spec: [
                ("argument", f"{tool} {pointer} = {template}")
                for tool, filled in spec.arguments.items()
                for pointer, template in filled.items()
            ],
        ),
    ] = {}
    """Injected arguments: tool → JSON pointer → a text with ``${secret:NAME}``."""
    client_id: Annotated[
        str,
        ServerSetting(
            schema={
                "must": coded("tables.text_at_most", limit=2000),
                "type": "string",
                "maxLength": 2000,
                "default": "",
                "title": "Client ID",
                "group": "Authentication",
                "description": "The OAuth client ID, if the server doesn't support registration. Redirect URI: "
                "http://127.0.0.1/callback on any port",
            },
            options=(Option(flag="--client-id", metavar="ID", help="the OAuth client ID, if the server requires one"),),
            lines=lambda spec: [("client", f"{spec.client_id} {spec.client_secret}")] if spec.client_id else [],
        ),
    ] = ""
    client_secret: Annotated[
        str,
        ServerSetting(
            schema={
                **_OPTIONAL_REFERENCE,
                "title": "Client secret",
                "group": "Authentication",
                "description": "The OAuth client secret, if any: ${secret:NAME}",
            },
            options=(Option(flag="--client-secret", metavar="REF", help="the OAuth client secret, as ${secret:NAME}"),),
        ),
    ] = ""
    requests: Annotated[
        Mapping[str, RequestSetting],
        ServerSetting(
            schema={
                "must": coded("tables.requests_members", kinds=tuple(REQUEST_KINDS)),
                "type": "object",
                "title": "Requests other than tool calls",
                "group": "Requests other than tool calls",
                "description": "Pass forwards, Ask waits for you, Deny refuses. Rules take precedence",
                "properties": _REQUESTS,
                "additionalProperties": False,
            },
            options=(
                Option(
                    flag="--request",
                    metavar="KIND=HOW",
                    help=f"what happens to requests of a kind: {', '.join(REQUEST_KINDS)}; HOW is pass, ask or deny",
                    pairs=True,
                ),
            ),
            lines=lambda spec: [("requests", f"{kind}={how}") for kind, how in strict_requests(spec.requests).items()],
        ),
    ] = {}
    """How requests other than tool calls are handled, by kind; other kinds have their default."""
    trust_hints: Annotated[
        bool,
        ServerSetting(
            schema={
                "must": coded("tables.true_or_false"),
                "type": "boolean",
                "title": "Trust tool annotations",
                "group": "Advanced",
                "description": "Rely on the server's claims about which tools destroy data. A reversed claim "
                "stops counting until you accept it",
                "default": False,
            },
            options=(
                Option(
                    flag="--trust-hints",
                    help="whether to trust the server's claims about which tools destroy data",
                ),
            ),
            lines=lambda spec: [("annotations", "trusted")] if spec.trust_hints else [],
        ),
    ] = False
    bridge: Annotated[
        Literal["auto", "off"],
        ServerSetting(
            schema={
                "must": alternatives(("auto", "off")),
                "enum": ["auto", "off"],
                "labels": {"auto": "Automatic", "off": "Off"},
                "title": "Protocol bridge",
                "group": "Advanced",
                "description": "Translate between protocol versions. Off: incompatible clients fail",
                "default": "auto",
            },
            options=(Option(flag="--bridge", help="whether to translate between protocol versions"),),
            lines=lambda spec: [("bridge", "off")] if spec.bridge == "off" else [],
        ),
    ] = "auto"
    enabled: bool = True

    @property
    def row(self) -> ServerKindRow:
        """The row of its kind. One that only a newer version knows runs nothing, takes no sign-in, cannot be opened."""
        return KINDS.get(self.kind, _UNKNOWN_KIND)


def _settings() -> dict[str, ServerSetting]:
    hints = typing.get_type_hints(ServerSpec, globals(), include_extras=True)
    marks = {name: [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, ServerSetting)]
             for name, hint in hints.items()}  # fmt: skip
    return {name: rows[0] for name, rows in marks.items() if rows}


SERVER_SETTINGS: Mapping[str, ServerSetting] = MappingProxyType(_settings())
"""The settings of all kinds, by name."""


def shown(spec: ServerSpec) -> list[tuple[str, str]]:
    """Return a server's settings for display: labels and texts."""
    return [line for name in SERVER_SETTINGS for line in SERVER_SETTINGS[name].lines(spec)]


# --- kinds ----------------------------------------------------------------------------------------------------------


def describe_program(spec: ServerSpec) -> str:
    """Return the exact launch in one line, in the syntax of a POSIX shell; invisible characters are escaped."""
    words = [f"{name}={_quoted(value)}" for name, value in spec.env.items()]
    words += [_quoted(word) for word in (spec.command, *spec.args)]
    place = f"cd {_quoted(spec.cwd)} && " if spec.cwd else ""
    return place + " ".join(words)


def _quoted(word: str) -> str:
    if word.isprintable():
        return shlex.quote(word)
    escapes = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return (
        "$'" + "".join(c if c.isprintable() and c not in escapes else escapes.get(c, _escaped(c)) for c in word) + "'"
    )


def _escaped(letter: str) -> str:
    return f"\\U{ord(letter):08x}" if ord(letter) > 0xFFFF else f"\\u{ord(letter):04x}"


def describe_remote(spec: ServerSpec) -> str:
    """Return the address, the headers and the sign-in in one line; invisible characters are escaped."""
    sign_in = () if spec.auth == "none" else (f"[{spec.auth}: {spec.auth_key}]",)
    return visible(" ".join((spec.url, *(f"[{name}: {value}]" for name, value in spec.headers.items()), *sign_in)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerKindRow:
    """A kind of server: its label, its settings in the order of the form, and how a launch is shown in one line."""

    title: str
    settings: tuple[str, ...]
    needs: Literal["command", "url"]
    """The required setting: what a server of this kind is, a program on this computer or an address."""
    describe: Callable[[ServerSpec], str]
    protocol: str = "mcp"
    """Its name for ``toolguard server add --kind``. Kinds with the same name differ in the required setting."""
    signs_in: bool = False
    """Whether a person can sign in to it with OAuth (MCP authorization)."""
    unused: tuple[str, ...] = ()
    """Settings that the file may contain but that have no effect for this kind."""
    about: Mapping[str, str] = field(default_factory=dict)
    """Descriptions of settings that differ from the usual ones."""

    @property
    def runs_program(self) -> bool:
        """Whether ToolGuard starts it; it then sees the files of this computer. The others are reached over a URL."""
        return self.needs == "command"

    @property
    def speaks_mcp(self) -> bool:
        """Whether the server itself takes part in the handshake of MCP. Otherwise ToolGuard responds in its place."""
        return self.protocol == "mcp"

    @property
    def protocol_title(self) -> str:
        """The protocol that the server speaks, as people call it."""
        return "MCP" if self.speaks_mcp else self.title.removesuffix(" server")

    @property
    def credential_setting(self) -> Literal["env", "headers", ""]:
        """The setting whose members are the variables or headers in which it gets credentials; "" if it has none."""
        return "env" if "env" in self.offered else "headers" if "headers" in self.offered else ""

    @property
    def offered(self) -> tuple[str, ...]:
        """The settings that a person can enter."""
        return tuple(name for name in self.settings if name not in self.unused)

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema that the form is made from."""
        rows = {name: SERVER_SETTINGS[name] for name in self.offered}
        properties = {name: labelled(row.schema) for name, row in rows.items() if row.in_form}
        for name, description in self.about.items():
            properties[name]["description"] = description
        return {"type": "object", "properties": properties, "required": [self.needs]}


KINDS: Mapping[str, ServerKindRow] = {
    "stdio": ServerKindRow(
        title="Local program",
        settings=("command", "args", "env", "arguments", "requests", "cwd", "trust_hints", "bridge"),
        needs="command",
        describe=describe_program,
    ),
    "http": ServerKindRow(
        title="Remote server",
        settings=(
            "url",
            "headers",
            "client_id",
            "client_secret",
            "arguments",
            "requests",
            "transport",
            "trust_hints",
            "bridge",
        ),
        needs="url",
        describe=describe_remote,
        signs_in=True,
    ),
    "otc": ServerKindRow(
        title="Open Tool Calling server",
        settings=("url", "auth", "auth_key", "headers", "context", "arguments", "trust_hints"),
        needs="url",
        describe=describe_remote,
        protocol="otc",
        about={"url": "The server's base URL without /tools, such as https://example.com/otc"},
    ),
}
"""Every kind of server, as ``kind`` in ``config.json`` names it."""


_UNKNOWN_KIND = ServerKindRow(title="", settings=(), needs="url", describe=describe_remote, protocol="")


def kind_of(members: Collection[str]) -> str:
    """Return the first kind whose required setting is in ``members``; the first of all if there is none."""
    return next((name for name, kind in KINDS.items() if kind.needs in members), next(iter(KINDS)))


def repeated_name(server: Mapping[str, Any]) -> tuple[str, str, str] | None:
    """Return a setting of ``server`` that ignores case, and two names in it that differ only in case, or None."""
    for setting, row in SERVER_SETTINGS.items():
        names = dict[str, str]()
        for name in server.get(setting, ()) if row.schema.get("ignores_case") else ():
            if (first := names.setdefault(name.lower(), name)) != name:
                return setting, first, name
    return None


def member_schemas() -> dict[str, Any]:
    """Return the JSON Schemas of ``kind`` and of all settings, by name, for checking commands and ``config.json``."""
    kind = {"title": alternatives(tuple(KINDS)), "enum": list(KINDS)}
    return {"kind": kind, **{name: worded(row.schema) for name, row in SERVER_SETTINGS.items()}}


def schemas() -> dict[str, Any]:
    """Return the JSON Schemas of a server in ``config.json``, and of each kind, by name."""
    members = member_schemas()
    schemas_by_name: dict[str, Any] = {}
    for name, kind in KINDS.items():
        properties = {setting: members[setting] for setting in kind.settings}
        schemas_by_name[name] = {
            "title": coded("tables.object_with_members", members=kind.settings),
            "type": "object",
            "required": [kind.needs],
            "additionalProperties": False,
            "properties": {
                "kind": {},
                **properties,
                "enabled": {"title": coded("tables.true_or_false"), "type": "boolean"},
            },
        }
    first, *others = KINDS
    chosen: dict[str, Any] = {"$ref": f"#/$defs/{first}"}
    for name in others:
        is_it = {"properties": {"kind": {"title": f'"{name}"', "const": name}}}
        chosen = {"if": is_it, "then": {"$ref": f"#/$defs/{name}"}, "else": chosen}
    whole = {"must": coded("tables.server_of_a_kind"), "type": "object", "required": ["kind"]}
    return {**schemas_by_name, "server": {**worded(whole), "properties": {"kind": members["kind"]}, **chosen}}
