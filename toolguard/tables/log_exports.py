"""The table of file formats that the log is exported to. The command line and the page Audit are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

ExportForm = Literal["jsonl", "csv", "parquet"]
ColumnKind = Literal["text", "time", "seconds", "number"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportFormat:
    """A format: its name, its help on the command line, and whether it has records or one row per call."""

    name: str
    help: str
    has_records: bool = False
    module: str = ""
    """The module that it needs."""
    extra: str = ""
    """The extra of the package that installs the module."""


EXPORT_FORMATS: Mapping[ExportForm, ExportFormat] = MappingProxyType({
    "jsonl": ExportFormat(name="JSON Lines", help="one record per line", has_records=True),
    "csv": ExportFormat(name="CSV", help="one call per row"),
    "parquet": ExportFormat(
        name="Parquet", help="one call per row, with types", module="pyarrow", extra="toolguard-desktop[parquet]"
    ),
})  # fmt: skip

EXPORT_COLUMNS: Mapping[str, ColumnKind] = MappingProxyType({
    "time": "time", "client": "text", "server": "text", "tool": "text", "decision": "text", "by": "text",
    "reason": "text", "outcome": "text", "waited_s": "seconds", "took_s": "seconds", "arguments": "text",
    "answer": "text", "kind": "text", "call": "text", "record": "number", "secrets": "text", "approved_where": "text",
})  # fmt: skip
"""The columns of a row, each with the kind of its values."""
