"""Warnings about one call: the gate's, and those about its names and arguments. No widgets.

The list and the details show the same ones, and what has a warning is never approved together with others unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from toolguard.gate import jsonrpc
from toolguard.gate.model import Call, PendingCall
from toolguard.gate.policy.conditions.unseen_code import UNSEEN_CODE_WARNINGS
from toolguard.gate.policy.rules import CHANGE_WARNINGS
from toolguard.gate.policy.tools import first_mismatch
from toolguard.gate.session.continuations import is_continuation
from toolguard.window import core_translation
from toolguard.window.json_view import untrusted_text
from toolguard.window.json_view.viewer import MIN_THREADED_LENGTH
from toolguard.window.queue import summary

_MAX_HOSTS = 3  # maximum hosts named in a sentence
_MAX_ENDED = 64  # ended calls whose examination is kept, because they may be shown


class _Examination(NamedTuple):
    """What is known about the names and arguments of a call. It does not depend on the language."""

    message: jsonrpc.Message
    has_doubts: bool
    is_long: bool
    invisible: Counter[str]
    """How often each invisible character occurs; nothing for a long message that was not examined in a thread yet."""


_examined: dict[str, _Examination] = {}
translate = QCoreApplication.translate


def sentences(pending: PendingCall) -> list[str]:
    """Return one sentence for each warning about a call, except `grave` ones."""
    of_gate = (warning for warning in _of_gate(pending) if warning not in UNSEEN_CODE_WARNINGS)
    warnings = [*core_translation.all_local(of_gate), *_doubts(pending.call)]
    if hidden := _examine(pending.call).invisible:
        codes = core_translation.join_list(_code(character, times) for character, times in hidden.most_common(4))
        warnings.append(translate("CallWarnings", "Invisible characters in the arguments: {0}").format(codes))
    return warnings


def _code(character: str, times: int) -> str:
    """Return ``U+202E``, with a count if it is repeated; the arguments show the character's name, too."""
    return f"U+{ord(character):04X}" + (f" ×{times:,}" if times > 1 else "")


def grave(pending: PendingCall) -> list[str]:
    """Return the warning about secrets in the arguments, and each one as grave as a declared destruction of data."""
    unseen = core_translation.all_local(warning for warning in pending.warnings if warning in UNSEEN_CODE_WARNINGS)
    return [*_leaks(pending), *unseen]


def _leaks(pending: PendingCall) -> list[str]:
    if not pending.leaks:
        return []
    text = translate(
        "CallWarnings", "Approving sends the secret {0} to {1}. Deny it unless you know why the model has it."
    )
    names = untrusted_text.shortened(core_translation.join_list(pending.leaks), 120)
    return [core_translation.fill_in(text, names, leak_receiver(pending))]


def leak_receiver(pending: PendingCall) -> str:
    """Return the server that would receive a secret in the arguments, and the hosts to which it may send it."""
    server = untrusted_text.short_name(pending.call.server, 40)
    hosts = summary.hosts(pending.call.arguments)
    if not hosts:
        return server
    shown = core_translation.join_list([untrusted_text.short_name(host, 60) for host in hosts[:_MAX_HOSTS]])
    text = translate("DecisionPanel", "{0}, and possibly to {1}")
    return core_translation.fill_in(text, server, shown if len(hosts) <= _MAX_HOSTS else f"{shown}, …")


def is_grave(pending: PendingCall) -> bool:
    """Return whether a call runs code that nobody can read. Fast, as `is_warned`."""
    return not UNSEEN_CODE_WARNINGS.isdisjoint(pending.warnings)


def is_warned(pending: PendingCall) -> bool:
    """Return whether there are `sentences` or `grave` ones about a call. Fast: rows of bursts ask for all calls."""
    examined = _examine(pending.call)
    return examined.has_doubts or bool(examined.invisible) or bool(_of_gate(pending))


def short(pending: PendingCall) -> str:
    """Return the gravest warning about a call in two or three words; "" for none. Fast, as `is_warned`."""
    examined = _examine(pending.call)
    if is_grave(pending):
        return unseen_code_text()
    if is_changed(pending):
        return translate("CallWarnings", "Tool changed")
    if examined.invisible:
        return translate("CallWarnings", "Invisible text")
    if examined.has_doubts:
        doubt = next(filter(None, map(untrusted_text.first_doubt, _names(pending.call))), "")
        return doubt[:1].upper() + doubt[1:] or translate("CallWarnings", "Misleading")
    of_gate = _of_gate(pending)
    if first_mismatch(of_gate):
        return translate("CallWarnings", "Invalid input")
    return translate("CallWarnings", "Warning") if of_gate else ""


def unseen_code_text() -> str:
    """Return what the row and the badge of a call say that runs code which nobody can read."""
    return translate("CallWarnings", "Unseen code")


def _of_gate(pending: PendingCall) -> tuple[str, ...]:
    """Return the gate's warnings, except the first one about leaks, which is shown by itself."""
    return pending.warnings[1:] if pending.leaks else pending.warnings


def _names(call: Call) -> tuple[str, ...]:
    return call.tool, call.server, call.client.id


def _doubts(call: Call) -> list[str]:
    """Return warnings about the names in a call, and about what it claims."""
    doubts = [doubt for name in _names(call) for doubt in untrusted_text.doubts(name)]
    doubts += untrusted_text.doubts_of_keys(call.arguments)
    if not call.is_from_server and is_continuation(call.message):
        doubts.append(
            translate(
                "CallDetail",
                "It claims to continue a call, but matches none that you approved. Its answers may not be yours.",
            )
        )
    return doubts


def _examine(call: Call) -> _Examination:
    examined = _examined.get(call.id)
    if examined is not None and examined.message is call.message:
        return examined
    params = call.message["params"]
    is_long = untrusted_text.longer_than(params, MIN_THREADED_LENGTH)
    invisible = Counter[str]() if is_long else untrusted_text.unseen(params)
    examined = _examined[call.id] = _Examination(call.message, bool(_doubts(call)), is_long, invisible)
    return examined


def is_changed(pending: PendingCall) -> bool:
    """Return whether the server changed what it says about the tool since the person allowed it."""
    return not CHANGE_WARNINGS.isdisjoint(pending.warnings)


def is_long(pending: PendingCall) -> bool:
    """Return whether the arguments are so long that they are examined in a thread (`note`) once they are shown."""
    return _examine(pending.call).is_long


def note(pending: PendingCall, invisible: Counter[str]) -> None:
    """Keep the invisible characters that were found in a long call."""
    _examined[pending.call.id] = _examine(pending.call)._replace(invisible=invisible)


def forget_ended(pending: Iterable[PendingCall]) -> None:
    """Drop what is known about all but the last calls that have ended."""
    names = {call.call.id for call in pending}
    for name in [name for name in _examined if name not in names][:-_MAX_ENDED]:
        del _examined[name]
