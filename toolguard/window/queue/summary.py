"""The main argument of a call on one line, and which calls are of the same kind. No widgets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from os.path import commonprefix
from typing import Any

from toolguard.gate.main_argument import COMMAND_END, MAX_LENGTH, folded_names, main_member, member
from toolguard.gate.model import Call, Tool
from toolguard.window.json_view import untrusted_text

_MAX_SEARCHED = 200  # maximum values that are searched for URLs
_URL_HOST = re.compile(r"\b[a-z][a-z0-9+.-]{0,30}://(?:[^\s/?#@]*@)?([^\s/?#@\\]+)", re.IGNORECASE)
"""A URL up to the end of its host, without its user name. The bound keeps a search in hostile text linear."""
_MARK_NAME = re.compile("(⟨U\\+[0-9A-F]{4,6}) [^⟨⟩]*⟩")
"""The mark of an invisible character, with its name."""
_WORD_ENDS = "/\\ \t\n"
"""Characters after which the common beginning of texts may end."""
_COMMAND_MEMBERS = ("command", "cmd", "script", "code", "sql", "statement", "命令", "脚本", "代码", "语句")
_PATH_MEMBERS = (
    "path", "file_path", "filepath", "file", "filename", "directory", "folder", "url", "uri",
    "文件路径", "路径", "文件", "文件名", "文件夹", "目录", "网址", "链接",
)  # fmt: skip
_MOVE_MEMBERS = (
    ("source", "destination"), ("from", "to"), ("old_path", "new_path"), ("src", "dst"), ("源路径", "目标路径"),
)  # fmt: skip
"""Names of members with a call's target: commands and code, then paths and URLs."""
_PLAIN_MEMBERS = frozenset((*_COMMAND_MEMBERS, *_PATH_MEMBERS, "paths"))
_MAX_TARGET_LENGTH = 2_000  # maximum characters of a target


def main_input(arguments: dict[str, Any]) -> str:
    """Return ``path /tmp/a``: the preferred member, else the first plain one; "" if there is none."""
    return line(*main_member(arguments))


def main_value(arguments: dict[str, Any]) -> str:
    """Return `main_input` without the name of the member, unless it has only that."""
    name, value = main_member(arguments)
    return value_line(value) or line(name, "")


def all_inputs(arguments: dict[str, Any]) -> str:
    """Return `main_input`, then the other members in the same form."""
    main, _ = main_member(arguments)
    others = [line(*member(name, value)) for name, value in islice(arguments.items(), 200) if name != main]
    return "  ".join(filter(None, (main_input(arguments), *others)))


def common_input(several: Iterable[dict[str, Any]]) -> str:
    """Return the common part of `main_input` of several calls, cut after a separator; "" if they differ."""
    members = [main_member(arguments) for arguments in several]
    names, values = {name for name, _ in members}, {text for _, text in members}
    if len(names) != 1 or not members:
        return ""
    if len(values) == 1:
        return line(*members[0])
    same = commonprefix(list(values))  # noqa: RUF071 - of any texts, not only of paths
    same = same[: max(same.rfind(mark) for mark in _WORD_ENDS) + 1]
    return f"{line(members[0][0], same)}…" if same.strip() else ""


def line(name: str, value: str) -> str:
    """Return a result of `main_member` on one line; "" if there is none."""
    return f"{untrusted_text.shortened(name, 40)}  {value_line(value)}" if value else untrusted_text.shortened(name)


def short_line(name: str, value: str) -> str:
    """Return `line` without the name of a command, a path or a URL, which need none."""
    return value_line(value) if value and name.casefold() in _PLAIN_MEMBERS else line(name, value)


def value_line(value: str) -> str:
    """Return the value of a `main_member` on one line."""
    shown = _MARK_NAME.sub(r"\1⟩", untrusted_text.one_line(value[:MAX_LENGTH]))  # the details name the character
    return f"{shown}…" if len(value) > MAX_LENGTH else shown


def target(arguments: dict[str, Any], tool: Tool | None = None) -> str:
    """Return the target of a call: a command, a path, a URL, or the destination of a move; "" for none.

    Members that the schema of the ``tool`` lists precede others, which a model can add and the server may ignore.
    """
    schema = tool.input_schema if tool is not None else None
    properties = schema.get("properties") if isinstance(schema, dict) else None
    names = properties if isinstance(properties, dict) else {}
    return _target({name: value for name, value in arguments.items() if name in names}) or _target(arguments)


def _target(arguments: dict[str, Any]) -> str:
    plain = {fold: arguments[name] for fold, name in folded_names(islice(arguments, 200)).items()}
    for name in (*_COMMAND_MEMBERS, *filter(COMMAND_END.search, plain)):
        if text := _text(plain.get(name)):
            return _cut(f"{text} {_text(plain.get('args'))}".strip())
    for source, destination in _MOVE_MEMBERS:
        if (before := _text(plain.get(source))) and (after := _text(plain.get(destination))) and _is_place(before):
            return _cut(f"{before} → {after}")
    return next((text for name in (*_PATH_MEMBERS, "paths") if (text := _text(plain.get(name)))), "")


def hosts(arguments: dict[str, Any]) -> list[str]:
    """Return the hosts of all URLs in the first values of the arguments, each once."""
    hosts: dict[str, None] = {}
    waiting: list[Any] = [arguments]
    for _ in range(_MAX_SEARCHED):
        if not waiting:
            break
        value = waiting.pop(0)
        if isinstance(value, str):
            hosts |= dict.fromkeys(_URL_HOST.findall(value[:_MAX_TARGET_LENGTH]))
        elif isinstance(value, dict | list):
            waiting += islice(value.values() if isinstance(value, dict) else value, _MAX_SEARCHED)
    return list(hosts)


def _text(value: object) -> str:
    """Return a text, or the texts of a list joined."""
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return _cut(" ".join(value))
    return _cut(value.strip()) if isinstance(value, str) else ""


def _cut(text: str) -> str:
    """Return a text cut in the middle: blanks in a command cannot push its end out of view."""
    half = _MAX_TARGET_LENGTH // 2 - 2
    return text if len(text) <= _MAX_TARGET_LENGTH else f"{text[:half]} … {text[-half:]}"


def _is_place(text: str) -> bool:
    return "/" in text or "\\" in text or "." in text


def kind(call: Call) -> tuple[str, str, str, str]:
    """Return a key that is equal for calls of one tool, or requests of one method, of one server, by one client."""
    return call.tool, call.server, call.client.id, call.method
