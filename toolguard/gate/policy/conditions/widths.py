"""Proposals for rules made from calls: exactly these calls, similar ones, or every call of the tool.

The calls are data from a client, so every proposal is tested on them before it is offered. Commands that may start
anything, and code, are offered exactly as they are or not at all.
"""

from __future__ import annotations

import ntpath
import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, cast
from urllib.parse import urlsplit

import msgspec

from toolguard.gate import json_pointer, jsonrpc
from toolguard.gate.policy.conditions.commands import suggestion
from toolguard.gate.policy.conditions.condition import MAX_CONDITIONS, Condition, Conditions, Quantifier
from toolguard.gate.policy.conditions.errors import ConditionError
from toolguard.gate.policy.conditions.hosts import HostTest
from toolguard.gate.policy.conditions.json_values import same
from toolguard.gate.policy.conditions.paths import InsideTest, LocalPaths

Width = Literal["call", "similar", "tool"]
"""``call``: exactly these arguments; ``similar``: what they have in common; ``tool``: any arguments."""
Kind = Literal["call", "folder", "host", "program", "value", "tool"]
"""The property that the rule is based on."""
_STRONG_KINDS: tuple[Kind, ...] = ("folder", "host", "program")
MAX_CALLS = 200
"""Maximum calls that one rule is made from."""
_MAX_VALUES = 20
_MAX_NAMES = 1_000
_MIN_FREE_TEXT_LENGTH = 80  # minimum characters of free text
_MAX_SUBJECT_LENGTH = 200  # maximum characters of a proposal's subject
_MAX_DEPTH = 8

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_COMMAND_WORDS = frozenset(("command", "commands", "cmd", "cmds", "cmdline", "commandline", "argv"))
_CODE_WORDS = frozenset(("script", "scripts", "sql", "javascript", "eval", "snippet", "statement", "statements"))
_LANGUAGES = frozenset((
    "python", "py", "js", "typescript", "ts", "shell", "bash", "sh", "sql", "source", "program", "r", "ruby", "lua",
    "node", "java", "php", "powershell", "my", "the", "input", "user", "run", "exec",
))  # fmt: skip
"""Words before ``code`` in names of arguments with program code, unlike ``country_code``."""
_QUERY_CODE = re.compile(
    r"[\s(;]*(?:\{|/\*|--|(?:select|insert|update|delete|with|create|drop|alter|replace|merge|call|exec|begin|commit"
    r"|pragma|grant|truncate|explain|show|describe|copy|attach|vacuum|values|table|declare|do|set|match|optional|unwind"
    r"|foreach|load|query|mutation|subscription|fragment|prefix|construct|ask)\b)",
    re.IGNORECASE,
)
"""Beginnings of SQL, Cypher, GraphQL, SPARQL and JSON."""
_QUERY_WORDS = frozenset(("query", "queries", "q", "expression"))
_FREE_TEXT_WORDS = frozenset((
    "content", "contents", "text", "body", "message", "description", "data", "title", "comment", "prompt", "question",
    "query", "note", "summary", "pattern", "search", "q", "subject",
))  # fmt: skip
"""Words at the end of names of arguments with text for people, which differs from call to call."""
_TARGET_WORDS = frozenset((
    "to", "cc", "bcc", "from", "recipient", "recipients", "address", "addresses", "email", "emails", "path", "paths",
    "file", "files", "filename", "folder", "directory", "dir", "cwd", "url", "urls", "uri", "uris", "host", "target",
    "source", "destination", "env", "environment", "headers", "options", "filter", "where", "id", "ids", "token",
))  # fmt: skip
"""Words at the end of names of arguments that say where a call goes or what it affects, whatever their values."""
_DRIVE = re.compile(r"[A-Za-z]:\\")


class RuleWidth(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal: the conditions of a rule that covers the calls it was made from."""

    width: Width
    kind: Kind
    when: tuple[Condition, ...] = ()
    about: str = ""
    """The folder, host, program or values, in short; data."""
    always: bool = True
    """Whether such an allow rule may be permanent. Otherwise it would cover commands or code that nobody can review."""


def widths(arguments: dict[str, Any], schema: Any, paths: LocalPaths | None) -> tuple[RuleWidth, ...]:
    """Return the proposals for a rule made from a call, the narrowest first.

    ``schema`` is the tool's input schema; ``paths`` the file system of its server, if known.
    """
    whole = RuleWidth(width="tool", kind="tool", always=not _can_run_anything(arguments, schema))
    proposals = (exact(arguments, paths), similar((arguments,), paths), whole)
    return tuple(width for width in proposals if width is not None)


def exact(arguments: dict[str, Any], paths: LocalPaths | None = None) -> RuleWidth | None:
    """Return the proposal for exactly these arguments, or None if they cannot be compared exactly."""
    whole = (Condition(pointer="", matcher="equals", value=arguments),)
    each = tuple(
        Condition(pointer=_pointer(name), matcher="equals", value=value)
        for name, value in (arguments.items() if len(arguments) <= MAX_CONDITIONS else ())
    )
    for when in (each, whole) if each else (whole,):
        if _covers(when, (arguments,), paths):
            return RuleWidth(width="call", kind="call", when=when)
    return None


def similar(calls: Sequence[dict[str, Any]], paths: LocalPaths | None) -> RuleWidth | None:
    """Return the narrowest proposal for what these calls have in common; None if it covers no more than `exact`, or
    if it would cover commands or code that nobody can review."""
    if not 0 < len(calls) <= MAX_CALLS or any(len(call) > _MAX_NAMES or _has_code(call) for call in calls):
        return None
    if all(call.keys() == {"command", "args"} for call in calls):
        candidates: list[tuple[Kind, Condition]] = [] if (result := _program("", calls)) is None else [result]
    else:
        candidates = list(_conditions(calls, paths))
    strong = next(((kind, condition) for of in _STRONG_KINDS for kind, condition in candidates if kind == of), None)
    when = tuple(condition for _, condition in candidates)
    if not when or not _covers(when, calls, paths) or _leaves_command(calls, when):
        return None
    if strong is not None:
        return RuleWidth(width="similar", kind=strong[0], when=when, about=_shown(strong[1].value))
    if len(calls) == 1 and all(condition.matcher == "equals" for condition in when):
        return None
    telling = [condition for condition in when if condition.matcher in ("equals", "one-of")]
    about = ", ".join(f"{condition.pointer.rpartition('/')[2]} {_shown(condition.value)}" for condition in telling)
    return RuleWidth(width="similar", kind="value", when=when, about=about[:_MAX_SUBJECT_LENGTH]) if telling else None


def one_of(calls: Sequence[dict[str, Any]], paths: LocalPaths | None) -> RuleWidth | None:
    """Return the proposal for exactly the arguments of these calls, or None if they cannot be compared."""
    when = (Condition(pointer="", matcher="one-of", value=_distinct(calls)),)
    return RuleWidth(width="call", kind="call", when=when) if calls and _covers(when, calls, paths) else None


# --- conditions ---------------------------------------------------------------------------------------------------


def _conditions(calls: Sequence[dict[str, Any]], paths: LocalPaths | None) -> Iterator[tuple[Kind, Condition]]:
    """Return a condition for each argument, and one for those that not every call has. Unnamed arguments are not
    covered."""
    names = list(dict.fromkeys(name for call in calls for name in call))
    everywhere = [name for name in names if all(name in call for call in calls)]
    members = {name: _strong(name, [call[name] for call in calls], paths) for name in everywhere}
    kinds = {member[0] for member in members.values() if member is not None}
    for name in everywhere:
        values = [call[name] for call in calls]
        yield members[name] or ("value", _of_values(_pointer(name), name, values, kinds, paths))
    if len(everywhere) < len(names):
        some = {name: [call[name] for call in calls if name in call] for name in names if name not in everywhere}
        schemas = {name: _schema_of(values, decides=_decides(name, kinds)) for name, values in some.items()}
        yield (
            "value",
            Condition(pointer="", matcher="schema", value={"propertyNames": {"enum": names}, "properties": schemas}),
        )


def _strong(name: str, values: list[Any], paths: LocalPaths | None) -> tuple[Kind, Condition] | None:
    if _is_command(name):
        return _program(_pointer(name), values)
    lists = all(isinstance(value, list) and value for value in values)
    texts = [item for value in values for item in value] if lists else values
    if not all(isinstance(text, str) and text for text in texts):
        return None
    quantifier: Quantifier = "each" if lists else "value"
    if paths is not None and (folders := _folders(texts, paths)):
        return "folder", _condition(_pointer(name), "inside", folders, quantifier)
    if hosts := _hosts(texts):
        return "host", _condition(_pointer(name), "host", hosts, quantifier)
    return None


def _condition(pointer: str, matcher: str, values: list[str], quantifier: Quantifier) -> Condition:
    value: Any = values[0] if len(values) == 1 else values
    return Condition(pointer=pointer, matcher=matcher, value=value, quantifier=quantifier)


def _program(pointer: str, values: Sequence[Any]) -> tuple[Kind, Condition] | None:
    suggestions = {suggestion(value) for value in values}
    if None in suggestions or len(suggestions) > _MAX_VALUES:
        return None
    programs = sorted(" ".join(words) for words in cast("set[tuple[str, ...]]", suggestions))
    return "program", _condition(pointer, "program", programs, "value")


def _folders(texts: list[str], paths: LocalPaths) -> list[str]:
    """Return the common folder of these paths; if it contains the home folder, the folder of each path."""
    folders_of_texts = [_folder(text, paths) for text in texts]
    if None in folders_of_texts:
        return []
    folders = sorted(cast("set[str]", set(folders_of_texts)))
    flavour = ntpath if paths.windows else posixpath
    try:
        common = flavour.commonpath(folders)
    except ValueError:  # paths on two drives
        common = ""
    if common and not _holds_home(common, paths):
        return [common]
    return folders if len(folders) <= _MAX_VALUES else []


def _folder(text: str, paths: LocalPaths) -> str | None:
    flavour = ntpath if paths.windows else posixpath
    if not (_DRIVE.match(text) if paths.windows else text.startswith("/")):
        return None
    folder = text if paths.is_folder(text) else flavour.dirname(text)
    if len(folder) > 1:
        folder = folder.rstrip("\\" if paths.windows else "/") or folder
    if _holds_home(folder, paths):
        return None
    try:
        return folder if InsideTest(folder)(text, paths) is True else None
    except ConditionError:
        return None


def _holds_home(folder: str, paths: LocalPaths) -> bool:
    """Return whether a folder is too broad for a rule: a root, or a folder that contains the person's home."""
    flavour = ntpath if paths.windows else posixpath
    separator = "\\" if paths.windows else "/"
    normal, home = flavour.normcase(folder).rstrip(separator), flavour.normcase(paths.home).rstrip(separator)
    return flavour.dirname(folder) == folder or (bool(home) and (home + separator).startswith(normal + separator))


def _hosts(texts: list[str]) -> list[str]:
    hosts: set[str] = set()
    for text in texts:
        if not text.startswith(("http://", "https://", "ws://", "wss://")):
            return []
        try:
            place = urlsplit(text).netloc
            if HostTest(place)(text) is not True:
                return []
        except (ValueError, ConditionError):
            return []
        hosts.add(place)
    return sorted(hosts) if len(hosts) <= _MAX_VALUES else []


def _of_values(pointer: str, name: str, values: list[Any], kinds: set[Kind], paths: LocalPaths | None) -> Condition:
    """Return a condition on the values. Lists and objects may differ if a condition of ``kinds`` decides."""
    distinct = _distinct(values)
    decides = _decides(name, kinds)
    loose = bool(kinds) and all(isinstance(value, list | dict) for value in values)
    if (_is_free(name, values, decides=decides) or (loose and not decides)) and not any(
        _has_place(text, paths) for text in distinct
    ):
        if all(isinstance(item, str) for item in distinct):
            return Condition(pointer=pointer, matcher="glob", value="**")
        return Condition(pointer=pointer, matcher="schema", value=_types(distinct))
    if len(distinct) == 1:
        return Condition(pointer=pointer, matcher="equals", value=distinct[0])
    if len(distinct) <= _MAX_VALUES or decides:
        return Condition(pointer=pointer, matcher="one-of", value=distinct)
    return Condition(pointer=pointer, matcher="schema", value=_types(distinct))


def _schema_of(values: list[Any], *, decides: bool) -> dict[str, Any]:
    distinct = _distinct(values)
    return {"enum": distinct} if len(distinct) <= _MAX_VALUES or decides else _types(distinct)


def _types(values: list[Any]) -> dict[str, Any]:
    types = sorted({_type(value) for value in values})
    return {"type": types[0] if len(types) == 1 else types}


def _type(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    kinds = ((str, "string"), (list, "array"), (dict, "object"))
    return next((name for kind, name in kinds if isinstance(value, kind)), "number")


def _distinct(values: Iterable[Any]) -> list[Any]:
    distinct: list[Any] = []
    for value in values:
        if not any(same(value, item) for item in distinct):
            distinct.append(value)
    return distinct


def _covers(when: tuple[Condition, ...], calls: Sequence[dict[str, Any]], paths: LocalPaths | None) -> bool:
    try:
        conditions = Conditions(when)
    except ConditionError:
        return False
    return all(conditions.allow_shortfall(call, paths) is None for call in calls)


# --- names of arguments -----------------------------------------------------------------------------------------------


def _pointer(name: str) -> str:
    return "/" + json_pointer.escape(name)


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(name[:200])]


def _is_command(name: str) -> bool:
    words = _words(name)
    return bool(words) and (words[-1] in _COMMAND_WORDS or "".join(words) in _COMMAND_WORDS)


def _is_code(name: str, value: Any = None) -> bool:
    words = _words(name)
    if not words:
        return False
    if words[-1] in _CODE_WORDS or "".join(words) in _CODE_WORDS:
        return True
    if words[-1] == "code":
        return len(words) == 1 or words[-2] in _LANGUAGES
    return words[-1] in _QUERY_WORDS and isinstance(value, str) and _QUERY_CODE.match(value) is not None


def _has_code(value: Any) -> bool:
    return any(_is_code(name, member) for name, member in _members(value))


def _can_run_anything(arguments: dict[str, Any], schema: Any) -> bool:
    """Return whether the tool takes commands or code, judging by the names of its arguments."""
    named = ((name, None) for name in _schema_names(schema))
    return any(_is_command(name) or _is_code(name, member) for name, member in (*_members(arguments), *named))


def _leaves_command(calls: Sequence[dict[str, Any]], when: tuple[Condition, ...]) -> bool:
    """Return whether one of the calls has a command that no condition ``program`` covers."""
    read = {condition.pointer for condition in when if condition.matcher == "program"}
    commands = {_pointer(name) for call in calls for name, _ in _members(call) if _is_command(name)}
    top = {_pointer(name) for call in calls for name in call}
    nested = any(
        _is_command(name) for call in calls for value in call.values() for name, _ in _members(value)
    )  # fmt: skip
    return nested or not commands <= (top if "" in read else read)


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the members of all objects in a value, up to a limit. Anything beyond it counts as a command."""
    left, count = [(value, 0)], 0
    while left:
        here, depth = left.pop()
        if isinstance(here, dict):
            members = [(str(name), member) for name, member in here.items()]
            yield from members
            below = [member for _, member in members]
        else:
            below = here if isinstance(here, list) else []
        count += len(below)
        if below and (count > _MAX_NAMES * 10 or depth > _MAX_DEPTH * 4):
            yield "command", None
            return
        left += [(item, depth + 1) for item in below if isinstance(item, dict | list)]


def _schema_names(schema: Any) -> Iterator[str]:
    """Yield the names of the properties in a schema, up to a limit."""
    left, count = [(schema, 0)], 0
    while left:
        here, depth = left.pop()
        if not isinstance(here, dict | list) or depth > _MAX_DEPTH * 4:
            continue
        below = list(here.values()) if isinstance(here, dict) else here
        count += len(below)
        if count > _MAX_NAMES * 10:
            yield "command"
            return
        if isinstance(here, dict) and isinstance(properties := here.get("properties"), dict):
            yield from map(str, properties)
        left += [(item, depth + 1) for item in below]


def _decides(name: str, kinds: set[Kind]) -> bool:
    """Return whether an argument may decide what a call does, so that only texts for people may differ.

    The environment, folder or input of a program can make it run any other.
    """
    return "program" in kinds or _ends_with(name, _TARGET_WORDS)


def _ends_with(name: str, words: frozenset[str]) -> bool:
    return not words.isdisjoint(_words(name)[-1:])


def _is_free(name: str, values: list[Any], *, decides: bool) -> bool:
    """Return whether these are texts for people, which differ from call to call. If the argument ``decides``, only its
    name counts, not the length of its texts.
    """
    if not all(isinstance(value, str) for value in values):
        return False
    is_long = any(len(text) > _MIN_FREE_TEXT_LENGTH or "\n" in text for text in values)
    return _ends_with(name, _FREE_TEXT_WORDS) or (is_long and not decides)


def _has_place(value: Any, paths: LocalPaths | None) -> bool:
    """Return whether a value contains a path or an address, which a rule must not leave open."""
    left, count = [value], 0
    while left:
        here = left.pop()
        count += 1
        if count > _MAX_NAMES:
            return True
        if isinstance(here, str):
            local = paths is not None and len(here) <= _MIN_FREE_TEXT_LENGTH * 10 and "\n" not in here
            if "://" in here[:20] or (local and bool(_DRIVE.match(here) or here.startswith(("/", "~")))):
                return True
        elif isinstance(here, dict):
            left += here.values()
        elif isinstance(here, list):
            left += here
    return False


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else None
    if text is None and isinstance(value, list) and all(isinstance(item, str) for item in value):
        text = ", ".join(value)
    return (jsonrpc.text(value) if text is None else text)[:_MAX_SUBJECT_LENGTH]
