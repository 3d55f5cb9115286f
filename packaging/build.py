"""What the build adds: the translations as Qt reads them. Run by hatchling, or by hand:

python packaging/build.py            resources/translations/*.ts → *.qm, where they are older
python packaging/build.py --update   take new texts of the source into the .ts files first
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"


def tool(name: str) -> list[str]:
    """A tool of Qt Linguist, from the wheel of PySide6-Essentials."""
    import PySide6

    return [str(Path(PySide6.__file__).parent / name)]


def compile_all(folder: Path = FOLDER, into: Path | None = None) -> list[Path]:
    """Compile every ``.ts`` of ``folder``; gives the ``.qm`` files."""
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
