"""Servers, switches for tools, rules, the index of secrets, clients, preferences: one file, replaced atomically.

It never holds a secret's value, and never writes over a file that it could not read.
"""

from __future__ import annotations

import json
import os
import secrets as randomness
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import jsonschema_rs

import toolguard
from toolguard.store.entries import (
    MEMBERS,
    NAME,
    NEEDED,
    HttpClient,
    Preferences,
    Secret,
    ServerSpec,
    frozen,
    patience_of,
    stored,
)
from toolguard.store.located import Located, Misread

__all__ = [
    "MEMBERS", "NAME", "NEEDED", "Config", "ConfigProblem", "HttpClient", "Preferences", "Rule", "Secret", "ServerSpec",
    "patience_of", "schema_path", "stored",
]  # fmt: skip

Rule = Mapping[str, Any]
"""A rule as it stands in the file; what it means is `toolguard.checkpoint.rules`'s to say."""


class ConfigProblem(Exception):
    """The configuration cannot be read or changed like that. The text is one sentence for a person."""


def schema_path() -> Path:
    """Where the schema of the file lies."""
    return toolguard.resource("schemas", "config.json")


class Config:
    """The configuration in force. ``problem`` says what is wrong with the file; the last good state stays in force."""

    def __init__(self, path: Path) -> None:
        """Starts empty; `load` reads the file."""
        self._path = path
        self._schema = json.loads(schema_path().read_text("utf-8"))
        self._fits = jsonschema_rs.validator_for(self._schema)
        self._bytes: bytes | None = None
        self.problem = ""
        self._take({"version": 1})

    @property
    def folder(self) -> Path:
        """The state folder, in which the file lies."""
        return self._path.parent

    @classmethod
    def load(cls, path: Path) -> Config:
        """The configuration at ``path``. A file that is not there is an empty one, a broken one is a ``problem``."""
        config = cls(path)
        config.reload()
        return config

    def reload(self) -> bool:
        """Read the file again; True when it is in force now, False when there is a ``problem``."""
        try:
            data = self._on_disk()
            self._take({"version": 1} if data is None else self._checked(data))
        except ConfigProblem as problem:
            self.problem = str(problem)
            return False
        self._bytes, self.problem = data, ""
        return True

    # ---- changes: each is written to the disk before it is in force; each raises `ConfigProblem`

    def add_server(self, spec: ServerSpec, switches: Iterable[Mapping[str, Any]] = ()) -> None:
        """Add a server with its switches in one step, so that nothing is shown of it before they are in force."""
        if spec.name in self.servers:
            raise ConfigProblem(f"There is a server {spec.name} already: remove it first, or choose another name.")
        state = self._copy()
        state["servers"][spec.name] = stored(spec)
        state["tools"] += [{**one, "server": spec.name} for one in switches]
        self._save(state)

    def replace_server(self, spec: ServerSpec) -> None:
        self._known("server", spec.name, self.servers)
        state = self._copy()
        state["servers"][spec.name] = stored(spec)
        self._save(state)

    def remove_server(self, name: str) -> None:
        """Remove a server and what was entrusted to it: a later one of the same name begins with nothing."""
        self._known("server", name, self.servers)
        state = self._copy()
        del state["servers"][name]
        state["tools"] = [switch for switch in state["tools"] if switch["server"] != name]
        state["rules"] = [rule for rule in state["rules"] if (rule["server"], rule["verdict"]) != (name, "allow")]
        for entry in state["secrets"].values():
            entry["servers"] = [server for server in entry.get("servers", []) if server != name]
            entry.get("launches", {}).pop(name, None)
        for client in state["clients"].values():
            if client.get("servers") is not None:
                client["servers"] = [server for server in client["servers"] if server != name]
        self._save(state)

    def set_switch(self, server: str, tool: str, client: str, exposed: bool | None) -> None:
        """Expose or hide a tool (``*``: all of them) to a client (``*``: every one); None forgets the switch."""
        self._known("server", server, self.servers)
        state = self._copy()
        place = (client, server, tool)
        kept = [one for one in state["tools"] if (one.get("client", "*"), one["server"], one.get("tool", "*")) != place]
        switch = {"client": client, "server": server, "tool": tool, "exposed": exposed}
        state["tools"] = kept if exposed is None else [*kept, switch]
        self._save(state)

    def set_switches(self, server: str, client: str, exposed: Mapping[str, bool]) -> None:
        """Replace every switch of a server that is for ``client`` (``*``: every one) by these, tool by tool."""
        self._known("server", server, self.servers)
        state = self._copy()
        kept = [one for one in state["tools"] if (one.get("client", "*"), one["server"]) != (client, server)]
        new = [{"client": client, "server": server, "tool": tool, "exposed": on} for tool, on in exposed.items()]
        state["tools"] = [*kept, *new]
        self._save(state)

    def add_rule(self, rule: Rule) -> None:
        if any(old["id"] == rule.get("id") for old in self.rules):
            raise ConfigProblem(f"There is a rule {rule['id']} already.")
        state = self._copy()
        state["rules"].append(dict(rule))
        self._save(state)

    def remove_rule(self, id: str) -> None:
        self._known("rule", id, [rule["id"] for rule in self.rules])
        state = self._copy()
        state["rules"] = [rule for rule in state["rules"] if rule["id"] != id]
        self._save(state)

    def put_secret_entry(self, name: str, note: str = "", kind: str = "") -> None:
        """Enter a secret in the index, or change its note and kind. Its bindings stay, and its kind unless given."""
        state = self._copy()
        entry = state["secrets"].setdefault(name, {"servers": []})
        entry["note"] = note
        if kind:
            entry["kind"] = kind
        self._save(state)

    def put_sign_in(self, name: str, server: str, issuer: str, resource: str) -> None:
        """Enter that ``server`` signs in with what lies under ``name``, and with nothing else."""
        self._known("server", server, self.servers)
        state = self._copy()
        for other, entry in state["secrets"].items():
            if entry.get("kind") == "oauth" and other != name and server in entry.get("servers", []):
                entry["servers"].remove(server)
        entry = state["secrets"].setdefault(name, {"servers": [], "note": ""})
        entry.update(kind="oauth", issuer=issuer, resource=resource)
        if server not in entry["servers"]:
            entry["servers"].append(server)
        self._save(state)

    def drop_secret_entry(self, name: str) -> None:
        self._known("secret", name, self.secrets)
        state = self._copy()
        del state["secrets"][name]
        self._save(state)

    def bind_secret(self, name: str, server: str, launch: Mapping[str, str] | None = None) -> None:
        """Let ``server`` be given a secret, as it is now: ``launch``, or whatever it is when it is given it first."""
        self._known("secret", name, self.secrets)
        self._known("server", server, self.servers)
        known = self.secrets[name]
        if server in known.servers and known.launches.get(server) == launch:
            return
        state = self._copy()
        entry = state["secrets"][name]
        if server not in known.servers:
            entry.setdefault("servers", []).append(server)
        entry.setdefault("launches", {}).pop(server, None)
        if launch is not None:
            entry["launches"][server] = dict(launch)
        self._save(state)

    def unbind_secret(self, name: str, server: str) -> None:
        self._known("secret", name, self.secrets)
        if server not in self.secrets[name].servers:
            raise ConfigProblem(f"The secret {name} is not bound to the server {server}.")
        state = self._copy()
        state["secrets"][name]["servers"].remove(server)
        state["secrets"][name].get("launches", {}).pop(server, None)
        self._save(state)

    def set_argument(self, server: str, tool: str, pointer: str, template: str | None) -> None:
        """Fill ``template`` into an argument of a server's tool from now on; None leaves it to the client again."""
        self._known("server", server, self.servers)
        state = self._copy()
        arguments = state["servers"][server].setdefault("arguments", {})
        bound = arguments.setdefault(tool, {})
        bound.pop(pointer, None)
        if template is not None:
            bound[pointer] = template
        if not bound:
            del arguments[tool]
        self._save(state)

    def add_client(self, name: str, client: HttpClient) -> None:
        if name in self.clients:
            raise ConfigProblem(f"There is a client {name} already: remove it first, or choose another name.")
        for server in client.servers or ():
            self._known("server", server, self.servers)
        state = self._copy()
        servers = None if client.servers is None else list(client.servers)
        state["clients"][name] = {"token": client.token, "servers": servers, "created": client.created}
        self._save(state)

    def remove_client(self, name: str) -> None:
        self._known("client", name, self.clients)
        state = self._copy()
        del state["clients"][name]
        self._save(state)

    def set_preference(self, name: str, value: Any) -> None:
        """Change a preference; None forgets it, so that its default holds."""
        state = self._copy()
        state["preferences"][name] = value
        if value is None and name in Preferences.__struct_fields__:
            del state["preferences"][name]
        self._save(state)

    def preference_words(self, name: str) -> str:
        """What the preference ``name`` must be, for a person."""
        return str(self._schema["$defs"]["preferences"]["properties"][name]["title"])

    # ---- reading

    def _take(self, state: dict[str, Any]) -> None:
        empty: dict[str, Any] = {
            "servers": {},
            "tools": [],
            "rules": [],
            "secrets": {},
            "clients": {},
            "preferences": {},
        }
        state = {**empty, **state}
        servers = {name: ServerSpec(name=name, **frozen(spec)) for name, spec in state["servers"].items()}
        secrets = {name: Secret(**frozen(entry)) for name, entry in state["secrets"].items()}
        clients = {name: HttpClient(**frozen(entry)) for name, entry in state["clients"].items()}
        self._state = state
        self.servers: Mapping[str, ServerSpec] = MappingProxyType(servers)
        self.secrets: Mapping[str, Secret] = MappingProxyType(secrets)
        self.clients: Mapping[str, HttpClient] = MappingProxyType(clients)
        self.switches: tuple[Mapping[str, Any], ...] = tuple(MappingProxyType(dict(one)) for one in state["tools"])
        self.rules: tuple[Rule, ...] = tuple(MappingProxyType(dict(rule)) for rule in state["rules"])
        self.preferences = Preferences(**frozen(state["preferences"]))

    def _on_disk(self) -> bytes | None:
        try:
            return self._path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as problem:
            raise ConfigProblem(f"{self._path} cannot be read ({problem.strerror}).") from problem

    def _checked(self, data: bytes) -> dict[str, Any]:
        """The file's content, or `ConfigProblem` with the line."""
        name = self._path.name
        try:
            read = Located(data.decode("utf-8-sig"))
        except UnicodeDecodeError as problem:
            line = data.count(b"\n", 0, problem.start) + 1
            raise ConfigProblem(f"{name} line {line}: this is not valid UTF-8.") from problem
        except Misread as problem:
            raise ConfigProblem(f"{name} line {problem.line}: {problem.reason}.") from problem
        if not self._is_valid(read.value):
            raise ConfigProblem(f"{name} {_complaint(self._schema, read.value, read)}")
        ids = [rule["id"] for rule in read.value.get("rules", [])]
        for place, id in enumerate(ids):
            if id in ids[:place]:
                line = read.line(("rules", place, "id"))
                raise ConfigProblem(f"{name} line {line}: rules[{place}].id must be unlike that of any other rule.")
        return dict(read.value)

    def _is_valid(self, value: Any) -> bool:
        try:
            return self._fits.is_valid(value)
        except UnicodeEncodeError as problem:
            raise ConfigProblem(f"A text in {self._path.name} would hold half a character: write it anew.") from problem

    # ---- writing

    def _copy(self) -> dict[str, Any]:
        copy: dict[str, Any] = json.loads(json.dumps(self._state))
        return copy

    def _known(self, what: str, name: str, all: Mapping[str, Any] | list[str]) -> None:
        if name not in all:
            raise ConfigProblem(f"There is no {what} {name}.")

    def _save(self, state: dict[str, Any]) -> None:
        """Write ``state`` and put it in force, or raise and change nothing."""
        if not self._is_valid(state):
            raise ConfigProblem(f"This cannot be stored: {_complaint(self._schema, state, None)}")
        data = (json.dumps(state, indent=2, ensure_ascii=False) + "\n").encode()
        self._mind_strangers()
        try:
            _replace(Path(os.path.realpath(self._path)), data)
        except OSError as problem:
            raise ConfigProblem(
                f"{self._path} cannot be written ({problem.strerror}): nothing was changed."
            ) from problem
        self._bytes, self.problem = data, ""
        self._take(state)

    def _mind_strangers(self) -> None:
        """Somebody else's edit is kept beside; a file that cannot be read is left for them to mend."""
        found = self._on_disk()
        if found is None or (found == self._bytes and not self.problem):
            return
        try:
            self._checked(found)
        except ConfigProblem as problem:
            self.problem = str(problem)
            raise ConfigProblem(f"{problem} Mend {self._path} or move it away first: nothing was changed.") from problem
        if self.problem:
            self.reload()
            raise ConfigProblem(f"{self._path} was mended and is read again: look at it, then repeat this change.")
        stamp = time.strftime("%Y%m%d-%H%M%S")
        target = Path(os.path.realpath(self._path))
        try:
            _write_new(target.with_name(f"{target.name}.{stamp}-{randomness.token_hex(2)}.bak"), found)
        except OSError as problem:
            raise ConfigProblem(
                f"{self._path} was changed by somebody else and cannot be kept beside ({problem.strerror}): "
                "nothing was changed."
            ) from problem


def _complaint(schema: Mapping[str, Any], value: Any, read: Located | None) -> str:
    """What is wrong first in the file, as ``line 12: servers.git.args must be an array of texts.``"""
    import jsonschema  # slow to import, and needed only for these words

    validator = jsonschema.Draft202012Validator(schema)
    found = []
    for error in validator.iter_errors(value):
        path, text = _words(error)
        found.append((read.line(path) if read else 0, f"{_spelled(path)} {text}"))
    line, text = min(found, default=(1, "a name or a text has a line end at its end"))
    return f"line {line}: {text}." if read else f"{text}."


def _words(error: Any) -> tuple[tuple[str | int, ...], str]:
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        unknown = next(key for key in error.instance if key not in error.schema["properties"])
        return (*path, unknown), "is not a known setting"
    if error.validator == "required":
        missing = next(key for key in error.validator_value if key not in error.instance)
        return path, f"must have a member {missing!r}"
    if "propertyNames" in error.absolute_schema_path:
        return (*path, error.instance), f"must be called by {error.schema['title']}"
    return path, f"must be {error.schema['title']}"


def _spelled(path: tuple[str | int, ...]) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".") or "the whole"


def _replace(path: Path, data: bytes) -> None:
    """Put ``data`` in the place of the file at ``path``, all or nothing, also when the power fails."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{randomness.token_hex(4)}.tmp")
    try:
        _write_new(fresh, data)
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _write_new(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
