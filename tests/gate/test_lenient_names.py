"""Names of members, compared with what real readers take them for."""

import ctypes
import ctypes.util

import mcp_types
import pytest

from toolguard.gate.jsonrpc import Malformed
from toolguard.gate.lenient_names import folded, folded_member
from toolguard.gate.mcp import revisions, tasks

NAMES = ["name", "arguments", "_meta", "task", "inputResponses", "requestState", "taskId", "uri", "inputRequests"]


@pytest.mark.parametrize("name", NAMES)
def test_names_that_readers_take_for_one_another_are_equal(name: str) -> None:
    spelled = (name.upper(), f" {name}", name.replace("s", "ſ"), name.replace("k", "\u212a"), f"{name}\0", f"{name}\0x")
    assert {folded_member(one) for one in spelled} == {folded_member(name)}
    assert folded_member(f"{name}2") != folded_member(name) and folded("read_file") != folded("readfile")


@pytest.mark.parametrize(
    ("kind", "known"),
    [(mcp_types.CallToolRequestParams, revisions.CALL_PARAMS), (mcp_types.GetTaskRequestParams, tasks.PARAMS)],
)
def test_every_name_that_the_python_sdk_takes_for_a_parameter_is_refused(kind: type, known: frozenset[str]) -> None:
    for python_name, field in kind.model_fields.items():
        for name in (python_name, field.validation_alias or python_name):
            assert name in known or folded_member(name) in set(map(folded_member, known))


def test_answers_that_the_python_sdk_would_read_are_refused() -> None:
    params = {"name": "pay", "input_responses": {"sure": {"action": "accept"}}, "request_state": "s"}
    read = mcp_types.CallToolRequestParams.model_validate(params)
    assert read.request_state == "s" and read.input_responses
    with pytest.raises(Malformed, match="mistaken for 'inputResponses'"):
        revisions.check_call({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})


def test_a_name_that_a_c_program_would_read_is_refused() -> None:
    found = ctypes.util.find_library("json-c")
    if found is None:
        pytest.skip("needs the package libjson-c5")
    library = ctypes.CDLL(found)
    pointer = ctypes.c_void_p
    for name, given, taken in (
        ("json_tokener_parse", ctypes.c_char_p, pointer), ("json_object_get_string", pointer, ctypes.c_char_p),
    ):  # fmt: skip
        getattr(library, name).argtypes, getattr(library, name).restype = [given], taken
    library.json_object_object_get.argtypes, library.json_object_object_get.restype = (
        [pointer, ctypes.c_char_p],
        pointer,
    )
    read = library.json_tokener_parse(rb'{"name":"read","name\u0000":"remove"}')
    assert library.json_object_get_string(library.json_object_object_get(read, b"name")) == b"remove"
    params = {"name": "read", "name\0": "remove"}
    with pytest.raises(Malformed, match="mistaken for 'name'"):
        revisions.check_call({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
