"""Texts with codes: their tables, their call sites, and what they keep on their way."""

from __future__ import annotations

import ast
import copy
import functools
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import toolguard
from toolguard.gate.texts import (
    PLACEHOLDER,
    TABLES,
    TEXTS,
    CodedText,
    clauses,
    coded,
    cut,
    encodable,
    from_wire,
    placeholders,
    plain,
    sentence,
    sentences,
    to_wire,
)
from toolguard.services.registry import ORDERS
from toolguard.tables import credentials, rules, servers, settings

PROGRAM = Path(toolguard.__file__).parent
FOLDER = PROGRAM / "gate" / "texts"
LOOKS_LIKE_A_CODE = re.compile(rf"(?:{'|'.join(TABLES)})\.[a-z0-9_]+")
HAS_TEXTS = re.compile(rf"""\bcoded\b|["']{LOOKS_LIKE_A_CODE.pattern}["']""")
UNKNOWN = "nobody can tell which text this is"
BY_VALUE = {"services/methods.py"}
"""Modules that take a code from elsewhere: it is checked there."""
OTHER_NAMES = {"presence.keys", "presence.register", "presence.remove", "clients.json"}
"""Orders of the control socket, and a file: strings that look like codes and are none."""


@functools.cache
def walked(node: ast.AST) -> list[ast.AST]:
    return list(ast.walk(node))


written = functools.cache(ast.unparse)


@functools.cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def codes_in(node: ast.AST) -> set[str]:
    texts = {part.value for part in walked(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    return texts & TEXTS.keys()


def codes_of(node: ast.expr, scopes: list[ast.AST]) -> set[str]:
    """Every code that an argument can be: a constant, a choice, or what a variable, table or parameter is given.

    ``scopes``: the module, then the functions around the call.
    """
    if isinstance(node, ast.IfExp):
        return codes_of(node.body, scopes) | codes_of(node.orelse, scopes)
    if isinstance(node, ast.Constant):
        return {str(node.value)}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        return codes_of(node.func.value, scopes) | codes_of(node.args[1], scopes)
    name = written(node.value if isinstance(node, ast.Subscript) else node)
    for scope in reversed(scopes):
        found: set[str] = set()
        for one in walked(scope):
            if isinstance(one, ast.Assign | ast.AnnAssign) and one.value is not None:
                targets = one.targets if isinstance(one, ast.Assign) else [one.target]
                found |= codes_in(one.value) if name in map(written, targets) else set()
            elif isinstance(one, ast.For | ast.comprehension) and name in map(written, walked(one.target)):
                found |= codes_in(one.iter) or codes_of(one.iter, scopes)
        if isinstance(scope, ast.FunctionDef) and name in {one.arg for one in scope.args.args}:
            calls = [one for one in walked(scopes[0]) if isinstance(one, ast.Call)]
            found |= {code for one in calls if written(one.func) == scope.name for code in codes_in(one)}
        if found:
            return found
    return set()


def scoped_calls(node: ast.AST, scopes: list[ast.AST]) -> Iterator[tuple[ast.Call, list[ast.AST]]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id == "coded":
            yield child, scopes
        inside = [*scopes, child] if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else scopes
        yield from scoped_calls(child, inside)


def faults(tree: ast.AST) -> list[str]:
    """What is wrong with the texts that a module asks for."""
    found = []
    for call, scopes in scoped_calls(tree, [tree]):
        given = {one.arg for one in call.keywords}
        codes = codes_of(call.args[0], scopes)
        if not codes:
            found.append(f"line {call.lineno}: {UNKNOWN}")
        for code in codes:
            if code not in TEXTS:
                found.append(f"line {call.lineno}: no text has the code {code}")
            elif None not in given and given != placeholders(code):
                wanted = sorted(placeholders(code))
                found.append(f"line {call.lineno}: {code} takes {wanted}, not {sorted(map(str, given))}")
    for node in walked(tree):
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if LOOKS_LIKE_A_CODE.fullmatch(text) and text not in {*TEXTS, *OTHER_NAMES}:
            found.append(f"line {node.lineno}: no text has the code {text}")
    return found


def modules() -> list[Path]:
    """The modules that ask for texts, without the tables."""
    tables = {FOLDER / f"{name}.py" for name in TABLES}
    others = (path for path in sorted(PROGRAM.rglob("*.py")) if path not in tables)
    return [path for path in others if HAS_TEXTS.search(path.read_text("utf-8"))]


def test_every_call_site_names_a_code_and_its_arguments() -> None:
    found = {path.relative_to(PROGRAM).as_posix(): faults(parsed(path)) for path in modules()}
    by_value = {path for path, what in found.items() if len(what) == 1 and UNKNOWN in what[0]}
    assert {path: what for path, what in found.items() if what and path not in by_value} == {}
    assert by_value == BY_VALUE


def test_titles_of_arguments_are_codes_without_arguments() -> None:
    """`services/methods` words every title of the schemas, whatever it is."""
    tree = ast.parse((PROGRAM / "services" / "interface.py").read_text("utf-8"))
    titles = [
        one.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for one in node.keywords
        if one.arg == "title" and isinstance(one.value, ast.Constant)
    ]
    assert len(titles) > 20 and all(not placeholders(code) for code in titles)


def titles_in(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for one in schema:
            yield from titles_in(one)
    elif isinstance(schema, dict):
        for name, value in schema.items():
            if name == "title" and isinstance(value, str):
                yield value
            else:
                yield from titles_in(value)


def test_expectations_of_arguments_and_rows_are_coded_texts() -> None:
    schemas = [order.schema for order in ORDERS.values()]
    schemas += [servers.member_schemas(), settings.schema(), credentials.schema(), rules.schemas()]
    titles = {title for schema in schemas for title in titles_in(schema)} - {
        "SwitchEntry",
        "NewServer",
        "NewRule",
        "Condition",
        "Example",
    }  # msgspec names structs
    assert len(titles) > 60
    assert sorted(title for title in titles if not isinstance(title, CodedText)) == []


def test_every_code_is_used() -> None:
    used = {
        node.value
        for path in modules()
        for node in walked(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert sorted(TEXTS.keys() - used) == []


def test_no_code_is_defined_twice_or_in_another_table() -> None:
    for name in TABLES:
        tree = ast.parse((FOLDER / f"{name}.py").read_text("utf-8"))
        (table,) = [node.value for node in tree.body if isinstance(node, ast.AnnAssign)]
        assert isinstance(table, ast.Dict)
        codes = [key.value for key in table.keys if isinstance(key, ast.Constant)]
        assert [code for code, count in Counter(codes).items() if count > 1] == []
        assert [code for code in codes if not re.fullmatch(rf"{name}\.[a-z0-9_]+", str(code))] == []
        assert codes == sorted(codes, key=str)


def test_every_text_is_one_clean_line() -> None:
    for code, english in TEXTS.items():
        assert english and english.isprintable(), code
        assert english == english.strip() or code == "gate.list_separator", code
        assert not re.search(r"\{\d*\}|\{[^}]*[!:]", english.replace("${secret:", "")), code


@pytest.mark.parametrize(
    "line",
    [
        'coded("gate.no_such_code")', 'coded("gate.no_server")', 'coded("gate.no_server", why=1)',
        'coded("gate.no_server", reason=1, more=2)', 'CODES = {1: "gate.no_such_code"}',
    ],
)  # fmt: skip
def test_invalid_coded_call_is_reported(line: str) -> None:
    assert len(faults(ast.parse(line))) >= 1


def test_unknown_code_and_wrong_arguments_raise() -> None:
    with pytest.raises(LookupError):
        coded("gate.no_such_code")
    with pytest.raises(TypeError):
        coded("gate.no_server")
    with pytest.raises(TypeError):
        coded("gate.no_server", reason="x", other="y")


def test_text_is_a_str_that_keeps_its_code_through_exceptions_and_copies() -> None:
    text = coded("gate.no_server", reason="x")
    assert text == "no server: x" and isinstance(text, str) and hash(text) == hash("no server: x")
    for other in (str(text), str(ValueError(text)), copy.deepcopy(text), pickle.loads(pickle.dumps(text))):
        assert isinstance(other, CodedText)
        assert (other, other.code, other.arguments) == (text, "gate.no_server", {"reason": "x"})
    assert type(plain(text)) is str


def test_arguments_are_texts_numbers_and_lists_of_them() -> None:
    inner = coded("clients.session_closed")
    made = coded("gate.no_server", reason=OSError(inner))
    assert made.arguments["reason"] == inner and isinstance(made.arguments["reason"], CodedText)
    assert coded("gate.no_server", reason=Path("/a")).arguments == {"reason": "/a"}
    assert coded("services.server_is_given", secrets=["A", "B"]) == "It is given A, B."
    assert coded("services.server_is_given", secrets=["A", "B"]).arguments == {"secrets": ("A", "B")}


def test_braces_in_values_are_not_filled() -> None:
    assert coded("gate.no_server", reason="{reason} {0} {} {{") == "no server: {reason} {0} {} {{"


def test_sentence_of_ours_loses_its_full_stop_before_punctuation_and_data_keeps_it() -> None:
    stopped = coded("services.server_is_given", secrets="A")
    assert clauses(stopped, "next") == "It is given A; next"
    assert clauses("It is given A.", "next") == "It is given A.; next"
    assert sentences(stopped, "", stopped) == "It is given A. It is given A."
    assert sentence(coded("clients.session_closed")) == "The session is closed."
    assert sentences() == "" and clauses("", "only") == "only"


def test_cut_keeps_the_code_of_a_short_text() -> None:
    text = coded("gate.no_server", reason="x" * 100)
    assert cut(text, 200) is text
    assert cut(text, 20) == "no server: " + "x" * 9 and type(cut(text, 20)) is str


def test_encoders_take_texts_as_str() -> None:
    text = coded("gate.no_server", reason="x")
    assert msgspec.json.encode({"a": text}, enc_hook=encodable) == b'{"a":"no server: x"}'
    with pytest.raises(TypeError):
        msgspec.json.encode({"a": object()}, enc_hook=encodable)


def test_text_survives_the_wire() -> None:
    text = coded(
        "gate.no_server", reason=coded("services.server_is_given", secrets=("A", coded("clients.session_closed")))
    )
    back = from_wire(msgspec.json.decode(msgspec.json.encode(to_wire(text))))
    assert isinstance(back, CodedText)
    assert (back, back.code, back.arguments) == (text, text.code, text.arguments)
    reason = back.arguments["reason"]
    assert isinstance(reason, CodedText) and isinstance(reason.arguments["secrets"], tuple)


DEEP: object = "x"
for _ in range(100):
    DEEP = {"code": "gate.no_server", "text": "deep", "arguments": {"reason": DEEP}}


@pytest.mark.parametrize(
    "expected",
    [
        None, [], 7, {}, {"code": 7, "text": "x"}, {"code": "gate.no_server", "text": "x", "arguments": []}, DEEP,
        {"code": "gate.no_server", "text": ["x"], "arguments": {}},
        {"code": "gate.no_server", "text": "x", "arguments": {"reason": None}},
        {"code": "gate.no_server", "text": "x", "arguments": {"reason": ["x"] * 1000}},
    ],
)  # fmt: skip
def test_invalid_text_is_refused(expected: object) -> None:
    assert from_wire(expected) is None


@pytest.mark.parametrize("arguments", [{}, {"why": "x"}, {"reason": "x", "more": "y"}])
def test_text_of_another_version_stays_english(arguments: dict[str, str]) -> None:
    found = from_wire({"code": "gate.no_server", "text": "as it was worded", "arguments": arguments})
    assert found == "as it was worded" and type(found) is str
    assert type(from_wire({"code": "gate.gone_since", "text": "x", "arguments": {}})) is str


def test_shell_variable_is_not_a_path() -> None:
    assert PLACEHOLDER.findall("${secret:NAME} ${secret:{name}} ${name} {name}") == ["name", "name"]
