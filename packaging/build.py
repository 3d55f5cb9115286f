"""What the build adds: the translations as Qt reads them. Run by hatchling, or by hand:

python packaging/build.py            resources/translations/*.ts → *.qm, where they are older
python packaging/build.py --update   take new texts of the source into the .ts files first
"""

from __future__ import annotations

import ast
import itertools
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"


def tool(name: str) -> list[str]:
    """A tool of Qt Linguist, from the wheel of PySide6-Essentials."""
    import PySide6

    return [str(Path(PySide6.__file__).parent / name)]


CORE = ("gate", "presence", "store", "servers", "clients", "services")
"""Folders with sentences that the window shows and that no Qt is asked to translate."""
TERMINAL = (
    "control_client.py",
    "diagnostics.py",
    "connectivity_check.py",
    "connect.py",
    "fallback.py",
    "app_launcher.py",
    "displays.py",
)
"""Files of those folders whose texts are for a terminal, or a report, only."""
FOR_MACHINES = re.compile(
    r"Bearer (realm=|\{0\}$)|context (secret|authorization|user_id)|cd \{0\}|echo \{0\}|no such (column|table)"
    r"|toolguard parts|toolguard settings polkit|trusted callers|is not registered"
)
"""How a text of those folders begins that is for a program."""
TITLES = frozenset({"title", "description", "label"})
"""Members of a schema that are for a person, though they be one word."""


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
    """Texts that are for a person: more than one word or a title, and neither documentation nor for our own log."""
    silent = {id(node) for outer in ast.walk(tree) for node in _unsaid(outer)}
    whole = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    titles = {id(node) for outer in ast.walk(tree) for node in _titles(outer)}
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            text = _template(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in whole:
            text = _numbered(node.value)
        else:
            continue
        said = id(node) in titles or re.search(r"[a-z]{2,} [a-z{(]", text)
        if said and "\n" not in text.strip() and text.isprintable() and not FOR_MACHINES.match(text):
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


def _numbered(text: str) -> str:
    """``{host}`` of a ``str.format`` as ``{0}``, in the order in which they stand."""
    count = itertools.count()
    return re.sub(r"(?<!\$)\{[a-z_]*\}", lambda _: f"{{{next(count)}}}", text)


def _titles(node: ast.AST) -> Iterator[ast.AST]:
    """What a schema calls its members."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value in TITLES and isinstance(value, ast.Constant):
                yield value
    elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("Meta", "_text"):
        yield from (
            each.value for each in node.keywords if each.arg == "title" and isinstance(each.value, ast.Constant)
        )


def _unsaid(node: ast.AST) -> Iterator[ast.AST]:
    """The texts below ``node`` that are no sentences for a person."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func)
        if name.startswith(("_log.", "re.compile")) or name.endswith((".execute", ".executemany", ".executescript")):
            yield from ast.walk(node)


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
    (into or folder).joinpath("core.json").write_text(json.dumps(core_texts(), indent=0), "utf-8")
    made = []
    for source in sorted(folder.glob("*.ts")):
        target = (into or folder) / f"{source.stem}.qm"
        made.append(target)
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            subprocess.run([*tool("lrelease"), "-silent", str(source), "-qm", str(target)], check=True)
    return made


def update(folder: Path = FOLDER) -> None:
    """Take the texts of the source into every ``.ts`` file; what is gone from the source goes."""
    texts = [*window_texts(), *(Text("Core", source) for source in core_texts())]
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


class Translations(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles them before a wheel is put together, or before the source tree is installed as it stands."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_all()


if __name__ == "__main__":
    if "--update" in sys.argv[1:]:
        update()
    compile_all()
