"""How a call ended, in words and with an icon, according to the log. No widgets."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from toolguard.gate import server_errors
from toolguard.gate.model import CallCancelled, CallCompleted, CallDecided, CallOutcomeUnknown, CallWithdrawn, Event
from toolguard.window import core_translation
from toolguard.window.json_view import untrusted_text
from toolguard.window.log_view.call_model import decider
from toolguard.window.widgets import time_format

translate = QCoreApplication.translate


def how_it_ended(event: CallWithdrawn | CallDecided | CallOutcomeUnknown) -> str:
    """Return why a pending call can no longer be decided, and whether it ran."""
    reason = untrusted_text.visible(core_translation.local(event.reason))
    if isinstance(event, CallWithdrawn):
        text = translate("Endings", "This call was cancelled. It did not run.")
    elif isinstance(event, CallOutcomeUnknown):
        text = translate("Endings", "The outcome of this call is unknown.")
    elif event.verdict == "allow":
        text = translate("Endings", "Allowed by: {0}").format(decider(event.by))
    elif event.by == "timeout":
        waited = time_format.minutes(event.waited)
        text = translate("Endings", "Denied automatically after {0}. It did not run.").format(waited)
        reason = ""
    else:
        text = translate("Endings", "Denied by: {0}. It did not run.").format(decider(event.by))
    return f"{text}\n{translate('Endings', 'Reason: {0}').format(reason)}" if reason else text


def was_given_up(events: Iterable[Event]) -> bool:
    """Return whether the call was given up while it was pending, so that nobody decided about it."""
    records = list(events)
    return any(isinstance(event, CallWithdrawn) for event in records) and not any(
        isinstance(event, CallDecided) for event in records
    )


def outcome(events: Iterable[Event]) -> tuple[str, str, str]:
    """Return how a call that ran ended, as (icon, colour, words)."""
    by_type = {type(event): event for event in events}
    back, lost, stopped = by_type.get(CallCompleted), by_type.get(CallOutcomeUnknown), by_type.get(CallCancelled)
    if isinstance(lost, CallOutcomeUnknown):
        return (
            "unknown",
            "danger",
            translate("Endings", "Outcome unknown: {0}").format(
                untrusted_text.shortened(core_translation.local(lost.reason), 120)
            ),
        )
    if isinstance(stopped, CallCancelled):
        return "stop", "caution", translate("Endings", "Stopped by: {0}").format(decider(stopped.by))
    if isinstance(back, CallCompleted):
        took = time_format.took(back.took)
        if back.outcome in ("tool_error", "error"):
            text = untrusted_text.shortened(" ".join(server_errors.error_text(back.preview, back.outcome).split()), 120)
            if text:
                return "failed", "caution", translate("Endings", "Failed after {0}: {1}").format(took, text)
            return "failed", "caution", translate("Endings", "Failed after {0}").format(took)
        return "ok", "ok", translate("Endings", "Completed after {0}").format(took)
    return "gone", "quiet", translate("Endings", "Ended")
