"""Organization policy: files of rules and restrictions in a folder that only an administrator can write.

A file counts only if it, its folder and the parent folder belong to root (on Windows: to administrators) and nobody
else may write to them. A file that counts but cannot be read or parsed disables every allow rule, because nobody knows
what it would deny. So does a folder that cannot be listed or has too many files. What was read from them before stays
in force; if nothing was, no records of the log are removed.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.mcp.request_kinds import CALL, RULE_METHOD
from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.rules import ANY, ORGANIZATION, AllowRulePolicy, Rule
from toolguard.gate.texts import coded
from toolguard.store import windows_permissions
from toolguard.tables.settings import SETTINGS, Preferences, fixed_by_organization
from toolguard.tables.values import whole

_MAX_FILE_SIZE = 4 * 1024 * 1024
_MAX_FILES = 1_000
_WHILE_UNKNOWN: Mapping[str, Any] = MappingProxyType({"log_keep_days": 0, "log_keep_size": 0})
"""Settings while a file that may set others cannot be read: nobody knows which records it would keep."""
FORMAT: Literal["toolguard-policy"] = "toolguard-policy"


def system_folder() -> Path | None:
    """Return the policy folder; None if the system does not define one."""
    if sys.platform == "win32":
        shared = windows_permissions.common_data()
        return shared / "ToolGuard" / "policy.d" if shared is not None else None
    if sys.platform == "darwin":
        return Path("/Library/Application Support/ToolGuard/policy.d")
    return Path("/etc/toolguard/policy.d")


class OrganizationRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule of an organization that denies or asks."""

    client: str = ANY
    server: str = ANY
    tool: str = ANY
    method: Annotated[str, msgspec.Meta(pattern=rf"^{RULE_METHOD}\Z")] = CALL
    """The request method: ``tools/call``, or another one as rules name it."""
    verdict: Literal["deny", "ask"]
    when: tuple[Condition, ...] = ()
    except_: tuple[Condition, ...] = msgspec.field(default=(), name="except")
    note: str = ""


class PolicyFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of an organization's policy."""

    format: Literal["toolguard-policy"]
    version: Literal[1]
    rules: tuple[OrganizationRule, ...] = ()
    allow_rules: Literal["any", "temporary", "none"] = "any"
    """``temporary``: a person's allow rules must have an end; ``none``: allow rules do not apply."""
    longest: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    """Maximum duration of a person's allow rule in seconds; 0 for no limit."""
    settings: dict[str, Any] = {}
    """Enforced settings: those of `toolguard.tables.settings` with ``by_organization``."""


@dataclass(frozen=True, slots=True)
class OrganizationPolicy:
    """The combined content of all files, and what is wrong with some of them."""

    rules: tuple[Rule, ...] = ()
    allows: AllowRulePolicy = AllowRulePolicy()  # noqa: RUF009 - frozen
    trouble: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    """By name. If files disagree, the first file by name counts."""

    def over(self, preferences: Preferences) -> Preferences:
        """Return the effective settings: the organization's, and otherwise the person's."""
        return msgspec.structs.replace(preferences, **self.settings)


class PolicyFolder:
    """Reader of a policy folder."""

    def __init__(self, folder: Path | None, owner: int = 0) -> None:
        """``owner``: the user ID that the files must belong to."""
        self._folder = folder
        self._owner = owner
        self._seen: tuple[object, ...] | None = None
        self._files: dict[Path, PolicyFile] = {}  # as last read
        self.policy = OrganizationPolicy()

    def look(self) -> bool:
        """Read the files if they have changed; return whether the policy has."""
        before = self.policy
        try:
            paths = self._paths()
            stamps = tuple(self._stamps(paths))
            if stamps != self._seen:
                self._seen = stamps
                self.policy = self._read(paths)
        except (OSError, ValueError) as problem:
            self._seen = None
            self.policy = replace(
                before,
                allows=msgspec.structs.replace(before.allows, kind="none"),
                settings=MappingProxyType({**_WHILE_UNKNOWN, **before.settings}),
                trouble=(_unreadable("store.policy_folder_unreadable", self._folder, problem),),
            )
        return self.policy != before

    def _stamps(self, paths: list[Path]) -> Iterator[object]:
        for path in (self._folder, *paths) if self._folder is not None else ():
            try:
                status = path.lstat()
            except OSError as problem:
                yield path, problem.errno
            else:
                yield (
                    path,
                    status.st_ino,
                    status.st_mode,
                    status.st_uid,
                    status.st_size,
                    status.st_mtime_ns,
                    status.st_ctime_ns,
                )

    def _paths(self) -> list[Path]:
        """Return the files in the folder. Raises OSError if it cannot be listed, and ValueError for too many files."""
        if self._folder is None:
            return []
        try:
            paths = sorted(path for path in self._folder.iterdir() if path.suffix == ".json")
        except FileNotFoundError:
            return []
        if len(paths) > _MAX_FILES:
            raise ValueError(coded("store.policy_files_too_many", limit=_MAX_FILES))
        return paths

    def _read(self, paths: list[Path]) -> OrganizationPolicy:
        """Return what the files say. Raises OSError if the folder's owner cannot be checked."""
        why = ""
        if self._folder is not None and paths:
            why = self._not_honoured(self._folder) or self._not_honoured(self._folder.parent)
        before, self._files = self._files, {}
        if why:
            return OrganizationPolicy(trouble=(why,))
        rules: list[Rule] = []
        trouble: list[str] = []
        allows = AllowRulePolicy()
        settings: dict[str, Any] = {}
        for path in paths:
            try:
                if why := self._not_honoured(path):
                    trouble.append(why)
                    continue
                file = _parsed(path)
            except (ValueError, OSError) as why_not:
                trouble.append(_unreadable("store.policy_file_invalid", path, why_not))
                allows = msgspec.structs.replace(allows, kind="none")
                if isinstance(why_not, OSError):
                    self._seen = None  # such as no free descriptor: tried again although the file stays the same
                if path not in before:
                    settings = {**_WHILE_UNKNOWN, **settings}  # a setting of an earlier file counts in any case
                    continue
                file = before[path]
            self._files[path] = file
            rules += [_rule(path, number, rule) for number, rule in enumerate(file.rules, 1)]
            allows = allows.stricter(AllowRulePolicy(kind=file.allow_rules, longest=file.longest))
            for name, value in file.settings.items():
                if settings.setdefault(name, value) != value:
                    trouble.append(coded("store.policy_setting_twice", path=path, name=name))
        return OrganizationPolicy(tuple(rules), allows, tuple(trouble), MappingProxyType(_completed(settings)))

    def _not_honoured(self, path: Path) -> str:
        """Return why a path is not accepted; "" if it is. Raises OSError if that cannot be found out."""
        status = path.lstat()
        plain = stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)
        if not plain or not self._is_owners(path, status):
            return coded("store.policy_file_not_administrators", path=path)
        return ""

    def _is_owners(self, path: Path, status: os.stat_result) -> bool:
        """Return whether only the owner of the policy can change a path. Raises OSError."""
        if sys.platform == "win32":
            return windows_permissions.is_administrators(path)
        return status.st_uid == self._owner and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _unreadable(code: str, path: Path | None, why: Exception) -> str:
    reason = (why.strerror or "") if isinstance(why, OSError) else str(why)
    return coded(code, path=path, reason=reason)


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))


def _parsed(path: Path) -> PolicyFile:
    """Parse a file; raises `ValueError` and OSError."""
    try:
        with open(path, "rb", opener=_opener) as source:
            data = source.read(_MAX_FILE_SIZE + 1)
        if len(data) > _MAX_FILE_SIZE:
            raise ValueError(coded("store.policy_file_too_large", limit=_MAX_FILE_SIZE // 1024 // 1024))
        file = msgspec.convert(jsonrpc.decode_object(data), PolicyFile)
        return msgspec.structs.replace(file, settings=_settings(file.settings)) if file.settings else file
    except jsonrpc.Malformed as problem:
        raise ValueError(problem.reason) from None


def _settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings in the types of `Preferences`; raises `ValueError`."""
    import jsonschema  # slow to import

    schemas = fixed_by_organization()
    members: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in schemas:
            raise ValueError(coded("store.setting_unknown", place=f"settings.{name}"))
        schema = whole(schemas[name])
        error = next(jsonschema.Draft202012Validator(schema).iter_errors(value), None)
        if error is not None:
            raise ValueError(coded("store.setting_expected", place=f"settings.{name}", expected=error.schema["title"]))
        members[name] = tuple(value) if isinstance(value, list) else value
    return members


def _completed(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings with the defaults of those that are set with them."""
    unset = Preferences()
    defaults = {
        name: getattr(unset, name)
        for name, row in SETTINGS.items()
        if any(settings.get(other) for other in row.set_with)
    }
    return {**defaults, **settings}


def _rule(path: Path, number: int, rule: OrganizationRule) -> Rule:
    return Rule(
        id=f"{path.stem}-{number}", client=rule.client, server=rule.server, tool=rule.tool, method=rule.method,
        verdict=rule.verdict, until="session", when=rule.when, except_=rule.except_, note=rule.note, by=ORGANIZATION,
    )  # fmt: skip
