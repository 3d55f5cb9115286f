"""The configuration file: servers, tool visibility, rules, secret index, clients, preferences. Replaced atomically.

It never contains a secret's value, and a file that could not be read is never overwritten. Changes by other programs
are read before every change and merged: restrictions apply immediately, everything else waits for a person.
"""

from __future__ import annotations

import errno
import json
import os
import secrets as randomness
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import jsonschema_rs
import msgspec

from toolguard.gate.texts import coded
from toolguard.store import regular_file
from toolguard.store.atomic_write import ConcurrentWriteError, replace, write_new
from toolguard.store.config import config_schema
from toolguard.store.config.config_diff import Loosening, State, apply_changes, has_missing, split_changes
from toolguard.store.config.config_errors import complaint, same_names
from toolguard.store.config.config_model import (
    NAME,
    HttpClient,
    Preferences,
    Secret,
    SecurityKey,
    ServerSpec,
    client_timeouts_of,
    frozen,
    stored,
    upgraded,
)
from toolguard.store.config.json_locations import JsonError, LocatedJson
from toolguard.tables.credentials import is_sign_in

__all__ = [
    "NAME", "Config", "ConfigError", "HttpClient", "Loosening", "Preferences", "Rule", "Secret",
    "SecurityKey", "ServerSpec", "client_timeouts_of", "stored",
]  # fmt: skip

Rule = Mapping[str, Any]
"""A rule as stored; `toolguard.gate.policy.rules` interprets it."""


class ConfigError(Exception):
    """The configuration cannot be read or changed; the text is one sentence for a person."""


_EMPTY: State = {"servers": {}, "tools": [], "rules": [], "secrets": {}, "clients": {}, "limits": {},
                 "security_keys": {}, "preferences": {}}  # fmt: skip
_NEVER_READ = (-1,)
_MAX_BYTES = 16 << 20
"""Maximum bytes of the file."""


@lru_cache(maxsize=1)
def compiled_schema() -> tuple[dict[str, Any], jsonschema_rs.Validator]:
    """Return the schema of the file, and its validator. Both are made once: a command reads the file several times."""
    schema = config_schema.schema()
    return schema, jsonschema_rs.validator_for(json.loads(json.dumps(schema)))  # it refuses coded texts


class ConfigFile(NamedTuple):
    """The file as read: its content, and what it changes or what is wrong with it."""

    seen: tuple[int, ...]
    """Identity, size and time of the file; empty if there was none."""
    data: bytes | None
    state: State | None
    problem: str


class Config:
    """The configuration in force. ``problem`` says what is wrong with the file; the last valid state stays in force.

    ``waiting`` holds changes by other programs that a person must accept first.
    """

    def __init__(self, path: Path) -> None:
        """Create an empty configuration; `load` reads the file."""
        self._path = path
        self._schema, self._validator = compiled_schema()
        self._bytes: bytes | None = None  # the file as last read or written
        self._seen: tuple[int, ...] = _NEVER_READ
        self.problem = ""
        self.waiting: tuple[Loosening, ...] = ()
        self._edited: Callable[[State], None] = lambda _before: None
        self._take({"version": 1})

    def on_edit(self, listener: Callable[[State], None]) -> None:
        """Call ``listener`` with the previous state whenever the file is found changed or unreadable."""
        self._edited = listener

    @property
    def path(self) -> Path:
        """The file as given; if it is a link, its target is read and replaced."""
        return self._path

    @property
    def folder(self) -> Path:
        """The state folder, which contains the file."""
        return self._path.parent

    @classmethod
    def load(cls, path: Path) -> Config:
        """Return the configuration at ``path``. A missing file is empty, an invalid one is a ``problem``."""
        config = cls(path)
        config.reload()
        return config

    @property
    def state(self) -> State:
        """The state in force, in the file's format."""
        return self._state

    def reload(self) -> bool:
        """Apply the file; return False if there is a ``problem``."""
        file = self.read()
        self.problem = file.problem
        if file.state is None:
            return not file.problem
        self._bytes, self._seen, self.waiting = file.data, file.seen, ()
        self._take(file.state)
        return True

    def resume(self, state: State | None) -> None:
        """Apply the state that was last in force; treat differences in the file as changes by another program.

        The listener of `on_edit` is not called.
        """
        whole = self._whole(state)
        self._take(whole)
        self._bytes = _written(whole) if whole != self._whole(None) else None  # nothing is missing without a file
        self._merge(self.read())

    def since(self, state: State | None) -> tuple[Loosening, ...]:
        """Return what the state in force permits beyond ``state``. Changes nothing."""
        return split_changes(self._whole(state), self._state)[1]

    def _whole(self, state: State | None) -> State:
        state = upgraded(state)
        return _EMPTY | ({"version": 1} if state is None or not self._fits_schema(state) else state)

    # ---- changes by other programs

    def poll(self) -> ConfigFile | None:
        """Return the file if it has changed; changes nothing, so any thread may call it."""
        return None if self._stamp() == self._seen else self.read()

    def read(self) -> ConfigFile:
        """Return the file, whether it has changed or not; a file that cannot be used becomes its ``problem``.

        Changes nothing, so any thread may call it.
        """
        stamp, data = self._stamp(), None
        try:
            data = self._on_disk()
            if data == self._bytes and data is not None and not self.problem:
                return ConfigFile(stamp, data, None, "")  # nothing to read, so no change
            if data is None and self._bytes is not None:
                raise ConfigError(coded("store.gone_next_change_make", path=self._path))
            return ConfigFile(
                stamp, data, {**_EMPTY, "version": 1} if data is None else _EMPTY | self._checked(data), ""
            )
        except ConfigError as problem:
            return ConfigFile(stamp, data, None, str(problem))

    def merge(self, file: ConfigFile) -> None:
        """Apply changes that only tighten the gate; the rest goes to ``waiting``. Apply nothing of an invalid file."""
        before = self._state
        if self._merge(file):
            self._edited(before)

    def _merge(self, file: ConfigFile) -> bool:
        """Return whether the file differs from what was read last."""
        if self._stamp() != file.seen:
            return False  # changed again, perhaps by ourselves: the next poll finds it
        self._seen = file.seen
        if (file.data, file.problem) == (self._bytes, self.problem):
            return False
        before, self.problem = self._state, file.problem
        if file.state is not None:
            tightened, self.waiting = split_changes(before, file.state)
            if has_missing(before, tightened):
                with suppress(ConfigError):  # a backup of what another program removed is optional
                    self._back_up()
            self._take(tightened)
            self._bytes = file.data
        elif not file.seen:
            self.waiting = ()
        return True

    def accept(self, waiting: tuple[Loosening, ...], chosen: tuple[Loosening, ...] | None = None) -> None:
        """Apply the waiting changes, or ``chosen`` ones, if still the same. The others keep waiting."""
        self._require_waiting(waiting)
        chosen = waiting if chosen is None else chosen
        self._take(apply_changes(self._state, chosen)[0])
        self.waiting = tuple(loosening for loosening in waiting if loosening not in chosen)

    def refuse(self, waiting: tuple[Loosening, ...]) -> Path:
        """Remove the waiting changes from the file, if still the same; return the path of a backup."""
        self._require_waiting(waiting)
        backup, self.waiting = self._back_up(), ()
        try:
            self._save(self._state)
        except ConfigError:
            self.waiting = waiting
            raise
        return backup

    def _require_waiting(self, waiting: tuple[Loosening, ...]) -> None:
        self._catch_up()
        if waiting != self.waiting:
            raise ConfigError(coded("store.changed_again_meanwhile_look", path=self._path))

    def _catch_up(self) -> None:
        """Read changes by other programs, or raise: an unreadable file is never overwritten."""
        file = self.read()
        self.merge(file)
        if file.problem and file.seen:
            raise ConfigError(coded("store.mend_move_away_first", reason=file.problem, path=self._path))

    # ---- changes: each is written to the disk before it takes effect; each raises `ConfigError`

    def add_server(
        self, spec: ServerSpec, switches: Iterable[Mapping[str, Any]] = (), clients: Iterable[str] = ()
    ) -> None:
        """Add a server with its visibility rules in one step, so that hidden tools are never shown.

        ``clients`` names those HTTP clients with a list of servers that may use it.
        """
        state = self._copy()
        if spec.name in state["servers"]:
            raise ConfigError(coded("store.server_already_remove_first", name=spec.name))
        state["servers"][spec.name] = stored(spec)
        state["tools"] += [{**switch, "server": spec.name} for switch in switches]
        for client in clients:
            if (servers := state["clients"].get(client, {}).get("servers")) is not None:
                servers.append(spec.name)
        self._save(state)

    def replace_server(self, spec: ServerSpec) -> None:
        """Replace the settings of a server with the same name. Its tools, rules and secrets stay."""
        state = self._copy()
        _refuse_unknown(state, "server", spec.name)
        state["servers"][spec.name] = stored(spec)
        self._save(state)

    def remove_server(self, name: str) -> None:
        """Remove a server and everything granted to it, so that a later one of the same name starts without."""
        state = self._copy()
        _refuse_unknown(state, "server", name)
        del state["servers"][name]
        state["tools"] = [switch for switch in state["tools"] if switch["server"] != name]
        state["rules"] = [rule for rule in state["rules"] if (rule["server"], rule["verdict"]) != (name, "allow")]
        for rule in state["rules"]:
            (rule.get("covers") or {}).pop(name, None)
        for entry in state["secrets"].values():
            entry["servers"] = [server for server in entry.get("servers", []) if server != name]
            entry.get("launches", {}).pop(name, None)
        for client in state["clients"].values():
            if client.get("servers") is not None:
                client["servers"] = [server for server in client["servers"] if server != name]
        self._save(state)

    def set_switch(self, server: str, tool: str, client: str, exposed: bool | None) -> None:
        """Show or hide a tool (``*``: all) for a client (``*``: all); None removes the rule."""
        state = self._copy()
        _refuse_unknown(state, "server", server)
        place = (client, server, tool)
        others = [
            switch
            for switch in state["tools"]
            if (switch.get("client", "*"), switch["server"], switch.get("tool", "*")) != place
        ]
        switch = {"client": client, "server": server, "tool": tool, "exposed": exposed}
        state["tools"] = others if exposed is None else [*others, switch]
        self._save(state)

    def set_switches(self, server: str, client: str, exposed: Mapping[str, bool]) -> None:
        """Replace all visibility rules of a server for ``client`` (``*``: all), tool by tool."""
        state = self._copy()
        _refuse_unknown(state, "server", server)
        others = [
            switch for switch in state["tools"] if (switch.get("client", "*"), switch["server"]) != (client, server)
        ]
        new = [{"client": client, "server": server, "tool": tool, "exposed": on} for tool, on in exposed.items()]
        state["tools"] = [*others, *new]
        self._save(state)

    def add_rule(self, rule: Rule) -> None:
        """Append a rule, whose id must be new."""
        state = self._copy()
        if any(old["id"] == rule.get("id") for old in state["rules"]):
            raise ConfigError(coded("store.rule_already", id=rule["id"]))
        state["rules"].append(dict(rule))
        self._save(state)

    def put_rule(self, rule: Rule) -> None:
        """Replace the rule with the same id, or append it."""
        state = self._copy()
        if all(old["id"] != rule["id"] for old in state["rules"]):
            state["rules"].append(dict(rule))
        else:
            state["rules"] = [dict(rule) if old["id"] == rule["id"] else old for old in state["rules"]]
        self._save(state)

    def remove_rule(self, id: str) -> None:
        """Remove the rule with this id, which must exist."""
        state = self._copy()
        _refuse_unknown(state, "rule", id)
        state["rules"] = [rule for rule in state["rules"] if rule["id"] != id]
        self._save(state)

    def put_secret_entry(self, name: str, note: str = "", kind: str = "") -> None:
        """Add a secret to the index, or change its note and kind. Its bindings stay, and its kind unless given."""
        state = self._copy()
        entry = state["secrets"].setdefault(name, {"servers": []})
        entry["note"] = note
        if kind:
            entry["kind"] = kind
        self._save(state)

    def put_sign_in(self, name: str, server: str, issuer: str, resource: str) -> None:
        """Record that ``server`` signs in with the value stored under ``name`` and nothing else."""
        state = self._copy()
        _refuse_unknown(state, "server", server)
        for other, entry in state["secrets"].items():
            if is_sign_in(entry.get("kind", "")) and other != name and server in entry.get("servers", []):
                entry["servers"].remove(server)
        entry = state["secrets"].setdefault(name, {"servers": [], "note": ""})
        entry.update(kind="oauth", issuer=issuer, resource=resource)
        if server not in entry["servers"]:
            entry["servers"].append(server)
        self._save(state)

    def drop_secret_entry(self, name: str) -> None:
        """Remove a secret from the index with its bindings. Its value stays in the keyring."""
        state = self._copy()
        _refuse_unknown(state, "secret", name)
        del state["secrets"][name]
        self._save(state)

    def bind_secret(self, name: str, server: str, launch: Mapping[str, str] | None = None) -> None:
        """Bind a secret to a server with this ``launch``; None: with its launch at the first release."""
        state = self._copy()
        _refuse_unknown(state, "secret", name)
        _refuse_unknown(state, "server", server)
        secret = self.secrets[name]
        if server in secret.servers and secret.launches.get(server) == launch:
            return
        entry = state["secrets"][name]
        if server not in secret.servers:
            entry.setdefault("servers", []).append(server)
        entry.setdefault("launches", {}).pop(server, None)
        if launch is not None:
            entry["launches"][server] = dict(launch)
        self._save(state)

    def unbind_secret(self, name: str, server: str) -> None:
        """Stop releasing a secret to a server it is bound to, and forget the launch it was bound to."""
        state = self._copy()
        _refuse_unknown(state, "secret", name)
        if server not in self.secrets[name].servers:
            raise ConfigError(coded("store.secret_not_bound_server", name=name, server=server))
        state["secrets"][name]["servers"].remove(server)
        state["secrets"][name].get("launches", {}).pop(server, None)
        self._save(state)

    def set_argument(self, server: str, tool: str, pointer: str, template: str | None) -> None:
        """Inject ``template`` into an argument of a server's tool from now on; None stops that."""
        state = self._copy()
        _refuse_unknown(state, "server", server)
        arguments = state["servers"][server].setdefault("arguments", {})
        bound = arguments.setdefault(tool, {})
        bound.pop(pointer, None)
        if template is not None:
            bound[pointer] = template
        if not bound:
            del arguments[tool]
        self._save(state)

    def add_client(self, name: str, client: HttpClient) -> None:
        """Add an HTTP client under a new name. The servers that it may use must exist."""
        state = self._copy()
        if name in state["clients"]:
            raise ConfigError(coded("store.client_already_remove_first", name=name))
        for server in client.servers or ():
            _refuse_unknown(state, "server", server)
        servers = None if client.servers is None else list(client.servers)
        state["clients"][name] = {"token": client.token, "servers": servers, "created": client.created}
        self._save(state)

    def remove_client(self, name: str) -> None:
        """Remove an HTTP client, whose token is no longer accepted."""
        state = self._copy()
        _refuse_unknown(state, "client", name)
        del state["clients"][name]
        self._save(state)

    def set_security_key(self, name: str, key: SecurityKey | None) -> None:
        """Add or update a security key; None removes it."""
        state = self._copy()
        if key is None:
            _refuse_unknown(state, "security_key", name)
            del state["security_keys"][name]
        else:
            state["security_keys"][name] = msgspec.to_builtins(key)
        self._save(state)

    def set_limit(self, id: str, limit: Mapping[str, Any] | None) -> None:
        """Set a limit on calls, or remove it."""
        state = self._copy()
        if limit is None:
            del state["limits"][id]
        else:
            state["limits"][id] = dict(limit)
        self._save(state)

    def set_preference(self, name: str, value: Any) -> None:
        """Change a preference; None restores its default."""
        state = self._copy()
        state["preferences"][name] = value
        if value is None and name in Preferences.__struct_fields__:
            del state["preferences"][name]
        self._save(state)

    def set_unsaved_preference(self, name: str, value: Any) -> None:
        """Change a preference in memory; the next change that is saved saves it, too."""
        self._take({**self._state, "preferences": {**self._state["preferences"], name: value}})

    # ---- reading

    def _take(self, state: dict[str, Any]) -> None:
        state = {**_EMPTY, **state}
        servers = {name: ServerSpec(name=name, **frozen(spec)) for name, spec in state["servers"].items()}
        secrets = {name: Secret(**frozen(entry)) for name, entry in state["secrets"].items()}
        clients = {name: HttpClient(**frozen(entry)) for name, entry in state["clients"].items()}
        keys = {name: SecurityKey(**frozen(entry)) for name, entry in state["security_keys"].items()}
        self._state = state
        self.limits: Mapping[str, Mapping[str, Any]] = MappingProxyType(
            {id: MappingProxyType(dict(entry)) for id, entry in state["limits"].items()}
        )
        self.security_keys: Mapping[str, SecurityKey] = MappingProxyType(keys)
        self.servers: Mapping[str, ServerSpec] = MappingProxyType(servers)
        self.secrets: Mapping[str, Secret] = MappingProxyType(secrets)
        self.clients: Mapping[str, HttpClient] = MappingProxyType(clients)
        self.switches: tuple[Mapping[str, Any], ...] = tuple(
            MappingProxyType(dict(switch)) for switch in state["tools"]
        )
        self.rules: tuple[Rule, ...] = tuple(MappingProxyType(dict(rule)) for rule in state["rules"])
        self.preferences = Preferences(**frozen(state["preferences"]))

    def _stamp(self) -> tuple[int, ...]:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return ()
        except OSError as problem:
            return (problem.errno or 0,)
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns

    def _on_disk(self) -> bytes | None:
        try:
            return regular_file.read(Path(os.path.realpath(self._path)), _MAX_BYTES)
        except FileNotFoundError:
            return None
        except OSError as problem:
            if problem.errno == errno.EINVAL:
                raise ConfigError(coded("store.not_a_file", path=self._path)) from problem
            if problem.errno == errno.EFBIG:
                limit = f"{_MAX_BYTES:,}"
                raise ConfigError(coded("store.file_too_large", path=self._path, limit=limit)) from problem
            raise ConfigError(coded("store.file_not_readable", path=self._path, reason=problem.strerror)) from problem

    def _checked(self, data: bytes) -> dict[str, Any]:
        """Return the validated content of the file; raises `ConfigError` with the line."""
        name = self._path.name
        try:
            read = LocatedJson(data.decode("utf-8-sig"))
        except UnicodeDecodeError as problem:
            line = data.count(b"\n", 0, problem.start) + 1
            raise ConfigError(coded("store.line_not_valid_utf", name=name, line=line)) from problem
        except JsonError as problem:
            raise ConfigError(
                coded("store.file_line_problem", name=name, line=problem.line, reason=problem.reason)
            ) from problem
        value = upgraded(read.value)
        if not self._is_valid(value):
            raise ConfigError(coded("store.file_problem", name=name, problem=complaint(self._schema, value, read)))
        ids: set[str] = set()
        for place, rule in enumerate(value.get("rules", [])):
            if rule["id"] in ids:
                line = read.line(read.position(("rules", place, "id")))
                raise ConfigError(coded("store.line_rules_id_unlike", name=name, line=line, place=place))
            ids.add(rule["id"])
        return dict(value)

    def _is_valid(self, value: Any) -> bool:
        return self._fits_schema(value) and not any(same_names(value))

    def _fits_schema(self, value: Any) -> bool:
        try:
            return self._validator.is_valid(value)
        except UnicodeEncodeError as problem:
            raise ConfigError(coded("store.text_hold_half_character", name=self._path.name)) from problem

    # ---- writing

    def _copy(self) -> State:
        """Return a copy of the state to change and save, with changes by other programs merged."""
        self._catch_up()
        copy: State = json.loads(json.dumps(self._state))
        return copy

    def _save(self, state: State) -> None:
        """Write ``state`` and apply it, or raise and change nothing. Waiting changes stay in the file."""
        whole, fits = apply_changes(state, self.waiting)
        for written in (state, whole) if self.waiting else (state,):
            if not self._is_valid(written):
                raise ConfigError(coded("store.setting_not_storable", problem=complaint(self._schema, written, None)))
        data = self._readable(_written(whole))
        if not fits:
            self._back_up()
        try:
            replace(Path(os.path.realpath(self._path)), data, still=self._is_as_read)
        except ConcurrentWriteError:
            raise ConfigError(coded("store.changed_moment_nothing_changed", path=self._path)) from None
        except OSError as problem:
            raise ConfigError(coded("store.file_not_writable", path=self._path, reason=problem.strerror)) from problem
        self._bytes, self._seen, self.problem = data, _NEVER_READ, ""
        before = self._state
        self._take(state)
        waiting = split_changes(state, whole)[1] if self.waiting else ()
        if waiting != self.waiting:
            self.waiting = waiting
            self._edited(before)

    def _readable(self, data: bytes) -> bytes:
        """Return the bytes of a file; raises `ConfigError` if the next start would refuse them for another reason than
        the schema.
        """
        problem = coded("store.policy_file_too_large", limit=_MAX_BYTES >> 20) if len(data) > _MAX_BYTES else ""
        try:
            LocatedJson(data.decode())
        except JsonError as why:
            problem = why.reason
        if problem:
            raise ConfigError(coded("store.setting_not_storable", problem=coded("gate.sentence", text=problem)))
        return data

    def _is_as_read(self) -> bool:
        return self._on_disk() in (None, self._bytes)

    def _back_up(self) -> Path:
        """Save a copy of the file, as last read or written, under another name."""
        target = Path(os.path.realpath(self._path))
        backup = target.with_name(f"{target.name}.{time.strftime('%Y%m%d-%H%M%S')}-{randomness.token_hex(2)}.bak")
        try:
            write_new(backup, self._bytes or b"")
        except OSError as problem:
            raise ConfigError(
                coded("store.file_not_kept_beside", path=self._path, reason=problem.strerror)
            ) from problem
        return backup


def _written(state: State) -> bytes:
    return (json.dumps(state, indent=2, ensure_ascii=False) + "\n").encode()


def _refuse_unknown(state: State, kind: str, name: str) -> None:
    all = state[f"{kind}s"]
    if name not in ([rule["id"] for rule in all] if kind == "rule" else all):
        raise ConfigError(coded("store.no_such_entry", what=kind, name=name))
