"""Times and durations in words, in the user's locale. No widgets."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

_MAX_DAYS_AGO = 60
"""Maximum days that are counted; longer ago, a date says more."""


def is_same_day(time: float, other: float) -> bool:
    """Return whether two times (seconds since the epoch) are on the same local day."""
    first, second = (QDateTime.fromMSecsSinceEpoch(round(each * 1000)) for each in (time, other))
    return first.date() == second.date()


def is_today(time: float) -> bool:
    """Return whether ``time`` (seconds since the epoch) is on the current day."""
    return QDateTime.fromMSecsSinceEpoch(round(time * 1000)).date() == QDateTime.currentDateTime().date()


def clock(time: float, *, dated: bool = False) -> str:
    """Return ``time`` (since the epoch) as local time; with the date (ISO 8601) if not today or ``dated``."""
    moment, now = QDateTime.fromMSecsSinceEpoch(round(time * 1000)), QDateTime.currentDateTime()
    if moment.date() == now.date() and not dated:
        return moment.toString("HH:mm:ss")
    if moment.date().year() == now.date().year():
        return moment.toString("MM-dd HH:mm:ss")
    return moment.toString("yyyy-MM-dd HH:mm:ss")


def time_of_day(time: float) -> str:
    """Return ``time``, which is at most a day ahead, as time of day to the minute."""
    return QDateTime.fromSecsSinceEpoch(int(time)).toString("HH:mm")


def minute(time: float, *, dated: bool = False) -> str:
    """Return ``time`` to the minute, otherwise like `clock`."""
    return clock(time, dated=dated)[:-3]


def day(time: float) -> str:
    """Return ``time`` in a few characters: the time of day if today, else the date (ISO 8601)."""
    moment, now = QDateTime.fromMSecsSinceEpoch(round(time * 1000)), QDateTime.currentDateTime()
    if moment.date() == now.date():
        return moment.toString("HH:mm")
    return moment.toString("MM-dd" if moment.date().year() == now.date().year() else "yyyy-MM-dd")


def past(time: float) -> str:
    """Return ``time`` in words: ``today at 14:50``, ``yesterday at 09:12``, ``19 days ago``; long ago, or ahead, the
    date (ISO 8601).
    """
    translate = QCoreApplication.translate
    moment, now = QDateTime.fromMSecsSinceEpoch(round(time * 1000)), QDateTime.currentDateTime()
    days = moment.date().daysTo(now.date())
    if days == 0:
        return translate("Moments", "today at {0}").format(moment.toString("HH:mm"))
    if days == 1:
        return translate("Moments", "yesterday at {0}").format(moment.toString("HH:mm"))
    if 0 < days <= _MAX_DAYS_AGO:
        return translate("Moments", "%n days ago", None, days)
    return moment.toString("yyyy-MM-dd")


def exact(time: float) -> str:
    """Return ``time`` (since the epoch) as local date and time (ISO 8601), to the second."""
    return QDateTime.fromMSecsSinceEpoch(round(time * 1000)).toString("yyyy-MM-dd HH:mm:ss")


def end(time: float) -> str:
    """Return ``time`` like `day`, with the time of day if it is less than a day ahead."""
    moment, now = QDateTime.fromMSecsSinceEpoch(round(time * 1000)), QDateTime.currentDateTime()
    if moment.date() != now.date() and now.secsTo(moment) < 86_400:
        return moment.toString("MM-dd HH:mm")
    return day(time)


def minutes(seconds: float) -> str:
    """Return a duration as ``4:12`` or ``1:04:12``; negative ones count as 0."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, 3600)
    if hours:
        return f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return f"{rest // 60}:{rest % 60:02}"


def ago(seconds: float) -> str:
    """Return a duration in one unit: ``now``, ``12 s``, ``4 min``, ``2 h``."""
    translate = QCoreApplication.translate
    if seconds < 2:
        return translate("Moments", "now")
    if seconds < 60:
        return translate("Moments", "%n s", None, int(seconds))
    if seconds < 3600:
        return translate("Moments", "%n min", None, int(seconds // 60))
    return translate("Moments", "%n h", None, int(seconds // 3600))


def took(seconds: float) -> str:
    """Return a measured duration: ``0.4 ms``, ``12 ms``, ``1.24 s``, ``4:12``."""
    locale = QLocale()
    if seconds < 0.01:
        return f"{locale.toString(seconds * 1000, 'f', 1)} ms"
    if seconds < 1:
        return f"{locale.toString(seconds * 1000, 'f', 0)} ms"
    if seconds < 60:
        return f"{locale.toString(seconds, 'f', 2)} s"
    return minutes(seconds)
