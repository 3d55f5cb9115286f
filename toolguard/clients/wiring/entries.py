"""Conversion of entries in clients' settings, in any client's format, to settings of a ToolGuard server.

The text is untrusted: its size is limited, and it is never run. References are resolved only by the caller; others
stay references. Members that cannot be converted are named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolguard.clients.wiring import command_lines, tool_lists
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.guarded_entries import ADDRESS_MEMBERS, COMMAND_MEMBERS, guarded
from toolguard.clients.wiring.references import ANY, Reference, Resolve, Syntax, find, resolved
from toolguard.clients.wiring.secret_values import has_known_prefix, looks_random, names_a_secret
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, sentence
from toolguard.tables.servers import repeated_name

MAX_WORDS = 1_000
"""Maximum arguments, variables and headers of one server."""
MAX_TEXT_LENGTH = 128 * 1024
"""Maximum characters of all of them: systems accept no longer command line."""
COMMANDS = COMMAND_MEMBERS
URLS = ADDRESS_MEMBERS
ENVIRONMENTS = ("env", "environment", "envs")
HEADERS = ("headers", "http_headers")
_TOKENS = ("bearer_token_env_var", "bearerTokenEnvVar", "optional_bearer_token_env")
ENVIRONMENT_FILES = ("envFile", "env_file")
REFERENCE_MEMBERS = ("env_vars", "env_keys", *ENVIRONMENT_FILES, "env_http_headers", *_TOKENS)
"""Members that name variables, or a file with variables, instead of values."""
_TRANSPORTS = {
    "sse": "sse", "http": "streamable", "streamable-http": "streamable", "streamable_http": "streamable",
    "streamableHttp": "streamable", "streamablehttp": "streamable",
}  # fmt: skip
_KNOWN_TYPES = ("stdio", "local", "remote", "auto", "custom", *_TRANSPORTS)
_KNOWN_MEMBERS = frozenset((
    *COMMANDS, *URLS, *ENVIRONMENTS, *HEADERS, *REFERENCE_MEMBERS, *tool_lists.ALLOW_MEMBERS, *tool_lists.DENY_MEMBERS,
    "args", "type", "transport", "source", "requestOptions", "cwd", "workingDirectory", "working_directory", "disabled",
    "enabled", "active", "name",
))  # fmt: skip
_CLIENTS_OWN = frozenset((
    "timeout", "timeoutMs", "initTimeout", "startup_timeout_sec", "startup_timeout_ms", "tool_timeout_sec",
    "startupTimeoutMs", "toolTimeoutMs", "official",
    "connectionTimeout", "trust", "autoApprove", "alwaysAllow", "autoStart", "description", "display_name", "bundled",
    "required", "default_tools_approval_mode", "always_load", "alwaysLoad", "deferTools", "icon", "gallery", "version",
    "dev", "isActive", "id", "provider", "tags", "note", "comment", "$schema", "watchPaths", "networkTimeout",
))  # fmt: skip
"""Members that tell the client what to do with a server. They stay in its file."""
_MAX_ENV_FILE_SIZE = 256 * 1024
_ENV_LINE = re.compile(r"\s*(?:export\s+)?(?P<name>[A-Za-z_][\w.-]{0,200})\s*=\s*(?P<value>.*)\Z")
_ENV_QUOTED = re.compile(r"(?P<quote>['\"])(?P<value>.*?)(?P=quote)\s*(?:#.*)?\Z")


@dataclass(frozen=True, slots=True)
class EntryServer:
    """The content of an entry: ``server`` has its kind and the arguments of `server.add`."""

    server: dict[str, Any]
    """Values of ``env`` and ``headers`` may still contain references (`references.find`)."""
    notes: tuple[str, ...] = ()
    """Notes for the person, one sentence each."""
    only: list[str] | None = None
    """The only tools that clients see; None: all."""
    hidden: tuple[str, ...] = ()
    """Tools that clients do not see."""
    is_guarded: bool = False
    """Whether it launches ToolGuard itself."""


@dataclass(frozen=True, slots=True)
class EntryReader:
    """Reads the entries of one client. Without ``resolve``, for a pasted text, no reference is resolved or refused."""

    syntaxes: Sequence[Syntax] = ANY
    resolve: Resolve | None = None
    read_file: Callable[[str], str | None] = lambda _path: None
    """Returns the text of a file with variables, or None if it cannot be read."""

    def read(self, entry: Mapping[str, Any], *, limits: bool = False) -> EntryServer:
        """Return the content of an entry; raises `WiringError` about this entry.

        ``limits``: in this kind of file, every server says which tools it offers.
        """
        notes: list[str] = []
        url = next((entry[key] for key in URLS if isinstance(entry.get(key), str) and entry[key]), "")
        kind = entry.get("type") or entry.get("transport")
        if isinstance(kind, str) and kind not in _KNOWN_TYPES:
            raise WiringError(coded("clients.entry_type", type=visible(kind)[:60]))
        is_local = not url or kind in ("stdio", "local")
        server = self._local(entry, notes) if is_local else self._remote(entry, url, notes)
        _refuse_long(server)
        if self.resolve is not None and "${secret:" in json.dumps(server):
            raise WiringError(coded("clients.entry_wants_secret"))
        if (same := repeated_name(server)) is not None:
            place, first, second = (visible(name)[:60] for name in same)
            raise WiringError(sentence(coded("tables.same_name", place=place, first=first, second=second)))
        if entry.get("disabled") is True or entry.get("enabled") is False or entry.get("active") is False:
            server["enabled"] = False
            notes.append(coded("clients.entry_switched_off"))
        others = [str(name) for name in entry if name not in _KNOWN_MEMBERS and name not in _CLIENTS_OWN]
        if others:
            notes.append(
                coded("clients.entry_not_taken_over", members=tuple(visible(member)[:60] for member in others[:20]))
            )
        is_ours = guarded(entry) is not None
        if is_ours:
            notes.append(coded("clients.entry_guarded"))
        tools = tool_lists.offered(entry, limits=limits)
        return EntryServer(server, (*notes, *tools.notes), tools.only, tuple(tools.hidden), is_ours)

    def _remote(self, entry: Mapping[str, Any], url: str, notes: list[str]) -> dict[str, Any]:
        url = self._plain(url, "url", notes)
        if not re.match(r"https?://[^\s/]", url):
            raise WiringError(coded("clients.entry_url", url=visible(url)[:200]))
        headers = _texts(next((entry[key] for key in HEADERS if entry.get(key)), None), notes)
        options = entry.get("requestOptions")
        if isinstance(options, dict):  # Continue
            headers = _texts(options.get("headers"), notes) | headers
            others = tuple(visible(f"requestOptions.{name}")[:60] for name in options if name != "headers")
            if others:
                notes.append(coded("clients.entry_not_taken_over", members=others[:20]))
        for name, variable in _texts(entry.get("env_http_headers"), notes).items():
            headers[name] = f"${{env:{variable}}}"
        token = next((entry[name] for name in _TOKENS if entry.get(name)), None)
        if isinstance(token, str) and token:
            headers["Authorization"] = f"Bearer ${{env:{token}}}"
        headers = self._values(headers, notes)
        transport = _TRANSPORTS.get(str(entry.get("type") or entry.get("transport") or ""), "auto")
        if transport == "auto" and isinstance(entry.get("httpUrl"), str):
            transport = "streamable"
        return {"kind": "http", "url": url, "headers": headers, "transport": transport}

    def _local(self, entry: Mapping[str, Any], notes: list[str]) -> dict[str, Any]:
        command = next((entry[key] for key in COMMANDS if entry.get(key)), "")
        env = _texts(next((entry[key] for key in ENVIRONMENTS if entry.get(key)), None), notes)
        args = entry.get("args")
        if isinstance(command, dict):  # an older form of Zed
            env = _texts(command.get("env"), notes) | env
            args, command = command.get("args", args), command.get("path", "")
        words = [*(command if isinstance(command, list) else [command]), *(args if isinstance(args, list) else [])]
        plain = [word if isinstance(word, str) else _spelled(word) for word in words]
        if not plain or not plain[0].strip():
            raise WiringError(coded("clients.entry_no_command"))
        if len(plain) == 1 and " " in plain[0] and not _is_file(plain[0]):
            before, plain = command_lines.assigned(command_lines.split(plain[0].strip()))
            env = before | env
        env = self._referred(entry, notes) | env
        env = self._values(env, notes)
        server: dict[str, Any] = {
            "kind": "stdio", "command": self._plain(plain[0], "command", notes),
            "args": [self._plain(word, f"args.{number}", notes) for number, word in enumerate(plain[1:])], "env": env,
        }  # fmt: skip
        folder = next(
            (entry[key] for key in ("cwd", "workingDirectory", "working_directory") if isinstance(entry.get(key), str)),
            "",
        )
        folder = self._plain(folder, "cwd", notes)
        return server | ({"cwd": folder} if folder and not find(folder, self.syntaxes) else {})

    def _referred(self, entry: Mapping[str, Any], notes: list[str]) -> dict[str, str]:
        """Return the variables that an entry names without a value."""
        env: dict[str, str] = {}
        path = next((entry[key] for key in ENVIRONMENT_FILES if isinstance(entry.get(key), str)), "")
        if path:
            path = self._plain(path, "envFile", notes)
            text = self.read_file(path) if len(path) < 4_096 else None
            if text is None:
                notes.append(coded("clients.entry_env_file", path=visible(path)[:200]))
            else:
                env |= parse_env_file(text)
        for member in ("env_vars", "env_keys"):
            listed = entry.get(member)
            for item in listed if isinstance(listed, list) else ():
                name = item.get("name") if isinstance(item, dict) else item
                if isinstance(name, str) and re.fullmatch(r"[A-Za-z_][\w.-]{0,200}", name):
                    env[name] = f"${{env:{name}}}"
                else:
                    notes.append(coded("clients.entry_not_text", name=member))
        return env

    def _plain(self, text: str, place: str, notes: list[str]) -> str:
        """Return a text of a command line or an address with its references resolved.

        Raises `WiringError` if it contains a command, an unknown reference, or a reference to a secret.
        """
        if "command" in self.syntaxes and place == "url" and find(text, ("command",)):
            raise WiringError(coded("clients.entry_runs_command", place=place))
        if self.resolve is None:
            left = [reference for reference in find(text, self.syntaxes) if reference.kind != "command"]
            if left and place != "envFile":
                notes.append(coded("clients.entry_reference_kept", reference=visible(left[0].text)[:100], place=place))
            return text
        for reference in find(text, self.syntaxes):
            if reference.kind == "command":
                raise WiringError(coded("clients.entry_runs_command", place=place))
            if reference.kind == "environment" and names_a_secret(reference.name):
                raise WiringError(
                    coded("clients.entry_secret_in", place=place, reference=visible(reference.text)[:100])
                )
        result, left = resolved(text, self.syntaxes, self.resolve)
        if left:
            raise WiringError(coded("clients.entry_unknown_value", place=place, reference=visible(left[0].text)[:100]))
        return result

    def _values(self, values: Mapping[str, str], notes: list[str]) -> dict[str, str]:
        """Return variables or headers with references resolved that are known and no secrets. Others stay.

        Raises `WiringError` if one of them runs a command.
        """
        members: dict[str, str] = {}
        for name, value in values.items():
            references = find(value, self.syntaxes)
            if any(source.kind == "command" for source in references):
                raise WiringError(coded("clients.entry_runs_command", place=visible(name)[:100]))
            plain = [
                source for source in references
                if source.kind == "folder"
                or (source.kind == "environment" and not names_a_secret(source.name) and not names_a_secret(name))
            ]  # fmt: skip
            now, left = value, [source for source in plain if source.kind == "folder"]
            if self.resolve is not None and plain and len(plain) == len(references):
                now, left = resolved(value, self.syntaxes, self.resolve)
                now = value if has_known_prefix(now) or looks_random(now) else now
            members[name] = now
            if any(source.kind == "folder" for source in left):
                reference = visible(left[0].text)[:100]
                notes.append(coded("clients.entry_reference_kept", reference=reference, place=visible(name)[:100]))
        return members


@dataclass(frozen=True, slots=True)
class ValueReference:
    """A value that ends with a reference: the text ``before`` it, and the ``name`` that it refers to.

    Without a ``reference`` the value is mixed and can only be replaced as a whole.
    """

    name: str
    before: str
    reference: Reference | None


def value_reference(value: str, syntaxes: Sequence[Syntax] = ANY) -> ValueReference | None:
    """Return the reference in a value of ``env`` or ``headers``, or None for a plain value."""
    references = [
        reference for reference in find(value, syntaxes)
        if reference.kind not in ("folder", "command")
        # a password may contain a "$", so a name without braces must be the whole value or follow a scheme
        and ("{" in reference.text or re.fullmatch(r"(?:[A-Za-z]+\s+)?", value[: reference.start]))
    ]  # fmt: skip
    if not references:
        return None
    first = references[0]
    if len(references) > 1 or value[first.end :]:
        return ValueReference("", "", None)
    return ValueReference(first.name, value[: first.start], first)


def parse_env_file(text: str) -> dict[str, str]:
    """Return the variables of a ``.env`` file, without expansion."""
    variables: dict[str, str] = {}
    for line in text[:_MAX_ENV_FILE_SIZE].splitlines():
        pair = _ENV_LINE.match(line)
        if pair is None or line.lstrip().startswith("#") or len(variables) >= MAX_WORDS:
            continue
        value = pair["value"].strip()
        quoted = _ENV_QUOTED.match(value)
        variables[pair["name"]] = quoted["value"] if quoted else re.split(r"\s#", value)[0].strip()
    return variables


def is_server(entry: Any) -> bool:
    """Return whether an object looks like the entry of a server."""
    return isinstance(entry, dict) and any(
        isinstance(entry.get(name), str | list | dict) for name in (*COMMANDS, *URLS)
    )


def own_name(entry: Mapping[str, Any]) -> str:
    """Return the name in an entry of a list, or ""."""
    return entry["name"] if isinstance(entry.get("name"), str) else ""


def everywhere(value: Any, places: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return each server's name with its entry, at any known place in the settings of an unknown client."""
    if isinstance(value, list):
        yield from ((own_name(item), item) for item in value if is_server(item))
        return
    if not isinstance(value, dict):
        return
    if is_server(value):
        yield own_name(value), value
        return
    places_found = [value[name] for name in places if isinstance(value.get(name), dict | list)]
    projects = value.get("projects")
    if isinstance(projects, dict):  # the state file of Claude Code
        of_projects = [project.get("mcpServers") for project in projects.values() if isinstance(project, dict)]
        places_found += [project for project in of_projects if isinstance(project, dict)]
    inner = value.get("mcp")
    if isinstance(inner, dict):
        places_found.append(inner["servers"] if isinstance(inner.get("servers"), dict) else inner)
    for place in places_found or [value]:
        if isinstance(place, list):
            yield from everywhere(place, places)
            continue
        yield from ((str(name), entry) for name, entry in place.items() if is_server(entry))


def _refuse_long(server: Mapping[str, Any]) -> None:
    pairs = [part for place in ("env", "headers") for part in server.get(place, {}).items()]
    words = [*server.get("args", ()), *pairs]
    length = len(server.get("url", "")) + sum(len("".join(word)) for word in words)
    if len(words) > MAX_WORDS or length > MAX_TEXT_LENGTH:
        raise WiringError(coded("clients.entry_too_long"))


def _spelled(word: Any) -> str:
    """Return an argument that is not a string as JSON."""
    try:
        return json.dumps(word)
    except (TypeError, ValueError):
        raise WiringError(coded("clients.entry_argument_no_text")) from None


def _is_file(path: str) -> bool:
    """Return whether a program exists at a path. Windows paths to other computers are not opened."""
    try:
        return not path.startswith(("\\\\", "//")) and Path(path).exists()
    except (OSError, ValueError):
        return False


def _texts(value: Any, notes: list[str]) -> dict[str, str]:
    """Return an object of strings. Numbers and the like become JSON; other values are left out and named."""
    if not isinstance(value, dict):
        return {}
    texts = {}
    for name, member in value.items():
        if isinstance(member, str):
            texts[str(name)] = member
        elif isinstance(member, bool | int | float):
            texts[str(name)] = json.dumps(member)
        elif member is not None:
            notes.append(coded("clients.entry_not_text", name=visible(str(name))[:80]))
    return texts
