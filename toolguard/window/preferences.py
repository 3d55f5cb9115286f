"""What the person has set, as the window goes by it. Where it is stored and what it may be is the core's to know."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from toolguard.tables.settings import Preferences

DEFAULTS: Mapping[str, Any] = MappingProxyType({**structs.asdict(Preferences()), "reasons": ()})
"""What holds until the core has told more."""


class WindowPreferences(QObject):
    """Settings by name. `changed` is given after any of them is another one."""

    changed = Signal()

    def __init__(self, values: Mapping[str, Any] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._values = {**DEFAULTS, **(values or {})}

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def take(self, values: Mapping[str, Any]) -> None:
        """Go by ``values`` from now on."""
        if not self.has(values):
            self._values = {**self._values, **values}
            self.changed.emit()

    def has(self, values: Mapping[str, Any]) -> bool:
        """Whether all of ``values`` hold already."""
        return {**self._values, **values} == self._values
