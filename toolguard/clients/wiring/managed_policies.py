"""An organization's lists of the servers that a chat client may load. ToolGuard obeys them.

Claude Code and Copilot have the same lists (``allowedMcpServers``, ``deniedMcpServers``). Each entry matches a name, an
exact command, or a pattern of URLs (code.claude.com/docs/en/managed-mcp; docs.github.com, "Enterprise managed
settings"). `policy_formats` reads those of other clients. A denied server stays denied. With an allow-list, a server
must match it, and so must the command that launches ToolGuard instead. A list that cannot be read denies
everything. Lists from a vendor's server apply if the client stores them in a file.
"""

from __future__ import annotations

import json
import plistlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit
from xml.parsers.expat import ExpatError

from toolguard.clients.wiring import files
from toolguard.clients.wiring.documents import read
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.guarded_entries import words_of
from toolguard.clients.wiring.machine import Machine, System
from toolguard.clients.wiring.policy_formats import ACCESS, REQUIRED, Lists, PolicyReader, claude
from toolguard.clients.wiring.references import Reference, resolved
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

_URLS = ("url", "httpUrl", "serverUrl", "uri")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_PATTERN = re.compile(r"(?P<scheme>[^:/]+)://(?P<host>[^/?#]*)(?P<path>[/?#].*)?\Z", re.DOTALL)

Template: TypeAlias = str | Mapping[System, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyPlaces:
    """The places of a client's lists. Paths are templates (`Machine.paths`)."""

    managed: tuple[Template, ...]
    """Settings files of the administrator, in ascending precedence."""
    registry: tuple[str, ...] = ()
    """Windows registry values under ``HKEY_LOCAL_MACHINE``; the one named ``Settings`` has a file's content."""
    cached: tuple[Template, ...] = ()
    """Files in which the client stores the lists from its vendor's server."""
    reader: PolicyReader = claude
    exclusive: tuple[Template, ...] = ()
    """Files with servers: if one exists, the client loads only its servers."""
    personal: tuple[Template, ...] = ()
    project: tuple[str, ...] = ()
    """Settings files of the person, and in a project, whose lists also apply."""


@dataclass(frozen=True, slots=True)
class PolicyMatch:
    """An entry of a list. The members that it has must match."""

    name: str | None = None
    command: tuple[str, ...] | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class LaunchFacts:
    """The parts of a server that lists match: its name in the client's file, and its command or URL."""

    name: str
    words: tuple[str, ...] = ()
    url: str = ""


@dataclass(frozen=True, slots=True)
class ManagedPolicy:
    """The lists that apply to a client. ``allowed`` is None if there is no allow-list."""

    title: str
    denied: tuple[PolicyMatch, ...] = ()
    allowed: tuple[PolicyMatch, ...] | None = None
    exclusive: str = ""
    """The file that overrides all others."""
    problem: str = ""
    """Why the lists cannot be read."""
    environment: Mapping[str, str] = field(default_factory=dict)
    access: str = ""
    """``none``: the client loads no servers; ``registry``: only those of the organization's registry."""
    required: Mapping[str, Mapping[str, str]] | None = None
    """The command or URL of each server that the client loads, by name; None if there is no such list."""

    def refusal(self, name: str, entry: Mapping[str, Any]) -> str:
        """Return why the client may not load an entry of its settings; ``""`` if it may."""
        if self.problem:
            return coded("clients.policy_unreadable", client=self.title, reason=self.problem)
        if self.exclusive:
            return coded("clients.policy_exclusive", client=self.title, path=visible(self.exclusive))
        if self.access:
            code = "clients.policy_registry_only" if self.access == "registry" else "clients.policy_no_servers"
            return coded(code, client=self.title)
        facts = facts_of(name, entry, self.environment)
        if self.denies(facts):
            return coded("clients.policy_denied", client=self.title)
        return "" if self._allows(facts) else coded("clients.policy_not_allowed", client=self.title)

    def routed_refusal(self, name: str, words: Sequence[str]) -> str:
        """Return why the client may not launch ToolGuard with this command line; the text names the missing entry."""
        facts = LaunchFacts(name, tuple(words))
        entry = json.dumps({"serverCommand": list(words)}, ensure_ascii=False)
        if self.required is not None:
            key = name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)
            entry = f"mcp_servers.{key}.identity.command = {json.dumps(words[0], ensure_ascii=False)}"
        if self.denies(facts):
            return coded("clients.policy_denies_toolguard", client=self.title, entry=visible(entry))
        if not self._allows(facts):
            return coded("clients.policy_lacks_toolguard", client=self.title, entry=visible(entry))
        return ""

    def denies(self, facts: LaunchFacts) -> bool:
        """Return whether the deny-list contains a server."""
        return any(_is_match(match, facts, self.environment, denying=True) for match in self.denied)

    def _allows(self, facts: LaunchFacts) -> bool:
        """Return whether a server is on the allow-list. A name applies only if no entry is more exact."""
        if self.required is not None:
            required = self.required.get(facts.name, {})
            had = {"url": facts.url} if facts.url else {"command": facts.words[0] if facts.words else ""}
            if required != had:
                return False
        if self.allowed is None:
            return True
        is_exact = any(match.url is not None if facts.url else match.command is not None for match in self.allowed)
        rows = [match for match in self.allowed if not is_exact or match.name is None]
        return any(_is_match(match, facts, self.environment, denying=False) for match in rows)


def policy_of(
    title: str, places: PolicyPlaces, machine: Machine, project: Path | None = None, *, own_lists: bool = True
) -> ManagedPolicy | None:
    """Return the lists that apply to a client, in a project if one is given; None if there are none.

    ``own_lists``: including the lists of the person or a project for this client.
    """
    managed: list[Lists] = []
    try:
        for path in _policy_paths(places.managed, machine):
            managed += _lists(path, places.reader)
        for key in places.registry:
            managed += _registered(key, machine.policies.get(key), places.reader)
        exclusive = next((str(path) for path in _policy_paths(places.exclusive, machine) if _is_there(path)), "")
        cached, personal = [*_policy_paths(places.cached, machine)], [*_policy_paths(places.personal, machine)]
    except WiringError as why:
        return ManagedPolicy(title, problem=str(why))
    except OSError as why:
        return ManagedPolicy(title, problem=why.strerror or str(why))
    for path in cached:
        try:
            managed += _lists(path, places.reader)
        except WiringError as why:
            if own_lists:  # any of the person's programs can break this file, so only this client is blocked
                return ManagedPolicy(title, problem=str(why))
    if any(not isinstance(policy.get("deniedMcpServers", []), list) for policy in managed):
        return ManagedPolicy(title, problem=coded("clients.policy_no_list"))
    own: list[Lists] = []
    paths = (*personal, *(project / template for template in places.project if project))
    for path in paths if own_lists else ():
        try:
            own += _lists(path, places.reader)
        except WiringError:
            continue  # the person's own list, which the client cannot read either
    only_managed = any(policy.get("allowManagedMcpServersOnly") is True for policy in managed)
    allowing = managed if only_managed else [*managed, *own]
    lists = [policy["allowedMcpServers"] for policy in allowing if "allowedMcpServers" in policy]
    denied = tuple(match for policy in (*managed, *own) for match in _matches(policy.get("deniedMcpServers", [])))
    allowed = tuple(match for list_ in lists for match in _matches(list_)) if lists else None
    access = next((policy[ACCESS] for policy in managed if ACCESS in policy), "")
    requirements = [policy[REQUIRED] for policy in managed if REQUIRED in policy]
    required = (
        {name: requirement for each in requirements for name, requirement in each.items()} if requirements else None
    )
    if not denied and allowed is None and required is None and not exclusive and not access:
        return None
    return ManagedPolicy(
        title, denied, allowed, exclusive, environment=machine.environment, access=access, required=required
    )


def facts_of(name: str, entry: Mapping[str, Any], environment: Mapping[str, str]) -> LaunchFacts:
    """Return the parts of an entry that lists match, with its references to variables replaced."""
    url = next((entry[member] for member in _URLS if isinstance(entry.get(member), str) and entry[member]), "")
    words = tuple(_expanded(word, environment) for word in words_of(entry))
    return LaunchFacts(name, () if url else words, _expanded(url, environment))


def url_matches(pattern: str, url: str) -> bool:
    """Return whether a URL matches a pattern: ``*`` is any text; a pattern without a path matches every path."""
    parts_of_pattern = _PATTERN.match(pattern)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    host = (parts.hostname or "").rstrip(".")
    if parts_of_pattern is None:
        return _glob(pattern, url)
    named = [host] if port in (None, _DEFAULT_PORTS.get(parts.scheme)) else []
    named += [f"{host}:{port or _DEFAULT_PORTS.get(parts.scheme, '')}"]
    hosts = parts_of_pattern["host"].lower()
    hosts = hosts.rstrip(".") if ":" not in hosts else hosts
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return (
        _glob(parts_of_pattern["scheme"].lower(), parts.scheme.lower())
        and any(_glob(hosts, pattern) for pattern in named)
        and (parts_of_pattern["path"] in (None, "/") or _glob(parts_of_pattern["path"], path))
    )


def _glob(pattern: str, text: str) -> bool:
    """Return whether a text matches; linear in its length for each ``*``."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == first
    if not text.startswith(first):
        return False
    offset, last = len(first), rest.pop()
    for part in rest:
        start = text.find(part, offset)
        if start < 0:
            return False
        offset = start + len(part)
    return len(text) - len(last) >= offset and text.endswith(last)


def _is_match(match: PolicyMatch, facts: LaunchFacts, environment: Mapping[str, str], *, denying: bool) -> bool:
    if match.name is not None and match.name == facts.name:
        return True
    if match.command is not None and facts.words:
        # an entry with unknown variables allows nothing
        words = tuple(_expanded(word, environment) for word in match.command)
        return words == facts.words or (denying and match.command == facts.words)
    if match.url is not None and facts.url:
        return url_matches(_expanded(match.url, environment), facts.url) or (
            denying and url_matches(match.url, facts.url)
        )
    return False


def _matches(value: Any) -> Iterator[PolicyMatch]:
    """Return the entries of a list; invalid ones match nothing."""
    for item in value if isinstance(value, list) else ():
        if not isinstance(item, dict):
            continue
        name, command, url = item.get("serverName"), item.get("serverCommand"), item.get("serverUrl")
        words = tuple(word for word in command if isinstance(word, str)) if isinstance(command, list) else ()
        match = PolicyMatch(
            name if isinstance(name, str) else None,
            words if isinstance(command, list) and words and len(words) == len(command) else None,
            url if isinstance(url, str) else None,
        )
        if match != PolicyMatch():
            yield match


def _expanded(text: str, environment: Mapping[str, str]) -> str:
    def resolve(reference: Reference) -> str | None:
        return environment.get(reference.name)

    return resolved(text, ("shell",), resolve)[0]


def _policy_paths(templates: Iterable[Template], machine: Machine) -> Iterator[Path]:
    """Yield the paths of templates; raises OSError if a folder cannot be listed."""
    for item in templates:
        template = item if isinstance(item, str) else item.get(machine.system, "")
        if template:
            yield from machine.all_paths(template)


def _is_there(path: Path) -> bool:
    """Return whether a file exists, even if it cannot be read."""
    try:
        return files.read_bytes(path) is not None
    except WiringError:
        return True


def _lists(path: Path, reader: PolicyReader) -> list[Lists]:
    """Return the lists in a file, none if there is no file; raises `WiringError`."""
    data = files.read_bytes(path)
    if data is None:
        return []
    if path.suffix != ".plist":
        return list(reader(_object(read(data, "toml" if path.suffix == ".toml" else "jsonc").value)))
    try:
        settings = plistlib.loads(data)
    except (ValueError, ExpatError, LookupError, OverflowError, RecursionError, AttributeError, TypeError):
        raise WiringError(coded("clients.policy_no_plist", path=visible(str(path)))) from None
    return list(reader(_object(settings)))


def _registered(key: str, text: str | None, reader: PolicyReader) -> list[Lists]:
    """Return the lists in a value of the registry; raises `WiringError`."""
    if text is None:
        return []
    if not text:
        raise WiringError(coded("clients.policy_no_registry", key=key))
    name = key.rpartition("\\")[2]
    if name != "Settings":
        return list(reader({name: text}))
    return list(reader(_object(read(text.encode("utf-8", "surrogatepass"), "jsonc").value)))


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise WiringError(coded("clients.entry_no_object"))
    return value
