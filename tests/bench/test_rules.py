"""Cost of a decision: the verdict of the rules, and the validation of arguments against the tool's schema."""

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
"""Different calls; fewer than `RuleSet` caches."""
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
    """Return rules with exact names and with wildcards in each place."""
    generator = random.Random(1)
    result = []
    for number in range(count):
        numbers = (generator.randrange(CLIENTS), generator.randrange(SERVERS), generator.randrange(TOOLS))
        places = zip(("client", "server", "tool"), numbers, strict=True)
        client, server, tool = (ANY if generator.random() < 0.1 else f"{place}{number}" for place, number in places)
        verdict = generator.choice(("allow", "allow", "ask", "deny"))
        result.append(Rule(id=str(number), client=client, server=server, tool=tool, verdict=verdict))
    return result


def calls() -> list[Call]:
    """Return `CALLS` different calls."""
    generator = random.Random(2)
    places = {
        (generator.randrange(CLIENTS), generator.randrange(SERVERS), generator.randrange(TOOLS))
        for _ in range(CALLS * 2)
    }
    return [call(f"client{client}", f"server{server}", f"tool{tool}") for client, server, tool in list(places)[:CALLS]]


def each(work: Callable[[Any], object], over: Sequence[Any]) -> float:
    """Return the mean microseconds of ``work`` for each item, the loop included."""
    began = time.perf_counter()
    for one in over:
        work(one)
    return (time.perf_counter() - began) / len(over) * 1e6


def often(work: Callable[[Any], object], one: object, times: int = 2000) -> float:
    """Return the median microseconds of ``work(one)``."""
    return statistics.median(each(work, [one] * times) for _ in range(ROUNDS))


def decide_by_loop(all: Sequence[Rule], call: Call) -> str:
    """Return the verdict of a simple loop over all rules, for comparison."""
    places = ((call.client.id, "client"), (call.server, "server"), (call.tool, "tool"))
    verdicts = {rule.verdict for rule in all if all_match(rule, places)}
    return next((verdict for verdict in ("deny", "ask", "allow") if verdict in verdicts), "ask")


def all_match(rule: Rule, places: tuple[tuple[str, str], ...]) -> bool:
    return all(getattr(rule, name) in (ANY, text) for text, name in places)


@pytest.mark.parametrize(("count", "budget"), [(10, "<= 5 µs"), (10_000, "<= 50 µs")])
def test_verdict_of_rules(count: int, budget: str, show: Show) -> None:
    all_rules, all_calls = rules(count), calls()
    rule_sets = [RuleSet(all_rules) for _ in range(ROUNDS)]
    firsts = [each(lambda one, all=all: all.decide(one, None, 1.0), all_calls) for all in rule_sets]
    agains = [each(lambda one, all=all: all.decide(one, None, 1.0), all_calls) for all in rule_sets]
    fresh = RuleSet(all_rules)
    worst = max(each(lambda one: fresh.decide(one, None, 1.0), [one]) for one in all_calls)
    sample = all_calls[:20]
    verdicts = [rule_sets[0].decide(one, None, 1.0).verdict for one in sample]
    assert verdicts == [decide_by_loop(all_rules, one) for one in sample]
    floor = often({("a", "b", "c"): 1}.get, ("a", "b", "c"))
    peer = each(lambda one: decide_by_loop(all_rules, one), sample)
    for name, took in (("first time", statistics.median(firsts)), ("again", statistics.median(agains))):
        note = f"{took / floor:.0f} x a look-up ({floor:.2f} µs), {peer / took:,.0f} x faster than a loop over all"
        show(f"verdict, {count:,} rules, {name}", f"{took:.2f} µs", budget, note)
    show(f"verdict, {count:,} rules, the slowest first of {CALLS:,}", f"{worst:.1f} µs")
    began = time.perf_counter()
    rule_sets[0].add(Rule(id="new", server="server1", verdict="ask"))
    rule_sets[0].remove("new")
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
def test_verdict_of_rules_with_conditions(count: int, budget: str, show: Show) -> None:
    """Every rule has one or two conditions, with every matcher among them."""
    generator = random.Random(3)
    all_rules = [
        msgspec.structs.replace(
            one, when=tuple(generator.sample(CONDITIONS, generator.choice((1, 2)))), other_arguments="any"
        )
        for one in rules(count)
    ]
    all_calls = [call(one.client.id, one.server, one.tool, ARGUMENTS) for one in calls()]
    rule_set = RuleSet(all_rules)
    each(lambda one: rule_set.decide(one, None, 1.0), all_calls)
    took = statistics.median(each(lambda one: rule_set.decide(one, None, 1.0), all_calls) for _ in range(ROUNDS))
    considered = statistics.mean(len(list(rule_set.consider_all(one, None, 1.0))) for one in all_calls)
    show(
        f"verdict, {count:,} rules with conditions",
        f"{took:.1f} µs",
        budget,
        f"{considered:.1f} rules considered for each call",
    )


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("five members", {"path": "/a/b", "content": "hi", "mode": "create", "tags": ["a"], "options": {"limit": 3}}),
        ("100 kB of text", {"path": "/a/b", "content": "x" * 100_000}),
        ("two mismatches", {"path": "a", "content": "hello", "mode": "delete"}),
    ],
)
def test_validating_arguments(name: str, arguments: dict[str, Any], show: Show) -> None:
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


def test_compiling_a_schema(show: Show) -> None:
    ours, floor = often(SchemaValidator, SCHEMA, 20), often(jsonschema_rs.validator_for, SCHEMA, 20)
    show("a tool's schema compiled, once", f"{ours:.0f} µs", "", f"{ours / floor:.1f} x its library ({floor:.0f} µs)")
