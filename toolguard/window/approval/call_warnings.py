"""Warnings about one call: the gate's, and those about its names and arguments. No widgets.

The list and the details show the same ones, and what has a warning is never approved together with others unseen.
"""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QCoreApplication

from toolguard.gate import jsonrpc
from toolguard.gate.model import PendingCall
from toolguard.gate.policy.unicode_safety import mark
from toolguard.gate.session.continuations import is_continuation
from toolguard.window import core_translation
from toolguard.window.json_view import untrusted_text
from toolguard.window.json_view.viewer import MIN_THREADED_LENGTH

_MAX_EXAMINED = 64  # calls whose invisible characters are kept: more rows are never in view
_examined: dict[str, tuple[jsonrpc.Message, Counter[str]]] = {}


def sentences(held: PendingCall) -> list[str]:
    """Return one sentence for each warning about a call."""
    call = held.call
    found = [
        *core_translation.all_local(held.warnings[1:] if held.leaks else held.warnings),  # the first one is about leaks
        *(doubt for name in (call.tool, call.server, call.client.id) for doubt in untrusted_text.doubts(name)),
        *untrusted_text.doubts_of_keys(call.arguments),
    ]
    translate = QCoreApplication.translate
    if not call.is_from_server and is_continuation(call.message):
        found.append(
            translate("CallDetail", "It claims to continue an earlier call, but matches none that you approved.")
        )
    if hidden := invisible(held):
        kinds = core_translation.join_list(mark(character, times) for character, times in hidden.most_common(4))
        found.append(translate("CallDetail", "The arguments contain invisible characters: {0}").format(kinds))
    return found


def is_long(held: PendingCall) -> bool:
    """Return whether the arguments are so long that they are examined in a thread (`note`) once they are shown."""
    return untrusted_text.longer_than(held.call.message["params"], MIN_THREADED_LENGTH)


def invisible(held: PendingCall) -> Counter[str]:
    """Return how often each invisible character occurs in what would be sent; none until long ones were examined."""
    message = held.call.message
    known = _examined.get(held.call.id)
    if known is not None and known[0] is message:
        return known[1]
    if is_long(held):
        return Counter()
    return note(held, untrusted_text.unseen(message["params"]))


def note(held: PendingCall, found: Counter[str]) -> Counter[str]:
    """Keep the invisible characters that were found in a call, and return them."""
    while len(_examined) >= _MAX_EXAMINED:
        del _examined[next(iter(_examined))]
    _examined[held.call.id] = held.call.message, found
    return found
