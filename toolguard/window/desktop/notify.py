"""Notifications about pending and refused calls: when, and in which words. A `NotificationOutlet` shows them.

A notification names tool, server and client, never an argument's value. A click opens the call; one about a single call
has a button to deny it. Nothing in a notification approves a call.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QDateTime, QObject, QTime, QTimer, Signal

from toolguard.gate.model import LeakedMessage, PendingCall, Proposal, Snapshot
from toolguard.window import core_translation
from toolguard.window.desktop.silence import MAX_SILENCE
from toolguard.window.json_view import untrusted_text
from toolguard.window.preferences import WindowPreferences
from toolguard.window.queue import model

translate = QCoreApplication.translate

UPDATE_INTERVAL = 1.0
"""Seconds between two updates of the notification while calls arrive."""
_MAX_LINES = 4  # of one notification
_NAME, _SENTENCE = 48, 160  # maximum characters of foreign texts
_QUIET_CHECK_INTERVAL_MS = 30_000  # at most, because the clock can be set and the computer can sleep
_REFUSAL_INTERVAL = 60.0  # seconds in which further refusals are only added to the notification
_SPAN = re.compile(r"(\d\d):(\d\d)-(\d\d):(\d\d)")


@dataclass(frozen=True, slots=True)
class DesktopNotice:
    """One notification: plain text, bounded, visible characters. ``about``: the call that a click opens."""

    title: str
    lines: tuple[str, ...]
    about: str
    over: bool = False
    """That call is no longer pending: a click opens it in the log."""
    deniable: bool = False
    """It is about one pending call, which can be denied from it."""


News = model.Single | LeakedMessage
"""The subject: a pending item, or a call that was refused because of a secret in its arguments."""


def key(item: News) -> str:
    """Return the key of an item. A pending call that is refused later has a second one."""
    return f"refused:{item.call}" if isinstance(item, LeakedMessage) else model.key(item)


class NotificationOutlet(Protocol):
    """A way to show one notification on the desktop, which reports what the person does with it."""

    def listen(self, *, clicked: Callable[[], None], denied: Callable[[], None], dropped: Callable[[], None]) -> None:
        """Call ``denied`` when the person presses Deny, ``dropped`` when it disappears without `close`."""

    def show(self, notice: DesktopNotice, *, ring: bool) -> None:
        """Show ``notice`` in place of the previous one; ``ring``: with a sound."""

    def close(self) -> None:
        """Remove the notification."""


def quiet_hours_end(span: str, now: float) -> float:
    """Return when quiet hours ``span`` (``22:00-07:00``; equal ends: all day) end, 0 if ``now`` is outside."""
    match = _SPAN.fullmatch(span)
    if match is None:
        return 0.0
    hour, minute, to_hour, to_minute = map(int, match.groups())
    start, end = QTime(hour, minute), QTime(to_hour, to_minute)
    moment = QDateTime.fromSecsSinceEpoch(int(now))
    time = moment.time()
    if not (start <= time < end if start < end else time >= start or time < end):
        return 0.0
    return float(QDateTime(moment.date().addDays(0 if time < end else 1), end).toSecsSinceEpoch())


def place(item: model.Single) -> str:
    """Return one pending item in one short line."""
    if isinstance(item, Proposal):
        return untrusted_text.shortened(core_translation.local(item.title)[: _SENTENCE * 2], _SENTENCE)
    call = item.call
    return _request_text(call.tool, call.server, call.client.id)


def _request_text(tool: str, server: str, client: str) -> str:
    text = translate("Notify", "{0} on {1}, requested by {2}")
    return text.format(*map(_name, (tool, server, client)))


def _name(name: str) -> str:
    return untrusted_text.shortened(name[: _NAME * 8], _NAME)


def notice_text(items: Sequence[News]) -> DesktopNotice:
    """Return the text for ``items`` (not empty), pending ones first. A click opens the first of them."""
    waiting = [item for item in items if not isinstance(item, LeakedMessage)]
    refused = [item for item in items if isinstance(item, LeakedMessage)]
    if not waiting:
        return _refused(refused)
    notice = _waiting(waiting)
    if not refused:
        return notice
    lines = (
        notice.lines
        if len(notice.lines) < _MAX_LINES
        else (*notice.lines[: _MAX_LINES - 2], _more_text(waiting, _MAX_LINES - 2))
    )
    return replace(notice, lines=(*lines, _heading(refused)), deniable=False)


def _heading(refused: Sequence[LeakedMessage]) -> str:
    if not all(leak.is_call for leak in refused):
        return translate("Notify", "Message blocked: it contained a secret")
    if len(refused) == 1:
        return translate("Notify", "Call refused: its arguments contained a secret")
    return translate("Notify", "Calls refused: their arguments contained secrets")


def _refused(refused: Sequence[LeakedMessage]) -> DesktopNotice:
    """Without a number, because the gate keeps only the last ones."""
    places = list(dict.fromkeys(_request_text(leak.tool, leak.server, leak.client) for leak in refused))
    lines = (
        places[:_MAX_LINES]
        if len(places) <= _MAX_LINES
        else [*places[: _MAX_LINES - 1], translate("Notify", "and more")]
    )
    return DesktopNotice(_heading(refused), tuple(lines), refused[0].call if refused[0].is_call else "", over=True)


def _more_text(items: Sequence[News], shown: int) -> str:
    return translate("Notify", "and %n more", None, len(items) - shown)


def _waiting(items: Sequence[model.Single]) -> DesktopNotice:
    first, about = items[0], model.key(items[0])
    if len(items) == 1 and isinstance(first, PendingCall):
        call = first.call
        title = translate("Notify", "{0} on {1}").format(_name(call.tool), _name(call.server))
        return DesktopNotice(
            title, (translate("Notify", "{0} is waiting for your decision.").format(_name(call.client.id)),), about,
            deniable=True,
        )  # fmt: skip
    if len(items) == 1:
        return DesktopNotice(translate("Notify", "1 pending change"), (place(first),), about)
    title = translate("Notify", "%n pending calls", None, len(items))
    if any(isinstance(item, Proposal) for item in items):
        title = translate("Notify", "%n pending calls and changes", None, len(items))
    room = _MAX_LINES if len(items) <= _MAX_LINES else _MAX_LINES - 1
    lines = tuple(place(item) for item in items[:room])
    if len(items) > room:
        lines = (*lines, _more_text(items, room))
    return DesktopNotice(title, lines, about)


class DesktopNotifier(QObject):
    """Follows the snapshots: notifies once of new items while the window is not in front, and removes outdated
    notifications.

    `opened` carries the call that the person clicked on, `denied` one that they deny from the notification, `looked_up`
    one that has ended; `alerted` and `rung` request attention in other ways.
    """

    opened = Signal(str)
    denied = Signal(str)
    silenced = Signal(float)
    """`quiet_until` has changed."""
    looked_up = Signal(str)
    alerted = Signal()
    rung = Signal()

    def __init__(
        self,
        preferences: WindowPreferences,
        notification_outlet: NotificationOutlet | None,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._notification_outlet = notification_outlet
        self._clock = clock
        self._waiting: list[News] = []
        self._announced: set[str] = set()
        self._seen: frozenset[str] = frozenset()
        self._last_refused_notice = float("-inf")
        self._shown: DesktopNotice | None = None
        self._in_front = False
        self.silent_until = 0.0
        """The end of *Do not disturb* in seconds since the epoch; 0: off."""
        self._after = QTimer(self, singleShot=True, interval=round(UPDATE_INTERVAL * 1000))
        self._after.timeout.connect(self._update)
        self.quiet_until = 0.0
        """When *Do not disturb* and quiet hours end (seconds since the epoch); 0: these are neither."""
        self._ended_hours = 0.0  # the end of the quiet hours that the person has ended early
        self._quiet_check = QTimer(self, singleShot=True)
        self._quiet_check.timeout.connect(self._update)
        preferences.changed.connect(self._update)
        if notification_outlet is not None:
            notification_outlet.listen(clicked=self._clicked, denied=self._denied, dropped=self._dropped)

    def set_snapshot(self, snapshot: Snapshot, *, in_front: bool) -> None:
        """Take the current items; ``in_front``: the person sees them in the window."""
        self._seen &= {key(leak) for leak in snapshot.leaked}
        refused = [leak for leak in snapshot.leaked if key(leak) not in self._seen]
        waiting: list[model.Single] = sorted((*snapshot.pending, *snapshot.proposals), key=model.since)
        self._waiting = [*waiting, *reversed(refused)]
        self._announced &= {key(item) for item in self._waiting}
        self._in_front = in_front
        if in_front:
            self._seen |= {key(leak) for leak in refused}
            self._last_refused_notice = float("-inf")
        if in_front or not self._waiting:
            self._announced = {key(item) for item in self._waiting}
            self._close()
        elif not self._after.isActive():
            self._update()

    def silence(self, seconds: float) -> None:
        """Turn on *Do not disturb*, without sounds, for ``seconds``; 0 ends it and the present quiet hours."""
        now = self._clock()
        self.silent_until = now + seconds if seconds else 0.0
        if not seconds:
            self._ended_hours = quiet_hours_end(self._preferences["quiet_hours"], now)
        self._update()

    def resume_silence(self, stored: object) -> None:
        """Continue *Do not disturb* of a previous start until the time ``stored``, if it can be one of its ends."""
        try:
            end = float(str(stored))
        except ValueError:
            end = 0.0
        if 0 < end - self._clock() <= MAX_SILENCE:
            self.silent_until = end
        self._update()

    def _follow_quiet(self) -> None:
        """Report when *Do not disturb* or quiet hours begin, which removes the notification, and when they end."""
        now = self._clock()
        if now >= self.silent_until:
            self.silent_until = 0.0
        hours = quiet_hours_end(self._preferences["quiet_hours"], now)
        until = max(self.silent_until, 0.0 if hours == self._ended_hours else hours)
        if until != self.quiet_until:
            self.quiet_until = until
            self.silenced.emit(until)
        if until:
            self._close()
        left = round((until - now) * 1000) + 50 if until else _QUIET_CHECK_INTERVAL_MS
        if until or self._preferences["quiet_hours"]:
            self._quiet_check.start(min(left, _QUIET_CHECK_INTERVAL_MS))
        else:
            self._quiet_check.stop()

    def _update(self) -> None:
        self._follow_quiet()
        if self._in_front or not self._waiting:
            return
        fresh = [item for item in self._waiting if key(item) not in self._announced]
        recent = self._clock() - self._last_refused_notice < _REFUSAL_INTERVAL
        if recent and all(isinstance(item, LeakedMessage) for item in fresh):
            self._announced |= {key(item) for item in fresh}
            fresh = []
        if not fresh:
            self._renew()
        elif not self.quiet_until:
            self._announce(fresh)

    def _announce(self, fresh: list[News]) -> None:
        self._announced = {key(item) for item in self._waiting}
        if any(isinstance(item, LeakedMessage) for item in fresh):
            self._last_refused_notice = self._clock()
        ring = bool(self._preferences["sound"])
        if self._preferences["flash_taskbar"]:
            self.alerted.emit()
        if self._notification_outlet is not None and self._preferences["notifications"]:
            self._show(self._waiting, ring=ring)
        elif ring:
            self.rung.emit()
        self._after.start()

    def _renew(self) -> None:
        """Update the notification without a sound if something in it has ended."""
        if self._shown is not None and not self._preferences["notifications"]:
            self._close()
        elif self._shown is not None and self._show(self._waiting, ring=False):
            self._after.start()

    def _show(self, items: list[News], *, ring: bool) -> bool:
        """Show the notification; return whether it has changed."""
        notice = notice_text(items)
        if self._notification_outlet is None or (notice == self._shown and not ring):
            return False
        self._shown = notice
        self._notification_outlet.show(notice, ring=ring)
        return True

    def _close(self) -> None:
        if self._shown is not None and self._notification_outlet is not None:
            self._shown = None
            self._notification_outlet.close()

    def _dropped(self) -> None:
        self._shown = None

    def _denied(self) -> None:
        if self._shown is not None and self._shown.deniable:
            self.denied.emit(self._shown.about)

    def _clicked(self) -> None:
        if self._shown is not None:
            (self.looked_up if self._shown.over else self.opened).emit(self._shown.about)
