"""Severity of a call as far as it is known before it runs: badges of declared effects, and kinds of buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtWidgets import QLabel, QWidget

from toolguard.gate.model import PendingCall, Proposal, RunningCall
from toolguard.gate.policy.declared_effects import EFFECTS, Effect, declared_effect, declares_network
from toolguard.window import core_translation, theme
from toolguard.window.approval import call_warnings
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.layout.boxes import hbox
from toolguard.window.widgets.text_label import TextLabel, label, show_text, tint

# A tool without annotations can destroy data: that is the default of ``destructiveHint`` (MCP, ToolAnnotations). The
# badge says only what the server declares, the text beside it what that means. Most servers are silent, so this badge
# is quiet, which would otherwise make real warnings easy to miss.
_WORDS: dict[Effect, tuple[Any, str]] = {
    "reads": (QT_TRANSLATE_NOOP("Consequence", "Reads"), "quiet"),
    "changes": (QT_TRANSLATE_NOOP("Consequence", "Modifies"), "caution"),
    "undeclared": (QT_TRANSLATE_NOOP("Consequence", "Not declared"), "quiet"),
    "destroys": (QT_TRANSLATE_NOOP("Consequence", "Destroys"), "danger"),
}
_HARMLESS_CHANGES = ("request", "sign-in")
"""Kinds of proposals that do not reduce protection, whose approval is not shown as dangerous."""
translate = QCoreApplication.translate


def effect_of(calls: Iterable[PendingCall | RunningCall]) -> Effect | None:
    """Return the most severe declared effect of ``calls``; None if one is not a tool call."""
    effects: list[Effect] = []
    for item in calls:
        if item.call.is_request:
            return None
        effects.append(declared_effect(item.tool.annotations) if item.tool is not None else "undeclared")
    return max(effects, key=EFFECTS.index) if effects else None


def effect_text(effect: Effect) -> tuple[str, str]:
    """Return what a badge of ``effect`` says, and its tone."""
    words, tone = _WORDS[effect]
    return translate("Consequence", words), tone


def secret_text() -> tuple[str, str]:
    """Return what the row of a call with a secret in its arguments says instead, which is worse than any effect."""
    return translate("Consequence", "Secret"), "danger"


def row_text(calls: Iterable[PendingCall | RunningCall], *, spoken: bool = False) -> tuple[str, str]:
    """Return what the row of ``calls`` says, and its tone: a secret in them, that they run code which nobody can read
    or can destroy data, a warning about one of them, or else their effect; "" for a request other than a tool
    call.

    ``spoken``: it is said between other facts, where "Not declared" alone is about nothing.
    """
    calls = tuple(calls)
    pending = [item for item in calls if isinstance(item, PendingCall)]
    if any(item.leaks for item in pending):
        return secret_text()
    if any(map(call_warnings.is_grave, pending)):
        return call_warnings.unseen_code_text(), "danger"
    effect = effect_of(calls)
    if warning := _warning(pending, effect):
        return warning, "caution"
    if spoken and effect == "undeclared":
        return translate("Consequence", "Effect not declared"), "quiet"
    return effect_text(effect) if effect is not None else ("", "quiet")


def _warning(pending: Iterable[PendingCall], effect: Effect | None) -> str:
    """Return the first warning about ``pending`` in a few words; "" for none, or if their ``effect`` is worse."""
    return next(filter(None, map(call_warnings.short, pending)), "") if effect != "destroys" else ""


def reduces_protection(proposal: Proposal) -> bool:
    """Return whether a change makes more possible without a person."""
    return proposal.kind not in _HARMLESS_CHANGES


def change_text(proposal: Proposal) -> tuple[str, str]:
    """Return what a row says about a change, and its tone; "" for one that does not reduce protection."""
    return (translate("Consequence", "Less protection"), "danger") if reduces_protection(proposal) else ("", "quiet")


def reaches_network(item: PendingCall | RunningCall) -> bool:
    """Return whether the server declares that the tool reaches the network."""
    return not item.call.is_request and item.tool is not None and declares_network(item.tool.annotations)


def is_dangerous(calls: Iterable[PendingCall]) -> bool:
    """Return whether one of ``calls`` contains a secret, runs code that nobody can read, or is declared to destroy."""
    calls = tuple(calls)
    return any(call.leaks or call_warnings.is_grave(call) for call in calls) or effect_of(calls) == "destroys"


def run_kind(calls: Iterable[PendingCall], *, warned: bool | None = None) -> str:
    """Return the kind of the button that approves ``calls``: red if they are dangerous, amber with warnings, plain if a
    tool changes something or its server does not say: neither is presented as harmless.

    ``warned``: whether one of them has warnings, if that is known.
    """
    calls = tuple(calls)
    if is_dangerous(calls):
        return "danger-line"
    if any(map(call_warnings.is_warned, calls)) if warned is None else warned:
        return "caution-line"
    return "" if effect_of(calls) in ("undeclared", "changes") else "run"


def run_sign(kind: str) -> str:
    """Return the icon of a button that approves; if it is not "run", it is also the tone of the button's text."""
    return kind.removesuffix("-line") if kind.endswith("-line") else "run"


def run_colour(kind: str, colours: theme.Colours) -> str:
    """Return the colour of the icon of a button that approves."""
    sign = run_sign(kind)
    return str(getattr(colours, sign)) if sign != "run" else colours.on_accent if kind else colours.text


class CredentialsLine(TextLabel):
    """The credentials that calls give to their servers; hidden if there are none."""

    def __init__(self) -> None:
        super().__init__(factor=theme.SMALL, name=QCoreApplication.translate("CallDetail", "Credentials provided"))
        self.hide()

    def show_calls(self, calls: Iterable[PendingCall]) -> None:
        """Show the credentials of ``calls``, each once."""
        names: dict[str, None] = {}
        for pending in calls:
            injected = (name for argument in pending.call.injected for name in argument.secrets)
            names.update(dict.fromkeys((*pending.secrets, *injected)))
        shown = untrusted_text.shortened(core_translation.join_list(list(names)), 240)
        self.set_text(QCoreApplication.translate("CallDetail", "Runs with credentials: {0}").format(shown))
        self.setVisible(bool(names))


class EffectBadges(QWidget):
    """One line: a warning about calls, as in their rows, and what servers declare about their tools, as a claim."""

    def __init__(self) -> None:
        super().__init__()
        self.warning, self.effect, self.network = self._badge(), self._badge(), self._badge()
        self._paint(self.warning, "caution")
        self.warning.hide()
        self.network.setText(translate("Consequence", "Network"))
        self._paint(self.network, "quiet")
        self.claim = ElidedLabel()
        self.claim.setFont(theme.sized(theme.SMALL))
        hbox(self.warning, self.effect, self.network, (self.claim, 1), parent=self)

    @staticmethod
    def _badge() -> QLabel:
        result = label(factor=theme.SMALL, strong=True)
        result.setContentsMargins(theme.SPACE * 2, 1, theme.SPACE * 2, 1)
        result.setAlignment(Qt.AlignmentFlag.AlignCenter)
        return result

    @staticmethod
    def _paint(badge: QLabel, tone: str) -> None:
        badge.setProperty("ground", tone)
        tint(badge, tone)

    def show_calls(self, calls: Sequence[PendingCall | RunningCall]) -> None:
        """Show the most severe effect declared about the tools of ``calls``; nothing for another kind of request."""
        effect = effect_of(calls)
        if effect is None:
            self.hide()
            return
        self.show()
        pending = [item for item in calls if isinstance(item, PendingCall)]
        self.network.setVisible(any(map(reaches_network, calls)))
        self.warning.hide()
        if any(item.leaks for item in pending):
            self.effect.setText(secret_text()[0])
            self._paint(self.effect, "danger")
            self.claim.set_text(translate("Consequence", "found in the arguments by ToolGuard"))
            return
        if any(map(call_warnings.is_grave, pending)):
            self.effect.setText(call_warnings.unseen_code_text())
            self._paint(self.effect, "danger")
            self.claim.set_text(translate("Consequence", "it can do anything that you can do on this computer"))
            return
        show_text(self.warning, _warning(pending, effect))
        text, tone = effect_text(effect)
        self.effect.setText(text)
        self._paint(self.effect, tone)
        tools = {(item.call.server, item.call.tool) for item in calls}
        servers = {server for server, _ in tools}
        if effect == "undeclared" and len(tools) > 1:
            silent = {(item.call.server, item.call.tool) for item in calls if effect_of((item,)) == "undeclared"}
            note = translate("Consequence", "no effect declared for {0} of {1} tools; they may change or delete data")
            if silent == tools:
                note = translate("Consequence", "no effect declared for these tools; they may change or delete data")
            self.claim.set_text(note.format(len(silent), len(tools)))
            return
        if len(servers) > 1:
            self.claim.set_text(translate("Consequence", "according to their servers, not verified"))
            return
        note = translate("Consequence", "according to {0}, not verified")
        if any(map(call_warnings.is_changed, pending)):
            note = translate("Consequence", "according to {0}, which changed this tool since you allowed it")
        if effect == "undeclared":
            note = translate("Consequence", "the tool may change or delete data")
        self.claim.set_text(note.format(untrusted_text.short_name(servers.pop(), 40)))

    def show_tool(self, hints: Mapping[str, Any], server: str, *, trusted: bool) -> None:
        """Show what ``server`` declares about a tool. ``trusted``: a person trusts its declarations."""
        effect = declared_effect(hints)
        text, tone = effect_text(effect)
        self.effect.setText(text)
        self._paint(self.effect, tone)
        self.network.setVisible(declares_network(hints))
        note = translate("Consequence", "according to {0}, not verified")
        if trusted:
            note = translate("Consequence", "according to {0}, which you trust")
        if effect == "undeclared":
            note = translate("Consequence", "the tool may change or delete data")
        self.claim.set_text(note.format(untrusted_text.short_name(server, 40)))
