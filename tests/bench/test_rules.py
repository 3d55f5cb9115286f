"""What it costs to judge a call: the rules' verdict, and its arguments against its tool's schema."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import jsonschema
import jsonschema_rs
import msgspec
import pytest

from tests.bench.conftest import Show
from toolguard.gate.model import Call, ClientInfo
from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.rules import ANY, Rule, RuleSet
from toolguard.gate.policy.schemas import SchemaValidator
from toolguard.gate.policy.tools import ToolCatalog

pytestmark = pytest.mark.bench
CALLS = 2000
"""Different calls that are judged; fewer than what `RuleSet` remembers."""
ROUNDS = 5
SERVERS, TOOLS, CLIENTS = 40, 100, 5
SCHEMA = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "minLength": 1, "maxLength": 4096, "pattern": "^/"},
        "content": {"type": "string"},
        "mode": {"enum": ["create", "overwrite", "append"]},
        "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 20},
        "options": {
            "type": "object",
            "properties": {"encoding": {"type": "string"}, "limit": {"type": "integer", "minimum": 0}},
            "additionalProperties": False,
        },
    },
    "required": ["path", "content"],
    "additionalProperties": False,
}


def call(client: str, server: str, tool: str, arguments: dict[str, Any] | None = None) -> Call:
    params = {"name": tool, "arguments": arguments or {}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    return Call(
        id="c", session="s", client=ClientInfo(id=client), claim="", server=server, tool=tool, message=message,
        era="legacy", since=0.0,
    )  # fmt: skip


def rules(count: int) -> list[Rule]:
    """Rules of every kind: exact places, and wild ones in each place."""
    some = random.Random(1)
    made = []
    for number in range(count):
        numbers = (some.randrange(CLIENTS), some.randrange(SERVERS), some.randrange(TOOLS))
        places = zip(("client", "server", "tool"), numbers, strict=True)
        client, server, tool = (ANY if some.random() < 0.1 else f"{place}{number}" for place, number in places)
        verdict = some.choice(("allow", "allow", "ask", "deny"))
        made.append(Rule(id=str(number), client=client, server=server, tool=tool, verdict=verdict))
    return made


def calls() -> list[Call]:
    some = random.Random(2)
    made = {(some.randrange(CLIENTS), some.randrange(SERVERS), some.randrange(TOOLS)) for _ in range(CALLS * 2)}
    return [call(f"client{client}", f"server{server}", f"tool{tool}") for client, server, tool in list(made)[:CALLS]]


def each(work: Callable[[Any], object], over: Sequence[Any]) -> float:
    """Microseconds for each, the loop around it included."""
    began = time.perf_counter()
    for one in over:
        work(one)
    return (time.perf_counter() - began) / len(over) * 1e6


def often(work: Callable[[Any], object], one: object, times: int = 2000) -> float:
    """Median microseconds of ``work(one)``."""
    return statistics.median(each(work, [one] * times) for _ in range(ROUNDS))


def plainly(all: Sequence[Rule], of: Call) -> str:
    """The peer: the obvious loop over all rules."""
    places = ((of.client.id, "client"), (of.server, "server"), (of.tool, "tool"))
    found = {rule.verdict for rule in all if all_match(rule, places)}
    return next((verdict for verdict in ("deny", "ask", "allow") if verdict in found), "ask")


def all_match(rule: Rule, places: tuple[tuple[str, str], ...]) -> bool:
    return all(getattr(rule, name) in (ANY, text) for text, name in places)


@pytest.mark.parametrize(("count", "budget"), [(10, "<= 5 µs"), (10_000, "<= 50 µs")])
def test_the_verdict_of_rules(count: int, budget: str, show: Show) -> None:
    given, asked = rules(count), calls()
    made = [RuleSet(given) for _ in range(ROUNDS)]
    firsts = [each(lambda one, all=all: all.decide(one, None, 1.0), asked) for all in made]
    agains = [each(lambda one, all=all: all.decide(one, None, 1.0), asked) for all in made]
    fresh = RuleSet(given)
    worst = max(each(lambda one: fresh.decide(one, None, 1.0), [one]) for one in asked)
    sample = asked[:20]
    assert [made[0].decide(one, None, 1.0).verdict for one in sample] == [plainly(given, one) for one in sample]
    floor = often({("a", "b", "c"): 1}.get, ("a", "b", "c"))
    peer = each(lambda one: plainly(given, one), sample)
    for name, took in (("first time", statistics.median(firsts)), ("again", statistics.median(agains))):
        note = f"{took / floor:.0f} x a look-up ({floor:.2f} µs), {peer / took:,.0f} x faster than a loop over all"
        show(f"verdict, {count:,} rules, {name}", f"{took:.2f} µs", budget, note)
    show(f"verdict, {count:,} rules, the slowest first of {CALLS:,}", f"{worst:.1f} µs")
    began = time.perf_counter()
    made[0].add(Rule(id="new", server="server1", verdict="ask"))
    made[0].remove("new")
    show(f"a rule added and removed, {count:,} rules", f"{(time.perf_counter() - began) * 1e6:.1f} µs")


CONDITIONS = (
    Condition(pointer="/path", matcher="glob", value="/home/*/notes/**"),
    Condition(pointer="/path", matcher="starts-with", value="/home/u/"),
    Condition(pointer="/n", matcher="between", value=[1, 100]),
    Condition(pointer="/mode", matcher="one-of", value=["read", "stat"]),
    Condition(pointer="/url", matcher="host", value="example.com"),
    Condition(pointer="/command", matcher="program", value="git status"),
)
ARGUMENTS = {
    "path": "/home/u/notes/a.txt", "n": 7, "mode": "read", "url": "https://example.com/a", "command": "git status -s",
}  # fmt: skip


@pytest.mark.parametrize(("count", "budget"), [(10, "<= 10 µs"), (1_000, "<= 50 µs"), (10_000, "<= 100 µs")])
def test_the_verdict_of_rules_with_conditions(count: int, budget: str, show: Show) -> None:
    """Every rule has one or two conditions; each matcher is among them."""
    some = random.Random(3)
    given = [
        msgspec.structs.replace(one, when=tuple(some.sample(CONDITIONS, some.choice((1, 2)))), other_arguments="any")
        for one in rules(count)
    ]
    asked = [call(one.client.id, one.server, one.tool, ARGUMENTS) for one in calls()]
    made = RuleSet(given)
    each(lambda one: made.decide(one, None, 1.0), asked)
    took = statistics.median(each(lambda one: made.decide(one, None, 1.0), asked) for _ in range(ROUNDS))
    fitting = statistics.mean(len(list(made.consider_all(one, None, 1.0))) for one in asked)
    show(f"verdict, {count:,} rules with conditions", f"{took:.1f} µs", budget, f"{fitting:.1f} rules looked at a call")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("five members", {"path": "/a/b", "content": "hi", "mode": "create", "tags": ["a"], "options": {"limit": 3}}),
        ("100 kB of text", {"path": "/a/b", "content": "x" * 100_000}),
        ("two mismatches", {"path": "a", "content": "hello", "mode": "delete"}),
    ],
)
def test_arguments_against_a_schema(name: str, arguments: dict[str, Any], show: Show) -> None:
    times = 200
    check, bare, peer = (
        SchemaValidator(SCHEMA),
        jsonschema_rs.validator_for(SCHEMA),
        jsonschema.Draft202012Validator(SCHEMA),
    )
    tools = ToolCatalog()
    tools.add_page("s", "1", {"tools": [{"name": "t", "inputSchema": SCHEMA}]}, first=True)
    assert bool(check.mismatches(arguments)) == (name == "two mismatches")
    ours = often(check.mismatches, arguments, times)
    floor = often(bare.is_valid, arguments, times)
    other = often(lambda value: list(peer.iter_errors(value)), arguments, times)
    whole = often(lambda value: tools.warnings("s", "t", value), arguments, times)
    note = f"{ours / floor:.1f} x its library ({floor:.1f} µs), {other / ours:.0f} x faster than jsonschema"
    show(f"arguments checked, {name}", f"{ours:.1f} µs", "", f"{note}; with the inventory {whole:.1f} µs")


def test_a_schema_compiled(show: Show) -> None:
    ours, floor = often(SchemaValidator, SCHEMA, 20), often(jsonschema_rs.validator_for, SCHEMA, 20)
    show("a tool's schema compiled, once", f"{ours:.0f} µs", "", f"{ours / floor:.1f} x its library ({floor:.0f} µs)")
