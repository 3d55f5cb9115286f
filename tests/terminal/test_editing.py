"""Arguments that a person edits at a real pseudo-terminal, with a real editor program."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tests.support.manual_authenticator import presence_off
from tests.terminal.test_prompts import TerminalHarness, a_call, decision
from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.rules import Rule
from toolguard.terminal.external_editor import EditorError, editor_command, without_modelines
from toolguard.terminal.keys import keys_of

SCRIPT = """
import os, pathlib, sys, time
path = pathlib.Path(sys.argv[-1])
mode = lambda file: oct(file.stat().st_mode & 0o777)
print("EDITOR", path.name, mode(path), mode(path.parent), os.isatty(0), os.isatty(1), flush=True)
{does}
"""


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[TerminalHarness]:
    one = TerminalHarness(presence_off(), tmp_path / "run")
    (tmp_path / "run").mkdir(mode=0o700)
    one.start()
    yield one
    await one.stop()


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program that is the person's editor; a test writes what it does with `becomes`."""
    monkeypatch.delenv("EDITOR", raising=False)
    path = tmp_path / "editor.py"
    monkeypatch.setenv("VISUAL", shlex.join([sys.executable, "-I", str(path)]))
    return path


def becomes(editor: Path, does: str) -> None:
    editor.write_text(SCRIPT.format(does=does))


def saving(text: str) -> str:
    return f"path.write_text({text!r})"


async def test_edited_arguments_are_sent_after_they_were_shown(harness: TerminalHarness, editor: Path) -> None:
    becomes(editor, saving('{"path": "/tmp/b", "size": 3}'))
    task = harness.hold(a_call(path="/etc/a\n+ /fake", size=3))
    await harness.ask("ed[i]t")
    harness.types("i")
    await harness.wait_for_text("EDITOR arguments.json 0o600 0o700 True True")
    for text in ("changed  path", "│ − /etc/a", "┆   + /fake", "│ + /tmp/b"):
        await harness.wait_for_text(text)
    await harness.ask("[y] approve, as edited  [i] edit again; any other key discards your changes")
    assert not task.done()
    assert not list((editor.parent / "run").iterdir()), "no argument stays on the disk"
    harness.types("y")
    found = await decision(task)
    assert (found.state, found.arguments) == ("allow", {"path": "/tmp/b", "size": 3})
    await harness.wait_for_text("Approved, once, as edited.")


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("pass", "You changed nothing."),
        ("sys.exit(3)", "failed with exit status 3. Nothing was changed."),
        ("path.write_bytes(b'\\xff')", "The edited text is not UTF-8. Nothing was changed."),
        ("path.unlink()", "The file for the editor: No such file or directory. Nothing was changed."),
        ("path.write_text('x' * 500_000)", "The edited text is too long. Nothing was changed."),
        ("path.unlink(); os.mkfifo(path)", "The file for the editor: not a regular file. Nothing was changed."),
        ("os.kill(os.getpid(), 2)", "was ended by a signal: Interrupt. Nothing was changed."),
        pytest.param(
            "os.kill(os.getpid(), 40)",
            "was ended by a signal: Real-time signal 6. Nothing was changed.",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="real-time signals of Linux"),
        ),
    ],
)
async def test_leaving_the_editor_sends_nothing(harness: TerminalHarness, editor: Path, does: str, said: str) -> None:
    becomes(editor, does)
    task = harness.hold(a_call(path="/etc/a"))
    await harness.ask("ed[i]t")
    harness.types("i")
    await harness.wait_for_text("Pending call")
    await harness.wait_for_text(said)
    await harness.ask()
    assert not task.done() and not list((editor.parent / "run").iterdir())
    harness.types("d")
    assert (await decision(task)).state == "deny"


async def test_text_that_is_not_valid_is_edited_again(harness: TerminalHarness, editor: Path) -> None:
    becomes(editor, saving('{"path": }'))
    task = harness.hold(a_call(path="/etc/a"))
    await harness.ask("ed[i]t")
    harness.types("i")
    await harness.wait_for_text("Line 1, column 10: expected a value")
    becomes(editor, "assert path.read_text() == '{\"path\": }\\n'\n" + saving('{"path": 7}'))
    await harness.ask("[i] edit again")
    harness.types("i")
    await harness.wait_for_text("│ + 7")
    await harness.ask("[y] approve, as edited")
    harness.types("x")
    await harness.ask("[a]pprove")
    assert not task.done()
    harness.types("a")
    assert (await decision(task)).arguments is None, "the changes were discarded"


@pytest.mark.parametrize(
    "edited", [{"path": f"/b {'x' * 500} HIDDEN {'x' * 500}"}, {str(n): n for n in range(150)} | {"last": "HIDDEN"}]
)
async def test_no_part_of_edited_arguments_is_approved_unseen(
    harness: TerminalHarness, editor: Path, edited: dict[str, Any]
) -> None:
    becomes(editor, saving(json.dumps(edited)))
    task = harness.hold(a_call(path="/etc/a"))
    await harness.ask("ed[i]t")
    harness.types("i")
    if len(edited) > 1:
        await harness.ask("[l] to the last; any other key discards your changes")
        assert "[y]" not in harness.screen
        harness.types("l")
    await harness.wait_for_text("HIDDEN")
    await harness.ask("[y] approve, as edited")
    harness.types("y")
    assert (await decision(task)).arguments == edited


async def test_editor_that_does_not_exit_does_not_block_the_exit_of_the_program(
    harness: TerminalHarness, editor: Path
) -> None:
    becomes(editor, "import signal; signal.signal(15, signal.SIG_IGN); print('READY', flush=True); time.sleep(15)")
    harness.hold(a_call(path="/etc/a"))
    await harness.ask("ed[i]t")
    harness.types("i")
    await harness.wait_for_text("READY")
    running = harness.tasks[0]
    running.cancel()
    done, _ = await asyncio.wait({running}, timeout=8)
    assert done and not list((editor.parent / "run").iterdir())


async def test_unpaired_surrogate_is_edited_as_its_escape(harness: TerminalHarness, editor: Path) -> None:
    becomes(editor, "text = path.read_text(); path.write_text(text.replace('keep', 'kept'))")
    task = harness.hold(a_call(text="\ud800 keep \U0001f600"))
    await harness.ask("ed[i]t")
    harness.types("i")
    await harness.ask("[y] approve, as edited")
    harness.types("y")
    assert (await decision(task)).arguments == {"text": "\ud800 kept \U0001f600"}


async def test_edited_arguments_that_a_rule_denies_are_not_sent(harness: TerminalHarness, editor: Path) -> None:
    condition = Condition(pointer="/path", matcher="inside", value="/srv")
    harness.gate.rules.add(Rule(id="r1", server="files", tool="write", verdict="deny", when=(condition,)))
    becomes(editor, saving('{"path": "/srv/b"}'))
    task = harness.hold(a_call(path="/etc/a"))
    await harness.ask("ed[i]t")
    harness.types("i")
    await harness.wait_for_text("!        The edited arguments cannot be sent")
    await harness.ask("[y] approve, as edited")
    harness.types("y")
    await harness.wait_for_text("The edited arguments cannot be sent")
    await harness.ask()
    assert not task.done()


async def test_call_that_ends_while_the_editor_is_open_is_not_sent(harness: TerminalHarness, editor: Path) -> None:
    leave = editor.parent / "leave"
    becomes(editor, f"while not pathlib.Path({str(leave)!r}).exists(): time.sleep(0.01)\n" + saving('{"path": "/b"}'))
    first = harness.hold(a_call("c1", path="/etc/a"))
    await harness.ask("ed[i]t")
    harness.types("i")
    await harness.wait_for_text("EDITOR")
    second = harness.hold(a_call("c2", tool="erase"))
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert "erase" not in harness.screen, "the screen belongs to the editor"
    leave.touch()
    await harness.wait_for_text("This call has ended.")
    await harness.wait_for_text("erase")
    await harness.ask()
    assert not second.done()


async def test_editor_ends_with_toolguard_and_leaves_no_file(harness: TerminalHarness, editor: Path) -> None:
    becomes(editor, "time.sleep(1000)")
    harness.hold(a_call(path="/etc/a"))
    await harness.ask("ed[i]t")
    harness.types("i")
    await harness.wait_for_text("EDITOR")
    assert harness.terminal.editing and harness.terminal.asks
    harness.tasks[0].cancel()
    await asyncio.gather(harness.tasks[0], return_exceptions=True)
    assert not harness.terminal.editing and not list((editor.parent / "run").iterdir())


async def test_file_of_a_run_that_was_killed_is_removed(tmp_path: Path) -> None:
    left = tmp_path / "editing" / "arguments.json"
    left.parent.mkdir()
    left.touch()
    one = TerminalHarness(presence_off(), tmp_path)
    one.start()
    one.hold(a_call())
    await one.ask()
    assert not left.parent.exists()
    await one.stop()


async def test_folded_arguments_must_be_shown_before_they_are_edited(harness: TerminalHarness, editor: Path) -> None:
    becomes(editor, "pass")
    harness.hold(a_call(text="x" * 50_000))
    await harness.ask("ed[i]t")
    harness.types("i")
    await harness.wait_for_text("Some of it is not shown. Press m")


def test_request_of_a_server_has_no_key_for_editing() -> None:
    held = a_call()
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage", "params": {}}
    asked = structs.replace(held, call=structs.replace(held.call, message=message, method=message["method"]))
    before, after = ([key.key for key in keys_of(one, folded=False, burst=0)] for one in (held, asked))
    assert asked.call.is_from_server and "i" in before and "i" not in after


def test_editor_is_taken_from_the_environment() -> None:
    assert editor_command({"VISUAL": "code --wait", "EDITOR": "ed"}) == ["code", "--wait"]
    assert editor_command({"VISUAL": "code --wait", "EDITOR": "ed", "TERM": "dumb"}) == ["ed"]
    assert editor_command({"VISUAL": " ", "EDITOR": ""}) == ["vi"]
    with pytest.raises(EditorError, match="can't be read as a command"):
        editor_command({"EDITOR": "vim '"})


def test_editor_of_windows_may_have_a_quoted_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    path = r"C:\Program Files\Vim's\gvim.exe"
    assert editor_command({"EDITOR": f'"{path}" --cmd="set nu"'}) == [path, "--cmd=set nu"]
    assert editor_command({}) == ["notepad"]


def test_modelines_in_client_text_are_disabled_for_vim() -> None:
    value = {"a": "x vim: set modeline:\n ex: y", "b": " vim>700: z", "c": "vi: at the start", "vim": ": no"}
    text = without_modelines(json.dumps(value, ensure_ascii=False, indent=2))
    assert json.loads(text) == value
    assert " vim:" not in text and " vim>" not in text and " ex:" not in text
