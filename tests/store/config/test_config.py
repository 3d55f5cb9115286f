"""The configuration: errors with line and reason, nothing lost, nothing in force that is not on the disk."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate.policy.tool_visibility import VisibilityRule
from toolguard.gate.texts import code_of
from toolguard.store.config import config as module
from toolguard.store.config import config_schema
from toolguard.store.config.config import (
    NAME,
    Config,
    ConfigError,
    Preferences,
    Secret,
    ServerSpec,
)
from toolguard.tables.servers import KINDS

GIT = ServerSpec(name="git", command="uvx", args=("mcp-server-git",), env={"TOKEN": "${secret:token}"})
RULE = {
    "id": "r1",
    "client": "*",
    "server": "git",
    "tool": "status",
    "verdict": "allow",
    "created": 1.0,
    "expires": None,
}


def equal_to(value: Any) -> dict[str, Any]:
    """Return a rule with a condition on one value."""
    return {**RULE, "when": [{"pointer": "/a", "matcher": "equals", "value": value}]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "config.json"


@pytest.fixture
def config(path: Path) -> Config:
    config = Config.load(path)
    config.add_server(GIT)
    return config


def put(path: Path, text: str) -> bytes:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return text.encode()


def test_missing_config_file_gives_the_defaults(path: Path) -> None:
    config = Config.load(path)
    assert (config.problem, dict(config.servers), config.rules, dict(config.secrets)) == ("", {}, (), {})
    assert config.preferences == Preferences()
    assert not path.exists()


def test_change_is_there_after_loading(path: Path, config: Config) -> None:
    config.put_secret_entry("token", "for the forge")
    config.bind_secret("token", "git")
    config.add_rule(RULE)
    config.set_preference("prompt_timeout", 60)
    again = Config.load(path)
    for loaded in (config, again):
        assert loaded.servers == {"git": GIT}
        assert loaded.secrets == {"token": Secret(note="for the forge", servers=("git",))}
        assert [dict(rule) for rule in loaded.rules] == [RULE]
        assert loaded.preferences == Preferences(prompt_timeout=60)
    again.unbind_secret("token", "git")
    again.remove_rule("r1")
    again.replace_server(ServerSpec(name="git", command="git-mcp", cwd="/tmp", enabled=False))
    assert again.servers["git"].cwd == "/tmp"
    again.drop_secret_entry("token")
    again.remove_server("git")
    assert json.loads(path.read_text()) == {
        "version": 1, "servers": {}, "tools": [], "rules": [],
        "secrets": {}, "clients": {}, "limits": {}, "security_keys": {},
            "preferences": {"prompt_timeout": 60},
    }  # fmt: skip


def test_config_file_and_its_folder_are_accessible_only_to_their_owner(path: Path, config: Config) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    config.put_secret_entry("token")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["config.json"]


def test_settings_in_force_are_immutable(config: Config) -> None:
    with pytest.raises(TypeError):
        config.servers["x"] = GIT  # type: ignore[index]
    with pytest.raises(AttributeError):
        config.servers["git"].command = "other"  # type: ignore[misc]


def test_removed_server_removes_its_bindings_and_rules(config: Config) -> None:
    config.put_secret_entry("token")
    config.bind_secret("token", "git")
    for id, server, verdict in (("a", "git", "allow"), ("b", "git", "deny"), ("c", "*", "allow")):
        config.add_rule({**RULE, "id": id, "server": server, "verdict": verdict})
    config.add_rule({**RULE, "id": "d", "server": "*", "covers": {"git": {"read": "x"}, "other": {"read": "x"}}})
    config.remove_server("git")
    config.add_server(ServerSpec(name="git", command="evil"))
    assert config.secrets["token"].servers == ()
    assert [rule["id"] for rule in config.rules] == ["b", "c", "d"]
    assert config.rules[-1]["covers"] == {"other": {"read": "x"}}


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (lambda c: c.add_server(GIT), "There is a server git already"),
        (lambda c: c.replace_server(ServerSpec(name="x", command="y")), "There is no server x"),
        (lambda c: c.remove_server("x"), "There is no server x"),
        (
            lambda c: c.add_server(ServerSpec(name="../x", command="y")),
            "servers.../x: the name must be 1 to 64 letters",
        ),
        (lambda c: c.add_server(ServerSpec(name="x\n", command="y")), "cannot be stored"),
        (
            lambda c: c.add_server(ServerSpec(name="x", command="")),
            "servers.x.command must be a non-empty string",
        ),
        (lambda c: c.add_server(ServerSpec(name="x", command="a\0b")), "servers.x.command must be"),
        (lambda c: c.add_server(ServerSpec(name="x", command="y", args=("a\0",))), "servers.x.args\\[0\\] must be"),
        (
            lambda c: c.add_server(ServerSpec(name="x", command="y", env={"A=B": ""})),
            ": the name must be a variable's name",
        ),
        (lambda c: c.add_server(ServerSpec(name="x", command="\ud800")), "unpaired surrogate"),
        (lambda c: c.add_rule({"id": "r"}), "rules\\[0\\] must have a member 'client'"),
        (lambda c: c.add_rule({**RULE, "verdict": "maybe"}), 'rules\\[0\\].verdict must be "allow", "deny" or "ask"'),
        (lambda c: c.add_rule(equal_to(json.loads("[" * 100 + "]" * 100))), "nested deeper than 100 levels"),
        (lambda c: c.add_rule(equal_to("x" * (16 << 20))), "larger than 16 MiB"),
        (lambda c: c.remove_rule("x"), "There is no rule x"),
        (lambda c: c.put_secret_entry("a b"), "secrets.a b: the name must be 1 to 64 letters"),
        (lambda c: c.drop_secret_entry("x"), "There is no secret x"),
        (lambda c: c.bind_secret("x", "git"), "There is no secret x"),
        (lambda c: c.unbind_secret("x", "git"), "There is no secret x"),
        (
            lambda c: c.set_preference("prompt_timeout", -1),
            "preferences.prompt_timeout must be a whole number of seconds",
        ),
        (lambda c: c.set_preference("colour", "red"), "preferences.colour is not a known setting"),
    ],
)
def test_invalid_change_is_refused_with_a_sentence(
    path: Path, config: Config, order: Callable[[Config], None], expected: str
) -> None:
    before, servers = path.read_bytes(), dict(config.servers)
    with pytest.raises(ConfigError, match=expected):
        order(config)
    assert path.read_bytes() == before
    assert dict(config.servers) == servers


def test_bindings_and_rules_are_refused_where_they_point_nowhere(config: Config) -> None:
    config.put_secret_entry("token")
    with pytest.raises(ConfigError, match="no server x"):
        config.bind_secret("token", "x")
    with pytest.raises(ConfigError, match="is not bound"):
        config.unbind_secret("token", "git")
    config.bind_secret("token", "git")
    config.bind_secret("token", "git")
    config.put_secret_entry("token", "other note")
    assert config.secrets["token"] == Secret(note="other note", servers=("git",))
    config.add_rule(RULE)
    with pytest.raises(ConfigError, match="There is a rule r1 already"):
        config.add_rule(RULE)


BROKEN = {
    '{\n"version": 1,\n"servers": {\n"git": {"kind": "stdio", "command": "x",\n"args": "y"}}}':
        "config.json line 5: servers.git.args must be an array of strings.",
    '{"version": 1,\n"servers": {"git": {"kind": "stdio", "command": "x", "args": ["a",\n 5]}}}':
        "config.json line 3: servers.git.args[1] must be a string without NUL characters.",
    '{"version": 1,\n"server": {}}': "config.json line 2: server is not a known setting.",
    '{"version": 1,\n"servers": {"git":\n {"kind": "stdio"}}}':
        "config.json line 2: servers.git must have a member 'command'.",
    '{"version": 1,\n"servers": {"git": {"kind": "ssh", "command": "x"}}}':
        'config.json line 2: servers.git.kind must be "stdio", "http" or "otc".',
    '{"version": 1,\n"servers": {"a b": {"kind": "stdio", "command": "x"}}}':
        "config.json line 2: servers.a b: the name must be 1 to 64 letters, digits, '.', '_' or '-', "
        "beginning with a letter or digit.",
    '{"version": 2}': "config.json line 1: version must be 1.",
    "{}": "config.json line 1: the file must have a member 'version'.",
    "[]": "config.json line 1: the file must be an object with version, servers, tools, rules, secrets, "
        "clients, limits, security_keys and preferences.",
    '{"version": 1,\n"version": 1}': "config.json line 2: the key 'version' appears twice in one object.",
    '{"version": 1,\n"preferences": {"pending_total": true}}':
        "config.json line 2: preferences.pending_total must be a whole number from 1 to 100000.",
    '{"version": 1,\n"secrets": {"t": {"value": "hunter2"}}}':
        "config.json line 2: secrets.t.value is not a known setting.",
    '{"version": 1,\n"rules": [{"id":"a","client":"*","server":"*","tool":"*","verdict":"ask"},\n'
    '{"id":"a","client":"*","server":"*","tool":"*","verdict":"ask"}]}':
        "config.json line 3: rules[1].id must differ from the id of every other rule.",
    '{"version": 1, "servers": {"far": {"kind": "http", "url": "https://a.test/mcp",\n'
    '"headers": {"X-A": "1", "Authorization": "a",\n"authorization": "b"}}}}':
        "config.json line 3: servers.far.headers must contain only one of Authorization and authorization, "
        "which are the same name.",
    '{"version": 1\n': "config.json line 2: a comma or '}' is missing here.",
    "": "config.json line 1: expecting value.",
    '{"version": 1, "preferences": {"pending_total": 1' + "0" * 30 + "}}":
        "config.json line 1: preferences.pending_total must be a whole number from 1 to 100000.",
    '{"version": 1, "rules": [\n{"id": "\\ud800", "client": "*", "server": "*", "tool": "*", "verdict": "deny"}]}':
        "config.json line 2: a string contains an unpaired surrogate (invalid Unicode).",
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), BROKEN.items())
def test_broken_file_is_reported_with_line_and_reason_and_not_changed(path: Path, text: str, expected: str) -> None:
    data = put(path, text)
    config = Config.load(path)
    assert config.problem == expected and code_of(config.problem)
    assert dict(config.servers) == {}
    with pytest.raises(ConfigError, match=r"Fix .* or move it away first: nothing was changed"):
        config.add_server(GIT)
    assert path.read_bytes() == data
    assert [file.name for file in path.parent.iterdir()] == ["config.json"]


def test_bytes_that_are_no_text_are_a_problem_with_their_line(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b'{\n"version": \xff}')
    assert Config.load(path).problem == "config.json line 2: this is not valid UTF-8."


def test_config_file_with_a_byte_order_mark_is_read(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"\xef\xbb\xbf" + b'{"version": 1}')
    assert Config.load(path).problem == ""


def test_the_old_state_stays_in_force_while_the_file_is_broken(path: Path, config: Config) -> None:
    put(path, "{")
    assert not config.reload()
    assert config.servers == {"git": GIT}
    assert "line 1" in config.problem
    with pytest.raises(ConfigError):
        config.set_preference("pending_total", 5)
    put(path, '{"version": 1, "preferences": {"pending_total": 7.0, "sound": true}}')
    config.set_preference("pending_total", 5)
    assert (config.problem, config.preferences.pending_total, config.preferences.sound) == ("", 5, True)
    assert dict(config.servers) == {}
    assert Config.load(path).preferences == Preferences(pending_total=5, sound=True)


def test_removed_invalid_config_file_is_written_anew(path: Path, config: Config) -> None:
    put(path, "{")
    config.reload()
    path.unlink()
    config.set_preference("pending_total", 5)
    assert Config.load(path).servers == {"git": GIT}
    assert config.problem == ""


def test_server_removed_by_another_program_is_gone_at_once_and_copied(path: Path, config: Config) -> None:
    before = path.read_bytes()
    put(path, '{"version": 1, "rules": [], "preferences": {"sound": true}}')
    config.set_preference("pending_total", 5)
    assert (dict(config.servers), config.waiting) == ({}, ())
    assert config.preferences == Preferences(pending_total=5, sound=True)
    (beside,) = path.parent.glob("config.json.*.bak")
    assert beside.read_bytes() == before
    assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    assert Config.load(path).preferences == config.preferences
    config.set_preference("pending_total", 6)
    assert len(list(path.parent.glob("*.bak"))) == 1


LOOSE = {**RULE, "id": "loose", "tool": "*", "server": "*"}


def write_rule(path: Path, *rules: dict[str, Any], **sections: Any) -> bytes:
    """What another program does: read the file, put something into it, write it."""
    state = json.loads(path.read_text()) | sections
    return put(path, json.dumps(state | {"rules": [*state["rules"], *rules]}))


def test_waiting_change_stays_in_the_file_over_every_change(path: Path, config: Config) -> None:
    write_rule(path, LOOSE, {**RULE, "id": "no", "verdict": "deny"})
    config.set_preference("pending_total", 5)
    assert [rule["id"] for rule in config.rules] == ["no"]
    assert [(one.section, one.key, one.before) for one in config.waiting] == [("rules", "loose", None)]
    assert [rule["id"] for rule in json.loads(path.read_text())["rules"]] == ["no", "loose"]
    config.add_rule({**RULE, "id": "mine"})
    config.accept(config.waiting)
    assert {rule["id"] for rule in config.rules} == {"no", "loose", "mine"}
    assert config.waiting == () and Config.load(path).state == config.state


def test_refused_change_leaves_the_file_and_is_copied(path: Path, config: Config) -> None:
    theirs = write_rule(path, LOOSE)
    config.set_preference("sound", True)
    assert path.read_bytes() != theirs  # their change and ours
    both = path.read_bytes()
    kept = config.refuse(config.waiting)
    assert kept.read_bytes() == both and b"loose" in both
    assert (config.rules, config.waiting) == ((), ())
    again = Config.load(path)
    assert (again.rules, again.preferences.sound, again.servers) == ((), True, {"git": GIT})


def test_only_shown_changes_can_be_accepted_or_refused(path: Path, config: Config) -> None:
    write_rule(path, LOOSE)
    config.merge(config.read())
    shown = config.waiting
    theirs = write_rule(path, {**LOOSE, "id": "looser"})
    for answer in (config.accept, config.refuse):
        with pytest.raises(ConfigError, match="was changed again in the meantime"):
            answer(shown)
    assert (config.rules, len(config.waiting), path.read_bytes()) == ((), 2, theirs)


def test_change_by_the_person_replaces_a_waiting_change(path: Path, config: Config) -> None:
    theirs = write_rule(path, preferences={"prompt_timeout": 0})
    config.set_preference("prompt_timeout", 200)
    assert (config.preferences.prompt_timeout, config.waiting) == (200, ())
    (beside,) = path.parent.glob("*.bak")
    assert beside.read_bytes() == theirs


def test_resumed_settings_treat_the_file_as_a_change(path: Path, config: Config) -> None:
    accepted = config.state
    write_rule(path, LOOSE, {**RULE, "id": "no", "verdict": "deny"})
    fresh = Config.load(path)
    assert [one.key for one in fresh.since(accepted)] == ["loose"]
    assert len(fresh.since(None)) == 2  # the server, too
    fresh.resume(accepted)
    assert ([rule["id"] for rule in fresh.rules], dict(fresh.servers)) == (["no"], {"git": GIT})
    fresh.resume({"version": 1, "rules": "none"})  # what an older version kept, and this one does not take
    assert ([rule["id"] for rule in fresh.rules], dict(fresh.servers)) == (["no"], {})


def test_accepted_settings_stay_in_force_while_the_file_repeats_a_header(path: Path) -> None:
    """Versions before 0.6 accepted headers that differ only in case."""
    far = {"kind": "http", "url": "https://a.test", "headers": {"X-Key": "a", "x-key": "b"}}
    accepted = {
        "version": 1,
        "servers": {"far": far, "git": {"kind": "stdio", "command": "uvx"}},
        "rules": [{**RULE, "verdict": "deny"}],
    }
    put(path, json.dumps(accepted))
    config = Config(path)
    config.resume(accepted)
    assert "only one of X-Key and x-key" in config.problem and sorted(config.servers) == ["far", "git"]
    del far["headers"]["x-key"]
    put(path, json.dumps(accepted))
    found = config.poll()
    assert found is not None
    config.merge(found)
    assert (config.problem, config.waiting, config.servers["far"].headers) == ("", (), {"X-Key": "a"})
    assert [rule["id"] for rule in config.rules] == ["r1"]


def test_missing_config_file_is_a_problem_only_if_it_was_not_empty(tmp_path: Path) -> None:
    """A person who quit before they added anything read of a problem at the next start."""
    config = Config(tmp_path / "config.json")
    config.resume(Config(tmp_path / "config.json").state)
    assert not config.problem
    config.add_server(GIT)
    other = Config(tmp_path / "config.json")
    config.path.unlink()
    other.resume(config.state)
    assert "config.json is missing" in other.problem


def test_poll_returns_only_a_changed_file(path: Path, config: Config) -> None:
    received: list[Any] = []
    config.on_edit(received.append)
    while found := config.poll():  # what was just written is read once
        config.merge(found)
    assert received == [] and config.poll() is None
    old = path.stat()
    theirs = path.read_bytes().replace(b"uvx", b"xvu")
    path.write_bytes(theirs)
    os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))  # the same size and time
    found = config.poll()
    assert found is not None
    config.merge(found)
    assert config.servers == {"git": GIT} and config.waiting[0].after["command"] == "xvu"
    assert len(received) == 1 and config.poll() is None


def test_missing_file_is_reported_and_recreated_by_the_next_change(path: Path, config: Config) -> None:
    write_rule(path, LOOSE)
    config.merge(config.read())
    aside = path.rename(path.with_name("aside"))
    config.merge(config.read())
    assert "is missing" in config.problem and config.servers == {"git": GIT} and not config.waiting
    aside.rename(path)
    config.merge(config.read())
    assert (config.problem, len(config.waiting)) == ("", 1)
    path.unlink()
    config.set_preference("sound", True)
    assert (config.problem, config.rules) == ("", ()) and Config.load(path).servers == {"git": GIT}


def test_a_file_that_is_written_at_the_very_moment_is_not_written_over(
    path: Path, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync, theirs = os.fdatasync, b""

    def overtake(file: int) -> None:
        nonlocal theirs
        theirs = put(path, '{"version": 1, "rules": []}')
        sync(file)

    monkeypatch.setattr(os, "fdatasync", overtake)
    with pytest.raises(ConfigError, match="so ToolGuard changed nothing"):
        config.set_preference("pending_total", 5)
    assert path.read_bytes() == theirs and config.preferences.pending_total == 1000
    assert [file.name for file in path.parent.iterdir()] == ["config.json"]


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes with a name on Windows")
def test_oversized_or_irregular_file_is_not_read(path: Path, config: Config) -> None:
    path.unlink()
    os.mkfifo(path)
    assert "not a file" in config.read().problem
    path.unlink()
    with path.open("wb") as file:
        file.truncate(1 << 30)
    assert "larger than" in config.read().problem
    with pytest.raises(ConfigError, match="nothing was changed"):
        config.set_preference("pending_total", 5)


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes with a name on Windows")
def test_file_replaced_by_a_named_pipe_does_not_block_the_reader(path: Path, config: Config) -> None:
    pipe, file = path.with_name("pipe"), path.with_name("file")
    os.mkfifo(pipe)
    path.rename(file)
    swap = "import os, sys\nwhile True:\n for new in sys.argv[2:]:\n  os.link(new, sys.argv[1]); os.unlink(sys.argv[1])"
    program = subprocess.Popen([sys.executable, "-c", swap, path, pipe, file])
    found: set[bool] = set()

    def read() -> None:
        while len(found) < 2:
            found.add("not a file" in config.read().problem)
        for _ in range(5_000):
            config.read()

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    reader.join(20)
    program.kill()
    program.wait()
    assert not reader.is_alive()


def test_invalid_edit_by_another_program_is_not_overwritten(path: Path, config: Config) -> None:
    theirs = put(path, "{oops")
    with pytest.raises(ConfigError, match="line 1"):
        config.set_preference("pending_total", 5)
    assert path.read_bytes() == theirs
    assert config.preferences.pending_total == 1000


@pytest.mark.skipif(os.name != "posix", reason="symbolic links need rights on Windows")
def test_a_symbolic_link_is_followed_and_stays(tmp_path: Path) -> None:
    real, link = tmp_path / "dotfiles" / "toolguard.json", tmp_path / "config.json"
    real.parent.mkdir()
    link.symlink_to(real)
    config = Config.load(link)
    config.add_server(GIT)
    put(real, '{"version": 1, "preferences": {"sound": true}}')
    config.set_preference("pending_total", 5)
    assert link.is_symlink()
    assert Config.load(real).preferences == Preferences(pending_total=5, sound=True)
    assert [file.name for file in real.parent.glob("*.bak")]


def test_a_disk_that_refuses_changes_nothing(path: Path, config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(file: int) -> None:
        raise OSError(28, "No space left on device")

    before = path.read_bytes()
    monkeypatch.setattr(module.os, "fdatasync", refuse)
    with pytest.raises(ConfigError, match=r"No space left on device.*nothing was changed"):
        config.set_preference("pending_total", 5)
    assert (path.read_bytes(), config.preferences.pending_total) == (before, 1000)
    assert [file.name for file in path.parent.iterdir()] == ["config.json"]
    theirs = write_rule(path, LOOSE)
    config.merge(config.read())
    with pytest.raises(ConfigError, match="and no copy of it can be kept"):
        config.refuse(config.waiting)
    assert (path.read_bytes(), len(config.waiting)) == (theirs, 1)


def test_unreadable_file_is_a_problem(path: Path) -> None:
    path.mkdir(parents=True)
    assert "cannot be read" in Config.load(path).problem


@pytest.mark.parametrize("name", ["a", "A9", "x.y_z-1", "a" * 64])
def test_names_are_short_and_plain(name: str) -> None:
    assert NAME.fullmatch(name)


@pytest.mark.parametrize("name", ["", ".a", "-a", "a/b", "a b", "a\n", "名", "a" * 65])
def test_invalid_name_is_rejected(name: str) -> None:
    assert not NAME.fullmatch(name)


def test_schema_matches_the_types() -> None:
    schema = config_schema.schema()
    assert set(schema["$defs"]["preferences"]["properties"]) == set(Preferences.__struct_fields__)
    kinds = {kind: set(schema["$defs"][kind]["properties"]) for kind in KINDS}
    assert set.union(*kinds.values()) == set(ServerSpec.__struct_fields__) - {"name"}
    assert kinds == {kind: {"kind", "enabled", *row.settings} for kind, row in KINDS.items()}
    assert set(schema["$defs"]["switch"]["properties"]) == set(VisibilityRule.__struct_fields__)
    assert set(schema["$defs"]["secret"]["properties"]) == set(Secret.__struct_fields__)
    assert schema["$defs"]["name"]["pattern"] == f"^{NAME.pattern}$"


def test_every_schema_member_has_a_title() -> None:
    def places(part: Any) -> None:
        if isinstance(part, dict):
            if isinstance(part.get("type"), str | list) or {"enum", "const", "pattern"} & set(part):
                assert "title" in part, part
            for value in part.values():
                places(value)

    places(config_schema.schema())


def test_the_schema_is_found_in_an_installed_package(tmp_path: Path) -> None:
    """A wheel carries ``resources`` inside the package; the tree has it beside."""
    root = Path(module.__file__).parents[3]
    package = tmp_path / "toolguard"
    (package / "resources" / "schemas").mkdir(parents=True)
    (package / "__init__.py").write_text((root / "toolguard" / "__init__.py").read_text())
    for part in ("store/__init__.py", "store/atomic_write.py", "store/config", "tables", "gate"):
        found = root / "toolguard" / part
        for file in found.rglob("*.py") if found.is_dir() else [found]:
            copy = package / file.relative_to(root / "toolguard")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(file.read_text())
    (package / "resources" / "schemas" / "config.json").write_text(config_schema.frame_path().read_text())
    text = "from toolguard.store.config import config_schema as it; it.schema(); print(it.frame_path())"
    result = subprocess.run(
        [sys.executable, "-c", text], env={**os.environ, "PYTHONPATH": str(tmp_path)}, cwd=tmp_path,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert Path(result.stdout.strip()) == package / "resources" / "schemas" / "config.json"


@pytest.mark.parametrize(
    ("entry", "requests"),
    [
        (
            {"kind": "stdio", "command": "x", "ask_first": True},
            {"sampling": "ask", "elicitation": "ask", "roots": "ask"},
        ),
        ({"kind": "stdio", "command": "x", "ask_first": False}, {}),
        ({"kind": "stdio", "command": "x", "ask_first": True, "requests": {"roots": "deny"}}, {"roots": "deny"}),
        ({"kind": "otc", "url": "https://a.test/otc", "ask_first": True}, {}),
    ],
)  # fmt: skip
def test_file_of_0_2_0_with_ask_first_is_upgraded(tmp_path, entry, requests):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"version": 1, "servers": {"files": entry}}))
    config = Config.load(path)
    assert not config.problem and config.servers["files"].requests == requests
    assert not config.since({"version": 1, "servers": {"files": entry}})
    path.write_text(json.dumps({"version": 1, "servers": {"files": {**entry, "ask_first": "yes"}}}))
    assert "ask_first" in Config.load(path).problem


def test_former_names_of_settings_are_upgraded(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    former = {
        "attention": False, "held_per_session": 7, "held_total": 70, "keychain_timeout": 9, "patience": ["a=30"],
        "leaks": "ask",
    }  # fmt: skip
    path.write_text(json.dumps({"version": 1, "preferences": {**former, "sound": True}}))
    config = Config.load(path)
    now = config.preferences
    assert not config.problem and now.sound
    assert (now.flash_taskbar, now.client_timeouts, now.keyring_timeout) == (False, ("a=30",), 9)
    assert (now.pending_per_session, now.pending_total, now.secrets_in_arguments) == (7, 70, "ask")
    assert not config.since({"version": 1, "preferences": {**former, "sound": True}}), "what was accepted stays so"
    config.set_preference("pending_total", 80)
    stored = json.loads(path.read_text())["preferences"]
    assert not former.keys() & stored.keys() and stored["pending_total"] == 80
    path.write_text(json.dumps({"version": 1, "preferences": {"held_total": 70, "pending_total": 90}}))
    assert Config.load(path).preferences.pending_total == 90
