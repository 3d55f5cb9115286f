"""The main argument of a call on one line, and which calls are of the same kind. No widgets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from os.path import commonprefix
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.model import Call
from toolguard.window.json_view import untrusted_text

SUBJECT_MEMBERS = (
    "command", "cmd", "path", "file_path", "file", "filename", "source", "url", "uri", "sql", "query", "code", "script",
    "to", "name", "id", "title", "subject", "message", "text", "content",
    "命令", "脚本", "代码", "文件路径", "路径", "文件", "文件名", "文件夹", "目录", "网址", "链接", "查询",
    "收件人", "标题",
)  # fmt: skip
"""Names of members that describe a call best, in order of preference."""
_MAX_LENGTH = 160
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
_MAX_TARGET_LENGTH = 2_000  # maximum characters of a target


def main_input(arguments: dict[str, Any]) -> str:
    """Return ``path /tmp/a``: the preferred member, else the first plain one; "" if there is none."""
    return _line(*_main_member(arguments))


def all_inputs(arguments: dict[str, Any]) -> str:
    """Return `main_input`, then the other members in the same form."""
    main, _ = _main_member(arguments)
    others = [_line(*_member(name, value)) for name, value in islice(arguments.items(), 200) if name != main]
    return "  ".join(filter(None, (main_input(arguments), *others)))


def common_input(several: Iterable[dict[str, Any]]) -> str:
    """Return the common part of `main_input` of several calls, cut after a separator; "" if they differ."""
    members = [_main_member(arguments) for arguments in several]
    names, values = {name for name, _ in members}, {text for _, text in members}
    if len(names) != 1 or not members:
        return ""
    if len(values) == 1:
        return _line(*members[0])
    same = commonprefix(list(values))  # noqa: RUF071 - of any texts, not only of paths
    same = same[: max(same.rfind(mark) for mark in _WORD_ENDS) + 1]
    return f"{_line(members[0][0], same)}…" if same.strip() else ""


def _main_member(arguments: dict[str, Any]) -> tuple[str, str]:
    """Return the name of the preferred member, and as much of its value as fits on a line."""
    members = islice(arguments.items(), 200)
    plain = {name: value for name, value in members if not isinstance(value, dict | list) or _items(value)}
    lower = {name.casefold(): name for name in plain}
    name = next((lower[each] for each in SUBJECT_MEMBERS if each in lower), next(iter(plain), None))
    if name is None:
        return next(iter(arguments), "")[:_MAX_LENGTH], ""
    return _member(name, plain[name])


def _member(name: str, value: object) -> tuple[str, str]:
    """Return the name of a member, and as much of its value as fits on a line."""
    text = value if isinstance(value, str) else _items(value) or jsonrpc.text(value)
    return name[:_MAX_LENGTH], text[: _MAX_LENGTH + 1]


def _items(value: object) -> str:
    """Return the beginning of a list of texts or numbers, separated by commas; "" for anything else."""
    first = value[:_MAX_LENGTH] if isinstance(value, list) else []
    if any(isinstance(item, dict | list) for item in first):
        return ""
    return ", ".join(item[:_MAX_LENGTH] if isinstance(item, str) else jsonrpc.text(item) for item in first)


def _line(name: str, value: str) -> str:
    more = "…" if len(value) > _MAX_LENGTH else ""
    if not value:
        return untrusted_text.shortened(name)
    shown = _MARK_NAME.sub(r"\1⟩", untrusted_text.one_line(value[:_MAX_LENGTH]))  # the details name the character
    return f"{untrusted_text.shortened(name, 40)}  {shown}{more}"


def target(arguments: dict[str, Any]) -> str:
    """Return the target of a call: a command, a path, a URL, or the destination of a move; "" for none."""
    plain = {name.casefold(): value for name, value in islice(arguments.items(), 200)}
    for name in _COMMAND_MEMBERS:
        if text := _text(plain.get(name)):
            return f"{text} {_text(plain.get('args'))}".strip()[:_MAX_TARGET_LENGTH]
    for source, destination in _MOVE_MEMBERS:
        if (before := _text(plain.get(source))) and (after := _text(plain.get(destination))) and _is_place(before):
            return f"{before} → {after}"[:_MAX_TARGET_LENGTH]
    return next(
        (text[:_MAX_TARGET_LENGTH] for name in (*_PATH_MEMBERS, "paths") if (text := _text(plain.get(name)))), ""
    )


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
        return " ".join(value)[:_MAX_TARGET_LENGTH]
    return value.strip()[:_MAX_TARGET_LENGTH] if isinstance(value, str) else ""


def _is_place(text: str) -> bool:
    return "/" in text or "\\" in text or "." in text


def kind(call: Call) -> tuple[str, str, str, str]:
    """Return a key that is equal for calls of one tool, or requests of one method, of one server, by one client."""
    return call.tool, call.server, call.client.id, call.method
