"""Servers, switches for tools, rules, the index of secrets, clients, preferences: one file, replaced atomically.

It never holds a secret's value, and never writes over a file that it could not read. What somebody else writes into
the file is read before every change and merged: what tightens the gate counts at once, what loosens it waits.
"""

from __future__ import annotations

import json
import os
import secrets as randomness
import stat
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import jsonschema_rs
import msgspec

from toolguard.gate.texts import coded
from toolguard.store.atomic_write import ConcurrentWriteError, replace, write_new
from toolguard.store.config import config_schema
from toolguard.store.config.config_diff import Loosening, State, lacking, parted, patched
from toolguard.store.config.config_errors import complaint
from toolguard.store.config.config_model import (
    NAME,
    HttpClient,
    Preferences,
    Secret,
    SecurityKey,
    ServerSpec,
    frozen,
    patience_of,
    renewed,
    stored,
)
from toolguard.store.config.json_locations import JsonError, LocatedJson

__all__ = [
    "NAME", "Config", "ConfigError", "HttpClient", "Loosening", "Preferences", "Rule", "Secret",
    "SecurityKey", "ServerSpec", "patience_of", "stored",
]  # fmt: skip

Rule = Mapping[str, Any]
"""A rule as it stands in the file; what it means is `toolguard.gate.policy.rules`'s to say."""


class ConfigError(Exception):
    """The configuration cannot be read or changed like that. The text is one sentence for a person."""


_EMPTY: State = {"servers": {}, "tools": [], "rules": [], "secrets": {}, "clients": {}, "limits": {},
                 "security_keys": {}, "preferences": {}}  # fmt: skip
_UNSEEN = (-1,)
_LARGEST = 16 << 20
"""Bytes of a file that is read."""


class ConfigFile(NamedTuple):
    """The file as it was found: its content; what it says that is new, or what is wrong with it."""

    seen: tuple[int, ...]
    """Which file it was, of what size and time; empty when there was none."""
    data: bytes | None
    state: State | None
    problem: str


class Config:
    """The configuration in force. ``problem`` says what is wrong with the file; the last good state stays in force.

    ``waiting`` is what the file says beside that: what somebody else wrote into it and a person has to accept first.
    """

    def __init__(self, path: Path) -> None:
        """Starts empty; `load` reads the file."""
        self._path = path
        self._schema = config_schema.schema()
        self._fits = jsonschema_rs.validator_for(json.loads(json.dumps(self._schema)))  # it refuses coded texts
        self._bytes: bytes | None = None  # the file as it was read or written last
        self._seen: tuple[int, ...] = _UNSEEN
        self.problem = ""
        self.waiting: tuple[Loosening, ...] = ()
        self.edited: Callable[[State], None] = lambda _before: None
        """Is told what was in force when the file was found to say something else, or that it cannot be read."""
        self._take({"version": 1})

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self._path

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

    @property
    def state(self) -> State:
        """What is in force, as the file would say it."""
        return self._state

    def reload(self) -> bool:
        """Put the file in force as it stands; True, or False when there is a ``problem``."""
        found = self.found()
        self.problem = found.problem
        if found.state is None:
            return not found.problem
        self._bytes, self._seen, self.waiting = found.data, found.seen, ()
        self._take(found.state)
        return True

    def resume(self, state: State | None) -> None:
        """Put in force what was in force last; what the file says beside that is met as a change of somebody else."""
        whole = self._whole(state)
        self._take(whole)
        self._bytes = _written(whole) if state is not None else None
        self.meet(self.found())

    def since(self, state: State | None) -> tuple[Loosening, ...]:
        """What loosens the gate in what is in force, next to ``state``; nothing is changed."""
        return parted(self._whole(state), self._state)[1]

    def _whole(self, state: State | None) -> State:
        state = renewed(state)
        return _EMPTY | ({"version": 1} if state is None or not self._is_valid(state) else state)

    # ---- what somebody else writes

    def look(self) -> ConfigFile | None:
        """The file, if it is another one than it was; changes nothing, so that any thread may look."""
        return None if self._stamp() == self._seen else self.found()

    def found(self) -> ConfigFile:
        """The file as it is now."""
        seen, data = self._stamp(), None
        try:
            data = self._on_disk()
            if data == self._bytes and data is not None and not self.problem:
                return ConfigFile(seen, data, None, "")  # nothing to read: it is as it was
            if data is None and self._bytes is not None:
                raise ConfigError(coded("store.gone_next_change_make", path=self._path))
            return ConfigFile(
                seen, data, {**_EMPTY, "version": 1} if data is None else _EMPTY | self._checked(data), ""
            )
        except ConfigError as problem:
            return ConfigFile(seen, data, None, str(problem))

    def meet(self, found: ConfigFile) -> None:
        """Put what only tightens the gate in force; the rest is ``waiting``, and nothing of a file with a problem."""
        if self._stamp() != found.seen:
            return  # it is another one again, perhaps by ourselves: the next look finds it
        self._seen = found.seen
        if (found.data, found.problem) == (self._bytes, self.problem):
            return
        before, self.problem = self._state, found.problem
        if found.state is not None:
            kept, self.waiting = parted(before, found.state)
            if lacking(before, kept):
                with suppress(ConfigError):  # it is a copy more, of what somebody took away
                    self._keep_beside()
            self._take(kept)
            self._bytes = found.data
        elif not found.seen:
            self.waiting = ()
        self.edited(before)

    def accept(self, waiting: tuple[Loosening, ...], chosen: tuple[Loosening, ...] | None = None) -> None:
        """Put what waits in force, or ``chosen`` of it, if it is still this. What was not chosen goes on waiting."""
        self._still(waiting)
        chosen = waiting if chosen is None else chosen
        self._take(patched(self._state, chosen)[0])
        self.waiting = tuple(one for one in waiting if one not in chosen)

    def refuse(self, waiting: tuple[Loosening, ...]) -> Path:
        """Take what waits out of the file, if it is still this; where the file is kept as it was."""
        self._still(waiting)
        kept, self.waiting = self._keep_beside(), ()
        try:
            self._save(self._state)
        except ConfigError:
            self.waiting = waiting
            raise
        return kept

    def _still(self, waiting: tuple[Loosening, ...]) -> None:
        self._catch_up()
        if waiting != self.waiting:
            raise ConfigError(coded("store.changed_again_meanwhile_look", path=self._path))

    def _catch_up(self) -> None:
        """Know what the file says now, or raise: nothing is written over a file that cannot be read."""
        found = self.found()
        self.meet(found)
        if found.problem and found.seen:
            raise ConfigError(coded("store.mend_move_away_first", reason=found.problem, path=self._path))

    # ---- changes: each is written to the disk before it is in force; each raises `ConfigError`

    def add_server(self, spec: ServerSpec, switches: Iterable[Mapping[str, Any]] = ()) -> None:
        """Add a server with its switches in one step, so that nothing is shown of it before they are in force."""
        state = self._copy()
        if spec.name in state["servers"]:
            raise ConfigError(coded("store.server_already_remove_first", name=spec.name))
        state["servers"][spec.name] = stored(spec)
        state["tools"] += [{**one, "server": spec.name} for one in switches]
        self._save(state)

    def replace_server(self, spec: ServerSpec) -> None:
        state = self._copy()
        _known(state, "server", spec.name)
        state["servers"][spec.name] = stored(spec)
        self._save(state)

    def remove_server(self, name: str) -> None:
        """Remove a server and what was entrusted to it: a later one of the same name begins with nothing."""
        state = self._copy()
        _known(state, "server", name)
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
        state = self._copy()
        _known(state, "server", server)
        place = (client, server, tool)
        kept = [one for one in state["tools"] if (one.get("client", "*"), one["server"], one.get("tool", "*")) != place]
        switch = {"client": client, "server": server, "tool": tool, "exposed": exposed}
        state["tools"] = kept if exposed is None else [*kept, switch]
        self._save(state)

    def set_switches(self, server: str, client: str, exposed: Mapping[str, bool]) -> None:
        """Replace every switch of a server that is for ``client`` (``*``: every one) by these, tool by tool."""
        state = self._copy()
        _known(state, "server", server)
        kept = [one for one in state["tools"] if (one.get("client", "*"), one["server"]) != (client, server)]
        new = [{"client": client, "server": server, "tool": tool, "exposed": on} for tool, on in exposed.items()]
        state["tools"] = [*kept, *new]
        self._save(state)

    def add_rule(self, rule: Rule) -> None:
        state = self._copy()
        if any(old["id"] == rule.get("id") for old in state["rules"]):
            raise ConfigError(coded("store.rule_already", id=rule["id"]))
        state["rules"].append(dict(rule))
        self._save(state)

    def put_rule(self, rule: Rule) -> None:
        """Put a rule in the place of the one with its id, or at the end."""
        state = self._copy()
        if all(old["id"] != rule["id"] for old in state["rules"]):
            state["rules"].append(dict(rule))
        else:
            state["rules"] = [dict(rule) if old["id"] == rule["id"] else old for old in state["rules"]]
        self._save(state)

    def remove_rule(self, id: str) -> None:
        state = self._copy()
        _known(state, "rule", id)
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
        state = self._copy()
        _known(state, "server", server)
        for other, entry in state["secrets"].items():
            if entry.get("kind") == "oauth" and other != name and server in entry.get("servers", []):
                entry["servers"].remove(server)
        entry = state["secrets"].setdefault(name, {"servers": [], "note": ""})
        entry.update(kind="oauth", issuer=issuer, resource=resource)
        if server not in entry["servers"]:
            entry["servers"].append(server)
        self._save(state)

    def drop_secret_entry(self, name: str) -> None:
        state = self._copy()
        _known(state, "secret", name)
        del state["secrets"][name]
        self._save(state)

    def bind_secret(self, name: str, server: str, launch: Mapping[str, str] | None = None) -> None:
        """Let ``server`` be given a secret, as it is now: ``launch``, or whatever it is when it is given it first."""
        state = self._copy()
        _known(state, "secret", name)
        _known(state, "server", server)
        known = self.secrets[name]
        if server in known.servers and known.launches.get(server) == launch:
            return
        entry = state["secrets"][name]
        if server not in known.servers:
            entry.setdefault("servers", []).append(server)
        entry.setdefault("launches", {}).pop(server, None)
        if launch is not None:
            entry["launches"][server] = dict(launch)
        self._save(state)

    def unbind_secret(self, name: str, server: str) -> None:
        state = self._copy()
        _known(state, "secret", name)
        if server not in self.secrets[name].servers:
            raise ConfigError(coded("store.secret_not_bound_server", name=name, server=server))
        state["secrets"][name]["servers"].remove(server)
        state["secrets"][name].get("launches", {}).pop(server, None)
        self._save(state)

    def set_argument(self, server: str, tool: str, pointer: str, template: str | None) -> None:
        """Fill ``template`` into an argument of a server's tool from now on; None leaves it to the client again."""
        state = self._copy()
        _known(state, "server", server)
        arguments = state["servers"][server].setdefault("arguments", {})
        bound = arguments.setdefault(tool, {})
        bound.pop(pointer, None)
        if template is not None:
            bound[pointer] = template
        if not bound:
            del arguments[tool]
        self._save(state)

    def add_client(self, name: str, client: HttpClient) -> None:
        state = self._copy()
        if name in state["clients"]:
            raise ConfigError(coded("store.client_already_remove_first", name=name))
        for server in client.servers or ():
            _known(state, "server", server)
        servers = None if client.servers is None else list(client.servers)
        state["clients"][name] = {"token": client.token, "servers": servers, "created": client.created}
        self._save(state)

    def remove_client(self, name: str) -> None:
        state = self._copy()
        _known(state, "client", name)
        del state["clients"][name]
        self._save(state)

    def set_security_key(self, name: str, key: SecurityKey | None) -> None:
        """Add or update a security key; None removes it."""
        state = self._copy()
        if key is None:
            _known(state, "security_key", name)
            del state["security_keys"][name]
        else:
            state["security_keys"][name] = msgspec.to_builtins(key)
        self._save(state)

    def set_limit(self, id: str, limit: Mapping[str, Any] | None) -> None:
        """Set a limit on calls, or forget it."""
        state = self._copy()
        if limit is None:
            del state["limits"][id]
        else:
            state["limits"][id] = dict(limit)
        self._save(state)

    def set_preference(self, name: str, value: Any) -> None:
        """Change a preference; None forgets it, so that its default holds."""
        state = self._copy()
        state["preferences"][name] = value
        if value is None and name in Preferences.__struct_fields__:
            del state["preferences"][name]
        self._save(state)

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
        self.switches: tuple[Mapping[str, Any], ...] = tuple(MappingProxyType(dict(one)) for one in state["tools"])
        self.rules: tuple[Rule, ...] = tuple(MappingProxyType(dict(rule)) for rule in state["rules"])
        self.preferences = Preferences(**frozen(state["preferences"]))

    def _stamp(self) -> tuple[int, ...]:
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return ()
        except OSError as problem:
            return (problem.errno or 0,)
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns

    def _on_disk(self) -> bytes | None:
        try:
            found = self._path.stat()
            if not stat.S_ISREG(found.st_mode):
                raise ConfigError(coded("store.not_a_file", path=self._path))
            if found.st_size > _LARGEST:
                raise ConfigError(coded("store.file_too_large", path=self._path, limit=f"{_LARGEST:,}"))
            return self._path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as problem:
            raise ConfigError(coded("store.file_not_readable", path=self._path, reason=problem.strerror)) from problem

    def _checked(self, data: bytes) -> dict[str, Any]:
        """The file's content, or `ConfigError` with the line."""
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
        value = renewed(read.value)
        if not self._is_valid(value):
            raise ConfigError(f"{name} {complaint(self._schema, value, read)}")
        ids = [rule["id"] for rule in value.get("rules", [])]
        for place, id in enumerate(ids):
            if id in ids[:place]:
                line = read.line(("rules", place, "id"))
                raise ConfigError(coded("store.line_rules_id_unlike", name=name, line=line, place=place))
        return dict(value)

    def _is_valid(self, value: Any) -> bool:
        try:
            return self._fits.is_valid(value)
        except UnicodeEncodeError as problem:
            raise ConfigError(coded("store.text_hold_half_character", name=self._path.name)) from problem

    # ---- writing

    def _copy(self) -> State:
        """What is in force, to be changed and saved: with what others wrote into the file until now."""
        self._catch_up()
        copy: State = json.loads(json.dumps(self._state))
        return copy

    def _save(self, state: State) -> None:
        """Write ``state`` and put it in force, or raise and change nothing. What waits stays in the file, and waits."""
        whole, fits = patched(state, self.waiting)
        for one in (state, whole) if self.waiting else (state,):
            if not self._is_valid(one):
                raise ConfigError(coded("store.setting_not_storable", problem=complaint(self._schema, one, None)))
        data = _written(whole)
        if not fits:
            self._keep_beside()
        try:
            replace(Path(os.path.realpath(self._path)), data, still=self._is_as_read)
        except ConcurrentWriteError:
            raise ConfigError(coded("store.changed_moment_nothing_changed", path=self._path)) from None
        except OSError as problem:
            raise ConfigError(coded("store.file_not_writable", path=self._path, reason=problem.strerror)) from problem
        self._bytes, self._seen, self.problem = data, _UNSEEN, ""
        before = self._state
        self._take(state)
        waiting = parted(state, whole)[1] if self.waiting else ()
        if waiting != self.waiting:
            self.waiting = waiting
            self.edited(before)

    def _is_as_read(self) -> bool:
        return self._on_disk() in (None, self._bytes)

    def _keep_beside(self) -> Path:
        """Keep the file under another name, too, as it was read or written last."""
        target = Path(os.path.realpath(self._path))
        kept = target.with_name(f"{target.name}.{time.strftime('%Y%m%d-%H%M%S')}-{randomness.token_hex(2)}.bak")
        try:
            write_new(kept, self._bytes or b"")
        except OSError as problem:
            raise ConfigError(
                coded("store.file_not_kept_beside", path=self._path, reason=problem.strerror)
            ) from problem
        return kept


def _written(state: State) -> bytes:
    return (json.dumps(state, indent=2, ensure_ascii=False) + "\n").encode()


def _known(state: State, what: str, name: str) -> None:
    all = state[f"{what}s"]
    if name not in ([rule["id"] for rule in all] if what == "rule" else all):
        raise ConfigError(coded("store.no_such_entry", what=what, name=name))
