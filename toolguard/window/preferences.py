"""The person's settings as the window uses them. The core stores and validates them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from toolguard.tables.settings import Preferences

DEFAULTS: Mapping[str, Any] = MappingProxyType({**structs.asdict(Preferences()), "reasons": ()})
"""Default values until the core has sent the current ones."""


class WindowPreferences(QObject):
    """Settings by name. `changed` is emitted after any of them has changed."""

    changed = Signal()

    def __init__(self, values: Mapping[str, Any] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._values = {**DEFAULTS, **(values or {})}

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def update(self, values: Mapping[str, Any]) -> None:
        """Use ``values`` from now on."""
        if not self.has(values):
            self._values = {**self._values, **values}
            self.changed.emit()

    def has(self, values: Mapping[str, Any]) -> bool:
        """Return whether all of ``values`` are already in use."""
        return {**self._values, **values} == self._values
