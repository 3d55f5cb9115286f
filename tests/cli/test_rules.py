"""``toolguard rule`` with conditions, through the real program."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import Shell
from toolguard.cli.rules import end_text
from toolguard.gate.policy.rule_ends import RULE_ENDS

READ = ("--server", "files", "--tool", "read_file")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    made = Shell(tmp_path)
    made.ok("server", "add", "files", "--", "true")
    return made


def add(shell: Shell, *words: str, verdict: str = "allow") -> dict[str, Any]:
    found: dict[str, Any] = shell.json("rule", "add", *READ, "--verdict", verdict, *words)
    return found


def decided(shell: Shell, tmp_path: Path, *calls: dict[str, Any], more: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    path = tmp_path / "calls.jsonl"
    lines = ({"server": "files", "tool": "read_file", **one} for one in calls)
    path.write_text("\n".join(map(json.dumps, lines)) + "\n\n", encoding="utf-8")
    done = shell("rule", "test", str(path), *more)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == int(any(one.get("ok") is False for one in results)), done.stderr
    return results


def verdicts(shell: Shell, tmp_path: Path, *arguments: dict[str, Any]) -> list[str]:
    return [one["verdict"] for one in decided(shell, tmp_path, *({"arguments": one} for one in arguments))]


MATCHERS: list[tuple[tuple[str, ...], dict[str, Any], dict[str, Any]]] = [
    (("--when", "/n", "equals", "5"), {"n": 5}, {"n": "5"}),
    (("--when", "/n", "equals", "x y"), {"n": "x y"}, {"n": "x"}),
    (("--when", "/n", "one-of", '["a", 1]'), {"n": 1}, {"n": True}),
    (("--when", "/n", "starts-with", "ab"), {"n": "abc"}, {"n": "ba"}),
    (("--when", "/n", "glob", "*.txt"), {"n": "a.txt"}, {"n": "a/b.txt"}),
    (("--when", "/n", "regex", "[0-9]+"), {"n": "12"}, {"n": "12a"}),
    (
        ("--when", "/url", "host", "example.com"),
        {"url": "https://example.com/a"},
        {"url": "https://example.com@evil.com"},
    ),
    (("--when", "/n", "between", "-5 100"), {"n": -5}, {"n": 101}),
    (("--when", "/n", "length", "- 3"), {"n": "abc"}, {"n": "abcd"}),
    (("--when", "/n", "schema", '{"type": "integer"}'), {"n": 1}, {"n": "1"}),
    (("--when", "/c", "program", "git status"), {"c": "git status -s"}, {"c": "git status; rm -rf x"}),
    (("--when", "/n", "absent", "--other-arguments", "any"), {"m": 1}, {"n": None}),
    (("--each", "/n", "one-of", "[1, 2]"), {"n": [1, 2]}, {"n": [1, 3]}),
    (("--any", "/n", "equals", "1"), {"n": [3, 1]}, {"n": [3]}),
    (("--when", "/n", "equals", "1", "--except", "/m", "equals", "1"), {"n": 1, "m": 2}, {"n": 1, "m": 1}),
    (("--when", "/n", "equals", "1", "--when", "/m", "equals", "2"), {"n": 1, "m": 2}, {"n": 1}),
]


@pytest.mark.parametrize(
    ("words", "fits", "other"), MATCHERS, ids=lambda one: " ".join(one) if type(one) is tuple else ""
)
def test_each_kind_of_condition_allows_matching_calls(
    shell: Shell, tmp_path: Path, words: tuple[str, ...], fits: dict[str, Any], other: dict[str, Any]
) -> None:
    add(shell, *words)
    assert verdicts(shell, tmp_path, fits, other, {**fits, "more": 1}, {}) == [
        "allow", "ask", "allow" if "any" in words else "ask", "allow" if "absent" in words else "ask",
    ]  # fmt: skip


def test_folder_of_a_condition_is_expanded_like_a_shell_path(shell: Shell, tmp_path: Path) -> None:
    home = Path(shell.env["HOME"])
    (home / "notes").mkdir(parents=True)
    rule = add(shell, "--when", "/path", "inside", "~/notes")
    assert rule["when"][0]["value"] == str(home / "notes")
    paths = (home / "notes" / "new.txt", home / "notes-evil" / "x", home / "notes/../.ssh")
    assert verdicts(shell, tmp_path, *({"path": str(one)} for one in paths)) == ["allow", "ask", "ask"]


def test_expectations_that_fail_make_the_exit_status_1(shell: Shell, tmp_path: Path) -> None:
    add(shell, "--when", "/n", "equals", "1", verdict="deny")
    result = decided(
        shell, tmp_path, {"arguments": {"n": 1}, "expect": "deny", "client": "c"}, {"arguments": {"n": 2},
        "expect": "ask"},
        {"arguments": {"n": 2}, "expect": "allow"}, {"tool": "other"},
    )  # fmt: skip
    assert [one.get("ok") for one in result] == [True, True, False, None]
    assert result[0]["rule"] and result[1]["rule"] is None and "/n is 1" in result[1]["why"]
    assert result[3] == {"verdict": "ask", "rule": None, "why": "no rule applies to this call"}


@pytest.mark.parametrize(
    "line",
    ["{", "[]", '{"server": "s"}',
     '{"server": "s", "tool": "t", "tool": "u"}', '{"server": "s", "tool": "t", "x": 1}',
     '{"server": "s", "tool": "t", "arguments": []}', '{"server": "s", "tool": "t", "expect": "maybe"}'],
)  # fmt: skip
def test_invalid_line_ends_the_test_with_its_number(shell: Shell, tmp_path: Path, line: str) -> None:
    path = tmp_path / "calls.jsonl"
    path.write_text('{"server": "s", "tool": "t"}\n' + line + "\n", encoding="utf-8")
    assert "Line 2" in shell.no("rule", "test", str(path))


def test_a_rule_can_be_edited(shell: Shell, tmp_path: Path) -> None:
    rule = add(shell, "--when", "/n", "equals", "1", "--note", "one", verdict="deny")
    now = shell.json("rule", "edit", rule["id"], "--when", "/n", "equals", "2", "--for", "2h", "--tool", "*")
    assert (now["id"], now["note"], now["tool"], now["when"][0]["value"]) == (rule["id"], "one", "*", 2)
    assert now["expires"] > now["created"] == rule["created"]
    assert verdicts(shell, tmp_path, {"n": 1}, {"n": 2}) == ["ask", "deny"]
    now = shell.json("rule", "edit", rule["id"], "--no-conditions", "--no-end")
    assert now["when"] == [] and now["expires"] == 0 and now["note"] == "one"
    assert "Nothing to change" in shell.no("rule", "edit", rule["id"], status=2)
    assert "no rule" in shell.no("rule", "edit", "ffff", "--verdict", "deny")


def test_examples_are_stored_with_a_rule_and_a_contradicting_example_is_refused(shell: Shell) -> None:
    words = ("--when", "/n", "equals", "1", "--example", '{"n": 1}')
    made = add(shell, *words, "--counterexample", '{"n": 2}')
    assert made["examples"][1] == {"arguments": {"n": 2}, "covered": False}
    assert "example" in shell.no("rule", "add", *READ, "--verdict", "allow", *words, "--example", '{"n": 3}')
    assert len(shell.json("rule", "list")) == 1


def test_impossible_condition_is_refused_for_allow_and_warned_about_for_deny(shell: Shell) -> None:
    broken = ("--when", "/n", "regex", "(")
    assert "pattern does not compile" in shell.no("rule", "add", *READ, "--verdict", "allow", *broken)
    done = shell("rule", "add", *READ, "--verdict", "deny", *broken)
    assert done.returncode == 0 and "will ask about every call" in done.stderr
    (rule,) = shell.json("rule", "list")
    assert "pattern" in rule["fault"] and " off " in shell.ok("rule", "list")
    for program in ("python3", "bash", "env"):
        assert program in shell.no("rule", "add", *READ, "--verdict", "allow", "--when", "/c", "program", program)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("/n",), "MATCHER is missing: use equals"), (("/n", "equals"), "takes one VALUE"),
        (("/n", "equals", "1", "2"), "takes one VALUE"), (("n", "equals", "1"), "a JSON pointer such as /n"),
        (("$.n", "equals", "1"), "a JSON pointer such as /n"),
        (("/n", "is", "1"), "MATCHER 'is' is unknown: use equals"),
        (("/n", "insid", "/x"), "MATCHER 'insid' is unknown. Did you mean inside?"),
        (("/n", "absent", "1"), "takes no VALUE"),
    ],
)  # fmt: skip
def test_malformed_condition_is_wrong_usage(shell: Shell, words: tuple[str, ...], said: str) -> None:
    assert said in shell.no("rule", "add", *READ, "--verdict", "allow", "--when", *words, status=2)
    assert shell.json("rule", "list") == []


@pytest.mark.parametrize(
    "words",
    [("between", "1"), ("one-of", "a"), ("schema", "{"), ("host", "http://x/"),
     ("equals", "1.00000000000000000001")],  # no float equals it
)  # fmt: skip
def test_invalid_value_of_a_condition_is_refused(shell: Shell, words: tuple[str, ...]) -> None:
    shell.no("rule", "add", *READ, "--verdict", "allow", "--when", "/n", *words)
    assert shell.json("rule", "list") == []


def test_shown_rule_has_its_note_and_its_examples(shell: Shell) -> None:
    rule = add(shell, "--when", "/n", "equals", "1", "--note", "one only", "--example", '{"n": 1}')
    shown = dict(line.split(None, 1) for line in shell.ok("rule", "show", rule["id"]).splitlines())
    assert (shown["note"], shown["when"], shown["covers"]) == ("one only", "/n is 1", '{"n": 1}')
    assert shown["added"].endswith("by command line") and "method" not in shown
    assert shell.json("rule", "show", rule["id"])["uses"] == {"count": 0, "last": 0.0}
    assert f"Did you mean {rule['id']}?" in shell.no("rule", "show", f"{rule['id']}0")


def test_explained_rule_is_described_and_an_unknown_server_is_reported(shell: Shell) -> None:
    add(shell, verdict="deny")
    assert "deny client *, server files, tool read_file" in shell.ok("rule", "explain", *READ)
    said = shell("rule", "explain", "--server", "flies", "--tool", "read_file").stderr
    assert "There is no server flies yet. Did you mean files?" in said


def test_considered_rules_show_why_they_do_not_decide(shell: Shell) -> None:
    rule = add(shell, "--when", "/n", "equals", "1")
    asked = ("rule", "explain", *READ, "--arguments", '{"n": 2}')
    result = shell.json(*asked)
    assert result["verdict"] == "ask"
    why = "it is not true that /n is 1"
    assert result["considered"] == [{"id": rule["id"], "verdict": "allow", "fits": False, "why": why}]
    assert why in shell.ok(*asked)
    assert shell.json("rule", "explain", *READ, "--arguments", '{"n": 1}')["verdict"] == "allow"


def test_an_export_decides_like_the_rules_and_can_be_imported_whole(shell: Shell, tmp_path: Path) -> None:
    add(
        shell,
        "--when",
        "/n",
        "between",
        "1 100",
        "--except",
        "/n",
        "equals",
        "7",
        "--example",
        '{"n": 2}',
        "--note",
        "n",
    )
    add(shell, "--when", "/n", "equals", "9", verdict="deny")
    path = tmp_path / "rules.json"
    shell.ok("rule", "export", str(path))
    assert "exists" in shell.no("rule", "export", str(path))
    assert json.loads(shell.ok("rule", "export")) == json.loads(path.read_text(encoding="utf-8"))
    calls = [{"arguments": {"n": n}} for n in (1, 7, 9, 101)]
    exported = [one["verdict"] for one in decided(shell, tmp_path, *calls, more=("--rules", str(path)))]
    assert exported == [one["verdict"] for one in decided(shell, tmp_path, *calls)] == ["allow", "ask", "deny", "ask"]
    for rule in shell.json("rule", "list"):
        shell.ok("rule", "remove", rule["id"])
    assert len(shell.json("rule", "import", str(path), "--dry-run")) == 2 and shell.json("rule", "list") == []
    shell.ok("rule", "import", str(path))
    assert [one["verdict"] for one in decided(shell, tmp_path, *calls)] == exported
    assert {one["note"] for one in shell.json("rule", "list")} == {"n", ""}


def test_rule_for_several_tools_is_tested_on_the_tools_that_it_covers(shell: Shell, tmp_path: Path) -> None:
    add(shell, "--tool", "read_*")
    config = json.loads((shell.home / "config.json").read_text(encoding="utf-8"))
    config["rules"][0]["covers"] = {"files": {"read_file": "2:" + "0" * 64}}
    (shell.home / "config.json").write_text(json.dumps(config), encoding="utf-8")
    found = decided(shell, tmp_path, {}, {"tool": "read_mail"}, {"tool": "read_file", "server": "mail"})
    assert [one["verdict"] for one in found] == ["allow", "ask", "ask"]


def test_a_rule_is_turned_off_and_on_and_an_export_keeps_it(shell: Shell, tmp_path: Path) -> None:
    rule = add(shell, "--when", "/n", "equals", "1", verdict="deny")
    assert verdicts(shell, tmp_path, {"n": 1}) == ["deny"]
    assert "Turned off." in shell.ok("rule", "disable", rule["id"])
    assert verdicts(shell, tmp_path, {"n": 1}) == ["ask"]
    assert "turned off" in shell.ok("rule", "list")
    path = tmp_path / "rules.json"
    shell.ok("rule", "export", str(path))
    shell.ok("rule", "remove", rule["id"])
    (again,) = shell.json("rule", "import", str(path))
    assert again["disabled"] is True and verdicts(shell, tmp_path, {"n": 1}) == ["ask"]
    assert shell.json("rule", "enable", again["id"])["disabled"] is False
    assert verdicts(shell, tmp_path, {"n": 1}) == ["deny"]
    assert "no rule" in shell.no("rule", "disable", "none").casefold()


RULE = {"server": "s", "tool": "t", "verdict": "allow"}
BAD: list[Any] = [
    {"rules": [RULE]}, {"format": "toolguard-rules", "version": 2, "rules": []}, [],
    {"format": "toolguard-rules", "version": 1, "rules": [{**RULE, "more": 1}]},
    {"format": "toolguard-rules", "version": 1, "rules": [], "more": 1},
    {"format": "toolguard-rules", "version": 1, "rules": [RULE, {**RULE, "when": [{"pointer": "/a",
    "matcher": "new"}]}]},
    {"format": "toolguard-rules", "version": 1, "rules": [RULE, {**RULE, "when": [{"pointer": "/a",
    "matcher": "regex", "value": "("}]}]},
    '{"format": "toolguard-rules", "version": 1, '
    '"rules": [{"server": "s", "tool": "t", "verdict": "deny", "verdict": "allow"}]}',
]  # fmt: skip


@pytest.mark.parametrize("content", BAD)
def test_a8_r2_rule_file_with_unknown_or_duplicate_members_is_refused_completely(
    shell: Shell, tmp_path: Path, content: Any
) -> None:
    path = tmp_path / "rules.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    shell.no("rule", "import", str(path))
    assert shell.json("rule", "list") == []


def test_r2_a_rule_in_the_configuration_with_an_unknown_matcher_is_refused(shell: Shell) -> None:
    add(shell, "--when", "/n", "equals", "1")
    path = shell.home / "config.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"equals"', '"newer"'), encoding="utf-8")
    assert "matcher" in shell.no("rule", "list")


def test_the_help_names_every_matcher_and_its_value(shell: Shell) -> None:
    from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS

    result = shell.ok("rule", "add", "--help")
    assert all(f"  {name} " in result for name in CONDITION_MATCHERS)
    assert "expect" in shell.ok("rule", "test", "--help")


def test_statistics_show_decisions_and_suggested_rules(shell: Shell) -> None:
    found = shell.json("rule", "stats", "--since", "30d")
    assert (found["prompts"], found["approved"], found["rules"]) == (0, 0, [])
    text = shell.ok("rule", "stats")
    for words in ("approval requests per hour", "median time to decide", "approved faster than readable"):
        assert words in text


# --- ends -----------------------------------------------------------------------------------------------------------


def test_rule_with_a_date_shows_its_end_and_uses(shell: Shell) -> None:
    made = add(shell, "--until", "2049-12-31T18:00")
    assert made["expires"] == datetime(2049, 12, 31, 18).timestamp() and made["until"] == "always"
    day = shell.json("rule", "edit", made["id"], "--until", "2049-01-02")
    assert day["expires"] == datetime(2049, 1, 2).timestamp()
    line = shell.ok("rule", "list").splitlines()[1]
    assert "2049-01-02 00:00:00" in line and "never" in line
    assert shell.json("rule", "list")[0]["uses"] == {"count": 0, "last": 0.0}
    assert shell.json("rule", "edit", made["id"], "--no-end")["expires"] == 0


@pytest.mark.parametrize("end", ["quit", "disconnect", "lock", "idle:5m"])
def test_rule_end_that_needs_a_running_app_is_refused_without_one(shell: Shell, end: str) -> None:
    assert "needs a running ToolGuard" in shell.no("rule", "add", *READ, "--verdict", "allow", "--until", end)
    assert shell.json("rule", "list") == []
    made = add(shell)
    assert "needs a running ToolGuard" in shell.no("rule", "edit", made["id"], "--until", end)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--until", "soon"), "is not an end"), (("--until", "idle:5s"), "idle:1m to idle:12h"),
        (("--until", "idle:x"), "not a duration"), (("--until", "quit", "--for", "5m"), "not allowed with"),
        (("--until", "2049-13-01"), "is not an end"), (("--session", "x"), "--session needs"),
        (("--until", "2020-01-01"), "has passed"),
    ],
)  # fmt: skip
def test_invalid_rule_end_is_refused(shell: Shell, words: tuple[str, ...], expected: str) -> None:
    assert expected in shell("rule", "add", *READ, "--verdict", "allow", *words).stderr
    assert shell.json("rule", "list") == []


def test_the_help_names_every_end(shell: Shell) -> None:
    result = shell.ok("rule", "add", "--help")
    for name, row in RULE_ENDS.items():
        shown = f"  {'2026-12-31' if row.is_date else name:<18} {row.help}\n"
        assert (shown in result) is (row.until != "always" or row.is_date), name


def test_export_keeps_dates_and_omits_expired_rules(shell: Shell, tmp_path: Path) -> None:
    add(shell, "--until", "2049-12-31T18:00")
    config = json.loads((shell.home / "config.json").read_text())
    config["rules"].append({**config["rules"][0], "id": "over", "expires": 5.0})
    (shell.home / "config.json").write_text(json.dumps(config))
    done = shell("rule", "export")
    assert "Left out 1 rule that expired" in done.stderr
    (rule,) = json.loads(done.stdout)["rules"]
    assert rule["expires"] == datetime(2049, 12, 31, 18).timestamp()
    path = tmp_path / "rules.json"
    path.write_text(done.stdout)
    shell.ok("rule", "import", str(path))
    assert [one["expires"] for one in shell.json("rule", "list") if not one["expired"]] == [rule["expires"]] * 2
    path.write_text(done.stdout.replace(str(rule["expires"]), "5.0"))
    assert "has passed" in shell.no("rule", "import", str(path)), (
        "a rule that is over is not taken for one without an end"
    )


def test_rule_ends_are_described() -> None:
    now = {"expired": False, "disabled": False, "fault": "", "forbidden": ""}
    rule = {**now, "until": "lock", "expires": 0.0, "session": "", "idle": 0.0, "by": "person"}
    assert end_text(rule) == "when the screen locks"
    assert end_text({**rule, "forbidden": "Your organization allows no such rule."}) == "off"
    assert end_text({**rule, "expires": 4e9}).startswith("when the screen locks, at the latest 2096-")
    assert end_text({**rule, "until": "idle", "idle": 900.0}) == "after 15m away"
    assert end_text({**rule, "until": "disconnect", "session": "s1"}) == "when session s1 disconnects"
    assert end_text({**rule, "until": "session", "by": "organization"}) == "never"
    assert end_text({**rule, "until": "always"}) == "never" and end_text({**rule, "expired": True}) == "over"


def test_rules_for_other_requests_name_them_and_are_explained_tested_and_carried(shell: Shell, tmp_path: Path) -> None:
    where = ("--server", "s", "--method", "resources/read")
    added = shell("rule", "add", *where, "--verdict", "allow", "--when", "/uri", "starts-with", "file:///pub", "--json")
    assert added.returncode == 0, added.stderr
    rule = json.loads(added.stdout)
    assert (rule["method"], rule["tool"], rule["fingerprint"], rule["covers"]) == ("resources/read", "*", "", None)
    parsed = json.loads(shell("rule", "explain", *where, "--arguments", '{"uri": "file:///pub/a"}', "--json").stdout)
    assert (parsed["verdict"], parsed["rule"]["id"]) == ("allow", rule["id"])
    shell("server", "add", "s", "--request", "resources=deny", "--request", "prompts=ask", "--", "prog")
    parsed = json.loads(shell("rule", "explain", *where, "--arguments", '{"uri": "file:///x"}', "--json").stdout)
    assert (parsed["verdict"], parsed["rule"]) == ("deny", None)
    lines = [
        {"server": "s", "method": "resources/read", "arguments": {"uri": "file:///pub/a"}, "expect": "allow"},
        {"server": "s", "method": "resources/read", "arguments": {"uri": "file:///x"}, "expect": "deny"},
        {"server": "s", "method": "prompts/get", "expect": "ask"},
        {"server": "s", "method": "roots/list", "expect": "allow"},
        {"server": "s", "tool": "resources/read", "arguments": {"uri": "file:///pub/a"}, "expect": "ask"},
    ]
    assert [one["ok"] for one in decided(shell, tmp_path, *lines)] == [True] * 5
    exported = json.loads(shell("rule", "export").stdout)["rules"]
    assert exported[0]["method"] == "resources/read"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--method", "resource/read", "--verdict", "deny"), "method"),
        (("--method", "client:*", "--verdict", "allow"), "an allow rule must name one request"),
    ],
)
def test_rule_with_an_unknown_method_is_refused(shell: Shell, words: tuple[str, ...], why: str) -> None:
    assert why in shell.no("rule", "add", "--server", "s", *words)


def test_rule_without_a_tool_and_a_method_is_wrong_usage(shell: Shell) -> None:
    assert "--tool is missing" in shell.no("rule", "add", "--server", "s", "--verdict", "deny", status=2)
