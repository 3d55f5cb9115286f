"""What the build adds: the translations as Qt reads them. Run by hatchling, or by hand:

python packaging/build.py            resources/translations/*.ts → *.qm, where they are older
python packaging/build.py --update   take new texts of the source into the .ts files first
python packaging/build.py --man      write packaging/man/*.1 from the parser; needs ToolGuard's own packages
"""

from __future__ import annotations

import ast
import itertools
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
MAN = ROOT / "packaging" / "man"


def tool(name: str) -> list[str]:
    """A tool of Qt Linguist, from the wheel of PySide6-Essentials."""
    import PySide6

    return [str(Path(PySide6.__file__).parent / name)]


TABLES = ROOT / "toolguard" / "gate" / "texts"


def core_texts() -> list[Text]:
    """Every text of the core, with its code as the comment. The tables are read, not imported."""
    found = []
    for file in sorted(TABLES.glob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if (
                isinstance(node, ast.AnnAssign)
                and ast.unparse(node.target) == "TEXTS"
                and isinstance(node.value, ast.Dict)
            ):
                table = ast.literal_eval(node.value)
                found += [Text("Core", english, code) for code, english in table.items()]
    return sorted(found)


LABELS = ("title", "about", "any", "label", "labels", "zero", "unit", "description", "group")
"""What a row of a table says in the window."""


def table_texts() -> list[Text]:
    """Every text that the tables give to the window."""
    policy = ROOT / "toolguard" / "gate" / "policy"
    files = [
        *sorted((ROOT / "toolguard" / "tables").glob("*.py")),
        policy / "rules.py",
        policy / "rule_ends.py",
        policy / "conditions/matchers.py",
        ROOT / "toolguard" / "gate" / "mcp" / "request_kinds.py",
    ]
    found = (_of_rows(ast.parse(file.read_text(encoding="utf-8")), LABELS) for file in files)
    return [Text("Tables", source) for source in dict.fromkeys(itertools.chain.from_iterable(found))]


def _of_rows(tree: ast.Module, names: tuple[str, ...]) -> Iterator[str]:
    """The texts that stand under these names in calls and dicts; of a dict under a name all its values."""
    for node in ast.walk(tree):
        pairs: list[tuple[str | None, ast.expr]] = []
        if isinstance(node, ast.Call):
            pairs = [(each.arg, each.value) for each in node.keywords]
        elif isinstance(node, ast.Dict):
            pairs = [(_constant(key), value) for key, value in zip(node.keys, node.values, strict=True) if key]
        for name, value in pairs:
            if name in names:
                among = value.values if isinstance(value, ast.Dict) else [value]
                yield from filter(None, map(_constant, among))


class Unreachable(Exception):
    """A text of the window that nobody can translate, and where it stands."""


class Text(NamedTuple):
    """A text of the window as its source says it; ``many`` is true where a number goes with it."""

    context: str
    source: str
    comment: str = ""
    many: bool = False


def window_texts() -> list[Text]:
    """Every text that the window's source asks a translation for; raises `Unreachable`.

    Not read by ``lupdate``: it takes a class's name for a variable's, and misses a text whose number is an expression.
    """
    found: dict[Text, None] = {}
    for file in sorted((ROOT / "toolguard").rglob("*.py")):
        if uses_qt(file):
            try:
                found |= dict.fromkeys(asked(ast.parse(file.read_text(encoding="utf-8"))))
            except Unreachable as why:
                raise Unreachable(f"{file.relative_to(ROOT)}, {why}") from None
    return list(found)


def asked(node: ast.AST, inside: str = "") -> Iterator[Text]:
    """The texts in a file's tree, or below a class of the name ``inside``; raises `Unreachable`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            function = ast.unparse(child.func)
            if function.endswith(".tr"):
                yield from _text(child, inside if function == "self.tr" else "", child.args)
            elif function.split(".")[-1] in ("translate", "QT_TRANSLATE_NOOP") and len(child.args) > 1:
                yield from _text(child, _constant(child.args[0]) or "", child.args[1:])
        yield from asked(child, child.name if isinstance(child, ast.ClassDef) else inside)


def _text(call: ast.Call, context: str, said: list[ast.expr]) -> Iterator[Text]:
    """One text, or none where it comes from a table, in which it stands with ``QT_TRANSLATE_NOOP``."""
    place = f"line {call.lineno}"
    source = _constant(said[0]) if said else None
    if source is None:
        if call.keywords or not said or not isinstance(said[0], ast.Name | ast.Attribute | ast.Subscript):
            raise Unreachable(f"{place}: put a text there, and what changes into it with .format")
        return
    if not context:
        raise Unreachable(f"{place}: {source!r} has no context: say it with self.tr or translate")
    yield Text(context, source, (_constant(said[1]) if len(said) > 1 else None) or "", len(said) > 2)


def _constant(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


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
    """Take the texts of the source into every ``.ts`` file; what is gone from the source goes."""
    texts = [*window_texts(), *table_texts(), *core_texts()]
    with tempfile.TemporaryDirectory() as made:
        listed = Path(made) / "texts.cpp"
        listed.write_text("\n".join(map(_listed, texts)), "utf-8")
        for target in sorted(folder.glob("*.ts")):
            _update(listed, target)


def _listed(text: Text) -> str:
    """A text as ``lupdate`` finds it in C++."""
    macro = f"QT_TRANSLATE{'_N' * text.many}_NOOP{'3' * bool(text.comment)}"
    return f"{macro}({', '.join(json.dumps(one, ensure_ascii=False) for one in text[:3] if one)})"


def _update(listed: Path, target: Path) -> None:
    plurals = ["-pluralonly"] if target.stem.endswith("_en") else []
    language = target.stem.partition("_")[2]
    command = [*tool("lupdate"), "-silent", "-locations", "none", "-no-obsolete", *plurals]
    languages = ["-source-language", "en", "-target-language", language]
    subprocess.run([*command, *languages, str(listed), "-ts", str(target)], check=True)


def uses_qt(path: Path) -> bool:
    """True for a file that can hold texts for translation."""
    return "PySide6" in path.read_text(encoding="utf-8")


def write_man_pages(folder: Path = MAN) -> None:
    """Write the man pages; one of a noun that is gone goes.

    They are kept in the repository: the build has none of the packages that the parser imports.
    """
    sys.path.insert(0, str(ROOT))
    from toolguard.cli.help.man_pages import man_pages
    from toolguard.cli.parser import parser

    pages = man_pages(parser())
    for old in folder.glob("*.1"):
        if old.name not in pages:
            old.unlink()
    folder.mkdir(exist_ok=True)
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")


class Translations(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles them before a wheel is put together, or before the source tree is installed as it stands."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_all()


if __name__ == "__main__":
    if "--update" in sys.argv[1:]:
        update()
    if "--man" in sys.argv[1:]:
        write_man_pages()
    compile_all()
