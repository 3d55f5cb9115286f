"""``toolguard server import FILE.mcpb`` and ``toolguard client bundle``, through the real program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_cli import VALUE, Shell
from tests.clients.wiring.test_bundles import MANIFEST, PNG, bundle
from toolguard.clients.wiring.bundles.archive import BundleArchive


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_bundle_is_imported_and_own_bundle_written(shell: Shell, tmp_path: Path) -> None:
    path = bundle(tmp_path / "files.mcpb", {**MANIFEST, "icon": "icon.png"}, **{"icon.png": PNG})
    dry = json.loads(shell.ok("server", "import", str(path), "--dry-run", "--json"))[0]
    assert dry["server"]["env"]["API_KEY"] == "Bearer ${secret:KEY}" and not (shell.home / "config.json").exists()
    assert "API key" in shell.ok("server", "import", str(path), "--dry-run")
    done = shell("server", "import", str(path), "--set", "folders=/a", "--set", "folders=/b")
    assert done.returncode == 0, done.stderr
    assert "toolguard secret set KEY" in done.stderr and dry["sha256"] in done.stdout
    server = json.loads((shell.home / "config.json").read_text())["servers"]["files"]
    folder = Path(server["cwd"])
    assert folder.parent == shell.home / "bundles" and (folder / "server/index.js").exists()
    assert server["args"] == [f"{folder}/server/index.js", "/a", "/b", "--max=30"]
    again = shell("server", "import", str(path), "--set", "folders=/a", "--set", "folders=/b")
    assert again.returncode == 0 and "there already" in again.stdout
    other = shell("server", "import", str(path), "--name", "more")
    assert other.returncode == 0 and "secret set KEY" in other.stderr
    out = tmp_path / "ours.mcpb"
    shell.ok("client", "bundle", "files", "--output", str(out))
    with BundleArchive(out) as opened:
        manifest = json.loads(opened.manifest())
        assert opened.icon("icon.png") == PNG
    assert manifest["display_name"] == "My files (ToolGuard)"
    assert manifest["server"]["mcp_config"]["args"] == ["--server", "files"]
    assert "exists" in shell.no("client", "bundle", "files", "--output", str(out))
    shell.ok("client", "bundle", "files", "--output", str(out), "--force")
    shell.ok("server", "remove", "more")
    assert folder.exists(), "the other server is from the same bundle"
    shell.ok("server", "remove", "files")
    assert not folder.exists()


def test_existing_secret_is_never_bound_to_a_bundle(shell: Shell, tmp_path: Path) -> None:
    shell.ok("secret", "set", "KEY", stdin=VALUE.encode())
    path = bundle(tmp_path / "files.dxt")
    shell.ok("server", "import", str(path))
    server = json.loads((shell.home / "config.json").read_text())["servers"]["files"]
    assert server["env"]["API_KEY"] == "Bearer ${secret:KEY_files}"
    assert json.loads((shell.home / "config.json").read_text())["secrets"]["KEY"]["servers"] == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--set", "key=abc"], "is a secret"), (["--set", "none=1"], "no option none"),
        (["--set", "most=0"], "at least 1"), (["--set", "most=1", "--set", "most=2"], "one value"),
    ],
)  # fmt: skip
def test_invalid_bundle_value_is_refused_and_adds_no_server(
    shell: Shell, tmp_path: Path, words: list[str], expected: str
) -> None:
    path = bundle(tmp_path / "files.mcpb")
    assert expected in shell.no("server", "import", str(path), *words)
    assert not (shell.home / "bundles").exists()


def test_broken_bundle_and_missing_values_are_reported(shell: Shell, tmp_path: Path) -> None:
    broken = tmp_path / "x.mcpb"
    broken.write_bytes(b"PK nothing")
    assert "not a bundle" in shell.no("server", "import", str(broken))
    options = {"folder": {"type": "directory", "title": "Folder", "description": "d", "required": True}}
    needs = bundle(tmp_path / "needs.mcpb", {**MANIFEST, "user_config": options})
    assert "--set KEY=VALUE" in shell.no("server", "import", str(needs))
    shell.with_server()
    assert "must end with .mcpb" in shell.no("client", "bundle", "files", "--output", "x.zip")
    assert "no server" in shell.no("client", "bundle", "none", "--output", "x.mcpb").lower()
    assert "for bundles" in shell.no("server", "import", "-", "--name", "x")
