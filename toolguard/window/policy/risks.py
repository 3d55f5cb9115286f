"""The box with the risks of a rule or another change, the same on every page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from toolguard.gate.policy.risks import Risk
from toolguard.window.policy import rule_text
from toolguard.window.widgets.property_list import WarningBox


class RiskWarnings(WarningBox):
    """Red sentences, one for each risk; hidden if there is none."""

    def __init__(self) -> None:
        super().__init__(tone="danger")
        self.hide()

    def show_rule(self, rule: Mapping[str, Any] | None, *, matches: bool = True) -> None:
        """Show the risks of ``rule`` (in the form of ``rule.list``); None for no rule. ``matches`` as in `dangers`."""
        self.show_sentences(rule_text.dangers(rule, matches=matches) if rule is not None else [])

    def show_risks(self, risks: Iterable[Risk], server: str = "") -> None:
        """Show a sentence for each risk of a change that is about ``server``."""
        self.show_sentences(rule_text.risk_sentences(risks, server))
