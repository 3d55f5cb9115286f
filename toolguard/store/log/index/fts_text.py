"""Searchable text of records, and translation of typed searches to SQLite's FTS5. No I/O.

The tokenizer ``unicode61`` takes a run of Chinese characters for one word, so spaces are inserted around each, and a
Chinese word of any length is searched as a phrase (sqlite.org/fts5.html §3.2, §4.3.1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from toolguard.gate import model, runs
from toolguard.gate.approver import decision_sentence as origin
from toolguard.gate.approver import place, starter
from toolguard.gate.session.record_limit import so_far
from toolguard.gate.texts import coded

MAX_TEXT_LENGTH = 65_536
"""Maximum characters of a text that are searchable."""
_ALONE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)")
_END = re.compile(r"[^\W_]*$")
_MIN_PREFIX_LENGTH = 3  # minimum letters of the last word for a prefix search: shorter ones would match half the log

Part = tuple[int, str]
"""Number of the text in its call (0 to 4, each at most once per call), and the text."""
PARTS = 5


def part(event: model.Event) -> Part | None:
    """Return the searchable text of a record, with its call's names, so that ``git error`` finds errors of git."""
    match event:
        case model.CallHeld():
            return 0, _joined(event, _spoken(event.arguments), *event.warnings)
        case model.CallDecided(arguments="") | model.CallDecided(by="person"):
            return 1, _joined(event, event.by, event.reason, origin(event))
        case model.CallDecided():
            return 0, _joined(event, _spoken(event.arguments), event.by, event.reason)
        case model.CallCompleted():
            return 2, _joined(event, _spoken(event.preview))
        case model.CallWithdrawn() | model.CallCancelled() | model.CallOutcomeUnknown():
            return 3, _joined(event, event.reason)
        case model.CallForwarded() if event.secrets:
            return 4, _joined(event, *event.secrets)
    texts = details(event)
    return (0, _joined(event, *texts)) if texts else None


def detail(event: model.Event) -> str:
    """Return `details` as one English line."""
    return " · ".join(details(event))


def details(event: model.Event) -> tuple[str, ...]:  # noqa: C901 - a line for each kind
    """Return what a row says about a record that belongs to no call; nothing for all others."""
    said: tuple[str, ...] = ()
    match event:
        case model.SessionStarted():
            said = (event.program, event.claim)
        case model.HandshakeCompleted():
            said = (event.claim, event.version)
        case model.SessionEnded():
            said = (event.reason,)
        case model.MessageRefused():
            said = (event.reason, so_far(event.count))
        case model.RequestForwarded():
            said = (event.method,)
        case model.ServerRequestReceived():
            said = (event.method, event.state, so_far(event.count), event.params)
        case model.SecretReleased():
            said = (event.secret, event.place)
        case model.ServerStateChanged():
            said = (event.state, event.detail)
        case model.ConfigChanged():
            said = (event.what, event.by, event.detail)
        case model.ClientForgotten():
            said = (event.by,)
        case model.ResponseDropped():
            said = (event.request, so_far(event.count))
        case model.RecordsUnsigned():
            said = (event.reason or f"{event.first}–{event.last}",)
        case model.LogTakenOver():
            said = (event.file, f"{event.records}", event.digest)
        case model.TornLineClosed():
            said = (f"{event.size}", event.digest)
        case model.SegmentRemoved():
            said = (f"{event.first}–{event.last}", event.by, event.archive, event.digest)
        case model.RecordsRedacted():
            said = (", ".join(f"{record.seq}" for record in event.records[:20]), event.by, event.reason)
        case model.ConfigAccepted():
            said = (event.digest,)
        case runs.AppStarted() | runs.AppStopped():
            said = _run(event)
    return tuple(filter(None, said))


def _run(event: runs.AppStarted | runs.AppStopped) -> tuple[str, ...]:
    process, by = event.process, starter(event.process)
    surface = {"window": coded("gate.surface_window"), "serve": "toolguard serve"}.get(process.surface, "")
    where = place(process)
    parts = (
        coded("gate.surface_with_place", surface=surface, place=where) if surface and where else surface or where,
        coded("gate.process_started_by", program=by) if by else "",
        coded("gate.process", pid=process.pid),
    )
    return (*parts, event.reason) if isinstance(event, runs.AppStopped) else parts


def phrase(text: str) -> str:
    """Return ``text`` as one FTS5 string: its words as a phrase, without any syntax."""
    return '"' + spaced(text).replace('"', '""').replace("\0", " ") + '"'


def query(text: str, terms: Callable[[str], Sequence[str]] = lambda _: ()) -> str:
    """Return an FTS5 query for typed text: every word must occur in the same record; the last one may be a prefix.

    ``terms`` returns the index's terms with a prefix, or none if there are too many. They replace the prefix: FTS5
    reads all rows of a prefix before it returns the first one, but streams those of a term.
    """
    words = text.split()
    if not words:
        return ""
    *before, last = words
    start = _END.search(last)[0]  # type: ignore[index]  # matches always, if only the empty string
    goes_on = len(start) >= _MIN_PREFIX_LENGTH and not _ALONE.search(start)
    found = terms(start.lower()) if goes_on and start.isascii() else ()  # other letters have more than one spelling
    if found:
        last_word = " OR ".join(phrase(last[: -len(start)] + term) for term in found)
        return " AND ".join([*map(phrase, before), f"({last_word})"])
    return " AND ".join(map(phrase, words)) + ("*" if goes_on else "")


def spaced(text: str) -> str:
    """Return ``text`` with a space around each character that is searched individually."""
    return text if text.isascii() else _ALONE.sub(r" \g<0> ", text)


def _joined(event: model.Event, *texts: str) -> str:
    names = (getattr(event, name, "") for name in ("client", "server", "tool"))
    return spaced("\n".join([*names, *(text[:MAX_TEXT_LENGTH] for text in texts)]))


def _spoken(json: str) -> str:
    """Return JSON text without its escapes: in ``"a\\nb"`` the words are a and b, not a and nb."""
    return _ESCAPE.sub(_unescaped, json[:MAX_TEXT_LENGTH]) if "\\" in json else json


def _unescaped(found: re.Match[str]) -> str:
    character = chr(int(found[1], 16)) if found[1] else " "
    return " " if "\ud800" <= character <= "\udfff" else character
