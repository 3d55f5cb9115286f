"""Texts with codes: their tables, their call sites, and what they keep on their way."""

from __future__ import annotations

import ast
import copy
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import toolguard
from toolguard.gate.texts import (
    PLACE,
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

PROGRAM = Path(toolguard.__file__).parent
FOLDER = PROGRAM / "gate" / "texts"
LOOKS_LIKE_A_CODE = re.compile(rf"(?:{'|'.join(TABLES)})\.[a-z0-9_]+")
OTHER_NAMES = {"presence.keys", "presence.register", "presence.remove", "clients.json"}
"""Orders of the control socket, and a file: strings that look like codes and are none."""


def calls_of(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "coded":
            yield node


def faults(tree: ast.AST) -> list[str]:
    """What is wrong with the texts that a module asks for."""
    found = []
    for call in calls_of(tree):
        given = {one.arg for one in call.keywords}
        code = call.args[0].value if len(call.args) == 1 and isinstance(call.args[0], ast.Constant) else None
        if isinstance(code, str) and code not in TEXTS:
            found.append(f"line {call.lineno}: no text has the code {code}")
        elif isinstance(code, str) and None not in given and given != placeholders(code):
            found.append(
                f"line {call.lineno}: {code} takes {sorted(placeholders(code))}, not {sorted(map(str, given))}"
            )
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if LOOKS_LIKE_A_CODE.fullmatch(text) and text not in {*TEXTS, *OTHER_NAMES}:
            found.append(f"line {node.lineno}: no text has the code {text}")
    return found


def modules() -> list[Path]:
    tables = {FOLDER / f"{name}.py" for name in TABLES}
    return [path for path in sorted(PROGRAM.rglob("*.py")) if path not in tables]


def test_every_call_site_names_a_code_and_its_arguments() -> None:
    found = {str(path): faults(ast.parse(path.read_text("utf-8"))) for path in modules()}
    assert {path: what for path, what in found.items() if what} == {}


def test_every_code_is_used() -> None:
    used = {
        node.value
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
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
def test_a_wrong_call_site_is_found(line: str) -> None:
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


def test_cut_keeps_the_code_of_what_is_short_enough() -> None:
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
    "told",
    [
        None, [], 7, {}, {"code": 7, "text": "x"}, {"code": "gate.no_server", "text": "x", "arguments": []}, DEEP,
        {"code": "gate.no_server", "text": ["x"], "arguments": {}},
        {"code": "gate.no_server", "text": "x", "arguments": {"reason": None}},
        {"code": "gate.no_server", "text": "x", "arguments": {"reason": ["x"] * 1000}},
    ],
)  # fmt: skip
def test_what_is_no_text_is_refused(told: object) -> None:
    assert from_wire(told) is None


@pytest.mark.parametrize("arguments", [{}, {"why": "x"}, {"reason": "x", "more": "y"}])
def test_text_of_another_version_stays_english(arguments: dict[str, str]) -> None:
    found = from_wire({"code": "gate.no_server", "text": "as it was worded", "arguments": arguments})
    assert found == "as it was worded" and type(found) is str
    assert type(from_wire({"code": "gate.gone_since", "text": "x", "arguments": {}})) is str


def test_a_variable_of_a_shell_is_no_place() -> None:
    assert PLACE.findall("${secret:NAME} ${secret:{name}} ${name} {name}") == ["name", "name"]
