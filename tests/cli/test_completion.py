"""Completions: what can follow a command line, and the scripts in the real shells."""

from __future__ import annotations

import json
import os
import select
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from toolguard.cli import parser as cli_parser
from toolguard.cli.help.completion import SCRIPTS, WANTS_FILE, complete
from toolguard.cli.help.known_names import known_names
from toolguard.gate.policy.tools import ToolCatalog
from toolguard.store.inventory import ToolInventory

CONFIG = {
    "servers": {"quokka": {"command": "npx"}, "files": {"url": "https://x.example"}, "$(touch x)": {}, "a b": {}},
    "rules": [{"id": "4f1c22aa", "verdict": "deny", "server": "files", "tool": "*"}, {"id": 5}, "no rule"],
    "secrets": {"TOKEN": {"note": "for \x1b[2J files"}},
    "clients": {"my-agent": {}},
    "limits": {"77aa": {"server": "files"}},
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    made = tmp_path / "state"
    (made / "tools").mkdir(parents=True)
    (made / "config.json").write_text(json.dumps(CONFIG))
    tools = [{"definition": json.dumps({"name": name})} for name in ("read_file", "`reboot`")]
    listed = {"server": "files", "tools": [*tools, {"definition": "["}, {"definition": 7}, 7]}
    (made / "tools" / "1.json").write_text(json.dumps(listed))
    return made


def names(home: Path, line: str) -> list[str]:
    """What can stand at the end of a line."""
    return [name for name, _ in complete(cli_parser.parser, home, line.split(" ")).candidates]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("pan", ["panic"]), ("server sh", ["show"]), ("server l", ["list", "log"]),
        ("server show ", ["quokka", "files"]),
        ("server show qu", ["quokka"]), ("server add ", []), ("server duplicate files ", []),
        ("tool show ", ["quokka", "files"]), ("tool show files ", ["read_file"]),
        ("tool show --server files ", ["read_file"]), ("tool hide quokka ", []), ("tool list --ser", []),
        ("rule remove ", ["4f1c22aa"]), ("rule edit 4", ["4f1c22aa"]), ("limit rm ", ["77aa"]),
        ("rule add --verdict ", ["allow", "deny", "ask"]),
        ("rule add --verdict=a", ["--verdict=allow", "--verdict=ask"]),
        ("rule add --verdict = a", ["allow", "ask"]), ("rule add --verdict =", ["allow", "deny", "ask"]),
        ("rule add --server files --tool ", ["read_file"]), ("rule add --verd", ["--verdict"]),
        ("rule add --client curs", ["cursor"]), ("client guard curs", ["cursor"]), ("client remove ", ["my-agent"]),
        ("secret bind TOKEN --server ", ["quokka", "files"]), ("secret bind TOKEN --server files q", ["quokka"]),
        ("secret show ", ["TOKEN"]), ("settings set sou", ["sound"]), ("settings set sound ", ["on", "off"]),
        ("settings set appearance ", ["system", "light", "dark"]), ("settings set nothing ", []),
        ("rule add --until l", ["lock"]), ("rule stats --since ", ["today", "7d", "30d"]),
        ("completion ", ["bash", "zsh", "fish"]), ("log export --fo", ["--force", "--format"]),
        ("nonsense sh", []), ("server nonsense xyz", []),
    ],
)  # fmt: skip
def test_candidates_at_the_cursor(home: Path, line: str, found: list[str]) -> None:
    assert names(home, line) == found


@pytest.mark.parametrize(
    "line",
    ["log export ", "rule import r", "server add x -- ", "server add x --cwd ", "client guard --file ",
     "log verify ", "log verify log/1.jsonl log/", "log verify --public-key k", "log verify --since="],
)  # fmt: skip
def test_a_file_is_left_to_the_shell(home: Path, line: str) -> None:
    assert complete(cli_parser.parser, home, line.split(" ")).wants_file


def test_tools_that_the_app_stored_can_be_completed(home: Path) -> None:
    catalog, inventory = ToolCatalog(), ToolInventory(home / "tools", now=time.time)
    catalog.replace_list("quokka", {"tools": [{"name": "hop"}, {"name": "$(reboot)"}]})
    inventory.take("quokka", "mark", catalog)
    inventory.close()
    assert names(home, "tool show quokka ") == ["hop"]


def test_every_name_that_exists_can_be_completed(home: Path) -> None:
    """A new positional argument that names something says so in the table."""
    from tests.cli.test_help import LEAVES

    free = {("server", "add"), ("client", "add")}
    for words, made in LEAVES.items():
        first = next((one for one in made.arguments if not one.option_strings), None)
        if first is not None and first.dest in ("name", "id", "server") and words not in free | {("log", "show")}:
            assert names(home, " ".join([*words, ""])), words


def test_completion_offers_no_names_with_shell_characters(home: Path) -> None:
    """A shell puts them on the command line as they are."""
    assert [name for name, _ in known_names(home, "server")] == ["quokka", "files"]
    assert [name for name, _ in known_names(home, "tool")] == ["read_file"]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"servers": [], "rules": {}, "secrets": 1}', "[" * 100_000, "\xff"])
def test_a_broken_configuration_has_no_names(home: Path, text: str) -> None:
    (home / "config.json").write_text(text, encoding="latin-1")
    (home / "tools" / "1.json").write_text(text, encoding="latin-1")
    for kind in ("server", "rule", "secret", "limit", "http client", "tool"):
        assert known_names(home, kind) == []


@pytest.mark.skipif(os.name != "posix", reason="pipes and links as POSIX has them")
def test_names_are_not_read_from_a_pipe_but_through_a_link(home: Path) -> None:
    config = home / "config.json"
    config.rename(home / "elsewhere")
    config.symlink_to(home / "elsewhere")
    assert [name for name, _ in known_names(home, "server")] == ["quokka", "files"]
    config.unlink()
    os.mkfifo(config)
    assert known_names(home, "server") == []


def test_completion_is_printed_quietly_and_starts_nothing(home: Path, capsys: pytest.CaptureFixture[str],
                                                          monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setenv("TOOLGUARD_HOME", str(home))
    before = sorted(home.rglob("*"))
    assert cli_parser.main([cli_parser.COMPLETE, "secret", "show", ""]) == 0
    output = capsys.readouterr()
    assert output.out.startswith("TOKEN\tfor ") and "\x1b" not in output.out and output.err == ""
    assert cli_parser.main([cli_parser.COMPLETE, "log", "export", ""]) == WANTS_FILE
    assert cli_parser.main([cli_parser.COMPLETE]) == 0
    assert sorted(home.rglob("*")) == before


def test_completion_imports_nothing_slow(home: Path) -> None:
    heavy = ["asyncio", "keyring", "jsonschema", "sqlite3", "psutil", "PySide6", "qasync", "uvloop", "argparse"]
    code = "import sys; from toolguard.cli.parser import main; main(['__complete', 'rule', 'add', '--server', '']); "
    code += f"print(sorted(set({heavy}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "TOOLGUARD_HOME": str(home)},
                          capture_output=True, text=True, check=True)  # fmt: skip
    assert done.stdout.splitlines()[-1] == "['argparse']"


# --- the real shells

START = {
    "bash": (["--norc", "--noprofile", "-i"], ". ./toolguard.bash"),
    "zsh": (["-f", "-i"], "fpath=($PWD $fpath); autoload -U compinit; compinit -u -d $PWD/dump"),
    "fish": (["--no-config", "-i"], "source ./toolguard.fish"),
}
FILES = {"bash": "toolguard.bash", "zsh": "_toolguard", "fish": "toolguard.fish"}


def needs_shell(name: str) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"needs the package {name}")


class Terminal:
    """An interactive shell on a terminal of its own."""

    def __init__(self, shell: str, folder: Path, home: Path) -> None:
        program = folder / "bin" / "toolguard"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m toolguard "$@"\n')
        program.chmod(0o755)
        (folder / FILES[shell]).write_text(SCRIPTS[shell].replace("COMPLETE", cli_parser.COMPLETE))
        path = f"{program.parent}:{os.environ['PATH']}"
        env = {"HOME": str(folder), "PATH": path, "TOOLGUARD_HOME": str(home), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        arguments, command = START[shell]
        spawn = [sys.executable, "-c", "import pty, sys; pty.spawn(sys.argv[1:])", shutil.which(shell) or shell]
        self._process = subprocess.Popen(
            [*spawn, *arguments], env=env, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.type(f"{command}; echo rea''dy\n")

    def type(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(text.encode())

    def until(self, text: str) -> str:
        """Read until the shell has written ``text``."""
        assert self._process.stdout is not None
        result, deadline = "", time.monotonic() + 120
        while text not in result:
            assert time.monotonic() < deadline, result
            if select.select([self._process.stdout], [], [], 0.2)[0]:
                result += os.read(self._process.stdout.fileno(), 65536).decode(errors="replace")
        return result

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture(params=["bash", "zsh", "fish"])
def terminal(request: pytest.FixtureRequest, tmp_path: Path, home: Path) -> Terminal:
    needs_shell(request.param)
    made = Terminal(request.param, tmp_path, home)
    request.addfinalizer(made.close)
    made.until("ready")
    return made


def test_the_shell_completes_commands_names_values_and_files(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "exported.jsonl").touch()
    for typed, rest in (
        ("toolguard server sho", "w"), ("toolguard server show quo", "kka"),
        ("toolguard settings set sou", "nd"), ("toolguard rule add --verdict al", "low"),
        ("toolguard rule add --verdict=al", "low"), ("toolguard log export expo", "rted.jsonl"),
    ):  # fmt: skip
        terminal.type(typed)
        terminal.until(typed[-3:])
        terminal.type("\t")
        terminal.until(rest)
        terminal.type("\x15echo ne''xt\n")
        terminal.until("next")


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_is_printed_and_free_of_errors(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli_parser.main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert cli_parser.COMPLETE in script and "COMPLETE " not in script.replace(cli_parser.COMPLETE, "")
    needs_shell(shell)
    done = subprocess.run([shell, "-n"], input=script.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
