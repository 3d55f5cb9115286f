"""The settings of a server: file schema, form, orders and command line are made from one table."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from toolguard.cli import parser
from toolguard.cli.server_options import settings
from toolguard.servers import OPENERS
from toolguard.services.registry import ORDERS
from toolguard.store.config import config_schema
from toolguard.tables.servers import KINDS, ServerSpec

MEMBERS = {name: kind.settings for name, kind in KINDS.items()}

FILE: dict[str, Any] = config_schema.schema()
ORDER: dict[str, Any] = dict(ORDERS["server.add"].schema)
ELSEWHERE = {"stdio": {"arguments"}, "http": {"arguments"}, "otc": {"arguments"}}
"""Settings without a row in the form: arguments are set on the page Tools."""
REFERENCE = "${secret:NAME}"
SAMPLES: dict[str, tuple[list[Any], list[Any]]] = {
    "command": (["uvx"], [""]),
    "args": ([["a", ""]], ["a", [1]]),
    "env": ([{"A": "b"}], [{"A": 1}, {"A=B": "x"}]),
    "cwd": (["/x", None], [1]),
    "url": (["https://a.test/mcp"], [""]),
    "headers": ([{"X": "1"}], [{"X": 1}]),
    "transport": (["auto", "streamable", "sse"], ["other"]),
    "client_id": (["", "me"], ["x" * 2001]),
    "client_secret": (["", REFERENCE], ["plain", "${secret:a b}", "${secret:}", REFERENCE + "x"]),
    "auth": (["none", "api_key", "jwt"], ["other"]),
    "auth_key": (["", REFERENCE], ["plain", "${secret:a b}"]),
    "context": ([{"secrets": {"ID": REFERENCE}, "user_id": "me"}], [{"secrets": {"ID": "plain"}}, {"other": 1}]),
    "arguments": ([{"tool": {"/a": REFERENCE}}], [{"tool": {"a": REFERENCE}}, {"tool": {}}]),
    "requests": ([{}, {"sampling": "ask", "client-other": "deny"}], ["ask", {"sampling": "yes"}, {"other": "ask"}]),
    "trust_hints": ([True, False], ["yes"]),
    "bridge": (["auto", "off"], ["on"]),
}
"""Valid and invalid values of each setting."""
LINES = {
    "stdio": "--env A=b --cwd /x --request sampling=ask --trust-hints --bridge off -- uvx git",
    "http": "--url https://a.test/mcp --header X=1 --transport sse --client-id me --client-secret ${secret:NAME} "
    "--request roots=deny --request prompts=ask --trust-hints --bridge off",
    "otc": "--url https://a.test/otc --kind otc --auth jwt --auth-key ${secret:NAME} --header X=1 --user-id me "
    "--trust-hints",
}
"""A command line with every setting of a kind."""


def places(kind: str, member: str) -> dict[str, dict[str, Any]]:
    """The schema of one setting in each place that has it."""
    found = {"file": FILE["$defs"][kind]["properties"][member], "order": ORDER["properties"][member]}
    if member not in ELSEWHERE[kind]:
        found["form"] = KINDS[kind].schema["properties"][member]
    return found


def is_valid(schema: dict[str, Any], value: Any) -> bool:
    whole = {**schema, "$defs": {**FILE["$defs"], **ORDER["$defs"]}}
    return bool(jsonschema.Draft202012Validator(whole).is_valid(value))


@pytest.mark.parametrize("kind", MEMBERS)
def test_every_place_has_the_same_settings(kind: str) -> None:
    members = set(MEMBERS[kind])
    assert set(KINDS[kind].schema["properties"]) == members - ELSEWHERE[kind]
    assert set(FILE["$defs"][kind]["properties"]) == members | {"kind", "enabled"}
    assert KINDS[kind].schema["required"] == FILE["$defs"][kind]["required"] == [KINDS[kind].needs]


def test_every_kind_can_be_opened() -> None:
    assert OPENERS.keys() == KINDS.keys()


def test_orders_and_configuration_have_the_settings_of_all_kinds() -> None:
    members = {member for kind in MEMBERS.values() for member in kind}
    assert set(ORDER["properties"]) - {"name", "tools", "hidden"} == members | {"kind", "enabled"}
    assert set(ServerSpec.__struct_fields__) == members | {"name", "kind", "enabled"}
    assert set(SAMPLES) == members


@pytest.mark.parametrize(("kind", "member"), [(kind, member) for kind in MEMBERS for member in MEMBERS[kind]])
def test_all_interfaces_accept_the_same_server_values(kind: str, member: str) -> None:
    good, bad = SAMPLES[member]
    for place, schema in places(kind, member).items():
        assert [value for value in good if not is_valid(schema, value)] == [], place
        assert [value for value in bad if is_valid(schema, value)] == [], place


@pytest.mark.parametrize("kind", MEMBERS)
def test_command_line_sets_every_setting_of_a_kind(kind: str) -> None:
    for order in ("add", "change"):
        options = parser.read(["server", order, "x", *LINES[kind].split()])
        told = settings(options)
        assert told["kind"] == kind
        assert set(MEMBERS[kind]) - ELSEWHERE[kind] == set(told) - {"kind"}
        assert [
            error.message for error in jsonschema.Draft202012Validator(ORDER).iter_errors({"name": "x", **told})
        ] == []
