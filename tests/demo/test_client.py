"""The scripted client, played against real processes: the sample server, and small ones that misbehave."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from toolguard.demo.client import (
    SCRIPT,
    ConversationTurn,
    PlannedCall,
    ScriptedClient,
    TranscriptLine,
    is_denial,
    readable,
)

SERVER = (sys.executable, "-m", "toolguard.demo.server", "--language", "en")
DENIED = "Denied by the user in ToolGuard. Reason: not now. Do not retry this call unless the user asks."

ODD_PEER = """
import json, sys
print("junk", flush=True)
def say(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    if method == "initialize":
        say(id="s1", method="ping")
        say(id=2**70, method="roots/list")
        say(id=message["id"], result={"serverInfo": {"name": "odd"}})
    elif method == "tools/list":
        say(id=message["id"], result={"tools": []})
    elif method == "tools/call" and message["params"]["name"] == "exit":
        sys.exit(0)
    elif method == "tools/call" and message["params"]["name"] != "hang":
        text = %r
        say(id=message["id"], result={"isError": True, "content": [{"type": "text", "text": text}]})
    elif method is None:
        print(line, file=open(sys.argv[1], "a"), end="")
"""


def played(
    connect: list[str] | tuple[str, ...], script: tuple[ConversationTurn, ...], rounds: int = 1
) -> tuple[bool, list[TranscriptLine]]:
    lines: list[TranscriptLine] = []
    client = ScriptedClient(connect, lines.append, pause=0.0, script=script)
    return client.run(rounds), lines


@pytest.fixture
def odd(tmp_path: Path) -> tuple[str, ...]:
    """A peer that prints junk, asks things itself, denies every call, and leaves when it is called "exit"."""
    path = tmp_path / "odd.py"
    path.write_text(ODD_PEER % DENIED)
    return (sys.executable, str(path), str(tmp_path / "heard"))


def test_the_whole_script_is_played_against_the_sample_server_and_ends() -> None:
    quick = tuple(
        ConversationTurn(
            turn.user,
            tuple(
                PlannedCall(w.tool, w.arguments | ({"seconds": 0.01} if "seconds" in w.arguments else {}))
                for w in turn.planned_calls
            ),
        )
        for turn in SCRIPT
    )
    finished, lines = played(SERVER, quick)
    results = [str(line) for line in lines]
    assert finished
    assert [line.text for line in lines if line.who == "user"] == [turn.user for turn in SCRIPT]
    assert sum("→" in line for line in results) == sum(len(turn.planned_calls) for turn in SCRIPT)
    assert "tool   … counted to 12" in results
    assert "tool   ← read_note: milk, bread, apples, eggs" in results
    assert "tool   ✗ fail: The sample service is out of order: error 503." in results
    assert results[-1] == "note   The conversation is over."


def test_a_denied_tool_is_not_tried_again_in_the_same_conversation_but_in_the_next(odd: tuple[str, ...]) -> None:
    script = (
        ConversationTurn("Write.", (PlannedCall("write_note", {}),)),
        ConversationTurn("Again.", (PlannedCall("write_note", {}), PlannedCall("add", {}))),
    )
    finished, lines = played(odd, script, rounds=2)
    texts = [line.text for line in lines]
    assert finished
    assert texts.count("→ write_note {}") == 2
    assert texts.count("→ add {}") == 2
    assert texts.count("I was told not to use write_note, so I do not.") == 2


def test_peer_request_is_answered_with_its_id(odd: tuple[str, ...]) -> None:
    played(odd, (ConversationTurn("Go.", (PlannedCall("add", {}),)),))
    received = [json.loads(line) for line in Path(odd[-1]).read_text().splitlines()]
    assert received[0] == {"jsonrpc": "2.0", "id": "s1", "result": {}}
    assert (received[1]["id"], received[1]["error"]["code"]) == (2**70, -32601)


@pytest.mark.parametrize("argv", [(sys.executable, "-c", ""), ()])
def test_early_disconnect_is_reported_as_failure(argv: tuple[str, ...], odd: tuple[str, ...]) -> None:
    finished, lines = played(argv or odd, (ConversationTurn("Leave.", (PlannedCall("exit", {}),)),))
    assert not finished
    assert lines[-1] == TranscriptLine("note", "The connection was closed from the other end.")


def test_stop_cancels_a_waiting_call(odd: tuple[str, ...]) -> None:
    asked = threading.Event()

    def say(line: TranscriptLine) -> None:
        if line.text.startswith("→ hang"):
            asked.set()

    client = ScriptedClient(odd, say, pause=0.0, script=(ConversationTurn("Wait.", (PlannedCall("hang", {}),)),))
    playing = threading.Thread(target=client.run)
    playing.start()
    assert asked.wait(120)
    client.stop()
    playing.join(120)
    assert not playing.is_alive()


def test_a_crashed_tool_does_not_end_the_conversation() -> None:
    finished, lines = played(
        SERVER,
        (
            ConversationTurn("Crash.", (PlannedCall("crash", {}),)),
            ConversationTurn("Then?", (PlannedCall("fail", {}),)),
        ),
    )
    assert finished
    assert any(line.text.startswith("error -32603") for line in lines)
    assert any(line.text.startswith("✗ fail") for line in lines)


def test_demo_client_runs_as_a_separate_process() -> None:
    command = [sys.executable, "-m", "toolguard.demo.client", "--once", "--pause", "0", "--connect", *SERVER]
    done = subprocess.run(command, capture_output=True, timeout=240, encoding="utf-8")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.endswith("The conversation is over.\n")
    assert "\u202e" not in done.stdout


@pytest.mark.parametrize(
    ("argv", "about"), [([], "needs the command line"), (["/nowhere/x"], "cannot start /nowhere/x")]
)
def test_unstartable_command_is_named(argv: list[str], about: str) -> None:
    command = [sys.executable, "-m", "toolguard.demo.client", "--connect", *argv]
    done = subprocess.run(command, capture_output=True, timeout=240, encoding="utf-8")
    assert done.returncode == 2
    assert about in done.stderr


@pytest.mark.parametrize(
    ("text", "denial"),
    [
        (DENIED, True),
        ("denied by a rule", True),
        ("Please do not retry.", True),
        ("access was denied, error 403", False),
    ],
)
def test_denial_is_distinguished_from_a_failure(text: str, denial: bool) -> None:
    assert is_denial(text) == denial


def test_transcript_line_is_escaped_and_shortened() -> None:
    assert readable("a\u202eb\n\x1b[0m é 你") == "a\\u202eb\\n\\x1b[0m é 你"
    assert readable("x" * 5000).endswith("x… (5,000 characters)")
