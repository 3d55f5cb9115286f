"""What happens to a pending call without a decision: which deadline is first, and its effect. No widgets."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from toolguard.gate.approvals.deferred_approvals import LIFETIME
from toolguard.gate.model import PendingCall
from toolguard.window import core_translation
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import time_format

translate = QCoreApplication.translate

CAUTION_SECONDS = 60
"""Seconds before a prompt expires from which the countdown has the colour ``caution``."""
RETRY_CAUTION_SECONDS = 10
"""The same before the client is told to retry, which costs only a repetition."""
_MAX_NAME_LENGTH = 24  # characters of a client's name in a line
Said = tuple[str, str]
"""Words and their tone."""


def unattended(held: PendingCall) -> bool:
    """Return whether nobody waits for the response now: the client was told to retry, and has not done so yet."""
    return held.deferred and not held.waiting


def told_first(held: PendingCall) -> bool:
    """Return whether the client is told to retry before the prompt expires."""
    return bool(held.deadline) and not 0 < held.expires <= held.deadline


def line(held: PendingCall, now: float) -> Said:
    """Return a line for below the heading: waiting requests, the first deadline and its effect."""
    client = untrusted_text.shortened(held.call.client.id, _MAX_NAME_LENGTH)
    left = held.expires - now
    if unattended(held):
        text = translate("Ends", "{0} was asked to retry. If you approve now, the retry runs.").format(client)
        if not held.expires:
            return text, "quiet"
        closes = _begun(translate("Ends", "expires in {0}").format(time_format.minutes(left)))
        tone = "caution" if left < CAUTION_SECONDS else "quiet"
        return translate("Ends", "{0} · {1}").format(closes, text), tone
    waits = translate("Ends", "Pending {0}").format(time_format.ago(now - held.call.since))
    if held.waiting > 1:
        waits = translate("Ends", "Requested %n times, runs once", None, held.waiting)
    if told_first(held):
        soon = held.deadline - now
        later = translate("Ends", "{0} is asked to retry in {1}; you can still decide then")
        told = later.format(client, time_format.minutes(soon))
        text = translate("Ends", "{0} · {1}").format(waits, told) if held.waiting > 1 else told
        hurries = soon < RETRY_CAUTION_SECONDS or (held.expires and left < CAUTION_SECONDS)
        return text, "caution" if hurries else "quiet"
    if not held.expires:
        return translate("Ends", "{0} · no timeout").format(waits), "quiet"
    later = translate("Ends", "{0} · auto-denied in {1}").format(waits, time_format.minutes(left))
    return later, "caution" if left < CAUTION_SECONDS else "quiet"


def brief(held: PendingCall, now: float) -> Said:
    """Return a few words for the card: the first deadline in its last minute, or that nobody waits."""
    left = held.expires - now
    shorten = bool(held.expires) and left < CAUTION_SECONDS
    if unattended(held):
        if shorten:
            return translate("Ends", "expires in {0}").format(time_format.minutes(left)), "caution"
        return translate("Ends", "asked to retry"), "quiet"
    if told_first(held) and (soon := held.deadline - now) < CAUTION_SECONDS:
        text = translate("Ends", "retries in {0}").format(time_format.minutes(soon))
        return text, "caution" if soon < RETRY_CAUTION_SECONDS or shorten else "quiet"
    if shorten:
        return translate("Ends", "denied in {0}").format(time_format.minutes(left)), "caution"
    return "", "quiet"


def course(held: PendingCall) -> str:
    """Return everything that happens without an answer, in sentences."""
    client = untrusted_text.shortened(held.call.client.id, _MAX_NAME_LENGTH)
    found = []
    if unattended(held):
        found.append(translate("Ends", "{0} was about to time out, so it was asked to retry.").format(client))
    elif told_first(held):
        text = translate("Ends", "At {0}, {1} is asked to retry before it times out. The call stays pending.")
        found.append(text.format(time_format.clock(held.deadline), client))
    if found:
        kept = translate("Ends", "Your decision applies once to an identical call within %n minutes.", None,
                         round(LIFETIME / 60))  # fmt: skip
        found.append(kept)
    if unattended(held) and held.expires:
        text = translate("Ends", "Expires at {0}. You will be asked about the next identical call.")
        found.append(text.format(time_format.clock(held.expires)))
    elif held.expires:
        text = translate("Ends", "Denied automatically at {0}. The model is told that the request timed out.")
        if held.call.is_request:
            text = translate("Ends", "Denied automatically at {0}.")
        found.append(text.format(time_format.clock(held.expires)))
    elif not found:
        found.append(translate("Ends", "It stays pending until you decide or the client times out."))
    return core_translation.join_sentences(*found)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
