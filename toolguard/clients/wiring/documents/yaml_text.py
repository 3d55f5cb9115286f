"""YAML, with the position of every value.

PyYAML composes the nodes, which have positions; this module interprets them by YAML 1.2's core schema, without any
constructor. A round trip through ruamel.yaml would keep comments, but change quotes and indentation elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import yaml

from toolguard.clients.wiring.documents.edits import (
    MAX_DEPTH,
    REMOVED,
    Changes,
    DocumentError,
    Edit,
    KeyPath,
    Raw,
    by_parent,
    flow,
    missing,
    repeated,
    value_at,
)
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

MAX_TEXT_LENGTH = 256 * 1024
"""Maximum characters: the parser is slow, and people write such files by hand."""
_MAX_NODES = 100_000
"""Maximum number of values, counting repetitions by aliases."""
_NULL = re.compile(r"(?:~|null|Null|NULL|)\Z")
_TRUE, _FALSE = ("true", "True", "TRUE"), ("false", "False", "FALSE")
_INT = re.compile(r"[-+]?[0-9]{1,400}\Z")
_OCTAL_OR_HEX = re.compile(r"0(?:o[0-7]{1,100}|x[0-9a-fA-F]{1,100})\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]{1,400}|[0-9]{1,400}(?:\.[0-9]{0,400})?)(?:[eE][-+]?[0-9]{1,9})?\Z")
_SPECIAL = re.compile(r"(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z")
_ONLY_IN_1_2 = re.compile(r"(?:0o[0-7]{1,100}|[-+]?[0-9]{1,400}[eE][-+]?[0-9]{1,9})\Z")
"""Scalars that YAML 1.1, and thus the composer, treats as text."""
_PLAIN_TAGS = ("tag:yaml.org,2002:", "!")
_LINE_END = re.compile(r"[ \t]*+(?:#[^\r\n]*+)?(?:\r\n|\n|\Z)")


def read(text: str) -> Any:
    """Return the plain data; of several members with the same name, the last one counts. Raises `DocumentError`."""
    node = _compose(text)
    return {} if node is None else _Counter().plain(node, 0)


def sources(text: str) -> Callable[[KeyPath], str | None]:
    """Return a function that returns the text of the value at a path, or None."""
    top = _compose(text)

    def source(path: KeyPath) -> str | None:
        node = _locate(top, path)
        return None if node is None else text[node.start_mark.index : _raw_end(text, node)]

    return source


def edits(text: str, value: Any, changes: Changes) -> Iterator[Edit]:
    """Yield the edits that make ``changes`` to ``text``, parsed as ``value``. Raises `DocumentError`."""
    top = _compose(text)
    for parent, members in by_parent(changes).items():
        node = _locate(top, parent)
        if isinstance(node, yaml.SequenceNode):
            for number, new_value in members.items():
                if new_value is REMOVED or not isinstance(number, int) or not 0 <= number < len(node.value):
                    raise missing((*parent, number))
                item = node.value[number]
                end = _raw_end(text, item) if isinstance(new_value, Raw) else _end(text, item)
                yield Edit(item.start_mark.index, end, _written(new_value))
        elif not isinstance(node, yaml.MappingNode):
            raise missing(parent)
        elif node.flow_style:
            yield _flow_edit(text, node, value_at(value, parent), members)
        else:
            yield from _block_edits(text, node, parent, members)


def _block_edits(text: str, node: yaml.MappingNode, path: KeyPath, changes: dict[str | int, Any]) -> Iterator[Edit]:
    pairs = node.value
    removed = [number for number, (key, _) in enumerate(pairs) if changes.get(key.value) is REMOVED]
    added = {name: change for name, change in changes.items() if _member(node, str(name), path) is None}
    if any(change is REMOVED for change in added.values()):
        raise missing(path)
    newline, column = "\r\n" if "\r\n" in text else "\n", pairs[0][0].start_mark.column
    lines = [f"{_name(str(name))}: {_written(member)}" for name, member in added.items()]
    remaining = [number for number in range(len(pairs)) if number not in removed]
    if not remaining:
        if not lines:
            raise DocumentError(coded("clients.settings_change_unsafe"))
        whole = f"{newline}{' ' * column}".join(lines)
        yield Edit(pairs[0][0].start_mark.index, _pair_end(text, pairs[-1]), whole)
        return
    start = pairs[0][0].start_mark.index
    if text[text.rfind("\n", 0, start) + 1 : start].strip() and remaining[0]:  # after the dash of a list item
        yield Edit(start, pairs[remaining[0]][0].start_mark.index, "")
        removed = [number for number in removed if number > remaining[0]]
    for number, (key, value) in enumerate(pairs):
        if number in removed:
            yield _removal(text, key, value)
        elif number in remaining and key.value in changes:
            yield from _replacement(text, key, value, changes[key.value])
    if lines:
        offset = _behind_line(text, _pair_end(text, pairs[remaining[-1]]))
        yield Edit(offset, offset, "".join(f"{newline}{' ' * column}{line}" for line in lines))


def _pair_end(text: str, pair: tuple[yaml.Node, yaml.Node]) -> int:
    key, value = pair
    behind_colon = int(key.end_mark.index) + 1
    return max(_end(text, value) if value.start_mark.index > key.start_mark.index else 0, behind_colon)


def _behind_line(text: str, offset: int) -> int:
    """Return the end of the line, after a comment."""
    line_ends = [end for end in (text.find("\r\n", offset), text.find("\n", offset)) if end >= 0]
    return min(line_ends, default=len(text))


def _replacement(text: str, key: yaml.Node, value: yaml.Node, new_value: Any) -> Iterator[Edit]:
    start, end = value.start_mark.index, _raw_end(text, value) if isinstance(new_value, Raw) else _end(text, value)
    colon = text.index(":", key.end_mark.index) + 1
    between = text[colon:start]
    if isinstance(new_value, Raw) or "\n" not in between:
        yield Edit(start, end, (" " if start == colon else "") + _written(new_value))
        return
    yield Edit(colon, colon, f" {_written(new_value)}")
    line = colon + between.rindex("\n")
    yield Edit(line - (text[line - 1] == "\r"), end, "")


def _removal(text: str, key: yaml.Node, value: yaml.Node) -> Edit:
    line = text.rfind("\n", 0, key.start_mark.index) + 1
    after = _LINE_END.match(text, _pair_end(text, (key, value)))
    if after is None or text[line : key.start_mark.index].strip():
        raise DocumentError(coded("clients.settings_change_unsafe"))
    return Edit(line, after.end(), "")


def _flow_edit(text: str, node: yaml.MappingNode, value: Any, changes: dict[str | int, Any]) -> Edit:
    """Return the edit that rewrites a flow mapping; one with comments in it is refused."""
    start, end = node.start_mark.index, node.end_mark.index
    if "#" in text[start:end] or "*" in text[start:end] or "&" in text[start:end]:
        raise DocumentError(coded("clients.settings_change_unsafe"))
    whole = {**value, **{name: change.value if isinstance(change, Raw) else change for name, change in changes.items()}}
    return Edit(start, end, flow({name: member for name, member in whole.items() if member is not REMOVED}))


def _compose(text: str) -> yaml.Node | None:
    if len(text) > MAX_TEXT_LENGTH:
        raise DocumentError(coded("clients.settings_too_large", limit=f"{MAX_TEXT_LENGTH:,}"))
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, LookupError) as why:
        message = " ".join(str(why).split())
        raise DocumentError(coded("clients.settings_unreadable", reason=visible(message)[:200])) from None


class _Counter:
    """Converts nodes to plain data, and counts them."""

    def __init__(self) -> None:
        self._remaining = _MAX_NODES

    def plain(self, node: yaml.Node, depth: int) -> Any:
        self._remaining -= 1
        if self._remaining < 0 or depth > MAX_DEPTH:
            raise DocumentError(coded("clients.settings_nested_too_deep"))
        if isinstance(node, yaml.MappingNode):
            return {self._key(key): self.plain(value, depth + 1) for key, value in node.value}
        if isinstance(node, yaml.SequenceNode):
            return [self.plain(item, depth + 1) for item in node.value]
        return _scalar(node)

    def _key(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode):
            raise DocumentError(coded("clients.settings_unreadable", reason=f"line {node.start_mark.line + 1}"))
        return str(node.value)


def _scalar(node: yaml.Node) -> Any:
    word = str(node.value)
    if getattr(node, "style", None) is not None or not node.tag.startswith(_PLAIN_TAGS):
        return word
    if node.tag == "tag:yaml.org,2002:str" and not _ONLY_IN_1_2.match(word):
        return word
    if _NULL.match(word):
        return None
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    if _INT.match(word):
        return int(word)
    if _OCTAL_OR_HEX.match(word):
        return int(word, 0)
    if _FLOAT.match(word):
        return float(word)
    if _SPECIAL.match(word):
        return float(word.lower().replace(".", ""))
    return word


def _locate(node: yaml.Node | None, path: KeyPath) -> yaml.Node | None:
    for depth, key in enumerate(path):
        inner: yaml.Node | None = None
        if isinstance(node, yaml.MappingNode):
            inner = _member(node, str(key), path[:depth])
        elif isinstance(node, yaml.SequenceNode) and isinstance(key, int) and 0 <= key < len(node.value):
            inner = node.value[key]
        if inner is None or node is None:
            return None
        if not node.start_mark.index <= inner.start_mark.index < node.end_mark.index + 1:
            raise missing(path[: depth + 1])  # an alias: the value is elsewhere and has other users
        node = inner
    return node


def _member(node: yaml.MappingNode, name: str, path: KeyPath) -> yaml.Node | None:
    matches = [value for key, value in node.value if key.value == name]
    if len(matches) > 1:
        raise repeated((*path, name))
    return matches[0] if matches else None


def _end(text: str, node: yaml.Node) -> int:
    """Return the end of a node's own text: PyYAML counts comments after a block as part of it."""
    start, end = int(node.start_mark.index), int(node.end_mark.index)
    if isinstance(node, yaml.MappingNode) and not node.flow_style and node.value:
        return _pair_end(text, node.value[-1])
    if isinstance(node, yaml.SequenceNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(text, last) if last.start_mark.index > start else end
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
        return start + len(text[start:end].rstrip())
    return end


def _raw_end(text: str, node: yaml.Node) -> int:
    """Return the end of a node's exact text: with the comment in the last line of a block, which is inside of it."""
    is_block = isinstance(node, yaml.MappingNode | yaml.SequenceNode) and not node.flow_style
    return _behind_line(text, _end(text, node)) if is_block else _end(text, node)


def new_text(value: Mapping[str, Any]) -> str:
    """Return objects and lists with one member or item per line."""
    return str(
        yaml.safe_dump(value, sort_keys=False, allow_unicode=True, default_flow_style=False, width=MAX_TEXT_LENGTH)
    )


def _written(value: Any) -> str:
    return value.text if isinstance(value, Raw) else flow(value)


def _name(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_][\w-]*", name) and _scalar_is_text(name) else flow(name)


def _scalar_is_text(word: str) -> bool:
    return word not in (*_TRUE, *_FALSE, "null", "Null", "NULL", "yes", "no", "on", "off", "y", "n")
