"""Methods of services: an effect is declared or they do not load; a typed call is checked as one from the socket is."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.services_harness import Harness, ordered
from tests.support.type_checks import mypy
from toolguard.gate.approvals.proposals import MAX_LENGTH
from toolguard.services.interface import NewRule, NewServer, RefusedError, RemovedRule, ServerSettings
from toolguard.services.methods import ConsentQuestion, MethodRunner, Service, name_detail
from toolguard.services.registry import ORDERS, SERVICES
from toolguard.services.runtime.requests import Services

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
async def harness(tmp_path: Path) -> Any:
    one = Harness(tmp_path)
    yield one
    one.keychain.close()


class Person:
    """Whoever is asked; says yes unless told otherwise."""

    def __init__(self, consents: bool = True) -> None:
        self.consents, self.asked = consents, list[ConsentQuestion]()

    async def __call__(self, question: ConsentQuestion) -> bool:
        self.asked.append(question)
        return self.consents


def test_a_method_that_declares_no_effect_does_not_load() -> None:
    with pytest.raises(TypeError, match=r"Bare\.loose needs @reads, @changes, @loosens"):

        class Bare(Service):
            kind = "server"

            async def loose(self) -> None: ...


def test_every_public_method_of_every_service_is_an_order_with_an_effect() -> None:
    for service in SERVICES:
        public = {name for name in vars(service) if not name.startswith("_") and name not in ("kind", "orders")}
        assert len(service.orders) == len(public)
    assert sum(len(service.orders) for service in SERVICES) == len(ORDERS), "two methods have one name"


def test_reading_orders_never_ask() -> None:
    for order in ORDERS.values():
        assert order.changes or not order.loosens


async def test_loosening_method_asks_and_can_be_declined(harness: Harness) -> None:
    person = Person(consents=False)
    services = Services(MethodRunner(harness.app, person))
    with pytest.raises(RefusedError, match="declined"):
        await services.servers.add(NewServer(name="x", command="prog", args=["a b"]))
    (question,) = person.asked
    assert (question.order, question.kind, question.asked_by) == ("server.add", "server", "command line")
    assert question.arguments == {"name": "x", "command": "prog", "args": ["a b"]}
    assert question.detail.split("\n") == ["server   x", "command  prog 'a b'"]
    assert not harness.config.servers and not harness.log.events


@pytest.mark.parametrize(
    "settings",
    [
        {"args": ["y" * MAX_LENGTH]},
        {"args": ["\u200b\u200c" * 2_500]},  # written out
        {"env": {f"Y{number}": "" for number in range(5_000)}},  # a line each
    ],
    ids=["characters", "invisible characters", "lines"],
)
async def test_question_that_is_too_long_to_read_is_refused(harness: Harness, settings: dict[str, Any]) -> None:
    person = Person()
    services = Services(MethodRunner(harness.app, person))
    with pytest.raises(RefusedError, match="more than 100,000 characters"):
        await services.servers.add(NewServer(name="x", command="prog", **settings))
    assert not person.asked and not harness.config.servers


async def test_restricting_method_needs_no_approval(harness: Harness) -> None:
    person = Person(consents=False)
    services = Services(MethodRunner(harness.app, person))
    added = await services.rules.add(NewRule(server="files", tool="read", verdict="deny"))
    assert [rule["id"] for rule in await services.rules.all()] == [added["id"]]
    assert not person.asked


async def test_a_typed_call_is_bounded_as_one_from_the_socket(harness: Harness) -> None:
    services = Services(MethodRunner(harness.app))
    deep = json.loads('{"a":' * 201 + "1" + "}" * 201)
    calls = [
        (lambda: services.servers.add(NewServer(name="../x", command="c")), "name must be 1 to 64 letters"),
        (lambda: services.servers.add(NewServer(name="x", command="c", args=["a\0b"])), "args.0 must be a string"),
        (lambda: services.servers.probe(ServerSettings(name="x", command="")), "command must be a non-empty string"),
        (lambda: services.secrets.put("T", ""), "value must be a non-empty string"),
        (lambda: services.secrets.put("T", "half \ud800"), "unpaired surrogate"),
        (lambda: services.rules.add(NewRule(server="s", tool="t", verdict="deny", seconds=-1)), "seconds must be"),
        (lambda: services.tools.show("s", "t" * 513), "tool must be a name or"),
        (lambda: services.rules.explain("s", "t", arguments={"n": Decimal("1e400")}), "cannot be stored exactly"),
        (lambda: services.rules.explain("s", "t", arguments=deep), "deeper than 200"),
    ]  # fmt: skip
    for call, words in calls:
        with pytest.raises(RefusedError, match=re.escape(words)):
            await call()
    assert not harness.log.events and not harness.config.servers


async def test_a_refusal_never_repeats_a_value(harness: Harness) -> None:
    services = Services(MethodRunner(harness.app))
    with pytest.raises(RefusedError) as refused:
        await services.secrets.put("T", "hunter2\0")
    assert "hunter2" not in str(refused.value)


async def test_removed_value_is_restored_from_the_result(harness: Harness) -> None:
    services = Services(MethodRunner(replace(harness.app, by="person")))
    await services.servers.add(NewServer(name="files", command="prog", env={"A": "${secret:T}"}, tools=["read"]))
    await services.secrets.put("T", "x" * 20)
    await services.secrets.bind("T", ["files"])
    rule = await services.rules.add(NewRule(server="files", tool="read", verdict="allow"))
    before, switches = await services.servers.all(), list(harness.config.switches)
    removed = await services.servers.remove("files")
    assert not harness.config.servers and harness.config.secrets["T"].servers == ()
    await services.servers.restore(removed)
    assert await services.servers.all() == before and list(harness.config.switches) == switches
    assert [one["id"] for one in await services.rules.all()] == [rule["id"]]
    gone = await services.rules.remove(rule["id"])
    back = await services.rules.restore(msgspec.convert(gone, RemovedRule))
    assert back == gone


@pytest.mark.parametrize("name", sorted(name for name, order in ORDERS.items() if not order.schema["required"]))
async def test_typed_result_equals_the_socket_result(harness: Harness, name: str) -> None:
    """Of each method that can be called without an argument."""
    await harness.with_server()
    order = ORDERS[name]

    async def typed(services: Services) -> Any:
        return await getattr(order.service(services._caller), order.run.__name__)()

    try:
        answer = {"ok": True, "value": await harness.run(typed, print)}
    except RefusedError as why:
        answer = {"ok": False, "error": str(why)}
    assert await ordered(harness.run, name, {}) == answer


def test_loading_the_interface_loads_no_service_transport_keyring_or_schema_library() -> None:
    """The window loads it, and its start is measured."""
    heavy = "toolguard.services.servers toolguard.services.methods toolguard.servers toolguard.store toolguard.clients"
    code = (
        "import sys, toolguard.services.interface\n"
        f"print([name for name in {f'{heavy} jsonschema keyring psutil httpx2 uvicorn PySide6'.split()}"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_valid_arguments_load_no_second_schema_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its import takes a quarter of the time of a command."""
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    optional = [order for order in ORDERS.values() if not order.schema.get("required")]
    assert len(optional) > 20
    for order in optional:
        assert order.checked({}) is not None


# --- mypy


SNIPPET = '''"""Calls from the window into the core."""

from toolguard.services.interface import NewRule
from toolguard.window.core_link import CoreLink


async def right(core_link: CoreLink) -> str:
    """Every word of this is known."""
    rule = await core_link.run(lambda core: core.rules.add(NewRule(server="s", tool="t", verdict="deny")))
    shown = await core_link.run(lambda core: core.servers.show("x"))
    return rule["id"] + shown["launch"]


async def wrong(core_link: CoreLink) -> None:
    """Each line has one fault."""
    await core_link.run(lambda core: core.rules.ad(NewRule(server="s", tool="t", verdict="deny")))
    await core_link.run(lambda core: core.rule.all())
    await core_link.run(lambda core: core.rules.remove(idd="x"))
    await core_link.run(lambda core: core.servers.enable("x", "yes"))
    await core_link.run(lambda core: core.secrets.put("x"))
    NewRule(server="s", tool="t", verdict="maybe")
    (await core_link.run(lambda core: core.servers.show("x")))["nmae"]
'''
FAULTS = ('"ad"', '"rule"', '"idd"', '"enable"', '"value"', '"verdict"', '"nmae"')


def test_a_misspelt_method_or_argument_in_the_window_is_a_type_error(tmp_path: Path) -> None:
    path = tmp_path / "calls.py"
    path.write_text(SNIPPET, encoding="utf-8")
    result = mypy(path)
    errors = [line for line in result if ": error: " in line]
    first = SNIPPET.splitlines().index('    """Each line has one fault."""') + 2
    lines = [int(error.split(":")[1]) for error in errors]
    assert lines == list(range(first, first + len(FAULTS))), result
    for error, named in zip(errors, FAULTS, strict=True):
        assert named in error


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"name": "secrets_in_arguments", "value": False}, "name     secrets_in_arguments\nvalue    no"),
        ({"value": 5.0}, "value    5"),
        ({"seconds": 7200.0}, "seconds  2 h"),
        ({"seconds": 90.0, "idle": 300.0}, "seconds  90 s\nidle     5 min"),
        ({"servers": ["a", "b"], "note": "x\ny"}, 'servers  ["a", "b"]\nnote     x⟨U+000A LINE FEED⟩y'),
    ],
)
def test_arguments_are_shown_in_words(arguments: dict[str, Any], text: str) -> None:
    assert name_detail(arguments) == text
