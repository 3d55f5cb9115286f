"""The argument that describes a call best, for one line about it. No wording: names and values are data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain, islice
from typing import Any

import msgspec

from toolguard.gate import jsonrpc

SUBJECT_MEMBERS = (
    "command", "cmd", "path", "file_path", "file", "filename", "source", "url", "uri", "sql", "query", "code", "script",
    "to", "name", "id", "title", "subject", "message", "text", "content",
    "命令", "脚本", "代码", "文件路径", "路径", "文件", "文件名", "文件夹", "目录", "网址", "链接", "查询",
    "收件人", "标题",
)  # fmt: skip
"""Names of members that describe a call best, in order of preference."""
COMMAND_END = re.compile(r"(?:command|cmd)(?:s|_?line)?\Z")
"""The end of folded names of other members with commands, such as ``shell_command``. They precede all but commands."""
_COMMANDS = frozenset(("command", "cmd"))
_REMARKS = frozenset((
    "description", "explanation", "reason", "reasoning", "purpose", "thought", "thoughts", "intent", "justification",
    "rationale", "comment", "note", "summary", "说明", "原因", "理由", "描述", "目的",
))  # fmt: skip
"""Names of members in which a model explains a call. They name it only if it has no other member."""
MAX_LENGTH = 160
"""Maximum characters of a name. A value has at most one more, which tells that it goes on."""
MAX_JSON_LENGTH = 256 * 1024
"""Maximum characters of recorded arguments that are decoded: decoding 28 MB of lists stops all threads for 1.5 s."""


def main_member(arguments: dict[str, Any]) -> tuple[str, str]:
    """Return the name of the member by which a call is named, and as much of its value as fits on a line.

    It is the preferred member, else the first plain one that is not a remark of the model.

    The value is "" if every member is an object, a list with objects or lists, or an empty list. Both texts are "" if
    there is no member.
    """
    members = islice(arguments.items(), 200)
    plain = {name: value for name, value in members if not isinstance(value, dict | list) or _items(value)}
    folded = folded_names(plain)
    preferred = [each for each in SUBJECT_MEMBERS if each in folded]
    name = next(
        chain(
            (folded[each] for each in preferred if each in _COMMANDS),
            (name for each, name in folded.items() if COMMAND_END.search(each)),
            (folded[each] for each in preferred),
            (name for each, name in folded.items() if each not in _REMARKS),
            plain,
        ),
        None,
    )
    if name is None:
        return next(iter(arguments), "")[:MAX_LENGTH], ""
    return member(name, plain[name])


def folded_names(names: Iterable[str]) -> dict[str, str]:
    """Return the names by their folded forms. Of several, one in lower case counts, else the first: a ``Command`` after
    a ``command`` cannot take its place.
    """
    folded: dict[str, str] = {}
    for name in names:
        fold = name.casefold()
        if fold not in folded or name == fold:
            folded[fold] = name
    return folded


def main_member_of(json: str) -> tuple[str, str]:
    """Return `main_member` of a recorded JSON object.

    Both texts are "" for anything else, such as an object that was cut, and for more than `MAX_JSON_LENGTH` characters.
    """
    if len(json) > MAX_JSON_LENGTH:
        return "", ""
    try:
        return main_member(msgspec.json.decode(json, type=dict[str, Any]))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return "", ""


def member(name: str, value: object) -> tuple[str, str]:
    """Return the name of a member, and as much of its value as fits on a line."""
    text = value if isinstance(value, str) else _items(value) or jsonrpc.text(value)
    return name[:MAX_LENGTH], text[: MAX_LENGTH + 1]


def _items(value: object) -> str:
    """Return the beginning of a list of texts or numbers, separated by commas; "" for anything else."""
    first = value[:MAX_LENGTH] if isinstance(value, list) else []
    if any(isinstance(item, dict | list) for item in first):
        return ""
    return ", ".join(item[:MAX_LENGTH] if isinstance(item, str) else jsonrpc.text(item) for item in first)
