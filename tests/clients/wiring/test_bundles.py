"""Bundles: hostile archives, both generations of manifests, unpacking, and what we write, with the official tool."""

from __future__ import annotations

import io
import json
import os
import shutil
import stat
import struct
import subprocess
import tracemalloc
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.support.examples import examples
from toolguard.clients.wiring.bundles import archive as bundle_archive
from toolguard.clients.wiring.bundles.archive import ArchiveLimits, BundleArchive
from toolguard.clients.wiring.bundles.manifest import BundleManifest, read_manifest
from toolguard.clients.wiring.bundles.unpacked import BundleOrigin, UnpackedBundles
from toolguard.clients.wiring.bundles.writer import bundle_of, write_bundle
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.machine import Machine, System
from toolguard.gate.texts import code_of

TOOL = Path(__file__).parents[2] / "node_modules" / "@anthropic-ai" / "mcpb" / "dist" / "cli" / "cli.js"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)
MANIFEST: dict[str, Any] = {
    "manifest_version": "0.3", "name": "files", "display_name": "My files", "version": "1.2.0",
    "description": "Reads files.", "author": {"name": "Somebody"},
    "server": {
        "type": "node", "entry_point": "server/index.js",
        "mcp_config": {
            "command": "node",
            "args": ["${__dirname}/server/index.js", "${user_config.folders}", "--max=${user_config.most}",
                     "${user_config.extra}"],
            "env": {"API_KEY": "Bearer ${user_config.key}", "HOME_OF": "${HOME}${/}x", "EXTRA": "${user_config.extra}"},
            "platform_overrides": {"win32": {"command": "node.exe", "args": []}},
        },
    },
    "user_config": {
        "folders": {"type": "directory", "title": "Folders", "description": "d", "multiple": True, "required": True,
                    "default": ["${HOME}/Desktop", "${DOCUMENTS}"]},
        "most": {"type": "number", "title": "Most", "description": "d", "default": 30, "min": 1, "max": 300},
        "key": {"type": "string", "title": "API key", "description": "d", "sensitive": True, "required": True},
        "extra": {"type": "string", "title": "Extra", "description": "d"},
    },
}  # fmt: skip


def machine(system: System = "linux") -> Machine:
    return Machine(system, Path("/home/me"))


def archive(path: Path, files: Mapping[str, bytes | str], modes: Mapping[str, int] | None = None) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            entry.filename = name  # as it is, also what the library would mend
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (modes or {}).get(name, 0o100644) << 16
            made.writestr(entry, data)
    return path


def bundle(path: Path, manifest: Mapping[str, Any] = MANIFEST, **files: bytes | str) -> Path:
    return archive(path, {"manifest.json": json.dumps(manifest), "server/index.js": "// runs", **files})


def parsed(manifest: Mapping[str, Any] = MANIFEST, system: System = "linux", **changed: Any) -> BundleManifest:
    return read_manifest(json.dumps({**manifest, **changed}).encode(), machine(system))


def refusal(path: Path, limits: ArchiveLimits | None = None) -> str:
    with pytest.raises(WiringError) as why, BundleArchive(path, limits or ArchiveLimits()) as opened:
        opened.manifest()
        opened.extract(path.parent / "out")
    assert not (path.parent / "out").exists()
    assert not list(path.parent.glob("**/*.tmp"))
    return code_of(str(why.value))


# --- the archive


@pytest.mark.parametrize(
    "name",
    ["../x", "a/../../x", "/etc/x", "a//x", "./x", "C:/x", "C:x", "a\\..\\x", "\\\\host\\x", "a/\x1bx", "x.", "x ",
     "a:stream", "a/" * 41 + "x", "x" * 300, "nul\x00byte"],
)  # fmt: skip
def test_archive_entry_outside_the_bundle_is_refused(tmp_path: Path, name: str) -> None:
    path = archive(tmp_path / "b.mcpb", {"manifest.json": "{}", name: "x"})
    assert refusal(path) == "clients.bundle_unsafe_entry"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["b.mcpb"]


@pytest.mark.parametrize("name", ["aux", "lib/com1.txt", "COM¹.txt", "nul .txt"])
def test_a_name_of_a_device_is_refused_on_windows(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert bundle_archive._is_safe(zipfile.ZipInfo(name))
    monkeypatch.setattr(bundle_archive, "os", SimpleNamespace(name="nt"))
    assert not bundle_archive._is_safe(zipfile.ZipInfo(name))


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFSOCK])
def test_a_link_or_a_device_is_refused(tmp_path: Path, kind: int) -> None:
    path = archive(tmp_path / "b.mcpb", {"manifest.json": "{}", "x": "/etc/passwd"}, {"x": kind | 0o777})
    assert refusal(path) == "clients.bundle_unsafe_entry"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_entries_of_one_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "b.mcpb"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("manifest.json", "{}")
        made.writestr("manifest.json", '{"other": 1}')
    assert refusal(path) == "clients.bundle_twice"


def test_a_file_that_is_also_a_folder_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    path = archive(tmp_path / "b.mcpb", {"manifest.json": "{}", "a": "x", "a/b": "y"})
    assert refusal(path) == "clients.bundle_not_unpacked"


@pytest.mark.parametrize(
    "limits",
    [ArchiveLimits(file=100), ArchiveLimits(unpacked=1000), ArchiveLimits(entries=3), ArchiveLimits(manifest=10)],
    ids=["file", "unpacked", "entries", "manifest"],
)
def test_bundle_over_a_limit_is_refused(tmp_path: Path, limits: ArchiveLimits) -> None:
    files = {f"f{number}": "y" * 300 for number in range(4)}
    assert refusal(archive(tmp_path / "b.mcpb", {"manifest.json": "{}" + " " * 20, **files}), limits) == (
        "clients.bundle_too_large"
    )


def test_zip_bomb_is_refused_by_stated_and_actual_size(tmp_path: Path) -> None:
    path = archive(tmp_path / "b.mcpb", {"manifest.json": "{}", "zeros": bytes(40 * 2**20)})
    assert path.stat().st_size < 100_000
    assert refusal(path) == "clients.bundle_too_large"
    small = archive(tmp_path / "s.mcpb", {"manifest.json": "{}", "zeros": bytes(5 * 2**20)})
    data = bytearray(small.read_bytes())
    for signature, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):  # it claims to hold 10 bytes
        start = data.rindex(signature)
        data[start + at : start + at + 4] = struct.pack("<I", 10)
    small.write_bytes(data)
    assert refusal(small) in ("clients.bundle_too_large", "clients.bundle_broken")


def test_a_list_of_entries_is_not_read_before_its_size_is_known(tmp_path: Path) -> None:
    path = archive(tmp_path / "b.mcpb", {"manifest.json": "{}", **{f"f{number}": "" for number in range(300)}})
    assert refusal(path, ArchiveLimits(directory=2_000)) == "clients.bundle_broken"


def test_an_encrypted_entry_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path / "b.mcpb", {"manifest.json": "{}"})
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    path.write_bytes(data)
    assert refusal(path) == "clients.bundle_unreadable_entry"


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x05\x06" + bytes(18), b"x" * 5000, b"PK\x05\x06" + b"\xff" * 18])
def test_invalid_archive_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "b.mcpb"
    path.write_bytes(data)
    assert refusal(path) in ("clients.bundle_broken", "clients.bundle_no_manifest")


def test_folder_and_pipe_are_no_bundles(tmp_path: Path) -> None:
    (tmp_path / "b.mcpb").mkdir()
    os.mkfifo(tmp_path / "pipe.mcpb")
    assert refusal(tmp_path / "b.mcpb") == refusal(tmp_path / "none.mcpb") == "clients.file_unreadable"
    assert refusal(tmp_path / "pipe.mcpb") == "clients.file_not_regular"


@settings(max_examples=examples(150))
@given(at=some.integers(0, 5_000), put=some.binary(min_size=1, max_size=6))
def test_a_damaged_archive_is_read_or_refused_and_never_fails_otherwise(at: int, put: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = bundle(Path(folder, "b.mcpb"))
        data = bytearray(path.read_bytes())
        at %= len(data)
        data[at : at + len(put)] = put
        path.write_bytes(data)
        try:
            with BundleArchive(path) as opened:
                read_manifest(opened.manifest(), machine())
                opened.extract(Path(folder, "out"))
        except WiringError:
            assert not Path(folder, "out").exists()
        assert {one.name for one in Path(folder).iterdir()} <= {"b.mcpb", "out"}


def test_a_name_that_begins_with_a_nul_is_refused(tmp_path: Path) -> None:
    path = bundle(tmp_path / "b.mcpb")
    path.write_bytes(path.read_bytes().replace(b"manifest.json", b"\0anifest.json"))
    assert refusal(path) == "clients.bundle_unsafe_entry"


def test_files_are_unpacked_for_their_owner_with_their_execute_bit(tmp_path: Path) -> None:
    path = archive(
        tmp_path / "b.mcpb", {"manifest.json": "{}", "bin/run": "#!/bin/sh\n", "empty/": ""},
        {"bin/run": 0o100755, "empty/": 0o40755},
    )  # fmt: skip
    with BundleArchive(path) as opened:
        assert opened.extract(tmp_path / "state" / "out")
    out = tmp_path / "state" / "out"
    assert stat.S_IMODE((out / "bin/run").stat().st_mode) == 0o700
    assert stat.S_IMODE((out / "manifest.json").stat().st_mode) == 0o600
    assert (out / "empty").is_dir() and stat.S_IMODE(out.stat().st_mode) == 0o700


def test_unpacked_bundle_is_reused_only_if_unchanged(tmp_path: Path) -> None:
    path = bundle(tmp_path / "b.mcpb")
    with BundleArchive(path) as opened:
        assert opened.extract(tmp_path / "out") and not opened.extract(tmp_path / "out")
        (tmp_path / "out/server/index.js").write_text("// evil")
        with pytest.raises(WiringError) as why:
            opened.extract(tmp_path / "out")
    assert code_of(str(why.value)) == "clients.bundle_changed"


# --- the manifest


@pytest.mark.parametrize("generation", ["manifest_version", "dxt_version"])
@pytest.mark.parametrize("version", ["0.1", "0.2", "0.3", "0.4"])
def test_both_generations_are_read(generation: str, version: str) -> None:
    rest = {name: one for name, one in MANIFEST.items() if name != "manifest_version"}
    assert parsed({**rest, generation: version}).title == "My files"


def test_references_are_replaced_as_specified() -> None:
    made = parsed()
    assert [one.key for one in made.missing({})] == ["key"]
    server = made.server(Path("/b"), machine(), {"key": "${secret:KEY}"})
    assert server == {
        "kind": "stdio", "command": "node", "cwd": "/b",
        "args": ["/b/server/index.js", "/home/me/Desktop", "/home/me/Documents", "--max=30"],
        "env": {"API_KEY": "Bearer ${secret:KEY}", "HOME_OF": "/home/me/x"},
    }  # fmt: skip
    own = made.server(Path("/b"), machine(), {"key": "k", "folders": ("/a b",), "most": "5", "extra": "${HOME}"})
    assert own["args"] == ["/b/server/index.js", "/a b", "--max=5", "${HOME}"]  # what a person typed is not replaced
    assert own["env"]["EXTRA"] == "${HOME}"


def test_a_system_has_its_own_launch() -> None:
    made = parsed(system="windows").server(Path("/b"), machine("windows"), {"key": "k"})
    assert made["command"] == "node.exe" and made["args"][0].endswith("index.js")  # an empty list does not count
    assert made["env"]["HOME_OF"].endswith("\\x")
    with pytest.raises(WiringError, match="darwin"):
        parsed(compatibility={"platforms": ["darwin"]})


def changed_launch(**members: Any) -> dict[str, Any]:
    return {"server": {"type": "node", "entry_point": "x", "mcp_config": {"command": "node", **members}}}


def option(default: str) -> dict[str, str]:
    return {"type": "string", "title": "t", "description": "d", "default": default}


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("${${user_config.a}}", {"a": option("secret:GITHUB")}),
        ("${user_config.a}{secret:GITHUB}", {"a": option("$")}),
        ("${user_config.a}{secret:GITHUB}", {"a": option("$"), "key": {**option(""), "sensitive": True}}),
        ("${user_config.b}", {"a": option("secret:GITHUB"), "b": option("${${user_config.a}}")}),
    ],
)
def test_parts_of_a_manifest_never_become_a_reference_to_a_secret(text: str, options: dict[str, Any]) -> None:
    for launched in (changed_launch(env={"A": text}), changed_launch(args=[text])):
        made = parsed(**launched, user_config={"folders": MANIFEST["user_config"]["folders"], **options})
        try:
            server = made.server(Path("/b"), machine(), {"key": "${secret:KEY}"})
        except WiringError as why:
            assert code_of(str(why)) == "clients.bundle_wants_secret"
        else:
            assert "${secret:" not in json.dumps(server)


def test_default_of_an_option_is_no_way_for_a_secret_into_the_arguments() -> None:
    options = {"key": {**option(""), "sensitive": True}, "b": option("${user_config.key}")}
    made = parsed(**changed_launch(args=["${user_config.b}"], env={}), user_config=options)
    assert "${secret:" not in json.dumps(made.server(Path("/b"), machine(), {"key": "${secret:KEY}"}))


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"manifest_version": "9.9"}, "bundle_version"), ({"manifest_version": None}, "bundle_version"),
        ({"server": {}}, "bundle_manifest_wrong"), ({"name": 3}, "bundle_manifest_wrong"),
        (changed_launch(args="x"), "bundle_manifest_wrong"), (changed_launch(args=[1]), "bundle_manifest_wrong"),
        (changed_launch(env={"A": 1}), "bundle_manifest_wrong"), (changed_launch(command=""), "bundle_manifest_wrong"),
        (changed_launch(env={"A": "${secret:GITHUB}"}), "bundle_wants_secret"),
        (changed_launch(args=["a\0b"]), "bundle_wants_secret"),
        ({"user_config": {"a": {"type": "x", "title": "t"}}}, "bundle_manifest_wrong"),
        ({"user_config": {"a b": {"type": "string"}}}, "bundle_manifest_wrong"),
        ({"user_config": {"a": {"type": "number", "min": 10**400}}}, "bundle_manifest_wrong"),
        ({"user_config": {"a": {"type": "string", "default": {}}}}, "bundle_manifest_wrong"),
        ({"user_config": {"a": {"type": "string", "sensitive": True, "default": "k"}}}, "bundle_manifest_wrong"),
        ({"user_config": {"a": {"type": "string", "default": "${secret:X}"}}}, "bundle_wants_secret"),
        ({"user_config": {str(number): {"type": "string"} for number in range(101)}}, "bundle_manifest_wrong"),
    ],
)  # fmt: skip
def test_a_wrong_manifest_is_refused(changed: dict[str, Any], code: str) -> None:
    with pytest.raises(WiringError) as why:
        parsed(**changed)
    assert code_of(str(why.value)) == f"clients.{code}"


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000])
def test_non_object_manifest_is_refused(data: bytes) -> None:
    with pytest.raises(WiringError):
        read_manifest(data, machine())


@pytest.mark.parametrize(
    "launch",
    [
        {"args": ["${user_config.long}" * 2_000]},
        {"args": ["=${user_config.long}"] * 2_000},
        {"args": ["${user_config.many}"] * 2_000},
        {"env": {str(number): "=${user_config.long}" for number in range(2_000)}},
    ],
    ids=["in one argument", "in many", "a list in many", "in variables"],
)
def test_references_do_not_multiply_a_long_default(launch: dict[str, Any]) -> None:
    options = {
        "long": {"type": "string", "default": "x" * 50_000},
        "many": {"type": "file", "multiple": True, "default": ["x"] * 5_000},
    }
    manifest = parsed(server={"mcp_config": {"command": "node", **launch}}, user_config=options)
    tracemalloc.start()
    try:
        with pytest.raises(WiringError) as why:
            manifest.server(Path("/b"), machine(), {})
        assert code_of(str(why.value)) == "clients.entry_too_long"
        assert tracemalloc.get_traced_memory()[1] < 8 * 2**20
    finally:
        tracemalloc.stop()


def test_secret_is_never_put_on_the_command_line() -> None:
    made = parsed(**changed_launch(args=["--key=${user_config.key}"]))
    with pytest.raises(WiringError) as why:
        made.server(Path("/b"), machine(), {"key": "${secret:KEY}"})
    assert code_of(str(why.value)) == "clients.bundle_secret_in_arguments"


@pytest.mark.parametrize(
    ("key", "texts", "code"),
    [("most", ["x"], "number"), ("most", ["nan"], "number"), ("most", ["0"], "least"), ("most", ["301"], "most"),
     ("extra", ["a", "b"], "once"), ("extra", ["a\0"], "text")],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_refused(key: str, texts: list[str], code: str) -> None:
    with pytest.raises(WiringError) as why:
        parsed().options[key].read(texts)
    assert code_of(str(why.value)) == f"clients.bundle_option_{code}"


# --- what we write, and the official tool


def official(*words: str | Path) -> str:
    node = shutil.which("node")
    if node is None or not TOOL.exists():
        pytest.skip("needs the package @anthropic-ai/mcpb: npm install in tests/")
    done = subprocess.run([node, TOOL, *words], capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_our_bundle_passes_the_official_tool(tmp_path: Path) -> None:
    origin = BundleOrigin("My files", "Reads\nfiles.", PNG)
    data = bundle_of("files", ["/opt/tool guard/toolguard-connect"], machine(), "1.0.0", origin)
    assert data == bundle_of("files", ["/opt/tool guard/toolguard-connect"], machine(), "1.0.0", origin)
    write_bundle(tmp_path / "ours.mcpb", data)
    with pytest.raises(WiringError):
        write_bundle(tmp_path / "ours.mcpb", data)
    official("unpack", tmp_path / "ours.mcpb", tmp_path / "out")
    assert "passes" in official("validate", tmp_path / "out" / "manifest.json")
    assert "ours.mcpb" in official("info", tmp_path / "ours.mcpb")
    with BundleArchive(tmp_path / "ours.mcpb") as opened:
        read = read_manifest(opened.manifest(), machine())
        assert opened.icon(read.icon) == PNG
    assert read.title == "My files (ToolGuard)"
    assert (read.launch.command, read.launch.args) == ("/opt/tool guard/toolguard-connect", ("--server", "files"))


def test_a_bundle_of_the_official_tool_is_read_also_when_it_is_signed(tmp_path: Path) -> None:
    folder = tmp_path / "server-folder"
    (folder / "server").mkdir(parents=True)
    (folder / "manifest.json").write_text(json.dumps({**MANIFEST, "icon": "icon.png"}))
    (folder / "icon.png").write_bytes(PNG)
    (folder / "server" / "index.js").write_text("console.log('hello')\n")
    official("pack", folder, tmp_path / "theirs.mcpb")
    # a signature is a block behind the archive
    signed = (tmp_path / "theirs.mcpb").read_bytes() + b"MCPB_SIG_V1" + struct.pack("<I", 5) + b"12345MCPB_SIG_END"
    (tmp_path / "signed.mcpb").write_bytes(signed)
    for name in ("theirs.mcpb", "signed.mcpb"):
        with BundleArchive(tmp_path / name) as opened:
            made = read_manifest(opened.manifest(), machine())
            unpacked = UnpackedBundles(tmp_path / "home")
            out = unpacked.folder_of(made, opened.digest())
            assert opened.extract(out) and opened.icon("icon.png") == PNG
        assert (out / "server/index.js").read_text() == "console.log('hello')\n"
        server = made.server(out, machine(), {"key": "k"})
        origin = unpacked.origin([server["cwd"], *server["args"]], machine())
        assert origin == BundleOrigin("My files", "Reads files.", PNG)


def test_an_icon_outside_of_the_folder_too_large_or_no_png_is_left_out(tmp_path: Path) -> None:
    unpacked = UnpackedBundles(tmp_path)
    (tmp_path / "secret.png").write_bytes(PNG)
    folder = tmp_path / "bundles" / "b-1"
    folder.mkdir(parents=True)
    (folder / "fake.png").write_bytes(b"no image")
    (folder / "large.png").write_bytes(PNG + bytes(2 * 2**20))
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    for icon in ("../../secret.png", str(tmp_path / "secret.png"), "fake.png", "large.png", "link.png", "none.png", ""):
        (folder / "manifest.json").write_text(json.dumps({**MANIFEST, "icon": icon}))
        found = unpacked.origin([str(folder / "x")], machine())
        assert found is not None and found.icon is None, icon
    assert unpacked.origin([str(tmp_path / "bundles"), str(folder / ".." / ".." / "x"), "node"], machine()) is None


def test_the_icon_of_an_archive_is_bounded(tmp_path: Path) -> None:
    path = bundle(tmp_path / "b.mcpb", **{"icon.png": PNG + bytes(2 * 2**20), "i.png": b"x"})
    with BundleArchive(path) as opened:
        assert opened.icon("icon.png") is None and opened.icon("i.png") is None and opened.icon("none") is None


def test_only_unpacked_bundles_are_removed(tmp_path: Path) -> None:
    unpacked, other = UnpackedBundles(tmp_path), tmp_path / "other"
    other.mkdir()
    unpacked.remove(other)
    unpacked.remove(tmp_path / "bundles" / ".." / "other")
    assert other.exists()


def test_our_bundle_is_a_plain_archive() -> None:
    data = bundle_of("files", ["toolguard-connect"], machine("windows"), "1.0.0")
    with zipfile.ZipFile(io.BytesIO(data)) as made:
        assert made.namelist() == ["manifest.json", "README.txt"]
        manifest = json.loads(made.read("manifest.json"))
    assert manifest["compatibility"] == {"platforms": ["win32"]} and "icon" not in manifest
