"""Names of tools of many servers: one each, short, harmless, the same in every run, and never another server's."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.clients.aggregate.naming import MAX_NAME_LENGTH, ExposedNames, exposed_name
from toolguard.store.config.config import NAME

HARMLESS = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_bits = st.sampled_from(
    ["a", "b", "_", "__", "-", ".", "a__b", "git", "x" * 30, "\u0430", "é", "工具", "9", "_0123456789ab"]
)
SERVERS = st.lists(_bits, min_size=1, max_size=4).map("".join).filter(NAME.fullmatch)
TOOLS = st.one_of(
    st.lists(_bits, min_size=1, max_size=6).map("".join),
    st.text(st.characters(codec=None), min_size=1, max_size=200),
)


@pytest.mark.parametrize(
    ("server", "tool", "name"),
    [
        ("git", "commit", "git__commit"),
        ("git", "a__b", "git__a__b"),
        ("git", "_x", "git___x"),
        ("7zip", "pack", "_7zip__pack"),
        ("my-files", "read-file_2", "my-files__read-file_2"),
        ("git", "a.b", "git__a_b_7e516e15c8cc"),
        ("a__b", "c", "a_b__c_a92700ced282"),
        ("a_", "b", "a__b_a00766a378dc"),
        ("git", "x_0123456789ab", "git__x_0123456789ab_4ba26eb324c2"),
        ("files", "读", "files__unnamed_506273cd5433"),
        ("s" * 64, "t" * 500, "ssssssssssssssssssss__ttttttttttttt_a6868c7bddd4"),
    ],
)
def test_exposed_name_joins_server_and_tool_and_is_stable(server, tool, name):
    assert exposed_name(server, tool) == name


@given(SERVERS, TOOLS)
def test_exposed_name_is_short_and_valid_for_every_client(server, tool):
    shown = exposed_name(server, tool)
    assert len(shown) <= MAX_NAME_LENGTH <= 128
    assert HARMLESS.fullmatch(shown)


@given(st.lists(st.tuples(SERVERS, TOOLS), max_size=30))
def test_no_two_tools_have_one_name(pairs):
    shown = [exposed_name(server, tool) for server, tool in set(pairs)]
    assert len(set(shown)) == len(shown)


@given(SERVERS, TOOLS, SERVERS)
def test_a_tool_that_is_named_like_another_servers_has_another_name(server, tool, other):
    """Whatever a server calls its tool: also the very name that the other server's tool is shown under."""
    honest = exposed_name(server, tool)
    for name in (
        honest,
        tool,
        f"{server}__{tool}",
        f"_{honest}",
        honest.removeprefix(other),
        honest.partition("__")[2],
    ):
        if name and (other, name) != (server, tool):
            assert exposed_name(other, name) != honest


@given(st.dictionaries(SERVERS, st.lists(TOOLS, max_size=6), max_size=5), SERVERS)
def test_only_a_listed_name_resolves_to_its_tool(listed, stranger):
    names = ExposedNames()
    for server, tools in listed.items():
        names.replace(server, tools)
    for server, tools in listed.items():
        for tool in tools:
            assert names.find(exposed_name(server, tool)) == (server, tool)
    for tools in listed.values():
        for tool in tools:
            assert names.find(exposed_name(stranger, tool)) in (None, (stranger, tool))
            assert names.find(tool) is None or exposed_name(*names.find(tool)) == tool


def test_ambiguous_exposed_name_resolves_to_no_tool(monkeypatch):
    monkeypatch.setattr("toolguard.clients.aggregate.naming.exposed_name", lambda _server, name: name.lower())
    names = ExposedNames()
    names.replace("a", ["x", "y", "Y"])
    names.replace("b", ["X"])
    assert names.find("x") is None
    assert names.find("y") is None
    names.drop("b")
    assert names.find("x") == ("a", "x")
    names.replace("a", ["z"])
    assert names.find("x") is None
