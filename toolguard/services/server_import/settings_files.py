"""Parser of servers in other programs' settings: JSON with comments, YAML and TOML, in the forms of known chat clients.

The text is untrusted: its size is limited, nothing in it is run, and no reference is followed. Nothing is changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import quote, unquote

import msgspec

from toolguard.clients.local.entry_environment import loads_code
from toolguard.clients.wiring.entries import EntryReader, everywhere, own_name, value_reference
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.references import ANY, Syntax
from toolguard.clients.wiring.secret_values import has_known_prefix, looks_like_key, looks_random, names_a_secret
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, encodable
from toolguard.services.interface import RefusedError, SuspectedValue, value_of, with_text
from toolguard.services.server_import import allow_lists, secret_detection
from toolguard.services.server_import.command_parsing import (
    LeftOutServer,
    ParsedServer,
    free_name,
    name_of_command,
    name_of_url,
    read_command,
    safe_name,
)

MAX_TEXT_LENGTH = 8 * 1024 * 1024
"""Maximum characters of JSON or TOML. One client stores its whole state in the file with its servers."""
MAX_YAML_LENGTH = 256 * 1024
"""Maximum characters of YAML: its parser is slow, and people write such files by hand."""
MAX_SERVERS = 200
"""Maximum servers in one text."""
_MAX_NUMBER_LENGTH = 40  # maximum characters of a number in YAML, where 1:1:1 is a sexagesimal number

_STRING = r'"(?:\\.|[^"\\])*(?:"|\\?\Z)'  # also matches an unterminated one, so that no part of it is tried again
_TOKEN = re.compile(rf"{_STRING}|//[^\n]*|/\*(?:.*?\*/|.*)", re.DOTALL)
_COMMA = re.compile(rf"({_STRING})|,(\s*[}}\]])", re.DOTALL)
_AFTER_COMMENTS = re.compile(r"(?:\s++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*\*/)+[{\[]")
_FRONT_MATTER = re.compile(r"---[ \t]*\r?\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
"""Front matter of a document that describes an agent."""
_URL_PLACE = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*://)(?:[^\s/?#@]*@)?([^\s/?#@]+/?)")
"""The scheme and the host of a value that is a URL."""
_SCHEME = re.compile(r"(Bearer|Basic|Token|token|bearer)\s+(?=\S)")


def read(text: str, *, move: bool = True) -> list[ParsedServer]:
    """Return every server in ``text``: a command line, a URL, or a client's settings. Raises `RefusedError`.

    ``move``: move secrets from arguments to variables if the program is known to read them there. An invalid entry does
    not affect the others: it is named in the notes of the first one.
    """
    each = read_each(text, move=move)
    servers = [server for server in each if isinstance(server, ParsedServer)]
    left = [server for server in each if isinstance(server, LeftOutServer)]
    if not servers:
        raise RefusedError(left[0].reason)
    notes = [
        coded("services.server_left_out", name=visible(server.name)[:100], reason=server.reason) for server in left
    ]
    return [replace(servers[0], notes=[*servers[0].notes, *notes]), *servers[1:]]


def read_each(text: str, *, move: bool = True) -> list[ParsedServer | LeftOutServer]:
    """Return every server in ``text``, with each invalid entry at its position."""
    if len(text) > MAX_TEXT_LENGTH:
        raise RefusedError(coded("services.too_long_list_servers"))
    stripped = text.lstrip("\ufeff").strip()
    if not stripped:
        raise RefusedError(coded("services.nothing_here_paste_command"))
    value = _settings(stripped)
    if value is None:
        return [_with_secret_notes(read_command(stripped), move=move)]
    of_agents = list(allow_lists.agents(value))
    listed = [
        (agent, name, entry) for agent, own in of_agents for name, entry in everywhere(own, allow_lists.SERVER_MEMBERS)
    ]
    limits = (
        bool(of_agents[0][0]) or _is_of_framework(stripped, value) or any("tools" in entry for _, _, entry in listed)
    )
    if not listed:
        raise RefusedError(coded("services.no_server_stands_members"))
    if len(listed) > MAX_SERVERS:
        raise RefusedError(coded("services.too_many_servers", limit=MAX_SERVERS))
    return _with_agents([_parse_entry(name, entry, agent, limits=limits, move=move) for agent, name, entry in listed])


def _require_encodable(server: ParsedServer) -> ParsedServer:
    """Raise an error for values that JSON text can contain but no file or message can represent."""
    try:
        msgspec.json.encode((server.server, server.tools, server.agent, server.notes), enc_hook=encodable)
    except UnicodeEncodeError:
        raise RefusedError(coded("services.text_server_holds_half", name=server.name)) from None
    return server


def _with_secret_notes(found: ParsedServer, *, move: bool) -> ParsedServer:
    """Return the server with notes about secrets in places where others can read them."""
    server, notes = secret_detection.move_to_variables(found.server) if move else (found.server, [])
    return replace(found, server=server, notes=[*found.notes, *notes, *secret_detection.describe_suspected(server)])


def _with_agents(servers: list[ParsedServer | LeftOutServer]) -> list[ParsedServer | LeftOutServer]:
    """Return the servers with the agent in each name that several agents use: each agent may allow other tools."""
    users: dict[str, set[str]] = {}
    for server in servers:
        if isinstance(server, ParsedServer):
            users.setdefault(server.name, set()).add(server.agent)
    return [replace(server, name=safe_name(f"{server.name}-{server.agent}"))
            if isinstance(server, ParsedServer) and len(users[server.name]) > 1 else server
            for server in servers]  # fmt: skip


def _is_of_framework(text: str, value: Any) -> bool:
    """Return whether this is YAML with ``mcpServers`` by name, which agents' frameworks write, not chat clients."""
    is_json = text[0] in '{["' or _AFTER_COMMENTS.match(text)
    return not is_json and isinstance(value, dict) and isinstance(value.get("mcpServers"), dict)


def suspects(server: Mapping[str, Any], called: str = "", *, syntaxes: Sequence[Syntax] = ANY) -> list[SuspectedValue]:
    """Return what looks like a secret in the settings of the server ``called``, and would be stored in the
    configuration.

    Of a URL only the first one that can be replaced: percent-encoding its value must result in the same URL.

    ``syntaxes``: the forms of references; none for values that a program has already resolved.
    """
    suspected_values: list[SuspectedValue] = []
    for place in ("env", "headers"):
        for name, value in (server.get(place) or {}).items():
            if "${secret:" in value:
                continue
            reference = value_reference(value, syntaxes)
            scheme = _SCHEME.match(value)
            before = reference.before if reference else scheme.group() if scheme else ""
            rest = value[len(before) :]
            if reference or (rest and (before or _is_secret(place, name, rest))):
                name_hint = (reference.name if reference else f"{called}_TOKEN".upper() if scheme else "") or name
                suspected_values.append(
                    {"place": place, "name": name, "secret": _secret_name(name_hint), "before": before, "after": "",
                     "missing": reference is not None}
                )  # fmt: skip
    for suspect in secret_detection.find_suspected_secrets({"url": server.get("url")}):
        if (
            quote(unquote(suspect.secret), safe="") == suspect.secret
            and suspect.before + suspect.secret + suspect.after == server["url"]
        ):
            name = suspect.name or "password"
            suspected_values.append(
                {"place": "url", "name": name, "secret": _secret_name(f"{called}_{name}".upper()),
                 "before": suspect.before, "after": suspect.after, "missing": False}
            )  # fmt: skip
            break
    names = set[str]()
    for suspected in suspected_values:
        if not suspected["missing"]:  # each value needs a name of its own; references of one name have one value
            suspected["secret"] = free_name(suspected["secret"], names)
            names.add(suspected["secret"])
    return suspected_values


def without_values(server: Mapping[str, Any], called: str = "") -> dict[str, Any]:
    """Return the settings of the server ``called`` with a mask instead of each value like a secret (see `suspects`).

    For questions and the log, which keeps its text and may be sent to others. What decides which code runs, and where a
    URL leads, stays: nobody can hide that by making it look like a secret.
    """
    settings = dict(server)
    for suspect in suspects(server, called, syntaxes=()):
        if suspect["place"] != "env" or not loads_code(suspect["name"]):
            place = _URL_PLACE.match(value_of(server, suspect))
            mask = f"{suspect['before']}{place[1] + place[2] if place else ''}{secret_detection.MASK}{suspect['after']}"
            settings = with_text(settings, suspect, mask)
    return settings


def _secret_name(hint: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]", "_", hint).strip("_.-")[:50] or "SECRET"


def _is_secret(place: str, name: str, value: str) -> bool:
    if names_a_secret(name) or has_known_prefix(value):
        return True
    return looks_like_key(value) if place == "headers" else looks_random(value)


# --- reading -----------------------------------------------------------------------------------------------------


def _settings(text: str) -> Any:
    """Return ``text`` as JSON, TOML or YAML data, or None if it is rather a command line."""
    if text[0] == '"' and re.match(r'"[^"\n]*"\s*:', text):
        return _json("{" + text.rstrip().rstrip(",") + "}")
    if re.search(r"^[ \t]*\[[ \t]*mcp_servers[ \t]*\.", text, re.MULTILINE):
        return _toml(text)
    if text[0] in "{[" or _AFTER_COMMENTS.match(text):
        return _json(text)
    if re.match(r"[\w.@/ -]+:(\s|$)", text.split("\n")[0]) or text.startswith(("---", "#", "- ")):
        return _yaml(text)
    return None


def _json(text: str) -> Any:
    """Parse JSON as people write it: with comments, and with a comma before a closing bracket."""
    plain = _TOKEN.sub(lambda match: match.group() if match.group()[0] == '"' else " ", text)
    plain = _COMMA.sub(lambda match: match.group(1) or match.group(2), plain)
    try:
        return json.loads(plain)
    except ValueError as why:
        raise RefusedError(coded("services.json_cannot_read", reason=why)) from None
    except RecursionError:
        raise RefusedError(coded("services.json_nested_too_deep")) from None


def _toml(text: str) -> Any:
    from toolguard.clients.wiring.documents import toml_text

    try:
        return toml_text.parse(text)
    except ValueError as why:
        raise RefusedError(coded("services.toml_cannot_read", reason=visible(str(why))[:200])) from None
    except RecursionError:
        raise RefusedError(coded("services.toml_nested_too_deep")) from None


def _yaml(text: str) -> Any:
    import yaml

    if len(text) > MAX_YAML_LENGTH:
        raise RefusedError(coded("services.yaml_too_long_list"))

    class Loader(yaml.SafeLoader):
        """YAML loader without aliases: a few of them can expand to gigabytes."""

        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                raise RefusedError(coded("services.yaml_repeats_parts_reference"))
            return super().compose_node(parent, index)

        def construct_number(self, node: Any) -> Any:
            """Return any number that a person writes; longer ones stay text."""
            number = self.construct_yaml_float if node.tag.endswith(":float") else self.construct_yaml_int
            return number(node) if len(node.value) <= _MAX_NUMBER_LENGTH else self.construct_scalar(node)

    for kind in ("int", "float"):
        Loader.add_constructor(f"tag:yaml.org,2002:{kind}", Loader.construct_number)
    front = _FRONT_MATTER.match(text)
    if front is not None and not re.search(r"^[ \t]*(mcpServers|agents)[ \t]*:", text[front.end() :], re.MULTILINE):
        text = front[1]
    try:
        documents = [document for document in yaml.load_all(text, Loader=Loader) if document is not None]
    except (yaml.YAMLError, ValueError, LookupError, AttributeError) as why:  # the latter for a tag that does not match
        message = " ".join(str(why).split())
        raise RefusedError(coded("services.yaml_cannot_read", text=visible(message)[:200])) from None
    except RecursionError:
        raise RefusedError(coded("services.yaml_nested_too_deep")) from None
    if not documents:
        raise RefusedError(coded("services.nothing_yaml_comments"))
    return documents if len(documents) > 1 else documents[0]


def _parse_entry(
    name: str, entry: dict[str, Any], agent: str, *, limits: bool, move: bool
) -> ParsedServer | LeftOutServer:
    try:
        read = EntryReader().read(entry, limits=limits)
        server = read.server
        guess = name_of_url(server["url"]) if "url" in server else name_of_command([server["command"], *server["args"]])
        parsed_server = ParsedServer(
            safe_name(name) if name else guess, server, list(read.notes), read.only, visible(agent)[:60],
            list(read.hidden), read.is_guarded,
        )  # fmt: skip
        return _require_encodable(_with_secret_notes(parsed_server, move=move))
    except (WiringError, RefusedError) as why:
        return LeftOutServer(name or own_name(entry) or "?", str(why))
