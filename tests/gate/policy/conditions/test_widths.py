"""How far a rule reaches that is made from calls: what is offered, and that nothing is offered that cannot be read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gate.policy.conditions.test_paths import FileSystem
from toolguard.gate.policy.conditions.condition import Condition, Conditions
from toolguard.gate.policy.conditions.widths import RuleWidth, exact, similar, widths

DISK = FileSystem()


def like(*calls: dict[str, Any], paths: FileSystem | None = DISK) -> RuleWidth | None:
    return similar(calls, paths)


def parts(found: RuleWidth | None) -> list[tuple[str, str, Any]] | None:
    return None if found is None else [(one.pointer, one.matcher, one.value) for one in found.when]


def covers(found: RuleWidth | None, **arguments: Any) -> bool:
    assert found is not None
    return Conditions(found.when).allow_shortfall(arguments, DISK) is None


def test_exactly_this_call_is_a_condition_for_each_argument() -> None:
    found = exact({"path": "/a", "n": 1})
    assert parts(found) == [("/path", "equals", "/a"), ("/n", "equals", 1)]
    assert covers(found, path="/a", n=1)
    assert not covers(found, path="/a", n=2)
    assert not covers(found, path="/a", n=1, more=1)
    assert not covers(found, path="/a")


def test_call_with_very_many_arguments_has_no_conditions_for_each() -> None:
    many = {f"k{number}": number for number in range(1_001)}
    assert like(many, many | {"k0": 1}) is None
    assert parts(exact(many)) == [("", "equals", many)]


def test_a_call_without_arguments_covers_only_calls_without_arguments() -> None:
    found = exact({})
    assert covers(found) and not covers(found, path="/etc/shadow")


def test_a_call_with_many_arguments_is_compared_as_a_whole() -> None:
    many = {f"a{at}": at for at in range(40)}
    found = exact(many)
    assert parts(found) == [("", "equals", many)]
    assert covers(found, **many) and not covers(found, **many, more=1)


@pytest.mark.parametrize("arguments", [{"t": "\ud800"}, {"t": "x" * 70_000}])
def test_values_without_exact_comparison_are_not_offered(arguments: dict[str, Any]) -> None:
    assert [one.width for one in widths(arguments, None, DISK)] == ["tool"]


@pytest.mark.parametrize(
    ("arguments", "kind", "wanted"),
    [
        ({"path": "/srv/notes/a.txt"}, "folder", [("/path", "inside", "/srv/notes")]),
        ({"path": "/home/u/notes"}, "folder", [("/path", "inside", "/home/u/notes")]),
        ({"paths": ["/srv/n/a.txt", "/srv/n/b.txt"]}, "folder", [("/paths", "inside", "/srv/n")]),
        ({"path": "/srv/n/a.txt", "content": "x"}, "folder",
         [("/path", "inside", "/srv/n"), ("/content", "glob", "**")]),
        ({"path": "/srv/n/a.txt", "force": True}, "folder",
         [("/path", "inside", "/srv/n"), ("/force", "equals", True)]),
        ({"source": "/srv/a/x.txt", "destination": "/srv/b/x.txt"}, "folder",
         [("/source", "inside", "/srv/a"), ("/destination", "inside", "/srv/b")]),
        ({"url": "https://example.com/a?b"}, "host", [("/url", "host", "example.com")]),
        ({"url": "https://example.com:8443/a", "method": "GET"}, "host",
         [("/url", "host", "example.com:8443"), ("/method", "equals", "GET")]),
        ({"command": "git status -s"}, "program", [("/command", "program", "git status")]),
        ({"command": ["git", "status"]}, "program", [("/command", "program", "git status")]),
        ({"command": "git", "args": ["status"]}, "program", [("", "program", "git status")]),
        ({"command": "ls", "cwd": "/srv/n"}, "folder", [("/command", "program", "ls"), ("/cwd", "inside", "/srv/n")]),
        ({"channel": "dev", "text": "Hello"}, "value", [("/channel", "equals", "dev"), ("/text", "glob", "**")]),
    ],
)  # fmt: skip
def test_similarity_depends_on_the_kind_of_argument(arguments: dict[str, Any], kind: str, wanted: Any) -> None:
    found = like(arguments)
    assert found is not None and found.kind == kind
    assert parts(found) == wanted
    assert covers(found, **arguments) and not covers(found, **arguments, callback_url="https://evil.test")


@pytest.mark.parametrize(
    "arguments",
    [
        {}, {"n": 1}, {"text": "only words"},
        {"command": "python -c x"}, {"command": "sh -c ls"}, {"command": "npx x"}, {"command": "env git status"},
        {"command": "git status; rm -rf ~"}, {"command": "find . -exec rm {} +"}, {"command": "git status > x"},
        {"command": "python", "args": ["-c", "x"]}, {"shellCommand": "ls $(x)"}, {"cmd": 7},
        {"run": {"command": "ls"}, "channel": "a", "text": "b"},
        {"code": "de"}, {"pythonCode": "x"}, {"sql": "SELECT 1"}, {"script": "x", "path": "/srv/n/a.txt"},
        {"query": "select nextval('a')", "db": "main"}, {"query": "/*! x */", "db": "main"},
        {"query": "(select 1)", "db": "main"}, {"query": "MATCH (n) DELETE n", "db": "main"},
        {"query": "mutation { x }", "api": "main"}, {"query": "{ viewer }", "api": "main"},
        {"input": {"sql_query": "x", "sql": "y"}, "channel": "a", "text": "b"},
        {"path": "relative/a.txt"},
    ],
)  # fmt: skip
def test_unreviewable_or_equal_width_is_not_offered(arguments: dict[str, Any]) -> None:
    assert like(arguments) is None


@pytest.mark.parametrize(
    ("name", "value", "other"),
    [("env", {"A": "b"}, {"LD_PRELOAD": "/tmp/x.so"}), ("env", ["A=b"], ["GIT_EXTERNAL_DIFF=x"]),
     ("options", {}, {"a": 1}), ("env", "A=b\nC=d", "LD_PRELOAD=x"), ("stdin", "a\nb", "c"),
     ("workspace", "x" * 99, "y")],
)  # fmt: skip
def test_argument_that_can_change_a_program_is_fixed_with_it(name: str, value: Any, other: Any) -> None:
    arguments = {"command": "git status", name: value, "description": "Look"}
    found = like(arguments)
    assert found is not None and found.kind == "program"
    assert covers(found, **{**arguments, "description": "Look again"})
    assert not covers(found, **{**arguments, name: other})


def test_many_environments_of_a_program_are_listed() -> None:
    calls = [{"command": "git status", "env": f"A={number}"} for number in range(30)]
    found = similar(calls, None)
    assert found is not None and not covers(found, command="git status", env="LD_PRELOAD=x")


@pytest.mark.parametrize(("name", "value"), [("to", "a@b.test, " * 9), ("file_path", "long/" * 20), ("filter", "a\nb")])
def test_long_text_that_says_where_a_call_goes_is_not_left_open(name: str, value: str) -> None:
    found = like({"mailbox": "a", "body": "b", name: value}, paths=None)
    assert found is not None and (f"/{name}", "equals", value) in parts(found)


@pytest.mark.parametrize(("name", "value"), [("to", ["a@b.test"]), ("options", {"proxy": "a"}), ("files", ["a"])])
def test_list_or_object_that_says_where_a_call_goes_is_not_left_open(name: str, value: Any) -> None:
    for main in ({"path": "/srv/n/a.txt"}, {"url": "https://a.test/x"}):
        found = like({**main, "edits": [{"a": "b"}], name: value})
        assert found is not None and (f"/{name}", "equals", value) in (parts(found) or [])
        assert covers(found, **main, edits=[], **{name: value})


@pytest.mark.parametrize("calls", [0, 1])
def test_many_recipients_are_listed(calls: int) -> None:
    several = [{"path": "/srv/n/a.txt", "to": f"a{number}@b.test"} for number in range(30)]
    found = similar([*several, *[{"path": "/srv/n/a.txt"}] * calls], DISK)
    assert covers(found, path="/srv/n/b.txt", to="a7@b.test") and not covers(found, path="/srv/n/b.txt", to="x@b.test")


@pytest.mark.parametrize("path", ["/home/u/a.txt", "/home/u", "/home", "/a.txt", "/", "/proc/self/cwd/x.txt"])
def test_root_and_parents_of_home_are_not_proposed(path: str) -> None:
    assert like({"path": path}) is None


def test_path_on_another_machine_gives_no_folder_proposal() -> None:
    assert like({"path": "/srv/n/a.txt"}, paths=None) is None


@pytest.mark.parametrize(
    "url", ["https://example.com@evil.com", "https://evil.com\\@example.com", "file:///etc/x", "https://", "https://[x"]
)
def test_an_address_that_two_parsers_read_differently_is_no_host_to_propose(url: str) -> None:
    assert like({"url": url}) is None


def test_value_that_contains_a_url_is_fixed() -> None:
    found = like({"url": "https://a.test/x", "hooks": [{"to": "https://b.test"}]})
    assert ("/hooks", "equals", [{"to": "https://b.test"}]) in (parts(found) or [])


@pytest.mark.parametrize(
    ("arguments", "schema", "always"),
    [
        ({"path": "/a"}, None, True),
        ({"command": "git status"}, None, False),
        ({"code": "x"}, None, False),
        ({"country_code": "de"}, None, True),
        ({}, {"properties": {"sql": {}}}, False),
        ({}, {"anyOf": [{"properties": {"options": {"properties": {"cmd": {}}}}}]}, False),
        ({"query": "cats"}, {"properties": {"query": {}}}, True),
        ({"query": "SELECT 1"}, None, False),
    ],
)
def test_rule_for_commands_or_code_always_ends(arguments: dict[str, Any], schema: Any, always: bool) -> None:
    found = widths(arguments, schema, DISK)
    assert found[-1].width == "tool" and found[-1].always is always
    assert all(one.always for one in found[:-1])


def test_narrowest_width_comes_first() -> None:
    assert [one.width for one in widths({"path": "/srv/n/a.txt"}, None, DISK)] == ["call", "similar", "tool"]


@pytest.mark.parametrize(
    ("calls", "wanted"),
    [
        ([{"path": "/srv/n/a.txt"}, {"path": "/srv/n/b/c.txt"}], [("/path", "inside", "/srv/n")]),
        ([{"path": "/home/u/n/a.txt"}, {"path": "/home/u/m/b.txt"}],
         [("/path", "inside", ["/home/u/m", "/home/u/n"])]),
        ([{"url": "https://a.test/1"}, {"url": "https://a.test/2"}], [("/url", "host", "a.test")]),
        ([{"url": "https://a.test/1"}, {"url": "https://b.test/2"}], [("/url", "host", ["a.test", "b.test"])]),
        ([{"command": "git log"}, {"command": "git status"}], [("/command", "program", ["git log", "git status"])]),
        ([{"n": 1}, {"n": 2}, {"n": 1}], [("/n", "one-of", [1, 2])]),
        ([{"n": 1}, {"n": 1, "m": 2}],
         [("/n", "equals", 1),
          ("", "schema", {"propertyNames": {"enum": ["n", "m"]}, "properties": {"m": {"enum": [2]}}})]),
    ],
)  # fmt: skip
def test_several_calls_have_their_narrowest_condition_in_common(calls: Any, wanted: Any) -> None:
    found = like(*calls)
    assert parts(found) == wanted
    assert all(covers(found, **call) for call in calls)
    assert not covers(found, **{**calls[0], "more": 1})


def test_unreadable_command_prevents_the_proposal() -> None:
    assert like({"command": "git log"}, {"command": "sh -c x"}) is None


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from(["/srv/a.txt", "https://a.test/"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
CALLS = st.dictionaries(st.sampled_from(["path", "url", "command", "text", "n", "~/x", ""]), VALUES, max_size=4)


@given(CALLS, CALLS)
def test_a_proposal_covers_its_calls_and_no_argument_more(first: dict[str, Any], second: dict[str, Any]) -> None:
    for one in widths(first, None, DISK)[:-1]:
        made = Conditions(one.when)
        assert one.when and made.allow_shortfall(first, DISK) is None
        assert made.allow_shortfall({**first, "zz": "more"}, DISK) is not None
    if (found := similar((first, second), DISK)) is not None:
        assert all(Conditions(found.when).allow_shortfall(call, DISK) is None for call in (first, second))
        assert all(isinstance(one, Condition) for one in found.when)
