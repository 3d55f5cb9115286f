"""Project files: scripts, README, licence, entry points, dependencies, and no paths of a developer's machine."""

from __future__ import annotations

import ast
import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.type_checks import mypy_for

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SCRIPTS = sorted((ROOT / "packaging").glob("*.sh"))
GENERATED_FOLDERS = ("node_modules", "build", "dist", "screenshots")
"""Generated folders, in addition to those whose names begin with a dot or ``__``."""
APACHE = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
"""SHA-256 of the licence's official text."""
MACHINE = re.compile(r"/wor" r"k/|/tm" r"p/[a-z]/|/opt/(wheel" r"s|pyp" r"i)|/roo" r"t/|/hom" r"e/user/")


def files() -> Iterator[Path]:
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [
            name for name in folders if name == ".ci" or not (name in GENERATED_FOLDERS or name.startswith((".", "__")))
        ]
        yield from (Path(folder) / name for name in names)


def commands(markdown: str) -> list[list[str]]:
    """Return the lines of each fenced block of shell commands."""
    blocks = re.findall(r"^ *```(\w*)\n(.*?)^ *```$", markdown, re.M | re.S)
    return [
        [line.removeprefix("$ ").partition(" #")[0].strip() for line in block.splitlines() if line]
        for language, block in blocks
        if language in {"", "sh", "bash", "shell", "console"}
    ]


def test_readme_needs_exactly_two_setup_commands() -> None:
    blocks = commands((ROOT / "README.md").read_text(encoding="utf-8"))
    assert blocks[0] == ["sh packaging/run.sh", "sh packaging/test.sh"]
    rest = [line for block in blocks[1:] for line in block]
    assert [line for line in rest if re.search(r"\b(pip|apt|apt-get|npm|venv|run\.sh|test\.sh)\b", line)] == []


def test_scripts_named_in_the_readme_exist() -> None:
    named = re.findall(r"(?:sh|bash) ([\w./-]+\.sh)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert [name for name in named if not (ROOT / name).is_file()] == []


@pytest.mark.parametrize("shell", ["sh", "dash", "bash", "busybox sh"])
def test_scripts_parse_in_every_installed_shell(shell: str) -> None:
    if shutil.which(shell.split()[0]) is None:
        pytest.skip(f"no {shell} here")
    assert len(SCRIPTS) >= 4
    for script in SCRIPTS:
        subprocess.run([*shell.split(), "-n", str(script)], check=True)


@pytest.mark.skipif(os.name == "nt", reason="no executable bit")
def test_ci_runs_the_test_script() -> None:
    run = ROOT / ".ci" / "run"
    assert os.access(run, os.X_OK)
    assert run.read_text().startswith("#!/usr/bin/env bash\n")
    assert "exec sh packaging/test.sh" in run.read_text()


INDIRECT = {"httptools": "uvicorn.protocols.http.httptools_impl"}
"""Dependencies that are imported only by another module, with that module."""
NEWER_STANDARD_LIBRARY = {"compression"}
"""Modules of the standard library of later Python versions."""
TRANSITIVE = {
    "shiboken6": "PySide6", "secretstorage": "keyring", "pydantic": "mcp",
    "requests": "opentelemetry", "urllib3": "opentelemetry", "google": "opentelemetry",
    "Foundation": "LocalAuthentication",
}  # fmt: skip
"""Libraries that a declared dependency installs and exposes in its interface."""
IMPORTED_AS = {
    "PySide6-Essentials": "PySide6", "google-re2": "re2", "jsonschema-rs": "jsonschema_rs", "pyyaml": "yaml",
    "opentelemetry-sdk": "opentelemetry.sdk.resources",
    "opentelemetry-exporter-otlp-proto-http": "opentelemetry.exporter.otlp.proto.http",
    "backports.zstd": "backports",
    "ada-url": "ada_url", "tree-sitter": "tree_sitter", "tree-sitter-bash": "tree_sitter_bash",
    "pyobjc-framework-LocalAuthentication": "LocalAuthentication",
    "winrt-Windows.Security.Credentials.UI": "winrt.windows.security.credentials.ui",
}  # fmt: skip


OPTIONAL = [one for extra in PROJECT["project"]["optional-dependencies"].values() for one in extra]


@pytest.mark.parametrize("dependency", [*PROJECT["project"]["dependencies"], *OPTIONAL])
def test_declared_dependency_is_imported(dependency: str) -> None:
    name = re.split(r"[<>=;! ]", dependency, maxsplit=1)[0]
    module = INDIRECT.get(name) or IMPORTED_AS.get(name, name)
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "toolguard").rglob("*.py"))
    assert any(re.search(rf"^\s*(?:import|from) {re.escape(module)}\b", text, re.M) for text in sources), module


def test_imported_libraries_are_declared() -> None:
    names = [re.split(r"[<>=;! ]", one, maxsplit=1)[0] for one in [*PROJECT["project"]["dependencies"], *OPTIONAL]]
    declared = {IMPORTED_AS.get(name, name).partition(".")[0] for name in names}
    declared |= set(TRANSITIVE)
    for path in (ROOT / "toolguard").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            libraries = (
                {module.partition(".")[0] for module in modules}
                - {"toolguard"}
                - sys.stdlib_module_names
                - NEWER_STANDARD_LIBRARY
            )
            assert libraries <= declared, path


@pytest.mark.parametrize("name", sorted(PROJECT["project"]["scripts"]))
def test_entry_point_names_an_existing_function(name: str) -> None:
    module, _, function = PROJECT["project"]["scripts"][name].partition(":")
    assert callable(getattr(importlib.import_module(module), function))


@pytest.mark.parametrize(
    "module", ["toolguard", "toolguard.demo.server", "toolguard.demo.client", "toolguard.demo.otc_server"]
)
def test_runnable_module_prints_help(module: str) -> None:
    done = subprocess.run([sys.executable, "-m", module, "--help"], capture_output=True, encoding="utf-8", timeout=240)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage:")


def test_licence_is_the_exact_text() -> None:
    assert hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest() == APACHE
    assert PROJECT["project"]["license"] == "Apache-2.0"


def test_changelog_has_unreleased_and_the_current_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "packaging/CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    version = re.search(r'__version__ = "(.+)"', (ROOT / "toolguard/__init__.py").read_text(encoding="utf-8"))
    assert version
    assert headings[0] == "Unreleased"
    assert len(headings) == 1 or headings[1] == version.group(1)


def test_no_file_contains_a_path_of_a_developers_machine() -> None:
    found = []
    for path in files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        found += [f"{path.relative_to(ROOT)}: {match.group()}" for match in MACHINE.finditer(text)]
    assert found == []


@pytest.mark.parametrize("folder", ["tests", "tests/journeys/clients"])
def test_npm_lock_pins_every_package_from_the_default_registry(folder: str) -> None:
    lock = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))
    asked = json.loads((ROOT / folder / "package.json").read_text(encoding="utf-8"))
    for kind in ("dependencies", "optionalDependencies"):
        assert lock["packages"][""][kind] == asked[kind]
        assert [version for version in asked[kind].values() if not version[0].isdigit()] == []
    for name, package in lock["packages"].items():
        assert package.get("resolved", "https://registry.npmjs.org/").startswith("https://registry.npmjs.org/")
        assert not name or package["integrity"].startswith("sha512-")


def test_packaging_scripts_import_only_names_that_exist() -> None:
    for script in sorted((ROOT / "packaging").glob("*.py")):
        for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("toolguard"):
                found = __import__(str(node.module), fromlist=[alias.name for alias in node.names])
                missing = [alias.name for alias in node.names if not hasattr(found, alias.name)]
                assert not missing, f"{script.name}: {node.module}"


@pytest.mark.parametrize("platform", sorted({"linux", "darwin", "win32"} - {sys.platform}))
def test_types_are_right_for_the_other_platforms(platform: str) -> None:
    assert mypy_for(platform) == []
