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


def unattended(pending: PendingCall) -> bool:
    """Return whether nobody waits for the response now: the client was told to retry, and has not done so yet."""
    return pending.deferred and not pending.waiting


def is_retry_requested_first(pending: PendingCall) -> bool:
    """Return whether the client is told to retry before the prompt expires."""
    return bool(pending.deadline) and not 0 < pending.expires <= pending.deadline


def line(pending: PendingCall, now: float) -> Said:
    """Return a line for below the heading: waiting requests, the first deadline and its effect."""
    client = untrusted_text.shortened(pending.call.client.id, _MAX_NAME_LENGTH)
    left = pending.expires - now
    if unattended(pending):
        text = translate("Ends", "{0} was asked to retry. Your decision applies when it does.").format(client)
        if not pending.expires:
            return text, "quiet"
        closes = _begun(translate("Ends", "expires in {0}").format(time_format.minutes(left)))
        tone = "caution" if left < CAUTION_SECONDS else "quiet"
        return translate("Ends", "{0} · {1}").format(closes, text), tone
    waits = translate("Ends", "Pending {0}").format(time_format.ago(now - pending.call.since))
    if pending.waiting > 1:
        waits = translate("Ends", "Sent %n times: one decision answers all, it runs once", None, pending.waiting)
    if is_retry_requested_first(pending):
        soon = pending.deadline - now
        later = translate("Ends", "{0} is asked to retry in {1}. Decide before or after that.")
        retry_text = later.format(client, time_format.minutes(soon))
        text = translate("Ends", "{0} · {1}").format(waits, retry_text) if pending.waiting > 1 else retry_text
        hurries = soon < RETRY_CAUTION_SECONDS or (pending.expires and left < CAUTION_SECONDS)
        return text, "caution" if hurries else "quiet"
    if not pending.expires:
        return translate("Ends", "{0} · no timeout").format(waits), "quiet"
    later = translate("Ends", "{0} · auto-denied in {1}").format(waits, time_format.minutes(left))
    return later, "caution" if left < CAUTION_SECONDS else "quiet"


def brief(pending: PendingCall, now: float) -> Said:
    """Return a few words for the card: the first deadline in its last minute, or that nobody waits."""
    left = pending.expires - now
    shorten = bool(pending.expires) and left < CAUTION_SECONDS
    if unattended(pending):
        if shorten:
            return translate("Ends", "expires in {0}").format(time_format.minutes(left)), "caution"
        return translate("Ends", "asked to retry"), "quiet"
    if is_retry_requested_first(pending) and (soon := pending.deadline - now) < CAUTION_SECONDS:
        text = translate("Ends", "retries in {0}").format(time_format.minutes(soon))
        return text, "caution" if soon < RETRY_CAUTION_SECONDS or shorten else "quiet"
    if shorten:
        return translate("Ends", "denied in {0}").format(time_format.minutes(left)), "caution"
    return "", "quiet"


def course(pending: PendingCall) -> str:
    """Return everything that happens without an answer, in sentences."""
    client = untrusted_text.shortened(pending.call.client.id, _MAX_NAME_LENGTH)
    sentences = []
    if unattended(pending):
        sentences.append(translate("Ends", "{0} was about to time out, so it was asked to retry.").format(client))
    elif is_retry_requested_first(pending):
        text = translate("Ends", "At {0}, {1} is asked to retry before it times out. The call stays pending.")
        sentences.append(text.format(time_format.clock(pending.deadline), client))
    if sentences:
        repeat = translate("Ends", "Your decision applies once to an identical call within %n minutes.", None,
                         round(LIFETIME / 60))  # fmt: skip
        sentences.append(repeat)
    if unattended(pending) and pending.expires:
        text = translate("Ends", "Expires at {0}. You will be asked about the next identical call.")
        sentences.append(text.format(time_format.clock(pending.expires)))
    elif pending.expires:
        text = translate("Ends", "Denied automatically at {0}. The model is told that the request timed out.")
        if pending.call.is_request:
            text = translate("Ends", "Denied automatically at {0}.")
        sentences.append(text.format(time_format.clock(pending.expires)))
    elif not sentences:
        sentences.append(translate("Ends", "It stays pending until you decide or the client times out."))
    return core_translation.join_sentences(*sentences)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
