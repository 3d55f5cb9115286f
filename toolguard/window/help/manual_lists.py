"""The lists in the manual that are made from tables. A line ``<!-- list: NAME -->`` in a chapter is replaced by one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from PySide6.QtCore import QCoreApplication

from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS
from toolguard.gate.policy.rules import MATCHERS
from toolguard.tables.credentials import CREDENTIAL_KINDS, entered_kinds
from toolguard.tables.servers import KINDS, SERVER_SETTINGS
from toolguard.tables.settings import grouped
from toolguard.window.forms.table_text import table_text
from toolguard.window.pages.actions import ACTIONS, listed, native

translate = QCoreApplication.translate

_MARK = re.compile(r"^<!-- list: ([a-z-]+) -->$", re.MULTILINE)


def with_lists(text: str) -> str:
    """Return a chapter's text with its lists, in the window's language."""
    return _MARK.sub(lambda mark: "\n".join(LISTS[mark[1]]()), text)


def _settings() -> Iterator[str]:
    for group, rows in grouped().items():
        yield f"### {table_text(group.title)}\n"
        for name, row in rows.items():
            yield f"- **{table_text(row.title)}** (`{name}`): {table_text(row.about)}"
        yield ""


def _credentials() -> Iterator[str]:
    for name in entered_kinds():
        yield f"- **{table_text(CREDENTIAL_KINDS[name].title)}** (`{name}`)"


def _servers() -> Iterator[str]:
    for name, kind in KINDS.items():
        yield f"### {table_text(kind.title)} (`{name}`)\n"
        for setting, row in SERVER_SETTINGS.items():
            if setting not in kind.offered or not row.in_form:
                continue
            title = table_text(row.schema["title"])
            about = table_text(kind.about.get(setting) or row.schema.get("description", ""))
            flags = ", ".join(f"`{option.flag}`" for option in row.options)
            yield f"- **{title}** ({flags or '`--`'}){': ' * bool(about)}{about}"
        yield ""


def _matchers() -> Iterator[str]:
    for name, matcher in MATCHERS.items():
        yield f"- **{table_text(matcher.title)}** (`--{name}`)"


def _conditions() -> Iterator[str]:
    for name, matcher in CONDITION_MATCHERS.items():
        yield f"- **{table_text(matcher.title)}** (`{name}`): {table_text(matcher.about)}"


def _keys() -> Iterator[str]:
    """Return the keys of every page; chapters name the pages."""
    yield from _table([
        (f"{native('Ctrl+1')} – {native('Ctrl+9')}", translate("KeysDialog", "Open a page")), *listed("")
    ])  # fmt: skip


def _keys_of(page: str) -> Callable[[], Iterator[str]]:
    return lambda: _table(list(listed(page)))


def _table(rows: list[tuple[str, str]]) -> Iterator[str]:
    yield f"| {translate('Keys', 'Keys')} | {translate('Keys', 'Action')} |"
    yield "|---|---|"
    yield from (f"| {_code(keys)} | {text} |" for keys, text in rows)


def _code(keys: str) -> str:
    """Return each combination of keys as code."""
    return " – ".join(f"`{each}`" for each in keys.split(" – "))


LISTS: Mapping[str, Callable[[], Iterator[str]]] = {
    "settings": _settings,
    "matchers": _matchers,
    "conditions": _conditions,
    "credentials": _credentials,
    "servers": _servers,
    "keys": _keys,
    **{f"keys-{page}": _keys_of(page) for page in dict.fromkeys(row.page for row in ACTIONS if row.page)},
}
