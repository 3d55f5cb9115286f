"""How a call ended, in words and with a sign, from what the log says of it. Knows no widget."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from toolguard.checkpoint import failures
from toolguard.checkpoint.calls import Cancelled, Decided, Event, Lost, Returned, Withdrawn
from toolguard.window import moments, phrases, text
from toolguard.window.rows import decider

translate = QCoreApplication.translate


def how_it_ended(event: Withdrawn | Decided | Lost) -> str:
    """Why a call that was held can no longer be decided, and whether it ran."""
    reason = text.visible(phrases.local(event.reason))
    if isinstance(event, Withdrawn):
        said = translate("Endings", "This call was withdrawn by the client. It never ran.")
    elif isinstance(event, Lost):
        said = translate("Endings", "Nobody knows how this call ended.")
    elif event.verdict == "allow":
        said = translate("Endings", "This call was allowed by: {0}").format(decider(event.by))
    elif event.by == "timeout":
        waited = moments.minutes(event.waited)
        said = translate("Endings", "Nobody answered for {0}: denied automatically. It never ran.").format(waited)
        reason = ""
    else:
        said = translate("Endings", "This call was denied by: {0}. It never ran.").format(decider(event.by))
    return f"{said}\n{reason}" if reason else said


def given_up(events: Iterable[Event]) -> bool:
    """Whether the client gave a call up while it waited for a person, so that nothing was decided about it."""
    told = list(events)
    return any(isinstance(one, Withdrawn) for one in told) and not any(isinstance(one, Decided) for one in told)


def outcome(events: Iterable[Event]) -> tuple[str, str, str]:
    """How a call that ran ended, as (icon, colour, words)."""
    found = {type(event): event for event in events}
    back, lost, stopped = found.get(Returned), found.get(Lost), found.get(Cancelled)
    if isinstance(lost, Lost):
        return (
            "unknown",
            "danger",
            translate("Endings", "Outcome unknown: {0}").format(text.shortened(phrases.local(lost.reason), 120)),
        )
    if isinstance(stopped, Cancelled):
        return "stop", "caution", translate("Endings", "Stopped. Wanted by: {0}").format(decider(stopped.by))
    if isinstance(back, Returned):
        took = moments.took(back.took)
        if back.outcome in ("tool_error", "error"):
            said = text.shortened(" ".join(failures.said(back.preview, back.outcome).split()), 120)
            if said:
                return "failed", "caution", translate("Endings", "Failed after {0}: {1}").format(took, said)
            return "failed", "caution", translate("Endings", "Failed after {0}").format(took)
        return "ok", "ok", translate("Endings", "Answered after {0}").format(took)
    return "gone", "quiet", translate("Endings", "Ended")
