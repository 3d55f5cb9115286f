"""What the build adds: the translations as Qt reads them. Run by hatchling, or by hand:

python packaging/build.py            resources/translations/*.ts → *.qm, where they are older
python packaging/build.py --update   take new texts of the source into the .ts files first
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"


def tool(name: str) -> list[str]:
    """A tool of Qt Linguist, from the wheel of PySide6-Essentials."""
    import PySide6

    return [str(Path(PySide6.__file__).parent / name)]


CORE = ("core.py", "checkpoint", "store", "servers", "clients", "commands")
"""Where sentences come from that the window shows and that no Qt is asked to translate."""
TERMINAL = (
    "cli.py",
    "printing.py",
    "tool_lines.py",
    "log_reading.py",
    "clients_reading.py",
    "ordering.py",
    "doctor.py",
    "connect.py",
    "detour.py",
    "opening.py",
)
"""Files of those folders whose texts are for a terminal only."""


def core_texts() -> list[str]:
    """Every sentence in the core's source, ``{0}``, ``{1}`` … where a value stands."""
    found: set[str] = set()
    for place in CORE:
        path = ROOT / "toolguard" / place
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            if file.name not in TERMINAL:
                found |= set(_sentences(ast.parse(file.read_text(encoding="utf-8"))))
    return sorted(found)


def _sentences(tree: ast.Module) -> Iterator[str]:
    """Texts that are for a person: more than one word, and neither documentation nor for our own log."""
    silent = {id(node) for outer in ast.walk(tree) for node in _unsaid(outer)}
    whole = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            text = _template(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in whole:
            text = node.value
        else:
            continue
        if re.search(r"[a-z]{2,} [a-z{(]", text) and "\n" not in text.strip() and text.isprintable():
            yield text.strip()


def _template(node: ast.JoinedStr) -> str:
    text, values = "", 0
    for part in node.values:
        if isinstance(part, ast.Constant):
            text += str(part.value)
        else:
            text += f"{{{values}}}"
            values += 1
    return text


def _unsaid(node: ast.AST) -> Iterator[ast.AST]:
    """The texts below ``node`` that are no sentences for a person."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func)
        if name.startswith(("_log.", "re.compile")) or name.endswith((".execute", ".executemany", ".executescript")):
            yield from ast.walk(node)


def compile_all(folder: Path = FOLDER, into: Path | None = None) -> list[Path]:
    """Compile every ``.ts`` of ``folder``; gives the ``.qm`` files."""
    (into or folder).joinpath("core.json").write_text(json.dumps(core_texts(), indent=0), "utf-8")
    made = []
    for source in sorted(folder.glob("*.ts")):
        target = (into or folder) / f"{source.stem}.qm"
        made.append(target)
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            subprocess.run([*tool("lrelease"), "-silent", str(source), "-qm", str(target)], check=True)
    return made


def update(folder: Path = FOLDER) -> None:
    """Take the texts of the window's source into every ``.ts`` file; what is gone from the source goes."""
    sources = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "toolguard").rglob("*.py") if uses_qt(path))
    with tempfile.TemporaryDirectory(dir=ROOT / "packaging") as made:
        core = Path(made) / "core.py"
        lines = [f'QT_TRANSLATE_NOOP("Core", {json.dumps(text, ensure_ascii=False)})' for text in core_texts()]
        core.write_text("\n".join(lines), "utf-8")
        _update([*sources, str(core.relative_to(ROOT))], folder)


def _update(sources: list[str], folder: Path) -> None:
    for target in sorted(folder.glob("*.ts")):
        plurals = ["-pluralonly"] if target.stem.endswith("_en") else []
        language = target.stem.partition("_")[2]
        command = [*tool("lupdate"), "-silent", "-locations", "none", "-no-obsolete", *plurals]
        languages = ["-source-language", "en", "-target-language", language]
        subprocess.run([*command, *languages, *sources, "-ts", str(target)], check=True, cwd=ROOT)


def uses_qt(path: Path) -> bool:
    """True for a file that can hold texts for translation."""
    return "PySide6" in path.read_text(encoding="utf-8")


class Translations(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles them before a wheel is put together, or before the source tree is installed as it stands."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_all()


if __name__ == "__main__":
    if "--update" in sys.argv[1:]:
        update()
    compile_all()
