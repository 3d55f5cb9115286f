"""Texts of the tables in the window's language."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

_TEXTS = ("title", "description", "group", "add")


def table_text(text: str) -> str:
    """Return a label or a sentence of a table in the window's language."""
    return QCoreApplication.translate("Tables", text) if text else ""


def table_schema(schema: Any) -> Any:
    """Return a schema made from a table, with its texts for people in the window's language."""
    if isinstance(schema, list):
        return [table_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _member(key, value) for key, value in schema.items()}


def _member(key: str, value: Any) -> Any:
    if key in _TEXTS and isinstance(value, str):
        return table_text(value)
    if key == "labels":
        return {name: table_text(words) for name, words in value.items()}
    return table_schema(value)
