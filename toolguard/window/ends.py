"""What comes to a waiting call when nobody decides it: which end is first, what happens then. Knows no widget."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from toolguard.checkpoint.calls import Held
from toolguard.checkpoint.tickets import LIFE
from toolguard.window import moments, text

HURRY = 60
"""Seconds before a prompt ends from which the countdown is in the colour of caution."""
SOON = 10
"""The same before the client is told to ask again: that costs nothing but a repetition."""
_NAME = 24  # characters of a client's name in a line
Said = tuple[str, str]
"""Words and their tone."""


def unattended(held: Held) -> bool:
    """Whether nobody waits for the answer now: the client was told to ask again, and has not done so yet."""
    return held.deferred and not held.waiting


def told_first(held: Held) -> bool:
    """Whether the client is told to ask again before the prompt ends."""
    return bool(held.deadline) and not 0 < held.expires <= held.deadline


def line(held: Held, now: float) -> Said:
    """One line for below the heading: how many wait, which end comes first, and what happens then."""
    translate = QCoreApplication.translate
    client = text.shortened(held.call.client.id, _NAME)
    left = held.expires - now
    if unattended(held):
        told = translate("Ends", "{0} was told to ask again; what you allow now runs when it does").format(client)
        if not held.expires:
            return told, "quiet"
        closes = translate("Ends", "closes in {0}").format(moments.minutes(left))
        if left < HURRY:
            return translate("Ends", "{0} · {1}").format(_begun(closes), told), "caution"
        return translate("Ends", "{0} · {1}").format(told, closes), "quiet"
    waits = translate("Ends", "Waits {0}").format(moments.ago(now - held.call.since))
    if held.waiting > 1:
        waits = translate("Ends", "%n identical calls wait", None, held.waiting)
    if told_first(held):
        soon = held.deadline - now
        said = translate("Ends", "in {0} {1} is told to ask again; your answer then waits for it")
        said = said.format(moments.minutes(soon), client)
        whole = translate("Ends", "{0} · {1}").format(waits, said) if held.waiting > 1 else _begun(said)
        return whole, "caution" if soon < SOON or (held.expires and left < HURRY) else "quiet"
    if not held.expires:
        return translate("Ends", "{0} · waits until you decide").format(waits), "quiet"
    said = translate("Ends", "{0} · denied automatically in {1}").format(waits, moments.minutes(left))
    return said, "caution" if left < HURRY else "quiet"


def brief(held: Held, now: float) -> Said:
    """Two or three words for the card: the end that comes first."""
    translate = QCoreApplication.translate
    left = held.expires - now
    hurry = bool(held.expires) and left < HURRY
    if unattended(held):
        if hurry:
            return translate("Ends", "closes in {0}").format(moments.minutes(left)), "caution"
        return translate("Ends", "told to ask again"), "quiet"
    if told_first(held):
        soon = held.deadline - now
        said = translate("Ends", "asks again in {0}").format(moments.minutes(soon))
        return said, "caution" if soon < SOON or hurry else "quiet"
    if held.expires:
        said = translate("Ends", "denied in {0}").format(moments.minutes(left))
        return said, "caution" if hurry else "quiet"
    return moments.ago(now - held.call.since), "quiet"


def course(held: Held) -> str:
    """All that happens when nobody answers, in sentences."""
    translate = QCoreApplication.translate
    client = text.shortened(held.call.client.id, _NAME)
    found = []
    if unattended(held):
        found.append(translate("Ends", "{0} would have given up, so it was told to ask again.").format(client))
    elif told_first(held):
        said = translate("Ends", "At {0} {1} is told to ask again, because it would give up. This question stays open.")
        found.append(said.format(moments.clock(held.deadline), client))
    if found:
        kept = translate("Ends", "Until it does, your answer waits for the identical call: once, for %n minutes.", None,
                         round(LIFE / 60))  # fmt: skip
        found.append(kept)
    if unattended(held) and held.expires:
        said = translate("Ends", "At {0} the question closes. The next identical call asks you again.")
        found.append(said.format(moments.clock(held.expires)))
    elif held.expires:
        said = translate("Ends", "Denied automatically at {0}. The model is told that nobody decided.")
        found.append(said.format(moments.clock(held.expires)))
    elif not found:
        found.append(translate("Ends", "It waits until you decide or the client gives up."))
    return " ".join(found)


def meaning(held: Held) -> str:
    """What letting it run means while nobody waits; "" for a call that would run now."""
    if not unattended(held):
        return ""
    return QCoreApplication.translate(
        "Ends", "Nobody waits now: the next call like this runs, once, if it comes within %n minutes.", None,
        round(LIFE / 60),
    )  # fmt: skip


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]
