"""What every command has: ``--json``, examples that the parser reads, help that ends alike, and errors with a hint."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import Shell
from toolguard.cli import parser as cli_parser
from toolguard.cli import words as cli_words
from toolguard.cli.help.command_parser import ALIASES, CommandParser, UsageError
from toolguard.cli.help.help_tables import EXAMPLES, EXIT_STATUS, STATUS_1

FOR_A_PERSON = {("demo",), ("serve",), ("completion",)}
"""Commands that open something or print a script: they have no value."""


def runnable_commands(made: CommandParser) -> dict[tuple[str, ...], CommandParser]:
    """Every command that does something, by its words; aliases are left out."""
    if not made.subcommands:
        return {made.words: made}
    found: dict[tuple[str, ...], CommandParser] = {}
    for one in made.subcommands.values():
        found |= runnable_commands(one)
    return found


LEAVES = runnable_commands(cli_parser.parser())


def typed(line: str) -> list[str]:
    """The arguments of an example, without what the shell does with it."""
    words = shlex.split(line)
    assert words[0] == "toolguard"
    return words[1 : next((at for at, word in enumerate(words) if word in "<>|"), len(words))]


def test_every_command_prints_json() -> None:
    without = {words for words, made in LEAVES.items() if "--json" not in made._option_string_actions}
    assert without == FOR_A_PERSON


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_every_command_with_arguments_has_an_example(words: tuple[str, ...]) -> None:
    takes = [one for one in LEAVES[words].arguments if one.dest != "json"]
    assert bool(EXAMPLES.get(words)) or not takes
    assert all(typed(line)[: len(words)] == list(words) for line in EXAMPLES.get(words, ()))


def test_the_tables_of_help_name_only_commands() -> None:
    assert EXAMPLES.keys() - LEAVES.keys() == {()} and STATUS_1.keys() <= LEAVES.keys()


def documented() -> set[str]:
    """The command lines in code blocks of the manual and the README, without the words that explain them."""
    root = Path(__file__).parents[2]
    texts = [path.read_text(encoding="utf-8") for path in (root / "README.md", *root.glob("resources/manual/*/*.md"))]
    lines = [line for text in texts for line in re.findall(r"^(?:    |\$ )?(toolguard(?: .*)?)$", text, re.MULTILINE)]
    return {re.split(r"\s{2,}|\s\(", line)[0] for line in lines}


@pytest.mark.parametrize("line", sorted(documented()))
def test_documented_commands_are_read_by_the_parser(line: str) -> None:
    cli_parser.read(typed(line))


@pytest.mark.parametrize("line", [line for lines in EXAMPLES.values() for line in lines])
def test_examples_are_read_by_the_parser(line: str) -> None:
    options = cli_parser.read(typed(line))
    assert callable(options.run) and options.parser.words == tuple(typed(line)[: len(options.parser.words)])


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_every_argument_is_explained(words: tuple[str, ...]) -> None:
    assert [one.dest for one in LEAVES[words].arguments if not one.help] == []


def test_values_of_a_condition_are_named_once() -> None:
    assert "[--when POINTER MATCHER VALUE]" in " ".join(LEAVES["rule", "add"].format_help().split())


def test_every_noun_has_the_common_aliases() -> None:
    for noun in cli_parser.parser().subcommands.values():
        for name, short in ALIASES.items():
            for alias in short:
                assert noun.subcommands.get(alias) is noun.subcommands.get(name)
    assert cli_parser.read(["server", "ls"]).parser.words == ("server", "list")


def test_help_explains_exit_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli_parser.main(["tool", "changes", "--help"])
    result = capsys.readouterr().out
    assert STATUS_1["tool", "changes"] in result and EXIT_STATUS["1"] not in result
    assert "toolguard tool changes files" in result


@pytest.mark.parametrize("width", [40, 80])
def test_help_fits_the_terminal(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for words in ([], ["client", "guard"]):
        with pytest.raises(SystemExit):
            cli_parser.main([*words, "--help"])
        shown = capsys.readouterr().out
        about = shown[: shown.index("options:")].split("usage: ")[1]
        assert max(map(len, about.splitlines())) <= width


# --- errors


@pytest.mark.parametrize(
    ("words", "meant", "help"),
    [
        (["sever"], "`toolguard server`", "toolguard"),
        (["server", "lst"], "`toolguard server list`", "toolguard server"),
        (["tool", "list", "--sevrer", "x"], "--server", "toolguard tool list"),
        (["rule", "add", "--verdit", "deny"], "--verdict", "toolguard rule add"),
        (["rule", "add", "--server", "s", "--tool", "t", "--verdict", "allw"], "allow", "toolguard rule add"),
        (["log", "export", "x", "--form", "csv"], "--format", "toolguard log export"),
        (["audit", "list"], "`toolguard log`", "toolguard"),
        (["credentials", "list"], "`toolguard secret`", "toolguard"),
        (["rule", "delete", "x"], "`toolguard rule remove`", "toolguard rule"),
        (["rule", "change"], "`toolguard rule edit`", "toolguard rule"),
        (["guard"], "`toolguard client guard`", "toolguard"), (["gaurd"], "`toolguard client guard`", "toolguard"),
        (["client", "gaurd"], "`toolguard client guard`", "toolguard client"),
        (["server", "guard"], "`toolguard client guard`", "toolguard server"),
        (["client", "doctor"], "`toolguard doctor`", "toolguard client"),
        (["secret", "add"], "`toolguard secret set`", "toolguard secret"),
        (["limit", "create"], "`toolguard limit set`", "toolguard limit"),
        (["test", "x"], "`toolguard rule test`", "toolguard"),
        (["add"], "`toolguard server add` or `toolguard rule add` or `toolguard client add`", "toolguard"),
        (["completion", "bsh"], "bash", "toolguard completion"),
        (["rule", "view", "x"], "`toolguard rule show`", "toolguard rule"),
        (["pending"], "`toolguard status`", "toolguard"),
        (["config"], "`toolguard settings`", "toolguard"), (["login"], "`toolguard server sign-in`", "toolguard"),
        (["server", "logs", "x"], "`toolguard server log`", "toolguard server"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)  # fmt: skip
def test_a_mistyped_word_is_recognized(
    words: list[str], meant: str, help: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli_parser.main(words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"Did you mean {meant}?" in line and line.endswith(f"(see `{help} --help`)")


@pytest.mark.parametrize(
    ("words", "same"), [("help", "--help"), ("help rule add", "rule add --help"), ("version", "--version")]
)
def test_help_and_version_are_also_commands(words: str, same: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for line in (words, same):
        with pytest.raises(SystemExit) as ended:
            cli_parser.main(line.split())
        assert ended.value.code == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]


def test_dissimilar_word_gets_no_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli_parser.main(["server", "zzzzzz"]) == 2
    assert "Did you mean" not in capsys.readouterr().err


def test_a_mistyped_name_is_recognized(shell: Shell) -> None:
    shell.with_server()
    assert shell.no("server", "show", "fiels").endswith("Did you mean files?")
    assert shell.no("settings", "set", "langauge", "en").endswith("Did you mean language?")
    assert "Did you mean" not in shell.no("server", "show", "nobody")
    (shell.home / "config.json").write_text('{"servers": [[[')
    assert "Did you mean" not in shell.no("server", "show", "fiels")


def test_usage_error_is_json_with_json_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli_parser.main(["server", "lst", "--json"]) == 2
    output = capsys.readouterr()
    assert json.loads(output.out)["text"] in output.err and json.loads(output.out)["code"] is None


def test_the_command_of_a_server_may_contain_json(capsys: pytest.CaptureFixture[str]) -> None:
    """What stands behind ``--`` is the server's."""
    assert cli_parser.main(["server", "add", "../x", "--", "prog", "--json"]) == 1
    assert capsys.readouterr().out == ""


def test_the_hint_of_server_change_names_server_change(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli_parser.main(["server", "change", "x"]) == 2
    result = capsys.readouterr().err
    assert "toolguard server change NAME -- COMMAND" in result and "server add" not in result


# --- places that are options, too


@pytest.mark.parametrize(
    ("line", "server", "tool"),
    [
        ("show files read", "files", "read"), ("show --server files read", "files", "read"),
        ("show --server files --tool read", "files", "read"), ("show files --tool read", "files", "read"),
        ("hide files", "files", "*"), ("hide --server files", "files", "*"), ("hide --tool x --server y", "y", "x"),
        ("accept --server files a b", "files", ["a", "b"]), ("accept files --tool a b", "files", ["a", "b"]),
        ("accept files", "files", []),
    ],
)  # fmt: skip
def test_server_and_tool_are_accepted_as_options_or_arguments(line: str, server: str, tool: Any) -> None:
    options = cli_parser.read(["tool", *line.split()])
    assert (options.server, options.tool) == (server, tool)


@pytest.mark.parametrize("line", ["show files", "show --tool x", "hide", "show a b --server c", "list a --server b"])
def test_missing_or_repeated_tool_argument_is_a_usage_error(line: str) -> None:
    with pytest.raises(UsageError, match=f"toolguard tool {line.split()[0]} --help"):
        cli_parser.read(["tool", *line.split()])


# --- JSON


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def ready(shell: Shell) -> None:
    """A state in which most examples can be done."""
    for name in ("time", "files", "github"):
        shell.with_server(name)
    shell.ok("secret", "set", "GITHUB_TOKEN", stdin=b"ghp_x1234567890123456789012345678901234567")
    shell.ok("client", "add", "my-agent")
    shell.ok("rule", "add", "--server", "files", "--tool", "x", "--verdict", "deny")
    (shell.folder / "calls.jsonl").write_text('{"server": "files", "tool": "x", "expect": "deny"}\n')
    shell.ok("rule", "export", "rules.json")


ENDLESS = {
    "toolguard client watch --json",
    "toolguard server log time --follow",
    "toolguard log list --follow --limit 1",
}
TYPED = [line for words, lines in EXAMPLES.items() if words not in {(), *FOR_A_PERSON} for line in lines]


def test_every_example_prints_one_json_value_or_lines_of_them(shell: Shell) -> None:
    """Also where it is refused: then it is why, with the status 1 or 2."""
    ready(shell)
    done_well = set()
    for line in TYPED:
        if line in ENDLESS:
            continue
        words = typed(line)
        at = words.index("--") if "--" in words else len(words)
        done = shell(*words[:at], "--json", *words[at:], stdin=b"a value")
        if words[:2] == ["rule", "test"]:
            assert all(isinstance(json.loads(each), dict) for each in done.stdout.splitlines()) and done.stdout
        else:
            value = json.loads(done.stdout)
            if done.returncode and set(value) == {"code", "text", "arguments"}:
                assert value["text"] in done.stderr, line
        if done.returncode == 0:
            done_well.add(tuple(words[:2]))
        assert done.returncode in (0, 1), (line, done.stderr)
    assert len(done_well) > 24, sorted(done_well)


def test_changing_command_prints_its_change(shell: Shell) -> None:
    assert shell.json("server", "add", "x", "--url", "https://x.example/mcp")["name"] == "x"
    assert shell.json("server", "disable", "x") == {"name": "x", "enabled": False, "ended": 0}
    assert shell.json("server", "duplicate", "x", "y")["name"] == "y"
    limit = shell.json("limit", "set", "--server", "x", "--rate", "3/1m")
    assert shell.json("limit", "rm", limit["id"])["id"] == limit["id"]
    assert shell.json("settings", "set", "sound", "on")["value"] is True
    assert shell.json("tool", "hide", "x", "t")["exposed"] is False
    (shell.folder / "mcp.json").write_text('{"mcpServers": {"z": {"command": "true"}, "x": {"command": "other"}}}')
    done = shell("server", "import", "mcp.json", "--json")
    assert done.returncode == 1
    assert [(one["name"], one["state"]) for one in json.loads(done.stdout)] == [
        ("z", "added"), ("x", "name already in use"),
    ]  # fmt: skip
    assert shell.json("rule", "export", "r.json") == {"file": "r.json", "rules": 0}
    assert shell.json("server", "rm", "x")["name"] == "x"


# --- words


def test_state_of_a_server_warns_about_a_look_alike_sign_in_page() -> None:
    def state(place: str) -> str:
        return cli_words.server_state({"enabled": True, "sign_in": {"state": "wanted", "place": place}}, [])

    assert state("login.xn--pple-43d.example") == "Look-alike sign-in address"
    assert state("login.apple.example") == "Signed out"


def test_state_names_match_the_window() -> None:
    from toolguard.window.clients import client_servers
    from toolguard.window.log_view import call_model
    from toolguard.window.servers import server_rows

    assert {name: row[2] for name, row in server_rows.STATES.items()} == cli_words.SERVER_STATES
    assert list(cli_words.SERVER_STATES) == list(server_rows.STATES)
    assert cli_words.OF_SESSION == server_rows._OF_SESSION
    assert {name: row[2] for name, row in call_model.OUTCOMES.items()} == cli_words.OUTCOMES
    assert cli_words.DECIDERS == call_model.DECIDERS
    assert {name: row[0] for name, row in client_servers.STATES.items()} == cli_words.ENTRY_STATES
    assert {name: row[2] for name, row in call_model.DECISIONS.items() if name} == {
        name: word for name, word in cli_words.DECISIONS.items() if name
    }
