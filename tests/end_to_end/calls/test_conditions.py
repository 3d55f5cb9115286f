"""Conditions of rules end to end: what a real server executed. Letters and numbers are the acceptance cases."""

from __future__ import annotations

from typing import Any

import pytest

from toolguard.gate.model import CallDecided, CallHeld

DONE = '{"jsonrpc":"2.0","id":$ID,"result":{"done":true}}'
LINES = {"pointer": "/lines", "matcher": "equals", "value": [DONE]}


def when(pointer: str, matcher: str, value: Any = None, quantifier: str = "value") -> dict[str, Any]:
    return {"pointer": pointer, "matcher": matcher, "value": value, "quantifier": quantifier}


STATUS = when("/command", "program", "git status")
HOST = when("/url", "host", "example.com")
ALLOWED: list[tuple[str, dict[str, Any], dict[str, Any], list[dict[str, Any]]]] = [
    ("A1 A6", when("/command", "equals", "git status"), {"command": "git status"}, [
        {"command": "whoami", "metadata": {"reason": "git status"}}, {"command": "git status", "bcc": "x"},
    ]),
    ("A4 A5", when("/paths", "starts-with", "/ok/", "each"), {"paths": ["/ok/a"]}, [
        {"paths": ["/ok/a", "/etc/shadow"]}, {"paths": []}, {"paths": None}, {},
    ]),
    ("A9", when("/n", "equals", 9007199254740993), {"n": 9007199254740993}, [{"n": 9007199254740992}, {"n": "5"}]),
    ("B1 B3", STATUS, {"command": "git status -s"}, [
        {"command": "git status; rm -rf x"}, {"command": "git status $(rm x)"}, {"command": "git  status | sh"},
    ]),
    ("B13", STATUS, {"command": ["git", "status"]}, [{"command": ["sh", "-c", "git status"]}]),
    ("U1 U2", HOST, {"url": "https://example.com/a"}, [
        {"url": "https://example.com@evil.com"}, {"url": "https://example.com.evil.com"},
        {"url": "http://example.com./"},
    ]),
]  # fmt: skip


def asked(client: Any, number: int, arguments: dict[str, Any]) -> Any:
    return client.ask("tools/call", number, {"name": "say", "arguments": {"lines": [DONE], **arguments}})


@pytest.mark.parametrize(("case", "condition", "fits", "others"), ALLOWED, ids=[one[0] for one in ALLOWED])
def test_only_calls_that_match_an_allow_rule_run(sandbox, case, condition, fits, others):
    sandbox.allow("say", when=[LINES, condition])
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    for number, arguments in enumerate(others, 1):
        assert asked(client, number, arguments)["result"]["isError"] is True, case
    assert sandbox.received_of("tools/call") == []
    assert asked(client, "last", fits)["result"] == {"done": True}
    assert len(sandbox.received_of("tools/call")) == 1
    assert [one.verdict for one in sandbox.events(CallDecided)] == ["deny"] * len(others) + ["allow"]


def test_p1_p2_p3_only_paths_in_the_folder_run(sandbox):
    notes, outside = sandbox.folder / "notes", sandbox.folder / "outside"
    notes.mkdir()
    outside.mkdir()
    (notes / "out").symlink_to(outside)
    sandbox.allow("say", when=[LINES, when("/path", "inside", str(notes))])
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    others = [f"{notes}-evil/x", f"{notes}/../outside/x", f"{notes}/out/new", "notes/x", "~/notes/x", str(outside)]
    for number, path in enumerate(others, 1):
        assert asked(client, number, {"path": path})["result"]["isError"] is True, path
    (notes / "later").symlink_to(outside)
    assert asked(client, "link", {"path": f"{notes}/later/x"})["result"]["isError"] is True
    assert sandbox.received_of("tools/call") == []
    assert asked(client, "last", {"path": f"{notes}/new/a.txt"})["result"] == {"done": True}


@pytest.mark.parametrize(
    ("condition", "denied", "passes"),
    [
        (when("/command", "program", "git push"), ["git -C /r push", "cd r && git push", "X=1 git push", "git\tpush"],
        "git fetch"),
        (when("/command", "program", "sudo"), ["/usr/bin/sudo x", "sud\\o x", 's""udo x', 'bash -c "sudo x"'], "ls"),
        (when("/command", "regex", "rm .*"), ["rm x", "ls; rm x", None, ["rm x"]], "ls"),
    ],
    ids=["B6", "B7", "A5"],
)  # fmt: skip
def test_deny_rule_is_not_evaded(sandbox, condition, denied, passes):
    sandbox.allow("say")
    sandbox.allow("say", "deny", when=[condition])
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    for number, command in enumerate(denied, 1):
        assert asked(client, number, {"command": command})["result"]["isError"] is True, command
    assert sandbox.received_of("tools/call") == []
    assert asked(client, "last", {"command": passes})["result"] == {"done": True}


def test_n3_a_pattern_covers_no_tool_that_is_listed_later(sandbox):
    sandbox.allow("s?y", covers={"peer": {}})
    sandbox.allow("w*")
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    for number, tool in enumerate(("say", "wait"), 1):
        answer = client.ask("tools/call", number, {"name": tool, "arguments": {"lines": [DONE]}})
        assert "when it was made" in answer["result"]["content"][0]["text"]
    assert sandbox.received_of("tools/call") == []


def test_r1_broken_deny_rule_asks_and_broken_allow_rule_covers_nothing(sandbox):
    sandbox.allow("say", when=[when("/x", "regex", "(")])
    sandbox.serve()
    client = sandbox.client()
    client.initialize()
    assert "failed its check" in asked(client, 1, {"x": "("})["result"]["content"][0]["text"]
    assert sandbox.received_of("tools/call") == []


def test_r6_a_deny_rule_with_a_condition_decides_the_calls_that_wait(sandbox):
    """The call waits for a person; the rule denies it, and no other."""
    sandbox.serve(terminal=True)
    client = sandbox.client()
    client.initialize()
    client.call(1, "say", {"lines": [DONE], "command": "git push"})
    sandbox.recorded(CallHeld)
    done = sandbox.toolguard("rule", "add", "--server", "peer", "--tool", "say", "--verdict", "deny",
                          "--when", "/command", "program", "git push")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert client.answer(1)["result"]["isError"] is True
    client.call(2, "say", {"lines": [DONE], "command": "git fetch"})
    sandbox.recorded(CallHeld, 2)
    assert sandbox.received_of("tools/call") == []
    assert [one.verdict for one in sandbox.events(CallDecided)] == ["deny"]
