"""Routing: every client's file, undone to the byte; nothing else is touched, and nothing is lost when it is killed."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clients.wiring.settings import (
    DATA,
    STUB,
    SYSTEMS,
    WITH_FILES,
    has_user_file,
    local_entry,
    machine,
    of_client,
    remote_entry,
    user_file,
    value_of,
    variants,
    written,
)
from tests.support.fork_server import fork_server
from toolguard.clients.wiring.clients import CLIENTS, ClientRow, Dialect, SettingsFile
from toolguard.clients.wiring.discovery import FoundEntry, FoundFile, find
from toolguard.clients.wiring.documents import REMOVED, read
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.files import StaleFileError
from toolguard.clients.wiring.machine import Machine, System
from toolguard.clients.wiring.routing import FilePlan, Router, routed_members, unified_diff


def put(path: Path, data: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def found(client: ClientRow, on: Machine, *projects: Path) -> FoundFile:
    (one,) = find(on, clients=[client], projects=projects)
    (file,) = one.files
    return file


def placed(sample: Path, client: ClientRow, on: Machine) -> tuple[SettingsFile, Path]:
    """The row's file of that name, with the sample in its place."""
    for settings in client.files:
        template = settings.path if isinstance(settings.path, str) else settings.path.get(on.system, "")
        if template.endswith(sample.name):
            return settings, put(on.paths(template)[0], sample.read_bytes())
    raise LookupError(sample)


def unguarded(file: FoundFile) -> list[FoundEntry]:
    return [entry for entry in file.entries if entry.state == "unguarded"]


def plan(router: Router, client: ClientRow, file: FoundFile, *names: str) -> FilePlan:
    chosen = {entry.path: entry.name for entry in unguarded(file) if not names or entry.name in names}
    return router.plan_route(client, file, chosen, STUB)


@pytest.mark.parametrize(
    ("client", "system"),
    [(client, system) for client in WITH_FILES for system in SYSTEMS if has_user_file(client, system)],
    ids=lambda one: one if isinstance(one, str) else one.key,
)
def test_every_client_is_routed_and_undone_to_the_byte(client: ClientRow, system: System, tmp_path: Path) -> None:
    on = machine(tmp_path / "home", system)
    settings, path = user_file(client, on)
    layouts = list(variants(client, settings))
    if system != next(one for one in SYSTEMS if has_user_file(client, one)):
        del layouts[1:]  # the place of a file differs by system, not how it is read
    for name, data in layouts:
        router = Router(tmp_path / name)
        put(path, data)
        file = found(client, on)
        assert not file.error and {one.state for one in file.entries} == {"unguarded"}, (name, file.error)
        done = plan(router, client, file)
        router.carry_out(done)
        assert path.read_bytes() == done.after != data
        now = found(client, on)
        assert {one.state for one in now.entries} == {"guarded"}, name
        assert [one.target.server for one in now.entries if one.target] == [one.name for one in file.entries]
        undo = router.plan_undo(path)
        assert undo.after == data
        router.carry_out(undo)
        assert path.read_bytes() == data and router.records.all() == []


def test_a_guarded_entry_has_one_command() -> None:
    changed = routed_members({"cmd": "npx", "args": ["x"]}, Dialect(), ["/x/toolguard-connect", "--server", "a"])
    assert changed == {"cmd": REMOVED, "command": "/x/toolguard-connect", "args": ["--server", "a"]}


@pytest.mark.parametrize("sample", sorted(DATA.glob("*/*")), ids=lambda path: path.parent.name)
def test_a_real_file_keeps_every_line_that_is_not_routed(sample: Path, tmp_path: Path) -> None:
    client = of_client(sample.parent.name)
    on = machine(tmp_path / "home", SYSTEMS[0], FIGMA_OAUTH_TOKEN="x")
    _, path = placed(sample, client, on)
    router, file = Router(tmp_path / "state"), found(client, on)
    done = plan(router, client, file)
    router.carry_out(done)
    gone = [line for line in done.diff.splitlines() if line.startswith("-") and not line.startswith("---")]
    routed = {entry.name for entry in unguarded(file)}
    assert routed and len(gone) <= 8 * len(routed)
    untouched = [one for one in file.entries if one.name not in routed]
    now = {one.name: one for one in found(client, on).entries}
    assert all(now[one.name].value == one.value for one in untouched)
    for one in unguarded(file):
        kept = set(one.value) & {
            "timeout",
            "disabled",
            "enabled",
            "trust",
            "tools",
            "alwaysAllow",
            "enabled_tools",
            "name",
        }
        assert {key: now[one.name].value[key] for key in kept} == {key: one.value[key] for key in kept}
        assert not {"env", "environment", "envs", "headers", "url", "httpUrl", "uri", "serverUrl"} & set(
            now[one.name].value
        )
    router.carry_out(router.plan_undo(path))
    assert path.read_bytes() == sample.read_bytes()


@pytest.mark.parametrize("sample", sorted(DATA.glob("*/*")), ids=lambda path: path.parent.name)
def test_only_our_entries_are_undone_when_the_file_changed_since(sample: Path, tmp_path: Path) -> None:
    """The client writes its own settings meanwhile; the text of our entries comes back, comments and all."""
    client = of_client(sample.parent.name)
    on = machine(tmp_path / "home")
    settings, path = placed(sample, client, on)
    router = Router(tmp_path / "state")
    router.carry_out(plan(router, client, found(client, on)))
    later = "# later\n" if settings.format in ("toml", "yaml") else "\n"
    path.write_bytes(path.read_bytes() + later.encode())
    undo = router.plan_undo(path)
    router.carry_out(undo)
    assert path.read_bytes() == sample.read_bytes() + later.encode() and undo.notes == ()


def test_one_of_several_is_undone_and_the_rest_later(tmp_path: Path) -> None:
    client, on, router = of_client("cursor"), machine(tmp_path), Router(tmp_path / "state")
    settings, path = user_file(client, on)
    data = written(value_of(client, settings, {"a": local_entry(client, "a"), "b": remote_entry(client)}), settings)
    put(path, data)
    router.carry_out(plan(router, client, found(client, on), "a"))
    router.carry_out(plan(router, client, found(client, on), "b"))
    router.carry_out(router.plan_undo(path, ["a"]))
    assert {one.name: one.state for one in found(client, on).entries} == {"a": "unguarded", "b": "guarded"}
    router.carry_out(router.plan_undo(path))
    assert path.read_text() == data and router.records.all() == []


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("codex", '[mcp_servers.a]\ncommand = "x" # it\nsince = 2026-01-31\nlimit = nan\nenv = { A = "b" }\n'),
        ("cursor", '{"mcpServers": {"a": {"command": "x", "limit": 1e999, "env": {"A": "b"}}}}'),
    ],
)
def test_members_that_a_record_cannot_store_are_restored(key: str, text: str, tmp_path: Path) -> None:
    client, on, router = of_client(key), machine(tmp_path), Router(tmp_path / "state")
    path = put(user_file(client, on)[1], text)
    router.carry_out(plan(router, client, found(client, on)))
    assert path.read_text() != text
    path.write_text(path.read_text() + "\n")
    router.carry_out(router.plan_undo(path))
    assert path.read_text() == text + "\n"


@pytest.mark.parametrize(
    "client", [client for client in CLIENTS if any(settings.project == ".mcp.json" for settings in client.files)],
    ids=lambda client: client.key,
)  # fmt: skip
def test_settings_file_shared_by_clients_stays_valid_for_each_of_them(client: ClientRow, tmp_path: Path) -> None:
    """Claude Code, for example, refuses a command that is a list, and the type "local"."""
    project, router = tmp_path / "project", Router(tmp_path / "state")
    servers = {"far": {"type": "http", "url": "https://a.test/mcp"}, "near": {"command": "uvx", "args": ["a"]}}
    path = put(project / ".mcp.json", json.dumps({"mcpServers": servers}))
    (one,) = find(machine(tmp_path / "home"), clients=[client], projects=[project])
    router.carry_out(plan(router, client, one.files[0]))
    for entry in json.loads(path.read_text())["mcpServers"].values():
        assert entry["command"] == STUB[0] and entry["args"][0] == "--server" and entry.get("type") in (None, "stdio")


def test_undo_keeps_an_entry_that_was_changed_since(tmp_path: Path) -> None:
    client, on, router = of_client("cursor"), machine(tmp_path), Router(tmp_path / "state")
    settings, path = user_file(client, on)
    put(
        path,
        written(value_of(client, settings, {"a": local_entry(client, "a"), "b": local_entry(client, "b")}), settings),
    )
    router.carry_out(plan(router, client, found(client, on)))
    now = json.loads(path.read_text())
    now["mcpServers"]["a"] = {"command": "mine"}
    now["mcpServers"]["b"]["timeout"] = 5
    path.write_text(json.dumps(now))
    undo = router.plan_undo(path)
    router.carry_out(undo)
    after = json.loads(path.read_text())["mcpServers"]
    assert after["a"] == {"command": "mine"} and "a was changed" in undo.notes[0]
    assert after["b"] == {**local_entry(client, "b"), "timeout": 5}


def test_a_file_that_changed_since_the_preview_is_not_written(tmp_path: Path) -> None:
    client, on, router = of_client("cursor"), machine(tmp_path), Router(tmp_path / "state")
    settings, path = user_file(client, on)
    put(path, written(value_of(client, settings, {"a": local_entry(client, "a")}), settings))
    done = plan(router, client, found(client, on))
    path.write_bytes(path.read_bytes() + b" ")
    before = path.read_bytes()
    with pytest.raises(StaleFileError):
        router.carry_out(done)
    assert path.read_bytes() == before and router.records.all() == []


def test_routing_keeps_symlink_mode_and_other_files(tmp_path: Path) -> None:
    client, on, router = of_client("cursor"), machine(tmp_path), Router(tmp_path / "state")
    settings, path = user_file(client, on)
    real = put(tmp_path / "dotfiles" / "mcp.json",
               written(value_of(client, settings, {"a": local_entry(client, "a")}), settings))  # fmt: skip
    real.chmod(0o640)
    path.parent.mkdir(parents=True)
    path.symlink_to(real)
    data = real.read_bytes()
    backup = router.carry_out(plan(router, client, found(client, on)))
    assert path.is_symlink() and b"toolguard-connect" in real.read_bytes()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640 and [one.name for one in real.parent.iterdir()] == ["mcp.json"]
    assert backup is not None and backup.read_bytes() == data and stat.S_IMODE(backup.stat().st_mode) == 0o600
    parsed = json.loads(backup.with_name(backup.name + ".origin.json").read_text())
    assert parsed["origin"] == str(real)
    router.carry_out(router.plan_undo(path))
    assert path.is_symlink() and real.read_bytes() == data


def test_extended_attributes_stay(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("attributes are read here on Linux only")
    client, on, router = of_client("cursor"), machine(tmp_path), Router(tmp_path / "state")
    settings, path = user_file(client, on)
    put(path, written(value_of(client, settings, {"a": local_entry(client, "a")}), settings))
    try:
        os.setxattr(path, "user.origin", b"dotfiles\0\xff")
    except OSError:
        pytest.skip("the file system keeps no attributes")
    router.carry_out(plan(router, client, found(client, on)))
    assert os.getxattr(path, "user.origin") == b"dotfiles\0\xff"
    router.carry_out(router.plan_undo(path))
    assert os.getxattr(path, "user.origin") == b"dotfiles\0\xff"


def test_other_hard_link_keeps_the_old_file_and_is_reported(tmp_path: Path) -> None:
    """It may be a backup, which must not change; whoever linked it on purpose is told."""
    client, on, router = of_client("cursor"), machine(tmp_path), Router(tmp_path / "state")
    settings, path = user_file(client, on)
    data = written(value_of(client, settings, {"a": local_entry(client, "a")}), settings)
    other = tmp_path / "backup.json"
    os.link(put(path, data), other)
    done = plan(router, client, found(client, on))
    assert len(done.notes) == 1 and "2 names (hard links)" in done.notes[0]
    router.carry_out(done)
    assert other.read_text() == data and "toolguard" in path.read_text()
    undo = router.plan_undo(path)
    assert undo.notes == ()
    router.carry_out(undo)
    assert path.read_text() == data


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_a_read_only_file_is_found_and_refused(tmp_path: Path) -> None:
    client, on, router = of_client("cursor"), machine(tmp_path), Router(tmp_path / "state")
    settings, path = user_file(client, on)
    put(path, written(value_of(client, settings, {"a": local_entry(client, "a")}), settings)).chmod(0o400)
    file = found(client, on)
    assert file.is_read_only
    with pytest.raises(WiringError, match="read-only"):
        router.carry_out(plan(router, client, file))
    assert router.records.all() == [] and b"toolguard" not in path.read_bytes()


BROKEN = {"json": b'{"mcpServers": {', "jsonc": b'{"mcpServers": {', "toml": b"[mcp_servers.x\n", "yaml": b"a: [\n"}


@pytest.mark.parametrize("client", WITH_FILES, ids=lambda client: client.key)
def test_a_broken_file_is_one_row_with_its_error_and_never_written(client: ClientRow, tmp_path: Path) -> None:
    system: System = "windows" if client.key == "visual-studio" else "linux"
    on = machine(tmp_path, system)
    settings, path = user_file(client, on)
    for data in (BROKEN[settings.format], b"\xff\xfe\x00", b"\0" * 10):
        put(path, data)
        file = found(client, on)
        assert file.error and file.entries == () and file.document is None
        with pytest.raises(WiringError):
            plan(Router(tmp_path / "state"), client, file)
        assert path.read_bytes() == data
    put(path, b"")
    assert not found(client, on).error and found(client, on).entries == ()


def test_repeated_name_is_never_written(tmp_path: Path) -> None:
    client, on = of_client("cursor"), machine(tmp_path)
    path = put(user_file(client, on)[1], '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}')
    with pytest.raises(WiringError, match="twice"):
        plan(Router(tmp_path / "state"), client, found(client, on))
    assert b"toolguard" not in path.read_bytes()


def test_a_tampered_backup_is_not_restored(tmp_path: Path) -> None:
    client, on, router = of_client("cursor"), machine(tmp_path), Router(tmp_path / "state")
    settings, path = user_file(client, on)
    data = written(value_of(client, settings, {"a": local_entry(client, "a")}), settings)
    put(path, data)
    backup = router.carry_out(plan(router, client, found(client, on)))
    assert backup is not None
    backup.write_text(data.replace("uvx", "evil"))
    router.carry_out(router.plan_undo(path))
    assert path.read_text() == data


KILLED = """
import os, sys
from pathlib import Path
from tests.clients.wiring.settings import STUB, machine, of_client
from toolguard.clients.wiring.discovery import find
from toolguard.clients.wiring.routing import Router
home, state, step = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
client = of_client("cursor")
((file,),) = [one.files for one in find(machine(home), clients=[client], projects=())]
router = Router(state)
plan = router.plan_route(client, file, {one.path: one.name for one in file.entries}, STUB)
count = 0
def counted(name):
    real = getattr(os, name)
    def call(*args, **kwargs):
        global count
        count += 1
        if count == step:
            os._exit(9)
        return real(*args, **kwargs)
    return call
for name in ("open", "fsync", "replace", "rename", "chown", "chmod", "mkdir", "unlink"):
    setattr(os, name, counted(name))
router.carry_out(plan)
os._exit(0)
"""
KILLED_MODULES = ("tests.clients.wiring.settings", "toolguard.clients.wiring.routing")


def test_killed_at_every_step_it_leaves_the_old_file_or_the_new_one_with_a_backup(tmp_path: Path) -> None:
    client, outcomes = of_client("cursor"), set[str]()
    program, server = tmp_path / "killed.py", fork_server(*KILLED_MODULES)
    program.write_text(KILLED)
    for step in range(1, 60):
        home, state = tmp_path / str(step), tmp_path / f"state-{step}"
        settings, path = user_file(client, machine(home))
        data = written(value_of(client, settings, {"a": local_entry(client, "a")}), settings).encode()
        put(path, data)
        wanted = plan(Router(state), client, found(client, machine(home))).after
        words = [str(program), str(home), str(state), str(step)]
        ended = server.run(words, env={}, cwd=tmp_path)
        assert ended.returncode in (0, 9), ended.stderr
        now = path.read_bytes()
        assert now in (data, wanted), step
        outcomes.add("new" if now == wanted else "old")
        if now == wanted:
            (backup,) = [
                one for one in (state / "backups").iterdir() if one.suffix == ".json" and "origin" not in one.name
            ]
            assert backup.read_bytes() == data
        router = Router(state)
        if router.records.all():
            router.carry_out(router.plan_undo(path))
        assert path.read_bytes() == data, step
        if ended.returncode == 0:
            break
    assert outcomes == {"old", "new"} and step > 10


# --- properties ---------------------------------------------------------------------------------------------------

TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=10)
NAMES = st.text(st.characters(categories=("L", "N"), include_characters=" ._-"), min_size=1, max_size=8)
OTHERS = st.dictionaries(
    NAMES.map(lambda name: f"x{name}"), st.none() | st.integers(-999, 999) | TEXTS | st.lists(TEXTS), max_size=3
)
LOCAL = st.fixed_dictionaries(
    {"command": NAMES.map(lambda name: f"c{name}"), "args": st.lists(TEXTS, max_size=3),
     "env": st.dictionaries(NAMES, TEXTS, max_size=2)},
)  # fmt: skip
ENTRIES = st.tuples(OTHERS, LOCAL | st.just({"url": "https://example.org/mcp"})).map(lambda both: both[0] | both[1])


@given(st.dictionaries(NAMES, ENTRIES, min_size=1, max_size=4), OTHERS, st.data())
def test_routing_changes_only_its_entries_and_undo_restores_the_file(
    tmp_path_factory: pytest.TempPathFactory, servers: dict[str, Any], others: dict[str, Any], data: st.DataObject
) -> None:
    tmp_path = tmp_path_factory.mktemp("property")
    client, on, router = of_client("cursor"), machine(tmp_path), Router(tmp_path / "state")
    _, path = user_file(client, on)
    layout = {"indent": data.draw(st.sampled_from((None, 1, 4, "\t"))), "ensure_ascii": data.draw(st.booleans())}
    put(
        path,
        json.dumps({**others, "mcpServers": servers}, **layout).replace(
            "\n", data.draw(st.sampled_from(("\n", "\r\n")))
        ),
    )
    before, file = path.read_bytes(), found(client, on)
    can = [entry.name for entry in unguarded(file)]
    if not can:
        return
    chosen = data.draw(st.lists(st.sampled_from(can), min_size=1, unique=True))
    router.carry_out(plan(router, client, file, *chosen))
    now = json.loads(path.read_bytes())
    assert {key: now[key] for key in others} == others and list(now) == [*others, "mcpServers"]
    assert list(now["mcpServers"]) == list(servers)
    for name, entry in servers.items():
        if name not in chosen:
            assert now["mcpServers"][name] == entry
        else:
            assert {key: one for key, one in now["mcpServers"][name].items() if key.startswith("x")} == {
                key: one for key, one in entry.items() if key.startswith("x")
            }
    if data.draw(st.booleans()):
        path.write_bytes(path.read_bytes() + b"\n")
        before += b"\n"
    router.carry_out(router.plan_undo(path))
    assert path.read_bytes() == before


@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_a_difference_can_be_applied(old: list[str], new: list[str]) -> None:
    before, after = "".join(f"{one}\n" for one in old), "".join(f"{one}\n" for one in new)
    diff = unified_diff(Path("x"), before.encode(), after.encode())
    result, at = list[str](), 0
    for line in diff.splitlines()[2:]:
        if line.startswith("@@"):
            start, _, count = line.split()[1][1:].partition(",")
            upto = int(start) - (0 if count == "0" else 1)
            result += old[at:upto]
            at = upto
        elif line.startswith("+"):
            result.append(line[1:])
        else:
            assert old[at] == line[1:]
            result += [] if line.startswith("-") else [line[1:]]
            at += 1
    assert [*result, *old[at:]] == new


def test_every_client_row_is_complete() -> None:
    assert len({one.key for one in CLIENTS}) == len(CLIENTS)
    for one in CLIENTS:
        assert one.title and one.source and (one.files or one.limits)
        assert all(read(b"", settings.format).value == {} for settings in one.files)
