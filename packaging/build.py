"""Build hook: compile the translations for Qt. Hatchling runs it; it is also a command:

python packaging/build.py            compile resources/translations/*.ts to *.qm where these are older
python packaging/build.py --update   update the .ts files from the source first
python packaging/build.py --man      write packaging/man/*.1 from the parser; needs the packages of ToolGuard
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
    """Return the command of a tool of Qt Linguist, which the wheel of PySide6-Essentials contains."""
    import PySide6

    return [str(Path(PySide6.__file__).parent / name)]


TABLES = ROOT / "toolguard" / "gate" / "texts"


def core_texts() -> list[Text]:
    """Return every text of the core, with its code as the comment. The tables are parsed, not imported."""
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


LABELS = ("title", "about", "any", "label", "labels", "zero", "unit", "description", "group", "add")
"""Names of a row's members whose values the window shows."""


def table_texts() -> list[Text]:
    """Return every text of a table that the window shows."""
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
    """Yield the texts that calls and dicts have under these names; if the value is a dict, all its values."""
    for node in ast.walk(tree):
        pairs: list[tuple[str | None, ast.expr]] = []
        if isinstance(node, ast.Call):
            pairs = [(each.arg, each.value) for each in node.keywords]
        elif isinstance(node, ast.Dict):
            pairs = [(_constant(key), value) for key, value in zip(node.keys, node.values, strict=True) if key]
        for name, value in pairs:
            if name in names:
                values = value.values if isinstance(value, ast.Dict) else [value]
                yield from filter(None, map(_constant, values))


class UnreachableError(Exception):
    """Raised for a text of the window that cannot be translated, with its line."""


class Text(NamedTuple):
    """A text of the source. ``many``: the text has plural forms, which a number selects."""

    context: str
    source: str
    comment: str = ""
    many: bool = False


def window_texts() -> list[Text]:
    """Return every text that the window's source translates. Raise `UnreachableError` for one without constant text.

    ``lupdate`` cannot read them: it mistakes a variable for a class, and misses a text whose number is an expression.
    """
    found: dict[Text, None] = {}
    for file in sorted((ROOT / "toolguard").rglob("*.py")):
        if uses_qt(file):
            try:
                found |= dict.fromkeys(asked(ast.parse(file.read_text(encoding="utf-8"))))
            except UnreachableError as why:
                raise UnreachableError(f"{file.relative_to(ROOT)}, {why}") from None
    return list(found)


def asked(tree: ast.AST) -> Iterator[Text]:
    """Yield the texts of a syntax tree in their order. Raise `UnreachableError`."""
    unread = [(tree, "")]
    while unread:
        node, inside = unread.pop()
        if isinstance(node, ast.ClassDef):
            inside = node.name
        elif isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            if name == "tr" and isinstance(function, ast.Attribute):
                is_own = isinstance(function.value, ast.Name) and function.value.id == "self"
                yield from _text(node, inside if is_own else "", node.args)
            elif name in ("translate", "QT_TRANSLATE_NOOP") and len(node.args) > 1:
                yield from _text(node, _constant(node.args[0]) or "", node.args[1:])
        unread += [(child, inside) for child in reversed([*ast.iter_child_nodes(node)])]


def _text(call: ast.Call, context: str, arguments: list[ast.expr]) -> Iterator[Text]:
    """Yield the text of a call, or nothing if it comes from a table that marks it with ``QT_TRANSLATE_NOOP``."""
    place = f"line {call.lineno}"
    source = _constant(arguments[0]) if arguments else None
    if source is None:
        if call.keywords or not arguments or not isinstance(arguments[0], ast.Name | ast.Attribute | ast.Subscript):
            raise UnreachableError(f"{place}: write a constant text, and insert values with .format")
        return
    if not context:
        raise UnreachableError(f"{place}: {source!r} has no context: use self.tr or translate")
    comment = _constant(arguments[1]) if len(arguments) > 1 else None
    yield Text(context, source, comment or "", len(arguments) > 2)


def _constant(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def compile_all(folder: Path = FOLDER, into: Path | None = None) -> list[Path]:
    """Compile every ``.ts`` file of ``folder``, and return the paths of the ``.qm`` files."""
    targets = []
    for source in sorted(folder.glob("*.ts")):
        target = (into or folder) / f"{source.stem}.qm"
        targets.append(target)
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            subprocess.run([*tool("lrelease"), "-silent", str(source), "-qm", str(target)], check=True)
    return targets


def update(folder: Path = FOLDER) -> None:
    """Update every ``.ts`` file: add new texts of the source, remove those that the source no longer has."""
    texts = [*window_texts(), *table_texts(), *core_texts()]
    with tempfile.TemporaryDirectory() as temporary:
        source = Path(temporary) / "texts.cpp"
        source.write_text("\n".join(map(_as_macro, texts)), "utf-8")
        for target in sorted(folder.glob("*.ts")):
            _update(source, target)


def _as_macro(text: Text) -> str:
    """Return a text as a C++ macro that ``lupdate`` reads."""
    macro = f"QT_TRANSLATE{'_N' * text.many}_NOOP{'3' * bool(text.comment)}"
    return f"{macro}({', '.join(json.dumps(part, ensure_ascii=False) for part in text[:3] if part)})"


def _update(source: Path, target: Path) -> None:
    plurals = ["-pluralonly"] if target.stem.endswith("_en") else []
    language = target.stem.partition("_")[2]
    command = [*tool("lupdate"), "-silent", "-locations", "none", "-no-obsolete", *plurals]
    languages = ["-source-language", "en", "-target-language", language]
    subprocess.run([*command, *languages, str(source), "-ts", str(target)], check=True)


def uses_qt(path: Path) -> bool:
    """Return whether a file can contain texts for translation."""
    return "PySide6" in path.read_text(encoding="utf-8")


def write_man_pages(folder: Path = MAN) -> None:
    """Write the man pages, and remove those of commands that no longer exist.

    They are in the repository because the build has none of the packages that the parser imports.
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
    """Compile the translations before a wheel is built or the source tree is installed in editable mode."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_all()


if __name__ == "__main__":
    if "--update" in sys.argv[1:]:
        update()
    if "--man" in sys.argv[1:]:
        write_man_pages()
    compile_all()
