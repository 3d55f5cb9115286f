"""``toolguard tool changes`` and ``accept``: what a server changed, on paper, and what a person is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.support.services_harness import Harness, by_name
from toolguard.cli import tools
from toolguard.cli.help.command_parser import CommandParser, settle
from toolguard.gate.policy.tools import instructions_of
from toolguard.services.registry import execute
from toolguard.services.runtime.requests import Request

T = TypeVar("T")

READ = {"name": "read", "description": "Reads."}


@pytest.fixture
def harness(tmp_path: Path) -> Iterator[Harness]:
    one = Harness(tmp_path)
    asyncio.run(one.with_server())
    one.gate.tools.set_instructions("files", "s", instructions_of({"instructions": "Be kind."}))
    add_tools(one, READ, {"name": "send"})
    for tool in ("read", "send"):
        asyncio.run(one.order("rule.add", server="files", tool=tool, verdict="allow"))
    one.asked.clear()
    yield one
    one.inventory.close()
    one.keychain.close()


def add_tools(harness: Harness, *listed: dict[str, Any]) -> None:
    harness.gate.tools.add_page("files", "s", {"tools": list(listed)}, first=True)


def run(harness: Harness, *words: str) -> int:
    core = by_name(lambda name, arguments, _tell: execute(name, arguments, harness.app, harness.propose))

    def send(request: Request[T]) -> T:
        return asyncio.run(core(request, print))

    parser = CommandParser(prog="toolguard tool")
    tools.add_commands(parser.add_subparsers(parser_class=CommandParser), send)
    options = parser.parse_args(words)
    settle(options)
    return int(options.run(options))


def test_no_changes_exit_with_status_0(harness: Harness, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(harness, "changes", "files") == 0
    assert "have not changed since you last reviewed them" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said", "warning"),
    [
        (("hide", "files", "send"), "send of files is now hidden from all clients and can't be called.", ""),
        (("hide", "files", "sent"), "sent of files is now hidden", "lists no tool sent now. Did you mean send?"),
        (("hide", "files", "--client", "desk"), "All tools of files are now hidden from desk", ""),
        (("expose", "files"), "All tools of files are now visible to all clients.", ""),
    ],
)
def test_switched_tools_are_named_and_an_unlisted_one_is_reported(
    harness: Harness, words: tuple[str, ...], said: str, warning: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(harness, *words) == 0
    result = capsys.readouterr()
    assert said in result.out and warning in result.err and bool(result.err) == bool(warning)


def test_changes_are_printed_with_hidden_characters_visible(
    harness: Harness, capsys: pytest.CaptureFixture[str]
) -> None:
    add_tools(harness, READ | {"description": "Reads\u200b.", "icons": []}, {"name": "send"})
    harness.gate.tools.set_instructions("files", "s", instructions_of({"instructions": "Be quick."}))
    assert run(harness, "changes", "files") == 1
    assert capsys.readouterr().out.splitlines() == [
        "files itself", "  ! Text the model reads: instructions", "      - Be kind.", "      + Be quick.",
        "read", "  ! Text the model reads: /description", "      - Reads.",
        "      + Reads⟨U+200B ZERO WIDTH SPACE⟩.", "    Shown by clients only: /icons", "      + []",
    ]  # fmt: skip
    assert run(harness, "changes", "files", "--json") == 1
    assert '"kind": "model text"' in capsys.readouterr().out


def test_accepting_shows_the_person_every_change(harness: Harness, capsys: pytest.CaptureFixture[str]) -> None:
    add_tools(harness, READ | {"x": 1}, {"name": "send", "x": 1})
    assert run(harness, "accept", "files", "read") == 0
    ((_, title, detail, _),) = harness.asked
    assert "files" in title and "read" in detail and "send" not in detail and "/x" in detail
    assert capsys.readouterr().out == "Accepted 1 changed definition. Allow rules that apply again: 1.\n"
    assert run(harness, "accept", "files") == 0
    assert run(harness, "changes", "files") == 0
