"""Architecture rules, checked in the source: allowed imports and forbidden constructs.

Each rule is a function from a source file to its faults. `BAD` and `GOOD` are examples for the rules.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import functools
import gc
import graphlib
import importlib
import io
import re
import sys
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from toolguard.services.registry import ORDERS
from toolguard.tables.credentials import CREDENTIAL_KINDS
from toolguard.tables.servers import KINDS

ROOT = Path(__file__).resolve().parents[1]
TABLES_MAY_IMPORT = ("toolguard.tables", "toolguard.gate")
"""Tables contain no implementation, so that every layer above the gate can import them."""
LAYERS = {
    "tables": TABLES_MAY_IMPORT,
    "gate": ("toolguard.gate",),
    "clients": (
        "toolguard",
        "toolguard.clients",
        "toolguard.gate",
        "toolguard.tables",
        "toolguard.store.atomic_write",
    ),
    "servers": ("toolguard", "toolguard.servers", "toolguard.gate", "toolguard.tables"),
    "store": ("toolguard", "toolguard.store", "toolguard.gate", "toolguard.tables"),
    "presence": ("toolguard", "toolguard.presence", "toolguard.gate", "toolguard.tables"),
    "services": (
        "toolguard",
        "toolguard.services",
        "toolguard.gate",
        "toolguard.tables",
        "toolguard.clients",
        "toolguard.presence",
        "toolguard.servers",
        "toolguard.store",
    ),
    "window": (
        "toolguard",
        "toolguard.window",
        "toolguard.gate",
        "toolguard.tables",
        "toolguard.store.log",
        "toolguard.services.interface",
        "toolguard.services.runtime.requests",
    ),
    "terminal": (
        "toolguard",
        "toolguard.terminal",
        "toolguard.gate",
        "toolguard.tables",
        "toolguard.store.log",
        "toolguard.store.regular_file",
        "toolguard.services.interface",
    ),
    "cli": (
        "toolguard",
        "toolguard.app",
        "toolguard.cli",
        "toolguard.services",
        "toolguard.gate",
        "toolguard.tables",
        "toolguard.store.log",
    ),
}
ALSO_MAY_IMPORT = {
    # These two look at what is on the disk and on the computer, also if settings are invalid and no app runs.
    "cli/doctor.py": ("toolguard.presence", "toolguard.servers", "toolguard.store"),
    "cli/server_try.py": ("toolguard.servers", "toolguard.store"),
    "cli/rules.py": ("toolguard.servers.local_paths", "toolguard.store.config.config"),  # tests a file of calls offline
    "cli/log.py": ("toolguard.store.lock",),
    "cli/bundles.py": ("toolguard.clients.wiring",),
    "cli/servers.py": ("toolguard.clients.wiring.secret_values",),
    "cli/settings.py": ("toolguard.presence.polkit",),
    "cli/take_over.py": ("toolguard.clients.local.control_client", "toolguard.clients.stub.displays"),
    "cli/parser.py": ("toolguard.clients.stub.connect", "toolguard.store.menu_entry"),
    "cli/help/known_names.py": ("toolguard.clients.wiring.clients", "toolguard.store.regular_file"),
}
ORDER_NAMES = {name for name in ORDERS if not name.isalpha()}
"""Names of orders, without those that are also ordinary words."""
TOP_LEVEL_FILES = ("app.py", "__main__.py", "__init__.py")
"""Files beside the folders. They and ``demo/`` may import every layer."""
STUB = (
    "clients/stub/__init__.py", "clients/stub/connect.py", "clients/stub/fallback.py", "clients/stub/displays.py",
    "clients/stub/journal.py", "clients/stub/app_launcher.py", "clients/stub/open_requests.py",
)  # fmt: skip
"""The program that a chat client launches. It imports only the standard library and itself."""
STANDALONE_FILES = ("demo/server.py", "demo/client.py")
"""Sample programs that import only the standard library."""
ONLY_IN = {
    "PySide6": ("window/", "app.py"),
    "shiboken6": ("window/", "app.py"),
    "qasync": ("window/", "app.py"),
    "keyring": ("store/keychain.py",),
    "re2": ("servers/secrets/encodings.py", "gate/policy/conditions/texts.py"),
    "ada_url": ("gate/policy/conditions/hosts.py",),
    "aiohttp": ("servers/http/connections.py",),
    "yarl": ("servers/http/connections.py",),
    "backports": ("store/log/upkeep/zstd_segment.py",),
    "jeepney": ("window/desktop/", "presence/polkit.py"),
    "fido2": ("presence/security_key.py",),
    "sqlite3": ("store/log/", "clients/wiring/known_projects.py"),
    "opentelemetry": ("store/shipping/otlp.py", "store/shipping/otlp_session.py"),
    "requests": ("store/shipping/otlp_session.py",),
    "urllib3": ("store/shipping/otlp_session.py",),
    "google": ("store/shipping/otlp_session.py",),
    "pyarrow": ("store/log/export.py",),
    "tree_sitter": ("gate/policy/conditions/commands.py",),
    "tree_sitter_bash": ("gate/policy/conditions/commands.py",),
}
MAX_FOLDER_ENTRIES = 22
"""Maximum of modules and folders in a folder."""
FORBIDDEN_IN_GATE = {
    "os",
    "socket",
    "time",
    "sqlite3",
    "subprocess",
    "pathlib",
    "select",
    "selectors",
    "shutil",
    "ssl",
} | {
    f"asyncio.{name}"
    for name in ("subprocess", "create_subprocess_exec", "create_subprocess_shell", "open_connection", "start_server")
}
APPROVING = ("approve", "approve_all")
CLIENT_TABLE = "clients/wiring/clients.py"
"""Table of settings of other programs. Codex has the value "approve"."""
DECIDING = ("guard.accept", "proposals.answer")
NESTED_LOOP_METHODS = {"exec", "exec_", "processEvents", "getOpenFileName", "getOpenFileNames", "getSaveFileName"} | {
    "getExistingDirectory",
    "getText",
    "getMultiLineText",
    "getInt",
    "getDouble",
    "getItem",
    "getColor",
    "getFont",
}
KIND_READERS = ("store/config/config_model.py",)
"""Files that read a former format of ``config.json``, whose kinds are fixed."""
TAKE_FACTORIES = {
    ("services/runtime/authentication.py", "Authentication"),
    ("services/runtime/core.py", "Core"),
    ("store/log/log_writer.py", "LogWriter"),
    ("store/shipping/shipper.py", "LogShipper"),
}
"""Classes that take more than three functions, because some are factories or clocks that tests replace."""
OWN_RECORDS = {
    ("servers/bridge/era_negotiation.py", "self._memory"),
    ("servers/otc/service.py", "self._quirks"),  # both outlive a channel, and only this module writes them
    ("clients/stub/fallback.py", "self._stub"),  # the stub's own state; in another file only because few starts need it
    ("clients/stub/fallback.py", "self._copy"),
    ("store/shipping/otlp_session.py", "self._timer"),
    ("store/shipping/otlp_session.py", "self.poolmanager"),  # both have no other interface
}
"""Records that a module changes as its own, and objects of libraries."""
MESSAGE_BOXES = {"question", "warning", "critical", "information", "about", "aboutQt"}


@dataclass(frozen=True)
class Source:
    path: str
    """Relative to the package, with forward slashes: ``store/audit.py``."""
    text: str
    tree: ast.Module

    @functools.cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    @property
    def package(self) -> list[str]:
        return ["toolguard", *self.path.split("/")[:-1]]


Rule = Callable[[Source], Iterator[str]]


def source(path: str, text: str) -> Source:
    return Source(path, text, ast.parse(text))


@functools.cache
def imported(of: Source) -> list[str]:
    """Return the absolute dotted names of all imports of a file, also inside functions."""
    return list(_imported(of))


def _imported(of: Source) -> Iterator[str]:
    for node in of.nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = of.package[: len(of.package) - node.level + 1] if node.level else []
            module = ".".join([*start, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("import_module", "__import__") and ast.unparse(node.func) in (
                "importlib.import_module",
                "import_module",
                "__import__",
            ):
                yield str(node.args[0].value)


def within(name: str, allowed: str) -> bool:
    if allowed == "toolguard":  # the files of the package, not its folders
        return name.count(".") <= 1 and name.partition(".")[2] not in _PLACES
    return name == allowed or name.startswith(allowed + ".")


_PLACES = {*LAYERS, "demo", *(path.removesuffix(".py") for path in TOP_LEVEL_FILES)} - {"__init__"}


def imports_stay_in_their_layer(of: Source) -> Iterator[str]:
    folder = of.path.split("/")[0]
    if folder in TOP_LEVEL_FILES or (folder == "demo" and of.path not in STANDALONE_FILES):
        return
    if folder not in LAYERS and of.path not in STANDALONE_FILES:
        yield "a new file beside the folders: only the joining files stand there"
        return
    allowed = LAYERS.get(folder, ()) + ALSO_MAY_IMPORT.get(of.path, ())
    if of.path in STUB:
        allowed = tuple("toolguard." + path.removesuffix(".py").replace("/", ".") for path in STUB)
    for name in imported(of):
        if name.split(".")[0] != "toolguard":
            if of.path in STUB + STANDALONE_FILES and name.split(".")[0] not in sys.stdlib_module_names:
                yield f"imports {name}, which is not in the standard library"
        elif not any(within(name, one) for one in allowed):
            yield f"imports {name}"


def requests_call_methods(of: Source) -> Iterator[str]:
    """Window, terminal and command line call methods of `Services`, so that mypy checks names and arguments."""
    if of.path.startswith(("cli/", "terminal/", "window/")):
        for node in of.nodes:
            if isinstance(node, ast.Constant) and node.value in ORDER_NAMES:
                yield f"names the order {node.value}"


def the_core_reports_codes(of: Source) -> Iterator[str]:
    """An error of ours has a text with a code, which the edge translates and `--json` gives. Python's own errors are
    for programmers, or have the text of a system.
    """
    if of.path.startswith(("cli/", "terminal/", "window/", "demo/", "clients/stub/")):
        return
    for node in of.nodes:
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = ast.unparse(node.exc.func)
            texts = [ast.unparse(each) for each in node.exc.args if isinstance(each, ast.Constant | ast.JoinedStr)]
            if not hasattr(builtins, name) and "." not in name and re.search("[a-z]{2,} [a-z]{2,}", " ".join(texts)):
                yield f"line {node.lineno}: {name} has a sentence without a code"


def libraries_stay_in_their_place(of: Source) -> Iterator[str]:
    for name in imported(of):
        places = ONLY_IN.get(name.split(".")[0])
        if places and not of.path.startswith(places):
            yield f"imports {name}, which belongs to {' and '.join(places)}"


def the_middle_touches_nothing_outside(of: Source) -> Iterator[str]:
    if not of.path.startswith("gate/"):
        return
    for name in imported(of):
        if not FORBIDDEN_IN_GATE.isdisjoint((name, name.split(".")[0])):
            yield f"imports {name}"
    last = {name.rpartition(".")[2] for name in FORBIDDEN_IN_GATE}  # cheaper than `ast.unparse` for each node
    for node in of.nodes:
        if isinstance(node, ast.Attribute) and node.attr in last and ast.unparse(node) in FORBIDDEN_IN_GATE:
            yield f"line {node.lineno}: uses {ast.unparse(node)}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open":
            yield f"line {node.lineno}: opens a file"


def no_nested_loop(of: Source) -> Iterator[str]:
    """A nested Qt loop inside a task makes qasync lose other tasks' wake-ups for ever."""
    for node in of.nodes:
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        if isinstance(function, ast.Name) and function.id == "exec":
            yield f"line {node.lineno}: exec()"
        if isinstance(function, ast.Attribute):
            box = (
                isinstance(function.value, ast.Name)
                and function.value.id == "QMessageBox"
                and function.attr in MESSAGE_BOXES
            )
            if box or (function.attr in NESTED_LOOP_METHODS and ast.unparse(function.value) != "re"):
                yield f"line {node.lineno}: {ast.unparse(function)}() runs a loop inside the loop"


def no_catch_all(of: Source) -> Iterator[str]:
    """Unexpected exceptions are caught only to log them with their traceback, or to raise them again."""
    for node in of.nodes:
        if isinstance(node, ast.ExceptHandler):
            names = {"everything"} if node.type is None else _names(node.type)
            again = isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None
            logged = any(ast.unparse(one).startswith("_log.exception(") for step in node.body for one in ast.walk(step))
            if "everything" in names or ("BaseException" in names and not again):
                yield f"line {node.lineno}: catches {', '.join(sorted(names))}"
            elif "Exception" in names and not (logged or again):
                yield f"line {node.lineno}: catches {', '.join(sorted(names))} and does not log it"
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("suppress", "contextlib.suppress"):
            names = {name for one in node.args for name in _names(one)}
            yield from (f"line {node.lineno}: suppresses {name}" for name in names & {"Exception", "BaseException"})


def _names(node: ast.expr) -> set[str]:
    return {ast.unparse(one) for one in (node.elts if isinstance(node, ast.Tuple) else [node])}


def only_a_person_approves(of: Source) -> Iterator[str]:
    """Only the window and the terminal can approve and accept: no socket, command or rule can."""
    if of.path.startswith(("window/", "terminal/")) or of.path == "gate/api.py":
        return
    deciding = (
        DECIDING if of.path.startswith("gate/") else (*DECIDING, "pending.settle")
    )  # the gate may settle calls, to withdraw them
    last = {name.rpartition(".")[2] for name in deciding}
    for node in of.nodes:
        if isinstance(node, ast.Attribute):
            found = node.attr in APPROVING or (node.attr in last and ast.unparse(node).endswith(deciding))
        else:
            found = isinstance(node, ast.Constant) and node.value in APPROVING and of.path != CLIENT_TABLE
        if found:
            yield f"line {node.lineno}: reaches for a person's decision"


def no_possessive_alternatives(of: Source) -> Iterator[str]:
    """``(…)*+`` over alternatives matches too little in Python 3.11.0 to 3.11.4, which Debian 12 has (gh-106052)."""
    for node in of.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            if re.search(r"\((?:[^()]|\([^()]*\))*\|(?:[^()]|\([^()]*\))*\)[*+?]\+", text):
                yield f"line {node.lineno}: a possessive group with alternatives"


def tool_tips_are_text(of: Source) -> Iterator[str]:
    """Qt reads a tool tip as HTML if something in it looks like a tag: the name of a server must not become markup."""
    for node in of.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setToolTip":
            shown = node.args[0]
            for text in (shown.body, shown.orelse) if isinstance(shown, ast.IfExp) else (shown,):
                name = text.func.attr if isinstance(text, ast.Call) and isinstance(text.func, ast.Attribute) else ""
                if not (
                    name in ("as_tool_tip", "toolTip", "tr", "translate")
                    or (isinstance(text, ast.Constant) and not text.value)
                ):
                    yield f"line {node.lineno}: a tool tip that may be read as HTML"


def kinds_are_asked_their_row(of: Source) -> Iterator[str]:
    """What a kind does is a member of its row, so that another kind is one row: nothing compares its name."""
    if of.path.startswith("tables/") or of.path in KIND_READERS:
        return
    names = {*KINDS, *CREDENTIAL_KINDS}
    for node in of.nodes:
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            texts = {one.value for side in sides for one in ast.walk(side) if isinstance(one, ast.Constant)}
            if names & texts and any(ast.unparse(side).endswith((".kind", "['kind']")) for side in sides):
                yield f"line {node.lineno}: compares the name of a kind: {ast.unparse(node)}"


def constructors_take_few_functions(of: Source) -> Iterator[str]:
    """More than three functions for one constructor are an interface that wants a name: a protocol or a record."""
    for node in of.nodes:
        if not isinstance(node, ast.ClassDef) or (of.path, node.name) in TAKE_FACTORIES:
            continue
        for made in (one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"):
            taken = [one.arg for one in (*made.args.args, *made.args.kwonlyargs)
                     if one.annotation is not None and ast.unparse(one.annotation).startswith("Callable[")]  # fmt: skip
            if len(taken) > 3:
                yield f"{node.name} takes {', '.join(taken)}"


def collaborators_are_not_assigned_to(of: Source) -> Iterator[str]:
    """A class changes its own attributes only. Another object gets a constructor argument, or has a method for it."""
    for node in of.nodes:
        targets = node.targets if isinstance(node, ast.Assign) else (
            [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else []
        )  # fmt: skip
        for target in targets:
            for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                text = ast.unparse(one)
                if re.fullmatch(r"self(\.\w+){2,}", text) and (of.path, text.rpartition(".")[0]) not in OWN_RECORDS:
                    yield f"line {node.lineno}: assigns to {text}"


RULES: tuple[Rule, ...] = (
    imports_stay_in_their_layer,
    requests_call_methods,
    the_core_reports_codes,
    libraries_stay_in_their_place,
    the_middle_touches_nothing_outside,
    no_nested_loop,
    no_catch_all,
    only_a_person_approves,
    no_possessive_alternatives,
    tool_tips_are_text,
    kinds_are_asked_their_row,
    collaborators_are_not_assigned_to,
    constructors_take_few_functions,
)


@functools.cache
def sources(folder: str) -> list[Source]:
    generated = {"node_modules", ".venv"}
    paths = [
        path for path in sorted((ROOT / folder).rglob("*.py")) if not generated & set(path.parts[len(ROOT.parts) :])
    ]
    gc.disable()  # looking through all trees again and again took four fifths of the time
    try:
        return [source(path.relative_to(ROOT / folder).as_posix(), path.read_text(encoding="utf-8")) for path in paths]
    finally:
        gc.freeze()  # they stay to the end
        gc.enable()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_package_has_no_faults_under_the_rule(rule: Rule) -> None:
    found = sources("toolguard")
    assert len(found) > 10
    assert [f"{one.path}: {fault}" for one in found for fault in rule(one)] == []


def outer_classes(node: ast.AST) -> Iterator[str]:
    """Return the names of classes below ``node`` that are in no other class and in no function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield child.name
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from outer_classes(child)


def duplicate_classes(of: list[Source]) -> dict[str, list[str]]:
    """Return class names that several modules define, with their paths. Nested classes do not count."""
    found: dict[str, list[str]] = {}
    for one in of:
        for name in outer_classes(one.tree):
            found.setdefault(name, []).append(one.path)
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def test_class_names_are_unique() -> None:
    assert duplicate_classes(sources("toolguard")) == {}
    nested = source("c.py", "class Outer:\n    class Row: ...\ndef outer():\n    class Row: ...")
    assert duplicate_classes([source("a.py", "class Row: ..."), nested]) == {}
    assert duplicate_classes([source("a.py", "class Row: ..."), source("b.py", "class Row: ...")]) == {
        "Row": ["a.py", "b.py"]
    }


def test_documented_modules_exist() -> None:
    text = (ROOT / "toolguard" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(rf"`((?:{'|'.join(LAYERS)})/[a-z_/]+)`", text))
    assert len(named) > 50
    places = {name: ROOT / "toolguard" / name for name in named}
    assert [name for name, place in places.items() if not place.is_dir() and not Path(f"{place}.py").is_file()] == []


def unknown_names(of: list[Source]) -> list[str]:
    """Return names in single backticks, as docstrings and comments refer to code, that no source contains."""
    known = _names_outside_code(of).union(*(used_names(one.nodes) for one in of))
    named = ((one.path, name) for one in of for text in prose(one) for name in REFERENCE.findall(text))
    return [f"{path}: {name}" for path, name in named if name.split(".")[-1] not in known]


REFERENCE = re.compile(r"(?<!`)`([A-Za-z_][\w.]*)`(?!`)")
"""A name in the code, as a docstring or comment refers to it."""


def used_names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names that nodes of code define, import or use."""
    for node in nodes:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.alias():
                yield from (node.asname or node.name).split(".")


def _names_outside_code(of: list[Source]) -> set[str]:
    return set(dir(builtins)).union(*(re.split(r"[/.]", one.path) for one in of))


def unknown_members(of: list[Source]) -> list[str]:
    """Return names in the docstrings of classes that only members of other classes have."""
    classes = PackageClasses(of)
    known = _names_outside_code(of).union(node.name for _, node in classes.nodes)
    for one in of:
        known.update(used_names(node for node in one.nodes if isinstance(node, ast.alias)))
        for node in one.tree.body:
            known.update(used_names([node, *(ast.walk(node) if isinstance(node, ast.Assign | ast.AnnAssign) else ())]))
    found = []
    for one, node in classes.nodes:
        names = {name for name in REFERENCE.findall(ast.get_docstring(node) or "") if "." not in name} - known
        if names:
            names -= {*used_names(ast.walk(node)), *classes.inherited(one, node)}
            found += [f"{one.path}: {node.name}: {name}" for name in sorted(names)]
    return found


def prose(of: Source) -> Iterator[str]:
    """Return the docstrings and comments of a source."""
    for node in of.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value
    for token in tokenize.generate_tokens(io.StringIO(of.text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def test_names_in_backticks_exist() -> None:
    assert unknown_names(sources("toolguard")) == []
    made = source("a.py", '"""`f`, `f.b`, ``c``, `gone`."""\ndef f(b): ...  # `lost`')
    assert unknown_names([made]) == ["a.py: gone", "a.py: lost"]


def test_names_in_the_docstring_of_a_class_are_its_own() -> None:
    assert unknown_members(sources("toolguard")) == []
    made = source("a.py", "class A:\n    def f(self): ...\nclass B:\n    '`f`, `g`, `A.f`, `A`.'\n    g = 1")
    assert unknown_members([made]) == ["a.py: B: f"]


class PackageClasses:
    """The classes of sources: what they define and inherit, and which of them are protocols."""

    def __init__(self, of: list[Source]) -> None:
        self.nodes = [(one, node) for one in of for node in one.nodes if isinstance(node, ast.ClassDef)]
        self._by_name = {node.name: (one, node) for one, node in self.nodes}
        self._protocols = {
            node: _members(node)
            for _, node in self.nodes
            if any(ast.unparse(base).startswith("Protocol") for base in node.bases)
        }

    def inherited(self, of: Source, node: ast.ClassDef) -> dict[str, list[str] | None]:
        """Return what the class has from its bases, ours and those of libraries."""
        found: dict[str, list[str] | None] = {}
        for base in (each.value if isinstance(each, ast.Subscript) else each for each in node.bases):
            dotted = ast.unparse(base)
            if (ours := self._by_name.get(dotted.split(".")[-1])) is not None:
                found |= self.inherited(*ours) | _members(ours[1])
            else:
                found |= dict.fromkeys(dir(_imported_object(of, dotted)))
        return found

    def implemented(self, node: ast.ClassDef, members: dict[str, list[str] | None]) -> Iterator[tuple[str, object]]:
        """Yield the members, with their parameters, of protocols that a class with these members implements."""
        if node not in self._protocols:
            for required in self._protocols.values():
                if required.keys() <= members.keys():
                    yield from required.items()


def _members(node: ast.ClassDef) -> dict[str, list[str] | None]:
    """Return what a class defines: the parameters of methods, None for attributes."""
    found: dict[str, list[str] | None] = {}
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            found[statement.name] = _parameters(statement)
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            found |= {target.id: None for target in targets if isinstance(target, ast.Name)}
    return found


def _parameters(method: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """Return the names of the parameters, without the underscore of unused ones."""
    return [each.arg.lstrip("_") for each in (*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs)]


def _imported_object(of: Source, dotted: str) -> object:
    """Return the class of a library that is called ``dotted`` in a source."""
    first, *rest = dotted.split(".")
    for name in imported(of):
        if name.split(".")[-1] == first and not name.startswith("toolguard."):
            module, _, attribute = ".".join([name, *rest]).rpartition(".")
            return getattr(importlib.import_module(module), attribute)
    return getattr(builtins, first, object)


def undocumented_methods(of: list[Source]) -> list[str]:
    """Return public methods without a docstring, except those that a base or an implemented protocol has."""
    classes = PackageClasses(of)
    found = []
    for one, node in classes.nodes:
        methods = {
            method.name: _parameters(method)
            for method in node.body
            if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
            and not (method.name.startswith("_") or node.name.startswith("_") or ast.get_docstring(method))
        }
        if methods:
            inherited = classes.inherited(one, node)
            implemented = list(classes.implemented(node, inherited | _members(node)))
            for name, parameters in methods.items():
                if name not in inherited and (name, parameters) not in implemented:
                    found.append(f"{one.path}: {node.name}.{name}")
    return found


def test_public_methods_have_docstrings() -> None:
    assert undocumented_methods(sources("toolguard")) == []


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("class A:\n    def f(self): ...", ["a.py: A.f"]),
        ("class A:\n    async def f(self):\n        'Wait.'\n    def _g(self): ...", []),
        ("class _A:\n    def f(self): ...", []),
        ("from PySide6 import QtWidgets\nclass A(QtWidgets.QWidget):\n    def show(self): ...", []),
        ("from PySide6.QtWidgets import QWidget\nclass A(QWidget):\n    def f(self): ...", ["a.py: A.f"]),
        ("class A:\n    def f(self): 'Do it.'\nclass B(A): ...\nclass C(B):\n    def f(self): ...", []),
        ("class P(Protocol):\n    def f(self): ...", ["a.py: P.f"]),
        ("class P(Protocol):\n    def f(self, a): 'Do it.'\nclass A:\n    def f(self, _a): ...", []),
        ("class P(Protocol):\n    def f(self, a): 'Do it.'\nclass A:\n    def f(self, b): ...", ["a.py: A.f"]),
        ("class P(Protocol):\n    x: int\n    def f(self): 'Do it.'\nclass A:\n    def f(self): ...", ["a.py: A.f"]),
    ],
)
def test_undocumented_method_is_found(text: str, faults: list[str]) -> None:
    assert undocumented_methods([source("a.py", text)]) == faults


def folder_sizes(paths: list[str]) -> dict[str, int]:
    """Return the number of modules and folders in each folder."""
    shown: dict[str, set[str]] = {}
    for path in paths:
        parts = path.split("/")
        for depth in range(len(parts)):
            if parts[depth] != "__init__.py":
                shown.setdefault("/".join(parts[:depth]), set()).add(parts[depth])
    return {folder: len(names) for folder, names in shown.items()}


def test_folders_have_few_entries() -> None:
    sizes = folder_sizes([one.path for one in sources("toolguard")])
    assert {folder: count for folder, count in sizes.items() if count > MAX_FOLDER_ENTRIES} == {}
    assert folder_sizes(["a/b.py", "a/c/d.py", "a/__init__.py"]) == {"": 1, "a": 2, "a/c": 1}


def import_cycle(of: list[Source]) -> list[str]:
    """Return the modules of an import cycle, or an empty list. Imports for types count, too."""
    names = {one: ".".join([*one.package, one.path.split("/")[-1].removesuffix(".py")]) for one in of}
    names = {one: name.removesuffix(".__init__") for one, name in names.items()}
    known, edges = set(names.values()), {}
    for one, name in names.items():
        found = set()
        for node in _loaded(one.tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif node.module:
                found |= {f"{node.module}.{alias.name}" for alias in node.names} & known or {node.module}
        edges[name] = (found & known) - {name}
    try:
        graphlib.TopologicalSorter(edges).prepare()
    except graphlib.CycleError as cycle:
        return list(cycle.args[1])
    return []


def _loaded(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield imports outside functions, including those for type checkers only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _loaded(node)


def test_there_are_no_import_cycles() -> None:
    assert import_cycle(sources("toolguard")) == []
    a, b = source("a.py", "from toolguard import b"), source("b.py", "import toolguard.a")
    assert set(import_cycle([a, b])) == {"toolguard.a", "toolguard.b"}
    for_types = source("b.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import toolguard.a")
    assert set(import_cycle([a, for_types])) == {"toolguard.a", "toolguard.b"}


BAD: tuple[tuple[Rule, str, str], ...] = (
    (imports_stay_in_their_layer, "gate/x.py", "import toolguard.store"),
    (imports_stay_in_their_layer, "gate/x.py", "from toolguard import __version__"),
    (imports_stay_in_their_layer, "gate/x.py", "from ..servers import stdio"),
    (imports_stay_in_their_layer, "gate/x.py", "from .. import servers"),
    (imports_stay_in_their_layer, "clients/x.py", "def f():\n    from toolguard.servers import stdio"),
    (imports_stay_in_their_layer, "clients/x.py", "from toolguard import store"),
    (imports_stay_in_their_layer, "servers/x.py", "import importlib\nimportlib.import_module('toolguard.window.main')"),
    (imports_stay_in_their_layer, "store/x.py", "from toolguard.clients import local"),
    (imports_stay_in_their_layer, "store/x.py", "from toolguard import cli"),
    (imports_stay_in_their_layer, "window/x.py", "from toolguard.store.config.config import Config"),
    (imports_stay_in_their_layer, "window/x.py", "from toolguard.store import keychain"),
    (imports_stay_in_their_layer, "window/x.py", "from toolguard.services import servers"),
    (imports_stay_in_their_layer, "window/x.py", "from toolguard.services.registry import execute"),
    (imports_stay_in_their_layer, "terminal/x.py", "from toolguard.services.rules.service import RuleService"),
    (imports_stay_in_their_layer, "window/x.py", "from toolguard.store import log_copy"),
    (imports_stay_in_their_layer, "clients/stub/connect.py", "import msgspec"),
    (imports_stay_in_their_layer, "clients/stub/connect.py", "from toolguard.gate import jsonrpc"),
    (imports_stay_in_their_layer, "clients/stub/connect.py", "from toolguard import __version__"),
    (imports_stay_in_their_layer, "clients/stub/fallback.py", "import psutil"),
    (imports_stay_in_their_layer, "clients/stub/app_launcher.py", "from toolguard.clients import local"),
    (imports_stay_in_their_layer, "demo/server.py", "import mcp"),
    (imports_stay_in_their_layer, "demo/client.py", "from toolguard.gate import jsonrpc"),
    (imports_stay_in_their_layer, "terminal/event_lines.py", "from toolguard.store.config.config import Config"),
    (imports_stay_in_their_layer, "window/x.py", "from toolguard.terminal import call_text"),
    (imports_stay_in_their_layer, "services/x.py", "from toolguard.window import main"),
    (imports_stay_in_their_layer, "services/x.py", "from toolguard import app"),
    (imports_stay_in_their_layer, "cli/x.py", "from toolguard.store.config.config import Config"),
    (imports_stay_in_their_layer, "cli/x.py", "from toolguard.clients.local.control_client import ask_app"),
    (the_core_reports_codes, "store/x.py", "raise KeychainError('the keyring is locked')"),
    (the_core_reports_codes, "services/x.py", "raise RefusedError(f'no server {name} is there')"),
    (requests_call_methods, "cli/x.py", "send('rule.remove', {})"),
    (requests_call_methods, "window/x.py", "send('log prune')"),
    (only_a_person_approves, "services/registry.py", "await guard.approve(id, shown=digest)"),
    (only_a_person_approves, "clients/local/listener.py", "go = guard.accept"),
    (only_a_person_approves, "services/runtime/core.py", "getattr(guard, 'approve')"),
    (only_a_person_approves, "services/runtime/core.py", "gate.proposals.answer(id, accepted)"),
    (only_a_person_approves, "clients/wiring/clients.py", "guard.approve(id)"),
    (only_a_person_approves, "clients/otc/calls.py", "self._gate.pending.settle(id, allowed)"),
    (only_a_person_approves, "services/runtime/authentication.py", "await self.guard.approve_all(shown)"),
    (imports_stay_in_their_layer, "presence/x.py", "from toolguard.store.config.config import Config"),
    (libraries_stay_in_their_place, "services/runtime/core.py", "import fido2.ctap"),
    (imports_stay_in_their_layer, "helpers.py", ""),
    (imports_stay_in_their_layer, "common/x.py", ""),
    (libraries_stay_in_their_place, "store/x.py", "from PySide6.QtCore import QObject"),
    (libraries_stay_in_their_place, "cli/parser.py", "import qasync"),
    (libraries_stay_in_their_place, "servers/secrets/redactor.py", "import keyring.errors"),
    (libraries_stay_in_their_place, "window/pages/audit.py", "import sqlite3"),
    (libraries_stay_in_their_place, "services/runtime/log_shipping.py", "def f():\n    import opentelemetry.sdk"),
    (libraries_stay_in_their_place, "store/shipping/syslog.py", "import requests"),
    (libraries_stay_in_their_place, "gate/policy/rules.py", "def f():\n    import tree_sitter_bash"),
    (the_middle_touches_nothing_outside, "gate/x.py", "import os.path"),
    (the_middle_touches_nothing_outside, "gate/x.py", "from time import monotonic"),
    (the_middle_touches_nothing_outside, "gate/x.py", "from asyncio import subprocess"),
    (the_middle_touches_nothing_outside, "gate/x.py", "import asyncio\nasyncio.open_connection()"),
    (the_middle_touches_nothing_outside, "gate/x.py", "open('x')"),
    (no_nested_loop, "window/x.py", "dialog.exec()"),
    (no_nested_loop, "window/x.py", "QFileDialog.getSaveFileName(None)"),
    (no_nested_loop, "window/x.py", "QMessageBox.question(None, '', '')"),
    (no_nested_loop, "app.py", "exec('1')"),
    (no_catch_all, "app.py", "try:\n    f()\nexcept:\n    raise"),
    (no_catch_all, "app.py", "try:\n    f()\nexcept (OSError, Exception) as e:\n    pass"),
    (no_catch_all, "app.py", "try:\n    f()\nexcept BaseException:\n    g()"),
    (no_catch_all, "app.py", "try:\n    f()\nexcept Exception as why:\n    _log.warning('%s', why)"),
    (no_catch_all, "app.py", "from contextlib import suppress\nwith suppress(Exception):\n    f()"),
    (no_possessive_alternatives, "app.py", 'SPACE = re.compile(r"(?:[ ]++|//[^\\n]*+)*+")'),
    (kinds_are_asked_their_row, "servers/x.py", "is_here = spec.kind == 'stdio'"),
    (kinds_are_asked_their_row, "services/x.py", "if row['kind'] in ('http', 'otc'):\n    pass"),
    (
        constructors_take_few_functions,
        "services/x.py",
        "class A:\n    def __init__(self, a: Callable[[], int], b: Callable[..., None], *, c: Callable[[], int],\n"
        "                 d: Callable[[], None] | None = None) -> None: ...",
    ),
    (collaborators_are_not_assigned_to, "services/x.py", "self.keychain.timeout = 1.0"),
    (collaborators_are_not_assigned_to, "services/x.py", "self._core.gate.panic, x = True, 1"),
    (collaborators_are_not_assigned_to, "services/x.py", "self._store.size += 1"),
    (tool_tips_are_text, "window/x.py", "box.setToolTip(self.name)"),
    (tool_tips_are_text, "window/x.py", "box.setToolTip('' if fits else self.tr('{0} (Del)').format(name))"),
)
GOOD: tuple[tuple[Rule, str, str], ...] = (
    (imports_stay_in_their_layer, "gate/x.py", "import asyncio\nfrom . import jsonrpc\nfrom .model import Call"),
    (
        imports_stay_in_their_layer,
        "window/x.py",
        "from toolguard.store.log.audit_log import LogReader\nimport toolguard",
    ),
    (imports_stay_in_their_layer, "window/x.py", "from toolguard.store.log import database, index"),
    (imports_stay_in_their_layer, "window/x.py", "from toolguard.services.interface import RefusedError"),
    (imports_stay_in_their_layer, "clients/stub/connect.py", "import _socket, os, sys"),
    (imports_stay_in_their_layer, "clients/stub/fallback.py", "from toolguard.clients.stub.connect import Stub"),
    (imports_stay_in_their_layer, "demo/show.py", "from toolguard import app"),
    (imports_stay_in_their_layer, "terminal/event_lines.py", "from toolguard.terminal.call_text import clock"),
    (imports_stay_in_their_layer, "services/x.py", "from toolguard.store.log.audit_log import AuditLog"),
    (only_a_person_approves, "window/approval/decision.py", "await core_link.order(guard.approve, id, shown=digest)"),
    (only_a_person_approves, "services/runtime/core.py", "self.gate.approved()"),
    (only_a_person_approves, "clients/wiring/clients.py", "row = {'default_tools_approval_mode': 'approve'}"),
    (libraries_stay_in_their_place, "store/keychain.py", "import keyring"),
    (the_middle_touches_nothing_outside, "gate/x.py", "import asyncio, hashlib\nasyncio.Event()"),
    (the_middle_touches_nothing_outside, "store/x.py", "import os\nopen('x')"),
    (no_nested_loop, "window/x.py", "dialog.open()\nlog.warning('x')\ndb.execute('x')"),
    (no_catch_all, "app.py", "try:\n    f()\nexcept BaseException:\n    g()\n    raise"),
    (no_catch_all, "app.py", "try:\n    f()\nexcept (OSError, ValueError):\n    pass"),
    (no_catch_all, "app.py", "try:\n    f()\nexcept Exception:\n    _log.exception('ours')"),
    (no_possessive_alternatives, "app.py", 'SPACE = re.compile(r"(?:[ ]++|//[^\\n]*+)*")'),
    (tool_tips_are_text, "window/x.py", "box.setToolTip('' if fits else untrusted_text.as_tool_tip(name))"),
    (tool_tips_are_text, "window/x.py", "box.setToolTip(self.tr('Remove'))"),
    (kinds_are_asked_their_row, "servers/x.py", "is_open = url.scheme == 'http' or item.kind == 'folder'"),
    (
        collaborators_are_not_assigned_to,
        "services/x.py",
        "self._timeout = 1\nself._waits[id].reply = 1\nrow.n += 1",
    ),
    (
        constructors_take_few_functions,
        "services/x.py",
        "class A:\n    def __init__(self, a: Callable[[], int], b: Gate, c: int, d: str, e: Callable[[], int]): ...",
    ),
    (tool_tips_are_text, "window/x.py", "box.setToolTip(button.toolTip())"),
)


@pytest.mark.parametrize(("rule", "path", "text"), BAD)
def test_import_rule_finds_violations(rule: Rule, path: str, text: str) -> None:
    assert list(rule(source(path, text)))


@pytest.mark.parametrize(("rule", "path", "text"), GOOD)
def test_import_rule_accepts_valid_imports(rule: Rule, path: str, text: str) -> None:
    assert not list(rule(source(path, text)))


# Growth is a row of a literal table, from which forms, validation and help are made.

TABLES = (
    ("toolguard.tables.servers", "KINDS", {"schema"}),
    ("toolguard.tables.credentials", "CREDENTIAL_KINDS", set[str]()),
    ("toolguard.window.main", "PAGES", set[str]()),
    ("toolguard.clients.wiring.clients", "CLIENTS", set[str]()),
)


def row_faults(row: Any, needed: set[str]) -> Iterator[str]:
    """Yield the faults of a table's row."""
    frozen = getattr(getattr(row, "__struct_config__", None), "frozen", False) or (
        dataclasses.is_dataclass(row) and row.__dataclass_params__.frozen
    )
    if not frozen:
        yield "is neither a frozen Struct nor a frozen dataclass"
    words = [getattr(row, name) for name in ("label", "title") if hasattr(row, name)]
    if not any(isinstance(word, str) and word.strip() for word in words):
        yield "has neither label nor title"
    for name in ("schema", "format", "formatter"):
        if not hasattr(row, name):
            if name in needed:
                yield f"has no {name}"
        elif name == "schema":
            try:
                jsonschema.Draft202012Validator.check_schema(row.schema)
            except jsonschema.SchemaError as problem:
                yield f"its schema is invalid: {problem.message}"
        elif not callable(getattr(row, name)):
            yield f"its {name} is not callable"


def is_a_literal_table(path: Path, name: str) -> bool:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return isinstance(node.value, ast.Tuple | ast.Dict)
    return False


@pytest.mark.parametrize(("module", "name", "needed"), TABLES)
def test_each_row_of_a_growth_table_is_complete(module: str, name: str, needed: set[str]) -> None:
    loaded = importlib.import_module(module)
    assert loaded.__file__
    assert is_a_literal_table(Path(loaded.__file__), name), f"{module}.{name} must be a literal tuple or dict"
    table = getattr(loaded, name)
    rows = list(table.values() if isinstance(table, dict) else table)
    assert rows
    assert [f"{row}: {fault}" for row in rows for fault in row_faults(row, needed)] == []


@dataclass(frozen=True)
class _Row:
    label: str
    schema: Any
    format: Any = str


@dataclass
class _Loose:
    label: str = "x"


@pytest.mark.parametrize(
    ("row", "needed", "fault"),
    [
        (_Row(" ", {}), set(), "neither label nor title"),
        (_Row("x", {"type": "nothing"}), set(), "schema is invalid"),
        (_Row("x", {}, "text"), set(), "is not callable"),
        (_Row("x", {}), {"formatter"}, "has no formatter"),
        (_Loose(), set(), "neither a frozen"),
        (("x", {}), set(), "neither a frozen"),
    ],
)
def test_incomplete_row_is_reported(row: Any, needed: set[str], fault: str) -> None:
    assert any(fault in found for found in row_faults(row, needed))


def test_complete_row_has_no_faults_and_only_a_literal_is_a_table(tmp_path: Path) -> None:
    assert not list(row_faults(_Row("x", {"type": "string"}), {"schema", "format"}))
    path = tmp_path / "x.py"
    path.write_text("A = (1,)\nB: dict = {}\nC = tuple(x for x in A)\nD = [1]\n")
    assert [is_a_literal_table(path, name) for name in "ABCD"] == [True, True, False, False]
